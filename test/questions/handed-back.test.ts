import { describe, expect, it } from '@jest/globals';
import { ask, asked } from './understanding.ts';

describe('what a question becomes', () => {
  it.each(['How many kg of Brazil do we have left to roast?', 'transfer 27 what is in it', 'order 207'])(
    'offers nothing that would be about something else: %s',
    async question => {
      expect(await asked(question)).toMatchObject({ status: 'needs_clarification', suggestions: [] });
    },
  );

  it.each<[string, string[]]>([
    ['How late were the deliveries in October?', ['late']],
    ['How long have the open orders been waiting?', ['How long have']],
    ['How much money is sitting in what we have not sold since September?', ['since September']],
    ['Which syrups sell faster than SYR-VAN?', ['faster', 'than']],
    ['What do we have more of in Berlin than at the stores?', ['more', 'than']],
    ['Which suppliers delivered everything on time in October?', ['everything']],
    ['Are we selling more DEC-1KG than a month ago?', ['a month ago']],
    ['How old is the oldest open order?', ['old']],
    ['Which SKUs have less than 5 available in Munich but more than 20 sold in Hamburg?', ['but']],
    ['Which store sold more DEC-1KG than Munich last month?', ['more', 'than']],
    ['Which customers bought DEC-1KG?', ['Which']],
    ['which items sold less than 2 months ago', ['less than']],
    ['how many cups for a month', ['a month']],
    ['welche Ware reicht noch einen halben Monat', ['halben']],
    ['how far did sales fall from September to October', ['September', 'October']],
    ['Which items does only Munich have?', ['only']],
    ['How much did we sell to Nordic Green Coffee?', ['Nordic Green Coffee']],
    ['How much is the reserved stock worth?', ['worth']],
    ['Revenue without returns last month', ['without', 'returns']],
    ['revenue per pallet', ['per', 'pallet']],
    ['revenue per till', ['per', 'till']],
    ['Umsatz je Kasse', ['je']],
    ['ventes par vendeur', ['par']],
    ['qué artículos tienen más reservado que disponible', ['que']],
    ['units per transfer', ['transfer']],
    ['Umsatz pro Nase', ['Nase']],
    ['sales per head', ['per', 'head']],
    ['which items have more reserved than available', ['than']],
    ['which items sold more than we received last month', ['more than', 'received']],
    ['which items have a reorder point above stock', ['above', 'stock']],
    ['do I need to order more than 20 bags', ['bags']],
    ['¿necesito pedir más de 20 bolsas?', ['bolsas']],
  ])('hands back what no query can say, and names it: %s', async (question, leftOut) => {
    expect(await asked(question)).toMatchObject({ status: 'needs_clarification', leftOut });
  });

  it.each([
    'how many units did Hamburg send to Munich last month',
    'how many units were moved from Hamburg to the shops last month',
    'Wie viel wurde im Oktober von Hamburg in die Läden umgelagert?',
    'Welche Artikel ohne Meldebestand haben weniger als 10 Stück?',
  ])('hands back what has two ends, or two bounds of which one is lost: %s', async question => {
    expect((await ask(question)).handedBack).toBeDefined();
  });

  it.each<[string, string[]]>([
    ['ok quick one before my meeting: how many cups did we sell yesterday', ['ok quick one before my meeting']],
    ['my boss wants to know, how many cups did we sell yesterday', ['my boss wants to know']],
    ['Mein Chef will wissen, was wir gestern verkauft haben', ['Mein Chef will wissen']],
    ['Il mio capo chiede: quante tazze abbiamo venduto ieri?', ['Il mio capo chiede']],
    ['Theoretically, how many cups did we sell yesterday', ['Theoretically']],
    ['combien de tasses avons-nous vendues hier, eventuellement ?', ['eventuellement']],
    ['¿cuántas tazas vendimos ayer, aproximativamente?', ['aproximativamente']],
    ['which cups do we have in Munich, actualy', ['actualy']],
  ])('names as not used what is said around it, and adverbs: %s', async (question, unused) => {
    expect(await ask(question)).toMatchObject({ handedBack: undefined, unused });
  });

  it.each([
    ['My mangos, how many did we sell yesterday', 'mangos'],
    ['In Lissabon, how many cups did we sell yesterday', 'Lissabon'],
    ['how many cups did we sell locally yesterday', 'locally'],
    ['Wie viele kleine Tassen haben wir gestern verkauft', 'kleine'],
    ['combien de petites tasses avons-nous vendues hier', 'petites'],
    ['¿cuántas tazas nuevas vendimos ayer?', 'nuevas'],
    ['how many travel cups are there in Munich', 'travel'],
  ])('is handed back for a word that may restrict it: %s', async (question, word) => {
    expect(await ask(question)).toMatchObject({ request: undefined, handedBack: { leftOut: [word] } });
  });

  it.each([
    ['what is out in Munich that Hamburg still has'],
    ['was fehlt in München was Hamburg noch hat'],
    ['que manque-t-il à Munich que Hambourg a encore'],
    ['qué falta en Múnich que Hamburgo todavía tiene'],
    ['cosa manca a Monaco che Amburgo ha ancora'],
    ['o que falta em Munique que Hamburgo ainda tem'],
  ])('says one thing of two places only if they are joined: %s', async question =>
    expect(await asked(question)).toMatchObject({ status: 'needs_clarification' }),
  );

  it.each(['revenue in Hamburg in October and units sold of cups in November'])(
    'compares no two figures of two times: %s',
    async question => expect((await ask(question)).request).toBeUndefined(),
  );

  it('offers what it can answer without a word that it does not understand', async () => {
    expect(await asked('Which most frequent items sold last week?')).toMatchObject({
      leftOut: ['frequent'],
      suggestions: ['Which items sold last week?'],
    });
  });

  it.each<[string, string[]]>([
    ['How many units from Berlin to Munich in October?', []],
    ['Which items sold more than Munich?', ['more than']],
    ['How many staff do we have in Hamburg?', ['staff']],
    ['How many units did Munich get from the Berlin warehouse in October?', ['get', 'Berlin warehouse']],
    ['Combien de tasses vertes avons-nous ?', ['vertes']],
    ['Which items were over in the last count?', ['items']],
  ])('answers no other question: %s', async (question, leftOut) => {
    expect((await ask(question)).handedBack).toMatchObject({ leftOut });
  });

  it.each<[string, string[]]>([
    ['stock of DEC-1KG by batch', ['stock', 'batch']],
    ['Forecast revenue next month', ['revenue']],
    ['Which items will sell more than 50 next month?', ['more than', '50']],
    ['planned batches this week', ['this week']],
    ['What is the average reorder quantity in Hamburg?', ['average']],
    ['Trace order SO-000042', ['Trace']],
    ['What did PO-000042 cost?', ['cost']],
  ])('hands back what a look-up does not show, and names it: %s', async (question, leftOut) => {
    expect(await asked(question)).toMatchObject({ status: 'needs_clarification', leftOut });
  });

  it.each(['Which suppliers delivered more than 3 purchase orders in October?'])(
    'a number of documents is no number of units: %s',
    async question => {
      expect(await ask(question)).toMatchObject({ handedBack: { leftOut: ['more than', '3'] } });
    },
  );

  it('what is asked beside the answer and not understood is named', async () => {
    expect(await ask('How many gadgets and how much revenue did Hamburg make?')).toMatchObject({
      leftOut: ['How many gadgets'],
    });
  });

  it.each<[string, object]>([
    ['items with stock but not in Hamburg', { leftOut: ['but not'] }],
    ['open orders of today', { leftOut: ['today'] }],
    ['late customer orders', { answer: expect.stringContaining('due on no day') }],
    ['verspätete Kundenaufträge', { answer: expect.stringContaining('due on no day') }],
    ['commandes clients en retard', { answer: expect.stringContaining('due on no day') }],
    ['pedidos de clientes atrasados', { answer: expect.stringContaining('due on no day') }],
    ['ordini clienti in ritardo', { answer: expect.stringContaining('due on no day') }],
    ['offene Bestellungen von heute', { leftOut: ['heute'] }],
    ['Was sollte vor Weihnachten nachbestellt werden?', { leftOut: ['vor Weihnachten'] }],
    ['Umlagerungen Hamburg nach München letzten Monat', { leftOut: expect.arrayContaining(['Hamburg', 'München']) }],
    ['gelieferte Bestellungen', { leftOut: ['gelieferte'] }],
    ['Welche Artikel wurden nur einmal verkauft', { leftOut: ['nur einmal'] }],
  ])('hands back what would be answered about something else: %s', async (question, back) => {
    expect(await asked(question)).toMatchObject({ status: 'needs_clarification', ...back });
  });

  it.each<[string, string[]]>([
    ['What share of items is out of stock?', ['share']],
    ['Who bought the most DEC-1KG?', ['Who', 'most']],
    ['Lowest stock value we ever had in Hamburg', ['ever']],
    ['Median lead time', ['Median']],
    ['Which items sell under 60?', ['sell']],
    ['Stock on Saturdays', ['Saturdays']],
    ['Orders without any DEC-1KG in October', ['without']],
    ['Items with zero stock in both stores', ['both']],
    ['If we sell as much as last month, when will DEC-1KG run out?', ['If', 'last month']],
    ['What did order SO-001234 cost us?', ['cost']],
    ['Which orders were placed on a Sunday?', ['Sunday']],
    ['What came back within a week of being sold?', ['within a week', 'sold']],
  ])(
    'hands back what no query keeps apart: shares of two things, customers, all times, suppositions, both: %s',
    async (question, leftOut) => {
      expect(await asked(question)).toMatchObject({ status: 'needs_clarification', leftOut });
    },
  );

  it.each<[string, string[]]>([
    ['How many purchase orders did we place in October and how many are received?', ['how many are received']],
    [
      'Wie viele Bestellungen haben wir im Oktober aufgegeben und wie viele sind eingegangen?',
      ['wie viele sind eingegangen'],
    ],
    ['Combien de commandes en octobre et combien ont été reçues ?', ['combien ont été reçues']],
    [
      'How much did we order from Metalworks in October and how much of that has arrived?',
      ['how much of that has arrived'],
    ],
    [
      'Wie viel haben wir im Oktober bei Metalworks bestellt und wie viel davon ist angekommen?',
      ['wie viel davon ist angekommen'],
    ],
  ])('a part of what was asked is no other figure of the same days: %s', async (question, leftOut) => {
    expect(await ask(question)).toMatchObject({ request: { kind: 'query' }, leftOut });
  });

  it('a part of what was sold is named where both figures are told', async () => {
    expect(await ask('How many did we sell in October and how many of them came back?')).toMatchObject({
      request: { query: { measures: ['units_sold', 'units_returned'] } },
      unused: ['of them'],
    });
  });

  it.each<[string, string[]]>([
    ['How long will 100 DEC-1KG last?', ['100']],
    ['Score of the last DEC-1KG batch?', ['Score']],
    ['Bewertung der letzten Röstung DEC-1KG', ['Bewertung']],
  ])('hands back what was answered about something else, and offers nothing: %s', async (question, leftOut) => {
    const back = await asked(question);
    expect(back).toMatchObject({ status: 'needs_clarification' });
    expect((back as { leftOut: string[] }).leftOut).toEqual(expect.arrayContaining(leftOut));
  });

  it('names a word that was taken for another which says nothing', async () => {
    const { request, unused } = await ask('presuntly stock in Hamburg');
    expect([request?.kind, unused]).toEqual(['query', ['presuntly']]);
  });

  it('asks back about a date that does not exist', async () => {
    expect(await asked('sales on February 30')).toMatchObject({
      status: 'needs_clarification',
      answer: "There is no date 'February 30'. Which one do you mean?",
    });
  });

  it('mentions what it did not use, and hands back what it cannot do without', async () => {
    const { request, unused } = await ask('sales last month anyhow');
    expect([request !== undefined, unused]).toEqual([true, ['anyhow']]);
    for (const question of ['average sales last month', 'sales last month 7', 'sales not Berlin but more'])
      expect(await asked(question)).toMatchObject({ status: 'needs_clarification' });
  });

  it('says that it does not know rather than guess', async () => {
    for (const question of ['What is the meaning of life?', 'asdf jkl qwer', 'who are our best customers?', '???'])
      expect(await asked(question)).toMatchObject({ status: 'unknown' });
  });
});

it('a number of items below a limit is no figure of theirs', async () => {
  expect(await asked('Which places have more than 10 items below the reorder point?')).toMatchObject({
    leftOut: ['more than'],
  });
});
