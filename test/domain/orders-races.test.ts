import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import {
  cancelOrder,
  closeOrder,
  createOrder,
  expireReservations,
  getOrder,
  reserveOrder,
} from '../../src/domain/orders.ts';
import { listInventoryLevels } from '../../src/domain/stock/levels.ts';
import { Refusal } from '../../src/kernel/errors.ts';
import type { Operation } from '../../src/kernel/operation.ts';
import type { Row } from '../../src/kernel/view.ts';
import { execute } from '../../src/store/execute.ts';
import type { OpenDatabase } from '../../src/store/open-database.ts';
import { TRIES_MAX, times } from '../support/documents.ts';
import { adjust, makeLocation, makeOrder, makeStock, makeVariant } from '../support/make.ts';
import { type Tenant, useWorld } from '../support/world.ts';

/*
 * Races over two database instances, as two processes would run them: exactly as many succeed as is possible, the
 * others get the documented code, and no deadlock or internal error surfaces.
 */

const world = useWorld();
let other: OpenDatabase;

beforeAll(async () => void (other = await world.second()));

type Attempt = readonly [Operation, object];

/** Runs all at once, alternating between the two instances: the number of successes, and of each code. */
async function race(tenant: Tenant, attempts: readonly Attempt[]): Promise<{ [outcome: string]: number }> {
  const attempt = async ([operation, input]: Attempt, index: number, tries = TRIES_MAX): Promise<string> => {
    const caller = index % 2 ? { ...tenant.caller, database: other } : tenant.caller;
    try {
      await execute(operation, caller, input, { present: result => result });
      return operation.name;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // Nothing has happened, and a client would retry.
      if (error.code === 'unavailable' && tries > 1) return attempt([operation, input], index, tries - 1);
      return `${operation.name}: ${error.code}`;
    }
  };
  const outcomes = await Promise.all(attempts.map((each, index) => attempt(each, index)));
  const counts: { [outcome: string]: number } = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

const level = async (tenant: Tenant, variant: { id: string }): Promise<Row> =>
  (await tenant.list(listInventoryLevels, { variantId: variant.id })).rows[0]!;

for (const many of [8, 64]) {
  test(`${many} concurrent fulfills of one order: one succeeds`, async () => {
    const tenant = await world.tenant();
    const { order, variants } = await makeOrder(tenant, { status: 'reserved', quantities: [1, 2], onHand: 500 });
    expect(await race(tenant, times(many, [fulfillOrder, { id: order.id }]))).toEqual({
      fulfillOrder: 1,
      'fulfillOrder: invalid_state': many - 1,
    });
    expect(await level(tenant, variants[1]!)).toMatchObject({
      quantityOnHand: 498,
      quantityReserved: 0,
      quantityAvailable: 498,
    });
  });

  test(`${many} concurrent reserves of one order: all succeed, and it is reserved once`, async () => {
    const tenant = await world.tenant();
    const { order, variants } = await makeOrder(tenant, { quantities: [1, 2], onHand: 500 });
    expect(await race(tenant, times(many, [reserveOrder, { id: order.id }]))).toEqual({ reserveOrder: many });
    expect(await level(tenant, variants[1]!)).toMatchObject({ quantityOnHand: 500, quantityReserved: 2 });
  });

  test(`${many} concurrent cancels of one order: one succeeds, and its stock is released once`, async () => {
    const tenant = await world.tenant();
    const { order, variants } = await makeOrder(tenant, { status: 'reserved', quantities: [1, 2], onHand: 500 });
    expect(await race(tenant, times(many, [cancelOrder, { id: order.id }]))).toEqual({
      cancelOrder: 1,
      'cancelOrder: invalid_state': many - 1,
    });
    expect(await level(tenant, variants[1]!)).toMatchObject({ quantityOnHand: 500, quantityReserved: 0 });
  });

  test(`${many} concurrent partial fulfills of one order: as many succeed as it has units`, async () => {
    const tenant = await world.tenant();
    const {
      order,
      variants: [variant],
    } = await makeOrder(tenant, { quantities: [5], onHand: 500 });
    const result = await race(
      tenant,
      times(many, [fulfillOrder, { id: order.id, items: [{ sku: variant!.sku, quantity: 1 }] }]),
    );
    expect(result).toEqual({ fulfillOrder: 5, 'fulfillOrder: invalid_state': many - 5 });
    expect(await level(tenant, variant!)).toMatchObject({ quantityOnHand: 495 });
    expect(await tenant.run(getOrder, { id: order.id })).toMatchObject({ status: 'fulfilled' });
  });

  test(`fulfill, cancel and reserve of one order, ${many} at once: it ends in one state only`, async () => {
    const tenant = await world.tenant();
    const {
      order,
      variants: [variant],
    } = await makeOrder(tenant, { status: 'reserved', quantities: [3], onHand: 500 });
    const all = [fulfillOrder, cancelOrder, reserveOrder];
    const result = await race(
      tenant,
      Array.from({ length: many }, (_, index) => [all[index % 3]!, { id: order.id }] as const),
    );
    expect((result['fulfillOrder'] ?? 0) + (result['cancelOrder'] ?? 0)).toBe(1);
    expect(
      Object.keys(result).filter(outcome => outcome.includes(':') && !outcome.endsWith(': invalid_state')),
    ).toEqual([]);
    const { status } = await tenant.run(getOrder, { id: order.id });
    expect(await level(tenant, variant!)).toMatchObject({
      quantityOnHand: status === 'fulfilled' ? 497 : 500,
      quantityReserved: 0,
    });
  });

  test(`fulfill, close, cancel and reserve of a part, ${many} at once: what has left and what was closed is the whole`, async () => {
    const tenant = await world.tenant();
    const {
      order,
      variants: [variant],
    } = await makeOrder(tenant, { quantities: [many], onHand: 500 });
    await tenant.run(reserveOrder, { id: order.id });
    await tenant.run(fulfillOrder, { id: order.id, items: [{ sku: variant!.sku, quantity: 1 }] });
    const one = { id: order.id, items: [{ sku: variant!.sku, quantity: 1 }] };
    const all: Attempt[] = [
      [fulfillOrder, one],
      [closeOrder, { id: order.id }],
      [cancelOrder, { id: order.id }],
      [reserveOrder, { id: order.id }],
    ];
    const result = await race(
      tenant,
      Array.from({ length: many }, (_, index) => all[index % 4]!),
    );
    expect(result['closeOrder']).toBe(1);
    expect(
      Object.keys(result).filter(outcome => outcome.includes(':') && !outcome.endsWith(': invalid_state')),
    ).toEqual([]);
    const left = 1 + (result['fulfillOrder'] ?? 0);
    expect(await tenant.run(getOrder, { id: order.id })).toMatchObject({
      status: 'fulfilled',
      closedAt: expect.any(String),
      items: [{ quantityFulfilled: left, quantityReserved: 0 }],
    });
    expect(await level(tenant, variant!)).toMatchObject({ quantityOnHand: 500 - left, quantityReserved: 0 });
  });

  test(`${many} orders for one SKU: as many succeed as there is stock, reserved or fulfilled alike`, async () => {
    const tenant = await world.tenant();
    const stock = many / 2;
    const { variant, location } = await makeStock(tenant, stock);
    const orders = await Promise.all(
      times(many, 0).map(() =>
        tenant.run(createOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity: 1 }] }),
      ),
    );
    const result = await race(
      tenant,
      orders.map(({ id }, index) => [index % 4 < 2 ? reserveOrder : fulfillOrder, { id }] as const),
    );
    const won = [result['reserveOrder'] ?? 0, result['fulfillOrder'] ?? 0] as const;
    expect(won[0] + won[1]).toBe(stock);
    expect((result['reserveOrder: insufficient_stock'] ?? 0) + (result['fulfillOrder: insufficient_stock'] ?? 0)).toBe(
      many - stock,
    );
    expect(await level(tenant, variant)).toMatchObject({
      quantityOnHand: stock - won[1],
      quantityReserved: won[0],
      quantityAvailable: 0,
    });
  });

  test(`${many} orders for the same SKUs in opposite order: no deadlock surfaces, and none is lost`, async () => {
    const tenant = await world.tenant();
    const location = await makeLocation(tenant);
    const variants = await Promise.all(times(5, 0).map(() => makeVariant(tenant)));
    for (const variant of variants) await adjust(tenant, variant, location, many);
    const forth = variants.map(({ sku }) => ({ sku, quantity: 1 }));
    const orders = await Promise.all(
      times(many, 0).map((_, index) =>
        tenant.run(createOrder, { locationId: location.id, items: index % 2 ? forth : forth.toReversed() }),
      ),
    );
    const each = (operation: Operation, some: readonly Row[]) => some.map(({ id }) => [operation, { id }] as const);
    expect(await race(tenant, each(reserveOrder, orders))).toEqual({ reserveOrder: many });
    const half = many / 2;
    expect(
      await race(tenant, [...each(fulfillOrder, orders.slice(0, half)), ...each(cancelOrder, orders.slice(half))]),
    ).toEqual({ fulfillOrder: half, cancelOrder: half });
    for (const variant of variants)
      expect(await level(tenant, variant)).toMatchObject({
        quantityOnHand: half,
        quantityReserved: 0,
        quantityAvailable: half,
      });
  });
}

test('32 orders created at once with one reference: one exists', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 1);
  const given = { locationId: location.id, reference: 'web-1', items: [{ sku: variant.sku, quantity: 1 }] };
  expect(await race(tenant, times(32, [createOrder, given]))).toEqual({
    createOrder: 1,
    'createOrder: already_exists': 31,
  });
});

test('expiry concurrent with fulfilment: the reservation is released once, or the order is fulfilled', async () => {
  const tenant = await world.tenant();
  const {
    order,
    variants: [variant],
  } = await makeOrder(tenant, { quantities: [3], onHand: 3 });
  await tenant.run(reserveOrder, { id: order.id, reservationExpiresAt: '2999-01-01T00:00:00Z' });
  await sql`update orders set reservation_expires_at = now() - interval '1 second' where id = ${order.id}`.execute(
    world.database.system,
  );
  const [result] = await Promise.all([
    race(tenant, times(8, [fulfillOrder, { id: order.id }])),
    expireReservations(world.database),
    expireReservations(other),
  ]);
  expect(result).toEqual({ fulfillOrder: 1, 'fulfillOrder: invalid_state': 7 });
  expect(await level(tenant, variant!)).toMatchObject({ quantityOnHand: 0, quantityReserved: 0 });
});
