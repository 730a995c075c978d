import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Problem, referenceNotFound, refuse, refuseAll } from '../kernel/errors.ts';
import {
  byId,
  type Given,
  id,
  nestedLines,
  note,
  notNegative,
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
import { belongsTo, create, findByIds, lockById, remove, TenantRecord } from '../store/record.ts';
import { ofTenant } from '../store/tenant.ts';

import { knownLocation, Location } from './locations.ts';
import { skuOfVariant } from './stock/levels.ts';
import { namesVariant, variantChoice, variantsOf } from './variant-lines.ts';
import { Variant } from './variants.ts';

export const cycleCountStates = states({
  draft: ['in_progress'],
  in_progress: ['completed'],
  completed: [],
});

const CycleCountSchema = defineEntity({
  name: 'CycleCount',
  tableName: 'cycle_counts',
  extends: TenantRecord,
  comment: 'A physical count of the stock at a location.',
  indexes: [{ properties: ['organizationId', 'location'] }, { properties: ['organizationId', 'updatedAt', 'id'] }],
  properties: {
    location: () => belongsTo(Location, 'location_id').comment('The location counted.'),
    status: p.enum(cycleCountStates.all).comment('Status of the count.'),
    notes: p.text().nullable().comment('Your own notes.'),
    startedAt: p.datetime(3).nullable().comment('When it was started.'),
    completedAt: p.datetime(3).nullable().comment('When its variances were applied.'),
    items: () =>
      p
        .oneToMany(CycleCountItem)
        .mappedBy('count')
        .orphanRemoval()
        .orderBy({ id: 'asc' })
        .comment('The counted items.'),
  },
});
export class CycleCount extends CycleCountSchema.class {}
CycleCountSchema.setClass(CycleCount);

const CycleCountItemSchema = defineEntity({
  name: 'CycleCountItem',
  tableName: 'cycle_count_items',
  extends: TenantRecord,
  comment: 'One variant of a cycle count.',
  uniques: [{ properties: ['organizationId', 'count', 'variant'] }],
  properties: {
    count: () => belongsTo(CycleCount, 'count_id').hidden(),
    variant: () => belongsTo(Variant, 'variant_id').comment('The counted variant.'),
    sku: p.string().formula(skuOfVariant).comment('SKU of the variant.'),
    expectedQuantity: quantity().comment('Quantity on hand when the item was added or last loaded.'),
    /**
     * The level's version then: how many of its ledger entries the expected quantity knows. Null: from before it was
     * kept; then every correction since the item was added counts as not known.
     */
    expectedVersion: p.integer().nullable().hidden(),
    countedQuantity: quantity().nullable().comment('Counted quantity; null until the item is counted.'),
    variance: quantity().nullable().comment('Counted minus expected quantity.'),
  },
});
export class CycleCountItem extends CycleCountItemSchema.class {
  expect({ onHand, version }: Snapshot): void {
    this.expectedQuantity = onHand;
    this.expectedVersion = version;
  }

  /** Null resets the quantity. */
  countAs(found: Quantity | null): void {
    this.countedQuantity = found;
    this.variance = found && found.minus(this.expectedQuantity);
  }
}
CycleCountItemSchema.setClass(CycleCountItem);

/** What is on hand at a moment, and the version of its level then. */
interface Snapshot {
  onHand: Quantity;
  version: number;
}

/** Of a variant that was never there. */
const NEVER_THERE: Snapshot = { onHand: Quantity.zero, version: 0 };

/** `load_inventory` may load a whole location, beyond the 500 lines of a request: docs/api.md, "Cycle count states". */
const ITEMS_MAX = 5000;

const itemInput = ruled(
  z.strictObject({
    id: id().optional().meta({ description: 'Item of the count. Give this, sku or variant_id.' }),
    ...variantChoice,
    countedQuantity: notNegative().nullable().optional().meta({ description: 'Counted quantity; null resets it.' }),
    _destroy: z.boolean().optional().meta({ description: 'Removes the item.' }),
  }),
  given =>
    given['id'] === undefined
      ? namesVariant(given)
      : given['sku'] === undefined && given['variantId'] === undefined
        ? []
        : [{ path: ['id'], message: 'Name the item by id or by its variant, not both.' }],
).meta({ id: 'CycleCountItemInput', like: CycleCountItem });
type ItemInput = z.output<typeof itemInput>;

const itemInputs = () =>
  nestedLines(itemInput)
    .optional()
    .meta({ description: 'Items to add, count or remove: a list, or an object keyed "0", "1", …' });

const NAMED_TWICE = 'This variant is named twice.';

/** Items that name the same item in the same way; the same variant named in another way is detected later. */
function namedTwice({ cycleCountItemsAttributes }: Given): RuleProblem[] {
  const seen = new Set<string>();
  return rowsOf(cycleCountItemsAttributes).flatMap(([index, item]) => {
    const name = (['id', 'sku', 'variantId'] as const).map(field => `${item[field]}`).join('\n');
    const isTwice = seen.has(name) && [item['id'], item['sku'], item['variantId']].some(each => each !== undefined);
    seen.add(name);
    return isTwice ? [{ path: ['cycleCountItemsAttributes', index], message: NAMED_TWICE }] : [];
  });
}

export const listCycleCounts = listOf('listCycleCounts', {
  area: 'counts',
  of: CycleCount,
  summary: 'Lists physical counts.',
  filters: {
    locationId: equals('location_id', id()),
    status: equals('status', z.enum(cycleCountStates.all).meta({ id: 'CycleCountStatus' })),
    createdSince,
  },
});

export const getCycleCount = getOf('getCycleCount', { area: 'counts', of: CycleCount });

export const createCycleCount = command('createCycleCount', {
  area: 'counts',
  summary: 'Creates a cycle count for a location.',
  input: ruled(
    z.strictObject({
      locationId: id(),
      status: z.enum(['draft', 'in_progress']).meta({ id: 'CycleCountStatusGiven' }).default('draft'),
      notes: note().nullable().optional(),
      cycleCountItemsAttributes: itemInputs(),
    }),
    namedTwice,
  ),
  output: CycleCount,
  async run(unit, { locationId, status, notes, cycleCountItemsAttributes }) {
    const location = await knownLocation(unit, locationId);
    const startedAt = status === 'in_progress' ? unit.now() : null;
    const count = create(unit, CycleCount, { location, status, notes: notes ?? null, startedAt, completedAt: null });
    await record(unit, count, cycleCountItemsAttributes ?? []);
    return count;
  },
});

export const updateCycleCount = command('updateCycleCount', {
  area: 'counts',
  summary: 'Records counted quantities, and adds or removes items, until the count is completed.',
  refuses: ['invalid_state'],
  input: ruled(
    z.strictObject({ id: target(), notes: note().nullable().optional(), cycleCountItemsAttributes: itemInputs() }),
    namedTwice,
  ),
  output: CycleCount,
  async run(unit, { id: countId, notes, cycleCountItemsAttributes }) {
    const count = await lockCount(unit, countId);
    cycleCountStates.require(count, 'cycle count', 'draft', 'in_progress');
    if (notes !== undefined) count.notes = notes;
    await record(unit, count, cycleCountItemsAttributes ?? []);
    return count;
  },
});

export const startCycleCount = command('startCycleCount', {
  area: 'counts',
  summary: 'Starts a cycle count.',
  refuses: ['invalid_state'],
  input: byId(),
  output: CycleCount,
  async run(unit, { id: countId }) {
    const count = await lockCount(unit, countId);
    cycleCountStates.step(count, 'cycle count', 'in_progress');
    count.startedAt = unit.now();
    return count;
  },
});

export const loadCycleCountInventory = command('loadCycleCountInventory', {
  area: 'counts',
  summary:
    'Fills a count from the current levels of its location. Counted items stay as they are, and so does a completed count.',
  input: byId(),
  output: CycleCount,
  async run(unit, { id: countId }) {
    const count = await lockCount(unit, countId);
    if (count.status !== 'completed') await load(unit, count);
    return count;
  },
});

export const deleteCycleCount = command('deleteCycleCount', {
  area: 'counts',
  summary: 'Deletes a cycle count that is not completed.',
  refuses: ['invalid_state'],
  input: byId(),
  output: CycleCount,
  async run(unit, { id: countId }) {
    const count = await lockCount(unit, countId);
    cycleCountStates.require(count, 'cycle count', 'draft', 'in_progress');
    return remove(unit, count);
  },
});

/** The count with its items, locked before its stock. `more` names what else of it is loaded. */
export const lockCount = (unit: Unit, countId: string, ...more: string[]) =>
  lockById(unit, CycleCount, countId, { populate: ['items', ...more] });

// ---- items ----

/** Counts, adds and removes items. The expected quantity of a new item is the present quantity on hand. */
async function record(unit: Unit, count: CycleCount, inputs: readonly ItemInput[]): Promise<void> {
  if (inputs.length === 0) return;
  const path = (index: number) => `cycleCountItemsAttributes[${index}]`;
  const byItemId = new Map([...count.items].map(item => [item.id, item]));
  refuseAll(
    inputs.flatMap((each, index) =>
      each.id === undefined || byItemId.has(each.id)
        ? []
        : [referenceNotFound('item of this count', `${path(index)}.id`)],
    ),
  );

  const named = inputs.filter(each => each.id === undefined);
  const pathOfNamed = (index: number) => path(inputs.indexOf(named[index]!));
  const variants = new Map(
    (await variantsOf(unit, named, pathOfNamed)).map((variant, index) => [named[index]!, variant]),
  );
  const byVariantId = new Map([...count.items].map(item => [item.variant.id, item]));
  refuseAll(
    repetitions(
      inputs.map(each => variants.get(each)?.id ?? byItemId.get(each.id!)!.variant.id),
      path,
    ),
  );
  const added = [...variants]
    .filter(([each, variant]) => !each._destroy && !byVariantId.has(variant.id))
    .map(([, variant]) => variant);
  const onHand =
    added.length > 0
      ? await onHandAt(
          unit,
          count.location.id,
          added.map(variant => variant.id),
        )
      : new Map<string, Snapshot>();
  for (const variant of added)
    byVariantId.set(variant.id, addItem(unit, count, variant, onHand.get(variant.id) ?? NEVER_THERE));

  for (const each of inputs) {
    const item = each.id === undefined ? byVariantId.get(variants.get(each)!.id) : byItemId.get(each.id);
    if (each._destroy) item && count.items.remove(item);
    else if (each.countedQuantity !== undefined) item!.countAs(each.countedQuantity);
  }
  requireBounded(count.items.length);
}

const repetitions = (variantIds: readonly string[], path: (index: number) => string): Problem[] =>
  variantIds.flatMap((variantId, index) =>
    variantIds.indexOf(variantId) === index
      ? []
      : [{ code: 'validation_failed', message: NAMED_TWICE, field: path(index) }],
  );

function addItem(unit: Unit, count: CycleCount, variant: Variant, { onHand, version }: Snapshot): CycleCountItem {
  const item = create(unit, CycleCountItem, {
    count,
    variant,
    sku: variant.sku,
    expectedQuantity: onHand,
    expectedVersion: version,
    countedQuantity: null,
    variance: null,
  });
  count.items.add(item);
  return item;
}

async function load(unit: Unit, count: CycleCount): Promise<void> {
  const onHand = await onHandAt(unit, count.location.id);
  const missing = new Map(onHand);
  for (const item of count.items) {
    missing.delete(item.variant.id);
    if (item.countedQuantity === null) item.expect(onHand.get(item.variant.id) ?? NEVER_THERE);
  }
  requireBounded(count.items.length + missing.size);
  const variants = [...(await findByIds(unit, Variant, missing.keys())).values()];
  for (const variant of variants.sort((a, b) => (a.sku < b.sku ? -1 : 1)))
    addItem(unit, count, variant, missing.get(variant.id)!);
}

function requireBounded(items: number): void {
  if (items > ITEMS_MAX)
    refuse('validation_failed', `A count has at most ${ITEMS_MAX} items; count the location in parts.`, {
      field: 'items',
    });
}

/** What is on hand at the location, of all variants that have a level there or of these. */
async function onHandAt(
  unit: Unit,
  locationId: string,
  variantIds?: readonly string[],
): Promise<Map<string, Snapshot>> {
  const which = variantIds
    ? sql`and l.variant_id = any(${[...variantIds]})`
    : sql`order by l.variant_id limit ${ITEMS_MAX + 1}`;
  const { rows } = await sql<{ variant_id: string; quantity_on_hand: number; version: number }>`
    select l.variant_id, l.quantity_on_hand, l.version
    from inventory_levels l where ${ofTenant('l')} and l.location_id = ${locationId} ${which}`.execute(unit.db);
  return new Map(
    rows.map(row => [row.variant_id, { onHand: Quantity.of(row.quantity_on_hand), version: row.version }]),
  );
}
