import type { ReportQuery } from '../../figures/input.ts';
import { type MeasureName, measureNamed } from '../../figures/measures.ts';
import type { ReportAnswer } from '../../figures/query.ts';
import { around } from '../../kernel/calendar.ts';
import { type Found, type LookUpName, lookUpNamed } from './look-ups.ts';

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

/** Measures that are not told by their names. */
const LABELS: { readonly [name in MeasureName]?: string } = {
  order_count: 'orders fulfilled',
  days_of_cover: 'enough for',
  daily_sales: 'units sold a day',
  expected_demand: 'units expected in the next 30 days',
};
/** A figure with its unit: "42 units sold", "3 open orders", "revenue 99.5 EUR", "lead time 5 days". */
function figure(name: MeasureName, value: unknown, currency: string): string {
  const { unit } = measureNamed(name);
  const label = LABELS[name] ?? said(name.replace(/_days$/, ''));
  if (value === null || value === undefined) return `${label} not known`;
  if (unit === 'units' || unit === 'orders') return `${String(value)} ${label}`;
  return `${label} ${String(value)}${{ money: ` ${currency}`, rate: '', days: ' days' }[unit]}`;
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
  const more = count > shown.length ? `; and more, ${count} in all` : '';
  return `${shown.join('; ')}${more}${where}.`;
}

const OPS: { readonly [op: string]: string } = {
  '>': 'more than',
  '>=': 'at least',
  '<': 'less than',
  '<=': 'at most',
  '=': '',
};
const DATE_OPS: { readonly [op: string]: string } = { '>': 'after', '>=': 'from', '<': 'before', '<=': 'by' };

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
    default: {
      const isDate = field.endsWith('_on') || field.endsWith('_date');
      return [`${said(field).replace(/ (on|date)$/, '')} ${(isDate ? DATE_OPS : OPS)[op] ?? op} ${values}`];
    }
  }
}

// ---- records ----

/** The answer to a look-up: what each record is, and how it stands. */
export function recordsSaid(name: LookUpName, { rows, total }: Found, nameOf: NameOf): string {
  if (rows.length === 0) return 'There is none.';
  const shown = rows.slice(0, SHOWN).map(row => record(lookUpNamed(name).said, row, nameOf));
  const more = total > shown.length ? `; and more, ${total} in all` : '';
  return `${shown.join('; ')}${more}.`;
}

const FIELD = /\{(\w+)\}/g;

const record = (sentence: string, row: Row, nameOf: NameOf): string =>
  sentence
    .replace(/\[(.*?\{(\w+)\})\]/g, (_, part: string, field: string) =>
      [row[field] ?? []].flat().length > 0 ? part : '',
    )
    .replace(FIELD, (_, field: string) => {
      const value = row[field] ?? 'not known';
      return Array.isArray(value) ? several(field, value as Row[]) : nameOf(field, value);
    });

/** The lines of a document, or the records that a trace found. */
function several(field: string, rows: readonly Row[]): string {
  const one = (row: Row): string =>
    field === 'items'
      ? `${String(row['quantity'])} of ${String(row['sku'])}`
      : String(row['number'] ?? row['lot_number'] ?? row['quantity'] ?? '');
  return `${listed(rows.slice(0, SHOWN).map(one)) || 'none'}${rows.length > SHOWN ? ' and more' : ''}`;
}

/** What is called as people say it by itself: days, months, weekdays, kinds. */
export function plainly(field: string, value: unknown): string {
  const text = String(value);
  if (field === 'weekday') return WEEKDAYS[Number(value) - 1] ?? text;
  if (/^\d{4}-\d{2}-\d{2}(T|$)/.test(text)) return day(text);
  if (field === 'month') return `${MONTHS[Number(text.slice(5)) - 1]} ${text.slice(0, 4)}`;
  return /type|status|reason|condition/.test(field) ? said(text) : text;
}
