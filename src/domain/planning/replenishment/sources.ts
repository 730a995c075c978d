import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/unit.ts';
import { ofTenant } from '../../../store/tenant.ts';
import type { ReplenishmentSource } from '../../inventory-policies.ts';

/*
 * Where a location gets more of a variant: bought, made there, or moved from another location. Set by its policy, else
 * inferred.
 */

export interface PlaceSource {
  kind: ReplenishmentSource;
  /** The location that it is moved from. */
  from: string | null;
  /** The recipe that it is made by. */
  recipeId: string | null;
  /** The reason in a sentence. */
  why: string;
}

/** The facts from which the source of a variant is inferred. */
export interface Evidence {
  /** Its active recipe, the latest of several. */
  recipeId: string | null;
  /** Where it was made within a year, the largest quantity first. */
  madeAt: readonly string[];
  /** From where to where it was moved within half a year, and how much. */
  moved: readonly { from: string; to: string; quantity: number }[];
  /** How much was bought for a location within half a year. */
  bought: ReadonlyMap<string, number>;
}

const MADE_DAYS = 365;
const CAME_DAYS = 180;

export const NO_EVIDENCE: Evidence = { recipeId: null, madeAt: [], moved: [], bought: new Map() };

/** Whether a location is active: one that was closed supplies nobody. Read once a statement. */
const isOpen = (location: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${location} <> all(array(select z.id from locations z where ${ofTenant('z')} and not z.active))`;

/** The source that the policy in these rows names, unless that is a location which was closed. */
export const policySourceOf = (rows: string): RawBuilder<unknown> => {
  const from = sql.ref(`${rows}.source_location_id`);
  return sql`case when ${from} is null or ${isOpen(from)} then ${sql.ref(`${rows}.replenishment_source`)} end`;
};

/** The facts about these variants; those without any are absent. */
export async function readEvidence(
  db: Db,
  variantIds: readonly string[],
  hasRecipes: boolean,
): Promise<Map<string, Evidence>> {
  const { rows } = await sql<{
    variantId: string;
    kind: 'recipe' | 'made' | 'moved' | 'bought';
    a: string;
    b: string | null;
    quantity: number;
  }>`
    select * from (
      select distinct on (r.variant_id) r.variant_id as "variantId", 'recipe' as kind, r.id as a,
        null::uuid as b, 0::numeric as quantity
      from recipes r where ${ofTenant('r')} and r.active and ${hasRecipes} and r.variant_id = any(${variantIds})
          order by r.variant_id, r.id desc) r
    union all
    select m.variant_id, 'made', m.location_id, null, sum(m.planned_quantity) from production_batches m
    where ${ofTenant('m')} and ${isOpen(sql`m.location_id`)} and m.variant_id = any(${variantIds})
      and m.status <> 'cancelled' and m.created_at > now() - ${MADE_DAYS} * interval '1 day' group by 1, 3
    union all
    select i.variant_id, 'moved', t.source_location_id, t.destination_location_id, sum(i.quantity)
    from stock_transfer_items i
    join stock_transfers t on ${ofTenant('t')} and t.id = i.transfer_id
    where ${ofTenant('i')} and ${isOpen(sql`t.source_location_id`)} and i.variant_id = any(${variantIds})
      and t.status <> 'cancelled' and t.created_at > now() - ${CAME_DAYS} * interval '1 day' group by 1, 3, 4
    union all
    select i.variant_id, 'bought', t.location_id, null, sum(i.quantity) from purchase_order_items i
    join purchase_orders t on ${ofTenant('t')} and t.id = i.purchase_order_id
    where ${ofTenant('i')} and i.variant_id = any(${variantIds}) and t.status <> 'cancelled'
      and t.created_at > now() - ${CAME_DAYS} * interval '1 day' group by 1, 3
    order by "variantId", kind, quantity desc, a, b`.execute(db);
  return new Map(
    [...Map.groupBy(rows, row => row.variantId)].map(([variantId, found]) => {
      const of = (kind: string) => found.filter(row => row.kind === kind);
      return [
        variantId,
        {
          recipeId: of('recipe')[0]?.a ?? null,
          madeAt: of('made').map(row => row.a),
          moved: of('moved').map(({ a, b, quantity }) => ({ from: a, to: b!, quantity })),
          bought: new Map(of('bought').map(({ a, quantity }) => [a, quantity])),
        },
      ];
    }),
  );
}

/** The source of a location, by its policy or inferred. */
export function sourceOf(
  locationId: string,
  policy: { policySource: ReplenishmentSource | null; policyFrom: string | null },
  evidence: Evidence,
): PlaceSource {
  const { recipeId } = evidence;
  const source = (kind: ReplenishmentSource, why: string, from: string | null = null): PlaceSource => ({
    kind,
    from,
    recipeId: kind === 'make' ? recipeId : null,
    why,
  });
  if (policy.policySource === 'make' && !recipeId)
    return source('buy', 'Its policy says that it is made, but it has no active recipe.');
  if (policy.policySource) return source(policy.policySource, 'Its policy says so.', policy.policyFrom);
  if (recipeId && evidence.madeAt.includes(locationId)) return source('make', 'It has a recipe and is made here.');
  const fedBy = feederOf(locationId, evidence);
  if (fedBy) return source('move', 'Most of it came by transfers from there.', fedBy);
  const [makes] = evidence.madeAt;
  if (recipeId && makes) return source('move', 'It is made there.', makes);
  if (recipeId) return source('make', 'It has a recipe.');
  return source(
    'buy',
    evidence.bought.has(locationId) ? 'It is bought.' : 'It has no recipe, and no transfers supply it.',
  );
}

/** The location that sends most to this one, more than it gets back, and more than this one buys. */
function feederOf(locationId: string, { moved, bought }: Evidence): string | undefined {
  const from = moved.find(({ to }) => to === locationId);
  if (!from || from.quantity < (bought.get(locationId) ?? 0)) return undefined;
  const back = moved.find(move => move.from === locationId && move.to === from.from)?.quantity ?? 0;
  return from.quantity > back ? from.from : undefined;
}

/** The locations in planning order: each before the one that supplies it. A cycle is cut where it is bought. */
export function inFeedingOrder<P extends { locationId: string; source: PlaceSource }>(places: readonly P[]): P[] {
  const left = [...places];
  const ordered: P[] = [];
  while (left.length > 0) {
    const feeders = new Set(left.map(({ source }) => (source.kind === 'move' ? source.from : null)));
    const next = left.findIndex(({ locationId }) => !feeders.has(locationId));
    const [place] = left.splice(Math.max(0, next), 1);
    if (next < 0)
      place!.source = {
        kind: 'buy',
        from: null,
        recipeId: null,
        why: 'The locations that it comes from supply each other.',
      };
    ordered.push(place!);
  }
  return ordered;
}
