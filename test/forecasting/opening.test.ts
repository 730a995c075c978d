import { expect, test } from '@jest/globals';
import { calibrateDemand, type DemandCalibration, forecastDemand } from '../../src/forecasting/demand.ts';
import { isOpen, openingOf } from '../../src/forecasting/opening.ts';
import { demoHeldOut } from '../support/demo-demand.ts';
import { OPENINGS, openDaysOnly } from '../support/simulated-demand.ts';

const HORIZON = 28;
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value);

/** The total forecast as a share of the true demand. */
function forecastShare(items: ReturnType<typeof openDaysOnly>, calibration: DemandCalibration | null): number {
  let forecast = 0,
    expected = 0;
  for (const item of items) {
    forecast += forecastDemand({ daily: item.daily, horizonDays: HORIZON, level: 0.8, calibration }).total.mean;
    expected += item.expected;
  }
  return forecast / expected;
}

test.each(Object.entries(OPENINGS))(
  'four weeks of a location open %s are within 5 %%, alone and pooled',
  (_, opening) => {
    const items = openDaysOnly(50, 200, opening);
    const pooled = calibrateDemand(
      items.map(({ daily }) => daily),
      HORIZON,
    );
    expect(Math.abs(forecastShare(items, null) - 1)).toBeLessThan(0.05);
    expect(Math.abs(forecastShare(items, pooled) - 1)).toBeLessThan(0.05);
  },
);

test.each([0.3, 1, 3, 10])(
  'with %d a day four weeks are within 5 %%, alone and pooled: small counts are not underestimated',
  rate => {
    const items = openDaysOnly(60, 336, OPENINGS['closed on Sundays']!, { rates: () => rate });
    const pooled = calibrateDemand(
      items.map(({ daily }) => daily),
      HORIZON,
    );
    expect(Math.abs(forecastShare(items, null) - 1)).toBeLessThan(0.05);
    expect(Math.abs(forecastShare(items, pooled) - 1)).toBeLessThan(0.05);
  },
);

test.each(['2026-11-22', '2026-12-28', '2026-01-25', '2026-02-15', '2026-06-15'])(
  'the four weeks before %s in the demo, held out, are within 10 %% in total, and single items not much further off than chance',
  until => {
    const { items, through, came, meant } = demoHeldOut(until, HORIZON);
    const calibration = calibrateDemand(items, 90, through);
    const forecast = items.map(
      daily => forecastDemand({ daily, through, horizonDays: HORIZON, level: 0.8, calibration }).total.mean,
    );
    expect(Math.abs(total(forecast) / total(came) - 1)).toBeLessThan(0.1);
    const missedBy = (expected: readonly number[]) =>
      total(expected.map((mean, item) => Math.abs(mean - came[item]!))) / total(came);
    expect(missedBy(forecast) - missedBy(meant)).toBeLessThan(0.07);
  },
);

test('the forecast of closed days is zero, and the forecast lists them', () => {
  const [item] = openDaysOnly(1, 140, OPENINGS['closed on weekends']!);
  const { granularity, points, warnings, total } = forecastDemand({ daily: item!.daily, horizonDays: 10, level: 0.8 });
  expect(granularity).toBe('day');
  expect(points.map(({ mean, upper }) => mean > 0 && upper > 0)).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
    false,
    true,
    true,
    true,
  ]);
  expect(points.map(({ mean }) => mean).reduce((sum, mean) => sum + mean)).toBeCloseTo(total.mean, 9);
  expect(warnings).toContain('Nothing is sold on Saturdays and Sundays: those days are treated as closed.');
});

test('a horizon of closed days has no demand', () => {
  const [item] = openDaysOnly(1, 145, OPENINGS['closed on weekends']!);
  const { points, total } = forecastDemand({ daily: item!.daily, horizonDays: 2, level: 0.8 });
  expect(points.map(({ date, mean }) => [date, mean])).toEqual([
    ['2025-05-31', 0],
    ['2025-06-01', 0],
  ]);
  expect(total).toMatchObject({ mean: 0, lower: 0, upper: 0 });
});

test('a location that starts to close on Mondays, or opens again, is taken as it is now', () => {
  const values = (closed: (week: number) => boolean) =>
    Array.from({ length: 20 * 7 }, (_, day) => (day % 7 === 0 && closed(Math.floor(day / 7)) ? 0 : 10));
  // Day 4 of 1970 was a Monday.
  expect(
    isOpen(
      openingOf(
        values(week => week >= 12),
        4,
      ),
      4,
    ),
  ).toBe(false);
  expect(
    isOpen(
      openingOf(
        values(week => week < 12),
        4,
      ),
      4,
    ),
  ).toBe(true);
});

test('a slow item is not closed on the days that chance left empty', () => {
  const values = Array.from({ length: 70 }, (_, day) => ((day * 7919) % 10 < 3 ? 1 : 0));
  expect(openingOf(values, 0).open).not.toContain(false);
});

test.each([120, 180, 198, 199])('one bulk order on day %i of 200 is as if nothing were known of that day', at => {
  const [item] = openDaysOnly(1, 200, OPENINGS['all week']!);
  const forecastWith = (that: object) =>
    forecastDemand({
      daily: item!.daily.map((day, t) => (t === at ? { ...day, ...that } : day)),
      horizonDays: HORIZON,
      level: 0.8,
    }).total.mean;
  expect(forecastWith({ quantity: 5000 }) / forecastWith({ quantity: 0, inStock: false })).toBeCloseTo(1, 1);
});

test('growth is not mistaken for a season', () => {
  const items = openDaysOnly(30, 385, OPENINGS['all week']!, { growthAYear: 0.6 });
  const calibration = calibrateDemand(
    items.map(({ daily }) => daily),
    HORIZON,
  );
  expect(calibration.weekIndex).toHaveLength(52);
  expect(Math.abs(forecastShare(items, calibration) - 1)).toBeLessThan(0.07);
});

test('a year that lacks two weeks still has a season', () => {
  const december = (day: number) => (day % 365 > 325 ? 2 : 1);
  const items = openDaysOnly(30, 350, OPENINGS['all week']!).map(({ daily }) =>
    daily.map((row, day) => ({ ...row, quantity: row.quantity * december(day) })),
  );
  const { weekIndex } = calibrateDemand(items, HORIZON);
  expect(weekIndex).toHaveLength(52);
  expect(weekIndex![48]! / weekIndex![20]!).toBeGreaterThan(1.6);
});
