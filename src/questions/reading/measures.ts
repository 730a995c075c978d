import type { Group } from '../../figures/dimensions.ts';
import { type MeasureName, measureNamed } from '../../figures/measures.ts';
import { isWord } from '../languages/dictionary.ts';
import type { Part } from '../words/parts.ts';
import { isA, meaningOf } from './item.ts';
import type { Query } from './requests.ts';
import { isOfEach, isOfMean, type Sentence } from './sentence.ts';
import { nearest, type Threshold } from './thresholds.ts';

/* The measures of a query, of the parts that it is about. */

/** Whether a measure is itself a mean or a rate, so that "average" and "percent" add nothing. */
export const isMean = (name: MeasureName): boolean =>
  measureNamed(name).unit === 'rate' || /average|_days|daily|_per_/.test(name);

/** What it cost, or is worth: "what did we receive, and what did it cost". */
export const VALUES: { readonly [name: string]: MeasureName } = {
  units_received: 'purchase_value',
  units_purchased: 'value_purchased',
  units_wasted: 'waste_value',
  units_sold: 'cogs',
  in_transit: 'in_transit_value',
  on_order: 'on_order_value',
  units_to_fulfill: 'value_to_fulfill',
};

/** What the units of this measure are worth, as a measure of its own, if there is one. */
export const worthOf = (name: MeasureName): MeasureName | undefined => VALUES[name];

/** How much of it there was. */
const UNITS_OF: { readonly [name: string]: string } = {
  revenue: 'units_sold',
  stock_value: 'on_hand',
  margin: 'units_sold',
  ...Object.fromEntries(Object.entries(VALUES).map(([units, value]) => [value, units])),
};
/** How much of it there is in each order; what is of each order already stays: "average basket, in euros per order". */
const PER_ORDER: { readonly [name: string]: MeasureName } = {
  revenue: 'average_order_value',
  average_order_value: 'average_order_value',
  units_sold: 'units_per_order',
  units_per_order: 'units_per_order',
};
/** Where it says "per unit", "per kilo". */
export const saidPerUnit = (sentence: Sentence): number[] =>
  sentence.free('unit').flatMap(({ at, meaning }) => {
    const by = meaning.unit === 'money' ? undefined : sentence.before(at, 'by');
    return by === undefined ? [] : [by, at];
  });
/** "What do we earn on one Hand Grinder": its article. */
const saidOfOne = ({ items }: Sentence, [measure]: readonly MeasureName[]): number[] =>
  items.flatMap(({ name, code }, at) => {
    const isItem = code?.kind === 'variant' || name?.names.every(({ named }) => OF_ITEM.includes(named.kind));
    const before = items[at - 1];
    return measure === 'margin' && isItem && before && isWord('one', before.text) ? at - 1 : [];
  });
const OF_ITEM: readonly string[] = ['variant', 'product'];
/** "Margin per unit", "what did we pay per kilo": adds the units by which it is divided. */
export function isPerUnit(sentence: Sentence, measures: MeasureName[]): boolean {
  const units = measures.length === 1 ? (UNITS_OF[measures[0]!] as MeasureName | undefined) : undefined;
  const said = [...saidPerUnit(sentence), ...saidOfOne(sentence, measures)];
  if (!units || said.length === 0) return false;
  sentence.take(...said);
  sentence.takeAll('average');
  measures.push(units);
  return true;
}

/** The measures that the parts and the units of a sentence ask for, else those of the question before. */
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
  // The share of tea in the margin is no rate.
  const isRate = sentence.free('percent').some(({ text }) => isWord('percent', text) || isWord('rate', text));
  if ((isBoundIn('percent') || isRate) && measures.includes('margin')) {
    // "In euros and percent".
    const rates = measures.map(name => (name === 'margin' ? 'margin_rate' : name));
    measures = isOfMoney && sentence.has('and') ? [...measures, 'margin_rate'] : rates;
    sentence.takeAll('percent', ...(isOfMoney ? (['unit'] as const) : []));
  }
  // "How much revenue do we make per order".
  const isPerOrder = sentence.items.some((item, at) => {
    const by = sentence.items[sentence.before(at, 'by', 'each') ?? -1];
    // "Revenue by order", "for each order" has a row for each.
    const isPer = by && isOfEach(by) && isA(by, 'by') && by.end === by.first + 1;
    return meaningOf(item, 'noun')?.noun === 'order' && by && (isPer || sentence.has('count'));
  });
  const perOrder = PER_ORDER[measures[0]!];
  if (perOrder && dimensions.includes('order') && isPerOrder) {
    // "How many units go out per order" lists no orders.
    const listed = parts.flatMap(part => part.dimensions ?? []);
    measures = [perOrder, ...(listed.length > 0 ? [] : measures.slice(1))];
    const kept = dimensions.filter(group => group !== 'order' && !listed.includes(group));
    dimensions.splice(0, dimensions.length, ...kept);
  }
  const isDaily = dimensions.includes('day');
  if (isOfMean(sentence) && measures[0] === 'units_sold' && isDaily) {
    measures = ['daily_sales', ...measures.slice(1)];
    dimensions.splice(dimensions.indexOf('day'), 1);
    sentence.takeAll('average');
  }
  // "How much did we pay, and how many kg was that?"
  const [, also] = sentence.items.flatMap((item, at) => (meaningOf(item, 'count') ? at : []));
  const [units] = measures.flatMap(name => (UNITS_OF[name] as MeasureName | undefined) ?? []);
  if (units && measures.length === 1 && also !== undefined && sentence.beside(also, 1) >= sentence.items.length)
    measures.push(units);
  // "How many units and how much revenue", but not "the price per unit".
  const asked = sentence
    .free('unit')
    .filter(({ meaning, at }) => meaning.unit === 'units' && sentence.before(at, 'by') === undefined);
  if (units && asked.length > 0 && !measures.includes(units)) measures.unshift(units);
  if (measures.every(isMean)) sentence.takeAll('average', 'percent');
  for (const { at } of sentence.free('average')) if (isMean(nearest(sentence, at, at, measures)!)) sentence.take(at);
  return measures;
}
