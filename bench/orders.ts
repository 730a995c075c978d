import pg from 'pg';
import { Pool } from 'undici';
import { issueKey } from '../src/access/api-keys.ts';
import { openDatabase } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { findBreaches } from '../src/domain/reconciliation.ts';
import {
  benchOrganization,
  type Child,
  copyForLimit,
  keep,
  openBenchDatabase,
  SECONDS,
  sharesInWords,
  startChild,
  watchDatabase,
} from './support.ts';

/*
 * Orders under load, each figure beside the limit of the same run (limit.ts: the same rows written over HTTP by bare node:http and pg): only the
 * ratio means something on another machine. One server process over real HTTP, every write with an idempotency key, its outbox row and its ledger.
 * Ends with the stock invariants: a figure counts only if they hold. BENCH_SECONDS bounds each figure.
 */

const VARIANTS = 500;
/** More orders than can be reserved within a figure's time. */
const ORDERS = Math.ceil(4000 * SECONDS);

/** Everything is made by rule, not by chance, so that every run measures the same. */
const DATA = `
  insert into products (organization_id, id, created_at, updated_at, name, status, metadata) select $1, gen_random_uuid(), now(), now(), 'Product', 'active', '{}';
  insert into locations (organization_id, id, created_at, updated_at, name, type, active, metadata) select $1, gen_random_uuid(), now(), now(), 'Location', 'warehouse', true, '{}';
  insert into variants (organization_id, id, created_at, updated_at, product_id, sku, unit, lot_tracked, metadata)
    select $1, gen_random_uuid(), now(), now(), p.id, 'SKU-' || n, 'each', false, '{}' from products p, generate_series(0, ${VARIANTS}) n;
  insert into ledger_entries (organization_id, id, created_at, updated_at, entry_type, variant_id, location_id, quantity_change, quantity, quantity_on_hand_after, unit_cost, value_change, value_after, unvalued_quantity, unvalued_change, actor, occurred_at, sequence)
    select $1, gen_random_uuid(), now(), now(), 'adjustment', v.id, l.id, 1000000, 1000000, 1000000, 2, 2000000, 2000000, 0, 0, 'system', now(), 1 from variants v, locations l;
  insert into inventory_levels (organization_id, id, created_at, updated_at, variant_id, location_id, quantity_on_hand, quantity_reserved, quantity_on_hold, quantity_available, quantity_incoming, version, value, first_moved_at)
    select $1, gen_random_uuid(), now(), now(), variant_id, location_id, 1000000, 0, 0, 1000000, 0, 1, 2000000, created_at from ledger_entries;
  insert into cost_layers (organization_id, id, created_at, updated_at, variant_id, location_id, "position", quantity, value, quantity_sold, quantity_used)
    select $1, gen_random_uuid(), now(), now(), variant_id, location_id, 1, 1000000, 2000000, 0, 0 from ledger_entries;`;

/** Pending orders of one line: of every variant in turn, or of the hot one (0). */
const PENDING = `
  with o as (
    insert into orders (organization_id, id, created_at, updated_at, number, status, location_id, metadata)
    select $1, gen_random_uuid(), now(), now(), $2 || '-' || n, 'pending', l.id, '{}' from locations l, generate_series(1, ${ORDERS}) n returning id, number
  ), i as (
    insert into order_items (organization_id, id, created_at, updated_at, order_id, variant_id, quantity, quantity_reserved, quantity_fulfilled)
    select $1, gen_random_uuid(), now(), now(), o.id, v.id, 1, 0, 0 from o
    join variants v on v.sku = 'SKU-' || case when $3 then 0 else 1 + split_part(o.number, '-', 2)::int % ${VARIANTS} end
  ) select id from o`;

interface Figure {
  perSecond: number;
  p99Ms: number;
}

/** As many clients at once, each doing one thing after the other until the time is over. */
async function measure(
  clients: number,
  once: (client: number) => Promise<unknown>,
  seconds = SECONDS,
): Promise<Figure> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  const beganAt = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() < end) {
        const startedAt = performance.now();
        await once(client);
        times.push(performance.now() - startedAt);
      }
    }),
  );
  times.sort((a, b) => a - b);
  return {
    perSecond: (times.length * 1000) / (performance.now() - beganAt),
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}

function print(name: string, clients: number, ours: Figure, limit: Figure): void {
  const ratio = ours.perSecond / limit.perSecond;
  keep(name, clients, { perSecond: ours.perSecond, p99: ours.p99Ms }, { perSecond: limit.perSecond });
  console.log(
    `${`${name}, ${clients} at once`.padEnd(38)} ${ours.perSecond.toFixed(0).padStart(6)}/s  p99 ${ours.p99Ms.toFixed(0).padStart(4)} ms   limit ${limit.perSecond.toFixed(0).padStart(6)}/s  p99 ${limit.p99Ms.toFixed(0).padStart(4)} ms   ratio ${ratio.toFixed(2)}`,
  );
}

// ---- load ----

let keys = 0;
/** How often the service was too busy and asked to try again. */
let turnedAway = 0;

/** Sends writes with an idempotency key each, and throws unless they succeed. */
function sender(pool: Pool, base: string) {
  return async function send(
    path: string,
    body?: object,
    idempotencyKey = `bench-${(keys += 1)}`,
  ): Promise<{ data: { id: string } }> {
    const answer = await pool.request({
      method: 'POST',
      path: `${base}${path}`,
      headers: {
        authorization: `Bearer ${key}`,
        'idempotency-key': idempotencyKey,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const json = await answer.body.json();
    if (answer.statusCode === 503) {
      turnedAway += 1;
      return send(path, body, idempotencyKey);
    }
    if (answer.statusCode >= 300) throw new Error(`${answer.statusCode} ${JSON.stringify(json)}`);
    return json as { data: { id: string } };
  };
}

type Send = ReturnType<typeof sender>;

const WARM_UP_SECONDS = 0.5;

/** What is done to one server, after it was warmed up with the same. */
async function load(
  server: Child,
  base: string,
  clients: number,
  work: (send: Send, client: number) => Promise<unknown>,
): Promise<Figure> {
  const pool = new Pool(server.url, { connections: clients });
  const send = sender(pool, base);
  await measure(clients, client => work(send, client), WARM_UP_SECONDS);
  const figure = await measure(clients, client => work(send, client));
  await pool.close();
  return figure;
}

// ---- the figures ----

const server = await openBenchDatabase();
const owner = new pg.Client({ connectionString: server.url });
await migrate(server.url);
const database = await openDatabase(server.url);
const organizationId = await benchOrganization(database);
const key = await database.transaction(organizationId, 'system', async unit => {
  const issued = issueKey(unit, { name: 'bench', scopes: ['write'] });
  return issued.key!;
});
await owner.connect();
await owner.query(`set app.organization_id = '${organizationId}'`);
for (const statement of DATA.split(';\n')) await owner.query(statement.replaceAll('$1', `'${organizationId}'`));
const {
  rows: [place],
} = await owner.query<{ id: string }>('select id from locations');
await copyForLimit(server.url);
const environment = { BENCH_DATABASE: server.url, BENCH_ORGANIZATION: organizationId };
const service = await startChild('./service.ts', environment);
const limit = await startChild('./limit.ts', environment);
async function ours(clients: number, work: (send: Send) => Promise<unknown>): Promise<Figure> {
  const watch = await watchDatabase(server.url);
  const figure = await load(service, '/api/v1', clients, work);
  console.log(`  the database's time: ${sharesInWords(await watch.stop())}`);
  return figure;
}
const least = (clients: number, work: (send: Send) => Promise<unknown>) => load(limit, '', clients, work);

let hot = 0;
/** Orders of which each is handed out once to the service and once to the limit. */
const pendingOrders = async (name: string, ofHot = false): Promise<{ ours(): string; least(): string }> => {
  const { rows } = await owner.query<{ id: string }>(
    PENDING.replaceAll('$1', `'${organizationId}'`).replaceAll('$2', `'${name}'`).replaceAll('$3', String(ofHot)),
  );
  const ids = rows.map(row => row.id);
  await owner.query('insert into least.orders select * from orders where id = any($1)', [ids]);
  await owner.query('insert into least.order_items select * from order_items where order_id = any($1)', [ids]);
  await owner.query('analyze orders, order_items, least.orders, least.order_items');
  const handOut = (left: string[]) => () => {
    const id = left.pop();
    if (id === undefined) throw new Error('There are too few orders; raise ORDERS.');
    return id;
  };
  return { ours: handOut([...ids]), least: handOut([...ids]) };
};
const threeOf = (index: number) => [1, 2, 3].map(n => 1 + ((index * 3 + n) % VARIANTS));
let turn = 0;

async function figures(): Promise<void> {
  for (const clients of [1, 16, 64]) {
    const next = await pendingOrders(`W2.${clients}`);
    print(
      'W2 reserve',
      clients,
      await ours(clients, send => send(`/orders/${next.ours()}/reserve`)),
      await least(clients, send => send(`/orders/${next.least()}/reserve`)),
    );
  }
  const whole = async (send: Send) => {
    const items = threeOf((turn += 1)).map(n => ({ sku: `SKU-${n}`, quantity: 1 }));
    const {
      data: { id },
    } = await send('/orders', { location_id: place!.id, items });
    await send(`/orders/${id}/reserve`);
    await send(`/orders/${id}/fulfill`);
  };
  for (const clients of [1, 16])
    print('W3 whole order of 3 lines', clients, await ours(clients, whole), await least(clients, whole));
  const wanted = await pendingOrders('W4', true);
  print(
    'W4 one hot SKU',
    64,
    await ours(64, async send => {
      await send(`/orders/${wanted.ours()}/reserve`);
      hot += 1;
    }),
    await least(64, send => send(`/orders/${wanted.least()}/reserve`)),
  );

  const breaches = await findBreaches(database.system);
  const {
    rows: [level],
  } = await owner.query<{ reserved: string }>(
    "select quantity_reserved as reserved from inventory_levels l join variants v on v.id = l.variant_id where v.sku = 'SKU-0'",
  );
  if (breaches.length > 0 || Number(level!.reserved) !== hot)
    throw new Error(
      `The figures do not count: ${JSON.stringify(breaches.slice(0, 5))}, ${level!.reserved} reserved of ${hot} acknowledged.`,
    );
  console.log(
    `findBreaches: none; ${hot} acknowledged on the hot SKU, ${Number(level!.reserved)} reserved; turned away and tried again: ${turnedAway}`,
  );
}

try {
  await figures();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await service.stop();
  await limit.stop();
  await owner.end();
  await database.close();
  await server.stop();
  process.exit();
}
