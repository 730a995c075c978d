import { expect, test } from '@jest/globals';
import { createInventoryAdjustment, createInventoryAdjustments } from '../../src/domain/inventory-adjustments.ts';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import { createOrder } from '../../src/domain/orders.ts';
import { updateOrganization } from '../../src/domain/organizations.ts';
import { receivePurchaseOrder } from '../../src/domain/purchase-order-receipts.ts';
import { createPurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { loadLayers } from '../../src/domain/stock/locked-costs.ts';
import { receiveStockTransfer } from '../../src/domain/stock-transfer-receipts.ts';
import { createStockTransfer, shipStockTransfer } from '../../src/domain/stock-transfers.ts';
import { Variant } from '../../src/domain/variants.ts';
import { Quantity } from '../../src/kernel/quantity.ts';
import { findByIds } from '../../src/store/record.ts';
import { adjust, type Method, receive, sell, shop, takeBack, told } from '../support/costs.ts';
import { makeLocation, makeVariant } from '../support/make.ts';
import { refusal, useWorld } from '../support/world.ts';

const world = useWorld();

test('the average cost of a location is its value divided by its quantity; the last unit takes all remaining value', async () => {
  const here = await shop(world);
  await receive(here, 3, 10);
  await receive(here, 4, 12.5);
  await sell(here, 2);
  await sell(here, 5);
  expect(await told(here)).toEqual([
    [3, 10, 30, 30, 0],
    [4, 12.5, 50, 80, 0],
    [-2, 11.4286, -22.8571, 57.1429, 0],
    [-5, 11.4286, -57.1429, 0, 0],
  ]);
});

test('FIFO: the oldest layer is used first, rounded per layer', async () => {
  const here = await shop(world, 'fifo');
  await receive(here, 3, 10);
  await receive(here, 3, 1);
  await adjust(here, 3, 0.3333);
  await sell(here, 4);
  await sell(here, 4);
  expect(await told(here)).toEqual([
    [3, 10, 30, 30, 0],
    [3, 1, 3, 33, 0],
    [3, 0.3333, 0.9999, 33.9999, 0],
    [-4, 7.75, -31, 2.9999, 0],
    [-4, 0.6667, -2.6666, 0.3333, 0],
  ]);
});

test('stock of unknown cost is used first and never valued at 0; an adjustment by 0 sets the cost of what is left', async () => {
  const here = await shop(world);
  await adjust(here, 10);
  await receive(here, 10, 3);
  await adjust(here, -4);
  await adjust(here, 0, 2);
  await adjust(here, -16);
  expect(await told(here)).toEqual([
    [10, null, null, null, 10],
    [10, 3, 30, 30, 10],
    [-4, null, null, 30, 6],
    [0, 2, 12, 42, 0],
    [-16, 2.625, -42, 0, 0],
  ]);
});

test('a movement that is only partly of known cost changes the value by that part', async () => {
  const here = await shop(world, 'fifo');
  await adjust(here, 10);
  await receive(here, 10, 3);
  await adjust(here, -15);
  expect((await told(here)).at(-1)).toEqual([-15, null, -15, 15, 0]);
});

test("incoming stock without a cost takes the location's average, otherwise the variant's cost", async () => {
  const here = await shop(world, 'average', 7);
  await adjust(here, 2);
  await adjust(here, 2, 8);
  await receive(here, 1);
  expect(await told(here)).toEqual([
    [2, 7, 14, 14, 0],
    [2, 8, 16, 30, 0],
    [1, 7.5, 7.5, 37.5, 0],
  ]);
});

test('unit_cost belongs to incoming stock: a decrease, and a second cost, are refused', async () => {
  const here = await shop(world);
  const { tenant, sku, locationId } = here;
  await adjust(here, 5, 2);
  const ask = (more: object) => refusal(tenant.run(createInventoryAdjustment, { sku, locationId, ...more }));
  const refused = (field: string) => [{ code: 'validation_failed', field }];
  expect(await ask({ quantityChange: -1, unitCost: 3 })).toMatchObject(refused('unitCost'));
  expect(await ask({ setQuantity: 4, unitCost: 3 })).toMatchObject(refused('unitCost'));
  expect(await ask({ quantityChange: 0, unitCost: 3 })).toMatchObject(refused('unitCost'));
  expect(await ask({ quantityChange: 0 })).toMatchObject(refused('quantityChange'));
  expect(await tenant.run(createInventoryAdjustment, { sku, locationId, setQuantity: 5, unitCost: 3 })).toMatchObject({
    ledgerEntry: null,
  });
  expect(await told(here)).toEqual([[5, 2, 10, 10, 0]]);
});

test.each<[Method, number[][], number[]]>([
  ['average', [[-3, -35.9999, 24]], [12, 11.9999, 12, -12]],
  ['fifo', [[-3, -33.3333, 26.6666]], [10, 10, 13.3333, -13.3333]],
])('%s: a transfer carries its value, in parts too; a loss costs what it left with', async (method, [out], arrived) => {
  const here = await shop(world, method);
  const { tenant, sku, locationId } = here;
  await receive(here, 2, 10);
  await receive(here, 3, 13.3333);
  const there = (await makeLocation(tenant)).id;
  await tenant.run(createInventoryAdjustment, { sku, locationId: there, quantityChange: 1, unitCost: 99 });
  const transfer = await tenant.run(createStockTransfer, {
    sourceLocationId: locationId,
    destinationLocationId: there,
    items: [{ sku, quantity: 3 }],
  });
  await tenant.run(shipStockTransfer, { id: transfer['id'] });
  for (const quantity of [1, 1])
    await tenant.run(receiveStockTransfer, { id: transfer['id'], items: [{ sku, quantity }] });
  await tenant.run(receiveStockTransfer, { id: transfer['id'], close: true });
  expect((await told(here)).at(-1)).toEqual([out![0], expect.any(Number), out![1], out![2], 0]);
  expect((await told(here, there)).slice(1).map(([, , change]) => change)).toEqual(arrived);
});

test('a return comes back at the cost at which it was shipped, whatever the average is by then', async () => {
  const here = await shop(world);
  await receive(here, 10, 10);
  const order = await sell(here, 4);
  await receive(here, 6, 20);
  await takeBack(here, order, 2);
  expect((await told(here)).slice(1)).toEqual([
    [-4, 10, -40, 60, 0],
    [6, 20, 120, 180, 0],
    [2, 10, 20, 200, 0],
  ]);
});

test('of goods shipped at several costs the last comes back first; damaged goods keep their cost with what was sold', async () => {
  const here = await shop(world, 'fifo');
  await receive(here, 5, 10);
  await receive(here, 5, 12);
  const order = await sell(here, 7);
  await takeBack(here, order, 3);
  await takeBack(here, order, 1, 'damaged');
  await takeBack(here, order, 3);
  await adjust(here, -5);
  expect((await told(here)).slice(2)).toEqual([
    [-7, 10.5714, -74, 36, 0],
    [3, 11.3333, 34, 70, 0],
    [0, null, 0, 70, 0],
    [3, 10, 30, 100, 0],
    // Three of the second receipt, then what came back first: at 12 and 12.
    [-5, 12, -60, 40, 0],
  ]);
});

test('a purchase order in another currency needs an exchange rate, which each receipt keeps', async () => {
  const here = await shop(world);
  const { tenant, sku, locationId } = here;
  const ask = (more: object) => ({ locationId, items: [{ sku, quantity: 2, unitCost: 3.3333 }], ...more });
  expect(await refusal(tenant.run(createPurchaseOrder, ask({ currency: 'USD' })))).toMatchObject([
    { code: 'validation_failed', field: 'exchangeRate' },
  ]);
  expect(await refusal(tenant.run(createPurchaseOrder, ask({ currency: 'USD', exchangeRate: 0 })))).toMatchObject([
    { code: 'validation_failed', field: 'exchangeRate' },
  ]);
  expect(await refusal(tenant.run(createPurchaseOrder, ask({ exchangeRate: 2 })))).toMatchObject([
    { code: 'validation_failed', field: 'exchangeRate' },
  ]);
  const order = await tenant.run(createPurchaseOrder, ask({ currency: 'USD', exchangeRate: 0.918273 }));
  await tenant.run(receivePurchaseOrder, { id: order['id'], items: [{ sku, quantity: 1 }] });
  const received = await tenant.run(receivePurchaseOrder, { id: order['id'], exchangeRate: 0.5 });
  expect(received).toMatchObject({ exchangeRate: 0.5, items: [{ receivedValue: 4.7276 }] });
  expect(await told(here)).toEqual([
    [1, 3.0609, 3.0609, 3.0609, 0],
    [1, 1.6667, 1.6667, 4.7276, 0],
  ]);
});

test('the costing method is fixed once there is valued stock; setting the same one again is no change', async () => {
  const here = await shop(world);
  await adjust(here, 5);
  await here.tenant.run(updateOrganization, { costingMethod: 'fifo' });
  await here.tenant.run(updateOrganization, { costingMethod: 'average' });
  await adjust(here, 5, 1);
  expect(await refusal(here.tenant.run(updateOrganization, { costingMethod: 'fifo' }))).toMatchObject([
    { code: 'invalid_state', field: 'costingMethod' },
  ]);
  expect(await here.tenant.run(updateOrganization, { costingMethod: 'average' })).toMatchObject({
    costingMethod: 'average',
  });
});

test('the currency is fixed once there are amounts in it; setting the same one again is no change', async () => {
  const fixed = [{ code: 'invalid_state', field: 'currency' }];
  const valued = await shop(world);
  await adjust(valued, 5);
  await valued.tenant.run(updateOrganization, { currency: 'CHF' });
  await adjust(valued, 5, 1);
  expect(await refusal(valued.tenant.run(updateOrganization, { currency: 'EUR' }))).toMatchObject(fixed);
  expect(await valued.tenant.run(updateOrganization, { currency: 'CHF' })).toMatchObject({ currency: 'CHF' });
  const both = { currency: 'EUR', costingMethod: 'fifo' };
  expect(await refusal(valued.tenant.run(updateOrganization, both))).toMatchObject([
    { code: 'invalid_state', field: 'costingMethod' },
    ...fixed,
  ]);

  const sold = await shop(world);
  await adjust(sold, 5);
  const items = [{ sku: sold.sku, quantity: 1, unitPrice: 3 }];
  const order = await sold.tenant.run(createOrder, { locationId: sold.locationId, items });
  await sold.tenant.run(updateOrganization, { currency: 'CHF' });
  await sold.tenant.run(fulfillOrder, { id: order['id'] });
  expect(await refusal(sold.tenant.run(updateOrganization, { currency: 'EUR' }))).toMatchObject(fixed);

  const ordered = await shop(world);
  const line = [{ sku: ordered.sku, quantity: 1, unitCost: 3 }];
  const abroad = { locationId: ordered.locationId, items: line, currency: 'USD', exchangeRate: 0.9 };
  await ordered.tenant.run(createPurchaseOrder, abroad);
  expect(await refusal(ordered.tenant.run(updateOrganization, { currency: 'USD' }))).toMatchObject(fixed);
});

test('an amount that exceeds the limit is refused, and has no effect', async () => {
  const here = await shop(world);
  const cost = 99_999_999_999;
  expect(await refusal(adjust(here, 10, cost))).toMatchObject([{ code: 'validation_failed', field: 'quantityChange' }]);
  expect(await told(here)).toEqual([]);
});

test('lot-tracked stock is issued at the cost of its lot', async () => {
  const here = await shop(world, 'fifo');
  const variant = await makeVariant(here.tenant, { lotTracked: true });
  const lotted = { ...here, sku: variant.sku };
  for (const [lotNumber, unitCost, expiryDate] of [
    ['A', 5, '2031-01-02'],
    ['B', 7, '2031-01-01'],
  ] as const)
    await here.tenant.run(createInventoryAdjustment, {
      sku: variant.sku,
      locationId: here.locationId,
      quantityChange: 2,
      lotNumber,
      expiryDate,
      unitCost,
    });
  await sell(lotted, 3);
  expect((await told(here)).slice(2)).toEqual([
    [-2, 7, -14, 10, 0],
    [-1, 5, -5, 5, 0],
  ]);
});

test('of a thousand layers only those that are used are read', async () => {
  const here = await shop(world, 'fifo');
  const { tenant, sku, variantId, locationId } = here;
  const one = { sku, locationId, quantityChange: 1 };
  const adjustments = Array.from({ length: 1000 }, (_, index) => ({ ...one, unitCost: index + 1 }));
  await tenant.run(createInventoryAdjustments, { adjustments });
  const read = (more: object) =>
    world.database.transaction(tenant.id, 'test', async unit => {
      const variant = (await findByIds(unit, Variant, [variantId])).get(variantId)!;
      const { layers } = await loadLayers(unit, [{ variant, locationId, ...more }]);
      return layers.map(layer => layer.value!.toNumber());
    });
  expect(await read({ quantity: Quantity.of(2.5) })).toEqual([1, 2, 3]);
  expect(await read({ downTo: Quantity.of(998) })).toEqual([1, 2]);
  await adjust(here, -2.5);
  expect(await read({ quantity: Quantity.of(1) })).toEqual([1.5, 4]);
  expect((await told(here)).at(-1)).toEqual([-2.5, 1.8, -4.5, 500_495.5, 0]);
});
