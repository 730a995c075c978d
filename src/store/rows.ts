import { type RawBuilder, sql } from 'kysely';
import {
  afterCursor,
  encodeCursor,
  NEWEST_FIRST,
  orderBy,
  type Page,
  type Paging,
  pageAt,
  placeOf,
  type SortKey,
} from '../kernel/page.ts';
import type { Field, Shape } from '../kernel/shape.ts';
import type { Db, Wants } from '../kernel/unit.ts';
import type { Row } from '../kernel/view.ts';
import { ADDS_UP, PLANNED_FOR_ITS_VALUES } from './connections.ts';
import { askedOf, ofTenant } from './tenant.ts';

/*
 * Reads select the columns they return and never hydrate entities (serializing hydrated entities cost six to ten
 * times as much). The rows have the shape's own names, ready for either face.
 */

export type Condition = RawBuilder<unknown>;

/** Made once for each shape: a read by key takes the process longer to put together than to send. */
function perShape<R extends object>(make: (shape: Shape) => R): (shape: Shape) => R {
  const made = new WeakMap<Shape, R>();
  return shape => {
    let known = made.get(shape);
    if (!known) made.set(shape, (known = make(shape)));
    return known;
  };
}

/** Clients ask for the same few selections again and again. */
const NARROWED_MAX = 100;
const narrowed = perShape(() => new Map<string, Shape>());

/** The shape with only these fields and its id; made once, as what is put together for a shape is kept by its shape. */
export function narrowedTo(shape: Shape, names: ReadonlySet<string>): Shape {
  const fields = shape.fields.filter(({ name }) => name === 'id' || names.has(name));
  if (fields.length === shape.fields.length) return shape;
  const known = narrowed(shape);
  const key = fields.map(({ name }) => name).join();
  const made = known.get(key) ?? { ...shape, fields };
  if (known.size < NARROWED_MAX) known.set(key, made);
  return made;
}

/** The SELECT list of a shape over the table alias `t`. */
export const columnsOf = perShape(shape => columnsAt(shape, 't'));

/**
 * The same with the rows that a record owns, as JSON. They are read by the same statement: a second one would see what
 * was committed in between, and show a document with the status of before and the lines of after.
 */
const wholeOf = perShape(shape => columnsAt(shape, 't', 0));

/** The columns to read: with owned rows, unless they are not wanted. */
export const selected = (shape: Shape, { owned }: Pick<Wants, 'owned'>): RawBuilder<unknown> =>
  owned ? wholeOf(shape) : columnsOf(shape);

/** Columns over this alias; with a depth, those of rows that are owned at that depth, and what these own. */
function columnsAt(shape: Shape, alias: string, depth?: number): RawBuilder<unknown> {
  const own = shape.fields.flatMap(field => expressionOf(field, alias, depth ?? 0) ?? []).join(', ');
  const owned = depth === undefined ? [] : shape.fields.filter(field => field.ownedBy);
  return sql.join([askedOf(own, alias), ...owned.map(field => ownedAsJson(field, alias, depth! + 1))]);
}

function ownedAsJson(field: Field, owner: string, depth: number): RawBuilder<unknown> {
  const child = field.shape!();
  const alias = `owned${depth}`;
  return sql`(select coalesce(json_agg(o order by o.id), '[]') from (
    select ${columnsAt(child, alias, depth)} from ${sql.table(child.table!)} as ${sql.ref(alias)}
    where ${ofTenant(alias)}
          and ${sql.ref(`${alias}.${field.ownedBy!}`)} = ${sql.ref(`${owner}.id`)}) o) as ${sql.ref(field.name)}`;
}

function expressionOf(field: Field, alias: string, depth: number): string | undefined {
  const value = field.formula ? field.formula(alias) : field.column && `${alias}.${field.column}`;
  if (!value) return undefined;
  // In JSON a time would have another form than in a row.
  const isInJson = depth > 0 && field.kind === 'timestamp';
  return `${isInJson ? `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : value} as "${field.name}"`;
}

const allRowsOf = perShape(
  (shape): RawBuilder<unknown> => sql`from ${sql.raw(`"${shape.table!}"`)} as t where ${tenantOf(shape)}`,
);

/** The organization's rows of the shape that fulfill the conditions, as `from … as t where …`. */
export const rowsOf = (shape: Shape, conditions: readonly Condition[]): RawBuilder<unknown> =>
  conditions.length === 0 ? allRowsOf(shape) : sql`${allRowsOf(shape)} and ${allOf(conditions)}`;

/** The condition that a row `t` belongs to the caller's organization. */
export const tenantOf = ({ table }: Shape): Condition =>
  // An organization is its own tenant.
  table === 'organizations' ? ofTenant('t', 'id') : ofTenant('t');

/**
 * A condition whose value decides how many rows fulfill it: a few are found by its index, many by reading the list in
 * order.
 */
export const planned = (condition: Condition): Condition => sql`${PLANNED} ${condition}`;
/** For a statement that reads everything of an organization, which may be a few rows or most of the table. */
export const PLANNED = sql.raw(PLANNED_FOR_ITS_VALUES);

/** The conjunction of the conditions; true if there are none. */
export const allOf = (conditions: readonly Condition[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : conditions.length === 1 ? conditions[0]! : sql.join(conditions, sql` and `);

const NOTHING = sql``;

/**
 * All rows of the shape that fulfill the conditions, with their owned rows unless excluded. The caller bounds their
 * number.
 */
export async function readRows(
  db: Db,
  shape: Shape,
  conditions: readonly Condition[],
  options: { order?: readonly SortKey[]; limit?: number; owned?: boolean } = {},
): Promise<Row[]> {
  const { order = NEWEST_FIRST, limit, owned = true } = options;
  const bound = limit === undefined ? sql`` : sql`limit ${limit}`;
  const { rows } = await sql<Row>`select ${selected(shape, { owned })} ${rowsOf(shape, conditions)}
      order by ${orderBy(order)} ${bound}`.execute(db);
  return rows;
}

/** The row with its owned rows; undefined if the organization has none with this id. */
export async function readById(db: Db, shape: Shape, id: string): Promise<Row | undefined> {
  const [row] = await readRows(db, shape, [sql`t.id = ${id}`]);
  return row;
}

/** The owned rows of many parents, in one statement, in order of creation. */
export async function readOwned(
  db: Db,
  field: Field,
  parentIds: readonly string[],
  limit: number,
): Promise<Map<string, Row[]>> {
  const child = field.shape!();
  const back = sql.ref(`t.${field.ownedBy!}`);
  const { rows } = await sql<Row & { parentId: string }>`
    select ${wholeOf(child)}, ${back} as "parentId" ${rowsOf(child, [sql`${back} = any(${parentIds})`])}
    order by t.id limit ${limit}`.execute(db);
  const groups = new Map<string, Row[]>(parentIds.map(id => [id, []]));
  for (const { parentId, ...row } of rows) groups.get(parentId)!.push(row);
  return groups;
}

/**
 * One page of the rows that fulfill the conditions: one statement, and one to count them if the total is wanted and not
 * evident. A list of everything counts in the same statement.
 */
export async function readPage(
  db: Db,
  shape: Shape,
  conditions: readonly Condition[],
  paging: Paging,
  wants: Wants,
  order: readonly SortKey[] = NEWEST_FIRST,
): Promise<Page> {
  const { perPage, cursor } = paging;
  const page = cursor === undefined ? (paging.page ?? 1) : undefined;
  const limits = cursor === undefined ? conditions : [...conditions, afterCursor(order, cursor)];
  const offset = page === undefined ? 0 : (page - 1) * perPage;
  const all = conditions.length === 0;
  const count = all && wants.total ? sql`, (select count(*) ${rowsOf(shape, [])}) as "allRows"` : NOTHING;
  // One row more than asked for tells whether there is a next page.
  const bound = perPage + 1;
  // All rows in the order of a key are found by the same plan whatever the values, which the server keeps if it knows
  // how many are wanted.
  const limit = all && order.length === 1 ? sql.lit(bound) : bound;
  const places = placesOf(shape, limits, order, { limit, offset });
  const { rows } = await sql<Row>`select ${selected(shape, wants)}${count} ${places}`.execute(db);
  const allRows = rows[0]?.['allRows'] as number | undefined;
  // Not deleted: objects with deleted fields are slower to serialize.
  if (allRows !== undefined) for (const row of rows) row['allRows'] = undefined;
  return completed(db, shape, rows, { conditions, paging, wants, order, allRows });
}

/**
 * The rows of a page, as `from … as t … order by … limit …`. What comes before them is skipped in an index: read, it
 * would be with what it owns and with what is looked up for it.
 */
function placesOf(
  shape: Shape,
  conditions: readonly Condition[],
  order: readonly SortKey[],
  { limit, offset }: { limit: RawBuilder<unknown> | number; offset: number },
): RawBuilder<unknown> {
  const rows = rowsOf(shape, conditions);
  const inOrder = sql`order by ${orderBy(order)}`;
  if (offset === 0) return sql`${rows} ${inOrder} limit ${limit}`;
  // As an array: joined instead, a table of 100,000 rows might be read up to there in order.
  return sql`from ${sql.table(shape.table!)} as t where ${tenantOf(shape)}
    and t.id = any(array(select t.id ${rows} ${inOrder} limit ${limit} offset ${offset})) ${inOrder}`;
}

interface Reading {
  /** The condition that all rows of the list fulfill. */
  conditions: readonly Condition[];
  paging: Paging;
  wants: Wants;
  order: readonly SortKey[];
  /** How many rows the list has, if they were counted already. */
  allRows?: number | undefined;
  /** The place of a row in the order, if that does not follow from its own fields. */
  placed?(row: Row): Row;
}

/** The page of the rows that were read for it, one extra row if there are more. */
export async function completed(
  db: Db,
  shape: Shape,
  rows: Row[],
  { conditions, paging: { perPage, ...paging }, wants, order, allRows, placed = row => row }: Reading,
): Promise<Page> {
  const page = paging.cursor === undefined ? (paging.page ?? 1) : undefined;
  const offset = page === undefined ? 0 : (page - 1) * perPage;
  const more = rows.length > perPage;
  if (more) rows.pop();
  const isEvident = page !== undefined && !more && (rows.length > 0 || offset === 0);
  const total = !wants.total
    ? undefined
    : (allRows ?? (isEvident ? offset + rows.length : await countRows(db, shape, conditions)));
  const cursorOf = (row: Row) => encodeCursor(order, placed(row));
  return {
    rows,
    perPage,
    ...(page !== undefined && { page }),
    ...(total !== undefined && { total }),
    nextCursor: more ? cursorOf(rows.at(-1)!) : null,
    cursorOf,
  };
}

/** What is planned for its values may be nearly everything: it is counted in an index, in a tenth of the pages. */
async function countRows(db: Db, shape: Shape, conditions: readonly Condition[]): Promise<number> {
  const counting = (mark: string) =>
    sql<{ count: number }>`select ${sql.raw(mark)} count(*) as count ${rowsOf(shape, conditions)}`;
  const isPlanned = counting('').compile(db).sql.includes(PLANNED_FOR_ITS_VALUES);
  const { rows } = await counting(isPlanned ? ADDS_UP : '').execute(db);
  return rows[0]!.count;
}

/**
 * One page of a composed result: `query` selects all its rows under the names of the result, `order` must be total.
 * The rows are computed as a whole anyway, so they are counted on the way. It is planned for its organization: what is
 * right for an average one of a thousand reads a large one in nested loops, until it runs out of time.
 */
export async function readComposed(
  db: Db,
  query: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  paging: Paging,
  mark: typeof PLANNED_FOR_ITS_VALUES | typeof ADDS_UP = PLANNED_FOR_ITS_VALUES,
): Promise<Page> {
  const { offset, limit } = placeOf(paging);
  // A page beyond the last one gets the number of rows too, so nothing is computed twice.
  const { rows } = await sql<Row & { all_rows: number; is_row: true | null }>`
    with c as materialized (select ${sql.raw(mark)} c.*, true as is_row from (${query}) c)
    select p.*, n.all_rows from (select count(*) as all_rows from c) n
    left join (select * from c order by ${order} limit ${limit} offset ${offset}) p on true order by ${order}`.execute(
    db,
  );
  const total = rows[0]!.all_rows;
  return pageAt(
    rows.flatMap(({ all_rows: _, is_row: isRow, ...row }) => (isRow ? [row] : [])),
    total,
    paging,
  );
}
