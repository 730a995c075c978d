import type { Group } from '../../figures/dimensions.ts';
import { measureNamed } from '../../figures/measures.ts';
import { addDays } from '../../kernel/calendar.ts';
import { isWord } from '../languages/dictionary.ts';
import { EVER } from '../words/parts.ts';
import { groupOf, hasWord, isA } from './item.ts';
import type { Reading } from './reading.ts';
import type { Absent, Interpretation } from './requests.ts';
import { isOfEach, type Sentence } from './sentence.ts';

/*
 * "Which suppliers have not delivered since Monday", "which shops have no tea": where nothing happened there is no row.
 * The question is read without the word that negates it, and answered by all that its answer does not list.
 */

/** The question without what negates it; undefined if it asks for no suppliers or places that lack something. */
export function withoutLack(sentence: Sentence, reading: Reading): Reading | undefined {
  const { items } = sentence;
  const [first, end] = [items[0]!.first, items.at(-1)!.end];
  const lacking = reading.tokens.flatMap(({ text }, at) => (at >= first && at < end && isWord('lack', text) ? at : []));
  const isAsked = items.some((_, at) => {
    const before = sentence.before(at, 'each');
    return absentOf(sentence, at) && before !== undefined && !isOfEach(items[before]!);
  });
  const isOfMore = items.some(item => isA(item, 'contrast', 'operator', 'most', 'least', 'compare', 'percent'));
  if (lacking.length === 0 || !isAsked || isOfMore) return undefined;
  return { ...reading, ignored: new Set(lacking) };
}

/** All are read, to know those that are not among them. */
const ROWS_MAX = 10_000;

const absentOf = ({ items }: Sentence, at: number): Absent | undefined => {
  const group = groupOf(items[at]);
  return group === 'supplier' || group === 'location' ? group : undefined;
};

/** The request for those that this one does not list; undefined if it does not list what can be so completed. */
export function absentFrom(request: Interpretation | undefined, sentence: Sentence, today: string) {
  if (request?.kind !== 'query' || Object.values(request.also ?? {}).some(Boolean)) return undefined;
  const { measures, dimensions = [], having = [], sort = [], compareTo, from, ...query } = request.query;
  const [group, ...others] = dimensions as [Group?, ...Group[]];
  const [measure, ...more] = measures;
  const isOfQuantity = ['units', 'orders', 'money'].includes(measureNamed(measure!).unit);
  const isOfOne =
    more.every(name => name === 'available') && having.every(({ op, value }) => op === '>' && value === 0);
  const isRanked = sort.length > 0 && others.length === 0;
  // Whom something is bought from is told by the catalogue, and not by what was.
  if (request.intent === 'product_lookup') return undefined;
  if ((group !== 'supplier' && group !== 'location') || !isOfQuantity || !isOfOne || isRanked || compareTo)
    return undefined;
  const isEver =
    from === undefined &&
    measureNamed(measure!).kind === 'period' &&
    sentence.items.some(item => hasWord('never', item));
  const times = isEver ? { from: addDays(today, 1 - EVER), to: today } : { ...(from && { from }) };
  return {
    ...request,
    also: { absent: group },
    query: { ...query, ...times, measures: [measure!], dimensions: [group], limit: ROWS_MAX },
  };
}
