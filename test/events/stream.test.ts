import { expect, test } from '@jest/globals';
import { createClient } from 'graphql-ws';
import { sql } from 'kysely';
import WebSocket from 'ws';
import { createInventoryAdjustment } from '../../src/domain/inventory-adjustments.ts';
import { listInventoryLevels } from '../../src/domain/stock/levels.ts';
import { until } from '../support/live.ts';
import { adjust, makeLocation, makeStock, makeVariant } from '../support/make.ts';
import { refusal, useWorld } from '../support/world.ts';

const world = useWorld();

interface Live {
  position: number;
  data: {
    inventoryLevel: { sku: string; quantityOnHand: number; location?: { name: string } };
    changes: { quantityChange: number; entryType: string }[];
  };
}

/** Follows `inventoryUpdated` until stopped. */
function follow(url: string, key: string, selection = '', after?: number) {
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${key}` },
    retryAttempts: 0,
  });
  const seen: Live[] = [];
  const given = [selection, after === undefined ? '' : `after: ${after}`].filter(Boolean).join(', ');
  const query = `subscription { inventoryUpdated${given && `(${given})`} {
        position data { inventoryLevel { sku quantityOnHand } changes { quantityChange entryType } } } }`;
  const failed = new Promise<unknown>(resolve => {
    client.subscribe<{ inventoryUpdated: Live }>(
      { query },
      {
        next: ({ data }) => void (data && seen.push(data.inventoryUpdated)),
        error: resolve,
        complete: () => resolve('complete'),
      },
    );
  });
  return { seen, failed, stop: () => client.dispose() };
}

test('a change made through one process reaches a subscriber of another', async () => {
  const tenant = await world.tenant();
  const { url } = await world.serve();
  await world.serve({});
  const { variant, location } = await makeStock(tenant, 10);
  const live = follow(url, await tenant.key('read'), '', 0);
  // Earlier events have arrived: from now on it is live.
  await until(() => live.seen.length === 1);
  await adjust(tenant, variant, location, -2);
  await until(() => live.seen.length === 2);
  expect(live.seen[1]!.data).toEqual({
    inventoryLevel: { sku: variant.sku, quantityOnHand: 8 },
    changes: [{ quantityChange: -2, entryType: 'ADJUSTMENT' }],
  });
  await live.stop();
});

test('a client that resumes from the last position gets everything since, once and in order', async () => {
  const tenant = await world.tenant();
  const { url } = await world.serve();
  const key = await tenant.key('read');
  const { variant, location } = await makeStock(tenant, 100);
  const first = follow(url, key, '', 0);
  await until(() => first.seen.length === 1);
  await first.stop();
  await Promise.all(Array.from({ length: 30 }, () => adjust(tenant, variant, location, -1)));
  const second = follow(url, key, '', first.seen[0]!.position);
  await adjust(tenant, variant, location, -1);
  await until(() => second.seen.length >= 31);
  await adjust(tenant, variant, location, -1);
  await until(() => second.seen.length >= 32);
  expect(second.seen.map(({ position }) => position)).toEqual(
    Array.from({ length: 32 }, (_, index) => first.seen[0]!.position + 1 + index),
  );
  await second.stop();
});

test('positions increase without gaps per organization, whoever writes at the same time', async () => {
  const tenants = [await world.tenant(), await world.tenant()];
  await world.serve();
  const stocks = await Promise.all(tenants.map(tenant => makeStock(tenant, 100)));
  await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      adjust(tenants[index % 2]!, stocks[index % 2]!.variant, stocks[index % 2]!.location, -1),
    ),
  );
  for (const tenant of tenants) {
    const positions = async () =>
      (
        await sql<{
          position: number;
        }>`select position from events where organization_id = ${tenant.id} order by position`.execute(
          world.database.system,
        )
      ).rows.map(({ position }) => position);
    await until(async () => !(await positions()).includes(null as never));
    // The product, the variant and the location, and 31 changes of stock.
    expect(await positions()).toEqual(Array.from({ length: 34 }, (_, index) => index + 1));
  }
});

test('a subscriber only sees its own organization, and only what it asked for', async () => {
  const [tenant, other] = [await world.tenant(), await world.tenant()];
  const { url } = await world.serve();
  const watched = await makeStock(tenant, 5);
  const live = follow(url, await tenant.key('inventory:read'), `skus: ["${watched.variant.sku}"]`, 0);
  await makeStock(other, 5);
  await adjust(tenant, await makeVariant(tenant), await makeLocation(tenant), 1);
  await adjust(tenant, watched.variant, watched.location, 1);
  await until(() => live.seen.length === 2);
  expect(live.seen.map(({ data }) => data.inventoryLevel.sku)).toEqual([watched.variant.sku, watched.variant.sku]);
  await live.stop();
});

test('every movement has its event, and a refused command has none', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 5);
  await refusal(
    tenant.run(createInventoryAdjustment, { sku: variant.sku, locationId: location.id, quantityChange: -50 }),
  );
  const { rows } = await sql<{ entries: number; events: number }>`
    select (select count(*) from ledger_entries where organization_id = ${tenant.id}) as entries, (select count(*)
        from events where organization_id = ${tenant.id} and type = 'inventory.updated') as events`.execute(
    world.database.system,
  );
  expect(rows[0]).toEqual({ entries: 1, events: 1 });
});

test('a socket without a valid key is closed', async () => {
  const { url } = await world.serve();
  const { code } = (await follow(url, 'nobody').failed) as { code: number };
  expect(code).toBe(4403);
});

test('the socket only serves subscriptions', async () => {
  const tenant = await world.tenant();
  const { url } = await world.serve();
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${await tenant.key()}` },
    retryAttempts: 0,
  });
  const answered = new Promise(resolve =>
    client.subscribe(
      { query: '{ organization { name } }' },
      { next: resolve, error: resolve, complete: () => resolve('complete') },
    ),
  );
  expect(await answered).toMatchObject([{ message: expect.stringContaining('Only subscriptions') }]);
  await client.dispose();
});

test('a poller that sends next_updated_since misses nothing, however late a transaction commits', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 1000);
  const slow = await makeStock(tenant, 1000);
  const seen = new Map<string, number>();
  let since = new Date(0).toISOString();
  const poll = async () => {
    const page = await tenant.list(listInventoryLevels, { updatedSince: since, perPage: 200 });
    for (const row of page.rows) seen.set(row['id'] as string, row['quantityOnHand'] as number);
    since = page.meta!['nextUpdatedSince'] as string;
  };
  const [written, polled] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const late = world.database.transaction(tenant.id, 'late', async unit => {
    const { Stock } = await import('../../src/domain/stock/stock.ts');
    const { Variant } = await import('../../src/domain/variants.ts');
    const found = await unit.em.findOneOrFail(Variant, { organizationId: tenant.id, id: slow.variant.id } as never);
    const { Quantity } = await import('../../src/kernel/quantity.ts');
    const line = { variant: found, locationId: slow.location.id, quantity: Quantity.of(1) };
    const stock = await Stock.lock(unit, [line], { leaving: [line] });
    stock.take(line, { entryType: 'adjustment', referenceId: found.id });
    await unit.em.flush();
    written.resolve();
    await polled.promise;
  });
  await written.promise;
  for (let index = 0; index < 20; index += 1) {
    await adjust(tenant, variant, location, -1);
    await poll();
  }
  polled.resolve();
  await late;
  await poll();
  expect([...seen.values()].sort()).toEqual([980, 999]);
});

test('a page full of rows with the same timestamp is extended, so that a poller can move on', async () => {
  const tenant = await world.tenant();
  const location = await makeLocation(tenant);
  const { createInventoryAdjustments } = await import('../../src/domain/inventory-adjustments.ts');
  const variants = await Promise.all(Array.from({ length: 12 }, () => makeVariant(tenant)));
  await tenant.run(createInventoryAdjustments, {
    adjustments: variants.map(({ sku }) => ({ sku, locationId: location.id, quantityChange: 1 })),
  });
  await sql`update inventory_levels
    set updated_at = '2026-01-01T00:00:00Z' where organization_id = ${tenant.id}`.execute(world.database.system);
  const seen = new Set<unknown>();
  let since = new Date(0).toISOString();
  for (let polls = 0; polls < 5; polls += 1) {
    const page = await tenant.list(listInventoryLevels, { updatedSince: since, perPage: 5 });
    for (const row of page.rows) seen.add(row['id']);
    since = page.meta!['nextUpdatedSince'] as string;
  }
  expect(seen.size).toBe(12);
});
