import { readdir } from 'node:fs/promises';
import { afterAll, expect, test } from '@jest/globals';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { listInventoryLevels } from '../../src/domain/stock/levels.ts';
import { verify } from '../../src/operations/verify.ts';
import { clientOf, codes } from '../support/http.ts';
import { sequenced, until } from '../support/live.ts';
import { adjust, makeStock } from '../support/make.ts';
import { copyServer, makeHomes, type OwnServer, startServer } from '../support/second-server.ts';
import { makeTenant, serveOver, tenantOf } from '../support/world.ts';

/* docs/operations.md, "Backup and restore": a base backup and WAL, restored to a point in time on a second server. */

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

async function start(home: string, settings: readonly string[]): Promise<OwnServer> {
  const server = await startServer(home, settings);
  stops.push(() => server.stop());
  return server;
}

/** The service on the database at this URL. */
async function open(url: string) {
  await migrate(url);
  const database = await openDatabase(url);
  stops.push(() => database.close());
  const { url: served, app } = await serveOver(database);
  stops.push(() => app.close());
  return {
    database,
    url: served,
  };
}

const eventsOf = async (client: ReturnType<typeof clientOf>) =>
  (await client('GET /api/v1/events?per_page=100')).body.data as { position: number; epoch: string }[];

test('a database restored to a point in time is consistent, and tells its readers that positions went back', async () => {
  const { first, second, archive, remove } = await makeHomes('first', 'second', 'archive');
  stops.unshift(remove);
  const server = await start(first, ['archive_mode=on', `archive_command=cp %p ${archive}/%f`]);
  const { url, client } = server;
  const before = await open(url);
  const tenant = await makeTenant(before.database);
  const { variant, location } = await makeStock(tenant, 10);

  await copyServer(server, second, 'recovery.signal');

  await adjust(tenant, variant, location, 1);
  await sequenced(before.database.system, tenant);
  await client.query("select pg_create_restore_point('noon')");
  await adjust(tenant, variant, location, 100);
  await sequenced(before.database.system, tenant);
  const last = (await eventsOf(clientOf(before.url, await tenant.key()))).at(-1)!;
  const { rows: walled } = await client.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file');
  await until(async () => (await readdir(archive)).includes(walled[0]!.file));

  const restored = await start(second, [
    `restore_command=cp ${archive}/%f %p`,
    'recovery_target_name=noon',
    'recovery_target_action=promote',
  ]);
  await until(
    async () => !(await restored.client.query<{ is: boolean }>('select pg_is_in_recovery() as is')).rows[0]!.is,
  );
  const after = await open(restored.url);
  expect(await verify(after.database.background)).toEqual([]);
  const again = tenantOf(after.database, tenant);
  expect((await again.list(listInventoryLevels, { sku: variant.sku })).rows).toMatchObject([{ quantityOnHand: 11 }]);

  const reader = clientOf(after.url, await again.key());
  const ahead = await reader(`GET /api/v1/events?after=${last.position}`);
  expect(codes(ahead)).toEqual([422, 'cursor_ahead after']);
  const events = await eventsOf(reader);
  expect(new Set(events.map(({ epoch }) => epoch)).size).toBe(1);
  expect(events[0]!.epoch).not.toBe(last.epoch);
  expect(events.at(-1)!.position).toBe(last.position - 1);
});
