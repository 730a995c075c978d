import { sql } from 'kysely';
import { createOrder } from '../../src/domain/orders.ts';
import { recordDemandHistory } from '../../src/domain/planning/demand-history.ts';
import { createProductionBatch } from '../../src/domain/production-batches.ts';
import { receivePurchaseOrder } from '../../src/domain/purchase-order-receipts.ts';
import { createPurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { recallLot } from '../../src/domain/recalls.ts';
import { createStockTransfer, shipStockTransfer } from '../../src/domain/stock-transfers.ts';
import { createWasteRecord } from '../../src/domain/waste-records.ts';
import { ofTenant } from '../../src/store/tenant.ts';
import { type Made, makeLocation, makeStock, makeSupplier } from './make.ts';
import { makeBakery, planBatch } from './manufacturing.ts';
import type { Tenant, World } from './world.ts';

/*
 * Situations in documents and records that insights report, and documents of every kind without any.
 */

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

interface Told {
  severity: 'critical' | 'warning' | 'info';
  /** Null if it is not about one variant. */
  sku: string | null;
}

const order = (tenant: Tenant, location: Made, sku: string, quantity: number) =>
  tenant.run(createOrder, { locationId: location.id, items: [{ sku, quantity }] });

/** Three purchases of the same variant at these prices, none of them received. */
async function bought(tenant: Tenant, costs: readonly number[], supplier: Made) {
  const { variant, location } = await makeStock(tenant, 10);
  const ids: string[] = [];
  for (const unitCost of costs) {
    const items = [{ sku: variant.sku, quantity: 10, unitCost }];
    const made = await tenant.run(createPurchaseOrder, { supplierId: supplier.id, locationId: location.id, items });
    ids.push((made as Made).id);
  }
  return { variant, ids };
}

async function transferred(tenant: Tenant, expectedOn: string): Promise<void> {
  const { variant, location } = await makeStock(tenant, 10);
  const { id } = await tenant.run(createStockTransfer, {
    sourceLocationId: location.id,
    destinationLocationId: (await makeLocation(tenant)).id,
    items: [{ sku: variant.sku, quantity: 4 }],
    expectedOn,
  });
  await tenant.run(shipStockTransfer, { id });
}

async function wasted(tenant: Tenant, quantity: number): Promise<string> {
  const { variant, location } = await makeStock(tenant, 50);
  await tenant.run(createWasteRecord, { variantId: variant.id, locationId: location.id, quantity, reason: 'damaged' });
  return variant.sku;
}

/** Creates each situation once. */
export const IN_DOCUMENTS: { [type: string]: (tenant: Tenant, world: World) => Promise<Told> } = {
  async late_transfer(tenant) {
    await transferred(tenant, day(20));
    return { severity: 'warning', sku: null };
  },
  async slow_supplier(tenant, world) {
    const supplier = await makeSupplier(tenant, { leadTimeDays: 5 });
    for (const id of (await bought(tenant, [2, 2, 2], supplier)).ids) await tenant.run(receivePurchaseOrder, { id });
    await world.database.transaction(tenant.id, 'system', ({ db }) =>
      sql`update purchase_orders o
        set created_at = o.received_at - interval '12 days', submitted_at = o.received_at - interval '12 days'
        where ${ofTenant('o')} and o.supplier_id = ${supplier.id}`.execute(db),
    );
    return { severity: 'info', sku: null };
  },
  async price_jump(tenant) {
    const { variant } = await bought(tenant, [2, 2, 2.5], await makeSupplier(tenant));
    return { severity: 'info', sku: variant.sku };
  },
  async unusual_waste(tenant) {
    return { severity: 'warning', sku: await wasted(tenant, 20) };
  },
  async duplicate_order(tenant) {
    const { variant, location } = await makeStock(tenant, 20);
    for (let times = 0; times < 2; times += 1) await order(tenant, location, variant.sku, 5);
    return { severity: 'warning', sku: null };
  },
  async missing_ingredient(tenant) {
    const { flour, location, recipe } = await makeBakery(tenant, 10);
    await tenant.run(createProductionBatch, { recipeId: recipe.id, locationId: location.id, plannedQuantity: 5 });
    const lost = { variantId: flour.id, locationId: location.id, quantity: 4, reason: 'spoilage' };
    await tenant.run(createWasteRecord, lost);
    return { severity: 'critical', sku: flour.sku };
  },
  async unfillable_order(tenant) {
    const { variant, location } = await makeStock(tenant, 3);
    await order(tenant, location, variant.sku, 5);
    return { severity: 'warning', sku: null };
  },
  async recalled_stock(tenant) {
    const { flour, flourLot } = await makeBakery(tenant, 30);
    await tenant.run(recallLot, { id: flourLot.id });
    return { severity: 'critical', sku: flour.sku };
  },
  /** Reported if nine others in demand have a cost. */
  async incomplete_item(tenant) {
    const { variant, location } = await makeStock(tenant, 85);
    const rows = Array.from({ length: 60 }, (_, ago) => ({
      sku: variant.sku,
      locationId: location.id,
      date: day(ago + 1),
      quantity: 2 + (ago % 3),
    }));
    await tenant.run(recordDemandHistory, { rows });
    return { severity: 'info', sku: variant.sku };
  },
};

/** The same kinds of documents without any problem. */
export async function quietDocuments(tenant: Tenant): Promise<void> {
  await transferred(tenant, day(-3));
  const supplier = await makeSupplier(tenant, { leadTimeDays: 5 });
  const { ids } = await bought(tenant, [2, 2.1, 2.2, 2.1], supplier);
  for (const id of ids.slice(0, 3)) await tenant.run(receivePurchaseOrder, { id });
  await wasted(tenant, 1);
  const { variant, location } = await makeStock(tenant, 20);
  for (const quantity of [5, 6]) await order(tenant, location, variant.sku, quantity);
  const { recipe, location: house } = await makeBakery(tenant, 10);
  await planBatch(tenant, recipe, house, 5);
}
