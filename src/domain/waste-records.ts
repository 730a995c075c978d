import { defineEntity, p } from '@mikro-orm/core';
import { z } from 'zod';
import { refuse } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { id, note, positive, ruled } from '../kernel/inputs.ts';
import { command } from '../kernel/operation.ts';
import { Quantity, quantity } from '../kernel/quantity.ts';
import { createdSince, equals, getOf, listOf } from '../store/list.ts';
import { belongsTo, create, TenantRecord } from '../store/record.ts';
import { knownPlace, Location } from './locations.ts';
import type { LedgerEntry } from './stock/ledger.ts';
import { skuFilter, skuOfVariant } from './stock/levels.ts';
import { Lot, lotNumberBy } from './stock/lots.ts';
import { unitCostOf } from './stock/parcels.ts';
import { Stock } from './stock/stock.ts';
import type { Cause } from './stock/write-entry.ts';
import { namesVariant, variantChoice } from './variant-lines.ts';
import { Variant } from './variants.ts';

const WASTE_REASONS = ['expired', 'damaged', 'production', 'spoilage', 'contamination', 'other'] as const;

const WasteRecordSchema = defineEntity({
  name: 'WasteRecord',
  tableName: 'waste_records',
  extends: TenantRecord,
  comment: 'Stock that was disposed of as waste.',
  indexes: [{ properties: ['organizationId', 'lotRecord'] }, { properties: ['organizationId', 'updatedAt', 'id'] }],
  checks: [{ name: 'waste_records_positive', expression: 'quantity > 0' }],
  properties: {
    variant: () => belongsTo(Variant, 'variant_id').comment('The variant disposed of.'),
    sku: p.string().formula(skuOfVariant).comment('SKU of the variant.'),
    location: () => belongsTo(Location, 'location_id').comment('The location.'),
    quantity: quantity().comment('Quantity.'),
    reason: p.enum(WASTE_REASONS).comment('Reason of the waste.'),
    lotRecord: () => belongsTo(Lot, 'lot_record_id').nullable().comment('The lot; null if there were several.'),
    lotNumber: p.string().formula(lotNumberBy('lot_record_id')).nullable().comment('Number of the lot.'),
    unitCost: quantity().nullable().comment('Cost of one unit, from the ledger; null if not known.'),
    notes: p.text().nullable().comment('Free-text notes.'),
    recordedAt: p.datetime(3).comment('When it was recorded.'),
  },
});
export class WasteRecord extends WasteRecordSchema.class {}
WasteRecordSchema.setClass(WasteRecord);

const traceability = { area: 'traceability', module: 'traceability' } as const;
const reason = () => z.enum(WASTE_REASONS).meta({ id: 'WasteRecordReason' });

export const listWasteRecords = listOf('listWasteRecords', {
  ...traceability,
  of: WasteRecord,
  summary: 'Lists waste records, newest first.',
  filters: {
    variantId: equals('variant_id', id()),
    sku: skuFilter,
    locationId: equals('location_id', id()),
    lotRecordId: equals('lot_record_id', id()),
    reason: equals('reason', reason()),
    createdSince,
  },
});

export const getWasteRecord = getOf('getWasteRecord', { ...traceability, of: WasteRecord });

/**
 * If no lot is named, expired goods are taken strictly by expiry date, anything else first expired first out, with lots
 * on hold last: docs/api.md, "Waste record".
 */
export const createWasteRecord = command('createWasteRecord', {
  ...traceability,
  summary: 'Records waste and deducts it from the quantity on hand.',
  refuses: ['insufficient_stock'],
  input: ruled(
    z.strictObject({
      ...variantChoice,
      locationId: id(),
      quantity: positive(),
      reason: reason(),
      lotRecordId: id().nullable().optional(),
      notes: note().nullable().optional(),
    }),
    namesVariant,
  ),
  output: WasteRecord,
  async run(unit, { sku, variantId, locationId, quantity: amount, reason: why, lotRecordId, notes = null }) {
    const { variant, location } = await knownPlace(unit, { sku, variantId, locationId });
    if (lotRecordId && !variant.lotTracked)
      refuse('validation_failed', `${variant.sku} is not lot-tracked.`, { field: 'lotRecordId' });
    const line = { variant, locationId, quantity: amount, field: 'quantity' };
    const stock = await Stock.lock(unit, [line], { lotIds: lotRecordId ? [lotRecordId] : [], leaving: [line] });
    const lots = lotRecordId
      ? [{ lotId: stock.lot(variant, lotRecordId, 'lotRecordId').id, quantity: amount, field: 'quantity' }]
      : undefined;
    const recordId = newId();
    const cause: Cause = {
      entryType: 'waste',
      referenceId: recordId,
      reason: why,
      note: notes,
    };
    const entries = stock.take(line, cause, lots, { heldToo: true, expiredFirst: why === 'expired' });
    const lot = entries.length === 1 ? entries[0]!.lot : null;
    const record = create(unit, WasteRecord, {
      id: recordId,
      variant,
      sku: variant.sku,
      location,
      quantity: amount,
      reason: why,
      lotRecord: lot ?? null,
      lotNumber: lot?.lotNumber ?? null,
      unitCost: costOfOne(entries),
      notes,
      recordedAt: unit.now(),
    });
    // One moment, not two readings of the clock.
    record.recordedAt = record.createdAt;
    return record;
  },
});

/** The cost of one unit of what left; null unless known for all of it. */
function costOfOne(entries: readonly LedgerEntry[]): Quantity | null {
  if (!entries.every(entry => entry.valueChange && entry.unvaluedChange!.isZero())) return null;
  const value = Quantity.sum(entries.map(entry => entry.valueChange!)).negated();
  return unitCostOf(value, Quantity.sum(entries.map(entry => entry.quantity)));
}
