import { type Group, isTime } from '../../figures/dimensions.ts';
import type { Condition } from '../../figures/filters.ts';
import { measureNamed } from '../../figures/measures.ts';
import { addDays, daysBetween } from '../../kernel/calendar.ts';
import type { DateMention } from '../dates/date-ranges.ts';
import { places } from '../dates/date-words.ts';
import { type Times, timesOf } from '../dates/times.ts';
import { wordsOf } from '../languages/dictionary.ts';
import type { Part } from '../words/parts.ts';
import type { Chosen } from './chosen.ts';
import { isAheadIn, isDue } from './documents.ts';
import type { Setting } from './requests.ts';

/* The time of a question about figures. */

interface Spanned {
  times: Times;
  filters: Condition[];
  having: Condition[];
}

const EXPIRES_WITHIN = 30;
const YEAR = 365;
/** As far back as a report may look. */
export const EVER = 3650;
const WHEN = wordsOf('small when');
const NEVER = wordsOf('small never');
const LACK = wordsOf('small lack');
const PART_OF_DAY = wordsOf('small partday');

/** Stretches of time that follow each other, as one; undefined if they do not, or are compared. */
function runOf(dates: readonly DateMention[]): { from: string; to: string } | undefined {
  const periods = dates.map(({ period }) => period).sort((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1));
  const follows = periods.every(({ from, to }, at) => {
    const before = periods[at - 1]?.to;
    return from && to && (!before || addDays(before, 1) === from);
  });
  const isCompared = dates.some(({ compared, shift }) => compared ?? shift);
  return follows && !isCompared ? { from: periods[0]!.from!, to: periods.at(-1)!.to! } : undefined;
}

/** The days: of the figures, of what they choose by ("expires in March"), or how long something lasts or has lain. */
export function spanIn(
  { sentence, reading, today, assumptions, carried }: Setting,
  { included, codes }: Chosen,
  parts: readonly Part[],
  dimensions: readonly Group[],
): Spanned | undefined {
  const mine = sentence.items.flatMap(({ date }, at) =>
    date === undefined ? [] : [{ at, date: reading.dates[date]! }],
  );
  const dates = mine.map(({ date }) => date);
  const mention = reading.datesAhead.find(({ first }) => dates.some(date => date.first === first));
  const ahead = mention?.period;
  const days = sentence.items.findIndex(item => item.days !== undefined && !item.taken);
  const length = sentence.items[days]?.days;
  const spanned = (more: Partial<Spanned> = {}, usesDates = true): Spanned => {
    if (usesDates) sentence.take(...mine.map(({ at }) => at), ...(length === undefined ? [] : [days]));
    return { times: {}, filters: [], having: [], ...more };
  };
  const listed = parts.find(part => part.daysOf);
  if (listed && !listed.filters?.some(({ field }) => field === listed.daysOf)) {
    const field = listed.daysOf!;
    // What was ordered in March is not what was expected then.
    const isOrdered = field === 'expected_on' && dates.some(({ side }) => side !== 'future') && !isDue(sentence);
    if (isOrdered || dates.length > 1) return spanned({}, false);
    // When something expires is told however far off it is.
    const isOfSome = included.skus.length > 0 || sentence.hears(WHEN);
    const usual = field === 'expiry_date' && !isOfSome ? EXPIRES_WITHIN : undefined;
    if (!ahead && length === undefined && field === 'expiry_date' && sentence.items[0]?.text === 'did')
      return spanned({ filters: [{ field, op: '<', value: today }] });
    if (!ahead && length === undefined && usual === undefined) return spanned();
    if (!ahead && length === undefined) assumptions.push(`within ${EXPIRES_WITHIN} days`);
    const within = ahead ?? { from: today, to: addDays(today, length ?? usual!) };
    // What is late is expected before any day to come.
    const [from, to] = [mention?.isBound && field === 'expected_on' ? null : within.from, within.to];
    const bounds: Condition[] =
      from !== null && to !== null
        ? [{ field, op: 'between', value: [from, to] }]
        : from === null
          ? [{ field, op: '<=', value: to! }]
          : [{ field, op: '>=', value: from }];
    return spanned({ filters: bounds });
  }
  const own = parts.find(part => part.span)?.span;
  if (own) {
    // How long stock lasts is not told by days that are over.
    if (own.op === '<=' && ahead?.to && ahead.to < today) return spanned({}, false);
    const reach = length ?? (ahead?.to ? Math.abs(daysBetween(today, ahead.to)) : undefined);
    sentence.takeAll('compare', 'operator');
    // How long one item lasts is told, whether that is enough or not.
    const isOfOne = own.op === '<=' && included.skus.length === 1;
    return spanned(
      reach === undefined || isOfOne ? {} : { having: [{ field: own.measure, op: own.op, value: reach }] },
    );
  }
  const measured = parts.length > 0 ? parts.flatMap(part => part.measures) : (carried?.measures ?? []);
  const isOfPeriod = measured.length === 0 || measured.some(name => measureNamed(name).kind === 'period');
  if (length !== undefined)
    return dates.length > 0 || !isOfPeriod
      ? spanned({}, false)
      : spanned({ times: { from: addDays(today, 1 - length), to: today } });
  if (dates.length === 0) {
    // What a document or lot took part in may be long ago; months are ranked over more than one.
    const isOfDocument = codes.some(({ kind }) => kind === 'document' || kind === 'lot');
    const isOfMonths = dimensions.some(group => ['month', 'quarter', 'year'].includes(group));
    const isEver = isOfDocument || sentence.items.some(({ text }) => text.split(' ').some(word => NEVER.has(word)));
    // "Ever" is of all days; stock has been of one at a time.
    // What never happened is no stretch of time, either.
    const isEverSaid = (text: string) => NEVER.has(text) && !LACK.has(text);
    if (isOfPeriod) sentence.items.forEach(({ text }, at) => void (isEverSaid(text) && sentence.take(at)));
    const back = isEver ? EVER : (parts.find(part => part.days)?.days ?? (isOfMonths ? YEAR : undefined));
    return spanned(back && isOfPeriod ? { times: { from: addDays(today, 1 - back), to: today } } : {});
  }
  if (isAheadIn(dates)) return spanned({}, false);
  // Two stretches of time that nothing sets against each other are one that was not understood.
  const [start, end] = mine.map(({ at }) => at);
  const between = sentence.items.slice(start, end);
  const isJoined = between.some(({ meanings }) => meanings.some(({ kind }) => ['and', 'or', 'compare'].includes(kind)));
  const isSet = isJoined || sentence.has('compare', 'trend') || dates.some(each => each.compared ?? each.shift);
  if (dates.length > 1 && !isSet) return spanned({}, false);
  if (isOfPeriod) {
    // "Week by week in October and November" is one stretch of time.
    const whole = dates.length > 1 && dimensions.some(isTime) ? runOf(dates) : undefined;
    if (whole) return spanned({ times: whole });
    // What nothing compares is listed.
    const isListed = isJoined && !sentence.has('compare', 'trend', 'way');
    const times = timesOf(dates, today, isListed, carried);
    const isOfHours = mine.some(({ at }) => sentence.items[at]!.text.split(' ').some(word => PART_OF_DAY.has(word)));
    if (isOfHours) assumptions.push('figures are of whole days');
    // "Up to last Sunday": of all days before it.
    const from = times?.to && !times.from ? { from: addDays(today, 1 - EVER) } : {};
    return times && spanned({ times: { ...from, ...times } });
  }
  // What to order is of today.
  if (measured.includes('units_to_order') && dates.some(({ side }) => side !== 'now')) return spanned({}, false);
  // Stock has been of one day at a time, of which two may be set side by side: "at the end of October and now".
  const { from, to } = dates[0]!.period;
  const isSince = sentence.has('trend') && from !== null && to === today;
  // Stock is of one day: "since Friday", "after February" is no day.
  const isThis = mine.some(({ at }) => sentence.items[at]!.text.split(' ').some(word => places.get(word) === 'this'));
  const isOpen = to === null || (to === today && from !== null && from < today && !isThis);
  if (isOpen && !isSince && dates.length === 1 && !dates[0]!.compared) return spanned({}, false);
  const isBesideNow = dates.length === 1 && (dates[0]!.compared || isSince || sentence.has('present'));
  const ends = [
    isSince ? addDays(from, -1) : (dates[0]!.moment ?? to),
    ...dates.slice(1).map(({ moment, period }) => moment ?? period.to),
    ...(isBesideNow ? [today] : []),
  ];
  const [last, before, another] = ends
    .map(day => day ?? today)
    .sort()
    .reverse() as [string, string?, string?];
  if (another || dates.some(({ shift }) => shift)) return spanned({}, false);
  if (last < today || before) assumptions.push(`as of the end of ${last < today ? last : before!}`);
  return spanned({
    times: {
      ...(last < today && { asOf: last }),
      ...(before !== undefined && before < last && { compareTo: { from: before, to: before } }),
    },
  });
}
