import { Worker } from 'node:worker_threads';
import { expect, test } from '@jest/globals';
import { calibrateDemand, type DemandDay, type DemandRequest, forecastDemand } from '../../src/forecasting/demand.ts';
import { randomNumbers } from '../../src/forecasting/random.ts';
import { chanceOfMore } from '../../src/forecasting/totals.ts';
import { dailyRetail } from '../support/simulated-demand.ts';
import { sliceOf } from '../support/slice.ts';

const START = Date.UTC(2025, 0, 6);
const dateOf = (day: number) => new Date(START + day * 86_400_000).toISOString().slice(0, 10);
/** NaN: out of stock. */
const daysOf = (values: readonly number[]): DemandDay[] =>
  values.map((value, day) => ({
    date: dateOf(day),
    quantity: Number.isNaN(value) ? 0 : value,
    inStock: !Number.isNaN(value),
  }));
const forecast = (values: readonly number[], more: Partial<DemandRequest> = {}) =>
  forecastDemand({ daily: daysOf(values), horizonDays: 14, level: 0.8, ...more });

const often = Array.from({ length: 120 }, (_, day) => 20 + 5 * (day % 7));
const seldom = Array.from({ length: 120 }, (_, day) => (day % 5 === 0 ? 2 : 0));

test('daily sellers are forecast by day, from the day after the last complete one', () => {
  const { granularity, points, demandClass, history } = forecast(often);
  expect({ granularity, demandClass, history }).toEqual({
    granularity: 'day',
    demandClass: 'smooth',
    history: { from: dateOf(0), to: dateOf(119), buckets: 120, stockoutBucketsMasked: 0 },
  });
  expect(points.map(point => point.date)).toEqual(Array.from({ length: 14 }, (_, k) => dateOf(120 + k)));
  points.forEach((point, k) => expect(Math.abs(point.mean - (20 + 5 * ((120 + k) % 7)))).toBeLessThan(1));
});

test('slow sellers are forecast by week, the last week cut at the horizon', () => {
  const { granularity, points, total } = forecast(seldom, { horizonDays: 10 });
  expect(granularity).toBe('week');
  expect(points.map(({ date, days }) => [date, days])).toEqual([
    [dateOf(120), 7],
    [dateOf(127), 3],
  ]);
  expect(total.mean).toBeCloseTo(points[0]!.mean + points[1]!.mean, 9);
  expect(total.mean).toBeGreaterThan(3);
  expect(total.mean).toBeLessThan(5);
});

test('days without a row had no sales; days after the last complete one are ignored', () => {
  const sales = daysOf(seldom).filter(day => day.quantity > 0);
  expect(forecastDemand({ daily: sales, through: dateOf(119), horizonDays: 14, level: 0.8 })).toEqual(forecast(seldom));
  expect(
    forecastDemand({
      daily: [...daysOf(seldom), { date: dateOf(120), quantity: 999, inStock: true }],
      through: dateOf(119),
      horizonDays: 14,
      level: 0.8,
    }),
  ).toEqual(forecast(seldom));
});

test('days out of stock do not count as low demand, and are reported', () => {
  const emptied = often.map((value, day) => (day >= 60 && day < 95 ? NaN : value)),
    { history, warnings, total } = forecast(emptied);
  expect(history.stockoutBucketsMasked).toBe(35);
  expect(warnings[0]).toBe('35 days without stock left out: sales then say nothing about demand.');
  expect(Math.abs(total.mean / forecast(often).total.mean - 1)).toBeLessThan(0.05);
});

test('a week mostly out of stock is masked, one with a day out of stock is scaled up', () => {
  const random = randomNumbers(3),
    weekly = Array.from({ length: 140 }, () => (random() < 0.3 ? 7 : 0)),
    out = weekly.map((value, day) => (day >= 70 && day < 77 ? NaN : day === 83 ? NaN : value));
  expect(forecast(out).history).toMatchObject({ buckets: 20, stockoutBucketsMasked: 1 });
});

test('intervals and totals are ordered; totals are narrower than the sum of the days', () => {
  const random = randomNumbers(5),
    { points, total, totals } = forecast(
      often.map(value => Math.round(value * (0.5 + random()))),
      { totalDays: [1, 7], level: 0.9 },
    );
  for (const { lower, p10, p50, p90, upper } of [...points, total, ...totals]) {
    const row = [lower, p10, p50, p90, upper];
    expect(row).toEqual([...row].sort((a, b) => a - b));
  }
  expect(totals.map(({ days }) => days)).toEqual([1, 7]);
  expect(total.p90).toBeLessThan(points.reduce((sum, point) => sum + point.p90, 0));
});

test('the probability of more demand falls from almost one to almost zero', () => {
  const random = randomNumbers(5),
    { total } = forecast(often.map(value => Math.round(value * (0.5 + random()))));
  expect(chanceOfMore(total, 0)).toBeCloseTo(0.995, 9);
  expect(chanceOfMore(total, total.p50)).toBeCloseTo(0.5, 6);
  expect(chanceOfMore(total, 1e6)).toBeCloseTo(0.005, 9);
});

test('accuracy is measured on earlier periods, and unknown without them', () => {
  const random = randomNumbers(2),
    { accuracy } = forecast(often.map(value => Math.round(value * (0.5 + random()))));
  expect(accuracy).toMatchObject({ origins: 3, beatsNaive: true });
  expect(accuracy.mase).toBeLessThan(1);
  expect(forecast([3, 4, 5]).accuracy).toEqual({
    wape: null,
    mase: null,
    bias: null,
    coverage: null,
    origins: 0,
    beatsNaive: null,
  });
});

test.each([
  ['no history', [], 'There is no history to forecast from.'],
  ['a short one', [3, 4, 5], 'Only 3 days of history: the forecast is a plain average.'],
  ['no sales', new Array<number>(70).fill(0), 'Nothing was ever sold.'],
  ['never in stock', new Array<number>(70).fill(NaN), 'There is no history to forecast from.'],
] as const)('%s is answered with a warning', (_, values, warning) => {
  const { points, warnings } = forecast(values);
  expect(warnings).toContain(warning);
  for (const point of points)
    expect(Object.values(point).every(value => typeof value === 'string' || Number.isFinite(value))).toBe(true);
});

test('a calibration is plain data that gives the same forecasts in a worker thread', async () => {
  const items = dailyRetail(120).series.map(({ history }) => daysOf(history)),
    calibration = calibrateDemand(items, 28);
  expect(JSON.parse(JSON.stringify(calibration))).toEqual(calibration);
  const request: DemandRequest = { daily: items[0]!, horizonDays: 28, level: 0.8, calibration };
  const program = `import { parentPort, workerData } from 'node:worker_threads';
    import { forecastDemand } from ${JSON.stringify(new URL('../../src/forecasting/demand.ts', import.meta.url).href)};
    parentPort.postMessage(forecastDemand(workerData));`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), { workerData: request });
  const answer = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  expect(answer).toEqual(forecastDemand(request));
});

test('with a year of many items, a December peak is forecast even for an item too young to have had one', () => {
  const random = randomNumbers(4),
    christmas = (day: number) => (dateOf(day).slice(5, 7) === '12' ? 3 : 1);
  const days = 20 * 30 + 60,
    item = () => Array.from({ length: days }, (_, day) => (random() < 0.25 * christmas(day) ? 1 : 0));
  const items = Array.from({ length: 60 }, () => daysOf(item())),
    through = '2026-11-22';
  const calibration = calibrateDemand(items, 56, through),
    young = items[0]!.filter(({ date }) => date > '2026-05-01');
  const { points } = forecastDemand({ daily: young, through, horizonDays: 42, level: 0.8, calibration });
  expect(calibration.weekIndex).toHaveLength(52);
  expect(points.at(-1)!.mean).toBeGreaterThan(1.5 * points[0]!.mean);
});

// ---- what changes at once ----

/** Items of a shop, open every day, each at a rate of its own (3 to 11 a day) times `factor` of the day. */
function shop(count: number, days: number, factor: (day: number, item: number) => number, seed = 11) {
  const uniform = randomNumbers(seed);
  const poisson = (rate: number): number => {
    let units = 0;
    for (let product = uniform(), limit = Math.exp(-rate); product > limit; product *= uniform()) units++;
    return units;
  };
  return Array.from({ length: count }, (_, item) => {
    const rate = 3 + 8 * uniform();
    return { rate, daily: daysOf(Array.from({ length: days }, (_day, day) => poisson(rate * factor(day, item)))) };
  });
}

/** Forecasts of 28 days as a share of the rates of all of them: alone and learned together. */
function shares(items: ReturnType<typeof shop>, of = items) {
  const calibration = calibrateDemand(
    items.map(({ daily }) => daily),
    90,
  );
  const share = (own: typeof calibration | null) =>
    of.reduce(
      (sum, { daily }) => sum + forecastDemand({ daily, horizonDays: 28, level: 0.9, calibration: own }).total.mean,
      0,
    ) / of.reduce((sum, { rate }) => sum + 28 * rate, 0);
  return { alone: share(null), together: share(calibration) };
}

test('what is not sold any more is not forecast for months', () => {
  for (const days of [30, 60]) {
    const items = shop(60, 300, (day, item) => (item % 4 === 0 && day >= 300 - days ? 0 : 1));
    const { alone, together } = shares(
      items,
      items.filter((_, item) => item % 4 === 0),
    );
    expect([days, alone < 0.01, together < 0.01]).toEqual([days, true, true]);
  }
});

const CHANGES = [42, 84].flatMap(days => [0.5, 2].map(factor => [factor, days] as const));
test.each(sliceOf(CHANGES, 4))(
  'a level that changed for all items by %s, %s days ago, is forecast once, not twice',
  (factor, days) => {
    const { alone, together } = shares(shop(60, 400, day => (day >= 400 - days ? factor : 1)));
    for (const share of [alone, together]) expect(Math.abs(share / factor - 1)).toBeLessThan(0.12);
  },
);

test('a new item of an organization with few is not taken for a trend', () => {
  const items = shop(40, 14, () => 1);
  const off = items.map(({ rate, daily }) =>
    Math.abs(forecastDemand({ daily, horizonDays: 28, level: 0.9 }).total.mean - 28 * rate),
  );
  const rates = items.map(({ rate }) => 28 * rate);
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  expect(total(off) / total(rates)).toBeLessThan(0.2);
});

test('the last season again is what is forecast where that is the method, not the mean of all history', () => {
  // Sold until three months ago: nothing was sold since, and that is what repeats.
  const slow = shop(60, 400, (day, item) => (item % 4 === 0 && day >= 310 ? 0 : 0.05));
  const calibration = calibrateDemand(
    slow.map(({ daily }) => daily),
    90,
  );
  const repeated = slow
    .map(({ daily }) => forecastDemand({ daily, horizonDays: 28, level: 0.9, calibration }))
    .filter(({ method }) => method === 'seasonal_naive');
  expect(repeated.length).toBeGreaterThan(3);
  for (const { points } of repeated) expect(points.map(({ mean }) => mean)).toEqual(points.map(({ p50 }) => p50));
});
