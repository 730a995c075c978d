import { type Understanding, understand } from '../../src/questions/reading/understand.ts';
import { memoryLexicon } from './memory-lexicon.ts';
import { roastery, today } from './roastery.ts';

export const lexicon = memoryLexicon(roastery);

/** How the questions of these tests are read: in the roastery, on its today. */
export const ask = (question: string): Promise<Understanding> => understand(question, lexicon, today);

/** What was understood: the query, the lookup, or why it is handed back. */
export const asked = async (question: string) => {
  const { request, handedBack } = await ask(question);
  return handedBack ?? (request?.kind === 'query' ? request.query : request);
};
