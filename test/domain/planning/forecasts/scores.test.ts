import { expect, test } from '@jest/globals';
import { settled } from '../../../../src/domain/planning/forecasts/scores.ts';

/* Forecasts compared with sales. Without a database: storing is tested in the tests of forecasts. */

const date = (day: number) => new Date(Date.UTC(2026, 0, 5 + day)).toISOString().slice(0, 10);
const sold = (day: number, quantity: number) => ({ date: date(day), quantity, inStock: true });
const NOTHING = { days: 0, expected: 0, actual: 0, missed: 0, squares: 0 };
const first = { date: date(1), days: 1, expected: 4 };

test('a day that is over is compared with actual sales, and the next is begun', () => {
  const open = [{ date: date(0), days: 1, expected: 3 }];
  expect(settled({ ...NOTHING, open }, { daily: [sold(0, 5)], first, today: date(1) })).toEqual({
    record: null,
    over: [{ date: date(0), days: 1, expected: 3, actual: 5 }],
    begun: first,
  });
});

test('a stock-out day only counts if something was sold; a week is over once all its days are', () => {
  const open = [{ date: date(0), days: 1, expected: 3 }];
  const out = { date: date(0), quantity: 0, inStock: false };
  const actualOf = (daily: Parameters<typeof settled>[1]['daily']) =>
    settled({ ...NOTHING, open }, { daily, first, today: date(1) }).over.map(({ actual }) => actual);
  expect([actualOf([out]), actualOf([out, sold(0, 2)]), actualOf([])]).toEqual([[null], [2], [0]]);
  const week = { ...NOTHING, open: [{ date: date(0), days: 7, expected: 3 }] };
  expect(settled(week, { daily: [sold(2, 2)], first, today: date(6) })).toEqual({
    record: null,
    over: [],
    begun: undefined,
  });
  expect(settled(week, { daily: [sold(2, 2), sold(7, 9)], first, today: date(7) }).over).toMatchObject([{ actual: 2 }]);
});

test('the record shows bias and WAPE, and drift only if chance does not explain it', () => {
  const record = (sums: Omit<typeof NOTHING, 'open'>) =>
    settled({ ...sums, open: [] }, { daily: [], first, today: date(1) }).record;
  expect(record({ days: 13, expected: 9, actual: 1, missed: 8, squares: 1 })).toBeNull();
  // Twenty-eight days, each 1 too high of 4: the sum is 28, its standard error the root of 28.
  expect(record({ days: 28, expected: 140, actual: 112, missed: 28, squares: 28 })).toEqual({
    days: 28,
    expected: 140,
    actual: 112,
    bias: 0.25,
    wape: 0.25,
    drift: 'The forecast drifts: over the last 28 days it was 28 (25 %) above the actual demand.',
  });
  // The same total error, from a few large ones.
  expect(record({ days: 28, expected: 140, actual: 112, missed: 60, squares: 400 })?.drift).toBeNull();
  expect(record({ days: 28, expected: 5, actual: 0, missed: 5, squares: 1 })).toMatchObject({
    bias: null,
    wape: null,
    drift: expect.stringContaining('5 above'),
  });
});
