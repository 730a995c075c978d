import { type Group, isTime } from '../../figures/dimensions.ts';
import type { MeasureName } from '../../figures/measures.ts';
import { isWord, tableOf } from '../languages/dictionary.ts';
import { LISTS, type Part } from '../words/parts.ts';
import { asksWhether, asksWhich } from './asking.ts';
import type { Draft } from './draft.ts';
import { groupOf, type Item, isA, isSmall, meaningOf } from './item.ts';
import type { Setting } from './requests.ts';
import { isOfEach, type Sentence } from './sentence.ts';
import { isNewest } from './tenses.ts';
import { nearest } from './thresholds.ts';

/* The order of the rows, how many of them, and which: "the best seller of each shop", "the second largest order". */

/** The maximum number of rows of an answer, and the default for a ranking. */
const ROWS_MAX = 200;
const RANKED = 10;
/** How many are read to rank them otherwise than the query does, or within groups. */
const RANKED_MAX = 1000;

/** How rows are ordered, and how many are asked for. */
export function ranked(draft: Draft): boolean {
  const { setting, parts, measures, dimensions, having, rivals, times, way } = draft;
  const { sentence, thresholds, carried } = setting;
  // "Cheapest tea and dearest coffee": no rows are in both orders.
  if (OPPOSED.some(ends => ends.every(end => parts.includes(end)))) return false;
  const isInTime = draft.dimensions.some(isTime);
  // "Which store sold more", where nothing says than what: most.
  const isAlone =
    asksWhich(sentence) && dimensions.length > 0 && !times.compareTo && rivals.length + thresholds.length === 0;
  // "Which category grew the most".
  const rank = draft.changed
    ? `${draft.changed === 'most' ? '-' : ''}${measures[0]!}_change`
    : rankIn(sentence, parts, measures, dimensions, isAlone ? way : undefined);
  if (!rank && having.length === 1 && dimensions.length === 0 && asksWhether(setting))
    draft.also.whether = having.pop()!;
  if ((rank || having.length > 0) && dimensions.length === 0 && !carried?.dimensions?.length) dimensions.push('sku');
  const documents =
    isNewest(sentence) && !isInTime ? dimensions.find(group => ['order', 'purchase_order'].includes(group)) : undefined;
  const isIn = (sort: string) => [...measures, ...dimensions].some(name => sort.endsWith(name));
  const sort =
    (draft.isLast ? '-day' : rank) ??
    (documents && `-${documents}`) ??
    parts.find(part => part.sort && isIn(part.sort))?.sort;
  // The top 3 of each month are no 3 rows.
  const isOfEachTime = dimensions.length > 1 && isInTime && !isTime(sort?.replace('-', '') as Group);
  const usual = rank ? RANKED : ((sort === undefined ? carried?.limit : undefined) ?? ROWS_MAX);
  draft.sort = sort;
  const each = draft.isLast ? undefined : placesIn(draft, rank);
  const limit = draft.isLast ? 1 : limitIn(setting, parts, sort !== undefined && (each !== undefined || !isOfEachTime));
  draft.limit = limit ?? usual;
  if (draft.also.grown ?? draft.also.sides) draft.limit = RANKED_MAX;
  if (each) {
    const first = each.place ?? 1;
    draft.also.places = { of: each.of, first, last: each.place ?? limit ?? 1 };
    draft.limit = RANKED_MAX;
  }
  // "Which product gives the most margin per unit", "grew most in percent": no figure has it, so that the answer puts
  // the rows in order.
  const rate = rateOf(draft);
  if (rate && rank) {
    const of = eachIn(sentence, parts, dimensions);
    if (of.length > 0 && of.length < dimensions.length) return false;
    draft.also[rate] = { order: rank.startsWith('-') ? 'most' : 'least', limit: draft.limit };
    draft.limit = RANKED_MAX;
  }
  return true;
}

const OPPOSED: readonly (readonly Part[])[] = [
  [LISTS.DEAREST, LISTS.CHEAPEST],
  [LISTS.BEST, LISTS.WORST],
];

/** What the rows are ordered by that is computed of each. */
const rateOf = ({ also, changed }: Draft) => (also.perUnit ? 'perUnit' : changed && also.growth ? 'growth' : undefined);

/** Which rows of each of some groups are asked for, or which of all: "the best of each", "the second best". */
function placesIn(draft: Draft, rank: string | undefined) {
  const { setting, parts, dimensions } = draft;
  const { sentence } = setting;
  if (rateOf(draft) || !(rank ?? parts.some(isSuperlative))) return undefined;
  const of = eachIn(sentence, parts, dimensions);
  const { place, at } = placeIn(sentence) ?? {};
  if (at !== undefined) sentence.take(at);
  const isOfEach = of.length > 0 && of.length < dimensions.length;
  return isOfEach || place ? { of: isOfEach ? of : [], place } : undefined;
}

/** By the first measure, largest or smallest first, or in the order of a list. */
function rankIn(
  sentence: Sentence,
  parts: readonly Part[],
  measures: readonly MeasureName[],
  dimensions: readonly Group[],
  way: 'up' | 'down' | undefined,
): string | undefined {
  const [isMost, isLeast] = [sentence.has('most') || way === 'up', sentence.has('least') || way === 'down'];
  const at = (['most', 'least', 'way'] as const).flatMap(kind => sentence.free(kind))[0]?.at ?? 0;
  if (!isMost && !isLeast) return undefined;
  const said = sentence.items[at];
  sentence.takeAll('most', 'least', ...(way ? (['way', 'compare'] as const) : []));
  // "The most overdue", "open for longest": by when it was to come, or by its number.
  const isOfAge =
    isWord('long', said?.text) || meaningOf(sentence.items[sentence.beside(at, 1)], 'state')?.state === 'late';
  const age = isOfAge ? AGES.find(group => dimensions.includes(group)) : undefined;
  if (age) return isMost ? age : `-${age}`;
  const own = parts.find(part => part.sort && measures.some(name => part.sort!.endsWith(name)))?.sort;
  const by = nearest(sentence, at, at, measures)!;
  // The best lead time is the shortest.
  const isTurned = isWord('judged', said?.text) && isCost(by);
  return own && !isLeast ? own : `${(isLeast && !isMost) !== isTurned ? '' : '-'}${by}`;
}
/** What tells how long something has been there, from the first on. */
const AGES: readonly Group[] = ['expected_on', 'order', 'purchase_order'];
/** Whether less of it is better. */
const isCost = (name: MeasureName): boolean =>
  /^lead|waste|return|stock_out|lost|shortage|cost|purchase_price|age_days/.test(name);

/** The number of rows: "top 5", "the 3 worst", "the last 5 orders". */
function limitIn({ sentence, assumptions }: Setting, parts: readonly Part[], isOrdered: boolean): number | undefined {
  sentence.takeAll(...(isOrdered ? (['latest'] as const) : []));
  const at = sentence.items.findIndex(({ number, taken, sign }) => number !== undefined && !taken && !sign);
  const number = sentence.items[at]?.number;
  if (number === undefined || !Number.isInteger(number) || number < 1) return undefined;
  if (parts[0]?.measures.includes('available') && !isOrdered) {
    // "Can we ship 40 from Berlin?"
    sentence.take(at);
    assumptions.push(`${number} are asked for`);
  }
  // "By margin, the first 3".
  const isOfFirsts = isWord('firsts', sentence.items[at - 1]?.text) && at === sentence.items.length - 1;
  if (!isOrdered || number > ROWS_MAX || !(isOfFirsts || isOfRows(sentence, at))) return undefined;
  sentence.take(at, ...(isOfFirsts ? [at - 1] : []));
  return number;
}

/** Whether a number says how many: "top 5", "3 worst", "5 items"; not "plus 7", "7 times", "in two locations". */
function isOfRows(sentence: Sentence, at: number): boolean {
  const [before, next] = [sentence.items[sentence.beside(at, -1)], sentence.items[sentence.beside(at, 1)]];
  const ranks = (item: Item | undefined) =>
    isA(item, 'most', 'least', 'latest') || meaningOf(item, 'part')?.part.sort !== undefined;
  const isThing = isA(next, 'group', 'place', 'noun') || next?.name !== undefined;
  // "How long will 100 FLT-01 last".
  const isOfOne = next?.code?.kind === 'variant' && !isA(before, 'most', 'least', 'latest');
  return (!isOfOne && (ranks(before) || ranks(next))) || (isThing && !isWord('in', sentence.items[at - 1]?.text));
}

/** Lists that say themselves what comes first. */
const SUPERLATIVE: readonly Part[] = [
  LISTS.BEST,
  LISTS.WORST,
  LISTS.DEAREST,
  LISTS.CHEAPEST,
  LISTS.FAST_SUPPLIERS,
  LISTS.LATE_SUPPLIERS,
];
/** Whether the list is of what comes first, such as best sellers. */
const isSuperlative = (part: Part): boolean => SUPERLATIVE.includes(part);

const timeOrGroupOf = (item: Item): Group | undefined => meaningOf(item, 'timely')?.group ?? groupOf(item);

/** Of these groups, those of each of which something is ranked: "each shop", "per quarter". */
export function eachIn(sentence: Sentence, parts: readonly Part[], groups: readonly Group[]): Group[] {
  const { items } = sentence;
  const isSaid = (item: Item, at: number): boolean => {
    const each = sentence.before(at, 'each', 'by');
    const and = sentence.before(at, 'and');
    if (and !== undefined && and > 0 && isSaid(items[and - 1]!, and - 1)) return true;
    // "Which shop sells most a day" asks for a mean.
    const isRate = timeOrGroupOf(item) === 'day' && asksWhich(sentence) && !parts.some(isSuperlative);
    if (meaningOf(item, 'timely')) return !isRate;
    if (each === undefined) return false;
    return meaningOf(items[each], 'each') ? isOfEach(items[each]!) : !isRate;
  };
  // "Of each tea": of each item of the category.
  const groupAt = (item: Item) =>
    timeOrGroupOf(item) ?? (item.name?.names.every(({ named }) => named.kind === 'category') ? 'sku' : undefined);
  return groups.filter(group => items.some((item, at) => groupAt(item) === group && isSaid(item, at)));
}

const ORDINALS = tableOf('date ordinal', Number);
/** Which place of a ranking is asked for, with where that is said: "the second best", "der drittgrößte". */
function placeIn(sentence: Sentence): { place: number; at: number } | undefined {
  const { items } = sentence;
  const ranks = (item: Item) => isA(item, 'most', 'least') || isSuperlative(meaningOf(item, 'part')?.part ?? NO_PART);
  const isBetween = (item: Item) => isSmall(item) || isA(item, 'group', 'noun', 'place') || item.name !== undefined;
  const at = items.findIndex((item, index) => {
    const next = items.slice(index + 1).findIndex(each => ranks(each));
    // Italian "secondo" is "by", too.
    const isAlone = item.meanings.every(({ kind }) => kind === 'by' || kind === 'empty') && item.date === undefined;
    return isAlone && ORDINALS.has(item.text) && next >= 0 && items.slice(index + 1, index + 1 + next).every(isBetween);
  });
  return at < 0 ? undefined : { place: ORDINALS.get(items[at]!.text)!, at };
}
const NO_PART: Part = { measures: [] };
