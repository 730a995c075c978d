import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pino from 'pino';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import type { App } from '../../src/app.ts';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import { createOrder } from '../../src/domain/orders.ts';
import { receiveStockTransfer } from '../../src/domain/stock-transfer-receipts.ts';
import { createStockTransfer, shipStockTransfer } from '../../src/domain/stock-transfers.ts';
import { createWasteRecord } from '../../src/domain/waste-records.ts';
import { EVENT_TYPES } from '../../src/events/table.ts';
import type { Row } from '../../src/kernel/view.ts';
import {
  getWebhookPayload,
  listWebhookDeliveries,
  redeliverWebhook,
  testWebhookSubscription,
} from '../../src/webhooks/deliveries.ts';
import { startDispatcher } from '../../src/webhooks/dispatcher.ts';
import type { WebhookFilter } from '../../src/webhooks/filters.ts';
import { createWebhookSubscription, updateWebhookSubscription } from '../../src/webhooks/subscriptions.ts';
import { randomly } from '../support/history.ts';
import { clientOf, codes } from '../support/http.ts';
import { until } from '../support/live.ts';
import { adjust, type Made, makeLocation, makeOrder, makeStock, makeVariant } from '../support/make.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { sliceOf } from '../support/slice.ts';
import { refusal, type Tenant, useWorld } from '../support/world.ts';

/*
 * docs/api.md, "Webhook filters" and "Formats".
 */

const world = useWorld();
let app: App;
let url: string;
let to: Receiver;

beforeAll(async () => {
  ({ app, url } = await world.serve({ WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' }));
  to = await openReceiver();
});

afterAll(() => to.close());

const subscribe = (tenant: Tenant, given: object) =>
  tenant.run(createWebhookSubscription, { url: to.url, events: [...EVENT_TYPES], ...given });

interface Logged {
  id: string;
  type: string;
  data: Row;
}

/** Creates all due deliveries, and returns the events. */
async function dispatched(tenant: Tenant): Promise<Logged[]> {
  const dispatcher = startDispatcher(world.database, app.events, pino({ level: 'silent' }), {
    allowPrivateNetworks: true,
  });
  const { system } = world.database;
  await until(async () => {
    const { rows } = await sql`
      select 1 from events where organization_id = ${tenant.id}
        and (position is null or sequence > (select coalesce(max(sequence), 0) from webhook_progress)) limit 1`.execute(
      system,
    );
    return rows.length === 0;
  });
  await until(async () => {
    const { rows } = await sql`select 1
        from webhook_deliveries where organization_id = ${tenant.id} and status = 'pending' limit 1`.execute(system);
    return rows.length === 0;
  });
  await dispatcher.close();
  const { rows } = await sql<Logged>`select id, type, data from events where organization_id = ${tenant.id}`.execute(
    system,
  );
  return rows;
}

const delivered = async (tenant: Tenant, subscription: Row): Promise<string[]> => {
  const { rows } = await sql<{ event_id: string }>`
    select event_id
    from webhook_deliveries where organization_id = ${tenant.id} and subscription_id = ${subscription['id']}`.execute(
    world.database.system,
  );
  return rows.map(row => row.event_id).sort();
};

/** The documented rules, without SQL. */
function oracle({ type, data }: Logged, filter: Partial<WebhookFilter>): boolean {
  const level = data['inventory_level'] as Row | undefined;
  const lines = ['items', 'inputs', 'outputs'].flatMap(name => (data[name] as Row[] | undefined) ?? []);
  const skus = [data['sku'], level?.['sku'], ...lines.map(line => line['sku'])].filter(sku => typeof sku === 'string');
  const places = ['location_id', 'source_location_id', 'destination_location_id'].map(name => data[name]);
  const at = [...places, level?.['location_id'], type.startsWith('location.') ? data['id'] : undefined];
  const ofStock = type === 'inventory.updated';
  return (
    (!filter.locationIds || filter.locationIds.some(id => at.includes(id))) &&
    (!filter.skus || filter.skus.some(sku => skus.includes(sku))) &&
    (!filter.skuPrefixes || filter.skuPrefixes.some(prefix => skus.some(sku => sku.startsWith(prefix)))) &&
    (!filter.entryTypes ||
      (ofStock &&
        (data['changes'] as Row[]).some(({ entry_type }) => filter.entryTypes!.includes(entry_type as never)))) &&
    (filter.availableBelow == null || (ofStock && (level!['quantity_available'] as number) < filter.availableBelow))
  );
}

test('random filters deliver what the documentation says, and store nothing else', async () => {
  const tenant = await world.tenant();
  const stocks = [
    await makeStock(tenant, 20, { sku: 'TEA-1' }),
    await makeStock(tenant, 20, { sku: 'TEA-2' }),
    await makeStock(tenant, 20, { sku: 'Coffee%1' }),
  ];
  const random = randomly(7);
  const some = <T>(all: readonly T[]): T[] | undefined => {
    const taken = all.filter(() => random(0, 2) === 0);
    return taken.length === 0 || random(0, 1) === 0 ? undefined : taken;
  };
  const filters = Array.from(
    { length: 30 },
    (): Partial<WebhookFilter> =>
      JSON.parse(
        JSON.stringify({
          locationIds: some(stocks.map(({ location }) => location.id)),
          skus: some(['TEA-1', 'TEA-2', 'Coffee%1', 'NOWHERE']),
          skuPrefixes: some(['TEA', 'Coffee%', 'C', 'tea']),
          entryTypes: random(0, 3) === 0 ? some(['adjustment', 'order_fulfilled', 'waste', 'transfer_in']) : undefined,
          availableBelow: random(0, 3) === 0 ? random(5, 25) : undefined,
        }),
      ),
  );
  const subscriptions: { filter: Partial<WebhookFilter>; row: Row }[] = [];
  for (const filter of sliceOf(filters, 3)) subscriptions.push({ filter, row: await subscribe(tenant, { filter }) });
  const plain = await subscribe(tenant, {});
  for (const { variant, location } of stocks) {
    await adjust(tenant, variant, location, random(1, 9));
    await tenant.run(createWasteRecord, { sku: variant.sku, locationId: location.id, quantity: 1, reason: 'other' });
    const items = [{ sku: variant.sku, quantity: 2 }];
    const order = await tenant.run(createOrder, { locationId: location.id, items });
    await tenant.run(fulfillOrder, { id: order['id'] });
    const elsewhere = stocks.find(each => each.location.id !== location.id)!.location;
    const moved = { sourceLocationId: location.id, destinationLocationId: elsewhere.id, items };
    const transfer = await tenant.run(createStockTransfer, moved);
    await tenant.run(shipStockTransfer, { id: transfer['id'] });
    await tenant.run(receiveStockTransfer, { id: transfer['id'] });
  }
  const events = await dispatched(tenant);
  const sequenced = (await delivered(tenant, plain)).length;
  expect(sequenced).toBeGreaterThan(25);
  const told = new Set(await delivered(tenant, plain));
  let passed = 0;
  for (const { filter, row } of subscriptions) {
    const expected = events.filter(event => told.has(event.id) && oracle(event, filter)).map(({ id }) => id);
    expect([filter, await delivered(tenant, row)]).toEqual([filter, expected.sort()]);
    passed += expected.length;
  }
  expect(passed).toBeGreaterThan(50);
});

test('a subscription without the newer event types gets what the documentation promises', async () => {
  const tenant = await world.tenant();
  const old = await subscribe(tenant, { events: ['order.created', 'order.fulfilled'] });
  const named = await subscribe(tenant, { events: ['order.updated', 'product.created', 'inventory.level_changed'] });
  expect([old['filter'], old['format']]).toEqual([null, 'native']);
  await makeOrder(tenant, { status: 'reserved', quantities: [1] });
  const events = await dispatched(tenant);
  const types = async (row: Row) => {
    const ids = await delivered(tenant, row);
    return ids.map(id => events.find(event => event.id === id)!.type).sort();
  };
  expect(await types(old)).toEqual(['order.created']);
  expect(await types(named)).toEqual(['inventory.level_changed', 'order.updated', 'product.created']);
});

test('an invalid filter is refused by name, and null removes it', async () => {
  const tenant = await world.tenant();
  const location = await makeLocation(tenant);
  const foreign = await makeLocation(await world.tenant());
  const client = clientOf(url, await tenant.key());
  const made = async (filter: unknown) =>
    codes(await client('POST /api/v1/webhook_subscriptions', { url: to.url, events: ['order.created'], filter }));
  expect(await made({ location_ids: [location.id, foreign.id] })).toEqual([
    422,
    'reference_not_found filter.location_ids[1]',
  ]);
  expect(await made({ color: ['red'] })).toEqual([422, 'unknown_field filter.color']);
  expect(await made({ skus: [] })).toEqual([422, 'validation_failed filter.skus']);
  expect(await made({ entry_types: ['lost'] })).toEqual([422, 'validation_failed filter.entry_types[0]']);
  expect(await made({ available_below: '5' })).toEqual([422, 'validation_failed filter.available_below']);
  const { id } = await subscribe(tenant, { filter: { locationIds: [location.id], availableBelow: 0.5 } });
  const changed = await client(`PATCH /api/v1/webhook_subscriptions/${String(id)}`, { description: 'Kept' });
  expect((changed.body.data as Made)['filter']).toEqual({
    location_ids: [location.id],
    skus: null,
    sku_prefixes: null,
    entry_types: null,
    available_below: 0.5,
  });
  const again = await client(`PATCH /api/v1/webhook_subscriptions/${String(id)}`, {
    filter: (changed.body.data as Made)['filter'],
  });
  expect([again.status, (again.body.data as Made)['filter']]).toEqual([200, (changed.body.data as Made)['filter']]);
  const removed = await tenant.run(updateWebhookSubscription, { id, filter: null });
  expect(removed['filter']).toBeNull();
  expect(await refusal(tenant.run(updateWebhookSubscription, { id, filter: { locationIds: [foreign.id] } }))).toEqual([
    { code: 'reference_not_found', field: 'filter.locationIds[0]' },
  ]);
});

test('a test says whether its sample passes the filter', async () => {
  const tenant = await world.tenant();
  const { variant } = await makeStock(tenant, 5);
  await dispatched(tenant);
  const passesWith = async (filter: object | null) => {
    const { id } = await subscribe(tenant, { events: ['inventory.updated'], filter });
    return (await tenant.run(testWebhookSubscription, { id }))['passesFilter'];
  };
  expect(await passesWith(null)).toBe(true);
  expect(await passesWith({ skus: [variant.sku] })).toBe(true);
  expect(await passesWith({ skus: ['ELSE'] })).toBe(false);
  expect(await passesWith({ availableBelow: 5 })).toBe(false);
});

test('a CloudEvent carries the same event, signed as it is sent', async () => {
  const tenant = await world.tenant();
  const location = await makeLocation(tenant);
  const { id, secret } = await subscribe(tenant, {
    events: ['inventory.updated'],
    format: 'cloudevents',
    filter: { locationIds: [location.id] },
  });
  await adjust(tenant, await makeVariant(tenant), location, 3);
  const ours = () => to.received.filter(({ body }) => body.includes(tenant.id));
  const events = await dispatched(tenant);
  const [posted] = ours();
  const { headers, body } = posted!;
  const event = events.find(({ type }) => type === 'inventory.updated')!;
  expect(headers['content-type']).toBe('application/cloudevents+json; charset=utf-8');
  expect(JSON.parse(body)).toEqual({
    specversion: '1.0',
    id: event.id,
    source: `/organizations/${tenant.id}`,
    type: 'inventory.updated',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    datacontenttype: 'application/json',
    position: expect.any(Number),
    epoch: expect.stringMatching(/^[0-9a-f]{8}$/),
    data: event.data,
  });
  new StandardWebhook(secret as string).verify(body, headers as Record<string, string>);
  const [delivery] = (await tenant.list(listWebhookDeliveries, { subscriptionId: id })).rows;
  expect((await tenant.run(getWebhookPayload, { id: delivery!['id'] }))['body']).toEqual(JSON.parse(body));
  await tenant.run(redeliverWebhook, { id: delivery!['id'] });
  await tenant.run(testWebhookSubscription, { id });
  await dispatched(tenant);
  const [again, sample] = ours()
    .slice(1)
    .map(each => JSON.parse(each.body) as Row);
  expect([again, sample].find(each => each!['test'] === undefined)).toEqual(JSON.parse(body));
  expect([again, sample].find(each => each!['test'])).toMatchObject({ specversion: '1.0', test: true, position: 0 });
});

test('only those who may read the events change which of them are sent', async () => {
  const tenant = await world.tenant();
  const filter = { availableBelow: 5 };
  const { id } = await subscribe(tenant, { events: ['inventory.updated'], filter });
  const patch = async (body: object, ...scopes: Parameters<Tenant['key']>) =>
    codes(
      await clientOf(`${url}/api/v1`, await tenant.key('webhooks:write', ...scopes))(
        `PATCH /webhook_subscriptions/${String(id)}`,
        body,
      ),
    );
  // The deliveries that a filter leaves would tell how much there is.
  for (const body of [{ filter: null }, { filter: { available_below: 9 } }, { url: to.url }])
    expect(await patch(body)).toEqual([403, 'insufficient_scope']);
  expect(await patch({ description: 'ours' })).toEqual([200]);
  expect(await tenant.run(updateWebhookSubscription, { id })).toMatchObject({ filter });
  expect(await patch({ filter: null }, 'inventory:read')).toEqual([200]);
});
