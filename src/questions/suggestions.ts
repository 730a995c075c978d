import type { Slots } from './slots.ts';
import type { Intent, ToolName } from './tools.ts';

/** What to ask next, or instead. */

export const capabilities =
  'I answer questions about stock, sales, orders, purchasing, suppliers, transfers, counts, returns, lots, production and forecasts. I only read; I change nothing.';

const topicsByTool: { [tool in ToolName]: string } = {
  stock_level: 'How many of an item do we have?',
  stock_by_location: 'How much stock does each location have?',
  low_stock: 'What is running low?',
  reorder_suggestions: 'What should we reorder?',
  fast_movers: 'What sells best?',
  slow_movers: 'What is not selling?',
  inventory_aging: 'What is our oldest stock?',
  inventory_value: 'How much is our inventory worth?',
  expiring_lots: 'What expires in the next 30 days?',
  lots: 'Which lots are in quarantine?',
  lot_trace: 'Where did a lot go?',
  demand_forecast: 'How much will we sell next month?',
  stockout_risk: 'What will run out soon?',
  sales_summary: 'How much did we sell last month?',
  order_lookup: 'What is the status of an order?',
  orders_list: 'Which orders are open?',
  purchase_orders: 'What is on order?',
  supplier_performance: 'Who is our slowest supplier?',
  transfers: 'Which transfers are in transit?',
  cycle_counts: 'When was the last count?',
  returns: 'What was returned last month?',
  movement_history: 'What changed stock this week?',
  waste_summary: 'How much did we waste last month?',
  production_batches: 'What is in production?',
  product_lookup: 'Which products do we carry?',
  policy_lookup: 'What are our reorder points?',
  insights: 'What needs my attention?',
  help: 'What can you do?',
};
export const topicOf = (intent: ToolName): string => topicsByTool[intent];
/** A question for every tool. */
export const topics: readonly string[] = Object.values(topicsByTool).filter(question => question !== topicsByTool.help);

const next: { [intent in Intent]?: ToolName[] } = {
  low_stock: ['reorder_suggestions', 'stockout_risk', 'purchase_orders'],
  reorder_suggestions: ['low_stock', 'purchase_orders', 'supplier_performance'],
  fast_movers: ['slow_movers', 'stockout_risk', 'sales_summary'],
  slow_movers: ['inventory_aging', 'inventory_value', 'fast_movers'],
  inventory_aging: ['slow_movers', 'expiring_lots', 'inventory_value'],
  inventory_value: ['slow_movers', 'stock_by_location', 'inventory_aging'],
  expiring_lots: ['waste_summary', 'lots', 'slow_movers'],
  purchase_orders: ['supplier_performance', 'stockout_risk', 'reorder_suggestions'],
  supplier_performance: ['purchase_orders', 'reorder_suggestions', 'stockout_risk'],
  orders_list: ['sales_summary', 'returns', 'low_stock'],
  sales_summary: ['fast_movers', 'demand_forecast', 'returns'],
};
const general: ToolName[] = ['low_stock', 'stockout_risk', 'fast_movers', 'insights'];

export function followUps(intent: Intent, slots: Slots): string[] {
  const item = slots.sku ?? slots.product?.name;
  if (item) {
    const about: [ToolName, string][] = [
      ['stock_level', `How many ${item} do we have?`],
      ['stockout_risk', `When will ${item} run out?`],
      ['sales_summary', `How many ${item} did we sell last month?`],
      ['purchase_orders', `Is ${item} on order?`],
    ];
    return about
      .filter(([tool]) => tool !== intent)
      .map(([, question]) => question)
      .slice(0, 3);
  }
  if (slots.location && intent !== 'low_stock')
    return [`What is running low in ${slots.location.name}?`, `How much is the stock in ${slots.location.name} worth?`];
  return (next[intent] ?? general).filter(tool => tool !== intent).map(topicOf);
}
