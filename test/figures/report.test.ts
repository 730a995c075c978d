import { beforeAll, expect, test } from '@jest/globals';
import { type RawBuilder, sql } from 'kysely';
import { createProduct } from '../../src/domain/create-products.ts';
import { createInventoryPolicy } from '../../src/domain/inventory-policies.ts';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import { createOrder } from '../../src/domain/orders.ts';
import { recordDemandHistory } from '../../src/domain/planning/demand-history.ts';
import { listCostOfGoodsSold } from '../../src/domain/planning/reports/cost-of-goods-sold.ts';
import { listDemand } from '../../src/domain/planning/reports/demand.ts';
import { listFastMovers } from '../../src/domain/planning/reports/fast-movers.ts';
import { listInventoryAging } from '../../src/domain/planning/reports/inventory-aging.ts';
import { listInventoryRollForward } from '../../src/domain/planning/reports/inventory-roll-forward.ts';
import { listLowStock } from '../../src/domain/planning/reports/low-stock.ts';
import { listStockByLocation } from '../../src/domain/planning/reports/stock-by-location.ts';
import { listValuation } from '../../src/domain/planning/reports/valuation.ts';
import { receivePurchaseOrder } from '../../src/domain/purchase-order-receipts.ts';
import { cancelPurchaseOrder, createPurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { createReturnAuthorization } from '../../src/domain/return-authorizations.ts';
import { receiveReturnAuthorization } from '../../src/domain/return-receipts.ts';
import { receiveStockTransfer } from '../../src/domain/stock-transfer-receipts.ts';
import { createStockTransfer, shipStockTransfer } from '../../src/domain/stock-transfers.ts';
import { createVariant } from '../../src/domain/variants.ts';
import { createWasteRecord } from '../../src/domain/waste-records.ts';
import type { Group } from '../../src/figures/dimensions.ts';
import { reportFields } from '../../src/figures/fields.ts';
import { reportInput } from '../../src/figures/input.ts';
import { MEASURES, type MeasureName, measureNamed } from '../../src/figures/measures.ts';
import { namedReports } from '../../src/figures/named.ts';
import { planOf } from '../../src/figures/plan.ts';
import { report } from '../../src/figures/query.ts';
import { createSavedQuery, listSavedQueries } from '../../src/figures/saved-queries.ts';
import type { Source } from '../../src/figures/source.ts';
import { sources } from '../../src/figures/sources.ts';
import { addDays } from '../../src/kernel/calendar.ts';
import type { Operation } from '../../src/kernel/operation.ts';
import { routes } from '../../src/rest/routes.ts';
import { ADDS_UP } from '../../src/store/connections.ts';
import { askerOf } from '../support/faces.ts';
import { backdate } from '../support/history.ts';
import { clientOf, codes } from '../support/http.ts';
import { adjust, type Made, makeLocation, makeSupplier, makeVariant } from '../support/make.ts';
import { refusal, statementsOf, type Tenant, useWorld } from '../support/world.ts';

/*
 * A shop small enough to calculate by hand: tea and cups, two locations, receipts, sales and their prices, returns,
 * waste and transfers.
 */

const world = useWorld();
const TODAY = new Date().toISOString().slice(0, 10);
let tenant: Tenant;
let url: string;
let key: string;
let north: Made;
let south: Made;

interface Answer {
  data: { [name: string]: unknown }[];
  totals: { [name: string]: unknown };
  meta: { covers: { [name: string]: unknown }; groups: number; notes: string[] };
}

const ask = async (query: object): Promise<Answer> => (await tenant.run(report, query)) as never as Answer;
const rows = async (query: object) => (await ask(query)).data;

beforeAll(async () => {
  tenant = await world.tenant();
  north = await makeLocation(tenant, { name: 'North', code: 'N' });
  south = await makeLocation(tenant, { name: 'South, the shop', type: 'store' });
  const supplier = await makeSupplier(tenant, { name: 'Leaf & Co', code: 'LEAF' });
  const tea = await tenant.run(createProduct, { name: 'Tea', category: 'Drinks' });
  const cups = await tenant.run(createProduct, { name: 'Cup' });
  const make = async (product: object, given: object) =>
    (await tenant.run(createVariant, { productId: (product as Made).id, ...given })) as Made;
  const one = await make(tea, { sku: 'TEA-1', unitCost: 2, unitPrice: 5, supplierId: supplier.id });
  const two = await make(tea, { sku: 'TEA-2', unitCost: 4, unitPrice: 12 });
  const cup = await make(cups, { sku: 'CUP', unitPrice: 8 });

  const bought = await tenant.run(createPurchaseOrder, {
    supplierId: supplier.id,
    locationId: north.id,
    expectedOn: TODAY,
    items: [{ sku: 'TEA-1', quantity: 100, unitCost: 2 }],
  });
  await tenant.run(receivePurchaseOrder, { id: bought['id'] });
  await adjust(tenant, two, north, 50);
  await adjust(tenant, cup, north, 10);
  const transfer = await tenant.run(createStockTransfer, {
    sourceLocationId: north.id,
    destinationLocationId: south.id,
    items: [{ sku: 'TEA-1', quantity: 30 }],
  });
  await tenant.run(shipStockTransfer, { id: transfer['id'] });
  await tenant.run(receiveStockTransfer, {
    id: transfer['id'],
    items: [{ sku: 'TEA-1', quantity: 28 }],
    close: true,
  });
  const sale = async (locationId: string, items: object[]) => {
    const order = await tenant.run(createOrder, { locationId, items });
    return (await tenant.run(fulfillOrder, { id: order['id'] })) as Made;
  };
  const first = await sale(north.id, [
    { sku: 'TEA-1', quantity: 10, unitPrice: 5 },
    { sku: 'TEA-2', quantity: 4, unitPrice: 12 },
  ]);
  await sale(south.id, [{ sku: 'TEA-1', quantity: 6, unitPrice: 4.5 }]);
  await sale(north.id, [{ sku: 'CUP', quantity: 2 }]);
  const back = await tenant.run(createReturnAuthorization, {
    orderId: first.id,
    reason: 'Too mild',
    items: [
      { sku: 'TEA-1', quantity: 1, condition: 'sellable' },
      { sku: 'TEA-1', quantity: 2, condition: 'damaged' },
    ],
  });
  await tenant.run(receiveReturnAuthorization, { id: back['id'] });
  await tenant.run(createWasteRecord, { variantId: two.id, locationId: north.id, quantity: 3, reason: 'expired' });
  await tenant.run(recordDemandHistory, {
    rows: [
      { sku: 'TEA-1', locationId: north.id, date: addDays(TODAY, -400), quantity: 7 },
      { sku: 'CUP', locationId: south.id, date: addDays(TODAY, -401), quantity: 5 },
    ],
  });
  // Sales of yesterday and the day before, everything else a little earlier.
  await backdate(world.url, tenant, ({ entry_type: type, variant_id: variant }) =>
    type === 'order_fulfilled'
      ? variant === one.id
        ? 1440
        : 2880
      : type.startsWith('return') || type === 'waste'
        ? 30
        : 4320,
  );
  await tenant.run(createInventoryPolicy, {
    sku: 'TEA-1',
    locationId: south.id,
    reorderPoint: 40,
    reorderQuantity: 10,
  });
  const under = await tenant.run(createStockTransfer, {
    sourceLocationId: north.id,
    destinationLocationId: south.id,
    items: [{ sku: 'TEA-2', quantity: 5 }],
  });
  await tenant.run(shipStockTransfer, { id: under['id'] });
  url = (await world.serve()).url;
  key = await tenant.key();
});

test('measures are grouped by dimensions, with totals', async () => {
  const { data, totals, meta } = await ask({
    measures: ['units_sold', 'order_count', 'units_returned'],
    dimensions: ['sku', 'location'],
  });
  expect(data).toEqual([
    { sku: 'TEA-1', location: 'N', units_sold: 10, order_count: 1, units_returned: 3 },
    { sku: 'TEA-1', location: 'South, the shop', units_sold: 6, order_count: 1, units_returned: 0 },
    { sku: 'TEA-2', location: 'N', units_sold: 4, order_count: 1, units_returned: 0 },
    { sku: 'CUP', location: 'N', units_sold: 2, order_count: 1, units_returned: 0 },
  ]);
  // Two of the four rows belong to one order: the total is not a sum.
  expect(totals).toEqual({ units_sold: 22, order_count: 3, units_returned: 3 });
  expect(meta).toMatchObject({ groups: 4, covers: { from: addDays(TODAY, -29), to: TODAY } });
});

test('money is what was agreed and recorded; unknown amounts are left out and reported', async () => {
  const { totals, meta } = await ask({ measures: ['revenue', 'cogs', 'margin', 'margin_rate', 'average_order_value'] });
  // 10 x 5 + 4 x 12 + 6 x 4.5 + 2 cups at their price, less three returned at 5. Cups had no cost: no margin.
  expect(totals).toMatchObject({ revenue: 126, cogs: 16 * 2 + 4 * 4 - 2, margin: 64, margin_rate: 0.5818 });
  expect(meta.notes).toEqual(['2 units were sold at an unknown cost: cost of goods sold and margin leave them out.']);
});

test('where nothing happened, amounts are 0 and rates are unknown; conditions on amounts find it', async () => {
  const amounts = ['revenue', 'cogs', 'margin', 'purchase_value', 'waste_value'];
  const quiet = { from: addDays(TODAY, -25), to: addDays(TODAY, -24) };
  const { totals } = await ask({ measures: [...amounts, 'margin_rate', 'average_order_value'], ...quiet });
  expect(totals).toEqual({
    ...Object.fromEntries(amounts.map(name => [name, 0])),
    margin_rate: null,
    average_order_value: null,
  });
  const unsold = await ask({
    measures: ['on_hand', 'revenue'],
    dimensions: ['sku'],
    having: [{ field: 'revenue', op: '<', value: 1 }],
    ...quiet,
  });
  expect(unsold.data.map(row => [row['sku'], row['revenue']])).toContainEqual(['TEA-1', 0]);
});

test('each amount says what it leaves out, also of the days that it is compared with', async () => {
  const here = await world.tenant();
  const [place, other] = [await makeLocation(here), await makeLocation(here)];
  const variant = await makeVariant(here, { unitCost: null, unitPrice: null });
  const items = (quantity: number) => [{ sku: variant.sku, quantity }];
  await adjust(here, variant, place, 10);
  const order = await here.run(createOrder, { locationId: place.id, items: items(2) });
  await here.run(fulfillOrder, { id: order['id'] });
  await here.run(createWasteRecord, { sku: variant.sku, locationId: place.id, quantity: 1, reason: 'damaged' });
  const bought = await here.run(createPurchaseOrder, { locationId: place.id, items: items(3) });
  await here.run(receivePurchaseOrder, { id: bought['id'] });
  const places = { sourceLocationId: place.id, destinationLocationId: other.id };
  const moved = await here.run(createStockTransfer, { ...places, items: items(4) });
  await here.run(shipStockTransfer, { id: moved['id'] });

  const unpriced = '2 units were sold without a price, or before the ledger began: their revenue is not known.';
  const uncosted = '2 units were sold at an unknown cost: cost of goods sold and margin leave them out.';
  const costless = '3 units were received on purchase orders without a cost: they are left out.';
  const closing = '6 units on hand at the end of the last day have no cost: their value is not known.';
  const told: { [name in MeasureName]?: string[] } = {
    units_sold: [],
    revenue: [unpriced],
    average_order_value: [unpriced],
    average_price: [unpriced],
    cogs: [uncosted],
    margin: [unpriced, uncosted],
    margin_rate: [unpriced, uncosted],
    waste_value: ['1 wasted units have no cost: waste_value leaves them out.'],
    purchase_value: [costless],
    purchase_price_change: [costless],
    opening_value: [],
    closing_value: [closing],
    turnover: [uncosted, closing],
    stock_value: ['6 units on hand have no cost: their value is not known.'],
    in_transit_value: ['4 units in transit have no cost: their value is not known.'],
  };
  for (const [measure, notes] of Object.entries(told)) {
    const { meta } = (await here.run(report, { measures: [measure] })) as never as Answer;
    expect([measure, meta.notes]).toEqual([measure, notes]);
  }
  // Every measure of money is here; in_transit_value and stock_value are of an instant.
  const money = MEASURES.filter(name => measureNamed(name).unit === 'money');
  expect(money.filter(name => told[name] === undefined)).toEqual([]);

  const yesterday = { asOf: addDays(TODAY, -1) };
  for (const measure of ['stock_value', 'in_transit_value']) {
    const { meta } = (await here.run(report, { measures: [measure], ...yesterday })) as never as Answer;
    expect([measure, meta.notes]).toEqual([measure, []]);
  }
  const days = { from: TODAY, to: TODAY };
  const { meta } = (await here.run(report, { measures: ['margin'], ...days, compareTo: days })) as never as Answer;
  expect(meta.notes).toEqual([
    `Compared with ${TODAY} to ${TODAY}.`,
    unpriced,
    uncosted,
    `Compared with: ${unpriced}`,
    `Compared with: ${uncosted}`,
  ]);
});

test('what was ordered from suppliers counts by when it was submitted, without drafts and cancelled orders', async () => {
  const own = await world.tenant();
  const place = await makeLocation(own);
  const supplier = await makeSupplier(own, { name: 'Mill', code: 'MILL' });
  const { id: productId } = (await own.run(createProduct, { name: 'Flour' })) as Made;
  await own.run(createVariant, { productId, sku: 'FLOUR' });
  const buy = async (quantity: number, status: 'draft' | 'submitted' = 'submitted') => {
    const items = [{ sku: 'FLOUR', quantity, unitCost: 1 }];
    return (await own.run(createPurchaseOrder, {
      supplierId: supplier.id,
      locationId: place.id,
      status,
      items,
    })) as Made;
  };
  await buy(5);
  const whole = await buy(7);
  await own.run(receivePurchaseOrder, { id: whole.id });
  const gone = await buy(11);
  await own.run(cancelPurchaseOrder, { id: gone.id });
  await buy(13, 'draft');
  const { data } = (await own.run(report, {
    measures: ['purchase_orders_placed', 'units_purchased'],
    dimensions: ['supplier'],
  })) as never as Answer;
  expect(data).toEqual([{ supplier: 'MILL', purchase_orders_placed: 2, units_purchased: 12 }]);
});

test('filters take codes, names in any case, and attributes; exclusions work', async () => {
  const sold = async (...filters: object[]) =>
    (await ask({ measures: ['units_fulfilled'], filters })).totals['units_fulfilled'];
  expect(await sold({ field: 'location', op: '=', value: 'n' })).toBe(16);
  expect(await sold({ field: 'location', op: 'not_in', value: ['north'] })).toBe(6);
  expect(await sold({ field: 'location', op: '=', value: south.id })).toBe(6);
  expect(await sold({ field: 'unit_price', op: '<', value: 10 })).toBe(18);
  expect(await sold({ field: 'unit_price', op: 'between', value: [8, 12] })).toBe(6);
  expect(await sold({ field: 'category', op: 'is_null', value: true })).toBe(2);
  expect(await sold({ field: 'category', op: '!=', value: 'Food' })).toBe(20);
  expect(await sold({ field: 'product', op: 'contains', value: 'te' })).toBe(20);
  expect(await sold({ field: 'supplier', op: '=', value: 'Leaf & co' })).toBe(16);
  expect(
    await sold({ field: 'location_type', op: '=', value: 'store' }, { field: 'sku', op: 'in', value: ['TEA-1'] }),
  ).toBe(6);
  expect(await sold({ field: 'unit_cost', op: '>', value: 100 })).toBe(0);
});

test('a filter value that matches nothing is reported', async () => {
  const { totals, meta } = await ask({
    measures: ['units_fulfilled'],
    filters: [{ field: 'location', op: '!=', value: 'Nroth' }],
  });
  expect([totals['units_fulfilled'], meta.notes]).toEqual([22, ['There is no location called Nroth.']]);
});

test('`having` filters rows, and totals are those of the remaining rows, beyond `limit` too', async () => {
  const query = { measures: ['units_fulfilled', 'order_count'], dimensions: ['sku'], sort: ['sku'] };
  const { data, totals, meta } = await ask({
    ...query,
    having: [{ field: 'units_fulfilled', op: '>=', value: 4 }],
    limit: 1,
  });
  expect(data).toEqual([{ sku: 'TEA-1', units_fulfilled: 16, order_count: 2 }]);
  expect([totals, meta.groups]).toEqual([{ units_fulfilled: 20, order_count: 2 }, 2]);
});

test('days are grouped, and compared one by one', async () => {
  const { data, totals } = await ask({
    measures: ['units_fulfilled'],
    dimensions: ['day'],
    from: addDays(TODAY, -1),
    to: addDays(TODAY, -1),
    compareTo: 'previous_period',
  });
  expect(data).toEqual([
    { day: addDays(TODAY, -1), units_fulfilled: 16, units_fulfilled_before: 6, units_fulfilled_change: 10 },
  ]);
  expect(totals).toEqual({ units_fulfilled: 16, units_fulfilled_before: 6, units_fulfilled_change: 10 });
});

test('a note that several measures share is said once', async () => {
  const { meta } = await ask({ measures: ['forecast_error', 'forecast_bias'] });
  expect(meta.notes.filter(note => note.startsWith('forecast_error'))).toHaveLength(1);
});

test('figures of other days than requested are reported', async () => {
  const past = { from: addDays(TODAY, -20), to: addDays(TODAY, -10) };
  const notesOf = async (query: object) => (await ask({ measures: ['on_hand'], ...query })).meta.notes;
  expect(await notesOf({ ...past, compareTo: 'previous_year' })).toContain(`on_hand: as of now, not of ${past.to}.`);
  expect(await notesOf({ ...past, asOf: past.to })).toEqual([]);
  expect(await notesOf({ from: past.from })).toEqual([]);
  expect(await notesOf({ measures: ['units_fulfilled'], asOf: past.to })).toEqual([
    'as_of does not apply to units_fulfilled: from and to set the days.',
  ]);
});

test('imported demand counts as sold, with a note', async () => {
  const { data, meta } = await ask({
    measures: ['units_sold', 'revenue'],
    dimensions: ['year'],
    from: addDays(TODAY, -500),
    to: addDays(TODAY, -300),
  });
  expect(data.reduce((sum, row) => sum + Number(row['units_sold']), 0)).toBe(12);
  expect(data.every(row => row['revenue'] === null)).toBe(true);
  expect(meta.notes[0]).toBe(
    `Sales up to ${addDays(TODAY, -400)} are imported demand history: without orders and prices.`,
  );
  const byOrder = await ask({ measures: ['units_sold'], dimensions: ['order'], from: addDays(TODAY, -500) });
  expect(byOrder.totals).toEqual({ units_sold: 22 });
  expect(byOrder.meta.notes).toContain('Imported demand history cannot be broken down this way and is left out.');
});

test('stock adds up: opening, all inflows and outflows, closing', async () => {
  const all = await rows({
    measures: [
      'opening_stock',
      'units_received',
      'units_produced',
      'units_restocked',
      'units_transferred_in',
      'units_adjusted',
      'units_fulfilled',
      'units_used',
      'units_wasted',
      'units_transferred_out',
      'units_lost',
      'closing_stock',
      'on_hand',
    ],
    dimensions: ['sku', 'location'],
    from: addDays(TODAY, -1),
  });
  expect(all).toHaveLength(5);
  for (const row of all as { [name: string]: number }[]) {
    const came =
      row['units_received']! +
      row['units_produced']! +
      row['units_restocked']! +
      row['units_transferred_in']! +
      row['units_adjusted']!;
    const went =
      row['units_fulfilled']! +
      row['units_used']! +
      row['units_wasted']! +
      row['units_transferred_out']! +
      row['units_lost']!;
    expect(row['opening_stock']! + came - went).toBe(row['closing_stock']);
    expect(row['closing_stock']).toBe(row['on_hand']);
  }
});

test('stock on hand is known for any time, availability only for now', async () => {
  const [before] = await rows({ measures: ['on_hand', 'stock_value'], asOf: addDays(TODAY, -4) });
  expect(before).toEqual({ on_hand: 0, stock_value: 0 });
  const [then] = await rows({ measures: ['on_hand'], asOf: addDays(TODAY, -3) });
  expect(then).toEqual({ on_hand: 100 + 50 + 10 - 2 });
  expect(await refusal(ask({ measures: ['available', 'on_hand'], asOf: addDays(TODAY, -3) }))).toEqual([
    { code: 'validation_failed', field: 'asOf', details: { measure: 'available' } },
  ]);
});

// ---- existing reports give the same figures ----

interface Figures {
  [name: string]: unknown;
}
/** A column of the report, or a function of its row. */
type Column = string | ((row: Figures) => unknown);
const sum = (row: Figures, ...names: string[]): number =>
  names.reduce((total, name) => total + 10_000 * Number(row[name] ?? 0), 0) / 10_000;
const less = (row: Figures, a: string, b: string): number => sum(row, a) - sum(row, b);

interface Held {
  operation: Operation;
  given?: object;
  query: { measures: MeasureName[]; dimensions: Group[]; having?: object[]; from?: string; to?: string };
  /** The comparisons: a column of the report or a function of its row, with a measure or a function of the measures. */
  same: readonly (readonly [report: Column, query: Column])[];
}

const placeOf = (row: Figures) => (row['locationName'] === 'North' ? 'N' : row['locationName']);
const isLocation = (row: Figures) => (row['locationId'] === north.id ? 'N' : 'South, the shop');

const HELD: { readonly [name: string]: Held } = {
  'fast movers': {
    operation: listFastMovers,
    query: {
      measures: ['units_fulfilled', 'order_count', 'on_hand'],
      dimensions: ['sku'],
      having: [{ field: 'units_fulfilled', op: '>', value: 0 }],
    },
    same: [
      ['sku', 'sku'],
      ['quantitySold', 'units_fulfilled'],
      ['orderCount', 'order_count'],
      ['quantityOnHand', 'on_hand'],
    ],
  },
  'stock by location': {
    operation: listStockByLocation,
    query: { measures: ['on_hand', 'reserved', 'available', 'incoming', 'stock_value'], dimensions: ['location'] },
    same: [
      [placeOf, 'location'],
      ['quantityOnHand', 'on_hand'],
      ['quantityReserved', 'reserved'],
      ['quantityAvailable', 'available'],
      ['quantityIncoming', 'incoming'],
      ['stockValue', 'stock_value'],
    ],
  },
  'low stock': {
    operation: listLowStock,
    query: {
      measures: ['shortage', 'units_to_order', 'available', 'incoming'],
      dimensions: ['sku', 'location'],
      having: [{ field: 'shortage', op: '>', value: 0 }],
    },
    same: [
      ['sku', 'sku'],
      [placeOf, 'location'],
      ['shortage', 'shortage'],
      ['suggestedOrderQuantity', 'units_to_order'],
      ['quantityAvailable', 'available'],
      ['quantityIncoming', 'incoming'],
    ],
  },
  'valuation, with what is in transit': {
    operation: listValuation,
    query: { measures: ['on_hand', 'stock_value', 'in_transit', 'in_transit_value'], dimensions: ['sku'] },
    same: [
      ['sku', 'sku'],
      ['quantityOnHand', 'on_hand'],
      ['stockValue', 'stock_value'],
      ['inTransitQuantity', 'in_transit'],
      ['inTransitValue', 'in_transit_value'],
    ],
  },
  'valuation by location': {
    operation: listValuation,
    given: { groupBy: 'location' },
    query: { measures: ['on_hand', 'stock_value', 'in_transit', 'in_transit_value'], dimensions: ['location'] },
    same: [
      [placeOf, 'location'],
      ['quantityOnHand', 'on_hand'],
      ['stockValue', 'stock_value'],
      ['inTransitQuantity', 'in_transit'],
      ['inTransitValue', 'in_transit_value'],
    ],
  },
  'cost of goods sold': {
    operation: listCostOfGoodsSold,
    query: {
      measures: ['units_fulfilled', 'units_returned', 'cogs', 'revenue'],
      dimensions: ['sku'],
      having: [{ field: 'units_fulfilled', op: '>', value: 0 }],
    },
    same: [
      ['sku', 'sku'],
      ['quantity', row => less(row, 'units_fulfilled', 'units_returned')],
      ['cost', 'cogs'],
      ['revenue', 'revenue'],
    ],
  },
  'cost of goods sold by day': {
    operation: listCostOfGoodsSold,
    given: { groupBy: 'day', from: addDays(TODAY, -1), to: addDays(TODAY, -1) },
    query: { measures: ['cogs', 'revenue'], dimensions: ['day'], from: addDays(TODAY, -1), to: addDays(TODAY, -1) },
    same: [
      ['day', 'day'],
      ['cost', 'cogs'],
      ['revenue', 'revenue'],
    ],
  },
  'roll-forward': {
    operation: listInventoryRollForward,
    given: { from: addDays(TODAY, -1) },
    query: {
      measures: [
        'opening_stock',
        'opening_value',
        'units_received',
        'units_produced',
        'units_restocked',
        'units_transferred_in',
        'units_transferred_out',
        'units_adjusted',
        'units_fulfilled',
        'units_used',
        'units_wasted',
        'waste_value',
        'units_lost',
        'cogs',
        'closing_stock',
        'closing_value',
      ],
      dimensions: ['sku'],
      from: addDays(TODAY, -1),
    },
    same: [
      ['sku', 'sku'],
      ['openingQuantity', 'opening_stock'],
      [row => sum(row, 'openingValue'), row => sum(row, 'opening_value')],
      ['receivedQuantity', 'units_received'],
      ['producedQuantity', 'units_produced'],
      ['returnedQuantity', 'units_restocked'],
      ['transferredQuantity', row => less(row, 'units_transferred_in', 'units_transferred_out')],
      ['adjustedQuantity', 'units_adjusted'],
      ['soldQuantity', 'units_fulfilled'],
      [row => less(row, 'soldValue', 'returnedValue'), row => sum(row, 'cogs')],
      [row => sum(row, 'usedQuantity', 'wastedQuantity'), row => sum(row, 'units_used', 'units_wasted')],
      ['wastedValue', row => sum(row, 'waste_value')],
      ['lostQuantity', 'units_lost'],
      ['closingQuantity', 'closing_stock'],
      [row => sum(row, 'closingValue'), row => sum(row, 'closing_value')],
    ],
  },
  'inventory aging': {
    operation: listInventoryAging,
    query: {
      measures: ['age_days', 'on_hand', 'stock_value'],
      dimensions: ['sku', 'location'],
      having: [{ field: 'on_hand', op: '>', value: 0 }],
    },
    same: [
      ['sku', 'sku'],
      [isLocation, 'location'],
      ['ageDays', 'age_days'],
      ['quantityOnHand', 'on_hand'],
      ['stockValue', 'stock_value'],
    ],
  },
  demand: {
    operation: listDemand,
    given: { days: 365 },
    query: { measures: ['units_sold'], dimensions: ['day'], from: addDays(TODAY, -364) },
    same: [
      ['date', 'day'],
      ['sales', 'units_sold'],
    ],
  },
};

test.each(Object.entries(HELD))(
  '%s gives the same figures as the query',
  async (_, { operation, given = {}, query, same }) => {
    const of = (row: Figures, column: Column) => (typeof column === 'string' ? row[column] : column(row));
    const sorted = (all: unknown[][]) => all.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    const own = (await tenant.list(operation, given)).rows.map(row => same.map(([column]) => of(row, column)));
    expect(own.length).toBeGreaterThan(0);
    expect(sorted((await rows(query)).map(row => same.map(([, column]) => of(row, column))))).toEqual(sorted(own));
  },
);

test('every report with figures is compared with the query', () => {
  const held = new Set(Object.values(HELD).map(({ operation }) => operation.name));
  const named = new Set(Object.values(namedReports).map(({ name }) => name));
  const others = Object.entries(routes)
    .filter(([route]) => route.startsWith('GET /reports/'))
    .map(([, { name }]) => name)
    .filter(name => !held.has(name) && !named.has(name));
  // What the query itself offers, and the proof that the ledger and the levels agree.
  expect(others).toEqual(['listReconciliation', 'reportFields']);
});

// ---- refusals ----

test('a query without meaning is refused, with a suggestion', async () => {
  const wrong = await ask({ measures: ['units_received'], dimensions: ['condition'] }).catch(error => String(error));
  expect(wrong).toMatch(
    /units_received cannot be broken down by condition, only by sku, .*Measures that can: .*units_returned/,
  );
  for (const [query, field] of [
    [{ measures: ['units'] }, 'measures[0]'],
    [{ measures: [] }, 'measures'],
    [{ measures: ['on_hand'], dimensions: ['month'] }, 'dimensions'],
    [{ measures: ['on_hand'], dimensions: ['color'] }, 'dimensions[0]'],
    [{ measures: ['on_hand'], filters: [{ field: 'on_hand', op: '>', value: 1 }] }, 'filters[0].field'],
    [{ measures: ['on_hand'], filters: [{ field: 'unit_price', op: '<', value: 'x' }] }, 'filters[0].value'],
    [{ measures: ['on_hand'], filters: [{ field: 'sku', op: '<', value: 'x' }] }, 'filters[0].value'],
    [{ measures: ['on_hand'], filters: [{ field: 'sku', op: 'in', value: [] }] }, 'filters[0].value'],
    [{ measures: ['on_hand'], filters: [{ field: 'location_type', op: '=', value: 'shop' }] }, 'filters[0].value'],
    [{ measures: ['on_hand'], filters: [{ field: 'sku', op: 'like', value: 'x' }] }, 'filters[0].op'],
    [{ measures: ['on_hand'], having: [{ field: 'reserved', op: '>', value: 1 }] }, 'having[0].field'],
    [{ measures: ['on_hand'], sort: ['reserved'] }, 'sort[0]'],
    [{ measures: ['units_sold'], from: '2026-02-02', to: '2026-02-01' }, 'from'],
    [{ measures: ['units_sold'], from: '2001-01-01', dimensions: ['day'] }, 'from'],
    [{ measures: ['on_hand'], asOf: '2999-01-01' }, 'asOf'],
    [{ measures: ['on_hand'], limit: 10_001 }, 'limit'],
    [{ measures: ['on_hand'], nonsense: 1 }, 'nonsense'],
  ] as const)
    expect((await refusal(ask(query))).map(problem => problem.field)).toEqual([field]);
});

test('every measure can be queried by every dimension that it declares', async () => {
  const fields = (await tenant.run(reportFields)) as never as {
    measures: { name: string; description: string; dimensions: string[]; attributes: string[] }[];
    dimensions: { name: string }[];
    attributes: { name: string; type: string; values: string[] | null }[];
  };
  const values: { [type: string]: unknown } = { text: 'x', number: 1, boolean: true, date: TODAY, timestamp: TODAY };
  const having = (of: 'dimensions' | 'attributes', field: string) =>
    fields.measures.filter(each => each[of].includes(field)).map(({ name }) => name);
  /** As many measures at once as a query may have, none more often than necessary. */
  const askAll = async (names: string[], more: object) => {
    for (let first = 0; first < names.length; first += 20)
      await ask({ measures: names.slice(first, first + 20), ...more });
  };
  for (const { name } of fields.dimensions)
    await askAll(having('dimensions', name), { dimensions: [name], compareTo: 'previous_year' });
  for (const { name, type, values: allowed } of fields.attributes) {
    const filters = [{ field: name, op: '=', value: allowed?.[0] ?? values[type] }];
    await askAll(having('attributes', name), { filters });
  }
});

test('a long time, added up by place first, gives the same rows as a shorter one with the same facts', async () => {
  const measures = [
    'units_received',
    'units_wasted',
    'units_adjusted',
    'units_transferred_in',
    'units_lost',
    'net_change',
  ];
  const asked = async (query: object) => {
    let found: Answer['data'] = [];
    const statements = await statementsOf(async () => (found = await rows({ measures, ...query })));
    return { found, byPlace: statements.some(each => /group by 1(, 2)?\b/.test(each)) };
  };
  for (const dimensions of [['category'], ['location'], ['sku', 'location_type']]) {
    const long = await asked({ dimensions, from: addDays(TODAY, -105) });
    const short = await asked({ dimensions, from: addDays(TODAY, -91) });
    expect([dimensions, long.byPlace, short.byPlace]).toEqual([dimensions, true, false]);
    expect([dimensions, long.found]).toEqual([dimensions, short.found]);
    expect(long.found).not.toEqual([]);
  }
});

test('what came since the days compared ended is read once with what came since those asked for began', async () => {
  const measures = ['opening_value', 'closing_value', 'opening_stock', 'closing_stock'];
  const days = { from: addDays(TODAY, -2), to: addDays(TODAY, -1) };
  const before = { from: addDays(TODAY, -5), to: addDays(TODAY, -3) };
  const [found] = await rows({ measures, ...days, compareTo: before });
  const [alone] = await rows({ measures, ...before });
  expect(measures.map(name => found![`${name}_before`])).toEqual(measures.map(name => alone![name]));
  const [, statement] = await statementsOf(() => ask({ measures, ...days, compareTo: before }));
  expect(statement!.match(/from ledger_entries e\b/g)).toHaveLength(3);
});

test.each([
  [['category', 'location', 'month', 'purchase_order'], 'movements'],
  [['supplier'], 'receipts'],
  [['category', 'status'], 'receipts'],
])('what was received by %j is read of %s', async (dimensions, source) => {
  const known = { today: TODAY, zone: 'UTC', keepsCosts: true };
  const plan = planOf(reportInput.parse({ measures: ['units_received'], dimensions }), known);
  expect(plan.terms.get('received')!.map(term => term.source)).toEqual([source]);
});

test.each(['order', 'batch', 'reason'])('nothing is received by %s', async dimension => {
  expect(await refusal(ask({ measures: ['units_received'], dimensions: [dimension] }))).toMatchObject([
    { code: 'validation_failed', field: 'dimensions' },
  ]);
});

test.each([
  ['movements', 'ledger_entries_places_index', 'variant_id location_id'],
  ['sales', 'ledger_entries_sold_index', ''],
  ['after_sales', 'ledger_entries_after_sales_index', ''],
] as const)('all figures of %s are read from %s', async (name, index, order) => {
  const db = world.database.read(tenant.id);
  const { rows: indexes } = await sql<{ columns: string[] }>`
    select array(select pg_get_indexdef(i.indexrelid, n, true) from generate_series(1, i.indnatts) n) as columns
    from pg_index i where i.indexrelid = ${index}::regclass`.execute(db);
  const [{ columns }] = indexes as [{ columns: string[] }];
  const { keys, values, inOrderOf = [] } = sources[name] as Source;
  const readBy = (text: RawBuilder<unknown>) =>
    [
      ...text
        .compile(db)
        .sql.replaceAll('"', '')
        .matchAll(/\be\.(\w+)/g),
    ].map(([, column]) => column!);
  expect(inOrderOf.flatMap(key => readBy(keys[key]!)).join(' ')).toBe(order);
  expect(columns.slice(1, 1 + inOrderOf.length).join(' ')).toBe(order);
  const lacking = Object.values(values).flatMap(({ sql: own, ofKept, distinct }) =>
    distinct ? [] : readBy(ofKept ?? own).filter(column => !columns.includes(column)),
  );
  expect(lacking).toEqual([]);
});

test('each source of which an index has all figures is known to the test above', () => {
  const covered = Object.entries(sources).flatMap(([name, each]) => ((each as Source).isCovered ? name : []));
  expect(covered).toEqual(['movements', 'sales', 'after_sales']);
});

test('a query takes a few statements, whatever it contains', async () => {
  const statements = await statementsOf(() =>
    ask({
      measures: ['units_sold', 'revenue', 'on_hand'],
      dimensions: ['category', 'month'].slice(0, 1),
      compareTo: 'previous_year',
    }),
  );
  expect(statements.filter(each => each.includes('select'))).toHaveLength(2);
});

test.each([
  ['sales_summary', true],
  ['waste_summary', true],
  ['movement_summary', true],
  ['supplier_scorecard', false],
  ['abc', true],
  ['turnover', true],
  ['service_level', false],
  ['forecast_accuracy', true],
])('%s is planned as a large aggregate: %s', async (name, addsUp) => {
  expect(await addUp(() => tenant.run(namedReports[name]!, {}))).toEqual([addsUp]);
});

/** Whether the statements of figures are planned as large aggregates. */
const addUp = async (work: () => Promise<unknown>): Promise<boolean[]> =>
  (await statementsOf(work)).filter(each => each.includes('as all_groups')).map(each => each.includes(ADDS_UP));

test('only large aggregates are planned for cached pages, and lookups of single entries never are', async () => {
  const db = world.database.read(tenant.id);
  const cost = async (how: string) => {
    const { rows } = await sql<{
      cost: string;
    }>`select ${sql.raw(how)} current_setting('random_page_cost') as cost`.execute(db);
    return rows[0]!.cost;
  };
  expect([await cost(ADDS_UP), await cost('')]).toEqual(['1.1', '4']);
  expect(await addUp(() => ask({ measures: ['units_fulfilled', 'stock_out_days'] }))).toEqual([false]);
  const text = ({ from }: Source) =>
    (typeof from === 'function' ? from({ from: sql`null::date`, to: sql`null::date` }) : from).compile(db).sql;
  const probed = Object.entries(sources).filter(([, each]) => /limit 1\b/.test(text(each)));
  expect(probed.map(([name, each]) => [name, (each as Source).isProbed])).toEqual([['empty_days', true]]);
});

// ---- REST and GraphQL ----

test('REST and GraphQL give the same results, limited to the areas that the key may read', async () => {
  const rest = clientOf(`${url}/api/v1`, key);
  const query = {
    measures: ['units_sold', 'available'],
    dimensions: ['product'],
    filters: [{ field: 'location', op: 'in', value: ['N'] }],
  };
  const { body, status } = await rest('POST /reports/query', query);
  expect([status, Object.keys(body)]).toEqual([200, ['data', 'totals', 'meta']]);
  const { data } = await askerOf(url, key)(
    'query ($query: ReportQuery!) { report(query: $query) { data totals meta { notes } } }',
    { query },
  );
  expect(data!['report']).toEqual({
    data: body.data,
    totals: (body as never as Answer).totals,
    meta: { notes: body.meta!['notes'] },
  });
  const narrow = clientOf(`${url}/api/v1`, await tenant.key('reports:read', 'inventory:read'));
  expect((await narrow('POST /reports/query', { measures: ['on_hand'] })).status).toBe(200);
  expect(codes(await narrow('POST /reports/query', { measures: ['units_sold'] }))).toEqual([403, 'insufficient_scope']);
  const plain = await world.tenant([]);
  expect(
    codes(await clientOf(`${url}/api/v1`, await plain.key())('POST /reports/query', { measures: ['units_wasted'] })),
  ).toEqual([403, 'module_not_enabled']);
});

test('named reports are predefined queries', async () => {
  const rest = clientOf(`${url}/api/v1`, key);
  const { body } = await rest('GET /reports/sales_summary?group_by=sku&skus=TEA-1,CUP');
  expect(body.data).toEqual([
    expect.objectContaining({ sku: 'TEA-1', units_sold: 16, units_returned: 3, revenue: 62 }),
    expect.objectContaining({ sku: 'CUP', units_sold: 2, revenue: 16, cogs: null, margin: null }),
  ]);
  for (const name of [
    'waste_summary',
    'movement_summary',
    'supplier_scorecard',
    'abc',
    'turnover',
    'service_level',
    'forecast_accuracy',
  ])
    expect([(await rest(`GET /reports/${name}?compare_to=previous_year`)).status, name]).toEqual([200, name]);
  const { data } = await askerOf(url, key)('{ reports { wasteSummary(groupBy: [SKU]) { data } } }');
  expect(data!['reports']).toEqual({
    wasteSummary: { data: [{ sku: 'TEA-2', units_wasted: 3, waste_value: 12, waste_rate: 0.4286 }] },
  });
  expect(codes(await rest('GET /reports/abc?group_by=day'))).toEqual([422, 'validation_failed group_by[0]']);
});

// ---- saved queries ----

test('a query is saved as it was written, and gives the same result again', async () => {
  const rest = clientOf(`${url}/api/v1`, key);
  const query = {
    measures: ['units_sold', 'revenue'],
    dimensions: ['sku'],
    filters: [{ field: 'location', op: 'in', value: ['N'] }],
    compare_to: { from: addDays(TODAY, -59), to: addDays(TODAY, -30) },
  };
  const made = await rest('POST /saved_queries', { name: 'North', query });
  expect(made.status).toBe(201);
  const saved = made.body.data as { id: string; query: object };
  expect(saved.query).toMatchObject({ ...query, from: null, to: null, as_of: null, sort: null, limit: 1000 });
  const same = await rest('POST /reports/query', saved.query);
  expect([same.status, same.body]).toEqual([200, (await rest('POST /reports/query', query)).body]);
  const graphql = askerOf(url, key);
  const { data, errors } = await graphql(
    '{ savedQueries(first: 1, filter: { name: "North" }) { nodes { id name query { measures compareTo filters { field op value } } } } }',
  );
  expect([errors, data?.['savedQueries']]).toEqual([
    undefined,
    {
      nodes: [
        {
          id: saved.id,
          name: 'North',
          query: { measures: query.measures, compareTo: query.compare_to, filters: query.filters },
        },
      ],
    },
  ]);
  expect((await rest(`PATCH /saved_queries/${saved.id}`, { name: 'Up north' })).body.data).toMatchObject({
    name: 'Up north',
    query: saved.query,
  });
  expect((await rest(`DELETE /saved_queries/${saved.id}`)).status).toBe(200);
  expect((await rest(`GET /saved_queries/${saved.id}`)).status).toBe(404);
});

test('an invalid query, one that may not be read, and a duplicate name are not saved', async () => {
  const query = { measures: ['on_hand'] };
  const keep = (more: object) => refusal(tenant.run(createSavedQuery, { name: 'Stock', query, ...more }));
  expect(await keep({ query: { measures: ['on_hand'], dimensions: ['month'] } })).toMatchObject([
    { code: 'validation_failed', field: 'query.dimensions' },
  ]);
  expect(await keep({ query: { measures: ['nothing'] } })).toEqual([
    { code: 'validation_failed', field: 'query.measures[0]' },
  ]);
  expect(await keep({ name: ' ' })).toEqual([{ code: 'validation_failed', field: 'name' }]);
  const narrow = clientOf(`${url}/api/v1`, await tenant.key('reports:read', 'reports:write'));
  expect(codes(await narrow('POST /saved_queries', { name: 'Stock', query }))).toEqual([403, 'insufficient_scope']);
  const reader = clientOf(`${url}/api/v1`, await tenant.key('read'));
  expect(codes(await reader('POST /saved_queries', { name: 'Stock', query }))).toEqual([403, 'insufficient_scope']);
  expect((await tenant.list(listSavedQueries, {})).rows).toEqual([]);
  await tenant.run(createSavedQuery, { name: 'Stock', query });
  expect(await keep({})).toMatchObject([{ code: 'already_exists', field: 'name' }]);
});
