import { isTime } from '../../figures/dimensions.ts';
import { measureNamed } from '../../figures/measures.ts';
import type { DateMention } from '../dates/date-ranges.ts';
import { lengths, places, within } from '../dates/date-words.ts';
import { isWord } from '../languages/dictionary.ts';
import { set } from '../words/tables.ts';
import type { Meaning } from '../words/words.ts';
import { isFlow, isOfMaking, isOfTwoFigures, shownIn } from './effects.ts';
import { type Item, isSmall, meaningOf } from './item.ts';
import type { Reading } from './reading.ts';
import type { Interpretation, Query } from './requests.ts';
import type { Sentence } from './sentence.ts';
import { isIn, toldBy } from './told.ts';

/*
 * What was taken from a question, held against the query or the look-up that came of it. A slot may take a word only to
 * do something with it: what shows nowhere in the request was not heard, and the answer would be one to another
 * question.
 */

/** Items that the request says nothing of, though it would be another with them. */
export function unheardIn(sentence: Sentence, reading: Reading, request: Interpretation): number[] {
  if (request.kind === 'help' || request.kind === 'beyond') return [];
  const items = [...sentence.items.entries()];
  if (request.kind === 'look_up') {
    const tells = toldBy(request, sentence);
    return items.flatMap(([at, item]) =>
      isIn(item, request, sentence, reading) && isMeant(item, each => tells(each, at, item), ALWAYS_TOLD) ? [] : at,
    );
  }
  const { also = {} } = request;
  const query = also.whether ? { ...request.query, having: [also.whether] } : request.query;
  const shows = shownIn(query, sentence, also);
  const apart = rolesIn(sentence, query);
  const said = JSON.stringify([query, also.shares, also.perUnit, also.growth, also.places, also.grown, also.sides]);
  return items.flatMap(([at, item]) =>
    !apart.includes(at) &&
    !isAnyDay(sentence, reading, at, query) &&
    !isOfOrigin(sentence, at, query, reading) &&
    !isOfTwoFigures(sentence, at) &&
    !(isWord('when', item.text) && !tellsWhen(query)) &&
    // "How much of what we ordered has come": what came in those days is no part of it.
    !(
      isWord('what', item.text) &&
      isWord('of', sentence.items[at - 1]?.text) &&
      meaningOf(sentence.items[at - 2], 'count')
    ) &&
    (isNamed(item, query, said, reading) ||
      (isOfMaking(query) && item.name !== undefined) ||
      isOfAllPlaces(sentence, reading, at) ||
      isWanted(sentence, at, query)) &&
    isMeant(item, each => shows(each, at, item), ALWAYS)
      ? []
      : at,
  );
}

/** "Which orders from October are open": what they are now is not what they were then. */
const isOfOrigin = ({ items }: Sentence, at: number, query: Query, { dates }: Reading): boolean =>
  (query.asOf !== undefined || isUnsaid(query, dates[items[at]!.date ?? -1])) &&
  items[at]!.date !== undefined &&
  query.measures.every(name => !isFlow(name)) &&
  (meaningOf(items[at - 1], 'from') !== undefined || isWord('from', items[at - 1]?.text)) &&
  meaningOf(items[at - 2], 'noun') !== undefined;

/** "Open orders of today": the query is of all that are open. */
const isUnsaid = (query: Query, date: DateMention | undefined): boolean =>
  date?.side === 'now' && !JSON.stringify(query).includes(date.period.to!);

/** "From the two shops", where there are two. */
const isOfAllPlaces = ({ items }: Sentence, { places }: Reading, at: number): boolean =>
  places[meaningOf(items[at + 1], 'place')?.type ?? ''] === items[at]!.number;

/** "Can we ship 30 cups": whether there are as many shows in what there is. */
const isWanted = ({ items }: Sentence, at: number, { measures }: Query): boolean =>
  items[at]!.number !== undefined &&
  (measures.includes('available') || measures.includes('buildable')) &&
  items.slice(at + 1).some(each => each.name ?? each.code);

/** "When did we sell the last one": no figure tells a day, unless it is of days, or by them. */
const tellsWhen = ({ measures, dimensions = [] }: Query): boolean =>
  measures.some(name => measureNamed(name).unit === 'days') ||
  dimensions.some(group => isTime(group) || ['expiry_date', 'expected_on'].includes(group));

/**
 * "On a Sunday" is none in particular; "sold within a week of", "shipped within two days" is a distance between two
 * events.
 */
function isAnyDay({ items }: Sentence, { dates }: Reading, at: number, { measures, compareTo }: Query): boolean {
  const { date, text } = items[at]!;
  const { from, to } = dates[date ?? -1]?.period ?? {};
  const [first = '', ...words] = text.split(' ');
  const isLength = words.some(word => lengths.has(word)) && !words.some(word => places.has(word));
  const isReach = within.has(first) && isLength && measures.every(isFlow);
  const isLag = isReach && dates[date ?? -1]?.side === 'past';
  // "Are we selling more than a month ago": not than on that one day.
  const isOnly = items.filter(each => each.date !== undefined).length === 1;
  const isThen = typeof compareTo === 'object' && isLength && isOnly && measures.every(isFlow);
  return (
    date !== undefined &&
    (isLag || (isThen && from === to) || (from === to && !/\d/.test(text) && isWord('any', items[at - 1]?.text)))
  );
}

/** Names, numbers and dates: each of them stands in the query. */
function isNamed(item: Item, { having = [], compareTo }: Query, said: string, reading: Reading): boolean {
  if (!item.taken) return true;
  const { name, number, date } = item;
  if (name) return name.names.some(({ named }) => [named.value, ...named.skus].some(each => said.includes(each)));
  if (number !== undefined)
    return [number, ...sharesOf(number)].some(each => numbersIn(said).has(each)) || item.meanings.length > 0;
  if (date === undefined) return true;
  const { side, period, shift } = reading.dates[date]!;
  const ahead = reading.datesAhead.find(({ first }) => first === item.first)?.period;
  const days = [period.from, period.to, ahead?.from, ahead?.to];
  const isReach =
    said.includes('expected_demand') ||
    said.includes('"days_of_cover"') ||
    having.some(({ field }) => /^(days_of_cover|age_days)$/.test(field));
  return (
    side === 'now' ||
    shift !== undefined ||
    typeof compareTo === 'string' ||
    isReach ||
    days.some(day => day && said.includes(day))
  );
}

/** The numbers of a query, and not those in its days and names. */
const numbersIn = (said: string): ReadonlySet<number> =>
  new Set([...said.matchAll(/[:[,](-?\d+(?:\.\d+)?)(?=[,\]}])/g)].map(([, each]) => Number(each)));

/** Of 100, and what is missing to all of it: late in 10 % is in time in 90 %. */
const sharesOf = (number: number): number[] => [number / 100, 1 - number / 100].map(each => Number(each.toFixed(4)));

const JOINS = ['and', 'or', 'compare', 'except', 'between'] as const;

/**
 * Names that stand in another role than the query gives them: where goods go from and to, or come from, and a second
 * name of a kind that nothing joins to the first ("what did Munich get from Hamburg").
 */
function rolesIn({ items }: Sentence, { measures }: Query): number[] {
  // What it is made of is named beside what is made.
  if (measures.some(name => name.startsWith('units_transferred') || name === 'buildable')) return [];
  const kindOf = (item: Item | undefined) => item?.name?.names[0]?.named.kind;
  const isBought = measures.some(name => /^(units_received|purchase_value|on_order)$/.test(name));
  const isLedBy = (way: string, at: number): boolean => {
    const before = items[at - 1];
    // "From the roastery".
    if (before && isWord('the', before.text)) return isLedBy(way, at - 1);
    return isWord(way, before?.text.split(' ').at(-1)) && !meaningOf(before, 'compare');
  };
  return [...items.entries()].flatMap(([at, item]) => {
    const kind = kindOf(item);
    if (!kind) return [];
    const isLed = isLedBy('from', at);
    const isLeft = items.some((each, to) => to > at && kindOf(each) === 'location' && isLedBy('to', to));
    if (kind === 'location' && isLed && (isBought || isLeft)) return at;
    const before = items.findLastIndex((each, index) => index < at && kindOf(each) === kind);
    const between = before < 0 ? [] : items.slice(before + 1, at);
    // "What is out in Munich that Hamburg has" says one thing of each.
    const isApart = before >= 0 && (isLed || between.some(({ text }) => isWord('clause', text)));
    const isJoined =
      (between.every(isSmall) && !isApart) || between.some(each => JOINS.some(join => meaningOf(each, join)));
    return isJoined ? [] : at;
  });
}

/** Words that say something even where no slot has taken them. */
const ALWAYS = set('where latest strict which contrast present who supposed count unit hold by each or empty');
/** The same in a look-up. */
const ALWAYS_TOLD = set('who where strict');
/** Words: one of the meanings of each shows in the request, or says nothing by itself. */
function isMeant(item: Item, shows: (meaning: Meaning) => boolean, always: ReadonlySet<string>): boolean {
  if (!item.meanings.filter(({ kind }) => always.has(kind)).every(shows)) return false;
  return !item.taken || item.meanings.length === 0 || item.meanings.some(shows);
}
