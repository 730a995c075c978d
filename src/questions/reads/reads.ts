import type { ToolArguments, ToolName } from '../tools.ts';
import {
  cycleCounts,
  orderLookup,
  ordersList,
  productionBatches,
  purchaseOrders,
  returns,
  supplierPerformance,
  transfers,
} from './documents.ts';
import { demandForecast, help, insights, stockoutRisk } from './outlook.ts';
import type { ToolRead } from './read.ts';
import { expiringLots, lots, lotTrace, movementHistory, policyLookup, productLookup } from './records.ts';
import { fastMovers, salesSummary, wasteSummary } from './sales.ts';
import {
  inventoryAging,
  inventoryValue,
  lowStock,
  reorderSuggestions,
  slowMovers,
  stockByLocation,
  stockLevel,
} from './stock.ts';

/** The read behind every tool. */
export const reads: { readonly [N in ToolName]: ToolRead<ToolArguments<N>> } = {
  stock_level: stockLevel,
  stock_by_location: stockByLocation,
  low_stock: lowStock,
  reorder_suggestions: reorderSuggestions,
  fast_movers: fastMovers,
  slow_movers: slowMovers,
  inventory_aging: inventoryAging,
  inventory_value: inventoryValue,
  expiring_lots: expiringLots,
  lots,
  lot_trace: lotTrace,
  demand_forecast: demandForecast,
  stockout_risk: stockoutRisk,
  sales_summary: salesSummary,
  order_lookup: orderLookup,
  orders_list: ordersList,
  purchase_orders: purchaseOrders,
  supplier_performance: supplierPerformance,
  transfers,
  cycle_counts: cycleCounts,
  returns,
  movement_history: movementHistory,
  waste_summary: wasteSummary,
  production_batches: productionBatches,
  product_lookup: productLookup,
  policy_lookup: policyLookup,
  insights,
  help,
};
