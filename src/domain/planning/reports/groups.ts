import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { ofTenant } from '../../../store/tenant.ts';
import { Location } from '../../locations.ts';
import { Lot } from '../../stock/lots.ts';
import { Variant } from '../../variants.ts';
import { dayOf } from './days.ts';

/*
 * The groups of value reports: which columns of the ledger or of the levels identify a group, and how a group is named.
 */

const GROUPS = ['variant', 'location', 'category', 'lot', 'day'] as const;
export type Group = (typeof GROUPS)[number];

/** The fields that name a group; those that do not apply are null. */
export const groupNames = {
  variantId: z
    .uuid()
    .nullable()
    .meta({ description: 'The variant, if grouped by it.', relation: { name: 'variant', target: Variant } }),
  sku: z.string().nullable().meta({ description: 'SKU of the variant.' }),
  productName: z.string().nullable().meta({ description: 'Name of the product.' }),
  category: z
    .string()
    .nullable()
    .meta({ description: 'Category of the product, or the one grouped by; null for none.' }),
  locationId: z
    .uuid()
    .nullable()
    .meta({ description: 'The location, if grouped by it.', relation: { name: 'location', target: Location } }),
  locationName: z.string().nullable().meta({ description: 'Name of the location.' }),
};

/** The same of lots. */
export const lotNames = {
  lotId: z
    .uuid()
    .nullable()
    .meta({
      description: 'The lot, if grouped by it; null for stock that is not kept in lots.',
      relation: { name: 'lot', target: Lot },
    }),
  lotNumber: z.string().nullable().meta({ description: 'Number of the lot.' }),
};

export const dayName = {
  day: z.iso.date().nullable().meta({ description: 'The day, if grouped by it.' }),
};

/**
 * The columns that identify the groups of a table's rows, by its alias. A category is found through its variants first.
 */
export const keysOf = (group: Group, alias: string): RawBuilder<unknown> => {
  if (group === 'location') return sql.ref(`${alias}.location_id`);
  if (group === 'lot') return sql`${sql.ref(`${alias}.variant_id`)}, ${sql.ref(`${alias}.lot_id`)}`;
  // By its position: its parameters would make another expression of it.
  if (group === 'day') return sql`1`;
  return sql.ref(`${alias}.variant_id`);
};

/** The same as the first columns, under the names that `named` expects. */
export const keyColumns = (group: Group, alias: string): RawBuilder<unknown> =>
  group === 'day' ? sql`${dayOf(sql.ref(`${alias}.created_at`))} as day` : keysOf(group, alias);

/** Stands for no lot where rows are grouped by lot. */
export const NO_LOT = sql`'00000000-0000-0000-0000-000000000000'::uuid`;

/** The names of the key columns, to join by. */
export const keyNames = (group: Group): RawBuilder<unknown> =>
  ({
    location: sql`location_id`,
    lot: sql`variant_id, lot_id`,
    day: sql`day`,
    variant: sql`variant_id`,
    category: sql`variant_id`,
  })[group];

const nothing = (...names: string[]) => sql.join(names.map(name => sql`null as ${sql.ref(name)}`));

/**
 * The rows `g` of sums by key, with the names of their groups. `sums` adds up their columns. Every row has what it is
 * named after. The outer joins tell the planner so: it takes variants of all organizations for candidates, expects one
 * row of them all, and would read what `g` consists of again for each.
 */
export function named(group: Group, rows: RawBuilder<unknown>, sums: RawBuilder<unknown>): RawBuilder<unknown> {
  const variant = sql`left join variants v on ${ofTenant('v')} and v.id = g.variant_id
    left join products p on ${ofTenant('p')} and p.id = v.product_id`;
  const ofVariant = sql`v.id as "variantId", v.sku, p.name as "productName", p.category`;
  if (group === 'location')
    return sql`select ${nothing('variantId', 'sku', 'productName', 'category')}, l.id as "locationId",
      l.name as "locationName",
      ${nothing('lotId', 'lotNumber', 'day')}, ${sums}
        from (${rows}) g left join locations l on ${ofTenant('l')} and l.id = g.location_id group by l.id, l.name`;
  if (group === 'day')
    return sql`select
      ${nothing('variantId', 'sku', 'productName', 'category', 'locationId', 'locationName', 'lotId', 'lotNumber')},
      g.day, ${sums} from (${rows}) g group by g.day`;
  if (group === 'category')
    return sql`select ${nothing('variantId', 'sku', 'productName')}, p.category,
      ${nothing('locationId', 'locationName', 'lotId', 'lotNumber', 'day')},
      ${sums} from (${rows}) g ${variant} group by p.category`;
  if (group === 'lot')
    return sql`select ${ofVariant}, ${nothing('locationId', 'locationName')}, o.id as "lotId",
      o.lot_number as "lotNumber", ${nothing('day')}, ${sums}
      from (${rows}) g ${variant} left join lots o on ${ofTenant('o')} and o.id = g.lot_id
      group by v.id, v.sku, p.name, p.category, o.id, o.lot_number`;
  return sql`select ${ofVariant}, ${nothing('locationId', 'locationName', 'lotId', 'lotNumber', 'day')}, ${sums}
    from (${rows}) g ${variant} group by v.id, v.sku, p.name, p.category`;
}
