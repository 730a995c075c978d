import type { Group } from '../../figures/dimensions.ts';
import { tableOf } from '../languages/dictionary.ts';
import { LISTS, type Part } from '../words/parts.ts';
import { asksWhich } from './asking.ts';
import { type Item, isA, isSmall, meaningOf } from './item.ts';
import { isOfEach, type Sentence } from './sentence.ts';

/* "The best seller of each shop", "the second largest order": which rows of a ranking are asked for. */

/** Lists that say themselves what comes first. */
const SUPERLATIVE: readonly Part[] = [
  LISTS.BEST,
  LISTS.WORST,
  LISTS.DEAREST,
  LISTS.CHEAPEST,
  LISTS.FAST_SUPPLIERS,
  LISTS.LATE_SUPPLIERS,
];
/** Whether the list is of what comes first, such as best sellers. */
export const isSuperlative = (part: Part): boolean => SUPERLATIVE.includes(part);

const groupOf = (item: Item): Group | undefined =>
  meaningOf(item, 'place') ? 'location' : (meaningOf(item, 'timely') ?? meaningOf(item, 'group'))?.group;

/** Of these groups, those of each of which something is ranked: "each shop", "per quarter". */
export function eachIn(sentence: Sentence, parts: readonly Part[], groups: readonly Group[]): Group[] {
  const { items } = sentence;
  const isSaid = (item: Item, at: number): boolean => {
    const each = sentence.before(at, 'each', 'by');
    const and = sentence.before(at, 'and');
    if (and !== undefined && and > 0 && isSaid(items[and - 1]!, and - 1)) return true;
    // "Which shop sells most a day" asks for a mean.
    const isRate = groupOf(item) === 'day' && asksWhich(sentence) && !parts.some(isSuperlative);
    if (meaningOf(item, 'timely')) return !isRate;
    if (each === undefined) return false;
    return meaningOf(items[each], 'each') ? isOfEach(items[each]!) : !isRate;
  };
  return groups.filter(group => items.some((item, at) => groupOf(item) === group && isSaid(item, at)));
}

const ORDINALS = tableOf('date ordinal', Number);
/** Which place of a ranking is asked for, with where that is said: "the second best", "der drittgrößte". */
export function placeIn(sentence: Sentence): { place: number; at: number } | undefined {
  const { items } = sentence;
  const ranks = (item: Item) => isA(item, 'most', 'least') || isSuperlative(meaningOf(item, 'part')?.part ?? NO_PART);
  const isBetween = (item: Item) => isSmall(item) || isA(item, 'group', 'noun', 'place') || item.name !== undefined;
  const at = items.findIndex((item, index) => {
    const next = items.slice(index + 1).findIndex(each => ranks(each));
    // Italian "secondo" is "by", too.
    const isAlone = item.meanings.every(({ kind }) => kind === 'by' || kind === 'empty') && item.date === undefined;
    return isAlone && ORDINALS.has(item.text) && next >= 0 && items.slice(index + 1, index + 1 + next).every(isBetween);
  });
  return at < 0 ? undefined : { place: ORDINALS.get(items[at]!.text)!, at };
}
const NO_PART: Part = { measures: [] };
