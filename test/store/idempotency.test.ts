import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createInventoryAdjustment } from '../../src/domain/inventory-adjustments.ts';
import { createLocation } from '../../src/domain/locations.ts';
import { listInventoryLevels } from '../../src/domain/stock/levels.ts';
import { applyImport, createImport } from '../../src/imports/imports.ts';
import type { Caller, Operation, Scope } from '../../src/kernel/operation.ts';
import type { Row } from '../../src/kernel/view.ts';
import { execute } from '../../src/store/execute.ts';
import { createWebhookSubscription } from '../../src/webhooks/subscriptions.ts';
import { adjust, makeStock } from '../support/make.ts';
import { refusal, useWorld } from '../support/world.ts';

const world = useWorld();

test('a repeat returns the first response, and has no effect', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const input = { sku: variant.sku, locationId: location.id, quantityChange: -1 };
  const first = await tenant.run(createInventoryAdjustment, input, 'k');
  const second = await tenant.run(createInventoryAdjustment, { ...input }, 'k');
  expect(JSON.stringify(second)).toBe(JSON.stringify(first));
  expect((await tenant.list(listInventoryLevels, { sku: variant.sku })).rows[0]).toMatchObject({ quantityOnHand: 9 });
});

test('a request differs by its values, not by the order of its fields', async () => {
  const tenant = await world.tenant();
  const first = await tenant.run(createLocation, { name: 'A', code: 'A' }, 'k');
  expect(await tenant.run(createLocation, { code: 'A', name: 'A' }, 'k')).toEqual(first);
  expect(await refusal(tenant.run(createLocation, { code: 'A', name: 'B' }, 'k'))).toEqual([
    { code: 'idempotency_key_reused' },
  ]);
});

test('concurrent copies, through two processes, have one effect and one response', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 100);
  const elsewhere = { ...tenant.caller, database: await world.second() };
  const copies = Array.from({ length: 20 }, (_, index) =>
    execute(
      createInventoryAdjustment,
      index % 2 ? elsewhere : tenant.caller,
      { sku: variant.sku, locationId: location.id, quantityChange: -1 },
      { present: result => result, idempotency: { key: 'same', scope: 'test' } },
    ),
  );
  const answers = await Promise.all(copies);
  expect(new Set(answers.map(({ answer }) => JSON.stringify(answer))).size).toBe(1);
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect((await tenant.list(listInventoryLevels, { sku: variant.sku })).rows[0]).toMatchObject({ quantityOnHand: 99 });
});

test('a refusal of the domain is remembered, one of the input is not', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 1);
  const input = { sku: variant.sku, locationId: location.id, quantityChange: -5 };
  expect(await refusal(tenant.run(createInventoryAdjustment, input, 'short'))).toMatchObject([
    { code: 'insufficient_stock' },
  ]);
  await adjust(tenant, variant, location, 10);
  expect(await refusal(tenant.run(createInventoryAdjustment, input, 'short'))).toMatchObject([
    { code: 'insufficient_stock' },
  ]);
  expect(await refusal(tenant.run(createLocation, { name: '' }, 'typo'))).toMatchObject([
    { code: 'validation_failed' },
  ]);
  await tenant.run(createLocation, { name: 'Corrected' }, 'typo');
});

test('after 24 hours the key is new', async () => {
  const tenant = await world.tenant();
  const first = await tenant.run(createLocation, { name: 'A' }, 'old');
  await sql`update idempotency_keys
    set created_at = now() - interval '24 hours 1 second' where organization_id = ${tenant.id}`.execute(
    world.database.system,
  );
  const second = await tenant.run(createLocation, { name: 'B' }, 'old');
  expect(second['id']).not.toBe(first['id']);
});

test('the same key of another organization is another key', async () => {
  const [one, two] = [await world.tenant(), await world.tenant()];
  const first = await one.run(createLocation, { name: 'A' }, 'shared');
  const second = await two.run(createLocation, { name: 'B' }, 'shared');
  expect([first['name'], second['name']]).toEqual(['A', 'B']);
});

test('a key whose request was cut off between claim and commit is free again', async () => {
  const tenant = await world.tenant();
  const failing = world.database.transaction(tenant.id, 'test', async unit => {
    await sql`insert into idempotency_keys (organization_id, scope, key, fingerprint, refused, answer)
      values (${tenant.id}, 'createLocation', 'cut', 'x', false, '{}')`.execute(unit.db);
    throw new Error('cut off');
  });
  await expect(failing).rejects.toThrow('cut off');
  expect(await tenant.run(createLocation, { name: 'A' }, 'cut')).toMatchObject({ name: 'A' });
});

test('a repeat is answered only to those who may do what it did, whatever that depends on', async () => {
  const tenant = await world.tenant();
  const mayOnly = (...scopes: Scope[]) => ({ ...tenant.caller, scopes: new Set(scopes) });
  const asked = async (operation: Operation, caller: Caller, input: object) =>
    (
      await execute(operation, caller, input, {
        present: row => row as Row,
        idempotency: { key: 'k', scope: operation.name },
      })
    ).answer;
  const hook = { url: 'https://example.com/hook', events: ['order.created'] };
  const sheet = { kind: 'orders', dryRun: true, content: 'reference,location,items.sku,items.quantity\nA,B,C,1\n' };
  const subscription = await asked(createWebhookSubscription, tenant.caller, hook);
  const { id } = await asked(createImport, tenant.caller, sheet);
  await sql`update imports set status = 'completed' where organization_id = ${tenant.id}`.execute(world.owner);
  await asked(applyImport, tenant.caller, { id });
  for (const [operation, input, scopes, missing] of [
    [createWebhookSubscription, hook, ['webhooks:write'], 'orders:read'],
    [createImport, sheet, ['catalog:write'], 'orders:write'],
    [applyImport, { id }, ['catalog:write'], 'orders:write'],
  ] as const)
    expect(await refusal(asked(operation, mayOnly(...scopes), input))).toMatchObject([
      { code: 'insufficient_scope', details: { scope: missing } },
    ]);
  expect(await asked(createWebhookSubscription, mayOnly('webhooks:write', 'orders:read'), hook)).toEqual(subscription);
});
