import { expect, test } from '@jest/globals';
import { createOrder } from '../../../../src/domain/orders.ts';
import { recordDemandHistory } from '../../../../src/domain/planning/demand-history.ts';
import { listInsights } from '../../../../src/domain/planning/insights/insights.ts';
import { createPurchaseOrder } from '../../../../src/domain/purchase-orders.ts';
import { createStockTransfer, shipStockTransfer } from '../../../../src/domain/stock-transfers.ts';
import type { Row } from '../../../../src/kernel/view.ts';
import { adjust, type Made, makeLocation, makeStock, makeSupplier, makeVariant } from '../../../support/make.ts';
import { type Tenant, useWorld } from '../../../support/world.ts';

const world = useWorld();
const found = async (tenant: Tenant, type: string): Promise<Row[]> =>
  (await tenant.list(listInsights, { type, perPage: 100 })).rows;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A lot of 4 that expires in five days, at this cost. */
async function expiring(tenant: Tenant, given: object, unitCost?: number): Promise<Row> {
  const [variant, location] = [await makeVariant(tenant, { lotTracked: true, ...given }), await makeLocation(tenant)];
  const cost = unitCost === undefined ? {} : { unitCost };
  await adjust(tenant, variant, location, 4, { lotNumber: 'SOON', expiryDate: inDays(5), ...cost });
  const all = await found(tenant, 'expiring_lots');
  return all.find(({ sku }) => sku === variant.sku)!['metrics'] as Row;
}

test('what is at stake is what it cost by the ledger, and not known without a cost', async () => {
  const tenant = await world.tenant();
  expect(await expiring(tenant, { unitCost: 8, unitPrice: 20 }, 3)).toMatchObject({ value_at_risk: 12 });
  expect(await expiring(tenant, { unitCost: 8, unitPrice: 20 })).toMatchObject({ value_at_risk: 32 });
  expect(await expiring(tenant, { unitPrice: 20 })).toMatchObject({ value_at_risk: null });
});

test('what a late purchase order or transfer holds up is worth what it cost, in the currency of the organization', async () => {
  const tenant = await world.tenant();
  const [variant, shop] = [await makeVariant(tenant, { unitCost: 9 }), await makeLocation(tenant)];
  const supplier = await makeSupplier(tenant);
  await tenant.run(createPurchaseOrder, {
    ...{ supplierId: supplier.id, locationId: shop.id, expectedOn: inDays(-9) },
    ...{ currency: 'USD', exchangeRate: 0.5 },
    items: [{ sku: variant.sku, quantity: 10, unitCost: 8 }],
  });
  expect(await found(tenant, 'late_purchase_order')).toMatchObject([{ metrics: { value: 40 } }]);
  const house = await makeLocation(tenant);
  await adjust(tenant, variant, house, 5, { unitCost: 2 });
  const transfer = await tenant.run(createStockTransfer, {
    ...{ sourceLocationId: house.id, destinationLocationId: shop.id, expectedOn: inDays(-9) },
    items: [{ sku: variant.sku, quantity: 5 }],
  });
  await tenant.run(shipStockTransfer, { id: transfer['id'] });
  expect(await found(tenant, 'late_transfer')).toMatchObject([{ metrics: { value: 10 } }]);
});

test('a jump in price costs what it does in the currency of the organization', async () => {
  const tenant = await world.tenant();
  const [variant, location] = [await makeVariant(tenant), await makeLocation(tenant)];
  const supplier = await makeSupplier(tenant);
  for (const unitCost of [10, 10, 15])
    await tenant.run(createPurchaseOrder, {
      ...{ supplierId: supplier.id, locationId: location.id, currency: 'JPY', exchangeRate: 0.01 },
      items: [{ sku: variant.sku, quantity: 100, unitCost }],
    });
  expect(await found(tenant, 'price_jump')).toMatchObject([{ metrics: { unit_cost: 15, extra_cost: 5 } }]);
});

test('of orders that want the same stock, the later ones cannot be filled, and their own prices are at stake', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 5, { unitPrice: 30 });
  const order = (quantity: number, unitPrice?: number) =>
    tenant.run(createOrder, {
      locationId: location.id,
      items: [{ sku: variant.sku, quantity, ...(unitPrice !== undefined && { unitPrice }) }],
    }) as Promise<Made>;
  await order(4);
  const second = await order(3, 7);
  expect(await found(tenant, 'unfillable_order')).toMatchObject([
    { referenceId: second.id, metrics: { quantity_missing: 2, value: 14 } },
  ]);
});

test('what has no cost in the ledger is incomplete, not what was received at one', async () => {
  const tenant = await world.tenant();
  const location = await makeLocation(tenant);
  const lacking = await Promise.all(
    Array.from({ length: 10 }, async (_, item) => {
      const variant = await makeVariant(tenant, item < 8 ? { unitCost: 2 } : {});
      await adjust(tenant, variant, location, 100, item === 8 ? { unitCost: 3 } : {});
      const date = (daysAgo: number) => inDays(-daysAgo);
      const rows = [2, 3, 4].map(ago => ({ sku: variant.sku, locationId: location.id, date: date(ago), quantity: 2 }));
      await tenant.run(recordDemandHistory, { rows });
      return variant;
    }),
  );
  expect(await found(tenant, 'incomplete_item')).toMatchObject([
    { sku: lacking[9]!.sku, suggestedAction: { type: 'add_cost' } },
  ]);
});
