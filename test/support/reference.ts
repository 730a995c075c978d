import { z } from 'zod';
import { openApi } from '../../src/rest/openapi.ts';
import { routes } from '../../src/rest/routes.ts';

interface Json {
  [key: string]: unknown;
}

interface Answer {
  $ref?: string;
  description: string;
  content: { 'application/json': { schema: Json } };
}

const reference = openApi(routes) as {
  paths: { [path: string]: { [method: string]: { responses: { [status: string]: Answer } } } };
  components: { schemas: Json; responses: { [name: string]: Answer } };
};

const $defs = closed(reference.components.schemas) as Json;
const known = new Map<string, z.ZodType>();

/** The schema of a route's response in the REST reference. Fields that it lacks are refused. */
export function referred(route: string, status: number): z.ZodType {
  const place = `${route} ${status}`;
  const schema =
    known.get(place) ?? schemaOf(closed(answerOf(route, status).content['application/json'].schema) as Json);
  known.set(place, schema);
  return schema;
}

/** With only the components that it refers to: zod copies them all for each schema. */
function schemaOf(schema: Json): z.ZodType {
  const used = new Map<string, unknown>();
  const collect = (part: unknown) => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/\$defs\/([^"]+)"/g))
      if (!used.has(name!)) {
        used.set(name!, $defs[name!]);
        collect($defs[name!]);
      }
  };
  collect(schema);
  return z.fromJSONSchema({ ...schema, $defs: Object.fromEntries(used) } as never);
}

/** The codes that the reference of a route lists for a status. */
export const listedCodes = (route: string, status: number): string[] =>
  [...answerOf(route, status).description.matchAll(/`(\w+)`/g)].map(match => match[1]!);

function answerOf(route: string, status: number): Answer {
  const [method, path] = route.split(' ') as [string, string];
  const named = reference.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!.responses[status];
  if (!named) throw new Error(`${route} answered ${status}, of which its reference says nothing.`);
  return named.$ref ? reference.components.responses[named.$ref.split('/').at(-1)!]! : named;
}

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (value === null || typeof value !== 'object')
    return typeof value === 'string' ? value.replace('#/components/schemas/', '#/$defs/') : value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, closed(each)]));
  return 'properties' in inner && inner['type'] === 'object' ? { additionalProperties: false, ...inner } : inner;
}
