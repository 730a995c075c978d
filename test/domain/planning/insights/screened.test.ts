import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createInventoryPolicy } from '../../../../src/domain/inventory-policies.ts';
import { updateLocation } from '../../../../src/domain/locations.ts';
import { updateOrganization } from '../../../../src/domain/organizations.ts';
import { readPlaces, refreshPlaces } from '../../../../src/domain/planning/insights/places.ts';
import { placesToWeigh } from '../../../../src/domain/planning/insights/screened.ts';
import { updateProduct } from '../../../../src/domain/products.ts';
import { createPurchaseOrder } from '../../../../src/domain/purchase-orders.ts';
import { createStockTransfer } from '../../../../src/domain/stock-transfers.ts';
import { updateSupplierItem } from '../../../../src/domain/supplier-items.ts';
import { updateSupplier } from '../../../../src/domain/suppliers.ts';
import { updateVariant } from '../../../../src/domain/variants.ts';
import { buffersOf } from '../../../support/buffers.ts';
import { adjust, makeLocation, makeStock, makeSupplier, makeSupplierItem } from '../../../support/make.ts';
import { makeMany } from '../../../support/many.ts';
import { type Tenant, useWorld } from '../../../support/world.ts';

const world = useWorld();

/** What is there was not changed lately. */
async function settle(tenant: Tenant): Promise<void> {
  for (const [table, column] of [
    ['organizations', 'id'],
    ...['locations', 'suppliers', 'products', 'variants', 'lots', 'supplier_items'].map(name => [name, '']),
    ...['inventory_levels', 'inventory_policies', 'purchase_orders', 'stock_transfers'].map(name => [name, '']),
  ] as [string, string][])
    await sql`update ${sql.table(table)}
      set updated_at = now() - interval '1 hour' where ${sql.ref(column || 'organization_id')} = ${tenant.id}`.execute(
      world.owner,
    );
}

const screen = () => refreshPlaces(world.database, 0);

/** Stock at two places of which nothing is to be told, and a third below its reorder point. */
async function shop() {
  const tenant = await world.tenant();
  const supplier = await makeSupplier(tenant);
  const [still, changing, low] = [await makeStock(tenant, 10), await makeStock(tenant, 10), await makeStock(tenant, 1)];
  const item = await makeSupplierItem(tenant, changing.variant, { supplierId: supplier.id });
  const place = (stock: typeof low) => ({ variantId: stock.variant.id, locationId: stock.location.id });
  await tenant.run(createInventoryPolicy, { ...place(low), reorderPoint: 5, reorderQuantity: 5 });
  const other = await makeLocation(tenant);
  await settle(tenant);
  const changed = { ...changing, tenant, item, other };
  return { tenant, supplier, changed, places: { still: place(still), changing: place(changing), low: place(low) } };
}

type Changed = Awaited<ReturnType<typeof shop>>['changed'];

test.each<[string, (about: Changed) => Promise<unknown>]>([
  ['its stock', ({ tenant, variant, location }) => adjust(tenant, variant, location, -9)],
  [
    'its policy',
    ({ tenant, variant, location }) =>
      tenant.run(createInventoryPolicy, {
        variantId: variant.id,
        locationId: location.id,
        reorderPoint: 50,
        reorderQuantity: 5,
      }),
  ],
  [
    'a purchase order',
    ({ tenant, variant, location }) =>
      tenant.run(createPurchaseOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity: 5 }] }),
  ],
  [
    'a transfer from there',
    ({ tenant, variant, location, other }) =>
      tenant.run(createStockTransfer, {
        sourceLocationId: location.id,
        destinationLocationId: other.id,
        items: [{ sku: variant.sku, quantity: 5 }],
      }),
  ],
  ['its supplier item', ({ tenant, item }) => tenant.run(updateSupplierItem, { id: item.id, leadTimeDays: 90 })],
  ['its cost', ({ tenant, variant }) => tenant.run(updateVariant, { id: variant.id, unitCost: 5 })],
  ['its product', ({ tenant, variant }) => tenant.run(updateProduct, { id: variant['productId'], status: 'archived' })],
])('what was chosen is weighed, and a place since %s changed; others are not', async (_, change) => {
  const { tenant, changed, places } = await shop();
  const toWeigh = () => placesToWeigh(world.database.read(tenant.id));
  expect(await toWeigh()).toBeUndefined();
  await screen();
  expect(await toWeigh()).toEqual([places.low]);
  await change(changed);
  const keys = await toWeigh();
  expect(keys).toEqual(expect.arrayContaining([places.low, places.changing]));
  expect(keys).not.toContainEqual(places.still);
});

test.each<[string, (about: Awaited<ReturnType<typeof shop>>) => Promise<unknown>]>([
  ['settings', ({ tenant }) => tenant.run(updateOrganization, { defaultReorderPoint: 20 })],
  ['a supplier', ({ tenant, supplier }) => tenant.run(updateSupplier, { id: supplier.id, leadTimeDays: 90 })],
  ['a location', ({ tenant, changed }) => tenant.run(updateLocation, { id: changed.other.id, active: false })],
])('all places are weighed after a change of %s, until they were chosen anew', async (_, change) => {
  const about = await shop();
  const toWeigh = () => placesToWeigh(world.database.read(about.tenant.id));
  await screen();
  expect(await toWeigh()).toBeDefined();
  await change(about);
  expect(await toWeigh()).toBeUndefined();
  await settle(about.tenant);
  await screen();
  expect(await toWeigh()).toBeDefined();
});

test('a large organization has the same insights, of a fraction of the pages', async () => {
  const tenant = await world.tenant();
  await makeMany(world, tenant.id, 4000);
  await sql`
    insert into inventory_policies (organization_id, id, created_at, updated_at, variant_id, location_id,
        reorder_point, reorder_quantity)
    select organization_id, id, now(), now(), variant_id, location_id, 2, 2
    from inventory_levels where organization_id = ${tenant.id} order by id limit 5`.execute(world.owner);
  await settle(tenant);
  await sql`vacuum analyze inventory_levels, inventory_policies, variants, products`.execute(world.owner);
  const read = async () => {
    let places: unknown;
    const touched = await buffersOf(world, tenant.id, async db => {
      places = await readPlaces(db, true);
    });
    return { places, pages: Math.max(...touched) };
  };
  const all = await read();
  expect(all.places).toHaveLength(5);
  await screen();
  const few = await read();
  expect(few.places).toEqual(all.places);
  expect(few.pages).toBeLessThan(all.pages / 2);
});
