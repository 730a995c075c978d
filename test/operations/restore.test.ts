import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../../src/database/database.ts';
import { startEmbedded } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import { listInventoryLevels } from '../../src/domain/stock/levels.ts';
import { verify } from '../../src/operations/verify.ts';
import { clientOf, codes } from '../support/http.ts';
import { until } from '../support/live.ts';
import { adjust, makeStock } from '../support/make.ts';
import { makeTenant, serveOver, tenantOf } from '../support/world.ts';

/* docs/operations.md, "Backup and restore": a base backup and WAL, brought to a point in time on a second server. */

const run = promisify(execFile);
const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

async function start(home: string, settings: string[]): Promise<{ url: string; client: pg.Client }> {
  const server = await startEmbedded(home, settings);
  stops.push(() => server.stop());
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  stops.push(() => client.end());
  return { url: server.url, client };
}

/** The service over the database of this address. */
async function open(url: string) {
  await migrate(url);
  const database = await openDatabase(url);
  stops.push(() => database.close());
  const { url: served, app } = await serveOver(database);
  stops.push(() => app.close());
  return {
    database,
    url: served,
    sequenced: () =>
      until(
        async () => (await sql`select from events where position is null`.execute(database.system)).rows.length === 0,
      ),
  };
}

const eventsOf = async (client: ReturnType<typeof clientOf>) =>
  (await client('GET /api/v1/events?per_page=100')).body.data as { position: number; epoch: string }[];

test('a database that is brought back to a point in time is whole, and tells its readers that positions went back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stockwright-restore-'));
  stops.unshift(() => rm(folder, { recursive: true, force: true }));
  const [first, second, archive] = ['first', 'second', 'archive'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [folder, first, second, archive])
    await mkdir(each, { recursive: true }).then(() => chmod(each, 0o777));

  const { url, client } = await start(first, ['archive_mode=on', `archive_command=cp %p ${archive}/%f`]);
  const before = await open(url);
  const tenant = await makeTenant(before.database);
  const { variant, location } = await makeStock(tenant, 10);

  // The base backup, by hand as pg_basebackup does it.
  await client.query("select pg_backup_start('base', true)");
  await run('cp', ['-a', join(first, 'postgres'), join(first, 'postgres.password'), second]);
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  const { uid, gid } = await stat(join(second, 'postgres'));
  const cluster = join(second, 'postgres');
  await rm(join(cluster, 'postmaster.pid'), { force: true });
  await rm(join(cluster, 'pg_wal'), { recursive: true });
  await run('install', ['-d', '-m', '700', '-o', String(uid), '-g', String(gid), join(cluster, 'pg_wal')]);
  for (const [file, text] of [
    ['backup_label', rows[0]!.labelfile],
    ['recovery.signal', ''],
  ] as const) {
    await writeFile(join(cluster, file), text);
    await chown(join(cluster, file), uid, gid);
  }

  await adjust(tenant, variant, location, 1);
  await before.sequenced();
  await client.query("select pg_create_restore_point('noon')");
  await adjust(tenant, variant, location, 100);
  await before.sequenced();
  const last = (await eventsOf(clientOf(before.url, await tenant.key()))).at(-1)!;
  const { rows: walled } = await client.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file');
  await until(async () => (await readdir(archive)).includes(walled[0]!.file), 20_000);

  const restored = await start(second, [
    `restore_command=cp ${archive}/%f %p`,
    'recovery_target_name=noon',
    'recovery_target_action=promote',
  ]);
  await until(
    async () => !(await restored.client.query<{ is: boolean }>('select pg_is_in_recovery() as is')).rows[0]!.is,
    20_000,
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
}, 120_000);
