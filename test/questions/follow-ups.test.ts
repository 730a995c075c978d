import { describe, expect, it } from '@jest/globals';
import { understand } from '../../src/questions/reading/understand.ts';
import { today } from './roastery.ts';
import { ask, lexicon } from './understanding.ts';

describe('what a question becomes', () => {
  it.each<[string, object]>([
    ['now by category instead', { dimensions: ['category'], measures: ['revenue'], from: '2026-10-01' }],
    ['and by category instead', { dimensions: ['category'], measures: ['revenue'], from: '2026-10-01' }],
    ['and only beans', { filters: [{ field: 'category', value: ['Beans'] }], dimensions: ['location'] }],
    ['just the ones from Metalworks', { filters: [{ field: 'supplier', value: ['Metalworks Ltd'] }] }],
    ['compared with the month before', { from: '2026-10-01', to: '2026-10-31', compareTo: 'previous_period' }],
    ['and how many batches was that?', { measures: ['batches_completed'], from: '2026-10-01', to: '2026-10-31' }],
    ['and how many orders was that?', { measures: ['order_count'], from: '2026-10-01', to: '2026-10-31' }],
    ['compared with the same days last year', { from: '2026-10-01', compareTo: 'previous_year' }],
    ['and what share of the total was that for each of them?', { measures: ['revenue'] }],
    ['und jetzt nach Kategorie', { dimensions: ['category'], from: '2026-10-01' }],
  ])('continues the question before it: %s', async (question, query) => {
    const carried = {
      measures: ['revenue' as const],
      dimensions: ['location' as const],
      from: '2026-10-01',
      to: '2026-10-31',
    };
    expect((await understand(question, lexicon, today, carried)).request).toMatchObject({ query });
  });

  it.each<[string, object]>([
    ['and its reorder point?', { name: 'policy_lookup', input: { skus: ['HB-1KG'] } }],
    ['price?', { name: 'product_lookup', input: { skus: ['HB-1KG'] } }],
    ['which transfers are under way?', { name: 'transfers', input: { statuses: ['shipped', 'partially_received'] } }],
  ])('asks for the record of the item before, if it is about one: %s', async (question, request) => {
    const filters = [
      { field: 'sku', op: 'in' as const, value: ['HB-1KG'] },
      { field: 'location', op: 'in' as const, value: ['MUC'] },
    ];
    const carried = { measures: ['on_hand' as const], filters };
    expect((await understand(question, lexicon, today, carried)).request).toMatchObject(request);
  });

  it('is of other goods, where some are named', async () => {
    const carried = {
      measures: ['on_hand' as const],
      filters: [{ field: 'category', op: 'in' as const, value: ['Cups'] }],
    };
    expect((await understand('and HB-1KG?', lexicon, today, carried)).request).toMatchObject({
      query: { filters: [{ field: 'sku', op: 'in', value: ['HB-1KG'] }] },
    });
  });

  it.each([
    'and the margin?',
    'and what was it worth',
    'and how many batches was that?',
    'how many of them are on order',
    'und im November?',
  ])('is handed back where it continues a question that is not known: %s', async question => {
    expect((await ask(question)).handedBack?.status).toBe('needs_clarification');
  });
});
