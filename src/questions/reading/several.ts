import { isTime } from '../../figures/dimensions.ts';
import { measureNamed } from '../../figures/measures.ts';
import { has } from '../../figures/plan.ts';
import { isWord, wordsOf } from '../languages/dictionary.ts';
import { isWithin, type Span } from '../names/codes.ts';
import { MEANINGS } from '../words/words.ts';
import { type Asked, asked } from './asked.ts';
import { countsGoods, isGoods } from './asking.ts';
import { isFlow } from './effects.ts';
import { type Item, isA, isSmall, meaningOf } from './item.ts';
import { worthOf } from './measures.ts';
import { isIdle, splitAt } from './pieces.ts';
import type { Reading } from './reading.ts';
import { DIMENSIONS_MAX, type Query } from './requests.ts';
import { isOfEach, Sentence, sentenceOf, thereofIn } from './sentence.ts';

/* Several questions of one text: which of them are one, and which are asked apart. */

/** What a pronoun may stand for in the same sentence. */
export const isThing = (word: string): boolean =>
  word.startsWith('{') || (MEANINGS.get(word) ?? []).some(({ kind }) => ['noun', 'group', 'place'].includes(kind));

const measuresOf = (request: Asked['request']): readonly string[] =>
  request?.kind === 'query' ? request.query.measures : [];

/**
 * Combines the parts of a text if the later ones add to the first: "how many did we sell, and what did that bring in?"
 * Otherwise returns the first, and the others separately.
 */
export function dividedIn(reading: Reading, parts: readonly [Span, ...Span[]], today: string): [Span, Span[]] {
  const [first, ...rest] = parts;
  if (rest.length === 0) return [first, []];
  const hasIn = (span: Span, found: readonly Span[]): boolean => found.some(each => isWithin(each, span));
  const isNamed = (span: Span): boolean => hasIn(span, [...reading.names, ...reading.codes, ...reading.dates]);
  const whole = { first: first.first, end: rest.at(-1)!.end };
  const each = parts.map(part => asked(reading, part, today));
  const asks = (span: Span) => isWord('asks', reading.tokens[span.first]!.text) && span.end - span.first > 2;
  const ours = parts.filter((_, at) => each[at]!.request !== undefined);
  // "Lot 42 is suspicious. Which roasts were made with it?"
  const isOfCode = reading.codes.some(code => code.end <= first.end && ['document', 'lot'].includes(code.kind));
  const refersBack = rest.every(
    span => !isNamed(span) && reading.tokens.slice(span.first, span.end).some(({ text }) => isWord('refers', text)),
  );
  if (ours.length === 0 || (isOfCode && refersBack)) return [whole, []];
  // "What did we sell, and how much of that is there": of these, and not of all.
  const listed = each[0]!.request;
  const isOfGoods = hasIn(first, [
    ...reading.names.filter(({ names }) => names[0]!.named.skus.length > 0),
    ...reading.codes,
  ]);
  const areListed = listed?.kind === 'query' && isOfItems(listed.query);
  const isOfThose = ({ first, end }: Span) => areListed || thereofIn(new Sentence(reading, { first, end })).length > 0;
  if (!isOfGoods && rest.some(span => asksLeft(reading, span) && isOfThose(span))) return [first, rest];
  const together = asked(reading, whole, today);
  if (ours.length < 2) {
    const own = each.find(one => one.request)!.request;
    // "How many units and how much revenue did Munich make": the units are of Munich, too. What is asked behind it and
    // adds nothing was not understood.
    const isOne = rest.some(isNamed)
      ? measuresOf(together.request).length > measuresOf(own).length && together.leftOver.length === 0
      : !addsNothing(together.request, own) || !rest.some(asks);
    return isOne ? [whole, []] : [ours[0]!, parts.filter(part => part !== ours[0] && (isNamed(part) || asks(part)))];
  }
  const measured = each.flatMap(({ request }) => (request?.kind === 'query' ? measuresOf(request) : ['']));
  const { request } = together;
  const isOne =
    request?.kind === 'query' &&
    together.leftOver.length === 0 &&
    measured.every(name => (request.query.measures as string[]).includes(name)) &&
    // "What is in stock, and when does more come": one has no rows of the other's.
    areOfGroups(request.query) &&
    // "What sold best, and what came back most": each has an order of its own.
    !rest.some(span => ranks(reading, span)) &&
    // "How many orders, and which item sold best": a total is not told by a row for each item.
    !each.some(own => own.request?.kind === 'query' && isTotalOf(own.request.query, request.query));
  // "How many are there, and how many did we sell in October": the days are not of what there is now.
  const isOfKind = (at: number, kind: 'period' | 'instant'): boolean => {
    const query = each[at]!.request;
    return query?.kind === 'query' && query.query.measures.every(name => measureNamed(name).kind === kind);
  };
  const areApart = parts.every((part, at) => isOfKind(at, hasIn(part, reading.dates) ? 'period' : 'instant'));
  // "How much is reserved, and how much is available of the cups": both are of the cups.
  const isSum = (at: number): boolean => {
    const request = each[at]!.request;
    return isOfKind(at, 'instant') && request?.kind === 'query' && !request.query.dimensions?.length;
  };
  const isOfSame = !isNamed(first) && !sentenceOf(reading, first).some(isThing) && parts.every((_, at) => isSum(at));
  // "How much did we roast, and how much did we sell in October": both are of then.
  const isOfThen = !hasIn(first, reading.dates) && parts.every((_, at) => isOfKind(at, 'period'));
  // "How much revenue and how many units did Munich make in October": both are of Munich, and then.
  const isBare = !isNamed(first) && first.end - first.first <= BARE_MAX;
  if (isBare && together.leftOver.length + together.unused.length === 0 && measuresOf(request).length >= parts.length)
    return [whole, []];
  const { names, codes, dates } = reading;
  const adds = isOfSame ? dates : areApart || isOfThen ? [...names, ...codes] : [...names, ...codes, ...dates];
  return isOne && !rest.some(span => hasIn(span, adds))
    ? [whole, []]
    : [ours[0]!, parts.slice(parts.indexOf(ours[0]!) + 1).filter(part => !isIdle(reading, part))];
}

const ranks = (reading: Reading, span: Span): boolean => new Sentence(reading, span).has('most', 'least');

/** Whether each figure can be broken down by each dimension. */
const areOfGroups = ({ measures, dimensions = [] }: Query): boolean =>
  measures.every(name => dimensions.every(group => isTime(group) || has(name, group)));

const isTotalOf = (one: Query, all: Query): boolean =>
  !one.dimensions?.length && all.dimensions?.length === 1 && all.sort !== undefined;
/** "How much revenue" in words: a figure, and nothing of when, where or of what. */
const BARE_MAX = 3;

/**
 * "How many cups do we have, and how many are still to come": the figures of what follows are added to the first query,
 * if they are of the same. Returns what is still apart, too.
 */
export function joinedWith(first: Asked, reading: Reading, others: readonly Span[], today: string): [Asked, Span[]] {
  let whole = first;
  const apart = others.filter(span => {
    const { request } = whole;
    if (request?.kind !== 'query' || request.query.compareTo) return true;
    const { query } = request;
    if (asksLeft(reading, span) && query.measures.includes('on_hand')) return false;
    if (asksOfEach(reading, span) && (query.dimensions ?? []).length > 0) return false;
    if (asksLeft(reading, span) && isOfItems(query)) {
      const having = [{ field: query.measures[0]!, op: '>' as const, value: 0 }];
      whole = {
        ...whole,
        request: { ...request, query: { ...query, measures: [...query.measures, 'on_hand'], having } },
      };
      return false;
    }
    const next = asked(reading, span, today, query);
    if (next.request?.kind !== 'query' || next.leftOver.length + next.unused.length > 0) return true;
    const { measures, dimensions, having, sort, limit: _, ...rest } = next.request.query;
    const isOfSame = Object.entries(rest).every(([name, value]) => isEqual(value, query[name as keyof Query]));
    const isBounded = having?.some(
      bound => !query.having?.some(own => isEqual(own, bound)) && !(bound.op === '>' && bound.value === 0),
    );
    // "Which order is only partly fulfilled, and what is missing".
    const groups = [...new Set([...(query.dimensions ?? []), ...(dimensions ?? [])])];
    // "How many purchase orders did we place, and how many are received": units are none of them.
    const said = new Sentence(reading, span);
    const isOfOthers =
      !query.dimensions?.length &&
      query.measures.some(name => measureNamed(name).unit === 'orders') &&
      measures.some(name => measureNamed(name).unit === 'units') &&
      !said.has('unit', 'noun') &&
      !countsGoods(said);
    const isOfThat = measures.some(isFlow) && thereofIn(said).length > 0;
    const isDivided = groups.length > (query.dimensions ?? []).length && !query.dimensions?.length;
    // "What is on order, and what is it worth": that, and not all of the stock.
    const worth = worthOf(query.measures[0]!);
    const isOfMore = measures.includes('stock_value') && !worth && query.measures[0] !== 'on_hand';
    const all = [...new Set([...query.measures, ...measures.map(name => (name === 'stock_value' && worth) || name)])];
    const areKnown = areOfGroups({ measures: all, dimensions: groups });
    const adds = all.length > query.measures.length || groups.length > (query.dimensions ?? []).length;
    if (
      !adds ||
      !isOfSame ||
      (ranks(reading, span) && !isEqual(sort, query.sort)) ||
      isOfOthers ||
      isOfThat ||
      isOfMore ||
      isBounded ||
      isDivided ||
      !areKnown ||
      groups.length > DIMENSIONS_MAX
    )
      return true;
    whole = { ...whole, request: { ...request, query: { ...query, measures: all, dimensions: groups } } };
    return false;
  });
  return [whole, apart];
}
/** "What is left of that": of each of those that were listed. */
const asksLeft = (reading: Reading, span: Span): boolean => {
  const { items } = new Sentence(reading, span);
  const isOfStock = (item: Item) => {
    const part = meaningOf(item, 'part')?.part;
    return part?.measures[0] === 'on_hand' && !part.dimensions;
  };
  return (
    items.some(item => meaningOf(item, 'hold') || isOfStock(item)) &&
    items.every(
      item =>
        isSmall(item) ||
        isOfStock(item) ||
        isA(item, 'hold', 'count', 'each', 'and') ||
        isWord('theirs', item.text) ||
        isWord('thereof', item.text) ||
        isWord('that', item.text),
    )
  );
};
/** "And how many of each": what a list says anyway. */
const asksOfEach = (reading: Reading, span: Span): boolean => {
  const { items } = new Sentence(reading, span);
  return items.some(isOfEach) && items.every(item => isSmall(item) || isOfEach(item) || isA(item, 'count', 'and'));
};
/** Whether one measures no more than the other, of the same, by nothing else. */
const addsNothing = (one: Asked['request'], other: Asked['request']): boolean => {
  if (one?.kind !== 'query' || other?.kind !== 'query') return isEqual(one, other);
  const [{ dimensions = [], ...all }, { dimensions: by = [], ...own }] = [one.query, other.query];
  return dimensions.every(group => by.includes(group)) && isEqual(all, own);
};
/** A list of items by what happened to them. */
const isOfItems = ({ measures, dimensions = [], having = [], sort = [] }: Query): boolean =>
  dimensions.length > 0 && dimensions.every(isGoods) && measures.every(isFlow) && having.length + sort.length === 0;

/** Whether two values are the same in all they hold, keys in the same order. */
export const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Where a question ends and the next one begins: after a full stop or question mark, and at "and how many". */
export function partsOf(reading: Reading): Span[] {
  const { tokens, names, dates, languages } = reading;
  // French "plus" joins nothing.
  const joins = new Set([...wordsOf('and', languages), ...wordsOf('small joins')]);
  return splitAt(reading, (at, gap, first) => {
    // "The 3. and 14. of November".
    const isOrdinal = /^\d{1,2}$/.test(tokens[at - 1]!.text) && !isWord('asks', tokens[at]!.text);
    const isShort = isOrdinal || isWord('abbreviated', tokens[at - 1]!.text);
    const isEnd = /[?!;]|\.\s/.test(gap) && !(isShort && gap.startsWith('.'));
    // "How many are there, how many did we sell".
    const asksAgain = /,/.test(gap) && isWord('asks', tokens[at]!.text) && isWord('asks', tokens[first]!.text);
    const isJoint = joins.has(tokens[at]!.text) && isWord('asks', tokens[at + 1]?.text) && at - first > 1;
    const isNamed = names.some(name => at > name.first && at < name.end);
    // "Which cup sells better? Last month."
    const isWhen = dates.some(date => date.first === at && date.end === tokens.length);
    if (isNamed || isWhen) return undefined;
    return isJoint ? 'joint' : isEnd || asksAgain ? 'sign' : undefined;
  });
}
