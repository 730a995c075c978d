import { distance } from '../../src/kernel/typos.ts';
import type {
  KnownLocation,
  KnownLot,
  KnownSupplier,
  KnownVariant,
  Lexicon,
} from '../../src/questions/names/lexicon.ts';
import { fold } from '../../src/questions/words/fold.ts';
import { nameWords, singular } from '../../src/questions/words/normalize.ts';
import { tolerance } from '../../src/questions/words/spelling.ts';

/* Names in memory, so that questions are understood without a database. */

export interface Catalogue {
  variants: KnownVariant[];
  locations: KnownLocation[];
  suppliers: KnownSupplier[];
  lots: KnownLot[];
}

/** As many as the database returns. */
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
    findReferences: async () => [],
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

/** The words of a variant's name, and adjacent words written together: "cold brew" is also found as "coldbrew". */
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
