import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import {
  cancelOrder,
  createOrder,
  expireReservations,
  getOrder,
  Order,
  reserveOrder,
  updateOrder,
} from '../../src/domain/orders.ts';
import { shown } from '../../src/events/changes.ts';
import type { Row } from '../../src/kernel/view.ts';
import { refusedWithoutTrace } from '../support/documents.ts';
import { makeOrder, makeStock, makeVariant } from '../support/make.ts';
import { announced, eventsOf, items, ledgerOf, reservationsOf, stockOf } from '../support/orders.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();

test('reserving reduces available for every line; on hand stays', async () => {
  const tenant = await world.tenant();
  const { order } = await makeOrder(tenant);
  let reserved: Row = {};
  const events = await announced(
    world,
    tenant,
    async () => (reserved = await tenant.run(reserveOrder, { id: order.id })),
  );
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
  const events = await announced(world, tenant, async () => {
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

// ---- cancel and expire ----

test('cancelling a reserved order releases its stock', async () => {
  const tenant = await world.tenant();
  const { order } = await makeOrder(tenant, { status: 'reserved' });
  const events = await announced(world, tenant, async () => {
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
  const events = await announced(world, tenant, () => tenant.run(cancelOrder, { id: order.id }));
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
  expect((await eventsOf(world, tenant)).at(-1)).toMatchObject({
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
  const events = await announced(world, tenant, async () => (extended = await until('2999-01-01T00:00:00Z')));
  expect(extended).toMatchObject({ status: 'reserved', reservationExpiresAt: '2999-01-01T00:00:00.000Z' });
  expect(events.map(({ type }) => type)).toEqual(['order.updated']);
  expect(await expireReservations(world.database)).toBe(0);
  expect(await announced(world, tenant, () => until('2999-01-01T00:00:00Z'))).toEqual([]);
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
