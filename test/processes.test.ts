import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createOrder } from '../src/domain/orders.ts';
import { listInventoryLevels } from '../src/domain/stock/levels.ts';
import { type Child, startChild } from './support/child.ts';
import { clientOf, codes } from './support/http.ts';
import { adjust, makeLocation, makeStock, makeVariant, unique } from './support/make.ts';
import { type Tenant, useWorld } from './support/world.ts';

/* Promises and facts through two server processes on one database: whoever asks where, exactly the possible ones win. */

const world = useWorld();
let children: Child[] = [];

beforeAll(async () => {
  children = await Promise.all([1, 2].map(() => startChild(world.url)));
});

afterAll(async () => {
  for (const { kill } of children) await kill();
});

/** POSTs each path through the processes in turn, all at once. */
async function atOnce(tenant: Tenant, paths: readonly string[], headers: (index: number) => { [name: string]: string } = () => ({})) {
  const key = await tenant.key();
  const clients = children.map(({ url }) => clientOf(url, key));
  return Promise.all(paths.map((path, index) => clients[index % 2]!(`POST /api/v1${path}`, {}, headers(index))));
}

test('of 64 orders for the last units, as many are reserved as there are units', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const orders = await Promise.all(Array.from({ length: 64 }, () => tenant.run(createOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity: 1 }] })));
  const replies = await atOnce(tenant, orders.map(({ id }) => `/orders/${id}/reserve`));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(new Set(replies.filter(({ status }) => status !== 200).map(reply => codes(reply).join()))).toEqual(new Set(['422,insufficient_stock items[0].quantity']));
  expect((await tenant.list(listInventoryLevels, { sku: variant.sku })).rows[0]).toMatchObject({ quantityOnHand: 10, quantityReserved: 10, quantityAvailable: 0 });
});

test('orders over the same variants in opposite order all pass, and no deadlock surfaces', async () => {
  const tenant = await world.tenant();
  const location = await makeLocation(tenant);
  const variants = await Promise.all(Array.from({ length: 5 }, () => makeVariant(tenant)));
  for (const variant of variants) await adjust(tenant, variant, location, 64);
  const items = variants.map(({ sku }) => ({ sku, quantity: 1 }));
  const orders = await Promise.all(Array.from({ length: 64 }, (_, index) => tenant.run(createOrder, { locationId: location.id, items: index % 2 ? items : items.toReversed() })));
  const replies = await atOnce(tenant, orders.map(({ id }) => `/orders/${id}/fulfill`));
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
});

test('copies of one keyed request have one effect and the same bytes, wherever they arrive', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 5);
  const order = await tenant.run(createOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity: 1 }] });
  const key = unique('key');
  const replies = await atOnce(tenant, Array.from({ length: 20 }, () => `/orders/${order['id']}/fulfill`), () => ({ 'idempotency-key': key }));
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  expect(replies.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
  expect((await tenant.list(listInventoryLevels, { sku: variant.sku })).rows[0]).toMatchObject({ quantityOnHand: 4 });
});

test('a process that is killed between claim and commit leaves its key free: the retry elsewhere has the one effect', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 5);
  const order = await tenant.run(createOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity: 1 }] });
  const [first, second] = children.map(({ url }) => url) as [string, string];
  const key = await tenant.key();
  const fulfil = (url: string) => clientOf(url, key)(`POST /api/v1/orders/${order['id']}/fulfill`, {}, { 'idempotency-key': 'cut' });
  const holder = new pg.Client({ connectionString: world.url });
  await holder.connect();
  // The command has claimed its key and waits for this row when its process dies.
  await holder.query('begin');
  await holder.query('select from orders where id = $1 for update', [order['id']]);
  const cut = fulfil(first).catch(() => 'cut');
  await new Promise(resolve => setTimeout(resolve, 700));
  await children[0]!.kill();
  expect(await cut).toBe('cut');
  await holder.query('rollback');
  await holder.end();
  const retry = await fulfil(second);
  expect([retry.status, retry.headers.get('idempotent-replayed')]).toEqual([200, null]);
  expect((await tenant.list(listInventoryLevels, { sku: variant.sku })).rows[0]).toMatchObject({ quantityOnHand: 4 });
});
