import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { z } from 'zod';
import { createCycleCount } from '../src/domain/cycle-counts.ts';
import { createInventoryPolicy, listInventoryPolicies } from '../src/domain/inventory-policies.ts';
import { listLocations } from '../src/domain/locations.ts';
import { fulfillOrder } from '../src/domain/order-fulfillment.ts';
import { createOrder, listOrders } from '../src/domain/orders.ts';
import { createPurchaseOrder } from '../src/domain/purchase-orders.ts';
import { createRecall } from '../src/domain/recalls.ts';
import { createReturnAuthorization } from '../src/domain/return-authorizations.ts';
import { listInventoryLevels } from '../src/domain/stock/levels.ts';
import { createStockTransfer } from '../src/domain/stock-transfers.ts';
import { listSuppliers } from '../src/domain/suppliers.ts';
import { queries } from '../src/graphql/operations.ts';
import { camel, snake } from '../src/kernel/case.ts';
import type { Operation } from '../src/kernel/operation.ts';
import { orderBy, type Page, paging } from '../src/kernel/page.ts';
import { shapeOf } from '../src/kernel/shape.ts';
import type { Row } from '../src/kernel/view.ts';
import { routes } from '../src/rest/routes.ts';
import { PLANNED_FOR_ITS_VALUES } from '../src/store/connections.ts';
import { NO_DAY, ordersOf, PLURALS, SORTED_BY } from '../src/store/list.ts';
import { wordsOf } from '../src/store/search-words.ts';
import { bodyOf } from './support/bodies.ts';
import { type Ask, askerOf } from './support/faces.ts';
import { type Client, clientOf, codes } from './support/http.ts';
import {
  type Made,
  makeLocation,
  makeOrder,
  makeStock,
  makeSupplier,
  makeVariant,
  populate,
  unique,
} from './support/make.ts';
import { makeBakery, populateFactory } from './support/manufacturing.ts';
import { expectNone } from './support/none.ts';
import { statementsOf, type Tenant, useWorld } from './support/world.ts';

/*
 * docs/api.md, "Filters and sorting": the features of every list of stored rows, derived from the declarations. A new
 * resource is covered without further code.
 */

const world = useWorld({ poolSize: 3 });
const API = '/api/v1';
const NOBODY = '019f0000-0000-7000-8000-00000000dead';
let tenant: Tenant;
let client: Client;
let ask: Ask;

beforeAll(async () => {
  tenant = await world.tenant();
  await populate(tenant);
  await populateFactory(tenant);
  for (let index = 0; index < 3; index += 1) {
    const supplier = await makeSupplier(tenant, { metadata: { index } });
    const { variant, location } = await makeStock(tenant, 10, {
      name: index === 0 ? null : `Twin ${index % 2}`,
      barcode: `400638133393${index}`,
      supplierId: supplier.id,
      metadata: { color: ['red', 'blue', 'red'][index], size: index, sold: index === 1, nested: { a: [1] } },
    });
    const other = await makeLocation(tenant);
    const lines = { locationId: location.id, items: [{ sku: variant.sku, quantity: 1 }] };
    await tenant.run(createPurchaseOrder, { ...lines, supplierId: supplier.id, reference: unique('PO') });
    await tenant.run(createStockTransfer, {
      sourceLocationId: location.id,
      destinationLocationId: other.id,
      items: lines.items,
      reference: unique('TR'),
    });
    await tenant.run(createCycleCount, { locationId: location.id });
    await tenant.run(createInventoryPolicy, {
      variantId: variant.id,
      locationId: location.id,
      reorderPoint: 1,
      reorderQuantity: 1,
    });
    await makeOrder(tenant);
  }
  await tenant.run(createRecall, { lotId: (await makeBakery(tenant)).flourLot.id });
  const { location, variant } = await makeStock(tenant, 5);
  const sold = (await tenant.run(createOrder, {
    locationId: location.id,
    items: [{ sku: variant.sku, quantity: 1 }],
    reference: unique('SO'),
  })) as Made;
  await tenant.run(fulfillOrder, { id: sold.id });
  const items = [{ sku: variant.sku, quantity: 1, condition: 'sellable' }];
  await tenant.run(createReturnAuthorization, { orderId: sold.id, reason: 'Too large', items });
  const { url } = await world.serve();
  const key = await tenant.key();
  client = clientOf(url, key);
  ask = askerOf(url, key);
});

/** Every list of stored rows; members and computed lists are not among them. */
const lists = Object.entries(routes).filter(
  ([route, operation]) =>
    /^GET [^:]+$/.test(route) && operation.many && shapeOf(operation.output).entity && operation.name !== 'listMembers',
) as [string, Operation][];

const fieldsOf = (operation: Operation) => shapeOf(operation.output).fields;
const keeps = (operation: Operation, name: string) =>
  fieldsOf(operation).find(field => field.name === name && field.column !== undefined);
const pathOf = (route: string) => API + route.split(' ')[1]!;
const get = async (path: string) => {
  const reply = await client(`GET ${path}`);
  expect([path, ...codes(reply)]).toEqual([path, 200]);
  return reply.body as { data: Made[]; meta: { next_cursor: string | null } };
};
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();

test('there are lists to test, and each has rows', async () => {
  expect(lists.length).toBeGreaterThan(17);
  const empty: string[] = [];
  for (const [route] of lists) if ((await get(pathOf(route))).data.length === 0) empty.push(route);
  expectNone(
    empty.filter(
      route => !['GET /webhook_subscriptions', 'GET /webhook_deliveries', 'GET /integrations'].includes(route),
    ),
    'These lists have no rows here: make one in populate() of test/support/make.ts.',
  );
});

describe.each(lists)('%s', (route, operation) => {
  const path = pathOf(route);
  const input = operation.input.shape;

  test('takes ids, sort orders, a cursor, and several values per field, over REST and GraphQL', async () => {
    const orders = SORTED_BY.filter(name => keeps(operation, name)).flatMap(name => [snake(name), `-${snake(name)}`]);
    expect(Object.keys(input)).toEqual(expect.arrayContaining(['ids', 'sort', 'cursor', 'page', 'perPage']));
    for (const order of orders) expect([order, input['sort']!.safeParse(order).success]).toEqual([order, true]);
    for (const [name, plural] of Object.entries(PLURALS))
      if (keeps(operation, name)) expect(Object.keys(input)).toContain(plural);
    expect('metadata' in input).toBe(keeps(operation, 'metadata') !== undefined);
    const [field] = Object.entries(queries).find(([, each]) => each === operation)!;
    const { data, errors } = await ask(
      `query { ${field}(first: 1, sort: CREATED_AT_DESC, filter: {ids: ["${NOBODY}"]}) { nodes { id } } }`,
    );
    expect([errors, data]).toEqual([undefined, { [field]: { nodes: [] } }]);
  });

  test('several values find the rows of each', async () => {
    const all = (await get(`${path}?per_page=200`)).data as Row[] as (Row & Made)[];
    for (const name of Object.keys(input).filter(each => each === 'ids' || Object.values(PLURALS).includes(each))) {
      const field = name === 'ids' ? 'id' : snake(Object.keys(PLURALS).find(each => PLURALS[each] === name)!);
      const values = [...new Set(all.map(row => row[field]).filter(value => value != null))].slice(0, 3) as string[];
      if (values.length === 0) continue;
      const one = field === 'id' ? 'ids' : camel(field) in input ? field : snake(name);
      const single = await Promise.all(
        values.map(value => get(`${path}?${one}=${encodeURIComponent(value)}&per_page=200`)),
      );
      const unknown = /^[0-9a-f-]{36}$/.test(values[0]!) ? `,${NOBODY}` : '';
      const several = await get(
        `${path}?per_page=200&${snake(name)}=${values.map(encodeURIComponent).join(',')}${unknown}`,
      );
      expect([name, ids(several.data)]).toEqual([
        name,
        ids([...new Map(single.flatMap(({ data }) => data).map(row => [row.id, row])).values()]),
      ]);
      expect([name, several.data.length > 0]).toEqual([name, true]);
    }
  });

  test('records with a name, a number or a code are found by a part of it, over REST and GraphQL', async () => {
    const words = wordsOf(shapeOf(operation.output));
    // Levels and policies are searched by their variants.
    expect('q' in input).toBe(words !== undefined || [listInventoryLevels, listInventoryPolicies].includes(operation));
    if (!words) return;
    const [row] = (await get(`${path}?per_page=1`)).data as Row[] as [(Row & Made) | undefined];
    if (!row) return;
    const [field] = Object.entries(queries).find(([, each]) => each === operation)!;
    for (const name of [...words.names, ...words.codes]) {
      if (row[name] == null) continue;
      const part = String(row[name]).toUpperCase().slice(1).split(' ')[0]!;
      expect([name, ids((await get(`${path}?per_page=200&q=${encodeURIComponent(part)}`)).data)]).toEqual([
        name,
        expect.arrayContaining([row.id]),
      ]);
      const { data } = await ask(`query ($q: String) { ${field}(first: 200, filter: {q: $q}) { nodes { id } } }`, {
        q: part,
      });
      expect(ids((data as { [field: string]: { nodes: Made[] } })[field]!.nodes)).toContain(row.id);
    }
    expect((await get(`${path}?q=no-such-thing`)).data).toEqual([]);
  });

  test('each sort order, read by cursor two at a time, returns every row once and in its place', async () => {
    const all = (await get(`${path}?per_page=200`)).data as Row[] as (Row & Made)[];
    const names = SORTED_BY.filter(each => keeps(operation, each)).map(snake);
    for (const sort of names.flatMap(name => [name, `-${name}`])) {
      const read: (Row & Made)[] = [];
      for (let cursor = ''; ; ) {
        const page = await get(`${path}?sort=${sort}&per_page=3${cursor}`);
        read.push(...(page.data as Row[] as (Row & Made)[]));
        if (page.meta.next_cursor === null) break;
        cursor = `&cursor=${page.meta.next_cursor}`;
      }
      expect([sort, read.length, ids(read)]).toEqual([sort, all.length, ids(all)]);
      // Rows without a day come last.
      const none = /_(on|date)$/.test(sort) ? NO_DAY : '';
      const keys = read.map(row => [String(row[sort.replace(/^-/, '')] ?? none), row.id] as const);
      const sign = sort.startsWith('-') ? -1 : 1;
      const wrong = keys.slice(1).filter(([value, id], index) => {
        const [before, beforeId] = keys[index]!;
        const order = value === before ? (beforeId < id ? 1 : -1) : comparable(before, value);
        return order * sign < 0;
      });
      expect([sort, wrong]).toEqual([sort, []]);
    }
  });
});

/**
 * Texts in the database's collation, which JavaScript lacks: only texts that differ by more than case and punctuation
 * are compared.
 */
function comparable(before: string, value: string): number {
  const [a, b] = [before, value].map(text => text.toLowerCase().replace(/[^a-z0-9]/g, '')) as [string, string];
  return a === b ? 0 : a < b ? 1 : -1;
}

test('a view is seen by its owner and, once it is shared, by everybody; only its owner or an admin changes it', async () => {
  const { url } = await world.serve();
  const [mine, theirs] = [clientOf(url, await tenant.key('write')), clientOf(url, await tenant.key('write'))];
  const kept = await mine(`POST ${API}/views`, {
    name: 'Late',
    list: 'late',
    settings: { search: { status: 'open' } },
  });
  expect(kept).toMatchObject({
    status: 201,
    body: { data: { name: 'Late', shared: false, settings: { search: { status: 'open' } } } },
  });
  const { id } = (kept.body as { data: Made }).data;
  const seenBy = async (who: Client) => ids(((await who(`GET ${API}/views?list=late`)).body as { data: Made[] }).data);
  expect([await seenBy(mine), await seenBy(theirs), await seenBy(client)]).toEqual([[id], [], []]);
  for (const request of [`GET ${API}/views/${id}`, `PATCH ${API}/views/${id}`, `DELETE ${API}/views/${id}`])
    expect(codes(await theirs(request, request.startsWith('PATCH') ? { name: 'Taken' } : undefined))).toEqual([
      404,
      'not_found',
    ]);
  // Not even its version is revealed: a wrong tag gets the same response as a missing view.
  for (const request of [`PATCH ${API}/views/${id}`, `DELETE ${API}/views/${id}`])
    expect((await theirs(request, {}, { 'If-Match': '"another"' })).status).toBe(404);
  expect(codes(await mine(`POST ${API}/views`, { name: 'Late', list: 'late' }))[0]).toBe(409);
  // Others, and other lists, may use the same name.
  expect((await theirs(`POST ${API}/views`, { name: 'Late', list: 'late' })).status).toBe(201);
  expect((await mine(`PATCH ${API}/views/${id}`, { shared: true })).status).toBe(200);
  expect((await theirs(`GET ${API}/views/${id}`)).status).toBe(200);
  expect(codes(await theirs(`PATCH ${API}/views/${id}`, { name: 'Taken' }))[0]).toBe(403);
  expect(codes(await theirs(`DELETE ${API}/views/${id}`))[0]).toBe(403);
  expect((await client(`PATCH ${API}/views/${id}`, { name: 'Late ones' })).status).toBe(200);
  expect((await mine(`GET ${API}/views/${id}`)).body).toMatchObject({ data: { name: 'Late ones', shared: true } });
  expect((await mine(`DELETE ${API}/views/${id}`)).status).toBe(200);
  expect(await seenBy(mine)).toEqual([]);
});

test('read access is enough for private views; sharing one, or changing a shared one, requires write access', async () => {
  const { url } = await world.serve();
  const key = await tenant.key('read');
  const [reader, writer] = [clientOf(url, key), clientOf(url, await tenant.key('write'))];
  const views = async () => ((await reader(`GET ${API}/views?list=own`)).body as { data: Made[] }).data;
  const needsWriting = [403, 'insufficient_scope', 'reports:write'];
  const refused = ({ status, body }: Awaited<ReturnType<Client>>) => {
    const { errors } = body as { errors: { code: string; details: { scope: string } }[] };
    return [status, errors[0]!.code, errors[0]!.details.scope];
  };
  expect(refused(await reader(`POST ${API}/views`, { name: 'Mine', list: 'own', shared: true }))).toEqual(needsWriting);
  expect(await views()).toEqual([]);
  const { id } = ((await reader(`POST ${API}/views`, { name: 'Mine', list: 'own' })).body as { data: Made }).data;
  expect(refused(await reader(`PATCH ${API}/views/${id}`, { shared: true }))).toEqual(needsWriting);
  const renamed = await askerOf(
    url,
    key,
  )(`mutation { updateView(id: "${id}", input: {name: "My own"}) { view { name shared } } }`);
  expect(renamed.data).toEqual({ updateView: { view: { name: 'My own', shared: false } } });
  const { id: shared } = (
    (await writer(`POST ${API}/views`, { name: 'Ours', list: 'own', shared: true })).body as { data: Made }
  ).data;
  expect(refused(await reader(`DELETE ${API}/views/${shared}`))).toEqual(needsWriting);
  expect(await views()).toMatchObject([
    { id: shared, name: 'Ours' },
    { id, name: 'My own', shared: false },
  ]);
  expect((await reader(`DELETE ${API}/views/${id}`)).status).toBe(200);
  // A key for another area cannot save a view here.
  expect(
    codes(await clientOf(url, await tenant.key('orders:read'))(`POST ${API}/views`, { name: 'X', list: 'own' })),
  ).toEqual([403, 'insufficient_scope']);
});

test('policies are found by the names of their variants, by category and by supplier', async () => {
  const { variant, location } = await makeStock(tenant, 1, { supplierId: (await makeSupplier(tenant)).id });
  const { id } = (await tenant.run(createInventoryPolicy, {
    variantId: variant.id,
    locationId: location.id,
    reorderPoint: 3,
    reorderQuantity: 5,
  })) as Made;
  const found = async (query: string) => ids((await get(`${API}/inventory_policies?${query}`)).data);
  const { supplier_id, product_id } = (await get(`${API}/variants?ids=${variant.id}`)).data[0] as never as {
    [name: string]: string;
  };
  await client(`PATCH ${API}/products/${product_id}`, { category: 'Found by it' });
  expect(await found(`q=${variant.sku.slice(1)}`)).toEqual([id]);
  expect(await found(`supplier_id=${supplier_id}`)).toEqual([id]);
  expect(await found('category=Found%20by%20it')).toEqual([id]);
  expect(await found(`category=Found%20by%20it&location_id=${NOBODY}`)).toEqual([]);
});

// ---- invalid requests ----

test.each([
  ['ids=', 'validation_failed ids[0]'],
  ['ids=nonsense', 'validation_failed ids[0]'],
  [`ids=${Array.from({ length: 201 }, () => NOBODY).join(',')}`, 'validation_failed ids'],
  ['numbers=', 'validation_failed numbers[0]'],
  ['statuses=pending,nowhere', 'validation_failed statuses[1]'],
  ['sort=color', 'validation_failed sort'],
  ['sort=created_at,name', 'validation_failed sort'],
  ['metadata=x', 'validation_failed metadata[0]'],
  [[1, 2, 3, 4, 5, 6].map(each => `metadata[k${each}]=1`).join('&'), 'validation_failed metadata'],
  ['metadata[]=1', 'validation_failed metadata[0].key'],
  ['metadata[a%00]=1', 'validation_failed metadata[0].key'],
  ['status[a]=1', 'unknown_field status[a]'],
])('GET /orders?%s is refused', async (query, problem) => {
  const reply = await client(`GET ${API}/orders?${query}`);
  expect(codes(reply).slice(0, 2)).toEqual([422, problem]);
});

test('a sort order together with a search is refused: a search has its own', async () => {
  expect(codes(await client(`GET ${API}/products?q=a&sort=name`))).toEqual([422, 'validation_failed sort']);
  const since = 'updated_since=2026-01-01T00:00:00Z';
  expect(codes(await client(`GET ${API}/inventory_levels?${since}&sort=created_at`))).toEqual([
    422,
    'validation_failed sort',
  ]);
  expect((await client(`GET ${API}/inventory_levels?q=a&sort=least_available`)).status).toBe(200);
});

test('a value that contains a comma is given by repeating the parameter', async () => {
  const [first, second] = [await makeVariant(tenant, { sku: 'A,B' }), await makeVariant(tenant, { sku: 'C' })];
  const found = await get(`${API}/variants?skus=${encodeURIComponent('A,B')}&skus=C`);
  expect(ids(found.data)).toEqual(ids([first, second]));
  expect(ids((await get(`${API}/variants?skus=C,D`)).data)).toEqual([second.id]);
});

test('a transfer matches both of its locations; a variant has the category of its product', async () => {
  const { data } = await get(`${API}/stock_transfers`);
  const [{ id, source_location_id: from, destination_location_id: to }] = data as [Row & Made];
  for (const end of [from, to])
    expect(ids((await get(`${API}/stock_transfers?location_ids=${String(end)}`)).data)).toContain(id);
  const variant = await makeVariant(tenant);
  await client(`PATCH ${API}/products/${String(variant['productId'])}`, { category: 'Tea' });
  expect(ids((await get(`${API}/variants?categories=Tea,Coffee`)).data)).toEqual([variant.id]);
});

// ---- metadata ----

test('metadata is matched exactly: texts, numbers and booleans, all pairs at once', async () => {
  const count = async (query: string) => (await get(`${API}/variants?${query}`)).data.length;
  expect(await count('metadata[color]=red')).toBe(2);
  expect(await count('metadata[color]=Red')).toBe(0);
  expect(await count('metadata[color]=re')).toBe(0);
  expect(await count('metadata[size]=2')).toBe(1);
  expect(await count('metadata[size]=2.0')).toBe(1);
  expect(await count('metadata[sold]=true')).toBe(1);
  expect(await count('metadata[color]=red&metadata[size]=0')).toBe(1);
  expect(await count('metadata[color]=red&metadata[size]=1')).toBe(0);
  expect(await count('metadata[color]=red&metadata[color]=blue')).toBe(0);
  expect(await count('metadata[nested]=a')).toBe(0);
  expect(await count('metadata[__proto__]=1')).toBe(0);
  const { data } = await ask(
    'query ($pairs: [MetadataPair!]) { variants(filter: {metadata: $pairs}) { totalCount } }',
    {
      pairs: [
        { key: 'color', value: 'red' },
        { key: 'size', value: 2 },
      ],
    },
  );
  expect(data).toEqual({ variants: { totalCount: 1 } });
  const { errors } = await ask('{ variants(filter: {metadata: [{key: "a", value: {b: 1}}]}) { totalCount } }');
  expect(errors![0]!.extensions).toMatchObject({ code: 'VALIDATION_FAILED' });
});

// ---- cost ----

test('two hundred values take as many statements as one', async () => {
  const many = Array.from({ length: 200 }, (_, index) => `SO-${String(index + 1).padStart(6, '0')}`);
  const one = await statementsOf(() => tenant.list(listOrders, { numbers: many.slice(0, 1) }));
  const all = await statementsOf(() => tenant.list(listOrders, { numbers: many }));
  expect(all.length).toBe(one.length);
  expect(all.length).toBeLessThanOrEqual(2);
});

test('the total of an unfiltered list comes with its page, and beyond its end from one more statement', async () => {
  const own = await world.tenant();
  for (let made = 0; made < 3; made += 1) await makeLocation(own);
  const read = async (page: number): Promise<[number, number, unknown]> => {
    let answer: Page | undefined;
    const statements = await statementsOf(async () => {
      answer = await own.list(listLocations, { perPage: 2, page });
    });
    return [statements.length, answer!.rows.length, answer!.total];
  };
  expect([await read(1), await read(2), await read(3)]).toEqual([
    [1, 2, 3],
    [1, 1, 3],
    [2, 0, 3],
  ]);
});

test('a cursor leads past the longest names, whatever they are made of', async () => {
  const own = await world.tenant();
  const names = ['\u0001', '"', '漢', 'é', 'a'].map(letter => `a${letter.repeat(198)}z`);
  for (const name of names) await makeSupplier(own, { name });
  const read: unknown[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await own.list(listSuppliers, { sort: 'name', perPage: 1, ...(cursor && { cursor }) });
    read.push(...page.rows.map(row => row['name']));
    cursor = page.nextCursor;
  }
  expect(new Set(read)).toEqual(new Set(names));
  expect(read).toHaveLength(names.length);
});

test('a page far into a list is the one that the cursor leads to, and what it passes over is not read', async () => {
  const own = await world.tenant();
  await sql`insert into suppliers (organization_id, id, created_at, updated_at, name, metadata)
    select ${own.id}, gen_random_uuid(), now(), now(), 'Supplier ' || n % 7, '{}'
    from generate_series(1, 1100) n`.execute(world.owner);
  await sql`vacuum analyze suppliers`.execute(world.owner);
  for (const sort of [undefined, 'name', '-created_at']) {
    const all: unknown[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await own.list(listSuppliers, { sort, perPage: 200, ...(cursor && { cursor }) });
      all.push(...page.rows);
      cursor = page.nextCursor;
    }
    let page: Page | undefined;
    const [text] = await statementsOf(async () => {
      page = await own.list(listSuppliers, { sort, perPage: 20, page: 53 });
    });
    expect([page!.total, page!.rows]).toEqual([1100, all.slice(1040, 1060)]);
    const plan = await sql<{ 'QUERY PLAN': string }>`${sql.raw(`explain (generic_plan) ${text}`)}`.execute(world.owner);
    const lines = plan.rows.map(row => row['QUERY PLAN']);
    // Only the ids are put in order; the rows of the page are looked up by them.
    const [first, limited] = [/InitPlan/, /Limit/].map(what => lines.findIndex(line => what.test(line)));
    expect(first).not.toBe(-1);
    expect(limited).toBeGreaterThan(first!);
  }
});

/** Organizations have so few of these, or so few new ones, that they are sorted when requested. */
const SORTED_WHEN_ASKED = [
  'reservations',
  'cycle_counts',
  'return_authorizations',
  'inventory_policies',
  'locations',
  'suppliers',
  'recipes',
  'production_batches',
  'waste_records',
  'webhook_subscriptions',
  'webhook_deliveries',
  'integrations',
  'api_keys',
  'saved_queries',
  'views',
];

test('long lists have an index for every sort order', async () => {
  const sorted: string[] = [];
  await world.database.system.transaction().execute(async db => {
    await sql`set local enable_sort = off`.execute(db);
    for (const [route, operation] of lists.filter(([each]) => !SORTED_WHEN_ASKED.includes(each.split('/')[1]!))) {
      const shape = shapeOf(operation.output);
      for (const [name, order] of Object.entries(ordersOf(shape.entity!))) {
        const { rows } = await sql<{ 'QUERY PLAN': string }>`
          explain select t.id from ${sql.table(shape.table!)} as t
            where t.organization_id = ${tenant.id} order by ${orderBy(order)} limit 50`.execute(db);
        if (rows.some(row => /(^|->)\s*Sort /.test(row['QUERY PLAN']))) sorted.push(`${route} ${name}`);
      }
    }
  });
  expectNone(
    sorted,
    `No index gives these orders. Give the entity one for each (as in src/domain/orders.ts), or name the path in SORTED_WHEN_ASKED
of this file if an organization has few of them.`,
  );
});

/** Filters without an index although there may be many rows, and why that does no harm. */
const READ_THROUGH: { readonly [filter: string]: string } = {
  'products metadata':
    'row-level security keeps an index on JSON from being used, so the rows of the organization are read',
  'variants metadata': 'as for products',
  'orders metadata': 'as for products',
  'purchase_orders metadata': 'as for products',
  'stock_transfers metadata': 'as for products',
};

/** The columns that rows are scanned for, by table. */
const readThrough = (plan: readonly string[]): [table: string, column: string][] => {
  let table = '';
  return plan.flatMap(line => {
    table = / on (\w+)/.exec(line)?.[1] ?? table;
    const [, condition] = /^\s*Filter: (.*)/.exec(line) ?? [];
    const columns = (condition ?? '').matchAll(/\(?(?:\w+\.)?(\w+)\)?(?:::\w+)? (?:=|>=|@>) /g);
    return [...columns].map(([, column]): [string, string] => [table, column!]);
  });
};

test('filters of long lists use an index, whatever the value', async () => {
  const few = [...SORTED_WHEN_ASKED, 'imports', 'recalls', 'replenishment_plans'];
  const { rows } = await sql<{ table: string; definition: string }>`
    select tablename as table, indexdef as definition from pg_indexes where schemaname = 'public'`.execute(world.owner);
  const isIndexed = ([table, column]: [string, string]) =>
    column === 'organization_id' ||
    rows.some(
      each =>
        each.table === table &&
        new RegExp(`using btree \\((organization_id, )?"?${column}"?[,)]`, 'i').test(each.definition),
    );
  const slow: string[] = [];
  for (const [route, operation] of lists) {
    const list = route.split('/')[1]!;
    if (few.includes(list)) continue;
    for (const [name, schema] of Object.entries(operation.input.shape)) {
      if (name in paging || ['sort', 'asOf', 'updatedSince', 'q'].includes(name)) continue;
      const value = fc.sample(bodyOf(schema as z.ZodType), { numRuns: 20, seed: 1 }).find(each => each !== undefined);
      const asked = await statementsOf(() => tenant.list(operation, { [name]: value }));
      const plans = await Promise.all(
        asked
          .filter(text => /^\s*select/.test(text))
          .map(text =>
            sql<{ 'QUERY PLAN': string }>`${sql.raw(`explain (generic_plan) ${text}`)}`.execute(world.owner),
          ),
      );
      const columns = plans.flatMap(plan => readThrough(plan.rows.map(row => row['QUERY PLAN'])));
      if (columns.some(each => !isIndexed(each))) slow.push(`${list} ${name}`);
    }
  }
  expectNone(
    slow.filter(each => !(each in READ_THROUGH)),
    `No index serves these filters. Give the entity one (as in src/domain/orders.ts), name the path in SORTED_WHEN_ASKED of this file
if an organization has few of them, or say in READ_THROUGH why it does no harm.`,
  );
  expect(Object.keys(READ_THROUGH).filter(each => !slow.includes(each))).toEqual([]);
});

/** Whether a plan reads the table in a join, rather than to look something up before or for each row. */
function isJoined(plan: readonly string[], table: string): boolean {
  const above: string[] = [];
  return plan.some(line => {
    const depth = line.search(/\S/);
    while (above.length > 0 && above.at(-1)!.search(/\S/) >= depth) above.pop();
    above.push(line);
    return new RegExp(` on ${table}\\b`).test(line) && !above.some(each => /^\s*(InitPlan|SubPlan) /.test(each));
  });
}

/** Compares a column of the list itself, so that the planner may go through the list in its order instead. */
const comparesOwn = (text: string): boolean =>
  /\bt\."?(sku|number|barcode_canonical)"? = /.test(text.replaceAll('"t"', 't'));

// The planner expects as many rows of one organization as all of them have with that SKU or number: of 500,000 levels
// it read every one, newest first, for the five of a SKU that a thousand other organizations had too.
test('lists look up first what a SKU, a barcode or a number stands for', async () => {
  const read: string[] = [];
  let asked = 0;
  for (const [route, operation] of lists) {
    for (const [name, value] of Object.entries({ sku: 'GREEN', barcode: '4006381333931', number: 'A-1' })) {
      for (const [filter, given] of Object.entries({ [name]: value, [`${name}s`]: [value, 'RED'] })) {
        if (!(filter in operation.input.shape)) continue;
        const texts = await statementsOf(() => tenant.list(operation, { [filter]: given }));
        for (const text of texts.filter(
          each => /^\s*select/.test(each) && /\b(sku|number|barcode_canonical)\b/.test(each),
        )) {
          const { rows } = await sql<{ 'QUERY PLAN': string }>`${sql.raw(`explain (generic_plan) ${text}`)}`.execute(
            world.owner,
          );
          asked += 1;
          const plan = rows.map(row => row['QUERY PLAN']);
          if (comparesOwn(text) || isJoined(plan, 'variants v(_\\d+)?')) read.push(`${route} ${filter}: ${text}`);
        }
      }
    }
  }
  expect(read).toEqual([]);
  expect(asked).toBeGreaterThan(20);
});

// A connection keeps the plan for an average organization once it has planned five times: of a thousand organizations
// beside it, the large one was read in nested loops, 700,000 buffers instead of 8,000.
test('what is computed from all of an organization is planned for it', async () => {
  const composed = Object.entries(routes).filter(
    ([route, operation]) =>
      /^GET [^:]+$/.test(route) &&
      // Every page of the web app asks for them: they are not planned each time.
      route !== 'GET /notifications' &&
      operation.many &&
      !shapeOf(operation.output).entity &&
      operation.input.safeParse({}).success,
  );
  const kept: string[] = [];
  let asked = 0;
  for (const [route, operation] of composed) {
    for (const text of await statementsOf(() => tenant.list(operation, {}))) {
      if (!/\bover \(\)|\ball_rows\b/.test(text)) continue;
      asked += 1;
      if (!text.includes(PLANNED_FOR_ITS_VALUES)) kept.push(`${route}: ${text}`);
    }
  }
  expect(kept).toEqual([]);
  expect(asked).toBeGreaterThan(5);
});

test('a cursor is refused by every other list, and by its own with another filter', async () => {
  const some = await Promise.all(
    lists.map(async ([route]) => ({
      path: pathOf(route),
      cursor: (await get(`${pathOf(route)}?per_page=1`)).meta.next_cursor,
    })),
  );
  const issued = some.filter(({ cursor }) => cursor !== null);
  expect(issued.length).toBeGreaterThan(10);
  const strangers = lists.flatMap(([route], at) => {
    const { path, cursor } = issued[at % issued.length]!;
    const own = `${path}?ids=${NOBODY}&cursor=${cursor}`;
    return [
      own,
      `${pathOf(route)}?cursor=${issued.find(each => each.path !== pathOf(route) && each !== issued[at])!.cursor}`,
    ];
  });
  for (const path of strangers)
    expect([path, ...codes(await client(`GET ${path}`))]).toEqual([path, 422, 'validation_failed cursor']);
  for (const { path, cursor } of issued) await get(`${path}?per_page=2&cursor=${cursor}`);
  const over = await ask(
    `{ products(first: 1, after: "${issued.find(({ path }) => !path.endsWith('products'))!.cursor}") { nodes { id } } }`,
  );
  expect(over.errors).toMatchObject([{ extensions: { code: 'VALIDATION_FAILED', field: 'after' } }]);
});
