import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { createWebhookSubscription } from '../src/webhooks/subscriptions.ts';
import { type Child, startChild } from './support/child.ts';
import { clientOf, codes } from './support/http.ts';
import { until } from './support/live.ts';
import { makeStock } from './support/make.ts';
import { openReceiver, type Receiver } from './support/receiver.ts';
import { useWorld } from './support/world.ts';

/* A web process serves and delivers nothing; a worker delivers and serves nothing but its health. */

const world = useWorld({ ownRoles: true });
const children: Child[] = [];
let receiver: Receiver;

beforeEach(async () => {
  receiver = await openReceiver();
});

afterEach(async () => {
  for (const child of children.splice(0)) await child.kill();
  await receiver.close();
});

async function start(role: string): Promise<Child> {
  const child = await startChild(world.url, { ROLE: role });
  children.push(child);
  return child;
}

async function health(url: string, path: string): Promise<[number, unknown]> {
  const response = await fetch(`${url}${path}`);
  return [response.status, await response.json()];
}

test('a web process gives positions and makes no deliveries; a worker makes them', async () => {
  const tenant = await world.tenant();
  await tenant.run(createWebhookSubscription, { url: receiver.url, events: ['inventory.updated'] });
  await start('web');
  await makeStock(tenant, 1);
  await until(
    async () =>
      (
        await sql`select 1 from events where type = 'inventory.updated' and position is not null`.execute(
          world.database.system,
        )
      ).rows.length === 1,
  );
  await new Promise(resolve => setTimeout(resolve, 1500));
  expect([
    receiver.received.length,
    (await sql`select 1 from webhook_deliveries`.execute(world.database.system)).rows.length,
  ]).toEqual([0, 0]);
  await start('worker');
  await until(() => receiver.received.length === 1, 10_000);
});

test('a worker serves health and metrics, and nothing else', async () => {
  const tenant = await world.tenant();
  const { url } = await start('worker');
  expect(await health(url, '/healthz')).toEqual([200, { status: 'ok' }]);
  expect(await health(url, '/readyz')).toEqual([200, { status: 'ready' }]);
  expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^stockwright_webhook_deliveries_waiting \d+$/m);
  const client = clientOf(url, await tenant.key());
  for (const path of ['GET /', 'GET /docs', 'GET /graphql', 'GET /api/v1/locations', 'POST /api/v1/locations'])
    expect([path, ...codes(await client(path))]).toEqual([path, 404, 'not_found']);
});

test('a worker that cannot work is not ready, a web process is; both are again when it can', async () => {
  const [web, worker] = [await start('web'), await start('worker')];
  const holder = new pg.Client({ connectionString: world.url });
  await holder.connect();
  await holder.query('alter table webhook_progress rename to mislaid');
  await until(async () => (await health(worker.url, '/readyz'))[0] === 503, 25_000);
  expect(await health(worker.url, '/readyz')).toEqual([503, { status: 'unavailable', problem: 'worker' }]);
  expect(await health(web.url, '/readyz')).toEqual([200, { status: 'ready' }]);
  await holder.query('alter table mislaid rename to webhook_progress');
  await until(async () => (await health(worker.url, '/readyz'))[0] === 200, 10_000);
  await holder.end();
}, 60_000);
