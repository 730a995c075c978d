import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type Understanding, understand } from '../../src/questions/reading/understand.ts';
import { sliceOf } from '../support/slice.ts';
import { memoryLexicon } from './memory-lexicon.ts';
import { roastery, today } from './roastery.ts';

/** English questions, each with those of other languages that say the same: a line of each, indented. */
const paraphrases = readFileSync(new URL('paraphrases.txt', import.meta.url), 'utf8')
  .trim()
  .split(/\n(?! )/)
  .map((block): [english: string, said: string[]] => {
    const [english, ...said] = block.split('\n') as [string, ...string[]];
    return [english, said.flatMap(line => line.replace(/^ +\w\w: /, '').split(' | '))];
  });

const lexicon = memoryLexicon(roastery);
/** The query or look-up, and what it leaves out; the intent is only a name for them. */
const heard = ({ request, handedBack, unused, leftOut }: Understanding) => ({
  request: request?.kind === 'query' ? request.query : request,
  ...{ handedBack, unused, leftOut },
});

describe('a question is the same in every language', () => {
  it.each(sliceOf(paraphrases, 3))('%s', async (english, said) => {
    const meant = heard(await understand(english, lexicon, today));
    expect(meant).toMatchObject({ request: expect.anything(), unused: [], leftOut: [] });
    for (const question of said) {
      const own = await understand(question, lexicon, today);
      expect({ question, ...heard(own) }).toEqual({ question, ...meant });
    }
  });
});
