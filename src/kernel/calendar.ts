/** Calendar dates as `YYYY-MM-DD`, counted in whole days; weeks start on Monday. No clock and no time zone in here. */

export interface Period {
  /** First day, or null if the period has no beginning. */
  from: string | null;
  /** Last day, included, or null if the period has no end. */
  to: string | null;
}
export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';

const dayMs = 86_400_000;
const toDate = (day: string): Date => new Date(`${day}T00:00:00Z`);
/** What lies beyond the years 1 to 9999 is their first or last day: nothing happens there. */
function toDay(date: Date): string {
  const year = date.getUTCFullYear();
  return year < 1 ? '0001-01-01' : year > 9999 ? '9999-12-31' : date.toISOString().slice(0, 10);
}

/** The date, or null if the calendar has no such day. */
export function dateOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1900 && year <= 2200 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? toDay(date)
    : null;
}
/** The year of a day. */
export const yearOf = (day: string): number => Number(day.slice(0, 4));
/** The month of a day; January is 1. */
export const monthOf = (day: string): number => Number(day.slice(5, 7));
/** So many days later, or earlier if negative. */
export const addDays = (day: string, days: number): string => toDay(new Date(toDate(day).getTime() + days * dayMs));
/** Monday is 0. */
export const weekday = (day: string): number => (toDate(day).getUTCDay() + 6) % 7;
/** The days from one to the other; negative if `to` is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((toDate(to).getTime() - toDate(from).getTime()) / dayMs);

/** The same day of another month, or its last day if that month is shorter; the 31st is the last of any. */
export function addMonths(day: string, months: number): string {
  const last = toDate(`${day.slice(0, 8)}01`);
  last.setUTCMonth(last.getUTCMonth() + months + 1, 0);
  if (last.getUTCDate() > Number(day.slice(8))) last.setUTCDate(Number(day.slice(8)));
  return toDay(last);
}

/** So many units later, or earlier if negative. Months end as `addMonths` says. */
export function add(day: string, count: number, unit: Unit): string {
  if (unit === 'day') return addDays(day, count);
  if (unit === 'week') return addDays(day, 7 * count);
  return addMonths(day, count * monthsIn[unit]);
}
const monthsIn = { month: 1, quarter: 3, year: 12 };

/** The whole day, week, month, quarter or year around a day. */
export function around(day: string, unit: Unit): { from: string; to: string } {
  if (unit === 'day') return { from: day, to: day };
  if (unit === 'week') return { from: addDays(day, -weekday(day)), to: addDays(day, 6 - weekday(day)) };
  const size = monthsIn[unit];
  const first = Math.floor((monthOf(day) - 1) / size) * size + 1;
  const from = `${day.slice(0, 4)}-${String(first).padStart(2, '0')}-01`;
  return { from, to: addMonths(`${from.slice(0, 8)}31`, size - 1) };
}

/** Easter Sunday, by the rule of Meeus, Jones and Butcher. */
export function easterOf(year: number): string {
  const [golden, century, rest] = [year % 19, Math.floor(year / 100), year % 100];
  const skipped = Math.floor((8 * century + 13) / 25);
  const moon = (19 * golden + century - Math.floor(century / 4) - skipped + 15) % 30;
  const sunday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - moon - (rest % 4)) % 7;
  const days = moon + sunday - 7 * Math.floor((golden + 11 * moon + 22 * sunday) / 451) + 114;
  return dateOf(year, Math.floor(days / 31), (days % 31) + 1)!;
}

/** The ISO week's Monday to Sunday, or null if the year has no such week. */
export function isoWeek(year: number, week: number): { from: string; to: string } | null {
  const fourth = `${year}-01-04`;
  const from = addDays(fourth, 7 * (week - 1) - weekday(fourth));
  return week >= 1 && week <= 53 && yearOf(addDays(from, 3)) === year ? { from, to: addDays(from, 6) } : null;
}
