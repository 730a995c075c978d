import { sql } from 'kysely';
import { reportInput } from '../../figures/input.ts';
import { type ReportAnswer, reportOn } from '../../figures/query.ts';
import { snakeKeys } from '../../kernel/case.ts';
import { type ProblemCode, Refusal, refuse } from '../../kernel/errors.ts';
import type { Language } from '../../kernel/language.ts';
import { type Reading as Asking, allows, requireScopes } from '../../kernel/operation.ts';
import { camelKeys } from '../../kernel/spelling.ts';
import { ofTenant } from '../../store/tenant.ts';
import type { Answered } from '../answer.ts';
import { catalogueOf } from '../names/catalogue.ts';
import type { Lexicon } from '../names/lexicon.ts';
import type { HandedBack } from '../reading/handed-back.ts';
import { type Answerable, type Computed, intentOf, type Query } from '../reading/requests.ts';
import { understand } from '../reading/understand.ts';
import {
  allBut,
  answerOf,
  grownBy,
  type NameOf,
  ofSides,
  placed,
  rankedByGrowth,
  rankedPerUnit,
  recordsSaid,
  SHOWN,
} from './answers.ts';
import { german } from './german.ts';
import { fieldsAsked, itemsOf, unitOf } from './items.ts';
import { type Found, lookUp } from './look-ups.ts';
import { refusedSaid } from './refused.ts';
import { english, type Speech } from './speech.ts';
import { capabilities, followUps, topics } from './suggestions.ts';

const SPEECH: { readonly [language in Language]: Speech } = { en: english, de: german };

/** Answers a question in this language, from what the caller may read. */
export async function answerTo(
  asking: Asking,
  question: string,
  context?: Json,
  language: Language = 'en',
): Promise<Answered> {
  const speech = SPEECH[language];
  const lexicon = catalogueOf(asking);
  const home = await homeOf(asking);
  const { today } = home;
  const understood = await understand(question, lexicon, today, carriedFrom(context));
  const { slots, handedBack, request, unused } = understood;
  const isRefused = handedBack?.status === 'refused';
  const chosen = isRefused
    ? undefined
    : await asking.caller.environment?.model?.answer(question, lexicon, asking, today, language);
  if (chosen) {
    const told = await carriedOut(asking, question, chosen.request, lexicon, home, speech);
    const assumptions = [...told.assumptions, ...chosen.others.map(speech.sentence)];
    const answer = chosen.sentence ?? told.answer;
    return {
      ...told,
      question,
      answer,
      assumptions,
      confidence: 0.5,
      further: [],
      leftOut: [],
      slots: spelt(slots),
      source: 'model',
    };
  }
  if (!request) return { ...closed(question, handedBack!, speech), slots: spelt(slots) };
  const told = await carriedOut(asking, question, request, lexicon, home, speech);
  const isTold = told.status === 'answered';
  const further: Answered['further'][number][] = [];
  const missing: string[] = [];
  // One after the other: a text takes no more connections than a question.
  for (const { question, request, assumptions } of understood.further) {
    const also = isTold ? await carriedOut(asking, question, request, lexicon, home, speech) : undefined;
    if (also?.status !== 'answered') missing.push(question);
    else {
      const { answer, query, columns, data, total } = also;
      const assumed = [...assumptions.map(speech.note), ...also.assumptions];
      further.push({ question, answer, query, columns, data, total, assumptions: assumed });
    }
  }
  const leftOut = [...missing, ...understood.leftOut];
  const also = leftOut.map(each => `"${each}"`).join(', ');
  return {
    ...told,
    question,
    answer: [
      told.answer,
      ...further.map(({ answer }) => answer),
      ...(leftOut.length > 0 ? [speech.sentence(`That is not all; ask again: ${also}.`)] : []),
      ...(unused.length > 0
        ? [speech.sentence(`I did not use ${unused.map(each => `'${each}'`).join(' and ')}.`)]
        : []),
    ].join(' '),
    further,
    confidence: isTold ? (leftOut.length > 0 ? 0.6 : 0.95 - 0.2 * unused.length) : 0.3,
    leftOut: [...leftOut, ...unused],
    slots: spelt(slots),
    assumptions: [...understood.assumptions.map(speech.note), ...told.assumptions],
    suggestions: [...leftOut, ...told.suggestions].slice(0, 4),
  };
}

interface Json {
  [name: string]: unknown;
}

/** The fields of an answer without data. */
const NOTHING = { further: [], query: null, columns: [], data: [], total: null, assumptions: [], choices: [] };

/** An answer that says why there is none, and suggests what to ask instead. */
const closed = (question: string, { suggestions, ...handedBack }: HandedBack, speech: Speech): Answered => ({
  ...NOTHING,
  ...handedBack,
  answer: speech.sentence(handedBack.answer),
  question,
  confidence: handedBack.status === 'refused' || handedBack.status === 'unknown' ? 1 : 0.3,
  slots: {},
  suggestions: (suggestions.length > 0 ? suggestions : followUps(handedBack.intent)).map(speech.sentence),
  source: 'built_in',
});

/** Where the answer is given: the day it is there, and the currency of all money. */
interface Home {
  today: string;
  currency: string;
}
async function homeOf({ db }: Asking): Promise<Home> {
  const { rows } = await sql<Home>`
    select (now() at time zone o.time_zone)::date as today, o.currency
    from organizations o where ${ofTenant('o', 'id')}`.execute(db);
  return rows[0]!;
}

/** The query that a follow-up question continues from, if the client sent one. */
function carriedFrom(context: Json | undefined): Query | undefined {
  const body = context?.['body'];
  if (body === null || typeof body !== 'object') return undefined;
  const parsed = reportInput.safeParse(camelKeys(reportInput, body, []));
  return parsed.success ? parsed.data : undefined;
}

// ---- reading the data ----

/**
 * Reads the requested data and puts it into words. Refuses what the key may not read; a query that makes no sense is
 * handed back with alternatives.
 */
async function carriedOut(
  asking: Asking,
  question: string,
  request: Answerable,
  lexicon: Lexicon,
  { today, currency }: Home,
  speech: Speech,
): Promise<Omit<Answered, 'question' | 'confidence' | 'leftOut' | 'slots'>> {
  const intent = intentOf(request);
  const nameOf = await namesFrom(lexicon, speech);
  const base = { ...NOTHING, intent, suggestions: followUps(intent).map(speech.sentence), source: 'built_in' as const };
  if (request.kind === 'help') {
    const questions = topics.map(speech.sentence);
    return {
      ...base,
      status: 'answered',
      answer: speech.sentence(capabilities),
      suggestions: questions.slice(0, 4),
      columns: ['question'],
      data: questions.map(question => ({ question })),
      total: questions.length,
    };
  }
  try {
    if (request.kind === 'look_up') {
      const { name, found } = await foundFor(asking, request);
      const missing = found.rows.length === 0 ? numberIn(request.input) : undefined;
      return {
        ...base,
        status: missing ? 'not_found' : 'answered',
        answer: missing
          ? speech.sentence(`I know no item or document '${missing}'.`)
          : recordsSaid(
              name,
              request.quantity ? forQuantity(found, request.quantity) : found,
              nameOf,
              speech,
              {
                items: await itemsOf(asking, skusIn(found.rows.slice(0, SHOWN))),
                currency,
                asked: fieldsAsked(question),
              },
              request.isCounted,
            ),
        query: requestOf(name, spelt(request.input), 'GET', found.path, null),
        columns: found.columns,
        data: found.rows,
        total: found.total,
        assumptions:
          found.total > found.rows.length ? [speech.sentence(`the first ${found.rows.length} of ${found.total}`)] : [],
      };
    }
    requireModules(asking, request.query);
    if (request.also?.absent === 'supplier') requireScopes(['catalog:read'], asking.caller);
    const otherwise = await countedOtherwise(asking, request.query);
    if (otherwise) return { ...base, status: 'needs_clarification', answer: speech.sentence(otherwise) };
    const report = await reportOn(asking, request.query);
    const answer = await chosenFrom(report, request.query, lexicon, request.also);
    const whole = request.also?.whole && (await reportOn(asking, request.also.whole));
    const { data, meta } = answer;
    const read =
      request.also?.places || request.also?.absent || request.also?.grown || request.also?.sides
        ? report.data.length
        : data.length;
    const body = bodyOf(request.query);
    return {
      ...base,
      status: 'answered',
      answer: answerOf(
        request.query,
        answer,
        nameOf,
        today,
        speech,
        request.also,
        whole?.totals,
        await knownOf(asking, request.query, data),
      ),
      query: requestOf('report', body, 'POST', '/reports/query', body),
      columns: Object.keys(data[0] ?? answer.totals),
      data,
      total: meta.groups,
      assumptions: [
        ...meta.notes.map(speech.note),
        ...(report.meta.groups > read && !request.also?.isLast
          ? [speech.sentence(`the first ${read} of ${report.meta.groups}`)]
          : []),
      ],
    };
  } catch (error) {
    // A service that is busy has not understood the question any less.
    if (!(error instanceof Refusal) || !OF_QUESTIONS.includes(error.code)) throw error;
    const query = request.kind === 'query' ? request.query : undefined;
    return {
      ...base,
      status: error.code === 'validation_failed' ? 'needs_clarification' : 'refused',
      answer: refusedSaid(error.problems, query, speech),
    };
  }
}

/** The rows that are asked for, of those that were read to find them. */
async function chosenFrom(
  report: ReportAnswer,
  query: Query,
  lexicon: Lexicon,
  { perUnit, growth, places, absent, grown, sides }: Computed = {},
): Promise<ReportAnswer> {
  if (absent)
    return allBut(report, query, absent, await (absent === 'supplier' ? lexicon.suppliers() : lexicon.locations()));
  if (typeof perUnit === 'object') return { ...report, data: rankedPerUnit(report.data, query, perUnit) };
  const kept = places
    ? placed(report.data, query, places)
    : grown
      ? grownBy(report.data, query, grown)
      : sides
        ? ofSides(report.data, query, sides)
        : report.data;
  const data = typeof growth === 'object' ? rankedByGrowth(kept, query, growth) : kept;
  return {
    ...report,
    data,
    meta: { ...report.meta, groups: places || grown || sides ? kept.length : report.meta.groups },
  };
}

/** Words of a reference that no order has may be of a purchase order's. */
async function foundFor(asking: Asking, { name, input }: Extract<Answerable, { kind: 'look_up' }>) {
  const found = await lookUp(asking, name, input);
  const isOther = name === 'order_lookup' && 'q' in input && found.rows.length === 0;
  if (!isOther || !allows(asking.caller.scopes, 'purchasing:read')) return { name, found };
  const bought = await lookUp(asking, 'purchase_orders', input);
  return bought.rows.length > 0 ? ({ name: 'purchase_orders', found: bought } as const) : { name, found };
}

/** Recipes, as they are of this quantity. */
const forQuantity = ({ rows, ...found }: Found, quantity: number): Found => ({
  ...found,
  rows: rows.map(row => {
    const per = Number(row['output_quantity']);
    const items = (row['items'] as Json[]).map(item => ({
      ...item,
      quantity: Number(((Number(item['quantity']) * quantity) / per).toFixed(4)),
    }));
    return { ...row, output_quantity: quantity, items };
  }),
});

/** The SKUs of records and of their lines. */
const skusIn = (rows: readonly Json[]): string[] =>
  rows.flatMap(row => [
    ...(typeof row['sku'] === 'string' ? [row['sku']] : []),
    ...skusIn(Object.values(row).flatMap(value => (Array.isArray(value) ? (value as Json[]) : []))),
  ]);

/** What the items are called and counted in that the query names, or that are shown. */
async function knownOf(asking: Asking, { filters = [] }: Query, data: readonly Json[]) {
  const named = (group: string): string[] =>
    filters.flatMap(({ field, op, value }) =>
      field === group && (op === 'in' || op === '=') ? [value].flat().map(String) : [],
    );
  const skus = [...named('sku'), ...skusIn(data.slice(0, SHOWN))];
  const items = await itemsOf(asking, skus);
  const [unit, ...others] = new Set(named('sku').map(sku => items.get(sku)?.unit));
  return {
    items,
    unit: skus.length === 0 ? await unitOf(asking, named('category')) : others.length > 0 ? undefined : unit,
  };
}

const OTHERS_SHOWN = 3;

/** What a query in kilograms would leave out, because it is counted otherwise: "how many kilos of cups". */
async function countedOtherwise(asking: Asking, query: Query): Promise<string | undefined> {
  const { having: _, sort: __, filters = [], ...rest } = query;
  const unit = filters.find(({ field }) => field === 'unit');
  if (!unit) return undefined;
  const others = filters.map(filter => (filter === unit ? { ...unit, op: '!=' as const } : filter));
  const { data } = await reportOn(asking, { ...rest, filters: others, dimensions: ['sku'], limit: OTHERS_SHOWN });
  const skus = data.map(({ sku }) => sku).join(', ');
  return skus && `That is not all counted in ${String(unit.value)}: not ${skus}. Ask for units.`;
}

/** Refusals that answer a question. */
const OF_QUESTIONS: readonly ProblemCode[] = ['validation_failed', 'insufficient_scope', 'module_not_enabled'];

/** Lots need the traceability module, batches manufacturing; without it there are none to group by. */
function requireModules({ caller }: Asking, { dimensions = [], filters = [] }: Query): void {
  const fields = [...dimensions, ...filters.map(({ field }) => field)];
  const of = (module: 'traceability' | 'manufacturing', ...names: string[]) => {
    if (!caller.modules.has(module) && fields.some(field => names.includes(field)))
      refuse('module_not_enabled', `The ${module} module is not enabled.`, { details: { module } });
  };
  of('traceability', 'lot', 'expiry_date', 'lot_status');
  of('manufacturing', 'batch');
}

/** The number of the record, if the look-up is for a single one. */
const numberIn = ({ number, numbers, lotNumber, q }: Json): string | undefined =>
  [number, numbers, lotNumber, q].flat().find(each => each !== undefined) as string | undefined;

const requestOf = (tool: string, given: Json, method: string, path: string, body: Json | null) => ({
  tool,
  arguments: given,
  method,
  path,
  body,
  rest: `${method} ${path}`,
});

/** The query as a request contains it, without empty fields. */
const bodyOf = (given: object): Json =>
  Object.fromEntries(Object.entries(spelt(given)).filter(([, value]) => !(Array.isArray(value) && value.length === 0)));

/** The names of locations and suppliers by their codes and ids. */
async function namesFrom(lexicon: Lexicon, { value: plainly }: Speech): Promise<NameOf> {
  const [locations, suppliers] = await Promise.all([lexicon.locations(), lexicon.suppliers()]);
  const called = new Map(
    [...locations, ...suppliers].flatMap(
      ({ id, code, name }) => [[id, name], ...(code ? [[code, name]] : [])] as [string, string][],
    ),
  );
  return (field, value) =>
    /location|supplier/.test(field) ? (called.get(String(value)) ?? plainly(field, value)) : plainly(field, value);
}

/** Free-form JSON has REST's spelling in GraphQL too. */
const spelt = (value: object): Json => snakeKeys(JSON.parse(JSON.stringify(value))) as Json;
