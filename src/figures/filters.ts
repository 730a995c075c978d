import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { plain } from '../kernel/inputs.ts';
import type { Field } from './dimensions.ts';

type Sql = RawBuilder<unknown>;

/** The comparison operators and their meanings. */
export const OPERATORS = {
  '=': 'Equals the value.',
  '!=': 'Has a value other than this one.',
  in: 'Is one of the values.',
  not_in: 'Has a value that is none of these.',
  '<': 'Is less than the value.',
  '<=': 'Is less than or equal to the value.',
  '>': 'Is greater than the value.',
  '>=': 'Is greater than or equal to the value.',
  between: 'Is between two values, both included.',
  contains: 'Contains the text, in upper or lower case.',
  is_null: 'With true: has no value. With false: has one.',
} as const;

type Operator = keyof typeof OPERATORS;
const NAMES = Object.keys(OPERATORS) as Operator[];

/** The types that have an order. */
const ORDERED: readonly Operator[] = ['<', '<=', '>', '>=', 'between'];

const VALUES_MAX = 200;
const value = z.union([plain(200), z.number(), z.boolean()]);

export const condition = z
  .strictObject({
    field: plain(60).meta({ description: 'The field: a dimension, an attribute or, in `having`, a measure.' }),
    op: (
      plain(20).refine(
        given => NAMES.includes(given as Operator),
        `Must be one of ${NAMES.join(', ')}.`,
      ) as never as z.ZodType<Operator, Operator>
    ).meta({
      enum: NAMES,
      description: 'The operator: =, !=, in, not_in, <, <=, >, >=, between, contains or is_null.',
    }),
    value: z
      .union([value, z.array(value).max(VALUES_MAX, `Must have at most ${VALUES_MAX} values.`)])
      .meta({ description: 'The value, or a list of values for in, not_in and between.' }),
  })
  .meta({ id: 'QueryCondition' });

export type Condition = z.output<typeof condition>;
type Operand = string | number | boolean;

/** What is wrong with a condition on a field of this type; undefined if nothing is. */
export function problemOf({ op, value: operand }: Condition, type: Field['type']): string | undefined {
  const values = Array.isArray(operand) ? operand : [operand];
  if (op === 'is_null') return typeof operand === 'boolean' ? undefined : 'Must be true or false.';
  if (op === 'contains')
    return type === 'text' && typeof operand === 'string' && operand !== ''
      ? undefined
      : 'contains takes a text and a text field.';
  if (op === 'in' || op === 'not_in') {
    if (!Array.isArray(operand) || operand.length === 0) return `${op} takes a list with at least one value.`;
  } else if (op === 'between') {
    if (!Array.isArray(operand) || operand.length !== 2) return 'between takes a list of two values.';
  } else if (Array.isArray(operand)) return `${op} takes one value.`;
  if (ORDERED.includes(op) && (type === 'text' || type === 'boolean'))
    return `${op} compares numbers and dates; this is ${type === 'text' ? 'a text' : 'true or false'}.`;
  return values.every(each => fits(each, type)) ? undefined : `Must be ${WANTED[type]}.`;
}

const WANTED: { readonly [type in Field['type']]: string } = {
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date such as 2026-03-15',
  timestamp: 'a date or an RFC 3339 timestamp',
};

function fits(operand: Operand, type: Field['type']): boolean {
  switch (type) {
    case 'text':
      return typeof operand === 'string';
    case 'number':
      return typeof operand === 'number' && Math.abs(operand) < 1e15;
    case 'boolean':
      return typeof operand === 'boolean';
    case 'date':
      return typeof operand === 'string' && z.iso.date().safeParse(operand).success;
    case 'timestamp':
      return (
        typeof operand === 'string' &&
        (z.iso.date().safeParse(operand).success || z.iso.datetime({ offset: true }).safeParse(operand).success)
      );
  }
}

/** The condition as SQL on the field's value. A missing value fulfills no comparison. */
export function conditionOf({ op, value: operand }: Condition, own: Sql, field?: Field): Sql {
  const values = (Array.isArray(operand) ? operand : [operand]) as Operand[];
  const type = CASTS[field?.type ?? (typeof values[0] === 'number' ? 'number' : 'text')];
  const one = (each: Operand) => sql`${each}::${sql.raw(type)}`;
  switch (op) {
    case 'is_null':
      return operand === true ? sql`${own} is null` : sql`${own} is not null`;
    case 'contains':
      return sql`strpos(lower(${own}), ${String(operand).toLowerCase()}) > 0`;
    case '=':
    case 'in':
      return named(own, values, type, field);
    case '!=':
    case 'not_in':
      return sql`(${own} is not null and not coalesce(${named(own, values, type, field)}, false))`;
    case 'between':
      return sql`${own} between ${one(values[0]!)} and ${one(values[1]!)}`;
    default:
      return sql`${own} ${sql.raw(op)} ${one(values[0]!)}`;
  }
}

const CASTS: { readonly [type in Field['type']]: string } = {
  text: 'text',
  number: 'numeric',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamptz',
};

/**
 * Whether the field has one of the values, or its record one as id, code or name; names are compared without case. May
 * be null instead of false: wrapped into anything, the planner no longer sees how few records are chosen.
 */
function named(own: Sql, values: readonly Operand[], type: string, field: Field | undefined): Sql {
  const names = field?.names;
  if (!names) return sql`${own} = any(${values}::${sql.raw(type)}[])`;
  const exact = field.exact ?? false;
  const asked = exact ? values : values.map(each => String(each).toLowerCase());
  const spelt = names.map(name => (exact ? name : sql`lower(${name})`));
  return sql`(${sql.join(
    spelt.map(name => sql`${name} = any(${asked}::text[])`),
    sql` or `,
  )})`;
}
