import { defineEntity, p } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';
import { isLow, isTraded } from '../domain/inventory-policies.ts';
import { LowStockRow, lowStockRows } from '../domain/planning/reports/low-stock.ts';
import { newId } from '../kernel/ids.ts';
import { shapeOf } from '../kernel/shape.ts';
import type { Db } from '../kernel/unit.ts';
import { type Row, toSnake } from '../kernel/view.ts';
import type { Whose } from '../store/tenant.ts';

const LowStockMarkSchema = defineEntity({
  name: 'LowStockMark',
  tableName: 'low_stock_marks',
  comment: 'The levels that were low when they last moved, so that low stock is announced once, when it becomes low.',
  properties: {
    organizationId: p.uuid().primary(),
    variantId: p.uuid().primary(),
    locationId: p.uuid().primary(),
  },
});
export class LowStockMark extends LowStockMarkSchema.class {}
LowStockMarkSchema.setClass(LowStockMark);

/** Whether a row belongs to the organization of the level `m`. */
const ofLevel: Whose = (alias, column = 'organization_id') => sql`${sql.ref(`${alias}.${column}`)} = m.organization_id`;
/** Whether it belongs to the level itself. */
const atLevel: Whose = alias =>
  sql`${ofLevel(alias)} and ${sql.ref(`${alias}.variant_id`)} = m.variant_id
    and ${sql.ref(`${alias}.location_id`)} = m.location_id`;

/** A level that has just become low. */
export interface Fallen {
  organizationId: string;
  variantId: string;
  locationId: string;
}

/** The level that an event `e` of the log has moved, if any. */
export const MOVED_LEVEL = sql`
  case when e.type in ('inventory.updated', 'inventory.level_changed')
      then (e.data #>> '{inventory_level,variant_id}')::uuid end as variant_id,
  case when e.type in ('inventory.updated', 'inventory.level_changed')
      then (e.data #>> '{inventory_level,location_id}')::uuid end as location_id`;

/**
 * Parts of a `with`: keeps the marks of the levels in `moved` (organization_id, variant_id, location_id), and has those
 * that have become low in `fallen`, by the reports' definition of low. It happens beside numbering and not in the
 * commands, so that no writer has to look at the policies. Everything is found by key, one level at a time: a join
 * would read all levels if the planner overestimates how many have moved.
 */
export const keepMarks = (moved: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  moved as materialized (${moved}), states as materialized (
    select m.*, ${isLow} and ${isTraded(ofLevel, 'm')} as is_low, k.is_marked is not null as is_marked from moved m
    join lateral (
      select l.quantity_available, coalesce(
        (select p.reorder_point from inventory_policies p where p.organization_id = m.organization_id
            and p.variant_id = m.variant_id and p.location_id = m.location_id),
        (select o.default_reorder_point from organizations o where o.id = m.organization_id)) as reorder_point
      from inventory_levels l where l.organization_id = m.organization_id and l.variant_id = m.variant_id
          and l.location_id = m.location_id limit 1) t on true
    left join lateral (
      select true as is_marked from low_stock_marks k
      where k.organization_id = m.organization_id and k.variant_id = m.variant_id and k.location_id = m.location_id
          limit 1) k on true
  ), recovered as (
    delete from low_stock_marks k using (select * from states where is_marked and not is_low) s
    where k.organization_id = s.organization_id and k.variant_id = s.variant_id and k.location_id = s.location_id
  ), fallen as (
    insert into low_stock_marks (organization_id, variant_id, location_id)
    select organization_id, variant_id, location_id from states where is_low and not is_marked
    on conflict do nothing
    returning organization_id as "organizationId", variant_id as "variantId", location_id as "locationId"
  )`;

/** Adds an event for each of these levels, with the row of the report. */
export async function announceLowStock(transaction: Db, fallen: readonly Fallen[]): Promise<void> {
  const { rows } = await sql<Row & { organizationId: string }>`
    select m.organization_id as "organizationId", r.* from unnest(${fallen.map(row => row.organizationId)}::uuid[],
      ${fallen.map(row => row.variantId)}::uuid[],
          ${fallen.map(row => row.locationId)}::uuid[]) as m (organization_id, variant_id, location_id)
    join lateral (${lowStockRows(ofLevel, atLevel)}) r on true`.execute(transaction);
  if (rows.length === 0) return;
  const spell = toSnake(shapeOf(LowStockRow));
  const data = rows.map(({ organizationId: _, ...row }) => JSON.stringify(spell(row)));
  await sql`
    insert into events (organization_id, id, type, occurred_at, data)
    select organization_id, id, 'inventory.low_stock', now(), data::json
    from unnest(${rows.map(row => row.organizationId)}::uuid[], ${rows.map(() => newId())}::uuid[],
        ${data}::text[]) as low (organization_id, id, data)`.execute(transaction);
}
