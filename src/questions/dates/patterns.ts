import { add, addDays, around, type Period, type Unit, yearOf } from '../../kernel/calendar.ts';
import { numberBeforeUnit, type Token } from '../words/normalize.ts';
import * as words from './date-words.ts';

/*
 * A rule for a piece of time: a pattern over the words of a question, with tables of words in braces, and what it means.
 */

/** Which way a month or weekday without a year is meant: sales look back, deliveries look ahead. */
export type Direction = 'past' | 'future';

/** A piece of time found at a token: how many tokens it took, and what it means or why it means nothing. */
export interface Found {
  length: number;
  period: Period;
  /** A stretch counted from or to today: "the last 30 days", "within two weeks". */
  counted?: true;
  /** Named without saying whether it is behind or ahead: a month, a weekday. */
  open?: boolean;
  /** Not a date of any calendar: the 30th of February. */
  impossible?: true;
}

export interface Clock {
  today: string;
  direction: Direction;
}

export type Meant = Omit<Found, 'length'>;
export interface Said {
  [name: string]: string | undefined;
}
/** What was said, word by word, and the word before it. Nothing, if it means no time after all. */
export type Meaning = (said: Said, clock: Clock, before: string) => Meant | null;

export const from = (first: string, last: string, more: Omit<Meant, 'period'> = {}): Meant => ({
  period: { from: first, to: last },
  ...more,
});
export const IMPOSSIBLE: Meant = { period: { from: null, to: null }, impossible: true };
export const onDay = (day: string | null, more: Omit<Meant, 'period'> = {}): Meant =>
  day ? from(day, day, more) : IMPOSSIBLE;
export const on = ({ from: first, to }: { from: string; to: string }, more: Omit<Meant, 'period'> = {}): Meant =>
  from(first, to, more);
export const daysIn = (count: number, unit: Unit): number =>
  Math.round(count * { day: 1, week: 7, month: 30, quarter: 91, year: 365 }[unit]);

/** N units up to today, today included: exactly that many days; or from today on. */
export const back = (count: number, unit: Unit, today: string): Meant =>
  from(addDays(add(today, -count, unit), 1), today, { counted: true });
export const ahead = (count: number, unit: Unit, today: string): Meant =>
  from(today, add(today, count, unit), { counted: true });
export const whole = (away: number, unit: Unit, today: string): Meant =>
  on(around(add(around(today, unit).from, away, unit), unit));

// ---- patterns ----

const either = (list: Iterable<string>): string => `(?:${[...list].sort((a, b) => b.length - a.length).join('|')})`;
const HOURS = 'hours? hrs? stunden horas heures ore'.replaceAll(' ', '|');
const CLASSES: { readonly [name: string]: string } = {
  art: `(?:${either(words.articles)} )*`,
  named: either(words.namedDays.keys()),
  place: either(words.places.keys()),
  unit: `(?:${either(words.units.keys())}|${HOURS}|fortnights?)`,
  month: either(words.months.keys()),
  weekday: either(words.weekdays.keys()),
  season: either(words.seasons.keys()),
  ordinal: either(words.ordinals.keys()),
  vague: either(words.vague.keys()),
  ago: either(words.ago),
  within: either(words.within),
  edge: either([...words.startOf, ...words.endOf]),
  recent: either(words.recent),
  soon: either(words.soon),
  year: '(?:19|20)\\d\\d',
  years: either([...words.units].flatMap(([word, unit]) => (unit === 'year' ? [word] : []))),
  quarter: either([...words.units].flatMap(([word, unit]) => (unit === 'quarter' ? [word] : []))),
  day: '\\d{1,2}',
};
/** `{unit}` takes a word of that table, `{unit:other}` keeps it by another name. */
const compiled = (pattern: string): RegExp =>
  new RegExp(
    `^(?:${pattern.replace(/\{([a-z]\w*)(?::(\w+))?\}/g, (_, name: string, own = name) => (name === 'art' ? CLASSES['art']! : `(?<${own}>${CLASSES[name]!})`))})(?= |$)`,
  );
/** "2025", "of 2025", "last year" behind a month or a quarter. */
export const YEAR = '(?: {art}(?:{year}|{place:yearPlace} {years}))?';

export function yearOfSaid({ year, yearPlace }: Said, { today }: Clock): number | undefined {
  if (year) return Number(year);
  const away = { last: -1, next: 1 }[words.places.get(yearPlace ?? '') as 'last'] ?? 0;
  return yearPlace ? yearOf(today) + away : undefined;
}

/** Hours count as days begun, fortnights as two weeks. */
export function unitOf(word: string): { unit: Unit; times: number } {
  if (/^fortnight/.test(word)) return { unit: 'week', times: 2 };
  const unit = words.units.get(word);
  return unit ? { unit, times: 1 } : { unit: 'day', times: 1 / 24 };
}

export function countOf({ vague, count }: Said): number | null | undefined {
  if (vague) return words.vague.get(vague);
  if (count === undefined) return undefined;
  const number = numberBeforeUnit(count);
  return number !== undefined && Number.isInteger(number) && number > 0 && number <= 4000 ? number : null;
}
export const COUNT = '(?:(?:a )?{vague}(?: of)?|(?<count>\\S+))';
/** "one week", beside what counts; an article says so too, where none can be skipped. */
export const ONE = 'one|ein|einer|einem|eine|un|una|une|um|uma';

export type Rule = readonly [pattern: string, meaning: Meaning];
export const placeOf = (said: Said): words.Place | undefined => words.places.get(said['place'] ?? '');

// ---- finding ----

export type Compiled = readonly (readonly [pattern: RegExp, meaning: Meaning])[];
export const compiledRules = (rules: readonly Rule[]): Compiled =>
  rules.map(([pattern, meaning]) => [compiled(pattern), meaning]);
/** No piece of time has more words. */
const WORDS_MAX = 12;

export const text = (tokens: readonly Token[], at: number): string => tokens[at]?.text ?? '';
export const skipArticles = (tokens: readonly Token[], at: number): number => {
  let to = at;
  while (words.articles.has(text(tokens, to))) to += 1;
  return to;
};

export function longest(tokens: readonly Token[], at: number, clock: Clock, rules: Compiled): Found | null {
  const tail = tokens
    .slice(at, at + WORDS_MAX)
    .map(token => token.text)
    .join(' ');
  let best: Found | null = null;
  for (const [pattern, meaning] of rules) {
    const match = pattern.exec(tail);
    const length = match?.[0].split(' ').length ?? 0;
    if (!match || length <= (best?.length ?? 0)) continue;
    const meant = meaning(match.groups ?? {}, clock, text(tokens, at - 1));
    if (meant) best = { ...meant, length };
  }
  return best;
}
