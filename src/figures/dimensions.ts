import { type RawBuilder, sql } from 'kysely';
import { TODAY } from '../domain/planning/reports/days.ts';
import { UNVALUED } from '../domain/planning/reports/flows.ts';
import { ENTRY_TYPES, type EntryType } from '../domain/stock/ledger.ts';
import type { Area } from '../kernel/areas.ts';
import type { Module } from '../kernel/operation.ts';
import { ofTenant } from '../store/tenant.ts';
import type { Key } from './source.ts';

/* Fields that figures are grouped and filtered by: dimensions by either, attributes only filtered. */

type Sql = RawBuilder<unknown>;

type FieldType = 'text' | 'number' | 'boolean' | 'date' | 'timestamp';

interface Field {
  description: string;
  type: FieldType;
  /** The kind of record that it is a field of. */
  of: Key;
  /** Its value, from that record. */
  sql: Sql;
  /** What else a filter may call the record, such as its code or name. */
  names?: readonly Sql[];
  /** Case-sensitive, like a SKU. */
  exact?: true;
  /** All possible values. */
  values?: readonly string[];
  /** For a value that is computed for all records at once. */
  needs?: 'classes';
}

/** The tables that the keys refer to, as they are joined to facts. A key without one is itself the value. */
export const RECORDS: { readonly [key in Key]?: { from: Sql; id: Sql } } = {
  variant: {
    // Each has a product. Joined like this, it is only read if something of it is asked for.
    from: sql`(variants v left join products p on ${ofTenant('p')} and p.id = v.product_id)`,
    id: sql`v.id`,
  },
  location: { from: sql`locations l`, id: sql`l.id` },
  supplier: { from: sql`suppliers s`, id: sql`s.id` },
  lot: { from: sql`lots t`, id: sql`t.id` },
  order: { from: sql`orders o`, id: sql`o.id` },
  purchase_order: { from: sql`purchase_orders po`, id: sql`po.id` },
  batch: { from: sql`production_batches pb`, id: sql`pb.id` },
};

/**
 * Records that only those may group or filter by who may read them. Goods and places, and whom they come from, are
 * named by the records of every area.
 */
const DOORS: { readonly [key in Key]?: { area: Area; module?: Module } } = {
  lot: { area: 'traceability', module: 'traceability' },
  order: { area: 'orders' },
  purchase_order: { area: 'purchasing' },
  batch: { area: 'manufacturing', module: 'manufacturing' },
};

/** The condition that the rows of a record's table belong to the tenant. */
export const WHOSE: { readonly [key in Key]?: Sql } = {
  variant: ofTenant('v'),
  location: ofTenant('l'),
  supplier: ofTenant('s'),
  lot: ofTenant('t'),
  order: ofTenant('o'),
  purchase_order: ofTenant('po'),
  batch: ofTenant('pb'),
};

/** What left by entries of one type, which has an index of its own: quantity, cost, and quantity of unknown cost. */
const gone = (type: EntryType): Sql => sql`
  select e.variant_id, -sum(e.quantity_change) as quantity, -sum(e.value_change) as value, -sum(${UNVALUED}) as uncosted
  from ledger_entries e
  where ${ofTenant('e')} and e.entry_type = ${sql.lit(type)} and e.created_at >= now() - interval '365 days'
  group by e.variant_id`;

/**
 * The class of each variant by the cost of what was sold and used of it in the last 365 days: A makes up the first 80 %
 * of the total, B the next 15 %, C the rest. Source: docs/api.md, "The query".
 *
 * The cost is the ledger's. What left at an unknown cost, imported demand included, is taken at the average of what
 * left at a known one, else at that of the stock, else at the cost entered for the variant. If there is none, the class
 * is unknown: as a C it would pass for unimportant.
 */
export const CLASSES: Sql = sql`
  select c.id, case when c.value is null then null when c.value <= 0 or c.running - c.share >= 0.95 then 'C'
      when c.running - c.share >= 0.8 then 'B' else 'A' end as class
  from (
    select a.id, a.value, a.value / nullif(sum(a.value) over (), 0) as share,
      sum(a.value) over (order by a.value desc nulls last, a.id) / nullif(sum(a.value) over (), 0) as running
    from (
      select v.id, coalesce(u.value, 0) + case when coalesce(u.uncosted, 0) = 0 then 0
        else u.uncosted * coalesce(u.value / nullif(u.quantity - u.uncosted, 0), s.cost, v.unit_cost) end as value
      from variants v left join (
        select g.variant_id, sum(g.quantity) as quantity, sum(g.value) as value, sum(g.uncosted) as uncosted from (
          ${gone('order_fulfilled')} union all ${gone('production_consumed')} union all
          select h.variant_id, sum(h.quantity), null, sum(h.quantity) from demand_history h
              where ${ofTenant('h')} and h.date > ${TODAY} - 365 group by h.variant_id) g
        group by g.variant_id) u on u.variant_id = v.id
      left join (
        select l.variant_id, sum(l.value) / sum(l.quantity_on_hand - l.unvalued_quantity) as cost
        from inventory_levels l
        where ${ofTenant('l')} and l.quantity_on_hand > l.unvalued_quantity
            group by l.variant_id) s on s.variant_id = v.id
      where ${ofTenant('v')}) a) c`;

const text = (of: Key, expression: Sql, description: string, more: Partial<Field> = {}): Field => ({
  of,
  type: 'text',
  sql: expression,
  description,
  ...more,
});

/** Dimensions, except units of time. */
export const dimensions = {
  sku: text('variant', sql`v.sku`, 'SKU of the variant.', {
    exact: true,
    names: [sql`v.sku`, sql`v.barcode`, sql`v.id::text`],
  }),
  product: text('variant', sql`p.name`, 'Name of the product.', { names: [sql`p.name`, sql`p.id::text`] }),
  category: text('variant', sql`p.category`, 'Category of the product.', { names: [sql`p.category`] }),
  abc_class: text(
    'variant',
    sql`k.class`,
    'A, B or C, by the cost of what was sold and used in the last 365 days, from the ledger: A makes up the first 80 %, B the next 15 %, C the rest. Null if it was sold or used and no cost of it is known.',
    { values: ['A', 'B', 'C'], needs: 'classes' },
  ),
  location: text('location', sql`coalesce(l.code, l.name)`, 'Code of the location, or its name where it has none.', {
    names: [sql`l.code`, sql`l.name`, sql`l.id::text`],
  }),
  location_type: text('location', sql`l.type`, 'Type of the location.', { values: ['warehouse', 'store', 'other'] }),
  supplier: text(
    'supplier',
    sql`coalesce(s.code, s.name)`,
    'Code of the supplier, or its name where it has none: that of the purchase order or lot, otherwise the usual supplier of the variant.',
    { names: [sql`s.code`, sql`s.name`, sql`s.id::text`] },
  ),
  lot: text('lot', sql`t.lot_number`, 'Number of the lot.', {
    exact: true,
    names: [sql`t.lot_number`, sql`t.id::text`],
  }),
  order: text('order', sql`o.number`, 'Number of the order.', {
    exact: true,
    names: [sql`o.number`, sql`o.reference`, sql`o.id::text`],
  }),
  purchase_order: text('purchase_order', sql`po.number`, 'Number of the purchase order.', {
    exact: true,
    names: [sql`po.number`, sql`po.reference`, sql`po.id::text`],
  }),
  batch: text('batch', sql`pb.number`, 'Number of the production batch.', {
    exact: true,
    names: [sql`pb.number`, sql`pb.id::text`],
  }),
  expiry_date: { of: 'lot', type: 'date', sql: sql`t.expiry_date`, description: 'Expiry date of the lot.' },
  expected_on: {
    of: 'purchase_order',
    type: 'date',
    sql: sql`po.expected_on`,
    description: 'Date on which the purchase order is expected.',
  },
  reason: text('reason', sql`reason`, 'Reason for an adjustment, waste or a return.'),
  entry_type: text('entry_type', sql`entry_type`, 'Type of the ledger entry.', { values: ENTRY_TYPES }),
  status: text('status', sql`status`, 'Status of the document or lot.'),
  condition: text('condition', sql`condition`, 'Condition of the returned goods.'),
} as const satisfies { readonly [name: string]: Field };

type Dimension = keyof typeof dimensions;

/** Attributes. */
export const attributes = {
  variant_name: text('variant', sql`v.name`, 'Name of the variant.'),
  barcode: text('variant', sql`v.barcode`, 'Barcode of the variant.'),
  unit: text('variant', sql`v.unit`, 'Unit of the variant, such as each or kg.'),
  unit_price: { of: 'variant', type: 'number', sql: sql`v.unit_price`, description: 'Current price of the variant.' },
  unit_cost: { of: 'variant', type: 'number', sql: sql`v.unit_cost`, description: 'Current cost of the variant.' },
  lot_tracked: {
    of: 'variant',
    type: 'boolean',
    sql: sql`v.lot_tracked`,
    description: 'Whether the variant is tracked by lot.',
  },
  shelf_life_days: {
    of: 'variant',
    type: 'number',
    sql: sql`v.shelf_life_days`,
    description: 'Shelf life of the variant in days.',
  },
  product_status: text('variant', sql`p.status`, 'Status of the product.', { values: ['active', 'archived'] }),
  created_at: {
    of: 'variant',
    type: 'timestamp',
    sql: sql`v.created_at`,
    description: 'When the variant was created.',
  },
  location_active: {
    of: 'location',
    type: 'boolean',
    sql: sql`l.active`,
    description: 'Whether the location is in use.',
  },
  supplier_lead_time_days: {
    of: 'supplier',
    type: 'number',
    sql: sql`s.lead_time_days`,
    description: 'Usual lead time of the supplier in days.',
  },
  lot_received_at: { of: 'lot', type: 'timestamp', sql: sql`t.received_at`, description: 'When the lot was received.' },
  lot_status: text('lot', sql`t.status`, 'Status of the lot.'),
  ordered_at: { of: 'order', type: 'timestamp', sql: sql`o.created_at`, description: 'When the order was created.' },
  order_status: text('order', sql`o.status`, 'Status of the order.'),
  order_reference: text('order', sql`o.reference`, 'Your own reference of the order.'),
  submitted_at: {
    of: 'purchase_order',
    type: 'timestamp',
    sql: sql`po.submitted_at`,
    description: 'When the purchase order was submitted.',
  },
} as const satisfies { readonly [name: string]: Field };

export type Attribute = keyof typeof attributes;

/** Units of time, in the organization's time zone. */
export const times = {
  day: 'The day: 2026-10-05.',
  week: 'The ISO week, Monday to Sunday: 2026-W41.',
  month: 'The month: 2026-10.',
  quarter: 'The quarter: 2026-Q4.',
  year: 'The year: 2026.',
  weekday: 'The day of the week: 1 (Monday) to 7.',
} as const;

export type Time = keyof typeof times;
/** The names of all dimensions, including units of time. */
export type Group = Dimension | Time;
export const GROUPS = [...Object.keys(dimensions), ...Object.keys(times)] as Group[];
/** Whether the dimension groups by periods of time. */
export const isTime = (name: string): name is Time => Object.hasOwn(times, name);

/** A dimension or attribute by its name; undefined for units of time and unknown names. */
export const fieldNamed = (name: string): Field | undefined =>
  Object.hasOwn(dimensions, name)
    ? dimensions[name as Dimension]
    : Object.hasOwn(attributes, name)
      ? attributes[name as Attribute]
      : undefined;

/** What a caller must be allowed to read to use a field, in addition to the measures. */
export function doorOf(name: string): { area: Area; module?: Module } | undefined {
  const field = fieldNamed(name);
  return field && DOORS[field.of];
}

export type { Field };
