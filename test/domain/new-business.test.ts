import { expect, test } from '@jest/globals';
import { createCycleCount } from '../../src/domain/cycle-counts.ts';
import { createInventoryAdjustment } from '../../src/domain/inventory-adjustments.ts';
import { updateLocation } from '../../src/domain/locations.ts';
import { createOrder, fulfillOrder, reserveOrder } from '../../src/domain/orders.ts';
import { updateProduct } from '../../src/domain/products.ts';
import { createPurchaseOrder, receivePurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { createReturnAuthorization, receiveReturnAuthorization } from '../../src/domain/return-authorizations.ts';
import { listInventoryLevels } from '../../src/domain/stock/levels.ts';
import { createStockTransfer, receiveStockTransfer, shipStockTransfer } from '../../src/domain/stock-transfers.ts';
import { refusedWithoutTrace } from '../support/documents.ts';
import { adjust, makeLocation, makeStock } from '../support/make.ts';
import { refusal, useWorld } from '../support/world.ts';

/* What may begin, and what a request alone is refused for. */

const world = useWorld();

test('nothing new begins at a location out of use; what is there can leave, and what was under way arrives', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const open = await makeLocation(tenant);
  const items = [{ sku: variant.sku, quantity: 2 }];
  const order = await tenant.run(createOrder, { locationId: location.id, items });
  await tenant.run(fulfillOrder, { id: order['id'] });
  const pending = await tenant.run(createOrder, { locationId: location.id, items });
  const purchase = await tenant.run(createPurchaseOrder, { locationId: location.id, items });
  await tenant.run(updateLocation, { id: location.id, active: false });
  const refused = async (work: () => Promise<unknown>, field: string) =>
    expect(await refusedWithoutTrace(world, tenant, work)).toEqual([{ code: 'validation_failed', field }]);
  await refused(() => tenant.run(createOrder, { locationId: location.id, items }), 'locationId');
  await refused(() => tenant.run(createPurchaseOrder, { locationId: location.id, items }), 'locationId');
  const between = (sourceLocationId: string, destinationLocationId: string) => () =>
    tenant.run(createStockTransfer, { sourceLocationId, destinationLocationId, items });
  await refused(between(open.id, location.id), 'destinationLocationId');
  const returned = (locationId?: string) => () =>
    tenant.run(createReturnAuthorization, {
      orderId: order['id'],
      reason: 'Too much.',
      items: [{ ...items[0], condition: 'sellable' }],
      ...(locationId !== undefined && { locationId }),
    });
  await refused(returned(), 'locationId');
  // What has begun goes on.
  await tenant.run(receiveReturnAuthorization, { id: (await returned(open.id)())['id'] });
  await tenant.run(reserveOrder, { id: pending['id'] });
  await tenant.run(receivePurchaseOrder, { id: purchase['id'] });
  const { id } = await between(location.id, open.id)();
  await tenant.run(shipStockTransfer, { id });
  await tenant.run(receiveStockTransfer, { id });
  await adjust(tenant, variant, location, -1);
  await tenant.run(createCycleCount, { locationId: location.id });
});

test('what is archived is neither sold nor bought any more, whoever names it how; it can be moved and come back', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const open = await makeLocation(tenant);
  const items = [{ variantId: variant.id, quantity: 2 }];
  const order = await tenant.run(createOrder, { locationId: location.id, items });
  await tenant.run(updateProduct, { id: variant['productId'], status: 'archived' });
  for (const operation of [createOrder, createPurchaseOrder]) {
    const both = [
      { variantId: variant.id, quantity: 1 },
      { sku: variant.sku, quantity: 1 },
    ];
    expect(
      await refusedWithoutTrace(world, tenant, () => tenant.run(operation, { locationId: location.id, items: both })),
    ).toEqual([
      { code: 'validation_failed', field: 'items[0].variantId' },
      { code: 'validation_failed', field: 'items[1].sku' },
    ]);
  }
  await tenant.run(fulfillOrder, { id: order['id'] });
  await tenant.run(createReturnAuthorization, {
    orderId: order['id'],
    reason: 'Too much.',
    items: [{ ...items[0], condition: 'sellable' }],
  });
  await tenant.run(createStockTransfer, { sourceLocationId: location.id, destinationLocationId: open.id, items });
});

test('what a request alone is refused for uses up no key, and all of it comes at once', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const other = await makeLocation(tenant);
  const items = [{ sku: variant.sku, quantity: 1 }];
  const cases = [
    [
      createInventoryAdjustment,
      {},
      ['locationId', 'sku', 'quantityChange'],
      { sku: variant.sku, locationId: location.id, quantityChange: 1 },
    ],
    [
      createOrder,
      { items: [{ quantity: 0 }] },
      ['locationId', 'items[0].quantity', 'items[0].sku'],
      { locationId: location.id, items },
    ],
    [
      createStockTransfer,
      { sourceLocationId: other.id, destinationLocationId: other.id, items: [{}] },
      ['items[0].quantity', 'items[0].sku', 'destinationLocationId'],
      { sourceLocationId: location.id, destinationLocationId: other.id, items },
    ],
  ] as const;
  for (const [operation, wrong, fields, right] of cases) {
    expect((await refusal(tenant.run(operation, wrong, 'v1'))).map(problem => problem.field)).toEqual(fields);
    expect(await tenant.run(operation, right, 'v1')).toHaveProperty('id');
  }
});

test('as_of shows what was on hand, sorts by it page by page, and leaves open what the ledger does not know', async () => {
  const tenant = await world.tenant();
  const [a, b, c] = [await makeStock(tenant, 1), await makeStock(tenant, 2), await makeStock(tenant, 3)];
  const { rows: now } = await tenant.list(listInventoryLevels);
  const asOf = now
    .map(row => row['updatedAt'] as string)
    .sort()
    .at(-1);
  await adjust(tenant, a.variant, a.location, 100);
  await adjust(tenant, c.variant, c.location, -3);
  const sku = (stock: typeof a) => stock.variant.sku;
  const first = await tenant.list(listInventoryLevels, { asOf, sort: 'most_on_hand', perPage: 2 });
  expect(first.rows.map(row => [row['sku'], row['quantityOnHand']])).toEqual([
    [sku(c), 3],
    [sku(b), 2],
  ]);
  const second = await tenant.list(listInventoryLevels, {
    asOf,
    sort: 'most_on_hand',
    perPage: 2,
    cursor: first.nextCursor,
  });
  expect(second.rows).toMatchObject([
    {
      sku: sku(a),
      quantityOnHand: 1,
      quantityAvailable: null,
      quantityReserved: null,
      quantityOnHold: null,
      quantityIncoming: null,
    },
  ]);
  const refused = async (given: object) =>
    (await refusal(tenant.list(listInventoryLevels, { asOf, ...given }))).map(({ code, field }) => `${code} ${field}`);
  for (const sort of ['least_available', 'most_available'])
    expect(await refused({ sort })).toEqual(['validation_failed sort']);
  expect(await refused({ updatedSince: asOf })).toEqual(['validation_failed asOf']);
  expect(await refused({ asOf: '2999-01-01T00:00:00Z' })).toEqual(['validation_failed asOf']);
});
