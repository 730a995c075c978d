import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from '@jest/globals';
import { attributes, GROUPS } from '../../src/figures/dimensions.ts';
import { OPERATORS } from '../../src/figures/filters.ts';
import { type ReportQuery, reportInput } from '../../src/figures/input.ts';
import { MEASURES, type MeasureName } from '../../src/figures/measures.ts';
import { has, planOf } from '../../src/figures/plan.ts';
import { Refusal } from '../../src/kernel/errors.ts';
import { GERMAN_VALUES } from '../../src/kernel/german.ts';
import { answerOf, ofSides, rankedPerUnit, recordsSaid } from '../../src/questions/answering/answers.ts';
import { german, SENTENCES } from '../../src/questions/answering/german.ts';
import { ungrounded } from '../../src/questions/answering/grounding.ts';
import { fieldsAsked } from '../../src/questions/answering/items.ts';
import { refusedSaid } from '../../src/questions/answering/refused.ts';
import { english, type Speech } from '../../src/questions/answering/speech.ts';
import { topics } from '../../src/questions/answering/suggestions.ts';
import { understand } from '../../src/questions/reading/understand.ts';
import { refusalText } from '../../src/questions/refusing/guard.ts';
import { memoryLexicon } from './memory-lexicon.ts';
import { roastery, today } from './roastery.ts';

const TODAY = '2026-11-22';

test.each([
  ['2026-11-22', '2026-11-22', 'today'],
  ['2026-11-20', '2026-11-20', 'on 20 November 2026'],
  ['2026-10-01', '2026-10-31', 'in October 2026'],
  ['2026-11-01', '2026-11-22', 'in November 2026'],
  ['2026-01-01', '2026-11-22', 'in 2026'],
  ['2026-10-05', '2026-11-02', 'from 5 October 2026 to 2 November 2026'],
])('%s to %s is said as: %s', (from, to, expected) => expect(english.period(from, to, TODAY)).toBe(expected));

test('days that are compared with are told without what leads to them', () => {
  expect(english.before('2025-11-01', '2025-11-22', TODAY)).toBe('compared with 1 November 2025 – 22 November 2025');
  expect(german.before('2025-11-01', '2025-11-22', TODAY)).toBe('verglichen mit 1. November 2025 – 22. November 2025');
  expect(german.before('2025-11-01', '2025-11-30', TODAY)).toBe('verglichen mit November 2025');
});

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
      field === 'location' ? 'Berlin Roastery' : english.value(field, value);
    expect(answerOf(query, { data: [totals], totals, meta }, nameOf, TODAY, english)).toBe(
      '12 units sold, revenue EUR\u00a099.50 (without Berlin Roastery; in October 2026).',
    );
  });

  it('tells of goods in two places those that are so, with what they have there, farthest apart first', () => {
    const sides = [{ place: 'MUC', op: '>' as const, than: 'HAM' }];
    const query = { measures: ['on_hand' as const], dimensions: ['sku' as const, 'location' as const] };
    const row = (sku: string, location: string, on_hand: number) => ({ sku, location, on_hand });
    const rows = [row('A', 'HAM', 4), row('A', 'MUC', 5), row('B', 'MUC', 9), row('C', 'HAM', 7), row('C', 'MUC', 7)];
    const data = ofSides(rows, query, sides);
    expect(data.map(({ sku, location }) => `${sku} ${location}`)).toEqual(['B MUC', 'A HAM', 'A MUC']);
    const report = { data, totals: {}, meta: { ...meta, groups: 3 } };
    expect(answerOf(query, report, english.value, TODAY, english, { sides })).toBe(
      'B: MUC 9 on hand. A: HAM 4 on hand; MUC 5 on hand.',
    );
  });

  it('begins with the number of rows where these are counted', () => {
    const query = { measures: ['on_hand' as const], dimensions: ['lot' as const] };
    const data = [
      { lot: 'L-1', on_hand: 3 },
      { lot: 'L-2', on_hand: 1 },
    ];
    const report = { data, totals: {}, meta };
    expect(answerOf(query, report, english.value, TODAY, english, { isCounted: true })).toBe(
      '2 in all: L-1: 3 on hand; L-2: 1 on hand.',
    );
    expect(answerOf(query, report, german.value, TODAY, german, { isCounted: true })).toMatch(/^Insgesamt 2: /);
  });

  it('names no days where all days were read, and no further rows where that many were asked for', () => {
    const query = { measures: ['units_sold' as const], dimensions: ['day' as const], limit: 1 };
    const ever = { ...covers, from: '2016-11-25', to: TODAY };
    const report = {
      data: [{ day: '2026-08-01', units_sold: 1 }],
      totals: { units_sold: 9 },
      meta: { ...meta, covers: ever },
    };
    expect(answerOf(query, report, english.value, TODAY, english)).toBe('1 August 2026: 1 unit sold.');
    const before = { ...report, meta: { ...meta, covers: { ...ever, to: '2026-08-31' } } };
    expect(answerOf(query, before, english.value, TODAY, english)).toContain('to 31 August 2026');
  });

  it('shows each row, with unknown values marked as such', () => {
    const query = { measures: ['stock_value' as const], dimensions: ['category' as const, 'month' as const] };
    const data = [
      { category: 'Tea', month: '2026-10', stock_value: 5 },
      { category: null, month: '2026-11', stock_value: null },
    ];
    expect(
      answerOf(
        { ...query, dimensions: [...query.dimensions] },
        { data, totals: {}, meta },
        english.value,
        TODAY,
        english,
      ),
    ).toBe('Tea, October 2026: stock value EUR\u00a05.00; no category, November 2026: stock value not known.');
    expect(
      answerOf(
        { measures: ['cogs'], dimensions: ['category'] },
        { data: [{ category: 'Tea', cogs: null }], totals: {}, meta },
        english.value,
        TODAY,
        english,
      ),
    ).toBe('Tea: cost of goods sold not known (in October 2026).');
  });

  it('says if there is nothing, and within which limits', () => {
    const having = [{ field: 'available', op: '<=' as const, value: 0 }];
    expect(
      answerOf(
        { measures: ['available'], dimensions: ['sku'], having },
        { data: [], totals: {}, meta },
        english.value,
        TODAY,
        english,
      ),
    ).toBe('There is none with available at most 0.');
    for (const [locale, answer] of [
      [english, 'There is none with any units to order.'],
      [german, 'Es gibt keine mit zu bestellen über 0.'],
    ] as const)
      expect(
        answerOf(
          {
            measures: ['units_to_order'],
            dimensions: ['sku'],
            having: [{ field: 'units_to_order', op: '>', value: 0 }],
          },
          { data: [], totals: {}, meta },
          locale.value,
          TODAY,
          locale,
        ),
      ).toBe(answer);
  });
});

test('one of something is singular, in each language', () => {
  const said = ({ figure }: Speech) =>
    (['units_sold', 'open_orders', 'batches_completed', 'sku_count'] as const).map(name => figure(name, 1, 'EUR'));
  expect(said(english)).toEqual(['1 unit sold', '1 open order', '1 batch completed', '1 SKU']);
  expect(said(german)).toEqual(['1 verkauft', '1 offener Auftrag', '1 abgeschlossene Charge', '1 SKU']);
  expect(english.figure('open_orders', 0, 'EUR')).toBe('0 open orders');
  expect([german.title('open_orders'), german.title('open_purchase_orders')]).toEqual([
    'offene Aufträge',
    'offene Bestellungen',
  ]);
});

test.each([
  [english, '45.5 kg used, 20 kg on hand (GRN; in October 2026).'],
  [german, '45,5 kg in der Produktion verbraucht, Bestand 20 kg (GRN; im Oktober 2026).'],
])('what is counted in kilograms is told in these', (speech, expected) => {
  const filters = [
    { field: 'sku', op: 'in' as const, value: ['GRN'] },
    { field: 'unit', op: '=' as const, value: 'kg' },
  ];
  const totals = { units_used: 45.5, on_hand: 20 };
  const query = { measures: ['units_used' as const, 'on_hand' as const], filters };
  expect(answerOf(query, { data: [totals], totals, meta }, speech.value, TODAY, speech)).toBe(expected);
});

test.each([
  [english, 'Margin rate 40% (-2.4 points against 42.4%), 1,200 units sold (+100 against 1,100)'],
  [german, 'Handelsspanne 40 % (-2,4 Prozentpunkte gegenüber 42,4 %), 1.200 verkauft (+100 gegenüber 1.100)'],
])('a change has its sign, and that of a rate is in points', (speech, expected) => {
  const totals = {
    ...{ margin_rate: 0.4, margin_rate_before: 0.424, margin_rate_change: -0.024 },
    ...{ units_sold: 1200, units_sold_before: 1100, units_sold_change: 100 },
  };
  const query = { measures: ['margin_rate' as const, 'units_sold' as const] };
  const said = answerOf(query, { data: [totals], totals, meta }, speech.value, TODAY, speech);
  expect(said.replaceAll('\u00a0', ' ')).toBe(`${expected} (${speech.period(covers.from, covers.to, TODAY)}).`);
});

test('a note names no field, and has its days as they are read', () => {
  const said = [
    'on_hand, stock_value: as of now, not of 2026-10-31.',
    'The ledger begins on 2026-09-27: before that only imported sales are known.',
    '3 units on hand have no cost: their value is not known.',
    "'rösterei' was read as '2026-10-31'",
  ];
  expect(said.map(english.note)).toEqual([
    'on hand, stock value: as of now, not of 31 October 2026.',
    'The ledger begins on 27 September 2026: before that only imported sales are known.',
    '3 units on hand have no cost: their value is not known.',
    "'rösterei' was read as '2026-10-31'",
  ]);
  expect(said.map(german.note)).toEqual([
    'Bestand, Bestandswert: Stand jetzt, nicht vom 31. Oktober 2026.',
    'Das Bestandsjournal beginnt am 27. September 2026: Davor sind nur importierte Verkäufe bekannt.',
    '3 Einheiten haben keine Kosten: Ihr Wert ist unbekannt.',
    '„rösterei“ wurde als „2026-10-31“ gelesen',
  ]);
});

test('each note of the figures has its German', () => {
  const notes = readdirSync('src/figures')
    .flatMap(file => readFileSync(`src/figures/${file}`, 'utf8'))
    .flatMap(text => [...text.matchAll(/note: (?:units =>\s*)?['`]([^'`]+)['`]/g)])
    .map(([, note]) => note!.replace(/\$\{units\}/, '3'));
  expect(notes.length).toBeGreaterThan(10);
  expect(notes.filter(note => german.note(note) === note)).toEqual([]);
});

test('rows are ranked by what they have per unit, those without units last', () => {
  const rows = [
    { product: 'Blend', margin: 50, units_sold: 20 },
    { product: 'Bowl', margin: 0, units_sold: 0 },
    { product: 'Grinder', margin: 30, units_sold: 1 },
    { product: 'Gift', margin: null, units_sold: 3 },
    { product: 'Mug', margin: 12, units_sold: 4 },
  ];
  const ranked = (order: 'most' | 'least', limit: number) =>
    rankedPerUnit(rows, { measures: ['margin', 'units_sold'] }, { order, limit }).map(({ product }) => product);
  expect(ranked('most', 2)).toEqual(['Grinder', 'Mug']);
  expect(ranked('least', 5)).toEqual(['Blend', 'Mug', 'Grinder', 'Bowl', 'Gift']);
});

test('what it is per unit stands before the figures that it is divided from, and is left out where there are none', () => {
  const query = { measures: ['margin' as const, 'units_sold' as const], dimensions: ['category' as const] };
  const data = [
    { category: 'Tea', margin: 10, units_sold: 4 },
    { category: 'Cups', margin: 0, units_sold: 0 },
  ];
  const said = answerOf(
    { ...query, dimensions: [...query.dimensions] },
    { data, totals: {}, meta },
    english.value,
    TODAY,
    english,
    { perUnit: true },
  );
  expect(said.replaceAll('\u00a0', ' ')).toBe(
    'Tea: margin EUR 2.50 per unit on average (margin EUR 10.00, 4 units sold); Cups: margin EUR 0.00, 0 units sold (in October 2026).',
  );
});

test.each([
  [english, '2026-10', '(in 2026; November 2026 only up to 22 November 2026)'],
  [german, '2026-10', '(im Jahr 2026; November 2026 nur bis 22. November 2026)'],
  [english, '2026-09', '(in 2026)'],
])('a month that is not over is not ranked among whole ones without a word', (speech, other, expected) => {
  const query = { measures: ['units_sold' as const], dimensions: ['month' as const], sort: ['-units_sold'] };
  const data = [
    { month: other, units_sold: 20 },
    { month: other === '2026-10' ? '2026-11' : '2026-10', units_sold: 12 },
  ];
  const year = { ...meta, covers: { ...covers, from: '2026-01-01', to: '2026-12-31' } };
  const said = answerOf(query, { data, totals: {}, meta: year }, speech.value, TODAY, speech);
  expect(said).toContain(expected);
});

test.each([
  [english, 'MUC: revenue EUR 20.00; HAM: revenue EUR 50.50; difference: revenue EUR 30.50 (in October 2026).'],
  [german, 'MUC: Umsatz 20,00 €; HAM: Umsatz 50,50 €; Unterschied: Umsatz 30,50 € (im Oktober 2026).'],
])('what two figures differ by stands behind them', (speech, expected) => {
  const query = { measures: ['revenue' as const], dimensions: ['location' as const] };
  const data = [
    { location: 'MUC', revenue: 20 },
    { location: 'HAM', revenue: 50.5 },
  ];
  const said = answerOf(query, { data, totals: {}, meta }, (_, value) => String(value), TODAY, speech, {
    isDifference: true,
  });
  expect(said.replaceAll('\u00a0', ' ')).toBe(expected);
});

describe('an item', () => {
  const found = { columns: [], path: '', total: 1 };
  const grinder = { sku: 'GRD', unit_price: 249, unit_cost: 118.5, shelf_life_days: null, barcode: '2410408079153' };
  const items = new Map([['GRD', { name: 'Electric Grinder' }]]);
  const said = (question: string, speech: Speech, row: object = grinder): string =>
    recordsSaid('product_lookup', { ...found, rows: [{ ...row }] }, speech.value, speech, {
      items,
      currency: 'EUR',
      asked: fieldsAsked(question),
    }).replaceAll('\u00a0', ' ');

  it.each([
    ['what item is GRD?', 'sells for EUR 249.00, costs us EUR 118.50 and has the barcode 2410408079153'],
    ['price of GRD', 'sells for EUR 249.00 and costs us EUR 118.50'],
    ['¿Cuánto nos cuesta el GRD?', 'costs us EUR 118.50 and sells for EUR 249.00'],
    ['Quel est le code-barres du GRD ?', 'has the barcode 2410408079153'],
    ['how long does GRD keep, what is its shelf life?', 'has no shelf life'],
  ])('is told by its name, with what is asked of it: %s', (question, expected) =>
    expect(said(question, english)).toBe(`Electric Grinder (GRD) ${expected}.`),
  );

  it('is told in German, and that it has no price', () => {
    expect(said('Welcher Artikel ist GRD?', german)).toBe(
      'Electric Grinder (GRD) wird für 249,00 € verkauft, kostet uns 118,50 € und hat den Barcode 2410408079153.',
    );
    expect(said('Preis von GRD', german, { ...grinder, unit_price: null })).toBe(
      'Electric Grinder (GRD) ist ohne Stückpreis und kostet uns 118,50 €.',
    );
  });
});

describe('what is weighed, named and bounded', () => {
  const items = new Map([['GRN', { name: 'Green Colombia', unit: 'kg' }]]);
  const said = (query: object, data: object[], speech: Speech, totals: object = {}, unit?: string): string =>
    answerOf(
      { measures: ['on_hand'], ...query },
      { data: data as never, totals: totals as never, meta: { ...meta, groups: data.length } },
      speech.value,
      TODAY,
      speech,
      {},
      undefined,
      { items, unit },
    ).replaceAll('\u00a0', ' ');

  it('is told with its unit and name', () => {
    const filters = [{ field: 'sku', op: 'in', value: ['GRN'] }];
    expect(said({ filters }, [], english, { on_hand: 30 }, 'kg')).toBe('30 kg on hand (Green Colombia GRN).');
    const data = [
      { sku: 'GRN', on_hand: 12 },
      { sku: 'MUG', on_hand: 4 },
    ];
    expect(said({ dimensions: ['sku'] }, data, english)).toBe('GRN: 12 kg on hand; MUG: 4 on hand.');
    const lot = { lot_number: 'L-1', sku: 'GRN', status: 'quarantine', quantity_remaining: 6, quantity_initial: 60 };
    const known = { items, currency: 'EUR', asked: [] };
    const found = { columns: [], path: '', total: 1 };
    expect(recordsSaid('lots', { ...found, rows: [lot] }, english.value, english, known)).toBe(
      'Lot L-1 of GRN is in quarantine: 6 kg of 60 kg left.',
    );
    const order = { number: 'PO-1', supplier_id: 'Andes', status: 'draft', items: [{ quantity: 5, sku: 'GRN' }] };
    expect(recordsSaid('purchase_orders', { ...found, rows: [order] }, english.value, english, known)).toBe(
      'PO-1 from Andes is a draft: 5 kg of GRN.',
    );
    expect(recordsSaid('purchase_orders', { ...found, rows: [order] }, german.value, german, known)).toBe(
      'PO-1 von Andes (Entwurf): 5 kg GRN.',
    );
  });

  it('has its supplier first', () => {
    const query = { dimensions: ['sku', 'supplier'], filters: [{ field: 'sku', op: 'in', value: ['GRN'] }] };
    const data = [{ sku: 'GRN', supplier: 'Andes', on_hand: 31 }];
    expect(said(query, data, english)).toBe('Andes supplies Green Colombia GRN: 31 kg on hand.');
    expect(said(query, data, german)).toBe('Andes liefert Green Colombia GRN: Bestand 31 kg.');
    expect(said(query, [{ ...data[0]!, supplier: null }], english)).toBe('GRN, no supplier: 31 kg on hand.');
  });

  it('is told as one where several rows have nothing, unless they are asked for', () => {
    const data = [7, 0, 0].map((on_hand, at) => ({ location: `L${at}`, on_hand }));
    const query = { dimensions: ['location'] };
    expect(said(query, data, english)).toBe('L0: 7 on hand; each of the other 2: 0 on hand.');
    expect(said(query, data, german)).toBe('L0: Bestand 7; die übrigen 2 je: Bestand 0.');
    expect(said(query, data.slice(1), english)).toBe('each of 2: 0 on hand.');
    expect(said(query, data.slice(0, 2), english)).toBe('L0: 7 on hand; L1: 0 on hand.');
    const filters = [{ field: 'location', op: 'in', value: ['L0', 'L1', 'L2'] }];
    expect(said({ ...query, filters }, data, english)).toContain('L1: 0 on hand; L2: 0 on hand');
    expect(said({ ...query, having: [{ field: 'on_hand', op: '<', value: 9 }] }, data, english)).toContain('L2: 0');
    const many = [9, 8, 7, 6, 5, 4, 0, 0].map((on_hand, at) => ({ location: `L${at}`, on_hand }));
    expect(said(query, many, english)).toMatch(/L4: 5 on hand; and 3 more, 8 in all\.$/);
  });

  it('is bounded in its unit, by days between two, or by what was before', () => {
    const bounds = (having: object, speech: Speech) => said({ dimensions: ['sku'], having: [having] }, [], speech);
    expect(bounds({ field: 'margin_rate', op: '<', value: 0.6 }, english)).toContain(
      'with margin rate less than 60% (',
    );
    expect(bounds({ field: 'revenue', op: '<', value: 1500 }, german)).toContain('mit Umsatz unter 1.500,00 € (');
    const fewer = { field: 'units_sold_change', op: '<', value: 0 };
    expect(bounds(fewer, english)).toBe('There is none with units sold lower than before.');
    expect(bounds(fewer, german)).toBe('Es gibt keine mit verkauft: weniger als zuvor.');
    const days = ['2026-11-30', '2026-12-06'];
    expect(english.condition('expected_on', 'between', days, 'EUR')).toBe('expected from 2026-11-30 to 2026-12-06');
    expect(german.condition('expected_on', 'between', days, 'EUR')).toBe('Erwartet vom 2026-11-30 bis 2026-12-06');
    expect(english.figure('daily_sales', 21.8065, 'EUR')).toBe('21.8 units sold a day');
    expect(german.figure('units_per_order', 0.0345, 'EUR')).toBe('0,035 je Auftrag');
  });
});

test('records name places, and leave out what they do not have yet', () => {
  const found = { columns: [], path: '', total: 1 };
  const nameOf = (field: string, value: unknown) => (field === 'location_id' ? 'Riga' : english.value(field, value));
  const batch = { number: 'PB-1', sku: 'TEA', status: 'planned', planned_quantity: 30, actual_quantity_produced: null };
  expect(recordsSaid('production_batches', { ...found, rows: [batch] }, nameOf, english)).toBe(
    'PB-1 of TEA is planned: planned 30.',
  );
  const order = { number: 'SO-1', status: 'fulfilled', items: [], fulfilled_at: '2026-11-10', location_id: 'r' };
  expect(recordsSaid('order_lookup', { ...found, rows: [order] }, nameOf, english)).toBe(
    'SO-1 is fulfilled, fulfilled 10 November 2026, Riga.',
  );
  const trace = { stock_by_location: [{ location_id: 'r', quantity: 5 }], affected_orders: [], descendant_lots: [] };
  expect(recordsSaid('lot_trace_forward', { ...found, rows: [trace] }, nameOf, english)).toBe(
    'Stock by location: Riga 5; affected orders: none; descendant lots: none.',
  );
});

describe('in German', () => {
  it('says figures, days, money and values as German does', () => {
    const query = {
      measures: ['units_sold' as const, 'revenue' as const, 'margin_rate' as const],
      filters: [
        { field: 'location', op: 'in' as const, value: ['BER'] },
        { field: 'unit_price', op: '>=' as const, value: 1.5 },
        { field: 'order_status', op: '=' as const, value: 'partially_fulfilled' },
      ],
    };
    const totals = { units_sold: 1234.5, revenue: 99.5, margin_rate: 0.4, units_sold_before: 1, units_sold_change: 1 };
    expect(answerOf(query, { data: [totals], totals, meta }, german.value, TODAY, german)).toBe(
      '1.234,5 verkauft (+1 gegenüber 1), Umsatz 99,50\u00a0€ und Handelsspanne 40\u00a0% (in BER; Stückpreis mindestens 1,50\u00a0€; Teilgeliefert; im Oktober 2026).',
    );
    const found = { columns: [], path: '', total: 7 };
    const rows = [
      { number: 'SO-1', status: 'in_progress', items: [{ quantity: 1.5, sku: 'TEA' }], fulfilled_at: null },
    ];
    expect(recordsSaid('order_lookup', { ...found, rows }, german.value, german)).toBe(
      'SO-1 (In Arbeit): 1,5 × TEA; und 6 weitere, insgesamt 7.',
    );
    const short = {
      number: 'SO-2',
      status: 'fulfilled',
      items: [
        { quantity: 5, quantity_fulfilled: 2, sku: 'TEA' },
        { quantity: 1, quantity_fulfilled: 0, sku: 'MUG' },
        { quantity: 3, quantity_fulfilled: 3, sku: 'POT' },
      ],
      fulfilled_at: null,
    };
    expect(recordsSaid('order_lookup', { ...found, total: 1, rows: [short] }, german.value, german)).toBe(
      'SO-2 (Ausgeliefert): 2 von 5 × TEA, 0 von 1 × MUG und 3 × POT.',
    );
    expect(recordsSaid('order_lookup', { ...found, total: 1, rows: [short] }, english.value, english)).toBe(
      'SO-2 is fulfilled: 2 of the 5 of TEA, 0 of the 1 of MUG and 3 of POT.',
    );
    const supplier = { name: 'Fazenda', lead_time_days: 12 };
    expect(recordsSaid('suppliers', { ...found, rows: [supplier] }, german.value, german)).toBe(
      'Fazenda, Lieferzeit in Tagen: 12; und 6 weitere, insgesamt 7.',
    );
    expect(german.figure('stock_value', 2131.6138, 'EUR')).toBe('Bestandswert 2.131,61\u00a0€');
    expect(german.figure('lead_time_days', 21.4999, 'EUR')).toBe('Lieferzeit 21,5 Tage');
    expect(german.period('2026-11-20', '2026-11-20', TODAY)).toBe('am 20. November 2026');
    expect(german.sentence("I did not use 'cheap' and 'red'.")).toBe("Nicht verwendet habe ich 'cheap' und 'red'.");
  });

  it('asks next what is understood as its English is', async () => {
    const lexicon = memoryLexicon(roastery);
    const meant = async (question: string) => (await understand(question, lexicon, today)).request;
    for (const topic of topics) {
      const request = await meant(topic);
      expect([topic, request]).toEqual([topic, expect.anything()]);
      expect([topic, await meant(german.sentence(topic))]).toEqual([topic, request]);
    }
  });

  it('has a sentence for whatever is refused or handed back, and no English word in any answer', () => {
    const filled = Object.keys(SENTENCES).map(each => each.replace(/\{\w+\}/g, 'Q7'));
    const ways = readFileSync('src/questions/refusing/writes.ts', 'utf8').matchAll(/'([a-z][\w ]+ use [^']+)'/g);
    const demands = [...[...ways].map(([, way]) => `I can only read; to ${way}.`), ...Object.values(refusalText)];
    expect(demands.length).toBeGreaterThan(20);
    expect(demands.filter(each => german.sentence(each) === each)).toEqual([]);
    const fields = [...GROUPS, ...Object.keys(attributes)];
    const said = [
      ...[...filled, ...demands].map(german.sentence),
      ...MEASURES.flatMap(name => [german.figure(name, 2, 'EUR'), german.figure(name, null, 'EUR')]),
      ...Object.keys(OPERATORS).flatMap(op => fields.map(field => german.condition(field, op, ['7', '8'], 'EUR'))),
      ...fields.flatMap(field => [german.without(field), german.none([[field, '>', '7']], 'Q7', 'EUR')]),
      ...[...Object.values(german.record), ...Object.values(german.item)].map(each => each.replace(/\{\w*\}/g, 'Q7')),
      ...Object.keys(GERMAN_VALUES).map(value => german.value('status', value)),
    ];
    const ENGLISH = new Set(
      [
        ...Object.keys(SENTENCES),
        ...Object.values(english.record),
        ...Object.values(english.item),
        ...MEASURES,
        ...fields,
        ...Object.keys(GERMAN_VALUES),
      ]
        .flatMap(each => wordsOf(each.replace(/\{\w+\}/g, '')))
        .filter(word => !SAME.has(word)),
    );
    const unspoken = said.flatMap(each => wordsOf(each.replace(/\/\S*/g, '')).filter(word => ENGLISH.has(word)));
    expect([...new Set(unspoken)]).toEqual([]);
  });
});

test('a share is told with its part and the total', () => {
  const query = { measures: ['revenue' as const], dimensions: ['location' as const] };
  const data = [
    { location: 'BER', revenue: 75 },
    { location: 'HAM', revenue: 25 },
  ];
  const answer = { data, totals: { revenue: 100 }, meta: { ...meta, groups: 2 } };
  const said = (values: string[], speech: Speech) =>
    answerOf(query, answer, speech.value, TODAY, speech, { shares: { group: 'location', values } });
  expect(said(['HAM'], english)).toContain('HAM: 25% (revenue EUR\u00a025.00); all together: revenue EUR\u00a0100.00');
  expect(said([], english)).toContain(
    'BER: 75% (revenue EUR\u00a075.00); HAM: 25% (revenue EUR\u00a025.00); all together',
  );
  expect(said(['HAM'], german)).toContain('HAM: 25\u00a0% (Umsatz 25,00\u00a0€); insgesamt: Umsatz 100,00\u00a0€');
});

test('a mean is that of the time that is known and has passed, an item is a share of a second query', () => {
  const query = { measures: ['revenue' as const], dimensions: [] };
  const covers = { ...meta.covers, from: '2026-09-14', to: '2026-12-31', ledgerSince: '2026-09-28' };
  const answer = { data: [], totals: { revenue: 600 }, meta: { ...meta, covers, groups: 0 } };
  const said = (also: object, whole?: object) =>
    answerOf(query, answer, english.value, '2026-10-18', english, also, whole as never);
  // From Monday 28 September to Sunday 18 October: three weeks, and 3 of 30 and 18 of 31 days of two months.
  expect(said({ mean: 'week' })).toContain('Revenue EUR\u00a0200.00 per week on average (revenue EUR\u00a0600.00)');
  expect(said({ mean: 'month' })).toContain('EUR\u00a0881.52 per month');
  expect(said({ whole: query }, { revenue: 2400 })).toContain('25%: revenue EUR\u00a0600.00');
});

describe('a query that is refused', () => {
  const KNOWN = { today: TODAY, zone: 'Europe/Berlin', keepsCosts: true };
  const said = (query: Partial<ReportQuery> & { measures: MeasureName[] }, speech: Speech): string => {
    try {
      planOf(reportInput.parse(query), KNOWN);
    } catch (error) {
      if (error instanceof Refusal) return refusedSaid(error.problems, query, speech);
      throw error;
    }
    throw new Error('It was planned.');
  };

  it('is told in words: what was understood, and what would do', () => {
    const byLot = { measures: ['days_of_cover' as const], dimensions: ['lot' as const] };
    expect(said(byLot, english)).toBe(
      'I understood: days of cover, by lot. But days of cover cannot be broken down by lot, only by SKU, product, category, ABC class, location, location type and supplier. By lot I know on hand, on hold, in transit and in transit value.',
    );
    expect(said(byLot, german)).toBe(
      'Verstanden habe ich: Reichweite nach Charge. Aber „Reichweite“ gibt es nicht nach Charge, nur nach SKU, Produkt, Kategorie, ABC-Klasse, Lagerort, Art des Lagerorts und Lieferant. Nach Charge kenne ich: Bestand, gesperrt, unterwegs und Wert unterwegs.',
    );
    const ofThePast = { measures: ['available' as const], asOf: '2026-01-31' };
    expect(said(ofThePast, english)).toBe(
      'I understood: available (at the end of 31 January 2026). But available is only known for the present. For the past I know on hand.',
    );
    expect(said(ofThePast, german)).toBe(
      'Verstanden habe ich: verfügbar (Stand am Ende des 31. Januar 2026). Aber „verfügbar“ kenne ich nur für die Gegenwart. Aus der Vergangenheit kenne ich: Bestand.',
    );
    const atOnce = { measures: ['units_returned' as const], dimensions: ['reason' as const, 'entry_type' as const] };
    expect(said(atOnce, english)).toBe(
      'I understood: units returned, by reason and entry type. But units returned can be broken down by reason and entry type separately, not by all of them at once. Leave one of them out.',
    );
  });

  it('never shows the name of a field', () => {
    for (const speech of [english, german])
      for (const name of MEASURES)
        for (const group of GROUPS)
          if (!has(name, group))
            expect(said({ measures: [name], dimensions: [group] }, speech)).not.toMatch(/[a-z]_[a-z]/);
  });
});

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-zäöüß]{2,}/g) ?? [];
/** Words of both languages, and names. */
const SAME = new Set(['abc', 'an', 'api', 'barcode', 'code', 'in', 'name', 'sku', 'skus', 'status', 'was', 'webhooks']);
describe('the check of figures', () => {
  const cells = ['HB-1KG', 42, '2026-11-18', 0.6557, 27901.9011];
  it.each([
    ['42 on hand', []],
    ['43 on hand', ['43']],
    ['HB-1KG has 42 since 2026-11-18', []],
    ['on 2026-11-19', ['2026-11-19']],
    ['SO-000042 is late', []],
    ['-42 left', ['-42']],
    ['4.2 or 42.0', ['4.2']],
    ['27,901.90, and 27,901.9', []],
    ['27,902.90', ['27902.90']],
    ['65.6% of 27901.90, not 66.6%', ['66.6']],
  ])('%s', (text, missing) => {
    expect(ungrounded(text, cells)).toEqual(missing);
  });
});
