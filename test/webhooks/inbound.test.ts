import { createHmac, randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { openVault } from '../../src/database/vault.ts';
import { createInventoryAdjustment } from '../../src/domain/inventory-adjustments.ts';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import { createOrder, listOrders, reserveOrder } from '../../src/domain/orders.ts';
import { listReturnAuthorizations } from '../../src/domain/return-authorizations.ts';
import { listLedger } from '../../src/domain/stock/ledger.ts';
import { listInventoryLevels } from '../../src/domain/stock/levels.ts';
import { updateVariant } from '../../src/domain/variants.ts';
import { createIntegration, deleteIntegration, listIntegrations } from '../../src/webhooks/integrations.ts';
import { clientOf } from '../support/http.ts';
import { adjust, type Made, makeStock, makeVariant } from '../support/make.ts';
import { refusal, type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();
let url: string;

beforeAll(async () => {
  url = (await world.serve()).url;
});

const SECRET = 'hush, the shop';

interface Shop {
  tenant: Tenant;
  integration: Made;
  sku: string;
  variant: Made;
  location: Made;
  /** Posts as the platform does; returns status and body. */
  post(
    topic: string | undefined,
    payload: unknown,
    given?: { messageId?: string; secret?: string; id?: string },
  ): Promise<[number, { data?: { result: string }; errors?: { code: string; field: string | null }[] }]>;
}

async function openShop(): Promise<Shop> {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const integration = (await tenant.run(createIntegration, {
    kind: 'shopify',
    name: 'Shop',
    locationId: location.id,
    secret: SECRET,
  })) as Made;
  const post: Shop['post'] = async (
    topic,
    payload,
    { messageId = randomUUID(), secret = SECRET, id = integration.id } = {},
  ) => {
    const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
    const signature = createHmac('sha256', secret).update(body).digest('base64');
    const headers = {
      'content-type': 'application/json',
      'x-shopify-hmac-sha256': signature,
      ...(topic && { 'x-shopify-topic': topic }),
      ...(messageId && { 'x-shopify-webhook-id': messageId }),
    };
    const response = await fetch(`${url}/api/v1/integrations/${id}/webhook`, { method: 'POST', headers, body });
    return [response.status, (await response.json()) as never];
  };
  return { tenant, integration, sku: variant.sku, variant, location, post };
}

const orderOf = (sku: string, id = 820982911946154) => ({
  id,
  name: '#1001',
  line_items: [{ sku, quantity: 3, price: '19.90' }],
});

test('an order is created, fulfilled and returned by the real operations', async () => {
  const { tenant, integration, sku, location, post } = await openShop();
  const order = orderOf(sku);
  expect(await post('orders/create', order)).toEqual([200, { data: { result: 'applied' } }]);
  expect((await tenant.list(listOrders)).rows).toMatchObject([
    {
      status: 'pending',
      reference: String(order.id),
      locationId: location.id,
      items: [{ sku, quantity: 3, unitPrice: 19.9 }],
    },
  ]);
  expect(await post('orders/fulfilled', { id: order.id })).toEqual([200, { data: { result: 'applied' } }]);
  expect((await tenant.list(listOrders)).rows).toMatchObject([{ status: 'fulfilled' }]);
  const fulfilled = await tenant.list(listLedger, { entryType: 'order_fulfilled' });
  expect(fulfilled.rows).toMatchObject([{ actor: 'integration:Shop', actorId: integration.id, quantityChange: -3 }]);
  const refund = {
    id: 1,
    order_id: order.id,
    note: 'too small',
    refund_line_items: [{ quantity: 1, restock_type: 'return', line_item: { sku } }],
  };
  expect(await post('refunds/create', refund)).toEqual([200, { data: { result: 'applied' } }]);
  expect((await tenant.list(listReturnAuthorizations)).rows).toMatchObject([
    { status: 'pending', reason: 'too small', items: [{ sku, quantity: 1, condition: 'sellable' }] },
  ]);
});

test('a repeat has one effect, however many arrive at once', async () => {
  const { tenant, sku, post } = await openShop();
  const messageId = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => post('orders/create', orderOf(sku), { messageId })),
  );
  expect(answers.map(([status, { data }]) => `${status} ${data!.result}`).sort()).toEqual([
    '200 applied',
    ...Array.from({ length: 7 }, () => '200 repeated'),
  ]);
  expect((await tenant.list(listOrders)).rows).toHaveLength(1);
  expect((await post('orders/create', orderOf(sku)))[1]).toEqual({ data: { result: 'repeated' } });
});

test('the same signed bytes have one effect, under any id and topic: neither is signed', async () => {
  const { tenant, sku, post } = await openShop();
  const order = orderOf(sku);
  await post('orders/create', order);
  for (const topic of ['orders/cancelled', 'orders/fulfilled', 'orders/create'])
    expect(await post(topic, order)).toEqual([200, { data: { result: 'repeated' } }]);
  expect((await tenant.list(listOrders)).rows).toMatchObject([{ status: 'pending' }]);
  await post('orders/fulfilled', { id: order.id });
  const refund = { order_id: order.id, refund_line_items: [{ quantity: 1, line_item: { sku } }] };
  const answers = await Promise.all(Array.from({ length: 6 }, () => post('refunds/create', refund)));
  expect(answers.map(([status, { data }]) => `${status} ${data!.result}`).sort()).toEqual([
    '200 applied',
    ...Array.from({ length: 5 }, () => '200 repeated'),
  ]);
  expect((await tenant.list(listReturnAuthorizations)).rows).toHaveLength(1);
});

test('a result without change is remembered too, a refusal is not', async () => {
  const { tenant, sku, location, post } = await openShop();
  const order = orderOf(sku, 4711);
  await tenant.run(createOrder, { reference: '4711', locationId: location.id, items: [{ sku, quantity: 3 }] });
  expect((await post('orders/create', order))[1]).toEqual({ data: { result: 'repeated' } });
  expect((await post('orders/cancelled', order))[1]).toEqual({ data: { result: 'repeated' } });
  expect((await tenant.list(listOrders)).rows).toMatchObject([{ status: 'pending' }]);
  const refund = { order_id: 4711, refund_line_items: [{ quantity: 1, line_item: { sku } }] };
  expect(await post('refunds/create', refund)).toMatchObject([422, { errors: [{ code: 'return_exceeds_fulfilled' }] }]);
  await post('orders/fulfilled', { id: 4711 });
  expect((await post('refunds/create', refund))[1]).toEqual({ data: { result: 'applied' } });
});

test("a refusal names the path in the platform's payload, whichever lines were skipped", async () => {
  const { sku, post } = await openShop();
  const giftCard = { sku: '', quantity: 1, requires_shipping: false };
  const long = 'x'.repeat(101);
  const fields = async (topic: string, payload: object) => {
    const [status, { errors }] = await post(topic, payload);
    return [status, ...errors!.map(({ code, field }) => `${code} ${field}`)];
  };
  expect(
    await fields('orders/create', {
      id: 1,
      line_items: [giftCard, { sku, quantity: 1 }, { sku: 'UNKNOWN', quantity: 1 }],
    }),
  ).toEqual([422, 'reference_not_found line_items[2].sku']);
  expect(
    await fields('orders/create', {
      id: 1,
      line_items: [giftCard, { sku: long, quantity: 99_999_999_999_999, price: '12345678901' }],
    }),
  ).toEqual([422, 'validation_failed line_items[1].sku', 'validation_failed line_items[1].quantity']);
  expect(
    await fields('orders/create', { id: 1, name: 'x\0', note: 'x\0', line_items: [{ sku, quantity: 1 }] }),
  ).toEqual([422, 'validation_failed note', 'validation_failed name']);
  expect(await fields('orders/cancelled', { id: 404 })).toEqual([422, 'reference_not_found id']);
  await post('orders/create', { id: 2, line_items: [{ sku, quantity: 99 }] });
  expect(await fields('orders/fulfilled', { id: 2 })).toEqual([422, 'insufficient_stock id']);
  const returned = (lines: object[]) => fields('refunds/create', { order_id: 2, refund_line_items: lines });
  expect(
    await returned([
      { quantity: 1, restock_type: 'cancel', line_item: { sku } },
      { quantity: 7, line_item: { sku } },
    ]),
  ).toEqual([422, 'return_exceeds_fulfilled refund_line_items[1].quantity']);
  expect(
    await returned([
      { quantity: 0, line_item: { sku } },
      { quantity: 1, line_item: { sku: long } },
    ]),
  ).toEqual([422, 'validation_failed refund_line_items[1].line_item.sku']);
  expect(
    await fields('refunds/create', { order_id: 5, refund_line_items: [{ quantity: 1, line_item: { sku } }] }),
  ).toEqual([422, 'reference_not_found order_id']);
});

test('unsigned posts are limited by network address, signed ones by integration, independently', async () => {
  const limited = (await world.serve({ RATE_LIMIT_PER_MINUTE: '30' })).url;
  const [first, second] = [await openShop(), await openShop()];
  const posted = async (shop: Shop, secret: string, count: number) => {
    const body = '{"id":1}';
    const statuses: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const response = await fetch(`${limited}/api/v1/integrations/${shop.integration.id}/webhook`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
          'x-shopify-topic': 'customers/update',
          'x-shopify-webhook-id': randomUUID(),
        },
        body,
      });
      await response.text();
      statuses.push(response.status);
      if (response.status === 429) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    return Map.groupBy(statuses, status => status);
  };
  const unsigned = await posted(first, 'guessed', 40);
  expect([unsigned.get(401)?.length, unsigned.get(429)?.length]).toEqual([30, 10]);
  const signed = await posted(first, SECRET, 10);
  expect([signed.get(202)?.length, signed.get(429)?.length]).toEqual([5, 5]);
  expect([...(await posted(second, SECRET, 1)).keys()]).toEqual([202]);
});

test('a cancellation of an order of which some has left closes it short, once', async () => {
  const { tenant, sku, post } = await openShop();
  const order = orderOf(sku);
  await post('orders/create', order);
  const [{ id }] = (await tenant.list(listOrders)).rows as [{ id: string }];
  await tenant.run(fulfillOrder, { id, items: [{ sku, quantity: 1 }] });
  const result = (word: string) => [200, { data: { result: word } }];
  expect(await post('orders/cancelled', { id: order.id })).toEqual(result('applied'));
  expect(await post('orders/cancelled', { id: order.id, again: true })).toEqual(result('repeated'));
  expect((await tenant.list(listOrders)).rows).toMatchObject([
    { status: 'fulfilled', closedAt: expect.any(String), items: [{ quantity: 3, quantityFulfilled: 1 }] },
  ]);
});

/** An order of two items; what was shipped of each, by fulfillment. */
async function withTwo({ tenant, sku, location, post }: Shop) {
  const other = await makeVariant(tenant);
  await adjust(tenant, other, location, 10);
  const order = {
    ...orderOf(sku),
    line_items: [...orderOf(sku).line_items, { sku: other.sku, quantity: 2, price: '5.00' }],
  };
  await post('orders/create', order);
  const fulfilled = (...shipments: [string, number][]) => ({
    ...order,
    fulfillments: [
      ...shipments.map(([item, quantity]) => ({ status: 'success', line_items: [{ sku: item, quantity }] })),
      { status: 'cancelled', line_items: [{ sku: other.sku, quantity: 2 }] },
    ],
  });
  const state = async () => {
    const { rows } = await tenant.list(listOrders);
    const moved = await tenant.list(listLedger, { entryType: 'order_fulfilled' });
    return {
      status: rows[0]!['status'],
      isShort: rows[0]!['closedAt'] !== null,
      left: Object.fromEntries(
        [...Map.groupBy(moved.rows, row => row['sku'] as string)].map(([item, entries]) => [
          item,
          entries.reduce((sum, entry) => sum - (entry['quantityChange'] as number), 0),
        ]),
      ),
    };
  };
  const { id } = (await tenant.list(listOrders)).rows[0] as { id: string };
  return { id, other, fulfilled, state };
}

test('only what was shipped leaves the stock: what was removed or refunded before is cancelled', async () => {
  const shop = await openShop();
  const { id, other, fulfilled, state } = await withTwo(shop);
  await shop.tenant.run(reserveOrder, { id });
  const refund = { quantity: 2, restock_type: 'cancel', line_item: { sku: other.sku } };
  expect(await shop.post('refunds/create', { id: 1, order_id: orderOf('').id, refund_line_items: [refund] })).toEqual([
    202,
    { data: { result: 'ignored' } },
  ]);
  expect(await shop.post('orders/fulfilled', fulfilled([shop.sku, 1], [shop.sku, 2]))).toEqual([
    200,
    { data: { result: 'applied' } },
  ]);
  expect(await state()).toEqual({ status: 'fulfilled', isShort: true, left: { [shop.sku]: 3 } });
  const levels = await shop.tenant.list(listInventoryLevels, { variantId: other.id });
  expect(levels.rows).toMatchObject([{ quantityOnHand: 10, quantityReserved: 0 }]);
});

test('what has left already is not shipped again', async () => {
  const shop = await openShop();
  const { id, other, fulfilled, state } = await withTwo(shop);
  await shop.tenant.run(fulfillOrder, { id, items: [{ sku: shop.sku, quantity: 2 }] });
  await shop.post('orders/fulfilled', fulfilled([shop.sku, 3], [other.sku, 2]));
  expect(await state()).toEqual({ status: 'fulfilled', isShort: false, left: { [shop.sku]: 3, [other.sku]: 2 } });
});

test('if all that was shipped has left already, the rest is cancelled', async () => {
  const shop = await openShop();
  const { id, fulfilled, state } = await withTwo(shop);
  await shop.tenant.run(fulfillOrder, { id, items: [{ sku: shop.sku, quantity: 2 }] });
  await shop.post('orders/fulfilled', fulfilled([shop.sku, 2]));
  expect(await state()).toEqual({ status: 'fulfilled', isShort: true, left: { [shop.sku]: 2 } });
});

test('shipped goods that the order does not have are refused, and nothing leaves', async () => {
  const shop = await openShop();
  const { fulfilled, state } = await withTwo(shop);
  expect(await shop.post('orders/fulfilled', fulfilled([shop.sku, 1], ['ADDED-LATER', 1]))).toMatchObject([
    422,
    { errors: [{ code: 'reference_not_found', field: 'fulfillments' }] },
  ]);
  expect(await state()).toEqual({ status: 'pending', isShort: false, left: {} });
});

test('a refund without restocking of goods that have not left is no return', async () => {
  const { tenant, sku, post } = await openShop();
  await post('orders/create', orderOf(sku));
  const refund = (id: number) => ({
    id,
    order_id: orderOf(sku).id,
    refund_line_items: [{ quantity: 1, restock_type: 'no_restock', line_item: { sku } }],
  });
  expect(await post('refunds/create', refund(1))).toEqual([202, { data: { result: 'ignored' } }]);
  await post('orders/fulfilled', { id: orderOf(sku).id });
  expect(await post('refunds/create', refund(2))).toEqual([200, { data: { result: 'applied' } }]);
  expect((await tenant.list(listReturnAuthorizations)).rows).toMatchObject([
    { items: [{ quantity: 1, condition: 'discarded' }] },
  ]);
});

test("prices in another currency than the organization's are not taken for its own", async () => {
  const { tenant, sku, variant, post } = await openShop();
  // Nor is what the goods usually sell for: it is not what this customer paid.
  await tenant.run(updateVariant, { id: variant.id, unitPrice: 25 });
  await post('orders/create', { ...orderOf(sku, 1), currency: 'EUR' });
  await post('orders/create', { ...orderOf(sku, 2), currency: 'USD' });
  const { rows } = await tenant.list(listOrders, { sort: 'created_at' });
  expect(rows.map(row => (row['items'] as { unitPrice: unknown }[])[0]!.unitPrice)).toEqual([19.9, null]);
});

test('a repeated cancellation has one effect', async () => {
  const { tenant, sku, post } = await openShop();
  const order = orderOf(sku);
  await post('orders/create', order);
  expect(await post('orders/cancelled', { id: order.id })).toEqual([200, { data: { result: 'applied' } }]);
  expect(await post('orders/cancelled', { id: order.id, again: true })).toEqual([
    200,
    { data: { result: 'repeated' } },
  ]);
  expect((await tenant.list(listOrders)).rows).toMatchObject([{ status: 'cancelled' }]);
  expect(await post('orders/fulfilled', { id: order.id, late: true })).toMatchObject([
    422,
    { errors: [{ code: 'invalid_state', field: 'id' }] },
  ]);
});

test('202 for topics that are ignored', async () => {
  const { post, sku } = await openShop();
  expect(await post('customers/update', { id: 1 })).toEqual([202, { data: { result: 'ignored' } }]);
  expect(
    (
      await post('orders/create', { ...orderOf(sku), line_items: [{ sku: '', quantity: 1, requires_shipping: false }] })
    )[0],
  ).toBe(202);
});

test('400 for an unreadable body, even if signed', async () => {
  const { post, sku } = await openShop();
  expect(await post('orders/create', '{"id": ')).toMatchObject([400, { errors: [{ code: 'malformed_json' }] }]);
  expect((await post(undefined, orderOf(sku)))[0]).toBe(400);
  expect((await post('orders/create', orderOf(sku), { messageId: '' }))[0]).toBe(400);
});

test('405 for other methods than POST', async () => {
  const { integration } = await openShop();
  const response = await fetch(`${url}/api/v1/integrations/${integration.id}/webhook`);
  expect([
    response.status,
    response.headers.get('allow'),
    ((await response.json()) as { errors: { code: string }[] }).errors[0]!.code,
  ]).toEqual([405, 'POST', 'method_not_allowed']);
});

test('401 for a wrong signature and for an unknown integration, with the same message', async () => {
  const { post, sku, tenant, integration } = await openShop();
  const wrong = await post('orders/create', orderOf(sku), { secret: 'guessed' });
  expect(wrong).toMatchObject([401, { errors: [{ code: 'unauthenticated' }] }]);
  for (const id of ['nothing', randomUUID()]) expect(await post('orders/create', orderOf(sku), { id })).toEqual(wrong);
  await tenant.run(deleteIntegration, { id: integration.id });
  expect(await post('orders/create', orderOf(sku))).toEqual(wrong);
  expect((await tenant.list(listOrders)).rows).toEqual([]);
});

test('422 names what is in the way, leaves no trace, and is tried again when it is sent again', async () => {
  const { tenant, post, sku, location, variant } = await openShop();
  const order = { id: 77, line_items: [{ sku: 'UNKNOWN', quantity: 1 }] };
  expect(await post('orders/create', order)).toMatchObject([
    422,
    { errors: [{ code: 'reference_not_found', field: 'line_items[0].sku' }] },
  ]);
  expect((await tenant.list(listOrders)).rows).toEqual([]);
  await post('orders/create', { id: 78, line_items: [{ sku, quantity: 12 }] });
  const messageId = randomUUID();
  expect(await post('orders/fulfilled', { id: 78 }, { messageId })).toMatchObject([
    422,
    { errors: [{ code: 'insufficient_stock' }] },
  ]);
  await tenant.run(createInventoryAdjustment, { variantId: variant.id, locationId: location.id, quantityChange: 5 });
  expect(await post('orders/fulfilled', { id: 78 }, { messageId })).toEqual([200, { data: { result: 'applied' } }]);
});

test('the secret is never shown', async () => {
  const { tenant, integration } = await openShop();
  expect(JSON.stringify([integration, (await tenant.list(listIntegrations)).rows])).not.toContain('hush');
  expect(
    await refusal(
      tenant.run(createIntegration, { kind: 'shopify', name: 'Shop', locationId: randomUUID(), secret: 'x' }),
    ),
  ).toEqual([{ code: 'reference_not_found', field: 'locationId' }]);
});

test('a secret that cannot be decrypted is our fault: 503, to be retried', async () => {
  const { integration, sku, post } = await openShop();
  const sealed = openVault('postgres://owner:another@host/name').seal(SECRET, `integration ${integration.id}`);
  await sql`update integrations set sealed_secret = ${sealed} where id = ${integration.id}`.execute(
    world.database.system,
  );
  expect(await post('orders/create', orderOf(sku))).toEqual([
    503,
    { errors: [expect.objectContaining({ code: 'unavailable' })] },
  ]);
});

test('creating an integration requires the scopes of what it will do, and it has no others', async () => {
  const { tenant, location } = await openShop();
  const input = { kind: 'shopify', name: 'Shop', location_id: location.id, secret: SECRET };
  const answers: unknown[] = [];
  const SETS = [
    ['webhooks:write'],
    ['webhooks:write', 'orders:write'],
    ['webhooks:write', 'orders:write', 'returns:write'],
    ['orders:write', 'returns:write'],
    ['write'],
  ] as const;
  for (const scopes of SETS) {
    const answer = await clientOf(`${url}/api/v1`, await tenant.key(...scopes))('POST /integrations', input);
    answers.push([answer.status, answer.body.errors?.[0]?.details]);
  }
  expect(answers).toEqual([
    [403, { scope: 'orders:write' }],
    [403, { scope: 'returns:write' }],
    [201, undefined],
    [403, { scope: 'webhooks:write' }],
    [201, undefined],
  ]);
});

test('a message that was refused is shown on its integration, without what the order or the stock says', async () => {
  const { tenant, integration, sku, post } = await openShop();
  const shown = async () => (await tenant.list(listIntegrations)).rows[0]!['lastRefusal'];
  expect(await shown()).toBeNull();
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

  expect((await post('orders/create', orderOf('NOWHERE', 71)))[0]).toBe(422);
  const unknown = { topic: 'orders/create', reference: '71', code: 'reference_not_found', field: 'line_items[0].sku' };
  expect(await shown()).toEqual({ at, ...unknown });

  // Neither what is not signed, nor what is ignored or applied, changes it.
  expect((await post('orders/create', { id: 'x' }, { secret: 'wrong' }))[0]).toBe(401);
  expect((await post('shop/update', {}))[0]).toBe(202);
  expect((await post('orders/create', { ...orderOf(sku, 72), line_items: [{ sku, quantity: 11 }] }))[0]).toBe(200);
  expect(await shown()).toEqual({ at, ...unknown });

  expect((await post('orders/fulfilled', { id: 72 }))[0]).toBe(422);
  const short = { topic: 'orders/fulfilled', reference: '72', code: 'insufficient_stock', field: 'id' };
  expect(await shown()).toEqual({ at, ...short });

  expect((await post('orders/create', { id: 'x' }))[0]).toBe(422);
  expect(await shown()).toMatchObject({
    topic: 'orders/create',
    reference: null,
    code: 'validation_failed',
    field: 'id',
  });
  const { data } = (await clientOf(`${url}/api/v1`, await tenant.key('webhooks:read'))('GET /integrations')).body as {
    data: object[];
  };
  expect(data).toMatchObject([{ id: integration.id, last_refusal: { topic: 'orders/create', reference: null } }]);
});
