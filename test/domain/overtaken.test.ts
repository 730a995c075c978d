import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createProduct } from '../../src/domain/create-products.ts';
import { createProductionBatch, getProductionBatch } from '../../src/domain/production-batches.ts';
import { getProduct, listProducts, putProduct, updateProduct } from '../../src/domain/products.ts';
import { createRecipe, updateRecipe } from '../../src/domain/recipes.ts';
import { createVariant, getVariant, putVariant, updateVariant } from '../../src/domain/variants.ts';
import type { Operation } from '../../src/kernel/operation.ts';
import { besideUncommitted } from '../support/documents.ts';
import { type Client, clientOf } from '../support/http.ts';
import { counts, take, useImports } from '../support/imports.ts';
import { type Made, makeStock, makeVariant, unique } from '../support/make.ts';
import { refusal, type Tenant, useWorld } from '../support/world.ts';

/*
 * What a command has found may be another by the time it has the lock: somebody else has given it another name, or
 * other lines. It is looked for again then.
 */

// Before the world's own hook, which drops the database.
afterAll(async () => {
  await owner?.end();
});

const world = useWorld();
useImports(world);
let owner: pg.Client;
let tenant: Tenant;
let client: Client;

beforeAll(async () => {
  owner = new pg.Client({ connectionString: world.url });
  await owner.connect();
  tenant = await world.tenant();
  client = clientOf(`${(await world.serve()).url}/api/v1`, await tenant.key());
});

const beside = (command: readonly [Operation, object], other: () => Promise<unknown>) =>
  besideUncommitted(world, owner, tenant, command, () => [other()]);

test('a variant that gets another SKU is not changed by a PUT of its former one, which creates another', async () => {
  const variant = await makeVariant(tenant);
  const { sku, productId } = (await tenant.run(getVariant, { id: variant.id })) as Made & { productId: string };
  const renamed = unique('RENAMED');
  let made: Promise<unknown> | undefined;
  await beside(
    [updateVariant, { id: variant.id, sku: renamed }],
    () => (made = tenant.run(putVariant, { sku, productId, unitCost: 7 })),
  );
  expect(await made).toMatchObject({ sku, unitCost: 7 });
  expect(await tenant.run(getVariant, { id: variant.id })).toMatchObject({ sku: renamed, unitCost: null });
});

test('a product that gets another reference is not changed by a PUT of its former one', async () => {
  const [reference, other] = [unique('REF'), unique('REF')];
  const { id } = await tenant.run(createProduct, { name: 'Mine', reference });
  let made: Promise<unknown> | undefined;
  await beside(
    [updateProduct, { id, reference: other }],
    () => (made = tenant.run(putProduct, { reference, name: 'Yours' })),
  );
  expect(await made).toMatchObject({ reference, name: 'Yours' });
  expect(await tenant.run(getProduct, { id })).toMatchObject({ reference: other, name: 'Mine' });
});

test('a variant or product that somebody else creates meanwhile is updated by a PUT of its SKU or reference', async () => {
  const { productId } = (await tenant.run(getVariant, { id: (await makeVariant(tenant)).id })) as { productId: string };
  const [sku, reference] = [unique('NEW'), unique('NEW')];
  let put: Promise<unknown> | undefined;
  await beside(
    [createVariant, { productId, sku, name: 'Theirs' }],
    () => (put = tenant.run(putVariant, { sku, productId, unitCost: 7 })),
  );
  expect(await put).toMatchObject({ sku, name: 'Theirs', unitCost: 7 });
  await beside(
    [createProduct, { name: 'Theirs', reference }],
    () => (put = tenant.run(putProduct, { reference, name: 'Ours' })),
  );
  const { rows } = await tenant.list(listProducts, { reference });
  expect(rows).toMatchObject([{ reference, name: 'Ours' }]);
  // What else is taken is not of the record that was looked for.
  const barcode = unique('CODE');
  await makeVariant(tenant, { barcode });
  expect(await refusal(tenant.run(putVariant, { sku: unique('NEW'), productId, barcode }))).toEqual([
    { code: 'already_exists', field: 'barcode' },
  ]);
});

test('a variant that gets another SKU is not changed by an imported row of its former one', async () => {
  const variant = await makeVariant(tenant);
  const renamed = unique('RENAMED');
  let taken: ReturnType<typeof take> | undefined;
  await beside(
    [updateVariant, { id: variant.id, sku: renamed }],
    () => (taken = take(client, 'kind=variants&mode=update&on_error=skip', `sku,unit_cost\n${variant.sku},7\n`)),
  );
  expect(counts(await taken!)).toEqual(['completed', 0, 0, 0, 1]);
  expect(await tenant.run(getVariant, { id: variant.id })).toMatchObject({ sku: renamed, unitCost: null });
});

test('a batch follows one version of its recipe', async () => {
  const { variant: used, location } = await makeStock(tenant, 100);
  const made = await makeVariant(tenant);
  const of = (quantity: number) => ({ outputQuantity: quantity, items: [{ sku: used.sku, quantity: 2 * quantity }] });
  const { id: recipeId } = await tenant.run(createRecipe, { name: 'Twofold', sku: made.sku, ...of(1) });
  let planned: Promise<{ id?: unknown }> | undefined;
  await beside(
    [updateRecipe, { id: recipeId, ...of(5), items: [{ sku: used.sku, quantity: 1 }] }],
    () => (planned = tenant.run(createProductionBatch, { recipeId, locationId: location.id, plannedQuantity: 10 })),
  );
  const { id } = await planned!;
  expect(await tenant.run(getProductionBatch, { id })).toMatchObject({ inputs: [{ plannedQuantity: 2 }] });
});
