import { addDays, daysBetween, weekday } from '../kernel/calendar.ts';
import type { Time } from './dimensions.ts';

/**
 * The label of the unit of time that a day falls into: `2026-10-05`, `2026-W41`, `2026-10`, `2026-Q4`, `2026`, `1` for
 * a Monday.
 */
export function spell(time: Time, day: string): string {
  switch (time) {
    case 'day':
      return day;
    case 'week': {
      const year = addDays(day, 3 - weekday(day)).slice(0, 4);
      const first = firstMonday(year);
      return `${year}-W${String(1 + Math.floor(daysBetween(first, day) / 7)).padStart(2, '0')}`;
    }
    case 'month':
      return day.slice(0, 7);
    case 'quarter':
      return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
    case 'year':
      return day.slice(0, 4);
    case 'weekday':
      return String(weekday(day) + 1);
  }
}

/** The Monday of the first ISO week, which is the one that contains 4 January. */
const firstMonday = (year: string): string => addDays(`${year}-01-04`, -weekday(`${year}-01-04`));
