import { type Action, type Finding, rounded, type Severity, whole } from './insight.ts';
import type { Place } from './places.ts';
import { tail } from './statistics.ts';

/*
 * Insights about a variant at a location, each with the formula of its kind and hard rules for its severity.
 */

/** Demand is judged only when it has been seen on this many days, over that many. */
const SALE_DAYS_MIN = 3;
const HISTORY_DAYS_MIN = 14;
/** Demand within the lead time exceeds stock with this probability. */
const LIKELY = 0.5;
const POSSIBLE = 0.2;
/** Overstock lasts longer than this, and than twice the lead time. */
const COVER_DAYS_MAX = 90;
const COVER_DAYS_ABSURD = 365;
/** A week this unlikely is no chance any more. */
const UNLIKELY = 0.001;
const SPIKE_UNITS_MIN = 3;
const BASELINE_WEEKS_MIN = 4;
/** Shops close for days: shorter silence says nothing. */
const SILENCE_DAYS_MIN = 7;
/** The standard normal quantile of 90 %. */
const Z90 = 1.2816;

const about = ({ variantId, sku, locationId }: Place) => ({ variantId, sku, locationId });
const hasPattern = (place: Place) => place.saleDays >= SALE_DAYS_MIN && place.daysSinceFirstSale >= HISTORY_DAYS_MIN;
const weekVariance = ({ weekMean, weekVariance }: Place) => Math.max(weekMean, weekVariance);
const leadDays = ({ leadTimeDays }: Place) => Math.max(1, leadTimeDays);
/** What arrives before a new order would. */
const inTime = ({ incoming, incomingTooLate }: Place) => Math.max(0, incoming - incomingTooLate);
const coverDays = (place: Place) => (place.dayMean > 0 ? rounded(Math.max(0, place.available) / place.dayMean, 1) : null);

export function atPlaces(places: readonly Place[]): Finding[] {
  const surplus = new Map<string, Place[]>(Map.groupBy(places.filter(place => excess(place) > 0), place => place.variantId));
  return places.flatMap(place => {
    const sources = surplus.get(place.variantId) ?? [];
    return [...oversold(place, sources), ...stockoutRisk(place, sources), ...lowStock(place, sources), ...overstock(place), ...demandSpike(place), ...demandDrop(place)];
  });
}

/** What is left after the next 90 days with a certainty of 90 %, where there is demand to judge by. */
function excess(place: Place): number {
  if (!hasPattern(place) || place.daysSinceFirstSale < 28) return 0;
  return Math.floor(place.available - place.dayMean * COVER_DAYS_MAX - Z90 * Math.sqrt((weekVariance(place) * COVER_DAYS_MAX) / 7));
}

function oversold(place: Place, sources: readonly Place[]): Finding[] {
  if (place.available >= 0) return [];
  const missing = rounded(-place.available, 4);
  return [{
    type: 'oversold', severity: 'critical', ...about(place),
    title: `${place.sku} is oversold`,
    message: `${missing} more of ${place.sku} are promised at ${place.locationName} than can be given.`,
    metrics: { quantity_available: place.available, quantity_on_hand: place.onHand, quantity_incoming: place.incoming },
    suggestedAction: supply(place, sources, Math.max(missing - inTime(place), place.suggestedOrderQuantity)),
    urgency: missing * place.unitValue,
  }];
}

function stockoutRisk(place: Place, sources: readonly Place[] = []): Finding[] {
  const isOut = place.available <= 0 && place.dayMean > 0 && place.saleDays > 0;
  if (!isOut && !hasPattern(place)) return [];
  const days = leadDays(place);
  const expected = place.dayMean * days;
  const within = place.available + inTime(place);
  const probability = isOut ? 1 : tail(expected, (weekVariance(place) * days) / 7, Math.floor(within) + 1);
  if (probability < POSSIBLE) return [];
  const severity: Severity = isOut ? 'critical' : probability >= LIKELY ? 'warning' : 'info';
  const cover = coverDays(place);
  const target = place.dayMean * (days + 7) * 2 + place.safetyStock;
  return [{
    type: 'stockout_risk', severity, ...about(place),
    title: isOut ? `${place.sku} is out of stock` : `${place.sku} may run out`,
    message: isOut
      ? `Nothing of ${place.sku} is available at ${place.locationName}, and ${rounded(place.dayMean)} a day are sold.`
      : `${place.available} of ${place.sku} at ${place.locationName} last ${cover} days; a new order takes ${place.leadTimeDays}.`,
    metrics: {
      quantity_available: place.available, quantity_incoming_in_time: inTime(place), average_daily_quantity: rounded(place.dayMean), days_of_cover: cover,
      lead_time_days: place.leadTimeDays, probability: rounded(probability, 3),
    },
    suggestedAction: supply(place, sources, Math.max(place.suggestedOrderQuantity, target - within)),
    urgency: (Math.max(expected - within, place.dayMean) * place.unitValue) / Math.max(1, cover ?? 0),
  }];
}

function lowStock(place: Place, sources: readonly Place[]): Finding[] {
  if (place.available >= place.reorderPoint) return [];
  const shortage = rounded(place.reorderPoint - place.available, 4);
  return [{
    type: 'low_stock', severity: place.available <= 0 ? 'warning' : 'info', ...about(place),
    title: `${place.sku} is below its reorder point`,
    message: `${place.available} of ${place.sku} are available at ${place.locationName}; the reorder point is ${place.reorderPoint}.`,
    metrics: { quantity_available: place.available, quantity_incoming: place.incoming, reorder_point: place.reorderPoint, shortage },
    suggestedAction: supply(place, sources, place.suggestedOrderQuantity),
    urgency: (shortage * place.unitValue) / Math.max(1, coverDays(place) ?? 30),
  }];
}

function overstock(place: Place): Finding[] {
  const surplus = excess(place);
  const cover = coverDays(place) ?? 0;
  if (surplus <= 0 || cover <= Math.max(COVER_DAYS_MAX, 2 * place.leadTimeDays)) return [];
  return [{
    type: 'overstock', severity: cover > COVER_DAYS_ABSURD ? 'warning' : 'info', ...about(place),
    title: `There is too much of ${place.sku}`,
    message: `${place.available} of ${place.sku} at ${place.locationName} last ${cover} days; ${surplus} are more than the next ${COVER_DAYS_MAX} days will take.`,
    metrics: { quantity_available: place.available, average_daily_quantity: rounded(place.dayMean), days_of_cover: cover, excess_quantity: surplus, excess_value: rounded(surplus * place.unitValue) },
    suggestedAction: reorderAt(place, 'stop_reordering', 0),
    urgency: (surplus * place.unitValue) / COVER_DAYS_MAX,
  }];
}

function demandSpike(place: Place): Finding[] {
  if (place.weeks < BASELINE_WEEKS_MIN || place.recent < SPIKE_UNITS_MIN || place.recent <= place.weekMean) return [];
  const probability = tail(Math.max(place.weekMean, 0.05), Math.max(0.05, weekVariance(place)), place.recent);
  if (probability >= UNLIKELY) return [];
  return [{
    type: 'demand_spike', severity: stockoutRisk(place).length > 0 ? 'warning' : 'info', ...about(place),
    title: `${place.sku} sells unusually well`,
    message: `${rounded(place.recent)} of ${place.sku} were sold at ${place.locationName} in 7 days; ${rounded(place.weekMean)} were usual.`,
    metrics: { quantity_sold_7_days: rounded(place.recent), usual_7_days: rounded(place.weekMean), probability: rounded(probability, 6) },
    suggestedAction: reorderAt(place, 'raise_reorder_point', Math.max(place.reorderPoint, whole((place.recent / 7) * leadDays(place) + place.safetyStock))),
    urgency: ((place.recent - place.weekMean) * place.unitValue) / 7,
  }];
}

function demandDrop(place: Place): Finding[] {
  const silence = place.daysSinceLastSale - 1;
  if (place.onHand <= 0 || place.ranOut || place.saleDays <= SALE_DAYS_MIN || place.daysSinceFirstSale < 28 || silence < SILENCE_DAYS_MIN) return [];
  const rate = place.saleDays / (place.daysSinceFirstSale - place.daysSinceLastSale + 2);
  const probability = (1 - rate) ** silence;
  if (probability >= UNLIKELY) return [];
  return [{
    type: 'demand_drop', severity: 'info', ...about(place),
    title: `${place.sku} has stopped selling`,
    message: `No ${place.sku} was sold at ${place.locationName} for ${silence} days, though it is in stock; before, it sold on ${Math.round(rate * 100)} % of days.`,
    metrics: { days_without_sale: silence, share_of_days_with_sales: rounded(rate), quantity_on_hand: place.onHand, probability: rounded(probability, 6) },
    suggestedAction: reorderAt(place, 'stop_reordering', 0),
    urgency: place.dayMean * place.unitValue,
  }];
}

// ---- what to do ----

/** From a place that has too much, else a draft order to be looked over; where enough is on its way, the way is what to look at. */
function supply({ sku, locationId, supplierId }: Place, sources: readonly Place[], needed: number): Action {
  const quantity = whole(needed);
  if (quantity === 0) return { type: 'check_incoming', method: 'GET', path: `/purchase_orders?location_id=${locationId}&status=submitted` };
  const source = sources.find(place => excess(place) >= quantity && place.locationId !== locationId);
  const items = [{ sku, quantity }];
  if (source) return { type: 'create_stock_transfer', method: 'POST', path: '/stock_transfers', payload: { source_location_id: source.locationId, destination_location_id: locationId, items } };
  return { type: 'create_purchase_order', method: 'POST', path: '/purchase_orders', payload: { ...(supplierId && { supplier_id: supplierId }), location_id: locationId, status: 'draft', items } };
}

function reorderAt({ policyId, variantId, locationId }: Place, type: string, reorderPoint: number): Action {
  if (policyId) return { type, method: 'PATCH', path: `/inventory_policies/${policyId}`, payload: { reorder_point: reorderPoint, ...(reorderPoint === 0 && { reorder_quantity: 0 }) } };
  return { type, method: 'POST', path: '/inventory_policies', payload: { variant_id: variantId, location_id: locationId, reorder_point: reorderPoint, reorder_quantity: 0 } };
}
