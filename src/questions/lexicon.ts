import { distance } from '../kernel/typos.ts';
import { fold, nameWords, singular } from './normalize.ts';
import { tolerance } from './spelling.ts';

/** What an organization calls its things, as far as a question can name them. */

export interface KnownVariant {
  id: string;
  sku: string;
  barcode: string | null;
  name: string | null;
  productId: string;
  productName: string;
  category: string | null;
}
export interface KnownLocation {
  id: string;
  name: string;
  code: string | null;
  type: 'warehouse' | 'store' | 'other';
}
export interface KnownSupplier {
  id: string;
  name: string;
  code: string | null;
}
export interface KnownLot {
  id: string;
  lotNumber: string;
  sku: string;
}

/**
 * The names of one organization. A small catalogue can be held in memory (`memoryLexicon`); a large one answers
 * from the database: codes by index, names by trigram similarity. Everything is the caller's own organization's.
 */
export interface Lexicon {
  /** Variants whose sku (in any case) or barcode is one of these lower-case codes. */
  findByCodes(codes: string[]): Promise<KnownVariant[]>;
  /** Variants whose sku is a letter or two from this lower-case code; at most 5. */
  findNearCodes(code: string): Promise<KnownVariant[]>;
  /** Variants whose product or variant name shares a word with these, or nearly with the guessable ones, best first; at most 200. */
  findVariants(words: string[], guessable: string[]): Promise<KnownVariant[]>;
  /** Lots with one of these lower-case lot numbers. Of a number two variants share, both. */
  findLots(numbers: string[]): Promise<KnownLot[]>;
  locations(): Promise<KnownLocation[]>;
  suppliers(): Promise<KnownSupplier[]>;
  categories(): Promise<string[]>;
}

export interface Catalogue {
  variants: KnownVariant[];
  locations: KnownLocation[];
  suppliers: KnownSupplier[];
  lots: KnownLot[];
}

const limit = 200;

export function memoryLexicon(catalogue: Catalogue): Lexicon {
  const byCode = new Map<string, KnownVariant[]>();
  const byWord = new Map<string, Set<KnownVariant>>();
  const lots = new Map<string, KnownLot[]>();
  for (const variant of catalogue.variants) {
    for (const code of [variant.sku, variant.barcode]) if (code) append(byCode, fold(code), variant);
    for (const word of wordsOf(variant)) byWord.set(word, (byWord.get(word) ?? new Set()).add(variant));
  }
  for (const lot of catalogue.lots) append(lots, fold(lot.lotNumber), lot);
  const categories = [...new Set(catalogue.variants.flatMap(variant => variant.category ?? []))].sort();

  return {
    findByCodes: async codes => codes.flatMap(code => byCode.get(code) ?? []),
    findNearCodes: async code =>
      [...byCode]
        .filter(([known]) => distance(code, known, 2) <= 2)
        .flatMap(([, variants]) => variants)
        .slice(0, 5),
    async findVariants(words) {
      const shared = new Map<KnownVariant, number>();
      for (const word of new Set(words.map(singular)))
        for (const variant of new Set(near(byWord, word))) shared.set(variant, (shared.get(variant) ?? 0) + 1);
      return [...shared]
        .sort(([a, m], [b, n]) => n - m || a.sku.localeCompare(b.sku))
        .slice(0, limit)
        .map(([variant]) => variant);
    },
    findLots: async numbers => numbers.flatMap(number => lots.get(number) ?? []),
    locations: async () => catalogue.locations,
    suppliers: async () => catalogue.suppliers,
    categories: async () => categories,
  };
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

/** Words of a variant's names, and neighbours written together: "cold brew" is also found as "coldbrew". */
function wordsOf(variant: KnownVariant): Set<string> {
  const words = [...nameWords(variant.productName), ...nameWords(variant.name ?? '')];
  return new Set([...words.map(singular), ...words.slice(1).map((word, i) => words[i]! + word)]);
}

function* near(byWord: Map<string, Set<KnownVariant>>, word: string): Iterable<KnownVariant> {
  const exact = byWord.get(word);
  if (exact) return yield* exact;
  const allowed = tolerance(word);
  for (const [known, variants] of byWord) {
    const begins = word.length >= 4 && (known.startsWith(word) || (known.length >= 4 && word.startsWith(known)));
    if (begins || (allowed > 0 && distance(word, known, allowed) <= allowed)) yield* variants;
  }
}
