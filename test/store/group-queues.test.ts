import { expect, jest, test } from '@jest/globals';
import { Groups } from '../../src/store/groups.ts';
import { times } from '../support/documents.ts';

/* Which commands run together, without a database: in some of these the time is set. */

test('those that come back from a transaction do not run one by one beside a large one', async () => {
  const runs: { size: number; end(): void }[] = [];
  const groups = new Groups<number>(
    members =>
      new Promise(resolve => {
        runs.push({ size: members.length, end: () => resolve([...members]) });
      }),
    () => true,
  );
  const join = (many: number) => times(many, 0).forEach(number => void groups.join('kind', undefined, number));
  const begun = async () => {
    await new Promise(resolve => setImmediate(resolve));
    return runs.map(({ size }) => size);
  };
  join(8);
  expect(await begun()).toEqual([1, 1]);
  runs[0]!.end();
  expect(await begun()).toEqual([1, 1, 6]);
  runs[1]!.end();
  await begun();
  join(5);
  expect(await begun()).toEqual([1, 1, 6]);
  join(1);
  expect(await begun()).toEqual([1, 1, 6, 6]);
  join(1);
  runs[2]!.end();
  expect(await begun()).toEqual([1, 1, 6, 6]);
  runs[3]!.end();
  expect(await begun()).toEqual([1, 1, 6, 6, 1]);
  runs[4]!.end();
});

test('a group with an unknown outcome is not run again', async () => {
  const runs: number[] = [];
  const groups = new Groups<number>(
    async members => {
      runs.push(members.length);
      await new Promise(resolve => setImmediate(resolve));
      if (members.length > 1) throw new Error('the connection was lost');
      return [...members];
    },
    () => false,
  );
  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, (_, number) => groups.join('kind', undefined, number)),
  );
  expect(runs).toEqual([1, 1, 4]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
    'rejected',
    'rejected',
  ]);
});

test('after a slow group its kind runs alone, and a command behind a thousand others is refused', async () => {
  const runs: number[] = [];
  const groups = new Groups<number>(
    async members => {
      runs.push(members.length);
      await new Promise(resolve => setTimeout(resolve, members.length > 1 ? 1100 : 10));
      return [...members];
    },
    () => true,
  );
  const join = (number: number) => groups.join('kind', undefined, number);
  jest.useFakeTimers();
  try {
    for (const numbers of [
      [0, 1, 2, 3, 4, 5],
      [1, 2, 3, 4],
    ]) {
      const joined = Promise.all(numbers.map(join));
      await jest.advanceTimersByTimeAsync(1200);
      expect(await joined).toEqual(numbers);
    }
  } finally {
    jest.useRealTimers();
  }
  expect(runs).toEqual([1, 1, 4, 1, 1, 1, 1]);
  const stuck = new Groups<number>(
    () => new Promise(() => undefined),
    () => true,
  );
  for (let number = 0; number < 1002; number += 1)
    void stuck.join('kind', number < 2 ? undefined : 'same', number).catch(() => undefined);
  await expect(stuck.join('kind', 'same', 1)).rejects.toMatchObject({ code: 'unavailable' });
});

test('commands that run alone do not take every connection, and all get their outcome', async () => {
  let running = 0;
  let most = 0;
  const groups = new Groups<number>(
    async members => {
      running += members.length === 1 ? 1 : 0;
      most = Math.max(most, running);
      await new Promise(resolve => setImmediate(resolve));
      running -= members.length === 1 ? 1 : 0;
      if (members.some(member => member % 3 === 0)) throw new Error('short');
      return [...members];
    },
    () => true,
    5,
  );
  const outcomes = await Promise.allSettled(
    Array.from({ length: 200 }, (_, number) => groups.join('kind', undefined, number)),
  );
  expect(outcomes.map(each => (each.status === 'fulfilled' ? each.value : 'short'))).toEqual(
    outcomes.map((_, number) => (number % 3 === 0 ? 'short' : number)),
  );
  expect(most).toBe(5);
});

test('a command that has waited ten seconds is told that the service is busy', async () => {
  jest.useFakeTimers();
  try {
    const groups = new Groups<number>(
      () => new Promise(() => undefined),
      () => true,
    );
    const stuck = [groups.join('kind', undefined, 1), groups.join('kind', undefined, 2)];
    const waiting = groups.join('kind', undefined, 3);
    const told = expect(waiting).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The service is busy; try again shortly.',
    });
    await jest.advanceTimersByTimeAsync(10_000);
    await told;
    expect(await Promise.race([...stuck, Promise.resolve('still at work')])).toBe('still at work');
  } finally {
    jest.useRealTimers();
  }
});
