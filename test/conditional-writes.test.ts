import { beforeAll, expect, test } from '@jest/globals';
import { createApiKey, revokeApiKey } from '../src/access/api-keys.ts';
import { createMember, deleteMember, inviteMember, updateMember } from '../src/access/members.ts';
import { deleteCycleCount } from '../src/domain/cycle-counts.ts';
import { fulfillOrder } from '../src/domain/order-fulfillment.ts';
import { cancelOrder, closeOrder, createOrder, getOrder, reserveOrder, updateOrder } from '../src/domain/orders.ts';
import { getOrganization } from '../src/domain/organizations.ts';
import { applyReplenishmentPlan } from '../src/domain/planning/replenishment/apply-plan.ts';
import { makePlans } from '../src/domain/planning/replenishment/make-plans.ts';
import { createReplenishmentPlan } from '../src/domain/planning/replenishment/plans.ts';
import { deleteProductPicture, putProductPicture } from '../src/domain/product-pictures.ts';
import { cancelProductionBatch } from '../src/domain/production-batches.ts';
import {
  cancelPurchaseOrder,
  createPurchaseOrder,
  submitPurchaseOrder,
  updatePurchaseOrder,
} from '../src/domain/purchase-orders.ts';
import { createRecall, updateRecall } from '../src/domain/recalls.ts';
import { cancelReturnAuthorization } from '../src/domain/return-authorizations.ts';
import { cancelStockTransfer } from '../src/domain/stock-transfers.ts';
import { createView, deleteView, updateView } from '../src/domain/views.ts';
import { createSavedQuery, deleteSavedQuery, updateSavedQuery } from '../src/figures/saved-queries.ts';
import { mutations, queries } from '../src/graphql/operations.ts';
import { applyImport, cancelImport, createImport } from '../src/imports/imports.ts';
import { lowerFirst, snakeKeys } from '../src/kernel/case.ts';
import { addressedBy, type Operation } from '../src/kernel/operation.ts';
import { shapeOf } from '../src/kernel/shape.ts';
import type { Row } from '../src/kernel/view.ts';
import { sendPurchaseOrder } from '../src/mail/purchase-order-mails.ts';
import { routes } from '../src/rest/routes.ts';
import { redeliverWebhook, testWebhookSubscription } from '../src/webhooks/deliveries.ts';
import { createIntegration, deleteIntegration } from '../src/webhooks/integrations.ts';
import {
  createWebhookSubscription,
  deleteWebhookSubscription,
  rotateWebhookSecret,
  updateWebhookSubscription,
} from '../src/webhooks/subscriptions.ts';
import { type Ask, askerOf, bodySent } from './support/faces.ts';
import { type Client, clientOf, codes, type Reply } from './support/http.ts';
import {
  LARGER_PICTURE,
  type Made,
  makeLocation,
  makeOrder,
  makeStock,
  makeVariant,
  PICTURE,
  unique,
} from './support/make.ts';
import { makeBakery, planBatch } from './support/manufacturing.ts';
import { expectNone } from './support/none.ts';
import { sliceOf } from './support/slice.ts';
import { STORIES } from './support/stories.ts';
import { type Tenant, useWorld } from './support/world.ts';

/*
 * docs/api.md, "Conditional requests": a client that names the version it saw never overwrites a newer one. Derived
 * from the declarations: every command on one resource is tried with a stale tag and with the current one.
 */

const world = useWorld();
const API = '/api/v1';
const NOBODY = '019f0000-0000-7000-8000-00000000dead';
let url: string;

beforeAll(async () => {
  ({ url } = await world.serve({
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
    // Nothing is mailed here.
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'stock@example.com',
  }));
});

const routeOf = (operation: Operation) => Object.entries(routes).find(([, each]) => each === operation)![0];
const pathOf = (operation: Operation, id: unknown) =>
  API + routeOf(operation).split(' ')[1]!.replace(':id', String(id));
const homeOf = (operation: Operation) =>
  Object.entries(routes).find(
    ([route, each]) =>
      /^GET \S+\/:id$|^GET \/organization$/.test(route) && each.output === addressedBy(operation) && !each.many,
  );

/** Runs commands like `overRest`, each first with a stale tag and then with the current one. */
function conditionally(client: Client, seen: Set<Operation>) {
  return async (operation: Operation, { id, ...input }: Row): Promise<Reply> => {
    const [method] = routeOf(operation).split(' ');
    const path = pathOf(operation, id).replace(':product_id', String(input['productId']));
    const [sent, type] = bodySent(operation, { ...input, productId: undefined });
    const body = method === 'DELETE' ? undefined : sent;
    const ours = addressedBy(operation);
    if (!ours) return told(await client(`${method} ${path}`, body, type));
    seen.add(operation);
    const stale = await client(`${method} ${path}`, body, { ...type, 'if-match': '"stale"' });
    if (stale.status === 404 || stale.body.errors?.[0]?.code === 'validation_failed')
      return client(`${method} ${path}`, body, { ...type, 'if-match': '*' });
    expect([operation.name, ...codes(stale)]).toEqual([operation.name, 412, 'precondition_failed']);
    const { version, updated_at } = stale.body.errors![0]!.details as { version: string; updated_at: string };
    expect(new Date(updated_at).getTime()).toBeGreaterThan(0);
    const home = homeOf(operation);
    if (home) {
      const current = await client(`GET ${API}${home[0].split(' ')[1]!.replace(':id', String(id))}`);
      expect([operation.name, current.headers.get('etag')]).toEqual([operation.name, `"${version}"`]);
    }
    return told(await client(`${method} ${path}`, body, { ...type, 'if-match': `"other", "${version}"` }));
  };

  /** The response has the same tag as the next read, over REST and GraphQL. */
  async function told(reply: Reply): Promise<Reply> {
    const tag = reply.headers.get('etag');
    const location = reply.headers.get('location');
    if (reply.status === 201 && tag && location && !location.includes('?')) {
      const read = await client(`GET ${location}`);
      if (read.status === 200) expect([location, read.headers.get('etag')]).toEqual([location, tag]);
    }
    return reply;
  }
}

async function versionOver(ask: Ask, shapeName: string, id: unknown): Promise<string | undefined> {
  const field = lowerFirst(shapeName);
  if (!queries[field]) return undefined;
  const given = queries[field] === getOrganization ? '' : `(id: "${String(id)}")`;
  const { data, errors } = await ask(`{ ${field}${given} { version } }`);
  expect(errors).toBeUndefined();
  return (data![field] as { version: string }).version;
}

const addressed = Object.values(routes).filter(operation => addressedBy(operation));
const seen = new Set<Operation>();

test.each(Object.entries(STORIES))(
  '%s: a stale tag is refused before any other rule, the current one is not',
  async (_, story) => {
    const tenant = await world.tenant();
    const key = await tenant.key();
    const [client, ask] = [clientOf(url, key), askerOf(url, key)];
    const run = conditionally(client, seen);
    await story(async (operation, input) => {
      const reply = await run(operation, input);
      const answer = (reply.body.data ?? {}) as Made;
      const tag = reply.headers.get('etag');
      const home =
        homeOf(operation) ??
        Object.entries(routes).find(
          ([route, each]) => /^GET \S+\/:id$/.test(route) && each.output === operation.output,
        );
      if (reply.status < 300 && shapeOf(operation.output).entity)
        expect([operation.name, tag]).toEqual([operation.name, expect.stringMatching(/^"[\w-]{27}"$/)]);
      if (
        reply.status < 300 &&
        tag &&
        home &&
        !routeOf(operation).startsWith('DELETE') &&
        home[1].output === operation.output
      ) {
        const read = await client(`GET ${API}${home[0].split(' ')[1]!.replace(':id', String(answer.id))}`);
        expect([operation.name, read.headers.get('etag')]).toEqual([operation.name, tag]);
        const version = await versionOver(ask, shapeOf(operation.output).name, answer.id);
        if (version !== undefined) expect([operation.name, `"${version}"`]).toEqual([operation.name, tag]);
      }
      return camelRow(answer);
    });
  },
);

/** Stories read only a few fields. */
function camelRow(row: Made): Made {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  ) as Made;
}

test('the same holds for commands that no story uses', async () => {
  const tenant = await world.tenant();
  const key = await tenant.key();
  const client = clientOf(url, key);
  const run = conditionally(client, seen);
  const done = async (operation: Operation, input: Row) => {
    const reply = await run(operation, input);
    expect([operation.name, reply.status, reply.body.errors]).toEqual([operation.name, 200, undefined]);
    return reply.body.data as Made;
  };
  const made = async (operation: Operation, input: object) => (await tenant.run(operation, input)) as Made;
  const { variant, location } = await makeStock(tenant, 10);
  const picture = { id: variant['productId'], content: PICTURE };
  await tenant.run(putProductPicture, picture);
  await done(putProductPicture, { ...picture, content: LARGER_PICTURE });
  await done(deleteProductPicture, { id: picture.id });
  const lines = { locationId: location.id, items: [{ sku: variant.sku, quantity: 1 }] };

  const purchase = await made(createPurchaseOrder, { ...lines, status: 'draft' });
  await done(updatePurchaseOrder, { id: purchase.id, notes: 'Soon' });
  await tenant.run(submitPurchaseOrder, { id: purchase.id });
  await run(sendPurchaseOrder, { id: purchase.id, to: 'sales@example.com' });
  await done(cancelPurchaseOrder, { id: purchase.id });
  const { order } = await makeOrder(tenant, { status: 'reserved' });
  await done(updateOrder, { id: order.id, reservationExpiresAt: '2999-01-01T00:00:00Z' });
  await done(cancelOrder, { id: order.id });
  await done(closeOrder, { id: (await makeOrder(tenant, { status: 'partially_fulfilled' })).order.id });
  const hook = await made(createWebhookSubscription, { url: 'https://93.184.216.34/hook', events: ['order.created'] });
  await done(updateWebhookSubscription, { id: hook.id, description: 'The shop' });
  await done(rotateWebhookSecret, { id: hook.id });
  const delivery = await done(testWebhookSubscription, { id: hook.id });
  await run(redeliverWebhook, { id: delivery.id });
  await done(deleteWebhookSubscription, { id: hook.id });
  const shop = { kind: 'shopify', name: 'Shop', locationId: location.id, secret: 'a-long-enough-secret' };
  await done(deleteIntegration, { id: (await made(createIntegration, shop)).id });
  await done(revokeApiKey, { id: (await made(createApiKey, { name: 'till' })).id });
  await made(createMember, { email: `${unique('own')}@example.com`, role: 'owner' });
  const member = await made(createMember, { email: `${unique('ann')}@example.com`, role: 'viewer' });
  await done(updateMember, { id: member.id, role: 'manager' });
  await done(inviteMember, { id: member.id });
  await done(deleteMember, { id: member.id });

  const rest = clientOf(url, key);
  const posted = async (path: string, body: object) => (await rest(`POST ${API}${path}`, body)).body.data as Made;
  const count = await posted('/cycle_counts', { location_id: location.id });
  await done(deleteCycleCount, { id: count.id });
  const other = await makeLocation(tenant);
  const transfer = await posted('/stock_transfers', {
    source_location_id: location.id,
    destination_location_id: other.id,
    items: lines.items,
  });
  await done(cancelStockTransfer, { id: transfer.id });
  const sold = await posted('/orders', snakeKeys(lines) as object);
  await rest(`POST ${API}/orders/${sold.id}/fulfill`);
  const back = await posted('/return_authorizations', {
    order_id: sold.id,
    reason: 'No',
    items: [{ sku: variant.sku, quantity: 1, condition: 'sellable' }],
  });
  await done(cancelReturnAuthorization, { id: back.id });
  const { recipe, location: bakery } = await makeBakery(tenant);
  const plan = await made(createReplenishmentPlan, {});
  await makePlans(world.database);
  await done(applyReplenishmentPlan, { id: plan.id });
  const recall = await made(createRecall, { lotId: (await makeBakery(tenant)).flourLot.id });
  await done(updateRecall, { id: recall.id, notes: 'Told the shops' });
  const saved = await made(createSavedQuery, { name: 'On hand', query: { measures: ['on_hand'] } });
  await done(updateSavedQuery, { id: saved.id, description: 'Of all places.' });
  await done(deleteSavedQuery, { id: saved.id });
  const view = await made(createView, { name: 'Late', list: 'orders', shared: true });
  await done(updateView, { id: view.id, settings: { hidden: ['Units'] } });
  await done(deleteView, { id: view.id });
  const sheet = { kind: 'locations', mode: 'create', dryRun: true, content: 'name\nBy sheet\n' };
  const tried = await made(createImport, sheet);
  await run(applyImport, { id: tried.id });
  await done(cancelImport, { id: tried.id });
  await done(cancelProductionBatch, { id: (await planBatch(tenant, recipe, bakery, 1)).id });

  expectNone(
    addressed.filter(operation => !seen.has(operation)).map(({ name }) => name),
    'No story runs these commands: tell of them in STORIES (test/support/stories.ts), once done and once refused.',
  );
});

// ---- everything with a version ----

test('every command on one resource can be conditional, over REST and GraphQL; no other command silently ignores a condition', async () => {
  const tenant = await world.tenant();
  const client = clientOf(url, await tenant.key());
  for (const [route, operation] of sliceOf(Object.entries(routes), 5)) {
    const [method, path] = route.split(' ') as [string, string];
    // Insights are findings, not records: they have no version.
    const about = /:id(\/|$)|^\/organization$/.test(path) && method !== 'GET' && !path.startsWith('/ai/');
    expect([route, addressedBy(operation) !== undefined]).toEqual([route, about]);
    if (about || (method === 'GET' && !operation.many)) continue;
    for (const accept of method === 'GET' ? ['application/json', 'text/csv'] : ['application/json']) {
      const reply = await client(`${method} ${API}${path.replace(/:\w+/, NOBODY)}`, method === 'GET' ? undefined : {}, {
        'if-match': '"x"',
        accept,
      });
      expect([route, ...codes(reply)]).toEqual([route, 400, 'bad_request']);
    }
  }
  expect(mutations.filter(each => 'id' in each.input.shape && !addressedBy(each)).map(({ name }) => name)).toEqual([
    'dismissInsight',
    'snoozeInsight',
    'reopenInsight',
  ]);
});

test.each(['x', '"', '"a" "b"', '"a",', 'W/', '"a", *', "'a'", '""a"', ''])(
  'an unreadable If-Match header (%s) is refused, not ignored',
  async header => {
    const tenant = await world.tenant();
    const { id } = await makeLocation(tenant);
    const client = clientOf(url, await tenant.key());
    for (const route of [`PATCH ${API}/locations/${id}`, `GET ${API}/locations/${id}`])
      expect(
        codes(await client(route, route.startsWith('GET') ? undefined : { name: 'New' }, { 'if-match': header })),
      ).toEqual([400, 'bad_request']);
    expect(((await client(`GET ${API}/locations/${id}`)).body.data as { name: string }).name).not.toBe('New');
  },
);

test('If-None-Match is for reads: no write ignores it, and papers and streams have no ETag for If-Match', async () => {
  const tenant = await world.tenant();
  const client = clientOf(url, await tenant.key());
  const { variant, location } = await makeStock(tenant, 10);
  for (const route of [`PUT ${API}/variants/by_sku/${variant.sku}`, `PATCH ${API}/locations/${location.id}`])
    expect(codes(await client(route, { name: 'New' }, { 'if-none-match': '*' }))).toEqual([400, 'bad_request']);
  expect((await client(`GET ${API}/variants/${variant.id}`)).body.data).not.toMatchObject({ name: 'New' });
  const order = (await tenant.run(createOrder, {
    locationId: location.id,
    items: [{ sku: variant.sku, quantity: 2 }],
  })) as Made;
  for (const [path, accept] of [
    [`orders/${order.id}/pick_list`, 'text/html'],
    ['events/stream', 'text/event-stream'],
  ])
    expect(codes(await client(`GET ${API}/${path}`, undefined, { 'if-match': '*', accept: accept! }))).toEqual([
      400,
      'bad_request',
    ]);
});

test('a query with a body has no ETag either, and reads its Idempotency-Key like a write', async () => {
  const client = clientOf(url, await (await world.tenant()).key());
  for (const [route, body] of [
    ['inventory_availability', { items: [{ sku: 'A' }] }],
    ['reports/query', { measures: ['on_hand'] }],
    ['ai/query', { question: 'What is low?' }],
    ['labels', { kind: 'location', ids: [], size: '50x25' }],
  ] as const)
    for (const [name, value] of [
      ['if-none-match', '*'],
      ['idempotency-key', 'x'.repeat(256)],
    ] as const)
      expect([route, name, ...codes(await client(`POST ${API}/${route}`, body, { [name]: value }))]).toEqual([
        ...[route, name],
        ...[400, 'bad_request'],
      ]);
});

test('weak tags never match; * needs an existing resource; scope and path are checked first', async () => {
  const tenant = await world.tenant();
  const { id } = await makeLocation(tenant);
  const client = clientOf(url, await tenant.key());
  const tag = (await client(`GET ${API}/locations/${id}`)).headers.get('etag')!;
  const patch = (header: string, to = id) =>
    client(`PATCH ${API}/locations/${to}`, { name: 'New' }, { 'if-match': header });
  expect(codes(await patch(`W/${tag}`))).toEqual([412, 'precondition_failed']);
  expect(codes(await patch('*', NOBODY))).toEqual([404, 'not_found']);
  expect(codes(await patch(tag, NOBODY))).toEqual([404, 'not_found']);
  expect(codes(await patch(tag, 'nonsense'))).toEqual([404, 'not_found']);
  const reader = clientOf(url, await tenant.key('read'));
  const refused = await reader(`PATCH ${API}/locations/${id}`, { name: 'New' }, { 'if-match': '"x"' });
  expect(codes(refused)).toEqual([403, 'insufficient_scope']);
  expect((await patch('*')).status).toBe(200);
  expect(codes(await patch(tag))).toEqual([412, 'precondition_failed']);
  expect(codes(await client(`GET ${API}/locations/${id}`, undefined, { 'if-match': tag }))).toEqual([
    412,
    'precondition_failed',
  ]);
});

test('changing a line, changing by another command and undoing a change all change the tag', async () => {
  const tenant = await world.tenant();
  const client = clientOf(url, await tenant.key());
  const { variant, location } = await makeStock(tenant, 10);
  const order = (await tenant.run(createOrder, {
    locationId: location.id,
    items: [{ sku: variant.sku, quantity: 2 }],
  })) as Made;
  const tag = async () => (await client(`GET ${API}/orders/${order.id}`)).headers.get('etag');
  const tags = [await tag()];
  await tenant.run(reserveOrder, { id: order.id });
  tags.push(await tag());
  await tenant.run(fulfillOrder, { id: order.id, items: [{ sku: variant.sku, quantity: 1 }] });
  tags.push(await tag());
  expect(new Set(tags).size).toBe(3);
  const metadata = { b: 1, a: { d: [1.5, null], c: 'ü' } };
  const made = await client(`POST ${API}/locations`, { name: 'x', metadata });
  expect((await client(`GET ${made.headers.get('location')}`)).headers.get('etag')).toBe(made.headers.get('etag'));
});

// ---- with keys ----

test('a repeated conditional write is replayed; a 412 is not remembered', async () => {
  const tenant = await world.tenant();
  const { id } = await makeLocation(tenant);
  const client = clientOf(url, await tenant.key());
  const tag = (await client(`GET ${API}/locations/${id}`)).headers.get('etag')!;
  const patch = (headers: { [name: string]: string }) =>
    client(`PATCH ${API}/locations/${id}`, { name: 'Once' }, headers);
  const key = unique('key');
  const first = await patch({ 'if-match': tag, 'idempotency-key': key });
  const again = await patch({ 'if-match': tag, 'idempotency-key': key });
  expect([again.status, again.text, again.headers.get('etag'), again.headers.get('idempotent-replayed')]).toEqual([
    200,
    first.text,
    first.headers.get('etag'),
    'true',
  ]);
  const other = unique('key');
  expect(codes(await patch({ 'if-match': tag, 'idempotency-key': other }))).toEqual([412, 'precondition_failed']);
  expect((await patch({ 'if-match': first.headers.get('etag')!, 'idempotency-key': other })).status).toBe(200);
});

test('GraphQL: ifVersion', async () => {
  const tenant = await world.tenant();
  const { id } = await makeLocation(tenant);
  const ask = askerOf(url, await tenant.key());
  const update = (ifVersion: string, name: string) =>
    ask(
      'mutation ($id: ID!, $ifVersion: String, $name: String) { updateLocation(id: $id, ifVersion: $ifVersion, input: {name: $name}) { location { version } } }',
      { id, ifVersion, name },
    );
  const { data } = await ask('query ($id: ID!) { location(id: $id) { version } }', { id });
  const { version } = data!['location'] as { version: string };
  const updated = (await update(version, 'First')).data!['updateLocation'] as { location: { version: string } };
  const stale = await update(version, 'Second');
  expect(stale.errors![0]!.extensions).toMatchObject({
    code: 'PRECONDITION_FAILED',
    details: { version: updated.location.version, updatedAt: expect.stringMatching(/Z$/) },
  });
  expect((await update('*', 'Third')).errors).toBeUndefined();
  const { data: schema } = await ask('{ __schema { types { name fields { name } } } }');
  const versioned = (schema!['__schema'] as { types: { name: string; fields: { name: string }[] | null }[] }).types
    .filter(({ fields }) => fields?.some(({ name }) => name === 'version'))
    .map(({ name }) => name);
  expect(versioned).toEqual(
    expect.arrayContaining(['Order', 'Lot', 'WasteRecord', 'Organization', 'WebhookSubscription']),
  );
  for (const name of ['InventoryLevel', 'LedgerEntry', 'Reservation', 'OrderItem'])
    expect(versioned).not.toContain(name);
});

// ---- races ----

interface Raced {
  tenant: Tenant;
  client: Client;
  path: string;
  home: string;
  body(index: number, round: number): object;
}

const RACES: { readonly [title: string]: () => Promise<Omit<Raced, 'client'>> } = {
  async 'PATCH of a product'() {
    const tenant = await world.tenant();
    const variant = await makeVariant(tenant);
    const path = `/products/${String(variant['productId'])}`;
    return {
      tenant,
      path: `PATCH ${API}${path}`,
      home: path,
      body: (index, round) => ({ name: `Name ${index} of ${round}` }),
    };
  },
  async 'fulfilling a part of an order, which shares transactions'() {
    const tenant = await world.tenant();
    const { variant, location } = await makeStock(tenant, 100);
    const order = (await tenant.run(createOrder, {
      locationId: location.id,
      items: [{ sku: variant.sku, quantity: 90 }],
    })) as Made;
    const home = `/orders/${order.id}`;
    return {
      tenant,
      path: `POST ${API}${home}/fulfill`,
      home,
      body: index => ({ items: [{ sku: variant.sku, quantity: 1 + index / 4 }] }),
    };
  },
  async 'the lines of a purchase order'() {
    const tenant = await world.tenant();
    const { variant, location } = await makeStock(tenant, 1);
    const order = (await tenant.run(createPurchaseOrder, {
      locationId: location.id,
      items: [{ sku: variant.sku, quantity: 5 }],
      status: 'draft',
    })) as Made;
    const home = `/purchase_orders/${order.id}`;
    return {
      tenant,
      path: `PATCH ${API}${home}`,
      home,
      body: (index, round) => ({ items: [{ sku: variant.sku, quantity: index + 1 + 20 * round }] }),
    };
  },
};

test.each(Object.entries(RACES))('%s: of 16 writers with one tag exactly one succeeds', async (_, prepare) => {
  const { tenant, path, home, body } = await prepare();
  const client = clientOf(url, await tenant.key());
  for (let round = 0; round < 3; round += 1) {
    const tag = (await client(`GET ${API}${home}`)).headers.get('etag')!;
    const replies = await Promise.all(
      Array.from({ length: 16 }, (__, index) => client(path, body(index, round), { 'if-match': tag })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 15 }, () => 412)]);
    const winner = replies.find(({ status }) => status === 200)!;
    expect((await client(`GET ${API}${home}`)).text).toBe(winner.text);
  }
});

test('in concurrent conditional and unconditional writes of one order, events match what happened', async () => {
  const tenant = await world.tenant();
  const client = clientOf(url, await tenant.key());
  const { variant, location } = await makeStock(tenant, 1000);
  const orders = (await Promise.all(
    Array.from({ length: 12 }, () =>
      tenant.run(createOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity: 10 }] }),
    ),
  )) as Made[];
  const fulfill = (id: string, headers = {}) =>
    client(`POST ${API}/orders/${id}/fulfill`, { items: [{ sku: variant.sku, quantity: 1 }] }, headers);
  const replies = await Promise.all(
    orders.flatMap(({ id }) => [
      client(`GET ${API}/orders/${id}`).then(read => fulfill(id, { 'if-match': read.headers.get('etag')! })),
      fulfill(id),
      fulfill(id),
    ]),
  );
  const done = Map.groupBy(replies.keys(), index => orders[Math.floor(index / 3)]!.id);
  for (const [id, indexes] of done) {
    const statuses = indexes.map(index => replies[index]!.status);
    expect(statuses.slice(1)).toEqual([200, 200]);
    expect([200, 412]).toContain(statuses[0]);
    const [item] = (await tenant.run(getOrder, { id }))['items'] as { quantityFulfilled: number }[];
    expect(item!.quantityFulfilled).toBe(statuses.filter(status => status === 200).length);
  }
});
