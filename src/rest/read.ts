import type { Request } from 'express';
import type { z } from 'zod';
import { camel, snake } from '../kernel/case.ts';
import { type Problem, refuse } from '../kernel/errors.ts';
import type { Operation } from '../kernel/operation.ts';
import { defOf, shapeOf } from '../kernel/shape.ts';
import { camelKeys } from '../kernel/view.ts';
import { Misspelt } from './errors.ts';

/*
 * From an HTTP request to the raw input of an operation: path parameters, query string and body, in camelCase. What they mean
 * is the operation's business.
 */

const DEPTH_MAX = 20;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** The raw input of the operation. Refuses what cannot be read. */
export function rawInput(operation: Operation, req: Request): { [name: string]: unknown } {
  const hasBody = speaksInBody(req.method);
  const query = readQuery(operation, req.query as { [name: string]: unknown }, hasBody);
  const body = hasBody ? readBody(operation, req) : {};
  const path = Object.fromEntries(Object.entries(req.params).map(([name, value]) => [camel(name), value]));
  for (const name of Object.keys(path)) {
    if (name in body || name in query) refuse('unknown_field', `${snake(name)} is given by the path.`, { field: name });
  }
  return { ...query, ...body, ...path };
}

/** Whether input comes as a body: of every command, and of a query that is too long for an address. */
export const speaksInBody = (method: string): boolean => method !== 'GET' && method !== 'HEAD';

// ---- body ----

function readBody(operation: Operation, req: Request): { [name: string]: unknown } {
  const bytes: unknown = req.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return {};
  if (!/^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(req.headers['content-type'] ?? '')) {
    refuse('unsupported_media_type', 'The body must be application/json.');
  }
  const body = parseJson(bytes);
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    refuse('bad_request', 'The body must be a JSON object.');
  const problems: Problem[] = [];
  const renamed = camelKeys(body, problems) as { [name: string]: unknown };
  if (problems.length > 0) throw new Misspelt(problems);
  return unwrapped(operation, renamed);
}

export function parseJson(bytes: Buffer): unknown {
  let body: unknown;
  try {
    body = JSON.parse(decoder.decode(bytes));
  } catch {
    refuse('malformed_json', 'The body is not valid JSON in UTF-8.');
  }
  if (depthOf(body) > DEPTH_MAX) refuse('bad_request', `The body is nested deeper than ${DEPTH_MAX} levels.`);
  return body;
}

/** Levels of nesting; stops looking once it is too deep, so that depth cannot hurt. */
function depthOf(value: unknown, level = 0): number {
  if (value === null || typeof value !== 'object' || level > DEPTH_MAX) return level;
  let deepest = level + 1;
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depthOf(inner, level + 1));
  return deepest;
}

/** `{"order": {…}}` means the same as `{…}`: contract, HTTP rules. What stands beside the wrapper is kept. */
function unwrapped(operation: Operation, body: { [name: string]: unknown }): { [name: string]: unknown } {
  const name = shapeOf(operation.output).name;
  const wrapper = name.charAt(0).toLowerCase() + name.slice(1);
  const inner = body[wrapper];
  if (wrapper in operation.input.shape || inner === null || typeof inner !== 'object' || Array.isArray(inner))
    return body;
  const { [wrapper]: _, ...beside } = body;
  return { ...beside, ...inner };
}

// ---- query string ----

/** A query string knows text only; what is declared as number, flag or list is read as such, or left for the validation to refuse. */
function readQuery(
  operation: Operation,
  query: { [name: string]: unknown },
  hasBody: boolean,
): { [name: string]: unknown } {
  const entries = Object.entries(query).map(([given, value]) => {
    const name = camel(given);
    if (snake(name) !== given || (hasBody && name in operation.input.shape)) {
      throw new Misspelt([{ code: 'unknown_field', message: 'There is no such parameter here.', field: given }]);
    }
    const schema = operation.input.shape[name] as z.ZodType | undefined;
    return [name, schema ? coerced(schema, value) : value];
  });
  return Object.fromEntries(entries);
}

function coerced(schema: z.ZodType, value: unknown): unknown {
  const def = defOf(schema);
  if (typeof value !== 'string') return value;
  if (def.innerType) return coerced(def.innerType, value);
  if (def.type === 'pipe') return coerced(def.in!, value);
  if (def.type === 'array') return value.split(',').map(part => coerced(def.element!, part));
  if (def.type === 'number' || def.type === 'int') return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (def.type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  return value;
}
