import { sql } from 'kysely';
import { z } from 'zod';
import { byId, timestamp } from '../kernel/inputs.ts';
import { type Area, listQuery, type Module, type Operation, query } from '../kernel/operation.ts';
import { type Paging, paging } from '../kernel/page.ts';
import { shapeOf } from '../kernel/shape.ts';
import type { RecordClass } from '../kernel/unit.ts';
import { inWords, isUuid, notFoundUnless } from './record.ts';
import { type Condition, readById, readPage } from './rows.ts';

/*
 * The two queries that nearly every resource has, from its declaration: a filtered page, and one by id.
 */

/** A filter: what may be said, and the condition it means on the table `t`. */
export interface Filter<T extends z.ZodType = z.ZodType> {
  input: T;
  where(value: NonNullable<z.output<T>>): Condition;
}

export const filter = <T extends z.ZodType>(input: T, where: Filter<T>['where']): Filter =>
  ({ input: input.optional(), where }) as never as Filter;

/** Equality with a column of the table. */
export const equals = (column: string, input: z.ZodType): Filter =>
  filter(input, value => sql`${sql.ref(`t.${column}`)} = ${value}`);

export const createdSince: Filter = filter(
  timestamp().meta({ description: 'Only those made at this instant or later.' }),
  value => sql`t.created_at >= ${value}`,
);

export interface Filters {
  [name: string]: Filter;
}

/** The zod shape of a list's input: its filters and the paging. */
export const filterInput = (filters: Filters) => {
  const inputs = Object.fromEntries(Object.entries(filters).map(([name, each]) => [name, each.input]));
  return z.strictObject({ ...inputs, ...paging });
};

/** The conditions that a list's input means. */
export function conditionsOf(filters: Filters, input: { [name: string]: unknown }): Condition[] {
  return Object.entries(filters).flatMap(([name, each]) =>
    input[name] === undefined ? [] : [each.where(input[name] as never)],
  );
}

interface Resource {
  area: Area | 'admin';
  module?: Module;
  of: RecordClass;
}

/** A page of a resource's rows, newest first. */
export function listOf(
  name: string,
  { of, filters, summary, ...more }: Resource & { filters: Filters; summary: string },
): Operation {
  return listQuery(name, {
    ...more,
    summary,
    input: filterInput(filters),
    output: of,
    run: ({ db, wants }, input) => readPage(db, shapeOf(of), conditionsOf(filters, input), input as Paging, wants),
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
