import { refuse } from './errors.ts';

/*
 * Limits of JSON, on every face: docs/api.md, "Limits". The bytes are scanned before they are parsed, at a
 * millisecond per mebibyte: parsing and validating them may cost a hundred times as much, and blocks everyone else.
 */

/** Levels of nesting. */
const DEPTH_MAX = 20;
/**
 * GraphQL and MCP nest the input two levels deep in their requests: `{variables: {input: {…}}}`, `{params:
 * {arguments: {…}}}`.
 */
export const DEPTH_MAX_OF_REQUEST = DEPTH_MAX + 2;
/** Fields and list items of a body: a demand history of 10,000 rows has 40,000. */
const VALUES_MAX = 50_000;
/** Fields of one object: 16 KiB of metadata cannot hold more. */
const FIELDS_MAX = 2500;

const [QUOTE, BACKSLASH, COLON, COMMA] = [...Buffer.from('"\\:,')] as [number, number, number, number];
const OPENING: ReadonlySet<number> = new Set(Buffer.from('{['));
const CLOSING: ReadonlySet<number> = new Set(Buffer.from('}]'));

/**
 * Refuses bytes that are nested too deep or hold too many values, and returns how many fields they have. Whether they
 * are valid JSON is left to the parser.
 */
export function requireModest(bytes: Uint8Array, depthMax = DEPTH_MAX): number {
  const fields = new Int32Array(depthMax + 1);
  let [depth, commas, colons] = [0, 0, 0];
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]!;
    if (byte === QUOTE) index = endOfText(bytes, index);
    else if (byte === COMMA) commas += 1;
    else if (byte === COLON) {
      colons += 1;
      fields[depth]! += 1;
      if (fields[depth]! > FIELDS_MAX)
        refuse('payload_too_large', `An object of the body has more than ${FIELDS_MAX} fields.`);
    } else if (OPENING.has(byte)) {
      depth += 1;
      if (depth > depthMax) tooDeep();
      fields[depth] = 0;
    } else if (CLOSING.has(byte)) depth = Math.max(0, depth - 1);
  }
  if (Math.max(commas, colons) > VALUES_MAX)
    refuse('payload_too_large', `The body has more than ${VALUES_MAX} fields or list items.`);
  return colons;
}

/**
 * Refuses `bad_request` if an object has a field twice: the parser keeps the last and drops the others silently, so the
 * value has fewer fields than the text.
 */
export function requireDistinct(value: unknown, fields: number): void {
  if (fieldsOf(value) < fields) refuse('bad_request', 'An object has the same field twice.');
}

function fieldsOf(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0;
  const inner = Object.values(value);
  return inner.reduce((sum: number, each) => sum + fieldsOf(each), Array.isArray(value) ? 0 : inner.length);
}

/** Index of the quote that ends the string beginning at `from`. */
function endOfText(bytes: Uint8Array, from: number): number {
  let index = from + 1;
  while (index < bytes.length && bytes[index] !== QUOTE) index += bytes[index] === BACKSLASH ? 2 : 1;
  return index;
}

/**
 * Refuses `bad_request` for a value that is nested deeper than 20 levels. Call it before anything recurses into the
 * value, which would overflow the stack.
 */
export function requireShallow(value: unknown): void {
  if (depthOf(value) > DEPTH_MAX) tooDeep();
}

const tooDeep = () => refuse('bad_request', `The body is nested deeper than ${DEPTH_MAX} levels.`);

/** Levels of nesting; stops as soon as there are too many. */
function depthOf(value: unknown, level = 0): number {
  if (value === null || typeof value !== 'object' || level > DEPTH_MAX) return level;
  let deepest = level + 1;
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depthOf(inner, level + 1));
  return deepest;
}

/** JSON with sorted keys, so that the order of fields makes no difference. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`)
    .join()}}`;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Parses the JSON of a body. Refuses `malformed_json`, a field twice, and what is too deep or too large. */
export function parseJson(bytes: Uint8Array, depthMax = DEPTH_MAX): unknown {
  const fields = requireModest(bytes, depthMax);
  const value = parsed(bytes);
  requireDistinct(value, fields);
  return value;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return refuse('malformed_json', 'The body is not valid JSON in UTF-8.');
  }
}
