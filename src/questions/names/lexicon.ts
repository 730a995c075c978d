/** The names of an organization that questions may contain. */

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
  /** Whether it is in use. */
  active: boolean;
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
  /** Whether a production batch made it; otherwise it was bought, or found. */
  isMade: boolean;
}
export interface KnownDocument {
  kind: 'so' | 'po' | 'tr';
  number: string;
}

/** At most so many variants are found by their words. */
export const VARIANTS_MAX = 200;

/** The names of the caller's organization: codes by index, names by their words. */
export interface Lexicon {
  /** Variants whose SKU (ignoring case) or barcode is one of these lower-case codes. */
  findByCodes(codes: string[]): Promise<KnownVariant[]>;
  /** Variants whose SKU differs from this lower-case code by one or two letters; at most 5. */
  findNearCodes(code: string): Promise<KnownVariant[]>;
  /**
   * Variants whose product or variant name has one of these words, or one similar to a guessable one, best first; at
   * most `VARIANTS_MAX`.
   */
  findVariants(words: string[], guessable: string[]): Promise<KnownVariant[]>;
  /** Lots with one of these lower-case numbers. If two variants have a lot of that number, both. */
  findLots(numbers: string[]): Promise<KnownLot[]>;
  /** The documents that are known by this reference, in any case. */
  findReferences(reference: string): Promise<KnownDocument[]>;
  locations(): Promise<KnownLocation[]>;
  suppliers(): Promise<KnownSupplier[]>;
  categories(): Promise<string[]>;
}
