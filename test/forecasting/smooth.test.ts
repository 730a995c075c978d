import { expect, test } from '@jest/globals';
import { damped, smooth, theta } from '../../src/forecasting/smooth.ts';

const line = Array.from({ length: 30 }, (_, t) => 10 + 2 * t);

test('Theta continues with half the slope of the history', () => {
  const { path } = theta(line, 3);
  expect(path[2]! - path[1]!).toBeCloseTo(1, 9);
});

test('the damped trend flattens', () => {
  const path = damped(line, 12),
    steps = path.slice(1).map((value, k) => value - path[k]!);
  expect(steps[0]).toBeGreaterThan(1.5);
  for (let k = 1; k < steps.length; k++) expect(steps[k]).toBeLessThan(steps[k - 1]!);
});

test('a constant stays constant', () => {
  const { path, means } = smooth(new Array<number>(20).fill(7), 5);
  for (const value of [...path, ...means]) expect(value).toBeCloseTo(7, 6);
});

test('unknown periods are skipped', () => {
  const gappy = line.map((value, t) => (t % 3 === 1 ? NaN : value));
  damped(gappy, 6).forEach((value, k) => expect(Math.abs(value - damped(line, 6)[k]!)).toBeLessThan(3));
});

test('the result does not depend on the unit', () => {
  const values = [12, 15, 11, 18, 14, 19, 17, 22, 18, 25],
    large = smooth(
      values.map(value => 1e6 * value),
      4,
    );
  smooth(values, 4).path.forEach((value, k) => expect(large.path[k]! / 1e6).toBeCloseTo(value, 3));
});
