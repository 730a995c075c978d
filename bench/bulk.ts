import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { issueKey } from '../src/access/api-keys.ts';
import { openDatabase } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { findBreaches } from '../src/domain/reconciliation.ts';
import { ALL_CHECKS } from '../src/operations/verify.ts';
import { benchOrganization, keep, measure, openBenchDatabase, startService } from './support.ts';

/*
 * Bulk import and export over HTTP, the service with its worker in one process: imports 100,000 products with a variant
 * each, exports a ledger of 1,000,000 rows, with a reader beside both. Goals: 3 minutes, 30 seconds, at most 150 MB
 * above idle, p99 at most doubled.
 */

const PRODUCTS = Number(process.env['BENCH_PRODUCTS'] ?? 100_000);
const LEDGER = Number(process.env['BENCH_LEDGER'] ?? 1_000_000);

const server = await openBenchDatabase();
await migrate(server.url);
const database = await openDatabase(server.url);
const organizationId = await benchOrganization(database);
const keys = await database.transaction(organizationId, 'system', async unit => ({
  bulk: issueKey(unit, { name: 'bulk', scopes: ['admin'] }).key!,
  reader: issueKey(unit, { name: 'reader', scopes: ['read'] }).key!,
}));
const service = await startService({ DATABASE_URL: server.url, ROLE: 'all' });
const api = `${service.url}/api/v1`;
const asker = new pg.Client({ connectionString: server.url });
await asker.connect();
/** The parent of the process that serves us. */
const postmaster = ticksOf((await asker.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid).parent;
await asker.end();
const asking = { authorization: `Bearer ${keys.bulk}` };

const megabytes = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))![1]) / 1024;

/** The processor ticks of a process and of its ended children, and its parent. */
function ticksOf(pid: number | string): { parent: number; ticks: number; ended: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  const sum = (...at: number[]) => at.reduce((total, each) => total + Number(fields[each]), 0);
  return { parent: Number(fields[1]), ticks: sum(11, 12), ended: sum(13, 14) };
}

/** Seconds of processor time so far: of the service, and of the database with all its processes. */
function processorSeconds(): { service: number; database: number } {
  const database = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .reduce((sum, pid) => {
      try {
        const { parent, ticks } = ticksOf(pid);
        return parent === postmaster ? sum + ticks : sum;
      } catch {
        return sum;
      }
    }, ticksOf(postmaster).ended);
  return { service: ticksOf(service.pid).ticks / 100, database: database / 100 };
}

/**
 * The peak memory of the service during some work, above what it had before, and its cost in processor seconds per
 * 1,000 rows.
 */
async function costOf<R>(rows: number, work: () => Promise<R>): Promise<{ answer: R; above: number; cost: string }> {
  const [before, began] = [megabytes(), processorSeconds()];
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, megabytes())), 50);
  const answer = await work();
  clearInterval(timer);
  const ended = processorSeconds();
  const each = (name: 'service' | 'database') => (((ended[name] - began[name]) * 1000) / rows).toFixed(3);
  return {
    answer,
    above: most - before,
    cost: `${each('service')} s of the service and ${each('database')} s of the database per 1,000 rows`,
  };
}

interface Import {
  id: string;
  status: string;
  rows_created: number;
  rows_done: number;
}

async function begin(count: number, prefix: string): Promise<Import> {
  const rows = Array.from(
    { length: count },
    (_, n) =>
      `${prefix}${n},Product ${n},Category ${n % 20},${prefix}-SKU-${n},${4_000_000_000_000 + n},each,${(n % 500) / 10},${(n % 700) / 10}`,
  );
  const response = await fetch(`${api}/imports?kind=products`, {
    method: 'POST',
    headers: { ...asking, 'content-type': 'text/csv' },
    body: `reference,name,category,sku,${prefix === 'A' ? 'barcode' : '_barcode'},unit,unit_cost,unit_price\n${rows.join('\n')}\n`,
  });
  return ((await response.json()) as { data: Import }).data;
}

const look = async ({ id }: Import): Promise<Import> =>
  ((await (await fetch(`${api}/imports/${id}`, { headers: asking })).json()) as { data: Import }).data;

async function ended(begun: Import): Promise<Import> {
  for (;;) {
    const found = await look(begun);
    if (!['pending', 'running'].includes(found.status)) return found;
    await sleep(500);
  }
}

const seconds = (since: number) => (performance.now() - since) / 1000;

// ---- import ----

const importing = performance.now();
const { answer: done, above, cost } = await costOf(PRODUCTS, async () => ended(await begin(PRODUCTS, 'A')));
const took = seconds(importing);
console.log(
  `${PRODUCTS} products in: ${took.toFixed(1)} s, ${Math.round(PRODUCTS / took)} rows/s, ${Math.round(above)} MB above idle, ${cost} (${done.status}, ${done.rows_created} created)`,
);
keep('products imported', 1, { perSecond: PRODUCTS / took }, { perSecond: 100_000 / 180 });

const again = performance.now();
const unchanged = await ended(await begin(PRODUCTS, 'A'));
console.log(`the same again, all unchanged: ${seconds(again).toFixed(1)} s (${unchanged.status})`);

// ---- a reader beside it ----

const reading = { url: `${api}/variants?sku=A-SKU-5`, headers: { authorization: `Bearer ${keys.reader}` } };
const alone = await measure(reading, 16);
const beside = await begin(Math.min(PRODUCTS, 50_000), 'B');
const { rows_done: from } = await look(beside);
const during = await measure(reading, 16);
const { rows_done: to, status } = await look(beside);
console.log(
  `reads at 16: ${Math.round(alone.perSecond)}/s p99 ${alone.p99} ms; beside an import (${status}, ${to - from} rows meanwhile): ${Math.round(during.perSecond)}/s p99 ${during.p99} ms, ratio ${(during.p99 / alone.p99).toFixed(2)}`,
);
await fetch(`${api}/imports/${beside.id}/cancel`, { method: 'POST', headers: asking });
await ended(beside);

if (process.env['BENCH_VERIFY'] !== 'off') {
  // Before the ledger is filled with entries that have no documents.
  const breaches = await findBreaches(database.background, ALL_CHECKS);
  console.log(`verify: ${breaches.length} breaches`);
  if (breaches.length > 0) process.exitCode = 1;
}

// ---- export ----

const owner = new pg.Client({ connectionString: server.url });
await owner.connect();
await owner.query(
  `insert into locations (organization_id, id, created_at, updated_at, name, type, active, metadata) select $1::uuid,
    gen_random_uuid(), now(), now(), 'Place ' || n, 'warehouse', true, '{}' from generate_series(1, 10) n`,
  [organizationId],
);
await owner.query(
  `insert into ledger_entries (organization_id, id, created_at, updated_at, entry_type, variant_id, location_id,
      quantity_change, quantity, quantity_on_hand_after, reason, actor, occurred_at, sequence)
   select $1::uuid, gen_random_uuid(), now(), now(), 'adjustment', v.id, l.id, case when s % 2 = 1 then 5 else -5 end,
     5, case when s % 2 = 1 then 5 else 0 end, 'correction', 'key:bench', now(), s
   from (select id from variants where organization_id = $1 order by id limit $2) v
   cross join (select id from locations where organization_id = $1) l cross join generate_series(1, 10) s`,
  [organizationId, LEDGER / 100],
);
await owner.query('vacuum analyze ledger_entries');
await owner.end();
for (const type of ['text/csv', 'application/x-ndjson']) {
  const exporting = performance.now();
  const {
    answer: bytes,
    above: more,
    cost: spentBy,
  } = await costOf(LEDGER, async () => {
    let read = 0;
    const response = await fetch(`${api}/inventory_ledger`, { headers: { ...asking, accept: type } });
    for await (const chunk of response.body!) read += (chunk as Uint8Array).length;
    return read;
  });
  const spent = seconds(exporting);
  console.log(
    `${LEDGER} ledger rows out as ${type}: ${spent.toFixed(1)} s, ${Math.round(LEDGER / spent)} rows/s, ${Math.round(bytes / 1e6)} MB, ${Math.round(more)} MB above idle, ${spentBy}`,
  );
  keep(`ledger exported as ${type}`, 1, { perSecond: LEDGER / spent }, { perSecond: 1_000_000 / 30 });
}

await service.stop();
await database.close();
await server.stop();
