import { type Group, isTime } from '../../figures/dimensions.ts';
import type { Condition } from '../../figures/filters.ts';
import { measureNamed } from '../../figures/measures.ts';
import { addDays, addMonths, around, daysBetween } from '../../kernel/calendar.ts';
import type { DateMention } from '../dates/date-ranges.ts';
import { places } from '../dates/date-words.ts';
import { type Times, timesOf } from '../dates/times.ts';
import { isWord } from '../languages/dictionary.ts';
import { EVER, type Part } from '../words/parts.ts';
import type { Chosen } from './chosen.ts';
import { hasWord, isA, meaningOf } from './item.ts';
import type { Setting } from './requests.ts';
import { isAheadIn, isDue } from './tenses.ts';

/* The time of a question about figures. */

interface Spanned {
  times: Readonly<Times>;
  filters: readonly Condition[];
  having: readonly Condition[];
}

const EXPIRES_WITHIN = 30;

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

/** The time of a question, and what it is the time of. */
interface Spanning {
  setting: Setting;
  chosen: Chosen;
  parts: readonly Part[];
  dimensions: readonly Group[];
  /** The items that say ranges of days, and these; the first of them as one of days to come. */
  mine: readonly { at: number; date: DateMention }[];
  dates: readonly DateMention[];
  mention: DateMention | undefined;
  /** A length of time without a direction. */
  length: number | undefined;
  /** Takes the words of the time. */
  used(more?: Partial<Spanned>): Spanned;
}

/** The words of the time are left over. */
const NONE: Spanned = { times: {}, filters: [], having: [] };

/** The days: of the figures, of what they choose by ("expires in March"), or how long something lasts or has lain. */
export function spanIn(
  setting: Setting,
  chosen: Chosen,
  parts: readonly Part[],
  dimensions: readonly Group[],
): Spanned | undefined {
  const { sentence, reading, today, carried } = setting;
  const mine = sentence.items.flatMap(({ date }, at) =>
    date === undefined ? [] : [{ at, date: reading.dates[date]! }],
  );
  const dates = mine.map(({ date }) => date);
  const days = sentence.items.findIndex(item => item.days !== undefined && !item.taken);
  const length = sentence.items[days]?.days;
  const spanning: Spanning = {
    setting,
    chosen,
    parts,
    dimensions,
    mine,
    dates,
    length,
    mention: reading.datesAhead.find(({ first }) => dates.some(date => date.first === first)),
    used: more => {
      sentence.take(...mine.map(({ at }) => at), ...(length === undefined ? [] : [days]));
      return { ...NONE, ...more };
    },
  };
  const listed = parts.find(part => part.daysOf && !part.filters?.some(({ field }) => field === part.daysOf));
  if (listed) return chosenBy(spanning, listed.daysOf!);
  const reach = parts.find(part => part.span)?.span;
  if (reach) return lasting(spanning, reach);
  const measured = parts.length > 0 ? parts.flatMap(part => part.measures) : (carried?.measures ?? []);
  const isOfPeriod = measured.length === 0 || measured.some(name => measureNamed(name).kind === 'period');
  // "Not sold for more than 60 days": not at all in these.
  const isNothing = parts.some(part => part.having?.some(({ op, value }) => op === '=' && value === 0));
  if (isNothing && /^>/.test(meaningOf(sentence.items[days - 1], 'operator')?.op ?? '')) sentence.take(days - 1);
  if (length !== undefined)
    return dates.length > 0 || !isOfPeriod
      ? NONE
      : spanning.used({ times: { from: addDays(today, 1 - length), to: today } });
  if (dates.length === 0) return untold(spanning, isOfPeriod);
  if (isAheadIn(dates)) return NONE;
  // Two stretches of time that nothing sets against each other are one that was not understood.
  const [start, end] = mine.map(({ at }) => at);
  const isJoined = sentence.items.slice(start, end).some(item => isA(item, 'and', 'or', 'compare'));
  const isSet = isJoined || sentence.has('compare', 'trend') || dates.some(each => each.compared ?? each.shift);
  if (dates.length > 1 && !isSet) return NONE;
  if (isOfPeriod) return ofPeriod(spanning, isJoined);
  // What to order is of today.
  if (measured.includes('units_to_order') && dates.some(({ side }) => side !== 'now')) return NONE;
  return ofMoments(spanning);
}

/** By when something expires or is expected. */
function chosenBy({ setting, chosen, mention, dates, length, used }: Spanning, field: NonNullable<Part['daysOf']>) {
  const { sentence, today, assumptions } = setting;
  // What was ordered in March is not what was expected then.
  const isOrdered = field === 'expected_on' && dates.some(({ side }) => side !== 'future') && !isDue(sentence);
  if (isOrdered || dates.length > 1) return NONE;
  // When something expires is told however far off it is.
  const isOfSome = chosen.included.skus.length > 0 || sentence.hears('when');
  const usual = field === 'expiry_date' && !isOfSome ? EXPIRES_WITHIN : undefined;
  if (!mention && length === undefined) {
    if (field === 'expiry_date' && isWord('did', sentence.items[0]?.text))
      return used({ filters: [{ field, op: '<', value: today }] });
    if (usual === undefined) return used();
    assumptions.push(`within ${EXPIRES_WITHIN} days`);
  }
  const within = mention?.period ?? { from: today, to: addDays(today, length ?? usual!) };
  // What is late is expected before any day to come.
  const from = mention?.isBound && field === 'expected_on' ? null : within.from;
  if (from === null) return used({ filters: [{ field, op: '<=', value: within.to! }] });
  return used({
    filters: [
      within.to === null ? { field, op: '>=', value: from } : { field, op: 'between', value: [from, within.to] },
    ],
  });
}

/** How long stock lasts, or has lain. */
function lasting({ setting, chosen, mention, length, used }: Spanning, { measure, op }: NonNullable<Part['span']>) {
  const { sentence, today } = setting;
  const until = mention?.period.to;
  // How long stock lasts is not told by days that are over, and how long it has lain by none that are to come.
  if (until && length === undefined && (op === '<=' ? until < today : until >= today)) return NONE;
  const reach = length ?? (until ? Math.abs(daysBetween(today, until)) : undefined);
  sentence.takeAll('compare', 'operator');
  // How long one item lasts is told, whether that is enough or not.
  const isOfOne = op === '<=' && chosen.included.skus.length === 1;
  return used(reach === undefined || isOfOne ? {} : { having: [{ field: measure, op, value: reach }] });
}

/** Where no time is said. */
function untold({ setting, chosen, parts, dimensions, used }: Spanning, isOfPeriod: boolean): Spanned {
  const { sentence, today } = setting;
  // What a document or lot took part in may be long ago; months are ranked over more than one.
  const isOfDocument = chosen.codes.some(({ kind }) => kind === 'document' || kind === 'lot');
  const isOfMonths = dimensions.some(group => ['month', 'quarter', 'year'].includes(group));
  const isEver = isOfDocument || sentence.items.some(item => hasWord('never', item));
  // "Ever" is of all days; stock has been of one at a time.
  // What never happened is no stretch of time, either.
  const isEverSaid = (text: string) => isWord('never', text) && !isWord('lack', text);
  if (isOfPeriod) sentence.items.forEach(({ text }, at) => void (isEverSaid(text) && sentence.take(at)));
  const days = parts.find(part => part.days)?.days;
  // Twelve months, and not the last days of a thirteenth.
  const isOfYear = isOfMonths && !isEver && days === undefined;
  const from = isOfYear
    ? around(addMonths(today, -11), 'month').from
    : addDays(today, 1 - (isEver ? EVER : (days ?? 0)));
  return used(isOfPeriod && (isOfYear || isEver || days) ? { times: { from, to: today } } : {});
}

/** Figures of what happened, over the days that are said. */
function ofPeriod({ setting, dimensions, mine, dates, used }: Spanning, isJoined: boolean): Spanned | undefined {
  const { sentence, today, assumptions, carried } = setting;
  // "Week by week in October and November" is one stretch of time.
  const whole = dates.length > 1 && dimensions.some(isTime) ? runOf(dates) : undefined;
  if (whole) return used({ times: whole });
  // What nothing compares is listed.
  const isListed = isJoined && !sentence.has('compare', 'trend', 'way');
  const times = timesOf(dates, today, isListed, carried);
  const isOfHours = mine.some(({ at }) => hasWord('partday', sentence.items[at]!));
  if (isOfHours) assumptions.push('figures are of whole days');
  // "Up to last Sunday": of all days before it.
  const from = times?.to && !times.from ? { from: addDays(today, 1 - EVER) } : {};
  return times && used({ times: { ...from, ...times } });
}

/** Stock has been of one day at a time, of which two may be set side by side: "at the end of October and now". */
function ofMoments({ setting, mine, dates, used }: Spanning): Spanned {
  const { sentence, today, assumptions } = setting;
  const { from, to } = dates[0]!.period;
  const isSince = sentence.has('trend') && from !== null && to === today;
  // Stock is of one day: "since Friday", "after February" is no day.
  const isThis = mine.some(({ at }) => sentence.items[at]!.text.split(' ').some(word => places.get(word) === 'this'));
  const isOpen = to === null || (to === today && from !== null && from < today && !isThis);
  if (isOpen && !isSince && dates.length === 1 && !dates[0]!.compared) return NONE;
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
  if (another || dates.some(({ shift }) => shift)) return NONE;
  // "Stock this month" is that of today.
  if (from !== to && last >= today && !before) assumptions.push('as of now');
  if (last < today || before) assumptions.push(`as of the end of ${last < today ? last : before!}`);
  return used({
    times: {
      ...(last < today && { asOf: last }),
      ...(before !== undefined && before < last && { compareTo: { from: before, to: before } }),
    },
  });
}
