import { describe, expect, it } from '@jest/globals';
import { asked } from './understanding.ts';

describe('what is asked for together', () => {
  it.each<[string, string[]]>([
    ['beans: stock + value', ['on_hand', 'stock_value']],
    ['estoque Beans + valor', ['on_hand', 'stock_value']],
    ['stock of beans and value', ['on_hand', 'stock_value']],
    ['Beans Bestand / Wert / Verbrauch Okt', ['on_hand', 'stock_value', 'units_used']],
    ['sales of beans in October and margin', ['units_sold', 'margin']],
    ['ventas de Beans en octubre, margen', ['units_sold', 'margin']],
    ['stock in Munich, in transit', ['on_hand', 'in_transit']],
  ])('is measured, each of it: %s', async (question, measures) => {
    expect(await asked(question)).toMatchObject({ measures });
  });

  it.each(['the sales of beans and the stock value of cups', 'stock of House Blend 1kg in Munich, sales in Berlin'])(
    'is not of what only the other is of: %s',
    async question => {
      expect(await asked(question)).toMatchObject({ status: 'needs_clarification' });
    },
  );

  it.each<[string, object]>([
    ['sales oct Munich / Berlin', { dimensions: ['location'], measures: ['units_sold'] }],
    ['revenue oct / nov Munich', { from: '2026-11-01', compareTo: { from: '2026-10-01', to: '2026-10-31' } }],
    ['margin / unit oct', { measures: ['margin', 'units_sold'] }],
    ['sales / store oct', { dimensions: ['location'] }],
  ])('is joined by a stroke if it is alike, and divided by it if it is not: %s', async (question, query) => {
    expect(await asked(question)).toMatchObject(query);
  });
});
