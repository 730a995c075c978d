import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { forecastAll } from '../src/forecasting/forecast.ts';
import { scoresOf } from '../test/support/scores.ts';
import {
  dailyRetail,
  type Held,
  hospital,
  parts,
  type SimulatedSet,
  weeklyRetail,
} from '../test/support/simulated-demand.ts';

/*
 * Forecast accuracy: on the M3 competition beside published results, and on simulated sets of the kinds of demand that
 * M3 lacks. `npm run bench:forecast`; --json prints only what was measured. The published rows are not computed here.
 */

/** sMAPE, MASE, WQL, coverage of the 80 % and 95 % intervals; null if not published. */
type Row = readonly [
  name: string,
  smape: number | null,
  mase: number | null,
  wql: number | null,
  in80: number | null,
  in95: number | null,
];

const PUBLISHED: readonly Row[] = [
  ['THETA (entrant)', 13.89, 0.858, null, null, null],
  ['ForecastPro (entrant)', 13.9, 0.848, null, null, null],
  ['COMB (entrant)', 14.47, 0.896, null, null, null],
  ['DAMPEN (entrant)', 14.58, 0.908, null, null, null],
  ['SINGLE (entrant)', 15.3, 0.974, null, null, null],
  ['NAIVE2 (entrant)', 16.89, 1.037, null, null, null],
  ['seasonal naive', 17.23, 1.146, 0.149, null, null],
  ['AutoETS (statsforecast)', null, 0.863, 0.093, null, null],
  ['AutoTheta (statsforecast)', null, 0.855, 0.095, null, null],
  ['Chronos-Bolt base', null, 0.851, 0.093, null, null],
  ['ets (R)', null, null, null, 0.777, 0.92],
];

const line = (...cells: string[]) => cells.map((cell, i) => (i === 0 ? cell.padEnd(27) : cell.padStart(9))).join('');
const figure = (value: number | null, decimals: number) => (value === null ? '-' : value.toFixed(decimals));
const percent = (value: number | null) => (value === null ? '-' : (100 * value).toFixed(1));

function m3(): Held[] {
  const rows = gunzipSync(readFileSync(new URL('data/m3_monthly.csv.gz', import.meta.url)))
    .toString()
    .trim()
    .split('\n')
    .slice(1);
  const numbers = (text: string) => text.split(' ').map(Number);
  return rows
    .map(row => row.split(','))
    .map(cells => ({ id: cells[0]!, history: numbers(cells[6]!), later: numbers(cells[7]!) }));
}

/** The forecasts, and how many series per second of processor time, calibration included. */
function timed(held: readonly Held[], season: number, level: number) {
  const start = process.cpuUsage(),
    forecasts = forecastAll(
      held.map(({ history }) => history),
      { season, horizon: held[0]!.later.length, level },
    );
  const { user, system } = process.cpuUsage(start);
  return { forecasts, perSecond: (held.length / (user + system)) * 1e6 };
}

const held = m3(),
  at95 = timed(held, 12, 0.95).forecasts,
  // Between the outer deciles.
  at80 = at95.map(forecast => ({ ...forecast, lower: forecast.quantiles['0.1']!, upper: forecast.quantiles['0.9']! })),
  scored = { ...scoresOf(held, at80, 12), coverage95: scoresOf(held, at95, 12).coverage };
const simulated: { readonly [name: string]: SimulatedSet } = {
  parts: parts(1500),
  dailyRetail: dailyRetail(500),
  weeklyRetail: weeklyRetail(600),
  hospital: hospital(500),
};
const scores = Object.fromEntries(
  Object.entries(simulated).map(([name, { season, series }]) => [
    name,
    scoresOf(series, timed(series, season, 0.8).forecasts, season),
  ]),
);

if (process.argv.includes('--json')) console.log(JSON.stringify({ m3: scored, ...scores }));
else {
  console.log(`M3 monthly, ${held.length} series, 18 months ahead\n`);
  console.log(line('', 'sMAPE', 'MASE', 'WQL', 'in 80 %', 'in 95 %'));
  for (const [name, smape, mase, wql, in80, in95] of [
    ...PUBLISHED,
    ['stockwright', scored.smape, scored.mase, scored.wql, scored.coverage, scored.coverage95] as const,
  ]) {
    console.log(line(name, figure(smape, 2), figure(mase, 3), figure(wql, 4), percent(in80), percent(in95)));
  }
  console.log(`\n${Math.round(timed(held, 12, 0.95).perSecond)} series per second of one core, calibration included\n`);
  console.log(line('simulated', 'MASE', 'WQL', 'RMSSE', 'bias %', 'in 80 %'));
  for (const [name, { mase, wql, rmsse, bias, coverage }] of Object.entries(scores))
    console.log(line(name, figure(mase, 3), figure(wql, 3), figure(rmsse, 3), percent(bias), percent(coverage)));
}
