import { createHmac } from 'node:crypto';
import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { sql } from 'kysely';
import pino from 'pino';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import type { App } from '../../src/app.ts';
import { openVault } from '../../src/database/vault.ts';
import { dataOf, EVENT_TYPES, EVENTS } from '../../src/events/table.ts';
import { snake } from '../../src/kernel/case.ts';
import { isKept } from '../../src/kernel/shape.ts';
import {
  getWebhookDelivery,
  getWebhookPayload,
  listWebhookDeliveries,
  redeliverWebhook,
  testWebhookSubscription,
} from '../../src/webhooks/deliveries.ts';
import { type Dispatcher, type DispatcherOptions, startDispatcher } from '../../src/webhooks/dispatcher.ts';
import {
  createWebhookSubscription,
  deleteWebhookSubscription,
  getWebhookSubscription,
  rotateWebhookSecret,
  updateWebhookSubscription,
} from '../../src/webhooks/subscriptions.ts';
import { clientOf, codes } from '../support/http.ts';
import { until } from '../support/live.ts';
import { adjust, makeOrder, makeStock } from '../support/make.ts';
import { type Answer, eventIdOf, openReceiver, type Received, type Receiver } from '../support/receiver.ts';
import { refusal, type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();
let app: App;
let url: string;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  ({ app, url } = await world.serve({ WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' }));
});

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

function dispatch(options: Partial<DispatcherOptions> = {}): Dispatcher {
  const dispatcher = startDispatcher(world.database, app.events, pino({ level: 'silent' }), {
    allowPrivateNetworks: true,
    random: () => 0.5,
    ...options,
  });
  stops.push(() => dispatcher.close());
  return dispatcher;
}

async function receiver(answer?: (posted: Received, count: number) => Answer): Promise<Receiver> {
  const opened = await openReceiver(answer);
  stops.push(() => opened.close());
  return opened;
}

interface Subscription {
  [field: string]: unknown;
  id: string;
  secret: string;
}

const subscribe = async (tenant: Tenant, to: Receiver, events = ['inventory.updated']) =>
  (await tenant.run(createWebhookSubscription, { url: to.url, events })) as Subscription;

/** Whether deliveries were made of all events so far. */
async function allLookedAt(): Promise<boolean> {
  const { rows } = await sql<{ all: boolean }>`
    select max(e.sequence) = (select max(sequence) from webhook_progress) and not bool_or(e.sequence is null) as all
    from events e`.execute(world.owner);
  return rows[0]!.all;
}

/** So many milliseconds later than now. */
const inMs = (ms: number) => sql`date_trunc('milliseconds', now() + ${ms} * interval '1 millisecond')`;

/** A clock that a test can move. */
function clock() {
  let ahead = 0;
  return { now: () => inMs(ahead), forward: (ms: number) => (ahead += ms) };
}

const deliveries = async (tenant: Tenant) =>
  (await tenant.list(listWebhookDeliveries)).rows as {
    id: string;
    status: string;
    eventId: string;
    attempts: { at: string }[];
    nextAttemptAt: string | null;
  }[];

test('an event is delivered once, signed so that every common verifier accepts it', async () => {
  const tenant = await world.tenant();
  const to = await receiver();
  dispatch();
  const { secret } = await subscribe(tenant, to, ['order.created']);
  const { order } = await makeOrder(tenant);
  await until(() => to.received.length === 1);
  const [{ headers, body }] = to.received as [Received];
  const event = JSON.parse(body) as { id: string; data: object };
  expect(event).toEqual({
    id: expect.any(String),
    type: 'order.created',
    position: expect.any(Number),
    occurred_at: expect.stringMatching(/Z$/),
    epoch: expect.stringMatching(/^[0-9a-f]{8}$/),
    api_version: 'v1',
    organization_id: tenant.id,
    data: expect.objectContaining({ id: order.id, status: 'pending' }),
  });
  const rest = clientOf(url, await tenant.key('read'));
  expect(event.data).toEqual((await rest(`GET /api/v1/orders/${order.id}`)).body.data);
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'x-service-event': 'order.created',
    'webhook-id': event.id,
  });
  expect(headers['x-service-signature']).toBe(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  for (const verifier of [new StandardWebhook(secret), new SvixWebhook(secret)])
    expect(verifier.verify(body, headers as Record<string, string>)).toEqual(event);
  await until(async () => (await deliveries(tenant))[0]?.status === 'delivered');
  const [delivery] = await deliveries(tenant);
  expect(delivery).toMatchObject({
    id: headers['x-service-delivery'],
    eventId: event.id,
    attempts: [{ statusCode: 200, error: null, durationMs: expect.any(Number) }],
    nextAttemptAt: null,
  });
});

test('what is sent bears the time of the database, and is due by it, whatever the clock of the process says', async () => {
  const tenant = await world.tenant();
  const to = await receiver();
  const { secret } = await subscribe(tenant, to, ['order.created']);
  await makeOrder(tenant);
  jest.useFakeTimers({
    now: Date.now() - 600_000,
    doNotFake: [
      'nextTick',
      'setImmediate',
      'setTimeout',
      'setInterval',
      'clearInterval',
      'clearTimeout',
      'queueMicrotask',
      'performance',
    ],
  });
  try {
    const dispatcher = dispatch();
    await until(() => to.received.length === 1);
    await until(async () => (await deliveries(tenant))[0]?.status === 'delivered');
    // Another process has made this one due.
    await sql`update webhook_deliveries
      set status = 'retrying', next_attempt_at = date_trunc('milliseconds', now())`.execute(world.owner);
    dispatcher.wake();
    await until(() => to.received.length === 2);
  } finally {
    jest.useRealTimers();
  }
  const [{ headers, body }] = to.received as [Received];
  expect(new StandardWebhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
    type: 'order.created',
  });
});

test('each event has exactly one delivery per live subscription, however many dispatchers run', async () => {
  const tenant = await world.tenant();
  const [first, second, silent] = [await receiver(), await receiver(), await receiver()];
  dispatch();
  dispatch();
  await subscribe(tenant, first);
  await subscribe(tenant, second, ['inventory.updated', 'order.created']);
  await tenant.run(createWebhookSubscription, { url: silent.url, events: ['inventory.updated'], active: false });
  const { variant, location } = await makeStock(tenant, 100);
  // No more at once than there are connections: on a busy machine the last would not get one in time.
  for (let round = 0; round < 4; round += 1)
    await Promise.all(Array.from({ length: 10 }, () => adjust(tenant, variant, location, -1)));
  const made = () =>
    sql<{ count: number; delivered: number }>`
      select count(*) as count, count(*) filter (where status = 'delivered') as delivered from webhook_deliveries
      where organization_id = ${tenant.id}`.execute(world.database.system);
  await until(async () => (await made()).rows[0]!.delivered >= 82);
  expect((await made()).rows).toEqual([{ count: 82, delivered: 82 }]);
  for (const { received, busiest } of [first, second]) {
    expect(received).toHaveLength(41);
    expect(new Set(received.map(eventIdOf)).size).toBe(41);
    expect(busiest).toBeLessThanOrEqual(5);
  }
  expect(silent.received).toEqual([]);
});

test('one slow receiver never delays another, and never has more than five open requests', async () => {
  const tenant = await world.tenant();
  // Unanswered requests stay open throughout.
  const slow = await receiver(() => ({ status: 200, afterMs: 600_000 }));
  const quick = await receiver();
  dispatch({ deadlineMs: 600_000 });
  await subscribe(tenant, slow);
  await subscribe(tenant, quick);
  const { variant, location } = await makeStock(tenant, 100);
  for (let index = 0; index < 20; index += 1) await adjust(tenant, variant, location, -1);
  await until(() => quick.received.length === 21 && slow.received.length === 5);
  expect([slow.busiest, slow.received.length]).toEqual([5, 5]);
});

test('however many endpoints an organization has, a hundred requests are in flight; it has at most a hundred endpoints', async () => {
  const [many, one] = [await world.tenant(), await world.tenant()];
  const silent = await receiver(() => ({ status: 200, afterMs: 600_000 }));
  const quick = await receiver();
  for (let index = 0; index < 21; index += 1) await subscribe(many, silent);
  await subscribe(one, quick);
  const [stock, other] = [await makeStock(many, 100), await makeStock(one, 100)];
  for (let index = 0; index < 4; index += 1) await adjust(many, stock.variant, stock.location, -1);
  await adjust(one, other.variant, other.location, -1);
  dispatch({ deadlineMs: 600_000 });
  await until(() => silent.received.length === 100 && quick.received.length === 2);
  await until(allLookedAt);
  expect([silent.busiest, silent.received.length]).toEqual([100, 100]);
  for (let index = 21; index < 99; index += 1) await subscribe(many, silent);
  // The hundredth is asked for four times at once.
  const asked = await Promise.allSettled(Array.from({ length: 4 }, () => subscribe(many, silent)));
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await refusal(subscribe(many, silent))).toEqual([{ code: 'invalid_state' }]);
});

test('failures are retried by the schedule, then the delivery has failed', async () => {
  const tenant = await world.tenant();
  const to = await receiver(() => 500);
  const { now, forward } = clock();
  const dispatcher = dispatch({ clock: now });
  await subscribe(tenant, to);
  await makeStock(tenant, 1);
  const SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
  for (const [index, seconds] of SECONDS.entries()) {
    await until(async () => (await deliveries(tenant))[0]?.attempts.length === index + 1);
    const [delivery] = await deliveries(tenant);
    expect(delivery!.status).toBe('retrying');
    // Measured from the outcome, a moment after the attempt began.
    const beganAt = Math.max(...delivery!.attempts.map(({ at }) => Date.parse(at)));
    const waits = (Date.parse(delivery!.nextAttemptAt!) - beganAt) / 1000;
    expect([waits >= seconds, waits < seconds * 2]).toEqual([true, true]);
    forward(seconds * 1000);
    dispatcher.wake();
  }
  await until(async () => (await deliveries(tenant))[0]?.status === 'failed');
  expect((await deliveries(tenant))[0]).toMatchObject({ attempts: { length: 10 }, nextAttemptAt: null });
  expect(new Set(to.received.map(eventIdOf)).size).toBe(1);
  expect(to.received).toHaveLength(10);
});

test('410 deactivates at once, five days of nothing but failures eventually; one success resets that', async () => {
  const tenant = await world.tenant();
  const gone = await receiver(() => 410);
  const { now, forward } = clock();
  let status = 500;
  const failing = await receiver(() => status);
  const dispatcher = dispatch({ clock: now });
  const [first, second] = [await subscribe(tenant, gone), await subscribe(tenant, failing)];
  const state = async ({ id }: Subscription) => tenant.run(getWebhookSubscription, { id });
  const { variant, location } = await makeStock(tenant, 50);
  await until(async () => (await state(first))['active'] === false);
  expect(await state(first)).toMatchObject({ deactivatedReason: 'gone' });
  const attempted = async (count: number) => until(() => failing.received.length >= count);
  await attempted(1);
  status = 200;
  await adjust(tenant, variant, location, -1);
  await until(async () => failing.received.length >= 2 && (await state(second))['failingSince'] === null);
  status = 500;
  await adjust(tenant, variant, location, -1);
  await until(async () => (await state(second))['failingSince'] !== null);
  forward(5 * 24 * 3_600_000 - 60_000);
  dispatcher.wake();
  await attempted(5);
  expect(await state(second)).toMatchObject({ active: true });
  forward(120_000);
  await adjust(tenant, variant, location, -1);
  await until(async () => (await state(second))['active'] === false);
  expect(await state(second)).toMatchObject({ deactivatedReason: 'failing' });
  // A retry may have deactivated it before the last event was looked at, which would go to the next subscription.
  await until(allLookedAt);
  const before = failing.received.length;
  const other = await receiver();
  await subscribe(tenant, other);
  forward(3_600_000);
  await adjust(tenant, variant, location, -1);
  await until(() => other.received.length === 1);
  expect(failing.received).toHaveLength(before);
  expect(await tenant.run(updateWebhookSubscription, { id: second.id, active: true })).toMatchObject({
    active: true,
    deactivatedReason: null,
    failingSince: null,
  });
});

test('after a rotation both secrets sign for 24 hours, then only the new one', async () => {
  const tenant = await world.tenant();
  const to = await receiver();
  const { now, forward } = clock();
  dispatch({ clock: now });
  const old = await subscribe(tenant, to);
  const rotated = (await tenant.run(rotateWebhookSecret, { id: old.id })) as Subscription;
  expect(rotated.secret).not.toBe(old.secret);
  const { variant, location } = await makeStock(tenant, 5);
  await until(() => to.received.length === 1);
  const signed = ({ body }: Received, secret: string) =>
    `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const [during] = to.received as [Received];
  expect([during.headers['x-service-signature'], during.headers['x-service-signature-next']]).toEqual([
    signed(during, old.secret),
    signed(during, rotated.secret),
  ]);
  for (const { secret } of [old, rotated])
    new StandardWebhook(secret).verify(during.body, during.headers as Record<string, string>);
  forward(24 * 3_600_000);
  await adjust(tenant, variant, location, 1);
  await until(() => to.received.length === 2);
  const after = to.received[1]!;
  expect([after.headers['x-service-signature'], after.headers['x-service-signature-next']]).toEqual([
    signed(after, rotated.secret),
    undefined,
  ]);
});

test('a second rotation within a day breaks nobody: each secret signs for 24 hours from its own replacement', async () => {
  const tenant = await world.tenant();
  const to = await receiver();
  const { now, forward } = clock();
  dispatch({ clock: now });
  const first = await subscribe(tenant, to);
  const rotate = async () => (await tenant.run(rotateWebhookSecret, { id: first.id })) as Subscription;
  const [second, third] = [await rotate(), await rotate()];
  // As if the first rotation had been six hours before the second.
  await sql`update webhook_subscriptions
    set rotates_at = rotates_at - interval '6 hours' where id = ${first.id}`.execute(world.database.system);
  const { variant, location } = await makeStock(tenant, 5);
  const all = { first, second, third };
  const seen = async (count: number) => {
    await until(() => to.received.length === count);
    const { headers, body } = to.received[count - 1]!;
    const verifies = ({ secret }: Subscription) => {
      try {
        return Boolean(new StandardWebhook(secret).verify(body, headers as Record<string, string>));
      } catch {
        return false;
      }
    };
    const named = (header: string) =>
      Object.entries(all).find(
        ([, { secret }]) => headers[header] === `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      )?.[0];
    return [
      named('x-service-signature'),
      named('x-service-signature-next'),
      ...Object.values(all).map(each => verifies(each)),
    ];
  };
  expect(await seen(1)).toEqual(['first', 'third', true, true, true]);
  forward(19 * 3_600_000);
  await adjust(tenant, variant, location, 1);
  expect(await seen(2)).toEqual(['second', 'third', false, true, true]);
  forward(6 * 3_600_000);
  await adjust(tenant, variant, location, 1);
  expect(await seen(3)).toEqual(['third', undefined, false, false, true]);
});

test('ten secrets sign at most; a further rotation says until when', async () => {
  const tenant = await world.tenant();
  const { id } = await subscribe(tenant, await receiver());
  for (let count = 0; count < 9; count += 1) await tenant.run(rotateWebhookSecret, { id });
  expect(await refusal(tenant.run(rotateWebhookSecret, { id }))).toEqual([{ code: 'invalid_state' }]);
});

test('a secret that can no longer be decrypted fails its deliveries, until a rotation provides one that works at once', async () => {
  const tenant = await world.tenant();
  const to = await receiver();
  const { now, forward } = clock();
  dispatch({ clock: now });
  const { id } = await subscribe(tenant, to);
  const sealed = openVault('postgres://owner:another@host/name').seal('whsec_lost', 'whoever');
  await sql`update webhook_subscriptions set sealed_secret = ${sealed} where id = ${id}`.execute(world.database.system);
  await makeStock(tenant, 5);
  await until(async () => (await tenant.list(listWebhookDeliveries, { status: 'retrying' })).rows.length === 1);
  expect((await tenant.list(listWebhookDeliveries)).rows).toMatchObject([
    { attempts: [{ error: 'secret_unreadable', statusCode: null }] },
  ]);
  const rotated = (await tenant.run(rotateWebhookSecret, { id })) as { secret: string; rotatesAt: null };
  expect(rotated.rotatesAt).toBeNull();
  forward(10_000);
  await until(() => to.received.length === 1);
  const { headers, body } = to.received[0]!;
  expect([headers['x-service-signature'], headers['x-service-signature-next']]).toEqual([
    `sha256=${createHmac('sha256', rotated.secret).update(body).digest('hex')}`,
    undefined,
  ]);
});

test.each(EVENT_TYPES.filter(type => EVENTS[type].webhook))(
  'if there is no %s yet, a test sends a made-up one that matches the reference',
  async type => {
    const tenant = await world.tenant();
    const to = await receiver();
    dispatch();
    const { id } = await subscribe(tenant, to, [type]);
    await tenant.run(testWebhookSubscription, { id });
    await until(() => to.received.length === 1);
    const { data, ...rest } = JSON.parse(to.received[0]!.body) as { data: { [field: string]: unknown } };
    expect(rest).toMatchObject({ type, test: true, position: 0, organization_id: tenant.id });
    const told = dataOf(type);
    expect(Object.keys(data)).toEqual(told.fields.filter(field => isKept(told, field)).map(({ name }) => snake(name)));
    const [, happened] = type.split('.');
    const level = data['inventory_level'] as { [figure: string]: unknown } | undefined;
    if (level)
      expect(level).toMatchObject({
        sku: 'SAMPLE-SKU',
        quantity_on_hand: 1,
        quantity_reserved: 0,
        quantity_available: 1,
      });
    else
      expect(data).toMatchObject({
        status: happened === 'created' ? 'pending' : happened,
        number: 'SAMPLE-000001',
        items: [{ sku: 'SAMPLE-SKU', quantity: 1 }],
      });
  },
);

test('a test sends a sample, and a redelivery the same event under a new delivery', async () => {
  const tenant = await world.tenant();
  const to = await receiver();
  dispatch();
  const { id } = await subscribe(tenant, to, ['order.created', 'inventory.updated']);
  const sample = await tenant.run(testWebhookSubscription, { id });
  await until(() => to.received.length === 1);
  expect(JSON.parse(to.received[0]!.body)).toMatchObject({
    type: 'order.created',
    test: true,
    organization_id: tenant.id,
  });
  await until(async () => (await deliveries(tenant))[0]?.status === 'delivered');
  const again = await tenant.run(redeliverWebhook, { id: sample['id'] });
  await until(() => to.received.length === 2);
  expect(to.received[1]!.body).toBe(to.received[0]!.body);
  expect(to.received.map(({ headers }) => [headers['webhook-id'], headers['x-service-delivery']])).toEqual([
    [sample['eventId'], sample['id']],
    [sample['eventId'], again['id']],
  ]);
  expect(again['id']).not.toBe(sample['id']);
  await until(async () => (await tenant.run(getWebhookDelivery, { id: again['id'] }))['status'] === 'delivered');
  await tenant.run(deleteWebhookSubscription, { id });
  expect(await deliveries(tenant)).toEqual([]);
});

test('the body of a delivery can be read: of a sample and of an event of the log, byte for byte', async () => {
  const tenant = await world.tenant();
  const to = await receiver();
  dispatch();
  const { id } = await subscribe(tenant, to, ['inventory.updated', 'order.created']);
  await makeStock(tenant, 1);
  await until(() => to.received.length === 1);
  await tenant.run(testWebhookSubscription, { id, eventType: 'order.created' });
  await until(() => to.received.length === 2);
  expect(JSON.parse(to.received[1]!.body)).toMatchObject({ type: 'order.created', test: true });
  const told = (await deliveries(tenant)).map(delivery => delivery['id']);
  const bodies = await Promise.all(
    told.map(async each => (await tenant.run(getWebhookPayload, { id: each }))['body'] as object),
  );
  expect(bodies).toEqual(to.received.map(({ body }) => JSON.parse(body) as object).reverse());
  expect(await refusal(tenant.run(testWebhookSubscription, { id, eventType: 'transfer.received' }))).toMatchObject([
    { code: 'validation_failed', field: 'eventType' },
  ]);
  // Whoever may see deliveries need not be allowed to see what was delivered.
  const client = clientOf(`${url}/api/v1`, await tenant.key('webhooks:read', 'orders:read'));
  const shown = await Promise.all(told.map(each => client(`GET /webhook_deliveries/${String(each)}/payload`)));
  expect(shown.map(codes)).toEqual([[200], [403, 'insufficient_scope']]);
  // As after 30 days: the event is no longer found. The stock rules still need its other data.
  await sql`update events set id = gen_random_uuid() where organization_id = ${tenant.id}`.execute(world.owner);
  expect(await refusal(tenant.run(getWebhookPayload, { id: told[1] }))).toMatchObject([{ code: 'invalid_state' }]);
  const other = await world.tenant();
  expect(await refusal(other.run(getWebhookPayload, { id: told[0] }))).toMatchObject([{ code: 'not_found' }]);
});

test('deliveries of a killed process are taken over when the lease ends', async () => {
  const tenant = await world.tenant();
  const to = await receiver();
  await subscribe(tenant, to);
  const { variant, location } = await makeStock(tenant, 1);
  dispatch();
  await until(async () => (await deliveries(tenant))[0]?.status === 'delivered');
  // As the dead process left it: leased, with nobody working on it.
  const leased = async (until: string) =>
    sql`update webhook_deliveries
      set status = 'pending', next_attempt_at = now(), lease_until = now() + ${until}::interval
      where organization_id = ${tenant.id} and event_id = ${eventIdOf(to.received[0]!)}`.execute(world.database.system);
  await leased('1 hour');
  // Later events are delivered first.
  await adjust(tenant, variant, location, 1);
  await until(() => to.received.length === 2);
  await leased('0');
  await until(() => to.received.length === 3);
  const [first, second, third] = to.received.map(eventIdOf);
  expect([second === first, third === first]).toEqual([false, true]);
});

test('the secret is shown once and stored encrypted', async () => {
  const tenant = await world.tenant();
  const to = await receiver();
  const client = clientOf(url, await tenant.key());
  const made = await client('POST /api/v1/webhook_subscriptions', {
    url: to.url,
    events: ['order.created'],
    description: 'Orders',
  });
  const { id, secret } = made.body.data as { id: string; secret: string };
  expect([made.status, made.headers.get('location')]).toEqual([201, `/api/v1/webhook_subscriptions/${id}`]);
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect((await client(`GET /api/v1/webhook_subscriptions/${id}`)).text).not.toContain(secret.slice(6, 20));
  const { rows } = await sql<{
    row: string;
  }>`select to_jsonb(s)::text as row from webhook_subscriptions s where id = ${id}`.execute(world.database.system);
  expect(rows[0]!.row).not.toContain(secret.slice(6, 20));
});

test('a URL that may not be posted to is refused when it is given', async () => {
  const tenant = await world.tenant();
  const strict = await world.serve();
  const client = clientOf(strict.url, await tenant.key());
  for (const hostile of [
    'http://example.com/',
    'https://127.1/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest',
    'https://user@example.com/',
    'https://2130706433/',
    'ftp://example.com/',
    'nothing',
  ]) {
    expect([
      hostile,
      ...codes(await client('POST /api/v1/webhook_subscriptions', { url: hostile, events: ['order.created'] })),
    ]).toEqual([hostile, 422, 'validation_failed url']);
  }
  expect(
    codes(
      await client('POST /api/v1/webhook_subscriptions', {
        url: 'https://example.com/',
        events: ['order.lost'],
      }),
    ),
  ).toEqual([422, 'validation_failed events[0]']);
  expect(
    (await client('POST /api/v1/webhook_subscriptions', { url: 'https://example.com/hook', events: ['order.created'] }))
      .status,
  ).toBe(201);
});
