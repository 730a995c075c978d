import { expect, test } from '@jest/globals';
import { createRecipe, getRecipe, listRecipes, updateRecipe } from '../../src/domain/recipes.ts';
import { listLedger } from '../../src/domain/stock/ledger.ts';
import { listInventoryLevels } from '../../src/domain/stock/levels.ts';
import { ADDS_UP } from '../../src/store/connections.ts';
import { adjust, makeLocation, makeStock, makeVariant } from '../support/make.ts';
import { statementsOf, useWorld } from '../support/world.ts';

const world = useWorld();

// A time span may be nearly all of a ledger: of 2,000,000 entries 60,000 pages of the table, or 14,000 of an index.
test('what may be nearly everything is counted in an index; what is found by key is planned once', async () => {
  const tenant = await world.tenant();
  const [variant, location] = [await makeVariant(tenant), await makeLocation(tenant)];
  for (const quantity of [1, 2, 3]) await adjust(tenant, variant, location, quantity);
  for (const [input, addsUp] of [
    [{ to: new Date(Date.now() + 60_000).toISOString() }, true],
    [{ variantId: variant.id }, false],
  ] as const) {
    const statements = await statementsOf(async () => {
      expect(await tenant.list(listLedger, { ...input, perPage: 1 })).toMatchObject({ total: 3 });
    });
    const [counting] = statements.filter(each => each.includes('count(*)'));
    expect([input, counting!.includes(ADDS_UP)]).toEqual([input, addsUp]);
  }
});

test('what is skipped before a later page is not read with its lines', async () => {
  const tenant = await world.tenant();
  const used = await makeVariant(tenant);
  for (const name of ['First', 'Second', 'Third'])
    await tenant.run(createRecipe, {
      ...{ name, sku: (await makeVariant(tenant)).sku, outputQuantity: 1 },
      items: [{ sku: used.sku, quantity: 1 }],
    });
  const statements = await statementsOf(async () => {
    const { rows } = await tenant.list(listRecipes, { page: 2, perPage: 1 });
    expect(rows).toMatchObject([{ name: 'Second', items: [{ sku: used.sku }] }]);
  });
  const [reading] = statements.filter(each => each.includes('json_agg'));
  expect(reading).toMatch(/any\(array\(select t\.id .* offset /);
});

test('nor is the SKU looked up of what is skipped', async () => {
  const tenant = await world.tenant();
  const stocks = [await makeStock(tenant, 1), await makeStock(tenant, 2)];
  const [reading] = await statementsOf(async () => {
    const { rows, total } = await tenant.list(listInventoryLevels, { page: 2, perPage: 1 });
    expect([rows, total]).toMatchObject([[{ sku: stocks[0]!.variant.sku, quantityOnHand: 1 }], 2]);
  });
  expect(reading).toMatch(/any\(array\(select t\.id .* offset /);
});

test('a document and its lines are of one moment, however often it changes while it is read', async () => {
  const tenant = await world.tenant();
  const [made, used] = [await makeVariant(tenant), await makeVariant(tenant)];
  const at = (quantity: number) => ({ outputQuantity: quantity, items: [{ sku: used.sku, quantity }] });
  const recipe = await tenant.run(createRecipe, { name: 'Twofold', sku: made.sku, ...at(1) });
  let isOver = false;
  async function change(): Promise<void> {
    for (let times = 0; !isOver; times += 1)
      await tenant.run(updateRecipe, { id: recipe['id'], ...at(1 + (times % 2)) });
  }
  async function read(): Promise<void> {
    for (let times = 0; times < 100; times += 1) {
      const alone = await tenant.run(getRecipe, { id: recipe['id'] });
      const { rows } = await tenant.list(listRecipes);
      for (const { outputQuantity, items } of [alone, ...rows])
        expect(items).toEqual([expect.objectContaining({ sku: used.sku, quantity: outputQuantity })]);
    }
  }
  await Promise.all([change(), Promise.all([read(), read()]).finally(() => (isOver = true))]);
});
