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

/** Which way a month or weekday without a year is meant: sales look back, deliveries look ahead. */
export type Direction = 'past' | 'future';

/** A piece of time found at a token: how many tokens it took, and what it means or why it means nothing. */
export interface Found {
  length: number;
  period: Period;
  /** A stretch counted in days from or to today: "the last 30 days", "within two weeks". */
  days?: number;
  /** Named without saying whether it is behind or ahead: a month, a weekday. */
  open?: boolean;
  /** Not a date of any calendar: the 30th of February. */
  impossible?: boolean;
  /** "recently" has a length only because we gave it one. */
  assumed?: boolean;
}

export interface Clock {
  today: string;
  direction: Direction;
}
type Rule = (tokens: readonly Token[], at: number, clock: Clock) => Found | null;

const text = (tokens: readonly Token[], at: number): string => tokens[at]?.text ?? '';
const skipArticles = (tokens: readonly Token[], at: number): number => {
  while (words.articles.has(text(tokens, at)) && at < tokens.length) at++;
  return at;
};
const found = (length: number, from: string | null, to: string | null, more: Partial<Found> = {}): Found => ({
  length,
  period: { from, to },
  ...more,
});
const impossible = (length: number): Found => found(length, null, null, { impossible: true });
export const daysIn = (count: number, unit: Unit): number =>
  Math.round(count * { day: 1, week: 7, month: 30, quarter: 91, year: 365 }[unit]);

/** N units up to today, today included: exactly that many days. */
const rollingBack = (length: number, count: number, unit: Unit, today: string): Found =>
  found(length, addDays(add(today, -count, unit), 1), today, { days: daysIn(count, unit) });
const rollingAhead = (length: number, count: number, unit: Unit, today: string): Found =>
  found(length, today, add(today, count, unit), { days: daysIn(count, unit) });

const namedDay: Rule = (tokens, at, { today }) => {
  for (let length = Math.min(3, tokens.length - at); length > 0; length--) {
    const phrase = tokens
      .slice(at, at + length)
      .map(token => token.text)
      .join(' ');
    const away = words.namedDays.get(phrase);
    if (away !== undefined) {
      const day = addDays(today, away);
      return found(length, day, day);
    }
  }
  if (words.recent.has(text(tokens, at))) return { ...rollingBack(1, 30, 'day', today), assumed: true };
  if (words.soon.has(text(tokens, at))) return { ...rollingAhead(1, 30, 'day', today), assumed: true };
  return null;
};

function countAt(tokens: readonly Token[], at: number): { count: number; length: number } | null {
  if (text(tokens, at) === 'a' || words.vague.get(text(tokens, at))) {
    const start = text(tokens, at) === 'a' ? at + 1 : at;
    const count = words.vague.get(text(tokens, start));
    if (count) return { count, length: start - at + 1 + (text(tokens, start + 1) === 'of' ? 1 : 0) };
  }
  const count = numberBeforeUnit(text(tokens, at));
  return count !== undefined && Number.isInteger(count) && count > 0 && count <= 4000 ? { count, length: 1 } : null;
}

/** A unit, hours counting as days begun and fortnights as two weeks. */
function unitAt(tokens: readonly Token[], at: number): { unit: Unit; times: number } | null {
  const word = text(tokens, at);
  if (/^(hours?|hrs?|stunden|horas|heures|ore)$/.test(word)) return { unit: 'day', times: 1 / 24 };
  if (/^fortnights?$/.test(word)) return { unit: 'week', times: 2 };
  const unit = words.units.get(word);
  return unit ? { unit, times: 1 } : null;
}

/** "this month", "the last 3 weeks", "les 30 derniers jours", "el mes pasado", "year to date". */
const relativeUnit: Rule = (tokens, at, clock) => {
  let i = at;
  // Not the doubtful number words: "due next week" is no pair of weeks.
  const countFirst = readNumber(text(tokens, i)) === undefined ? null : countAt(tokens, i);
  if (countFirst && words.places.get(text(tokens, i + countFirst.length))) i += countFirst.length;
  const place = words.places.get(text(tokens, i));
  if (place) {
    const countNext = i === at ? countAt(tokens, i + 1) : null;
    const unitIndex = i + 1 + (countNext?.length ?? 0);
    const unit = unitAt(tokens, unitIndex);
    if (!unit) return null;
    const count = countNext?.count ?? (i > at ? countFirst?.count : undefined);
    return placed(unitIndex + 1 - at, place, count, unit, clock.today);
  }
  const unit = unitAt(tokens, at);
  if (!unit) return null;
  const after = text(tokens, at + 1);
  if (after === 'to' && text(tokens, at + 2) === 'date')
    return found(3, around(clock.today, unit.unit).from, clock.today);
  if (after === 'before' && text(tokens, at + 2) === 'last') return whole(3, -2, unit.unit, clock.today);
  if ((after === 'que' && text(tokens, at + 2) === 'viene') || (after === 'que' && text(tokens, at + 2) === 'vem'))
    return whole(3, 1, unit.unit, clock.today);
  const behind = words.places.get(after);
  // "week this" is no English; Romance languages put "last" and "next" behind the unit.
  return behind && !/^(this|past|last|next|previous|following|ce|este|esta|diese)/.test(after)
    ? placed(2, behind, undefined, unit, clock.today)
    : null;
};

function placed(
  length: number,
  place: words.Place,
  count: number | undefined,
  unit: { unit: Unit; times: number },
  today: string,
): Found {
  const counted = Math.max(1, Math.ceil((count ?? 1) * unit.times));
  if (place === 'past' || (place === 'last' && (count !== undefined || unit.times !== 1)))
    return rollingBack(length, counted, unit.unit, today);
  if (place === 'coming' || (place === 'next' && (count !== undefined || unit.times !== 1)))
    return rollingAhead(length, counted, unit.unit, today);
  return whole(length, place === 'this' ? 0 : place === 'last' ? -1 : 1, unit.unit, today);
}

function whole(length: number, away: number, unit: Unit, today: string): Found {
  const { from, to } = around(add(around(today, unit).from, away, unit), unit);
  return found(length, from, to);
}

/** "3 weeks ago", "vor 3 Wochen", "il y a 3 semaines", "in two weeks", "30 days from now". */
const distant: Rule = (tokens, at, { today, direction }) => {
  const word = text(tokens, at);
  const lead = words.agoBefore.has(word) || word === 'ha' ? 1 : word === 'il' && text(tokens, at + 1) === 'y' ? 3 : 0;
  const inside = lead === 0 && words.within.has(word);
  let i = lead || inside ? skipArticles(tokens, at + (lead || 1)) : at;
  if (inside && text(tokens, i) === 'space') i = skipArticles(tokens, i + 1);
  const counted =
    countAt(tokens, i) ??
    (/^(a|an|one|ein|einer|einem|eine|un|una|une|um|uma)$/.test(text(tokens, i)) ? { count: 1, length: 1 } : null) ??
    (inside ? onlyUnit(tokens, i, at) : null);
  if (!counted) return null;
  const unit = unitAt(tokens, i + counted.length);
  if (!unit) return null;
  const count = Math.max(1, Math.ceil(counted.count * unit.times));
  const end = i + counted.length + 1;
  if (lead || words.ago.has(text(tokens, end))) {
    const day = add(today, -count, unit.unit);
    return found(end + (lead ? 0 : 1) - at, day, day);
  }
  if (text(tokens, end) === 'from' && /^(now|today)$/.test(text(tokens, end + 1)))
    return rollingAhead(end + 2 - at, count, unit.unit, today);
  if (!inside) return null;
  return direction === 'future'
    ? rollingAhead(end - at, count, unit.unit, today)
    : rollingBack(end - at, count, unit.unit, today);
};

/** "within the week" and "within a month" have a count of one. */
const onlyUnit = (tokens: readonly Token[], i: number, at: number): { count: number; length: number } | null =>
  text(tokens, at) === 'within' && unitAt(tokens, i) ? { count: 1, length: 0 } : null;

const yearAt = (tokens: readonly Token[], at: number): number | null =>
  /^(19|20)\d\d$/.test(text(tokens, at)) ? Number(text(tokens, at)) : null;

/** A year after a month or quarter: "2025", "of 2025", "last year". */
function yearAfter(tokens: readonly Token[], at: number, today: string): { year: number; length: number } | null {
  const i = skipArticles(tokens, at);
  const year = yearAt(tokens, i);
  if (year) return { year, length: i + 1 - at };
  const place = words.places.get(text(tokens, i));
  if (place && words.units.get(text(tokens, i + 1)) === 'year')
    return { year: yearOf(today) + (place === 'last' ? -1 : place === 'next' ? 1 : 0), length: i + 2 - at };
  return null;
}

const dayNumber = (word: string): number | null => {
  const match = /^(\d{1,2})(st|nd|rd|th|er|o)?$/.exec(word);
  return match ? Number(match[1]) : null;
};

/** "March", "March 2026", "5 October", "October 5th, 2026", "der 5. Oktober", "5 de octubre de 2026", "last March". */
const namedMonth: Rule = (tokens, at, clock) => {
  let i = at;
  const place = words.places.get(text(tokens, i));
  if (place) i++;
  let day = dayNumber(text(tokens, i));
  if (day !== null) i = skipArticles(tokens, i + 1);
  const word = text(tokens, i);
  const month = words.months.get(word);
  if (!month) return null;
  i++;
  if (day === null && !yearAt(tokens, i)) {
    day = dayNumber(text(tokens, i));
    if (day !== null) i++;
  }
  const year = yearAfter(tokens, i, clock.today);
  if (year) i += year.length;
  else if (day === null && !place && words.doubtfulMonths.has(word) && !words.cuesBeforeMonth.has(text(tokens, at - 1)))
    return null;
  const meant = year?.year ?? nearestYear(month, day, place, clock);
  if (day === null) {
    const first = dateOf(meant, month, 1);
    if (!first) return impossible(i - at);
    return found(i - at, first, around(first, 'month').to, { open: !year && !place });
  }
  const date =
    dateOf(meant, month, day) ?? (year ? null : (dateOf(meant + 1, month, day) ?? dateOf(meant - 1, month, day)));
  if (!date || (month === 2 && day === 29 && date.slice(0, 4) !== String(meant))) return impossible(i - at);
  return found(i - at, date, date, { open: !year && !place });
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

/** "Q3", "Q1 2026", "third quarter of last year", "H1 2026", "week 42", "KW 42". */
const numbered: Rule = (tokens, at, clock) => {
  const word = text(tokens, at);
  const short =
    /^([qh])(\d)$/.exec(word) ??
    (word === 'q' && /^\d$/.test(text(tokens, at + 1)) ? ['', 'q', text(tokens, at + 1)] : null);
  const ordinal = words.ordinals.get(word) ?? (/^(last|final)$/.test(word) && text(tokens, at + 2) === 'of' ? 4 : null);
  const nextUnit = words.units.get(text(tokens, at + 1));
  const isHalf = short ? short[1] === 'h' : /^(half|halbjahr|semestre)$/.test(text(tokens, at + 1));
  if (short || (ordinal && (nextUnit === 'quarter' || isHalf))) {
    const index = short ? Number(short[2]) : ordinal!;
    const used = short && word !== 'q' ? 1 : 2;
    const year = yearAfter(tokens, at + used, clock.today);
    const length = used + (year?.length ?? 0);
    const size = isHalf ? 6 : 3;
    if (index < 1 || index > 12 / size) return impossible(length);
    const place = (y: number): string => dateOf(y, (index - 1) * size + 1, 1)!;
    let meant = year?.year ?? yearOf(clock.today);
    if (!year && clock.direction === 'past' && place(meant) > clock.today) meant--;
    if (!year && clock.direction === 'future' && addDays(add(place(meant), size, 'month'), -1) < clock.today) meant++;
    return found(length, place(meant), addDays(add(place(meant), size, 'month'), -1), { open: !year });
  }
  const week = /^(week|kw|kalenderwoche|semana|semaine|settimana)$/.test(word)
    ? /^\d{1,2}$/.exec(text(tokens, at + 1))
    : null;
  if (!week) return null;
  const year = yearAfter(tokens, at + 2, clock.today);
  const period = isoWeek(year?.year ?? yearOf(clock.today), Number(week[0]));
  const length = 2 + (year?.length ?? 0);
  return period ? found(length, period.from, period.to, { open: !year }) : impossible(length);
};

/** "Monday", "last Friday", "this weekend"; on its own a weekday lies on the side that is asked for. */
const namedWeekday: Rule = (tokens, at, { today, direction }) => {
  const place = words.places.get(text(tokens, at));
  const i = place ? at + 1 : at;
  const word = text(tokens, i);
  const length = i + 1 - at;
  if (/^(weekend|wochenende|weekends)$/.test(word) || (word === 'fin' && text(tokens, i + 2) === 'semana')) {
    const week = around(today, 'week').from;
    const away =
      place === 'last' || (place === undefined && direction === 'past' && weekday(today) < 5)
        ? -7
        : place === 'next'
          ? 7
          : 0;
    return found(word === 'fin' ? length + 2 : length, addDays(week, away + 5), addDays(week, away + 6));
  }
  const wanted = words.weekdays.get(word);
  if (wanted === undefined) return null;
  // "segunda" and "quarta" are also ordinals: a weekday only with "feira" or after "na".
  if (
    /^(segunda|terca|quarta|quinta|sexta)$/.test(word) &&
    text(tokens, i + 1) !== 'feira' &&
    text(tokens, at - 1) !== 'na'
  )
    return null;
  const back = (weekday(today) - wanted + 7) % 7;
  const behind = addDays(today, -(back || (place ? 7 : 0)));
  const ahead = addDays(today, (7 - back) % 7 || (place ? 7 : 0));
  const day =
    place === 'this'
      ? addDays(around(today, 'week').from, wanted)
      : place === 'last' || place === 'past'
        ? behind
        : place || direction === 'future'
          ? ahead
          : behind;
  return found(length, day, day, { open: place === undefined });
};

/** Dates in figures. Dots and dashes put the day first; a slash puts the month first unless that cannot be. */
const figures: Rule = (tokens, at, clock) => {
  const word = text(tokens, at);
  const parts = word.split(/[-/.]/).map(Number);
  if (/^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}$/.test(word)) return single(dateOf(parts[0]!, parts[1]!, parts[2]!));
  if (/^\d{4}-\d{1,2}$/.test(word)) {
    const first = dateOf(parts[0]!, parts[1]!, 1);
    return first ? found(1, first, around(first, 'month').to) : impossible(1);
  }
  if (/^\d{1,2}[-/.]\d{1,2}[-/.](\d{2}|\d{4})$/.test(word)) {
    const year = parts[2]! < 100 ? 2000 + parts[2]! : parts[2]!;
    const [a, b] = parts as [number, number];
    return single(word.includes('/') && a <= 12 ? dateOf(year, a, b) : dateOf(year, b, a));
  }
  if (/^\d{1,2}\/\d{1,2}$/.test(word)) {
    const [month, day] = parts[0]! > 12 ? [parts[1]!, parts[0]!] : [parts[0]!, parts[1]!];
    return single(dateOf(nearestYear(month, day, undefined, clock), month, day));
  }
  const year = yearAt(tokens, at);
  return year &&
    /^(in|of|during|for|since|from|year|until|before|after|and|to|vs|versus|than|with|im|jahr|en|de|em|nel|seit|bis|desde|depuis|del|calendar|fy)$/.test(
      text(tokens, at - 1),
    )
    ? found(1, `${year}-01-01`, `${year}-12-31`)
    : null;
};
const single = (day: string | null): Found => (day ? found(1, day, day) : impossible(1));

/** "end of the month", "start of next week", "Christmas". */
const edge: Rule = (tokens, at, clock) => {
  const word = text(tokens, at);
  if (/^(christmas|xmas|weihnachten|navidad|noel|natal|natale)$/.test(word)) {
    const year = nearestYear(12, 25, undefined, clock);
    return found(1, `${year}-12-25`, `${year}-12-25`, { open: true });
  }
  if (word === 'black' && text(tokens, at + 1) === 'friday') {
    // The day after the fourth Thursday of November.
    const friday = (year: number): string => addDays(`${year}-11-01`, ((10 - weekday(`${year}-11-01`)) % 7) + 22);
    const year = yearOf(clock.today);
    const day = clock.direction === 'past' && friday(year) > clock.today ? friday(year - 1) : friday(year);
    return found(2, day, day, { open: true });
  }
  if (!words.startOf.has(word) && !words.endOf.has(word)) return null;
  const i = skipArticles(tokens, at + 1);
  const unit = words.units.get(text(tokens, i));
  const inner =
    relativeUnit(tokens, i, clock) ??
    (unit ? { ...whole(1, 0, unit, clock.today) } : null) ??
    namedMonth(tokens, i, clock);
  if (!inner || inner.impossible) return inner;
  const day = words.endOf.has(word) ? inner.period.to : inner.period.from;
  return found(i + inner.length - at, day, day);
};

/** "since summer", "last winter", "this autumn". */
const season: Rule = (tokens, at, { today, direction }) => {
  const place = words.places.get(text(tokens, at));
  const month = words.seasons.get(text(tokens, place ? at + 1 : at));
  if (!month) return null;
  const began = dateOf(yearOf(today), month, 1)!;
  const latest = began <= today ? began : add(began, -1, 'year');
  const isRunning = add(latest, 3, 'month') > today;
  const from =
    place === 'last' && isRunning
      ? add(latest, -1, 'year')
      : place === 'next' ||
          (direction === 'future' && !isRunning) ||
          (place === 'this' && !isRunning && add(latest, 9, 'month') < today)
        ? add(latest, 1, 'year')
        : latest;
  return found(place ? 2 : 1, from, addDays(add(from, 3, 'month'), -1), { open: !place });
};

const partDays = { day: 1, week: 7, half: 15 } as const;

/** "the first week of November", "the second half of last month", "the last day of May". */
const partOf: Rule = (tokens, at, clock) => {
  const fromEnd = /^(last|final)$/.test(text(tokens, at));
  const ordinal = fromEnd ? 1 : words.ordinals.get(text(tokens, at));
  const days = partDays[text(tokens, at + 1) as keyof typeof partDays];
  if (!ordinal || !days || text(tokens, at + 2) !== 'of') return null;
  const i = skipArticles(tokens, at + 3);
  const inner =
    relativeUnit(tokens, i, clock) ??
    (text(tokens, i) === 'month' ? whole(1, 0, 'month', clock.today) : null) ??
    namedMonth(tokens, i, clock);
  const { from, to } = inner?.period ?? {};
  if (!inner || inner.impossible || !from || !to || daysBetween(from, to) > 31) return null;
  const first = fromEnd
    ? addDays(to, 1 - (days === partDays.half ? daysBetween(from, to) + 1 - days : days))
    : addDays(from, (ordinal - 1) * days);
  const last = fromEnd || (days === partDays.half && ordinal === 2) ? to : addDays(first, days - 1);
  return first > to
    ? impossible(i + inner.length - at)
    : found(i + inner.length - at, first, last > to ? to : last, { open: inner.open ?? false });
};

const rules: Rule[] = [
  season,
  namedDay,
  figures,
  edge,
  distant,
  relativeUnit,
  namedMonth,
  numbered,
  namedWeekday,
  partOf,
];

/** The longest piece of time that starts at a token. */
export function timeAt(tokens: readonly Token[], at: number, clock: Clock): Found | null {
  let best: Found | null = null;
  for (const rule of rules) {
    const result = rule(tokens, at, clock);
    if (result && result.length > (best?.length ?? 0)) best = result;
  }
  return best;
}
