import { type RawBuilder, sql } from 'kysely';
import { allOf, type Condition } from '../../store/rows.ts';
import { ofTenant } from '../../store/tenant.ts';
import { dayOf, sinceDays, TODAY } from './reports/days.ts';

/**
 * What was sold in the last `days` days, today included, as rows of variant_id, location_id, day and quantity: fulfilments of the ledger and
 * the demand history from before. Returns are no negative demand. `also` narrows both by variant_id and location_id of their alias `s`.
 */
export const sales = (days: number, also: readonly Condition[] = []): RawBuilder<unknown> => sql`
  select s.variant_id, s.location_id, ${dayOf(sql`s.created_at`)} as day, -s.quantity_change as quantity from ledger_entries s
  where ${ofTenant('s')} and s.entry_type = 'order_fulfilled' and s.created_at >= ${sinceDays(days)} and ${allOf(also)}
  union all
  select s.variant_id, s.location_id, s.date, s.quantity from demand_history s where ${ofTenant('s')} and s.quantity > 0 and s.date > ${TODAY} - ${days}::int and ${allOf(also)}`;

/** The same added up per variant, location and day. */
export const dailyDemand = (days: number, also: readonly Condition[] = []): RawBuilder<unknown> => sql`
  select variant_id, location_id, day, sum(quantity::float8) as quantity from (${sales(days, also)}) s group by variant_id, location_id, day`;
