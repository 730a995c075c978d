import { type MeasureName, measureNamed } from '../../figures/measures.ts';
import type { Unit } from '../../kernel/calendar.ts';
import { units } from '../dates/date-words.ts';
import { isWord, type Spoken } from '../languages/dictionary.ts';
import type { Span } from '../names/codes.ts';
import { listNamed } from '../words/parts.ts';
import { isKnown } from '../words/vocabulary.ts';
import { type CountedUnit, type Meaning, meaningsIn, PHRASE_WORDS_MAX, SEPARABLE } from '../words/words.ts';
import { type Item, isA, isNamed, isSmall, type Kind, meaningOf, type OfKind } from './item.ts';
import { opposed } from './opposed.ts';
import type { Reading } from './reading.ts';

/*
 * A question, or one of several in a text, as a sequence of items: names, codes, times, numbers, and phrases with their
 * possible meanings.
 */

/** The words of a part of a question; whatever uses one takes it, and what is left over was not understood. */
export class Sentence {
  readonly items: readonly Item[];
  /** The language of most of its words. */
  readonly main: Spoken | undefined;

  constructor(reading: Reading, { first, end }: Span) {
    this.items = itemsOf(reading, first, end);
    [this.main] = reading.languages;
  }

  /** Items with this possible meaning that nothing has taken. */
  free<K extends Kind>(kind: K): (Item & { at: number; meaning: OfKind<K> })[] {
    return this.items.flatMap((item, at) => {
      const meaning = item.taken ? undefined : meaningOf(item, kind);
      return meaning ? [{ ...item, at, meaning }] : [];
    });
  }

  /** Whether there is one of any of these kinds. */
  has = (...kinds: Kind[]): boolean => kinds.some(kind => this.free(kind).length > 0);

  /** Whether there is one with this value: `says('group', 'supplier')`. */
  says = (kind: Kind, value: string): boolean =>
    this.free(kind).some(({ meaning }) => Object.values(meaning).includes(value));

  /** Whether one of the words of this name is in it, taken or not: `hears('pay')`. */
  hears = (name: string): boolean => this.items.some(({ text }) => isWord(name, text));

  take(...at: number[]): void {
    for (const each of at) if (this.items[each]) this.items[each].taken = true;
  }

  /** Returns an item that was taken by mistake. */
  untake(from: number, to: number): void {
    for (let at = from; at <= to; at += 1) this.items[at]!.taken = false;
  }

  takeAll(...kinds: Kind[]): void {
    for (const kind of kinds) for (const { at } of this.free(kind)) this.take(at);
  }

  /** Takes all times that pass. */
  takeTimes(test: (item: Item) => boolean = () => true): void {
    this.items.forEach((item, at) => void (item.date !== undefined && test(item) && this.take(at)));
  }

  /** The next item on this side, ignoring small words. */
  beside = (at: number, step: 1 | -1): number => {
    let to = at + step;
    while (isSmall(this.items[to]) && !this.items[to]!.number) to += step;
    return to;
  };

  /** The item of this kind directly before it, ignoring small words, if there is one. */
  before(at: number, ...kinds: Kind[]): number | undefined {
    for (let to = at - 1; to >= 0; to -= 1) {
      const item = this.items[to]!;
      if (isA(item, ...kinds)) return to;
      if (!isSmall(item)) return undefined;
    }
    return undefined;
  }
}

/** "Of that", "davon": what is a part of what was asked before. */
export const thereofIn = ({ items }: Sentence): Span[] =>
  items.flatMap(({ text, first, end }, at) => {
    if (isWord('thereof', text)) return { first, end };
    const isOf = isWord('of', items[at - 1]?.text) && (isWord('that', text) || isWord('theirs', text));
    return isOf ? { first: items[at - 1]!.first, end } : [];
  });

function itemsOf(
  { text, tokens, codes, names, dates, durations, languages, ignored }: Reading,
  first: number,
  end: number,
): Item[] {
  const named = new Map<number, Partial<Item> & Span>([
    ...codes.map(code => [code.first, { first: code.first, end: code.end, code }] as const),
    ...names.map(name => [name.first, { first: name.first, end: name.end, name }] as const),
    ...dates.map((date, index) => [date.first, { first: date.first, end: date.end, date: index }] as const),
    ...durations.map(({ each: _, ...duration }) => [duration.first, duration] as const),
    ...[...(ignored ?? [])].map(at => [at, { first: at, end: at + 1, text: '', meanings: EMPTY }] as const),
  ]);
  const words = (from: number, to: number): string =>
    tokens
      .slice(from, to)
      .map(({ text }) => text)
      .join(' ');
  const items: Item[] = [];
  for (let at = first; at < end; ) {
    const known = named.get(at);
    const base = known ?? phraseAt(at) ?? { first: at, end: at + 1 };
    const { number, sign } = known ? {} : amountAt(at);
    items.push({
      text: words(at, base.end),
      meanings: [],
      taken: false,
      ...base,
      ...(number !== undefined && base.end === at + 1 && { number, ...(sign && { sign }) }),
    });
    at = base.end;
  }
  const each = new Map(durations.flatMap(({ first, each }) => (each ? [[first, each]] : [])));
  return joined(separated(items))
    .map((item, at, all) => bounding(item, at, all, dates))
    .map(dividing)
    .map(opposed);

  /** "How many do we sell a day", "on average a week": of each, and no length of time. */
  function dividing(item: Item, at: number, all: readonly Item[]): Item {
    const group = each.get(item.first);
    const before = all.findLast(
      (each, index) => index < at && (!isA(each, 'empty', 'way') || isWord('for', each.text)),
    );
    const part = meaningOf(before, 'part')?.part;
    const isOfFlow = part ? part.measures.every(name => measureNamed(name).kind === 'period') : isA(before, ...COUNTED);
    if (!group || item.days === undefined || !(isOfFlow || before?.name)) return item;
    const { days: _, ...rest } = item;
    return { ...rest, meanings: [{ kind: 'timely', group }, { kind: 'average' }] };
  }

  /** A number; a weight is one as a bound: "less than 200 kg". */
  function amountAt(at: number): { number?: number | undefined; sign?: CountedUnit | undefined } {
    const { kilograms, ...token } = tokens[at]!;
    const isBound = isA(items.at(-1), 'operator', 'between', 'and');
    // "Only one left", "more than one piece".
    if (isWord('single', token.text) && meaningOf(items.at(-1), 'operator')) return { number: 1 };
    return isBound && kilograms !== undefined ? { number: kilograms, sign: 'weight' } : token;
  }

  function phraseAt(at: number): (Span & { meanings: readonly Meaning[] }) | undefined {
    for (let length = Math.min(PHRASE_WORDS_MAX, end - at); length > 0; length -= 1) {
      const crosses = Array.from({ length: length - 1 }, (_, index) => at + 1 + index).some(
        each => named.has(each) || /[,;]/.test(text.slice(tokens[each - 1]!.end, tokens[each]!.start)),
      );
      const meanings = crosses ? [] : meaningsIn(words(at, at + length), languages);
      if (meanings.length > 0) return { first: at, end: at + length, meanings };
    }
    return undefined;
  }
}

const EMPTY: readonly Meaning[] = [{ kind: 'empty' }];

/** What may stand before "a day" as how much there is of it each day. */
const COUNTED: readonly Kind[] = ['noun', 'unit', 'average', 'hold', 'state'];

/** Whether it names goods: an item, a product or a category. */
export const isOfGoods = ({ name, code }: Item): boolean =>
  code?.kind === 'variant' ||
  name?.names.every(({ named: { kind } }) => ['variant', 'product', 'category'].includes(kind)) === true;

/**
 * "More than 50" is a bound, "more than Munich", "more than last month" compare; "per domani" and "per quanti giorni"
 * break nothing down.
 */
function bounding(item: Item, at: number, items: readonly Item[], dates: Reading['dates']): Item {
  const next = items[at + 1];
  // "By status", "in which status"; "what is the status of" asks for the figures themselves.
  const lead = items.findLast((each, index) => index < at && (isA(each, 'by', 'each', 'and') || !isSmall(each)));
  const isOfMore = isA(lead, 'and') && items.slice(0, at).some(each => isA(each, 'by'));
  const isOfRows = isOfMore || (isA(lead, 'by', 'each') && !isWord('what', lead!.text));
  if (meaningOf(item, 'group')?.group === 'status' && !isOfRows) return { ...item, meanings: [{ kind: 'empty' }] };
  const bound = meaningOf(item, 'operator');
  const isOther = dates[items.slice(at + 1).find(each => !isSmall(each))?.date ?? -1]?.compared;
  const way: Meaning[] = isOther ? [{ kind: 'way', way: bound?.op.startsWith('<') ? 'down' : 'up' }] : [];
  // "Higher than on coffee", French "plus que de".
  const named = items.slice(at + 1).find(each => !isSmall(each) && !isWord('of', each.text));
  if (bound && (isOther || isNamed(named)))
    return { ...item, meanings: [...item.meanings, { kind: 'compare' }, ...way] };
  // "Munich / Hamburg", "stock / value"; "sales / store" divides.
  const [one, other] = [items[at - 1], next].map(kindOf);
  if (isWord('stroke', item.text) && one && one === other) return { ...item, meanings: [{ kind: 'and' }] };
  // German "nach Hamburg" is where something goes.
  const isWay = isWord('to', item.text) && next?.name?.names.every(({ named }) => named.kind === 'location');
  // "At least 60 bags", "bags of Huila": the number of units.
  const last = items.findLast((each, index) => index < at && !isWord('of', each.text));
  const isPack = isWord('pack', item.text) && item.meanings.length === 0;
  // "Do I need to order more than 20 bags", where nothing else is named: of which?
  const isCounted = last?.number !== undefined && items.some(each => isNamed(each) || isA(each, 'group'));
  if (isPack && (isCounted || isWord('of', next?.text))) return { ...item, meanings: [{ kind: 'empty' }] };
  // "The slowest month", "le jour le plus rapide": of what it stands beside, and of suppliers where there is nothing.
  const part = meaningOf(item, 'part')?.part;
  const speed = part === listNamed('LATE_SUPPLIERS') ? 'least' : part === listNamed('FAST_SUPPLIERS') && 'most';
  const ranked = [next, items.slice(0, at).findLast(each => !isSmall(each))].find(each => isA(each, 'group', 'place'));
  if (speed && ranked && meaningOf(ranked, 'group')?.group !== 'supplier')
    return { ...item, meanings: [{ kind: speed }] };
  // "Our best by revenue" is no date.
  if (part === listNamed('EXPIRES') && isWord('byhow', item.text.split(' ')[1]) && isA(next, 'part'))
    return { ...item, meanings: [{ kind: 'most' }] };
  // What came "out of PB-000046", or goes "out of Hamburg", is not out of stock.
  const isPlace = next?.name?.names.every(({ named }) => named.kind === 'location');
  if (part === listNamed('OUT') && (isPlace || ['document', 'lot'].includes(next?.code?.kind ?? '')))
    return { ...item, meanings: [] };
  // "What left Hamburg" is not what is left there.
  if (isPlace && isA(item, 'hold') && isA(item, 'direction'))
    return { ...item, meanings: item.meanings.filter(({ kind }) => kind !== 'hold') };
  // "How many bags of Kenya", "how many bags did we roast": units. Of all that there is, not all are bags.
  const isOfPacked = items.some(
    each =>
      isOfGoods(each) ||
      each.code ||
      meaningOf(each, 'part')?.part.measures[0] === 'units_produced' ||
      isWord('make', each.text),
  );
  if (isPack && meaningOf(last, 'count') && isOfPacked) return { ...item, meanings: [{ kind: 'unit', unit: 'units' }] };
  const isTime = meaningOf(items[at + 2], 'latest') !== undefined && isSmall(next);
  const isIdle = isWay || isTime || next?.date !== undefined || meaningOf(next, 'count') !== undefined;
  return isIdle && meaningOf(item, 'by') ? { ...item, meanings: [{ kind: 'empty' }] } : item;
}

/** What two that a stroke joins have in common; undefined for what rows are of. */
const kindOf = (item: Item | undefined): string | undefined => {
  const { name, code, date } = item ?? {};
  if (name ?? code) return name?.names[0]?.named.kind === 'location' ? 'location' : 'goods';
  if (date !== undefined) return 'date';
  return isA(item, 'part') && !isA(item, 'group', 'place', 'noun') ? 'part' : undefined;
};

/** Verbs in two parts as one item: "läuft diese Woche leer", "ging im Oktober über die Theke". */
function separated(items: readonly Item[]): Item[] {
  const result = [...items];
  for (const [at, { text }] of items.entries()) {
    for (const [last, meanings] of SEPARABLE.get(text) ?? []) {
      const [first, end] = lastPart(items, at + 1, last) ?? [];
      if (first === undefined) continue;
      result[at] = { ...items[at]!, meanings };
      for (let part = first; part < end!; part += 1) result[part] = { ...items[part]!, meanings: [{ kind: 'empty' }] };
    }
  }
  return result;
}
/** Where the last part of a verb stands and ends its clause; a time or place may follow: "ging weg in München". */
function lastPart(items: readonly Item[], from: number, last: string): [first: number, end: number] | undefined {
  for (let first = from; first < items.length; first += 1)
    for (let end = first + 1, text = items[first]!.text; last.startsWith(text); end += 1) {
      const [next, of] = [items[end], items[end + 1]];
      const isPlaced = isA(next, 'within') && (of?.name ?? (isWord('from', last) ? undefined : of?.date)) !== undefined;
      const isEnd = !next || next.date !== undefined || isA(next, 'and', 'or', 'by') || isPlaced;
      if (text === last && isEnd) return [first, end];
      if (!next) break;
      text += ` ${next.text}`;
    }
  return undefined;
}

const isBetween = (item: Item | undefined): boolean =>
  item !== undefined && !item.number && (isSmall(item) || isWord('still', item.text));
type Test = (item: Item) => boolean;
const isNot: Test = ({ text }) => isWord('lack', text);
/** "Not reserved" is free; "neither reserved nor on hold" has none of either. */
const isNotThis: Test = item => isNot(item) && !isWord('neither', item.text);
const isOpen: Test = item => isWord('tobe', item.text) || meaningOf(item, 'state')?.state === 'open';
const isDone: Test = ({ meanings }) =>
  meanings.some(each => each.kind === 'state' && /^(shipped|fulfilled|received|completed)$/.test(each.state));
const isSent: Test = ({ text, meanings }) => isWord('sent', text) && meanings.some(each => each.kind === 'state');
const isBegun: Test = ({ meanings }) => meanings.some(each => each.kind === 'state' && each.state === 'in_progress');
const is =
  (measure: MeasureName): Test =>
  item =>
    meaningOf(item, 'part')?.part.measures[0] === measure;
/** "Noch", and Spanish "falta". */
const isStill: Test = item => isWord('still', item.text) || meaningOf(item, 'part')?.part === listNamed('OUT');
/** "Still has to deliver", and not "still delivered". */
const isToReceive: Test = item => is('units_received')(item) && isWord('infinitive', item.text);
/**
 * The meaning of two items together, ignoring small words between them: "not yet shipped", "still to be received",
 * "below its reorder point".
 */
const JOINED: readonly (readonly [first: Test, second: Test, ...means: Meaning[]])[] = [
  [isNot, isSent, { kind: 'state', state: 'unsent' }],
  [isNot, isDone, { kind: 'state', state: 'open' }],
  [isOpen, isDone, { kind: 'state', state: 'open' }],
  [isNot, isBegun, { kind: 'state', state: 'planned' }],
  [isNot, is('units_received'), { kind: 'state', state: 'moving' }],
  [isStill, isToReceive, { kind: 'part', part: listNamed('COMING') }],
  [
    item => meaningOf(item, 'count') !== undefined,
    ({ text }) => isWord('left', text),
    { kind: 'part', part: { measures: ['on_hand'] } },
  ],
  [isNot, is('units_sold'), { kind: 'part', part: listNamed('DEAD') }],
  [isNotThis, is('reserved'), { kind: 'part', part: listNamed('UNRESERVED') }, { kind: 'state', state: 'pending' }],
  [
    item => meaningOf(item, 'operator')?.op === '<',
    item => meaningOf(item, 'topic')?.topic === 'policy',
    { kind: 'part', part: listNamed('LOW') },
  ],
];

function joined(items: readonly Item[]): Item[] {
  const result: Item[] = [];
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at]!;
    const rules = JOINED.filter(([isFirst]) => isFirst(item));
    const ruleFor = (second: Item | undefined) => rules.find(([, isSecond]) => second && isSecond(second));
    let next = at + 1;
    // "Still have to deliver".
    const isBeforeVerb = (each: Item | undefined): boolean =>
      isBetween(each) || (isStill(item) && (isA(each, 'hold') || isWord('what', each?.text)));
    while (isBeforeVerb(items[next]) && !ruleFor(items[next])) next += 1;
    const rule = ruleFor(items[next]);
    if (rule) {
      const text = [item, ...items.slice(at + 1, next + 1)].map(each => each.text).join(' ');
      result.push({ ...item, end: items[next]!.end, text, meanings: rule.slice(2) as Meaning[] });
      at = next;
    } else if (isWord('gotin', item.text) && (isA(items[at + 1], 'unit') || items[at + 1]?.name))
      // "Have we got in kg", "have we got in Munich": it is held.
      result.push({ ...item, meanings: [{ kind: 'hold' }] });
    else result.push(item);
  }
  return result;
}

/** Whether the word divides: "each", "per". */
export const isOfEach = ({ text }: Item): boolean => isWord('each', text);

/** "Each store", and not "how many of each". */
export function divides({ items, beside }: Sentence, at: number): boolean {
  const next = items[beside(at, 1)];
  const isThing = isA(next, 'group', 'place', 'noun', 'timely', 'unit');
  return (
    isOfEach(items[at]!) &&
    (isThing || [next?.name, next?.code, next?.date, next?.days].some(each => each !== undefined))
  );
}

/** "On average", and "a week": how much it is of each, and not a row for each. */
export const isOfMean = (sentence: Sentence): boolean =>
  sentence.has('average') || sentence.items.some(item => meaningOf(item, 'timely') && meaningOf(item, 'average'));

/** "Can we", "können wir". */
export const isAbility = ({ text }: Item, at: number, items: readonly Item[]): boolean =>
  isWord('able', text) || isWord('able', `${text} ${items[at + 1]?.text}`);

/** Whether this letter is a class: "A-class items", "class B", "A and B articles". */
export function isClass({ items }: Sentence, { text, tokens }: Reading, at: number): boolean {
  const isLetter = (item: Item | undefined) => /^[abc]$/.test(item?.text ?? '');
  const groupOf = (item: Item | undefined) => meaningOf(item, 'group')?.group;
  if (!isLetter(items[at])) return false;
  const next = items.find(
    (item, to) => to > at && !isLetter(item) && !meaningOf(item, 'and') && !meaningOf(item, 'or'),
  );
  if (groupOf(next) === 'abc_class' || groupOf(items[at - 1]) === 'abc_class') return true;
  const { start, end } = tokens[items[at]!.first]!;
  // "A items" are no article and its noun.
  const isCapital =
    /[ABC]/.test(text.slice(start, end)) && (at > 0 || text[end] === '-' || /s$/.test(next?.text ?? ''));
  return isCapital && ['sku', 'product'].includes(groupOf(next) ?? '');
}

/** The unit of a range of days, if it is several units long: "the last three months". */
export const unitIn = ({ tokens }: Reading, { first, end }: Span): Unit | undefined =>
  tokens.slice(first, end).flatMap(({ text }) => units.get(text) ?? [])[0];

const PLACES_OF_NAMES: { readonly [kind: string]: string } = {
  location: 'place',
  supplier: 'supplier',
  category: 'category',
  unknown: 'code',
};

const SIZE = /^\d+(?:[.,]\d+)?(?:kg|g|ml|cl|l|oz|lb)$/;
/** The words of a part of a question, with placeholders for names. */
export function sentenceOf(reading: Reading, { first, end }: Span): string[] {
  return itemsOf(reading, first, end).flatMap(({ text, meanings, code, name, date, days, number }) => {
    if (code?.kind === 'document') return `{${code.document}}`;
    if (code?.kind === 'unknown' && code.after !== 'item') return code.after === 'lot' ? '{lot}' : '{so}';
    if (code?.kind === 'lot') return '{lot}';
    const kind = code?.kind ?? name?.names[0]?.named.kind;
    if (kind) return `{${PLACES_OF_NAMES[kind] ?? 'item'}}`;
    const side = date === undefined ? undefined : reading.dates[date]!.side;
    if (side) return `{${side === 'open' ? 'date' : side}}`;
    if (days !== undefined) return '{days}';
    if (number !== undefined || SIZE.test(text)) return '{n}';
    return meanings.length > 0 || isKnown(text) ? text : '{unknown}';
  });
}
