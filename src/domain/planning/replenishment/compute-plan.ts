import { GRID, interpolate, normalQuantile } from '../../../forecasting/intervals.ts';
import { expiringUnused } from '../expiry.ts';
import { totalOver } from '../forecasts/lead-demand.ts';
import { leadDaysOf, type TransitDays } from './lead-days.ts';
import { costOf, inPurchaseUnits, lotSizeOf, wholeUnits } from './lot-sizes.ts';
import {
  balanceOf,
  type Demand,
  type LotSize,
  type Receipt,
  type Requirement,
  requirementsOf,
  toUnits,
} from './netting.ts';
import { type Offer, offerFor } from './offers.ts';
import type { SuggestionType } from './plans.ts';
import { type Evidence, inFeedingOrder, NO_EVIDENCE, type PlaceSource, sourceOf } from './sources.ts';
import { dailyForecast, type PlaceState, type StockChange, SUPPLY } from './timelines.ts';

/*
 * The plan of one variant at all its locations: each location before the one that supplies it, surplus before
 * purchases. Pure: the same stock, documents and forecasts give the same plan.
 */

export interface Recipe {
  id: string;
  outputQuantity: number;
  items: readonly { variantId: string; quantity: number }[];
}

export interface PlanTerms {
  horizonDays: number;
  demand: 'forecast' | 'policy' | 'larger';
  serviceLevel: number;
  /** Whether the surplus of one location may go to another. */
  movesSurplus: boolean;
  transitDays: TransitDays;
  /** The id of the next suggestion. */
  nextId(): string;
  /**
   * Whether suggestions of this type for this location are stored: only then can others refer to them as their cause.
   */
  isKept(type: SuggestionType, locationId: string): boolean;
}

interface VariantInput {
  states: readonly PlaceState[];
  events: readonly StockChange[];
  evidence: Evidence | undefined;
  offers: readonly Offer[];
  recipes: ReadonlyMap<string, Recipe>;
  /** The demand that suggestions for other variants cause, by location. */
  dependent: ReadonlyMap<string, readonly Demand[]>;
}

export interface Suggestion {
  id: string;
  type: SuggestionType;
  variantId: string;
  locationId: string;
  fromLocationId: string | null;
  recipeId: string | null;
  supplierId: string | null;
  supplierItemId: string | null;
  purchaseQuantity: number | null;
  cost: number | null;
  currency: string | null;
  why: string;
  receipt: Receipt;
  levels: [string, number][];
}

interface Place extends PlaceState {
  source: PlaceSource;
  offer: Offer | undefined;
  leadDays: number;
  forecast: Float64Array | null;
  safety: number;
  demands: Demand[];
  supply: Map<number, number>;
  /** What of the stock cannot be used from that day on. */
  expiring: Float64Array;
}

/** The suggestions for one variant, in the order in which its locations are planned. */
export function planVariant(
  { states, events, evidence = NO_EVIDENCE, offers, recipes, dependent }: VariantInput,
  terms: PlanTerms,
): Suggestion[] {
  const eventsAt = Map.groupBy(events, event => event.locationId);
  const sourced = states
    .map(state => ({ ...state, source: sourceOf(state.locationId, state, evidence) }))
    .sort((a, b) => (a.locationId < b.locationId ? -1 : 1));
  const ordered = inFeedingOrder(sourced).map(state =>
    placeOf(state, eventsAt.get(state.locationId) ?? [], offers, terms),
  );
  for (const place of ordered) place.demands.push(...(dependent.get(place.locationId) ?? []));
  const byId = new Map(ordered.map(place => [place.locationId, place]));
  const suggestions: Suggestion[] = [];
  for (const place of ordered.filter(({ source }) => source.kind === 'move')) {
    const feeder = byId.get(place.source.from!);
    const from = { locationId: place.source.from!, version: feeder?.version ?? 0, why: place.source.why };
    for (const receipt of receiptsOf(place, terms, wholeUnits)) {
      const suggestion = moved(place, from, receipt, terms);
      suggestions.push(suggestion);
      feeder?.demands.push({
        day: receipt.orderDay,
        units: receipt.units,
        source: 'replenishment',
        ...(terms.isKept('transfer', place.locationId) && { parent: suggestion.id }),
      });
    }
  }
  const roots = ordered.filter(({ source }) => source.kind !== 'move');
  let surplus: Surplus[] | undefined;
  for (const place of roots) {
    const recipe = place.source.kind === 'make' ? recipes.get(place.variantId) : undefined;
    if (recipe) {
      for (const receipt of receiptsOf(place, terms, wholeUnits)) suggestions.push(made(place, recipe, receipt, terms));
      continue;
    }
    const lotSize = place.offer ? lotSizeOf(place.offer) : wholeUnits;
    if (terms.movesSurplus) suggestions.push(...fromSurplus(place, (surplus ??= surplusOf(ordered, terms)), terms));
    for (const receipt of receiptsOf(place, terms, lotSize)) suggestions.push(bought(place, receipt, terms));
  }
  return suggestions;
}

// ---- a place ----

function placeOf(
  state: PlaceState & { source: PlaceSource },
  events: readonly StockChange[],
  offers: readonly Offer[],
  terms: PlanTerms,
): Place {
  const { source, isTraded } = state;
  const offer = source.kind === 'buy' ? offerFor(state, offers) : undefined;
  const supply = new Map<number, number>();
  const expiring = new Float64Array(terms.horizonDays);
  const demands: Demand[] = [];
  for (const { kind, day, quantity } of events) {
    if (SUPPLY.has(kind)) supply.set(day, (supply.get(day) ?? 0) + toUnits(quantity));
    else if (kind === 'expiry') {
      if (day < expiring.length) expiring[day]! += toUnits(quantity);
    } else demands.push({ day, units: toUnits(quantity), source: kind as 'orders' | 'batches' | 'transfers' });
  }
  const leadDays = leadDaysOf(state, source, offer, terms.transitDays);
  // What is no longer traded only has to cover open documents, and needs no safety stock.
  const isExpected = terms.demand !== 'policy' && isTraded;
  const safety = state.safetyStock ?? (isExpected ? safetyFromBand(state, leadDays, terms.serviceLevel) : 0);
  return {
    ...state,
    reorderPoint: isTraded ? state.reorderPoint : 0,
    offer,
    leadDays,
    demands,
    supply,
    expiring,
    forecast: isExpected ? dailyForecast(state, terms.horizonDays).map(units => toUnits(units * state.ownShare)) : null,
    safety: isTraded ? toUnits(safety) : 0,
  };
}

function requirementOf(place: Place, { horizonDays, demand }: PlanTerms): Requirement {
  return {
    usable: toUnits(place.usable),
    supply: place.supply,
    demands: [...place.demands, ...expired(place)],
    forecast: place.forecast,
    safety: place.safety,
    reorder: {
      point: demand === 'forecast' ? 0 : toUnits(place.reorderPoint),
      quantity: toUnits(place.reorderQuantity),
    },
    leadDays: place.leadDays,
    horizonDays,
  };
}

/**
 * Stock that expires before any known demand uses it, as demand of its own: it has to be replaced just like what is
 * used.
 */
function expired({ expiring, demands, forecast }: Place): Demand[] {
  if (!expiring.some(units => units > 0)) return [];
  const used = forecast?.slice() ?? new Float64Array(expiring.length);
  for (const { day, units } of demands) if (day < used.length) used[day]! += units;
  return [...expiringUnused(expiring, used)].flatMap((units, day) =>
    units >= 1 ? [{ day, units: Math.round(units), source: 'expiry' as const }] : [],
  );
}

const LEAD_DAYS_KNOWN = 90;

/** The amount by which demand over the lead time may exceed the expectation, at the service level. */
function safetyFromBand({ totals, weekVariance }: PlaceState, leadDays: number, serviceLevel: number): number {
  const days = Math.min(LEAD_DAYS_KNOWN, Math.max(1, leadDays));
  const total = totals && totalOver(totals, days);
  if (total) return Math.max(0, interpolate(GRID, total.quantiles, serviceLevel) - total.mean);
  return Math.max(0, normalQuantile(serviceLevel) * Math.sqrt((weekVariance * days) / 7));
}

/** The receipts that a location needs. Nothing is planned for archived products or inactive locations. */
const receiptsOf = (place: Place, terms: PlanTerms, lotSize: LotSize, most?: number): Receipt[] =>
  place.isTraded ? requirementsOf(requirementOf(place, terms), lotSize, most) : [];

// ---- surplus ----

interface Surplus {
  place: Place;
  units: number;
}

const NEVER = new Float64Array(0);

/**
 * Stock that locations will not need within the horizon, largest first. A location that needs receipts has none. What
 * would expire there is surplus too: it had better be used elsewhere.
 */
function surplusOf(places: readonly Place[], terms: PlanTerms): Surplus[] {
  return places
    .flatMap(place => {
      const lasting = { ...place, expiring: NEVER };
      const requirement = requirementOf(lasting, terms);
      if (receiptsOf(lasting, terms, wholeUnits, 1).length > 0) return [];
      const least = Math.min(...balanceOf(requirement));
      const kept = Math.max(requirement.safety, requirement.reorder?.point ?? 0);
      const units = Math.floor((least - kept) / 10_000) * 10_000;
      return units > 0 ? [{ place, units }] : [];
    })
    .sort((a, b) => b.units - a.units || (a.place.locationId < b.place.locationId ? -1 : 1));
}

const TRANSIT_DAYS = 1;
const IS_SURPLUS = 'There is more of it than will be needed within the horizon.';

/** What a location gets from others' surplus before anything is bought for it. */
function fromSurplus(place: Place, surplus: readonly Surplus[], terms: PlanTerms): Suggestion[] {
  const suggestions: Suggestion[] = [];
  for (const source of surplus.filter(each => each.place !== place)) {
    const leadDays = terms.transitDays(source.place.locationId, place.locationId) ?? TRANSIT_DAYS;
    while (source.units > 0) {
      const size: LotSize = need => Math.min(source.units, wholeUnits(need, need));
      const [receipt] = receiptsOf({ ...place, leadDays }, terms, size, 1);
      if (!receipt) return suggestions;
      source.units -= receipt.units;
      place.supply.set(receipt.arriveDay, (place.supply.get(receipt.arriveDay) ?? 0) + receipt.units);
      suggestions.push(moved(place, { ...source.place, why: IS_SURPLUS }, capped(receipt), terms));
    }
  }
  return suggestions;
}

/** A receipt that brings less than was needed covers the earliest part. */
function capped(receipt: Receipt): Receipt {
  let left = receipt.units;
  const pegs = receipt.pegs.flatMap(peg => {
    const units = Math.min(left, peg.units);
    left -= units;
    return units > 0 ? [{ ...peg, units }] : [];
  });
  return { ...receipt, pegs };
}

// ---- suggestions ----

const NOTHING = {
  fromLocationId: null,
  recipeId: null,
  supplierId: null,
  supplierItemId: null,
  purchaseQuantity: null,
  cost: null,
  currency: null,
};

const about = ({ variantId, locationId, version }: Place, receipt: Receipt, { nextId }: PlanTerms) => ({
  id: nextId(),
  variantId,
  locationId,
  receipt,
  levels: [[locationId, version]] as [string, number][],
});

/** The source of a transfer, and the revision of that level. */
interface Origin {
  locationId: string;
  version: number;
  why: string;
}

const moved = (place: Place, from: Origin, receipt: Receipt, terms: PlanTerms): Suggestion => ({
  ...about(place, receipt, terms),
  ...NOTHING,
  type: 'transfer',
  fromLocationId: from.locationId,
  why: from.why,
  levels: [
    [place.locationId, place.version],
    [from.locationId, from.version],
  ],
});

const made = (place: Place, recipe: Recipe, receipt: Receipt, terms: PlanTerms): Suggestion => ({
  ...about(place, receipt, terms),
  ...NOTHING,
  type: 'production',
  recipeId: recipe.id,
  why: place.source.why,
});

function bought(place: Place, receipt: Receipt, terms: PlanTerms): Suggestion {
  const { offer, supplierId, unitCost, source } = place;
  const base = { ...about(place, receipt, terms), ...NOTHING, type: 'purchase' as const };
  if (offer)
    return {
      ...base,
      supplierId: offer.supplierId,
      supplierItemId: offer.id,
      purchaseQuantity: inPurchaseUnits(receipt.units, offer),
      cost: costOf(receipt.units, offer),
      currency: offer.currency,
      why: source.why,
    };
  return {
    ...base,
    supplierId,
    cost: unitCost === null ? null : Math.round(unitCost * receipt.units) / 10_000,
    why: supplierId
      ? `${source.why} How its supplier sells it is not known: add a supplier item.`
      : `${source.why} It has no supplier: add one, or a supplier item.`,
  };
}
