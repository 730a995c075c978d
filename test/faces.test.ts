import { expect, test } from '@jest/globals';
import { GRAPHQL_ONLY, mutations, queries, REST_ONLY, reports } from '../src/graphql/schema.ts';
import type { Operation } from '../src/kernel/operation.ts';
import { routes } from '../src/rest/routes.ts';

const onRest = new Set<Operation>(Object.values(routes));
const onGraphql = new Set<Operation>([...Object.values(queries), ...Object.values(reports), ...mutations]);
const names = (operations: Iterable<Operation>) => [...operations].map(operation => operation.name).sort();

test('everything REST can do, GraphQL can do', () => {
  expect(names([...onRest].filter(operation => !onGraphql.has(operation)))).toEqual([...REST_ONLY].sort());
});

test('everything GraphQL can do, REST can do', () => {
  expect(names([...onGraphql].filter(operation => !onRest.has(operation)))).toEqual([...GRAPHQL_ONLY].sort());
});

test('no two operations share a name', () => {
  const all = names(new Set([...onRest, ...onGraphql]));
  expect(all).toEqual([...new Set(all)]);
});

test('reading is never a command, and a command never answers a GET', () => {
  const wrong = Object.entries(routes).filter(([route, operation]) => route.startsWith('GET ') !== (operation.kind === 'query') && operation.name !== 'askQuestion');
  expect(wrong.map(([route]) => route)).toEqual([]);
});
