import { beforeAll, expect, test } from '@jest/globals';
import WebSocket from 'ws';
import { createOrder } from '../../src/domain/orders.ts';
import { until } from '../support/live.ts';
import { makeOrder, makeStock, adjust } from '../support/make.ts';
import { type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();
let url: string;

beforeAll(async () => {
  url = `${(await world.serve()).url.replace('http', 'ws')}/graphql`;
});

interface Socket {
  socket: WebSocket;
  messages: { id?: string; type: string; payload?: unknown }[];
  closed: Promise<number>;
}

async function open(key: string): Promise<Socket> {
  const socket = new WebSocket(url, 'graphql-transport-ws');
  const messages: Socket['messages'] = [];
  socket.on('message', data => messages.push(JSON.parse(String(data)) as Socket['messages'][number]));
  const closed = new Promise<number>(resolve => socket.on('close', resolve));
  await new Promise(resolve => socket.on('open', resolve));
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${key}` } }));
  await Promise.race([until(() => messages.some(({ type }) => type === 'connection_ack')), closed]);
  return { socket, messages, closed };
}

const subscribe = ({ socket }: Socket, id: number, query = 'subscription { events(after: 0) { position } }') => socket.send(JSON.stringify({ id: String(id), type: 'subscribe', payload: { query } }));
async function moveTwice(tenant: Tenant): Promise<void> {
  const { variant, location } = await makeStock(tenant, 1);
  await adjust(tenant, variant, location, 1);
}

test('a socket has at most 20 subscriptions; the others go on', async () => {
  const tenant = await world.tenant();
  const socket = await open(await tenant.key('read'));
  for (let id = 1; id <= 21; id += 1) subscribe(socket, id);
  await until(() => socket.messages.some(({ type }) => type === 'error'));
  expect(socket.messages.filter(({ type }) => type === 'error')).toMatchObject([{ id: '21', payload: [{ message: expect.stringContaining('20 subscriptions') }] }]);
  await moveTwice(tenant);
  await until(() => socket.messages.filter(({ type }) => type === 'next').length === 40);
  socket.socket.close();
});

test('an organization has at most 100 sockets; another is not affected', async () => {
  const [tenant, other] = [await world.tenant(), await world.tenant()];
  const key = await tenant.key('read');
  const sockets = await Promise.all(Array.from({ length: 100 }, () => open(key)));
  expect(await (await open(key)).closed).toBe(1013);
  const theirs = await open(await other.key('read'));
  expect(theirs.messages[0]).toMatchObject({ type: 'connection_ack' });
  sockets.pop()!.socket.close();
  await new Promise(resolve => setTimeout(resolve, 200));
  expect((await open(key)).messages[0]).toMatchObject({ type: 'connection_ack' });
  for (const { socket } of [...sockets, theirs]) socket.close();
});

test('a reader that stops reading is closed, not buffered for', async () => {
  const tenant = await world.tenant();
  const { variants, location } = await makeOrder(tenant, { quantities: [1], onHand: 0 });
  const items = Array.from({ length: 500 }, () => ({ sku: variants[0]!.sku, quantity: 1 }));
  for (let index = 0; index < 10; index += 1) await tenant.run(createOrder, { locationId: location.id, items });
  const slow = await open(await tenant.key('read'));
  (slow.socket as unknown as { _socket: { pause(): void; resume(): void } })._socket.pause();
  // More than any kernel's socket buffers hold: 20 subscriptions of 11 events of over a megabyte.
  const tenfold = Array.from({ length: 10 }, (_, index) => `data${index}: data`).join(' ');
  for (let id = 1; id <= 20; id += 1) subscribe(slow, id, `subscription { events(after: 0) { ${tenfold} } }`);
  await new Promise(resolve => setTimeout(resolve, 4000));
  (slow.socket as unknown as { _socket: { resume(): void } })._socket.resume();
  expect([1006, 1013]).toContain(await slow.closed);
  expect(slow.messages.filter(({ type }) => type === 'next').length).toBeLessThan(20 * 11);
});

test('whoever sends more than 100 messages a minute is closed', async () => {
  const tenant = await world.tenant();
  const flooding = await open(await tenant.key('read'));
  for (let index = 0; index < 120; index += 1) flooding.socket.send(JSON.stringify({ type: 'ping' }));
  expect(await flooding.closed).toBe(1008);
});

test('a revoked key ends its sockets', async () => {
  const tenant = await world.tenant();
  const { revokeApiKey, listApiKeys } = await import('../../src/domain/api-keys.ts');
  const socket = await open(await tenant.key('read'));
  const [key] = (await tenant.list(listApiKeys)).rows;
  await tenant.run(revokeApiKey, { id: key!['id'] });
  expect(await socket.closed).toBe(4403);
});
