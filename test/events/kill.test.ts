import { afterAll, afterEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { LOCKS } from '../../src/store/locks.ts';
import { createWebhookSubscription } from '../../src/webhooks/subscriptions.ts';
import { type Child, startChild } from '../support/child.ts';
import { clientOf } from '../support/http.ts';
import { follow, until } from '../support/live.ts';
import { makeStock } from '../support/make.ts';
import { endLeases, eventIdOf, openReceiver } from '../support/receiver.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld({ processes: true });
const stops: (() => Promise<unknown>)[] = [];

let running: Child | undefined;
/** The running service; after a kill, a new one. */
const service = async (): Promise<Child> => (running ??= await startChild(world));
async function kill(): Promise<void> {
  await running?.kill();
  running = undefined;
}

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
afterAll(kill);

test('after a kill between commit and sequencing, a second process publishes the event, over sockets and webhooks', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 50);
  const to = await openReceiver();
  stops.push(() => to.close());
  await tenant.run(createWebhookSubscription, { url: to.url, events: ['inventory.updated'] });
  const first = await service();
  await until(() => to.received.length === 1);

  // Nobody can assign positions while this is held, so what is committed now waits.
  const holder = new pg.Client({ connectionString: world.url });
  await holder.connect();
  await holder.query(`select pg_advisory_lock(${LOCKS.sequencing})`);
  const client = clientOf(first.url, await tenant.key());
  for (let index = 0; index < 10; index += 1) {
    const { status } = await client('POST /api/v1/inventory_adjustments', {
      sku: variant.sku,
      location_id: location.id,
      quantity_change: -1,
    });
    expect(status).toBe(201);
  }
  await kill();
  await holder.end();
  expect(to.received).toHaveLength(1);

  const second = await service();
  const live = follow<{ position: number }>(
    second.url,
    await tenant.key('read'),
    'inventoryUpdated(after: 4)',
    '{ position }',
  );
  await until(() => to.received.length === 11 && live.seen.length === 10);
  expect(live.seen.map(({ position }) => position)).toEqual(Array.from({ length: 10 }, (_, index) => index + 5));
  expect(new Set(to.received.map(eventIdOf)).size).toBe(11);
  live.stop();
});

test('after a kill during a delivery, another process delivers it when the lease of 30 seconds ends', async () => {
  const tenant = await world.tenant();
  let answering = false;
  const to = await openReceiver(() => ({ status: 200, afterMs: answering ? 0 : 60_000 }));
  stops.push(() => to.close());
  await tenant.run(createWebhookSubscription, { url: to.url, events: ['inventory.updated'] });
  await service();
  await makeStock(tenant, 1);
  await until(() => to.received.length === 1);
  await kill();
  answering = true;
  await service();
  expect(to.received).toHaveLength(1);
  await endLeases(world.owner);
  await until(() => to.received.length === 2);
  expect(eventIdOf(to.received[1]!)).toBe(eventIdOf(to.received[0]!));
  expect(to.received[1]!.headers['x-service-delivery']).toBe(to.received[0]!.headers['x-service-delivery']);
});
