import { snake, snakeKeys } from './case.ts';
import { type Problem, Refusal } from './errors.ts';
import { type Field, isKept, type Shape } from './shape.ts';
import type { Warning } from './warnings.ts';

/**
 * A result as plain data in camelCase: the columns that a query selects, or the public view of a command's entities.
 */
export interface Row {
  [field: string]: unknown;
}

/**
 * The public view of an entity (or of a composed result that contains entities). It follows the declaration and does
 * not depend on what happens to be loaded. A row is returned unchanged.
 */
export function present(shape: Shape, value: object): Row {
  const source = value as Row;
  const row: Row = {};
  for (const field of shape.fields) {
    const shown = presentField(field, source);
    if (shown !== null || isKept(shape, field)) row[field.name] = shown;
  }
  return row;
}

function presentField(field: Field, source: Row): unknown {
  const value = field.name in source || !field.relation ? source[field.name] : idOf(source[field.relation.name]);
  if (value === undefined || value === null) return null;
  if (field.kind !== 'object') return plain(value);
  const inner = field.shape!();
  return field.list
    ? [...(value as Iterable<object>)].map(item => present(inner, item))
    : present(inner, value as object);
}

const idOf = (reference: unknown): unknown => (reference as { id?: unknown } | null | undefined)?.id ?? null;

const plain = (value: unknown): unknown =>
  value instanceof Date
    ? value.toISOString()
    : typeof value === 'object' && 'toJSON' in (value as object)
      ? (value as { toJSON(): unknown }).toJSON()
      : value;

type Convert = (row: Row) => Row;

/** The same result in the spelling of REST and events. Free JSON (metadata) is passed through untouched. */
export const toSnake = (shape: Shape): Convert => converter(shape, snakes, name => [name, snake(name)]);
/** An event's data back in camelCase, for GraphQL. */
export const toCamel = (shape: Shape): Convert => converter(shape, camels, name => [snake(name), name]);

const snakes = new WeakMap<Shape, Convert>();
const camels = new WeakMap<Shape, Convert>();

/** Prepared once per shape, so that converting a page of rows needs no look-ups. */
function converter(
  shape: Shape,
  cache: WeakMap<Shape, Convert>,
  spell: (name: string) => [from: string, to: string],
): Convert {
  const known = cache.get(shape);
  if (known) return known;
  const steps = shape.fields.map(field => {
    const [from, to] = spell(field.name);
    const inner =
      field.kind === 'object'
        ? (row: Row) => converter(field.shape!(), cache, spell)(row)
        : field.kind === 'problem'
          ? snakeProblem
          : undefined;
    return { from, to, inner, list: field.list };
  });
  const convert: Convert = row => {
    const out: Row = {};
    for (const { from, to, inner, list } of steps) {
      const value = row[from];
      if (value === undefined) continue;
      out[to] = !inner || value === null ? value : list ? (value as Row[]).map(inner) : inner(value as Row);
    }
    return out;
  };
  cache.set(shape, convert);
  return convert;
}

const asItIs = (value: unknown): unknown => value;

/** Converts a value of the field to REST's spelling. */
export function spelt(field: Field): (value: unknown) => unknown {
  const one =
    field.kind === 'object'
      ? (row: Row) => toSnake(field.shape!())(row)
      : field.kind === 'problem'
        ? snakeProblem
        : undefined;
  if (!one) return asItIs;
  return value => (value === null ? null : field.list ? (value as Row[]).map(one) : one(value as Row));
}

/** A problem in REST's spelling. */
const snakeProblem = ({ code, message, field, asSent, details }: Partial<Problem>): Row => ({
  code,
  message,
  field: field === undefined ? null : asSent ? field : snake(field),
  ...(details && { details: snakeKeys(details) }),
});

/** Fields that are unknown because of their spelling are shown as they were sent. */
export class Misspelt extends Refusal {}

/** A refusal in the spelling of REST and MCP. */
export const shownProblems = (refusal: Refusal): readonly object[] =>
  refusal instanceof Misspelt ? refusal.problems : refusal.problems.map(snakeProblem);

/** The warnings of a response in the spelling of REST and MCP; nothing if there are none. */
export const shownWarnings = (warnings: readonly Warning[]): { warnings?: readonly Row[] } =>
  warnings.length === 0 ? {} : { warnings: warnings.map(({ field, ...each }) => ({ ...each, field: snake(field) })) };
