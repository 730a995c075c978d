import type { Group } from '../../figures/dimensions.ts';
import type { Condition } from '../../figures/filters.ts';
import type { ReportQuery } from '../../figures/input.ts';
import type { MeasureName } from '../../figures/measures.ts';
import type { Unit } from '../../kernel/calendar.ts';
import type { LookUpName } from '../answering/look-ups.ts';
import { table } from '../words/tables.ts';
import type { Intent } from './intents.ts';
import type { Reading } from './reading.ts';
import type { Sentence } from './sentence.ts';
import type { Threshold } from './thresholds.ts';

/* The request that answers a question: one query of figures, or one look-up of records. */

export type Query = Partial<ReportQuery> & { measures: MeasureName[] };
export type Interpretation = Answerable | Beyond;
/** A look-up of recipes may be of a quantity of what they make. */
export type Answerable =
  | { kind: 'query'; query: Query; intent?: Intent | undefined; also?: Computed }
  | { kind: 'look_up'; name: LookUpName; input: { [name: string]: unknown }; quantity?: number; isCounted?: true }
  | { kind: 'help' };
/** A look-up of the records that fulfill these conditions. */
export const lookUp = (name: LookUpName, input: { [name: string]: unknown }): Interpretation => ({
  kind: 'look_up',
  name,
  input,
});

/** What an answer computes from its figures, if it is asked for. */
export interface Computed {
  /** Shares of the total: of these groups, or of all. */
  shares?: { group: Group; values: readonly string[] } | undefined;
  /** What its figure is a share of. */
  whole?: Query | undefined;
  /** How much that is for each unit of the time that has passed: "on average per week". */
  mean?: Unit | undefined;
  /** How much of the first figure that is for each unit of the second, and how many rows have the most of that. */
  perUnit?: true | Ranking;
  /** The change, as a share of what was before, and how many rows have the most of that. */
  growth?: true | Ranking;
  /** How much more one of two is than the other. */
  isDifference?: boolean;
  /** "The best seller of each shop", "the second best": the rows in these places, of those alike in these groups. */
  places?: { of: readonly Group[]; first: number; last: number };
  /** What is so of each of its goods in two places. */
  sides?: readonly Side[];
  /** Of which of all it has no row, or nothing: these are asked for. */
  absent?: Absent;
  /** What one of two is of the other, in percent. */
  isRatio?: boolean;
  /** "Sold at least 20 % more than in September": by how much of what was before. */
  grown?: { op: Condition['op']; value: number };
  /** "Did Munich take more than 10,000 euros": the condition on the figure of all that is told. */
  whether?: Condition;
  /** "How many lots are blocked": its rows, and first how many there are. */
  isCounted?: true;
  /** "When was it last sold": it is of one day, and of no others. */
  isLast?: boolean;
}
/** What the first figure is to be at a place: as to a number, or to that at another place. */
export interface Side {
  place: string;
  op: Condition['op'];
  than: number | string;
}
/** An order of the rows by what is computed of each, and how many of them come first. */
export interface Ranking {
  order: 'most' | 'least';
  limit: number;
}

/** What all of is known, so that those can be told that a query does not list. */
export type Absent = 'supplier' | 'location';

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
  /** The query that it continues. */
  carried: Query | undefined;
  assumptions: string[];
}

/** How many dimensions a query has at most. */
export const DIMENSIONS_MAX = 4;

/** The usual subject of each measure. */
const OF_MEASURES = table<Intent>(`
  sales_summary: units_sold revenue daily_sales; orders_list: order_count orders_created open_orders;
  stock_level: on_hand available reserved on_hold; purchase_orders: incoming on_order on_order_value units_received;
  orders_list: value_to_fulfill; product_lookup: sku_count current_price current_cost;
  purchase_orders: open_purchase_orders purchase_orders_placed units_purchased; returns: units_returned;
  waste_summary: units_wasted waste_value waste_rate; stockout_risk: days_of_cover;
  transfers: units_transferred_in units_transferred_out; movement_history: units_adjusted;
  inventory_value: stock_value; production_batches: units_produced`);

const OF_LOOK_UPS = table<Intent>(
  'production_batches: recipes; supplier_performance: suppliers; stock_by_location: locations; lot_trace: lot_trace_forward lot_trace_backward',
);

/** The published intent of what a question was read as. */
export function intentOf(request: Interpretation): Intent {
  if (request.kind === 'help') return 'help';
  if (request.kind === 'beyond') return request.intent;
  if (request.kind === 'look_up') return OF_LOOK_UPS.get(request.name) ?? (request.name as Intent);
  const { measures, dimensions = [] } = request.query;
  const usual = request.intent ?? OF_MEASURES.get(measures[0]!);
  return usual === 'stock_level' && dimensions.includes('location') ? 'stock_by_location' : (usual ?? 'report');
}
