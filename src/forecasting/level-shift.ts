import { averageSize, isKnown, type Series } from './series.ts';

/*
 * A level that changed at once and for good: an item that is no longer sold, a competitor that opened, a new price.
 * Smoothing takes months to forget the former level, the longer the steadier demand was before.
 */

/** A new level is known from this many seasons on, promotions and holidays being shorter; without a season, periods. */
const LEAST_SEASONS = 3;
const LEAST_PERIODS = 6;
/** Seasons of more periods than this are years: nobody waits for three. */
const LONG_SEASON = 14;
/** A new level is not looked for further back than this many periods. */
const MOST_PERIODS = 180;
/** The new level differs by at least this factor, */
const LEAST_RATIO = 1.3;
/** by this many standard errors, */
const LEAST_DEVIATIONS = 7;
/** and by this factor from the nearest stretch of equal length that was seen before. */
const UNSEEN = 1.2;
/** No single value counts as more than this many of the usual size. */
const MOST_SIZE = 5;

/**
 * The series with everything before its last shift of level brought to the new one, so that its seasons and its noise
 * are kept; the series itself where there was no shift. @param season periods per season, 1 = none
 */
export function settled(series: Series, season: number): Series {
  const shift = shiftOf(series, season);
  return shift ? series.map((value, t) => (t < shift.at ? value * shift.ratio : value)) : series;
}

/** Where the level shifted last, and the ratio of the new one to the former. */
export function shiftOf(series: Series, season: number): { at: number; ratio: number } | null {
  const places = [...series.keys()].filter(t => isKnown(series[t])),
    n = places.length,
    // Whole seasons are compared.
    step = season <= LONG_SEASON ? season : 1,
    least = step > 1 ? LEAST_SEASONS * step : LEAST_PERIODS;
  if (n < 4 * least || places.some(t => series[t]! < 0)) return null;
  // One bulk order does not raise the level around it.
  const sizes = places.map(t => series[t]!).filter(value => value > 0),
    usual = sizes.sort((a, b) => a - b)[sizes.length >> 1] ?? 0,
    known = places.map(t => Math.min(series[t]!, MOST_SIZE * usual));
  const totals = [0],
    squares = [0];
  for (const [t, value] of known.entries()) {
    totals.push(totals[t]! + value);
    squares.push(squares[t]! + value * value);
  }
  const mean = (from: number, to: number) => (totals[to]! - totals[from]!) / (to - from);
  const scatter = (from: number, to: number) =>
    Math.max(0, squares[to]! - squares[from]! - (totals[to]! - totals[from]!) ** 2 / (to - from));
  // No less than counting has: a run of zeros shows none.
  const unit = averageSize(known),
    noise = (from: number, to: number) =>
      Math.max(scatter(from, to) / (to - from), Math.min(unit, 1) * (mean(from, to) + 1 / (to - from)));
  let found: { split: number; from: number; deviations: number } | null = null;
  for (let length = least; length <= Math.min(MOST_PERIODS, n - 2 * least); length += step) {
    const split = n - length,
      from = Math.max(split % step, split - Math.max(length, 4 * least)),
      [before, after] = [mean(from, split), mean(split, n)];
    if (Math.max(before, after) < LEAST_RATIO * Math.min(before, after)) continue;
    // The noise of each part, and that of the former alone: the new one may be short.
    const former = noise(from, split),
      own = former / (split - from) + noise(split, n) / length,
      expected = former / (split - from) + former / length;
    const deviations = Math.abs(after - before) / Math.sqrt(Math.min(own, expected));
    if (deviations >= LEAST_DEVIATIONS && deviations > (found?.deviations ?? 0)) found = { split, from, deviations };
  }
  if (!found) return null;
  const { split, from } = found,
    length = n - split,
    [before, after] = [mean(from, split), mean(split, n)];
  // A trend is none: a line then lies nearer than two levels.
  if (scatterOfLine(known, from, n) <= scatter(from, split) + scatter(split, n)) return null;
  // All of the new level is new: a short promotion is not, however high.
  const part = least / LEAST_SEASONS;
  for (let start = split; start + part <= n; start += part) {
    const own = mean(start, start + part);
    if (Math.abs(own - after) >= Math.abs(own - before)) return null;
  }
  // Nor is what has come and gone before, such as a season.
  for (let start = 0; start + length <= split; start++) {
    const seen = mean(start, start + length);
    if (after < before ? seen < UNSEEN * after : after < UNSEEN * seen) return null;
  }
  return { at: places[split]!, ratio: (after * length + unit / 2) / (before * length + unit / 2) };
}

/** Sum of squares about the least-squares line. */
function scatterOfLine(values: Series, from: number, to: number): number {
  const n = to - from,
    middle = (n - 1) / 2;
  let total = 0,
    squares = 0,
    slope = 0;
  for (let t = 0; t < n; t++) {
    const value = values[from + t]!;
    total += value;
    squares += value * value;
    slope += (t - middle) * value;
  }
  return squares - total ** 2 / n - (slope ** 2 * 12) / (n * (n * n - 1));
}
