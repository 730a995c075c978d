import { isKnown, type Series } from './series.ts';

/**
 * The days on which an item can be sold at all, by their place in a cycle of one week or two. Day numbers count from
 * 1970-01-01, so every item of every place agrees on which Saturday is the second one.
 */
export interface OpeningDays {
  cycle: 7 | 14;
  /** By day number modulo the cycle. */
  open: readonly boolean[];
}

export const ALWAYS_OPEN: OpeningDays = { cycle: 7, open: new Array<boolean>(7).fill(true) };

/** Only the last half year shows how a location is open today. */
const RECENT_DAYS = 182;
/** Fewer empty days in a row are a quiet spell. */
const LEAST_EMPTY = 4;
/** How improbable the empty days must be if the location were open and sold as on its other days. */
const CHANCE = 1e-5;

/** Whether it can be sold on this day, which may lie before 1970. */
export const isOpen = ({ cycle, open }: OpeningDays, day: number): boolean => open[((day % cycle) + cycle) % cycle]!;

/** How many days of a cycle are open: the season of a series of open days. */
export const openDays = ({ open }: OpeningDays): number => open.filter(Boolean).length;

/**
 * Finds the days of the week (or of every second week) on which nothing is sold any more: those whose last sale is so
 * many weeks ago that chance does not explain it, going by how often the other days pass without a sale. They are
 * closed, not without demand. @param daily demand per day, oldest first, NaN = unknown @param firstDay day number of
 * the first value
 */
export function openingOf(daily: Series, firstDay: number): OpeningDays {
  const weekly = openPhases(daily, firstDay, 7),
    fortnightly = openPhases(daily, firstDay, 14);
  return openDays(fortnightly) < 2 * openDays(weekly) ? fortnightly : weekly;
}

function openPhases(daily: Series, firstDay: number, cycle: 7 | 14): OpeningDays {
  const emptySince = new Array<number>(cycle).fill(0),
    known = new Array<number>(cycle).fill(0),
    empty = new Array<number>(cycle).fill(0),
    hasSold = new Array<boolean>(cycle).fill(false);
  for (let t = daily.length - 1; t >= Math.max(0, daily.length - RECENT_DAYS); t--) {
    const value = daily[t]!,
      phase = (firstDay + t) % cycle;
    if (!isKnown(value)) continue;
    known[phase]! += 1;
    if (value > 0) hasSold[phase] = true;
    else {
      empty[phase]! += 1;
      if (!hasSold[phase]) emptySince[phase]! += 1;
    }
  }
  let days = 0,
    emptyDays = 0;
  for (let phase = 0; phase < cycle; phase++) {
    if (emptySince[phase]! >= LEAST_EMPTY) continue;
    days += known[phase]!;
    emptyDays += empty[phase]!;
  }
  if (days === 0) return ALWAYS_OPEN;
  const chanceOfEmpty = (emptyDays + 1) / (days + 2);
  return {
    cycle,
    open: emptySince.map(length => length < LEAST_EMPTY || chanceOfEmpty ** length >= CHANCE),
  };
}
