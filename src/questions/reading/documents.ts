import type { Group } from '../../figures/dimensions.ts';
import type { Condition } from '../../figures/filters.ts';
import { LISTS, type Part } from '../words/parts.ts';
import type { Noun } from '../words/words.ts';
import type { Sentence } from './sentence.ts';

/* Documents and lots as figures: how many there are, or each with what is open of it. */

/** What each is told apart by where something else is measured of it: "which lots did we waste". */
export const NOUN_GROUPS: { readonly [noun in Noun]?: Group } = {
  order: 'order',
  purchase_order: 'purchase_order',
  lot: 'lot',
  batch: 'batch',
};
export const LOT_STATES: readonly string[] = ['active', 'quarantine', 'recalled', 'exhausted'];
const OPEN_ORDERS: readonly string[] = ['pending', 'reserved', 'partially_fulfilled'];
const OPEN_PURCHASES: readonly string[] = ['open', 'late', 'submitted', 'partially_received', 'pending', 'moving'];

const only = (field: string, op: Condition['op'], value: string): { filters: Condition[] } => ({
  filters: [{ field, op, value }],
});
const expired = (today: string): Part => ({ ...LISTS.EXPIRES, ...only('expiry_date', '<', today) });

/** Counted where it is asked how many, else a list; nothing if no figure knows of it. */
export function documentsAsked(
  noun: Noun,
  states: readonly string[],
  sentence: Sentence,
  today: string,
  isPast = false,
): Part | undefined {
  const isRanked = sentence.has('most') && sentence.has('group');
  const isCounted =
    isRanked || sentence.has('count') || sentence.has('by') || sentence.has('timely') || sentence.has('average');
  const [state] = states;
  if (states.length > 1) return undefined;
  switch (noun) {
    case 'order': {
      const intent = 'orders_list';
      if (state === 'fulfilled')
        return isCounted
          ? { measures: ['order_count'], intent }
          : { measures: ['units_sold', 'revenue'], dimensions: ['order', 'location'], intent };
      if (state === undefined || state === 'cancelled') {
        const filters = state ? only('order_status', '=', state) : {};
        return isCounted ? { measures: ['orders_created'], ...filters, intent } : { ...LISTS.ORDERS, ...filters };
      }
      if (state !== 'open' && !OPEN_ORDERS.includes(state)) return undefined;
      const filters = state === 'open' ? {} : only('order_status', '=', state);
      return isCounted ? { measures: ['open_orders'], ...filters, intent } : { ...LISTS.OPEN_ORDERS, ...filters };
    }
    case 'purchase_order': {
      if (state === 'received')
        return {
          measures: ['units_received'],
          ...(!isCounted && { dimensions: ['purchase_order', 'supplier'] }),
          intent: 'purchase_orders',
        };
      if (state !== undefined && !OPEN_PURCHASES.includes(state)) return undefined;
      const filters = state === 'late' ? only('expected_on', '<', today) : {};
      return isCounted
        ? { measures: ['open_purchase_orders'], ...filters, daysOf: 'expected_on', intent: 'purchase_orders' }
        : { ...LISTS.COMING, ...filters };
    }
    case 'lot':
      if (state === 'expired') return expired(today);
      if (state === undefined) return LISTS.LOTS;
      return LOT_STATES.includes(state) ? { ...LISTS.LOTS, ...only('lot_status', '=', state) } : undefined;
    case 'return':
      return state === undefined || state === 'received'
        ? { measures: ['units_returned'], intent: 'returns' }
        : undefined;
    case 'batch':
      return isPast && (state === undefined || state === 'completed')
        ? { measures: ['units_produced'], dimensions: ['batch', 'sku'], intent: 'production_batches' }
        : undefined;
    default:
      return undefined;
  }
}

/** What a state says where no document is named: "expired stock", "what is on the way", "wasted because it expired". */
export function ofState(state: string, parts: readonly Part[], sentence: Sentence, today: string): Part[] | undefined {
  const isOfStock = parts.every(({ measures }) => measures[0] === 'on_hand');
  if (state === 'expired') {
    const isWaste = parts.length > 0 && parts.every(({ measures }) => /wast/.test(measures[0]!));
    if (isWaste) return parts.map(part => ({ ...part, ...only('reason', '=', 'expired') }));
    return isOfStock ? [expired(today)] : undefined;
  }
  if (LOT_STATES.includes(state) && isOfStock) return [{ ...LISTS.LOTS, ...only('lot_status', '=', state) }];
  if (state === 'moving' && parts.length === 0) return [LISTS.COMING];
  const isOfSuppliers = sentence.free('group').some(({ meaning }) => meaning.group === 'supplier');
  return state === 'late' && isOfSuppliers ? [LISTS.UNRELIABLE] : undefined;
}
