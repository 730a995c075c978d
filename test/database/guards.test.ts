import { afterAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { isMigrated } from '../../src/database/migrated.ts';
import { accessOf, derivedAccess, roleOf, sharesSessions } from '../../src/database/roles.ts';
import { removeUnfinishedDemo } from '../../src/demo/demo.ts';
import { isoTimestamp } from '../../src/store/connections.ts';
import { ofTenant } from '../../src/store/tenant.ts';
import { until } from '../support/live.ts';
import { makeStock } from '../support/make.ts';
import { useWorld } from '../support/world.ts';

/* Who may do what, and that a start ensures it whatever it finds. */

const world = useWorld({ ownRoles: true });

const KINDS = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger'] as const;
const ALL = 'select insert update delete';

/** Tables that differ from the rule: tenants' tables are for both roles, others for the system's. */
const EXCEPTIONS: { readonly [table: string]: { app: string; system: string } } = {
  event_epochs: { app: 'select', system: 'select insert update' },
  ledger_entries: { app: 'select insert', system: 'select' },
  events: { app: 'select insert', system: 'select insert' },
  organizations: { app: 'select update', system: 'select insert update' },
  guards: { app: '', system: '' },
  migrations: { app: '', system: 'select' },
};

test('each role has exactly these rights on each table', async () => {
  const access = derivedAccess(world.url);
  const { rows } = await sql<{ table: string; tenant: boolean; app: string; system: string }>`
    select c.relname as "table",
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id') as tenant,
      ${rightsAs(roleOf(access.app).name)} as app, ${rightsAs(roleOf(access.system).name)} as system
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`.execute(world.owner);
  expect(rows.length).toBeGreaterThan(50);
  const expected = rows.map(({ table, tenant }) => ({
    table,
    tenant,
    ...(EXCEPTIONS[table] ?? { app: tenant && table !== 'event_heads' ? ALL : '', system: ALL }),
  }));
  expect(rows).toEqual(expected);
});

const rightsAs = (role: string) =>
  sql`array_to_string(array(select k from unnest(array[${sql.join(KINDS.map(kind => sql.lit(kind)))}]) k
        where has_table_privilege(${role}, c.oid, k)), ' ')`;

test('an organization is planned for as if it had a twentieth of a table, however many share it', async () => {
  const owner = new pg.Client({ connectionString: world.url });
  await owner.connect();
  try {
    await owner.query(`
      begin;
      create temp table many on commit drop as select gen_random_uuid() as id, n from generate_series(1, 400) n;
      insert into organizations (id, slug, name, modules) select id, 'many-' || n, 'One of many', '{}' from many;
      insert into locations (organization_id, id, created_at, updated_at, name, type, active, metadata)
      select id, id, now(), now(), 'Here', 'store', true, '{}' from many;
      analyze locations;
      set local plan_cache_mode = force_generic_plan;
      prepare places (uuid) as select from locations where organization_id = $1`);
    const { rows } = await owner.query<{ 'QUERY PLAN': string }>('explain execute places (gen_random_uuid())');
    expect(rows[0]!['QUERY PLAN']).toContain(' rows=20 ');
  } finally {
    // Together with its transaction.
    await owner.end();
  }
  const { rows: others } = await sql<{ name: string }>`
    select a.attrelid::regclass::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'organization_id'
      and a.attoptions is null`.execute(world.owner);
  expect(others).toEqual([{ name: 'event_heads' }]);
});

test('of the rows of an organization at one of its places, the planner expects as many as there are', async () => {
  const owner = new pg.Client({ connectionString: world.url });
  await owner.connect();
  try {
    await owner.query(`
      begin;
      create temp table many on commit drop as select gen_random_uuid() as id, n from generate_series(1, 300) n;
      insert into organizations (id, slug, name, modules) select id, 'any-' || n, 'Any of many', '{}' from many;
      insert into low_stock_marks (organization_id, variant_id, location_id)
        select id, gen_random_uuid(), id from many, generate_series(1, 10);
      analyze low_stock_marks`);
    const { rows: ids } = await owner.query<{ id: string }>('select id from many limit 1');
    const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
      `explain select from low_stock_marks where organization_id = '${ids[0]!.id}' and location_id = '${ids[0]!.id}'`,
    );
    expect(rows[0]!['QUERY PLAN']).toContain(' rows=10 ');
  } finally {
    await owner.end();
  }
});

test('nobody can rewrite or remove the past, or an organization', async () => {
  const tenant = await world.tenant();
  await makeStock(tenant, 1);
  const statements = [
    'update ledger_entries set quantity = 1',
    'delete from ledger_entries',
    'truncate ledger_entries',
    "update events set data = '{}'",
    'delete from events',
    'delete from organizations',
  ];
  for (const url of Object.values({ ...derivedAccess(world.url), owner: undefined }))
    if (url)
      await as(url, async client => {
        await client.query(`set app.organization_id = '${tenant.id}'`);
        for (const statement of statements)
          await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
      });
});

test('events older than 30 days can be pruned, newer ones cannot', async () => {
  const tenant = await world.tenant();
  await makeStock(tenant, 1);
  const { rows } = await sql<{ gone: number }>`select prune_events(1000) as gone`.execute(world.database.system);
  expect(rows).toEqual([{ gone: 0 }]);
});

async function as<R>(url: string, work: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

// ---- databases of their own ----

const made: { databases: string[]; roles: string[] } = { databases: [], roles: [] };

afterAll(async () => {
  await as(serverUrl(), async client => {
    for (const database of made.databases) await client.query(`drop database if exists ${database} with (force)`);
    for (const role of made.roles) await client.query(`drop role if exists ${role}`);
  });
});

let count = 0;

/** A database on the same server, empty or like a restored dump: tables with rows, and no roles. */
async function newDatabase(owner?: { name: string; password: string }, template?: string): Promise<string> {
  const name = `guarded_${process.pid}_${(count += 1)}`;
  await as(serverUrl(), async client => {
    await client.query(
      `create database ${name} ${owner ? `owner ${owner.name}` : ''}
        ${template ? `template ${template} strategy file_copy` : ''}`,
    );
  });
  const url = new URL(world.url);
  url.pathname = `/${name}`;
  if (owner) Object.assign(url, { username: owner.name, password: owner.password });
  const { app, system } = derivedAccess(url.href);
  made.databases.push(name);
  made.roles.push(roleOf(app).name, roleOf(system).name);
  return url.href;
}

const serverUrl = () => process.env['STOCKWRIGHT_TEST_SERVER']!;

/** A database whose tables are there, but nothing of the roles that its name calls for: as a restore leaves it. */
const restoredDatabase = (): Promise<string> => newDatabase(undefined, process.env['STOCKWRIGHT_TEST_TEMPLATE']);

/** A database that an earlier start has migrated, as most starts find it. */
async function migratedDatabase(): Promise<string> {
  const url = await restoredDatabase();
  await migrate(url);
  return url;
}

let shared: Promise<string> | undefined;
/** One for the tests that leave it as they found it. */
const sharedDatabase = (): Promise<string> => (shared ??= migratedDatabase());

/** Uses both roles: the system draws a number, the app writes a row. */
async function works(url: string): Promise<string> {
  const database = await openDatabase(url);
  try {
    const { rows } = await sql<{ id: string }>`
      insert into organizations (id, slug, name, modules)
      values (gen_random_uuid(), 'works-' || (random() * 1e9)::int, 'Works', '{}') returning id`.execute(
      database.system,
    );
    return await database.transaction(rows[0]!.id, 'system', unit => unit.nextNumber('SO'));
  } finally {
    await database.close();
  }
}

/** A database that an owner without other rights than CREATEROLE has migrated from the beginning. */
async function plainlyOwned(): Promise<{ url: string; owner: { name: string; password: string } }> {
  const owner = { name: `plain_${process.pid}`, password: 'before' };
  await as(serverUrl(), client =>
    client.query(`create role ${owner.name} login createrole password '${owner.password}'`),
  );
  const url = await newDatabase(owner);
  made.roles.push(owner.name);
  await migrate(url);
  return { url, owner };
}
let plain: ReturnType<typeof plainlyOwned> | undefined;

test('an owner with CREATEROLE is enough: no superuser is needed, not even for a dump', async () => {
  const { url } = await (plain ??= plainlyOwned());
  expect(await works(url)).toBe('SO-000001');
  // Open transactions of others are visible through the owner's function.
  const { rows } = await as(derivedAccess(url).app, async client => {
    await client.query('begin');
    const database = await openDatabase(url);
    try {
      return await sql<{ since: string | null }>`select oldest_change() as since`.execute(database.system);
    } finally {
      await database.close();
    }
  });
  expect(rows[0]!.since).not.toBeNull();
  const { rows: pruned } = await as(derivedAccess(url).system, client =>
    client.query('select prune_events(10) as gone'),
  );
  expect(pruned).toEqual([{ gone: '0' }]);
  // Otherwise pg_dump would refuse: it reads no table of which the reader might not see every row.
  const { rows: forced } = await as(url, client =>
    client.query('select relname from pg_class where relforcerowsecurity'),
  );
  expect(forced).toEqual([]);
  // An incomplete demo, which only the owner may remove.
  const database = await openDatabase(url);
  try {
    await sql`update organizations set slug = 'demo_unfinished'`.execute(database.system);
    await removeUnfinishedDemo(database, url);
    expect((await sql`select from organizations`.execute(database.system)).rows).toEqual([]);
  } finally {
    await database.close();
  }
});

test('an organization id that is no UUID reaches no statement, whatever reads or writes', async () => {
  const forged = "00000000-0000-7000-8000-000000000000'; select 1; --";
  const { database } = world;
  const refused = 'An organization id must be a UUID.';
  await expect(sql`select from products where ${ofTenant('products')}`.execute(database.read(forged))).rejects.toThrow(
    refused,
  );
  await expect(database.readLagging(forged, db => sql`select`.execute(db))).rejects.toThrow(refused);
  await expect(database.snapshot(forged, 'key')).rejects.toThrow(refused);
  await expect(database.transaction(forged, 'system', async () => undefined)).rejects.toThrow(refused);
});

test('a first start that fails leaves the database empty, so that the next one begins again', async () => {
  const url = await newDatabase();
  const tables = "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'";
  await as(url, client => client.query('create type webhook_progress as (done boolean)'));
  await expect(migrate(url)).rejects.toThrow(
    'the database cannot be migrated: relation "webhook_progress" already exists',
  );
  expect((await as(url, client => client.query(tables))).rows).toEqual([]);
});

test('two databases on one server do not know of each other', async () => {
  const [one, other] = [await newDatabase(), await restoredDatabase()];
  // Several processes may start at once on an empty database.
  await Promise.all([migrate(one), migrate(one)]);
  await migrate(other);
  await migrate(one);
  expect([await works(one), await works(other)]).toEqual(['SO-000001', 'SO-000001']);
  await expect(
    as(derivedAccess(one).app.replace(/\/guarded_\w+(?=\?|$)/, new URL(other).pathname), client =>
      client.query('select from orders'),
    ),
  ).rejects.toMatchObject({ code: '42501' });
});

test('the next start recreates what a restore leaves out: roles, grants, policies, row-level security', async () => {
  const url = await migratedDatabase();
  await works(url);
  const { app, system } = derivedAccess(url);
  await as(url, async client => {
    // As pg_restore leaves a database on a new server: everything that names a role has failed.
    await client.query(`drop owned by ${roleOf(app).name}, ${roleOf(system).name}`);
    await client.query(`drop role ${roleOf(app).name}, ${roleOf(system).name}`);
    await client.query('drop policy tenant on orders; alter table lots disable row level security');
  });
  await migrate(url);
  expect(await works(url)).toBe('SO-000001');
  const { rows } = await as(url, client =>
    client.query(
      "select count(*)::int as policies, (select relrowsecurity from pg_class where relname = 'lots') as lots from pg_policies",
    ),
  );
  const { rows: here } = await sql<{ policies: number }>`select count(*) as policies from pg_policies`.execute(
    world.owner,
  );
  expect(rows).toEqual([{ policies: here[0]!.policies, lots: true }]);
});

test('a start changes nothing that is already correct', async () => {
  const url = await sharedDatabase();
  const policies = () =>
    as(url, async client => (await client.query('select array_agg(oid order by oid) as oids from pg_policy')).rows);
  const before = await policies();
  await migrate(url);
  expect(await policies()).toEqual(before);
});

test('commands trust the guards of a start, and nothing else', async () => {
  const url = await restoredDatabase();
  const { app } = derivedAccess(url);
  const trusted = () => isMigrated(derivedAccess(url));
  expect(await trusted()).toBe(false);
  await migrate(url);
  expect(await trusted()).toBe(true);
  for (const change of [
    'drop policy tenant on orders',
    `alter role ${pg.escapeIdentifier(roleOf(app).name)} password 'another'`,
    'delete from migrations where id = (select max(id) from migrations)',
  ]) {
    await as(url, client => client.query(change));
    expect([change, await trusted()]).toEqual([change, false]);
    if (!change.startsWith('delete')) await migrate(url);
  }
});

test('a new password of the owner takes effect at the next start', async () => {
  const { url, owner } = await (plain ??= plainlyOwned());
  await as(serverUrl(), client => client.query(`alter role ${owner.name} password 'after'`));
  const later = url.replace(':before@', ':after@');
  await migrate(later);
  expect(await works(later)).toBe('SO-000001');
});

test('an owner who may not create roles gets a one-line error', async () => {
  const owner = { name: `powerless_${process.pid}`, password: 'none' };
  await as(serverUrl(), client => client.query(`create role ${owner.name} login password '${owner.password}'`));
  const url = await newDatabase(owner);
  made.roles.push(owner.name);
  await expect(migrate(url)).rejects.toThrow(
    /^DATABASE_URL: the owner may not create the role stockwright_app_guarded_\S+ .*give the owner CREATEROLE/,
  );
});

test('a role that can bypass row-level security is refused', async () => {
  const url = await sharedDatabase();
  const system = roleOf(derivedAccess(url).system).name;
  await as(url, client => client.query(`alter role ${system} bypassrls`));
  await expect(migrate(url)).rejects.toThrow(/can bypass row-level security/);
  await as(url, client => client.query(`alter role ${system} nobypassrls`));
});

test("sessions start with their role's settings, whatever the database is set to", async () => {
  const url = await restoredDatabase();
  await as(url, client => client.query(`alter database ${new URL(url).pathname.slice(1)} set timezone = 'Asia/Tokyo'`));
  await migrate(url);
  const { app, system } = derivedAccess(url);
  const settings = async (of: string) =>
    as(
      of,
      async client =>
        (
          await client.query(
            "select array[current_setting('TimeZone'), current_setting('statement_timeout'), current_setting('lock_timeout'), current_setting('jit')] as settings",
          )
        ).rows[0].settings as string[],
    );
  expect([await settings(app), await settings(system)]).toEqual([
    ['UTC', '10s', '5s', 'off'],
    ['UTC', '1min', '5s', 'off'],
  ]);
});

test("a process without the owner's URL serves a migrated database, and no other", async () => {
  const url = await newDatabase();
  const { app, system } = derivedAccess(url);
  await as(serverUrl(), client =>
    client.query(
      `create role ${roleOf(system).name} login password '${roleOf(system).password}'; create role
        ${roleOf(app).name} login password '${roleOf(app).password}'`,
    ),
  );
  await expect(migrate({ app, system })).rejects.toThrow(/^the database lacks the migration Migration\d+_initial/);
  const { app: itsApp, system: itsSystem } = derivedAccess(await sharedDatabase());
  await migrate({ app: itsApp, system: itsSystem });
});

test('a database that is not encoded in UTF8 is refused', async () => {
  const url = new URL(serverUrl());
  url.pathname = `${url.pathname}_ascii`;
  await as(serverUrl(), client =>
    client.query(
      `create database ${url.pathname.slice(1)} encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' template template0`,
    ),
  );
  await expect(migrate(url.href)).rejects.toThrow(
    /^DATABASE_URL: the database is encoded in SQL_ASCII, and must be in UTF8: [^\n]+$/,
  );
  await as(serverUrl(), client => client.query(`drop database ${url.pathname.slice(1)}`));
});

test('the variable whose login fails is named', async () => {
  const wrong = new URL(serverUrl());
  wrong.password = 'wrong';
  const access = { app: wrong.href, system: wrong.href };
  await expect(migrate(access)).rejects.toThrow(/^DATABASE_SYSTEM_URL: the database cannot be used: /);
  const owner = accessOf({ DATABASE_URL: serverUrl(), DATABASE_OWNER_URL: wrong.href, MIGRATE: true });
  await expect(migrate(owner)).rejects.toThrow(/^DATABASE_OWNER_URL: the database cannot be used: /);
});

test.each([
  [{ DATABASE_URL: 'postgres://app@h/d', MIGRATE: false }, /^DATABASE_SYSTEM_URL is needed/],
  [
    { DATABASE_URL: 'postgres://app@h/d', DATABASE_SYSTEM_URL: 'postgres://s@h/d', MIGRATE: true },
    /^DATABASE_OWNER_URL is needed/,
  ],
])('role names that cannot be derived have to be configured: %j', (settings, message) => {
  expect(() => accessOf(settings)).toThrow(message);
});

test('the owner may have a URL of its own, and the roles are derived from it', () => {
  const { owner, app } = accessOf({
    DATABASE_URL: 'postgres://u:p@pooler:6432/alias',
    DATABASE_OWNER_URL: 'postgres://o:secret@host/shop',
    MIGRATE: true,
  });
  expect([owner, new URL(app).host, new URL(app).pathname, roleOf(app).name]).toEqual([
    'postgres://o:secret@host/shop',
    'pooler:6432',
    '/alias',
    'stockwright_app_shop',
  ]);
  const long = derivedAccess(`postgres://o:p@h/${'a'.repeat(60)}`);
  expect([roleOf(long.app).name.length, roleOf(long.app).name === roleOf(long.system).name]).toEqual([48, false]);
});

test('a schema that does not fit is reported in one line', async () => {
  const url = await sharedDatabase();
  await as(url, client => client.query('alter table members rename column role to rank'));
  await expect(migrate(url)).rejects.toThrow(
    'the database does not fit this release: it lacks members.role. Was it made by another version?',
  );
  await as(url, client => client.query('alter table members rename column rank to role'));
});

test.each([
  ['members add rank text', 'members drop rank', undefined],
  ["members add rank text not null default 'low'", 'members drop rank', undefined],
  ['members add rank bigint not null generated always as identity', 'members drop rank', undefined],
  ['members add rank text not null', 'members drop rank', 'it demands members.rank'],
  ['orders alter reference set not null', 'orders alter reference drop not null', 'it demands orders.reference'],
])('a database that is ahead is accepted if what this release writes still fits: %s', async (later, undo, message) => {
  const url = await sharedDatabase();
  await as(url, client => client.query(`alter table ${later}`));
  if (message === undefined) await migrate(url);
  else await expect(migrate(url)).rejects.toThrow(`the database does not fit this release: ${message}.`);
  await as(url, client => client.query(`alter table ${undo}`));
});

test('a start waits for tables that are in use, locks one at a time, and gives up eventually', async () => {
  const url = await sharedDatabase();
  await as(url, async holder => {
    await holder.query('begin; lock table orders in access share mode');
    await as(url, async client => {
      await client.query('delete from guards');
      const patience = { saysAfterMs: 60_000, endsAfterMs: 100, say: () => undefined };
      await expect(migrate(url, undefined, patience)).rejects.toThrow(
        /^the database cannot be brought up to date: [^\n]+; does a long transaction, such as a dump, use its tables \([^\n]+\)\?$/,
      );
      const starting = migrate(url);
      // It waits for the orders, and everything that comes before them is free.
      const here = 'database = (select oid from pg_database where datname = current_database())';
      const waiting = `select
        from pg_locks where ${here} and relation = 'orders'::regclass and mode = 'AccessExclusiveLock' and not granted`;
      await until(async () => (await client.query(waiting)).rowCount === 1);
      const held = `select relation::regclass::text as table from pg_locks
        where ${here} and mode = 'AccessExclusiveLock' and granted and locktype = 'relation' and relation >= 16384`;
      expect((await client.query(held)).rows).toEqual([]);
      await holder.query('commit');
      await starting;
    });
  });
  expect(await works(url)).toBe('SO-000001');
});

const again = (client: pg.Client, migration: string) =>
  client.query('delete from migrations where name like $1', [`%${migration}`]);

test('a migration does not make requests wait for as long as a table is in use, and says who uses it', async () => {
  const url = await sharedDatabase();
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  await as(url, async holder => {
    await again(holder, '_ledger_vacuum');
    await holder.query("set application_name = 'a long report'; begin; lock table ledger_entries in share mode");
    await expect(migrate(url, undefined, { saysAfterMs: 60_000, endsAfterMs: 100, say })).rejects.toThrow(
      /^the database cannot be brought up to date: canceling statement due to lock timeout; [^\n]+ \(server process \d+ \(\w+ a long report\), in a transaction since \S+Z\)\?$/,
    );
    const starting = migrate(url, undefined, { saysAfterMs: 60_000, endsAfterMs: 60_000, say });
    await until(async () => said.length > 0);
    expect(said).toEqual([expect.stringMatching(/^A table to migrate is in use; .* \(server process .*a long report/)]);
    await holder.query('commit');
    await starting;
  });
  expect(await works(url)).toBe('SO-000001');
});

test('an index is built beside long transactions: a start waits for them, and says so', async () => {
  const url = await sharedDatabase();
  const said: string[] = [];
  await as(url, async holder => {
    await again(holder, '_emptied_levels_index_indexes');
    await holder.query("set application_name = 'a dump'; begin isolation level repeatable read; select from orders");
    const starting = migrate(url, undefined, {
      saysAfterMs: 20,
      endsAfterMs: 60_000,
      say: line => void said.push(line),
    });
    await until(async () => said.some(line => line.includes('is waiting for server process')));
    expect(said.at(-1)).toMatch(/^Migration\d+_emptied_levels_index_indexes is waiting for .*a dump\)/);
    await holder.query('commit');
    await starting;
  });
});

test('a start that is told to stop finishes the migration that is running, and begins no other', async () => {
  const url = await sharedDatabase();
  const told = new AbortController();
  await as(url, async holder => {
    for (const each of ['_emptied_levels_index_indexes', '_comments']) await again(holder, each);
    await holder.query('begin isolation level repeatable read; select from orders');
    const starting = migrate(url, undefined, { saysAfterMs: 20, say: () => told.abort(), signal: told.signal });
    const refused = expect(starting).rejects.toMatchObject({ name: 'AbortError' });
    await until(async () => told.signal.aborted);
    await holder.query('commit');
    await refused;
    const { rows } = await holder.query<{ name: string }>('select name from migrations');
    const done = rows.map(({ name }) => name.replace(/^Migration\d+/, ''));
    expect(done).toContain('_emptied_levels_index_indexes');
    expect(done).not.toContain('_comments');
  });
  await migrate(url);
  expect(await works(url)).toBe('SO-000001');
});

test('what a killed start has left running is ended, and an index that it left invalid is built again', async () => {
  const url = await sharedDatabase();
  await as(url, async left => {
    await again(left, '_emptied_levels_index_indexes');
    await left.query(
      "update pg_index set indisvalid = false where indexrelid = 'ledger_entries_emptied_index'::regclass; set application_name = 'stockwright migration'",
    );
    const building = expect(left.query('select pg_sleep(600)')).rejects.toMatchObject({ code: '57P01' });
    await migrate(url);
    await building;
  });
  const { rows } = await as(url, client =>
    client.query(
      "select indexrelid::regclass::text as index, indisvalid as valid from pg_index where indexrelid = 'ledger_entries_emptied_index'::regclass",
    ),
  );
  expect(rows).toEqual([{ index: 'ledger_entries_emptied_index', valid: true }]);
});

test('a database with newer, purely additive migrations is served', async () => {
  const url = await sharedDatabase();
  await as(url, client =>
    client.query(
      "alter table members add phone text; create table novelties (id uuid primary key, name text not null); insert into migrations (name, executed_at) values ('Migration99991231235959_newer', now())",
    ),
  );
  await migrate(url);
  expect(await works(url)).toBe('SO-000001');
  await as(url, client =>
    client.query(
      "alter table members drop phone; drop table novelties; delete from migrations where name = 'Migration99991231235959_newer'",
    ),
  );
});

test('a start that waits for another process says so, and gives up eventually', async () => {
  const url = await newDatabase();
  const said: string[] = [];
  await as(url, async client => {
    await client.query('select pg_advisory_lock(7206001)');
    await expect(
      migrate(url, undefined, { saysAfterMs: 0, endsAfterMs: 300, say: line => void said.push(line) }),
    ).rejects.toThrow(/^another process has been migrating the database .*server process \d+/);
  });
  expect(said).toEqual(['Another process is migrating the database; waiting for it.']);
});

test('a pooler that shares sessions is recognized by the server processes behind it', async () => {
  const session = (pids: readonly number[]) => {
    let turn = 0;
    return { query: async () => ({ rows: [{ pid: pids[turn++ % pids.length]! }] }) };
  };
  expect(await sharesSessions([session([1]), session([2]), session([3])])).toBe(false);
  expect(await sharesSessions([session([1]), session([1]), session([1])])).toBe(true);
  expect(await sharesSessions([session([1]), session([2, 2, 2, 4]), session([3])])).toBe(true);
});

test.each([
  ['2026-03-15 09:30:00.5+00', '2026-03-15T09:30:00.500Z'],
  ['2026-03-15 18:30:00.123456+09', '2026-03-15T09:30:00.123Z'],
  ['2026-03-15 15:15:00+05:45', '2026-03-15T09:30:00.000Z'],
])("the time %s is %s in the session's time zone", (text, iso) => {
  expect(isoTimestamp(text)).toBe(iso);
});
