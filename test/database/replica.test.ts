import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type pg from 'pg';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { accessOf } from '../../src/database/roles.ts';
import { listInsights } from '../../src/domain/planning/insights/insights.ts';
import { listStockByLocation } from '../../src/domain/planning/reports/stock-by-location.ts';
import { listValuation } from '../../src/domain/planning/reports/valuation.ts';
import { listInventoryLevels } from '../../src/domain/stock/levels.ts';
import { namedReports } from '../../src/figures/named.ts';
import { report } from '../../src/figures/query.ts';
import type { Page } from '../../src/kernel/page.ts';
import { metricsOf } from '../../src/operations/metrics.ts';
import { execute } from '../../src/store/execute.ts';
import type { OpenDatabase } from '../../src/store/open-database.ts';
import { type Client, clientOf } from '../support/http.ts';
import { sequenced, until } from '../support/live.ts';
import { adjust, makeStock } from '../support/make.ts';
import { copyServer, makeHomes, type OwnServer, startServer } from '../support/second-server.ts';
import { makeTenant, serveOver, type Tenant } from '../support/world.ts';

/* docs/operations.md, "A replica for reports": a real one that streams from its primary. */

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

const FOLLOWING = ['wal_retrieve_retry_interval=100ms'];

let primary: OwnServer;
let standby: OwnServer;
let database: OpenDatabase;
let tenant: Tenant;
let client: Client;
let stocked: Awaited<ReturnType<typeof makeStock>>;

beforeAll(async () => {
  const { first, second, remove } = await makeHomes('first', 'second');
  stops.push(remove);
  primary = await startServer(first, ['wal_keep_size=64MB']);
  stops.push(() => primary.stop());
  await migrate(primary.url);
  await copyServer(primary, second, 'standby.signal');
  const { hostname, port, username, password } = new URL(primary.url);
  await appendFile(
    join(second, 'postgres/postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
  );
  standby = await startServer(second, FOLLOWING);
  stops.push(() => standby.stop());
  const access = accessOf({ DATABASE_URL: primary.url, DATABASE_READ_URL: standby.url, MIGRATE: true });
  database = await openDatabase(access, { readLagSeconds: 3 });
  stops.push(() => database.close());
  const { url, app } = await serveOver(database);
  stops.push(() => app.close());
  tenant = await makeTenant(database);
  stocked = await makeStock(tenant, 10);
  client = clientOf(url, await tenant.key());
});

const state = () => database.replica!.state();
const isFresh = () => until(async () => (await database.replica!.look(), state() === 'fresh'));

/** The reads of the work, on the replica and on the primary. */
async function readsOf(work: () => Promise<unknown>): Promise<{ replica: number; primary: number }> {
  const before = { ...database.replica!.reads };
  await work();
  const { replica, primary: instead } = database.replica!.reads;
  return { replica: replica - before.replica, primary: instead - before.primary };
}

/** The replica may be a moment behind. */
async function caughtUp(): Promise<void> {
  const at = async (server: pg.Client, statement: string) =>
    (await server.query<{ at: string }>(statement)).rows[0]!.at;
  const head = await at(primary.client, 'select pg_current_wal_lsn() as at');
  await until(async () => (await at(standby.client, `select pg_last_wal_replay_lsn() >= '${head}' as at`)) as never);
}

async function onHand(at = database): Promise<unknown[]> {
  const { answer } = await execute(
    listStockByLocation,
    { ...tenant.caller, database: at },
    {},
    { present: page => page },
  );
  return (answer as Page).rows.map(row => row['quantityOnHand']);
}

/** Runs reports one after the other during the work: none of them fails. */
async function reportsWhile(work: () => Promise<unknown>, at = database): Promise<unknown[]> {
  const answers: unknown[] = [];
  let done = false;
  const reports = (async () => {
    while (!done) answers.push((await onHand(at))[0]);
  })();
  await work().finally(() => (done = true));
  await reports;
  return [...new Set(answers)];
}

test('reports, insights and exports are read from the replica, everything else from the primary', async () => {
  await caughtUp();
  await isFresh();
  expect(await readsOf(async () => expect(await onHand()).toEqual([10]))).toEqual({ replica: 1, primary: 0 });
  for (const [operation, input] of [
    [report, { measures: ['on_hand'], dimensions: [] }],
    [namedReports['abc']!, {}],
    [listInsights, {}],
  ] as const)
    expect(await readsOf(() => tenant.run(operation, input))).toEqual({ replica: 1, primary: 0 });
  const told = await client('GET /api/v1/reports/stock_by_location');
  const age = Date.now() - Date.parse(told.headers.get('x-data-as-of')!);
  expect(age >= 0 && age < 4000).toBe(true);
  // Loading this face holds the process up, perhaps for longer than a replica may lag.
  await client('POST /graphql', { query: '{ __typename }' });
  await isFresh();
  const asked = await client('POST /graphql', {
    query: '{ reports { stockByLocation { nodes { quantityOnHand } } } }',
  });
  expect(asked.body).toMatchObject({ extensions: { dataAsOf: expect.stringMatching(/^\d{4}-.*Z$/) } });
  expect((await client('GET /api/v1/inventory_levels')).headers.get('x-data-as-of')).toBeNull();
  const none = { replica: 0, primary: 0 };
  expect(await readsOf(() => tenant.list(listInventoryLevels))).toEqual(none);
  const levels = '/api/v1/inventory_levels';
  const file = { accept: 'application/x-ndjson' };
  expect(await readsOf(() => client(`GET ${levels}`, undefined, file))).toEqual({ replica: 1, primary: 0 });
  // Live changes, and reads as of a very recent time, need the primary.
  const since = new Date(Date.now() - 60_000).toISOString();
  expect(await readsOf(() => client(`GET ${levels}?updated_since=${since}`, undefined, file))).toEqual(none);
  expect(await readsOf(() => tenant.list(listValuation, { asOf: since }))).toEqual(none);
});

test('an export names its last event, and whoever follows from there misses nothing', async () => {
  await sequenced(database.system, tenant);
  await caughtUp();
  await isFresh();
  await standby.client.query('select pg_wal_replay_pause()');
  await adjust(tenant, stocked.variant, stocked.location, 1);
  const exported = await client('GET /api/v1/inventory_levels', undefined, { accept: 'application/x-ndjson' });
  const lines = exported.text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { [name: string]: unknown });
  expect(lines[0]).toMatchObject({ quantity_on_hand: 10 });
  const { position, as_of: asOf } = lines.at(-1)!['meta'] as { position: number; as_of: string };
  const followed = () => client(`GET /api/v1/events?after=${position}&types=inventory.updated`);
  await until(async () => ((await followed()).body.data as object[]).length === 1);
  const { rows } = await sql<{ at: Date }>`select max(created_at) as at from ledger_entries`.execute(database.system);
  expect(new Date(asOf).getTime()).toBeLessThanOrEqual(new Date(rows[0]!.at).getTime());
  await standby.client.query('select pg_wal_replay_resume()');
});

test('a replica that is cut off from its primary is not read once its lag exceeds the limit, until it has caught up', async () => {
  await caughtUp();
  await isFresh();
  const states: string[] = [];
  database.replica!.onChange(now => states.push(now));
  const { rows } = await standby.client.query<{ conninfo: string }>(
    "select current_setting('primary_conninfo') as conninfo",
  );
  const connect = async (to: string) => {
    await standby.client.query(`alter system set primary_conninfo = ${standby.client.escapeLiteral(to)}`);
    await standby.client.query('select pg_reload_conf()');
  };
  await connect('');
  const answers = await reportsWhile(async () => {
    await adjust(tenant, stocked.variant, stocked.location, 1);
    await until(async () => (await database.replica!.look(), state() === 'behind'));
  });
  expect(answers).toContain(11);
  expect(await readsOf(async () => expect(await onHand()).toEqual([12]))).toEqual({ replica: 0, primary: 1 });
  const { headers } = await client('GET /api/v1/reports/stock_by_location');
  expect(headers.get('x-data-as-of')).toBeNull();
  expect(await metricsOf(database).text()).toMatch(/^stockwright_replica_up 0$/m);
  await connect(rows[0]!.conninfo);
  await isFresh();
  expect(await metricsOf(database).text()).toMatch(/^stockwright_replica_reads_total\{from="primary"\} \d+$/m);
  // On a busy machine it may fall behind again.
  expect([states[0], states.at(-1)]).toEqual(['behind', 'fresh']);
});

test('a server that is no replica of this primary is not read', async () => {
  const access = accessOf({ DATABASE_URL: primary.url, DATABASE_READ_URL: primary.url, MIGRATE: true });
  const mistaken = await openDatabase(access, { readLagSeconds: 1 });
  await mistaken.replica!.look();
  expect(mistaken.replica!.state()).toBe('stranger');
  await mistaken.close();
});

test('a report whose replica fails is immediately read from the primary', async () => {
  await caughtUp();
  await isFresh();
  await standby.kill();
  expect(await onHand()).toEqual([12]);
  expect(state()).toBe('away');
  expect(await readsOf(onHand)).toEqual({ replica: 0, primary: 1 });
});

test('a replica that is promoted during reports is no longer read; no report fails or shows rows that only it has', async () => {
  standby = await startServer(standby.home, FOLLOWING);
  const access = accessOf({ DATABASE_URL: primary.url, DATABASE_READ_URL: standby.url, MIGRATE: true });
  const again = await openDatabase(access, { readLagSeconds: 3 });
  stops.push(() => again.close());
  const { look, state: stateNow, reads } = again.replica!;
  await until(async () => (await look(), stateNow() === 'fresh'));
  const answers = await reportsWhile(async () => {
    await standby.client.query('select pg_promote()');
    await until(async () => (await look(), stateNow() === 'stranger'));
  }, again);
  expect(answers).toEqual([12]);
  await adjust(tenant, stocked.variant, stocked.location, 1);
  const before = { ...reads };
  expect(await onHand(again)).toEqual([13]);
  expect(reads).toEqual({ ...before, primary: before.primary + 1 });
});
