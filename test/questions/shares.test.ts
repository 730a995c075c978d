import { describe, expect, it } from '@jest/globals';
import { ask } from './understanding.ts';

describe('what a question becomes', () => {
  it.each<[string, object]>([
    ['What share of revenue came from Hamburg last month?', { group: 'location', values: ['HAM'] }],
    ['Welchen Anteil am Umsatz hatte Hamburg im Oktober?', { group: 'location', values: ['HAM'] }],
    ['Share of revenue by category last month', { group: 'category', values: [] }],
  ])('a share is told of all, not of a part that is filtered: %s', async (question, share) => {
    const { request } = await ask(question);
    expect(request).toMatchObject({ also: { shares: share }, query: { measures: ['revenue'], filters: [] } });
  });

  it.each([
    ['What share of revenue in Hamburg was Beans?', 'category', 'Beans', 'HAM'],
    ["Share of Beans in Hamburg's revenue", 'category', 'Beans', 'HAM'],
    ["Hamburg's share of Beans revenue", 'location', 'HAM', 'Beans'],
    ['How much of our Beans revenue came from Hamburg, in percent?', 'location', 'HAM', 'Beans'],
  ])('of two names one is the part and one the whole: %s', async (question, group, part, whole) => {
    const { request } = await ask(question);
    expect(request).toMatchObject({
      also: { shares: { group, values: [part] } },
      query: { measures: ['revenue'], dimensions: [group], filters: [{ value: [whole] }] },
    });
  });

  it.each([
    'what percentage of the units sold in October were 1 kg bags of Beans?',
    'qué porcentaje de las unidades vendidas en octubre eran Beans de 1 kg',
  ])('of two names behind the verb, what is both is the part: %s', async question => {
    expect((await ask(question)).request).toMatchObject({
      also: { whole: { measures: ['units_sold'], filters: [] } },
      query: { filters: expect.arrayContaining([{ field: 'category', op: 'in', value: ['Beans'] }]) },
    });
  });

  it('what one item is of all is told by a second query', async () => {
    expect((await ask('How much of our revenue in October is DEC-1KG, in percent?')).request).toMatchObject({
      also: { whole: { measures: ['revenue'], filters: [], from: '2026-10-01' } },
      query: { filters: [{ field: 'sku', value: ['DEC-1KG'] }] },
    });
  });

  it.each<[string, object]>([
    ['margin per unit of HB-250 in October', { measures: ['margin', 'units_sold'], filters: [{ field: 'sku' }] }],
    ['what did we pay per kg for beans', { measures: ['purchase_value', 'units_received'] }],
    ['waste value per unit by category in October', { measures: ['waste_value', 'units_wasted'] }],
  ])('what it is per unit is told beside the units: %s', async (question, query) => {
    expect((await ask(question)).request).toMatchObject({ also: { perUnit: true }, query });
  });

  it.each([
    'How much more revenue did Munich make than Hamburg in October',
    'Wie viel mehr Umsatz hat München als Hamburg im Oktober gemacht',
  ])('what two differ by is told beside both: %s', async question => {
    expect((await ask(question)).request).toMatchObject({
      also: { isDifference: true },
      query: { measures: ['revenue'], dimensions: ['location'] },
    });
  });

  it.each<[string, object]>([
    ['top 5 by units in October', { dimensions: ['sku'], limit: 5 }],
    ['top 3 products by units last month', { dimensions: ['product'], limit: 3 }],
    ['welche 5 Artikel nach Stück im Oktober am besten', { dimensions: ['sku'], limit: 5 }],
  ])('what is ranked by units is what sold: %s', async (question, query) => {
    expect((await ask(question)).request).toMatchObject({ query: { ...query, sort: ['-units_sold'] } });
  });

  it.each<[string, string]>([
    ['How many cups are reserved in Hamburg for open orders?', 'reserved'],
    ['wie viele Cups sind für Aufträge reserviert', 'reserved'],
    ['how many HB-250 are on open orders', 'units_to_fulfill'],
    ['how many cup orders are reserved', 'open_orders'],
    ['how many kilos of HB-1KG went into roasting in October', 'units_used'],
  ])('counts what stands behind "how many": %s', async (question, measure) => {
    expect((await ask(question)).request).toHaveProperty('query.measures', [measure]);
  });

  it('does not rank transfers, of which no figure is', async () => {
    expect((await ask('biggest transfer last month')).handedBack?.status).toBe('needs_clarification');
  });

  it.each<[string, object]>([
    ['value of beans in stock', { measures: ['stock_value'] }],
    ['i 5 articoli che valgono di più nel magazzino di Amburgo', { measures: ['stock_value'], sort: ['-stock_value'] }],
    ['total kg of beans', { measures: ['on_hand', 'available'], filters: [{ field: 'category' }, { field: 'unit' }] }],
  ])('is of what is there: %s', async (question, query) => {
    expect((await ask(question)).request).toMatchObject({ query });
  });

  it.each<[string, object]>([
    ['Average weekly revenue in October', { measures: ['revenue'], dimensions: [], from: '2026-10-01' }],
    ['On average per month how many DEC-1KG do we sell', { measures: ['units_sold'], dimensions: [] }],
  ])('an average of a time is of all of it: %s', async (question, query) => {
    const { request } = await ask(question);
    expect(request).toMatchObject({ also: { mean: expect.any(String) }, query });
  });
});
