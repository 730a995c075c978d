import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect } from '@jest/globals';
import { Redis } from 'ioredis';
import { freePort } from '../../src/database/embedded.ts';
import { type Client, clientOf } from '../support/http.ts';
import { testWith } from '../support/installed.ts';
import { until } from '../support/live.ts';
import { type Tenant, useWorld } from '../support/world.ts';

/* Two instances of the service with one real Redis. */

const world = useWorld();
const running: ChildProcess[] = [];

const testWithRedis = testWith('redis-server');

afterEach(() => {
  for (const server of running.splice(0)) server.kill('SIGKILL');
});

async function startRedis(port: number): Promise<ChildProcess> {
  const server = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: 'ignore' },
  );
  running.push(server);
  const probe = new Redis(port, '127.0.0.1', { retryStrategy: () => 50 });
  probe.on('error', () => undefined);
  await probe.ping();
  probe.disconnect();
  return server;
}

async function kill(server: ChildProcess): Promise<void> {
  server.kill('SIGKILL');
  await once(server, 'exit');
}

/** Two instances that allow five requests in ten seconds per key. */
async function serveTwo(port: number): Promise<(tenant: Tenant) => Promise<[Client, Client]>> {
  const environment = { RATE_LIMIT_PER_MINUTE: '30', REDIS_URL: `redis://127.0.0.1:${port}` };
  const [one, other] = [await world.serve(environment), await world.serve(environment)];
  return async tenant => {
    const key = await tenant.key();
    return [clientOf(one.url, key), clientOf(other.url, key)];
  };
}

const ask = async (client: Client) => (await client('GET /api/v1/locations')).status;

async function askAll(...clients: Client[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const client of clients) statuses.push(await ask(client));
  return statuses;
}

/** Whether requests to one instance count for the other. */
async function countTogether([one, other]: [Client, Client]): Promise<boolean> {
  await ask(one);
  return /r=3;/.test((await other('GET /api/v1/locations')).headers.get('ratelimit')!);
}

testWithRedis('with Redis the processes count together', async () => {
  const tenant = await world.tenant();
  const port = await freePort();
  await startRedis(port);
  const clients = await serveTwo(port);
  await until(async () => countTogether(await clients(tenant)));
  const [one, other] = await clients(tenant);
  expect(await askAll(one, one, one, other, other, one, other)).toEqual([200, 200, 200, 200, 200, 429, 429]);
});

testWithRedis('when Redis is killed each process counts for itself, and together again once it is back', async () => {
  const tenant = await world.tenant();
  const port = await freePort();
  const redis = await startRedis(port);
  const clients = await serveTwo(port);
  await until(async () => countTogether(await clients(tenant)));
  await kill(redis);
  const [one, other] = await clients(tenant);
  expect(await askAll(one, one, one, one, one, one)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await askAll(other, other, other, other, other, other)).toEqual([200, 200, 200, 200, 200, 429]);
  await startRedis(port);
  await until(async () => countTogether(await clients(tenant)));
});

testWithRedis('a Redis that hangs holds up nobody', async () => {
  const tenant = await world.tenant();
  const port = await freePort();
  const redis = await startRedis(port);
  const clients = await serveTwo(port);
  await until(async () => countTogether(await clients(tenant)));
  redis.kill('SIGSTOP');
  // Each instance notices once, which takes half a second; if every request did, this test would not end in time.
  for (let index = 0; index < 40; index += 1) expect(await askAll(...(await clients(tenant)))).toEqual([200, 200]);
  redis.kill('SIGCONT');
  await until(async () => countTogether(await clients(tenant)));
});
