import { isTime } from '../../figures/dimensions.ts';
import { isWord } from '../languages/dictionary.ts';
import { areAll, LISTS, type Part } from '../words/parts.ts';
import { countedGoods } from './asking.ts';
import type { Chosen } from './chosen.ts';
import { DOCUMENT_RULES } from './document-rules.ts';
import { type Item, isSmall, meaningOf } from './item.ts';
import { saidPerUnit, VALUES } from './measures.ts';
import type { Setting } from './requests.ts';
import { areStates, isPast, partOf, type Rule, type Step, saidIn, take } from './said.ts';
import { isAbility, isOfGoods } from './sentence.ts';
import { isNewest, isOver } from './tenses.ts';

/*
 * The parts of a query that a question asks for: what is measured, and of which documents. Each rule reads one way to
 * ask, takes its words and returns the parts; a step mends what is said and leaves it to the rules behind it.
 */

/** The requested measures: several add up; documents are measured by what is open of them. */
export function partsIn(setting: Setting, chosen: Chosen): Part[] {
  const said = saidIn(setting, chosen);
  for (const rule of RULES) {
    const parts = rule(said);
    if (parts) return parts;
  }
  return said.parts;
}

/** "Average revenue per order", "revenue per unit". */
const perEach: Rule = ({ sentence, nouns, spoken, parts }) => {
  const isPer = ({ at }: { at: number }) => sentence.before(at, 'by') !== undefined;
  const perOrder = nouns.find(each => each.meaning.noun === 'order' && isPer(each));
  const perUnit = sentence.free('unit').find(each => each.meaning.unit === 'units' && isPer(each));
  const per = perOrder ?? perUnit;
  // "Revenue per order by store" lists no orders.
  const isByMore = perOrder && [...sentence.free('place'), ...sentence.free('group')].some(isPer);
  if (!per || !areAll(parts, 'revenue') || !(perUnit || isByMore || sentence.has('average'))) return undefined;
  sentence.take(per.at, sentence.before(per.at, 'by')!, ...spoken.map(({ at }) => at));
  sentence.takeAll('average', 'unit');
  return [{ measures: [perUnit ? 'average_price' : 'average_order_value'] }];
};

/** What one unit cost, on average or when it came last: "what did we last pay per kilo". */
const paidEach: Rule = ({ sentence, chosen: { included }, spoken, parts }) => {
  const price = sentence.free('attribute').filter(({ meaning: { field } }) => /^unit_(price|cost)$/.test(field));
  // "What did we pay for it", and not "what did we spend".
  const isPaid =
    areAll(parts, 'purchase_value') && (price.length > 0 || spoken.some(({ text }) => isWord('pay', text)));
  const isOfGoods = included.skus.length + included.categories.length > 0;
  const isBought =
    isPaid ||
    areAll(parts, 'average_purchase_price') ||
    (price.length > 0 && areAll(parts, 'units_received')) ||
    (parts.length === 0 && price.some(({ meaning: { field } }) => field === 'unit_cost'));
  const isLast = isNewest(sentence) && isOfGoods;
  const isOfTime = sentence.free('group').some(({ meaning }) => isTime(meaning.group));
  const isMean = isOfGoods && sentence.has('average') && !sentence.has('noun', 'timely') && !isOfTime;
  if (!isBought || !(isLast || isMean)) return undefined;
  sentence.take(...price.map(({ at }) => at), ...spoken.map(({ at }) => at));
  // "Per kilo" is by what it is counted in.
  sentence.take(...saidPerUnit(sentence));
  sentence.takeAll('average', 'count');
  return [isLast ? LISTS.PAID_LAST : { measures: ['average_purchase_price'] }];
};

/** "Has the purchase price gone up", "how did the cost of it change". */
const priceChange: Rule = ({ sentence, chosen: { included }, spoken, strong }) => {
  const price = sentence.free('attribute').find(({ meaning: { field } }) => /^unit_/.test(field));
  const isOfSuppliers = included.suppliers.length > 0 || sentence.says('group', 'supplier');
  if (!price || strong.length > 0 || !sentence.has('trend')) return undefined;
  if (price.meaning.field !== 'unit_cost' && !isOfSuppliers) return undefined;
  sentence.take(price.at, ...spoken.map(({ at }) => at));
  sentence.takeAll('trend', 'way', 'compare');
  return [{ measures: ['purchase_price_change'] }];
};

/** "How many can we still make", "what can be roasted of what is there". */
const makeable: Rule = ({ sentence, chosen, found, parts }) => {
  const able = sentence.items.findIndex(isAbility);
  const isOfStock = ({ measures: [name] }: Part) => name === 'on_hand' || name === 'available';
  const said = parts.filter(part => !isOfStock(part));
  // "Can we see what was produced" is of what was.
  const isAble = able >= 0 && areAll(said, 'units_produced') && !isOver(sentence);
  // "Is the green coffee enough for 100 bags of YIR-250".
  const goods = countedGoods(sentence);
  const isOther = sentence.items.some((item, at) => at !== goods?.of && item.name && isOfGoods(item));
  const isEnough = goods && isOther && parts.length > 0 && parts.every(part => part === LISTS.RUNS_OUT);
  if (!areAll(said, 'buildable') && !isAble && !isEnough) return undefined;
  sentence.take(...found.map(({ at }) => at), ...(goods ? [goods.at] : []));
  sentence.takeAll('hold', 'unit', 'present');
  // "With the green coffee that we have": what it is made of bounds it anyway.
  if (chosen.included.skus.length > 0 || sentence.hears('with')) chosen.drop(sentence, 'category');
  const isOfOne = chosen.included.skus.length > 0 || sentence.has('count');
  return [isOfOne ? { measures: LISTS.MAKEABLE.measures, intent: 'production_batches' } : LISTS.MAKEABLE];
};

/** "Average number of items on an order". */
const unitsOnOrders: Rule = ({ sentence, nouns, parts }) => {
  const isOfLines = sentence.says('unit', 'units') || sentence.says('group', 'sku');
  const areOrders = nouns.length > 0 && nouns.every(({ meaning }) => meaning.noun === 'order');
  if (parts.length > 0 || !isOfLines || !areOrders || !sentence.has('average')) return undefined;
  sentence.takeAll('average', 'noun', 'group', 'count', 'unit');
  return [{ measures: ['units_per_order'] }];
};

/** "What is expected from Metalworks". */
const expected: Rule = ({ sentence, chosen: { included }, found, nouns }) => {
  const isExpected = sentence.items.some(item => item.taken && meaningOf(item, 'topic')?.topic === 'forecast');
  return isExpected && found.length + nouns.length === 0 && included.suppliers.length > 0 ? [LISTS.COMING] : undefined;
};

/** "Who do we buy FLT-01 from". */
const source: Rule = ({ sentence, reading, chosen: { included }, strong, parts }) => {
  const isOfGoods = included.skus.length + included.categories.length > 0;
  const isOfSource = parts.includes(LISTS.SUPPLIES) || (sentence.hears('who') && sentence.hears('from'));
  const isBought = parts.every(part => part === LISTS.SUPPLIES || part.measures[0] === 'units_received');
  if (parts.length === 0 || !isBought || !isOfSource || !isOfGoods) return undefined;
  if (reading.dates.length > 0 || sentence.has('count')) return undefined;
  sentence.take(...strong.map(({ at }) => at));
  return [LISTS.SUPPLIES];
};

/** "How much did we buy from Andes in March", "rank suppliers by what we bought from them in March". */
const bought: Step = ({ sentence, reading, chosen: { included }, strong, parts }) => {
  const isDated = reading.dates.length > 0;
  const isOfOne = included.suppliers.length > 0 && (isDated || sentence.has('count'));
  // What we ordered from them may not have come.
  const isOrdered = strong.some(({ text }) => isWord('ordered', text));
  if ((isOfOne || isDated) && parts.includes(LISTS.SUPPLIES))
    parts.splice(0, parts.length, {
      measures: isOrdered ? ['units_purchased'] : isOfOne ? ['units_received'] : ['purchase_value', 'units_received'],
    });
};

/** "What is in transit, and what is it worth": the value of that, and not of all. */
const worth: Step = ({ sentence, parts }) => {
  const costs = sentence.free('attribute').find(({ meaning }) => meaning.field === 'unit_cost');
  const worth = parts.findIndex(({ measures: [name] }) => name === 'stock_value');
  const paid = VALUES[parts.findLast(part => part.measures[0] !== 'stock_value' && !part.sort)?.measures[0] ?? ''];
  if (costs && paid) sentence.take(costs.at);
  // "What is in transit, and what is it worth": the value of that, and not of all.
  if (worth >= 0 && paid) parts.splice(worth, 1);
  if ((costs ?? worth >= 0) && paid) parts.push({ measures: [paid] });
};

/** "What share of the mugs (that we sold) came back", and not of what came back. */
const rate: Step = ({ sentence, spoken, parts }) => {
  const { items } = sentence;
  const rates = { units_returned: 'return_rate', units_wasted: 'waste_rate' } as const;
  const [name] = parts.flatMap(({ measures: [name] }) => (name === 'units_sold' ? [] : name!));
  const of = rates[name as keyof typeof rates];
  const share = sentence.free('percent')[0]?.at;
  if (!of || share === undefined || !areAll(parts, name!, 'units_sold')) return;
  const goods = items.findIndex((item, at) => at > share && isOfGoods(item));
  const isBetween = (item: Item) => isSmall(item) || item.date !== undefined;
  if (goods < 0 || !items.slice(share + 1, goods).every(isBetween) || spoken[0]!.at < goods) return;
  sentence.take(share);
  parts.splice(0, parts.length, { measures: [of] });
};

/** "How much money did we lose to waste": the value of that; "how much money came in" was earned. */
const money: Step = setting => {
  const {
    sentence,
    chosen: { included },
    found,
    parts,
  } = setting;
  const said = found.find(({ meaning: { part } }) => part.isWeak && part.measures[0] === 'revenue');
  const [name] = parts[0]?.measures ?? [];
  const lost = sentence.free('way').filter(({ text }) => isWord('lost', text));
  if (areAll(parts, 'units_wasted')) sentence.take(...lost.map(({ at }) => at));
  const isEarned =
    name === 'units_received' && included.skus.length + included.categories.length + included.suppliers.length === 0;
  // What was ordered in October is not what is on order.
  const isOrdered = name === 'on_order' && isPast(setting);
  const values = isOrdered ? 'value_purchased' : VALUES[name ?? ''];
  const value = name === 'units_sold' ? undefined : isEarned ? 'revenue' : values;
  if (!said || !value || !areAll(parts, name!)) return;
  sentence.take(said.at, ...lost.map(({ at }) => at));
  parts.splice(0, parts.length, { measures: [value] });
};

/** "Orders worth more than 500 euros": what they brought in; "purchase orders worth more": what they are of. */
const ordersWorth: Step = said => {
  const { thresholds, nouns, states, strong, parts } = said;
  const isOfOrders = nouns.some(
    ({ meaning: { noun } }) => noun === 'order' || (noun === 'purchase_order' && thresholds.length > 0),
  );
  const isOpen = areStates(states, 'open') && thresholds.length === 0;
  if (!isOfOrders || isOpen || !areAll(strong.map(partOf), 'stock_value')) return;
  take(said, strong);
  strong.splice(0);
  parts.splice(0);
};

const RULES: readonly (Rule | Step)[] = [
  perEach,
  paidEach,
  priceChange,
  makeable,
  unitsOnOrders,
  expected,
  source,
  bought,
  worth,
  rate,
  money,
  ordersWorth,
  ...DOCUMENT_RULES,
];
