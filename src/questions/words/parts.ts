import type { Group } from '../../figures/dimensions.ts';
import type { Condition } from '../../figures/filters.ts';
import type { MeasureName } from '../../figures/measures.ts';
import type { Intent } from '../reading/intents.ts';

/* Parts of queries that words stand for: measures and, for lists, dimensions, filters and order. */

/** Several in one question are combined. */
export interface Part {
  measures: readonly MeasureName[];
  dimensions?: readonly Group[];
  filters?: readonly Condition[];
  having?: readonly Condition[];
  sort?: string;
  /** The number of past days that it covers if the question names none. */
  days?: number;
  /** Only describes others, and gives way to them: "revenue of sales". */
  isWeak?: true;
  /** It is about the future. */
  isAhead?: true;
  /** The field that days filter by, instead of bounding the figures. */
  daysOf?: 'expiry_date' | 'expected_on';
  /** The measure that "within 30 days" and "older than 90 days" are about. */
  span?: { measure: MeasureName; op: '<=' | '>=' };
  intent?: Intent;
}

/** Whether there are any, and each is of one of these measures before all. */
export const areAll = (parts: readonly Part[], ...names: readonly MeasureName[]): boolean =>
  parts.length > 0 && parts.every(({ measures: [name] }) => names.includes(name!));

const list = (measures: string, dimensions: string, sort: string, more: Partial<Part> = {}): Part => ({
  measures: measures.split(' ') as MeasureName[],
  dimensions: dimensions.split(' ') as Group[],
  sort,
  ...more,
});
const is = (field: string, op: Condition['op'], value: Condition['value']): Condition => ({ field, op, value });
const having = (...conditions: Condition[]): Partial<Part> => ({ having: conditions });
const IN_STOCK = is('on_hand', '>', 0);
/** What has no price is not for sale, such as green coffee: it sells no worse than others. */
const FOR_SALE = is('unit_price', 'is_null', false);
/** As far back as a report may look. */
export const EVER = 3650;
/** As insights have it. */
const OVERSTOCK_DAYS = 90;
const OF_SUPPLIERS: Partial<Part> = { days: 365, intent: 'supplier_performance' };
const OF_SLOW: Partial<Part> = { days: 90, intent: 'slow_movers' };
const OF_ITEMS: Partial<Part> = { intent: 'product_lookup' };

/** Lists, by their names in the vocabulary. */
export const LISTS = {
  /** "How much tea did we get through": what customers bought, and what production took. */
  GONE: { measures: ['units_sold', 'units_used'] },
  BEST: list('units_sold revenue', 'sku', '-units_sold', { intent: 'fast_movers' }),
  BUSIEST: list('order_count units_sold', 'day', '-order_count', { intent: 'sales_summary' }),
  /** What is there and was not sold at all is worst. */
  WORST: list('units_sold on_hand', 'sku', 'units_sold', {
    filters: [FOR_SALE],
    ...having(IN_STOCK),
    intent: 'slow_movers',
  }),
  SLOW: list('units_sold on_hand', 'sku', 'units_sold', {
    filters: [FOR_SALE],
    ...having(IN_STOCK),
    ...OF_SLOW,
  }),
  DEAD: list('on_hand units_sold stock_value', 'sku', '-stock_value', {
    ...having(IN_STOCK, is('units_sold', '=', 0)),
    ...OF_SLOW,
  }),
  UNMOVED: list('on_hand movement_count stock_value', 'sku', '-stock_value', {
    ...having(IN_STOCK, is('movement_count', '=', 0)),
    ...OF_SLOW,
  }),
  OVERSTOCK: list('days_of_cover on_hand stock_value', 'sku', '-days_of_cover', {
    ...having(IN_STOCK, is('days_of_cover', '>', OVERSTOCK_DAYS)),
    intent: 'slow_movers',
  }),
  UNRESERVED: { measures: ['available'] },
  UNASKED: list('on_hand reserved', 'sku', '-on_hand', having(IN_STOCK, is('reserved', '=', 0))),
  LOW: list('available shortage', 'sku location', '-shortage', {
    ...having(is('shortage', '>', 0)),
    intent: 'low_stock',
  }),
  POINT: list('reorder_point', 'sku location', '-reorder_point', { intent: 'policy_lookup' }),
  OUT: list('available incoming', 'sku location', 'available', {
    ...having(is('available', '<=', 0)),
    intent: 'low_stock',
  }),
  REORDER: list('units_to_order available incoming', 'sku location supplier', '-units_to_order', {
    ...having(is('units_to_order', '>', 0)),
    intent: 'reorder_suggestions',
  }),
  OLD: list('age_days on_hand', 'sku location', '-age_days', {
    ...having(IN_STOCK),
    span: { measure: 'age_days', op: '>=' },
    intent: 'inventory_aging',
  }),
  RUNS_OUT: list('days_of_cover available', 'sku', 'days_of_cover', {
    isAhead: true,
    span: { measure: 'days_of_cover', op: '<=' },
    intent: 'stockout_risk',
  }),
  EXPIRES: list('on_hand', 'lot sku location expiry_date', 'expiry_date', {
    ...having(IN_STOCK),
    isAhead: true,
    daysOf: 'expiry_date',
    intent: 'expiring_lots',
  }),
  LOTS: list('on_hand', 'lot sku location', '-on_hand', { ...having(IN_STOCK), intent: 'lots' }),
  /** Lots by what is to go out first: what expires first, and what expires never last. */
  FIRST_OUT: list('on_hand', 'lot sku location expiry_date', 'expiry_date', { ...having(IN_STOCK), intent: 'lots' }),
  /** What counts found, newest first. */
  VARIANCES: list('units_adjusted', 'day sku location', '-day', {
    filters: [is('entry_type', '=', 'cycle_count_adjustment')],
    days: 90,
    intent: 'cycle_counts',
  }),
  /** When something was out of stock; what is, is OUT. */
  WAS_OUT: list('stock_out_days', 'sku', '-stock_out_days', {
    ...having(is('stock_out_days', '>', 0)),
    intent: 'low_stock',
  }),
  MOVED_IN: list('units_transferred_in', 'day sku location', '-day', { intent: 'transfers' }),
  MOVED_OUT: list('units_transferred_out', 'day sku location', '-day', { intent: 'transfers' }),
  MOVED: list('net_change', 'day entry_type sku location', '-day', { intent: 'movement_history' }),
  STOLEN: list('units_adjusted', 'day sku location', '-day', {
    filters: [is('reason', '=', 'theft')],
    days: 90,
    intent: 'movement_history',
  }),
  COMING: list('on_order', 'purchase_order status supplier expected_on', 'expected_on', {
    isAhead: true,
    daysOf: 'expected_on',
    intent: 'purchase_orders',
  }),
  PLACED: list('units_purchased', 'purchase_order status supplier expected_on', '-purchase_order', {
    intent: 'purchase_orders',
  }),
  /** What came in, of suppliers and by transfers, newest first. */
  ARRIVED: list('units_received units_transferred_in', 'day sku', '-day', { days: 365, intent: 'purchase_orders' }),
  DELIVERED: list('units_received', 'day purchase_order supplier sku', '-day', {
    days: 365,
    intent: 'purchase_orders',
  }),
  PAID_LAST: list('average_purchase_price units_received', 'day purchase_order supplier', '-day', {
    ...having(is('units_received', '>', 0)),
    days: EVER,
    intent: 'purchase_orders',
  }),
  MAKEABLE: list('buildable', 'sku', '-buildable', {
    ...having(is('buildable', '>', 0)),
    intent: 'production_batches',
  }),
  /** A store is restocked by transfers. */
  RESTOCKED: { measures: ['units_received', 'units_transferred_in'] },
  CAME_LATE: list('on_time_rate units_received', 'purchase_order supplier', '-purchase_order', {
    ...having(is('on_time_rate', '<', 1)),
    days: 365,
    intent: 'purchase_orders',
  }),
  OPEN_ORDERS: list('units_to_fulfill', 'order status location', 'order', { intent: 'orders_list' }),
  ORDERS: list('units_ordered', 'order status location', '-order', { intent: 'orders_list' }),
  LATE_SUPPLIERS: list('lead_time_days on_time_rate', 'supplier', '-lead_time_days', OF_SUPPLIERS),
  FAST_SUPPLIERS: list('lead_time_days on_time_rate', 'supplier', 'lead_time_days', OF_SUPPLIERS),
  RELIABLE: list('on_time_rate lead_time_days', 'supplier', '-on_time_rate', OF_SUPPLIERS),
  UNRELIABLE: list('on_time_rate lead_time_days', 'supplier', 'on_time_rate', {
    ...having(is('on_time_rate', '<', 1)),
    ...OF_SUPPLIERS,
  }),
  LEAD_TIME: { measures: ['lead_time_days'], ...OF_SUPPLIERS },
  ON_TIME: { measures: ['on_time_rate'], ...OF_SUPPLIERS },
  DEAREST: list('current_price', 'sku', '-current_price', OF_ITEMS),
  CHEAPEST: list('current_price', 'sku', 'current_price', OF_ITEMS),
  SUPPLIES: list('on_hand', 'sku supplier', 'sku', OF_ITEMS),
  CATEGORY_OF: list('on_hand', 'sku category', 'sku', OF_ITEMS),
} as const satisfies { readonly [name: string]: Part };
export type ListName = keyof typeof LISTS;
/** The list, in the type that all of them have. */
export const listNamed = (name: ListName): Part => LISTS[name];

/** The reasons of adjustments, by what waste and returns call them. */
export const ADJUSTED_FOR: { readonly [value: string]: string } = { damaged: 'damage' };
