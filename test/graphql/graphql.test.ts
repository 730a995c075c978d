import { beforeAll, expect, test } from '@jest/globals';
import { serverAudits } from 'graphql-http';
import { adjust, makeLocation, makeStock, makeVariant } from '../support/make.ts';
import { statementsOf, type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();
let tenant: Tenant;
let url: string;
let key: string;

beforeAll(async () => {
  tenant = await world.tenant();
  key = await tenant.key();
  url = `${(await world.serve()).url}/graphql`;
});

interface Answer {
  status: number;
  data?: { [field: string]: never } | null;
  errors?: {
    message: string;
    path?: unknown[];
    extensions: { code: string; field?: string | null; details?: object };
  }[];
  text: string;
}

async function ask(query: string, variables: object = {}, bearer = key): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ query, variables }),
  });
  const text = await response.text();
  return { status: response.status, text, ...(JSON.parse(text) as object) };
}

const codes = ({ errors }: Answer) =>
  errors?.map(({ extensions }) => [extensions.code, ...(extensions.field ? [extensions.field] : [])]);

test('a mutation returns its payload, including nested objects', async () => {
  const { variant, location } = await makeStock(tenant, 10);
  const answer = await ask(
    `mutation ($input: CreateInventoryAdjustmentInput!) { createInventoryAdjustment(input: $input) {
      inventoryAdjustment { quantityChange reason ledgerEntry {
                entryType variant { sku product { name } } location { id } } inventoryLevel { quantityOnHand } } } }`,
    { input: { sku: variant.sku, locationId: location.id, quantityChange: -1.5, reason: 'SHRINKAGE' } },
  );
  expect(answer.errors).toBeUndefined();
  expect(answer.data).toMatchObject({
    createInventoryAdjustment: {
      inventoryAdjustment: {
        quantityChange: -1.5,
        reason: 'SHRINKAGE',
        ledgerEntry: { entryType: 'ADJUSTMENT', variant: { sku: variant.sku }, location: { id: location.id } },
        inventoryLevel: { quantityOnHand: 8.5 },
      },
    },
  });
});

test('a refusal is one error per problem, with code, field and details', async () => {
  const { variant, location } = await makeStock(tenant, 1);
  const input = `{sku: "${variant.sku}", locationId: "${location.id}", quantityChange: -5}`;
  const answer = await ask(
    `mutation { createInventoryAdjustments(input: {adjustments: [${input}, ${input}]}) {
          bulkInventoryAdjustment { applied } } }`,
  );
  expect(codes(answer)).toEqual([
    ['INSUFFICIENT_STOCK', 'adjustments[0].quantityChange'],
    ['INSUFFICIENT_STOCK', 'adjustments[1].quantityChange'],
  ]);
});

test('a mutation with an idempotency key has one effect', async () => {
  const location = () =>
    ask('mutation { createLocation(input: {name: "Once"}, idempotencyKey: "once") { location { id } } }');
  const [first, second] = [await location(), await location()];
  expect(second.text).toBe(first.text);
});

test('the first mutation that is refused ends its document; what was executed before it can be repeated', async () => {
  const create = (alias: string, name: string) =>
    `${alias}: createSupplier(input: {name: "${name}", code: "${alias}"}, idempotencyKey: "${alias}") { supplier { code } }`;
  const refused = await ask(
    `mutation { ${create('done', 'Done')} ${create('wrong', '')} ${create('never', 'Never')} }`,
  );
  expect([refused.data, refused.errors?.map(({ path }) => path)]).toEqual([null, [['wrong']]]);
  const { data } = await ask('{ suppliers(filter: {q: "e"}) { nodes { code } } }');
  expect(data).toEqual({ suppliers: { nodes: [{ code: 'done' }] } });
  const repeated = await ask(
    `mutation { ${create('done', 'Done')} ${create('right', 'Right')} ${create('never', 'Never')} }`,
  );
  expect([repeated.errors, Object.keys(repeated.data!)]).toEqual([undefined, ['done', 'right', 'never']]);
});

test('pages follow each other without gap or repetition, and the total is only counted if requested', async () => {
  const own = await world.tenant();
  const reader = await own.key('read');
  for (let index = 0; index < 5; index += 1) await makeLocation(own);
  const names: string[] = [];
  let after: string | null = null;
  do {
    const answer: Answer = await ask(
      'query ($after: String) { locations(first: 2, after: $after) { totalCount edges { cursor node { name } } pageInfo { hasNextPage endCursor } } }',
      { after },
      reader,
    );
    const page = answer.data!['locations'] as unknown as {
      totalCount: number;
      edges: { node: { name: string } }[];
      pageInfo: { hasNextPage: boolean; endCursor: string };
    };
    expect(page.totalCount).toBe(5);
    names.push(...page.edges.map(({ node }) => node.name));
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after);
  expect(new Set(names).size).toBe(5);
  const counting = await statementsOf(() => ask('{ locations { nodes { name } } }', {}, reader));
  expect(counting.filter(sql => sql.includes('count(*)'))).toEqual([]);
});

test('a nested list takes the same number of statements for 2 variants as for 20', async () => {
  const own = await world.tenant();
  const reader = await own.key('read');
  const location = await makeLocation(own);
  const nested = (first: number) =>
    ask(
      `{ variants(first: ${first}) { nodes { sku product { name variants { sku } } levels { quantityOnHand location { name } variant { sku } } } } }`,
      {},
      reader,
    );
  for (let index = 0; index < 20; index += 1) await adjust(own, await makeVariant(own), location, 5);
  await nested(1);
  const [few, many] = [await statementsOf(() => nested(2)), await statementsOf(() => nested(20))];
  expect(many).toHaveLength(few.length);
  expect(many.length).toBeLessThanOrEqual(6);
});

test('a document reads the columns that it selects, through fragments too', async () => {
  const own = await world.tenant();
  const reader = await own.key('read');
  await adjust(own, await makeVariant(own), await makeLocation(own), 5);
  const statements = await statementsOf(() =>
    ask(
      `{ inventoryLevels(first: 1) { edges { cursor node { ...level } } } }
       fragment level on InventoryLevel { onHand: quantityOnHand variant { __typename sku levels { ...level2 } } variant { ... on Variant { barcode } } }
       fragment level2 on InventoryLevel { updatedAt }`,
      {},
      reader,
    ),
  );
  expect(statements.map(text => /^\s*select (.*?)\s+from "/s.exec(text)?.[1])).toEqual([
    't.id as "id", t.variant_id as "variantId", t.quantity_on_hand as "quantityOnHand"',
    't.id as "id", t.sku as "sku", t.barcode as "barcode"',
    't.id as "id", t.variant_id as "variantId", t.updated_at as "updatedAt"',
  ]);
});

test('a list can be sorted by a field that is not selected, and continued by cursor', async () => {
  const own = await world.tenant();
  const reader = await own.key('read');
  const variants = [
    await makeVariant(own, { sku: 'B' }),
    await makeVariant(own, { sku: 'C' }),
    await makeVariant(own, { sku: 'A' }),
  ];
  const page = `query ($after: String) {
      variants(first: 2, sort: SKU_ASC, after: $after) { nodes { id } pageInfo { endCursor } } }`;
  const { data: first } = await ask(page, {}, reader);
  const { data: second } = await ask(page, { after: (first!['variants']! as Connection).pageInfo.endCursor }, reader);
  const ids = [first, second].flatMap(data => (data!['variants']! as Connection).nodes.map(({ id }) => id));
  expect(ids).toEqual([2, 0, 1].map(index => variants[index]!.id));
});

interface Connection {
  nodes: { id: string }[];
  pageInfo: { endCursor: string };
}

test('without a valid key nothing is served, not even the schema', async () => {
  const answer = await ask('{ __schema { queryType { name } } }', {}, 'nobody');
  expect([answer.status, codes(answer)]).toEqual([401, [['UNAUTHENTICATED']]]);
});

test('nested resources require the same scope as at the root', async () => {
  await makeStock(tenant, 1);
  const answer = await ask(
    '{ inventoryLevels(first: 1) { nodes { sku variant { unitCost } } } }',
    {},
    await tenant.key('inventory:read'),
  );
  expect(codes(answer)).toEqual([['INSUFFICIENT_SCOPE']]);
});

test('unknown, malformed and foreign ids are equally not found', async () => {
  const foreign = await makeLocation(await world.tenant());
  const answers = await Promise.all(
    ['019f0000-0000-7000-8000-000000000000', 'x', foreign.id].map(id =>
      ask('query ($id: ID!) { location(id: $id) { name } }', { id }),
    ),
  );
  for (const answer of answers) expect([codes(answer), answer.data]).toEqual([[['NOT_FOUND']], { location: null }]);
});

const deep = (levels: number): string => (levels === 0 ? 'sku' : `sku product { variants { ${deep(levels - 1)} } }`);

test.each([
  ['deep', `{ variants(first: 1) { nodes { ${deep(7)} } } }`],
  ['full of aliases', `{ ${Array.from({ length: 31 }, (_, index) => `a${index}: organization { name }`).join(' ')} }`],
  ['wide at the root', `{ ${Array.from({ length: 21 }, () => 'organization { name }').join(' ')} }`],
  [
    'costly',
    '{ products(first: 200) { nodes { variants { levels { location { name } variant { levels { id } } } } } } }',
  ],
  ['long', `{ ${'organization { name } '.repeat(700)} }`],
  ['circular', 'query { ...a } fragment a on Query { ...b } fragment b on Query { ...a }'],
  ['without end', '{ variants { nodes { '.repeat(400)],
])('a document that is %s is refused before it runs', async (_, document) => {
  const answer = await ask(document);
  expect(answer.status).toBe(400);
  expect(answer.text.length).toBeLessThan(4096);
});

test('measuring a chain of fragments costs no more than its text', async () => {
  const chain = Array.from(
    { length: 25 },
    (_, index) =>
      `fragment f${index} on Query { ${index < 24 ? `...f${index + 1} ...f${index + 1}` : 'organization { name }'} }`,
  ).join(' ');
  // If each spread were measured again, there would be 2^24 of them, and this test would not end.
  expect((await ask(`{ ...f0 } ${chain}`)).errors).toBeDefined();
});

test('introspection works with a key, and batches do not', async () => {
  const { getIntrospectionQuery } = await import('graphql');
  expect((await ask(getIntrospectionQuery())).errors).toBeUndefined();
  const batch = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify([{ query: '{ organization { name } }' }]),
  });
  expect(batch.status).toBe(400);
});

test.each([
  ['without a name, of several operations', 'query A { __typename } query B { __typename }', undefined, {}],
  ['by a name that none has', 'query A { __typename }', 'B', {}],
  ['with If-Match, which is an argument here', '{ __typename }', undefined, { 'if-match': '"x"' }],
  ['with If-None-Match, which is for GET', '{ __typename }', undefined, { 'if-none-match': '"x"' }],
  [
    'with If-Match, as an event stream either',
    'subscription { orderCreated { position } }',
    undefined,
    { 'if-match': '"x"', accept: 'text/event-stream' },
  ],
  [
    'with Idempotency-Key, which is an argument of mutations',
    'mutation { createLocation(input: {name: "Twice"}) { location { id } } }',
    undefined,
    { 'idempotency-key': 'once' },
  ],
])('nothing runs %s', async (_, query, operationName, headers) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...(headers as object) },
    body: JSON.stringify({ query, operationName }),
  });
  const { data, errors } = (await response.json()) as Answer;
  expect([response.status, data, errors!.map(({ extensions }) => extensions.code)]).toEqual([
    400,
    undefined,
    ['BAD_REQUEST'],
  ]);
});

test('a form post and a mutation by GET are refused', async () => {
  const form = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', authorization: `Bearer ${key}` },
    body: '{"query":"{ organization { name } }"}',
  });
  const get = await fetch(
    `${url}?query=${encodeURIComponent('mutation { createLocation(input: {name: "x"}) { location { id } } }')}`,
    { headers: { authorization: `Bearer ${key}`, 'apollo-require-preflight': '1' } },
  );
  expect([form.status, get.status]).toEqual([400, 405]);
});

test.each([
  ['malformed JSON', '{"query":', 'MALFORMED_JSON'],
  ['a variable twice', '{"query":"query ($n: Int) { __typename }","variables":{"n":1,"n":2}}', 'BAD_REQUEST'],
])('%s gets a JSON response', async (_, body, code) => {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body,
  });
  expect([reply.status, ((await reply.json()) as Answer).errors![0]!.extensions.code]).toEqual([400, code]);
});

test('a browser gets GraphiQL, from our own files', async () => {
  const page = await fetch(url, { headers: { accept: 'text/html' } });
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(html).toContain('GraphiQL');
  expect(html).not.toMatch(/(src|href)="https?:/);
});

const audits = serverAudits({
  url: () => url,
  fetchFn: (input: string, init: RequestInit = {}) =>
    fetch(input, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${key}`, 'apollo-require-preflight': '1' },
    }),
});

test.each(audits.filter(({ name }) => !name.startsWith('MAY')).map(audit => [audit.name, audit] as const))(
  'GraphQL over HTTP: %s',
  async (_, audit) => {
    const result = await audit.fn();
    expect(result.status === 'ok' ? 'ok' : result.reason).toBe('ok');
  },
);
