import { beforeAll, expect, test } from '@jest/globals';
import { createProduct } from '../../src/domain/create-products.ts';
import { statementsOf, type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();
let tenant: Tenant;
let url: string;
let key: string;
let productId: string;

beforeAll(async () => {
  tenant = await world.tenant();
  key = await tenant.key();
  url = `${(await world.serve()).url}/graphql`;
  const variants = Array.from({ length: 500 }, (_, index) => ({ sku: `BIG-${index}` }));
  productId = (await tenant.run(createProduct, { name: 'Big', variants }))['id'] as string;
});

interface Answer {
  status: number;
  bytes: number;
  data?: { [field: string]: never } | null;
  errors?: { message: string; path?: unknown[]; extensions: { code: string; field?: string; details?: object } }[];
}

async function ask(query: string, variables: object = {}): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ query, variables }),
  });
  const text = await response.text();
  return { status: response.status, bytes: text.length, ...(JSON.parse(text) as object) };
}

const codes = ({ errors }: Answer) => errors?.map(({ extensions }) => extensions.code);

/** All products of the product at each level: a list of 500 in each of 500. */
const levels = (count: number): string =>
  count === 0 ? 'sku' : `sku product { name variants { ${levels(count - 1)} } }`;

test('500 variants at five levels are refused without being run, and at two levels before the second is built', async () => {
  const five = await ask(`{ product(id: "${productId}") { variants { ${levels(4)} } } }`);
  expect([five.status, codes(five)]).toEqual([400, ['QUERY_TOO_LARGE']]);
  const two = await ask(`{ product(id: "${productId}") { variants { ${levels(1)} } } }`);
  expect([two.status, codes(two), two.data]).toEqual([200, ['QUERY_TOO_LARGE'], null]);
  expect(two.bytes).toBeLessThan(1000);
});

test('a list of the maximum size is served', async () => {
  const answer = await ask(`{ product(id: "${productId}") { variants { sku levels { id } } } }`);
  expect(answer.errors).toBeUndefined();
  expect((answer.data as never as { product: { variants: object[] } }).product.variants).toHaveLength(500);
});

test('a type may occur twice on a path, also through fragments, but not three times', async () => {
  const twice = `{ product(id: "${productId}") { name ...a } } fragment a on Product { variants { levels { variant { sku } } } }`;
  expect(codes(await ask(twice))).toBeUndefined();
  const thrice = `{ product(id: "${productId}") { variants { ...a } } } fragment a on Variant { levels { variant { ...b } } } fragment b on Variant { policies { variant { sku } } }`;
  expect((await ask(thrice)).errors).toMatchObject([
    { message: expect.stringContaining('Variant inside Variant'), extensions: { code: 'QUERY_TOO_LARGE' } },
  ]);
});

test('a list is only read from the database as far as it may be shown', async () => {
  const seen = await statementsOf(() => ask(`{ product(id: "${productId}") { variants { sku } } }`));
  expect(seen.filter(text => /from "variants"/.test(text) && /limit/.test(text))).toHaveLength(1);
});

test('large texts count, however few the nodes', async () => {
  const metadata = { text: 'x'.repeat(16_000) };
  const id = (
    await tenant.run(createProduct, { name: 'Wordy', metadata, variants: [{ sku: 'WORDY-1' }, { sku: 'WORDY-2' }] })
  )['id'];
  const thirty = Array.from({ length: 30 }, (_, index) => `m${index}: metadata`).join(' ');
  expect((await ask(`{ product(id: "${id}") { ${thirty} } }`)).errors).toBeUndefined();
  const big = (
    await tenant.run(createProduct, {
      name: 'Wordier',
      metadata,
      variants: Array.from({ length: 60 }, (_, index) => ({ sku: `WORDIER-${index}` })),
    })
  )['id'];
  expect(codes(await ask(`{ product(id: "${big}") { variants { product { ${thirty} } } } }`))).toEqual([
    'QUERY_TOO_LARGE',
  ]);
});

test('introspection is limited as well', async () => {
  const aliases = Array.from({ length: 60 }, (_, index) => `a${index}: fields { name type { fields { name } } }`).join(
    ' ',
  );
  const refused = await ask(`{ __schema { types { ${aliases} } } }`);
  expect(codes(refused)).toEqual(['QUERY_TOO_LARGE']);
  // Before any of the result was built.
  expect(JSON.stringify(refused)).toContain('aliases');
  const { getIntrospectionQuery } = await import('graphql');
  expect((await ask(getIntrospectionQuery({ inputValueDeprecation: true, oneOf: true }))).errors).toBeUndefined();
});

test('a mutation with too large a response says so, and shows what was done before', async () => {
  const answer = await ask(
    `mutation {
      first: createLocation(input: {name: "Done"}) { location { name } }
      second: createVariant(input: {productId: "${productId}", sku: "BIG-500"}) {
          variant { product { variants { product { name } levels { id } policies { id } } } } }
      third: createVariant(input: {productId: "${productId}", sku: "BIG-501"}) {
          variant { product { variants { ${levels(0)} } } } }
    }`.replace('levels { id }', `product { variants { sku } }`),
  );
  expect(codes(answer)).toEqual(['QUERY_TOO_LARGE']);
});

test('the size of a document is checked before any other rule, and alone', async () => {
  const answer = await ask(`{ nonsense product(id: "${productId}") { variants { ${levels(3)} } } }`);
  expect(codes(answer)).toEqual(['QUERY_TOO_LARGE']);
});

test('a document of more than 2,000 tokens is too large', async () => {
  expect(codes(await ask(`{ ${'__typename '.repeat(2000)} }`))).toEqual(['QUERY_TOO_LARGE']);
});

test('a field cannot be repeated endlessly in one place, because each is compared with each', async () => {
  const repeated = (times: number) => ask(`{ organization { ${'name '.repeat(times)} } }`);
  expect(codes(await repeated(20))).toBeUndefined();
  expect(codes(await repeated(21))).toEqual(['QUERY_TOO_LARGE']);
  const fragments = (times: number) => {
    const names = Array.from({ length: times }, (_, index) => `f${index}`);
    const spreads = names.map(name => `...${name}`).join(' ');
    const declared = names.map(name => `fragment ${name} on Product { name variants { sku } }`).join(' ');
    return ask(`{ product(id: "${productId}") { ${spreads} ${spreads} } } ${declared}`);
  };
  expect(codes(await fragments(20))).toBeUndefined();
  expect(codes(await fragments(21))).toEqual(['QUERY_TOO_LARGE']);
});

test('a subscription over HTTP is refused, and not reported as an error of the service', async () => {
  const answer = await ask('subscription { events { position } }');
  expect([answer.status, codes(answer)]).toEqual([400, ['BAD_REQUEST']]);
  expect(answer.errors![0]!.message).toContain('WebSocket');
});

test('a response lists a hundred problems, and the number of others', async () => {
  const items = Array.from({ length: 300 }, () => ({ sku: 'NONE', quantity: 0 }));
  const answer = await ask('mutation ($input: CreateOrderInput!) { createOrder(input: $input) { order { id } } }', {
    input: { locationId: 'x', items },
  });
  expect(answer.errors).toHaveLength(100);
  expect(answer.errors![99]!.extensions.details).toEqual({ more: 201 });
  expect(answer.errors![99]!.message).toContain('There are 201 more problems.');
  const unknown = await ask(`{ ${Array.from({ length: 20 }, (_, index) => `x${index}`).join(' ')} }`);
  expect(unknown.errors).toHaveLength(20);
});

test('a list that is too long is refused for its length alone', async () => {
  const adjustments = Array.from({ length: 20_000 }, () => ({ locationId: 'x', quantityChange: 0 }));
  const answer = await ask(
    'mutation ($input: CreateInventoryAdjustmentsInput!) { createInventoryAdjustments(input: $input) { bulkInventoryAdjustment { applied } } }',
    { input: { adjustments } },
  );
  expect(answer.errors).toMatchObject([{ extensions: { code: 'VALIDATION_FAILED', field: 'adjustments' } }]);
  // Before GraphQL processes the items, however the list is passed.
  expect(answer.data).toBeUndefined();
  const alone = await ask(
    'mutation ($rows: [InventoryAdjustmentInput!]!) { createInventoryAdjustments(input: {adjustments: $rows}) { bulkInventoryAdjustment { applied } } }',
    { rows: adjustments },
  );
  expect(alone.errors).toMatchObject([{ extensions: { code: 'VALIDATION_FAILED', field: 'rows' } }]);
  expect(alone.data).toBeUndefined();
});

test('variables of more than 50,000 values are refused before they are parsed', async () => {
  const answer = await ask('query ($ids: [ID!]) { locations(filter: {ids: $ids}) { nodes { id } } }', {
    ids: Array.from({ length: 50_002 }, () => 'x'),
  });
  expect([answer.status, codes(answer)]).toEqual([413, ['PAYLOAD_TOO_LARGE']]);
});

test('a name that JavaScript would lose is refused by its path, in variables and in the document', async () => {
  const create = 'createLocation(input: {name: "Proto", metadata: $metadata}) { location { id } }';
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: `{"query": ${JSON.stringify(`mutation ($metadata: JSONObject) {
        ${create} }`)}, "variables": {"metadata": {"a": {"__proto__": 1}}}}`,
  });
  const answers = [
    (await response.json()) as Answer,
    await ask(`mutation { ${create.replace('$metadata', '{a: {__proto__: 1}}')} }`),
  ];
  for (const { errors } of answers)
    expect(errors).toMatchObject([{ extensions: { code: 'VALIDATION_FAILED', field: 'metadata.a.__proto__' } }]);
  expect(JSON.stringify((await ask('{ locations(first: 200) { nodes { name } } }')).data)).not.toContain('Proto');
});

test('JSON may be 20 levels deep, however it is sent', async () => {
  const deep = (count: number): object => (count === 0 ? {} : { a: deep(count - 1) });
  const create = (metadata: object) =>
    ask('mutation ($input: CreateLocationInput!) { createLocation(input: $input) { location { metadata } } }', {
      input: { name: 'Deep', metadata },
    });
  // The input itself is the first level.
  expect((await create(deep(18))).errors).toBeUndefined();
  expect(codes(await create(deep(19)))).toEqual(['BAD_REQUEST']);
  const text = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: `{"query": "mutation ($input: CreateLocationInput!) { createLocation(input: $input) { location { id } } }", "variables": {"input": {"name": "Deeper", "metadata": ${text}}}}`,
  });
  expect(codes((await response.json()) as Answer)).toEqual(['BAD_REQUEST']);
  const literal = `${'{a: '.repeat(400)}1${'}'.repeat(400)}`;
  expect(
    codes(await ask(`mutation { createLocation(input: {name: "Deep", metadata: ${literal}}) { location { id } } }`)),
  ).toEqual(['BAD_REQUEST']);
});

test('queries by GET require a key, not a header of a particular client; a cookie alone is not enough', async () => {
  const get = (query: string, headers: { [name: string]: string }) =>
    fetch(`${url}?query=${encodeURIComponent(query)}`, { headers });
  expect((await get('{ organization { name } }', { authorization: `Bearer ${key}` })).status).toBe(200);
  expect((await get('{ organization { name } }', { cookie: 'stockwright.session_token=x' })).status).toBe(401);
  const write = await get('mutation { createLocation(input: {name: "x"}) { location { id } } }', {
    authorization: `Bearer ${key}`,
  });
  expect(write.status).toBe(405);
});

test('a refused document is charged for the size that was checked', async () => {
  const limited = await world.serve({ RATE_LIMIT_PER_MINUTE: '1200' });
  const left = async (query: string) => {
    const response = await fetch(`${limited.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await tenant.key()}` },
      body: JSON.stringify({ query }),
    });
    return Number(/r=(\d+)/.exec(response.headers.get('ratelimit')!)![1]);
  };
  expect(await left('{ organization { name } }')).toBe(199);
  expect(await left(`{ organization { ${'name '.repeat(1500)} nonsense } }`)).toBe(200 - 16);
  expect(await left(`{ product(id: "${productId}") { variants { ${levels(1)} } } }`)).toBe(0);
});

test('of many documents sent at once, few have run when the quota is used up', async () => {
  const limited = await world.serve({ RATE_LIMIT_PER_MINUTE: '1200' });
  const authorization = `Bearer ${await tenant.key()}`;
  const answers = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const response = await fetch(`${limited.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: JSON.stringify({ query: `{ product(id: "${productId}") { variants { ${levels(1)} } } }` }),
      });
      return `${response.status} ${codes((await response.json()) as Answer)?.join()}`;
    }),
  );
  const ran = answers.filter(each => each === '200 QUERY_TOO_LARGE').length;
  expect(ran).toBeGreaterThan(0);
  expect(ran).toBeLessThanOrEqual(8);
  expect(new Set(answers.filter(each => each !== '200 QUERY_TOO_LARGE'))).toEqual(new Set(['429 RATE_LIMITED']));
});
