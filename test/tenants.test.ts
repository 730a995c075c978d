import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { derivedAccess } from '../src/database/roles.ts';
import { createInventoryAdjustment } from '../src/domain/inventory-adjustments.ts';
import { routes } from '../src/rest/routes.ts';
import { type Client, clientOf } from './support/http.ts';
import { makeLocation, makeStock, populate } from './support/make.ts';
import { populateFactory } from './support/manufacturing.ts';
import { refusal, type Tenant, useWorld } from './support/world.ts';

/*
 * Tenants never see each other: generated from the tables, so that a new route or table is covered by being there.
 */

const world = useWorld();
const NOBODY = '019f0000-0000-7000-8000-00000000dead';
let ours: Tenant;
let theirs: Tenant;
let client: Client;
/** Every id that the other organization has, by table. */
const foreign = new Map<string, string[]>();
let tables: string[] = [];

beforeAll(async () => {
  ours = await world.tenant();
  theirs = await world.tenant();
  for (const tenant of [ours, theirs]) {
    await populate(tenant);
    await populateFactory(tenant);
  }
  client = clientOf((await world.serve()).url, await ours.key());
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'organization_id' and table_name <> 'event_heads'`.execute(
    world.database.system,
  );
  tables = rows.map(({ name }) => name);
  for (const table of tables.filter(name => name !== 'idempotency_keys')) {
    const found = await sql<{
      id: string;
    }>`select * from ${sql.table(table)} where organization_id = ${theirs.id} limit 1`.execute(world.database.system);
    foreign.set(
      table,
      found.rows.flatMap(({ id }) => id ?? []),
    );
  }
});

test('a foreign id in a path is answered as an unknown one is, byte for byte', async () => {
  const ids = [...foreign.values()].flat();
  expect(ids.length).toBeGreaterThan(8);
  for (const route of Object.keys(routes).filter(each => /:\w+/.test(each))) {
    const [method, path] = route.split(' ') as [string, string];
    const at = (id: string) =>
      client(`${method} /api/v1${path.replace(/:\w+/, id)}`, method === 'GET' ? undefined : {});
    const unknown = await at(NOBODY);
    for (const reply of await Promise.all(ids.map(at)))
      expect([route, reply.status, reply.text]).toEqual([route, unknown.status, unknown.text]);
  }
}, 60_000);

test('a foreign id in a filter finds nothing, as an unknown one does', async () => {
  for (const [route, operation] of Object.entries(routes).filter(([, each]) => each.many)) {
    const path = route.split(' ')[1]!;
    if (path.includes(':')) continue;
    for (const name of Object.keys(operation.input.shape).filter(field => field.endsWith('Id'))) {
      const field = name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
      const asked = [...foreign.values()].map(ids => client(`GET /api/v1${path}?${field}=${ids[0] ?? NOBODY}`));
      for (const reply of await Promise.all(asked))
        expect([route, name, reply.status, reply.body.data]).toEqual([route, name, 200, []]);
    }
  }
}, 60_000);

test('no answer holds anything of another organization', async () => {
  const ids = [...foreign.values()].flat();
  for (const route of Object.keys(routes).filter(each => /^GET [^:]+$/.test(each))) {
    const { text } = await client(route.replace('GET ', 'GET /api/v1'));
    expect(ids.filter(id => text.includes(id)).map(id => [route, id])).toEqual([]);
  }
});

test('a foreign id in a body is a reference that is not found, like an unknown one', async () => {
  const { variant, location } = await makeStock(ours, 5);
  const other = await makeStock(theirs, 5);
  const refused = async (input: object) =>
    refusal(ours.run(createInventoryAdjustment, { quantityChange: 1, ...input }));
  expect(await refused({ variantId: other.variant.id, locationId: location.id })).toEqual([
    { code: 'reference_not_found', field: 'variantId' },
  ]);
  expect(await refused({ sku: other.variant.sku, locationId: location.id })).toEqual([
    { code: 'reference_not_found', field: 'sku' },
  ]);
  expect(await refused({ variantId: variant.id, locationId: other.location.id })).toEqual([
    { code: 'reference_not_found', field: 'locationId' },
  ]);
});

test('the same SKU, code and number may exist in both', async () => {
  for (const tenant of [ours, theirs]) await makeLocation(tenant, { code: 'SAME' });
});

async function asApp<R>(work: (client: pg.Client) => Promise<R>): Promise<R> {
  const connection = new pg.Client({ connectionString: derivedAccess(world.url).app });
  await connection.connect();
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

test('SQL that forgets the tenant sees nothing, in any table', async () => {
  await asApp(async connection => {
    for (const table of [...tables, 'organizations']) {
      const { rows } = await connection
        .query(`select count(*)::int as count from ${table}`)
        .catch(error => (error.code === '42501' ? { rows: [{ count: 0 }] } : Promise.reject(error)));
      expect([table, rows[0].count]).toEqual([table, 0]);
    }
  });
});

test('SQL for one tenant sees no row of another, and may not write one', async () => {
  await asApp(async connection => {
    await connection.query(`set app.organization_id = '${ours.id}'`);
    for (const table of tables) {
      const seen = await connection
        .query(`select 1 from ${table} where organization_id <> '${ours.id}' limit 1`)
        .catch(error => (error.code === '42501' ? { rowCount: 0 } : Promise.reject(error)));
      expect([table, seen.rowCount]).toEqual([table, 0]);
    }
    const smuggled = connection.query(
      'insert into idempotency_keys (organization_id, scope, key, fingerprint, refused, answer) values ($1, $2, $2, $2, false, $2)',
      [theirs.id, 'x'],
    );
    await expect(smuggled).rejects.toMatchObject({ code: '42501' });
  });
});

test('the ledger cannot be rewritten, not even by the service itself', async () => {
  await asApp(async connection => {
    await connection.query(`set app.organization_id = '${ours.id}'`);
    for (const statement of [
      'update ledger_entries set quantity = 1',
      'delete from ledger_entries',
      'truncate ledger_entries',
      'update events set type = type',
    ]) {
      await expect(connection.query(statement)).rejects.toMatchObject({ code: '42501' });
    }
  });
});

test('requests of two tenants on one process never mix', async () => {
  const [locations, others] = [await makeLocation(ours), await makeLocation(theirs)];
  const { getLocation } = await import('../src/domain/locations.ts');
  const asked = Array.from({ length: 300 }, (_, index) =>
    index % 2 ? ours.run(getLocation, { id: locations.id }) : theirs.run(getLocation, { id: others.id }),
  );
  const answers = await Promise.all(asked);
  expect(answers.map(row => row['id'])).toEqual(answers.map((_, index) => (index % 2 ? locations.id : others.id)));
});
