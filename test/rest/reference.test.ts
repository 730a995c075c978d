import { expect, test } from '@jest/globals';
import type { Request } from 'express';
import { parse } from '../../src/kernel/operation.ts';
import { EXAMPLES } from '../../src/rest/guide.ts';
import { rawInput } from '../../src/rest/read.ts';
import { routes } from '../../src/rest/routes.ts';

test.each(Object.entries(EXAMPLES))('the example of %s is a body that it takes', (route, example) => {
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
