import { sql } from 'kysely';
import type { Db } from '../../kernel/rows.ts';
import { dailyDemand } from '../demand.ts';
import { policiesInForce, suggestedOrderQuantity } from '../inventory-policies.ts';
import { TODAY } from '../reports/days.ts';

/*
 * A variant at a location with its stock, its policy in force and its demand of 18 weeks that end today: what most
 * insights are found in. Only places that may have one are read.
 */

const DAYS = 126;
/** What a week counts less than the one after it (intelligence: exponentially weighted, alpha .05). */
const FADING = sql.lit(0.95);
const PLACES_MAX = 20_000;

export interface Place {
  variantId: string;
  sku: string;
  locationId: string;
  locationName: string;
  supplierId: string | null;
  policyId: string | null;
  unitValue: number;
  onHand: number;
  available: number;
  incoming: number;
  /** Of what is incoming, what is overdue or due only after the lead time. */
  incomingTooLate: number;
  reorderPoint: number;
  safetyStock: number;
  leadTimeDays: number;
  suggestedOrderQuantity: number;
  /** Sold in the last 7 days, today included. */
  recent: number;
  /** Full weeks of history before those 7 days. */
  weeks: number;
  /** Weighted mean and variance of a week before those 7 days. */
  weekMean: number;
  weekVariance: number;
  /** Mean of a day, the last 7 included. */
  dayMean: number;
  saleDays: number;
  daysSinceFirstSale: number;
  daysSinceLastSale: number;
  /** Whether it was out of stock at some time since its last sale. */
  ranOut: boolean;
}

/** Chebyshev: demand exceeds its mean by two deviations with a probability of at most 20 %, whatever its distribution. */
const DEVIATIONS = 2;

export async function readPlaces(db: Db): Promise<Place[]> {
  const { rows } = await sql<Place>`
    with daily as materialized (${dailyDemand(DAYS)}),
    weekly as (
      select variant_id, location_id, (${TODAY} - day) / 7 as week, sum(quantity)::float8 as units, count(*) as sale_days, min(day) as first_day, max(day) as last_day
      from daily group by 1, 2, 3),
    summed as (
      select variant_id, location_id, sum(sale_days) as sale_days, ${TODAY} - min(first_day) as first_sale, ${TODAY} - max(last_day) as last_sale, max(last_day) as last_day,
        coalesce(sum(units) filter (where week = 0), 0) as recent, (${TODAY} - min(first_day)) / 7 as weeks,
        coalesce(sum(units * power(${FADING}, week - 1)) filter (where week > 0), 0) as units,
        coalesce(sum(units * units * power(${FADING}, week - 1)) filter (where week > 0), 0) as squares
      from weekly group by variant_id, location_id),
    weighed as (select *, (1 - power(${FADING}, weeks)) / (1 - ${FADING}) as weight from summed),
    demand as (
      select *, (recent + units * ${FADING}) / (1 + weight * ${FADING}) / 7 as day_mean, coalesce(units / nullif(weight, 0), 0) as week_mean,
        greatest(0, coalesce(squares / nullif(weight, 0) - power(units / nullif(weight, 0), 2), 0)) as week_variance from weighed),
    places as (
      select t.*, ${suggestedOrderQuantity} as suggested, coalesce(d.sale_days, 0) as sale_days, d.first_sale, d.last_sale, d.last_day, coalesce(d.recent, 0) as recent,
        coalesce(d.weeks, 0) as weeks, coalesce(d.day_mean, 0) as day_mean, coalesce(d.week_mean, 0) as week_mean, coalesce(d.week_variance, 0) as week_variance
      from (${policiesInForce}) t left join demand d on d.variant_id = t.variant_id and d.location_id = t.location_id)
    select t.variant_id as "variantId", v.sku, t.location_id as "locationId", l.name as "locationName", v.supplier_id as "supplierId", p.id as "policyId",
      coalesce(v.unit_cost, v.unit_price, 1) as "unitValue", t.quantity_on_hand as "onHand", t.quantity_available as available, t.quantity_incoming as incoming,
      case when t.quantity_incoming > 0 then coalesce((
        select sum(i.quantity - i.quantity_received) from purchase_order_items i join purchase_orders o on o.organization_id = i.organization_id and o.id = i.purchase_order_id
        where i.organization_id = t.organization_id and i.variant_id = t.variant_id and o.location_id = t.location_id and o.status in ('submitted', 'partially_received')
          and (o.expected_on < ${TODAY} or o.expected_on > ${TODAY} + t.lead_time_days)), 0) else 0 end as "incomingTooLate",
      t.reorder_point as "reorderPoint", t.safety_stock as "safetyStock", t.lead_time_days as "leadTimeDays", t.suggested as "suggestedOrderQuantity",
      t.recent, t.weeks, t.week_mean as "weekMean", t.week_variance as "weekVariance", t.day_mean as "dayMean",
      t.sale_days as "saleDays", coalesce(t.first_sale, 0) as "daysSinceFirstSale", coalesce(t.last_sale, 0) as "daysSinceLastSale",
      t.last_sale > 7 and power(1 - t.sale_days / (t.first_sale - t.last_sale + 2.0), t.last_sale - 1) < 0.001 and exists (
        select from ledger_entries e where e.organization_id = t.organization_id and e.variant_id = t.variant_id and e.location_id = t.location_id
          and e.created_at >= t.last_day and e.quantity_on_hand_after <= 0) as "ranOut"
    from places t join variants v on v.organization_id = t.organization_id and v.id = t.variant_id join locations l on l.organization_id = t.organization_id and l.id = t.location_id
    left join inventory_policies p on p.organization_id = t.organization_id and p.variant_id = t.variant_id and p.location_id = t.location_id
    where t.quantity_available < 0 or t.quantity_available < t.reorder_point or (t.sale_days > 0 and t.quantity_available <= 0) or (t.sale_days >= 3 and t.first_sale >= 14 and (
      t.quantity_available <= t.day_mean * greatest(t.lead_time_days, 1) + ${DEVIATIONS} * sqrt(greatest(t.week_variance, t.week_mean) * greatest(t.lead_time_days, 1) / 7) + 1
      or (t.recent >= 3 and t.recent > t.week_mean) or (t.last_sale > 7 and t.quantity_on_hand > 0) or t.quantity_available > t.day_mean * 90))
    order by t.quantity_available * coalesce(v.unit_cost, v.unit_price, 1) desc limit ${PLACES_MAX}`.execute(db);
  return rows;
}
