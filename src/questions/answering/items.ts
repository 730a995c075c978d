import { sql } from 'kysely';
import type { Reading } from '../../kernel/operation.ts';
import { ofTenant } from '../../store/tenant.ts';
import { clean, tokenize } from '../words/normalize.ts';
import { languagesOf, type Meaning, meaningsIn, PHRASE_WORDS_MAX } from '../words/words.ts';
import { isMetric } from './speech.ts';

/** What a sentence needs to know of its items, besides the rows: what they are called, counted in and priced in. */
export interface Known {
  /** By SKU: the name, and the unit if it is told, such as kg. */
  items: ReadonlyMap<string, { name: string; unit?: string | undefined }>;
  /** The unit of all that a query is about, if it is one and told. */
  unit?: string | undefined;
  currency: string;
  /** The fields of an item that are asked for. */
  asked: readonly string[];
}
export const NOTHING_KNOWN: Known = { items: new Map(), currency: 'EUR', asked: [] };

type Field = Extract<Meaning, { kind: 'attribute' }>['field'];

/** The fields of an item that a question asks for, in its order: its price, its barcode. */
export function fieldsAsked(question: string): Field[] {
  const words = tokenize(clean(question)).map(({ text }) => text);
  const languages = languagesOf(words);
  const fields = words.flatMap((_, at) =>
    Array.from({ length: PHRASE_WORDS_MAX }, (_, more) => words.slice(at, at + more + 1).join(' ')).flatMap(phrase =>
      meaningsIn(phrase, languages).flatMap(meaning => (meaning.kind === 'attribute' ? meaning.field : [])),
    ),
  );
  return [...new Set(fields)];
}

/** What the items of these SKUs are called and counted in. */
export async function itemsOf({ db }: Reading, skus: readonly string[]): Promise<Known['items']> {
  if (skus.length === 0) return new Map();
  const { rows } = await sql<{ sku: string; name: string; unit: string }>`
    select v.sku, concat_ws(' ', p.name, v.name) as name, v.unit
    from variants v join products p on ${ofTenant('p')} and p.id = v.product_id
    where ${ofTenant('v')} and v.sku = any(${[...new Set(skus)]})`.execute(db);
  return new Map(rows.map(({ sku, name, unit }) => [sku, { name, unit: isMetric(unit) ? unit : undefined }]));
}

/** The unit of all items of these categories, if it is one and told. */
export async function unitOf({ db }: Reading, categories: readonly string[]): Promise<string | undefined> {
  if (categories.length === 0) return undefined;
  const { rows } = await sql<{ unit: string }>`
    select distinct v.unit from variants v join products p on ${ofTenant('p')} and p.id = v.product_id
    where ${ofTenant('v')} and p.category = any(${categories}) limit 2`.execute(db);
  const [unit, other] = rows.map(row => row.unit);
  return unit !== undefined && other === undefined && isMetric(unit) ? unit : undefined;
}
