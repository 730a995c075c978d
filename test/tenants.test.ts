import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { createApiKey } from '../src/access/api-keys.ts';
import { createMember } from '../src/access/members.ts';
import { createProduct } from '../src/domain/create-products.ts';
import { createInventoryAdjustment } from '../src/domain/inventory-adjustments.ts';
import { listLocations } from '../src/domain/locations.ts';
import { createOrder } from '../src/domain/orders.ts';
import { createPurchaseOrder } from '../src/domain/purchase-orders.ts';
import { createStockTransfer } from '../src/domain/stock-transfers.ts';
import { createSupplierItem } from '../src/domain/supplier-items.ts';
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
import { makeLocation, makeStock, makeSupplier, populate, unique } from './support/make.ts';
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
/** Ids of the other organization, and of ours, by table. */
const foreign = new Map<string, string[]>();
const own = new Map<string, string[]>();
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
  for (const table of tables.filter(name => name !== 'idempotency_keys'))
    for (const [ids, tenant] of [
      [foreign, theirs],
      [own, ours],
    ] as const) {
      const found = await sql<{
        id: string;
      }>`select * from ${sql.table(table)} where organization_id = ${tenant.id} limit 1`.execute(world.database.system);
      ids.set(
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

/** What records are called by besides ids: a column of this name in any table. */
const CALLED = /^(sku|barcode|code|number|reference|lot_number|name|email|category|purchase_unit|supplier_sku)$/;
/** What differs in each record that is created: secrets, numbers, and versions, which are of the content. */
const OWN = /sw[ki]_[\w-]+|whsec_[\w+/=-]+|version\W+[\w-]{20,}|\b[A-Z]{2,3}-\d{6,}/g;
const TEXT = 'ZQ-1';
const EMAIL = 'zq@zq.example';

/** One record of each kind in the other organization that people know by a name of their own choosing. */
async function nameThings(): Promise<void> {
  // Documents are numbered from 1 everywhere.
  await sql`update number_series set last = last + 700 where organization_id = ${theirs.id}`.execute(world.owner);
  const location = await makeLocation(theirs, { code: unique('DEPOT') });
  const supplier = await makeSupplier(theirs, { code: unique('VENDOR') });
  const sku = unique('KETTLE');
  const variants = [{ sku, barcode: unique('BAR') }];
  await theirs.run(createProduct, {
    name: unique('Kettle'),
    reference: unique('KIT'),
    category: unique('Kettles'),
    variants,
  });
  await theirs.run(createSupplierItem, {
    supplierId: supplier.id,
    sku,
    purchaseUnit: unique('hamper'),
    supplierSku: unique('V'),
  });
  const ordered = { locationId: location.id, items: [{ sku, quantity: 1 }] };
  await theirs.run(createOrder, { ...ordered, reference: unique('WEB') });
  await theirs.run(createPurchaseOrder, { ...ordered, reference: unique('BUY') });
  const sourceLocationId = (await makeLocation(theirs)).id;
  const { items } = ordered;
  await theirs.run(createStockTransfer, { sourceLocationId, destinationLocationId: location.id, items });
  await theirs.run(createMember, { email: 'cleo7@kettles.example', name: unique('Cleo') });
  await theirs.run(createApiKey, { name: unique('Robot') });
}

/** Everything that a record of the other organization is called, and that ours has nowhere. */
async function foreignTexts(): Promise<[column: string, text: string][]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'character varying')
      and table_name = any(${tables})`.execute(world.database.system);
  const found = await Promise.all(
    columns
      .filter(({ column }) => CALLED.test(column))
      .map(async ({ table, column }) => {
        const of = (organizationId: string) =>
          sql`select ${sql.ref(column)}::text as text from ${sql.table(table)}
            where organization_id = ${organizationId} and ${sql.ref(column)} is not null`;
        const { rows } = await sql<{
          text: string;
        }>`(${of(theirs.id)}) except (${of(ours.id)}) order by text limit 1`.execute(world.database.system);
        return rows.flatMap(({ text }): [string, string][] => (/\d/.test(text) ? [[column, text]] : []));
      }),
  );
  return [...new Map(found.flat().map(([column, text]) => [text, [column, text] as [string, string]])).values()];
}

/** An id of ours for a field that refers to a table, so that what else is said is looked at. */
const ourIdFor = (field: string): string => namedBy(snake(field)).flatMap(table => own.get(table) ?? [])[0] ?? NOBODY;

/** The said input with ids of ours; that of the addressed record stays unknown, so that nothing is done to one. */
function identified(said: unknown, field = ''): unknown {
  if (Array.isArray(said)) return said.map(each => identified(each, field));
  if (said !== null && typeof said === 'object')
    return Object.fromEntries(Object.entries(said).map(([name, inner]) => [name, identified(inner, name)]));
  return typeof said === 'string' && /Ids?$/.test(field) ? ourIdFor(field) : said;
}

/** A text like this one that nobody has: only its digits are others, so that it is read as the same kind of name. */
const likeness = (text: string): string => text.replace(/\d/g, digit => String(9 - Number(digit)));

/** Inputs with a text in place of each that may be any, by the declaration: of a query one after the other. */
function withTexts({ operation }: Tool): Said[] {
  const accepts = (body: unknown) => operation.input.safeParse(body).success;
  const [most] = fc
    .sample(bodyOf(operation.input), { numRuns: 30, seed: 1 })
    .map(body => {
      // An invalid cursor would be refused before anything else is looked at.
      const { cursor: _, ...rest } = body as Said;
      return identified(rest) as Said;
    })
    .filter(accepts)
    .map(body => {
      let made = body;
      const places: (string | number)[][] = [];
      const find = (value: unknown, path: (string | number)[]): void => {
        if (typeof value === 'string') places.push(path);
        else if (value !== null && typeof value === 'object')
          for (const [name, inner] of Object.entries(value)) find(inner, [...path, name]);
      };
      find(body, []);
      let count = 0;
      for (const path of places)
        for (const text of [EMAIL, TEXT]) {
          const tried = structuredClone(made) as Said;
          const holder = path.slice(0, -1).reduce<Said>((inner, name) => inner[name] as Said, tried);
          holder[path.at(-1)!] = text;
          if (!accepts(tried)) continue;
          count += 1;
          made = tried;
        }
      return { made, count };
    })
    .sort((one, other) => other.count - one.count);
  if (!most || most.count === 0) return [];
  const holds = (value: unknown) => [TEXT, EMAIL].some(text => JSON.stringify(value).includes(text));
  const without = (body: Said, names: readonly string[]) =>
    Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
  const made = most.made as Said;
  const rest = Object.keys(made).filter(name => !holds(made[name]) && accepts(without(made, [name])));
  const bare = accepts(without(made, rest)) ? without(made, rest) : made;
  // Filters that hold together find nothing, so each is asked alone.
  const texts = Object.keys(bare).filter(name => holds(bare[name]));
  const alone = texts.map(name =>
    without(
      bare,
      texts.filter(other => other !== name),
    ),
  );
  const asked = operation.kind === 'query' ? alone.filter(accepts) : [];
  return (asked.length > 0 ? asked : [bare]).map(body => snakeKeys(body as Row) as Said);
}

/** What a command that was only tried would have answered. */
class Tried extends Error {
  readonly answer: unknown;

  constructor(answer: unknown) {
    super('tried');
    this.answer = answer;
  }
}

/** Our caller, whose commands are rolled back once they are written: none finds what another has done. */
function trying(): Tenant['caller'] {
  const { database } = ours.caller;
  const transaction: typeof database.transaction = (organizationId, actor, work, { conclude, ...options } = {}) =>
    database
      .transaction(organizationId, actor, work, {
        ...options,
        conclude(result, unit) {
          throw new Tried(conclude ? conclude(result, unit) : result);
        },
      })
      .catch(error => {
        if (error instanceof Tried) return error.answer as never;
        throw error;
      });
  return { ...ours.caller, database: Object.assign(Object.create(database) as typeof database, { transaction }) };
}

test('a text that names something of another organization is a text like any other, wherever a tool takes one', async () => {
  await nameThings();
  const texts = await foreignTexts();
  expect(texts.length).toBeGreaterThan(20);
  const named = (name: string) => tools.find(({ definition }) => definition.name === name)!;
  const fields = await call(named('report_fields'), ours.caller, {}, () => undefined);
  const conditions = (fields.structuredContent!['data'] as { dimensions: { name: string; type: string }[] }).dimensions;
  const asked: [Tool, Said][] = [
    ...tools.flatMap(tool => withTexts(tool).map((said): [Tool, Said] => [tool, said])),
    ...conditions
      .filter(({ type }) => type === 'text')
      .map(({ name }): [Tool, Said] => [
        named('report'),
        { measures: ['movement_count'], dimensions: [], filters: [{ field: name, op: '=', value: TEXT }] },
      ]),
    ...[`How many ${TEXT} do we have?`, `Show ${TEXT}`].map((question): [Tool, Said] => [
      named('ask_question'),
      { question },
    ]),
  ];
  const answer = async (tool: Tool, said: Said, text: string) => {
    const filled = JSON.parse(
      JSON.stringify(said)
        .replaceAll(EMAIL, text.includes('@') ? text : EMAIL)
        .replaceAll(TEXT, JSON.stringify(text).slice(1, -1)),
    ) as Said;
    const result = await call(tool, trying(), filled, error => {
      throw error;
    });
    // A question names only a part of it, in small letters.
    const parts = text.split(/[^\w-]+/).filter(part => /\d/.test(part));
    return [text, ...parts].reduce(
      (shown, part) => shown.replaceAll(part, '*').replaceAll(part.toLowerCase(), '*'),
      masked(result).replaceAll(OWN, '*'),
    );
  };
  // Those that a field is about, all where anything can be asked, and of the others a fifth, which differ from tool to
  // tool.
  const cases = asked.flatMap(([tool, said], index) => {
    const isAbout = (column: string) => new RegExp(`"(\\w*_)?${column}s?":`).test(JSON.stringify(said));
    return texts
      .filter(
        ([column], place) => isAbout(column) || 'question' in said || 'measures' in said || place % 5 === index % 5,
      )
      .map(([, text]) => [tool, said, text] as const);
  });
  const differing: unknown[] = [];
  for (const [tool, said, text] of sliceOf(cases, 16)) {
    const [one, other] = [await answer(tool, said, text), await answer(tool, said, likeness(text))];
    if (one !== other) differing.push([tool.definition.name, said, text, one, other]);
  }
  expect(differing).toEqual([]);
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
