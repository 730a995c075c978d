import { expect, jest, test } from '@jest/globals';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { createProduct } from '../../src/domain/create-products.ts';
import { createInventoryPolicy } from '../../src/domain/inventory-policies.ts';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import { createOrder } from '../../src/domain/orders.ts';
import { createProductionBatch, startProductionBatch } from '../../src/domain/production-batches.ts';
import { receivePurchaseOrder } from '../../src/domain/purchase-order-receipts.ts';
import { cancelPurchaseOrder, createPurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { createRecipe } from '../../src/domain/recipes.ts';
import { createStockTransfer, shipStockTransfer } from '../../src/domain/stock-transfers.ts';
import { createVariant } from '../../src/domain/variants.ts';
import { createWasteRecord } from '../../src/domain/waste-records.ts';
import { dimensions, type Group } from '../../src/figures/dimensions.ts';
import { reportFields } from '../../src/figures/fields.ts';
import { reportInput } from '../../src/figures/input.ts';
import { MEASURES, type MeasureName, measureNamed } from '../../src/figures/measures.ts';
import { namedReports } from '../../src/figures/named.ts';
import { has, planOf } from '../../src/figures/plan.ts';
import { report, reportOn } from '../../src/figures/query.ts';
import type { Source } from '../../src/figures/source.ts';
import { sources } from '../../src/figures/sources.ts';
import { addDays } from '../../src/kernel/calendar.ts';
import type { Db } from '../../src/kernel/unit.ts';
import { ADDS_UP } from '../../src/store/connections.ts';
import { adjust, type Made, makeLocation, makeSupplier, makeVariant } from '../support/make.ts';
import { makeBakery, planBatch, produce } from '../support/manufacturing.ts';
import { type Answer, TODAY, useShop } from '../support/shop.ts';
import { sliceOf } from '../support/slice.ts';
import { refusal, statementsOf, useWorld } from '../support/world.ts';

const world = useWorld();
const shop = useShop(world);

test('measures are grouped by dimensions, with totals', async () => {
  const { data, totals, meta } = await shop.ask({
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
  const { totals, meta } = await shop.ask({
    measures: ['revenue', 'cogs', 'margin', 'margin_rate', 'average_order_value'],
  });
  // 10 x 5 + 4 x 12 + 6 x 4.5 + 2 cups at their price, less three returned at 5. Cups had no cost: no margin.
  expect(totals).toMatchObject({ revenue: 126, cogs: 16 * 2 + 4 * 4 - 2, margin: 64, margin_rate: 0.5818 });
  expect(meta.notes).toEqual(['2 units were sold at an unknown cost: cost of goods sold and margin leave them out.']);
});

test('where nothing happened, amounts are 0 and rates are unknown; conditions on amounts find it', async () => {
  const amounts = ['revenue', 'cogs', 'margin', 'purchase_value', 'waste_value'];
  const quiet = { from: addDays(TODAY, -25), to: addDays(TODAY, -24) };
  const { totals } = await shop.ask({ measures: [...amounts, 'margin_rate', 'average_order_value'], ...quiet });
  expect(totals).toEqual({
    ...Object.fromEntries(amounts.map(name => [name, 0])),
    margin_rate: null,
    average_order_value: null,
  });
  const unsold = await shop.ask({
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
  await here.run(createPurchaseOrder, { locationId: place.id, items: items(5) });
  await here.run(createOrder, { locationId: place.id, items: items(7) });
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
    average_purchase_price: [costless],
    purchase_price_change: [costless],
    opening_value: [],
    closing_value: [closing],
    turnover: [uncosted, closing],
    stock_value: ['6 units on hand have no cost: their value is not known.'],
    value_to_fulfill: ['7 units still to be fulfilled have no price: value_to_fulfill leaves them out.'],
    value_purchased: ['8 units were ordered without a cost: value_purchased leaves them out.'],
    on_order_value: ['5 units on order have no cost: on_order_value leaves them out.'],
    current_price: [],
    current_cost: [],
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

test('what is still to come and to go out has a value, and SKUs a number, prices and costs', async () => {
  const here = await world.tenant();
  const [place, supplier] = [await makeLocation(here), await makeSupplier(here)];
  const dear = await makeVariant(here, { unitCost: 4, unitPrice: 10 });
  const cheap = await makeVariant(here, { unitCost: null, unitPrice: 2 });
  const bought = await here.run(createPurchaseOrder, {
    locationId: place.id,
    supplierId: supplier.id,
    currency: 'USD',
    exchangeRate: 0.5,
    items: [{ sku: dear.sku, quantity: 6, unitCost: 8 }],
  });
  await here.run(receivePurchaseOrder, { id: bought['id'], items: [{ sku: dear.sku, quantity: 2 }] });
  await here.run(createOrder, { locationId: place.id, items: [{ sku: dear.sku, quantity: 3, unitPrice: 9 }] });
  const ask = async (query: object) => (await here.run(report, query)) as never as Answer;
  const ordered = await ask({ measures: ['on_order_value', 'on_order'], dimensions: ['supplier'] });
  expect(ordered.data).toEqual([{ supplier: supplier['name'], on_order_value: 16, on_order: 4 }]);
  const due = await ask({ measures: ['value_to_fulfill'], dimensions: ['sku'] });
  expect(due.data).toEqual([{ sku: dear.sku, value_to_fulfill: 27 }]);
  const items = await ask({
    measures: ['sku_count', 'current_price', 'current_cost'],
    dimensions: ['sku'],
    sort: ['-current_price'],
  });
  expect(items.data).toEqual([
    { sku: dear.sku, sku_count: 1, current_price: 10, current_cost: 4 },
    { sku: cheap.sku, sku_count: 1, current_price: 2, current_cost: null },
  ]);
  expect(items.totals).toEqual({ sku_count: 2, current_price: 6, current_cost: 4 });
});

test('production batches count once each, however many lots they yield; reorder points are those of the policies', async () => {
  const own = await world.tenant();
  const { flour, bread, location, recipe } = await makeBakery(own);
  for (const quantity of [2, 3]) await produce(own, recipe, location, quantity);
  await planBatch(own, recipe, location, 1);
  const other = await makeLocation(own);
  for (const [place, reorderPoint] of [
    [location, 20],
    [other, 5],
  ] as const)
    await own.run(createInventoryPolicy, { sku: flour.sku, locationId: place.id, reorderPoint, reorderQuantity: 50 });
  const made = (await own.run(report, {
    measures: ['batches_completed', 'units_produced'],
    dimensions: ['sku', 'day'],
  })) as never as Answer;
  expect(made.data).toEqual([{ sku: bread.sku, day: TODAY, batches_completed: 2, units_produced: 5 }]);
  const points = (await own.run(report, {
    measures: ['reorder_point', 'on_hand'],
    dimensions: ['sku'],
    having: [{ field: 'reorder_point', op: '>', value: 0 }],
  })) as never as Answer;
  expect(points.data).toEqual([{ sku: flour.sku, reorder_point: 25, on_hand: 90 }]);
});

test('a unit bought costs what was paid per unit received, at the rate of each order', async () => {
  const own = await world.tenant();
  const [place, supplier] = [await makeLocation(own), await makeSupplier(own)];
  const variant = await makeVariant(own, {});
  for (const [quantity, unitCost, currency] of [
    [10, 4, { currency: 'USD', exchangeRate: 0.5 }],
    [30, 6, {}],
    [5, undefined, {}],
  ] as const) {
    const items = [{ sku: variant.sku, quantity, ...(unitCost && { unitCost }) }];
    const { id } = await own.run(createPurchaseOrder, {
      locationId: place.id,
      supplierId: supplier.id,
      ...currency,
      items,
    });
    await own.run(receivePurchaseOrder, { id });
  }
  const [paid, all] = [10 * 2 + 30 * 6, 10 + 30];
  for (const dimensions of [['sku'], ['supplier'], ['day']])
    expect(
      (await own.run(report, { measures: ['average_purchase_price'], dimensions })) as never as Answer,
    ).toMatchObject({ data: [{ average_purchase_price: paid / all }], totals: { average_purchase_price: paid / all } });
});

test('what can be made is bounded by the scarcest ingredient of a location', async () => {
  const own = await world.tenant();
  const [flour, seeds, bread, other] = await Promise.all(Array.from({ length: 4 }, () => makeVariant(own, {})));
  const [here, there] = [await makeLocation(own), await makeLocation(own)];
  const makes = { sku: bread!.sku, outputQuantity: 10 };
  const item = ({ sku }: { sku: string }, quantity: number) => ({ sku, quantity });
  await own.run(createRecipe, { name: 'Old', ...makes, items: [item(flour!, 1)] });
  await own.run(createRecipe, { name: 'Off', ...makes, active: false, items: [item(flour!, 1)] });
  const recipe = await own.run(createRecipe, {
    name: 'New',
    ...makes,
    items: [item(flour!, 3), item(seeds!, 1)],
  });
  await adjust(own, flour!, here, 8);
  await adjust(own, seeds!, here, 5);
  await adjust(own, flour!, there, 100);
  await adjust(own, other!, there, 7);
  const ask = async (query: object) =>
    (await own.run(report, { measures: ['buildable'], ...query })) as never as Answer;
  const { data, totals, meta } = await ask({ dimensions: ['sku', 'location'], sort: ['-buildable'] });
  expect(data).toEqual([
    { sku: bread!.sku, location: here['name'], buildable: 26 },
    { sku: bread!.sku, location: there['name'], buildable: 0 },
  ]);
  expect(totals).toEqual({ buildable: 26 });
  expect(meta.notes).toEqual(['buildable: of each SKU alone. Of SKUs that share ingredients, not all can be made.']);
  // What has no recipe is not made at all; and what is promised to a batch is not there for another.
  expect((await ask({ filters: [{ field: 'sku', op: '=', value: other!.sku }] })).totals).toEqual({ buildable: null });
  const batch = { recipeId: recipe['id'], locationId: here.id, plannedQuantity: 20 };
  const { id } = await own.run(createProductionBatch, batch);
  await own.run(startProductionBatch, { id });
  expect((await ask({})).totals).toEqual({ buildable: 6 });
});

test('what was ordered from suppliers counts by when it was submitted, without drafts and cancelled orders', async () => {
  const own = await world.tenant();
  const place = await makeLocation(own);
  const supplier = await makeSupplier(own, { name: 'Mill', code: 'MILL' });
  const { id: productId } = (await own.run(createProduct, { name: 'Flour' })) as Made;
  await own.run(createVariant, { productId, sku: 'FLOUR' });
  const buy = async (quantity: number, status: 'draft' | 'submitted' = 'submitted') => {
    const items = [{ sku: 'FLOUR', quantity, unitCost: 2 }];
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
    measures: ['purchase_orders_placed', 'units_purchased', 'value_purchased'],
    dimensions: ['supplier'],
  })) as never as Answer;
  expect(data).toEqual([{ supplier: 'MILL', purchase_orders_placed: 2, units_purchased: 12, value_purchased: 24 }]);
});

test('filters take codes, names in any case, and attributes; exclusions work', async () => {
  const sold = async (...filters: object[]) =>
    (await shop.ask({ measures: ['units_fulfilled'], filters })).totals['units_fulfilled'];
  expect(await sold({ field: 'location', op: '=', value: 'n' })).toBe(16);
  expect(await sold({ field: 'location', op: 'not_in', value: ['north'] })).toBe(6);
  expect(await sold({ field: 'location', op: '=', value: shop.south.id })).toBe(6);
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
  const { totals, meta } = await shop.ask({
    measures: ['units_fulfilled'],
    filters: [{ field: 'location', op: '!=', value: 'Nroth' }],
  });
  expect([totals['units_fulfilled'], meta.notes]).toEqual([22, ['There is no location called Nroth.']]);
});

test('`having` filters rows, and totals are those of the remaining rows, beyond `limit` too', async () => {
  const query = { measures: ['units_fulfilled', 'order_count'], dimensions: ['sku'], sort: ['sku'] };
  const { data, totals, meta } = await shop.ask({
    ...query,
    having: [{ field: 'units_fulfilled', op: '>=', value: 4 }],
    limit: 1,
  });
  expect(data).toEqual([{ sku: 'TEA-1', units_fulfilled: 16, order_count: 2 }]);
  expect([totals, meta.groups]).toEqual([{ units_fulfilled: 20, order_count: 2 }, 2]);
});

test('`having` filters the single row of a query without dimensions too, and nothing left is told as of groups', async () => {
  const asked = (value: number, by: Group[] = []) =>
    shop.ask({
      measures: ['units_fulfilled'],
      dimensions: by,
      having: [{ field: 'units_fulfilled', op: '>=', value }],
    });
  expect(await asked(4)).toMatchObject({ data: [{ units_fulfilled: 22 }], totals: { units_fulfilled: 22 } });
  const none = { data: [], totals: { units_fulfilled: 0 }, meta: { groups: 0 } };
  expect(await asked(400)).toMatchObject(none);
  expect(await asked(400, ['sku'])).toMatchObject(none);
});

test('days are grouped, and compared one by one', async () => {
  const { data, totals } = await shop.ask({
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
  const { meta } = await shop.ask({ measures: ['forecast_error', 'forecast_bias'] });
  expect(meta.notes.filter(note => note.startsWith('forecast_error'))).toHaveLength(1);
});

test('a total that depends on how it is grouped says why', async () => {
  const days = { from: addDays(TODAY, -10), to: TODAY };
  const ask = (measures: readonly MeasureName[], more: object = {}) => shop.ask({ measures, ...more, ...days });
  /** The totals of as many measures at once as a query may have. */
  const totalsOf = async (measures: readonly MeasureName[], more: object = {}) => {
    const totals: Answer['totals'] = {};
    for (let first = 0; first < measures.length; first += 20)
      Object.assign(totals, (await ask(measures.slice(first, first + 20), more)).totals);
    return totals;
  };
  const whole = await totalsOf(MEASURES);
  const unexplained: string[] = [];
  for (const dimension of Object.keys(dimensions)) {
    const measures = MEASURES.filter(measure => has(measure, dimension));
    const grouped = await totalsOf(measures, { dimensions: [dimension] });
    for (const measure of measures.filter(each => grouped[each] !== whole[each])) {
      const [plain, split] = [await ask([measure]), await ask([measure], { dimensions: [dimension] })];
      if (split.meta.notes.length === plain.meta.notes.length) unexplained.push(`${measure} by ${dimension}`);
    }
  }
  expect(unexplained).toEqual([]);
});

test('figures of other days than requested are reported', async () => {
  const past = { from: addDays(TODAY, -20), to: addDays(TODAY, -10) };
  const notesOf = async (query: object) => (await shop.ask({ measures: ['on_hand'], ...query })).meta.notes;
  expect(await notesOf({ ...past, compareTo: 'previous_year' })).toContain(`on_hand: as of now, not of ${past.to}.`);
  expect(await notesOf({ ...past, asOf: past.to })).toEqual([]);
  expect(await notesOf({ from: past.from })).toEqual([]);
  expect(await notesOf({ measures: ['units_fulfilled'], asOf: past.to })).toEqual([
    'as_of does not apply to units_fulfilled: from and to set the days.',
  ]);
});

test('imported demand counts as sold, at an unknown price and cost, with a note', async () => {
  const unknown = ['revenue', 'cogs', 'margin', 'turnover', 'return_rate'];
  const { data, meta } = await shop.ask({
    measures: ['units_sold', ...unknown],
    dimensions: ['category'],
    from: addDays(TODAY, -500),
    to: addDays(TODAY, -300),
  });
  expect(data.reduce((sum, row) => sum + Number(row['units_sold']), 0)).toBe(12);
  for (const row of data) expect(unknown.map(name => row[name])).toEqual(unknown.map(() => null));
  expect(meta.notes).toContain('12 units were sold at an unknown cost: cost of goods sold and margin leave them out.');
  expect(meta.notes[0]).toBe(
    `Sales up to ${addDays(TODAY, -400)} are imported demand history: without orders and prices.`,
  );
  const byOrder = await shop.ask({ measures: ['units_sold'], dimensions: ['order'], from: addDays(TODAY, -500) });
  expect(byOrder.totals).toEqual({ units_sold: 22 });
  expect(byOrder.meta.notes).toContain('Imported demand history cannot be broken down this way and is left out.');
});

test('stock adds up: opening, all inflows and outflows, closing', async () => {
  const all = await shop.rows({
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
  const [before] = await shop.rows({ measures: ['on_hand', 'stock_value'], asOf: addDays(TODAY, -4) });
  expect(before).toEqual({ on_hand: 0, stock_value: 0 });
  const [then] = await shop.rows({ measures: ['on_hand'], asOf: addDays(TODAY, -3) });
  expect(then).toEqual({ on_hand: 100 + 50 + 10 - 2 });
  expect(await refusal(shop.ask({ measures: ['available', 'on_hand'], asOf: addDays(TODAY, -3) }))).toEqual([
    { code: 'validation_failed', field: 'asOf', details: { measure: 'available' } },
  ]);
});

// ---- refusals ----

test('a query without meaning is refused, with a suggestion', async () => {
  const wrong = await shop
    .ask({ measures: ['units_received'], dimensions: ['condition'] })
    .catch(error => String(error));
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
    expect((await refusal(shop.ask(query))).map(problem => problem.field)).toEqual([field]);
});

test('every measure can be queried by every dimension that it declares', async () => {
  const fields = (await shop.tenant.run(reportFields)) as never as {
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
      await shop.ask({ measures: names.slice(first, first + 20), ...more });
  };
  for (const { name } of sliceOf(fields.dimensions, 4))
    await askAll(having('dimensions', name), { dimensions: [name], compareTo: 'previous_year' });
  for (const { name, type, values: allowed } of sliceOf(fields.attributes, 4)) {
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
    const statements = await statementsOf(async () => (found = await shop.rows({ measures, ...query })));
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
  const [found] = await shop.rows({ measures, ...days, compareTo: before });
  const [alone] = await shop.rows({ measures, ...before });
  expect(measures.map(name => found![`${name}_before`])).toEqual(measures.map(name => alone![name]));
  const [, statement] = await statementsOf(() => shop.ask({ measures, ...days, compareTo: before }));
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
  expect(await refusal(shop.ask({ measures: ['units_received'], dimensions: [dimension] }))).toMatchObject([
    { code: 'validation_failed', field: 'dimensions' },
  ]);
});

test.each([
  ['movements', 'ledger_entries_places_index', 'variant_id location_id'],
  ['sales', 'ledger_entries_sold_index', ''],
  ['after_sales', 'ledger_entries_after_sales_index', ''],
] as const)('all figures of %s are read from %s', async (name, index, order) => {
  const db = world.database.read(shop.tenant.id);
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

test('figures that took long are kept for the same question, and say as of when they are', async () => {
  const { id: organizationId, caller } = shop.tenant;
  const own = world.database.read(organizationId);
  let now = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
  const slow = new Proxy(own, {
    get(db, name: keyof Db) {
      const member = db[name];
      if (typeof member !== 'function') return member;
      if (name !== 'executeQuery') return member.bind(db);
      return (query: CompiledQuery) => {
        now += 4000;
        return db.executeQuery(query);
      };
    },
  });
  const ask = (measure: MeasureName) =>
    reportOn(
      { db: slow, organizationId, caller, wants: { total: true, owned: true } },
      { measures: [measure], dimensions: ['sku'] },
    );
  try {
    const { asOf, ...first } = await ask('sku_count');
    expect(asOf).toBeUndefined();
    expect(now).toBe(4000);
    const later = await ask('sku_count');
    expect(now).toBe(4000);
    const told = `These figures take long to compute: they are as of ${later.asOf!.toISOString()}.`;
    expect(later).toEqual({
      ...first,
      asOf: expect.any(Date),
      meta: { ...first.meta, notes: [told, ...first.meta.notes] },
    });
    expect((await ask('current_price')).asOf).toBeUndefined();
    expect(now).toBe(8000);
  } finally {
    clock.mockRestore();
  }
});

test('a query takes a few statements, whatever it contains', async () => {
  const statements = await statementsOf(() =>
    shop.ask({
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
  expect(await addUp(() => shop.tenant.run(namedReports[name]!, {}))).toEqual([addsUp]);
});

/** Whether the statements of figures are planned as large aggregates. */
const addUp = async (work: () => Promise<unknown>): Promise<boolean[]> =>
  (await statementsOf(work)).filter(each => each.includes('as all_groups')).map(each => each.includes(ADDS_UP));

test('only large aggregates are planned for cached pages, and lookups of single entries never are', async () => {
  const db = world.database.read(shop.tenant.id);
  const cost = async (how: string) => {
    const { rows } = await sql<{
      cost: string;
    }>`select ${sql.raw(how)} current_setting('random_page_cost') as cost`.execute(db);
    return rows[0]!.cost;
  };
  expect([await cost(ADDS_UP), await cost('')]).toEqual(['1.1', '4']);
  expect(await addUp(() => shop.ask({ measures: ['units_fulfilled', 'stock_out_days'] }))).toEqual([false]);
  const text = ({ from }: Source) =>
    (typeof from === 'function' ? from({ from: sql`null::date`, to: sql`null::date` }) : from).compile(db).sql;
  const probed = Object.entries(sources).filter(([, each]) => /limit 1\b/.test(text(each)));
  expect(probed.map(([name, each]) => [name, (each as Source).isProbed])).toEqual([['empty_days', true]]);
});
