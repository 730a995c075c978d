import { readFileSync, writeFileSync } from 'node:fs';

/*
 * Writes src/api.ts: the types of every request and response, from schema/openapi.json. Run by `npm pack`, and by the
 * tests.
 */

interface Schema {
  [key: string]: unknown;
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: { [name: string]: Schema };
  required?: string[];
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: Schema | boolean;
  description?: string;
}

interface Operation {
  summary?: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema; description?: string }[];
  requestBody?: { required?: boolean; content: { [type: string]: { schema: Schema } } };
  responses: { [status: string]: { content?: { [type: string]: { schema: Schema } } } };
}

interface Document {
  paths: { [path: string]: { [method: string]: Operation } };
  components: { schemas: { [name: string]: Schema } };
}

const key = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
const note = (text: string | undefined) =>
  text ? `/** ${text.replaceAll('*/', '* /').replaceAll('\n', ' ')} */ ` : '';

const NAMED: { [type: string]: string } = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** The TypeScript type of a JSON Schema. */
export function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)!;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map(value => JSON.stringify(value)).join(' | ');
  const options = schema.oneOf ?? schema.anyOf;
  if (options) return options.map(option => `(${typeOf(option)})`).join(' | ');
  if (schema.allOf) return schema.allOf.map(option => `(${typeOf(option)})`).join(' & ');
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return schema.properties ? objectOf(schema) : 'unknown';
  return types
    .map(type => {
      if (type === 'array') return `(${schema.items ? typeOf(schema.items) : 'unknown'})[]`;
      return type === 'object' ? objectOf(schema) : NAMED[type]!;
    })
    .join(' | ');
}

function objectOf({ properties, required = [], additionalProperties }: Schema): string {
  if (!properties) {
    const inner = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
    return `{ [name: string]: ${inner} }`;
  }
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      `${note(schema.description)}${key(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  );
  return `{ ${fields.join('; ')} }`;
}

/** What a successful response is; undefined if it is no JSON, such as a stream of events. */
const answerOf = (responses: Operation['responses']): Schema | undefined =>
  Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content?.['application/json']?.schema;

function operationType({ parameters = [], requestBody, responses }: Operation): string {
  const of = (place: string) => parameters.filter(each => each.in === place);
  const group = (place: string) =>
    `{ ${of(place)
      .map(each => `${note(each.description)}${key(each.name)}${each.required ? '' : '?'}: ${typeOf(each.schema)}`)
      .join('; ')} }`;
  const body = requestBody?.content['application/json']?.schema;
  // A body may be wrapped in the name of its resource; here it is always flat.
  const flat = body && typeOf(body.oneOf?.[0] ?? body);
  // The type of the blob says which of the media types it is.
  const sent = flat ?? (requestBody ? 'Blob' : 'undefined');
  return `{ path: ${group('path')}; query: ${group('query')}; body: ${sent}; answer: ${typeOf(answerOf(responses)!)} }`;
}

/** The contents of the file. */
function apiTypes({ paths, components }: Document): string {
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `${note(schema.description)}export type ${name} = ${typeOf(schema)};`,
  );
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      answerOf(operation.responses)
        ? `  ${note(operation.summary)}${JSON.stringify(`${method.toUpperCase()} ${path}`)}: ${operationType(operation)};`
        : [],
    ),
  );
  return `// Generated from schema/openapi.json by generate.ts; do not edit.\n\n${schemas.join('\n')}\n\nexport interface Operations {\n${operations.join('\n')}\n}\n`;
}

const here = (path: string) => new URL(path, import.meta.url);
writeFileSync(
  here('src/api.ts'),
  apiTypes(JSON.parse(readFileSync(here('../../schema/openapi.json'), 'utf8')) as Document),
);
