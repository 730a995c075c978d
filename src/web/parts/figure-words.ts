import { words } from '../format.ts';

/* Measures and dimensions as people of the trade write them. What is not here is written as it is named: `units_sold`, Units sold. */

const TITLES: { readonly [name: string]: string } = {
  sku: 'SKU',
  abc_class: 'ABC class',
  batch: 'Production batch',
  units_fulfilled: 'Shipped',
  units_received: 'Received',
  units_produced: 'Produced',
  units_used: 'Used in production',
  units_wasted: 'Wasted',
  units_adjusted: 'Adjusted',
  units_restocked: 'Returned to stock',
  units_transferred_in: 'Transferred in',
  units_transferred_out: 'Transferred out',
  units_lost: 'Lost in transit',
  units_to_fulfill: 'Units to ship',
  order_count: 'Orders shipped',
  orders_created: 'Orders placed',
  daily_sales: 'Units sold per day',
  cogs: 'COGS',
  margin: 'Gross margin',
  margin_rate: 'Gross margin %',
  return_rate: 'Return rate',
  turnover: 'Stock turns',
  average_price: 'Average selling price',
  purchase_value: 'Spend',
  purchase_price_change: 'Price change',
  waste_value: 'Cost of waste',
  stock_out_days: 'Days out of stock',
  lost_sales: 'Lost sales (est.)',
  lead_time_days: 'Lead time (days)',
  on_time_rate: 'On-time delivery',
  forecast_error: 'Forecast error (WAPE)',
  expected_demand: 'Expected demand, 30 days',
  age_days: 'Average age (days)',
  in_transit_value: 'Value in transit',
  open_purchase_orders: 'Open POs',
};

/** What a column of figures is called: `cogs_before` is `COGS, before`. */
export function titleOf(column: string): string {
  const own = TITLES[column];
  const [, name, ending] = own ? [] : (/^(.+)_(before|change)$/.exec(column) ?? []);
  return name && column !== 'net_change' ? `${titleOf(name)}, ${ending}` : (own ?? words(column));
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** Values that the service has a word of its own for. */
const NAMED = ['location_type', 'entry_type', 'reason', 'status', 'condition'];

/** What a group is called: weekday 1 is Monday, `order_fulfilled` is `Order fulfilled`. */
export function groupTitle(dimension: string, value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (dimension === 'weekday') return WEEKDAYS[Number(value) - 1] ?? String(value);
  return NAMED.includes(dimension) ? words(String(value)) : String(value);
}
