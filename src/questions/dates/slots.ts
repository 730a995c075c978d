import { type Unit, yearOf } from '../../kernel/calendar.ts';
import { isWord, tableOf, wordsOf } from '../languages/dictionary.ts';
import { numberBeforeUnit, readNumber, type Token } from '../words/normalize.ts';
import * as words from './date-words.ts';

/* The words of a time expression, each taken by a slot, in whatever order the language has them. */

export interface Said {
  place?: words.Place;
  count?: number;
  /** A unit, and how many of it the word stands for: a fortnight is two weeks. */
  unit?: readonly [Unit, number];
  /** `ago`, `within`, `from` (from now on), `to` (to date), `before` (before last), `beyond` (after next). */
  way?: 'ago' | 'within' | 'from' | 'to' | 'before' | 'beyond';
  ordinal?: number;
  half?: true;
  /** Of whole units: "the last two full weeks". */
  whole?: true;
  month?: number;
  day?: number;
  year?: number;
  weekday?: number;
  weekend?: true;
  /** "Vormonat". */
  former?: Unit;
  /** The number of a quarter, half or week of the year. */
  part?: readonly [of: 'quarter' | 'half' | 'week', index: number];
}

/** The word at this index; empty beyond the last. */
export const text = (tokens: readonly Token[], at: number): string => tokens[at]?.text ?? '';
/** The index of the first token from `at` that is no article. */
export const skipArticles = (tokens: readonly Token[], at: number): number => {
  let to = at;
  while (words.articles.has(text(tokens, to))) to += 1;
  return to;
};

/** What a slot takes at a token, given what was taken before it, and its number of tokens. */
type Reader<T> = (tokens: readonly Token[], at: number, said: Said, today: string) => readonly [T, number] | undefined;

const beginnings = new WeakMap<ReadonlyMap<string, unknown>, ReadonlySet<string>>();
/** What the phrases of a table begin with, a word or several: hardly any token of a question is one of these. */
function beginningsOf(table: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const known = beginnings.get(table);
  if (known) return known;
  const first = (phrase: string) => phrase.split(' ').map((_, at, all) => all.slice(0, at + 1).join(' '));
  const found = new Set([...table.keys()].flatMap(first));
  beginnings.set(table, found);
  return found;
}

const PHRASE_MAX = 4;
/** The longest phrase of a table that starts at a token. */
export function phraseAt<T>(table: ReadonlyMap<string, T>, tokens: readonly Token[], at: number) {
  if (!beginningsOf(table).has(text(tokens, at))) return undefined;
  for (let length = PHRASE_MAX; length > 0; length -= 1) {
    const phrase = tokens.slice(at, at + length).map(token => token.text);
    const value = table.get(phrase.join(' '));
    if (value !== undefined && phrase.length === length) return [value, length] as const;
  }
  return undefined;
}
const byWord =
  <T>(table: ReadonlyMap<string, T>): Reader<T> =>
  (tokens, at) =>
    phraseAt(table, tokens, at);

const isEmpty = (said: Said): boolean => Object.keys(said).length === 0;

/** Romance languages put "last" and "next" after the unit; "Tag letzte" is two things. */
const readPlace: Reader<words.Place> = (tokens, at, said) =>
  said.month === undefined ? phraseAt(said.unit ? words.placesBehind : words.places, tokens, at) : undefined;

/** Of "Vorjahr" and "Vormonats". */
export const formerUnit = (word: string): Unit | undefined =>
  words.units.get(/^vor(jahr|monat|woche|quartal)(?:e?s)?$/.exec(word)?.[1] ?? '');
const UNITS = wordsOf('unit');
const OPERATORS = tableOf('operator', String);
const AWAY: { readonly [place in words.Place]: number } = { this: 0, last: -1, past: -1, next: 1, coming: 1 };
/** "2026" and "last year" after a month, quarter, half or week; a year alone is recognized by the word before it. */
const readYear: Reader<number> = (tokens, at, said, today) => {
  const isOf = (said.month ?? said.part ?? said.ordinal ?? said.unit) !== undefined;
  const [first, second] = [text(tokens, at), text(tokens, at + 1)];
  // "More than 2000", "2000 euros": an amount.
  const isAmount = OPERATORS.get(`${text(tokens, at - 2)} ${text(tokens, at - 1)}`)?.length === 1;
  if (isAmount || UNITS.has(second)) return undefined;
  // "Oktober des Vorjahres".
  if (isOf && !said.unit && formerUnit(first) === 'year') return [yearOf(today) - 1, 1];
  if (/^(19|20)\d\d$/.test(first)) return isOf || isEmpty(said) ? [Number(first), 1] : undefined;
  const unit = words.lengths.get(first) ?? words.lengths.get(second);
  const place = words.places.get(first) ?? words.places.get(second);
  return isOf && (!said.unit || said.ordinal) && place && unit?.[0] === 'year'
    ? [yearOf(today) + AWAY[place], 2]
    : undefined;
};

const RANKS = new Set([...wordsOf('most'), ...wordsOf('least')]);
/** A day is next to its month. */
const readDay: Reader<number> = (tokens, at, said) => {
  const isBefore = words.months.has(text(tokens, skipArticles(tokens, at + 1)));
  const word = text(tokens, at);
  // "In October 7 %", "worst 5, October": no day.
  if (RANKS.has(text(tokens, at - 1)) || tokens[at]?.sign || isWord('percent', text(tokens, at + 1))) return undefined;
  const digits = /^(\d{1,2})(?:st|nd|rd|th|er|o)?$/.exec(word)?.[1] ?? (isBefore && words.ordinals.get(word));
  return digits && (isBefore || said.month !== undefined) ? [Number(digits), 1] : undefined;
};

const COUNT_MAX = 4000;
/** "3", "a couple of", "one", directly before its unit or a word like "last". */
const readCount: Reader<number> = (tokens, at, { unit, place }) => {
  const [word, next] = [text(tokens, at), text(tokens, at + 1)];
  const of = words.wholes.has(next) ? text(tokens, at + 2) : next;
  const isBeforeUnit = words.lengths.has(of);
  const few = words.vague.get(word);
  if (unit || !(isBeforeUnit || few || words.places.has(next))) return undefined;
  // Portuguese "a semana que vem" is the next week, and not a week from now.
  const isArticle = phraseAt(words.placesBehind, tokens, at + 2) !== undefined;
  if (isWord('one', word)) return isBeforeUnit && !place && !isArticle ? [1, 1] : undefined;
  // "Las dos próximas semanas".
  const isBeforePlace = words.places.has(next) && words.lengths.has(text(tokens, at + 2));
  const number = few ?? (isBeforeUnit || isBeforePlace ? numberBeforeUnit(word) : readNumber(word));
  // "The top 5 last week" means five things, in one week.
  const isOther = !isBeforeUnit && words.singulars.has(text(tokens, at + 2)) && number !== 1;
  return number && Number.isInteger(number) && number <= COUNT_MAX && !isOther ? [number, 1] : undefined;
};

type Way = NonNullable<Said['way']>;
const waysOf = (way: Way, phrases: Iterable<string>): [string, Way][] => [...phrases].map(phrase => [phrase, way]);
const BEFORE = new Map([
  ...waysOf('within', words.within),
  ...waysOf('ago', ['vor', 'hace', 'ha', 'il y a', 'y a']),
  ...waysOf('before', words.beforeLast),
  ...waysOf('beyond', words.afterNext),
]);
const BEHIND = new Map([
  ...waysOf('ago', words.ago),
  ...waysOf('from', ['from now', 'from today']),
  ...waysOf('to', ['to date', 'so far']),
  ...waysOf('before', ['before last', ...words.beforeLast]),
]);
const readWay: Reader<Way> = (tokens, at, said) =>
  isEmpty(said) ? phraseAt(BEFORE, tokens, at) : said.unit && phraseAt(BEHIND, tokens, at);

/** "segunda" and "quarta" are also ordinals: weekdays only before "feira", or after "na" and "desde". */
const readWeekday: Reader<number> = (tokens, at) => {
  const next = text(tokens, at + 1);
  const isFeira = next === 'feira';
  const isDoubtful = !isFeira && words.languagesOfWeekdays.get(text(tokens, at))?.join() === 'portuguese';
  const isLed = isWord('ledweekday', text(tokens, at - 1)) && !words.lengths.has(next) && !words.halves.has(next);
  const day = words.weekdays.get(text(tokens, at));
  return day === undefined || (isDoubtful && !isLed) ? undefined : [day, isFeira ? 2 : 1];
};

const PART = /^([qths](?=\d$)|(?:[ck]?w|wk|s)(?=\d\d?$))(\d+)/;
const PARTS: { readonly [letter: string]: 'quarter' | 'half' | 'week' } = {
  q: 'quarter',
  t: 'quarter',
  h: 'half',
  s: 'half',
  w: 'week',
  kw: 'week',
  cw: 'week',
  wk: 'week',
};
/** "Q3", "T3", "H1", "KW42", "week 42", "42. Kalenderwoche". */
const readPart: Reader<NonNullable<Said['part']>> = (tokens, at, said) => {
  const [word, next] = [text(tokens, at), text(tokens, at + 1)];
  const [, letter, digits] = PART.exec(word === 'q' && next.length === 1 ? word + next : word) ?? [];
  const of = letter === 's' && digits!.length > 1 ? 'week' : PARTS[letter!];
  if (of) return [[of, Number(digits)], word === 'q' ? 2 : 1];
  // "3T", "quarter 3".
  const quarter = /^([1-4])[qt]$/.exec(word)?.[1];
  if (quarter) return [['quarter', Number(quarter)], 1];
  if (isEmpty(said) && words.units.get(word) === 'quarter' && /^[1-4]$/.test(next))
    return [['quarter', Number(next)], 2];
  const number = Number(/^(\d\d?)(?:st|nd|rd|th)$/.exec(word)?.[1]);
  // "The 1st week of October", "45th week".
  if (words.numbered.has(next) && number > (words.units.has(next) ? 5 : 0)) return [['week', number], 2];
  return isEmpty(said) && words.numbered.has(word) && /^\d{1,2}$/.test(next) ? [['week', Number(next)], 2] : undefined;
};

/** In the order in which they are tried. */
const READERS: { readonly [slot in keyof Said]-?: Reader<NonNullable<Said[slot]>> } = {
  part: readPart,
  year: readYear,
  way: readWay,
  place: readPlace,
  former: (tokens, at, said) => {
    const unit = isEmpty(said) ? formerUnit(text(tokens, at)) : undefined;
    return unit && [unit, 1];
  },
  month: byWord(words.months),
  day: readDay,
  weekday: readWeekday,
  weekend: byWord(words.weekends),
  half: byWord(words.halves),
  whole: (tokens, at, said) => (said.place && !said.unit ? phraseAt(words.wholes, tokens, at) : undefined),
  ordinal: (tokens, at, said) => (isEmpty(said) ? phraseAt(words.ordinals, tokens, at) : undefined),
  count: readCount,
  unit: byWord(words.lengths),
};
const SLOTS = Object.entries(READERS);

/** No time expression has more words. */
const WORDS_MAX = 8;

/** The first slot that takes something at a token. */
function takenAt(tokens: readonly Token[], at: number, said: Said, today: string) {
  for (const [slot, read] of SLOTS) {
    const taken = slot in said ? undefined : read(tokens, at, said, today);
    if (taken) return { slot, value: taken[0], length: taken[1] };
  }
  return undefined;
}

/** What the words from a token on say: after one word, after two, and so on, each with its number of tokens. */
export function saidAt(tokens: readonly Token[], first: number, today: string): { said: Said; length: number }[] {
  const found: { said: Said; length: number }[] = [];
  let said: Said = {};
  for (let at = first; at < tokens.length && found.length < WORDS_MAX; ) {
    const taken = takenAt(tokens, at, said, today);
    if (taken) {
      said = { ...said, [taken.slot]: taken.value };
      at += taken.length;
      found.push({ said, length: at - first });
    } else if (at > first && words.articles.has(text(tokens, at))) at += 1;
    else break;
  }
  return found.reverse();
}
