import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { completeCycleCount } from '../src/domain/cycle-count-completion.ts';
import {
  createCycleCount,
  deleteCycleCount,
  loadCycleCountInventory,
  updateCycleCount,
} from '../src/domain/cycle-counts.ts';
import {
  createInventoryPolicy,
  deleteInventoryPolicy,
  updateInventoryPolicy,
} from '../src/domain/inventory-policies.ts';
import { updateLocation } from '../src/domain/locations.ts';
import { fulfillOrder } from '../src/domain/order-fulfillment.ts';
import { cancelOrder, closeOrder, createOrder, reserveOrder, updateOrder } from '../src/domain/orders.ts';
import { updateProduct } from '../src/domain/products.ts';
import { receivePurchaseOrder } from '../src/domain/purchase-order-receipts.ts';
import { createPurchaseOrder, updatePurchaseOrder } from '../src/domain/purchase-orders.ts';
import { createReturnAuthorization, updateReturnAuthorization } from '../src/domain/return-authorizations.ts';
import { listInventoryLevels } from '../src/domain/stock/levels.ts';
import { receiveStockTransfer } from '../src/domain/stock-transfer-receipts.ts';
import { createStockTransfer, shipStockTransfer } from '../src/domain/stock-transfers.ts';
import { updateSupplier } from '../src/domain/suppliers.ts';
import { updateVariant } from '../src/domain/variants.ts';
import { listEvents } from '../src/events/feed.ts';
import { RESOURCES, type ResourceName } from '../src/events/resources.ts';
import { dataOf, type EventType } from '../src/events/table.ts';
import { Refusal } from '../src/kernel/errors.ts';
import type { Operation } from '../src/kernel/operation.ts';
import { shapeOf } from '../src/kernel/shape.ts';
import { type Row, toCamel, toSnake } from '../src/kernel/view.ts';
import { routes } from '../src/rest/routes.ts';
import { randomly } from './support/history.ts';
import { clientOf, codes } from './support/http.ts';
import { sequenced, until } from './support/live.ts';
import { type Made, makeStock, makeSupplier, populate } from './support/make.ts';
import { populateFactory } from './support/manufacturing.ts';
import { expectNone } from './support/none.ts';
import { sliceOf } from './support/slice.ts';
import { STORIES } from './support/stories.ts';
import { refusal, type Tenant, useWorld } from './support/world.ts';

/*
 * docs/api.md, "Following changes": a copy fed by `updated_since`, and one fed by events, match the service itself,
 * field by field.
 */

const world = useWorld();
let url: string;

beforeAll(async () => {
  url = (await world.serve()).url;
});

/** Every list of stored rows; members and computed lists are not among them. */
const lists = Object.entries(routes).filter(
  ([route, operation]) =>
    /^GET [^:]+$/.test(route) && operation.many && shapeOf(operation.output).entity && operation.name !== 'listMembers',
) as [string, Operation][];
const listOfResource = (name: ResourceName) =>
  lists.find(([, { output }]) => shapeOf(output).entity === RESOURCES[name].of)![1];
const NAMES = Object.keys(RESOURCES) as ResourceName[];

type Copy = Map<string, Row>;

async function everything(tenant: Tenant, list: Operation): Promise<Copy> {
  const { rows } = await tenant.list(list, { perPage: 200 });
  return new Map(rows.map(row => [row['id'] as string, plain(row)]));
}
const plain = (row: Row): Row => JSON.parse(JSON.stringify(row)) as Row;

/** A copy of each list that polls for changes, a few rows at a time. */
class Poller {
  readonly copies = new Map(NAMES.map(name => [name, new Map<string, Row>()]));
  readonly #since = new Map<ResourceName, string>();
  readonly #tenant: Tenant;

  constructor(tenant: Tenant) {
    this.#tenant = tenant;
  }

  async look(): Promise<void> {
    for (const name of NAMES) {
      const page = await this.#tenant.list(listOfResource(name), {
        updatedSince: this.#since.get(name) ?? '2000-01-01T00:00:00Z',
        perPage: 3,
      });
      for (const row of page.rows) this.copies.get(name)!.set(row['id'] as string, plain(row));
      const next = page.meta!['nextUpdatedSince'] as string;
      const moved = next !== this.#since.get(name);
      this.#since.set(name, next);
      if (page.nextCursor !== null && !moved) throw new Error(`${name} does not move on from ${next}.`);
    }
  }

  /** Until it is up to date. */
  async catchUp(): Promise<void> {
    const started = new Date().toISOString();
    await until(async () => {
      await this.look();
      return [...this.#since.values()].every(since => since >= started);
    });
  }
}

/** All events so far. */
async function eventsOf(tenant: Tenant): Promise<Row[]> {
  await sequenced(world.database.system, tenant);
  const all: Row[] = [];
  for (;;) {
    const { rows } = await tenant.list(listEvents, {
      after: (all.at(-1)?.['position'] as number | undefined) ?? 0,
      perPage: 200,
    });
    if (rows.length === 0) return all;
    all.push(...rows);
  }
}

/** Copies that are built from events alone. */
function fedBy(events: readonly Row[]): { copies: Map<ResourceName, Copy>; levels: Copy; deleted: Set<string> } {
  const copies = new Map(NAMES.map(name => [name, new Map<string, Row>()]));
  const levels: Copy = new Map();
  const deleted = new Set<string>();
  for (const event of events) {
    const type = event['type'] as EventType;
    const data = toCamel(dataOf(type))(event['data'] as Row);
    const [name, deed] = type.split('.') as [ResourceName, string];
    if (type === 'inventory.low_stock') continue;
    if (type.startsWith('inventory.')) {
      const level = data['inventoryLevel'] as Row;
      levels.set(level['id'] as string, level);
      continue;
    }
    const id = data['id'] as string;
    if (deed === 'deleted') {
      expect([type, plain(copies.get(name)!.get(id)!)]).toEqual([type, plain(data)]);
      copies.get(name)!.delete(id);
      deleted.add(id);
    } else copies.get(name)!.set(id, plain(data));
  }
  return { copies, levels, deleted };
}

async function compare(tenant: Tenant, poller: Poller): Promise<Row[]> {
  await poller.catchUp();
  const events = await eventsOf(tenant);
  const { copies, levels, deleted } = fedBy(events);
  for (const name of NAMES) {
    const ours = await everything(tenant, listOfResource(name));
    const polled = new Map([...poller.copies.get(name)!].filter(([id]) => !deleted.has(id)));
    const byId = (copy: Copy) => [...copy.values()].sort((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1));
    expect([name, byId(polled)]).toEqual([name, byId(ours)]);
    expect([name, byId(copies.get(name)!)]).toEqual([name, byId(ours)]);
  }
  expect(new Map([...levels].sort())).toEqual(new Map([...(await everything(tenant, listInventoryLevels))].sort()));
  return events;
}

test.each(sliceOf(Object.entries(STORIES), 3))('two copies stay in sync: %s', async (_, story) => {
  const tenant = await world.tenant();
  const poller = new Poller(tenant);
  await story(async (operation, input) => {
    try {
      return toSnake(shapeOf(operation.output))(await tenant.run(operation, input)) as Made;
    } catch (error) {
      if (error instanceof Refusal) return {} as Made;
      throw error;
    }
  });
  await compare(tenant, poller);
});

test('two copies stay in sync with a random history of several writers, some of whom commit late', async () => {
  const tenant = await world.tenant();
  await world.tenant();
  const supplier = await makeSupplier(tenant);
  const stocks = [await makeStock(tenant, 500), await makeStock(tenant, 500), await makeStock(tenant, 500)];
  const poller = new Poller(tenant);
  const made: { [kind: string]: string[] } = { order: [], purchase: [], transfer: [], count: [], policy: [], back: [] };
  let [done, writing] = [0, 4];
  const isLockAwaited = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        world.owner,
      )
    ).rows.length > 0;
  const write = async (seed: number) => {
    const random = randomly(seed);
    const one = <T>(all: readonly T[]): T | undefined => all[random(0, all.length - 1)];
    const keep = async (kind: string, work: Promise<Row>) => void made[kind]!.push((await work)['id'] as string);
    const { variant, location } = one(stocks)!;
    const line = { sku: variant.sku, quantity: random(1, 3) };
    const other = stocks.find(each => each.location.id !== location.id)!.location;
    const id = (kind: string) => ({ id: one(made[kind]!) ?? variant.id });
    const deeds: (() => Promise<unknown>)[] = [
      () => tenant.run(updateProduct, { id: variant['productId'], name: `Name ${random(1, 3)}` }),
      () => tenant.run(updateVariant, { id: variant.id, unitCost: random(1, 5), supplierId: supplier.id }),
      () => tenant.run(updateLocation, { id: location.id, address: `Street ${random(1, 9)}` }),
      () => keep('order', tenant.run(createOrder, { locationId: location.id, items: [line, line] })),
      () => tenant.run(reserveOrder, id('order')),
      () => tenant.run(updateOrder, { ...id('order'), reservationExpiresAt: '2999-01-01T00:00:00Z' }),
      () => tenant.run(fulfillOrder, { ...id('order'), items: [{ ...line, quantity: 1 }] }),
      () => tenant.run(cancelOrder, id('order')),
      () => tenant.run(closeOrder, id('order')),
      () =>
        keep('purchase', tenant.run(createPurchaseOrder, { locationId: location.id, items: [line], status: 'draft' })),
      () => tenant.run(updatePurchaseOrder, { ...id('purchase'), items: [line, line] }),
      () => tenant.run(receivePurchaseOrder, { ...id('purchase'), items: [{ ...line, quantity: 1 }] }),
      () =>
        keep(
          'transfer',
          tenant.run(createStockTransfer, {
            sourceLocationId: location.id,
            destinationLocationId: other.id,
            items: [line],
          }),
        ),
      () => tenant.run(shipStockTransfer, id('transfer')),
      () => tenant.run(receiveStockTransfer, { ...id('transfer'), close: true }),
      () => keep('count', tenant.run(createCycleCount, { locationId: location.id })),
      () => tenant.run(loadCycleCountInventory, id('count')),
      () =>
        tenant.run(updateCycleCount, {
          ...id('count'),
          cycleCountItemsAttributes: [{ sku: variant.sku, countedQuantity: 500, _destroy: random(0, 3) === 0 }],
        }),
      () => tenant.run(completeCycleCount, id('count')),
      () => tenant.run(deleteCycleCount, id('count')),
      () =>
        keep(
          'policy',
          tenant.run(createInventoryPolicy, {
            sku: variant.sku,
            locationId: location.id,
            reorderPoint: 1,
            reorderQuantity: 1,
          }),
        ),
      () => tenant.run(updateInventoryPolicy, { ...id('policy'), reorderPoint: random(1, 3) }),
      () => tenant.run(deleteInventoryPolicy, id('policy')),
      () =>
        keep(
          'back',
          tenant.run(createReturnAuthorization, {
            orderId: one(made['order']!),
            reason: 'Late',
            items: [{ sku: variant.sku, quantity: 1, condition: 'damaged' }],
          }),
        ),
      () =>
        tenant.run(updateReturnAuthorization, {
          ...id('back'),
          items: [{ sku: variant.sku, quantity: 1, condition: 'sellable' }],
        }),
      () =>
        world.database.transaction(tenant.id, 'late', async unit => {
          const input = updateSupplier.input.parse({ id: supplier.id, notes: `Note ${random(1, 9)}` });
          await updateSupplier.run(unit as never, input, tenant.caller);
          await unit.em.flush();
          const before = done;
          await until(async () => done > before || writing === 1 || (await isLockAwaited()));
        }),
    ];
    for (let index = 0; index < 40; index += 1) {
      await one(deeds)!().catch(error => {
        if (!(error instanceof Refusal)) throw error;
      });
      done += 1;
    }
    writing -= 1;
  };
  let isOver = false;
  const polling = (async () => {
    while (!isOver) await poller.look();
  })();
  await Promise.all([1, 2, 3, 4].map(write)).finally(() => {
    isOver = true;
  });
  await polling;
  const events = await compare(tenant, poller);
  // There were many kinds of events.
  expect(new Set(events.map(({ type }) => type)).size).toBeGreaterThan(15);
});

// ---- what sends events, and what does not ----

test('every resource that can be read has events, except what only administrators manage', () => {
  const told = new Set<unknown>(Object.values(RESOURCES).map(({ of }) => of));
  const untold = Object.entries(routes).flatMap(([route, { output }]) =>
    /^GET \/\w+\/:id$/.test(route) && shapeOf(output).entity && !told.has(output) ? [route] : [],
  );
  // What only administrators manage; jobs, which are polled; and questions, which change nothing.
  expect(untold.sort()).toEqual([
    'GET /imports/:id',
    'GET /replenishment_plans/:id',
    'GET /saved_queries/:id',
    'GET /views/:id',
    'GET /webhook_deliveries/:id',
    'GET /webhook_subscriptions/:id',
  ]);
});

test('a change without effect sends no event, and keeps updated_at', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 5);
  const count = (await tenant.run(createCycleCount, {
    locationId: location.id,
    cycleCountItemsAttributes: [{ sku: variant.sku, countedQuantity: 5 }],
  })) as Made;
  const before = await eventsOf(tenant);
  const again = await tenant.run(updateCycleCount, {
    id: count.id,
    cycleCountItemsAttributes: [{ sku: variant.sku, countedQuantity: 5 }],
  });
  expect(again['updatedAt']).toEqual(count['updatedAt']);
  await tenant.run(updateLocation, { id: location.id, name: location['name'], metadata: {} });
  await tenant.run(updateVariant, { id: variant.id, sku: variant.sku, unit: 'each' });
  expect(await eventsOf(tenant)).toEqual(before);
});

test('a change of a line is one event of its document, and updates it', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 5);
  const count = (await tenant.run(createCycleCount, { locationId: location.id })) as Made;
  const told = async () => (await eventsOf(tenant)).filter(({ type }) => String(type).startsWith('cycle_count.'));
  const counted = await tenant.run(updateCycleCount, {
    id: count.id,
    cycleCountItemsAttributes: [{ sku: variant.sku, countedQuantity: 4 }],
  });
  expect(String(counted['updatedAt']) > String(count['updatedAt'])).toBe(true);
  expect((await told()).map(({ type }) => type)).toEqual(['cycle_count.created', 'cycle_count.updated']);
  expect((await told())[1]!['data']).toEqual(toSnake(shapeOf(RESOURCES.cycle_count.of))(plain(counted)));
});

// ---- every list ----

test('every list of stored rows can be followed to its end, a few rows at a time, over REST and GraphQL', async () => {
  const tenant = await world.tenant();
  await populate(tenant);
  await populateFactory(tenant);
  const client = clientOf(url, await tenant.key());
  for (const [route] of lists) {
    const path = `/api/v1${route.split(' ')[1]!}`;
    const all = (await client(`GET ${path}?per_page=200`)).body.data as Made[];
    const seen = new Set<string>();
    let since = '2000-01-01T00:00:00Z';
    for (let looks = 0; looks < 50; looks += 1) {
      const { body } = await client(`GET ${path}?updated_since=${since}&per_page=2`);
      for (const { id } of body.data as Made[]) seen.add(id);
      const next = body.meta!['next_updated_since'] as string;
      if (body.meta!['next_cursor'] === null) break;
      since = next;
    }
    expect([route, [...seen].sort()]).toEqual([route, all.map(({ id }) => id).sort()]);
    expect([route, ...codes(await client(`GET ${path}?updated_since=2999-01-01T00:00:00Z`))]).toEqual([
      route,
      422,
      'validation_failed updated_since',
    ]);
  }
});

test('of thousands of changes at one instant, a page has the first ones and its cursor leads to the others', async () => {
  const tenant = await world.tenant();
  await sql`insert into suppliers (organization_id, id, created_at, updated_at, name, metadata)
    select ${tenant.id}, gen_random_uuid(), '2026-01-01',
      case when n = 1 then '2026-01-02'::timestamptz else '2026-01-01' end, 'Supplier', '{}'
    from generate_series(1, 10500) n`.execute(world.owner);
  const client = clientOf(url, await tenant.key());
  const seen = new Set<string>();
  const pages: unknown[] = [];
  let since = '2026-01-01T00:00:00.000Z';
  for (let cursor: unknown = ''; cursor !== null; ) {
    const path = `/api/v1/suppliers?updated_since=${since}${cursor === '' ? '' : `&cursor=${cursor as string}`}`;
    const { data, meta } = (await client(`GET ${path}`)).body as unknown as { data: Made[]; meta: Row };
    for (const { id } of data) seen.add(id);
    pages.push([data.length, String(meta['next_updated_since']).slice(0, 23)]);
    cursor = meta['next_cursor'];
  }
  expect(seen.size).toBe(10_500);
  expect(pages.slice(0, 3)).toEqual([
    [5050, '2026-01-01T00:00:00.000'],
    [5050, '2026-01-01T00:00:00.000'],
    [399, '2026-01-01T00:00:00.001'],
  ]);
  since = '2026-01-01T00:00:00.001Z';
  expect((await client(`GET /api/v1/suppliers?updated_since=${since}`)).body.data).toHaveLength(1);
});

test('a cursor is bound to its sort order, and refused with another', async () => {
  const tenant = await world.tenant();
  for (let index = 0; index < 3; index += 1) await makeSupplier(tenant);
  const client = clientOf(url, await tenant.key());
  const cursor = async (query: string) =>
    (await client(`GET /api/v1/suppliers?per_page=1&${query}`)).body.meta!['next_cursor'] as string;
  const byName = await cursor('sort=name');
  expect((await client(`GET /api/v1/suppliers?sort=name&cursor=${byName}`)).status).toBe(200);
  for (const query of ['', 'sort=-name', 'sort=created_at', 'updated_since=2000-01-01T00:00:00Z'])
    expect(codes(await client(`GET /api/v1/suppliers?${query}&cursor=${byName}`))).toEqual([
      422,
      'validation_failed cursor',
    ]);
  expect(await refusal(tenant.list(listEvents, { cursor: byName }))).toEqual([
    { code: 'validation_failed', field: 'cursor' },
  ]);
});

/** Organizations have few of these, or few at a time. */
const FEW = [
  'reservations',
  'locations',
  'suppliers',
  'recipes',
  'webhook_subscriptions',
  'integrations',
  'api_keys',
  'saved_queries',
  'views',
];

test('lists that may be long find changed rows by index', async () => {
  const slow: string[] = [];
  await world.database.system.transaction().execute(async db => {
    await sql`set local enable_seqscan = off`.execute(db);
    await sql`set local enable_bitmapscan = off`.execute(db);
    await sql`set local enable_sort = off`.execute(db);
    for (const [route, { output }] of lists.filter(([each]) => !FEW.includes(each.split('/')[1]!))) {
      const { table } = shapeOf(output);
      const stamp = table === 'ledger_entries' ? 'created_at' : 'updated_at';
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select t.id from ${sql.table(table!)} as t where t.organization_id = ${crypto.randomUUID()}
          and t.${sql.ref(stamp)} >= now() order by t.${sql.ref(stamp)}, t.id limit 50`.execute(db);
      const plan = rows.map(row => row['QUERY PLAN']).join('\n');
      if (!new RegExp(`Index (Only )?Scan.*\\n.*Index Cond: .*${stamp}`).test(plan)) slow.push(`${route}\n${plan}`);
    }
  });
  expectNone(
    slow,
    `What changed of these is not found by an index. Give the entity one (as in src/domain/orders.ts), or name the path in FEW of this
file if an organization has few of them.`,
  );
});
