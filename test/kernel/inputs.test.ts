import { expect, test } from '@jest/globals';
import { z } from 'zod';
import '../../src/kernel/inputs.ts';

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
