import { type RawBuilder, sql } from 'kysely';
import { addDays, around, type Unit } from '../../src/kernel/calendar.ts';
import type { Db } from '../../src/kernel/unit.ts';

/* The facts of an organization, from separate SQL: rows that templates add up themselves. */

export interface Item {
  sku: string;
  name: string;
  product: string;
  category: string;
  supplier: string | null;
  price: number | null;
  cost: number | null;
}
interface Fact extends Item {
  day: string;
  place: string;
  kind: 'store' | 'warehouse';
  quantity: number;
}
interface Sale extends Fact {
  revenue: number;
  cost: number;
  order: string | null;
}

export interface Facts {
  today: string;
  items: Item[];
  places: { code: string; name: string; short: string; type: 'store' | 'warehouse' }[];
  suppliers: { code: string; name: string }[];
  sales: Sale[];
  returns: (Fact & { value: number; reason: string })[];
  receipts: (Fact & { supplier: string })[];
  moves: (Fact & { type: string; reason: string | null; value: number })[];
  levels: (Item & {
    place: string;
    kind: 'store' | 'warehouse';
    onHand: number;
    reserved: number;
    available: number;
    incoming: number;
    value: number;
    point: number | null;
  })[];
  lots: (Item & { lot: string; place: string; quantity: number; expires: string | null; status: string })[];
  orders: { number: string; status: string; place: string; day: string; units: number; left: number }[];
  purchases: {
    number: string;
    status: string;
    place: string;
    supplier: string;
    expected: string | null;
    sent: string | null;
    received: string | null;
    units: number;
    left: number;
  }[];
  documents: { number: string; status: string; kind: 'transfer' | 'batch' | 'return' }[];
}

export async function factsOf(db: Db, organizationId: string): Promise<Facts> {
  const all = async <Row>(query: RawBuilder<unknown>): Promise<Row[]> => (await query.execute(db)).rows as Row[];
  const item = sql`v.sku, coalesce(v.name, p.name) as name, p.name as product,
    p.category, (select s.code from suppliers s where s.id = v.supplier_id) as supplier, v.unit_price::float8 as price,
    v.unit_cost::float8 as cost`;
  const named = sql`join variants v on v.id = t.variant_id join products p on p.id = v.product_id`;
  const placed = sql`${named} join locations l on l.id = t.location_id`;
  const place = sql`coalesce(l.code, l.name) as place, l.type as kind`;
  const zone = sql`(select time_zone from organizations where id = ${organizationId})`;
  const day = (moment: RawBuilder<unknown>) => sql`((${moment} at time zone ${zone})::date)::text`;
  const own = sql`t.organization_id = ${organizationId}`;
  const [{ today } = { today: '' }] = await all<{ today: string }>(sql`select ${day(sql`now()`)} as today`);
  const entries = (types: string[], more: RawBuilder<unknown>) =>
    sql`select ${item}, ${place}, ${day(sql`t.created_at`)} as day, ${more}
      from ledger_entries t ${placed} where ${own} and t.entry_type = any(${types})`;
  return {
    today,
    items: await all(
      sql`select ${item} from variants v
        join products p on p.id = v.product_id where v.organization_id = ${organizationId} order by v.sku`,
    ),
    places: (
      await all<{ code: string; name: string; type: 'store' | 'warehouse' }>(
        sql`select code, name, type from locations t where ${own} order by code`,
      )
    ).map(each => ({ ...each, short: each.name.replace(/ (Store|Warehouse)$/, '') })),
    suppliers: await all(sql`select code, name from suppliers t where ${own} order by code`),
    sales: [
      ...(await all<Sale>(
        entries(
          ['order_fulfilled'],
          sql`-t.quantity_change::float8 as quantity,
            coalesce((select sum(i.quantity_fulfilled * i.unit_price) / nullif(sum(i.quantity_fulfilled), 0)
                from order_items i where i.order_id = t.reference_id and i.variant_id = t.variant_id),
              0)::float8 * -t.quantity_change::float8 as revenue, -t.value_change::float8 as cost,
            (select o.number from orders o where o.id = t.reference_id) as "order"`,
        ),
      )),
      ...(await all<Sale>(
        sql`select ${item}, ${place}, t.date::text as day, t.quantity::float8 as quantity, 0 as revenue, 0 as cost,
          null as "order" from demand_history t ${placed} where ${own}`,
      )),
    ],
    returns: await all(
      entries(
        ['return_received', 'return_disposed'],
        sql`t.quantity::float8 as quantity,
          coalesce((select sum(i.unit_price) from return_authorizations r join order_items i on i.order_id = r.order_id
              and i.variant_id = t.variant_id where r.id = t.reference_id), 0)::float8 * t.quantity::float8 as value,
          (select r.reason from return_authorizations r where r.id = t.reference_id) as reason`,
      ),
    ),
    receipts: await all(
      sql`select ${item}, ${place}, ${day(sql`t.created_at`)} as day, t.quantity_change::float8 as quantity,
        (select s.code from purchase_orders o join suppliers s on s.id = o.supplier_id
          where o.id = t.reference_id) as supplier
        from ledger_entries t ${placed} where ${own} and t.entry_type = 'purchase_received'`,
    ),
    moves: await all(
      entries(
        [
          'adjustment',
          'transfer_in',
          'transfer_out',
          'waste',
          'production_output',
          'production_consumed',
          'production_wasted',
        ],
        sql`t.entry_type as type, t.reason, t.quantity_change::float8 as quantity, -t.value_change::float8 as value`,
      ),
    ),
    levels: await all(
      sql`select ${item}, ${place}, t.quantity_on_hand::float8 as "onHand", t.quantity_reserved::float8 as reserved,
        t.quantity_available::float8 as available, t.quantity_incoming::float8 as incoming,
        coalesce(t.value, 0)::float8 as value, (select i.reorder_point::float8 from inventory_policies i
          where i.variant_id = t.variant_id and i.location_id = t.location_id) as point
        from inventory_levels t ${placed} where ${own}`,
    ),
    lots: await all(
      sql`select ${item}, ${place}, b.lot_number as lot, t.quantity::float8 as quantity, b.expiry_date::text as expires,
        b.status from lot_levels t join lots b on b.id = t.lot_id join variants v on v.id = b.variant_id
        join products p on p.id = v.product_id join locations l on l.id = t.location_id where ${own}`,
    ),
    orders: await all(
      sql`select t.number, t.status, coalesce(l.code, l.name) as place, ${day(sql`t.created_at`)} as day,
        (select sum(i.quantity)::float8 from order_items i where i.order_id = t.id) as units,
        (select sum(i.quantity - i.quantity_fulfilled)::float8 from order_items i where i.order_id = t.id) as left
        from orders t join locations l on l.id = t.location_id where ${own}`,
    ),
    purchases: await all(
      sql`select t.number, t.status, coalesce(l.code, l.name) as place, s.code as supplier,
        t.expected_on::text as expected, ${day(sql`t.submitted_at`)} as sent, ${day(sql`t.received_at`)} as received,
        extract(epoch from t.received_at - t.submitted_at)::float8 / 86400 as days,
        (select sum(i.quantity)::float8 from purchase_order_items i where i.purchase_order_id = t.id) as units,
        (select sum(i.quantity - i.quantity_received)::float8 from purchase_order_items i
          where i.purchase_order_id = t.id) as left from purchase_orders t
        join locations l on l.id = t.location_id join suppliers s on s.id = t.supplier_id where ${own}`,
    ),
    documents: await all(
      sql`select number, status, 'transfer' as kind
        from stock_transfers t where ${own} union all select number, status, 'batch' from production_batches t
        where ${own} union all select number, status, 'return' from return_authorizations t where ${own}`,
    ),
  };
}

export interface Days {
  from: string;
  to: string;
}
/** The unit of time that contains today, or one this many units earlier. */
export function unitAway(today: string, unit: Unit, away = 0): Days {
  let range = around(today, unit);
  for (let step = 0; step < away; step += 1) range = around(addDays(range.from, -1), unit);
  return { from: range.from, to: range.to < today ? range.to : today };
}
export const lastDays = (today: string, days: number): Days => ({ from: addDays(today, 1 - days), to: today });
export const within =
  ({ from, to }: Days) =>
  ({ day }: { day: string }): boolean =>
    day >= from && day <= to;

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Adds up by group. */
export function by<T>(rows: readonly T[], group: (row: T) => string, value: (row: T) => number): Map<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(group(row), (sums.get(group(row)) ?? 0) + value(row));
  return sums;
}
