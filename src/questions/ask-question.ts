import { z } from 'zod';
import { text } from '../kernel/inputs.ts';
import { language } from '../kernel/language.ts';
import { query } from '../kernel/operation.ts';
import { Answer } from './answer.ts';
import { withinShare } from './shares.ts';

const CHARACTERS_MAX = 1000;
const WORDS_MAX = 200;
/** Some characters stand for whole words, U+FDFA for four: what they are read as is bounded too. */
const readAs = (question: string): string => question.normalize('NFKC');
const isShort = (question: string): boolean =>
  readAs(question).length <= CHARACTERS_MAX &&
  readAs(question)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean).length <= WORDS_MAX;

export const askQuestion = query('askQuestion', {
  area: 'reports',
  summary: 'Answers a question about the inventory in plain language. Reads only, and only what the key may read.',
  input: z.strictObject({
    question: text(CHARACTERS_MAX)
      .refine(isShort, `Must be ${CHARACTERS_MAX} characters and ${WORDS_MAX} words at most, ligatures written out.`)
      .meta({ description: 'The question, 1 to 1000 characters and 200 words at most.' }),
    language: language().default('en').meta({
      description: 'Language of the answer, its assumptions and suggestions, with its dates, figures and money.',
    }),
    context: z.record(z.string(), z.unknown()).optional().meta({
      description: 'The `query` of the previous answer: a short question ("and in Hamburg?") continues it.',
    }),
  }),
  output: Answer,
  run: (reading, { question, context, language }) =>
    withinShare(reading.organizationId, async () => {
      // The vocabulary is loaded with the first question: most processes are started more often than asked.
      const { answerTo } = await import('./answering/answer-to.ts');
      return answerTo(reading, question, context, language);
    }),
});
