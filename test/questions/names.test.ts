import { describe, expect, it } from '@jest/globals';
import { understand } from '../../src/questions/reading/understand.ts';
import { makeSpeller } from '../../src/questions/words/spelling.ts';
import { mended } from '../../src/questions/words/vocabulary.ts';
import { memoryLexicon } from './memory-lexicon.ts';
import { roastery, today } from './roastery.ts';
import { ask } from './understanding.ts';

describe('what a question becomes', () => {
  it('reads a compound by its last word, the longest that it may have', () => {
    const names = makeSpeller(
      new Map([...['coffee', 'coffees', 'tea', 'teas', 'kaffees'].map(word => [word, 1] as const)]),
    );
    expect(mended('kaffeesorten', names, false, new Set(['german']))).toEqual(['coffee', 'sorten']);
    expect(mended('teesorten', names, false, new Set(['german']))).toEqual(['tea', 'sorten']);
  });

  it.each([
    ['Was war unser bester Verkaufstag im Oktober?', 'day', '-units_sold'],
    ['schlechtester Verkaufstag im Oktober', 'day', 'units_sold'],
    ['bester Umsatztag im Oktober', 'day', '-revenue'],
    ['beste Verkaufswoche im Oktober', 'week', '-units_sold'],
    ['qual foi o melhor dia de vendas em outubro?', 'day', '-units_sold'],
    ['best sales day in October', 'day', '-units_sold'],
  ])('reads the best of the days that something is named after: %s', async (question, unit, sort) => {
    expect((await ask(question)).request).toMatchObject({ query: { dimensions: [unit], sort: [sort] } });
  });

  it.each(['Liefertage', 'Bestelltag', 'Lagertage', 'Verkaufstage'])(
    'corrects no day of something to what is none: %s',
    word => {
      const found = mended(word.toLowerCase(), makeSpeller(new Map()), false, new Set(['german'])) ?? [];
      expect(found.filter(each => !/tage?n?$/.test(each)).join()).toMatch(/^(verkaufs|lager)?$/);
    },
  );

  it('takes a name that several things share for all of them, each for itself, and says so', async () => {
    const { request, assumptions } = await ask('How many espresso do we have?');
    const skus = ['CUP-ESP-B', 'CUP-ESP-W', 'ESP-1KG', 'ESP-250', 'EQ-ESPM'];
    expect(request).toMatchObject({
      query: { measures: ['on_hand', 'available'], dimensions: ['product'], filters: [{ field: 'sku', value: skus }] },
    });
    expect(assumptions).toEqual(["'espresso' = Espresso Cup, Espresso Forte, Espresso Machine Classic (EQ-ESPM)"]);
  });

  it.each([
    ['on a vendu plus de espresso ou de Travel Mug en octobre ?', ['product'], 'units_sold'],
    ['espresso in Hamburg vs Munich last month', ['product', 'location'], 'units_sold'],
    ['revenue of espresso by store in October', ['location'], 'revenue'],
    ['how many espresso are there all together', undefined, 'on_hand'],
    ['espresso sold better, Hamburg or Munich? Last month.', ['product', 'location'], 'units_sold'],
  ])('sets such a name beside others: %s', async (question, dimensions = [], measure) => {
    expect((await ask(question)).request).toMatchObject({ query: { dimensions } });
    expect((await ask(question)).request).toHaveProperty('query.measures.0', measure);
  });

  it('takes such a name as one part of a whole', async () => {
    const { request } = await ask('share of espresso in revenue in October');
    expect(request).toMatchObject({ query: { dimensions: [] }, also: { whole: { filters: [] } } });
  });

  it('takes a place whose name several share for all of them, but not as an end of a way', async () => {
    const both = memoryLexicon({
      ...roastery,
      locations: [...roastery.locations, { ...roastery.locations[2]!, id: 'M2', name: 'Munich Depot', code: 'M2' }],
    });
    const asked = (question: string) => understand(question, both, today);
    expect((await asked('revenue in Munich in October')).request).toMatchObject({
      query: { dimensions: ['location'], filters: [{ field: 'location', value: ['MUC', 'M2'] }] },
    });
    for (const question of ['transfers from Hamburg to Munich last month', 'what is on its way from Hamburg to Munich'])
      expect((await asked(question)).handedBack?.answer).toContain('Munich Store or Munich Depot');
  });

  it('asks back with candidates where the name beside it may belong to it', async () => {
    const { request, handedBack } = await ask('How many espresso grinder do we have?');
    expect([request, handedBack?.choices.length]).toEqual([undefined, 3]);
    expect(handedBack!.answer).toContain('Which one do you mean?');
  });

  it.each([
    'stock of cups and Travel Mug',
    'which mugs, cups are under 10 pieces',
    'how many DEC-1KG and cups did we sell',
  ])('is handed back where a category and items are joined: %s', async question => {
    expect((await ask(question)).handedBack?.answer).toContain('names a category and items');
  });

  it('takes all matches of a name if a list is requested, and says so', async () => {
    const { request, assumptions } = await ask('which espressos are running low?');
    expect(request).toMatchObject({ query: { measures: ['available', 'shortage'] } });
    expect(assumptions.join()).toContain("'espressos' = ");
  });

  it('treats an unknown name like one of another organization', async () => {
    const [unknown, foreign] = [await ask('stock of ZZZ-404'), await ask('stock of TSH-RED-M')];
    expect(unknown.handedBack?.status).toBe('not_found');
    expect(foreign.handedBack?.answer.replace('TSH-RED-M', 'ZZZ-404')).toBe("I know no item or document 'ZZZ-404'.");
  });

  it('corrects a typo in a longer sku and says so', async () => {
    const { slots, assumptions } = await ask('stock of EQ-GIRND');
    expect([slots['skus'], assumptions]).toEqual([['EQ-GRIND'], ["'EQ-GIRND' was read as 'EQ-GRIND'"]]);
  });
});

describe('a size of packs', () => {
  const [bean] = roastery.variants;
  const bag = { ...bean!, id: bean!.id.replace('-000', '-009'), sku: 'PK-250', barcode: null, name: null };
  const withBags = memoryLexicon({
    ...roastery,
    variants: [
      ...roastery.variants,
      { ...bag, productId: bag.id, productName: 'Bean Bag 250 g', category: 'Packaging' },
    ],
  });
  const chosen = async (question: string) => {
    const { request, handedBack } = await understand(question, withBags, today);
    return request?.kind === 'query'
      ? Object.fromEntries((request.query.filters ?? []).map(({ field, value }) => [field, [value].flat().sort()]))
      : handedBack?.status;
  };
  const small = ['DEC-250', 'ESP-250', 'ETH-250', 'HB-250', 'PK-250'];

  it.each([
    'Which 250g beans sold at least 60 bags last week?',
    'How many 250 g bags of beans did we sell last week?',
    'Welche 250-g-Beans haben wir letzte Woche verkauft?',
    'Wie viele Beans in 250 g Beuteln haben wir letzte Woche verkauft?',
    'Quels beans de 250 g avons-nous vendus la semaine dernière ?',
    '¿Qué beans de 250 g vendimos la semana pasada?',
    'quanti beans da 250 g abbiamo venduto la settimana scorsa',
    'quantos beans de 250 g vendemos na semana passada',
  ])('beside a category chooses its items of that size, and not one that is called so: %s', async question => {
    expect(await chosen(question)).toEqual({ category: ['Beans'], sku: small });
  });

  it('beside a noun for packs chooses all items of that size', async () => {
    expect(await chosen('How many 250 g bags did we sell last week?')).toEqual({ sku: small });
  });

  it('beside items chooses theirs, and is handed back where they have none', async () => {
    expect(await chosen('How many Ethiopia and House Blend did we sell in bags of 250 g last week?')).toEqual({
      sku: ['ETH-250', 'HB-250'],
    });
    expect(await chosen('How many Brazil Santos did we sell in bags of 250 g last week?')).toBe('needs_clarification');
  });

  it('belongs to the name in which it stands', async () => {
    expect(await chosen('How many Bean Bag 250 g do we have?')).toEqual({ sku: ['PK-250'] });
    expect(await chosen('How many bags of Ethiopia 250 g do we have?')).toEqual({ sku: ['ETH-250'] });
  });

  it('of more items than are found is not understood', async () => {
    const many = Array.from({ length: 200 }, (_, at) => ({
      ...bean!,
      id: `${at}`,
      sku: `M-${at}`,
      productId: `${at}`,
    }));
    const lexicon = memoryLexicon({ ...roastery, variants: many });
    expect((await understand('Which 250g beans sold last week?', lexicon, today)).handedBack).toBeDefined();
  });
});
