import pg from 'pg';
import { Pool } from 'undici';
import { issueKey } from '../src/access/api-keys.ts';
import { openDatabase } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { provisionOrganization } from '../src/domain/provision.ts';
import { findBreaches } from '../src/domain/reconciliation.ts';
import { type Child, openBenchDatabase, SECONDS, startChild } from './support.ts';

/*
 * Orders under load, each figure beside the least SQL that has the same effect, through `pg`, in the same run: only the ratio means
 * something on another machine. One server process over real HTTP, every write with an idempotency key, its outbox row and its ledger.
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
  insert into ledger_entries (organization_id, id, created_at, updated_at, entry_type, variant_id, location_id, quantity_change, quantity, quantity_on_hand_after, actor, occurred_at, sequence)
    select $1, gen_random_uuid(), now(), now(), 'adjustment', v.id, l.id, 1000000, 1000000, 1000000, 'system', now(), 1 from variants v, locations l;
  insert into inventory_levels (organization_id, id, created_at, updated_at, variant_id, location_id, quantity_on_hand, quantity_reserved, quantity_on_hold, quantity_available, quantity_incoming, version, first_moved_at)
    select $1, gen_random_uuid(), now(), now(), variant_id, location_id, 1000000, 0, 0, 1000000, 0, 1, created_at from ledger_entries;
  create table bench_levels (id int primary key, on_hand numeric(15,4) not null, reserved numeric(15,4) not null);
  insert into bench_levels select n, 1000000, 0 from generate_series(0, ${VARIANTS}) n;
  create table bench_orders (id uuid primary key, status text not null);
  create table bench_items (id uuid primary key, order_id uuid not null references bench_orders, level_id int not null references bench_levels, quantity numeric(15,4) not null);
  create table bench_reservations (id uuid primary key, order_id uuid not null, level_id int not null, quantity numeric(15,4) not null);
  create index on bench_reservations (order_id);
  create table bench_ledger (id uuid primary key, order_id uuid not null, level_id int not null, quantity numeric(15,4) not null, after numeric(15,4) not null);`;

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

function print(name: string, ours: Figure, limit: Figure): void {
  const ratio = ours.perSecond / limit.perSecond;
  console.log(
    `${name.padEnd(34)} ${ours.perSecond.toFixed(0).padStart(6)}/s  p99 ${ours.p99Ms.toFixed(0).padStart(4)} ms   least SQL ${limit.perSecond.toFixed(0).padStart(6)}/s  p99 ${limit.p99Ms.toFixed(0).padStart(4)} ms   ratio ${ratio.toFixed(2)}`,
  );
}

// ---- the least SQL ----

const NEXT = 'gen_random_uuid()';

/** Lock, update, insert, commit: a reservation and nothing else. */
async function reserveLeast(client: pg.PoolClient, level: number): Promise<void> {
  await client.query('begin');
  await client.query({
    name: 'lock',
    text: 'select reserved from bench_levels where id = $1 for update',
    values: [level],
  });
  await client.query({
    name: 'reserve',
    text: 'update bench_levels set reserved = reserved + 1 where id = $1 and on_hand - reserved >= 1',
    values: [level],
  });
  await client.query({
    name: 'promise',
    text: `insert into bench_reservations values (${NEXT}, ${NEXT}, $1, 1)`,
    values: [level],
  });
  await client.query('commit');
}

/** Three transactions: the order and its lines; its reservations; their end, the ledger and the order's. */
async function wholeOrderLeast(client: pg.PoolClient, levels: readonly number[]): Promise<void> {
  const id = crypto.randomUUID();
  await client.query('begin');
  await client.query({ name: 'order', text: "insert into bench_orders values ($1, 'pending')", values: [id] });
  await client.query({
    name: 'items',
    text: `insert into bench_items select ${NEXT}, $1, n, 1 from unnest($2::int[]) n`,
    values: [id, levels],
  });
  await client.query('commit');
  await client.query('begin');
  await client.query({
    name: 'lock order',
    text: 'select status from bench_orders where id = $1 for update',
    values: [id],
  });
  await client.query({
    name: 'lock levels',
    text: 'select id from bench_levels where id = any($1) order by id for update',
    values: [levels],
  });
  await client.query({
    name: 'reserve levels',
    text: 'update bench_levels set reserved = reserved + 1 where id = any($1) and on_hand - reserved >= 1',
    values: [levels],
  });
  await client.query({
    name: 'promises',
    text: `insert into bench_reservations select ${NEXT}, $1, n, 1 from unnest($2::int[]) n`,
    values: [id, levels],
  });
  await client.query({
    name: 'status',
    text: 'update bench_orders set status = $2 where id = $1',
    values: [id, 'reserved'],
  });
  await client.query('commit');
  await client.query('begin');
  await client.query({
    name: 'lock order',
    text: 'select status from bench_orders where id = $1 for update',
    values: [id],
  });
  await client.query({
    name: 'lock levels',
    text: 'select id from bench_levels where id = any($1) order by id for update',
    values: [levels],
  });
  await client.query({ name: 'release', text: 'delete from bench_reservations where order_id = $1', values: [id] });
  await client.query({
    name: 'take',
    text: 'update bench_levels set reserved = reserved - 1, on_hand = on_hand - 1 where id = any($1)',
    values: [levels],
  });
  await client.query({
    name: 'ledger',
    text: `insert into bench_ledger select ${NEXT}, $1, id, -1, on_hand from bench_levels where id = any($2)`,
    values: [id, levels],
  });
  await client.query({
    name: 'status',
    text: 'update bench_orders set status = $2 where id = $1',
    values: [id, 'fulfilled'],
  });
  await client.query('commit');
}

async function least(clients: number, work: (client: pg.PoolClient, index: number) => Promise<void>): Promise<Figure> {
  const pool = new pg.Pool({ connectionString: server.url, max: clients });
  const connections = await Promise.all(Array.from({ length: clients }, () => pool.connect()));
  const figure = await measure(clients, index => work(connections[index]!, index));
  for (const connection of connections) connection.release();
  await pool.end();
  return figure;
}

// ---- the service ----

let keys = 0;
/** How often the service was too busy and asked to try again. */
let turnedAway = 0;

/** Sends writes with an idempotency key each, and throws unless they succeed. */
function sender(pool: Pool, key: string) {
  return async function send(
    path: string,
    body?: object,
    idempotencyKey = `bench-${(keys += 1)}`,
  ): Promise<{ data: { id: string } }> {
    const answer = await pool.request({
      method: 'POST',
      path: `/api/v1${path}`,
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

async function ours(
  service: Child,
  key: string,
  clients: number,
  work: (send: Send, client: number) => Promise<unknown>,
): Promise<Figure> {
  const pool = new Pool(service.url, { connections: clients });
  const send = sender(pool, key);
  const figure = await measure(clients, client => work(send, client));
  await pool.close();
  return figure;
}

// ---- the figures ----

const server = await openBenchDatabase();
const owner = new pg.Client({ connectionString: server.url });
await migrate(server.url);
const database = await openDatabase(server.url);
const organizationId = await provisionOrganization(database.system, {
  slug: 'bench',
  name: 'Bench',
  modules: [],
  currency: 'EUR',
  timeZone: 'UTC',
});
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
const service = await startChild('./service.ts', { BENCH_DATABASE: server.url });

let hot = 0;
const pendingOrders = async (name: string, ofHot = false): Promise<() => string> => {
  const { rows } = await owner.query<{ id: string }>(
    PENDING.replaceAll('$1', `'${organizationId}'`).replaceAll('$2', `'${name}'`).replaceAll('$3', String(ofHot)),
  );
  await owner.query('analyze orders, order_items');
  return () =>
    rows.pop()?.id ??
    (() => {
      throw new Error('There are too few orders; raise ORDERS.');
    })();
};
const threeOf = (index: number) => [1, 2, 3].map(n => 1 + ((index * 3 + n) % VARIANTS));
let turn = 0;

async function figures(): Promise<void> {
  const warmUp = await pendingOrders('W0');
  await ours(service, key, 16, send => send(`/orders/${warmUp()}/reserve`));
  for (const clients of [1, 16, 64]) {
    const next = await pendingOrders(`W2.${clients}`);
    const figure = await ours(service, key, clients, send => send(`/orders/${next()}/reserve`));
    print(
      `W2 reserve, ${clients} at once`,
      figure,
      await least(clients, client => reserveLeast(client, 1 + ((turn += 1) % VARIANTS))),
    );
  }
  for (const clients of [1, 16]) {
    const whole = async (send: Send) => {
      const items = threeOf((turn += 1)).map(n => ({ sku: `SKU-${n}`, quantity: 1 }));
      const {
        data: { id },
      } = await send('/orders', { location_id: place!.id, items });
      await send(`/orders/${id}/reserve`);
      await send(`/orders/${id}/fulfill`);
    };
    print(
      `W3 whole order of 3 lines, ${clients} at once`,
      await ours(service, key, clients, whole),
      await least(clients, client => wholeOrderLeast(client, threeOf((turn += 1)))),
    );
  }
  const wanted = await pendingOrders('W4', true);
  const figure = await ours(service, key, 64, async send => {
    await send(`/orders/${wanted()}/reserve`);
    hot += 1;
  });
  print('W4 one hot SKU, 64 at once', figure, await least(64, client => reserveLeast(client, 0)));

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
  await owner.end();
  await database.close();
  await server.stop();
  process.exit();
}
