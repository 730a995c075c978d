import { type RawBuilder, sql } from 'kysely';
import type { Area, Module } from '../kernel/operation.ts';
import type { Part } from './parts.ts';

/* The measures: each is a formula over parts. */

type Sql = RawBuilder<unknown>;

export type MeasureUnit = 'units' | 'orders' | 'money' | 'rate' | 'days';

export interface Measure {
  description: string;
  area: Area;
  module?: Module;
  unit: MeasureUnit;
  /** Whether it describes a period or a point in time. */
  kind: 'period' | 'instant';
  /** Only known for the present, because its history is not kept. */
  onlyNow?: true;
  parts: readonly Part[];
  /** Computes the figure from its parts, in order. Default: the first part. */
  formula?: (...of: Sql[]) => Sql;
  /** Divided by the number of elapsed days. */
  isDaily?: true;
  /** A note that accompanies it whenever it is requested. */
  note?: string;
}

/** The part, or 0 if nothing happened: for counts. */
const none = (part: Sql): Sql => sql`coalesce(${part}, 0)`;
const per = (a: Sql, b: Sql): Sql => sql`${a} / nullif(${b}, 0)`;

/** For forecasts. */
const KEPT_SCORES =
  'forecast_error and forecast_bias count what was forecast beforehand and is over; a week counts on its first day.';

type Declared = Omit<Measure, 'kind'>;
const ofPeriod = (declared: Declared): Measure => ({ ...declared, kind: 'period' });
const ofInstant = (declared: Declared): Measure => ({ ...declared, kind: 'instant' });

const sales = { area: 'orders' } as const;
const stock = { area: 'inventory' } as const;
const buying = { area: 'purchasing' } as const;
const making = { area: 'manufacturing', module: 'manufacturing' } as const;
const waste = { area: 'traceability', module: 'traceability' } as const;

export const measures = {
  units_sold: ofPeriod({
    ...sales,
    unit: 'units',
    parts: ['sold'],
    description: 'Units fulfilled to customers, gross of returns; imported demand history counts as sold.',
  }),
  units_fulfilled: ofPeriod({
    ...sales,
    unit: 'units',
    parts: ['sold_here'],
    description: 'Units fulfilled to customers, by the ledger alone: without imported demand history.',
  }),
  daily_sales: ofPeriod({
    ...sales,
    unit: 'units',
    parts: ['sold'],
    isDaily: true,
    description:
      'Units sold on an average day of these days, of those that have passed; imported demand history counts.',
  }),
  order_count: ofPeriod({
    ...sales,
    unit: 'orders',
    parts: ['orders'],
    description: 'Orders that something was fulfilled of.',
  }),
  orders_created: ofPeriod({
    ...sales,
    unit: 'orders',
    parts: ['made'],
    description: 'Orders that were made, whatever became of them.',
  }),
  units_ordered: ofPeriod({
    ...sales,
    unit: 'units',
    parts: ['ordered'],
    description: 'Units ordered by customers, by when the order was made; without cancelled orders.',
  }),
  revenue: ofPeriod({
    ...sales,
    unit: 'money',
    parts: ['revenue'],
    description:
      'What was fulfilled, at the price of its order line, less what came back. What had no price is left out and named.',
  }),
  cogs: ofPeriod({
    ...sales,
    unit: 'money',
    parts: ['cogs'],
    description:
      'Cost of goods sold, by the ledger: of what was fulfilled, less what came back, landed costs included.',
  }),
  margin: ofPeriod({
    ...sales,
    unit: 'money',
    parts: ['revenue', 'cogs'],
    formula: (revenue, cogs) => sql`${revenue} - ${cogs}`,
    description: 'Revenue less cost of goods sold.',
  }),
  margin_rate: ofPeriod({
    ...sales,
    unit: 'rate',
    parts: ['revenue', 'cogs'],
    formula: (revenue, cogs) => per(sql`(${revenue} - ${cogs})`, revenue),
    description: 'Margin, of revenue.',
  }),
  turnover: ofPeriod({
    ...stock,
    unit: 'rate',
    parts: ['cogs', 'value_opening', 'value_closing'],
    formula: (cogs, opening, closing) => per(none(cogs), sql`((${none(opening)} + ${none(closing)}) / 2)`),
    description:
      'Cost of goods sold, for each of the mean of opening and closing value: how often stock was sold off in these days.',
  }),
  average_order_value: ofPeriod({
    ...sales,
    unit: 'money',
    parts: ['revenue', 'orders'],
    formula: per,
    description: 'Revenue for each order.',
  }),
  average_price: ofPeriod({
    ...sales,
    unit: 'money',
    parts: ['revenue', 'sold', 'unpriced'],
    formula: (revenue, sold, unpriced) => per(revenue, sql`(${sold} - ${none(unpriced)})`),
    description: 'Revenue for each unit that had a price.',
  }),
  units_returned: ofPeriod({
    ...sales,
    unit: 'units',
    parts: ['returned'],
    description: 'Units returned by customers, in whatever condition.',
  }),
  return_rate: ofPeriod({
    ...sales,
    unit: 'rate',
    parts: ['returned', 'sold'],
    formula: (returned, sold) => per(none(returned), sold),
    description: 'Units returned for each unit sold in the same days.',
  }),
  purchase_orders_placed: ofPeriod({
    ...buying,
    unit: 'orders',
    parts: ['placed'],
    description: 'Purchase orders, by when they were submitted; without cancelled ones.',
  }),
  units_purchased: ofPeriod({
    ...buying,
    unit: 'units',
    parts: ['purchased'],
    description: 'Units ordered from suppliers, by when the purchase order was submitted; without cancelled ones.',
  }),
  units_received: ofPeriod({
    ...buying,
    unit: 'units',
    parts: ['received'],
    description: 'Units received from suppliers.',
  }),
  purchase_value: ofPeriod({
    ...buying,
    unit: 'money',
    parts: ['paid'],
    description: 'What was received, at the cost of its purchase order line.',
  }),
  purchase_price_change: ofPeriod({
    ...buying,
    unit: 'rate',
    parts: ['paid', 'priced', 'paid_before', 'priced_before'],
    formula: (paid, priced, before, pricedBefore) => sql`${per(per(paid, priced), per(before, pricedBefore))} - 1`,
    description:
      'Mean cost of a received unit against that of the 365 days before. Over several SKUs it shows their mix too.',
  }),
  units_produced: ofPeriod({ ...making, unit: 'units', parts: ['produced'], description: 'Units produced.' }),
  units_used: ofPeriod({ ...making, unit: 'units', parts: ['used'], description: 'Units used up by production.' }),
  units_wasted: ofPeriod({
    ...waste,
    unit: 'units',
    parts: ['wasted'],
    description: "Units disposed of as waste, production's included.",
  }),
  waste_value: ofPeriod({
    ...waste,
    unit: 'money',
    parts: ['waste_value'],
    description: 'What the wasted units cost.',
  }),
  waste_rate: ofPeriod({
    ...waste,
    unit: 'rate',
    parts: ['wasted', 'sold_here', 'used'],
    formula: (wasted, sold, used) => per(none(wasted), sql`(${none(wasted)} + ${none(sold)} + ${none(used)})`),
    description: 'Wasted units for each unit that was sold, used or wasted.',
  }),
  units_adjusted: ofPeriod({
    ...stock,
    unit: 'units',
    parts: ['adjusted'],
    description: 'Net change by adjustments and counts.',
  }),
  units_transferred_in: ofPeriod({
    ...stock,
    unit: 'units',
    parts: ['moved_in'],
    description: 'Units that came from other locations.',
  }),
  units_transferred_out: ofPeriod({
    ...stock,
    unit: 'units',
    parts: ['moved_out'],
    description: 'Units that went to other locations.',
  }),
  units_lost: ofPeriod({
    ...stock,
    unit: 'units',
    parts: ['lost'],
    description: 'Units lost on the way between locations.',
  }),
  units_restocked: ofPeriod({
    ...stock,
    unit: 'units',
    parts: ['restocked'],
    description: 'Returned units that went back into stock.',
  }),
  net_change: ofPeriod({ ...stock, unit: 'units', parts: ['net'], description: 'Closing less opening stock.' }),
  opening_stock: ofPeriod({
    ...stock,
    unit: 'units',
    parts: ['opening'],
    description: 'On hand as the first day began.',
  }),
  closing_stock: ofPeriod({
    ...stock,
    unit: 'units',
    parts: ['closing'],
    description: 'On hand as the last day ended, or now.',
  }),
  opening_value: ofPeriod({
    ...stock,
    unit: 'money',
    parts: ['value_opening'],
    description: 'What the stock on hand was worth as the first day began, as far as its cost is known.',
  }),
  closing_value: ofPeriod({
    ...stock,
    unit: 'money',
    parts: ['value_closing'],
    description: 'What the stock on hand was worth as the last day ended, or is worth now.',
  }),
  sell_through: ofPeriod({
    ...sales,
    unit: 'rate',
    parts: ['sold_here', 'opening', 'received', 'produced', 'moved_in'],
    formula: (sold, ...had) => per(none(sold), sql`(${sql.join(had.map(none), sql` + `)})`),
    description: 'Sold, of what was there and came: sold / (opening + received + produced + transferred in).',
  }),
  stock_out_days: ofPeriod({
    ...stock,
    unit: 'days',
    parts: ['empty_days'],
    description: 'Days that ended with nothing on hand of a SKU at a location that sells it, added up.',
  }),
  lost_sales: ofPeriod({
    ...stock,
    unit: 'units',
    parts: ['missed'],
    description: 'Units that might have been sold on those days: estimated by how each sells today.',
    note: 'lost_sales is an estimate: days without stock at the rate at which the SKU sells there.',
  }),
  lead_time_days: ofPeriod({
    ...buying,
    unit: 'days',
    parts: ['lead_days', 'timed'],
    formula: per,
    description: 'Mean days from submitting to receiving, of purchase orders received whole in these days.',
  }),
  on_time_rate: ofPeriod({
    ...buying,
    unit: 'rate',
    parts: ['on_time', 'due'],
    formula: per,
    description: 'Purchase orders received by their expected day, of those received in these days that had one.',
  }),
  fill_rate: ofPeriod({
    ...sales,
    unit: 'rate',
    parts: ['fulfilled', 'ordered'],
    formula: (fulfilled, ordered) => per(none(fulfilled), ordered),
    description: 'Fulfilled, of what was ordered in these days.',
  }),
  forecast_error: ofPeriod({
    area: 'reports',
    unit: 'rate',
    parts: ['forecast_missed', 'forecast_came'],
    formula: per,
    description:
      'How far forecasts were off, each made before its day or week began: absolute errors as a share of what came (WAPE).',
    note: KEPT_SCORES,
  }),
  forecast_bias: ofPeriod({
    area: 'reports',
    unit: 'rate',
    parts: ['forecast_errors', 'forecast_came'],
    formula: per,
    description: 'By how much more (above 0) or less was forecast than came, as a share of what came.',
    note: KEPT_SCORES,
  }),
  on_hand: ofInstant({ ...stock, unit: 'units', parts: ['on_hand'], description: 'Units physically there.' }),
  available: ofInstant({
    ...stock,
    unit: 'units',
    onlyNow: true,
    parts: ['available'],
    description: 'Units that can be promised: on hand less reserved and on hold.',
  }),
  reserved: ofInstant({
    ...stock,
    unit: 'units',
    onlyNow: true,
    parts: ['reserved'],
    description: 'Units promised to orders and batches.',
  }),
  on_hold: ofInstant({
    ...stock,
    unit: 'units',
    onlyNow: true,
    parts: ['on_hold'],
    description: 'Units of lots in quarantine, recalled or expired.',
  }),
  incoming: ofInstant({
    ...stock,
    unit: 'units',
    onlyNow: true,
    parts: ['incoming'],
    description: 'Units that open purchase orders and shipped transfers still bring.',
  }),
  on_order: ofInstant({
    ...buying,
    unit: 'units',
    onlyNow: true,
    parts: ['on_order'],
    description: 'Units that open purchase orders still bring.',
  }),
  stock_value: ofInstant({
    ...stock,
    unit: 'money',
    parts: ['value'],
    description:
      'What the stock on hand cost, by the ledger. What is between two locations stands in in_transit_value; what has no known cost is left out and named.',
  }),
  in_transit: ofInstant({
    ...stock,
    unit: 'units',
    parts: ['in_transit'],
    description: 'Units shipped to another location and not received yet, by their destination.',
  }),
  in_transit_value: ofInstant({
    ...stock,
    unit: 'money',
    parts: ['value_in_transit', 'in_transit'],
    formula: (value, units) => sql`case when ${none(units)} = 0 then 0 else ${value} end`,
    description: 'What they cost.',
  }),
  shortage: ofInstant({
    ...stock,
    unit: 'units',
    onlyNow: true,
    parts: ['shortage'],
    description: 'Units missing to the reorder point, where less than that is available.',
  }),
  units_to_order: ofInstant({
    ...stock,
    unit: 'units',
    onlyNow: true,
    parts: ['suggested'],
    description:
      'Units to order now by the inventory policies: where stock is low and what is incoming does not suffice.',
  }),
  age_days: ofInstant({
    ...stock,
    unit: 'days',
    onlyNow: true,
    parts: ['aged', 'on_hand_now'],
    formula: per,
    description: 'Mean age of what is on hand, since the last receipt of its SKU there.',
  }),
  expected_demand: ofInstant({
    ...stock,
    unit: 'units',
    onlyNow: true,
    parts: ['daily'],
    formula: daily => sql`${daily} * 30`,
    description: 'Units expected to be sold in the next 30 days, as insights reckon.',
    note: 'expected_demand is an estimate: see /ai/forecasts for the band around it.',
  }),
  days_of_cover: ofInstant({
    ...stock,
    unit: 'days',
    onlyNow: true,
    parts: ['lasting', 'daily'],
    formula: per,
    description: 'How long what is available lasts at the expected daily demand, without lots that expire before.',
  }),
  open_orders: ofInstant({
    ...sales,
    unit: 'orders',
    onlyNow: true,
    parts: ['open_orders'],
    description: 'Orders neither finished nor cancelled.',
  }),
  units_to_fulfill: ofInstant({
    ...sales,
    unit: 'units',
    onlyNow: true,
    parts: ['outstanding'],
    description: 'Units that open orders still wait for.',
  }),
  open_purchase_orders: ofInstant({
    ...buying,
    unit: 'orders',
    onlyNow: true,
    parts: ['open_purchase_orders'],
    description: 'Purchase orders neither draft, finished nor cancelled.',
  }),
} as const satisfies { readonly [name: string]: Measure };

export type MeasureName = keyof typeof measures;
export const MEASURES = Object.keys(measures) as MeasureName[];
export const measureNamed = (name: MeasureName): Measure => measures[name];

/** The figure as the measure shows it: without any facts, counts are 0, and amounts of money and rates are unknown. */
export function figureFrom(
  { unit, parts: names, formula, isDaily }: Measure,
  part: (name: Part) => Sql,
  days: number,
): Sql {
  const of = names.map(part);
  const whole = formula ? formula(...of) : of[0]!;
  const value = isDaily ? sql`${whole} / ${days}::int` : whole;
  const isCount = !formula && unit !== 'money' && unit !== 'rate';
  return sql`round(${isCount ? none(value) : value}, 4)`;
}

/**
 * What measures leave out because its price or cost is not known, and the note that says so if that is not zero. Each
 * measure of money, and each that is computed from one, has its gaps here.
 */
export const GAPS: { readonly [part in Part]?: { of: readonly MeasureName[]; note(units: number): string } } = {
  unpriced: {
    of: ['revenue', 'average_order_value', 'average_price', 'margin', 'margin_rate'],
    note: units => `${units} units were sold without a price, or before the ledger began: no revenue is known of them.`,
  },
  uncosted: {
    of: ['cogs', 'margin', 'margin_rate', 'turnover'],
    note: units => `${units} units were sold whose cost is not known: cost of goods sold leaves them out.`,
  },
  waste_uncosted: {
    of: ['waste_value'],
    note: units => `${units} wasted units have no cost: waste_value leaves them out.`,
  },
  costless: {
    of: ['purchase_value', 'purchase_price_change'],
    note: units => `${units} units were received whose purchase order states no cost: they are left out.`,
  },
  unvalued: { of: ['stock_value'], note: units => `${units} units on hand have no cost: no value is known of them.` },
  unvalued_opening: {
    of: ['opening_value', 'turnover'],
    note: units => `${units} units on hand as the first day began have no cost: no value is known of them.`,
  },
  unvalued_closing: {
    of: ['closing_value', 'turnover'],
    note: units => `${units} units on hand as the last day ended have no cost: no value is known of them.`,
  },
  unvalued_in_transit: {
    of: ['in_transit_value'],
    note: units => `${units} units in transit have no cost: no value is known of them.`,
  },
};
