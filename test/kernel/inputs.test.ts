import { expect, test } from '@jest/globals';
import { z } from 'zod';
import type { Problem, Refusal } from '../../src/kernel/errors.ts';
import { metadata } from '../../src/kernel/inputs.ts';
import { parse } from '../../src/kernel/operation.ts';
import { routes } from '../../src/rest/routes.ts';

test('a limit without words of its own is refused in plain English', () => {
  const messageOf = (schema: z.ZodType, given: unknown) => schema.safeParse(given).error?.issues[0]?.message;
  expect(messageOf(z.string().min(1), '')).toBe('Must not be empty.');
  expect(messageOf(z.string().min(3), 'ab')).toBe('Must have at least 3 characters.');
  expect(messageOf(z.string().max(3), 'abcd')).toBe('Must have at most 3 characters.');
  expect(messageOf(z.array(z.string()).min(1), [])).toBe('Must have at least 1.');
  expect(messageOf(z.array(z.string()).max(1), ['a', 'b'])).toBe('Must have at most 1.');
  expect(messageOf(z.int().min(1), 0)).toBe('Must be at least 1.');
  expect(messageOf(z.number().max(5), 6)).toBe('Must be at most 5.');
  expect(messageOf(z.number().positive(), 0)).toBe('Must be greater than 0.');
  expect(messageOf(z.number().lt(5), 5)).toBe('Must be less than 5.');
  expect(messageOf(z.string().min(1, 'Say which.'), '')).toBe('Say which.');
});

const BAD = ['', ' ', '\0', 'x'.repeat(5000), '2026-13-45', '0000-01-01T00:00:00Z', -1.23456, 1e20, true, null];

test('a value with several faults has one problem, in every field', () => {
  for (const [route, { input }] of Object.entries(routes))
    for (const [name, schema] of Object.entries(input.shape)) {
      const alone = z.strictObject({ [name]: schema as z.ZodType });
      const twice = BAD.filter(value => problemsOf(() => parse(alone, { [name]: value })).length > 1);
      expect([route, name, twice]).toEqual([route, name, []]);
    }
});

/** Texts that are never stored: ids are compared with ids, cursors are parsed, and sheets are stored as bytes. */
const NOT_STORED = ['cursor', 'ageBucket', 'content'];

test('no field takes text that cannot be stored', () => {
  for (const [route, { input }] of Object.entries(routes))
    for (const [name, schema] of Object.entries(input.shape)) {
      if (NOT_STORED.includes(name) || (schema as z.ZodType).meta()?.['target']) continue;
      const alone = z.strictObject({ [name]: schema as z.ZodType });
      const fits = ['https://example.com/\0', 'https://example.com/\ud800'].filter(
        value => problemsOf(() => parse(alone, { [name]: value })).length === 0,
      );
      expect([route, name, fits]).toEqual([route, name, []]);
    }
});

test('no record gets a name that nobody can see', () => {
  const named = Object.entries(routes).filter(([, { kind, input }]) => kind === 'command' && 'name' in input.shape);
  const seen = named.map(([route, { input }]) => {
    const alone = z.strictObject({ name: input.shape['name'] as z.ZodType });
    const fits = ['\u200b', '\u202e \u2066', '\ufeff\u00ad', '\u3164', '\u200bA'].filter(
      name => problemsOf(() => parse(alone, { name })).length === 0,
    );
    return [route, fits];
  });
  expect(seen).toEqual(named.map(([route]) => [route, ['\u200bA']]));
});

test('free JSON holds any text that can be stored, in names too', () => {
  const fits = (value: unknown) => metadata().safeParse(value).success;
  for (const text of ['\0', '\ud800']) {
    expect(fits({ a: text })).toBe(false);
    expect(fits({ a: [{ [text]: 1 }] })).toBe(false);
  }
  expect(fits({ a: ['\\u0000', '\\ud800', '😀', null] })).toBe(true);
});

test('free JSON holds no whole number that was rounded when it was read', () => {
  const fits = (json: string) => metadata().safeParse(JSON.parse(json)).success;
  for (const id of ['12345678901234567890', '-9007199254740993', '1e300']) {
    expect([id, fits(`{"id": ${id}}`)]).toEqual([id, false]);
    expect([id, fits(`{"order": {"ids": [1, ${id}]}}`)]).toEqual([id, false]);
    expect([id, fits(`{"id": "${id}"}`)]).toEqual([id, true]);
  }
  for (const number of ['9007199254740991', '-9007199254740991', '0.1', '1e-7'])
    expect([number, fits(`{"a": ${number}}`)]).toEqual([number, true]);
});

function problemsOf(work: () => unknown): readonly Problem[] {
  try {
    work();
    return [];
  } catch (error) {
    return (error as Refusal).problems;
  }
}
