import { expect, jest, test } from '@jest/globals';
import { sql } from 'kysely';
import { createInventoryPolicy } from '../../../../src/domain/inventory-policies.ts';
import { updateLocation } from '../../../../src/domain/locations.ts';
import { createOrder } from '../../../../src/domain/orders.ts';
import { keepPatterns } from '../../../../src/domain/planning/insights/patterns.ts';
import { applyReplenishmentPlan } from '../../../../src/domain/planning/replenishment/apply-plan.ts';
import { levelsOf, makePlans } from '../../../../src/domain/planning/replenishment/make-plans.ts';
import {
  createReplenishmentPlan,
  getReplenishmentPlan,
  listPlanSuggestions,
  pruneSuggestions,
} from '../../../../src/domain/planning/replenishment/plans.ts';
import { updateProduct } from '../../../../src/domain/products.ts';
import { createPurchaseOrder, getPurchaseOrder } from '../../../../src/domain/purchase-orders.ts';
import { deleteSupplierItem, updateSupplierItem } from '../../../../src/domain/supplier-items.ts';
import { updateVariant } from '../../../../src/domain/variants.ts';
import type { Row } from '../../../../src/kernel/view.ts';
import { ofTenant } from '../../../../src/store/tenant.ts';
import { refusedWithoutTrace } from '../../../support/documents.ts';
import {
  adjust,
  type Made,
  makeLocation,
  makeStock,
  makeSupplier,
  makeSupplierItem,
  makeVariant,
} from '../../../support/make.ts';
import { makeRecipe } from '../../../support/manufacturing.ts';
import { refusal, type Tenant, useWorld } from '../../../support/world.ts';

const world = useWorld();
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function plan(tenant: Tenant, input: object = {}): Promise<{ id: string; rows: Row[] }> {
  const { id } = (await tenant.run(createReplenishmentPlan, input)) as Made;
  await makePlans(world.database);
  expect(await tenant.run(getReplenishmentPlan, { id })).toMatchObject({ status: 'completed', error: null });
  return { id, rows: (await tenant.list(listPlanSuggestions, { planId: id })).rows };
}

const apply = (tenant: Tenant, id: string, input: object = {}): Promise<Row> =>
  tenant.run(applyReplenishmentPlan, { id, ...input });

const shown = (rows: readonly Row[], ...fields: string[]) => rows.map(row => fields.map(field => row[field]));

test('what will have expired unused is bought again, and the plan says why', async () => {
  const tenant = await world.tenant();
  const [variant, location] = [await makeVariant(tenant, { lotTracked: true }), await makeLocation(tenant)];
  await adjust(tenant, variant, location, 20, { lotNumber: 'SOON', expiryDate: inDays(9) });
  await adjust(tenant, variant, location, 1, { lotNumber: 'NEVER' });
  const places = { variantId: variant.id, locationId: location.id };
  await tenant.run(createInventoryPolicy, { ...places, reorderPoint: 4, reorderQuantity: 0, leadTimeDays: 3 });
  await tenant.run(createOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity: 8 }] });
  const { rows } = await plan(tenant, { demand: 'policy', horizonDays: 30 });
  expect(shown(rows, 'type', 'quantity', 'needBy', 'because')).toEqual([
    ['purchase', 3, inDays(13), [{ date: inDays(10), quantity: 3, source: 'expiry' }]],
  ]);
});

/**
 * A shop supplied with bread by a bakery, made of flour bought in sacks of 25. The shop's customers want 30, or nothing
 * yet.
 */
async function bakery({ open = 30 } = {}) {
  const tenant = await world.tenant();
  const [flour, bread] = [await makeVariant(tenant), await makeVariant(tenant)];
  const [house, shop] = [await makeLocation(tenant), await makeLocation(tenant)];
  await makeRecipe(tenant, bread, [[flour, 2]]);
  const supplier = await makeSupplier(tenant, { leadTimeDays: 9 });
  const terms = { supplierId: supplier.id, purchaseUnit: 'sack', unitsPerPurchaseUnit: 25, leadTimeDays: 3 };
  const item = await makeSupplierItem(tenant, flour, { ...terms, priceBreaks: [{ minQuantity: 1, unitCost: 0.8 }] });
  const policy = (variant: Made, location: Made, more: object) =>
    tenant.run(createInventoryPolicy, {
      variantId: variant.id,
      locationId: location.id,
      reorderPoint: 0,
      reorderQuantity: 0,
      ...more,
    });
  await policy(bread, house, { leadTimeDays: 1, replenishmentSource: 'make' });
  await policy(bread, shop, { leadTimeDays: 2, replenishmentSource: 'move', sourceLocationId: house.id });
  if (open === 0) return { tenant, flour, bread, house, shop, supplier, item };
  await adjust(tenant, flour, house, 10);
  await tenant.run(createOrder, { locationId: shop.id, items: [{ sku: bread.sku, quantity: open }] });
  return { tenant, flour, bread, house, shop, supplier, item };
}

test('demand is exploded through routes and recipes, level by level, and each suggestion names its reasons', async () => {
  const { tenant, flour, bread, house, shop, supplier, item } = await bakery();
  const { rows } = await plan(tenant);
  const of = (type: string) => rows.find(row => row['type'] === type)!;
  expect(rows).toHaveLength(3);
  expect(of('transfer')).toMatchObject({
    sku: bread.sku,
    fromLocationId: house.id,
    locationId: shop.id,
    quantity: 30,
    orderBy: inDays(0),
    needBy: inDays(0),
    arrivesOn: inDays(2),
    because: [{ date: inDays(0), quantity: 30, source: 'orders' }],
    parentId: null,
  });
  expect(of('production')).toMatchObject({
    sku: bread.sku,
    locationId: house.id,
    quantity: 30,
    arrivesOn: inDays(1),
    because: [{ source: 'replenishment', quantity: 30 }],
    parentId: of('transfer')['id'],
  });
  expect(of('purchase')).toMatchObject({
    sku: flour.sku,
    supplierId: supplier.id,
    supplierItemId: item.id,
    quantity: 50,
    purchaseQuantity: 2,
    cost: 40,
    arrivesOn: inDays(3),
    because: [{ source: 'production', quantity: 50 }],
    parentId: of('production')['id'],
  });
});

test('simulated with all suggestions done, no location ever falls below its safety stock', async () => {
  for (const [sold, safety] of [
    [[7, 5, 1.5], 4],
    [[0.5, 11, 0], 0],
    [[2.25, 0.25, 6], 9.5],
  ] as const) {
    const { tenant, flour, bread, house, shop, supplier } = await bakery({ open: 0 });
    const kiosk = await makeLocation(tenant);
    const [horizonDays, organizationId] = [45, tenant.id];
    const route = { replenishmentSource: 'move', sourceLocationId: house.id, leadTimeDays: 2, safetyStock: safety };
    await tenant.run(createInventoryPolicy, {
      ...{ variantId: bread.id, locationId: kiosk.id, reorderPoint: 0, reorderQuantity: 0 },
      ...route,
    });
    // Enough for the days before anything can arrive: a transfer, a batch and a delivery.
    const begun = 8 * (sold[0] + sold[1] + sold[2]) + 2 * safety;
    for (const place of [shop, kiosk, house]) await adjust(tenant, bread, place, begun);
    await adjust(tenant, flour, house, 2 * begun + 5);
    await keepPatterns(world.database, organizationId);
    for (const [place, mean] of [
      [shop, sold[0]],
      [kiosk, sold[1]],
      [house, sold[2]],
    ] as const)
      await sql`
        insert into demand_patterns (organization_id, variant_id, location_id, through, sale_days, recent, recent_days,
            weeks, weight, week_mean, week_variance, day_mean, own_share, is_odd)
        select ${organizationId}, ${bread.id}, ${place.id}, (now() at time zone 'UTC')::date - 1, 0, 0, 6, 0,
          0, 0, 0, ${mean}, 1, false
        on conflict (organization_id, variant_id, location_id)
        do update set day_mean = excluded.day_mean, own_share = 1, through = excluded.through`.execute(world.owner);
    const { rows } = await plan(tenant, { horizonDays, demand: 'forecast' });
    const dayOf = (date: unknown) => Math.round((Date.parse(String(date)) - Date.parse(inDays(0))) / 86_400_000);
    const balance = (variant: Made, place: Made, first: number, mean: number) => {
      const moves = new Float64Array(horizonDays).fill(-mean);
      moves[0]! += first;
      for (const row of rows) {
        const [quantity, ordered, arrives] = [Number(row['quantity']), dayOf(row['orderBy']), dayOf(row['arrivesOn'])];
        if (row['variantId'] === variant.id && row['locationId'] === place.id && arrives < horizonDays)
          moves[arrives]! += quantity;
        if (row['variantId'] === variant.id && row['fromLocationId'] === place.id) moves[ordered]! -= quantity;
        if (row['type'] === 'production' && variant === flour && row['locationId'] === place.id)
          moves[ordered]! -= 2 * quantity;
      }
      let stock = 0;
      return Math.min(...moves.map(move => (stock += move)));
    };
    expect(new Set(rows.map(row => row['type']))).toEqual(new Set(['purchase', 'production', 'transfer']));
    expect(rows.filter(row => row['type'] === 'purchase').every(row => row['supplierId'] === supplier.id)).toBe(true);
    for (const [variant, place, first, mean, least] of [
      [bread, kiosk, begun, sold[1], safety],
      [bread, shop, begun, sold[0], 0],
      [bread, house, begun, sold[2], 0],
      [flour, house, 2 * begun + 5, 0, 0],
    ] as const)
      expect(balance(variant, place, first, mean)).toBeGreaterThanOrEqual(least - 1e-6);
  }
});

test('the purposes of a suggestion are what its demands add up to, largest first', async () => {
  const { tenant } = await bakery();
  const { rows } = await plan(tenant);
  expect(rows).toHaveLength(3);
  for (const { because, purposes } of rows as unknown as {
    [field: string]: { source: string; quantity: number }[];
  }[]) {
    const sums = new Map<string, number>();
    for (const { source, quantity } of because!) sums.set(source, (sums.get(source) ?? 0) + quantity);
    expect(new Map(purposes!.map(({ source, quantity }) => [source, quantity]))).toEqual(sums);
    expect(purposes!.map(({ quantity }) => quantity)).toEqual([...sums.values()].sort((a, b) => b - a));
  }
});

test('the same stock gives the same plan', async () => {
  const { tenant } = await bakery();
  const facts = (rows: readonly Row[]) => shown(rows, 'type', 'sku', 'locationId', 'quantity', 'orderBy', 'because');
  expect(facts((await plan(tenant)).rows)).toEqual(facts((await plan(tenant)).rows));
});

test('applying a plan creates drafts, pending transfers and planned batches, linked to the plan, and nothing is planned twice', async () => {
  const { tenant, item } = await bakery();
  const { id } = await plan(tenant);
  const made = await apply(tenant, id);
  expect(made).toMatchObject({
    purchaseOrders: [
      {
        status: 'draft',
        replenishmentPlanId: id,
        expectedOn: inDays(3),
        items: [{ supplierItemId: item.id, purchaseQuantity: 2, quantity: 50, unitCost: 0.8 }],
      },
    ],
    stockTransfers: [{ status: 'pending', replenishmentPlanId: id, expectedOn: inDays(2), items: [{ quantity: 30 }] }],
    productionBatches: [{ status: 'planned', replenishmentPlanId: id, plannedOn: inDays(0), plannedQuantity: 30 }],
    skipped: [],
  });
  const [order] = made['purchaseOrders'] as [Made];
  expect(await tenant.run(getPurchaseOrder, { id: order.id })).toMatchObject({ replenishmentPlanId: id });
  const { rows } = await tenant.list(listPlanSuggestions, { planId: id, type: 'purchase' });
  expect(rows).toMatchObject([{ appliedAs: { type: 'purchase_order', id: order.id } }]);
  expect(await refusal(apply(tenant, id))).toEqual([{ code: 'invalid_state' }]);
  expect((await plan(tenant)).rows).toEqual([]);
});

test('a plan that is out of date because of stock changes has no effect unless it is forced', async () => {
  const { tenant, flour, house, bread } = await bakery();
  const other = await makeStock(tenant, 5);
  const { id, rows } = await plan(tenant);
  await adjust(tenant, other.variant, other.location, 1);
  await adjust(tenant, flour, house, 1);
  expect(await refusedWithoutTrace(world, tenant, () => apply(tenant, id))).toEqual([
    { code: 'version_conflict', details: { skus: [flour.sku] } },
  ]);
  const breads = rows.filter(row => row['sku'] === bread.sku).map(row => row['id']);
  expect(await apply(tenant, id, { suggestionIds: breads })).toMatchObject({ purchaseOrders: [] });
  expect(await apply(tenant, id, { force: true })).toMatchObject({ purchaseOrders: [{ items: [{ quantity: 50 }] }] });
});

test('a part can be applied, in other quantities, and the rest later', async () => {
  const { tenant } = await bakery();
  const { id, rows } = await plan(tenant);
  const of = (type: string) => rows.find(row => row['type'] === type)!['id'];
  const change = { suggestionIds: [of('purchase')], quantities: [{ suggestionId: of('purchase'), quantity: 75 }] };
  expect(await apply(tenant, id, change)).toMatchObject({
    purchaseOrders: [{ items: [{ quantity: 75, purchaseQuantity: 3 }] }],
    stockTransfers: [],
  });
  const again = apply(tenant, id, { suggestionIds: [of('purchase')] });
  expect(await refusal(again)).toEqual([{ code: 'invalid_state', field: 'suggestionIds[0]' }]);
  expect(await apply(tenant, id)).toMatchObject({ purchaseOrders: [], stockTransfers: [{}], productionBatches: [{}] });
});

test('a plan that was not applied within 30 days is out of date, and deleted a day later', async () => {
  const { tenant } = await bakery();
  const { id, rows } = await plan(tenant);
  const [first] = rows as [Made];
  await apply(tenant, id, { suggestionIds: [first.id] });
  const later = async (days: number) => {
    await sql`update replenishment_plans
      set created_at = now() - ${days} * interval '1 day' where organization_id = ${tenant.id}`.execute(world.owner);
    await pruneSuggestions(world.database.system, 1000);
    return (await tenant.list(listPlanSuggestions, { planId: id })).rows.map(row => row['id']);
  };
  expect((await later(30.5)).length).toBe(rows.length);
  expect(await refusedWithoutTrace(world, tenant, () => apply(tenant, id))).toEqual([{ code: 'invalid_state' }]);
  expect(await later(31.5)).toEqual([first.id]);
});

test('a supplier item used by a plan may be deleted: its supplier is then sent base units, at the cost of the variant', async () => {
  const { tenant, item, supplier, flour } = await bakery();
  const { id } = await plan(tenant, { include: ['purchase'] });
  await tenant.run(deleteSupplierItem, { id: item.id });
  await tenant.run(updateVariant, { id: flour.id, unitCost: 1.25 });
  expect(await apply(tenant, id)).toMatchObject({
    purchaseOrders: [
      { supplierId: supplier.id, items: [{ sku: flour.sku, supplierItemId: null, quantity: 50, unitCost: 1.25 }] },
    ],
  });
});

test('suggestions without a supplier are skipped when everything is applied, and refused if selected', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 2);
  await tenant.run(createOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity: 5 }] });
  const { id, rows } = await plan(tenant);
  expect(rows).toMatchObject([{ type: 'purchase', quantity: 3, supplierId: null, supplierItemId: null }]);
  const [suggestion] = rows as [Made];
  expect(await refusal(apply(tenant, id, { suggestionIds: [suggestion.id] }))).toEqual([
    { code: 'validation_failed', field: 'suggestionIds[0]' },
  ]);
  expect(await apply(tenant, id)).toMatchObject({ purchaseOrders: [], skipped: [{ suggestionId: suggestion.id }] });
});

test('what is no longer in use is skipped when everything is applied, and refused if selected', async () => {
  const ends: [(made: { tenant: Tenant; variant: Row; item: Made; location: Made }) => Promise<unknown>, string][] = [
    [({ tenant, variant }) => tenant.run(updateProduct, { id: variant['productId'], status: 'archived' }), 'product'],
    [({ tenant, location }) => tenant.run(updateLocation, { id: location.id, active: false }), 'location'],
    [({ tenant, item }) => tenant.run(updateSupplierItem, { id: item.id, active: false }), 'supplier item'],
  ];
  for (const [end, what] of ends) {
    const tenant = await world.tenant();
    const { variant, location } = await makeStock(tenant, 2);
    const item = await makeSupplierItem(tenant, variant);
    await tenant.run(createOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity: 5 }] });
    const { id, rows } = await plan(tenant);
    await end({ tenant, variant, item, location });
    expect(await refusal(apply(tenant, id, { suggestionIds: [rows[0]!['id']] }))).toEqual([
      { code: 'validation_failed', field: 'suggestionIds[0]' },
    ]);
    const { purchaseOrders, skipped } = await apply(tenant, id);
    expect(purchaseOrders).toEqual([]);
    expect(skipped).toEqual([{ suggestionId: rows[0]!['id'], reason: expect.stringContaining(`The ${what} `) }]);
  }
});

test('surplus elsewhere is used before purchasing', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 0.5);
  const [much, little] = [await makeLocation(tenant), await makeLocation(tenant)];
  await adjust(tenant, variant, much, 8);
  await adjust(tenant, variant, little, 4);
  await tenant.run(createOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity: 20.5 }] });
  expect(shown((await plan(tenant)).rows, 'type', 'fromLocationId', 'quantity', 'because').sort()).toEqual(
    [
      ['transfer', much.id, 8, [{ date: inDays(0), quantity: 8, source: 'orders' }]],
      ['transfer', little.id, 4, [{ date: inDays(0), quantity: 4, source: 'orders' }]],
      ['purchase', null, 8, [{ date: inDays(0), quantity: 8, source: 'orders' }]],
    ].sort(),
  );
});

test('a plan can be limited to types, locations and policies', async () => {
  const { tenant, shop, house } = await bakery();
  expect(shown((await plan(tenant, { include: ['production'] })).rows, 'type')).toEqual([['production']]);
  expect(shown((await plan(tenant, { locationIds: [shop.id] })).rows, 'type')).toEqual([['transfer']]);
  expect(shown((await plan(tenant, { locationIds: [house.id] })).rows, 'type').sort()).toEqual([
    ['production'],
    ['purchase'],
  ]);
  const quiet = await makeStock(tenant, 3);
  const place = { variantId: quiet.variant.id, locationId: quiet.location.id };
  await tenant.run(createInventoryPolicy, { ...place, reorderPoint: 5, reorderQuantity: 4 });
  const byPolicy = await plan(tenant, { demand: 'policy', locationIds: [quiet.location.id] });
  expect(byPolicy.rows).toMatchObject([
    {
      quantity: 4,
      because: [
        { quantity: 2, source: 'reorder_point' },
        { quantity: 2, source: 'lot_size' },
      ],
    },
  ]);
  expect((await plan(tenant, { demand: 'forecast', locationIds: [quiet.location.id] })).rows).toEqual([]);
});

test('a plan refuses unknown references, and cannot be applied before it is computed', async () => {
  const tenant = await world.tenant();
  expect(await refusal(tenant.run(createReplenishmentPlan, { locationIds: [(await makeVariant(tenant)).id] }))).toEqual(
    [{ code: 'reference_not_found', field: 'locationIds[0]' }],
  );
  for (const [field, value] of Object.entries({ horizonDays: 181, serviceLevel: 1, include: [], demand: 'guess' }))
    expect(await refusal(tenant.run(createReplenishmentPlan, { [field]: value }))).toMatchObject([
      { code: 'validation_failed', field: expect.stringContaining(field) },
    ]);
  const { id } = (await tenant.run(createReplenishmentPlan, {})) as Made;
  expect(await refusal(apply(tenant, id))).toMatchObject([{ code: 'invalid_state' }]);
  expect(await refusal(tenant.list(listPlanSuggestions, { planId: tenant.id }))).toEqual([{ code: 'not_found' }]);
  await makePlans(world.database);
});

test('a plan waits for demand that another is computing, longer than a request would', async () => {
  const tenant = await world.tenant();
  await makeStock(tenant, 10);
  const { id } = (await tenant.run(createReplenishmentPlan, {})) as Made;
  const [computing, computed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const other = world.database.transaction(tenant.id, 'another', async ({ db }) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`demand patterns of ${tenant.id}`}, 0))`.execute(db);
    computing.resolve();
    await computed.promise;
  });
  await computing.promise;
  let looks = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => {
    looks += 1;
    if (looks === 12) computed.resolve();
    return looks * 10_000;
  });
  try {
    await makePlans(world.database);
  } finally {
    clock.mockRestore();
    computed.resolve();
    await other;
  }
  expect(looks).toBeGreaterThanOrEqual(12);
  expect(await tenant.run(getReplenishmentPlan, { id })).toMatchObject({ status: 'completed', error: null });
});

test('a plan is made while others read as many exports as they may', async () => {
  const tenant = await world.tenant();
  const exports = [await world.database.snapshot(tenant.id, 'one'), await world.database.snapshot(tenant.id, 'two')];
  await plan(tenant);
  for (const each of exports) await each.close();
});

test('a plan that loses its connection starts again', async () => {
  const tenant = await world.tenant();
  await makeStock(tenant, 10);
  const { id } = (await tenant.run(createReplenishmentPlan, {})) as Made;
  let snapshots = 0;
  const breaking: typeof world.database = {
    ...world.database,
    async snapshot(...asked) {
      const snapshot = await world.database.snapshot(...asked);
      snapshots += 1;
      if (snapshots === 1)
        await expect(sql`select pg_terminate_backend(pg_backend_pid())`.execute(snapshot.db)).rejects.toThrow();
      return snapshot;
    },
  };
  await makePlans(breaking);
  expect(await tenant.run(getReplenishmentPlan, { id })).toMatchObject({ status: 'completed', error: null });
  expect(snapshots).toBe(2);
});

test('a plan starts again only once what it was writing is written', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const policy = { variantId: variant.id, locationId: location.id, reorderPoint: 100, reorderQuantity: 50 };
  await tenant.run(createInventoryPolicy, policy);
  // A second portion of variants: it can no longer be read while the suggestion for the first is being written.
  await world.database.transaction(tenant.id, 'test', ({ db }) =>
    sql`
      insert into variants (organization_id, id, created_at, updated_at, product_id, sku, unit, lot_tracked, metadata)
      select v.organization_id, ('ffffffff-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, v.created_at,
        v.updated_at, v.product_id, 'F' || n, v.unit, false, '{}'
      from variants v, generate_series(1, 500) n where ${ofTenant('v')} and v.id = ${variant.id}`.execute(db),
  );
  const { id } = (await tenant.run(createReplenishmentPlan, {})) as Made;
  const order: string[] = [];
  let reader: number | undefined;
  const read = world.database.read(tenant.id);
  const breaking: typeof world.database = {
    ...world.database,
    async snapshot(...asked) {
      const snapshot = await world.database.snapshot(...asked);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(snapshot.db);
      reader ??= rows[0]!.pid;
      return snapshot;
    },
    async transaction(...asked) {
      if (reader === undefined) return world.database.transaction(...asked);
      if (order.push('begun') > 1) return world.database.transaction(...asked);
      await sql`select pg_terminate_backend(${reader})`.execute(read);
      for (let turn = 0; turn < 100; turn += 1) await sql`select ${turn}::int`.execute(read);
      const written = await world.database.transaction(...asked);
      order.push('written');
      return written;
    },
  };
  await makePlans(breaking);
  expect(order.slice(0, 3)).toEqual(['begun', 'written', 'begun']);
  expect(await tenant.run(getReplenishmentPlan, { id })).toMatchObject({ status: 'completed', suggestionCount: 1 });
  expect((await tenant.list(listPlanSuggestions, { planId: id })).rows).toHaveLength(1);
});

test('a variant is planned after everything made from it, over any number of levels', () => {
  const recipe = (...inputs: string[]) => ({
    id: '',
    outputQuantity: 1,
    items: inputs.map(variantId => ({ variantId, quantity: 1 })),
  });
  const levels = levelsOf(
    new Map([
      ['cake', recipe('dough', 'egg')],
      ['dough', recipe('flour', 'egg')],
      ['loop', recipe('loop')],
    ]),
  );
  expect(Object.fromEntries(levels)).toMatchObject({ cake: 0, dough: 1, egg: 2, flour: 2 });
});

test('open purchase orders, drafts included, count from the day of their arrival', async () => {
  const { tenant, flour, house } = await bakery();
  const items = [{ sku: flour.sku, quantity: 50 }];
  await tenant.run(createPurchaseOrder, { locationId: house.id, items, expectedOn: inDays(1), status: 'draft' });
  expect(shown((await plan(tenant, { include: ['purchase'] })).rows, 'sku')).toEqual([]);
});
