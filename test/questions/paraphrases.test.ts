import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type Understanding, understand } from '../../src/questions/reading/understand.ts';
import { memoryLexicon } from './memory-lexicon.ts';
import { roastery, today } from './roastery.ts';

/** English questions, each with those of other languages that say the same. */
type Paraphrases = { [english: string]: { [language: string]: string[] } };
const paraphrases = JSON.parse(readFileSync(new URL('paraphrases.json', import.meta.url), 'utf8')) as Paraphrases;

const lexicon = memoryLexicon(roastery);
const heard = ({ request, handedBack, unused, leftOut }: Understanding) => ({ request, handedBack, unused, leftOut });

describe('a question is the same in every language', () => {
  it.each(Object.entries(paraphrases))('%s', async (english, said) => {
    const meant = heard(await understand(english, lexicon, today));
    expect(meant).toMatchObject({ request: expect.anything(), unused: [], leftOut: [] });
    for (const question of Object.values(said).flat()) {
      const own = await understand(question, lexicon, today);
      expect({ question, ...heard(own) }).toEqual({ question, ...meant });
    }
  });
});
