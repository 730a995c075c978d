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
  slow_movers: ['stock_value'],
  production_batches: ['planned_quantity', 'actual_quantity_produced'],
};

/** What of a call's rows adds up. */
export const additiveOf = (call: ToolCall): readonly string[] =>
  call.tool === 'sales_summary' && call.arguments.aggregate === 'average' ? [] : (additive[call.tool] ?? []);

/**
 * The table with a last row that sums it up, so that a total in the answer is in the data too. `sums` are those of all rows, where
 * the table has only the first.
 */
export function withTotal(call: ToolCall, table: Table, sums?: { readonly [column: string]: unknown }): Table {
  const columns = additiveOf(call);
  if (columns.length === 0 || table.rows.length < 2) return table;
  const total = table.columns.map((column, i): Cell => {
    if (!columns.includes(column)) return i === 0 ? 'Total' : null;
    if (sums) return (sums[column] ?? null) as Cell;
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
  const all = table.rows.map(
    (row): Row => Object.fromEntries(table.columns.map((column, i) => [column, row[i] ?? null])),
  );
  const last = all.at(-1);
  const hasTotal = all.length > 1 && additive[call.tool] !== undefined && last?.[table.columns[0]!] === 'Total';
  const text = sentences[call.tool]({
    rows: hasTotal ? all.slice(0, -1) : all,
    total: hasTotal ? last : undefined,
    call,
    where,
  });
  // A place's name may hold a digit ("Store 5"); it comes from the catalogue and is no figure.
  const figures = where ? text.replaceAll(where, '') : text;
  return ungrounded(figures, table).length === 0 && !/undefined|null|NaN/.test(text)
    ? text
    : `Here is what I found${where}.`;
}

const item = (row: Row): string =>
  row['product_name'] && row['sku']
    ? `${row['product_name']} (${row['sku']})`
    : String(row['product_name'] ?? row['sku'] ?? row['group'] ?? row['location_name'] ?? 'it');
const at = (row: Row): string => (row['location_name'] ? ` in ${row['location_name']}` : '');
/** The first rows one by one; that there are more is said without counting them. */
function listed(rows: Row[], tell: (row: Row) => string, shown = 3): string {
  const told = rows.slice(0, shown).map(tell);
  return rows.length > shown
    ? `${told.join(', ')} and more`
    : told.length > 1
      ? `${told.slice(0, -1).join(', ')} and ${told.at(-1)}`
      : told.join();
}
const given = (value: Cell | undefined, tell: (value: Cell) => string): string =>
  value === null || value === undefined ? '' : tell(value);

const sentences: { [tool in ToolName]: (telling: Telling) => string } = {
  stock_level({ rows, total, call, where }) {
    const measure = (call.tool === 'stock_level' && call.arguments.measure) || 'on_hand';
    const column = `quantity_${measure}`;
    const tell = (row: Row): string =>
      `${row[column]} ${measure.replace('_', ' ')}${measure === 'available' ? '' : given(row['quantity_available'], available => `, ${available} available`)}`;
    if (total && call.tool === 'stock_level' && call.arguments.order)
      return `${listed(rows, row => `${item(row)}${where ? '' : at(row)} with ${row[column]} ${measure.replace('_', ' ')}`)}.`;
    if (total)
      return `In total ${tell(total)}${where}: ${listed(rows, row => `${row['sku']}${where ? '' : at(row)} ${row[column]}`)}.`;
    const [row] = rows as [Row];
    const place = at(row) || where;
    if (row['quantity_on_hand'] !== 0) return `${item(row)}${place}: ${tell(row)}.`;
    return `${item(row)} is out of stock${place}: ${tell(row)}${given(row['quantity_incoming'] || null, incoming => `, ${incoming} incoming`)}.`;
  },
  stock_by_location({ rows, total }) {
    const counts = counted(rows, 'location');
    if (counts) return counts;
    if (!total)
      return `${rows[0]!['location_name']} has ${rows[0]!['quantity_on_hand']} on hand, ${rows[0]!['quantity_available']} available.`;
    return `${listed(rows, row => `${row['location_name']} has ${row['quantity_on_hand']} on hand`)}; ${total['quantity_on_hand']} in total.`;
  },
  low_stock({ rows, call, where }) {
    const here = (row: Row): string => `${item(row)}${where ? '' : at(row)}`;
    if (call.tool === 'low_stock' && call.arguments.threshold === 0)
      return `Out of stock${where}: ${listed(rows, here)}.`;
    const tell = (row: Row): string =>
      `${here(row)} with ${row['quantity_available']} available${given(row['reorder_point'], point => ` (reorder point ${point})`)}`;
    return `Low${where}: ${listed(rows, tell)}.`;
  },
  reorder_suggestions({ rows, where }) {
    const tell = (row: Row): string =>
      `${row['suggested_order_quantity']} of ${item(row)}${where ? '' : given(row['location_name'], name => ` for ${name}`)}${given(row['supplier_name'], name => ` from ${name}`)}`;
    return `Order${where && ` for${where.slice(3)}`} ${listed(rows, tell)}.`;
  },
  fast_movers({ rows, call, where }) {
    const byRevenue = call.tool === 'fast_movers' && call.arguments.measure === 'revenue';
    const tell = (row: Row): string =>
      `${item(row)} with ${byRevenue ? `revenue ${row['revenue']}` : `${row['quantity_sold']} sold`}`;
    return `${rows.length === 1 ? 'Best seller' : 'Best sellers'}${where}: ${listed(rows, tell)}.`;
  },
  slow_movers({ rows, total, call, where }) {
    const tell = (row: Row): string =>
      `${item(row)} with ${row['quantity_on_hand']} on hand${given(row['last_sold_on'], day => `, last sold ${day}`)}`;
    const worth = given(
      total?.['stock_value'] ?? rows[0]!['stock_value'],
      amount => `, worth ${amount}${total ? ' in all' : ''}`,
    );
    const kind = call.tool === 'slow_movers' ? call.arguments.kind : 'slow';
    return `${{ overstock: 'Overstocked', slow: 'Hardly selling', dead: 'Not sold' }[kind]}${where}: ${listed(rows, tell)}${worth}.`;
  },
  inventory_aging({ rows, where }) {
    return `The oldest stock${where}: ${listed(rows, row => `${item(row)}${where ? '' : at(row)}, ${row['quantity_on_hand']} on hand for ${row['age_days']} days`)}.`;
  },
  inventory_value({ rows, total, call, where }) {
    const money = (row: Row): string =>
      `${row['stock_value']}${given(row['currency'] ?? rows[0]?.['currency'], currency => ` ${currency}`)}`;
    if (total && call.tool === 'inventory_value' && call.arguments.order)
      return `${listed(rows, row => `${row['group']} is worth ${money(row)}`)}; ${money(total)} in all${where}.`;
    return `The stock${where} is worth ${money(total ?? rows[0]!)}${total ? `: ${listed(rows, row => `${row['group']} ${money(row)}`)}` : ''}.`;
  },
  expiring_lots({ rows, call, where }) {
    const tell = (row: Row): string =>
      `lot ${row['lot_number']} of ${item(row)} on ${row['expiry_date']}, ${row['quantity']} left`;
    return `${call.tool === 'expiring_lots' && call.arguments.expired ? 'Expired' : 'Expiring'}${where}: ${listed(rows, tell)}.`;
  },
  lots({ rows }) {
    const [row] = rows as [Row];
    if (rows.length > 1)
      return `Lots: ${listed(rows, lot => `${lot['lot_number']} of ${item(lot)} (${lot['status']}, ${lot['quantity_remaining']} left)`)}.`;
    return `Lot ${row['lot_number']} of ${item(row)} is ${row['status']} with ${row['quantity_remaining']} left${given(row['expiry_date'], day => ` and expires on ${day}`)}.`;
  },
  lot_trace({ rows, call }) {
    const way = call.tool === 'lot_trace' && call.arguments.direction === 'backward' ? 'comes from' : 'went to';
    const from = (row: Row): string =>
      row['location_name']
        ? `${row['location_name']} (${row['quantity']} still there)`
        : `${row['kind']}${given(row['reference'], name => ` ${name}`)} (${row['quantity']})`;
    return `Lot ${rows[0]!['lot_number']} ${way} ${listed(rows, from)}.`;
  },
  demand_forecast({ rows, where }) {
    const band = (row: Row): string =>
      row['lower'] !== null && row['upper'] !== null ? ` (between ${row['lower']} and ${row['upper']})` : '';
    return `Expected demand${where}: ${listed(rows, row => `${item(row)} ${row['expected_quantity']}${band(row)}`)}.`;
  },
  stockout_risk({ rows, where }) {
    const [row] = rows as [Row];
    if (rows.length === 1 && !row['stockout_date'])
      return `${item(row)} is not expected to run out${where}; ${row['quantity_available']} available.`;
    return `Running out${where}: ${listed(rows, one => `${item(one)} ${given(one['stockout_date'], day => `on ${day}`) || 'not in sight'} with ${one['quantity_available']} available`)}.`;
  },
  sales_summary({ rows, total, call, where }) {
    const options = call.tool === 'sales_summary' ? call.arguments : undefined;
    const row = total ?? rows[0]!;
    const key =
      options?.measure === 'revenue' ? 'revenue' : options?.measure === 'orders' ? 'order_count' : 'quantity_sold';
    const said = (value: Cell | undefined): string =>
      key === 'revenue' ? `revenue ${value}` : `${value} ${key === 'order_count' ? 'orders' : 'sold'}`;
    if (options?.aggregate === 'average')
      return `On average ${said(rows[0]![key])} per ${options.groupBy ?? 'day'}${where}.`;
    const before = options?.compareTo ? row[`previous_${key}`] : null;
    const compared = given(
      before,
      value =>
        `, ${trend(row[key], value)} ${value} ${options?.compareTo?.to && options.period.from && options.compareTo.to < options.period.from ? 'before' : 'then'}${given(row['change_percent'], percent => ` (${percent} %)`)}`,
    );
    if (total && options?.order)
      return `${listed(rows, part => `${part['group']} with ${said(part[key])}`)}; ${said(total[key])} in all${where}${compared}.`;
    if (total)
      return `In total ${said(total[key])}${where}${compared}: ${listed(rows, part => `${part['group']} ${part[key]}`)}.`;
    return capital(`${given(row['group'], group => `${group}: `)}${said(row[key])}${where}${compared}.`);
  },
  order_lookup({ rows }) {
    const fulfilled = (row: Row): string =>
      row['quantity_fulfilled'] === row['quantity']
        ? ''
        : given(row['quantity_fulfilled'], value => ` (${value} fulfilled)`);
    return `Order ${rows[0]!['number']} is ${word(rows[0]!['status'])}: ${listed(rows, row => `${row['quantity']} of ${row['sku']}${fulfilled(row)}`)}.`;
  },
  orders_list({ rows, call, where }) {
    const status = call.tool === 'orders_list' && call.arguments.status ? word(call.arguments.status) : 'sales';
    return (
      counted(rows, 'order') ??
      `${capital(status)} orders${where}: ${listed(rows, row => `${row['number']} (${word(row['status'])})`)}.`
    );
  },
  purchase_orders({ rows }) {
    const line = (row: Row): string =>
      row['quantity_outstanding'] === 0
        ? `${row['quantity_ordered']} of ${row['sku']}`
        : `${row['quantity_outstanding']} of ${row['sku']} outstanding`;
    const head = (row: Row): string =>
      `${row['number']}${given(row['supplier_name'], name => ` from ${name}`)} is ${word(row['status'])}${given(row['received_on'], day => ` since ${day}`) || given(row['expected_on'], day => `, expected ${day}`)}`;
    return counted(rows, 'purchase order') ?? `${perDocument(rows, head, line)}.`;
  },
  supplier_performance({ rows }) {
    const speed = (row: Row): string => given(row['average_lead_time_days'], days => ` takes ${days} days`);
    return (
      counted(rows, 'supplier') ??
      `${listed(rows, row => `${row['supplier_name']}${speed(row)}${given(row['on_time_percent'], percent => `, ${percent} % on time`)}`)}.`
    );
  },
  transfers({ rows }) {
    const head = (row: Row): string =>
      `${row['number']} from ${row['source_name']} to ${row['destination_name']} is ${word(row['status'])}`;
    return counted(rows, 'transfer') ?? `${perDocument(rows, head, row => `${row['quantity']} of ${row['sku']}`)}.`;
  },
  cycle_counts({ rows }) {
    const when = (row: Row): string => given(row['completed_on'] ?? row['started_on'], day => ` since ${day}`);
    return `${listed(rows, row => `The count in ${row['location_name']} is ${word(row['status'])}${when(row)}${given(row['total_variance'], variance => `, variance ${variance}`)}`)}.`;
  },
  returns({ rows }) {
    const why = (row: Row): string =>
      row['number'] ? `${given(row['sku'], sku => ` of ${sku}`)}${given(row['reason'], reason => ` (${reason})`)}` : '';
    const name = (row: Row): Cell | undefined => row['number'] ?? row['group'] ?? row['reason'] ?? row['sku'];
    return (
      counted(rows, 'return') ??
      `${listed(rows, row => `${name(row)}${given(row['status'], status => ` is ${word(status)}`)}: ${row['quantity']}${why(row)}`)}.`
    );
  },
  movement_history({ rows, where }) {
    return `Latest movements${where}: ${listed(rows, row => `${word(row['entry_type'])} of ${row['quantity_change']} ${row['sku']}${where ? '' : at(row)}${given(row['actor'], actor => ` by ${actor}`)}`)}.`;
  },
  waste_summary({ rows, total, where }) {
    const row = total ?? rows[0]!;
    const more = `${given(row['waste_value'], amount => ` worth ${amount}`)}${given(row['previous_quantity_wasted'], amount => `, ${amount} before`)}`;
    if (total)
      return `${row['quantity_wasted']} wasted${where}${more}: ${listed(rows, part => `${part['group']} ${part['quantity_wasted']}`)}.`;
    return `${given(row['group'], group => `${capital(String(group))}: `)}${row['quantity_wasted']} wasted${where}${more}.`;
  },
  production_batches({ rows, total }) {
    const output = (row: Row): string =>
      row['actual_quantity_produced'] === null
        ? `${row['planned_quantity']} planned`
        : `${row['actual_quantity_produced']} produced`;
    const sum = given(total?.['actual_quantity_produced'], amount => `; ${amount} produced in all`);
    return `${listed(rows, row => `${row['number']} of ${row['sku']} is ${word(row['status'])}, ${output(row)}`)}${sum}.`;
  },
  product_lookup({ rows, call }) {
    const { field, unset } = call.tool === 'product_lookup' ? call.arguments : {};
    const counts = counted(rows, field === 'sku' || field === 'variants' ? 'SKU' : 'product');
    if (counts) return counts;
    if (field && unset) return `Without ${word(field)}: ${listed(rows, item, 5)}.`;
    const column =
      field &&
      {
        sku: 'sku',
        barcode: 'barcode',
        price: 'unit_price',
        cost: 'unit_cost',
        category: 'category',
        supplier: 'supplier_name',
        unit: 'unit',
        variants: 'variant_name',
        lot_tracked: 'lot_tracked',
        status: 'status',
      }[field];
    if (column && field !== 'sku' && field !== 'variants')
      return `${listed(rows, row => `${item(row)}: ${field.replace('_', ' ')} ${row[column] ?? 'not set'}`)}.`;
    return `${listed(rows, row => `${item(row)}${given(row['variant_name'], name => ` ${name}`)}`, 5)}.`;
  },
  policy_lookup({ rows, call, where }) {
    const { field, unset } = call.tool === 'policy_lookup' ? call.arguments : {};
    if (unset) return `Without a reorder policy: ${listed(rows, row => `${item(row)}${where || at(row)}`)}.`;
    const tell = (row: Row): string =>
      field === 'lead_time_days'
        ? `lead time ${row[field]} days`
        : field
          ? `${field.replaceAll('_', ' ')} ${row[field]}`
          : `reorder point ${row['reorder_point']}, reorder quantity ${row['reorder_quantity']}`;
    return `${listed(rows, row => `${item(row)}${where || at(row)}: ${tell(row)}`)}.`;
  },
  insights: ({ rows }) => `${listed(rows, row => String(row['title']))}.`,
  help: ({ rows }) => `You can ask, for example: ${listed(rows, row => String(row['question']), 5)}`,
};

const word = (value: Cell | undefined): string => String(value ?? 'unknown').replaceAll('_', ' ');
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** A count asked for is a table of one figure. */
function counted(rows: Row[], noun: string): string | undefined {
  const count = rows.length === 1 ? rows[0]!['count'] : undefined;
  return typeof count === 'number'
    ? `There ${count === 1 ? 'is' : 'are'} ${count} such ${noun}${count === 1 ? '' : 's'}.`
    : undefined;
}
/** What was said of each document once, with its lines. */
function perDocument(rows: Row[], head: (row: Row) => string, line: (row: Row) => string): string {
  const documents = [...Map.groupBy(rows, row => row['number']).values()];
  const tell = (lines: Row[]): string => `${head(lines[0]!)}${lines[0]!['sku'] ? `: ${listed(lines, line)}` : ''}`;
  return documents.length > 2
    ? `${documents.slice(0, 2).map(tell).join('; ')}; and more`
    : documents.map(tell).join('; ');
}
function trend(now: Cell | undefined, before: Cell | undefined): string {
  if (typeof now !== 'number' || typeof before !== 'number' || now === before) return 'as';
  return now > before ? 'more than' : 'less than';
}

const nothing: { [tool in ToolName]: string } = {
  stock_level: 'There is no stock of that',
  stock_by_location: 'There is no stock',
  low_stock: 'Nothing is low on stock',
  reorder_suggestions: 'Nothing needs to be ordered now',
  fast_movers: 'Nothing was sold in that time',
  slow_movers: 'Everything in stock is selling',
  inventory_aging: 'There is no stock that old',
  inventory_value: 'There is no stock with a cost',
  expiring_lots: 'No lots expire in that time',
  lots: 'There are no such lots',
  lot_trace: 'I found no movements of that lot',
  demand_forecast: 'There is no forecast for that yet',
  stockout_risk: 'Nothing is expected to run out in that time',
  sales_summary: 'Nothing was sold in that time',
  order_lookup: 'I found no such order',
  orders_list: 'There are no such orders',
  purchase_orders: 'There are no such purchase orders',
  supplier_performance: 'There are no deliveries to judge by',
  transfers: 'There are no such transfers',
  cycle_counts: 'There are no such counts',
  returns: 'There were no such returns',
  movement_history: 'There were no such movements',
  waste_summary: 'No waste was recorded in that time',
  production_batches: 'There are no such production batches',
  product_lookup: 'I found no such product',
  policy_lookup: 'No reorder policy is set; the defaults apply',
  insights: 'Nothing needs your attention',
  help: 'Ask me about your inventory',
};

function empty(call: ToolCall, slots: Slots, where: string): string {
  if (slots.number && 'number' in tools[call.tool].arguments.shape) return `I found no '${slots.number}'.`;
  const isOut = call.tool === 'low_stock' && call.arguments.threshold === 0;
  const isExpired = call.tool === 'expiring_lots' && call.arguments.expired;
  return `${isOut ? 'Nothing is out of stock' : isExpired ? 'No lots have expired' : nothing[call.tool]}${where}.`;
}
