import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { z } from 'zod';
import { referenceNotFound, refuseAll } from '../../../kernel/errors.ts';
import { days, id, target } from '../../../kernel/inputs.ts';
import { command, listQuery } from '../../../kernel/operation.ts';
import type { Paging, SortKey } from '../../../kernel/page.ts';
import { quantity } from '../../../kernel/quantity.ts';
import { CompositeType, shapeOf } from '../../../kernel/shape.ts';
import type { Db } from '../../../kernel/unit.ts';
import {
  conditionsOf,
  createdSince,
  equals,
  type Filters,
  filterInput,
  filtersOf,
  getOf,
  listOf,
  several,
} from '../../../store/list.ts';
import { create, findByIds, isUuid, mentions, notFoundUnless, TenantRecord } from '../../../store/record.ts';
import { readById, readPage } from '../../../store/rows.ts';
import { Location } from '../../locations.ts';
import { Recipe } from '../../recipes.ts';
import { skuFilter, skuOfVariant } from '../../stock/levels.ts';
import { SupplierItem } from '../../supplier-items.ts';
import { Supplier } from '../../suppliers.ts';
import { Variant } from '../../variants.ts';
import { SOURCES } from './netting.ts';

const PLAN_STATUSES = ['pending', 'running', 'completed', 'failed'] as const;
const DEMANDS = ['forecast', 'policy', 'larger'] as const;
const SUGGESTION_TYPES = ['purchase', 'transfer', 'production'] as const;
export type SuggestionType = (typeof SUGGESTION_TYPES)[number];

const ReplenishmentPlanSchema = defineEntity({
  name: 'ReplenishmentPlan',
  tableName: 'replenishment_plans',
  extends: TenantRecord,
  comment:
    'What to buy, move and make so that no location runs out: suggestions computed day by day from one snapshot of the stock.',
  indexes: [
    { properties: ['organizationId', 'createdAt', 'id'] },
    { properties: ['organizationId', 'updatedAt', 'id'] },
    {
      name: 'replenishment_plans_open_index',
      expression:
        "create index replenishment_plans_open_index on replenishment_plans (created_at) where status in ('pending', 'running')",
    },
  ],
  properties: {
    status: p.enum(PLAN_STATUSES).comment('Status.'),
    locationIds: p
      .array()
      .columnType('uuid[]')
      .$type<string[]>()
      .nullable()
      .comment('The locations that it makes suggestions for; null means all.'),
    horizonDays: p.integer().comment('Days that it looks ahead.'),
    demand: p
      .enum(DEMANDS)
      .comment(
        'What it plans for in addition to open documents: the forecast, the reorder points of policies, or whichever requires more.',
      ),
    serviceLevel: p.double().comment('Probability that the safety stock suffices if the policy does not set it.'),
    include: p
      .array()
      .columnType('text[]')
      .$type<SuggestionType[]>()
      .comment('The types of suggestions that it makes.'),
    startsOn: p.date().nullable().comment('Its first day.'),
    suggestionCount: p.integer().comment('Number of suggestions.'),
    error: p.text().nullable().comment('Why it failed.'),
    startedAt: p.datetime(3).nullable().comment('When it was started.'),
    completedAt: p.datetime(3).nullable().comment('When it was completed.'),
    appliedAt: p.datetime(3).nullable().comment('When any of it was last applied.'),
  },
});
export class ReplenishmentPlan extends ReplenishmentPlanSchema.class {}
ReplenishmentPlanSchema.setClass(ReplenishmentPlan);

const Because = z
  .object({
    date: z.iso.date().meta({ description: 'The day; for a forecast the first of up to seven.' }),
    quantity: z.number().meta({ description: 'How much of the suggestion covers it.' }),
    source: z.enum(SOURCES).meta({ id: 'PegSource', description: 'What needs it.' }),
  })
  .meta({ id: 'PlanPeg', description: 'A demand that a suggestion covers. The demands add up to its quantity.' });

const Purpose = z
  .object({ source: Because.shape.source, quantity: Because.shape.quantity })
  .meta({ id: 'PlanPurpose', description: 'What a suggestion is for, over all days.' });

/** What `because` adds up to, without its days: a plan of 800 suggestions has some 60,000 of them. */
const purposesOf = (_columns: unknown, table: { alias: string }): string => `(
  select coalesce(jsonb_agg(jsonb_build_object('source', s.source, 'quantity', s.quantity)
    order by s.quantity desc, s.source), '[]')
  from (select e ->> 'source' as source, sum((e ->> 'quantity')::numeric) as quantity
    from jsonb_array_elements(${table.alias}.because) e group by 1) s)`;

export const APPLIED_AS = ['purchase_order', 'stock_transfer', 'production_batch'] as const;

const AppliedSuggestion = z
  .object({
    type: z.enum(APPLIED_AS).meta({ id: 'AppliedAs', description: 'The document it became.' }),
    id: z.uuid().meta({ description: 'Its id.' }),
  })
  .meta({ id: 'AppliedSuggestion', description: 'The document created from a suggestion.' });

const PlanSuggestionSchema = defineEntity({
  name: 'PlanSuggestion',
  tableName: 'plan_suggestions',
  extends: TenantRecord,
  comment: 'Something to buy, move or make, and the demand that it covers.',
  indexes: [{ properties: ['organizationId', 'plan', 'orderBy', 'id'] }],
  properties: {
    /** None of these records can be removed except a supplier item, which may be gone when a plan is applied. */
    plan: () => mentions(ReplenishmentPlan, 'plan_id').comment('The plan.'),
    type: p.enum(SUGGESTION_TYPES).comment('The action: buy, move or make.'),
    variant: () => mentions(Variant, 'variant_id').comment('The variant to buy, move or make.'),
    sku: p.string().formula(skuOfVariant).comment('SKU of the variant.'),
    location: () => mentions(Location, 'location_id').comment('The location that needs it.'),
    fromLocation: () =>
      mentions(Location, 'from_location_id').nullable().comment('The location that it is moved from.'),
    recipe: () => mentions(Recipe, 'recipe_id').nullable().comment('The recipe that it is made by.'),
    supplier: () =>
      mentions(Supplier, 'supplier_id').nullable().comment('The supplier to buy it from; null if none is known.'),
    supplierItem: () =>
      mentions(SupplierItem, 'supplier_item_id').nullable().comment('The supplier item to buy it by.'),
    quantity: quantity().comment('Quantity in units of the variant.'),
    purchaseQuantity: quantity().nullable().comment('Quantity in purchase units of the supplier item.'),
    orderBy: p.date().comment("The latest day to act in time; the plan's first day if that has passed."),
    needBy: p.date().comment('The day on which it is needed.'),
    arrivesOn: p.date().comment('The day on which it would arrive.'),
    cost: quantity().nullable().comment('Its total cost, if that is known.'),
    currency: p.string().length(3).nullable().comment("Currency of the cost, if it is not the organization's."),
    because: p
      .type(new CompositeType(Because, { list: true }))
      .$type<z.output<typeof Because>[]>()
      .comment('The demands that it covers, day by day.'),
    purposes: p
      .type(new CompositeType(Purpose, { list: true }))
      .$type<z.output<typeof Purpose>[]>()
      .formula(purposesOf)
      .comment('What `because` adds up to for each source, largest first.'),
    why: p.text().comment('Why it is bought, moved or made, and what is missing for that.'),
    parentId: p.uuid().nullable().comment('The suggestion that most of it is needed for.'),
    appliedAs: p
      .type(new CompositeType(AppliedSuggestion))
      .$type<z.output<typeof AppliedSuggestion>>()
      .nullable()
      .comment('The document it became.'),
    /** The revision of each level that it is based on, as pairs of location and count. */
    levels: p.json<[string, number][]>().hidden(),
  },
});
export class PlanSuggestion extends PlanSuggestionSchema.class {}
PlanSuggestionSchema.setClass(PlanSuggestion);

const HORIZON_DAYS_MAX = 180;
/** Suggestions can be applied for this long; applied ones are kept. */
export const SUGGESTED_DAYS = 30;

/**
 * Removes unapplied suggestions of plans that have been out of date for a day, so that nobody is applying them any
 * more. Returns how many, `most` at a time.
 */
export const pruneSuggestions = async (db: Db, most: number): Promise<number> =>
  Number(
    (
      await sql`delete from plan_suggestions where ctid = any(array(
        select s.ctid
        from replenishment_plans p join plan_suggestions s on s.organization_id = p.organization_id and s.plan_id = p.id
        where p.created_at < now() - ${SUGGESTED_DAYS + 1} * interval '1 day' and s.applied_as is null
              limit ${most}))`.execute(db)
    ).numAffectedRows,
  );

export const createReplenishmentPlan = command('createReplenishmentPlan', {
  area: 'purchasing',
  summary:
    'Starts planning what to buy, move and make. It runs in the background: poll the plan until it is completed.',
  isAccepted: true,
  input: z.strictObject({
    locationIds: several(id())
      .optional()
      .meta({ description: 'Locations to make suggestions for. Stock of all locations is considered in any case.' }),
    horizonDays: days(HORIZON_DAYS_MAX).default(60).meta({ description: 'Days to look ahead: 1 to 180, default 60.' }),
    demand: z.enum(DEMANDS).meta({ id: 'ReplenishmentPlanDemand' }).default('larger').meta({
      description:
        'What to plan for in addition to open documents: forecast, policy (reorder points), or larger (whichever requires more).',
    }),
    serviceLevel: z.number().min(0.5, 'Must be at least 0.5.').max(0.999, 'Must be at most 0.999.').default(0.95).meta({
      description:
        'Probability that the safety stock suffices if the policy does not set it: 0.5 to 0.999, default 0.95.',
    }),
    include: z
      .array(z.enum(SUGGESTION_TYPES).meta({ id: 'PlanSuggestionType' }))
      .min(1, 'Must not be empty.')
      .max(SUGGESTION_TYPES.length)
      .default([...SUGGESTION_TYPES])
      .meta({ description: 'The types of suggestions to make. Default: all.' }),
  }),
  output: ReplenishmentPlan,
  async run(unit, { locationIds, include, ...given }) {
    const known = await findByIds(unit, Location, locationIds ?? []);
    refuseAll(
      (locationIds ?? []).flatMap((locationId, index) =>
        known.has(locationId) ? [] : [referenceNotFound('location', `locationIds[${index}]`)],
      ),
    );
    return create(unit, ReplenishmentPlan, {
      ...given,
      locationIds: locationIds ? [...new Set(locationIds)] : null,
      include: [...new Set(include)],
      status: 'pending',
      startsOn: null,
      suggestionCount: 0,
      error: null,
      startedAt: null,
      completedAt: null,
      appliedAt: null,
    });
  },
});

export const listReplenishmentPlans = listOf('listReplenishmentPlans', {
  area: 'purchasing',
  of: ReplenishmentPlan,
  summary: 'Lists replenishment plans.',
  filters: {
    status: equals('status', z.enum(PLAN_STATUSES).meta({ id: 'ReplenishmentPlanStatus' })),
    createdSince,
  },
});

export const getReplenishmentPlan = getOf('getReplenishmentPlan', { area: 'purchasing', of: ReplenishmentPlan });

const filters: Filters = filtersOf(PlanSuggestion, {
  supplierId: equals('supplier_id', id()),
  locationId: equals('location_id', id()),
  type: equals('type', z.enum(SUGGESTION_TYPES).meta({ id: 'PlanSuggestionType' })),
  sku: skuFilter,
  variantId: equals('variant_id', id()),
});

/** The most urgent first. */
const byUrgency: SortKey[] = [
  { field: 'orderBy', sql: sql.ref('t.order_by'), direction: 'asc', type: 'date' },
  { field: 'id', sql: sql.ref('t.id'), direction: 'asc', type: 'uuid' },
];

export const listPlanSuggestions = listQuery('listPlanSuggestions', {
  area: 'purchasing',
  summary: 'Lists the suggestions of a plan, the most urgent first.',
  input: filterInput(filters).extend({ planId: target().meta({ target: true, description: 'The plan.' }) }),
  output: PlanSuggestion,
  async run({ db, wants }, { planId, ...input }) {
    const shape = shapeOf(PlanSuggestion);
    notFoundUnless('replenishment plan', isUuid(planId) && (await readById(db, shapeOf(ReplenishmentPlan), planId)));
    const conditions = [sql`t.plan_id = ${planId}`, ...conditionsOf(filters, input)];
    return readPage(db, shape, conditions, input as Paging, wants, byUrgency);
  },
});
