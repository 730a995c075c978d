import { isWord } from '../languages/dictionary.ts';
import { isWithin, type Span } from '../names/codes.ts';
import type { Token } from '../words/normalize.ts';
import { LISTS, type Part } from '../words/parts.ts';
import { leadsClause } from './asking.ts';
import { type Item, isA, isNamed, isSmall, meaningOf } from './item.ts';
import { quoted, type Reading } from './reading.ts';
import { Sentence } from './sentence.ts';

/* Pieces of a text, each as a text of its own that is read in the same way: "CLB-01: sold in October, stock". */

/** What these spans say, one after the other, as if nothing else had been said. */
export function pieced(reading: Reading, spans: readonly Span[]): Reading {
  const tokens: Token[] = [];
  const moved: (Span & { by: number })[] = [];
  let text = '';
  for (const span of spans.filter(({ first, end }) => end > first)) {
    if (text) text += ' ';
    moved.push({ ...span, by: tokens.length - span.first });
    const shift = text.length - reading.tokens[span.first]!.start;
    for (const token of reading.tokens.slice(span.first, span.end))
      tokens.push({ ...token, start: token.start + shift, end: token.end + shift });
    text += quoted(reading, span);
  }
  const within = <T extends Span>(all: readonly T[]): T[] =>
    moved.flatMap(({ by, ...span }) =>
      all.filter(each => isWithin(each, span)).map(each => ({ ...each, first: each.first + by, end: each.end + by })),
    );
  const { codes, names, dates, datesAhead, durations } = reading;
  return {
    ...reading,
    ...{ text, tokens, codes: within(codes), names: within(names) },
    ...{ dates: within(dates), datesAhead: within(datesAhead), durations: within(durations) },
  };
}

/** The spans of a text between its signs and its joints: words that join two, and are of neither. */
export function splitAt(
  { text, tokens }: Reading,
  edgeAt: (at: number, gap: string, first: number) => 'sign' | 'joint' | undefined,
): Span[] {
  const spans: Span[] = [];
  let first = 0;
  for (let at = 1; at < tokens.length; at += 1) {
    const edge = edgeAt(at, text.slice(tokens[at - 1]!.end, tokens[at]!.start), first);
    if (!edge) continue;
    spans.push({ first, end: at });
    first = edge === 'joint' ? at + 1 : at;
  }
  return [...spans, { first, end: tokens.length }].filter(({ first, end }) => end > first);
}

/** Whether it names something, or a time, and asks nothing. */
export const isLead = (reading: Reading, piece: Span): boolean => {
  const { items } = new Sentence(reading, piece);
  const isSaid = (item: Item) => isNamed(item) || item.date !== undefined;
  return items.some(isSaid) && items.every(item => isSaid(item) || isSmall(item) || isA(item, 'and'));
};

/** What stands in front of a colon, "yesterday: …", if it is a lead. */
export function headIn(reading: Reading, piece: Span): Span | undefined {
  const { text, tokens } = reading;
  const isHead =
    piece.end < tokens.length && text.slice(tokens[piece.end - 1]!.end, tokens[piece.end]!.start).includes(':');
  return isHead && isLead(reading, piece) ? piece : undefined;
}

/** Whether it says nothing: "hi", "please". */
export const isIdle = (reading: Reading, piece: Span): boolean =>
  new Sentence(reading, piece).items.every(item => item.number === undefined && isA(item, 'empty', 'and'));

/**
 * The parts of a text between its signs, and those between all that may join two, as far as they may be questions of
 * their own: what is excluded, or bounds a figure, may be of more than its part.
 */
export function divisionsOf(reading: Reading): Span[][] {
  const { tokens, names, codes, dates } = reading;
  const whole = { first: 0, end: tokens.length };
  const said = new Sentence(reading, whole);
  const isOfBothEnds = said.has('most') && said.has('least');
  if (isOfBothEnds || said.has('except', 'or', 'supposed', 'contrast', 'operator', 'between')) return [];
  const joints = new Set([
    ...said.items.flatMap(item => (meaningOf(item, 'and') ? item.first : [])),
    ...tokens.flatMap(({ text }, at) => (isWord('stroke', text) ? at : [])),
  ]);
  // "How many cups and mugs": of both.
  const isBetweenNames = (at: number) => {
    const next = said.items.findIndex(item => item.first >= at && !isSmall(item) && !isA(item, 'and'));
    const last = said.items.findLast((item, index) => index < next && !isSmall(item) && !isA(item, 'and'));
    return isNamed(said.items[next]) && isNamed(last);
  };
  const isInside = (at: number) => [...names, ...codes, ...dates].some(({ first, end }) => at > first && at < end);
  const words = (name: string, at: number) => isWord(name, tokens[at]?.text);
  // "Items, of which …", "Artikel, deren …".
  const isRelative = (at: number) =>
    (words('clause', at) && !words('asks', at)) ||
    (['of', 'from', 'in', 'to', 'with'].some(way => words(way, at)) && words('clause', at + 1));
  // "Items, which …".
  const isClause = (at: number) => {
    if (isRelative(at)) return true;
    const before = said.items.findIndex(({ end }) => end === at);
    return before >= 0 && leadsClause(said, before);
  };
  const dividedAt = (joints: ReadonlySet<number>): Span[] =>
    splitAt(reading, (at, gap) => {
      if (isInside(at) || isBetweenNames(at) || isClause(at)) return undefined;
      return joints.has(at) ? 'joint' : /[,;:?!]|\.\s/.test(gap) ? 'sign' : undefined;
    }).filter(piece => !isIdle(reading, piece));
  return [dividedAt(new Set()), dividedAt(joints)].filter(pieces => pieces.length > 0);
}

const MOST: readonly Part[] = [
  LISTS.BEST,
  LISTS.DEAREST,
  LISTS.FAST_SUPPLIERS,
  LISTS.RELIABLE,
  LISTS.BUSIEST,
  LISTS.OLD,
];
const LEAST: readonly Part[] = [LISTS.WORST, LISTS.CHEAPEST, LISTS.LATE_SUPPLIERS, LISTS.UNRELIABLE, LISTS.SLOW];

/**
 * "Best and worst seller", "which shop sold most tea, and which least": the spans of the question with one end of the
 * list, and with the other. Several ways to divide it, where a word may belong to one end or to both.
 */
export function endsIn(reading: Reading): [Span[], Span[]][] {
  const whole = { first: 0, end: reading.tokens.length };
  const { items } = new Sentence(reading, whole);
  const isOfAge = items.some(item => meaningOf(item, 'part')?.part === LISTS.OLD);
  const endOf = (item: Item) => {
    const part = meaningOf(item, 'part')?.part;
    if (isOfAge && meaningOf(item, 'latest')) return 'least';
    const [isMost, isLeast] = [
      meaningOf(item, 'most') || (part && MOST.includes(part)),
      meaningOf(item, 'least') || (part && LEAST.includes(part)),
    ];
    return isMost ? 'most' : isLeast ? 'least' : undefined;
  };
  const ends = items.flatMap((item, at) => (endOf(item) ? at : []));
  const [one, other] = ends as [number, number];
  if (ends.length !== 2 || endOf(items[one]!) === endOf(items[other]!)) return [];
  // What leads to the other end: "and which sold the".
  let joint = other;
  while (joint > one + 1 && !meaningOf(items[joint], 'and')) joint -= 1;
  const isLed = items
    .slice(joint + 1, other)
    .every(item => isSmall(item) || isA(item, 'each', 'which') || item.number !== undefined);
  if (!meaningOf(items[joint], 'and') || !isLed) return [];
  const isBeside = items.slice(one + 1, joint).every(item => isSmall(item) || item.number !== undefined);
  // What follows is of both if they stand side by side: "most stock and least sales" are two conditions.
  const isShared =
    isBeside || items.slice(other + 1).every(item => isSmall(item) || isNamed(item) || item.date !== undefined);
  // "Cheapest tea and dearest coffee" are of different goods.
  if (!isShared || (items.slice(one, joint).some(isNamed) && items.slice(other).some(isNamed))) return [];
  // "3 best", "top 3".
  const counted = (at: number): Span => ({
    first: items[at - 1]?.number === undefined ? items[at]!.first : items[at - 1]!.first,
    end: items[at + 1]?.number === undefined ? items[at]!.end : items[at + 1]!.end,
  });
  const word = (at: number): Span => ({ first: items[at]!.first, end: items[at]!.first + 1 });
  // "Fastest and slowest moving" shares what follows the word.
  const isPhrase = items[other]!.end - items[other]!.first > items[one]!.end - items[one]!.first;
  return (isPhrase ? [word, counted] : [counted, word]).map(spanOf => {
    const [first, last] = [spanOf(one), spanOf(other)];
    const [start, end] = [items[joint]!.first, last.end];
    return [
      [
        { first: 0, end: start },
        { first: end, end: whole.end },
      ],
      [{ first: 0, end: first.first }, last, { first: first.end, end: start }, { first: end, end: whole.end }],
    ];
  });
}
