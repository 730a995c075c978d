import { describe, expect, it, test } from '@jest/globals';
import { answerOf, grownBy, rankedByGrowth } from '../../src/questions/answering/answers.ts';
import { english } from '../../src/questions/answering/speech.ts';
import { ask, asked } from './understanding.ts';

const both = [{ field: 'location', op: 'in', value: ['MUC', 'HAM'] }];
const LESS = { compareTo: 'previous_period', having: [{ field: 'units_sold_change', op: '<', value: 0 }] };
const places = { dimensions: ['location'], filters: expect.arrayContaining(both) };

describe('what is set against another', () => {
  it.each<[string, object]>([
    ['all suppliers but Metalworks, by spend', { dimensions: ['supplier'] }],
    ['what do we stock besides Beans', { dimensions: ['sku'] }],
    ['Was lief im Oktober besser, HB-250 oder HB-1KG?', { measures: ['units_sold'], dimensions: ['sku'] }],
    ['Läuft HB-250 oder HB-1KG besser?', { measures: ['units_sold'], dimensions: ['sku'] }],
    ['sold units by category in October, Beans excluded', { dimensions: ['category'] }],
    ['Verkaufte Stück im Oktober nach Kategorie, Beans weglassen', { dimensions: ['category'] }],
    ['show me the beans where Munich holds fewer than 9', { dimensions: ['sku'] }],
    ['how many kilos did Metalworks bring in this month', { measures: ['units_received'] }],
    ['did Munich do better than Hamburg in October?', { measures: ['revenue'], ...places }],
    ['who is ahead this month, Munich or Hamburg?', { measures: ['revenue'], ...places }],
    ['is Munich ahead of Hamburg in cups this month?', { measures: ['units_sold'], ...places }],
    ['Liegt München diesen Monat vor Hamburg?', { measures: ['revenue'], ...places }],
    ['¿vendió Múnich más tazas que Hamburgo la semana pasada?', { measures: ['units_sold'], ...places }],
    ['est-ce que Munich vend plus de tasses que Hambourg ?', { measures: ['units_sold'], ...places }],
    ['cups vs beans by month this year', { measures: ['units_sold'], dimensions: ['month', 'category'] }],
    ['compare sales this month to last month', { from: '2026-11-01', compareTo: 'previous_period' }],
    ['are we doing better than last month?', { measures: ['revenue'], compareTo: 'previous_period' }],
    ['which categories shrank against October?', { having: [{ field: 'revenue_change', op: '<', value: 0 }] }],
    ['Welche Kategorien sind gegenüber Oktober zurückgegangen?', { measures: ['revenue'], dimensions: ['category'] }],
    ['which shop grew against October?', { measures: ['revenue'], dimensions: ['location'] }],
    ['which beans are selling less', LESS],
    ['Welche Tassen verkaufen sich weniger?', LESS],
    ['which store sold more last month', { sort: ['-units_sold'] }],
    [
      'Quali sedi hanno venduto più pezzi a ottobre che a settembre?',
      { compareTo: 'previous_period', having: [{ field: 'units_sold_change', op: '>', value: 0 }] },
    ],
    [
      '¿vendimos menos tazas en octubre que en septiembre?',
      { compareTo: 'previous_period', filters: [{ field: 'category', op: 'in', value: ['Cups'] }] },
    ],
  ])('stands beside it, whatever word compares them: %s', async (question, query) => {
    expect(await asked(question)).toMatchObject(query);
  });

  it.each([
    'by how much did Munich outsell Hamburg in October?',
    "what's the difference in revenue between Munich and Hamburg last month?",
    'Um wie viel liegt München vor Hamburg beim Umsatz im Oktober?',
    '¿cuánto más facturó Múnich que Hamburgo en octubre?',
    'di quanto Monaco supera Amburgo nei ricavi di ottobre?',
  ])('has what they differ by, if that is asked: %s', async question => {
    expect((await ask(question)).request).toMatchObject({ query: places, also: { isDifference: true } });
  });

  it.each([
    'did we sell twice as many cups as beans in October?',
    'Haben wir doppelt so viele HB-250 wie DEC-250 verkauft?',
  ])('has what one is of the other, if that is asked: %s', async question => {
    expect((await ask(question)).request).toMatchObject({
      also: { isRatio: true },
    });
  });

  it('a change of so much of what was before bounds the rows', async () => {
    expect((await ask('which products sold at least 20 % more in October than in September')).request).toMatchObject({
      query: { having: [{ field: 'units_sold_change', op: '>', value: 0 }], compareTo: 'previous_period' },
      also: { grown: { op: '>=', value: 0.2 } },
    });
  });

  it.each<[string, object]>([
    ['which category grew most in per cent in October against September?', { order: 'most', limit: 10 }],
    ['Welche Kategorie ist im Oktober gegenüber September prozentual am stärksten gewachsen?', { order: 'most' }],
    ['Quelle catégorie a le plus progressé en pour cent en octobre par rapport à septembre ?', { order: 'most' }],
    ['¿Qué categoría creció más en porcentaje en octubre respecto a septiembre?', { order: 'most' }],
    ['Quale categoria è cresciuta di più in percentuale a ottobre rispetto a settembre?', { order: 'most' }],
    ['Que categoria cresceu mais em percentagem em outubro em relação a setembro?', { order: 'most' }],
    ['which category fell most in percent in October against September?', { order: 'least' }],
    ['which category grew least in percent in October against September?', { order: 'least' }],
    ['top 3 items by percentage increase in revenue in October vs September', { order: 'most', limit: 3 }],
  ])('is ranked by its change in percent, if that is asked: %s', async (question, growth) => {
    expect((await ask(question)).request).toMatchObject({ also: { growth } });
  });

  it.each([
    ['which store grew least in October compared with September?', 'units_sold_change'],
    ['which stores fell least in October against September?', '-units_sold_change'],
    ['quale categoria è cresciuta di meno a ottobre rispetto a settembre?', 'units_sold_change'],
    ['which item sold the most in October compared with September?', '-units_sold'],
    ['which item sold least in October compared with September?', 'units_sold'],
  ])('has the order that is asked: %s', async (question, sort) => {
    expect(await asked(question)).toMatchObject({ sort: [sort] });
  });

  it.each([
    'which category has the biggest change in revenue between September and October?',
    'in each shop, which item grew most in percent in October against September?',
    'which shop had the second highest percentage growth in October vs September?',
    'coffee in October vs cups in November',
    'stock ahead of Christmas',
    'welche Artikel liegen vor Ort in Hamburg',
    'which shop sold more than Munich in October?',
  ])('what sets nothing against another of its kind is handed back: %s', async question => {
    expect(await asked(question)).toHaveProperty('status');
  });
});

test('only what has changed so much of what was before is told', () => {
  const row = (sku: string, before: number, now: number) => ({
    ...{ sku, units_sold: now, units_sold_before: before, units_sold_change: now - before },
  });
  const rows = [row('A', 10, 12), row('B', 10, 11), row('C', 0, 5), row('D', 3, 3.6)];
  const told = grownBy(rows, { measures: ['units_sold'] }, { op: '>=', value: 0.2 });
  expect(told.map(({ sku }) => sku)).toEqual(['A', 'D']);
});

test('what grew most in percent comes first, and what there was nothing of before last', () => {
  const row = (sku: string, before: number, change: number) => ({
    ...{ sku, units_sold: before + change, units_sold_before: before, units_sold_change: change },
  });
  const rows = [row('A', 1000, 100), row('B', 0, 50), row('C', 10, 8), row('D', 40, -20)];
  const ranked = (order: 'most' | 'least', limit: number) =>
    rankedByGrowth(rows, { measures: ['units_sold'] }, { order, limit }).map(({ sku }) => sku);
  expect(ranked('most', 3)).toEqual(['C', 'A', 'D']);
  expect(ranked('least', 4)).toEqual(['D', 'A', 'C', 'B']);
});

test('what one is of the other is told of the one that is named first', () => {
  const query = {
    measures: ['units_sold' as const],
    dimensions: ['category' as const],
    filters: [{ field: 'category', op: 'in' as const, value: ['Tea', 'Cups'] }],
  };
  const data = [
    { category: 'Cups', units_sold: 40 },
    { category: 'Tea', units_sold: 10 },
  ];
  const covers = { from: '2026-10-01', to: '2026-10-31', comparedFrom: null, comparedTo: null };
  const none = { asOf: null, ledgerSince: null, importedFrom: null, importedTo: null };
  const meta = { covers: { ...covers, ...none }, groups: 2, currency: 'EUR', notes: [] };
  const said = answerOf(query, { data, totals: {}, meta }, english.value, '2026-11-22', english, { isRatio: true });
  expect(said).toContain('Tea: 25% of Cups');
});
