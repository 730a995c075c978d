import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import {
  createInventoryPolicy,
  deleteInventoryPolicy,
  getInventoryPolicy,
  listInventoryPolicies,
  lowStockSql,
  policiesInForce,
  updateInventoryPolicy,
} from '../../src/domain/inventory-policies.ts';
import { updateOrganization } from '../../src/domain/organizations.ts';
import { adjust, makeLocation, makeStock, makeSupplier, makeVariant } from '../support/make.ts';
import { refusal, type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();

const inForce = async (tenant: Tenant) =>
  (
    await sql`select * from (${policiesInForce()}) t order by variant_id, location_id`.execute(
      world.database.read(tenant.id),
    )
  ).rows;
const low = async (tenant: Tenant) =>
  (await sql`select * from (${lowStockSql()}) l order by variant_id`.execute(world.database.read(tenant.id))).rows;

test('a policy can be created, read, listed, changed and deleted', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 5);
  const policy = await tenant.run(createInventoryPolicy, {
    variantId: variant.id,
    locationId: location.id,
    reorderPoint: 10,
    reorderQuantity: 24.5,
  });
  expect(policy).toMatchObject({
    variantId: variant.id,
    sku: variant.sku,
    locationId: location.id,
    reorderPoint: 10,
    reorderQuantity: 24.5,
    leadTimeDays: null,
    safetyStock: null,
  });
  expect(await tenant.run(getInventoryPolicy, { id: policy['id'] })).toEqual(policy);
  expect(await tenant.run(updateInventoryPolicy, { id: policy['id'], safetyStock: 3, leadTimeDays: 9 })).toMatchObject({
    reorderPoint: 10,
    safetyStock: 3,
    leadTimeDays: 9,
    sku: variant.sku,
  });
  expect((await tenant.list(listInventoryPolicies, { sku: variant.sku, locationId: location.id })).rows).toMatchObject([
    { id: policy['id'], safetyStock: 3 },
  ]);
  expect((await tenant.list(listInventoryPolicies, { sku: 'unknown' })).rows).toEqual([]);
  expect(await tenant.run(deleteInventoryPolicy, { id: policy['id'] })).toMatchObject({
    id: policy['id'],
    sku: variant.sku,
    variantId: variant.id,
    reorderPoint: 10,
  });
  expect(await refusal(tenant.run(getInventoryPolicy, { id: policy['id'] }))).toEqual([{ code: 'not_found' }]);
});

test('a variant has at most one policy per location', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 5);
  const given = { sku: variant.sku, locationId: location.id, reorderPoint: 1, reorderQuantity: 1 };
  await tenant.run(createInventoryPolicy, given);
  expect(await refusal(tenant.run(createInventoryPolicy, given))).toEqual([
    { code: 'already_exists', field: 'locationId' },
  ]);
  expect((await tenant.list(listInventoryPolicies)).rows).toHaveLength(1);
});

test('references of a policy must exist, and every problem is reported', async () => {
  const [tenant, other] = [await world.tenant(), await world.tenant()];
  const foreign = await makeStock(other, 5);
  const given = { variantId: foreign.variant.id, locationId: foreign.location.id, reorderPoint: 1, reorderQuantity: 1 };
  expect(await refusal(tenant.run(createInventoryPolicy, given))).toEqual([
    { code: 'reference_not_found', field: 'variantId' },
    { code: 'reference_not_found', field: 'locationId' },
  ]);
  expect(
    await refusal(
      tenant.run(createInventoryPolicy, { ...given, reorderPoint: -1, reorderQuantity: undefined, safety: 1 }),
    ),
  ).toEqual([
    { code: 'validation_failed', field: 'reorderPoint' },
    { code: 'validation_failed', field: 'reorderQuantity' },
    { code: 'unknown_field', field: 'safety' },
  ]);
});

test('REST answers 201, 200 and 409, and a DELETE with the deleted policy', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 5);
  const { url } = await world.serve();
  const authorization = `Bearer ${await tenant.key('write')}`;
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}/api/v1/inventory_policies${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return {
      status: answer.status,
      location: answer.headers.get('location'),
      body: (await answer.json()) as { data: { id: string }; errors: object[] },
    };
  };
  const policy = {
    inventory_policy: { variant_id: variant.id, location_id: location.id, reorder_point: 4, reorder_quantity: 8 },
  };
  const created = await call('POST', '', policy);
  expect(created).toMatchObject({
    status: 201,
    location: `/api/v1/inventory_policies/${created.body.data.id}`,
    body: { data: { sku: variant.sku, safety_stock: null } },
  });
  expect(await call('POST', '', policy)).toMatchObject({
    status: 409,
    body: { errors: [{ code: 'already_exists', field: 'location_id' }] },
  });
  const path = `/${created.body.data.id}`;
  expect(await call('PATCH', path, { reorder_point: 5 })).toMatchObject({
    status: 200,
    body: { data: { reorder_point: 5 } },
  });
  expect(await call('PATCH', path, { variant_id: variant.id })).toMatchObject({
    status: 422,
    body: { errors: [{ code: 'unknown_field', field: 'variant_id' }] },
  });
  expect(await call('DELETE', path)).toMatchObject({
    status: 200,
    body: { data: { id: created.body.data.id, sku: variant.sku, reorder_point: 5 } },
  });
  expect(await call('DELETE', path)).toMatchObject({ status: 404, body: { errors: [{ code: 'not_found' }] } });
});

test("without a policy the defaults apply: the supplier's lead time, then the organization's settings", async () => {
  const tenant = await world.tenant();
  const supplier = await makeSupplier(tenant, { leadTimeDays: 21 });
  const bought = await makeStock(tenant, 5, { supplierId: supplier.id });
  const { variant, location } = await makeStock(tenant, 5);
  expect(await inForce(tenant)).toMatchObject([
    {
      variant_id: bought.variant.id,
      quantity_available: 5,
      reorder_point: 0,
      reorder_quantity: 0,
      lead_time_days: 21,
      safety_stock: 0,
    },
    {
      variant_id: variant.id,
      quantity_available: 5,
      reorder_point: 0,
      reorder_quantity: 0,
      lead_time_days: 7,
      safety_stock: 0,
    },
  ]);
  await tenant.run(updateOrganization, {
    defaultReorderPoint: 6,
    defaultReorderQuantity: 12,
    defaultLeadTimeDays: 3,
    defaultSafetyStock: 2,
  });
  const policy = await tenant.run(createInventoryPolicy, {
    variantId: variant.id,
    locationId: location.id,
    reorderPoint: 1,
    reorderQuantity: 2,
  });
  expect(await inForce(tenant)).toMatchObject([
    { reorder_point: 6, reorder_quantity: 12, lead_time_days: 21, safety_stock: 2 },
    { reorder_point: 1, reorder_quantity: 2, lead_time_days: 3, safety_stock: 2 },
  ]);
  await tenant.run(deleteInventoryPolicy, { id: policy['id'] });
  expect(await inForce(tenant)).toMatchObject([
    {},
    { reorder_point: 6, reorder_quantity: 12, lead_time_days: 3, safety_stock: 2 },
  ]);
});

test('stock is low below the reorder point, and if a policy exists, before the first stock arrives', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const never = await makeVariant(tenant);
  const elsewhere = await makeLocation(tenant);
  await tenant.run(createInventoryPolicy, {
    variantId: variant.id,
    locationId: location.id,
    reorderPoint: 10,
    reorderQuantity: 5,
    safetyStock: 2,
  });
  await tenant.run(createInventoryPolicy, {
    variantId: never.id,
    locationId: elsewhere.id,
    reorderPoint: 3,
    reorderQuantity: 20,
  });
  expect(await low(tenant)).toMatchObject([
    {
      variant_id: never.id,
      location_id: elsewhere.id,
      quantity_available: 0,
      shortage: 3,
      suggested_order_quantity: 20,
    },
  ]);
  await adjust(tenant, variant, location, -4, { reason: 'damage' });
  expect(await low(tenant)).toMatchObject([
    {
      variant_id: variant.id,
      location_id: location.id,
      quantity_available: 6,
      reorder_point: 10,
      shortage: 4,
      suggested_order_quantity: 6,
    },
    { variant_id: never.id },
  ]);
});
