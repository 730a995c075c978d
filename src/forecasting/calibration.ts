import {
  ask,
  type Choice,
  defaultChoice,
  expected,
  type FittedSeries,
  fit,
  quantiles,
  relativeFactors,
} from './fit.ts';
import { type Bin, empirical } from './intermittent.ts';
import { errorCurves, GRID, recalibration } from './intervals.ts';
import {
  averageSize,
  classify,
  type DemandClass,
  history,
  isKnown,
  isSparse,
  mean,
  type Series,
  sum,
} from './series.ts';
import {
  holdOuts,
  horizonOf,
  type IndexOf,
  MANY_SERIES,
  meanLoss,
  noIndex,
  type Trial,
  thinned,
  trialLoss,
  trialsOf,
} from './trials.ts';

/** With fewer series than this a pool is less informative than the Gaussian. */
const LEAST_SERIES = 50;

/**
 * What a pool of series has taught, as plain data: how to forecast each class of demand over `horizon` periods, and
 * which kinds gain from a shared season.
 */
export interface Calibration {
  horizon: number;
  shared: { regular: boolean; sparse: boolean };
  choices: Partial<Record<DemandClass, Choice>>;
}

const MOST_SERIES = 1500;
const MOST_TUNING = 300;
const LEAST_TRIALS = 30;
const ALPHAS = [0.02, 0.05, 0.1, 0.2, 0.3];
const SHARES = [0, 0.25, 0.5, 0.75, 1];
const CORRELATIONS = [0, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.95];
const MOST_ERROR = 2.25;
/** A trend may have become this many times as fast. */
const SEEN_BEFORE = 3;
/** Four in five of a normal distribution lie within this many deviations. */
const Z80 = 1.2816;

const leastBy = <T>(candidates: readonly T[], loss: (candidate: T) => number): T => {
  const losses = candidates.map(loss);
  return candidates[losses.indexOf(Math.min(...losses))]!;
};

/** An actual value with the seasons taken out as the forecast has them. */
const levelOf = ({ fitted, actual }: Trial, k: number) => (actual[k]! - fitted.addend[k]!) / fitted.factor[k]!;

/** Up to ten bins of trials with similar variation and their actual sales, each thinned to 100 ratios. */
function binsOf(trials: readonly Trial[], alpha: number): Bin[] {
  const ranked = trials
    .map(trial => ({ trial, own: empirical(trial.fitted.level, alpha) }))
    .filter(({ own }) => own.mean > 0)
    .sort((a, b) => a.own.variation - b.own.variation);
  const count = Math.min(10, Math.floor(ranked.length / LEAST_TRIALS));
  return Array.from({ length: count }, (_, b) => {
    const part = ranked.slice(Math.floor((b * ranked.length) / count), Math.floor(((b + 1) * ranked.length) / count));
    const ratios = part
      .flatMap(({ trial, own }) => {
        const factors = relativeFactors(trial.fitted, alpha);
        return trial.actual.map((value, k) => (value - trial.fitted.addend[k]!) / factors[k]! / own.mean);
      })
      .filter(isKnown)
      .sort((a, z) => a - z);
    return { upTo: part.at(-1)!.own.variation, ratios: thinned(ratios, 100) };
  });
}

function curvesOf(trials: readonly Trial[], horizon: number) {
  const errors = Array.from({ length: horizon }, (): number[] => []);
  for (const trial of trials) {
    if (trial.fitted.spread === 0) continue;
    trial.actual.forEach((value, k) => {
      if (isKnown(value)) errors[k]!.push((levelOf(trial, k) - trial.fitted.path[k]!) / trial.fitted.spread);
    });
  }
  return errorCurves(errors);
}

/**
 * The logarithm of total actual over total forecast demand of one of the hold-outs, at most a factor of 2.25; null
 * without any.
 */
function errorOf(trials: readonly Trial[], choice: Choice, origin: number): number | null {
  let sold = 0,
    forecast = 0;
  for (const { fitted, actual, size, origin: own } of trials) {
    if (own !== origin) continue;
    const means = expected(fitted, choice);
    actual.forEach((value, k) => {
      if (isKnown(value)) {
        sold += value / size;
        forecast += means[k]! / size;
      }
    });
  }
  return forecast > 0 ? Math.log(Math.min(MOST_ERROR, Math.max(1 / MOST_ERROR, sold / forecast))) : null;
}

/** A series as it is now, and the length of its last hold-out. */
interface PresentSeries {
  fitted: FittedSeries;
  size: number;
  length: number;
}

const presentOf = (all: readonly Series[], seasons: readonly number[], horizon: number): PresentSeries[] =>
  all.flatMap((values, item) => {
    const [last] = holdOuts(values, horizon),
      size = averageSize(values.filter(isKnown));
    return last && size > 0 ? [{ fitted: fit(values, seasons[item]!, horizon), size, length: last.length }] : [];
  });

/** The logarithm of what all series together sold over the last hold-out to what is forecast from now on. */
function restOf(present: readonly PresentSeries[], choice: Choice): number {
  let sold = 0,
    forecast = 0;
  for (const { fitted, size, length } of present) {
    const even = { ...fitted, factor: fitted.path.map(() => 1), addend: fitted.path.map(() => 0), past: null };
    sold += mean(fitted.level.slice(-length).filter(isKnown)) / size;
    forecast += mean(expected(even, choice)) / size;
  }
  return sold > 0 && forecast > 0 ? Math.log(sold / forecast) : 0;
}

/**
 * How much more all series together sell than forecast: half of the last hold-out's error is taken for a trend, half
 * for chance. A trend shows in the hold-out before as well. What happened at once is part of the level by now, at least
 * in part, and would count twice: then no more is taken than still is missing.
 */
function driftOf(trials: readonly Trial[], choice: Choice, present: readonly PresentSeries[] | null): number {
  const late = errorOf(trials, choice, 0) ?? 0;
  if (!present) return Math.exp(late / 2);
  const along = (error: number) => Math.max(0, error * Math.sign(late)),
    trend = Math.min(Math.abs(late), SEEN_BEFORE * along(errorOf(trials, choice, 1) ?? 0)) / 2,
    rest = Math.min(Math.abs(late) / 2, along(restOf(present, choice)));
  return Math.exp(Math.sign(late) * Math.max(trend, rest));
}

/**
 * Per probability of GRID, the share of actual values on its inner side; quantiles resting on zero say nothing and are
 * left out.
 */
function insideShares(trials: readonly Trial[], choice: Choice): number[] {
  const inside = GRID.map(() => 0),
    seen = GRID.map(() => 0),
    end = GRID.length - 1;
  const question = ask(choice, GRID, horizonOf(trials));
  for (const { fitted, actual } of trials) {
    const forecast = quantiles(fitted, question);
    actual.forEach((value, k) => {
      if (!isKnown(value)) return;
      forecast[k]!.forEach((quantile, j) => {
        const upper = j > end / 2;
        if (!upper && fitted.nonnegative && quantile <= 0) return;
        seen[j]! += 1;
        if (upper ? value <= quantile : value >= quantile) inside[j]! += 1;
      });
    });
  }
  return GRID.map((_, j) => (inside[j]! + inside[end - j]!) / Math.max(1, seen[j]! + seen[end - j]!));
}

/** The probability that each of GRID stands for. */
const GRID_SHARES = GRID.map((p, j) => ((GRID[j + 1] ?? 2 - p) - (GRID[j - 1] ?? -p)) / 2);

/** Standard deviation of demand with these quantiles at GRID. */
function deviationOf(row: readonly number[]): number {
  const average = sum(row.map((value, j) => GRID_SHARES[j]! * value));
  return Math.sqrt(sum(row.map((value, j) => GRID_SHARES[j]! * (value - average) ** 2)));
}

/**
 * How far the errors of two periods go together: the least correlation with which four in five sums, of whole hold-outs
 * and of their first thirds, lay within the band that it gives them.
 */
function correlationOf(trials: readonly Trial[], choice: Choice): number {
  const question = ask(choice, GRID, horizonOf(trials));
  const sums = trials
    .flatMap(({ fitted, actual }) => {
      const means = expected(fitted, choice),
        deviations = quantiles(fitted, question).map(deviationOf);
      return [actual.length, Math.ceil(actual.length / 3)].map(length => {
        const known = [...actual.keys()].filter(k => k < length && isKnown(actual[k])),
          widths = known.map(k => deviations[k]!);
        return {
          miss: Math.abs(sum(known.map(k => actual[k]! - means[k]!))),
          apart: sum(widths.map(width => width * width)),
          together: sum(widths) ** 2,
        };
      });
    })
    .filter(({ together }) => together > 0);
  const covered = (correlation: number) =>
    sums.filter(({ miss, apart, together }) => miss <= Z80 * Math.sqrt(apart + correlation * (together - apart)))
      .length;
  return CORRELATIONS.find(correlation => covered(correlation) >= 0.8 * sums.length) ?? CORRELATIONS.at(-1)!;
}

/** The shares of a regular class: the default stands unless others are better by 1 % on the hold-outs. */
function regularChoice(
  demandClass: DemandClass,
  trials: readonly Trial[],
  present: readonly PresentSeries[] | null,
  horizon: number,
  shared: Choice,
): Choice {
  const own = trials.filter(trial => trial.fitted.demandClass === demandClass),
    usual = defaultChoice(demandClass);
  const curves = (own.length >= 2 * LEAST_SERIES ? curvesOf(own, horizon) : null) ?? shared.curves;
  const choice: Choice = { ...shared, share: usual.share, meanShare: usual.share, curves };
  if (own.length < LEAST_TRIALS) return { ...choice, isMean: true };
  const doubted = (share: number) => (share === usual.share ? 0.99 : 1);
  choice.share = leastBy(SHARES, share => trialLoss(own, { ...choice, share }) * doubted(share));
  choice.meanShare = leastBy(
    SHARES,
    meanShare =>
      meanLoss(own, { ...choice, meanShare }, Math.abs, trial => trial.fitted.spread || trial.size) *
      doubted(meanShare),
  );
  const right = { ...choice, isMean: true };
  return {
    ...right,
    stretch: recalibration(insideShares(own, choice)),
    drift: driftOf(own, right, present?.filter(({ fitted }) => fitted.demandClass === demandClass) ?? null),
    correlation: correlationOf(own, right),
  };
}

/**
 * The maximum loss with shared factors relative to the loss without: without other evidence, they have to be better (on
 * M3, which shares no season, they are worse by 0.4 %).
 */
const UNVOUCHED = 0.998;

/** Which kinds of demand are better forecast with the shared factors than without, tried on 300 series. */
function helped(
  all: readonly Series[],
  seasons: readonly number[],
  horizon: number,
  indexOf: IndexOf,
  most: number,
): Calibration['shared'] {
  if (indexOf === noIndex) return { regular: false, sparse: false };
  const [without, withThem] = [noIndex, indexOf].map(index => trialsOf(all, seasons, horizon, index, MOST_TUNING)) as [
    Trial[],
    Trial[],
  ];
  const isHelped = (sparse: boolean) => {
    const choice = { ...defaultChoice(sparse ? 'lumpy' : 'smooth'), alpha: 0.05 };
    const loss = (trials: Trial[]) =>
      trialLoss(
        trials.filter(trial => isSparse(trial.fitted.demandClass) === sparse),
        choice,
      );
    return loss(withThem) < most * loss(without);
  };
  return { regular: isHelped(false), sparse: isHelped(true) };
}

/** Whether a series with this history is of a kind that gains from shared factors. */
export const gains = ({ shared }: Calibration, values: Series) =>
  isSparse(classify(history(values))) ? shared.sparse : shared.regular;

/**
 * Learns from many series how to forecast them: each is forecast from earlier periods and compared with what came
 * after. Null for fewer than 50 series. Nothing after the end of any series is seen. @param all demand per period,
 * oldest first, NaN = unknown; periods of equal length @param seasons periods per season of each, 1 = none @param
 * horizon periods ahead @param indexOf shared factors, made without what lies after `end` @param mostLoss what the loss
 * with them may at most be to the loss without, to use them
 */
export function calibrate(
  all: readonly Series[],
  seasons: readonly number[],
  horizon: number,
  indexOf: IndexOf = noIndex,
  mostLoss = UNVOUCHED,
): Calibration | null {
  if (all.length < LEAST_SERIES) return null;
  const calibration: Calibration = { horizon, shared: helped(all, seasons, horizon, indexOf, mostLoss), choices: {} };
  const trials = trialsOf(
    all,
    seasons,
    horizon,
    (item, end) => (gains(calibration, all[item]!.slice(0, end)) ? indexOf(item, end) : null),
    MOST_SERIES,
  );
  const present = all.length > MANY_SERIES ? null : presentOf(all, seasons, horizon);
  return { ...calibration, choices: choicesOf(trials, present, horizon) };
}

/** The choices per class; a class or kind with too few trials keeps its default. */
function choicesOf(
  trials: readonly Trial[],
  present: readonly PresentSeries[] | null,
  horizon: number,
): Calibration['choices'] {
  const choices: Calibration['choices'] = {};
  const group = (classes: readonly DemandClass[]) => trials.filter(trial => classes.includes(trial.fitted.demandClass));
  const regular = group(['smooth', 'erratic']),
    sparse = group(['intermittent', 'lumpy']);
  if (regular.length >= LEAST_TRIALS) {
    const usual: Choice = { ...defaultChoice('erratic'), share: 1, isMean: false },
      tuning = thinned(regular, MOST_TUNING);
    const alpha = leastBy(ALPHAS, candidate => trialLoss(tuning, { ...usual, alpha: candidate }));
    const shared: Choice = {
      ...usual,
      alpha,
      meanAlpha: alpha,
      bins: binsOf(regular, alpha),
      curves: curvesOf(regular, horizon),
    };
    for (const demandClass of ['smooth', 'erratic'] as const)
      choices[demandClass] = regularChoice(demandClass, regular, present, horizon, shared);
  }
  if (sparse.length >= LEAST_TRIALS) {
    const usual = defaultChoice('lumpy'),
      tuning = thinned(sparse, 2 * MOST_TUNING);
    const alpha = leastBy(ALPHAS, candidate => trialLoss(tuning, { ...usual, alpha: candidate }));
    const meanAlpha = leastBy(ALPHAS, candidate =>
      meanLoss(
        tuning,
        { ...usual, meanAlpha: candidate },
        miss => miss * miss,
        trial => trial.size,
      ),
    );
    const choice: Choice = { ...usual, alpha, meanAlpha, bins: binsOf(sparse, alpha) };
    choices.intermittent = choices.lumpy = {
      ...choice,
      drift: driftOf(sparse, choice, present?.filter(({ fitted }) => isSparse(fitted.demandClass)) ?? null),
      correlation: correlationOf(sparse, choice),
    };
  }
  return choices;
}
