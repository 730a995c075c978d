import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { IN_ORDER, NUMBERING, ROUND_MAX, sequence } from '../../src/events/sequencer.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();

/** Adds events of the organization that have no position yet. */
const addEvents = (organizationId: string, count: number) =>
  sql`insert into events (organization_id, id, type, occurred_at, data)
    select ${organizationId}, gen_random_uuid(), 'order.updated', now(), '{}'
    from generate_series(1, ${count}::int)`.execute(world.database.system);

test('a round takes at most a thousand events, and says whether it left some', async () => {
  const { system } = world.database;
  while ((await sequence(system)).more);
  const { id } = await world.tenant();
  await addEvents(id, ROUND_MAX + 1);
  const [first, second, third] = [await sequence(system), await sequence(system), await sequence(system)];
  expect(first).toMatchObject({ numbered: ROUND_MAX, more: true });
  expect(second).toEqual({ numbered: 1, last: first.last + 1, more: false });
  expect(third).toEqual({ numbered: 0, last: 0, more: false });
});

test('a new event is found by its key, though the log has grown since it was planned for', async () => {
  const { system } = world.database;
  const { id } = await world.tenant();
  await addEvents(id, 2000);
  while ((await sequence(system)).more);
  await addEvents(id, 1);
  const pages = await system.transaction().execute(async transaction => {
    await sql`select ${IN_ORDER}`.execute(transaction);
    const { rows } = await sql<{
      'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }];
    }>`
      explain (analyze, buffers, timing off, format json) ${NUMBERING}`.execute(transaction);
    const { Plan } = rows[0]!['QUERY PLAN'][0];
    return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
  });
  expect(pages).toBeLessThan(100);
});
