import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { z } from 'zod';
import { refuseAll } from '../kernel/errors.ts';
import { type Given, id, lines, name, positive, type RuleProblem, rowsOf, ruled, target } from '../kernel/inputs.ts';
import { command } from '../kernel/operation.ts';
import { Quantity, quantity } from '../kernel/quantity.ts';
import type { Unit } from '../kernel/unit.ts';
import { createdSince, equals, getOf, listOf } from '../store/list.ts';
import { lockKey } from '../store/locks.ts';
import { belongsTo, create, findByIds, lockById, TenantRecord } from '../store/record.ts';
import { ofTenant } from '../store/tenant.ts';
import { skuFilter, skuOfVariant } from './stock/levels.ts';
import { namesVariant, variantChoice, variantsOf } from './variant-lines.ts';
import { Variant } from './variants.ts';

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
    variant: () => belongsTo(Variant, 'variant_id').comment('The ingredient.'),
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

/** If an item has the SKU of the output; a longer cycle is found later. */
const usesItself = (given: Given): RuleProblem[] =>
  rowsOf(given['items']).flatMap(([index, { sku }]) =>
    sku !== undefined && sku === given['sku']
      ? [{ path: ['items', index, 'sku'], ...cycle([sku as string, sku as string]) }]
      : [],
  );

/** The problem of recipes that need their own output: the path in SKUs, from the output back to itself. */
const cycle = (path: readonly string[]) => ({
  code: 'recipe_cycle' as const,
  message: path.length === 2 ? 'A recipe cannot use what it makes.' : `It is made from itself: ${path.join(' from ')}.`,
  details: { path },
});

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
  refuses: ['recipe_cycle'],
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
  async run(unit, { sku, variantId, items: itemInputs, ...fields }) {
    const [variant] = await variantsOf(unit, [{ sku, variantId }], () => '');
    const recipe = create(unit, Recipe, { ...fields, variant: variant!, sku: variant!.sku });
    await addItems(unit, recipe, itemInputs);
    if (fields.active) await refuseCycles(unit, recipe, namedIn(itemInputs));
    return recipe;
  },
});

export const updateRecipe = command('updateRecipe', {
  ...manufacturing,
  summary: 'Changes a recipe for future batches; `items` replaces all of its ingredients.',
  refuses: ['recipe_cycle'],
  input: z.strictObject({
    id: target(),
    name: name().optional(),
    outputQuantity: positive().optional(),
    items: items().optional(),
    active: z.boolean().optional(),
  }),
  output: Recipe,
  async run(unit, { id: recipeId, items: itemInputs, ...fields }) {
    const recipe = await lockById(unit, Recipe, recipeId, { populate: ['items'] });
    unit.em.assign(recipe, fields);
    if (itemInputs) {
      recipe.items.removeAll();
      await addItems(unit, recipe, itemInputs);
    }
    if (recipe.active && (itemInputs || fields.active))
      await refuseCycles(unit, recipe, itemInputs ? namedIn(itemInputs) : () => 'active');
    return recipe;
  },
});

/** The field that names an item. */
const namedIn = (given: readonly ItemInput[]) => (index: number) =>
  `items[${index}].${given[index]?.variantId === undefined ? 'sku' : 'variantId'}`;

async function addItems(unit: Unit, recipe: Recipe, given: readonly ItemInput[]): Promise<void> {
  const variants = await variantsOf(unit, given, index => `items[${index}]`);
  for (const [index, { quantity: each }] of given.entries()) {
    const variant = variants[index]!;
    recipe.items.add(create(unit, RecipeItem, { recipe, variant, sku: variant.sku, quantity: each }));
  }
}

/**
 * Refuses `recipe_cycle` if an item leads back to the output, over any number of active recipes. Commands that change
 * recipes wait for each other here: of two that would close a cycle together the second sees the first.
 */
async function refuseCycles(unit: Unit, recipe: Recipe, fieldOf: (index: number) => string): Promise<void> {
  await lockKey(unit, 'recipes');
  const items = recipe.items.getItems().map(({ variant }) => variant.id);
  const { rows: steps } = await sql<{ output: string; input: string }>`
    with recursive made as (
      select r.variant_id as output, i.variant_id as input
      from recipes r join recipe_items i on ${ofTenant('i')} and i.recipe_id = r.id
      where ${ofTenant('r')} and r.active and r.id <> ${recipe.id}),
    down as (
      select unnest(${items}::uuid[]) as id union select m.input from down d join made m on m.output = d.id)
    select m.output, m.input from made m join down d on d.id = m.output order by m.output, m.input`.execute(unit.db);
  const inputs = Map.groupBy(steps, step => step.output);
  const cycles = items.flatMap((item, index) => {
    const path = pathDown(item, recipe.variant.id, id => (inputs.get(id) ?? []).map(step => step.input));
    return path ? [{ path, index }] : [];
  });
  if (cycles.length === 0) return;
  const skus = await findByIds(
    unit,
    Variant,
    cycles.flatMap(({ path }) => path),
  );
  refuseAll(
    cycles.map(({ path, index }) => ({
      ...cycle([recipe.sku, ...path.map(id => skus.get(id)!.sku)]),
      field: fieldOf(index),
    })),
  );
}

/** The shortest path from one variant down to another, both included, if there is one. */
function pathDown(from: string, to: string, inputsOf: (id: string) => readonly string[]): string[] | undefined {
  const before = new Map<string, string | null>([[from, null]]);
  for (const id of before.keys()) {
    if (id === to) {
      const path = [id];
      for (let step = before.get(id); step; step = before.get(step)) path.unshift(step);
      return path;
    }
    for (const input of inputsOf(id)) if (!before.has(input)) before.set(input, id);
  }
  return undefined;
}
