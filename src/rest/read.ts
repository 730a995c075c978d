import { type ParsedUrlQuery, parse } from 'node:querystring';
import type { Request } from 'express';
import { z } from 'zod';
import { camel, snake } from '../kernel/case.ts';
import { notFound, type Problem, Refusal, refuse } from '../kernel/errors.ts';
import { parseJson } from '../kernel/json.ts';
import type { Operation } from '../kernel/operation.ts';
import { defOf, metaOf } from '../kernel/shape.ts';
import { camelKeys } from '../kernel/spelling.ts';
import { Misspelt } from '../kernel/view.ts';

/*
 * From an HTTP request to the raw input of an operation: path parameters, query string and body, in camelCase.
 * Validating them is the operation's task.
 */

/** The raw input of the operation behind a route such as `POST /orders/:id/fulfill`. Refuses what cannot be parsed. */
export function rawInput(
  route: string,
  operation: Pick<Operation, 'input' | 'kind' | 'accepts'>,
  req: Request,
): { [name: string]: unknown } {
  const hasBody = speaksInBody(req.method);
  const { accepts } = operation;
  const query = readQuery(operation, req.query as { [name: string]: unknown }, hasBody && !accepts);
  const body = accepts
    ? readContent(accepts, query, req)
    : hasBody
      ? readBody(wrapperOf(route, operation), operation, req)
      : {};
  const path = readPath(route, operation, req.params as { [name: string]: string });
  for (const name of Object.keys(path)) {
    if (Object.hasOwn(body, name) || Object.hasOwn(query, name))
      refuse('unknown_field', `${snake(name)} is set by the path.`, { field: name });
  }
  return { ...query, ...body, ...path };
}

/** The same for an exported list, with the form of its sheet: `csv=spreadsheet`. */
export function exportInput(
  route: string,
  operation: Pick<Operation, 'input' | 'kind' | 'accepts'>,
  req: Request,
): { [name: string]: unknown } {
  const { csv, ...query } = req.query as { [name: string]: unknown };
  const { method, params, headers, body } = req;
  const list = { method, params, headers, body: body as unknown, query } as Request;
  return { ...rawInput(route, operation, list), ...(csv !== undefined && { csv }) };
}

/**
 * The name that a body may be wrapped in: the resource in the path, in the singular (docs/api.md, "Bodies"). The body
 * of a question has none: it is not a resource.
 */
export const wrapperOf = (route: string, { kind }: Pick<Operation, 'kind'>): string | undefined =>
  kind === 'command' ? resourceOf(route) : undefined;

/**
 * `lot` of `POST /lots/:id/recall`, `variant` of `POST /products/:product_id/variants`, `product` of `POST
 * /products/bulk`.
 */
export function resourceOf(route: string): string {
  const segments = route.slice(route.indexOf('/') + 1).split('/');
  const own = segments.indexOf(':id');
  const parent = segments.findLastIndex(segment => segment.startsWith(':'));
  return singular(segments[own > 0 ? own - 1 : parent + 1] ?? segments[0]!);
}

const singular = (noun: string): string =>
  noun
    .replace(/ies$/, 'y')
    .replace(/(ch|sh|x|ss)es$/, '$1')
    .replace(/(?<!s)s$/, '');

// ---- path ----

/**
 * Ids are checked by the operation: a malformed one is like an unknown one. Any other text that cannot be a value is
 * not found either.
 */
function readPath(
  route: string,
  operation: Pick<Operation, 'input'>,
  params: { [name: string]: string },
): { [name: string]: unknown } {
  const entries = Object.entries(params).map(([given, value]) => {
    const name = camel(given);
    const schema = operation.input.shape[name] as z.ZodType;
    if (!(metaOf(schema) as { target?: boolean }).target) {
      if (value.includes('\0')) refuse('bad_request', `The ${given} in the path cannot be read.`, { field: name });
      if (!schema.safeParse(value).success) notFound(resourceOf(route).replaceAll('_', ' '));
    }
    return [name, value];
  });
  return Object.fromEntries(entries);
}

/** Whether the input comes as a body: for every command, and for queries that are too long for a URL. */
export const speaksInBody = (method: string): boolean => method !== 'GET' && method !== 'HEAD';

// ---- body ----

function readBody(
  wrapper: string | undefined,
  operation: Pick<Operation, 'input'>,
  req: Request,
): { [name: string]: unknown } {
  const bytes: unknown = req.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return {};
  if (!/^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(req.headers['content-type'] ?? '')) {
    refuse('unsupported_media_type', 'The body must be application/json.');
  }
  const body = parseJson(bytes);
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    refuse('bad_request', 'The body must be a JSON object.');
  const problems: Problem[] = [];
  const renamed = camelKeys(operation.input, unwrapped(wrapper, body as Body), problems);
  if (problems.length > 0) throw new Misspelt(problems);
  return renamed;
}

/** A body that is not JSON, as the field that takes it. Refuses other types, and bytes that are not UTF-8. */
function readContent(
  { field, format, types, isBinary }: NonNullable<Operation['accepts']>,
  query: { [name: string]: unknown },
  req: Request,
): { [name: string]: unknown } {
  const said = [field, ...(format === undefined ? [] : [format])];
  const twice = said.filter(name => Object.hasOwn(query, name));
  if (twice.length > 0)
    throw new Refusal(
      twice.map(name => ({
        code: 'unknown_field',
        message: 'Is determined by the body and its Content-Type; leave this out.',
        field: name,
      })),
    );
  const type = (req.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  if (!Object.hasOwn(types, type))
    refuse('unsupported_media_type', `The body must be ${Object.keys(types).join(' or ')}.`);
  const bytes: unknown = req.body;
  if (isBinary) return { [field]: Buffer.isBuffer(bytes) ? bytes.toString('base64') : '' };
  try {
    return { [field]: Buffer.isBuffer(bytes) ? utf8.decode(bytes) : '', ...(format && { [format]: types[type] }) };
  } catch {
    return refuse('bad_request', 'The body must be in UTF-8. In a spreadsheet, save it as "CSV UTF-8".');
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

interface Body {
  [name: string]: unknown;
}

/**
 * `{"order": {…}}` means the same as `{…}`; a field inside and beside the wrapper is refused: docs/api.md, "Bodies".
 */
function unwrapped(wrapper: string | undefined, body: Body): Body {
  if (wrapper === undefined || !Object.hasOwn(body, wrapper)) return body;
  const { [wrapper]: inner, ...beside } = body;
  if (inner === null || typeof inner !== 'object' || Array.isArray(inner))
    return refuse('validation_failed', 'Must be an object.', { field: camel(wrapper) });
  const twice = Object.keys(inner).filter(name => Object.hasOwn(beside, name));
  if (twice.length > 0) {
    throw new Refusal(
      twice.map(name => ({
        code: 'validation_failed',
        message: `Is given twice: inside \`${wrapper}\` and next to it.`,
        field: camel(name),
      })),
    );
  }
  return { ...beside, ...inner };
}

// ---- query string ----

/**
 * The parameters of a query string. Refuses what is not percent-encoded UTF-8, such as `M%FCnchen`: a filter with a
 * character in place of others would find nothing.
 */
export function parseQuery(text: string): ParsedUrlQuery {
  for (const pair of text.includes('%') ? text.split('&') : []) {
    const [name, value] = pair.replaceAll('+', ' ').split(/=(.*)/s);
    if (!isDecodable(name!) || !isDecodable(value ?? ''))
      refuse('bad_request', 'The query string is not percent-encoded UTF-8.', {
        ...(/^\w+$/.test(name!) && { field: camel(name!) }),
      });
  }
  return parse(text);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * A query string has only text; fields declared as number, boolean or list are converted, or left for the validation to
 * refuse.
 */
function readQuery(
  operation: Pick<Operation, 'input'>,
  query: { [name: string]: unknown },
  hasBody: boolean,
): { [name: string]: unknown } {
  const problems: Problem[] = [];
  const parameters = parametersOf(operation.input);
  const read: { [name: string]: unknown } = {};
  for (const [given, value] of Object.entries(pairsTogether(operation, query))) {
    const known = hasBody ? undefined : parameters.get(given);
    if (!known) problems.push({ code: 'unknown_field', message: 'Unknown parameter.', field: given });
    else if (Array.isArray(value) && !known.takesList)
      problems.push({ code: 'validation_failed', message: 'Is given more than once.', field: given });
    else read[known.name] = coerced(known.schema, value);
  }
  if (problems.length > 0) throw new Misspelt(problems);
  return read;
}

/** A parameter of a query string. */
interface Parameter {
  name: string;
  schema: z.ZodType;
  takesList: boolean;
}

const parameters = new WeakMap<z.ZodObject, ReadonlyMap<string, Parameter>>();

/** The parameters of an input by their names in a query string; worked out once for each input. */
function parametersOf(input: z.ZodObject): ReadonlyMap<string, Parameter> {
  let known = parameters.get(input);
  if (!known) {
    const fields = Object.entries(input.shape as { [name: string]: z.ZodType });
    known = new Map(fields.map(([name, schema]) => [snake(name), { name, schema, takesList: takesList(schema) }]));
    parameters.set(input, known);
  }
  return known;
}

/** `metadata[a]=1&metadata[b]=2` as a list of pairs. */
function pairsTogether(
  operation: Pick<Operation, 'input'>,
  query: { [name: string]: unknown },
): { [name: string]: unknown } {
  if (!Object.keys(query).some(name => name.includes('['))) return query;
  // Without a prototype, so that a parameter named `__proto__` is one like any other.
  const together = Object.create(null) as { [name: string]: unknown };
  for (const [given, value] of Object.entries(query)) {
    const [, name, key] = /^(\w+)\[(.*)\]$/s.exec(given) ?? [];
    if (name === undefined || !isPairs(operation, name)) {
      together[given] = value;
      continue;
    }
    const pairs = [value].flat().map(each => ({ key, value: each }));
    together[name] = [...((together[name] as unknown[] | undefined) ?? []), ...pairs];
  }
  return together;
}

/** Whether a parameter takes pairs of a key and a value. */
export function isPairs({ input: { shape } }: Pick<Operation, 'input'>, name: string): boolean {
  const schema = Object.hasOwn(shape, name) && (shape[name] as z.ZodType);
  const list = schema && defOf(schema).innerType;
  const one = list && defOf(list).element;
  return one instanceof z.ZodObject && 'key' in one.shape && 'value' in one.shape;
}

function takesList(schema: z.ZodType): boolean {
  const { innerType, type, in: from } = defOf(schema);
  const inner = innerType ?? (type === 'pipe' ? from : undefined);
  return inner ? takesList(inner) : type === 'array';
}

function coerced(schema: z.ZodType, value: unknown): unknown {
  const def = defOf(schema);
  if (def.innerType) return coerced(def.innerType, value);
  if (def.type === 'pipe') return coerced(def.in!, value);
  if (def.type === 'array') {
    const parts = typeof value === 'string' ? value.split(',') : value;
    return Array.isArray(parts) ? parts.map(part => coerced(def.element!, part)) : parts;
  }
  if (typeof value !== 'string') return value;
  if (def.type === 'number' || def.type === 'int') return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (def.type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  return value;
}
