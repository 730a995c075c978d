import { describe, expect, it } from '@jest/globals';
import { compose, withTotal } from '../../src/questions/answers.ts';
import { type Cell, type Table, ungrounded } from '../../src/questions/grounding.ts';
import { type ToolName, toolCall, toolNames, tools } from '../../src/questions/tools.ts';

const required: { [tool in ToolName]?: object } = {
  sales_summary: { period: { from: '2026-10-01', to: '2026-10-31' } },
  order_lookup: { number: 'SO-000042' },
  lot_trace: { lotNumber: 'L-1' },
};
const callOf = (tool: ToolName, more: object = {}) => toolCall(tool, { ...required[tool], ...more });

/** A plausible cell for a column: what matters is that every one is different. */
function cell(column: string, n: number): Cell {
  if (/_on$|_date$|_at$/.test(column)) return `2026-0${1 + (n % 9)}-1${n % 10}`;
  return /quantity|count|value|point|days|percent|cost|price|revenue|shortage|upper|lower|sold|variance|stock$|produced|outstanding/.test(
    column,
  )
    ? 1000 + n * 7 + 0.5
    : `${column} ${n}`;
}
const tableOf = (tool: ToolName, rows: number): Table => ({
  columns: tools[tool].columns,
  rows: Array.from({ length: rows }, (_, r) => tools[tool].columns.map((column, c) => cell(column, r * 20 + c))),
});

describe('composed answers', () => {
  it.each(toolNames.flatMap(tool => [1, 2, 5].map(rows => [tool, rows] as const)))(
    '%s tells %i rows without a figure of its own',
    (tool, rows) => {
      const table = withTotal(callOf(tool), tableOf(tool, rows));
      const text = compose(callOf(tool), {}, table);
      expect(ungrounded(text, table)).toEqual([]);
      expect(text).not.toMatch(/undefined|null|NaN|Here is what I found/);
      expect(text).toMatch(/[.?!\d]$/);
    },
  );

  it.each(toolNames)('%s has a sentence for an empty result', tool => {
    const text = compose(callOf(tool), {}, { columns: tools[tool].columns, rows: [] });
    expect(text).toMatch(/^(No|There|I found|Nothing|Everything|Ask)/);
    expect(ungrounded(text, { columns: [], rows: [] })).toEqual([]);
  });

  it.each(toolNames)('%s copes with rows full of nothing', tool => {
    const table = { columns: tools[tool].columns, rows: [tools[tool].columns.map(() => null)] };
    expect(compose(callOf(tool), {}, table)).not.toMatch(/undefined|null/);
  });

  it('says what is there, and where', () => {
    const table = {
      columns: tools.stock_level.columns,
      rows: [['TSH-BLU-M', 'T-Shirt', 'Berlin Warehouse', 42, 5, 0, 37, 0]],
    };
    expect(compose(callOf('stock_level'), {}, table)).toBe(
      'T-Shirt (TSH-BLU-M) in Berlin Warehouse: 42 on hand, 37 available.',
    );
  });

  it('says that something is out of stock, and what is coming', () => {
    const table = { columns: tools.stock_level.columns, rows: [['DEC-250', 'Decaf', null, 0, 0, 0, 0, 24]] };
    expect(compose(callOf('stock_level'), {}, table)).toBe(
      'Decaf (DEC-250) is out of stock: 0 on hand, 0 available, 24 incoming.',
    );
  });

  it('adds up what can be added, exactly, and shows the sum as a row', () => {
    const table = withTotal(callOf('stock_level'), {
      columns: tools.stock_level.columns,
      rows: [
        ['A', 'Tea', null, 0.1, 0, 0, 0.1, 0],
        ['B', 'Tea', null, 0.2, 0, 0, 0.2, 0],
      ],
    });
    expect(table.rows.at(-1)).toEqual(['Total', null, null, 0.3, 0, 0, 0.3, 0]);
    expect(compose(callOf('stock_level'), {}, table)).toBe('In total 0.3 on hand, 0.3 available: A 0.1 and B 0.2.');
  });

  it('tells a comparison', () => {
    const table = { columns: tools.sales_summary.columns, rows: [[null, 120, 900, 14, 100, 800, 20]] };
    expect(compose(callOf('sales_summary', { compareTo: { from: '2026-09-01', to: '2026-09-30' } }), {}, table)).toBe(
      '120 sold, more than 100 before (20 %).',
    );
  });

  it('gives up its figures rather than tell one that the table lacks', () => {
    const table: Table = { columns: ['group', 'quantity_sold'], rows: [['x', Number.NaN]] };
    expect(compose(callOf('sales_summary'), {}, table)).toBe('Here is what I found.');
  });
});

describe('the check of figures', () => {
  const table: Table = { columns: ['sku', 'n', 'day'], rows: [['HB-1KG', 42, '2026-11-18']] };
  it.each([
    ['42 on hand', []],
    ['43 on hand', ['43']],
    ['HB-1KG has 42 since 2026-11-18', []],
    ['on 2026-11-19', ['2026-11-19']],
    ['SO-000042 is late', []],
    ['-42 left', ['-42']],
    ['4.2 or 42.0', ['4.2']],
  ])('%s', (text, missing) => {
    expect(ungrounded(text, table)).toEqual(missing);
  });
});
