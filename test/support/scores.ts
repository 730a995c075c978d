import type { Forecast } from '../../src/forecasting/forecast.ts';
import type { Held } from './simulated-demand.ts';

/** The measures of forecasting competitions; definitions in bench/data/README.md. */
export interface Scores {
  smape: number;
  mase: number;
  wql: number;
  coverage: number;
  rmsse: number;
  bias: number;
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const known = (values: readonly number[]) => values.filter(value => !Number.isNaN(value));

/** Compares forecasts with the held-out values. */
export function scoresOf(held: readonly Held[], forecasts: readonly Forecast[], season: number): Scores {
  const smape: number[] = [],
    mase: number[] = [],
    rmsse: number[] = [],
    inside: number[] = [];
  let loss = 0,
    sold = 0,
    expected = 0,
    absolute = 0;
  held.forEach(({ history, later }, i) => {
    const { mean: path, lower, upper, quantiles } = forecasts[i]!,
      miss: number[] = [];
    later.forEach((value, k) => {
      if (Number.isNaN(value)) return;
      const forecast = path[k]!;
      miss.push(value - forecast);
      smape.push(
        value === 0 && forecast === 0 ? 0 : (200 * Math.abs(value - forecast)) / (Math.abs(value) + Math.abs(forecast)),
      );
      inside.push(lower[k]! <= value && value <= upper[k]! ? 1 : 0);
      for (const [p, row] of Object.entries(quantiles))
        loss += (2 / 9) * Math.max((value - row[k]!) * Number(p), (row[k]! - value) * (1 - Number(p)));
      sold += value;
      expected += forecast;
      absolute += Math.abs(value);
    });
    const seasonal = mean(known(history.slice(season).map((value, t) => Math.abs(value - history[t]!))));
    if (seasonal > 0) mase.push(mean(miss.map(Math.abs)) / seasonal);
    const step = mean(known(history.slice(1).map((value, t) => (value - history[t]!) ** 2)));
    if (step > 0) rmsse.push(Math.sqrt(mean(miss.map(value => value * value)) / step));
  });
  return {
    smape: mean(smape),
    mase: mean(mase),
    wql: loss / absolute,
    coverage: mean(inside),
    rmsse: mean(rmsse),
    bias: expected / sold - 1,
  };
}
