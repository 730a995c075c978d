import { type Group, isTime } from '../../figures/dimensions.ts';
import type { Condition } from '../../figures/filters.ts';
import type { MeasureName } from '../../figures/measures.ts';
import type { LookUpName } from '../answering/look-ups.ts';
import { isWord, wordsOf } from '../languages/dictionary.ts';
import { areAll, EVER, LISTS, type Part } from '../words/parts.ts';
import type { CountedUnit, Noun } from '../words/words.ts';
import { countsGoods } from './asking.ts';
import type { Chosen } from './chosen.ts';
import type { Intent } from './intents.ts';
import { groupOf, hasWord, type Item, isSmall, meaningOf } from './item.ts';
import type { Setting } from './requests.ts';
import type { Sentence } from './sentence.ts';
import { areOver, asksLast, isAheadIn, isDue, isLong, isNewest, isOfDeliveries, isOver, isToCome } from './tenses.ts';

/* Documents and lots: one table that says how to answer about each, by figures and by records. */

/** Each document with its open quantity, or the number of documents, by state; `any` if no state is named. */
interface Figures {
  states: readonly string[];
  listed: Part;
  counted?: MeasureName;
  /** The field that has these states as values. */
  field?: string;
}
const as = (states: string, listed: Part, more: { counted?: MeasureName; field?: string } = {}): Figures => ({
  states: states.split(' '),
  listed,
  ...more,
});

interface Document {
  /** The dimension to group other measures by: "which lots did we waste". */
  group?: Group;
  figures: readonly Figures[];
  lookUp: LookUpName;
  byNumber: 'number' | 'numbers';
  /** Measures that its record also has. */
  tells: string;
  /** The states of its list of records; those that count as `open`, and other words for them. */
  statuses?: string;
  open?: readonly string[];
  /** Those that have not been sent, if it is not all that are open. */
  unsent?: string;
  alsoOpen?: string;
  /** Whether it can be listed without a state, and in which order. */
  isListed?: true;
  chosenBy?: readonly ('item' | 'location' | 'supplier')[];
}

export const RECEIVED: Part = { measures: ['units_received'], dimensions: ['purchase_order', 'supplier'] };

export const LOT_STATES: readonly string[] = ['active', 'quarantine', 'recalled', 'exhausted'];

export const DOCUMENTS: { readonly [noun in Noun]: Document } = {
  order: {
    group: 'order',
    figures: [
      as(
        'fulfilled',
        { measures: ['units_sold', 'revenue'], dimensions: ['order', 'location'] },
        { counted: 'order_count' },
      ),
      as('any cancelled', LISTS.ORDERS, { counted: 'orders_created', field: 'order_status' }),
      as('open pending reserved partially_fulfilled', LISTS.OPEN_ORDERS, {
        counted: 'open_orders',
        field: 'order_status',
      }),
    ],
    lookUp: 'order_lookup',
    byNumber: 'number',
    tells: 'units_sold units_ordered order_count orders_created units_to_fulfill reserved available',
  },
  purchase_order: {
    group: 'purchase_order',
    figures: [
      as('received', RECEIVED),
      as('any open late submitted partially_received pending moving', LISTS.COMING, {
        counted: 'open_purchase_orders',
      }),
    ],
    lookUp: 'purchase_orders',
    byNumber: 'number',
    tells: 'supplier units_received on_order incoming lead_time_days on_time_rate',
    statuses: 'draft cancelled',
    unsent: 'draft',
    chosenBy: ['supplier', 'location'],
  },
  lot: {
    group: 'lot',
    figures: [
      as('expired late', LISTS.EXPIRES),
      as(`any ${LOT_STATES.join(' ')}`, LISTS.LOTS, { field: 'lot_status' }),
    ],
    lookUp: 'lots',
    byNumber: 'number',
    tells: 'supplier on_hand on_hold available units_received age_days',
  },
  return: {
    figures: [as('any received', { measures: ['units_returned'] })],
    lookUp: 'returns',
    byNumber: 'numbers',
    tells: 'units_returned units_received',
    statuses: 'pending received cancelled',
    open: ['pending'],
    alsoOpen: 'moving',
    chosenBy: ['location'],
  },
  batch: {
    group: 'batch',
    figures: [
      as(
        'any completed',
        { measures: ['units_produced'], dimensions: ['batch', 'sku'] },
        { counted: 'batches_completed' },
      ),
    ],
    lookUp: 'production_batches',
    byNumber: 'numbers',
    tells: 'units_produced units_used units_wasted on_hand',
    statuses: 'planned in_progress completed cancelled',
    open: ['planned', 'in_progress'],
    isListed: true,
    chosenBy: ['item', 'location'],
  },
  transfer: {
    figures: [],
    lookUp: 'transfers',
    byNumber: 'number',
    tells: 'units_received incoming in_transit units_transferred_in units_transferred_out on_order',
    statuses: 'pending received cancelled',
    open: ['shipped', 'partially_received'],
    unsent: 'pending',
    alsoOpen: 'moving shipped fulfilled submitted',
    isListed: true,
    chosenBy: ['location'],
  },
  count: {
    figures: [],
    lookUp: 'cycle_counts',
    byNumber: 'number',
    tells: 'on_hand',
    statuses: 'draft in_progress completed',
    open: ['draft', 'in_progress'],
    isListed: true,
    chosenBy: ['location'],
  },
};

/** Whether the record itself has the answer, so that no figure is needed: "has it been received". */
export const isTold = (noun: Noun, part: Part): boolean =>
  // "What is missing on it": its lines say what has come.
  (part === LISTS.OUT && DOCUMENTS[noun].group !== 'lot' && DOCUMENTS[noun].group !== undefined) ||
  DOCUMENTS[noun].tells.split(' ').includes(part === LISTS.SUPPLIES ? 'supplier' : part.measures[0]!);

/** The state's name in the list of records; undefined if there is none. */
export function statusesOf(noun: Noun, state: string): readonly string[] | undefined {
  const { statuses = '', open, alsoOpen = '' } = DOCUMENTS[noun];
  // A count that has not begun is a draft.
  if (noun === 'count' && state === 'planned') return ['draft'];
  if (statuses.split(' ').includes(state)) return [state];
  return state === 'open' || alsoOpen.split(' ').includes(state) ? open : undefined;
}

/** What a state is called of these documents: an order that was not sent is open. */
export const stateOf = (noun: Noun | undefined, state: string): string =>
  state === 'unsent' ? ((noun && DOCUMENTS[noun].unsent) ?? 'open') : state;

const only = (field: string, op: Condition['op'], value: string): { filters: Condition[] } => ({
  filters: [{ field, op, value }],
});
/** What has expired, or did so in the days that are said. */
const expired = (today: string, dates: Setting['reading']['dates']): Part =>
  areOver(dates) ? LISTS.EXPIRES : { ...LISTS.EXPIRES, ...only('expiry_date', '<', today) };

const OPEN_AS: readonly string[] = ['open', 'pending', 'reserved', 'partially_fulfilled'];

/** Of open purchase orders: "only partly received". */
const STATUSES: readonly string[] = ['submitted', 'partially_received'];

/** A count if "how many" is asked, otherwise a list; undefined if there is no such figure. */
export function documentsAsked(
  noun: Noun,
  [state, another]: readonly string[],
  setting: Setting,
  chosen: Chosen,
  isPast = false,
): Part | undefined {
  const { sentence, today, thresholds } = setting;
  // Of lots there is only stock, which is of now; what was sold in those days was sold by orders that were shipped.
  if (setting.carried?.from && state === undefined)
    if (noun === 'lot') return undefined;
    else if (noun === 'order') return documentsAsked(noun, ['fulfilled'], setting, chosen, isPast);
  // "The fewest orders"; "the smallest order" is one.
  const isFewest = sentence.free('least').some(item => hasWord('fewest', item));
  const isRanked = (sentence.has('most') || isFewest) && sentence.has('group');
  const isMoreThan = (...of: (CountedUnit | 'days')[]) =>
    thresholds.some(({ counted, field }) => !field && counted && of.includes(counted));
  // "Which deliveries were due last week", "which are late this week": of those that came it is not told.
  const isOfWeek = state === 'late' && setting.reading.dates.some(isLong);
  const wasDue = state === undefined && isToCome(sentence) && isOver(sentence) && areOver(setting.reading.dates);
  if (noun === 'purchase_order' && (isOfWeek || wasDue)) return undefined;
  if (noun === 'purchase_order' && (state === undefined || SENT.includes(state))) {
    const placed = placedIn(setting, chosen);
    if (placed) return placed;
  }
  // "Orders of Tuesday that have not gone out": of those created then, the ones that are open.
  const { dates: said } = setting.reading;
  if (
    noun === 'order' &&
    OPEN_AS.includes(state ?? '') &&
    said.length > 0 &&
    said.every(each => each.side !== 'future' && (each.side !== 'now' || isLong(each)))
  ) {
    setting.assumptions.push('orders by when they were created');
    const value = state === 'open' ? OPEN_AS.slice(1) : [state!];
    return { ...LISTS.ORDERS, filters: [{ field: 'order_status', op: 'in', value }] };
  }
  if (noun === 'order' && isMoreThan('money') && ['any', 'fulfilled'].includes(state ?? 'any'))
    return { measures: ['revenue'], dimensions: ['order', 'location'], intent: 'orders_list' };
  const isBounded = isMoreThan('units', 'money');
  // "The biggest transfer": what was moved is not told by transfer.
  if (noun === 'transfer' && state === undefined && !sentence.has('most', 'least')) {
    const moved = movedIn(setting, chosen);
    if (moved) return moved;
  }
  // "How many units are on open orders".
  const isOfUnits =
    countsGoods(sentence) ||
    sentence
      .free('unit')
      .some(({ at, meaning }) => meaning.unit === 'units' && sentence.before(at, 'count') !== undefined);
  // "Suppliers with more than three open orders".
  const isOfNumber =
    sentence.has('group', 'place') && thresholds.some(each => !each.field && countsDocuments(sentence, each));
  const isCounted =
    !isOfUnits && (isRanked || isOfNumber || (!isBounded && sentence.has('count', 'by', 'timely', 'average')));
  const figures = DOCUMENTS[noun].figures.find(({ states }) => states.includes(state ?? 'any'));
  // Unfinished batches are answered by records.
  const isOfDone = isPast || (isCounted && (isOver(sentence) || sentence.free('group').some(isOfTime)));
  if (!figures || another !== undefined || (noun === 'batch' && !isOfDone)) return undefined;
  // "Returns by status": only orders are counted in all their states.
  const isByState = sentence.says('group', 'status');
  if (isByState && isCounted && !figures.counted) return undefined;
  // "Lots past their date".
  if (noun === 'lot' && figures.listed === LISTS.EXPIRES) return expired(today, setting.reading.dates);
  // "Which were late last month": those that came late then.
  const { dates } = setting.reading;
  const hasPassed =
    dates.length > 0 && dates.every(({ side }) => side === 'past' || (side === 'open' && isOver(sentence)));
  if (state === 'late' && hasPassed) return cameLate(sentence);
  // "How many units are in open orders, by location".
  const isSummed =
    (isCounted && figures.counted) || (isOfUnits && sentence.has('by') && sentence.has('group', 'place'));
  const { counted, listed, field } = figures;
  // "Orders per status": all of them, whenever they were made.
  const isOfAll = state === undefined && dates.length === 0 && isByState;
  if (isOfAll && noun === 'purchase_order' && isCounted) {
    setting.assumptions.push('purchase orders that were placed: no drafts, and none that were cancelled');
    return { measures: ['purchase_orders_placed'], days: EVER, intent: 'purchase_orders' };
  }
  const isOf = field && state !== undefined && state !== 'open';
  return {
    intent: INTENTS[noun],
    ...(isSummed
      ? { measures: isOfUnits ? listed.measures : [counted!], ...(listed.daysOf && { daysOf: listed.daysOf }) }
      : listed),
    ...(isOfAll && isCounted && { days: EVER }),
    ...(isOf && only(field, '=', state)),
    ...(state === 'late' && only('expected_on', '<', today)),
    ...(STATUSES.includes(state!) && only('status', '=', state!)),
  };
}

/** Whether the number counts documents, and not what is in them: "more than 3 open purchase orders". */
export const countsDocuments = ({ items }: Pick<Sentence, 'items'>, { to }: { to: number }): boolean =>
  meaningOf(
    items.slice(to + 1).find(item => !meaningOf(item, 'state')),
    'noun',
  ) !== undefined;

/** "From Berlin to Munich", "from Berlin to the shops": no figure is of where goods come from and where they go. */
export const isOfBothEnds = (sentence: Sentence, { source, destination }: Chosen): boolean =>
  source !== undefined && (destination !== undefined || sentence.has('place'));

/** Transfers of past days: what came in, or what went out if only that place is named. */
export function movedIn({ sentence, reading: { dates }, assumptions }: Setting, chosen: Chosen) {
  if (dates.length === 0 || isAheadIn(dates) || isOfBothEnds(sentence, chosen)) return undefined;
  const { source } = chosen;
  assumptions.push(source ? 'transfers by when they were shipped' : 'transfers by when they were received');
  return source ? LISTS.MOVED_OUT : LISTS.MOVED_IN;
}

/** What was ordered from suppliers, or delivered by them, in past days; undefined if it is about what is due. */
function placedIn(setting: Setting, { included }: Pick<Chosen, 'included'>): Part | undefined {
  const { sentence, reading, thresholds, assumptions } = setting;
  const { dates } = reading;
  if (dates.length === 0 && isNewest(sentence)) {
    if (!isOfDeliveries(sentence))
      return {
        ...LISTS.PLACED,
        ...(asksLast(sentence) && { dimensions: ['day', 'purchase_order', 'supplier'], sort: '-day' }),
        days: 365,
      };
    sentence.takeAll('backward');
    // "The last delivery to Munich": a store is supplied by transfers.
    if (included.locations.length > 0 && included.suppliers.length === 0) return LISTS.ARRIVED;
    // English "was" asks nothing.
    const asking = wordsOf('small what', reading.languages);
    const isOfWhat = sentence.items.some(({ text }) => asking.has(text));
    return asksLast(sentence) && !isOfWhat ? RECEIVED : LISTS.DELIVERED;
  }
  // "How many deliveries did we get".
  if (dates.length === 0 && isOfDeliveries(sentence) && isOver(sentence)) return RECEIVED;
  if (dates.length === 0 || isAheadIn(dates)) return undefined;
  // "Deliveries due between 1 and 7 December".
  if (isToCome(sentence)) return undefined;
  const isPast = dates.every(({ side }) => side === 'past');
  if (isOfDeliveries(sentence)) return isPast ? RECEIVED : undefined;
  if (isDue(sentence) && !sentence.free('state').some(({ meaning }) => SENT.includes(meaning.state))) return undefined;
  assumptions.push('purchase orders by when they were placed');
  // "How many purchase orders", but "how much did we order".
  const isOfUnits = sentence.free('noun').some(({ text }) => isWord('ordered', text));
  // "Which supplier did we order the most from" ranks suppliers, and no orders.
  const isRanked = sentence.has('most', 'least') && sentence.has('group');
  const isCounted = thresholds.length === 0 && (isRanked || sentence.has('count', 'by', 'timely', 'average'));
  return isCounted ? { measures: [isOfUnits ? 'units_purchased' : 'purchase_orders_placed'] } : LISTS.PLACED;
}

/** What we send to suppliers is placed: "POs that went out this week". */
const SENT: readonly string[] = ['submitted', 'fulfilled'];
const isOfTime = ({ meaning }: { meaning: { group: Group } }): boolean => isTime(meaning.group);

const INTENTS: { readonly [noun in Noun]?: Intent } = {
  order: 'orders_list',
  purchase_order: 'purchase_orders',
  return: 'returns',
  batch: 'production_batches',
};

/** The meaning of a state without a document: "expired stock", "what is on the way", "wasted because it expired". */
export function ofState(
  state: string,
  parts: readonly Part[],
  { sentence, reading, today, carried }: Setting,
  { included }: Pick<Chosen, 'included'>,
): Part[] | undefined {
  const isOfStock = parts.length === 0 || areAll(parts, 'on_hand');
  if (state === 'expired') {
    const isWaste = parts.length > 0 && parts.every(({ measures }) => /wast/.test(measures[0]!));
    if (isWaste) return parts.map(part => ({ ...part, ...only('reason', '=', 'expired') }));
    return isOfStock ? [expired(today, reading.dates)] : undefined;
  }
  // Suppliers and locations are active, and none of them is a lot.
  const isOfPartners = sentence
    .free('group')
    .some(
      ({ at, meaning }) => ['supplier', 'location'].includes(meaning.group) && sentence.before(at, 'by') === undefined,
    );
  if (LOT_STATES.includes(state) && isOfStock && !isOfPartners)
    return [{ ...LISTS.LOTS, ...only('lot_status', '=', state) }];
  // Who delivered nothing in some days is not told by what is due.
  const isOfSuppliers = reading.dates.length > 0 && sentence.says('group', 'supplier');
  if (state === 'moving' && parts.length === 0 && !isOfSuppliers) return [LISTS.COMING];
  // "And which of them are late?"
  if (state === 'late' && parts.length === 0 && carried?.measures.includes('on_order'))
    return [{ measures: ['on_order'], daysOf: 'expected_on', ...only('expected_on', '<', today) }];
  if (state !== 'late') return undefined;
  const often = sentence.items.flatMap(({ text }, at) => (isWord('often', text) ? at : []));
  // "What is overdue from our suppliers", "from Metalworks", "which suppliers are late now": what they have not
  // delivered, and not how late they are.
  const supplier = sentence.free('group').find(({ meaning }) => meaning.group === 'supplier');
  const isFromAll = supplier && (sentence.has('present') || sentence.before(supplier.at, 'from') !== undefined);
  const isFromOne = included.suppliers.length > 0 && often.length === 0;
  if ((isFromAll || isFromOne) && parts.length === 0 && reading.dates.every(({ side }) => side === 'now')) {
    if (supplier) sentence.take(supplier.at);
    return [{ ...LISTS.COMING, ...only('expected_on', '<', today) }];
  }
  // "How often was Metalworks late", "which suppliers are late".
  const isOfOne = included.suppliers.length > 0 && often.length > 0;
  const isOfAll = sentence.says('group', 'supplier') && (often.length > 0 || !sentence.has('count'));
  if (!isOfOne && !isOfAll) return undefined;
  sentence.take(...often);
  const late = cameLate(sentence);
  return [isOfOne ? late : LISTS.UNRELIABLE];
}

/** What came late, with the verb that says so. */
function cameLate({ items }: Sentence): Part {
  for (const item of items) if (isWord('past', item.text)) item.taken = true;
  return LISTS.CAME_LATE;
}

/** What a condition stands directly behind: "items with less than 5", "orders over 100 euros". */
export function subjectOf(items: readonly Item[], from: number): Group | undefined {
  let at = from - 1;
  while (isSmall(items[at]) || isWord('with', items[at]?.text)) at -= 1;
  const noun = meaningOf(items[at], 'noun')?.noun;
  return noun ? DOCUMENTS[noun].group : groupOf(items[at]);
}
