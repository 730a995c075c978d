import { expect, test } from '@jest/globals';
import { statementNames } from '../../src/store/statement-names.ts';

test('a statement has a name from its third use on, and keeps it', () => {
  const { of: nameOf } = statementNames(2);
  expect(['a', 'a', 'a', 'a', 'b', 'a'].map(nameOf)).toEqual([undefined, undefined, 's0', 's0', undefined, 's0']);
});

test('many statements that are sent once do not keep the next one from getting a name', () => {
  const { of: nameOf } = statementNames(2);
  for (let one = 0; one < 10; one += 1) nameOf(`one of many ${one}`);
  expect(['a', 'b', 'a', 'b', 'a', 'b'].map(nameOf)).toEqual([undefined, undefined, undefined, undefined, 's0', 's1']);
});

test('there are no more names than the limit', () => {
  const { of: nameOf } = statementNames(1);
  expect(['a', 'a', 'a', 'b', 'b', 'b', 'a'].map(nameOf)).toEqual([
    undefined,
    undefined,
    's0',
    undefined,
    undefined,
    undefined,
    's0',
  ]);
});

test('once the server refuses a name, all statements get new ones, and once only', () => {
  const { of: nameOf, outdated } = statementNames(2);
  const thrice = (text: string) => [text, text, text].map(nameOf).at(-1);
  expect([thrice('a'), thrice('b')]).toEqual(['s0', 's1']);
  outdated('s1');
  expect([nameOf('b'), thrice('a')]).toEqual([undefined, 's2']);
  outdated('s0');
  expect(nameOf('a')).toBe('s2');
});
