import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startEmbedded } from '../../src/database/embedded.ts';
import { dataFolder } from './folders.ts';

/*
 * PostgreSQL servers of a test's own: one, and another made from its base backup.
 */

const run = promisify(execFile);

export interface OwnServer {
  home: string;
  url: string;
  /** Connected as its owner. */
  client: pg.Client;
  stop(): Promise<void>;
  /** Stops it although others are connected. */
  kill(): Promise<void>;
}

/** Folders that the servers' user may enter, removed at the end. */
export async function makeHomes<Name extends string>(
  ...names: Name[]
): Promise<{ [name in Name]: string } & { remove(): Promise<void> }> {
  const folder = await dataFolder('stockwright-servers-');
  const homes = Object.fromEntries(names.map(name => [name, join(folder, name)]));
  for (const each of [folder, ...Object.values(homes)]) {
    await mkdir(each, { recursive: true });
    await chmod(each, 0o777);
  }
  return Object.assign(homes as { [name in Name]: string }, {
    remove: () => rm(folder, { recursive: true, force: true }),
  });
}

export async function startServer(home: string, settings: readonly string[] = []): Promise<OwnServer> {
  const server = await startEmbedded(home, settings);
  const client = new pg.Client({ connectionString: server.url });
  client.on('error', () => undefined);
  await client.connect();
  return {
    home,
    url: server.url,
    client,
    async stop() {
      await client.end().catch(() => undefined);
      await server.stop();
    },
    async kill() {
      const gone = new Promise<void>(resolve => client.once('end', () => resolve()));
      process.kill(Number((await readFile(join(home, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]), 'SIGQUIT');
      await gone;
    },
  };
}

/** Copies a running server into another folder, as pg_basebackup does; it then starts according to this signal file. */
export async function copyServer(
  from: OwnServer,
  home: string,
  signal: 'recovery.signal' | 'standby.signal',
): Promise<void> {
  await from.client.query("select pg_backup_start('base', true)");
  await run('cp', ['-a', join(from.home, 'postgres'), join(from.home, 'postgres.password'), home]);
  const { rows } = await from.client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  const { uid, gid } = await stat(join(from.home, 'postgres'));
  const cluster = join(home, 'postgres');
  await rm(join(cluster, 'postmaster.pid'), { force: true });
  await rm(join(cluster, 'pg_wal'), { recursive: true });
  await run('install', ['-d', '-m', '700', '-o', String(uid), '-g', String(gid), join(cluster, 'pg_wal')]);
  for (const [file, text] of [
    ['backup_label', rows[0]!.labelfile],
    [signal, ''],
  ] as const) {
    await writeFile(join(cluster, file), text);
    await chown(join(cluster, file), uid, gid);
  }
}
