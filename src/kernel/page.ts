import { hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { refuse } from './errors.ts';
import { canonical } from './json.ts';
import type { Row } from './view.ts';

/*
 * One page of a list: by number (`page`, `perPage`, with a total) or by cursor (stable while rows are being written,
 * and as fast on the last page as on the first). REST offers both, GraphQL connections use the cursor.
 */

const PER_PAGE_DEFAULT = 50;
const PER_PAGE_MAX = 200;
/** More than a cursor of ours has: with a name of 200 control characters, six bytes each in JSON, it has 1,700. */
const CURSOR_MAX = 2000;

export const paging = {
  page: z
    .int()
    .min(1, 'Must be at least 1.')
    .max(1_000_000)
    .optional()
    .meta({ description: 'Page number, from 1. Cannot be combined with `cursor`.' }),
  perPage: z
    .int()
    .min(1, 'Must be at least 1.')
    .max(PER_PAGE_MAX, `Must be at most ${PER_PAGE_MAX}.`)
    .default(PER_PAGE_DEFAULT)
    .meta({ description: 'Maximum number of rows.' }),
  cursor: z.string().max(CURSOR_MAX).optional().meta({
    description:
      '`next_cursor` of the previous response: returns the page after it. The filters and the order must be the same.',
  }),
};

export interface Paging {
  page?: number | undefined;
  perPage: number;
  cursor?: string | undefined;
}

export interface Page {
  rows: Row[];
  perPage: number;
  /** Absent when the list is read by cursor. */
  page?: number;
  /** Absent unless it was requested. */
  total?: number;
  nextCursor: string | null;
  cursorOf(row: Row): string;
  /** The time as of which it was computed, if that was not for this request. */
  asOf?: Date;
  /** Further fields of REST's `meta`. */
  meta?: { [name: string]: unknown };
}

/** A column to sort by and its direction. The last one must be unique, normally `id`. */
export interface SortKey {
  field: string;
  sql: RawBuilder<unknown>;
  direction: 'asc' | 'desc';
  /** Converts its value for a comparison. */
  type: 'uuid' | 'timestamptz' | 'numeric' | 'text' | 'bigint' | 'date';
  /** The value that stands for null, in `sql` too; an empty one for a text. */
  absent?: string;
}

export const NEWEST_FIRST: readonly SortKey[] = [
  { field: 'id', sql: sql.raw('"t"."id"'), direction: 'desc', type: 'uuid' },
];

/** The cursor of a row: its sort keys, in base64url. Pages after it begin behind these keys, even if it is deleted. */
export function encodeCursor(order: readonly SortKey[], row: Row): string {
  const keys = order.map(({ field, type, absent }) => row[field] ?? absent ?? (type === 'text' ? '' : null));
  return Buffer.from(JSON.stringify(keys)).toString('base64url');
}

/**
 * The condition "after this row" for a keyset. All directions of an order must be equal. Refuses a cursor that the
 * service did not issue.
 */
export function afterCursor(order: readonly SortKey[], cursor: string): RawBuilder<unknown> {
  const values = placeAfter(order, cursor);
  const columns = sql.join(order.map(key => key.sql));
  const keys = sql.join(order.map((key, index) => sql`${values[index]}::${sql.raw(key.type)}`));
  return order[0]!.direction === 'asc' ? sql`(${columns}) > (${keys})` : sql`(${columns}) < (${keys})`;
}

/** The values of the last row of a cursor's page, one per key of the order. Refuses as `afterCursor` does. */
export function placeAfter(order: readonly SortKey[], cursor: string): string[] {
  const values = decode(cursor) ?? [];
  const fits = values.length === order.length && values.every((value, index) => isKey(value, order[index]!.type));
  return fits ? values.map(String) : neverIssued();
}

const neverIssued = () =>
  refuse('validation_failed', 'Must be a cursor from an earlier response.', { field: 'cursor' });

function decode(cursor: string): unknown[] | undefined {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(values) ? values : undefined;
  } catch {
    return undefined;
  }
}

/*
 * To clients a cursor also names the list that it was issued for, with its filters and its order: in any other list it
 * would silently skip rows.
 */

const NAME_LENGTH = 11;

/**
 * A list as its cursors name it, worked out when the first of them is shown or read: many pages have none. How large
 * its pages are makes no difference.
 */
export function nameOfList(list: string, input: Row): () => string {
  let name: string | undefined;
  return () => {
    const { page: _p, perPage: _n, limit: _l, cursor: _c, ...asked } = input;
    return (name ??= hash('sha256', canonical([list, asked]), 'base64url').slice(0, NAME_LENGTH));
  };
}

/** The cursor without the name of its list. Refuses a cursor of another list. */
export function openCursor(name: string, cursor: string): string {
  const at = cursor.indexOf('.');
  if (at < 0) neverIssued();
  if (cursor.slice(0, at) === name) return cursor.slice(at + 1);
  const message = 'Belongs to another list, or to other filters or another order; start again without it.';
  return refuse('validation_failed', message, { field: 'cursor' });
}

/** The page with cursors that name its list. */
export const withNamedCursors = (name: () => string, page: Page): Page => ({
  ...page,
  nextCursor: page.nextCursor === null ? null : `${name()}.${page.nextCursor}`,
  cursorOf: row => `${name()}.${page.cursorOf(row)}`,
});

const FORMS: { [type in SortKey['type']]: RegExp } = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  timestamptz: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  numeric: /^-?\d{1,15}(\.\d{1,4})?$/,
  bigint: /^\d{1,15}$/,
  date: /^\d{4}-\d\d-\d\d$/,
  text: /^[^\0]{0,200}$/,
};

/**
 * Whether the database can parse it as this type. A cursor may contain anything: 31 February has the form of a date
 * but is none.
 */
function isKey(value: unknown, type: SortKey['type']): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const text = String(value);
  if (!FORMS[type].test(text) || !text.isWellFormed()) return false;
  if (type !== 'timestamptz' && type !== 'date') return true;
  const instant = new Date(text);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text) && !text.startsWith('0000');
}

const orders = new WeakMap<readonly SortKey[], RawBuilder<unknown>>();

/** The keys as they stand after `order by`; put together once for each order. */
export function orderBy(order: readonly SortKey[]): RawBuilder<unknown> {
  let known = orders.get(order);
  if (!known) orders.set(order, (known = sql.join(order.map(key => sql`${key.sql} ${sql.raw(key.direction)}`))));
  return known;
}

/** Offset and limit of a page in a list whose cursor counts rows, as in reports. */
export const placeOf = ({ page, perPage, cursor }: Paging): { offset: number; limit: number } => ({
  offset: cursor === undefined ? ((page ?? 1) - 1) * perPage : decodeOffset(cursor),
  limit: perPage,
});

/** A page of rows that are all in memory. */
export function pageOf(all: readonly Row[], paging: Paging): Page {
  const { offset, limit } = placeOf(paging);
  return pageAt(all.slice(offset, offset + limit), all.length, paging);
}

/** A page whose rows were read at its offset. */
export function pageAt(rows: Row[], total: number, paging: Paging): Page {
  const { offset } = placeOf(paging);
  const places = new Map(rows.map((row, index) => [row, offset + index + 1]));
  const end = offset + rows.length;
  return {
    rows,
    perPage: paging.perPage,
    ...(paging.cursor === undefined && { page: paging.page ?? 1 }),
    total,
    nextCursor: end < total && rows.length > 0 ? encodeOffset(end) : null,
    cursorOf: row => encodeOffset(places.get(row) ?? end),
  };
}

const encodeOffset = (offset: number): string => Buffer.from(JSON.stringify([offset])).toString('base64url');

function decodeOffset(cursor: string): number {
  const offset = decode(cursor)?.[0];
  return Number.isSafeInteger(offset) && Number(offset) >= 0 ? Number(offset) : neverIssued();
}
