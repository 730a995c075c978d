import { add, addDays, around, dateOf, isoWeek, monthOf, weekday, yearOf } from '../../kernel/calendar.ts';
import * as words from './date-words.ts';
import {
  ahead,
  back,
  type Clock,
  from,
  IMPOSSIBLE,
  type Meaning,
  on,
  onDay,
  placeOf,
  type Rule,
  YEAR,
  yearOfSaid,
} from './patterns.ts';

/* Days, months and other parts of the calendar. */

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
export const MONTHS: readonly Rule[] = [
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

/** Days by their names and in figures. */
export const DAYS: readonly Rule[] = [
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
];

/** Quarters, halves, weeks by their numbers, weekdays. */
export const PARTS: readonly Rule[] = [
  [`(?:(?<size>[qh])|q )(?<index>\\d)${YEAR}`, partOfYear],
  [`(?:{ordinal}|(?<final>last|final)(?= \\S+ of)) (?:{quarter}|(?<half>half|halbjahr|semestre))${YEAR}`, partOfYear],
  [`(?:week|kw|kalenderwoche|semana|semaine|settimana) (?<index>\\d{1,2})${YEAR}`, weekSaid],
  ['(?:{place} )?{weekday}(?:(?<feira>(?= feira))|)', weekdaySaid],
  ['(?:{place} )?(?:weekends?|wochenende|fin \\S+ semana)', weekendSaid],
];
