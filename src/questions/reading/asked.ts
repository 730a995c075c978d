import type { Group } from '../../figures/dimensions.ts';
import { isWord } from '../languages/dictionary.ts';
import { isWithin, type Span } from '../names/codes.ts';
import type { Name } from '../names/names.ts';
import { set } from '../words/tables.ts';
import { absentFrom, withoutLack } from './absent.ts';
import { framesIn, isAside, isLetter, isMistaken, runsOf } from './asides.ts';
import { unheardIn } from './audit.ts';
import { documentIn, referredIn } from './by-number.ts';
import { chosenIn } from './chosen.ts';
import { DOCUMENTS } from './documents.ts';
import { isFlow } from './effects.ts';
import { queryIn } from './figures.ts';
import { groupOf, type Item, isA, isSmall, meaningOf } from './item.ts';
import type { Reading } from './reading.ts';
import { recordsIn } from './records.ts';
import type { Interpretation, Query } from './requests.ts';
import { divides, isOfGoods, Sentence, thereofIn } from './sentence.ts';
import { thresholdsIn } from './thresholds.ts';
import { isOfOne } from './told.ts';

/*
 * Reads a question into one query of figures, or one look-up of records. Every item of it is taken by a slot, or says
 * nothing by itself, or is left over and told; whoever asks decides what to do about it.
 */

export interface Asked {
  /** Nothing, if it asks for nothing that there is. */
  request: Interpretation | undefined;
  /** What nothing took and without which the answer would be another. */
  leftOver: readonly Item[];
  /** What nothing took, and what an answer can be given without, if it is named. */
  unused: readonly Span[];
  /** Whether it asks about stock or business at all. */
  isOurs: boolean;
  assumptions: readonly string[];
}

/** What a part of the text asks for: one query or look-up, or that it is handed back and why. */
export function asked(whole: Reading, span: Span, today: string, carried?: Query): Asked {
  const sentence = new Sentence(whole, span);
  const positive = carried ? undefined : withoutLack(sentence, whole);
  const found = positive && askedAs(positive, span, today);
  const absent = absentFrom(found?.request, sentence, today);
  return found && absent && found.leftOver.length + found.unused.length === 0
    ? { ...found, request: absent }
    : askedAs(whole, span, today, carried);
}

function askedAs(whole: Reading, span: Span, today: string, carried?: Query): Asked {
  const reading = timesWithin(whole, span);
  const sentence = new Sentence(reading, span);
  const assumptions: string[] = [];
  const setting = { sentence, reading, thresholds: thresholdsIn(sentence), today, carried, assumptions };
  const chosen = chosenIn(sentence, reading);
  const isExplicit = sentence.items.some(item => isA(item, ...EXPLICIT));
  const request = counted(
    sentence,
    documentIn(setting, chosen) ??
      referredIn(sentence, reading) ??
      recordsIn(setting, chosen) ??
      queryIn(setting, chosen),
  );
  // "The ones from Kanto": of those that were asked for before.
  if (carried) for (const [at, { text }] of sentence.items.entries()) if (isWord('refers', text)) sentence.take(at);
  // Customers, where nothing is broken down by them.
  for (const { at } of sentence.free('who'))
    if (sentence.before(at, 'by', 'each', 'most', 'least', 'and') === undefined) sentence.take(at);
  // "How many staff do we have": what is counted is what is asked.
  const isCounted = (item: Item) => meaningOf(sentence.items[sentence.items.indexOf(item) - 1], 'count');
  // "Revenue per pallet": what nothing is known by is no aside.
  const isDividing = (item: Item) => isA(sentence.items[sentence.items.indexOf(item) - 1], 'by');
  // "Stock of boxes", where no box is known: everything that there is would be something else.
  const isOfAll = reading.codes.length === 0 && !reading.names.some(({ names }) => names.some(isOfItems));
  const isObject = ({ first, text }: Item) =>
    isOfAll && (isWord('pack', text) || isWord('of', reading.tokens[first - 1]?.text));
  // "How many travel mugs", where nothing else is asked of them.
  const isDescribing = (item: Item) =>
    [-1, 1].some(step => {
      const beside = sentence.items[sentence.items.indexOf(item) + step];
      return beside !== undefined && isOfGoods(beside);
    });
  const unheard = new Set(request ? unheardIn(sentence, reading, request) : []);
  const left = sentence.items.filter(
    (item, at) =>
      unheard.has(at) ||
      ((isDividing(item) || (isCounted(item) && meaningOf(item, 'empty'))) && isMistaken(reading, item)) ||
      (!item.taken &&
        ((divides(sentence, at) && !sentence.items[sentence.beside(at, 1)]?.taken) ||
          isLetter(reading, item) ||
          !saysNothing(item, request !== undefined))),
  );
  const frames = framesIn(sentence, reading);
  // By its number a document is itself, whatever is said about it.
  const isNumbered = request?.kind === 'look_up' && isOfOne(request);
  const isLight = (item: Item) =>
    (isNumbered && item.meanings.length === 0) ||
    ((isExplicit || !(isOfAll || isDescribing(item))) &&
      isAside(reading, item) &&
      !isCounted(item) &&
      !isDividing(item) &&
      !isObject(item)) ||
    frames.some(frame => isWithin(item, frame));
  const mistaken = sentence.items.filter(item => !left.includes(item) && isMistaken(reading, item));
  const light = request ? left.filter(isLight) : [];
  const others = request ? [...mistaken, ...(isOfFlows(request) ? thereofIn(sentence) : [])] : [];
  const unused = runsOf([...light, ...others], frames);
  return {
    request,
    leftOver: unused.length > UNUSED_MAX && !isNumbered ? left : left.filter(item => !light.includes(item)),
    unused,
    isOurs: isExplicit || sentence.items.some(item => meaningOf(item, 'hold')),
    assumptions,
  };
}

/** "How many transfers are under way": the list of them, and first how many there are. */
function counted(sentence: Sentence, request: Interpretation | undefined): Interpretation | undefined {
  const { items } = sentence;
  const isCounted = items.some((item, at) => {
    const noun = meaningOf(item, 'noun')?.noun;
    const group = noun ? DOCUMENTS[noun].group : groupOf(item);
    let of = at - 1;
    while ((isSmall(items[of]) && !isA(items[of], 'unit')) || isA(items[of], 'state')) of -= 1;
    if (!isA(items[of], 'count')) return false;
    if (request?.kind === 'look_up') return noun && DOCUMENTS[noun].lookUp === request.name && !isOfOne(request);
    const { dimensions = [] } = request?.kind === 'query' ? request.query : {};
    const isRow = (each: Group) =>
      each === group || (noun ? each !== 'location' || noun === 'order' : each === 'supplier');
    return group && dimensions.includes(group) && dimensions.every(isRow);
  });
  // "How often was Papyrus late".
  const isOften =
    sentence.hears('often') && request?.kind === 'query' && request.query.dimensions?.[0] === 'purchase_order';
  if (!isCounted && !isOften) return request;
  return request?.kind === 'query'
    ? { ...request, also: { ...request.also, isCounted: true } }
    : request?.kind === 'look_up'
      ? { ...request, isCounted: true }
      : request;
}

const isOfItems = ({ named: { skus, kind } }: Name): boolean => skus.length > 0 || kind === 'category';

/** The times of another part of the text are not its own. */
function timesWithin(reading: Reading, span: Span): Reading {
  const own = <T extends Span>(spans: readonly T[]): T[] => spans.filter(each => isWithin(each, span));
  const { dates, datesAhead, durations } = reading;
  return { ...reading, dates: own(dates), datesAhead: own(datesAhead), durations: own(durations) };
}

/** More than this is another question. */
const UNUSED_MAX = 2;
const EXPLICIT = ['part', 'noun', 'topic', 'attribute', 'direction', 'trace'] as const;
/** "How much did we order in October, and how much of that has arrived": both figures are of all of these days. */
const isOfFlows = (request: Interpretation): boolean =>
  request.kind === 'query' && request.query.measures.filter(isFlow).length > 1;

/** What asks, or stands between others, is no loss where it found nothing to do. */
const IDLE = set('empty unit within from by each count hold where and or together strict contrast present');
const saysNothing = (item: Item, isAnswered: boolean): boolean =>
  item.meanings.some(({ kind }) => IDLE.has(kind)) ||
  (isAnswered && ['sku', 'product'].includes(meaningOf(item, 'group')?.group ?? '')) ||
  /^[a-z]$/.test(item.text);
