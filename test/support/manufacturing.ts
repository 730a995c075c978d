import { listLots } from '../../src/domain/lots.ts';
import { completeProductionBatch } from '../../src/domain/production-batch-completion.ts';
import { createProductionBatch, startProductionBatch } from '../../src/domain/production-batches.ts';
import { createRecipe } from '../../src/domain/recipes.ts';
import { createWasteRecord } from '../../src/domain/waste-records.ts';
import { adjust, type Made, makeLocation, makeVariant, unique } from './make.ts';
import type { Tenant } from './world.ts';

type Variant = Made & { sku: string };

/** A lot of this variant with this quantity at the location. */
export async function makeLot(
  tenant: Tenant,
  variant: Made,
  location: Made,
  quantity: number,
  given: { lotNumber?: string; expiryDate?: string } = {},
): Promise<Made> {
  const lotNumber = given.lotNumber ?? unique('LOT');
  await adjust(tenant, variant, location, quantity, { ...given, lotNumber });
  return lotNamed(tenant, lotNumber);
}

export async function lotNamed(tenant: Tenant, lotNumber: string): Promise<Made> {
  return (await tenant.list(listLots, { lotNumber })).rows[0] as Made;
}

/** One run makes one `output` from these quantities of ingredients. */
export const makeRecipe = async (
  tenant: Tenant,
  output: Made,
  items: readonly [variant: Made, quantity: number][],
  more: object = {},
): Promise<Made> =>
  (await tenant.run(createRecipe, {
    name: unique('Recipe'),
    variantId: output.id,
    items: items.map(([{ id }, quantity]) => ({ variantId: id, quantity })),
    ...more,
  })) as Made;

export interface Batch extends Made {
  inputs: (Made & { lots: Made[] })[];
  outputs: Made[];
}

export const planBatch = async (
  tenant: Tenant,
  recipe: Made,
  location: Made,
  plannedQuantity: number,
): Promise<Batch> =>
  (await tenant.run(createProductionBatch, { recipeId: recipe.id, locationId: location.id, plannedQuantity })) as Batch;

/** A completed batch, with ingredients from the lots that FEFO picks. */
export async function produce(
  tenant: Tenant,
  recipe: Made,
  location: Made,
  quantity: number,
  more: object = {},
): Promise<Batch> {
  const { id } = await planBatch(tenant, recipe, location, quantity);
  await tenant.run(startProductionBatch, { id });
  return (await tenant.run(completeProductionBatch, { id, actualQuantityProduced: quantity, ...more })) as Batch;
}

/** Lot-tracked flour at a location, and a recipe that turns two of it into one bread. */
export async function makeBakery(
  tenant: Tenant,
  flourOnHand = 100,
): Promise<{ flour: Variant; bread: Variant; location: Made; recipe: Made; flourLot: Made }> {
  const flour = await makeVariant(tenant, { lotTracked: true });
  const bread = await makeVariant(tenant, { lotTracked: true, shelfLifeDays: 5 });
  const location = await makeLocation(tenant);
  const flourLot = await makeLot(tenant, flour, location, flourOnHand);
  const recipe = await makeRecipe(tenant, bread, [[flour, 2]]);
  return { flour, bread, location, recipe, flourLot };
}

/** Some of everything in manufacturing and traceability. */
export async function populateFactory(tenant: Tenant): Promise<void> {
  const { flour, location, recipe } = await makeBakery(tenant);
  await produce(tenant, recipe, location, 2);
  await planBatch(tenant, recipe, location, 1);
  await tenant.run(createWasteRecord, { variantId: flour.id, locationId: location.id, quantity: 1, reason: 'damaged' });
}
