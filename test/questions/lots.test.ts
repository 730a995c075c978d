import { describe, expect, it } from '@jest/globals';
import { understand } from '../../src/questions/reading/understand.ts';
import { memoryLexicon } from './memory-lexicon.ts';
import { roastery, today } from './roastery.ts';

const BOUGHT = 'L-ETH-07';
const MADE = 'LOT-2026-0118';

const lots = roastery.lots.map(lot => ({ ...lot, isMade: lot.lotNumber === MADE }));
const lexicon = memoryLexicon({ ...roastery, lots });
const ask = (question: string) => understand(question, lexicon, today);
const asked = async (question: string) => {
  const { request } = await ask(question);
  return request?.kind === 'query' ? request.query : request;
};

describe('one lot', () => {
  it.each([
    `where did lot ${BOUGHT} come from?`,
    `when did we receive lot ${BOUGHT} and from whom`,
    `which supplier sent us lot ${BOUGHT}`,
    `Woher stammt die Charge ${BOUGHT}?`,
    `da quale fornitore viene il lotto ${BOUGHT}?`,
    `quand est arrivé le lot ${BOUGHT} ?`,
    `how much of lot ${MADE} is gone already?`,
    `how many kilos of lot ${BOUGHT} have been used up`,
    `Wie viel ist von Charge ${MADE} schon weg?`,
    `is anything left of lot ${MADE}`,
  ])('tells whom it is from, since when, and how much of it is left: %s', async question => {
    expect(await asked(question)).toMatchObject({ name: 'lots', input: { lotNumber: expect.any(String) } });
  });

  it.each([
    `where did lot ${MADE} come from?`,
    `what went into lot ${MADE}`,
    `which lots does ${MADE} contain`,
    `list the ingredients of lot ${MADE}`,
    `what did lot ${MADE} use`,
  ])('is traced back if it was made: %s', async question => {
    expect(await asked(question)).toMatchObject({ name: 'lot_trace_backward' });
  });

  it.each([
    `what became of lot ${BOUGHT}`,
    `which lots contain ${BOUGHT}`,
    `which customers orders got lot ${MADE}?`,
    `Was ist aus der Charge ${BOUGHT} geworden?`,
  ])('is traced on to what it went into: %s', async question => {
    expect(await asked(question)).toMatchObject({ name: 'lot_trace_forward' });
  });

  it.each([
    [`how much of lot ${BOUGHT} was used in roasting`, 'units_used'],
    [`how much of lot ${MADE} has been sold so far?`, 'units_sold'],
    [`how much of lot ${MADE} went to customers?`, 'units_sold'],
  ])('has figures of what happened to it: %s', async (question, measure) => {
    expect(await asked(question)).toMatchObject({
      measures: expect.arrayContaining([measure]),
      filters: [{ field: 'lot', op: 'in' }],
    });
  });

  it.each([`who made lot ${MADE}`, `which lot did we sell first`, 'which lots did not go to Munich'])(
    'has no answer to what is not recorded of it: %s',
    async question => expect((await ask(question)).handedBack).toBeDefined(),
  );
});

describe('lots', () => {
  it.each([
    'lots without an expiry date',
    'Welche Chargen haben kein Ablaufdatum?',
    'que lotes estão sem data de validade?',
  ])('without an expiry date are listed: %s', async question => {
    expect(await asked(question)).toMatchObject({
      dimensions: ['lot', 'sku', 'location'],
      filters: [{ field: 'expiry_date', op: 'is_null', value: true }],
    });
  });

  it.each([
    'which lot of HB-1KG should we sell first',
    'which lot of HB-1KG expires first',
    'Welche Charge HB-1KG soll als erstes raus?',
    'quel lot de HB-1KG faut-il vendre en premier ?',
  ])('go out in the order in which they expire: %s', async question => {
    expect(await asked(question)).toMatchObject({ sort: ['expiry_date'], dimensions: expect.arrayContaining(['lot']) });
  });

  it('past their date have expired', async () => {
    expect(await asked('lots that are already past their date')).toMatchObject({
      filters: [{ field: 'expiry_date', op: '<' }],
    });
  });

  it('that are not blocked are those of which nothing is on hold', async () => {
    expect(await asked('which lots are not blocked')).toMatchObject({
      measures: ['on_hold', 'on_hand'],
      having: [{ field: 'on_hold', op: '=', value: 0 }],
    });
  });
});

const some = { field: 'on_hand', op: '>', value: 0 };
const few = { field: 'on_hand', op: '<', value: 5 };

it.each<[string, object]>([
  ['which lots have fewer than 5 left?', { dimensions: ['lot', 'sku'], having: [some, few] }],
  ['quali lotti hanno meno di 5 pezzi rimasti?', { dimensions: ['lot', 'sku'], having: [some, few] }],
  ['Welche Chargen haben weniger als 5 Stück?', { dimensions: ['lot', 'sku'], having: [some, few] }],
  ['Quels lots ont moins de 5 unités en stock ?', { dimensions: ['lot', 'sku'], having: [some, few] }],
  ['¿qué lotes tienen menos de 5 unidades?', { dimensions: ['lot', 'sku'], having: [some, few] }],
  ['que lotes têm menos de 5 unidades?', { dimensions: ['lot', 'sku'], having: [some, few] }],
  ['which lot has the most stock?', { dimensions: ['lot', 'sku'], sort: ['-on_hand'] }],
  ['which lot has the least left?', { dimensions: ['lot', 'sku'], sort: ['on_hand'] }],
])('a bound or an order is of a whole lot, wherever it lies: %s', async (question, query) => {
  expect(await asked(question)).toMatchObject(query);
});

it.each([
  'which lots in Munich have fewer than 5 left?',
  'in which stores are there lots with fewer than 5 left?',
  'which lots have fewer than 5 left in each shop?',
  'which lots do we have?',
])('lots are told by place if that is asked, or if nothing bounds them: %s', async question => {
  expect(await asked(question)).toMatchObject({ dimensions: expect.arrayContaining(['lot', 'sku', 'location']) });
});
