import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createInventoryPolicy } from '../../src/domain/inventory-policies.ts';
import { updateProduct } from '../../src/domain/products.ts';
import { receivePurchaseOrder } from '../../src/domain/purchase-order-receipts.ts';
import { createPurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { receiveStockTransfer } from '../../src/domain/stock-transfer-receipts.ts';
import { createStockTransfer, shipStockTransfer } from '../../src/domain/stock-transfers.ts';
import { listEvents } from '../../src/events/feed.ts';
import { type Client, clientOf, codes } from '../support/http.ts';
import { follow, sequenced, until } from '../support/live.ts';
import { adjust, makeLocation, makeOrder, makeStock } from '../support/make.ts';
import { statementsOf, type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();
let url: string;

beforeAll(async () => {
  url = (await world.serve()).url;
});

interface Told {
  id: string;
  type: string;
  position: number;
  epoch: string;
  data: { [field: string]: unknown };
}

async function reader(tenant: Tenant): Promise<Client> {
  await sequenced(world.database.system, tenant);
  return clientOf(url, await tenant.key('read'));
}

test('the log is read in ascending order, after a position, by type, in pages', async () => {
  const tenant = await world.tenant();
  await makeOrder(tenant, { status: 'fulfilled' });
  const client = await reader(tenant);
  const all = (await client('GET /api/v1/events')).body.data as Told[];
  expect(all.map(({ position }) => position)).toEqual(all.map((_, index) => index + 1));
  expect(all.map(({ type }) => type)).toEqual([
    'location.created',
    ...['product.created', 'variant.created', 'inventory.updated'],
    ...['product.created', 'variant.created', 'inventory.updated'],
    'order.created',
    'inventory.updated',
    'inventory.updated',
    'order.fulfilled',
  ]);
  const [created, fulfilled] = [all[7], all[10]];
  expect(created).toMatchObject({
    epoch: expect.stringMatching(/^[0-9a-f]{8}$/),
    api_version: 'v1',
    organization_id: tenant.id,
    data: { status: 'pending', items: [{ quantity: 4 }, { quantity: 6 }] },
  });
  const later = await client('GET /api/v1/events?after=2&types=order.created,order.fulfilled&per_page=1');
  expect([later.body.data, later.body.meta]).toEqual([
    [created],
    { page: 1, per_page: 1, next_cursor: expect.any(String) },
  ]);
  const next = await client(
    `GET /api/v1/events?after=2&types=order.created,order.fulfilled&per_page=1&cursor=${String(later.body.meta!['next_cursor'])}`,
  );
  expect(next.body.data).toEqual([fulfilled]);
  expect(codes(await client('GET /api/v1/events?types=order.lost'))).toEqual([422, 'validation_failed types[0]']);
  expect(codes(await client('GET /api/v1/events?after=-1'))).toEqual([422, 'validation_failed after']);
});

test('how many events there are is known from their positions: they are not counted, unless by type', async () => {
  const tenant = await world.tenant();
  await makeStock(tenant, 10);
  await sequenced(world.database.system, tenant);
  const all = (await tenant.list(listEvents)).rows.length;
  const own = (await tenant.list(listEvents, { types: ['location.created'] })).total;
  for (const [input, total] of [
    [{ perPage: 1 }, all],
    [{ perPage: 1, page: all + 1 }, all],
    [{ perPage: 1, page: 2, types: ['location.created'] }, own],
  ] as const) {
    let read: number | undefined;
    const statements = await statementsOf(async () => void (read = (await tenant.list(listEvents, input)).total));
    expect([read, statements.some(text => text.includes('count('))]).toEqual([total, 'types' in input]);
  }
});

test('GraphQL returns the same log', async () => {
  const tenant = await world.tenant();
  await makeStock(tenant, 3);
  const rest = (await (await reader(tenant))('GET /api/v1/events?types=inventory.updated')).body.data as Told[];
  const body = JSON.stringify({
    query: '{ events(filter: {after: 0, types: ["inventory.updated"]}, first: 5) { nodes { id type position data } } }',
  });
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await tenant.key('read')}` },
    body,
  });
  expect(await response.json()).toEqual({
    data: { events: { nodes: rest.map(({ id, type, position, data }) => ({ id, type, position, data })) } },
  });
});

test('each kind of document has its subscription, replayed and live', async () => {
  const tenant = await world.tenant();
  const key = await tenant.key('read');
  const document = '{ position type data { id status } }';
  const created = follow<Told>(url, key, 'orderCreated(after: 0)', document);
  const fulfilled = follow<Told>(url, key, 'orderFulfilled(after: 0)', document);
  const transfers = follow<Told>(url, key, 'transferReceived(after: 0)', document);
  const purchases = follow<Told>(url, key, 'purchaseOrderReceived(after: 0)', document);
  const some = follow<Told>(
    url,
    key,
    'events(types: ["transfer.received", "order.created"], after: 0)',
    '{ position type data }',
  );

  const { order, variants, location } = await makeOrder(tenant, { status: 'fulfilled', quantities: [2] });
  const destination = await makeLocation(tenant);
  const items = [{ sku: variants[0]!.sku, quantity: 1 }];
  const transfer = await tenant.run(createStockTransfer, {
    sourceLocationId: location.id,
    destinationLocationId: destination.id,
    items,
  });
  await tenant.run(shipStockTransfer, { id: transfer['id'] });
  await tenant.run(receiveStockTransfer, { id: transfer['id'] });
  const purchase = await tenant.run(createPurchaseOrder, { locationId: location.id, items });
  await tenant.run(receivePurchaseOrder, { id: purchase['id'] });

  await until(
    () => [created, fulfilled, transfers, purchases].every(({ seen }) => seen.length === 1) && some.seen.length === 2,
  );
  expect(created.seen[0]!.data).toEqual({ id: order.id, status: 'PENDING' });
  expect(fulfilled.seen[0]!.data).toEqual({ id: order.id, status: 'FULFILLED' });
  expect(transfers.seen[0]!.data).toEqual({ id: transfer['id'], status: 'RECEIVED' });
  expect(purchases.seen[0]!.data).toEqual({ id: purchase['id'], status: 'RECEIVED' });
  expect(some.seen.map(({ type, data }) => [type, data['id']])).toEqual([
    ['order.created', order.id],
    ['transfer.received', transfer['id']],
  ]);
  for (const each of [created, fulfilled, transfers, purchases, some]) each.stop();
});

test('low stock is reported once, when it becomes low, and again after it recovered', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  await tenant.run(createInventoryPolicy, {
    sku: variant.sku,
    locationId: location.id,
    reorderPoint: 5,
    reorderQuantity: 20,
  });
  const low = follow<Told>(
    url,
    await tenant.key('read'),
    'lowStock(after: 0)',
    '{ type data { sku quantityAvailable reorderPoint shortage suggestedOrderQuantity location { id } } }',
  );
  const change = async (quantity: number) => {
    await adjust(tenant, variant, location, quantity);
    await sequenced(world.database.system, tenant);
  };
  await change(-5);
  await change(-1);
  await change(-1);
  await change(7);
  await change(-9);
  await until(() => low.seen.length === 2);
  const row = (available: number) => ({
    sku: variant.sku,
    quantityAvailable: available,
    reorderPoint: 5,
    shortage: 5 - available,
    suggestedOrderQuantity: 20,
    location: { id: location.id },
  });
  expect(low.seen.map(({ data }) => data)).toEqual([row(4), row(1)]);
  low.stop();
});

test('low stock is reported even while others write', async () => {
  const tenant = await world.tenant();
  await world.serve();
  const stocks = await Promise.all(Array.from({ length: 40 }, () => makeStock(tenant, 10)));
  for (const { variant, location } of stocks)
    await tenant.run(createInventoryPolicy, {
      sku: variant.sku,
      locationId: location.id,
      reorderPoint: 5,
      reorderQuantity: 20,
    });
  await Promise.all(stocks.map(({ variant, location }) => adjust(tenant, variant, location, -6)));
  const low = async () =>
    (
      await sql`select 1 from events
        where organization_id = ${tenant.id} and type = 'inventory.low_stock' and position is not null`.execute(
        world.database.system,
      )
    ).rows.length;
  await until(async () => (await low()) === 40);
});

test('what is not sold any more is not announced as low', async () => {
  const tenant = await world.tenant();
  await world.serve();
  const [dropped, kept] = [await makeStock(tenant, 10), await makeStock(tenant, 10)];
  for (const { variant, location } of [dropped, kept]) {
    const terms = { reorderPoint: 5, reorderQuantity: 20 };
    await tenant.run(createInventoryPolicy, { sku: variant.sku, locationId: location.id, ...terms });
  }
  await tenant.run(updateProduct, { id: dropped.variant['productId'], status: 'archived' });
  for (const { variant, location } of [dropped, kept]) await adjust(tenant, variant, location, -6);
  const announced = async () =>
    (
      await sql<{
        sku: string;
      }>`select data ->> 'sku' as sku from events
        where organization_id = ${tenant.id} and type = 'inventory.low_stock' and position is not null`.execute(
        world.database.system,
      )
    ).rows.map(({ sku }) => sku);
  await until(async () => (await announced()).includes(kept.variant.sku));
  expect(await announced()).toEqual([kept.variant.sku]);
});

test('a subscription requires the scope of its events', async () => {
  const tenant = await world.tenant();
  const key = await tenant.key('orders:read');
  expect(await follow(url, key, 'transferReceived', '{ position }').ended).toMatchObject([
    { extensions: { code: 'INSUFFICIENT_SCOPE' } },
  ]);
  expect(await follow(url, key, 'events(types: ["transfer.received"])', '{ position }').ended).toMatchObject([
    { extensions: { code: 'INSUFFICIENT_SCOPE' } },
  ]);
  expect(await follow(url, await tenant.key('webhooks:read'), 'events', '{ position }').ended).toMatchObject([
    { extensions: { code: 'INSUFFICIENT_SCOPE' } },
  ]);
  expect(
    await follow(url, await tenant.key('read'), 'events(types: ["order.lost"])', '{ position }').ended,
  ).toMatchObject([{ extensions: { code: 'VALIDATION_FAILED', field: 'types[0]' } }]);
});

test.each([
  ['events(types: [])', 'types'],
  ['inventoryUpdated(skus: [])', 'skus'],
  ['inventoryUpdated(locationIds: [])', 'locationIds'],
  ['inventoryUpdated(locationIds: ["Berlin"])', 'locationIds[0]'],
  ['orderCreated(after: -1)', 'after'],
])('the subscription %s is refused like the list: it would wait for nothing', async (field, at) => {
  const { ended } = follow(url, await (await world.tenant()).key('read'), field, '{ position }');
  expect(await ended).toMatchObject([{ extensions: { code: 'VALIDATION_FAILED', field: at } }]);
});

test('a subscription finds a location by its id in any case, and a SKU with spaces around it', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 1);
  const asked = `inventoryUpdated(after: 0, locationIds: ["${location.id.toUpperCase()}"], skus: [" ${variant.sku} "])`;
  const told = follow(url, await tenant.key('read'), asked, '{ position }');
  await until(() => told.seen.length === 1);
  told.stop();
});

test('events are only shown to those who may read what they are about', async () => {
  const tenant = await world.tenant();
  await makeOrder(tenant, { status: 'fulfilled' });
  await sequenced(world.database.system, tenant);
  const asking = async (...scopes: Parameters<Tenant['key']>) => clientOf(url, await tenant.key(...scopes));
  const types = async (...scopes: Parameters<Tenant['key']>) => {
    const { body } = await (await asking(...scopes))('GET /api/v1/events');
    return [...new Set((body.data as Told[]).map(({ type }) => type))].sort();
  };
  expect(await types('orders:read')).toEqual(['order.created', 'order.fulfilled']);
  expect(await types('inventory:write')).toEqual(['inventory.updated']);
  expect(await types('transfers:read', 'webhooks:write')).toEqual([]);
  expect(await types('catalog:read')).toEqual(['location.created', 'product.created', 'variant.created']);
  expect((await (await asking('webhooks:read'))('GET /api/v1/events')).status).toBe(403);
  const named = await (await asking('orders:read'))('GET /api/v1/events?types=order.created,inventory.updated');
  expect([codes(named), named.body.errors![0]!.details]).toEqual([
    [403, 'insufficient_scope'],
    { scope: 'inventory:read' },
  ]);
  const live = follow<{ type: string }>(url, await tenant.key('orders:read'), 'events(after: 0)', '{ type }');
  await until(() => live.seen.length === 2);
  expect(live.seen.map(({ type }) => type)).toEqual(['order.created', 'order.fulfilled']);
  live.stop();
});

test('creating a webhook subscription, or changing its URL, requires the right to read what it delivers', async () => {
  const tenant = await world.tenant();
  const [narrow, wide] = await Promise.all([
    tenant.key('webhooks:write', 'orders:read'),
    tenant.key('webhooks:write', 'orders:read', 'inventory:read'),
  ]);
  const [asNarrow, asWide] = [clientOf(url, narrow), clientOf(url, wide)];
  const subscription = (...events: string[]) => ({ url: 'https://hooks.example.com/in', events });
  expect(codes(await asNarrow('POST /api/v1/webhook_subscriptions', subscription('inventory.updated')))).toEqual([
    403,
    'insufficient_scope',
  ]);
  const mine = await asNarrow('POST /api/v1/webhook_subscriptions', subscription('order.created'));
  expect(mine.status).toBe(201);
  const theirs = await asWide('POST /api/v1/webhook_subscriptions', subscription('inventory.updated'));
  const path = (answer: typeof theirs) => `PATCH /api/v1/webhook_subscriptions/${(answer.body.data as Told).id}`;
  expect((await asNarrow(path(theirs), { url: 'https://elsewhere.example.com' })).status).toBe(403);
  expect((await asNarrow(path(mine), { events: ['inventory.updated'] })).status).toBe(403);
  expect((await asNarrow(path(theirs), { active: false })).status).toBe(200);
  expect((await asNarrow(path(mine), { url: 'https://elsewhere.example.com' })).status).toBe(200);
});

test('a position beyond the last event is refused everywhere, with the last position', async () => {
  const tenant = await world.tenant();
  await makeStock(tenant, 3);
  const client = await reader(tenant);
  const head = ((await client('GET /api/v1/events')).body.data as Told[]).length;
  expect((await client(`GET /api/v1/events?after=${head}`)).body.data).toEqual([]);
  const ahead = await client(`GET /api/v1/events?after=${head + 1}`);
  expect([codes(ahead), ahead.body.errors![0]!.details]).toEqual([[422, 'cursor_ahead after'], { head }]);
  const key = await tenant.key('read');
  const query = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ query: '{ events(filter: {after: 1000}) { nodes { id } } }' }),
  });
  expect(await query.json()).toMatchObject({ errors: [{ extensions: { code: 'CURSOR_AHEAD', details: { head } } }] });
  for (const field of [`events(after: ${head + 1})`, `orderCreated(after: ${head + 1})`])
    expect(await follow(url, key, field, '{ position }').ended).toMatchObject([
      { extensions: { code: 'CURSOR_AHEAD', field: 'after', details: { head } } },
    ]);
});

test('reading up to the head of the log and following from there misses nothing', async () => {
  const [tenant, other] = await Promise.all([world.tenant(), world.tenant()]);
  const client = await reader(tenant);
  await sequenced(world.database.system, tenant);
  const before = (await client('GET /api/v1/events/head')).body.data as unknown as { position: number; epoch: string };
  await makeStock(other, 1);
  await makeStock(tenant, 3);
  await sequenced(world.database.system, tenant);
  const after = (await client('GET /api/v1/events/head')).body.data as unknown as { position: number };
  const missed = (await client(`GET /api/v1/events?after=${before.position}`)).body.data as Told[];
  expect(missed.map(({ position, epoch }) => [position, epoch])).toEqual(
    Array.from({ length: after.position - before.position }, (_, index) => [before.position + 1 + index, before.epoch]),
  );
  expect(missed.length).toBeGreaterThan(0);
  expect((await clientOf(url, await tenant.key('webhooks:read'))('GET /api/v1/events/head')).status).toBe(403);
});

test('the last position is known even when all events have been pruned', async () => {
  const tenant = await world.tenant();
  const { system } = world.database;
  await sql`insert into events (organization_id, id, type, occurred_at, data)
    values (${tenant.id}, gen_random_uuid(), 'order.updated', now(), '{}')`.execute(system);
  const client = await reader(tenant);
  await sql`delete from events where organization_id = ${tenant.id}`.execute(world.owner);
  const status = async (after: number) => (await client(`GET /api/v1/events?after=${after}`)).status;
  expect([await status(1), await status(2)]).toEqual([200, 422]);
});
