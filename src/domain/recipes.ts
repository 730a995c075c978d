import { defineEntity, p } from '@mikro-orm/core';
import { z } from 'zod';
import { refuseAll } from '../kernel/errors.ts';
import { type Given, id, lines, name, positive, type RuleProblem, rowsOf, ruled, target } from '../kernel/inputs.ts';
import { command } from '../kernel/operation.ts';
import { Quantity, quantity } from '../kernel/quantity.ts';
import type { Unit } from '../kernel/unit.ts';
import { createdSince, equals, getOf, listOf } from '../store/list.ts';
import { belongsTo, create, lockById, TenantRecord } from '../store/record.ts';
import { namesVariant, Variant, variantChoice, variantsOf } from './products.ts';
import { skuFilter, skuOfVariant } from './stock/levels.ts';

const RecipeSchema = defineEntity({
  name: 'Recipe',
  tableName: 'recipes',
  extends: TenantRecord,
  comment: 'The ingredients that make a variant.',
  properties: {
    name: p.string().length(200).comment('Name of the recipe.'),
    variant: () => belongsTo(Variant, 'variant_id').comment('The variant it produces.'),
    sku: p.string().formula(skuOfVariant).comment('SKU of the variant.'),
    outputQuantity: quantity().comment('Quantity that one run produces.'),
    items: () => p.oneToMany(RecipeItem).mappedBy('recipe').orphanRemoval().comment('Ingredients of one run.'),
    active: p.boolean().comment('Whether new batches may follow it.'),
  },
});
export class Recipe extends RecipeSchema.class {}
RecipeSchema.setClass(Recipe);

const RecipeItemSchema = defineEntity({
  name: 'RecipeItem',
  tableName: 'recipe_items',
  extends: TenantRecord,
  comment: 'An ingredient of a recipe.',
  indexes: [{ properties: ['organizationId', 'recipe'] }],
  properties: {
    recipe: () => belongsTo(Recipe, 'recipe_id').hidden(),
    variant: () => belongsTo(Variant, 'variant_id').comment('The inputs.'),
    sku: p.string().formula(skuOfVariant).comment('SKU of the variant.'),
    quantity: quantity().comment('Quantity used by one run.'),
  },
});
export class RecipeItem extends RecipeItemSchema.class {}
RecipeItemSchema.setClass(RecipeItem);

const manufacturing = { area: 'manufacturing', module: 'manufacturing' } as const;

const itemInput = ruled(z.strictObject({ ...variantChoice, quantity: positive() }), namesVariant).meta({
  id: 'RecipeItemInput',
});
type ItemInput = z.output<typeof itemInput>;

const items = () => lines(itemInput);

const USES_ITSELF = 'A recipe cannot use what it makes.';

/** Where an item is named as the output is; named in another way, it is found out later. */
const usesItself = (given: Given): RuleProblem[] =>
  rowsOf(given['items']).flatMap(([index, item]) =>
    (['sku', 'variantId'] as const)
      .filter(name => given[name] !== undefined && item[name] === given[name])
      .map(name => ({ path: ['items', index, name], message: USES_ITSELF })),
  );

export const listRecipes = listOf('listRecipes', {
  ...manufacturing,
  of: Recipe,
  summary: 'Lists recipes, newest first.',
  filters: {
    variantId: equals('variant_id', id()),
    sku: skuFilter,
    active: equals('active', z.boolean()),
    createdSince,
  },
});

export const getRecipe = getOf('getRecipe', { ...manufacturing, of: Recipe });

export const createRecipe = command('createRecipe', {
  ...manufacturing,
  summary: 'Creates a recipe.',
  input: ruled(
    z.strictObject({
      name: name(),
      ...variantChoice,
      outputQuantity: positive().default(Quantity.of(1)),
      items: items(),
      active: z.boolean().default(true),
    }),
    given => [...namesVariant(given), ...usesItself(given)],
  ),
  output: Recipe,
  async run(unit, { sku, variantId, items: given, ...fields }) {
    const [variant] = await variantsOf(unit, [{ sku, variantId }], () => '');
    const recipe = create(unit, Recipe, { ...fields, variant: variant!, sku: variant!.sku });
    await addItems(unit, recipe, given);
    return recipe;
  },
});

export const updateRecipe = command('updateRecipe', {
  ...manufacturing,
  summary: 'Changes a recipe for future batches; `items` replaces all of its ingredients.',
  input: z.strictObject({
    id: target(),
    name: name().optional(),
    outputQuantity: positive().optional(),
    items: items().optional(),
    active: z.boolean().optional(),
  }),
  output: Recipe,
  async run(unit, { id: recipeId, items: given, ...fields }) {
    const recipe = await lockById(unit, Recipe, recipeId, { populate: ['items'] });
    unit.em.assign(recipe, fields);
    if (given) {
      recipe.items.removeAll();
      await addItems(unit, recipe, given);
    }
    return recipe;
  },
});

async function addItems(unit: Unit, recipe: Recipe, given: readonly ItemInput[]): Promise<void> {
  const variants = await variantsOf(unit, given, index => `items[${index}]`);
  refuseAll(
    variants.flatMap((variant, index) =>
      variant.id === recipe.variant.id
        ? [
            {
              code: 'validation_failed' as const,
              message: USES_ITSELF,
              field: `items[${index}].sku`,
            },
          ]
        : [],
    ),
  );
  for (const [index, { quantity: each }] of given.entries()) {
    const variant = variants[index]!;
    recipe.items.add(create(unit, RecipeItem, { recipe, variant, sku: variant.sku, quantity: each }));
  }
}
