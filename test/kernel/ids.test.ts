import { expect, test } from '@jest/globals';
import { validate, version } from 'uuid';
import { newId } from '../../src/kernel/ids.ts';

test('ids are distinct and sort in the order in which they were made, also within a millisecond', () => {
  const before = Date.now();
  const ids = Array.from({ length: 5000 }, newId);
  expect(ids).toEqual([...new Set(ids)].sort());
  expect(ids.every(id => validate(id) && version(id) === 7)).toBe(true);
  expect(Number.parseInt(ids[0]!.replace('-', '').slice(0, 12), 16)).toBeGreaterThanOrEqual(before);
});
