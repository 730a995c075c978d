import { isWord, tableOf, wordsOf } from '../languages/dictionary.ts';
import { nameWords, singular, type Token } from '../words/normalize.ts';
import { table } from '../words/tables.ts';
import { isBusinessWord } from '../words/words.ts';
import type { Span } from './codes.ts';
import type { KnownLocation, KnownSupplier, KnownVariant } from './lexicon.ts';

/** Finds the names of products, variants, categories, locations and suppliers among the words of a question. */

export interface CatalogueName {
  kind: 'variant' | 'product' | 'category' | 'location' | 'supplier';
  /** Its label when the user has to choose between several. */
  label: string;
  /** Undefined for a category. */
  id: string | null;
  productId?: string;
  /** Its value in a query: its code, or else its name. */
  value: string;
  /** The SKUs that it stands for. */
  skus: readonly string[];
  /** The category of an item. */
  category?: string;
}

/** The variant as a name that a question may mean: by its SKU. */
export const variantNamed = ({ id, sku, productId, productName, name, category }: KnownVariant): CatalogueName => ({
  kind: 'variant',
  label: `${productName}${name ? ` ${name}` : ''} (${sku})`,
  id,
  productId,
  value: sku,
  skus: [sku],
  ...(category && { category }),
});
const productNamed = (variants: readonly [KnownVariant, ...KnownVariant[]]): CatalogueName => {
  const [{ productId, productName, category }] = variants;
  const skus = variants.map(({ sku }) => sku);
  return {
    kind: 'product',
    label: productName,
    id: productId,
    productId,
    value: productName,
    skus,
    ...(category && { category }),
  };
};
const partnerNamed = (
  kind: 'location' | 'supplier',
  { id, name, code }: KnownLocation | KnownSupplier,
): CatalogueName => ({
  kind,
  label: name,
  id,
  value: code ?? name,
  skus: [],
});

export interface Name {
  named: CatalogueName;
  words: string[];
  /** Generic words for its kind: they support a match but are not one alone. */
  generic: ReadonlySet<string>;
  /** What kind of place it is. */
  type?: KnownLocation['type'];
  /** Words that only this location has, even everyday ones: "the warehouse", "the roastery", if there is only one. */
  sole?: ReadonlySet<string>;
}

/** Names that match a part of a question equally well; if there are several, the user has to choose. */
export interface NameMatch extends Span {
  names: Name[];
  weight: number;
  /** A size of several, "250 g coffees": all of them are meant. */
  isSize?: true;
}

const genericLocation = new Set([...wordsOf('place'), ...wordsOf('small premises')]);
const genericSupplier = wordsOf('small company');
const noGeneric: ReadonlySet<string> = new Set();
const sizes = table('s: small klein pequeno; m: medium; l: large gross grande; xl: extralarge');

/** Cities have different names in different languages; both sides are normalized. */
const cities = table(`
  munich: munchen munique monaco baviera munchner munchener munichois munichoise muniques muniquesa; cologne: koln; vienna: wien; nuremberg: nurnberg; hanover: hannover;
  zurich: zuerich; geneva: genf geneve; milan: milano mailand; rome: roma rom; naples: napoli;
  venice: venezia venedig; turin: torino; florence: firenze; lisbon: lisboa lissabon; prague: praha prag;
  warsaw: warszawa warschau; copenhagen: kobenhavn kopenhagen; brussels: bruxelles brussel; antwerp: antwerpen;
  london: londres londra; paris: parigi; hamburg: hamburgo amburgo hambourg hh; berlin: berlino berlim berlinois berlinoise berlinesa berlinese;
  seville: sevilla; moscow: moskau`);
/** A normalized word of a name as it is compared: singular, and a city in English. */
export const wordOf = (word: string): string => cities.get(word) ?? singular(word);
/** What cities among these words are called in other languages. */
export const foreignFor = (words: ReadonlySet<string>): string[] =>
  [...cities].flatMap(([word, city]) => (words.has(city) ? word : []));

/** The words of names are cached, because the same names recur with every question. */
const remembered = new Map<string, string[]>();
function stems(name: string): string[] {
  const known = remembered.get(name);
  if (known) return known;
  if (remembered.size > 20_000) remembered.clear();
  const words = nameWords(name).map(wordOf);
  remembered.set(name, words);
  return words;
}

/** Every name that a question may mean, with the words it is recognized by, and those that alone mean nothing. */
export function namesOf(
  variants: readonly KnownVariant[],
  categories: readonly string[],
  locations: readonly KnownLocation[],
  suppliers: readonly KnownSupplier[],
): Name[] {
  const names: Name[] = [];
  const add = (named: CatalogueName, words: string[], generic = noGeneric, more: Partial<Name> = {}) =>
    names.push({ named, words, generic, ...more });
  for (const ofProduct of Map.groupBy(variants, ({ productId }) => productId).values()) {
    const [first, ...others] = ofProduct as [KnownVariant, ...KnownVariant[]];
    const product = stems(first.productName);
    add(others.length === 0 ? variantNamed(first) : productNamed([first, ...others]), product);
    for (const variant of ofProduct) {
      const own = variant.name ? stems(variant.name).filter(word => !product.includes(word)) : [];
      if (own.length > 0) add(variantNamed(variant), [...product, ...own]);
    }
  }
  for (const category of categories)
    add({ kind: 'category', label: category, id: null, value: category, skus: [] }, stems(category));
  for (const location of locations) {
    const own = stems(location.name);
    const isSole = (word: string) =>
      locations.every(other => other === location || (other.type !== word && !stems(other.name).includes(word)));
    const named = partnerNamed('location', location);
    const { type } = location;
    add(named, own, genericLocation, { type, sole: new Set([...own, type].filter(isSole)) });
    if (location.code) add(named, [location.code.toLowerCase()], genericLocation);
  }
  for (const supplier of suppliers) {
    const named = partnerNamed('supplier', supplier);
    add(named, stems(supplier.name), genericSupplier);
    if (supplier.code) add(named, [supplier.code.toLowerCase()]);
  }
  return names;
}

interface Walk extends Span {
  name: Name;
  weight: number;
  /** The share of the name's words that occur. */
  coverage: number;
  said: string[];
}

const OPERATORS = wordsOf('operator');
/** The sizes of packs in a question: "250 g", "1 kg", but not "less than 1 kg". */
export const sizesIn = (tokens: readonly Token[]): number[] =>
  [...tokens.keys()].filter(at => {
    const isBound = [1, 2, 3].some(length => {
      const before = tokens.slice(Math.max(0, at - length), at).map(({ text }) => text);
      return OPERATORS.has(before.join(' '));
    });
    return /^\d+(?:[.,]\d+)?(?:kg|g|ml|cl|l|oz|lb)$/.test(tokens[at]!.text) && !isBound;
  });

/**
 * The best names for each part of a question; tokens that are already taken separate parts. `sized` are the names of
 * the items of each size that the question has.
 */
export function matchNames(
  tokens: readonly Token[],
  names: readonly Name[],
  isTaken: (at: number) => boolean,
  isKnown: (word: string) => boolean,
  sized: ReadonlyMap<number, Name[]> = new Map(),
  isWhole = true,
): NameMatch[] {
  const walks: Walk[] = [];
  const begun = beginnings(names);
  const kinds = new Set(names.flatMap(({ named, words }) => (named.kind === 'category' ? words : [])));
  const sizeIn = ({ first, end }: Span) => [...sized.keys()].find(at => at >= first && at < end);
  const isGeneric = (word: string) => kinds.has(word) || isWord('pack', word);
  // "250 g coffees" and "bags of coffee" are no "Coffee Bag 250 g", of which they say only what is of many.
  const isOfMany = (walk: Walk): boolean => {
    const size = tokens[sizeIn(walk) ?? -1]?.text;
    const of = tokens.slice(walk.first, walk.end).findIndex(({ text }) => isWord('of', text));
    const isPackOf = of > 0 && isWord('pack', tokens[walk.first + of - 1]!.text);
    const isPart = size !== undefined && walk.said.length < walk.name.words.length;
    return (isPackOf || isPart) && walk.said.every(word => word === size || isGeneric(word));
  };
  for (let at = 0; at < tokens.length; at++) {
    const [word, next] = [wordOf(tokens[at]!.text), wordOf(tokens[at + 1]?.text ?? '')];
    for (const name of new Set([...(begun.get(word) ?? []), ...(begun.get(word + next) ?? [])])) {
      const walk = walkFrom(tokens, at, name, isTaken);
      if (!walk || isTopic(walk, tokens) || isOfMany(walk)) continue;
      if (isDistinctive(walk, isKnown) || isSole(walk, tokens)) walks.push(walk);
    }
  }
  walks.sort((a, b) => b.weight - a.weight || b.coverage - a.coverage || a.first - b.first);
  const matches: NameMatch[] = [];
  for (const walk of walks) {
    if (matches.some(match => match.first < walk.end && walk.first < match.end)) continue;
    const rivals = walks.filter(
      other => other.first === walk.first && other.end === walk.end && other.weight === walk.weight,
    );
    const { first, end, weight, said } = walk;
    const at = sizeIn(walk);
    // "250 g coffee bags" may be either.
    const isEither = said.every(word => word === tokens[at ?? -1]?.text || isGeneric(word));
    const others =
      at !== undefined && isEither && said.join() !== walk.name.words.join()
        ? sized.get(at)!.filter(({ named }) => stems(named.category ?? '').some(word => said.includes(word)))
        : [];
    const match = { first, end, weight, names: rivals.map(({ name }) => name) };
    matches.push(ofKind(tokens, match) ?? { ...match, names: [...choose(rivals), ...others] });
  }
  for (const [at, of] of sized) {
    if (isTaken(at) || matches.some(({ first, end }) => at >= first && at < end)) continue;
    const isPack = (to: number) => isWord('pack', singular(tokens[to]?.text ?? '')) || isWord('pack', tokens[to]?.text);
    const first = isWord('of', tokens[at - 1]?.text) && isPack(at - 2) ? at - 2 : at;
    matches.push({ first, end: isPack(at + 1) ? at + 2 : at + 1, weight: 1, names: of, isSize: true });
  }
  for (const {
    first,
    end,
    names: [own, ...others],
  } of matches) {
    const at = JOINS.has(tokens[end]?.text ?? '') ? end + 1 : end;
    const last = tokens[at];
    const there = matches.findIndex(each => each.first === at);
    if (!own || others.length > 0 || end - first < 2 || !last || isTaken(at) || matches[there]?.names.length === 1)
      continue;
    // "Filters 01 and 02": the second is called like the first, but for its last word.
    const called = [...tokens.slice(first, end - 1), last];
    const same = names.flatMap(name => {
      const walk = name.named.kind === own.named.kind ? walkFrom(called, 0, name, () => false) : null;
      return walk?.end === called.length && walk.said.length === called.length ? walk : [];
    });
    const match = { first: at, end: at + 1, weight: 1, names: choose(same) };
    if (same.length > 0) matches.splice(there < 0 ? matches.length : there, 1, match);
  }
  // "Ethiopian green coffee": what is beside a category names one of its items.
  const isOpen = (at: number) =>
    !isTaken(at) &&
    !matches.some(match => isIn(match, at)) &&
    matches.some(({ first, end }) => at === end || at === first - 1);
  const beside =
    isWhole && matches.length > 0 ? matchNames(tokens, names, at => !isOpen(at), isKnown, new Map(), false) : [];
  return together(
    tokens,
    [...matches, ...beside.filter(({ names: [name] }) => name?.named.skus.length)].sort((a, b) => a.first - b.first),
  );
}

const isIn = ({ first, end }: Span, at: number): boolean => at >= first && at < end;

/** "The Berlin shop", "la boutique de Berlin": of the places of one name, those of that kind. */
function ofKind(tokens: readonly Token[], match: NameMatch): NameMatch | undefined {
  if (match.names.length < 2 || match.names.some(({ type }) => !type)) return undefined;
  const textAt = (at: number) => tokens[at]?.text;
  const isLink = (at: number) =>
    ['atplace', 'theplace', 'the', 'of', 'in', 'infill'].some(name => isWord(name, textAt(at))) &&
    !JOINS.has(textAt(at)!);
  let before = match.first - 1;
  while (before > match.first - 4 && isLink(before)) before -= 1;
  const own = Array.from({ length: match.end - match.first + 1 }, (_, at) => match.first + at);
  // "Which shop in Berlin" asks for one.
  const at = [...own, ...(isLink(before - 1) ? [before] : [])].find(each => typeIn(textAt(each)));
  const names = match.names.filter(({ type }) => at !== undefined && type === typeIn(textAt(at)));
  if (at === undefined || names.length === 0) return undefined;
  return { ...match, names, first: Math.min(match.first, at), end: Math.max(match.end, at + 1) };
}
const TYPES = tableOf('place', String);
const typeIn = (word = ''): string | undefined =>
  TYPES.get(word) ?? (isWord('warehouse', word) ? 'warehouse' : undefined);

/** "Coffee filters", "filtros de café" are filters, "grains de café" and "roasted coffee" coffee. */
function together(tokens: readonly Token[], matches: readonly NameMatch[]): NameMatch[] {
  const isCategory = ({ names }: NameMatch) => names.every(({ named }) => named.kind === 'category');
  const isUtensil = ({ end }: Span) => isWord('utensil', tokens[end - 1]!.text);
  const called = ({ names }: NameMatch) => names.map(({ named }) => named.value).join();
  const isOf = (at: number) => isWord('of', tokens[at]?.text);
  const isRoasted = (at: number) => isWord('roasted', tokens[at]?.text);
  const all: NameMatch[] = [];
  for (const next of matches) {
    const { first, end } = next;
    const last = all.at(-1);
    const isBeside = last && tokens[first]!.start - tokens[last.end - 1]!.end < 2;
    const isOfLast = last && first === last.end + 1 && isOf(last.end) && isCategory(next);
    if (isBeside && isCategory(last) && !isUtensil(last) && isUtensil(next))
      all.splice(-1, 1, { ...next, first: last.first });
    else if (isOfLast && (called(last) === called(next) || (isUtensil(last) && !last.isSize && !isUtensil(next))))
      all.splice(-1, 1, { ...last, end });
    else if (isCategory(next) && isRoasted(first - 1) && (isOf(first - 2) || isWord('asks', tokens[first - 2]?.text)))
      all.push({ ...next, first: first - 1 });
    else if (isCategory(next) && isRoasted(end) && isOf(first - 1)) all.push({ ...next, end: end + 1 });
    else all.push(next);
  }
  return all;
}
const JOINS = new Set([...wordsOf('and'), ...wordsOf('or')]);

/** Names by what the first word said of them may be: one of theirs, or two in one. */
function beginnings(names: readonly Name[]): ReadonlyMap<string, readonly Name[]> {
  const begun = new Map<string, Name[]>();
  for (const name of names)
    for (const start of new Set(name.words.flatMap((word, i) => [word, word + (name.words[i + 1] ?? '')])))
      (begun.get(start) ?? begun.set(start, []).get(start)!).push(name);
  return begun;
}

function walkFrom(tokens: readonly Token[], first: number, name: Name, isTaken: (at: number) => boolean): Walk | null {
  const open = [...name.words];
  const said: string[] = [];
  let end = first;
  const take = (...words: string[]): boolean => {
    if (!words.every(word => open.includes(word))) return false;
    for (const word of words) said.push(...open.splice(open.indexOf(word), 1));
    return true;
  };
  for (let at = first; at < tokens.length && !isTaken(at); at++) {
    const word = wordOf(tokens[at]!.text);
    const next = tokens[at + 1] && !isTaken(at + 1) ? wordOf(tokens[at + 1]!.text) : '';
    const size = sizes.get(tokens[at]!.text);
    // "House Filter 250": of 250 g.
    const measured =
      said.length > 0 && /^\d{3,}$/.test(word)
        ? open.find(part => /^\d+(?:g|ml)$/.test(part) && part.replace(/\D+$/, '') === word)
        : undefined;
    const parted = open.find((part, i) => i + 1 < open.length && part + open[i + 1]! === word);
    if (
      // "Monaco di Baviera".
      (said.includes(word) && cities.has(tokens[at]!.text)) ||
      take(word) ||
      (size !== undefined && said.length > 0 && take(size)) ||
      (measured !== undefined && take(measured)) ||
      (parted !== undefined && take(parted, open[open.indexOf(parted) + 1]!))
    )
      end = at + 1;
    else if (next !== '' && take(word + next)) end = ++at + 1;
    else if (said.length > 0 && name.generic.has(word) && genericLocation.has(word) && at === end) end = at + 1;
    else if (!(said.length > 0 && isWord('infill', word) && at < tokens.length - 1)) break;
    else if (at >= end + 2) break;
  }
  if (said.length === 0) return null;
  const own = name.words.filter(word => !name.generic.has(word));
  const saidOwn = said.filter(word => !name.generic.has(word));
  const coverage = own.length > 0 ? saidOwn.length / own.length : said.length / name.words.length;
  return { first, end, name, said, weight: saidOwn.length + 0.3 * (said.length - saidOwn.length), coverage };
}

/** "How many returns" asks about returns, even if there is a Returns Center. */
const isTopic = ({ name, said, first }: Walk, tokens: readonly Token[]): boolean =>
  name.named.kind === 'location' &&
  name.words.length > said.length &&
  said.every(isBusinessWord) &&
  !isWord('beforeplace', tokens[first - 1]?.text);

/** A single everyday word does not name a product unless it is its whole name; a business term never does. */
function isDistinctive({ name, said, coverage }: Walk, isKnown: (word: string) => boolean): boolean {
  const own = said.filter(word => !name.generic.has(word));
  if (own.length === 0) return name.named.kind === 'location' && name.words.every(word => said.includes(word));
  if (name.named.kind === 'supplier' && coverage < 0.5 && !own.includes(name.words[0]!)) return false;
  if (own.every(word => word.length < 2 && name.words.length > 1)) return false;
  if (own.some(word => !isKnown(word) && !(word.length < 3 && own.length === 1 && name.words.length > 1))) return true;
  // Nothing is counted with a leading zero: "filters 02".
  if (own.length > 1 && (coverage > 0.5 || own.some(word => /^0\d/.test(word)))) return true;
  // "Paper filters", of which there are two.
  if (own.length > 1 && own.every(word => name.words.slice(0, own.length).includes(word))) return true;
  return (
    coverage === 1 &&
    (name.named.kind === 'location' || name.named.kind === 'supplier' || own.length > 1 || !isBusinessWord(own[0]!))
  );
}

/** "at the outlet": the only one of its kind, mentioned as a place. */
function isSole({ name, said, first }: Walk, tokens: readonly Token[]): boolean {
  if (said.length === 0 || !said.every(word => name.sole?.has(word))) return false;
  const [lead, article] = [tokens[first - 2] ?? tokens[first - 1], tokens[first - 1]].map(token => token?.text);
  // "of the returns" may be about returns; "of the warehouse" is unambiguous.
  const isOf = said.every(word => genericLocation.has(word)) && isWord('ofplace', lead);
  return isWord('theplace', article) && (isOf || isWord('atplace', lead));
}

/** Of equally long matches, prefers whole names to parts and groups to their members; returns all that remain. */
function choose(rivals: Walk[]): Name[] {
  const best = Math.max(...rivals.map(walk => walk.coverage));
  const whole = best === 1 ? rivals.filter(walk => walk.coverage === 1) : rivals;
  const category = whole.find(walk => walk.name.named.kind === 'category');
  const items = whole.filter(walk => !['location', 'supplier'].includes(walk.name.named.kind));
  const chosen =
    category && !items.some(walk => walk.coverage === 1 && walk.name.named.kind !== 'category')
      ? whole.filter(walk => walk === category || !items.includes(walk))
      : whole;
  const names = chosen.map(walk => walk.name);
  const products = new Set(names.flatMap(({ named }) => (named.kind === 'product' ? [named.productId] : [])));
  return names
    .filter(({ named }) => named.kind !== 'variant' || !products.has(named.productId))
    .filter(({ named }, at, all) => all.findIndex(other => other.named === named) === at);
}
