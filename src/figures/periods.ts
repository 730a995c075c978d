import { addDays, addMonths, around, daysBetween, type Unit } from '../kernel/calendar.ts';
import type { Time } from './dimensions.ts';

/** Days, both included. */
export interface Range {
  from: string;
  to: string;
}

export type Comparison = 'previous_period' | 'previous_year' | Range;

const DAYS_DEFAULT = 30;

/** The days that are meant: 30 unless told, today the last of them. */
export function rangeOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today: string,
  days = DAYS_DEFAULT,
): Range {
  const last = to ?? (from !== undefined && from > today ? from : today);
  return { from: from ?? addDays(last, 1 - days), to: last };
}

/**
 * What the days are compared with. Of a period that is not over only what has elapsed counts, today included, and the same number of
 * days before; a whole calendar month, quarter or year is compared with the calendar one before.
 */
export function comparedWith(range: Range, comparison: Comparison, today: string): Range {
  if (typeof comparison === 'object') return comparison;
  const elapsed = { from: range.from, to: range.to > today && range.from <= today ? today : range.to };
  const length = daysBetween(elapsed.from, elapsed.to);
  if (comparison === 'previous_year') return { from: addMonths(range.from, -12), to: addMonths(elapsed.to, -12) };
  const whole = wholeOf(range);
  if (!whole) return { from: addDays(elapsed.from, -length - 1), to: addDays(elapsed.from, -1) };
  const before = around(addDays(range.from, -1), whole);
  const end = addDays(before.from, length);
  return { from: before.from, to: elapsed.to < range.to && end < before.to ? end : before.to };
}

const wholeOf = (range: Range): Unit | undefined =>
  (['month', 'quarter', 'year'] as const).find(unit => {
    const whole = around(range.from, unit);
    return whole.from === range.from && whole.to === range.to;
  });

/** The first days of the units of time that the days fall into; the first of them may have begun earlier. */
export function startsOf({ from, to }: Range, unit: Exclude<Time, 'weekday'>): string[] {
  const starts: string[] = [];
  for (let day = from; day <= to; day = addDays(around(day, unit).to, 1)) starts.push(day);
  return starts;
}

/**
 * The same units of another range, one for one: days and weeks by their distance from the beginning, longer ones by the calendar where
 * both begin alike.
 */
export function alignedStarts(
  starts: readonly string[],
  range: Range,
  before: Range,
  unit: Exclude<Time, 'weekday'>,
): string[] {
  const own = startsOf(before, unit);
  const byCalendar = unit !== 'day' && unit !== 'week' && own.length === starts.length;
  if (byCalendar) return own;
  const shift = daysBetween(range.from, before.from);
  return starts.map(start => addDays(start, shift)).filter(start => start <= before.to);
}
