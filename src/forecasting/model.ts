import { type Calibration, gains } from './calibration.ts';
import { type Choice, defaultChoice, type FittedSeries, fit, flat } from './fit.ts';
import { history, isKnown, mean, type Series } from './series.ts';

export type Method = 'theta_damped' | 'theta_damped_empirical' | 'empirical' | 'seasonal_naive' | 'average' | 'none';

/** A fitted series and how it is to be forecast. */
export interface Model {
  fitted: FittedSeries;
  choice: Choice;
  method: Method;
}

function methodOf({ demandClass }: FittedSeries, { share, meanShare }: Choice): Method {
  if (demandClass === 'none') return 'none';
  if (demandClass === 'new') return 'average';
  if (share === 1 && meanShare === 1) return 'empirical';
  return share > 0 || meanShare > 0 ? 'theta_damped_empirical' : 'theta_damped';
}

/**
 * Fits one series; `index` are shared factors for its periods and those ahead, used unless the calibration found that
 * they do not help.
 */
export function modelOf(
  values: Series,
  season: number,
  horizon: number,
  calibration: Calibration | null,
  index: readonly number[] | null,
): Model {
  const fitted = fit(
    values,
    season,
    horizon,
    calibration && !gains(calibration, values) ? null : index,
    calibration?.horizon,
  );
  const choice =
    calibration?.choices[fitted.demandClass] ?? defaultChoice(fitted.demandClass, values.filter(isKnown).length);
  return { fitted, choice, method: methodOf(fitted, choice) };
}

/** The lag of the naive forecast: a season where the history has more than one, else one period. */
export const naiveLag = (series: Series, season: number) => (series.length > season ? season : 1);

/** Mean absolute change over a lag: the error the naive forecast had within the history. */
export const naiveError = (series: Series, lag: number) =>
  mean(
    series
      .slice(lag)
      .map((value, t) => Math.abs(value - series[t]!))
      .filter(isKnown),
  );

/** The last season again, or the last value if there is none. */
export function seasonalNaive(
  values: Series,
  season: number,
  horizon: number,
  lag = naiveLag(history(values), season),
): Model {
  const series = history(values),
    fitted = flat(series, horizon);
  const path = fitted.path.map(
    (average, k) => [series[series.length - lag + (k % lag)], series.at(-1)].find(isKnown) ?? average,
  );
  return {
    fitted: { ...fitted, path, means: path, spread: naiveError(series, lag) },
    choice: defaultChoice('smooth'),
    method: 'seasonal_naive',
  };
}
