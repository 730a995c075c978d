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
 * The names of one organization: codes by index, names by their words. Everything is the caller's own organization's.
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
