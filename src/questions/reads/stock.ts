import { sql } from 'kysely';
import {
  isLow,
  lowStockSql,
  policiesInForce,
  shortage,
  suggestedOrderQuantity,
} from '../../domain/inventory-policies.ts';
import { dayOf, sinceDays, TODAY } from '../../domain/planning/reports/days.ts';
import { agedFrom, BUCKETS } from '../../domain/planning/reports/inventory-aging.ts';
import { allOf } from '../../store/rows.ts';
import { ofTenant } from '../../store/tenant.ts';
import type { ToolArguments } from '../tools.ts';
import { atPlaces, endOf, isNamed, named, ofItems, selecting } from './read.ts';

/* Stock as it is, or was: how much, where, how old, what it is worth. */

const quantities = sql`
  coalesce(sum(s.quantity_on_hand), 0) as quantity_on_hand, coalesce(sum(s.quantity_reserved), 0) as quantity_reserved, coalesce(sum(s.quantity_on_hold), 0) as quantity_on_hold,
  coalesce(sum(s.quantity_available), 0) as quantity_available, coalesce(sum(s.quantity_incoming), 0) as quantity_incoming`;

/** What the ledger says was there at the end of a day. */
const asItWas = (day: string) => sql`
  coalesce(sum((select e.quantity_on_hand_after from ledger_entries e
    where ${ofTenant('e')} and e.variant_id = s.variant_id and e.location_id = s.location_id and e.created_at < ${endOf(day)} order by e.sequence desc limit 1)), 0) as quantity_on_hand,
  null::numeric as quantity_reserved, null::numeric as quantity_on_hold, null::numeric as quantity_available, null::numeric as quantity_incoming`;

export const stockLevel = selecting<ToolArguments<'stock_level'>>(['inventory'], given => {
  const perPlace = given.locationIds !== undefined;
  const places = allOf(atPlaces(given));
  const levels = perPlace
    ? sql`join locations l on ${ofTenant('l')} and ${places} left join inventory_levels s on ${ofTenant('s')} and s.variant_id = v.id and s.location_id = l.id`
    : sql`left join inventory_levels s on ${ofTenant('s')} and s.variant_id = v.id and s.location_id in (select l.id from locations l where ${ofTenant('l')} and ${places})`;
  return {
    rows: sql`
      select v.sku, p.name as product_name, ${perPlace ? sql`l.name` : sql`null::text`} as location_name, ${given.asOf ? asItWas(given.asOf) : quantities}
      from variants v join products p on ${ofTenant('p')} and p.id = v.product_id ${levels}
      where ${ofTenant('v')} and ${allOf(ofItems(given))} group by v.id, v.sku, p.name ${perPlace ? sql`, l.id, l.name` : sql``}`,
    order: given.order
      ? sql`${sql.ref(`quantity_${given.measure ?? 'on_hand'}`)} ${given.order === 'asc' ? sql`asc` : sql`desc`}, sku, location_name`
      : sql`product_name, sku, location_name`,
  };
});

export const stockByLocation = selecting<ToolArguments<'stock_by_location'>>(['reports'], given => ({
  rows: sql`
    select l.id, l.name as location_name, l.type as location_type, count(s.variant_id) filter (where s.quantity_on_hand > 0) as variant_count, ${quantities}
    from locations l left join (
      select s.* from inventory_levels s join variants v on ${ofTenant('v')} and v.id = s.variant_id join products p on ${ofTenant('p')} and p.id = v.product_id where ${ofTenant('s')} and ${allOf(ofItems(given))}) s on s.location_id = l.id
    where ${ofTenant('l')} and ${allOf(atPlaces(given))} group by l.id, l.name, l.type
    ${isNamed(given) && !given.locationIds ? sql`having sum(s.quantity_on_hand + s.quantity_reserved + s.quantity_incoming) > 0` : sql``}`,
  order: given.order === 'asc' ? sql`quantity_on_hand, location_name` : sql`quantity_on_hand desc, location_name`,
}));

/** Policies in force joined with what they are about. */
const withNames = sql`join variants v on ${ofTenant('v')} and v.id = t.variant_id join products p on ${ofTenant('p')} and p.id = v.product_id join locations l on ${ofTenant('l')} and l.id = t.location_id`;

export const lowStock = selecting<ToolArguments<'low_stock'>>(['reports'], given => {
  const { threshold, inclusive } = given;
  const low =
    threshold === undefined
      ? isLow
      : inclusive
        ? sql`t.quantity_available <= ${threshold}`
        : sql`t.quantity_available < ${threshold}`;
  return {
    rows: sql`
      select v.sku, p.name as product_name, l.name as location_name, t.quantity_available, t.reorder_point, greatest(${shortage}, 0) as shortage, t.quantity_incoming
      from (${policiesInForce()}) t ${withNames} where ${low} and ${named(given)}`,
    order:
      threshold === undefined ? sql`shortage desc, sku, location_name` : sql`quantity_available, sku, location_name`,
  };
});

export const reorderSuggestions = selecting<ToolArguments<'reorder_suggestions'>>(['reports'], given => ({
  rows: sql`
    select v.sku, p.name as product_name, l.name as location_name, s.name as supplier_name, t.quantity_available, t.quantity_incoming, ${suggestedOrderQuantity} as suggested_order_quantity
    from (${lowStockSql()}) t ${withNames} left join suppliers s on ${ofTenant('s')} and s.id = v.supplier_id where ${suggestedOrderQuantity} > 0 and ${named(given)}`,
  order: sql`suggested_order_quantity desc, sku, location_name`,
}));

const bucketOf = (age: ReturnType<typeof sql>) =>
  sql`case ${sql.join(
    Object.entries(BUCKETS).map(([name, [, oldest]]) =>
      oldest === undefined ? sql`else ${name}` : sql`when ${age} <= ${oldest}::int then ${name}`,
    ),
    sql` `,
  )} end`;

export const inventoryAging = selecting<ToolArguments<'inventory_aging'>>(['reports'], given => {
  const age = sql`(${TODAY} - ${dayOf(agedFrom('s'))})`;
  return {
    rows: sql`
      select a.*, ${bucketOf(sql`a.age_days`)} as age_bucket from (
        select v.sku, p.name as product_name, l.name as location_name, s.quantity_on_hand, ${dayOf(sql`s.last_inbound_at`)} as last_inbound_on, ${age} as age_days
        from inventory_levels s join variants v on ${ofTenant('v')} and v.id = s.variant_id join products p on ${ofTenant('p')} and p.id = v.product_id join locations l on ${ofTenant('l')} and l.id = s.location_id
        where ${ofTenant('s')} and s.quantity_on_hand > 0 and ${named(given)}) a
      where ${allOf([
        ...(given.minimumDays === undefined ? [] : [sql`a.age_days >= ${given.minimumDays}`]),
        ...(given.ageBucket === undefined ? [] : [sql`${bucketOf(sql`a.age_days`)} = ${given.ageBucket}`]),
      ])}`,
    order: sql`age_days desc, sku, location_name`,
  };
});

const groups = {
  location: sql`l.name`,
  category: sql`coalesce(p.category, 'no category')`,
  product: sql`p.name`,
  supplier: sql`coalesce(b.name, 'no supplier')`,
};

export const inventoryValue = selecting<ToolArguments<'inventory_value'>>(['reports'], given => {
  const group = given.groupBy ? groups[given.groupBy] : sql`null::text`;
  return {
    rows: sql`
      select ${group} as "group", coalesce(sum(s.quantity_on_hand), 0) as quantity_on_hand, coalesce(sum(s.value), 0) as stock_value,
        (select currency from organizations o where ${ofTenant('o', 'id')}) as currency, count(distinct v.id) filter (where s.unvalued_quantity > 0) as items_without_cost
      from inventory_levels s join variants v on ${ofTenant('v')} and v.id = s.variant_id join products p on ${ofTenant('p')} and p.id = v.product_id join locations l on ${ofTenant('l')} and l.id = s.location_id left join suppliers b on ${ofTenant('b')} and b.id = v.supplier_id
      where ${ofTenant('s')} and s.quantity_on_hand > 0 and ${named(given)} ${given.groupBy ? sql`group by ${group}` : sql`having count(*) > 0`}`,
    order: given.order === 'asc' ? sql`stock_value, "group"` : sql`stock_value desc, "group"`,
  };
});

/** Slow: least sold for what there is. Overstock: most left after the days that it is looked at. Dead: nothing sold. */
const slow = {
  dead: { only: sql`quantity_sold = 0`, order: sql`stock_value desc nulls last, quantity_on_hand desc, sku` },
  slow: {
    only: sql`quantity_sold < quantity_on_hand`,
    order: sql`quantity_sold / quantity_on_hand, stock_value desc nulls last, sku`,
  },
  overstock: { only: sql`quantity_sold < quantity_on_hand`, order: sql`quantity_on_hand - quantity_sold desc, sku` },
};

export const slowMovers = selecting<ToolArguments<'slow_movers'>>(['reports'], given => {
  return {
    rows: sql`
      select c.* from (
        select v.sku, p.name as product_name, s.quantity_on_hand, coalesce(e.quantity_sold, 0) as quantity_sold, ${dayOf(sql`e.last_sold_at`)} as last_sold_on,
          case when s.valued > 0 then s.value end as stock_value
        from (select s.variant_id, sum(s.quantity_on_hand) as quantity_on_hand, sum(s.value) as value, sum(s.quantity_on_hand - s.unvalued_quantity) as valued from inventory_levels s join locations l on ${ofTenant('l')} and l.id = s.location_id where ${ofTenant('s')} and ${allOf(atPlaces(given))} group by s.variant_id) s
        join variants v on ${ofTenant('v')} and v.id = s.variant_id join products p on ${ofTenant('p')} and p.id = v.product_id
        left join (
          select e.variant_id, -sum(e.quantity_change) filter (where e.created_at >= ${sinceDays(given.days)}) as quantity_sold, max(e.created_at) as last_sold_at
          from ledger_entries e where ${ofTenant('e')} and e.entry_type = 'order_fulfilled' and e.location_id in (select l.id from locations l where ${ofTenant('l')} and ${allOf(atPlaces(given))}) group by e.variant_id) e on e.variant_id = v.id
        where s.quantity_on_hand > 0 and ${allOf(ofItems(given))}) c
      where ${slow[given.kind].only}`,
    order: slow[given.kind].order,
  };
});
