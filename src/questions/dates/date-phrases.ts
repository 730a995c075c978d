import { add, addDays, around, dateOf, daysBetween, monthOf, type Unit, yearOf } from '../../kernel/calendar.ts';
import { isWord } from '../languages/dictionary.ts';
import { numberBeforeUnit, type Token } from '../words/normalize.ts';
import * as words from './date-words.ts';
import { aloneAt, type Clock, type Found, flatAt, from, IMPOSSIBLE, type Meant, onDay, whole } from './dates.ts';
import { phraseAt, skipArticles, text } from './slots.ts';

/* Times that are told by others: "the end of October", "the first week of November", "the week of the 9th". */

/** "end of the month", "start of next week"; "Ende Oktober" is the last of its thirds, and its last day for stock. */
function edgeAt(tokens: readonly Token[], at: number, clock: Clock): Found | null {
  const word = text(tokens, at);
  const isEnd = words.endOf.has(word);
  if (!isEnd && !words.startOf.has(word)) return null;
  const start = skipArticles(tokens, at + 1);
  const inner = flatAt(tokens, start, clock, true);
  if (!inner) return null;
  const length = start + inner.length - at;
  const day = isEnd ? inner.period.to : inner.period.from;
  const third = (isEnd ? words.endOf : words.startOf).get(word)!.includes('english')
    ? null
    : thirdOf(inner, isEnd ? 2 : 0);
  if (inner.impossible || !day) return { ...inner, length };
  return third ? { ...third, moment: day, length } : { ...onDay(day), length };
}

const SIZES: { readonly [unit in Unit]?: number } = { day: 1, week: 7 };
const HALF = 15;

/** "the first week of November", "the last 7 days of October", "the second half of last month". */
function partAt(tokens: readonly Token[], at: number, clock: Clock): Found | null {
  const isLast = text(tokens, at) === 'final' || words.places.get(text(tokens, at)) === 'last';
  const ordinal = isLast ? 1 : words.ordinals.get(text(tokens, at));
  const count = tokens[at + 1]?.number;
  const unit = at + (count ? 2 : 1);
  const isHalf = words.fractions.has(text(tokens, unit)) || words.lengths.get(text(tokens, unit))?.[1] === 2;
  const size = isHalf ? HALF : SIZES[words.units.get(text(tokens, unit))!];
  if (!ordinal || !size || (count && ordinal !== 1)) return null;
  const link = text(tokens, unit + 1);
  const start = skipArticles(tokens, unit + (words.cuesBeforeMonth.has(link) ? 2 : 1));
  // "First week of", but "last week, October".
  if (start === unit + 1 || link === 'and') return null;
  const inner = flatAt(tokens, start, clock, true);
  const { from: begins, to: ends } = inner?.period ?? {};
  if (!inner || !begins || !ends || daysBetween(begins, ends) > 31 || (isLast && !isMonth(inner))) return null;
  const length = start + inner.length - at;
  const days = (count ?? 1) * (isLast && isHalf ? daysBetween(begins, ends) + 1 - size : size);
  const first = isLast ? addDays(ends, 1 - days) : addDays(begins, (ordinal - 1) * days);
  const last = isLast || (isHalf && ordinal === 2) ? ends : addDays(first, days - 1);
  if (first > ends) return { ...IMPOSSIBLE, length };
  return { ...from(first, last > ends ? ends : last, { open: inner.open ?? false }), length };
}

const isMonth = ({ period: { from, to } }: Meant): boolean => from !== null && around(from, 'month').to === to;

const isYear = (word: string): boolean => /^(19|20)\d\d$/.test(word);
/** "Early October", "mid 2026", "the middle of last month": about a third of a month or year. */
function thirdAt(tokens: readonly Token[], at: number, clock: Clock): Found | null {
  const [third, said] = phraseAt(words.thirds, tokens, at) ?? [];
  if (third === undefined || said === undefined) return null;
  const start = skipArticles(tokens, at + said);
  const of = text(tokens, start);
  // Deliveries are late last month, and late in October: only "in late October" is a time.
  const isLed = third < 2 || words.cuesBeforeMonth.has(text(tokens, at - 1));
  if (said === 1 && !(isLed && (start === at + 1 || third === 1) && (words.months.has(of) || isYear(of)))) return null;
  const inner = isYear(of) ? { ...from(`${of}-01-01`, `${of}-12-31`), length: 1 } : flatAt(tokens, start, clock, true);
  const meant = inner && thirdOf(inner, third, true);
  return meant && { ...meant, length: start + inner.length - at };
}

/** The first, second or last third of a month, or of a year. */
function thirdOf({ period, open }: Meant, third: number, isOfYears = false): Meant | null {
  const { from: begins, to: ends } = period;
  if (!begins || !ends) return null;
  const days = daysBetween(begins, ends) + 1;
  const [size, unit] =
    days > 27 && days < 32 ? ([10, 'day'] as const) : isOfYears && days > 364 ? ([4, 'month'] as const) : [];
  if (!size) return null;
  const first = add(begins, third * size, unit);
  const last = third === 2 ? ends : addDays(add(begins, (third + 1) * size, unit), -1);
  return from(first, last, { open: open ?? false });
}

/** "The 9th", "the 9th of last month": a day without its month is the nearest one. */
function dayAloneAt(tokens: readonly Token[], at: number, clock: Clock): Found | null {
  const [, digits, suffix] = /^(\d{1,2})(st|nd|rd|th|er)?$/.exec(text(tokens, at)) ?? [];
  // "The 2 in Munich" is no day, "le 2" is.
  const isLed = suffix ? suffix === 'er' || text(tokens, at - 1) === 'the' : text(tokens, at - 1) !== 'the';
  if (!digits || !isLed || tokens[at]!.sign || !isWord('dayled', text(tokens, at - 1))) return null;
  const next = text(tokens, at + 1);
  const dayIn = (month: string) => dateOf(yearOf(month), monthOf(month), Number(digits));
  const start = skipArticles(tokens, at + 2);
  const of = next === 'of' ? flatAt(tokens, start, clock, true) : null;
  const { from: begins, to: ends } = of?.period ?? {};
  if (of && begins && ends && around(begins, 'month').to === ends)
    return { ...onDay(dayIn(begins)), length: start + of.length - at };
  // "The 2nd order", "the 3rd best" are no days; a name may follow one.
  if (next !== '' && next !== '\0' && !isWord('afterday', next)) return null;
  const step = clock.direction === 'past' ? -1 : 1;
  const near = [0, 1, 2].map(away => dayIn(add(around(clock.today, 'month').from, step * away, 'month')));
  const day = near.find(each => each && (step < 0 ? each <= clock.today : each >= clock.today)) ?? null;
  return { ...onDay(day, { open: true }), isDayAlone: true, length: 1 };
}

/** "The week of the 9th", "week commencing 9 November", "the week ending Sunday". */
function weekOfAt(tokens: readonly Token[], at: number, clock: Clock): Found | null {
  const [edge, said] = phraseAt(words.weekOf, tokens, at) ?? [];
  if (!edge || said === undefined) return null;
  const start = skipArticles(tokens, at + said);
  const inner = timeAt(tokens, start, clock);
  const { from: day, to } = inner?.period ?? {};
  if (!inner || !day || day !== to) return null;
  const meant = edge === 'last' ? from(addDays(day, -6), day) : whole(day, 'week');
  return { ...meant, open: inner.open ?? false, length: start + inner.length - at };
}

/** "Today in a week", "morgen in zwei Wochen". */
function fromDayAt(tokens: readonly Token[], at: number, clock: Clock): Found | null {
  const [days, said = 0] = phraseAt(words.namedDays, tokens, at) ?? [];
  const start = skipArticles(tokens, at + said);
  const [word, unit] = [text(tokens, start + 1), words.units.get(text(tokens, start + 2))];
  const count = isWord('one', word) ? 1 : numberBeforeUnit(word);
  if (days === undefined || !words.within.has(text(tokens, start)) || !count || !unit) return null;
  return { ...onDay(add(addDays(clock.today, days), count, unit)), length: start + 3 - at };
}

/** The longest time expression that starts at a token. */
export const timeAt = (tokens: readonly Token[], at: number, clock: Clock): Found | null =>
  [aloneAt, flatAt, edgeAt, partAt, thirdAt, dayAloneAt, weekOfAt, fromDayAt]
    .map(find => find(tokens, at, clock))
    .reduce((best, found) => (found && found.length > (best?.length ?? 0) ? found : best), null);
