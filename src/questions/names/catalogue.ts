import { sql } from 'kysely';
import { allows, type Reading } from '../../kernel/operation.ts';
import { distance } from '../../kernel/typos.ts';
import { ofTenant } from '../../store/tenant.ts';
import { fold } from '../words/fold.ts';
import { singular } from '../words/normalize.ts';
import { tolerance } from '../words/spelling.ts';
import {
  type KnownDocument,
  type KnownLocation,
  type KnownLot,
  type KnownSupplier,
  type KnownVariant,
  type Lexicon,
  VARIANTS_MAX,
} from './lexicon.ts';

/*
 * The names of the caller's organization, looked up in the table name_words: whole words, beginnings and typos of one
 * letter are all equalities or ranges of an index, so finding one of a hundred thousand variants is as quick as one of
 * a hundred.
 */

/** A word that so many names share ("large") says little: it only decides between those that other words found. */
const COMMON_NAMES = 1000;
const NEAR_CODES_MAX = 5;
/** A question names a few things; a text full of unknown words gets no more look-ups. */
const GUESSED_MAX = 12;
/** Longer words are not corrected: the number of candidates grows with the square of the length. */
const GUESSED_CHARACTERS_MAX = 40;
const WORDS_PER_BEGINNING_MAX = 60;
const BEGINNING = 4;

const variantColumns = sql`v.id, v.sku, v.barcode, v.name, v.product_id as "productId",
  p.name as "productName", p.category`;

interface Names {
  locations: KnownLocation[];
  suppliers: KnownSupplier[];
  categories: string[];
}

/** A caller cannot name what it may not read. */
export function catalogueOf({ db, caller }: Reading): Lexicon {
  const sees = (area: 'catalog' | 'orders' | 'purchasing' | 'traceability' | 'transfers') =>
    allows(caller.scopes, `${area}:read`);
  let names: Promise<Names> | undefined;
  const all = () => (names ??= readNames());

  async function readNames(): Promise<Names> {
    const { rows } = await sql<{
      kind: string;
      id: string;
      name: string;
      code: string | null;
      type: KnownLocation['type'];
      active: boolean;
    }>`
      select 'location' as kind, id, name, code, type, active from locations where ${ofTenant('locations')}
      union all select 'supplier', id, name, code, null, true
      from suppliers where ${ofTenant('suppliers')} and ${sees('catalog')}
      union all select distinct 'category', null::uuid, category, null, null, true
      from products where ${ofTenant('products')} and category is not null
      order by kind, name, id`.execute(db);
    const of = (kind: string) => rows.filter(row => row.kind === kind);
    return { locations: of('location'), suppliers: of('supplier'), categories: of('category').map(({ name }) => name) };
  }

  /**
   * The words of names that each of these words may stand for: itself, its singular or plural, its continuations, or
   * one typo away.
   */
  async function knownWords(
    words: readonly string[],
    guessable: ReadonlySet<string>,
  ): Promise<[asked: string, known: string][]> {
    const guessed = words
      .filter(word => guessable.has(word) && word.length <= GUESSED_CHARACTERS_MAX)
      .slice(0, GUESSED_MAX);
    const forms = new Set([
      ...words.flatMap(formsOf),
      ...guessed.flatMap(word => (tolerance(word) > 0 ? slipsOf(word) : [])),
    ]);
    const beginnings = guessed
      .filter(word => word.length >= BEGINNING)
      .map(word => (tolerance(word) > 1 ? word.slice(0, BEGINNING) : word));
    const { rows } = await sql<{ word: string }>`
      select distinct word from name_words where ${ofTenant('name_words')} and word = any(${[...forms]})
      union
      select w.word from unnest(${beginnings}::text[]) as b (beginning), lateral (
        select distinct n.word from name_words n where ${ofTenant('n')} and n.word >= b.beginning
            and n.word < b.beginning || '~' limit ${WORDS_PER_BEGINNING_MAX}) w`.execute(db);
    const known = rows.map(row => row.word);
    return words.flatMap(word => {
      const same = known.filter(each => formsOf(word).includes(each));
      return (same.length > 0 || !guessable.has(word) ? same : known.filter(each => isNear(word, each))).map(
        (each): [string, string] => [word, each],
      );
    });
  }

  return {
    async findByCodes(codes) {
      const { rows } = await sql<KnownVariant>`
        select ${variantColumns} from variants v join products p on ${ofTenant('p')} and p.id = v.product_id
        where ${ofTenant('v')} and v.id in (select n.named_id from name_words n
            where ${ofTenant('n')} and n.word = any(${codes.flatMap(spellings)}))`.execute(db);
      return rows.filter(
        ({ sku, barcode }) => codes.includes(fold(sku)) || (barcode !== null && codes.includes(fold(barcode))),
      );
    },
    async findNearCodes(code) {
      if (code.length > GUESSED_CHARACTERS_MAX) return [];
      const { rows } = await sql<KnownVariant>`
        select ${variantColumns} from variants v join products p on ${ofTenant('p')} and p.id = v.product_id
        where ${ofTenant('v')} and v.id in (select n.named_id from name_words n
            where ${ofTenant('n')} and n.word = any(${slipsOf(code, `${letters}0123456789-`)})) order by v.sku`.execute(
        db,
      );
      return rows.filter(({ sku }) => distance(code, fold(sku), 1) <= 1).slice(0, NEAR_CODES_MAX);
    },
    async findVariants(words, guessable) {
      const pairs = await knownWords([...new Set(words)], new Set(guessable));
      if (pairs.length === 0) return [];
      const { rows } = await sql<KnownVariant>`
        with said as materialized (
          select * from unnest(${pairs.map(([asked]) => asked)}::text[],
              ${pairs.map(([, known]) => known)}::text[]) as s (asked, known)
        ), hits as materialized (
          select s.asked, n.named_id, count(*) over (partition by s.known) as names
          from said s, lateral (select n.named_id from name_words n
              where ${ofTenant('n')} and n.word = s.known limit ${COMMON_NAMES}) n
        ), telling as materialized (
          select asked, named_id
          from hits where names < ${COMMON_NAMES} or not exists (select from hits where names < ${COMMON_NAMES})
        ), found as materialized (
          select id, product_id, count(distinct asked) as shared from (
            select v.id, v.product_id, t.asked from telling t join variants v on ${ofTenant('v')} and v.id = t.named_id
            union all select v.id, v.product_id, t.asked from telling t
                join variants v on ${ofTenant('v')} and v.product_id = t.named_id) v
          group by id, product_id order by shared desc, product_id, id limit ${COMMON_NAMES}
        ), best as (
          select f.id, (select count(distinct s.asked) from said s join name_words n on ${ofTenant('n')}
              and n.word = s.known where n.named_id in (f.id, f.product_id)) as shared
          from found f order by shared desc, f.product_id, f.id limit ${VARIANTS_MAX}
        )
        select ${variantColumns} from best b join variants v on ${ofTenant('v')} and v.id = b.id
        join products p on ${ofTenant('p')} and p.id = v.product_id order by b.shared desc, v.sku`.execute(db);
      return rows;
    },
    async findLots(numbers) {
      if (!caller.modules.has('traceability') || !sees('traceability')) return [];
      const { rows } = await sql<KnownLot>`
        select t.id, t.lot_number as "lotNumber", v.sku, t.source_type = 'production_batch' as "isMade"
        from lots t join variants v on ${ofTenant('v')} and v.id = t.variant_id
        where ${ofTenant('t')} and t.id in (select n.named_id from name_words n
            where ${ofTenant('n')} and n.word = any(${numbers.flatMap(spellings)}))`.execute(db);
      return rows;
    },
    async findReferences(reference) {
      const spelt = sql`${[...new Set([reference, reference.toUpperCase(), reference.toLowerCase()])]}`;
      const { rows } = await sql<KnownDocument>`
        select 'so' as kind, number from orders
        where ${ofTenant('orders')} and reference = any(${spelt}) and ${sees('orders')}
        union all select 'po', number from purchase_orders
        where ${ofTenant('purchase_orders')} and reference = any(${spelt}) and ${sees('purchasing')}
        union all select 'tr', number from stock_transfers
        where ${ofTenant('stock_transfers')} and reference = any(${spelt}) and ${sees('transfers')}`.execute(db);
      return rows;
    },
    locations: async () => (await all()).locations,
    suppliers: async () => (await all()).suppliers,
    categories: async () => (await all()).categories,
  };
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** A database without a locale lower-cases ASCII only: words in other scripts are looked up in each case. */
const spellings = (word: string): string[] =>
  /^[\0-\x7f]*$/.test(word) ? [word] : [word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)];

/** The singular and plural of the word. */
function formsOf(word: string): string[] {
  const one = singular(word);
  return [
    ...new Set([word, one, `${one}s`, `${one}es`, ...(one.endsWith('y') ? [`${one.slice(0, -1)}ies`] : [])]),
  ].flatMap(spellings);
}

const isNear = (word: string, known: string): boolean =>
  (word.length >= BEGINNING && known.startsWith(word)) || distance(word, known, tolerance(word)) <= tolerance(word);

/** All words that are one typo away: a letter missing, doubled, wrong, or swapped with its neighbor. */
function slipsOf(word: string, alphabet = letters): string[] {
  const slips = new Set<string>();
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    for (const letter of alphabet) slips.add(before + letter + after).add(before + letter + after.slice(1));
    slips.add(before + after.slice(1));
    if (after.length > 1) slips.add(before + after[1]! + after[0]! + after.slice(2));
  }
  return [...slips];
}
