import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { z } from 'zod';
import { code, id, timestamp } from '../../kernel/inputs.ts';
import { quantity } from '../../kernel/quantity.ts';
import { equals, filter, listOf } from '../../store/list.ts';
import { belongsTo, TenantRecord } from '../../store/record.ts';
import { planned } from '../../store/rows.ts';
import { Location } from '../locations.ts';
import { Variant } from '../variants.ts';
import { skuFilter, skuOfVariant } from './levels.ts';
import { Lot } from './lots.ts';
import type { StoredParcel } from './parcels.ts';

/** Every way in which stock moves: docs/api.md, "Ledger entry". */
export const ENTRY_TYPES = [
  'adjustment',
  'purchase_received',
  'transfer_out',
  'transfer_in',
  'order_fulfilled',
  'return_received',
  'return_disposed',
  'cycle_count_adjustment',
  'transfer_loss',
  'production_consumed',
  'production_wasted',
  'production_output',
  'waste',
  'cost_adjustment',
] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];

/** The type of the document that causes a movement. */
export const DOCUMENT_OF = {
  adjustment: 'inventory_adjustment',
  purchase_received: 'purchase_order',
  transfer_out: 'stock_transfer',
  transfer_in: 'stock_transfer',
  order_fulfilled: 'order',
  return_received: 'return_authorization',
  return_disposed: 'return_authorization',
  cycle_count_adjustment: 'cycle_count',
  transfer_loss: 'stock_transfer',
  production_consumed: 'production_batch',
  production_wasted: 'production_batch',
  production_output: 'production_batch',
  waste: 'waste_record',
  cost_adjustment: 'purchase_order',
} as const satisfies { readonly [type in EntryType]: string };

/** Receipts from which the age of stock is counted (docs/api.md, "Ledger entry"). */
export const INBOUND_TYPES = [
  'purchase_received',
  'transfer_in',
  'return_received',
] as const satisfies readonly EntryType[];

/** Entries that change the figures of sales afterwards: returns, and landed costs of goods already sold. */
export const AFTER_SALES = [
  'return_received',
  'return_disposed',
  'cost_adjustment',
] as const satisfies readonly EntryType[];

/** Entries that correct the recorded stock. */
export const IS_VARIANCE =
  "entry_type = 'cycle_count_adjustment' or (entry_type = 'adjustment' and reason in ('shrinkage', 'theft'))";

const LedgerEntrySchema = defineEntity({
  name: 'LedgerEntry',
  tableName: 'ledger_entries',
  extends: TenantRecord,
  comment: "One movement of stock. Written once, never changed: the sum of a level's entries is its quantity on hand.",
  uniques: [{ properties: ['organizationId', 'variant', 'location', 'sequence'] }],
  indexes: [
    { properties: ['organizationId', 'location', 'id'] },
    { properties: ['organizationId', 'entryType', 'id'] },
    {
      name: 'ledger_entries_actor_index',
      expression:
        'create index ledger_entries_actor_index on ledger_entries (organization_id, actor_id, id) where actor_id is not null',
    },
    // The quantity on hand at a time: one probe per level. Monthly reports sum up variant by variant here, without
    // touching the table.
    {
      name: 'ledger_entries_places_index',
      expression:
        'create index ledger_entries_places_index on ledger_entries (organization_id, variant_id, location_id, created_at) include (entry_type, quantity_change, value_change, unvalued_change, revenue, cogs_change, adjusted_change)',
    },
    { properties: ['organizationId', 'referenceId'] },
    {
      name: 'ledger_entries_lot_index',
      expression:
        'create index ledger_entries_lot_index on ledger_entries (organization_id, lot_id) where lot_id is not null',
    },
    { properties: ['organizationId', 'createdAt', 'id'] },
    // Sales by time, and what changes them afterwards: sales reports read them without touching the table.
    {
      name: 'ledger_entries_sold_index',
      expression:
        "create index ledger_entries_sold_index on ledger_entries (organization_id, created_at) include (variant_id, location_id, quantity_change, value_change, unvalued_change, revenue) where entry_type = 'order_fulfilled'",
    },
    {
      name: 'ledger_entries_after_sales_index',
      expression: `create index ledger_entries_after_sales_index on ledger_entries (organization_id, created_at) include (variant_id, location_id, entry_type, quantity, quantity_change, value_change, unvalued_change, revenue, cogs_change, adjusted_change) where entry_type in (${AFTER_SALES.map(type => `'${type}'`).join(', ')})`,
    },
    // Other draws on a location: production, transfers, waste.
    {
      name: 'ledger_entries_draws_index',
      expression:
        "create index ledger_entries_draws_index on ledger_entries (organization_id, created_at) include (variant_id, location_id, quantity_change) where entry_type in ('production_consumed', 'production_wasted', 'transfer_out', 'waste')",
    },
    // Count variances and losses, which are rare: insights search for them.
    {
      name: 'ledger_entries_variances_index',
      expression: `create index ledger_entries_variances_index on ledger_entries (organization_id, created_at) where ${IS_VARIANCE}`,
    },
    // Entries that emptied a level, of which there are few: days without stock say nothing about demand.
    {
      name: 'ledger_entries_emptied_index',
      expression:
        'create index ledger_entries_emptied_index on ledger_entries (organization_id, variant_id, location_id, created_at) where quantity_on_hand_after <= 0',
    },
  ],
  properties: {
    entryType: p.enum(ENTRY_TYPES).comment('Type of the movement.'),
    variant: () => belongsTo(Variant, 'variant_id').comment('The variant moved.'),
    sku: p.string().formula(skuOfVariant).comment('SKU of the variant.'),
    location: () => belongsTo(Location, 'location_id').comment('Location of the movement.'),
    quantityChange: quantity().comment('Signed effect on the quantity on hand.'),
    quantity: quantity().comment('Units handled; differs from the change for return_disposed.'),
    quantityOnHandAfter: quantity().comment('Quantity on hand after the movement.'),
    unitCost: quantity().nullable().comment('Cost of one unit moved; null unless it is known for all of them.'),
    valueChange: quantity().nullable().comment('Signed effect on the value of the stock; null if not known.'),
    valueAfter: quantity()
      .nullable()
      .comment('Value of the stock after the movement, without stock of unknown cost; null if all cost is unknown.'),
    unvaluedQuantity: quantity()
      .nullable()
      .comment('Quantity on hand at unknown cost after the movement; null before costs were recorded.'),
    cogsChange: quantity()
      .nullable()
      .comment('For a landed cost: the share of stock that was already gone, which was not added to the value.'),
    lot: () => belongsTo(Lot, 'lot_id').nullable().comment('The lot that it belongs to.'),
    referenceType: p.string().length(40).nullable().comment('Type of the document that caused it.'),
    referenceId: p.uuid().nullable().comment('The document that caused it.'),
    reason: p.string().length(40).nullable().comment('Reason of an adjustment or waste.'),
    note: p.text().nullable().comment('Free-text note.'),
    actor: p.string().length(260).comment('Who did it: a key, a user or another source.'),
    actorId: p
      .uuid()
      .nullable()
      .comment('Id of the actor: the key, member or integration. Names may be reused, ids are not.'),
    occurredAt: p
      .datetime(3)
      .comment('When it happened, for information; entries are ordered by when they were recorded.'),
    sequence: p.integer().hidden(),
    /** Signed effect on the quantity of unknown cost; null from before costs were recorded: then all of it. */
    unvaluedChange: quantity().nullable().hidden(),
    /** Of `cogsChange`: the share for goods that had gone otherwise than to customers, or were in transit. */
    adjustedChange: quantity().nullable().hidden(),
    /** The revenue of the goods, negative for returns; null if a line has no price, and for any other movement. */
    revenue: quantity().nullable().hidden(),
    /** What moved, by cost, if the costs differed: see costs.ts. */
    parcels: p.json<readonly StoredParcel[]>().nullable().hidden(),
  },
});
export class LedgerEntry extends LedgerEntrySchema.class {
  static readonly isNeverChanged = true;
}
LedgerEntrySchema.setClass(LedgerEntry);

/** Entries of these documents are found, and counted, by their types, which have an index. */
const causedBy = (document: string) => {
  const types = ENTRY_TYPES.filter(type => DOCUMENT_OF[type] === document);
  return types.length === 1 ? sql`t.entry_type = ${types[0]}` : sql`t.entry_type = any(${types})`;
};

export const listLedger = listOf('listLedger', {
  area: 'inventory',
  of: LedgerEntry,
  summary: 'Lists inventory movements, newest first.',
  filters: {
    sku: skuFilter,
    variantId: equals('variant_id', id()),
    locationId: equals('location_id', id()),
    entryType: equals('entry_type', z.enum(ENTRY_TYPES).meta({ id: 'LedgerEntryEntryType' })),
    lotId: equals('lot_id', id()),
    referenceType: filter(code(), causedBy),
    referenceId: equals('reference_id', id()),
    actorId: equals('actor_id', id()),
    from: filter(timestamp().meta({ description: 'Only entries recorded at this time or later.' }), from =>
      planned(sql`t.created_at >= ${from}`),
    ),
    to: filter(timestamp().meta({ description: 'Only entries recorded before this time.' }), to =>
      planned(sql`t.created_at < ${to}`),
    ),
  },
});
