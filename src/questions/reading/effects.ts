import { type Group, isTime } from '../../figures/dimensions.ts';
import { type MeasureName, measureNamed } from '../../figures/measures.ts';
import { isWord } from '../languages/dictionary.ts';
import { ADJUSTED_FOR, LISTS, type Part } from '../words/parts.ts';
import type { Meaning } from '../words/words.ts';
import { asksWhich, countsNamed, isGoods } from './asking.ts';
import { DOCUMENTS } from './documents.ts';
import { groupOf, type Item, isA, isSmall, meaningOf } from './item.ts';
import type { Computed, Query } from './requests.ts';
import { isAbility, isOfEach, type Sentence } from './sentence.ts';

/* Where each kind of word shows in a query of figures. */

/** A query, and the words that it came of. */
interface Seen {
  query: Query;
  sentence: Sentence;
  also: Computed;
  /** Its conditions, and the fields that these are about. */
  conditions: readonly NonNullable<Query['having']>[number][];
  fields: readonly string[];
  /** Whether it is broken down by a field, or has a condition on it. */
  isOf(field: string): boolean;
  /** How many of a group it names. */
  chosen(group: Group): number;
  /** Whether it sets figures side by side. */
  isCompared: boolean;
  isRanked: boolean;
  /** Whether a measure, a dimension or a condition is called so. */
  of(pattern: RegExp): boolean;
  isOfUnit(unit: string): boolean;
}

function seenIn(query: Query, sentence: Sentence, also: Computed): Seen {
  const { measures, dimensions = [], filters = [], having = [], sort = [], compareTo } = query;
  const conditions = [...filters, ...having];
  const fields = conditions.map(({ field }) => field);
  const chosen = (group: Group): number =>
    filters.flatMap(({ field, op, value }) =>
      op === 'in' && (field === group || (field === 'sku' && group === 'product')) ? value : [],
    ).length;
  const isCompared = compareTo !== undefined || dimensions.some(group => isTime(group) || chosen(group) > 1);
  return {
    query,
    sentence,
    also,
    conditions,
    fields,
    isOf: field => [...dimensions, ...fields].includes(field as Group),
    chosen,
    isCompared,
    // A ranking of one tells nothing: "which store sold more than Munich".
    isRanked: (sort.length > 0 && !dimensions.some(group => chosen(group) === 1)) || isCompared,
    of: pattern => [...measures, ...dimensions, ...fields].some(each => pattern.test(each)),
    isOfUnit: unit => measures.some(name => measureNamed(name).unit === unit),
  };
}

/** Whether a word shows in the query, in this meaning. */
type Effect<K extends Meaning['kind']> = (
  seen: Seen,
  meaning: Extract<Meaning, { kind: K }>,
  at: number,
  item: Item,
) => boolean;

/** Returns whether a meaning of an item shows in a query; those that no effect is known of always do. */
export function shownIn(query: Query, sentence: Sentence, also: Computed) {
  const seen = seenIn(query, sentence, also);
  const isShare = also.shares ?? also.whole ?? also.growth;
  return (meaning: Meaning, at: number, item: Item): boolean =>
    (also.sides !== undefined && ['except', 'operator', 'contrast'].includes(meaning.kind)) ||
    (isShare && meaning.kind === 'percent') ||
    ((EFFECTS[meaning.kind] as Effect<Meaning['kind']> | undefined)?.(seen, meaning, at, item) ?? true);
}

const EFFECTS: { readonly [K in Meaning['kind']]?: Effect<K> } = {
  part: (seen, { part }, at, item) =>
    !NO_FIGURES.some(isNone => isNone(seen, part, at, item)) &&
    (part.measures.some(name => isMeasured(seen, name, item)) ||
      // "Which lot should we sell first".
      (part.measures.every(isFlow) &&
        seen.query.sort?.[0] === LISTS.FIRST_OUT.sort &&
        seen.sentence.hears('foremost')) ||
      // "Who do we buy it from".
      (seen.isOf('supplier') && (part === LISTS.SUPPLIES || part.measures[0] === 'units_received'))),
  // Each "how many" asks for a figure.
  count: ({ query, sentence, of }, _, at) =>
    sentence.items.slice(0, at).filter(item => meaningOf(item, 'count')).length < Math.max(query.measures.length, 1) &&
    !(of(/^reorder_point$/) && countsNamed(sentence, at)),
  // "Revenue per unit", "the top 5 by units".
  unit: ({ query, sentence, also, fields, of, isOfUnit }, { unit }, at) =>
    (sentence.before(at, 'by') === undefined ||
      also.perUnit !== undefined ||
      (isOfUnit(unit) && query.sort !== undefined && sentence.items.some(item => isA(item, 'most', 'least'))) ||
      of(/^average_(purchase_)?price/)) &&
    (unit !== 'weight' || fields.includes('unit')) &&
    (unit !== 'money' || isOfUnit('money') || fields.some(field => /^unit_(price|cost)$/.test(field))),
  // "What was returned, and how many are left".
  hold: ({ query: { measures }, sentence }, _, at, { text }) =>
    (!isWord('left', text) || measures.some(name => !isFlow(name))) &&
    (!isCountedApart(sentence, at) || measures.some(isOfStock)),
  where: ({ of }) => of(/location|transferred/),
  // "The oldest and the newest": by age, it is one of them.
  latest: ({ query: { sort = [] } }) => sort.length > 0 && !sort.some(each => each.endsWith('age_days')),
  // "How much money did we lose to waste".
  way: (seen, _, at, { text }) =>
    seen.isRanked ||
    seen.of(/price_change$/) ||
    isBound(seen, at) ||
    (isWord('lost', text) && seen.of(/^(waste_value|units_wasted)$/)),
  trend: ({ isCompared, of }) => isCompared || of(/price_change$/),
  // "Compared with Hamburg" sets it against another.
  compare: ({ query: { having = [] }, sentence, isCompared, chosen }, _, at) => {
    const [name] = sentence.items[sentence.beside(at, 1)]?.name?.names ?? [];
    // "More cups than Hamburg" is led by the word behind it.
    const isLed = sentence.items.some((each, to) => to > at && isWord('than', each.text) && meaningOf(each, 'compare'));
    const isAgainst = !name || isLed || having.length > 0 || chosen(fieldOf(name.named.kind)) > 1;
    return (isCompared || having.length > 0) && isAgainst;
  },
  // "By far", "by then".
  by: ({ query: { dimensions = [], sort = [] }, sentence }, _, at, item) => {
    const next = sentence.items[at + 1];
    // "For each of the top 3", by something else: which these are is another question.
    if (isEachLast(item) && isA(sentence.items[sentence.beside(at, 1)], 'most', 'least')) return false;
    // "Revenue per till": what is measured divides nothing.
    const isOrder = sort.length > 0 || (dimensions.length > 0 && !isEachLast(item));
    if (!isOrder && next && isA(next, 'part') && !isA(next, ...DIVIDING)) return false;
    return next === undefined || next.taken || !isAlone(next);
  },
  // No query has either of two conditions; it has either of two values. Portuguese "o" is an article.
  or: ({ sentence }, _, at, { text }) => isWord('the', text) || joinsAlike(sentence, at),
  operator: ({ sentence, conditions }, _, at) =>
    !isOfFigure(sentence, at) && conditions.some(({ op }) => /[<>]|between/.test(op)),
  // "Between September and October" something changed.
  between: ({ conditions, isCompared }) => isCompared || conditions.some(({ op }) => op === 'between'),
  except: ({ query, sentence, conditions }, _, at, { text }) =>
    !leavesParts(query, sentence) &&
    // "Items with stock, but not in Munich" are those that have none there.
    !(
      isWord('but', text) &&
      // "All shops but Munich".
      !isWord('all', sentence.items[at - 2]?.text) &&
      sentence.items[sentence.beside(at, 1)]?.name?.names[0]?.named.kind === 'location' &&
      !query.measures.some(isFlow)
    ) &&
    // "Which lots did not go to Munich": those that lie elsewhere may have gone there, too.
    !sentence.items.some(item => meaningOf(item, 'trace')) &&
    (isWord('but', text) ||
      conditions.some(({ op, value }) => /not_in|!=/.test(op) || value === (op === 'is_null' ? true : 0))),
  // "Most of them" ranks nothing.
  most: ({ sentence: { items }, query: { sort = [] }, isRanked, isOfUnit }, _, at, { text }) =>
    isRanked &&
    (!isWord('long', text) || isOfUnit('days') || sort.some(each => /expected_on|order$/.test(each))) &&
    !(isWord('of', items[at + 1]?.text) && isSmall(items[at + 2])),
  least: ({ isRanked }) => isRanked,
  // What stock was made is not told by what is there.
  empty: ({ query, sentence, isOfUnit }, _, at, { text }) =>
    (!isWord('make', text) || isOfUnit('money') || query.measures.some(isFlow)) &&
    // "Who delivered everything on time".
    !(isWord('goods', text) && query.measures.includes('on_time_rate')) &&
    !isAskedLast(sentence, at),
  // "How late was it" is not whether.
  state: ({ sentence, isOfUnit }, _, at) => !isWord('degree', sentence.items[at - 1]?.text) || isOfUnit('days'),
  onday: ({ isOf }) => isOf('weekday'),
  timely: ({ also, isOf, of }, { group }) => isOf(group) || of(/daily/) || also.mean !== undefined,
  attribute: ({ sentence, isOf, of, isOfUnit }, { field }, at) =>
    isOf(field) ||
    of(/price_change$/) ||
    isOfUnit('money') ||
    sentence.items[sentence.beside(at, 1)]?.code !== undefined,
  percent: ({ isOfUnit }) => isOfUnit('rate'),
  direction: ({ of }, _, __, { text }) => of(isWord('moved', text) ? /transferred|^units_sold$/ : /transferred/),
  value: ({ query: { filters = [] } }, { value }) =>
    filters.some(each => each.value === value || each.value === ADJUSTED_FOR[value]),
  // "But" between two conditions; "not here, but there" is a difference.
  contrast: ({ query: { having = [] }, conditions }) =>
    having.length > 1 || conditions.some(({ op, value }) => op !== 'in' && value !== 0),
  // "If we sell as much as last month": nothing is computed from a supposition.
  supposed: (_, __, at) => at > 0,
  // Customers are not kept: "who" is a supplier or a location.
  who: ({ query: { measures, dimensions = [] } }, _, __, { text }) =>
    isWord('who', text)
      ? dimensions.includes('supplier') || (dimensions.includes('location') && !measures.some(isOfSupply))
      : !measures.every(isOfBuying) && !measures.includes('age_days'),
  // "At the end of March, and now".
  present: ({ query: { asOf, compareTo, measures } }) =>
    asOf === undefined && (compareTo !== undefined || !measures.every(isFlow)),
  noun: ({ query: { measures, having = [] }, sentence, of, isOf, isOfUnit }, { noun }, at) => {
    if (noun === 'lot') return of(/lot|expiry_date|batch/);
    // The dearest order is not an item's price.
    if (measures.every(name => name.startsWith('current_'))) return false;
    // Stock is old, or lasts; how old an order is no figure tells.
    if (having.some(({ field }) => /^(age_days|days_of_cover)$/.test(field))) return false;
    const { group } = DOCUMENTS[noun];
    const isOfIt = group !== undefined && isOf(group);
    // "Late deliveries, open transfers".
    if (noun === 'transfer' && !of(/transfer|transit|^incoming$|^units_received$/)) return false;
    // "How many returns" is not how many units.
    if (meaningOf(sentence.items[at - 1], 'count') && !isOfUnit('orders') && !isOfIt) return false;
    return sentence.before(at, 'by') === undefined || isOfIt || of(/average_order|per_order/);
  },
  // "Which customers bought": nothing is broken down by what is asked.
  which: ({ query: { dimensions = [] } }) => dimensions.length > 0,
  // "Only in Munich", where rows are of something else, says what they are not elsewhere.
  strict: ({ query, sentence }, _, at, item) => {
    const { having = [], dimensions = [] } = query;
    // What holds in both places holds in each: a sum of both, or a list of either, says something else.
    if (isWord('both', item.text))
      return having.length === 0 && !asksWhich(sentence) && !sentence.items.some(each => isA(each, 'which'));
    // "What do we only stock in Berlin" asks for things, and not for how much.
    if (asksThings(sentence, query)) return false;
    return item.taken || dimensions.every(group => isTime(group) || isBeside(sentence, at, group));
  },
  each: ({ query, sentence, also }, _, at, item) => {
    const { dimensions = [] } = query;
    const beside = sentence.beside(at, 1);
    const next = sentence.items[sentence.items[beside]?.number === undefined ? beside : beside + 1];
    // "Which shops sold the most per order": rows are of what is asked for.
    // "How many of each": rows are of something.
    if (!isOfEach(item)) return !next || dimensions.length === 0 || isOfRows(next, query);
    if (isA(next, 'most', 'least')) return false;
    // "The best seller of each shop" ranks no shops.
    const isOfBest = sentence.items.some(each => BEST_OF.includes(meaningOf(each, 'part')?.part ?? NO_PART));
    if (isOfBest && isA(next, 'place', 'group') && !dimensions.some(isGoods)) return false;
    // "Which items sold every week" asks for those that did in all of them.
    const unit = meaningOf(next, 'group')?.group;
    if (sentence.before(at, 'by') === undefined && !meaningOf(item, 'by') && unit && isTime(unit))
      return also.places !== undefined || !asksWhich(sentence);
    return dimensions.length > 0;
  },
};

/** What figures are divided by. */
const DIVIDING = ['group', 'place', 'noun', 'timely', 'unit'] as const;

/** Figures that a query of the same measures does not tell. */
const NO_FIGURES: readonly ((seen: Seen, part: Part, at: number, item: Item) => boolean)[] = [
  // "How many customers bought": they are not kept.
  ({ sentence }, _, at, { text }) =>
    isWord('people', text.split(' ')[0]!) && meaningOf(sentence.items[at - 1], 'count') !== undefined,
  // What we send to a place is not what suppliers have sent.
  ({ sentence: { items } }, _, __, { text }) =>
    isWord('sent', text) && items.some((each, to) => each.name && isWord('to', items[to - 1]?.text)),
  // "How many can we still roast" is not how many were.
  ({ query, sentence }, { measures }) => sentence.items.some(isAbility) && measures.every(isFlow) && !isOfMaking(query),
  // "Which products use GRN-COL": what was used of it is not what it was used for.
  ({ query: { dimensions = [] }, sentence, chosen }, { measures }) =>
    measures[0] === 'units_used' &&
    chosen('sku') === 1 &&
    asksWhich(sentence) &&
    dimensions.some(group => GOODS.includes(group)),
  // What suppliers get is no revenue.
  ({ query: { dimensions = [] } }, { isWeak, measures: [name] }) =>
    isWeak === true && name === 'revenue' && dimensions.includes('supplier'),
  // "How long does it take to sell": what else is said takes that long, and no delivery.
  ({ query: { measures } }, part, _, { text }) =>
    part === LISTS.LEAD_TIME && isWord('asks', text.split(' ')[0]) && !measures.every(isLedTo),
  // "How long have the open orders been waiting", "how old is it": how old documents are, no figure tells.
  ({ sentence, isOfUnit }, part, at, { text }) =>
    part === LISTS.OLD &&
    [text.split(' ')[0], sentence.items[at - 1]?.text].some(word => isWord('degree', word)) &&
    !isOfUnit('days'),
  // "Who supplies the most" is not who supplies what there is most of.
  ({ query: { sort = [] } }, part) => part === LISTS.SUPPLIES && sort.includes('-on_hand'),
  // "What is blocked, and what is it worth": what is known is the value of all.
  ({ query }, { measures: [name] }, _, { text }) =>
    name === 'stock_value' && !text.split(' ').some(word => isWord('stock', word)) && query.measures.some(isOfSome),
];

/** "How many do we have, and is more coming": what is there is a question of its own. */
function isCountedApart({ items }: Sentence, at: number): boolean {
  const isFigure = (item: Item) => isA(item, 'part', 'noun', 'state', 'topic', 'and');
  const count = items.findLastIndex((item, of) => of < at && meaningOf(item, 'count'));
  const next = items.find((item, of) => of > at && isFigure(item));
  return count >= 0 && !items.slice(count + 1, at).some(isFigure) && meaningOf(next, 'and') !== undefined;
}
const isOfStock = (name: MeasureName): boolean => name === 'on_hand' || name === 'available';

const isMeasured = ({ query: { measures }, fields, sentence }: Seen, name: MeasureName, { text }: Item): boolean =>
  fields.includes(name) ||
  isAkin(name, measures) ||
  (isOfIncoming(name, measures) && !isWord('supplied', text)) ||
  isOfMoney(name, measures, sentence);

/** "How much money came in": it was earned. */
const isOfMoney = (name: MeasureName, [measure]: readonly MeasureName[], { items }: Sentence): boolean =>
  name === 'units_received' &&
  measure === 'revenue' &&
  items.some(item => meaningOf(item, 'part')?.part.measures[0] === 'revenue');

/** What can be made, of what there is. */
export const isOfMaking = ({ measures }: Query): boolean => measures.includes('buildable');
/** Of stock that nothing else tells the value of. */
const isOfSome = (name: MeasureName): boolean => /^(available|reserved|on_hold|incoming|on_order|shortage)$/.test(name);
/** Orders come in from customers, and transfers from other places; what is delivered has not come in so. */
const isOfIncoming = (name: MeasureName, measures: readonly MeasureName[]): boolean =>
  name === 'units_received' &&
  measures.every(each => /^(orders_created|units_ordered|units_transferred_in)$/.test(each));

/** "10 or more". */
const isBound = ({ query: { having = [] }, sentence: { items } }: Seen, at: number): boolean =>
  having.length > 0 && meaningOf(items[at - 1], 'or') !== undefined;

const FIELDS: { readonly [kind: string]: Group } = { variant: 'sku' };
const fieldOf = (kind: string): Group => FIELDS[kind] ?? (kind as Group);

/** "… and how?" asks for what no figure tells. */
const isAskedLast = ({ items }: Sentence, at: number): boolean =>
  at > 1 && at === items.length - 1 && isWord('asks', items[at]!.text) && meaningOf(items[at - 1], 'and') !== undefined;

/** Whether rows are of what a word stands for, or of what has its own kind of rows. */
function isOfRows(item: Item, { dimensions = [] }: Query): boolean {
  const group = groupOf(item);
  if (group === undefined || isTime(group)) return true;
  return GOODS.includes(group)
    ? dimensions.some(each => [...GOODS, 'lot', 'category', 'abc_class'].includes(each))
    : dimensions.includes(group);
}

/** A word that means nothing, and is no name, number or time. */
const isAlone = (item: Item): boolean =>
  item.meanings.every(({ kind }) => kind === 'empty') &&
  [item.name, item.code, item.date, item.days, item.number].every(each => each === undefined);

/** "More reserved than available": no condition sets one figure of a row against another. */
export const isOfTwoFigures = (sentence: Sentence, at: number): boolean => {
  const { items, beside } = sentence;
  const before = beside(at, -1);
  return (
    isWord('than', items[at]!.text) &&
    isOfFigure(sentence, at) &&
    isA(items[before], 'part') &&
    isA(items[beside(before, -1)], 'way', 'compare', 'most', 'least')
  );
};
/** "More than we sold", "below cost". */
const isOfFigure = ({ items, beside }: Sentence, at: number): boolean =>
  isA(items[beside(at, 1)], 'part', 'attribute') && items[beside(at, 1)]!.number === undefined;

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

/** Whether the measure counts over a period, and not at a moment. */
export const isFlow = (name: MeasureName): boolean => measureNamed(name).kind === 'period';

const BEST_OF: readonly Part[] = [LISTS.BEST, LISTS.WORST];
const NO_PART: Part = { measures: [] };

/** What comes from suppliers: "who do we buy it from" names no place of ours. */
const isOfSupply = (name: MeasureName): boolean => isOfBuying(name) || name === 'units_received';

const isLedTo = (name: MeasureName): boolean => name === 'lead_time_days' || isOfSupply(name);

/** What customers buy is no purchase of ours. */
const isOfBuying = (name: MeasureName): boolean => measureNamed(name).area === 'purchasing';

/**
 * "Orders without FLT-01", "shops that have no cups", "coffees that are not in Munich": leaving out a part leaves
 * those that have others, too. Only what the whole row is of can be left out.
 */
function leavesParts({ measures, dimensions = [], filters = [], having = [], sort = [] }: Query, sentence: Sentence) {
  const isOfOrders = measures.some(name => measureNamed(name).unit === 'orders');
  const groups = [...dimensions, ...(isOfOrders ? (['order'] as const) : [])];
  const isAsked = asksWhich(sentence) && sort.length + having.length === 0;
  const isOf = (field: string) => groups.some(group => group === field || OF_ROWS[group]?.includes(field));
  const areOrders = groups.some(group => ['order', 'purchase_order'].includes(group));
  return (
    groups.length > 0 && (isAsked || areOrders) && filters.some(({ field, op }) => op === 'not_in' && !isOf(field))
  );
}
const OF_GOODS = ['sku', 'product', 'category', 'abc_class', 'supplier'];
const OF_PLACES = ['location', 'location_type'];
/** What each row of a group is of as a whole. */
const OF_ROWS: { readonly [group in Group]?: readonly string[] } = {
  ...{ sku: OF_GOODS, product: OF_GOODS, category: OF_GOODS, abc_class: OF_GOODS, lot: [...OF_GOODS, 'lot_status'] },
  ...{ location: OF_PLACES, location_type: OF_PLACES, order: [...OF_PLACES, 'order_status'] },
  ...{ purchase_order: [...OF_PLACES, 'supplier', 'order_status'], batch: [...OF_GOODS, ...OF_PLACES] },
};

const isEachLast = ({ text }: Item): boolean => isWord('each', text.split(' ').at(-1)!);

/** "What do we stock": which things, where no row tells them apart. */
const asksThings = (sentence: Sentence, { measures, dimensions = [] }: Query): boolean =>
  isWord('what', sentence.items[0]?.text) &&
  !sentence.has('count') &&
  dimensions.length === 0 &&
  measures.every(name => measureNamed(name).unit === 'units');

export const GOODS = ['sku', 'product', 'variant'];
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
