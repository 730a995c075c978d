import type { Group } from '../../figures/dimensions.ts';
import { isWord } from '../languages/dictionary.ts';
import { groupOf, type Item, isA, isNamed, isSmall, meaningOf } from './item.ts';
import type { Setting } from './requests.ts';
import { isOfEach, isOfGoods, type Sentence } from './sentence.ts';

/* How a question asks, whatever it is about, and what it counts. */

/** Whether rows by this dimension are goods. */
export const isGoods = (group: Group): boolean => ['sku', 'product', 'category', 'abc_class'].includes(group);

/** "Items that sold less", "Artikel, die"; "in tea, what sold best" asks. */
export function leadsClause({ items, beside }: Sentence, at: number): boolean {
  const next = items[at + 1]?.text;
  return beside(-1, 1) === at && (isWord('clause', next) || isWord('the', next)) && !isWord('what', next);
}

/** "Which items …", "how many products …", "items that …": selects the ones that fulfill a condition. */
export const asksWhich = (sentence: Sentence): boolean =>
  sentence.items.some(
    (item, at) =>
      (groupOf(item) ?? item.name?.names.every(({ named }) => named.kind === 'category')) &&
      (leadsClause(sentence, at) ||
        [sentence.before(at, 'each'), sentence.before(at, 'count')].some(
          asks => asks !== undefined && !isOfEach(sentence.items[asks]!),
        )),
  );

/**
 * "Did Munich take more than 10,000 euros", "are there more than 500 cups": whether all of it is as much. "Cups under
 * 10", "teas that sold more than 50", "any tea with less than 10" ask for rows.
 */
export function asksWhether({ sentence, thresholds: [bound, ...more], carried }: Setting): boolean {
  const { items } = sentence;
  const isList = items.some((item, at) => isA(item, 'which') || (meaningOf(item, 'each') && !isOfEach(items[at]!)));
  if (!bound || bound.field || more.length > 0 || carried || isList) return false;
  if (sentence.has('group', 'place', 'noun') || isWord('what', items[0]!.text) || sentence.hears('list')) return false;
  const goods = items.findLastIndex((item, at) => at < bound.from && isOfGoods(item));
  const counted = items[sentence.beside(bound.to, 1)];
  if (counted && isOfGoods(counted)) return true;
  const between = items.slice(goods + 1, bound.from);
  return (
    isA(items[0], 'empty', 'hold', 'present') &&
    !isA(items[0], 'part', 'within') &&
    !isWord('any', items[goods - 1]?.text) &&
    [items[sentence.beside(goods, -1)], ...between, ...items.slice(bound.to)].some(item => isA(item, 'part', 'unit')) &&
    !between.some(({ text }) => isWord('with', text) || isWord('clause', text))
  );
}

/** The number, or "how many", of an item, "100 bags of YIR-250", and where that is named. */
export function countedGoods({ items }: Sentence): { at: number; of: number } | undefined {
  const isPack = (item: Item | undefined) =>
    item !== undefined && !item.number && (isSmall(item) || isWord('pack', item.text) || isA(item, 'unit'));
  const counted = items.flatMap((item, at) => {
    if (item.number === undefined && !meaningOf(item, 'count')) return [];
    let of = at + 1;
    while (isPack(items[of])) of += 1;
    const { name, code } = items[of] ?? {};
    const isItem = code?.kind === 'variant' || name?.names.every(({ named: { kind } }) => isOfItems.has(kind));
    return isItem ? { at, of } : [];
  });
  return counted.find(({ at }) => items[at]!.number !== undefined) ?? counted[0];
}
const isOfItems: ReadonlySet<string> = new Set(['variant', 'product']);

/** "How many cups", and not "how many cup orders". */
export const countsGoods = ({ items }: Sentence): boolean =>
  items.some((item, at) => {
    const next = items[at + 1];
    return next && isOfGoods(next) && meaningOf(item, 'count') && !meaningOf(items[at + 2], 'noun');
  });

/** What is counted by its kinds, "how many different products", if anything is. */
export const kindsCounted = (sentence: Sentence): number | undefined =>
  sentence.free('group').find(({ at, text }) => isWord('kinds', text) && sentence.before(at, 'count') !== undefined)
    ?.at;

/** "How many mugs, and their reorder point" asks for stock too. */
export const countsNamed = ({ items, beside }: Sentence, at: number): boolean => isNamed(items[beside(at, 1)]);
