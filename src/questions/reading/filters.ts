import type { Group } from '../../figures/dimensions.ts';
import type { Condition } from '../../figures/filters.ts';
import type { MeasureName } from '../../figures/measures.ts';
import { has } from '../../figures/plan.ts';
import { isWord } from '../languages/dictionary.ts';
import { ADJUSTED_FOR } from '../words/parts.ts';
import { hasWord, isA, isSmall, meaningOf } from './item.ts';
import type { Reading } from './reading.ts';
import type { Setting } from './requests.ts';
import { isClass, type Sentence } from './sentence.ts';

/* What of all there is a query is about: its filters, but for names. */

/** Filters by class; a class that is named is not what rows are grouped by. */
export function classesIn(sentence: Sentence, reading: Reading): Condition[] {
  const at = [...sentence.items.keys()].filter(each => isClass(sentence, reading, each));
  if (at.length === 0) return [];
  sentence.take(
    ...at,
    ...sentence.free('group').flatMap(({ at, meaning }) => (meaning.group === 'abc_class' ? at : [])),
  );
  return [
    { field: 'abc_class', op: 'in', value: [...new Set(at.map(each => sentence.items[each]!.text.toUpperCase()))] },
  ];
}

/** "In our stores", "which warehouse". */
export function placesIn({ sentence, reading }: Setting, dimensions: Group[]): Condition[] {
  const said = sentence.items.flatMap((item, at) => {
    const type = meaningOf(item, 'place')?.type;
    if (!type) return [];
    const isAsked = item.taken && dimensions.includes('location');
    // "The two shops", "both shops" are all of them.
    const before = sentence.items[at - 1];
    const isAll =
      before?.number === reading.places[type] || (before && reading.places[type] === 2 && hasWord('both', before));
    const counted = isAll ? [at - 1] : [];
    const lead = counted[0] ?? at;
    const isWithin = !item.taken && (sentence.before(lead, 'within') !== undefined || /s$|en$|i$/.test(item.text));
    const except = sentence.before(lead, 'except');
    if (isWithin) sentence.take(at, ...counted, ...(except === undefined ? [] : [except]));
    return isAsked || isWithin ? [{ value: type, op: except === undefined ? 'in' : 'not_in' } as const] : [];
  });
  const types = [...new Set(said.map(({ value }) => value))];
  // "Stores vs warehouses".
  if (types.length > 1 && sentence.has('compare')) {
    sentence.takeAll('compare');
    dimensions.push('location_type');
  }
  return types.length === 0 ? [] : [{ field: 'location_type', op: said[0]!.op, value: types }];
}

export const KILOGRAM = 'kg';
/** "How many kilos": of what is counted in them. */
export const isOfWeight = ({ items }: Sentence): boolean =>
  items.some(item => item.sign === 'weight' || meaningOf(item, 'unit')?.unit === 'weight');

/** "Damaged": the condition of what came back, or why it was wasted or adjusted. */
export function valuesIn(sentence: Sentence, [measure]: readonly MeasureName[]): Condition[] {
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
export function weekdaysIn(sentence: Sentence, measures: readonly MeasureName[], dimensions: Group[]): Condition[] {
  const said = sentence.free('onday');
  if (said.length === 0 || measures.length === 0 || !measures.every(name => has(name, 'weekday'))) return [];
  sentence.take(...said.map(({ at }) => at));
  if (said.length > 1 && !dimensions.includes('weekday')) dimensions.push('weekday');
  return [{ field: 'weekday', op: 'in', value: [...new Set(said.flatMap(({ meaning }) => meaning.onday.split(' ')))] }];
}

const LACKED: readonly string[] = ['supplier', 'category'];

/** "Without a supplier", "no barcode". */
export function lackingIn(sentence: Sentence): Condition[] {
  return sentence.free('except').flatMap(({ at, text }): Condition[] => {
    // "But sell for more than 12" lacks no price.
    if (isWord('but', text)) return [];
    let next = at + 1;
    while (isSmall(sentence.items[next]) || isA(sentence.items[next], 'hold')) next += 1;
    const item = sentence.items[next];
    const group = meaningOf(item, 'group')?.group;
    const field = meaningOf(item, 'attribute')?.field ?? (group && LACKED.includes(group) ? group : undefined);
    if (!field) return [];
    sentence.take(at, next);
    return [{ field, op: 'is_null', value: true }];
  });
}
