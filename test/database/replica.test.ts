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
import { metricsOf } from '../../src/operations/metrics.ts';
import type { OpenDatabase } from '../../src/store/open-database.ts';
import { type Client, clientOf } from '../support/http.ts';
import { until } from '../support/live.ts';
import { adjust, makeStock } from '../support/make.ts';
import { copyServer, makeHomes, type OwnServer, startServer } from '../support/second-server.ts';
import { makeTenant, serveOver, type Tenant } from '../support/world.ts';

/* docs/operations.md, "A replica for reports": a real one, that streams from its primary. */

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

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
  standby = await startServer(second, [
    `primary_conninfo=host=${hostname} port=${port} user=${username} password=${password}`,
    'wal_retrieve_retry_interval=100ms',
  ]);
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

/** Where the work was read: the replica's reads, and the primary's in its place. */
async function readsOf(work: () => Promise<unknown>): Promise<{ replica: number; primary: number }> {
  const before = { ...database.replica!.reads };
  await work();
  const { replica, primary: instead } = database.replica!.reads;
  return { replica: replica - before.replica, primary: instead - before.primary };
}

/** What the replica has may be a moment behind. */
async function caughtUp(): Promise<void> {
  const at = async (server: pg.Client, statement: string) =>
    (await server.query<{ at: string }>(statement)).rows[0]!.at;
  const head = await at(primary.client, 'select pg_current_wal_lsn() as at');
  await until(async () => (await at(standby.client, `select pg_last_wal_replay_lsn() >= '${head}' as at`)) as never);
}

const onHand = async () => (await tenant.list(listStockByLocation)).rows.map(row => row['quantityOnHand']);

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
  const none = { replica: 0, primary: 0 };
  expect(await readsOf(() => tenant.list(listInventoryLevels))).toEqual(none);
  const levels = '/api/v1/inventory_levels';
  const file = { accept: 'application/x-ndjson' };
  expect(await readsOf(() => client(`GET ${levels}`, undefined, file))).toEqual({ replica: 1, primary: 0 });
  // What follows changes, and what was at a moment that is hardly over, only the primary knows.
  const since = new Date(Date.now() - 60_000).toISOString();
  expect(await readsOf(() => client(`GET ${levels}?updated_since=${since}`, undefined, file))).toEqual(none);
  expect(await readsOf(() => tenant.list(listValuation, { asOf: since }))).toEqual(none);
});

test('an export says up to which event it goes, and whoever follows from there misses nothing', async () => {
  await until(
    async () => (await sql`select from events where position is null`.execute(database.system)).rows.length === 0,
  );
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

test('further behind than it may be it is not read, until it has caught up', async () => {
  await caughtUp();
  await isFresh();
  const states: string[] = [];
  database.replica!.onChange(now => states.push(now));
  await standby.client.query('select pg_wal_replay_pause()');
  await adjust(tenant, stocked.variant, stocked.location, 1);
  await until(async () => (await database.replica!.look(), state() === 'behind'));
  expect(await readsOf(async () => expect(await onHand()).toEqual([12]))).toEqual({ replica: 0, primary: 1 });
  expect(await metricsOf(database).text()).toMatch(/^stockwright_replica_up 0$/m);
  await standby.client.query('select pg_wal_replay_resume()');
  await isFresh();
  expect(await metricsOf(database).text()).toMatch(/^stockwright_replica_reads_total\{from="primary"\} \d+$/m);
  // On a busy machine it may fall behind once more.
  expect([states[0], states.at(-1)]).toEqual(['behind', 'fresh']);
});

test('a server that is no replica of this primary is not read', async () => {
  const access = accessOf({ DATABASE_URL: primary.url, DATABASE_READ_URL: primary.url, MIGRATE: true });
  const mistaken = await openDatabase(access, { readLagSeconds: 1 });
  await mistaken.replica!.look();
  expect(mistaken.replica!.state()).toBe('stranger');
  await mistaken.close();
});

test('a report whose replica fails is answered by the primary, at once', async () => {
  await caughtUp();
  await isFresh();
  await standby.kill();
  expect(await onHand()).toEqual([12]);
  expect(state()).toBe('away');
  expect(await readsOf(onHand)).toEqual({ replica: 0, primary: 1 });
});
