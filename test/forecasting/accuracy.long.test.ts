import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';

/** The benchmark's results, from a process of its own: in jest's sandbox arithmetic takes ten times as long. */
const measured = JSON.parse(
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'bench/forecast.ts', '--json'], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  }),
);

test('M3: better than every entrant by sMAPE, and intervals with the stated coverage', () => {
  const { smape, mase, wql, coverage, coverage95 } = measured.m3;
  expect(smape).toBeLessThanOrEqual(13.8);
  expect(mase).toBeLessThanOrEqual(0.863);
  expect(wql).toBeLessThanOrEqual(0.0945);
  expect(Math.abs(coverage - 0.805)).toBeLessThanOrEqual(0.025);
  expect(Math.abs(coverage95 - 0.95)).toBeLessThanOrEqual(0.02);
});

test('spare parts: by their distribution, not by zeros', () => {
  // A forecast of zero sales has a WQL of 1.
  expect(measured.parts.wql).toBeLessThan(0.92);
  expect(measured.parts.rmsse).toBeLessThan(0.68);
});

test('retail and counts: far below the naive error', () => {
  expect(measured.dailyRetail.mase).toBeLessThan(0.87);
  expect(measured.weeklyRetail.mase).toBeLessThan(0.8);
  expect(measured.hospital.mase).toBeLessThan(0.82);
});
