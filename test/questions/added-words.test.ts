import { describe, expect, it } from '@jest/globals';
import { type Understanding, understand } from '../../src/questions/reading/understand.ts';
import { memoryLexicon } from './memory-lexicon.ts';
import { roastery, today } from './roastery.ts';

/*
 * Words that are added to a question that is understood: either the request becomes another one, or the answer says
 * that it did not use them, or the question is handed back. Nobody has to know the right answer for that.
 */

const lexicon = memoryLexicon(roastery);
const ask = (question: string): Promise<Understanding> => understand(`${question}?`, lexicon, today);

const QUESTIONS = `How many Hand Grinders did we sell last month
What did we sell in October
Revenue by category last month
Top 5 products by revenue last month
How much stock do we have of House Blend 1kg
Which items are out of stock
What is our stock worth
How many orders did we ship last week
Which orders are open
What did we receive from Metalworks in October
What did we throw away last month
Return rate in October
How much did we roast in October
Margin by location in October
Compare sales in October with September`.split('\n');

const list = (words: string): string[] => words.trim().split(/;\s*/);
const EXCLUDING = list(
  'except; excluding; without; apart from; other than; not counting; leaving out; minus; but not; outside; not in; everywhere but; ignoring; except for; with the exception of',
);
const ADDED = list(`
  in Munich; only in Munich; above 20 euros; costing more than 20 euros; priced between 20 and 30; on mondays; at weekends;
  without returns; net of returns; including returns; before tax; excluding VAT; after discounts; excluding cancelled orders;
  per customer; per week; per supplier; per employee; per hour; by channel; by colour; by salesperson; per unit;
  only paid orders; for unpaid orders; for shipped orders; for online orders; from cancelled orders;
  before noon; in the morning; between 9 and 11 am; after 6pm; at 10:30; for the first time; twice; more than once;
  online; on sale; at a discount; in bulk; as a gift; for free; in boxes; median; cumulative;
  compared with last year; vs budget; against target; relative to Hamburg; projected; planned; estimated;
  to new customers; by Anna; for the wedding; to Italy; and the customers; and who bought them;
  more than 100 units; with more than 2 lines; heavier than 1 kg; older than a year; that are red; without a barcode;
  that expire soon; created this year; that are discontinued; archived; inactive; organic; starting with A; blocked;
  reserved; damaged; on promotion; the second best; bottom 3; if prices rise 10 percent; assuming no returns;
  because of the strike; when it rained; on Black Friday; at Easter; the day after; except on Mondays; excluding weekends`);

/** The request, or that something was said about the words. */
const heard = ({ request, unused, leftOut, assumptions }: Understanding): string =>
  request === undefined || unused.length + leftOut.length > 0 ? 'told' : JSON.stringify([request, assumptions]);

describe.each(QUESTIONS)('%s', question => {
  it('is not answered alike with more words', async () => {
    const plain = heard(await ask(question));
    expect(plain).not.toBe('told');
    const unheard: string[] = [];
    for (const added of ADDED) if (heard(await ask(`${question} ${added}`)) === plain) unheard.push(added);
    expect(unheard).toEqual([]);
  });

  it('leaves out what it is to leave out', async () => {
    const kept: string[] = [];
    for (const excluding of EXCLUDING) {
      const { request } = await ask(`${question} ${excluding} Berlin`);
      const filters = request?.kind === 'query' ? (request.query.filters ?? []) : [];
      const isOut = filters.some(
        ({ field, op, value }) => field === 'location' && op === 'not_in' && `${value}` === 'BER',
      );
      if (request && !isOut) kept.push(excluding);
    }
    expect(kept).toEqual([]);
  });
});
