import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { z } from 'zod';
import { addDays } from '../kernel/calendar.ts';
import { type Problem, referenceNotFound, refuse, refuseAll } from '../kernel/errors.ts';
import {
  byId,
  code,
  date,
  type Given,
  id,
  inUse,
  money,
  note,
  notNegative,
  positive,
  type RuleProblem,
  rowsOf,
  ruled,
  target,
} from '../kernel/inputs.ts';
import { command } from '../kernel/operation.ts';
import { Quantity, quantity } from '../kernel/quantity.ts';
import { states } from '../kernel/states.ts';
import type { Unit } from '../kernel/unit.ts';
import { createdSince, equals, getOf, listOf } from '../store/list.ts';
import { belongsTo, create, findByIds, findGraph, findWhere, lockById, TenantRecord } from '../store/record.ts';
import { Location, unfit } from './locations.ts';
import { today } from './organizations.ts';
import { Variant } from './products.ts';
import { Recipe } from './recipes.ts';
import type { LedgerEntry } from './stock/ledger.ts';
import { skuFilter, skuOfVariant } from './stock/levels.ts';
import type { Line } from './stock/lines.ts';
import type { LotShare, NumberedLot } from './stock/locked-lots.ts';
import { Lot, lotNumberBy, lotShares, lotsAddUp } from './stock/lots.ts';
import { Reservation } from './stock/reservations.ts';
import { Stock } from './stock/stock.ts';
import type { Cause } from './stock/write-entry.ts';
import { untraded } from './variant-lines.ts';

export const productionBatchStates = states({
  planned: ['in_progress', 'cancelled'],
  in_progress: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
});

const ProductionBatchSchema = defineEntity({
  name: 'ProductionBatch',
  tableName: 'production_batches',
  extends: TenantRecord,
  comment: "One production run of a recipe, with its own copy of the recipe's lines.",
  uniques: [{ properties: ['organizationId', 'number'] }],
  indexes: [{ properties: ['organizationId', 'updatedAt', 'id'] }],
  properties: {
    number: p.string().length(20).comment('Number for people, such as PB-000042.'),
    recipe: () => belongsTo(Recipe, 'recipe_id').comment('The recipe that it follows.'),
    location: () => belongsTo(Location, 'location_id').comment('Location of the ingredients and of the output.'),
    variant: () => belongsTo(Variant, 'variant_id').comment('The variant it produces.'),
    sku: p.string().formula(skuOfVariant).comment('SKU of the variant.'),
    status: p.enum(productionBatchStates.all).comment('Status.'),
    plannedQuantity: quantity().comment('Quantity to be produced.'),
    actualQuantityProduced: quantity().nullable().comment('Quantity produced.'),
    additionalCost: quantity().nullable().comment('Further cost of production, such as labor.'),
    plannedOn: p.date().nullable().comment('The day on which it should be made.'),
    notes: p.text().nullable().comment('Free-text notes.'),
    replenishmentPlanId: p.uuid().nullable().comment('The replenishment plan that created it.'),
    inputs: () => p.oneToMany(ProductionBatchInput).mappedBy('batch').comment('The inputs.'),
    outputs: () => p.oneToMany(ProductionBatchOutput).mappedBy('batch').comment('The outputs.'),
    startedAt: p.datetime(3).nullable().comment('When it was started.'),
    completedAt: p.datetime(3).nullable().comment('When it was completed.'),
    cancelledAt: p.datetime(3).nullable().comment('When it was cancelled.'),
  },
});
export class ProductionBatch extends ProductionBatchSchema.class {}
ProductionBatchSchema.setClass(ProductionBatch);

const ProductionBatchInputSchema = defineEntity({
  name: 'ProductionBatchInput',
  tableName: 'production_batch_inputs',
  extends: TenantRecord,
  comment: 'An ingredient of a production batch.',
  indexes: [{ properties: ['organizationId', 'batch'] }],
  properties: {
    batch: () => belongsTo(ProductionBatch, 'batch_id').hidden(),
    variant: () => belongsTo(Variant, 'variant_id').comment('The inputs.'),
    sku: p.string().formula(skuOfVariant).comment('SKU of the variant.'),
    plannedQuantity: quantity().comment('Quantity planned.'),
    reservedQuantity: quantity().comment('Quantity reserved for it now.'),
    actualQuantity: quantity().nullable().comment('Quantity used.'),
    wasteQuantity: quantity().nullable().comment('Quantity wasted.'),
    lots: () => p.oneToMany(LotUse).mappedBy('input').comment('Lots that it was taken from.'),
  },
});
export class ProductionBatchInput extends ProductionBatchInputSchema.class {}
ProductionBatchInputSchema.setClass(ProductionBatchInput);

const ProductionBatchOutputSchema = defineEntity({
  name: 'ProductionBatchOutput',
  tableName: 'production_batch_outputs',
  extends: TenantRecord,
  comment: 'The output of a production batch.',
  indexes: [{ properties: ['organizationId', 'batch'] }],
  properties: {
    batch: () => belongsTo(ProductionBatch, 'batch_id').hidden(),
    variant: () => belongsTo(Variant, 'variant_id').comment('The outputs.'),
    sku: p.string().formula(skuOfVariant).comment('SKU of the variant.'),
    quantity: quantity().comment('Quantity produced.'),
    lot: () => belongsTo(Lot, 'lot_id').nullable().comment('The lot that it is.'),
    lotNumber: p.string().formula(lotNumberBy('lot_id')).nullable().comment('Number of the lot.'),
  },
});
export class ProductionBatchOutput extends ProductionBatchOutputSchema.class {}
ProductionBatchOutputSchema.setClass(ProductionBatchOutput);

/**
 * The genealogy of lots. Waste counts as used: nobody can tell which of the lots ended in the bin and which in the
 * product.
 */
const LotUseSchema = defineEntity({
  name: 'LotUse',
  tableName: 'lot_uses',
  extends: TenantRecord,
  comment: 'Quantity of a lot used by a production batch, and the lot made from it.',
  indexes: [
    { properties: ['organizationId', 'input'] },
    { properties: ['organizationId', 'lot'] },
    { properties: ['organizationId', 'outputLot'] },
  ],
  properties: {
    input: () => belongsTo(ProductionBatchInput, 'input_id').hidden(),
    lot: () => belongsTo(Lot, 'lot_id').comment('The lot that was used.'),
    lotNumber: p.string().formula(lotNumberBy('lot_id')).comment('Number of the lot.'),
    quantity: quantity().comment('Quantity of it, waste included.'),
    outputLot: () => belongsTo(Lot, 'output_lot_id').nullable().comment('The lot made from it.'),
  },
});
export class LotUse extends LotUseSchema.class {}
LotUseSchema.setClass(LotUse);

const manufacturing = { area: 'manufacturing', module: 'manufacturing' } as const;

export const listProductionBatches = listOf('listProductionBatches', {
  ...manufacturing,
  of: ProductionBatch,
  summary: 'Lists production batches, newest first.',
  filters: {
    status: equals('status', z.enum(productionBatchStates.all).meta({ id: 'ProductionBatchStatus' })),
    recipeId: equals('recipe_id', id()),
    locationId: equals('location_id', id()),
    variantId: equals('variant_id', id()),
    sku: skuFilter,
    createdSince,
  },
});

export const getProductionBatch = getOf('getProductionBatch', { ...manufacturing, of: ProductionBatch });

export const createProductionBatch = command('createProductionBatch', {
  ...manufacturing,
  summary: 'Plans a batch. Its ingredients must be available now; they are reserved when it starts.',
  refuses: ['insufficient_stock'],
  input: z.strictObject({
    recipeId: inUse(id(), 'product'),
    locationId: inUse(id(), 'location'),
    plannedQuantity: positive(),
    plannedOn: date().nullable().optional(),
    notes: note().nullable().optional(),
  }),
  output: ProductionBatch,
  async run(unit, given) {
    const batch = await planBatch(unit, given);
    const needed = [...batch.inputs].map(input => lineOf(batch, input, input.plannedQuantity, 'plannedQuantity'));
    const stock = await Stock.lock(unit, needed);
    stock.requireAvailable(needed);
    return batch;
  },
});

interface PlannedBatch {
  recipeId: string;
  locationId: string;
  plannedQuantity: Quantity;
  plannedOn?: string | null | undefined;
  notes?: string | null | undefined;
  replenishmentPlanId?: string;
}

/** Plans a batch, whether or not its ingredients are available. */
export async function planBatch(
  unit: Unit,
  { recipeId, locationId, plannedQuantity, plannedOn = null, notes = null, replenishmentPlanId }: PlannedBatch,
): Promise<ProductionBatch> {
  const [recipe, location] = await namedBy(unit, recipeId, locationId);
  const batch = create(unit, ProductionBatch, {
    number: await unit.nextNumber('PB'),
    recipe,
    location,
    variant: recipe.variant,
    sku: recipe.variant.sku,
    status: 'planned',
    plannedQuantity,
    plannedOn,
    ...(replenishmentPlanId && { replenishmentPlanId }),
    actualQuantityProduced: null,
    notes,
    startedAt: null,
    completedAt: null,
    cancelledAt: null,
  });
  for (const item of recipe.items) {
    const { variant } = item;
    const planned = item.quantity.times(plannedQuantity, recipe.outputQuantity, 'plannedQuantity');
    if (planned.isZero())
      refuse('validation_failed', `Is too small: the batch would use no ${variant.sku}.`, {
        field: 'plannedQuantity',
      });
    batch.inputs.add(
      create(unit, ProductionBatchInput, {
        batch,
        variant,
        sku: variant.sku,
        plannedQuantity: planned,
        reservedQuantity: Quantity.zero,
        actualQuantity: null,
        wasteQuantity: null,
      }),
    );
  }
  return batch;
}

export const startProductionBatch = command('startProductionBatch', {
  ...manufacturing,
  summary: 'Starts a planned batch and reserves its ingredients.',
  refuses: ['invalid_state', 'insufficient_stock'],
  input: byId(),
  output: ProductionBatch,
  async run(unit, { id: batchId }) {
    const batch = await locked(unit, batchId);
    productionBatchStates.step(batch, 'production batch', 'in_progress');
    const needed = [...batch.inputs].map(input => ({
      ...lineOf(batch, input, input.plannedQuantity),
      ...promiseTo(batch, input),
    }));
    const stock = await Stock.lock(unit, needed);
    stock.reserve(needed);
    for (const input of batch.inputs) input.reservedQuantity = input.plannedQuantity;
    batch.startedAt = unit.now();
    return batch;
  },
});

export const cancelProductionBatch = command('cancelProductionBatch', {
  ...manufacturing,
  summary: 'Cancels a batch that is planned or in progress and releases its reservations; nothing is consumed.',
  refuses: ['invalid_state'],
  input: byId(),
  output: ProductionBatch,
  async run(unit, { id: batchId }) {
    const batch = await locked(unit, batchId);
    const wasStarted = batch.status === 'in_progress';
    productionBatchStates.step(batch, 'production batch', 'cancelled');
    if (wasStarted) await releaseAll(unit, batch, await Stock.lock(unit, placesOf(batch)));
    batch.cancelledAt = unit.now();
    return batch;
  },
});

// ---- completion ----

const LOTS_ADD_UP = 'The lots must add up to the quantity used, waste included.';
const INPUT_TWICE = 'Is given twice.';

const usedInput = ruled(
  z.strictObject({
    productionBatchInputId: id().meta({ description: 'Which input of the batch.' }),
    actualQuantity: notNegative().optional().meta({ description: 'Quantity used. Default: as planned.' }),
    wasteQuantity: notNegative().optional().meta({ description: 'Quantity wasted in addition. Default: 0.' }),
    lots: lotShares()
      .optional()
      .meta({ description: 'Lots to take it from, waste included. Default: first expired, first out.' }),
  }),
  given => lotsAddUp(given, usedInAll(given), LOTS_ADD_UP),
).meta({ id: 'ProductionBatchInputUsed' });

/** The quantity that an input reports as used, waste included; undefined if it is left as planned. */
const usedInAll = ({ actualQuantity, wasteQuantity = Quantity.zero }: Given): unknown =>
  actualQuantity instanceof Quantity && wasteQuantity instanceof Quantity
    ? actualQuantity.plus(wasteQuantity, 'wasteQuantity')
    : undefined;

/** The quantity actually taken for one input. */
interface Used {
  input: ProductionBatchInput;
  actual: Quantity;
  waste: Quantity;
  lots: readonly LotShare[];
  /** The path of the input in the request, if it is there. */
  path?: string;
}

export const completeProductionBatch = command('completeProductionBatch', {
  ...manufacturing,
  summary:
    'Completes a batch: consumes its ingredients, releases the rest of their reservation and adds the output to the stock.',
  refuses: ['invalid_state', 'already_exists', 'insufficient_stock'],
  input: ruled(
    z.strictObject({
      id: target(),
      actualQuantityProduced: notNegative(),
      inputs: z.array(usedInput).max(500).default([]),
      lotNumber: code()
        .optional()
        .meta({ description: 'Number of the new lot of a lot-tracked output. Default: the number of the batch.' }),
      additionalCost: money().optional().meta({
        description: 'Further cost of production, such as labor, which is added to the cost of the output.',
      }),
    }),
    inputsTwice,
  ),
  output: ProductionBatch,
  async run(unit, { id: batchId, actualQuantityProduced: produced, inputs, lotNumber, additionalCost }) {
    const batch = await locked(unit, batchId);
    productionBatchStates.step(batch, 'production batch', 'completed');
    if (lotNumber !== undefined && !batch.variant.lotTracked)
      refuse('validation_failed', `${batch.variant.sku} is not lot-tracked.`, { field: 'lotNumber' });
    const used = produced.isZero() ? usedOf(batch, inputs).map(allWasted) : usedOf(batch, inputs);
    const { variant } = batch;
    const newLot = produced.isPositive() && variant.lotTracked ? await lotToMake(unit, batch, lotNumber) : undefined;
    const stock = await Stock.lock(unit, placesOf(batch), {
      lotIds: used.flatMap(each => each.lots.map(lot => lot.lotId)),
      leaving: used.map(({ input, actual, waste }) => lineOf(batch, input, actual.plus(waste))),
      lotNumbers: newLot ? [{ variant, lotNumber: newLot.lotNumber }] : [],
    });
    if (newLot && stock.lotNumbered(variant, newLot)) lotExists(batch);
    requireBeyondReserved(batch, used, stock);
    await releaseAll(unit, batch, stock);
    const consumed = used.flatMap(each => consume(unit, stock, batch, each));
    if (produced.isPositive()) putOutput(unit, stock, batch, produced, newLot, costOf(consumed, additionalCost));
    batch.additionalCost = additionalCost ?? null;
    batch.actualQuantityProduced = produced;
    batch.completedAt = unit.now();
    return batch;
  },
});

function inputsTwice({ inputs }: Given): RuleProblem[] {
  const ids = rowsOf(inputs).map(([index, { productionBatchInputId }]) => [index, productionBatchInputId] as const);
  return ids.flatMap(([index, inputId], place) =>
    inputId !== undefined && ids.findIndex(([, other]) => other === inputId) < place
      ? [{ path: ['inputs', index, 'productionBatchInputId'], message: INPUT_TWICE }]
      : [],
  );
}

function usedOf(batch: ProductionBatch, given: readonly z.output<typeof usedInput>[]): Used[] {
  const known = new Map([...batch.inputs].map(input => [input.id, input]));
  const said = new Map<string, Used>();
  const problems: Problem[] = [];
  for (const [
    index,
    { productionBatchInputId, actualQuantity, wasteQuantity = Quantity.zero, lots = [] },
  ] of given.entries()) {
    const path = `inputs[${index}]`;
    const input = known.get(productionBatchInputId);
    const actual = actualQuantity ?? input?.plannedQuantity ?? Quantity.zero;
    if (!input) problems.push(referenceNotFound('input of this batch', `${path}.productionBatchInputId`));
    else if (
      lots.length > 0 &&
      !Quantity.sum(lots.map(lot => lot.quantity)).equals(actual.plus(wasteQuantity, `${path}.wasteQuantity`))
    ) {
      problems.push({
        code: 'validation_failed',
        message: LOTS_ADD_UP,
        field: `${path}.lots`,
      });
    } else said.set(input.id, { input, actual, waste: wasteQuantity, lots, path });
  }
  refuseAll(problems);
  return [...known.values()].map(
    input => said.get(input.id) ?? { input, actual: input.plannedQuantity, waste: Quantity.zero, lots: [] },
  );
}

/** If a batch produced nothing, nothing was used: all of it is waste. */
const allWasted = (used: Used): Used => ({ ...used, actual: Quantity.zero, waste: used.actual.plus(used.waste) });

/**
 * What was reserved is a fact and may be taken; anything beyond it must be available (docs/api.md, "Facts and
 * promises").
 */
function requireBeyondReserved(batch: ProductionBatch, used: readonly Used[], stock: Stock): void {
  const beyond = used.flatMap(({ input, actual, waste, path }) => {
    const more = actual.plus(waste, path && `${path}.wasteQuantity`).minus(input.reservedQuantity);
    return more.isPositive() ? [lineOf(batch, input, more, path && `${path}.actualQuantity`)] : [];
  });
  stock.requireAvailable(beyond);
}

/** Takes an input out of the stock. Returns its ledger entries. */
function consume(
  unit: Unit,
  stock: Stock,
  batch: ProductionBatch,
  { input, actual, waste, lots, path }: Used,
): LedgerEntry[] {
  const [forActual, forWaste] = split(
    lots.map((share, index) => ({ ...share, field: `${path}.lots[${index}].lotId` })),
    actual,
  );
  const field = path && `${path}.actualQuantity`;
  const take = (
    entryType: 'production_consumed' | 'production_wasted',
    amount: Quantity,
    shares: readonly LotShare[],
  ): LedgerEntry[] =>
    amount.isZero() ? [] : stock.take(lineOf(batch, input, amount, field), causeOf(batch, entryType), shares);
  const entries = [...take('production_consumed', actual, forActual), ...take('production_wasted', waste, forWaste)];
  for (const [lot, taken] of Map.groupBy(
    entries.filter(entry => entry.lot),
    entry => entry.lot!,
  )) {
    const total = Quantity.sum(taken.map(entry => entry.quantity));
    input.lots.add(create(unit, LotUse, { input, lot, lotNumber: lot.lotNumber, quantity: total, outputLot: null }));
  }
  input.actualQuantity = actual;
  input.wasteQuantity = waste;
  return entries;
}

/**
 * The cost of the output: everything that was consumed or wasted for it, and the additional cost. Unknown if any of it
 * is.
 */
function costOf(consumed: readonly LedgerEntry[], additionalCost: Quantity = Quantity.zero): Quantity | null {
  if (!consumed.every(entry => entry.valueChange && entry.unvaluedChange!.isZero())) return null;
  return Quantity.sum(consumed.map(entry => entry.valueChange!.negated())).plus(additionalCost, 'additionalCost');
}

/** The shares that make up the first amount, and the rest. */
function split(shares: readonly LotShare[], first: Quantity): [LotShare[], LotShare[]] {
  let missing = first;
  const parts: [LotShare[], LotShare[]] = [[], []];
  for (const share of shares) {
    const taken = Quantity.min(missing, share.quantity);
    const rest = share.quantity.minus(taken);
    missing = missing.minus(taken);
    if (taken.isPositive()) parts[0].push({ ...share, quantity: taken });
    if (rest.isPositive()) parts[1].push({ ...share, quantity: rest });
  }
  return parts;
}

/** Adds the output to the stock. Its lot, if it has one, is linked to every lot that went in. */
function putOutput(
  unit: Unit,
  stock: Stock,
  batch: ProductionBatch,
  produced: Quantity,
  newLot: NumberedLot | undefined,
  value: Quantity | null,
): void {
  const { variant } = batch;
  const { lot = null } = stock.put(
    { variant, locationId: batch.location.id, quantity: produced, field: 'actualQuantityProduced' },
    causeOf(batch, 'production_output'),
    newLot,
    { value },
  );
  for (const input of batch.inputs) for (const use of input.lots) use.outputLot = lot;
  batch.outputs.add(
    create(unit, ProductionBatchOutput, {
      batch,
      variant,
      sku: variant.sku,
      quantity: produced,
      lot,
      lotNumber: lot?.lotNumber ?? null,
    }),
  );
}

const LOT_NUMBER_ATTEMPTS = 20;

/** The lot that the batch creates: always a new one, or its genealogy would be mixed with another's. */
async function lotToMake(unit: Unit, batch: ProductionBatch, wanted?: string): Promise<NumberedLot> {
  const { id, number, variant } = batch;
  const numbers =
    wanted === undefined
      ? Array.from({ length: LOT_NUMBER_ATTEMPTS }, (_, index) => (index === 0 ? number : `${number}-${index + 1}`))
      : [wanted];
  const { rows } = await sql<{ lot_number: string }>`
    select l.lot_number from lots l
    where l.organization_id = ${unit.organizationId} and l.variant_id = ${variant.id} and l.lot_number = any(${numbers})`.execute(
    unit.db,
  );
  const taken = new Set(rows.map(row => row.lot_number));
  const lotNumber = numbers.find(each => !taken.has(each)) ?? lotExists(batch);
  const expiryDate = variant.shelfLifeDays === null ? null : addDays(await today(unit), variant.shelfLifeDays!);
  return { lotNumber, expiryDate, sourceType: 'production_batch', sourceId: id };
}

const lotExists = ({ variant }: ProductionBatch): never =>
  refuse('already_exists', `A lot of ${variant.sku} with this number already exists.`, { field: 'lotNumber' });

// ---- what they share ----

/** The batch, locked, with its inputs, outputs and their variants. */
const locked = (unit: Unit, batchId: string) =>
  lockById(unit, ProductionBatch, batchId, { populate: ['variant', 'inputs.variant', 'inputs.lots', 'outputs'] });

/** The recipe and the location of a new batch. Refuses those that are unknown or inactive, and archived products. */
async function namedBy(unit: Unit, recipeId: string, locationId: string): Promise<[Recipe, Location]> {
  const recipe = await findGraph(unit, Recipe, recipeId, ['variant', 'items.variant']);
  const location = (await findByIds(unit, Location, [locationId])).get(locationId);
  refuseAll([...unusable(recipe), ...unfit(location)]);
  return [recipe!, location!];
}

function unusable(recipe: Recipe | undefined): Problem[] {
  if (!recipe) return [referenceNotFound('recipe', 'recipeId')];
  if (!recipe.active) return [{ code: 'validation_failed', message: 'The recipe is not active.', field: 'recipeId' }];
  return untraded(recipe.variant, 'recipeId');
}

const lineOf = (batch: ProductionBatch, { variant }: ProductionBatchInput, amount: Quantity, field?: string): Line => ({
  variant,
  locationId: batch.location.id,
  quantity: amount,
  ...(field !== undefined && { field }),
});

/** All stock lines that the batch takes from and puts to. */
const placesOf = (batch: ProductionBatch) =>
  [batch.variant, ...[...batch.inputs].map(input => input.variant)].map(variant => ({
    variant,
    locationId: batch.location.id,
  }));

const promiseTo = (batch: ProductionBatch, input: ProductionBatchInput) =>
  ({ referenceType: 'production_batch', referenceId: batch.id, lineId: input.id }) as const;

const causeOf = (batch: ProductionBatch, entryType: Cause['entryType']): Cause => ({
  entryType,
  referenceType: 'production_batch',
  referenceId: batch.id,
});

async function releaseAll(unit: Unit, batch: ProductionBatch, stock: Stock): Promise<void> {
  const inputs = new Map([...batch.inputs].map(input => [input.id, input]));
  for (const reservation of await findWhere(unit, Reservation, sql`t.reference_id = ${batch.id}`)) {
    const input = inputs.get(reservation.lineId)!;
    stock.release(reservation, input.variant);
    input.reservedQuantity = Quantity.zero;
  }
}
