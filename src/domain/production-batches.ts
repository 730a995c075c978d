import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Problem, referenceNotFound, refuse, refuseAll } from '../kernel/errors.ts';
import { byId, date, id, inUse, note, positive } from '../kernel/inputs.ts';
import { command } from '../kernel/operation.ts';
import { Quantity, quantity } from '../kernel/quantity.ts';
import { states } from '../kernel/states.ts';
import type { Unit } from '../kernel/unit.ts';
import { createdSince, equals, getOf, listOf } from '../store/list.ts';
import { belongsTo, create, findByIds, findGraph, findWhere, lockById, TenantRecord } from '../store/record.ts';
import { Location, unfit } from './locations.ts';
import { Recipe } from './recipes.ts';
import { skuFilter, skuOfVariant } from './stock/levels.ts';
import type { Line } from './stock/lines.ts';
import { Lot, lotNumberBy } from './stock/lots.ts';
import { Reservation } from './stock/reservations.ts';
import { Stock } from './stock/stock.ts';
import { untraded } from './variant-lines.ts';
import { Variant } from './variants.ts';

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
    number: p.string().length(20).comment('Document number, such as PB-000042.'),
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
    outputs: () => p.oneToMany(ProductionBatchOutput).mappedBy('batch').comment('The variant that was made.'),
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
    variant: () => belongsTo(Variant, 'variant_id').comment('The ingredient.'),
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
    variant: () => belongsTo(Variant, 'variant_id').comment('The variant that was made.'),
    sku: p.string().formula(skuOfVariant).comment('SKU of the variant.'),
    quantity: quantity().comment('Quantity produced.'),
    lot: () => belongsTo(Lot, 'lot_id').nullable().comment('The lot that was made.'),
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

export const manufacturing = { area: 'manufacturing', module: 'manufacturing' } as const;

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
    const needed = [...batch.inputs].map(input => stockLineOf(batch, input, input.plannedQuantity, 'plannedQuantity'));
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
    const batch = await lockBatch(unit, batchId);
    productionBatchStates.step(batch, 'production batch', 'in_progress');
    const needed = [...batch.inputs].map(input => ({
      ...stockLineOf(batch, input, input.plannedQuantity),
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
    const batch = await lockBatch(unit, batchId);
    const wasStarted = batch.status === 'in_progress';
    productionBatchStates.step(batch, 'production batch', 'cancelled');
    if (wasStarted) {
      const [reserved, stock] = await Promise.all([
        reservationsFor(unit, batch),
        Stock.lock(unit, placesOfBatch(batch)),
      ]);
      release(stock, batch, reserved);
    }
    batch.cancelledAt = unit.now();
    return batch;
  },
});

// ---- what commands share ----

/** The batch, locked, with its inputs, outputs and their variants. */
export const lockBatch = (unit: Unit, batchId: string) =>
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

/** What stock is asked for of an input of the batch, in the variant's unit. Refusals name `field`. */
export const stockLineOf = (
  batch: ProductionBatch,
  { variant }: ProductionBatchInput,
  amount: Quantity,
  field?: string,
): Line => ({
  variant,
  locationId: batch.location.id,
  quantity: amount,
  ...(field !== undefined && { field }),
});

/** All stock lines that the batch takes from and puts to. */
export const placesOfBatch = (batch: ProductionBatch) =>
  [batch.variant, ...[...batch.inputs].map(input => input.variant)].map(variant => ({
    variant,
    locationId: batch.location.id,
  }));

const promiseTo = (batch: ProductionBatch, input: ProductionBatchInput) =>
  ({ referenceType: 'production_batch', referenceId: batch.id, lineId: input.id }) as const;

/** What is reserved for the batch: it changes only while the batch is locked. */
export const reservationsFor = (unit: Unit, batch: ProductionBatch): Promise<Reservation[]> =>
  findWhere(unit, Reservation, sql`t.reference_id = ${batch.id}`);

/** Releases what is reserved for the batch. */
export function release(stock: Stock, batch: ProductionBatch, reserved: readonly Reservation[]): void {
  const inputs = new Map([...batch.inputs].map(input => [input.id, input]));
  for (const reservation of reserved) {
    const input = inputs.get(reservation.lineId)!;
    stock.release(reservation, input.variant);
    input.reservedQuantity = Quantity.zero;
  }
}
