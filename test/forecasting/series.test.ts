import { expect, test } from '@jest/globals';
import { classify, filled, history } from '../../src/forecasting/series.ts';

test.each([
  ['smooth', [9, 10, 11, 10, 9, 10, 11, 10]],
  ['erratic', [1, 30, 2, 1, 40, 1, 2, 35]],
  ['intermittent', [0, 0, 5, 0, 5, 0, 0, 5]],
  ['lumpy', [0, 0, 1, 0, 60, 0, 0, 2]],
  ['new', [4, 5, 6, 4, 5, 6, 4]],
  ['none', [NaN, NaN]],
] as const)('demand is %s by how often it occurs and how much its size varies', (demandClass, values) => {
  expect(classify(values)).toBe(demandClass);
});

test('unknown periods count neither as demand nor as its absence', () => {
  expect(classify([10, NaN, 10, NaN, 10, NaN, 10, NaN, 10, 10, 10, 10])).toBe('smooth');
});

test('an item without a single sale is intermittent', () => {
  expect(classify(new Array<number>(12).fill(0))).toBe('intermittent');
});

test('history starts at the first known value', () => {
  expect(history([NaN, NaN, 3, NaN, 4])).toEqual([3, NaN, 4]);
});

test('gaps are filled from the season before, otherwise by interpolation', () => {
  expect(filled([1, NaN, 3], 4)).toEqual([1, 2, 3]);
  expect(filled([1, 5, 1, NaN, 1, 5], 2)).toEqual([1, 5, 1, 5, 1, 5]);
});
