import { expect, test } from '@jest/globals';
import {
  errorCurves,
  GRID,
  interpolate,
  normalProbability,
  normalQuantile,
  recalibration,
  sortedQuantile,
} from '../../src/forecasting/intervals.ts';

test('the conformal quantile of n errors has rank p (n + 1)', () => {
  expect(sortedQuantile([1, 2, 3, 4, 5, 6, 7, 8, 9], 0.5)).toBe(5);
  expect(sortedQuantile([1, 2, 3, 4, 5, 6, 7, 8, 9], 0.9)).toBe(9);
});

test('normal quantiles match the tables', () => {
  expect(normalQuantile(0.975)).toBeCloseTo(1.959964, 6);
  expect(normalQuantile(0.005)).toBeCloseTo(-2.575829, 6);
  expect(normalProbability(1.959964)).toBeCloseTo(0.975, 6);
});

test('a line is interpolated between its points and constant beyond them', () => {
  expect([0, 1.5, 9].map(x => interpolate([1, 2, 4], [10, 20, 60], x))).toEqual([10, 15, 60]);
});

test('curves rise with the probability, and beyond the last reliable horizon with the square root of time', () => {
  const many = Array.from({ length: 100 }, (_, i) => i - 50),
    [first, , , fourth] = errorCurves([many, [], [], []])!;
  for (let j = 1; j < GRID.length; j++) expect(first![j]).toBeGreaterThan(first![j - 1]!);
  expect(fourth![12]! / first![12]!).toBeCloseTo(Math.sqrt(4 / 2), 9);
});

test('too few errors give no curves', () => {
  expect(errorCurves([[1, 2, 3]])).toBeNull();
});

test('intervals with too little coverage are widened, correct ones are kept', () => {
  expect(interpolate(GRID, recalibration(GRID.map(p => Math.max(p, 1 - p))), 0.9)).toBeCloseTo(0.9, 9);
  expect(interpolate(GRID, recalibration(GRID.map(p => 0.5 + 0.8 * Math.abs(p - 0.5))), 0.8)).toBeCloseTo(0.875, 6);
});
