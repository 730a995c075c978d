import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createInventoryPolicy } from '../src/domain/inventory-policies.ts';
import { createOrder } from '../src/domain/orders.ts';
import { makePlans } from '../src/domain/planning/replenishment/make-plans.ts';
import { createReplenishmentPlan } from '../src/domain/planning/replenishment/plans.ts';
import { receivePurchaseOrder } from '../src/domain/purchase-order-receipts.ts';
import { createPurchaseOrder } from '../src/domain/purchase-orders.ts';
import { createStockTransfer, shipStockTransfer } from '../src/domain/stock-transfers.ts';
import { CHORES } from '../src/operations/chores.ts';
import { testWebhookSubscription } from '../src/webhooks/deliveries.ts';
import { createWebhookSubscription, updateWebhookSubscription } from '../src/webhooks/subscriptions.ts';
import { type Client, clientOf, codes } from './support/http.ts';
import { take, useImports } from './support/imports.ts';
import { until } from './support/live.ts';
import { adjust, type Made, makeLocation, makeStock, makeSupplier } from './support/make.ts';
import { type Tenant, useWorld } from './support/world.ts';

const world = useWorld();
useImports(world);
let url: string;
let tenant: Tenant;
/** Opened before anything happened: what happened before somebody joined is not news. */
let mine: Client;
let theirs: Client;
let late: Made;

interface News {
  id: string;
  type: string;
  title: string;
  message: string;
  occurred_at: string;
  read: boolean;
  subject_type: string;
  subject_id: string;
  details: { [figure: string]: unknown };
}

const over = async (scope?: 'orders:read' | 'webhooks:read' | 'read') => {
  const ask = clientOf(`${url}/api/v1`, await tenant.key(...(scope ? [scope] : [])));
  return ask;
};
const told = async (ask: Client, query = '') =>
  (await ask(`GET /notifications${query}`)).body as never as {
    data: News[];
    meta: { total: number; next_cursor: string };
  };
const unread = async (ask: Client) => (await told(ask, '?unread=true&per_page=1')).meta.total;
const yesterday = () => new Date(Date.now() - 36 * 3_600_000).toISOString().slice(0, 10);

/** One notification of each kind. */
beforeAll(async () => {
  ({ url } = await world.serve());
  tenant = await world.tenant();
  [mine, theirs] = [await over(), await over('read')];
  await sql`update api_keys set created_at = now() - interval '1 day'`.execute(world.owner);
  const { variant, location } = await makeStock(tenant, 10);
  const shop = await makeLocation(tenant, { name: 'Shop' });
  const supplier = await makeSupplier(tenant, { name: 'Roble' });
  const items = [{ sku: variant.sku, quantity: 2 }];
  await tenant.run(createInventoryPolicy, {
    sku: variant.sku,
    locationId: location.id,
    reorderPoint: 5,
    reorderQuantity: 9,
  });
  const stale = { reference: 'web-1', locationId: location.id, items: [{ sku: variant.sku, quantity: 1 }] };
  const order = await tenant.run(createOrder, stale);
  await sql`update orders set created_at = now() - interval '4 days' where id = ${order['id']}`.execute(world.owner);
  const purchase = { supplierId: supplier.id, locationId: location.id, items, expectedOn: yesterday() };
  late = (await tenant.run(createPurchaseOrder, purchase)) as Made;
  const way = { sourceLocationId: location.id, destinationLocationId: shop.id };
  const transfer = await tenant.run(createStockTransfer, { ...way, items, expectedOn: yesterday() });
  await tenant.run(shipStockTransfer, { id: transfer['id'] });
  await adjust(tenant, variant, location, -6, { reason: 'damage' });
  await tenant.run(createReplenishmentPlan, {});
  await makePlans(world.database);
  const hook = await tenant.run(createWebhookSubscription, { url: 'https://a.example/', events: ['order.created'] });
  for (let times = 0; times < 2; times += 1) await tenant.run(testWebhookSubscription, { id: hook['id'] });
  await sql`update webhook_deliveries set status = 'failed', next_attempt_at = null, updated_at = now()`.execute(
    world.owner,
  );
  await sql`update webhook_subscriptions
    set active = false, deactivated_reason = 'gone', deactivated_at = now()`.execute(world.owner);
  await take(mine, 'kind=suppliers&mode=create', 'code,name\nA,Alba\n');
  await take(mine, 'kind=suppliers&mode=create&on_error=abort', 'code,name\nA,Alba\n');
  await until(async () => (await told(mine)).data.some(({ type }) => type === 'low_stock'));
});

const ALL = [
  'import_completed',
  'import_failed',
  'low_stock',
  'order_late',
  'plan_completed',
  'purchase_order_late',
  'transfer_late',
  'webhook_failed',
  'webhook_stopped',
];

test('what is low, late, failed or done is reported once each, newest first, with its subject', async () => {
  const { data, meta } = await told(mine);
  expect(data.map(({ type }) => type).sort()).toEqual(ALL);
  expect(meta.total).toBe(ALL.length);
  expect(data.map(({ occurred_at }) => occurred_at)).toEqual(
    data
      .map(({ occurred_at }) => occurred_at)
      .sort()
      .reverse(),
  );
  const byType = Object.fromEntries(data.map(each => [each.type, each]));
  expect(byType['purchase_order_late']).toMatchObject({
    title: `${late['number']} is late`,
    message: `${late['number']} from Roble was expected on ${yesterday()} and has not fully arrived.`,
    subject_type: 'purchase_order',
    subject_id: late.id,
    details: { number: late['number'], supplier_name: 'Roble', expected_on: yesterday() },
  });
  // All failures of one receiver on a day are one notification.
  expect(byType['webhook_failed']).toMatchObject({
    message: '2 events could not be delivered to https://a.example/, and will not be tried again.',
  });
  expect(byType['order_late']!.message).toMatch(
    /^SO-\d+ \(web-1\) is not completely fulfilled 3 days after it was placed\.$/,
  );
  expect(byType['low_stock']!.details).toMatchObject({ quantity_available: 2, reorder_point: 5 });
});

test('notifications are paged by cursor and filtered by type, over REST and GraphQL', async () => {
  const all = (await told(mine)).data.map(({ id }) => id);
  const seen: string[] = [];
  for (let cursor = ''; ; ) {
    const { data, meta } = await told(mine, `?per_page=4${cursor && `&cursor=${cursor}`}`);
    seen.push(...data.map(({ id }) => id));
    if (!meta.next_cursor) break;
    cursor = meta.next_cursor;
  }
  expect(seen).toEqual(all);
  const query =
    '{ notifications(first: 200, filter: {types: [ORDER_LATE, LOW_STOCK]}) { totalCount nodes { type read location { name } } } }';
  const asked = await clientOf(url, await tenant.key())('POST /graphql', { query });
  expect(asked.body.data).toMatchObject({ notifications: { totalCount: 2 } });
});

test('nobody is notified of what their scopes do not let them read, or of imports of others', async () => {
  const types = async (ask: Client) => (await told(ask)).data.map(({ type }) => type).sort();
  expect(await types(await over('orders:read'))).toEqual(['order_late']);
  expect(await types(await over('webhooks:read'))).toEqual(['webhook_failed', 'webhook_stopped']);
  expect(await types(theirs)).toEqual(ALL.filter(type => !type.startsWith('import_')));
  const other = clientOf(`${url}/api/v1`, await (await world.tenant()).key());
  expect(await types(other)).toEqual([]);
});

test('what happened before somebody joined counts as read', async () => {
  const newcomer = await over('read');
  expect([await unread(newcomer), (await told(newcomer)).data.every(({ read }) => read)]).toEqual([0, true]);
});

test('everybody has their own read state: some, or all up to the newest one shown', async () => {
  const before = await unread(mine);
  const [first, second] = (await told(mine, '?unread=true')).data as [News, News];
  expect((await mine('POST /notifications/read', { ids: [first.id] })).body.data).toEqual({ unread: before - 1 });
  expect((await told(mine)).data.filter(({ read }) => read).map(({ id }) => id)).toContain(first.id);
  expect(await unread(mine)).toBe(before - 1);
  // Unknown ids and those of others have no effect.
  const all = { ids: [crypto.randomUUID()] };
  expect((await mine('POST /notifications/read', all)).body.data).toEqual({ unread: before - 1 });
  const mutation = `mutation {
      readNotifications(input: {until: "${second.occurred_at}"}) { notificationsRead { unread } } }`;
  const key = await tenant.key();
  await clientOf(url, key)('POST /graphql', { query: mutation });
  expect(await unread(mine)).toBe(before - 1);
  expect((await mine('POST /notifications/read', {})).body.data).toEqual({ unread: 0 });
  expect(await unread(mine)).toBe(0);
  expect(await unread(theirs)).toBeGreaterThan(0);
  expect(codes(await mine('POST /notifications/read', { ids: [first.id], until: first.occurred_at }))).toEqual([
    422,
    'validation_failed until',
  ]);
});

test('a notification that appears late, with an earlier timestamp, does not count as read', async () => {
  expect((await mine('POST /notifications/read')).body.data).toEqual({ unread: 0 });
  await sql`
    insert into events (organization_id, id, type, occurred_at, data)
    select organization_id, gen_random_uuid(), type, now() - interval '30 seconds', data
    from events where type = 'inventory.low_stock' limit 1`.execute(world.owner);
  const { data } = await told(mine, '?unread=true');
  expect(data.map(({ type }) => type)).toEqual(['low_stock']);
});

test('arrived deliveries are no longer late, working receivers no longer failed, and after 30 days nothing is shown', async () => {
  const types = async () => (await told(mine)).data.map(({ type }) => type);
  await tenant.run(receivePurchaseOrder, { id: late.id });
  expect(await types()).not.toContain('purchase_order_late');
  const [{ id }] = (await sql<{ id: string }>`select id from webhook_subscriptions`.execute(world.owner)).rows as [
    Made,
  ];
  await tenant.run(updateWebhookSubscription, { id, active: true });
  expect(await types()).not.toContain('webhook_stopped');
  await sql`update imports set completed_at = now() - interval '31 days'`.execute(world.owner);
  await sql`update notification_reads set read_at = now() - interval '31 days'`.execute(world.owner);
  expect((await types()).filter(type => type.startsWith('import_'))).toEqual([]);
  await CHORES.find(({ name }) => name === 'prune notifications')!.run(world.database);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from notification_reads`.execute(
    world.owner,
  );
  expect(rows[0]!.count).toBe(0);
});
