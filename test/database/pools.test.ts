import { afterEach, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { socketOf } from '../../src/internals/pg.ts';
import { Unavailable } from '../../src/kernel/errors.ts';
import { startChores } from '../../src/operations/chores.ts';
import { metricsOf } from '../../src/operations/metrics.ts';
import { connected, openPool, waitingFor } from '../../src/store/connections.ts';
import { LOCKS } from '../../src/store/locks.ts';
import { readingOver } from '../../src/store/reading.ts';
import { startDispatcher } from '../../src/webhooks/dispatcher.ts';
import { clientOf } from '../support/http.ts';
import { until } from '../support/live.ts';
import { makeStock } from '../support/make.ts';
import { useWorld } from '../support/world.ts';

/* Pools are separate: neither background work nor requests of strangers make a request wait for a connection. */

const world = useWorld();
const log = pino({ level: 'silent' });
const stops: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** A lock number that the service does not use. */
const CHORE_LOCK = 99_000_001;

async function holding(...locks: readonly number[]): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: world.url });
  await client.connect();
  for (const lock of locks) await client.query('select pg_advisory_lock($1)', [lock]);
  stops.push(() => client.end());
  return client;
}

test('where a statement may take long, its client waits for at least as long', async () => {
  const { id } = await world.tenant();
  const { pools, background, readSlowly, snapshot } = world.database;
  const taken = await snapshot(id, 'reader');
  stops.push(() => taken.close());
  for (const [pool, db, seconds] of [
    [pools.background, background, 60],
    [pools.beside, readSlowly(id), 300],
    [pools.snapshots, taken.db, 60],
  ] as const) {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from current_setting('statement_timeout')::interval) as seconds`.execute(db);
    expect(rows).toEqual([{ seconds }]);
    expect((pool.options as pg.ClientConfig).query_timeout).toBeGreaterThan(seconds * 1000);
  }
});

test('while four background connections are busy, an order is accepted with a key never seen before', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const { url, app } = await world.serve({ ROLE: 'web' });
  const client = clientOf(`${url}/api/v1`, await tenant.key());
  const holder = await holding(LOCKS.sequencing, LOCKS.deliveries, CHORE_LOCK);
  // The sequencer and the dispatcher wait for their locks, a chore for something else, and its lane for the chore.
  const dispatcher = startDispatcher(world.database, app.events, log, { allowPrivateNetworks: true });
  const waiting = {
    name: 'wait',
    everyMs: 60_000,
    run: (database: typeof world.database) =>
      sql`select pg_advisory_xact_lock(${sql.lit(CHORE_LOCK)})`.execute(database.system),
  };
  const stopChores = startChores(world.database, log, [waiting]);
  await tenant.key();
  const blocked = async () => {
    const { rows } = await holder.query<{ count: number }>(
      "select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
    );
    return rows[0]!.count;
  };
  await until(async () => (await blocked()) >= 3);
  const reply = await client('POST /orders', {
    location_id: location.id,
    items: [{ sku: variant.sku, quantity: 1 }],
  });
  await holder.query('select pg_advisory_unlock_all()');
  await Promise.all([dispatcher.close(), stopChores()]);
  expect([reply.status, reply.text]).toEqual([201, expect.stringContaining('"pending"')]);
});

/** Nothing listens on the echo port. */
const NOWHERE = 'postgres://nobody:nothing@127.0.0.1:7/nowhere';

function pool(url: string, more: { waitMs?: number } = {}): pg.Pool {
  const opened = openPool({ url, max: 1, name: 'stockwright test', ...more });
  stops.push(() => opened.end());
  return opened;
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: Unavailable) => [error instanceof Unavailable, error.retryAfterSeconds, error.message, error.causeCode],
  );

test('a pool whose connections are all in use is busy; a missing database is unreachable', async () => {
  const crowded = pool(world.url, { waitMs: 3000 });
  const held = await connected(crowded);
  expect(await failureOf(connected(crowded))).toEqual([true, 1, 'The service is busy; try again shortly.', undefined]);
  held.release();
  (await connected(crowded)).release();
  expect(await failureOf(connected(pool(NOWHERE)))).toEqual([
    true,
    2,
    'The service cannot reach its database; try again shortly.',
    'ECONNREFUSED',
  ]);
});

test('an organization gets no more than four connections of five, and the next goes to whoever holds the fewest', async () => {
  const divided = openPool({ url: world.url, max: 5, name: 'stockwright test', isDivided: true });
  stops.push(() => divided.end());
  const got: string[] = [];
  const lent: { [who: string]: pg.PoolClient[] } = { many: [], one: [], another: [] };
  const ask = (who: string) =>
    connected(divided, who).then(client => {
      got.push(who);
      lent[who]!.push(client);
    });
  const many = Array.from({ length: 6 }, () => ask('many'));
  await Promise.all(many.slice(0, 4));
  expect([got, waitingFor(divided)]).toEqual([Array(4).fill('many'), 2]);
  await ask('one');
  const next = ask('another');
  expect(waitingFor(divided)).toBe(3);
  lent['many']!.pop()!.release();
  await next;
  lent['one']!.pop()!.release();
  await many[4];
  expect(got.slice(4)).toEqual(['one', 'another', 'many']);
  lent['many']!.pop()!.release();
  await many[5];
  for (const client of Object.values(lent).flat()) client.release();
  expect(waitingFor(divided)).toBe(0);
});

test('organizations that hold equally many connections take turns', async () => {
  const divided = openPool({ url: world.url, max: 1, name: 'stockwright test', isDivided: true });
  stops.push(() => divided.end());
  const got: string[] = [];
  const held = await connected(divided, 'one');
  const asked = ['one', 'one', 'another', 'another'].map(async who => {
    const client = await connected(divided, who);
    got.push(who);
    client.release();
  });
  held.release();
  await Promise.all(asked);
  expect(got).toEqual(['one', 'another', 'one', 'another']);
});

test('whoever has waited too long in the line of an organization is told that the service is busy, and holds up nobody', async () => {
  const divided = openPool({ url: world.url, max: 1, name: 'stockwright test', waitMs: 50, isDivided: true });
  stops.push(() => divided.end());
  const held = await connected(divided, 'one');
  expect(await failureOf(connected(divided, 'one'))).toEqual([
    true,
    1,
    'The service is busy; try again shortly.',
    undefined,
  ]);
  held.release();
  (await connected(divided, 'another')).release();
});

test('a transaction that loses its connection fails with the original error, and the pool goes on', async () => {
  const db = readingOver(pool(world.url));
  const lost = db.transaction().execute(async transaction => {
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(transaction);
  });
  await expect(lost).rejects.toMatchObject({ code: '57P01' });
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db);
  expect(rows).toEqual([{ one: 1 }]);
});

test('a transaction whose statement failed is not taken for committed, though its failure was caught', async () => {
  const db = readingOver(pool(world.url));
  const committed = db.transaction().execute(async transaction => {
    await sql`select 1 / 0`.execute(transaction).catch(() => undefined);
  });
  await expect(committed).rejects.toThrow('ended with ROLLBACK');
});

test('a transaction begins in the packet of its first statement', async () => {
  const ofPool = pool(world.url);
  const client = await ofPool.connect();
  const writes: string[] = [];
  const stream = socketOf(client);
  const { _writev } = stream;
  stream._writev = (chunks, done) => {
    writes.push(chunks.map(({ chunk }) => String(chunk)).join(''));
    _writev!.call(stream, chunks, done);
  };
  client.release();
  await readingOver(ofPool)
    .transaction()
    .execute(transaction => sql`select 1 as first`.execute(transaction));
  expect(writes.filter(each => each.includes('begin'))).toEqual([expect.stringContaining('select 1 as first')]);
});

test('while another process migrates, nothing fails because of what the server has kept', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 1000);
  const { url } = await world.serve();
  const client = clientOf(url, await tenant.key());
  const statuses = async () => {
    const order = { location_id: location.id, items: [{ sku: variant.sku, quantity: 1 }] };
    const created = await client('POST /api/v1/orders', order);
    const { id } = (created.body as { data: { id: string } }).data;
    const answers = [created];
    for (const request of [
      `POST /api/v1/orders/${id}/reserve`,
      `GET /api/v1/orders/${id}`,
      `POST /api/v1/orders/${id}/fulfill`,
      'GET /api/v1/inventory_levels',
      'GET /api/v1/products',
    ])
      answers.push(await client(request, request.startsWith('POST') ? {} : undefined));
    return answers.map(({ status }) => status);
  };
  const fine = [201, 200, 200, 200, 200, 200];
  // Until everything has a name, on several connections.
  for (let round = 0; round < 4; round += 1)
    expect(await Promise.all([statuses(), statuses(), statuses()])).toEqual([fine, fine, fine]);
  for (const change of ['add column later integer', 'drop column later']) {
    const { rows } = await sql<{ table: string }>`
      select relname as "table" from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
      world.owner,
    );
    for (const { table } of rows) await sql`alter table ${sql.table(table)} ${sql.raw(change)}`.execute(world.owner);
    expect(await Promise.all([statuses(), statuses(), statuses()])).toEqual([fine, fine, fine]);
  }
});

/** Health and metrics with probes of our own. */
function probing(url: string) {
  const probe = pool(url);
  let asked = 0;
  probe.on('acquire', () => (asked += 1));
  const probes = { app: readingOver(probe), system: readingOver(probe) };
  return { ...metricsOf({ ...world.database, probes }), asked: () => asked };
}

test('many concurrent probes query the database once', async () => {
  const { readiness, text, asked } = probing(world.url);
  expect(new Set(await Promise.all(Array.from({ length: 400 }, readiness)))).toEqual(new Set([undefined]));
  expect(asked()).toBe(2);
  const texts = await Promise.all(Array.from({ length: 150 }, text));
  expect(new Set(texts).size).toBe(1);
  expect(asked()).toBe(3);
});

test('without its database the process is not ready, but still serves metrics', async () => {
  const { readiness, text, requests } = probing(NOWHERE);
  requests.observe({ method: 'GET', route: '/api/v1/locations', status: 503 }, 0.1);
  expect(await readiness()).toBe('database');
  expect((await text()).split('\n')).toEqual(
    expect.arrayContaining([
      'stockwright_database_up 0',
      'stockwright_outbox_unsequenced Nan',
      'stockwright_http_request_duration_seconds_count{method="GET",route="/api/v1/locations",status="503"} 1',
      'stockwright_pool_connections{pool="background",state="waited_for"} 0',
    ]),
  );
});

test('a read-only database is not ready', async () => {
  const owner = await holding();
  const { rows } = await owner.query<{ name: string }>('select current_database() as name');
  const database = rows[0]!.name;
  await owner.query(`alter database ${database} set default_transaction_read_only = on`);
  try {
    expect(await probing(world.url).readiness()).toBe('read_only');
  } finally {
    await owner.query('set default_transaction_read_only = off');
    await owner.query(`alter database ${database} reset default_transaction_read_only`);
  }
  expect(await probing(world.url).readiness()).toBeUndefined();
});
