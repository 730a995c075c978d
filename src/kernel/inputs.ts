import { z } from 'zod';
import { refuseAll } from './errors.ts';
import { Quantity } from './quantity.ts';

/*
 * Building blocks of inputs: docs/api.md, "Types". Every text is trimmed and bounded, every number exact. The name in
 * `.meta({ id })` is the name of the GraphQL type and of the OpenAPI schema.
 */

/** The words of a limit for which a schema has none; zod's are `Too small: expected string to have >=1 characters`. */
function limitInWords(issue: z.core.$ZodRawIssue): string | undefined {
  const { code, origin, inclusive, minimum, maximum } = issue as Partial<
    z.core.$ZodIssueTooSmall & z.core.$ZodIssueTooBig
  >;
  const isLow = (code as string) === 'too_small';
  if (!isLow && (code as string) !== 'too_big') return undefined;
  if (origin === 'string' && isLow)
    return minimum === 1 ? 'Must not be empty.' : `Must have at least ${minimum} characters.`;
  if (origin === 'string') return `Must have at most ${maximum} characters.`;
  if (origin === 'array') return isLow ? `Must have at least ${minimum}.` : `Must have at most ${maximum}.`;
  if (origin !== 'number' && origin !== 'int') return undefined;
  if (isLow) return inclusive ? `Must be at least ${minimum}.` : `Must be greater than ${minimum}.`;
  return inclusive ? `Must be at most ${maximum}.` : `Must be less than ${maximum}.`;
}
z.config({ customError: limitInWords });

/** PostgreSQL text cannot hold NUL, and a lone surrogate is not UTF-8. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
export const NOT_STORABLE = 'Must be valid UTF-8 text without NUL.';

/** Nothing but spaces, and what takes no space: a zero-width space, a mark of direction. */
const BLANK = /^[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Z}]+$/v;

/** Text of 1 to `max` characters, of which some can be seen, without the spaces around it. */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'Must not be empty.')
    .max(max, `Must have at most ${max} characters.`)
    .refine(isStorable, NOT_STORABLE)
    .refine(given => !isStorable(given) || !BLANK.test(given), 'Must not be empty: nothing of it can be seen.');

/** Text that is compared literally: not trimmed, and possibly empty. */
export const plain = (max: number) =>
  z.string().max(max, `Must have at most ${max} characters.`).refine(isStorable, NOT_STORABLE);

export const NAME_MAX = 200;
/** A name of a record, for people. */
export const name = () => text(NAME_MAX);
/** A code that is looked up; that of a new record is a `newCode`. */
export const code = () => text(100);
/** A text of a new record that no other may have: two that look alike must be the same. */
export const legible = <T extends z.ZodType<string>>(schema: T): T =>
  schema.superRefine((given, context) => {
    const message = typeof given === 'string' ? illegible(given) : undefined;
    if (message) context.addIssue({ code: 'custom', message });
  });
/** A code of a new record. */
export const newCode = () => legible(code());

const INVISIBLE = /[[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Z}]--[ ]]/v;

/** What is wrong with a code for those who read or type it, in words. */
export function illegible(text: string): string | undefined {
  const [invisible] = INVISIBLE.exec(text) ?? [];
  if (invisible) {
    const point = invisible.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    return `Must not contain invisible characters: there is U+${point}.`;
  }
  return text === text.normalize('NFC') ? undefined : 'Must be in Unicode normalization form C (NFC).';
}

/** Refuses codes that a record gets by an update. One that it has already may stay, and may be sent again. */
export const requireLegible = <Name extends string>(
  record: { readonly [name in Name]: unknown },
  given: { readonly [name in Name]?: string | null | undefined },
  ...names: readonly Name[]
): void =>
  refuseAll(
    names.flatMap(field => {
      const message = given[field] && given[field] !== record[field] && illegible(given[field]);
      return message ? [{ code: 'validation_failed' as const, message, field }] : [];
    }),
  );

/** A remark of several sentences. */
export const note = () => text(2000);

/** An id in a body or a filter. */
export const id = () => z.uuid('Must be an identifier (UUID).').toLowerCase();
/**
 * Marks a reference that may not name anything inactive or archived (docs/api.md, "Inactive locations and archived
 * products"); the command refuses it.
 */
export const inUse = <T extends z.ZodType>(schema: T, what: 'location' | 'product'): T => schema.meta({ inUse: what });
/** The id of the addressed resource. Its form is not checked: a malformed id is `not_found`, like an unknown one. */
export const target = () => z.string().meta({ target: true });
/** The input of an operation that takes nothing but the addressed resource. */
export const byId = () => z.strictObject({ id: target() });

const exact = () =>
  z.number('Must be a number.').refine(Quantity.isExact, {
    message: 'Must have at most 4 decimals and stay within 99 999 999 999.9999.',
    abort: true,
  });

/** A quantity of either sign; a `Quantity` once it is parsed. */
export const quantity = () => exact().transform(Quantity.of);
/** A quantity above 0. */
export const positive = () => exact().positive('Must be greater than 0.').transform(Quantity.of);
/** A quantity of 0 or more. */
export const notNegative = () => exact().nonnegative('Must not be negative.').transform(Quantity.of);
/** A quantity of either sign, but not 0. */
export const notZero = () =>
  exact()
    .refine(value => value !== 0, 'Must not be 0.')
    .transform(Quantity.of);
/** An amount in the organization's currency. */
export const money = notNegative;

/** RFC 3339 with any offset; becomes a Date. */
export const timestamp = () =>
  z.iso
    .datetime({ offset: true, error: 'Must be an RFC 3339 timestamp such as 2026-03-15T09:30:00.000Z.' })
    .transform(value => new Date(value))
    .refine(value => hasPlainYear(value.toISOString()), 'Must be in a year from 0001 to 9999.');
/** A time in the future. */
export const future = () => timestamp().refine(moment => moment.getTime() > Date.now(), 'Must be in the future.');
/** A calendar date, which stays text: `YYYY-MM-DD`. */
export const date = () =>
  z.iso.date('Must be a date such as 2026-03-15.').refine(hasPlainYear, 'Must be in a year from 0001 to 9999.');

/**
 * The years that RFC 3339, JavaScript and PostgreSQL write alike: there is no year 0, and an offset may lead past
 * 9999.
 */
const hasPlainYear = (text: string) => /^(?!0000)\d{4}-/.test(text);

/** A whole number of days, of at least one. */
export const days = (max = 365) => z.int().min(1, 'Must be at least 1.').max(max, `Must be at most ${max}.`);

/** The input that a rule gets: fields that are missing or invalid may hold anything, and are reported separately. */
export interface Given {
  [field: string]: unknown;
}

/** A problem found by a rule: the path inside the input, the message, and its code (default: validation_failed). */
export interface RuleProblem {
  path: readonly (string | number)[];
  message: string;
  code?: 'already_exists' | 'recipe_cycle';
  details?: { [name: string]: unknown };
}

/**
 * An input with a rule across several fields. Everything that can be checked from the request alone belongs in its
 * input: it is refused together with all other problems, before anything is looked up, and uses up no idempotency key
 * (docs/api.md, "Idempotency").
 */
export const ruled = <T extends z.ZodObject>(input: T, rule: (given: Given) => readonly RuleProblem[]): T =>
  input.superRefine(
    (given, context) => {
      for (const { path, message, ...params } of rule(given))
        context.addIssue({ code: 'custom', path: [...path], message, params });
    },
    { when: ({ value }) => isObject(value) },
  );

const isObject = (value: unknown): value is Given =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Those rows of a list field that are objects. */
export const rowsOf = (value: unknown): (readonly [number, Given])[] =>
  Array.isArray(value) ? [...value.entries()].filter(([, row]) => isObject(row)) : [];

/** No two rows of the list may name the same: which of them counts would be left to chance. */
export const eachOnce =
  (list: string, field: string) =>
  (given: Given): RuleProblem[] => {
    const seen = new Set<unknown>();
    return rowsOf(given[list]).flatMap(([index, { [field]: name }]) => {
      if (name === undefined || !seen.has(name)) return seen.add(name), [];
      return [{ path: [list, index, field], message: 'Is given twice.' }];
    });
  };

/** Exactly one of the fields must be given; by default the problem is reported at the first. */
export const exactlyOne =
  (names: readonly [string, ...string[]], message: string, reportedAt: string = names[0]) =>
  (given: Given): RuleProblem[] =>
    names.filter(name => given[name] !== undefined).length === 1 ? [] : [{ path: [reportedAt], message }];

/** Whether it holds for everything in free JSON, the names of fields included. */
const holdsIn = (value: unknown, holds: (each: unknown) => boolean): boolean =>
  holds(value) &&
  (value === null ||
    typeof value !== 'object' ||
    Object.entries(value).every(([name, inner]) => holds(name) && holdsIn(inner, holds)));

const isStorableIfText = (value: unknown) => typeof value !== 'string' || isStorable(value);

/** The parser has rounded larger ones: it reads 12345678901234567890 as 12345678901234567000. */
const isExactIfWhole = (value: unknown) => !Number.isInteger(value) || Number.isSafeInteger(value);
const NOT_EXACT = 'Whole numbers beyond 9007199254740991 lose digits in JSON: give them as text.';

const METADATA_KEYS_MAX = 50;
const METADATA_BYTES_MAX = 16 * 1024;

/** A JSON object of the client's own, stored as it is. */
export const metadata = () =>
  z
    .record(z.string(), z.json())
    .refine(value => Object.keys(value).length <= METADATA_KEYS_MAX, `Must have at most ${METADATA_KEYS_MAX} keys.`)
    .refine(value => Buffer.byteLength(JSON.stringify(value)) <= METADATA_BYTES_MAX, 'Must be at most 16 KiB.')
    .refine(value => holdsIn(value, isStorableIfText), NOT_STORABLE)
    .refine(value => holdsIn(value, isExactIfWhole), NOT_EXACT)
    .meta({ json: true });

const LINES_MAX = 500;

/** Line items of a document: at least one, at most 500 (docs/api.md, "Limits"). */
export const lines = <T extends z.ZodType>(line: T) =>
  z.array(line).min(1, 'Must have at least one item.').max(LINES_MAX, `Must have at most ${LINES_MAX} items.`);

/** Nested lines as a list, or in the form of form encoders: an object keyed "0", "1", …: docs/api.md, "Bodies". */
export const nestedLines = <T extends z.ZodType>(line: T) =>
  z.preprocess(listOfKeyed, z.array(line).max(LINES_MAX, `Must have at most ${LINES_MAX} items.`));

/** JavaScript orders such keys numerically. */
const listOfKeyed = (given: unknown) =>
  given !== null && typeof given === 'object' && Object.keys(given).every(key => /^\d+$/.test(key))
    ? Object.values(given)
    : given;

/** The input of an update: every field of the create input becomes optional, without defaults. */
export function changes<Shape extends z.ZodRawShape>(
  input: z.ZodObject<Shape, z.core.$strict>,
): z.ZodObject<{ [Field in keyof Shape]: z.ZodOptional<WithoutDefault<Shape[Field]>> }, z.core.$strict> {
  const fields = Object.entries(input.shape).map(([field, schema]) => [
    field,
    withoutDefault(schema as z.ZodType).optional(),
  ]);
  return z.strictObject(Object.fromEntries(fields)) as never;
}

type WithoutDefault<Schema> = Schema extends z.ZodDefault<infer Inner> ? Inner : Schema;

const withoutDefault = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema;
