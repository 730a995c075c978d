import type { Condition } from '../../figures/filters.ts';
import { measureNamed } from '../../figures/measures.ts';
import { isSmall, meaningOf, type Sentence } from './sentence.ts';

/* "More than 50", "priced under 10": conditions with a number. */

export interface Threshold {
  /** The items that say it. */
  from: number;
  to: number;
  field?: string;
  op: Condition['op'];
  value: number | number[];
}

const MORE = /^(more|above|over|mehr|mas|plus|piu|mais)$/;
const LESS = /^(less|fewer|below|weniger|menos|moins|meno)$/;

/** "more than 50", "priced under 10", "between 5 and 9", "10 or less": what is compared stands before or after it. */
export function thresholdsIn(sentence: Sentence): Threshold[] {
  const { items } = sentence;
  // "More than 90 days" of a cover or an age; else days are a time.
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
  for (const { at } of sentence.free('or')) {
    const [number, word] = [items[at - 1]?.number, items[at + 1]?.text ?? ''];
    const op = MORE.test(word) ? '>=' : LESS.test(word) ? '<=' : undefined;
    if (number !== undefined && op) found.push({ from: at - 1, to: at + 1, op, value: number });
  }
  return found.map(threshold => {
    const { from, to } = threshold;
    for (let at = from; at <= to; at += 1) sentence.take(at);
    const about = [sentence.beside(from, -1), sentence.beside(to, 1)].find(
      at => meaningOf(items[at], 'attribute') && !items[at]!.taken,
    );
    if (about === undefined) return threshold;
    sentence.take(about);
    return { ...threshold, field: meaningOf(items[about], 'attribute')!.field };
  });
}
