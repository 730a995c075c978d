import { type RawBuilder, sql } from 'kysely';
import { addDays } from '../../../kernel/calendar.ts';
import type { Database, Db } from '../../../kernel/unit.ts';
import { ofTenant, type Whose } from '../../../store/tenant.ts';
import type { ReplenishmentSource } from '../../inventory-policies.ts';
import { stockAndPolicies, termsInForce } from '../../inventory-policies.ts';
import { draws } from '../demand.ts';
import { type ExpiringQuantity, expiringBy, expiringOf, unusedAt } from '../expiry.ts';
import type { LeadDemand } from '../forecasts/lead-demand.ts';
import { leadDaysOf, readTransitDays, type TransitDays } from '../replenishment/lead-days.ts';
import { type Offer, offerFor, readOffers } from '../replenishment/offers.ts';
import {
  type Evidence,
  NO_EVIDENCE,
  type PlaceSource,
  policySourceOf,
  readEvidence,
  sourceOf,
} from '../replenishment/sources.ts';
import { dayOf, sinceDays, TODAY } from '../reports/days.ts';
import { dayMean, FORECAST_DAYS } from './patterns.ts';
import { type Key, placesToWeigh, screenPlaces } from './screened.ts';
import { stockValue, unitCost, unitWeight } from './worth.ts';

/*
 * A variant at a location with its stock, the policy in force and its demand: the basis of most insights. All are
 * screened in one pass over a few figures each; only those that may have an insight, and those that could help them,
 * are read completely.
 */

export interface Place {
  variantId: string;
  sku: string;
  locationId: string;
  locationName: string;
  supplierId: string | null;
  supplierName: string | null;
  /** What the variant is said to cost: the price of a purchase without the terms of a supplier. */
  variantCost: number | null;
  policyId: string | null;
  policySource: ReplenishmentSource | null;
  policyFrom: string | null;
  /** Where more of it comes from, and the supplier item it is bought by if it is bought. */
  source: PlaceSource;
  offer: Offer | undefined;
  /** What a unit weighs in the ranking, what it cost, and what all that is here cost; null if not known. */
  unitValue: number;
  unitCost: number | null;
  stockValue: number | null;
  onHand: number;
  available: number;
  /** What of it is reserved or available, and expires. */
  expiring: readonly ExpiringQuantity[];
  reserved: number;
  /** What pending transfers will take. */
  leaving: number;
  /**
   * What arrives before a new order would: nothing overdue or due only after the lead time, but including transfers
   * that are still to be shipped.
   */
  inTime: number;
  reorderPoint: number;
  reorderQuantity: number;
  safetyStock: number;
  leadTimeDays: number;
  /** When a new order would arrive. */
  arrivesOn: string;
  /** Whether its product and its location are active. */
  isTraded: boolean;
  /** Whether its own policy says that it is no longer to be bought. */
  isRunOut: boolean;
  /** Days since it was last received, or first moved. */
  ageDays: number;
  /** Whether nothing went out for so long that it counts as dead stock. */
  isUnmoved: boolean;
  /** Drawn from it in the last 7 days, today included. */
  recent: number;
  /** The part of that which was sold or wasted here, and the share that this usually is. */
  recentOwn: number;
  ownShare: number;
  /** Known weeks of history before those 7 days. */
  weeks: number;
  /** Weighted mean and variance of a week before those 7 days. */
  weekMean: number;
  weekVariance: number;
  /** Mean of a day, the last 7 included. */
  dayMean: number;
  /** The expectation of today's forecast, or of one of the last days; null if there is none. */
  leadDemand: LeadDemand[] | null;
  saleDays: number;
  daysSinceFirstSale: number;
  daysSinceLastSale: number;
  /** Whether it was out of stock at some time since its last sale. */
  ranOut: boolean;
}

/** Locations that are examined for each reason; nobody reads more. */
const PLACES_MAX = 250;
/** Locations that could send what others lack. */
const SOURCES_MAX = 500;
const UNRECEIVED_DAYS = 90;

/**
 * Chebyshev: demand exceeds its mean by two deviations with a probability of at most 20 %, whatever its distribution.
 */
const DEVIATIONS = sql.lit(2);
/** What went out today, which no pattern includes yet. */
const today = sql`
  select variant_id, location_id, sum(quantity::float8) as sold,
    coalesce(sum(quantity::float8) filter (where kind = 'sales'), 0) as own
  from (${draws(1)}) t where kind <> 'waste' group by variant_id, location_id`;

/** The demand of a location as columns, from its pattern `d` and what went out today `y`. */
const demand = sql`
  coalesce(d.recent, 0) + coalesce(y.sold, 0) as recent, coalesce(d.recent_own, 0) + coalesce(y.own, 0) as recent_own,
  coalesce(d.own_share, 1) as own_share, coalesce(d.weeks, 0) as weeks, coalesce(d.week_mean, 0) as week_mean,
  coalesce(d.week_variance, 0) as week_variance,
  coalesce(d.sale_days, 0) + case when y.sold > 0 then 1 else 0 end as sale_days,
  coalesce(${TODAY} - d.first_day, 0) as first_sale,
  case when y.sold > 0 or d.last_day is null then 0 else ${TODAY} - d.last_day end as last_sale,
  coalesce(${dayMean(sql`coalesce(y.sold, 0)`)}, coalesce(y.sold, 0) / 7) as day_mean`;

/** Nothing was received for long, and nothing went out for longer. */
const isUnmoved = sql`t.on_hand > 0 and t.aged_from < ${sinceDays(UNRECEIVED_DAYS)} and d.variant_id is null`;

/** Where stock is, or should be (`stock`, read once whatever the plan), with the terms in force and its trade. */
const places = sql`
  select s.variant_id, s.location_id, s.quantity_on_hand as on_hand, s.quantity_available as available,
    s.quantity_reserved as reserved, s.quantity_incoming as incoming, s.aged_from,
    s.policy_id, s.replenishment_source, s.source_location_id, s.lead_time_days as policy_lead_days,
    f.lead_time_days as supplier_lead_days, o.default_lead_time_days as lead_days_default, coalesce(s.reorder_point = 0
        and s.reorder_quantity = 0, false) as is_run_out, ${termsInForce(sql`f.lead_time_days`)},
    v.sku, v.supplier_id, f.name as supplier_name, coalesce(v.unit_cost, v.unit_price, 1) as unit_value,
    r.status = 'active' and s.location_id <> all(array(select id from locations
          where ${ofTenant('locations')} and not active)) as is_traded
  from stock s
  join organizations o on ${ofTenant('o', 'id')} join variants v on ${ofTenant('v')} and v.id = s.variant_id
  join products r on ${ofTenant('r')} and r.id = v.product_id
  left join suppliers f on ${ofTenant('f')} and f.id = v.supplier_id`;

const withPatterns = sql`left join demand_patterns d on ${ofTenant('d')} and d.variant_id = t.variant_id
  and d.location_id = t.location_id and d.through = ${TODAY} - 1`;
/** Lots at each location that expire (`expiring`). */
const PLACE = ['variant_id', 'location_id'];
const withExpiring = sql`left join expiring x on x.variant_id = t.variant_id and x.location_id = t.location_id`;
const withPending = sql`left join pending g on g.variant_id = t.variant_id and g.location_id = t.location_id`;

/** What batches and pending transfers will bring, and what they will take. */
const pending = sql`
  select variant_id, location_id, sum(arriving) as arriving, sum(leaving) as leaving from (
    select b.variant_id, b.location_id, b.planned_quantity as arriving, 0 as leaving
    from production_batches b where ${ofTenant('b')} and b.status in ('planned', 'in_progress')
    union all
    select i.variant_id, b.destination_location_id as location_id, i.quantity as arriving, 0 as leaving
    from stock_transfers b
    join stock_transfer_items i on i.organization_id = b.organization_id and i.transfer_id = b.id
    where ${ofTenant('b')} and b.status = 'pending'
    union all
    select i.variant_id, b.source_location_id, 0, i.quantity from stock_transfers b
    join stock_transfer_items i on i.organization_id = b.organization_id and i.transfer_id = b.id
        where ${ofTenant('b')} and b.status = 'pending') m
  group by variant_id, location_id`;

/**
 * What arrives in time: nothing overdue or due only after the lead time, as far as that is known before the source is.
 */
const inTime = sql`coalesce(g.arriving, 0) + case when t.incoming > 0 then greatest(0, t.incoming - coalesce((
  select sum(i.quantity - i.quantity_received) from purchase_order_items i
  join purchase_orders b on b.organization_id = i.organization_id and b.id = i.purchase_order_id
  where ${ofTenant('i')} and i.variant_id = t.variant_id and b.location_id = t.location_id
    and b.status in ('submitted', 'partially_received')
    and (b.expected_on < ${TODAY} or b.expected_on > ${TODAY} + t.lead_time_days)), 0)) else 0 end`;

/** Outstanding quantities of purchase orders with a date, by day from today. */
const due = sql`case when t.incoming > 0 then coalesce((
  select jsonb_agg(jsonb_build_object('day', b.expected_on - ${TODAY}, 'quantity',
        (i.quantity - i.quantity_received)::float8))
  from purchase_order_items i
  join purchase_orders b on b.organization_id = i.organization_id and b.id = i.purchase_order_id
  where ${ofTenant('i')} and i.variant_id = t.variant_id and b.location_id = t.location_id
    and b.status in ('submitted', 'partially_received')
    and i.quantity > i.quantity_received and b.expected_on is not null), '[]') else '[]'::jsonb end`;

/**
 * The locations to examine, by what is at stake: what may run out, what is too much, what sells unusually, what lies
 * dead, and what sold today. The conditions are necessary, not sufficient: the formulas of each kind decide
 * (at-places.ts).
 */
const weighed = (stock: RawBuilder<unknown>) => sql`
  with stock as materialized (${stock}), pending as materialized (${pending}),
  expiring as materialized (${expiringBy(PLACE)}),
  offered as materialized (select variant_id, max(lead_time_days) as days from supplier_items i
      where ${ofTenant('i')} and i.active group by variant_id),
  weighed as materialized (
    select variant_id, location_id, available <= 0 as is_out, greatest(0, short) * unit_value::float8 as short,
      case when is_regular then greatest(0, stock - day_mean * 90) else 0 end as over,
      unit_value, case when is_odd then day_mean else 0 end as odd,
      case when is_unmoved and not is_run_out then on_hand else 0 end as dead, is_run_out
    from (
      select t.*, greatest(case when available < 0 then 0 end,
          case when is_traded and available < reorder_point then (reorder_point + safety_stock)::float8 end,
        case when is_traded and (is_regular or available <= 0)
              then day_mean * lead + ${DEVIATIONS} * sqrt(week_variance * lead / 7) + 1 end) - stock - in_time
          + ${unusedAt(sql`expiring_days`, sql`expiring_due`, sql`day_mean`, { by: sql`lead` })} as short
      from (
        select t.variant_id, t.location_id, t.on_hand, t.available, t.available::float8 as stock, t.is_traded,
          t.is_run_out, t.unit_value, t.reorder_point, t.safety_stock,
          greatest(1, t.lead_time_days, t.offered_days, case when t.policy_lead_days is null
                then t.lead_days_default end) as lead, (${inTime})::float8 as in_time, ${isUnmoved} as is_unmoved,
          nullif(d.day_mean, 0) as day_mean, d.week_variance, d.is_odd and t.is_traded as is_odd,
          d.sale_days >= 2 and d.first_day <= ${TODAY} - 14 as is_regular,
          x.days as expiring_days, x.due as expiring_due
        from (select t.*, b.days as offered_days from (${places}) t left join offered b on b.variant_id
                = t.variant_id) t ${withPatterns} ${withPending} ${withExpiring} offset 0) t offset 0) t
    where short > 0 or is_odd or is_unmoved or stock > day_mean * 90),
  short as (select variant_id, location_id from weighed where short > 0
      order by is_out desc, short desc limit ${PLACES_MAX})
  select variant_id as "variantId", location_id as "locationId" from short
  union (select variant_id, location_id from weighed where over > 0 and not is_run_out
      order by over * unit_value::float8 desc limit ${PLACES_MAX})
  union (select variant_id, location_id from weighed where odd > 0
      order by odd * unit_value::float8 desc limit ${PLACES_MAX})
  union (select variant_id, location_id from weighed where dead > 0 order by dead * unit_value desc limit ${PLACES_MAX})
  union (select variant_id, location_id from weighed where over > 0 and variant_id in (select variant_id from short)
      order by over desc limit ${SOURCES_MAX})
  union (select variant_id, location_id from (${today}) y order by sold desc limit ${PLACES_MAX})`;

/** A location as it is read: the lead time, and so what arrives before, is set once its source is known. */
interface ReadPlace extends Omit<Place, 'source' | 'offer' | 'leadTimeDays' | 'arrivesOn' | 'inTime' | 'expiring'> {
  today: string;
  days: number[] | null;
  expiringDue: number[] | null;
  incoming: number;
  /** What batches and pending transfers will bring. */
  arriving: number;
  /** Outstanding quantities of purchase orders, by day from today. */
  due: { day: number; quantity: number }[];
  policyLeadDays: number | null;
  supplierLeadDays: number | null;
  leadDaysDefault: number;
}

/** Levels and policies at these places, each found by its key: of a few, all would be read for them. */
const stockAt = (keys: readonly Key[]): RawBuilder<unknown> => {
  const there: Whose = alias =>
    sql`${ofTenant(alias)} and ${sql.ref(`${alias}.variant_id`)} = k.variant_id
      and ${sql.ref(`${alias}.location_id`)} = k.location_id`;
  return sql`select s.* from unnest(${keys.map(key => key.variantId)}::uuid[],
      ${keys.map(key => key.locationId)}::uuid[]) k (variant_id, location_id)
    cross join lateral (${stockAndPolicies(there)}) s`;
};

/** The places to examine, of all or of these. */
async function findPlaces(db: Db, among?: readonly Key[]): Promise<Key[]> {
  const { rows } = await sql<Key>`${weighed(among ? stockAt(among) : stockAndPolicies())}`.execute(db);
  return rows;
}

/** Chooses the places of large organizations, so that insights need not weigh all of them. For the chores. */
export const refreshPlaces = (database: Database & { system: Db }, levelsMin?: number): Promise<void> =>
  screenPlaces(database, findPlaces, levelsMin);

async function readThese(db: Db, keys: readonly Key[]): Promise<ReadPlace[]> {
  const { rows } = await sql<ReadPlace>`
    with asked as materialized (select * from unnest(${keys.map(key => key.variantId)}::uuid[],
          ${keys.map(key => key.locationId)}::uuid[]) k (variant_id, location_id)),
    stock as materialized (${stockAt(keys)}),
    today as materialized (${today}), pending as materialized (${pending}),
    expiring as materialized (${expiringBy(PLACE, sql`s.variant_id in (select variant_id from asked)`)})
    select t.variant_id as "variantId", t.sku, t.location_id as "locationId", w.name as "locationName",
      t.supplier_id as "supplierId", t.supplier_name as "supplierName", v.unit_cost as "variantCost",
      t.policy_id as "policyId", ${policySourceOf('t')} as "policySource", t.source_location_id as "policyFrom",
      ${unitWeight} as "unitValue", ${unitCost} as "unitCost", ${stockValue} as "stockValue", t.on_hand as "onHand",
      t.available, t.reserved, t.days, t.due_unless_used as "expiringDue", t.leaving, t.incoming, t.arriving, t.due,
      t.reorder_point as "reorderPoint",
      t.reorder_quantity as "reorderQuantity", t.safety_stock as "safetyStock", t.policy_lead_days as "policyLeadDays",
      t.supplier_lead_days as "supplierLeadDays", t.lead_days_default as "leadDaysDefault", ${TODAY} as today,
      t.is_traded as "isTraded",
      t.is_run_out as "isRunOut", ${TODAY} - ${dayOf(sql`t.aged_from`)} as "ageDays", t.is_unmoved as "isUnmoved",
      t.recent, t.recent_own as "recentOwn", t.own_share as "ownShare", t.weeks, t.week_mean as "weekMean",
      t.week_variance as "weekVariance",
      t.day_mean as "dayMean", f.totals as "leadDemand", t.sale_days as "saleDays",
      t.first_sale as "daysSinceFirstSale", t.last_sale as "daysSinceLastSale", t.ran_out as "ranOut"
    from (
      select t.*, x.days, x.due as due_unless_used, coalesce(g.leaving, 0) as leaving,
        coalesce(g.arriving, 0) as arriving, ${due} as due, ${isUnmoved} and y.variant_id is null as is_unmoved,
        coalesce(d.emptied_on >= d.last_day, false) as ran_out, ${demand}
      from (${places}) t ${withPatterns} ${withPending} ${withExpiring}
      left join today y on y.variant_id = t.variant_id and y.location_id = t.location_id) t
    join locations w on ${ofTenant('w')} and w.id = t.location_id
    join variants v on ${ofTenant('v')} and v.id = t.variant_id
    left join inventory_levels l on ${ofTenant('l')} and l.variant_id = t.variant_id and l.location_id = t.location_id
    left join forecasts f on ${ofTenant('f')} and f.variant_id = t.variant_id and f.location_id = t.location_id
      and f.starts_on > ${TODAY} - ${FORECAST_DAYS}::int
    order by t.variant_id, t.location_id`.execute(db);
  return rows;
}

/** The locations to examine, and those that supply them. */
export async function readPlaces(db: Db, hasRecipes: boolean): Promise<Place[]> {
  const found = await findPlaces(db, await placesToWeigh(db));
  if (found.length === 0) return [];
  const variantIds = [...new Set(found.map(({ variantId }) => variantId))];
  const evidence = await readEvidence(db, variantIds, hasRecipes);
  const offers = Map.groupBy(await readOffers(db, variantIds), offer => offer.variantId);
  const transitDays = await readTransitDays(db);
  const placed = new Map<string, Place>();
  const keyOf = ({ variantId, locationId }: Key) => `${variantId} ${locationId}`;
  for (let keys: readonly Key[] = found; keys.length > 0; ) {
    const rows = await readThese(db, keys);
    const read = rows.map(row => placeOf(row, evidence, offers, transitDays));
    for (const place of read) placed.set(keyOf(place), place);
    const feeders = read.flatMap(({ variantId, source }) =>
      source.kind === 'move' ? [{ variantId, locationId: source.from! }] : [],
    );
    keys = [...new Map(feeders.filter(key => !placed.has(keyOf(key))).map(key => [keyOf(key), key])).values()];
    // Without stock and without a policy nothing is read, however often it is requested.
    if (rows.length === 0) break;
  }
  return [...placed.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function placeOf(
  { today: now, incoming, arriving, due: owed, days, expiringDue, ...row }: ReadPlace,
  evidence: ReadonlyMap<string, Evidence>,
  offers: ReadonlyMap<string, Offer[]>,
  transitDays: TransitDays,
): Place {
  const source = sourceOf(row.locationId, row, evidence.get(row.variantId) ?? NO_EVIDENCE);
  const offer = offerFor(row, offers.get(row.variantId) ?? []);
  const leadTimeDays = leadDaysOf(row, source, offer, transitDays);
  const notInTime = owed.reduce((sum, { day, quantity }) => (day < 0 || day > leadTimeDays ? sum + quantity : sum), 0);
  return {
    ...row,
    expiring: expiringOf({ days, due: expiringDue }),
    source,
    offer,
    leadTimeDays,
    arrivesOn: addDays(now, leadTimeDays),
    inTime: arriving + Math.max(0, incoming - notInTime),
  };
}
