import { type Group, isTime } from '../../figures/dimensions.ts';
import { type MeasureName, measureNamed } from '../../figures/measures.ts';
import { type LookUpName, lookUpNamed } from '../answering/look-ups.ts';
import type { DateMention } from '../dates/date-ranges.ts';
import { lengths, places, within } from '../dates/date-words.ts';
import { wordsOf } from '../languages/dictionary.ts';
import { ADJUSTED_FOR, LISTS, type Part } from '../words/parts.ts';
import type { Meaning, Topic } from '../words/words.ts';
import { DOCUMENTS } from './documents.ts';
import { asksWhich } from './figures.ts';
import { quoted, type Reading } from './reading.ts';
import type { Computed, Interpretation, Query } from './requests.ts';
import { divides, type Item, isA, isOfEach, isSmall, meaningOf, type Sentence } from './sentence.ts';

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
    const shows = toldBy(request, sentence);
    return items.flatMap(([at, item]) =>
      isIn(item, request, sentence, reading) && isMeant(item, at, shows, ['who', 'where']) ? [] : at,
    );
  }
  const { query, also = {} } = request;
  const isShare = also.shares ?? also.whole ?? also.isGrowth;
  const shows = { ...effectsOf(query, sentence, also), ...(isShare && { percent: () => true }) };
  const apart = rolesIn(sentence, query);
  const said = JSON.stringify([query, also.shares]);
  return items.flatMap(([at, item]) =>
    !apart.includes(at) &&
    !isAnyDay(sentence, reading, at, query) &&
    !isOfOrigin(sentence, at, query, reading) &&
    !(WHEN.has(item.text) && !tellsWhen(query)) &&
    (isNamed(item, query, said, reading) || isOfAllPlaces(sentence, reading, at) || isWanted(sentence, at, query)) &&
    isMeant(item, at, shows, ALWAYS)
      ? []
      : at,
  );
}

/** "Which orders from October are open": what they are now is not what they were then. */
const isOfOrigin = ({ items }: Sentence, at: number, query: Query, { dates }: Reading): boolean =>
  (query.asOf !== undefined || isUnsaid(query, dates[items[at]!.date ?? -1])) &&
  items[at]!.date !== undefined &&
  query.measures.every(name => !isFlow(name)) &&
  (meaningOf(items[at - 1], 'from') !== undefined || FROM.has(items[at - 1]?.text ?? '')) &&
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
  measures.includes('available') &&
  items.slice(at + 1).some(each => each.name ?? each.code);

const WHEN = wordsOf('small when');
/** "When did we sell the last one": no figure tells a day, unless it is of days, or by them. */
const tellsWhen = ({ measures, dimensions = [] }: Query): boolean =>
  measures.some(name => measureNamed(name).unit === 'days') ||
  dimensions.some(group => isTime(group) || ['expiry_date', 'expected_on'].includes(group));

const ANY = wordsOf('small any');
/**
 * "On a Sunday" is none in particular; "sold within a week of", "shipped within two days" is a distance between two
 * events.
 */
function isAnyDay({ items }: Sentence, { dates }: Reading, at: number, { measures }: Query): boolean {
  const { date, text } = items[at]!;
  const { from, to } = dates[date ?? -1]?.period ?? {};
  const [first = '', ...words] = text.split(' ');
  const isLength = words.some(word => lengths.has(word)) && !words.some(word => places.has(word));
  const isReach = within.has(first) && isLength && measures.every(isFlow);
  const isLag = isReach && !words.includes('the') && dates[date ?? -1]?.side === 'past';
  return date !== undefined && (isLag || (from === to && !/\d/.test(text) && ANY.has(items[at - 1]?.text ?? '')));
}

// ---- look-ups ----

type LookedUp = Extract<Interpretation, { kind: 'look_up' }>;

/** A look-up of one record, which tells everything that it has. */
export const isOfOne = ({ input }: LookedUp): boolean =>
  ['number', 'numbers', 'lotNumber', 'id', 'reference', 'q'].some(name => name in input);

/** Names, numbers and days: each stands in the request, or is a field of the one record. */
function isIn(item: Item, request: LookedUp, { items }: Sentence, reading: Reading): boolean {
  const { taken, name, number, date, code, text } = item;
  const { name: lookUp, input } = request;
  if (!taken || code || (typeof input['q'] === 'string' && input['q'].includes(quoted(reading, item)))) return true;
  const said = JSON.stringify(input);
  const has = (...fields: string[]) => fields.some(field => (lookUpNamed(lookUp).columns as string[]).includes(field));
  if (name) {
    const isOfGoods = name.names.every(({ named }) => named.skus.length > 0);
    const isShown = isOfOne(request) && isOfGoods && has('items', 'sku', 'input_lots', 'affected_orders');
    return (
      isShown ||
      name.names.some(({ named }) => [named.value, named.id, ...named.skus].some(each => each && said.includes(each)))
    );
  }
  if (number !== undefined)
    return said.includes(String(number)) || items.some(each => each.code && each.text.includes(text));
  if (date === undefined) return true;
  const { side, period } = reading.dates[date]!;
  if (isOfOne(request)) return !isTraced(request);
  if (lookUp === 'insights') return side !== 'past';
  // Lists of what is open are of today: "the drafts of this week", "what was made today" are others.
  return lookUp === 'demand_forecast' || (side === 'now' && period.from === period.to && isOfOpen(request));
}

const isOfOpen = ({ name, input }: LookedUp): boolean =>
  [input['statuses'] ?? []].flat().length > 0 &&
  Object.values(DOCUMENTS).some(
    ({ lookUp, open = [] }) => lookUp === name && (input['statuses'] as string[]).every(each => open.includes(each)),
  );

const isTraced = ({ name }: LookedUp): boolean => name.startsWith('lot_trace');

/** What else each look-up tells, by the topics, measures and groups that ask for it. */
const TELLS: { readonly [name in LookUpName]?: { topic?: Topic; measures?: string; groups?: string } } = {
  recipes: { topic: 'recipe' },
  lot_trace_forward: { measures: 'units_produced units_sold' },
  lot_trace_backward: { measures: 'units_produced units_used units_received' },
  policy_lookup: { topic: 'policy', measures: 'lead_time_days reorder_point' },
  product_lookup: { topic: 'item' },
  demand_forecast: { topic: 'forecast', measures: 'units_sold daily_sales days_of_cover' },
  insights: { topic: 'insights' },
  purchase_orders: { topic: 'forecast' },
  suppliers: { measures: 'lead_time_days', groups: 'supplier' },
  locations: { groups: 'location' },
};

/** "The category Coffee" names one. */
const namesKind = (sentence: Sentence, at: number, group: Group): boolean =>
  [sentence.beside(at, 1), sentence.beside(at, -1)].some(beside =>
    sentence.items[beside]?.name?.names.some(({ named }) => named.kind === group),
  );

/** Words that show in no look-up. */
const UNTOLD: Shows = Object.fromEntries(
  'timely place value except between compare way trend percent average least together'
    .split(' ')
    .map(kind => [kind, () => false]),
);

/** Which words a look-up answers to. */
function toldBy(request: LookedUp, sentence: Sentence): Shows {
  const { name, input } = request;
  const columns: readonly string[] = lookUpNamed(name).columns;
  const { topic: own, measures = '', groups = '' } = TELLS[name] ?? {};
  const isOne = isOfOne(request);
  const documents = Object.values(DOCUMENTS).filter(({ lookUp }) => (isOne || 'statuses' in input) && lookUp === name);
  const told = [measures, ...documents.map(({ tells }) => tells)].join(' ').split(' ');
  const isTrace = isTraced(request);
  const isOf = (group: Group): boolean =>
    groups === group ||
    columns.some(column => column.startsWith(group)) ||
    // A count is listed without its items.
    (GOODS.includes(group) && name !== 'cycle_counts');
  return {
    ...UNTOLD,
    part: ({ part }) => part.measures.some(each => told.includes(each)),
    group: ({ group }, at) => isOf(group) || namesKind(sentence, at, group),
    noun: ({ noun }) => isOne || DOCUMENTS[noun].lookUp === name,
    state: () => isOne || 'statuses' in input,
    except: () => isOne,
    topic: ({ topic }) => topic === own,
    attribute: ({ field }) => columns.includes(field),
    direction: () => name === 'transfers' || isTrace || isOne,
    operator: (_, at) => sentence.items[at + 1]?.date !== undefined || sentence.items[at + 1]?.days !== undefined,
    trace: () => isTrace,
    backward: () => isTrace,
    most: () => name === 'insights',
    // A lot may lie in several places; any other document is where its state says.
    where: () =>
      (isOne && name !== 'lots') || columns.some(column => column.includes('location')) || name === 'locations',
    who: (_, __, { text }) => !WHO.has(text) || isTrace || name === 'suppliers',
  };
}

// ---- queries ----

/** Names, numbers and dates: each of them stands in the query. */
function isNamed(item: Item, { having = [], compareTo }: Query, said: string, reading: Reading): boolean {
  if (!item.taken) return true;
  const { name, number, date } = item;
  if (name) return name.names.some(({ named }) => [named.value, ...named.skus].some(each => said.includes(each)));
  if (number !== undefined)
    return (
      [number, ...sharesOf(number)].some(each => numbersIn(said).has(each)) || number === 1 || item.meanings.length > 0
    );
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

const FROM = wordsOf('small from');
const TO = wordsOf('small to');
const THE = wordsOf('small the');
const JOINS = ['and', 'or', 'compare', 'except', 'between'] as const;

/**
 * Names that stand in another role than the query gives them: where goods go from and to, or come from, and a second
 * name of a kind that nothing joins to the first ("what did Munich get from Hamburg").
 */
function rolesIn({ items }: Sentence, { measures }: Query): number[] {
  if (measures.some(name => name.startsWith('units_transferred'))) return [];
  const kindOf = (item: Item | undefined) => item?.name?.names[0]?.named.kind;
  const isBought = measures.some(name => /^(units_received|purchase_value|on_order)$/.test(name));
  const isLedBy = (way: ReadonlySet<string>, at: number): boolean => {
    const before = items[at - 1];
    // "From the roastery".
    if (before && THE.has(before.text)) return isLedBy(way, at - 1);
    return way.has(before?.text.split(' ').at(-1) ?? '') && !meaningOf(before, 'compare');
  };
  return [...items.entries()].flatMap(([at, item]) => {
    const kind = kindOf(item);
    if (!kind) return [];
    const isLed = isLedBy(FROM, at);
    const isLeft = items.some((each, to) => to > at && kindOf(each) === 'location' && isLedBy(TO, to));
    if (kind === 'location' && isLed && (isBought || isLeft)) return at;
    const before = items.findLastIndex((each, index) => index < at && kindOf(each) === kind);
    const between = before < 0 ? [] : items.slice(before + 1, at);
    const isJoined =
      (between.every(isSmall) && !(isLed && before >= 0)) ||
      between.some(each => JOINS.some(join => meaningOf(each, join)));
    return isJoined ? [] : at;
  });
}

type Shows = { [K in Meaning['kind']]?: (meaning: Extract<Meaning, { kind: K }>, at: number, item: Item) => boolean };
/** Words that say something even where no slot has taken them. */
const ALWAYS = [
  'where',
  'latest',
  'strict',
  'which',
  'contrast',
  'present',
  'who',
  'supposed',
  'count',
  'unit',
  'hold',
  'by',
  'each',
  'or',
  'empty',
];
const LEFT = wordsOf('small left');
const SENT = wordsOf('small sent');
const WHO = wordsOf('small who');
const BOTH = wordsOf('small both');

/** Words: one of the meanings of each shows in the query, or says nothing by itself. */
function isMeant(item: Item, at: number, shows: Shows, always: readonly string[]): boolean {
  const test = (meaning: Meaning): boolean =>
    (shows[meaning.kind] as ((...of: unknown[]) => boolean) | undefined)?.(meaning, at, item) ?? true;
  if (!item.meanings.filter(({ kind }) => always.includes(kind)).every(test)) return false;
  return !item.taken || item.meanings.length === 0 || item.meanings.some(test);
}

/** Of stock that nothing else tells the value of. */
const isOfSome = (name: MeasureName): boolean => /^(available|reserved|on_hold|incoming|on_order|shortage)$/.test(name);
/** Orders come in from customers, and transfers from other places. */
const isOfIncoming = (name: MeasureName, measures: readonly MeasureName[]): boolean =>
  name === 'units_received' &&
  measures.every(each => /^(orders_created|units_ordered|units_transferred_in)$/.test(each));
/** What is delivered has not come in from customers. */
const SUPPLIED = wordsOf('small supplied');
const OF_PEOPLE = /^(customers|clients|people) /;

/** "10 or more". */
const isBound = ({ items }: Sentence, at: number, having: Query['having'] = []): boolean =>
  having.length > 0 && meaningOf(items[at - 1], 'or') !== undefined;

/** Where each kind of word shows in a query. */
function effectsOf(query: Query, sentence: Sentence, { mean, perUnit }: Computed): Shows {
  const { measures, dimensions = [], filters = [], having = [], sort = [], compareTo } = query;
  const fields = [...filters, ...having].map(({ field }) => field);
  const isOf = (field: string): boolean => [...dimensions, ...fields].includes(field as Group);
  const chosen = (group: Group): number =>
    filters.flatMap(({ field, op, value }) =>
      op === 'in' && (field === group || (field === 'sku' && group === 'product')) ? value : [],
    ).length;
  const isOverTime = dimensions.some(isTime);
  const isCompared = compareTo !== undefined || isOverTime || dimensions.some(group => chosen(group) > 1);
  // A ranking of one tells nothing: "which store sold more than Munich".
  const isRanked = (sort.length > 0 && !dimensions.some(group => chosen(group) === 1)) || isCompared;
  // "The top 5 by units".
  const isOfRank = sort.length > 0 && sentence.items.some(item => isA(item, 'most', 'least'));
  const of = (pattern: RegExp): boolean => [...measures, ...dimensions, ...fields].some(each => pattern.test(each));
  const isOfUnit = (unit: string): boolean => measures.some(name => measureNamed(name).unit === unit);
  return {
    part: ({ part }, at, { text }) =>
      // "How many customers bought": they are not kept.
      !(OF_PEOPLE.test(text) && meaningOf(sentence.items[at - 1], 'count')) &&
      // What we send to a place is not what suppliers have sent.
      !(SENT.has(text) && sentence.items.some((each, to) => each.name && TO.has(sentence.items[to - 1]?.text ?? ''))) &&
      // "How many can we still roast" is not how many were.
      !(sentence.items.some(isAbility) && part.measures.every(isFlow)) &&
      // What suppliers get is no revenue.
      !(part.isWeak && part.measures[0] === 'revenue' && dimensions.includes('supplier')) &&
      // "What is blocked, and what is it worth": what is known is the value of all.
      !(part.measures[0] === 'stock_value' && !/stock|inventory|capital/.test(text) && measures.some(isOfSome)) &&
      (part.measures.some(
        name =>
          fields.includes(name) || isAkin(name, measures) || (isOfIncoming(name, measures) && !SUPPLIED.has(text)),
      ) ||
        (part.daysOf !== undefined && isOf(part.daysOf)) ||
        // "Who do we buy it from".
        (isOf('supplier') && (part === LISTS.SUPPLIES || part.measures[0] === 'units_received'))),
    // Each "how many" asks for a figure.
    count: (_, at) =>
      sentence.items.slice(0, at).filter(item => meaningOf(item, 'count')).length < Math.max(measures.length, 1),
    // "Revenue per unit".
    unit: ({ unit }, at) =>
      (sentence.before(at, 'by') === undefined ||
        perUnit === true ||
        (isOfRank && isOfUnit(unit)) ||
        of(/^average_price/)) &&
      (unit !== 'weight' || fields.includes('unit')) &&
      (unit !== 'money' || isOfUnit('money') || fields.some(field => /^unit_(price|cost)$/.test(field))),
    // "What was returned, and how many are left".
    hold: (_, __, { text }) => !LEFT.has(text) || of(/transferred/) || measures.some(name => !isFlow(name)),
    where: () => of(/location|transferred/),
    latest: () => sort.length > 0,
    way: (_, at) => isRanked || isCompared || of(/price_change$/) || isBound(sentence, at, having),
    trend: () => isCompared || of(/price_change$/),
    // "Compared with Hamburg" sets it against another.
    compare: (_, at) => {
      const [name] = sentence.items[sentence.beside(at, 1)]?.name?.names ?? [];
      const isAgainst = !name || having.length > 0 || chosen(fieldOf(name.named.kind)) > 1;
      return (isCompared || having.length > 0) && (isAgainst || chosen(name.named.kind as Group) > 1);
    },
    // "By far", "by then".
    by: (_, at, item) => {
      const next = sentence.items[at + 1];
      return isSmall(item) || next === undefined || next.taken || !isAlone(next);
    },
    // No query has either of two conditions; it has either of two values. Portuguese "o" is an article.
    or: (_, at, { text }) => text === 'o' || joinsAlike(sentence, at),
    operator: () => [...filters, ...having].some(({ op }) => /[<>]|between/.test(op)),
    // "Between September and October" something changed.
    between: () => isCompared || [...filters, ...having].some(({ op }) => op === 'between'),
    except: (_, at, { text }) =>
      !leavesLines(query) &&
      // "Items with stock, but not in Munich" are those that have none there.
      !(
        BUT.has(text) &&
        sentence.items[sentence.beside(at, 1)]?.name?.names[0]?.named.kind === 'location' &&
        measures.every(name => !isFlow(name))
      ) &&
      !(asksWhich(sentence) && hasNone(query)) &&
      (text === 'but' || [...filters, ...having].some(({ op, value }) => /not_in|!=|is_null/.test(op) || value === 0)),
    // "Most of them" ranks nothing.
    most: (_, at) => isRanked && !(sentence.items[at + 1]?.text === 'of' && isSmall(sentence.items[at + 2])),
    least: () => isRanked,
    // What stock was made is not told by what is there.
    empty: (_, at, { text }) =>
      (!MAKE.has(text) || isOfUnit('money') || measures.some(isFlow) || of(/batch/)) && !isAskedLast(sentence, at),
    onday: () => isOf('weekday'),
    timely: ({ group }) => isOf(group) || of(/daily/) || mean !== undefined,
    attribute: ({ field }, at) =>
      isOf(field) ||
      of(/price_change$/) ||
      isOfUnit('money') ||
      sentence.items[sentence.beside(at, 1)]?.code !== undefined,
    percent: () => isOfUnit('rate'),
    direction: () => of(/transferred/),
    value: ({ value }) => filters.some(each => each.value === value || each.value === ADJUSTED_FOR[value]),
    // "But" between two conditions; "not here, but there" is a difference.
    contrast: () => having.length > 1 || [...filters, ...having].some(({ op, value }) => op !== 'in' && value !== 0),
    // "If we sell as much as last month": nothing is computed from a supposition.
    supposed: (_, at) => at > 0,
    // Customers are not kept: "who" is a supplier or a location.
    who: (_, __, { text }) =>
      WHO.has(text)
        ? dimensions.includes('supplier') || (dimensions.includes('location') && !measures.some(isOfSupply))
        : !measures.every(isOfBuying),
    // "At the end of March, and now".
    present: () => query.asOf === undefined && (compareTo !== undefined || !measures.every(isFlow)),
    noun: ({ noun }, at) => {
      if (noun === 'lot') return of(/lot|expiry_date|batch/);
      // Stock is old, or lasts; how old an order is no figure tells.
      if (having.some(({ field }) => /^(age_days|days_of_cover)$/.test(field))) return false;
      const group = DOCUMENTS[noun].group;
      // "How many returns" is not how many units.
      const isCounted = meaningOf(sentence.items[at - 1], 'count');
      if (isCounted && !isOfUnit('orders') && !(group !== undefined && isOf(group))) return false;
      return sentence.before(at, 'by') === undefined || (group !== undefined && isOf(group)) || of(/average_order/);
    },
    // "Which customers bought": nothing is broken down by what is asked.
    which: () => dimensions.length > 0,
    // "Only in Munich", where rows are of something else, says what they are not elsewhere.
    strict: (_, at, item) =>
      // What holds in both places holds in each: a sum of both, or a list of either, says something else.
      BOTH.has(item.text)
        ? having.length === 0 && !asksWhich(sentence)
        : item.taken || dimensions.every(group => isTime(group) || isBeside(sentence, at, group)),
    each: (_, at, item) => {
      const beside = sentence.beside(at, 1);
      const next = sentence.items[sentence.items[beside]?.number === undefined ? beside : beside + 1];
      // "Which shops sold the most per order": rows are of what is asked for.
      // "How many of each": rows are of something.
      if (!isOfEach(item)) return !next || dimensions.length === 0 || isOfRows(next, query);
      // "The best seller of each shop" ranks no shops.
      const isOfBest = sentence.items.some(each => BEST_OF.includes(meaningOf(each, 'part')?.part ?? NO_PART));
      if (isOfBest && next && (meaningOf(next, 'place') || meaningOf(next, 'group')) && !dimensions.includes('sku'))
        return false;
      // "Which items sold every week" asks for those that did in all of them.
      const unit = meaningOf(next, 'group')?.group;
      if (sentence.before(at, 'by') === undefined && !meaningOf(item, 'by') && unit && isTime(unit))
        return !asksWhich(sentence);
      return dimensions.length > 0 || (divides(sentence, at) && next?.date === undefined && next?.name === undefined);
    },
  };
}

const ABLE = wordsOf('small able');
const isAbility = ({ text }: Item, at: number, items: readonly Item[]): boolean =>
  ABLE.has(text) || ABLE.has(`${text} ${items[at + 1]?.text}`);

const BUT = wordsOf('small but');
const MAKE = wordsOf('small make');
const FIELDS: { readonly [kind: string]: Group } = { variant: 'sku' };
const fieldOf = (kind: string): Group => FIELDS[kind] ?? (kind as Group);

const ASKS = wordsOf('small asks');
/** "… and how?" asks for what no figure tells. */
const isAskedLast = ({ items }: Sentence, at: number): boolean =>
  at > 1 && at === items.length - 1 && ASKS.has(items[at]!.text) && meaningOf(items[at - 1], 'and') !== undefined;

/** Whether rows are of what a word stands for, or of what has its own kind of rows. */
function isOfRows(item: Item, { dimensions = [] }: Query): boolean {
  const group = meaningOf(item, 'place') ? 'location' : meaningOf(item, 'group')?.group;
  if (group === undefined || isTime(group)) return true;
  return GOODS.includes(group)
    ? dimensions.some(each => [...GOODS, 'lot', 'category', 'abc_class'].includes(each))
    : dimensions.includes(group);
}

/** A word that means nothing, and is no name, number or time. */
const isAlone = (item: Item): boolean =>
  item.meanings.every(({ kind }) => kind === 'empty') &&
  [item.name, item.code, item.date, item.days, item.number].every(each => each === undefined);

/** Whether "or" stands between two of the same: names, days, numbers, or "10 or more". */
function joinsAlike({ items }: Sentence, at: number): boolean {
  const [before, next] = [-1, 1].map(step => {
    let to = at + step;
    while ((isSmall(items[to]) || meaningOf(items[to], 'compare')) && items[to]!.number === undefined) to += step;
    return items[to];
  });
  const sortOf = (item: Item | undefined): string => {
    if (item?.name ?? item?.code) return 'name';
    if (item?.date !== undefined || item?.days !== undefined) return 'days';
    return item?.number !== undefined ? 'number' : (item?.meanings.find(({ kind }) => kind !== 'empty')?.kind ?? '');
  };
  const [one, other] = [sortOf(before), sortOf(next)];
  return one === other ? one !== 'part' : one === 'number' || one === '' || other === '';
}

const isFlow = (name: MeasureName): boolean => measureNamed(name).kind === 'period';

const BEST_OF: readonly Part[] = [LISTS.BEST, LISTS.WORST];
const NO_PART: Part = { measures: [] };

/** What comes from suppliers: "who do we buy it from" names no place of ours. */
const isOfSupply = (name: MeasureName): boolean => isOfBuying(name) || name === 'units_received';

/** What customers buy is no purchase of ours. */
const isOfBuying = (name: MeasureName): boolean => measureNamed(name).area === 'purchasing';

/** "Orders without FLT-01": leaving out its lines leaves the orders that have others too. */
const leavesLines = ({ dimensions = [], filters = [] }: Query): boolean =>
  dimensions.some(group => ['order', 'purchase_order'].includes(group)) &&
  filters.some(({ field, op }) => op === 'not_in' && [...GOODS, 'category'].includes(field));

/** "Which shop has no cups": leaving them out leaves what else it has. */
const hasNone = ({ dimensions = [], filters = [] }: Query): boolean =>
  dimensions.length === 1 &&
  dimensions.some(group => ['location', 'supplier'].includes(group)) &&
  filters.some(({ field, op }) => op === 'not_in' && [...GOODS, 'category'].includes(field));

const GOODS = ['sku', 'product', 'variant'];
/** Whether names of this group stand beside an item, or no names at all. */
function isBeside({ items }: Sentence, at: number, group: Group): boolean {
  const kinds = [items[at + 1], items[at + 2], items[at - 1]].flatMap(
    item => item?.name?.names.map(({ named }) => named.kind) ?? (item?.code?.kind === 'variant' ? 'variant' : []),
  );
  return kinds.length === 0 || kinds.some(kind => kind === group || (GOODS.includes(kind) && GOODS.includes(group)));
}

/**
 * Whether what is measured is about the same: "sales" of revenue, "stock" of what is available, "margin" of its rate.
 */
function isAkin(name: MeasureName, measures: readonly MeasureName[]): boolean {
  const { area, kind, unit } = measureNamed(name);
  return measures.some(each => {
    const other = measureNamed(each);
    if (each.startsWith(name)) return true;
    if (unit === 'money') return other.unit === 'money';
    // Stock is no count of open orders.
    const isOfStock =
      kind === 'instant' && other.kind === 'instant' && (unit === 'orders') === (other.unit === 'orders');
    return other.area === area || isOfStock;
  });
}
