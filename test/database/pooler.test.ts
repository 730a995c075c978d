import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../../src/database/database.ts';
import { freePort } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import { accessOf, admit, derivedAccess, roleOf } from '../../src/database/roles.ts';
import { clientOf } from '../support/http.ts';
import { testWith } from '../support/installed.ts';
import { follow, until } from '../support/live.ts';
import { adjust, makeStock } from '../support/make.ts';
import { makeTenant, serveOver, useWorld } from '../support/world.ts';

/* A real PgBouncer, configured as an operator would, with nothing but what it needs. */

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

/** The URL of the world's database through a pooler in this mode, with this many connections per role. */
async function through(mode: 'session' | 'transaction', connections = 40): Promise<string> {
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
default_pool_size = ${connections}
`;
  await writeFile(join(folder, 'pgbouncer.ini'), settings);
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  running.push(spawn('pgbouncer', ['-q', join(folder, 'pgbouncer.ini')], { ...account, stdio: 'ignore' }));
  const url = new URL(world.url);
  url.port = String(port);
  url.searchParams.delete('host');
  await until(() => answers(url.href));
  return url.href;
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
      /^DATABASE_URL: a pooler in between shares connections between transactions/,
    );
    await expect(
      migrate(accessOf({ DATABASE_URL: pooled, DATABASE_OWNER_URL: world.url, MIGRATE: true })),
    ).rejects.toThrow(/^DATABASE_URL: a pooler in between shares connections/);
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and objid = 7206001
        and database = (select oid from pg_database where datname = current_database())`.execute(world.owner);
    expect(rows).toEqual([]);
  },
);

interface Told {
  position: number;
  data: { inventoryLevel: { sku: string } };
}

testWithPooler(
  'with the database itself beside it, such a pooler keeps organizations apart: reads, commands and subscriptions of both at once',
  async () => {
    const sharing = 3;
    const pooled = await through('transaction', sharing);
    const access = accessOf({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: world.url, MIGRATE: true });
    await migrate(access);
    const database = await openDatabase(access);
    const { url, app } = await serveOver(database);
    try {
      const sideWith = async (quantity: number) => {
        const tenant = await makeTenant(database);
        const { variant, location } = await makeStock(tenant, quantity);
        const key = await tenant.key();
        const followed = follow<Told>(url, key, 'inventoryUpdated', '{ position data { inventoryLevel { sku } } }');
        return { tenant, variant, location, quantity, client: clientOf(url, key), followed };
      };
      const sides = [await sideWith(100), await sideWith(200)];
      // A point in the log from which both follow.
      for (const { tenant, variant, location, followed } of sides)
        await until(async () => (await adjust(tenant, variant, location, 1), followed.seen.length > 0));
      const work = Array.from({ length: 20 }, () =>
        sides.map(async ({ tenant, variant, location, client }) => {
          const [levels, ledger] = await Promise.all([
            client('GET /api/v1/inventory_levels'),
            client(`GET /api/v1/inventory_ledger?variant_id=${variant.id}`),
            adjust(tenant, variant, location, 1),
          ]);
          expect(levels.body.data).toMatchObject([{ sku: variant.sku }]);
          expect([...new Set((ledger.body.data as { sku: string }[]).map(({ sku }) => sku))]).toEqual([variant.sku]);
        }),
      );
      await Promise.all(work.flat());
      const { rows } = await sql<{ most: number }>`
        select count(*)::int as most
        from pg_stat_activity where datname = current_database() and usename = ${roleOf(access.app).name}
          and application_name = 'stockwright' group by usename`.execute(world.owner);
      expect(rows).toEqual([{ most: sharing }]);
      for (const { tenant, variant, quantity, client, followed } of sides) {
        const { rows: entries } = await sql<{ count: number }>`
          select count(*)::int as count from ledger_entries where organization_id = ${tenant.id}`.execute(world.owner);
        const [head] = [(await client('GET /api/v1/events/head')).body.data as { position: number }];
        const [first] = followed.seen;
        await until(() => followed.seen.at(-1)?.position === head.position);
        expect(followed.seen.map(({ position }) => position)).toEqual(
          Array.from({ length: head.position - first!.position + 1 }, (_, index) => first!.position + index),
        );
        expect([...new Set(followed.seen.map(({ data }) => data.inventoryLevel.sku))]).toEqual([variant.sku]);
        const levels = await client('GET /api/v1/inventory_levels');
        expect(levels.body.data).toMatchObject([
          { sku: variant.sku, quantity_on_hand: quantity - 1 + entries[0]!.count },
        ]);
        followed.stop();
      }
    } finally {
      await app.close();
      await database.close();
    }
  },
  60_000,
);

testWithPooler('a pooler that leads to another database than the one named beside it is refused', async () => {
  const pooled = await through('transaction');
  const other = new URL(world.url);
  other.pathname = '/postgres';
  const { app, system } = derivedAccess(world.url);
  const past = { owner: world.url, app: at(app, pooled), system: at(system, pooled), direct: other.href };
  await expect(admit(past)).rejects.toThrow(/^DATABASE_DIRECT_URL leads to another database than DATABASE_URL\.$/);
});

/** The URL of this role at that address. */
function at(role: string, address: string): string {
  const url = new URL(address);
  const { username, password } = new URL(role);
  return Object.assign(url, { username, password }).href;
}
