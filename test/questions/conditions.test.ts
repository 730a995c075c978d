import { describe, expect, it } from '@jest/globals';
import { ask, asked } from './understanding.ts';

const only = (field: string, ...value: string[]) => ({ field, op: 'in', value });
const CUPS = { field: 'category', op: 'in', value: ['Cups'] };
const without = (field: string, ...value: string[]) => ({ field, op: 'not_in', value });

describe('what a question becomes', () => {
  it.each<[string, object]>([
    [
      'Which items under 15 euros sold more than 100 units in October?',
      {
        filters: [{ field: 'unit_price', op: '<', value: 15 }],
        having: [{ field: 'units_sold', op: '>', value: 100 }],
      },
    ],
    ['Tassen von unter 15 Euro', { filters: [CUPS, { field: 'unit_price', op: '<', value: 15 }] }],
    ['tazas de menos de 15 euros', { filters: [CUPS, { field: 'unit_price', op: '<', value: 15 }] }],
    ['Quels articles dont le stock est inférieur à 5 ?', { having: [{ field: 'on_hand', op: '<', value: 5 }] }],
    [
      'Which category grew fastest in October?',
      { measures: ['units_sold'], dimensions: ['category'], sort: ['-units_sold_change'] },
    ],
    ['What has Metalworks still to deliver?', { measures: ['on_order'], dimensions: ['sku'] }],
    [
      'All products costing us more than 40 euros',
      { dimensions: ['product'], filters: [{ field: 'unit_cost', op: '>', value: 40 }] },
    ],
    ['Which items have a margin above 50 %?', { having: [{ field: 'margin_rate', op: '>', value: 0.5 }] }],
    [
      'How many orders over €500 did we have last month?',
      { dimensions: ['order', 'location'], having: [{ field: 'revenue', op: '>', value: 500 }] },
    ],
    [
      'Which items sold less in October than in September?',
      { compareTo: 'previous_period', having: [{ field: 'units_sold_change', op: '<', value: 0 }] },
    ],
    ['Is the margin on Cups higher than on Syrups?', { measures: ['margin'], dimensions: ['category'] }],
    [
      'Umsatz im Oktober ohne die beiden Läden',
      { measures: ['revenue'], filters: [{ field: 'location_type', op: 'not_in', value: ['store'] }] },
    ],
    [
      'Items not sold for more than 60 days in Hamburg',
      { having: [{ field: 'on_hand' }, { field: 'units_sold', op: '=', value: 0 }], from: '2026-09-20' },
    ],
    ['Which day in October was our best by revenue?', { dimensions: ['day'], sort: ['-revenue'] }],
    ['How many weeks will DEC-1KG last?', { measures: ['days_of_cover', 'available'], dimensions: ['sku'] }],
    ['What percentage of the Travel Mugs we sold came back?', { measures: ['return_rate'] }],
    ['By how much did the purchase price of DEC-1KG change since October?', { measures: ['purchase_price_change'] }],
    ['Which location has the most stock of each Cups?', { dimensions: ['sku', 'location'], limit: 1000 }],
    ['Did revenue go up in October?', { measures: ['revenue'], compareTo: 'previous_period' }],
    ['die 5 umsatzstärksten Artikel letzten Monat', { measures: ['revenue'], dimensions: ['sku'], limit: 5 }],
    ['Bestand Äthiopien Yirgacheffe 1 kg', { filters: [{ field: 'sku', op: 'in', value: ['ETH-1KG'] }] }],
    ['¿Cuántos molinillos manuales tenemos?', { filters: [{ field: 'sku', op: 'in', value: ['EQ-GRIND'] }] }],
    ['¿Qué tienda vendió más el mes pasado?', { dimensions: ['location'], sort: ['-units_sold'] }],
    ['Monatsumsatz seit September', { measures: ['revenue'], dimensions: ['month'], from: '2026-09-01' }],
    ['articles avec 50 unités ou plus', { having: [{ field: 'on_hand', op: '>=', value: 50 }] }],
    ['Bitte 3 Hand Grinder in München ausbuchen', { status: 'refused' }],
    ['kannst du mir sagen, was wir kaufen sollten', { dimensions: expect.arrayContaining(['sku']) }],
    ['What was our stock worth a year ago?', { measures: ['stock_value'], asOf: '2025-11-18' }],
    ['Sales in October vs a year ago', { from: '2026-10-01', compareTo: 'previous_year' }],
    [
      'Which supplier did we order the most from in October?',
      { measures: ['units_purchased'], dimensions: ['supplier'], sort: ['-units_purchased'] },
    ],
    ['What is our Cups stock worth?', { measures: ['stock_value'], dimensions: [] }],
    ['How much decaf did we use in production in October?', { measures: ['units_used'] }],
    ['Wie viel Prozent der Bestellungen kamen pünktlich?', { measures: ['on_time_rate'] }],
    ['How many units do we sell a day?', { measures: ['daily_sales'], dimensions: [] }],
    ['How many orders do we get a week?', { measures: ['orders_created'], dimensions: [] }],
    [
      'Did Munich sell more than in November last year?',
      { from: '2026-11-01', compareTo: { from: '2025-11-01', to: '2025-11-18' } },
    ],
    [
      'which products moved at least 50 units in Munich in October',
      { measures: ['units_sold'], having: [{ field: 'units_sold', op: '>=', value: 50 }] },
    ],
    [
      'ricavi di ottobre a Munich escluse le Cups',
      {
        filters: [
          { field: 'location', op: 'in', value: expect.any(Array) },
          { field: 'category', op: 'not_in', value: ['Cups'] },
        ],
      },
    ],
    [
      '¿en qué mes de 2026 se vendió menos Cups?',
      { dimensions: ['month'], filters: [{ field: 'category', op: 'in', value: ['Cups'] }], sort: ['units_sold'] },
    ],
    ['ingresos menos Cups en octubre', { filters: [{ field: 'category', op: 'not_in', value: ['Cups'] }] }],
    ['ventas menos Cups en octubre', { filters: [{ field: 'category', op: 'not_in', value: ['Cups'] }] }],
    ['quali ordini d’acquisto arrivano il 27 novembre?', { measures: ['on_order'] }],
    ['quali ordini d’acquisto arrivano il 3 novembre?', { measures: ['units_received'], from: '2026-11-03' }],
    ['how many ETH-1KG were lying in Munich at the end of October?', { status: 'needs_clarification' }],
    ['which items were lying in Munich longest?', { measures: ['age_days', 'on_hand'], sort: ['-age_days'] }],
    [
      'Munich esclusa, le Cups quanto hanno venduto in ottobre?',
      {
        filters: [
          { field: 'location', op: 'not_in', value: expect.any(Array) },
          { field: 'category', op: 'in', value: ['Cups'] },
        ],
      },
    ],
    ['what was moved yesterday?', { measures: ['units_transferred_in'] }],
    ['which purchase orders arrive on Tuesday?', { measures: ['on_order'] }],
    ['what is the average age of our customers?', { status: 'needs_clarification' }],
    ['Gib die Charge PO-000042-1 frei', { status: 'refused' }],
    ['how many went over the counter in Munich in October?', { measures: ['units_sold'] }],
    [
      'how many one kilo bags of Ethiopia Yirgacheffe did we sell in October?',
      { filters: [{ field: 'sku', op: 'in', value: ['ETH-1KG'] }] },
    ],
    ['quanto etiope abbiamo venduto in ottobre?', { filters: [expect.objectContaining({ op: 'in' })] }],
    ['how many ETH-1KG in Munich, reorder point of each', { measures: ['on_hand', 'available'] }],
    ['worst 5 sellers in Hamburg in October', { measures: ['units_sold', 'on_hand'], limit: 5 }],
    [
      'die 5 schlechtesten Verkäufer im Oktober',
      { having: [{ field: 'on_hand', op: '>', value: 0 }], sort: ['units_sold'], limit: 5 },
    ],
    ['What sold least last month?', { having: [{ field: 'on_hand', op: '>', value: 0 }] }],
    ['October in Munich: units, revenue and margin', { measures: ['units_sold', 'revenue', 'margin'] }],
    ['what has hit its reorder level in Hamburg?', { having: [{ field: 'shortage', op: '>', value: 0 }] }],
    [
      'Was ist in Hamburg ausverkauft, aber schon nachbestellt?',
      {
        having: [
          { field: 'available', op: '<=', value: 0 },
          { field: 'incoming', op: '>', value: 0 },
        ],
      },
    ],
    ['How does revenue in October stack up against September?', { compareTo: 'previous_period' }],
    [
      'Stock value with cups excluded in Munich',
      {
        filters: [
          { field: 'category', op: 'not_in' },
          { field: 'location', op: 'in', value: ['MUC'] },
        ],
      },
    ],
    [
      'When was the last delivery of House Blend 1kg?',
      { measures: ['units_received'], dimensions: ['day', 'purchase_order', 'supplier'], sort: ['-day'], limit: 1 },
    ],
    ['When will House Blend 1kg next arrive?', { measures: ['on_order'], sort: ['expected_on'] }],
    ['Which transfers arrived in Munich this week?', { measures: ['units_transferred_in'], from: '2026-11-16' }],
    ['How many batches did we complete last month?', { measures: ['batches_completed'], dimensions: [] }],
    ['Wie viele Chargen haben wir im Oktober geröstet?', { measures: ['units_produced', 'batches_completed'] }],
    [
      'Which purchase orders are worth more than 500 euros?',
      { having: [{ field: 'on_order_value', op: '>', value: 500 }] },
    ],
    [
      'Which items have a reorder point above 20?',
      { dimensions: ['sku', 'location'], having: [{ field: 'reorder_point', op: '>', value: 20 }] },
    ],
    ['durchschn. Umsatz pro Tag im Oktober', { measures: ['revenue'], dimensions: [] }],
    ['Ø Umsatz pro Tag im Oktober', { measures: ['revenue'], dimensions: [] }],
    ['ventes hier', { from: '2026-11-17', to: '2026-11-17' }],
    ['Umsatz im Oktober verglichen mit dem Monat davor', { from: '2026-10-01', compareTo: 'previous_period' }],
    ['Which supplier sold us the most?', { measures: ['units_received'], dimensions: ['supplier'] }],
    ['Sales for each of the last 4 weeks', { measures: ['units_sold'], dimensions: ['week'] }],
    [
      'Any location that took less than 3000 last week?',
      { dimensions: ['location'], having: [{ field: 'revenue', op: '<', value: 3000 }] },
    ],
    ['A-class items with fewer than 20 available', { filters: [{ field: 'abc_class', op: 'in', value: ['A'] }] }],
    ['Stock value of class A and B items', { filters: [{ field: 'abc_class', op: 'in', value: ['A', 'B'] }] }],
    ['Units sold in October and November', { from: '2026-11-01', compareTo: { from: '2026-10-01', to: '2026-10-31' } }],
    ['Units sold this week vs last week', { compareTo: { from: '2026-11-09', to: '2026-11-11' } }],
    [
      'Which suppliers deliver late more than 10% of the time?',
      {
        having: [
          { field: 'on_time_rate', op: '<', value: 1 },
          { field: 'on_time_rate', op: '<', value: 0.9 },
        ],
      },
    ],
    ['What is in transit?', { measures: ['in_transit'] }],
    [
      'espresso cup white in the munich shop?',
      { measures: ['on_hand', 'available'], filters: [{ field: 'sku' }, { field: 'location', value: ['MUC'] }] },
    ],
    [
      'Aged stock over 90 days',
      {
        having: [
          { field: 'on_hand', op: '>', value: 0 },
          { field: 'age_days', op: '>', value: 90 },
        ],
      },
    ],
    [
      'Which items have stock but no sales in Munich this month?',
      {
        having: [
          { field: 'on_hand', op: '>', value: 0 },
          { field: 'units_sold', op: '=', value: 0 },
        ],
      },
    ],
    [
      'What do we have on order that is out of stock?',
      {
        having: [
          { field: 'available', op: '<=', value: 0 },
          { field: 'on_order', op: '>', value: 0 },
        ],
      },
    ],
    ["How's revenue this month against last?", { from: '2026-11-01', compareTo: 'previous_period' }],
    ['Revenue month to date vs last month', { compareTo: { from: '2026-10-01', to: '2026-10-18' } }],
    ['Units sold October 1 to October 20 vs September', { compareTo: { from: '2026-09-01', to: '2026-09-30' } }],
    ['Avg order value by store', { measures: ['average_order_value'], dimensions: ['location'] }],
    ["What's arriving before the 1st?", { measures: ['on_order'] }],
    ['Backorders by item', { measures: ['units_to_fulfill'], dimensions: ['sku'] }],
    ['In which month did we sell the most decaf 1kg?', { dimensions: ['month'], from: '2025-12-01' }],
    [
      'What did we receive last month and what did it cost?',
      { measures: ['units_received', 'purchase_value'], from: '2026-10-01' },
    ],
  ])('says units, directions and comparisons as conditions: %s', async (question, query) => {
    expect(await asked(question)).toMatchObject(query);
  });

  it.each<[string, object[]]>([
    ['units sold last month, cups aside, in Munich', [without('category', 'Cups'), only('location', 'MUC')]],
    ['units sold last month in Munich leaving cups aside', [only('location', 'MUC'), without('category', 'Cups')]],
    ['how much Beans but no DEC-1KG did we sell', [only('category', 'Beans'), without('sku', 'DEC-1KG')]],
    ['stock in all shops but Munich', [without('location', 'MUC'), only('location_type', 'store')]],
    ['Umsatz im Oktober, Tassen nicht mitgerechnet', [without('category', 'Cups')]],
    ["chiffre d'affaires d'octobre, tasses non comprises", [without('category', 'Cups')]],
    ['vendite di ottobre a Monaco, tazze escluse', [only('location', 'MUC'), without('category', 'Cups')]],
    ['articoli con 5 o meno pezzi a Monaco', [only('location', 'MUC')]],
    ['units without cups in October', [without('category', 'Cups')]],
  ])('what is left out may be named before or after the word: %s', async (question, filters) => {
    expect(await asked(question)).toMatchObject({ filters });
  });

  it.each([['items with stock, but not in Munich'], ['which items have stock but no Munich sales']])(
    'what something has none of leaves nothing out: %s',
    async question => {
      expect((await asked(question)) as object).toMatchObject({ status: 'needs_clarification' });
    },
  );

  it.each<[string, object]>([
    ['Welche Aufträge im Oktober waren über 300 Euro?', { having: [{ field: 'revenue', op: '>', value: 300 }] }],
    ['Welche Waren über 300 Euro haben wir?', { filters: [{ field: 'unit_price', op: '>', value: 300 }] }],
  ])('German "waren" is a verb, and "Waren" are goods: %s', async (question, query) => {
    expect(await asked(question)).toMatchObject(query);
  });

  it.each<[string, string, string]>([
    ['revenue this month to date compared with the same days of last month', '2026-10-01', '2026-10-18'],
    ['revenue 1 to 10 November vs the same days in October', '2026-10-01', '2026-10-10'],
    ['revenue yesterday vs the same day last month', '2026-10-17', '2026-10-17'],
    ['Umsatz gestern im Vergleich zum gleichen Tag der Vorwoche', '2026-11-10', '2026-11-10'],
    ["chiffre d'affaires d'hier par rapport à mardi dernier", '2026-11-10', '2026-11-10'],
    ['ventas de ayer frente al martes pasado', '2026-11-10', '2026-11-10'],
    ['revenue last Saturday compared with the Saturday before', '2026-11-07', '2026-11-07'],
  ])('compares the days that are named: %s', async (question, from, to) => {
    expect(await asked(question)).toMatchObject({ compareTo: { from, to } });
  });

  it.each<[string, object]>([
    [
      'Which category grew the most in October compared with September?',
      { sort: ['-units_sold_change'], having: [{ field: 'units_sold_change', op: '>', value: 0 }] },
    ],
    ['Which items lost the most sales in October compared with September?', { sort: ['units_sold_change'], limit: 10 }],
    [
      'Which products sold more than last month?',
      { compareTo: 'previous_period', having: [{ field: 'units_sold_change', op: '>', value: 0 }] },
    ],
    ['Did Munich sell more than last month?', { compareTo: 'previous_period', having: [] }],
    ['¿Vendimos más que el mes pasado?', { dimensions: [], compareTo: 'previous_period' }],
    ['Is Munich doing better than last month?', { measures: ['revenue'], compareTo: 'previous_period' }],
    ['Läuft München besser als letzten Monat?', { measures: ['revenue'], compareTo: 'previous_period' }],
    ['Are sales better than last year this October?', { from: '2026-10-01', compareTo: 'previous_year' }],
    ['What is late from Metalworks?', { measures: ['on_order'], filters: [{ field: 'supplier' }, { op: '<' }] }],
    ['Was ist von Metalworks überfällig?', { measures: ['on_order'], filters: [{ field: 'supplier' }, { op: '<' }] }],
    ['Quale fornitore è in ritardo adesso?', { measures: ['on_order'], filters: [{ field: 'expected_on', op: '<' }] }],
    ['Which beans do we have less then 7 of?', { having: [{ field: 'on_hand', op: '<', value: 7 }] }],
    ['How many bags did we make in October?', { measures: ['units_produced'], from: '2026-10-01' }],
    ['How many bags did we sell in October?', { leftOut: ['bags'] }],
    ['What did we write off this month, and why?', { measures: ['units_wasted'], dimensions: ['sku', 'reason'] }],
    ['Was haben wir diesen Monat abgeschrieben und warum?', { dimensions: ['sku', 'reason'] }],
    ['Units made per category in October', { measures: ['units_produced'], dimensions: ['category'] }],
    ['what share of HB-1KG came back last month', { measures: ['return_rate'] }],
    ['what percentage of beans was thrown away in October', { measures: ['waste_rate'] }],
    ['how much did we lose to waste in October, by reason', { measures: ['units_wasted'], dimensions: ['reason'] }],
    [
      'Welche Artikel haben wir im Oktober weder verkauft noch eingekauft?',
      {
        having: [
          { field: 'on_hand', op: '>', value: 0 },
          { field: 'units_sold', op: '=', value: 0 },
          { field: 'units_received', op: '=', value: 0 },
        ],
      },
    ],
    [
      'how many items are neither reserved nor on hold',
      { having: ['reserved', 'on_hold'].map(field => ({ field, op: '=', value: 0 })) },
    ],
    ['stores by revenue', { measures: ['revenue'], dimensions: ['location'] }],
    ['suppliers by spend this year', { measures: ['purchase_value'], dimensions: ['supplier'] }],
    ['Which lots are blocked?', { dimensions: ['lot', 'sku'], having: [{ field: 'on_hold', op: '>', value: 0 }] }],
    [
      'How many lots are blocked in Hamburg?',
      { dimensions: ['lot', 'sku'], having: [{ field: 'on_hold', op: '>', value: 0 }] },
    ],
    ['Units sold this month against the same days of last month', { compareTo: 'previous_period', from: '2026-11-01' }],
    ['Units sold in October compared with the same month last year', { compareTo: 'previous_year' }],
    ['Umsatz im Oktober verglichen mit dem gleichen Monat des letzten Jahres', { compareTo: 'previous_year' }],
    ['Which items brought in less than 200 euros in October?', { having: [{ field: 'revenue', op: '<', value: 200 }] }],
    ['Was wurde im Oktober am häufigsten zurückgegeben?', { measures: ['units_returned'], sort: ['-units_returned'] }],
    ['Units sold in the last full week', { from: '2026-11-09', to: '2026-11-15' }],
    ['What is the average value of an order in Hamburg?', { measures: ['average_order_value'] }],
    ['Units per order last month', { measures: ['units_per_order'] }],
    ['Revenue per unit of beans in October', { measures: ['average_price'] }],
    ['Was haben wir im Oktober an Nordic bezahlt?', { measures: ['purchase_value'] }],
    [
      'Which items are overstocked in Hamburg?',
      { having: [{ field: 'on_hand' }, { field: 'days_of_cover', op: '>', value: 90 }] },
    ],
    ['Do we have too much DEC-1KG?', { measures: ['days_of_cover', 'on_hand', 'stock_value'], having: [] }],
    ['Which supplier does DEC-1KG come from?', { dimensions: ['sku', 'supplier'] }],
  ])(
    'ranks by the change, leaves out what is not so, and knows the same days of another month: %s',
    async (q, query) => {
      expect(await asked(q)).toMatchObject(query);
    },
  );
});

describe('what is so of goods in two places', () => {
  const more = [{ place: 'MUC', op: '>', than: 'HAM' }];
  const onlyMunich = [
    { place: 'MUC', op: '>', than: 0 },
    { place: 'HAM', op: '<=', than: 0 },
  ];
  it.each<[question: string, measure: string, sides: object]>([
    ['Which items sold more in Munich than in Hamburg last month?', 'units_sold', more],
    ['what sold better in Munich than in Hamburg last month', 'units_sold', more],
    ['Welche Tassen verkaufen sich in München besser als in Hamburg?', 'units_sold', more],
    ['¿Qué tazas se vendieron más en Múnich que en Hamburgo?', 'units_sold', more],
    ['Which items sold in Munich but not in Hamburg last week?', 'units_sold', onlyMunich],
    ['Was haben wir in München, aber nicht in Hamburg?', 'on_hand', onlyMunich],
    ["Qu'avons-nous à Munich mais pas à Hambourg ?", 'on_hand', onlyMunich],
    [
      'Which SKUs have less than 5 available in Munich but more than 20 in Hamburg?',
      'available',
      [
        { place: 'MUC', op: '<', than: 5 },
        { place: 'HAM', op: '>', than: 20 },
      ],
    ],
  ])('is chosen from the figures of both: %s', async (question, measure, sides) => {
    expect((await ask(question)).request).toMatchObject({
      query: {
        measures: expect.arrayContaining([measure]),
        dimensions: ['sku', 'location'],
        filters: expect.arrayContaining([only('location', 'MUC', 'HAM')]),
        limit: 1000,
      },
      also: { sides },
    });
  });
});
