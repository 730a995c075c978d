import { beforeAll, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type RawBuilder, sql } from 'kysely';
import { CREATED } from '../../src/operations/response-checks.ts';
import { ALL_CHECKS } from '../../src/operations/verify.ts';
import { routes } from '../../src/rest/routes.ts';
import { isDetected } from '../support/breaches.ts';
import { clientOf } from '../support/http.ts';
import { makeStock } from '../support/make.ts';
import { useWorld } from '../support/world.ts';

/* Each check of stored responses is given an example of what it must detect. */

const world = useWorld();

beforeAll(async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const { url } = await world.serve();
  const key = await tenant.key();
  const api = clientOf(url, key);
  const items = [{ sku: variant.sku, quantity: 1 }];
  const order = { location_id: location.id, items };
  const adjustment = { sku: variant.sku, location_id: location.id };
  const keyed = (name: string) => ({ 'idempotency-key': name });
  expect((await api('POST /api/v1/orders', order, keyed('rest'))).status).toBe(201);
  const adjust = (body: object, name: string) =>
    api('POST /api/v1/inventory_adjustments', { ...adjustment, ...body }, keyed(name));
  expect((await adjust({ quantity_change: 2 }, 'moved')).status).toBe(201);
  expect((await adjust({ set_quantity: 12 }, 'same')).body.data).toMatchObject({ ledger_entry: null });
  expect((await adjust({ quantity_change: -99 }, 'short')).status).toBe(422);
  const subscription = { url: 'https://example.com/', events: ['order.created'] };
  expect((await api('POST /api/v1/webhook_subscriptions', subscription, keyed('sealed'))).status).toBe(201);
  const document = `mutation ($input: CreateOrderInput!) {
      createOrder(input: $input, idempotencyKey: "graphql") { order { id } } }`;
  const { body } = await api('POST /graphql', {
    query: document,
    variables: { input: { locationId: location.id, items } },
  });
  expect(body.data).toMatchObject({ createOrder: { order: {} } });
  const assistant = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${key}` };
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp/all`), { requestInit: { headers } });
  await assistant.connect(transport as Parameters<Client['connect']>[0]);
  const called = await assistant.callTool({ name: 'create_order', arguments: { ...order, idempotency_key: 'mcp' } });
  expect(called.isError).toBeFalsy();
  await assistant.close();
});

test('each record that is looked for is created by that command at that route', () => {
  const served: { [route: string]: { name: string } | undefined } = routes;
  expect(CREATED.map(([, route]) => served[`POST /${route}`]?.name)).toEqual(CREATED.map(([{ name }]) => name));
});

test('the responses that are looked at are those of all faces', async () => {
  const { rows } = await sql<{ key: string }>`select key from idempotency_keys order by key`.execute(world.owner);
  expect(rows.map(({ key }) => key)).toEqual(['graphql', 'mcp', 'moved', 'rest', 'same', 'sealed', 'short']);
});

const of = (key: string) => sql`key = ${key}`;
/** Where another record stands in the place of the one that was created. */
const another = sql`regexp_replace(answer, '("id\\\\*":\\\\*")[0-9a-f-]{36}', '\\1' || gen_random_uuid())`;
const changed = (key: string, change: RawBuilder<unknown>) =>
  sql`update idempotency_keys set ${change} where ${of(key)}`;

test.each([
  ['another order, over REST', 'responses_true', changed('rest', sql`answer = ${another}`)],
  ['another order, over GraphQL', 'responses_true', changed('graphql', sql`answer = ${another}`)],
  ['another order, over MCP', 'responses_true', changed('mcp', sql`answer = ${another}`)],
  ['no order', 'responses_true', changed('rest', sql`answer = '{"status":201,"body":"{}"}'`)],
  [
    'an adjustment without its entry',
    'responses_true',
    sql`delete from ledger_entries where reference_id::text = (
      select substring(answer from '[0-9a-f]{8}-[0-9a-f-]{27}') from idempotency_keys where ${of('moved')})`,
  ],
  [
    'the same order under two keys',
    'responses_true',
    sql`insert into idempotency_keys (organization_id, scope, key, fingerprint, refused, answer)
      select organization_id, scope, 'again', fingerprint, refused, answer from idempotency_keys where ${of('rest')}`,
  ],
  ['half a response', 'responses_whole', changed('rest', sql`answer = left(answer, length(answer) / 2)`)],
  ['a refusal that says that it is none', 'responses_whole', changed('short', sql`refused = false`)],
  ['a response that says that it is a refusal', 'responses_whole', changed('rest', sql`refused = true`)],
  ['a request that is not known', 'responses_whole', changed('rest', sql`fingerprint = ''`)],
  ['a response from the future', 'responses_whole', changed('rest', sql`created_at = now() + interval '1 hour'`)],
])('%s is found', async (_, check, change) => {
  expect(await isDetected(world, change, ALL_CHECKS, check)).toBe(true);
});
