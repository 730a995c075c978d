import { expect, test } from '@jest/globals';
import { distributionQuantiles, empirical } from '../../src/forecasting/intermittent.ts';

test('a value k periods ago has weight (1 - alpha)^k', () => {
  const { values, weights, mean } = empirical([4, NaN, 2], 0.5);
  expect(values).toEqual([2, 4]);
  expect(weights[0]).toBeCloseTo(0.8, 12);
  expect(mean).toBeCloseTo(2.4, 12);
});

test('demand that has ended fades out', () => {
  expect(empirical([...new Array<number>(20).fill(5), ...new Array<number>(30).fill(0)], 0.1).mean).toBeLessThan(0.25);
});

test('a quantile is a quantity that was sold', () => {
  expect(
    distributionQuantiles(empirical([0, 0, 3, 0, 0, 8, 0, 0, 0, 3], 1e-9), undefined, [0.1, 0.69, 0.71, 0.95], true),
  ).toEqual([0, 0, 3, 8]);
});

test('sales of other series count half, in whole units for goods sold in whole units', () => {
  const own = empirical([0, 2, 0, 2], 1e-9),
    bin = { upTo: 9, ratios: [0, 0, 2.6, 2.6] };
  expect(distributionQuantiles(own, bin, [0.4, 0.7, 0.9], true)).toEqual([0, 2, 3]);
  expect(distributionQuantiles(own, bin, [0.9], false)[0]).toBeCloseTo(2.6, 6);
});
