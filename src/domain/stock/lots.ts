import { defineEntity, p } from '@mikro-orm/core';
import { z } from 'zod';
import { type Given, id, positive, type RuleProblem, rowsOf } from '../../kernel/inputs.ts';
import { Quantity, quantity } from '../../kernel/quantity.ts';
import { NO_DAY } from '../../store/list.ts';
import { belongsTo, TenantRecord } from '../../store/record.ts';
import { Location } from '../locations.ts';
import { Supplier } from '../suppliers.ts';
import { Variant } from '../variants.ts';
import { skuOfVariant } from './levels.ts';

export const LOT_STATUSES = ['active', 'quarantine', 'exhausted', 'recalled'] as const;
export const LOT_SOURCES = ['purchase_order', 'production_batch', 'adjustment', 'return'] as const;
export type LotSource = (typeof LOT_SOURCES)[number];

const LotSchema = defineEntity({
  name: 'Lot',
  tableName: 'lots',
  extends: TenantRecord,
  comment: 'A quantity of one variant that was made or received together.',
  uniques: [{ properties: ['organizationId', 'variant', 'lotNumber'] }],
  indexes: [
    { properties: ['organizationId', 'createdAt', 'id'] },
    { properties: ['organizationId', 'updatedAt', 'id'] },
    { properties: ['organizationId', 'expiryDate'] },
    {
      name: 'lots_expiry_order_index',
      expression: `create index lots_expiry_order_index on lots (organization_id, coalesce(expiry_date, '${NO_DAY}'::date), id)`,
    },
    { properties: ['organizationId', 'lotNumber'] },
    { properties: ['organizationId', 'supplier'] },
    { properties: ['organizationId', 'sourceId'] },
    { properties: ['organizationId', 'sourceType', 'id'] },
    { properties: ['organizationId', 'status', 'id'] },
  ],
  properties: {
    lotNumber: p.string().length(100).comment('Number of the lot, unique per variant.'),
    variant: () => belongsTo(Variant, 'variant_id').comment('The variant of the lot.'),
    sku: p.string().formula(skuOfVariant).comment('SKU of the variant.'),
    status: p
      .enum(LOT_STATUSES)
      .comment('Status. Lots in quarantine and recalled lots are on hold; exhausted lots have no stock left.'),
    expiryDate: p.date().nullable().comment('Last day on which the lot is good.'),
    quantityInitial: quantity().comment('Initial quantity.'),
    quantityRemaining: quantity().comment('Remaining quantity, at all locations and in transit.'),
    sourceType: p.enum(LOT_SOURCES).comment('Type of its source.'),
    sourceId: p.uuid().nullable().comment('The document that it came from.'),
    supplier: () => belongsTo(Supplier, 'supplier_id').nullable().comment('The supplier that it came from.'),
    receivedAt: p.datetime(3).comment('Time of its first receipt.'),
    /** Whether its stock is counted as on hold: quarantine, recalled, or expired as of the last daily job. */
    held: p.boolean().hidden(),
  },
});
export class Lot extends LotSchema.class {}
LotSchema.setClass(Lot);

/** The number of the lot whose id any row has in this column. */
export const lotNumberBy =
  (column: string) =>
  (_columns: unknown, table: { alias: string }): string =>
    `(select l.lot_number from lots l where l.organization_id = ${table.alias}.organization_id and l.id = ${table.alias}.${column})`;

/**
 * A lot is good through its expiry date, in the organization's time zone (docs/api.md, "Expiry"): the one definition of
 * expired.
 */
export const isExpired = (lot: { expiryDate?: string | null | undefined }, today: string): boolean =>
  !!lot.expiryDate && lot.expiryDate < today;

const LotLevelSchema = defineEntity({
  name: 'LotLevel',
  tableName: 'lot_levels',
  extends: TenantRecord,
  comment: 'Quantity of a lot at a location.',
  uniques: [{ properties: ['organizationId', 'lot', 'location'] }],
  indexes: [{ properties: ['organizationId', 'variant', 'location'] }],
  checks: [{ name: 'lot_levels_not_negative', expression: 'quantity >= 0' }],
  properties: {
    lot: () => belongsTo(Lot, 'lot_id').comment('The lot.'),
    variant: () => belongsTo(Variant, 'variant_id').comment('The variant of the lot.'),
    location: () => belongsTo(Location, 'location_id').comment('The location.'),
    quantity: quantity().comment('Quantity physically there.'),
  },
});
export class LotLevel extends LotLevelSchema.class {}
LotLevelSchema.setClass(LotLevel);

/** Checks that the lots of a row, if it names any, add up to its quantity. */
export const lotsAddUp = (
  { lots }: Given,
  whole: unknown,
  message = 'The lots must add up to the quantity.',
): RuleProblem[] =>
  lots === undefined ||
  Quantity.addUp(
    rowsOf(lots).map(([, { quantity: share }]) => share),
    whole,
  )
    ? []
    : [{ path: ['lots'], message }];

/** How a request names the lots that it takes from. */
export const lotShares = () =>
  z
    .array(
      z
        .strictObject({
          lotId: id().meta({ description: 'The lot.' }),
          quantity: positive().meta({ description: 'Quantity of it.' }),
        })
        .meta({ id: 'LotShareInput' }),
    )
    .min(1)
    .max(100);
