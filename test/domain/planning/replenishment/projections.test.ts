import { expect, test } from '@jest/globals';
import { createInventoryPolicy, updateInventoryPolicy } from '../../../../src/domain/inventory-policies.ts';
import { listLots, quarantineLot } from '../../../../src/domain/lots.ts';
import { createOrder } from '../../../../src/domain/orders.ts';

import { listInventoryProjections, projected } from '../../../../src/domain/planning/replenishment/projections.ts';
import {
  type Evidence,
  inFeedingOrder,
  NO_EVIDENCE,
  sourceOf,
} from '../../../../src/domain/planning/replenishment/sources.ts';
import { createPurchaseOrder } from '../../../../src/domain/purchase-orders.ts';
import { createStockTransfer, shipStockTransfer } from '../../../../src/domain/stock-transfers.ts';
import { createSupplierItem } from '../../../../src/domain/supplier-items.ts';
import type { Row } from '../../../../src/kernel/view.ts';
import { askerOf } from '../../../support/faces.ts';
import { adjust, makeLocation, makeStock, makeSupplier, makeVariant } from '../../../support/make.ts';
import { refusal, useWorld } from '../../../support/world.ts';

const world = useWorld();
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

interface Projected {
  date: string;
  incoming: number;
  demand: { orders: number; batches: number; transfers: number; forecast: number };
  expiring: number;
  projected: number;
  availableToPromise: number;
}
const daysOf = (row: Row | undefined) => row!['days'] as Projected[];

/** 10 on hand, 4 ordered, 6 leaving on a transfer, and 20 arriving in three days. */
async function place() {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const shop = await makeLocation(tenant);
  const items = (quantity: number) => [{ sku: variant.sku, quantity }];
  await tenant.run(createOrder, { locationId: location.id, items: items(4) });
  await tenant.run(createPurchaseOrder, { locationId: location.id, items: items(20), expectedOn: inDays(3) });
  await tenant.run(createPurchaseOrder, { locationId: location.id, items: items(90), status: 'draft' });
  const places = { sourceLocationId: location.id, destinationLocationId: shop.id };
  await tenant.run(createStockTransfer, { ...places, items: items(8), expectedOn: inDays(3) });
  const project = async (input: object) => (await tenant.list(listInventoryProjections, { days: 5, ...input })).rows;
  return { tenant, variant, location, shop, project };
}

test('a projection adds receipts and subtracts demand, day by day', async () => {
  const { project, variant, location, shop } = await place();
  const [here] = await project({ skus: [variant.sku], locationIds: [location.id] });
  expect(here).toMatchObject({ sku: variant.sku, quantityOnHand: 10, replenishment: { source: 'buy' } });
  expect(
    daysOf(here).map(day => [day.date, day.incoming, day.demand.orders, day.demand.transfers, day.projected]),
  ).toEqual([
    [inDays(0), 0, 4, 0, 6],
    [inDays(1), 0, 0, 0, 6],
    [inDays(2), 0, 0, 8, -2],
    [inDays(3), 20, 0, 0, 18],
    [inDays(4), 0, 0, 0, 18],
  ]);
  const there = await project({ variantIds: [variant.id], locationIds: [shop.id] });
  expect(there).toEqual([]);
});

test('pages hold every place with stock or a policy once, by SKU and location, and by cursor nothing is counted', async () => {
  const tenant = await world.tenant();
  const [shop, store] = [await makeLocation(tenant), await makeLocation(tenant)];
  const [a, b, c] = [await makeVariant(tenant), await makeVariant(tenant), await makeVariant(tenant)];
  await adjust(tenant, b, store, 1);
  await adjust(tenant, b, shop, 2);
  await adjust(tenant, a, store, 3);
  for (const [variant, location] of [
    [b, shop],
    [c, store],
  ] as const)
    await tenant.run(createInventoryPolicy, {
      sku: variant.sku,
      locationId: location.id,
      reorderPoint: 1,
      reorderQuantity: 1,
    });
  const places = [
    [a, store],
    [b, shop],
    [b, store],
    [c, store],
  ]
    .map(([variant, location]) => [(variant as Row)['sku'] as string, location!.id as string] as const)
    .sort(([sku, id], [otherSku, otherId]) => (sku === otherSku ? (id < otherId ? -1 : 1) : sku < otherSku ? -1 : 1));
  const list = (input: object) => tenant.list(listInventoryProjections, { days: 1, ...input });
  const at = (rows: readonly Row[]) => rows.map(row => [row['sku'], row['locationId']]);
  for (const [page, from] of [
    [1, 0],
    [2, 3],
    [3, 6],
  ] as const) {
    const { rows, total } = await list({ perPage: 3, page });
    expect({ rows: at(rows), total }).toEqual({ rows: places.slice(from, from + 3), total: 4 });
  }
  const first = await list({ perPage: 3 });
  const rest = await list({ perPage: 3, cursor: first.nextCursor });
  expect(at(rest.rows)).toEqual(places.slice(3));
  expect(rest).not.toHaveProperty('total');
  expect(rest.nextCursor).toBeNull();
  const there = await list({ perPage: 2, locationIds: [store.id] });
  expect({ rows: at(there.rows), total: there.total }).toEqual({
    rows: places.filter(([, id]) => id === store.id).slice(0, 2),
    total: 3,
  });
});

test('what is available to promise for a day breaks no later promise', async () => {
  const { project, variant, location } = await place();
  const [here] = await project({ skus: [variant.sku], locationIds: [location.id] });
  expect(daysOf(here).map(day => day.availableToPromise)).toEqual([-2, -2, -2, 18, 18]);
});

test('what expires before it is needed is neither projected nor promised from that day on', async () => {
  const tenant = await world.tenant();
  const [variant, location] = [await makeVariant(tenant, { lotTracked: true }), await makeLocation(tenant)];
  const lots = [
    [10, { lotNumber: 'SOON', expiryDate: inDays(1) }],
    [3, { lotNumber: 'LATER', expiryDate: inDays(2) }],
    [5, { lotNumber: 'NEVER' }],
  ] as const;
  for (const [quantity, lot] of lots) await adjust(tenant, variant, location, quantity, lot);
  await tenant.run(createOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity: 4 }] });
  const ask = async () =>
    daysOf((await tenant.list(listInventoryProjections, { skus: [variant.sku], days: 5 })).rows[0]);
  const told = async () => (await ask()).map(day => [day.expiring, day.projected, day.availableToPromise]);
  // The order takes what expires first; the last day of a lot is its expiry date.
  expect(await told()).toEqual([
    [0, 14, 14],
    [0, 14, 14],
    [6, 8, 8],
    [3, 5, 5],
    [0, 5, 5],
  ]);
  // More orders than expire: nothing does.
  await tenant.run(createOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity: 9 }] });
  expect(await told()).toEqual(Array.from({ length: 5 }, () => [0, 5, 5]));
  // A promise that is already short is not made good by goods that would expire.
  await tenant.run(createOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity: 7 }] });
  expect(await told()).toEqual(Array.from({ length: 5 }, () => [0, -2, -2]));
});

test('a lot in transit expires too, and does not count at all while it is on hold', async () => {
  const tenant = await world.tenant();
  const [variant, source, destination] = [
    await makeVariant(tenant, { lotTracked: true }),
    await makeLocation(tenant),
    await makeLocation(tenant),
  ];
  await adjust(tenant, variant, source, 5, { lotNumber: 'SOON', expiryDate: inDays(2) });
  await adjust(tenant, variant, source, 3, { lotNumber: 'NEVER' });
  const transfer = await tenant.run(createStockTransfer, {
    sourceLocationId: source.id,
    destinationLocationId: destination.id,
    items: [{ sku: variant.sku, quantity: 8 }],
    expectedOn: inDays(1),
  });
  await tenant.run(shipStockTransfer, { id: transfer['id'] });
  const told = async () => {
    const { rows } = await tenant.list(listInventoryProjections, {
      skus: [variant.sku],
      locationIds: [destination.id],
      days: 5,
    });
    return daysOf(rows[0]).map(day => [day.incoming, day.expiring, day.projected, day.availableToPromise]);
  };
  expect(await told()).toEqual([
    [0, 0, 0, 0],
    [8, 0, 8, 8],
    [0, 0, 8, 8],
    [0, 5, 3, 3],
    [0, 0, 3, 3],
  ]);
  const { rows } = await tenant.list(listLots, { lotNumber: 'SOON' });
  await tenant.run(quarantineLot, { id: rows[0]!['id'] });
  expect(await told()).toEqual([[0, 0, 0, 0], [3, 0, 3, 3], ...Array.from({ length: 3 }, () => [0, 0, 3, 3])]);
});

test('a lot on hold is out of the projection before it expires, and not a second time then', async () => {
  const tenant = await world.tenant();
  const [variant, location] = [await makeVariant(tenant, { lotTracked: true }), await makeLocation(tenant)];
  await adjust(tenant, variant, location, 5, { lotNumber: 'HELD', expiryDate: inDays(1) });
  await adjust(tenant, variant, location, 2, { lotNumber: 'GOOD' });
  const { rows } = await tenant.list(listLots, { lotNumber: 'HELD' });
  await tenant.run(quarantineLot, { id: rows[0]!['id'] });
  const [here] = (await tenant.list(listInventoryProjections, { skus: [variant.sku], days: 4 })).rows;
  expect(daysOf(here).map(day => [day.expiring, day.projected])).toEqual(Array.from({ length: 4 }, () => [0, 2]));
});

test('a purchase order without an expected day comes after its lead time: item, policy, supplier, organization', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const supplier = await makeSupplier(tenant, { leadTimeDays: 5 });
  const item = await tenant.run(createSupplierItem, { supplierId: supplier.id, sku: variant.sku, leadTimeDays: 1 });
  const items = (quantity: number) => [{ sku: variant.sku, quantity }];
  const supplied = { locationId: location.id, supplierId: supplier.id };
  await tenant.run(createPurchaseOrder, { locationId: location.id, items: items(1) });
  await tenant.run(createPurchaseOrder, { ...supplied, items: items(2) });
  await tenant.run(createPurchaseOrder, { ...supplied, items: [{ supplierItemId: item.id, quantity: 4 }] });
  const coming = async () => {
    const input = { skus: [variant.sku], locationIds: [location.id], days: 10 };
    const { rows } = await tenant.list(listInventoryProjections, input);
    return daysOf(rows[0])
      .filter(day => day.incoming > 0)
      .map(day => [day.date, day.incoming, day.availableToPromise]);
  };
  expect(await coming()).toEqual([
    [inDays(1), 4, 14],
    [inDays(5), 2, 16],
    [inDays(7), 1, 17],
  ]);
  const policy = { variantId: variant.id, locationId: location.id, reorderPoint: 0, reorderQuantity: 0 };
  await tenant.run(createInventoryPolicy, { ...policy, leadTimeDays: 3 });
  expect(await coming()).toEqual([
    [inDays(1), 4, 14],
    [inDays(3), 3, 17],
  ]);
});

test('expected demand of production and supplied locations is not counted again once it is planned', () => {
  const state = { usable: 100, dayMean: 10, ownShare: 0.5, runs: null } as never;
  const dates = [inDays(0), inDays(1), inDays(2)];
  const batch = [{ variantId: '', locationId: '', kind: 'batches' as const, day: 0, quantity: 12 }];
  const days = projected(state, batch, dates) as never as Projected[];
  expect(days.map(day => [day.demand.batches, day.demand.forecast, day.projected])).toEqual([
    [12, 5, 83],
    [0, 5, 78],
    [0, 8, 70],
  ]);
});

test('REST and GraphQL show the same projection', async () => {
  const { tenant, variant, location, project } = await place();
  const { url } = await world.serve();
  const ask = askerOf(url, await tenant.key());
  const { data } = await ask(
    `{ variant(id: "${variant.id}") { projection(locationId: "${location.id}", days: 5) { sku quantityOnHand days { date projected availableToPromise } } } }`,
  );
  const [here] = await project({ skus: [variant.sku], locationIds: [location.id] });
  expect((data!['variant'] as Row)['projection']).toEqual({
    sku: variant.sku,
    quantityOnHand: 10,
    days: daysOf(here).map(({ date, projected: left, availableToPromise }) => ({
      date,
      projected: left,
      availableToPromise,
    })),
  });
});

test('a source that contradicts its policy is refused at its field', async () => {
  const tenant = await world.tenant();
  const variant = await makeVariant(tenant);
  const [here, there] = [await makeLocation(tenant), await makeLocation(tenant)];
  const terms = { sku: variant.sku, reorderPoint: 0, reorderQuantity: 0 };
  const problem = [{ code: 'validation_failed', field: 'sourceLocationId' }];
  const make = (given: object) => tenant.run(createInventoryPolicy, { ...terms, locationId: here.id, ...given });
  const moved = { replenishmentSource: 'move', sourceLocationId: there.id };
  expect(await refusal(make({ replenishmentSource: 'move' }))).toEqual(problem);
  expect(await refusal(make({ replenishmentSource: 'buy', sourceLocationId: there.id }))).toEqual(problem);
  expect(await refusal(make({ ...moved, sourceLocationId: here.id }))).toEqual(problem);
  expect(await refusal(make({ ...moved, sourceLocationId: variant.id }))).toEqual([
    { code: 'reference_not_found', field: 'sourceLocationId' },
  ]);
  const policy = await make(moved);
  expect(policy).toMatchObject({ replenishmentSource: 'move', sourceLocationId: there.id });
  expect(await refusal(make({ locationId: there.id, ...moved, sourceLocationId: here.id }))).toEqual(problem);
  expect(await tenant.run(updateInventoryPolicy, { id: policy['id'], replenishmentSource: 'make' })).toMatchObject({
    replenishmentSource: 'make',
    sourceLocationId: null,
  });
});

const evidence = (given: Partial<Evidence>): Evidence => ({ ...NO_EVIDENCE, ...given });
const NOT_TOLD = { policySource: null, policyFrom: null };

test.each<[string, Evidence, object]>([
  ['nothing is known: it is bought', NO_EVIDENCE, { kind: 'buy' }],
  ['it has a recipe: it is made', evidence({ recipeId: 'r' }), { kind: 'make', recipeId: 'r' }],
  [
    'it is made here, though some was moved in',
    evidence({ recipeId: 'r', madeAt: ['here'], moved: [{ from: 'hub', to: 'here', quantity: 9 }] }),
    { kind: 'make' },
  ],
  [
    'it is made elsewhere: it is moved from there',
    evidence({ recipeId: 'r', madeAt: ['hub'] }),
    { kind: 'move', from: 'hub' },
  ],
  [
    'transfers bring it',
    evidence({ moved: [{ from: 'hub', to: 'here', quantity: 9 }] }),
    { kind: 'move', from: 'hub' },
  ],
  [
    'more is bought than moved',
    evidence({ moved: [{ from: 'hub', to: 'here', quantity: 9 }], bought: new Map([['here', 10]]) }),
    { kind: 'buy' },
  ],
  [
    'more goes back than comes',
    evidence({
      moved: [
        { from: 'here', to: 'hub', quantity: 10 },
        { from: 'hub', to: 'here', quantity: 9 },
      ],
    }),
    { kind: 'buy' },
  ],
])('where it comes from: %s', (_, given, expected) => {
  expect(sourceOf('here', NOT_TOLD, given)).toMatchObject(expected);
});

test('a policy takes precedence over what can be inferred', () => {
  const told = { policySource: 'buy' as const, policyFrom: null };
  expect(sourceOf('here', told, evidence({ recipeId: 'r', madeAt: ['here'] }))).toMatchObject({
    kind: 'buy',
    recipeId: null,
  });
});

test('locations are planned before those that supply them, and cycles are cut', () => {
  const at = (locationId: string, from: string | null) => ({
    locationId,
    source: { kind: from ? ('move' as const) : ('buy' as const), from, recipeId: null, why: '' },
  });
  const names = (places: { locationId: string }[]) => places.map(({ locationId }) => locationId);
  expect(names(inFeedingOrder([at('hub', null), at('shop', 'hub'), at('kiosk', 'shop')]))).toEqual([
    'kiosk',
    'shop',
    'hub',
  ]);
  const circle = inFeedingOrder([at('a', 'b'), at('b', 'a')]);
  expect(circle.map(({ source }) => source.kind)).toEqual(['buy', 'move']);
});
