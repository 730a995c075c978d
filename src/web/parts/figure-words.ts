import { time, words } from '../format.ts';
import { t } from '../language.ts';
import { translated } from '../translation.ts';

/* The usual names of measures and dimensions. Others are derived from their identifiers: `units_sold`, Units sold. */

const TITLES: { readonly [name: string]: string } = {
  sku: t('SKU'),
  abc_class: t('ABC class'),
  batch: t('Production batch'),
  units_fulfilled: t('Shipped'),
  units_received: t('Received'),
  units_produced: t('Produced'),
  units_used: t('Used in production'),
  units_wasted: t('Wasted'),
  units_adjusted: t('Adjusted'),
  units_restocked: t('Returned to stock'),
  units_transferred_in: t('Transferred in'),
  units_transferred_out: t('Transferred out'),
  units_lost: t('Lost in transit'),
  units_to_fulfill: t('Units to ship'),
  order_count: t('Orders shipped'),
  orders_created: t('Orders placed'),
  daily_sales: t('Units sold per day'),
  cogs: t('COGS'),
  margin: t('Gross margin'),
  margin_rate: t('Gross margin %'),
  return_rate: t('Return rate'),
  turnover: t('Stock turns'),
  average_price: t('Average selling price'),
  purchase_value: t('Spend'),
  purchase_price_change: t('Price change'),
  waste_value: t('Cost of waste'),
  stock_out_days: t('Days out of stock'),
  lost_sales: t('Lost sales (est.)'),
  lead_time_days: t('Lead time (days)'),
  on_time_rate: t('On-time delivery'),
  forecast_error: t('Forecast error (WAPE)'),
  expected_demand: t('Expected demand, 30 days'),
  age_days: t('Average age (days)'),
  in_transit_value: t('Value in transit'),
  open_purchase_orders: t('Open POs'),
  on_order_value: t('Value on order'),
  value_to_fulfill: t('Value to fulfill'),
  sku_count: t('SKUs'),
  movement_count: t('Movements'),
  current_price: t('Current price'),
  current_cost: t('Current cost'),
};

/** The title of a column of figures: `cogs_before` is `COGS, before`. */
export function titleOf(column: string): string {
  const own = TITLES[column];
  const [, name, ending] = own ? [] : (/^(.+)_(before|change)$/.exec(column) ?? []);
  if (!name || column === 'net_change') return own ?? words(column);
  return ending === 'before'
    ? t('{measure}, before', { measure: titleOf(name) })
    : t('{measure}, change', { measure: titleOf(name) });
}

const titlesOf = (columns: string): string => columns.split(', ').map(titleOf).join(', ');

const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+Z/;

/** A note on figures, which names them by their identifiers: `on_hand: as of now, not of 2026-11-01.` */
export function noteOf(note: string): string {
  const [, dated] = /^as_of does not apply to (.+): from and to set the days\.$/.exec(note) ?? [];
  if (dated) return t('{measures}: of the chosen days, not as of one day.', { measures: titlesOf(dated) });
  const told = note.replace(MOMENT, moment => time(moment));
  return translated(told.replace(/^[a-z_]+(?:, [a-z_]+)*(?=: as of now, )/, titlesOf));
}

const WEEKDAYS = [t('Monday'), t('Tuesday'), t('Wednesday'), t('Thursday'), t('Friday'), t('Saturday'), t('Sunday')];
/** Dimensions whose values are enums of the service. */
const ENUM_FIELDS = ['location_type', 'entry_type', 'reason', 'status', 'condition'];

/** The name of a group: weekday 1 is Monday, `order_fulfilled` is `Order fulfilled`. */
export function groupTitle(dimension: string, value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (dimension === 'weekday') return WEEKDAYS[Number(value) - 1] ?? String(value);
  return ENUM_FIELDS.includes(dimension) ? words(String(value)) : String(value);
}
