import { isKnown, type Series } from './series.ts';

/**
 * A distribution of demand per period: ascending values with weights that add up to 1, its mean and coefficient of
 * variation.
 */
interface Distribution {
  values: number[];
  weights: number[];
  mean: number;
  variation: number;
}

/**
 * Later sales of other series with similar variation, as ratios to their means, ascending. Bins are ordered by `upTo`,
 * the greatest variation in each.
 */
export interface Bin {
  upTo: number;
  ratios: readonly number[];
}

/**
 * The weight of other series relative to the series' own history. Between .25 and 1 nothing differs by more than 1.5 %
 * WQL on simulated parts, retail and counts.
 */
const BORROWED = 0.5;

/**
 * The periods of each series in order of their values, cached because calibration needs the same ones some twenty
 * times.
 */
const orders = new WeakMap<Series, number[]>();

function orderOf(series: Series): number[] {
  const kept = orders.get(series);
  if (kept) return kept;
  const order = [...series.keys()].filter(t => isKnown(series[t])).sort((a, b) => series[a]! - series[b]!);
  orders.set(series, order);
  return order;
}

/**
 * The exponentially weighted empirical distribution: a value k periods old weighs (1 - alpha)^k. Its mean is simple
 * exponential smoothing without a start value; unlike Croston's it fades when demand does. Source: as the quantile
 * smoothing of non-parametric series (Gasthaus 2016, NPTS); Teunter, Syntetos & Babai 2011 for fading out.
 */
export function empirical(series: Series, alpha: number): Distribution {
  const order = orderOf(series),
    weightOf = new Float64Array(series.length),
    values = new Array<number>(order.length),
    weights = new Array<number>(order.length);
  for (let t = series.length - 1, weight = 1; t >= 0; t--, weight *= 1 - alpha) weightOf[t] = weight;
  let total = 0,
    first = 0,
    squares = 0;
  for (let i = 0; i < order.length; i++) {
    const value = (values[i] = series[order[i]!]!),
      weight = (weights[i] = weightOf[order[i]!]!);
    total += weight;
    first += weight * value;
  }
  const mean = total > 0 ? first / total : 0;
  for (let i = 0; i < order.length; i++) {
    squares += weights[i]! * (values[i]! - mean) ** 2;
    weights[i]! /= total;
  }
  return { values, weights, mean, variation: mean > 0 ? Math.sqrt(squares / total) / mean : 0 };
}

/** The bin of a distribution: the first that reaches its variation, else the last. */
export const binOf = (bins: readonly Bin[], { variation }: Distribution) =>
  bins.find(bin => variation <= bin.upTo) ?? bins.at(-1);

/**
 * The smallest values whose cumulated weight reaches each of the ascending probabilities, half of the weight borrowed
 * from the bin. `whole`: goods that are only sold in units; borrowed values are rounded.
 */
export function distributionQuantiles(
  own: Distribution,
  bin: Bin | undefined,
  probabilities: readonly number[],
  whole: boolean,
): number[] {
  const { values, weights, mean } = own,
    ratios = bin?.ratios ?? [];
  const ownShare = ratios.length > 0 ? 1 - BORROWED : 1,
    each = ratios.length > 0 ? BORROWED / ratios.length : 0;
  const borrowed = (j: number) => (whole ? Math.round(ratios[j]! * mean) : ratios[j]! * mean);
  let i = 0,
    j = 0,
    reached = 0,
    value = 0;
  return probabilities.map(probability => {
    while (reached < probability - 1e-9 && (i < values.length || j < ratios.length)) {
      const takeOwn = j >= ratios.length || (i < values.length && values[i]! <= borrowed(j));
      value = takeOwn ? values[i]! : borrowed(j);
      reached += takeOwn ? weights[i++]! * ownShare : each;
      if (!takeOwn) j++;
    }
    return value;
  });
}
