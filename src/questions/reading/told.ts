import { type Group, isTime } from '../../figures/dimensions.ts';
import { type LookUpName, lookUpNamed } from '../answering/look-ups.ts';
import { isWord } from '../languages/dictionary.ts';
import { LISTS } from '../words/parts.ts';
import type { Meaning, Topic } from '../words/words.ts';
import { DOCUMENTS } from './documents.ts';
import { GOODS } from './effects.ts';
import { type Item, meaningOf } from './item.ts';
import { quoted, type Reading } from './reading.ts';
import type { Interpretation } from './requests.ts';
import type { Sentence } from './sentence.ts';

/* What of a question shows in a look-up of records. */

type LookedUp = Extract<Interpretation, { kind: 'look_up' }>;

/** A look-up of one record, which tells everything that it has. */
export const isOfOne = ({ input }: LookedUp): boolean =>
  ['number', 'numbers', 'lotNumber', 'id', 'reference', 'q'].some(name => name in input);

/** Names, numbers and days: each stands in the request, or is a field of the one record. */
export function isIn(item: Item, request: LookedUp, { items }: Sentence, reading: Reading): boolean {
  const { taken, name, number, date, code, text } = item;
  const { name: lookUp, input } = request;
  if (!taken || code || (typeof input['q'] === 'string' && input['q'].includes(quoted(reading, item)))) return true;
  const said = JSON.stringify(input);
  const has = (...fields: string[]) => fields.some(field => (lookUpNamed(lookUp).columns as string[]).includes(field));
  if (name) {
    const isOfGoods = name.names.every(({ named }) => named.skus.length > 0);
    const isShown = isOfOne(request) && isOfGoods && has('items', 'sku', 'input_lots', 'affected_orders');
    return (
      isShown ||
      // What it is made of.
      request.quantity !== undefined ||
      name.names.some(({ named }) => [named.value, named.id, ...named.skus].some(each => each && said.includes(each)))
    );
  }
  if (number !== undefined)
    return (
      number === request.quantity ||
      said.includes(String(number)) ||
      items.some(each => each.code && each.text.includes(text))
    );
  if (date === undefined) return true;
  const { side, period } = reading.dates[date]!;
  if (isOfOne(request)) return !isTraced(request);
  if (lookUp === 'insights') return side !== 'past';
  // Lists of what is open are of today: "the drafts of this week", "what was made today" are others.
  return lookUp === 'demand_forecast' || (side === 'now' && period.from === period.to && isOfOpen(request));
}

const isOfOpen = ({ name, input }: LookedUp): boolean =>
  [input['statuses'] ?? []].flat().length > 0 &&
  Object.values(DOCUMENTS).some(
    ({ lookUp, open = [] }) => lookUp === name && (input['statuses'] as string[]).every(each => open.includes(each)),
  );

const isTraced = ({ name }: LookedUp): boolean => name.startsWith('lot_trace');

/** What else each look-up tells, by the topics, measures and groups that ask for it. */
const TELLS: { readonly [name in LookUpName]?: { topic?: Topic; measures?: string; groups?: string } } = {
  recipes: { topic: 'recipe', measures: 'units_used buildable' },
  lot_trace_forward: { measures: 'units_produced units_sold units_used' },
  lot_trace_backward: { topic: 'recipe', measures: 'units_produced units_used units_received' },
  policy_lookup: { topic: 'policy', measures: 'lead_time_days reorder_point' },
  product_lookup: { topic: 'item' },
  demand_forecast: { topic: 'forecast', measures: 'units_sold daily_sales days_of_cover' },
  insights: { topic: 'insights' },
  purchase_orders: { topic: 'forecast' },
  suppliers: { measures: 'lead_time_days', groups: 'supplier' },
  locations: { groups: 'location' },
};

/** "The category Coffee" names one. */
const namesKind = (sentence: Sentence, at: number, group: Group): boolean =>
  [sentence.beside(at, 1), sentence.beside(at, -1)].some(beside =>
    sentence.items[beside]?.name?.names.some(({ named }) => named.kind === group),
  );

type Shows = { [K in Meaning['kind']]?: (meaning: Extract<Meaning, { kind: K }>, at: number, item: Item) => boolean };
/** Words that show in no look-up. */
const UNTOLD: Shows = Object.fromEntries(
  'timely strict place value except between compare way trend percent average least together'
    .split(' ')
    .map(kind => [kind, () => false]),
);

/** "Chargen" that are planned are batches, and what one needs is its recipe. */
const OF_MAKING: { readonly [noun: string]: string } = { lot: 'production_batches', batch: 'recipes' };

/** Returns whether a meaning of an item is one that a look-up answers to. */
export function toldBy(request: LookedUp, sentence: Sentence) {
  const { name, input } = request;
  const columns: readonly string[] = lookUpNamed(name).columns;
  const { topic: own, measures = '', groups = '' } = TELLS[name] ?? {};
  const isOne = isOfOne(request);
  const documents = Object.values(DOCUMENTS).filter(({ lookUp }) => (isOne || 'statuses' in input) && lookUp === name);
  const told = [measures, ...documents.map(({ tells }) => tells)].join(' ').split(' ');
  const isTrace = isTraced(request);
  const isNumbered = !('q' in input);
  const isOfSource = isOne && columns.includes('supplier_id');
  const isOf = (group: Group): boolean =>
    groups === group ||
    columns.some(column => column.startsWith(group)) ||
    // A count is listed without its items.
    (GOODS.includes(group) && name !== 'cycle_counts');
  const shows: Shows = {
    ...UNTOLD,
    part: ({ part }, _, { text }) =>
      part.measures.some(each => told.includes(each)) ||
      (part === LISTS.SUPPLIES && told.includes('supplier')) ||
      // What is gone of a lot is what is not left.
      (isOne && name === 'lots' && isWord('gone', text)),
    // "Batches by status": a list adds nothing up.
    group: ({ group }, at) =>
      (isOf(group) && sentence.before(at, 'by') === undefined) ||
      (isOne && isTime(group) && isNumbered) ||
      namesKind(sentence, at, group),
    // "Units per transfer": a list divides nothing.
    noun: ({ noun }, at) =>
      isOne ||
      ((DOCUMENTS[noun].lookUp === name || OF_MAKING[noun] === name) && sentence.before(at, 'by') === undefined),
    state: () => isOne || 'statuses' in input,
    except: () => isOne,
    topic: ({ topic }) => topic === own || (request.quantity !== undefined && topic === 'forecast'),
    attribute: ({ field }) => columns.includes(field),
    direction: () => name === 'transfers' || isTrace || isOne,
    operator: (_, at) => sentence.items[at + 1]?.date !== undefined || sentence.items[at + 1]?.days !== undefined,
    // "How much of the lot is gone" is a figure.
    trace: (_, __, { text }) =>
      (isTrace || (isOfSource && sentence.hears('back'))) && !(isWord('gone', text) && sentence.has('count')),
    backward: () => isTrace || isOfSource,
    most: () => name === 'insights',
    // A lot may lie in several places; any other document is where its state says.
    // "Are they only drafts".
    strict: (_, at, { text }) =>
      isOne || isWord('both', text) || meaningOf(sentence.items[sentence.beside(at, 1)], 'state') !== undefined,
    where: () =>
      (isOne && name !== 'lots') ||
      (isOfSource && sentence.items.some(item => meaningOf(item, 'backward'))) ||
      columns.some(column => column.includes('location')) ||
      name === 'locations',
    // "Who is it from", and not who made it.
    who: (_, __, { text }) =>
      !isWord('who', text) ||
      isTrace ||
      name === 'suppliers' ||
      (isOfSource && (sentence.hears('from') || sentence.hears('supplied'))),
  };
  return (meaning: Meaning, at: number, item: Item): boolean =>
    (shows[meaning.kind] as ((...of: unknown[]) => boolean) | undefined)?.(meaning, at, item) ?? true;
}
