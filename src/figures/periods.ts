import { addDays, addMonths, around, daysBetween, type Unit } from '../kernel/calendar.ts';
import type { Time } from './dimensions.ts';

/** A range of days, both inclusive. */
export interface Range {
  from: string;
  to: string;
}

type Comparison = 'previous_period' | 'previous_year' | Range;

const DAYS_DEFAULT = 30;

/** The requested days. Default: the last 30, including today. */
export function rangeOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today: string,
  days = DAYS_DEFAULT,
): Range {
  const last = to ?? (from !== undefined && from > today ? from : today);
  return { from: from ?? addDays(last, 1 - days), to: last };
}

/**
 * The days to compare with: the previous month, quarter or year for a whole one, otherwise the same number of days
 * before. Of a period that has not ended only the elapsed days count, including today.
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

/** The first day of each unit of time that the days fall into; the first unit may begin before them. */
export function startsOf({ from, to }: Range, unit: Exclude<Time, 'weekday'>): string[] {
  const starts: string[] = [];
  for (let day = from; day <= to; ) {
    starts.push(day);
    const { to: last } = around(day, unit);
    // The calendar has no day after its last.
    if (last >= to) break;
    day = addDays(last, 1);
  }
  return starts;
}

/**
 * The corresponding units of another range: days and weeks by their distance from its beginning, longer ones by the
 * calendar if both ranges begin at the same point of one.
 */
export function alignedStarts(
  starts: readonly string[],
  range: Range,
  before: Range,
  unit: Exclude<Time, 'weekday'>,
): string[] {
  if (unit !== 'day' && unit !== 'week') {
    const own = startsOf(before, unit);
    if (own.length === starts.length) return own;
  }
  const shift = daysBetween(range.from, before.from);
  return starts.map(start => addDays(start, shift)).filter(start => start <= before.to);
}
