/**
 * A demand series: one value per period, oldest first; NaN where nothing is known (missing, or sales lost to an empty
 * shelf).
 */
export type Series = readonly number[];

export type DemandClass = 'smooth' | 'erratic' | 'intermittent' | 'lumpy' | 'new' | 'none';

/** With fewer known periods than this a series is `new`: no pattern can be distinguished from noise. */
const MIN_PERIODS = 8;

/** Average demand interval above which demand counts as intermittent. Source: Syntetos, Boylan & Croston 2005. */
const INTERVAL_CUT = 1.32;

/**
 * Squared coefficient of variation of the sizes above which demand counts as erratic or lumpy. Source: as INTERVAL_CUT.
 */
const VARIATION_CUT = 0.49;

/** NaN alone differs from itself; this test is quicker than Number.isNaN, and runs millions of times. */
// biome-ignore lint/suspicious/noSelfCompare: that is the test.
export const isKnown = (value: number | undefined): value is number => value !== undefined && value === value;

/** NaN if one of the values is not known. */
export function sum(values: Series): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i]!;
  return total;
}

/** 0 for no values, NaN if one of them is not known. */
export const mean = (values: Series) => sum(values) / (values.length || 1);

/** Values older than this many periods are ignored. */
const MOST_PERIODS = 730;

/** From the first known value on (before it the item did not exist), the last 730 periods at most. */
export function history(values: Series): Series {
  const first = values.findIndex(isKnown);
  return first < 0 ? [] : values.slice(Math.max(first, values.length - MOST_PERIODS));
}

/** Known periods per period with demand; Infinity without any demand. */
export function demandInterval(values: Series): number {
  const known = values.filter(isKnown);
  return known.length / known.filter(value => value !== 0).length;
}

/**
 * Mean absolute size of the values that are not zero, 0 without any: the unit in which series of different scale are
 * compared.
 */
export function averageSize(values: Series): number {
  let total = 0,
    count = 0;
  for (let i = 0; i < values.length; i++)
    if (isKnown(values[i]) && values[i] !== 0) {
      total += Math.abs(values[i]!);
      count++;
    }
  return count > 0 ? total / count : 0;
}

/**
 * Demand class by the interval between demands and the squared variation of their sizes; `new` under 8 known periods,
 * `none` without any. Source: Syntetos, Boylan & Croston 2005, JORS 56:495-503.
 */
export function classify(values: Series): DemandClass {
  const known = values.filter(isKnown);
  if (known.length === 0) return 'none';
  if (known.length < MIN_PERIODS) return 'new';
  const size = averageSize(known);
  if (size === 0) return 'intermittent';
  const variation = mean(known.filter(value => value !== 0).map(value => (Math.abs(value) / size - 1) ** 2));
  if (demandInterval(known) < INTERVAL_CUT) return variation < VARIATION_CUT ? 'smooth' : 'erratic';
  return variation < VARIATION_CUT ? 'intermittent' : 'lumpy';
}

/** Demand so seldom that its distribution has to be forecast, not its level. */
export const isSparse = (demandClass: DemandClass) => demandClass === 'intermittent' || demandClass === 'lumpy';

/**
 * The unknown values filled from a season before or after, else on the line between their neighbors. For finding shapes
 * only.
 */
export function filled(values: Series, season: number): Series {
  if (values.every(value => isKnown(value))) return values;
  const out = [...values];
  values.forEach((value, t) => {
    if (isKnown(value)) return;
    const before = out[t - 1],
      ahead = values.slice(t).findIndex(isKnown),
      after = values[t + ahead];
    const line =
      before === undefined
        ? after
        : ahead < 0 || after === undefined
          ? before
          : before + (after - before) / (ahead + 1);
    out[t] = [out[t - season], values[t + season], line].find(isKnown) ?? 0;
  });
  return out;
}
