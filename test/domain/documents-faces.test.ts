import { beforeAll, expect, test } from '@jest/globals';
import { type Client, clientOf, codes, type Reply } from '../support/http.ts';
import { makeLocation, makeStock, makeSupplier } from '../support/make.ts';
import { type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();
let tenant: Tenant;
let url: string;
let key: string;
let client: Client;

beforeAll(async () => {
  tenant = await world.tenant();
  key = await tenant.key('write');
  url = (await world.serve()).url;
  client = clientOf(`${url}/api/v1`, key);
});

const data = ({ body }: Reply) => body.data as { id: string; [field: string]: unknown };

async function ask(
  query: string,
  variables: object = {},
): Promise<{ data: { [field: string]: unknown }; errors?: unknown[] }> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as never;
}

test('the documented flow of a purchase order over REST', async () => {
  const { variant, location } = await makeStock(tenant, 1);
  const supplier = await makeSupplier(tenant);
  const body = {
    location_id: location.id,
    supplier_id: supplier.id,
    expected_on: '2026-12-24',
    items: [{ sku: variant.sku, quantity: 10, unit_cost: 1.25 }],
  };
  const created = await client('POST /purchase_orders', { purchase_order: body }, { 'idempotency-key': 'po-1' });
  const path = `/purchase_orders/${data(created).id}`;
  expect([created.status, created.headers.get('location')]).toEqual([201, `/api/v1${path}`]);
  expect(data(created)).toMatchObject({
    status: 'submitted',
    supplier_id: supplier.id,
    expected_on: '2026-12-24',
    items: [{ quantity: 10, quantity_received: 0, unit_cost: 1.25 }],
  });
  const repeated = await client('POST /purchase_orders', { purchase_order: body }, { 'idempotency-key': 'po-1' });
  expect([repeated.status, repeated.text, repeated.headers.get('idempotent-replayed')]).toEqual([
    201,
    created.text,
    'true',
  ]);
  expect(codes(await client(`POST ${path}/receive`, { items: [{ sku: variant.sku, quantity: 11 }] }))).toEqual([
    422,
    'over_receipt items[0].quantity',
  ]);
  expect(await client(`POST ${path}/receive`)).toMatchObject({
    status: 200,
    body: { data: { status: 'received', items: [{ quantity_received: 10 }] } },
  });
  expect(codes(await client(`POST ${path}/cancel`))).toEqual([409, 'invalid_state status']);
  expect((await client(`GET /inventory_levels?sku=${variant.sku}`)).body.data).toMatchObject([
    { quantity_on_hand: 11, quantity_incoming: 0 },
  ]);
  expect((await client(`GET /purchase_orders?supplier_id=${supplier.id}&status=received`)).body.meta).toMatchObject({
    total: 1,
  });
});

test('the documented flow of a stock transfer over REST', async () => {
  const { variant, location } = await makeStock(tenant, 10);
  const destination = await makeLocation(tenant);
  const body = {
    source_location_id: location.id,
    destination_location_id: destination.id,
    items: [{ sku: variant.sku, quantity: 10 }],
  };
  const created = await client('POST /stock_transfers', { stock_transfer: body });
  const path = `/stock_transfers/${data(created).id}`;
  expect([created.status, created.headers.get('location')]).toEqual([201, `/api/v1${path}`]);
  expect(await client(`POST ${path}/ship`)).toMatchObject({
    status: 200,
    body: { data: { status: 'shipped', shipped_at: expect.any(String) } },
  });
  expect(codes(await client(`POST ${path}/cancel`))).toEqual([409, 'invalid_state status']);
  const received = await client(`POST ${path}/receive`, { items: [{ sku: variant.sku, quantity: 8 }], close: true });
  expect(received).toMatchObject({
    status: 200,
    body: { data: { status: 'received', items: [{ quantity: 10, quantity_received: 8, lots: [] }] } },
  });
  expect((await client(`GET ${path}`)).text).toBe(received.text);
});

test('the documented flow of a return authorization over REST', async () => {
  const { variant, location } = await makeStock(tenant, 10);
  const order = data(
    await client('POST /orders', { location_id: location.id, items: [{ sku: variant.sku, quantity: 5 }] }),
  );
  await client(`POST /orders/${order.id}/fulfill`);
  const item = { sku: variant.sku, quantity: 2, condition: 'sellable' };
  const created = await client('POST /return_authorizations', {
    return_authorization: { order_id: order.id, reason: 'Too small', items: [item] },
  });
  const path = `/return_authorizations/${data(created).id}`;
  expect([created.status, created.headers.get('location')]).toEqual([201, `/api/v1${path}`]);
  expect(codes(await client(`PATCH ${path}`, { return_authorization: { items: [{ ...item, quantity: 6 }] } }))).toEqual(
    [422, 'return_exceeds_fulfilled items[0].quantity'],
  );
  expect(
    await client(`PATCH ${path}`, { reason: 'Too large', items: [item, { ...item, condition: 'damaged' }] }),
  ).toMatchObject({
    status: 200,
    body: { data: { reason: 'Too large', items: [{ condition: 'sellable' }, { condition: 'damaged' }] } },
  });
  expect(await client(`POST ${path}/receive`)).toMatchObject({ status: 200, body: { data: { status: 'received' } } });
  expect(codes(await client(`PATCH ${path}`, { reason: 'Late' }))).toEqual([409, 'invalid_state status']);
  expect((await client(`GET /return_authorizations?order_id=${order.id}&status=received`)).body.meta).toMatchObject({
    total: 1,
  });
  const { data: asked } = await ask(
    `query ($id: ID!) { order(id: $id) { returnAuthorizations { status items { quantity condition } } } }`,
    { id: order.id },
  );
  expect(asked['order']).toEqual({
    returnAuthorizations: [
      {
        status: 'RECEIVED',
        items: [
          { quantity: 2, condition: 'SELLABLE' },
          { quantity: 2, condition: 'DAMAGED' },
        ],
      },
    ],
  });
});

test('the same over GraphQL', async () => {
  const { variant, location } = await makeStock(tenant, 10);
  const destination = await makeLocation(tenant);
  const purchased = await ask(
    `mutation ($input: CreatePurchaseOrderInput!) { createPurchaseOrder(input: $input) {
          purchaseOrder { id status items { sku variant { sku } } location { id } } } }`,
    {
      input: { locationId: location.id, status: 'DRAFT', items: [{ sku: variant.sku, quantity: 3 }] },
    },
  );
  const { purchaseOrder } = purchased.data['createPurchaseOrder'] as { purchaseOrder: { id: string } };
  expect(purchaseOrder).toMatchObject({
    status: 'DRAFT',
    items: [{ sku: variant.sku, variant: { sku: variant.sku } }],
    location: { id: location.id },
  });
  const receive = `mutation ($id: ID!, $input: ReceivePurchaseOrderInput) { receivePurchaseOrder(id: $id, input: $input,
        idempotencyKey: "once") { purchaseOrder { status items { quantityReceived } } } }`;
  const received = await ask(receive, { id: purchaseOrder.id, input: { items: [{ sku: variant.sku, quantity: 2 }] } });
  expect(received.data['receivePurchaseOrder']).toEqual({
    purchaseOrder: { status: 'PARTIALLY_RECEIVED', items: [{ quantityReceived: 2 }] },
  });
  const made = await ask(
    `mutation ($input: CreateStockTransferInput!) { createStockTransfer(input: $input) { stockTransfer { id } } }`,
    {
      input: {
        sourceLocationId: location.id,
        destinationLocationId: destination.id,
        items: [{ variantId: variant.id, quantity: 13 }],
      },
    },
  );
  const { stockTransfer } = made.data['createStockTransfer'] as { stockTransfer: { id: string } };
  const ship = `mutation ($id: ID!) { shipStockTransfer(id: $id) { stockTransfer { status } } }`;
  expect((await ask(ship, { id: stockTransfer.id })).errors).toMatchObject([
    {
      extensions: { code: 'INSUFFICIENT_STOCK', field: 'items[0].quantity', details: { requested: 13, available: 12 } },
    },
  ]);
  const lists = await ask(
    `{ purchaseOrders(filter: { status: PARTIALLY_RECEIVED }) { totalCount nodes { items { sku } } } stockTransfers(filter: { status: PENDING }) { nodes { items { lots { lotNumber } } sourceLocation { id } } } }`,
  );
  expect(lists).toEqual({
    data: {
      purchaseOrders: { totalCount: 1, nodes: [{ items: [{ sku: variant.sku }] }] },
      stockTransfers: { nodes: [{ items: [{ lots: [] }], sourceLocation: { id: location.id } }] },
    },
  });
});
