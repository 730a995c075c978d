import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createApiKey, revokeApiKey } from '../src/access/api-keys.ts';
import { createMember, deleteMember, inviteMember, updateMember } from '../src/access/members.ts';
import { mutations } from '../src/graphql/operations.ts';
import { camel, lowerFirst, pascal, snakeKeys } from '../src/kernel/case.ts';
import type { Operation } from '../src/kernel/operation.ts';
import { type Field, hasSecret, type Shape, shapeOf } from '../src/kernel/shape.ts';
import type { Row } from '../src/kernel/view.ts';
import { routes } from '../src/rest/routes.ts';
import {
  createWebhookSubscription,
  deleteWebhookSubscription,
  rotateWebhookSecret,
  updateWebhookSubscription,
} from '../src/webhooks/subscriptions.ts';
import { askerOf, selectionOf } from './support/faces.ts';
import { clientOf } from './support/http.ts';
import { unique } from './support/make.ts';
import { type Tenant, useWorld } from './support/world.ts';

/* Secrets that are shown once are never stored in the clear, not even in the response kept for replays. */

const world = useWorld();
let url: string;

beforeAll(async () => {
  url = (await world.serve()).url;
});

const SECRETIVE: readonly Operation[] = Object.values(routes).filter(
  operation => operation.kind === 'command' && hasSecret(shapeOf(operation.output)),
);

const key = (tenant: Tenant) => tenant.run(createApiKey, { name: unique('key') });
const member = (tenant: Tenant) => tenant.run(createMember, { email: `${unique('ann')}@example.com` });
const subscription = (tenant: Tenant) =>
  tenant.run(createWebhookSubscription, { url: 'https://93.184.216.34/hook', events: ['inventory.updated'] });

/** An input for each operation whose result may contain a secret; one without a row here fails. */
const INPUTS = new Map<Operation, (tenant: Tenant) => Promise<Row>>([
  [createApiKey, async () => ({ name: unique('key') })],
  [revokeApiKey, async tenant => ({ id: (await key(tenant))['id'] })],
  [createMember, async () => ({ email: `${unique('bob')}@example.com` })],
  [updateMember, async tenant => ({ id: (await member(tenant))['id'], role: 'viewer' })],
  [deleteMember, async tenant => ({ id: (await member(tenant))['id'] })],
  [inviteMember, async tenant => ({ id: (await member(tenant))['id'] })],
  [createWebhookSubscription, async () => ({ url: 'https://93.184.216.34/hook', events: ['inventory.updated'] })],
  [
    updateWebhookSubscription,
    async tenant => ({ id: (await subscription(tenant))['id'], description: 'of the warehouse' }),
  ],
  [deleteWebhookSubscription, async tenant => ({ id: (await subscription(tenant))['id'] })],
  [rotateWebhookSecret, async tenant => ({ id: (await subscription(tenant))['id'] })],
]);

/** All secrets in a result, at any depth. */
const secretsIn = (shape: Shape, row: Row): unknown[] =>
  shape.fields.flatMap((field: Field) => {
    const value = row[field.name];
    if (value === undefined || value === null) return [];
    if (field.kind !== 'object') return field.secret ? [value] : [];
    return [value].flat().flatMap(inner => secretsIn(field.shape!(), inner as Row));
  });

const answersOf = async (tenant: Tenant) =>
  (
    await sql<{ answer: string; whole: string }>`
      select answer, to_jsonb(k)::text as whole from idempotency_keys k where organization_id = ${tenant.id}`.execute(
      world.database.system,
    )
  ).rows;

test('the results of operations that return a secret are not stored in the clear', () => {
  expect(SECRETIVE.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['createApiKey', 'createMember', 'createWebhookSubscription', 'rotateWebhookSecret']),
  );
});

test.each(SECRETIVE.map(operation => [operation.name, operation] as const))(
  '%s: over REST a replay has the same bytes, which are stored sealed',
  async (_, operation) => {
    const tenant = await world.tenant();
    const client = clientOf(`${url}/api/v1`, await tenant.key());
    const input = await INPUTS.get(operation)!(tenant);
    const [route] = Object.entries(routes).find(([, each]) => each === operation)!;
    const path = route.replace(/:(\w+)/g, (_match, name: string) => String(input[camel(name)]));
    const { id: _id, ...body } = input;
    const post = () => client(path, snakeKeys(body), { 'idempotency-key': 'once' });
    const first = await post();
    const second = await post();
    expect([first.status, second.headers.get('idempotent-replayed')]).toEqual([
      route.startsWith('POST') && operation.name.startsWith('create') ? 201 : 200,
      'true',
    ]);
    expect([second.status, second.text, second.headers.get('location')]).toEqual([
      first.status,
      first.text,
      first.headers.get('location'),
    ]);
    const [kept, ...others] = await answersOf(tenant);
    expect(others).toEqual([]);
    expect(kept!.answer).toMatch(/^v1\.\w+\.[\w-]+$/);
    const spelt = Object.fromEntries(
      Object.entries(first.body.data as Row).map(([name, value]) => [camel(name), value]),
    );
    const secrets = secretsIn(shapeOf(operation.output), spelt);
    expect(secrets.length > 0).toBe(/^(create|rotate|invite)/.test(operation.name));
    for (const secret of secrets) expect(kept!.whole).not.toContain(secret);
  },
);

test.each(
  SECRETIVE.filter(operation => mutations.includes(operation)).map(operation => [operation.name, operation] as const),
)('%s: over GraphQL likewise', async (_, operation) => {
  const tenant = await world.tenant();
  const ask = askerOf(url, await tenant.key());
  const { id, ...input } = await INPUTS.get(operation)!(tenant);
  if (Array.isArray(input['events'])) input['events'] = ['inventory.updated'];
  if (typeof input['role'] === 'string') input['role'] = input['role'].toUpperCase();
  const shape = shapeOf(operation.output);
  const { name: secret, shape: inner } = shape.fields.find(field => field.secret)!;
  const selected = inner ? `${secret} { ${selectionOf(inner())} }` : secret;
  const said = Object.keys(input).length > 0;
  const declared = [...(id ? ['$id: ID!'] : []), ...(said ? [`$input: ${pascal(operation.name)}Input!`] : [])];
  const given = [...(id ? ['id: $id'] : []), ...(said ? ['input: $input'] : []), 'idempotencyKey: "once"'];
  const document = `mutation ${declared.length > 0 ? `(${declared.join(', ')})` : ''} {
      ${operation.name}(${given.join(', ')}) { ${lowerFirst(shape.name)} { id ${selected} } } }`;
  const first = await ask(document, { id, input });
  expect(first.errors).toBeUndefined();
  expect(await ask(document, { id, input })).toEqual(first);
  const [kept] = await answersOf(tenant);
  const shown = (first.data![operation.name] as Row)[lowerFirst(shape.name)] as Row;
  expect(kept!.answer).toMatch(/^v1\.\w+\.[\w-]+$/);
  for (const each of secretsIn(shape, shown)) expect(kept!.whole).not.toContain(each);
});

test('a sealed response can only be opened with its own key, and a refusal is stored sealed too', async () => {
  const tenant = await world.tenant();
  const first = await tenant.run(createApiKey, { name: 'one' }, 'one');
  await sql`
    insert into idempotency_keys (organization_id, scope, key, fingerprint, refused, answer)
    select organization_id, scope, 'two', fingerprint, refused, answer
    from idempotency_keys where organization_id = ${tenant.id}`.execute(world.database.system);
  expect(await tenant.run(createApiKey, { name: 'one' }, 'one')).toEqual(first);
  await expect(tenant.run(createApiKey, { name: 'one' }, 'two')).rejects.toMatchObject({ code: 'unavailable' });
  const past = { name: 'late', expiresAt: '2001-01-01T00:00:00Z' };
  await expect(tenant.run(createApiKey, past, 'three')).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(tenant.run(createApiKey, past, 'three')).rejects.toMatchObject({ code: 'validation_failed' });
});
