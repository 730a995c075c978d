import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../src/database/database.ts';
import { startEmbedded } from '../src/database/embedded.ts';
import { migrate } from '../src/database/migrate.ts';
import { listInsights } from '../src/domain/planning/insights/insights.ts';
import { keepPatterns } from '../src/domain/planning/insights/patterns.ts';
import { listFastMovers } from '../src/domain/planning/reports/fast-movers.ts';
import { listLedger } from '../src/domain/stock/ledger.ts';
import { listInventoryLevels } from '../src/domain/stock/levels.ts';
import { report } from '../src/figures/query.ts';
import { reports } from '../src/graphql/operations.ts';
import { type Caller, MODULES, type Operation } from '../src/kernel/operation.ts';
import type { Page } from '../src/kernel/page.ts';
import { execute } from '../src/store/execute.ts';
import type { OpenDatabase } from '../src/store/open-database.ts';
import { administrator } from './administrator.ts';
import { benchOrganization } from './support.ts';

/*
 * The time of the reports on 100,000 levels and 2,000,000 ledger entries of one year, in a separate database that is
 * removed afterwards. `node bench/reports.ts` prints a line per report: the median and the slowest of its runs, in
 * milliseconds. BENCH_DATABASE_URL names a database to keep between runs; it is filled if it is empty. The time of the
 * chore that computes the demand patterns of insights, once a day, is printed too.
 */

const VARIANTS = 10_000;
const LOCATIONS = 10;
/** For each level: a receipt, then sales with a receipt after every fourth. */
const ENTRIES_PER_LEVEL = 20;
const RUNS = 7;
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Deterministic, so that every run measures the same. */
const DATA = `
  insert into products (organization_id, id, created_at, updated_at, name, category, status, metadata)
    select $1::uuid, gen_random_uuid(), now(), now(), 'Product ' || n, 'Category ' || n % 20, 'active', '{}'
    from generate_series(1, ${VARIANTS} / 5) n;
  insert into locations (organization_id, id, created_at, updated_at, name, type, active, metadata)
    select $1::uuid, gen_random_uuid(), now(), now(), 'Location ' || n, 'warehouse', true, '{}'
    from generate_series(1, ${LOCATIONS}) n;
  insert into variants (organization_id, id, created_at, updated_at, product_id, sku, unit,
      unit_cost, lot_tracked, metadata)
    select $1::uuid, gen_random_uuid(), now(), now(), p.id, 'SKU-' || p.name || '-' || n, 'each', 1 + n, false, '{}'
    from products p, generate_series(1, 5) n;
  create temp table places as
    select v.id as variant_id, l.id as location_id, row_number() over (order by v.id, l.id) as n
    from variants v cross join locations l;
  insert into ledger_entries (organization_id, id, created_at, updated_at, entry_type, variant_id, location_id,
      quantity_change, quantity, quantity_on_hand_after,
    unit_cost, value_change, unvalued_quantity, unvalued_change, revenue, reference_type, reference_id,
        actor, occurred_at, sequence)
    select $1::uuid, gen_random_uuid(), at, at, type, variant_id, location_id, change, abs(change),
      sum(change) over (partition by n order by s), 2, 2 * change, 0, 0,
      case when change < 0 then -3 * change end, 'bench',
      gen_random_uuid(), 'system', at, s
    from (select *, now() - (interval '365 days' / ${ENTRIES_PER_LEVEL})
        * (${ENTRIES_PER_LEVEL} - s + (n * 7919 % 1000) / 1000.0) as at,
        case when s % 5 = 1 then 'purchase_received' else 'order_fulfilled' end as type,
        case when s % 5 = 1 then 20 + n % 13 else -(1 + n * s % 5) end as change
      from places, generate_series(1, ${ENTRIES_PER_LEVEL}) s) e order by at;
  insert into inventory_levels (organization_id, id, created_at, updated_at, variant_id, location_id, quantity_on_hand,
      quantity_reserved, quantity_on_hold,
    quantity_available, quantity_incoming, version, value, last_inbound_at, first_moved_at)
    select $1::uuid, gen_random_uuid(), min(created_at), max(created_at), variant_id, location_id, sum(quantity_change),
      0, 0, sum(quantity_change), 0, count(*), 2 * sum(quantity_change),
      max(created_at) filter (where entry_type = 'purchase_received'), min(created_at)
        from ledger_entries group by variant_id, location_id;
  insert into inventory_policies (organization_id, id, created_at, updated_at, variant_id, location_id,
      reorder_point, reorder_quantity)
    select $1::uuid, gen_random_uuid(), now(), now(), variant_id, location_id, 30, 50 from places where n % 4 = 0;`;

/** Two dimensions and a comparison each: of a month, of a whole year, of past stock on hand. */
const QUERIES = {
  'query: a month': {
    measures: ['units_sold', 'revenue', 'margin'],
    dimensions: ['category', 'location'],
    compareTo: 'previous_period',
  },
  'query: a year by month': {
    measures: ['units_sold', 'revenue', 'margin'],
    dimensions: ['category', 'month'],
    from: dayBefore(182),
    compareTo: 'previous_period',
  },
  'query: a year by place': {
    measures: ['units_sold', 'revenue', 'margin'],
    dimensions: ['category', 'location'],
    from: dayBefore(182),
    compareTo: 'previous_period',
  },
  'query: a year by day': {
    measures: ['units_sold', 'revenue', 'margin'],
    dimensions: ['category', 'day'],
    from: dayBefore(182),
    compareTo: 'previous_period',
  },
  'query: movements by month': {
    measures: ['units_received', 'units_wasted', 'net_change'],
    dimensions: ['category', 'month'],
    from: dayBefore(182),
    compareTo: 'previous_period',
  },
  'query: stock': {
    measures: ['closing_stock', 'on_hand', 'stock_value'],
    dimensions: ['category', 'location'],
    compareTo: 'previous_period',
  },
};

const folder = await mkdtemp(join(tmpdir(), 'stockwright-bench-'));
const kept = process.env['BENCH_DATABASE_URL'];
const server = kept === undefined ? await startEmbedded(folder) : { url: kept, stop: async () => undefined };
try {
  await migrate(server.url);
  const database = await openDatabase(server.url);
  const organizationId =
    (await sql<{ id: string }>`select id from organizations`.execute(database.system)).rows[0]?.id ??
    (await made(database));
  const { caller } = administrator(database, organizationId);
  for (const [report, operation] of Object.entries(reports))
    if (report !== 'reconciliation') await measure(caller, report, operation);
  // Past stock value, computed from whichever end of the ledger is nearer.
  for (const days of [30, 180, 300])
    await measure(caller, `valuation ${days} days ago`, reports['valuation']!, {
      asOf: new Date(Date.now() - days * 86_400_000).toISOString(),
    });
  for (const [name, query] of Object.entries(QUERIES)) await measure(caller, name, report, query);
  await measure(caller, 'fastMovers of a year', listFastMovers, { days: 365 });
  await measureEnds(caller, 'ledger by cursor', listLedger);
  await measureEnds(caller, 'levels by cursor', listInventoryLevels);
  const beganAt = performance.now();
  await keepPatterns(database, organizationId);
  console.log(`demand patterns, once a day  ${(performance.now() - beganAt).toFixed(0).padStart(7)} ms`);
  await measure(caller, 'insights', listInsights);
  await database.close();
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function made(database: OpenDatabase): Promise<string> {
  const organizationId = await benchOrganization(database, { modules: [...MODULES] });
  await fill(organizationId);
  return organizationId;
}

async function fill(organizationId: string): Promise<void> {
  const owner = new pg.Client({ connectionString: server.url });
  await owner.connect();
  await owner.query(`set app.organization_id = '${organizationId}'`);
  for (const statement of DATA.split(';\n')) await owner.query(statement.replaceAll('$1', `'${organizationId}'`));
  await owner.query('vacuum (analyze)');
  await owner.end();
}

/** The first page and the last but one by cursor: both must take the same time, however many rows lie between. */
async function measureEnds(caller: Caller, name: string, operation: Operation): Promise<void> {
  const { answer: own } = await execute(
    operation,
    caller,
    { perPage: 1 },
    {
      present: result => (result as Page).cursorOf((result as Page).rows[0]!),
    },
  );
  const [order] = JSON.parse(Buffer.from(own, 'base64url').toString()) as [string];
  const cursorAt = (id: string) => Buffer.from(JSON.stringify([order, id])).toString('base64url');
  const last = cursorAt('00ffffff-ffff-ffff-ffff-ffffffffffff');
  const first = cursorAt('ffffffff-ffff-ffff-ffff-ffffffffffff');
  await measure(caller, `${name}, first`, operation, { cursor: first });
  await measure(caller, `${name}, last`, operation, { cursor: last });
}

async function measure(caller: Caller, name: string, operation: Operation, input: object = {}): Promise<void> {
  const times: number[] = [];
  let rows = 0;
  try {
    for (let run = 0; run < RUNS; run += 1) {
      const beganAt = performance.now();
      const { answer } = await execute(operation, caller, input, { present: result => JSON.stringify(result).length });
      times.push(performance.now() - beganAt);
      rows = answer;
    }
  } catch (error) {
    // Such as a report over the statement timeout: the others are measured nevertheless.
    process.exitCode = 1;
    return console.log(`${name.padEnd(24)} ${(error as Error).message}`);
  }
  times.sort((a, b) => a - b);
  console.log(
    `${name.padEnd(24)} median ${times[RUNS >> 1]!.toFixed(0).padStart(5)} ms   slowest ${times.at(-1)!.toFixed(0).padStart(5)} ms   ${rows} bytes`,
  );
}
