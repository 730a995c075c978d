import { expect, test } from '@jest/globals';
import { tail } from '../../../../src/domain/planning/insights/statistics.ts';

// With variance = 2 x mean, P(demand >= n) has a closed form for a mean of 2: (n + 2) / 2^(n + 1).
test.each([1, 2, 5, 10, 30])('the chance of a demand of at least %d', quantity => {
  expect(tail(2, 4, quantity)).toBeCloseTo((quantity + 2) / 2 ** (quantity + 1), 12);
});

// Counted one by one, each of these would hold up the process for minutes.
test('the largest quantities are as improbable as they are, and cost no more than others', () => {
  expect(tail(5, 10, 99_999_999_999)).toBeLessThan(1e-9);
  expect(tail(0.05, 0.05, 99_999_999_999)).toBeLessThan(1e-9);
  for (const variance of [1e6, 1e12, 1e22]) expect(tail(100, variance, 99_999_999_999)).toBeLessThan(2e-9);
  expect(tail(1e9, 1e9, 99_999_999_999)).toBe(0);
});
