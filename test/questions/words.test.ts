import { describe, expect, it } from '@jest/globals';
import { understand } from '../../src/questions/reading/understand.ts';
import { memoryLexicon } from './memory-lexicon.ts';
import { roastery, today } from './roastery.ts';
import { ask } from './understanding.ts';

/*
 * Words that people of the trade use: each stands in a question in which it can mean nothing else, and is read as the
 * figure that it stands for, or as none. `…` is where a word stands.
 */

const WORDS: readonly (readonly [figure: string, question: string, words: string])[] = [
  ['units_sold', 'How many DEC-1KG … in Munich last month', 'went out the door, left the shop, changed hands'],
  ['units_sold', 'How many DEC-1KG did we … last month', 'ring up, turn over, offload, flog'],
  ['units_sold', 'Wie viele DEC-1KG … im Oktober in München …', 'setzten wir…ab, gingen…weg, gingen…über die Theke'],
  ['units_sold', 'Wie viele DEC-1KG … im Oktober …', 'wurden wir…los, haben wir…abgesetzt, gingen…über den Ladentisch'],
  ['revenue', 'How much … in Munich last month', 'was rung up, money came in, did we take'],
  ['revenue', 'Wie viel … im Oktober in München …', 'setzten wir…um, nahmen wir…ein, Geld kam…rein, kam…in die Kasse'],
  ['revenue', '… à Munich en octobre', 'combien a fait le magasin, combien d’argent est rentré, valeur des ventes'],
  ['revenue', '… a Monaco in ottobre', 'quanti soldi sono entrati, quanto ha fatto il negozio'],
  ['units_received', 'How many DEC-1KG … last week', 'rolled in, reached us, did we take in'],
  [
    'units_received',
    'Wie viele DEC-1KG … letzte Woche …',
    'kamen…an, trafen…ein, haben wir…reinbekommen, wurden…eingelagert',
  ],
  ['units_received', '… la settimana scorsa', 'quante DEC-1KG sono entrate'],
  ['units_returned', 'Wie viele DEC-1KG … im Oktober …', 'kamen…zurück, gaben Kunden…zurück, wurden…reklamiert'],
  ['units_wasted', 'Wie viele DEC-1KG … im Oktober …', 'gingen…zu Bruch, schrieben wir…ab, landeten…im Müll'],
  ['units_produced', 'Wie viel DEC-1KG … im Oktober …', 'stellten wir…her, haben wir…gemacht'],
  ['units_produced', 'How much DEC-1KG … last month', 'did we make, was made, came out of production'],
  ['on_hand', 'How many DEC-1KG … in Munich', 'have we got, are we sitting on'],
  ['on_hand', 'Wie viele DEC-1KG … in München …', 'liegen…herum, stehen…rum, hats noch'],
  ['available', 'Which products … in Munich', 'are gone, did we run out of, are we lacking, are out'],
  ['available', 'Quels produits … à Munich', "n'avons-nous plus, font défaut"],
  ['none', 'How many DEC-1KG … in Munich last month', 'walked, did we paint, did the auditor see'],
  ['none', 'Wie viele DEC-1KG … letzten Monat', 'haben wir gestreichelt'],
];

describe('a word of the trade', () => {
  it.each(
    WORDS.flatMap(([figure, question, words]) => words.split(', ').map(word => [figure, question, word] as const)),
  )('is read as %s in "%s": %s', async (figure, question, word) => {
    const said = word
      .split('…')
      .reduce((text, part) => text.replace('…', part), question)
      .replace(/ ?…/, '');
    const { request } = await ask(`${said}?`);
    expect(request?.kind === 'query' ? request.query.measures[0] : 'none').toBe(figure);
  });
});

describe('a greeting', () => {
  it.each([
    'Good morning! How many DEC-1KG do we have?',
    'Guten Morgen, wie viele DEC-1KG haben wir?',
    'Guten Abend, wie viele DEC-1KG haben wir?',
    'Ciao, quanti DEC-1KG abbiamo?',
    'Buen día, ¿cuántos DEC-1KG tenemos?',
    'quantos DEC-1KG a gente tem?',
  ])('asks for nothing: %s', async question => {
    const { request, unused } = await ask(question);
    expect(request).toMatchObject({ query: { measures: ['on_hand', 'available'], dimensions: [] } });
    expect(unused).toEqual([]);
  });

  it('leaves the day that is asked for', async () => {
    const { request } = await ask('Guten Morgen, was kommt morgen?');
    expect(request).toMatchObject({ query: { filters: [{ field: 'expected_on' }] } });
  });
});

describe('what is free', () => {
  it.each([
    'How many DEC-1KG are free in Munich?',
    'combien de DEC-1KG sont libres à Munich ?',
    '¿Cuántos DEC-1KG hay libres en Múnich?',
    'quanti DEC-1KG sono liberi a Monaco?',
    'quantos DEC-1KG estão livres em Munique?',
  ])('is available: %s', async question => {
    expect((await ask(question)).request).toMatchObject({ query: { measures: ['available'] } });
  });

  it.each(['What did we give away for free in October?', 'Which items are free of charge?', 'Is shipping free?'])(
    'is not what costs nothing: %s',
    async question => expect((await ask(question)).handedBack).toBeDefined(),
  );
});

const NAMED: readonly (readonly [question: string, value: string])[] = [
  ['Stock of ethiopian yirgacheffe', 'Ethiopia Yirgacheffe'],
  ['Bestand brasilianischer Santos', 'BRA-1KG'],
  ['stock de prensas francesas', 'French Press'],
  ['Umsatz in Muenchen im Oktober', 'MUC'],
  ['fatturato a Monaco di Baviera in ottobre', 'MUC'],
];

describe('a name', () => {
  it.each(NAMED)('is known in other words: %s', async (question, value) => {
    const { request } = await ask(`${question}?`);
    expect(request?.kind === 'query' ? request.query.filters?.map(each => each.value) : []).toEqual([[value]]);
  });

  it.each(['Sales of coffee cups in October', 'Bestand an Kaffeetassen', 'stock de tazas de café'])(
    'of a utensil is not also that of what it is for: %s',
    async question => {
      const variants = roastery.variants.map(each =>
        each.category === 'Beans' ? { ...each, category: 'Coffee' } : each,
      );
      const { request } = await understand(`${question}?`, memoryLexicon({ ...roastery, variants }), today);
      expect(request).toMatchObject({ query: { filters: [{ field: 'category', op: 'in', value: ['Cups'] }] } });
    },
  );

  it.each([
    ['Stock of boxes', ['boxes']],
    ['Bestand Kartons', ['Kartons']],
  ])('is missed where everything would be counted without it: %s', async (question, leftOut) => {
    expect((await ask(`${question}?`)).handedBack).toMatchObject({ leftOut });
  });

  it.each([
    'Revenue of the Berlin shop in October',
    'Umsatz im Laden in Berlin im Oktober',
    'facturación de la tienda de Berlín en octubre',
  ])('of several places is that of their kind: %s', async question => {
    const store = {
      id: '00000003-0000-7000-8000-00000000000f',
      name: 'Berlin Corner',
      code: 'CORNER',
      type: 'store' as const,
      active: true,
    };
    const own = memoryLexicon({ ...roastery, locations: [...roastery.locations, store] });
    const { request } = await understand(`${question}?`, own, today);
    expect(request).toMatchObject({ query: { filters: [{ field: 'location', op: 'in', value: ['CORNER'] }] } });
  });
});
