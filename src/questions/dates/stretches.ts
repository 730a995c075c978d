import { add, around, type Unit } from '../../kernel/calendar.ts';
import { readNumber } from '../words/normalize.ts';
import type * as words from './date-words.ts';
import {
  ahead,
  back,
  type Clock,
  COUNT,
  countOf,
  from,
  type Meaning,
  type Meant,
  ONE,
  onDay,
  placeOf,
  type Rule,
  unitOf,
  whole,
} from './patterns.ts';

/* Stretches and days counted from today. */

function placed(place: words.Place, count: number | undefined, unitWord: string, today: string): Meant {
  const { unit, times } = unitOf(unitWord);
  const counted = Math.max(1, Math.ceil((count ?? 1) * times));
  const isCounted = count !== undefined || times !== 1;
  if (place === 'past' || (place === 'last' && isCounted)) return back(counted, unit, today);
  if (place === 'coming' || (place === 'next' && isCounted)) return ahead(counted, unit, today);
  return whole({ this: 0, last: -1, next: 1 }[place], unit, today);
}

/** A count and a unit: how many days, weeks … away; nothing if it is no count. */
const away = (meaning: (count: number, unit: Unit, clock: Clock) => Meant): Meaning => {
  return (said, clock) => {
    const count = said['one'] ? 1 : countOf(said);
    const { unit, times } = unitOf(said['unit']!);
    return count ? meaning(Math.max(1, Math.ceil(count * times)), unit, clock) : null;
  };
};
const ago = away((count, unit, { today }) => onDay(add(today, -count, unit)));
const within = away((count, unit, { today, direction }) => (direction === 'future' ? ahead : back)(count, unit, today));

/** "this month", "the last 3 weeks", "les 30 derniers jours", "el mes pasado", "year to date". */
export const RELATIVE: readonly Rule[] = [
  [
    `{place} (?:${COUNT} )??{unit}`,
    (said, { today }) => {
      const count = countOf(said);
      return count === null ? null : placed(placeOf(said)!, count, said['unit']!, today);
    },
  ],
  [
    '(?<count>\\S+) {place} {unit}',
    (said, { today }) => {
      // Not the doubtful number words: "due next week" is no pair of weeks.
      const count = readNumber(said['count']!) === undefined ? undefined : countOf(said);
      return count ? placed(placeOf(said)!, count, said['unit']!, today) : null;
    },
  ],
  ['{unit} to date', ({ unit }, { today }) => from(around(today, unitOf(unit!).unit).from, today)],
  ['{unit} before last', ({ unit }, { today }) => whole(-2, unitOf(unit!).unit, today)],
  ['{unit} que (?:viene|vem)', ({ unit }, { today }) => whole(1, unitOf(unit!).unit, today)],
  [
    // "Week this" is no English; Romance languages put "last" and "next" behind the unit.
    '{unit} (?!this|past|last|next|previous|following|ce|este|esta|diese){place}',
    (said, { today }) => placed(placeOf(said)!, undefined, said['unit']!, today),
  ],
];

/** "3 weeks ago", "vor 3 Wochen", "il y a 3 semaines", "in two weeks", "30 days from now". */
export const DISTANT: readonly Rule[] = [
  [`(?:vor|hace|ha|il y a) {art}(?:(?<one>${ONE})|${COUNT}) {unit}`, ago],
  [`(?:(?<one>an?|${ONE})|${COUNT}) {unit} {ago}`, ago],
  [`(?:(?<one>an?|${ONE})|${COUNT}) {unit} from (?:now|today)`, away((n, unit, { today }) => ahead(n, unit, today))],
  [`{within} {art}(?:space {art})?(?:(?<one>${ONE})|${COUNT}) {unit}`, within],
  ['(?<one>within) {art}{unit}', within],
];
