import type { Group } from '../../figures/dimensions.ts';
import { isWord } from '../languages/dictionary.ts';
import { isA, meaningOf } from './item.ts';
import type { Setting } from './requests.ts';
import { isOfEach, isOfGoods, type Sentence } from './sentence.ts';

/* How a question asks, whatever it is about. */

/** Whether rows by this dimension are goods. */
export const isGoods = (group: Group): boolean => ['sku', 'product', 'category', 'abc_class'].includes(group);

/** "Which items …", "how many products …": selects the ones that fulfill a condition. */
export const asksWhich = (sentence: Sentence): boolean =>
  sentence.items.some(
    (item, at) =>
      (meaningOf(item, 'group') ??
        meaningOf(item, 'place') ??
        item.name?.names.every(({ named }) => named.kind === 'category')) &&
      [sentence.before(at, 'each'), sentence.before(at, 'count')].some(
        asks => asks !== undefined && !isOfEach(sentence.items[asks]!),
      ),
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
