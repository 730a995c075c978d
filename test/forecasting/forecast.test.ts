import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Forecast, forecastAll } from '../../src/forecasting/forecast.ts';
import { scoresOf } from '../support/scores.ts';
import { hospital, parts, weeklyRetail } from '../support/simulated-demand.ts';

/** One expectation for all values: hundreds of series have thousands of them. */
function expectSound({ mean, lower, upper, quantiles }: Forecast, horizon: number, values: readonly number[]): void {
  const rows = Object.values(quantiles),
    nonnegative = !values.some(value => value < 0),
    isUsable = (value: number) => Number.isFinite(value) && !(nonnegative && value < 0),
    isUpTo = (low: readonly number[], high: readonly number[]) => low.every((value, k) => value <= high[k]!);
  expect({
    ill: [mean, lower, upper, ...rows].filter(row => row.length !== horizon || !row.every(isUsable)),
    crossed: [...rows.slice(1).map((row, j) => [rows[j]!, row] as const), [lower, upper] as const].filter(
      ([low, high]) => !isUpTo(low, high),
    ),
  }).toEqual({ ill: [], crossed: [] });
}

test('a season shared by all series is used even for those too sparse to show it', () => {
  const { series } = weeklyRetail(60),
    histories = series.map(({ history }) => history);
  const wql = (season: number) => scoresOf(series, forecastAll(histories, { season, horizon: 13, level: 0.8 }), 52).wql;
  expect(wql(52)).toBeLessThan(0.99 * wql(1));
});

test('any series has a forecast: finite, ordered, and not negative unless the history is', () => {
  const value = fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 9 }) },
    fc.constant(0),
    fc.constant(NaN),
    fc.double({ min: -1e9, max: 1e9, noNaN: true }),
    fc.constant(1e9),
  );
  const settings = fc.record({
    season: fc.constantFrom(1, 4, 7, 12),
    horizon: fc.integer({ min: 1, max: 20 }),
    level: fc.constantFrom(0.5, 0.8, 0.95, 0.99),
  });
  fc.assert(
    fc.property(fc.array(value, { maxLength: 60 }), settings, (values, given) => {
      expectSound(forecastAll([values], given)[0]!, given.horizon, values);
    }),
    { seed: 1, numRuns: 200 },
  );
});

test('odd series have forecasts among many as well, and do not affect the others', () => {
  const usual = hospital(60).series.map(({ history }) => history);
  const odd = [
    [],
    [5],
    [NaN],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    new Array<number>(40).fill(3),
    new Array<number>(40).fill(1e9),
    [1e9, 0, 1e9, 0, 0, 0, 0, 1e9, 0, 2],
    [-5, 3, -8, 2, -1, 4, -6, 3, 2, -2, 1, 5],
  ];
  const forecasts = forecastAll([...odd, ...usual], { season: 12, horizon: 6, level: 0.9 });
  [...odd, ...usual].forEach((values, i) => expectSound(forecasts[i]!, 6, values));
  expect(forecasts[0]!.method).toBe('none');
  expect(forecasts[3]!.mean).toEqual([0, 0, 0, 0, 0, 0]);
  expect(forecasts[4]!.quantiles['0.5']).toEqual([3, 3, 3, 3, 3, 3]);
});

test('gaps cost little accuracy', () => {
  const { series, season } = hospital(60),
    gappy = series.map(({ id, history, later }) => ({
      id,
      history: history.map((value, t) => (t % 10 === 4 ? NaN : value)),
      later,
    }));
  const mase = (held: typeof series) =>
    scoresOf(
      series,
      forecastAll(
        held.map(({ history }) => history),
        { season, horizon: 12, level: 0.8 },
      ),
      season,
    ).mase;
  expect(mase(gappy)).toBeLessThan(1.03 * mase(series));
});

test('the same series give the same forecasts', () => {
  const histories = parts(80).series.map(({ history }) => history),
    settings = { season: 12, horizon: 12, level: 0.8 };
  expect(forecastAll(histories, settings)).toEqual(
    forecastAll(
      histories.map(values => [...values]),
      settings,
    ),
  );
});
