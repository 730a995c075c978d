import { isWord } from '../languages/dictionary.ts';
import { type Item, isA, isNamed, isSmall, meaningOf } from './item.ts';

/* Words that set one thing against another where another stands behind them: "more … than", "ahead of". */

const kindOf = (item: Item | undefined): string | undefined => {
  const kind = item?.name?.names[0]?.named.kind;
  if (item?.code) return 'goods';
  return kind === 'variant' || kind === 'product' || kind === 'category' ? 'goods' : kind;
};

const nextOf = (items: readonly Item[], at: number): Item | undefined =>
  items.slice(at + 1).find(item => !isSmall(item));

/** "Más café que Múnich", "plus en octobre qu'en septembre": what stands behind it is what is less. */
function isThan(item: Item, at: number, items: readonly Item[]): boolean {
  const next = nextOf(items, at);
  const isOther = isNamed(next) || next?.date !== undefined;
  const isMore = items.slice(0, at).some(each => isA(each, 'way', 'most', 'least', 'operator', 'compare'));
  return isWord('than', item.text) && isOther && isMore;
}

/** "Liegt Mitte vor München": two of a kind, of which one is ahead. */
function isAhead(item: Item, at: number, items: readonly Item[]): boolean {
  const kind = kindOf(nextOf(items, at));
  return isWord('ahead', item.text) && kind !== undefined && items.slice(0, at).some(each => kindOf(each) === kind);
}

/** The item, as one that compares if it does. */
export function opposed(item: Item, at: number, items: readonly Item[]): Item {
  if (isThan(item, at, items) || isAhead(item, at, items)) return { ...item, meanings: [{ kind: 'compare' }] };
  // Nothing is held that lies ahead.
  const isLeading = meaningOf(item, 'hold') && items.some((each, to) => to > at && isAhead(each, to, items));
  return isLeading ? { ...item, meanings: [{ kind: 'empty' }] } : item;
}
