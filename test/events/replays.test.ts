import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { replaysOf } from '../../src/events/replays.ts';
import { sequence } from '../../src/events/sequencer.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();

test('many replays leave connections for the log itself, and share its reads', async () => {
  const tenants = [await world.tenant(), await world.tenant()];
  const { system, pools } = world.database;
  const pool = pools.background;
  for (const { id } of tenants)
    await sql`insert into events (organization_id, id, type, occurred_at, data)
      select ${id}, gen_random_uuid(), 'order.updated', now(), '{}' from generate_series(1, 10)`.execute(system);
  await sequence(system);
  const replays = replaysOf(world.database);
  let busiest = 0;
  let reads = 0;
  const count = () => {
    reads += 1;
    busiest = Math.max(busiest, pool.totalCount - pool.idleCount + pool.waitingCount);
  };
  pool.on('acquire', count);
  const asked = Array.from({ length: 400 }, (_, index) => replays.after(tenants[index % 2]!.id, index % 5));
  const answers = await Promise.all(asked);
  pool.off('acquire', count);
  expect(answers.map(({ events }) => events.map(({ position }) => position))).toEqual(
    asked.map((_, index) => Array.from({ length: 10 - (index % 5) }, (_, n) => (index % 5) + 1 + n)),
  );
  // Five positions in the log of each of two organizations.
  expect([busiest, reads]).toEqual([2, 10]);
});
