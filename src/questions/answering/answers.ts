import type { ReportQuery } from '../../figures/input.ts';
import { type MeasureName, measureNamed } from '../../figures/measures.ts';
import type { ReportAnswer } from '../../figures/query.ts';
import { around } from '../../kernel/calendar.ts';
import type { Found, LookUpName } from './look-ups.ts';

/* What was found, in a sentence for people: days, units, currency and names as they say them. */

type Row = { readonly [name: string]: unknown };
type Query = Partial<ReportQuery> & { measures: readonly MeasureName[] };

/** What codes and ids are called. */
export type NameOf = (field: string, value: unknown) => string;

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

/** `5 October 2026`. */
export const day = (date: string): string =>
  `${Number(date.slice(8, 10))} ${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;

/** `on 5 October 2026`, `in October 2026`, `in 2026`, `from 5 October 2026 to 7 October 2026`. */
export function daysOf(from: string, to: string, today: string): string {
  if (from === to) return from === today ? 'today' : `on ${day(from)}`;
  const isWhole = (unit: 'month' | 'year') => {
    const whole = around(from, unit);
    return whole.from === from && (whole.to === to || (to === today && whole.to! > today));
  };
  if (isWhole('year')) return `in ${from.slice(0, 4)}`;
  if (isWhole('month')) return `in ${MONTHS[Number(from.slice(5, 7)) - 1]} ${from.slice(0, 4)}`;
  return `from ${day(from)} to ${day(to)}`;
}

const said = (name: string): string => name.replaceAll('_', ' ');
const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const listed = (parts: readonly string[], last = 'and'): string =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} ${last} ${parts.at(-1)}` : parts.join();

const LABELS: { readonly [name in MeasureName]?: string } = {
  units_sold: 'sold',
  units_received: 'received',
  units_returned: 'returned',
  units_produced: 'produced',
  units_used: 'used',
  units_wasted: 'wasted',
  units_transferred_in: 'transferred in',
  units_transferred_out: 'transferred out',
  units_ordered: 'ordered',
  units_to_order: 'to order',
  units_to_fulfill: 'to fulfill',
  orders_created: 'orders',
  order_count: 'orders fulfilled',
  open_orders: 'open orders',
  open_purchase_orders: 'open purchase orders',
  stock_value: 'worth',
  lead_time_days: 'lead time',
  on_time_rate: 'on time',
  purchase_value: 'bought for',
  net_change: 'net',
  stock_out_days: 'out of stock',
  units_adjusted: 'adjusted',
  days_of_cover: 'enough for',
  age_days: 'age',
  daily_sales: 'sold a day',
  expected_demand: 'expected in the next 30 days',
};
/** What is told by its figure first: "42 sold", "3 open orders". */
const UNITS = new Set(['units', 'orders']);

function figure(name: MeasureName, value: unknown, currency: string): string {
  const { unit } = measureNamed(name);
  const label = LABELS[name] ?? said(name);
  if (value === null || value === undefined) return `${label} not known`;
  switch (unit) {
    case 'money':
      return `${label} ${String(value)} ${currency}`;
    case 'rate':
      return `${label} ${String(value)}`;
    case 'days':
      return `${label} ${String(value)} days`;
    default:
      return UNITS.has(unit) ? `${String(value)} ${label}` : `${label} ${String(value)}`;
  }
}

function told(query: Query, row: Row, currency: string): string {
  return listed(
    query.measures.map(name => {
      const now = figure(name, row[name], currency);
      if (!(`${name}_before` in row)) return now;
      const known = (value: unknown) => (value === null || value === undefined ? 'not known' : String(value));
      return `${now} (before: ${known(row[`${name}_before`])}, change: ${known(row[`${name}_change`])})`;
    }),
    query.measures.length > 2 ? 'and' : ',',
  ).replace(' , ', ', ');
}

const SHOWN = 5;

/** The answer to a query. */
export function answerOf(query: Query, { data, totals, meta }: ReportAnswer, nameOf: NameOf, today: string): string {
  const { covers, currency, groups: count } = meta;
  const isOfPeriod = query.measures.some(name => measureNamed(name).kind === 'period');
  const about = [
    ...(query.filters ?? []).flatMap(each => conditionSaid(each, nameOf)),
    ...(query.having ?? [])
      .filter(({ value }) => value !== 0)
      .map(({ field, op, value }) => `${said(field)} ${OPS[op] ?? op} ${listed([value].flat().map(String))}`),
    ...(isOfPeriod ? [daysOf(covers.from, covers.to, today)] : []),
    ...(covers.asOf ? [`at the end of ${day(covers.asOf)}`] : []),
    ...(covers.comparedFrom && covers.comparedTo
      ? [`before: ${daysOf(covers.comparedFrom, covers.comparedTo, today).replace(/^(on|in) /, '')}`]
      : []),
  ];
  const where = about.length > 0 ? ` (${about.join('; ')})` : '';
  const groups = query.dimensions ?? [];
  if (groups.length === 0) return `${upper(told(query, totals, currency))}${where}.`;
  if (data.length === 0) {
    const bounds = (query.having ?? []).map(({ field, op, value }) => `${said(field)} ${op} ${String(value)}`);
    return (
      `There is none ${[...bounds.map(each => `with ${each}`), ...(about.length > 0 ? [`(${about.join('; ')})`] : [])].join(' ')}`.trim() +
      '.'
    );
  }
  const label = (row: Row) =>
    groups
      .map(group => (row[group] === null || row[group] === undefined ? `no ${said(group)}` : nameOf(group, row[group])))
      .join(', ');
  const shown = data.slice(0, SHOWN).map(row => `${label(row)}: ${told(query, row, currency)}`);
  const more = count > shown.length ? '; and more' : '';
  return `${shown.join('; ')}${more}${where}.`;
}

const OPS: { readonly [op: string]: string } = {
  '>': 'more than',
  '>=': 'at least',
  '<': 'less than',
  '<=': 'at most',
  '=': '',
};

function conditionSaid({ field, op, value }: NonNullable<Query['filters']>[number], nameOf: NameOf): string[] {
  const values = listed(
    [value].flat().map(each => nameOf(field, each)),
    'and',
  );
  switch (op) {
    case 'in':
    case '=':
      return [field === 'location' ? `in ${values}` : field === 'location_type' ? `in ${values}s` : values];
    case 'not_in':
    case '!=':
      return [`without ${values}`];
    case 'between':
      return [
        `${said(field)} from ${[value]
          .flat()
          .map(each => nameOf(field, each))
          .join(' to ')}`,
      ];
    case 'is_null':
      return [`without ${said(field)}`];
    default:
      return [`${said(field)} ${OPS[op] ?? op} ${values}`];
  }
}

// ---- records ----

const items = (value: unknown): string =>
  Array.isArray(value) && value.length > 0
    ? `: ${listed(value.slice(0, SHOWN).map(each => `${String((each as Row)['quantity'])} of ${String((each as Row)['sku'])}`))}${value.length > SHOWN ? ' and more' : ''}`
    : '';

/** The answer to a look-up: what each record is, and how it stands. */
export function recordsSaid(name: LookUpName, { rows, total }: Found, nameOf: NameOf): string {
  if (rows.length === 0) return 'There is none.';
  const shown = rows.slice(0, SHOWN).map(row => record(name, row, nameOf));
  const more = total > shown.length ? '; and more' : '';
  return `${shown.join('; ')}${more}.`;
}

function record(name: LookUpName, row: Row, nameOf: NameOf): string {
  const text = (field: string) => (row[field] === null || row[field] === undefined ? 'not known' : String(row[field]));
  const moment = (field: string, words: string) =>
    typeof row[field] === 'string' ? `, ${words} ${day(row[field])}` : '';
  switch (name) {
    case 'product_lookup':
      return `${nameOf('sku', row['sku'])}: price ${text('unit_price')}, cost ${text('unit_cost')}, barcode ${text('barcode')}`;
    case 'policy_lookup':
      return `${nameOf('sku', row['sku'])} in ${nameOf('location', row['location_id'])}: reorder point ${text('reorder_point')}, reorder quantity ${text('reorder_quantity')}`;
    case 'lots':
      return `Lot ${text('lot_number')} of ${nameOf('sku', row['sku'])} is ${said(text('status'))}: ${text('quantity_remaining')} left${moment('expiry_date', 'expires')}`;
    case 'demand_forecast':
      return `${nameOf('sku', row['sku'])}: ${text('total_expected')} expected, between ${text('total_lower')} and ${text('total_upper')}${moment('stockout_date', 'runs out')}`;
    case 'insights':
      return text('title');
    case 'cycle_counts':
      return `The count in ${nameOf('location', row['location_id'])} is ${said(text('status'))}${moment('started_at', 'started')}${moment('completed_at', 'completed')}`;
    case 'production_batches':
      return `${text('number')} of ${nameOf('sku', row['sku'])} is ${said(text('status'))}: planned ${text('planned_quantity')}, made ${text('actual_quantity_produced')}`;
    case 'lot_trace_forward':
    case 'lot_trace_backward': {
      const found = Object.entries(row).flatMap(([field, value]) =>
        Array.isArray(value) ? [`${said(field)}: ${listed(value.slice(0, SHOWN).map(linked)) || 'none'}`] : [],
      );
      return upper(found.join('; '));
    }
    default:
      return `${text('number')} is ${said(text('status'))}${items(row['items'])}${moment('expected_on', 'expected')}${moment('shipped_at', 'shipped')}${moment('received_at', 'received')}${moment('fulfilled_at', 'fulfilled')}`;
  }
}

const linked = (each: unknown): string => {
  const row = each as Row;
  return String(row['number'] ?? row['lot_number'] ?? row['quantity'] ?? '');
};

/** What is called as people say it by itself: days, months, weekdays, kinds. */
export function plainly(field: string, value: unknown): string {
  const text = String(value);
  if (field === 'weekday') return WEEKDAYS[Number(value) - 1] ?? text;
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return day(text);
  if (field === 'month') return `${MONTHS[Number(text.slice(5)) - 1]} ${text.slice(0, 4)}`;
  return /type|status|reason|condition/.test(field) ? said(text) : text;
}
