import { type Group, isTime } from '../../figures/dimensions.ts';
import type { Condition } from '../../figures/filters.ts';
import { type MeasureName, measureNamed } from '../../figures/measures.ts';
import { has } from '../../figures/plan.ts';
import { addDays } from '../../kernel/calendar.ts';
import { wordsOf } from '../languages/dictionary.ts';
import { ADJUSTED_FOR, LISTS, type Part } from '../words/parts.ts';
import type { Chosen } from './chosen.ts';
import { differenceIn, growthIn, meanIn, shareIn } from './computed.ts';
import { asksLast, DOCUMENTS, isNewest, RECEIVED } from './documents.ts';
import { partsIn } from './measured.ts';
import { isPerUnit, measuresIn } from './measures.ts';
import type { Reading } from './reading.ts';
import { DIMENSIONS_MAX, type Interpretation, type Query, type Setting } from './requests.ts';
import { isOfPurchases } from './said.ts';
import {
  type Item,
  isA,
  isClass,
  isOfEach,
  isSmall,
  kindsCounted,
  meaningOf,
  type Sentence,
  unitIn,
} from './sentence.ts';
import { EVER, spanIn } from './spans.ts';
import { boundOf, fits, nearest, type Threshold } from './thresholds.ts';

/* Questions about figures: measures, grouping, filters, comparison, ranking and days. */

/** The maximum number of rows of an answer, and the default for a ranking. */
const ROWS_MAX = 200;
const RANKED = 10;

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];

export function queryIn(setting: Setting, chosen: Chosen, carried: Query | undefined): Interpretation | undefined {
  const { sentence, reading, thresholds, today, assumptions } = setting;
  const { included } = chosen;
  const isNamed =
    included.skus.length + included.locations.length + included.categories.length + included.lots.length > 0;
  const isDivided = sentence.has('group', 'place', 'timely') || thresholds.length > 0;
  const parts = newestOf(setting, partsIn(setting, chosen));
  const isWeighed = sentence.says('unit', 'weight') && reading.dates.length === 0;
  // "And how many in Hamburg?" is of what was asked before.
  const isHeld =
    sentence.has('hold') ||
    (!carried && (sentence.has('where', 'except', 'percent') || thresholds.length > 0 || isWeighed));
  const asksIn =
    !carried &&
    (sentence.has('each') || WHAT.has(sentence.items[0]?.text ?? '')) &&
    sentence.hears(IN) &&
    included.locations.length > 0 &&
    included.skus.length === 0;
  const isRanked = sentence.has('most', 'least');
  const isList = sentence.hears(LISTING);
  // "Which products made more than 2000 euros in October".
  const isEarned = thresholds.some(({ counted, field }) => counted === 'money' && !field) && reading.dates.length > 0;
  if (parts.length === 0 && isEarned && !sentence.has('noun') && !sentence.has('hold'))
    parts.push({ measures: ['revenue'] });
  // "Units October vs September", "units of coffee per day", "share of units last week".
  const isOverDays = reading.dates.every(({ period: { from, to } }) => from !== to);
  const isByUnits = sentence.free('unit').some(({ at }) => sentence.before(at, 'by') !== undefined);
  const isOverTime =
    sentence.has('compare', 'timely') ||
    (isRanked && isByUnits) ||
    (isOverDays && sentence.has('except', 'percent')) ||
    sentence
      .free('group')
      .some(({ at, meaning }) => isTime(meaning.group) || (isOverDays && sentence.before(at, 'by') !== undefined));
  // "Mugs in Munich and Hamburg this month".
  const isOfUnits = sentence.says('unit', 'units') || (included.skus.length > 0 && sentence.has('compare'));
  const isPast = reading.dates.length > 0 && reading.dates.every(({ side }) => side !== 'future');
  if (parts.length === 0 && isOfUnits && isPast && isOverTime && !sentence.has('noun') && !sentence.has('hold')) {
    parts.push({ measures: ['units_sold'] });
    assumptions.push('units sold');
  }
  // "How many products", "the dearest coffees".
  const kinds = kindsCounted(sentence);
  const ranked = isRanked ? sentence.free('attribute').find(({ meaning: { field } }) => field in CURRENT) : undefined;
  // "Has the purchase price gone up".
  const priced = sentence.free('attribute').find(({ meaning: { field } }) => field in CURRENT);
  if (
    parts.length === 0 &&
    priced &&
    sentence.has('trend') &&
    (priced.meaning.field === 'unit_cost' || isOfSuppliers(sentence, included))
  ) {
    sentence.take(priced.at);
    sentence.takeAll('trend', 'way', 'compare');
    parts.push({ measures: ['purchase_price_change'] });
  }
  if (parts.length === 0 && !sentence.has('noun') && thresholds.length === 0)
    if (ranked) {
      sentence.take(ranked.at);
      parts.push({ measures: [CURRENT[ranked.meaning.field]!], dimensions: ['sku'], intent: 'product_lookup' });
    } else if (kinds !== undefined && !included.locations.length && !sentence.has('where', 'place', 'except')) {
      sentence.take(kinds);
      parts.push({ measures: ['sku_count'] });
    }
  // "How many … do we have", "Where is …", "What is in Berlin": stock, unless something else is asked.
  const isOfStock =
    !sentence.has('noun') &&
    (isNamed || isDivided) &&
    (isHeld || (!carried && sentence.has('count') && isNamed) || asksIn) &&
    !(isRanked && reading.dates.length > 0);
  // "Espresso cups in the Munich shop", "list the cups".
  const isListed = isList && included.categories.length > 0;
  const isOfGoods = included.skus.length + included.categories.length > 0 && included.lots.length === 0;
  const isBare = !carried && isOfNames(sentence) && isOfGoods && (included.locations.length > 0 || isListed);
  if (parts.length === 0 && (isOfStock || isBare))
    parts.push({
      measures: included.lots.length > 0 || sentence.has('percent') ? ['on_hand'] : ['on_hand', 'available'],
      ...(isListed && !sentence.has('count') && { dimensions: ['sku'] }),
      intent: 'stock_level',
    });
  // "Top 3 mugs last month": what sold; suppliers sell nothing here.
  if (parts.length === 0 && !isOfSuppliers(sentence) && isRanked && (isNamed || isDivided))
    parts.push({ measures: ['units_sold'], intent: 'fast_movers' });
  // "Which supplier do the mugs come from".
  if (parts.length === 0 && isOfSuppliers(sentence) && included.skus.length > 0 && sentence.has('backward')) {
    sentence.takeAll('backward', 'group', 'each');
    parts.push(LISTS.SUPPLIES);
  }
  if (parts.length === 0 && !carried) return undefined;
  // "Top 3 products last week and their stock": they are ranked by what sold.
  const isTheirs = ({ text }: Item, at: number) =>
    THEIRS.has(text) && meaningOf(sentence.items[at - 1], 'and') && meaningOf(sentence.items[at + 1], 'part');
  if (isRanked && parts.length === 1 && sentence.items.some(isTheirs))
    parts.unshift({ measures: ['units_sold'], sort: '-units_sold', intent: 'fast_movers' });
  // "Best and worst seller" are two lists.
  if (sentence.has('most') && (sentence.has('least') || parts.includes(LISTS.WORST))) return undefined;
  // "Which items are not reserved", and not how much of them is not.
  const isOfGoodsAlone =
    !sentence.has('count', 'place') && sentence.free('group').every(({ meaning: { group } }) => isGoods(group));
  for (const [at, part] of parts.entries())
    if (part === LISTS.UNRESERVED && asksWhich(sentence) && isOfGoodsAlone) parts[at] = LISTS.UNASKED;
  // Whether one item is out of stock, or there is too much of it, is answered by its figures, not by a list.
  if (included.skus.length > 0)
    for (const [at, part] of parts.entries())
      if (part === LISTS.OUT && asksWhich(sentence)) parts[at] = { ...LISTS.OUT, dimensions: ['location'] };
      else if (part === LISTS.OUT)
        parts[at] = { measures: ['available', 'on_hand', 'incoming'], intent: 'stock_level' };
      else if (part === LISTS.OVERSTOCK) parts[at] = { measures: part.measures, intent: 'slow_movers' };
  for (const { at, text } of sentence.free('compare'))
    if (!asksWhich(sentence) && MORE.has(text) && (sentence.items[at + 1]?.name || sentence.items[at + 1]?.code))
      sentence.take(at);

  const classes = classesIn(sentence, reading);
  const dimensions = dimensionsIn(setting, parts);
  // What a supplier or a place costs is no price.
  if (parts.some(({ measures: [name] }) => OF_CATALOGUE.includes(name!)) && dimensions.some(group => !isGoods(group)))
    return undefined;
  if (sentence.has('compare') && classes.some(({ value }) => Array.isArray(value) && value.length > 1)) {
    sentence.takeAll('compare');
    dimensions.push('abc_class');
  }
  const isLast = asksLast(sentence) && parts.every(part => isOfFlow(part) && !part.sort);
  if (isLast) {
    sentence.takeAll('latest');
    dimensions.unshift('day');
  }
  const { filters, rivals, apart } = chosen.take(
    sentence,
    'item',
    'location',
    'supplier',
    'category',
    'lot',
    'document',
  );
  if (dimensions.length === 0 && rivals.length === 0 && asksWhat(sentence, parts)) dimensions.push('sku');
  // "What is reserved?": the items of which something is.
  const isHeldBack = dimensions.length === 0 && included.skus.length === 0 && asksWhat(sentence, parts, 'instant');
  if (isHeldBack) dimensions.push('sku');
  const lacking = lackingIn(sentence);
  // "How many cups have no barcode" counts cups.
  if (lacking.length > 0 && dimensions.length === 0) dimensions.push('sku');
  filters.push(...classes, ...placesIn(setting, dimensions), ...lacking, ...parts.flatMap(part => part.filters ?? []));
  let measures = measuresIn(sentence, parts, dimensions, carried, thresholds);
  const perUnit = isPerUnit(sentence, measures);
  // What did not happen to an item shows only beside its stock.
  const lacked = lackedIn(sentence, measures, dimensions.length > 0);
  if (lacked.length > 0 && measures.every(name => measureNamed(name).kind === 'period')) measures.push('on_hand');
  filters.push(...valuesIn(sentence, measures), ...weekdaysIn(sentence, measures, dimensions));
  if (measures.some(name => measureNamed(name).unit === 'units') && isOfWeight(sentence))
    filters.push({ field: 'unit', op: '=', value: KILOGRAM });
  const share = shareIn(setting, chosen, parts, measures, dimensions, filters);
  // "Grinders", "Berlin" are several, each for itself.
  if (dimensions.length === 0 && !share && !sentence.has('together')) dimensions.push(...apart);
  const span = spanIn(setting, chosen, parts, dimensions, carried);
  if (!span) return undefined;
  const { times } = span;
  if (times.compareTo && asksTwo(sentence)) return undefined;
  // For the past, measures without history are left out if others have one.
  const kept = measures.filter(name => !measureNamed(name).onlyNow);
  if ((times.asOf || times.compareTo) && kept.length > 0) measures = kept;
  if (measures.includes('units_to_order')) assumptions.push('what is on order already is taken off');
  const mean = meanIn(sentence, measures, dimensions);
  filters.push(...span.filters);
  if (isLast && !times.from) Object.assign(times, { from: addDays(today, 1 - EVER), to: today });
  const having: Condition[] = [...parts.flatMap(part => part.having ?? []), ...span.having];
  for (const { at, name } of lacked) {
    sentence.take(at);
    having.push({ field: name, op: name === 'available' ? '<=' : '=', value: 0 });
  }
  if (isLast || isHeldBack || isOfHeld(sentence, measures, dimensions, thresholds))
    having.push({ field: measures[0]!, op: '>', value: 0 });
  having.push(...alsoIn(sentence, measures).filter(({ field }) => !lacked.some(({ name }) => name === field)));
  for (const threshold of thresholds) {
    const { from, to, field = measureOf(sentence, threshold, measures, dimensions), op } = threshold;
    const bound = { op, value: boundOf(threshold) };
    // "More than 10 items below the reorder point" counts items, which no figure does.
    const counted = meaningOf(sentence.items[to + 1], 'group')?.group ?? '';
    if (!threshold.field && IS_GOODS.test(counted) && parts.some(part => part.having)) {
      sentence.untake(from, to);
      continue;
    }
    const isLate = field === 'on_time_rate' && parts.some(part => OF_LATE.includes(part));
    if (!field) sentence.untake(from, to);
    else (threshold.field ? filters : having).push({ field, ...(isLate ? rest(bound) : bound) } as Condition);
  }

  // "But" joins conditions; two conditions on one figure may apply to different places.
  const bounded = having.map(({ field }) => field);
  const isTwice = unique(bounded).length < bounded.length;
  if (isTwice && (rivals.length > 0 || contradict(having))) return undefined;
  if (thresholds.length > 1 && (!isTwice || included.locations.length < 2))
    for (const { at, text } of sentence.free('except')) if (text === 'but') sentence.take(at);

  // "Stock but no sales".
  for (const { at, text } of sentence.free('except')) {
    const next = sentence.items.find((item, to) => to > at && !isSmall(item) && !meaningOf(item, 'hold'));
    const joins = (having.length > 1 && meaningOf(next, 'part')) || meaningOf(next, 'state');
    if (text === 'but' && next?.taken && joins) sentence.take(at);
  }

  const isChosen = asksWhich(sentence) || sentence.items.some(({ text, taken }) => taken && ANY.has(text));
  const isInTime = dimensions.some(isTime);
  if (sentence.has('trend') && isInTime) sentence.takeAll('compare', 'trend', 'way');
  else if (sentence.has('trend') && !times.compareTo && times.from) {
    times.compareTo = 'previous_period';
    assumptions.push('compared with the period before');
  }
  const way = sentence.free('way')[0]?.meaning.way ?? (parts.includes(LISTS.WORST) ? 'down' : undefined);
  // "Which items sold less in October than in September"; one place against another is no condition on a figure.
  const isUneven =
    way !== undefined && isChosen && rivals.length > 0 && dimensions.some(group => !rivals.includes(group));
  if (way && isChosen && dimensions.length > 0 && times.compareTo && !isUneven)
    having.push({ field: `${measures[0]!}_change`, op: way === 'up' ? '>' : '<', value: 0 });
  const isOfChange = way && times.compareTo && rivals.length === 0 && sentence.has('most');
  if ((times.compareTo || rivals.length > 0) && !isUneven)
    sentence.takeAll('compare', 'trend', 'way', 'or', 'operator', 'between', 'most', 'least');
  const isGrowth = times.compareTo !== undefined && growthIn(sentence);
  const isDifference = rivals.length > 0 && !times.compareTo && differenceIn(sentence, measures);
  for (const field of rivals)
    if (
      !dimensions.includes(field) &&
      !(field === 'sku' && dimensions.includes('product')) &&
      dimensions.length < DIMENSIONS_MAX &&
      !sentence.has('together')
    )
      dimensions.push(field);

  // "Which store sold more", where nothing says than what: most.
  const isAlone =
    asksWhich(sentence) && dimensions.length > 0 && !times.compareTo && rivals.length + thresholds.length === 0;
  // "Which category grew the most".
  const rank = isOfChange
    ? `${way === 'up' ? '-' : ''}${measures[0]!}_change`
    : rankIn(sentence, parts, measures, isAlone ? way : undefined);
  if ((rank || having.length > 0) && dimensions.length === 0 && !carried?.dimensions?.length) dimensions.push('sku');
  const documents =
    isNewest(sentence) && !isInTime ? dimensions.find(group => ['order', 'purchase_order'].includes(group)) : undefined;
  const sort =
    (isLast ? '-day' : rank) ??
    (documents && `-${documents}`) ??
    parts.find(
      part =>
        part.sort &&
        measures.some(name => part.sort!.endsWith(name) || dimensions.some(group => part.sort!.endsWith(group))),
    )?.sort;
  // The top 3 of each month are no 3 rows.
  const isOfEachTime = dimensions.length > 1 && isInTime && !isTime(sort?.replace('-', '') as Group);
  const limit = isLast
    ? 1
    : (limitIn(setting, parts, sort !== undefined && !isOfEachTime) ??
      (rank ? RANKED : ((sort === undefined ? carried?.limit : undefined) ?? ROWS_MAX)));
  const query: Query = {
    ...carried,
    measures,
    ...((dimensions.length > 0 || !carried) && { dimensions }),
    filters: [
      ...(carried?.filters ?? []).filter(old => !filters.some(({ field }) => field === old.field)),
      ...merged(filters),
    ],
    ...((having.length > 0 || !carried) && { having }),
    ...times,
    ...(sort
      ? { sort: [sort] }
      : carried?.sort && { sort: carried.sort.map(each => sortedBy(each, carried, measures)) }),
    limit,
  };
  const { part, ...shares } = share ?? {};
  const whole = part && { ...query, filters: query.filters!.filter(({ field }) => field !== part) };
  return {
    kind: 'query',
    intent: parts.find(part => part.intent)?.intent,
    also: {
      ...shares,
      ...(whole && { whole }),
      ...(mean && { mean }),
      ...(isGrowth && { isGrowth }),
      ...(isDifference && { isDifference }),
      ...(perUnit && { perUnit }),
    },
    query,
  };
}

/** "In euros", of the five best: these are the best by that, too. */
const sortedBy = (sort: string, { measures: old }: Query, measures: readonly MeasureName[]): string => {
  const name = old.find(each => sort === each || sort === `-${each}`);
  return !name || measures.includes(name) ? sort : sort.replace(name, measures[0]!);
};

/** "The last goods receipt": figures of what happened, by day and newest first. */
function newestOf({ sentence, reading }: Setting, parts: Part[]): Part[] {
  const isFlow = ({ measures, dimensions, sort }: Part) =>
    !dimensions && !sort && measures.every(name => measureNamed(name).unit === 'units' && has(name, 'purchase_order'));
  const isOfLast = reading.dates.length === 0 && isNewest(sentence) && !asksLast(sentence);
  if (!isOfLast || parts.length === 0 || !parts.every(isFlow)) return parts;
  return parts.map(part => ({
    ...part,
    ...{ dimensions: ['day', 'sku'], sort: '-day', days: EVER },
    having: [{ field: part.measures[0]!, op: '>', value: 0 }],
  }));
}

/** What the catalogue says of an item, as a figure that items are ranked by. */
const CURRENT: { readonly [field: string]: MeasureName } = { unit_price: 'current_price', unit_cost: 'current_cost' };

const OF_CATALOGUE = Object.values(CURRENT);
const isGoods = (group: Group): boolean => ['sku', 'product', 'category', 'abc_class'].includes(group);

const LISTING = wordsOf('small list');
const isOfSuppliers = (sentence: Sentence, included?: Chosen['included']): boolean =>
  (included?.suppliers ?? []).length > 0 || sentence.says('group', 'supplier');
/** Whether nothing but names is said. */
const isOfNames = ({ items }: Sentence): boolean =>
  items.every(
    item => item.name ?? item.code ?? (LISTING.has(item.text) || (isSmall(item) && item.number === undefined)),
  );

/** "Late more than 10 % of the time": on time less than 90 %. */
const OF_LATE: readonly Part[] = [LISTS.UNRELIABLE, LISTS.LATE_SUPPLIERS];
const FLIPPED: { readonly [op: string]: Condition['op'] } = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
function rest({ op, value }: Pick<Condition, 'op'> & { value: number | number[] }): Pick<Condition, 'op' | 'value'> {
  const values = [value].flat().map(each => Number((1 - each).toFixed(4)));
  return { op: FLIPPED[op] ?? op, value: Array.isArray(value) ? values.reverse() : values[0]! };
}

/** The measure that a condition is about: of those with its unit, the one named directly after or before it. */
function measureOf(
  { items }: Sentence,
  threshold: Threshold,
  all: readonly MeasureName[],
  dimensions: readonly Group[],
): MeasureName | undefined {
  const { from, to, counted } = threshold;
  // "More than 3 open purchase orders" counts those, and not what is in them.
  const next = items.slice(to + 1).find(item => !meaningOf(item, 'state'));
  const isOfDocuments = meaningOf(next, 'noun') !== undefined;
  const measures = all.filter(
    name => fits(threshold, name) && (!isOfDocuments || measureNamed(name).unit === 'orders'),
  );
  // "Orders over 500" may mean units or money: it is handed back.
  if (dimensions.includes('order') && counted === undefined) return undefined;
  // "Revenue from orders over 100 euros", "stock by location for items under 10": a condition on what is not a row.
  const of = subjectOf(items, from);
  if (of && !dimensions.some(each => each === of || (IS_GOODS.test(each) && IS_GOODS.test(of)))) return undefined;
  return nearest({ items }, from, to, measures);
}

const OF_RECORDS: readonly Group[] = ['lot', 'order', 'purchase_order', 'entry_type'];
const IS_GOODS = /^(sku|product|lot)$/;
/** What a condition stands directly behind: "items with less than 5", "orders over 100 euros". */
function subjectOf(items: readonly Item[], from: number): Group | undefined {
  let at = from - 1;
  while (isSmall(items[at]) || WITH.has(items[at]?.text ?? '')) at -= 1;
  const noun = meaningOf(items[at], 'noun')?.noun;
  if (noun) return DOCUMENTS[noun].group;
  return meaningOf(items[at], 'place') ? 'location' : meaningOf(items[at], 'group')?.group;
}

/** "Less than 15 and more than 100" of one figure. */
const contradict = (having: readonly Condition[]): boolean =>
  having.some(({ field, op, value }) =>
    having.some(other => other.field === field && /</.test(op) && />/.test(other.op) && other.value! >= value!),
  );

/** "Which items …", "how many products …": selects the ones that fulfill a condition. */
export const asksWhich = (sentence: Sentence): boolean =>
  sentence.items.some(
    (item, at) =>
      (meaningOf(item, 'group') ??
        meaningOf(item, 'place') ??
        item.name?.names.every(({ named }) => named.kind === 'category')) &&
      [sentence.before(at, 'each'), sentence.before(at, 'count')].some(
        asks => asks !== undefined && !isOfEach(sentence.items[asks]!),
      ),
  );

/** Removes duplicate conditions. */
const merged = (filters: readonly Condition[]): Condition[] =>
  filters.filter((each, at) => filters.findIndex(other => JSON.stringify(other) === JSON.stringify(each)) === at);

// ---- grouping and filters ----

/** The dimensions: "by location", "which category", "weekly", and those implied by lists. */
function dimensionsIn({ sentence, reading, thresholds }: Setting, parts: readonly Part[]): Group[] {
  const { items } = sentence;
  const isChosen = thresholds.length > 0;
  const found: Group[] = [];
  const listed = parts.flatMap(part => part.dimensions ?? []);
  const isRanked = sentence.has('most', 'least') || listed.length > 0;
  const add = (group: Group, ...at: (number | undefined)[]) => {
    if (!found.includes(group)) found.push(group);
    sentence.take(...at.filter(each => each !== undefined));
  };
  for (const { at, meaning } of sentence.free('timely')) add(meaning.group, at);
  // "Location by location".
  for (const [at, item] of items.entries()) {
    const group = meaningOf(item, 'place') ? 'location' : meaningOf(item, 'group')?.group;
    if (group && items[at + 2]?.text === item.text && meaningOf(items[at + 1], 'by')) add(group, at, at + 1, at + 2);
  }
  // "Who delivered the most units": nobody else delivers, though customers buy.
  const isBought = items.some(({ text }) => /^(bought|buys?)$/.test(text));
  const who = isBought ? -1 : items.findIndex(({ text }) => WHO.has(text));
  if (who >= 0 && sentence.has('most') && parts.length > 0 && parts.every(isOfPurchases)) add('supplier', who);
  // "For each of the last three months".
  for (const [at, { date }] of items.entries()) {
    const each = date === undefined ? undefined : sentence.before(at, 'each', 'by');
    const unit = each !== undefined && isOfEach(items[each]!) ? unitIn(reading, items[at]!) : undefined;
    if (unit) add(unit, each);
  }
  // "Everything over 100 euros".
  const goods = items.findIndex(({ text }) => GOODS.has(text));
  if (goods >= 0 && thresholds.some(({ field }) => field)) add('sku', goods);
  // "The sales of every tea", "did any tea sell worse".
  const isTested = isChosen || sentence.has('way');
  for (const [at, item] of items.entries()) {
    const isOfCategory = items[at + 1]?.name?.names.every(({ named }) => named.kind === 'category');
    if (
      isOfCategory &&
      (isOfEach(item) || meaningOf(item, 'by') || (isTested && ANY.has(item.text) && item.text.length > 2))
    )
      add('sku', at);
  }
  // "Which suppliers have more than 1000 euros on open orders" bounds what all orders of each have; "open orders over
  // 1000 euros" bounds each of them.
  const isOfAllOf =
    (asksWhich(sentence) || sentence.has('where')) &&
    thresholds.some(({ field, from }) => !field && !OF_RECORDS.includes(subjectOf(items, from)!));
  if (listed.length === 0 || isOfAllOf) for (const { at } of sentence.free('where')) add('location', at);
  // "Which coffees": the items of the category.
  const isLeading = ({ at, ...item }: Item & { at: number }) => sentence.beside(-1, 1) === at && !isOfEach(item);
  for (const { at } of [...sentence.free('which'), ...sentence.free('each').filter(isLeading)]) {
    // "What is our coffee stock worth" asks for one figure.
    const kinds = items[meaningOf(items[at], 'which') ? sentence.beside(at, 1) : at + 1]?.name?.names.map(
      ({ named }) => named.kind,
    );
    if (listed.length === 0 && kinds?.every(kind => kind === 'category' || (kind !== 'location' && kinds.length > 1)))
      add('sku', at);
  }
  const groups = [...sentence.free('group'), ...sentence.free('place')].sort((a, b) => a.at - b.at);
  for (const { at, meaning } of groups) {
    if (items[at]!.taken) continue;
    const isPlace = meaning.kind === 'place';
    const group: Group = meaning.kind === 'place' ? 'location' : meaning.group;
    // "The category Coffee" names one.
    const isName = [items[sentence.beside(at, 1)], items[sentence.beside(at, -1)]].some(item =>
      item?.name?.names.some(({ named }) => named.kind === group),
    );
    const by = sentence.before(at, 'by', 'each');
    const isJoined = meaningOf(items[at - 1], 'and') !== undefined && items[at - 2]?.taken && found.length > 0;
    // "How many SKUs did we sell" counts rows, not units.
    const isCounted = at === kindsCounted(sentence) || group === 'category' || group === 'supplier';
    const isAsked =
      by !== undefined ||
      (isCounted && sentence.before(at, 'count') !== undefined) ||
      isJoined ||
      group === 'reason' ||
      // "Rank our stores by revenue".
      (meaning.kind === 'place' && sentence.before(at, 'most', 'least') !== undefined) ||
      found.includes(group);
    const isLoose =
      (meaning.kind === 'group' || (isRanked && listed.length === 0 && sentence.before(at, 'within') === undefined)) &&
      (isRanked || isChosen) &&
      found.length === 0 &&
      !(listed.length > 0 && group === 'sku');
    // "Le magasin de Munich" names one; "sales by store of Munich" does not.
    const isOfTown =
      isPlace &&
      by === undefined &&
      !meaningOf(items[at - 1], 'count') &&
      OF.has(items[at + 1]?.text ?? '') &&
      items[at + 2]?.name?.names.some(({ named }) => named.kind === 'location');
    // "What came in from suppliers": there is nobody else to receive it from.
    const isSource = group === 'supplier' && by === undefined && !isRanked && parts.every(isOfPurchases);
    // "More than 500 across all locations": of all of them together; "all products over 40 euros" lists them.
    const isOfAll =
      (isChosen || meaning.kind === 'group') &&
      at > 1 &&
      !isRanked &&
      by === undefined &&
      /\b(?:all|alle[nr]?|todo[as]s|tou[ts]e?s|tutt[ie])\b/.test(items[at - 1]?.text ?? '');
    if ((isName && !isPlace) || isOfTown || isOfAll || (isSource && sentence.before(at, 'from') !== undefined))
      sentence.take(at);
    else if (isAsked || isLoose) add(group, at, by);
  }
  // Dimensions that are named replace the implied ones, except for lists of records.
  const isOfRecords = parts.includes(LISTS.POINT) || (!isOfAllOf && listed.some(group => OF_RECORDS.includes(group)));
  return unique(found.length > 0 && (!isOfRecords || parts.includes(RECEIVED)) ? found : [...found, ...listed]).slice(
    0,
    DIMENSIONS_MAX,
  );
}

/** "Revenue in October and units in November": each time is of its own figure, and nothing is compared. */
function asksTwo({ items }: Sentence): boolean {
  const [one, other] = items.flatMap(({ date }, at) => (date === undefined ? [] : at)) as [number, number?];
  const measuresIn = (from: number, to: number) =>
    items.slice(from, to).flatMap(item => meaningOf(item, 'part')?.part.measures[0] ?? []);
  if (other === undefined || !items.slice(one, other).some(item => meaningOf(item, 'and'))) return false;
  const before = measuresIn(0, one);
  return before.length > 0 && measuresIn(one, other).some(name => !before.includes(name));
}

/** Filters by class; a class that is named is not what rows are grouped by. */
function classesIn(sentence: Sentence, reading: Reading): Condition[] {
  const at = [...sentence.items.keys()].filter(each => isClass(sentence, reading, each));
  if (at.length === 0) return [];
  sentence.take(
    ...at,
    ...sentence.free('group').flatMap(({ at, meaning }) => (meaning.group === 'abc_class' ? at : [])),
  );
  return [{ field: 'abc_class', op: 'in', value: unique(at.map(each => sentence.items[each]!.text.toUpperCase())) }];
}

/** "In our stores", "which warehouse". */
function placesIn({ sentence, reading }: Setting, dimensions: Group[]): Condition[] {
  const said = sentence.items.flatMap((item, at) => {
    const type = meaningOf(item, 'place')?.type;
    if (!type) return [];
    const isAsked = item.taken && dimensions.includes('location');
    const isWithin = !item.taken && (sentence.before(at, 'within') !== undefined || /s$|en$|i$/.test(item.text));
    const except = sentence.before(at, 'except');
    // "The two shops" are all of them.
    const counted = sentence.items[at - 1]?.number === reading.places[type] ? [at - 1] : [];
    if (isWithin) sentence.take(at, ...counted, ...(except === undefined ? [] : [except]));
    return isAsked || isWithin ? [{ value: type, op: except === undefined ? 'in' : 'not_in' } as const] : [];
  });
  const types = unique(said.map(({ value }) => value));
  // "Stores vs warehouses".
  if (types.length > 1 && sentence.has('compare') && !dimensions.includes('location_type')) {
    sentence.takeAll('compare');
    dimensions.push('location_type');
  }
  return types.length === 0 ? [] : [{ field: 'location_type', op: said[0]!.op, value: types }];
}

const WHO = wordsOf('small who');
const GOODS = wordsOf('small goods');
const ANY = wordsOf('small any');
const WHAT = wordsOf('small what');
const MORE = wordsOf('small more');
/** "What did we sell", "what came back": which things, not how many. */
function asksWhat(sentence: Sentence, parts: readonly Part[], kind: 'period' | 'instant' = 'period'): boolean {
  const isOfUnits = ({ isWeak, measures: [name] }: Part) =>
    !isWeak && measureNamed(name!).unit === 'units' && measureNamed(name!).kind === kind;
  return (
    WHAT.has(sentence.items.find(({ text }) => !LISTING.has(text) && text !== 'o')?.text ?? '') &&
    !sentence.has('count') &&
    !sentence.has('compare') &&
    !sentence.has('percent') &&
    parts.length > 0 &&
    parts.every(isOfUnits)
  );
}

const isOfFlow = ({ measures, having, span, daysOf }: Part): boolean =>
  !(having ?? span ?? daysOf) && measures.every(name => measureNamed(name).kind === 'period');

const HELD: readonly MeasureName[] = ['on_hold', 'reserved', 'incoming', 'in_transit'];
/** "Which lots are blocked": those of which something is. */
const isOfHeld = (
  sentence: Sentence,
  [measure]: readonly MeasureName[],
  dimensions: readonly Group[],
  thresholds: readonly Threshold[],
): boolean =>
  HELD.includes(measure!) &&
  thresholds.length === 0 &&
  !sentence.has('except', 'least') &&
  (dimensions.includes('lot') ||
    (!sentence.has('count') && sentence.items.some(item => meaningOf(item, 'each') && !isOfEach(item))));

const WITH = wordsOf('small with');
const OF = wordsOf('small of');
const THEIRS = wordsOf('small theirs');
const ASKING = ['count', 'each', 'by', 'where', 'most', 'least', 'operator', 'except'] as const;
/** "Which items are out of stock that we bought in September": what else is to be so of what is listed. */
function alsoIn(sentence: Sentence, measures: readonly MeasureName[]): Condition[] {
  const { items } = sentence;
  const partOf = (item: Item) => meaningOf(item, 'part')?.part;
  const list = items.findIndex(item => item.taken && partOf(item)?.having);
  const isOpen = WHAT.has(items[0]?.text ?? '') && !sentence.has('count');
  if (list < 0 || !(asksWhich(sentence) || isOpen || sentence.before(list, 'each') !== undefined)) return [];
  return items.flatMap((item, at): Condition[] => {
    const [name] = partOf(item)?.measures ?? [];
    const isSaid = at !== list && item.taken && name && measures.includes(name) && !partOf(item)!.sort;
    const between = at > list ? items.slice(list + 1, at) : items.slice(at + 1, list);
    const isAsked = between.some(each => WITH.has(each.text) || isA(each, ...ASKING));
    const isQuantity = name && measureNamed(name).unit === 'units' && name !== 'on_hand' && name !== 'available';
    return isSaid && isQuantity && !isAsked ? [{ field: name, op: '>', value: 0 }] : [];
  });
}

const KILOGRAM = 'kg';
/** "How many kilos": of what is counted in them. */
const isOfWeight = ({ items }: Sentence): boolean =>
  items.some(item => item.sign === 'weight' || meaningOf(item, 'unit')?.unit === 'weight');

/** "Damaged": the condition of what came back, or why it was wasted or adjusted. */
function valuesIn(sentence: Sentence, [measure]: readonly MeasureName[]): Condition[] {
  const isOfReturns = measure !== undefined && has(measure, 'condition');
  // What is sold has no such reason, though returns that are deducted from it have.
  if (!measure || !(isOfReturns || /^(units_adjusted|waste|units_wasted)/.test(measure))) return [];
  return sentence.free('value').flatMap(({ at, meaning }) => {
    const value = measure === 'units_adjusted' ? ADJUSTED_FOR[meaning.value] : meaning.value;
    if (value === undefined) return [];
    sentence.take(at);
    return { field: isOfReturns ? 'condition' : 'reason', op: '=' as const, value };
  });
}

/** "On Saturdays", "at weekends"; several are set side by side. */
function weekdaysIn(sentence: Sentence, measures: readonly MeasureName[], dimensions: Group[]): Condition[] {
  const said = sentence.free('onday');
  if (said.length === 0 || measures.length === 0 || !measures.every(name => has(name, 'weekday'))) return [];
  sentence.take(...said.map(({ at }) => at));
  if (said.length > 1 && !dimensions.includes('weekday')) dimensions.push('weekday');
  return [{ field: 'weekday', op: 'in', value: unique(said.flatMap(({ meaning }) => meaning.onday.split(' '))) }];
}

const LACKED: readonly string[] = ['supplier', 'category'];

/** "Without a supplier", "no barcode". */
function lackingIn(sentence: Sentence): Condition[] {
  return sentence.free('except').flatMap(({ at, text }): Condition[] => {
    // "But sell for more than 12" lacks no price.
    if (text === 'but') return [];
    const next = sentence.items[at + 1] && isSmall(sentence.items[at + 1]) ? at + 2 : at + 1;
    const item = sentence.items[next];
    const group = meaningOf(item, 'group')?.group;
    const field = meaningOf(item, 'attribute')?.field ?? (group && LACKED.includes(group) ? group : undefined);
    if (!field) return [];
    sentence.take(at, next);
    return [{ field, op: 'is_null', value: true }];
  });
}

const LACK = wordsOf('small lack');

/** Where it says that there is none of a figure: "which items have neither stock nor returns". */
const lackedIn = (
  sentence: Sentence,
  measures: readonly MeasureName[],
  isListed: boolean,
): { at: number; name: MeasureName }[] =>
  !isListed && !asksWhich(sentence) && !meaningOf(sentence.items[sentence.beside(-1, 1)], 'group')
    ? []
    : sentence.items.flatMap(({ text }, at) => {
        const item = sentence.items[sentence.beside(at, 1)];
        const part = meaningOf(item, 'part')?.part;
        const name = part?.measures[0] ?? (meaningOf(item, 'noun')?.noun === 'return' ? 'units_returned' : undefined);
        return LACK.has(text) && name && !part?.having && part !== LISTS.SUPPLIES && measures.includes(name)
          ? [{ at, name }]
          : [];
      });

/** By the first measure, largest or smallest first, or in the order of a list. */
function rankIn(
  sentence: Sentence,
  parts: readonly Part[],
  measures: readonly MeasureName[],
  way: 'up' | 'down' | undefined,
): string | undefined {
  const [isMost, isLeast] = [sentence.has('most') || way === 'up', sentence.has('least') || way === 'down'];
  const at = (['most', 'least', 'way'] as const).flatMap(kind => sentence.free(kind))[0]?.at ?? 0;
  if (!isMost && !isLeast) return undefined;
  sentence.takeAll('most', 'least', ...(way ? (['way', 'compare'] as const) : []));
  const own = parts.find(part => part.sort && measures.some(name => part.sort!.endsWith(name)))?.sort;
  return own && !isLeast ? own : `${isLeast && !isMost ? '' : '-'}${nearest(sentence, at, at, measures)}`;
}

/** The number of rows: "top 5", "the 3 worst", "the last 5 orders". */
function limitIn({ sentence, assumptions }: Setting, parts: readonly Part[], isOrdered: boolean): number | undefined {
  sentence.takeAll(...(isOrdered ? (['latest'] as const) : []));
  const at = sentence.items.findIndex(({ number, taken, sign }) => number !== undefined && !taken && !sign);
  const number = sentence.items[at]?.number;
  if (number === undefined || !Number.isInteger(number) || number < 1) return undefined;
  if (parts[0]?.measures.includes('available') && !isOrdered) {
    // "Can we ship 40 from Berlin?"
    sentence.take(at);
    assumptions.push(`${number} are asked for`);
  }
  // "By margin, the first 3".
  const isOfFirsts = FIRSTS.has(sentence.items[at - 1]?.text ?? '') && at === sentence.items.length - 1;
  if (!isOrdered || number > ROWS_MAX || !(isOfFirsts || isOfRows(sentence, at))) return undefined;
  sentence.take(at, ...(isOfFirsts ? [at - 1] : []));
  return number;
}

const FIRSTS = wordsOf('small firsts');
const IN = wordsOf('small in');
/** Whether a number says how many: "top 5", "3 worst", "5 items"; not "plus 7", "7 times", "in two locations". */
function isOfRows(sentence: Sentence, at: number): boolean {
  const [before, next] = [sentence.items[sentence.beside(at, -1)], sentence.items[sentence.beside(at, 1)]];
  const ranks = (item: Item | undefined) =>
    isA(item, 'most', 'least', 'latest') || meaningOf(item, 'part')?.part.sort !== undefined;
  const isThing = isA(next, 'group', 'place', 'noun') || next?.name !== undefined;
  return ranks(before) || ranks(next) || (isThing && !IN.has(sentence.items[at - 1]?.text ?? ''));
}
