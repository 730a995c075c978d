import { daysBetween } from '../../kernel/calendar.ts';
import { isWord } from '../languages/dictionary.ts';
import { areAll, LISTS, type Part } from '../words/parts.ts';
import type { Meaning, Noun, Topic } from '../words/words.ts';
import { countedGoods, countsNamed, kindsCounted } from './asking.ts';
import type { Chosen } from './chosen.ts';
import { DOCUMENTS, isTold, stateOf, statusesOf } from './documents.ts';
import { isA } from './item.ts';
import { type Interpretation, lookUp, type Setting } from './requests.ts';
import { isAbility, isClass, type Sentence } from './sentence.ts';
import { asksLast, isNewest, isNext, isOver } from './tenses.ts';

/* Questions about lists of records that are no figures. */

/** Lists of documents and of other records that are no figures: the first of these that is asked for. */
export function recordsIn(setting: Setting, chosen: Chosen): Interpretation | undefined {
  const { sentence } = setting;
  const nouns = sentence.free('noun');
  const parts = sentence.free('part').filter(({ meanings }) => nouns.length === 0 || !meanings.some(isState));
  const said: Said = {
    setting,
    chosen,
    topics: sentence.free('topic').map(({ meaning }) => meaning.topic),
    nouns,
    parts: parts.map(({ meaning }) => meaning.part),
    strong: parts.flatMap(({ meaning: { part } }) => (part.isWeak ? [] : part)),
    isPlain: chosen.excluded.length === 0 && chosen.included.locations.length < 2,
    item: chosen.included.skus.length > 0 ? { skus: chosen.included.skus } : {},
  };
  for (const rule of RULES) {
    const found = rule(said);
    if (found !== undefined) return found ?? undefined;
  }
  return undefined;
}
const isState = ({ kind }: Meaning): boolean => kind === 'state';

/** What a question says that may ask for records. */
interface Said {
  setting: Setting;
  chosen: Chosen;
  topics: readonly Topic[];
  nouns: ReturnType<typeof Sentence.prototype.free<'noun'>>;
  /** What is measured; without what only describes other figures. */
  parts: readonly Part[];
  strong: readonly Part[];
  /** Whether it leaves nothing out, and is of one place at most. */
  isPlain: boolean;
  item: { skus?: readonly string[] };
}
/** Null if it is of none of these, either. */
type Rule = (said: Said) => Interpretation | undefined | null;

const help: Rule = ({ setting: { sentence, reading }, topics, strong }) => {
  if (!topics.includes('help') || reading.names.length + reading.codes.length + strong.length > 0) return undefined;
  sentence.takeAll('topic', 'latest');
  return { kind: 'help' };
};

const insights: Rule = ({ setting: { sentence, reading }, topics, strong, nouns }) => {
  // "Is Munich doing better than last month" asks for a figure.
  const isCompared = reading.dates.some(({ compared }) => compared);
  if (!topics.includes('insights') || isCompared || strong.length + nouns.length > 0) return undefined;
  sentence.takeAll('topic', 'part', 'hold', 'latest', 'most');
  sentence.takeTimes(({ date }) => reading.dates[date!]!.side !== 'past');
  return lookUp('insights', {});
};

/** "How much green coffee do 100 bags of HOU-250 need": the recipe, for as many. */
const needed: Rule = ({ setting: { sentence, reading }, chosen, nouns, strong }) => {
  const goods = countedGoods(sentence);
  const { number } = sentence.items[goods?.at ?? -1] ?? {};
  const isOfOther = nouns.length + reading.dates.length + reading.durations.length > 0;
  if (!goods || number === undefined || number <= 0 || isOfOther || !sentence.hears('need')) return undefined;
  if (!areAll([{ measures: ['units_used'] }, ...strong], 'units_used')) return undefined;
  const { name, code } = sentence.items[goods.of]!;
  const skus = code?.kind === 'variant' ? [code.variant.sku] : name!.names.flatMap(({ named }) => named.skus);
  sentence.take(goods.at);
  sentence.takeAll('topic', 'part', 'count', 'unit', 'group');
  // "Green coffee" is what it is made of.
  chosen.drop(sentence, 'category');
  chosen.take(sentence, 'item');
  return { kind: 'look_up', name: 'recipes', input: { skus, active: true }, quantity: number };
};

/** "What goes into HUM-250"; French "recette" is takings, too, which are of some days. */
const recipes: Rule = ({ setting: { sentence, reading }, chosen, topics, nouns, item }) => {
  const isOfItem = item.skus !== undefined && reading.dates.length === 0;
  const measuring = sentence
    .free('part')
    .filter(each => !each.meaning.part.isWeak && !(isOfItem && isA(each, 'topic')));
  // "What does a batch of HUM-250 need".
  const isOfOther = nouns.some(({ meaning: { noun } }) => noun !== 'batch' || !isOfItem);
  if (!topics.includes('recipe') || measuring.length > 0 || isOfOther) return undefined;
  sentence.takeAll('topic', 'part', 'backward', 'noun');
  chosen.take(sentence, 'item', 'category');
  return lookUp('recipes', item);
};

const policies: Rule = ({ setting: { sentence, thresholds }, chosen, topics, strong, isPlain, item }) => {
  // "A reorder point above 20" is a figure.
  const isBounded = thresholds.length > 0 && strong.includes(LISTS.POINT);
  const isCounted = sentence.free('count').some(({ at }) => countsNamed(sentence, at));
  if (
    !topics.includes('policy') ||
    isBounded ||
    chosen.included.categories.length > 0 ||
    isCounted ||
    !strong.every(isOfPolicy) ||
    !isPlain
  )
    return undefined;
  sentence.takeAll('topic', 'attribute', 'noun', 'part');
  chosen.take(sentence, 'item', 'location');
  return lookUp('policy_lookup', { ...item, ...placeIn(chosen) });
};

const forecasts: Rule = ({ setting, chosen, topics, nouns, parts }) => {
  const { sentence, reading } = setting;
  const isAhead = reading.dates.length > 0 && reading.dates.every(({ side }) => side === 'future');
  const isSold = parts.some(({ measures: [name] }) => name === 'units_sold');
  // An expected purchase order means its delivery.
  const isOfPurchase = nouns.some(({ meaning }) => meaning.noun === 'purchase_order');
  const isOfSupplier = chosen.included.suppliers.length > 0 && parts.length === 0 && sentence.has('from');
  if ((isOfPurchase || isOfSupplier) && topics.includes('forecast')) sentence.takeAll('topic');
  else if (topics.includes('forecast') || (isAhead && isSold)) return forecastIn(setting, chosen) ?? null;
  return undefined;
};

/** Properties of items, such as the price, and lists of them: "all items of a category". */
const items: Rule = ({ setting: { sentence, reading, thresholds }, chosen, topics, parts, strong }) => {
  const { included, excluded, take } = chosen;
  const { skus, categories, suppliers, locations, lots } = included;
  // In "Barcode 400…, how many are left?" the barcode only identifies the item.
  for (const { at, meaning } of sentence.free('attribute')) {
    const code = sentence.items[sentence.beside(at, 1)]?.code;
    if (meaning.field === 'barcode' && code && (sentence.has('count') || strong.length > 0)) sentence.take(at);
  }
  const isNamed = skus.length > 0 || categories.length > 0 || suppliers.length === 1;
  const asks = sentence.free('attribute').length > 0 || topics.includes('item');
  const groups = sentence.free('group').map(({ meaning }) => meaning.group);
  const isList =
    parts.length === 0 &&
    !sentence.has('by') &&
    kindsCounted(sentence) === undefined &&
    groups.length > 0 &&
    groups.every(group => ['sku', 'product', 'category'].includes(group));
  const isOfClass = sentence.items.some((_, at) => isClass(sentence, reading, at));
  // "The last purchase price" is of what was bought.
  const isOther =
    isNewest(sentence) ||
    sentence.has('noun', 'state', 'operator', 'except', 'most', 'least', 'timely', 'trace', 'trend');
  const partner = sentence.free('attribute').flatMap(({ meaning }) => OF_PARTNERS[meaning.field] ?? [])[0];
  const partners = partner === 'suppliers' ? suppliers : locations;
  if (partner && strong.length === 0) {
    sentence.takeAll('attribute', 'group', 'place', 'hold');
    take(sentence, partner === 'suppliers' ? 'supplier' : 'location');
    return lookUp(partner, partners.length > 0 ? { ids: partners.map(({ id }) => id) } : {});
  }
  if (strong.length + thresholds.length + excluded.length + lots.length + locations.length > 0 || isOther || isOfClass)
    return undefined;
  const list = groups.length === 1 ? LISTED[groups[0]!] : undefined;
  if (parts.length === 0 && list && !isNamed && !sentence.has('by')) {
    sentence.takeAll('group', 'hold');
    return lookUp(list, {});
  }
  if (!(asks && isNamed) && !isList) return undefined;
  sentence.takeAll('attribute', 'topic', 'group', 'hold', 'part', 'average');
  take(sentence, 'item', 'category', 'supplier');
  return lookUp('product_lookup', {
    ...(skus.length > 0 && { skus }),
    ...(categories.length > 0 && { categories }),
    ...(suppliers.length === 1 && { supplierId: suppliers[0]!.id }),
  });
};

const documents: Rule = ({ setting, chosen, nouns, strong, isPlain, item }) => {
  const { sentence, reading, carried } = setting;
  const { included, excluded } = chosen;
  // "What is roasting right now".
  const isMade =
    (sentence.has('present') || isNext(sentence)) &&
    nouns.length === 0 &&
    areAll(strong, 'units_produced') &&
    // "How many can we roast now".
    !sentence.items.some(isAbility);
  const said = sentence.free('state').map(({ meaning }) => stateOf(nouns[0]?.meaning.noun, meaning.state));
  // German "Chargen" are lots, and batches: only these are planned.
  const isOfLots = nouns[0]?.meaning.noun === 'lot' && implied(said, false) === 'batch';
  const isOfBatches = isMade || isOfLots || nouns.some(({ meaning }) => meaning.noun === 'batch');
  // "The next roast" is planned.
  const usual = isOfBatches && isNext(sentence) ? ['planned'] : isMade ? ['in_progress'] : [];
  // "When was Munich last counted": that count is over.
  const isCountDone = nouns[0]?.meaning.noun === 'count' && asksLast(sentence);
  const states = said.length > 0 ? said : isCountDone ? ['completed'] : usual;
  const isMoving = states.includes('moving');
  const noun =
    (isOfLots ? 'batch' : nouns[0]?.meaning.noun) ??
    (isMade
      ? 'batch'
      : sentence.has('compare')
        ? undefined
        : implied(states, isMoving && (chosen.source ?? chosen.destination) !== undefined));
  if (
    !noun ||
    // "Planned to be roasted".
    !strong.every(part => states.some(state => isOpen(noun, state)) && isTold(noun, part)) ||
    !(isPlain || (noun === 'transfer' && excluded.length === 0)) ||
    reading.dates.some(({ side, period }) => side !== 'now' || period.from !== period.to) ||
    (reading.dates.length > 0 && !states.some(state => isOpen(noun, state)) && noun === 'batch')
  )
    return undefined;
  if (noun === 'order' && states.includes('late') && nouns.some(({ text }) => isWord('ofcustomers', text)))
    return { kind: 'beyond', intent: 'orders_list', why: 'Customer orders are due on no day. Ask which are open.' };
  const { lookUp: name, isListed, chosenBy = [] } = DOCUMENTS[noun];
  const statuses = states.map(state => statusesOf(noun, state));
  // "And how many batches was that?" asks for those of the days before.
  if (carried?.from && states.length === 0) return undefined;
  // Nothing counts returns but their list.
  const isCounted = noun === 'return' && nouns.some(({ at }) => sentence.before(at, 'count') !== undefined);
  if (!(isListed || isCounted || (chosenBy.length > 0 && states.length > 0)) || statuses.includes(undefined))
    return undefined;
  if (included.skus.length > 0 && !chosenBy.includes('item')) return undefined;
  sentence.takeAll('noun', 'state', 'group', 'part', 'latest', 'present');
  sentence.takeTimes();
  chosen.take(sentence, ...chosenBy);
  const supplierId = chosenBy.includes('supplier') ? included.suppliers[0]?.id : undefined;
  const [from, to] = [chosen.source?.id, chosen.destination?.id];
  const way = { ...(from && { sourceLocationId: from }), ...(to && { destinationLocationId: to }) };
  const here = placeIn(chosen);
  const places = from || to || !here.locationId ? way : { locationIds: [here.locationId] };
  return lookUp(name, {
    ...(statuses.length > 0 && { statuses: [...new Set(statuses.flat())] }),
    ...(chosenBy.includes('item') && item),
    ...(supplierId && { supplierId }),
    ...(noun === 'transfer' ? places : here),
  });
};

const placeIn = ({ included }: Chosen): { locationId?: string } =>
  included.locations[0] ? { locationId: included.locations[0].id } : {};

const RULES: readonly Rule[] = [help, insights, needed, recipes, policies, forecasts, items, documents];

const isOfPolicy = (part: Part): boolean => part === LISTS.POINT || part.measures[0] === 'lead_time_days';

const isOpen = (noun: Noun, state: string): boolean =>
  statusesOf(noun, state)?.every(each => DOCUMENTS[noun].open?.includes(each)) ?? false;

/** Lists that are recognized by a state alone. */
const implied = (states: readonly string[], isBetweenPlaces: boolean): Noun | undefined =>
  isBetweenPlaces ? 'transfer' : states.some(state => ['planned', 'in_progress'].includes(state)) ? 'batch' : undefined;

const LISTED: { readonly [group: string]: 'suppliers' | 'locations' } = {
  supplier: 'suppliers',
  location: 'locations',
};
const OF_PARTNERS: { readonly [field: string]: 'suppliers' | 'locations' } = {
  email: 'suppliers',
  phone: 'suppliers',
  address: 'locations',
};

const MONTH_DAYS = 30;

/** Future sales: for items by their forecasts, for groups as insights compute them, which is for 30 days. */
function forecastIn({ sentence, reading, today, assumptions }: Setting, chosen: Chosen): Interpretation | undefined {
  const { included, excluded } = chosen;
  // What was forecast is not kept.
  if (isOver(sentence) && reading.dates.some(({ side }) => side !== 'future')) return undefined;
  const date = reading.datesAhead[0];
  const ahead = date?.period.to ? daysBetween(today, date.period.to) : (reading.durations[0]?.days ?? MONTH_DAYS);
  if (excluded.length > 0 || included.locations.length > 1 || reading.datesAhead.length > 1 || ahead < 1 || ahead > 365)
    return undefined;
  const [sku] = included.skus;
  const isOfGroup = included.skus.length > 1 || included.categories.length > 0 || included.suppliers.length > 0;
  if (isOfGroup && Math.abs(ahead - MONTH_DAYS) > MONTH_DAYS / 2) {
    const why = `What several items will sell is known for the next ${MONTH_DAYS} days, not for ${ahead}. Ask for those, or for one item.`;
    return { kind: 'beyond', intent: 'demand_forecast', why };
  }
  sentence.takeAll('topic', 'part', 'group', 'average', 'hold', 'operator');
  for (const [at, item] of sentence.items.entries())
    if (item.date !== undefined || item.days !== undefined) sentence.take(at);
  const { filters } = chosen.take(sentence, 'item', 'location', 'supplier', 'category');
  if (isOfGroup) {
    assumptions.push('of the next 30 days');
    return { kind: 'query', intent: 'demand_forecast', query: { measures: ['expected_demand'], filters } };
  }
  if (date?.period.from && daysBetween(today, date.period.from) > 1)
    assumptions.push(`forecasts begin today: these are the ${ahead} days up to ${date.period.to}`);
  const locationId = included.locations[0]?.id;
  return lookUp('demand_forecast', { ...(sku && { sku }), ...(locationId && { locationId }), horizonDays: ahead });
}
