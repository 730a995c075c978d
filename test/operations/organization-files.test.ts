import { createHash, randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { Migration20261127072000_restored_events } from '../../src/database/migrations/Migration20261127072000_restored_events.ts';
import { derivedAccess, roleOf } from '../../src/database/roles.ts';
import { listOrders } from '../../src/domain/orders.ts';
import { updateOrganization } from '../../src/domain/organizations.ts';
import { listLedger } from '../../src/domain/stock/ledger.ts';
import { listEvents } from '../../src/events/feed.ts';
import { sequence } from '../../src/events/sequencer.ts';
import { exportOrganization, importOrganization } from '../../src/operations/organization-files.ts';
import { cli } from '../support/child.ts';
import { makeLocation, makeStock, populate } from '../support/make.ts';
import { populateFactory } from '../support/manufacturing.ts';
import { refusal, type Tenant, useWorld } from '../support/world.ts';

/*
 * An organization as files: export, and import elsewhere. After every test the stock rules are checked, also of what
 * was restored.
 */

const world = useWorld({ ownRoles: true });
const folders: string[] = [];
let acme: Tenant;
let exported: string;

const folder = async () => {
  const made = await mkdtemp(join(tmpdir(), 'stockwright-files-'));
  folders.push(made);
  return made;
};

async function filesIn(path: string): Promise<{ [name: string]: string }> {
  const names = (await readdir(path)).sort();
  return Object.fromEntries(
    await Promise.all(names.map(async name => [name, await readFile(join(path, name), 'utf8')])),
  );
}

/** Runs statements as the owner of the tables; returns the rows of a single one. */
async function ownerRuns(statements: string): Promise<object[]> {
  const owner = new pg.Client({ connectionString: world.url });
  await owner.connect();
  try {
    return (await owner.query(statements)).rows;
  } finally {
    await owner.end();
  }
}

beforeAll(async () => {
  acme = await world.tenant();
  await populate(acme);
  await populateFactory(acme);
  await acme.run(updateOrganization, { currency: 'CHF', timeZone: 'Europe/Zurich' });
  while ((await sequence(world.database.background)).numbered > 0);
  exported = await folder();
  await exportOrganization(world.database, acme.id, exported);
});

afterAll(() => Promise.all(folders.map(each => rm(each, { recursive: true }))));

test('a second export of the same state has the same bytes, and no file contains the time of export', async () => {
  const again = await folder();
  await exportOrganization(world.database, acme.id, again);
  expect(await filesIn(again)).toEqual(await filesIn(exported));
});

test('it is restored with its ids, its history and its settings; an export of the copy has the same bytes', async () => {
  const other = await world.tenant([]);
  await importOrganization(world.database, other.id, exported);
  for (const list of [listOrders, listLedger, listEvents]) {
    const [there, here] = await Promise.all([acme.list(list, { perPage: 200 }), other.list(list, { perPage: 200 })]);
    const rows = JSON.parse(JSON.stringify(there.rows).replaceAll(acme.id, other.id)) as object[];
    expect(here.rows).toEqual(rows);
    expect(rows.length).toBeGreaterThan(0);
  }
  const again = await folder();
  await exportOrganization(world.database, other.id, again);
  expect(await filesIn(again)).toEqual(await filesIn(exported));
});

test('work continues in the copy: new stock, new numbers, events after the old ones', async () => {
  const other = await world.tenant();
  await importOrganization(world.database, other.id, exported);
  const before = (await other.list(listEvents, { perPage: 200 })).total!;
  await makeStock(other, 3);
  while ((await sequence(world.database.background)).numbered > 0);
  const { rows } = await other.list(listEvents, { after: before, perPage: 200 });
  expect(rows[0]!['position']).toBe(before + 1);
});

test('what is restored is numbered once it is there: an import that ends at any moment leaves nothing that others wait for', async () => {
  const other = await world.tenant();
  const owner = new pg.Client({ connectionString: world.url });
  await owner.connect();
  try {
    await owner.query(`
      create function refuse_unnumbered() returns trigger language plpgsql security definer as $$ begin
        if new.sequence is null
          or new.position > (select position from event_heads where organization_id = new.organization_id)
        then raise 'committed without its number: %', new.position; end if;
        return null;
      end $$;
      create constraint trigger unnumbered after insert on events deferrable initially deferred
        for each row when (new.position is not null) execute function refuse_unnumbered()`);
    await importOrganization(world.database, other.id, exported);
    const { rows } = await owner.query<{ events: string }>(
      'select count(sequence) as events from events where organization_id = $1',
      [other.id],
    );
    expect(Number(rows[0]!.events)).toBe((await acme.list(listEvents)).total);
  } finally {
    await owner.query('drop trigger if exists unnumbered on events; drop function if exists refuse_unnumbered()');
    await owner.end();
  }
});

test('an import that breaks off leaves the log of its organization as one can continue it, and can be repeated', async () => {
  const other = await world.tenant([]);
  const cut = await folder();
  await exportOrganization(world.database, acme.id, cut);
  const manifest = JSON.parse(await readFile(join(cut, 'manifest.json'), 'utf8')) as {
    tables: { table: string; sha256: string }[];
  };
  // A row that the database refuses, in a file that is as the manifest says.
  const orders = (await readFile(join(cut, 'orders.ndjson'), 'utf8')).replace('"status":"', '"status":"no ');
  await writeFile(join(cut, 'orders.ndjson'), orders);
  manifest.tables.find(({ table }) => table === 'orders')!.sha256 = createHash('sha256').update(orders).digest('hex');
  await writeFile(join(cut, 'manifest.json'), JSON.stringify(manifest));
  await expect(importOrganization(world.database, other.id, cut)).rejects.toThrow();
  expect((await other.list(listEvents)).rows).toEqual([]);
  await importOrganization(world.database, other.id, exported);
  await makeLocation(other);
  while ((await sequence(world.database.background)).numbered > 0);
  const last = (await acme.list(listEvents)).total!;
  expect((await other.list(listEvents, { after: last })).rows.map(row => row['position'])).toEqual([last + 1]);
});

test('a head behind its events keeps nobody from getting positions, and its organization continues after them', async () => {
  const [other, third] = [await world.tenant(), await world.tenant([])];
  await importOrganization(world.database, other.id, exported);
  const [last, before] = [(await other.list(listEvents)).total!, (await third.list(listEvents)).total!];
  await ownerRuns(`delete from event_heads where organization_id = '${other.id}'`);
  await makeLocation(other);
  await makeLocation(third);
  while ((await sequence(world.database.background)).numbered > 0);
  const positionsAfter = async (tenant: Tenant, after: number) =>
    (await tenant.list(listEvents, { after })).rows.map(row => row['position']);
  expect(await positionsAfter(other, last)).toEqual([last + 1]);
  expect(await positionsAfter(third, before)).toEqual([before + 1]);
});

test('what an interrupted import of an earlier release left is numbered by the migration, and not delivered again', async () => {
  const other = await world.tenant();
  await importOrganization(world.database, other.id, exported);
  const progress = 'select sequence from webhook_progress';
  await ownerRuns(`
    update events set sequence = null where organization_id = '${other.id}';
    update event_heads set position = 1 where organization_id = '${other.id}'`);
  const migration = new Migration20261127072000_restored_events(undefined as never, undefined as never);
  migration.up();
  await ownerRuns(migration.getQueries().join(';'));
  const { total: last } = await other.list(listEvents);
  expect(await ownerRuns(`select position::int from event_heads where organization_id = '${other.id}'`)).toEqual([
    { position: last },
  ]);
  expect(
    await ownerRuns(`
    select count(*)::int as told, bool_and(sequence <= (${progress})) as delivered,
      array_agg(position order by sequence) = array_agg(position order by position) as ordered
    from events where organization_id = '${other.id}'`),
  ).toEqual([{ told: last, delivered: true, ordered: true }]);
});

test('keys, members, subscriptions and imports are not included', async () => {
  const names = Object.keys(await filesIn(exported));
  expect(names.filter(name => /key|member|webhook|integration|import/.test(name))).toEqual([]);
});

test('an organization with data whose events are no longer kept is refused, and its next event comes after them', async () => {
  const other = await world.tenant();
  await makeLocation(other);
  while ((await sequence(world.database.background)).numbered > 0);
  const owner = new pg.Client({ connectionString: world.url });
  await owner.connect();
  try {
    await owner.query('update event_heads set position = 1000000 where organization_id = $1', [other.id]);
    await owner.query('delete from events where organization_id = $1', [other.id]);
  } finally {
    await owner.end();
  }
  expect(await refusal(importOrganization(world.database, other.id, exported))).toMatchObject([
    { code: 'invalid_state' },
  ]);
  await makeLocation(other);
  while ((await sequence(world.database.background)).numbered > 0);
  expect((await other.list(listEvents, { after: 1000000 })).rows.map(row => row['position'])).toEqual([1000001]);
});

test('an organization with data, or a folder with files, is refused; nothing is written', async () => {
  const other = await world.tenant();
  await makeLocation(other);
  expect(await refusal(importOrganization(world.database, other.id, exported))).toMatchObject([
    { code: 'invalid_state' },
  ]);
  expect(await refusal(exportOrganization(world.database, acme.id, exported))).toMatchObject([{ field: 'out' }]);
  expect(await refusal(importOrganization(world.database, other.id, tmpdir()))).toMatchObject([{ field: 'in' }]);
});

test('a modified export is refused, and leaves no trace', async () => {
  const damaged = await folder();
  await exportOrganization(world.database, acme.id, damaged);
  await appendFile(join(damaged, 'locations.ndjson'), '\n');
  const other = await world.tenant();
  expect(await refusal(importOrganization(world.database, other.id, damaged))).toMatchObject([{ field: 'in' }]);
  const empty = await folder();
  const { tables } = await exportOrganization(world.database, other.id, empty);
  expect(tables.filter(({ rows }) => rows > 0)).toEqual([]);
});

// ---- the commands, from one installation to another ----

test('a command refuses options of other commands, rather than ignoring them', async () => {
  expect(await cli(world.url, 'organization', 'list', '--role', 'owner')).toEqual([
    2,
    "--role is no option of 'organization list'.\norganization list",
  ]);
});

test('moved to another installation with the commands it is complete, passes verify, and gives the same bytes again', async () => {
  const server = new pg.Client({ connectionString: process.env['STOCKWRIGHT_TEST_SERVER'] });
  await server.connect();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await server.query(`create database ${name} template ${process.env['STOCKWRIGHT_TEST_TEMPLATE']} strategy file_copy`);
  const second = new URL(world.url);
  second.pathname = `/${name}`;
  const [taken, again] = [await folder(), await folder()];
  try {
    expect((await cli(world.url, 'organization', 'export', '--organization', acme.slug, '--out', taken))[0]).toBe(0);
    expect((await cli(second.href, 'organization', 'create', '--slug', 'acme', '--name', 'Acme'))[0]).toBe(0);
    const [code, told] = await cli(second.href, 'organization', 'import', '--organization', 'acme', '--in', taken);
    expect([code, told.includes('ledger_entries')]).toEqual([0, true]);
    expect(await cli(second.href, 'verify')).toEqual([0, '']);
    expect((await cli(second.href, 'organization', 'export', '--organization', 'acme', '--out', again))[0]).toBe(0);
    expect(await filesIn(again)).toEqual(await filesIn(taken));
    expect(await cli(second.href, 'organization', 'import', '--organization', 'acme', '--in', taken)).toEqual([
      1,
      expect.stringMatching(/^organization: The organization is not empty/),
    ]);
  } finally {
    await server.query(`drop database ${name} with (force)`);
    const { app, system } = derivedAccess(second.href);
    await server.query(`drop role if exists ${roleOf(app).name}, ${roleOf(system).name}`);
    await server.end();
  }
});
