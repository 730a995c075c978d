import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pino from 'pino';
import { ALL_CHECKS } from '../../src/operations/verify.ts';
import { listWebhookDeliveries, redeliverWebhook, testWebhookSubscription } from '../../src/webhooks/deliveries.ts';
import { startDispatcher } from '../../src/webhooks/dispatcher.ts';
import { createWebhookSubscription } from '../../src/webhooks/subscriptions.ts';
import { isDetected } from '../support/breaches.ts';
import { until } from '../support/live.ts';
import { makeStock } from '../support/make.ts';
import { openReceiver } from '../support/receiver.ts';
import { type Tenant, useWorld } from '../support/world.ts';

/* Each check of deliveries is given an example of what it must detect. */

const world = useWorld();
let tenant: Tenant;

beforeAll(async () => {
  const to = await openReceiver();
  const { app } = await world.serve({ WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' });
  const dispatcher = startDispatcher(world.database, app.events, pino({ level: 'silent' }), {
    allowPrivateNetworks: true,
  });
  tenant = await world.tenant();
  const subscription = await tenant.run(
    createWebhookSubscription,
    { url: to.url, events: ['inventory.updated'] },
    undefined,
  );
  // As if it had been created long ago.
  await sql`update webhook_subscriptions
    set created_at = now() - interval '1 hour', updated_at = now() - interval '1 hour'`.execute(world.owner);
  await makeStock(tenant, 10);
  await until(() => to.received.length === 1);
  await until(async () => (await deliveries())[0]?.['status'] === 'delivered');
  await tenant.run(redeliverWebhook, { id: (await deliveries())[0]!['id'] as string });
  await tenant.run(testWebhookSubscription, { id: subscription['id'] as string });
  await until(async () => to.received.length === 3 && (await deliveries()).every(row => row['status'] === 'delivered'));
  await dispatcher.close();
  await to.close();
});

const deliveries = async () => (await tenant.list(listWebhookDeliveries)).rows;

test('a redelivery names the delivery that it repeats', async () => {
  const [tested, again, first] = await deliveries();
  expect([tested, again, first].map(row => row!['redeliveryOf'])).toEqual([null, first!['id'], null]);
});

test.each([
  [
    'an event that was not delivered',
    'deliveries_made',
    sql`update webhook_deliveries set event_id = gen_random_uuid() where redelivery_of is null and body is null`,
  ],
  [
    'one that was delivered twice',
    'deliveries_made',
    sql`update webhook_deliveries set redelivery_of = null where redelivery_of is not null`,
  ],
  ['an attempt that is missing', 'deliveries_status', sql`delete from webhook_attempts`],
  ['a delivery that is done and due', 'deliveries_status', sql`update webhook_deliveries set next_attempt_at = now()`],
  [
    'one that was delivered nobody knows when',
    'deliveries_status',
    sql`update webhook_deliveries set delivered_at = null`,
  ],
  [
    'one that is held for ever',
    'deliveries_leased',
    sql`update webhook_deliveries set lease_until = now() - interval '10 minutes'`,
  ],
])('%s is found', async (_, check, change) => {
  expect(await isDetected(world, change, ALL_CHECKS, check)).toBe(true);
});
