import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import WebSocket from 'ws';
import { enrolMember } from '../../src/access/accounts.ts';
import { networkOf } from '../../src/access/origin.ts';
import { recordDemandHistory } from '../../src/domain/planning/demand-history.ts';
import { addDays } from '../../src/kernel/calendar.ts';
import { browser, PASSWORD } from '../support/browser.ts';
import { clientOf, codes } from '../support/http.ts';
import { makeLocation, makeVariant, unique } from '../support/make.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
const limited = (perMinute: number) => world.serve({ RATE_LIMIT_PER_MINUTE: String(perMinute) });

test('every response says what is left; a sixth of the limit may be used at once, then 429 says when to retry', async () => {
  const tenant = await world.tenant();
  const { url } = await limited(30);
  const client = clientOf(url, await tenant.key());
  const first = await client('GET /api/v1/locations');
  expect(first.headers.get('ratelimit-policy')).toBe('"key";q=5;w=10');
  expect(first.headers.get('ratelimit')).toBe('"key";r=4;t=10');
  for (let index = 0; index < 3; index += 1) expect((await client('GET /api/v1/locations')).status).toBe(200);
  // A refusal counts as well.
  expect((await client('GET /api/v1/locations/nothing')).headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/);
  const refused = await client('POST /api/v1/locations', { name: 'Too much' });
  expect(codes(refused)).toEqual([429, 'rate_limited']);
  const [comeBack, window] = [Number(refused.headers.get('retry-after')), 10];
  expect([comeBack > 0, comeBack <= window]).toEqual([true, true]);
  expect(refused.headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/);

  const other = clientOf(url, await tenant.key());
  expect((await other('GET /api/v1/locations')).body.data).toEqual([]);
});

test('the keys of an organization share ten times the quota of one; another organization has its own', async () => {
  const tenant = await world.tenant();
  const { url } = await limited(6);
  const statuses = [];
  for (let index = 0; index < 12; index += 1)
    statuses.push((await clientOf(url, await tenant.key())('GET /api/v1/locations')).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
  const refused = await clientOf(url, await tenant.key())('GET /api/v1/locations');
  expect(refused.headers.get('ratelimit-policy')).toBe('"organization";q=10;w=10');
  expect(refused.headers.get('ratelimit')).toMatch(/^"organization";r=0;t=\d+$/);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const other = clientOf(url, await (await world.tenant()).key());
  expect((await other('GET /api/v1/locations')).headers.get('ratelimit')).toBe('"key";r=0;t=10');
});

test('a key that is over its quota uses up nothing of its organization', async () => {
  const tenant = await world.tenant();
  const { url } = await world.serve({ RATE_LIMIT_PER_MINUTE: '12', RATE_LIMIT_PER_ORGANIZATION: '24' });
  const [runaway, other] = [clientOf(url, await tenant.key()), clientOf(url, await tenant.key())];
  const statuses = [];
  for (let index = 0; index < 5; index += 1) statuses.push((await runaway('GET /api/v1/locations')).status);
  expect(statuses).toEqual([200, 200, 429, 429, 429]);
  expect((await other('GET /api/v1/locations')).status).toBe(200);
  expect((await other('GET /api/v1/locations')).headers.get('ratelimit')).toBe('"key";r=0;t=10');
  expect(codes(await clientOf(url, await tenant.key())('GET /api/v1/locations'))).toEqual([429, 'rate_limited']);
});

test('an organization has a limit also where keys have none', async () => {
  const tenant = await world.tenant();
  const { url } = await world.serve({ RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_PER_ORGANIZATION: '12' });
  const answers = [];
  for (let index = 0; index < 3; index += 1)
    answers.push(await clientOf(url, await tenant.key())('GET /api/v1/locations'));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(answers[0]!.headers.get('ratelimit')).toBe('"organization";r=1;t=10');
});

test("a person's session has three times the quota of a key, and pays for nobody else", async () => {
  const tenant = await world.tenant();
  const { url } = await limited(30);
  const email = `${unique('person')}@example.com`.toLowerCase();
  await enrolMember(world.database, tenant.id, { email, role: 'owner' }, PASSWORD);
  const visitor = browser(url);
  await visitor.signIn(email);
  const look = () => visitor.graphql('{ organization { name } }');
  const first = await look();
  expect(first.headers.get('ratelimit-policy')).toBe('"session";q=15;w=10');
  expect(first.headers.get('ratelimit')).toBe('"session";r=14;t=10');
  for (let index = 0; index < 14; index += 1) expect((await look()).status).toBe(200);
  const refused = await look();
  expect([refused.status, refused.headers.get('ratelimit')?.replace(/t=\d+$/, '')]).toEqual([429, '"session";r=0;']);
  expect((await clientOf(url, await tenant.key())('GET /api/v1/locations')).headers.get('ratelimit')).toBe(
    '"key";r=4;t=10',
  );
});

test('health, metrics and documentation are not limited', async () => {
  const { url } = await limited(6);
  for (const path of ['/healthz', '/readyz', '/metrics', '/docs']) {
    for (let index = 0; index < 3; index += 1) {
      const reply = await fetch(`${url}${path}`);
      expect([path, reply.status, reply.headers.get('ratelimit')]).toEqual([path, 200, null]);
    }
  }
});

test('a GraphQL document is charged its cost, at least one point; type names are free', async () => {
  const tenant = await world.tenant();
  const { url } = await limited(3000);
  const key = await tenant.key();
  const ask = (query: string) =>
    fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ query }),
    });
  const left = async (query: string) => Number(/r=(\d+)/.exec((await ask(query)).headers.get('ratelimit')!)![1]);
  const cheap = await left('{ organization { name } }');
  expect(cheap).toBe(499);
  const dear = '{ products(first: 200) { nodes { variants { levels { quantityOnHand } } } } }';
  const paid = cheap - (await left(dear));
  expect(paid).toBeGreaterThan(10);
  // The same again, although its validation is cached.
  expect(cheap - paid - (await left(dear))).toBe(paid);
  const typed = dear.replaceAll('{ ', '{ __typename ').replace('{ __typename products', '{ products');
  expect(cheap - 2 * paid - (await left(typed))).toBe(paid);
  for (let index = 0; index < 10; index += 1) await ask(dear);
  const refused = await ask(dear);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED' } }] });
});

test('failed authentication is limited by network address; a valid key from there is still served', async () => {
  const tenant = await world.tenant();
  const { url } = await limited(12);
  const nobody = clientOf(url, 'nobody');
  const statuses = [];
  for (let index = 0; index < 14; index += 1) statuses.push((await nobody('GET /api/v1/locations')).status);
  expect(statuses).toEqual([...Array.from({ length: 12 }, () => 401), 429, 429]);
  expect((await clientOf(url, await tenant.key())('GET /api/v1/locations')).status).toBe(200);
});

test('behind a trusted proxy, the address that the proxy reports counts, and not those that clients add', async () => {
  const failing = async (url: string, forwarded: string) =>
    (await clientOf(url, 'nobody')('GET /api/v1/locations', undefined, { 'x-forwarded-for': forwarded })).status;
  const fails = async (url: string, addresses: readonly string[]) => {
    const statuses = [];
    for (const address of addresses) statuses.push(await failing(url, address));
    return statuses;
  };
  const trusting = await world.serve({ RATE_LIMIT_PER_MINUTE: '2', TRUST_PROXY: 'loopback' });
  expect(
    await fails(trusting.url, ['203.0.113.1', '203.0.113.1', '203.0.113.1', '203.0.113.2', '203.0.113.7, 203.0.113.1']),
  ).toEqual([401, 401, 429, 401, 429]);
  const plain = await limited(2);
  expect(await fails(plain.url, ['203.0.113.1', '203.0.113.2', '203.0.113.3'])).toEqual([401, 401, 429]);
});

test('a client with a network of IPv6 addresses is counted once, whichever of them it uses', async () => {
  const { url } = await world.serve({ RATE_LIMIT_PER_MINUTE: '2', TRUST_PROXY: 'loopback' });
  const failing = async (address: string) =>
    (await clientOf(url, 'nobody')('GET /api/v1/locations', undefined, { 'x-forwarded-for': address })).status;
  const statuses = [];
  for (const address of ['2001:db8:1:2::1', '2001:0DB8:1:2:a:b:c:d', '2001:db8:1:2:ffff::', '2001:db8:1:3::1'])
    statuses.push(await failing(address));
  expect(statuses).toEqual([401, 401, 429, 401]);
  expect(['::1', '1::2:3:4:5:6:7', '::ffff:203.0.113.1', '203.0.113.1', 'fe80::1%eth0', ''].map(networkOf)).toEqual([
    '0:0:0:0::/64',
    '1:0:2:3::/64',
    '203.0.113.1',
    '203.0.113.1',
    'fe80:0:0:0::/64',
    '',
  ]);
});

test('failed authentication of sockets counts for the same network address', async () => {
  const { url } = await world.serve({ RATE_LIMIT_PER_MINUTE: '2', TRUST_PROXY: '1' });
  const connect = async (address: string) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: { 'x-forwarded-for': address },
    });
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: 'Bearer nobody' } }));
    return (await once(socket, 'close'))[0] as number;
  };
  expect([
    await connect('203.0.113.1'),
    await connect('203.0.113.1'),
    await connect('203.0.113.1'),
    await connect('203.0.113.2'),
  ]).toEqual([4403, 4403, 1013, 4403]);
});

test('a socket costs a point like a stream, so opening them repeatedly is limited', async () => {
  const { url } = await limited(12);
  const tenant = await world.tenant();
  const authorization = `Bearer ${await tenant.key()}`;
  const connect = async () => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } }));
    const code = await Promise.race([
      once(socket, 'message').then(([text]) => (JSON.parse(String(text)) as { type: string }).type),
      once(socket, 'close').then(([code]) => code as number),
    ]);
    socket.terminate();
    return code;
  };
  expect([await connect(), await connect(), await connect()]).toEqual(['connection_ack', 'connection_ack', 1013]);
});

test('0 switches the limits off', async () => {
  const tenant = await world.tenant();
  const client = clientOf((await limited(0)).url, await tenant.key());
  expect((await client('GET /api/v1/locations')).headers.get('ratelimit')).toBeNull();
});

test('while Redis is unavailable, each process counts for itself', async () => {
  const tenant = await world.tenant();
  const { url } = await world.serve({ RATE_LIMIT_PER_MINUTE: '30', REDIS_URL: 'redis://127.0.0.1:1' });
  const client = clientOf(url, await tenant.key());
  const replies = [];
  for (let index = 0; index < 6; index += 1) replies.push((await client('GET /api/v1/locations')).status);
  expect(replies).toEqual([200, 200, 200, 200, 200, 429]);
});

test('a large body is charged by size, up to a quarter of the burst', async () => {
  const tenant = await world.tenant();
  const { url } = await limited(1200);
  const left = async (bytes: number) => {
    const response = await fetch(`${url}/api/v1/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await tenant.key()}` },
      body: `{}${' '.repeat(bytes - 2)}`,
    });
    return Number(/r=(\d+)/.exec(response.headers.get('ratelimit')!)![1]);
  };
  expect([await left(2), await left(16 * 1024), await left(16 * 1024 + 1), await left(1024 * 1024)]).toEqual([
    199, 199, 198, 150,
  ]);
});

test('a body without a declared length is charged by its actual size, on every interface', async () => {
  const tenant = await world.tenant();
  const { url } = await limited(1200);
  const left = async (path: string, text: string) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${await tenant.key()}`,
      },
      // Chunked, without a length, as many clients send what they serialize.
      body: new Blob([text]).stream(),
      duplex: 'half',
    } as RequestInit);
    return Number(/r=(\d+)/.exec(response.headers.get('ratelimit')!)![1]);
  };
  const long = ' '.repeat(20 * 1024);
  expect(await left('/api/v1/orders', '{}')).toBe(199);
  expect(await left('/api/v1/orders', `{}${long}`)).toBe(198);
  expect(await left('/graphql', `{"query": "{ organization { name } }"}${long}`)).toBe(198);
  expect(await left('/mcp', `{"jsonrpc": "2.0", "id": 1, "method": "ping"}${long}`)).toBe(198);
  expect(await left('/api/v1/orders', `{}${' '.repeat(900 * 1024)}`)).toBe(150);
});

test('a large response is charged by size afterwards, on every interface, and a forecast of a product by its days', async () => {
  const tenant = await world.tenant();
  const { url } = await limited(1200);
  await sql`
    insert into suppliers (id, organization_id, name, notes, metadata, created_at, updated_at)
    select gen_random_uuid(), ${tenant.id}, 'S' || n, repeat('x', 20000), '{}', now(), now()
    from generate_series(1, 20) n`.execute(world.owner);
  await makeVariant(tenant);
  const left = async (path: string, body?: object) => {
    const response = await fetch(`${url}${path}`, {
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${await tenant.key()}`,
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    expect([response.status, await response.text()]).toEqual([200, expect.stringMatching(/data|result/)]);
    return Number(/r=(\d+)/.exec(response.headers.get('ratelimit')!)![1]);
  };
  expect(await left('/api/v1/suppliers?per_page=3')).toBe(199);
  expect(await left('/api/v1/suppliers')).toBe(193);
  expect(await left('/graphql', { query: '{ suppliers(first: 20) { nodes { notes } } }' })).toBe(194);
  const call = { name: 'suppliers', arguments: {} };
  expect(await left('/mcp/all', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })).toBe(193);
  expect(await left('/api/v1/ai/product_forecasts')).toBe(198);
  expect(await left('/api/v1/ai/product_forecasts?horizon_days=365')).toBe(196);
  expect(await left('/graphql', { query: '{ products(first: 1) { nodes { forecast { method } } } }' })).toBe(198);
});

test('a request that costs more than the burst is served to a key that has used nothing', async () => {
  const tenant = await world.tenant();
  const { url } = await limited(12);
  await makeVariant(tenant);
  await makeVariant(tenant);
  const client = clientOf(url, await tenant.key());
  const reply = await client('GET /api/v1/ai/product_forecasts?horizon_days=365');
  expect([reply.status, reply.headers.get('ratelimit')]).toEqual([200, '"key";r=0;t=10']);
  expect((await client('GET /api/v1/ai/product_forecasts')).status).toBe(429);
});

test('a report costs one more point per thousand groups, however few of them are shown, and more for many days that it tells apart', async () => {
  const tenant = await world.tenant();
  const { url } = await limited(3000);
  const [{ sku }, { id: locationId }] = [await makeVariant(tenant), await makeLocation(tenant)];
  const today = new Date().toISOString().slice(0, 10);
  const daysAgo = (days: number) => addDays(today, -days);
  const rows = Array.from({ length: 2100 }, (_, index) => ({ sku, locationId, date: daysAgo(index + 1), quantity: 1 }));
  await tenant.run(recordDemandHistory, { rows });
  const left = async (path: string, body: object) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${await tenant.key()}`,
      },
      body: JSON.stringify(body),
    });
    expect([response.status, await response.text()]).toEqual([200, expect.stringMatching(/units_sold/)]);
    return Number(/r=(\d+)/.exec(response.headers.get('ratelimit')!)![1]);
  };
  const days = (count: number) => ({ measures: ['units_sold'], dimensions: ['day'], from: daysAgo(count), limit: 1 });
  const reported = (count: number) => left('/api/v1/reports/query', days(count));
  expect([await reported(999), await reported(1000), await reported(2100)]).toEqual([499, 498, 497]);
  const query = 'query ($query: ReportQuery!) { report(query: $query) { data } }';
  expect(await left('/graphql', { query, variables: { query: days(2100) } })).toBe(497);
  const call = { name: 'report', arguments: days(2100) };
  expect(await left('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })).toBe(497);
  // Sales are read from the ledger and from what was imported, the other figures once each; there are 3,650 days.
  const many = (...measures: string[]) => ({
    ...days(3649),
    measures: ['units_sold', ...measures],
    compare_to: 'previous_period',
  });
  const costly = (...measures: string[]) => left('/api/v1/reports/query', many(...measures));
  expect([await costly(), await costly('units_wasted'), await costly('units_wasted', 'units_received')]).toEqual([
    495, 493, 492,
  ]);
});
