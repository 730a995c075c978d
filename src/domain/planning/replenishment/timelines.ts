import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/unit.ts';
import { PLANNED } from '../../../store/rows.ts';
import { ofTenant } from '../../../store/tenant.ts';
import { isReceivedWhole, isTransferredWhole } from '../deliveries.ts';
import { expiringLots, unusableFrom } from '../expiry.ts';
import type { Runs } from '../forecasts/stored-forecasts.ts';
import { dayOf, TODAY } from '../reports/days.ts';
import { policySourceOf } from './sources.ts';

/*
 * Supply, firm demand and expiry of locations, by day: read in the same way for projections and plans. Days count from
 * today.
 */

type EventKind =
  | 'purchase'
  | 'draft'
  | 'arrival'
  | 'pending_arrival'
  | 'output'
  | 'orders'
  | 'batches'
  | 'transfers'
  | 'expiry';

/** What of it is supply. */
export const SUPPLY: ReadonlySet<EventKind> = new Set(['purchase', 'draft', 'arrival', 'pending_arrival', 'output']);

export interface StockChange {
  variantId: string;
  locationId: string;
  kind: EventKind;
  day: number;
  quantity: number;
}

/** A transfer takes a day if there are no earlier ones between the two locations. */
const TRANSIT_DAYS_DEFAULT = 1;
const LATENESS_DAYS_BACK = 365;
/** Of so many variants it makes no difference how their rows are joined. */
const FEW = 10;
const TRANSIT_DAYS_BACK = 365;

/** How many days late each supplier delivers on average, of what it delivered whole; early deliveries count too. */
const lateness = sql`
  select supplier_id, greatest(0, round(avg(${dayOf(sql`l.received_at`)} - l.expected_on)))::int as days
  from purchase_orders l
  where ${ofTenant('l')} and ${isReceivedWhole('l')} and l.expected_on is not null and l.supplier_id is not null
    and l.received_at > now() - ${LATENESS_DAYS_BACK} * interval '1 day'
  group by supplier_id`;

/** How many days goods are in transit from one location to another, on average. */
export const transits = sql`
  select w.source_location_id, w.destination_location_id,
    greatest(0, ceil(avg(${dayOf(sql`w.received_at`)} - ${dayOf(sql`w.shipped_at`)})))::int as days
  from stock_transfers w where ${ofTenant('w')} and ${isTransferredWhole('w')}
    and w.received_at > now() - ${TRANSIT_DAYS_BACK} * interval '1 day'
  group by 1, 2`;

const transitDays = sql`coalesce(w.days, ${TRANSIT_DAYS_DEFAULT})`;
/** Overdue supply arrives today at the earliest. */
const notBefore = (date: RawBuilder<unknown>) => sql`greatest(0, ${date} - ${TODAY})`;

/** When goods of a transfer `b` arrive. */
const arrival = sql`case when b.expected_on is not null then ${notBefore(sql`b.expected_on`)}
    when b.status = 'pending' then ${transitDays}
  else ${notBefore(sql`(${dayOf(sql`b.shipped_at`)} + ${transitDays})`)} end`;
/** Shipped lots `l` that have not arrived completely. */
const lotsUnderWay = sql`stock_transfer_lots k
  join lots l on ${ofTenant('l')} and l.id = k.lot_id where ${ofTenant('k')} and k.quantity > k.quantity_received`;

/** Looked up for each line: joined, all policies of its location may be read for each. */
const policyLeadDays = sql`(select p.lead_time_days from inventory_policies p
    where ${ofTenant('p')} and p.variant_id = i.variant_id and p.location_id = b.location_id)`;

/**
 * The open documents of these variants, and the first days on which lots that are there, or in transit, can no longer
 * be used. A purchase without an expected day takes its lead time, by the rule of `leadDaysOf`. Late supply arrives as
 * late as its supplier's deliveries do on average, counted from today.
 */
const events = (variantIds: readonly string[]): RawBuilder<unknown> => sql`
  with late as materialized (${lateness}), way as materialized (${transits})
  select i.variant_id as "variantId", b.location_id as "locationId",
    case when b.status = 'draft' then 'draft' else 'purchase' end as kind,
    ${notBefore(sql`due.on_day`)} + case when due.on_day < ${TODAY} then coalesce(l.days, 0) else 0 end as day,
      i.quantity - i.quantity_received as quantity
  from purchase_order_items i join purchase_orders b on ${ofTenant('b')} and b.id = i.purchase_order_id
  left join late l on l.supplier_id = b.supplier_id
  join organizations o on ${ofTenant('o', 'id')}
  left join suppliers s on ${ofTenant('s')} and s.id = b.supplier_id
  left join supplier_items f on ${ofTenant('f')} and f.id = i.supplier_item_id
  cross join lateral (select coalesce(b.expected_on, ${dayOf(sql`coalesce(b.submitted_at, b.created_at)`)}
    + coalesce(f.lead_time_days, ${policyLeadDays}, s.lead_time_days, o.default_lead_time_days)) as on_day) due
  where ${ofTenant('i')} and i.variant_id = any(${variantIds})
    and b.status in ('draft', 'submitted', 'partially_received') and i.quantity > i.quantity_received
  union all
  select i.variant_id, b.destination_location_id,
    case b.status when 'pending' then 'pending_arrival' else 'arrival' end,
    ${arrival}, i.quantity - i.quantity_received - coalesce((select sum(k.quantity - k.quantity_received)
          from ${lotsUnderWay} and k.item_id = i.id and l.held), 0)
  from stock_transfer_items i join stock_transfers b on ${ofTenant('b')} and b.id = i.transfer_id
  left join way w on w.source_location_id = b.source_location_id
    and w.destination_location_id = b.destination_location_id
  where ${ofTenant('i')} and i.variant_id = any(${variantIds})
    and b.status in ('pending', 'shipped', 'partially_received') and i.quantity > i.quantity_received
  union all
  select i.variant_id, b.source_location_id, 'transfers',
    case when b.expected_on is null then 0 else ${notBefore(sql`b.expected_on - ${transitDays}`)} end, i.quantity
  from stock_transfer_items i join stock_transfers b on ${ofTenant('b')} and b.id = i.transfer_id
  left join way w on w.source_location_id = b.source_location_id
    and w.destination_location_id = b.destination_location_id
  where ${ofTenant('i')} and i.variant_id = any(${variantIds}) and b.status = 'pending'
  union all
  select b.variant_id, b.location_id, 'output',
    case when b.planned_on is null then 0 else ${notBefore(sql`b.planned_on`)} end, b.planned_quantity
  from production_batches b
  where ${ofTenant('b')} and b.variant_id = any(${variantIds}) and b.status in ('planned', 'in_progress')
  union all
  select i.variant_id, b.location_id, 'batches', case when b.planned_on is null or b.status = 'in_progress' then 0
      else ${notBefore(sql`b.planned_on`)} end, i.planned_quantity
  from production_batch_inputs i join production_batches b on ${ofTenant('b')} and b.id = i.batch_id
  where ${ofTenant('i')} and i.variant_id = any(${variantIds}) and b.status in ('planned', 'in_progress')
  union all
  select i.variant_id, b.location_id, 'orders', 0, sum(i.quantity - i.quantity_fulfilled)
  from order_items i join orders b on ${ofTenant('b')} and b.id = i.order_id
  where ${ofTenant('i')} and i.variant_id = any(${variantIds})
    and b.status in ('pending', 'reserved', 'partially_fulfilled') and i.quantity > i.quantity_fulfilled
  group by 1, 2
  union all
  select s.variant_id, s.location_id, 'expiry', ${unusableFrom}, sum(s.quantity)
  from ${expiringLots} and s.variant_id = any(${variantIds})
  group by 1, 2, 4
  union all
  select i.variant_id, b.destination_location_id, 'expiry', greatest(${unusableFrom}, ${arrival}), sum(t.quantity)
  from stock_transfer_items i join stock_transfers b on ${ofTenant('b')} and b.id = i.transfer_id
  left join way w on w.source_location_id = b.source_location_id
    and w.destination_location_id = b.destination_location_id
  cross join lateral (select k.lot_id, k.quantity - k.quantity_received as quantity
      from ${lotsUnderWay} and k.item_id = i.id and not l.held and l.expiry_date is not null) t
  join lots l on ${ofTenant('l')} and l.id = t.lot_id
  where ${ofTenant('i')} and i.variant_id = any(${variantIds}) and b.status in ('shipped', 'partially_received')
    and i.quantity > i.quantity_received
  group by 1, 2, 4`;

/** What is going to change the stock of these variants, by variant, location and kind, the earliest day first. */
export async function readEvents(db: Db, variantIds: readonly string[]): Promise<StockChange[]> {
  const { rows } = await sql<StockChange>`select *
      from (${events(variantIds)}) e order by "variantId", "locationId", kind, day`.execute(db);
  return rows;
}

export interface PlaceState {
  variantId: string;
  sku: string;
  locationId: string;
  onHand: number;
  /** On hand and not on hold. */
  usable: number;
  version: number;
  isTraded: boolean;
  reorderPoint: number;
  reorderQuantity: number;
  /** Of its own policy; null if not set. */
  policyLeadDays: number | null;
  /** Of its own policy, else of the organization if that has one; null leaves it to the forecast. */
  safetyStock: number | null;
  policySource: 'buy' | 'make' | 'move' | null;
  policyFrom: string | null;
  leadDaysDefault: number;
  supplierId: string | null;
  supplierLeadDays: number | null;
  unitCost: number | null;
  /** Variance of a week's demand. */
  weekVariance: number;
  /** Mean demand of a day, and the share of it that no other demand explains. */
  dayMean: number;
  ownShare: number;
  /**
   * The forecast, day by day or week by week, from `runsFrom` days before today, and of its first days together; null
   * if there is none.
   */
  runs: Runs | null;
  runsFrom: number | null;
  totals: { days: number; mean: number; quantiles: number[] }[] | null;
}

/**
 * The stock, the terms and the demand of these variants at every location that has any of these, that a policy names,
 * or that is requested; limited to some locations if they are given. In no order. Locations with nothing but open
 * documents have to be requested.
 */
export async function readPlaceStates(
  db: Db,
  variantIds: readonly string[],
  {
    asked = [],
    locationIds,
  }: { asked?: readonly { variantId: string; locationId: string }[]; locationIds?: readonly string[] } = {},
): Promise<PlaceState[]> {
  const of = (table: string) => sql`${ofTenant(table)} and ${sql.ref(`${table}.variant_id`)} = any(${variantIds})`;
  // Each table is read once, by its index, and joined as a whole: row by row a plan of 100,000 variants took half as
  // long again. So it is for how many they are: the plan for a few variants joins row by row.
  const { rows } = await sql<PlaceState>`
    ${variantIds.length > FEW ? PLANNED : sql``} with l as materialized (select l.variant_id, l.location_id,
        l.quantity_on_hand, l.quantity_on_hold, l.version from inventory_levels l where ${of('l')}),
    p as materialized (select p.variant_id, p.location_id, p.reorder_point, p.reorder_quantity, p.lead_time_days,
        p.safety_stock, p.replenishment_source, p.source_location_id
      from inventory_policies p where ${of('p')}),
    d as materialized (select d.variant_id, d.location_id, d.through, d.day_mean, d.own_share, d.week_variance
        from demand_patterns d where ${of('d')}),
    f as materialized (select f.variant_id, f.location_id, f.runs, ${TODAY} - f.starts_on as runs_from, f.totals
        from forecasts f where ${of('f')} and f.starts_on > ${TODAY} - 7),
    v as materialized (select v.id, v.sku, v.supplier_id, v.unit_cost,
        (select r.status from products r where ${ofTenant('r')} and r.id = v.product_id) as status
      from variants v where ${ofTenant('v')} and v.id = any(${variantIds})),
    known as (
      select l.variant_id, l.location_id from l
      union select p.variant_id, at.location_id
      from p cross join lateral (values (p.location_id), (p.source_location_id)) at (location_id)
      where at.location_id is not null
      union select *
      from unnest(${asked.map(place => place.variantId)}::uuid[], ${asked.map(place => place.locationId)}::uuid[]) a
      union select d.variant_id, d.location_id from d)
    select k.variant_id as "variantId", v.sku, k.location_id as "locationId",
      coalesce(l.quantity_on_hand, 0) as "onHand",
      coalesce(l.quantity_on_hand - l.quantity_on_hold, 0) as usable, coalesce(l.version, 0) as version,
      v.status = 'active' and w.active as "isTraded",
      coalesce(p.reorder_point, o.default_reorder_point) as "reorderPoint",
      coalesce(p.reorder_quantity, o.default_reorder_quantity) as "reorderQuantity",
      p.lead_time_days as "policyLeadDays",
      coalesce(p.safety_stock, nullif(o.default_safety_stock, 0)) as "safetyStock",
      ${policySourceOf('p')} as "policySource", p.source_location_id as "policyFrom",
      o.default_lead_time_days as "leadDaysDefault",
      v.supplier_id as "supplierId", s.lead_time_days as "supplierLeadDays", v.unit_cost as "unitCost",
      coalesce(d.day_mean, 0) as "dayMean", coalesce(d.own_share, 1) as "ownShare",
      coalesce(d.week_variance, 0) as "weekVariance", f.runs, f.runs_from as "runsFrom", f.totals
    from known k join organizations o on ${ofTenant('o', 'id')}
    join v on v.id = k.variant_id join locations w on ${ofTenant('w')} and w.id = k.location_id
    left join l on l.variant_id = k.variant_id and l.location_id = k.location_id
    left join p on p.variant_id = k.variant_id and p.location_id = k.location_id
    left join suppliers s on ${ofTenant('s')} and s.id = v.supplier_id
    left join d on d.variant_id = k.variant_id and d.location_id = k.location_id and d.through = ${TODAY} - 1
    left join f on f.variant_id = k.variant_id and f.location_id = k.location_id
    ${locationIds ? sql`where k.location_id = any(${locationIds}::uuid[])` : sql``}`.execute(db);
  return rows;
}

/** The expected demand of each day of the horizon: by the forecast, and beyond it or without one by the mean. */
export function dailyForecast(
  { runs, runsFrom, dayMean }: Pick<PlaceState, 'runs' | 'runsFrom' | 'dayMean'>,
  horizonDays: number,
): Float64Array {
  const daily = new Float64Array(horizonDays);
  if (!runs) return daily.fill(dayMean);
  let start = -(runsFrom ?? 0);
  let sum = 0;
  let span = 0;
  for (const [days, expected] of runs) {
    const end = start + days;
    for (let day = Math.max(0, start); day < Math.min(end, horizonDays); day += 1) daily[day] = expected / days;
    start = end;
    sum += expected;
    span += days;
  }
  return daily.fill(span > 0 ? sum / span : 0, Math.max(0, start));
}
