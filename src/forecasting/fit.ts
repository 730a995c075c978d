import { type Bin, binOf, distributionQuantiles, empirical } from './intermittent.ts';
import { type Curve, GRID, interpolate, normalQuantile } from './intervals.ts';
import { settled } from './level-shift.ts';
import { outliersOf } from './outliers.ts';
import { deseasonalised, ownPattern, type Pattern } from './seasonality.ts';
import { classify, type DemandClass, history, isKnown, isSparse, mean, type Series } from './series.ts';
import { smooth } from './smooth.ts';

/**
 * What was learned from one series. `level` is the history without seasons; per period ahead, demand = path * factor +
 * addend.
 */
export interface FittedSeries {
  demandClass: DemandClass;
  level: Series;
  /** The shared factors of the history, of sparse demand only: there `level` keeps the season. */
  past: Series | null;
  path: number[];
  /** The path as an expectation. */
  means: number[];
  factor: number[];
  addend: number[];
  /** How far the level moves within the horizon: the unit of errors. */
  spread: number;
  /** Whether all of the history is whole numbers, and whether none is negative. */
  whole: boolean;
  nonnegative: boolean;
  least: number;
  most: number;
}

/** How a class of demand is forecast, learned from many series (calibration.ts), or the default for a single one. */
export interface Choice {
  /** Share of the empirical distribution in the quantiles and in the mean; the rest is the smooth forecast. */
  share: number;
  meanShare: number;
  /** Forgetting of the empirical distribution, and of its mean. */
  alpha: number;
  meanAlpha: number;
  /** Factor for the mean, if all series together sold more or less than forecast. */
  drift: number;
  /**
   * Whether the smooth forecast is a mean rather than a median: for single periods the median has the smaller error,
   * sums need the mean.
   */
  isMean: boolean;
  /** Correlation of the errors of two periods ahead, which determines the spread of totals. */
  correlation: number;
  bins: Bin[];
  curves: Curve[] | null;
  /** The probability to use instead of each of GRID. */
  stretch: Curve | null;
}

/** Without a pool, errors of two periods correlate by this much, and by this much more the shorter the history is. */
const WANDERING = 0.08;
const UNLEARNED = 4;

/** Of so few periods the level is taken for a mean; from this many on a trend can be told from chance. */
const YOUNG = 10;
const GROWN = 42;

/**
 * Without a pool. Alpha .1: the better of the two tried on parts data (WQL .887, with .05 .908). `periods` are those
 * known of the series: the longer it is, the less of the errors of all periods ahead is the one of its level.
 */
export function defaultChoice(demandClass: DemandClass, periods?: number): Choice {
  const usual = { smooth: 0, erratic: 0.5, intermittent: 1, lumpy: 1, new: 0.5, none: 0 }[demandClass],
    young = periods === undefined ? 0 : Math.max(0, Math.min(1, (GROWN - periods) / (GROWN - YOUNG)));
  const share = demandClass === 'new' ? usual : usual + (1 - usual) * young;
  const most = { smooth: 0.3, erratic: 0.3, intermittent: 0.1, lumpy: 0.1, new: 0.5, none: 0 }[demandClass];
  return {
    share,
    meanShare: share,
    alpha: 0.1,
    meanAlpha: 0.1,
    drift: 1,
    isMean: true,
    correlation: periods === undefined ? most : Math.min(most, WANDERING + UNLEARNED / periods),
    bins: [],
    curves: null,
    stretch: null,
  };
}

/** The assumed spread of a series too short to show one, as a share of its mean. */
const NEW_SPREAD = 0.5;

/**
 * Without a pool, errors are taken as Gaussian with this many spreads, growing from the first period to the last: what
 * M3's training parts and simulated counts showed.
 */
const gaussianWidth = (k: number, horizon: number) => 0.8 + (0.5 * (k + 1)) / horizon;

/** No forecast exceeds this multiple of the largest value in a period. */
const CAP = 5;

/**
 * Mean absolute change of the level over lags from a third of the reach to the reach. On M3 a far better unit than
 * one-step errors (WQL .0927 against .0990): it sees how far the series wanders.
 */
function spreadOf(level: Series, reach: number): number {
  const high = Math.max(1, Math.min(reach, level.length >> 1)),
    low = Math.min(Math.ceil(reach / 3), high),
    step = Math.max(1, Math.floor((high - low) / 12));
  const changes: number[] = [];
  for (let lag = low; lag <= high; lag += step) {
    let total = 0,
      pairs = 0;
    for (let t = lag; t < level.length; t++) {
      const change = level[t]! - level[t - lag]!;
      if (isKnown(change)) {
        total += Math.abs(change);
        pairs++;
      }
    }
    if (pairs > 0) changes.push(total / pairs);
  }
  return mean(changes);
}

/** A series forecast by its mean: the starting point of every other method. */
export function flat(series: Series, horizon: number): FittedSeries {
  let least = Infinity,
    most = -Infinity,
    whole = true;
  for (const value of series) {
    if (!isKnown(value)) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
    whole &&= Number.isInteger(value);
  }
  const every = (value: number) => new Array<number>(horizon).fill(value),
    demandClass = classify(series),
    average = mean(series.filter(isKnown));
  const spread = demandClass === 'new' && (series.length === 1 || least < most) ? NEW_SPREAD * Math.abs(average) : 0;
  return {
    demandClass,
    level: series,
    past: null,
    path: every(average),
    means: every(average),
    factor: every(1),
    addend: every(0),
    spread,
    whole,
    nonnegative: least >= 0,
    least,
    most,
  };
}

/**
 * Learns one series: class, season, level.
 * @param values demand per period, oldest first, NaN = unknown
 * @param season periods per season, 1 = none
 * @param horizon periods ahead
 * @param index factors known from elsewhere (a pooled pattern), one for each of values and of the periods ahead
 * @param reach the horizon whose lags give `spread`: that of the calibration used later
 */
export function fit(
  values: Series,
  season: number,
  horizon: number,
  index: readonly number[] | null = null,
  reach = horizon,
): FittedSeries {
  const series = history(values),
    n = series.length,
    shared = index?.slice(values.length - n) ?? null,
    start = flat(series, horizon);
  if (start.demandClass === 'new' || start.demandClass === 'none' || start.least === start.most) return start;
  const plain = settled(shared ? series.map((value, t) => value / shared[t]!) : series, season),
    given = start.factor.map((_, k) => shared?.[n + k] ?? 1);
  if (isSparse(start.demandClass)) {
    const past = shared?.slice(0, n) ?? null;
    return { ...start, level: past ? plain.map((value, t) => value * past[t]!) : plain, past, factor: given };
  }
  const { pattern, level } = cleaned(plain, season),
    own = given.map((_, k) => pattern?.indices[(n + k) % season] ?? 1);
  return {
    ...start,
    level,
    ...smooth(level, horizon),
    spread: spreadOf(level, reach),
    factor: given.map((factor, k) => (pattern?.multiplicative ? factor * own[k]! : factor)),
    addend: given.map((factor, k) => (pattern && !pattern.multiplicative ? factor * own[k]! : 0)),
  };
}

/** The season and the level of a series, without single outliers, which would raise a mean for months. */
function cleaned(series: Series, season: number): { pattern: Pattern | null; level: Series } {
  const pattern = ownPattern(series, season),
    level = deseasonalised(series, pattern),
    outliers = new Set(outliersOf(level));
  if (outliers.size === 0) return { pattern, level };
  const without = series.map((value, t) => (outliers.has(t) ? NaN : value)),
    cleanPattern = ownPattern(without, season);
  return { pattern: cleanPattern, level: deseasonalised(without, cleanPattern) };
}

/**
 * Keeps a forecast finite, at most 5 times the most ever sold (as far beyond the least, where it is negative) and,
 * where the history is, nonnegative.
 */
function boundsOf({ nonnegative, least, most }: FittedSeries): (value: number) => number {
  if (!(most >= least)) return () => 0;
  const reach = (CAP - 1) * Math.max(Math.abs(most), Math.abs(least)),
    low = nonnegative ? 0 : least - reach,
    high = most + reach;
  return value => (Number.isNaN(value) ? most : Math.min(Math.max(low, value), high));
}

/** Each period's shared factor relative to those of the remembered history. */
export function relativeFactors({ level, past, factor }: FittedSeries, alpha: number): number[] {
  if (!past) return factor;
  let total = 0,
    weighted = 0;
  for (let t = level.length - 1, weight = 1; t >= 0; t--, weight *= 1 - alpha) {
    if (!isKnown(level[t])) continue;
    total += weight;
    weighted += weight * past[t]!;
  }
  return factor.map(value => (value * total) / weighted);
}

/** The expected demand of each period ahead. */
export function expected(fitted: FittedSeries, { meanShare, meanAlpha, drift, isMean }: Choice): number[] {
  const empiricalMean = meanShare > 0 ? empirical(fitted.level, meanAlpha).mean : 0,
    factors = relativeFactors(fitted, meanAlpha),
    bounded = boundsOf(fitted);
  return (isMean ? fitted.means : fitted.path).map((value, k) =>
    bounded(((1 - meanShare) * value + meanShare * empiricalMean) * drift * factors[k]! + fitted.addend[k]!),
  );
}

/** Probabilities to be evaluated for many series in the same way: see `ask`. */
interface Question {
  choice: Choice;
  horizon: number;
  probabilities: readonly number[];
  errors: readonly (readonly number[])[];
}

/**
 * Prepares ascending probabilities for `quantiles`: recalibrated, with the errors (in spreads) that belong to them at
 * each horizon.
 */
export function ask(choice: Choice, wanted: readonly number[], horizon: number): Question {
  const { curves, stretch } = choice,
    probabilities = stretch ? wanted.map(p => interpolate(GRID, stretch, p)) : wanted,
    normal = probabilities.map(normalQuantile);
  const errors = Array.from({ length: horizon }, (_, k) => {
    const curve = curves?.[Math.min(k, curves.length - 1)];
    // Beyond the calibrated horizon errors grow like those of a random walk.
    const growth = Math.sqrt(Math.max(1, (k + 1) / (curves?.length ?? horizon)));
    return curve
      ? probabilities.map(p => interpolate(GRID, curve, p) * growth)
      : normal.map(value => value * gaussianWidth(k, horizon));
  });
  return { choice, horizon, probabilities, errors };
}

/**
 * For each period ahead, demand at each of the probabilities: the quantiles of both ways of forecasting, averaged by
 * `share`.
 */
export function quantiles(fitted: FittedSeries, { choice, probabilities, errors }: Question): number[][] {
  const { share, alpha, bins } = choice,
    own = share > 0 ? empirical(fitted.level, alpha) : null,
    bin = own ? binOf(bins, own) : undefined,
    bounded = boundsOf(fitted);
  const whole = fitted.whole && (fitted.past !== null || fitted.factor.every(factor => factor === 1));
  const sold = (asked: readonly number[]) => (own ? distributionQuantiles(own, bin, asked, whole) : []);
  if (fitted.past) {
    // A season changes how often sparse demand occurs, not its size: the factor multiplies the probability of exceeding
    // any quantity.
    const byFactor = new Map<number, number[]>();
    return relativeFactors(fitted, alpha).map(factor => {
      const row = byFactor.get(factor) ?? sold(probabilities.map(p => Math.max(0, 1 - (1 - p) / factor))).map(bounded);
      byFactor.set(factor, row);
      return row;
    });
  }
  const { path, factor: factors, addend: addends, spread, nonnegative } = fitted,
    always = own ? sold(probabilities).map(value => share * value) : probabilities.map(() => 0);
  let row: number[] = [];
  return path.map((value, k) => {
    const factor = factors[k]!,
      addend = addends[k]!;
    // Without a smooth forecast only the season differs.
    if (share === 1 && k > 0 && factor === factors[k - 1] && addend === addends[k - 1]) return row;
    const miss = errors[k]!;
    row = always.map((sales, j) => {
      const level = share < 1 ? value + miss[j]! * spread : 0,
        possible = nonnegative ? Math.max(0, level) : level;
      return bounded(((1 - share) * possible + sales) * factor + addend);
    });
    return row;
  });
}
