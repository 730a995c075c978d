import { describe, expect, it, test } from '@jest/globals';
import { type Understanding, understand } from '../../src/questions/reading/understand.ts';
import { sliceOf } from '../support/slice.ts';
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
  because of the strike; when it rained; on Black Friday; at Easter; the day after; except on Mondays; excluding weekends;
  again; in packs; for everyone; during the sale; in a period; number 7; plus 7; 7 times; 7 percent; exactly 7; in two parts;
  in at least two places; most of it; by far; by then; and how; whole; or low; compared with plan; with delivery notes;
  that were never counted; on loan; instead of cups; per shift; a second time; in a row; half of it; twice as much`);

/** The request, or that something was said about the words. */
const heard = ({ request, unused, leftOut, assumptions }: Understanding): string =>
  request === undefined || unused.length + leftOut.length > 0 ? 'told' : JSON.stringify([request, assumptions]);

/** Each word is added to a third of the questions, another third of them for the next word. */
const THIRD = 3;

// No multiple of three, or a run would try the same third of the words with each.
describe.each(sliceOf(QUESTIONS, 4))('%s', question => {
  it('is not answered alike with more words', async () => {
    const plain = heard(await ask(question));
    expect(plain).not.toBe('told');
    const unheard: string[] = [];
    const words = ADDED.filter((_, at) => (at + QUESTIONS.indexOf(question)) % THIRD === 0);
    for (const added of words) if (heard(await ask(`${question} ${added}`)) === plain) unheard.push(added);
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

/** No query says these: each has a part that a query without it would answer just as well. */
const UNSAID = `
How many orders were shipped within 2 days?
How many orders are older than 3 days?
Which 3 stores sold the most per order?
Which items did we sell more than once in October?
Which suppliers have we never bought from?
Which suppliers never deliver late?
Revenue from orders over 100 euros in October
Revenue for each of the top 3 categories by month
Stock by location for items under 10 units
How many items are low or out of stock?
Which items sold more than 20 units in October or have less than 5 in stock?
What did we sell in October that was returned?
What did we receive from Metalworks in October that we sold?
What did we sell in at least two shops in October?
What did the forecast say for October?
How much stock do we have of House Blend made in September?
Sales in October 7 %
Welche Lieferanten liefern nie zu spät?
Wie viele Artikel sind knapp oder ausverkauft?
Quels articles sont en rupture ou en retard ?
Quali articoli non abbiamo venduto in ottobre?
What changed in Berlin between 9 and 12 yesterday?
Which lots of Decaf Colombia are left after February?
How much stock of House Blend do we have since Friday?
Which supplier got the most money from us this year?
Welche Artikel haben wir wie oft verkauft?
How much did we buy from each supplier in October and how late were they?`
  .trim()
  .split('\n');

test.each(UNSAID)('%s is handed back, or says what it left out', async question => {
  expect(heard(await understand(question, lexicon, today))).toBe('told');
});

/** Said in two ways. */
const ALIKE: [string, string][] = [
  ['Which items are out of stock and on order?', 'Which items are out of stock that are on order?'],
  ['How many Hand Grinders did we sell in October?', 'In October, how many Hand Grinders were sold?'],
  ['Sales in October by category', 'By category, what were the sales in October?'],
  ['Which orders are open?', 'Could you please show me which orders are open?'],
  ['Revenue by location last month', "Last month's revenue per location"],
  ['What is our stock worth?', "What's the value of our inventory?"],
  ['Stock in Berlin and Munich', 'Stock in Munich and Berlin'],
  [
    'Which products dropped the most from September to October?',
    'Which products had the biggest drop between September and October?',
  ],
  ['Value of lots expiring in 30 days', 'What is the stock value of the lots that expire in the next 30 days?'],
  ['What arrives from Metalworks before December?', 'What is still to come from Metalworks before December?'],
  ['Was kommt von Metalworks vor Dezember?', 'What arrives from Metalworks before December?'],
  ['How did revenue change month over month in October?', 'How did revenue change in October from the month before?'],
  ['Return rate per category in October, highest first', 'Categories with the highest return rate in October'],
  ['Margin rate by product, worst 5, October', 'The 5 products with the lowest margin rate in October'],
  ['What is on order from Metalworks, due in December?', 'What is still to come from Metalworks in December?'],
  ['Trace lot LOT-2026-0117 back', 'Where does lot LOT-2026-0117 come from?'],
  ['When will Vanilla Syrup be out of stock?', 'When will Vanilla Syrup run out?'],
  [
    'How much House Blend did we roast and how much did we sell in October?',
    'How much House Blend did we roast and sell in October?',
  ],
  ['What is expected from Metalworks in December?', 'What is still to come from Metalworks in December?'],
  [
    'Which items have a margin under 20 % and stock over 50?',
    'Which items have a margin under 20 % and more than 50 in stock?',
  ],
  ['Wann ist der Vanilla Syrup leer?', 'When will Vanilla Syrup run out?'],
];

test.each(ALIKE)('%s, or: %s', async (one, other) => {
  const [first, second] = [await understand(one, lexicon, today), await understand(other, lexicon, today)];
  const sorted = (given: Understanding): string[] =>
    JSON.stringify(given.request)
      .match(/[\w-]+/g)
      ?.sort() ?? [];
  expect(sorted(second)).toEqual(sorted(first));
  expect(heard(first)).not.toBe('told');
});
