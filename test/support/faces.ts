import { expect } from '@jest/globals';
import type { z } from 'zod';
import { mutations } from '../../src/graphql/operations.ts';
import { camel, lowerFirst, pascal, snake, snakeKeys } from '../../src/kernel/case.ts';
import type { Operation } from '../../src/kernel/operation.ts';
import { defOf, type Field, isKept, type Shape, shapeOf } from '../../src/kernel/shape.ts';
import type { Row } from '../../src/kernel/view.ts';
import { routes } from '../../src/rest/routes.ts';
import { clientOf } from './http.ts';
import { listedCodes, referred } from './reference.ts';

/*
 * Runs the same operation over both interfaces, derived from the declarations, and converts between their spellings.
 */

/** All fields that GraphQL has for a shape. */
export const selectionOf = (shape: Shape): string =>
  shape.fields
    .map(field => (field.kind === 'object' ? `${field.name} { ${selectionOf(field.shape!())} }` : field.name))
    .join(' ');

/** A GraphQL result in REST's spelling. Secrets that are shown once are omitted if null. */
export function asRest(shape: Shape, row: Row): Row {
  const shown = shape.fields.filter(field => row[field.name] !== null || isKept(shape, field));
  return Object.fromEntries(shown.map(field => [snake(field.name), restValue(field, row[field.name])]));
}

function restValue(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (field.list) return (value as unknown[]).map(each => restValue({ ...field, list: false }, each));
  if (field.kind === 'object') return asRest(field.shape!(), value as Row);
  if (field.kind === 'problem') return restProblem(value as GraphqlProblem);
  return field.kind === 'enum' && isName(field.values![0]!) ? (value as string).toLowerCase() : value;
}

const isName = (value: string) => /^[a-z][a-z0-9_]*$/.test(value);

interface GraphqlProblem {
  code: string;
  message: string;
  field: string | null;
  details?: object;
}

const restProblem = ({ code, message, field, details }: GraphqlProblem) => ({
  code: code.toLowerCase(),
  message,
  field: field && snake(field),
  ...(details && { details: snakeKeys(details) }),
});

export interface GraphqlReply {
  data: { [field: string]: unknown } | null;
  errors?: { message: string; extensions: Omit<GraphqlProblem, 'message'> }[];
}

export type Ask = (document: string, variables?: object) => Promise<GraphqlReply>;

export function askerOf(url: string, key: string): Ask {
  const client = clientOf(url, key);
  return async (query, variables = {}) =>
    (await client('POST /graphql', { query, variables })).body as unknown as GraphqlReply;
}

/**
 * Runs a command with the domain's field names, and returns what REST does: the resource, or the problems. Every REST
 * response is checked against the reference.
 */
export type Run = (operation: Operation, input: Row) => Promise<{ data: Row } | { errors: object[] }>;

/** The body that REST takes: JSON, or the file itself, with its headers. */
export function bodySent({ accepts }: Operation, body: Row): [body: unknown, headers?: { [name: string]: string }] {
  if (!accepts?.isBinary) return [snakeKeys(body)];
  return [Buffer.from(String(body[accepts.field]), 'base64'), { 'content-type': Object.keys(accepts.types)[0]! }];
}

export function overRest(url: string, key: string): Run {
  const client = clientOf(`${url}/api/v1`, key);
  return async (operation, input) => {
    const [route] = Object.entries(routes).find(([, each]) => each === operation)!;
    const inPath = [...route.matchAll(/:(\w+)/g)].map(match => camel(match[1]!));
    const path = route.replace(/:(\w+)/g, (_, name: string) => String(input[camel(name)]));
    const body = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name)));
    const reply = await client(path, ...bodySent(operation, body));
    referred(route, reply.status).parse(reply.body);
    for (const { code } of reply.body.errors ?? []) expect(listedCodes(route, reply.status)).toContain(code);
    return reply.body as Awaited<ReturnType<Run>>;
  };
}

export function overGraphql(url: string, key: string): Run {
  const ask = askerOf(url, key);
  return async (operation, { id, ...input }) => {
    if (!mutations.includes(operation)) throw new Error(`${operation.name} is no mutation.`);
    const shape = shapeOf(operation.output);
    const said = Object.keys(operation.input.shape).some(name => name !== 'id');
    const declared = [
      ...(id === undefined ? [] : ['$id: ID!']),
      ...(said ? [`$input: ${pascal(operation.name)}Input!`] : []),
    ].join(', ');
    const given = [...(id === undefined ? [] : ['id: $id']), ...(said ? ['input: $input'] : [])].join(', ');
    const resource = lowerFirst(shape.name);
    const document = `mutation (${declared}) { ${operation.name}(${given}) { ${resource} { ${selectionOf(shape)} } } }`;
    const { data, errors } = await ask(document, { id, input: inCapitals(operation.input, input) });
    if (errors) return { errors: errors.map(({ message, extensions }) => restProblem({ message, ...extensions })) };
    return { data: asRest(shape, (data![operation.name] as Row)[resource] as Row) };
  };
}

/** GraphQL has enum values in capitals. */
function inCapitals(schema: z.ZodType, value: unknown): unknown {
  const def = defOf(schema);
  if (def.type === 'enum') return isName(String(value)) ? String(value).toUpperCase() : value;
  if (def.innerType) return inCapitals(def.innerType, value);
  if (def.type === 'pipe') return inCapitals(defOf(def.in!).type === 'transform' ? def.out! : def.in!, value);
  if (def.type === 'array') return (value as unknown[]).map(each => inCapitals(def.element!, each));
  if (def.type !== 'object' || value === null) return value;
  const { shape } = schema as z.ZodObject;
  return Object.fromEntries(
    Object.entries(value as Row).map(([name, inner]) => [
      name,
      shape[name] ? inCapitals(shape[name] as z.ZodType, inner) : inner,
    ]),
  );
}
