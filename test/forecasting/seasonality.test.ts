import { expect, test } from '@jest/globals';
import { randomNumbers } from '../../src/forecasting/random.ts';
import { deseasonalised, ownPattern, pooledPattern } from '../../src/forecasting/seasonality.ts';

const repeat = (pattern: readonly number[], length: number) =>
  Array.from({ length }, (_, t) => pattern[t % pattern.length]!);

test('a pattern that repeats exactly is found completely', () => {
  const found = ownPattern(repeat([10, 20, 30, 20], 40), 4)!;
  expect(found.multiplicative).toBe(true);
  found.indices.forEach((index, phase) => expect(index).toBeCloseTo([0.5, 1, 1.5, 1][phase]!, 6));
});

test('a series with negative values gets an additive pattern', () => {
  const found = ownPattern(repeat([-10, 0, 10, 0], 40), 4)!;
  expect(found.multiplicative).toBe(false);
  expect(deseasonalised(repeat([-10, 0, 10, 0], 40), found).every(value => Math.abs(value) < 1e-9)).toBe(true);
});

test('noise has hardly any pattern', () => {
  const random = randomNumbers(7);
  for (let series = 0; series < 50; series++) {
    const found = ownPattern(
      Array.from({ length: 60 }, () => 100 + 10 * random()),
      12,
    );
    for (const index of found?.indices ?? [1]) expect(Math.abs(index - 1)).toBeLessThan(0.05);
  }
});

test('less than a season and three periods show no season, and from then on what repeats does', () => {
  expect(ownPattern(repeat([10, 20, 30, 20], 6), 4)).toBeNull();
  expect(ownPattern(repeat([10, 20, 30, 20], 7), 4)).toEqual({ indices: [0.5, 1, 1.5, 1], multiplicative: true });
  expect(ownPattern([10, 20, 30, 20, 31, 12, 18, 29], 4)).toBeNull();
  expect(ownPattern(repeat([10, 20, 30, 20], 40), 1)).toBeNull();
});

test('what single sparse items do not show, many together do', () => {
  const random = randomNumbers(3),
    chance = [0.1, 0.1, 0.1, 0.5];
  const items = Array.from({ length: 300 }, () => ({
    values: Array.from({ length: 40 }, (_, t) => (random() < chance[t % 4]! ? 1 : 0)),
    phases: Array.from({ length: 40 }, (_, t) => t % 4),
  }));
  const indices = pooledPattern(items, 4);
  [0.5, 0.5, 0.5, 2.5].forEach((index, phase) => expect(indices[phase]).toBeCloseTo(index, 1));
});

test('a pool without demand has no pattern', () => {
  expect(pooledPattern([{ values: [0, 0, 0, 0], phases: [0, 1, 0, 1] }], 2)).toEqual([1, 1]);
});
