import { beforeAll, expect, test } from '@jest/globals';
import { createMember } from '../src/access/members.ts';
import { createCycleCount, loadCycleCountInventory } from '../src/domain/cycle-counts.ts';
import { createInventoryPolicy } from '../src/domain/inventory-policies.ts';
import { makePlans } from '../src/domain/planning/replenishment/make-plans.ts';
import { createReplenishmentPlan } from '../src/domain/planning/replenishment/plans.ts';
import { createPurchaseOrder } from '../src/domain/purchase-orders.ts';
import { createRecall } from '../src/domain/recalls.ts';
import { createReturnAuthorization } from '../src/domain/return-authorizations.ts';
import { createStockTransfer, shipStockTransfer } from '../src/domain/stock-transfers.ts';
import { GRAPHQL_ONLY, mutations, queries, REST_ONLY, reports } from '../src/graphql/operations.ts';
import type { Operation } from '../src/kernel/operation.ts';
import { shapeOf } from '../src/kernel/shape.ts';
import type { Row } from '../src/kernel/view.ts';
import { routes } from '../src/rest/routes.ts';
import { testWebhookSubscription } from '../src/webhooks/deliveries.ts';
import { createIntegration } from '../src/webhooks/integrations.ts';
import { createWebhookSubscription } from '../src/webhooks/subscriptions.ts';
import { type Ask, askerOf, asRest, overGraphql, overRest, selectionOf } from './support/faces.ts';
import { type Client, clientOf } from './support/http.ts';
import { type Made, makeLocation, makeOrder, makeStock, makeVariant, populate } from './support/make.ts';
import { makeLot, populateFactory } from './support/manufacturing.ts';
import { expectNone } from './support/none.ts';
import { referred } from './support/reference.ts';
import { STORIES } from './support/stories.ts';
import { type Tenant, useWorld } from './support/world.ts';

const onRest = new Set<Operation>(Object.values(routes));
const onGraphql = new Set<Operation>([...Object.values(queries), ...Object.values(reports), ...mutations]);
const names = (operations: Iterable<Operation>) => [...operations].map(operation => operation.name).sort();

test('everything REST can do, GraphQL can do', () => {
  expectNone(
    names([...onRest].filter(operation => !onGraphql.has(operation) && !REST_ONLY.has(operation.name))),
    'These have no name on GraphQL: give them one in src/graphql/operations.ts, under queries or mutations.',
  );
  expect([...REST_ONLY].filter(name => !names(onRest).includes(name) || names(onGraphql).includes(name))).toEqual([]);
});

test('everything GraphQL can do, REST can do', () => {
  expectNone(
    names([...onGraphql].filter(operation => !onRest.has(operation) && !GRAPHQL_ONLY.has(operation.name))),
    'These have no route: give them one in src/rest/routes.ts.',
  );
  expect([...GRAPHQL_ONLY].filter(name => !names(onGraphql).includes(name) || names(onRest).includes(name))).toEqual(
    [],
  );
});

test('no two operations share a name', () => {
  const all = names(new Set([...onRest, ...onGraphql]));
  expect(all).toEqual([...new Set(all)]);
});

/** Queries that are too long for a URL. */
const ASKED_IN_A_BODY = ['askQuestion', 'listAvailability', 'report', 'printLabels'];

test('a read is never a command, and a GET never runs one', () => {
  const wrong = Object.entries(routes).filter(
    ([route, operation]) =>
      route.startsWith('GET ') !== (operation.kind === 'query') && !ASKED_IN_A_BODY.includes(operation.name),
  );
  expect(wrong.map(([route]) => route)).toEqual([]);
});

// ---- the same results ----

const world = useWorld({ poolSize: 3 });
const BARCODE = '4006381333931';
let client: Client;
let ask: Ask;

beforeAll(async () => {
  const tenant = await world.tenant();
  await populate(tenant);
  await populateFactory(tenant);
  await populateDocuments(tenant);
  const { url } = await world.serve();
  const key = await tenant.key();
  client = clientOf(`${url}/api/v1`, key);
  ask = askerOf(url, key);
});

async function populateDocuments(tenant: Tenant): Promise<void> {
  const { variant, location } = await makeStock(tenant, 10, {
    barcode: BARCODE,
    unitCost: 1.5,
    unitPrice: 2.25,
    metadata: { Free: { snake_case: [1] } },
  });
  const destination = await makeLocation(tenant);
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const tracked = await makeVariant(tenant, { lotTracked: true });
  await makeLot(tenant, tracked, location, 6, { expiryDate: soon });
  await tenant.run(createRecall, { lotId: (await makeLot(tenant, tracked, location, 1)).id });
  await tenant.run(createPurchaseOrder, {
    locationId: location.id,
    items: [{ sku: variant.sku, quantity: 5, unitCost: 1.25 }],
    expectedOn: '2020-01-01',
  });
  const transfer = await tenant.run(createStockTransfer, {
    sourceLocationId: location.id,
    destinationLocationId: destination.id,
    items: [{ sku: tracked.sku, quantity: 2 }],
  });
  await tenant.run(shipStockTransfer, { id: transfer['id'] });
  const count = await tenant.run(createCycleCount, {
    locationId: location.id,
    cycleCountItemsAttributes: [{ sku: variant.sku, countedQuantity: 8 }],
  });
  await tenant.run(loadCycleCountInventory, { id: count['id'] });
  const { order, variants } = await makeOrder(tenant, { status: 'fulfilled', reference: 'ours-1' });
  await tenant.run(createReturnAuthorization, {
    orderId: order.id,
    reason: 'Too small',
    items: [{ sku: variants[0]!.sku, quantity: 1, condition: 'damaged' }],
  });
  await tenant.run(createInventoryPolicy, {
    sku: variant.sku,
    locationId: location.id,
    reorderPoint: 100,
    reorderQuantity: 10,
  });
  await tenant.run(createReplenishmentPlan, {});
  await makePlans(world.database);
  await tenant.run(createMember, { email: 'ana@example.com' });
  const hook = await tenant.run(createWebhookSubscription, {
    url: 'https://example.com/hook',
    events: ['order.created'],
  });
  await tenant.run(testWebhookSubscription, { id: hook['id'] });
  await tenant.run(createIntegration, {
    kind: 'shopify',
    name: 'Shop',
    locationId: location.id,
    secret: 'a-long-enough-secret',
  });
}

/** How GraphQL reads what these routes read. */
const NESTED: { [operation: string]: (id: string) => string } = {
  getVariant: id => `variant(id: "${id}")`,
  getVariantByBarcode: barcode => `variant(barcode: "${barcode}")`,
  listProductVariants: id => `product(id: "${id}") { variants`,
  listPlanSuggestions: id => `replenishmentPlan(id: "${id}") { suggestions`,
  listLandedCosts: id => `purchaseOrder(id: "${id}") { landedCosts`,
  traceForward: id => `lot(id: "${id}") { traceForward`,
  traceBackward: id => `lot(id: "${id}") { traceBackward`,
  scan: () => `scan(code: "${BARCODE}")`,
  listImportRows: id => `importRows(filter: {id: "${id}"}) { nodes`,
};

/** Required query parameters. */
const SAID: { [route: string]: string } = { 'GET /scan': `?code=${BARCODE}` };
const said = (route: string) => route + (SAID[route] ?? '');

/** May be empty here. */
const EMPTY = ['listReconciliation', 'listForecasts', 'listDemand', 'listInsights'];
const NO_ROWS = 'Nothing of this kind is here: make one in populate() of test/support/make.ts.';
const SIZE = 3;
const reads = Object.entries(routes).filter(([route, { kind }]) => kind === 'query' && route.startsWith('GET '));
const lists = reads.filter(([route, { many }]) => many && !route.includes(':'));
const single = reads.filter(entry => !lists.includes(entry));

test.each(lists)('%s gives the same result over GraphQL as over REST', async (route, operation) => {
  const size = 'perPage' in operation.input.shape ? 'per_page' : 'limit';
  const { body } = await client(`${route}?${size}=${SIZE}`);
  const shape = shapeOf(operation.output);
  const [field] = Object.entries({ ...queries, ...reports }).find(([, each]) => each === operation)!;
  const inner = `${field}(first: ${SIZE}) { totalCount pageInfo { endCursor hasNextPage } nodes { ${selectionOf(shape)} } }`;
  const { data, errors } = await ask(field in queries ? `{ ${inner} }` : `{ reports { ${inner} } }`);
  expect(errors).toBeUndefined();
  const { nodes, totalCount, pageInfo } = (field in queries ? data! : (data!['reports'] as Row))[field] as {
    nodes: Row[];
    totalCount: number;
    pageInfo: { endCursor: string; hasNextPage: boolean };
  };
  expect({
    data: nodes.map(row => asRest(shape, row)),
    total: totalCount,
    next_cursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
  }).toEqual({ data: body.data, total: body.meta!['total'], next_cursor: body.meta!['next_cursor'] });
  if (!EMPTY.includes(operation.name)) expectNone(nodes.length === 0 ? [route] : [], NO_ROWS);
});

/** The value of a path parameter. */
async function idIn(route: string): Promise<string> {
  if (!route.includes(':')) return '';
  if (route.endsWith(':barcode')) return BARCODE;
  const { body } = await client(`${route.split('/:')[0]!}?per_page=50`);
  const row = (body.data as Row[]).find(each => !route.endsWith('/picture') || each['picture_url'] !== null);
  expectNone(row ? [] : [route], NO_ROWS);
  return row!['id'] as string;
}

test.each(single)('%s gives the same result over GraphQL as over REST', async (route, operation) => {
  const id = await idIn(route);
  const { body } = await client(said(route).replace(/:\w+/, id));
  const shape = shapeOf(operation.output);
  const field = Object.entries(queries).find(([, each]) => each === operation)?.[0];
  const inReports = Object.entries(reports).find(([, each]) => each === operation)?.[0];
  const plain = inReports ? `reports { ${inReports}` : field!;
  const opening = NESTED[operation.name]?.(id) ?? (id ? `${field}(id: "${id}")` : plain);
  const { data, errors } = await ask(
    `{ ${opening} { ${selectionOf(shape)} } ${'} '.repeat(opening.split(' { ').length - 1)} }`,
  );
  expect(errors).toBeUndefined();
  const answer = opening.split(' { ').reduce<unknown>((value, step) => (value as Row)[/\w+/.exec(step)![0]], data);
  expect(operation.many ? (answer as Row[]).map(row => asRest(shape, row)) : asRest(shape, answer as Row)).toEqual(
    operation.bare ? body : body.data,
  );
});

test.each(reads)('%s returns what the REST reference says, and nothing else', async route => {
  const reply = await client(said(route).replace(/:\w+/, await idIn(route)));
  expect(reply.status).toBe(200);
  referred(route, 200).parse(reply.body);
});

// ---- the same commands ----

/** What two runs of the same story have in common: ids by order of appearance, no times and slugs. */
function told(answers: readonly unknown[]): unknown {
  const ids = new Map<string, number>();
  const named = JSON.stringify(answers).replaceAll(
    /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g,
    id => `id ${ids.get(id) ?? ids.set(id, ids.size + 1).size}`,
  );
  return JSON.parse(named.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time').replaceAll(/tenant-\d+-\d+/g, 'a slug'));
}

test.each(Object.entries(STORIES))('%s has the same results over GraphQL as over REST', async (_, story) => {
  const { url } = await world.serve();
  const [rest, graphql] = await Promise.all(
    [overRest, overGraphql].map(async over => {
      const run = over(url, await (await world.tenant()).key());
      const answers: unknown[] = [];
      await story(async (operation, input) => {
        const answer = await run(operation, input);
        answers.push({ [operation.name]: answer });
        return ('data' in answer ? answer.data : {}) as Made;
      });
      return told(answers);
    }),
  );
  expect(graphql).toEqual(rest);
});
