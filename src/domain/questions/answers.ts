import { type Cell, type Table, ungrounded } from './grounding.ts';
import type { Slots } from './slots.ts';
import { type ToolCall, type ToolName, tools } from './tools.ts';

/** One sentence from the rows a tool brought back. Every figure in it is a cell of the table that goes with it. */

type Row = { [column: string]: Cell };
interface Telling {
  rows: Row[];
  /** The sum of the rows, when there are several and they add up. */
  total: Row | undefined;
  call: ToolCall;
  /** " in Berlin Warehouse", or nothing. */
  where: string;
}

/** Columns that may be added up, per tool. */
const additive: { [tool in ToolName]?: readonly string[] } = {
  stock_level: ['quantity_on_hand', 'quantity_reserved', 'quantity_on_hold', 'quantity_available', 'quantity_incoming'],
  stock_by_location: ['quantity_on_hand', 'quantity_reserved', 'quantity_available', 'quantity_incoming'],
  inventory_value: ['quantity_on_hand', 'stock_value', 'items_without_cost'],
  sales_summary: ['quantity_sold', 'revenue', 'previous_quantity_sold', 'previous_revenue'],
  waste_summary: ['quantity_wasted', 'waste_value', 'record_count', 'previous_quantity_wasted'],
};

/** The table with a last row that sums it up, so that a total in the answer is in the data too. */
export function withTotal(call: ToolCall, table: Table): Table {
  const columns = additive[call.tool];
  const isAverage = call.tool === 'sales_summary' && call.arguments.aggregate === 'average';
  if (!columns || isAverage || table.rows.length < 2) return table;
  const total = table.columns.map((column, i): Cell => {
    if (!columns.includes(column)) return i === 0 ? 'Total' : null;
    const values = table.rows.map(row => row[i]).filter(cell => typeof cell === 'number');
    // Quantities have four decimals; adding them as integers keeps 0.1 + 0.2 out of the books.
    return values.length > 0 ? values.reduce((sum, value) => sum + Math.round(value * 10_000), 0) / 10_000 : null;
  });
  return { columns: table.columns, rows: [...table.rows, total] };
}

/** The answer to a call. Falls back to a sentence without figures rather than telling one that the table lacks. */
export function compose(call: ToolCall, slots: Slots, table: Table): string {
  const where = slots.location && call.tool !== 'transfers' ? ` in ${slots.location.name}` : '';
  if (table.rows.length === 0) return empty(call, slots, where);
  const all = table.rows.map((row): Row => Object.fromEntries(table.columns.map((column, i) => [column, row[i] ?? null])));
  const last = all.at(-1);
  const hasTotal = all.length > 1 && additive[call.tool] !== undefined && last?.[table.columns[0]!] === 'Total';
  const text = sentences[call.tool]({ rows: hasTotal ? all.slice(0, -1) : all, total: hasTotal ? last : undefined, call, where });
  // A place's name may hold a digit ("Store 5"); it comes from the catalogue and is no figure.
  const figures = where ? text.replaceAll(where, '') : text;
  return ungrounded(figures, table).length === 0 && !/undefined|null|NaN/.test(text) ? text : `Here is what I found${where}.`;
}

const item = (row: Row): string => (row['product_name'] && row['sku'] ? `${row['product_name']} (${row['sku']})` : String(row['product_name'] ?? row['sku'] ?? row['group'] ?? row['location_name'] ?? 'it'));
const at = (row: Row): string => (row['location_name'] ? ` in ${row['location_name']}` : '');
/** The first rows one by one; that there are more is said without counting them. */
function listed(rows: Row[], tell: (row: Row) => string, shown = 3): string {
  const told = rows.slice(0, shown).map(tell);
  return rows.length > shown ? `${told.join(', ')} and more` : told.length > 1 ? `${told.slice(0, -1).join(', ')} and ${told.at(-1)}` : told.join();
}
const dated = (word: string, value: Cell | undefined): string => (value ? ` ${word} ${value}` : '');
const optional = (value: Cell | undefined, tell: (value: Cell) => string): string => (value === null || value === undefined ? '' : tell(value));

const sentences: { [tool in ToolName]: (telling: Telling) => string } = {
  stock_level({ rows, total, call, where }) {
    const measure = (call.tool === 'stock_level' && call.arguments.measure) || 'on_hand';
    const extra = measure === 'on_hand' || measure === 'available' ? '' : `, ${'{available}'} available`;
    const tell = (row: Row): string => measure === 'on_hand' ? `${row['quantity_on_hand']} on hand, ${row['quantity_available']} available` : `${row[`quantity_${measure}`]} ${measure.replace('_', ' ')}${extra.replace('{available}', String(row['quantity_available']))}`;
    if (total) return `In total ${tell(total)}${where}: ${listed(rows, row => `${row['sku']}${where ? '' : at(row)} ${row[`quantity_${measure}`]}`)}.`;
    const [row] = rows as [Row];
    const place = at(row) || where;
    return row['quantity_on_hand'] === 0 ? `${item(row)} is out of stock${place}: ${tell(row)}${optional(row['quantity_incoming'], value => (value === 0 ? '' : `, ${value} incoming`))}.` : `${item(row)}${place}: ${tell(row)}.`;
  },
  stock_by_location({ rows, total }) {
    if (!total) return `${rows[0]!['location_name']} has ${rows[0]!['quantity_on_hand']} on hand, ${rows[0]!['quantity_available']} available.`;
    return `${listed(rows, row => `${row['location_name']} has ${row['quantity_on_hand']} on hand`)}; ${total['quantity_on_hand']} in total.`;
  },
  low_stock({ rows, call, where }) {
    const isOut = call.tool === 'low_stock' && call.arguments.threshold === 0;
    return isOut ? `Out of stock${where}: ${listed(rows, row => `${item(row)}${where ? '' : at(row)}`)}.` : `Low${where}: ${listed(rows, row => `${item(row)}${where ? '' : at(row)} with ${row['quantity_available']} available${optional(row['reorder_point'], point => ` (reorder point ${point})`)}`)}.`;
  },
  reorder_suggestions: ({ rows, where }) => `Order${where ? ` for${where.slice(3)}` : ''} ${listed(rows, row => `${row['suggested_order_quantity']} of ${item(row)}${optional(row['supplier_name'], name => ` from ${name}`)}`)}.`,
  fast_movers({ rows, call, where }) {
    const byRevenue = call.tool === 'fast_movers' && call.arguments.measure === 'revenue';
    const tell = (row: Row): string => `${item(row)} with ${byRevenue ? `revenue ${row['revenue']}` : `${row['quantity_sold']} sold`}`;
    return rows.length === 1 ? `Best seller${where}: ${tell(rows[0]!)}.` : `Best sellers${where}: ${listed(rows, tell)}.`;
  },
  slow_movers: ({ rows, call, where }) => `${call.tool === 'slow_movers' && call.arguments.kind === 'overstock' ? 'Overstocked' : 'Hardly selling'}${where}: ${listed(rows, row => `${item(row)} with ${row['quantity_on_hand']} on hand${optional(row['last_sold_on'], day => `, last sold ${day}`)}`)}.`,
  inventory_aging: ({ rows, where }) => `The oldest stock${where}: ${listed(rows, row => `${item(row)}${where ? '' : at(row)}, ${row['quantity_on_hand']} on hand for ${row['age_days']} days`)}.`,
  inventory_value({ rows, total, where }) {
    const money = (row: Row): string => `${row['stock_value']}${optional(row['currency'] ?? rows[0]?.['currency'], currency => ` ${currency}`)}`;
    return total ? `The stock${where} is worth ${money(total)}: ${listed(rows, row => `${row['group']} ${money(row)}`)}.` : `The stock${where} is worth ${money(rows[0]!)}.`;
  },
  expiring_lots: ({ rows, call, where }) => `${call.tool === 'expiring_lots' && call.arguments.expired ? 'Expired' : 'Expiring'}${where}: ${listed(rows, row => `lot ${row['lot_number']} of ${item(row)} on ${row['expiry_date']} (${row['quantity']})`)}.`,
  lots: ({ rows }) => rows.length === 1 ? `Lot ${rows[0]!['lot_number']} of ${item(rows[0]!)} is ${rows[0]!['status']} with ${rows[0]!['quantity_remaining']} left${dated('and expires on', rows[0]!['expiry_date'])}.` : `Lots: ${listed(rows, row => `${row['lot_number']} of ${item(row)} (${row['status']}, ${row['quantity_remaining']} left)`)}.`,
  lot_trace: ({ rows, call }) => `Lot ${rows[0]!['lot_number']} ${call.tool === 'lot_trace' && call.arguments.direction === 'backward' ? 'comes from' : 'went to'} ${listed(rows, row => `${row['reference'] ?? row['location_name'] ?? row['kind']} (${row['quantity']})`)}.`,
  demand_forecast: ({ rows, where }) => `Expected demand${where}: ${listed(rows, row => `${item(row)} ${row['expected_quantity']}${row['lower'] !== null && row['upper'] !== null ? ` (between ${row['lower']} and ${row['upper']})` : ''}`)}.`,
  stockout_risk: ({ rows, where }) => rows.length === 1 && !rows[0]!['stockout_date'] ? `${item(rows[0]!)} is not expected to run out${where}; ${rows[0]!['quantity_available']} available.` : `Running out${where}: ${listed(rows, row => `${item(row)}${row['stockout_date'] ? ` on ${row['stockout_date']}` : ' not in sight'} with ${row['quantity_available']} available`)}.`,
  sales_summary({ rows, total, call, where }) {
    const options = call.tool === 'sales_summary' ? call.arguments : undefined;
    const row = total ?? rows[0]!;
    const key = options?.measure === 'revenue' ? 'revenue' : options?.measure === 'orders' ? 'order_count' : 'quantity_sold';
    const unit = { revenue: 'revenue', order_count: 'orders', quantity_sold: 'sold' }[key];
    const said = (value: Cell | undefined): string => (key === 'revenue' ? `revenue ${value}` : `${value} ${unit}`);
    if (options?.aggregate === 'average') return `On average ${said(rows[0]![key])} per ${options.groupBy ?? 'day'}${where}.`;
    const compared = options?.compareTo && row[`previous_${key}`] !== null && row[`previous_${key}`] !== undefined ? `, ${trend(row[key], row[`previous_${key}`])} ${row[`previous_${key}`]} before${optional(row['change_percent'], value => ` (${value} %)`)}` : '';
    return total ? `In total ${said(total[key])}${where}${compared}: ${listed(rows, part => `${part['group']} ${part[key]}`)}.` : `${row['group'] ? `${row['group']}: ` : ''}${said(row[key])}${where}${compared}.`;
  },
  order_lookup: ({ rows }) => `Order ${rows[0]!['number']} is ${word(rows[0]!['status'])}: ${listed(rows, row => `${row['quantity']} of ${row['sku']}${optional(row['quantity_fulfilled'], value => (value === row['quantity'] ? '' : ` (${value} fulfilled)`))}`)}.`,
  orders_list: ({ rows, call, where }) => counted(rows) ?? `${call.tool === 'orders_list' && call.arguments.status ? sentence(word(call.arguments.status)) : 'Sales'} orders${where}: ${listed(rows, row => `${row['number']} (${word(row['status'])})`)}.`,
  purchase_orders: ({ rows }) => counted(rows) ?? `${listed(rows, row => `${row['number']}${optional(row['supplier_name'], name => ` from ${name}`)} is ${word(row['status'])}${optional(row['sku'], sku => `, ${row['quantity_outstanding']} of ${sku} outstanding`)}${dated('expected', row['expected_on'])}`)}.`,
  supplier_performance: ({ rows }) => `${listed(rows, row => `${row['supplier_name']}${optional(row['average_lead_time_days'], days => ` takes ${days} days`)}${optional(row['on_time_percent'], percent => `, ${percent} % on time`)}`)}.`,
  transfers: ({ rows }) => counted(rows) ?? `${listed(rows, row => `${row['number']} from ${row['source_name']} to ${row['destination_name']} is ${word(row['status'])}${optional(row['sku'], sku => ` with ${row['quantity']} of ${sku}`)}`)}.`,
  cycle_counts: ({ rows }) => `${listed(rows, row => `The count in ${row['location_name']} is ${word(row['status'])}${dated('since', row['completed_on'] ?? row['started_on'])}${optional(row['total_variance'], variance => `, variance ${variance}`)}`)}.`,
  returns: ({ rows }) => counted(rows) ?? `${listed(rows, row => `${row['number'] ?? row['group'] ?? row['reason'] ?? row['sku']}${optional(row['status'], status => ` is ${word(status)}`)}: ${row['quantity']}${optional(row['number'] ? row['sku'] : null, sku => ` of ${sku}`)}${optional(row['number'] ? row['reason'] : null, reason => ` (${reason})`)}`)}.`,
  movement_history: ({ rows, where }) => `Latest movements${where}: ${listed(rows, row => `${word(row['entry_type'])} of ${row['quantity_change']} ${row['sku']}${where ? '' : at(row)}`)}.`,
  waste_summary({ rows, total, where }) {
    const row = total ?? rows[0]!;
    const value = optional(row['waste_value'], amount => ` worth ${amount}`);
    const before = optional(row['previous_quantity_wasted'], amount => `, ${amount} before`);
    return total ? `${row['quantity_wasted']} wasted${where}${value}${before}: ${listed(rows, part => `${part['group']} ${part['quantity_wasted']}`)}.` : `${row['group'] ? `${row['group']}: ` : ''}${row['quantity_wasted']} wasted${where}${value}${before}.`;
  },
  production_batches: ({ rows }) => `${listed(rows, row => `${row['number']} of ${row['sku']} is ${word(row['status'])}, ${row['actual_quantity_produced'] ?? row['planned_quantity']} ${row['actual_quantity_produced'] === null ? 'planned' : 'produced'}`)}.`,
  product_lookup({ rows, call }) {
    const count = counted(rows);
    if (count) return count;
    const field = call.tool === 'product_lookup' ? call.arguments.field : undefined;
    const column = { sku: 'sku', barcode: 'barcode', price: 'unit_price', cost: 'unit_cost', category: 'category', supplier: 'supplier_name', unit: 'unit', variants: 'variant_name', lot_tracked: 'lot_tracked', status: 'status' }[field ?? 'sku'];
    return field && field !== 'sku' && field !== 'variants' ? `${listed(rows, row => `${item(row)}: ${field.replace('_', ' ')} ${row[column] ?? 'not set'}`)}.` : `${listed(rows, row => `${item(row)}${optional(row['variant_name'], name => ` ${name}`)}`, 5)}.`;
  },
  policy_lookup: ({ rows, call, where }) => `${listed(rows, row => {
    const field = call.tool === 'policy_lookup' ? call.arguments.field : undefined;
    return `${item(row)}${where || at(row)}: ${field ? `${field.replaceAll('_', ' ')} ${row[field]}` : `reorder point ${row['reorder_point']}, reorder quantity ${row['reorder_quantity']}`}`;
  })}.`,
  insights: ({ rows }) => `${listed(rows, row => String(row['title']))}.`,
  help: ({ rows }) => `You can ask, for example: ${listed(rows, row => String(row['question']), 5)}`,
};

const word = (value: Cell | undefined): string => String(value ?? 'unknown').replaceAll('_', ' ');
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** A count asked for is a table of one figure. */
const counted = (rows: Row[]): string | undefined => (rows.length === 1 && typeof rows[0]!['count'] === 'number' ? `There are ${rows[0]!['count']}.` : undefined);
function trend(now: Cell | undefined, before: Cell | undefined): string {
  if (typeof now !== 'number' || typeof before !== 'number' || now === before) return 'as';
  return now > before ? 'more than' : 'less than';
}

const nothing: { [tool in ToolName]: string } = {
  stock_level: 'There is no stock of that', stock_by_location: 'There is no stock', low_stock: 'Nothing is low on stock', reorder_suggestions: 'Nothing needs to be ordered now', fast_movers: 'Nothing was sold in that time',
  slow_movers: 'Everything in stock is selling', inventory_aging: 'There is no stock that old', inventory_value: 'There is no stock with a cost', expiring_lots: 'No lots expire in that time', lots: 'There are no such lots',
  lot_trace: 'I found no movements of that lot', demand_forecast: 'There is no forecast for that yet', stockout_risk: 'Nothing is expected to run out in that time', sales_summary: 'Nothing was sold in that time', order_lookup: 'I found no such order',
  orders_list: 'There are no such orders', purchase_orders: 'There are no such purchase orders', supplier_performance: 'There are no deliveries to judge by', transfers: 'There are no such transfers', cycle_counts: 'There are no such counts',
  returns: 'There were no such returns', movement_history: 'There were no such movements', waste_summary: 'No waste was recorded in that time', production_batches: 'There are no such production batches', product_lookup: 'I found no such product',
  policy_lookup: 'No reorder policy is set; the defaults apply', insights: 'Nothing needs your attention', help: 'Ask me about your inventory',
};

function empty(call: ToolCall, slots: Slots, where: string): string {
  if (slots.number && 'number' in tools[call.tool].arguments.shape) return `I found no '${slots.number}'.`;
  const isOut = call.tool === 'low_stock' && call.arguments.threshold === 0;
  const isExpired = call.tool === 'expiring_lots' && call.arguments.expired;
  return `${isOut ? 'Nothing is out of stock' : isExpired ? 'No lots have expired' : nothing[call.tool]}${where}.`;
}
