import { once } from 'node:events';
import type { Server } from 'node:http';
import { promisify } from 'node:util';
import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import WebSocket from 'ws';
import { createProduct } from '../../src/domain/create-products.ts';
import { createInventoryAdjustments } from '../../src/domain/inventory-adjustments.ts';
import { createOrder } from '../../src/domain/orders.ts';
import { until } from '../support/live.ts';
import { adjust, makeLocation, makeOrder, makeStock } from '../support/make.ts';
import { type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();
let url: string;
let server: Server;

beforeAll(async () => {
  const served = await world.serve();
  url = `${served.url.replace('http', 'ws')}/graphql`;
  server = served.app.server;
});

const opened: WebSocket[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.close();
});

interface Socket {
  socket: WebSocket;
  messages: { id?: string; type: string; payload?: unknown }[];
  closed: Promise<number>;
}

async function open(key: string): Promise<Socket> {
  const socket = new WebSocket(url, 'graphql-transport-ws');
  opened.push(socket);
  const messages: Socket['messages'] = [];
  socket.on('message', data => messages.push(JSON.parse(String(data)) as Socket['messages'][number]));
  const closed = new Promise<number>(resolve => socket.on('close', resolve));
  await new Promise(resolve => socket.on('open', resolve));
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${key}` } }));
  await Promise.race([until(() => messages.some(({ type }) => type === 'connection_ack')), closed]);
  return { socket, messages, closed };
}

const subscribe = ({ socket }: Socket, id: number, query = 'subscription { events(after: 0) { position } }') =>
  socket.send(JSON.stringify({ id: String(id), type: 'subscribe', payload: { query } }));
async function moveTwice(tenant: Tenant): Promise<void> {
  const { variant, location } = await makeStock(tenant, 1);
  await adjust(tenant, variant, location, 1);
}

test('a socket may have 20 subscriptions; one more is refused and the others continue', async () => {
  const tenant = await world.tenant();
  const socket = await open(await tenant.key('read'));
  for (let id = 1; id <= 21; id += 1) subscribe(socket, id);
  await until(() => socket.messages.some(({ type }) => type === 'error'));
  expect(socket.messages.filter(({ type }) => type === 'error')).toMatchObject([
    { id: '21', payload: [{ message: expect.stringContaining('20 subscriptions') }] },
  ]);
  // A product, its variant, a location and two movements, for each of twenty subscriptions.
  await moveTwice(tenant);
  await until(() => socket.messages.filter(({ type }) => type === 'next').length === 100);
});

test('an organization may have 100 sockets; another is not affected', async () => {
  const [tenant, other] = [await world.tenant(), await world.tenant()];
  const key = await tenant.key('read');
  const sockets = await Promise.all(Array.from({ length: 100 }, () => open(key)));
  expect(await (await open(key)).closed).toBe(1013);
  const theirs = await open(await other.key('read'));
  expect(theirs.messages[0]).toMatchObject({ type: 'connection_ack' });
  sockets.pop()!.socket.close();
  await until(async () => (await open(key)).messages[0]?.type === 'connection_ack');
});

/** From the service's point of view. */
const connections = () => promisify(server.getConnections.bind(server))();

/** A socket whose client stops reading before it has read anything, and its outcome. */
async function openStuck(tenant: Tenant, queries: readonly string[]) {
  await until(async () => (await connections()) === 0);
  const stuck = await open(await tenant.key('read'));
  stuck.socket.pause();
  queries.forEach((query, id) => subscribe(stuck, id, query));
  return {
    /**
     * The close code, read after the service has dropped the connection, and the number of messages that came through.
     */
    async end(): Promise<{ code: number; told: number }> {
      await until(async () => (await connections()) === 0);
      stuck.socket.resume();
      const code = await stuck.closed;
      return { code, told: stuck.messages.filter(({ type }) => type === 'next').length };
    },
  };
}

test('sockets that end before they are authenticated do not count', async () => {
  const tenant = await world.tenant();
  for (let index = 0; index < 100; index += 1) {
    const socket = new WebSocket(url, 'graphql-transport-ws');
    await once(socket, 'open');
    socket.send(
      JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${await tenant.key('read')}` } }),
      () => socket.terminate(),
    );
    await once(socket, 'close');
  }
  const key = await tenant.key('read');
  const sockets = await Promise.all(Array.from({ length: 100 }, () => open(key)));
  expect(sockets.map(({ messages }) => messages[0]?.type)).toEqual(sockets.map(() => 'connection_ack'));
});

test('a client that stops reading is disconnected rather than buffered for', async () => {
  const tenant = await world.tenant();
  const { variants, location } = await makeOrder(tenant, { quantities: [1], onHand: 0 });
  const items = Array.from({ length: 500 }, () => ({ sku: variants[0]!.sku, quantity: 1 }));
  for (let index = 0; index < 10; index += 1) await tenant.run(createOrder, { locationId: location.id, items });
  // More than any kernel's socket buffers hold: 6 subscriptions of 11 events of over a megabyte.
  const tenfold = Array.from({ length: 10 }, (_, index) => `data${index}: data`).join(' ');
  const stuck = await openStuck(
    tenant,
    Array.from({ length: 6 }, () => `subscription { events(after: 0) { ${tenfold} } }`),
  );
  const { code, told } = await stuck.end();
  // A client that does not read may miss the close frame.
  expect([1006, 1013]).toContain(code);
  expect(told).toBeLessThan(6 * 11);
});

test('the same holds for small events and one subscription, and the client loses nothing', async () => {
  const tenant = await world.tenant();
  const location = await makeLocation(tenant);
  const variants = Array.from({ length: 200 }, (_, index) => ({ sku: `MANY-${index}` }));
  await tenant.run(createProduct, { name: 'Many', variants });
  const adjustments = variants.map(({ sku }) => ({ sku, locationId: location.id, quantityChange: 1 }));
  const sixtyfold = Array.from({ length: 60 }, (_, index) => `data${index}: data`).join(' ');
  const stuck = await openStuck(tenant, [`subscription { events { position ${sixtyfold} } }`]);
  for (let index = 0; index < 10; index += 1) await tenant.run(createInventoryAdjustments, { adjustments });
  const { code, told } = await stuck.end();
  expect([1006, 1013]).toContain(code);
  expect(told).toBeLessThan(2000);

  const again = await open(await tenant.key('read'));
  subscribe(again, 1);
  // The location, the product and the variants have events too.
  await until(() => again.messages.filter(({ type }) => type === 'next').length === 2000 + 202);
});

test('a client that sends more than 100 messages a minute is disconnected', async () => {
  const tenant = await world.tenant();
  const flooding = await open(await tenant.key('read'));
  for (let index = 0; index < 120; index += 1) flooding.socket.send(JSON.stringify({ type: 'ping' }));
  expect(await flooding.closed).toBe(1008);
});

test('a frame with a field twice ends its socket unanswered, like a body: the last would have won silently', async () => {
  const tenant = await world.tenant();
  await moveTwice(tenant);
  const key = await tenant.key('read');
  const query = 'subscription($skus: [String!]) { inventoryUpdated(after: 0, skus: $skus) { position } }';
  const text = JSON.stringify({ id: '1', type: 'subscribe', payload: { query, variables: { skus: ['A'] } } });
  for (const twice of [
    text.replace('{"skus":["A"]}', '{"skus":["A"],"skus":null}'),
    text.replace('"type":', '"type":"ping","type":'),
  ]) {
    const socket = await open(key);
    socket.socket.send(twice);
    expect(await Promise.race([socket.closed, until(() => socket.messages.length > 1)])).toBe(4400);
    expect(socket.messages.map(({ type }) => type)).toEqual(['connection_ack']);
  }
});

test('a frame that is too large ends its socket, and nothing is written beside the log', async () => {
  const socket = await open(await (await world.tenant()).key('read'));
  const written = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  socket.socket.send(JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(70_000) } }));
  expect(await socket.closed).toBe(1009);
  expect(written).not.toHaveBeenCalled();
  written.mockRestore();
});

test('each event of a subscription is limited like a document', async () => {
  const tenant = await world.tenant();
  const variants = Array.from({ length: 200 }, (_, index) => ({ sku: `WIDE-${index}` }));
  await tenant.run(createProduct, { name: 'Wide', variants });
  const socket = await open(await tenant.key('read'));
  const inside = (what: string) => `items { variant { product { variants { ${what} } } } }`;
  subscribe(socket, 1, `subscription { orderCreated(after: 0) { data { ${inside('sku')} } } }`);
  subscribe(socket, 2, 'subscription { orderCreated(after: 0) { data { items { variant { product { name } } } } } }');
  subscribe(
    socket,
    3,
    `subscription { orderCreated(after: 0) { data { ${inside('product { variants { sku } }')} } } }`,
  );
  const location = await makeLocation(tenant);
  const items = variants.slice(0, 101).map(({ sku }) => ({ sku, quantity: 1 }));
  await tenant.run(createOrder, { locationId: location.id, items });
  await until(() => new Set(socket.messages.filter(({ id }) => id).map(({ id }) => id)).size === 3);
  const told = (id: string) => socket.messages.find(message => message.id === id);
  expect(told('1')).toMatchObject({
    type: 'next',
    payload: { data: null, errors: [{ extensions: { code: 'QUERY_TOO_LARGE' } }] },
  });
  expect(told('2')).toMatchObject({ type: 'next', payload: { data: { orderCreated: expect.anything() } } });
  // A type for the third time on the path is not even started.
  expect(told('3')).toMatchObject({ type: 'error', payload: [{ extensions: { code: 'QUERY_TOO_LARGE' } }] });
});

test('a revoked key ends its sockets', async () => {
  const tenant = await world.tenant();
  const { revokeApiKey, listApiKeys } = await import('../../src/access/api-keys.ts');
  const socket = await open(await tenant.key('read'));
  const [key] = (await tenant.list(listApiKeys)).rows;
  await tenant.run(revokeApiKey, { id: key!['id'] });
  expect(await socket.closed).toBe(4403);
});
