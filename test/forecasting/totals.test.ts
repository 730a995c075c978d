import { expect, test } from '@jest/globals';
import { leadDemandOf, totalOver } from '../../src/domain/planning/forecasts/lead-demand.ts';
import { calibrateDemand, type DemandDay, forecastDemand } from '../../src/forecasting/demand.ts';
import { randomNumbers } from '../../src/forecasting/random.ts';
import { dailyRetail } from '../support/simulated-demand.ts';

const dateOf = (day: number) => new Date((20_000 + day) * 86_400_000).toISOString().slice(0, 10);
const daysOf = (values: readonly number[]): DemandDay[] =>
  values.map((value, t) => ({
    date: dateOf(t),
    quantity: Number.isNaN(value) ? 0 : value,
    inStock: !Number.isNaN(value),
  }));
const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

test('about four in five totals over lead times are in the interval of 80 %, and at most one in eight of any span exceeds it', () => {
  const { series } = dailyRetail(300, 11),
    items = series.map(({ history }) => daysOf(history));
  const calibration = calibrateDemand(items, 90);
  const forecasts = items.map(daily =>
    leadDemandOf(forecastDemand({ daily, horizonDays: 90, level: 0.8, calibration, totalDays: [7, 14, 28] }).totals),
  );
  for (const days of [3, 7, 10, 14, 21, 28]) {
    const shareOf = (holds: (sold: number, low: number, high: number) => boolean) =>
      forecasts.filter((kept, item) =>
        holds(
          sum(series[item]!.later.slice(0, days)),
          totalOver(kept, days)!.quantiles[4]!,
          totalOver(kept, days)!.quantiles[12]!,
        ),
      ).length / series.length;
    // In less than a week a few units are sold or none: only the upper end, which decides about stock-outs, is
    // meaningful.
    if (days >= 7)
      expect([days, Math.abs(shareOf((sold, low, high) => sold >= low && sold <= high) - 0.8) < 0.1]).toEqual([
        days,
        true,
      ]);
    expect([days, shareOf((sold, _, high) => sold > high) < 0.13]).toEqual([days, true]);
  }
});

test('the total of four weeks of a steady seller is not three times as uncertain as it is, without others either', () => {
  const random = randomNumbers(5);
  // Sums of twelve uniform numbers: mean 12, deviation 2. Closed on every seventh day.
  const sold = (day: number) => (day % 7 === 6 ? 0 : Math.round(2 * sum(Array.from({ length: 12 }, () => random()))));
  const results = Array.from({ length: 40 }, () => {
    const days = Array.from({ length: 238 }, (_, day) => sold(day));
    const { total } = forecastDemand({ daily: daysOf(days.slice(0, 210)), horizonDays: 28, level: 0.8 });
    const actual = sum(days.slice(210));
    return { isInside: actual >= total.p10 && actual <= total.p90, width: (total.p90 - total.p10) / total.mean };
  });
  // The deviation of 24 days of sales is 3.4 % of their sum: 80 % of such sums span 8.7 % of it.
  expect(sum(results.map(({ width }) => width)) / 40).toBeLessThan(2.5 * 0.087);
  expect(results.filter(({ isInside }) => isInside).length).toBeGreaterThanOrEqual(32);
});

test('a total beyond the longest span is unknown, and one of a stored span is as stored', () => {
  const kept = [
    { days: 7, mean: 7, quantiles: new Array<number>(17).fill(9) },
    { days: 14, mean: 14, quantiles: new Array<number>(17).fill(16) },
  ];
  expect(totalOver(kept, 15)).toBeUndefined();
  expect(totalOver(kept, 14)).toEqual(kept[1]);
  expect(totalOver(kept, 7)).toEqual(kept[0]);
  expect(totalOver(kept, 10)).toMatchObject({ mean: 10 });
});
