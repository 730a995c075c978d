import { expect, test } from '@jest/globals';
import { createLandedCost, listLandedCosts } from '../../src/domain/landed-costs.ts';
import { createPurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { listLedger } from '../../src/domain/stock/ledger.ts';
import { createStockTransfer, shipStockTransfer } from '../../src/domain/stock-transfers.ts';
import { adjust, type Method, move, receive, type Shop, sell, shop, takeBack } from '../support/costs.ts';
import { makeLocation, makeVariant } from '../support/make.ts';
import { refusal, useWorld } from '../support/world.ts';

const world = useWorld();

const land = ({ tenant }: Shop, order: { id?: unknown }, amount: number, more: object = {}) =>
  tenant.run(createLandedCost, {
    purchaseOrderId: order.id,
    description: 'Freight',
    amount,
    allocateBy: 'value',
    ...more,
  });

/**
 * The change of value, the share of goods that are gone and the value afterwards, of each adjustment, by location in
 * the given order.
 */
async function adjusted({ tenant }: Shop, ...places: string[]) {
  const { rows } = await tenant.list(listLedger, { perPage: 200, entryType: 'cost_adjustment' });
  return places.map(place =>
    rows
      .filter(row => row['locationId'] === place)
      .toReversed()
      .map(row => [row['valueChange'], row['cogsChange'], row['valueAfter']]),
  );
}

test.each<Method>(['average', 'fifo'])(
  '%s: 100 at 50 in two places are worth 3000 after a correction of -2000, wherever they are',
  async method => {
    const here = await shop(world, method);
    const order = await receive(here, 100, 50);
    const there = await move(here, 40);
    await land(here, order, -2000);
    expect(await adjusted(here, here.locationId, there)).toEqual([[[-1200, 0, 1800]], [[-800, 0, 1200]]]);
  },
);

test('a correction of more than the goods have cost is refused, however many of them are left', async () => {
  const here = await shop(world);
  const order = await receive(here, 10, 10);
  await land(here, order, 20);
  await sell(here, 10);
  const less = [{ code: 'validation_failed', field: 'amount' }];
  expect(await refusal(land(here, order, -120.0001))).toEqual(less);
  await land(here, order, -100);
  expect(await refusal(land(here, order, -21, { allocateBy: 'quantity' }))).toEqual(less);
  await land(here, order, -20);
  expect(await adjusted(here, here.locationId)).toEqual([
    [
      [20, 0, 120],
      [0, -100, 0],
      [0, -20, 0],
    ],
  ]);
});

test('the share of goods sold by then is cost of goods sold of today', async () => {
  const here = await shop(world, 'fifo');
  const order = await receive(here, 3, 10);
  await sell(here, 1);
  expect(await land(here, order, 100)).toMatchObject({
    value: 100,
    items: [{ value: 100, valueOnHand: 66.6667, valueSold: 33.3333, valueAdjusted: 0 }],
  });
  expect(await adjusted(here, here.locationId)).toEqual([[[66.6667, 33.3333, 86.6667]]]);
});

test('the cost of wasted and shipped goods is adjusted; returned goods are in stock again', async () => {
  const here = await shop(world);
  const { tenant, sku, locationId } = here;
  const order = await receive(here, 10, 10);
  const sold = await sell(here, 4);
  await takeBack(here, sold, 1);
  await adjust(here, -2);
  const transfer = await tenant.run(createStockTransfer, {
    sourceLocationId: locationId,
    destinationLocationId: (await makeLocation(tenant)).id,
    items: [{ sku, quantity: 1 }],
  });
  await tenant.run(shipStockTransfer, { id: transfer['id'] });
  expect(await land(here, order, 10)).toMatchObject({
    items: [{ valueOnHand: 4, valueSold: 3, valueAdjusted: 3 }],
  });
  expect(await adjusted(here, locationId)).toEqual([[[4, 6, 44]]]);
});

test('lines share it by cost or by quantity; the last line takes the rounding difference', async () => {
  const here = await shop(world);
  const { tenant, sku } = here;
  const other = (await makeVariant(tenant)).sku;
  const order = await receive(here, 1, 10, {
    items: [
      { sku, quantity: 1, unitCost: 10 },
      { sku: other, quantity: 2, unitCost: 10 },
    ],
  });
  const shares = async (more: object) =>
    ((await land(here, order, 1, more))['items'] as { value: number }[]).map(item => item.value);
  expect(await shares({ allocateBy: 'value' })).toEqual([0.3333, 0.6667]);
  expect(await shares({ allocateBy: 'quantity' })).toEqual([0.3333, 0.6667]);
  expect(await shares({ allocateBy: 'quantity', items: [{ sku: other }] })).toEqual([1]);
  expect((await tenant.list(listLandedCosts, { purchaseOrderId: order['id'] })).rows).toHaveLength(3);
});

test("it is in the given currency: the purchase order's at its frozen rate, any other at its own rate", async () => {
  const here = await shop(world);
  const order = await receive(here, 2, 10, { currency: 'USD', exchangeRate: 0.5 });
  expect(await land(here, order, 3)).toMatchObject({ value: 3, exchangeRate: null });
  expect(await land(here, order, 3, { currency: 'USD' })).toMatchObject({ value: 1.5, exchangeRate: 0.5 });
  expect(await land(here, order, 3, { currency: 'CHF', exchangeRate: 1.05 })).toMatchObject({ value: 3.15 });
  const refused = (more: object) => refusal(land(here, order, 3, more));
  const wrong = [{ code: 'validation_failed', field: 'exchangeRate' }];
  expect(await refused({ currency: 'CHF' })).toEqual(wrong);
  expect(await refused({ currency: 'USD', exchangeRate: 0.6 })).toEqual(wrong);
  expect(await refused({ exchangeRate: 0.6 })).toEqual(wrong);
});

test('it requires a receipt, known costs and a remaining value above zero; otherwise it has no effect', async () => {
  const here = await shop(world, 'fifo');
  const { tenant, sku, locationId } = here;
  const draft = await tenant.run(createPurchaseOrder, { locationId, status: 'draft', items: [{ sku, quantity: 1 }] });
  expect(await refusal(land(here, draft, 5))).toMatchObject([{ code: 'invalid_state' }]);
  const submitted = await tenant.run(createPurchaseOrder, { locationId, items: [{ sku, quantity: 1 }] });
  expect(await refusal(land(here, submitted, 5))).toMatchObject([{ code: 'invalid_state' }]);
  const unknown = await receive(here, 4);
  expect(await refusal(land(here, unknown, 5))).toEqual([{ code: 'validation_failed', field: 'allocateBy' }]);
  expect(await refusal(land(here, unknown, 5, { allocateBy: 'quantity' }))).toEqual([
    { code: 'validation_failed', field: 'amount' },
  ]);
  const known = await receive(here, 4, 1);
  expect(await refusal(land(here, known, -5))).toEqual([{ code: 'validation_failed', field: 'amount' }]);
  expect(await refusal(land(here, known, 0))).toMatchObject([{ code: 'validation_failed', field: 'amount' }]);
  expect(await adjusted(here, locationId)).toEqual([[]]);
});
