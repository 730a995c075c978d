import { expect, test } from '@jest/globals';
import { statementNames } from '../../src/store/statement-names.ts';

test('a statement has a name from its third use on, and keeps it', () => {
  const nameOf = statementNames(2);
  expect(['a', 'a', 'a', 'a', 'b', 'a'].map(nameOf)).toEqual([undefined, undefined, 's0', 's0', undefined, 's0']);
});

test('many statements that are sent once do not keep the next one from getting a name', () => {
  const nameOf = statementNames(2);
  for (let one = 0; one < 10; one += 1) nameOf(`one of many ${one}`);
  expect(['a', 'b', 'a', 'b', 'a', 'b'].map(nameOf)).toEqual([undefined, undefined, undefined, undefined, 's0', 's1']);
});

test('there are no more names than the limit', () => {
  const nameOf = statementNames(1);
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
