import { expect, test } from '@jest/globals';
import { sql } from 'kysely';

import { createOrder } from '../../../../src/domain/orders.ts';
import { recordDemandHistory } from '../../../../src/domain/planning/demand-history.ts';
import {
  dismissInsight,
  listInsights,
  reopenInsight,
  snoozeInsight,
} from '../../../../src/domain/planning/insights/insights.ts';
import { readTransitDays } from '../../../../src/domain/planning/replenishment/lead-days.ts';
import { cancelProductionBatch, createProductionBatch } from '../../../../src/domain/production-batches.ts';
import { receivePurchaseOrder } from '../../../../src/domain/purchase-order-receipts.ts';
import { createPurchaseOrder } from '../../../../src/domain/purchase-orders.ts';
import { recallLot } from '../../../../src/domain/recalls.ts';
import { receiveStockTransfer } from '../../../../src/domain/stock-transfer-receipts.ts';
import { createStockTransfer, shipStockTransfer } from '../../../../src/domain/stock-transfers.ts';
import { createWasteRecord } from '../../../../src/domain/waste-records.ts';
import type { Row } from '../../../../src/kernel/view.ts';
import { ofTenant } from '../../../../src/store/tenant.ts';
import { adjust, makeLocation, makeStock, makeSupplier, makeVariant } from '../../../support/make.ts';
import { makeBakery } from '../../../support/manufacturing.ts';
import { refusal, type Tenant, useWorld } from '../../../support/world.ts';

const world = useWorld();
const found = async (tenant: Tenant, type: string, input: object = {}): Promise<Row[]> =>
  (await tenant.list(listInsights, { type, ...input })).rows;

test('an overdue transfer is reported until it is received', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const shop = await makeLocation(tenant);
  const { id } = await tenant.run(createStockTransfer, {
    sourceLocationId: location.id,
    destinationLocationId: shop.id,
    items: [{ sku: variant.sku, quantity: 4 }],
    expectedOn: '2026-01-01',
  });
  expect(await found(tenant, 'late_transfer')).toEqual([]);
  await tenant.run(shipStockTransfer, { id });
  expect(await found(tenant, 'late_transfer')).toMatchObject([
    {
      severity: 'warning',
      locationId: shop.id,
      referenceType: 'stock_transfer',
      referenceId: id,
      metrics: { quantity_outstanding: 4 },
    },
  ]);
  await tenant.run(receiveStockTransfer, { id });
  expect(await found(tenant, 'late_transfer')).toEqual([]);
});

test('an order that neither stock nor receipts can fill is reported, and the same order within minutes', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 3);
  const order = () => tenant.run(createOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity: 5 }] });
  const first = await order();
  expect(await found(tenant, 'unfillable_order')).toMatchObject([
    { referenceId: first['id'], metrics: { quantity_missing: 2 } },
  ]);
  expect(await found(tenant, 'duplicate_order')).toEqual([]);
  const second = await order();
  expect(await found(tenant, 'duplicate_order')).toMatchObject([
    { referenceId: second['id'], metrics: { same_as: first['number'] } },
  ]);
});

test('a planned batch whose ingredients are gone is reported until it is cancelled', async () => {
  const tenant = await world.tenant();
  const { flour, location, recipe } = await makeBakery(tenant, 10);
  const { id } = await tenant.run(createProductionBatch, {
    recipeId: recipe.id,
    locationId: location.id,
    plannedQuantity: 5,
  });
  expect(await found(tenant, 'missing_ingredient')).toEqual([]);
  await tenant.run(createWasteRecord, {
    variantId: flour.id,
    locationId: location.id,
    quantity: 4,
    reason: 'spoilage',
  });
  expect(await found(tenant, 'missing_ingredient')).toMatchObject([
    { severity: 'critical', sku: flour.sku, referenceId: id, metrics: { quantity_missing: 4 } },
  ]);
  await tenant.run(cancelProductionBatch, { id });
  expect(await found(tenant, 'missing_ingredient')).toEqual([]);
});

test('unusual waste and recalled stock are reported, and never as a reason to buy', async () => {
  const tenant = await world.tenant();
  const { flour, location, flourLot } = await makeBakery(tenant, 50);
  await tenant.run(createWasteRecord, {
    variantId: flour.id,
    locationId: location.id,
    quantity: 20,
    reason: 'spoilage',
  });
  expect(await found(tenant, 'unusual_waste')).toMatchObject([
    { sku: flour.sku, metrics: { quantity_wasted_7_days: 20 } },
  ]);
  await tenant.run(recallLot, { id: flourLot.id });
  const [recalled] = await found(tenant, 'recalled_stock');
  expect(recalled).toMatchObject({
    severity: 'critical',
    lotId: flourLot.id,
    suggestedAction: { type: 'record_waste', payload: { quantity: 30 } },
  });
});

test('a price increase of more than a fifth is reported', async () => {
  const tenant = await world.tenant();
  const variant = await makeVariant(tenant);
  const [supplier, location] = [await makeSupplier(tenant), await makeLocation(tenant)];
  for (const unitCost of [2, 2, 2.5]) {
    expect(await found(tenant, 'price_jump')).toEqual([]);
    const items = [{ sku: variant.sku, quantity: 10, unitCost }];
    await tenant.run(createPurchaseOrder, { supplierId: supplier.id, locationId: location.id, items });
  }
  expect(await found(tenant, 'price_jump')).toMatchObject([
    { sku: variant.sku, metrics: { usual_unit_cost: 2, change: 0.25, extra_cost: 5 } },
  ]);
});

test('a dismissed or snoozed insight is hidden from everybody until it gets worse', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 3);
  await tenant.run(createOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity: 5 }] });
  const [insight] = await found(tenant, 'unfillable_order');
  const id = insight!['id'];
  expect(await tenant.run(dismissInsight, { id })).toMatchObject({
    id,
    status: 'dismissed',
    markedBy: expect.any(String),
  });
  expect(await found(tenant, 'unfillable_order')).toEqual([]);
  expect(await found(tenant, 'unfillable_order', { status: 'dismissed' })).toMatchObject([{ id }]);
  const until = new Date(Date.now() + 86_400_000);
  expect(await tenant.run(snoozeInsight, { id, until: until.toISOString() })).toMatchObject({
    status: 'snoozed',
    snoozedUntil: until.toISOString(),
  });
  expect(await tenant.run(reopenInsight, { id })).toMatchObject({
    id,
    status: 'open',
    snoozedUntil: null,
    markedBy: null,
  });
  expect(await found(tenant, 'unfillable_order')).toMatchObject([{ id, status: 'open' }]);
  await tenant.run(dismissInsight, { id });
  await adjust(tenant, variant, location, -3);
  expect(await found(tenant, 'unfillable_order')).toMatchObject([{ id, status: 'open' }]);
  for (const decide of [dismissInsight, reopenInsight])
    expect(await refusal(tenant.run(decide, { id: tenant.id }))).toEqual([{ code: 'not_found' }]);
  expect(await refusal(tenant.run(snoozeInsight, { id, until: '2026-01-01T00:00:00Z' }))).toEqual([
    { code: 'validation_failed', field: 'until' },
  ]);
});

test('a supplier with longer lead times than agreed is reported, with the actual ones', async () => {
  const tenant = await world.tenant();
  const supplier = await makeSupplier(tenant, { leadTimeDays: 5 });
  const { variant, location } = await makeStock(tenant, 10);
  for (let delivery = 0; delivery < 3; delivery += 1) {
    const items = [{ sku: variant.sku, quantity: 10, unitCost: 2 }];
    const { id } = await tenant.run(createPurchaseOrder, { supplierId: supplier.id, locationId: location.id, items });
    await tenant.run(receivePurchaseOrder, { id });
  }
  expect(await found(tenant, 'slow_supplier')).toEqual([]);
  await world.database.transaction(tenant.id, 'system', ({ db }) =>
    sql`update purchase_orders o set created_at = o.received_at - interval '12 days',
      submitted_at = o.received_at - interval '12 days' where ${ofTenant('o')}`.execute(db),
  );
  expect(await found(tenant, 'slow_supplier')).toMatchObject([
    {
      referenceType: 'supplier',
      referenceId: supplier.id,
      metrics: { lead_time_days: 5, actual_lead_time_days: 12, deliveries: 3 },
      suggestedAction: { method: 'PATCH', path: `/suppliers/${supplier.id}`, payload: { lead_time_days: 12 } },
    },
  ]);
});

test('the day on which a delivery was closed short is not when its supplier or transfer delivers', async () => {
  const tenant = await world.tenant();
  const supplier = await makeSupplier(tenant, { leadTimeDays: 5 });
  const { variant, location } = await makeStock(tenant, 100);
  const other = await makeLocation(tenant);
  const items = [{ sku: variant.sku, quantity: 10 }];
  const some = [{ sku: variant.sku, quantity: 4 }];
  const [closed, whole]: string[][] = [[], []];
  for (const closes of [false, true, true, true, false, false]) {
    const { id } = await tenant.run(createPurchaseOrder, { supplierId: supplier.id, locationId: location.id, items });
    await tenant.run(receivePurchaseOrder, { id, ...(closes && { items: some, close: true }) });
    const move = await tenant.run(createStockTransfer, {
      sourceLocationId: location.id,
      destinationLocationId: other.id,
      items,
    });
    await tenant.run(shipStockTransfer, { id: move['id'] });
    await tenant.run(receiveStockTransfer, { id: move['id'], ...(closes && { items: some, close: true }) });
    (closes ? closed : whole)!.push(id as string, move['id'] as string);
  }
  // What was closed short was closed after 100 days, everything else came after two.
  await world.database.transaction(tenant.id, 'system', async ({ db }) => {
    for (const [ids, days] of [
      [closed, 100],
      [whole, 2],
    ] as const) {
      const ago = sql`o.received_at - ${days}::int * interval '1 day' where ${ofTenant('o')} and o.id = any(${ids})`;
      await sql`update purchase_orders o
        set created_at = o.created_at - interval '100 days', submitted_at = ${ago}`.execute(db);
      await sql`update stock_transfers o
        set created_at = o.created_at - interval '100 days', shipped_at = ${ago}`.execute(db);
    }
  });
  expect(await found(tenant, 'slow_supplier')).toEqual([]);
  const days = await world.database.transaction(tenant.id, 'system', async ({ db }) => readTransitDays(db));
  expect(days(location.id, other.id)).toBe(2);
});

test('a variant in demand without a supplier is reported once, if most others have one', async () => {
  const tenant = await world.tenant();
  const [supplier, location] = [await makeSupplier(tenant), await makeLocation(tenant)];
  const variants = [];
  for (let item = 0; item < 10; item += 1)
    variants.push(await makeVariant(tenant, item < 2 ? {} : { supplierId: supplier.id }));
  const date = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  await tenant.run(recordDemandHistory, {
    rows: variants.flatMap(({ sku }) =>
      [2, 3, 4].map(daysAgo => ({ sku, locationId: location.id, date: date(daysAgo), quantity: 2 })),
    ),
  });
  const [insight, ...others] = await found(tenant, 'incomplete_item');
  expect(others).toEqual([]);
  expect(insight).toMatchObject({
    title: '2 items have no supplier',
    metrics: { items: 2 },
    suggestedAction: { type: 'add_supplier', missing: ['supplier_id'] },
  });
});
