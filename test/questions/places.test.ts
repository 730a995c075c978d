import { describe, expect, it, test } from '@jest/globals';
import { placed } from '../../src/questions/answering/answers.ts';
import { ask, asked } from './understanding.ts';

describe('which rows of a ranking are asked for', () => {
  it.each<[string, object, object]>([
    ['best seller per shop in October', { dimensions: ['location', 'sku'] }, { of: ['location'], first: 1, last: 1 }],
    ['what sold best in each shop', { dimensions: ['location', 'sku'] }, { of: ['location'] }],
    ['Bestseller je Laden im Oktober', { dimensions: ['location', 'sku'] }, { of: ['location'] }],
    ['el producto más vendido de cada tienda', { dimensions: ['product', 'location'] }, { of: ['location'] }],
    ['le meilleur produit par magasin en octobre', { dimensions: ['product', 'location'] }, { of: ['location'] }],
    ['la categoria più venduta per mese', { dimensions: ['category', 'month'] }, { of: ['month'] }],
    ['top 2 cups in every store last month', { dimensions: ['location', 'sku'] }, { of: ['location'], last: 2 }],
    ['top 3 in each category by revenue', { dimensions: ['category', 'sku'] }, { of: ['category'], last: 3 }],
    ['fastest supplier per category', { dimensions: ['category', 'supplier'] }, { of: ['category'] }],
    ['best month per shop this year', { dimensions: ['month', 'location'] }, { of: ['location'] }],
  ])('the best of each are those of each, and not the first of all: %s', async (question, query, places) => {
    expect((await ask(question)).request).toMatchObject({ query, also: { places } });
  });

  it.each<[string, number]>([
    ['second best selling cup in October', 2],
    ['which shop had the third highest revenue in October?', 3],
    ['Zweitbester Artikel im Oktober', 2],
    ['el segundo artículo más vendido en octubre', 2],
    ['la deuxième meilleure vente de novembre', 2],
    ['qual è il secondo articolo più venduto a ottobre?', 2],
  ])('the second best is one row: %s', async (question, place) => {
    expect((await ask(question)).request).toMatchObject({ also: { places: { of: [], first: place, last: place } } });
  });

  it.each([
    'stock by location and item, highest first',
    'rank stores by revenue',
    'top 5 products by revenue in October',
    'second quarter best seller',
    'slow movers per shop',
  ])('a list that is ordered is told whole: %s', async question => {
    const { request } = await ask(question);
    expect(request).toMatchObject({ kind: 'query', query: { sort: [expect.stringMatching(/^-?[a-z_]+$/)] } });
    expect(request).not.toHaveProperty('also.places');
  });

  it.each<[string, object]>([
    ['the slowest month of 2026', { measures: ['units_sold'], dimensions: ['month'], sort: ['units_sold'] }],
    ['which day is slowest in Munich?', { measures: ['units_sold'], dimensions: ['day'] }],
    ['which supplier is the slowest?', { measures: ['lead_time_days', 'on_time_rate'], dimensions: ['supplier'] }],
    ['slow movers per shop', { dimensions: ['location', 'sku'] }],
    ['oldest stock in each location', { dimensions: ['location', 'sku'] }],
  ])('what is slow or old is what it stands beside: %s', async (question, query) => {
    expect(await asked(question)).toMatchObject(query);
  });

  it('what sells most per day is a mean of all days', async () => {
    expect((await ask('which shop sells the most per day?')).request).toMatchObject({
      query: { dimensions: ['location'] },
      also: { mean: 'day' },
    });
  });
});

test('who shares the last place is told, and who has nothing is in none', () => {
  const rows = [
    { location: 'A', sku: 'X', units_sold: 9 },
    { location: 'B', sku: 'X', units_sold: 5 },
    { location: 'B', sku: 'Y', units_sold: 5 },
    { location: 'A', sku: 'Y', units_sold: 3 },
    { location: 'C', sku: 'X', units_sold: 0 },
    { location: 'C', sku: 'Y', units_sold: null },
  ];
  const query = { measures: ['units_sold' as const], sort: ['-units_sold'] };
  const told = (of: readonly ['location'] | readonly [], first: number, last: number) =>
    placed(rows, query, { of, first, last }).map(({ location, sku }) => `${location}${sku}`);
  expect(told(['location'], 1, 1)).toEqual(['AX', 'BX', 'BY']);
  expect(told([], 2, 2)).toEqual(['BX', 'BY']);
  expect(told([], 5, 5)).toEqual([]);
});
