import type { Intent } from '../reading/intents.ts';

/** Suggests what to ask next, or instead. */

export const capabilities =
  'I answer questions about stock, sales, orders, purchasing, suppliers, transfers, counts, returns, lots, production and forecasts. I only read; I change nothing.';

const ASK = {
  low: 'What is running low?',
  out: 'What will run out soon?',
  reorder: 'What should we reorder?',
  best: 'What sold best last month?',
  dead: 'What has not sold in the last 90 days?',
  old: 'What is our oldest stock?',
  worth: 'How much is our stock worth by location?',
  sold: 'How much did we sell last month compared with the month before?',
  margin: 'Which category had the highest margin last month?',
  late: 'Which purchase orders are late?',
  suppliers: 'Which supplier delivers slowest?',
  expires: 'Which lots expire in the next 30 days?',
  waste: 'What did we throw away last month by reason?',
  returns: 'What was returned last month by reason?',
  moving: 'Which transfers are on their way?',
  made: 'How much did we produce last month by product?',
  attention: 'What needs my attention?',
} as const;

const NEXT: { readonly [intent in Intent]?: readonly (keyof typeof ASK)[] } = {
  stock_level: ['low', 'out', 'worth'],
  stock_by_location: ['worth', 'low', 'moving'],
  stockout_risk: ['out', 'low', 'reorder'],
  demand_forecast: ['out', 'reorder', 'best'],
  low_stock: ['reorder', 'out', 'late'],
  reorder_suggestions: ['low', 'late', 'suppliers'],
  fast_movers: ['dead', 'out', 'sold'],
  slow_movers: ['old', 'worth', 'best'],
  inventory_aging: ['dead', 'expires', 'worth'],
  inventory_value: ['dead', 'old', 'margin'],
  lots: ['expires', 'old', 'waste'],
  lot_trace: ['expires', 'returns', 'waste'],
  expiring_lots: ['waste', 'dead', 'low'],
  purchase_orders: ['suppliers', 'out', 'reorder'],
  supplier_performance: ['late', 'reorder', 'out'],
  order_lookup: ['sold', 'returns', 'best'],
  orders_list: ['sold', 'returns', 'low'],
  sales_summary: ['best', 'margin', 'returns'],
  transfers: ['moving', 'low', 'worth'],
  cycle_counts: ['waste', 'worth', 'old'],
  returns: ['returns', 'waste', 'sold'],
  movement_history: ['waste', 'returns', 'moving'],
  waste_summary: ['waste', 'expires', 'returns'],
  production_batches: ['made', 'expires', 'low'],
  product_lookup: ['best', 'margin', 'low'],
  policy_lookup: ['low', 'reorder', 'out'],
};

/** What may be asked next, in English. */
export const followUps = (intent: Intent): string[] =>
  (NEXT[intent] ?? ['low', 'out', 'best', 'attention']).map(each => ASK[each]);

/** One question of each kind. */
export const topics: readonly string[] = Object.values(ASK);
