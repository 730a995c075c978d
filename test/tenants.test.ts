import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { createInventoryAdjustment } from '../src/domain/inventory-adjustments.ts';
import { listLocations } from '../src/domain/locations.ts';
import { EVENT_TYPES } from '../src/events/table.ts';
import { mutations, queries, reports } from '../src/graphql/operations.ts';
import { graphqlSchema } from '../src/graphql/server.ts';
import { snake, snakeKeys } from '../src/kernel/case.ts';
import { addressedBy } from '../src/kernel/operation.ts';
import { shapeOf } from '../src/kernel/shape.ts';
import type { Row } from '../src/kernel/view.ts';
import { call } from '../src/mcp/call.ts';
import { type Tool, toolsOf } from '../src/mcp/tools.ts';
import { routes } from '../src/rest/routes.ts';
import { bodyOf } from './support/bodies.ts';
import { type Client, clientOf } from './support/http.ts';
import { follow, until } from './support/live.ts';
import { makeLocation, makeStock, populate, unique } from './support/make.ts';
import { populateFactory } from './support/manufacturing.ts';
import { sliceOf } from './support/slice.ts';
import { readSse } from './support/sse.ts';
import { refusal, type Tenant, useWorld } from './support/world.ts';

/*
 * Tenants never see each other: generated from the tables, so that a new route or table is covered automatically.
 */

const world = useWorld({ poolSize: 3 });
const NOBODY = '019f0000-0000-7000-8000-00000000dead';
let ours: Tenant;
let theirs: Tenant;
let client: Client;
let server: { url: string };
/** All ids of the other organization, by table. */
const foreign = new Map<string, string[]>();
let tables: string[] = [];
let foreignSku: string;

beforeAll(async () => {
  ours = await world.tenant();
  theirs = await world.tenant();
  for (const tenant of [ours, theirs]) {
    await populate(tenant);
    await populateFactory(tenant);
  }
  const { rows: skus } = await sql<{ sku: string }>`
    select sku from variants where organization_id = ${theirs.id} order by id limit 1`.execute(world.database.system);
  foreignSku = skus[0]!.sku;
  server = await world.serve();
  client = clientOf(server.url, await ours.key());
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'organization_id' and table_name <> 'event_heads'`.execute(
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

test('a foreign id in a path gets the same response as an unknown one, byte for byte', async () => {
  const all = [...foreign.values()].flat();
  expect(all.length).toBeGreaterThan(8);
  const placed = Object.keys(routes).filter(each => /:\w+/.test(each));
  for (const [index, route] of sliceOf([...placed.entries()], 5)) {
    const [method, path] = route.split(' ') as [string, string];
    const at = (id: string) =>
      client(`${method} /api/v1${path.replace(/:\w+/, id)}`, method === 'GET' ? undefined : {});
    // The ids of the path's own table, and of two others, which differ from route to route; all of them if the path has
    // no table.
    const own = foreign.get(path.split('/')[1]!);
    const ids = own ? [...own, ...[1, 2].map(nth => all[(2 * index + nth) % all.length]!)] : all;
    const unknown = await at(NOBODY);
    for (const reply of await Promise.all(ids.map(at)))
      expect([route, reply.status, reply.text]).toEqual([route, unknown.status, unknown.text]);
  }
});

test('a foreign id in a filter finds nothing, like an unknown one', async () => {
  const ids = [...new Set([...foreign.values()].map(([id]) => id ?? NOBODY))];
  const filters = Object.entries(routes)
    .filter(([route, { many }]) => many && !route.includes(':'))
    .flatMap(([route, operation]) =>
      Object.keys(operation.input.shape)
        .filter(name => name.endsWith('Id'))
        .map(name => [route, operation, name] as const),
    );
  for (const [index, [route, operation, name]] of sliceOf([...filters.entries()], 5)) {
    // Those of the table that the filter is about, and of a quarter of the others, which differ from filter to filter.
    const about = namedBy(snake(name)).flatMap(table => foreign.get(table)!);
    for (const id of [...about, ...ids.filter((_, place) => place % 4 === index % 4)]) {
      const { rows } = await ours.list(operation, { [name]: id });
      expect([route, name, id, rows]).toEqual([route, name, id, []]);
    }
    // Over REST of two others only.
    const others = [1, 2].map(nth => ids[(2 * index + nth) % ids.length]!);
    for (const id of [...about, ...others]) {
      const reply = await client(`GET /api/v1${route.split(' ')[1]!}?${snake(name)}=${id}`);
      expect([route, name, id, reply.status, reply.body.data]).toEqual([route, name, id, 200, []]);
    }
  }
});

test('no response contains anything of another organization', async () => {
  const ids = [...foreign.values()].flat();
  for (const route of sliceOf(
    Object.keys(routes).filter(each => /^GET [^:]+$/.test(each)),
    5,
  )) {
    const { text } = await client(route.replace('GET ', 'GET /api/v1'));
    expect(ids.filter(id => text.includes(id)).map(id => [route, id])).toEqual([]);
  }
});

/** The table that a field refers to: `source_location_id` refers to locations. */
const namedBy = (field: string): string[] =>
  tables.filter(table => {
    const noun = table
      .replace(/ies$/, 'y')
      .replace(/(batch|ch|x|ss)es$/, '$1')
      .replace(/s$/, '');
    return new RegExp(`(^|_)${noun}_ids?$`).test(field);
  });

const tools = [...toolsOf({ queries, reports, mutations }, 'full').values()];
const UNKNOWN_SKU = 'NO-SUCH-SKU';
type Said = { [field: string]: unknown };
/** Fields that identify a record, by id or SKU. */
const MEANS = /(^|_)(id|sku)s?$/;

/** Replaces the values of fields that identify a record. */
function meaning(said: unknown, other: (field: string, value: string) => string, field = ''): unknown {
  if (Array.isArray(said)) return said.map(each => meaning(each, other, field));
  if (said !== null && typeof said === 'object')
    return Object.fromEntries(Object.entries(said).map(([name, inner]) => [name, meaning(inner, other, name)]));
  return typeof said === 'string' && MEANS.test(field) ? other(field, said) : said;
}

/**
 * An input for a tool, generated from its declaration, with as many unknown records as possible. Undefined if it takes
 * none.
 */
function saidTo({ operation }: Tool): Said | undefined {
  const meant = (said: Said) => {
    let count = 0;
    meaning(said, (_field, value) => ((count += 1), value));
    return count;
  };
  const [most] = fc
    .sample(bodyOf(operation.input), { numRuns: 30, seed: 1 })
    .map(body => snakeKeys(body as Row) as Said)
    .sort((a, b) => meant(b) - meant(a));
  return most && meant(most) > 0
    ? (meaning(most, field => (/skus?$/.test(field) ? UNKNOWN_SKU : NOBODY)) as Said)
    : undefined;
}

/**
 * The same with records of the other organization: from the table that a field refers to; `id` from the tool's own,
 * otherwise from any.
 */
function aboutForeign(said: Said, { operation }: Tool, at: number): Said {
  const about = addressedBy(operation) ?? shapeOf(operation.output).entity;
  return meaning(said, field => {
    if (/skus?$/.test(field)) return foreignSku;
    const own = field === 'id' && at === 0 && about ? `${snake(about.name)}_id` : field;
    const named = namedBy(own).flatMap(table => foreign.get(table) ?? []);
    const ids = named.length > 0 ? named : [...foreign.values()].flat();
    return ids[at % ids.length]!;
  }) as Said;
}

/** Rows created meanwhile differ in ids and times, and errors name the requested one. */
const masked = ({ content }: { content: unknown }) =>
  JSON.stringify(content)
    .replaceAll(foreignSku, UNKNOWN_SKU)
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '*');

test('a tool called with foreign records, wherever it takes any, gives the same result as with unknown ones', async () => {
  const asked = tools.flatMap(tool => {
    const said = saidTo(tool);
    return said ? [[tool, said] as const] : [];
  });
  expect(asked.length).toBeGreaterThan(70);
  const answer = (tool: Tool, said: Said) =>
    call(tool, ours.caller, said, error => {
      throw error;
    });
  for (const [index, [tool, said]] of sliceOf([...asked.entries()], 5)) {
    const { name } = tool.definition;
    const unknown = masked(await answer(tool, said));
    // Once with the right table; and if an id may be of any table, with two others, which differ from tool to tool.
    for (const at of 'id' in said ? [0, 2 * index + 1, 2 * index + 2] : [0]) {
      const foreigners = aboutForeign(said, tool, at);
      expect([name, foreigners, masked(await answer(tool, foreigners))]).toEqual([name, foreigners, unknown]);
    }
  }
});

test('no reading tool shows anything of another organization', async () => {
  const ids = [...foreign.values()].flat();
  const reads = tools.filter(({ operation }) => operation.kind === 'query');
  expect(reads.length).toBeGreaterThan(50);
  for (const tool of sliceOf(reads, 5)) {
    const text = JSON.stringify(
      await call(tool, ours.caller, {}, error => {
        throw error;
      }),
    );
    expect([tool.definition.name, ids.filter(id => text.includes(id))]).toEqual([tool.definition.name, []]);
  }
});

/** Every subscription, with a foreign value for each of its filters. */
async function subscriptions(): Promise<string[]> {
  const said: { [filter: string]: string[] } = {
    locationIds: foreign.get('locations')!,
    skus: [foreignSku],
    types: [...EVENT_TYPES],
  };
  const fields = Object.values((await graphqlSchema()).getSubscriptionType()!.getFields());
  return fields.flatMap(({ name, args }) => {
    const filters = args
      .filter(arg => arg.name !== 'after')
      .map(arg => `, ${arg.name}: ${JSON.stringify(said[arg.name])}`);
    return ['', ...filters].map(filter => `${name}(after: 0${filter}) { __typename position organizationId }`);
  });
}

test('streams contain events of one organization, replayed and live, over each interface and with any filter', async () => {
  const { url } = server;
  const key = await ours.key();
  const asked = await subscriptions();
  const overSockets = asked.map(each => {
    const [, field, selection] = /^(.*\)) (\{.*)$/.exec(each)!;
    return follow<{ organizationId: string }>(url, key, field!, selection!);
  });
  const overSse = await Promise.all(
    asked.map(each =>
      readSse(`${url}/graphql`, key, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: `subscription { ${each} }` }),
      }),
    ),
  );
  const logs = await Promise.all(
    ['', `&types=${EVENT_TYPES.join()}`].map(more => readSse(`${url}/api/v1/events/stream?after=0${more}`, key)),
  );
  for (const tenant of [theirs, ours]) await makeLocation(tenant, { name: unique('Last') });
  const { rows } = await ours.list(listLocations, { sort: 'created_at', perPage: 200 });
  const last = rows.at(-1)!['id'] as string;
  // The last event comes last, so by then all others have arrived.
  await until(() => logs.every(({ seen }) => seen.some(({ data }) => data.includes(last))));
  const heads = logs.map(({ seen }) => Number(seen.at(-1)!.id));
  const texts = [
    ...overSockets.map(({ seen }) => seen.map(event => JSON.stringify(event))),
    ...[...overSse, ...logs].map(({ seen }) => seen.map(({ data }) => data)),
  ];
  const [mine, foreigners] = [ours.id, [theirs.id, ...[...foreign.values()].flat()]];
  for (const [index, told] of texts.entries()) {
    const way = asked[index % asked.length];
    expect([way, told.filter(text => !text.includes(mine))]).toEqual([way, []]);
    expect([way, told.filter(text => foreigners.some(id => text.includes(id)))]).toEqual([way, []]);
  }
  // Each interface has sent the complete log; a filter with a foreign value found nothing.
  const count = (way: string) =>
    asked.flatMap((each, index) =>
      each.startsWith(way) ? [overSockets[index]!.seen.length, overSse[index]!.seen.length] : [],
    );
  await until(() => count('events(after: 0)').every(seen => seen >= heads[0]!));
  expect(heads[0]).toBeGreaterThan(20);
  expect([...count('inventoryUpdated(after: 0, locationIds'), ...count('inventoryUpdated(after: 0, skus')]).toEqual([
    0, 0, 0, 0,
  ]);
  for (const each of [...overSockets, ...overSse, ...logs]) each.stop();
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

test('the same SKU, code and number may exist in both organizations', async () => {
  for (const tenant of [ours, theirs]) await makeLocation(tenant, { code: 'SAME' });
});

async function asApp<R>(work: (client: pg.Client) => Promise<R>): Promise<R> {
  const connection = new pg.Client({ connectionString: world.access.app });
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
