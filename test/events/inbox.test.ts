import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { Inbox } from '../../src/events/inbox.ts';
import type { LoggedEvent } from '../../src/events/log.ts';
import { sequenced, until } from '../support/live.ts';
import { type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();

/** Logs this many events at once. */
async function tell(tenant: Tenant, count: number): Promise<void> {
  const { system } = world.database;
  await sql`insert into events (organization_id, id, type, occurred_at, data) select ${tenant.id}, gen_random_uuid(),
    'order.updated', now(), '{}' from generate_series(1, ${count}::int)`.execute(system);
  await sequenced(system, tenant);
}

async function follower(tenant: Tenant) {
  const { app } = await world.serve();
  const following = { overrun: false };
  const events = await app.events.subscribe(tenant.id, { overrun: () => (following.overrun = true) });
  return Object.assign(following, { events });
}

test('a consumer that reads nothing is overrun, and its events end', async () => {
  const tenant = await world.tenant();
  const stuck = await follower(tenant);
  await tell(tenant, 1000);
  expect(stuck.overrun).toBe(false);
  await tell(tenant, 1500);
  await until(() => stuck.overrun);
  expect(await stuck.events.next()).toEqual({ done: true, value: undefined });
});

test('a late consumer finds in the log what was too much to buffer, in order', async () => {
  const tenant = await world.tenant();
  const late = await follower(tenant);
  await tell(tenant, 1800);
  const { rows } = await sql<{
    last: number;
  }>`select max(position) as last from events where organization_id = ${tenant.id}`.execute(world.database.system);
  const { last } = rows[0]!;
  const positions: number[] = [];
  while (positions.at(-1) !== last)
    positions.push(((await late.events.next()) as { value: { position: number } }).value.position);
  expect(positions.length).toBeGreaterThanOrEqual(1800);
  expect(positions).toEqual(
    Array.from({ length: positions.length }, (_, index) => last - positions.length + 1 + index),
  );
  expect(late.overrun).toBe(false);
  await late.events.return!();
});

test('a consumer that is always slightly behind is never overrun, however much it has received in all', () => {
  let overrun = false;
  const inbox = new Inbox(() => (overrun = true));
  const event = (position: number) => ({ position }) as LoggedEvent;
  const mebibyte = 1024 * 1024;
  inbox.push(event(1), mebibyte);
  for (let position = 2; position <= 50; position += 1) {
    inbox.push(event(position), mebibyte);
    expect(inbox.take()).toEqual(event(position - 1));
  }
  expect([inbox.spilled, overrun]).toEqual([false, false]);
  // Four of them fit, and no fifth.
  for (let position = 51; position <= 53; position += 1) inbox.push(event(position), mebibyte);
  expect(inbox.spilled).toBe(false);
  inbox.push(event(54), 1);
  expect(inbox.spilled).toBe(true);
});
