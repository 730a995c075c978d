import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { createProducts } from '../src/domain/create-products.ts';
import { createCycleCount } from '../src/domain/cycle-counts.ts';
import { createOrder } from '../src/domain/orders.ts';
import { listProductionBatches } from '../src/domain/production-batches.ts';
import { createPurchaseOrder } from '../src/domain/purchase-orders.ts';
import { createReturnAuthorization } from '../src/domain/return-authorizations.ts';
import { listLedger } from '../src/domain/stock/ledger.ts';
import { listInventoryLevels } from '../src/domain/stock/levels.ts';
import { createStockTransfer, shipStockTransfer } from '../src/domain/stock-transfers.ts';
import type { Row } from '../src/kernel/view.ts';
import { type Child, startChild } from './support/child.ts';
import { TRIES_MAX } from './support/documents.ts';
import { randomly } from './support/history.ts';
import { type Client, clientOf, codes, type Reply } from './support/http.ts';
import { lockAwaited, until } from './support/live.ts';
import { adjust, type Made, makeLocation, makeOrder, makeStock, makeVariant, unique } from './support/make.ts';
import { makeBakery, planBatch } from './support/manufacturing.ts';
import { type Tenant, useWorld } from './support/world.ts';

/*
 * Promises and facts through two server processes on one database: exactly as many succeed as is possible, at whichever
 * process.
 */

const world = useWorld({ processes: true });
let children: Child[] = [];

beforeAll(async () => {
  children = await Promise.all([1, 2].map(() => startChild(world)));
});

afterAll(async () => {
  for (const { kill } of children) await kill();
});

/** Sends a POST (or the given method) to each path, alternating between the processes, all at once. */
async function atOnce(
  tenant: Tenant,
  paths: readonly string[],
  { body = {}, headers = {} }: { body?: object; headers?: { [name: string]: string } } = {},
) {
  const key = await tenant.key();
  const clients = children.map(({ url }) => clientOf(url, key));
  const post = async (client: Client, path: string, tries = TRIES_MAX): Promise<Reply> => {
    const [method, place] = path.startsWith('/') ? ['POST', path] : path.split(' ');
    const reply = await client(`${method} /api/v1${place}`, method === 'POST' ? body : undefined, headers);
    // On a busy machine the queue for a connection may be too long: nothing has happened, and a client retries.
    return reply.status === 503 && tries > 1 ? post(client, path, tries - 1) : reply;
  };
  return Promise.all(paths.map((path, index) => post(clients[index % 2]!, path)));
}

/** The number of 200 responses, and the codes of the others. */
function outcome(replies: readonly Reply[]): { done: number; refused: string[] } {
  const refused = replies.filter(({ status }) => status !== 200).map(reply => codes(reply).join());
  return { done: replies.length - refused.length, refused: [...new Set(refused)].sort() };
}

const levelOf = async (tenant: Tenant, { sku }: { sku: string }, location: Made) =>
  (await tenant.list(listInventoryLevels, { sku, locationId: location.id })).rows[0];

/** More than the two processes have connections for, so that some wait for one. */
const CLIENTS = 24;
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

test(`of ${CLIENTS} orders for the last units, as many are reserved as there are units`, async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const orders = await Promise.all(
    times(CLIENTS, () =>
      tenant.run(createOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity: 1 }] }),
    ),
  );
  const replies = await atOnce(
    tenant,
    orders.map(({ id }) => `/orders/${id}/reserve`),
  );
  expect(outcome(replies)).toEqual({ done: 10, refused: ['422,insufficient_stock items[0].quantity'] });
  expect(await levelOf(tenant, variant, location)).toMatchObject({
    quantityOnHand: 10,
    quantityReserved: 10,
    quantityAvailable: 0,
  });
});

test('orders for the same variants in opposite order all succeed, and no deadlock surfaces', async () => {
  const tenant = await world.tenant();
  const location = await makeLocation(tenant);
  const variants = await Promise.all(Array.from({ length: 5 }, () => makeVariant(tenant)));
  for (const variant of variants) await adjust(tenant, variant, location, CLIENTS);
  const items = variants.map(({ sku }) => ({ sku, quantity: 1 }));
  const orders = await Promise.all(
    Array.from({ length: CLIENTS }, (_, index) =>
      tenant.run(createOrder, { locationId: location.id, items: index % 2 ? items : items.toReversed() }),
    ),
  );
  const replies = await atOnce(
    tenant,
    orders.map(({ id }) => `/orders/${id}/fulfill`),
  );
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
});

test(`of ${CLIENTS} transfers of the last units, as many are shipped as there are units`, async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const destination = await makeLocation(tenant);
  const input = {
    sourceLocationId: location.id,
    destinationLocationId: destination.id,
    items: [{ sku: variant.sku, quantity: 1 }],
  };
  const transfers = await Promise.all(times(CLIENTS, () => tenant.run(createStockTransfer, input)));
  const replies = await atOnce(
    tenant,
    transfers.map(({ id }) => `/stock_transfers/${id}/ship`),
  );
  expect(outcome(replies)).toEqual({ done: 10, refused: ['422,insufficient_stock items[0].quantity'] });
  expect(await levelOf(tenant, variant, location)).toMatchObject({ quantityOnHand: 0 });
  expect(await levelOf(tenant, variant, destination)).toMatchObject({ quantityOnHand: 0, quantityIncoming: 10 });
});

test(`of ${CLIENTS} receipts of a transfer of ten, ten arrive`, async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const destination = await makeLocation(tenant);
  const items = [{ sku: variant.sku, quantity: 10 }];
  const { id } = await tenant.run(createStockTransfer, {
    sourceLocationId: location.id,
    destinationLocationId: destination.id,
    items,
  });
  await tenant.run(shipStockTransfer, { id });
  const replies = await atOnce(
    tenant,
    times(CLIENTS, () => `/stock_transfers/${id}/receive`),
    { body: { items: [{ sku: variant.sku, quantity: 1 }] } },
  );
  expect(outcome(replies)).toEqual({ done: 10, refused: ['409,invalid_state status'] });
  expect(await levelOf(tenant, variant, destination)).toMatchObject({ quantityOnHand: 10, quantityIncoming: 0 });
});

test(`of ${CLIENTS} receipts of three each, a purchase order of ten takes three, and then the last unit`, async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 1);
  const order = await tenant.run(createPurchaseOrder, {
    locationId: location.id,
    items: [{ sku: variant.sku, quantity: 10 }],
  });
  const path = `/purchase_orders/${order['id']}/receive`;
  const replies = await atOnce(
    tenant,
    times(CLIENTS, () => path),
    { body: { items: [{ sku: variant.sku, quantity: 3 }] } },
  );
  expect(outcome(replies)).toEqual({ done: 3, refused: ['422,over_receipt items[0].quantity'] });
  expect(
    outcome(
      await atOnce(
        tenant,
        times(CLIENTS, () => path),
      ),
    ),
  ).toEqual({ done: 1, refused: ['409,invalid_state status'] });
  expect(await levelOf(tenant, variant, location)).toMatchObject({ quantityOnHand: 11, quantityIncoming: 0 });
});

test(`of ${CLIENTS} completions of a count one is applied, while sales go on`, async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 100);
  const count = await tenant.run(createCycleCount, {
    locationId: location.id,
    status: 'in_progress',
    cycleCountItemsAttributes: [{ sku: variant.sku, countedQuantity: 90 }],
  });
  const sales = await Promise.all(
    times(CLIENTS / 2, () =>
      tenant.run(createOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity: 1 }] }),
    ),
  );
  const paths = sales.flatMap(({ id }) => [
    `/cycle_counts/${count['id']}/complete`,
    `/orders/${id}/fulfill`,
    `/cycle_counts/${count['id']}/complete`,
  ]);
  const replies = await atOnce(tenant, paths);
  expect(outcome(replies)).toEqual({ done: CLIENTS / 2 + 1, refused: ['409,invalid_state status'] });
  expect(await levelOf(tenant, variant, location)).toMatchObject({ quantityOnHand: 90 - CLIENTS / 2 });
});

test(`of ${CLIENTS} batches for the last ingredients, as many start as there are ingredients for, and each is completed once`, async () => {
  const tenant = await world.tenant();
  const { flour, bread, location, recipe } = await makeBakery(tenant, 20);
  const batches = await Promise.all(times(CLIENTS, () => planBatch(tenant, recipe, location, 1)));
  expect(
    outcome(
      await atOnce(
        tenant,
        batches.map(({ id }) => `/production_batches/${id}/start`),
      ),
    ),
  ).toEqual({ done: 10, refused: ['422,insufficient_stock'] });
  const started = (await tenant.list(listProductionBatches, { status: 'in_progress' })).rows;
  const completions = started.flatMap(({ id }) => times(4, () => `/production_batches/${id}/complete`));
  expect(outcome(await atOnce(tenant, completions, { body: { actual_quantity_produced: 1 } }))).toEqual({
    done: 10,
    refused: ['409,invalid_state status'],
  });
  expect(await levelOf(tenant, flour, location)).toMatchObject({ quantityOnHand: 0, quantityReserved: 0 });
  expect(await levelOf(tenant, bread, location)).toMatchObject({ quantityOnHand: 10 });
});

/** Two commands of which only one can succeed, and a document for them. */
const EXCLUSIVE: {
  readonly [title: string]: { commands: readonly [string, string]; make(tenant: Tenant): Promise<Row> };
} = {
  'fulfilling and cancelling an order': {
    commands: ['/orders/:id/fulfill', '/orders/:id/cancel'],
    make: async tenant => (await makeOrder(tenant, { status: 'reserved', quantities: [4] })).order,
  },
  'fulfilling the rest of an order and closing it short': {
    commands: ['/orders/:id/fulfill', '/orders/:id/close'],
    make: async tenant => (await makeOrder(tenant, { status: 'partially_fulfilled', quantities: [4] })).order,
  },
  'receiving and cancelling a purchase order': {
    commands: ['/purchase_orders/:id/receive', '/purchase_orders/:id/cancel'],
    make: async tenant =>
      tenant.run(createPurchaseOrder, {
        locationId: (await makeLocation(tenant)).id,
        items: [{ sku: (await makeVariant(tenant)).sku, quantity: 4 }],
      }),
  },
  'shipping and cancelling a transfer': {
    commands: ['/stock_transfers/:id/ship', '/stock_transfers/:id/cancel'],
    async make(tenant) {
      const { variant, location } = await makeStock(tenant, 4);
      return tenant.run(createStockTransfer, {
        sourceLocationId: location.id,
        destinationLocationId: (await makeLocation(tenant)).id,
        items: [{ sku: variant.sku, quantity: 4 }],
      });
    },
  },
  'receiving and cancelling a return': {
    commands: ['/return_authorizations/:id/receive', '/return_authorizations/:id/cancel'],
    async make(tenant) {
      const { order, variants } = await makeOrder(tenant, { status: 'fulfilled', quantities: [4] });
      return tenant.run(createReturnAuthorization, {
        orderId: order.id,
        reason: 'Too small',
        items: [{ sku: variants[0]!.sku, quantity: 4, condition: 'sellable' }],
      });
    },
  },
  'completing and deleting a count': {
    commands: ['/cycle_counts/:id/complete', 'DELETE /cycle_counts/:id'],
    async make(tenant) {
      const { variant, location } = await makeStock(tenant, 4);
      return tenant.run(createCycleCount, {
        locationId: location.id,
        status: 'in_progress',
        cycleCountItemsAttributes: [{ sku: variant.sku, countedQuantity: 3 }],
      });
    },
  },
};

test.each(Object.entries(EXCLUSIVE))('of concurrent %s exactly one succeeds', async (_, { commands, make }) => {
  const tenant = await world.tenant();
  const documents = [];
  for (let index = 0; index < 8; index += 1) documents.push(await make(tenant));
  // Each command of each document through either process.
  const replies = await atOnce(
    tenant,
    documents.flatMap(({ id }) => [...commands, ...commands.toReversed()].map(path => path.replace(':id', String(id)))),
  );
  for (const [index] of documents.entries()) {
    const statuses = replies
      .slice(index * 4, index * 4 + 4)
      .map(({ status }) => status)
      .sort();
    expect(statuses[0]).toBe(200);
    expect(statuses.slice(1).every(status => status === 409 || status === 404)).toBe(true);
  }
});

test('requests with the same key have one effect and the same bytes, at whichever process they arrive', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 5);
  const order = await tenant.run(createOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity: 1 }] });
  const key = unique('key');
  const replies = await atOnce(
    tenant,
    Array.from({ length: 20 }, () => `/orders/${order['id']}/fulfill`),
    { headers: { 'idempotency-key': key } },
  );
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  expect(replies.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
  expect((await tenant.list(listInventoryLevels, { sku: variant.sku })).rows[0]).toMatchObject({ quantityOnHand: 4 });
});

test('a process killed between claim and commit leaves its key free: the retry elsewhere has the one effect', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 5);
  const order = await tenant.run(createOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity: 1 }] });
  const [first, second] = children.map(({ url }) => url) as [string, string];
  const key = await tenant.key();
  const fulfill = (url: string) =>
    clientOf(url, key)(`POST /api/v1/orders/${order['id']}/fulfill`, {}, { 'idempotency-key': 'cut' });
  const holder = new pg.Client({ connectionString: world.url });
  await holder.connect();
  // The command has claimed its key and waits for this row when its process is killed.
  await holder.query('begin');
  await holder.query('select from orders where id = $1 for update', [order['id']]);
  const cut = fulfill(first).catch(() => 'cut');
  await lockAwaited(holder);
  await children[0]!.kill();
  expect(await cut).toBe('cut');
  await holder.query('rollback');
  await holder.end();
  const retry = await fulfill(second);
  expect([retry.status, retry.headers.get('idempotent-replayed')]).toEqual([200, null]);
  expect((await tenant.list(listInventoryLevels, { sku: variant.sku })).rows[0]).toMatchObject({ quantityOnHand: 4 });
});

/** Decides where an import is interrupted; differs from run to run, and is part of the title. */
const SEED = Number(process.env['CUT_SEED'] ?? Date.now() % 100_000);

test(`an import continues where a killed process was: nothing twice, nothing missing (seed ${SEED})`, async () => {
  const tenant = await world.tenant();
  const location = await makeLocation(tenant, { code: 'CUT' });
  const rows = 300;
  const skus = Array.from({ length: rows }, (_, index) => `CUT-${index}`);
  for (const from of [0, 150]) {
    const some = skus.slice(from, from + 150);
    await tenant.run(createProducts, { products: some.map(sku => ({ name: sku, variants: [{ sku }] })) });
  }
  const key = await tenant.key();
  const owner = new pg.Client({ connectionString: world.url });
  await owner.connect();
  // The second process is still there; the first one was killed by the test before.
  await children.shift()!.kill();
  const running = async () => {
    if (children.length === 0) children = [await startChild(world)];
    return clientOf(`${children[0]!.url}/api/v1`, key);
  };
  const draw = randomly(SEED);
  const sheet = `sku,location,quantity_change\n${skus.map(sku => `${sku},CUT,2`).join('\n')}\n`;
  let id: unknown;
  for (const [first, last] of [[0, 149] as const, [150, 299] as const]) {
    // In the middle of a transaction the import waits for this row when its process is killed.
    const held = draw(first, last);
    await owner.query('begin');
    await owner.query('select from variants where organization_id = $1 and sku = $2 for update', [
      tenant.id,
      skus[held],
    ]);
    const client = await running();
    id ??= ((await client('POST /imports?kind=stock', sheet, { 'content-type': 'text/csv' })).body.data as Row)['id'];
    await lockAwaited(owner);
    for (const { kill } of children.splice(0)) await kill();
    await owner.query('rollback');
    const { rows: cut } = await owner.query('select status, rows_done as done from imports where id = $1', [id]);
    expect(cut).toEqual([{ status: 'running', done: held - (held % 50) }]);
    // Skips the half minute until its lease ends.
    await owner.query('update imports set lease_until = now() where id = $1', [id]);
  }
  const client = await running();
  await until(async () => ((await client(`GET /imports/${id}`)).body.data as Row)['status'] === 'completed');
  await owner.end();
  const done = (await client(`GET /imports/${id}`)).body.data as Row;
  expect([done['rows_done'], done['rows_updated'], done['rows_rejected']]).toEqual([rows, rows, 0]);
  const levels = await tenant.list(listInventoryLevels, { locationId: location.id, perPage: 1 });
  const entries = await tenant.list(listLedger, { locationId: location.id, perPage: 1 });
  const told = await client(`GET /imports/${id}/rows?per_page=1`);
  expect([levels.total, entries.total, told.body.meta!['total']]).toEqual([rows, rows, rows]);
  const { rows: off } = await sql`
    select from inventory_levels where organization_id = ${tenant.id} and quantity_on_hand <> 2`.execute(world.owner);
  expect(off).toEqual([]);
});
