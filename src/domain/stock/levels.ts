import { defineEntity, p } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { snake } from '../../kernel/case.ts';
import { refuse } from '../../kernel/errors.ts';
import { code, id, name, ruled, timestamp } from '../../kernel/inputs.ts';
import { listQuery } from '../../kernel/operation.ts';
import { NEWEST_FIRST, type Page, type Paging, type SortKey } from '../../kernel/page.ts';
import { type Quantity, quantity } from '../../kernel/quantity.ts';
import { shapeOf } from '../../kernel/shape.ts';
import type { Db, Wants } from '../../kernel/unit.ts';
import {
  conditionsOf,
  equals,
  type Filters,
  filter,
  filterInput,
  filtersOf,
  type ListInput,
  ordersOf,
  readList,
  search,
} from '../../store/list.ts';
import { belongsTo, TenantRecord } from '../../store/record.ts';
import { type Condition, planned, readPage } from '../../store/rows.ts';
import { lookUp } from '../../store/search.ts';
import { idWith, ofTenant } from '../../store/tenant.ts';
import { Location } from '../locations.ts';
import { variantsWithSkus } from '../variant-codes.ts';
import { Variant } from '../variants.ts';

/** The SKU of any row with a `variant_id`. */
export const skuOfVariant = (_columns: unknown, table: { alias: string }): string =>
  `(select v.sku from variants v where v.organization_id = ${table.alias}.organization_id and v.id = ${table.alias}.variant_id)`;

const InventoryLevelSchema = defineEntity({
  name: 'InventoryLevel',
  tableName: 'inventory_levels',
  extends: TenantRecord,
  comment: 'The stock of a variant at a location. Exists from the first movement, reservation or expected receipt on.',
  uniques: [{ properties: ['organizationId', 'variant', 'location'] }],
  indexes: [
    { properties: ['organizationId', 'createdAt', 'id'] },
    // What is at a location is read without the levels themselves, which lie all over the table.
    { properties: ['organizationId', 'location', 'variant'] },
    { properties: ['organizationId', 'updatedAt', 'id'] },
    { properties: ['organizationId', 'quantityAvailable', 'id'] },
    { properties: ['organizationId', 'quantityOnHand', 'id'] },
  ],
  checks: [
    {
      name: 'inventory_levels_not_negative',
      expression:
        'quantity_on_hand >= 0 and quantity_reserved >= 0 and quantity_on_hold >= 0 and quantity_incoming >= 0',
    },
    { name: 'inventory_levels_value', expression: 'value >= 0 and unvalued_quantity >= 0' },
    {
      name: 'inventory_levels_available',
      expression: 'quantity_available = quantity_on_hand - quantity_reserved - quantity_on_hold',
    },
  ],
  properties: {
    variant: () => belongsTo(Variant, 'variant_id').comment('The variant in stock.'),
    sku: p.string().formula(skuOfVariant).comment('SKU of the variant.'),
    location: () => belongsTo(Location, 'location_id').comment('The location.'),
    quantityOnHand: quantity().comment('Quantity physically there.'),
    quantityReserved: quantity().comment('Quantity reserved for orders and production batches.'),
    quantityOnHold: quantity().comment('Quantity in lots that are in quarantine, recalled or expired.'),
    quantityAvailable: quantity().comment('Available to promise: on hand minus reserved minus on hold.'),
    quantityIncoming: quantity().comment('Quantity outstanding on submitted purchase orders and shipped transfers.'),
    version: p.integer().hidden(),
    /** What the stock cost, without `unvaluedQuantity`, whose cost is unknown. */
    value: quantity().default('0').hidden(),
    unvaluedQuantity: quantity().default('0').hidden(),
    /**
     * The time from which the age of stock is counted; stored here, so that the aging report need not read the whole
     * ledger.
     */
    lastInboundAt: p.datetime(3).nullable().hidden(),
    firstMovedAt: p.datetime(3).nullable().hidden(),
  },
});
export class InventoryLevel extends InventoryLevelSchema.class {
  /** Fields that the ledger does not record over time (docs/api.md, "Inventory level"). */
  static readonly nullInThePast = ['quantityReserved', 'quantityOnHold', 'quantityAvailable', 'quantityIncoming'];

  /** The quantity whose cost is known. */
  valuedQuantity(): Quantity {
    return this.quantityOnHand.minus(this.unvaluedQuantity);
  }

  /** Updates the one derived figure; called by whatever changes the others. */
  settle(): void {
    this.quantityAvailable = this.quantityOnHand.minus(this.quantityReserved).minus(this.quantityOnHold);
  }
}
InventoryLevelSchema.setClass(InventoryLevel);

/** Filters by SKU on any table that has a `variant_id`. */
export const skuFilter = filter(
  code().meta({ description: 'Only records of the variant with this SKU.' }),
  sku => sql`t.variant_id = ${idWith('variants', 'sku', sku)}`,
  skus => sql`t.variant_id = any(${variantsWithSkus(...skus)})`,
);

/** Filters by a condition on the variant. */
const ofVariants = (condition: RawBuilder<unknown>) =>
  planned(sql`t.variant_id in (select v.id from variants v where ${ofTenant('v')} and ${condition})`);

const ofProducts = (condition: RawBuilder<unknown>) =>
  ofVariants(sql`v.product_id in (select p.id from products p where ${ofTenant('p')} and ${condition})`);

/** The filters of lists of variants at locations: the variant in several ways, and the location. */
export const placeFilters: Filters = {
  sku: skuFilter,
  category: filter(
    name().meta({ description: 'Only records of products in this category.' }),
    category => ofProducts(sql`p.category = ${category}`),
    categories => ofProducts(sql`p.category = any(${categories})`),
  ),
  supplierId: filter(
    id().meta({ description: 'Only records of variants usually bought from this supplier.' }),
    supplierId => ofVariants(sql`v.supplier_id = ${supplierId}`),
    supplierIds => ofVariants(sql`v.supplier_id = any(${supplierIds})`),
  ),
  variantId: equals('variant_id', id()),
  locationId: equals('location_id', id()),
  q: search,
};
const filters = filtersOf(InventoryLevel, placeFilters);

const byQuantity = (field: 'quantityAvailable' | 'quantityOnHand', direction: SortKey['direction']): SortKey[] => [
  { field, sql: sql.ref(`t.${snake(field)}`), direction, type: 'numeric' },
  { field: 'id', sql: sql.ref('t.id'), direction, type: 'uuid' },
];

const SORTS: { [name: string]: readonly SortKey[] } = {
  ...ordersOf(InventoryLevel),
  newest: NEWEST_FIRST,
  least_available: byQuantity('quantityAvailable', 'asc'),
  most_available: byQuantity('quantityAvailable', 'desc'),
  most_on_hand: byQuantity('quantityOnHand', 'desc'),
};
const sort = z.enum(Object.keys(SORTS) as [string, ...string[]]);

export const listInventoryLevels = listQuery('listInventoryLevels', {
  area: 'inventory',
  summary: 'Lists current stock levels per variant and location.',
  input: ruled(
    filterInput(filters).extend({
      sort: sort.meta({ id: 'InventoryLevelSort' }).optional().meta({
        alsoInFilter: true,
        description:
          'Order of the rows, newest first by default. With `updated_since` they are sorted by their last change.',
      }),
      asOf: timestamp().optional().meta({
        description:
          'Returns the quantity on hand as it was at this time, from the ledger, and sorts by it; the other quantities are null. Must not be in the future.',
      }),
    }),
    ({ asOf, sort: wanted, updatedSince }) => [
      ...(wanted === undefined || updatedSince === undefined
        ? []
        : [{ path: ['sort'], message: 'Cannot be combined with updated_since.' }]),
      ...(asOf === undefined
        ? []
        : [
            ...(wanted === 'least_available' || wanted === 'most_available'
              ? [
                  {
                    path: ['sort'],
                    message: 'Past availability is not recorded; with as_of, levels are sorted by quantity on hand.',
                  },
                ]
              : []),
            ...(updatedSince === undefined
              ? []
              : [{ path: ['asOf'], message: 'Cannot be combined with updated_since.' }]),
          ]),
    ],
  ),
  output: InventoryLevel,
  async run({ db, wants }, { asOf, ...input }: ListInput & { asOf?: Date }) {
    const conditions = conditionsOf(filters, { ...input });
    if (!asOf) return readList(db, InventoryLevel, conditions, input, wants, SORTS);
    if (input.q !== undefined) conditions.push((await lookUp(db, InventoryLevel, input.q)).all);
    return asItWas(db, conditions, input, wants, asOf, input.sort ?? 'newest');
  },
});

/**
 * The quantity on hand at that time, of a level with this alias: that of its last entry until then. Entries count in
 * the order of their sequence, and a process whose clock was delayed may have stamped two of them the other way round:
 * entries shortly before the last one are checked too.
 */
const onHandAt = (alias: string, asOf: Date): string => {
  const until = (entry: string) =>
    `${entry}.organization_id = ${alias}.organization_id and ${entry}.variant_id = ${alias}.variant_id and ${entry}.location_id = ${alias}.location_id
      and ${entry}.created_at <= '${asOf.toISOString()}'`;
  // The sum keeps the planner from walking back through all sequences, of which the newest may be years after that
  // time.
  return `coalesce((
    select e.quantity_on_hand_after from ledger_entries e where ${until('e')}
      and e.created_at >= (select max(b.created_at) from ledger_entries b where ${until('b')}) - interval '20 seconds'
    order by e.sequence + 0 desc limit 1), 0)`;
};

/**
 * The levels with their quantity on hand at that time, sorted by it. Refuses a time in the future, by the database's
 * clock.
 */
async function asItWas(
  db: Db,
  conditions: readonly Condition[],
  paging: Paging,
  wants: Wants,
  asOf: Date,
  sorted: string,
): Promise<Page> {
  const { rows } = await sql<{ is_future: boolean }>`select ${asOf} > now() as is_future`.execute(db);
  if (rows[0]!.is_future) refuse('validation_failed', 'Must not be in the future.', { field: 'asOf' });
  const shape = shapeOf(InventoryLevel);
  const onHand = (alias: string) => onHandAt(alias, asOf);
  const fields = shape.fields.map(field =>
    field.name === 'quantityOnHand'
      ? { ...field, formula: onHand }
      : field.nullInThePast
        ? { ...field, formula: () => 'null::numeric' }
        : field,
  );
  const order = SORTS[sorted]!.map(key =>
    key.field === 'quantityOnHand' ? { ...key, sql: sql.raw(onHand('t')) } : key,
  );
  const page = await readPage(db, { ...shape, fields }, conditions, paging, wants, order);
  return { ...page, meta: { asOf } };
}
