import { describe, expect, it } from '@jest/globals';
import { ask, asked } from './understanding.ts';

const queryOf = async (question: string) => {
  const { request } = await ask(question);
  return request?.kind === 'query' ? request.query : undefined;
};

describe('a word that restricts a question, or says what it is about', () => {
  it.each([
    'What do we only stock in Hamburg?',
    'List every sku where stock is worth over 900 euro',
    'Revenue for each of the top 3 categories by month',
    'How much of what we ordered in October has arrived?',
    'Which stores have not sold more than 10 mugs?',
    'Which cups sell at under 15 euros?',
    'Welche Tassen verkaufen sich für unter 15 Euro?',
    'Which days did we sell no beans in October?',
    'How many orders had no beans?',
    'Which beans are not in Munich?',
    'Which orders contain both mugs and beans?',
    'How long does it take to sell a bag of HB-1KG?',
    'How many units per order go out of Hamburg?',
    'Artikel, die nur in Hamburg lagern',
    'Which stores have grown?',
    'products that lost revenue since last month',
  ])('is not dropped: %s', async question => {
    expect((await ask(question)).request).toBeUndefined();
  });

  it.each(['PO-000042 came in this morning, book it in please', 'Two mugs broke in Munich, take them out of stock'])(
    'may ask to change something at the end: %s',
    async question => {
      expect(await asked(question)).toMatchObject({ status: 'refused' });
    },
  );

  it('names a second document that it does not answer about', async () => {
    expect(await ask('PO-000015 and PO-000016')).toMatchObject({ unused: ['PO-000016'] });
    expect(await ask('PO-000015: is PO-000015 late?')).toMatchObject({ unused: [] });
  });

  it('ranks different goods apart', async () => {
    const { request, further } = await ask('dearest beans and cheapest mug');
    expect(request).toMatchObject({ query: { sort: ['-current_price'], filters: [{ value: ['Beans'] }] } });
    expect(further[0]?.request).not.toMatchObject({ query: { filters: [{ value: ['Beans'] }] } });
    expect((await ask('who supplies the most')).request).toBeUndefined();
  });

  it('adds nothing up where each location is told', async () => {
    const { assumptions } = await ask('Which items are out of stock in Munich and Hamburg?');
    expect(assumptions).not.toContain('of these locations together');
  });

  it.each(['put it in a table: sales by month', 'have beans gone up'])(
    'means what stands beside it, too: %s',
    async question => {
      expect((await ask(question)).handedBack?.status).not.toBe('refused');
      expect((await queryOf(question))?.measures ?? []).not.toContain('available');
    },
  );

  it.each(['PO-000042: when did we receive it?', 'HB-1KG in Munich, did we count it?'])(
    'asks for no change where it asks: %s',
    async question => expect((await ask(question)).handedBack?.status).not.toBe('refused'),
  );

  it.each<[string, object]>([
    ['Does Hamburg have more than 500 mugs?', { field: 'on_hand', op: '>', value: 500 }],
    ['Did Munich take more than 10000 euros in October?', { field: 'revenue', op: '>', value: 10000 }],
    ['Is our beans stock worth more than 5000 euros?', { field: 'stock_value', op: '>', value: 5000 }],
    ['Did we sell more than 200 mugs last week?', { field: 'units_sold', op: '>', value: 200 }],
    ['Ist die Marge bei Beans unter 50 %?', { field: 'margin_rate', op: '<', value: 0.5 }],
    ['¿Vendimos más de 500 mugs en octubre?', { field: 'units_sold', op: '>', value: 500 }],
  ])('bounds all of it, where no rows are asked for: %s', async (question, whether) => {
    expect((await ask(question)).request).toMatchObject({ query: { dimensions: [], having: [] }, also: { whether } });
  });

  it.each([
    'any mugs under 10 in Hamburg',
    'mugs that sold more than 100 last month',
    'Does any mug have a margin under 50%?',
    'Do we have any beans in Munich with less than 10 bags left?',
    'mugs stock under 100 in Hamburg',
  ])('bounds each row, where these are asked for: %s', async question => {
    expect(await queryOf(question)).toMatchObject({ dimensions: ['sku'], having: [{}] });
  });

  it('tells what one of an item earns, and not all of them', async () => {
    expect((await ask('Was verdienen wir an einem HB-1KG?')).request).toMatchObject({ also: { perUnit: true } });
    expect((await ask('margin of HB-1KG')).request).not.toMatchObject({ also: { perUnit: true } });
  });

  it('is the share of a margin, and not its rate', async () => {
    expect(await queryOf('Wie hoch war der Anteil von Beans am Rohertrag im Oktober?')).toMatchObject({
      measures: ['margin'],
      dimensions: ['category'],
    });
    expect(await queryOf('margin of beans in percent')).toMatchObject({ measures: ['margin_rate'] });
  });

  it.each<[string, object]>([
    ['How much revenue do we make per order in November?', { measures: ['average_order_value'], dimensions: [] }],
    ['How many orders over 600 euros did we have last month?', { measures: ['revenue'] }],
    ['Biggest open purchase order by value?', { measures: ['on_order_value'], dimensions: ['purchase_order'] }],
    ['value of open purchase orders', { measures: ['on_order_value'], dimensions: [] }],
    ["What's the average order worth this month?", { measures: ['average_order_value'] }],
    ['Sales in September: this year vs last year', { compareTo: 'previous_year' }],
    ['average basket last week, in euros per order', { measures: ['average_order_value'], dimensions: [] }],
    ['average basket by order last week', { measures: ['average_order_value'], dimensions: ['order'] }],
    ['revenue per order by store', { measures: ['average_order_value'], dimensions: ['location'] }],
    ['revenue by order last week', { measures: ['revenue'], dimensions: ['order'] }],
    ['Who has the best lead time?', { sort: ['lead_time_days'] }],
    ['Which item has the worst return rate?', { sort: ['-return_rate'] }],
    ['Welches Produkt hat die schlechteste Marge?', { sort: ['margin'] }],
    ['Welche Lieferung ist am längsten überfällig?', { sort: ['expected_on'] }],
    ['Which order has been open longest?', { sort: ['order'] }],
    ['What sold more last week than the week before?', { dimensions: ['sku'], having: [{ op: '>', value: 0 }] }],
    ['items that sold less last month than in September', { dimensions: ['sku'], having: [{ op: '<', value: 0 }] }],
    ['Wie viele Stück gehen pro Auftrag raus?', { measures: ['units_per_order'], dimensions: [] }],
    ['Bei welchen Artikeln ist die Marge gesunken?', { compareTo: 'previous_period', having: [{ op: '<', value: 0 }] }],
    ['list revenue for each order of yesterday', { measures: ['revenue'], dimensions: ['order'] }],
    ['What left Hamburg yesterday?', { measures: ['units_transferred_out'] }],
    ['Which shop sells more a day, Munich or Hamburg?', { measures: ['daily_sales'], dimensions: ['location'] }],
    ['Welche Kategorie hat den höchsten Umsatz?', { measures: ['revenue'], dimensions: ['category'] }],
    ['Do both stores have HB-1KG?', { dimensions: ['location'] }],
    ['Do all stores have HB-1KG?', { dimensions: ['location'] }],
    ['How many units do all stores have?', { dimensions: [] }],
    ['Was kommt diese Woche rein?', { measures: ['on_order'] }],
    ['Was kam diese Woche rein?', { measures: ['units_received'] }],
  ])('says what is measured: %s', async (question, query) => {
    expect(await queryOf(question)).toMatchObject(query);
  });

  it.each<[string, string]>([
    ['Open orders this month', 'orders by when they were created'],
    ['top supplier by stock value this year', 'as of now'],
    ['Which items are at 5 or fewer in the stores?', 'of these locations together'],
  ])('is named where it can be read in two ways: %s', async (question, assumption) => {
    expect((await ask(question)).assumptions).toContain(assumption);
  });
});
