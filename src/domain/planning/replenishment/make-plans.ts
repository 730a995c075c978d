import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { addDays } from '../../../kernel/calendar.ts';
import { Unavailable } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Database, Db, Unit } from '../../../kernel/unit.ts';
import { translated } from '../../../store/database-errors.ts';
import { isNotMoving } from '../../../store/pods.ts';
import { lockById } from '../../../store/record.ts';
import { ofTenant } from '../../../store/tenant.ts';
import { refreshForecasts } from '../forecasts/stored-forecasts.ts';
import { keepPatterns } from '../insights/patterns.ts';
import { TODAY } from '../reports/days.ts';
import { type PlanTerms, planVariant, type Recipe, type Suggestion } from './compute-plan.ts';
import { readTransitDays } from './lead-days.ts';
import { type Demand, fromUnits, toUnits } from './netting.ts';
import { type Offer, readOffers } from './offers.ts';
import { ReplenishmentPlan } from './plans.ts';
import { type Evidence, NO_EVIDENCE, readEvidence } from './sources.ts';
import { type PlaceState, readEvents, readPlaceStates, type StockChange } from './timelines.ts';

/*
 * Makes the requested plans, one at a time: reads one snapshot of the stock, some thousand variants at a time, finished
 * goods before their ingredients, and writes the suggestions as it goes. A plan whose process was killed, or whose
 * database was unavailable for a moment, is started again.
 */

/**
 * Variants that are read and planned together, some thousand rows of the result: memory stays bounded however many
 * there are.
 */
const CHUNK = 500;
const AT_A_STRETCH = 20;
/** If more variants need forecasts, they are left to the night: a plan does not wait for them. */
const FORECAST_NOW_MAX = 2000;
const ERROR_MAX = 500;
/** A large plan takes minutes, in which a connection may be lost, or a busy database keep it waiting for too long. */
const ATTEMPTS_MAX = 3;
/** Another may be computing the demand of 500,000 levels, which takes minutes on a busy machine. */
const DEMAND_MS = 1_800_000;

interface WaitingPlan {
  id: string;
  organizationId: string;
}

/** Whether any plan waits. */
export const PLANS_WAIT = sql`exists (select from replenishment_plans p
    where p.status in ('pending', 'running') and ${isNotMoving('p.organization_id')})`;

/** Makes every waiting plan. Only one process may do so at a time, so a plan that is `running` was interrupted. */
export async function makePlans(database: Database & { system: Db }): Promise<number> {
  for (let made = 0; ; made += 1) {
    const { rows } = await sql<WaitingPlan>`
      select p.id, p.organization_id as "organizationId" from replenishment_plans p
      where p.status in ('pending', 'running') and ${isNotMoving('p.organization_id')}
      order by p.created_at, p.id limit 1`.execute(database.system);
    if (!rows[0]) return made;
    await makePlan(database, rows[0]);
  }
}

async function makePlan(
  database: Database & { system: Db },
  { id, organizationId }: WaitingPlan,
  attempt = 1,
): Promise<void> {
  const change = (work: (plan: ReplenishmentPlan, unit: Unit) => unknown) =>
    database.transaction(
      organizationId,
      'system',
      async unit => void (await work(await lockById(unit, ReplenishmentPlan, id), unit)),
    );
  try {
    await change(async (plan, unit) => {
      plan.status = 'running';
      plan.startedAt = unit.now();
      // Suggestions of an interrupted run.
      await sql`delete from plan_suggestions s where ${ofTenant('s')} and s.plan_id = ${id}`.execute(unit.db);
    });
    const { today, count } = await suggest(database, organizationId, id);
    await change((plan, unit) => {
      plan.status = 'completed';
      plan.startsOn = today;
      plan.suggestionCount = count;
      plan.completedAt = unit.now();
    });
  } catch (error) {
    const known = translated(error) as Error;
    if (known instanceof Unavailable && attempt < ATTEMPTS_MAX)
      return makePlan(database, { id, organizationId }, attempt + 1);
    await change(plan => {
      plan.status = 'failed';
      plan.error = String(known.message).slice(0, ERROR_MAX);
    });
  }
}

/** The plan's own parameters. */
interface PlanParameters {
  locationIds: string[] | null;
  horizonDays: number;
  demand: PlanTerms['demand'];
  serviceLevel: number;
  include: string[];
  hasRecipes: boolean;
  currency: string;
  today: string;
}

async function suggest(
  database: Database & { system: Db },
  organizationId: string,
  planId: string,
): Promise<{ today: string; count: number }> {
  await keepPatterns(database, organizationId, DEMAND_MS);
  await keepForecasts(database, organizationId);
  const { db, close } = await database.snapshot(organizationId, null);
  let written: Promise<void> = Promise.resolve();
  try {
    const { rows } = await sql<PlanParameters>`
      select p.location_ids as "locationIds", p.horizon_days as "horizonDays", p.demand,
        p.service_level as "serviceLevel", p.include,
        'manufacturing' = any(o.modules) as "hasRecipes", o.currency, ${TODAY} as today
      from replenishment_plans p
      join organizations o on ${ofTenant('o', 'id')} where ${ofTenant('p')} and p.id = ${planId}`.execute(db);
    const wanted = rows[0]!;
    const terms = await termsOf(db, wanted);
    const recipes = wanted.hasRecipes ? await readRecipes(db) : new Map<string, Recipe>();
    const dependent: Dependent = new Map();
    const dates = datesFrom(wanted.today);
    let count = 0;
    for (const level of await chunksOf(db, recipes)) {
      // While some variants are planned and written, the next are read: what they need of others is known once a level
      // is done.
      const read = (variantIds: readonly string[]) =>
        awaitedLater(readChunk(db, variantIds, { dependent, hasRecipes: wanted.hasRecipes }));
      let next = read(level[0]!);
      for (const [index, variantIds] of level.entries()) {
        const chunk = await next;
        const following = level[index + 1];
        if (following) next = read(following);
        const planned = await planChunk(chunk, variantIds, { terms, recipes, dependent });
        const kept = planned.filter(({ type, locationId }) => terms.isKept(type, locationId));
        await written;
        written = awaitedLater(write(database, organizationId, { planId, dates, kept }));
        count += kept.length;
      }
      await written;
    }
    return { today: wanted.today, count };
  } finally {
    // What is still being written must not arrive once the plan has been started again.
    await written.catch(() => undefined);
    await close();
  }
}

/**
 * An error is reported to whoever awaits it, and is not an unhandled rejection until then, or if nobody does because
 * something else failed.
 */
function awaitedLater<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}

/** Today's forecasts, unless there are so many that they are left to the night. */
async function keepForecasts(database: Database & { system: Db }, organizationId: string): Promise<void> {
  const db = database.read(organizationId);
  const sold = await sql`
    select distinct d.variant_id
    from demand_patterns d where ${ofTenant('d')} and d.sale_days > 0 limit ${FORECAST_NOW_MAX + 1}`.execute(db);
  if (sold.rows.length > FORECAST_NOW_MAX) return;
  const stale = await sql`
    select from demand_patterns d where ${ofTenant('d')} and d.sale_days > 0 and not exists (
      select from forecasts f where ${ofTenant('f')} and f.variant_id = d.variant_id and f.location_id = d.location_id
          and f.starts_on = ${TODAY})
    limit 1`.execute(db);
  if (stale.rows.length > 0) await refreshForecasts(database, organizationId);
}

const termsOf = async (
  db: Db,
  { horizonDays, demand, serviceLevel, include, locationIds }: PlanParameters,
): Promise<PlanTerms> => ({
  horizonDays,
  demand,
  serviceLevel,
  movesSurplus: include.includes('transfer'),
  transitDays: await readTransitDays(db),
  nextId: newId,
  isKept: (type, locationId) => include.includes(type) && (!locationIds || locationIds.includes(locationId)),
});

/** The latest active recipe of each variant. */
async function readRecipes(db: Db): Promise<Map<string, Recipe>> {
  const { rows } = await sql<{ id: string; output: string; outputQuantity: number; input: string; quantity: number }>`
    select r.id, r.variant_id as output, r.output_quantity as "outputQuantity", i.variant_id as input, i.quantity from (
      select distinct on (r.variant_id) r.* from recipes r where ${ofTenant('r')} and r.active
          order by r.variant_id, r.id desc) r
    join recipe_items i on ${ofTenant('i')} and i.recipe_id = r.id order by r.variant_id, i.id`.execute(db);
  return new Map(
    [...Map.groupBy(rows, row => row.output)].map(([output, items]) => [
      output,
      {
        id: items[0]!.id,
        outputQuantity: items[0]!.outputQuantity,
        items: items.map(({ input, quantity }) => ({ variantId: input, quantity })),
      },
    ]),
  );
}

/** All variants in chunks by level, each variant after everything that is made of it (low-level codes). */
async function chunksOf(db: Db, recipes: ReadonlyMap<string, Recipe>): Promise<string[][][]> {
  const { rows } = await sql<{ id: string }>`select v.id from variants v where ${ofTenant('v')} order by v.id`.execute(
    db,
  );
  const level = levelsOf(recipes);
  const byLevel = Map.groupBy(rows, ({ id }) => level.get(id) ?? 0);
  return [...byLevel.keys()]
    .sort((a, b) => a - b)
    .map(each => {
      const ids = byLevel.get(each)!.map(({ id }) => id);
      return Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, index) =>
        ids.slice(index * CHUNK, (index + 1) * CHUNK),
      );
    });
}

/**
 * The greatest number of steps of each variant below a finished good. Recipes that contain themselves, from before they
 * were refused, end there.
 */
export function levelsOf(recipes: ReadonlyMap<string, Recipe>): Map<string, number> {
  const levels = new Map<string, number>();
  const usedBy = new Map<string, string[]>();
  for (const [output, { items }] of recipes)
    for (const { variantId } of items) usedBy.set(variantId, [...(usedBy.get(variantId) ?? []), output]);
  const visiting = new Set<string>();
  const levelOf = (variantId: string): number => {
    const known = levels.get(variantId);
    if (known !== undefined || visiting.has(variantId)) return known ?? 0;
    visiting.add(variantId);
    const level = Math.max(0, ...(usedBy.get(variantId) ?? []).map(output => levelOf(output) + 1));
    visiting.delete(variantId);
    levels.set(variantId, level);
    return level;
  };
  for (const variantId of usedBy.keys()) levelOf(variantId);
  return levels;
}

/** The demand that suggestions cause for variants that are planned later, by variant and location. */
type Dependent = Map<string, Map<string, Demand[]>>;

/** The data of some variants. */
interface Chunk {
  states: Map<string, PlaceState[]>;
  events: Map<string, StockChange[]>;
  evidence: Map<string, Evidence>;
  offers: Map<string, Offer[]>;
}

async function readChunk(
  db: Db,
  variantIds: readonly string[],
  { dependent, hasRecipes }: { dependent: Dependent; hasRecipes: boolean },
): Promise<Chunk> {
  const events = await readEvents(db, variantIds);
  const evidence = await readEvidence(db, variantIds, hasRecipes);
  // What draws on a location, is due there or supplies others counts, even where there has never been any stock.
  const asked = [
    ...events,
    ...variantIds.flatMap(variantId => {
      const { madeAt, moved } = evidence.get(variantId) ?? NO_EVIDENCE;
      const dependents = [...(dependent.get(variantId)?.keys() ?? [])];
      return [...dependents, ...madeAt, ...moved.map(({ from }) => from)].map(locationId => ({
        variantId,
        locationId,
      }));
    }),
  ];
  return {
    states: Map.groupBy(await readPlaceStates(db, variantIds, { asked }), state => state.variantId),
    events: Map.groupBy(events, event => event.variantId),
    evidence,
    offers: Map.groupBy(await readOffers(db, variantIds), offer => offer.variantId),
  };
}

interface PlanContext {
  terms: PlanTerms;
  recipes: ReadonlyMap<string, Recipe>;
  dependent: Dependent;
}

async function planChunk(
  { states, events, evidence, offers }: Chunk,
  variantIds: readonly string[],
  { terms, recipes, dependent }: PlanContext,
): Promise<Suggestion[]> {
  const all: Suggestion[] = [];
  for (const [index, variantId] of variantIds.entries()) {
    // Reading and writing goes on in the meantime.
    if (index % AT_A_STRETCH === 0) await setImmediate();
    const suggestions = planVariant(
      {
        states: states.get(variantId) ?? [],
        events: events.get(variantId) ?? [],
        evidence: evidence.get(variantId),
        offers: offers.get(variantId) ?? [],
        recipes,
        dependent: dependent.get(variantId) ?? new Map<string, Demand[]>(),
      },
      terms,
    );
    for (const suggestion of suggestions) explode(suggestion, { terms, recipes, dependent });
    dependent.delete(variantId);
    all.push(...suggestions);
  }
  return all;
}

/** The ingredients of a production suggestion, on the day on which it begins. */
function explode(
  { id, type, variantId, locationId, receipt }: Suggestion,
  { terms, recipes, dependent }: PlanContext,
): void {
  const parent = terms.isKept(type, locationId) ? { parent: id } : {};
  const recipe = type === 'production' ? recipes.get(variantId) : undefined;
  for (const { variantId: input, quantity } of recipe?.items ?? []) {
    const places = dependent.get(input) ?? new Map<string, Demand[]>();
    dependent.set(input, places);
    const demands = places.get(locationId) ?? [];
    places.set(locationId, demands);
    const units = toUnits((fromUnits(receipt.units) * quantity) / recipe!.outputQuantity);
    demands.push({ day: receipt.orderDay, units, source: 'production', ...parent });
  }
}

/** The date of each day from today, each computed once. */
function datesFrom(today: string): (day: number) => string {
  const dates: string[] = [];
  return day => (dates[day] ??= addDays(today, day));
}

interface PlanRows {
  planId: string;
  dates: (day: number) => string;
  kept: readonly Suggestion[];
}

async function write(database: Database, organizationId: string, { planId, dates, kept }: PlanRows): Promise<void> {
  if (kept.length === 0) return;
  const rows = kept.map(({ receipt, ...suggestion }) => ({
    id: suggestion.id,
    type: suggestion.type,
    variant_id: suggestion.variantId,
    location_id: suggestion.locationId,
    from_location_id: suggestion.fromLocationId,
    recipe_id: suggestion.recipeId,
    supplier_id: suggestion.supplierId,
    supplier_item_id: suggestion.supplierItemId,
    quantity: fromUnits(receipt.units),
    purchase_quantity: suggestion.purchaseQuantity,
    order_by: dates(receipt.orderDay),
    need_by: dates(receipt.needDay),
    arrives_on: dates(receipt.arriveDay),
    cost: suggestion.cost,
    currency: suggestion.currency,
    why: suggestion.why,
    because: receipt.pegs.map(({ day, units, source }) => ({
      date: dates(day),
      quantity: fromUnits(units),
      source,
    })),
    parent_id: parentOf(receipt.pegs),
    levels: suggestion.levels,
  }));
  await database.transaction(organizationId, 'system', async unit => {
    const now = unit.now();
    await sql`
      insert into plan_suggestions (organization_id, id, created_at, updated_at, plan_id, type, variant_id, location_id,
          from_location_id, recipe_id, supplier_id,
        supplier_item_id, quantity, purchase_quantity, order_by, need_by, arrives_on, cost, currency,
            because, why, parent_id, levels)
      select ${organizationId}, w.id, ${now}, ${now}, ${planId}, w.type, w.variant_id, w.location_id,
        w.from_location_id, w.recipe_id, w.supplier_id,
        w.supplier_item_id, w.quantity, w.purchase_quantity, w.order_by, w.need_by, w.arrives_on, w.cost, w.currency,
        w.because, w.why, w.parent_id, w.levels
      from json_to_recordset(${JSON.stringify(rows)}::json) as w (id uuid, type text, variant_id uuid, location_id uuid,
          from_location_id uuid, recipe_id uuid,
        supplier_id uuid, supplier_item_id uuid, quantity numeric, purchase_quantity numeric, order_by date,
        need_by date, arrives_on date, cost numeric,
        currency text, because jsonb, why text, parent_id uuid, levels jsonb)`.execute(unit.db);
  });
}

/** The suggestion that most of it is for, if it is for any. */
function parentOf(pegs: Suggestion['receipt']['pegs']): string | null {
  const units = new Map<string, number>();
  for (const { parent, units: each } of pegs) if (parent) units.set(parent, (units.get(parent) ?? 0) + each);
  return [...units].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}
