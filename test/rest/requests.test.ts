import { request } from 'node:http';
import { beforeAll, expect, test } from '@jest/globals';
import { AREAS } from '../../src/kernel/areas.ts';
import { wrapperOf } from '../../src/rest/read.ts';
import { routes } from '../../src/rest/routes.ts';
import { type Client, clientOf, codes } from '../support/http.ts';
import { until } from '../support/live.ts';
import { makeLocation, makeStock, unique } from '../support/make.ts';
import { sliceOf } from '../support/slice.ts';
import { type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();
let tenant: Tenant;
let base: string;
let client: Client;

beforeAll(async () => {
  tenant = await world.tenant();
  ({ url: base } = await world.serve());
  client = clientOf(base, await tenant.key());
});

const API = '/api/v1';
const ID = '019f0000-0000-7000-8000-000000000000';
const some = (path: string) => path.replace(/:\w+/g, ID);

test.each([
  ['locations?q=M%FCnchen', 'bad_request q', 'The query string is not percent-encoded UTF-8.'],
  ['locations?q=%zz', 'bad_request q', 'The query string is not percent-encoded UTF-8.'],
  ['locations?per_page=1&per_page=2', 'validation_failed per_page', 'Is given more than once.'],
  ['orders?status=pending&status=reserved', 'validation_failed status', 'Is given more than once.'],
  [
    'orders?status=new',
    'validation_failed status',
    'Must be one of pending, reserved, partially_fulfilled, fulfilled, cancelled.',
  ],
])('a query that cannot mean what it says is refused: %s', async (path, problem, message) => {
  const reply = await client(`GET ${API}/${path}`);
  expect([reply.status, ...(codes(reply) as unknown[]).slice(1)]).toEqual([
    problem.startsWith('bad_request') ? 400 : 422,
    problem,
  ]);
  expect(reply.body.errors).toMatchObject([{ message }]);
});

test('a value of another type is refused in the words of this service', async () => {
  const body = { name: 7, metadata: [], variants: 'none' };
  const { body: refusal } = await client(`POST ${API}/products`, body);
  expect((refusal.errors as { field: string; message: string }[]).map(each => [each.field, each.message])).toEqual([
    ['name', 'Must be a text.'],
    ['metadata', 'Must be an object.'],
    ['variants', 'Must be a list.'],
  ]);
});

test('a large response is compressed if the client can read it; one with an ETag is not', async () => {
  const inside = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${await tenant.key()}`, 'content-type': 'application/json' };
    const response = await fetch(`${base}${path}`, { ...init, headers: { ...headers, ...init.headers } });
    return [response.headers.get('content-encoding'), await response.json()];
  };
  const place = await makeLocation(tenant, { address: 'x'.repeat(400) });
  const others = await Promise.all(
    Array.from({ length: 30 }, () => makeLocation(tenant, { address: 'x'.repeat(400) })),
  );
  const list = `${API}/locations`;
  const plain = await inside(list, { headers: { 'accept-encoding': 'identity' } });
  expect(plain).toEqual([
    null,
    expect.objectContaining({ meta: expect.objectContaining({ total: others.length + 1 }) }),
  ]);
  expect(await inside(list, { headers: { 'accept-encoding': 'gzip' } })).toEqual(['gzip', plain[1]]);
  const query = '{ locations(first: 100) { nodes { id name address } } }';
  const asked = { method: 'POST', body: JSON.stringify({ query }), headers: { 'accept-encoding': 'br' } };
  expect((await inside('/graphql', asked))[0]).toBe('br');
  expect((await inside(`${list}?per_page=1`))[0]).toBe(null);
  const small = await client(`GET ${list}?per_page=1`);
  expect(small.headers.get('content-length')).toBe(String(Buffer.byteLength(small.text)));
  const long = { method: 'PATCH', body: JSON.stringify({ metadata: { note: 'x'.repeat(9000) } }) };
  expect((await inside(`${list}/${place.id}`, long))[0]).toBe(null);
});

// ---- authentication ----

test.each(sliceOf(Object.keys(routes), 7))('%s requires a key', async route => {
  const [method, path] = route.split(' ') as [string, string];
  const expected = [401, 'unauthenticated'];
  const bad = ['', 'swk_short', `swk_${'a'.repeat(49)}`];
  for (const key of bad) {
    const reply = await clientOf(base, key)(`${method} ${API}${some(path)}`);
    expect(codes(reply)).toEqual(expected);
    expect(reply.headers.get('www-authenticate')).toBe('Bearer');
  }
});

test.each(sliceOf(Object.entries(routes), 7))(
  '%s requires its scope, before any lookup or validation',
  async (route, operation) => {
    const [method, path] = route.split(' ') as [string, string];
    const other = AREAS.find(area => ![operation.area].flat().includes(area))!;
    const reply = await clientOf(base, await tenant.key(`${other}:write`))(
      `${method} ${API}${some(path)}`,
      method === 'GET' ? undefined : '{"nonsense": 1}',
    );
    expect(codes(reply)).toEqual([403, 'insufficient_scope']);
  },
);

test('a revoked key is refused within 5 seconds', async () => {
  const admin = clientOf(base, await tenant.key());
  const made = (await admin('POST /api/v1/api_keys', { name: 'short-lived', scopes: ['read'] })).body.data as {
    id: string;
    key: string;
  };
  const holder = clientOf(base, made.key);
  expect((await holder('GET /api/v1/locations')).status).toBe(200);
  expect((await admin(`DELETE /api/v1/api_keys/${made.id}`)).status).toBe(200);
  await until(async () => (await holder('GET /api/v1/locations')).status === 401);
});

// ---- unreadable requests ----

test.each([
  ['no JSON', '{"name":', 400, 'malformed_json'],
  ['null', 'null', 400, 'bad_request'],
  ['a list', '[]', 400, 'bad_request'],
  ['a text', '"x"', 400, 'bad_request'],
  ['depth', `{"metadata":${'{"a":'.repeat(30)}1${'}'.repeat(30)}}`, 400, 'bad_request'],
  ['a field twice', '{"name":"A","name":"B"}', 400, 'bad_request'],
  ['a field twice, spelled in two ways', '{"metadata":[{"a":{"b":1,"\\u0062":{"c":2}}}]}', 400, 'bad_request'],
  ['the same fields in two objects', '{"name":"A:\\"","metadata":{"name":{"a":[{"a":1},{"a":2}]}}}', 201],
  ['nesting without end', '['.repeat(200_000), 400, 'bad_request'],
  ['more than 1 MiB', `{"name":"${'x'.repeat(1_100_000)}"}`, 413, 'payload_too_large'],
])('a body of %s is refused in JSON', async (_, body, status, ...refused) => {
  expect(codes(await client(`POST ${API}/locations`, body))).toEqual([status, ...refused]);
});

test('a body that is not UTF-8 is malformed', async () => {
  expect(codes(await client(`POST ${API}/locations`, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])))).toEqual([
    400,
    'malformed_json',
  ]);
});

test('a filter in the body of a GET is refused, because it would be ignored; an empty object is accepted', async () => {
  const ask = (body: string) => raw('GET', `${API}/orders`, { 'content-length': String(body.length) }, body);
  expect((await ask('{"status":"pending"}')).status).toBe(400);
  expect((await raw('GET', `${API}/orders`, { 'transfer-encoding': 'chunked' }, 'status=pending')).status).toBe(400);
  expect((await ask('{}')).status).toBe(200);
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
  '%s is an unsupported media type',
  async type => {
    expect(codes(await client(`POST ${API}/locations`, 'name=x', { 'content-type': type }))).toEqual([
      415,
      'unsupported_media_type',
    ]);
  },
);

test('a gzip bomb is refused by its inflated size', async () => {
  const { gzipSync } = await import('node:zlib');
  const reply = await client(`POST ${API}/locations`, gzipSync(Buffer.alloc(20_000_000, 0x20)), {
    'content-encoding': 'gzip',
  });
  expect(codes(reply)).toEqual([413, 'payload_too_large']);
});

test.each(['PUT', 'PATCH', 'DELETE', 'TRACE', 'FOO'])('%s on a path without it is 405 with Allow', async method => {
  const { status, headers } = await raw(method, `${API}/locations`);
  expect([status, headers['allow']]).toEqual([
    method === 'FOO' ? 400 : 405,
    method === 'FOO' ? undefined : 'HEAD, GET, POST, OPTIONS',
  ]);
});

test('the event stream is a path like those of the table of routes', async () => {
  for (const [method, status] of [
    ['POST', 405],
    ['OPTIONS', 204],
  ] as const) {
    const reply = await raw(method, `${API}/events/stream`);
    expect([reply.status, reply.headers['allow']]).toEqual([status, 'HEAD, GET, OPTIONS']);
  }
  const { status, headers } = await client(`HEAD ${API}/events/stream`);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
});

test.each(['/nowhere', `${API}/nowhere`, `${API}/Locations`, '/api/v2/locations'])('%s is not found', async path => {
  expect(codes(await client(`GET ${path}`))).toEqual([404, 'not_found']);
});

test('a path that cannot be decoded is a bad request', async () => {
  expect((await raw('GET', `${API}/locations/%zz`)).status).toBe(400);
});

test.each(['x', '019f0000-0000-7000-8000-000000000000', "1' or '1'='1", '%00', '..%2f..', '😀'])(
  'the id %s in a path is not found',
  async id => {
    expect(codes(await client(`GET ${API}/locations/${encodeURI(id).replaceAll('%25', '%')}`))).toEqual([
      404,
      'not_found',
    ]);
  },
);

test('an id of any length in a path is not found', async () => {
  expect(codes(await client(`GET ${API}/locations/${'x'.repeat(5000)}`))).toEqual([404, 'not_found']);
});

test('HEAD is answered like GET, without a body', async () => {
  const reply = await raw('HEAD', `${API}/locations`);
  expect([reply.status, reply.body]).toEqual([200, '']);
});

test('a request that offers another protocol, as the HTTP client of Java does, is served in this one', async () => {
  const offer = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' };
  expect((await raw('GET', `${API}/locations`, offer)).status).toBe(200);
  const made = await raw(
    'POST',
    `${API}/locations`,
    { ...offer, 'content-type': 'application/json' },
    '{"name":"Java"}',
  );
  expect([made.status, JSON.parse(made.body)]).toMatchObject([201, { data: { name: 'Java' } }]);
});

// ---- invalid requests ----

test('all problems of a body are reported at once, each with its path', async () => {
  const reply = await client(`POST ${API}/products`, {
    name: '',
    nmae: 1,
    variants: [{ sku: 'x'.repeat(101), unit_cost: 1.23456, barcode: 'a\u0000b' }, {}],
  });
  expect(codes(reply)).toEqual([
    422,
    'validation_failed name',
    'validation_failed variants[0].sku',
    'validation_failed variants[0].barcode',
    'validation_failed variants[0].unit_cost',
    'validation_failed variants[1].sku',
    'unknown_field nmae',
  ]);
});

test.each(['id', 'organization_id', 'created_at', 'quantity_on_hand', 'constructor', 'prototype', '__proto__'])(
  'the read-only field %s is refused',
  async field => {
    expect(codes(await client(`POST ${API}/locations`, `{"name":"x","${field}":"y"}`))).toEqual([
      422,
      `unknown_field ${field}`,
    ]);
    expect(({} as { [name: string]: unknown })['y']).toBeUndefined();
  },
);

test.each([
  'page=0',
  'per_page=201',
  'per_page=abc',
  'per_page=1e2',
  'type=castle',
  'active=maybe',
  'color=red',
  'type=store&type=other',
  'createdSince=2026-01-01T00:00:00Z',
])('the query %s is refused', async query => {
  const reply = await client(`GET ${API}/locations?${query}`);
  expect(reply.status).toBe(422);
  expect(['validation_failed', 'unknown_field']).toContain(reply.body.errors![0]!.code);
});

const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`no_${index}`, 1]));

test('a hundred of many unknown fields are reported, and the number of others', async () => {
  const reply = await client(`POST ${API}/orders`, { items: [{ sku: 'A', ...fields(1400) }, fields(1000)] });
  expect(reply.body.errors).toHaveLength(100);
  expect(reply.body.errors![99]).toMatchObject({
    code: 'unknown_field',
    field: 'items[0].no_99',
    details: { more: 2300 },
  });
});

test.each([
  ['an object of more than 2,500 fields', { metadata: fields(2501) }],
  ['more than 50,000 fields', { items: Array.from({ length: 1001 }, () => fields(50)) }],
  ['more than 50,000 list items', { items: Array.from({ length: 50_002 }, () => 0) }],
])('%s is too large, before it is parsed', async (_what, body) => {
  expect(codes(await client(`POST ${API}/orders`, body))).toEqual([413, 'payload_too_large']);
  // The size is refused before parsing, so the content of strings does not matter.
  expect((await client(`POST ${API}/locations`, { name: 'x', metadata: { text: '{,:"\\'.repeat(2000) } })).status).toBe(
    201,
  );
});

test('a list inside a list is refused for its length alone', async () => {
  const variants = Array.from({ length: 20_000 }, () => 0);
  expect(codes(await client(`POST ${API}/products`, { name: 'x', variants }))).toEqual([
    422,
    'validation_failed variants',
  ]);
  const lots = Array.from({ length: 20_000 }, () => 0);
  expect(codes(await client(`POST ${API}/orders/${ID}/fulfill`, { items: [{ sku: 'A', quantity: 1, lots }] }))).toEqual(
    [422, 'validation_failed items[0].lots'],
  );
});

test.each(['{"__proto__": 1}', '{"a": [{"\\u005f_proto__": 1}]}'])(
  'metadata %s is refused by name, and not lost',
  async metadata => {
    const field = metadata.includes('[') ? 'metadata.a[0].__proto__' : 'metadata.__proto__';
    const before = (await client(`GET ${API}/locations`)).body.meta!['total'];
    expect(codes(await client(`POST ${API}/locations`, `{"name": "x", "metadata": ${metadata}}`))).toEqual([
      422,
      `validation_failed ${field}`,
    ]);
    expect((await client(`GET ${API}/locations`)).body.meta!['total']).toBe(before);
  },
);

test.each(['locationId', 'Name', 'na-me', 'nmae'])('the unknown field %s is reported as sent', async field => {
  expect(codes(await client(`POST ${API}/locations`, { name: 'x', [field]: 1 }))).toEqual([
    422,
    `unknown_field ${field}`,
  ]);
  expect(codes(await client(`GET ${API}/locations?${field}=1`))).toEqual([422, `unknown_field ${field}`]);
});

test('every unknown reference of a body is reported at once', async () => {
  const unknown = '019f0000-0000-7000-8000-000000000000';
  const asked = async (path: string, body: object) => codes(await client(`POST ${API}/${path}`, body));
  const [location, variant, recipe] = ['location_id', 'variant_id', 'recipe_id'].map(
    field => `reference_not_found ${field}`,
  );
  expect(await asked('production_batches', { recipe_id: unknown, location_id: unknown, planned_quantity: 1 })).toEqual([
    422,
    recipe,
    location,
  ]);
  expect(
    await asked('waste_records', { variant_id: unknown, location_id: unknown, quantity: 1, reason: 'other' }),
  ).toEqual([422, variant, location]);
  expect(
    await asked('inventory_policies', {
      variant_id: unknown,
      location_id: unknown,
      reorder_point: 1,
      reorder_quantity: 1,
    }),
  ).toEqual([422, variant, location]);
});

// ---- wrappers ----

test('a body may be wrapped in the name of the resource in the path, whatever the route returns', () => {
  const wrappers = Object.entries(routes).flatMap(([route, operation]) =>
    operation.kind === 'command' ? [[route, wrapperOf(route, operation)]] : [],
  );
  expect(Object.fromEntries(wrappers)).toMatchObject({
    'POST /orders': 'order',
    'POST /orders/:id/fulfill': 'order',
    'POST /lots/:id/recall': 'lot',
    'POST /products/:product_id/variants': 'variant',
    'POST /inventory_adjustments/bulk': 'inventory_adjustment',
    'PATCH /inventory_policies/:id': 'inventory_policy',
    'POST /production_batches/:id/complete': 'production_batch',
    'POST /webhook_deliveries/:id/redeliver': 'webhook_delivery',
    'PATCH /organization': 'organization',
    'POST /api_keys': 'api_key',
  });
  expect(wrappers.filter(([, wrapper]) => !/^[a-z]+(_[a-z]+)*$/.test(wrapper!))).toEqual([]);
});

test.each(
  Object.entries(routes).filter(
    // Sheets and pictures are not JSON.
    ([route, { kind, accepts }]) => kind === 'command' && !route.startsWith('DELETE') && !accepts,
  ),
)('%s: a field inside and beside the wrapper is refused by its name', async (route, operation) => {
  const [method, path] = route.split(' ') as [string, string];
  const wrapper = wrapperOf(route, operation)!;
  const reply = await client(`${method} ${API}${some(path)}`, { [wrapper]: { some_field: 1 }, some_field: 2 });
  expect(codes(reply)).toEqual([422, 'validation_failed some_field']);
  expect(codes(await client(`${method} ${API}${some(path)}`, { [wrapper]: 'text' }))).toEqual([
    422,
    `validation_failed ${wrapper}`,
  ]);
});

test('fields beside the wrapper are kept', async () => {
  const reply = await client(`POST ${API}/locations`, { location: { name: 'In' }, code: unique('BESIDE') });
  expect([reply.status, (reply.body.data as { code: string }).code]).toEqual([201, expect.stringMatching(/^BESIDE/)]);
});

test('a barcode with NUL is malformed; one that nothing can have is not found', async () => {
  for (const barcode of ['%00', 'a%00b'])
    expect(codes(await client(`GET ${API}/variants/barcode/${barcode}`))[1]).toMatch(/^bad_request/);
  for (const barcode of ['4006381333000', 'x'.repeat(101), 'x'.repeat(5000), '%20'])
    expect(codes(await client(`GET ${API}/variants/barcode/${barcode}`))).toEqual([404, 'not_found']);
});

test('every unknown parameter is reported at once', async () => {
  expect(codes(await client(`GET ${API}/locations?constructor=1&color=red&toString=1&code=A`))).toEqual([
    422,
    'unknown_field constructor',
    'unknown_field color',
    'unknown_field toString',
  ]);
});

test.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', '0001-01-01T00:00:00+23:59'])(
  'the instant %s is out of range',
  async instant => {
    expect(codes(await client(`GET ${API}/locations?created_since=${encodeURIComponent(instant)}`))).toEqual([
      422,
      'validation_failed created_since',
    ]);
  },
);

test('a duplicate SKU or barcode is reported at its path, also within the same body', async () => {
  const [sku, other, third] = [unique('SKU'), unique('SKU'), unique('SKU')];
  await client(`POST ${API}/products`, { name: 'First', variants: [{ sku, barcode: '4006381333931' }] });
  const second = (...variants: object[]) => client(`POST ${API}/products`, { name: 'Second', variants });
  // Problems of the body alone come first: nothing is looked up for it.
  expect(
    codes(
      await second(
        { sku: other, barcode: '036000291452' },
        { sku },
        { sku: other },
        { sku: third, barcode: '0036000291452' },
      ),
    ),
  ).toEqual([409, 'already_exists variants[2].sku', 'already_exists variants[3].barcode']);
  expect(codes(await second({ sku: other }, { sku }, { sku: third, barcode: '4006381333931' }))).toEqual([
    409,
    'already_exists variants[1].sku',
    'already_exists variants[2].barcode',
  ]);
});

test('rejected rows of a partial bulk have the form of any other error', async () => {
  const location = await makeLocation(tenant);
  const reply = await client(`POST ${API}/inventory_adjustments/bulk`, {
    mode: 'partial',
    adjustments: [{ sku: 'nowhere', location_id: location.id, quantity_change: 1 }],
  });
  expect((reply.body.data as { results: { errors: object[] }[] }).results[0]!.errors).toEqual([
    { code: 'reference_not_found', message: expect.any(String), field: 'adjustments[0].sku' },
  ]);
  const { variant, location: shelf } = await makeStock(tenant, 1);
  const short = await client(`POST ${API}/inventory_adjustments/bulk`, {
    mode: 'partial',
    adjustments: [{ sku: variant.sku, location_id: shelf.id, quantity_change: -2 }],
  });
  const details = { sku: variant.sku, location_id: shelf.id, requested: 2, available: 1 };
  expect((short.body.data as { results: { errors: object[] }[] }).results[0]!.errors).toMatchObject([
    { code: 'insufficient_stock', field: 'adjustments[0].quantity_change', details },
  ]);
});

test.each([Number.MAX_SAFE_INTEGER, 1e21, 0.00001, '1', null, true, [], {}])('%p is no quantity', async quantity => {
  const { variant, location } = await makeStock(tenant, 5);
  const reply = await client(`POST ${API}/inventory_adjustments`, {
    sku: variant.sku,
    location_id: location.id,
    quantity_change: quantity,
  });
  expect(codes(reply)).toEqual([422, 'validation_failed quantity_change']);
});

test.each(['', 'x'.repeat(256), 'a b', 'ä'])('the Idempotency-Key "%s" is invalid', async key => {
  const { status } = await raw(
    'POST',
    `${API}/locations`,
    { 'idempotency-key': Buffer.from(key).toString('latin1'), 'content-type': 'application/json' },
    '{"name":"x"}',
  );
  expect(status).toBe(400);
});

// ---- responses ----

test('flat and wrapped bodies mean the same', async () => {
  const flat = await client(`POST ${API}/locations`, { name: 'Flat' });
  const wrapped = await client(`POST ${API}/locations`, { location: { name: 'Wrapped' } });
  expect([flat.status, wrapped.status, (wrapped.body.data as { name: string }).name]).toEqual([201, 201, 'Wrapped']);
});

test('a created resource is found at its Location', async () => {
  const created = await client(`POST ${API}/suppliers`, { name: 'Finca' });
  const found = await client(`GET ${created.headers.get('location')}`);
  expect(found.body.data).toEqual(created.body.data);
});

test('everything created has a Location, even if it cannot be read alone', async () => {
  const made = async (path: string, body: object) => {
    const reply = await client(`POST ${API}${path}`, body);
    return [reply.status, reply.headers.get('location') === `${API}${path}/${(reply.body.data as { id: string }).id}`];
  };
  const { id } = await makeLocation(tenant);
  expect(await made('/api_keys', { name: 'scanner' })).toEqual([201, true]);
  expect(await made('/members', { email: 'new@members.example', role: 'viewer' })).toEqual([201, true]);
  expect(
    await made('/integrations', { kind: 'shopify', name: 'Shop', location_id: id, secret: 'a-long-enough-secret' }),
  ).toEqual([201, true]);
});

test('an unchanged resource answers 304 to its ETag', async () => {
  const location = await makeLocation(tenant);
  const first = await client(`GET ${API}/locations/${location.id}`);
  const again = await client(`GET ${API}/locations/${location.id}`, undefined, {
    'if-none-match': first.headers.get('etag')!,
  });
  expect([again.status, again.text]).toEqual([304, '']);
  await client(`PATCH ${API}/locations/${location.id}`, { name: 'Renamed' });
  expect(
    (await client(`GET ${API}/locations/${location.id}`, undefined, { 'if-none-match': first.headers.get('etag')! }))
      .status,
  ).toBe(200);
});

test('a replay has the same status and bytes, and is marked as one', async () => {
  const key = { 'idempotency-key': unique('key') };
  const first = await client(`POST ${API}/locations`, { name: 'Once' }, key);
  const second = await client(`POST ${API}/locations`, { name: 'Once' }, key);
  expect([second.status, second.text, second.headers.get('idempotent-replayed')]).toEqual([
    first.status,
    first.text,
    'true',
  ]);
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  const slashed = await client(`POST ${API}/locations/`, { name: 'Once' }, key);
  expect([slashed.status, slashed.text]).toEqual([first.status, first.text]);
});

test('while the first request with a key runs, a copy waits 5 seconds, and is then asked to retry', async () => {
  const key = unique('key');
  const holder = await world.database.pools.lookups.connect();
  // The lock of a first request that has not committed yet.
  await holder.query('select pg_advisory_lock(hashtextextended($1, 0))', [`${tenant.id} POST /locations ${key}`]);
  const reply = await client(`POST ${API}/locations`, { name: 'Twice' }, { 'idempotency-key': key });
  expect([...codes(reply), reply.headers.get('retry-after')]).toEqual([409, 'idempotency_in_progress', '1']);
  await holder.query('select pg_advisory_unlock_all()');
  holder.release();
  expect((await client(`POST ${API}/locations`, { name: 'Twice' }, { 'idempotency-key': key })).status).toBe(201);
});

test('every response has a request id; a sane one is echoed', async () => {
  expect(
    (await client(`GET ${API}/locations`, undefined, { 'x-request-id': 'abc-1' })).headers.get('x-request-id'),
  ).toBe('abc-1');
  expect(
    (await client(`GET ${API}/locations`, undefined, { 'x-request-id': 'a b<script>' })).headers.get('x-request-id'),
  ).toMatch(/^[0-9a-f-]{36}$/);
});

test('pages by number and by cursor contain the same rows, each once', async () => {
  const own = await world.tenant();
  for (let index = 0; index < 7; index += 1) await makeLocation(own);
  const reader = clientOf(base, await own.key('read'));
  const ids = (reply: { body: { data?: unknown } }) => (reply.body.data as { id: string }[]).map(({ id }) => id);
  const numbered = [1, 2, 3].map(page => reader(`GET ${API}/locations?per_page=3&page=${page}`));
  const byNumber = (await Promise.all(numbered)).flatMap(ids);
  const byCursor: string[] = [];
  for (let cursor = ''; ; ) {
    const reply = await reader(`GET ${API}/locations?per_page=3${cursor && `&cursor=${cursor}`}`);
    byCursor.push(...ids(reply));
    if (reply.body.meta!['next_cursor'] === null) break;
    cursor = reply.body.meta!['next_cursor'] as string;
  }
  expect(byNumber).toHaveLength(7);
  expect(byCursor).toEqual(byNumber);
  expect((await reader(`GET ${API}/locations?per_page=3&page=9`)).body).toEqual({
    data: [],
    meta: { page: 9, per_page: 3, total: 7, next_cursor: null },
  });
});

test('metadata is returned as it was given', async () => {
  const metadata = { snake_case: 1, camelCase: { Nested: [1, null, 'ü'] } };
  const created = await client(`POST ${API}/locations`, { name: 'x', metadata });
  expect((created.body.data as { metadata: object }).metadata).toEqual(metadata);
});

interface Raw {
  status: number;
  headers: { [name: string]: string | string[] | undefined };
  body: string;
}

/** For requests that fetch cannot send. */
async function raw(method: string, path: string, headers: { [name: string]: string } = {}, body = ''): Promise<Raw> {
  const key = await tenant.key();
  return new Promise((resolve, reject) => {
    const sent = request(
      `${base}${path}`,
      { method, headers: { authorization: `Bearer ${key}`, ...headers } },
      response => {
        let text = '';
        response.on('data', chunk => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body: text }));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
