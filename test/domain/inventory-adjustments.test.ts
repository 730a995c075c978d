import { expect, test } from '@jest/globals';
import { createInventoryAdjustment, createInventoryAdjustments } from '../../src/domain/inventory-adjustments.ts';
import { listLots } from '../../src/domain/lots.ts';
import { createPurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { listLedger } from '../../src/domain/stock/ledger.ts';
import { listInventoryLevels } from '../../src/domain/stock/levels.ts';
import { adjust, type Made, makeLocation, makeStock, makeVariant } from '../support/make.ts';
import { refusal, statementsOf, type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();

test('an adjustment changes the level and writes one ledger entry', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const adjusted = await tenant.run(createInventoryAdjustment, {
    sku: variant.sku,
    locationId: location.id,
    quantityChange: -2.5,
    reason: 'shrinkage',
    note: 'Torn bag.',
  });
  expect(adjusted).toMatchObject({
    quantityChange: -2.5,
    inventoryLevel: { quantityOnHand: 7.5, quantityAvailable: 7.5, sku: variant.sku },
    ledgerEntry: {
      entryType: 'adjustment',
      quantityChange: -2.5,
      quantity: 2.5,
      quantityOnHandAfter: 7.5,
      reason: 'shrinkage',
      note: 'Torn bag.',
      actor: 'key:test',
    },
  });
  const { rows } = await tenant.list(listLedger, { sku: variant.sku });
  expect(rows.map(row => row['quantityChange'])).toEqual([-2.5, 10]);
});

test('set_quantity books the difference', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const adjusted = await tenant.run(createInventoryAdjustment, {
    sku: variant.sku,
    locationId: location.id,
    setQuantity: 4,
  });
  expect(adjusted).toMatchObject({ quantityChange: -6, inventoryLevel: { quantityOnHand: 4 } });
});

test('a compare value that does not match is a version_conflict and changes nothing', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const conflicting = tenant.run(createInventoryAdjustment, {
    sku: variant.sku,
    locationId: location.id,
    quantityChange: 1,
    expectedQuantity: 9,
  });
  expect(await refusal(conflicting)).toEqual([
    { code: 'version_conflict', field: 'expectedQuantity', details: { quantityOnHand: 10 } },
  ]);
  expect((await tenant.list(listLedger, { sku: variant.sku })).rows).toHaveLength(1);
});

test('on hand never goes below zero', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 1);
  expect(await refusal(adjust(tenant, variant, location, -1.0001))).toEqual([
    {
      code: 'insufficient_stock',
      field: 'quantityChange',
      details: { sku: variant.sku, locationId: location.id, requested: 1.0001, available: 1 },
    },
  ]);
});

test('concurrent adjustments of one level all count', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 100);
  await Promise.all(Array.from({ length: 40 }, () => adjust(tenant, variant, location, -2.5)));
  const { rows } = await tenant.list(listInventoryLevels, { sku: variant.sku });
  expect(rows[0]).toMatchObject({ quantityOnHand: 0 });
});

test('an atomic bulk with problems is refused completely, with every problem at its path', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 5);
  const bulk = tenant.run(createInventoryAdjustments, {
    adjustments: [
      { sku: variant.sku, locationId: location.id, quantityChange: 1 },
      { sku: variant.sku, locationId: location.id, quantityChange: -50 },
      { sku: variant.sku, locationId: location.id, quantityChange: -60 },
    ],
  });
  expect((await refusal(bulk)).map(({ code, field }) => [code, field])).toEqual([
    ['insufficient_stock', 'adjustments[1].quantityChange'],
    ['insufficient_stock', 'adjustments[2].quantityChange'],
  ]);
  expect((await tenant.list(listInventoryLevels, { sku: variant.sku })).rows[0]).toMatchObject({ quantityOnHand: 5 });
});

test('a partial bulk applies what is possible, and reports the outcome of each row', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 5);
  const other = await makeVariant(tenant);
  const bulk = await tenant.run(createInventoryAdjustments, {
    mode: 'partial',
    adjustments: [
      { sku: variant.sku, locationId: location.id, quantityChange: 1 },
      { sku: 'unknown', locationId: location.id, quantityChange: 1 },
      { sku: variant.sku, locationId: location.id, quantityChange: -50 },
      { variantId: other.id, locationId: location.id, setQuantity: 3 },
    ],
  });
  expect(bulk).toMatchObject({ applied: 2, rejected: 2 });
  expect(
    (bulk['results'] as { status: string; errors: { code: string }[] }[]).map(({ status, errors }) => [
      status,
      errors[0]?.code,
    ]),
  ).toEqual([
    ['applied', undefined],
    ['rejected', 'reference_not_found'],
    ['rejected', 'insufficient_stock'],
    ['applied', undefined],
  ]);
});

test('a lot-tracked variant needs a lot, and its lots add up to the level', async () => {
  const tenant = await world.tenant();
  const variant = await makeVariant(tenant, { lotTracked: true });
  const location = await makeLocation(tenant);
  expect(await refusal(adjust(tenant, variant, location, 5))).toEqual([
    { code: 'validation_failed', field: 'lotNumber' },
  ]);
  await adjust(tenant, variant, location, 5, { lotNumber: 'B', expiryDate: '2999-02-01' });
  await adjust(tenant, variant, location, 5, { lotNumber: 'A', expiryDate: '2999-01-01' });
  await adjust(tenant, variant, location, -7);
  const { rows } = await tenant.list(listLedger, { sku: variant.sku });
  expect(rows.map(row => row['quantityChange'])).toEqual([-2, -5, 5, 5]);
});

test('a bulk may use a new lot several times, and many lots take as many statements as a few', async () => {
  const tenant = await world.tenant();
  const variant = await makeVariant(tenant, { lotTracked: true });
  const location = await makeLocation(tenant);
  const adjustments = (count: number, lotNumber: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => ({
      sku: variant.sku,
      locationId: location.id,
      quantityChange: 1,
      lotNumber: lotNumber(index),
    }));
  const cost = async (rows: object[]) =>
    (await statementsOf(() => tenant.run(createInventoryAdjustments, { adjustments: rows }))).length;
  const few = await cost(adjustments(2, () => 'SAME'));
  expect(await cost(adjustments(50, index => `LOT-${index}`))).toBeLessThanOrEqual(few);
  expect((await tenant.list(listInventoryLevels, { sku: variant.sku })).rows[0]).toMatchObject({ quantityOnHand: 52 });
});

test('an expired lot is accepted and put on hold', async () => {
  const tenant = await world.tenant();
  const variant = await makeVariant(tenant, { lotTracked: true });
  const location = await makeLocation(tenant);
  const adjusted = await adjust(tenant, variant, location, 5, { lotNumber: 'OLD', expiryDate: '2020-01-01' });
  expect(adjusted['inventoryLevel']).toMatchObject({ quantityOnHand: 5, quantityOnHold: 5, quantityAvailable: 0 });
});

test('an adjustment takes seven statements: it finds, locks, and writes each table once', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const statements = await statementsOf(() => adjust(tenant, variant, location, 1));
  const verbs = statements.map(text =>
    /^\s*(select|insert into|update)\b.*?\b(variants|locations|inventory_levels|ledger_entries|cost_layers|events)\b/s
      .exec(text)
      ?.slice(1)
      .join(' '),
  );
  expect(verbs).toEqual([
    'select variants',
    'select locations',
    'select inventory_levels',
    'insert into events',
    'insert into ledger_entries',
    'insert into cost_layers',
    'update inventory_levels',
  ]);
});

// ---- no empty lots ----

const lotsOf = async (tenant: Tenant, variant: Made) =>
  (await tenant.list(listLots, { variantId: variant.id })).rows
    .map(row => [row['lotNumber'], row['status'], row['quantityInitial'], row['quantityRemaining']])
    .sort();

/** A lot-tracked variant with 10 of lot S-1 and 9 of lot S-2 at one location. */
async function makeLots(tenant: Tenant) {
  const [variant, location] = [await makeVariant(tenant, { lotTracked: true }), await makeLocation(tenant)];
  await adjust(tenant, variant, location, 10, { lotNumber: 'S-1', expiryDate: '2999-01-01' });
  const second = await adjust(tenant, variant, location, 9, { lotNumber: 'S-2' });
  const { lotId } = second['ledgerEntry'] as { lotId: string };
  const of = (given: object) => ({ sku: variant.sku, locationId: location.id, ...given });
  return { variant, location, lotId, of };
}

const TWO_LOTS = [
  ['S-1', 'active', 10, 10],
  ['S-2', 'active', 9, 9],
];

test('a lot that receives no stock is not created by any operation', async () => {
  const tenant = await world.tenant();
  const { variant, of } = await makeLots(tenant);
  const none = await tenant.run(createInventoryAdjustment, of({ setQuantity: 0, lotNumber: 'GHOST' }));
  expect(none).toMatchObject({ quantityChange: 0, ledgerEntry: null, inventoryLevel: { quantityOnHand: 19 } });
  expect(
    await refusal(tenant.run(createInventoryAdjustment, of({ quantityChange: -5, lotNumber: 'GHOST' }))),
  ).toMatchObject([{ code: 'insufficient_stock', field: 'quantityChange', details: { requested: 5, available: 0 } }]);
  expect(await lotsOf(tenant, variant)).toEqual(TWO_LOTS);
});

test('with a lot, set_quantity and expected_quantity refer to that lot at that location', async () => {
  const tenant = await world.tenant();
  const { variant, lotId, of } = await makeLots(tenant);
  const elsewhere = await makeLocation(tenant);
  await adjust(tenant, variant, elsewhere, 30, { lotId });
  const change = async (given: object) => (await tenant.run(createInventoryAdjustment, of(given)))['quantityChange'];
  expect(await change({ setQuantity: 12, lotId })).toBe(3);
  expect(await change({ setQuantity: 40, lotNumber: 'S-1', expectedQuantity: 10 })).toBe(30);
  expect(await change({ setQuantity: 4, lotNumber: 'S-3', expectedQuantity: 0 })).toBe(4);
  expect(await change({ quantityChange: -2, lotNumber: 'S-2', expectedQuantity: 12 })).toBe(-2);
  expect(await refusal(change({ setQuantity: 1, lotId, expectedQuantity: 54 }))).toEqual([
    { code: 'version_conflict', field: 'expectedQuantity', details: { quantityOnHand: 10 } },
  ]);
  expect(await lotsOf(tenant, variant)).toEqual([
    ['S-1', 'active', 10, 40],
    ['S-2', 'active', 9, 40],
    ['S-3', 'active', 4, 4],
  ]);
  // Without a lot, the level is meant.
  expect(await change({ setQuantity: 50, expectedQuantity: 54 })).toBe(-4);
});

test('every row of a partial bulk has its own path and outcome, and a rejected one leaves no trace', async () => {
  const tenant = await world.tenant();
  const { variant, of } = await makeLots(tenant);
  const most = 99_999_999_999.9999;
  const rows: [object, ...string[]][] = [
    [
      of({ quantityChange: 1, lotNumber: 'S-1', expiryDate: '2998-01-01' }),
      'validation_failed adjustments[0].expiryDate',
    ],
    [of({ quantityChange: -5, lotNumber: 'GHOST' }), 'insufficient_stock adjustments[1].quantityChange'],
    [of({ quantityChange: 1 }), 'validation_failed adjustments[2].lotNumber'],
    [of({ quantityChange: most, lotNumber: 'GHOST' }), 'validation_failed adjustments[3].quantityChange'],
    [of({ setQuantity: 12, lotNumber: 'S-2' })],
    [of({ setQuantity: 3, lotNumber: 'NEW', expiryDate: '2997-01-01' })],
    [
      of({ quantityChange: 1, lotNumber: 'NEW', expiryDate: '2996-01-01' }),
      'validation_failed adjustments[6].expiryDate',
    ],
    [of({ quantityChange: 1, lotNumber: 'NEW', expectedQuantity: 3 })],
  ];
  const bulk = await tenant.run(createInventoryAdjustments, { mode: 'partial', adjustments: rows.map(([row]) => row) });
  const results = bulk['results'] as { status: string; errors: { code: string; field: string }[] }[];
  expect(results.map(({ errors }) => errors.map(({ code, field }) => `${code} ${field}`))).toEqual(
    rows.map(([, ...problems]) => problems),
  );
  expect(bulk).toMatchObject({ applied: 3, rejected: 5 });
  expect(await lotsOf(tenant, variant)).toEqual([
    ['NEW', 'active', 3, 4],
    ['S-1', 'active', 10, 10],
    ['S-2', 'active', 9, 12],
  ]);
});

test('a quantity beyond the limit of a level or lot is refused at its row', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 99_999_999_999);
  const rows = [1, 0.5, 0.9999].map(quantityChange => ({ sku: variant.sku, locationId: location.id, quantityChange }));
  expect(await refusal(tenant.run(createInventoryAdjustments, { adjustments: rows }))).toEqual([
    { code: 'validation_failed', field: 'adjustments[0].quantityChange' },
    { code: 'validation_failed', field: 'adjustments[2].quantityChange' },
  ]);
  const { lotId, variant: tracked } = await makeLots(tenant);
  const elsewhere = await makeLocation(tenant);
  expect(await refusal(adjust(tenant, tracked, elsewhere, 99_999_999_999, { lotId }))).toEqual([
    { code: 'validation_failed', field: 'quantityChange' },
  ]);
  const order = tenant.run(createPurchaseOrder, {
    locationId: location.id,
    items: [60_000_000_000, 60_000_000_000].map(quantity => ({ sku: variant.sku, quantity })),
  });
  expect(await refusal(order)).toEqual([{ code: 'validation_failed', field: 'items[1].quantity' }]);
});
