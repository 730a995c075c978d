import type { Group } from '../../figures/dimensions.ts';
import type { Condition } from '../../figures/filters.ts';
import { type MeasureName, measureNamed } from '../../figures/measures.ts';
import { has } from '../../figures/plan.ts';
import { wordsOf } from '../languages/dictionary.ts';
import { areAll, LISTS, type Part } from '../words/parts.ts';
import type { Noun } from '../words/words.ts';
import type { Chosen } from './chosen.ts';
import {
  areOver,
  asksAhead,
  DOCUMENTS,
  documentsAsked,
  isAheadIn,
  isOver,
  LOT_STATES,
  movedIn,
  OF_CUSTOMERS,
  ofState,
} from './documents.ts';
import type { Query, Setting } from './requests.ts';
import { countsGoods, type Item, isA, isOfMean, isSmall, meaningOf, type Sentence } from './sentence.ts';
import { nearest, type Threshold } from './thresholds.ts';

/* The measures of a question about figures. */

const LACK = wordsOf('small lack');
const WHO = wordsOf('small who');
const FROM = wordsOf('small from');
const SPENT = wordsOf('small spent');
const [USED, PAID]: readonly [Part, Part] = [{ measures: ['units_used'] }, { measures: ['purchase_value'] }];
const DUE: readonly MeasureName[] = ['units_received', 'incoming', 'on_order'];
const RANKS: readonly Part[] = [LISTS.LATE_SUPPLIERS, LISTS.FAST_SUPPLIERS];
export const isOfPurchases = ({ measures }: Part): boolean =>
  measures.every(name => measureNamed(name).area === 'purchasing');
type Spoken = Item & { at: number; meaning: { part: Part } };
const isListed = ({ meaning: { part } }: Spoken): boolean => part.having !== undefined || part.dimensions !== undefined;
const partOf = ({ meaning: { part } }: { meaning: { part: Part } }): Part => part;
const isWorth = ({ meaning: { part } }: Spoken): boolean => part.measures[0] === 'stock_value';
/** "Capital tied up" is one figure, and so is "how long does it take to deliver". */
const isAlike = (one: Spoken, other: Spoken): boolean =>
  [one, other].some(({ meaning }) => meaning.part.isWeak) ||
  OF_DELIVERING.includes(one.meaning.part) ||
  areAll([one, other].map(partOf), ...DUE) ||
  one.meaning.part.measures[0] === other.meaning.part.measures[0];
const OF_DELIVERING: readonly Part[] = [LISTS.LEAD_TIME, LISTS.ON_TIME];
const JOINTS = ['and', 'or', 'by', 'compare', 'count', 'each', 'contrast', 'except', 'between', 'which'] as const;
/** Whether something between two items joins what they say. */
function isJoint({ sentence: { items }, reading }: Setting, from: number, to: number): boolean {
  const [first, last] = [items[from]!, items[to]!].map(item => reading.tokens[item.first]!);
  const isApart = /[,;:?.]/.test(reading.text.slice(first!.end, last!.start));
  const between = items.slice(from + 1, to);
  return isApart || between.some(item => isA(item, ...JOINTS));
}
/** Whether a measure is itself a mean or a rate, so that "average" and "percent" add nothing. */
const isMean = (name: MeasureName): boolean =>
  measureNamed(name).unit === 'rate' || /average|_days|daily|_per_/.test(name);

/**
 * The requested measures: several add up, and weak ones give way to others; documents are measured by what is open of
 * them.
 */
export function partsIn(setting: Setting, chosen: Chosen): Part[] {
  const { sentence, reading } = setting;
  // "Order SO-000042" is that one.
  for (const { at } of sentence.free('noun')) {
    const code = sentence.items[sentence.beside(at, 1)]?.code;
    if (code?.kind === 'document' || code?.kind === 'lot') sentence.take(at);
  }
  const nouns = sentence.free('noun');
  // "Reserved, but not gone out": what is reserved is open.
  const stated = sentence.free('state');
  const isOpenToo = stated.some(
    ({ meaning: { state } }) => state !== 'open' && isOpenAs(nouns[0]?.meaning.noun, state),
  );
  const states = isOpenToo ? stated.filter(({ meaning }) => meaning.state !== 'open') : stated;
  if (isOpenToo) sentence.take(...stated.flatMap(({ at, meaning }) => (meaning.state === 'open' ? at : [])));
  // "Cuánto café hemos gastado" is how much of it was used, "cuánto hemos gastado" is money.
  const isOfGoods = countsGoods(sentence);
  // "How many cups are reserved for orders" counts cups.
  const ofNoun = (at: number) => nouns.length > 0 && !isOfGoods && states.some(state => state.at === at);
  // "Per warehouse" does not mean stock, although German has the same word for both.
  const isGroup = (at: number) =>
    (meaningOf(sentence.items[at], 'group') ?? meaningOf(sentence.items[at], 'place')) &&
    sentence.before(at, 'by', 'each') !== undefined;
  // "Which category turned its stock fastest" ranks no suppliers, nor does "which category grew fastest".
  const isOther =
    sentence.has('trend') ||
    sentence
      .free('part')
      .some(({ meaning: { part } }) => !part.isWeak && part !== LISTS.SUPPLIES && !isOfPurchases(part));
  const isRank = ({ meaning: { part } }: { meaning: { part: Part } }) => isOther && RANKS.includes(part);
  // "The biggest drop from September to October" is no movement of stock.
  const isOfTwo = reading.dates.length > 1 && areOver(reading.dates);
  const isChange = ({ at, meaning: { part } }: { at: number; meaning: { part: Part } }) =>
    isOfTwo && part === LISTS.MOVED && meaningOf(sentence.items[at], 'trend') !== undefined;
  // French "produits" are products where something else is measured of them.
  const isThing = (at: number, { part }: { part: Part }) =>
    !part.isWeak &&
    meaningOf(sentence.items[at], 'group') &&
    sentence
      .free('part')
      .some(each => each.at !== at && !each.meaning.part.isWeak && !meaningOf(sentence.items[each.at], 'group'));
  const found = sentence
    .free('part')
    .map(each =>
      SPENT.has(each.text) ? { ...each, meaning: { kind: 'part' as const, part: isOfGoods ? USED : PAID } } : each,
    )
    .filter(
      ({ at, ...rest }) =>
        !ofNoun(at) && !isGroup(at) && !isThing(at, rest.meaning) && !isRank(rest) && !isChange({ at, ...rest }),
    );
  const isNone = (at: number) => LACK.has(sentence.items[sentence.beside(at, -1)]?.text ?? '');
  // "Sales and margin", "sales, margin" are two.
  const isJoined = (at: number) =>
    ([1, -1] as const).some(step => {
      const { first, end } = sentence.items[at]!;
      const comma = reading.text[reading.tokens[step > 0 ? end - 1 : first - 1]?.end ?? -1] === ',';
      const and = meaningOf(sentence.items[at + step], 'and') ? at + step : at;
      return (comma || and !== at) && meaningOf(sentence.items[sentence.beside(and, step)], 'part');
    });
  // "A margin under 20 % and stock over 50".
  const isBounded = (at: number) =>
    setting.thresholds.length > 1 && setting.thresholds.some(({ from, field }) => !field && from === at + 1);
  const isStrong = ({ at, meaning }: Spoken) => !meaning.part.isWeak || isNone(at) || isJoined(at) || isBounded(at);
  const isBoundIn = (from: number, to: number) =>
    setting.thresholds.some(each => each.from > from && each.to <= to + 1 && !each.field);
  // "The stock value for shipped orders" is not both figures: only what is joined is asked for together.
  const isBeside = (one: Spoken, at: number, all: readonly Spoken[]): boolean => {
    const last = all[at - 1];
    // "Value of the lots that expire".
    const isThing = (item: Item) => isA(item, 'noun', 'group', 'place', 'hold');
    const isLeading = (item: Item) => isSmall(item) || (isListed(one) && (isThing(item) || item.name !== undefined));
    const isAdjacent = last && sentence.items.slice(last.at + 1, one.at).every(isLeading);
    if (!last || isAdjacent || isAlike(last, one) || isListed(last)) return true;
    if ([last, one].some(isWorth) && [last, one].some(({ meaning: { part } }) => VALUES[part.measures[0]!]))
      return true;
    return isJoint(setting, last.at, one.at) || isBoundIn(last.at, one.at);
  };
  const apart = found.filter(isStrong).filter((one, at, all) => !isBeside(one, at, all));
  // "The value of the coffee in stock" is that, and no quantity.
  if (found.some(isWorth))
    sentence.take(...apart.flatMap(({ at, meaning }) => (meaning.part.measures[0] === 'on_hand' ? at : [])));
  const spoken = found.filter(one => !apart.includes(one));
  const strong = spoken.filter(isStrong);
  // "Revenue of sales" is one measure; "why did sales drop" is not about stock movements.
  const said = spoken.filter(
    ({ meaning: { part } }) => strong.length === 0 || part.measures[0] !== 'units_sold' || strong.some(isOfSales),
  );
  // "When will it be out of stock".
  const isToBe = asksAhead(sentence);
  const parts = partsTogether(
    (strong.length > 0 ? strong : said).map(({ text, meaning: { part } }) =>
      OF_OUT.includes(part) && wasOut(setting, text)
        ? wasOutOf(setting, chosen)
        : isToBe && part === LISTS.OUT
          ? LISTS.RUNS_OUT
          : part,
    ),
    sentence,
  );
  // "Average revenue per order".
  const isPer = ({ at }: { at: number }) => sentence.before(at, 'by') !== undefined;
  const [perOrder, perUnit] = [
    nouns.find(each => each.meaning.noun === 'order' && isPer(each)),
    sentence.free('unit').find(each => each.meaning.unit === 'units' && isPer(each)),
  ];
  const per = perOrder ?? perUnit;
  const isRevenue = areAll(parts, 'revenue');
  // "Revenue per order by store" lists no orders.
  const isByMore = perOrder && [...sentence.free('place'), ...sentence.free('group')].some(isPer);
  if (per && isRevenue && (perUnit || isByMore || sentence.has('average'))) {
    sentence.take(per.at, sentence.before(per.at, 'by')!, ...said.map(({ at }) => at));
    sentence.takeAll('average', 'unit');
    return [{ measures: [perUnit ? 'average_price' : 'average_order_value'] }];
  }
  // "Average number of items on an order".
  const isOfLines = sentence.says('unit', 'units') || sentence.says('group', 'sku');
  if (
    parts.length === 0 &&
    isOfLines &&
    nouns.length > 0 &&
    sentence.has('average') &&
    nouns.every(({ meaning }) => meaning.noun === 'order')
  ) {
    sentence.takeAll('average', 'noun', 'group', 'count', 'unit');
    return [{ measures: ['units_per_order'] }];
  }
  // "How much did we buy from Andes in March".
  const isDated = reading.dates.length > 0;
  // "What is expected from Metalworks".
  const isExpected = sentence.items.some(item => item.taken && meaningOf(item, 'topic')?.topic === 'forecast');
  if (isExpected && found.length === 0 && nouns.length === 0 && chosen.included.suppliers.length > 0)
    return [LISTS.COMING];
  // "Who do we buy FLT-01 from".
  const isOfGoodsNamed = chosen.included.skus.length + chosen.included.categories.length > 0;
  const isOfSource = parts.includes(LISTS.SUPPLIES) || (sentence.hears(WHO) && sentence.hears(FROM));
  const isBought = parts.every(part => part === LISTS.SUPPLIES || part.measures[0] === 'units_received');
  if (parts.length > 0 && isBought && isOfSource && isOfGoodsNamed && !isDated && !sentence.has('count')) {
    sentence.take(...strong.map(({ at }) => at));
    return [LISTS.SUPPLIES];
  }
  const isOfOne = chosen.included.suppliers.length > 0 && (isDated || sentence.has('count'));
  // "Rank suppliers by what we bought from them in March".
  if ((isOfOne || isDated) && parts.includes(LISTS.SUPPLIES))
    parts.splice(0, parts.length, { measures: isOfOne ? ['units_received'] : ['purchase_value', 'units_received'] });
  // The list of purchase orders names whom they are from.
  if (
    nouns.some(({ meaning }) => meaning.noun === 'purchase_order') &&
    parts.length === 1 &&
    parts[0] === LISTS.SUPPLIES
  ) {
    sentence.take(...strong.map(({ at }) => at));
    parts.splice(0);
    strong.splice(0);
  }
  const costs = sentence.free('attribute').find(({ meaning }) => meaning.field === 'unit_cost');
  const worth = parts.findIndex(({ measures: [name] }) => name === 'stock_value');
  const paid = VALUES[parts.findLast(part => part.measures[0] !== 'stock_value' && !part.sort)?.measures[0] ?? ''];
  if (costs && paid) sentence.take(costs.at);
  // "What is in transit, and what is it worth": the value of that, and not of all.
  if (worth >= 0 && paid) parts.splice(worth, 1);
  if ((costs ?? worth >= 0) && paid) parts.push({ measures: [paid] });
  const take = (...items: readonly { at: number }[][]) => sentence.take(...items.flat().map(({ at }) => at));
  // "Cost us more than 50 to buy" is a cost.
  const isOfCost = setting.thresholds.some(({ field }) => field === 'unit_cost');
  if (isOfCost && said.some(({ text }) => /^to (buy|order)$/.test(text))) parts.splice(0, parts.length);
  const isOpen = states.length > 0 && states.every(({ meaning: { state } }) => state === 'open');
  // "Orders worth more than 500 euros": what they brought in; "purchase orders worth more": what they are of.
  const isOfOrders = nouns.some(
    ({ meaning: { noun } }) => noun === 'order' || (noun === 'purchase_order' && setting.thresholds.length > 0),
  );
  if (isOfOrders && !(isOpen && setting.thresholds.length === 0) && areAll(strong.map(partOf), 'stock_value')) {
    take(strong);
    strong.splice(0, strong.length);
    parts.splice(0, parts.length);
    if (sentence.has('by') && sentence.has('most')) {
      sentence.takeAll('by');
      take(nouns);
      return [{ measures: ['revenue'], dimensions: ['order', 'location'], intent: 'orders_list' }];
    }
  }
  const own = nouns[0]?.meaning.noun;
  // What is ordered from a supplier is a purchase order; those of customers are due on no day.
  const isOfSuppliers =
    !nouns.some(({ text }) => OF_CUSTOMERS.has(text)) &&
    (chosen.included.suppliers.length > 0 ||
      sentence.says('group', 'supplier') ||
      states.some(({ meaning }) => ['late', 'moving'].includes(meaning.state)));
  // German "wie viele Chargen haben wir geröstet" counts batches.
  const isMade =
    own === 'lot' && sentence.before(nouns[0]!.at, 'count') !== undefined && areAll(parts, 'units_produced');
  const noun = isMade ? 'batch' : own === 'order' && isOfSuppliers ? 'purchase_order' : own;
  const isPast = reading.dates.some(({ side }) => side === 'past' || side === 'open');
  const isDelivered = noun !== undefined && strong.length > 0 && areAll(parts, 'units_received');
  if (isDelivered && (noun === 'order' || noun === 'purchase_order')) {
    // "Which deliveries arrive next week", "how many orders did we receive".
    const isDone = isPast || (states.length === 0 && isOverBy(sentence, said));
    const state = noun === 'purchase_order' && isDone ? ['received'] : states.map(({ meaning }) => meaning.state);
    const isLate = states.some(({ meaning }) => meaning.state === 'late');
    const isPresent = said.some(({ text }) => /^(arrive|deliver|receives?)$/.test(text));
    const asked = isLate && !isPresent ? LISTS.CAME_LATE : documentsAsked(noun, state, setting, chosen);
    take(said, nouns, states);
    return asked ? [asked] : [];
  }
  take(said);
  if (noun === 'return' && areAll(parts, 'units_received')) {
    take(nouns, states);
    return [{ measures: ['units_returned'] }];
  }
  // "Which transfers arrived in Munich this week".
  const came = noun === 'transfer' && areAll(parts, 'units_received') ? movedIn(setting, chosen) : undefined;
  if (came) {
    take(nouns, states);
    return [came];
  }
  // "Variances of the last count".
  if (noun === 'count' && parts.includes(LISTS.VARIANCES)) {
    take(nouns, states);
    return [LISTS.VARIANCES];
  }
  const directions = sentence
    .free('direction')
    .filter(({ meanings }, _, all) => all.length > 1 || !meanings.some(({ kind }) => kind === 'hold'));
  if (directions.length > 0 && strong.length === 0) {
    const isOut =
      directions.some(({ meaning }) => meaning.way === 'out') || (chosen.source !== undefined && !chosen.destination);
    // No figure can be grouped by both source and destination.
    if (chosen.source && chosen.destination) return [];
    take(directions, nouns);
    return [{ measures: [isOut ? 'units_transferred_out' : 'units_transferred_in'], intent: 'transfers' }];
  }
  const isAhead = isAheadIn(reading.dates);
  // "What was sent to Munich yesterday".
  const sent = states.filter(({ meaning }) => ['submitted', 'fulfilled', 'shipped'].includes(meaning.state));
  const isBetween = chosen.source !== undefined || chosen.destination !== undefined;
  const moved = !noun && parts.length === 0 && sent.length > 0 && isBetween ? movedIn(setting, chosen) : undefined;
  if (moved) {
    take(sent);
    return [moved];
  }
  // What is on order is of now: "bestellt" last week is what was ordered then.
  const isOrdered = areAll(parts, 'on_order') && !noun;
  if (
    isOrdered &&
    reading.dates.length > 0 &&
    said.some(({ text }) => text.split(' ').some(word => STILL.has(word) || COMES.has(word)))
  )
    return [LISTS.COMING];
  if (isOrdered && isPast && !isAhead)
    return [{ measures: ['units_purchased'], dimensions: chosen.included.skus.length > 0 ? [] : ['sku'] }];
  const isToCome = isAhead || asksAhead(sentence);
  // "What arrives before December".
  const isComing =
    said.some(({ text }) => COMES.has(text)) &&
    !isOver(sentence) &&
    reading.dates.length > 0 &&
    reading.dates.every(
      ({ side, first }) => side !== 'past' || reading.datesAhead.some(ahead => ahead.first === first && ahead.isBound),
    );
  // "How many grinders are on their way".
  const isMoving = states.length > 0 && states.every(({ meaning }) => meaning.state === 'moving');
  if (!noun && isMoving && parts.length === 0 && sentence.has('count') && chosen.included.skus.length > 0) {
    take(states);
    return [{ measures: ['on_order'] }];
  }
  if (!noun && (isToCome || isComing) && areAll(parts, ...DUE)) return [LISTS.COMING];
  // "Thrown away because it expired" is no list of what expires.
  if (parts.includes(LISTS.EXPIRES) && parts.some(isOfWaste))
    return parts.filter(isOfWaste).map(part => ({ ...part, filters: [...(part.filters ?? []), EXPIRED] }));
  if (!noun) {
    for (const { at, meaning } of states) {
      const part = ofState(meaning.state, parts, setting, chosen);
      if (!part) continue;
      sentence.take(at);
      parts.splice(0, parts.length, ...part);
    }
    return parts;
  }
  // "How much money is outstanding on open purchase orders", "which is the largest by value".
  const open = DOCUMENTS[noun].figures.find(({ states: own }) => own.includes('open'))?.listed.measures[0];
  const value = VALUES[open ?? ''];
  const isStillDue = isOpen || (noun === 'purchase_order' && isAhead && states.length === 0);
  if (value && isStillDue && !isPast && parts.length > 0 && parts.every(isOfMoney) && setting.thresholds.length === 0) {
    take(nouns, states);
    sentence.takeAll('count', 'unit');
    const isEach = [...states, nouns[0]!].some(({ at }) => sentence.before(at, 'each', 'by') !== undefined);
    const daysOf = noun === 'purchase_order' ? ({ daysOf: 'expected_on' } as const) : {};
    return [{ measures: [value], ...daysOf, ...(isEach && { dimensions: [DOCUMENTS[noun].group!] }) }];
  }
  const isDue = noun === 'purchase_order' && parts.every(part => part === LISTS.COMING);
  const group = DOCUMENTS[noun].group;
  // "The oldest open order": orders are listed as they came.
  const isOldest = strong.length > 0 && parts.every(part => part === LISTS.OLD) && COUNTED[noun] !== undefined;
  if (strong.length > 0 && group && !isDue && !isOldest) {
    // "Which lots expire": grouped by what it names.
    const by = sentence.before(nouns[0]!.at, 'by', 'each');
    const isOfAll = parts.every(({ measures }) => measures.every(isMean));
    if (noun !== 'lot' && by === undefined) {
      // "What share of purchase orders came on time".
      if (isOfAll) take(nouns);
      // "Revenue and number of orders".
      const isCounted = sentence.before(nouns[0]!.at, 'count') !== undefined && setting.thresholds.length === 0;
      const counted = isCounted ? COUNTED[noun]?.[measureNamed(parts[0]!.measures[0]!).kind] : undefined;
      if (counted && nouns.length === 1 && states.length === 0) {
        take(nouns);
        return [...parts, { measures: [counted] }];
      }
      // Stock is reserved for nothing else.
      const isReserved = noun === 'order' && areAll(parts, 'reserved');
      if (isReserved || isOf(noun, states, parts)) take(nouns, states);
      return parts;
    }
    take(nouns, by === undefined ? [] : [{ at: by }]);
    const lots = states.filter(({ meaning }) => LOT_STATES.includes(meaning.state));
    take(lots);
    const filters = lots.map(({ meaning }): Condition => ({ field: 'lot_status', op: '=', value: meaning.state }));
    const isOfLots = ({ measures }: Part) => noun === 'lot' && measures.every(name => has(name, 'lot'));
    return parts.map(part => ({
      ...part,
      dimensions: [...(!part.dimensions || isOfLots(part) ? [group] : []), ...(part.dimensions ?? [])],
      filters: [...(part.filters ?? []), ...filters],
    }));
  }
  const documents =
    strong.length > 0 && !isDue && !isOldest
      ? undefined
      : documentsAsked(
          noun,
          [...new Set(states.map(({ meaning }) => meaning.state))],
          setting,
          chosen,
          setting.carried?.from !== undefined || (reading.dates.length > 0 && !isAhead),
        );
  if (!documents) return noun === 'count' && chosen.included.skus.length > 0 ? countedStock(sentence) : parts;
  take(nouns, states);
  return [documents];
}

/**
 * Whether what is delivered has been: "which deliveries have arrived", but "to be received" and "when do they arrive".
 */
const isOverBy = (sentence: Sentence, said: readonly { at: number; text: string }[]): boolean =>
  isOver(sentence) ||
  said.every(({ at, text }) => {
    const isToCome = sentence.items[at - 1]?.text === 'be' || sentence.items.some(item => STILL.has(item.text));
    return DELIVERED.has(text) && !isToCome;
  });
const DELIVERED = wordsOf('small delivered');
const STILL = wordsOf('small still');
const COMES = wordsOf('small comes');

/** What counts documents beside other figures. */
const COUNTED: { readonly [noun in Noun]?: { period: MeasureName; instant?: MeasureName } } = {
  order: { period: 'order_count', instant: 'open_orders' },
  purchase_order: { period: 'purchase_orders_placed', instant: 'open_purchase_orders' },
  batch: { period: 'batches_completed' },
};

/** "Units outstanding on open orders": figures that are of such documents only. */
const isOf = (noun: Noun, states: readonly { meaning: { state: string } }[], parts: readonly Part[]): boolean =>
  DOCUMENTS[noun].figures.some(
    ({ states: own, listed, field }) =>
      states.every(({ meaning: { state } }) => own.includes(state) && (state === 'open' || !field)) &&
      parts.every(({ measures }) => measures.every(name => listed.measures.includes(name))),
  );

const isOfSales = ({ meaning }: { meaning: { part: Part } }): boolean =>
  meaning.part.measures.some(name => measureNamed(name).area === 'orders');

const isOpenAs = (noun: Noun | undefined, state: string): boolean =>
  noun !== undefined && DOCUMENTS[noun].figures.some(({ states }) => states.includes('open') && states.includes(state));

/** What it cost, or is worth: "what did we receive, and what did it cost". */
const VALUES: { readonly [name: string]: MeasureName } = {
  units_received: 'purchase_value',
  units_purchased: 'value_purchased',
  units_wasted: 'waste_value',
  units_sold: 'cogs',
  in_transit: 'in_transit_value',
  on_order: 'on_order_value',
  units_to_fulfill: 'value_to_fulfill',
};

export const worthOf = (name: MeasureName): MeasureName | undefined => VALUES[name];

/** How much of it there was. */
const UNITS_OF: { readonly [name: string]: string } = {
  revenue: 'units_sold',
  stock_value: 'on_hand',
  margin: 'units_sold',
  ...Object.fromEntries(Object.entries(VALUES).map(([units, value]) => [value, units])),
};

/**
 * "How long does it take to deliver" is not about a delivery, "how many days out of stock" not a list of what is out of
 * stock.
 */
function partsTogether(parts: readonly Part[], sentence: Sentence): Part[] {
  if (parts.includes(LISTS.LEAD_TIME) || parts.includes(LISTS.ON_TIME)) {
    // "Lead time of our suppliers" is of all.
    const isOfEach = sentence.has('most', 'least');
    for (const { at, meaning } of sentence.free('group'))
      if (meaning.group === 'supplier' && !isOfEach && sentence.before(at, 'by', 'each') === undefined)
        sentence.take(at);
    return parts.filter(({ measures: [name] }) => name !== 'units_received');
  }
  // "Who delivers slowest" ranks suppliers, "who delivers FLT-01" names one.
  if (parts.includes(LISTS.SUPPLIES) && parts.some(({ intent }) => intent === 'supplier_performance'))
    return parts.filter(part => part !== LISTS.SUPPLIES);
  const days = sentence
    .free('group')
    .find(({ at, meaning }) => meaning.group === 'day' && sentence.before(at, 'count') !== undefined);
  const isOfDays = parts.some(({ measures: [name] }) => measureNamed(name!).unit === 'days');
  if (days && (isOfDays || parts.includes(LISTS.OUT))) sentence.take(days.at);
  if (!days || !parts.includes(LISTS.OUT)) return [...parts];
  return [{ measures: ['stock_out_days'] }];
}

const isOfMoney = ({ measures: [name], isWeak }: Part): boolean =>
  name === 'stock_value' || (name === 'revenue' && isWeak === true);
const isOfWaste = ({ measures: [name] }: Part): boolean => /wast/.test(name!);
const EXPIRED: Condition = { field: 'reason', op: '=', value: 'expired' };
const OF_OUT: readonly Part[] = [LISTS.OUT, LISTS.RUNS_OUT];
/** "Which items ran out in November": what was out of stock then, and not what is. */
const wasOut = ({ sentence, reading: { dates, languages }, today }: Setting, text: string): boolean =>
  // German "was" asks.
  ((languages.has('english') && isOver(sentence)) || text.startsWith('ran ')) &&
  dates.some(({ side, period }) => side === 'past' || (side !== 'future' && (period.from ?? today) < today));

function wasOutOf({ sentence }: Setting, { included }: Chosen): Part {
  if (sentence.has('where')) {
    sentence.takeAll('where');
    return { ...LISTS.WAS_OUT, dimensions: ['location'] };
  }
  return included.skus.length === 1 ? { measures: LISTS.WAS_OUT.measures } : LISTS.WAS_OUT;
}

/** "The count on caramel syrup" means the quantity on hand. */
function countedStock(sentence: Sentence): Part[] {
  sentence.takeAll('noun');
  return [{ measures: ['on_hand', 'available'], intent: 'stock_level' }];
}

/** "Margin per unit", "what did we pay per kilo": adds the units by which it is divided. */
export function isPerUnit(sentence: Sentence, measures: MeasureName[]): boolean {
  const units = measures.length === 1 ? (UNITS_OF[measures[0]!] as MeasureName | undefined) : undefined;
  const said = sentence.free('unit').flatMap(({ at, meaning }) => {
    const by = meaning.unit === 'money' ? undefined : sentence.before(at, 'by');
    return by === undefined ? [] : [by, at];
  });
  // "The average price that we paid".
  const isOfPaid = measures[0] === 'purchase_value' && sentence.has('average');
  const price = isOfPaid ? sentence.free('attribute').map(({ at }) => at) : [];
  if (!units || said.length + price.length === 0) return false;
  sentence.take(...said, ...price);
  sentence.takeAll('average');
  measures.push(units);
  return true;
}

export function measuresIn(
  sentence: Sentence,
  parts: readonly Part[],
  dimensions: Group[],
  carried: Query | undefined,
  thresholds: readonly Threshold[],
): MeasureName[] {
  let measures = [...new Set(parts.flatMap(part => part.measures))];
  if (measures.length === 0) measures = [...(carried?.measures ?? [])];
  const isBoundIn = (unit: Threshold['counted']) => thresholds.some(({ counted, field }) => counted === unit && !field);
  // "Sold for more than 2000 euros" bounds what that brought in.
  const paid = Object.entries(UNITS_OF).find(([, units]) => units === measures[0])?.[0] as MeasureName | undefined;
  // "Write-offs in euros".
  const isOfMoney = sentence.says('unit', 'money');
  if (paid && (isOfMoney || isBoundIn('money')) && measures.every(name => measureNamed(name).unit !== 'money'))
    measures = [paid];
  if ((isBoundIn('percent') || sentence.has('percent')) && measures.includes('margin')) {
    // "In euros and percent".
    const rates = measures.map(name => (name === 'margin' ? 'margin_rate' : name));
    measures = isOfMoney && sentence.has('and') ? [...measures, 'margin_rate'] : rates;
    sentence.takeAll('percent', ...(isOfMoney ? (['unit'] as const) : []));
  }
  const isDaily = dimensions.includes('day');
  if (isOfMean(sentence) && measures[0] === 'units_sold' && isDaily) {
    measures = ['daily_sales', ...measures.slice(1)];
    dimensions.splice(dimensions.indexOf('day'), 1);
    sentence.takeAll('average');
  }
  // "How much did we pay, and how many kg was that?"
  const [, also] = sentence.items.flatMap((item, at) => (meaningOf(item, 'count') ? at : []));
  const units = measures.length === 1 ? (UNITS_OF[measures[0]!] as MeasureName | undefined) : undefined;
  if (units && also !== undefined && sentence.beside(also, 1) >= sentence.items.length) measures.push(units);
  // "How many units and how much revenue", but not "the price per unit".
  const asked = sentence
    .free('unit')
    .filter(({ meaning, at }) => meaning.unit === 'units' && sentence.before(at, 'by') === undefined);
  if (units && asked.length > 0 && !measures.includes(units)) measures.unshift(units);
  if (measures.every(isMean)) sentence.takeAll('average', 'percent');
  for (const { at } of sentence.free('average')) if (isMean(nearest(sentence, at, at, measures)!)) sentence.take(at);
  return measures;
}
