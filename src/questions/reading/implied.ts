import { type Group, isTime } from '../../figures/dimensions.ts';
import { type MeasureName, measureNamed } from '../../figures/measures.ts';
import { has } from '../../figures/plan.ts';
import { isWord } from '../languages/dictionary.ts';
import { EVER, LISTS, type Part } from '../words/parts.ts';
import { asksWhich, countsGoods, isGoods, kindsCounted } from './asking.ts';
import type { Chosen } from './chosen.ts';
import { type Item, isNamed, isSmall, meaningOf } from './item.ts';
import { partsIn } from './measured.ts';
import type { Setting } from './requests.ts';
import type { Sentence } from './sentence.ts';
import { areOver, asksLast, isNewest } from './tenses.ts';

/* The parts of a query: those that are asked for, and what is meant where nothing says what is measured. */

/** Undefined if a question asks for no figures, or for two lists. */
export function partsAsked(setting: Setting, chosen: Chosen): Part[] | undefined {
  const { sentence, thresholds, carried } = setting;
  const asked = newestOf(setting, partsIn(setting, chosen));
  const parts = asked.length > 0 ? asked : impliedIn(setting, chosen);
  if (parts.length === 0 && !carried) return undefined;
  const isRanked = sentence.has('most', 'least');
  // "Top 3 products last week and their stock": they are ranked by what sold.
  const isTheirs = ({ text }: Item, at: number) =>
    isWord('theirs', text) && meaningOf(sentence.items[at - 1], 'and') && meaningOf(sentence.items[at + 1], 'part');
  if (isRanked && parts.length === 1 && sentence.items.some(isTheirs))
    parts.unshift({ measures: ['units_sold'], sort: '-units_sold', intent: 'fast_movers' });
  // "Best and worst seller" are two lists.
  const [isMost, isLeast] = [
    sentence.has('most') || parts.includes(LISTS.BEST),
    sentence.has('least') || parts.includes(LISTS.WORST) || parts.includes(LISTS.SLOW),
  ];
  if (isMost && isLeast) return undefined;
  // "What sold least": what is there and did not sell at all.
  const isOfGoods =
    // Spanish "menos el almacén" leaves it out.
    thresholds.length + chosen.included.skus.length + chosen.excluded.length === 0 &&
    !sentence.has('place', 'timely', 'where', 'compare', 'noun') &&
    sentence.free('group').every(({ meaning: { group } }) => isGoods(group));
  if (sentence.has('least') && parts.length === 1 && isOfGoods && isOfSales(parts[0]!)) return [LISTS.WORST];
  return parts.map(part => listOf(part, sentence, chosen));
}

const isOfSales = ({ measures: [name], having, dimensions }: Part): boolean =>
  name === 'units_sold' && !having && (dimensions ?? []).every(isGoods);

/** A list, as it is asked for: of the items that are named, by their figures. */
function listOf(part: Part, sentence: Sentence, { included }: Chosen): Part {
  // "Which items are not reserved", and not how much of them is not.
  const isOfGoodsAlone =
    !sentence.has('count', 'place') && sentence.free('group').every(({ meaning: { group } }) => isGoods(group));
  if (part === LISTS.UNRESERVED && asksWhich(sentence) && isOfGoodsAlone) return LISTS.UNASKED;
  // Whether one item is out of stock, or there is too much of it, is answered by its figures, not by a list.
  if (included.skus.length === 0) return part;
  if (part === LISTS.OVERSTOCK) return { measures: part.measures, intent: 'slow_movers' };
  if (part !== LISTS.OUT) return part;
  return asksWhich(sentence)
    ? { ...part, dimensions: ['location'] }
    : { measures: ['available', 'on_hand', 'incoming'], intent: 'stock_level' };
}

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

/** What is meant where nothing is measured: the first of these that applies. */
function impliedIn(setting: Setting, chosen: Chosen): Part[] {
  for (const rule of RULES) {
    const part = rule(setting, chosen);
    if (part) return [part];
  }
  return [];
}

type Rule = (setting: Setting, chosen: Chosen) => Part | undefined;

/** "Which products made more than 2000 euros in October". */
const earned: Rule = ({ sentence, reading, thresholds }) => {
  const isOfMoney = thresholds.some(({ counted, field }) => counted === 'money' && !field);
  if (!isOfMoney || reading.dates.length === 0 || sentence.has('noun', 'hold')) return undefined;
  return { measures: ['revenue'] };
};

/** "Wie läuft es". */
const isRunning = ({ meaning }: { meaning: { state: string } }): boolean => meaning.state === 'in_progress';

/** "Units October vs September", "units of coffee per day", "share of units", "mugs in Munich and Hamburg". */
const unitsOverTime: Rule = ({ sentence, reading: { dates }, assumptions }, { included }) => {
  const isRanked = sentence.has('most', 'least');
  const isOverDays = dates.every(({ period: { from, to } }) => from !== to);
  const isByUnits = sentence.free('unit').some(({ at }) => sentence.before(at, 'by') !== undefined);
  const isOverTime =
    sentence.has('compare', 'timely') ||
    (isRanked && isByUnits) ||
    (isOverDays && sentence.has('except', 'percent')) ||
    sentence
      .free('group')
      .some(({ at, meaning }) => isTime(meaning.group) || (isOverDays && sentence.before(at, 'by') !== undefined));
  const isOfUnits = sentence.says('unit', 'units') || (included.skus.length > 0 && sentence.has('compare'));
  const isPast = dates.length > 0 && dates.every(({ side }) => side !== 'future');
  if (!isOfUnits || !isPast || !isOverTime || sentence.has('noun', 'hold')) return undefined;
  // "Was lief besser".
  if (sentence.has('compare') && sentence.free('state').every(isRunning)) sentence.takeAll('state');
  assumptions.push('units sold');
  return { measures: ['units_sold'] };
};

/** "How many bags did we make in November", "bags made per coffee": what was produced. */
const made: Rule = ({ sentence, reading: { dates } }) => {
  const isOfUnits = sentence.says('unit', 'units') || countsGoods(sentence) || sentence.hears('pack');
  if (!sentence.hears('make') || !areOver(dates) || !isOfUnits || sentence.says('unit', 'money')) return undefined;
  if (sentence.has('noun', 'state', 'attribute')) return undefined;
  // "Wie viel haben wir gemacht".
  sentence.takeAll('hold');
  return { measures: ['units_produced'] };
};

/**
 * "Are we doing better than last month", "who is ahead, Munich or Hamburg", "which categories shrank": places and times
 * by revenue, goods by what was sold of them.
 */
const doingBetter: Rule = ({ sentence, reading: { dates }, assumptions }, { included }) => {
  const isOfTimes = dates.some(({ compared }) => compared) && sentence.has('way', 'trend');
  const { locations, categories, skus } = included;
  const isOfGoods = skus.length + categories.length > 0;
  const isSet = sentence.has('compare') && [locations, categories, skus].some(({ length }) => length > 1);
  // "Coffee in October vs tea in November" sets two of two against each other.
  if (!(isOfTimes || isSet) || (isSet && dates.length > 1) || !sentence.free('state').every(isRunning))
    return undefined;
  if (sentence.has('noun', 'hold', 'attribute', 'unit')) return undefined;
  if (sentence.free('topic').some(({ meaning }) => meaning.topic !== 'insights')) return undefined;
  sentence.takeAll('state', 'topic');
  const name =
    isOfGoods || sentence.says('group', 'sku') || sentence.says('group', 'product') ? 'units_sold' : 'revenue';
  assumptions.push(name === 'revenue' ? 'revenue' : 'units sold');
  return { measures: [name] };
};

/** What the catalogue says of an item, as a figure that items are ranked by. */
export const CURRENT: { readonly [field: string]: MeasureName } = {
  unit_price: 'current_price',
  unit_cost: 'current_cost',
};

/** "The dearest coffees", "how many products". */
const catalogue: Rule = ({ sentence, thresholds }, { included }) => {
  if (sentence.has('noun') || thresholds.length > 0) return undefined;
  const ranked = sentence.has('most', 'least')
    ? sentence.free('attribute').find(({ meaning: { field } }) => field in CURRENT)
    : undefined;
  if (ranked) {
    sentence.take(ranked.at);
    return { measures: [CURRENT[ranked.meaning.field]!], dimensions: ['sku'], intent: 'product_lookup' };
  }
  const kinds = kindsCounted(sentence);
  if (kinds === undefined || included.locations.length > 0 || sentence.has('where', 'place', 'except'))
    return undefined;
  sentence.take(kinds);
  return { measures: ['sku_count'] };
};

const isChosen = ({ skus, locations, categories, lots }: Chosen['included']): boolean =>
  skus.length + locations.length + categories.length + lots.length > 0;
const isDivided = ({ sentence, thresholds }: Setting): boolean =>
  sentence.has('group', 'place', 'timely') || thresholds.length > 0;

/** "How many … do we have", "where is …", "what is in Berlin": stock, unless something else is asked. */
const stock: Rule = (setting, { included }) => {
  const { sentence, carried } = setting;
  if (!isOfStock(setting, included) && (carried || !isBare(sentence, included))) return undefined;
  const isListed = sentence.hears('list') && included.categories.length > 0 && !sentence.has('count');
  return {
    measures: included.lots.length > 0 || sentence.has('percent') ? ['on_hand'] : ['on_hand', 'available'],
    ...(isListed && { dimensions: ['sku'] }),
    intent: 'stock_level',
  };
};

function isOfStock(setting: Setting, included: Chosen['included']): boolean {
  const { sentence, reading, thresholds, carried } = setting;
  const isWeighed = sentence.says('unit', 'weight') && reading.dates.length === 0;
  const asksIn =
    (sentence.has('each') || isWord('what', sentence.items[0]?.text)) &&
    sentence.hears('in') &&
    included.locations.length > 0 &&
    included.skus.length === 0;
  // "And how many in Hamburg?" is of what was asked before.
  const isAsked =
    !carried &&
    (sentence.has('where', 'percent') ||
      (sentence.has('except') && !sentence.has('most', 'least')) ||
      thresholds.length > 0 ||
      isWeighed ||
      (sentence.has('count') && isChosen(included) && !isOverStretch(setting)) ||
      asksIn);
  const isOfChange = reading.dates.some(({ compared }) => compared) && sentence.has('trend') && !sentence.has('hold');
  return (
    !isOfChange &&
    !sentence.has('noun') &&
    (isChosen(included) || isDivided(setting)) &&
    (sentence.has('hold') || isAsked) &&
    !(sentence.has('most', 'least') && (reading.dates.length > 0 || sentence.free('group').some(isOfTime)))
  );
}

const isOfTime = ({ meaning }: { meaning: { group: Group } }): boolean => isTime(meaning.group);

/** "How many cups … last week": something happened to them, which none of the words that are known says. */
const isOverStretch = ({ reading, today }: Setting): boolean =>
  reading.dates.some(
    ({ moment, period: { from, to } }) => to !== null && to < today && moment === undefined && from !== to,
  );

/** "Espresso cups in the Munich shop", "list the cups". */
function isBare(sentence: Sentence, { skus, categories, locations, lots }: Chosen['included']): boolean {
  const isOfGoods = skus.length + categories.length > 0 && lots.length === 0;
  const isListed = sentence.hears('list') && categories.length > 0;
  return isOfNames(sentence) && isOfGoods && (locations.length > 0 || isListed);
}

/** "Top 3 mugs last month": what sold; suppliers sell nothing here. */
const bestSellers: Rule = (setting, { included }) =>
  !isOfSuppliers(setting.sentence) &&
  setting.sentence.has('most', 'least') &&
  (isChosen(included) || isDivided(setting))
    ? { measures: ['units_sold'], intent: 'fast_movers' }
    : undefined;

/** "Which supplier do the mugs come from", "supplier FLT-01". */
const origin: Rule = ({ sentence }, { included }) => {
  const isBare = sentence.items.every(
    item => isNamed(item) || isSmall(item) || meaningOf(item, 'group')?.group === 'supplier',
  );
  if (!isOfSuppliers(sentence) || included.skus.length === 0 || !(isBare || sentence.has('backward'))) return undefined;
  sentence.takeAll('backward', 'group', 'each');
  return LISTS.SUPPLIES;
};

const RULES: readonly Rule[] = [earned, made, unitsOverTime, catalogue, stock, bestSellers, origin, doingBetter];

const isOfSuppliers = (sentence: Sentence): boolean => sentence.says('group', 'supplier');
/** Whether nothing but names is said. */
const isOfNames = ({ items }: Sentence): boolean =>
  items.every(item => isNamed(item) || isWord('list', item.text) || (isSmall(item) && item.number === undefined));
