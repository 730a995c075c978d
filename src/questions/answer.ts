import { z } from 'zod';
import { INTENTS } from './reading/intents.ts';

const STATUSES = ['answered', 'needs_clarification', 'not_found', 'unknown', 'refused'] as const;
const SOURCES = ['built_in', 'model'] as const;

const AnswerQuery = z
  .object({
    tool: z.string().meta({ description: '`report`, or the look-up that fetched the data.' }),
    arguments: z.record(z.string(), z.unknown()).meta({ description: 'Arguments of the tool.' }),
    method: z.string().nullable().meta({ description: 'Method of that request.' }),
    path: z.string().nullable().meta({ description: 'Path of that request, without the base path.' }),
    body: z.record(z.string(), z.unknown()).nullable().meta({ description: 'Body of that request, if it has one.' }),
    rest: z
      .string()
      .nullable()
      .meta({ description: 'The REST request that returns the same rows; null if there is none.' }),
  })
  .meta({ id: 'AnswerQuery', description: 'The query that answered a question, so that it can be checked.' });

const AnswerChoice = z
  .object({
    label: z.string().meta({ description: 'Name.' }),
    sku: z.string().nullable().meta({ description: 'Its SKU, if it is one variant.' }),
    id: z.uuid().nullable().meta({ description: 'Its identifier; null for a category.' }),
  })
  .meta({ id: 'AnswerChoice', description: 'A possible meaning of a question.' });

/** The rows behind a sentence. */
const rows = {
  query: AnswerQuery.nullable().meta({ description: 'The query that ran; null if none did.' }),
  columns: z.array(z.string()).meta({ description: 'Fields of the rows, in order.' }),
  data: z
    .array(z.record(z.string(), z.unknown()))
    .meta({ description: 'The rows behind the answer: those of the request in `query`.' }),
  total: z
    .int()
    .nullable()
    .meta({ description: 'Number of rows; more than `data` holds if only the first were read.' }),
  assumptions: z.array(z.string()).meta({ description: 'Assumptions made.' }),
};

const FurtherAnswer = z
  .object({
    question: z.string().meta({ description: 'The question as it can be asked by itself.' }),
    answer: z.string().meta({ description: 'The answer in a sentence.' }),
    ...rows,
  })
  .meta({ id: 'FurtherAnswer', description: 'The answer to a further question of the same text.' });

export const Answer = z
  .object({
    question: z.string().meta({ description: 'The question as it was asked.' }),
    status: z.enum(STATUSES).meta({
      id: 'AnswerStatus',
      description:
        'Outcome. needs_clarification: ask again and name one of the choices; not_found: something named does not exist; unknown: not understood; refused: not allowed.',
    }),
    answer: z.string().meta({
      description:
        'The answer in a sentence. Every figure in it is in the data or in the query, here or in `further`, or is a share of the total.',
    }),
    intent: z
      .enum(INTENTS)
      .meta({ id: 'AnswerIntent', description: 'Intent that the question was understood to have.' }),
    confidence: z.number().meta({ description: 'How much of the question was understood, from 0 to 1.' }),
    leftOut: z.array(z.string()).meta({ description: 'Words of the question that the answer does not use.' }),
    slots: z.record(z.string(), z.unknown()).meta({ description: 'Items, places and times that the question named.' }),
    ...rows,
    further: z.array(FurtherAnswer).meta({
      description: 'The answers to the further questions of the text, in their order; `answer` says them too.',
    }),
    choices: z
      .array(AnswerChoice)
      .meta({ description: 'Possible meanings to choose from, if the question is ambiguous.' }),
    suggestions: z.array(z.string()).meta({ description: 'Suggested next questions.' }),
    source: z.enum(SOURCES).meta({
      id: 'AnswerSource',
      description: 'Which engine understood the question: built_in, or the configured model.',
    }),
  })
  .meta({ id: 'Answer', description: 'The answer to a question in plain language.' });

export type Answered = z.output<typeof Answer>;
