import type { Group } from '../../figures/dimensions.ts';
import type { ReportQuery } from '../../figures/input.ts';
import type { MeasureName } from '../../figures/measures.ts';
import type { LookUpName } from '../answering/look-ups.ts';
import type { Intent } from './intents.ts';
import type { Reading } from './reading.ts';
import type { Sentence } from './sentence.ts';
import type { Threshold } from './thresholds.ts';

/* The request that answers a question: one query of figures, or one look-up of records. */

export type Query = Partial<ReportQuery> & { measures: MeasureName[] };
export type Interpretation = Answerable | Beyond;
export type Answerable =
  | { kind: 'query'; query: Query; intent?: Intent | undefined; share?: Share | 'growth' | undefined }
  | { kind: 'look_up'; name: LookUpName; input: { [name: string]: unknown } }
  | { kind: 'help' };
/** Asked for as shares of the total: of these groups, or of all; growth is asked for as a share of what was before. */
export interface Share {
  group: Group;
  values: readonly string[];
}
/** Understood, but not recorded. */
export interface Beyond {
  kind: 'beyond';
  intent: Intent;
  why: string;
}

/** The question being read, with the assumptions made so far. */
export interface Setting {
  sentence: Sentence;
  reading: Reading;
  thresholds: readonly Threshold[];
  today: string;
  assumptions: string[];
}

/** The usual subject of each measure. */
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
  purchase_orders_placed: 'purchase_orders',
  units_purchased: 'purchase_orders',
  stock_value: 'inventory_value',
  units_produced: 'production_batches',
};

const OF_LOOK_UPS: { readonly [name in LookUpName]?: Intent } = {
  suppliers: 'supplier_performance',
  locations: 'stock_by_location',
  lot_trace_forward: 'lot_trace',
  lot_trace_backward: 'lot_trace',
};

export function intentOf(request: Interpretation): Intent {
  if (request.kind === 'help') return 'help';
  if (request.kind === 'beyond') return request.intent;
  if (request.kind === 'look_up') return OF_LOOK_UPS[request.name] ?? (request.name as Intent);
  const { measures, dimensions = [] } = request.query;
  const usual = request.intent ?? OF_MEASURES[measures[0]!];
  return usual === 'stock_level' && dimensions.includes('location') ? 'stock_by_location' : (usual ?? 'report');
}
