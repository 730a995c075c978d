import { listCycleCounts } from '../../domain/cycle-counts.ts';
import { listInventoryPolicies } from '../../domain/inventory-policies.ts';
import { listLocations } from '../../domain/locations.ts';
import { listLots } from '../../domain/lots.ts';
import { listOrders } from '../../domain/orders.ts';
import { listForecasts } from '../../domain/planning/forecasts/forecasts.ts';
import { listInsights } from '../../domain/planning/insights/insights.ts';
import { listProductionBatches } from '../../domain/production-batches.ts';
import { listPurchaseOrders } from '../../domain/purchase-orders.ts';
import { listRecipes } from '../../domain/recipes.ts';
import { listReturnAuthorizations } from '../../domain/return-authorizations.ts';
import { listStockTransfers } from '../../domain/stock-transfers.ts';
import { listSuppliers } from '../../domain/suppliers.ts';
import { traceBackward, traceForward } from '../../domain/traces.ts';
import { listVariants } from '../../domain/variants.ts';
import { snake } from '../../kernel/case.ts';
import type { Operation, Reading } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import { shapeOf } from '../../kernel/shape.ts';
import { type Row, toSnake } from '../../kernel/view.ts';
import { execute } from '../../store/execute.ts';

/*
 * The records that a question can look up, each through the operation that the other faces use: with the same scopes
 * and rows, and as a request that clients can repeat.
 */

interface LookUp {
  /** Its purpose, for a language model. */
  answers: string;
  operation: Operation;
  /** Its path in REST; `:id` is filled in from the arguments. */
  path: string;
  /** The fields that are shown. */
  columns: readonly string[];
}

const documents = ['number', 'status', 'reference'] as const;

const LOOK_UPS = {
  order_lookup: {
    answers: 'Sales orders by number, reference or status, with their lines.',
    operation: listOrders,
    path: '/orders',
    columns: [...documents, 'items', 'location_id', 'created_at', 'fulfilled_at'],
  },
  purchase_orders: {
    answers: 'Purchase orders by number, reference, status or supplier, with their lines.',
    operation: listPurchaseOrders,
    path: '/purchase_orders',
    columns: [...documents, 'supplier_id', 'items', 'location_id', 'expected_on', 'received_at'],
  },
  transfers: {
    answers: 'Stock transfers between locations, with their lines.',
    operation: listStockTransfers,
    path: '/stock_transfers',
    columns: [
      'number',
      'status',
      'source_location_id',
      'destination_location_id',
      'items',
      'shipped_at',
      'received_at',
    ],
  },
  cycle_counts: {
    answers: 'Physical counts and their status.',
    operation: listCycleCounts,
    path: '/cycle_counts',
    columns: ['location_id', 'status', 'started_at', 'completed_at', 'notes'],
  },
  returns: {
    answers: 'Return authorizations by number or status, with what comes back.',
    operation: listReturnAuthorizations,
    path: '/return_authorizations',
    columns: ['number', 'status', 'reason', 'items', 'received_at'],
  },
  production_batches: {
    answers: 'Production batches by number, status or SKU.',
    operation: listProductionBatches,
    path: '/production_batches',
    columns: [
      'number',
      'status',
      'sku',
      'planned_quantity',
      'actual_quantity_produced',
      'inputs',
      'location_id',
      'planned_on',
      'started_at',
      'completed_at',
    ],
  },
  lots: {
    answers: 'Lots by number, status or SKU: status, where from and when, expiry date, what is left.',
    operation: listLots,
    path: '/lots',
    columns: [
      'lot_number',
      'sku',
      'status',
      'expiry_date',
      'quantity_initial',
      'quantity_remaining',
      'supplier_id',
      'received_at',
    ],
  },
  lot_trace_forward: {
    answers: 'Where a lot, by its id, went: orders, locations, lots made of it.',
    operation: traceForward,
    path: '/lots/:id/trace_forward',
    columns: ['lot', 'stock_by_location', 'affected_orders', 'descendant_lots'],
  },
  lot_trace_backward: {
    answers: 'What a lot, by its id, was made of and where it came from.',
    operation: traceBackward,
    path: '/lots/:id/trace_backward',
    columns: ['source_batch', 'input_lots'],
  },
  policy_lookup: {
    answers: 'Reorder points, reorder quantities, lead times and safety stock, per SKU and location.',
    operation: listInventoryPolicies,
    path: '/inventory_policies',
    columns: ['sku', 'location_id', 'reorder_point', 'reorder_quantity', 'lead_time_days', 'safety_stock'],
  },
  product_lookup: {
    answers: 'Variants: SKU, barcode, name, price, cost.',
    operation: listVariants,
    path: '/variants',
    columns: ['sku', 'name', 'barcode', 'unit', 'unit_price', 'unit_cost', 'lot_tracked', 'shelf_life_days'],
  },
  suppliers: {
    answers: 'Suppliers: how long they usually take, and how to reach them.',
    operation: listSuppliers,
    path: '/suppliers',
    columns: ['code', 'name', 'lead_time_days', 'email', 'phone', 'notes'],
  },
  locations: {
    answers: 'Locations: warehouses, stores and others, with their addresses.',
    operation: listLocations,
    path: '/locations',
    columns: ['code', 'name', 'type', 'address', 'active'],
  },
  recipes: {
    answers: 'Recipes by the SKU that they make, with their ingredients.',
    operation: listRecipes,
    path: '/recipes',
    columns: ['name', 'sku', 'output_quantity', 'items', 'active'],
  },
  demand_forecast: {
    answers: 'Expected demand ahead, per variant, with its band.',
    operation: listForecasts,
    path: '/ai/forecasts',
    columns: ['sku', 'total_expected', 'total_lower', 'total_upper', 'stockout_date', 'method'],
  },
  insights: {
    answers: 'What needs attention.',
    operation: listInsights,
    path: '/ai/insights',
    columns: ['severity', 'type', 'title', 'message', 'sku'],
  },
} as const satisfies { readonly [name: string]: LookUp };

export type LookUpName = keyof typeof LOOK_UPS;
export const LOOK_UP_NAMES = Object.keys(LOOK_UPS) as LookUpName[];
/** The look-up, in the type that all of them have. */
export const lookUpNamed = (name: LookUpName): LookUp => LOOK_UPS[name];

export interface Found {
  columns: string[];
  rows: { [column: string]: unknown }[];
  total: number;
  path: string;
}

/** Reads the records on behalf of the caller. Refuses what their key or their organization's modules do not allow. */
export async function lookUp(
  { caller }: Reading,
  name: LookUpName,
  input: { [name: string]: unknown },
): Promise<Found> {
  const { operation, path, columns } = lookUpNamed(name);
  const spell = toSnake(shapeOf(operation.output));
  const { answer } = await execute(operation, caller, input, {
    present: result => (operation.many ? (result as Page) : { rows: [result as Row], total: 1 }),
  });
  const rows = answer.rows.map(row => spell(row) as Found['rows'][number]);
  return {
    columns: [...columns],
    rows: rows.map(row => Object.fromEntries(columns.map(column => [column, row[column] ?? null]))),
    total: answer.total ?? rows.length,
    path: addressOf(path, input),
  };
}

/** The URL that returns the same rows. */
function addressOf(path: string, { id, ...input }: { [name: string]: unknown }): string {
  const query = Object.entries(input).map(([name, value]) => `${snake(name)}=${encodeURIComponent(String(value))}`);
  return `${path.replace(':id', String(id))}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}
