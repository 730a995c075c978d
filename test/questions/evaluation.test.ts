import { beforeAll, expect, test } from '@jest/globals';
import { sliceOf } from '../support/slice.ts';
import { readSet, type Scored, score, scores, withTypos } from './scoring.ts';

/* Four hundred questions as people ask them: their subject, their outcome, and the names in them. */

const set = [...readSet('evaluation'), ...readSet('held-out')];
let scored: Scored[] = [];
beforeAll(async () => {
  scored = await score(set);
});

test('at least 90 % of questions are understood correctly, and 92 % of the names in them are found', () => {
  const { intent, status, names } = scores(scored);
  expect(set.length).toBeGreaterThanOrEqual(390);
  expect({ intent: intent >= 0.9, status: status >= 0.9, names: names >= 0.92 }).toEqual({
    intent: true,
    status: true,
    names: true,
  });
});

test.each(sliceOf([1, 2], 2))('less than 5 points are lost if every question has a typo (seed %i)', async seed => {
  const [plain, misspelt] = [scores(scored), scores(await score(withTypos(set, seed)))];
  expect(plain.intent - misspelt.intent).toBeLessThan(0.05);
  expect(plain.names - misspelt.names).toBeLessThan(0.05);
});

test('the same question is understood in the same way', async () => {
  const some = set.slice(0, 80);
  expect((await score(some)).map(one => one.got)).toEqual(scored.slice(0, 80).map(one => one.got));
});

test.each(sliceOf(['2026-11-16', '2026-11-22', '2026-12-01', '2026-12-31', '2027-01-01', '2028-02-29'], 6))(
  'whether a question is answered does not depend on the day, forecasts aside, which have a horizon: on %s as on a Wednesday',
  async day => {
    const onThatDay = await score(set, { day });
    const wrong = scored.flatMap(({ expected, got, intent }, at) =>
      intent === 'demand_forecast' || Boolean(got.request) === Boolean(onThatDay[at]!.got.request)
        ? []
        : [[expected.question, onThatDay[at]!.got.handedBack?.answer]],
    );
    expect(wrong).toEqual([]);
  },
);
