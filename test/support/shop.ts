import { beforeAll } from '@jest/globals';
import { createProduct } from '../../src/domain/create-products.ts';
import { createInventoryPolicy } from '../../src/domain/inventory-policies.ts';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import { createOrder } from '../../src/domain/orders.ts';
import { recordDemandHistory } from '../../src/domain/planning/demand-history.ts';
import { receivePurchaseOrder } from '../../src/domain/purchase-order-receipts.ts';
import { createPurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { createReturnAuthorization } from '../../src/domain/return-authorizations.ts';
import { receiveReturnAuthorization } from '../../src/domain/return-receipts.ts';
import { receiveStockTransfer } from '../../src/domain/stock-transfer-receipts.ts';
import { createStockTransfer, shipStockTransfer } from '../../src/domain/stock-transfers.ts';
import { createVariant } from '../../src/domain/variants.ts';
import { createWasteRecord } from '../../src/domain/waste-records.ts';
import { report } from '../../src/figures/query.ts';
import { addDays } from '../../src/kernel/calendar.ts';
import { backdate } from './history.ts';
import { adjust, type Made, makeLocation, makeSupplier } from './make.ts';
import type { Tenant, World } from './world.ts';

/** In UTC. */
export const TODAY = new Date().toISOString().slice(0, 10);

/** What a report answers. */
export interface Answer {
  data: { [name: string]: unknown }[];
  totals: { [name: string]: unknown };
  meta: { covers: { [name: string]: unknown }; groups: number; notes: string[] };
}

interface Shop {
  tenant: Tenant;
  north: Made;
  south: Made;
  /** Of a server. */
  url: string;
  /** An admin's. */
  key: string;
  ask(query: object): Promise<Answer>;
  rows(query: object): Promise<Answer['data']>;
}

/**
 * A shop small enough to calculate by hand: tea and cups, two locations, receipts, sales and their prices, returns,
 * waste and transfers.
 */
export function useShop(world: World): Shop {
  const shop = {
    ask: async query => (await shop.tenant.run(report, query)) as never as Answer,
    rows: async query => (await shop.ask(query)).data,
  } as Shop;
  beforeAll(async () => {
    const tenant = await world.tenant();
    const north = await makeLocation(tenant, { name: 'North', code: 'N' });
    const south = await makeLocation(tenant, { name: 'South, the shop', type: 'store' });
    const supplier = await makeSupplier(tenant, { name: 'Leaf & Co', code: 'LEAF' });
    const tea = await tenant.run(createProduct, { name: 'Tea', category: 'Drinks' });
    const cups = await tenant.run(createProduct, { name: 'Cup' });
    const make = async (product: object, given: object) =>
      (await tenant.run(createVariant, { productId: (product as Made).id, ...given })) as Made;
    const one = await make(tea, { sku: 'TEA-1', unitCost: 2, unitPrice: 5, supplierId: supplier.id });
    const two = await make(tea, { sku: 'TEA-2', unitCost: 4, unitPrice: 12 });
    const cup = await make(cups, { sku: 'CUP', unitPrice: 8 });

    const bought = await tenant.run(createPurchaseOrder, {
      supplierId: supplier.id,
      locationId: north.id,
      expectedOn: TODAY,
      items: [{ sku: 'TEA-1', quantity: 100, unitCost: 2 }],
    });
    await tenant.run(receivePurchaseOrder, { id: bought['id'] });
    await adjust(tenant, two, north, 50);
    await adjust(tenant, cup, north, 10);
    const transfer = await tenant.run(createStockTransfer, {
      sourceLocationId: north.id,
      destinationLocationId: south.id,
      items: [{ sku: 'TEA-1', quantity: 30 }],
    });
    await tenant.run(shipStockTransfer, { id: transfer['id'] });
    await tenant.run(receiveStockTransfer, {
      id: transfer['id'],
      items: [{ sku: 'TEA-1', quantity: 28 }],
      close: true,
    });
    const sale = async (locationId: string, items: object[]) => {
      const order = await tenant.run(createOrder, { locationId, items });
      return (await tenant.run(fulfillOrder, { id: order['id'] })) as Made;
    };
    const first = await sale(north.id, [
      { sku: 'TEA-1', quantity: 10, unitPrice: 5 },
      { sku: 'TEA-2', quantity: 4, unitPrice: 12 },
    ]);
    await sale(south.id, [{ sku: 'TEA-1', quantity: 6, unitPrice: 4.5 }]);
    await sale(north.id, [{ sku: 'CUP', quantity: 2 }]);
    const back = await tenant.run(createReturnAuthorization, {
      orderId: first.id,
      reason: 'Too mild',
      items: [
        { sku: 'TEA-1', quantity: 1, condition: 'sellable' },
        { sku: 'TEA-1', quantity: 2, condition: 'damaged' },
      ],
    });
    await tenant.run(receiveReturnAuthorization, { id: back['id'] });
    await tenant.run(createWasteRecord, { variantId: two.id, locationId: north.id, quantity: 3, reason: 'expired' });
    await tenant.run(recordDemandHistory, {
      rows: [
        { sku: 'TEA-1', locationId: north.id, date: addDays(TODAY, -400), quantity: 7 },
        { sku: 'CUP', locationId: south.id, date: addDays(TODAY, -401), quantity: 5 },
      ],
    });
    // Sales of yesterday and the day before, everything else a little earlier.
    await backdate(world.url, tenant, ({ entry_type: type, variant_id: variant }) =>
      type === 'order_fulfilled'
        ? variant === one.id
          ? 1440
          : 2880
        : type.startsWith('return') || type === 'waste'
          ? 30
          : 4320,
    );
    await tenant.run(createInventoryPolicy, {
      sku: 'TEA-1',
      locationId: south.id,
      reorderPoint: 40,
      reorderQuantity: 10,
    });
    const under = await tenant.run(createStockTransfer, {
      sourceLocationId: north.id,
      destinationLocationId: south.id,
      items: [{ sku: 'TEA-2', quantity: 5 }],
    });
    await tenant.run(shipStockTransfer, { id: under['id'] });
    const { url } = await world.serve();
    Object.assign(shop, { tenant, north, south, url, key: await tenant.key() });
  });
  return shop;
}
