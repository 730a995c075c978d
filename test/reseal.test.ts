import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createApiKey } from '../src/access/api-keys.ts';
import { openDatabase } from '../src/database/database.ts';
import { derivedAccess } from '../src/database/roles.ts';
import { openVault } from '../src/database/vault.ts';
import { reseal, SEALED } from '../src/operations/reseal.ts';
import { createIntegration, ownerOf as ownerOfIntegration } from '../src/webhooks/integrations.ts';
import { createWebhookSubscription, ownerOf, rotateWebhookSecret } from '../src/webhooks/subscriptions.ts';
import { makeLocation } from './support/make.ts';
import { useWorld } from './support/world.ts';

/* Sealed secrets move to another key, so that the old one can be removed: docs/operations.md, "Secrets". */

const world = useWorld();
const [OLD, NEW] = ['old'.repeat(12), 'new'.repeat(12)];

test('every sealed column is resealed', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like 'sealed%' order by 1`.execute(world.database.system);
  const known = SEALED.flatMap(({ table, columns }) => columns.map(([name]) => `${table}.${name}`));
  expect(known.filter(name => name.includes('.sealed')).sort()).toEqual(rows.map(({ name }) => name));
});

test('after resealing, secrets only need the new key', async () => {
  const tenant = await world.tenant();
  const under = async <R>(keys: string[], work: (database: typeof world.database) => Promise<R>): Promise<R> => {
    const database = await openDatabase(world.access, { poolSize: 2, secretsKeys: keys });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  };
  const location = await makeLocation(tenant);
  const { hook, second, integration } = await under([OLD], async database => {
    const caller = { ...tenant.caller, database };
    const { execute } = await import('../src/store/execute.ts');
    const run = async (operation: Parameters<typeof execute>[0], input: object, key?: string) =>
      (
        await execute(operation, caller, input, {
          present: row => row as { [name: string]: unknown },
          ...(key && { idempotency: { key, scope: operation.name } }),
        })
      ).answer;
    const hook = await run(createWebhookSubscription, {
      url: 'https://93.184.216.34/hook',
      events: ['inventory.updated'],
    });
    // Three signing secrets: the oldest, one between, and the newest.
    await run(rotateWebhookSecret, { id: hook['id'] });
    const second = await run(rotateWebhookSecret, { id: hook['id'] });
    const integration = await run(createIntegration, {
      kind: 'shopify',
      name: 'Shop',
      locationId: location.id,
      secret: 'the secret of the shop',
    });
    await run(createApiKey, { name: 'kept' }, 'kept');
    return { hook, second, integration };
  });

  const done = await under([NEW, OLD], reseal);
  // Three secrets in three columns, one integration, one stored response.
  expect(done).toEqual({ resealed: 5, unreadable: [] });
  expect(await under([NEW, OLD], reseal)).toEqual({ resealed: 0, unreadable: [] });

  const fresh = openVault('postgres://nobody@nowhere/none', [NEW]);
  const { rows } = await sql<{ [name: string]: string }>`
    select w.sealed_secret, w.sealed_next_secret, w.sealed_between -> 0 ->> 'sealed' as between,
      i.sealed_secret as shop, k.answer
    from webhook_subscriptions w
      join integrations i on i.organization_id = w.organization_id
      join idempotency_keys k on k.organization_id = w.organization_id
    where w.organization_id = ${tenant.id}`.execute(world.database.system);
  const [row] = rows;
  const owner = ownerOf(tenant.id, hook['id'] as string);
  expect(fresh.open(row!['sealed_secret']!, owner)).toBe(hook['secret']);
  expect(fresh.open(row!['sealed_next_secret']!, owner)).toBe(second['secret']);
  expect(fresh.open(row!['between']!, owner)).toMatch(/^whsec_/);
  expect(fresh.open(row!['shop']!, ownerOfIntegration(tenant.id, integration['id'] as string))).toBe(
    'the secret of the shop',
  );
  expect(fresh.open(row!['answer']!, `answer ${tenant.id} createApiKey kept`)).toContain('swk_');

  // If the key is lost, the secrets that cannot be decrypted are reported, and nothing is destroyed.
  const lost = await under(['another'.repeat(6)], reseal);
  expect(lost.resealed).toBe(0);
  expect(lost.unreadable).toHaveLength(3);
});

test('no key is derived from an empty password', () => {
  const url = 'postgres://owner@host/name';
  expect(() => derivedAccess(url)).toThrow('SECRETS_KEY must be set');
  expect(derivedAccess(url, { secretsKeys: [NEW] })).not.toEqual(derivedAccess(url, { secretsKeys: [OLD] }));
  const sealed = openVault(url, [NEW]).seal('hush', 'mine');
  expect(() => openVault('postgres://owner:x@host/name').open(sealed, 'mine')).toThrow();
});
