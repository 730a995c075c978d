import { createProduct } from '../../src/domain/create-products.ts';
import { createInventoryAdjustment } from '../../src/domain/inventory-adjustments.ts';
import { createInventoryPolicy } from '../../src/domain/inventory-policies.ts';
import { createLocation } from '../../src/domain/locations.ts';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import { cancelOrder, createOrder, reserveOrder } from '../../src/domain/orders.ts';
import { createReplenishmentPlan } from '../../src/domain/planning/replenishment/plans.ts';
import { putProductPicture } from '../../src/domain/product-pictures.ts';
import { createSupplierItem } from '../../src/domain/supplier-items.ts';
import { createSupplier } from '../../src/domain/suppliers.ts';
import { createVariant } from '../../src/domain/variants.ts';
import { createView } from '../../src/domain/views.ts';
import { createSavedQuery } from '../../src/figures/saved-queries.ts';
import { createImport } from '../../src/imports/imports.ts';
import type { Row } from '../../src/kernel/view.ts';
import type { Tenant } from './world.ts';

/*
 * Factories: they create whatever is needed around a record, so that a test only states what matters to it.
 */

export interface Made {
  id: string;
  [field: string]: unknown;
}

let count = 0;
export const unique = (prefix: string): string => `${prefix}-${process.pid}-${(count += 1)}`;

const made = (row: Row): Made => row as Made;

export const makeLocation = async (tenant: Tenant, given: object = {}): Promise<Made> =>
  made(await tenant.run(createLocation, { name: unique('Location'), ...given }));

export const makeSupplier = async (tenant: Tenant, given: object = {}): Promise<Made> =>
  made(await tenant.run(createSupplier, { name: unique('Supplier'), ...given }));

/** A supplier's terms for this variant; by default a new supplier's. */
export async function makeSupplierItem(tenant: Tenant, variant: Made, given: object = {}): Promise<Made> {
  const supplierId = 'supplierId' in given ? given.supplierId : (await makeSupplier(tenant)).id;
  return made(await tenant.run(createSupplierItem, { variantId: variant.id, ...given, supplierId }));
}

export async function makeVariant(tenant: Tenant, given: object = {}): Promise<Made & { sku: string }> {
  const product = await tenant.run(createProduct, { name: unique('Product') });
  return (await tenant.run(createVariant, { productId: product['id'], sku: unique('SKU'), ...given })) as Made & {
    sku: string;
  };
}

/** A variant with this quantity on hand at a new location. */
export async function makeStock(
  tenant: Tenant,
  quantity: number,
  given: object = {},
): Promise<{ variant: Made & { sku: string }; location: Made }> {
  const variant = await makeVariant(tenant, given);
  const location = await makeLocation(tenant);
  await adjust(tenant, variant, location, quantity);
  return { variant, location };
}

export const adjust = (
  tenant: Tenant,
  variant: Made,
  location: Made,
  quantityChange: number,
  more: object = {},
): Promise<Row> =>
  tenant.run(createInventoryAdjustment, {
    variantId: variant.id,
    locationId: location.id,
    quantityChange,
    reason: 'stock_in',
    ...more,
  });

interface OrderGiven {
  /** The order in this state; if partially fulfilled, half of each line is. */
  status?: string;
  /** The quantities of its lines, each of a variant of its own. */
  quantities?: readonly number[];
  /** The quantity on hand of each variant. */
  onHand?: number;
  [field: string]: unknown;
}

/** An order with stock for it, its variants and its location. */
export async function makeOrder(
  tenant: Tenant,
  { status = 'pending', quantities = [4, 6], onHand = 10, ...given }: OrderGiven = {},
): Promise<{ order: Made; variants: (Made & { sku: string })[]; location: Made }> {
  const location = await makeLocation(tenant);
  const variants: (Made & { sku: string })[] = [];
  for (const _ of quantities) {
    const variant = await makeVariant(tenant);
    if (onHand > 0) await adjust(tenant, variant, location, onHand);
    variants.push(variant);
  }
  const items = quantities.map((quantity, index) => ({ sku: variants[index]!.sku, quantity }));
  let order = made(await tenant.run(createOrder, { locationId: location.id, items, ...given }));
  if (status === 'reserved') order = made(await tenant.run(reserveOrder, { id: order.id }));
  if (status === 'partially_fulfilled')
    order = made(
      await tenant.run(fulfillOrder, {
        id: order.id,
        items: items.map(item => ({ ...item, quantity: item.quantity / 2 })),
      }),
    );
  if (status === 'fulfilled') order = made(await tenant.run(fulfillOrder, { id: order.id }));
  if (status === 'cancelled') order = made(await tenant.run(cancelOrder, { id: order.id }));
  return { order, variants, location };
}

/** A PNG of one pixel, in base64; and the beginning of one of three by two, whose pixels are never read. */
export const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
export const LARGER_PICTURE = (() => {
  const bytes = Buffer.from(PICTURE, 'base64');
  bytes.writeUInt32BE(3, 16);
  bytes.writeUInt32BE(2, 20);
  return bytes.toString('base64');
})();

/** Some of everything, so that a test over all tables and routes finds something. */
export async function populate(tenant: Tenant): Promise<void> {
  const { variant } = await makeStock(tenant, 10);
  await makeSupplierItem(tenant, variant, { priceBreaks: [{ minQuantity: 1, unitCost: 2 }] });
  const tracked = await makeVariant(tenant, { lotTracked: true });
  await adjust(tenant, tracked, await makeLocation(tenant), 5, { lotNumber: unique('LOT'), expiryDate: '2999-01-01' });
  const { variants, location } = await makeOrder(tenant, { status: 'reserved' });
  await tenant.run(createInventoryPolicy, {
    sku: variants[0]!.sku,
    locationId: location.id,
    reorderPoint: 5,
    reorderQuantity: 10,
  });
  await tenant.run(createImport, { kind: 'suppliers', content: 'code,name\n' });
  await tenant.run(createReplenishmentPlan, {});
  await tenant.run(createSavedQuery, { name: unique('Query'), query: { measures: ['on_hand'], dimensions: ['sku'] } });
  await tenant.run(createView, { name: unique('View'), list: 'orders', shared: true });
  await tenant.key('read');
  const { id } = await tenant.run(createProduct, { name: unique('Product') });
  await tenant.run(putProductPicture, { id, content: PICTURE });
}
