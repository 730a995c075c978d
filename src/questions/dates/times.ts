import type { ReportQuery } from '../../figures/input.ts';
import { addDays, around, type Period } from '../../kernel/calendar.ts';
import type { DateMention } from './date-ranges.ts';

/* The days of a question as fields of a query, with those to compare with. */

export interface Times {
  from?: string;
  to?: string;
  asOf?: string;
  compareTo?: ReportQuery['compareTo'];
}

/** The days and those to compare with; undefined if no query can express them. */
export function timesOf(dates: readonly DateMention[], today: string): Times | undefined {
  const [first, second, third] = dates;
  if (third) return undefined;
  if (!first) return {};
  const range = first.shift || (first.compared && !second) ? undefined : within(first.period, today);
  const other = second ?? (first.compared || first.shift ? first : undefined);
  if (!other) return range ?? {};
  if (other.shift === 'year') return { ...range, compareTo: 'previous_year' };
  // The current week is compared with the same days of the previous one.
  if (other.shift === 'week' && range?.from && range.to! >= today)
    return { ...range, compareTo: { from: addDays(range.from, -7), to: addDays(today, -7) } };
  if (other.shift) return { ...range, compareTo: 'previous_period' };
  const compared = within(other.period, today);
  if (!compared.from || !compared.to) return undefined;
  // "Last week compared with the week before".
  if (range?.from === compared.from && range.to === compared.to) return { ...range, compareTo: 'previous_period' };
  // "Sales this week and last week": two ranges side by side, the later one first.
  if (range?.from && range.from < compared.from && !other.compared)
    return { ...compared, compareTo: comparison(compared, { from: range.from, to: range.to! }) };
  const own = range ?? usual(compared, today);
  return { ...own, compareTo: comparison(own, { from: compared.from, to: compared.to }) };
}

const within = ({ from, to }: Period, today: string): Times => ({
  ...(from !== null && { from }),
  ...(to !== null ? { to } : from !== null && { to: today }),
});

/** "Sales compared with last month" means those of this month. */
function usual(compared: Times, today: string): Times {
  const unit = (['month', 'quarter', 'year', 'week', 'day'] as const).find(each => {
    const whole = around(compared.from!, each);
    return whole.from === compared.from && whole.to === compared.to;
  });
  return unit ? { ...(around(today, unit) as { from: string; to: string }) } : { from: addDays(today, -29), to: today };
}

/** The current period is compared with as many days of the previous one. */
function comparison(own: Times, before: { from: string; to: string }): ReportQuery['compareTo'] {
  const unit = (['month', 'quarter', 'year'] as const).find(each => {
    const whole = around(own.from!, each);
    return whole.from === own.from && (whole.to === own.to || own.to! < whole.to);
  });
  if (unit && around(addDays(own.from!, -1), unit).from === before.from && around(before.from, unit).to === before.to)
    return 'previous_period';
  return before;
}
