import type { MeasureName } from '../figures/measures.ts';
import type { Request } from './asked.ts';
import type { LookUpName } from './look-ups.ts';

/** What a question is about, as clients know it. */
export const INTENTS = [
  'stock_level',
  'stock_by_location',
  'low_stock',
  'reorder_suggestions',
  'fast_movers',
  'slow_movers',
  'inventory_aging',
  'inventory_value',
  'expiring_lots',
  'lots',
  'lot_trace',
  'demand_forecast',
  'stockout_risk',
  'sales_summary',
  'order_lookup',
  'orders_list',
  'purchase_orders',
  'supplier_performance',
  'transfers',
  'cycle_counts',
  'returns',
  'movement_history',
  'waste_summary',
  'production_batches',
  'product_lookup',
  'policy_lookup',
  'insights',
  'help',
  'write_request',
  'out_of_scope',
  'report',
] as const;
export type Intent = (typeof INTENTS)[number];

/** What each measure is usually about. */
const OF_MEASURES: { readonly [name in MeasureName]?: Intent } = {
  units_sold: 'sales_summary',
  revenue: 'sales_summary',
  daily_sales: 'sales_summary',
  order_count: 'orders_list',
  orders_created: 'orders_list',
  open_orders: 'orders_list',
  on_hand: 'stock_level',
  available: 'stock_level',
  reserved: 'stock_level',
  on_hold: 'stock_level',
  incoming: 'purchase_orders',
  on_order: 'purchase_orders',
  units_returned: 'returns',
  units_wasted: 'waste_summary',
  waste_value: 'waste_summary',
  waste_rate: 'waste_summary',
  days_of_cover: 'stockout_risk',
  units_transferred_in: 'transfers',
  units_transferred_out: 'transfers',
  units_adjusted: 'movement_history',
  units_received: 'purchase_orders',
  open_purchase_orders: 'purchase_orders',
  stock_value: 'inventory_value',
  units_produced: 'production_batches',
};

const OF_LOOK_UPS: { readonly [name in LookUpName]?: Intent } = {
  suppliers: 'supplier_performance',
  locations: 'stock_by_location',
  lot_trace_forward: 'lot_trace',
  lot_trace_backward: 'lot_trace',
};

export function intentOf(request: Request): Intent {
  if (request.kind === 'help') return 'help';
  if (request.kind === 'look_up') return OF_LOOK_UPS[request.name] ?? (request.name as Intent);
  const { measures, dimensions = [] } = request.query;
  const usual = request.intent ?? OF_MEASURES[measures[0]!];
  return usual === 'stock_level' && dimensions.includes('location') ? 'stock_by_location' : (usual ?? 'report');
}
