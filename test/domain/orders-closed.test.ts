import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createProduct } from '../../src/domain/create-products.ts';
import { createInventoryPolicy } from '../../src/domain/inventory-policies.ts';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import { closeOrder, createOrder, listOrders, reserveOrder, updateOrder } from '../../src/domain/orders.ts';
import { createReturnAuthorization } from '../../src/domain/return-authorizations.ts';
import { listLedger } from '../../src/domain/stock/ledger.ts';
import { listInventoryLevels } from '../../src/domain/stock/levels.ts';
import { createVariant } from '../../src/domain/variants.ts';
import { MEASURES } from '../../src/figures/measures.ts';
import { type ReportAnswer, report } from '../../src/figures/query.ts';
import { Refusal } from '../../src/kernel/errors.ts';
import type { Row } from '../../src/kernel/view.ts';
import { routes } from '../../src/rest/routes.ts';
import { execute } from '../../src/store/execute.ts';
import { refusedWithoutTrace } from '../support/documents.ts';
import { adjust, type Made, makeLocation, makeOrder } from '../support/make.ts';
import { refusal, type Tenant, useWorld } from '../support/world.ts';

/* docs/api.md, "Order states": closing a partially fulfilled order short. */

const world = useWorld();

const levelOf = async (tenant: Tenant, variant: Made): Promise<Row> =>
  (await tenant.list(listInventoryLevels, { variantId: variant.id })).rows[0]!;

test('closing an order short keeps what has left, cancels the rest and releases its stock', async () => {
  const tenant = await world.tenant();
  const { order, variants } = await makeOrder(tenant, { status: 'reserved' });
  const [a, b] = variants;
  await tenant.run(updateOrder, { id: order.id, reservationExpiresAt: '2999-01-01T00:00:00Z' });
  await tenant.run(fulfillOrder, { id: order.id, items: [{ sku: a!.sku, quantity: 1 }] });
  const { rows: ledger } = await tenant.list(listLedger, { referenceId: order.id });
  const closed = await tenant.run(closeOrder, { id: order.id });
  expect(closed).toMatchObject({
    status: 'fulfilled',
    closedAt: expect.any(String),
    reservationExpiresAt: null,
    items: [
      { quantity: 4, quantityReserved: 0, quantityFulfilled: 1 },
      { quantity: 6, quantityReserved: 0, quantityFulfilled: 0 },
    ],
  });
  expect(closed['fulfilledAt']).toBe(closed['closedAt']);
  expect((await tenant.list(listLedger, { referenceId: order.id })).rows).toEqual(ledger);
  expect(await levelOf(tenant, a!)).toMatchObject({ quantityOnHand: 9, quantityReserved: 0, quantityAvailable: 9 });
  expect(await levelOf(tenant, b!)).toMatchObject({ quantityOnHand: 10, quantityReserved: 0, quantityAvailable: 10 });
});

test('fulfilling with `close` does both at once: the items leave, the rest is cancelled', async () => {
  const tenant = await world.tenant();
  const { order, variants } = await makeOrder(tenant, { status: 'reserved' });
  const [a, b] = variants;
  const closed = await tenant.run(fulfillOrder, { id: order.id, items: [{ sku: a!.sku, quantity: 1 }], close: true });
  expect(closed).toMatchObject({
    status: 'fulfilled',
    closedAt: expect.any(String),
    items: [
      { quantity: 4, quantityReserved: 0, quantityFulfilled: 1 },
      { quantity: 6, quantityReserved: 0, quantityFulfilled: 0 },
    ],
  });
  expect(closed['fulfilledAt']).toBe(closed['closedAt']);
  expect(await levelOf(tenant, a!)).toMatchObject({ quantityOnHand: 9, quantityReserved: 0 });
  expect(await levelOf(tenant, b!)).toMatchObject({ quantityOnHand: 10, quantityReserved: 0 });
});

test('`close` names what still leaves, and closes nothing short that is complete', async () => {
  const tenant = await world.tenant();
  const { order, variants } = await makeOrder(tenant, { status: 'reserved' });
  const [a, b] = variants;
  expect(await refusal(tenant.run(fulfillOrder, { id: order.id, close: true }))).toMatchObject([
    { code: 'validation_failed', field: 'items' },
  ]);
  const items = [
    { sku: a!.sku, quantity: 4 },
    { sku: b!.sku, quantity: 6 },
  ];
  expect(await tenant.run(fulfillOrder, { id: order.id, items, close: true })).toMatchObject({
    status: 'fulfilled',
    closedAt: null,
  });
});

test('closing an order sends order.fulfilled with its final status, and the stock that it releases is announced', async () => {
  const tenant = await world.tenant();
  const { order, variants } = await makeOrder(tenant, { status: 'reserved' });
  await tenant.run(fulfillOrder, { id: order.id, items: [{ sku: variants[0]!.sku, quantity: 1 }] });
  await tenant.run(closeOrder, { id: order.id });
  const { rows } = await sql<{ type: string; status: string | null }>`
    select type, data ->> 'status' as status
    from events where organization_id = ${tenant.id} order by id desc limit 3`.execute(world.database.system);
  expect(rows.reverse()).toEqual([
    { type: 'inventory.level_changed', status: null },
    { type: 'inventory.level_changed', status: null },
    { type: 'order.fulfilled', status: 'fulfilled' },
  ]);
});

test('nothing of an order that was closed short can be fulfilled, reserved or extended any more', async () => {
  const tenant = await world.tenant();
  const { order } = await makeOrder(tenant, { status: 'partially_fulfilled' });
  await tenant.run(closeOrder, { id: order.id });
  for (const [operation, given] of [
    [fulfillOrder, {}],
    [reserveOrder, {}],
    [closeOrder, {}],
    [updateOrder, { reservationExpiresAt: null }],
  ] as const)
    expect(
      await refusedWithoutTrace(world, tenant, () => tenant.run(operation, { id: order.id, ...given })),
    ).toMatchObject([{ code: 'invalid_state', field: 'status', details: { status: 'fulfilled' } }]);
});

test('of an order that was closed short, what has left can be returned, and no more', async () => {
  const tenant = await world.tenant();
  const { order, variants } = await makeOrder(tenant, { status: 'partially_fulfilled', quantities: [10] });
  await tenant.run(closeOrder, { id: order.id });
  const back = (quantity: number) =>
    tenant.run(createReturnAuthorization, {
      orderId: order.id,
      reason: 'No',
      items: [{ sku: variants[0]!.sku, quantity, condition: 'sellable' }],
    });
  expect(await refusal(back(6))).toMatchObject([{ code: 'return_exceeds_fulfilled' }]);
  expect(await back(5)).toMatchObject({ status: 'pending' });
});

test('orders that were closed short are listed by themselves', async () => {
  const tenant = await world.tenant();
  const { order } = await makeOrder(tenant, { status: 'partially_fulfilled' });
  await tenant.run(closeOrder, { id: order.id });
  const { order: whole } = await makeOrder(tenant, { status: 'fulfilled' });
  const idsOf = async (filter: object) => (await tenant.list(listOrders, filter)).rows.map(({ id }) => id);
  expect(await idsOf({ closed: true })).toEqual([order.id]);
  expect(await idsOf({ closed: false })).toEqual([whole.id]);
  expect(await idsOf({})).toEqual([whole.id, order.id]);
});

// ---- what it counts as ----

/** What leaves of an order of this shop, which has policies, so that plans, low stock and insights look at it. */
const LEAVES = [4, 1];

/** An organization in which these quantities were ordered; if that is more than leaves, the order is closed short. */
async function shopSelling(ordered: readonly number[]): Promise<Tenant> {
  const tenant = await world.tenant();
  const product = await tenant.run(createProduct, { name: 'Beans' });
  const location = await makeLocation(tenant, { name: 'Shop', code: 'SHOP' });
  const linesOf = (quantities: readonly number[]) =>
    quantities.map((quantity, index) => ({ sku: `SKU-${index}`, quantity }));
  for (const { sku } of linesOf(ordered)) {
    const priced = { productId: product['id'], sku, unitPrice: 5, unitCost: 2 };
    const variant = (await tenant.run(createVariant, priced)) as Made;
    await adjust(tenant, variant, location, 12);
    const policy = { reorderPoint: 9, reorderQuantity: 20 };
    await tenant.run(createInventoryPolicy, { variantId: variant.id, locationId: location.id, ...policy });
  }
  const { id } = await tenant.run(createOrder, { locationId: location.id, items: linesOf(ordered) });
  await tenant.run(reserveOrder, { id });
  const { status } = await tenant.run(fulfillOrder, { id, items: linesOf(LEAVES) });
  if (status === 'partially_fulfilled') await tenant.run(closeOrder, { id });
  // Long ago, so that an open one would be late.
  await sql`update orders set created_at = created_at - interval '20 days' where id = ${id}`.execute(
    world.database.system,
  );
  return tenant;
}

/** Lists that show the order itself, what happened, or who the organization is. */
const OF_THEIR_OWN = ['/orders', '/events', '/events/head', '/organization', '/api_keys', '/members', '/me'];

/** What was ordered stays ordered, so these say that not all of it has left: test/figures/closed-short.test.ts. */
const isOfWhatWasOrdered = (what: string) => /units_ordered|fill_rate|service_level/.test(what);

/** What every other list, report, insight and forecast of the organization says, without ids and times. */
async function everythingOf(tenant: Tenant): Promise<{ [what: string]: unknown }> {
  const said: { [what: string]: unknown } = {};
  const say = (what: string, answer: unknown) => {
    const text = JSON.stringify(answer);
    said[what] = JSON.parse(text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, ''));
  };
  for (const [route, operation] of Object.entries(routes)) {
    if (!route.startsWith('GET ') || route.includes(':') || OF_THEIR_OWN.includes(route.slice(4))) continue;
    if (isOfWhatWasOrdered(route)) continue;
    const answer = await execute(operation, tenant.caller, {}, { present: result => result }).catch(error => {
      if (!(error instanceof Refusal)) throw error;
      return error.problems;
    });
    say(route, answer);
  }
  const measures = MEASURES.filter(name => !isOfWhatWasOrdered(name));
  // As many at once as a query may have.
  for (let first = 0; first < measures.length; first += 20)
    for (const dimensions of [[], ['sku']]) {
      const some = measures.slice(first, first + 20);
      const answer = (await tenant.run(report, { measures: some, dimensions })) as never as ReportAnswer;
      say(`notes on ${some} ${dimensions}`, answer.meta);
      for (const name of some)
        say(`${name} ${dimensions}`, [answer.totals[name], answer.data.map(row => [row['sku'], row[name]])]);
    }
  return said;
}

test('but for what was ordered, an order that was closed short counts everywhere as one of what has left', async () => {
  const closed = await everythingOf(await shopSelling([10, 3]));
  const ordered = await everythingOf(await shopSelling(LEAVES));
  expect(Object.keys(closed).length).toBeGreaterThan(100);
  expect(closed).toEqual(ordered);
});
