import { ask, type Choice, expected, type FittedSeries, fit, quantiles } from './fit.ts';
import { averageSize, history, isKnown, isSparse, type Series, sum } from './series.ts';

export const DECILES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9] as const;

/** With more series than this, the last hold-out of each is enough. */
export const MANY_SERIES = 300;

const LEAST_HISTORY = 12;

/** One series forecast from an earlier day, and what happened then. */
export interface Trial {
  fitted: FittedSeries;
  actual: Series;
  size: number;
  origin: number;
}

/** The shared factors of a series' periods and of the `horizon` after `end` of them, or null for none. */
export type IndexOf = (item: number, end: number) => readonly number[] | null;

/** For series without shared factors; calibration then does not look for any. */
export const noIndex: IndexOf = () => null;

/** Every n-th one, so that at most `most` are left. */
export const thinned = <T>(all: readonly T[], most: number) =>
  all.length <= most ? all : Array.from({ length: most }, (_, i) => all[Math.floor((i * all.length) / most)]!);

/** The pinball (quantile) loss of one forecast: Koenker and Bassett 1978, "Regression Quantiles". */
export const pinball = (actual: number, quantile: number, p: number) =>
  actual >= quantile ? (actual - quantile) * p : (quantile - actual) * (1 - p);

/** Where the hold-outs of a series end: the last horizon (at most a third of the history) and the one before it. */
export function holdOuts(values: Series, horizon: number): { end: number; length: number }[] {
  const known = history(values).length,
    length = Math.min(horizon, Math.floor(known / 3));
  return [1, 2]
    .filter(o => length > 0 && known - o * length >= LEAST_HISTORY)
    .map(o => ({ end: values.length - o * length, length }));
}

/**
 * Forecasts the hold-outs of each series from what came before them: two of sparse series and of small pools, else the
 * last.
 */
export function trialsOf(
  all: readonly Series[],
  seasons: readonly number[],
  horizon: number,
  indexOf: IndexOf,
  most: number,
): Trial[] {
  const items = thinned(
    all.map((_, item) => item),
    most,
  );
  return items.flatMap(item =>
    holdOuts(all[item]!, horizon).flatMap(({ end, length }, origin) => {
      const train = all[item]!.slice(0, end),
        size = averageSize(train),
        fitted = fit(train, seasons[item]!, horizon, indexOf(item, end));
      if (size === 0 || (origin > 0 && all.length > MANY_SERIES && !isSparse(fitted.demandClass))) return [];
      return { fitted, actual: all[item]!.slice(end, end + length), size, origin };
    }),
  );
}

/** The number of periods that were forecast in each trial. */
export const horizonOf = (trials: readonly Trial[]) => trials[0]?.fitted.path.length ?? 0;

/** Pinball loss over the deciles, each series in units of its own average size. */
export function trialLoss(trials: readonly Trial[], choice: Choice): number {
  const question = ask(choice, DECILES, horizonOf(trials));
  let loss = 0;
  for (const { fitted, actual, size } of trials) {
    const forecast = quantiles(fitted, question);
    actual.forEach((value, k) => {
      if (isKnown(value))
        DECILES.forEach((p, j) => {
          loss += pinball(value, forecast[k]![j]!, p) / size;
        });
    });
  }
  return loss;
}

/** Loss of the mean forecast, errors in units of each trial's own. */
export function meanLoss(
  trials: readonly Trial[],
  choice: Choice,
  loss: (miss: number) => number,
  unit: (trial: Trial) => number,
): number {
  return sum(
    trials.map(trial => {
      const forecast = expected(trial.fitted, choice);
      return sum(trial.actual.map((value, k) => (isKnown(value) ? loss((value - forecast[k]!) / unit(trial)) : 0)));
    }),
  );
}
