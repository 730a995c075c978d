import { expect, test } from '@jest/globals';
import { createInventoryAdjustment, createInventoryAdjustments } from '../../src/domain/inventory-adjustments.ts';
import { listLedger } from '../../src/domain/stock/ledger.ts';
import { listInventoryLevels } from '../../src/domain/stock/levels.ts';
import { adjust, makeLocation, makeStock, makeVariant } from '../support/make.ts';
import { refusal, statementsOf, useWorld } from '../support/world.ts';

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

test('parallel adjustments of one level all count', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 100);
  await Promise.all(Array.from({ length: 40 }, () => adjust(tenant, variant, location, -2.5)));
  const { rows } = await tenant.list(listInventoryLevels, { sku: variant.sku });
  expect(rows[0]).toMatchObject({ quantityOnHand: 0 });
});

test('an atomic bulk is refused whole, with every problem at its path', async () => {
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

test('a partial bulk applies what can be applied and says what became of each', async () => {
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

test('a bulk names a new lot several times, and costs as many statements for many lots as for few', async () => {
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

test('an already expired lot is accepted and held', async () => {
  const tenant = await world.tenant();
  const variant = await makeVariant(tenant, { lotTracked: true });
  const location = await makeLocation(tenant);
  const adjusted = await adjust(tenant, variant, location, 5, { lotNumber: 'OLD', expiryDate: '2020-01-01' });
  expect(adjusted['inventoryLevel']).toMatchObject({ quantityOnHand: 5, quantityOnHold: 5, quantityAvailable: 0 });
});

test('an adjustment is six statements: it finds, locks, and writes each table once', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const statements = await statementsOf(() => adjust(tenant, variant, location, 1));
  const verbs = statements.map(text =>
    /^\s*(select|insert into|update)\b.*?\b(variants|locations|inventory_levels|ledger_entries|events)\b/s
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
    'update inventory_levels',
  ]);
});
