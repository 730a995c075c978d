import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { z } from 'zod';
import { camel, snake } from '../../src/kernel/case.ts';
import type { Refusal } from '../../src/kernel/errors.ts';
import { nameOfList, placeAfter, type SortKey } from '../../src/kernel/page.ts';
import { defOf } from '../../src/kernel/shape.ts';
import type { Row } from '../../src/kernel/view.ts';
import { routes } from '../../src/rest/routes.ts';
import { type Client, clientOf, codes, type Reply } from '../support/http.ts';
import { makeStock, populate } from '../support/make.ts';
import { populateFactory } from '../support/manufacturing.ts';
import { sliceOf } from '../support/slice.ts';
import { useWorld } from '../support/world.ts';

/*
 * Requests that nobody sane sends: every path and query parameter with hostile values, and forged cursors. All of them
 * are client errors, and answered as such: never with a 5xx.
 */

const world = useWorld({ poolSize: 3 });
const API = '/api/v1';
const SOME_ID = '019f0000-0000-7000-8000-000000000000';
let client: Client;

beforeAll(async () => {
  const tenant = await world.tenant();
  await populate(tenant);
  await populateFactory(tenant);
  await makeStock(tenant, 3);
  // With a mail server, so that it is the path that is refused.
  const { url } = await world.serve({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'orders@example.com' });
  client = clientOf(url, await tenant.key());
});

const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  "' or 1=1 --",
  '%',
  '\\',
  '../..',
  '{}',
  '-1',
  '1e400',
  '9'.repeat(30),
  '💥',
  '\uffff\ufffe',
  'x'.repeat(3000),
  SOME_ID,
  SOME_ID.toUpperCase(),
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '2026-02-31',
  '2026-02-31T00:00:00Z',
  '9999-12-31T23:59:59.999-23:59',
  '0001-01-01T00:00:00+23:59',
  '__proto__',
  'constructor',
];

/** Names that every object has, and no list has as a filter. */
const INHERITED = [...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'then'];

const gets = Object.entries(routes).filter(([route]) => route.startsWith('GET '));
const pathOf = (route: string) => API + route.split(' ')[1]!;
const placed = (route: string, value: string) => pathOf(route).replace(/:\w+/g, encodeURIComponent(value));

async function refused(asked: readonly string[], allowed: readonly number[]): Promise<string[]> {
  const wrong: string[] = [];
  for (let index = 0; index < asked.length; index += 20) {
    const some = asked.slice(index, index + 20);
    const replies = await Promise.all(some.map(each => client(each)));
    wrong.push(
      ...replies.flatMap((reply, at) =>
        allowed.includes(reply.status)
          ? []
          : [`${reply.status} ${some[at]!.slice(0, 200)} ${reply.text.slice(0, 100)}`],
      ),
    );
  }
  return wrong;
}

const addressed = Object.entries(routes).filter(([route]) => route.includes(':'));
/** Any text that is no id fails where an id is not checked; so the routes of records share the texts, but for `\0`. */
const PATHS_SHARED_BY = 4;

test.each(sliceOf(addressed, 7))('%s: no path causes a 5xx', async (route, { accepts }) => {
  const [method] = route.split(' ');
  const place = addressed.findIndex(([each]) => each === route) % PATHS_SHARED_BY;
  const isOfRecord = (route.match(/:\w+/g) ?? []).every(name => name === ':id');
  const texts = TEXTS.filter(
    (text, index) => text !== '' && (!isOfRecord || text === '\0' || index % PATHS_SHARED_BY === place),
  );
  const asked = texts.map(text => `${method} ${placed(route, text)}`);
  expect(await refused(asked, [400, 404, 405, accepts ? 415 : 422])).toEqual([]);
});

/** The routes of each parameter. */
const takers = Map.groupBy(
  gets.flatMap(([route, { input }]) => Object.keys(input.shape).map(name => ({ route, name: snake(name) }))),
  ({ name }) => name,
);

/**
 * The texts to try. All of them for a parameter of a few routes; a common one is parsed alike everywhere, so its routes
 * share the texts: each is tried on two routes at least, and mostly on four.
 */
function textsFor(route: string, name: string): readonly string[] {
  const routes = takers.get(name)!.map(each => each.route);
  const share = routes.length < 4 ? 1 : Math.min(8, Math.max(2, Math.floor(routes.length / 4)));
  return TEXTS.filter((_, index) => index % share === routes.indexOf(route) % share);
}

test.each(sliceOf(gets, 7))('%s: no query causes a 5xx', async (route, operation) => {
  const path = placed(route, SOME_ID);
  const named = Object.keys(operation.input.shape).map(snake);
  const asked = [
    ...named.flatMap(name => textsFor(route, name).map(text => `${name}=${encodeURIComponent(text)}`)),
    ...named.map(name => `${name}=a&${name}=b`),
  ];
  expect(
    await refused(
      asked.map(each => `GET ${path}?${each}`),
      [200, 400, 404, 422],
    ),
  ).toEqual([]);
});

test.each(sliceOf(gets, 7))('%s: a name that every object has is an unknown parameter', async (route, operation) => {
  const asked = INHERITED.map(name => snake(name));
  const reply = await client(`GET ${placed(route, SOME_ID)}?${asked.map(name => `${name}=1`).join('&')}`);
  expect(codes(reply)).toEqual([422, ...asked.map(name => `unknown_field ${name}`)]);
  expect(operation.kind).toBe('query');
});

// ---- cursors ----

const KEYS: readonly unknown[] = [
  null,
  {},
  [],
  true,
  '',
  'x',
  'x\0',
  '\ud800',
  -1,
  1e400,
  1.5,
  2 ** 53,
  9e15,
  '9'.repeat(15),
  '9'.repeat(19),
  '2026-02-31',
  '0000-01-01',
  '2026-13-01',
  '2026-02-31T00:00:00.000Z',
  '2026-99-99T99:99:99.999Z',
  '2026-01-01T24:00:00.000Z',
  '0000-01-01T00:00:00.000Z',
  SOME_ID,
  '2026-01-01',
  '2026-01-01T00:00:00.000Z',
];

const cursorOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const MALFORMED = ['', '!', '%00', 'eyJ', ...[null, 1, 'x', {}, [], [[]], ['of another list', SOME_ID]].map(cursorOf)];
const WRONG_KEYS = KEYS.flatMap(key => [[key], [key, SOME_ID], [key, key]].map(cursorOf));
/**
 * All lists check keys in one place, by type, which is tested below: each of these cursors is tried on every sixth
 * list.
 */
const SHARED_BY = 6;

const TYPES: readonly SortKey['type'][] = ['uuid', 'timestamptz', 'numeric', 'text', 'bigint', 'date'];
test.each(TYPES)('the key of a cursor is refused, or can be read as %s by the database', async type => {
  const order: readonly SortKey[] = [{ field: 'key', sql: sql.ref('key'), direction: 'asc', type }];
  const accepted: string[] = [];
  for (const key of KEYS) {
    try {
      accepted.push(...placeAfter(order, cursorOf([key])));
    } catch (error) {
      expect((error as Refusal).problems).toMatchObject([{ code: 'validation_failed', field: 'cursor' }]);
    }
  }
  expect(accepted.length).toBeLessThan(KEYS.length);
  for (const key of accepted) await sql`select ${key}::${sql.raw(type)}`.execute(world.owner);
});

/** The required parameters of a list, with each of its sort orders, in one direction. */
function waysOf(shape: { [name: string]: z.ZodType }): string[] {
  const ways = [''];
  if ('updatedSince' in shape) ways.push('&updated_since=2026-01-01T00:00:00Z');
  const sort = shape['sort'];
  const orders = sort ? optionsOf(sort) : [];
  for (const value of orders)
    if (!value.startsWith('-') || !orders.includes(value.slice(1))) ways.push(`&sort=${value}`);
  return ways;
}

/** The input that a path and a query stand for. */
const givenIn = (route: string) =>
  Object.fromEntries([...route.matchAll(/:(\w+)/g)].map(([, name]) => [camel(name!), SOME_ID]));
const askedBy = (way: string) =>
  Object.fromEntries([...new URLSearchParams(way)].map(([name, value]) => [camel(name), value]));

function optionsOf(schema: z.ZodType): string[] {
  const { innerType, type } = defOf(schema);
  if (innerType) return optionsOf(innerType);
  return type === 'enum' ? ((schema as z.ZodEnum).options as string[]) : [];
}

const lists = gets.filter(([, { input }]) => 'cursor' in input.shape);
test.each(sliceOf(lists, 7))(
  '%s: a cursor that was never given out is refused or leads nowhere',
  async (route, { name, input }) => {
    const path = placed(route, SOME_ID);
    const place = lists.findIndex(([each]) => each === route) % SHARED_BY;
    const wrong = WRONG_KEYS.filter((_, index) => index % SHARED_BY === place);
    // The form of a cursor is checked before its list, and its key by the order of the list, in either direction.
    const asked = waysOf(input.shape as never).flatMap((way, index) => {
      const list = nameOfList(name, input.parse({ ...givenIn(route), ...askedBy(way) }) as Row)();
      const malformed = index === 0 ? MALFORMED.flatMap(each => [each, `${list}.${each}`]) : [];
      return [...malformed, ...wrong.map(each => `${list}.${each}`)].map(each => `GET ${path}?cursor=${each}${way}`);
    });
    expect((await client(asked.at(-1)!)).text).not.toContain('another list');
    expect(await refused(asked, [200, 404, 422])).toEqual([]);
    if (!('page' in input.shape)) return;
    const both: Reply = await client(`GET ${path}?page=2&cursor=${cursorOf([SOME_ID])}`);
    expect(codes(both)).toEqual([422, 'validation_failed page']);
  },
);
