import { describe, expect, it, test } from '@jest/globals';
import { answerOf, daysOf, plainly } from '../../src/questions/answering/answers.ts';
import { ungrounded } from '../../src/questions/answering/grounding.ts';

const TODAY = '2026-11-22';

test.each([
  ['2026-11-22', '2026-11-22', 'today'],
  ['2026-11-20', '2026-11-20', 'on 20 November 2026'],
  ['2026-10-01', '2026-10-31', 'in October 2026'],
  ['2026-11-01', '2026-11-22', 'in November 2026'],
  ['2026-01-01', '2026-11-22', 'in 2026'],
  ['2026-10-05', '2026-11-02', 'from 5 October 2026 to 2 November 2026'],
])('%s to %s is said as: %s', (from, to, expected) => expect(daysOf(from, to, TODAY)).toBe(expected));

const covers = {
  from: '2026-10-01',
  to: '2026-10-31',
  comparedFrom: null,
  comparedTo: null,
  asOf: null,
  ledgerSince: null,
  importedFrom: null,
  importedTo: null,
};
const meta = { covers, groups: 2, currency: 'EUR', notes: [] };

describe('an answer for people', () => {
  it('has figures with units, the days they are of, and the names of locations', () => {
    const query = {
      measures: ['units_sold' as const, 'revenue' as const],
      filters: [{ field: 'location', op: 'not_in' as const, value: ['BER'] }],
    };
    const totals = { units_sold: 12, revenue: 99.5 };
    const nameOf = (field: string, value: unknown) =>
      field === 'location' ? 'Berlin Roastery' : plainly(field, value);
    expect(answerOf(query, { data: [totals], totals, meta }, nameOf, TODAY)).toBe(
      '12 units sold, revenue 99.5 EUR (without Berlin Roastery; in October 2026).',
    );
  });

  it('shows each row, with unknown values marked as such', () => {
    const query = { measures: ['stock_value' as const], dimensions: ['category' as const, 'month' as const] };
    const data = [
      { category: 'Tea', month: '2026-10', stock_value: 5 },
      { category: null, month: '2026-11', stock_value: null },
    ];
    expect(answerOf({ ...query, dimensions: [...query.dimensions] }, { data, totals: {}, meta }, plainly, TODAY)).toBe(
      'Tea, October 2026: stock value 5 EUR; no category, November 2026: stock value not known.',
    );
  });

  it('says if there is nothing, and within which limits', () => {
    const having = [{ field: 'available', op: '<=' as const, value: 0 }];
    expect(
      answerOf(
        { measures: ['available'], dimensions: ['sku'], having },
        { data: [], totals: {}, meta },
        plainly,
        TODAY,
      ),
    ).toBe('There is none with available <= 0.');
  });
});

describe('the check of figures', () => {
  const cells = ['HB-1KG', 42, '2026-11-18'];
  it.each([
    ['42 on hand', []],
    ['43 on hand', ['43']],
    ['HB-1KG has 42 since 2026-11-18', []],
    ['on 2026-11-19', ['2026-11-19']],
    ['SO-000042 is late', []],
    ['-42 left', ['-42']],
    ['4.2 or 42.0', ['4.2']],
  ])('%s', (text, missing) => {
    expect(ungrounded(text, cells)).toEqual(missing);
  });
});
