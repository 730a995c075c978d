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
  const places = items.flatMap(({ name }, at) => {
    const [only, another] = name?.names ?? [];
    return only?.named.kind === 'location' && !another ? { at, code: only.named.value } : [];
  });
  const [one, other] = places;
  const [name] = measures;
  const isWhat = isWord('what', items[0]!.text) && !sentence.has('count');
  const isOfGoods = dimensions.every(isGoods) && (isWhat || (dimensions.length > 0 && asksWhich(sentence)));
  if (!one || !other || places.length > 2 || one.code === other.code || !isOfGoods || draft.times.compareTo)
    return true;
  // "Less than 5 available in Munich but more than 20 sold in Hamburg" are two figures.
  const isOfOne = parts.length === 1 && name && has(name, 'location') && !name.startsWith('units_transferred');
  if (!isOfOne || !['units', 'money'].includes(measureNamed(name).unit)) return true;
  const [sides, taking] = bounds(draft, places) ?? against(items, one, other) ?? apart(items, one, other) ?? [];
  if (!sides) return true;
  sentence.take(one.at, other.at, ...taking!);
  Object.assign(draft, { rivals: [], isHeldBack: false, setting: { ...setting, thresholds: [] } });
  draft.also.sides = sides;
  dimensions.push(...(dimensions.length === 0 ? (['sku'] as const) : []), 'location');
  const others = filters.filter(({ field }) => field !== 'location');
  filters.splice(0, filters.length, ...others, { field: 'location', op: 'in', value: [one.code, other.code] });
  return true;
}

interface Place {
  at: number;
  code: string;
}
/** What is so in each place, and the words that say it. */
type Found = readonly [sides: readonly Side[], taking: readonly number[]] | undefined;

const isJoint = (item: Item): boolean => isA(item, 'except', 'contrast', 'and') || isWord('but', item.text);

/** "Less than 5 in Munich and more than 20 in Hamburg". */
function bounds({ setting: { sentence, thresholds }, measures: [name] }: Draft, places: readonly Place[]): Found {
  const [first, second] = thresholds;
  if (!second || thresholds.length > 2 || thresholds.some(each => each.field || !fits(each, name!))) return undefined;
  const here = places.find(({ at }) => at > first!.to && at < second.from);
  const there = places.find(({ at }) => at > second.to);
  if (!here || !there) return undefined;
  const sideAt = ({ code }: Place, bound: typeof second): Side => ({
    place: code,
    op: bound.op,
    than: boundOf(bound) as number,
  });
  const isSaid = (at: number) => thresholds.some(({ from, to }) => at >= from && at <= to);
  const taking = [...sentence.items.entries()].flatMap(([at, item]) =>
    isSaid(at) || (at > first!.to && at < second.from && isJoint(item)) ? at : [],
  );
  return [[sideAt(here, first!), sideAt(there, second)], taking];
}

/** "More in Munich than in Hamburg". */
function against(items: readonly Item[], one: Place, other: Place): Found {
  const than = items.findIndex((item, at) => at > one.at && at < other.at && isWord('than', item.text.split(' ')[0]));
  const way = items.findIndex((item, at) => at < than && !item.taken && isA(item, 'way'));
  if (than < 0 || way < 0 || !items.slice(than + 1, other.at).every(isSmall)) return undefined;
  const op = meaningOf(items[way], 'way')!.way === 'up' ? '>' : '<';
  return [[{ place: one.code, op, than: other.code }], [way, than]];
}

/** "In Munich, but not in Hamburg". */
function apart(items: readonly Item[], one: Place, other: Place): Found {
  const between = [...items.entries()].slice(one.at + 1, other.at);
  const isApart = between.some(([, item]) => isA(item, 'except') && !isWord('than', item.text));
  const isOfBoth = between.every(([, item]) => isSmall(item) || isJoint(item) || isA(item, 'hold'));
  const only: Side[] = [
    { place: one.code, op: '>', than: 0 },
    { place: other.code, op: '<=', than: 0 },
  ];
  return isApart && isOfBoth ? [only, between.map(([at]) => at)] : undefined;
}
