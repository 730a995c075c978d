import { type RawBuilder, sql } from 'kysely';
import { dayOf } from '../../domain/planning/reports/days.ts';
import { addDays, daysBetween, type Period } from '../../kernel/calendar.ts';
import { allOf } from '../../store/rows.ts';
import { ofTenant } from '../../store/tenant.ts';
import type { ToolArguments } from '../tools.ts';
import { type Asked, among, during, type Found, type Named, type Selection, selecting, type ToolRead } from './read.ts';

/* What was sold and what was wasted, per period and group. */

/** Beyond so many days it is quicker to read all prices than to look each one up. */
const PRICES_LOOKED_UP_DAYS = 62;

const price = sql`sum(i.quantity * i.unit_price) / nullif(sum(i.quantity), 0) as price`;

/** The price that the order said, for each fulfilment `e`. */
const prices = ({ from, to }: Period, today: string) =>
  from !== null && daysBetween(from, to ?? today) <= PRICES_LOOKED_UP_DAYS
    ? sql`left join lateral (select ${price} from order_items i where ${ofTenant('i')} and i.order_id = e.reference_id and i.variant_id = e.variant_id and i.unit_price is not null) i on true`
    : sql`left join (select i.order_id, i.variant_id, ${price} from order_items i where ${ofTenant('i')} and i.unit_price is not null group by i.order_id, i.variant_id) i
        on i.order_id = e.reference_id and i.variant_id = e.variant_id`;

/** Fulfilments of a period with what they brought. */
const sales = (given: Named, period: Period, today: string) => sql`
  select e.variant_id, e.location_id, e.reference_id as order_id, e.created_at as at, -e.quantity_change as quantity, round(-e.quantity_change * i.price, 4) as revenue
  from ledger_entries e ${prices(period, today)} where ${ofTenant('e')} and e.entry_type = 'order_fulfilled' and ${allOf([...during(sql`e.created_at`, period), ...among(given, 'e')])}`;

const FAST_MOVERS_DAYS = 30;

const fastMoversOf = (given: ToolArguments<'fast_movers'>, today: string): Selection => ({
  rows: sql`
    select v.sku, p.name as product_name, s.quantity_sold, s.revenue, s.order_count,
      coalesce((select sum(q.quantity_on_hand) from inventory_levels q where ${ofTenant('q')} and q.variant_id = v.id), 0) as quantity_on_hand
    from (
      select variant_id, sum(quantity) as quantity_sold, sum(revenue) as revenue, count(distinct order_id) as order_count
      from (${sales(given, given.period ?? { from: addDays(today, 1 - FAST_MOVERS_DAYS), to: today }, today)}) s group by variant_id) s
    join variants v on ${ofTenant('v')} and v.id = s.variant_id join products p on ${ofTenant('p')} and p.id = v.product_id`,
  order: given.measure === 'revenue' ? sql`revenue desc nulls last, sku` : sql`quantity_sold desc, sku`,
});

/** Needs today to know its usual period. */
const dated = <A extends { limit: number }>(
  areas: ToolRead<A>['areas'],
  select: (given: A, today: string) => Selection,
): ToolRead<A> => ({
  areas,
  run: (asked, given) => selecting<A>(areas, each => select(each, asked.today)).run(asked, given),
});

export const fastMovers = dated(['reports', 'orders'], fastMoversOf);

type SalesArguments = ToolArguments<'sales_summary'>;
type GroupBy = NonNullable<SalesArguments['groupBy']>;

const formats: { [unit in 'day' | 'week' | 'month' | 'quarter' | 'year']: string } = {
  day: 'YYYY-MM-DD',
  week: 'IYYY-"W"IW',
  month: 'YYYY-MM',
  quarter: 'YYYY-"Q"Q',
  year: 'YYYY',
};
const isTime = (group: string): group is keyof typeof formats => group in formats;

const ofProducts = sql`join variants v on ${ofTenant('v')} and v.id = s.variant_id join products p on ${ofTenant('p')} and p.id = v.product_id`;

/** What rows `s` with a variant, a location and a moment are grouped by, and what must be joined to know it. */
function groupOf(group: GroupBy | 'reason' | undefined): { by: RawBuilder<unknown>; join: RawBuilder<unknown> } {
  if (group === undefined) return { by: sql`null::text`, join: sql`` };
  if (isTime(group)) return { by: sql`to_char(${dayOf(sql`s.at`)}, ${formats[group]})`, join: sql`` };
  return {
    location: { by: sql`l.name`, join: sql`join locations l on ${ofTenant('l')} and l.id = s.location_id` },
    product: { by: sql`p.name`, join: ofProducts },
    sku: { by: sql`v.sku`, join: ofProducts },
    category: { by: sql`coalesce(p.category, 'no category')`, join: ofProducts },
    reason: { by: sql`s.reason`, join: sql`` },
  }[group];
}

const measures = { quantity: 'quantity_sold', revenue: 'revenue', orders: 'order_count' } as const;

function summed(given: SalesArguments, period: Period, today: string): RawBuilder<unknown> {
  const { by, join } = groupOf(given.groupBy);
  return sql`
    select ${by} as "group", coalesce(sum(s.quantity), 0) as quantity_sold, coalesce(sum(s.revenue), 0) as revenue, count(distinct s.order_id) as order_count
    from (${sales(given, period, today)}) s ${join} group by 1`;
}

function salesOf(given: SalesArguments, today: string): Selection {
  const measure = sql.ref(measures[given.measure]);
  const previous = sql.ref(`previous_${measures[given.measure]}`);
  const direction = given.order === 'asc' ? sql`asc` : sql`desc`;
  const byTime = given.groupBy !== undefined && isTime(given.groupBy) && given.order === undefined;
  const compared = given.compareTo
    ? sql`select coalesce(n."group", b."group") as "group", coalesce(n.quantity_sold, 0) as quantity_sold, coalesce(n.revenue, 0) as revenue, coalesce(n.order_count, 0) as order_count,
        coalesce(b.quantity_sold, 0) as previous_quantity_sold, coalesce(b.revenue, 0) as previous_revenue, coalesce(b.order_count, 0) as previous_order_count
        from (${summed(given, given.period, today)}) n full join (${summed(given, given.compareTo, today)}) b on coalesce(n."group", '') = coalesce(b."group", '')`
    : sql`select n.*, null::numeric as previous_quantity_sold, null::numeric as previous_revenue, null::bigint as previous_order_count from (${summed(given, given.period, today)}) n`;
  return {
    rows: sql`select s.*, round(100.0 * (s.${measure} - s.${previous}) / nullif(s.${previous}, 0), 1) as change_percent from (${compared}) s`,
    order: byTime ? sql`"group"` : sql`${measure} ${direction}, "group"`,
  };
}

/** How many groups a period has, empty ones included: what an average is an average of. */
function groupsIn({ from, to }: Period, group: GroupBy | undefined, today: string): number {
  if (from === null) return 1;
  const last = to === null || to > today ? today : to;
  const days = Math.max(1, daysBetween(from, last) + 1);
  const months =
    12 * (Number(last.slice(0, 4)) - Number(from.slice(0, 4))) +
    Number(last.slice(5, 7)) -
    Number(from.slice(5, 7)) +
    1;
  switch (group) {
    case 'week':
      return days / 7;
    case 'month':
      return months;
    case 'quarter':
      return Math.max(1, months / 3);
    case 'year':
      return Math.max(1, months / 12);
    default:
      return days;
  }
}

const DECIMALS = 100;

/** One row: what a day, a week, a location sold on average. */
async function averageOf(asked: Asked, given: SalesArguments): Promise<Found> {
  const byTime = given.groupBy === undefined || isTime(given.groupBy);
  const { rows, total } = await dated<SalesArguments>([], salesOf).run(asked, {
    ...given,
    groupBy: byTime ? undefined : given.groupBy,
    compareTo: undefined,
    limit: byTime ? 1 : 50,
  });
  if (rows.length === 0) return { rows, total: 0 };
  const parts = byTime ? groupsIn(given.period, given.groupBy, asked.today) : total;
  const mean = (column: string): number =>
    Math.round((DECIMALS * rows.reduce((sum, row) => sum + Number(row[column]), 0)) / parts) / DECIMALS;
  return {
    rows: [
      {
        ...rows[0],
        group: null,
        quantity_sold: mean('quantity_sold'),
        revenue: mean('revenue'),
        order_count: mean('order_count'),
      },
    ],
    total: 1,
  };
}

export const salesSummary: ToolRead<SalesArguments> = {
  areas: ['reports', 'orders'],
  run: (asked, given) =>
    given.aggregate === 'average' ? averageOf(asked, given) : dated<SalesArguments>([], salesOf).run(asked, given),
};

// ---- waste ----

type WasteArguments = ToolArguments<'waste_summary'>;

function wasted(given: WasteArguments, period: Period): RawBuilder<unknown> {
  const { by, join } = groupOf(given.groupBy);
  return sql`
    select ${by} as "group", sum(s.quantity) as quantity_wasted, sum(round(s.quantity * s.unit_cost, 4)) as waste_value, count(*) as record_count
    from (
      select w.variant_id, w.location_id, w.quantity, w.unit_cost, w.reason, w.recorded_at as at from waste_records w
      where ${ofTenant('w')} and ${allOf([...during(sql`w.recorded_at`, period), ...(given.reason ? [sql`w.reason = ${given.reason}`] : []), ...among(given, 'w')])}) s ${join}
    group by 1`;
}

const WASTE_DAYS = 30;

export const wasteSummary = dated<WasteArguments>(['traceability'], (given, today) => {
  const now = wasted(given, given.period ?? { from: addDays(today, 1 - WASTE_DAYS), to: today });
  return {
    rows: given.compareTo
      ? sql`select coalesce(n."group", b."group") as "group", coalesce(n.quantity_wasted, 0) as quantity_wasted, n.waste_value, coalesce(n.record_count, 0) as record_count,
          coalesce(b.quantity_wasted, 0) as previous_quantity_wasted from (${now}) n full join (${wasted(given, given.compareTo)}) b on coalesce(n."group", '') = coalesce(b."group", '')`
      : sql`select n.*, null::numeric as previous_quantity_wasted from (${now}) n`,
    order: given.groupBy && isTime(given.groupBy) ? sql`"group"` : sql`quantity_wasted desc, "group"`,
  };
});
