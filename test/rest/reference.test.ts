import { expect, test } from '@jest/globals';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Request } from 'express';
import { z } from 'zod';
import { asyncApi } from '../../src/events/asyncapi.ts';
import { parse } from '../../src/kernel/operation.ts';
import { EXAMPLES } from '../../src/rest/guide.ts';
import { openApi } from '../../src/rest/openapi.ts';
import { rawInput, wrapperOf } from '../../src/rest/read.ts';
import { routes } from '../../src/rest/routes.ts';

test.each(Object.entries(EXAMPLES))('the example of %s is a valid body', (route, example) => {
  const [method, path] = route.split(' ') as [string, string];
  const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(match => [match[1]!, 'an id']));
  const request = {
    method,
    params,
    query: {},
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(example)),
  };
  const operation = routes[route]!;
  expect(() => parse(operation.input, rawInput(route, operation, request as never as Request))).not.toThrow();
});

interface Json {
  [key: string]: unknown;
}

const reference = openApi(routes) as {
  paths: {
    [path: string]: { [method: string]: Json & { requestBody?: { content: { [type: string]: { schema: Json } } } } };
  };
  components: { schemas: Json };
};

/** Every parameter and property of the reference without a description. */
function silentIn(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => silentIn(each, `${path}[${index}]`));
  if (value === null || typeof value !== 'object') return [];
  const { name, in: place, description, properties } = value as Json;
  const properly = properties !== null && typeof properties === 'object' ? Object.entries(properties) : [];
  return [
    ...(name !== undefined && place !== undefined && !description ? [`${path} ${String(name)}`] : []),
    ...properly.flatMap(([field, each]) => ((each as Json)['description'] ? [] : [`${path} ${field}`])),
    ...Object.entries(value).flatMap(([key, inner]) => silentIn(inner, `${path}/${key}`)),
  ];
}

test('every parameter, property and operation has a description', () => {
  expect(silentIn({ paths: reference.paths, components: reference.components }, '')).toEqual([]);
  const operations = Object.values(reference.paths).flatMap(each => Object.values(each));
  expect(operations.length).toBeGreaterThan(Object.keys(routes).length);
  expect(operations.filter(({ summary, description }) => !summary || !description)).toEqual([]);
});

/** Every `$ref` in it. */
function refsIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [String(inner)] : refsIn(inner)));
}

/** What a generator of clients follows first: it stops at the first reference that leads nowhere. */
test('every reference leads somewhere', () => {
  const found = (document: unknown, ref: string) =>
    ref
      .slice('#/'.length)
      .split('/')
      .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce((at, step) => (at as Json | undefined)?.[step], document);
  for (const document of [reference, asyncApi()]) {
    const refs = [...new Set(refsIn(document))];
    expect(refs.length).toBeGreaterThan(5);
    expect(refs.filter(ref => found(document, ref) === undefined)).toEqual([]);
  }
});

/** Every schema of parameters, bodies and answers, once. */
function schemasIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === 'schema' ? JSON.stringify(inner) : schemasIn(inner)));
}

test('schemas have the words of JSON Schema, and none of our own', () => {
  // What validates nothing here need not do so fast.
  const inHaste = { code: { optimize: false }, inlineRefs: false };
  const ajv = new Ajv2020.default({ strictTypes: false, strictTuples: false, ...inHaste }).addVocabulary(['example']);
  addFormats.default(ajv);
  const { paths, components } = JSON.parse(
    JSON.stringify(reference).replaceAll('#/components/schemas/', 'components#/$defs/'),
  ) as typeof reference;
  ajv.addSchema({ $id: 'components', $defs: components.schemas });
  const schemas = [...new Set(schemasIn(paths))];
  expect(schemas.length).toBeGreaterThan(100);
  for (const schema of schemas) expect(() => ajv.compile(JSON.parse(schema))).not.toThrow();
});

const bodySchema = (route: string): z.ZodType => {
  const [method, path] = route.split(' ') as [string, string];
  const { schema } =
    reference.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!.requestBody!.content['application/json']!;
  const pointed = JSON.parse(
    JSON.stringify({ ...schema, $defs: reference.components.schemas }).replaceAll('#/components/schemas/', '#/$defs/'),
  );
  return z.fromJSONSchema(pointed);
};

test.each(Object.entries(EXAMPLES))(
  'the reference of %s allows its body flat, and wrapped as documented',
  (route, example) => {
    const body = bodySchema(route);
    const wrapper = wrapperOf(route, routes[route]!);
    expect(body.safeParse(example).error).toBeUndefined();
    expect(body.safeParse({ ...example, nonsense: 1 }).success).toBe(false);
    if (wrapper === undefined) return;
    expect(body.safeParse({ [wrapper]: example }).error).toBeUndefined();
    expect(body.safeParse({ [wrapper]: { ...example, nonsense: 1 } }).success).toBe(false);
    expect(body.safeParse({ [wrapper]: example, nonsense: 1 }).success).toBe(false);
  },
);

test('optional fields may be beside the wrapper', () => {
  const body = bodySchema('POST /production_batches/:id/complete');
  const inputs = [{ production_batch_input_id: '01a1fd16-c56e-7389-a468-164c6bf08d15', actual_quantity: 1 }];
  expect(body.safeParse({ production_batch: { actual_quantity_produced: 3 }, inputs }).error).toBeUndefined();
});
