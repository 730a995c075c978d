import { defineEntity, p } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { refuse } from '../kernel/errors.ts';
import { byId, changes, id, notNegative, ruled, target } from '../kernel/inputs.ts';
import { command } from '../kernel/operation.ts';
import { quantity } from '../kernel/quantity.ts';
import type { Unit } from '../kernel/unit.ts';
import { createdSince, getOf, listOf } from '../store/list.ts';
import { lockKey } from '../store/locks.ts';
import { belongsTo, create, lockById, remove, TenantRecord } from '../store/record.ts';
import { ofTenant, type Whose } from '../store/tenant.ts';

import { knownLocation, knownPlace, Location } from './locations.ts';
import { placeFilters, skuOfVariant } from './stock/levels.ts';
import { namesVariant, variantChoice } from './variant-lines.ts';
import { Variant } from './variants.ts';

export const REPLENISHMENT_SOURCES = ['buy', 'make', 'move'] as const;
export type ReplenishmentSource = (typeof REPLENISHMENT_SOURCES)[number];

const InventoryPolicySchema = defineEntity({
  name: 'InventoryPolicy',
  tableName: 'inventory_policies',
  extends: TenantRecord,
  comment: "When to reorder a variant at a location, and how much. Without a policy the organization's defaults apply.",
  // Named by hand: the generated name is longer than PostgreSQL keeps, and violations are recognized by it.
  uniques: [
    {
      name: 'inventory_policies_organization_id_location_id_unique',
      properties: ['organizationId', 'variant', 'location'],
    },
  ],
  indexes: [
    // In the order of levels by location: by the location alone, they were compared with each of its levels.
    { properties: ['organizationId', 'location', 'variant'] },
    { properties: ['organizationId', 'updatedAt', 'id'] },
  ],
  properties: {
    variant: () => belongsTo(Variant, 'variant_id').comment('The variant it applies to.'),
    sku: p.string().formula(skuOfVariant).comment('SKU of the variant.'),
    location: () => belongsTo(Location, 'location_id').comment('The location it applies to.'),
    reorderPoint: quantity().comment('Stock is low if less than this is available.'),
    reorderQuantity: quantity().comment('Minimum quantity to order.'),
    leadTimeDays: p
      .integer()
      .nullable()
      .comment(
        "Days from order to receipt. Without it the supplier's lead time applies, else the organization's default.",
      ),
    safetyStock: quantity().nullable().comment("Safety stock. Without it the organization's default applies."),
    replenishmentSource: p
      .enum(REPLENISHMENT_SOURCES)
      .nullable()
      .comment('How it is replenished: bought, made here, or moved from another location. Inferred by default.'),
    sourceLocation: () =>
      belongsTo(Location, 'source_location_id').nullable().comment('The location that it is moved from.'),
  },
});
export class InventoryPolicy extends InventoryPolicySchema.class {}
InventoryPolicySchema.setClass(InventoryPolicy);

const terms = z.strictObject({
  reorderPoint: notNegative(),
  reorderQuantity: notNegative(),
  leadTimeDays: z.int().min(0).max(3650).nullable().optional(),
  safetyStock: notNegative().nullable().optional(),
  replenishmentSource: z
    .enum(REPLENISHMENT_SOURCES)
    .meta({ id: 'InventoryPolicyReplenishmentSource' })
    .nullable()
    .optional(),
  sourceLocationId: id().nullable().optional(),
});

export const listInventoryPolicies = listOf('listInventoryPolicies', {
  area: 'inventory',
  of: InventoryPolicy,
  summary: 'Lists reorder policies per variant and location.',
  filters: { ...placeFilters, createdSince },
});

export const getInventoryPolicy = getOf('getInventoryPolicy', { area: 'inventory', of: InventoryPolicy });

export const createInventoryPolicy = command('createInventoryPolicy', {
  area: 'inventory',
  summary: 'Creates the reorder policy of a variant at a location.',
  refuses: ['already_exists'],
  input: ruled(z.strictObject({ ...variantChoice, locationId: id(), ...terms.shape }), namesVariant),
  output: InventoryPolicy,
  async run(unit, { sku, variantId, locationId, sourceLocationId, ...given }) {
    const place = await knownPlace(unit, { sku, variantId, locationId });
    const policy = create(unit, InventoryPolicy, { ...given, ...place, sku: place.variant.sku });
    await setSource(unit, policy, sourceLocationId);
    return policy;
  },
});

export const updateInventoryPolicy = command('updateInventoryPolicy', {
  area: 'inventory',
  summary: 'Changes a reorder policy.',
  input: changes(terms).extend({ id: target() }),
  output: InventoryPolicy,
  async run(unit, { id: policyId, sourceLocationId, ...given }) {
    const policy = await lockById(unit, InventoryPolicy, policyId, { populate: ['variant'] });
    unit.em.assign(policy, given);
    await setSource(unit, policy, sourceLocationId);
    return policy;
  },
});

/**
 * Sets the location that it is moved from. Refuses a source without `move`, `move` without a source, and locations that
 * would supply each other in a cycle.
 */
async function setSource(unit: Unit, policy: InventoryPolicy, sourceLocationId?: string | null): Promise<void> {
  const wrong = (message: string) => refuse('validation_failed', message, { field: 'sourceLocationId' });
  if (sourceLocationId) {
    const source = await knownLocation(unit, sourceLocationId, 'sourceLocationId');
    if (source.id === policy.location.id) wrong('Must differ from the location.');
    policy.sourceLocation = source;
  } else if (sourceLocationId === null) policy.sourceLocation = null;
  const moves = policy.replenishmentSource === 'move';
  if (moves && !policy.sourceLocation) wrong('Is required where replenishment_source is move.');
  if (!moves && policy.sourceLocation) {
    if (sourceLocationId) wrong('Is given only where replenishment_source is move.');
    // It is bought or made from now on: the former source no longer matters.
    policy.sourceLocation = null;
  }
  if (policy.sourceLocation) await refuseCircle(unit, policy);
}

async function refuseCircle(unit: Unit, policy: InventoryPolicy): Promise<void> {
  await lockKey(unit, `replenishment of ${policy.variant.id}`);
  const { rows } = await sql<{ circles: boolean }>`
    with recursive up as (
      select ${policy.sourceLocation!.id}::uuid as location_id
      union
      select m.source_location_id
      from up u join inventory_policies m on ${ofTenant('m')} and m.location_id = u.location_id
        and m.variant_id = ${policy.variant.id} and m.id <> ${policy.id} and m.replenishment_source = 'move')
    select exists (select from up where location_id = ${policy.location.id}) as circles`.execute(unit.db);
  if (rows[0]!.circles)
    refuse('validation_failed', 'The locations would supply each other in a cycle.', { field: 'sourceLocationId' });
}

export const deleteInventoryPolicy = command('deleteInventoryPolicy', {
  area: 'inventory',
  summary: 'Removes a reorder policy; the defaults apply afterwards.',
  input: byId(),
  output: InventoryPolicy,
  async run(unit, { id: policyId }) {
    return remove(unit, await lockById(unit, InventoryPolicy, policyId));
  },
});

// ---- the policy in force ----

/**
 * Every variant and location that has stock or a policy, with its stock and its own policy, if any. `whose` may also
 * say at which variants and locations: said of the whole afterwards, the planner would not know it of the level that a
 * policy may have, and look for that policy by policy.
 */
export const stockAndPolicies = (whose: Whose = ofTenant): RawBuilder<unknown> => sql`
  select l.organization_id, l.variant_id, l.location_id, l.quantity_on_hand, l.quantity_available,
    l.quantity_reserved, l.quantity_incoming,
    coalesce(l.last_inbound_at, l.first_moved_at, l.created_at) as aged_from, p.id as policy_id, p.replenishment_source,
    p.source_location_id, p.reorder_point, p.reorder_quantity, p.lead_time_days, p.safety_stock
  from inventory_levels l
  left join inventory_policies p on p.organization_id = l.organization_id and p.variant_id = l.variant_id
    and p.location_id = l.location_id
  where ${whose('l')}
  union all
  select p.organization_id, p.variant_id, p.location_id, 0, 0, 0, 0, p.created_at, p.id, p.replenishment_source,
    p.source_location_id, p.reorder_point, p.reorder_quantity, p.lead_time_days, p.safety_stock
  from inventory_policies p where ${whose('p')} and not exists (
    select from inventory_levels l where ${whose('l')} and l.variant_id = p.variant_id
        and l.location_id = p.location_id)`;

/**
 * The terms in force: those of its own policy, else its supplier's lead time, else the organization's defaults, for a
 * row `s` of `stockAndPolicies` and its organization `o`.
 */
export const termsInForce = (supplierLeadTime: RawBuilder<unknown>) => sql`
  coalesce(s.reorder_point, o.default_reorder_point) as reorder_point,
  coalesce(s.reorder_quantity, o.default_reorder_quantity) as reorder_quantity,
  coalesce(s.lead_time_days, ${supplierLeadTime}, o.default_lead_time_days) as lead_time_days,
  coalesce(s.safety_stock, o.default_safety_stock) as safety_stock`;

/**
 * Every variant and location that has stock or a policy, with its stock and the policy in force. The one definition for
 * reports, insights and subscriptions. `places` is the condition on `stockAndPolicies`.
 */
export const policiesInForce = (whose: Whose = ofTenant, places = whose): RawBuilder<unknown> => sql`
  select s.organization_id, s.variant_id, s.location_id, s.quantity_on_hand, s.quantity_available,
    s.quantity_incoming, ${termsInForce(sql`(
    select supplier.lead_time_days from variants v
    join suppliers supplier on supplier.organization_id = v.organization_id and supplier.id = v.supplier_id
    where v.organization_id = s.organization_id and v.id = s.variant_id)`)}
  from (${stockAndPolicies(places)}) s join organizations o on o.id = s.organization_id and ${whose('o', 'id')}`;

/** Whether stock is low, for a row of `policiesInForce` called `t`: docs/api.md, "Reports". */
export const isLow = sql<boolean>`(t.quantity_available < t.reorder_point)`;

/** The quantity missing to the reorder point. */
export const shortage = sql<number>`(t.reorder_point - t.quantity_available)`;

/**
 * The quantity to order: nothing if incoming stock lifts it to the reorder point and its safety stock, else what is
 * missing to that, and at least the reorder quantity.
 */
export const suggestedOrderQuantity = sql<number>`(case
  when t.quantity_available + t.quantity_incoming >= t.reorder_point + t.safety_stock then 0
  else greatest(t.reorder_quantity,
          t.reorder_point + t.safety_stock - t.quantity_available - t.quantity_incoming) end)`;

/**
 * Whether the variant and location of `row` are in use: what is not sold any more, or where nothing may be ordered to,
 * is not to be replenished, however little of it is left. Phrased as "not out of use": nearly everything is in use, but
 * the planner counts the locations of all organizations together, so it expects hardly any row to be at one of these
 * five, and would look up the names of the rest one by one.
 */
export const isTraded = (whose: Whose, row: 't' | 'm'): RawBuilder<boolean> => sql<boolean>`(
  not exists (select from variants tv join products tp on ${whose('tp')} and tp.id = tv.product_id
    where ${whose('tv')} and tv.id = ${sql.ref(`${row}.variant_id`)} and tp.status <> 'active')
  and not exists (select from locations tl
        where ${whose('tl')} and tl.id = ${sql.ref(`${row}.location_id`)} and not tl.active))`;

/** The rows of `policiesInForce` whose stock is low, of what is in use. */
export const lowStockSql = (whose: Whose = ofTenant, places = whose): RawBuilder<unknown> => sql`
  select t.*, ${shortage} as shortage, ${suggestedOrderQuantity} as suggested_order_quantity
  from (${policiesInForce(whose, places)}) t
  where ${isLow} and ${isTraded(whose, 't')}`;
