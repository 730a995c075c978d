import { expect, test } from '@jest/globals';
import type { Reading } from '../../src/kernel/operation.ts';
import { EVERYTHING } from '../../src/kernel/unit.ts';
import { askQuestion } from '../../src/questions/ask-question.ts';
import { catalogueOf } from '../../src/questions/names/catalogue.ts';
import { withinShare } from '../../src/questions/shares.ts';
import { tokenize } from '../../src/questions/words/normalize.ts';
import { refusal, useWorld } from '../support/world.ts';

const world = useWorld();

/** A lookup of names, and how much it sends to the database. */
async function recorded() {
  const { id, caller } = await world.tenant();
  const sent: number[] = [];
  const db = world.database.read(id).withPlugin({
    transformQuery: ({ node }) => {
      sent.push(JSON.stringify(node).length);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const reading: Reading = { db, organizationId: id, caller, wants: EVERYTHING };
  return { names: catalogueOf(reading), sent };
}

test.each([1, 12])('%i words of 1,000 letters cause no more lookups than short ones', async count => {
  const { names, sent } = await recorded();
  const words = Array.from({ length: count }, (_, index) => 'abcdefghij'[index % 10]!.repeat(1000 - index));
  await names.findVariants(words, words);
  await names.findNearCodes(words[0]!);
  expect(Math.max(...sent)).toBeLessThan(200_000);
});

test('only as much of a word is read as a name could have', () => {
  expect(tokenize(`stock of ${'x'.repeat(1000)}`).map(({ text }) => text.length)).toEqual([5, 2, 200]);
});

test.each([
  ['200 words', 'cup '.repeat(200), true],
  ['201 words', 'cup '.repeat(201), false],
  ['words parted by signs alone', 'a+'.repeat(201), false],
  ['characters that stand for a phrase', '\u{FDFA}'.repeat(100), false],
  ['numbers in brackets', '\u{247D}'.repeat(300), false],
])('a question of %s is read or refused before it is looked at', (_, question, isRead) => {
  expect(askQuestion.input.safeParse({ question }).success).toBe(isRead);
});

test('an organization has two questions worked on at once, eight wait, and the next is refused; others are not affected', async () => {
  const ends: (() => void)[] = [];
  let running = 0;
  const ask = (organizationId: string) =>
    withinShare(organizationId, async () => {
      running += 1;
      await new Promise<void>(resolve => ends.push(resolve));
      running -= 1;
    });
  const asked = Array.from({ length: 10 }, () => ask('one'));
  const soon = () => new Promise(setImmediate);
  await soon();
  expect(running).toBe(2);
  expect(await refusal(ask('one'))).toEqual([{ code: 'rate_limited' }]);
  const other = ask('two');
  await soon();
  expect(running).toBe(3);
  let areDone = false;
  const done = Promise.all([...asked, other]).then(() => (areDone = true));
  while (!areDone) {
    for (const end of ends.splice(0)) end();
    await soon();
  }
  await done;
  const again = ask('one');
  await soon();
  expect(running).toBe(1);
  ends.pop()!();
  await again;
});

test('a failed question releases its place', async () => {
  for (let turn = 0; turn < 12; turn++)
    await expect(withinShare('one', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});
