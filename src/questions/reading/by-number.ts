import { isWord } from '../languages/dictionary.ts';
import { type CodeLink, DOCUMENT_NOUNS } from '../names/codes.ts';
import { fold } from '../words/fold.ts';
import { isKnown } from '../words/vocabulary.ts';
import type { Chosen } from './chosen.ts';
import { DOCUMENTS, isTold } from './documents.ts';
import { quoted, type Reading } from './reading.ts';
import { type Interpretation, lookUp, type Setting } from './requests.ts';
import { type Item, isA, isSmall, meaningOf, type Sentence } from './sentence.ts';

/* Questions about one record, by its number: a document, a lot, or an order by words of its reference. */

const TALK =
  'noun state part group place each which trace backward hold direction attribute topic timely latest except'.split(
    ' ',
  ) as 'noun'[];

/** Words next to a document refer to it. */
function takeTalk({ sentence }: Setting): void {
  for (const [at, { code, date }] of sentence.items.entries()) if (code || date !== undefined) sentence.take(at);
  sentence.takeAll(...TALK);
}

/** A document or lot that is named by its number: everything else refers to it. */
export function documentIn(setting: Setting, { codes, excluded, take }: Chosen): Interpretation | undefined {
  const { sentence } = setting;
  if (excluded.length > 0) return undefined;
  const found = codes.find(({ kind }) => kind === 'document' || kind === 'lot');
  const unknown = codes.find(code => code.kind === 'unknown');
  const isOther = unknown?.kind === 'unknown' && unknown.after === 'item' && unknown.near.length === 0;
  const isReference =
    isOther && /\d/.test(unknown.text) && !sentence.has('part') && codes.length === 1 && !sentence.has('count');
  if (unknown?.kind === 'unknown' && (unknown.after === 'order' || isReference)) {
    const isPurchase = sentence.says('noun', 'purchase_order');
    takeTalk(setting);
    return lookUp(isPurchase ? 'purchase_orders' : 'order_lookup', { reference: unknown.text });
  }
  if (!found || (found.kind !== 'document' && found.kind !== 'lot')) return undefined;
  const lot = found.lots[0];
  // "Trace … back", "trace … forward".
  const way = sentence.has('trace')
    ? sentence.items.findLastIndex(({ text }) => isWord('back', text) || isWord('on', text))
    : -1;
  if (way >= 0) sentence.take(way);
  const madeOf = lot && madeFrom(sentence, found);
  const isTraced = sentence.has('trace', 'backward') || madeOf !== undefined;
  const isLeft =
    (sentence.has('hold') && sentence.has('count')) ||
    sentence.items.some(({ text }) => isWord('left', text.split(' ').at(-1)!));
  const isOfBatch = found.kind === 'document' && found.document === 'pb';
  const isOfLot = isTraced || isLeft || sentence.says('noun', 'lot') || (isOfBatch && sentence.says('noun', 'order'));
  const isSought = isTraced || (found.kind === 'lot' && sentence.says('noun', 'order'));
  const isBackward = madeOf
    ? madeOf === 'backward'
    : sentence.has('backward') || isWord('back', sentence.items[way]?.text) || leadsInto(sentence);
  const noun = found.kind === 'document' ? DOCUMENT_NOUNS[found.document] : 'lot';
  const figures = sentence.free('part').filter(({ meaning }) => !meaning.part.isWeak && !isTold(noun, meaning.part));
  if (found.kind === 'document' && !(lot && isOfLot)) {
    if (figures.length > 0) return undefined;
    takeTalk(setting);
    take(sentence, 'location', 'item', 'supplier', 'category');
    const { lookUp: name, byNumber } = DOCUMENTS[noun];
    return lookUp(name, { [byNumber]: byNumber === 'numbers' ? [found.number] : found.number });
  }
  if (!lot) return undefined;
  // "How much of this lot did we sell" is a figure.
  if (!isSought && (figures.length > 0 || sentence.has('where'))) return undefined;
  takeTalk(setting);
  if (!isSought) return lookUp('lots', { lotNumber: lot.lotNumber });
  take(sentence, 'item', 'category', 'supplier');
  return lookUp(isBackward ? 'lot_trace_backward' : 'lot_trace_forward', { id: lot.id });
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
  if (items.some((item, at) => (item.name ?? item.code) && (at < from || at > to))) return undefined;
  for (let at = from; at <= to; at += 1) sentence.take(at);
  sentence.takeAll(...TALK, 'count');
  return lookUp(noun === 'order' ? 'order_lookup' : 'purchase_orders', { q: said(from, to) });
}

/** "What went into batch 42" asks for what it was made of, "where did batch 42 go" for what it was used for. */
function leadsInto({ items }: Sentence): boolean {
  const at = items.findIndex(({ code }) => code);
  const into = items.findLastIndex(({ text }, index) => index < at && isWord('into', text));
  return into > 0 && items.slice(into + 1, at).every(item => isSmall(item) || meaningOf(item, 'noun'));
}
