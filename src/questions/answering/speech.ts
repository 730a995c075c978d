import { type MeasureName, measureNamed } from '../../figures/measures.ts';
import { around, type Unit } from '../../kernel/calendar.ts';
import type { LookUpName } from './look-ups.ts';

/* The wording of answers in one language: everything in a sentence except names, codes and the order of its parts. */

export interface Speech {
  and: string;
  /** Follows the rows that are named if there are more: the total number. */
  more(count: number): string;
  nothing: string;
  /** The days that the figures cover: `in October 2026`. */
  period(from: string, to: string, today: string): string;
  /** For stock: the end of that day. */
  asOf(day: string): string;
  before(from: string, to: string, today: string): string;
  /** What a measure or field is called: "days of cover", "expiry date". */
  title(name: string): string;
  /** A figure with its unit: "42 units sold", "revenue 99.5 EUR". */
  figure(name: MeasureName, value: unknown, currency: string): string;
  /** A figure compared with its previous value. */
  compared(name: MeasureName, now: string, before: unknown, change: unknown, currency: string): string;
  /** A figure of each unit of time: "revenue EUR 120.00 per week". */
  per(name: MeasureName, value: number, unit: Unit, currency: string): string;
  /** The part of a total, as a percentage. */
  share(part: unknown, total: unknown): string;
  /** Stands before a total. */
  all: string;
  /** The filters. */
  condition(field: string, op: string, values: readonly string[]): string;
  /** The bounds on groups. */
  bound(field: string, op: string, values: readonly string[]): string;
  /** Says that no group is within these bounds. */
  none(bounds: readonly (readonly [field: string, op: string, value: string])[], about: string): string;
  /** A group without a value. */
  without(field: string): string;
  /** A record of a look-up, by the template `LookUp.said`. */
  record: { readonly [name in LookUpName]: string };
  unknown: string;
  noLines: string;
  moreLines: string;
  line(quantity: unknown, sku: unknown, done?: number): string;
  /** Values in words: days, months, weekdays, kinds. */
  value(field: string, value: unknown): string;
  /** Why a question is not answered, and assumptions. */
  sentence(english: string): string;
}

export const listed = (parts: readonly string[], last: string): string =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} ${last} ${parts.at(-1)}` : parts.join();
export const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}(T|$)/.test(text);
/** Fields whose values are terms of the service. */
export const isOfWords = (field: string): boolean => /type|status|reason|condition/.test(field);
export const isOfDays = (field: string): boolean => field.endsWith('_on') || field.endsWith('_date');

/** The calendar unit that the days make up; one that has not ended counts as whole up to today. */
export function wholeUnit(from: string, to: string, today: string): 'day' | 'month' | 'year' | undefined {
  if (from === to) return 'day';
  return (['year', 'month'] as const).find(unit => {
    const whole = around(from, unit);
    return whole.from === from && (whole.to === to || (to === today && whole.to! > today));
  });
}

/** Dates and figures as a language writes them: money to the cent, and rates (fractions of 1) as percentages. */
export function termsIn(locale: string, unknown: string, more: Intl.NumberFormatOptions = {}) {
  const dated = (date: string | number | Date, as: Intl.DateTimeFormatOptions): string =>
    new Date(date).toLocaleDateString(locale, { ...as, timeZone: 'UTC' });
  const number = (value: unknown, own: Intl.NumberFormatOptions = {}): string =>
    Number(value).toLocaleString(locale, { maximumFractionDigits: 4, ...more, ...own });
  return {
    day: (date: string) => dated(date, { dateStyle: 'long' }),
    month: (date: string) => dated(date, { month: 'long', year: 'numeric' }),
    /** 1 January 2023 was a Sunday. */
    weekday: (day: number) => dated(Date.UTC(2023, 0, 1 + day), { weekday: 'long' }),
    number,
    amount(name: MeasureName, value: unknown, currency: string): string {
      const { unit } = measureNamed(name);
      if (value === null || value === undefined) return unknown;
      if (unit === 'money')
        return number(value, {
          style: 'currency',
          currency,
          maximumFractionDigits: undefined,
        });
      if (unit === 'days')
        return number(value, { style: 'unit', unit: 'day', unitDisplay: 'long', maximumFractionDigits: 1 });
      // Stock turnover is a number of times.
      if (unit === 'rate' && name !== 'turnover') return number(value, { style: 'percent', maximumFractionDigits: 1 });
      return number(value);
    },
  };
}

const { day, month, weekday, number, amount } = termsIn('en-GB', 'not known', {
  useGrouping: false,
  currencyDisplay: 'code',
});

/** `on 5 October 2026`, `in October 2026`, `in 2026`, `from 5 October 2026 to 7 October 2026`. */
function period(from: string, to: string, today: string): string {
  const unit = wholeUnit(from, to, today);
  if (unit === 'day') return from === today ? 'today' : `on ${day(from)}`;
  if (unit === 'year') return `in ${from.slice(0, 4)}`;
  if (unit === 'month') return `in ${month(from)}`;
  return `from ${day(from)} to ${day(to)}`;
}

const said = (name: string): string => name.replaceAll('_', ' ');

/** Measures whose wording differs from their names. */
const LABELS: { readonly [name in MeasureName]?: string } = {
  order_count: 'orders fulfilled',
  days_of_cover: 'enough for',
  daily_sales: 'units sold a day',
  expected_demand: 'units expected in the next 30 days',
  on_order_value: 'value on order',
  sku_count: 'SKUs',
  movement_count: 'movements',
  current_price: 'price',
  current_cost: 'cost',
};
const OPS: { readonly [op: string]: string } = {
  '>': 'more than',
  '>=': 'at least',
  '<': 'less than',
  '<=': 'at most',
  '=': '',
};
const DATE_OPS: { readonly [op: string]: string } = { '>': 'after', '>=': 'from', '<': 'before', '<=': 'by' };

const DOCUMENT = '{number} is {status}[: {items}]';

export const english: Speech = {
  and: 'and',
  more: count => `; and more, ${count} in all`,
  nothing: 'There is none.',
  period,
  asOf: date => `at the end of ${day(date)}`,
  before: (from, to, today) => `before: ${period(from, to, today).replace(/^(on|in) /, '')}`,
  title: name => said(name).replace(/^(sku|abc)\b/, word => word.toUpperCase()),
  figure(name, value, currency) {
    const { unit } = measureNamed(name);
    const label = LABELS[name] ?? said(name.replace(/_days$/, ''));
    const told = amount(name, value, currency);
    return value !== null && value !== undefined && (unit === 'units' || unit === 'orders')
      ? `${told} ${label}`
      : `${label} ${told}`;
  },
  share: (part, total) =>
    Number(total) > 0
      ? number(Number(part) / Number(total), { style: 'percent', maximumFractionDigits: 1 })
      : 'not known',
  per: (name, value, unit, currency) => `${english.figure(name, value, currency)} per ${unit} on average`,
  all: 'all together',
  compared: (name, now, before, change, currency) =>
    `${now} (before: ${amount(name, before, currency)}, change: ${amount(name, change, currency)})`,
  condition(field, op, each) {
    const values = listed(each, 'and');
    switch (op) {
      case 'in':
      case '=':
        return field === 'location' ? `in ${values}` : field === 'location_type' ? `in ${values}s` : values;
      case 'not_in':
      case '!=':
        return `without ${values}`;
      case 'between':
        return `${said(field)} from ${each.join(' to ')}`;
      case 'is_null':
        return `without ${said(field)}`;
      default:
        return `${said(field).replace(/ (on|date)$/, '')} ${(isOfDays(field) ? DATE_OPS : OPS)[op] ?? op} ${values}`;
    }
  },
  bound: (field, op, values) => `${said(field)} ${OPS[op] ?? op} ${listed(values, 'and')}`,
  none: (bounds, about) =>
    `${`There is none ${[...bounds.map(([field, op, value]) => `with ${said(field)} ${op} ${value}`), ...(about ? [`(${about})`] : [])].join(' ')}`.trim()}.`,
  without: field => `no ${said(field)}`,
  record: {
    order_lookup: `${DOCUMENT}[, fulfilled {fulfilled_at}]`,
    purchase_orders: `${DOCUMENT}[, expected {expected_on}][, received {received_at}]`,
    transfers: `${DOCUMENT}[, shipped {shipped_at}][, received {received_at}]`,
    cycle_counts: 'The count in {location_id} is {status}[, started {started_at}][, completed {completed_at}]',
    returns: `${DOCUMENT}[, "{reason}"][, received {received_at}]`,
    production_batches: '{number} of {sku} is {status}: planned {planned_quantity}, made {actual_quantity_produced}',
    lots: 'Lot {lot_number} of {sku} is {status}: {quantity_remaining} left[, expires {expiry_date}]',
    lot_trace_forward:
      'Stock by location: {stock_by_location}; affected orders: {affected_orders}; descendant lots: {descendant_lots}',
    lot_trace_backward: 'Input lots: {input_lots}',
    policy_lookup: '{sku} in {location_id}: reorder point {reorder_point}, reorder quantity {reorder_quantity}',
    product_lookup: '{sku}: price {unit_price}, cost {unit_cost}, barcode {barcode}',
    suppliers: '{name}[, lead time {lead_time_days} days][, email {email}][, phone {phone}]',
    locations: '{name}, {type}[, {address}]',
    recipes: '{output_quantity} of {sku} are made of {items}',
    demand_forecast:
      '{sku}: {total_expected} expected, between {total_lower} and {total_upper}[, runs out {stockout_date}]',
    insights: '{title}',
  },
  unknown: 'not known',
  noLines: 'none',
  moreLines: ' and more',
  line: (quantity, sku, done) => `${done === undefined ? '' : `${done} of the `}${String(quantity)} of ${String(sku)}`,
  value(field, value) {
    const text = String(value);
    if (field === 'weekday') return weekday(Number(value));
    if (isDay(text)) return day(text);
    if (field === 'month') return month(`${text}-01`);
    return isOfWords(field) ? said(text) : text;
  },
  sentence: text => text,
};
