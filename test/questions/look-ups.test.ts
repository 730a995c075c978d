import { describe, expect, it } from '@jest/globals';
import { understand } from '../../src/questions/reading/understand.ts';
import { memoryLexicon } from './memory-lexicon.ts';
import { roastery, today } from './roastery.ts';
import { ask, asked } from './understanding.ts';

describe('what a question becomes', () => {
  it.each([
    'which roasted lots were made from green lot L-ETH-07',
    'what did we roast from lot L-ETH-07',
    'Welche Röstungen stammen aus Charge L-ETH-07?',
    'Was wurde aus Charge L-ETH-07 geröstet?',
    'quels lots ont été fabriqués à partir du lot L-ETH-07 ?',
    'quali lotti provengono dal lotto L-ETH-07',
  ])('traces what was made from a lot forward: %s', async question => {
    expect(await asked(question)).toMatchObject({ name: 'lot_trace_forward' });
  });

  it.each([
    'what is lot L-ETH-07 made of',
    'where did lot L-ETH-07 come from',
    'origin of lot L-ETH-07',
    'Aus welchen Chargen wurde Charge L-ETH-07 hergestellt?',
    'da quali lotti proviene il lotto L-ETH-07',
  ])('traces what a lot was made of backward: %s', async question => {
    expect(await asked(question)).toMatchObject({ name: 'lot_trace_backward' });
  });

  it.each([
    'who do we buy the EQ-GRIND from',
    'von wem kaufen wir EQ-GRIND',
    'chez qui achetons-nous EQ-GRIND ?',
    'a quién compramos EQ-GRIND',
    'da chi compriamo EQ-GRIND?',
    'de quem compramos EQ-GRIND?',
  ])('whom something is bought from is its supplier: %s', async question => {
    expect(await asked(question)).toMatchObject({ measures: ['on_hand'], dimensions: ['sku', 'supplier'] });
  });

  it.each([
    [
      'how often was Metalworks late',
      ['purchase_order', 'supplier'],
      [{ field: 'supplier', value: ['Metalworks Ltd'] }],
    ],
    [
      'wie oft kam Metalworks zu spät',
      ['purchase_order', 'supplier'],
      [{ field: 'supplier', value: ['Metalworks Ltd'] }],
    ],
    ['how many deliveries came late in October', ['purchase_order', 'supplier'], []],
    ['which supplier is late most often', ['supplier'], []],
  ])('how often a supplier was late is the number of such deliveries: %s', async (question, dimensions, filters) => {
    const having = [{ field: 'on_time_rate', op: '<', value: 1 }];
    expect(await asked(question)).toMatchObject({ dimensions, filters, having });
  });

  it.each([
    ['how many transfers are under way', { kind: 'look_up', name: 'transfers', isCounted: true }],
    ['wie viele Inventuren sind noch offen', { kind: 'look_up', name: 'cycle_counts', isCounted: true }],
    ['how many open transfers are there', { kind: 'look_up', name: 'transfers', isCounted: true }],
    [
      'how many lots of DEC-1KG do we have in stock',
      {
        query: { dimensions: ['lot', 'sku'], having: [{ field: 'on_hand', op: '>', value: 0 }] },
        also: { isCounted: true },
      },
    ],
    ['how many deliveries came late in October', { also: { isCounted: true } }],
  ])('how many records there are is told first: %s', async (question, request) => {
    expect((await ask(question)).request).toMatchObject(request);
  });

  it('when something was last counted is told by counts that are over', async () => {
    for (const question of ['when was Munich last counted', 'wann wurde München zuletzt gezählt'])
      expect(await asked(question)).toMatchObject({ name: 'cycle_counts', input: { statuses: ['completed'] } });
  });

  it.each(['how late was Metalworks on average', 'who bought EQ-GRIND'])('is no supplier: %s', async question => {
    expect(await asked(question)).toMatchObject({ status: expect.stringMatching(/unknown|needs_clarification/) });
  });

  it.each(['next batch of HB-250', 'when is the next roast of HB-250'])(
    'what is next is planned: %s',
    async question => {
      const input = { statuses: ['planned'], skus: ['HB-250'] };
      expect(await asked(question)).toMatchObject({ name: 'production_batches', input });
    },
  );

  it.each<[string, object]>([
    ['which returns have not arrived yet', { name: 'returns', input: { statuses: ['pending'] } }],
    ['Welche Retouren sind noch nicht eingegangen?', { name: 'returns', input: { statuses: ['pending'] } }],
    ['quels retours ne sont pas encore arrivés', { name: 'returns', input: { statuses: ['pending'] } }],
    ['what did order 42 contain', { name: 'order_lookup', input: { number: 'SO-000042' } }],
    ['did transfer 7 arrive?', { name: 'transfers', input: { number: 'TR-000007' } }],
    ['is batch 12 done', { name: 'production_batches', input: { numbers: ['PB-000012'] } }],
    ['find the order with reference WEB-5521', { status: 'not_found' }],
    ['which products have no supplier', { filters: [{ field: 'supplier', op: 'is_null', value: true }] }],
    ['items with zero stock', { having: [{ field: 'available', op: '<=', value: 0 }] }],
    ['which location sold the most beans last week', { dimensions: ['location'], sort: ['-units_sold'] }],
    ['sales of HB-1KG vs DEC-1KG', { dimensions: ['sku'] }],
    ['top 3 beans last month', { limit: 3, dimensions: ['sku'] }],
    ['biggest order this month', { dimensions: ['order', 'status', 'location'], sort: ['-units_ordered'] }],
    ['margin by category and month this year', { measures: ['margin'], dimensions: ['category', 'month'] }],
    [
      'units sold except in Berlin and Hamburg',
      { filters: [{ field: 'location', op: 'not_in', value: ['BER', 'HAM'] }] },
    ],
    ['which orders contain lot L-ETH-07?', { name: 'lot_trace_forward' }],
    ['stock older than 60 days', { having: [{ field: 'on_hand' }, { field: 'age_days', op: '>=', value: 60 }] }],
  ])('%s: %j', async (question, expected) => expect(await asked(question)).toMatchObject(expected));

  it('takes a number shared by a batch and a lot for the one that is asked about', async () => {
    const shared = memoryLexicon({
      ...roastery,
      lots: [{ id: roastery.lots[0]!.id, lotNumber: 'PB-000042', sku: 'HB-1KG', isMade: true }],
    });
    const called = async (question: string) => (await understand(question, shared, today)).request;
    expect(await called('status of PB-000042')).toMatchObject({ name: 'production_batches' });
    expect(await called('which orders got lot PB-000042')).toMatchObject({ name: 'lot_trace_forward' });
    expect(await called('how much is left of PB-000042')).toMatchObject({ name: 'lots' });
  });
});
