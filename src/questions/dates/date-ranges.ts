import { add, addDays, around, daysBetween, type Period, type Unit } from '../../kernel/calendar.ts';
import { isWord, type Spoken, tableOf, wordsOf } from '../languages/dictionary.ts';
import { numberBeforeUnit, type Token } from '../words/normalize.ts';
import { timeAt } from './date-phrases.ts';
import * as words from './date-words.ts';
import { type Clock, type Found, flatAt } from './dates.ts';
import { formerUnit, phraseAt, skipArticles, text } from './slots.ts';

/** A range of days that a question names, with its tokens. */
export interface DateMention {
  first: number;
  /** The token after its last one. */
  end: number;
  period: Period;
  /** Whether it is past, current or future; `open` for a month or weekday that may be either. */
  side: 'past' | 'now' | 'future' | 'open';
  problem?: 'impossible' | 'reversed';
  /** Only its end is named: "before Friday", from today on. */
  isBound?: true;
  /** The day that stock is asked of, if it is not the last one. */
  moment?: string;
  /** The range to compare with: "than last month", "compared with 2025". */
  compared?: boolean;
  /** Relative to the question's own period, by this unit: "year over year", "the month before", "the period before". */
  shift?: Unit | 'period';
  /** The corresponding days: "the same month last year", "the same days of October". */
  isSame?: true;
  /** How many days "the 7 days before" are. */
  days?: number;
}

/** All ranges of days in a question, in order. */
export function findDates(tokens: readonly Token[], clock: Clock): DateMention[] {
  const mentions: DateMention[] = [];
  for (let at = 0; at < tokens.length; ) {
    const mention =
      againstLast(tokens, at, mentions.at(-1), clock) ??
      shifted(tokens, at, clock, mentions.length > 0) ??
      ranged(tokens, at, clock) ??
      narrowed(tokens, at, clock) ??
      sharing(tokens, at, clock) ??
      bounded(tokens, at, clock) ??
      simple(tokens, at, clock);
    if (mention) {
      const isOther = isCompared(tokens, mention.first) || (mentions.length > 0 && isLess(tokens, mention.first));
      const before = isOther && isOfWeekday(tokens, mention) ? weekBefore(mention, mentions.at(-1)) : undefined;
      mentions.push({ ...mention, ...(before && { period: before }), ...(isOther && { compared: true }) });
    }
    at = mention ? mention.end : at + 1;
  }
  return mentions;
}

const isOfWeekday = (tokens: readonly Token[], { first, end }: DateMention): boolean =>
  tokens.slice(first, end).some(token => words.weekdays.has(token.text));
/** "Yesterday compared with last Wednesday", on a Thursday: that of the week before. */
const weekBefore = ({ period: { from } }: DateMention, own: DateMention | undefined): Period | undefined =>
  from !== null && own?.period.from === from && own.period.to === from
    ? { from: addDays(from, -7), to: addDays(from, -7) }
    : undefined;

/** "This month against last", "this week vs the previous one": the unit before the one of today. */
function againstLast(
  tokens: readonly Token[],
  at: number,
  before: DateMention | undefined,
  { today }: Clock,
): DateMention | null {
  const next = text(tokens, at + 1);
  const isLast = words.places.get(text(tokens, at)) === 'last' && (next === '' || next === 'one');
  const said = before && tokens.slice(before.first, before.end);
  const unit = said?.flatMap(token => words.units.get(token.text) ?? [])[0];
  const isThis = said?.some(token => words.places.get(token.text) === 'this');
  if (!(isLast && unit && isThis && isCompared(tokens, at))) return null;
  const period = around(addDays(around(today, unit).from, -1), unit);
  return { first: at, end: at + (next === '' ? 1 : 2), period, side: 'past' };
}

/** "between March 1 and March 10", "from Monday to Friday", "2026-01-01 to 2026-02-01", "March - May". */
function ranged(tokens: readonly Token[], at: number, clock: Clock): DateMention | null {
  const led = words.between.has(text(tokens, at));
  const start = led ? skipArticles(tokens, at + 1) : at;
  const left = halfDate(tokens, start, clock) ?? timeAt(tokens, start, clock);
  if (!left) return null;
  const link = text(tokens, start + left.length);
  if (!words.to.has(link) || (!led && !isWord('through', link))) return null;
  const second = skipArticles(tokens, start + left.length + 1);
  const right = timeAt(tokens, second, clock);
  if (!right) return null;
  const end = second + right.length;
  if (left.impossible || right.impossible)
    return { first: at, end, period: { from: null, to: null }, side: 'open', problem: 'impossible' };
  // "from September to January": the year is that of the later month, and the earlier month moves back a year if
  // necessary.
  const last =
    right.isDayAlone && left.period.from !== null
      ? dayAfter(right.period.to!, left.period.from, left)
      : right.period.to;
  const backwards = left.period.from !== null && last !== null && left.period.from > last;
  const crossesMonth = backwards && left.isDayAlone;
  const crossesYear = backwards && !crossesMonth && left.open && left.period.from!.slice(5, 7) !== last!.slice(5, 7);
  const from =
    crossesMonth || crossesYear ? add(left.period.from!, -1, crossesMonth ? 'month' : 'year') : left.period.from;
  const period = { from, to: last };
  // "Compare this quarter to last quarter" names two ranges.
  if (backwards && !led && tokens.some(token => isWord('versus', token.text))) return null;
  // "Growth from September to October" too.
  if (
    left.period.from !== left.period.to &&
    tokens.some(token => words.trends.has(token.text) || isWord('fell', token.text))
  )
    return null;
  if (backwards && !crossesYear && !crossesMonth) return { first: at, end, period, side: 'open', problem: 'reversed' };
  return { first: at, end, period, side: sideOf(period, clock.today) };
}

/** "From 3 November to the 14th": of the month of the first day, or of the next one. */
function dayAfter(day: string, first: string, { isDayAlone }: Found): string {
  if (isDayAlone) return day;
  const same = `${first.slice(0, 8)}${day.slice(8)}`;
  return same >= first ? same : add(same, 1, 'month');
}

/** "from 1 to 15 March": both days share the month. */
function halfDate(tokens: readonly Token[], at: number, clock: Clock): Found | null {
  if (!/^\d{1,2}(st|nd|rd|th)?$/.test(text(tokens, at)) || !words.to.has(text(tokens, at + 1))) return null;
  const right = timeAt(tokens, skipArticles(tokens, at + 2), clock);
  if (!right?.period.from || right.period.from !== right.period.to || right.isDayAlone) return null;
  const day = `${right.period.from.slice(0, 8)}${text(tokens, at).replace(/\D/g, '').padStart(2, '0')}`;
  return { length: 1, period: { from: day, to: day }, open: right.open };
}

/** "The 3rd and the 14th of November": both days share the month. */
function sharing(tokens: readonly Token[], at: number, clock: Clock): DateMention | null {
  const day = AND.has(text(tokens, at + 1)) ? halfDate(tokens, at, clock) : null;
  return (
    day && { first: at, end: at + 1, period: day.period, side: day.open ? 'open' : sideOf(day.period, clock.today) }
  );
}
const AND = wordsOf('and');

/** "After 20 November but before the 24th": one range. */
function narrowed(tokens: readonly Token[], at: number, clock: Clock): DateMention | null {
  const since = bounded(tokens, at, clock);
  const link = text(tokens, since?.end ?? -1);
  const until = since && bounded(tokens, since.end + (AND.has(link) || isWord('but', link) ? 1 : 0), clock);
  if (!since?.period.from || since.isBound || !until?.period.to || since.problem || until.problem) return null;
  // What ends today does so by itself: "since May and until now" is said of both.
  const isUntil = until.isBound || until.period.from === null;
  const period = { from: since.period.from, to: until.period.to };
  if (!isUntil || period.from > period.to) return null;
  return { first: at, end: until.end, period, side: sideOf(period, clock.today) };
}

/** "since May", "until Friday", "before 1 June", "after Christmas", "last month until today". */
function bounded(tokens: readonly Token[], at: number, clock: Clock): DateMention | null {
  const word = text(tokens, at);
  const isSpoken = (each: Spoken) => clock.languages.size === 0 || clock.languages.has(each);
  const [ofSince, length = 1] = phraseAt(words.since, tokens, at) ?? [];
  const isSince =
    (ofSince?.some(isSpoken) && !(length === 1 && words.articles.get(word)?.some(isSpoken))) ||
    (word === 'from' &&
      isWord(
        'onwards',
        text(tokens, skipArticles(tokens, at + 1) + (timeAt(tokens, skipArticles(tokens, at + 1), clock)?.length ?? 0)),
      ));
  const isUntil =
    // Italian "prima metà di ottobre" is a part of it.
    (words.until.has(word) && !words.fractions.has(text(tokens, at + 1))) ||
    (word === 'up' && text(tokens, at + 1) === 'to');
  if (!isSince && !isUntil) return null;
  // French "avant-hier" and "avant-dernière".
  if (phraseAt(OWN, tokens, at)) return null;
  const led = at + (word === 'up' ? 2 : isSince ? length : 1);
  const [, including = 0] = phraseAt(INCLUDING, tokens, led) ?? [];
  const isIncluding = including > 0;
  const start = skipArticles(tokens, led + including);
  const direction =
    isUntil && !isWord('before', word) && !isIncluding ? 'future' : isWord('since', word) ? 'past' : clock.direction;
  const inner = nearestAt(tokens, start, { ...clock, direction }, isUntil && clock.direction === 'past');
  // "Seit drei Monaten".
  const [units, unit] = [numberBeforeUnit(text(tokens, start)), words.units.get(text(tokens, start + 1))];
  if (!inner && isSince && units && unit && !isWord('after', word)) {
    const from = addDays(add(clock.today, -units, unit), 1);
    return { first: at, end: start + 2, period: { from, to: clock.today }, side: 'past' };
  }
  // "vor 3 Wochen" is a distance from today, not a bound, and is recognized as such.
  if (!inner || (word === 'vor' && inner.counted)) return null;
  const end = start + inner.length;
  if (inner.impossible) return { first: at, end, period: inner.period, side: 'open', problem: 'impossible' };
  const { from, to } = inner.period;
  if (isSince) {
    // "Since the end of September" is since it was over.
    const begin = isWord('after', word) || words.endOf.has(text(tokens, start)) ? addDays(to!, 1) : from!;
    return begin > clock.today
      ? { first: at, end, period: { from: begin, to: null }, side: 'future' }
      : { first: at, end, period: { from: begin, to: clock.today }, side: 'past' };
  }
  // "before the end of the year" includes its last day.
  const last = isWord('before', word) && !words.endOf.has(text(tokens, start)) ? addDays(from!, -1) : to!;
  return last >= clock.today
    ? { first: at, end, period: { from: clock.today, to: last }, side: 'future', isBound: true }
    : { first: at, end, period: { from: null, to: last }, side: 'past' };
}

const INCLUDING = tableOf<true>('date including', () => true);
const NEAR_DAYS = 183;
/** "Up to 20 October", in November: not that of next year. */
function nearestAt(tokens: readonly Token[], at: number, clock: Clock, mayBePast: boolean): Found | null {
  const found = timeAt(tokens, at, clock);
  const isFar = found?.open && found.period.to !== null && daysBetween(clock.today, found.period.to) > NEAR_DAYS;
  return isFar && mayBePast ? timeAt(tokens, at, { ...clock, direction: 'past' }) : found;
}
const OWN = new Map([...words.namedDays.keys(), ...words.beforeLast].map(phrase => [phrase, true]));

/** A single range; "so far this year" and "this month to date" end today. */
function simple(tokens: readonly Token[], at: number, clock: Clock): DateMention | null {
  const [, soFar = 0] = phraseAt(words.toDate, tokens, at) ?? [];
  const initials = INITIALS.get(text(tokens, at));
  if (initials)
    return {
      first: at,
      end: at + 1,
      period: { from: around(clock.today, initials).from, to: clock.today },
      side: 'now',
    };
  const start = soFar ? skipArticles(tokens, at + soFar + (isWord('in', text(tokens, at + soFar)) ? 1 : 0)) : at;
  const inner =
    timeAt(tokens, start, clock) ??
    (soFar > 0 || phraseAt(words.toDate, tokens, start + 1) ? flatAt(tokens, start, clock, true) : null);
  if (!inner) return null;
  let end = start + inner.length;
  if (inner.impossible) return { first: at, end, period: inner.period, side: 'open', problem: 'impossible' };
  let period = inner.period;
  const [, soFarBehind = 0] = phraseAt(words.toDate, tokens, end) ?? [];
  if (soFar || soFarBehind) period = { from: period.from, to: clock.today };
  end += soFarBehind;
  const side = inner.open ? 'open' : inner.counted ? sideOf(period, clock.today) : sideOfNamed(period, clock.today);
  return { first: at, end, period, side, ...(inner.moment && { moment: inner.moment }) };
}
const INITIALS = new Map<string, Unit>([
  ['ytd', 'year'],
  ['mtd', 'month'],
  ['qtd', 'quarter'],
  ['wtd', 'week'],
]);

/** The distance of "the period before": the unit that is named, or a year. */
const SHIFTS: readonly RegExp[] = [
  /^(?:this time last year|(?<away>a year ago)|yoy)(?= |$)/,
  /^(?<unit>year|month|week) (?:over|on) \k<unit>/,
  /^vorjahres(?:zeitraum|monat|woche|quartal|tag)/,
  /^(?:la |le |l )?(?<period>periode|semaine|mois|annee|trimestre) d avant(?= |$)/,
  /^(?:der |dem |die |den |das |im )?(?<period>tag|woche|monat|jahr|quartal|zeitraum) (?:davor|zuvor)(?= |$)/,
  /^(?:the )?(?:previous|prior|preceding) (?<period>period)/,
  /^(?:the )?(?<period>period|day|month|week|year|quarter) before(?! last| yesterday)(?= |$)/,
  /^(?:the |den |die |der )?(?<count>\d+) (?:days before(?! last)|tagen? davor)(?= |$)/,
];

/** A period defined by another one. */
function shifted(tokens: readonly Token[], at: number, clock: Clock, isSecond: boolean): DateMention | null {
  const former = isCompared(tokens, at) ? formerUnit(text(tokens, at)) : undefined;
  const own = former ? { end: at + 1, shift: former } : (sameAt(tokens, at, clock) ?? weekdayBefore(tokens, at));
  if (own) return { first: at, period: { from: null, to: null }, side: 'past', ...own };
  const ahead = tokens
    .slice(at, at + 8)
    .map(token => token.text)
    .join(' ');
  const match = SHIFTS.map(pattern => pattern.exec(ahead)).find(Boolean);
  if (!match) return null;
  const { unit, period, count, away } = match.groups ?? {};
  // "Stock a year ago" is of that day.
  if (away && !isSecond && !isCompared(tokens, at)) return null;
  const named = words.units.get(unit ?? period ?? '');
  const shift = count || period ? (named ?? 'period') : (named ?? 'year');
  const end = at + match[0].split(' ').length;
  return {
    ...{ first: at, end, period: { from: null, to: null }, side: 'past', shift },
    ...(count && { days: Number(count) }),
  };
}

type Shifted = Pick<DateMention, 'end'> & Partial<DateMention>;

/** "The Saturday before": that of the week before. */
function weekdayBefore(tokens: readonly Token[], at: number): Shifted | null {
  const day = skipArticles(tokens, at);
  const isBefore = isWord('thenbefore', text(tokens, day + 1)) && text(tokens, day + 2) !== 'last';
  return words.weekdays.has(text(tokens, day)) && isBefore ? { end: day + 2, shift: 'week', isSame: true } : null;
}

/** "The same month last year", "la même période du mois dernier", "the same days of October". */
function sameAt(tokens: readonly Token[], at: number, clock: Clock): Shifted | null {
  const same = skipArticles(tokens, at);
  const what = text(tokens, same + 1);
  if (!words.sames.has(text(tokens, same)) || !(words.units.has(what) || words.periods.has(what))) return null;
  let to = same + 2;
  while (words.articles.has(text(tokens, to)) || isWord('in', text(tokens, to))) to += 1;
  const former = formerUnit(text(tokens, to));
  if (former) return { end: to + 1, shift: former, isSame: true };
  const [first, second] = [text(tokens, to), text(tokens, to + 1)];
  const isBefore = words.places.get(first) === 'last';
  const unit = words.units.get(isBefore ? second : first);
  const behind = phraseAt(words.placesBehind, tokens, to + 1);
  if (unit && (isBefore || behind?.[0] === 'last'))
    return { end: to + 1 + (isBefore ? 1 : behind![1]), shift: unit, isSame: true };
  const named = timeAt(tokens, to, clock);
  return named?.period.from && !named.counted && !named.impossible
    ? { end: to + named.length, period: named.period, side: named.open ? 'open' : 'past', isSame: true }
    : null;
}

const isCompared = (tokens: readonly Token[], first: number): boolean => {
  // "more than 3 months ago" is an age.
  if (tokens[first]?.number !== undefined && isWord('thanage', tokens[first - 1]?.text)) return false;
  const lead = tokens.slice(Math.max(0, first - 4), first).map(token => token.text);
  const near = lead.filter(word => !words.articles.has(word) && !isWord('beforeother', word)).slice(-2);
  // Spanish "más que en noviembre", though "que" may be anything.
  return words.against.has(near.at(-1) ?? '') || words.against.has(near.join(' '));
};

/** "Meno a ottobre che a settembre": more or less than in other days. */
function isLess(tokens: readonly Token[], first: number): boolean {
  const than = tokens.findLastIndex(({ text }, at) => at < first && !words.articles.has(text) && !WITHIN.has(text));
  return isWord('than', tokens[than]?.text) && tokens.slice(0, than).some(({ text }) => WAYS.has(text));
}
const WITHIN = wordsOf('within');
const WAYS = tableOf('way', String);

/** "This week" is current, on its first and last day too. */
const sideOfNamed = (period: Period, today: string): DateMention['side'] =>
  (period.from ?? '') <= today && today <= (period.to ?? '9') ? 'now' : sideOf(period, today);

/** A range that is counted from today is in the future, one that is counted to today in the past. */
function sideOf(period: Period, today: string): DateMention['side'] {
  if (period.from !== null && period.from > today) return 'future';
  if (period.to !== null && period.to < today) return 'past';
  if (period.from === today && period.to !== today) return 'future';
  return period.to === today && period.from !== today ? 'past' : 'now';
}
