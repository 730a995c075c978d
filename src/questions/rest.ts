import type { ToolCall, ToolName } from './tools.ts';

/** The request that reads the same rows over REST, as far as one does: shown with an answer, so it can be checked. */
const paths: { [tool in ToolName]: string | null } = {
  stock_level: '/inventory_levels',
  stock_by_location: '/reports/stock_by_location',
  low_stock: '/reports/low_stock',
  reorder_suggestions: '/reports/low_stock',
  fast_movers: '/reports/fast_movers',
  slow_movers: '/ai/insights',
  inventory_aging: '/reports/inventory_aging',
  inventory_value: '/reports/valuation',
  expiring_lots: '/expiry/alerts',
  lots: '/lots',
  lot_trace: '/lots/:id/trace_forward',
  demand_forecast: '/ai/forecasts',
  stockout_risk: '/ai/forecasts',
  sales_summary: '/reports/fast_movers',
  order_lookup: '/orders',
  orders_list: '/orders',
  purchase_orders: '/purchase_orders',
  supplier_performance: '/suppliers',
  transfers: '/stock_transfers',
  cycle_counts: '/cycle_counts',
  returns: '/return_authorizations',
  movement_history: '/inventory_ledger',
  waste_summary: '/waste_records',
  production_batches: '/production_batches',
  product_lookup: '/variants',
  policy_lookup: '/inventory_policies',
  insights: '/ai/insights',
  help: null,
};
/** Arguments that a path takes, under the name it gives them. */
const parameters: { [path: string]: { [argument: string]: string } } = {
  '/inventory_levels': { skus: 'sku', locationIds: 'location_id', asOf: 'as_of' },
  '/reports/low_stock': { locationIds: 'location_id' },
  '/reports/fast_movers': { locationIds: 'location_id', limit: 'limit' },
  '/reports/inventory_aging': { locationIds: 'location_id', ageBucket: 'age_bucket', limit: 'limit' },
  '/expiry/alerts': { days: 'days' },
  '/lots': { status: 'status' },
  '/ai/forecasts': { skus: 'sku', locationIds: 'location_id', days: 'horizon_days' },
  '/orders': { status: 'status', locationIds: 'location_id' },
  '/purchase_orders': { status: 'status', supplierIds: 'supplier_id', locationIds: 'location_id' },
  '/stock_transfers': { status: 'status' },
  '/cycle_counts': { status: 'status', locationIds: 'location_id' },
  '/return_authorizations': { status: 'status' },
  '/inventory_ledger': { skus: 'sku', locationIds: 'location_id' },
  '/production_batches': { status: 'status' },
  '/variants': { skus: 'sku' },
  '/inventory_policies': { skus: 'sku', locationIds: 'location_id' },
  '/ai/insights': { severity: 'severity', type: 'type' },
};
/** States of our own making, which are no status of a resource. */
const composed = new Set(['open', 'overdue']);

export function restOf(call: ToolCall): string | null {
  const path =
    call.tool === 'lot_trace' && call.arguments.direction === 'backward'
      ? '/lots/:id/trace_backward'
      : paths[call.tool];
  if (path === null) return null;
  const query = new URLSearchParams();
  const known = parameters[path] ?? {};
  for (const [name, value] of Object.entries(call.arguments)) {
    const parameter = known[name];
    const single: unknown = Array.isArray(value) ? (value.length === 1 ? value[0] : undefined) : value;
    if (parameter && (typeof single === 'number' || (typeof single === 'string' && !composed.has(single))))
      query.set(parameter, String(single));
  }
  return `GET ${path}${query.size > 0 ? `?${query}` : ''}`;
}
