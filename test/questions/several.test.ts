import { describe, expect, it } from '@jest/globals';
import { ask, asked } from './understanding.ts';

/** The request, and those of the further questions; nothing is left out. */
const each = async (question: string): Promise<(object | undefined)[]> => {
  const { request, further, leftOut, unused } = await ask(question);
  expect([...leftOut, ...unused]).toEqual([]);
  return [request, ...further.map(({ request }) => request)].map(one => (one?.kind === 'query' ? one.query : one));
};
const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };
const OF = (sku: string) => ({ filters: [{ field: 'sku', op: 'in', value: [sku] }] });

it.each([
  'Wie viele HB-250 haben wir noch, und kommt da noch was nach?',
  'Quanti HB-250 abbiamo, e ne arrivano?',
  'how many HB-250 do we have, and what is on order?',
])('what is there, and what is to come, are told both: %s', async question => {
  expect(await each(question)).toMatchObject([
    { measures: ['on_hand', 'available'], ...OF('HB-250') },
    { measures: ['on_order'], ...OF('HB-250') },
  ]);
});

it('what is asked of a place is not told of all places', async () => {
  const here = [...OF('HB-250').filters, { field: 'location', op: 'in', value: ['MUC'] }];
  const [, coming] = await each('how many HB-250 do we have in Munich, and how many are coming?');
  expect(coming).toMatchObject({ measures: ['on_order'], filters: here });
  const [, costs] = await each('how many HB-250 do we have in Munich, and what do they cost?');
  expect(costs).toMatchObject({ name: 'product_lookup' });
});

it.each([
  'Gibt es Artikel, von denen nur noch ein Stück in den Läden ist?',
  'are there items, of which only 1 is left?',
])('a relative clause is no question of its own: %s', async question =>
  expect(await asked(question)).not.toMatchObject({ name: 'product_lookup' }),
);

it.each([
  'how many HB-250 do we have on order and in transit?',
  'Wie viele HB-250 haben wir bestellt und noch nicht bekommen?',
])('what is had on order is not what is there: %s', async question => {
  expect(await asked(question)).not.toMatchObject({ measures: expect.arrayContaining(['on_hand']) });
});

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

  it.each([
    'How much revenue and how many units did Munich make in October?',
    'Wie viel Umsatz und wie viele Stück hat München im Oktober gemacht?',
    '¿Cuántos ingresos y cuántas unidades hizo Múnich en octubre?',
  ])('is of what stands behind all of it: %s', async question => {
    const filters = [{ field: 'location', op: 'in', value: ['MUC'] }];
    expect(await each(question)).toMatchObject([{ measures: ['units_sold', 'revenue'], filters, ...OCTOBER }]);
  });

  it('is there, where the place before is meant', async () => {
    const of = (category: string) => ({
      filters: [
        { field: 'category', op: 'in', value: [category] },
        { field: 'location', op: 'in', value: ['MUC'] },
      ],
    });
    const found = await each('how many beans are in Munich, and how many cups are there?');
    expect(found).toMatchObject([of('Beans'), of('Cups')]);
  });

  it.each<[string, object[]]>([
    [
      'the sales of beans and the stock value of cups',
      [
        { measures: ['units_sold'], filters: [{ field: 'category', op: 'in', value: ['Beans'] }] },
        { measures: ['stock_value'], filters: [{ field: 'category', op: 'in', value: ['Cups'] }] },
      ],
    ],
    ['Umsatz im Oktober und Marge im November', [{ from: '2026-10-01' }, { from: '2026-11-01' }]],
    ['stock of House Blend 1kg in Munich, sales in Berlin', [{ measures: ['on_hand'] }, { measures: ['units_sold'] }]],
  ])('is not of what only the other is of: %s', async (question, queries) => {
    expect(await each(question)).toMatchObject(queries);
  });

  it.each<[string, object]>([
    ['sales oct Munich / Berlin', { dimensions: ['location'], measures: ['units_sold'] }],
    ['revenue oct / nov Munich', { from: '2026-11-01', compareTo: { from: '2026-10-01', to: '2026-10-31' } }],
    ['margin / unit oct', { measures: ['margin', 'units_sold'] }],
    ['sales / store oct', { dimensions: ['location'] }],
  ])('is joined by a stroke if it is alike, and divided by it if it is not: %s', async (question, query) => {
    expect(await asked(question)).toMatchObject(query);
  });
});

describe('both ends of a list', () => {
  it.each<[string, string, string, object]>([
    ['best and worst seller last month', '-units_sold', 'units_sold', OCTOBER],
    ['which shop sold most beans in October and which least?', '-units_sold', 'units_sold', OCTOBER],
    ['the 2 worst and 2 best days in October by revenue', 'revenue', '-revenue', { limit: 2, ...OCTOBER }],
    ['cheapest and most expensive beans', 'current_price', '-current_price', {}],
    ['lo más y lo menos vendido en octubre', '-units_sold', 'units_sold', OCTOBER],
    ['bester und schlechtester Monat dieses Jahr nach Umsatz', '-revenue', 'revenue', {}],
    ['fastest and slowest moving beans in October', '-units_sold', 'units_sold', OCTOBER],
    ['bestsellers and slow movers in October', '-units_sold', 'units_sold', OCTOBER],
  ])('are told, each as if it were asked alone: %s', async (question, one, other, both) => {
    expect(await each(question)).toMatchObject([
      { sort: [one], ...both },
      { sort: [other], ...both },
    ]);
  });

  it.each([
    'which items have the most stock and the least sales?',
    'oldest and newest stock in Munich',
    'größte und kleinste offene Bestellung bei Lieferanten',
  ])('are no two conditions, and of one figure: %s', async question => {
    const { request, further } = await ask(question);
    expect([request, further]).toEqual([undefined, []]);
  });
});

describe('a list', () => {
  it('tells anyway how much there is of each', async () => {
    const { request, further, leftOut } = await ask('which lots of HB-1KG are in Berlin and how much of each?');
    expect([request, further, leftOut]).toMatchObject([{ query: { dimensions: ['lot', 'sku', 'location'] } }, [], []]);
  });
});

describe('two rankings', () => {
  it('are each of their own order', async () => {
    expect(await each('what sold best in October and what came back most?')).toMatchObject([
      { sort: ['-units_sold'], ...OCTOBER },
      { sort: ['-units_returned'], ...OCTOBER },
    ]);
  });
});

describe('a list of what is asked', () => {
  it.each<[string, object[]]>([
    [
      'HB-1KG: sold last month, sold this month, stock?',
      [{ ...OCTOBER, ...OF('HB-1KG') }, { from: '2026-11-01' }, { measures: ['on_hand'], ...OF('HB-1KG') }],
    ],
    [
      'last month: revenue, top item',
      [
        { dimensions: [], ...OCTOBER },
        { dimensions: ['sku'], ...OCTOBER },
      ],
    ],
    [
      'HB-1KG stock\nDEC-1KG stock\nprice of both',
      [OF('HB-1KG'), OF('DEC-1KG'), { input: { skus: ['HB-1KG', 'DEC-1KG'] } }],
    ],
    [
      'DEC-1KG: Bestand, Meldebestand, nächste Lieferung',
      [{ measures: ['on_hand'] }, { name: 'policy_lookup', input: { skus: ['DEC-1KG'] } }, { measures: ['on_order'] }],
    ],
    ['how many orders did we ship last week and how many are still open?', [{}, { measures: ['open_orders'] }]],
    [
      'ventes oct / marge oct',
      [
        { measures: ['units_sold'], ...OCTOBER },
        { measures: ['margin'], ...OCTOBER },
      ],
    ],
  ])('is answered one after the other, with what is told once for all: %s', async (question, queries) => {
    expect(await each(question)).toMatchObject(queries);
  });

  it.each([
    'items out of stock in Munich, in stock in Berlin',
    'stock of cups and Travel Mug',
    'how many DEC-1KG and cups did we sell',
  ])('is none where one part may bound the other: %s', async question => {
    expect((await ask(question)).request).toBeUndefined();
  });
});

describe('a text of signs and of words that ask nothing', () => {
  it.each(['a; a', 'a\na', 'a: a', ';;', 'ok, ok; ok / ok'])('is not understood: %j', async question => {
    expect((await ask(question)).request).toBeUndefined();
  });
});

describe('what is left of what was listed', () => {
  it.each([
    'what did we sell yesterday and what is left?',
    'what did we sell yesterday, and how much of that is still in stock?',
    'Was haben wir gestern verkauft und was ist noch übrig?',
    'qué vendimos ayer y qué queda',
  ])('is told beside each item: %s', async question => {
    expect(await each(question)).toMatchObject([
      {
        measures: ['units_sold', 'on_hand'],
        dimensions: ['sku'],
        having: [{ field: 'units_sold', op: '>', value: 0 }],
      },
    ]);
  });
});
