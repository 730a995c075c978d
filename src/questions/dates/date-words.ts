import type { Unit } from '../../kernel/calendar.ts';
import { tableOf, wordsOf } from '../languages/dictionary.ts';
import { set } from '../words/tables.ts';

/* The words of time, folded as questions are. */

const same = <T extends string>(value: string): T => value as T;

export const units = tableOf<Unit>('date unit', same);

/** How long something is: a unit, and how many of it. */
export const lengths = new Map<string, readonly [Unit, number]>([
  ...[...units].map(([word, unit]) => [word, [unit, 1]] as const),
  ...['fortnight', 'fortnights'].map(word => [word, ['week', 2]] as const),
  ...[...wordsOf('date hours')].map(word => [word, ['day', 1 / 24]] as const),
]);
/** One of a unit, where the language tells: "5 last week" are no weeks. */
export const singulars = wordsOf('date singular');
/** "Week 42". */
export const numbered = wordsOf('date numbered');
export const weekends = tableOf<true>('date weekend', () => true);
export const halves = tableOf<true>('date half', () => true);
export const christmas = wordsOf('date christmas');

/** Where a period lies: the running unit, the one before, the one after, or a rolling stretch up to or from today. */
export type Place = 'this' | 'last' | 'past' | 'next' | 'coming';
export const places = tableOf<Place>('date place', same);

export const months = tableOf('date month', Number);
/** Months that are also other words: they need a preposition, a day or a year beside them. */
export const doubtfulMonths = set('may march mar jan dec mai mars marco jun sep dez sept');
/** Monday is 0. "Mondays" are more than one day: they are no date. */
export const weekdays = tableOf('date weekday', Number);
/** Days named from today: how many days away. */
export const namedDays = tableOf('date named', Number);
export const ordinals = tableOf('date ordinal', Number);
export const vague = tableOf('date vague', Number);

/** Small words between the parts of a date. */
export const articles = wordsOf('date article');
export const ago = wordsOf('date ago');
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

/** All of them, for telling a misspelt word of time from an unknown one. */
export const allTimeWords: ReadonlySet<string> = new Set([
  ...[units, places, months, weekdays, ordinals, vague].flatMap(map => [...map.keys()]),
  ...[...namedDays.keys()].flatMap(phrase => phrase.split(' ')),
  ...articles,
  ...since,
  ...until,
  ...within,
  ...between,
  ...to,
  ...startOf,
  ...endOf,
  ...recent,
  ...soon,
  ...lengths.keys(),
  ...weekends.keys(),
  ...halves.keys(),
  ...christmas,
  ...numbered,
  ...wordsOf('date other'),
]);
