import { type RawBuilder, sql } from 'kysely';
import type { EntryType } from '../domain/stock/ledger.ts';
import { ofTenant } from '../store/tenant.ts';

/* What a source of figures is, and the helpers that declare one. */

type Sql = RawBuilder<unknown>;

/** The records that a fact may refer to. Dimensions and filters are reached through them. */
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

/** A value of each fact that can be added up. */
export interface Value {
  sql: Sql;
  /** Shown with its sign reversed. Negating the sum costs nothing, negating each of two million entries does. */
  sign?: -1;
  /** A simpler form of the same, for a ledger that has had costs from its first entry on. */
  ofKept?: Sql;
  /** Only entries of these types have a value other than 0; the others need not be read. */
  types?: readonly EntryType[];
  /** Only these facts have one, likewise. */
  where?: Sql;
  /** Counts distinct records instead of adding up; `sql` is then true for the facts that count. */
  distinct?: Key;
}

/** The requested days, both inclusive. */
interface Days {
  from: Sql;
  to: Sql;
}

export interface Source {
  from: Sql | ((days: Days) => Sql);
  /** The same where many facts are read: what each refers to is joined instead of looked up. */
  fromMany?: Sql;
  where: Sql;
  keys: { readonly [key in Key]?: Sql };
  /** When it happened: a point in time, or a day. Without either, facts describe the present. */
  at?: { sql: Sql; type: 'timestamptz' | 'date' };
  values: { readonly [name: string]: Value };
  /** An index has all that is added up of its facts: it is read instead of the table. */
  isCovered?: true;
  /** It has them in the order of these keys: adding up by them first costs less than labeling each fact. */
  inOrderOf?: readonly Key[];
  /** Its facts are found one by one: planning it as a sum over many rows makes it many times slower. */
  isProbed?: true;
}

// ---- declaring a source ----

/** A column of the tables that facts are read from, such as `i.quantity`. */
export type Column = `${string}.${string}`;

interface SourceDeclaration {
  from: Source['from'];
  fromMany?: Sql;
  where: Sql;
  keys: { readonly [key in Key]?: Column | Sql };
  /** When it happened; or `on`, the day. */
  at?: Column;
  on?: Column;
  values: { readonly [name: string]: Column | Sql | Value };
  isProbed?: true;
  isCovered?: true;
  inOrderOf?: readonly Key[];
}

const read = (said: Column | Sql): Sql => (typeof said === 'string' ? sql.ref(said) : said);

/** Makes a source of its declaration, in which a column stands for its SQL. */
export function source({ keys, at, on, values, ...said }: SourceDeclaration): Source {
  const when = at ?? on;
  return {
    ...said,
    keys: mapped(keys, read),
    ...(when && { at: { sql: sql.ref(when), type: at ? 'timestamptz' : 'date' } }),
    values: mapped(values, value => (typeof value === 'object' && 'sql' in value ? value : { sql: read(value) })),
  };
}

const mapped = <A, B>(of: { readonly [name: string]: A | undefined }, change: (value: A) => B): { [name: string]: B } =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, change(value!)]));

/**
 * Rows of a table, joined with those that its columns refer to: `table('order_items i', { 'orders o': 'i.order_id' })`.
 */
export function table(own: string, pointing: { readonly [table: string]: Column } = {}, ...conditions: Sql[]) {
  const joins = Object.entries(pointing).map(
    ([other, column]) =>
      sql`join ${sql.raw(other)} on ${ofTenant(alias(other))}
        and ${sql.ref(`${alias(other)}.id`)} = ${sql.ref(column)}`,
  );
  return {
    from: sql`${sql.raw(own)} ${sql.join(joins, sql` `)}`,
    where: sql.join([ofTenant(alias(own)), ...conditions], sql` and `),
  };
}

const alias = (named: string): string => named.split(' ')[1]!;
