import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import WebSocket from 'ws';
import { createWebhookSubscription } from '../src/webhooks/subscriptions.ts';
import { type Child, startChild } from './support/child.ts';
import { clientOf, codes } from './support/http.ts';
import { until } from './support/live.ts';
import { adjust, makeStock } from './support/make.ts';
import { openReceiver, type Receiver } from './support/receiver.ts';
import { type Tenant, useWorld } from './support/world.ts';

/* A web process serves and delivers nothing; a worker delivers and serves nothing but its health. */

const world = useWorld({ processes: true });
const stops: (() => Promise<void>)[] = [];
let tenant: Tenant;
let receiver: Receiver;
let web: Child;

beforeAll(async () => {
  tenant = await world.tenant();
  receiver = await openReceiver();
  await tenant.run(createWebhookSubscription, { url: receiver.url, events: ['inventory.updated'] });
  web = await start('web');
  stops.push(() => receiver.close());
});

afterAll(async () => {
  for (const stop of stops) await stop();
});

async function start(role: string): Promise<Child> {
  const child = await startChild(world, { ROLE: role });
  stops.push(() => child.kill());
  return child;
}

async function health(url: string, path: string): Promise<[number, unknown]> {
  const response = await fetch(`${url}${path}`);
  return [response.status, await response.json()];
}

const told = async () =>
  (
    await sql<{ count: number }>`
      select count(*) as count from events where type = 'inventory.updated' and position is not null`.execute(
      world.database.system,
    )
  ).rows[0]!.count;

test('a web process sequences events and makes no deliveries', async () => {
  const { variant, location } = await makeStock(tenant, 1);
  await until(async () => (await told()) === 1);
  // A dispatcher would have been active before the next event gets its position.
  await adjust(tenant, variant, location, 1);
  await until(async () => (await told()) === 2);
  expect([
    receiver.received.length,
    (await sql`select 1 from webhook_deliveries`.execute(world.database.system)).rows.length,
  ]).toEqual([0, 0]);
});

describe('with a worker beside it', () => {
  let worker: Child;

  beforeAll(async () => {
    worker = await start('worker');
  });

  test('the worker makes the deliveries, including those that waited for it', async () => {
    await makeStock(tenant, 1);
    await until(async () => receiver.received.length > 0 && receiver.received.length === (await told()));
  });

  test('the worker serves health and metrics, and nothing else', async () => {
    const { url } = worker;
    expect(await health(url, '/healthz')).toEqual([200, { status: 'ok' }]);
    await until(async () => (await health(url, '/readyz'))[0] === 200);
    expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^stockwright_webhook_deliveries_waiting \d+$/m);
    const client = clientOf(url, await tenant.key());
    for (const path of ['GET /', 'GET /docs', 'GET /graphql', 'GET /api/v1/locations', 'POST /api/v1/locations'])
      expect([path, ...codes(await client(path))]).toEqual([path, 404, 'not_found']);
    // A socket is not kept waiting either.
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    socket.on('error', () => undefined);
    await new Promise(resolve => socket.on('close', resolve));
  });

  test('a worker that cannot work is not ready, a web process is; both are once it can again', async () => {
    const holder = new pg.Client({ connectionString: world.url });
    await holder.connect();
    await holder.query('alter table webhook_progress rename to mislaid');
    await until(async () => (await health(worker.url, '/readyz'))[0] === 503);
    expect(await health(worker.url, '/readyz')).toEqual([503, { status: 'unavailable', problem: 'worker' }]);
    await until(async () => (await health(web.url, '/readyz'))[0] === 200);
    await holder.query('alter table mislaid rename to webhook_progress');
    await until(async () => (await health(worker.url, '/readyz'))[0] === 200);
    await holder.end();
  });
});
