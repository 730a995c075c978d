import { type Group, isTime } from '../../figures/dimensions.ts';
import { measureNamed } from '../../figures/measures.ts';
import { isWord } from '../languages/dictionary.ts';
import { LISTS, type Part } from '../words/parts.ts';
import { asksWhich, kindsCounted, leadsClause } from './asking.ts';
import { RECEIVED, subjectOf } from './documents.ts';
import { groupOf, hasWord, type Item, isA, isSmall, meaningOf } from './item.ts';
import { eachIn } from './ranking.ts';
import { DIMENSIONS_MAX, type Setting } from './requests.ts';
import { isOfPurchases } from './said.ts';
import { isOfEach, isOfGoods, type Sentence, unitIn } from './sentence.ts';

/* What rows are broken down by. */

/** The dimensions as far as they are found. */
interface Grouping {
  setting: Setting;
  parts: readonly Part[];
  /** Those that lists imply. */
  listed: readonly Group[];
  /** Whether a condition chooses rows, or an order. */
  isChosen: boolean;
  isRanked: boolean;
  /** Whether a condition bounds what all records of a row have together. */
  isOfAll: boolean;
  found: Group[];
  /** Adds one, and takes its words. */
  add(group: Group, ...at: (number | undefined)[]): void;
}

/** The dimensions: "by location", "which category", "weekly", and those implied by lists. */
export function dimensionsIn(setting: Setting, parts: readonly Part[]): Group[] {
  const { sentence, thresholds } = setting;
  const isOfWhole = isOfWholeLots(setting, parts);
  const listed = parts.flatMap(part => (part.dimensions ?? []).filter(group => !(isOfWhole && group === 'location')));
  const found: Group[] = [];
  const grouping: Grouping = {
    setting,
    parts,
    listed,
    isChosen: thresholds.length > 0,
    isRanked: sentence.has('most', 'least') || listed.length > 0,
    isOfAll: isOfAllOf(setting),
    found,
    add: (group, ...at) => {
      if (!found.includes(group)) found.push(group);
      sentence.take(...at.filter(each => each !== undefined));
    },
  };
  for (const rule of RULES) rule(grouping);
  // Dimensions that are named replace the implied ones, except for lists of records.
  // "How many expire by coffee" lists no lots.
  const isCounted = sentence.has('count') && !sentence.items.some(item => isA(item, 'noun'));
  const isOfRecords =
    parts.includes(LISTS.POINT) ||
    (!grouping.isOfAll && !isCounted && listed.some(group => OF_RECORDS.includes(group)));
  // "The best seller of each shop", "slow movers by shop" are items.
  const isOfEach =
    !isCounted &&
    OF_THINGS.includes(listed[0]!) &&
    eachIn(sentence, parts, found).length === found.length &&
    !found.some(group => group === listed[0] || group === 'product');
  const isWhole = found.length > 0 && !isOfEach && (!isOfRecords || parts.includes(RECEIVED));
  return [...new Set(isWhole ? found : [...found, ...listed])].slice(0, DIMENSIONS_MAX);
}

/** "Lots with fewer than 5 left", "the largest lot": of what is left of it anywhere, unless places are asked for. */
const isOfWholeLots = ({ sentence, thresholds }: Setting, parts: readonly Part[]): boolean =>
  parts.some(part => part.dimensions?.includes('lot')) &&
  (thresholds.some(({ field }) => !field) ||
    sentence.items.some((item, at) => isA(item, 'noun') && sentence.before(at, 'count') !== undefined) ||
    (parts.some(({ sort }) => sort === LISTS.LOTS.sort) && sentence.has('most', 'least'))) &&
  !sentence.items.some(item => isA(item, 'where', 'place') || item.name?.names.some(isOfPlace));
const isOfPlace = ({ named: { kind } }: { named: { kind: string } }): boolean => kind === 'location';

type Rule = (grouping: Grouping) => void;

const timely: Rule = ({ setting: { sentence }, add }) => {
  for (const { at, meaning } of sentence.free('timely')) add(meaning.group, at);
};

/** "Location by location". */
const repeated: Rule = ({
  setting: {
    sentence: { items },
  },
  add,
}) => {
  for (const [at, item] of items.entries()) {
    const group = groupOf(item);
    if (group && items[at + 2]?.text === item.text && meaningOf(items[at + 1], 'by')) add(group, at, at + 1, at + 2);
  }
};

/** "Who delivered the most units": nobody else delivers, though customers buy. */
const deliverers: Rule = ({ setting: { sentence }, parts, add }) => {
  const { items } = sentence;
  const who = sentence.hears('bought') ? -1 : items.findIndex(({ text }) => isWord('who', text));
  if (who >= 0 && sentence.has('most') && parts.every(isOfPurchases)) add('supplier', who);
};

/** "The top 3 in each category": of items, where nothing else is ranked. */
const ranksOfEach: Rule = ({ setting: { sentence }, found, add }) => {
  const { items } = sentence;
  const isRanked = items.some((item, at) => {
    if (!meaningOf(item, 'each') || !isOfEach(item)) return false;
    const isBetween = (each: Item) => isSmall(each) || each.number !== undefined || each.name !== undefined;
    return isA(
      items.slice(0, at).findLast(each => !isBetween(each)),
      'most',
      'least',
    );
  });
  const isOfGoods = found.some(group => OF_THINGS.includes(group) || group === 'product');
  if (isRanked && !isOfGoods) add('sku');
};

/** "For each of the last three months". */
const stretches: Rule = ({ setting: { sentence, reading }, add }) => {
  const { items } = sentence;
  for (const [at, { date }] of items.entries()) {
    const each = date === undefined ? undefined : sentence.before(at, 'each', 'by');
    const unit = each !== undefined && isOfEach(items[each]!) ? unitIn(reading, items[at]!) : undefined;
    if (unit) add(unit, each);
  }
};

/** "The sales of every tea", "did any tea sell worse". */
const ofCategory: Rule = ({ setting: { sentence }, isChosen, add }) => {
  const { items } = sentence;
  const isTested = isChosen || sentence.has('way');
  for (const [at, item] of items.entries()) {
    const isOfCategory = items[at + 1]?.name?.names.every(({ named }) => named.kind === 'category');
    if (isOfCategory && (isOfEach(item) || meaningOf(item, 'by') || (isTested && isWord('any', item.text))))
      // "By coffee": its kinds, of any size.
      add(meaningOf(item, 'by') ? 'product' : 'sku', at);
  }
};

/**
 * "Which suppliers have more than 1000 euros on open orders" bounds what all orders of each have; "open orders over
 * 1000 euros" bounds each of them.
 */
const isOfAllOf = ({ sentence, thresholds }: Setting): boolean =>
  (asksWhich(sentence) || sentence.has('where')) &&
  thresholds.some(({ field, from }) => !field && !OF_RECORDS.includes(subjectOf(sentence.items, from)!));

/** "Green coffee by origin": it shows in what the items are called, at best. */
const origins: Rule = ({ setting: { sentence, assumptions }, add }) => {
  for (const { at, text } of sentence.free('backward')) {
    const by = isWord('provenance', text) ? sentence.before(at, 'by') : undefined;
    if (by === undefined) continue;
    add('sku', at, by);
    assumptions.push('by item, as origins are not recorded');
  }
};

const places: Rule = ({ setting: { sentence }, listed, isOfAll, isChosen, add }) => {
  for (const { at } of sentence.free('where')) {
    // "Items where stock is over 100", "coffees where Munich has under 9" ask for no place.
    const last = sentence.items[sentence.beside(at, -1)];
    const isRelative = isChosen && last && (isA(last, 'group', 'noun') || isOfGoods(last));
    if (!isRelative && (listed.length === 0 || isOfAll)) add('location', at);
  }
};

/** "Which coffees", "coffees that": the items of the category. */
const itemsOf: Rule = ({ setting: { sentence }, listed, add }) => {
  if (listed.length > 0) return;
  const { items } = sentence;
  const isLeading = ({ at, ...item }: Item & { at: number }) => sentence.beside(-1, 1) === at && !isOfEach(item);
  for (const { at } of [...sentence.free('which'), ...sentence.free('each').filter(isLeading)]) {
    // "What is our coffee stock worth" asks for one figure.
    const kinds = items[meaningOf(items[at], 'which') ? sentence.beside(at, 1) : at + 1]?.name?.names.map(
      ({ named }) => named.kind,
    );
    if (kinds?.every(kind => kind === 'category' || (kind !== 'location' && kinds.length > 1))) add('sku', at);
  }
  const lead = sentence.beside(-1, 1);
  if (leadsClause(sentence, lead) && items[lead]!.name?.names.every(({ named }) => named.kind === 'category'))
    add('sku');
};

/** "Do all stores have Chai": each of them. */
const ofAll: Rule = ({ setting: { sentence }, add }) => {
  const { items } = sentence;
  const isAsked = isA(items[0], 'empty', 'hold') && sentence.has('hold') && !sentence.has('together', 'count');
  for (const { at } of sentence.free('place'))
    if (isAsked && items[at - 1] && ['all', 'both'].some(all => hasWord(all, items[at - 1]!))) add('location', at);
};

/** "By location", "which suppliers". */
const named: Rule = grouping => {
  const {
    setting: { sentence },
    parts,
    add,
  } = grouping;
  const groups = [...sentence.free('group'), ...sentence.free('place')].sort((a, b) => a.at - b.at);
  for (const { at, meaning } of groups) {
    const group: Group = meaning.kind === 'place' ? 'location' : meaning.group;
    const isPlace = meaning.kind === 'place';
    // "How many weeks will it last": a length of time, if anything.
    const isLength = isTime(group) && at > 0 && isA(sentence.items[at - 1], 'count');
    if (isLength && !parts.some(isOfDays)) continue;
    if (isLength || saysOfWhat(grouping, at, group, isPlace)) sentence.take(at);
    else if (isAskedBy(grouping, at, group, isPlace)) add(group, at, sentence.before(at, 'by', 'each'));
  }
};

const isOfDays = ({ measures }: Part): boolean => measures.some(name => measureNamed(name).unit === 'days');

/** "All suppliers but Kanto, by spend". */
const isAllBut = (items: readonly Item[], at: number): boolean =>
  items[at - 1] !== undefined && hasWord('all', items[at - 1]!) && meaningOf(items[at + 1], 'except') !== undefined;

/** "Stores by revenue": rows, in the order of a figure. */
function leadsOrder({ items, beside }: Sentence, at: number): boolean {
  const figure = items[beside(at + 1, 1)];
  return beside(-1, 1) === at && isA(items[at + 1], 'by') && isA(figure, 'part') && groupOf(figure) === undefined;
}

/** Whether it only says what a name is of, or that all are meant. */
function saysOfWhat(grouping: Grouping, at: number, group: Group, isPlace: boolean): boolean {
  const { setting, parts, isChosen, isRanked } = grouping;
  const { sentence } = setting;
  const { items } = sentence;
  const by = sentence.before(at, 'by', 'each');
  // "The category Coffee" names one; "by category, without coffee" does not.
  const isName =
    sentence.before(at, 'by') === undefined &&
    [items[sentence.beside(at, 1)], items[sentence.beside(at, -1)]].some(item =>
      item?.name?.names.some(({ named }) => named.kind === group),
    );
  // "Le magasin de Munich" names one; "sales by store of Munich" does not.
  const isOfTown =
    isPlace &&
    by === undefined &&
    isWord('of', items[at + 1]?.text) &&
    items[at + 2]?.name?.names.some(({ named }) => named.kind === 'location');
  // "What came in from suppliers": there is nobody else to receive it from.
  // "Suppliers with more than three open orders" are asked for.
  const isLead = isChosen && sentence.beside(-1, 1) === at;
  const isSource =
    group === 'supplier' &&
    by === undefined &&
    !isRanked &&
    parts.every(isOfPurchases) &&
    !isLead &&
    !leadsOrder(sentence, at) &&
    !isAllBut(items, at);
  // "More than 500 across all locations": of all of them together; "all products over 40 euros" lists them.
  const isOfAll = (isChosen || !isPlace) && at > 1 && !isRanked && by === undefined && hasWord('all', items[at - 1]!);
  return Boolean((isName && !isPlace) || isOfTown || isOfAll || isSource);
}

/** Whether rows are asked for by it. */
function isAskedBy(grouping: Grouping, at: number, group: Group, isPlace: boolean): boolean {
  const { setting, listed, isChosen, isRanked, found } = grouping;
  const { sentence } = setting;
  const { items } = sentence;
  const isJoined = meaningOf(items[at - 1], 'and') !== undefined && items[at - 2]?.taken && found.length > 0;
  // "How many SKUs did we sell" counts rows, not units.
  const isCounted = at === kindsCounted(sentence) || group === 'category' || group === 'supplier';
  const isAsked =
    sentence.before(at, 'by', 'each') !== undefined ||
    leadsOrder(sentence, at) ||
    (isCounted && sentence.before(at, 'count') !== undefined) ||
    isJoined ||
    group === 'reason' ||
    isAllBut(items, at) ||
    leadsClause(sentence, at) ||
    // "Rank our stores by revenue".
    (isPlace && sentence.before(at, 'most', 'least') !== undefined) ||
    found.includes(group);
  const isLoose =
    (!isPlace || (isRanked && listed.length === 0 && sentence.before(at, 'within') === undefined)) &&
    (isRanked || isChosen) &&
    found.length === 0 &&
    !(listed.length > 0 && group === 'sku');
  return isAsked || isLoose;
}

const RULES: readonly Rule[] = [
  timely,
  repeated,
  deliverers,
  stretches,
  ofCategory,
  origins,
  places,
  itemsOf,
  ofAll,
  named,
  ranksOfEach,
];

const OF_THINGS: readonly Group[] = ['sku', 'supplier'];
const OF_RECORDS: readonly Group[] = ['lot', 'order', 'purchase_order', 'entry_type'];
