import { expect, jest, test } from '@jest/globals';
import pino from 'pino';
import { type Chore, startChores } from '../../src/operations/chores.ts';
import type { OpenDatabase } from '../../src/store/open-database.ts';

test('a chore that failed is done again after a quarter of an hour, and then when it is due', async () => {
  const MINUTE_MS = 60_000;
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  try {
    const ran: number[] = [];
    const started = performance.now();
    const failingOnce: Chore = {
      name: 'failing once',
      everyMs: 60 * MINUTE_MS,
      async run() {
        ran.push(Math.round((performance.now() - started) / MINUTE_MS));
        if (ran.length === 1) throw new Error('It failed.');
      },
    };
    const failures: boolean[] = [];
    const database = { alone: <R>(_lock: number, work: () => Promise<R>) => work() } as OpenDatabase;
    const log = pino({ level: 'silent' });
    const stop = startChores(database, log, [failingOnce], (_chore, failed) => failures.push(failed));
    await jest.advanceTimersByTimeAsync(80 * MINUTE_MS);
    await stop();
    expect(ran).toEqual([0, 15, 75]);
    expect(failures).toEqual([true, false, false]);
  } finally {
    jest.useRealTimers();
  }
});
