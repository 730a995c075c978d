import { z } from 'zod';
import { date, id, text } from '../kernel/inputs.ts';
import { type Caller, type Operation, query } from '../kernel/operation.ts';
import type { Group } from './dimensions.ts';
import type { Condition } from './filters.ts';
import { reportInput } from './input.ts';
import { type MeasureName, measureNamed } from './measures.ts';
import { has } from './plan.ts';
import { Report, reportOn } from './query.ts';

/* Named reports: queries with fixed measures, a choice of dimensions, and defaults. */

interface NamedReport {
  summary: string;
  measures: readonly MeasureName[];
  /** The dimensions to choose from; the first is the default. */
  groupBy: readonly Group[];
  /** Dimensions that are always added. */
  always?: readonly Group[];
  /** The measure that its rows are ordered by, largest first; grouped by time, they are ordered by time. */
  by?: MeasureName;
  having?: readonly Condition[];
  days?: number;
}

const ITEMS = ['sku', 'product', 'category', 'location', 'location_type', 'supplier', 'abc_class'] as const;
const TIME = ['day', 'week', 'month', 'quarter', 'year'] as const;

const NAMED = {
  sales_summary: {
    summary: 'Sums up sales: units, orders, revenue, cost and margin.',
    measures: [
      'units_sold',
      'order_count',
      'revenue',
      'average_order_value',
      'cogs',
      'margin',
      'margin_rate',
      'units_returned',
    ],
    groupBy: [
      'month',
      ...TIME.filter(each => each !== 'month'),
      'weekday',
      'sku',
      'product',
      'category',
      'location',
      'supplier',
      'abc_class',
    ],
    by: 'revenue',
  },
  waste_summary: {
    summary: 'Sums up waste: quantity, cost, and share of everything that left.',
    measures: ['units_wasted', 'waste_value', 'waste_rate'],
    groupBy: [...ITEMS, ...TIME],
    by: 'waste_value',
    having: [{ field: 'units_wasted', op: '>', value: 0 }],
  },
  movement_summary: {
    summary: 'Shows opening stock, everything that came and went, and closing stock, to which they add up.',
    measures: [
      'opening_stock',
      'units_received',
      'units_produced',
      'units_restocked',
      'units_transferred_in',
      'units_adjusted',
      'units_fulfilled',
      'units_used',
      'units_wasted',
      'units_transferred_out',
      'units_lost',
      'net_change',
      'closing_stock',
    ],
    groupBy: ITEMS,
    by: 'closing_stock',
  },
  supplier_scorecard: {
    summary: 'Rates suppliers: quantities delivered, lead time, punctuality and price changes.',
    measures: ['units_received', 'purchase_value', 'lead_time_days', 'on_time_rate', 'purchase_price_change'],
    groupBy: ['supplier', 'month', 'quarter', 'location'],
    by: 'purchase_value',
    days: 365,
  },
  abc: {
    summary: 'Shows which SKUs matter: each with its ABC class, what it sold and what it is worth.',
    measures: ['units_sold', 'revenue', 'units_used', 'on_hand', 'stock_value'],
    groupBy: ['sku', 'product', 'category'],
    always: ['abc_class'],
    by: 'revenue',
    days: 365,
  },
  turnover: {
    summary: 'Shows how fast stock is sold off: turnover, sell-through, age and value.',
    measures: ['turnover', 'sell_through', 'units_sold', 'on_hand', 'stock_value', 'age_days'],
    groupBy: ITEMS,
    by: 'stock_value',
    days: 365,
  },
  service_level: {
    summary: 'Shows how well demand was served: fill rate, days without stock, and sales lost to them (estimated).',
    measures: ['fill_rate', 'units_ordered', 'stock_out_days', 'lost_sales'],
    groupBy: ITEMS,
    by: 'stock_out_days',
  },
  forecast_accuracy: {
    summary: 'Shows how far forecasts were off, next to expected and actual sales.',
    measures: ['forecast_error', 'forecast_bias', 'expected_demand', 'units_sold'],
    groupBy: ['sku', 'product', 'category', 'abc_class'],
    by: 'units_sold',
  },
} as const satisfies { readonly [name: string]: NamedReport };

const several = (of: string) =>
  z
    .array(text(200))
    .min(1, 'Must not be empty.')
    .max(200, 'Must have at most 200 values.')
    .optional()
    .meta({ description: `Only these ${of}.` });

function operationOf(
  name: string,
  { summary, measures, groupBy, always = [], by, having = [], days }: NamedReport,
): Operation {
  const { limit } = reportInput.shape;
  const camelName = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const modules = measures.map(each => measureNamed(each).module);
  const module = modules.every(each => each === modules[0]) ? modules[0] : undefined;
  return query(`${camelName}Report`, {
    mayLag: true,
    area: 'reports',
    ...(module && { module }),
    summary,
    bare: true,
    input: z.strictObject({
      from: date()
        .optional()
        .meta({ description: `The first day. Default: ${days ?? 30} days up to \`to\`.` }),
      to: date().optional().meta({ description: 'The last day, included. Default: today.' }),
      groupBy: z
        .array(
          z
            .enum(groupBy as readonly [Group, ...Group[]], `Must be one of ${groupBy.join(', ')}.`)
            .meta({ id: `${camelName.charAt(0).toUpperCase()}${camelName.slice(1)}GroupBy` }),
        )
        .max(3, 'Must name at most 3.')
        .optional()
        .meta({ description: `Dimensions of the rows: ${groupBy.join(', ')}. Default: ${groupBy[0]}.` }),
      compareTo: z
        .enum(['previous_period', 'previous_year'])
        .optional()
        .meta({ id: 'ReportComparison', description: 'What to compare with: previous_period or previous_year.' }),
      locationId: id().optional().meta({ description: 'Only at this location.' }),
      skus: several('SKUs'),
      categories: several('categories'),
      suppliers: several('suppliers, by code, name or id'),
      limit: limit.meta({ description: 'Maximum number of rows: 1 to 10000, default 1000.' }),
    }),
    output: Report,
    run: (reading, input) => {
      const groups = [...(input.groupBy ?? [groupBy[0]!]), ...always];
      const isTimed = groups.some(each => (TIME as readonly string[]).includes(each));
      const conditions: { [field: string]: unknown } = {
        location: input.locationId && [input.locationId],
        sku: input.skus,
        category: input.categories,
        supplier: input.suppliers,
      };
      return reportOn(
        reading,
        {
          // Measures of a module that is switched off are left out, and those that are not known by these groups.
          measures: measures.filter(each => hasModule(each, reading.caller) && groups.every(group => has(each, group))),
          dimensions: groups,
          filters: Object.entries(conditions)
            .filter(([, value]) => value !== undefined)
            .map(([field, value]) => ({ field, op: 'in' as const, value: value as string[] })),
          having: [...having],
          ...(input.from !== undefined && { from: input.from }),
          ...(input.to !== undefined && { to: input.to }),
          ...(input.compareTo && { compareTo: input.compareTo }),
          ...(by && !isTimed && { sort: [`-${by}`] }),
          limit: input.limit,
        },
        days,
      );
    },
  });
}

const hasModule = (name: MeasureName, { modules }: Caller): boolean => {
  const { module } = measureNamed(name);
  return module === undefined || modules.has(module);
};

/** All named reports, by their names in paths. */
export const namedReports: { readonly [name: string]: Operation } = Object.fromEntries(
  Object.entries(NAMED).map(([name, each]) => [name, operationOf(name, each)]),
);
