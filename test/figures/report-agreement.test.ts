import { expect, test } from '@jest/globals';
import { listCostOfGoodsSold } from '../../src/domain/planning/reports/cost-of-goods-sold.ts';
import { listDemand } from '../../src/domain/planning/reports/demand.ts';
import { listFastMovers } from '../../src/domain/planning/reports/fast-movers.ts';
import { listInventoryAging } from '../../src/domain/planning/reports/inventory-aging.ts';
import { listInventoryRollForward } from '../../src/domain/planning/reports/inventory-roll-forward.ts';
import { listLowStock } from '../../src/domain/planning/reports/low-stock.ts';
import { listStockByLocation } from '../../src/domain/planning/reports/stock-by-location.ts';
import { listValuation } from '../../src/domain/planning/reports/valuation.ts';
import type { Group } from '../../src/figures/dimensions.ts';
import type { MeasureName } from '../../src/figures/measures.ts';
import { namedReports } from '../../src/figures/named.ts';
import { addDays } from '../../src/kernel/calendar.ts';
import type { Operation } from '../../src/kernel/operation.ts';
import { routes } from '../../src/rest/routes.ts';
import { TODAY, useShop } from '../support/shop.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
const shop = useShop(world);

interface Figures {
  [name: string]: unknown;
}
/** A column of the report, or a function of its row. */
type Column = string | ((row: Figures) => unknown);
const sum = (row: Figures, ...names: string[]): number =>
  names.reduce((total, name) => total + 10_000 * Number(row[name] ?? 0), 0) / 10_000;
const less = (row: Figures, a: string, b: string): number => sum(row, a) - sum(row, b);

interface Held {
  operation: Operation;
  given?: object;
  query: { measures: MeasureName[]; dimensions: Group[]; having?: object[]; from?: string; to?: string };
  /** The comparisons: a column of the report or a function of its row, with a measure or a function of the measures. */
  same: readonly (readonly [report: Column, query: Column])[];
}

const placeOf = (row: Figures) => (row['locationName'] === 'North' ? 'N' : row['locationName']);
const isLocation = (row: Figures) => (row['locationId'] === shop.north.id ? 'N' : 'South, the shop');

const HELD: { readonly [name: string]: Held } = {
  'fast movers': {
    operation: listFastMovers,
    query: {
      measures: ['units_fulfilled', 'order_count', 'on_hand'],
      dimensions: ['sku'],
      having: [{ field: 'units_fulfilled', op: '>', value: 0 }],
    },
    same: [
      ['sku', 'sku'],
      ['quantitySold', 'units_fulfilled'],
      ['orderCount', 'order_count'],
      ['quantityOnHand', 'on_hand'],
    ],
  },
  'stock by location': {
    operation: listStockByLocation,
    query: { measures: ['on_hand', 'reserved', 'available', 'incoming', 'stock_value'], dimensions: ['location'] },
    same: [
      [placeOf, 'location'],
      ['quantityOnHand', 'on_hand'],
      ['quantityReserved', 'reserved'],
      ['quantityAvailable', 'available'],
      ['quantityIncoming', 'incoming'],
      ['stockValue', 'stock_value'],
    ],
  },
  'low stock': {
    operation: listLowStock,
    query: {
      measures: ['shortage', 'units_to_order', 'available', 'incoming'],
      dimensions: ['sku', 'location'],
      having: [{ field: 'shortage', op: '>', value: 0 }],
    },
    same: [
      ['sku', 'sku'],
      [placeOf, 'location'],
      ['shortage', 'shortage'],
      ['suggestedOrderQuantity', 'units_to_order'],
      ['quantityAvailable', 'available'],
      ['quantityIncoming', 'incoming'],
    ],
  },
  'valuation, with what is in transit': {
    operation: listValuation,
    query: { measures: ['on_hand', 'stock_value', 'in_transit', 'in_transit_value'], dimensions: ['sku'] },
    same: [
      ['sku', 'sku'],
      ['quantityOnHand', 'on_hand'],
      ['stockValue', 'stock_value'],
      ['inTransitQuantity', 'in_transit'],
      ['inTransitValue', 'in_transit_value'],
    ],
  },
  'valuation by location': {
    operation: listValuation,
    given: { groupBy: 'location' },
    query: { measures: ['on_hand', 'stock_value', 'in_transit', 'in_transit_value'], dimensions: ['location'] },
    same: [
      [placeOf, 'location'],
      ['quantityOnHand', 'on_hand'],
      ['stockValue', 'stock_value'],
      ['inTransitQuantity', 'in_transit'],
      ['inTransitValue', 'in_transit_value'],
    ],
  },
  'cost of goods sold': {
    operation: listCostOfGoodsSold,
    query: {
      measures: ['units_fulfilled', 'units_returned', 'cogs', 'revenue'],
      dimensions: ['sku'],
      having: [{ field: 'units_fulfilled', op: '>', value: 0 }],
    },
    same: [
      ['sku', 'sku'],
      ['quantity', row => less(row, 'units_fulfilled', 'units_returned')],
      ['cost', 'cogs'],
      ['revenue', 'revenue'],
    ],
  },
  'cost of goods sold by day': {
    operation: listCostOfGoodsSold,
    given: { groupBy: 'day', from: addDays(TODAY, -1), to: addDays(TODAY, -1) },
    query: { measures: ['cogs', 'revenue'], dimensions: ['day'], from: addDays(TODAY, -1), to: addDays(TODAY, -1) },
    same: [
      ['day', 'day'],
      ['cost', 'cogs'],
      ['revenue', 'revenue'],
    ],
  },
  'roll-forward': {
    operation: listInventoryRollForward,
    given: { from: addDays(TODAY, -1) },
    query: {
      measures: [
        'opening_stock',
        'opening_value',
        'units_received',
        'units_produced',
        'units_restocked',
        'units_transferred_in',
        'units_transferred_out',
        'units_adjusted',
        'units_fulfilled',
        'units_used',
        'units_wasted',
        'waste_value',
        'units_lost',
        'cogs',
        'closing_stock',
        'closing_value',
      ],
      dimensions: ['sku'],
      from: addDays(TODAY, -1),
    },
    same: [
      ['sku', 'sku'],
      ['openingQuantity', 'opening_stock'],
      [row => sum(row, 'openingValue'), row => sum(row, 'opening_value')],
      ['receivedQuantity', 'units_received'],
      ['producedQuantity', 'units_produced'],
      ['returnedQuantity', 'units_restocked'],
      ['transferredQuantity', row => less(row, 'units_transferred_in', 'units_transferred_out')],
      ['adjustedQuantity', 'units_adjusted'],
      ['soldQuantity', 'units_fulfilled'],
      [row => less(row, 'soldValue', 'returnedValue'), row => sum(row, 'cogs')],
      [row => sum(row, 'usedQuantity', 'wastedQuantity'), row => sum(row, 'units_used', 'units_wasted')],
      ['wastedValue', row => sum(row, 'waste_value')],
      ['lostQuantity', 'units_lost'],
      ['closingQuantity', 'closing_stock'],
      [row => sum(row, 'closingValue'), row => sum(row, 'closing_value')],
    ],
  },
  'inventory aging': {
    operation: listInventoryAging,
    query: {
      measures: ['age_days', 'on_hand', 'stock_value'],
      dimensions: ['sku', 'location'],
      having: [{ field: 'on_hand', op: '>', value: 0 }],
    },
    same: [
      ['sku', 'sku'],
      [isLocation, 'location'],
      ['ageDays', 'age_days'],
      ['quantityOnHand', 'on_hand'],
      ['stockValue', 'stock_value'],
    ],
  },
  demand: {
    operation: listDemand,
    given: { days: 365 },
    query: { measures: ['units_sold'], dimensions: ['day'], from: addDays(TODAY, -364) },
    same: [
      ['date', 'day'],
      ['sales', 'units_sold'],
    ],
  },
};

test.each(Object.entries(HELD))(
  '%s gives the same figures as the query',
  async (_, { operation, given = {}, query, same }) => {
    const of = (row: Figures, column: Column) => (typeof column === 'string' ? row[column] : column(row));
    const sorted = (all: unknown[][]) => all.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    const own = (await shop.tenant.list(operation, given)).rows.map(row => same.map(([column]) => of(row, column)));
    expect(own.length).toBeGreaterThan(0);
    expect(sorted((await shop.rows(query)).map(row => same.map(([, column]) => of(row, column))))).toEqual(sorted(own));
  },
);

test('every report with figures is compared with the query', () => {
  const held = new Set(Object.values(HELD).map(({ operation }) => operation.name));
  const named = new Set(Object.values(namedReports).map(({ name }) => name));
  const others = Object.entries(routes)
    .filter(([route]) => route.startsWith('GET /reports/'))
    .map(([, { name }]) => name)
    .filter(name => !held.has(name) && !named.has(name));
  // What the query itself offers, and the proof that the ledger and the levels agree.
  expect(others).toEqual(['listReconciliation', 'reportFields']);
});
