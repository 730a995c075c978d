import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createInventoryAdjustment } from '../../src/domain/inventory-adjustments.ts';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import {
  cancelOrder,
  closeOrder,
  createOrder,
  expireReservations,
  getOrder,
  listOrders,
  Order,
  orderStates,
  reserveOrder,
  updateOrder,
} from '../../src/domain/orders.ts';
import { findBreaches } from '../../src/domain/reconciliation.ts';
import { listLedger } from '../../src/domain/stock/ledger.ts';
import { listInventoryLevels } from '../../src/domain/stock/levels.ts';
import { listReservations } from '../../src/domain/stock/reservations.ts';
import { updateVariant } from '../../src/domain/variants.ts';
import { shown } from '../../src/events/changes.ts';
import { EVENTS } from '../../src/events/table.ts';
import type { Row } from '../../src/kernel/view.ts';
import { refusedWithoutTrace, sourcesOf, testLifecycle } from '../support/documents.ts';
import { adjust, makeLocation, makeOrder, makeStock, makeVariant, unique } from '../support/make.ts';
import { refusal, type Tenant, trafficOf, useWorld } from '../support/world.ts';

const world = useWorld();

const items = (order: Row) => order['items'] as Row[];

/** On hand, reserved and available of each variant at the order's location. */
async function stockOf(tenant: Tenant, order: Row): Promise<number[][]> {
  const { rows } = await tenant.list(listInventoryLevels, { locationId: order['locationId'] });
  const levels = new Map(rows.map(row => [row['variantId'], row]));
  return items(order).map(item => {
    const level = levels.get(item['variantId']);
    return [level?.['quantityOnHand'], level?.['quantityReserved'], level?.['quantityAvailable']] as number[];
  });
}

const ledgerOf = async (tenant: Tenant, order: Row) =>
  (await tenant.list(listLedger, { referenceId: order['id'] })).rows.reverse();
const reservationsOf = async (tenant: Tenant, order: Row) =>
  (await tenant.list(listReservations, { referenceId: order['id'] })).rows.reverse();

/** The events of the organization, with type and data. */
async function eventsOf(tenant: Tenant): Promise<{ type: string; data: Row }[]> {
  const { rows } = await sql<{
    type: string;
    data: Row;
  }>`select type, data from events where organization_id = ${tenant.id} order by id`.execute(world.database.system);
  return rows;
}

const announced = async (tenant: Tenant, work: () => Promise<unknown>) => {
  const { length } = await eventsOf(tenant);
  await work();
  return (await eventsOf(tenant)).slice(length);
};

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

for (const status of ['fulfilled', 'cancelled']) {
  test(`fulfilling a part of a ${status} order is refused, whatever is asked for`, async () => {
    const tenant = await world.tenant();
    const { order } = await makeOrder(tenant, { status });
    const problems = await refusedWithoutTrace(world, tenant, () =>
      tenant.run(fulfillOrder, { id: order.id, items: [{ sku: 'unknown', quantity: 1 }] }),
    );
    expect(problems).toEqual([
      { code: 'invalid_state', field: 'status', details: { status, allowedFrom: fulfillable } },
    ]);
  });
}

// ---- create ----

test('creating an order neither checks nor changes stock, and its event is the same as the REST response', async () => {
  const tenant = await world.tenant();
  const variant = await makeVariant(tenant, { unitPrice: 9.95 });
  const other = await makeVariant(tenant);
  const location = await makeLocation(tenant);
  let order: Row = {};
  const events = await announced(tenant, async () => {
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

// ---- reserve ----

test('reserving reduces available for every line; on hand stays', async () => {
  const tenant = await world.tenant();
  const { order } = await makeOrder(tenant);
  let reserved: Row = {};
  const events = await announced(tenant, async () => (reserved = await tenant.run(reserveOrder, { id: order.id })));
  expect(reserved).toMatchObject({
    status: 'reserved',
    reservedAt: expect.any(String),
    reservationExpiresAt: null,
    items: [{ quantityReserved: 4 }, { quantityReserved: 6 }],
  });
  expect(await stockOf(tenant, order)).toEqual([
    [10, 4, 6],
    [10, 6, 4],
  ]);
  expect(await reservationsOf(tenant, order)).toMatchObject(
    items(order).map(item => ({
      quantity: item['quantity'],
      referenceType: 'order',
      lineId: item['id'],
      variantId: item['variantId'],
    })),
  );
  expect(await ledgerOf(tenant, order)).toEqual([]);
  expect(events.map(({ type }) => type).sort()).toEqual([
    'inventory.level_changed',
    'inventory.level_changed',
    'order.updated',
  ]);
  expect(events.find(({ type }) => type === 'order.updated')!.data).toEqual(shown(Order, reserved));
  expect(await tenant.run(getOrder, { id: order.id })).toEqual(reserved);
});

test('reserving a reserved order again returns it unchanged', async () => {
  const tenant = await world.tenant();
  const { order } = await makeOrder(tenant, { status: 'reserved' });
  const events = await announced(tenant, async () => {
    expect(await tenant.run(reserveOrder, { id: order.id })).toEqual(order);
    expect(await tenant.run(reserveOrder, { id: order.id, reservationExpiresAt: '2999-01-01T00:00:00Z' })).toEqual(
      order,
    );
  });
  expect(events).toEqual([]);
});

test('either all lines are reserved or none: insufficient_stock, one problem per SKU with its lines added up', async () => {
  const tenant = await world.tenant();
  const [a, b] = [await makeStock(tenant, 10), await makeVariant(tenant)];
  const lines = [
    { sku: a.variant.sku, quantity: 6 },
    { sku: b.sku, quantity: 1 },
    { sku: a.variant.sku, quantity: 4.5 },
  ];
  const order = await tenant.run(createOrder, { locationId: a.location.id, items: lines });
  expect(await refusedWithoutTrace(world, tenant, () => tenant.run(reserveOrder, { id: order['id'] }))).toEqual([
    {
      code: 'insufficient_stock',
      field: 'items[0].quantity',
      details: { sku: a.variant.sku, locationId: a.location.id, requested: 10.5, available: 10 },
    },
    {
      code: 'insufficient_stock',
      field: 'items[1].quantity',
      details: { sku: b.sku, locationId: a.location.id, requested: 1, available: 0 },
    },
  ]);
});

test('stock reserved by one order cannot be reserved by another', async () => {
  const tenant = await world.tenant();
  const {
    variants: [variant],
    location,
  } = await makeOrder(tenant, { status: 'reserved', quantities: [7] });
  const second = await tenant.run(createOrder, {
    locationId: location.id,
    items: [{ sku: variant!.sku, quantity: 4 }],
  });
  const short = [
    {
      code: 'insufficient_stock',
      field: 'items[0].quantity',
      details: { sku: variant!.sku, locationId: location.id, requested: 4, available: 3 },
    },
  ];
  expect(await refusedWithoutTrace(world, tenant, () => tenant.run(reserveOrder, { id: second['id'] }))).toEqual(short);
  expect(await refusedWithoutTrace(world, tenant, () => tenant.run(fulfillOrder, { id: second['id'] }))).toEqual(short);
  expect(
    await tenant.run(fulfillOrder, { id: second['id'], items: [{ sku: variant!.sku, quantity: 3 }] }),
  ).toMatchObject({ status: 'partially_fulfilled' });
});

// ---- fulfill ----

for (const status of ['pending', 'reserved'] as const) {
  test(`fulfilling a ${status} order takes its stock and publishes an event`, async () => {
    const tenant = await world.tenant();
    const { order } = await makeOrder(tenant, { status });
    let fulfilled: Row = {};
    const events = await announced(tenant, async () => (fulfilled = await tenant.run(fulfillOrder, { id: order.id })));
    expect(fulfilled).toMatchObject({
      status: 'fulfilled',
      fulfilledAt: expect.any(String),
      items: [
        { quantityReserved: 0, quantityFulfilled: 4 },
        { quantityReserved: 0, quantityFulfilled: 6 },
      ],
    });
    expect(await stockOf(tenant, order)).toEqual([
      [6, 0, 6],
      [4, 0, 4],
    ]);
    expect(await reservationsOf(tenant, order)).toEqual([]);
    expect(await ledgerOf(tenant, order)).toMatchObject([
      {
        entryType: 'order_fulfilled',
        quantityChange: -4,
        quantity: 4,
        quantityOnHandAfter: 6,
        referenceType: 'order',
        actor: 'key:test',
      },
      { entryType: 'order_fulfilled', quantityChange: -6, quantity: 6, quantityOnHandAfter: 4, referenceType: 'order' },
    ]);
    expect(events.map(({ type }) => type).sort()).toEqual([
      'inventory.updated',
      'inventory.updated',
      'order.fulfilled',
    ]);
    expect(events.find(({ type }) => type === 'order.fulfilled')!.data).toEqual(shown(Order, fulfilled));
    expect(await tenant.run(getOrder, { id: order.id })).toEqual(fulfilled);
  });
}

test('fulfilling a pending order needs available stock, fulfilling a reserved one needs stock on hand', async () => {
  const tenant = await world.tenant();
  const {
    order,
    variants: [variant],
    location,
  } = await makeOrder(tenant, { status: 'reserved', quantities: [8] });
  const pending = await tenant.run(createOrder, {
    locationId: location.id,
    items: [{ sku: variant!.sku, quantity: 2 }],
  });
  // A count finds less than was reserved: available becomes negative, and stock on hand may still be shipped for the
  // reservation.
  await tenant.run(createInventoryAdjustment, { sku: variant!.sku, locationId: location.id, setQuantity: 5 });
  expect(await stockOf(tenant, order)).toEqual([[5, 8, -3]]);
  expect(await refusedWithoutTrace(world, tenant, () => tenant.run(fulfillOrder, { id: pending['id'] }))).toEqual([
    {
      code: 'insufficient_stock',
      field: 'items[0].quantity',
      details: { sku: variant!.sku, locationId: location.id, requested: 2, available: -3 },
    },
  ]);
  expect(await refusedWithoutTrace(world, tenant, () => tenant.run(fulfillOrder, { id: order.id }))).toEqual([
    {
      code: 'insufficient_stock',
      field: 'items[0].quantity',
      details: { sku: variant!.sku, locationId: location.id, requested: 8, available: 5 },
    },
  ]);
  expect(await tenant.run(fulfillOrder, { id: order.id, items: [{ sku: variant!.sku, quantity: 5 }] })).toMatchObject({
    status: 'partially_fulfilled',
  });
  expect(await stockOf(tenant, order)).toEqual([[0, 3, -3]]);
});

test('a reserved order can be fulfilled in parts: the rest stays reserved, and the last part completes it', async () => {
  const tenant = await world.tenant();
  const {
    order,
    variants: [a, b],
  } = await makeOrder(tenant, { status: 'reserved' });
  let partial: Row = {};
  const events = await announced(
    tenant,
    async () =>
      (partial = await tenant.run(fulfillOrder, {
        id: order.id,
        items: [
          { sku: a!.sku, quantity: 1.5 },
          { itemId: items(order)[1]!['id'], quantity: 6 },
        ],
      })),
  );
  expect(partial).toMatchObject({
    status: 'partially_fulfilled',
    fulfilledAt: null,
    items: [
      { quantityReserved: 2.5, quantityFulfilled: 1.5 },
      { quantityReserved: 0, quantityFulfilled: 6 },
    ],
  });
  expect(await stockOf(tenant, order)).toEqual([
    [8.5, 2.5, 6],
    [4, 0, 4],
  ]);
  expect(events.map(({ type }) => type).sort()).toEqual(['inventory.updated', 'inventory.updated', 'order.fulfilled']);
  expect(events.find(({ type }) => type === 'order.fulfilled')!.data).toEqual(shown(Order, partial));
  const again = await announced(tenant, () =>
    tenant.run(fulfillOrder, { id: order.id, items: [{ sku: a!.sku, quantity: 1 }] }),
  );
  expect(again.map(({ type }) => type).sort()).toEqual(['inventory.updated', 'order.fulfilled']);
  const last = await announced(tenant, () => tenant.run(fulfillOrder, { id: order.id }));
  expect(last.map(({ type }) => type).sort()).toEqual(['inventory.updated', 'order.fulfilled']);
  expect(await stockOf(tenant, order)).toEqual([
    [6, 0, 6],
    [4, 0, 4],
  ]);
  expect((await ledgerOf(tenant, order)).map(entry => [entry['sku'], entry['quantityChange']])).toEqual([
    [a!.sku, -1.5],
    [b!.sku, -6],
    [a!.sku, -1],
    [a!.sku, -1.5],
  ]);
});

test('if several lines have the same SKU, the first is fulfilled first', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const order = await tenant.run(createOrder, {
    locationId: location.id,
    items: [
      { sku: variant.sku, quantity: 2 },
      { sku: variant.sku, quantity: 3 },
    ],
  });
  const partial = await tenant.run(fulfillOrder, { id: order['id'], items: [{ sku: variant.sku, quantity: 3 }] });
  expect(items(partial).map(item => item['quantityFulfilled'])).toEqual([2, 1]);
  expect(await ledgerOf(tenant, order)).toMatchObject([{ quantityChange: -3 }]);
});

test('fulfilling more than is outstanding, or what the order does not have, is refused with every problem', async () => {
  const tenant = await world.tenant();
  const {
    order,
    variants: [a, b],
  } = await makeOrder(tenant, { status: 'partially_fulfilled' });
  const elsewhere = await makeOrder(tenant);
  const asked = [
    { sku: elsewhere.variants[0]!.sku, quantity: 1 },
    { itemId: items(elsewhere.order)[0]!['id'], quantity: 1 },
    { sku: a!.sku, quantity: 2 },
    { sku: a!.sku, quantity: 0.5 },
    { sku: b!.sku, quantity: 3.0001 },
  ];
  expect(
    await refusedWithoutTrace(world, tenant, () => tenant.run(fulfillOrder, { id: order.id, items: asked })),
  ).toEqual([
    { code: 'reference_not_found', field: 'items[0].sku' },
    { code: 'reference_not_found', field: 'items[1].itemId' },
    { code: 'validation_failed', field: 'items[3].quantity', details: { outstanding: 0 } },
    { code: 'validation_failed', field: 'items[4].quantity', details: { outstanding: 3 } },
  ]);
  expect(
    await refusal(tenant.run(fulfillOrder, { id: order.id, items: [{ quantity: 0 }, { sku: 'A', itemId: order.id }] })),
  ).toEqual([
    { code: 'validation_failed', field: 'items[0].quantity' },
    { code: 'validation_failed', field: 'items[0].sku' },
    { code: 'validation_failed', field: 'items[1].quantity' },
    { code: 'validation_failed', field: 'items[1].sku' },
  ]);
});

test('lots are taken by FEFO, or as given', async () => {
  const tenant = await world.tenant();
  const variant = await makeVariant(tenant, { lotTracked: true });
  const location = await makeLocation(tenant);
  const late = await adjust(tenant, variant, location, 5, { lotNumber: 'LATE', expiryDate: '2999-02-01' });
  const early = await adjust(tenant, variant, location, 5, { lotNumber: 'EARLY', expiryDate: '2999-01-01' });
  const lotOf = (adjustment: Row) => (adjustment['ledgerEntry'] as Row)['lotId'];
  const order = await tenant.run(createOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity: 8 }] });
  await tenant.run(reserveOrder, { id: order['id'] });
  await tenant.run(fulfillOrder, {
    id: order['id'],
    items: [{ sku: variant.sku, quantity: 2, lots: [{ lotId: lotOf(late), quantity: 2 }] }],
  });
  await tenant.run(fulfillOrder, { id: order['id'] });
  expect((await ledgerOf(tenant, order)).map(entry => [entry['lotId'], entry['quantityChange']])).toEqual([
    [lotOf(late), -2],
    [lotOf(early), -5],
    [lotOf(late), -1],
  ]);
  const second = await tenant.run(createOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity: 2 }] });
  const named = (lots: object[]) => () =>
    tenant.run(fulfillOrder, { id: second['id'], items: [{ sku: variant.sku, quantity: 2, lots }] });
  expect(await refusedWithoutTrace(world, tenant, named([{ lotId: lotOf(late), quantity: 1 }]))).toEqual([
    { code: 'validation_failed', field: 'items[0].lots' },
  ]);
  expect(await refusedWithoutTrace(world, tenant, named([{ lotId: lotOf(early), quantity: 2 }]))).toMatchObject([
    { code: 'insufficient_stock', field: 'items[0].lots[0].quantity', details: { requested: 2, available: 0 } },
  ]);
  expect(await refusedWithoutTrace(world, tenant, named([{ lotId: second['id'], quantity: 2 }]))).toEqual([
    { code: 'reference_not_found', field: 'items[0].lots[0].lotId' },
  ]);
});

// ---- cancel and expire ----

test('cancelling a reserved order releases its stock', async () => {
  const tenant = await world.tenant();
  const { order } = await makeOrder(tenant, { status: 'reserved' });
  const events = await announced(tenant, async () => {
    expect(await tenant.run(cancelOrder, { id: order.id })).toMatchObject({
      status: 'cancelled',
      cancelledAt: expect.any(String),
      items: [{ quantityReserved: 0 }, { quantityReserved: 0 }],
    });
  });
  expect(await stockOf(tenant, order)).toEqual([
    [10, 0, 10],
    [10, 0, 10],
  ]);
  expect(await reservationsOf(tenant, order)).toEqual([]);
  expect(await ledgerOf(tenant, order)).toEqual([]);
  expect(events.map(({ type }) => type).sort()).toEqual([
    'inventory.level_changed',
    'inventory.level_changed',
    'order.updated',
  ]);
});

test('cancelling a pending order does not touch stock', async () => {
  const tenant = await world.tenant();
  const { order } = await makeOrder(tenant);
  const events = await announced(tenant, () => tenant.run(cancelOrder, { id: order.id }));
  expect(events.map(({ type }) => type)).toEqual(['order.updated']);
});

/** As if the time had passed: clients cannot set a time in the past. */
const letExpire = (order: Row) =>
  sql`update orders set reservation_expires_at = now() - interval '1 second' where id = ${order['id']}`.execute(
    world.database.system,
  );

test('an expired reservation releases the stock, and the order is pending again', async () => {
  const tenant = await world.tenant();
  const { order } = await makeOrder(tenant);
  const later = await makeOrder(tenant);
  expect(
    await refusedWithoutTrace(world, tenant, () =>
      tenant.run(reserveOrder, { id: order.id, reservationExpiresAt: '2020-01-01T00:00:00Z' }),
    ),
  ).toEqual([{ code: 'validation_failed', field: 'reservationExpiresAt' }]);
  for (const each of [order, later.order]) {
    expect(
      await tenant.run(reserveOrder, { id: each.id, reservationExpiresAt: '2999-01-01T02:00:00+02:00' }),
    ).toMatchObject({ reservationExpiresAt: '2999-01-01T00:00:00.000Z' });
  }
  expect(await expireReservations(world.database)).toBe(0);
  await letExpire(order);
  expect(await expireReservations(world.database)).toBe(1);
  expect(await expireReservations(world.database)).toBe(0);
  expect(await tenant.run(getOrder, { id: order.id })).toMatchObject({
    status: 'pending',
    reservedAt: null,
    reservationExpiresAt: null,
    items: [{ quantityReserved: 0 }, { quantityReserved: 0 }],
  });
  expect(await stockOf(tenant, order)).toEqual([
    [10, 0, 10],
    [10, 0, 10],
  ]);
  expect(await stockOf(tenant, later.order)).toEqual([
    [10, 4, 6],
    [10, 6, 4],
  ]);
  expect((await eventsOf(tenant)).at(-1)).toMatchObject({
    type: 'order.updated',
    data: { id: order.id, status: 'pending' },
  });
  expect(await tenant.run(reserveOrder, { id: order.id })).toMatchObject({ status: 'reserved' });
});

test('the remaining reservation of a partially fulfilled order expires too, and its status stays', async () => {
  const tenant = await world.tenant();
  const {
    order,
    variants: [a],
  } = await makeOrder(tenant);
  await tenant.run(reserveOrder, { id: order.id, reservationExpiresAt: '2999-01-01T00:00:00Z' });
  await tenant.run(fulfillOrder, { id: order.id, items: [{ sku: a!.sku, quantity: 1 }] });
  await letExpire(order);
  expect(await expireReservations(world.database)).toBe(1);
  expect(await tenant.run(getOrder, { id: order.id })).toMatchObject({
    status: 'partially_fulfilled',
    items: [{ quantityReserved: 0, quantityFulfilled: 1 }, { quantityReserved: 0 }],
  });
  expect(await stockOf(tenant, order)).toEqual([
    [9, 0, 9],
    [10, 0, 10],
  ]);
  expect(await tenant.run(fulfillOrder, { id: order.id })).toMatchObject({
    status: 'fulfilled',
    reservationExpiresAt: null,
  });
});

test('a reservation is extended, or kept without an end, while stock is reserved for the order', async () => {
  const tenant = await world.tenant();
  const { order } = await makeOrder(tenant);
  const until = (reservationExpiresAt: string | null) =>
    tenant.run(updateOrder, { id: order.id, reservationExpiresAt });
  expect(await refusedWithoutTrace(world, tenant, () => until('2999-01-01T00:00:00Z'))).toMatchObject([
    { code: 'invalid_state', details: { status: 'pending', allowedFrom: ['reserved', 'partially_fulfilled'] } },
  ]);
  await tenant.run(reserveOrder, { id: order.id, reservationExpiresAt: '2998-01-01T00:00:00Z' });
  expect(await refusedWithoutTrace(world, tenant, () => until('2020-01-01T00:00:00Z'))).toEqual([
    { code: 'validation_failed', field: 'reservationExpiresAt' },
  ]);
  // The time has passed, but the stock is not released yet: it is kept.
  await letExpire(order);
  let extended: Row | undefined;
  const events = await announced(tenant, async () => (extended = await until('2999-01-01T00:00:00Z')));
  expect(extended).toMatchObject({ status: 'reserved', reservationExpiresAt: '2999-01-01T00:00:00.000Z' });
  expect(events.map(({ type }) => type)).toEqual(['order.updated']);
  expect(await expireReservations(world.database)).toBe(0);
  expect(await announced(tenant, () => until('2999-01-01T00:00:00Z'))).toEqual([]);
  expect(await until(null)).toMatchObject({ status: 'reserved', reservationExpiresAt: null });
});

test('the rest of a partially fulfilled order stays reserved until the new time, and with nothing reserved there is none', async () => {
  const tenant = await world.tenant();
  const {
    order,
    variants: [a],
  } = await makeOrder(tenant, { status: 'reserved' });
  const until = () => tenant.run(updateOrder, { id: order.id, reservationExpiresAt: '2999-01-01T00:00:00Z' });
  await tenant.run(fulfillOrder, { id: order.id, items: [{ sku: a!.sku, quantity: 1 }] });
  expect(await until()).toMatchObject({
    status: 'partially_fulfilled',
    reservationExpiresAt: '2999-01-01T00:00:00.000Z',
  });
  await letExpire(order);
  expect(await expireReservations(world.database)).toBe(1);
  expect(await refusedWithoutTrace(world, tenant, until)).toMatchObject([{ code: 'invalid_state', field: 'status' }]);
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
    [2, 2],
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
