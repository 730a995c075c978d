import { type RawBuilder, sql } from 'kysely';
import type { EntryType } from '../domain/stock/ledger.ts';
import { ofTenant } from '../store/tenant.ts';

/* What a source of figures is, and how one is said. */

type Sql = RawBuilder<unknown>;

/** What a fact may be about. Dimensions and filters are reached through these. */
export type Key =
  | 'variant'
  | 'location'
  | 'supplier'
  | 'lot'
  | 'order'
  | 'purchase_order'
  | 'batch'
  | 'entry_type'
  | 'reason'
  | 'condition'
  | 'status';

/** Something to add up of each fact. */
export interface Value {
  sql: Sql;
  /** Shown with its sign reversed: turning a sum costs nothing, turning each of two million entries does. */
  sign?: -1;
  /** The same, simpler, of any fact of a ledger that kept costs from its beginning. */
  ofKept?: Sql;
  /** Only entries of these types have any of it: the others need not be read. */
  types?: readonly EntryType[];
  /** Only these facts have any of it, likewise. */
  where?: Sql;
  /** Counts different records instead of adding up; then `sql` is true where a fact counts. */
  distinct?: Key;
}

/** The days that are asked about, both included. */
export interface Days {
  from: Sql;
  to: Sql;
}

export interface Source {
  from: Sql | ((days: Days) => Sql);
  where: Sql;
  keys: { readonly [key in Key]?: Sql };
  /** When it happened: a moment, or a day. Without either it is what is now. */
  at?: { sql: Sql; type: 'timestamptz' | 'date' };
  values: { readonly [name: string]: Value };
  /** An index has all that is needed of its facts in the order of these: adding up by them first costs less than labeling each. */
  inOrderOf?: readonly Key[];
  /** Its facts are found one by one: to be planned as if they were added up makes it many times slower. */
  isProbed?: true;
}

// ---- how a source is said ----

/** A column of the tables that facts are read from: `i.quantity`. */
export type Column = `${string}.${string}`;

interface Said {
  from: Source['from'];
  where: Sql;
  keys: { readonly [key in Key]?: Column | Sql };
  /** The moment when it happened; or `on`, the day. */
  at?: Column;
  on?: Column;
  values: { readonly [name: string]: Column | Sql | Value };
  isProbed?: true;
  inOrderOf?: readonly Key[];
}

const read = (said: Column | Sql): Sql => (typeof said === 'string' ? sql.ref(said) : said);

export function source({ from, where, keys, at, on, values, inOrderOf, isProbed }: Said): Source {
  const when = at ?? on;
  return {
    from,
    where,
    keys: mapped(keys, read),
    ...(when && { at: { sql: sql.ref(when), type: at ? 'timestamptz' : 'date' } }),
    ...(inOrderOf && { inOrderOf }),
    ...(isProbed && { isProbed }),
    values: mapped(values, value => (typeof value === 'object' && 'sql' in value ? value : { sql: read(value) })),
  };
}

const mapped = <A, B>(of: { readonly [name: string]: A | undefined }, change: (value: A) => B): { [name: string]: B } =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, change(value!)]));

/** Rows of a table, and of those that its columns point at: `table('order_items i', { 'orders o': 'i.order_id' })`. */
export function table(own: string, pointing: { readonly [table: string]: Column } = {}, ...conditions: Sql[]) {
  const joins = Object.entries(pointing).map(
    ([other, column]) =>
      sql`join ${sql.raw(other)} on ${ofTenant(alias(other))} and ${sql.ref(`${alias(other)}.id`)} = ${sql.ref(column)}`,
  );
  return {
    from: sql`${sql.raw(own)} ${sql.join(joins, sql` `)}`,
    where: sql.join([ofTenant(alias(own)), ...conditions], sql` and `),
  };
}

const alias = (named: string): string => named.split(' ')[1]!;
