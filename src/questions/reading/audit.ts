import { type Group, isTime } from '../../figures/dimensions.ts';
import { type MeasureName, measureNamed } from '../../figures/measures.ts';
import { wordsOf } from '../languages/dictionary.ts';
import { LISTS } from '../words/parts.ts';
import type { Meaning } from '../words/words.ts';
import { DOCUMENTS } from './documents.ts';
import { asksWhich } from './figures.ts';
import type { Reading } from './reading.ts';
import type { Query, Request } from './requests.ts';
import { type Item, isOfEach, isSmall, meaningOf, type Sentence } from './sentence.ts';

/*
 * What was taken from a question, held against the query that came of it. A slot may take a word only to do something with it: what shows
 * nowhere in the query was not heard, and the answer would be one to another question.
 */

/** Items that the query says nothing of, though it would be another with them. */
export function unheardIn(sentence: Sentence, reading: Reading, request: Request): number[] {
  if (request.kind !== 'query') return [];
  const { query } = request;
  const shows = effectsOf(query, sentence);
  const apart = rolesIn(sentence, query);
  const said = JSON.stringify(query);
  return [...sentence.items.entries()].flatMap(([at, item]) =>
    !apart.includes(at) && isNamed(item, query, said, reading) && isMeant(item, at, shows) ? [] : at,
  );
}

/** Names, numbers and dates: each of them stands in the query. */
function isNamed(item: Item, { having = [], compareTo }: Query, said: string, reading: Reading): boolean {
  if (!item.taken) return true;
  const { name, number, date } = item;
  if (name) return name.names.some(({ named }) => [named.value, ...named.skus].some(each => said.includes(each)));
  if (number !== undefined)
    return (
      said.includes(String(number)) || said.includes(String(number / 100)) || number === 1 || item.meanings.length > 0
    );
  if (date === undefined) return true;
  const { side, period, shift } = reading.dates[date]!;
  const ahead = reading.datesAhead.find(({ first }) => first === item.first)?.period;
  const days = [period.from, period.to, ahead?.from, ahead?.to];
  const isReach =
    said.includes('expected_demand') || having.some(({ field }) => /^(days_of_cover|age_days)$/.test(field));
  return (
    side === 'now' ||
    shift !== undefined ||
    typeof compareTo === 'string' ||
    isReach ||
    days.some(day => day && said.includes(day))
  );
}

const FROM = wordsOf('small from');
const JOINS = ['and', 'or', 'compare', 'except', 'between'] as const;

/**
 * Names that stand in another role than the query gives them: where goods come from, which no figure of a purchase tells, and a second name of a
 * kind that nothing joins to the first ("what did Munich get from Hamburg", "out in Hamburg that Munich still has").
 */
function rolesIn({ items }: Sentence, { measures }: Query): number[] {
  if (measures.some(name => name.startsWith('units_transferred'))) return [];
  const kindOf = (item: Item | undefined) => item?.name?.names[0]?.named.kind;
  const isBought = measures.some(name => /^(units_received|purchase_value|on_order)$/.test(name));
  return [...items.entries()].flatMap(([at, item]) => {
    const kind = kindOf(item);
    if (!kind) return [];
    const isLed = FROM.has(items[at - 1]?.text.split(' ').at(-1) ?? '');
    if (kind === 'location' && isBought && isLed) return at;
    const before = items.findLastIndex((each, index) => index < at && kindOf(each) === kind);
    const between = before < 0 ? [] : items.slice(before + 1, at);
    const isJoined =
      (between.every(isSmall) && !(isLed && before >= 0)) ||
      between.some(each => JOINS.some(join => meaningOf(each, join)));
    return isJoined ? [] : at;
  });
}

type Shows = { [K in Meaning['kind']]?: (meaning: Extract<Meaning, { kind: K }>, at: number, item: Item) => boolean };
/** Words that say something even where no slot has taken them. */
const ALWAYS = ['strict', 'which', 'contrast', 'present'];

/** Words: one of the meanings of each shows in the query, or says nothing by itself. */
function isMeant(item: Item, at: number, shows: Shows): boolean {
  const test = (meaning: Meaning): boolean =>
    (shows[meaning.kind] as ((...of: unknown[]) => boolean) | undefined)?.(meaning, at, item) ?? true;
  const always = item.meanings.filter(({ kind }) => ALWAYS.includes(kind));
  if (!always.every(test)) return false;
  return !item.taken || item.meanings.length === 0 || item.meanings.some(test);
}

/** Where each kind of word shows in a query. */
function effectsOf(query: Query, sentence: Sentence): Shows {
  const { measures, dimensions = [], filters = [], having = [], sort = [], compareTo } = query;
  const fields = [...filters, ...having].map(({ field }) => field);
  const isOf = (field: string): boolean => [...dimensions, ...fields].includes(field as Group);
  const chosen = (group: Group): number =>
    filters.flatMap(({ field, op, value }) => (field === group && op === 'in' ? value : [])).length;
  const isOverTime = dimensions.some(isTime);
  const isCompared = compareTo !== undefined || isOverTime || dimensions.some(group => chosen(group) > 1);
  // A ranking of one tells nothing: "which store sold more than Munich".
  const isRanked = (sort.length > 0 && !dimensions.some(group => chosen(group) === 1)) || isCompared;
  const of = (pattern: RegExp): boolean => [...measures, ...dimensions, ...fields].some(each => pattern.test(each));
  const isOfUnit = (unit: string): boolean => measures.some(name => measureNamed(name).unit === unit);
  return {
    part: ({ part }) =>
      part.measures.some(name => fields.includes(name) || isAkin(name, measures)) ||
      (part.daysOf !== undefined && isOf(part.daysOf)) ||
      (part === LISTS.SUPPLIES && isOf('supplier')),
    way: () => isRanked || isCompared,
    trend: () => isCompared,
    compare: () => isCompared || having.length > 0,
    operator: () => [...filters, ...having].some(({ op }) => /[<>]|between/.test(op)),
    between: () => [...filters, ...having].some(({ op }) => op === 'between'),
    except: (_, __, { text }) =>
      text === 'but' || [...filters, ...having].some(({ op, value }) => /not_in|!=|is_null/.test(op) || value === 0),
    most: () => isRanked,
    least: () => isRanked,
    timely: ({ group }) => isOf(group) || of(/daily/),
    attribute: ({ field }, at) =>
      isOf(field) || isOfUnit('money') || sentence.items[sentence.beside(at, 1)]?.code !== undefined,
    percent: () => isOfUnit('rate'),
    direction: () => of(/transferred/),
    value: ({ value }) => filters.some(each => each.value === value),
    // "But" between two conditions; "not here, but there" is a difference.
    contrast: () => [...filters, ...having].filter(({ op, value }) => op !== 'in' && value !== 0).length > 0,
    // "At the end of March, and now".
    present: () => query.asOf === undefined,
    noun: ({ noun }, at) => {
      if (noun === 'lot') return of(/lot|expiry_date|batch/);
      const group = DOCUMENTS[noun].group;
      return sentence.before(at, 'by') === undefined || (group !== undefined && isOf(group)) || of(/average_order/);
    },
    // "Which customers bought": nothing is told apart by what is asked.
    which: () => dimensions.length > 0,
    // "Only in Munich", where rows are of something else, says what they are not elsewhere.
    strict: (_, at, item) => item.taken || dimensions.every(group => isTime(group) || isBeside(sentence, at, group)),
    each: (_, at, item) => {
      if (!isOfEach(item)) return true;
      const next = sentence.items[sentence.beside(at, 1)];
      // "Which items sold every week" asks for those that did in all of them.
      const unit = meaningOf(next, 'group')?.group;
      if (sentence.before(at, 'by') === undefined && !meaningOf(item, 'by') && unit && isTime(unit))
        return !asksWhich(sentence);
      return dimensions.length > 0 || next?.date === undefined;
    },
  };
}

const GOODS = ['sku', 'product', 'variant'];
/** Whether names of this group stand beside an item, or no names at all. */
function isBeside({ items }: Sentence, at: number, group: Group): boolean {
  const kinds = [items[at + 1], items[at + 2], items[at - 1]].flatMap(
    item => item?.name?.names.map(({ named }) => named.kind) ?? (item?.code?.kind === 'variant' ? 'variant' : []),
  );
  return kinds.length === 0 || kinds.some(kind => kind === group || (GOODS.includes(kind) && GOODS.includes(group)));
}

/** Whether what is measured is about the same: "sales" of revenue, "stock" of what is available, "margin" of its rate. */
function isAkin(name: MeasureName, measures: readonly MeasureName[]): boolean {
  const { area, kind, unit } = measureNamed(name);
  return measures.some(each => {
    const other = measureNamed(each);
    if (each.startsWith(name)) return true;
    if (unit === 'money') return other.unit === 'money';
    return other.area === area || (kind === 'instant' && other.kind === 'instant');
  });
}
