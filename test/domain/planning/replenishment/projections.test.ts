import { expect, test } from '@jest/globals';
import { createInventoryPolicy, updateInventoryPolicy } from '../../../../src/domain/inventory-policies.ts';
import { createOrder } from '../../../../src/domain/orders.ts';

import { listInventoryProjections, projected } from '../../../../src/domain/planning/replenishment/projections.ts';
import {
  type Evidence,
  inFeedingOrder,
  NO_EVIDENCE,
  sourceOf,
} from '../../../../src/domain/planning/replenishment/sources.ts';
import { createPurchaseOrder } from '../../../../src/domain/purchase-orders.ts';
import { createStockTransfer } from '../../../../src/domain/stock-transfers.ts';
import type { Row } from '../../../../src/kernel/view.ts';
import { askerOf } from '../../../support/faces.ts';
import { makeLocation, makeStock, makeVariant } from '../../../support/make.ts';
import { refusal, useWorld } from '../../../support/world.ts';

const world = useWorld();
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

interface Projected {
  date: string;
  incoming: number;
  demand: { orders: number; batches: number; transfers: number; forecast: number };
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

test('what is available to promise for a day breaks no later promise', async () => {
  const { project, variant, location } = await place();
  const [here] = await project({ skus: [variant.sku], locationIds: [location.id] });
  expect(daysOf(here).map(day => day.availableToPromise)).toEqual([-2, -2, -2, 18, 18]);
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
