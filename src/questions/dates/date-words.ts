import type { Unit } from '../../kernel/calendar.ts';
import { DICTIONARY, tableOf, wordsOf } from '../languages/dictionary.ts';
import { set } from '../words/tables.ts';

/* Words for times, normalized like questions. */

const same = <T extends string>(value: string): T => value as T;

export const units = tableOf<Unit>('date unit', same);

/** A length of time: a unit and a number of it. */
export const lengths = new Map<string, readonly [Unit, number]>([
  ...[...units].map(([word, unit]) => [word, [unit, 1]] as const),
  ...['fortnight', 'fortnights'].map(word => [word, ['week', 2]] as const),
  ...[...wordsOf('date hours')].map(word => [word, ['day', 1 / 24]] as const),
]);
/** The singular of a unit: "5 last week" does not mean five weeks. */
export const singulars = wordsOf('date singular');
/** "Week 42". */
export const numbered = wordsOf('date numbered');
export const weekends = tableOf<true>('date weekend', () => true);
export const halves = tableOf<true>('date half', () => true);
/** Early, middle and late: 0 to 2. */
export const thirds = tableOf('date third', Number);
export const weekOf = tableOf<'first' | 'last'>('date weekOf', same);
/** From yesterday to today. */
export const overnight = wordsOf('date overnight');
export const wholes = tableOf<true>('date whole', () => true);
export const christmas = wordsOf('date christmas');

/**
 * The position of a period: the current unit, the previous one, the next one, or a rolling range up to or from today.
 */
export type Place = 'this' | 'last' | 'past' | 'next' | 'coming';
export const places = tableOf<Place>('date place', same);

export const months = tableOf('date month', Number);
/** Names of months that also mean something else: they need a preposition, a day or a year next to them. */
export const doubtfulMonths = set('may march mar jan dec mai mars marco jun sep dez sept');
/** Monday is 0. "Mondays" means more than one day, so it is not a date. */
export const weekdays = tableOf('date weekday', Number);
/** Days named relative to today, by distance in days. */
export const namedDays = tableOf('date named', Number);
export const ordinals = tableOf('date ordinal', Number);
export const vague = tableOf('date vague', Number);

/** Small words between the parts of a date. */
export const articles = wordsOf('date article');
export const ago = wordsOf('date ago');
/** "Vorletzte", "avant-dernière": the one before the last; "übernächste": the one after the next. */
export const beforeLast = wordsOf('date beforeLast');
export const afterNext = wordsOf('date afterNext');
export const since = wordsOf('date since');
export const until = wordsOf('date until');
export const within = wordsOf('date within');
export const between = wordsOf('date between');
export const to = wordsOf('date to');
export const startOf = wordsOf('date start');
export const endOf = wordsOf('date end');
export const recent = wordsOf('date recent');
export const soon = wordsOf('date soon');
export const cuesBeforeMonth = wordsOf('date beforeMonth');

/** All of them, to distinguish a misspelt word from an unknown one; but not those that also stand before a month. */
export const allTimeWords: ReadonlySet<string> = new Set(
  DICTIONARY.filter(({ kind }) => /^date (?!ago|beforeMonth)/.test(kind)).flatMap(({ words }) =>
    [...words.keys()].flatMap(phrase => phrase.split(' ')),
  ),
);
