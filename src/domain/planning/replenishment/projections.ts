import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { addDays } from '../../../kernel/calendar.ts';
import { code, days, id } from '../../../kernel/inputs.ts';
import { type Caller, listQuery } from '../../../kernel/operation.ts';
import { pageAt, paging, placeOf } from '../../../kernel/page.ts';
import type { Db } from '../../../kernel/unit.ts';
import type { Row } from '../../../kernel/view.ts';
import { several } from '../../../store/list.ts';
import { allOf, type Condition, PLANNED } from '../../../store/rows.ts';
import { ofTenant } from '../../../store/tenant.ts';
import { REPLENISHMENT_SOURCES } from '../../inventory-policies.ts';
import { Location } from '../../locations.ts';
import { variantsWithSkus } from '../../variant-codes.ts';
import { Variant } from '../../variants.ts';
import { expiringUnused } from '../expiry.ts';
import { TODAY } from '../reports/days.ts';
import { NO_EVIDENCE, readEvidence, sourceOf } from './sources.ts';
import { dailyForecast, type PlaceState, readEvents, readPlaceStates, type StockChange, SUPPLY } from './timelines.ts';

/*
 * Projected stock, day by day, and how much of it can be promised: "When can I promise it?"
 */

const DAYS_DEFAULT = 60;
const DAYS_MAX = 180;
/** Firm demand of production and of other locations replaces what was expected of them in the week after. */
const CONSUMES_DAYS = 7;

const Demand = z
  .object({
    orders: z.number().meta({ description: 'Demand of open orders, which are due today.' }),
    batches: z.number().meta({ description: 'Demand of production batches that are planned or in progress.' }),
    transfers: z.number().meta({ description: 'Demand of pending transfers to other locations.' }),
    forecast: z.number().meta({ description: 'Further demand expected by the forecast.' }),
  })
  .meta({ id: 'ProjectedDemand', description: 'Demand of a day, by what it is for.' });

const Day = z
  .object({
    date: z.iso.date().meta({ description: "The day, in the organization's time zone." }),
    incoming: z.number().meta({ description: 'What is due from purchase orders, transfers and batches.' }),
    demand: Demand,
    expiring: z.number().meta({
      description: 'What can no longer be used from that day on, because its lot expires before it is needed.',
    }),
    projected: z.number().meta({ description: 'Stock at the end of the day if everything goes as expected.' }),
    availableToPromise: z.number().meta({
      description:
        'What can be promised for that day without breaking a promise for that day or a later one. Forecasts do not count as promises.',
    }),
  })
  .meta({ id: 'ProjectedDay', description: 'A day of a projection.' });

export const Projection = z
  .object({
    variantId: z.uuid().meta({ description: 'The variant.', relation: { name: 'variant', target: Variant } }),
    sku: z.string().meta({ description: 'SKU of the variant.' }),
    locationId: z.uuid().meta({ description: 'The location.', relation: { name: 'location', target: Location } }),
    quantityOnHand: z.number().meta({ description: 'Quantity physically there. Stock on hold is not projected.' }),
    replenishment: z
      .object({
        source: z.enum(REPLENISHMENT_SOURCES).meta({
          id: 'ReplenishmentSource',
          description: 'How the stock is replenished: bought, made here, or moved from another location.',
        }),
        fromLocationId: z.uuid().nullable().meta({ description: 'The location that it is moved from.' }),
        recipeId: z.uuid().nullable().meta({ description: 'The recipe that it is made by.' }),
        why: z.string().meta({ description: 'What this is based on.' }),
      })
      .meta({ id: 'Replenishment', description: 'How a variant is replenished at a location, and why.' }),
    days: z.array(Day).meta({ description: 'Day by day, from today.' }),
  })
  .meta({ id: 'InventoryProjection', description: 'The stock of a variant at a location in the coming days.' });

const horizon = () =>
  days(DAYS_MAX).default(DAYS_DEFAULT).meta({ description: 'Days to look ahead: 1 to 180, default 60.' });

export const projectionArguments = z.strictObject({
  locationId: id().meta({ description: 'The location.' }),
  days: horizon(),
});

export const listInventoryProjections = listQuery('listInventoryProjections', {
  area: 'inventory',
  summary: 'Lists the projected stock and what can be promised, day by day, per variant and location.',
  input: z.strictObject({
    skus: several(code()).optional().meta({ description: 'Only the variants with these SKUs.' }),
    variantIds: several(id()).optional().meta({ description: 'Only these variants.' }),
    locationIds: several(id()).optional().meta({ description: 'Only at these locations.' }),
    days: horizon(),
    ...paging,
  }),
  output: Projection,
  async run({ db, caller, wants }, { skus, variantIds, locationIds, days: length, ...page }) {
    const scope = { skus, variantIds, locationIds };
    const { offset, limit } = placeOf(page);
    // One row more than asked for tells whether there is a next page.
    const { rows } = await sql<{ variantId: string; locationId: string }>`
      select ${PLANNED} v.id as "variantId", k.location_id as "locationId" from ${placesOf(scope)}
      order by v.sku, k.location_id limit ${limit + 1} offset ${offset}`.execute(db);
    const more = rows.length > limit;
    const shown = rows.slice(0, limit);
    const projections = await projectionsAt(db, caller, shown, length);
    const isEvident = !more && (shown.length > 0 || offset === 0);
    const known = offset + rows.length;
    const all = pageAt(projections, wants.total && !isEvident ? await count(db, scope) : known, page);
    if (wants.total) return all;
    const { total: _, ...uncounted } = all;
    return uncounted;
  },
});

interface ProjectionScope {
  skus: readonly string[] | undefined;
  variantIds: readonly string[] | undefined;
  locationIds: readonly string[] | undefined;
}

const areVariants = (column: string, { skus, variantIds }: ProjectionScope): Condition =>
  allOf([
    ...(skus ? [sql`${sql.ref(column)} = any(${variantsWithSkus(...skus)})`] : []),
    ...(variantIds ? [sql`${sql.ref(column)} = any(${variantIds}::uuid[])`] : []),
  ]);

const areThere = (alias: 'l' | 'p', scope: ProjectionScope): Condition =>
  allOf([
    ofTenant(alias),
    areVariants(`${alias}.variant_id`, scope),
    ...(scope.locationIds ? [sql`${sql.ref(`${alias}.location_id`)} = any(${scope.locationIds}::uuid[])`] : []),
  ]);

/**
 * Where the requested variants `v` have stock, or should have: `k`. Of all locations they are read variant by variant,
 * in the order of the page, which the first few fill; of some locations, by those, as few variants may be there.
 */
function placesOf(scope: ProjectionScope): RawBuilder<unknown> {
  const places = (alias: 'l' | 'p', table: string) =>
    sql`select ${sql.ref(`${alias}.variant_id`)}, ${sql.ref(`${alias}.location_id`)}
      from ${sql.table(table)} as ${sql.raw(alias)} where ${areThere(alias, scope)}`;
  const [levels, policies] = [places('l', 'inventory_levels'), places('p', 'inventory_policies')];
  if (scope.locationIds)
    return sql`(${levels} union ${policies}) k join variants v on ${ofTenant('v')} and v.id = k.variant_id`;
  return sql`variants v
    cross join lateral (${levels} and l.variant_id = v.id union ${policies} and p.variant_id = v.id) k
    where ${ofTenant('v')} and ${areVariants('v.id', scope)}`;
}

async function count(db: Db, scope: ProjectionScope): Promise<number> {
  const { rows } = await sql<{ all: number }>`
    select ${PLANNED} (select count(*) from inventory_levels l where ${areThere('l', scope)})
      + (select count(*) from inventory_policies p where ${areThere('p', scope)}
        and not exists (select from inventory_levels l where ${areThere('l', scope)} and l.variant_id = p.variant_id
              and l.location_id = p.location_id)) as all`.execute(db);
  return rows[0]!.all;
}

/** The field `variant { projection }`, of several variants at one location. Those that were never there are absent. */
export async function projectionsOf(
  caller: Caller,
  db: Db,
  variantIds: readonly string[],
  { locationId, days: length }: z.output<typeof projectionArguments>,
): Promise<Map<string, Row>> {
  const rows = await projectionsAt(
    db,
    caller,
    variantIds.map(variantId => ({ variantId, locationId })),
    length,
  );
  return new Map(rows.map(row => [row['variantId'] as string, row]));
}

const keyOf = ({ variantId, locationId }: { variantId: string; locationId: string }) => `${variantId} ${locationId}`;

/** The projections of these locations, in their order. */
async function projectionsAt(
  db: Db,
  { modules }: Caller,
  places: readonly { variantId: string; locationId: string }[],
  length: number,
): Promise<Row[]> {
  if (places.length === 0) return [];
  const variantIds = [...new Set(places.map(({ variantId }) => variantId))];
  const locationIds = [...new Set(places.map(({ locationId }) => locationId))];
  const events = await readEvents(db, variantIds);
  const [states, evidence, { rows: now }] = await Promise.all([
    readPlaceStates(db, variantIds, { asked: events, locationIds }),
    readEvidence(db, variantIds, modules.has('manufacturing')),
    sql<{ today: string }>`select ${TODAY} as today`.execute(db),
  ]);
  const { today } = now[0]!;
  const stateAt = new Map(states.map(state => [keyOf(state), state]));
  const eventsAt = Map.groupBy(events, keyOf);
  const dates = Array.from({ length }, (_, day) => addDays(today, day));
  return places.flatMap(place => {
    const state = stateAt.get(keyOf(place));
    if (!state) return [];
    const { kind, from, recipeId, why } = sourceOf(
      place.locationId,
      state,
      evidence.get(place.variantId) ?? NO_EVIDENCE,
    );
    return [
      {
        variantId: state.variantId,
        sku: state.sku,
        locationId: state.locationId,
        quantityOnHand: state.onHand,
        replenishment: { source: kind, fromLocationId: from, recipeId, why },
        days: projected(state, eventsAt.get(keyOf(place)) ?? [], dates),
      },
    ];
  });
}

const exact = (value: number): number => Math.round(value * 10_000) / 10_000;

/** Drafts are not ordered yet, so they bring nothing. */
const isSupply = ({ kind }: StockChange) => SUPPLY.has(kind) && kind !== 'draft';

/** The days of a location. Pure: the same stock, documents and expectations give the same result. */
export function projected(state: PlaceState, events: readonly StockChange[], dates: readonly string[]): Row[] {
  const length = dates.length;
  const incoming = new Float64Array(length);
  const firm = {
    orders: new Float64Array(length),
    batches: new Float64Array(length),
    transfers: new Float64Array(length),
  };
  const expiring = new Float64Array(length);
  for (const event of events) {
    if (event.day >= length) continue;
    if (isSupply(event)) incoming[event.day]! += event.quantity;
    else if (event.kind === 'expiry') expiring[event.day]! += event.quantity;
    else if (event.kind in firm) firm[event.kind as keyof typeof firm][event.day]! += event.quantity;
  }
  const forecast = expectedBesides(state, firm, dates);
  const promised = firm.orders.map((units, day) => units + firm.batches[day]! + firm.transfers[day]!);
  const lost = expiringUnused(
    expiring,
    promised.map((units, day) => units + forecast[day]!),
  );
  const projection = new Float64Array(length);
  let left = state.usable;
  for (let day = 0; day < length; day += 1) {
    left += incoming[day]! - promised[day]! - forecast[day]! - lost[day]!;
    projection[day] = left;
  }
  const promisable = availableToPromise(state.usable, incoming, promised, expiringUnused(expiring, promised));
  return dates.map((date, day) => ({
    date,
    incoming: exact(incoming[day]!),
    demand: {
      orders: exact(firm.orders[day]!),
      batches: exact(firm.batches[day]!),
      transfers: exact(firm.transfers[day]!),
      forecast: exact(forecast[day]!),
    },
    expiring: exact(lost[day]!),
    projected: exact(projection[day]!),
    availableToPromise: exact(promisable[day]!),
  }));
}

/**
 * What can be promised for each day: it is missing on every later one, and what has expired by then is gone. What would
 * expire only later can still be promised, and then does not expire; it makes up for no promise that is already short.
 */
function availableToPromise(
  usable: number,
  incoming: Float64Array,
  promised: Float64Array,
  lost: Float64Array,
): Float64Array {
  const unpromised = new Float64Array(promised.length);
  const expired = new Float64Array(promised.length);
  let free = usable;
  let gone = 0;
  for (let day = 0; day < promised.length; day += 1) {
    unpromised[day] = free += incoming[day]! - promised[day]!;
    expired[day] = gone += lost[day]!;
  }
  let least = Number.POSITIVE_INFINITY;
  let leastLeft = Number.POSITIVE_INFINITY;
  for (let day = promised.length - 1; day >= 0; day -= 1) {
    least = Math.min(least, unpromised[day]!);
    leastLeft = Math.min(leastLeft, unpromised[day]! - expired[day]!);
    unpromised[day] = leastLeft < 0 ? leastLeft : least - expired[day]!;
  }
  return unpromised;
}

/** The expected demand of each day beyond the firm one: planned batches and transfers were part of the expectation. */
function expectedBesides(
  state: PlaceState,
  { batches, transfers }: { batches: Float64Array; transfers: Float64Array },
  dates: readonly string[],
): Float64Array {
  const forecast = dailyForecast(state, dates.length);
  const dependent = forecast.map(units => units * (1 - state.ownShare));
  for (let day = 0; day < dates.length; day += 1) {
    let known = batches[day]! + transfers[day]!;
    for (let later = day; later < Math.min(dates.length, day + CONSUMES_DAYS) && known > 0; later += 1) {
      const taken = Math.min(known, dependent[later]!);
      dependent[later]! -= taken;
      forecast[later]! -= taken;
      known -= taken;
    }
  }
  return forecast;
}
