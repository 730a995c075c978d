import { describe, expect, it } from '@jest/globals';
import { ask, asked } from './understanding.ts';

const IN_MUNICH = [{ field: 'location', op: 'in', value: ['MUC'] }];
const ORDERED = { measures: ['units_purchased'], dimensions: [], from: '2026-11-01' };
const IN_STOCK = { field: 'on_hand', op: '>', value: 0 };

describe('what a question becomes', () => {
  it('is one query', async () => {
    expect(await asked('How many decaf 1kg did we sell in Berlin last month?')).toMatchObject({
      measures: ['units_sold'],
      filters: [
        { field: 'sku', op: 'in', value: ['DEC-1KG'] },
        { field: 'location', op: 'in', value: ['BER'] },
      ],
      from: '2026-10-01',
      to: '2026-10-31',
    });
  });

  it.each<[string, object]>([
    ['average order value stores vs warehouses in October', { dimensions: ['location_type'] }],
    ['margin rate October against September, all channels', { measures: ['margin_rate'] }],
    ['which orders are not reserved yet', { filters: [{ field: 'order_status', op: '=', value: 'pending' }] }],
    ['are there any open recalls', { filters: [{ field: 'lot_status', op: '=', value: 'recalled' }] }],
    ['copertura in giorni di FP-350', { measures: ['days_of_cover'] }],
    ['we sold a lot of beans yesterday', { measures: ['units_sold'] }],
    ["what's arriving tmrw", { measures: ['on_order'] }],
    ['how much Brazil have we got in kg', { measures: ['on_hand', 'available'] }],
    ['how much Brazil have you got in kg', { measures: ['on_hand', 'available'] }],
    ['how many cups have they got in Munich', { measures: ['on_hand', 'available'] }],
    ['how many cups did we take in yesterday', { measures: ['units_received'] }],
    ['how much did we ring up yesterday', { measures: ['revenue'] }],
    ['what has been in stock for half a year', { having: [IN_STOCK, { field: 'age_days', op: '>=', value: 183 }] }],
    ['did any lots expire', { filters: [{ field: 'expiry_date', op: '<', value: '2026-11-18' }] }],
    ['what is blocked, and what is the stock value', { measures: ['on_hold', 'stock_value'] }],
    ['how many can we roast with the beans we have', { measures: ['buildable'], filters: [] }],
    ['stock of beans cups', { filters: [{ field: 'category', op: 'in', value: ['Cups'] }] }],
    ['revenue from October on', { from: '2026-10-01', to: '2026-11-18' }],
    ['sales from 3 November onwards', { from: '2026-11-03', to: '2026-11-18' }],
    ['i prodotti con il margine più alto, le prime 3', { measures: ['margin'], limit: 3 }],
    ['combien le magasin de Munich a-t-il vendu en octobre', { measures: ['units_sold'], filters: IN_MUNICH }],
    ['cosa ha venduto il negozio di Monaco in ottobre', { measures: ['units_sold'], filters: IN_MUNICH }],
    ['vendas da loja de Munique em outubro', { measures: ['units_sold'], filters: IN_MUNICH }],
    ['which items are not reserved', { having: [IN_STOCK, { field: 'reserved', op: '=', value: 0 }] }],
    ['how many mugs are not reserved', { measures: ['available'], having: [] }],
    [
      'top 3 products last week and their stock',
      { measures: ['units_sold', 'on_hand'], sort: ['-units_sold'], from: '2026-11-09' },
    ],
  ])('is a figure: %s', async (question, query) => {
    expect(await asked(question)).toMatchObject(query);
  });

  it.each([
    "what's overdue from our suppliers",
    'what does Metalworks still have to deliver to us',
    'was muss Metalworks noch liefern',
    'que doit encore nous livrer Metalworks',
    'o que ainda falta entregar da Metalworks',
  ])('lists what is still to come: %s', async question => {
    expect(await asked(question)).toMatchObject({ measures: ['on_order'], sort: ['expected_on'] });
  });

  it('what was still received has come', async () => {
    expect(await asked('was haben wir im Oktober noch bekommen')).toMatchObject({ measures: ['units_received'] });
  });

  it.each<[string, object]>([
    [
      'last delivery to munich, when and what',
      { measures: ['units_received', 'units_transferred_in'], sort: ['-day'] },
    ],
    ['last delivery from Metalworks', { measures: ['units_received'], sort: ['-day'] }],
    ['letzter Wareneingang in Hamburg', { measures: ['units_received'], dimensions: ['day', 'sku'], sort: ['-day'] }],
    ['when did we last sell a hand grinder', { measures: ['units_sold'], dimensions: ['day'], limit: 1 }],
    ['quando abbiamo venduto per l’ultima volta BRA-1KG', { dimensions: ['day'], sort: ['-day'], limit: 1 }],
    ['quand arrivent les prochains FP-350 ?', { measures: ['on_order'], sort: ['expected_on'] }],
  ])('lists what came last first: %s', async (question, query) => {
    expect(await asked(question)).toMatchObject(query);
  });

  it.each<[string, object]>([
    [
      'how many decaf 1kg in the hamburg shop',
      { filters: [{ value: ['DEC-1KG'] }, { field: 'location', value: ['HAM'] }] },
    ],
    ['Bestand im Hamburger Laden', { filters: [{ field: 'location', value: ['HAM'] }] }],
    ['how many house blend 250g and 1kg do we have', { filters: [{ field: 'sku', value: ['HB-250', 'HB-1KG'] }] }],
    [
      'stock value of all but cups in hamburg',
      {
        filters: [
          { value: ['Cups'], op: 'not_in' },
          { value: ['HAM'], op: 'in' },
        ],
      },
    ],
    ['top 3 products in munich last month apart from cups', { measures: ['units_sold'], limit: 3 }],
    ['the newest 3 purchase orders', { measures: ['units_purchased'], sort: ['-purchase_order'] }],
    ['deliveries from nordic since october, by item', { measures: ['units_received'], dimensions: ['sku'] }],
    ['what do we have more than 500 of across all locations', { dimensions: ['sku'] }],
    ['sales, revenue and margin last month', { measures: ['units_sold', 'revenue', 'margin'] }],
    ['Absatz und Rohertrag im Oktober', { measures: ['units_sold', 'margin'] }],
    ['what is coming in the next two weeks', { measures: ['on_order'], sort: ['expected_on'] }],
    ['ordini non ancora spediti', { measures: ['units_to_fulfill'] }],
    ['what came in from suppliers last month', { measures: ['units_received'], dimensions: ['sku'] }],
    ['margin % by category last month', { measures: ['margin_rate'], dimensions: ['category'] }],
    ['revenue / month', { measures: ['revenue'], dimensions: ['month'] }],
    ['Stock value at the end of October and now', { compareTo: { from: '2026-10-31', to: '2026-10-31' } }],
    [
      'Stock value at the end of September and at the end of October',
      { asOf: '2026-10-31', compareTo: { from: '2026-09-30', to: '2026-09-30' } },
    ],
    ['Which products made more than 2000 euros in October?', { having: [{ field: 'revenue', op: '>', value: 2000 }] }],
    ['Which items sold for more than 300 euros in October?', { having: [{ field: 'revenue', op: '>', value: 300 }] }],
    ['Which category turned its stock fastest in October?', { measures: ['turnover'], sort: ['-turnover'] }],
    ['Did Hamburg sell more than Munich in October?', { dimensions: ['location'] }],
    ['When does the decaf 1kg arrive?', { measures: ['on_order'], sort: ['expected_on'] }],
    ['Where is lot LOT-2026-0117?', { measures: ['on_hand'], dimensions: ['location'], filters: [{ field: 'lot' }] }],
    ['How many decaf 1kg are on hand, and how many did we sell in October?', { measures: ['on_hand', 'units_sold'] }],
    ['¿Qué tostaron en octubre?', { measures: ['units_produced'], from: '2026-10-01' }],
  ])('reads what operators type: %s', async (question, query) => {
    expect(await asked(question)).toMatchObject(query);
  });

  it.each<[string, object]>([
    ['Purchase orders this week', { measures: ['units_purchased'], from: '2026-11-16', to: '2026-11-22' }],
    ['How much did we order from Nordic last week?', { measures: ['units_purchased'], dimensions: [] }],
    ['How many purchase orders did we place in October?', { measures: ['purchase_orders_placed'] }],
    ['Was haben wir im Oktober bei Nordic bestellt?', { measures: ['units_purchased'], dimensions: ['sku'] }],
    ['How much have we ordered from Nordic this month?', ORDERED],
    ['Wie viel haben wir diesen Monat bei Nordic bestellt?', ORDERED],
    ['Combien avons-nous commandé chez Nordic ce mois-ci ?', ORDERED],
    ['¿Cuánto hemos pedido a Nordic este mes?', ORDERED],
    ['Quanto abbiamo ordinato da Nordic questo mese?', ORDERED],
    ['Quanto encomendámos à Nordic este mês?', ORDERED],
    ['Wie viel haben wir bei Nordic bestellt?', { measures: ['on_order'] }],
    [
      'Deliveries this week',
      {
        measures: ['on_order'],
        filters: [{ field: 'expected_on', op: 'between', value: ['2026-11-16', '2026-11-22'] }],
      },
    ],
    ['Deliveries last week', { measures: ['units_received'], dimensions: ['purchase_order', 'supplier'] }],
    ['Who delivers slowest?', { measures: ['lead_time_days', 'on_time_rate'], dimensions: ['supplier'] }],
    [
      'Revenue on Saturdays in October',
      { dimensions: [], filters: [{ field: 'weekday', op: 'in', value: ['6'] }], from: '2026-10-01' },
    ],
    ['Umsatz montags und freitags', { dimensions: ['weekday'], filters: [{ field: 'weekday', value: ['1', '5'] }] }],
  ])('reads what was ordered, what is delivered, and on which weekdays: %s', async (question, query) => {
    expect(await asked(question)).toMatchObject(query);
  });

  it.each<[string, object]>([
    [
      'How many DEC-1KG do we have, and how many are still to come?',
      { measures: ['on_hand', 'available', 'on_order'] },
    ],
    ['How many units and how much revenue did Hamburg make?', { measures: ['units_sold', 'revenue'] }],
    [
      'How much revenue and how many units did Hamburg do in October?',
      { measures: ['units_sold', 'revenue'], from: '2026-10-01', filters: [{ field: 'location' }] },
    ],
    ['Umsatz und Stück im Oktober', { measures: ['units_sold', 'revenue'] }],
    ['revenue since the end of September', { measures: ['revenue'], from: '2026-10-01' }],
    ['By how much did stock value change since the end of September?', { compareTo: { to: '2026-09-30' } }],
    [
      'Which supplier has the most open orders and how much do we still get from them?',
      { measures: ['open_purchase_orders', 'on_order'] },
    ],
    [
      'What lots of DEC-1KG are in Hamburg and how many of each',
      { measures: ['on_hand'], dimensions: ['lot', 'sku', 'location'] },
    ],
    ['Which orders are reserved but have not gone out?', { filters: [{ field: 'order_status', value: 'reserved' }] }],
    ['which warehouse holds more DEC-1KG', { dimensions: ['location'], sort: ['-on_hand'] }],
    ['value of open purchase orders by supplier', { measures: ['on_order_value'], dimensions: ['supplier'] }],
    ['money outstanding on open POs', { measures: ['on_order_value'], dimensions: [] }],
    ['which open order is the largest by value', { measures: ['value_to_fulfill'], dimensions: ['order'] }],
    ['cheapest beans', { measures: ['current_price'], dimensions: ['sku'], sort: ['current_price'] }],
    ['rank items by cost', { measures: ['current_cost'], dimensions: ['sku'], sort: ['-current_cost'] }],
    ['how many different products do we have in each category', { measures: ['sku_count'], dimensions: ['category'] }],
    [
      'what stock has not moved in 60 days',
      { having: [{ field: 'on_hand' }, { field: 'movement_count', op: '=', value: 0 }] },
    ],
    ['theft adjustments this month', { measures: ['units_adjusted'], filters: [{ field: 'reason', value: 'theft' }] }],
    ['Was wurde im November gestohlen?', { filters: [{ field: 'reason', value: 'theft' }] }],
    ['damage adjustments this month', { filters: [{ field: 'reason', value: 'damage' }] }],
    ['and revenue last month?', { measures: ['revenue'], from: '2026-10-01' }],
    ['can we ship 30 DEC-1KG from Hamburg', { measures: ['available'] }],
    ['Has the purchase price of DEC-1KG gone up?', { measures: ['purchase_price_change'] }],
    [
      'value of deliveries next week',
      { measures: ['on_order_value'], filters: [{ field: 'expected_on', op: 'between' }] },
    ],
    ['A items low on stock', { filters: [{ field: 'abc_class', value: ['A'] }] }],
    ['revenue by beans in October', { measures: ['revenue'], dimensions: ['product'] }],
    ['batches made today', { measures: ['units_produced'], dimensions: ['batch', 'sku'] }],
    ['eta DEC-1KG', { measures: ['on_order'], sort: ['expected_on'] }],
    ['sales wk 40', { measures: ['units_sold'], from: '2026-09-28', to: '2026-10-04' }],
    [
      'oldest open order',
      { measures: ['units_to_fulfill'], dimensions: ['order', 'status', 'location'], sort: ['order'] },
    ],
    ['orders waiting to ship', { measures: ['units_to_fulfill'] }],
    ['what was sent to Munich yesterday', { measures: ['units_transferred_in'] }],
    ['what did we send to Munich yesterday', { measures: ['units_transferred_in'] }],
    ['how many DEC-1KG did we send to Munich yesterday', { measures: ['units_transferred_in'] }],
    ['cosa abbiamo mandato a Monaco ieri', { measures: ['units_transferred_in'] }],
    ['difference between Hamburg and Munich revenue October', { measures: ['revenue'], dimensions: ['location'] }],
    ['how many DEC-1KG are on order, and what is it worth', { measures: ['on_order', 'on_order_value'] }],
    ['no of skus in beans', { measures: ['sku_count'], filters: [{ field: 'category', op: 'in', value: ['Beans'] }] }],
    [
      'which shops are out of DEC-1KG',
      { dimensions: ['location'], having: [{ field: 'available', op: '<=', value: 0 }] },
    ],
    ['revenue per order by store November', { measures: ['average_order_value'], dimensions: ['location'] }],
    ['deliveries that came late in October', { having: [{ field: 'on_time_rate', op: '<', value: 1 }] }],
    ['what expired in September', { filters: [{ field: 'expiry_date', op: 'between' }] }],
    ['what did cafe elbe order', { name: 'order_lookup', input: { q: 'cafe elbe' } }],
  ])('reads what follows, what it is worth, and what there is of the catalogue: %s', async (question, query) => {
    expect(await asked(question)).toMatchObject(query);
  });

  it.each<[string, object]>([
    ['stock HB-1KG Berlin', { measures: ['on_hand'] }],
    ['waste today in Berlin', { measures: ['units_wasted'] }],
    ['anything with only one piece left in Hamburg?', { having: [{ field: 'on_hand', op: '<=', value: 1 }] }],
    ['Do we have enough DEC-1KG for the next month?', { measures: ['days_of_cover', 'available'], having: [] }],
    ['Was ist im Oktober von Nordic gekommen?', { measures: ['units_received'], from: '2026-10-01' }],
    ['How many orders have come in today?', { measures: ['orders_created'], from: '2026-11-18' }],
    ['Waste value this month, location by location', { measures: ['waste_value'], dimensions: ['location'] }],
    ['DEC-1KG sold W45', { measures: ['units_sold'], from: '2026-11-02', to: '2026-11-08' }],
    ['Who delivered the most units in October?', { measures: ['units_received'], dimensions: ['supplier'] }],
    ['List what Hamburg sold yesterday', { measures: ['units_sold'], dimensions: ['sku'] }],
    [
      'How much did we throw away because it expired last month?',
      { measures: ['units_wasted'], dimensions: [], filters: [{ field: 'reason', value: 'expired' }] },
    ],
    ['DEC-1KG in the Hamburg store?', { measures: ['on_hand', 'available'], dimensions: [] }],
    ['show me all the beans in Hamburg', { measures: ['on_hand', 'available'], dimensions: ['sku'] }],
    ['returns received this month by reason', { measures: ['units_returned'], from: '2026-11-01' }],
    [
      'How many DEC-1KG did we sell in October and how many are left?',
      { measures: ['units_sold', 'on_hand'], from: '2026-10-01', filters: [{ value: ['DEC-1KG'] }] },
    ],
    ['how many DEC-1KG did we sell last week and how many are on order', { measures: ['units_sold', 'on_order'] }],
    [
      'Which low stock items have nothing coming in?',
      {
        having: [
          { field: 'shortage', op: '>' },
          { field: 'incoming', op: '=', value: 0 },
        ],
      },
    ],
    [
      'Which items have stock but no sales in Hamburg this month',
      { having: [{ op: '>' }, { field: 'units_sold', op: '=' }] },
    ],
    ['transfers to Hamburg last week', { measures: ['units_transferred_in'], filters: [{ value: ['HAM'] }] }],
    ['Which items ran out in October?', { measures: ['stock_out_days'], dimensions: ['sku'], from: '2026-10-01' }],
    ['Where did we run out of DEC-1KG during October?', { measures: ['stock_out_days'], dimensions: ['location'] }],
    ['Which items are out of stock this month?', { measures: ['available', 'incoming'] }],
    [
      'What were the variances of the last count in Hamburg?',
      {
        measures: ['units_adjusted'],
        filters: [{ value: ['HAM'] }, { field: 'entry_type', value: 'cycle_count_adjustment' }],
      },
    ],
    [
      'How did units sold change week over week?',
      { from: '2026-11-09', to: '2026-11-15', compareTo: 'previous_period' },
    ],
    [
      'How much is reserved and how much is available of the DEC-1KG in Hamburg',
      { measures: ['reserved', 'available'], filters: [{ value: ['DEC-1KG'] }, { value: ['HAM'] }] },
    ],
  ])('is a question, of what all of it names: %s', async (question, query) => {
    expect(await asked(question)).toMatchObject(query);
  });

  it.each<[string, object]>([
    ['Was läuft diese Woche leer?', { measures: ['days_of_cover', 'available'] }],
    ['Was geht uns diese Woche aus?', { measures: ['days_of_cover', 'available'] }],
    ['Welche Chargen laufen in den nächsten 30 Tagen ab?', { dimensions: ['lot', 'sku', 'location', 'expiry_date'] }],
    ['Was kam letzten Monat zurück?', { measures: ['units_returned'] }],
  ])('reads a verb whose parts stand apart as one: %s', async (question, query) => {
    expect(await asked(question)).toMatchObject(query);
  });

  it('takes no French yesterday for a German here', async () => {
    expect(await asked('Bestand hier')).not.toHaveProperty('asOf');
  });

  it('survives any input', async () => {
    for (const question of [
      '',
      ' ',
      '\u0000',
      '🙂🙂🙂',
      'a'.repeat(1000),
      'constructor __proto__ toString',
      '1 2 3 4 5',
      '%%%',
      'how many '.repeat(100),
      '{item} {place}',
      "'; --",
      'HB-1KG '.repeat(60),
      'and how many '.repeat(70),
      'x? '.repeat(300),
    ]) {
      const { request, handedBack } = await ask(question);
      expect(request ?? handedBack).toBeDefined();
    }
  });
});

it.each([
  'Which beans sold last week?',
  'Welche Beans wurden letzte Woche verkauft?',
  'Quels beans ont été vendus la semaine dernière ?',
  'Quali beans sono stati venduti la settimana scorsa?',
])('"which" before a category asks for its items: %s', async question => {
  expect(await asked(question)).toMatchObject({ measures: ['units_sold'], dimensions: ['sku'] });
});

it.each<[string, object]>([
  // A threshold bounds what is asked for.
  ['Which suppliers have more than 1000 euros of open purchase orders?', { dimensions: ['supplier'] }],
  ['Quels fournisseurs ont plus de 1000 € de commandes en cours ?', { dimensions: ['supplier'] }],
  ['¿Qué proveedores tienen más de 1000 € de pedidos de compra pendientes?', { dimensions: ['supplier'] }],
  ['quali fornitori hanno più di 1000 euro di ordini aperti', { dimensions: ['supplier'] }],
  ['Which locations have more than 100 euros of open orders?', { dimensions: ['location'] }],
  ['Which items have more than 10 units on open customer orders?', { dimensions: ['sku'] }],
  [
    'Which suppliers have open purchase orders over 1000 euros?',
    { dimensions: ['supplier', 'purchase_order', 'status', 'expected_on'] },
  ],
  // What excludes in one language may be a share in another.
  ['qual a parte de Munique nas unidades vendidas em outubro', { dimensions: ['location'], filters: [] }],
  ['vendas de outubro à parte de Munique', { filters: [{ field: 'location', op: 'not_in', value: ['MUC'] }] }],
  ['vendite di ottobre a parte Monaco', { filters: [{ field: 'location', op: 'not_in', value: ['MUC'] }] }],
  ['prodotti con il margine più alto in ottobre, i primi 3', { sort: ['-margin'], limit: 3 }],
  [
    'quais pedidos de compra em aberto passam de 1.000 euros?',
    { having: [{ field: 'on_order_value', op: '>', value: 1000 }] },
  ],
  [
    'revenue by product last month, leave out cups',
    { filters: [{ field: 'category', op: 'not_in', value: ['Cups'] }] },
  ],
  ['ultimi trasferimenti verso Monaco', { name: 'transfers', input: { destinationLocationId: expect.any(String) } }],
  ['What should I reorder at the Munich store?', { measures: ['units_to_order', 'available', 'incoming'] }],
  // Units of a time are those that were sold in it, and no stock at its end.
  ['October units by category, except cups', { measures: ['units_sold'], dimensions: ['category'] }],
  ['House Blend share of beans units last week', { measures: ['units_sold'] }],
  // What is to go out has not come in, and the level of a reorder is no order.
  ['quels sites ont plus de 50 unités à livrer', { measures: ['units_to_fulfill'], dimensions: ['location'] }],
  ['At what level do we reorder House Blend 1kg', { name: 'policy_lookup' }],
  // A share is of what stands beside it.
  [
    'Anteil Cups am Umsatz in München letzten Monat',
    { dimensions: ['category'], filters: [{ field: 'location', op: 'in', value: ['MUC'] }] },
  ],
  ['show me order 207', { name: 'order_lookup', input: { number: 'SO-000207' } }],
])('a question chooses what it says: %s', async (question, query) => {
  expect(await asked(question)).toMatchObject(query);
});

it.each([
  'the 3 worst selling products this month',
  'los 3 productos menos vendidos este mes',
  'i 3 prodotti meno venduti questo mese',
  'os 3 produtos menos vendidos este mês',
  'slow movers',
  'Ladenhüter',
])('what has no price sells no worse than others: %s', async question => {
  expect(await asked(question)).toMatchObject({ filters: [{ field: 'unit_price', op: 'is_null', value: false }] });
});

it.each<[string, object]>([
  ['which product gives the most margin per unit?', { order: 'most', limit: 10 }],
  ['welches Produkt bringt die meiste Marge pro Stück?', { order: 'most', limit: 10 }],
  ['quel produit donne le plus de marge par unité ?', { order: 'most', limit: 10 }],
  ['¿qué producto da más margen por unidad?', { order: 'most', limit: 10 }],
  ['quale prodotto dà più margine per unità?', { order: 'most', limit: 10 }],
  ['que produto dá mais margem por unidade?', { order: 'most', limit: 10 }],
  ['products with the lowest margin per unit in October', { order: 'least', limit: 10 }],
  ['top 3 products by margin per unit in October', { order: 'most', limit: 3 }],
])('what is ranked per unit is ranked by that: %s', async (question, perUnit) => {
  expect((await ask(question)).request).toMatchObject({
    query: { measures: ['margin', 'units_sold'], limit: 1000 },
    also: { perUnit },
  });
});

const BOTH = [{ field: 'sku', op: 'in', value: ['TM-S', 'TM-M'] }];
it.each([
  'How many more TM-S than TM-M did we sell in October?',
  'Wie viele TM-S mehr als TM-M haben wir im Oktober verkauft?',
  'Combien de TM-S de plus que de TM-M avons-nous vendus en octobre ?',
  '¿Cuántas TM-S más que TM-M vendimos en octubre?',
  'Quante TM-S in più rispetto a TM-M abbiamo venduto in ottobre?',
  'Quantas TM-S a mais do que TM-M vendemos em outubro?',
])('what one sold more than another is their difference: %s', async question => {
  expect((await ask(question)).request).toMatchObject({
    query: { measures: ['units_sold'], filters: BOTH },
    also: { isDifference: true },
  });
});

const THAN_LAST_YEAR = { from: '2026-11-01', compareTo: { from: '2025-11-01', to: '2025-11-18' }, dimensions: [] };
const OF_PORCELAIN = [{ field: 'supplier' }];
const DELIVERED = { measures: ['units_received'], dimensions: [], filters: [{ value: ['TM-S'] }] };
const WITH_ONE = { measures: ['orders_created'], filters: [{ field: 'sku', op: 'in', value: ['TM-S'] }] };
const BAGS = {
  measures: ['on_hand'],
  dimensions: ['product'],
  filters: [{ value: ['Beans'] }, { field: 'expiry_date' }],
};
const BY_ITEM = { measures: ['on_hand', 'available'], dimensions: ['sku'] };
it.each<[object, string[]]>([
  [
    THAN_LAST_YEAR,
    [
      'did we sell more than in November last year?',
      'haben wir mehr verkauft als im November letztes Jahr?',
      "avons-nous vendu plus qu'en novembre de l'année dernière ?",
      '¿hemos vendido más que en noviembre del año pasado?',
      "abbiamo venduto più che a novembre dell'anno scorso?",
      'vendemos mais do que em novembro do ano passado?',
    ],
  ],
  [
    { measures: ['lead_time_days'], dimensions: [], filters: OF_PORCELAIN },
    [
      'How many days does Porcelain Partners take to deliver on average?',
      'Wie viele Tage braucht Porcelain Partners im Schnitt zum Liefern?',
      'Combien de jours Porcelain Partners met-il en moyenne à livrer ?',
      '¿Cuántos días tarda de media Porcelain Partners en entregar?',
      'Quanti giorni impiega in media Porcelain Partners a consegnare?',
      'Quantos dias leva a Porcelain Partners em média a entregar?',
    ],
  ],
  [
    DELIVERED,
    [
      'How many TM-S did the suppliers deliver to us in October?',
      'Wie viele TM-S haben uns die Lieferanten im Oktober geliefert?',
      'Combien de TM-S les fournisseurs nous ont-ils livrés en octobre ?',
      '¿Cuántas TM-S nos entregaron los proveedores en octubre?',
      'Quante TM-S ci hanno consegnato i fornitori a ottobre?',
      'Quantas TM-S nos entregaram os fornecedores em outubro?',
    ],
  ],
  [
    WITH_ONE,
    [
      'How many orders in October contained a TM-S?',
      'Wie viele Aufträge im Oktober enthielten TM-S?',
      'Combien de commandes en octobre contenaient un TM-S ?',
      '¿Cuántos pedidos de octubre contenían TM-S?',
      'Quanti ordini di ottobre contenevano TM-S?',
      'Quantas encomendas em outubro continham TM-S?',
    ],
  ],
  [
    { measures: ['waste_value'], dimensions: [], from: '2026-10-01' },
    [
      'How much money did we lose to waste in October?',
      'Wie viel Geld haben wir im Oktober durch Ausschuss verloren?',
      "Combien d'argent avons-nous perdu en pertes en octobre ?",
      '¿Cuánto dinero perdimos en mermas en octubre?',
      'Quanti soldi abbiamo perso in scarti a ottobre?',
      'Quanto dinheiro perdemos em desperdício em outubro?',
    ],
  ],
  [
    BAGS,
    [
      'how many bags expire in May 2027 by beans',
      'wie viele Packungen laufen im Mai 2027 ab nach Beans',
      'combien de sachets périment en mai 2027 par beans',
      'cuántas bolsas caducan en mayo de 2027 por beans',
      'quanti sacchetti scadono a maggio 2027 per beans',
      'quantos pacotes vencem em maio de 2027 por beans',
    ],
  ],
  [
    BY_ITEM,
    [
      'how many kg of beans do we have left by origin',
      'wie viel kg Beans haben wir noch nach Herkunft',
      'combien de kg de beans nous reste-t-il par origine',
      'cuántos kg de beans nos quedan por origen',
      'quanti kg di beans ci restano per origine',
      'quantos kg de beans nos restam por origem',
    ],
  ],
])('is asked in every language: %j', async (query, questions) => {
  for (const question of questions) expect([question, await asked(question)]).toMatchObject([question, query]);
});

it('lots are no units', async () => {
  expect(await asked('how many lots expire by item')).toMatchObject({ dimensions: expect.arrayContaining(['lot']) });
});
