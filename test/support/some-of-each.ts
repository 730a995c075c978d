import { createMember } from '../../src/access/members.ts';
import { createCycleCount, loadCycleCountInventory } from '../../src/domain/cycle-counts.ts';
import { createInventoryPolicy } from '../../src/domain/inventory-policies.ts';
import { makePlans } from '../../src/domain/planning/replenishment/make-plans.ts';
import { createReplenishmentPlan } from '../../src/domain/planning/replenishment/plans.ts';
import { createPurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { createRecall } from '../../src/domain/recalls.ts';
import { createReturnAuthorization } from '../../src/domain/return-authorizations.ts';
import { createStockTransfer, shipStockTransfer } from '../../src/domain/stock-transfers.ts';
import { testWebhookSubscription } from '../../src/webhooks/deliveries.ts';
import { createIntegration } from '../../src/webhooks/integrations.ts';
import { createWebhookSubscription } from '../../src/webhooks/subscriptions.ts';
import { makeLocation, makeOrder, makeStock, makeVariant } from './make.ts';
import { makeLot } from './manufacturing.ts';
import type { Tenant, World } from './world.ts';

/** The barcode of one variant. */
export const BARCODE = '4006381333931';

/** Some of each kind of document, and of what an organization sets up. */
export async function populateDocuments(world: World, tenant: Tenant): Promise<void> {
  const { variant, location } = await makeStock(tenant, 10, {
    barcode: BARCODE,
    unitCost: 1.5,
    unitPrice: 2.25,
    metadata: { Free: { snake_case: [1] } },
  });
  const destination = await makeLocation(tenant);
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const tracked = await makeVariant(tenant, { lotTracked: true });
  await makeLot(tenant, tracked, location, 6, { expiryDate: soon });
  await tenant.run(createRecall, { lotId: (await makeLot(tenant, tracked, location, 1)).id });
  await tenant.run(createPurchaseOrder, {
    locationId: location.id,
    items: [{ sku: variant.sku, quantity: 5, unitCost: 1.25 }],
    expectedOn: '2020-01-01',
  });
  const transfer = await tenant.run(createStockTransfer, {
    sourceLocationId: location.id,
    destinationLocationId: destination.id,
    items: [{ sku: tracked.sku, quantity: 2 }],
  });
  await tenant.run(shipStockTransfer, { id: transfer['id'] });
  const count = await tenant.run(createCycleCount, {
    locationId: location.id,
    cycleCountItemsAttributes: [{ sku: variant.sku, countedQuantity: 8 }],
  });
  await tenant.run(loadCycleCountInventory, { id: count['id'] });
  const { order, variants } = await makeOrder(tenant, { status: 'fulfilled', reference: 'ours-1' });
  await tenant.run(createReturnAuthorization, {
    orderId: order.id,
    reason: 'Too small',
    items: [{ sku: variants[0]!.sku, quantity: 1, condition: 'damaged' }],
  });
  await tenant.run(createInventoryPolicy, {
    sku: variant.sku,
    locationId: location.id,
    reorderPoint: 100,
    reorderQuantity: 10,
  });
  await tenant.run(createReplenishmentPlan, {});
  await makePlans(world.database);
  await tenant.run(createMember, { email: 'ana@example.com' });
  const hook = await tenant.run(createWebhookSubscription, {
    url: 'https://example.com/hook',
    events: ['order.created'],
  });
  await tenant.run(testWebhookSubscription, { id: hook['id'] });
  await tenant.run(createIntegration, {
    kind: 'shopify',
    name: 'Shop',
    locationId: location.id,
    secret: 'a-long-enough-secret',
  });
}
