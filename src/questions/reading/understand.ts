import { measureNamed } from '../../figures/measures.ts';
import { has } from '../../figures/plan.ts';
import { capabilities } from '../answering/suggestions.ts';
import { isWord } from '../languages/dictionary.ts';
import { isWithin, type Span } from '../names/codes.ts';
import type { Lexicon } from '../names/lexicon.ts';
import type { CatalogueName } from '../names/names.ts';
import { refusalFor, refusalText } from '../refusing/guard.ts';
import { isWriteRequest, writeAnswer } from '../refusing/writes.ts';
import { clean } from '../words/normalize.ts';
import { type Asked, asked } from './asked.ts';
import { OF_GOODS } from './figures.ts';
import { type Around, type Further, furtherIn } from './further.ts';
import { back, type HandedBack, JOINING, OTHERWISE, problemIn, turnsAround, without } from './handed-back.ts';
import { meaningOf } from './item.ts';
import { divisionsOf, endsIn, headIn, isLead, pieced } from './pieces.ts';
import { quoted, type Reading, read } from './reading.ts';
import type { Answerable, Query } from './requests.ts';
import { Sentence, sentenceOf, thereofIn } from './sentence.ts';
import { dividedIn, isEqual, isThing, joinedWith, partsOf } from './several.ts';

/*
 * Understands a question: returns the request that answers it, or why it is refused or handed back. Reads nothing but
 * names, and always understands the same question in the same way.
 */

export interface Understanding {
  /** The request that answers it; undefined if it is handed back. */
  request: Answerable | undefined;
  handedBack: HandedBack | undefined;
  slots: { [name: string]: unknown };
  /** The further questions of the text that are understood too. */
  further: readonly AlsoUnderstood[];
  /** Those that are not. */
  leftOut: readonly string[];
  /** Words that this request ignores. */
  unused: readonly string[];
  assumptions: readonly string[];
}

/** A further question, as it can be asked by itself, and the request that answers it. */
export interface AlsoUnderstood {
  question: string;
  request: Answerable;
  assumptions: readonly string[];
}

const only = (handedBack: HandedBack): Understanding => ({
  request: undefined,
  handedBack,
  slots: {},
  further: [],
  leftOut: [],
  unused: [],
  assumptions: [],
});

/** Understands a question, as a follow-up to the previous query if there is one. */
export async function understand(
  question: string,
  lexicon: Lexicon,
  today: string,
  carried?: Query,
  isAgain = false,
): Promise<Understanding> {
  const refusal = refusalFor(clean(question));
  if (refusal) return only(back('refused', 'out_of_scope', refusalText[refusal]));
  const reading = await read(question, lexicon, today);
  // With typos, a request to change something is still one.
  const again = refusalFor(reading.tokens.map(token => token.text).join(' '));
  if (again) return only(back('refused', 'out_of_scope', refusalText[again]));
  const demand = writeIn(reading);
  if (demand) return only(back('refused', 'write_request', demand));
  const parts = partsOf(reading);
  if (parts.length === 0)
    return only(back('unknown', 'out_of_scope', `I did not find a question in that. ${capabilities}`));
  const ends = carried ? undefined : bothEnds(reading, today);
  if (ends) return answering(reading, ends);
  const [said, others] = dividedIn(reading, parts as [Span, ...Span[]], today);
  const span = carried ? withoutLead(reading, said) : said;
  const loose = carried ? undefined : looseIn(reading, span);
  if (loose) return only(loose);
  const first = asked(reading, span, today, carried);
  for (const names of carried ? subjectsOf(carried, reading, span, first) : []) {
    const of = await understand(`${quoted(reading, span)} ${names}`, lexicon, today, undefined, true);
    if (of.request) return of;
  }
  const [understood, apart] = joinedWith(first, reading, others, today);
  const problem = problemIn(reading, understood, span);
  const answered = problem || understood.request?.kind === 'beyond' ? undefined : understood.request;
  const known = answered && { question: '', request: answered, assumptions: [] };
  const further =
    known && !isAgain ? eachOf(reading, [span, ...apart.slice(0, FURTHER_MAX)], today, {}, known).slice(1) : [];
  // The lines of a list; of a sentence, they end anywhere.
  const lines = problem ? question.split(/\s*\n\s*/).filter(Boolean) : [];
  if (lines.length > 1) {
    const listed = await understand(lines.join('; '), lexicon, today, carried, isAgain);
    if (listed.request) return listed;
  }
  const isWhole = !problem && (parts.length > 1 || !isListed(reading));
  const told = [answered, ...further.map(each => each?.request)].filter(each => each !== undefined);
  const pieces = isWhole || carried || isAgain ? undefined : inPieces(reading, parts, today, told);
  if (pieces) return answering(reading, pieces);
  const isOffered = problem?.answer.endsWith(OTHERWISE) && !isAgain;
  const offered =
    isOffered && !understood.leftOver.some(item => turnsAround(reading, item))
      ? without(reading, understood.leftOver)
      : undefined;
  const isAnswered = offered !== undefined && (await understand(offered, lexicon, today, carried, true)).request;
  return {
    request: answered,
    handedBack: problem && isAnswered ? offering(problem, offered) : problem,
    slots: slotsOf(reading),
    further: further.filter(each => each !== undefined && !isEqual(each.request, answered)) as AlsoUnderstood[],
    leftOut: apart.filter((_, at) => !further[at]).map(other => quoted(reading, other)),
    unused: understood.unused.map(each => quoted(reading, each)),
    assumptions: [...vagueIn(reading), ...readAs(reading), ...understood.assumptions],
  };
}

/**
 * What is not understood as one, in pieces: the questions of the text, of which the first is understood; or, between
 * its signs and joints, all of them.
 */
function inPieces(
  reading: Reading,
  parts: readonly Span[],
  today: string,
  told: readonly Answerable[],
): Pieces | undefined {
  const questions = parts.length > 1 && told.length === 0 ? eachOf(reading, parts, today, {}) : [];
  if (questions[0]) {
    const leftOut = parts.filter((_, at) => !questions[at]).map(part => quoted(reading, part));
    return { ...piecesOf(questions.filter(each => each !== undefined)), leftOut };
  }
  for (const division of divisionsOf(reading)) {
    const lead = isLead(reading, division[0]!) ? division[0] : undefined;
    const pieces = division.slice(lead ? 1 : 0);
    if (pieces.length < 2 || pieces.length > FURTHER_MAX + 1) continue;
    const each = eachOf(reading, pieces, today, { lead, isPiece: true });
    if (each.every(one => one && told.some(whole => isToldBy(one, whole)))) return undefined;
    if (each.every(one => one !== undefined) && (lead || !each.some(isBounded)))
      return { ...piecesOf(each), leftOut: [] };
  }
  return undefined;
}

/** "Best and worst seller": both, each as if it were asked alone. */
function bothEnds(reading: Reading, today: string): Pieces | undefined {
  for (const ends of endsIn(reading)) {
    const each = ends.map(spans => aloneIn(pieced(reading, spans), today));
    if (each.every(one => one !== undefined) && areEnds(each)) return { ...piecesOf(each), leftOut: [] };
  }
  return undefined;
}
/** Whether they order rows of one kind by one figure. */
const areEnds = (each: readonly AlsoUnderstood[]): boolean => {
  const [one, other] = each.map(({ request }) =>
    request.kind === 'query' && request.query.sort?.length
      ? [request.query.measures[0], request.query.dimensions]
      : undefined,
  );
  return one !== undefined && isEqual(one, other);
};

/** What is told of a text that is answered in pieces. */
const answering = (reading: Reading, pieces: Pieces): Understanding => ({
  ...pieces,
  ...{ handedBack: undefined, slots: slotsOf(reading), unused: [] },
  assumptions: [...readAs(reading), ...pieces.assumptions],
});

/** "Yesterday: orders, revenue": a list of what is asked. */
const isListed = (reading: Reading): boolean => {
  const [lead, ...pieces] = divisionsOf(reading)[0] ?? [];
  return pieces.length > 1 && headIn(reading, lead!) !== undefined;
};

/** Whether the whole says all that a piece asks for. */
const isToldBy = ({ request }: AlsoUnderstood, whole: Answerable): boolean =>
  request.kind === 'query' && whole.kind === 'query'
    ? request.query.measures.every(name => whole.query.measures.includes(name)) &&
      isEqual(request.query.dimensions ?? [], whole.query.dimensions ?? [])
    : isEqual(request, whole);

type Pieces = Pick<Understanding, 'request' | 'further' | 'leftOut' | 'assumptions'>;
function piecesOf([first, ...others]: readonly AlsoUnderstood[]): Omit<Pieces, 'leftOut'> {
  const further = others.filter(
    (each, at) => ![first!, ...others.slice(0, at)].some(({ request }) => isSame(request, each.request)),
  );
  return { request: first!.request, assumptions: first!.assumptions, further };
}

/** "Out of stock here, in stock there": a condition may be of more than its piece. */
const isBounded = ({ request }: AlsoUnderstood): boolean =>
  request.kind === 'query' && (request.query.having ?? []).length > 0;

/** Each of these parts of a text as a question of its own, if nothing of it is in doubt; the first may be known. */
function eachOf(
  reading: Reading,
  parts: readonly Span[],
  today: string,
  as: Pick<Around, 'lead' | 'isPiece'>,
  known?: AlsoUnderstood,
): (AlsoUnderstood | undefined)[] {
  const each: (AlsoUnderstood | undefined)[] = known ? [known] : [];
  for (const [at, part] of parts.entries()) {
    if (at < each.length) continue;
    const last = each.findLast(one => one !== undefined)?.request;
    const query = last?.kind === 'query' ? last.query : undefined;
    // What has arrived "of that" is not all that arrived in the same time.
    const isOfThat = query && isOfPeriod(query) && thereofIn(new Sentence(reading, part)).length > 0;
    const isShared = at === 0 || as.isPiece;
    const around = { ...as, before: parts.slice(0, at), after: isShared ? parts.slice(at + 1) : [] };
    const further = isOfThat ? undefined : furtherIn(reading, part, { ...around, isList: !!last && isList(last) });
    const also = further && (!further.isFollowUp || query) ? completed(reading, further, today, query) : undefined;
    // "Is that still sensible" adds nothing.
    const adds = also && (!further?.isFollowUp || !isSame(also.request, last));
    each.push(adds ? also : undefined);
  }
  return each;
}

/**
 * "And its reorder point", "price?": what a record is asked of that no name is given for, by the names of the query
 * before; without its places, if there are none of it.
 */
function subjectsOf({ filters = [] }: Query, reading: Reading, span: Span, { request }: Asked): string[] {
  const isNamed = [...reading.names, ...reading.codes].some(each => isWithin(each, span));
  const isOfItems = request?.kind === 'look_up' && OF_ITEMS.includes(request.name);
  if (isNamed || !(isOfItems || new Sentence(reading, span).has('attribute'))) return [];
  return [OF_NAMES, OF_GOODS].flatMap(fields => {
    const named = filters.filter(({ field, op }) => op === 'in' && fields.includes(field));
    return named.flatMap(({ value }) => value).join(', ') || [];
  });
}
const OF_ITEMS: readonly string[] = ['policy_lookup', 'product_lookup', 'recipes'];
const OF_NAMES: readonly string[] = [...OF_GOODS, 'location'];

/** Handed back with a question that is understood whole. */
const offering = (problem: HandedBack, question: string): HandedBack => ({
  ...problem,
  answer: problem.answer.replace(OTHERWISE, `Without it I can answer: ${question}`),
  suggestions: [question],
});

/** "And now by category instead": what only joins a question to the one before. */
function withoutLead({ tokens }: Reading, { first, end }: Span): Span {
  let [from, to] = [first, end];
  while (from < to - 1 && isWord('leads', tokens[from]!.text)) from += 1;
  while (to > from + 1 && isWord('trails', tokens[to - 1]!.text)) to -= 1;
  return { first: from, end: to };
}

/** What continues a question that is not known: "and the margin?", "what was it worth?". */
function looseIn(reading: Reading, span: Span): HandedBack | undefined {
  const { tokens, names, codes } = reading;
  const { first, end } = span;
  const isNamed = [...names, ...codes].some(each => isWithin(each, span));
  const meanings = sentenceOf(reading, span);
  const refers = tokens.findIndex(
    ({ text }, at) => at >= first && at < end && isWord('refers', text) && !isWord('relative', tokens[at + 1]?.text),
  );
  // "And revenue last month?" is complete.
  const { items } = new Sentence(reading, span);
  const isWhole = items.some(item => item.date !== undefined) && items.some(item => meaningOf(item, 'part'));
  const isOfThat =
    isWord('that', tokens[end - 1]!.text) && end === tokens.length && !isNamed && reading.dates.length === 0;
  const isLoose =
    JOINING.has(tokens[first]!.text) && (isOfThat || !isWord('asks', tokens[first + 1]?.text)) && !isWhole;
  const isUnknown = refers >= 0 && !isNamed && !meanings.some(isThing);
  if (!isLoose && !isUnknown) return undefined;
  const words = quoted(reading, isUnknown ? { first: refers, end: refers + 1 } : { first, end: first + 1 });
  const answer = `'${words}' continues a question that I was not given. Ask it in full.`;
  return back('needs_clarification', 'out_of_scope', answer, { leftOut: [words] });
}
/** The refusal if any sentence asks to change something. */
function writeIn(reading: Reading): string | undefined {
  for (const part of partsOf(reading)) {
    const words = sentenceOf(reading, part);
    if (isWriteRequest(words)) return writeAnswer(words);
  }
  return undefined;
}

const FURTHER_MAX = 4;
/** A question with what it shares with others: with their time, if it is of what happened. */
function completed(reading: Reading, further: Further, today: string, query: Query | undefined) {
  const { isFollowUp, times } = further;
  const read = (spans: readonly Span[]) => aloneIn(pieced(reading, spans), today, isFollowUp ? query : undefined);
  for (const spans of [further.spans, further.placeless]) {
    const also = read(spans);
    const isOfTime =
      !also || (also.request.kind === 'query' && isOfPeriod(also.request.query) && !also.request.query.asOf);
    const found = isOfTime && times.length > 0 ? read([...spans, ...times]) : also;
    // What was asked of a place is not told of all.
    if (found && (spans === further.spans || !isKnownByPlace(found.request))) return found;
  }
  return undefined;
}

const isKnownByPlace = (request: Answerable): boolean =>
  request.kind === 'query' && request.query.measures.every(name => has(name, 'location'));

/** A text that is one question, if nothing of it is in doubt. */
function aloneIn(reading: Reading, today: string, carried?: Query): AlsoUnderstood | undefined {
  const span = { first: 0, end: reading.tokens.length };
  if (!carried && looseIn(reading, span)) return undefined;
  const understood = asked(reading, carried ? withoutLead(reading, span) : span, today, carried);
  const { request, leftOver, unused, assumptions } = understood;
  // A record continues no figure.
  if (carried && request?.kind !== 'query') return undefined;
  if (!request || request.kind === 'beyond' || leftOver.length + unused.length > 0) return undefined;
  if (problemIn(reading, understood, span)) return undefined;
  return { question: reading.text, request, assumptions: [...vagueIn(reading), ...assumptions] };
}
/** Whether both read the same. */
const isSame = (one: Answerable, other: Answerable | undefined): boolean =>
  one.kind === 'query' && other?.kind === 'query' ? isEqual(one.query, other.query) : isEqual(one, other);

/** Whether it asks for rows. */
const isList = (request: Answerable): boolean =>
  request.kind !== 'query' || (request.query.dimensions ?? []).length + (request.query.having ?? []).length > 0;
const isOfPeriod = ({ measures }: Query): boolean => measures.every(name => measureNamed(name).kind === 'period');

/** States which of several matches a name was taken for. */
const vagueIn = (reading: Reading): string[] =>
  reading.names.flatMap(match =>
    match.names.length > 1 && !match.isSize
      ? [`'${quoted(reading, match)}' = ${match.names.map(({ named }) => named.label).join(', ')}`]
      : [],
  );

/** What words and codes were taken for. */
const readAs = (reading: Reading): string[] => [
  ...misspelt(reading),
  ...reading.corrections.map(({ from, to, isTranslated }) =>
    isTranslated ? `'${from}' = ${to}` : `'${from}' was read as '${to}'`,
  ),
];

const misspelt = ({ codes }: Reading): string[] =>
  codes.flatMap(code =>
    code.kind === 'variant' && code.misspelt ? [`'${code.text}' was read as '${code.variant.sku}'`] : [],
  );

/** The records that the question named. */
function slotsOf({ names, codes, dates }: Reading): { [name: string]: unknown } {
  const named = names.flatMap(match => (match.names.length === 1 ? [match.names[0]!.named] : []));
  const values = (kind: CatalogueName['kind']) => named.flatMap(each => (each.kind === kind ? [each.value] : []));
  const partners = (kind: CatalogueName['kind']) =>
    named.flatMap(each => (each.kind === kind ? [{ id: each.id, name: each.label }] : []));
  const slots = {
    skus: [...values('variant'), ...codes.flatMap(code => (code.kind === 'variant' ? [code.variant.sku] : []))],
    products: values('product'),
    categories: values('category'),
    locations: partners('location'),
    suppliers: partners('supplier'),
    lots: codes.flatMap(code => (code.kind === 'lot' ? [code.lots[0]!.lotNumber] : [])),
    numbers: codes.flatMap(code => (code.kind === 'document' ? [code.number] : [])),
  };
  const period = dates.find(({ problem, compared }) => !problem && !compared)?.period;
  const said = Object.entries(slots).filter(([, list]) => list.length > 0);
  return { ...Object.fromEntries(said), ...(period && { period }) };
}
