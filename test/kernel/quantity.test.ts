import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Refusal } from '../../src/kernel/errors.ts';
import { Quantity } from '../../src/kernel/quantity.ts';

const LIMIT = 999_999_999_999_999;
const amount = fc.integer({ min: -LIMIT, max: LIMIT }).map(units => units / 10_000);

test('a quantity converts back to the number that it was', () => {
  fc.assert(fc.property(amount, value => expect(Quantity.of(value).toNumber()).toBe(value === 0 ? 0 : value)));
});

test('sums are exact', () => {
  expect(Quantity.of(0.1).plus(Quantity.of(0.2)).toNumber()).toBe(0.3);
  fc.assert(
    fc.property(fc.integer({ min: -4e14, max: 4e14 }), fc.integer({ min: -4e14, max: 4e14 }), (a, b) => {
      expect(
        Quantity.of(a / 10_000)
          .plus(Quantity.of(b / 10_000))
          .toNumber(),
      ).toBe((a + b) / 10_000);
    }),
  );
});

test.each([1.00001, 1e11, 1e21, Number.NaN, Number.POSITIVE_INFINITY])('%p is no quantity', value => {
  expect(Quantity.isExact(value)).toBe(false);
});

test('there is one zero', () => {
  expect(Object.is(Quantity.of(-0).toNumber(), 0)).toBe(true);
  expect(Quantity.of(5).minus(Quantity.of(5)).negated().toNumber()).toBe(0);
});

test('a sum beyond the limit is refused, not rounded', () => {
  expect(() => Quantity.of(99_999_999_999.9999).plus(Quantity.of(0.0001))).toThrow(Refusal);
});
