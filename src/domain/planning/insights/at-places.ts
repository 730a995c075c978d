import { GRID, interpolate } from '../../../forecasting/intervals.ts';
import { chanceOfMore } from '../../../forecasting/totals.ts';
import { unusedBy } from '../expiry.ts';
import { totalOver } from '../forecasts/lead-demand.ts';
import { purchaseUnitsFor } from '../replenishment/lot-sizes.ts';
import { toUnits } from '../replenishment/netting.ts';
import { type Action, amount, type Finding, rounded, type Severity, whole } from './insight.ts';
import { UNMOVED_DAYS } from './patterns.ts';
import type { Place } from './places.ts';
import { tail } from './statistics.ts';

/*
 * Insights about a variant at a location, each with the formula of its kind and hard rules for its severity.
 */

/** Demand is judged only if there was any on this many days, over that many. */
const SALE_DAYS_MIN = 3;
const HISTORY_DAYS_MIN = 14;
/** Demand within the lead time exceeds stock with this probability. */
const LIKELY = 0.5;
const POSSIBLE = 0.2;
/** Overstock lasts longer than this, and than twice the lead time. */
const COVER_DAYS_MAX = 90;
const COVER_DAYS_ABSURD = 365;
/** A week this unlikely is no longer chance. */
const UNLIKELY = 0.001;
const SPIKE_UNITS_MIN = 3;
const BASELINE_WEEKS_MIN = 4;
/** Shops close for days: shorter periods without sales say nothing. */
const SILENCE_DAYS_MIN = 7;
/** The standard normal quantile of 90 %. */
const Z90 = 1.2816;
/** Stock is reviewed and ordered once a week. */
const REVIEW_DAYS = 7;

const about = ({ variantId, sku, locationId }: Place) => ({ variantId, sku, locationId });
const hasPattern = (place: Place) => place.saleDays >= SALE_DAYS_MIN && place.daysSinceFirstSale >= HISTORY_DAYS_MIN;
const leadDays = ({ leadTimeDays }: Place) => Math.max(1, leadTimeDays);
/** The supply before a new order would arrive, without lots that will have expired unused by then. */
const supplyOf = (place: Place) => place.available + place.inTime - expired(place, leadDays(place));

/**
 * The findings of each location, and how shortages are resolved: the most urgent first, and stock that one location is
 * to get from another is no longer available to the next.
 */
export function atPlaces(places: readonly Place[]): Finding[] {
  const stock: Stock = {
    at: new Map(places.map(place => [keyOf(place), place])),
    surplus: new Map(
      places.map(place => [place, excess(place) - place.leaving] as const).filter(([, left]) => left > 0),
    ),
    taken: new Map(),
  };
  const needs = places
    .flatMap(shortage)
    .sort(
      (a, b) =>
        Number(b.place.available <= 0) - Number(a.place.available <= 0) || b.finding.urgency - a.finding.urgency,
    );
  return [
    ...needs.map(({ place, finding, needed }): Finding => ({ ...finding, ...supply(place, whole(needed), stock) })),
    ...places.flatMap(place => {
      const found = deadStock(place) ?? demandDrop(place) ?? demandSpike(place) ?? overstock(place);
      return found ? [{ ...found, words: { place: place.locationName, other: place.sku } }] : [];
    }),
  ];
}

/** Demand of the next days: the forecast if there is one, else the recent rate. */
interface Outlook {
  expected: number;
  /** What suffices with a certainty of 90 %. */
  enough: number;
  chanceOfMore(quantity: number): number;
}

function outlook(place: Place, days: number): Outlook {
  const total = place.leadDemand && totalOver(place.leadDemand, days);
  if (total)
    return {
      expected: total.mean,
      enough: interpolate(GRID, total.quantiles, 0.9),
      chanceOfMore: quantity => chanceOfMore(total, quantity),
    };
  const expected = place.dayMean * days;
  const variance = (place.weekVariance * days) / 7;
  return {
    expected,
    enough: expected + Z90 * Math.sqrt(variance),
    chanceOfMore: quantity => tail(expected, variance, Math.floor(quantity) + 1),
  };
}

/** What will have expired by a day without having been used, at the expected rate until a new order arrives. */
function expired(place: Place, by = Number.POSITIVE_INFINITY): number {
  if (place.expiring.length === 0) return 0;
  const rate = outlook(place, leadDays(place)).expected / leadDays(place);
  return unusedBy(place.expiring, day => (day === 0 ? 0 : place.reserved + rate * day), by);
}

/** How many days a quantity lasts at the expected rate of this many days. */
function lasting(place: Place, quantity: number, days: number): number | null {
  const rate = outlook(place, days).expected / days;
  return rate > 0 ? rounded(Math.max(0, quantity) / rate, 1) : null;
}

/** How many days the stock lasts until it is sold or has expired. */
const coverDays = (place: Place, days: number) => lasting(place, place.available - expired(place), days);

/** What is left after the next 90 days with a certainty of 90 %, if there is demand to judge by. */
function excess(place: Place): number {
  if (!hasPattern(place) || place.daysSinceFirstSale < 28) return 0;
  return Math.floor(place.available - outlook(place, COVER_DAYS_MAX).enough);
}

// ---- too little ----

/** That a location has too little, and how much it needs. */
interface Shortage {
  place: Place;
  finding: Omit<Finding, 'suggestedAction' | 'words'>;
  needed: number;
}

/**
 * The first that applies: each is a less urgent form of the same. Stock that arrives in time is counted, so the finding
 * ends once it is ordered.
 */
function shortage(place: Place): Shortage[] {
  const found = oversold(place) ?? (place.isTraded ? (stockoutRisk(place) ?? lowStock(place)) : undefined);
  return found ? [found] : [];
}

/** The quantity missing to the reorder point and its safety stock, and at least the reorder quantity. */
function refill(place: Place): number {
  const missing = place.reorderPoint + place.safetyStock - supplyOf(place);
  return missing > 0 ? Math.max(place.reorderQuantity, missing) : 0;
}

function oversold(place: Place): Shortage | undefined {
  if (place.available >= 0 || supplyOf(place) >= 0) return undefined;
  const missing = rounded(-place.available, 4);
  return {
    place,
    needed: Math.max(-supplyOf(place), refill(place)),
    finding: {
      type: 'oversold',
      severity: 'critical',
      ...about(place),
      title: `${place.sku} is oversold at ${place.locationName}`,
      message: `${missing} more of ${place.sku} are promised at ${place.locationName} than are available.`,
      metrics: {
        quantity_available: place.available,
        quantity_on_hand: place.onHand,
        quantity_incoming_in_time: place.inTime,
      },
      urgency: missing * place.unitValue,
    },
  };
}

/** Demand over the lead time may exceed the supply before a new order arrives. */
function stockoutRisk(place: Place): Shortage | undefined {
  const isOut = place.available <= 0 && place.dayMean > 0;
  if (!isOut && !hasPattern(place)) return undefined;
  const lead = outlook(place, leadDays(place));
  const probability = lead.chanceOfMore(supplyOf(place));
  if (probability < POSSIBLE) return undefined;
  const severity: Severity = probability < LIKELY ? 'info' : isOut ? 'critical' : 'warning';
  const cover = coverDays(place, leadDays(place));
  const lost = rounded(expired(place, leadDays(place)));
  const rate = lead.expected / leadDays(place);
  const target = Math.max(rate * (leadDays(place) + REVIEW_DAYS) * 2, lead.enough) + place.safetyStock;
  return {
    place,
    needed: Math.max(refill(place), target - supplyOf(place)),
    finding: {
      type: 'stockout_risk',
      severity,
      ...about(place),
      title: `${place.sku} ${isOut ? 'is out of stock' : 'may run out'} at ${place.locationName}`,
      message: isOut
        ? `No ${place.sku} is available at ${place.locationName}, and demand is ${rounded(rate)} a day.`
        : `${place.available} of ${place.sku} at ${place.locationName} last ${cover} days; a new order takes ${place.leadTimeDays}.${lost > 0 ? ` ${lost} of them will have expired by then.` : ''}`,
      metrics: {
        quantity_available: place.available,
        quantity_incoming_in_time: place.inTime,
        average_daily_quantity: rounded(rate),
        days_of_cover: cover,
        ...(lost > 0 && { quantity_expiring_unused: lost }),
        lead_time_days: place.leadTimeDays,
        probability: rounded(probability, 3),
      },
      urgency: (Math.max(lead.expected - supplyOf(place), rate) * place.unitValue) / Math.max(1, cover ?? 0),
    },
  };
}

function lowStock(place: Place): Shortage | undefined {
  const needed = refill(place);
  if (place.available >= place.reorderPoint || needed === 0) return undefined;
  const missing = rounded(place.reorderPoint - place.available, 4);
  return {
    place,
    needed,
    finding: {
      type: 'low_stock',
      severity: place.available <= 0 ? 'warning' : 'info',
      ...about(place),
      title: `${place.sku} is below its reorder point at ${place.locationName}`,
      message: `${place.available} of ${place.sku} are available at ${place.locationName}; the reorder point is ${place.reorderPoint}.`,
      metrics: {
        quantity_available: place.available,
        quantity_incoming_in_time: place.inTime,
        reorder_point: place.reorderPoint,
        shortage: missing,
      },
      urgency: (missing * place.unitValue) / Math.max(1, coverDays(place, leadDays(place)) ?? 30),
    },
  };
}

// ---- too much ----

function deadStock(place: Place): Finding | undefined {
  if (!place.isUnmoved || place.isRunOut || !place.isTraded) return undefined;
  return {
    type: 'dead_stock',
    severity: 'info',
    ...about(place),
    title: `${place.sku} does not move at ${place.locationName}`,
    message: `${place.onHand} of ${place.sku} have been at ${place.locationName} for ${place.ageDays} days, and none left in ${UNMOVED_DAYS}. Mark it down or send it back.`,
    metrics: { quantity_on_hand: place.onHand, stock_value: place.stockValue, age_days: place.ageDays },
    suggestedAction: reorderAt(place, 'stop_reordering', 0),
    urgency: (place.onHand * place.unitValue) / UNMOVED_DAYS,
  };
}

function overstock(place: Place): Finding | undefined {
  const surplus = excess(place);
  // However much of it may expire: what is too much stays so, and is reported as expiring besides.
  const cover = lasting(place, place.available, COVER_DAYS_MAX) ?? COVER_DAYS_ABSURD;
  if (
    place.isRunOut ||
    !place.isTraded ||
    surplus <= 0 ||
    chanceOfWeek(place) < UNLIKELY ||
    cover <= Math.max(COVER_DAYS_MAX, 2 * place.leadTimeDays)
  )
    return undefined;
  const rate = outlook(place, COVER_DAYS_MAX).expected / COVER_DAYS_MAX;
  return {
    type: 'overstock',
    severity: cover > COVER_DAYS_ABSURD ? 'warning' : 'info',
    ...about(place),
    title: `There is too much of ${place.sku} at ${place.locationName}`,
    message: `${place.available} of ${place.sku} at ${place.locationName} last ${cover} days; ${surplus} more than the next ${COVER_DAYS_MAX} days will need.`,
    metrics: {
      quantity_available: place.available,
      average_daily_quantity: rounded(rate),
      days_of_cover: cover,
      excess_quantity: surplus,
      excess_value: amount(surplus, place.unitCost),
    },
    suggestedAction: reorderAt(place, 'stop_reordering', 0),
    urgency: (surplus * place.unitValue) / COVER_DAYS_MAX,
  };
}

// ---- odd demand ----

/**
 * The probability that chance explains what was sold or wasted in the last week, given the weeks before. Production and
 * transfers come in batches and say nothing: the spike is found where goods are sold.
 */
function chanceOfWeek({ weeks, recentOwn, ownShare, weekMean, weekVariance }: Place): number {
  const usual = weekMean * ownShare;
  if (weeks < BASELINE_WEEKS_MIN || recentOwn < SPIKE_UNITS_MIN || recentOwn <= usual) return 1;
  return tail(Math.max(usual, 0.05), Math.max(0.05, weekVariance * ownShare), recentOwn);
}

/** Ends with the week, or once the reorder point is adapted. */
function demandSpike(place: Place): Finding | undefined {
  const probability = chanceOfWeek(place);
  const usual = place.weekMean * place.ownShare;
  const reorderPoint = whole((place.recent / 7) * leadDays(place) + place.safetyStock);
  if (!place.isTraded || probability >= UNLIKELY || place.reorderPoint >= reorderPoint) return undefined;
  return {
    type: 'demand_spike',
    severity: stockoutRisk(place) ? 'warning' : 'info',
    ...about(place),
    title: `${place.sku} sells unusually well at ${place.locationName}`,
    message: `${rounded(place.recentOwn)} of ${place.sku} were sold at ${place.locationName} in 7 days; ${rounded(usual)} were usual.`,
    metrics: {
      quantity_sold_7_days: rounded(place.recentOwn),
      usual_7_days: rounded(usual),
      probability: rounded(probability, 6),
    },
    suggestedAction: reorderAt(place, 'raise_reorder_point', reorderPoint),
    urgency: ((place.recentOwn - usual) * place.unitValue) / 7,
  };
}

/**
 * The probability of this many days without a sale, given sales on some of the days before: the share of days is only
 * estimated, so the distribution is the beta binomial, with Jeffreys' prior.
 */
function chanceOfSilence(saleDays: number, ofDays: number, silence: number): number {
  const [sold, not] = [saleDays + 0.5, ofDays - saleDays + 0.5];
  let chance = 1;
  for (let day = 0; day < silence; day += 1) chance *= (not + day) / (sold + not + day);
  return chance;
}

function demandDrop(place: Place): Finding | undefined {
  const silence = place.daysSinceLastSale - 1;
  if (!place.isTraded || place.isRunOut || place.onHand <= 0 || place.ranOut) return undefined;
  if (place.saleDays <= SALE_DAYS_MIN || place.daysSinceFirstSale < 28 || silence < SILENCE_DAYS_MIN) return undefined;
  const rate = place.saleDays / (place.daysSinceFirstSale - place.daysSinceLastSale + 2);
  const probability = chanceOfSilence(place.saleDays, place.daysSinceFirstSale - place.daysSinceLastSale + 2, silence);
  if (probability >= UNLIKELY) return undefined;
  return {
    type: 'demand_drop',
    severity: 'info',
    ...about(place),
    title: `${place.sku} has stopped selling at ${place.locationName}`,
    message: `No ${place.sku} was sold at ${place.locationName} for ${silence} days, though it is in stock; before that, it sold on ${Math.round(rate * 100)} % of days.`,
    metrics: {
      days_without_sale: silence,
      share_of_days_with_sales: rounded(rate),
      quantity_on_hand: place.onHand,
      probability: rounded(probability, 6),
    },
    suggestedAction: reorderAt(place, 'stop_reordering', 0),
    urgency: place.dayMean * place.unitValue,
  };
}

// ---- actions ----

const keyOf = ({ variantId, locationId }: Pick<Place, 'variantId' | 'locationId'>) => `${variantId} ${locationId}`;

/** What locations can give, and what has been assigned of it so far. */
interface Stock {
  at: ReadonlyMap<string, Place>;
  surplus: Map<Place, number>;
  taken: Map<Place, number>;
}

type Supply = Pick<Finding, 'suggestedAction' | 'words'>;

/**
 * From a location with a surplus, else from its usual source: moved, made or bought. If the supplying location has none
 * either, that one must get some first. The quantity counts as on its way from then on.
 */
function supply(place: Place, quantity: number, stock: Stock): Supply {
  const surplus = [...stock.surplus].find(
    ([other, left]) => other.variantId === place.variantId && other !== place && left >= quantity,
  );
  if (surplus) {
    stock.surplus.set(surplus[0], surplus[1] - quantity);
    return moved(place, surplus[0], quantity);
  }
  let root = place;
  for (const seen = new Set([place]); root.source.kind === 'move'; seen.add(root)) {
    const feeder = stock.at.get(keyOf({ ...place, locationId: root.source.from! }));
    if (!feeder || seen.has(feeder)) break;
    const left = Math.floor(supplyOf(feeder) - feeder.leaving - (stock.taken.get(feeder) ?? 0));
    if (root === place && left > 0) {
      const given = Math.min(quantity, left);
      stock.taken.set(feeder, (stock.taken.get(feeder) ?? 0) + given);
      return moved(place, feeder, given);
    }
    root = feeder;
  }
  return procured(place, root, quantity);
}

function moved({ sku, locationId, locationName }: Place, from: Place, quantity: number): Supply {
  return {
    suggestedAction: {
      type: 'create_stock_transfer',
      method: 'POST',
      path: '/stock_transfers',
      payload: {
        source_location_id: from.locationId,
        destination_location_id: locationId,
        items: [{ sku, quantity }],
      },
    },
    words: { place: locationName, other: from.locationName },
  };
}

/**
 * Made or bought where it enters the company. A purchase needs a supplier, which must be named first; without its terms
 * the price is what the variant is said to cost, as in a plan.
 */
function procured(place: Place, root: Place, quantity: number): Supply {
  const { variantId, sku, locationId, arrivesOn, source, offer, variantCost } = root;
  const words = (other: string | null) => ({ place: place.locationName, ...(other && { other }) });
  if (source.kind === 'make' && source.recipeId)
    return {
      suggestedAction: {
        type: 'create_production_batch',
        method: 'POST',
        path: '/production_batches',
        payload: { recipe_id: source.recipeId, location_id: locationId, planned_quantity: quantity },
      },
      words: words(root.locationName),
    };
  const supplierId = offer?.supplierId ?? root.supplierId;
  if (!supplierId)
    return {
      suggestedAction: {
        type: 'name_supplier',
        method: 'PATCH',
        path: `/variants/${variantId}`,
        missing: ['supplier_id'],
      },
      words: words(null),
    };
  const line = offer
    ? {
        supplier_item_id: offer.id,
        purchase_quantity: purchaseUnitsFor(toUnits(quantity), toUnits(quantity), offer),
        ...(offer.currency && { unit_cost: null }),
      }
    : { sku, quantity, ...(variantCost !== null && { unit_cost: variantCost }) };
  return {
    suggestedAction: {
      type: 'create_purchase_order',
      method: 'POST',
      path: '/purchase_orders',
      payload: { supplier_id: supplierId, location_id: locationId, expected_on: arrivesOn, items: [line] },
    },
    words: words(offer?.supplierName ?? root.supplierName),
  };
}

function reorderAt({ policyId, variantId, locationId }: Place, type: string, reorderPoint: number): Action {
  if (policyId)
    return {
      type,
      method: 'PATCH',
      path: `/inventory_policies/${policyId}`,
      payload: { reorder_point: reorderPoint, ...(reorderPoint === 0 && { reorder_quantity: 0 }) },
    };
  return {
    type,
    method: 'POST',
    path: '/inventory_policies',
    payload: { variant_id: variantId, location_id: locationId, reorder_point: reorderPoint, reorder_quantity: 0 },
  };
}
