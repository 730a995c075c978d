import { type RawBuilder, sql } from 'kysely';
import { allOf, type Condition } from '../../store/rows.ts';
import { ofTenant } from '../../store/tenant.ts';
import { dayOf, sinceDays, TODAY } from './reports/days.ts';

/*
 * Demand is everything that draws on a location: what it sells, what production uses there, what it sends to the
 * locations it supplies, and what is wasted, as a rate. The one definition for forecasts, patterns, insights, plans,
 * reports and questions: docs/forecasting.md, "Demand".
 */

/**
 * What was sold in the last `days` days, today included, as rows of variant_id, location_id, day and quantity:
 * fulfillments in the ledger, and the demand history from before. Returns are not negative demand. `also` narrows both
 * by variant_id and location_id of their alias `s`.
 */
const sales = (days: number, also: readonly Condition[] = []): RawBuilder<unknown> => sql`
  select s.variant_id, s.location_id, ${dayOf(sql`s.created_at`)} as day, -s.quantity_change as quantity
  from ledger_entries s
  where ${ofTenant('s')} and s.entry_type = 'order_fulfilled' and s.created_at >= ${sinceDays(days)} and ${allOf(also)}
  union all
  select s.variant_id, s.location_id, s.date, s.quantity from demand_history s
  where ${ofTenant('s')} and s.quantity > 0 and s.date > ${TODAY} - ${days}::int and ${allOf(also)}`;

/** Other draws on a location; with a condition of its own, for the ledger's index. */
const OTHER_DRAWS = "entry_type in ('production_consumed', 'production_wasted', 'transfer_out', 'waste')";

/** Expired stock was surplus; buying more for it would let more expire. */
const IS_SPOILT_BY_AGE = sql`s.entry_type = 'waste' and s.reason = 'expired'`;

/**
 * Transfers by which one location supplies another: more go there than come back. Stock that is sent back, or helped
 * out once, is not demand.
 */
const FED = sql`(
  select source, destination from (
    select source_location_id as source, destination_location_id as destination, count(*) as there,
      coalesce((select count(*)
            from stock_transfers b where ${ofTenant('b')} and b.source_location_id = x.destination_location_id
            and b.destination_location_id = x.source_location_id and b.shipped_at is not null), 0) as back
    from stock_transfers x where ${ofTenant('x')} and x.shipped_at is not null group by 1, 2) f where there > back)`;

/** Every draw of the last `days` days, today included, with its kind: sales, production, transfers or waste. */
export const draws = (days: number, also: readonly Condition[] = []): RawBuilder<unknown> => sql`
  select variant_id, location_id, day, quantity, 'sales' as kind from (${sales(days, also)}) s
  union all
  select s.variant_id, s.location_id, ${dayOf(sql`s.created_at`)}, -s.quantity_change,
    case s.entry_type when 'production_consumed' then 'production' when 'transfer_out' then 'transfers' else 'waste' end
  from ledger_entries s
  where ${ofTenant('s')} and s.${sql.raw(OTHER_DRAWS)} and s.created_at >= ${sinceDays(days)} and ${allOf(also)}
    and not (${IS_SPOILT_BY_AGE})
    and (s.entry_type <> 'transfer_out' or exists (
      select from stock_transfers m
      join ${FED} f on f.source = m.source_location_id and f.destination = m.destination_location_id
      where ${ofTenant('m')} and m.id = s.reference_id))`;

/** A location does not regularly waste more than it uses: beyond that it is an accident, not a rate. */
const WASTE_RATE_MAX = 1;

/**
 * The same summed up per variant, location and day, with waste spread over the days as a rate of the rest. `quantity`
 * is the sum of `sales`, `production`, `transfers` and `waste`; `leaving` is what leaves the company, without moves
 * between its locations; `own` is what no other demand here explains: sales and waste.
 */
export const dailyDemand = (days: number, also: readonly Condition[] = []): RawBuilder<unknown> => sql`
  select variant_id, location_id, day, sales, production, transfers, (sales + production + transfers) * rate as waste,
    (sales + production + transfers) * (1 + rate) as quantity,
    (sales + production + transfers) * (1 + rate) - transfers as leaving,
    sales + (sales + production + transfers) * rate as own
  from (
    select *, least(${WASTE_RATE_MAX}::float8,
        coalesce(sum(wasted) over place / nullif(sum(sales + production + transfers) over place, 0), 0)) as rate
    from (
      select variant_id, location_id, day, coalesce(sum(quantity::float8) filter (where kind = 'sales'), 0) as sales,
        coalesce(sum(quantity::float8) filter (where kind = 'production'), 0) as production,
        coalesce(sum(quantity::float8) filter (where kind = 'transfers'), 0) as transfers,
        coalesce(sum(quantity::float8) filter (where kind = 'waste'), 0) as wasted
      from (${draws(days, also)}) s group by variant_id, location_id, day) s
    window place as (partition by variant_id, location_id)) s
  where sales + production + transfers > 0`;
