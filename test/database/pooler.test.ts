import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { accessOf, derivedAccess, roleOf } from '../../src/database/roles.ts';
import { testWith } from '../support/installed.ts';
import { until } from '../support/live.ts';
import { useWorld } from '../support/world.ts';

/* A real PgBouncer between, as an operator would set it up: what it needs and nothing else. */

const world = useWorld({ ownRoles: true });
const running: ChildProcess[] = [];
const folders: string[] = [];

const testWithPooler = testWith('pgbouncer');

afterEach(async () => {
  for (const pooler of running.splice(0)) {
    pooler.kill('SIGKILL');
    await once(pooler, 'exit');
  }
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** The address of the world's database through a pooler in this mode. */
async function through(mode: 'session' | 'transaction'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stockwright-pooler-'));
  folders.push(folder);
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = new URL(world.url);
  const { app, system } = derivedAccess(world.url);
  const users = [app, system, world.url].map(roleOf).map(({ name, password }) => `"${name}" "${password}"`);
  await writeFile(join(folder, 'users.txt'), `${users.join('\n')}\n`);
  const settings = `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = ${mode}
default_pool_size = 40
`;
  await writeFile(join(folder, 'pgbouncer.ini'), settings);
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  running.push(spawn('pgbouncer', ['-q', join(folder, 'pgbouncer.ini')], { ...account, stdio: 'ignore' }));
  const url = new URL(world.url);
  url.port = String(port);
  await until(() => answers(url.href), 20_000);
  return url.href;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

testWithPooler(
  'a session pooler with default settings is as good as none, whatever zone the database is in',
  async () => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(world.owner);
    await sql`alter database ${sql.id(rows[0]!.name)} set timezone = 'Asia/Tokyo'`.execute(world.owner);
    const pooled = await through('session');
    const access = accessOf({ DATABASE_URL: pooled, MIGRATE: true });
    await migrate(access);
    const database = await openDatabase(access);
    try {
      const asked = await sql<{ now: string; zone: string; bound: string }>`
      select now(), current_setting('TimeZone') as zone, current_setting('statement_timeout') as bound`.execute(
        database.system,
      );
      expect(asked.rows[0]).toMatchObject({ zone: 'UTC', bound: '1min' });
      const { rows: direct } = await sql<{ apart: number }>`
      select abs(extract(epoch from now() - ${asked.rows[0]!.now}::timestamptz))::float8 as apart`.execute(
        world.database.system,
      );
      expect(direct[0]!.apart).toBeLessThan(60);
    } finally {
      await database.close();
    }
  },
);

testWithPooler(
  'a pooler that shares connections between transactions is refused, before anything is locked',
  async () => {
    const pooled = await through('transaction');
    await expect(migrate(accessOf({ DATABASE_URL: pooled, MIGRATE: true }))).rejects.toThrow(
      /^DATABASE_OWNER_URL: a pooler between shares connections between transactions/,
    );
    await expect(
      migrate(accessOf({ DATABASE_URL: pooled, DATABASE_OWNER_URL: world.url, MIGRATE: true })),
    ).rejects.toThrow(/^DATABASE_URL: a pooler between shares connections/);
    const { rows } =
      await sql`select from pg_locks where locktype = 'advisory' and objid = 7206001 and database = (select oid from pg_database where datname = current_database())`.execute(
        world.owner,
      );
    expect(rows).toEqual([]);
  },
);
