import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { mutations, queries, reports } from '../../src/graphql/operations.ts';
import type { Scope } from '../../src/kernel/operation.ts';
import { toolsOf } from '../../src/mcp/tools.ts';
import { routes } from '../../src/rest/routes.ts';
import { clientOf } from '../support/http.ts';
import { makeLocation, makeStock, makeVariant, populate } from '../support/make.ts';
import { makeLot } from '../support/manufacturing.ts';
import { type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();
let url: string;
let tenant: Tenant;
const open: Client[] = [];

beforeAll(async () => {
  tenant = await world.tenant();
  await populate(tenant);
  url = (await world.serve()).url;
});

afterAll(async () => {
  await Promise.all(open.map(client => client.close()));
});

/** An assistant: the official client, with a key of these scopes. */
async function assistant(path = '/mcp', ...scopes: Scope[]): Promise<Client> {
  return assistantOf(await tenant.key(...scopes), path);
}

async function assistantOf(key: string, path: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${key}` };
  const transport = new StreamableHTTPClientTransport(new URL(`${url}${path}`), { requestInit: { headers } });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  open.push(client);
  return client;
}

interface Called {
  isError?: boolean;
  structuredContent?: { data: never; next_cursor?: string | null; cut?: object; version?: string };
  content: { text: string }[];
}

const calling =
  (client: Client) =>
  async (name: string, given: object = {}): Promise<Called> =>
    (await client.callTool({ name, arguments: given as { [name: string]: unknown } })) as never as Called;

const problemsOf = ({ isError, content }: Called) => {
  expect(isError).toBe(true);
  const { errors } = JSON.parse(content[0]!.text) as { errors: { code: string; field: string | null }[] };
  return errors.map(({ code, field }) => [code, field]);
};

test('every operation is a tool, and the curated ones are some of them', async () => {
  const tables = { queries, reports, mutations };
  const all = toolsOf(tables, 'full');
  const served = new Set([...all.values()].map(({ operation }) => operation.name));
  const elsewhere = ['getVariant', 'getVariantByBarcode', 'listProductVariants', 'listLandedCosts'];
  const missing = Object.values(routes).filter(({ name }) => !served.has(name) && !elsewhere.includes(name));
  expect(missing.map(({ name }) => name)).toEqual([]);
  const curated = [...toolsOf(tables, 'curated').keys()];
  expect(curated.filter(name => !all.has(name))).toEqual([]);
  expect(curated.length).toBeGreaterThan(20);
  expect(curated.length).toBeLessThanOrEqual(35);
});

test('the client accepts every definition, and each describes its effect and its requirements', async () => {
  const { tools } = await (await assistant('/mcp/all')).listTools();
  expect(tools.filter(({ name }) => !/^[a-z][a-z0-9_]*$/.test(name))).toEqual([]);
  expect(tools.filter(({ description }) => !/Scope: /.test(description ?? ''))).toEqual([]);
  const byName = new Map(tools.map(tool => [tool.name, tool]));
  expect(byName.get('inventory_levels')!.annotations).toEqual({ readOnlyHint: true, openWorldHint: false });
  expect(byName.get('cancel_order')!.annotations).toEqual({
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: false,
  });
  expect(byName.get('orders')!.inputSchema.properties).toMatchObject({ per_page: { maximum: 50, default: 50 } });
  expect(byName.get('create_order')!.inputSchema.required).toEqual(['location_id', 'items']);
});

test('only what the scopes and modules of the key allow is listed and callable', async () => {
  const reader = await assistant('/mcp', 'inventory:read');
  expect((await reader.listTools()).tools.map(({ name }) => name)).toEqual([
    'inventory_levels',
    'inventory_availability',
    'inventory_ledger',
    'scan',
  ]);
  expect(problemsOf(await calling(reader)('orders'))).toEqual([['insufficient_scope', null]]);

  const plain = await world.tenant([]);
  const without = await assistantOf(await plain.key(), '/mcp/all');
  // Without compiling each definition once more.
  const { tools } = await without.request({ method: 'tools/list' }, ListToolsResultSchema);
  const names = tools.map(({ name }) => name);
  expect(names.filter(name => /lot|batch|recipe|waste|expiry|recall/.test(name))).toEqual([]);
  expect(problemsOf(await calling(without)('lots'))).toEqual([['module_not_enabled', null]]);
});

test('a read returns the same as REST, and another organization sees nothing of it', async () => {
  const { variant } = await makeStock(tenant, 7);
  const rest = clientOf(`${url}/api/v1`, await tenant.key());
  const { structuredContent, content } = await calling(await assistant())('inventory_levels', { sku: variant.sku });
  expect(structuredContent!.data).toEqual((await rest(`GET /inventory_levels?sku=${variant.sku}`)).body.data);
  expect(JSON.parse(content[0]!.text)).toEqual(structuredContent);
  const other = await assistantOf(await (await world.tenant()).key(), '/mcp');
  expect((await calling(other)('inventory_levels', { sku: variant.sku })).structuredContent!.data).toEqual([]);
});

test('a result has at most 50 rows, and the cursor leads to the rest', async () => {
  const many = await world.tenant();
  for (let made = 0; made < 53; made += 1) await makeVariant(many);
  const call = calling(await assistantOf(await many.key(), '/mcp'));
  const first = (await call('variants')).structuredContent!;
  expect(first.data).toHaveLength(50);
  const second = (await call('variants', { cursor: first.next_cursor })).structuredContent!;
  expect([(second.data as []).length, second.next_cursor]).toEqual([3, null]);
  expect(problemsOf(await call('variants', { per_page: 51 }))).toEqual([['validation_failed', 'per_page']]);
  expect(problemsOf(await call('fast_movers', { limit: 51 }))).toEqual([['validation_failed', 'limit']]);
});

test('a write has one effect per idempotency key, and the same refusals as REST', async () => {
  const { variant, location } = await makeStock(tenant, 5);
  const call = calling(await assistant('/mcp/all'));
  const given = { sku: variant.sku, location_id: location.id, quantity_change: -2, idempotency_key: 'once' };
  const first = await call('create_inventory_adjustment', given);
  expect(await call('create_inventory_adjustment', given)).toEqual(first);
  const level = (await call('inventory_levels', { sku: variant.sku })).structuredContent!.data as {
    quantity_on_hand: number;
  }[];
  expect(level[0]!.quantity_on_hand).toBe(3);

  const rest = clientOf(`${url}/api/v1`, await tenant.key());
  const wrong = { sku: 'no-such', location_id: location.id, quantity_change: 'two', nonsense: 1 };
  const { body } = await rest('POST /inventory_adjustments', wrong);
  const refused = await call('create_inventory_adjustment', wrong);
  expect(JSON.parse(refused.content[0]!.text)).toEqual({ errors: body.errors });
  expect(problemsOf(await call('create_inventory_adjustment', { ...given, quantityChange: 1 }))).toEqual([
    ['unknown_field', 'quantityChange'],
  ]);
  expect(problemsOf(await call('create_inventory_adjustment', { ...given, idempotency_key: 'a b' }))).toEqual([
    ['validation_failed', 'idempotency_key'],
  ]);
});

test('an argument that JavaScript would lose is refused like any unknown one', async () => {
  const headers = {
    authorization: `Bearer ${await tenant.key()}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const said = '{"name":"locations","arguments":{"__proto__":{"per_page":1}}}';
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${said}}`;
  const response = await fetch(`${url}/mcp`, { method: 'POST', headers, body });
  const { result } = (await response.json()) as { result: Called };
  expect(problemsOf(result)).toEqual([['unknown_field', '__proto__']]);
});

test('a write may have a precondition', async () => {
  const call = calling(await assistant('/mcp/all'));
  const { id } = await makeLocation(tenant);
  const { version } = (await call('location', { id })).structuredContent!;
  const renamed = await call('update_location', { id, name: 'Renamed', if_version: version });
  expect((renamed.structuredContent!.data as { name: string }).name).toBe('Renamed');
  expect(problemsOf(await call('update_location', { id, name: 'Again', if_version: version }))).toEqual([
    ['precondition_failed', null],
  ]);
});

test('a person can still stop what a model may write at /mcp', async () => {
  const { variant, location } = await makeStock(tenant, 5);
  const call = calling(await assistant());
  const given = { location_id: location.id, items: [{ sku: variant.sku, quantity: 2 }] };
  const { structuredContent } = await call('create_purchase_order', given);
  expect((structuredContent!.data as { status: string }).status).toBe('draft');
  expect(problemsOf(await call('create_purchase_order', { ...given, status: 'submitted' }))).toEqual([
    ['validation_failed', 'status'],
  ]);
  expect(((await call('create_order', given)).structuredContent!.data as { status: string }).status).toBe('pending');
});

test('an unknown tool, and one of the other profile, is a protocol error', async () => {
  const client = await assistant();
  for (const name of ['no_such_tool', 'cancel_order', '__proto__'])
    await expect(client.callTool({ name, arguments: {} })).rejects.toMatchObject({ code: -32602 });
});

test('traces and recalls are available for a lot', async () => {
  const variant = await makeVariant(tenant, { lotTracked: true });
  const location = await makeLocation(tenant);
  const lot = await makeLot(tenant, variant, location, 6);
  const call = calling(await assistant());
  const found = (await call('lots', { sku: variant.sku })).structuredContent!.data as { id: string }[];
  expect(found.map(({ id }) => id)).toEqual([lot.id]);
  for (const name of ['trace_forward', 'trace_backward', 'recall_report'])
    expect((await call(name, { id: lot.id })).isError).toBeUndefined();
  expect(problemsOf(await call('trace_forward', { id: 'nothing' }))).toEqual([['not_found', null]]);
});

test('references and prompts can be read', async () => {
  const client = await assistant();
  const { resources } = await client.listResources();
  for (const { uri } of resources) {
    const { contents } = await client.readResource({ uri });
    expect((contents[0] as { text: string }).text.length).toBeGreaterThan(1000);
  }
  await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toMatchObject({ code: -32002 });
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(['reorder_review', 'recall_drill', 'count_review']);
  const drill = await client.getPrompt({ name: 'recall_drill', arguments: { lot_number: 'KEN "1"' } });
  expect((drill.messages[0]!.content as { text: string }).text).toContain(String.raw`"KEN \"1\""`);
  await expect(client.getPrompt({ name: 'recall_drill' })).rejects.toMatchObject({ code: -32602 });
});

test('a request without a key is refused as in REST; only POST is served, from no foreign page, one message at a time', async () => {
  const key = await tenant.key();
  const ask = async (body: unknown, headers: object = {}, method = 'POST') => {
    const response = await fetch(`${url}/mcp`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const { errors, error } = (await response.json()) as { errors?: { code: string }[]; error?: { code: number } };
    return [response.status, errors?.[0]?.code ?? error?.code];
  };
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  expect(await ask(ping)).toEqual([200, undefined]);
  expect(await ask(ping, { authorization: '' })).toEqual([401, 'unauthenticated']);
  expect(await ask(undefined, {}, 'GET')).toEqual([405, 'method_not_allowed']);
  expect(await ask(undefined, {}, 'DELETE')).toEqual([405, 'method_not_allowed']);
  expect(await ask(ping, { origin: 'http://localhost:6274' })).toEqual([200, undefined]);
  expect(await ask(ping, { origin: 'https://evil.example' })).toEqual([403, 'origin_not_allowed']);
  expect(await ask(ping, { origin: 'null' })).toEqual([403, 'origin_not_allowed']);
  expect(await ask([ping, ping])).toEqual([400, -32600]);
  expect(await ask('{')).toEqual([400, -32700]);
  expect(await ask(`${'['.repeat(5000)}${']'.repeat(5000)}`)).toEqual([400, -32600]);
  expect([await ask({ hello: 1 }), await ask('"ping"'), await ask({ ...ping, id: {} })]).toEqual(
    [1, 2, 3].map(() => [400, -32600]),
  );
  // Parameters that the protocol does not allow are the client's fault.
  for (const [method, params] of [
    ['tools/call', undefined],
    ['tools/call', { name: 5 }],
    ['tools/call', { name: 'orders', arguments: [] }],
    ['resources/read', { uri: 1 }],
    ['prompts/get', { name: 'recall_drill', arguments: { lot_number: 1 } }],
    ['tools/list', { cursor: 1 }],
    ['initialize', { protocolVersion: 1 }],
  ])
    expect([method, await ask({ jsonrpc: '2.0', id: 1, method, params })]).toEqual([method, [200, -32602]]);
  // Headers that are arguments here are not ignored.
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'orders' } };
  for (const header of ['If-Match', 'Idempotency-Key'])
    expect(await ask(call, { [header]: '*' })).toEqual([400, -32600]);
  // The arguments of a tool may be as deep as a REST body.
  const deep = (levels: number): object => (levels === 1 ? {} : { a: deep(levels - 1) });
  const called = (levels: number) =>
    ask({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'orders', arguments: deep(levels) } });
  expect([await called(20), await called(21)]).toEqual([
    [200, undefined],
    [400, -32600],
  ]);
});
