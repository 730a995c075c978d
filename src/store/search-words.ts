import { defineEntity, p } from '@mikro-orm/core';
import { declarationOf } from '../internals/mikro-orm.ts';
import { type Shape, shapeOf } from '../kernel/shape.ts';
import type { RecordClass } from '../kernel/unit.ts';

/*
 * What `q` searches (docs/api.md, "Searching"): the words of every name and code of the resources that have any, kept
 * by triggers (src/database/search-triggers.ts). Everything is found by equality and ranges: row-level security keeps
 * every other operator (LIKE, trigrams, text search) from using its index.
 */

const SearchWordSchema = defineEntity({
  name: 'SearchWord',
  tableName: 'search_words',
  comment: 'The words that a record is found by: those of its name, and its codes as they are. Maintained by triggers.',
  indexes: [{ properties: ['organizationId', 'namedId'] }],
  properties: {
    organizationId: p.uuid().primary(),
    kind: p.text().columnType('text collate "C"').primary().comment('The table of the record.'),
    word: p.text().columnType('text collate "C"').primary().comment('In lower case, without accents.'),
    namedId: p.uuid().primary().comment('The record.'),
    isCode: p.boolean().comment('Whether it is a whole code: a SKU, barcode, number or reference.'),
  },
});
export class SearchWord extends SearchWordSchema.class {}
SearchWordSchema.setClass(SearchWord);

const SearchKeySchema = defineEntity({
  name: 'SearchKey',
  tableName: 'search_keys',
  comment:
    'How each word of `search_words` is found by a part of it, and with a typo. Kept once per word, not per record, and never removed: a word that nothing is called by any more leads nowhere.',
  properties: {
    organizationId: p.uuid().primary(),
    kind: p.text().columnType('text collate "C"').primary().comment('The table of the records.'),
    isSlip: p.boolean().primary().comment('Whether it is for typos.'),
    key: p
      .text()
      .columnType('text collate "C"')
      .primary()
      .comment(
        'The beginning of an ending of the word, so that a part of the word is the beginning of a key; for typos, a part of a name with one letter left out, or none.',
      ),
    word: p.text().columnType('text collate "C"').primary().comment('The word that it leads to.'),
    sinceId: p
      .uuid()
      .primary()
      .comment('The record that brought the word. Part of the key, so that two who bring one word need not wait.'),
  },
});
export class SearchKey extends SearchKeySchema.class {}
SearchKeySchema.setClass(SearchKey);

/** How much of a suffix is stored: for longer search words the rest is compared with the word. */
export const KEY_LENGTH = 20;
/** Typos are tolerated from this many letters on: docs/api.md, "Searching". */
export const TYPO_LETTERS = 5;

/** The columns by which a resource is found. */
interface Words {
  names: readonly string[];
  codes: readonly string[];
}

const NAMES = ['name'];
const CODES = ['sku', 'barcode', 'number', 'reference', 'code', 'lotNumber', 'supplierSku'];

/**
 * The columns with a table's own words; undefined for tables without a name, number or code, and for those that are
 * not a tenant's.
 */
export function wordsOf(shape: Shape): Words | undefined {
  if (!shape.entity || !('organizationId' in declarationOf(shape.entity).inherited)) return undefined;
  const among = (wanted: readonly string[]) =>
    shape.fields.flatMap(({ name, column }) => (column && wanted.includes(name) ? [column] : []));
  const words = { names: among(NAMES), codes: among(CODES) };
  return words.names.length + words.codes.length > 0 ? words : undefined;
}

/**
 * Whether parts of their words are stored as keys. Documents have only numbers and are written often: their words are
 * scanned, 100,000 in some 30 ms.
 */
export const hasKeys = (shape: Shape): boolean => (wordsOf(shape)?.names.length ?? 0) > 0;

/** The resource by whose words a resource is found too: a level by its variant, and a variant by its product. */
const FOUND_BY = ['variant', 'product'];

/** The resource whose words also find this one, and the column that points to it. */
export function namerOf(shape: Shape): { shape: Shape; column: string } | undefined {
  const field = shape.fields.find(({ relation, column }) => column && relation && FOUND_BY.includes(relation.name));
  return field && { shape: shapeOf(field.relation!.target), column: field.column! };
}

/**
 * Those of these entities that have lists of their own and are found by words. Lines of a document are found with it.
 */
export function searchedOf(entities: readonly RecordClass[]): Shape[] {
  const shapes = entities.flatMap(entity => {
    try {
      return [shapeOf(entity)];
    } catch {
      // An entity without a shape is not a resource.
      return [];
    }
  });
  const owned = new Set(
    shapes.flatMap(({ fields }) => fields.flatMap(({ ownedBy, shape }) => (ownedBy ? [shape!()] : []))),
  );
  return shapes.filter(shape => !owned.has(shape) && wordsOf(shape));
}
