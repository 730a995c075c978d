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
