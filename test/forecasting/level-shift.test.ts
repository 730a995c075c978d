import { expect, test } from '@jest/globals';
import { settled, shiftOf } from '../../src/forecasting/level-shift.ts';
import { randomNumbers } from '../../src/forecasting/random.ts';

const WEEK = [0.8, 0.75, 0.8, 0.9, 1.2, 1.5, 1.05];

function daily(days: number, rate: (day: number) => number, seed = 5): number[] {
  const uniform = randomNumbers(seed);
  return Array.from({ length: days }, (_, day) => {
    let units = 0;
    for (let product = uniform(), limit = Math.exp(-rate(day) * WEEK[day % 7]!); product > limit; product *= uniform())
      units++;
    return units;
  });
}

test('a level that changed for good is found, and what was before is brought to it', () => {
  for (const [from, to] of [
    [8, 4],
    [8, 16],
    [8, 0],
  ] as const) {
    const series = daily(280, day => (day < 231 ? from : to));
    const { at, ratio } = shiftOf(series, 7)!;
    expect(at).toBe(231);
    expect(Math.abs(ratio - to / from)).toBeLessThan(0.15);
    const even = settled(series, 7);
    expect(even.slice(231)).toEqual(series.slice(231));
    expect(even[0]).toBeCloseTo(series[0]! * ratio, 9);
  }
});

test('neither a promotion, nor a trend, nor a season, nor noise is a new level', () => {
  const none = {
    promotion: daily(280, day => (day >= 266 ? 20 : 8)),
    holiday: daily(280, day => (day >= 266 ? 0 : 8)),
    trend: daily(280, day => 4 + (8 * day) / 280),
    season: daily(800, day => 8 + 6 * Math.sin((2 * Math.PI * day) / 365)),
    noise: daily(280, () => 0.3),
    short: daily(70, day => (day < 45 ? 8 : 2)),
  };
  for (const [name, series] of Object.entries(none)) expect([name, shiftOf(series, 7)]).toEqual([name, null]);
});

test('unknown days are passed over, and change nothing', () => {
  const series = daily(280, day => (day < 231 ? 8 : 3)).map((value, day) => (day % 10 === 3 ? NaN : value));
  const even = settled(series, 7);
  expect(even.map(Number.isNaN)).toEqual(series.map(Number.isNaN));
  expect(shiftOf(series, 7)).not.toBeNull();
  expect(settled([NaN, NaN], 7)).toEqual([NaN, NaN]);
});
