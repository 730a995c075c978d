import { createInventoryAdjustment } from '../../src/domain/inventory-adjustments.ts';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import { createOrder } from '../../src/domain/orders.ts';
import { updateOrganization } from '../../src/domain/organizations.ts';
import { receivePurchaseOrder } from '../../src/domain/purchase-order-receipts.ts';
import { createPurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { createReturnAuthorization } from '../../src/domain/return-authorizations.ts';
import { receiveReturnAuthorization } from '../../src/domain/return-receipts.ts';
import { listLedger } from '../../src/domain/stock/ledger.ts';
import { receiveStockTransfer } from '../../src/domain/stock-transfer-receipts.ts';
import { createStockTransfer, shipStockTransfer } from '../../src/domain/stock-transfers.ts';
import type { Row } from '../../src/kernel/view.ts';
import { makeLocation, makeVariant } from './make.ts';
import type { Tenant, World } from './world.ts';

/* One variant at one location, and operations on it. */

export type Method = 'average' | 'fifo';

export async function shop(world: World, method: Method = 'average', unitCost?: number) {
  const tenant = await world.tenant();
  if (method === 'fifo') await tenant.run(updateOrganization, { costingMethod: method });
  const [variant, location] = [await makeVariant(tenant, { unitCost }), await makeLocation(tenant)];
  return { tenant, sku: variant.sku, variantId: variant.id, locationId: location.id };
}
interface Place {
  tenant: Tenant;
  locationId: string;
}

export type Shop = Awaited<ReturnType<typeof shop>>;

export const adjust = ({ tenant, sku, locationId }: Shop, quantityChange: number, unitCost?: number) =>
  tenant.run(createInventoryAdjustment, {
    sku,
    locationId,
    quantityChange,
    ...(unitCost !== undefined && { unitCost }),
  });

export async function receive(
  { tenant, sku, locationId }: Shop,
  quantity: number,
  unitCost?: number,
  more: object = {},
) {
  const order = await tenant.run(createPurchaseOrder, { locationId, items: [{ sku, quantity, unitCost }], ...more });
  return tenant.run(receivePurchaseOrder, { id: order['id'] });
}

export async function sell({ tenant, sku, locationId }: Shop, quantity: number, unitPrice?: number) {
  const order = await tenant.run(createOrder, { locationId, items: [{ sku, quantity, unitPrice }] });
  return tenant.run(fulfillOrder, { id: order['id'] });
}

export async function takeBack({ tenant, sku }: Shop, order: Row, quantity: number, condition = 'sellable') {
  const back = await tenant.run(createReturnAuthorization, {
    orderId: order['id'],
    reason: 'Test',
    items: [{ sku, quantity, condition }],
  });
  return tenant.run(receiveReturnAuthorization, { id: back['id'] });
}

/**
 * Quantity change, unit cost, change of value, and the value and quantity of unknown cost afterwards, of each entry in
 * order.
 */
export async function told({ tenant, locationId }: Place, at = locationId) {
  const { rows } = await tenant.list(listLedger, { perPage: 200, locationId: at });
  return rows
    .toReversed()
    .map(row => [
      row['quantityChange'],
      row['unitCost'],
      row['valueChange'],
      row['valueAfter'],
      row['unvaluedQuantity'],
    ]);
}

/** Moves some of it to another location, by default a new one. */
export async function move({ tenant, sku, locationId }: Shop, quantity: number, to?: string): Promise<string> {
  const destinationLocationId = to ?? (await makeLocation(tenant)).id;
  const transfer = await tenant.run(createStockTransfer, {
    sourceLocationId: locationId,
    destinationLocationId,
    items: [{ sku, quantity }],
  });
  await tenant.run(shipStockTransfer, { id: transfer['id'] });
  await tenant.run(receiveStockTransfer, { id: transfer['id'] });
  return destinationLocationId;
}
