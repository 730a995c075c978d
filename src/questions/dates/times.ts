import type { ReportQuery } from '../../figures/input.ts';
import { addDays, around, daysBetween, type Period } from '../../kernel/calendar.ts';
import type { DateMention } from './date-ranges.ts';

/* The days of a question as fields of a query, with those to compare with. */

interface Range {
  from: string;
  to: string;
}
export interface Times {
  from?: string;
  to?: string;
  asOf?: string;
  compareTo?: ReportQuery['compareTo'];
}

/** The days and those to compare with, or to list beside them; undefined if no query can express them. */
export function timesOf(dates: readonly DateMention[], today: string, isListed: boolean): Times | undefined {
  // "Month over month in October" is of October.
  const [first, second, third] = dates[0]?.shift && !dates[1]?.shift ? dates.toReversed() : dates;
  if (third) return undefined;
  if (!first) return {};
  const range = first.shift || (first.compared && !second) ? undefined : within(first.period, today);
  const other = second ?? (first.compared || first.shift ? first : undefined);
  if (!other) return range ?? {};
  if (other.shift === 'year') return { ...range, compareTo: 'previous_year' };
  // "Week over week": of the last whole one, as the days of a question without any are no week.
  if (other.shift && !range) {
    const { from, to } = around(addDays(around(today, other.shift).from!, -1), other.shift) as Range;
    return { from, to, compareTo: 'previous_period' };
  }
  if (other.shift === 'week' && range?.from)
    return { ...range, compareTo: comparison(range as Range, around(addDays(range.from, -1), 'week') as Range, today) };
  if (other.shift) return { ...range, compareTo: 'previous_period' };
  const compared = within(other.period, today);
  if (!compared.from || !compared.to) return undefined;
  // "Last week compared with the week before".
  if (range?.from === compared.from && range.to === compared.to) return { ...range, compareTo: 'previous_period' };
  const own = range?.from ? (range as Range) : usual(compared as Range, today);
  // "October compared with last year": with October of that year.
  if (other.compared && isYear(compared as Range) && !isYear(own) && isYearBefore(compared.from, own.from))
    return { ...own, compareTo: 'previous_year' };
  // "Sales this week and last week": two ranges side by side, the later one first, and each of them whole.
  const [later, earlier] =
    own.from < compared.from && !other.compared ? [compared as Range, own] : [own, compared as Range];
  return { ...later, compareTo: isListed ? earlier : comparison(later, earlier, today) };
}

const isYear = ({ from, to }: Range): boolean =>
  from.endsWith('-01-01') && to.slice(0, 4) === from.slice(0, 4) && to.endsWith('-12-31');
const isYearBefore = (year: string, day: string): boolean => Number(year.slice(0, 4)) === Number(day.slice(0, 4)) - 1;

const within = ({ from, to }: Period, today: string): Times => ({
  ...(from !== null && { from }),
  ...(to !== null ? { to } : from !== null && { to: today }),
});

/** "Sales compared with last month" means those of this month. */
function usual(compared: Range, today: string): Range {
  const unit = (['month', 'quarter', 'year', 'week', 'day'] as const).find(each => {
    const whole = around(compared.from, each);
    return whole.from === compared.from && whole.to === compared.to;
  });
  return unit ? (around(today, unit) as Range) : { from: addDays(today, -29), to: today };
}

/** The current period is compared with as many days of the previous one, a week with the same days of the week. */
function comparison(own: Range, before: Range, today: string): ReportQuery['compareTo'] {
  if (own.to > today && before.from === addDays(own.from, -7) && around(own.from, 'week').to === own.to)
    return { from: before.from, to: addDays(today, -7) };
  const unit = (['month', 'quarter', 'year'] as const).find(each => {
    const whole = around(own.from, each);
    return whole.from === own.from && (whole.to === own.to || own.to < whole.to!);
  });
  const isOfUnitBefore =
    unit && around(addDays(own.from, -1), unit).from === before.from && around(before.from, unit).to === before.to;
  // Quarter to date against as many days of the last one; the first 20 days of a month against all of the last one.
  const isWhole = unit && own.to === around(own.from, unit).to;
  if (isOfUnitBefore && isWhole) return 'previous_period';
  const same = addDays(before.from, daysBetween(own.from, today));
  return isOfUnitBefore && own.to === today && same < before.to ? { from: before.from, to: same } : before;
}
