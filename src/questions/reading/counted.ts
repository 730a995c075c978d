import { isWord } from '../languages/dictionary.ts';
import { type Item, isA, isSmall, meaningOf } from './item.ts';
import { isOfGoods, type Sentence } from './sentence.ts';

/* What a question counts. */

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
export function countsNamed({ items, beside }: Sentence, at: number): boolean {
  const counted = items[beside(at, 1)];
  return (counted?.name ?? counted?.code) !== undefined;
}
