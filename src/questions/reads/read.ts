import { type RawBuilder, sql } from 'kysely';
import { ZONE } from '../../domain/planning/reports/days.ts';
import type { Period } from '../../kernel/calendar.ts';
import type { Area, Caller } from '../../kernel/operation.ts';
import type { Db } from '../../kernel/unit.ts';
import type { Row } from '../../kernel/view.ts';
import { allOf, type Condition, readComposed } from '../../store/rows.ts';
import { ofTenant } from '../../store/tenant.ts';

/*
 * What a tool reads, and how. Every read is one statement over the caller's own rows, with the question's words as parameters only,
 * or an operation that the caller could run as well.
 */

export interface Asked {
  db: Db;
  caller: Caller;
  /** The date in the organization's time zone. */
  today: string;
}

export interface Found {
  /** As many as were asked for. */
  rows: Row[];
  /** How many there are. */
  total: number;
  /** Other columns than the tool's own: of a count, of groups. */
  columns?: readonly string[];
  /** The sums of these columns over all rows, where `rows` are only the first. */
  sums?(columns: readonly string[]): Promise<Row>;
}

export interface ToolRead<Arguments> {
  /** What the caller's key must be allowed to read. */
  areas: readonly Area[];
  run(asked: Asked, given: Arguments): Promise<Found>;
}

/** All rows of an answer under its columns' names, and their order. Documents have an `id` too, to be counted by. */
export interface Selection {
  rows: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  columns?: readonly string[];
  /** What to count, where `rows` are the first already: of a ledger, reading all to show ten would be slow. */
  counted?: RawBuilder<unknown>;
}

interface Bounded {
  limit: number;
  aggregate?: unknown;
}

/** A promise that PostgreSQL keeps too: whatever a question leads to, it changes nothing. */
const readOnly = <R>(db: Db, read: (db: Db) => Promise<R>): Promise<R> =>
  db.transaction().setAccessMode('read only').execute(read);

/** A read that is one statement. */
export function selecting<Arguments extends Bounded>(
  areas: readonly Area[],
  select: (given: Arguments) => Selection,
): ToolRead<Arguments> {
  return {
    areas,
    async run({ db }, given) {
      const { rows, order, columns, counted } = select(given);
      if (counted) return firstOf(db, rows, order, counted);
      if (given.aggregate === 'count') {
        const count = await readOnly(db, each =>
          sql<Row>`select count(distinct c.id) as count from (${rows}) c`.execute(each),
        );
        return { rows: count.rows, total: 1, columns: ['count'] };
      }
      const page = await readOnly(db, each => readComposed(each, rows, order, { perPage: given.limit }));
      const total = page.total ?? page.rows.length;
      const sums = (summed: readonly string[]) => sumsOf(db, rows, summed);
      return { rows: page.rows, total, ...(columns && { columns }), ...(total > page.rows.length && { sums }) };
    },
  };
}

async function firstOf(
  db: Db,
  rows: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  counted: RawBuilder<unknown>,
): Promise<Found> {
  const first = await readOnly(db, each =>
    sql<Row>`select c.*, (select count(*) from (${counted}) a) as all_rows from (${rows}) c order by ${order}`.execute(
      each,
    ),
  );
  return { rows: first.rows, total: Number(first.rows[0]?.['all_rows'] ?? 0) };
}

async function sumsOf(db: Db, rows: RawBuilder<unknown>, columns: readonly string[]): Promise<Row> {
  const sums =
    await sql<Row>`select ${sql.join(columns.map(column => sql`sum(c.${sql.ref(column)}) as ${sql.ref(column)}`))} from (${rows}) c`.execute(
      db,
    );
  return sums.rows[0]!;
}

interface Items {
  skus?: string[] | undefined;
  productIds?: string[] | undefined;
  categories?: string[] | undefined;
}
interface Places {
  locationIds?: string[] | undefined;
  locationType?: string | undefined;
}
interface Suppliers {
  supplierIds?: string[] | undefined;
}
export interface Named extends Items, Places, Suppliers {}

export const isNamed = ({ skus, productIds, categories }: Items): boolean =>
  (skus ?? productIds ?? categories) !== undefined;

/** The items that were named, of a variant `v` and its product `p`; several kinds add up. */
export function ofItems({ skus, productIds, categories }: Items): Condition[] {
  const kinds = [
    ...(skus ? [sql`v.sku = any(${skus})`] : []),
    ...(productIds ? [sql`v.product_id = any(${productIds}::uuid[])`] : []),
    ...(categories ? [sql`p.category = any(${categories})`] : []),
  ];
  return kinds.length > 0 ? [sql`(${sql.join(kinds, sql` or `)})`] : [];
}

/** The locations that were named, of a location `l`. */
export const atPlaces = ({ locationIds, locationType }: Places): Condition[] => [
  ...(locationIds ? [sql`l.id = any(${locationIds}::uuid[])`] : []),
  // Whoever has no store means any location by it.
  ...(locationType
    ? [
        sql`(l.type = ${locationType} or not exists (select from locations other where ${ofTenant('other')} and other.type = ${locationType}))`,
      ]
    : []),
];

export const fromSuppliers = ({ supplierIds }: Suppliers, of = 'v'): Condition[] =>
  supplierIds ? [sql`${sql.ref(`${of}.supplier_id`)} = any(${supplierIds}::uuid[])`] : [];

/** Everything that was named, of `v`, `p` and `l`. */
export const named = (given: Named): Condition =>
  allOf([...ofItems(given), ...atPlaces(given), ...fromSuppliers(given)]);

/** The same of rows with a variant and a location, without joining anything that nobody asked about. */
export function among(given: Named, of: string): Condition[] {
  const items = [...ofItems(given), ...fromSuppliers(given)];
  const places = atPlaces(given);
  return [
    ...(items.length > 0
      ? [
          sql`${sql.ref(`${of}.variant_id`)} in (select v.id from variants v join products p on ${ofTenant('p')} and p.id = v.product_id where ${ofTenant('v')} and ${allOf(items)})`,
        ]
      : []),
    ...(places.length > 0
      ? [
          sql`${sql.ref(`${of}.location_id`)} in (select l.id from locations l where ${ofTenant('l')} and ${allOf(places)})`,
        ]
      : []),
  ];
}

/** The moment at which a day of the organization begins. */
const begins = (day: string, offset = 0): RawBuilder<unknown> =>
  sql`(select (${day}::date + ${offset}::int)::timestamp at time zone ${ZONE})`;

/** Moments within whole days of the organization. */
export const during = (moment: RawBuilder<unknown>, period: Period | undefined): Condition[] => [
  ...(period?.from ? [sql`${moment} >= ${begins(period.from)}`] : []),
  ...(period?.to ? [sql`${moment} < ${begins(period.to, 1)}`] : []),
];

/** Dates within a period. */
export const within = (date: RawBuilder<unknown>, period: Period | undefined): Condition[] => [
  ...(period?.from ? [sql`${date} >= ${period.from}::date`] : []),
  ...(period?.to ? [sql`${date} <= ${period.to}::date`] : []),
];

export const endOf = (day: string): RawBuilder<unknown> => begins(day, 1);

/** A status of the resource, or one of our own making that stands for several. */
export function inStatus(
  column: RawBuilder<unknown>,
  status: string | undefined,
  composed: { [status: string]: readonly string[] },
): Condition[] {
  if (status === undefined) return [];
  return [sql`${column} = any(${[...(composed[status] ?? [status])]})`];
}
