import {
  add,
  addDays,
  around,
  dateOf,
  easterOf,
  isoWeek,
  monthOf,
  type Period,
  type Unit,
  weekday,
  yearOf,
} from '../../kernel/calendar.ts';
import { isWord, type Spoken } from '../languages/dictionary.ts';
import type { Token } from '../words/normalize.ts';
import { isSpoken } from '../words/words.ts';
import * as words from './date-words.ts';
import { phraseAt, type Said, saidAt, text } from './slots.ts';

/*
 * A single time expression: "last month", "3 weeks ago", "5 October 2026", "Q3", "the first week of November". One
 * table says what each combination of words means, in any order. Date libraries return points in time and know few of
 * our languages; a report needs the first and the last day.
 */

/**
 * Whether a month or weekday without a year lies in the past or the future: for sales the past, for deliveries the
 * future.
 */
export type Direction = 'past' | 'future';
export interface Clock {
  today: string;
  direction: Direction;
  /** Of the question. */
  languages: ReadonlySet<Spoken>;
}

/** A time expression that starts at a token: its number of tokens, and its meaning or what is wrong with it. */
export interface Found {
  length: number;
  period: Period;
  /** A range that is counted from or to today: "the last 30 days", "within two weeks". */
  counted?: true;
  /** A month or weekday that may lie in the past or the future. */
  open?: boolean;
  /** Only the day of the month is said: "the 9th". */
  isDayAlone?: true;
  /** Of the beginning or end of a month: the day that stock is asked of. */
  moment?: string;
  /** A date that does not exist, such as 30 February. */
  impossible?: true;
}
/** What a time expression means, however long it is. */
export type Meant = Omit<Found, 'length'>;

/** These days. */
export const from = (first: string, last: string, more: Partial<Meant> = {}): Meant => ({
  period: { from: first, to: last },
  ...more,
});
export const IMPOSSIBLE: Meant = { period: { from: null, to: null }, impossible: true };
/** This day; impossible if there is none. */
export const onDay = (day: string | null, more: Partial<Meant> = {}): Meant =>
  day ? from(day, day, more) : IMPOSSIBLE;
/** The whole unit that this day is in. */
export const whole = (day: string | null, unit: Unit, more: Partial<Meant> = {}): Meant => {
  const period = day && around(day, unit);
  return period ? from(period.from, period.to, more) : IMPOSSIBLE;
};

/** About how many days these units are: a month counts as 30, a quarter as 91, a year as 365. */
export const daysIn = (count: number, unit: Unit): number =>
  Math.round(count * { day: 1, week: 7, month: 30, quarter: 91, year: 365 }[unit]);

// ---- units ----

/** A number of units; an hour counts as its day. */
const unitsOf = ({ unit, count = 1 }: Said): readonly [number, Unit] => [
  Math.max(1, Math.ceil(count * unit![1])),
  unit![0],
];
/** N units up to and including today, or from today on: exactly that many days. */
const back = (said: Said, { today }: Clock): Meant => {
  const [count, unit] = unitsOf(said);
  return from(addDays(add(today, -count, unit), 1), today, { counted: true });
};
const ahead = (said: Said, { today }: Clock): Meant => {
  const [count, unit] = unitsOf(said);
  return from(today, add(today, count, unit), { counted: true });
};

/** "this month", "the last 3 weeks", "les 30 derniers jours". */
function placed(said: Said, clock: Clock): Meant {
  const { place, count, unit } = said;
  const isCounted = count !== undefined || unit![1] !== 1;
  // "The past calendar week".
  if (said.whole && !isCounted && place === 'past') return unitAway(-1, unit![0], clock.today);
  if (said.whole && isCounted && (place === 'last' || place === 'past')) {
    const [units, of] = unitsOf(said);
    const start = around(clock.today, of).from;
    return from(add(start, -units, of), addDays(start, -1));
  }
  if (place === 'past' || (place === 'last' && isCounted)) return back(said, clock);
  if (place === 'coming' || (place === 'next' && isCounted)) return ahead(said, clock);
  return unitAway({ this: 0, last: -1, next: 1 }[place!], unit![0], clock.today);
}
const unitAway = (away: number, unit: Unit, today: string): Meant =>
  whole(add(around(today, unit).from, away, unit), unit);

/** "3 weeks ago", "vor 3 Wochen", "in two weeks", "30 days from now", "year to date". */
function distant(said: Said, clock: Clock, before: string): Meant | null {
  const { way, count } = said;
  const { today, direction } = clock;
  const [units, unit] = unitsOf(said);
  if (way === 'to') return from(around(today, unit).from, today);
  if (way === 'before' || way === 'beyond') return unitAway(way === 'before' ? -2 : 2, unit, today);
  if (count === undefined && !isWord('a', before.split(' ')[0]) && !isWord('withinone', before.split(' ')[1]))
    return null;
  if (way === 'ago') return onDay(add(today, -units, unit));
  return way === 'from' || direction === 'future' ? ahead(said, clock) : back(said, clock);
}

// ---- parts of the calendar ----

/** "March", "March 2026", "5 October", "der 5. Oktober", "5 de octubre de 2026", "last March". */
function ofMonth({ month, day, year, place }: Said, clock: Clock, before: string): Meant | null {
  const open = year === undefined && !place;
  if (
    open &&
    day === undefined &&
    // Names of months that also mean something else need a preposition, a day or a year next to them.
    isWord('doubtfulmonth', before.split(' ')[1]) &&
    !words.cuesBeforeMonth.has(before.split(' ')[0]!)
  )
    return null;
  const meant = year ?? nearestYear(month!, day, place, clock);
  if (day === undefined) return whole(dateOf(meant, month!, 1), 'month', { open });
  const isLeapDay = month === 2 && day === 29;
  const near = year === undefined && !isLeapDay ? [meant, meant + 1, meant - 1] : [meant];
  return onDay(near.map(each => dateOf(each, month!, day)).find(Boolean) ?? null, { open });
}

/** The year in which a month, or a day of it, is nearest in the past or the future. */
function nearestYear(
  month: number,
  day: number | undefined,
  place: words.Place | undefined,
  { today, direction }: Clock,
): number {
  const year = yearOf(today);
  const position = month * 100 + (day ?? 0);
  const now = monthOf(today) * 100 + (day === undefined ? 0 : Number(today.slice(8)));
  if (place === 'this') return year;
  if (place === 'last') return position < now ? year : year - 1;
  if (place) return position > now ? year : year + 1;
  return direction === 'past' ? (position <= now ? year : year - 1) : position >= now ? year : year + 1;
}

/** A quarter or half of a year, or one of its weeks. */
function ofYear({ part, year }: Said, { today, direction }: Clock): Meant {
  const [of, index] = part!;
  const open = year === undefined;
  const now = yearOf(today);
  if (of === 'week') return whole(isoWeek(year ?? now, index)?.from ?? null, 'week', { open });
  const months = of === 'half' ? 6 : 3;
  if (index < 1 || index > 12 / months) return IMPOSSIBLE;
  const first = (of: number): string => dateOf(of, (index - 1) * months + 1, 1)!;
  const last = (of: number): string => addDays(add(first(of), months, 'month'), -1);
  const behind = direction === 'past' && first(now) > today ? now - 1 : now;
  const meant = year ?? (direction === 'future' && last(behind) < today ? behind + 1 : behind);
  return from(first(meant), last(meant), { open });
}

/** "Monday", "last Friday"; a weekday alone is in the past or the future as requested. */
function ofWeek({ place, weekday: wanted }: Said, { today, direction }: Clock, before: string): Meant | null {
  if (isWord('each', before.split(' ')[0])) return null;
  const away = (weekday(today) - wanted! + 7) % 7;
  if (place === 'this') return onDay(addDays(around(today, 'week').from, wanted!));
  const isBehind = place ? place === 'last' || place === 'past' : direction === 'past';
  const days = isBehind ? -(away || (place ? 7 : 0)) : (7 - away) % 7 || (place ? 7 : 0);
  return onDay(addDays(today, days), { open: place === undefined });
}

function weekend({ place }: Said, { today, direction }: Clock): Meant {
  const isOver = place === 'last' || (place === undefined && direction === 'past' && weekday(today) < 5);
  const saturday = addDays(around(today, 'week').from, 5 + (isOver ? -7 : place === 'next' ? 7 : 0));
  return from(saturday, addDays(saturday, 1));
}

/** "The month of October", but "by month, October". */
const isOfUnit = (unit: Unit, { unit: said }: Said, before: string): boolean =>
  said![0] === unit && said![1] === 1 && !words.by.has(before.split(' ')[0]!);

const inYear = (year: number): Meant => from(`${year}-01-01`, `${year}-12-31`);

/** Gets the slots, and the words before and at the first one. Returns undefined if they are no time after all. */
type Meaning = (said: Said, clock: Clock, before: string) => Meant | null;
/** The meaning of exactly these slots; those with a question mark are optional. */
const MEANINGS: readonly (readonly [slots: string, Meaning])[] = [
  ['place unit count? whole?', placed],
  // "The last quarter of 2025".
  [
    'place unit year',
    (said, clock) => (said.unit![0] === 'quarter' ? ofYear({ ...said, part: ['quarter', 4] }, clock) : null),
  ],
  // "Last year's November".
  [
    'place unit month',
    (said, clock) =>
      said.unit![0] === 'year' && said.unit![1] === 1
        ? ofMonth({ month: said.month!, year: yearOf(placed(said, clock).period.from!) }, clock, '')
        : null,
  ],
  ['way unit count?', distant],
  ['month day? year? place?', ofMonth],
  [
    'unit month day? year?',
    (said, clock, before) =>
      isOfUnit(said.day === undefined ? 'month' : 'day', said, before) ? ofMonth(said, clock, 'of of') : null,
  ],
  ['former', ({ former }, { today }) => unitAway(-1, former!, today)],
  ['unit year', (said, _, before) => (isOfUnit('year', said, before) ? inYear(said.year!) : null)],
  ['part year?', ofYear],
  ['ordinal half year?', (said, clock) => ofYear({ ...said, part: ['half', said.ordinal!] }, clock)],
  [
    'ordinal unit year?',
    (said, clock) =>
      said.unit![0] === 'quarter' ? ofYear({ ...said, part: ['quarter', said.ordinal!] }, clock) : null,
  ],
  ['weekday place?', ofWeek],
  // "Monday last week", "lundi de la semaine dernière".
  [
    'weekday place unit',
    (said, clock) =>
      said.unit![0] === 'week' ? onDay(addDays(placed(said, clock).period.from!, said.weekday!)) : null,
  ],
  // "Saturday 21 November".
  [
    'weekday day month year?',
    (said, clock, before) => {
      const meant = ofMonth(said, clock, before);
      return meant?.period.from && weekday(meant.period.from) === said.weekday ? meant : IMPOSSIBLE;
    },
  ],
  // "Mittwoch vor einer Woche", "Donnerstag in zwei Wochen".
  [
    'weekday way unit count',
    ({ weekday: wanted, way, unit, count }, { today }) => {
      const weeks = unit![0] === 'week' ? count! * unit![1] * (way === 'ago' ? -1 : way === 'within' ? 1 : 0) : 0;
      return weeks === 0 ? null : onDay(addDays(around(today, 'week').from, weeks * 7 + wanted!));
    },
  ],
  ['weekend place?', weekend],
  [
    'year',
    ({ year }, _, before) => {
      const [lead] = before.split(' ') as [string];
      return isWord('inyear', lead) || words.measured.has(lead) ? inYear(year!) : null;
    },
  ],
];
const RULES = MEANINGS.map(([slots, meaning]) => ({
  needed: slots.split(' ').filter(slot => !slot.endsWith('?')),
  slots: slots.split(' ').map(slot => slot.replace('?', '')),
  meaning,
}));

// ---- without slots ----

/** Numeric dates. The day comes first, but with slashes in English the month, unless that is impossible. */
function inFigures(word: string, clock: Clock): Meant | null {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?$/.exec(word) ?? [];
  if (year && day) return onDay(dateOf(Number(year), Number(month), Number(day)));
  if (year) return /-/.test(word) ? whole(dateOf(Number(year), Number(month), 1), 'month') : null;
  const [, monthOnly, yearOnly] = /^(\d{1,2})\/(\d{4})$/.exec(word) ?? [];
  if (monthOnly) return whole(dateOf(Number(yearOnly), Number(monthOnly), 1), 'month');
  // "Am 5.10." ends with a dot; "5.10" is an amount.
  const [, a, sign, b, digits] = /^(\d{1,2})([-/.])(\d{1,2})(?:[-/.](\d{2}|\d{4})?)?$/.exec(word) ?? [];
  const [first, second] = [Number(a), Number(b)];
  const isMonthFirst = sign === '/' && first <= 12 && (clock.languages.size === 0 || clock.languages.has('english'));
  const [inMonth, onDate] = isMonthFirst || second > 12 ? [first, second] : [second, first];
  if (!a || (!digits && sign !== '/' && !word.endsWith('.'))) return null;
  const said = digits && (digits.length === 2 ? 2000 + Number(digits) : Number(digits));
  const date = dateOf(said || nearestYear(inMonth, onDate, undefined, clock), inMonth, onDate);
  return onDay(date, { open: !said });
}

/** Expressions of one word: named days and numeric dates. */
export function aloneAt(tokens: readonly Token[], at: number, clock: Clock): Found | null {
  const word = text(tokens, at);
  const named = phraseAt(words.namedDays, tokens, at);
  // German "hier" is here, and not yesterday.
  const [main] = clock.languages;
  const isOther =
    main !== undefined && isSpoken(word, new Set([main])) && !words.languagesOfDays.get(word)?.includes(main);
  if (named && !(named[1] === 1 && isOther)) return { ...onDay(addDays(clock.today, named[0])), length: named[1] };
  const figures = inFigures(word, clock);
  if (figures) return { ...figures, length: 1 };
  if (words.overnight.has(word)) return { ...from(addDays(clock.today, -1), clock.today), length: 1 };
  const month: Said = { unit: ['day', 1], count: 30 };
  if (words.recent.has(word)) return { ...back(month, clock), length: 1 };
  if (words.soon.has(word)) return { ...ahead(month, clock), length: 1 };
  const holiday = phraseAt(words.holidays, tokens, at);
  return holiday ? { ...onDay(holidayOf(holiday[0], clock), { open: true }), length: holiday[1] } : null;
}

/** The nearest day of this name: "12-24", or "easter+1". */
function holidayOf(name: string, clock: Clock): string | null {
  const [, away] = /^easter([+-]\d+)$/.exec(name) ?? [];
  const [month, day] = name.split('-').map(Number) as [number, number];
  if (away === undefined) return dateOf(nearestYear(month, day, undefined, clock), month, day);
  const year = yearOf(clock.today);
  const days = [year - 1, year, year + 1].map(each => addDays(easterOf(each), Number(away)));
  return (
    (clock.direction === 'past'
      ? days.findLast(each => each <= clock.today)
      : days.find(each => each >= clock.today)) ?? null
  );
}

/**
 * The longest expression whose slots have a meaning. A unit alone is one only within "the end of" or "the first week
 * of".
 */
export function flatAt(tokens: readonly Token[], at: number, clock: Clock, isInner = false): Found | null {
  const before = `${text(tokens, at - 1)} `;
  for (const { said, length } of saidAt(tokens, at, clock.today)) {
    const slots = Object.keys(said);
    const rule = RULES.find(
      each => each.needed.every(slot => slots.includes(slot)) && slots.every(slot => each.slots.includes(slot)),
    );
    const meant =
      isInner && slots.join() === 'unit'
        ? unitAway(0, said.unit![0], clock.today)
        : rule?.meaning(said, clock, before + text(tokens, at));
    if (meant) return { ...meant, length };
  }
  return null;
}
