import { addDays, daysBetween } from '../../kernel/calendar.ts';
import type { Token } from '../words/normalize.ts';
import { DAYS, MONTHS, PARTS } from './calendar-parts.ts';
import * as words from './date-words.ts';
import {
  type Clock,
  compiledRules,
  type Found,
  from,
  IMPOSSIBLE,
  longest,
  onDay,
  skipArticles,
  text,
  unitOf,
  whole,
} from './patterns.ts';
import { DISTANT, RELATIVE } from './stretches.ts';

/*
 * One piece of time: "last month", "3 weeks ago", "5 October 2026", "Q3", "the first week of November". Each rule is a pattern over the words of
 * a question, with tables of words in braces, and what it means. Libraries for dates answer points in time, and few of our languages;
 * a report needs the first day and the last.
 */

const ALL = compiledRules([...DAYS, ...DISTANT, ...RELATIVE, ...MONTHS, ...PARTS]);
/** What something may be the end, or the first week, of. */
const INNER = compiledRules([
  ...RELATIVE,
  ['{unit}', ({ unit }, { today }) => whole(0, unitOf(unit!).unit, today)],
  ...MONTHS,
]);
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

const SIZES = { day: 1, week: 7, half: 15 } as const;

/** "the first week of November", "the second half of last month", "the last day of May". */
function partAt(tokens: readonly Token[], at: number, clock: Clock): Found | null {
  const fromEnd = /^(last|final)$/.test(text(tokens, at));
  const ordinal = fromEnd ? 1 : words.ordinals.get(text(tokens, at));
  const days = SIZES[text(tokens, at + 1) as keyof typeof SIZES];
  if (!ordinal || !days || text(tokens, at + 2) !== 'of') return null;
  const start = skipArticles(tokens, at + 3);
  const inner = longest(tokens, start, clock, INNER);
  const { from: begins, to: ends } = inner?.period ?? {};
  if (!inner || !begins || !ends || daysBetween(begins, ends) > 31) return null;
  const length = start + inner.length - at;
  const size = fromEnd && days === SIZES.half ? daysBetween(begins, ends) + 1 - days : days;
  const first = fromEnd ? addDays(ends, 1 - size) : addDays(begins, (ordinal - 1) * days);
  const last = fromEnd || (days === SIZES.half && ordinal === 2) ? ends : addDays(first, days - 1);
  if (first > ends) return { ...IMPOSSIBLE, length };
  return { ...from(first, last > ends ? ends : last, { open: inner.open ?? false }), length };
}

/** The longest piece of time that starts at a token. */
export const timeAt = (tokens: readonly Token[], at: number, clock: Clock): Found | null =>
  [edgeAt(tokens, at, clock), longest(tokens, at, clock, ALL), partAt(tokens, at, clock)].reduce((best, found) =>
    found && found.length > (best?.length ?? 0) ? found : best,
  );
