import { describe, expect, it, test } from '@jest/globals';
import { ask } from './understanding.ts';

const requestsOf = async (text: string): Promise<object[]> => {
  const { request, further, leftOut } = await ask(text);
  expect(leftOut).toEqual([]);
  return [request, ...further.map(each => each.request)].map(each => (each?.kind === 'query' ? each.query : each!));
};
const sku = (value: string) => [{ field: 'sku', op: 'in', value: [value] }];

describe('a further question', () => {
  it.each<[string, object, object]>([
    [
      'How many House Blend 1kg do we have and when does the next delivery come',
      { measures: ['on_hand', 'available'], filters: sku('HB-1KG') },
      { dimensions: ['purchase_order', 'status', 'supplier', 'expected_on'], filters: sku('HB-1KG') },
    ],
    [
      'Wie viel House Blend 1kg haben wir und wann kommt die nächste Lieferung',
      { measures: ['on_hand', 'available'], filters: sku('HB-1KG') },
      { measures: ['on_order'], filters: sku('HB-1KG') },
    ],
    [
      'Combien de House Blend 1kg avons-nous et quand arrive la prochaine livraison',
      { measures: ['on_hand', 'available'], filters: sku('HB-1KG') },
      { measures: ['on_order'], filters: sku('HB-1KG') },
    ],
    [
      'How many House Blend 1kg do we have in Munich, and when will it run out?',
      { measures: ['on_hand', 'available'] },
      {
        measures: ['days_of_cover', 'available'],
        filters: [...sku('HB-1KG'), expect.objectContaining({ field: 'location' })],
      },
    ],
  ])('is of the item of the first, where it names none: %s', async (text, first, second) => {
    expect(await requestsOf(text)).toMatchObject([first, second]);
  });

  it.each([
    'last week: how many orders, how much revenue and which item sold best?',
    'combien de commandes la semaine dernière et quel article a fait le plus de ventes ?',
  ])('is of the time of the first, where it is of a time and names none: %s', async text => {
    const [first, second] = await requestsOf(text);
    const { from, to } = first as { from: string; to: string };
    expect(first).toMatchObject({ dimensions: [], from: expect.any(String) });
    expect(second).toMatchObject({ dimensions: ['sku'], from, to });
  });

  it.each<[string, object, object]>([
    [
      'Which orders are open? And who is our slowest supplier?',
      { measures: ['units_to_fulfill'] },
      { dimensions: ['supplier'], sort: ['-lead_time_days'] },
    ],
    [
      'How many House Blend 1kg are in Munich? And in Berlin?',
      { measures: ['on_hand', 'available'] },
      { measures: ['on_hand', 'available'], filters: [...sku('HB-1KG'), expect.anything()] },
    ],
    [
      'What is our stock worth today, and what was it at the end of October?',
      { measures: ['stock_value'] },
      { measures: ['stock_value'], asOf: '2026-10-31' },
    ],
    ['How much margin on beans last month, and how much on cups?', { measures: ['margin'] }, { measures: ['margin'] }],
  ])('is its own, or changes the first: %s', async (text, first, second) => {
    expect(await requestsOf(text)).toMatchObject([first, second]);
  });

  it('that the same record answers is answered with it', async () => {
    expect(await requestsOf('What does House Blend 1kg cost us and what do we sell it for')).toEqual([
      { kind: 'look_up', name: 'product_lookup', input: { skus: ['HB-1KG'] } },
    ]);
  });

  it.each([
    ['How much coffee is in Munich and how many cups did we sell last week?', 'how many cups did we sell last week'],
    ['Stock of beans without House Blend, and when does the next delivery come', 'when does the next delivery come'],
    ['What is low in Munich and what is on its way there', 'what is on its way there'],
    ['How many batches are planned and when do they start', 'when do they start'],
  ])('that may be about something else is left out: %s', async (text, other) => {
    const { further, leftOut } = await ask(text);
    expect([further, leftOut]).toEqual([[], [other]]);
  });
});

test('four further questions of a text are answered at most', async () => {
  const { further, leftOut } = await ask(`Which orders are open? ${'Who is our slowest supplier? '.repeat(5)}`);
  expect([further.length, leftOut.length]).toEqual([4, 1]);
});

test('whom an item is bought from is told beside where it is', async () => {
  expect(await requestsOf('House Blend 1kg: where do we keep it, and who do we buy it from')).toMatchObject([
    { measures: ['on_hand', 'available'], dimensions: expect.arrayContaining(['location', 'supplier']) },
  ]);
});
