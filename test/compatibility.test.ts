import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import express from 'express';
import { buildSchema, findBreakingChanges } from 'graphql';
import { getOrganization } from '../src/domain/organizations.ts';
import type { Caller } from '../src/kernel/operation.ts';
import { restRouter } from '../src/rest/router.ts';
import { serveHttp } from './support/loopback.ts';
import { useWorld } from './support/world.ts';

/*
 * docs/compatibility.md: everything promised by the last release still holds, or the changelog lists its removal.
 */

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** What the changelog lists as removed since the last release. */
const removed = (changelog: string): string =>
  /### Removed\n([\s\S]*?)(?=\n##|$)/.exec(changelog.split(/^## (?!Unreleased)/m)[0]!)?.[1] ?? '';
const announced = (breaks: readonly string[]): string[] => {
  const said = removed(read('CHANGELOG.md'));
  return breaks.filter(each => !said.includes(`\`${each.split(':')[0]!}\``));
};

// biome-ignore lint/suspicious/noExplicitAny: the documents are anybody's JSON.
type Json = any;

/** The breaking changes between two references, as `where: what`. */
function restBreaks(before: Json, after: Json): string[] {
  const found: string[] = [];
  for (const [path, methods] of Object.entries<Json>(before.paths)) {
    for (const [method, operation] of Object.entries<Json>(methods)) {
      const where = `${method.toUpperCase()} ${path}`;
      const now = after.paths[path]?.[method];
      if (!now) {
        found.push(`${where}: is gone`);
        continue;
      }
      const parameters = (of: Json) =>
        new Map<string, Json>((of.parameters ?? []).map((each: Json) => [`${each.in} ${each.name}`, each]));
      const [old, current] = [parameters(operation), parameters(now)];
      for (const [name, each] of old) {
        if (!current.has(name)) found.push(`${where}: no longer takes ${name}`);
        else found.push(...inputBreaks(`${where}: ${name}`, each.schema, current.get(name).schema));
      }
      for (const [name, each] of current)
        if (each.required && !old.get(name)?.required) found.push(`${where}: needs ${name}`);
      for (const status of Object.keys(operation.responses).filter(each => each.startsWith('2')))
        if (!now.responses[status]) found.push(`${where}: no longer answers ${status}`);
      if (!operation.requestBody?.required && now.requestBody?.required) found.push(`${where}: needs a body`);
    }
  }
  for (const [name, schema] of Object.entries<Json>(before.components.schemas)) {
    const now = after.components.schemas[name];
    if (!now) found.push(`${name}: is gone`);
    else found.push(...(name.endsWith('Input') ? inputBreaks(name, schema, now) : answerBreaks(name, schema, now)));
  }
  return found;
}

const typesOf = (schema: Json): string[] => [schema?.type ?? []].flat();

/** Accepted inputs must still be accepted. */
function inputBreaks(where: string, before: Json, after: Json): string[] {
  const found: string[] = [];
  if (!before || !after) return before && !after ? [`${where}: is gone`] : [];
  const lost = typesOf(before).filter(type => typesOf(after).length > 0 && !typesOf(after).includes(type));
  if (lost.length > 0 && !(lost.join() === 'integer' && typesOf(after).includes('number')))
    found.push(`${where}: no longer takes ${lost.join()}`);
  for (const value of before.enum ?? [])
    if (after.enum && !after.enum.includes(value)) found.push(`${where}: no longer takes the value ${String(value)}`);
  for (const name of after.required ?? [])
    if (before.properties && !(before.required ?? []).includes(name)) found.push(`${where}: needs ${name}`);
  for (const [name, each] of Object.entries<Json>(before.properties ?? {})) {
    if (!after.properties?.[name]) found.push(`${where}: no longer takes ${name}`);
    else found.push(...inputBreaks(`${where}: ${name}`, each, after.properties[name]));
  }
  if (before.items && after.items) found.push(...inputBreaks(where, before.items, after.items));
  return found;
}

/** Returned fields must still be returned. */
function answerBreaks(where: string, before: Json, after: Json): string[] {
  const found: string[] = [];
  if (!before || !after) return before && !after ? [`${where}: is gone`] : [];
  const news = typesOf(after).filter(type => typesOf(before).length > 0 && !typesOf(before).includes(type));
  if (news.length > 0) found.push(`${where}: now answers ${news.join()}`);
  for (const [name, each] of Object.entries<Json>(before.properties ?? {})) {
    if (!after.properties?.[name]) found.push(`${where}: no longer answers ${name}`);
    else found.push(...answerBreaks(`${where}: ${name}`, each, after.properties[name]));
  }
  for (const name of before.required ?? [])
    if (after.properties?.[name] && !(after.required ?? []).includes(name))
      found.push(`${where}: may leave out ${name}`);
  if (before.items && after.items) found.push(...answerBreaks(where, before.items, after.items));
  return found;
}

test('REST has no breaking change since the last release that the changelog does not list', () => {
  const [before, after] = ['schema/released/openapi.json', 'schema/openapi.json'].map(path => JSON.parse(read(path)));
  expect(announced(restBreaks(before, after))).toEqual([]);
});

test('GraphQL has no breaking change since the last release that the changelog does not list', () => {
  const [before, after] = ['schema/released/schema.graphql', 'schema/schema.graphql'].map(path =>
    buildSchema(read(path)),
  );
  const breaks = findBreakingChanges(before!, after!).map(({ description }) => {
    const [name] = /\w+\.\w+|\b[A-Z]\w*[A-Z]\w*/.exec(description) ?? [description];
    return `${name}: ${description}`;
  });
  expect(announced(breaks)).toEqual([]);
});

test('each kind of breaking change is detected, and additions are none', () => {
  const document = (more: object, input: object, answer: object) => ({
    paths: {
      '/a': {
        get: { parameters: [{ in: 'query', name: 'q', schema: { type: 'string' } }], responses: { 200: {} }, ...more },
      },
    },
    components: {
      schemas: {
        AInput: { properties: input, required: [] },
        A: { properties: answer, required: Object.keys(answer) },
      },
    },
  });
  const text = { type: 'string' };
  const before = document(
    {},
    { name: text, kind: { enum: ['x', 'y'] } },
    { id: text, note: { type: ['string', 'null'] } },
  );
  const breaks = (after: object) => restBreaks(before, after);
  expect(breaks(before)).toEqual([]);
  expect(
    breaks(
      document({}, { name: text, kind: { enum: ['x', 'y', 'z'] }, more: text }, { id: text, note: text, more: text }),
    ),
  ).toEqual([]);
  expect(breaks({ ...before, paths: {} })).toEqual(['GET /a: is gone']);
  expect(
    breaks(
      document(
        { parameters: [{ in: 'query', name: 'p', required: true }] },
        before.components.schemas.AInput.properties,
        before.components.schemas.A.properties,
      ),
    ),
  ).toEqual(['GET /a: no longer takes query q', 'GET /a: needs query p']);
  expect(
    breaks(document({}, { name: { type: 'number' }, kind: { enum: ['x'] } }, { id: { type: 'integer' } })),
  ).toEqual([
    'AInput: name: no longer takes string',
    'AInput: kind: no longer takes the value y',
    'A: id: now answers integer',
    'A: no longer answers note',
  ]);
});

const world = useWorld();

test('responses of deprecated operations say so', async () => {
  const tenant = await world.tenant();
  const app = express();
  const deprecated = { since: '2026-01-01', sunset: '2027-01-01', instead: 'use /organization.' };
  app.use(
    restRouter(
      { 'GET /old': { ...getOrganization, deprecated }, 'GET /new': getOrganization },
      async () => tenant.caller as Caller,
    ),
  );
  const server = await serveHttp(app as never);
  const headers = async (path: string) => {
    const response = await fetch(server.url.replace(/\/[^/]*$/, '') + path);
    expect(response.status).toBe(200);
    return [response.headers.get('deprecation'), response.headers.get('sunset')];
  };
  expect(await headers('/old')).toEqual(['@1767225600', 'Fri, 01 Jan 2027 00:00:00 GMT']);
  expect(await headers('/new')).toEqual([null, null]);
  await server.close();
});
