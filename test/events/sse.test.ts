import { beforeAll, expect, test } from '@jest/globals';
import { revokeApiKey } from '../../src/access/api-keys.ts';
import { REMEMBERED_MS } from '../../src/access/caller.ts';
import { RECHECK_MS } from '../../src/access/followers.ts';
import { deleteInventoryPolicy } from '../../src/domain/inventory-policies.ts';
import { updateProduct } from '../../src/domain/products.ts';
import { startChild } from '../support/child.ts';
import { clientOf } from '../support/http.ts';
import { follow, sequenced, until } from '../support/live.ts';
import { adjust, type Made, makeOrder, makeStock, makeSupplier, makeVariant } from '../support/make.ts';
import { readSse } from '../support/sse.ts';
import { type Tenant, useWorld } from '../support/world.ts';

/*
 * docs/api.md, "The event stream": the log as server-sent events, and subscriptions over the same.
 */

const world = useWorld({ processes: true });
let url: string;
let stream: string;

beforeAll(async () => {
  url = (await world.serve({ RATE_LIMIT_PER_MINUTE: '0' })).url;
  stream = `${url}/api/v1/events/stream`;
});

const logOf = async (tenant: Tenant) => {
  await sequenced(world.database.system, tenant);
  return (await clientOf(url, await tenant.key('read'))('GET /api/v1/events?per_page=200')).body.data as Made[];
};

test('a stream contains the log, replayed and live, each event with its position and type', async () => {
  const tenant = await world.tenant();
  await makeOrder(tenant, { status: 'fulfilled' });
  await logOf(tenant);
  const told = await readSse(`${stream}?after=0`, await tenant.key('read'));
  expect([told.status, told.headers.get('content-type'), told.headers.get('x-accel-buffering')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
    'no',
  ]);
  await makeSupplier(tenant);
  const log = await logOf(tenant);
  await until(() => told.seen.length === log.length);
  expect(told.seen.map(({ id, event, data }) => ({ id, event, data: JSON.parse(data) as object }))).toEqual(
    log.map(event => ({ id: String(event['position']), event: event['type'], data: event })),
  );
  told.stop();
});

test('without a position a stream starts live; types filter it', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 5);
  await logOf(tenant);
  const key = await tenant.key('read');
  const all = await readSse(stream, key);
  const some = await readSse(`${stream}?types=supplier.created,product.created`, key);
  await adjust(tenant, variant, location, 1);
  await makeSupplier(tenant);
  await until(() => all.seen.length === 2 && some.seen.length === 1);
  expect([all.seen, some.seen].map(seen => seen.map(({ event }) => event))).toEqual([
    ['inventory.updated', 'supplier.created'],
    ['supplier.created'],
  ]);
  all.stop();
  some.stop();
});

test('a stream begins with the position of the last event before it, after which a reader cut off before its first resumes', async () => {
  const tenant = await world.tenant();
  await makeSupplier(tenant);
  const position = (await logOf(tenant)).at(-1)!['position'];
  const headers = { authorization: `Bearer ${await tenant.key('read')}` };
  for (const [query, first] of [
    ['', position],
    ['?after=0', 0],
  ]) {
    const response = await fetch(stream + query, { headers });
    const reader = response.body!.getReader();
    const { value } = await reader.read();
    await reader.cancel();
    expect(new TextDecoder().decode(value).split('\n\n')[0]).toBe(`:\nid: ${first}`);
  }
});

test('Last-Event-ID resumes and takes precedence over after', async () => {
  const tenant = await world.tenant();
  for (let index = 0; index < 4; index += 1) await makeSupplier(tenant);
  await logOf(tenant);
  const told = await readSse(`${stream}?after=0`, await tenant.key('read'), { headers: { 'Last-Event-ID': '2' } });
  await until(() => told.seen.length === 2);
  expect(told.seen.map(({ id }) => id)).toEqual(['3', '4']);
  told.stop();
});

test.each([
  ['?after=99', {}, 422, 'cursor_ahead after'],
  ['', { 'Last-Event-ID': '99' }, 422, 'cursor_ahead after'],
  ['', { 'Last-Event-ID': 'x' }, 400, 'bad_request after'],
  ['?after=-1', {}, 422, 'validation_failed after'],
  ['?types=order.lost', {}, 422, 'validation_failed types[0]'],
  ['?page=1', {}, 422, 'unknown_field page'],
])('%s %j is refused before the first event', async (query, headers, status, problem) => {
  const tenant = await world.tenant();
  const told = await readSse(stream + query, await tenant.key('read'), { headers });
  const { code, field } = (told.body as { errors: { code: string; field: string }[] }).errors[0]!;
  expect([told.status, `${code} ${field}`]).toEqual([status, problem]);
});

test('a stream contains what the key may read, of its own organization', async () => {
  const [tenant, other] = [await world.tenant(), await world.tenant()];
  const orders = await readSse(`${stream}?after=0`, await tenant.key('orders:read'));
  await makeOrder(other);
  const { order } = await makeOrder(tenant);
  await until(() => orders.seen.length === 1);
  await logOf(other);
  expect(orders.seen.map(({ data }) => (JSON.parse(data) as { data: Made }).data.id)).toEqual([order.id]);
  orders.stop();
  const status = async (query: string, ...scopes: Parameters<Tenant['key']>) =>
    (await readSse(stream + query, await tenant.key(...scopes))).status;
  expect(await status('?types=supplier.created', 'orders:read')).toBe(403);
  expect(await status('', 'webhooks:read')).toBe(403);
  expect((await readSse(stream, 'swk_nonsense')).status).toBe(401);
});

test('a stream ends within 5 seconds of the revocation of its key', async () => {
  expect(REMEMBERED_MS + RECHECK_MS).toBeLessThan(5000);
  const tenant = await world.tenant();
  const client = clientOf(url, await tenant.key());
  const { id, key } = (await client('POST /api/v1/api_keys', { name: 'mine', scopes: ['read'] })).body.data as Made & {
    key: string;
  };
  const told = await readSse(stream, key);
  const graphql = await subscribe('subscription { events { position } }', key);
  await tenant.run(revokeApiKey, { id });
  await Promise.all([told.ended, graphql.ended]);
});

test('an organization may have a hundred streams and sockets; others are not affected', async () => {
  const [tenant, other] = [await world.tenant(), await world.tenant()];
  const key = await tenant.key('read');
  const open = await Promise.all(Array.from({ length: 100 }, () => readSse(stream, key)));
  expect(new Set(open.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await readSse(stream, key)).status).toBe(429);
  expect((await subscribe('subscription { events { position } }', key)).status).toBe(429);
  const theirs = await readSse(stream, await other.key('read'));
  expect(theirs.status).toBe(200);
  open[0]!.stop();
  let again = await readSse(stream, key);
  await until(async () => again.status === 200 || ((again = await readSse(stream, key)), false));
  for (const each of [...open, theirs, again]) each.stop();
});

test('after kill -9 nothing is missing and nothing comes twice', async () => {
  const tenant = await world.tenant();
  const key = await tenant.key('read');
  const { variant, location } = await makeStock(tenant, 500);
  const seen: string[] = [];
  let first = await startChild(world);
  const read = async (from: string) => {
    const told = await readSse(`${from}/api/v1/events/stream`, key, {
      headers: { 'Last-Event-ID': seen.at(-1) ?? '0' },
    });
    const taken = told.ended.then(() => void seen.push(...told.seen.map(({ id }) => id!)));
    return { told, taken };
  };
  let current = await read(first.url);
  const writing = (async () => {
    for (let index = 0; index < 60; index += 1) await adjust(tenant, variant, location, -1);
  })();
  await until(() => current.told.seen.length > 5);
  await first.kill();
  await current.taken;
  first = await startChild(world);
  current = await read(first.url);
  await adjust(tenant, variant, location, -10);
  await writing;
  await until(() => seen.length + current.told.seen.length === 65);
  current.told.stop();
  await current.taken;
  expect(seen).toEqual(Array.from({ length: 65 }, (_, index) => String(index + 1)));
  await first.kill();
});

// ---- GraphQL ----

const subscribe = (query: string, key: string, variables?: object) =>
  readSse(`${url}/graphql`, key, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });

test('a subscription over server-sent events receives the same as over a socket', async () => {
  const tenant = await world.tenant();
  const { order } = await makeOrder(tenant);
  await logOf(tenant);
  const key = await tenant.key('read');
  const told = await subscribe(
    'subscription ($after: Int) { orderCreated(after: $after) { position data { id status items { sku } } } }',
    key,
    { after: 0 },
  );
  const socket = follow<object>(url, key, 'orderCreated(after: 0)', '{ position data { id status items { sku } } }');
  await until(() => told.seen.length === 1 && socket.seen.length === 1);
  expect(told.seen[0]!.event).toBe('next');
  const { data } = JSON.parse(told.seen[0]!.data) as { data: { orderCreated: { data: Made } } };
  expect([data.orderCreated, data.orderCreated.data.id]).toEqual([socket.seen[0], order.id]);
  told.stop();
  socket.stop();
});

test('an operation that is no subscription, is invalid or is not permitted is refused as JSON', async () => {
  const tenant = await world.tenant();
  const key = await tenant.key('orders:read');
  const refused = async (query: string) => {
    const { status, body } = await subscribe(query, key);
    return [status, (body as { errors: { extensions?: { code?: string } }[] }).errors[0]!.extensions?.code];
  };
  expect((await subscribe('{ organization { name } }', key)).status).toBe(400);
  expect((await subscribe('subscription { nowhere }', key)).status).toBe(400);
  expect((await subscribe('subscription {', key)).status).toBe(400);
  expect(await refused('subscription { transferReceived { position } }')).toEqual([400, 'INSUFFICIENT_SCOPE']);
  expect((await subscribe('subscription { events { position } }', 'swk_nonsense')).status).toBe(401);
  const ahead = await subscribe('subscription { events(after: 99) { position } }', key);
  await ahead.ended;
  expect(ahead.seen.map(({ event }) => event)).toEqual(['next', 'complete']);
  expect(JSON.parse(ahead.seen[0]!.data)).toMatchObject({ errors: [{ extensions: { code: 'CURSOR_AHEAD' } }] });
});

test('a client that accepts a stream besides JSON, as urql always does, gets JSON', async () => {
  const accept =
    'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed';
  const reply = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await (await world.tenant()).key()}`,
      'content-type': 'application/json',
      accept,
    },
    body: JSON.stringify({ query: '{ orders { totalCount } }' }),
  });
  expect([reply.status, await reply.json()]).toEqual([200, { data: { orders: { totalCount: 0 } } }]);
});

test('resourceChanged sends each record with its type, as one union, and only what may be read', async () => {
  const tenant = await world.tenant();
  const variant = await makeVariant(tenant);
  await tenant.run(updateProduct, { id: variant['productId'], name: 'Renamed' });
  const supplier = await makeSupplier(tenant, { code: 'S1' });
  const { order, location } = await makeOrder(tenant, { status: 'fulfilled', quantities: [1] });
  const { createInventoryPolicy } = await import('../../src/domain/inventory-policies.ts');
  const policy = await tenant.run(createInventoryPolicy, {
    sku: variant.sku,
    locationId: location.id,
    reorderPoint: 1,
    reorderQuantity: 1,
  });
  await tenant.run(deleteInventoryPolicy, { id: policy['id'] });
  const document = `{ position type id resource {
    ... on Product { name } ... on Supplier { id code version } ... on Order { status items { sku } } ... on InventoryPolicy { reorderPoint }
    __typename
  } }`;
  const all = follow<Made>(url, await tenant.key('read'), 'resourceChanged(after: 0)', document);
  const orders = follow<Made>(url, await tenant.key('orders:read'), 'resourceChanged(after: 0)', document);
  await until(() => all.seen.length === 11 && orders.seen.length === 2);
  const told = all.seen.map(({ type, resource }) => [type, (resource as { __typename: string }).__typename]);
  expect(told).toEqual([
    ['product.created', 'Product'],
    ['variant.created', 'Variant'],
    ['product.updated', 'Product'],
    ['supplier.created', 'Supplier'],
    ['location.created', 'Location'],
    ['product.created', 'Product'],
    ['variant.created', 'Variant'],
    ['order.created', 'Order'],
    ['order.fulfilled', 'Order'],
    ['inventory_policy.created', 'InventoryPolicy'],
    ['inventory_policy.deleted', 'InventoryPolicy'],
  ]);
  expect(all.seen[2]!['resource']).toEqual({ __typename: 'Product', name: 'Renamed' });
  expect(all.seen[3]!['resource']).toMatchObject({ id: supplier.id, code: 'S1', version: expect.any(String) });
  expect(orders.seen.map(({ resource }) => resource)).toMatchObject([{ status: 'PENDING' }, { status: 'FULFILLED' }]);
  expect((order as Made).id).toBeTruthy();
  const some = follow<Made>(
    url,
    await tenant.key('read'),
    'resourceChanged(types: ["supplier.created"], after: 0)',
    '{ type }',
  );
  await until(() => some.seen.length === 1);
  expect(
    await follow(url, await tenant.key('read'), 'resourceChanged(types: ["inventory.updated"])', '{ type }').ended,
  ).toMatchObject([{ extensions: { code: 'VALIDATION_FAILED', field: 'types[0]' } }]);
  for (const each of [all, orders, some]) each.stop();
});
