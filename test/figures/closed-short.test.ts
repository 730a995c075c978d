import { expect, test } from '@jest/globals';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import { closeOrder } from '../../src/domain/orders.ts';
import { receivePurchaseOrder } from '../../src/domain/purchase-order-receipts.ts';
import { createPurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { createSupplier } from '../../src/domain/suppliers.ts';
import { report } from '../../src/figures/query.ts';
import { type Made, makeLocation, makeOrder, makeVariant } from '../support/make.ts';
import { type Tenant, useWorld } from '../support/world.ts';

/* What is not delivered in full must not look as if it were: docs/api.md, "Order states". */

const world = useWorld();

const figuresOf = async (tenant: Tenant, ...measures: string[]) =>
  ((await tenant.run(report, { measures })) as { data: object[] }).data;

test('of an order that was closed short, all that was ordered counts, and what has left is the share fulfilled', async () => {
  const tenant = await world.tenant();
  const { order, variants } = await makeOrder(tenant, { status: 'reserved', quantities: [4, 6] });
  await tenant.run(fulfillOrder, { id: order.id, items: [{ sku: variants[0]!.sku, quantity: 1 }] });
  await tenant.run(closeOrder, { id: order.id });
  expect(await figuresOf(tenant, 'units_ordered', 'fill_rate')).toEqual([{ units_ordered: 10, fill_rate: 0.1 }]);
});

test('a purchase order that was closed short was not on time, and does not say how long a delivery takes', async () => {
  const tenant = await world.tenant();
  const variant = await makeVariant(tenant);
  const location = await makeLocation(tenant);
  const supplier = (await tenant.run(createSupplier, { name: 'Short Ltd' })) as Made;
  const receive = async (given: object) => {
    const { id } = await tenant.run(createPurchaseOrder, {
      locationId: location.id,
      supplierId: supplier.id,
      expectedOn: '2999-01-01',
      items: [{ sku: variant.sku, quantity: 10 }],
    });
    await tenant.run(receivePurchaseOrder, { id, ...given });
  };
  await receive({ items: [{ sku: variant.sku, quantity: 4 }], close: true });
  expect(await figuresOf(tenant, 'on_time_rate', 'lead_time_days')).toEqual([
    { on_time_rate: 0, lead_time_days: null },
  ]);
  await receive({});
  expect(await figuresOf(tenant, 'on_time_rate')).toEqual([{ on_time_rate: 0.5 }]);
});
