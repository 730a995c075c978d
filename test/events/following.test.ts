import { expect, test } from '@jest/globals';
import type { CompiledQuery } from 'kysely';
import pino from 'pino';
import { openEventStream } from '../../src/events/stream.ts';
import type { Db } from '../../src/kernel/unit.ts';
import { until } from '../support/live.ts';
import { adjust, makeStock } from '../support/make.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();

/** The same, which tells of its statements. */
function heard(db: Db, tell: (text: string) => void): Db {
  const executor = db.getExecutor();
  const told = new Proxy(executor, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        if (name === 'executeQuery') tell((given[0] as CompiledQuery).sql);
        return (value as (...all: unknown[]) => unknown).apply(target, given);
      };
    },
  });
  return new Proxy(db, {
    get(target, name) {
      if (name === 'getExecutor') return () => told;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

const WRITES = 10;

/** How often events were read, and in how many rounds, while a few changes were made one by one. */
async function readsWhile({ isFollowed }: { isFollowed: boolean }): Promise<{ reads: number; rounds: number }> {
  let reads = 0;
  const background = heard(world.database.background, text => void (reads += Number(text.includes('pg_column_size'))));
  const stream = await openEventStream({ ...world.database, background }, pino({ level: 'silent' }));
  let rounds = 0;
  stream.onEvents(() => void (rounds += 1));
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 50);
  if (isFollowed) await stream.subscribe(tenant.id);
  for (let count = 1; count <= WRITES; count += 1) {
    const before = rounds;
    await adjust(tenant, variant, location, -1);
    await until(() => rounds > before);
  }
  await stream.close();
  return { reads, rounds };
}

test('what a process has numbered it reads once, though it is told of it twice', async () => {
  const { reads, rounds } = await readsWhile({ isFollowed: true });
  expect(reads).toBeGreaterThanOrEqual(WRITES);
  // Some more if it is polled in between.
  expect(reads).toBeLessThan(1.5 * rounds);
});

test('a process that nobody follows reads nothing, but says that there are events', async () => {
  const { reads, rounds } = await readsWhile({ isFollowed: false });
  expect(rounds).toBeGreaterThanOrEqual(WRITES);
  // Only if it is polled in between.
  expect(reads).toBeLessThan(rounds / 2);
});
