import { sql } from 'kysely';
import { z } from 'zod';
import type { Area } from '../kernel/areas.ts';
import { snake } from '../kernel/case.ts';
import { byId, code, type Given, id, plain, type RuleProblem, ruled, text, timestamp } from '../kernel/inputs.ts';
import { subjectOf } from '../kernel/meanings.ts';
import { listQuery, type Module, type Operation, query } from '../kernel/operation.ts';
import { NEWEST_FIRST, type Page, type Paging, paging, type SortKey } from '../kernel/page.ts';
import { type Field, shapeOf } from '../kernel/shape.ts';
import type { Db, RecordClass, Wants } from '../kernel/unit.ts';
import { changeOf, readChanged } from './following.ts';
import { inWords, isUuid, notFoundUnless } from './record.ts';
import { type Condition, narrowedTo, planned, readById, readPage } from './rows.ts';
import { isSearched, lookUp, readFound } from './search.ts';
import { idsWith, idWith } from './tenant.ts';

/*
 * The two queries that nearly every resource has, from its declaration: a filtered page, and one by id. What every
 * list offers in addition (several values at once, sort orders, metadata) follows from the resource's own fields:
 * docs/api.md, "Filters and sorting".
 */

/** A filter: its input, and its condition on the table `t`. */
interface Filter<T extends z.ZodType = z.ZodType> {
  input: T;
  where(value: NonNullable<z.output<T>>): Condition;
  /** The condition for any of several values, if supported. */
  among?(values: readonly NonNullable<z.output<T>>[]): Condition;
}

/** A filter that clients may leave out. */
export const filter = <T extends z.ZodType>(input: T, where: Filter<T>['where'], among?: Filter<T>['among']): Filter =>
  ({ input: input.optional(), where, ...(among && { among }) }) as never as Filter;

/** Equality with a column of the table. */
export const equals = (column: string, input: z.ZodType): Filter =>
  filter(
    input,
    value => sql`${sql.ref(`t.${column}`)} = ${value}`,
    values => planned(sql`${sql.ref(`t.${column}`)} = any(${values})`),
  );

/** The conditions for a column that is unique within an organization. */
const sole = (of: RecordClass, column: string): Required<Pick<Filter, 'where' | 'among'>> => {
  const { table } = shapeOf(of);
  return {
    where: value => sql`t.id = ${idWith(table!, column, value)}`,
    among: values => sql`t.id = any(${idsWith(table!, column, values)})`,
  };
};

export const createdSince: Filter = filter(
  timestamp().meta({ description: 'Only records created at this time or later.' }),
  value => planned(sql`t.created_at >= ${value}`),
);

export interface Filters {
  [name: string]: Filter;
}

const VALUES_MAX = 200;

/** Several values at once; an empty list must not mean everything. */
export const several = <T extends z.ZodType>(one: T) =>
  z.array(one).min(1, 'Must not be empty.').max(VALUES_MAX, `Must have at most ${VALUES_MAX} values.`);

/** The zod shape of a list's input: its filters and the paging. */
export const filterInput = (filters: Filters) => {
  const inputs = Object.fromEntries(Object.entries(filters).map(([name, each]) => [name, each.input]));
  return z.strictObject({ ...inputs, ...paging });
};

/** The conditions that a list's input stands for. */
export function conditionsOf(filters: Filters, input: { [name: string]: unknown }): Condition[] {
  return Object.entries(input).flatMap(([name, value]) =>
    value === undefined || !Object.hasOwn(filters, name) ? [] : [filters[name]!.where(value as never)],
  );
}

// ---- what every list of stored rows offers ----

const changedSince = (of: RecordClass): Filter =>
  filter(
    timestamp().meta({
      description:
        'Only records that changed at this time or later, oldest change first. `next_updated_since` is the value to send next.',
    }),
    since => sql`${changeOf(of)} >= ${since}`,
  );

/** Fields that can be filtered by several values at once, if a resource has them, with the names of those filters. */
export const PLURALS: { readonly [field: string]: string } = {
  sku: 'skus',
  variantId: 'variantIds',
  locationId: 'locationIds',
  barcode: 'barcodes',
  productId: 'productIds',
  supplierId: 'supplierIds',
  category: 'categories',
  status: 'statuses',
  reference: 'references',
  number: 'numbers',
};

/** Fields that a list can be sorted by, if a resource has them. */
export const SORTED_BY = ['createdAt', 'updatedAt', 'number', 'name', 'sku', 'expiryDate', 'expectedOn'] as const;

/** Fields that are unique within an organization. */
const UNIQUE: readonly string[] = ['number', 'sku'];

/** The filters of a list: those that it declares, and those that follow from the resource's fields. */
export function filtersOf(of: RecordClass, declared: Filters): Filters {
  const { fields } = shapeOf(of);
  const fieldOf = (name: string) => fields.find(each => each.name === name);
  const own = (name: string): Filter | undefined => {
    const field = fieldOf(name);
    if (field?.column === undefined) return declared[name];
    const given = declared[name] ?? equals(field.column, inputOf(field));
    return UNIQUE.includes(name) ? { ...given, ...sole(of, field.column) } : given;
  };
  const plurals = Object.entries(PLURALS).flatMap(([name, plural]): [string, Filter][] => {
    const field = fieldOf(name);
    const single = own(name);
    if (!single?.among || declared[plural]) return [];
    const { among } = single;
    const one = (single.input as z.ZodOptional<z.ZodType>).unwrap();
    const description = field
      ? `Filters by ${subjectOf(field.description)}: one of these values.`
      : 'Only records with one of these values.';
    const input = several(one).meta({ description });
    return [[plural, filter(input, values => among(values as never))]];
  });
  return {
    ids: filter(
      several(id()).meta({ description: 'Only records with one of these ids.' }),
      ids => sql`t.id = any(${ids}::uuid[])`,
    ),
    ...Object.fromEntries(Object.keys(declared).map(name => [name, own(name)!])),
    ...(isSearched(of) && { q: search }),
    ...Object.fromEntries(plurals),
    ...(fields.some(({ name }) => name === 'updatedAt') && { updatedSince: changedSince(of) }),
    ...(fields.some(({ name }) => name === 'metadata') && { metadata: metadataFilter }),
  };
}

/** Matches are looked up before the list is read: see `readList`. */
export const search: Filter = {
  input: text(200).optional().meta({
    description:
      'Only records whose names, numbers and codes contain every word, ignoring case and accents; one typo in a word of five letters or more is tolerated in names. Best matches first.',
  }),
  where: () => sql`true`,
};

function inputOf({ kind, values, enumName }: Field): z.ZodType {
  if (kind === 'enum') return z.enum(values as [string, ...string[]]).meta({ id: enumName! });
  return kind === 'id' ? id() : code();
}

const PAIRS_MAX = 5;

/**
 * Pairs that the metadata must contain. A text also matches the number or boolean that it spells, because a query
 * string has only text.
 */
const metadataFilter = filter(
  z
    .array(
      z
        .strictObject({
          key: plain(200).min(1).meta({ description: 'A key of the metadata.' }),
          value: z.union([plain(2000), z.number(), z.boolean()]).meta({ description: 'Its value.' }),
        })
        .meta({ id: 'MetadataPair' }),
    )
    .min(1)
    .max(PAIRS_MAX, `Must have at most ${PAIRS_MAX} pairs.`)
    .meta({ description: 'Only records whose metadata has all of these values.' }),
  pairs => {
    const has = (key: string, value: unknown) => sql`t.metadata @> ${JSON.stringify({ [key]: value })}::jsonb`;
    return sql.join(
      pairs.map(
        ({ key, value }) =>
          sql`(${sql.join(
            spelled(value).map(each => has(key, each)),
            sql` or `,
          )})`,
      ),
      sql` and `,
    );
  },
);

const spelled = (value: string | number | boolean): readonly unknown[] => {
  if (value === 'true' || value === 'false') return [value, value === 'true'];
  return typeof value === 'string' && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(value) ? [value, Number(value)] : [value];
};

interface Orders {
  [name: string]: readonly SortKey[];
}

/** The sort orders of a list by their names; a leading `-` means descending. Ties are broken by id. */
export function ordersOf(of: RecordClass): Orders {
  const { fields } = shapeOf(of);
  const sorted = SORTED_BY.flatMap(name => fields.find(field => field.name === name && field.column) ?? []);
  return Object.fromEntries(
    sorted.flatMap(field =>
      (['asc', 'desc'] as const).map(direction => [nameOf(field, direction), keysOf(of, field, direction)]),
    ),
  );
}

/** Records without a date come after all others. */
export const NO_DAY = '9999-12-31';

const nameOf = ({ name }: Field, direction: SortKey['direction']) => `${direction === 'desc' ? '-' : ''}${snake(name)}`;

function keysOf(of: RecordClass, { name, kind, column, nullable }: Field, direction: SortKey['direction']): SortKey[] {
  const own = name === 'updatedAt' ? changeOf(of) : sql.ref(`t.${column}`);
  // Unique values have no ties, and their own index says so.
  if (UNIQUE.includes(name)) return [{ field: name, sql: own, direction, type: 'text' }];
  return [
    kind === 'timestamp'
      ? { field: name, sql: own, direction, type: 'timestamptz' }
      : kind === 'date'
        ? { field: name, sql: sql`coalesce(${own}, ${sql.lit(NO_DAY)}::date)`, direction, type: 'date', absent: NO_DAY }
        : { field: name, sql: nullable ? sql`coalesce(${own}, '')` : own, direction, type: 'text' },
    { field: 'id', sql: sql.ref('t.id'), direction, type: 'uuid' },
  ];
}

/** The accepted sort orders of a list. */
export const sortInput = (of: RecordClass, orders: Orders) =>
  z
    .enum(Object.keys(orders) as [string, ...string[]])
    .meta({ id: `${of.name}Sort` })
    .optional()
    .meta({
      description:
        'Order of the rows; a leading `-` means descending. Default: newest first. Cannot be combined with `q`.',
    });

/** A search has an order of its own, and so do changes. */
export const sortAlone = ({ sort, q, updatedSince }: Given): RuleProblem[] => {
  if (sort === undefined || (q === undefined && updatedSince === undefined)) return [];
  return [{ path: ['sort'], message: `Cannot be combined with ${q === undefined ? 'updated_since' : 'q'}.` }];
};

/** The requested order; newest first by default. */
const orderOf = (orders: Orders, { sort }: { sort?: string }): readonly SortKey[] =>
  sort === undefined ? NEWEST_FIRST : orders[sort]!;

/** What every list of stored rows accepts in addition to its filters. */
export interface ListInput extends Paging {
  sort?: string;
  q?: string;
  updatedSince?: Date;
}

/**
 * A page of the rows that fulfill the conditions: best match first for a search, in order of change for
 * `updatedSince`, or in the requested order.
 */
export async function readList(
  db: Db,
  of: RecordClass,
  conditions: readonly Condition[],
  input: ListInput,
  wants: Wants,
  orders: Orders,
): Promise<Page> {
  const { sort, q, updatedSince } = input;
  const found = q === undefined ? undefined : await lookUp(db, of, q);
  if (found && sort === undefined && updatedSince === undefined)
    return readFound(db, shapeOf(of), conditions, found, input, wants);
  const all = found ? [...conditions, found.all] : conditions;
  const order = orderOf(orders, input);
  // A cursor is made of the fields that the list is sorted by.
  const shape = wants.fields
    ? narrowedTo(shapeOf(of), new Set([...wants.fields, ...order.map(({ field }) => field)]))
    : shapeOf(of);
  return updatedSince === undefined
    ? readPage(db, shape, all, input, wants, order)
    : readChanged(db, shapeOf(of), all, input, wants, updatedSince);
}

interface Resource {
  area: Area | 'admin';
  module?: Module;
  of: RecordClass;
}

/** A page of a resource's rows, newest first by default. */
export function listOf(
  name: string,
  {
    of,
    filters,
    summary,
    alone = false,
    ...more
  }: Resource & {
    filters: Filters;
    summary: string;
    /** Offers the filters that it declares and no others, and no sort orders. */
    alone?: boolean;
  },
): Operation {
  const all = alone ? filters : filtersOf(of, filters);
  const orders = ordersOf(of);
  return listQuery(name, {
    ...more,
    summary,
    input: alone ? filterInput(all) : ruled(filterInput(all).extend({ sort: sortInput(of, orders) }), sortAlone),
    output: of,
    run: ({ db, wants }, input) => readList(db, of, conditionsOf(all, input), input as ListInput, wants, orders),
  });
}

/** One resource by id. Refuses `not_found` for unknown, malformed and foreign ids alike. */
export function getOf(name: string, { of, ...more }: Resource): Operation {
  const what = inWords(of.name);
  return query(name, {
    ...more,
    summary: `Returns one ${what}.`,
    input: byId(),
    output: of,
    run: async ({ db }, { id }) => notFoundUnless(what, isUuid(id) && (await readById(db, shapeOf(of), id))),
  });
}
