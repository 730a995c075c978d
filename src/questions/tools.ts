import { z } from 'zod';

/**
 * The read-only tools a question can end in. Each says what it answers, what it may be told and which columns its
 * rows carry (asked for a count, one row with the one column `count`); the query behind it is somebody else's. Organization and scopes come from the caller, never from here.
 */

const uuid = z.uuid();
const date = z.iso.date();
const period = z
  .strictObject({
    from: date.nullable().describe('First day; null: from the beginning.'),
    to: date.nullable().describe('Last day, included; null: without end.'),
  })
  .describe("Whole days in the organization's time zone.");
const limit = z.int().min(1).max(50).describe('Rows at most.');
const days = z.int().min(1).max(365);
const order = z.enum(['asc', 'desc']);
const byTime = ['day', 'week', 'month', 'quarter', 'year'] as const;

/** Which items: their skus, whole products, or categories; several kinds add up. None: all items. */
const items = {
  skus: z.array(z.string().min(1).max(100)).max(50).optional(),
  productIds: z.array(uuid).max(50).optional(),
  categories: z.array(z.string().min(1).max(200)).max(20).optional(),
};
/** Which locations: named ones, or all of a type. None: all locations. */
const places = {
  locationIds: z.array(uuid).max(20).optional(),
  locationType: z.enum(['warehouse', 'store', 'other']).optional(),
};
const suppliers = { supplierIds: z.array(uuid).max(20).optional() };
const number = z
  .string()
  .min(1)
  .max(100)
  .describe("The human number of the document (SO-000042) or the client's own reference.");

type Module = 'traceability' | 'manufacturing';
interface Tool<S extends z.ZodType> {
  answers: string;
  arguments: S;
  columns: readonly string[];
  /** The module it needs; without it the answer says so. */
  module?: Module;
}
const tool = <S extends z.ZodType>(
  answers: string,
  shape: S,
  columns: readonly string[],
  module?: Module,
): Tool<S> => ({ answers, arguments: shape, columns, ...(module ? { module } : {}) });

export const tools = {
  stock_level: tool(
    'How much of an item there is. A row a sku over all locations, or a sku and location when locations are named.',
    z.strictObject({
      ...items,
      ...places,
      measure: z
        .enum(['on_hand', 'available', 'reserved', 'on_hold', 'incoming'])
        .optional()
        .describe('The quantity asked about.'),
      asOf: date.optional().describe('On hand at the end of that day, from the ledger.'),
      order: order.optional().describe('By that quantity: the most or the least first.'),
      limit: limit.default(50),
    }),
    [
      'sku',
      'product_name',
      'location_name',
      'quantity_on_hand',
      'quantity_reserved',
      'quantity_on_hold',
      'quantity_available',
      'quantity_incoming',
    ],
  ),
  stock_by_location: tool(
    'Stock per location, of everything or of some items.',
    z.strictObject({
      ...items,
      ...places,
      aggregate: z.enum(['count']).optional(),
      order: order.optional().describe('By quantity on hand.'),
      limit: limit.default(50),
    }),
    [
      'location_name',
      'location_type',
      'variant_count',
      'quantity_on_hand',
      'quantity_reserved',
      'quantity_available',
      'quantity_incoming',
    ],
  ),
  low_stock: tool(
    'Items below their reorder point, or with less than a given quantity available.',
    z.strictObject({
      ...items,
      ...places,
      ...suppliers,
      threshold: z.number().min(0).optional().describe('Available below this; absent: below the reorder point.'),
      inclusive: z
        .boolean()
        .default(false)
        .describe('Available at most the threshold; with threshold 0: out of stock.'),
      limit: limit.default(20),
    }),
    ['sku', 'product_name', 'location_name', 'quantity_available', 'reorder_point', 'shortage', 'quantity_incoming'],
  ),
  reorder_suggestions: tool(
    'What to order now and how much.',
    z.strictObject({ ...items, ...places, ...suppliers, limit: limit.default(20) }),
    [
      'sku',
      'product_name',
      'location_name',
      'supplier_name',
      'quantity_available',
      'quantity_incoming',
      'suggested_order_quantity',
    ],
  ),
  fast_movers: tool(
    'Items that sell most in a period.',
    z.strictObject({
      ...items,
      ...places,
      ...suppliers,
      period: period.optional().describe('Absent: the last 30 days.'),
      measure: z.enum(['quantity', 'revenue']).default('quantity'),
      limit: limit.default(10),
    }),
    ['sku', 'product_name', 'quantity_sold', 'revenue', 'order_count', 'quantity_on_hand'],
  ),
  slow_movers: tool(
    'Stock that does not sell: slow, dead or too much of it.',
    z.strictObject({
      ...items,
      ...places,
      kind: z.enum(['slow', 'dead', 'overstock']).default('slow'),
      days: days.default(90).describe('No or few sales in that many days.'),
      limit: limit.default(20),
    }),
    ['sku', 'product_name', 'quantity_on_hand', 'quantity_sold', 'last_sold_on', 'stock_value'],
  ),
  inventory_aging: tool(
    'How long stock has been lying since its last receipt.',
    z.strictObject({
      ...items,
      ...places,
      minimumDays: z.int().min(0).max(3650).optional(),
      ageBucket: z.enum(['0-30', '31-60', '61-90', '90+']).optional(),
      limit: limit.default(20),
    }),
    ['sku', 'product_name', 'location_name', 'quantity_on_hand', 'last_inbound_on', 'age_days', 'age_bucket'],
  ),
  inventory_value: tool(
    'What the stock is worth at unit cost: one row, or a row a group.',
    z.strictObject({
      ...items,
      ...places,
      ...suppliers,
      groupBy: z.enum(['location', 'category', 'product', 'supplier']).optional(),
      order: order.optional().describe('By value.'),
      limit: limit.default(20),
    }),
    ['group', 'quantity_on_hand', 'stock_value', 'currency', 'items_without_cost'],
  ),
  expiring_lots: tool(
    'Lots that expire soon, or have expired.',
    z.strictObject({
      ...items,
      ...places,
      ...suppliers,
      days: days.default(30).describe('Within that many days from today.'),
      period: period.optional().describe('Instead of days: expiry dates in this period.'),
      expired: z.boolean().default(false).describe('Those already past their date.'),
      limit: limit.default(20),
    }),
    ['lot_number', 'sku', 'product_name', 'location_name', 'expiry_date', 'days_until_expiry', 'quantity'],
    'traceability',
  ),
  lots: tool(
    'Lots and their status.',
    z.strictObject({
      ...items,
      ...places,
      ...suppliers,
      lotNumber: z.string().max(100).optional(),
      status: z.enum(['active', 'quarantine', 'exhausted', 'recalled']).optional(),
      period: period.optional().describe('Received in this period.'),
      limit: limit.default(20),
    }),
    ['lot_number', 'sku', 'product_name', 'status', 'expiry_date', 'quantity_remaining', 'received_on'],
    'traceability',
  ),
  lot_trace: tool(
    'Where a lot went (forward) or came from (backward).',
    z.strictObject({
      lotNumber: z.string().min(1).max(100),
      direction: z.enum(['forward', 'backward']).default('forward'),
    }),
    ['lot_number', 'kind', 'reference', 'location_name', 'quantity', 'occurred_on'],
    'traceability',
  ),
  demand_forecast: tool(
    'Expected demand ahead.',
    z.strictObject({
      ...items,
      ...places,
      days: days.default(30),
      period: period.optional().describe('Instead of days: exactly these days ahead.'),
      limit: limit.default(20),
    }),
    ['sku', 'product_name', 'expected_quantity', 'lower', 'upper'],
  ),
  stockout_risk: tool(
    'What runs out, and when.',
    z.strictObject({
      ...items,
      ...places,
      ...suppliers,
      days: days.default(30).describe('Running out within that many days; ignored when items are named.'),
      limit: limit.default(20),
    }),
    [
      'sku',
      'product_name',
      'location_name',
      'quantity_available',
      'average_daily_quantity',
      'days_of_cover',
      'stockout_date',
    ],
  ),
  sales_summary: tool(
    'Units sold and revenue of a period: one row, or a row a group; averages are per group, or per day without one.',
    z.strictObject({
      ...items,
      ...places,
      ...suppliers,
      period,
      compareTo: period.optional(),
      groupBy: z.enum([...byTime, 'location', 'product', 'sku', 'category']).optional(),
      aggregate: z.enum(['sum', 'average']).default('sum'),
      measure: z.enum(['quantity', 'revenue', 'orders']).default('quantity'),
      order: order.optional(),
      limit: limit.default(50),
    }),
    [
      'group',
      'quantity_sold',
      'revenue',
      'order_count',
      'previous_quantity_sold',
      'previous_revenue',
      'change_percent',
    ],
  ),
  order_lookup: tool('One sales order.', z.strictObject({ number }), [
    'number',
    'status',
    'location_name',
    'sku',
    'quantity',
    'quantity_fulfilled',
    'created_on',
    'fulfilled_on',
  ]),
  orders_list: tool(
    'Sales orders.',
    z.strictObject({
      ...items,
      ...places,
      status: z
        .enum(['open', 'pending', 'reserved', 'partially_fulfilled', 'fulfilled', 'cancelled'])
        .optional()
        .describe('open: pending, reserved or partially fulfilled.'),
      period: period
        .optional()
        .describe('Created in this period; fulfilled or cancelled in it, when that status is asked for.'),
      aggregate: z.enum(['count']).optional(),
      sortBy: z.enum(['created', 'quantity']).default('created'),
      order: order.default('desc'),
      limit: limit.default(20),
    }),
    ['number', 'status', 'location_name', 'item_count', 'total_quantity', 'created_on'],
  ),
  purchase_orders: tool(
    'Purchase orders and what is on its way from suppliers.',
    z.strictObject({
      ...items,
      ...places,
      ...suppliers,
      number: number.optional(),
      status: z
        .enum(['open', 'overdue', 'draft', 'submitted', 'partially_received', 'received', 'cancelled'])
        .optional()
        .describe('open: submitted or partially received; overdue: open and past the expected date.'),
      period: period.optional().describe('Expected in this period when it is ahead, created in it when it is past.'),
      aggregate: z.enum(['count']).optional(),
      limit: limit.default(20),
    }),
    [
      'number',
      'status',
      'supplier_name',
      'sku',
      'quantity_ordered',
      'quantity_outstanding',
      'expected_on',
      'received_on',
    ],
  ),
  supplier_performance: tool(
    'How fast and how punctual suppliers deliver.',
    z.strictObject({
      ...suppliers,
      sortBy: z.enum(['lead_time', 'on_time', 'name']).default('on_time'),
      order: order.default('desc').describe('lead_time desc: slowest first; on_time asc: least punctual first.'),
      period: period.optional(),
      aggregate: z.enum(['count']).optional(),
      limit: limit.default(20),
    }),
    [
      'supplier_name',
      'received_order_count',
      'average_lead_time_days',
      'on_time_percent',
      'average_delay_days',
      'open_order_count',
    ],
  ),
  transfers: tool(
    'Stock transfers between locations.',
    z.strictObject({
      ...items,
      ...places,
      sourceLocationIds: z.array(uuid).max(20).optional(),
      destinationLocationIds: z.array(uuid).max(20).optional(),
      number: number.optional(),
      status: z.enum(['open', 'pending', 'shipped', 'partially_received', 'received', 'cancelled']).optional(),
      period: period.optional(),
      aggregate: z.enum(['count']).optional(),
      limit: limit.default(20),
    }),
    ['number', 'status', 'source_name', 'destination_name', 'sku', 'quantity', 'quantity_received', 'shipped_on'],
  ),
  cycle_counts: tool(
    'Physical counts and their variances.',
    z.strictObject({
      ...items,
      ...places,
      status: z.enum(['open', 'draft', 'in_progress', 'completed']).optional(),
      period: period.optional(),
      limit: limit.default(20),
    }),
    ['location_name', 'status', 'started_on', 'completed_on', 'item_count', 'counted_count', 'total_variance'],
  ),
  returns: tool(
    'Return authorizations and what came back.',
    z.strictObject({
      ...items,
      ...places,
      number: number.optional(),
      orderNumber: number.optional(),
      status: z.enum(['pending', 'received', 'cancelled']).optional(),
      condition: z.enum(['sellable', 'damaged', 'discarded']).optional(),
      period: period.optional(),
      groupBy: z.enum(['product', 'reason', 'condition']).optional(),
      aggregate: z.enum(['count']).optional(),
      limit: limit.default(20),
    }),
    ['number', 'status', 'order_number', 'sku', 'quantity', 'condition', 'reason', 'received_on'],
  ),
  movement_history: tool(
    'Ledger entries: what changed stock, when and why.',
    z.strictObject({
      ...items,
      ...places,
      entryType: z
        .enum(['adjustment', 'receipt', 'transfer', 'sale', 'return', 'count', 'production', 'waste'])
        .optional(),
      reason: z.enum(['shrinkage', 'stock_in', 'damage', 'theft', 'correction', 'other']).optional(),
      period: period.optional(),
      limit: limit.default(20),
    }),
    [
      'occurred_at',
      'entry_type',
      'sku',
      'location_name',
      'quantity_change',
      'quantity_on_hand_after',
      'reason',
      'actor',
    ],
  ),
  waste_summary: tool(
    'What was thrown away, how much and why: one row, or a row a group.',
    z.strictObject({
      ...items,
      ...places,
      reason: z.enum(['expired', 'damaged', 'production', 'spoilage', 'contamination', 'other']).optional(),
      period: period.optional().describe('Absent: the last 30 days.'),
      compareTo: period.optional(),
      groupBy: z.enum(['product', 'location', 'reason', ...byTime]).optional(),
      limit: limit.default(20),
    }),
    ['group', 'quantity_wasted', 'waste_value', 'record_count', 'previous_quantity_wasted'],
    'traceability',
  ),
  production_batches: tool(
    'Production batches and their output.',
    z.strictObject({
      ...items,
      ...places,
      number: number.optional(),
      status: z.enum(['open', 'planned', 'in_progress', 'completed', 'cancelled']).optional(),
      period: period.optional(),
      limit: limit.default(20),
    }),
    [
      'number',
      'status',
      'sku',
      'location_name',
      'planned_quantity',
      'actual_quantity_produced',
      'started_on',
      'completed_on',
    ],
    'manufacturing',
  ),
  product_lookup: tool(
    'What an item is: sku, barcode, price, cost, category, supplier; or which items there are.',
    z.strictObject({
      ...items,
      ...suppliers,
      field: z
        .enum(['sku', 'barcode', 'price', 'cost', 'category', 'supplier', 'unit', 'variants', 'lot_tracked', 'status'])
        .optional(),
      unset: z.boolean().default(false).describe('Only those that have nothing in the field.'),
      aggregate: z.enum(['count']).optional(),
      sortBy: z.enum(['name', 'price', 'cost']).default('name'),
      order: order.default('asc'),
      limit: limit.default(20),
    }),
    [
      'sku',
      'product_name',
      'variant_name',
      'barcode',
      'category',
      'unit',
      'unit_price',
      'unit_cost',
      'supplier_name',
      'status',
    ],
  ),
  policy_lookup: tool(
    'Reorder policies: reorder point and quantity, lead time, safety stock.',
    z.strictObject({
      ...items,
      ...places,
      field: z.enum(['reorder_point', 'reorder_quantity', 'lead_time_days', 'safety_stock']).optional(),
      unset: z.boolean().default(false).describe('Instead: what has stock somewhere, and no policy there.'),
      limit: limit.default(20),
    }),
    ['sku', 'product_name', 'location_name', 'reorder_point', 'reorder_quantity', 'lead_time_days', 'safety_stock'],
  ),
  insights: tool(
    'What needs attention now.',
    z.strictObject({
      ...items,
      ...places,
      severity: z.enum(['critical', 'warning', 'info']).optional(),
      type: z
        .enum([
          'stockout_risk',
          'low_stock',
          'oversold',
          'overstock',
          'dead_stock',
          'demand_spike',
          'demand_drop',
          'expiring_lots',
          'late_purchase_order',
          'count_variance',
        ])
        .optional(),
      limit: limit.default(10),
    }),
    ['severity', 'type', 'title', 'sku', 'location_name'],
  ),
  help: tool('What can be asked.', z.strictObject({}), ['question']),
} as const;

export type ToolName = keyof typeof tools;
export const toolNames = Object.keys(tools) as ToolName[];

/** What a question can be about: a tool, or one of the two kinds that are only talked about. */
export const intents = [...toolNames, 'write_request', 'out_of_scope'] as const;
export type Intent = ToolName | 'write_request' | 'out_of_scope';

export type ToolArguments<N extends ToolName> = z.output<(typeof tools)[N]['arguments']>;
/** A tool with its validated arguments, told apart by its name. */
export type ToolCall = { [N in ToolName]: { tool: N; arguments: ToolArguments<N> } }[ToolName];

/** Checks what somebody (also a model) proposes; throws a ZodError. */
export const toolCall = (name: ToolName, proposed: unknown): ToolCall =>
  ({ tool: name, arguments: tools[name].arguments.parse(proposed) }) as ToolCall;

export const requiredModule = (intent: Intent): Module | undefined =>
  intent === 'write_request' || intent === 'out_of_scope' ? undefined : (tools[intent] as Tool<z.ZodType>).module;
