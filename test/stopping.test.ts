import { afterEach, expect, test } from '@jest/globals';
import { type Child, startChild } from './support/child.ts';
import { clientOf } from './support/http.ts';
import { until } from './support/live.ts';
import { useWorld } from './support/world.ts';

/* Told to stop: balancers are given time to notice, and the echo of a signal changes nothing. */

const world = useWorld({ ownRoles: true });
const children: Child[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) await child.kill();
});

async function start(environment: { [name: string]: string } = {}): Promise<Child> {
  const child = await startChild(world.url, environment);
  children.push(child);
  return child;
}

test('while it drains, a process says that it is stopping and serves on', async () => {
  const tenant = await world.tenant();
  const child = await start({ DRAIN_SECONDS: '30' });
  const client = clientOf(child.url, await tenant.key());
  expect((await client('GET /readyz')).status).toBe(200);
  const stopped = child.stop();
  await until(async () => (await client('GET /readyz')).status === 503, 20_000);
  expect([(await client('GET /readyz')).text, (await client('GET /api/v1/locations')).status]).toEqual([
    '{"status":"unavailable","problem":"stopping"}',
    200,
  ]);
  await child.kill();
  expect(await stopped).toBeNull();
});

test('the same signal twice within moments is one, and stops in order', async () => {
  const child = await start();
  child.signal('SIGTERM');
  child.signal('SIGTERM');
  expect(await child.stop()).toBe(0);
});

test('figures have a port of their own where it is set, and requests are logged where that is asked for', async () => {
  const tenant = await world.tenant();
  const lines: string[] = [];
  const { url, app } = await world.serve(
    { METRICS_PORT: '0', ACCESS_LOG: 'true', LOG_LEVEL: 'info' },
    { write: line => void lines.push(line) },
  );
  const client = clientOf(url, await tenant.key());
  expect((await client('GET /metrics')).status).toBe(404);
  expect((await client('GET /api/v1/variants?q=secret', undefined, { 'x-request-id': 'mine' })).status).toBe(200);
  expect((await client('GET /api/v1/locations/nothing')).status).toBe(404);
  const figures = clientOf(`http://127.0.0.1:${app.metricsPort()}`, '');
  expect((await figures('GET /readyz')).status).toBe(200);
  expect((await figures('GET /metrics')).text.split('\n')).toEqual(
    expect.arrayContaining([
      'stockwright_http_request_duration_seconds_count{method="GET",route="/api/v1/variants",status="200"} 1',
      'stockwright_http_request_duration_seconds_count{method="GET",route="/api/v1/locations/:id",status="404"} 1',
    ]),
  );
  const told = lines.map(line => JSON.parse(line) as { requestId?: string }).find(line => line.requestId === 'mine');
  expect(told).toMatchObject({
    level: 30,
    method: 'GET',
    path: '/api/v1/variants',
    status: 200,
    organizationId: tenant.id,
    keyId: expect.any(String),
  });
  expect(lines.join()).not.toContain('swk_');
});
