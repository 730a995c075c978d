import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import {
  cancelOrder,
  closeOrder,
  createOrder,
  getOrder,
  listOrders,
  Order,
  orderStates,
  reserveOrder,
} from '../../src/domain/orders.ts';
import { findBreaches } from '../../src/domain/reconciliation.ts';
import { listInventoryLevels } from '../../src/domain/stock/levels.ts';
import { updateVariant } from '../../src/domain/variants.ts';
import { shown } from '../../src/events/changes.ts';
import { EVENTS } from '../../src/events/table.ts';
import type { Row } from '../../src/kernel/view.ts';
import { refusedWithoutTrace, sourcesOf, testLifecycle } from '../support/documents.ts';
import { adjust, makeLocation, makeOrder, makeStock, makeVariant, unique } from '../support/make.ts';
import { announced, items } from '../support/orders.ts';
import { refusal, trafficOf, useWorld } from '../support/world.ts';

const world = useWorld();

const everywhere = Object.keys(orderStates.table);
const { table } = orderStates;
const fulfillable = sourcesOf(table, 'fulfilled');

testLifecycle({
  world,
  what: 'order',
  table,
  make: async (tenant, status) => (await makeOrder(tenant, { status })).order,
  commands: {
    reserve: { operation: reserveOrder, from: [...sourcesOf(table, 'reserved'), 'reserved'], to: 'reserved' },
    fulfill: { operation: fulfillOrder, from: fulfillable, to: 'fulfilled' },
    cancel: { operation: cancelOrder, from: sourcesOf(table, 'cancelled'), to: 'cancelled' },
    close: { operation: closeOrder, from: ['partially_fulfilled'], to: 'fulfilled' },
  },
});

test('the transitions that are refused are those of the table', () => {
  expect(everywhere).toEqual(['pending', 'reserved', 'partially_fulfilled', 'fulfilled', 'cancelled']);
  expect(sourcesOf(table, 'cancelled')).toEqual(['pending', 'reserved']);
  expect(fulfillable).toEqual(['pending', 'reserved', 'partially_fulfilled']);
});

// ---- create ----

test('creating an order neither checks nor changes stock, and its event is the same as the REST response', async () => {
  const tenant = await world.tenant();
  const variant = await makeVariant(tenant, { unitPrice: 9.95 });
  const other = await makeVariant(tenant);
  const location = await makeLocation(tenant);
  let order: Row = {};
  const events = await announced(world, tenant, async () => {
    order = await tenant.run(createOrder, {
      locationId: location.id,
      reference: 'web-1',
      notes: 'Gift.',
      metadata: { Shop: { someKey: 1 } },
      items: [
        { sku: variant.sku, quantity: 2.5 },
        { variantId: other.id, quantity: 1, unitPrice: 3 },
        { sku: variant.sku, quantity: 4, unitPrice: null },
      ],
    });
  });
  expect(order).toMatchObject({
    number: 'SO-000001',
    status: 'pending',
    reference: 'web-1',
    locationId: location.id,
    notes: 'Gift.',
    metadata: { Shop: { someKey: 1 } },
    reservedAt: null,
    reservationExpiresAt: null,
    fulfilledAt: null,
    cancelledAt: null,
    items: [
      {
        variantId: variant.id,
        sku: variant.sku,
        quantity: 2.5,
        quantityReserved: 0,
        quantityFulfilled: 0,
        unitPrice: 9.95,
      },
      { variantId: other.id, sku: other.sku, quantity: 1, unitPrice: 3 },
      { variantId: variant.id, sku: variant.sku, quantity: 4, unitPrice: null },
    ],
  });
  expect(events).toEqual([{ type: 'order.created', data: shown(Order, order) }]);
  expect(await tenant.run(getOrder, { id: order['id'] })).toEqual(order);
  expect((await tenant.list(listInventoryLevels)).rows).toEqual([]);
});

test('all problems of an order are reported at once, at their paths, and nothing is created', async () => {
  const tenant = await world.tenant();
  const foreign = await makeStock(await world.tenant(), 5);
  const variant = await makeVariant(tenant);
  const location = await makeLocation(tenant);
  const order = (given: object) => () =>
    tenant.run(createOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity: 1 }], ...given });
  const lines = [
    { sku: 'unknown', quantity: 1 },
    { variantId: foreign.variant.id, quantity: 1 },
    { sku: variant.sku, quantity: 1 },
  ];
  expect(await refusedWithoutTrace(world, tenant, order({ locationId: foreign.location.id, items: lines }))).toEqual([
    { code: 'reference_not_found', field: 'locationId' },
    { code: 'reference_not_found', field: 'items[0].sku' },
    { code: 'reference_not_found', field: 'items[1].variantId' },
  ]);
  const invalid = [
    { sku: variant.sku, quantity: 0 },
    { sku: variant.sku, quantity: -1 },
    { sku: variant.sku, quantity: 0.00001 },
    { sku: variant.sku, quantity: '1' },
    { sku: variant.sku },
    { sku: variant.sku, quantity: 1, price: 1 },
    { quantity: 0 },
    { sku: variant.sku, variantId: variant.id, quantity: 1 },
  ];
  expect(
    (await refusedWithoutTrace(world, tenant, order({ items: invalid }))).map(({ code, field }) => [code, field]),
  ).toEqual([
    ['validation_failed', 'items[0].quantity'],
    ['validation_failed', 'items[1].quantity'],
    ['validation_failed', 'items[2].quantity'],
    ['validation_failed', 'items[3].quantity'],
    ['validation_failed', 'items[4].quantity'],
    ['unknown_field', 'items[5].price'],
    ['validation_failed', 'items[6].quantity'],
    ['validation_failed', 'items[6].sku'],
    ['validation_failed', 'items[7].sku'],
  ]);
  expect(await refusedWithoutTrace(world, tenant, order({ items: [] }))).toEqual([
    { code: 'validation_failed', field: 'items' },
  ]);
  expect(
    await refusedWithoutTrace(
      world,
      tenant,
      order({ items: Array.from({ length: 501 }, () => ({ sku: variant.sku, quantity: 1 })) }),
    ),
  ).toEqual([{ code: 'validation_failed', field: 'items' }]);
  expect(await refusedWithoutTrace(world, tenant, order({ status: 'fulfilled' }))).toEqual([
    { code: 'unknown_field', field: 'status' },
  ]);
});

test('a reference is unique in an organization', async () => {
  const [tenant, other] = [await world.tenant(), await world.tenant()];
  await makeOrder(tenant, { reference: 'web-1' });
  await makeOrder(other, { reference: 'web-1' });
  const { variant, location } = await makeStock(tenant, 5);
  const again = () =>
    tenant.run(createOrder, {
      locationId: location.id,
      reference: 'web-1',
      items: [{ sku: variant.sku, quantity: 1 }],
    });
  expect(await refusedWithoutTrace(world, tenant, again)).toEqual([{ code: 'already_exists', field: 'reference' }]);
});

test('numbers increase per organization', async () => {
  const [tenant, other] = [await world.tenant(), await world.tenant()];
  const numbers: unknown[] = [];
  for (const each of [tenant, tenant, other, tenant]) numbers.push((await makeOrder(each)).order['number']);
  expect(numbers).toEqual(['SO-000001', 'SO-000002', 'SO-000001', 'SO-000003']);
});

// ---- list ----

test('orders are listed newest first and can be filtered by status, location, reference, SKU and time', async () => {
  const tenant = await world.tenant();
  const pending = await makeOrder(tenant, { reference: 'web-1' });
  const reserved = await makeOrder(tenant, { status: 'reserved' });
  const ids = async (filters: object) => (await tenant.list(listOrders, filters)).rows.map(row => row['id']);
  expect(await ids({})).toEqual([reserved.order.id, pending.order.id]);
  expect(await ids({ status: 'reserved' })).toEqual([reserved.order.id]);
  expect(await ids({ locationId: pending.location.id })).toEqual([pending.order.id]);
  expect(await ids({ reference: 'web-1' })).toEqual([pending.order.id]);
  expect(await ids({ sku: reserved.variants[1]!.sku })).toEqual([reserved.order.id]);
  expect(await ids({ sku: 'unknown' })).toEqual([]);
  expect(await ids({ createdSince: reserved.order['createdAt'] })).toEqual([reserved.order.id]);
  expect(await refusal(tenant.list(listOrders, { status: 'shipped' }))).toEqual([
    { code: 'validation_failed', field: 'status' },
  ]);
  const page = await tenant.list(listOrders, { perPage: 1 });
  expect(page).toMatchObject({
    total: 2,
    rows: [{ id: reserved.order.id, items: [{ quantity: 4, quantityReserved: 4 }, { quantity: 6 }] }],
  });
});

test("another organization's order is not found", async () => {
  const [tenant, other] = [await world.tenant(), await world.tenant()];
  const { order } = await makeOrder(other);
  for (const operation of [getOrder, reserveOrder, fulfillOrder, cancelOrder, closeOrder]) {
    expect(await refusal(tenant.run(operation, { id: order.id }))).toEqual([{ code: 'not_found' }]);
    expect(await refusal(tenant.run(operation, { id: 'no-uuid' }))).toEqual([{ code: 'not_found' }]);
  }
  expect(await tenant.list(listOrders)).toMatchObject({ rows: [], total: 0 });
});

// ---- statements ----

test('an order of 500 lines takes as many statements and packets as one of 2', async () => {
  const tenant = await world.tenant();
  const location = await makeLocation(tenant);
  const variants: { sku: string }[] = [];
  for (let index = 0; index < 20; index += 1) {
    const variant = await makeVariant(tenant);
    await adjust(tenant, variant, location, 1000);
    variants.push(variant);
  }
  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ sku: variants[index % 20]!.sku, quantity: 1 + (index % 3) }));
  const counts = async (count: number) => {
    let order: Row = {};
    const run = async (work: () => Promise<Row>) => {
      const { statements, packets } = await trafficOf(async () => (order = await work()));
      return [statements.length, packets];
    };
    const create = () => tenant.run(createOrder, { locationId: location.id, items: lines(count) });
    const id = () => ({ id: order['id'] });
    return [
      await run(create),
      await run(() => tenant.run(reserveOrder, id())),
      await run(() => tenant.run(cancelOrder, id())),
      await run(create),
      await run(() => tenant.run(fulfillOrder, id())),
      await run(() => tenant.run(getOrder, id())),
    ];
  };
  const few = await counts(2);
  expect(await counts(500)).toEqual(few);
  expect(few).toEqual([
    [5, 3],
    [9, 4],
    [10, 5],
    [5, 3],
    // The costing method, and the remaining cost layers.
    [12, 4],
    [1, 1],
  ]);
});

test('the checks detect an order that contradicts its reservations, ledger or status', async () => {
  const tenant = await world.tenant();
  const { order } = await makeOrder(tenant, { status: 'reserved', quantities: [4] });
  const broken = async (change: ReturnType<typeof sql>) => {
    const found: string[] = [];
    await world.database.system
      .transaction()
      .execute(async transaction => {
        await change.execute(transaction);
        found.push(...(await findBreaches(transaction)).map(({ check }) => check));
        throw new Error('undo');
      })
      .catch((error: Error) => expect(error.message).toBe('undo'));
    return found;
  };
  expect(await broken(sql`update order_items set quantity_reserved = 3 where order_id = ${order.id}`)).toEqual([
    'orders_reserved',
    'orders_status',
  ]);
  expect(await broken(sql`delete from reservations where reference_id = ${order.id}`)).toEqual([
    'reserved',
    'orders_reserved',
  ]);
  expect(
    await broken(
      sql`update order_items set quantity_fulfilled = 4, quantity_reserved = 0 where order_id = ${order.id}`,
    ),
  ).toEqual(['orders_reserved', 'orders_fulfilled', 'orders_status']);
  expect(await broken(sql`update orders set status = 'pending' where id = ${order.id}`)).toEqual(['orders_status']);
  await tenant.run(fulfillOrder, { id: order.id, items: [{ itemId: items(order)[0]!['id'], quantity: 1 }] });
  await tenant.run(closeOrder, { id: order.id });
  expect(await broken(sql`update orders set closed_at = null where id = ${order.id}`)).toEqual(['orders_status']);
});

test('an order shows the current SKU of its variant', async () => {
  const tenant = await world.tenant();
  const {
    order,
    variants: [variant],
  } = await makeOrder(tenant);
  const sku = unique('NEW');
  await tenant.run(updateVariant, { id: variant!.id, sku });
  expect(items(await tenant.run(reserveOrder, { id: order.id }))[0]).toMatchObject({ sku });
});

test('order.created and order.fulfilled are webhooks, order.updated is not', () => {
  expect(
    Object.entries(EVENTS)
      .filter(([type]) => type.startsWith('order.'))
      .map(([type, { webhook }]) => [type, webhook]),
  ).toEqual([
    ['order.created', true],
    ['order.fulfilled', true],
    ['order.updated', false],
    ['order.deleted', false],
  ]);
});
