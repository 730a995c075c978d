import { measureNamed } from '../../figures/measures.ts';
import { capabilities } from '../answering/suggestions.ts';
import { isWord } from '../languages/dictionary.ts';
import { isWithin, type Span } from '../names/codes.ts';
import type { Lexicon } from '../names/lexicon.ts';
import type { CatalogueName } from '../names/names.ts';
import { refusalFor, refusalText } from '../refusing/guard.ts';
import { isWriteRequest, writeAnswer } from '../refusing/writes.ts';
import { clean } from '../words/normalize.ts';
import { asked } from './asked.ts';
import { furtherIn } from './further.ts';
import { back, type HandedBack, JOINING, OTHERWISE, problemIn, turnsAround, without } from './handed-back.ts';
import { quoted, type Reading, read } from './reading.ts';
import type { Answerable, Query } from './requests.ts';
import { meaningOf, Sentence, sentenceOf, thereofIn } from './sentence.ts';
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
  const [said, others] = dividedIn(reading, parts as [Span, ...Span[]], today);
  const span = carried ? withoutLead(reading, said) : said;
  const loose = carried ? undefined : looseIn(reading, span);
  if (loose) return only(loose);
  const first = asked(reading, span, today, carried);
  const [understood, apart] = joinedWith(first, reading, others, today);
  const problem = problemIn(reading, understood, span);
  const answered = problem || understood.request?.kind === 'beyond' ? undefined : understood.request;
  const further =
    answered && !isAgain
      ? await Promise.all(
          apart.slice(0, FURTHER_MAX).map(other => alsoIn(reading, other, span, answered, lexicon, today)),
        )
      : [];
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
    assumptions: [
      ...vagueIn(reading),
      ...misspelt(reading),
      ...reading.corrections.map(({ from, to, isTranslated }) =>
        isTranslated ? `'${from}' = ${to}` : `'${from}' was read as '${to}'`,
      ),
      ...understood.assumptions,
    ],
  };
}

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
/** A further question of the text, if nothing of it is in doubt. */
async function alsoIn(
  reading: Reading,
  part: Span,
  before: Span,
  request: Answerable,
  lexicon: Lexicon,
  today: string,
): Promise<AlsoUnderstood | undefined> {
  const query = request.kind === 'query' ? request.query : undefined;
  const isList = query === undefined || (query.dimensions ?? []).length + (query.having ?? []).length > 0;
  // What has arrived "of that" is not all that arrived in the same time.
  if (query && isOfPeriod(query) && thereofIn(new Sentence(reading, part)).length > 0) return undefined;
  const further = furtherIn(reading, part, before, isList);
  if (!further || (further.isFollowUp && !query)) return undefined;
  const understoodAs = async (question: string): Promise<AlsoUnderstood | undefined> => {
    const also = await understand(question, lexicon, today, further.isFollowUp ? query : undefined, true);
    const isClear =
      also.request &&
      also.leftOut.length + also.unused.length === 0 &&
      // "Is that still sensible" adds nothing; the price of an item stands beside what it costs.
      (also.request.kind === 'look_up' || !isEqual(also.request, request));
    return isClear ? { question, request: also.request!, assumptions: also.assumptions } : undefined;
  };
  const also = await understoodAs(further.question);
  const isOfTime = also?.request.kind === 'query' && isOfPeriod(also.request.query) && !also.request.query.asOf;
  return isOfTime && further.time ? understoodAs(`${further.question} ${further.time}`) : also;
}
const isOfPeriod = ({ measures }: Query): boolean => measures.every(name => measureNamed(name).kind === 'period');

/** States which of several matches a name was taken for. */
const vagueIn = (reading: Reading): string[] =>
  reading.names.flatMap(match =>
    match.names.length > 1 && !match.isSize
      ? [`'${quoted(reading, match)}' = ${match.names.map(({ named }) => named.label).join(', ')}`]
      : [],
  );

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
