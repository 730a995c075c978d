import { type Group, isTime } from '../../figures/dimensions.ts';
import type { Condition } from '../../figures/filters.ts';
import { type MeasureName, measureNamed } from '../../figures/measures.ts';
import type { Unit } from '../../kernel/calendar.ts';
import { isWord } from '../languages/dictionary.ts';
import type { Part } from '../words/parts.ts';
import { asksWhich } from './asking.ts';
import type { Chosen } from './chosen.ts';
import { type Item, isA, isNamed, meaningOf } from './item.ts';
import type { Computed, Setting } from './requests.ts';
import { isOfMean, type Sentence } from './sentence.ts';

/* What an answer computes from the figures of its query: means, shares of a total, changes in percent. */

const isSum = (name: MeasureName): boolean => ['money', 'units', 'orders'].includes(measureNamed(name).unit);
/** "On average per week": of all of the time, and not a row for each week. */
export function meanIn(sentence: Sentence, measures: readonly MeasureName[], dimensions: Group[]): Unit | undefined {
  const at = dimensions.findIndex(group => isTime(group) && group !== 'weekday');
  // "Which shop sells most per day".
  const isRate = asksWhich(sentence) && sentence.has('most', 'least', 'way') && dimensions.length > 1;
  const isPer = sentence.items.some(
    (item, of) => meaningOf(item, 'group')?.group === 'day' && sentence.before(of, 'by') !== undefined,
  );
  if (at < 0 || !(isOfMean(sentence) || (isRate && isPer && dimensions[at] === 'day'))) return undefined;
  if (!measures.every(name => isSum(name) && measureNamed(name).kind === 'period')) return undefined;
  sentence.takeAll('average');
  return dimensions.splice(at, 1)[0] as Unit;
}

/**
 * Whether a change is asked for in percent, "by how many percent", where "the share" would be one of the total. Takes
 * the words that say so.
 */
export function growthIn(sentence: Sentence): boolean {
  const isGrowth = sentence.free('percent').some(({ text }) => isWord('percent', text));
  if (isGrowth) sentence.takeAll('percent');
  return isGrowth;
}

/** "How much more revenue did Munich make than Hamburg", "how many cups more than mugs": what they differ by. */
export const differenceIn = ({ items, beside }: Sentence, measures: readonly MeasureName[]): boolean =>
  measures.length === 1 &&
  measures.every(isSum) &&
  items.some((item, at) => {
    if (isWord('difference', item.text) || (meaningOf(item, 'count') && isWord('byhow', items[at - 1]?.text)))
      return true;
    const next = beside(at, 1);
    const behind = isNamed(items[next]) ? beside(next, 1) : next;
    return meaningOf(item, 'count') && isA(items[behind], 'way', 'operator', 'compare');
  });

/** "Did we sell twice as many cups as mugs": what the first is of the second. */
export const ratioIn = (sentence: Sentence, measures: readonly MeasureName[]): boolean =>
  measures.length === 1 && measures.every(isSum) && sentence.hears('ratio');

const PART_OF_STOCK = /^(available|reserved|on_hold|shortage)$/;
/** Of what there are few, so that the rows of an answer are all of them. */
const SHARED: readonly Group[] = ['location', 'location_type', 'category', 'supplier'];

/**
 * "What share of revenue came from Munich": the figure of all, broken down by what is named instead of filtered by it.
 */
export function shareIn(
  { sentence, thresholds, carried }: Setting,
  { excluded }: Chosen,
  parts: readonly Part[],
  measures: readonly MeasureName[],
  dimensions: Group[],
  filters: Condition[],
): (Pick<Computed, 'shares'> & { part?: readonly string[] }) | undefined {
  const isShare =
    sentence.free('percent').some(({ text }) => !isWord('rate', text)) && !sentence.has('trend', 'compare');
  // What is blocked is a share of what is there, and not of all that is blocked.
  const isOfPart = measures.some(name => PART_OF_STOCK.test(name));
  const isListed = isOfPart || parts.some(part => part.dimensions ?? part.having);
  if (
    !isShare ||
    !measures.every(isSum) ||
    measures.length !== 1 ||
    isListed ||
    thresholds.length + excluded.length > 0
  )
    return undefined;
  const [group, ...more] = dimensions.length > 0 ? dimensions : (carried?.dimensions ?? []);
  const behind = behindCopula(sentence, filters);
  if (behind.length > 1 && !group) {
    sentence.takeAll('percent', 'backward');
    return { part: behind.map(({ field }) => field) };
  }
  const part = filters.length < 3 ? partOf(sentence, filters) : undefined;
  if (more.length > 0 || (!group && !part)) return undefined;
  sentence.takeAll('percent', 'backward');
  if (group) return { shares: { group, values: [] } };
  if (!SHARED.includes(part!.field as Group)) return { part: [part!.field] };
  filters.splice(filters.indexOf(part!), 1);
  dimensions.push(part!.field as Group);
  return { shares: { group: part!.field as Group, values: part!.value as string[] } };
}

const isOfField = (item: Item, { field }: Condition): boolean =>
  field === 'location_type'
    ? meaningOf(item, 'place') !== undefined
    : item.name?.names.some(
        ({ named: { kind, skus } }) => kind === field || (skus.length > 0 && ['sku', 'product'].includes(field)),
      ) === true;

/** "What share of the units sold was coffee in 250 g": of all units, what is both. */
function behindCopula({ items }: Sentence, filters: readonly Condition[]): readonly Condition[] {
  const share = items.findIndex(item => meaningOf(item, 'percent'));
  const copula = items.findIndex(({ text }, at) => at > share && isWord('copula', text));
  if (copula < 0) return [];
  return filters.filter(filter => items.findIndex(item => isOfField(item, filter)) > copula);
}

/**
 * Which of two is the part: "the share of revenue in Hamburg that was tea", "of tea in Hamburg's revenue", "of tea in
 * revenue at Hamburg".
 */
function partOf({ items }: Sentence, filters: readonly Condition[]): Condition | undefined {
  const placeOf = (filter: Condition): number => items.findIndex(item => isOfField(item, filter));
  const [one, other] = [...filters].sort((a, b) => placeOf(a) - placeOf(b));
  if (!one || !other) return one;
  const [share, figure] = (['percent', 'part'] as const).map(kind =>
    items.findIndex(item => meaningOf(item, kind)),
  ) as [number, number];
  const isBetween = placeOf(one) < share && share < placeOf(other);
  // "The share of tea in …", but "of the tea revenue".
  const isLed = share < placeOf(one) && figure > placeOf(one) + 1;
  return isBetween || isLed || figure > placeOf(other) ? one : other;
}
