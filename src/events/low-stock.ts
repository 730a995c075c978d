import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { LowStockRow, lowStockRows } from '../domain/planning/reports/low-stock.ts';
import { shapeOf } from '../kernel/shape.ts';
import type { Db } from '../kernel/unit.ts';
import { type Row, toSnake } from '../kernel/view.ts';

const LowStockMarkSchema = defineEntity({
  name: 'LowStockMark',
  tableName: 'low_stock_marks',
  comment: 'Which levels were low when they last moved, so that stock is announced as low once, when it becomes so.',
  properties: {
    organizationId: p.uuid().primary(),
    variantId: p.uuid().primary(),
    locationId: p.uuid().primary(),
  },
});
export class LowStockMark extends LowStockMarkSchema.class {}
LowStockMarkSchema.setClass(LowStockMark);

/**
 * Adds an event for each level that became low by the events whose sequence is after `first` and up to `last`, as the reports define
 * low. It happens here and not in the commands, so that no writer waits for a look at the policies.
 */
export async function announceLowStock(transaction: Db, first: number, last: number): Promise<void> {
  const { rows } = await sql<Row & { organizationId: string }>`
    with moved as materialized (
      select distinct organization_id, (data #>> '{inventory_level,variant_id}')::uuid as variant_id, (data #>> '{inventory_level,location_id}')::uuid as location_id
      from events where sequence > ${first} and sequence <= ${last} and type in ('inventory.updated', 'inventory.level_changed')
    ), states as materialized (
      select m.organization_id, m.variant_id, m.location_id, r.* from moved m
      left join lateral (${lowStockRows((alias, column = 'organization_id') => sql`${sql.ref(`${alias}.${column}`)} = m.organization_id`, sql`t.variant_id = m.variant_id and t.location_id = m.location_id`)}) r on true
    ), recovered as (
      delete from low_stock_marks k using states s
      where s.sku is null and k.organization_id = s.organization_id and k.variant_id = s.variant_id and k.location_id = s.location_id
    ), marked as (
      insert into low_stock_marks (organization_id, variant_id, location_id) select organization_id, variant_id, location_id from states where sku is not null
      on conflict do nothing returning organization_id, variant_id, location_id
    )
    select s.*, s.organization_id as "organizationId" from states s join marked using (organization_id, variant_id, location_id)`.execute(
    transaction,
  );
  if (rows.length === 0) return;
  const told = toSnake(shapeOf(LowStockRow));
  const data = rows.map(({ organizationId: _, ...row }) => JSON.stringify(told(row)));
  await sql`
    insert into events (organization_id, id, type, occurred_at, data) select organization_id, id, 'inventory.low_stock', now(), data::json
    from unnest(${rows.map(row => row.organizationId)}::uuid[], ${rows.map(() => uuidv7())}::uuid[], ${data}::text[]) as low (organization_id, id, data)`.execute(
    transaction,
  );
}
