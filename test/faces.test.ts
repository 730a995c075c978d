import { beforeAll, expect, test } from '@jest/globals';
import { GRAPHQL_ONLY, mutations, queries, REST_ONLY, reports } from '../src/graphql/operations.ts';
import type { Operation } from '../src/kernel/operation.ts';
import { shapeOf } from '../src/kernel/shape.ts';
import type { Row } from '../src/kernel/view.ts';
import { routes } from '../src/rest/routes.ts';
import { type Ask, askerOf, asRest, overGraphql, overRest, selectionOf } from './support/faces.ts';
import { type Client, clientOf } from './support/http.ts';
import { type Made, populate } from './support/make.ts';
import { populateFactory } from './support/manufacturing.ts';
import { expectNone } from './support/none.ts';
import { referred } from './support/reference.ts';
import { BARCODE, populateDocuments } from './support/some-of-each.ts';
import { STORIES } from './support/stories.ts';
import { useWorld } from './support/world.ts';

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
let client: Client;
let ask: Ask;

beforeAll(async () => {
  const tenant = await world.tenant();
  await populate(tenant);
  await populateFactory(tenant);
  await populateDocuments(world, tenant);
  const { url } = await world.serve();
  const key = await tenant.key();
  client = clientOf(`${url}/api/v1`, key);
  ask = askerOf(url, key);
});

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
