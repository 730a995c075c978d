import { MEASURES, type MeasureName, measureNamed } from '../../figures/measures.ts';
import { around, type Unit } from '../../kernel/calendar.ts';
import type { LookUpName } from './look-ups.ts';

/* The wording of answers in one language: everything in a sentence except names, codes and the order of its parts. */

/** `a, b and c`, with the language's word before the last. */
export const listed = (parts: readonly string[], last: string): string =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} ${last} ${parts.at(-1)}` : parts.join();
/** The text as it begins a sentence. */
export const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** Whether the value of a row is a day or a point in time. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}(T|$)/.test(text);
/** Fields whose values are terms of the service. */
const isOfWords = (field: string): boolean => /type|status|reason|condition/.test(field);
/** Units that are told, by their symbols: what is counted by the piece is not said to be. */
export const isMetric = (unit: string): boolean => /^([kmµ]?g|t|[mch]?l|[kmc]?m)$/.test(unit);
/** Whether the field holds days, going by its name. */
export const isOfDays = (field: string): boolean => field.endsWith('_on') || field.endsWith('_date');

/** The calendar unit that the days make up; one that has not ended counts as whole up to today. */
function wholeUnit(from: string, to: string, today: string): 'day' | 'month' | 'year' | undefined {
  if (from === to) return 'day';
  return (['year', 'month'] as const).find(unit => {
    const whole = around(from, unit);
    return whole.from === from && (whole.to === to || (to === today && whole.to! > today));
  });
}

/** Figures that are means: their decimals beyond the first say nothing, unless there is nothing before them. */
const MEANS: readonly MeasureName[] = ['daily_sales', 'units_per_order'];
const ROUNDED = { maximumFractionDigits: 1, maximumSignificantDigits: 2, roundingPriority: 'morePrecision' } as const;

export type Speech = ReturnType<typeof speechOf>;
/** The terms of one language. In a template, what is in braces is filled in. */
export interface Terms {
  locale: string;
  format?: Intl.NumberFormatOptions;
  unknown: string;
  and: string;
  templates: { readonly [name in Template]: string };
  /** Before a value: `more than 5`, `after 5 October 2026`. */
  ops: { readonly [op: string]: string };
  dateOps: { readonly [op: string]: string };
  /** What a measure or field is called. */
  title(name: string): string;
  /** A figure: `{} unit(|s) sold`, `revenue {}`; of what is in parentheses, of one and of several. */
  figure(name: MeasureName): string;
  /** A record of a look-up: a part in brackets is left out if its field has no value. */
  record: { readonly [name in Exclude<LookUpName, 'product_lookup'>]: string };
  noLines: string;
  /** What is told of an item, behind its name, and that it is not known. */
  item: { readonly [field in ItemField]: string };
  moreLines(count: number): string;
  /** A status of a record, as the sentence of the record says it. */
  state(status: string): string;
  /** A term of the service. */
  term(text: string): string;
  truth: readonly [yes: string, no: string];
  sentence(english: string): string;
}
type ItemField = 'unit_price' | 'unit_cost' | 'shelf_life_days' | 'barcode';
type Template = keyof typeof TEMPLATES;

const isMeasure = (name: string): name is MeasureName => (MEASURES as readonly string[]).includes(name);

const filled = (template: string, ...values: readonly string[]): string => {
  const rest = values.values();
  return template.replace(/\{\}/g, () => rest.next().value ?? '');
};

const numbered = (template: string, value: number): string =>
  template.replace(/\(([^|()]*)\|([^|()]*)\)/g, (_, one: string, several: string) => (value === 1 ? one : several));

/** Figures, days and bounds in the terms of one language. */
function wordingOf(terms: Terms) {
  const { locale, unknown, and, templates, ops, title } = terms;
  const dated = (date: string | number, as: Intl.DateTimeFormatOptions): string =>
    new Date(date).toLocaleDateString(locale, { ...as, timeZone: 'UTC' });
  const day = (date: string): string => dated(date, { dateStyle: 'long' });
  const month = (date: string): string => dated(date, { month: 'long', year: 'numeric' });
  const number = (value: unknown, own: Intl.NumberFormatOptions = {}): string =>
    Number(value).toLocaleString(locale, { maximumFractionDigits: 4, ...terms.format, ...own });
  const percent = (value: number): string => number(value, { style: 'percent', maximumFractionDigits: 1 });
  const money = (value: unknown, currency: string): string =>
    number(value, { style: 'currency', currency, maximumFractionDigits: undefined });
  const say = (name: Template, ...values: readonly string[]): string => filled(templates[name], ...values);

  /** Money to the cent, and rates (fractions of 1) as percentages. */
  function amount(name: MeasureName, value: unknown, currency: string): string {
    const { unit } = measureNamed(name);
    if (value === null || value === undefined) return unknown;
    if (unit === 'money') return money(value, currency);
    if (MEANS.includes(name)) return number(value, ROUNDED);
    if (unit === 'days')
      return number(value, { style: 'unit', unit: 'day', unitDisplay: 'long', maximumFractionDigits: 1 });
    // Stock turnover is a number of times.
    return unit === 'rate' && name !== 'turnover' ? percent(Number(value)) : number(value);
  }

  /** "+16", "−EUR 5.00", "+1.5 points" of a rate. */
  function changed(name: MeasureName, change: unknown, currency: string): string {
    const sign = Number(change) > 0 ? '+' : '';
    const isShare = measureNamed(name).unit === 'rate' && name !== 'turnover';
    if (!isShare || change === null || change === undefined) return `${sign}${amount(name, change, currency)}`;
    return say('points', `${sign}${number(Number(change) * 100, { maximumFractionDigits: 1 })}`);
  }

  /** `on 5 October 2026`, `in October 2026`, `in 2026`, `from 5 October 2026 to 7 October 2026`; bare without lead. */
  function period(from: string, to: string, today: string, isBare = false): string {
    const unit = wholeUnit(from, to, today);
    const said = { day: day(from), month: month(from), year: from.slice(0, 4) };
    if (unit === 'day' && from === today) return say('today');
    if (!unit && isBare) return `${day(from)} – ${day(to)}`;
    if (!unit) return from <= today && to > today ? say('since', day(from)) : say('fromTo', day(from), day(to));
    return isBare ? said[unit] : say(({ day: 'onDay', month: 'inMonth', year: 'inYear' } as const)[unit], said[unit]);
  }

  /** A figure that something is compared with, in the unit of that. */
  function inUnit(field: string, value: string, currency: string): string {
    if (!/^-?\d+(\.\d+)?$/.test(value)) return value;
    if (/^unit_(price|cost)$/.test(field)) return money(value, currency);
    return isMeasure(field) && ['money', 'rate'].includes(measureNamed(field).unit)
      ? amount(field, value, currency)
      : number(value);
  }

  /** A bound in the unit of what it bounds; of a change, none is what was before. */
  function bound(field: string, op: string, values: readonly string[], currency: string): string {
    const of = field.replace(/_change$/, '') as MeasureName;
    const isChange = !isMeasure(field) && isMeasure(of);
    if (isChange && values[0] === '0' && (op === '<' || op === '>'))
      return say(op === '<' ? 'fewer' : 'greater', title(of));
    const called = isChange ? say('change', title(of)) : title(field);
    return `${called} ${ops[op] ?? `${op} `}${listed(
      values.map(value => inUnit(field, value, currency)),
      and,
    )}`;
  }
  /** A figure in words; of units, in the unit that is given, such as kg. */
  function figure(name: MeasureName, value: unknown, currency: string, unit?: string): string {
    if (value === null || value === undefined) return `${title(name)} ${unknown}`;
    const said = terms.figure(name);
    const isOfUnit = unit !== undefined && measureNamed(name).unit === 'units';
    return isOfUnit
      ? filled(said.replace(/ units?\b(\(\|s\))?/, ''), `${amount(name, value, currency)} ${unit}`)
      : filled(numbered(said, Number(value)), amount(name, value, currency));
  }
  return { dated, day, month, number, percent, money, say, amount, changed, period, inUnit, bound, figure };
}

/** Everything that is said, in the terms of one language. */
export function speechOf(terms: Terms) {
  const { unknown, and, dateOps, title } = terms;
  const { dated, day, month, number, percent, money, say, amount, changed, period, inUnit, bound, figure } =
    wordingOf(terms);
  return {
    ...terms,
    /** Follows the rows that are named: how many there are besides, and in all. */
    more: (count: number, total: number) => say('more', number(count), number(total)),
    /** Leads the rows, where they are counted. */
    inAll: (total: number) => say('inAll', number(total)),
    /** Rows that are told as one, beside those that are named. */
    others: (count: number, named: number) => say(named > 0 ? 'others' : 'eachOf', number(count)),
    nothing: say('nothing'),
    /** The days that the figures cover: `in October 2026`. */
    period: (from: string, to: string, today: string) => period(from, to, today),
    /** For stock: the end of that day. */
    asOf: (date: string) => say('asOf', day(date)),
    /** A unit of time that is not whole: "November 2026 only up to 27 November 2026". */
    onlyFrom: (unit: string, date: string) => say('onlyFrom', unit, day(date)),
    onlyTo: (unit: string, date: string) => say('onlyTo', unit, day(date)),
    before: (from: string, to: string, today: string) => say('before', period(from, to, today, true)),
    figure,
    /** A figure compared with its previous value. */
    compared: (name: MeasureName, now: string, before: unknown, change: unknown, currency: string) =>
      `${now} ${say('compared', changed(name, change, currency), amount(name, before, currency))}`,
    /** A figure of each unit of time: "revenue EUR 120.00 per week". */
    per: (name: MeasureName, value: number, unit: Unit | 'unit', currency: string) =>
      say('per', figure(name, value, currency), title(unit)),
    /** What two figures differ by: "difference: 118 units sold". */
    difference: (name: MeasureName, value: number, currency: string) =>
      say('difference', figure(name, value, currency)),
    /** What one is of another: "Cups: 120% of Mugs". */
    ratio: (one: string, share: string, other: string) => say('ratio', one, share, other),
    /** "Change at least 20%", of what was before. */
    grown: (op: string, value: number) => say('grown', `${terms.ops[op] ?? ''}${percent(value)}`),
    /** The part of a total, as a percentage. */
    share: (part: unknown, total: unknown) => (Number(total) > 0 ? percent(Number(part) / Number(total)) : unknown),
    all: say('all'),
    /** A filter. */
    condition(field: string, op: string, each: readonly string[], currency: string): string {
      const values = listed(each, and);
      const dated = title(field).replace(/ (on|date|am|bis)$/, '');
      if (op === 'in' || op === '=')
        return field === 'location' ? say('in', values) : field === 'location_type' ? say('inTypes', values) : values;
      if (op === 'not_in' || op === '!=') return say('without', values);
      if (op === 'between' && isOfDays(field)) return say('rangeOfDays', dated, ...each);
      if (op === 'between') return say('range', title(field), ...each.map(value => inUnit(field, value, currency)));
      if (op === 'is_null' && field === 'unit_price' && each[0] === terms.truth[1]) return say('forSale');
      if (op === 'is_null' && isOfDays(field) && each[0] === terms.truth[0]) return say('undated');
      if (op === 'is_null') return say(each[0] === terms.truth[0] ? 'without' : 'with', title(field));
      return isOfDays(field) ? `${dated} ${dateOps[op] ?? `${op} `}${values}` : bound(field, op, each, currency);
    },
    bound,
    /** Says that no group is within these bounds. */
    none(
      bounds: readonly (readonly [field: string, op: string, value: string])[],
      about: string,
      currency: string,
    ): string {
      const some = ([field, op, value]: readonly [string, string, string]): string =>
        op === '>' && value === '0' ? say('any', title(field)) : bound(field, op, [value], currency);
      const within = bounds.map(some).join(', ');
      return say('none', within && ` ${say('with', within)}`, about && ` (${about})`);
    },
    /** A group without a value. */
    without: (field: string) => say('no', title(field)),
    line: (quantity: unknown, sku: unknown, unit?: string, done?: number) => {
      const all = unit
        ? say('lineIn', number(quantity), unit, String(sku))
        : say('line', number(quantity), String(sku));
      return `${done === undefined ? '' : say('done', number(done))}${all}`;
    },
    money,
    /** What is told of an item, behind its name. */
    itemWith: (field: ItemField, value: string) => filled(terms.item[field], value),
    itemWithout: (field: ItemField) => say('itemWithout', title(field).replace(/ (days|in Tagen)$/, '')),
    /** Who an item is bought from. */
    supplies: (supplier: string, item: string) => say('supplies', supplier, item),
    /** An assumption or a note, without names of fields and with days as they are read. */
    note: (english: string) =>
      terms
        .sentence(english)
        .replace(/(?<![\w/'])[a-z]+(?:_[a-z]+)+/g, title)
        .replace(/(?<![\w'„-])\d{4}-\d{2}-\d{2}(?![\w-])/g, day),
    /** Values in words: days, months, weekdays, kinds. */
    value(field: string, value: unknown): string {
      const text = String(value);
      // 1 January 2023 was a Sunday.
      if (field === 'weekday') return dated(Date.UTC(2023, 0, 1 + Number(value)), { weekday: 'long' });
      if (isDay(text)) return day(text);
      if (field === 'month') return month(`${text}-01`);
      if (typeof value === 'number') return number(value);
      if (typeof value === 'boolean') return terms.truth[value ? 0 : 1];
      return isOfWords(field) ? terms.term(text) : text;
    },
  };
}

// ---- English ----

const TEMPLATES = {
  difference: 'difference: {}',
  ratio: '{}: {} of {}',
  grown: 'change {}',
  more: '; and {} more, {} in all',
  inAll: '{} in all: ',
  nothing: 'There is none.',
  today: 'today',
  onDay: 'on {}',
  inMonth: 'in {}',
  inYear: 'in {}',
  fromTo: 'from {} to {}',
  asOf: 'at the end of {}',
  onlyFrom: '{} only from {} on',
  onlyTo: '{} only up to {}',
  before: 'compared with {}',
  compared: '({} against {})',
  points: '{} points',
  since: 'since {}',
  forSale: 'for sale',
  per: '{} per {} on average',
  all: 'all together',
  in: 'in {}',
  inTypes: 'in {}s',
  without: 'without {}',
  undated: 'without a date',
  range: '{} from {} to {}',
  rangeOfDays: '{} from {} to {}',
  fewer: '{} lower than before',
  greater: '{} higher than before',
  change: 'change of {}',
  supplies: '{} supplies {}',
  itemWithout: 'has no {}',
  lineIn: '{} {} of {}',
  others: 'each of the other {}',
  eachOf: 'each of {}',
  no: 'no {}',
  none: 'There is none{}{}.',
  with: 'with {}',
  any: 'any {}',
  done: '{} of the ',
  line: '{} of {}',
};

const spaced = (name: string): string => name.replaceAll('_', ' ');

/** Measures whose wording differs from their names. */
const LABELS: { readonly [name in MeasureName]?: string } = {
  order_count: 'orders fulfilled',
  cogs: 'cost of goods sold',
  days_of_cover: 'enough for',
  daily_sales: 'units sold a day',
  expected_demand: 'units expected in the next 30 days',
  on_order_value: 'value on order',
  sku_count: 'SKUs',
  movement_count: 'movements',
  buildable: 'units that can be made',
  shortage: 'short of the reorder point',
  current_price: 'price',
  current_cost: 'cost',
};

/** Statuses that an item or document is in, and is not. */
const STATES: { readonly [status: string]: string } = { draft: 'a draft', quarantine: 'in quarantine' };

const DOCUMENT = '{number} is {status}[: {items}]';

export const english = speechOf({
  locale: 'en-GB',
  format: { currencyDisplay: 'code' },
  unknown: 'not known',
  and: 'and',
  templates: TEMPLATES,
  ops: { '>': 'more than ', '>=': 'at least ', '<': 'less than ', '<=': 'at most ', '=': '' },
  dateOps: { '>': 'after ', '>=': 'from ', '<': 'before ', '<=': 'by ' },
  title: name => (name === 'cogs' ? LABELS.cogs! : spaced(name).replace(/^(sku|abc)\b/, word => word.toUpperCase())),
  figure(name) {
    const label = LABELS[name] ?? spaced(name.replace(/_days$/, ''));
    const counted = label.replace(/\b(unit|order|movement|SKU)s\b/g, '$1(|s)').replace(/\bbatches\b/, 'batch(|es)');
    return ['units', 'orders'].includes(measureNamed(name).unit) ? `{} ${counted}` : `${label} {}`;
  },
  record: {
    order_lookup: `${DOCUMENT}[, fulfilled {fulfilled_at}][, {location_id}]`,
    purchase_orders: `{number}[ from {supplier_id}] is {status}[: {items}][, expected {expected_on}][, received {received_at}]`,
    transfers: `{number} from {source_location_id} to {destination_location_id} is {status}[: {items}][, shipped {shipped_at}][, received {received_at}]`,
    cycle_counts: 'The count in {location_id} is {status}[, started {started_at}][, completed {completed_at}]',
    returns: `${DOCUMENT}[, "{reason}"][, received {received_at}]`,
    production_batches:
      '{number} of {sku} is {status}: planned {planned_quantity}[ for {planned_on}][, made {actual_quantity_produced}][, from {inputs}][, started {started_at}][, completed {completed_at}]',
    lots: 'Lot {lot_number} of {sku}[ from {supplier_id}] is {status}: {quantity_remaining} of {quantity_initial} left[, received {received_at}][, expires {expiry_date}]',
    lot_trace_forward:
      'Stock by location: {stock_by_location}; affected orders: {affected_orders}; descendant lots: {descendant_lots}',
    lot_trace_backward: '[Made by {source_batch}][ of {input_lots}]',
    policy_lookup: '{sku} in {location_id}: reorder point {reorder_point}, reorder quantity {reorder_quantity}',
    suppliers: '{name}[, lead time {lead_time_days} days][, email {email}][, phone {phone}]',
    locations: '{name}, {type}[, {address}]',
    recipes: '{output_quantity} of {sku} are made of {items}',
    demand_forecast:
      '{sku}: {total_expected} expected, between {total_lower} and {total_upper}[, runs out {stockout_date}]',
    insights: '{title}',
  },
  item: {
    unit_price: 'sells for {}',
    unit_cost: 'costs us {}',
    shelf_life_days: 'keeps {} days',
    barcode: 'has the barcode {}',
  },
  noLines: 'none',
  moreLines: count => ` and ${count} more`,
  state: status => STATES[status] ?? spaced(status),
  term: spaced,
  truth: ['true', 'false'],
  sentence: text => text,
});
