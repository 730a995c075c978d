import { sql } from 'kysely';
import { z } from 'zod';
import { today } from '../domain/organizations.ts';
import { reportInput } from '../figures/input.ts';
import { text } from '../kernel/inputs.ts';
import { type Area, allows, type Caller, query, type Reading } from '../kernel/operation.ts';
import { camelKeys } from '../kernel/spelling.ts';
import { snakeKeys } from '../kernel/view.ts';
import { ofTenant } from '../store/tenant.ts';
import { additiveOf, compose, withTotal } from './answers.ts';
import { catalogueOf } from './catalogue.ts';
import { lost, tell } from './figure-answers.ts';
import { asked, exclusions } from './figures.ts';
import type { Cell, Table } from './grounding.ts';
import type { Lexicon } from './lexicon.ts';
import type { Found, ToolRead } from './reads/read.ts';
import { reads } from './reads/reads.ts';
import { slotsOf } from './references.ts';
import { restOf } from './rest.ts';
import { withinShare } from './shares.ts';
import { followUps } from './suggestions.ts';
import { intents, type ToolCall, tools } from './tools.ts';
import { readWhole, type Understanding, understand } from './understand.ts';

const QUESTION_CHARACTERS_MAX = 1000;
const STATUSES = ['answered', 'needs_clarification', 'not_found', 'unknown', 'refused'] as const;
const SOURCES = ['built_in', 'model'] as const;

const AnswerQuery = z
  .object({
    tool: z.string().meta({ description: 'The read-only tool that fetched the data.' }),
    arguments: z.record(z.string(), z.unknown()).meta({ description: 'Arguments of the tool.' }),
    method: z.string().nullable().meta({ description: 'Method of that request.' }),
    path: z.string().nullable().meta({ description: 'Path of that request, without the base path.' }),
    body: z.record(z.string(), z.unknown()).nullable().meta({ description: 'Body of that request, if it has one.' }),
    rest: z
      .string()
      .nullable()
      .meta({ description: 'The REST request that answers the same rows; null if there is none.' }),
  })
  .meta({ id: 'AnswerQuery', description: 'The query that answered a question, so that it can be checked.' });

const AnswerChoice = z
  .object({
    label: z.string().meta({ description: 'Name.' }),
    sku: z.string().nullable().meta({ description: 'Its SKU, if it is one variant.' }),
    id: z.uuid().nullable().meta({ description: 'Its identifier; null for a category.' }),
  })
  .meta({ id: 'AnswerChoice', description: 'A possible meaning of a question.' });

const Answer = z
  .object({
    question: z.string().meta({ description: 'The question as it was asked.' }),
    status: z.enum(STATUSES).meta({
      id: 'AnswerStatus',
      description:
        'Outcome. needs_clarification: ask again and name one of the choices; not_found: something named does not exist; unknown: not understood; refused: not allowed.',
    }),
    answer: z
      .string()
      .meta({ description: 'The answer in a sentence. Every figure in it is in the data or in the query.' }),
    intent: z
      .enum([...intents, 'report'])
      .meta({ id: 'AnswerIntent', description: 'Intent that the question was understood to have.' }),
    confidence: z.number().meta({ description: 'How much of the question the answer rests on, from 0 to 1.' }),
    leftOut: z.array(z.string()).meta({ description: 'Words of the question that the answer does not use.' }),
    slots: z.record(z.string(), z.unknown()).meta({ description: 'Items, places and times that the question named.' }),
    query: AnswerQuery.nullable().meta({ description: 'The query that ran; null if none did.' }),
    columns: z.array(z.string()).meta({ description: 'Fields of the rows, in order.' }),
    data: z
      .array(z.record(z.string(), z.unknown()))
      .meta({ description: 'The rows behind the answer. Where they add up, the last row is the total.' }),
    total: z
      .int()
      .nullable()
      .meta({ description: 'Number of rows; more than `data` holds if only the first were read.' }),
    assumptions: z.array(z.string()).meta({ description: 'Assumptions made.' }),
    choices: z.array(AnswerChoice).meta({ description: 'Possible meanings, if the question has to be asked again.' }),
    suggestions: z.array(z.string()).meta({ description: 'Questions to ask next.' }),
    source: z.enum(SOURCES).meta({
      id: 'AnswerSource',
      description: 'Which engine understood the question: built_in, or the configured model.',
    }),
  })
  .meta({ id: 'Answer', description: 'The answer to a question in plain language.' });

export const askQuestion = query('askQuestion', {
  area: 'reports',
  summary: 'Answers a question about the inventory in plain language. Reads only, and only what the key may read.',
  input: z.strictObject({
    question: text(QUESTION_CHARACTERS_MAX).meta({ description: 'The question, 1 to 1000 characters.' }),
    context: z.record(z.string(), z.unknown()).optional().meta({
      description: 'The `query` of the answer before: a short question ("and in Hamburg?") carries on from it.',
    }),
  }),
  output: Answer,
  run: (reading, { question, context }) =>
    withinShare(reading.organizationId, () => answerTo(reading, question, context)),
});

async function answerTo(reading: Reading, question: string, context?: { [name: string]: unknown }) {
  const day = await today(reading);
  const lexicon = catalogueOf(reading);
  const read = await understand(question, lexicon, { today: day, modules: [...reading.caller.modules] });
  const chosen =
    read.status === 'refused'
      ? undefined
      : await reading.caller.environment?.model?.choose(question, lexicon, { caller: reading.caller, today: day });
  const whole = read.status === 'refused' ? undefined : await readWhole(question, lexicon, day);
  const figures = whole && !chosen && asked(whole, day, carriedFrom(context));
  const isWhole =
    whole && figures && figures.leftOver.length === 0 && whole.names.every(({ names }) => names.length === 1);
  if (
    isWhole &&
    (figures.isParticular || read.status !== 'answerable' || (await isOlder(reading, read, figures.query)))
  )
    return {
      question,
      slots: {},
      suggestions: read.suggestions,
      source: 'built_in',
      ...(await told(reading, figures.query)),
    };
  const understood = chosen ? await asChosen(chosen, read, lexicon) : read;
  const { intent, confidence, slots, suggestions, call } = understood;
  const leftOut = whole && call ? lost(whole, { ...call.arguments, ...slots }, exclusions(whole)) : [];
  const outcome =
    call && leftOut.length > 0
      ? { ...closed(understood), status: 'needs_clarification', answer: handedBack(leftOut) }
      : call
        ? await carryOut(reading, day, understood, call)
        : closed(understood);
  return {
    question,
    intent,
    confidence: leftOut.length > 0 ? Math.min(confidence, 0.3) : confidence,
    leftOut,
    slots: spelt(slots),
    suggestions,
    source: chosen ? 'model' : 'built_in',
    ...outcome,
  };
}

const handedBack = (leftOut: readonly string[]): string =>
  `I understood the rest, but not what to do with ${leftOut.map(each => `'${each}'`).join(' and ')}, and the answer would be another without it. Ask in other words, or use the report query.`;

/** A figure by the query, told. */
async function told(reading: Reading, query: Parameters<typeof tell>[1]) {
  const { status, answer, body, columns, data, total, assumptions } = await tell(reading, query);
  return {
    intent: 'report',
    status,
    answer,
    confidence: status === 'answered' ? 0.95 : 0.5,
    leftOut: [],
    query: {
      tool: 'report',
      arguments: body,
      rest: 'POST /reports/query',
      method: 'POST',
      path: '/reports/query',
      body,
    },
    columns,
    data,
    total,
    assumptions,
    choices: [],
  };
}

/** The query that a short question carries on from, if the client sent one. */
function carriedFrom(context: { [name: string]: unknown } | undefined): Parameters<typeof tell>[1] | undefined {
  const body = context?.['body'];
  if (body === null || typeof body !== 'object') return undefined;
  const parsed = reportInput.safeParse(camelKeys(reportInput, body, []));
  return parsed.success ? parsed.data : undefined;
}

/** Whether it asks for sales of before the ledger, which only the query knows of. */
async function isOlder(
  { db }: Reading,
  { intent }: Understanding,
  { from, measures }: { from?: string; measures: readonly string[] },
): Promise<boolean> {
  if (intent !== 'sales_summary' || from === undefined || !measures.includes('units_sold')) return false;
  const { rows } = await sql<{
    older: boolean;
  }>`select exists (select from demand_history h where ${ofTenant('h')} and h.date >= ${from}::date) as older`.execute(
    db,
  );
  return rows[0]!.older;
}

/** What the model chose, in the place of what the engine read. How sure the engine is of another reading says nothing about this one. */
async function asChosen(call: ToolCall, read: Understanding, lexicon: Lexicon): Promise<Understanding> {
  const slots = await slotsOf(call, lexicon);
  const isSame = read.call?.tool === call.tool;
  return {
    status: 'answerable',
    intent: call.tool,
    confidence: isSame ? read.confidence : 0.5,
    slots,
    call,
    answer: null,
    assumptions: [],
    alternatives: [],
    suggestions: followUps(call.tool, slots),
  };
}

interface Outcome {
  status: (typeof STATUSES)[number];
  answer: string;
  query: z.output<typeof AnswerQuery> | null;
  columns: readonly string[];
  data: object[];
  total: number | null;
  assumptions: string[];
  choices: object[];
}

/** What can be said without looking anything up. */
function closed({ status, answer, assumptions, alternatives }: Understanding): Outcome {
  const choices = alternatives.map(({ label, sku, id }) => ({ label, sku: sku ?? null, id: id ?? null }));
  return {
    status: status === 'answerable' ? 'unknown' : status,
    answer: answer ?? '',
    query: null,
    columns: [],
    data: [],
    total: null,
    assumptions,
    choices,
  };
}

/** Runs the tool, if the caller may read what it reads, and tells what it brought. */
async function carryOut(
  { db, caller }: Reading,
  day: string,
  understood: Understanding,
  call: ToolCall,
): Promise<Outcome> {
  const read = reads[call.tool] as ToolRead<ToolCall['arguments']>;
  const missing = missingScope(caller, read.areas);
  if (missing)
    return {
      ...closed(understood),
      status: 'refused',
      answer: `That needs the scope ${missing}, which this key lacks.`,
    };
  const found = await read.run({ db, caller, today: day }, call.arguments);
  const summed = additiveOf(call);
  const table = withTotal(call, tableOf(call, found), summed.length > 0 ? await found.sums?.(summed) : undefined);
  const assumptions =
    found.total > found.rows.length
      ? [...understood.assumptions, `the first ${found.rows.length} of ${found.total}`]
      : understood.assumptions;
  return {
    status: 'answered',
    answer: understood.answer ?? compose(call, understood.slots, table),
    query: { tool: call.tool, arguments: spelt(call.arguments), ...requestOf(restOf(call)) },
    columns: table.columns,
    data: table.rows.map(row => Object.fromEntries(table.columns.map((column, at) => [column, row[at] ?? null]))),
    total: found.total,
    assumptions,
    choices: [],
  };
}

/** The request, whole and in its parts. */
function requestOf(rest: string | null) {
  const [method = null, path = null] = rest?.split(' ') ?? [];
  return { rest, method, path, body: null };
}

const missingScope = (caller: Caller, areas: readonly Area[]): string | undefined =>
  areas.map(area => `${area}:read` as const).find(scope => !allows(caller.scopes, scope));

function tableOf(call: ToolCall, { rows, columns = tools[call.tool].columns }: Found): Table {
  return { columns, rows: rows.map(row => columns.map(column => (row[column] ?? null) as Cell)) };
}

/** Free JSON is spelt as REST spells it, on both faces. */
const spelt = (value: object): { [name: string]: unknown } =>
  snakeKeys(JSON.parse(JSON.stringify(value))) as { [name: string]: unknown };
