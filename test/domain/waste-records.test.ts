import { expect, test } from '@jest/globals';
import { quarantineLot } from '../../src/domain/lots.ts';
import { listLedger } from '../../src/domain/stock/ledger.ts';
import { listInventoryLevels } from '../../src/domain/stock/levels.ts';
import { createWasteRecord, getWasteRecord, listWasteRecords } from '../../src/domain/waste-records.ts';
import { outcomesOf, refusedWithoutTrace } from '../support/documents.ts';
import { adjust, makeLocation, makeStock, makeVariant } from '../support/make.ts';
import { makeLot } from '../support/manufacturing.ts';
import { refusal, useWorld } from '../support/world.ts';

const world = useWorld();

test('waste is taken from stock on hand, with one ledger entry', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10, { unitCost: 2.5 });
  const record = await tenant.run(createWasteRecord, {
    variantId: variant.id,
    locationId: location.id,
    quantity: 1.5,
    reason: 'spoilage',
    notes: 'Left in the sun.',
  });
  expect(record).toMatchObject({
    variantId: variant.id,
    sku: variant.sku,
    locationId: location.id,
    quantity: 1.5,
    reason: 'spoilage',
    lotRecordId: null,
    lotNumber: null,
    unitCost: 2.5,
    notes: 'Left in the sun.',
  });
  expect(record['recordedAt']).toBe(record['createdAt']);
  expect((await tenant.list(listLedger, { referenceId: record['id'] })).rows).toMatchObject([
    {
      entryType: 'waste',
      referenceType: 'waste_record',
      quantityChange: -1.5,
      quantityOnHandAfter: 8.5,
      reason: 'spoilage',
    },
  ]);
  expect(await tenant.run(getWasteRecord, { id: record['id'] })).toMatchObject({ quantity: 1.5 });
  expect((await tenant.list(listWasteRecords, { reason: 'spoilage', sku: variant.sku })).rows).toHaveLength(1);
  expect((await tenant.list(listWasteRecords, { reason: 'expired' })).rows).toHaveLength(0);
});

test('more than is on hand is refused; reserved stock and stock on hold may be wasted', async () => {
  const tenant = await world.tenant();
  const variant = await makeVariant(tenant, { lotTracked: true });
  const location = await makeLocation(tenant);
  const lot = await makeLot(tenant, variant, location, 10);
  await tenant.run(quarantineLot, { id: lot.id });
  const waste = (quantity: number, more: object = {}) =>
    tenant.run(createWasteRecord, {
      variantId: variant.id,
      locationId: location.id,
      quantity,
      reason: 'other',
      ...more,
    });
  const short = {
    code: 'insufficient_stock',
    field: 'quantity',
    details: { sku: variant.sku, locationId: location.id, requested: 10.0001, available: 10 },
  };
  expect(await refusedWithoutTrace(world, tenant, () => waste(10.0001))).toEqual([short]);
  expect(await refusedWithoutTrace(world, tenant, () => waste(10.0001, { lotRecordId: lot.id }))).toEqual([short]);
  expect(await waste(10)).toMatchObject({ lotRecordId: lot.id, lotNumber: lot['lotNumber'] });
  expect((await tenant.list(listInventoryLevels, { sku: variant.sku })).rows[0]).toMatchObject({
    quantityOnHand: 0,
    quantityOnHold: 0,
  });
});

test('lot_record_id identifies the lot, which must be of that variant', async () => {
  const tenant = await world.tenant();
  const variant = await makeVariant(tenant, { lotTracked: true });
  const location = await makeLocation(tenant);
  await makeLot(tenant, variant, location, 10, { expiryDate: '2999-01-01' });
  const later = await makeLot(tenant, variant, location, 10, { expiryDate: '2999-02-01' });
  const other = await makeStock(tenant, 5);
  const waste = (variantId: string, locationId: string, lotRecordId: string) =>
    tenant.run(createWasteRecord, { variantId, locationId, quantity: 1, reason: 'damaged', lotRecordId });
  expect(await waste(variant.id, location.id, later.id)).toMatchObject({ lotRecordId: later.id });
  expect(await refusal(waste(variant.id, location.id, variant.id))).toEqual([
    { code: 'reference_not_found', field: 'lotRecordId' },
  ]);
  expect(await refusal(waste(other.variant.id, other.location.id, later.id))).toEqual([
    { code: 'validation_failed', field: 'lotRecordId' },
  ]);
  const elsewhere = await makeLocation(tenant);
  await makeLot(tenant, variant, elsewhere, 1);
  expect(await refusal(waste(variant.id, elsewhere.id, later.id))).toMatchObject([
    { code: 'insufficient_stock', details: { available: 0 } },
  ]);
});

test('without a lot, FEFO with held lots last; expired stock strictly by expiry', async () => {
  const tenant = await world.tenant();
  const variant = await makeVariant(tenant, { lotTracked: true });
  const location = await makeLocation(tenant);
  const expired = await makeLot(tenant, variant, location, 3, { expiryDate: '2020-01-01' });
  const sound = await makeLot(tenant, variant, location, 3, { expiryDate: '2999-01-01' });
  const waste = (quantity: number, reason: string) =>
    tenant.run(createWasteRecord, { variantId: variant.id, locationId: location.id, quantity, reason });
  expect(await waste(1, 'damaged')).toMatchObject({ lotRecordId: sound.id });
  expect(await waste(1, 'expired')).toMatchObject({ lotRecordId: expired.id });
  const both = await waste(3, 'damaged');
  expect(both).toMatchObject({ lotRecordId: null, quantity: 3 });
  expect(
    (await tenant.list(listLedger, { referenceId: both['id'] })).rows.map(row => [row['lotId'], row['quantityChange']]),
  ).toEqual([
    [expired.id, -1],
    [sound.id, -2],
  ]);
});

test('missing fields of the body are all reported at once', async () => {
  const tenant = await world.tenant();
  expect(
    (await refusal(tenant.run(createWasteRecord, { quantity: 0, reason: 'lost' }))).map(({ field }) => field),
  ).toEqual(['locationId', 'quantity', 'reason', 'sku']);
});

test('concurrent waste never takes more than there is', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 5);
  const outcomes = await outcomesOf(
    Array.from({ length: 8 }, () =>
      tenant.run(createWasteRecord, { sku: variant.sku, locationId: location.id, quantity: 1, reason: 'other' }),
    ),
  );
  expect(outcomes.sort()).toEqual([
    ...Array.from({ length: 5 }, () => 'done'),
    ...Array.from({ length: 3 }, () => 'insufficient_stock'),
  ]);
  await adjust(tenant, variant, location, 1);
});
