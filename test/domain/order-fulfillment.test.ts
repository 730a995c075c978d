import { expect, test } from '@jest/globals';
import { createInventoryAdjustment } from '../../src/domain/inventory-adjustments.ts';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import { createOrder, getOrder, Order, orderStates, reserveOrder } from '../../src/domain/orders.ts';
import { shown } from '../../src/events/changes.ts';
import type { Row } from '../../src/kernel/view.ts';
import { refusedWithoutTrace, sourcesOf } from '../support/documents.ts';
import { adjust, makeLocation, makeOrder, makeStock, makeVariant } from '../support/make.ts';
import { announced, items, ledgerOf, reservationsOf, stockOf } from '../support/orders.ts';
import { refusal, useWorld } from '../support/world.ts';

const world = useWorld();

const { table } = orderStates;
const fulfillable = sourcesOf(table, 'fulfilled');

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

for (const status of ['pending', 'reserved'] as const) {
  test(`fulfilling a ${status} order takes its stock and publishes an event`, async () => {
    const tenant = await world.tenant();
    const { order } = await makeOrder(tenant, { status });
    let fulfilled: Row = {};
    const events = await announced(
      world,
      tenant,
      async () => (fulfilled = await tenant.run(fulfillOrder, { id: order.id })),
    );
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
    world,
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
  const again = await announced(world, tenant, () =>
    tenant.run(fulfillOrder, { id: order.id, items: [{ sku: a!.sku, quantity: 1 }] }),
  );
  expect(again.map(({ type }) => type).sort()).toEqual(['inventory.updated', 'order.fulfilled']);
  const last = await announced(world, tenant, () => tenant.run(fulfillOrder, { id: order.id }));
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
