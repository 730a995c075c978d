import { createInventoryAdjustment } from '../../src/domain/inventory-adjustments.ts';
import { createLocation } from '../../src/domain/locations.ts';
import { createProduct, createVariant } from '../../src/domain/products.ts';
import { createSupplier } from '../../src/domain/suppliers.ts';
import type { Row } from '../../src/kernel/view.ts';
import type { Tenant } from './world.ts';

/*
 * Factories: they build whatever is needed around, so that a test states only what matters to it.
 */

export interface Made {
  id: string;
  [field: string]: unknown;
}

let count = 0;
export const unique = (prefix: string): string => `${prefix}-${process.pid}-${(count += 1)}`;

const made = (row: Row): Made => row as Made;

export const makeLocation = async (tenant: Tenant, given: object = {}): Promise<Made> => made(await tenant.run(createLocation, { name: unique('Location'), ...given }));

export const makeSupplier = async (tenant: Tenant, given: object = {}): Promise<Made> => made(await tenant.run(createSupplier, { name: unique('Supplier'), ...given }));

export async function makeVariant(tenant: Tenant, given: object = {}): Promise<Made & { sku: string }> {
  const product = await tenant.run(createProduct, { name: unique('Product') });
  return (await tenant.run(createVariant, { productId: product['id'], sku: unique('SKU'), ...given })) as Made & { sku: string };
}

/** A variant with this much on hand at a new location. */
export async function makeStock(tenant: Tenant, quantity: number, given: object = {}): Promise<{ variant: Made & { sku: string }; location: Made }> {
  const variant = await makeVariant(tenant, given);
  const location = await makeLocation(tenant);
  await adjust(tenant, variant, location, quantity);
  return { variant, location };
}

export const adjust = (tenant: Tenant, variant: Made, location: Made, quantityChange: number, more: object = {}): Promise<Row> =>
  tenant.run(createInventoryAdjustment, { variantId: variant.id, locationId: location.id, quantityChange, reason: 'stock_in', ...more });
