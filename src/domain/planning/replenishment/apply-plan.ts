import { sql } from 'kysely';
import { z } from 'zod';
import { type Problem, referenceNotFound, refuse, refuseAll } from '../../../kernel/errors.ts';
import { byId, eachOnce, id, positive, ruled } from '../../../kernel/inputs.ts';
import { authorize, type Caller, command } from '../../../kernel/operation.ts';
import type { Unit } from '../../../kernel/unit.ts';
import { findByIds, findWhere, lockById } from '../../../store/record.ts';
import { ofTenant } from '../../../store/tenant.ts';
import { ProductionBatch, planBatch } from '../../production-batches.ts';
import { draftPurchaseOrder, PurchaseOrder } from '../../purchase-orders.ts';
import { planTransfer, StockTransfer } from '../../stock-transfers.ts';
import { SupplierItem } from '../../supplier-items.ts';
import { Variant } from '../../variants.ts';
import { type APPLIED_AS, PlanSuggestion, ReplenishmentPlan, SUGGESTED_DAYS, type SuggestionType } from './plans.ts';

/*
 * From suggestions to documents, in one transaction: draft purchase orders, pending transfers and planned batches.
 */

/** More in one transaction would keep others waiting: a larger plan is applied in parts. */
const SUGGESTIONS_MAX = 5000;
const NAMED_MAX = 1000;
const LINES_MAX = 500;
const DAY_MS = 86_400_000;

const documents = (entity: typeof PurchaseOrder | typeof StockTransfer | typeof ProductionBatch, description: string) =>
  z.array(z.unknown().meta({ entity: entity as never })).meta({ description });

const AppliedPlan = z
  .object({
    purchaseOrders: documents(PurchaseOrder, 'Drafts, one per supplier and location.'),
    stockTransfers: documents(StockTransfer, 'Pending transfers.'),
    productionBatches: documents(ProductionBatch, 'Planned batches.'),
    skipped: z
      .array(
        z
          .object({
            suggestionId: z.uuid().meta({ description: 'The suggestion.' }),
            reason: z.string().meta({ description: 'Why it could not be applied.' }),
          })
          .meta({ id: 'SkippedSuggestion', description: 'A suggestion that could not be applied.' }),
      )
      .meta({ description: 'What was left out.' }),
  })
  .meta({ id: 'AppliedPlan', description: 'What was created from a plan.' });

const changed = z
  .strictObject({
    suggestionId: id().meta({ description: 'A suggestion that is applied.' }),
    quantity: positive().meta({ description: 'Quantity in units of the variant.' }),
  })
  .meta({
    id: 'ChangedSuggestionInput',
    description: 'Quantity that replaces the suggested one, in units of the variant.',
  });

export const applyReplenishmentPlan = command('applyReplenishmentPlan', {
  area: 'purchasing',
  summary:
    'Creates draft purchase orders, pending transfers and planned batches from all suggestions of a plan or those given. All or nothing.',
  refuses: ['invalid_state', 'version_conflict'],
  addresses: ReplenishmentPlan,
  input: ruled(
    byId().extend({
      suggestionIds: z
        .array(id())
        .min(1, 'Must not be empty.')
        .max(NAMED_MAX, `Must have at most ${NAMED_MAX} values.`)
        .optional()
        .meta({ description: 'The suggestions to apply. Default: all that have not been applied.' }),
      quantities: z
        .array(changed)
        .max(NAMED_MAX, `Must have at most ${NAMED_MAX} items.`)
        .default([])
        .meta({ description: 'Quantities that replace the suggested ones.' }),
      force: z
        .boolean()
        .default(false)
        .meta({ description: 'Applies the plan even if stock has moved since it was made.' }),
    }),
    eachOnce('quantities', 'suggestionId'),
  ),
  output: AppliedPlan,
  async run(unit, { id: planId, suggestionIds, quantities, force }, caller) {
    const plan = await lockById(unit, ReplenishmentPlan, planId);
    if (plan.status !== 'completed')
      refuse('invalid_state', `The plan is ${plan.status}; only a completed plan can be applied.`, {
        details: { status: plan.status, allowedFrom: ['completed'] },
      });
    if (unit.now().getTime() - plan.createdAt.getTime() > SUGGESTED_DAYS * DAY_MS)
      refuse('invalid_state', `This plan is more than ${SUGGESTED_DAYS} days old and out of date; make a new one.`);
    const chosen = await chosenOf(unit, plan, suggestionIds);
    const { apply, skipped } = await fitOf(unit, chosen, suggestionIds);
    authorizeTypes(caller, new Set(apply.map(({ type }) => type)));
    setQuantities(apply, quantities);
    if (!force) await refuseOvertaken(unit, apply);
    const made = {
      purchaseOrders: await buy(unit, plan, ofType(apply, 'purchase')),
      stockTransfers: await move(unit, plan, ofType(apply, 'transfer')),
      productionBatches: await make(unit, plan, ofType(apply, 'production')),
    };
    plan.appliedAt = unit.now();
    return { ...made, skipped };
  },
});

const ofType = (suggestions: readonly PlanSuggestion[], type: SuggestionType) =>
  suggestions.filter(each => each.type === type);

/** The suggestions to apply. Refuses those that the plan does not have, and those that were already applied. */
async function chosenOf(
  unit: Unit,
  plan: ReplenishmentPlan,
  suggestionIds: readonly string[] | undefined,
): Promise<PlanSuggestion[]> {
  if (!suggestionIds) {
    const left = await findWhere(
      unit,
      PlanSuggestion,
      sql`t.id in (select s.id from plan_suggestions s
          where ${ofTenant('s')} and s.plan_id = ${plan.id} and s.applied_as is null limit ${SUGGESTIONS_MAX + 1})`,
    );
    if (left.length === 0 && plan.suggestionCount > 0)
      refuse('invalid_state', 'All suggestions of this plan have already been applied.');
    if (left.length > SUGGESTIONS_MAX)
      refuse('validation_failed', `At most ${SUGGESTIONS_MAX} suggestions can be applied at once; give their ids.`, {
        field: 'suggestionIds',
      });
    return left;
  }
  const suggestions = await findWhere(
    unit,
    PlanSuggestion,
    sql`t.plan_id = ${plan.id} and t.id = any(${[...new Set(suggestionIds)]}::uuid[])`,
  );
  const byIds = new Map(suggestions.map(suggestion => [suggestion.id, suggestion]));
  refuseAll(
    suggestionIds.flatMap((each, index) =>
      byIds.has(each) ? [] : [referenceNotFound('suggestion in this plan', `suggestionIds[${index}]`)],
    ),
  );
  refuseAll(
    suggestionIds.flatMap((each, index): Problem[] =>
      byIds.get(each)!.appliedAs
        ? [{ code: 'invalid_state', message: 'Has already been applied.', field: `suggestionIds[${index}]` }]
        : [],
    ),
  );
  return suggestions;
}

/**
 * The suggestions that can become documents: a purchase needs a supplier, and what they name must still be in use.
 * Others are skipped if everything is applied, and refused if they are named.
 */
async function fitOf(unit: Unit, suggestions: readonly PlanSuggestion[], suggestionIds: readonly string[] | undefined) {
  const { rows } = await sql<{ id: string; reason: string }>`
    select * from (select s.id, case
      when s.type = 'purchase' and s.supplier_id is null
        then 'No supplier is known: give the variant one, or add a supplier item.'
      when s.type <> 'transfer' and r.status = 'archived' then 'The product has been archived.'
      when not w.active then 'The location is no longer active.'
      when not i.active then 'The supplier item is no longer active.'
      when not c.active then 'The recipe is no longer active.' end as reason
      from plan_suggestions s join variants v on ${ofTenant('v')} and v.id = s.variant_id
      join products r on ${ofTenant('r')} and r.id = v.product_id
      join locations w on ${ofTenant('w')} and w.id = s.location_id
      left join supplier_items i on ${ofTenant('i')} and i.id = s.supplier_item_id
      left join recipes c on ${ofTenant('c')} and c.id = s.recipe_id
      where ${ofTenant('s')} and s.id = any(${suggestions.map(({ id: each }) => each)}::uuid[])) s
      where reason is not null`.execute(unit.db);
  const unfit = new Map(rows.map(row => [row.id, row.reason]));
  if (suggestionIds)
    refuseAll(
      rows.map(({ id: each, reason: message }) => ({
        code: 'validation_failed' as const,
        message,
        field: `suggestionIds[${suggestionIds.indexOf(each)}]`,
      })),
    );
  return {
    apply: suggestions.filter(each => !unfit.has(each.id)),
    skipped: suggestions.flatMap(({ id: each }) =>
      unfit.has(each) ? [{ suggestionId: each, reason: unfit.get(each)! }] : [],
    ),
  };
}

/** Whoever applies a plan must be allowed to create each kind of document that results. */
function authorizeTypes(caller: Caller, types: ReadonlySet<SuggestionType>): void {
  if (types.has('transfer')) authorize({ area: 'transfers', kind: 'command' }, caller);
  if (types.has('production')) authorize({ area: 'manufacturing', kind: 'command', module: 'manufacturing' }, caller);
}

function setQuantities(apply: readonly PlanSuggestion[], quantities: readonly z.output<typeof changed>[]): void {
  const byIds = new Map(apply.map(suggestion => [suggestion.id, suggestion]));
  refuseAll(
    quantities.flatMap(({ suggestionId }, index) =>
      byIds.has(suggestionId)
        ? []
        : [referenceNotFound('suggestion to be applied', `quantities[${index}].suggestionId`)],
    ),
  );
  for (const { suggestionId, quantity } of quantities) {
    const suggestion = byIds.get(suggestionId)!;
    if (quantity.equals(suggestion.quantity)) continue;
    suggestion.quantity = quantity;
    suggestion.purchaseQuantity = null;
    suggestion.cost = null;
  }
}

const SKUS_TOLD = 20;

/** Refuses suggestions that are out of date: a level has moved since the plan was made. */
async function refuseOvertaken(unit: Unit, apply: readonly PlanSuggestion[]): Promise<void> {
  const rows = apply.flatMap(({ variant, levels }) =>
    levels.map(([locationId, version]) => ({ variant_id: variant.id, location_id: locationId, version })),
  );
  const { rows: moved } = await sql<{ sku: string }>`
    select distinct v.sku
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (variant_id uuid, location_id uuid, version int)
    join variants v on ${ofTenant('v')} and v.id = w.variant_id
    left join inventory_levels l on ${ofTenant('l')} and l.variant_id = w.variant_id and l.location_id = w.location_id
    where coalesce(l.version, 0) <> w.version order by v.sku limit ${SKUS_TOLD}`.execute(unit.db);
  if (moved.length > 0)
    refuse('version_conflict', 'Stock has moved since this plan was made; make a new one, or apply it with force.', {
      details: { skus: moved.map(({ sku }) => sku) },
    });
}

// ---- documents ----

const mark = (suggestions: readonly PlanSuggestion[], type: (typeof APPLIED_AS)[number], documentId: string) => {
  for (const suggestion of suggestions) suggestion.appliedAs = { type, id: documentId };
};

const earliest = (dates: readonly string[]): string => dates.toSorted()[0]!;

function inGroups(
  suggestions: readonly PlanSuggestion[],
  keyOf: (suggestion: PlanSuggestion) => string,
): PlanSuggestion[][] {
  const groups = [...Map.groupBy(suggestions, keyOf).values()];
  return groups.flatMap(group =>
    Array.from({ length: Math.ceil(group.length / LINES_MAX) }, (_, part) =>
      group.slice(part * LINES_MAX, (part + 1) * LINES_MAX),
    ),
  );
}

/**
 * One per supplier and location. A line without a supplier item costs what the plan counted for it: its variant's cost.
 * One that the supplier prices in another currency has no cost until somebody gives the rate.
 */
async function buy(
  unit: Unit,
  plan: ReplenishmentPlan,
  suggestions: readonly PlanSuggestion[],
): Promise<PurchaseOrder[]> {
  const orders: PurchaseOrder[] = [];
  // If its supplier item was removed since, it is ordered in units of the variant.
  const items = await findByIds(
    unit,
    SupplierItem,
    suggestions.flatMap(({ supplierItem }) => supplierItem?.id ?? []),
  );
  const itemOf = ({ supplierItem }: PlanSuggestion) => supplierItem && items.get(supplierItem.id);
  const variants = await findByIds(
    unit,
    Variant,
    suggestions.filter(each => !itemOf(each)).map(({ variant }) => variant.id),
  );
  for (const group of inGroups(suggestions, ({ supplier, location }) => `${supplier!.id} ${location.id}`)) {
    const order = await draftPurchaseOrder(unit, {
      supplierId: group[0]!.supplier!.id,
      locationId: group[0]!.location.id,
      expectedOn: earliest(group.map(({ arrivesOn }) => arrivesOn)),
      metadata: {},
      replenishmentPlanId: plan.id,
      items: group.map(suggestion => {
        const { variant, purchaseQuantity, quantity, currency } = suggestion;
        const item = itemOf(suggestion);
        if (!item) return { variantId: variant.id, quantity, unitCost: variants.get(variant.id)?.unitCost ?? null };
        return {
          supplierItemId: item.id,
          ...(purchaseQuantity ? { purchaseQuantity } : { quantity }),
          ...(currency && { unitCost: null }),
        };
      }),
    });
    mark(group, 'purchase_order', order.id);
    orders.push(order);
  }
  return orders;
}

/** One per route and day of arrival. */
async function move(
  unit: Unit,
  plan: ReplenishmentPlan,
  suggestions: readonly PlanSuggestion[],
): Promise<StockTransfer[]> {
  const transfers: StockTransfer[] = [];
  for (const group of inGroups(suggestions, each => `${each.fromLocation!.id} ${each.location.id} ${each.arrivesOn}`)) {
    const transfer = await planTransfer(unit, {
      sourceLocationId: group[0]!.fromLocation!.id,
      destinationLocationId: group[0]!.location.id,
      expectedOn: group[0]!.arrivesOn,
      metadata: {},
      replenishmentPlanId: plan.id,
      items: group.map(({ variant, quantity }) => ({ variantId: variant.id, quantity })),
    });
    mark(group, 'stock_transfer', transfer.id);
    transfers.push(transfer);
  }
  return transfers;
}

async function make(
  unit: Unit,
  plan: ReplenishmentPlan,
  suggestions: readonly PlanSuggestion[],
): Promise<ProductionBatch[]> {
  const batches: ProductionBatch[] = [];
  for (const suggestion of suggestions) {
    const batch = await planBatch(unit, {
      recipeId: suggestion.recipe!.id,
      locationId: suggestion.location.id,
      plannedQuantity: suggestion.quantity,
      plannedOn: suggestion.orderBy,
      replenishmentPlanId: plan.id,
    });
    mark([suggestion], 'production_batch', batch.id);
    batches.push(batch);
  }
  return batches;
}
