import { measureNamed } from '../../figures/measures.ts';
import { has } from '../../figures/plan.ts';
import { isWord } from '../languages/dictionary.ts';
import { asksWhich, isGoods } from './asking.ts';
import type { Draft } from './draft.ts';
import { type Item, isA, isSmall, meaningOf } from './item.ts';
import type { Side } from './requests.ts';
import { boundOf, fits } from './thresholds.ts';

/*
 * Goods by what is so of them in two places: "which teas sold more in Munich than in Hamburg", "what do we have in
 * Munich, but not in Hamburg", "less than 5 in Munich and more than 20 in Hamburg". No query has such a condition, so
 * that the figures of both places are read, and the answer chooses.
 */

/** Reads the conditions, and takes their words. */
export function sided(draft: Draft): boolean {
  const { setting, parts, measures, dimensions, filters } = draft;
  const { sentence } = setting;
  const { items } = sentence;
  const places = items.flatMap(({ name }, at) =>
    name?.names.length === 1 && name.names[0]!.named.kind === 'location'
      ? { at, code: name.names[0]!.named.value }
      : [],
  );
  const [one, other] = places;
  const [name] = measures;
  const isWhat = isWord('what', items[0]!.text) && !sentence.has('count');
  const isOfGoods = dimensions.every(isGoods) && (isWhat || (dimensions.length > 0 && asksWhich(sentence)));
  if (draft.times.compareTo || !one || !other || places.length > 2 || one.code === other.code || !isOfGoods)
    return true;
  // "Less than 5 available in Munich but more than 20 sold in Hamburg" are two figures.
  if (parts.length > 1 || !name || !has(name, 'location') || !['units', 'money'].includes(measureNamed(name).unit))
    return true;
  const found = bounds(draft, places) ?? against(items, one, other) ?? apart(items, one, other);
  if (!found) return true;
  sentence.take(one.at, other.at, ...found.taking);
  draft.setting = { ...setting, thresholds: [] };
  Object.assign(draft, { rivals: [], isHeldBack: false });
  draft.also.sides = found.sides;
  dimensions.push(...(dimensions.length === 0 ? (['sku'] as const) : []), 'location');
  filters.splice(0, filters.length, ...filters.filter(({ field }) => field !== 'location'), {
    field: 'location',
    op: 'in',
    value: [one.code, other.code],
  });
  return true;
}

interface Place {
  at: number;
  code: string;
}
interface Found {
  sides: readonly Side[];
  /** The words that say so. */
  taking: readonly number[];
}

/** "Less than 5 in Munich and more than 20 in Hamburg". */
function bounds({ setting: { sentence, thresholds }, measures: [name] }: Draft, places: readonly Place[]) {
  const [first, second] = thresholds;
  if (!second || thresholds.length > 2 || thresholds.some(each => each.field || !fits(each, name!))) return undefined;
  const of = [places.find(({ at }) => at > first!.to && at < second.from), places.find(({ at }) => at > second.to)];
  if (!of[0] || !of[1]) return undefined;
  const sides = thresholds.map((each, index) => ({
    place: of[index]!.code,
    op: each.op,
    than: boundOf(each) as number,
  }));
  const isJoint = (item: Item) => isA(item, 'except', 'contrast', 'and') || isWord('but', item.text);
  const taking = thresholds.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, more) => from + more));
  const joints = [...sentence.items.entries()].flatMap(([at, item]) =>
    at > first!.to && at < second.from && isJoint(item) ? at : [],
  );
  return { sides, taking: [...taking, ...joints] };
}

/** "More in Munich than in Hamburg". */
function against(items: readonly Item[], one: Place, other: Place): Found | undefined {
  const than = items.findIndex((item, at) => at > one.at && at < other.at && isWord('than', item.text.split(' ')[0]));
  const way = items.findIndex((item, at) => at < than && !item.taken && isA(item, 'way'));
  if (than < 0 || way < 0 || !items.slice(than + 1, other.at).every(isSmall)) return undefined;
  const op = meaningOf(items[way], 'way')!.way === 'up' ? '>' : '<';
  return { sides: [{ place: one.code, op, than: other.code }], taking: [way, than] };
}

/** "In Munich, but not in Hamburg". */
function apart(items: readonly Item[], one: Place, other: Place): Found | undefined {
  const between = [...items.entries()].slice(one.at + 1, other.at);
  const isApart = between.some(([, item]) => isA(item, 'except') && !isWord('than', item.text));
  const isJoint = (item: Item) => isSmall(item) || isA(item, 'except', 'contrast', 'hold') || isWord('but', item.text);
  if (!isApart || !between.every(([, item]) => isJoint(item))) return undefined;
  return {
    sides: [
      { place: one.code, op: '>', than: 0 },
      { place: other.code, op: '<=', than: 0 },
    ],
    taking: between.map(([at]) => at),
  };
}
