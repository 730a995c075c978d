import type { Key } from './source.ts';
import { type SourceName, sourceNamed } from './sources.ts';

/*
 * The parts of measures: each is a sum over the facts of a source, within the requested days, at present, or since some
 * point in time. A part may be computed in several ways; the first one that supports the requested grouping is used.
 */

/**
 * Which facts count: those within the days, the present ones, those since the beginning of the first day, those after
 * the end of the last day or after `as_of`, or those of the year before the first day.
 */
type When = 'within' | 'now' | 'since_start' | 'since_end' | 'since_as_of' | 'year_before';

export interface Term {
  source: SourceName;
  value: string;
  when: When;
  sign?: -1;
  /** If it does not support the requested grouping it is left out, with a note. */
  optional?: true;
  /** Dimensions that it does not support although its source does: another way is more precise. */
  notBy?: readonly Key[];
  /** How it differs from the way before it, which does not support the requested grouping. */
  note?: string;
}

/* Some groupings count only a part, or something else. Whoever compares the totals is told. */
const IN_LOTS = { note: 'Only stock that is kept in lots is counted this way.' };
const PURCHASED = { note: 'Only what is on order is counted this way, not what is in transit.' };
const PER_LINE = { note: 'Deliveries are counted per line of a purchase order this way, not per purchase order.' };
const MOVED_TOO = { note: 'Demand at a location includes what it sends to other locations.' };

const term = <S extends SourceName>(
  source: S,
  value: string,
  when: When = 'within',
  more: Partial<Term> = {},
): Term => {
  if (!Object.hasOwn(sourceNamed(source).values, value)) throw new Error(`${source} has no ${value}.`);
  return { source, value, when, ...more };
};

/** The value of stock at a point in time, likewise. */
const valueAt = (when: 'since_start' | 'since_end' | 'since_as_of'): readonly Term[][] => [
  [term('levels', 'value', 'now'), term('movements', 'value', when, { sign: -1 })],
];

/** The quantity on hand of unknown cost at a point in time, likewise. */
const unvaluedAt = (when: 'since_start' | 'since_end' | 'since_as_of'): readonly Term[][] => [
  [term('levels', 'unvalued', 'now'), term('movements', 'unvalued', when, { sign: -1 })],
];

/** Quantity on hand at a point in time: the present one, less what has been added since. */
const stockAt = (when: 'since_start' | 'since_end' | 'since_as_of'): readonly Term[][] => [
  [term('levels', 'on_hand', 'now'), term('movements', 'net', when, { sign: -1 })],
  [term('lots', 'on_hand', 'now', IN_LOTS), term('movements', 'net', when, { sign: -1 })],
];

/** Quantity in transit at a point in time, likewise. */
const onTheWay = (value: 'units' | 'value' | 'unvalued'): readonly Term[][] => [
  [term('under_way', value, 'now'), term('shipments', value, 'since_as_of', { sign: -1 })],
];

const within = (source: SourceName, value: string): readonly Term[][] => [[term(source, value)]];
const now = (source: SourceName, value: string): readonly Term[][] => [[term(source, value, 'now')]];

/** Imported sales: units of which neither price nor cost is known. */
const IMPORTED = term('history', 'sold', 'within', { optional: true });

/** Of sales, and of what changes them afterwards. */
const ofSales = (value: 'revenue' | 'cogs' | 'costed_revenue' | 'margin'): readonly Term[][] => [
  [term('sales', value), term('after_sales', value)],
];

export const parts = {
  sold: [[term('sales', 'sold'), IMPORTED]],
  sold_here: within('sales', 'sold'),
  orders: within('sales', 'orders'),
  revenue: ofSales('revenue'),
  unpriced: [[term('sales', 'unpriced'), IMPORTED]],
  // The reason of a return is what the customer stated, not what was done with the goods.
  returned: [[term('after_sales', 'returned', 'within', { notBy: ['reason'] })], [term('returns', 'returned')]],
  restocked: within('after_sales', 'restocked'),
  // Read with the other movements where possible. The supplier of a receipt is that of its purchase order, which
  // movements do not know, and a receipt has no order, batch or reason.
  received: [
    [term('movements', 'received', 'within', { notBy: ['supplier', 'order', 'batch', 'reason'] })],
    [term('receipts', 'received')],
  ],
  paid: within('receipts', 'paid'),
  priced: within('receipts', 'priced'),
  costless: within('receipts', 'costless'),
  paid_before: [[term('receipts', 'paid', 'year_before')]],
  priced_before: [[term('receipts', 'priced', 'year_before')]],
  produced: within('movements', 'produced'),
  batches: within('movements', 'batches'),
  buildable: now('buildable', 'units'),
  used: within('movements', 'used'),
  wasted: within('movements', 'wasted'),
  waste_value: within('movements', 'waste_value'),
  waste_uncosted: within('movements', 'waste_uncosted'),
  adjusted: within('movements', 'adjusted'),
  moved_in: within('movements', 'moved_in'),
  moved_out: within('movements', 'moved_out'),
  lost: within('movements', 'lost'),
  entries: within('movements', 'entries'),
  net: within('movements', 'net'),
  opening: stockAt('since_start'),
  closing: stockAt('since_end'),
  on_hand: stockAt('since_as_of'),
  on_hand_now: [[term('levels', 'on_hand', 'now')], [term('lots', 'on_hand', 'now', IN_LOTS)]],
  available: now('levels', 'available'),
  reserved: now('levels', 'reserved'),
  on_hold: [[term('levels', 'on_hold', 'now')], [term('lots', 'on_hold', 'now', IN_LOTS)]],
  on_order: now('open_purchases', 'outstanding'),
  incoming: [[term('levels', 'incoming', 'now')], [term('open_purchases', 'outstanding', 'now', PURCHASED)]],
  value: valueAt('since_as_of'),
  value_opening: valueAt('since_start'),
  value_closing: valueAt('since_end'),
  in_transit: onTheWay('units'),
  value_in_transit: onTheWay('value'),
  unvalued_in_transit: onTheWay('unvalued'),
  shortage: now('low', 'shortage'),
  reorder_point: now('policies', 'reorder_point'),
  suggested: now('low', 'suggested'),
  cogs: ofSales('cogs'),
  uncosted: [[term('sales', 'uncosted'), term('after_sales', 'uncosted'), IMPORTED]],
  costed_revenue: ofSales('costed_revenue'),
  margin: ofSales('margin'),
  unvalued: unvaluedAt('since_as_of'),
  unvalued_opening: unvaluedAt('since_start'),
  unvalued_closing: unvaluedAt('since_end'),
  aged: [[term('levels', 'aged', 'now')], [term('lots', 'aged', 'now', IN_LOTS)]],
  daily: [[term('patterns', 'daily', 'now')], [term('patterns_at', 'daily', 'now', MOVED_TOO)]],
  lasting: now('lasting', 'units'),
  empty_days: within('empty_days', 'days'),
  missed: within('empty_days', 'missed'),
  made: within('order_book', 'made'),
  ordered: within('order_book', 'ordered'),
  fulfilled: within('order_book', 'fulfilled'),
  placed: within('purchase_book', 'placed'),
  purchased: within('purchase_book', 'purchased'),
  purchased_value: within('purchase_book', 'value'),
  purchased_uncosted: within('purchase_book', 'uncosted'),
  lead_days: [[term('purchases', 'lead_days')], [term('purchase_lines', 'lead_days', 'within', PER_LINE)]],
  timed: [[term('purchases', 'timed')], [term('purchase_lines', 'timed', 'within', PER_LINE)]],
  due: [[term('purchases', 'due')], [term('purchase_lines', 'due', 'within', PER_LINE)]],
  on_time: [[term('purchases', 'on_time')], [term('purchase_lines', 'on_time', 'within', PER_LINE)]],
  open_orders: now('open_orders', 'open'),
  open_purchase_orders: now('open_purchases', 'open'),
  outstanding: now('open_orders', 'outstanding'),
  outstanding_value: now('open_orders', 'value'),
  outstanding_unpriced: now('open_orders', 'unpriced'),
  on_order_value: now('open_purchases', 'value'),
  on_order_uncosted: now('open_purchases', 'uncosted'),
  variants: now('catalogue', 'one'),
  price: now('catalogue', 'price'),
  prices: now('catalogue', 'priced'),
  cost: now('catalogue', 'cost'),
  costs: now('catalogue', 'costed'),
  forecast_errors: [[term('forecasts', 'error')], [term('forecasts_at', 'error')]],
  forecast_missed: [[term('forecasts', 'missed')], [term('forecasts_at', 'missed')]],
  forecast_came: [[term('forecasts', 'came')], [term('forecasts_at', 'came')]],
} as const satisfies { readonly [name: string]: readonly (readonly Term[])[] };

export type Part = keyof typeof parts;
