import {
  add,
  addDays,
  around,
  dateOf,
  daysBetween,
  isoWeek,
  monthOf,
  type Period,
  type Unit,
  weekday,
  yearOf,
} from '../../kernel/calendar.ts';
import { numberBeforeUnit, readNumber, type Token } from '../words/normalize.ts';
import * as words from './date-words.ts';

/*
 * One piece of time: "last month", "3 weeks ago", "5 October 2026", "Q3", "the first week of November". Each rule is a pattern over the words of
 * a question, with tables of words in braces, and what it means. Libraries for dates answer points in time, and few of our languages;
 * a report needs the first day and the last.
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

type Meant = Omit<Found, 'length'>;
interface Said {
  [name: string]: string | undefined;
}
/** What was said, word by word, and the word before it. Nothing, if it means no time after all. */
type Meaning = (said: Said, clock: Clock, before: string) => Meant | null;

const from = (first: string, last: string, more: Omit<Meant, 'period'> = {}): Meant => ({
  period: { from: first, to: last },
  ...more,
});
const IMPOSSIBLE: Meant = { period: { from: null, to: null }, impossible: true };
const onDay = (day: string | null, more: Omit<Meant, 'period'> = {}): Meant =>
  day ? from(day, day, more) : IMPOSSIBLE;
const on = ({ from: first, to }: { from: string; to: string }, more: Omit<Meant, 'period'> = {}): Meant =>
  from(first, to, more);
export const daysIn = (count: number, unit: Unit): number =>
  Math.round(count * { day: 1, week: 7, month: 30, quarter: 91, year: 365 }[unit]);

/** N units up to today, today included: exactly that many days; or from today on. */
const back = (count: number, unit: Unit, today: string): Meant =>
  from(addDays(add(today, -count, unit), 1), today, { counted: true });
const ahead = (count: number, unit: Unit, today: string): Meant =>
  from(today, add(today, count, unit), { counted: true });
const whole = (away: number, unit: Unit, today: string): Meant =>
  on(around(add(around(today, unit).from, away, unit), unit));

// ---- words ----

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
const YEAR = '(?: {art}(?:{year}|{place:yearPlace} {years}))?';

function yearOfSaid({ year, yearPlace }: Said, { today }: Clock): number | undefined {
  if (year) return Number(year);
  const away = { last: -1, next: 1 }[words.places.get(yearPlace ?? '') as 'last'] ?? 0;
  return yearPlace ? yearOf(today) + away : undefined;
}

/** Hours count as days begun, fortnights as two weeks. */
function unitOf(word: string): { unit: Unit; times: number } {
  if (/^fortnight/.test(word)) return { unit: 'week', times: 2 };
  const unit = words.units.get(word);
  return unit ? { unit, times: 1 } : { unit: 'day', times: 1 / 24 };
}

function countOf({ vague, count }: Said): number | null | undefined {
  if (vague) return words.vague.get(vague);
  if (count === undefined) return undefined;
  const number = numberBeforeUnit(count);
  return number !== undefined && Number.isInteger(number) && number > 0 && number <= 4000 ? number : null;
}
const COUNT = '(?:(?:a )?{vague}(?: of)?|(?<count>\\S+))';
/** "one week", beside what counts; an article says so too, where none can be skipped. */
const ONE = 'one|ein|einer|einem|eine|un|una|une|um|uma';

// ---- stretches from today ----

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

type Rule = readonly [pattern: string, meaning: Meaning];
const placeOf = (said: Said): words.Place | undefined => words.places.get(said['place'] ?? '');

/** "this month", "the last 3 weeks", "les 30 derniers jours", "el mes pasado", "year to date". */
const RELATIVE: readonly Rule[] = [
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

// ---- parts of the calendar ----

/** "March", "March 2026", "5 October", "October 5th, 2026", "der 5. Oktober", "5 de octubre de 2026", "last March". */
const monthSaid: Meaning = (said, clock, before) => {
  const place = placeOf(said);
  const month = words.months.get(said['month']!)!;
  const day = said['day'] ? Number(said['day']) : null;
  const year = yearOfSaid(said, clock);
  const isBare = year === undefined && !place;
  if (isBare && day === null && words.doubtfulMonths.has(said['month']!) && !words.cuesBeforeMonth.has(before))
    return null;
  const meant = year ?? nearestYear(month, day, place, clock);
  const first = dateOf(meant, month, 1);
  if (day === null) return first ? on(around(first, 'month'), { open: isBare }) : IMPOSSIBLE;
  const other = year === undefined && !(month === 2 && day === 29);
  return onDay(
    dateOf(meant, month, day) ?? (other ? (dateOf(meant + 1, month, day) ?? dateOf(meant - 1, month, day)) : null),
    { open: isBare },
  );
};

/** The year in which a month, or a day of it, lies nearest on the side that is asked for. */
function nearestYear(
  month: number,
  day: number | null,
  place: words.Place | undefined,
  { today, direction }: Clock,
): number {
  const current = yearOf(today);
  const position = month * 100 + (day ?? 0);
  const now = monthOf(today) * 100 + (day === null ? 0 : Number(today.slice(8)));
  if (place === 'this') return current;
  if (place === 'last') return position < now ? current : current - 1;
  if (place === 'next' || place === 'coming') return position > now ? current : current + 1;
  return direction === 'past' ? (position <= now ? current : current - 1) : position >= now ? current : current + 1;
}

const nth = '(?:st|nd|rd|th|er|o)?';
const MONTHS: readonly Rule[] = [
  [`(?:{place} )?{day}${nth} {art}{month}${YEAR}`, monthSaid],
  [`(?:{place} )?{month}(?: {day}${nth})?${YEAR}`, monthSaid],
];

/** So many months of a year, counted from its first: a quarter or a half. */
const partOfYear: Meaning = (said, clock) => {
  const months = said['half'] || said['size'] === 'h' ? 6 : 3;
  const index = said['final'] ? 4 : said['ordinal'] ? words.ordinals.get(said['ordinal'])! : Number(said['index']);
  if (index < 1 || index > 12 / months) return IMPOSSIBLE;
  const year = yearOfSaid(said, clock);
  const first = (of: number): string => dateOf(of, (index - 1) * months + 1, 1)!;
  const last = (of: number): string => addDays(add(first(of), months, 'month'), -1);
  const { today, direction } = clock;
  const now = yearOf(today);
  const meant = year ?? (direction === 'past' && first(now) > today ? now - 1 : now);
  const later = year === undefined && direction === 'future' && last(meant) < today ? meant + 1 : meant;
  return from(first(later), last(later), { open: year === undefined });
};

const weekSaid: Meaning = (said, clock) => {
  const year = yearOfSaid(said, clock);
  const week = isoWeek(year ?? yearOf(clock.today), Number(said['index']));
  return week ? on({ from: week.from, to: week.to }, { open: year === undefined }) : IMPOSSIBLE;
};

/** "Monday", "last Friday"; on its own a weekday lies on the side that is asked for. */
const weekdaySaid: Meaning = (said, { today, direction }, before) => {
  const place = placeOf(said);
  const name = said['weekday']!;
  // "segunda" and "quarta" are also ordinals: a weekday only with "feira" or after "na".
  if (/^(segunda|terca|quarta|quinta|sexta)$/.test(name) && said['feira'] === undefined && before !== 'na') return null;
  const wanted = words.weekdays.get(name)!;
  const away = (weekday(today) - wanted + 7) % 7;
  const behind = addDays(today, -(away || (place ? 7 : 0)));
  const next = addDays(today, (7 - away) % 7 || (place ? 7 : 0));
  if (place === 'this') return onDay(addDays(around(today, 'week').from, wanted));
  const isBehind = place ? place === 'last' || place === 'past' : direction === 'past';
  return onDay(isBehind ? behind : next, { open: place === undefined });
};

const weekendSaid: Meaning = (said, { today, direction }) => {
  const place = placeOf(said);
  const isOver = place === 'last' || (place === undefined && direction === 'past' && weekday(today) < 5);
  const saturday = addDays(around(today, 'week').from, 5 + (isOver ? -7 : place === 'next' ? 7 : 0));
  return from(saturday, addDays(saturday, 1));
};

/** "since summer", "last winter", "this autumn". */
const seasonSaid: Meaning = (said, { today, direction }) => {
  const place = placeOf(said);
  const began = dateOf(yearOf(today), words.seasons.get(said['season']!)!, 1)!;
  const latest = began <= today ? began : add(began, -1, 'year');
  const isRunning = add(latest, 3, 'month') > today;
  const isAhead =
    place === 'next' ||
    (!isRunning && (direction === 'future' || (place === 'this' && add(latest, 9, 'month') < today)));
  const first = add(latest, place === 'last' && isRunning ? -1 : isAhead ? 1 : 0, 'year');
  return from(first, addDays(add(first, 3, 'month'), -1), { open: !place });
};

/** The day after the fourth Thursday of November. */
const blackFriday = (year: number): string => addDays(`${year}-11-01`, ((10 - weekday(`${year}-11-01`)) % 7) + 22);

/** Dates in figures. Dots and dashes put the day first; a slash puts the month first unless that cannot be. */
const inFigures: Meaning = ({ a, b, sign, digits }) => {
  const year = digits!.length === 2 ? 2000 + Number(digits) : Number(digits);
  const [first, second] = [Number(a), Number(b)];
  return onDay(sign === '/' && first <= 12 ? dateOf(year, first, second) : dateOf(year, second, first));
};

const BEFORE_YEAR =
  /^(in|of|during|for|since|from|year|until|before|after|and|to|vs|versus|than|with|im|jahr|en|de|em|nel|seit|bis|desde|depuis|del|calendar|fy)$/;

const RULES: readonly Rule[] = [
  ['(?:{place} )?{season}', seasonSaid],
  ['{named}', ({ named }, { today }) => onDay(addDays(today, words.namedDays.get(named!)!))],
  ['{recent}', (_, { today }) => back(30, 'day', today)],
  ['{soon}', (_, { today }) => ahead(30, 'day', today)],
  [
    '(?<y>\\d{4})[-/.](?<m>\\d{1,2})[-/.](?<d>\\d{1,2})',
    ({ y, m, d }) => onDay(dateOf(Number(y), Number(m), Number(d))),
  ],
  [
    '(?<y>\\d{4})-(?<m>\\d{1,2})',
    ({ y, m }) => {
      const first = dateOf(Number(y), Number(m), 1);
      return first ? on(around(first, 'month')) : IMPOSSIBLE;
    },
  ],
  ['(?<a>\\d{1,2})(?<sign>[-/.])(?<b>\\d{1,2})[-/.](?<digits>\\d{2}|\\d{4})', inFigures],
  [
    '(?<a>\\d{1,2})/(?<b>\\d{1,2})',
    ({ a, b }, clock) => {
      const [month, day] = Number(a) > 12 ? [Number(b), Number(a)] : [Number(a), Number(b)];
      return onDay(dateOf(nearestYear(month, day, undefined, clock), month, day));
    },
  ],
  ['{year}', ({ year }, _, before) => (BEFORE_YEAR.test(before) ? from(`${year}-01-01`, `${year}-12-31`) : null)],
  [
    'christmas|xmas|weihnachten|navidad|noel|natal|natale',
    (_, clock) => onDay(`${nearestYear(12, 25, undefined, clock)}-12-25`, { open: true }),
  ],
  [
    'black friday',
    (_, { today, direction }) => {
      const own = blackFriday(yearOf(today));
      return onDay(direction === 'past' && own > today ? blackFriday(yearOf(today) - 1) : own, { open: true });
    },
  ],
  [`(?:vor|hace|ha|il y a) {art}(?:(?<one>${ONE})|${COUNT}) {unit}`, ago],
  [`(?:(?<one>an?|${ONE})|${COUNT}) {unit} {ago}`, ago],
  [`(?:(?<one>an?|${ONE})|${COUNT}) {unit} from (?:now|today)`, away((n, unit, { today }) => ahead(n, unit, today))],
  [`{within} {art}(?:space {art})?(?:(?<one>${ONE})|${COUNT}) {unit}`, within],
  ['(?<one>within) {art}{unit}', within],
  ...RELATIVE,
  ...MONTHS,
  [`(?:(?<size>[qh])|q )(?<index>\\d)${YEAR}`, partOfYear],
  [`(?:{ordinal}|(?<final>last|final)(?= \\S+ of)) (?:{quarter}|(?<half>half|halbjahr|semestre))${YEAR}`, partOfYear],
  [`(?:week|kw|kalenderwoche|semana|semaine|settimana) (?<index>\\d{1,2})${YEAR}`, weekSaid],
  ['(?:{place} )?{weekday}(?:(?<feira>(?= feira))|)', weekdaySaid],
  ['(?:{place} )?(?:weekends?|wochenende|fin \\S+ semana)', weekendSaid],
];

// ---- finding them ----

type Compiled = readonly (readonly [pattern: RegExp, meaning: Meaning])[];
const compiledRules = (rules: readonly Rule[]): Compiled =>
  rules.map(([pattern, meaning]) => [compiled(pattern), meaning]);
const ALL = compiledRules(RULES);
/** What something may be the end, or the first week, of. */
const INNER = compiledRules([
  ...RELATIVE,
  ['{unit}', ({ unit }, { today }) => whole(0, unitOf(unit!).unit, today)],
  ...MONTHS,
]);
/** No piece of time has more words. */
const WORDS_MAX = 12;

const text = (tokens: readonly Token[], at: number): string => tokens[at]?.text ?? '';
export const skipArticles = (tokens: readonly Token[], at: number): number => {
  let to = at;
  while (words.articles.has(text(tokens, to))) to += 1;
  return to;
};

function longest(tokens: readonly Token[], at: number, clock: Clock, rules: Compiled): Found | null {
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

/** "end of the month", "start of next week". */
function edgeAt(tokens: readonly Token[], at: number, clock: Clock): Found | null {
  const isEnd = words.endOf.has(text(tokens, at));
  if (!isEnd && !words.startOf.has(text(tokens, at))) return null;
  const start = skipArticles(tokens, at + 1);
  const inner = longest(tokens, start, clock, INNER);
  if (!inner) return null;
  const length = start + inner.length - at;
  return inner.impossible ? { ...inner, length } : { ...onDay(isEnd ? inner.period.to : inner.period.from), length };
}

const DAYS = { day: 1, week: 7, half: 15 } as const;

/** "the first week of November", "the second half of last month", "the last day of May". */
function partAt(tokens: readonly Token[], at: number, clock: Clock): Found | null {
  const fromEnd = /^(last|final)$/.test(text(tokens, at));
  const ordinal = fromEnd ? 1 : words.ordinals.get(text(tokens, at));
  const days = DAYS[text(tokens, at + 1) as keyof typeof DAYS];
  if (!ordinal || !days || text(tokens, at + 2) !== 'of') return null;
  const start = skipArticles(tokens, at + 3);
  const inner = longest(tokens, start, clock, INNER);
  const { from: begins, to: ends } = inner?.period ?? {};
  if (!inner || !begins || !ends || daysBetween(begins, ends) > 31) return null;
  const length = start + inner.length - at;
  const size = fromEnd && days === DAYS.half ? daysBetween(begins, ends) + 1 - days : days;
  const first = fromEnd ? addDays(ends, 1 - size) : addDays(begins, (ordinal - 1) * days);
  const last = fromEnd || (days === DAYS.half && ordinal === 2) ? ends : addDays(first, days - 1);
  if (first > ends) return { ...IMPOSSIBLE, length };
  return { ...from(first, last > ends ? ends : last, { open: inner.open ?? false }), length };
}

/** The longest piece of time that starts at a token. */
export const timeAt = (tokens: readonly Token[], at: number, clock: Clock): Found | null =>
  [edgeAt(tokens, at, clock), longest(tokens, at, clock, ALL), partAt(tokens, at, clock)].reduce((best, found) =>
    found && found.length > (best?.length ?? 0) ? found : best,
  );
