import { expect, test } from '@jest/globals';
import { forecastCsv, parseSeries } from '../../src/operations/forecast-csv.ts';
import { parts } from '../support/simulated-demand.ts';

test('a line is an id, a comma and values separated by blanks, NA = missing', () => {
  expect(parseSeries('a,1 2 NA 4\r\n\n"b c",5\nd,\n')).toEqual([
    { id: 'a', values: [1, 2, NaN, 4] },
    { id: 'b c', values: [5] },
    { id: 'd', values: [] },
  ]);
});

test('a header is skipped, also that of a table with a column per month', () => {
  expect(parseSeries('id,values\na,1 2')).toEqual([{ id: 'a', values: [1, 2] }]);
  expect(parseSeries('\uFEFFsku,2024-01,2024-02\r\na,1,2')).toEqual([{ id: 'a', values: [1, 2] }]);
});

test('an empty value between commas is missing, and an id may be quoted', () => {
  expect(parseSeries('a,1,,3,\n"b, ""large""","1 2 3"\nc, 4, 5')).toEqual([
    { id: 'a', values: [1, NaN, 3, NaN] },
    { id: 'b, "large"', values: [1, 2, 3] },
    { id: 'c', values: [4, 5] },
  ]);
});

test.each([
  ['a,1 2\nb', 'Line 2: no comma found.'],
  ['a;1 2', 'Line 1: no comma found.'],
  [
    'a,1 x',
    'Line 1: "x" is not a number. A line is an id, a comma and the values of a whole series, oldest first, separated by blanks.',
  ],
  ['a,1 Infinity', 'Line 1: "Infinity" is not a number.'],
  ['unique_id,ds,y\na,2024-01-01,5', 'Line 2: "2024-01-01" is not a number.'],
  ['a,1 1e300', 'Line 1: 1e300 is too large'],
  ['a,"1,5 2,5"', 'Line 1: values are separated by blanks or by commas, not by both'],
  ['\uFFFD\uFFFDa\0,\u00001\0', 'The file must be text in UTF-8.'],
  ['', 'There is no series in the file.'],
  ['id,values\n\n', 'There is no series in the file.'],
])('%j is refused with its line', (text, message) => {
  expect(() => parseSeries(text)).toThrow(message);
});

test('whatever the numbers, the forecast is finite and ordered', () => {
  const hostile = [
    'a,',
    'b,5',
    'c,NA NA',
    'd,0 0 0 0 0 0 0 0 0 0',
    'e,-5 -3 -1 1 3 5 7 9 11',
    'f,1e15 -1e15 1e15 -1e15 1e15 -1e15 1e15 -1e15 1e15',
    'g,1e-300 2e-300 1e-300 2e-300 1e-300 2e-300 1e-300 2e-300',
    'h,NA 1 NA NA 4 NA NA NA NA 9 NA',
  ];
  for (const line of forecastCsv(hostile.join('\n'), { season: 4, horizon: 6, level: 0.9 })) {
    const { mean, lower, upper, quantiles } = JSON.parse(line) as {
      mean: number[];
      lower: number[];
      upper: number[];
      quantiles: Record<string, number[]>;
    };
    mean.forEach((value, k) => {
      const row = [lower[k]!, ...Object.values(quantiles).map(at => at[k]!), upper[k]!];
      expect([value, ...row].every(Number.isFinite)).toBe(true);
      expect(row).toEqual(row.toSorted((a, b) => a - b));
    });
  }
});

test.each([
  [{ season: 0, horizon: 6, level: 0.8 }],
  [{ season: 12, horizon: 1.5, level: 0.8 }],
  [{ season: 12, horizon: 6, level: 1 }],
])('the settings %j are refused', settings => {
  expect(() => [...forecastCsv('a,1 2', settings)]).toThrow(/must/);
});

test('the output is a JSON line per series, in order: the interval, and the deciles, each as long as the horizon', () => {
  const text = parts(60)
    .series.map(({ id, history }) => `${id},${history.map(value => (Number.isNaN(value) ? 'NA' : value)).join(' ')}`)
    .join('\n');
  const lines = [...forecastCsv(text, { season: 12, horizon: 5, level: 0.8 })].map(line => JSON.parse(line));
  expect(lines.map(line => line.id)).toEqual(parts(60).series.map(({ id }) => id));
  for (const line of lines) {
    expect(Object.keys(line)).toEqual(['id', 'method', 'mean', 'lower', 'upper', 'quantiles']);
    expect(Object.keys(line.quantiles)).toEqual(['0.1', '0.2', '0.3', '0.4', '0.5', '0.6', '0.7', '0.8', '0.9']);
    for (const row of [line.mean, line.lower, line.upper, ...Object.values<number[]>(line.quantiles)])
      expect(row).toHaveLength(5);
    expect(line.lower).toEqual(line.quantiles['0.1']);
  }
});
