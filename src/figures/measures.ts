import { type RawBuilder, sql } from 'kysely';
import { knownCost } from '../domain/planning/reports/flows.ts';
import type { Area } from '../kernel/areas.ts';
import type { Module } from '../kernel/operation.ts';
import type { Part } from './parts.ts';

/* The measures: each is a formula over parts. */

type Sql = RawBuilder<unknown>;

type MeasureUnit = 'units' | 'orders' | 'money' | 'rate' | 'days';

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

/** The value of stock, as far as it is known: of stock that is all of unknown cost it is unknown, not 0. */
const costOf = (value: Sql, units: Sql, unvalued: Sql): Sql =>
  sql`case when ${none(unvalued)} <= 0 then coalesce(${value}, case when ${units} = 0 then 0 end)
      when ${unvalued} < ${units} then ${value} end`;

/** An amount of money as far as it is known: 0 of nothing, unknown if there are units and all are of unknown value. */
const amount = (value: Sql, ...unknown: Sql[]): Sql => knownCost(value, sql.join(unknown.map(none), sql` + `));

/** Goods that came back damaged leave a margin even if what they cost was never known. */
const marginOf = (margin: Sql, cogs: Sql, uncosted: Sql, unpriced: Sql): Sql =>
  sql`case when ${amount(cogs, uncosted)} is not null then ${amount(margin, uncosted, unpriced)} end`;

/** For forecasts. */
const KEPT_SCORES =
  'forecast_error and forecast_bias cover forecasts made in advance for days and weeks that are over; a week counts on its first day.';

type MeasureTerms = Omit<Measure, 'kind'>;
const ofPeriod = (declared: MeasureTerms): Measure => ({ ...declared, kind: 'period' });
const ofInstant = (declared: MeasureTerms): Measure => ({ ...declared, kind: 'instant' });

const sales = { area: 'orders' } as const;
const stock = { area: 'inventory' } as const;
const catalog = { area: 'catalog' } as const;
const buying = { area: 'purchasing' } as const;
const making = { area: 'manufacturing', module: 'manufacturing' } as const;
const waste = { area: 'traceability', module: 'traceability' } as const;

export const measures = {
  units_sold: ofPeriod({
    ...sales,
    unit: 'units',
    parts: ['sold'],
    description: 'Units fulfilled on orders, before returns are deducted; imported demand history included.',
  }),
  units_fulfilled: ofPeriod({
    ...sales,
    unit: 'units',
    parts: ['sold_here'],
    description: 'Units fulfilled on orders, before returns are deducted, without imported demand history.',
  }),
  daily_sales: ofPeriod({
    ...sales,
    unit: 'units',
    parts: ['sold'],
    isDaily: true,
    description:
      'Units sold per day, averaged over the days of the period that have passed; imported demand history included.',
  }),
  order_count: ofPeriod({
    ...sales,
    unit: 'orders',
    parts: ['orders'],
    description: 'Orders fulfilled in the period, at least in part.',
  }),
  orders_created: ofPeriod({
    ...sales,
    unit: 'orders',
    parts: ['made'],
    description: 'Orders created, including those cancelled since.',
  }),
  units_ordered: ofPeriod({
    ...sales,
    unit: 'units',
    parts: ['ordered'],
    description: 'Units ordered by customers, dated by when the order was created; without cancelled orders.',
  }),
  revenue: ofPeriod({
    ...sales,
    unit: 'money',
    parts: ['revenue', 'unpriced'],
    formula: amount,
    description:
      'Units fulfilled at the price of their order line, less units returned. Units without a price are left out, and a note says how many.',
  }),
  cogs: ofPeriod({
    ...sales,
    unit: 'money',
    parts: ['cogs', 'uncosted'],
    formula: amount,
    description:
      'Cost of goods sold, from the ledger: the cost of units fulfilled, landed costs included, less units put back into stock. Units at an unknown cost are left out, and a note says how many.',
  }),
  margin: ofPeriod({
    ...sales,
    unit: 'money',
    parts: ['margin', 'cogs', 'uncosted', 'unpriced'],
    formula: marginOf,
    description:
      'Revenue less cost of goods sold, of the sales whose price and cost are both known; a note says how many units are left out.',
  }),
  margin_rate: ofPeriod({
    ...sales,
    unit: 'rate',
    parts: ['margin', 'cogs', 'uncosted', 'unpriced', 'costed_revenue'],
    formula: (margin, cogs, uncosted, unpriced, revenue) =>
      per(marginOf(margin!, cogs!, uncosted!, unpriced!), revenue!),
    description: 'Margin as a share of the revenue of the same sales.',
  }),
  turnover: ofPeriod({
    ...stock,
    unit: 'rate',
    parts: [
      'cogs',
      'uncosted',
      'value_opening',
      'opening',
      'unvalued_opening',
      'value_closing',
      'closing',
      'unvalued_closing',
    ],
    formula: (cogs, uncosted, ...stocks) => {
      const [opening, closing] = [stocks.slice(0, 3), stocks.slice(3)].map(([value, units, unvalued]) =>
        costOf(none(value!), units!, unvalued!),
      );
      return per(amount(cogs!, uncosted!), sql`((${opening} + ${closing}) / 2)`);
    },
    description:
      'Cost of goods sold divided by the average of opening and closing stock value: how many times the stock turned over. Null if one of them is not known.',
  }),
  average_order_value: ofPeriod({
    ...sales,
    unit: 'money',
    parts: ['revenue', 'orders'],
    formula: per,
    description: 'Revenue per order fulfilled in the period, at least in part.',
  }),
  units_per_order: ofPeriod({
    ...sales,
    unit: 'units',
    parts: ['sold_here', 'orders'],
    formula: (sold, orders) => per(none(sold!), orders!),
    description: 'Units fulfilled per order fulfilled in the period, at least in part.',
  }),
  average_price: ofPeriod({
    ...sales,
    unit: 'money',
    parts: ['revenue', 'sold', 'unpriced'],
    formula: (revenue, sold, unpriced) => per(revenue, sql`(${sold} - ${none(unpriced)})`),
    description: 'Revenue per unit sold that had a price.',
  }),
  units_returned: ofPeriod({
    ...sales,
    unit: 'units',
    parts: ['returned'],
    description: 'Units returned by customers, in any condition.',
  }),
  return_rate: ofPeriod({
    ...sales,
    unit: 'rate',
    parts: ['returned', 'sold_here'],
    formula: (returned, sold) => per(none(returned), sold),
    description:
      'Units returned as a share of units fulfilled on orders in the same period; nothing is known of returns of imported demand.',
  }),
  purchase_orders_placed: ofPeriod({
    ...buying,
    unit: 'orders',
    parts: ['placed'],
    description: 'Purchase orders, dated by when they were submitted; without cancelled ones.',
  }),
  units_purchased: ofPeriod({
    ...buying,
    unit: 'units',
    parts: ['purchased'],
    description:
      'Units ordered from suppliers, dated by when the purchase order was submitted; without cancelled ones.',
  }),
  value_purchased: ofPeriod({
    ...buying,
    unit: 'money',
    parts: ['purchased_value', 'purchased_uncosted'],
    formula: amount,
    description:
      'Cost of the units ordered from suppliers, at the costs of these orders, dated by when the purchase order was submitted; without cancelled ones.',
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
    parts: ['paid', 'costless'],
    formula: amount,
    description:
      'Units received at the cost of their purchase order line. Units without a cost are left out, and a note says how many.',
  }),
  average_purchase_price: ofPeriod({
    ...buying,
    unit: 'money',
    parts: ['paid', 'priced'],
    formula: per,
    description: 'Cost of a unit received, on average: purchase value per unit received that had a cost.',
  }),
  purchase_price_change: ofPeriod({
    ...buying,
    unit: 'rate',
    parts: ['paid', 'priced', 'paid_before', 'priced_before'],
    formula: (paid, priced, before, pricedBefore) => sql`${per(per(paid, priced), per(before, pricedBefore))} - 1`,
    description:
      'Change in the average cost of a unit received, against the 365 days before the period. Across several SKUs it also reflects a different mix.',
  }),
  units_produced: ofPeriod({ ...making, unit: 'units', parts: ['produced'], description: 'Units produced.' }),
  batches_completed: ofPeriod({
    ...making,
    unit: 'orders',
    parts: ['batches'],
    description: 'Production batches that yielded something in the period.',
  }),
  buildable: ofInstant({
    ...making,
    unit: 'units',
    onlyNow: true,
    parts: ['buildable'],
    // Of what has no recipe it is not known, rather than none.
    formula: units => units,
    description:
      'Whole units that can be produced now of what is available of the ingredients at one location, by the latest active recipe.',
    note: 'buildable: of each SKU alone. Of SKUs that share ingredients, not all can be made.',
  }),
  units_used: ofPeriod({ ...making, unit: 'units', parts: ['used'], description: 'Units used in production.' }),
  units_wasted: ofPeriod({
    ...waste,
    unit: 'units',
    parts: ['wasted'],
    description: 'Units disposed of as waste, waste in production included.',
  }),
  waste_value: ofPeriod({
    ...waste,
    unit: 'money',
    parts: ['waste_value', 'waste_uncosted'],
    formula: amount,
    description: 'Cost of the units wasted. Units without a cost are left out, and a note says how many.',
  }),
  waste_rate: ofPeriod({
    ...waste,
    unit: 'rate',
    parts: ['wasted', 'sold_here', 'used'],
    formula: (wasted, sold, used) => per(none(wasted), sql`(${none(wasted)} + ${none(sold)} + ${none(used)})`),
    description: 'Units wasted as a share of all units sold, used or wasted.',
  }),
  units_adjusted: ofPeriod({
    ...stock,
    unit: 'units',
    parts: ['adjusted'],
    description: 'Net change in stock from adjustments and cycle counts.',
  }),
  units_transferred_in: ofPeriod({
    ...stock,
    unit: 'units',
    parts: ['moved_in'],
    description: 'Units received from other locations.',
  }),
  units_transferred_out: ofPeriod({
    ...stock,
    unit: 'units',
    parts: ['moved_out'],
    description: 'Units shipped to other locations.',
  }),
  units_lost: ofPeriod({
    ...stock,
    unit: 'units',
    parts: ['lost'],
    description: 'Units lost in transit between locations.',
  }),
  units_restocked: ofPeriod({
    ...stock,
    unit: 'units',
    parts: ['restocked'],
    description: 'Returned units put back into stock.',
  }),
  movement_count: ofPeriod({
    ...stock,
    unit: 'orders',
    parts: ['entries'],
    description: 'Entries of the ledger: each change of stock, of any type.',
  }),
  net_change: ofPeriod({ ...stock, unit: 'units', parts: ['net'], description: 'Closing stock less opening stock.' }),
  opening_stock: ofPeriod({
    ...stock,
    unit: 'units',
    parts: ['opening'],
    description: 'Units on hand at the start of the first day.',
  }),
  closing_stock: ofPeriod({
    ...stock,
    unit: 'units',
    parts: ['closing'],
    description: 'Units on hand at the end of the last day, or now if that has not ended.',
  }),
  opening_value: ofPeriod({
    ...stock,
    unit: 'money',
    parts: ['value_opening', 'opening', 'unvalued_opening'],
    formula: costOf,
    description: 'Cost of the stock on hand at the start of the first day, as far as it is known.',
  }),
  closing_value: ofPeriod({
    ...stock,
    unit: 'money',
    parts: ['value_closing', 'closing', 'unvalued_closing'],
    formula: costOf,
    description:
      'Cost of the stock on hand at the end of the last day, or now if that has not ended, as far as it is known.',
  }),
  sell_through: ofPeriod({
    ...sales,
    unit: 'rate',
    parts: ['sold_here', 'opening', 'received', 'produced', 'moved_in'],
    formula: (sold, ...had) => per(none(sold), sql`(${sql.join(had.map(none), sql` + `)})`),
    description:
      'Units sold as a share of what there was to sell: sold / (opening + received + produced + transferred in).',
  }),
  stock_out_days: ofPeriod({
    ...stock,
    unit: 'days',
    parts: ['empty_days'],
    description:
      'Days that ended with none of a SKU on hand at a location that sells it, summed over SKUs and locations.',
  }),
  lost_sales: ofPeriod({
    ...stock,
    unit: 'units',
    parts: ['missed'],
    description:
      "Units that might have sold on stock-out days, estimated from today's daily demand for the SKU at that location.",
    note: 'lost_sales is an estimate: stock-out days times the daily demand for the SKU at that location today.',
  }),
  lead_time_days: ofPeriod({
    ...buying,
    unit: 'days',
    parts: ['lead_days', 'timed'],
    formula: per,
    description:
      'Average days from submission to complete receipt, of purchase orders completely received in the period; without those closed short.',
  }),
  on_time_rate: ofPeriod({
    ...buying,
    unit: 'rate',
    parts: ['on_time', 'due'],
    formula: per,
    description:
      'Share of purchase orders completely received by their expected date, of those with one that were received or closed short in the period.',
  }),
  fill_rate: ofPeriod({
    ...sales,
    unit: 'rate',
    parts: ['fulfilled', 'ordered'],
    formula: (fulfilled, ordered) => per(none(fulfilled), ordered),
    description:
      'Share of the units ordered in the period that have been fulfilled by now, without cancelled orders; what an order closed short lacks counts as not fulfilled.',
  }),
  forecast_error: ofPeriod({
    area: 'reports',
    unit: 'rate',
    parts: ['forecast_missed', 'forecast_came'],
    formula: per,
    description:
      'Absolute differences between forecast and actual demand, as a share of actual demand (WAPE). Only forecasts made before their day or week began count.',
    note: KEPT_SCORES,
  }),
  forecast_bias: ofPeriod({
    area: 'reports',
    unit: 'rate',
    parts: ['forecast_errors', 'forecast_came'],
    formula: per,
    description: 'How far forecasts were above (positive) or below actual demand, as a share of actual demand.',
    note: KEPT_SCORES,
  }),
  on_hand: ofInstant({ ...stock, unit: 'units', parts: ['on_hand'], description: 'Units physically in stock.' }),
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
    description: 'Units reserved for orders and production batches.',
  }),
  on_hold: ofInstant({
    ...stock,
    unit: 'units',
    onlyNow: true,
    parts: ['on_hold'],
    description: 'Units of lots that are quarantined, recalled or expired.',
  }),
  incoming: ofInstant({
    ...stock,
    unit: 'units',
    onlyNow: true,
    parts: ['incoming'],
    description: 'Units still to arrive from open purchase orders and shipped transfers.',
  }),
  on_order: ofInstant({
    ...buying,
    unit: 'units',
    onlyNow: true,
    parts: ['on_order'],
    description: 'Units still to arrive from open purchase orders.',
  }),
  on_order_value: ofInstant({
    ...buying,
    unit: 'money',
    onlyNow: true,
    parts: ['on_order_value', 'on_order_uncosted'],
    formula: amount,
    description: 'Cost of the units still to arrive from open purchase orders, at the costs of these orders.',
  }),
  stock_value: ofInstant({
    ...stock,
    unit: 'money',
    parts: ['value', 'on_hand', 'unvalued'],
    formula: costOf,
    description:
      'Cost of the stock on hand, from the ledger. Stock between two locations is in in_transit_value; stock of unknown cost is left out, and a note says how much.',
  }),
  in_transit: ofInstant({
    ...stock,
    unit: 'units',
    parts: ['in_transit'],
    description: 'Units shipped to another location and not yet received, counted at their destination.',
  }),
  in_transit_value: ofInstant({
    ...stock,
    unit: 'money',
    parts: ['value_in_transit', 'in_transit'],
    formula: (value, units) => sql`case when ${none(units)} = 0 then 0 else ${value} end`,
    description: 'Cost of the units in transit, as far as it is known.',
  }),
  reorder_point: ofInstant({
    ...stock,
    unit: 'units',
    onlyNow: true,
    parts: ['reorder_point'],
    description: 'Reorder points of the inventory policies, summed over SKUs and locations.',
  }),
  shortage: ofInstant({
    ...stock,
    unit: 'units',
    onlyNow: true,
    parts: ['shortage'],
    description: 'Units by which available stock is below the reorder point.',
  }),
  units_to_order: ofInstant({
    ...stock,
    unit: 'units',
    onlyNow: true,
    parts: ['suggested'],
    description:
      'Units to order now under the inventory policies: where stock is low and incoming stock will not cover it.',
  }),
  age_days: ofInstant({
    ...stock,
    unit: 'days',
    onlyNow: true,
    parts: ['aged', 'on_hand_now'],
    formula: per,
    description:
      'Average age of the stock on hand in days, counted from the last receipt of the SKU at its location, or from the receipt of the lot.',
  }),
  expected_demand: ofInstant({
    ...stock,
    unit: 'units',
    onlyNow: true,
    parts: ['daily'],
    formula: daily => sql`${daily} * 30`,
    description:
      'Expected demand over the next 30 days, sales and use in production alike, as insights compute it. By location, what it sends to locations it feeds counts too.',
    note: 'expected_demand is an estimate: /ai/forecasts shows its range.',
  }),
  days_of_cover: ofInstant({
    ...stock,
    unit: 'days',
    onlyNow: true,
    parts: ['lasting', 'daily'],
    formula: per,
    description: 'Days that available stock lasts at the expected daily demand, without units that will expire unsold.',
  }),
  open_orders: ofInstant({
    ...sales,
    unit: 'orders',
    onlyNow: true,
    parts: ['open_orders'],
    description: 'Orders neither completely fulfilled nor cancelled.',
  }),
  units_to_fulfill: ofInstant({
    ...sales,
    unit: 'units',
    onlyNow: true,
    parts: ['outstanding'],
    description: 'Units of open orders still to be fulfilled.',
  }),
  value_to_fulfill: ofInstant({
    ...sales,
    unit: 'money',
    onlyNow: true,
    parts: ['outstanding_value', 'outstanding_unpriced'],
    formula: amount,
    description: 'Price of the units of open orders still to be fulfilled.',
  }),
  open_purchase_orders: ofInstant({
    ...buying,
    unit: 'orders',
    onlyNow: true,
    parts: ['open_purchase_orders'],
    description: 'Purchase orders that have been submitted and are neither completely received nor cancelled.',
  }),
  sku_count: ofInstant({
    ...catalog,
    unit: 'orders',
    onlyNow: true,
    parts: ['variants'],
    description: 'Variants of active products, each with its own SKU, in stock or not.',
  }),
  current_price: ofInstant({
    ...catalog,
    unit: 'money',
    onlyNow: true,
    parts: ['price', 'prices'],
    formula: per,
    description: 'Current price of the variants of active products: the mean where a row has several.',
  }),
  current_cost: ofInstant({
    ...catalog,
    unit: 'money',
    onlyNow: true,
    parts: ['cost', 'costs'],
    formula: per,
    description: 'Current cost of the variants of active products: the mean where a row has several.',
  }),
} as const satisfies { readonly [name: string]: Measure };

export type MeasureName = keyof typeof measures;
export const MEASURES = Object.keys(measures) as MeasureName[];
/** The measure, in the type that all of them have. */
export const measureNamed = (name: MeasureName): Measure => measures[name];

/** The figure as the measure shows it: without any facts, counts and amounts of money are 0, and rates are unknown. */
export function figureFrom(
  { unit, parts: names, formula, isDaily }: Measure,
  part: (name: Part) => Sql,
  days: number,
): Sql {
  const of = names.map(part);
  const whole = formula ? formula(...of) : of[0]!;
  const value = isDaily ? sql`${whole} / ${days}::int` : whole;
  const isCount = !formula && unit !== 'rate';
  return sql`round(${isCount ? none(value) : value}, 4)`;
}

/**
 * What measures leave out because its price or cost is not known, and the note that says so if that is not zero. Each
 * measure of money, and each that is computed from one, has its gaps here.
 */
export const GAPS: { readonly [part in Part]?: { of: readonly MeasureName[]; note(units: number): string } } = {
  unpriced: {
    of: ['revenue', 'average_order_value', 'average_price', 'margin', 'margin_rate'],
    note: units => `${units} units were sold without a price, or before the ledger began: their revenue is not known.`,
  },
  uncosted: {
    of: ['cogs', 'margin', 'margin_rate', 'turnover'],
    note: units => `${units} units were sold at an unknown cost: cost of goods sold and margin leave them out.`,
  },
  waste_uncosted: {
    of: ['waste_value'],
    note: units => `${units} wasted units have no cost: waste_value leaves them out.`,
  },
  purchased_uncosted: {
    of: ['value_purchased'],
    note: units => `${units} units were ordered without a cost: value_purchased leaves them out.`,
  },
  costless: {
    of: ['purchase_value', 'average_purchase_price', 'purchase_price_change'],
    note: units => `${units} units were received on purchase orders without a cost: they are left out.`,
  },
  unvalued: { of: ['stock_value'], note: units => `${units} units on hand have no cost: their value is not known.` },
  unvalued_opening: {
    of: ['opening_value', 'turnover'],
    note: units => `${units} units on hand at the start of the first day have no cost: their value is not known.`,
  },
  unvalued_closing: {
    of: ['closing_value', 'turnover'],
    note: units => `${units} units on hand at the end of the last day have no cost: their value is not known.`,
  },
  outstanding_unpriced: {
    of: ['value_to_fulfill'],
    note: units => `${units} units still to be fulfilled have no price: value_to_fulfill leaves them out.`,
  },
  on_order_uncosted: {
    of: ['on_order_value'],
    note: units => `${units} units on order have no cost: on_order_value leaves them out.`,
  },
  unvalued_in_transit: {
    of: ['in_transit_value'],
    note: units => `${units} units in transit have no cost: their value is not known.`,
  },
};
