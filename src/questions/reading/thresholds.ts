import type { Condition } from '../../figures/filters.ts';
import { type MeasureName, measureNamed } from '../../figures/measures.ts';
import { isWord, tableOf, wordsOf } from '../languages/dictionary.ts';
import type { CountedUnit } from '../words/words.ts';
import { isA, isSmall, meaningOf } from './item.ts';
import { isOfGoods, type Sentence } from './sentence.ts';

/* "More than 50", "priced under 10", "above 30 %": conditions with a number. */

export interface Threshold {
  /** Its items. */
  from: number;
  to: number;
  /** The attribute that it is about; if absent, it is about a measure. */
  field?: string;
  /** What its number counts, if named. */
  counted?: CountedUnit | 'days';
  op: Condition['op'];
  value: number | number[];
}

const WAYS = new Map([...tableOf('way', String), ...tableOf('operator', String)]);

/** "more than 50", "priced under 10", "between 5 and 9", "10 or less": what is compared is before or after it. */
export function thresholdsIn(sentence: Sentence): Threshold[] {
  const { items } = sentence;
  // "More than 90 days" of cover or age; otherwise days are a time.
  const isOfDays = items.some(item => {
    const part = meaningOf(item, 'part')?.part;
    return part && part.measures[0] !== 'units_sold' && measureNamed(part.measures[0]!).unit === 'days';
  });
  const valueAt = (at: number): number | undefined => items[at]?.number ?? (isOfDays ? items[at]?.days : undefined);
  const numberAfter = (at: number): number | undefined =>
    [at + 1, at + 2].find(to => valueAt(to) !== undefined && (to === at + 1 || isSmall(items[at + 1])));
  const found: Threshold[] = [];
  for (const { at, meaning } of sentence.free('operator')) {
    const to = numberAfter(at);
    if (to !== undefined) found.push({ from: at, to, op: meaning.op, value: valueAt(to)! });
  }
  for (const { at } of sentence.free('between')) {
    const low = numberAfter(at);
    const high = low === undefined ? undefined : numberAfter(low + 1);
    if (high !== undefined) found.push({ from: at, to: high, op: 'between', value: [valueAt(low!)!, valueAt(high)!] });
  }
  // "Priced from 20 to 60".
  for (const [at, { text, taken }] of items.entries()) {
    const [low, high] = [items[at + 1]?.number, items[at + 3]?.number];
    const isRange = !taken && isWord('from', text) && isWord('to', items[at + 2]?.text);
    if (isRange && low !== undefined && high !== undefined)
      found.push({ from: at, to: at + 3, op: 'between', value: [low, high] });
  }
  for (const { at } of sentence.free('or')) {
    // "10 or more", "10 pieces or more".
    const from = items[at - 1]?.number === undefined && meaningOf(items[at - 1], 'unit') ? at - 2 : at - 1;
    const [number, word] = [items[from]?.number, items[at + 1]?.text ?? ''];
    const op = ({ up: '>=', '>': '>=', down: '<=', '<': '<=' } as const)[WAYS.get(word) as 'up'];
    if (number !== undefined && op) found.push({ from, to: at + 1, op, value: number });
  }
  return found
    .filter(threshold => !isOfOther(sentence, threshold))
    .map(threshold => aboutIn(sentence, withUnit(sentence, threshold)));
}

const HOURS = wordsOf('date hours');
/** "Between 9 and 11 am" is a time of day, "orders with at least 5 items" counts lines: no figure has either. */
function isOfOther({ items }: Sentence, { from, to }: Threshold): boolean {
  const next = items[to + 1];
  const isOfLines = isWord('with', items[from - 1]?.text) && meaningOf(next, 'group')?.group === 'sku';
  // "In at least two shops" counts shops.
  const isOfPlaces =
    isWord('in', items[from - 1]?.text) && Boolean(meaningOf(next, 'place') ?? meaningOf(next, 'group'));
  // "Between 9 and 12 yesterday".
  const isOfDay = meaningOf(items[from], 'between') !== undefined && next?.date !== undefined;
  return isOfLines || isOfPlaces || isOfDay || HOURS.has(next?.text ?? '') || isWord('clock', next?.text);
}

/** With the unit after its number: "15 euros", "50 percent". */
function withUnit({ items }: Sentence, threshold: Threshold): Threshold {
  const signed = items.slice(threshold.from, threshold.to + 1).find(({ sign }) => sign)?.sign;
  const next = items[threshold.to + 1];
  const said = meaningOf(next, 'unit')?.unit ?? (meaningOf(next, 'percent') ? 'percent' : undefined);
  // "Stock over 90 days" is of its age, and not of its quantity.
  const isOfDays = items.slice(threshold.from, threshold.to + 1).some(({ days }) => days !== undefined);
  const counted = isOfDays ? 'days' : (signed ?? said);
  return { ...threshold, ...(counted && { counted }), ...(said && { to: threshold.to + 1 }) };
}

/** Takes it, with the attribute that it is about: "priced under 10", "items under 10 euros". */
function aboutIn(sentence: Sentence, threshold: Threshold): Threshold {
  const { from, to, counted } = threshold;
  const { items } = sentence;
  for (let at = from; at <= to; at += 1) sentence.take(at);
  // No price is a percentage.
  const about = [sentence.beside(from, -1), sentence.beside(to, 1)].find(
    at => meaningOf(items[at], 'attribute') && !items[at]!.taken && counted !== 'percent',
  );
  // The cost of a delivery is not that of its items.
  if (about !== undefined && !sentence.has('noun')) {
    sentence.take(about);
    return { ...threshold, field: meaningOf(items[about], 'attribute')!.field };
  }
  // "Cups that sell at under 15 euros": what one of them costs.
  let sold = from - 1;
  while (isSmall(items[sold]) || isA(items[sold], 'within', 'by')) sold -= 1;
  if (counted === 'money' && sold < from - 1 && isWord('sell', items[sold]?.text)) {
    sentence.take(sold);
    return { ...threshold, field: 'unit_price' };
  }
  // "Sell under 60" may be a price or a number of units: it is handed back; "sell more than 60 cups" is not.
  const isEither = isWord('sell', items[from - 1]?.text) && !(items[to + 1] && isOfGoods(items[to + 1]!));
  if (isEither && counted === undefined) sentence.take(from - 1);
  const goods = items[isWord('limit', items[from - 1]?.text) ? from - 2 : from - 1];
  const isPricedAs =
    isWord('goods', goods?.text) ||
    ['sku', 'product'].includes(meaningOf(goods, 'group')?.group ?? '') ||
    goods?.name?.names.every(({ named }) => ['category', 'product', 'variant'].includes(named.kind));
  const next = meaningOf(items[sentence.beside(to, 1)], 'part')?.part.measures[0];
  const isPriced = counted === 'money' && isPricedAs && !(next && measureNamed(next).unit === 'money');
  return isPriced ? { ...threshold, field: 'unit_price' } : threshold;
}

const UNITS = { money: 'money', units: 'units', weight: 'units', percent: 'rate', days: 'days' } as const;

/** Whether a measure has the unit of the condition. */
export const fits = ({ counted }: Threshold, name: MeasureName): boolean =>
  counted === undefined || measureNamed(name).unit === UNITS[counted];

/** The measure that is said nearest to these items, or else the first. */
export function nearest(
  { items }: Pick<Sentence, 'items'>,
  from: number,
  to: number,
  measures: readonly MeasureName[],
): MeasureName | undefined {
  for (let away = 1; away < items.length; away += 1)
    for (const at of [to + away, from - away]) {
      const own = items[at]?.meanings.flatMap(meaning => (meaning.kind === 'part' ? meaning.part.measures : []));
      const name = own?.find(each => measures.includes(each));
      if (name) return name;
    }
  return measures[0];
}

/** Rates are fractions of 1. */
export const boundOf = ({ counted, value }: Threshold): number | number[] => {
  if (counted !== 'percent') return value;
  return Array.isArray(value) ? value.map(each => each / 100) : value / 100;
};
