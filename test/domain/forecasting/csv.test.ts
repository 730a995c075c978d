import { expect, test } from '@jest/globals';
import { forecastCsv, parseSeries } from '../../../src/domain/forecasting/csv.ts';
import { parts } from '../../support/simulated-demand.ts';

test('a line is an id, a comma and values separated by blanks, NA = missing', () => {
  expect(parseSeries('a,1 2 NA 4\r\n\n"b c",5\nd,\n')).toEqual([{ id: 'a', values: [1, 2, NaN, 4] }, { id: 'b c', values: [5] }, { id: 'd', values: [] }]);
});

test('a header is skipped', () => {
  expect(parseSeries('id,values\na,1 2')).toEqual([{ id: 'a', values: [1, 2] }]);
});

test.each([['a,1 2\nb', 'Line 2: an id, a comma and the values are expected.'], ['a,1 x', 'Line 1: "x" is not a number.'], ['a,1 Infinity', 'Line 1: "Infinity" is not a number.']])('%j is refused by line', (text, message) => {
  expect(() => parseSeries(text)).toThrow(message);
});

test.each([[{ season: 0, horizon: 6, level: 0.8 }], [{ season: 12, horizon: 1.5, level: 0.8 }], [{ season: 12, horizon: 6, level: 1 }]])('the settings %j are refused', settings => {
  expect(() => [...forecastCsv('a,1 2', settings)]).toThrow(/must/);
});

test('a JSON line per series, in order: the band at the level, the deciles, each as long as the horizon', () => {
  const text = parts(60).series.map(({ id, history }) => `${id},${history.map(value => Number.isNaN(value) ? 'NA' : value).join(' ')}`).join('\n');
  const lines = [...forecastCsv(text, { season: 12, horizon: 5, level: 0.8 })].map(line => JSON.parse(line));
  expect(lines.map(line => line.id)).toEqual(parts(60).series.map(({ id }) => id));
  for (const line of lines) {
    expect(Object.keys(line)).toEqual(['id', 'method', 'mean', 'lower', 'upper', 'quantiles']);
    expect(Object.keys(line.quantiles)).toEqual(['0.1', '0.2', '0.3', '0.4', '0.5', '0.6', '0.7', '0.8', '0.9']);
    for (const row of [line.mean, line.lower, line.upper, ...Object.values<number[]>(line.quantiles)]) expect(row).toHaveLength(5);
    expect(line.lower).toEqual(line.quantiles['0.1']);
  }
});
