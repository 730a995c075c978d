import type { Group } from '../../figures/dimensions.ts';
import type { Condition } from '../../figures/filters.ts';
import { isWord } from '../languages/dictionary.ts';
import type { CodeLink } from '../names/codes.ts';
import type { KnownLot } from '../names/lexicon.ts';
import { type CatalogueName, variantNamed } from '../names/names.ts';
import { type Item, isA, isSmall, meaningOf } from './item.ts';
import type { Reading } from './reading.ts';
import { isOfEach, isOfGoods, type Sentence } from './sentence.ts';

/* The names in a question, included or excluded: "all but Berlin", "except tea and cups". */

type Kind = 'item' | 'category' | 'location' | 'supplier' | 'lot' | 'document';

interface Mention {
  at: number;
  kind: Kind;
  /** Its filters: field and values. */
  field: Group;
  values: readonly string[];
  skus: readonly string[];
  /** By what the things are told apart that share this name. */
  apart?: Group;
  /** A size of packs. */
  isSize?: true;
  /** Of an item. */
  category?: string;
  /** Of a location or supplier. */
  id?: string;
  lot?: KnownLot;
  /** Positions of the words that exclude it. */
  except?: number;
}

/** A record by id. */
interface Known {
  id: string;
}

export interface Chosen {
  codes: readonly CodeLink[];
  included: {
    skus: string[];
    categories: string[];
    locations: Known[];
    suppliers: Known[];
    lots: KnownLot[];
  };
  excluded: readonly Mention[];
  /** The source and destination of goods: "from Berlin to Munich". */
  source?: Known;
  destination?: Known;
  /** Takes these names: as filters, and as groups to compare. */
  take(sentence: Sentence, ...kinds: Kind[]): Taken;
  /** Takes them as what bounds nothing. */
  drop(sentence: Sentence, kind: Kind): void;
}

interface Taken {
  filters: Condition[];
  /** What several are named of, to be set side by side. */
  rivals: Group[];
  apart: Group[];
}

const isNamed = (item: Item | undefined): boolean => Boolean(item?.name ?? item?.code ?? meaningOf(item, 'place'));
const isJoint = (item: Item): boolean => isSmall(item) || isA(item, 'and', 'or');

/** Whether what is measured before it is what was bought. */
const isOfBuying = (items: readonly Item[], at: number): boolean =>
  (items.slice(0, at).findLast(item => meaningOf(item, 'part'))?.text ?? '')
    .split(' ')
    .some(word => isWord('purchased', word));

/** What the names in a sentence choose or leave out, and takes them. */
export function chosenIn(sentence: Sentence, { text, tokens }: Reading): Chosen {
  const { items } = sentence;
  const mentions: Mention[] = [];
  /** "Munich and Hamburg excluded": the names before it. */
  const leave = (at: number): boolean => {
    let [next, kind] = [at, mentions.at(-1)?.kind];
    for (const mention of mentions.toReversed()) {
      if (mention.kind !== kind || !items.slice(mention.at + 1, next).every(isJoint)) break;
      mention.except = at;
      next = mention.at;
    }
    return next < at;
  };
  const isOfPurchases = items.some(
    item =>
      /order/.test(meaningOf(item, 'noun')?.noun ?? '') ||
      ['units_to_order', 'on_order', 'lead_time_days'].includes(meaningOf(item, 'part')?.part.measures[0] ?? ''),
  );
  const isMaking = items.some(item => OF_MAKING.includes(meaningOf(item, 'part')?.part.measures[0] ?? ''));
  const isWhich = items.some(item => isA(item, 'each') && !isOfEach(item));
  let except: number | undefined;
  for (const [at, item] of items.entries()) {
    // "Munich excluded, coffee sold …" leaves out Munich.
    const next =
      text[tokens[item.end - 1]!.end] === ',' ? undefined : items[isWord('the', items[at + 1]?.text) ? at + 2 : at + 1];
    if (isWord('excluded', item.text) && meaningOf(item, 'except') && !isNamed(next) && leave(at)) continue;
    // "But" excludes the name after it; otherwise it connects.
    // Spanish "en qué mes se vendió menos té" asks for the least of it; "ingresos menos té" leaves it out.
    const isLeast = isLess(items, at) || (isWhich && meaningOf(item, 'least') && meaningOf(items[at - 1], 'part'));
    if (
      meaningOf(item, 'except') &&
      !item.taken &&
      !isLeast &&
      !(isWord('but', item.text) && !isNamed(items[sentence.beside(at, 1)]))
    )
      except = at;
    // "Coffee, but no Night Train".
    const isOfMore = isWord('but', item.text) && [items[at - 1], items[at + 2]].every(each => each && isOfGoods(each));
    if (isOfMore && meaningOf(items[at + 1], 'except')) sentence.take(at);
    const mention = mentionOf(item, at, isMaking);
    // Goods that go to a supplier are not recorded, orders are; French "acheté à Kanto" is bought from it.
    if (mention?.kind === 'supplier' && isWord('to', leadTo(items, at)) && !isOfPurchases && !isOfBuying(items, at))
      continue;
    // "All but coffee in Hamburg" leaves out no place.
    const last = mentions.at(-1);
    const isOther = last?.except !== undefined && last.kind !== mention?.kind && !joins(items.slice(last.at + 1, at));
    if (mention && isOther) except = undefined;
    if (mention) mentions.push({ ...mention, ...(except !== undefined && { except }) });
    else if (!meaningOf(item, 'except') && !isBetween(item)) except = undefined;
  }
  narrow(mentions);
  const wanted = mentions.filter(each => each.except === undefined);
  const known = (kind: Kind) =>
    wanted.flatMap(each => (each.kind === kind && each.id ? [{ id: each.id, at: each.at }] : []));
  return {
    codes: items.flatMap(({ code }) => code ?? []),
    included: {
      skus: [...new Set(wanted.flatMap(({ skus }) => skus))].slice(0, 50),
      categories: wanted.flatMap(({ kind, values }) => (kind === 'category' ? values : [])),
      locations: unique(known('location')),
      suppliers: unique(known('supplier')),
      lots: wanted.flatMap(({ lot }) => lot ?? []),
    },
    excluded: mentions.filter(each => each.except !== undefined),
    ...endsOf(items, wanted),
    take: (of, ...kinds) =>
      taken(
        of,
        mentions.filter(({ kind }) => kinds.includes(kind)),
      ),
    drop: (of, kind) => {
      const dropped = mentions.filter(each => each.kind === kind && each.except === undefined);
      for (const each of dropped) mentions.splice(mentions.indexOf(each), 1);
      of.take(...dropped.map(({ at }) => at));
    },
  };
}

/** Where goods come from, and where they go to: "from Hamburg to Munich", "did Hamburg send to Munich". */
function endsOf(items: readonly Item[], wanted: readonly Mention[]): Pick<Chosen, 'source' | 'destination'> {
  // One of several that share a name has no id, and is found in no request.
  const ends = wanted.flatMap(({ at, kind, id = '' }) => (kind === 'location' ? [{ id, at }] : []));
  const going = (way: string) => ends.find(each => isWord(way, leadTo(items, each.at).split(' ').at(-1)));
  const destination = going('to');
  const isApart = (at: number) => destination && at < destination.at && !joins(items.slice(at + 1, destination.at));
  const source = going('from') ?? ends.find(({ at }) => isApart(at));
  return { ...(source && { source }), ...(destination && { destination }) };
}

/** The word before it, ignoring articles. */
function leadTo(items: readonly Item[], at: number): string {
  const before = isWord('the', items[at - 1]?.text) ? items[at - 2] : items[at - 1];
  // Spanish "frente a Hamburgo" compares, and goes nowhere.
  return before && !meaningOf(before, 'compare') ? before.text : '';
}

/** Spanish "menos té que café", "meno a ottobre che a settembre": less than, and not without. */
const isLess = (items: readonly Item[], at: number): boolean =>
  meaningOf(items[at], 'way')?.way === 'down' &&
  items.some(({ text, meanings }, to) => to > at && isWord('than', text.split(' ')[0]) && meanings.some(isCompare));
const isCompare = ({ kind }: Item['meanings'][number]): boolean => kind === 'compare';

/** "Kenya and Antigua in 250 g": of the items that are named, those of the size. */
function narrow(mentions: Mention[]): void {
  const size = mentions.find(({ isSize, except }) => isSize && except === undefined);
  const items = mentions.filter(each => each.kind === 'item' && !each.isSize && each.except === undefined);
  if (!size || items.length === 0) return;
  const ofSize = (skus: readonly string[]) => skus.filter(sku => size.skus.includes(sku));
  // What has no such size is not understood.
  if (items.some(({ skus }) => ofSize(skus).length === 0)) return void mentions.splice(mentions.indexOf(size), 1);
  for (const each of items) {
    const skus = ofSize(each.skus);
    mentions[mentions.indexOf(each)] = { ...each, field: 'sku', values: skus, skus };
  }
  mentions[mentions.indexOf(size)] = { ...size, values: [], skus: [] };
}

const unique = <T extends { id: string }>(list: readonly T[]): T[] =>
  list.filter((each, at) => list.findIndex(({ id }) => id === each.id) === at);

const joins = (items: readonly Item[]): boolean =>
  items.some(item => meaningOf(item, 'and') ?? meaningOf(item, 'or') ?? meaningOf(item, 'except'));

/** Words that may be between an excluding word and its name, or between names. */
const isBetween = (item: Item): boolean =>
  isSmall(item) || isA(item, 'and', 'or', 'by', 'group', 'place') || item.meanings.length === 0;

const OF_MAKING = ['units_produced', 'units_used', 'units_wasted', 'batches_completed'];

function mentionOf({ name, code }: Item, at: number, isMaking: boolean): Mention | undefined {
  if (name?.names.length === 1) return { at, ...ofName(name.names[0]!.named) };
  // What shares a name is meant together: "espresso", "Berlin".
  const several = name?.names.map(({ named }) => named) ?? [];
  const mentioned = several.map(ofName);
  const isOf = (kind: Kind) => several.length > 0 && mentioned.every(each => each.kind === kind);
  const skus = mentioned.flatMap(each => each.skus);
  const isOfProducts = new Set(several.map(({ productId }) => productId)).size === several.length;
  if (isOf('item') && name!.isSize) return { at, kind: 'item', field: 'sku', values: skus, skus, isSize: true };
  if (isOf('item'))
    return { at, kind: 'item', field: 'sku', values: skus, skus, apart: isOfProducts ? 'product' : 'sku' };
  if (isOf('location')) {
    const values = mentioned.flatMap(each => each.values);
    return { at, kind: 'location', field: 'location', values, skus, apart: 'location' };
  }
  if (code?.kind === 'variant') return { at, ...ofName(variantNamed(code.variant)) };
  if (code?.kind === 'lot')
    return { at, kind: 'lot', field: 'lot', values: [code.lots[0]!.lotNumber], skus: [], lot: code.lots[0]! };
  if (code?.kind !== 'document') return undefined;
  // What was made by a batch is sold as its lot.
  const [made] = code.lots;
  if (made && !isMaking) return { at, kind: 'lot', field: 'lot', values: [made.lotNumber], skus: [], lot: made };
  const field = ({ so: 'order', po: 'purchase_order', pb: 'batch' } as const)[code.document as 'so'];
  return field && { at, kind: 'document', field, values: [code.number], skus: [] };
}

const ofName = ({ kind, value, skus, id, category }: CatalogueName): Omit<Mention, 'at'> =>
  kind === 'variant' || kind === 'product'
    ? {
        kind: 'item',
        field: kind === 'variant' ? 'sku' : 'product',
        values: [value],
        skus,
        ...(category && { category }),
      }
    : { kind, field: kind, values: [value], skus, ...(id && { id }) };

/**
 * Filters without any effect beside the others: an exclusion of what is not included anyway ("in Munich, but not in
 * Hamburg" asks for a difference), and an item outside the chosen category.
 */
function isIdle(mention: Mention, all: readonly Mention[]): boolean {
  const wanted = all.filter(({ except }) => except === undefined);
  const categories = wanted.flatMap(({ kind, values }) => (kind === 'category' ? values : []));
  const isElsewhere = mention.category !== undefined && categories.length > 0 && !categories.includes(mention.category);
  if (mention.except === undefined) return isElsewhere;
  const chosen = wanted.filter(({ kind }) => kind === mention.kind);
  const own = mention.kind === 'item' ? mention.skus : mention.values;
  const isApart = chosen.every(
    ({ kind, skus, values }) => !(kind === 'item' ? skus : values).some(each => own.includes(each)),
  );
  return isElsewhere || (chosen.length > 0 && isApart);
}

function taken(sentence: Sentence, all: readonly Mention[]): Taken {
  const mentions = all.filter(mention => !isIdle(mention, all));
  const fields = new Set(mentions.map(({ field }) => field));
  // A product and a variant together stand for all their SKUs.
  const isMixed = fields.has('sku') && fields.has('product');
  const values = new Map<string, Set<string>>();
  for (const { at, field, values: own, skus, except } of mentions) {
    sentence.take(at, ...(except === undefined ? [] : [except]));
    const key = `${isMixed && field === 'product' ? 'sku' : field} ${except === undefined ? 'in' : 'not_in'}`;
    const all = values.get(key) ?? new Set();
    for (const value of isMixed && field === 'product' ? skus : own) all.add(value);
    values.set(key, all);
  }
  const filters = [...values].map(([key, of]): Condition => {
    const [field, op] = key.split(' ') as [string, 'in' | 'not_in'];
    return { field, op, value: [...of] };
  });
  const wanted = mentions.filter(({ except, isSize }) => except === undefined && !isSize);
  const rivals = filters.flatMap(({ field, op }) => {
    const of = wanted.filter(each => each.field === field || (isMixed && each.field === 'product'));
    const count = of.reduce((sum, { apart, values: own }) => sum + (apart ? 1 : own.length), 0);
    return op === 'in' && count > 1 ? [field as Group] : [];
  });
  return { filters, rivals, apart: wanted.flatMap(({ apart }) => apart ?? []).slice(0, 1) };
}
