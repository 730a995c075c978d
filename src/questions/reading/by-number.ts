import { isWord } from '../languages/dictionary.ts';
import { type CodeLink, DOCUMENT_NOUNS } from '../names/codes.ts';
import type { KnownLot } from '../names/lexicon.ts';
import { fold } from '../words/fold.ts';
import { areAll } from '../words/parts.ts';
import { isKnown } from '../words/vocabulary.ts';
import type { Meaning } from '../words/words.ts';
import type { Chosen } from './chosen.ts';
import { DOCUMENTS, isTold } from './documents.ts';
import { type Item, isA, isNamed, isSmall, meaningOf } from './item.ts';
import { quoted, type Reading } from './reading.ts';
import { type Interpretation, lookUp, type Setting } from './requests.ts';
import type { Sentence } from './sentence.ts';

/* Questions about one record, by its number: a document, a lot, or an order by words of its reference. */

const TALK =
  'noun state part group place each which trace backward hold direction attribute topic timely latest except'.split(
    ' ',
  ) as 'noun'[];

/** Words next to a document refer to it; another document is another question. */
function takeTalk({ sentence }: Setting, found?: CodeLink): void {
  const isOther = (code: CodeLink) =>
    found !== undefined && ['document', 'lot'].includes(code.kind) && numberOf(code) !== numberOf(found);
  for (const [at, { code, date }] of sentence.items.entries())
    if ((code && !isOther(code)) || date !== undefined) sentence.take(at);
  sentence.takeAll(...TALK);
}

const numberOf = (code: CodeLink): string | undefined =>
  code.kind === 'document' ? code.number : code.kind === 'lot' ? code.lots[0]?.lotNumber : undefined;

/** A document or lot that is named by its number: everything else refers to it. */
export function documentIn(setting: Setting, { codes, excluded, take }: Chosen): Interpretation | undefined {
  const { sentence } = setting;
  if (excluded.length > 0) return undefined;
  const found = codes.find(({ kind }) => kind === 'document' || kind === 'lot');
  if (found?.kind !== 'document' && found?.kind !== 'lot') return undefined;
  const [lot] = found.lots;
  const asked = lot && lotAsked(sentence, found, lot);
  const noun = found.kind === 'document' ? DOCUMENT_NOUNS[found.document] : 'lot';
  const figures = sentence
    .free('part')
    .filter(({ at, meaning: { part } }) => !part.isWeak && !isTold(noun, part) && !asked?.taking.includes(at));
  if (found.kind === 'document' && !asked?.isOfLot) {
    if (figures.length > 0) return undefined;
    takeTalk(setting, found);
    take(sentence, 'location', 'item', 'supplier', 'category');
    // "Order 42", "Bestellung 42" may be one of a supplier.
    if (isWord('eitherorder', found.text.split(' ')[0]!.toLowerCase()))
      setting.assumptions.push(
        `'${found.text}' = ${found.number}; a purchase order is ${found.number.replace('SO', 'PO')}`,
      );
    const { lookUp: name, byNumber } = DOCUMENTS[noun];
    return lookUp(name, { [byNumber]: byNumber === 'numbers' ? [found.number] : found.number });
  }
  if (!lot || !asked) return undefined;
  // "How much of this lot did we sell" is a figure.
  if (!asked.isTraced && (figures.length > 0 || sentence.has('where'))) return undefined;
  takeTalk(setting, found);
  sentence.take(...asked.taking);
  if (asked.isTraced) {
    take(sentence, 'item', 'category', 'supplier');
    sentence.takeAll('who');
  }
  // Where a lot came from that was not made is told by the lot.
  if (!asked.isTraced || (asked.isBackward && !lot.isMade)) return lookUp('lots', { lotNumber: lot.lotNumber });
  return lookUp(asked.isBackward ? 'lot_trace_backward' : 'lot_trace_forward', { id: lot.id });
}

/** What is asked about a lot: what is left of it or has gone, or what it was made of or went into. */
function lotAsked(sentence: Sentence, found: CodeLink, { isMade }: KnownLot): LotAsked {
  const { items } = sentence;
  // "Trace … back", "trace … forward".
  const way = sentence.has('trace')
    ? items.findLastIndex(({ text }) => isWord('back', text) || isWord('on', text))
    : -1;
  const madeOf = madeFrom(sentence, found);
  // "How much of it is gone" is told by what is left.
  const gone = items.flatMap(({ text }, at) => (sentence.has('count') && isWord('gone', text) ? at : []));
  const isLeft =
    gone.length > 0 ||
    (sentence.has('hold') && (sentence.has('count') || sentence.hears('still'))) ||
    items.some(({ text }) => isWord('left', text.split(' ').at(-1)!));
  const isOfOrders = sentence.says('noun', 'order');
  // "What did lot PB-000042 use", and not what was used of it.
  const isOfIt = items.some(({ text }, at) => isWord('of', text) && leadsTo(items, at, found));
  const used = sentence.free('part').filter(({ meaning: { part } }) => areAll([part], 'units_used'));
  // "Which batches used lot 42", "which roasts".
  const isMaking = ({ at, meaning }: { at: number; meaning: Meaning }) =>
    sentence.before(at, 'each') !== undefined &&
    (meaning.kind === 'noun'
      ? meaning.noun === 'batch'
      : meaning.kind === 'part' && areAll([meaning.part], 'units_produced'));
  const makers = used.length > 0 ? [...sentence.free('noun'), ...sentence.free('part')].filter(isMaking) : [];
  const uses = makers.length > 0 ? [] : isMade && !isOfIt ? used : [];
  // "Which lots contain PO-000042-1", "which lots does PB-000042 contain".
  const contains = items.findIndex(({ text }) => isWord('containing', text));
  const isContained = contains >= 0 && (sentence.says('noun', 'lot') || isOfOrders);
  const isTraced =
    makers.length > 0 ||
    uses.length > 0 ||
    isContained ||
    sentence.says('topic', 'recipe') ||
    (gone.length === 0 && sentence.has('trace')) ||
    sentence.has('backward') ||
    madeOf !== undefined ||
    isOfOrders;
  const isBackward = madeOf
    ? madeOf === 'backward' && makers.length === 0
    : uses.length > 0 ||
      (sentence.says('topic', 'recipe') && !isOfOrders) ||
      (isContained && isMade && !isOfOrders && items.findIndex(({ code }) => code === found) < contains) ||
      sentence.has('backward') ||
      isWord('back', items[way]?.text) ||
      leadsInto(sentence, found);
  return {
    isOfLot: isTraced || isLeft || sentence.says('noun', 'lot'),
    isTraced,
    isBackward,
    taking: [way, ...gone, ...[...uses, ...(makers.length > 0 ? used : []), ...makers].map(({ at }) => at)],
  };
}
/** Whether nothing but what it is called stands between the item and the code. */
const leadsTo = (items: readonly Item[], from: number, found: CodeLink): boolean => {
  const to = items.findIndex(({ code }) => code === found);
  return from < to && items.slice(from + 1, to).every(item => isSmall(item) || isA(item, 'noun'));
};

interface LotAsked {
  /** Whether it is about the lot, and not about the batch of that number. */
  isOfLot: boolean;
  isTraced: boolean;
  isBackward: boolean;
  /** Words that say so. */
  taking: readonly number[];
}

/** Whether the item ends in what leads to what something is made of. */
const isFrom = (item: Item | undefined): boolean => {
  const last = item?.text.split(' ').at(-1);
  return isWord('from', last) || isWord('with', last) || isWord('madeof', item?.text);
};

/**
 * Which way something made is traced: "which lots were made from lot 42" asks what became of it, "from which lots was
 * 42 made" what it was made of. Undefined if it is not said so: "what is 42 made of".
 */
function madeFrom({ items }: Sentence, made: CodeLink): 'forward' | 'backward' | undefined {
  const isMade = items.some(
    item => meaningOf(item, 'backward') ?? meaningOf(item, 'part')?.part.measures[0] === 'units_produced',
  );
  if (!isMade) return undefined;
  const isLeading = (item: Item | undefined) =>
    item?.meanings.length === 0 || isSmall(item) || isA(item, 'noun', 'state');
  let from = items.findIndex(({ code }) => code === made) - 1;
  while (!isFrom(items[from]) && isLeading(items[from])) from -= 1;
  if (isFrom(items[from]) && !isWord('origin', items[from - 1]?.text)) return 'forward';
  const isAsked = items.some((item, to) => isFrom(item) && isA(items[to + 1], 'each', 'which'));
  return isAsked ? 'backward' : undefined;
}

/** "The Cafe Isar order": an order by words of its reference, those that nobody knows and those beside them. */
export function referredIn(sentence: Sentence, reading: Reading): Interpretation | undefined {
  const { items } = sentence;
  const said = (from: number, to: number) => quoted(reading, { first: items[from]!.first, end: items[to]!.end });
  const isPlain = ({ date, days, number, code }: Item) => [date, days, number, code].every(each => each === undefined);
  const isUnknown = (item: Item, at: number) =>
    isPlain(item) &&
    // "How many orders r open".
    item.text.length > 1 &&
    !item.name &&
    item.meanings.length === 0 &&
    (!isKnown(item.text) || fold(said(at, at)) !== item.text);
  const isPart = (item: Item | undefined) =>
    item !== undefined && isPlain(item) && item.meanings.every(({ kind }) => kind === 'place');
  const nouns = sentence.free('noun').filter(({ meaning }) => ['order', 'purchase_order'].includes(meaning.noun));
  const noun = nouns[0]?.meaning.noun;
  let from = items.findIndex(isUnknown);
  if (!noun || from < 0 || sentence.free('part').some(({ meaning }) => !isTold(noun, meaning.part))) return undefined;
  let to = from;
  while (isPart(items[from - 1])) from -= 1;
  while (isPart(items[to + 1])) to += 1;
  if (items.some((item, at) => isNamed(item) && (at < from || at > to))) return undefined;
  for (let at = from; at <= to; at += 1) sentence.take(at);
  sentence.takeAll(...TALK, 'count');
  return lookUp(noun === 'order' ? 'order_lookup' : 'purchase_orders', { q: said(from, to) });
}

/** "What went into batch 42" asks for what it was made of, "where did batch 42 go" for what it was used for. */
const leadsInto = ({ items }: Sentence, found: CodeLink): boolean =>
  items.some(({ text }, at) => isWord('into', text) && leadsTo(items, at, found));
