import { expect, test } from '@jest/globals';
import { createInventoryPolicy } from '../../../../src/domain/inventory-policies.ts';
import { updateLocation } from '../../../../src/domain/locations.ts';
import { createOrder } from '../../../../src/domain/orders.ts';
import { applyReplenishmentPlan } from '../../../../src/domain/planning/replenishment/apply-plan.ts';
import { makePlans } from '../../../../src/domain/planning/replenishment/make-plans.ts';
import {
  createReplenishmentPlan,
  getReplenishmentPlan,
  listPlanSuggestions,
} from '../../../../src/domain/planning/replenishment/plans.ts';
import { createProductionBatch } from '../../../../src/domain/production-batches.ts';
import { createStockTransfer } from '../../../../src/domain/stock-transfers.ts';
import type { Row } from '../../../../src/kernel/view.ts';
import { adjust, type Made, makeLocation, makeSupplier, makeSupplierItem, makeVariant } from '../../../support/make.ts';
import { makeRecipe } from '../../../support/manufacturing.ts';
import { type Tenant, useWorld } from '../../../support/world.ts';

const world = useWorld();

async function plan(tenant: Tenant, input: object = {}): Promise<{ id: string; rows: Row[] }> {
  const { id } = (await tenant.run(createReplenishmentPlan, input)) as Made;
  await makePlans(world.database);
  expect(await tenant.run(getReplenishmentPlan, { id })).toMatchObject({ status: 'completed', error: null });
  return { id, rows: (await tenant.list(listPlanSuggestions, { planId: id })).rows };
}

const told = (rows: readonly Row[]) =>
  rows.map(({ type, sku, quantity, locationId, fromLocationId, supplierItemId }) => ({
    type,
    sku,
    quantity,
    locationId,
    fromLocationId,
    supplierItemId,
  }));

/** A variant that a supplier sells by the piece, and two locations. */
async function goods() {
  const tenant = await world.tenant();
  const [variant, house, shop] = [await makeVariant(tenant), await makeLocation(tenant), await makeLocation(tenant)];
  const supplier = await makeSupplier(tenant, { leadTimeDays: 3 });
  const item = await makeSupplierItem(tenant, variant, {
    supplierId: supplier.id,
    purchaseUnit: 'piece',
    unitsPerPurchaseUnit: 1,
  });
  const policy = (of: Made, at: Made, more: object) =>
    tenant.run(createInventoryPolicy, {
      ...{ variantId: of.id, locationId: at.id, reorderPoint: 0, reorderQuantity: 0 },
      ...more,
    });
  const order = (at: Made, quantity: number) =>
    tenant.run(createOrder, { locationId: at.id, items: [{ sku: variant.sku, quantity }] });
  const transfer = (from: Made, to: Made, quantity: number) =>
    tenant.run(createStockTransfer, {
      sourceLocationId: from.id,
      destinationLocationId: to.id,
      items: [{ sku: variant.sku, quantity }],
    });
  return { tenant, variant, house, shop, item, policy, order, transfer };
}

test('a location that supplies another is planned although it has never had any', async () => {
  const { tenant, variant, house, shop, policy, order, transfer } = await goods();
  // Asked for once, and never shipped.
  await transfer(house, shop, 4);
  await order(shop, 10);
  expect(told((await plan(tenant)).rows)).toMatchObject([
    { type: 'transfer', quantity: 6, locationId: shop.id, fromLocationId: house.id },
    { type: 'purchase', quantity: 10, locationId: house.id },
  ]);
  const cake = await makeVariant(tenant);
  const recipe = await makeRecipe(tenant, cake, [[variant, 1]]);
  await adjust(tenant, variant, house, 1);
  await tenant.run(createProductionBatch, { recipeId: recipe.id, locationId: house.id, plannedQuantity: 1 });
  await policy(cake, shop, { reorderPoint: 5 });
  expect(told((await plan(tenant)).rows).filter(({ sku }) => sku === cake.sku)).toMatchObject([
    { type: 'transfer', quantity: 5, locationId: shop.id, fromLocationId: house.id },
    { type: 'production', quantity: 4, locationId: house.id },
  ]);
});

test('what a closed location supplied is bought, and its rest used first', async () => {
  const { tenant, variant, house, shop, item, policy, order } = await goods();
  await adjust(tenant, variant, house, 2);
  await policy(variant, shop, { replenishmentSource: 'move', sourceLocationId: house.id });
  await order(shop, 10);
  await tenant.run(updateLocation, { id: house.id, active: false });
  const { id, rows } = await plan(tenant);
  expect(told(rows)).toMatchObject([
    { type: 'transfer', quantity: 2, locationId: shop.id, fromLocationId: house.id },
    { type: 'purchase', quantity: 8, locationId: shop.id, supplierItemId: item.id },
  ]);
  expect(await tenant.run(applyReplenishmentPlan, { id })).toMatchObject({ skipped: [] });
  expect((await plan(tenant)).rows).toEqual([]);
});

test('what cannot be made is bought from its supplier', async () => {
  const { tenant, variant, shop, item, policy, order } = await goods();
  await policy(variant, shop, { replenishmentSource: 'make' });
  await order(shop, 10);
  expect(told((await plan(tenant)).rows)).toMatchObject([{ type: 'purchase', quantity: 10, supplierItemId: item.id }]);
});

test('where locations supply each other, one is bought for, from its supplier', async () => {
  const { tenant, house, shop, item, order, transfer } = await goods();
  const kiosk = await makeLocation(tenant);
  await transfer(house, shop, 5);
  await transfer(shop, kiosk, 5);
  await transfer(kiosk, house, 5);
  await order(shop, 10);
  const rows = told((await plan(tenant)).rows);
  expect(rows.filter(({ type }) => type === 'purchase')).toMatchObject([{ supplierItemId: item.id }]);
});

test('what is short now is ordered even if it comes after the horizon', async () => {
  const { tenant, shop, order } = await goods();
  await order(shop, 10);
  expect(told((await plan(tenant, { horizonDays: 3 })).rows)).toMatchObject([{ type: 'purchase', quantity: 10 }]);
});
