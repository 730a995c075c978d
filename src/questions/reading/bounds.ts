import type { Group } from '../../figures/dimensions.ts';
import type { Condition } from '../../figures/filters.ts';
import { type MeasureName, measureNamed } from '../../figures/measures.ts';
import { isWord } from '../languages/dictionary.ts';
import { LISTS, type Part } from '../words/parts.ts';
import { asksWhich } from './asking.ts';
import { countsDocuments, subjectOf } from './documents.ts';
import type { Draft } from './draft.ts';
import { hasWord, type Item, isA, isSmall, meaningOf } from './item.ts';
import { isOfEach, type Sentence } from './sentence.ts';
import { boundOf, fits, nearest, type Threshold } from './thresholds.ts';

/* Conditions on the figures of a query. */

/** Adds what the figures have to be. False if the conditions are not understood. */
export function bounded(draft: Draft): boolean {
  const { setting, parts, measures, dimensions, having, lacked, rivals } = draft;
  const { sentence, thresholds } = setting;
  having.push(...parts.flatMap(part => part.having ?? []), ...draft.spanned);
  for (const { at, name } of lacked) {
    sentence.take(at);
    having.push({ field: name, op: name === 'available' ? '<=' : '=', value: 0 });
  }
  if (draft.isLast || draft.isHeldBack || (lacked.length === 0 && isOfHeld(sentence, measures, dimensions)))
    having.push({ field: measures[0]!, op: '>', value: 0 });
  having.push(...alsoIn(sentence, measures).filter(({ field }) => !lacked.some(({ name }) => name === field)));
  for (const threshold of thresholds) boundBy(draft, threshold);
  // "But" joins conditions; two conditions on one figure may apply to different places.
  const isTwice = new Set(having.map(({ field }) => field)).size < having.length;
  // "Less than 5 available in Munich, but more than 20 sold in Hamburg".
  const [one, other] = thresholds;
  const isApart =
    rivals.length > 0 && other && sentence.items.slice(one!.to + 1, other.from).some(({ name }) => name !== undefined);
  if (isApart || (isTwice && (rivals.length > 0 || contradict(having)))) return false;
  // "Without a reorder point, less than 10 pieces": what there is none of has no other bound.
  const isBoundTwice = ({ name }: { name: MeasureName }) => having.filter(({ field }) => field === name).length > 1;
  if (lacked.some(isBoundTwice)) return false;
  const isOfPlaces = isTwice && draft.chosen.included.locations.length > 1;
  for (const { at, text } of sentence.free('except')) {
    // "Stock but no sales".
    const next = sentence.items.find((item, to) => to > at && !isSmall(item) && !meaningOf(item, 'hold'));
    const joins = having.length > 1 || meaningOf(next, 'state');
    if (isWord('but', text) && ((thresholds.length > 1 && !isOfPlaces) || (next?.taken && joins))) sentence.take(at);
  }
  return true;
}

/** Says so where what is bounded is added up over several places: "teas under 5 in the shops". */
export function together({ setting, dimensions, filters, having }: Draft): boolean {
  const isOfSeveral = filters.some(
    ({ field, op, value }) =>
      field === 'location_type' || (field === 'location' && op === 'in' && [value].flat().length > 1),
  );
  if (having.length > 0 && isOfSeveral && !dimensions.some(group => group.startsWith('location')))
    setting.assumptions.push('of these locations together');
  return true;
}

/** Adds a condition with a number to the filters, or to those on figures. */
function boundBy(draft: Draft, threshold: Threshold): void {
  const { setting, parts, measures, dimensions, filters, having, also } = draft;
  const { sentence } = setting;
  // "At least 20 % more than in September".
  if (isOfGrowth(draft, threshold)) {
    also.grown = { op: threshold.op, value: boundOf(threshold) as number };
    return;
  }
  const { from, to, field = measureOf(sentence, threshold, measures, dimensions), op } = threshold;
  const bound = { op, value: boundOf(threshold) };
  // "More than 10 items below the reorder point" counts items, which no figure does.
  const counted = meaningOf(sentence.items[to + 1], 'group')?.group ?? '';
  const isOfItems = IS_GOODS.test(counted) && parts.some(part => part.having);
  // "Any place that took less than 3000" is not about single movements.
  // "Has not sold more than 10" is no condition on what was not sold at all.
  const isOfNone = parts.includes(LISTS.DEAD) && isA(sentence.items[from - 1], 'part');
  if (!field || isOfItems || isOfNone || (!threshold.field && parts.includes(LISTS.MOVED)))
    return sentence.untake(from, to);
  const isLate = field === 'on_time_rate' && parts.some(part => OF_LATE.includes(part));
  (threshold.field ? filters : having).push({ field, ...(isLate ? rest(bound) : bound) } as Condition);
}

const isOfGrowth = ({ setting: { sentence }, measures, dimensions, times }: Draft, { counted, to }: Threshold) =>
  counted === 'percent' &&
  times.compareTo !== undefined &&
  dimensions.length > 0 &&
  measureNamed(measures[0]!).unit !== 'rate' &&
  (isA(sentence.items[to + 1], 'way', 'compare') || sentence.has('trend'));

/** "Late more than 10 % of the time": on time less than 90 %. */
const OF_LATE: readonly Part[] = [LISTS.UNRELIABLE, LISTS.LATE_SUPPLIERS];
const FLIPPED: { readonly [op: string]: Condition['op'] } = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
function rest({ op, value }: Pick<Condition, 'op'> & { value: number | number[] }): Pick<Condition, 'op' | 'value'> {
  const values = [value].flat().map(each => Number((1 - each).toFixed(4)));
  return { op: FLIPPED[op] ?? op, value: Array.isArray(value) ? values.reverse() : values[0]! };
}

/** The measure that a condition is about: of those with its unit, the one named directly after or before it. */
function measureOf(
  { items }: Sentence,
  threshold: Threshold,
  all: readonly MeasureName[],
  dimensions: readonly Group[],
): MeasureName | undefined {
  const { from, to, counted } = threshold;
  const isOfDocuments = countsDocuments({ items }, threshold);
  const measures = all.filter(
    name => fits(threshold, name) && (!isOfDocuments || measureNamed(name).unit === 'orders'),
  );
  // "Orders over 500" may mean units or money: it is handed back.
  if (dimensions.includes('order') && counted === undefined) return undefined;
  // "Revenue from orders over 100 euros", "stock by location for items under 10": a condition on what is not a row.
  const of = subjectOf(items, from);
  if (of && !dimensions.some(each => each === of || (IS_GOODS.test(each) && IS_GOODS.test(of)))) return undefined;
  return nearest({ items }, from, to, measures);
}
const IS_GOODS = /^(sku|product|lot)$/;

/** "Less than 15 and more than 100" of one figure. */
const contradict = (having: readonly Condition[]): boolean =>
  having.some(({ field, op, value }) =>
    having.some(other => other.field === field && /</.test(op) && />/.test(other.op) && other.value! >= value!),
  );

const HELD: readonly MeasureName[] = ['on_hold', 'reserved', 'incoming', 'in_transit'];
/** "Which lots are blocked": those of which something is. */
const isOfHeld = (sentence: Sentence, [measure]: readonly MeasureName[], dimensions: readonly Group[]): boolean =>
  HELD.includes(measure!) &&
  !sentence.has('except', 'least') &&
  (dimensions.includes('lot') ||
    (!sentence.has('count') && sentence.items.some(item => meaningOf(item, 'each') && !isOfEach(item))));

const ASKING = ['count', 'each', 'by', 'where', 'most', 'least', 'operator', 'except'] as const;
/** "Which items are out of stock that we bought in September": what else is to be so of what is listed. */
function alsoIn(sentence: Sentence, measures: readonly MeasureName[]): Condition[] {
  const { items } = sentence;
  const partOf = (item: Item) => meaningOf(item, 'part')?.part;
  const list = items.findIndex(item => item.taken && partOf(item)?.having);
  const isOpen = isWord('what', items[0]?.text) && !sentence.has('count');
  if (list < 0 || !(asksWhich(sentence) || isOpen || sentence.before(list, 'each') !== undefined)) return [];
  return items.flatMap((item, at): Condition[] => {
    const [name] = partOf(item)?.measures ?? [];
    const isSaid = at !== list && item.taken && name && measures.includes(name) && !partOf(item)!.sort;
    const between = at > list ? items.slice(list + 1, at) : items.slice(at + 1, list);
    const isAsked = between.some(each => isWord('with', each.text) || isA(each, ...ASKING));
    const isQuantity = name && measureNamed(name).unit === 'units' && name !== 'on_hand' && name !== 'available';
    return isSaid && isQuantity && !isAsked ? [{ field: name, op: '>', value: 0 }] : [];
  });
}

/** Where it says that there is none of a figure: "which items have neither stock nor returns". */
export const lackedIn = (
  sentence: Sentence,
  measures: readonly MeasureName[],
  isListed: boolean,
): { at: number; name: MeasureName }[] =>
  !isListed && !asksWhich(sentence) && !meaningOf(sentence.items[sentence.beside(-1, 1)], 'group')
    ? []
    : sentence.items.flatMap(({ text }, at) => {
        const item = sentence.items[sentence.beside(at, 1)];
        const part = meaningOf(item, 'part')?.part;
        const name = part?.measures[0] ?? (meaningOf(item, 'noun')?.noun === 'return' ? 'units_returned' : undefined);
        // German "weder verkauft noch eingekauft".
        const isNor = sentence.items.slice(0, at).some(each => hasWord('neither', each));
        return (isWord('lack', text) || (isNor && isWord('nor', text))) &&
          name &&
          !part?.having &&
          part !== LISTS.SUPPLIES &&
          measures.includes(name)
          ? [{ at, name }]
          : [];
      });
