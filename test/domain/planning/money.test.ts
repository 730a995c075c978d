import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createInventoryAdjustment } from '../../../src/domain/inventory-adjustments.ts';
import { createLandedCost } from '../../../src/domain/landed-costs.ts';
import { fulfillOrder } from '../../../src/domain/order-fulfillment.ts';
import { createOrder } from '../../../src/domain/orders.ts';
import { listCostOfGoodsSold } from '../../../src/domain/planning/reports/cost-of-goods-sold.ts';
import { listInventoryRollForward } from '../../../src/domain/planning/reports/inventory-roll-forward.ts';
import { listValuation } from '../../../src/domain/planning/reports/valuation.ts';
import { listInventoryLevels } from '../../../src/domain/stock/levels.ts';
import { receiveStockTransfer } from '../../../src/domain/stock-transfer-receipts.ts';
import { createStockTransfer, shipStockTransfer } from '../../../src/domain/stock-transfers.ts';
import { report } from '../../../src/figures/query.ts';
import type { Row } from '../../../src/kernel/view.ts';
import { buffersOf } from '../../support/buffers.ts';
import { adjust, type Method, move, receive, type Shop, sell, shop, takeBack } from '../../support/costs.ts';
import { backdate } from '../../support/history.ts';
import { makeLocation, makeVariant } from '../../support/make.ts';
import { makeCopies } from '../../support/many.ts';
import { refusal, useWorld } from '../../support/world.ts';

const world = useWorld();

const rowsOf = async ({ tenant }: Shop, operation: Parameters<Shop['tenant']['list']>[0], input: object = {}) =>
  (await tenant.list(operation, { perPage: 200, ...input })).rows;
const valuation = (here: Shop, input: object = {}) => rowsOf(here, listValuation, input);
const pick = (row: Row | undefined, ...names: string[]) => names.map(name => row?.[name]);
const now = () => new Date().toISOString();

/** Several days of business: everything that changes the value of stock. */
async function business(method: Method) {
  const here = await shop(world, method);
  const order = await receive(here, 10, 10);
  const there = await move(here, 4);
  const sold = await sell(here, 3, 25);
  await takeBack(here, sold, 1);
  await takeBack(here, sold, 1, 'damaged');
  await adjust(here, 2, 40);
  const between = now();
  await here.tenant.run(createLandedCost, {
    purchaseOrderId: order['id'],
    description: 'Duty',
    amount: 10,
    allocateBy: 'value',
  });
  await adjust(here, -1);
  return { here, there, between };
}

test.each<Method>(['average', 'fifo'])(
  '%s: valuation says what stock is worth, now and at any time before',
  async method => {
    const { here, there, between } = await business(method);
    const [row] = await valuation(here);
    const [then] = await valuation(here, { asOf: between });
    expect(pick(then, 'sku', 'quantityOnHand', 'unvaluedQuantity', 'stockValue', 'inTransitQuantity')).toEqual([
      here.sku,
      10,
      0,
      160,
      0,
    ]);
    const gone = method === 'fifo' ? 11 : 20.6667;
    expect(pick(row, 'quantityOnHand', 'stockValue')).toEqual([9, 168 - gone]);
    expect(await valuation(here, { asOf: now() })).toEqual([row]);
    expect(
      (await valuation(here, { groupBy: 'location' })).map(each => pick(each, 'locationId', 'stockValue')),
    ).toEqual([
      [here.locationId, method === 'fifo' ? 113 : 103.3333],
      [there, 44],
    ]);
    expect(await valuation(here, { groupBy: 'category' })).toMatchObject([{ category: null, stockValue: 168 - gone }]);
  },
);

test.each<Method>(['average', 'fifo'])(
  '%s: cost of goods sold is net of returns; a damaged one stays in it',
  async method => {
    const { here } = await business(method);
    const sums = { quantity: 1, cost: 22, revenue: 25, margin: 3, unvaluedQuantity: 0, unpricedQuantity: 0 };
    const groups = ['variant', 'category', 'location', 'day'];
    for (const groupBy of groups) expect(await rowsOf(here, listCostOfGoodsSold, { groupBy })).toMatchObject([sums]);
    // Entries from before these were recorded take their revenue from the order.
    const { rows: kept } = await sql<{ id: string; revenue: number | null; unvalued: number }>`
      update ledger_entries e set revenue = null, unvalued_change = null from ledger_entries k
      where e.organization_id = ${here.tenant.id} and k.organization_id = e.organization_id and k.id = e.id
      returning e.id, k.revenue, k.unvalued_change as unvalued`.execute(world.owner);
    const older = { ...sums, margin: null, unvaluedQuantity: 2 };
    for (const groupBy of groups) expect(await rowsOf(here, listCostOfGoodsSold, { groupBy })).toMatchObject([older]);
    for (const { id, revenue, unvalued } of kept)
      await sql`update ledger_entries set revenue = ${revenue}::numeric, unvalued_change = ${unvalued}::numeric
        where organization_id = ${here.tenant.id} and id = ${id}`.execute(world.owner);
  },
);

test('cost of goods sold is added up from an index, without the entries themselves', async () => {
  const here = await shop(world);
  await receive(here, 10, 3);
  await sell(here, 1, 5);
  const COPIES = 4000;
  const sales = sql`t.entry_type = 'order_fulfilled'`;
  const next = `'id', gen_random_uuid(), 'sequence', t.sequence + n`;
  await makeCopies(world, here.tenant.id, 'ledger_entries', COPIES, next, sales);
  expect(await rowsOf(here, listCostOfGoodsSold)).toMatchObject([{ quantity: COPIES + 1, cost: 3 * (COPIES + 1) }]);
  const touched = await buffersOf(world, here.tenant.id, db =>
    (listCostOfGoodsSold.run as (reading: object, input: object) => Promise<unknown>)(
      { db, wants: { total: true, owned: false } },
      { groupBy: 'variant', page: 1, perPage: 1 },
    ),
  );
  expect(Math.max(...touched)).toBeLessThan(COPIES / 20);
  await sql`
    delete from ledger_entries e using ledger_entries k
    where k.organization_id = ${here.tenant.id} and k.entry_type = 'order_fulfilled'
      and k.sequence = 2 and e.organization_id = k.organization_id and e.sequence > k.sequence`.execute(world.owner);
});

test.each<Method>(['average', 'fifo'])(
  '%s: opening and what came, less what went, is closing, for every period',
  async method => {
    const { here, between } = await business(method);
    const [whole] = await rowsOf(here, listInventoryRollForward);
    expect(whole).toMatchObject({
      openingQuantity: 0,
      openingValue: 0,
      receivedQuantity: 10,
      receivedValue: 100,
      transferredQuantity: 0,
      returnedValue: 10,
      landedValue: 10,
      soldQuantity: 3,
      soldValue: 32,
      lostValue: 0,
      closingQuantity: 9,
    });
    const add = (row: Row, end: 'Quantity' | 'Value') =>
      ['opening', 'received', 'produced', 'returned', 'transferred', 'landed', 'adjusted'].reduce(
        (sum, name) => sum + (row[name + end] as number),
        0,
      ) - ['sold', 'used', 'wasted', 'lost'].reduce((sum, name) => sum + (row[name + end] as number), 0);
    const [before] = await rowsOf(here, listInventoryRollForward, { to: between });
    const [after] = await rowsOf(here, listInventoryRollForward, { from: between });
    for (const row of [whole!, before!, after!])
      for (const end of ['Quantity', 'Value'] as const)
        expect([end, add(row, end).toFixed(4)]).toEqual([end, (row[`closing${end}`] as number).toFixed(4)]);
    expect(pick(after, 'openingQuantity', 'openingValue')).toEqual(pick(before, 'closingQuantity', 'closingValue'));
    expect(pick(before, 'closingQuantity', 'closingValue')).toEqual([10, 160]);
  },
);

test('goods in transit are shown as such in valuation and roll-forward, and nowhere else', async () => {
  const here = await shop(world);
  const { tenant, sku, locationId } = here;
  await receive(here, 10, 3);
  const there = (await makeLocation(tenant)).id;
  const transfer = await tenant.run(createStockTransfer, {
    sourceLocationId: locationId,
    destinationLocationId: there,
    items: [{ sku, quantity: 4 }],
  });
  await tenant.run(shipStockTransfer, { id: transfer['id'] });
  await tenant.run(receiveStockTransfer, { id: transfer['id'], items: [{ sku, quantity: 1 }] });
  const underWay = now();
  const row = { quantityOnHand: 7, stockValue: 21, inTransitQuantity: 3, inTransitValue: 9 };
  expect(await valuation(here)).toMatchObject([row]);
  expect(
    (await valuation(here, { groupBy: 'location' })).map(each => pick(each, 'locationId', 'inTransitValue')),
  ).toEqual([
    [locationId, 0],
    [there, 9],
  ]);
  await tenant.run(receiveStockTransfer, { id: transfer['id'] });
  expect(await valuation(here)).toMatchObject([
    { quantityOnHand: 10, stockValue: 30, inTransitQuantity: 0, inTransitValue: 0 },
  ]);
  expect(await valuation(here, { asOf: underWay })).toMatchObject([row]);
  const query = { measures: ['on_hand', 'stock_value', 'in_transit', 'in_transit_value'], asOf: underWay };
  expect(await tenant.run(report, query)).toMatchObject({
    totals: { on_hand: 7, stock_value: 21, in_transit: 3, in_transit_value: 9 },
  });
  expect(await rowsOf(here, listInventoryRollForward, { to: underWay })).toMatchObject([
    { transferredQuantity: -3, closingValue: 21, inTransitQuantity: 3, inTransitValue: 9 },
  ]);
});

test('unknown costs stay unknown: value and margin are null, and the quantity is shown', async () => {
  const here = await shop(world);
  await adjust(here, 4);
  await sell(here, 1, 5);
  expect(await valuation(here)).toMatchObject([
    { quantityOnHand: 3, unvaluedQuantity: 3, unitCost: null, stockValue: null },
  ]);
  expect(await rowsOf(here, listCostOfGoodsSold)).toMatchObject([
    { quantity: 1, cost: null, revenue: 5, margin: null, unvaluedQuantity: 1 },
  ]);
  await adjust(here, 1, 2);
  await sell(here, 4);
  expect(await rowsOf(here, listCostOfGoodsSold)).toMatchObject([
    { quantity: 5, cost: 2, revenue: 5, margin: null, unvaluedQuantity: 4, unpricedQuantity: 4 },
  ]);
});

test.each<Method>(['average', 'fifo'])('%s: lots are worth what adds up to the value of their places', async method => {
  const here = await shop(world, method);
  const { tenant, locationId } = here;
  const { sku } = await makeVariant(tenant, { lotTracked: true });
  for (const [lotNumber, quantityChange, unitCost] of [
    ['A', 2, 1],
    ['B', 1, 3.0001],
  ] as const)
    await tenant.run(createInventoryAdjustment, { sku, locationId, quantityChange, lotNumber, unitCost });
  const rows = await valuation(here, { groupBy: 'lot' });
  expect(rows.map(row => pick(row, 'lotNumber', 'quantityOnHand', 'stockValue'))).toEqual(
    method === 'fifo'
      ? [
          ['B', 1, 3.0001],
          ['A', 2, 2],
        ]
      : [
          ['A', 2, 3.3334],
          ['B', 1, 1.6667],
        ],
  );
  expect(await valuation(here, { groupBy: 'lot', asOf: now() })).toEqual(rows);
});

test('days are those of the organization, and invalid periods are refused', async () => {
  const here = await shop(world);
  await receive(here, 1, 1);
  const today = now().slice(0, 10);
  expect(await rowsOf(here, listInventoryRollForward, { from: today, to: today })).toMatchObject([
    { receivedQuantity: 1 },
  ]);
  const refused = (input: object) => refusal(here.tenant.list(listInventoryRollForward, input));
  expect(await refused({ from: '2026-02-30' })).toEqual([{ code: 'validation_failed', field: 'from' }]);
  expect(await refused({ from: '2026-02-02', to: '2026-02-01' })).toEqual([{ code: 'validation_failed', field: 'to' }]);
  expect(await refusal(here.tenant.list(listValuation, { asOf: '2999-01-01T00:00:00Z' }))).toEqual([
    { code: 'validation_failed', field: 'asOf' },
  ]);
  expect((await here.tenant.list(listInventoryLevels, {})).rows).toHaveLength(1);
});

test.each<Method>(['average', 'fifo'])(
  '%s: a damaged return of goods of unknown cost does not make their cost 0',
  async method => {
    const here = await shop(world, method);
    await adjust(here, 5);
    const sold = await sell(here, 3, 25);
    const figuresOf = async () => {
      const measures = ['cogs', 'margin', 'margin_rate', 'turnover', 'opening_value', 'closing_value'];
      const { totals } = (await here.tenant.run(report, { measures })) as never as { totals: Row };
      return totals;
    };
    const unknown = { cogs: null, margin: null, margin_rate: null, turnover: null };
    expect(await figuresOf()).toEqual({ ...unknown, opening_value: 0, closing_value: null });
    await takeBack(here, sold, 1, 'damaged');
    for (const groupBy of ['variant', 'category', 'location', 'day'])
      expect(await rowsOf(here, listCostOfGoodsSold, { groupBy })).toMatchObject([
        { quantity: 2, cost: null, revenue: 50, margin: null, unvaluedQuantity: 3 },
      ]);
    expect(await figuresOf()).toEqual({ ...unknown, opening_value: 0, closing_value: null });
  },
);

test('what only came back damaged costs nothing more', async () => {
  const here = await shop(world);
  await receive(here, 5, 10);
  const sold = await sell(here, 3, 25);
  await takeBack(here, sold, 1, 'damaged');
  await backdate(world.url, here.tenant, entry => (entry.entry_type === 'return_disposed' ? 0 : 40 * 24 * 60));
  expect(await rowsOf(here, listCostOfGoodsSold)).toMatchObject([{ quantity: -1, cost: 0, revenue: -25, margin: -25 }]);
  const { totals } = (await here.tenant.run(report, { measures: ['cogs', 'margin', 'margin_rate'] })) as never as {
    totals: Row;
  };
  expect(totals).toEqual({ cogs: 0, margin: -25, margin_rate: 1 });
});

test('margin is that of sales whose price and cost are both known', async () => {
  const here = await shop(world);
  const { tenant, locationId } = here;
  await receive(here, 5, 10);
  await sell(here, 2, 25);
  const unknown = await makeVariant(tenant, { unitPrice: 100 });
  await adjust({ ...here, sku: unknown.sku }, 5);
  const order = await tenant.run(createOrder, { locationId, items: [{ sku: unknown.sku, quantity: 3 }] });
  await tenant.run(fulfillOrder, { id: order['id'] });
  const measures = ['revenue', 'cogs', 'margin', 'margin_rate'];
  const { totals } = (await tenant.run(report, { measures })) as never as { totals: Row };
  expect(totals).toEqual({ revenue: 350, cogs: 20, margin: 30, margin_rate: 0.6 });
});
