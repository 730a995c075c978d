import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { PICTURE_TYPES } from '../domain/picture-formats.ts';
import { getProductPicture } from '../domain/product-pictures.ts';
import { AREAS } from '../kernel/areas.ts';
import { camel, pascal, snake } from '../kernel/case.ts';
import type { ProblemCode } from '../kernel/errors.ts';
import { described, type Json, jsonSchemaOf, problemSchema, reference, warningsSchema } from '../kernel/json-schema.ts';
import { filterMeaningOf, meaningOf } from '../kernel/meanings.ts';
import { addressedBy, isExported, type Operation, scopesOf } from '../kernel/operation.ts';
import { bare, defOf, shapeOf } from '../kernel/shape.ts';
import { CONTENT_TYPES, PrintedFile } from '../papers/paper.ts';
import { STATUS } from './errors.ts';
import { EXPORT_TYPES } from './exports.ts';
import { EXAMPLES, TAGS } from './guide.ts';
import { GENERAL, general, INBOUND_PATHS, isGeneral, STREAM_PATHS } from './inbound-reference.ts';
import { isPairs, resourceOf, speaksInBody, wrapperOf } from './read.ts';
import { BASE_PATH, homeOf, type Routes } from './router.ts';

/*
 * The REST reference as OpenAPI 3.1, from the same table that is served: paths from the routes, requests from the zod
 * inputs, responses from the shapes.
 */

/** That of the package: one version for the release and its API. */
const { version: VERSION } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The OpenAPI document of these routes, derived from their operations. */
export function openApi(routes: Routes): Json {
  const schemas = new Map<string, Json>();
  const paths: { [path: string]: Json } = {};
  for (const [methodAndPath, operation] of Object.entries(routes)) {
    const [method, path] = methodAndPath.split(' ') as [string, string];
    const key = path.replace(/:(\w+)/g, '{$1}');
    (paths[key] ??= {})[method.toLowerCase()] = describe(
      method,
      path,
      operation,
      schemas,
      homeOf(routes, operation) !== undefined,
    );
  }
  schemas.set('Error', ERROR);
  schemas.set('Problem', problemSchema(Object.keys(STATUS)));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stockwright',
      version: VERSION,
      summary: 'A multi-tenant inventory service.',
      description:
        'Every request carries `Authorization: Bearer <API_KEY>`. Writes take an `Idempotency-Key` and can then be repeated safely for 24 hours.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: BASE_PATH, description: 'This service.' }],
    security: [{ apiKey: [] }],
    tags: [...new Set(Object.entries(routes).map(([route, operation]) => tagOf(route, operation)))].map(tagNamed),
    paths: { ...paths, ...STREAM_PATHS, ...INBOUND_PATHS },
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of the organization: `swk_…`.' },
      },
      headers: {
        'X-Request-Id': { description: "Identifies this request in the service's logs.", schema: { type: 'string' } },
        ETag: {
          description: 'Changes with every change to the resource itself, including its lines.',
          schema: { type: 'string' },
        },
      },
      schemas: Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
      responses: RESPONSES,
    },
  };
}

function tagNamed(name: string): Json {
  const description = TAGS[name];
  if (!description) throw new Error(`The routes of ${name} need a sentence in rest/guide.ts.`);
  return { name, description };
}

const tagOf = (route: string, { area }: Operation): string =>
  area === 'reports' ? 'reports' : area === 'admin' ? 'administration' : route.split('/')[1]!;

function describe(
  method: string,
  path: string,
  operation: Operation,
  schemas: Map<string, Json>,
  hasHome: boolean,
): Json {
  const pathNames = [...path.matchAll(/:(\w+)/g)].map(match => match[1]!);
  const inPath = new Set(pathNames.map(camel));
  const fields = Object.entries(operation.input.shape).filter(([name]) => !inPath.has(name)) as [string, z.ZodType][];
  const parameters: Json[] = pathNames.map(name => pathParameter(`${method} ${path}`, name, operation));
  const hasBody = speaksInBody(method);
  if (operation.kind === 'command') parameters.push(IDEMPOTENCY_KEY);
  if (addressedBy(operation)) parameters.push(IF_MATCH);
  const { accepts } = operation;
  if (accepts)
    for (const [name, schema] of fields.filter(([each]) => each !== accepts.field && each !== accepts.format))
      parameters.push(queryParameter(name, schema, operation));
  if (!hasBody) for (const [name, schema] of fields) parameters.push(queryParameter(name, schema, operation));
  if (isExported(operation)) parameters.push(SPREADSHEET);
  if (operation === getProductPicture) parameters.push(PICTURE_ADDRESS);
  const created = method === 'POST' && operation.name.startsWith('create');
  const body = accepts
    ? contentOf(accepts, operation)
    : hasBody && fields.length > 0
      ? bodyOf(`${method} ${path}`, operation, fields, schemas)
      : undefined;
  return {
    operationId: operation.name,
    summary: operation.summary,
    ...(operation.deprecated && { deprecated: true }),
    description: needsOf(operation),
    tags: [tagOf(path, operation)],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: {
      [operation.isAccepted ? '202' : created ? '201' : '200']: success(
        operation,
        schemas,
        (created || operation.isAccepted === true) && hasHome,
      ),
      ...(method === 'PUT' && { 201: success(operation, schemas, hasHome) }),
      ...failures(operation, pathNames.length > 0, hasBody),
    },
  };
}

/** The scopes and module that an operation needs. */
function needsOf(operation: Operation): string {
  const { oneOf, all } = scopesOf(operation);
  if (oneOf.length === AREAS.length) return 'Needs no particular scope.';
  const code = (scope: string) => `\`${scope}\``;
  const one = new Intl.ListFormat('en', { type: 'disjunction' }).format(oneOf.map(code));
  const scopes = new Intl.ListFormat('en').format([one, ...all.map(code)]);
  const needed = `Needs ${oneOf.length > 1 ? 'one of the scopes' : all.length > 0 ? 'the scopes' : 'the scope'} ${scopes}`;
  const module = operation.module ? ` and the module \`${operation.module}\`` : '';
  return `${needed}${module}${oneOf.length > 1 ? ', and returns only what the key may read' : ''}.`;
}

// ---- requests ----

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A string unique to one logical operation. A repeat within 24 hours gets the response of the first request.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const SPREADSHEET: Json = {
  name: 'csv',
  in: 'query',
  required: false,
  description:
    'With `Accept: text/csv`: adds a byte order mark for spreadsheets, and a leading apostrophe to text that they would read as a formula.',
  schema: { type: 'string', enum: ['spreadsheet'] },
};

const PICTURE_ADDRESS: Json = {
  name: 'v',
  in: 'query',
  required: false,
  description: 'As in `picture_url`; with it, the response may be cached indefinitely.',
  schema: { type: 'string' },
};

const IF_MATCH: Json = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The ETag of an earlier response: the write happens only if the resource still has it, else 412. `*` matches any version.',
  schema: { type: 'string' },
};

function pathParameter(route: string, name: string, operation: Operation): Json {
  const field = camel(name);
  const named = field === 'id' ? resourceOf(route) : snake(field).replace(/_id$/, '');
  const resource = named.replaceAll('_', ' ').replace(/^api /, 'API ');
  const described = meaningOf(field, operation.input.shape[field] as z.ZodType, shapeOf(operation.output));
  const description = field.toLowerCase().endsWith('id') ? `Identifier of the ${resource}.` : described;
  return { name, in: 'path', required: true, ...(description && { description }), schema: { type: 'string' } };
}

function queryParameter(name: string, schema: z.ZodType, operation: Operation): Json {
  const description = filterMeaningOf(name, schema, shapeOf(operation.output));
  if (isPairs(operation, name)) {
    const pairs = { type: 'object', additionalProperties: { type: 'string' } };
    return { name: snake(name), in: 'query', required: false, style: 'deepObject', description, schema: pairs };
  }
  const { description: _, ...rest } = jsonSchemaOf(schema);
  return {
    name: snake(name),
    in: 'query',
    required: !schema.safeParse(undefined).success,
    ...(description && { description }),
    schema: rest,
    ...(rest['type'] === 'array' && { explode: false }),
  };
}

/** A body that is not JSON. */
const contentOf = ({ field, types, isBinary }: NonNullable<Operation['accepts']>, { input }: Operation): Json => ({
  required: true,
  description: meaningOf(field, input.shape[field] as z.ZodType, undefined),
  content: Object.fromEntries(
    Object.keys(types).map(type => [type, { schema: { type: 'string', ...(isBinary && { format: 'binary' }) } }]),
  ),
});

/** Flat, or wrapped in the name of the resource; then optional fields may stand beside the wrapper as well. */
function bodyOf(
  route: string,
  operation: Operation,
  fields: readonly [string, z.ZodType][],
  schemas: Map<string, Json>,
): Json {
  const input = z.strictObject(Object.fromEntries(fields));
  const flat = described(jsonSchemaOf(input), input, shapeOf(operation.output));
  const name = `${pascal(operation.name)}Input`;
  schemas.set(name, { description: `Body of \`${route}\`.`, ...flat });
  const whole = { $ref: `#/components/schemas/${name}` };
  const wrapper = wrapperOf(route, operation);
  const example = EXAMPLES[route];
  return {
    required: fields.some(([, field]) => !field.safeParse(undefined).success),
    ...(wrapper !== undefined && { description: `Either flat or wrapped in \`${wrapper}\`; the two are equivalent.` }),
    content: {
      'application/json': {
        schema: wrapper === undefined ? whole : { oneOf: [whole, wrapped(wrapper, whole, flat)] },
        ...(example && { example }),
      },
    },
  };
}

function wrapped(wrapper: string, whole: Json, { properties = {}, required = [] }: Json): Json {
  const beside = Object.entries(properties as Json).filter(([name]) => !(required as string[]).includes(name));
  return {
    type: 'object',
    title: 'Wrapped',
    properties: {
      [wrapper]: { ...whole, description: 'The resource; its fields may also be given without this wrapper.' },
      ...Object.fromEntries(beside),
    },
    required: [wrapper],
    additionalProperties: false,
  };
}

// ---- responses ----

function success(operation: Operation, schemas: Map<string, Json>, located: boolean): Json {
  const resource = reference(shapeOf(operation.output), schemas);
  const schema = operation.many
    ? {
        type: 'object',
        required: ['data', 'meta'],
        properties: {
          data: { type: 'array', description: 'The rows of this page.', items: resource },
          meta: { description: 'Position of the page in its list.', ...META },
        },
      }
    : operation.bare
      ? resource
      : {
          type: 'object',
          required: ['data'],
          properties: {
            data: { description: 'The result.', ...resource },
            ...(operation.warns && { warnings: warningsSchema(operation.warns) }),
          },
        };
  return {
    description: operation.summary,
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
      ...(!operation.many && shapeOf(operation.output).entity && { ETag: { $ref: '#/components/headers/ETag' } }),
      ...(located && { Location: { description: 'URL of the created resource.', schema: { type: 'string' } } }),
    },
    content: {
      'application/json': { schema },
      ...(isExported(operation) && EXPORTED),
      ...(operation.output === PrintedFile && AS_ITSELF),
      ...(operation === getProductPicture && AS_PICTURE),
    },
  };
}

/** The whole list as a file: docs/api.md, "Exports". */
const EXPORTED: Json = {
  [EXPORT_TYPES.csv]: { schema: { type: 'string', description: 'The whole list as a sheet; no paging parameters.' } },
  [EXPORT_TYPES.ndjson]: {
    schema: {
      type: 'string',
      description: 'The whole list, one record per line; the last line is `{"meta": {"rows", "as_of", "position"}}`.',
    },
  },
};

/** A paper without JSON around it: docs/api.md, "Papers". */
const AS_ITSELF: Json = Object.fromEntries(
  Object.values(CONTENT_TYPES).map(type => [
    type.split(';')[0],
    { schema: { type: 'string', description: 'The document itself.' } },
  ]),
);

/** The picture itself: docs/api.md, "Pictures". */
const AS_PICTURE: Json = Object.fromEntries(
  PICTURE_TYPES.map(type => [type, { schema: { type: 'string', format: 'binary', description: 'The picture.' } }]),
);

const META: Json = {
  type: 'object',
  required: ['per_page'],
  properties: {
    page: { type: 'integer', description: 'Absent when the list is read by cursor.' },
    per_page: { type: 'integer', description: 'Maximum number of rows of a page.' },
    total: {
      type: 'integer',
      description: 'Number of records on all pages. May be absent when the list is read by cursor.',
    },
    next_cursor: { type: ['string', 'null'], description: 'Send it as `cursor` for the next page; null at the end.' },
    next_updated_since: {
      type: 'string',
      format: 'date-time',
      description: 'With `updated_since`: the value to send next, so that no change is missed.',
    },
    from: { type: 'string', description: 'For a report over a period: its start.' },
    to: { type: 'string', description: 'For a report over a period: its end.' },
  },
};

// ---- errors ----

const ERROR: Json = {
  type: 'object',
  description: 'Why a request was refused: all of its problems at once. Nothing was changed.',
  required: ['errors'],
  properties: {
    errors: {
      type: 'array',
      description: 'The problems, at most a hundred.',
      minItems: 1,
      items: { $ref: '#/components/schemas/Problem' },
    },
  },
  example: {
    errors: [
      {
        code: 'insufficient_stock',
        message: 'Not enough HUM-250: 6 needed, 4 available.',
        field: 'items[0].quantity',
        details: { sku: 'HUM-250', location_id: '01a1fd16-c553-7280-938e-665f02b435a1', requested: 6, available: 4 },
      },
    ],
  },
};

const listed = (codes: readonly ProblemCode[]) => codes.map(code => `\`${code}\``).join(', ');
const ERROR_BODY = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
const withStatus = (codes: readonly ProblemCode[], status: number) =>
  [...new Set(codes)].filter(code => STATUS[code] === status);

/** Responses that are the same everywhere. */
const RESPONSES: Json = Object.fromEntries(
  GENERAL.map(status => [
    `Error${status}`,
    { description: listed(withStatus(Object.keys(STATUS) as ProblemCode[], status)), content: ERROR_BODY },
  ]),
);

/** Every refusal that a route may return, by status. */
function failures(operation: Operation, addressed: boolean, hasBody: boolean): Json {
  const codes: ProblemCode[] = [
    'bad_request',
    'unauthenticated',
    'insufficient_scope',
    ...(operation.module ? ['module_not_enabled' as const] : []),
    ...(addressed ? ['not_found' as const] : []),
    ...(hasBody ? (['malformed_json', 'payload_too_large', 'unsupported_media_type'] as const) : []),
    'validation_failed',
    'unknown_field',
    ...(operation.kind === 'command' && refersTo(operation.input) ? ['reference_not_found' as const] : []),
    ...(operation.refuses ?? []),
    ...(addressedBy(operation) ? ['precondition_failed' as const] : []),
    ...(operation.kind === 'command' ? (['idempotency_in_progress', 'idempotency_key_reused'] as const) : []),
    'rate_limited',
    'unavailable',
  ];
  const statuses = [...new Set(codes.map(code => STATUS[code]))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map(status => [
      status,
      isGeneral(status) ? general(status) : { description: listed(withStatus(codes, status)), content: ERROR_BODY },
    ]),
  );
}

/** Whether a body names other resources, by id or SKU. */
function refersTo(schema: z.ZodType): boolean {
  const declared = bare(schema);
  const { element } = defOf(declared);
  if (element) return refersTo(element);
  if (!(declared instanceof z.ZodObject)) return false;
  return Object.entries(declared.shape as { [name: string]: z.ZodType }).some(
    ([name, field]) => /Id$|^sku$/.test(name) || refersTo(field),
  );
}
