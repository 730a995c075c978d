import type { ReportQuery } from '../../figures/input.ts';
import { add, addDays, around, daysBetween, type Period } from '../../kernel/calendar.ts';
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

/**
 * The days and those to compare with, or to list beside them; undefined if no query can express them. What only names
 * other days, "the month before", compares the days that were asked for before.
 */
export function timesOf(
  dates: readonly DateMention[],
  today: string,
  isListed: boolean,
  carried: Times = {},
): Times | undefined {
  // "Month over month in October", "better than last year this October" are of October.
  const isOther = ({ shift, compared, period: { from, to } }: DateMention) =>
    shift !== undefined || (compared && from !== null && to !== null && isYear({ from, to }));
  const isBehind = dates.length === 2 && isOther(dates[0]!) && !isOther(dates[1]!);
  const [first, second, third] = isBehind ? dates.toReversed() : dates;
  if (third) return undefined;
  if (!first) return {};
  const own = first.shift || (first.compared && !second) ? undefined : within(first.period, today);
  const other = second ?? (first.compared || first.shift ? first : undefined);
  if (!other) return own ?? {};
  const { from: begun, to: ended = null } = carried;
  const range = own ?? (other.shift && begun ? within({ from: begun, to: ended }, today) : undefined);
  if (other.shift === 'year') return { ...range, compareTo: 'previous_year' };
  // "Week over week": of the last whole one, as the days of a question without any are no week.
  if (other.shift && !range) {
    const unit = other.shift === 'period' ? 'month' : other.shift;
    const { from, to } = around(addDays(around(today, unit).from!, -1), unit) as Range;
    return { from, to, compareTo: 'previous_period' };
  }
  if (range?.from && range.to && (other.shift || other.isSame)) {
    const compareTo = correspondingTo(range as Range, other, today);
    return compareTo && { ...range, compareTo };
  }
  const compared = within(other.period, today);
  if (!compared.from || !compared.to) return undefined;
  // "Last week compared with the week before".
  if (range?.from === compared.from && range.to === compared.to) return { ...range, compareTo: 'previous_period' };
  const main = range?.from ? (range as Range) : usual(compared as Range, today);
  // "October compared with last year": with October of that year.
  if (
    (other.compared || !isListed) &&
    isYear(compared as Range) &&
    !isYear(main) &&
    isYearBefore(compared.from, main.from)
  )
    return { ...main, compareTo: 'previous_year' };
  // "Sales this week and last week": two ranges side by side, the later one first, and each of them whole.
  const [later, earlier] =
    main.from < compared.from && !other.compared ? [compared as Range, main] : [main, compared as Range];
  return { ...later, compareTo: isListed ? earlier : comparison(later, earlier, today) };
}

const UNITS = ['week', 'month', 'quarter', 'year'] as const;

/** The days that others are relative to; undefined if these are no such unit, nor the same days of one. */
function correspondingTo(own: Range, other: DateMention, today: string): ReportQuery['compareTo'] | undefined {
  const days = daysBetween(own.from, own.to) + 1;
  if (other.shift === 'period') return other.days === undefined || other.days === days ? 'previous_period' : undefined;
  const named = other.period as Range;
  const unit = other.shift ?? UNITS.find(each => isEqual(around(named.from, each), named));
  if (!unit) return undefined;
  const whole = around(own.from, unit);
  const before = other.shift ? around(addDays(whole.from, -1), unit) : named;
  if (isEqual(own, whole)) return other.shift && own.to < today ? 'previous_period' : comparison(own, before, today);
  if (other.isSame || unit === 'day') {
    const away = Math.round((daysBetween(before.from, whole.from) + 1) / DAYS[unit]);
    const to = own.to > today && own.from <= today ? today : own.to;
    return { from: add(own.from, -away, unit), to: add(to, -away, unit) };
  }
  if (own.from === whole.from && own.to === today) return comparison(own, before, today);
  return Math.abs(days - DAYS[unit]) <= days / 10 ? 'previous_period' : undefined;
}
/** About as many days as a unit has. */
const DAYS = { day: 1, week: 7, month: 30.4, quarter: 91.3, year: 365.25 } as const;
const isEqual = (one: Range, other: Range): boolean => one.from === other.from && one.to === other.to;

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
  // "This month against November last year".
  const same = addDays(before.from, daysBetween(own.from, today));
  const isOfUnit = unit && isEqual(around(before.from, unit) as Range, before);
  return isOfUnit && own.from <= today && own.to >= today && same < before.to
    ? { from: before.from, to: same }
    : before;
}
