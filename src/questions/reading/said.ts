import { type MeasureName, measureNamed } from '../../figures/measures.ts';
import { isWord } from '../languages/dictionary.ts';
import { areAll, LISTS, type Part } from '../words/parts.ts';
import type { Noun } from '../words/words.ts';
import { countsGoods } from './asking.ts';
import type { Chosen } from './chosen.ts';
import { DOCUMENTS, stateOf } from './documents.ts';
import { type Item, isA, isNamed, isSmall, meaningOf } from './item.ts';
import { VALUES } from './measures.ts';
import type { Reading } from './reading.ts';
import type { Setting } from './requests.ts';
import { isOfGoods as isGoods, type Sentence } from './sentence.ts';
import { areOver, asksAhead, isOver } from './tenses.ts';

/* Which words of a question ask for figures: what they say of documents and their states, and what is measured. */

const of = (name: MeasureName): Part => ({ measures: [name] });
/** "How much green coffee did we roast": what is raw is not made, but used. */
const isOfRaw = ({ items }: Sentence): boolean =>
  items.some(item => isGoods(item) && item.name?.names[0]?.words.some(word => isWord('raw', word)));
const ROASTED: readonly [goods: Part, money: Part] = [of('units_used'), of('units_used')];
/** What a word means where goods are counted, and where money is: "how many did we take in", "what did we take in". */
function countedBy(text: string): readonly [goods: Part, money: Part] | undefined {
  if (isWord('spent', text)) return [of('units_used'), of('purchase_value')];
  if (isWord('takenin', text)) return [of('units_received'), of('revenue')];
  return isWord('rungup', text) ? [of('units_sold'), of('revenue')] : undefined;
}
/** What comes from suppliers: what has come, and what is to. */
export const DUE: readonly MeasureName[] = ['units_received', 'incoming', 'on_order'];
const RANKS: readonly Part[] = [LISTS.LATE_SUPPLIERS, LISTS.FAST_SUPPLIERS];
/** Whether everything that the part measures is bought. */
export const isOfPurchases = ({ measures }: Part): boolean =>
  measures.every(name => measureNamed(name).area === 'purchasing');
type Found<K extends 'noun' | 'state' | 'part'> = ReturnType<typeof Sentence.prototype.free<K>>[number];
export type Spoken = Found<'part'>;
const isListed = ({ meaning: { part } }: Spoken): boolean => part.having !== undefined || part.dimensions !== undefined;
/** The part of a query that a word stands for. */
export const partOf = ({ meaning: { part } }: { meaning: { part: Part } }): Part => part;
const isWorth = ({ meaning: { part } }: Spoken): boolean => part.measures[0] === 'stock_value';
/** "Capital tied up" is one figure, and so is "how long does it take to deliver". */
const isAlike = (one: Spoken, other: Spoken): boolean =>
  [one, other].some(({ meaning }) => meaning.part.isWeak) ||
  OF_DELIVERING.includes(one.meaning.part) ||
  areAll([one, other].map(partOf), ...DUE) ||
  one.meaning.part.measures[0] === other.meaning.part.measures[0];
const OF_DELIVERING: readonly Part[] = [LISTS.LEAD_TIME, LISTS.ON_TIME];
const JOINTS = ['and', 'or', 'by', 'compare', 'count', 'each', 'contrast', 'except', 'between', 'which'] as const;
/** Whether something between two items joins what they say. */
function isJoint({ sentence: { items }, reading }: Setting, from: number, to: number): boolean {
  const [first, last] = [items[from]!, items[to]!].map(item => reading.tokens[item.first]!);
  const isApart = /[,;:?.]/.test(reading.text.slice(first!.end, last!.start));
  const between = items.slice(from + 1, to);
  return isApart || between.some(item => isA(item, ...JOINTS));
}

/** What a question says, as long as it is not decided what is asked for. */
export interface Said extends Setting {
  chosen: Chosen;
  nouns: readonly Found<'noun'>[];
  states: readonly Found<'state'>[];
  /** All words that measure; those that others do not give way to; and those that are heard. */
  found: readonly Spoken[];
  strong: Spoken[];
  spoken: readonly Spoken[];
  /** What these measure. */
  parts: Part[];
  /** The document that it is about. */
  noun: Noun | undefined;
}

/** Reads one way to ask: takes its words and returns the parts; undefined if it is not asked so. */
export type Rule = (said: Said) => Part[] | undefined;
/** Mends what is said, and leaves it to the rules behind it. */
export type Step = (said: Said) => void;

/** What a sentence says it is about: its nouns, their states, and the parts of a query that its words stand for. */
export function saidIn(setting: Setting, chosen: Chosen): Said {
  const { sentence } = setting;
  // "Order SO-000042" is that one.
  for (const { at } of sentence.free('noun')) {
    const code = sentence.items[sentence.beside(at, 1)]?.code;
    if (code?.kind === 'document' || code?.kind === 'lot') sentence.take(at);
  }
  const nouns = sentence.free('noun');
  const states = statesIn(sentence, nouns[0]?.meaning.noun);
  const found = foundIn(setting, nouns.length > 0 ? states : []);
  const heard = heardIn(setting, found);
  const strong = heard.filter(one => isStrong(setting, one));
  // "Revenue of sales" is one measure; "why did sales drop" is not about stock movements.
  const spoken = heard.filter(
    ({ meaning: { part } }) => strong.length === 0 || part.measures[0] !== 'units_sold' || strong.some(isOfSales),
  );
  const parts = partsTogether(
    (strong.length > 0 ? strong : spoken).map(one => meantBy(setting, chosen, one, nouns[0]?.meaning.noun)),
    sentence,
  );
  return { ...setting, chosen, nouns, states, found, strong, spoken, parts, noun: nouns[0]?.meaning.noun };
}

/** The part that a word stands for, as the sentence has it. */
function meantBy(setting: Setting, chosen: Chosen, { text, meaning: { part } }: Spoken, noun?: Noun): Part {
  if (OF_OUT.includes(part) && wasOut(setting, text)) return wasOutOf(setting, chosen);
  // "When will it be out of stock", "what did we run out of".
  if (part === LISTS.OUT && asksAhead(setting.sentence)) return LISTS.RUNS_OUT;
  if (part === LISTS.RUNS_OUT && setting.sentence.hears('did')) return LISTS.OUT;
  // Spanish "qué pedidos de compra vencen".
  return part === LISTS.EXPIRES && noun === 'purchase_order' ? LISTS.COMING : part;
}

/** The states that are said; "reserved, but not gone out": what is reserved is open. */
function statesIn(sentence: Sentence, noun: Noun | undefined): Said['states'] {
  const states = sentence
    .free('state')
    .map(({ meaning, ...item }) => ({ ...item, meaning: { ...meaning, state: stateOf(noun, meaning.state) } }));
  if (!states.some(({ meaning: { state } }) => state !== 'open' && isOpenAs(noun, state))) return states;
  sentence.take(...states.flatMap(({ at, meaning }) => (meaning.state === 'open' ? at : [])));
  return states.filter(({ meaning }) => meaning.state !== 'open');
}

/** The words that measure something, and do not say what something else is of. */
function foundIn({ sentence, reading }: Setting, states: Said['states']): Spoken[] {
  const { items } = sentence;
  const all = sentence.free('part');
  // "Cuánto café hemos gastado" is how much of it was used, "cuánto hemos gastado" is money.
  const isOfGoods = countsGoods(sentence);
  // "How many kilos did Nordhafen bring in".
  const isOfUnits =
    sentence.has('count') &&
    sentence.free('unit').some(({ meaning: { unit } }) => unit === 'weight' || unit === 'units');
  // "How many cups are reserved for orders" counts cups.
  const isOfNoun = ({ at }: Spoken) => !isOfGoods && states.some(state => state.at === at);
  // "Per warehouse" does not mean stock, although German has the same word for both.
  const isGroup = ({ at }: Spoken) =>
    isA(items[at], 'group', 'place') && sentence.before(at, 'by', 'each') !== undefined;
  // French "produits" are products where something else is measured of them.
  const isThing = ({ at, meaning: { part } }: Spoken) =>
    !part.isWeak &&
    isA(items[at], 'group') &&
    (isA(items[at - 1], 'most', 'least') ||
      all.some(each => each.at !== at && !each.meaning.part.isWeak && !isA(items[each.at], 'group')));
  // "Which category turned its stock fastest" ranks no suppliers, nor does "which category grew fastest".
  const isOther =
    sentence.has('trend') ||
    all.some(({ meaning: { part } }) => !part.isWeak && part !== LISTS.SUPPLIES && !isOfPurchases(part));
  const isRank = ({ meaning: { part } }: Spoken) => isOther && RANKS.includes(part);
  // "The biggest drop from September to October" is no movement of stock.
  const isOfTwo = reading.dates.length > 1 && areOver(reading.dates);
  // German "gegenüber Oktober zurückgegangen" is less, and nothing that came back.
  const isSince = reading.dates.some(({ compared }) => compared);
  const isChange = ({ at, meaning: { part } }: Spoken) =>
    isA(items[at], 'trend') && (isSince || (isOfTwo && part === LISTS.MOVED));
  const isDescribing = [isOfNoun, isGroup, isThing, isRank, isChange];
  return all
    .map(each => {
      const counted = isWord('roasted', each.text) && isOfRaw(sentence) ? ROASTED : countedBy(each.text);
      return counted
        ? { ...each, meaning: { kind: 'part' as const, part: counted[isOfGoods || isOfUnits ? 0 : 1] } }
        : each;
    })
    .filter(each => !isDescribing.some(isSo => isSo(each)));
}

/** Whether others give way to it. */
function isStrong({ sentence, reading, thresholds }: Setting, { at, meaning }: Spoken): boolean {
  const isNone = isWord('lack', sentence.items[sentence.beside(at, -1)]?.text);
  const isJoined = ([1, -1] as const).some(step => isJoinedTo(sentence, reading, at, step));
  // "A margin under 20 % and stock over 50".
  const isBounded = thresholds.length > 1 && thresholds.some(({ from, field }) => !field && from === at + 1);
  return !meaning.part.isWeak || isNone || isJoined || isBounded;
}

/** "Sales and margin", "stock of tea, margin" are two; "stock of tea and coffee, sales of cups" is each of its own. */
function isJoinedTo({ items }: Sentence, reading: Reading, at: number, step: 1 | -1): boolean {
  const isBetween = (item: Item | undefined) =>
    isSmall(item) || isA(item, 'and') || isNamed(item) || item?.date !== undefined;
  let to = at + step;
  while (isBetween(items[to])) to += step;
  if (!isA(items[to], 'part')) return false;
  const [from, end] = step > 0 ? [at, to] : [to, at];
  const between = items.slice(from, end + 1);
  const joints = between.flatMap((item, index) => {
    const next = between[index + 1];
    const isComma =
      next && reading.text.slice(reading.tokens[item.end - 1]!.end, reading.tokens[next.first]!.start).includes(',');
    const isAnd = meaningOf(item, 'and') !== undefined;
    if (!isComma && !isAnd) return [];
    return { before: between[isAnd ? index - 1 : index], next };
  });
  const isOfOthers = between.some(isNamed) && items.slice(end + 1).some(isNamed);
  return !isOfOthers && joints.some(({ before, next }) => !(isNamed(before) && isNamed(next)));
}

/** "The stock value for shipped orders" is not both figures: only what is joined is asked for together. */
function heardIn(setting: Setting, found: readonly Spoken[]): Spoken[] {
  const { sentence, thresholds } = setting;
  const isBoundIn = (from: number, to: number) =>
    thresholds.some(each => each.from > from && each.to <= to + 1 && !each.field);
  const isBeside = (one: Spoken, at: number, all: readonly Spoken[]): boolean => {
    const last = all[at - 1];
    // "Value of the lots that expire".
    const isThing = (item: Item) => isA(item, 'noun', 'group', 'place', 'hold');
    const isLeading = (item: Item) => isSmall(item) || (isListed(one) && (isThing(item) || item.name !== undefined));
    const isAdjacent = last && sentence.items.slice(last.at + 1, one.at).every(isLeading);
    if (!last || isAdjacent || isAlike(last, one) || isListed(last)) return true;
    if ([last, one].some(isWorth) && [last, one].some(({ meaning: { part } }) => VALUES[part.measures[0]!]))
      return true;
    return isJoint(setting, last.at, one.at) || isBoundIn(last.at, one.at);
  };
  const apart = found.filter(one => isStrong(setting, one)).filter((one, at, all) => !isBeside(one, at, all));
  // "The value of the coffee in stock" is that, and no quantity.
  if (found.some(isWorth))
    sentence.take(...apart.flatMap(({ at, meaning }) => (meaning.part.measures[0] === 'on_hand' ? at : [])));
  return found.filter(one => !apart.includes(one));
}

const isOfSales = ({ meaning }: { meaning: { part: Part } }): boolean =>
  meaning.part.measures.some(name => measureNamed(name).area === 'orders');

const isOpenAs = (noun: Noun | undefined, state: string): boolean =>
  noun !== undefined && DOCUMENTS[noun].figures.some(({ states }) => states.includes('open') && states.includes(state));
/**
 * "How long does it take to deliver" is not about a delivery, "how many days out of stock" not a list of what is out of
 * stock.
 */
function partsTogether(parts: readonly Part[], sentence: Sentence): Part[] {
  const days = sentence
    .free('group')
    .find(({ at, meaning }) => meaning.group === 'day' && sentence.before(at, 'count') !== undefined);
  const isOfDays = parts.some(({ measures: [name] }) => measureNamed(name!).unit === 'days');
  if (days && (isOfDays || parts.includes(LISTS.OUT))) sentence.take(days.at);
  if (parts.includes(LISTS.LEAD_TIME) || parts.includes(LISTS.ON_TIME)) {
    // "Lead time of our suppliers" is of all.
    const isOfEach = sentence.has('most', 'least');
    for (const { at, meaning } of sentence.free('group'))
      if (meaning.group === 'supplier' && !isOfEach && sentence.before(at, 'by', 'each') === undefined)
        sentence.take(at);
    return parts.filter(({ measures: [name] }) => name !== 'units_received');
  }
  // "Who delivers slowest" ranks suppliers, "who delivers FLT-01" names one.
  if (parts.includes(LISTS.SUPPLIES) && parts.some(({ intent }) => intent === 'supplier_performance'))
    return parts.filter(part => part !== LISTS.SUPPLIES);
  if (!days || !parts.includes(LISTS.OUT)) return [...parts];
  return [{ measures: ['stock_out_days'] }];
}

const OF_OUT: readonly Part[] = [LISTS.OUT, LISTS.RUNS_OUT];
/** "Which items ran out in November": what was out of stock then, and not what is. */
const wasOut = ({ sentence, reading: { dates, languages }, today }: Setting, text: string): boolean =>
  // German "was" asks.
  ((languages.has('english') && isOver(sentence)) || isWord('ran', text.split(' ')[0]!)) &&
  dates.some(({ side, period }) => side === 'past' || (side !== 'future' && (period.from ?? today) < today));

function wasOutOf({ sentence }: Setting, { included }: Chosen): Part {
  if (sentence.has('where')) {
    sentence.takeAll('where');
    return { ...LISTS.WAS_OUT, dimensions: ['location'] };
  }
  return included.skus.length === 1 ? { measures: LISTS.WAS_OUT.measures } : LISTS.WAS_OUT;
}

/** Takes words that a rule has used. */
export const take = ({ sentence }: Said, ...items: readonly (readonly { at: number }[])[]): void =>
  sentence.take(...items.flat().map(({ at }) => at));
/** Whether states are said, and no others than these. */
export const areStates = (states: Said['states'], ...of: readonly string[]): boolean =>
  states.length > 0 && states.every(({ meaning: { state } }) => of.includes(state));
/** Whether one of the dates has passed, or is not over yet. */
export const isPast = ({ reading }: Said): boolean =>
  reading.dates.some(({ side }) => side === 'past' || side === 'open');
