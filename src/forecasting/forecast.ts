import { triedModel } from './backtest.ts';
import { calibrate } from './calibration.ts';
import { ask, expected, quantiles } from './fit.ts';
import { type Method, type Model, modelOf } from './model.ts';
import { pooledPattern } from './seasonality.ts';
import { type DemandClass, isSparse, type Series } from './series.ts';
import { DECILES, holdOuts } from './trials.ts';

export interface Settings {
  /** Periods per season, 1 = none. */
  season: number;
  /** Periods ahead. */
  horizon: number;
  /** Share of outcomes between lower and upper, 0 to 1. */
  level: number;
}

export interface Forecast {
  demandClass: DemandClass;
  method: Method;
  /** Expected demand per period ahead; so are lower, upper and each quantile ("0.1" to "0.9"). */
  mean: number[];
  lower: number[];
  upper: number[];
  quantiles: Record<string, number[]>;
}

function present({ fitted, choice, method }: Model, level: number): Forecast {
  const probabilities = [...DECILES, (1 - level) / 2, (1 + level) / 2].sort((a, b) => a - b),
    rows = quantiles(fitted, ask(choice, probabilities, fitted.path.length));
  const at = (p: number) => rows.map(row => row[probabilities.indexOf(p)]!);
  return {
    demandClass: fitted.demandClass,
    method,
    mean: expected(fitted, choice),
    lower: at((1 - level) / 2),
    upper: at((1 + level) / 2),
    quantiles: Object.fromEntries(DECILES.map(p => [String(p), at(p)])),
  };
}

/** Phases of periods 0 to length - 1 where the one at `end` has phase 0. */
const phasesTo = (end: number, length: number, season: number) =>
  Array.from({ length }, (_, t) => (((t - end) % season) + season) % season);

/**
 * Forecasts many series, oldest value first, NaN = unknown, that end in the same period. From 50 series on they are
 * calibrated on each other (conformal bands, forgetting, a season they share); fewer are each tried against the
 * seasonal naive forecast. Deterministic; nothing after the end of a series is used. The mean of regular series is
 * their middle path, without the pool's drift: series of unlike origin do not rise and fall together.
 */
export function forecastAll(all: readonly Series[], settings: Settings): Forecast[] {
  const { season, horizon, level } = settings;
  const patternOf = (ended: readonly Series[]) =>
    pooledPattern(
      ended.map(values => ({ values, phases: phasesTo(values.length, values.length, season) })),
      season,
    );
  const factors = (pattern: readonly number[], end: number) =>
    phasesTo(end, end + horizon, season).map(phase => pattern[phase]!);
  const ends = all.map(values => holdOuts(values, horizon).map(({ end }) => end));
  const earlier =
    season > 1
      ? [0, 1].map(origin => patternOf(all.map((values, item) => values.slice(0, ends[item]![origin] ?? 0))))
      : null;
  const calibration = calibrate(
    all,
    all.map(() => season),
    horizon,
    earlier ? (item, end) => factors(earlier[ends[item]!.indexOf(end)]!, end) : undefined,
  );
  if (!calibration) return all.map(values => present(triedModel(values, season, horizon, level, null, null), level));
  const pattern = calibration.shared.regular || calibration.shared.sparse ? patternOf(all) : null;
  return all.map(values => {
    const model = modelOf(values, season, horizon, calibration, pattern && factors(pattern, values.length));
    return present(
      isSparse(model.fitted.demandClass) ? model : { ...model, choice: { ...model.choice, drift: 1, isMean: false } },
      level,
    );
  });
}
