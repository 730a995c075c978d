import type { Group } from '../../figures/dimensions.ts';

import { meaningOf } from './item.ts';
import { isOfEach, type Sentence } from './sentence.ts';

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
