import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createProduct } from '../../src/domain/create-products.ts';
import { completeCycleCount } from '../../src/domain/cycle-count-completion.ts';
import {
  createCycleCount,
  cycleCountStates,
  deleteCycleCount,
  getCycleCount,
  listCycleCounts,
  loadCycleCountInventory,
  startCycleCount,
  updateCycleCount,
} from '../../src/domain/cycle-counts.ts';
import { createInventoryAdjustment, createInventoryAdjustments } from '../../src/domain/inventory-adjustments.ts';
import { listLots } from '../../src/domain/lots.ts';
import { createOrder, reserveOrder } from '../../src/domain/orders.ts';
import { listLedger } from '../../src/domain/stock/ledger.ts';
import { listInventoryLevels } from '../../src/domain/stock/levels.ts';
import type { Row } from '../../src/kernel/view.ts';
import { levelAt, race, raceOf, refusedWithoutTrace, sourcesOf, testLifecycle, times } from '../support/documents.ts';
import { clientOf } from '../support/http.ts';
import { adjust, type Made, makeLocation, makeStock, makeVariant, unique } from '../support/make.ts';
import { refusal, statementsOf, type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();

const items = (count: Row) => count['items'] as Row[];

/** A count in this state, of one variant of which 10 are expected, with the given count. */
async function makeCount(
  tenant: Tenant,
  status: string,
  counted: number | null = 7,
  given: object = {},
): Promise<{ count: Row; sku: string; locationId: string }> {
  const { variant, location } = await makeStock(tenant, 10, given);
  let count = await tenant.run(createCycleCount, { locationId: location.id });
  const attributes = [{ sku: variant.sku, ...(counted !== null && { countedQuantity: counted }) }];
  count = await tenant.run(updateCycleCount, { id: count['id'], cycleCountItemsAttributes: attributes });
  if (status !== 'draft') count = await tenant.run(startCycleCount, { id: count['id'] });
  if (status === 'completed') count = await tenant.run(completeCycleCount, { id: count['id'] });
  return { count, sku: variant.sku, locationId: location.id };
}

const { table } = cycleCountStates;
const open = ['draft', 'in_progress'];
testLifecycle({
  world,
  what: 'cycle count',
  table,
  make: async (tenant, state) => (await makeCount(tenant, state)).count,
  commands: {
    start: { operation: startCycleCount, from: sourcesOf(table, 'in_progress'), to: 'in_progress' },
    complete: { operation: completeCycleCount, from: sourcesOf(table, 'completed'), to: 'completed' },
    load_inventory: { operation: loadCycleCountInventory, from: Object.keys(table) },
    PATCH: { operation: updateCycleCount, input: { notes: 'Aisle 4' }, from: open },
    delete: { operation: deleteCycleCount, from: open },
  },
});

test('a count is created as a draft by default, and start sets started_at', async () => {
  const tenant = await world.tenant();
  const location = await makeLocation(tenant);
  const count = await tenant.run(createCycleCount, { locationId: location.id, notes: 'Yearly' });
  expect(count).toMatchObject({
    locationId: location.id,
    status: 'draft',
    notes: 'Yearly',
    startedAt: null,
    completedAt: null,
    items: [],
  });
  expect(await tenant.run(startCycleCount, { id: count['id'] })).toMatchObject({ startedAt: expect.any(String) });
  expect(await tenant.run(createCycleCount, { locationId: location.id, status: 'in_progress' })).toMatchObject({
    status: 'in_progress',
    startedAt: expect.any(String),
  });
});

test('load_inventory fills the count from the levels of its location', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  await makeStock(tenant, 99);
  const count = await tenant.run(createCycleCount, { locationId: location.id });
  const loaded = await tenant.run(loadCycleCountInventory, { id: count['id'] });
  expect(items(loaded)).toMatchObject([
    { sku: variant.sku, variantId: variant.id, expectedQuantity: 10, countedQuantity: null, variance: null },
  ]);
  expect(await tenant.run(getCycleCount, { id: count['id'] })).toEqual(loaded);
});

test('load_inventory refreshes uncounted lines, adds missing ones and keeps counted ones', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const uncounted = await makeVariant(tenant);
  const missing = await makeVariant(tenant);
  await adjust(tenant, uncounted, location, 4);
  const { id } = await tenant.run(createCycleCount, {
    locationId: location.id,
    cycleCountItemsAttributes: [{ sku: variant.sku, countedQuantity: 9 }, { variantId: uncounted.id }],
  });
  await adjust(tenant, variant, location, 5);
  await adjust(tenant, uncounted, location, 5);
  await adjust(tenant, missing, location, 5);
  const loaded = await tenant.run(loadCycleCountInventory, { id });
  expect(
    items(loaded).map(item => [item['sku'], item['expectedQuantity'], item['countedQuantity'], item['variance']]),
  ).toEqual([
    [variant.sku, 10, 9, -1],
    [uncounted.sku, 9, null, null],
    [missing.sku, 5, null, null],
  ]);
});

test('load_inventory does not change a completed count', async () => {
  const tenant = await world.tenant();
  const { count, locationId } = await makeCount(tenant, 'completed');
  await adjust(tenant, await makeVariant(tenant), { id: locationId }, 3);
  expect(await tenant.run(loadCycleCountInventory, { id: count['id'] })).toEqual(count);
});

test('complete books the variance of counted items as cycle_count_adjustment and ignores the others', async () => {
  const tenant = await world.tenant();
  const { count, sku, locationId } = await makeCount(tenant, 'in_progress', 7);
  const more = await makeVariant(tenant);
  const uncounted = await makeVariant(tenant);
  await adjust(tenant, more, { id: locationId }, 1);
  await adjust(tenant, uncounted, { id: locationId }, 2);
  await tenant.run(updateCycleCount, {
    id: count['id'],
    cycleCountItemsAttributes: [{ sku: more.sku, countedQuantity: 1.5 }, { sku: uncounted.sku }],
  });
  const completed = await tenant.run(completeCycleCount, { id: count['id'] });
  expect(completed).toMatchObject({ status: 'completed', completedAt: expect.any(String) });
  expect(items(completed).map(item => item['variance'])).toEqual([-3, 0.5, null]);
  const { rows } = await tenant.list(listLedger, { referenceId: count['id'] });
  expect(rows).toHaveLength(2);
  expect(rows.find(row => row['sku'] === sku)).toMatchObject({
    entryType: 'cycle_count_adjustment',
    referenceType: 'cycle_count',
    quantityChange: -3,
    quantity: 3,
    quantityOnHandAfter: 7,
  });
  expect(rows.find(row => row['sku'] === more.sku)).toMatchObject({ quantityChange: 0.5, quantityOnHandAfter: 1.5 });
});

test('movements after the snapshot are preserved', async () => {
  const tenant = await world.tenant();
  const { count, sku, locationId } = await makeCount(tenant, 'in_progress', 7);
  const [{ variantId }] = items(count) as [Row];
  await adjust(tenant, { id: variantId as string }, { id: locationId }, 20);
  await tenant.run(completeCycleCount, { id: count['id'] });
  expect((await tenant.list(listInventoryLevels, { sku })).rows).toMatchObject([{ quantityOnHand: 27 }]);
});

test('a variance that would make on hand negative is refused as count_stale, and nothing is booked', async () => {
  const tenant = await world.tenant();
  const { count, sku, locationId } = await makeCount(tenant, 'in_progress', 2);
  const other = await makeVariant(tenant);
  await tenant.run(updateCycleCount, {
    id: count['id'],
    cycleCountItemsAttributes: [{ sku: other.sku, countedQuantity: 5 }],
  });
  await adjust(tenant, { id: items(count)[0]!['variantId'] as string }, { id: locationId }, -3);
  expect(await refusedWithoutTrace(world, tenant, () => tenant.run(completeCycleCount, { id: count['id'] }))).toEqual([
    {
      code: 'count_stale',
      field: 'items[0].countedQuantity',
      details: { sku, locationId, variance: -8, quantityOnHand: 7 },
    },
  ]);
  expect(await tenant.run(getCycleCount, { id: count['id'] })).toMatchObject({ status: 'in_progress' });

  await tenant.run(updateCycleCount, { id: count['id'], cycleCountItemsAttributes: [{ sku, countedQuantity: null }] });
  await tenant.run(loadCycleCountInventory, { id: count['id'] });
  await tenant.run(updateCycleCount, { id: count['id'], cycleCountItemsAttributes: [{ sku, countedQuantity: 2 }] });
  await tenant.run(completeCycleCount, { id: count['id'] });
  expect((await tenant.list(listInventoryLevels, { sku })).rows).toMatchObject([{ quantityOnHand: 2 }]);
});

test('an item that was corrected by an adjustment since is completed with a warning', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const other = await makeVariant(tenant);
  await adjust(tenant, other, location, 10);
  const client = clientOf(`${(await world.serve()).url}/api/v1`, await tenant.key());
  const { body } = await client('POST /cycle_counts', {
    location_id: location.id,
    status: 'in_progress',
    cycle_count_items_attributes: [variant, other].map(({ sku }) => ({ sku, counted_quantity: 8 })),
  });
  await client('POST /inventory_adjustments', { sku: variant.sku, location_id: location.id, set_quantity: 8 });
  await adjust(tenant, other, location, 5, { reason: 'stock_in' });
  const { id } = body.data as Made;
  const completed = await client(`POST /cycle_counts/${id}/complete`);
  expect([completed.status, completed.body]).toMatchObject([
    200,
    // Of the other one, more has come in, and nothing was corrected.
    { data: { status: 'completed' }, warnings: [{ code: 'corrected_since', field: 'items[0].counted_quantity' }] },
  ]);
  expect(await levelAt(tenant, variant.sku, location.id)).toMatchObject({ onHand: 6 });
  expect(await levelAt(tenant, other.sku, location.id)).toMatchObject({ onHand: 13 });
});

test('a count from before versions were kept is not applied over a correction made since its items were added', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const { sku } = variant;
  const counted = async (countedQuantity: number) => {
    const count = await tenant.run(createCycleCount, {
      locationId: location.id,
      status: 'in_progress',
      cycleCountItemsAttributes: [{ sku, countedQuantity }],
    });
    await sql`update cycle_count_items set expected_version = null where count_id = ${count['id']}`.execute(
      world.owner,
    );
    return count['id'];
  };
  const complete = (id: unknown) => tenant.run(completeCycleCount, { id });
  const [first, second] = [await counted(4), await counted(4)];
  // Other movements are kept, as always.
  await adjust(tenant, variant, location, 3);
  await complete(first);
  expect(await refusedWithoutTrace(world, tenant, () => complete(second))).toEqual([
    {
      code: 'count_stale',
      field: 'items[0].countedQuantity',
      details: { sku, locationId: location.id, variance: -6, quantityOnHand: 7 },
    },
  ]);
  // One that was begun after the correction knows it.
  await complete(await counted(6));
  expect(await levelAt(tenant, sku, location.id)).toEqual({ onHand: 6, available: 6, incoming: 0 });
});

test('a difference that another count has corrected is refused as count_stale, not booked twice', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const { sku } = variant;
  const counted = (countedQuantity: number) => ({
    locationId: location.id,
    status: 'in_progress',
    cycleCountItemsAttributes: [{ sku, countedQuantity }],
  });
  const [first, second, third] = [
    await tenant.run(createCycleCount, counted(4)),
    await tenant.run(createCycleCount, counted(4)),
    // It found nothing wrong, and the others did.
    await tenant.run(createCycleCount, counted(10)),
  ];
  await adjust(tenant, variant, location, 3);
  await tenant.run(completeCycleCount, { id: first!['id'] });
  for (const [count, variance] of [
    [second, -6],
    [third, 0],
  ] as const)
    expect(
      await refusedWithoutTrace(world, tenant, () => tenant.run(completeCycleCount, { id: count!['id'] })),
    ).toEqual([
      {
        code: 'count_stale',
        field: 'items[0].countedQuantity',
        details: { sku, locationId: location.id, variance, quantityOnHand: 7 },
      },
    ]);
  expect(await levelAt(tenant, sku, location.id)).toEqual({ onHand: 7, available: 7, incoming: 0 });

  for (const countedQuantity of [null, 6]) {
    const recount = { id: second!['id'], cycleCountItemsAttributes: [{ sku, countedQuantity }] };
    await tenant.run(updateCycleCount, recount);
    if (countedQuantity === null) await tenant.run(loadCycleCountInventory, { id: second!['id'] });
  }
  await tenant.run(completeCycleCount, { id: second!['id'] });
  expect(await levelAt(tenant, sku, location.id)).toEqual({ onHand: 6, available: 6, incoming: 0 });
});

test('of two counts of the same place that are completed at once, one is booked', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const counts = await Promise.all(
    [1, 2].map(() =>
      tenant.run(createCycleCount, {
        locationId: location.id,
        status: 'in_progress',
        cycleCountItemsAttributes: [{ sku: variant.sku, countedQuantity: 9 }],
      }),
    ),
  );
  const ended = await Promise.allSettled(counts.map(count => tenant.run(completeCycleCount, { id: count['id'] })));
  expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await levelAt(tenant, variant.sku, location.id)).toEqual({ onHand: 9, available: 9, incoming: 0 });
});

test('a count may make available negative: it states a fact', async () => {
  const tenant = await world.tenant();
  const { count, sku, locationId } = await makeCount(tenant, 'in_progress', 2);
  const order = await tenant.run(createOrder, { locationId, items: [{ sku, quantity: 8 }] });
  await tenant.run(reserveOrder, { id: order['id'] });
  await tenant.run(completeCycleCount, { id: count['id'] });
  expect(await levelAt(tenant, sku, locationId)).toEqual({ onHand: 2, available: -6, incoming: 0 });
});

test.each([8, 64])('of %i sales and a completion at once each counts once', async count => {
  const tenant = await world.tenant();
  const { count: made, sku, locationId } = await makeCount(tenant, 'in_progress', 7);
  await adjust(tenant, { id: items(made)[0]!['variantId'] as string }, { id: locationId }, count);
  const sale = [createInventoryAdjustment, { sku, locationId, quantityChange: -1 }] as const;
  const { lost } = await raceOf(world, tenant, [
    ...times(count / 2, sale),
    [completeCycleCount, { id: made['id'] }],
    ...times(count / 2, sale),
  ]);
  expect(lost).toEqual([]);
  expect(await levelAt(tenant, sku, locationId)).toEqual({ onHand: 7, available: 7, incoming: 0 });
});

test('items are identified by id, sku or variant_id, and removed by _destroy', async () => {
  const tenant = await world.tenant();
  const location = await makeLocation(tenant);
  const [a, b, c] = [await makeVariant(tenant), await makeVariant(tenant), await makeVariant(tenant)];
  const count = await tenant.run(createCycleCount, {
    locationId: location.id,
    cycleCountItemsAttributes: [{ sku: a.sku }, { variantId: b.id }, { sku: c.sku, countedQuantity: 1 }],
  });
  const attributes = [
    { id: items(count)[0]!['id'], countedQuantity: 2 },
    { sku: b.sku, countedQuantity: 3 },
    { variantId: c.id, _destroy: true },
  ];
  const updated = await tenant.run(updateCycleCount, { id: count['id'], cycleCountItemsAttributes: attributes });
  expect(items(updated).map(item => [item['sku'], item['countedQuantity'], item['variance']])).toEqual([
    [a.sku, 2, 2],
    [b.sku, 3, 3],
  ]);
  expect(await tenant.run(getCycleCount, { id: count['id'] })).toEqual(updated);
});

test('problems of items have their path', async () => {
  const tenant = await world.tenant();
  const { count, sku } = await makeCount(tenant, 'draft');
  const foreign = (await makeCount(tenant, 'draft')).count;
  const asked = (attributes: object[]) =>
    refusal(tenant.run(updateCycleCount, { id: count['id'], cycleCountItemsAttributes: attributes }));
  const [at0, at1] = ['cycleCountItemsAttributes[0]', 'cycleCountItemsAttributes[1]'];
  expect(await asked([{ id: items(foreign)[0]!['id'] }])).toEqual([
    { code: 'reference_not_found', field: `${at0}.id` },
  ]);
  expect(await asked([{ sku }, { sku: 'nowhere' }])).toEqual([{ code: 'reference_not_found', field: `${at1}.sku` }]);
  expect(await asked([{ countedQuantity: 1 }])).toEqual([{ code: 'validation_failed', field: `${at0}.sku` }]);
  expect(await asked([{ sku, countedQuantity: -1 }])).toEqual([
    { code: 'validation_failed', field: `${at0}.countedQuantity` },
  ]);
  expect(await asked([{ id: items(count)[0]!['id'], sku }])).toEqual([
    { code: 'validation_failed', field: `${at0}.id` },
  ]);
  expect(await asked([{ id: items(count)[0]!['id'] }, { sku }])).toEqual([{ code: 'validation_failed', field: at1 }]);
  expect(await asked([{ sku, counted: 1 }])).toEqual([{ code: 'unknown_field', field: `${at0}.counted` }]);
  expect(await refusal(tenant.run(createCycleCount, { locationId: foreign['id'] }))).toEqual([
    { code: 'reference_not_found', field: 'locationId' },
  ]);
  expect(await refusal(tenant.run(createCycleCount, {}))).toEqual([{ code: 'validation_failed', field: 'locationId' }]);
  expect(await refusal(tenant.run(getCycleCount, { id: 'nowhere' }))).toEqual([{ code: 'not_found' }]);
});

test('deleting returns the deleted count', async () => {
  const tenant = await world.tenant();
  const { count } = await makeCount(tenant, 'draft');
  expect(await tenant.run(deleteCycleCount, { id: count['id'] })).toEqual(count);
  expect(await refusal(tenant.run(getCycleCount, { id: count['id'] }))).toEqual([{ code: 'not_found' }]);
});

test('lists can be filtered by location and status', async () => {
  const tenant = await world.tenant();
  const { count, locationId } = await makeCount(tenant, 'draft');
  await makeCount(tenant, 'completed');
  const ids = async (filter: object) => (await tenant.list(listCycleCounts, filter)).rows.map(row => row['id']);
  expect(await ids({ locationId })).toEqual([count['id']]);
  expect(await ids({ status: 'draft' })).toEqual([count['id']]);
  expect(await ids({ status: 'in_progress' })).toEqual([]);
});

test('missing lot-tracked stock is taken by FEFO, held lots last; surplus goes to the next lot', async () => {
  const tenant = await world.tenant();
  const variant = await makeVariant(tenant, { lotTracked: true });
  const location = await makeLocation(tenant);
  await adjust(tenant, variant, location, 2, { lotNumber: 'OLD', expiryDate: '2020-01-01' });
  await adjust(tenant, variant, location, 2, { lotNumber: 'LATE', expiryDate: '2999-02-01' });
  await adjust(tenant, variant, location, 2, { lotNumber: 'SOON', expiryDate: '2999-01-01' });
  const countTo = async (countedQuantity: number) => {
    const { id } = await tenant.run(createCycleCount, {
      locationId: location.id,
      status: 'in_progress',
      cycleCountItemsAttributes: [{ sku: variant.sku, countedQuantity }],
    });
    await tenant.run(completeCycleCount, { id });
    return (await tenant.list(listLedger, { referenceId: id })).rows.map(row => row['quantityChange']).reverse();
  };
  expect(await countTo(7)).toEqual([1]);
  expect(await countTo(1)).toEqual([-3, -2, -1]);
  expect((await tenant.list(listInventoryLevels, { sku: variant.sku })).rows).toMatchObject([
    { quantityOnHand: 1, quantityOnHold: 1 },
  ]);
});

test('surplus of a variant without lots creates no lot', async () => {
  const tenant = await world.tenant();
  const { count, sku } = await makeCount(tenant, 'in_progress', 12);
  await tenant.run(completeCycleCount, { id: count['id'] });
  expect((await tenant.list(listLots)).rows).toEqual([]);
  expect((await tenant.list(listLedger, { sku, entryType: 'cycle_count_adjustment' })).rows).toMatchObject([
    { quantityChange: 2, lotId: null },
  ]);
});

test('surplus at a location without lots creates one', async () => {
  const tenant = await world.tenant();
  const variant = await makeVariant(tenant, { lotTracked: true });
  const location = await makeLocation(tenant);
  const { id } = await tenant.run(createCycleCount, {
    locationId: location.id,
    status: 'in_progress',
    cycleCountItemsAttributes: [{ sku: variant.sku, countedQuantity: 3 }],
  });
  await tenant.run(completeCycleCount, { id });
  const { rows } = await tenant.list(listLedger, { referenceId: id });
  expect(rows).toMatchObject([{ quantityChange: 3, lotId: expect.any(String) }]);
});

test.each([8, 64])('of %i concurrent completions exactly one is applied', async count => {
  const tenant = await world.tenant();
  const { count: made, sku } = await makeCount(tenant, 'in_progress', 7);
  const { won, lost } = await race(world, tenant, completeCycleCount, times(count, { id: made['id'] }));
  expect(won).toHaveLength(1);
  expect(lost).toEqual(times(count - 1, 'invalid_state'));
  expect((await tenant.list(listInventoryLevels, { sku })).rows).toMatchObject([{ quantityOnHand: 7 }]);
});

test('a repeated key has one effect and the same response', async () => {
  const tenant = await world.tenant();
  const { count, sku } = await makeCount(tenant, 'in_progress', 7);
  const first = await tenant.run(completeCycleCount, { id: count['id'] }, 'key');
  expect(await tenant.run(completeCycleCount, { id: count['id'] }, 'key')).toEqual(first);
  expect((await tenant.list(listLedger, { sku })).rows).toHaveLength(2);
});

test('50 items take as many statements as 5', async () => {
  const tenant = await world.tenant();
  const cost = async (size: number) => {
    const location = await makeLocation(tenant);
    const skus = Array.from({ length: size }, () => unique('SKU'));
    await tenant.run(createProduct, { name: unique('Product'), variants: skus.map(sku => ({ sku })) });
    await tenant.run(createInventoryAdjustments, {
      adjustments: skus.map(sku => ({ sku, locationId: location.id, quantityChange: 2 })),
    });
    const { id } = await tenant.run(createCycleCount, { locationId: location.id, status: 'in_progress' });
    const load = await statementsOf(() => tenant.run(loadCycleCountInventory, { id }));
    const cycleCountItemsAttributes = skus.map((sku, index) => ({ sku, countedQuantity: index % 2 ? 1 : 3 }));
    const update = await statementsOf(() => tenant.run(updateCycleCount, { id, cycleCountItemsAttributes }));
    const complete = await statementsOf(() => tenant.run(completeCycleCount, { id }));
    return [load.length, update.length, complete.length];
  };
  const few = await cost(5);
  const many = await cost(50);
  // Rows are written in batches of 300, so each table may take one statement more.
  for (const [index, count] of many.entries()) expect(count).toBeLessThanOrEqual(few[index]! + 3);
});

test('REST accepts items as a list or keyed, flat or wrapped, and answers in snake_case', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const { url } = await world.serve();
  const key = await tenant.key();
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      body: (await response.json()) as { data: Row & { items: Row[] }; errors: Row[] },
    };
  };
  const created = await call('POST', '/cycle_counts', { cycle_count: { location_id: location.id } });
  expect(created).toMatchObject({
    status: 201,
    body: { data: { location_id: location.id, status: 'draft', started_at: null, items: [] } },
  });
  const path = `/cycle_counts/${created.body.data['id']}`;
  const keyed = await call('PATCH', path, {
    cycle_count_items_attributes: { 0: { sku: variant.sku, counted_quantity: 8 } },
  });
  expect(keyed).toMatchObject({
    status: 200,
    body: {
      data: {
        items: [{ sku: variant.sku, variant_id: variant.id, expected_quantity: 10, counted_quantity: 8, variance: -2 }],
      },
    },
  });
  const dropped = await call('PATCH', path, {
    cycle_count: { cycle_count_items_attributes: [{ id: keyed.body.data.items[0]!['id'], _destroy: true }] },
  });
  expect(dropped.body.data.items).toEqual([]);
  expect(
    (await call('PATCH', path, { cycle_count_items_attributes: { 0: { sku: 'x', destroy: true } } })).body.errors,
  ).toMatchObject([{ code: 'unknown_field', field: 'cycle_count_items_attributes[0].destroy' }]);
  expect(await call('POST', `${path}/complete`)).toMatchObject({
    status: 409,
    body: { errors: [{ code: 'invalid_state', details: { status: 'draft', allowed_from: ['in_progress'] } }] },
  });
  expect(await call('DELETE', path)).toMatchObject({ status: 200, body: { data: { id: created.body.data['id'] } } });
  expect((await call('GET', path)).status).toBe(404);

  const mutation = `mutation ($input: CreateCycleCountInput!) { createCycleCount(input: $input) {
        cycleCount { status items { sku expectedQuantity variance variant { sku } } } } }`;
  const variables = {
    input: {
      locationId: location.id,
      status: 'IN_PROGRESS',
      cycleCountItemsAttributes: [{ sku: variant.sku, countedQuantity: 8, _destroy: false }],
    },
  };
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: mutation, variables }),
  });
  expect(await answer.json()).toEqual({
    data: {
      createCycleCount: {
        cycleCount: {
          status: 'IN_PROGRESS',
          items: [{ sku: variant.sku, expectedQuantity: 10, variance: -2, variant: { sku: variant.sku } }],
        },
      },
    },
  });
});
