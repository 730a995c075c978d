import { expect, test } from '@jest/globals';
import { quarantineLot } from '../../src/domain/lots.ts';
import { completeProductionBatch } from '../../src/domain/production-batch-completion.ts';
import {
  cancelProductionBatch,
  createProductionBatch,
  getProductionBatch,
  listProductionBatches,
  productionBatchStates,
  startProductionBatch,
} from '../../src/domain/production-batches.ts';
import { createRecipe, getRecipe, updateRecipe } from '../../src/domain/recipes.ts';
import { listLedger } from '../../src/domain/stock/ledger.ts';
import { listInventoryLevels } from '../../src/domain/stock/levels.ts';
import { listReservations } from '../../src/domain/stock/reservations.ts';
import type { Row } from '../../src/kernel/view.ts';
import { outcomesOf } from '../support/documents.ts';
import { adjust, type Made, makeStock, makeVariant } from '../support/make.ts';
import { type Batch, lotNamed, makeBakery, makeLot, makeRecipe, planBatch, produce } from '../support/manufacturing.ts';
import { refusal, type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();

const levelOf = async (tenant: Tenant, sku: string): Promise<Row> =>
  (await tenant.list(listInventoryLevels, { sku })).rows[0]!;
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("create checks the ingredients, copies the recipe's lines and reserves nothing", async () => {
  const tenant = await world.tenant();
  const { flour, location, recipe } = await makeBakery(tenant, 10);
  const batch = await planBatch(tenant, recipe, location, 5);
  expect(batch).toMatchObject({
    number: expect.stringMatching(/^PB-\d{6}$/),
    status: 'planned',
    plannedQuantity: 5,
    actualQuantityProduced: null,
    inputs: [
      { sku: flour.sku, plannedQuantity: 10, reservedQuantity: 0, actualQuantity: null, wasteQuantity: null, lots: [] },
    ],
    outputs: [],
  });
  expect(await levelOf(tenant, flour.sku)).toMatchObject({ quantityOnHand: 10, quantityReserved: 0 });
  await tenant.run(updateRecipe, { id: recipe.id, items: [{ sku: flour.sku, quantity: 3 }] });
  expect(await tenant.run(getProductionBatch, { id: batch.id })).toMatchObject({ inputs: [{ plannedQuantity: 10 }] });
  expect(await tenant.run(getRecipe, { id: recipe.id })).toMatchObject({ items: [{ quantity: 3 }] });
});

test('create without enough ingredients is refused, with one problem per missing level', async () => {
  const tenant = await world.tenant();
  const { flour, location, recipe } = await makeBakery(tenant, 9);
  expect(await refusal(planBatch(tenant, recipe, location, 5))).toEqual([
    {
      code: 'insufficient_stock',
      field: 'plannedQuantity',
      details: { sku: flour.sku, locationId: location.id, requested: 10, available: 9 },
    },
  ]);
  expect((await tenant.list(listProductionBatches)).rows).toEqual([]);
});

test('create reports unknown references at their fields', async () => {
  const tenant = await world.tenant();
  const { location, recipe } = await makeBakery(tenant);
  const id = '0190a000-0000-7000-8000-000000000000';
  expect(
    await refusal(tenant.run(createProductionBatch, { recipeId: id, locationId: location.id, plannedQuantity: 1 })),
  ).toEqual([{ code: 'reference_not_found', field: 'recipeId' }]);
  expect(
    await refusal(tenant.run(createProductionBatch, { recipeId: recipe.id, locationId: id, plannedQuantity: 1 })),
  ).toEqual([{ code: 'reference_not_found', field: 'locationId' }]);
  await tenant.run(updateRecipe, { id: recipe.id, active: false });
  expect(await refusal(planBatch(tenant, recipe, location, 1))).toEqual([
    { code: 'validation_failed', field: 'recipeId' },
  ]);
});

test('recipes that form a cycle are refused with the path, however long it is', async () => {
  const tenant = await world.tenant();
  const variants: Made[] = await Promise.all(Array.from({ length: 5 }, () => makeVariant(tenant)));
  const [a, b, c, d, e] = variants as [Made, Made, Made, Made, Made];
  const path = (...steps: Made[]) => ({ path: steps.map(step => step['sku']) });
  const problem = (field: string, ...steps: Made[]) => [{ code: 'recipe_cycle', field, details: path(...steps) }];
  const itself = { name: 'Itself', items: [{ sku: a['sku'], quantity: 1 }] };
  expect(await refusal(tenant.run(createRecipe, { ...itself, sku: a['sku'] }))).toEqual(problem('items[0].sku', a, a));
  expect(await refusal(makeRecipe(tenant, a, [[a, 1]]))).toEqual(problem('items[0].variantId', a, a));

  await makeRecipe(tenant, a, [
    [b, 1],
    [e, 1],
  ]);
  await makeRecipe(tenant, b, [
    [c, 1],
    [e, 1],
  ]);
  await makeRecipe(tenant, c, [[d, 1]]);
  const closing: [Made, number][] = [
    [e, 1],
    [a, 1],
  ];
  expect(await refusal(makeRecipe(tenant, d, closing))).toEqual(problem('items[1].variantId', d, a, b, c, d));
  const asleep = await makeRecipe(tenant, d, closing, { active: false });
  expect(await refusal(tenant.run(updateRecipe, { id: asleep.id, active: true }))).toEqual(
    problem('active', d, a, b, c, d),
  );
  const last = await makeRecipe(tenant, d, [[e, 1]]);
  expect(await refusal(tenant.run(updateRecipe, { id: last.id, items: [{ sku: b['sku'], quantity: 1 }] }))).toEqual(
    problem('items[0].sku', d, b, c, d),
  );
});

test('of two recipes that together close a cycle, one is refused', async () => {
  const tenant = await world.tenant();
  const [a, b] = [await makeVariant(tenant), await makeVariant(tenant)];
  const outcomes = await Promise.allSettled([makeRecipe(tenant, a, [[b, 1]]), makeRecipe(tenant, b, [[a, 1]])]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('start reserves the ingredients', async () => {
  const tenant = await world.tenant();
  const { flour, location, recipe } = await makeBakery(tenant, 10);
  const { id } = await planBatch(tenant, recipe, location, 4);
  const started = await tenant.run(startProductionBatch, { id });
  expect(started).toMatchObject({
    status: 'in_progress',
    startedAt: expect.anything(),
    inputs: [{ reservedQuantity: 8 }],
  });
  expect(await levelOf(tenant, flour.sku)).toMatchObject({
    quantityOnHand: 10,
    quantityReserved: 8,
    quantityAvailable: 2,
  });
  expect((await tenant.list(listReservations, { referenceId: id })).rows).toMatchObject([
    { quantity: 8, referenceType: 'production_batch', lineId: (started as Batch).inputs[0]!.id },
  ]);
});

test('complete consumes as planned by default, and books the output into a lot of its own', async () => {
  const tenant = await world.tenant();
  const { flour, bread, location, recipe, flourLot } = await makeBakery(tenant, 100);
  const batch = await produce(tenant, recipe, location, 10);
  const lot = await lotNamed(tenant, batch['number'] as string);
  expect(batch).toMatchObject({
    status: 'completed',
    actualQuantityProduced: 10,
    inputs: [
      {
        reservedQuantity: 0,
        actualQuantity: 20,
        wasteQuantity: 0,
        lots: [{ lotId: flourLot.id, lotNumber: flourLot['lotNumber'], quantity: 20, outputLotId: lot.id }],
      },
    ],
    outputs: [{ sku: bread.sku, quantity: 10, lotId: lot.id, lotNumber: batch['number'] }],
  });
  expect(lot).toMatchObject({
    status: 'active',
    quantityInitial: 10,
    quantityRemaining: 10,
    sourceType: 'production_batch',
    sourceId: batch.id,
    expiryDate: dayFromNow(5),
  });
  expect(await levelOf(tenant, flour.sku)).toMatchObject({
    quantityOnHand: 80,
    quantityReserved: 0,
    quantityAvailable: 80,
  });
  expect(await levelOf(tenant, bread.sku)).toMatchObject({ quantityOnHand: 10, quantityAvailable: 10 });
  expect(await tenant.run(getProductionBatch, { id: batch.id })).toMatchObject({
    inputs: [{ lots: [{ quantity: 20 }] }],
    outputs: [{ lotId: lot.id }],
  });
});

test('complete consumes actual and waste quantities, more than planned if available, and releases the rest', async () => {
  const tenant = await world.tenant();
  const { flour, location, recipe } = await makeBakery(tenant, 30);
  const { id, inputs } = await planBatch(tenant, recipe, location, 10);
  await tenant.run(startProductionBatch, { id });
  await tenant.run(completeProductionBatch, {
    id,
    actualQuantityProduced: 9.5,
    inputs: [{ productionBatchInputId: inputs[0]!.id, actualQuantity: 21, wasteQuantity: 1.5 }],
  });
  expect(await levelOf(tenant, flour.sku)).toMatchObject({
    quantityOnHand: 7.5,
    quantityReserved: 0,
    quantityAvailable: 7.5,
  });
  expect(
    (await tenant.list(listLedger, { referenceId: id })).rows.map(row => [row['entryType'], row['quantityChange']]),
  ).toEqual([
    ['production_output', 9.5],
    ['production_wasted', -1.5],
    ['production_consumed', -21],
  ]);
});

test('complete beyond the reservation is limited by what is available', async () => {
  const tenant = await world.tenant();
  const { flour, location, recipe } = await makeBakery(tenant, 30);
  const first = await planBatch(tenant, recipe, location, 10);
  const second = await planBatch(tenant, recipe, location, 4);
  for (const { id } of [first, second]) await tenant.run(startProductionBatch, { id });
  const greedy = tenant.run(completeProductionBatch, {
    id: first.id,
    actualQuantityProduced: 10,
    inputs: [{ productionBatchInputId: first.inputs[0]!.id, actualQuantity: 22.0001 }],
  });
  expect(await refusal(greedy)).toEqual([
    {
      code: 'insufficient_stock',
      field: 'inputs[0].actualQuantity',
      details: { sku: flour.sku, locationId: location.id, reserved: 20, requested: 2.0001, available: 2 },
    },
  ]);
  expect(await levelOf(tenant, flour.sku)).toMatchObject({ quantityOnHand: 30, quantityReserved: 28 });
  expect(await tenant.run(getProductionBatch, { id: first.id })).toMatchObject({ status: 'in_progress', outputs: [] });
});

test('if a batch fails completely, everything is waste, and nothing is made', async () => {
  const tenant = await world.tenant();
  const { location, recipe } = await makeBakery(tenant);
  const failed = await produce(tenant, recipe, location, 1, { actualQuantityProduced: 0 });
  expect(failed).toMatchObject({
    status: 'completed',
    actualQuantityProduced: 0,
    outputs: [],
    inputs: [{ actualQuantity: 0, wasteQuantity: 2, lots: [{ quantity: 2, outputLotId: null }] }],
  });
  const { rows } = await tenant.list(listLedger, { referenceId: failed.id });
  expect(rows).toMatchObject([{ entryType: 'production_wasted', quantityChange: -2 }]);
});

test('complete refuses inputs that are not its own, duplicates, and lots that do not add up', async () => {
  const tenant = await world.tenant();
  const { location, recipe, flourLot } = await makeBakery(tenant);
  const {
    id,
    inputs: [input],
  } = await planBatch(tenant, recipe, location, 1);
  await tenant.run(startProductionBatch, { id });
  const complete = (...inputs: object[]) =>
    refusal(tenant.run(completeProductionBatch, { id, actualQuantityProduced: 1, inputs }));
  expect(await complete({ productionBatchInputId: id })).toEqual([
    { code: 'reference_not_found', field: 'inputs[0].productionBatchInputId' },
  ]);
  expect(await complete({ productionBatchInputId: input!.id }, { productionBatchInputId: input!.id })).toEqual([
    { code: 'validation_failed', field: 'inputs[1].productionBatchInputId' },
  ]);
  expect(await complete({ productionBatchInputId: input!.id, lots: [{ lotId: flourLot.id, quantity: 1 }] })).toEqual([
    { code: 'validation_failed', field: 'inputs[0].lots' },
  ]);
  expect(await complete({ productionBatchInputId: input!.id, lots: [{ lotId: id, quantity: 2 }] })).toEqual([
    { code: 'reference_not_found', field: 'inputs[0].lots[0].lotId' },
  ]);
});

test('given lots are taken, also for waste; a lot in quarantine is refused', async () => {
  const tenant = await world.tenant();
  const { flour, location, recipe, flourLot } = await makeBakery(tenant, 10);
  const other = await makeLot(tenant, flour, location, 10);
  const {
    id,
    inputs: [input],
  } = await planBatch(tenant, recipe, location, 5);
  await tenant.run(startProductionBatch, { id });
  const inputs = [
    {
      productionBatchInputId: input!.id,
      wasteQuantity: 1,
      lots: [
        { lotId: other.id, quantity: 7 },
        { lotId: flourLot.id, quantity: 4 },
      ],
    },
  ];
  await tenant.run(quarantineLot, { id: flourLot.id });
  expect(await refusal(tenant.run(completeProductionBatch, { id, actualQuantityProduced: 5, inputs }))).toMatchObject([
    { code: 'insufficient_stock' },
  ]);
  await adjust(tenant, flour, location, 5, { lotNumber: 'MORE' });
  expect(await refusal(tenant.run(completeProductionBatch, { id, actualQuantityProduced: 5, inputs }))).toEqual([
    { code: 'validation_failed', field: 'inputs[0].lots[1].lotId', details: { status: 'quarantine' } },
  ]);
  const more = await lotNamed(tenant, 'MORE');
  inputs[0]!.lots[1]!.lotId = more.id;
  const completed = (await tenant.run(completeProductionBatch, { id, actualQuantityProduced: 5, inputs })) as Batch;
  expect(completed.inputs[0]!.lots.map(lot => [lot['lotId'], lot['quantity']])).toEqual([
    [other.id, 7],
    [more.id, 4],
  ]);
});

test('the output lot is always new', async () => {
  const tenant = await world.tenant();
  const { bread, location, recipe } = await makeBakery(tenant);
  await makeLot(tenant, bread, location, 1, { lotNumber: 'TAKEN' });
  const { id, number } = await planBatch(tenant, recipe, location, 1);
  await makeLot(tenant, bread, location, 1, { lotNumber: number as string });
  await tenant.run(startProductionBatch, { id });
  expect(
    await refusal(tenant.run(completeProductionBatch, { id, actualQuantityProduced: 1, lotNumber: 'TAKEN' })),
  ).toEqual([{ code: 'already_exists', field: 'lotNumber' }]);
  const completed = await tenant.run(completeProductionBatch, { id, actualQuantityProduced: 1 });
  expect(completed['outputs']).toMatchObject([{ lotNumber: `${number}-2` }]);
});

test('stock that is not lot-tracked is produced and consumed without lots', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const output = await makeVariant(tenant);
  const recipe = await makeRecipe(tenant, output, [[variant, 0.5]], { outputQuantity: 3 });
  const batch = await produce(tenant, recipe, location, 10);
  expect(batch).toMatchObject({
    inputs: [{ plannedQuantity: 1.6667, actualQuantity: 1.6667, lots: [] }],
    outputs: [{ quantity: 10, lotId: null, lotNumber: null }],
  });
  expect(await levelOf(tenant, variant.sku)).toMatchObject({ quantityOnHand: 8.3333 });
});

// ---- every pair of the transition table ----

type State = keyof typeof productionBatchStates.table;
const REACH: { [state in State]: (tenant: Tenant, id: string) => Promise<unknown> } = {
  planned: async () => undefined,
  in_progress: (tenant, id) => tenant.run(startProductionBatch, { id }),
  completed: async (tenant, id) => {
    await tenant.run(startProductionBatch, { id });
    await tenant.run(completeProductionBatch, { id, actualQuantityProduced: 1 });
  },
  cancelled: (tenant, id) => tenant.run(cancelProductionBatch, { id }),
};
const VERBS = [
  {
    verb: 'start',
    target: 'in_progress',
    run: (tenant: Tenant, id: string) => tenant.run(startProductionBatch, { id }),
  },
  {
    verb: 'complete',
    target: 'completed',
    run: (tenant: Tenant, id: string) => tenant.run(completeProductionBatch, { id, actualQuantityProduced: 1 }),
  },
  {
    verb: 'cancel',
    target: 'cancelled',
    run: (tenant: Tenant, id: string) => tenant.run(cancelProductionBatch, { id }),
  },
] as const;

for (const from of productionBatchStates.all) {
  for (const { verb, target, run } of VERBS) {
    const allowed = (productionBatchStates.table[from] as readonly string[]).includes(target);
    test(`${verb} of a batch that is ${from} ${allowed ? `makes it ${target}` : 'is refused'}`, async () => {
      const tenant = await world.tenant();
      const { flour, location, recipe } = await makeBakery(tenant, 10);
      const { id } = await planBatch(tenant, recipe, location, 1);
      await REACH[from](tenant, id);
      const before = await levelOf(tenant, flour.sku);
      if (allowed) expect(await run(tenant, id)).toMatchObject({ status: target });
      else {
        expect(await refusal(run(tenant, id))).toMatchObject([
          { code: 'invalid_state', field: 'status', details: { status: from } },
        ]);
        expect(await levelOf(tenant, flour.sku)).toEqual(before);
      }
      if (target === 'cancelled' && allowed)
        expect(await levelOf(tenant, flour.sku)).toMatchObject({
          quantityOnHand: 10,
          quantityReserved: 0,
          quantityAvailable: 10,
        });
    });
  }
}

// ---- concurrency ----

test('of two batches that start with the last ingredients, one succeeds', async () => {
  const tenant = await world.tenant();
  const { flour, location, recipe } = await makeBakery(tenant, 10);
  const batches = [await planBatch(tenant, recipe, location, 4), await planBatch(tenant, recipe, location, 4)];
  const outcomes = await outcomesOf(batches.map(({ id }) => tenant.run(startProductionBatch, { id })));
  expect(outcomes.sort()).toEqual(['done', 'insufficient_stock']);
  expect(await levelOf(tenant, flour.sku)).toMatchObject({ quantityReserved: 8, quantityAvailable: 2 });
});

test('of concurrent complete and cancel, exactly one succeeds', async () => {
  const tenant = await world.tenant();
  const { flour, location, recipe } = await makeBakery(tenant, 100);
  for (let round = 0; round < 5; round += 1) {
    const { id } = await planBatch(tenant, recipe, location, 1);
    await tenant.run(startProductionBatch, { id });
    const work = [
      () => tenant.run(completeProductionBatch, { id, actualQuantityProduced: 1 }),
      () => tenant.run(cancelProductionBatch, { id }),
    ];
    const outcomes = await outcomesOf((round % 2 ? work : work.reverse()).map(run => run()));
    expect(outcomes.sort()).toEqual(['done', 'invalid_state']);
    const { status } = (await tenant.run(getProductionBatch, { id })) as { status: string };
    const { rows } = await tenant.list(listLedger, { referenceId: id });
    expect(rows).toHaveLength(status === 'completed' ? 2 : 0);
  }
  expect(await levelOf(tenant, flour.sku)).toMatchObject({ quantityReserved: 0 });
});

test('eight concurrent completes of one batch produce once', async () => {
  const tenant = await world.tenant();
  const { bread, location, recipe } = await makeBakery(tenant);
  const { id } = await planBatch(tenant, recipe, location, 3);
  await tenant.run(startProductionBatch, { id });
  const outcomes = await outcomesOf(
    Array.from({ length: 8 }, () => tenant.run(completeProductionBatch, { id, actualQuantityProduced: 3 })),
  );
  expect(outcomes.filter(each => each !== 'invalid_state')).toEqual(['done']);
  expect(await levelOf(tenant, bread.sku)).toMatchObject({ quantityOnHand: 3 });
});
