import { isTime } from '../../figures/dimensions.ts';
import type { Condition } from '../../figures/filters.ts';
import { type MeasureName, measureNamed } from '../../figures/measures.ts';
import { addDays } from '../../kernel/calendar.ts';
import { isWord } from '../languages/dictionary.ts';
import { EVER, LISTS, type Part } from '../words/parts.ts';
import { asksWhether, asksWhich, isGoods } from './asking.ts';
import { bounded, lackedIn, together } from './bounds.ts';
import type { Chosen } from './chosen.ts';
import { differenceIn, growthIn, meanIn, ratioIn, shareIn } from './computed.ts';
import { dimensionsIn } from './dimensions.ts';
import type { Draft } from './draft.ts';
import { isFlow } from './effects.ts';
import { classesIn, isOfWeight, KILOGRAM, lackingIn, placesIn, valuesIn, weekdaysIn } from './filters.ts';
import { CURRENT, partsAsked } from './implied.ts';
import { isA, isNamed, meaningOf } from './item.ts';
import { isPerUnit, measuresIn } from './measures.ts';
import { ranked } from './ranking.ts';
import { DIMENSIONS_MAX, type Interpretation, type Query, type Setting } from './requests.ts';
import type { Sentence } from './sentence.ts';
import { sided } from './sides.ts';
import { spanIn } from './spans.ts';
import { asksLast } from './tenses.ts';

/*
 * Questions about figures, as a query: the parts that are asked for, and then in stages what these are broken down by,
 * measured, bounded, compared and ordered by. Each stage takes the words that it uses.
 */

/** The query for the figures that a sentence asks for; undefined if it asks for none. */
export function queryIn(setting: Setting, chosen: Chosen): Interpretation | undefined {
  const parts = partsAsked(setting, chosen);
  if (!parts) return undefined;
  const draft: Draft = {
    setting,
    chosen,
    parts,
    measures: [],
    dimensions: [],
    filters: [],
    having: [],
    times: {},
    also: {},
    spanned: [],
    rivals: [],
    apart: [],
    lacked: [],
    isLast: false,
    isHeldBack: false,
  };
  if (!STAGES.every(stage => stage(draft))) return undefined;
  // "Which days are free": what is known of now only is of no day.
  const isOfNow = ({ onlyNow, unit }: ReturnType<typeof measureNamed>) => onlyNow && unit === 'units';
  if (draft.dimensions.some(isTime) && draft.measures.every(name => isOfNow(measureNamed(name)))) return undefined;
  const query = queryOf(draft);
  const whole = draft.wholeOf && {
    ...query,
    filters: query.filters!.filter(({ field }) => !draft.wholeOf!.includes(field)),
  };
  const intent = parts.find(part => part.intent)?.intent;
  return { kind: 'query', intent, also: { ...draft.also, ...(whole && { whole }) }, query };
}

/** Reads one thing. False if the question can not be answered as it is asked. */
type Stage = (draft: Draft) => boolean;

/** What rows are broken down by, and what they are chosen by. */
const grouped: Stage = draft => {
  const { setting, chosen, parts, dimensions, filters } = draft;
  const { sentence, reading } = setting;
  if (!asksWhich(sentence))
    for (const { at, text } of sentence.free('compare'))
      if (isWord('more', text) && isNamed(sentence.items[at + 1])) sentence.take(at);
  const classes = classesIn(sentence, reading);
  dimensions.push(...dimensionsIn(setting, parts));
  // What a supplier or a place costs is no price.
  if (parts.some(({ measures: [name] }) => OF_CATALOGUE.includes(name!)) && dimensions.some(group => !isGoods(group)))
    return false;
  if (sentence.has('compare') && classes.some(({ value }) => Array.isArray(value) && value.length > 1)) {
    sentence.takeAll('compare');
    dimensions.push('abc_class');
  }
  draft.isLast = asksLast(sentence) && parts.every(part => isOfFlow(part) && !part.sort);
  if (draft.isLast) {
    sentence.takeAll('latest');
    dimensions.unshift('day');
  }
  const named = chosen.take(sentence, 'item', 'location', 'supplier', 'category', 'lot', 'document');
  Object.assign(draft, { rivals: named.rivals, apart: named.apart });
  // "What did we write off, and why".
  // "What sold better in Munich than in Mitte": which things did.
  const isOfPlaces = named.rivals.every(each => each === 'location') && sentence.has('way');
  const isOfThings =
    named.rivals.length === 0 || (isOfPlaces && sentence.hears('than') && chosen.included.skus.length === 0);
  if (dimensions.every((each): boolean => each === 'reason') && isOfThings && asksWhat(sentence, parts))
    dimensions.unshift('sku');
  // "What do we stock besides coffee".
  const isOfOthers = chosen.excluded.length > 0 && named.rivals.length === 0 && asksThings(sentence, parts);
  if (dimensions.length === 0 && isOfOthers) dimensions.push('sku');
  draft.isHeldBack =
    dimensions.length === 0 && chosen.included.skus.length === 0 && asksWhat(sentence, parts, 'instant');
  if (draft.isHeldBack) dimensions.push('sku');
  const lacking = lackingIn(sentence);
  // "How many cups have no barcode" counts cups.
  if (lacking.length > 0 && dimensions.length === 0) dimensions.push('sku');
  const places = placesIn(setting, dimensions);
  filters.push(...named.filters, ...classes, ...places, ...lacking, ...parts.flatMap(part => part.filters ?? []));
  return true;
};

/** What is measured, and what is computed of that. */
const measured: Stage = draft => {
  const { setting, chosen, parts, dimensions, filters } = draft;
  const { sentence } = setting;
  const measures = measuresIn(sentence, parts, dimensions, setting.carried, setting.thresholds);
  const perUnit = isPerUnit(sentence, measures);
  // What did not happen to an item shows only beside its stock.
  draft.lacked = lackedIn(sentence, measures, dimensions.length > 0);
  if (draft.lacked.length > 0 && !measures.some(isOfAll)) measures.push('on_hand');
  filters.push(...valuesIn(sentence, measures), ...weekdaysIn(sentence, measures, dimensions));
  if (measures.some(name => measureNamed(name).unit === 'units') && isOfWeight(sentence))
    filters.push({ field: 'unit', op: '=', value: KILOGRAM });
  const { part, ...shares } = shareIn(setting, chosen, parts, measures, dimensions, filters) ?? {};
  Object.assign(draft, { measures, wholeOf: part });
  draft.also = { ...shares, ...(perUnit && { perUnit }), ...(draft.isLast && { isLast: true }) };
  // "Grinders", "Berlin" are several, each for itself.
  const isOne = sentence.has('together') || asksWhether(setting);
  if (dimensions.length === 0 && !part && !shares.shares && !isOne) dimensions.push(...draft.apart);
  return true;
};

/** Every item that is kept has stock, or is out of it; not every one is on order, say. */
const isOfAll = (name: MeasureName): boolean => ['on_hand', 'available'].includes(name);

/** The days that it is about. */
const timed: Stage = draft => {
  const { setting, chosen, parts, dimensions, filters } = draft;
  const { sentence, today } = setting;
  const span = spanIn(setting, chosen, parts, dimensions);
  if (!span) return false;
  const times = { ...span.times };
  if (times.compareTo && asksTwo(sentence)) return false;
  // For the past, measures without history are left out if others have one.
  const kept = draft.measures.filter(name => !measureNamed(name).onlyNow);
  if ((times.asOf || times.compareTo) && kept.length > 0) draft.measures = kept;
  if (draft.measures.includes('units_to_order')) setting.assumptions.push('what is on order already is taken off');
  const mean = meanIn(sentence, draft.measures, dimensions);
  if (mean) draft.also.mean = mean;
  filters.push(...span.filters);
  if (draft.isLast && !times.from) Object.assign(times, { from: addDays(today, 1 - EVER), to: today });
  Object.assign(draft, { times, spanned: span.having });
  return true;
};

/** What is set side by side: names, times, or one time and the one before it. */
const compared: Stage = draft => {
  const { setting, chosen, parts, measures, dimensions, having, rivals, times } = draft;
  const { sentence, assumptions } = setting;
  const isOfWhat = dimensions[0] === 'sku' && (asksWhat(sentence, parts) || asksThings(sentence, parts));
  const isChosen =
    isOfWhat || asksWhich(sentence) || sentence.items.some(({ text, taken }) => taken && isWord('any', text));
  if (sentence.has('trend') && dimensions.some(isTime)) sentence.takeAll('compare', 'trend', 'way');
  else if (sentence.has('trend') && !times.compareTo && (times.from ?? measures.every(isFlow))) {
    times.compareTo = 'previous_period';
    assumptions.push('compared with the period before');
  }
  // "Which teas are selling less": than before.
  const isMore =
    sentence.free('way').some(({ text }) => !isWord('lost', text)) &&
    !sentence.has('most', 'least') &&
    // "Which teas sell faster than Sencha".
    !(sentence.hears('than') && chosen.included.skus.length > 0) &&
    setting.thresholds.length === 0;
  const isOfGoods = asksWhich(sentence) && dimensions.length > 0 && dimensions.every(isGoods);
  if (isMore && isOfGoods && rivals.length === 0 && !times.compareTo && measures.every(isFlow)) {
    times.compareTo = 'previous_period';
    assumptions.push('compared with the period before');
  }
  // "Have grown" is more than before, and not most.
  const said = sentence
    .free('way')
    .find(item => times.compareTo !== undefined || !(isA(item, 'trend') || isWord('lost', item.text)));
  const way = said?.meaning.way ?? (parts.includes(LISTS.WORST) ? 'down' : undefined);
  // "Which items sold less in October than in September"; one place against another is no condition on a figure.
  const isUneven =
    way !== undefined && isChosen && rivals.length > 0 && dimensions.some(group => !rivals.includes(group));
  if (way && (isChosen || draft.also.grown) && dimensions.length > 0 && times.compareTo && !isUneven)
    having.push({ field: `${measures[0]!}_change`, op: way === 'up' ? '>' : '<', value: 0 });
  draft.way = way;
  // Spanish "más" is most, and more.
  const isOfMost = sentence.free('most').some(item => dimensions.length > 0 || !isA(item, 'way'));
  // "Which shop grew the least"; in "sold less", Spanish "menos" is the way.
  const isOfLeast = sentence.free('least').some(({ at }) => at !== said?.at);
  if (way && times.compareTo && rivals.length === 0 && (isOfMost || isOfLeast))
    draft.changed = (way === 'up') === isOfLeast ? 'least' : 'most';
  // "Which shop has the biggest change": up or down?
  const isOfEither = !way && rivals.length === 0 && dimensions.length > 0 && sentence.has('most', 'least');
  if (isOfEither && times.compareTo && sentence.has('trend')) return false;
  if ((times.compareTo || rivals.length > 0) && !isUneven)
    sentence.takeAll('compare', 'trend', 'way', 'or', 'operator', 'between');
  if ((times.compareTo || rivals.length > 0) && !isUneven && !isOfEither) sentence.takeAll('most', 'least');
  if (times.compareTo && growthIn(sentence)) draft.also.growth = true;
  if (rivals.length > 0 && !times.compareTo && differenceIn(sentence, measures)) draft.also.isDifference = true;
  if (rivals.length > 0 && !times.compareTo && ratioIn(sentence, measures)) draft.also.isRatio = true;
  if (sentence.has('together')) return true;
  for (const field of rivals) {
    const isIn = dimensions.includes(field) || (field === 'sku' && dimensions.includes('product'));
    if (!isIn && dimensions.length < DIMENSIONS_MAX) dimensions.push(field);
  }
  return true;
};

const STAGES: readonly Stage[] = [grouped, measured, timed, sided, bounded, compared, ranked, together];

/** The query, on top of the one that it continues. */
function queryOf({
  setting: { carried, reading },
  measures,
  dimensions,
  filters,
  having,
  times,
  sort,
  limit,
}: Draft): Query {
  // "Only the 1 kg bags", of what was asked for before.
  const isOfSize = reading.names.some(each => each.isSize);
  return {
    ...carried,
    measures,
    ...((dimensions.length > 0 || !carried) && { dimensions }),
    filters: [
      ...(carried?.filters ?? []).filter(
        old => !filters.some(each => each.field === old.field || (!isOfSize && areGoods(each, old))),
      ),
      ...merged(filters),
    ],
    ...((having.length > 0 || !carried) && { having }),
    ...times,
    ...(sort
      ? { sort: [sort] }
      : carried?.sort && { sort: carried.sort.map(each => sortedBy(each, carried, measures)) }),
    limit: limit!,
  };
}

/** Items and categories are alike: those that are named take the place of those before. */
const areGoods = (...conditions: readonly Condition[]): boolean =>
  conditions.every(({ field, op }) => OF_GOODS.includes(field) && op === 'in');
/** The fields that choose goods. */
export const OF_GOODS: readonly string[] = ['sku', 'product', 'category'];

/** "In euros", of the five best: these are the best by that, too. */
const sortedBy = (sort: string, { measures: old }: Query, measures: readonly MeasureName[]): string => {
  const name = old.find(each => sort === each || sort === `-${each}`);
  return !name || measures.includes(name) ? sort : sort.replace(name, measures[0]!);
};

/** Removes duplicate conditions. */
const merged = (filters: readonly Condition[]): Condition[] =>
  filters.filter((each, at) => filters.findIndex(other => JSON.stringify(other) === JSON.stringify(each)) === at);

/** "Revenue in October and units in November": each time is of its own figure, and nothing is compared. */
function asksTwo({ items }: Sentence): boolean {
  const [one, other] = items.flatMap(({ date }, at) => (date === undefined ? [] : at)) as [number, number?];
  const measuresIn = (from: number, to: number) =>
    items.slice(from, to).flatMap(item => meaningOf(item, 'part')?.part.measures[0] ?? []);
  if (other === undefined || !items.slice(one, other).some(item => meaningOf(item, 'and'))) return false;
  const before = measuresIn(0, one);
  return before.length > 0 && measuresIn(one, other).some(name => !before.includes(name));
}

/** "What do we stock": which things, even if the word only describes other figures. */
const asksThings = (sentence: Sentence, parts: readonly Part[]): boolean =>
  asksWhat(
    sentence,
    parts.map(({ isWeak: _, ...part }) => part),
    'instant',
  );

const OF_CATALOGUE = Object.values(CURRENT);
/** "What did we sell", "what came back": which things, not how many. */
function asksWhat(sentence: Sentence, parts: readonly Part[], kind: 'period' | 'instant' = 'period'): boolean {
  const isOfUnits = ({ isWeak, measures: [name] }: Part) =>
    !isWeak && measureNamed(name!).unit === 'units' && measureNamed(name!).kind === kind;
  return (
    isWord('what', sentence.items.find(({ text }) => !isWord('list', text) && !isWord('the', text))?.text ?? '') &&
    !sentence.has('count') &&
    (!sentence.has('compare') || sentence.has('way')) &&
    !sentence.has('percent') &&
    parts.length > 0 &&
    parts.every(isOfUnits)
  );
}

const isOfFlow = ({ measures, having, span, daysOf }: Part): boolean =>
  !(having ?? span ?? daysOf) && measures.every(name => measureNamed(name).kind === 'period');
