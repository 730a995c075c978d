import type { Unit } from '../../kernel/calendar.ts';
import { DICTIONARY, isWord, type Spoken, tableOf, wordsOf } from '../languages/dictionary.ts';

/* Words for times, normalized like questions. */

const same = <T extends string>(value: string): T => value as T;

const languagesFor = (wanted: string): ReadonlyMap<string, readonly Spoken[]> =>
  new Map(DICTIONARY.flatMap(({ kind, words }) => (kind === wanted ? [...words] : [])));
export const units = tableOf<Unit>('date unit', same);

/** A length of time: a unit and a number of it. */
export const lengths = new Map<string, readonly [Unit, number]>([
  ...[...units].map(([word, unit]) => [word, [unit, 1]] as const),
  ...[...wordsOf('date fortnight')].map(word => [word, ['week', 2]] as const),
  ...[...wordsOf('date hours')].map(word => [word, ['day', 1 / 24]] as const),
]);
/** The singular of a unit: "5 last week" does not mean five weeks. */
export const singulars = wordsOf('date singular');
/** "Week 42". */
export const numbered = wordsOf('date numbered');
export const weekends = tableOf<true>('date weekend', () => true);
export const halves = tableOf<true>('date half', () => true);
/** "The second half of October". */
export const fractions = wordsOf('date fraction');
/** Early, middle and late: 0 to 2. */
export const thirds = tableOf('date third', Number);
export const weekOf = tableOf<'first' | 'last'>('date weekOf', same);
/** From yesterday to today. */
export const overnight = wordsOf('date overnight');
export const wholes = tableOf<true>('date whole', () => true);
/** Days that have a name: their month and day, or how far they are from Easter. */
export const holidays = tableOf('date holiday', String);

/**
 * The position of a period: the current unit, the previous one, the next one, or a rolling range up to or from today.
 */
export type Place = 'this' | 'last' | 'past' | 'next' | 'coming';
export const places = tableOf<Place>('date place', same);
const ROMANCE: ReadonlySet<Spoken> = new Set(['french', 'spanish', 'italian', 'portuguese']);

export const months = tableOf('date month', Number);
/** Place words that stand behind their unit: "semaine dernière", "mes pasado"; "letzte" and "último" never do. */
export const placesBehind: ReadonlyMap<string, Place> = new Map(
  DICTIONARY.flatMap(({ kind, value, words }) =>
    kind === 'date place'
      ? [...words]
          .filter(([word, of]) => of.some(each => ROMANCE.has(each)) && !isWord('beforeunit', word))
          .map(([word]) => [word, value as Place] as const)
      : [],
  ),
);

/** Monday is 0. "Mondays" means more than one day, so it is not a date. */
export const weekdays = tableOf('date weekday', Number);
/** Days named relative to today, by distance in days. */
export const namedDays = tableOf('date named', Number);
export const languagesOfDays = languagesFor('date named');
export const languagesOfWeekdays = languagesFor('date weekday');
export const ordinals = tableOf('date ordinal', Number);
export const vague = tableOf('date vague', Number);

/** Small words between the parts of a date. */
export const articles = languagesFor('date article');
export const ago = wordsOf('date ago');
/** "Vorletzte", "avant-dernière": the one before the last; "übernächste": the one after the next. */
export const beforeLast = wordsOf('date beforeLast');
export const afterNext = wordsOf('date afterNext');
/** With their languages: Italian "da settembre" is "since", Portuguese "da semana" is "of the". */
export const since = languagesFor('date since');
export const until = languagesFor('date until');
/** "So far", "to date", "bis heute": a range up to today. */
export const toDate = tableOf<true>('date toDate', () => true);
/** Before what something is compared with: "than", "gegenüber", "frente a". */
export const against = wordsOf('date against');
/** "The same period last year". */
export const sames = wordsOf('date same');
export const periods = wordsOf('date period');
/** What goes up and down from one range to another. */
export const trends: ReadonlySet<string> = new Set(
  DICTIONARY.flatMap(({ kind, words }) => (kind === 'trend' ? [...words.keys()] : [])),
);
/** What measures are called: a year may follow. */
export const measured: ReadonlySet<string> = new Set(
  DICTIONARY.flatMap(({ kind, words }) =>
    ['measure', 'weak'].includes(kind) ? [...words.keys()].flatMap(phrase => phrase.split(' ').at(-1)!) : [],
  ),
);
export const by: ReadonlySet<string> = new Set([...wordsOf('by'), ...wordsOf('small each')]);
export const within = wordsOf('date within');
export const between = wordsOf('date between');
export const to = wordsOf('date to');
export const startOf = languagesFor('date start');
export const endOf = languagesFor('date end');
export const recent = wordsOf('date recent');
export const soon = wordsOf('date soon');
export const cuesBeforeMonth = wordsOf('date beforeMonth');

/** All of them, to distinguish a misspelt word from an unknown one; but not those that also stand before a month. */
export const allTimeWords: ReadonlySet<string> = new Set(
  DICTIONARY.filter(({ kind }) => /^date (?!beforeMonth)/.test(kind)).flatMap(({ words }) =>
    [...words.keys()].flatMap(phrase => phrase.split(' ')),
  ),
);
