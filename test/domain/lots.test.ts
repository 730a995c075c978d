import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createInventoryAdjustment } from '../../src/domain/inventory-adjustments.ts';
import {
  expireLots,
  getLot,
  listExpiryAlerts,
  listLots,
  lotStates,
  quarantineLot,
  releaseLot,
} from '../../src/domain/lots.ts';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import { createOrder, reserveOrder } from '../../src/domain/orders.ts';
import { updateOrganization } from '../../src/domain/organizations.ts';
import { recallLot } from '../../src/domain/recalls.ts';
import { listLedger } from '../../src/domain/stock/ledger.ts';
import { listInventoryLevels } from '../../src/domain/stock/levels.ts';
import { receiveStockTransfer } from '../../src/domain/stock-transfer-receipts.ts';
import { createStockTransfer, shipStockTransfer } from '../../src/domain/stock-transfers.ts';
import { createWasteRecord } from '../../src/domain/waste-records.ts';
import type { Operation } from '../../src/kernel/operation.ts';
import type { Row } from '../../src/kernel/view.ts';
import { outcomesOf, refusedWithoutTrace } from '../support/documents.ts';
import { adjust, type Made, makeLocation, makeVariant } from '../support/make.ts';
import { lotNamed, makeBakery, makeLot, makeRecipe, produce } from '../support/manufacturing.ts';
import { refusal, statementsOf, type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();

const levelAt = async (tenant: Tenant, variant: Made, location: Made): Promise<Row> =>
  (await tenant.list(listInventoryLevels, { variantId: variant.id, locationId: location.id })).rows[0]!;
const lotOf = (tenant: Tenant, { id }: Made): Promise<Row> => tenant.run(getLot, { id });
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function trackedVariant(tenant: Tenant): Promise<{ variant: Made & { sku: string }; location: Made }> {
  return { variant: await makeVariant(tenant, { lotTracked: true }), location: await makeLocation(tenant) };
}

// ---- every pair of the transition table ----

type State = keyof typeof lotStates.table;
const REACH: { [state in State]: (tenant: Tenant, lot: Made, variant: Made, location: Made) => Promise<unknown> } = {
  active: async () => undefined,
  quarantine: (tenant, { id }) => tenant.run(quarantineLot, { id }),
  exhausted: (tenant, _, variant, location) => adjust(tenant, variant, location, -10),
  recalled: (tenant, { id }) => tenant.run(recallLot, { id }),
};
const VERBS: { verb: string; operation: Operation; target: State; from: readonly State[]; input?: object }[] = [
  { verb: 'quarantine', operation: quarantineLot, target: 'quarantine', from: ['active'] },
  { verb: 'release', operation: releaseLot, target: 'active', from: ['quarantine'] },
  { verb: 'recall', operation: recallLot, target: 'recalled', from: ['active', 'quarantine'] },
  {
    verb: 'recall with descendants',
    operation: recallLot,
    target: 'recalled',
    from: ['active', 'quarantine', 'exhausted'],
    input: { includeDescendants: true },
  },
];

for (const state of lotStates.all) {
  for (const { verb, operation, target, from, input } of VERBS) {
    const allowed = from.includes(state);
    test(`${verb} of a lot that is ${state} ${allowed ? `makes it ${target}` : 'is refused'}`, async () => {
      if (allowed) expect(lotStates.table[state]).toContain(target);
      const tenant = await world.tenant();
      const { variant, location } = await trackedVariant(tenant);
      const lot = await makeLot(tenant, variant, location, 10);
      await REACH[state](tenant, lot, variant, location);
      expect(await lotOf(tenant, lot)).toMatchObject({ status: state });
      const run = () => tenant.run(operation, { id: lot.id, ...input });
      if (!allowed)
        return expect(await refusedWithoutTrace(world, tenant, run)).toMatchObject([
          { code: 'invalid_state', field: 'status', details: { status: state } },
        ]);
      await run();
      const { status, quantityRemaining } = await lotOf(tenant, lot);
      expect(status).toBe(target);
      expect(await levelAt(tenant, variant, location)).toMatchObject({
        quantityOnHold: target === 'active' ? 0 : quantityRemaining,
      });
    });
  }
}

test('a lot becomes exhausted and active again with its stock', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await trackedVariant(tenant);
  const lot = await makeLot(tenant, variant, location, 10);
  await adjust(tenant, variant, location, -10);
  expect(await lotOf(tenant, lot)).toMatchObject({ status: 'exhausted', quantityInitial: 10, quantityRemaining: 0 });
  await adjust(tenant, variant, location, 1, { lotId: lot.id });
  expect(await lotOf(tenant, lot)).toMatchObject({ status: 'active', quantityInitial: 10, quantityRemaining: 1 });
});

test('a lot that ran out in quarantine is exhausted when it is released', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await trackedVariant(tenant);
  const lot = await makeLot(tenant, variant, location, 10);
  await tenant.run(quarantineLot, { id: lot.id });
  await adjust(tenant, variant, location, -10, { lotId: lot.id });
  expect(await lotOf(tenant, lot)).toMatchObject({ status: 'quarantine' });
  expect(await tenant.run(releaseLot, { id: lot.id })).toMatchObject({ status: 'exhausted' });
  expect(await levelAt(tenant, variant, location)).toMatchObject({ quantityOnHold: 0 });
});

// ---- holding ----

test('quarantine and release hold the lot at every location, and nothing else', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await trackedVariant(tenant);
  const store = await makeLocation(tenant);
  const lot = await makeLot(tenant, variant, location, 10);
  await adjust(tenant, variant, store, 4, { lotId: lot.id });
  await makeLot(tenant, variant, location, 3);
  await tenant.run(quarantineLot, { id: lot.id });
  expect(await levelAt(tenant, variant, location)).toMatchObject({
    quantityOnHand: 13,
    quantityOnHold: 10,
    quantityAvailable: 3,
  });
  expect(await levelAt(tenant, variant, store)).toMatchObject({
    quantityOnHand: 4,
    quantityOnHold: 4,
    quantityAvailable: 0,
  });
  await tenant.run(releaseLot, { id: lot.id });
  expect(await levelAt(tenant, variant, location)).toMatchObject({ quantityOnHold: 0, quantityAvailable: 13 });
  expect(await levelAt(tenant, variant, store)).toMatchObject({ quantityOnHold: 0, quantityAvailable: 4 });
});

test('stock on hold is never reserved, and earlier reservations of it are kept', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await trackedVariant(tenant);
  const lot = await makeLot(tenant, variant, location, 10);
  const order = (quantity: number) =>
    tenant.run(createOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity }] });
  const reserved = await order(6);
  await tenant.run(reserveOrder, { id: reserved['id'] });
  await tenant.run(quarantineLot, { id: lot.id });
  expect(await levelAt(tenant, variant, location)).toMatchObject({
    quantityReserved: 6,
    quantityOnHold: 10,
    quantityAvailable: -6,
  });
  expect(await refusal(tenant.run(fulfillOrder, { id: reserved['id'] }))).toMatchObject([
    { code: 'insufficient_stock', details: { requested: 6, available: 0 } },
  ]);
  const later = await order(1);
  expect(await refusal(tenant.run(reserveOrder, { id: later['id'] }))).toMatchObject([{ code: 'insufficient_stock' }]);
  const named = tenant.run(fulfillOrder, {
    id: reserved['id'],
    items: [{ sku: variant.sku, quantity: 6, lots: [{ lotId: lot.id, quantity: 6 }] }],
  });
  expect(await refusal(named)).toEqual([
    { code: 'validation_failed', field: 'items[0].lots[0].lotId', details: { status: 'quarantine' } },
  ]);
  await tenant.run(releaseLot, { id: lot.id });
  expect(await tenant.run(fulfillOrder, { id: reserved['id'] })).toMatchObject({ status: 'fulfilled' });
});

test('FEFO: by expiry, then receipt, without lots on hold or expired', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await trackedVariant(tenant);
  const lots: { [name: string]: Made } = {};
  for (const [name, expiryDate] of [
    ['late', dayFromNow(30)],
    ['never', undefined],
    ['old', '2020-01-01'],
    ['soonA', dayFromNow(3)],
    ['soonB', dayFromNow(3)],
    ['held', dayFromNow(1)],
  ] as const) {
    lots[name] = await makeLot(tenant, variant, location, 1, { lotNumber: name, ...(expiryDate && { expiryDate }) });
  }
  await tenant.run(quarantineLot, { id: lots['held']!.id });
  for (let taken = 0; taken < 4; taken += 1) await adjust(tenant, variant, location, -1);
  const { rows } = await tenant.list(listLedger, { sku: variant.sku });
  const order = rows
    .filter(row => row['quantityChange'] === -1)
    .reverse()
    .map(row => Object.keys(lots).find(name => lots[name]!.id === row['lotId']));
  expect(order).toEqual(['soonA', 'soonB', 'late', 'never']);
  expect(await refusal(adjust(tenant, variant, location, -1))).toMatchObject([
    { code: 'insufficient_stock', details: { requested: 1, available: 0 } },
  ]);
});

// ---- recall ----

test('a recall with descendants blocks three levels of production in one transaction and reports everything to be done', async () => {
  const tenant = await world.tenant();
  const { flour, bread, location, recipe, flourLot } = await makeBakery(tenant, 100);
  const toast = await makeVariant(tenant, { lotTracked: true });
  const crumbs = await makeVariant(tenant, { lotTracked: true });
  const toasting = await makeRecipe(tenant, toast, [[bread, 1]]);
  const crumbling = await makeRecipe(tenant, crumbs, [[toast, 1]]);
  const baked = await produce(tenant, recipe, location, 10);
  const toasted = await produce(tenant, toasting, location, 6);
  const crumbled = await produce(tenant, crumbling, location, 4);
  const other = await makeLot(tenant, bread, location, 5);
  const order = await tenant.run(createOrder, {
    locationId: location.id,
    items: [{ sku: crumbs.sku, quantity: 3 }],
    reference: 'shop-1',
  });
  await tenant.run(fulfillOrder, { id: order['id'] });

  const report = await tenant.run(recallLot, { id: flourLot.id, includeDescendants: true });
  const made = [baked, toasted, crumbled].map(batch => (batch.outputs[0] as Row)['lotId']);
  expect(report).toMatchObject({
    lot: { id: flourLot.id, status: 'recalled' },
    lots: [
      { id: flourLot.id, depth: 0, status: 'recalled', quantityRemaining: 80 },
      { id: made[0], depth: 1, status: 'recalled', quantityRemaining: 4 },
      { id: made[1], depth: 2, status: 'recalled', quantityRemaining: 2 },
      { id: made[2], depth: 3, status: 'recalled', quantityRemaining: 1 },
    ],
    affectedOrders: [
      {
        id: order['id'],
        number: order['number'],
        reference: 'shop-1',
        status: 'fulfilled',
        lots: [{ lotId: made[2], quantity: 3 }],
      },
    ],
    affectedBatches: [
      { id: baked.id, lots: [{ lotId: flourLot.id, quantity: 20 }] },
      { id: toasted.id, lots: [{ lotId: made[0], quantity: 6 }] },
      { id: crumbled.id, lots: [{ lotId: made[1], quantity: 4 }] },
    ],
  });
  expect((report['stockByLocation'] as Row[]).map(row => [row['lotId'], row['quantity']]).sort()).toEqual(
    [
      [flourLot.id, 80],
      [made[0], 4],
      [made[1], 2],
      [made[2], 1],
    ].sort(),
  );
  for (const [variant, onHold] of [
    [flour, 80],
    [bread, 4],
    [toast, 2],
    [crumbs, 1],
  ] as const)
    expect(await levelAt(tenant, variant, location)).toMatchObject({ quantityOnHold: onHold });
  expect(await lotOf(tenant, other)).toMatchObject({ status: 'active' });
});

test('a recall with descendants asks for all its locks together: levels in one statement, then lots in one', async () => {
  const tenant = await world.tenant();
  const { location, bread, recipe, flourLot } = await makeBakery(tenant, 100);
  const toast = await makeVariant(tenant, { lotTracked: true });
  await produce(tenant, recipe, location, 10);
  await produce(tenant, await makeRecipe(tenant, toast, [[bread, 1]]), location, 6);
  const statements = await statementsOf(() => tenant.run(recallLot, { id: flourLot.id, includeDescendants: true }));
  const locks = statements.filter(text => text.includes('for update'));
  expect(locks.map(text => /from (lots|unnest.*inventory_levels)/s.exec(text)?.[1]?.split(' ').pop())).toEqual([
    'inventory_levels',
    'lots',
  ]);
});

test('a used-up ingredient can be recalled with its products, and returned goods stay on hold', async () => {
  const tenant = await world.tenant();
  const { bread, location, recipe, flourLot, flour } = await makeBakery(tenant, 20);
  const batch = await produce(tenant, recipe, location, 10);
  expect(await lotOf(tenant, flourLot)).toMatchObject({ status: 'exhausted' });
  await tenant.run(recallLot, { id: flourLot.id, includeDescendants: true });
  expect(await lotNamed(tenant, batch['number'] as string)).toMatchObject({ status: 'recalled' });
  expect(await levelAt(tenant, bread, location)).toMatchObject({
    quantityOnHand: 10,
    quantityOnHold: 10,
    quantityAvailable: 0,
  });
  await adjust(tenant, flour, location, 2, { lotId: flourLot.id });
  expect(await levelAt(tenant, flour, location)).toMatchObject({
    quantityOnHand: 2,
    quantityOnHold: 2,
    quantityAvailable: 0,
  });
  expect(await lotOf(tenant, flourLot)).toMatchObject({ status: 'recalled' });
});

test('a recall without descendants blocks the lot alone, and reports the others unchanged', async () => {
  const tenant = await world.tenant();
  const { location, recipe, flourLot } = await makeBakery(tenant, 100);
  await produce(tenant, recipe, location, 10);
  expect(await tenant.run(recallLot, { id: flourLot.id })).toMatchObject({
    lots: [
      { depth: 0, status: 'recalled' },
      { depth: 1, status: 'active' },
    ],
  });
});

// ---- expiry ----

test("lots are put on hold once, the day after their expiry date, in the organization's time zone", async () => {
  const tenant = await world.tenant();
  const { variant, location } = await trackedVariant(tenant);
  const yesterday = await makeLot(tenant, variant, location, 3, { expiryDate: dayFromNow(10) });
  const todays = await makeLot(tenant, variant, location, 4, { expiryDate: dayFromNow(11) });
  await sql`update lots set expiry_date = ${dayFromNow(-1)} where id = ${yesterday.id}`.execute(world.database.system);
  await sql`update lots set expiry_date = ${dayFromNow(0)} where id = ${todays.id}`.execute(world.database.system);
  expect(await expireLots(world.database)).toBe(1);
  expect(await levelAt(tenant, variant, location)).toMatchObject({
    quantityOnHand: 7,
    quantityOnHold: 3,
    quantityAvailable: 4,
  });
  expect(await lotOf(tenant, yesterday)).toMatchObject({ status: 'active' });
  expect(await expireLots(world.database)).toBe(0);
});

test("expiry follows the organization's time zone, not the server's", async () => {
  const tenant = await world.tenant();
  const { variant, location } = await trackedVariant(tenant);
  const lot = await makeLot(tenant, variant, location, 3, { expiryDate: dayFromNow(30) });
  // Kiritimati is 14 hours ahead of UTC, Niue 11 behind: their days always differ.
  await tenant.run(updateOrganization, { timeZone: 'Pacific/Niue' });
  const { rows } = await sql<{ day: string }>`select (now() at time zone 'Pacific/Niue')::date as day`.execute(
    world.database.system,
  );
  await sql`update lots set expiry_date = ${rows[0]!.day} where id = ${lot.id}`.execute(world.database.system);
  expect((await tenant.list(listExpiryAlerts)).rows).toMatchObject([{ id: lot.id, daysUntilExpiry: 0 }]);
  expect(await expireLots(world.database)).toBe(0);
  await tenant.run(updateOrganization, { timeZone: 'Pacific/Kiritimati' });
  expect((await tenant.list(listExpiryAlerts)).rows).toEqual([]);
  expect(await expireLots(world.database)).toBe(1);
});

test('an expired lot stays on hold when released', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await trackedVariant(tenant);
  const lot = await makeLot(tenant, variant, location, 3, { expiryDate: '2020-01-01' });
  await tenant.run(quarantineLot, { id: lot.id });
  await tenant.run(releaseLot, { id: lot.id });
  expect(await lotOf(tenant, lot)).toMatchObject({ status: 'active' });
  expect(await levelAt(tenant, variant, location)).toMatchObject({ quantityOnHold: 3, quantityAvailable: 0 });
});

test('expiry alerts include today and the last day, soonest first, and only lots with stock', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await trackedVariant(tenant);
  for (const days of [31, 30, 7, 0])
    await makeLot(tenant, variant, location, 1, { lotNumber: `in ${days}`, expiryDate: dayFromNow(days) });
  await makeLot(tenant, variant, location, 1, { lotNumber: 'over', expiryDate: '2020-01-01' });
  await makeLot(tenant, variant, location, 1, { lotNumber: 'never' });
  const gone = await makeLot(tenant, variant, location, 1, { lotNumber: 'gone', expiryDate: dayFromNow(1) });
  await adjust(tenant, variant, location, -1, { lotId: gone.id });
  const alerts = async (input: object = {}) =>
    (await tenant.list(listExpiryAlerts, input)).rows.map(row => [row['lotNumber'], row['daysUntilExpiry']]);
  expect(await alerts()).toEqual([
    ['in 0', 0],
    ['in 7', 7],
    ['in 30', 30],
  ]);
  expect(await alerts({ days: 6 })).toEqual([['in 0', 0]]);
  expect(await alerts({ days: 31, perPage: 2, page: 2 })).toEqual([
    ['in 30', 30],
    ['in 31', 31],
  ]);
  const { rows, nextCursor } = await tenant.list(listExpiryAlerts, { perPage: 1 });
  expect(Object.keys(rows[0]!)).toEqual(['id', 'lotNumber', 'variantId', 'expiryDate', 'daysUntilExpiry']);
  expect(await alerts({ perPage: 1, cursor: nextCursor })).toEqual([['in 7', 7]]);
  for (const days of [0, 366, 1.5])
    expect(await refusal(tenant.list(listExpiryAlerts, { days }))).toEqual([
      { code: 'validation_failed', field: 'days' },
    ]);
});

test('lots can be listed by status, variant, location and number', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await trackedVariant(tenant);
  const lot = await makeLot(tenant, variant, location, 1, { lotNumber: 'A' });
  const held = await makeLot(tenant, variant, location, 1, { lotNumber: 'B' });
  await tenant.run(quarantineLot, { id: held.id });
  const elsewhere = await makeLocation(tenant);
  const numbers = async (input: object) => (await tenant.list(listLots, input)).rows.map(row => row['lotNumber']);
  expect(await numbers({})).toEqual(['B', 'A']);
  expect(await numbers({ status: 'active' })).toEqual(['A']);
  expect(await numbers({ variantId: variant.id, lotNumber: 'B' })).toEqual(['B']);
  expect(await numbers({ locationId: elsewhere.id })).toEqual([]);
  expect(await numbers({ variantId: lot.id })).toEqual([]);
});

// ---- concurrency ----

test('a recall concurrent with fulfil, adjust and waste leaves consistent stock', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await trackedVariant(tenant);
  for (let round = 0; round < 4; round += 1) {
    const lot = await makeLot(tenant, variant, location, 11);
    const orders = await Promise.all(
      [1, 2].map(() =>
        tenant.run(createOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity: 4 }] }),
      ),
    );
    const outcomes = await outcomesOf([
      ...orders.map(order => tenant.run(fulfillOrder, { id: order['id'] })),
      tenant.run(recallLot, { id: lot.id }),
      adjust(tenant, variant, location, -1, { lotId: lot.id }),
      tenant.run(createWasteRecord, {
        sku: variant.sku,
        locationId: location.id,
        quantity: 1,
        reason: 'damaged',
        lotRecordId: lot.id,
      }),
    ]);
    expect(outcomes.slice(2)).toEqual(['done', 'done', 'done']);
    const { status, quantityRemaining } = await lotOf(tenant, lot);
    expect([status, quantityRemaining]).toEqual([
      'recalled',
      9 - 4 * outcomes.slice(0, 2).filter(each => each === 'done').length,
    ]);
    const { rows } = await tenant.list(listLedger, { lotId: lot.id });
    expect(rows.reduce((sum, row) => sum + (row['quantityChange'] as number), 0)).toBe(quantityRemaining);
    await tenant.run(createInventoryAdjustment, {
      sku: variant.sku,
      locationId: location.id,
      lotId: lot.id,
      quantityChange: -(quantityRemaining as number),
    });
  }
});

test('quarantine concurrent with issues at several locations is consistent, and of two quarantines one succeeds', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await trackedVariant(tenant);
  const store = await makeLocation(tenant);
  const lot = await makeLot(tenant, variant, location, 50);
  await adjust(tenant, variant, store, 50, { lotId: lot.id });
  const takes = Array.from({ length: 10 }, (_, index) => adjust(tenant, variant, index % 2 ? location : store, -1));
  const holds = [0, 1].map(() => tenant.run(quarantineLot, { id: lot.id }));
  const outcomes = await outcomesOf([...takes, ...holds]);
  expect(outcomes.slice(-2).sort()).toEqual(['done', 'invalid_state']);
  const taken = outcomes.slice(0, 10).filter(each => each === 'done').length;
  expect(await lotOf(tenant, lot)).toMatchObject({ status: 'quarantine', quantityRemaining: 100 - taken });
  const levels = [await levelAt(tenant, variant, location), await levelAt(tenant, variant, store)];
  for (const level of levels) expect(level['quantityOnHold']).toBe(level['quantityOnHand']);
});

test('stock in transit when its lot is quarantined is on hold where it arrives', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await trackedVariant(tenant);
  for (let round = 0; round < 4; round += 1) {
    const store = await makeLocation(tenant);
    const lot = await makeLot(tenant, variant, location, 10);
    const transfer = {
      sourceLocationId: location.id,
      destinationLocationId: store.id,
      items: [{ sku: variant.sku, quantity: 6 }],
    };
    const { id } = await tenant.run(createStockTransfer, transfer);
    if (round % 2) await tenant.run(shipStockTransfer, { id });
    const move = tenant.run(round % 2 ? receiveStockTransfer : shipStockTransfer, { id });
    const [moved, held] = await outcomesOf([move, tenant.run(quarantineLot, { id: lot.id })]);
    expect(held).toBe('done');
    if (round % 2) expect(moved).toBe('done');
    else if (moved === 'done') await tenant.run(receiveStockTransfer, { id });
    const arrived = moved === 'done' ? 6 : 0;
    expect(await lotOf(tenant, lot)).toMatchObject({ status: 'quarantine', quantityRemaining: 10 });
    if (arrived)
      expect(await levelAt(tenant, variant, store)).toMatchObject({
        quantityOnHand: 6,
        quantityOnHold: 6,
        quantityAvailable: 0,
      });
    expect(await levelAt(tenant, variant, location)).toMatchObject({
      quantityOnHand: 10 - arrived,
      quantityOnHold: 10 - arrived,
    });
    await adjust(tenant, variant, location, arrived - 10, { lotId: lot.id });
  }
});

test('a recall with descendants includes a batch that completes concurrently, or stops it', async () => {
  const tenant = await world.tenant();
  const { location, recipe, flourLot, bread } = await makeBakery(tenant, 1000);
  const batches = Array.from({ length: 6 }, () => produce(tenant, recipe, location, 1));
  // While the others are still at it.
  const recall = Promise.race(batches).then(() => tenant.run(recallLot, { id: flourLot.id, includeDescendants: true }));
  const outcomes = await outcomesOf([...batches, recall]);
  expect(outcomes.at(-1)).toBe('done');
  const { rows } = await tenant.list(listLots, { variantId: bread.id });
  expect(rows.map(row => row['status'])).toEqual(rows.map(() => 'recalled'));
});
