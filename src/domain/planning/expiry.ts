import { type RawBuilder, sql } from 'kysely';
import { allOf, type Condition } from '../../store/rows.ts';
import { ofTenant } from '../../store/tenant.ts';
import { TODAY } from './reports/days.ts';

/*
 * Stock that expires before it is used: it is available today, but serves no demand of the days after. Lots leave first
 * expired, first out, so whatever is used is of those that expire first, and by the end of any day as much has been
 * lost as the most that had to be used by one of the days before it and was not.
 */

type Sql = RawBuilder<unknown>;

/** How much of all lots can no longer be used from this day on, counted from today, unless it was used before. */
export interface ExpiringQuantity {
  day: number;
  due: number;
}

/** What will have been lost by that day, if this much was used before each day. */
export const unusedBy = (
  expiring: readonly ExpiringQuantity[],
  usedBefore: (day: number) => number,
  by = Number.POSITIVE_INFINITY,
): number => expiring.reduce((lost, { day, due }) => (day <= by ? Math.max(lost, due - usedBefore(day)) : lost), 0);

/**
 * How much expires on each day without having been used, in the unit of its arguments: what cannot be used from that
 * day on, less what was used before.
 */
export function expiringUnused(expiring: Float64Array, used: Float64Array): Float64Array {
  const lost = new Float64Array(expiring.length);
  let due = 0;
  let gone = 0;
  for (let day = 0; day < expiring.length; day += 1) {
    due += expiring[day]!;
    lost[day] = Math.max(0, due - gone);
    gone += lost[day]! + used[day]!;
  }
  return lost;
}

/** The first day on which a lot `l` can no longer be used, counted from today. */
export const unusableFrom = sql`greatest(0, l.expiry_date + 1 - ${TODAY})`;

/** Stock `s` of lots `l` that can be used now, and expires. */
export const expiringLots = sql`lot_levels s join lots l on ${ofTenant('l')} and l.id = s.lot_id
  where ${ofTenant('s')} and s.quantity > 0 and not l.held and l.expiry_date is not null`;

/** `days` and `due` of Expiring, as arrays, for each value of these columns of `s`. */
export const expiringBy = (columns: readonly string[], ...conditions: Condition[]): Sql => {
  const keys = sql.join(columns.map(column => sql.ref(column)));
  return sql`
    select ${keys}, array_agg(day order by day) as days, array_agg(due order by day) as due from (
      select ${keys}, day, sum(sum(quantity)) over (partition by ${keys} order by day)::float8 as due
      from (select ${sql.join(columns.map(column => sql.ref(`s.${column}`)))}, ${unusableFrom} as day, s.quantity
          from ${expiringLots} and ${allOf(conditions)}) e
      group by ${keys}, day) e group by ${keys}`;
};

/** `unusedBy` in SQL, of the arrays of `expiringBy`: at a constant rate a day, besides what is reserved. */
export const unusedAt = (
  days: Sql,
  due: Sql,
  rate: Sql,
  { reserved = sql`0`, by }: { reserved?: Sql; by?: Sql } = {},
): Sql => sql`case when ${days} is null then 0 else greatest(0, coalesce((
  select max(k.due - case when k.day > 0 then ${reserved} + k.day * coalesce(${rate}, 0) else 0 end)
  from unnest(${days}, ${due}) k (day, due)
  ${by ? sql`where k.day <= ${by}` : sql``}), 0)) end`;

/** Of the arrays of a row. */
export const expiringOf = ({
  days,
  due,
}: {
  days: readonly number[] | null;
  due: readonly number[] | null;
}): ExpiringQuantity[] => (days ?? []).map((day, index) => ({ day, due: due![index]! }));
