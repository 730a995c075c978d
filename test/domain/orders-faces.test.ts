import { beforeAll, expect, test } from '@jest/globals';
import { listOrders } from '../../src/domain/orders.ts';
import { listLedger } from '../../src/domain/stock/ledger.ts';
import { TRIES_MAX } from '../support/documents.ts';
import { type Client, clientOf, codes, type Reply } from '../support/http.ts';
import { adjust, makeOrder, makeStock, makeVariant } from '../support/make.ts';
import { serveOver, statementsOf, type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();
let tenant: Tenant;
let url: string;
let key: string;
let client: Client;

beforeAll(async () => {
  tenant = await world.tenant();
  key = await tenant.key('write');
  url = (await world.serve()).url;
  client = clientOf(url, key);
});

const data = ({ body }: Reply) => body.data as { id: string; [field: string]: unknown };
const orderBody = async (quantity = 1) => {
  const { variant, location } = await makeStock(tenant, 10);
  return { location_id: location.id, items: [{ sku: variant.sku, quantity }] };
};

async function ask(query: string): Promise<{ data: { [field: string]: never }; errors?: unknown[] }> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ query }),
  });
  return (await response.json()) as never;
}

test('the documented flow over REST: create, reserve, fulfill, read', async () => {
  const body = await orderBody(2);
  const created = await client('POST /api/v1/orders', body);
  const path = `/api/v1/orders/${data(created).id}`;
  expect([created.status, created.headers.get('location')]).toEqual([201, path]);
  expect(data(created)).toMatchObject({
    status: 'pending',
    location_id: body.location_id,
    items: [{ sku: body.items[0]!.sku, quantity: 2, quantity_reserved: 0 }],
    reservation_expires_at: null,
  });
  expect(await client(`POST ${path}/reserve`)).toMatchObject({
    status: 200,
    body: { data: { status: 'reserved', items: [{ quantity_reserved: 2 }] } },
  });
  expect(await client(`POST ${path}/reserve`)).toMatchObject({ status: 200 });
  const fulfilled = await client(`POST ${path}/fulfill`, {});
  expect(fulfilled).toMatchObject({
    status: 200,
    body: { data: { status: 'fulfilled', items: [{ quantity_fulfilled: 2, quantity_reserved: 0 }] } },
  });
  expect((await client(`GET ${path}`)).text).toBe(fulfilled.text);
  expect(codes(await client(`POST ${path}/cancel`))).toEqual([409, 'invalid_state status']);
  expect((await client(`POST ${path}/cancel`)).body.errors).toMatchObject([
    { details: { status: 'fulfilled', allowed_from: ['pending', 'reserved'] } },
  ]);
});

test('reserving again with another end changes nothing, and says so; PATCH changes it', async () => {
  const order = data(await client('POST /api/v1/orders', await orderBody(2)));
  const path = `/api/v1/orders/${order.id}`;
  const until = (year: number) => ({ reservation_expires_at: `${year}-01-01T00:00:00.000Z` });
  expect((await client(`POST ${path}/reserve`, until(2998))).body).not.toHaveProperty('warnings');
  expect((await client(`POST ${path}/reserve`, until(2998))).body).not.toHaveProperty('warnings');
  expect((await client(`POST ${path}/reserve`)).body).not.toHaveProperty('warnings');
  expect((await client(`POST ${path}/reserve`, until(2999))).body).toMatchObject({
    data: until(2998),
    warnings: [{ code: 'left_unchanged', field: 'reservation_expires_at' }],
  });
  expect(await client(`PATCH ${path}`, until(2999))).toMatchObject({
    status: 200,
    body: { data: { status: 'reserved', ...until(2999) } },
  });
  expect(
    await ask(
      `mutation { updateOrder(id: "${order.id}", input: { reservationExpiresAt: null }) {
            order { status reservationExpiresAt } } }`,
    ),
  ).toEqual({ data: { updateOrder: { order: { status: 'RESERVED', reservationExpiresAt: null } } } });
});

test('a body may be wrapped, and problems have their REST paths', async () => {
  const body = await orderBody();
  expect((await client('POST /api/v1/orders', { order: body })).status).toBe(201);
  expect(
    codes(
      await client('POST /api/v1/orders', {
        order: {
          ...body,
          items: [
            { variant_id: '019f0000-0000-7000-8000-00000000dead', quantity: 1 },
            { sku: 'x', quantity: 0, unit_price: -1 },
          ],
        },
      }),
    ),
  ).toEqual([422, 'validation_failed items[1].quantity', 'validation_failed items[1].unit_price']);
  const order = data(await client('POST /api/v1/orders', { ...body, items: [{ ...body.items[0], quantity: 11 }] }));
  const short = await client(`POST /api/v1/orders/${order.id}/fulfill`);
  expect(codes(short)).toEqual([422, 'insufficient_stock items[0].quantity']);
  expect(short.body.errors).toMatchObject([
    { details: { sku: body.items[0]!.sku, location_id: body.location_id, requested: 11, available: 10 } },
  ]);
});

test('create, fulfill and cancel repeated with the same key return the same bytes and have no further effect', async () => {
  const body = await orderBody();
  const keyed = { 'idempotency-key': 'order-123' };
  const created = await client('POST /api/v1/orders', body, keyed);
  const repeated = await client('POST /api/v1/orders', { items: body.items, location_id: body.location_id }, keyed);
  expect([
    repeated.status,
    repeated.text,
    repeated.headers.get('idempotent-replayed'),
    repeated.headers.get('location'),
  ]).toEqual([201, created.text, 'true', created.headers.get('location')]);
  expect(created.headers.get('idempotent-replayed')).toBeNull();
  expect(codes(await client('POST /api/v1/orders', { ...body, notes: 'Another.' }, keyed))).toEqual([
    422,
    'idempotency_key_reused',
  ]);
  expect((await tenant.list(listOrders, { locationId: body.location_id })).rows).toHaveLength(1);

  const path = `/api/v1/orders/${data(created).id}`;
  const fulfilled = await client(`POST ${path}/fulfill`, undefined, keyed);
  expect([fulfilled.status, (await client(`POST ${path}/fulfill`, undefined, keyed)).text]).toEqual([
    200,
    fulfilled.text,
  ]);
  expect(codes(await client(`POST ${path}/fulfill`, undefined, { 'idempotency-key': 'another' }))).toEqual([
    409,
    'invalid_state status',
  ]);
  expect((await tenant.list(listLedger, { referenceId: data(created).id })).rows).toHaveLength(1);

  const refused = await client(`POST ${path}/cancel`, undefined, keyed);
  const again = await client(`POST ${path}/cancel`, undefined, keyed);
  expect([refused.status, again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([
    409,
    409,
    refused.text,
    'true',
  ]);
});

test('64 copies of one create and one fulfill at once, over two servers: one effect, one response', async () => {
  const second = await serveOver(await world.second());
  try {
    const clients = [client, clientOf(second.url, key)];
    const body = await orderBody();
    const copy = async (index: number, methodAndPath: string, given?: object, tries = TRIES_MAX): Promise<Reply> => {
      const reply = await clients[index % 2]!(methodAndPath, given, { 'idempotency-key': 'copies' });
      // Both mean that the machine is busy and that a client should retry.
      return tries > 1 && ['unavailable', 'idempotency_in_progress'].includes(reply.body.errors?.[0]?.code ?? '')
        ? copy(index + 1, methodAndPath, given, tries - 1)
        : reply;
    };
    const copies = (methodAndPath: string, given?: object) =>
      Promise.all(Array.from({ length: 64 }, (_, index) => copy(index, methodAndPath, given)));
    const created = await copies('POST /api/v1/orders', body);
    expect([...new Set(created.map(({ status, text }) => `${status} ${text}`))]).toHaveLength(1);
    expect(created.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    const fulfilled = await copies(`POST /api/v1/orders/${data(created[0]!).id}/fulfill`);
    expect([...new Set(fulfilled.map(({ status, text }) => `${status} ${text}`))]).toHaveLength(1);
    expect(fulfilled[0]!.status).toBe(200);
    expect((await tenant.list(listOrders, { locationId: body.location_id })).rows).toHaveLength(1);
    expect((await tenant.list(listLedger, { referenceId: data(created[0]!).id })).rows).toHaveLength(1);
  } finally {
    await second.app.close();
  }
});

test('GraphQL does the same', async () => {
  const { variant, location } = await makeStock(tenant, 10);
  const create = `mutation { createOrder(input: {locationId: "${location.id}",
          items: [{sku: "${variant.sku}", quantity: 2}], metadata: {a_b: 1}}, idempotencyKey: "g") {
    order { id number status metadata location { name } items {
              sku quantity quantityReserved variant { sku product { name } } } } } }`;
  const created = await ask(create);
  expect(created).toMatchObject({
    data: {
      createOrder: {
        order: {
          status: 'PENDING',
          metadata: { a_b: 1 },
          location: { name: location['name'] },
          items: [{ quantity: 2, variant: { sku: variant.sku, product: { name: expect.any(String) } } }],
        },
      },
    },
  });
  expect(await ask(create)).toEqual(created);
  const { id } = (created.data['createOrder'] as never as { order: { id: string } }).order;
  expect(await ask(`mutation { reserveOrder(id: "${id}") { order { status items { quantityReserved } } } }`)).toEqual({
    data: { reserveOrder: { order: { status: 'RESERVED', items: [{ quantityReserved: 2 }] } } },
  });
  expect(
    await ask(
      `mutation {
          fulfillOrder(id: "${id}", input: {items: [{sku: "${variant.sku}", quantity: 1}]}) { order { status } } }`,
    ),
  ).toEqual({ data: { fulfillOrder: { order: { status: 'PARTIALLY_FULFILLED' } } } });
  expect(await ask(`mutation { cancelOrder(id: "${id}") { order { status } } }`)).toMatchObject({
    errors: [{ extensions: { code: 'INVALID_STATE', field: 'status', details: { status: 'partially_fulfilled' } } }],
  });
  expect(
    await ask(
      `{ order(id: "${id}") { status } orders(filter: {status: PARTIALLY_FULFILLED, sku: "${variant.sku}"}) { totalCount nodes { id } } }`,
    ),
  ).toEqual({
    data: { order: { status: 'PARTIALLY_FULFILLED' }, orders: { totalCount: 1, nodes: [{ id }] } },
  });
});

test('orders with items, variants, products and location take the same number of statements however many there are', async () => {
  const fresh = await world.tenant();
  const bearer = await fresh.key();
  const query =
    '{ orders(first: 50) { nodes { number location { name } items { sku variant { sku product { name } } } } } }';
  const get = () =>
    fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ query }),
    }).then(answer => answer.json());
  for (let count = 0; count < 2; count += 1) await makeOrder(fresh);
  await get();
  const few = await statementsOf(get);
  for (let count = 0; count < 10; count += 1) await makeOrder(fresh, { quantities: [1, 2, 3] });
  const many = await statementsOf(get);
  expect(many).toHaveLength(few.length);
  expect(many.filter(text => text.includes('select'))).toHaveLength(5);
});

test('a key for orders is allowed to do all this, a read-only key is not', async () => {
  const body = await orderBody();
  const [orders, reading, purchasing] = [
    await tenant.key('orders:write'),
    await tenant.key('orders:read'),
    await tenant.key('purchasing:write'),
  ];
  const created = await clientOf(url, orders)('POST /api/v1/orders', body);
  expect(created.status).toBe(201);
  expect((await clientOf(url, orders)(`POST /api/v1/orders/${data(created).id}/cancel`)).status).toBe(200);
  expect((await clientOf(url, reading)('GET /api/v1/orders')).status).toBe(200);
  expect(codes(await clientOf(url, reading)('POST /api/v1/orders', body))).toEqual([403, 'insufficient_scope']);
  expect(codes(await clientOf(url, purchasing)(`GET /api/v1/orders/${data(created).id}`))).toEqual([
    403,
    'insufficient_scope',
  ]);
});

test('quantities stay exact', async () => {
  const variant = await makeVariant(tenant);
  const { location } = await makeStock(tenant, 1);
  await adjust(tenant, variant, location, 0.3);
  const order = data(
    await client('POST /api/v1/orders', {
      location_id: location.id,
      items: [
        { sku: variant.sku, quantity: 0.1 },
        { sku: variant.sku, quantity: 0.2 },
      ],
    }),
  );
  expect(await client(`POST /api/v1/orders/${order.id}/fulfill`)).toMatchObject({
    status: 200,
    body: { data: { items: [{ quantity_fulfilled: 0.1 }, { quantity_fulfilled: 0.2 }] } },
  });
});
