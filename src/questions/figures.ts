import type { Condition } from '../figures/filters.ts';
import type { ReportQuery } from '../figures/input.ts';
import type { MeasureName } from '../figures/measures.ts';
import { addDays, around, type Period } from '../kernel/calendar.ts';
import {
  ASCENDING,
  ATTRIBUTE_WORDS,
  BETWEEN,
  BY,
  COMPARING,
  DESCENDING,
  EMPTY,
  EXCEPT,
  GROUP_WORDS,
  MEASURE_WORDS,
  OPERATORS,
  PLACE_KINDS,
  WITHIN,
} from './figure-words.ts';
import type { Named } from './names.ts';
import type { Reading } from './reading.ts';

/*
 * Reads a question into one query: every word is taken by a measure, a dimension, a condition, a time or a name, or says nothing by
 * itself. What is left over is told; whoever asks decides what to do about it.
 */

export interface Asked {
  query: Partial<ReportQuery> & { measures: MeasureName[] };
  /** Words that nothing took. */
  leftOver: string[];
  /** Whether it says what only a query can: conditions, exclusions, comparisons, ratios. */
  isParticular: boolean;
}

const PHRASE_WORDS_MAX = 4;
const AND = new Set(['and', 'und', 'y', 'et', 'e']);
const OR = new Set(['or', 'oder', 'o', 'ou', 'u']);

interface Phrase {
  at: number;
  end: number;
  text: string;
}

/** The query that a question asks for; nothing if it names no measure and there is none to carry on from. */
export function asked(reading: Reading, today: string, carried?: Partial<ReportQuery>): Asked | undefined {
  const words = new Sentence(reading);
  const measures: MeasureName[] = [];
  const dimensions: string[] = [];
  const filters: Condition[] = [];
  const having: Condition[] = [];
  let isParticular = false;

  // Thresholds first: "less than" is no name for little.
  const thresholds = words.thresholds();
  for (const { at } of words.find(COMPARING)) words.takeWord(at);
  const comparing = words.took > 0 || words.hasRivals(reading);
  const excluding = words.find(EXCEPT);

  const byPlace = words.findIn(PLACE_KINDS).filter(({ at }) => !BY.has(words.before(at)));
  for (const { at, end, value } of byPlace) {
    if (!WITHIN.has(words.before(at))) continue;
    filters.push({ field: 'location_type', op: '=', value });
    words.take(at, end);
  }
  for (const phrase of words.findIn(GROUP_WORDS)) {
    const before = words.before(phrase.at);
    const inList = words.isJoined(phrase.at) && dimensions.length > 0;
    const ranked = inList || DESCENDING.has(before) || ASCENDING.has(before) || words.isNumber(phrase.at - 1);
    if (!BY.has(before) && !ranked) continue;
    if (!dimensions.includes(phrase.value)) dimensions.push(phrase.value);
    words.take(phrase.at, phrase.end);
    if (BY.has(before)) words.takeWord(phrase.at - 1);
  }
  for (const phrase of words.findIn(MEASURE_WORDS)) {
    const name = phrase.value as MeasureName;
    if (!measures.includes(name)) measures.push(name);
    words.take(phrase.at, phrase.end);
  }

  // Names, told apart by whether something leaves them out.
  for (const [field, values] of namesIn(words, excluding, reading)) {
    const [name, op] = field.split(' ') as [string, 'in' | 'not_in'];
    filters.push({ field: name, op, value: values });
    if (op === 'not_in') isParticular = true;
    if (op !== 'in' || values.length < 2 || !comparing) continue;
    // Rivals stand side by side, and are never added up.
    isParticular = true;
    if (!dimensions.includes(name)) dimensions.push(name);
  }

  // Time, and what it is compared with.
  const times = reading.dates.filter(({ problem }) => !problem);
  if (times.length !== reading.dates.length) return undefined;
  const when = timesOf(times, today);
  if (!when) return undefined;
  if (when.compareTo) isParticular = true;
  for (const { first, end } of times) words.take(first, end);

  // Order and number.
  const most = words.find(DESCENDING)[0];
  const least = words.find(ASCENDING)[0];
  const limitAt = [most, least].flatMap(each => (each ? [each.end] : [])).find(at => words.isNumber(at));
  const limit = limitAt === undefined ? undefined : words.number(limitAt);
  for (const each of [most, least]) if (each) words.take(each.at, each.end);
  if (limitAt !== undefined) words.take(limitAt, limitAt + 1);

  const base = measures.length > 0 ? measures : (carried?.measures ?? []);
  if (base.length === 0) return undefined;
  for (const { attribute, measure, op, value, at, end } of thresholds) {
    words.take(at, end);
    isParticular = true;
    if (attribute) filters.push({ field: attribute, op, value } as Condition);
    else having.push({ field: measure ?? base[0]!, op, value } as Condition);
  }
  // "Orders over 500" asks for documents and not for how many orders a SKU had.
  if (having.length > 0 && dimensions.length === 0 && base.every(name => name === 'order_count')) return undefined;
  if (having.length > 0 && dimensions.length === 0) dimensions.push('sku');
  if ((most || least) && dimensions.length === 0) dimensions.push('sku');

  const query = {
    ...carried,
    measures: [...base],
    ...((dimensions.length > 0 || !carried) && { dimensions: dimensions as ReportQuery['dimensions'] }),
    filters: [...(carried?.filters ?? []).filter(old => !filters.some(({ field }) => field === old.field)), ...filters],
    ...((having.length > 0 || !carried) && { having }),
    ...when,
    ...((most || least) && { sort: [`${least && !most ? '' : '-'}${base[0]}`], limit: limit ?? 10 }),
  };
  const only = base.some(name => PARTICULAR.has(name)) || base.length > 1 || dimensions.length > 1;
  return { query, leftOver: words.leftOver(), isParticular: isParticular || only || carried !== undefined };
}

/** Words that leave something out, with what they leave out: what is dropped there turns an answer into its opposite. */
export function exclusions(reading: Reading): string[] {
  const words = new Sentence(reading);
  const named = [...reading.names, ...reading.codes];
  return words.find(EXCEPT).flatMap(({ at, end }) => {
    const next = named.find(({ first }) => words.leadsTo(end, first));
    return next ? [reading.text.slice(reading.tokens[at]!.start, reading.tokens[next.end - 1]!.end)] : [];
  });
}

/** What no other way of answering knows. */
const PARTICULAR: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'margin',
  'margin_rate',
  'cogs',
  'average_order_value',
  'average_price',
  'return_rate',
  'units_used',
  'units_produced',
  'purchase_value',
  'purchase_price_change',
  'waste_rate',
  'waste_value',
  'sell_through',
  'turnover',
  'stock_out_days',
  'lost_sales',
  'lead_time_days',
  'on_time_rate',
  'fill_rate',
  'units_to_fulfill',
  'open_orders',
  'open_purchase_orders',
]);

// ---- time ----

interface When {
  from?: string;
  to?: string;
  compareTo?: ReportQuery['compareTo'];
}

/** The days, and what they are compared with; nothing if they fit no query. */
function timesOf(dates: Reading['dates'], today: string): When | undefined {
  const [first, second, third] = dates;
  if (third) return undefined;
  if (!first) return {};
  if (first.side === 'future') return undefined;
  const range = first.shift || (first.compared && !second) ? undefined : within(first.period, today);
  const other = second ?? (first.compared || first.shift ? first : undefined);
  if (!other) return range ?? {};
  if (other.shift === 'year') return { ...range, compareTo: 'previous_year' };
  if (other.shift) return { ...range, compareTo: 'previous_period' };
  const compared = within(other.period, today);
  if (!compared?.from || !compared.to || (second && !second.compared && !first.compared)) return undefined;
  const own = range ?? usual(compared, today);
  return { ...own, compareTo: comparison(own, { from: compared.from, to: compared.to }) };
}

const within = ({ from, to }: Period, today: string): When => ({
  ...(from !== null && { from }),
  ...(to !== null ? { to } : from !== null && { to: today }),
});

/** "Sales compared with last month" are those of this month. */
function usual(compared: When, today: string): When {
  const unit = (['month', 'quarter', 'year', 'week', 'day'] as const).find(each => {
    const whole = around(compared.from!, each);
    return whole.from === compared.from && whole.to === compared.to;
  });
  return unit ? around(today, unit) : { from: addDays(today, -29), to: today };
}

/** A period that still runs is compared with as many days of the one before. */
function comparison(own: When, before: { from: string; to: string }): ReportQuery['compareTo'] {
  const unit = (['month', 'quarter', 'year'] as const).find(each => {
    const whole = around(own.from!, each);
    return whole.from === own.from && (whole.to === own.to || own.to! < whole.to);
  });
  if (unit && around(addDays(own.from!, -1), unit).from === before.from && around(before.from, unit).to === before.to)
    return 'previous_period';
  return before;
}

// ---- names ----

function namesIn(words: Sentence, excluding: readonly Phrase[], reading: Reading): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (field: string, value: string, first: number, end: number) => {
    const left = excluding.find(phrase => words.leadsTo(phrase.end, first));
    if (left) words.take(left.at, left.end);
    const key = `${field} ${left ? 'not_in' : 'in'}`;
    found.set(key, [...(found.get(key) ?? []), value]);
    words.take(first, end);
  };
  for (const { first, end, names } of reading.names) {
    const [name] = names;
    if (!name || names.length > 1) continue;
    for (const [field, value] of fieldOf(name.named)) add(field, value, first, end);
  }
  for (const code of reading.codes) {
    if (code.kind === 'variant') add('sku', code.variant.sku, code.first, code.end);
    else if (code.kind === 'lot') add('lot', code.lots[0]!.lotNumber, code.first, code.end);
    else if (code.kind === 'document' && code.document === 'so') add('order', code.number, code.first, code.end);
    else if (code.kind === 'document' && code.document === 'po')
      add('purchase_order', code.number, code.first, code.end);
  }
  return found;
}

function fieldOf(named: Named): [string, string][] {
  switch (named.kind) {
    case 'variant':
      return [['sku', named.variant.sku]];
    case 'product':
      return [['product', named.variants[0]!.productName]];
    case 'category':
      return [['category', named.category]];
    case 'location':
      return [['location', named.location.code ?? named.location.name]];
    case 'supplier':
      return [['supplier', named.supplier.code ?? named.supplier.name]];
  }
}

// ---- words ----

/** The words of a question and which of them were taken. */
class Sentence {
  readonly #words: readonly string[];
  readonly #numbers: readonly (number | undefined)[];
  readonly #taken: boolean[];
  readonly #named: boolean[];
  took = 0;

  constructor({ tokens, names, codes, dates }: Reading) {
    this.#words = tokens.map(({ text }) => text);
    this.#numbers = tokens.map(({ number }) => number);
    this.#taken = tokens.map(() => false);
    this.#named = tokens.map(() => false);
    for (const { first, end } of [...names, ...codes, ...dates]) this.#named.fill(true, first, end);
  }

  before = (at: number): string => this.#words[at - 1] ?? '';
  isNumber = (at: number): boolean => this.#numbers[at] !== undefined && !this.#named[at];
  number = (at: number): number => this.#numbers[at]!;

  /** "coffee or tea". */
  hasRivals = ({ names }: Reading): boolean =>
    names.some(({ end }) => OR.has(this.#words[end] ?? '') && names.some(({ first }) => first === end + 1));

  take(at: number, end: number): void {
    this.#taken.fill(true, at, end);
  }

  takeWord(at: number): void {
    this.#taken[at] = true;
    this.took += 1;
  }

  /** Whether it carries on a list: "by location and month". */
  isJoined = (at: number): boolean => AND.has(this.before(at)) && this.#taken[at - 2] === true;

  /** Every phrase of the set, the longest first, that nothing has taken and that names nothing. */
  find(set: ReadonlySet<string>): Phrase[] {
    return this.#phrases(text => set.has(text));
  }

  findIn<V extends string>(table: ReadonlyMap<string, V>): (Phrase & { value: V })[] {
    return this.#phrases(text => table.has(text)).map(phrase => ({ ...phrase, value: table.get(phrase.text)! }));
  }

  #phrases(has: (text: string) => boolean): Phrase[] {
    const found: Phrase[] = [];
    for (let at = 0; at < this.#words.length; at += 1)
      for (let length = PHRASE_WORDS_MAX; length > 0; length -= 1) {
        const end = at + length;
        if (end > this.#words.length) continue;
        const isFree = !this.#taken.slice(at, end).includes(true) && !this.#named.slice(at, end).includes(true);
        const text = this.#words.slice(at, end).join(' ');
        if (!isFree || !has(text)) continue;
        found.push({ at, end, text });
        at = end - 1;
        break;
      }
    return found;
  }

  /** Whether nothing but empty words and other names lies between. */
  leadsTo(from: number, to: number): boolean {
    if (to < from) return false;
    for (let at = from; at < to; at += 1)
      if (
        !this.#named[at] &&
        !EMPTY.has(this.#words[at]!) &&
        !BY.has(this.#words[at]!) &&
        !WITHIN.has(this.#words[at]!)
      )
        return false;
    return true;
  }

  /** "more than 50", "priced under 10", "between 5 and 9": what is compared stands before or after it. */
  thresholds(): {
    attribute?: string;
    measure?: MeasureName;
    op: string;
    value: number | number[];
    at: number;
    end: number;
  }[] {
    const found = this.findIn(OPERATORS).flatMap(({ at, end, value: op }) =>
      this.isNumber(end) ? [{ op: op as string, value: this.number(end) as number | number[], at, end: end + 1 }] : [],
    );
    for (const { at, end } of this.find(BETWEEN))
      if (this.isNumber(end) && this.isNumber(end + 2))
        found.push({ op: 'between', value: [this.number(end), this.number(end + 2)], at, end: end + 3 });
    return found.map(each => {
      this.take(each.at, each.end);
      const near = this.#about(each.at, each.end);
      return { ...each, ...near };
    });
  }

  /** The attribute that a threshold is about: right before it, or right after. */
  #about(at: number, end: number): { attribute?: string } {
    const phrases = this.findIn(ATTRIBUTE_WORDS);
    const phrase = phrases.find(each => this.leadsTo(each.end, at) || (each.at >= end && this.leadsTo(end, each.at)));
    if (!phrase) return {};
    this.take(phrase.at, phrase.end);
    return { attribute: phrase.value };
  }

  /** Words that nothing took and that are not empty: of a name that is not known, or that fits several, every word. */
  leftOver(): string[] {
    return this.#words.filter(
      (word, at) => !this.#taken[at] && (this.#named[at] || !(EMPTY.has(word) || BY.has(word) || WITHIN.has(word))),
    );
  }
}
