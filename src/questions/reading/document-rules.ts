import type { Condition } from '../../figures/filters.ts';
import { type MeasureName, measureNamed } from '../../figures/measures.ts';
import { has } from '../../figures/plan.ts';
import { daysBetween } from '../../kernel/calendar.ts';
import { isWord } from '../languages/dictionary.ts';
import { areAll, LISTS, type Part } from '../words/parts.ts';
import type { Noun } from '../words/words.ts';
import { DOCUMENTS, documentsAsked, isOfBothEnds, LOT_STATES, movedIn, ofState } from './documents.ts';
import { isFlow } from './effects.ts';
import { hasWord } from './item.ts';
import { isMean, VALUES } from './measures.ts';
import { areStates, DUE, isPast, type Rule, type Said, type Step, take } from './said.ts';
import type { Sentence } from './sentence.ts';
import { asksAhead, isAheadIn, isOver } from './tenses.ts';

/* Figures of documents and their states, and of what moves: rules as in measured.ts. */

/** What is ordered from a supplier is a purchase order; those of customers are due on no day. */
const nameDocument: Step = said => {
  const { sentence, chosen, nouns, states, parts, noun } = said;
  const isOfSuppliers =
    !nouns.some(({ text }) => isWord('ofcustomers', text)) &&
    (chosen.included.suppliers.length > 0 ||
      sentence.says('group', 'supplier') ||
      states.some(({ meaning }) => ['late', 'moving'].includes(meaning.state)) ||
      parts.some(part => part === LISTS.COMING));
  // German "wie viele Chargen haben wir geröstet" counts batches.
  const isMade =
    noun === 'lot' && sentence.before(nouns[0]!.at, 'count') !== undefined && areAll(parts, 'units_produced');
  if (isMade) said.noun = 'batch';
  else if (noun === 'order' && isOfSuppliers) said.noun = 'purchase_order';
};

const WEEK = 7;
/**
 * "Arrive on Monday", "on 7 December": with a verb that is not in the past, a day is the one within a week, or else the
 * nearest.
 */
function isNearAhead({ sentence, reading: { dates, datesAhead }, today, spoken }: Said): boolean {
  return (
    !isOver(sentence) &&
    spoken.every(({ text }) => isWord('comes', text)) &&
    dates.every(({ first, period: { to } }) => {
      const from = datesAhead.find(ahead => ahead.first === first)?.period.from;
      return from && to && daysBetween(today, from) <= Math.max(WEEK, daysBetween(to, today));
    })
  );
}

/** "Which deliveries arrive next week", "how many orders did we receive". */
const delivered: Rule = said => {
  const { sentence, chosen, noun, nouns, states, strong, spoken, parts } = said;
  if ((noun !== 'order' && noun !== 'purchase_order') || strong.length === 0 || !areAll(parts, 'units_received'))
    return undefined;
  const isDone = (isPast(said) && !isNearAhead(said)) || (states.length === 0 && isOverBy(sentence, spoken));
  const state = noun === 'purchase_order' && isDone ? ['received'] : states.map(({ meaning }) => meaning.state);
  const isLate = states.some(({ meaning }) => meaning.state === 'late');
  const isPresent = spoken.some(({ text }) => isWord('present', text));
  const asked = isLate && !isPresent ? LISTS.CAME_LATE : documentsAsked(noun, state, said, chosen);
  take(said, spoken, nouns, states);
  return asked ? [asked] : [];
};

/** Returns and transfers that came, variances of counts: their words measure what they are of. */
const ofDocument: Rule = said => {
  const { chosen, noun, nouns, states, spoken, parts } = said;
  take(said, spoken);
  const isOfReceipts = areAll(parts, 'units_received');
  let part: Part | undefined;
  if (noun === 'return' && isOfReceipts) part = { measures: ['units_returned'] };
  // "Which transfers arrived in Munich this week".
  if (noun === 'transfer' && isOfReceipts && !isNearAhead(said)) part = movedIn(said, chosen);
  // "Variances of the last count".
  if (noun === 'count' && parts.includes(LISTS.VARIANCES)) part = LISTS.VARIANCES;
  if (!part) return undefined;
  take(said, nouns, states);
  return [part];
};

/** "What was transferred to Munich". */
const transferred: Rule = said => {
  const { sentence, chosen, nouns, strong } = said;
  const directions = sentence
    .free('direction')
    .filter(({ meanings }, _, all) => all.length > 1 || !meanings.some(({ kind }) => kind === 'hold'));
  if (directions.length === 0 || strong.length > 0) return undefined;
  const isOut =
    directions.some(({ meaning }) => meaning.way === 'out') || (chosen.source !== undefined && !chosen.destination);
  if (isOfBothEnds(sentence, chosen)) return [];
  take(said, directions, nouns);
  // "Which products moved at least 50 units": what goes nowhere is sold.
  if (
    nouns.length === 0 &&
    !chosen.source &&
    !chosen.destination &&
    directions.every(({ text }) => isWord('moved', text))
  ) {
    said.assumptions.push(`'${directions[0]!.text}' was read as 'sold'`);
    return [{ measures: ['units_sold'] }];
  }
  return [{ measures: [isOut ? 'units_transferred_out' : 'units_transferred_in'], intent: 'transfers' }];
};

/** "What was sent to Munich yesterday". */
const sent: Rule = said => {
  const { chosen, noun, states, parts } = said;
  const moving = states.filter(({ meaning }) => ['submitted', 'fulfilled', 'shipped'].includes(meaning.state));
  const isBetween = chosen.source !== undefined || chosen.destination !== undefined;
  const moved = !noun && parts.length === 0 && moving.length > 0 && isBetween ? movedIn(said, chosen) : undefined;
  if (!moved) return undefined;
  take(said, moving);
  return [moved];
};

/** "Lots without an expiry date". */
const undated: Rule = said => {
  const { sentence, reading, noun, nouns, found } = said;
  const date = found.find(
    ({ at, meaning }) => meaning.part === LISTS.EXPIRES && sentence.before(at, 'except') !== undefined,
  );
  if (noun !== 'lot' || !date || reading.dates.length > 0) return undefined;
  take(said, nouns, [date, { at: sentence.before(date.at, 'except')! }]);
  return [{ ...LISTS.LOTS, filters: [{ field: 'expiry_date', op: 'is_null', value: true }] }];
};

/** "Which lot should we sell first", "what expires first". */
const firstOut: Rule = said => {
  const { sentence, reading, noun, nouns, parts, spoken } = said;
  const first = sentence.items.findIndex(({ text }) => isWord('foremost', text));
  const isGoing =
    areAll(parts, 'units_sold', 'units_used') ||
    (parts.length === 0 && (sentence.has('trace', 'direction') || sentence.hears('gone')));
  const isAsked = (noun === 'lot' && isGoing) || (parts.length === 1 && parts[0] === LISTS.EXPIRES);
  if (first < 0 || !isAsked || isOver(sentence) || reading.dates.length > 0) return undefined;
  sentence.items.forEach(({ text }, at) => void (isWord('gone', text) && sentence.take(at)));
  take(said, nouns, spoken, [{ at: first }]);
  sentence.takeAll('trace', 'direction', 'most');
  return [LISTS.FIRST_OUT];
};

/** What is on order is of now: "bestellt" last week is what was ordered then. */
const ordered: Rule = said => {
  const {
    sentence,
    reading: { dates },
    chosen,
    noun,
    spoken,
    parts,
  } = said;
  if (!areAll(parts, 'on_order') || noun || dates.length === 0) return undefined;
  // What is expected in November has not come, and was ordered at some time.
  const isToCome = spoken.some(item => hasWord('still', item) || hasWord('comes', item));
  if (isToCome || parts.every(part => part === LISTS.COMING)) return [LISTS.COMING];
  // "Bestellt diesen Monat", and not what is on order this month.
  const isDone =
    spoken.some(({ text }) => isWord('ordered', text)) && dates.every(({ period: { from, to } }) => from !== to);
  if (!(isPast(said) || isDone) || isAheadIn(dates)) return undefined;
  const isOfAll = chosen.included.skus.length > 0 || sentence.has('count');
  return [{ measures: ['units_purchased'], dimensions: isOfAll ? [] : ['sku'] }];
};

/** "How many grinders are on their way". */
const underWay: Rule = said => {
  const { sentence, chosen, noun, states, parts } = said;
  if (noun || parts.length > 0 || !areStates(states, 'moving')) return undefined;
  if (!sentence.has('count') || chosen.included.skus.length === 0) return undefined;
  take(said, states);
  return [{ measures: ['on_order'] }];
};

/** "What arrives before December", "when does the coffee come". */
const coming: Rule = ({ sentence, reading, noun, spoken, parts }) => {
  if (noun || !areAll(parts, ...DUE)) return undefined;
  // "What arrives before December".
  const isComing =
    spoken.some(({ text }) => isWord('comes', text)) &&
    !isOver(sentence) &&
    reading.dates.length > 0 &&
    reading.dates.every(
      ({ side, first }) => side !== 'past' || reading.datesAhead.some(ahead => ahead.first === first && ahead.isBound),
    );
  return isComing || isAheadIn(reading.dates) || asksAhead(sentence) ? [LISTS.COMING] : undefined;
};

/** States by themselves: "expired stock", "what is on the way". */
const ofStates: Rule = said => {
  const { sentence, chosen, noun, states, parts } = said;
  // "Which suppliers have never delivered late": what has not come is not what came in time.
  const isOfTwo = areStates(states, 'late', 'moving') && new Set(states.map(({ meaning }) => meaning.state)).size > 1;
  if (noun) return undefined;
  if (isOfTwo) return parts;
  for (const { at, meaning } of states) {
    const part = ofState(meaning.state, parts, said, chosen);
    if (!part) continue;
    sentence.take(at);
    parts.splice(0, parts.length, ...part);
  }
  return parts;
};

/** "How much money is outstanding on open purchase orders", "which is the largest by value". */
const valueOfOpen: Rule = said => {
  const { sentence, reading, thresholds, nouns, states, parts } = said;
  const noun = said.noun!;
  const open = DOCUMENTS[noun].figures.find(({ states: own }) => own.includes('open'))?.listed.measures[0];
  const value = VALUES[open ?? ''];
  const isStillDue =
    areStates(states, 'open') || (noun === 'purchase_order' && isAheadIn(reading.dates) && states.length === 0);
  if (!value || !isStillDue || isPast(said) || thresholds.length > 0) return undefined;
  if (parts.length === 0 || !parts.every(isOfMoney)) return undefined;
  take(said, nouns, states);
  sentence.takeAll('count', 'unit');
  const isOfEach =
    sentence.has('most', 'least') ||
    [...states, nouns[0]!].some(({ at }) => {
      const each = sentence.before(at, 'each', 'by');
      return each !== undefined && !isWord('what', sentence.items[each]!.text);
    });
  const daysOf = noun === 'purchase_order' ? ({ daysOf: 'expected_on' } as const) : {};
  return [{ measures: [value], ...daysOf, ...(isOfEach && { dimensions: [DOCUMENTS[noun].group!] }) }];
};

const DEAR: readonly Part[] = [LISTS.DEAREST, LISTS.CHEAPEST];
/** "Which order was the dearest", "cost the most": by what it is worth. */
const dearest: Rule = said => {
  const { sentence, chosen, nouns, states, spoken, parts, assumptions } = said;
  const { group, figures } = DOCUMENTS[said.noun!] ?? {};
  const cost =
    parts.length === 0 && sentence.has('most', 'least')
      ? sentence.free('attribute').filter(({ meaning: { field } }) => /^unit_/.test(field))
      : [];
  const isAsked = cost.length > 0 || (parts.length > 0 && parts.every(part => DEAR.includes(part)));
  const isOpen = areStates(states, 'open', 'moving', 'submitted');
  if ((group !== 'order' && group !== 'purchase_order') || !isAsked || (states.length > 0 && !isOpen)) return undefined;
  take(said, nouns, states, spoken, cost);
  const named = group === 'order' ? chosen.included.locations : chosen.included.suppliers;
  const open = figures!.find(({ states: own }) => own.includes('open'))!.listed.measures[0]!;
  const value = isOpen ? VALUES[open]! : group === 'order' ? 'revenue' : 'value_purchased';
  if (group === 'purchase_order' && !isOpen) assumptions.push('purchase orders by when they were placed');
  return [
    {
      measures: [value],
      dimensions: [
        group,
        ...(named.length > 0 ? [] : [group === 'order' ? ('location' as const) : ('supplier' as const)]),
      ],
      sort: parts.includes(LISTS.CHEAPEST) ? value : `-${value}`,
    },
  ];
};

/** Figures beside documents: of these, or broken down by them. */
const byDocument: Rule = said => {
  const { sentence, nouns, states, parts } = said;
  const noun = said.noun!;
  const { group } = DOCUMENTS[noun];
  if (!group || isOfDocumentsOnly(said)) return undefined;
  // "Which lots expire": grouped by what it names.
  const by = sentence.before(nouns[0]!.at, 'by', 'each');
  if (noun !== 'lot' && by === undefined) return besideDocument(said, noun);
  take(said, nouns, by === undefined ? [] : [{ at: by }]);
  const lots = states.filter(({ meaning }) => LOT_STATES.includes(meaning.state));
  take(said, lots);
  const filters = lots.map(({ meaning }): Condition => ({ field: 'lot_status', op: '=', value: meaning.state }));
  const isOfLots = ({ measures }: Part) => noun === 'lot' && measures.every(name => has(name, 'lot'));
  // What is bought without lots came in none.
  const isOfAny = ({ measures }: Part) =>
    by !== undefined && measures.every(isFlow) && (noun === 'lot' || sentence.has('most', 'least'));
  // "Lots with fewer than 5 in stock", "how many lots are in stock": those that have any.
  const isCounted = sentence.before(nouns[0]!.at, 'count') !== undefined;
  const isBounded = noun === 'lot' && areAll(parts, 'on_hand') && (isCounted || said.thresholds.length > 0);
  return parts.map(part => ({
    ...part,
    ...(isBounded && { having: part.having ?? LISTS.LOTS.having }),
    dimensions: [
      ...(!part.dimensions || isOfLots(part) ? [group] : []),
      // Lots of several items may have one number.
      ...(part.dimensions ?? (noun === 'lot' ? (['sku'] as const) : [])),
    ],
    filters: [
      ...(part.filters ?? []),
      ...filters,
      ...(isOfAny(part) ? [{ field: group, op: 'is_null', value: false } as const] : []),
    ],
  }));
};

/** Whether it is only about documents: "the oldest open order" lists orders as they came. */
const isOfDocumentsOnly = ({ noun, strong, parts }: Said): boolean =>
  strong.length === 0 ||
  (noun === 'purchase_order' && parts.every(part => part === LISTS.COMING)) ||
  (COUNTED[noun!] !== undefined && parts.every(part => part === LISTS.OLD));

/** A figure and the documents that it is of. */
function besideDocument(said: Said, noun: Noun): Part[] {
  const { sentence, thresholds, nouns, states, parts } = said;
  // "What share of purchase orders came on time".
  if (parts.every(({ measures }) => measures.every(isMean))) take(said, nouns);
  // "Revenue and number of orders".
  const isCounted = sentence.before(nouns[0]!.at, 'count') !== undefined && thresholds.length === 0;
  const counted = isCounted ? COUNTED[noun]?.[measureNamed(parts[0]!.measures[0]!).kind] : undefined;
  if (counted && nouns.length === 1 && states.length === 0) {
    take(said, nouns);
    return [...parts, { measures: [counted] }];
  }
  // Stock is reserved for nothing else.
  const isReserved = areAll(parts, 'reserved');
  if (isReserved || isOf(noun, states, parts)) take(said, nouns, states);
  return parts;
}

/** Documents, listed or counted. */
const documents: Rule = said => {
  const { sentence, reading, carried, chosen, nouns, states, parts } = said;
  const noun = said.noun!;
  const { dates } = reading;
  const isOfThen = carried?.from !== undefined || (dates.length > 0 && !isAheadIn(dates));
  const named = [...new Set(states.map(({ meaning }) => meaning.state))];
  const asked = isOfDocumentsOnly(said) ? documentsAsked(noun, named, said, chosen, isOfThen) : undefined;
  if (asked) {
    take(said, nouns, states);
    return [asked];
  }
  return noun === 'count' && chosen.included.skus.length > 0 ? countedStock(sentence) : parts;
};

export const DOCUMENT_RULES: readonly (Rule | Step)[] = [
  nameDocument,
  undated,
  firstOut,
  delivered,
  ofDocument,
  transferred,
  sent,
  ordered,
  underWay,
  coming,
  ofStates,
  valueOfOpen,
  dearest,
  byDocument,
  documents,
];

/**
 * Whether what is delivered has been: "which deliveries have arrived", but "to be received" and "when do they arrive".
 */
const isOverBy = (sentence: Sentence, said: readonly { at: number; text: string }[]): boolean =>
  isOver(sentence) ||
  said.every(({ at, text }) => {
    const isToCome = isWord('tobe', sentence.items[at - 1]?.text) || sentence.hears('still');
    return isWord('delivered', text) && !isToCome;
  });

/** What counts documents beside other figures. */
const COUNTED: { readonly [noun in Noun]?: { period: MeasureName; instant?: MeasureName } } = {
  order: { period: 'order_count', instant: 'open_orders' },
  purchase_order: { period: 'purchase_orders_placed', instant: 'open_purchase_orders' },
  batch: { period: 'batches_completed' },
};

/** "Units outstanding on open orders": figures that are of such documents only. */
const isOf = (noun: Noun, states: readonly { meaning: { state: string } }[], parts: readonly Part[]): boolean =>
  DOCUMENTS[noun].figures.some(
    ({ states: own, listed, field }) =>
      states.every(({ meaning: { state } }) => own.includes(state) && (state === 'open' || !field)) &&
      parts.every(({ measures }) => measures.every(name => listed.measures.includes(name))),
  );

const isOfMoney = ({ measures: [name], isWeak }: Part): boolean =>
  name === 'stock_value' || (name === 'revenue' && isWeak === true);
/** "The count on caramel syrup" means the quantity on hand. */
function countedStock(sentence: Sentence): Part[] {
  sentence.takeAll('noun');
  return [{ measures: ['on_hand', 'available'], intent: 'stock_level' }];
}
