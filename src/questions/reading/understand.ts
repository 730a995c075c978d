import { isTime } from '../../figures/dimensions.ts';
import { measureNamed } from '../../figures/measures.ts';
import { has } from '../../figures/plan.ts';
import type { Answered } from '../answer.ts';
import { capabilities } from '../answering/suggestions.ts';
import { wordsOf } from '../languages/dictionary.ts';
import type { Span } from '../names/codes.ts';
import type { Lexicon } from '../names/lexicon.ts';
import { type CatalogueName, type NameMatch, variantNamed } from '../names/names.ts';
import { refusalFor, refusalText } from '../refusing/guard.ts';
import { isWriteRequest, writeAnswer } from '../refusing/writes.ts';
import { clean } from '../words/normalize.ts';
import { isKnown } from '../words/vocabulary.ts';
import { MEANINGS } from '../words/words.ts';
import { type Asked, asked } from './asked.ts';
import { furtherIn } from './further.ts';
import type { Intent } from './intents.ts';
import { worthOf } from './measured.ts';
import { quoted, type Reading, read } from './reading.ts';
import { type Answerable, intentOf, type Query } from './requests.ts';
import { type Item, isA, meaningOf, partsOf, Sentence, sentenceOf } from './sentence.ts';

/*
 * Understands a question: returns the request that answers it, or why it is refused or handed back. Reads nothing but
 * names, and always understands the same question in the same way.
 */

type Choice = Answered['choices'][number];
export type HandedBack = Pick<Answered, 'intent' | 'answer' | 'choices' | 'suggestions' | 'leftOut'> & {
  status: Exclude<Answered['status'], 'answered'>;
};

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

const back = (
  status: HandedBack['status'],
  intent: Intent,
  answer: string,
  more: Partial<HandedBack> = {},
): HandedBack => ({
  status,
  intent,
  answer,
  choices: [],
  suggestions: [],
  leftOut: [],
  ...more,
});
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
  const isOffered = problem && !isAgain && !understood.leftOver.some(item => turnsAround(reading, item));
  const offered = isOffered ? without(reading, understood.leftOver) : '';
  const isAnswered =
    isOffered &&
    problem.answer.endsWith(OTHERWISE) &&
    (await understand(offered, lexicon, today, carried, true)).request;
  return {
    request: answered,
    handedBack:
      problem && isAnswered
        ? {
            ...problem,
            answer: problem.answer.replace(OTHERWISE, `Without it I can answer: ${offered}`),
            suggestions: [offered],
          }
        : problem,
    slots: slotsOf(reading),
    further: further.filter(each => each !== undefined && !isEqual(each.request, answered)) as AlsoUnderstood[],
    leftOut: apart.filter((_, at) => !further[at]).map(other => quoted(reading, other)),
    unused: understood.unused.map(each => quoted(reading, each)),
    assumptions: [
      ...vagueIn(reading),
      ...misspelt(reading),
      ...reading.corrections.map(({ from, to }) => `'${from}' was read as '${to}'`),
      ...understood.assumptions,
    ],
  };
}

const LEADS = wordsOf('small leads');
const TRAILS = wordsOf('small trails');
const REFERS = wordsOf('small refers');
const ASKS = wordsOf('small asks');
const RELATIVE = wordsOf('small relative');
const THAT = wordsOf('small that');

/** "And now by category instead": what only joins a question to the one before. */
function withoutLead({ tokens }: Reading, { first, end }: Span): Span {
  let [from, to] = [first, end];
  while (from < to - 1 && LEADS.has(tokens[from]!.text)) from += 1;
  while (to > from + 1 && TRAILS.has(tokens[to - 1]!.text)) to -= 1;
  return { first: from, end: to };
}

/** What continues a question that is not known: "and the margin?", "what was it worth?". */
function looseIn(reading: Reading, { first, end }: Span): HandedBack | undefined {
  const { tokens, names, codes } = reading;
  const isNamed = [...names, ...codes].some(each => each.first >= first && each.end <= end);
  const meanings = sentenceOf(reading, { first, end });
  const refers = tokens.findIndex(
    ({ text }, at) => at >= first && at < end && REFERS.has(text) && !RELATIVE.has(tokens[at + 1]?.text ?? ''),
  );
  // "And revenue last month?" is complete.
  const { items } = new Sentence(reading, { first, end });
  const isWhole = items.some(item => item.date !== undefined) && items.some(item => meaningOf(item, 'part'));
  const isOfThat = THAT.has(tokens[end - 1]!.text) && end === tokens.length && !isNamed && reading.dates.length === 0;
  const isLoose =
    JOINING.has(tokens[first]!.text) && (isOfThat || !ASKS.has(tokens[first + 1]?.text ?? '')) && !isWhole;
  const isUnknown = refers >= 0 && !isNamed && !meanings.some(isThing);
  if (!isLoose && !isUnknown) return undefined;
  const words = quoted(reading, isUnknown ? { first: refers, end: refers + 1 } : { first, end: first + 1 });
  const answer = `'${words}' continues a question that I was not given. Ask it in full.`;
  return back('needs_clarification', 'out_of_scope', answer, { leftOut: [words] });
}
/** What a pronoun may stand for in the same sentence. */
const isThing = (word: string): boolean =>
  word.startsWith('{') || (MEANINGS.get(word) ?? []).some(({ kind }) => ['noun', 'group', 'place'].includes(kind));

/** The refusal if any sentence asks to change something. */
function writeIn(reading: Reading): string | undefined {
  for (const part of partsOf(reading)) {
    const words = sentenceOf(reading, part);
    if (isWriteRequest(words)) return writeAnswer(words);
  }
  return undefined;
}

const measuresOf = (request: Asked['request']): readonly string[] =>
  request?.kind === 'query' ? request.query.measures : [];

/**
 * Combines the parts of a text if the later ones add to the first: "how many did we sell, and what did that bring in?"
 * Otherwise returns the first, and the others separately.
 */
function dividedIn(reading: Reading, parts: readonly [Span, ...Span[]], today: string): [Span, Span[]] {
  const [first, ...rest] = parts;
  if (rest.length === 0) return [first, []];
  const hasIn = (span: Span, found: readonly Span[]): boolean =>
    found.some(each => each.first >= span.first && each.end <= span.end);
  const isNamed = (span: Span): boolean => hasIn(span, [...reading.names, ...reading.codes, ...reading.dates]);
  const whole = { first: first.first, end: rest.at(-1)!.end };
  const each = parts.map(part => asked(reading, part, today));
  const asks = (span: Span) => ASKS.has(reading.tokens[span.first]!.text) && span.end - span.first > 2;
  const ours = parts.filter((_, at) => each[at]!.request !== undefined);
  // "Lot 42 is suspicious. Which roasts were made with it?"
  const isOfCode = reading.codes.some(code => code.end <= first.end && ['document', 'lot'].includes(code.kind));
  const refersBack = rest.every(
    span => !isNamed(span) && reading.tokens.slice(span.first, span.end).some(({ text }) => REFERS.has(text)),
  );
  if (isOfCode && refersBack) return [whole, []];
  if (ours.length === 0) return [whole, []];
  if (ours.length < 2 && !rest.some(isNamed)) {
    // What is asked behind it and adds nothing was not understood.
    const isSame = isEqual(asked(reading, whole, today).request, each[0]!.request);
    return isSame && ours[0] === first && rest.some(asks) ? [first, rest.filter(asks)] : [whole, []];
  }
  const together = asked(reading, whole, today);
  if (ours.length < 2) {
    // "How many units and how much revenue did Munich make": the units are of Munich, too.
    const [all, own] = [together, each.find(one => one.request)!].map(({ request }) => measuresOf(request).length);
    return all! > own! && together.leftOver.length === 0
      ? [whole, []]
      : [ours[0]!, parts.filter(part => part !== ours[0] && (isNamed(part) || asks(part)))];
  }
  const measured = each.flatMap(({ request }) => (request?.kind === 'query' ? measuresOf(request) : ['']));
  const { request } = together;
  const isOne =
    request?.kind === 'query' &&
    together.leftOver.length === 0 &&
    measured.every(name => (request.query.measures as string[]).includes(name)) &&
    // "How many orders, and which item sold best": a total is not told by a row for each item.
    !each.some(own => own.request?.kind === 'query' && isTotalOf(own.request.query, request.query));
  // "How many are there, and how many did we sell in October": the days are not of what there is now.
  const isOfKind = (at: number, kind: 'period' | 'instant'): boolean => {
    const query = each[at]!.request;
    return query?.kind === 'query' && query.query.measures.every(name => measureNamed(name).kind === kind);
  };
  const areApart = parts.every((part, at) => isOfKind(at, hasIn(part, reading.dates) ? 'period' : 'instant'));
  // "How much is reserved, and how much is available of the cups": both are of the cups.
  const isSum = (at: number): boolean => {
    const request = each[at]!.request;
    return isOfKind(at, 'instant') && request?.kind === 'query' && !request.query.dimensions?.length;
  };
  const isOfSame = !isNamed(first) && !sentenceOf(reading, first).some(isThing) && parts.every((_, at) => isSum(at));
  // "How much did we roast, and how much did we sell in October": both are of then.
  const isOfThen = !hasIn(first, reading.dates) && parts.every((_, at) => isOfKind(at, 'period'));
  // "How much revenue and how many units did Munich make in October": both are of Munich, and then.
  const isBare = !isNamed(first) && first.end - first.first <= BARE_MAX;
  if (isBare && together.leftOver.length + together.unused.length === 0 && measuresOf(request).length >= parts.length)
    return [whole, []];
  const { names, codes, dates } = reading;
  const adds = isOfSame ? dates : areApart || isOfThen ? [...names, ...codes] : [...names, ...codes, ...dates];
  return isOne && !rest.some(span => hasIn(span, adds)) ? [whole, []] : [ours[0]!, ours.slice(1)];
}

const isTotalOf = (one: Query, all: Query): boolean =>
  !one.dimensions?.length && all.dimensions?.length === 1 && all.sort !== undefined;
/** "How much revenue" in words: a figure, and nothing of when, where or of what. */
const BARE_MAX = 3;

/**
 * "How many cups do we have, and how many are still to come": the figures of what follows are added to the first query,
 * if they are of the same. Returns what is still apart, too.
 */
function joinedWith(first: Asked, reading: Reading, others: readonly Span[], today: string): [Asked, Span[]] {
  let whole = first;
  const apart = others.filter(span => {
    const { request } = whole;
    if (request?.kind !== 'query' || request.query.compareTo) return true;
    const { query } = request;
    const next = asked(reading, span, today, query);
    if (next.request?.kind !== 'query' || next.leftOver.length + next.unused.length > 0) return true;
    const { measures, dimensions, having, sort: _, limit: __, ...rest } = next.request.query;
    const isOfSame = Object.entries(rest).every(([name, value]) => isEqual(value, query[name as keyof Query]));
    const isBounded = having?.some(
      bound => !query.having?.some(own => isEqual(own, bound)) && !(bound.op === '>' && bound.value === 0),
    );
    // "Which order is only partly fulfilled, and what is missing".
    const groups = [...new Set([...(query.dimensions ?? []), ...(dimensions ?? [])])];
    const isDivided = groups.length > (query.dimensions ?? []).length && !query.dimensions?.length;
    // "What is on order, and what is it worth": that, and not all of the stock.
    const worth = worthOf(query.measures[0]!);
    const isOfMore = measures.includes('stock_value') && !worth && query.measures[0] !== 'on_hand';
    const all = [...new Set([...query.measures, ...measures.map(name => (name === 'stock_value' && worth) || name)])];
    const areKnown = all.every(name => groups.every(group => isTime(group) || has(name, group)));
    const adds = all.length > query.measures.length || groups.length > (query.dimensions ?? []).length;
    if (!adds || !isOfSame || isOfMore || isBounded || isDivided || !areKnown || groups.length > DIMENSIONS_MAX)
      return true;
    whole = { ...whole, request: { ...request, query: { ...query, measures: all, dimensions: groups } } };
    return false;
  });
  return [whole, apart];
}
const DIMENSIONS_MAX = 4;
const FURTHER_MAX = 4;
const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

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

/** Why a question is handed back: an invalid date, an unknown or ambiguous name, or words that are not understood. */
function problemIn(reading: Reading, { request, leftOver, isOurs }: Asked, span: Span): HandedBack | undefined {
  const inside = (each: Span) => each.first >= span.first && each.end <= span.end;
  const intent = request ? intentOf(request) : 'out_of_scope';
  if (request?.kind === 'look_up' && ('reference' in request.input || 'q' in request.input))
    return leftOver.length > 0 ? lostIn(reading, leftOver, intent) : undefined;
  const wrong = reading.dates.find(date => date.problem && inside(date));
  if (wrong) {
    const words = quoted(reading, wrong);
    const answer =
      wrong.problem === 'reversed'
        ? `'${words}' ends before it begins. Which dates do you mean?`
        : `There is no date '${words}'. Which one do you mean?`;
    return back('needs_clarification', intent, answer);
  }
  for (const code of reading.codes) {
    if (code.kind !== 'unknown' || !inside(code)) continue;
    const near = code.near.map(({ sku }) => sku);
    const answer =
      code.after === 'lot'
        ? `I know no lot '${code.text}'.`
        : `I know no item '${code.text}'. ${near.length > 0 ? `Did you mean ${near.join(' or ')}?` : REFERRED}`;
    return back('not_found', intent, answer, {
      choices: code.near.map(each => choiceOf(variantNamed(each))),
      suggestions: near.map(sku => `How many ${sku} do we have?`),
    });
  }
  // What shares a name is meant together, unless the word beside it is another name: "decaf Colombia".
  const said = JSON.stringify(request);
  const isOfItems = ({ names, isSize }: NameMatch) => !isSize && names.every(({ named }) => named.skus.length > 0);
  const isAlone = (match: NameMatch) =>
    !reading.names.some(other => isOfItems(other) && (other.first === match.end || other.end === match.first));
  const isOfAll = (match: NameMatch) =>
    match.names.length <= NAMED_MAX &&
    isAlone(match) &&
    match.names.every(({ named: { value, skus } }) =>
      [value, ...skus].some(each => said?.includes(JSON.stringify(each))),
    );
  const vague = reading.names.find(
    match => match.names.length > 1 && !match.isSize && inside(match) && !isOfAll(match),
  );
  if (vague) {
    const choices = vague.names.map(({ named }) => choiceOf(named));
    const answer = `'${quoted(reading, vague)}' could be ${choices.map(({ label }) => label).join(' or ')}. Which one do you mean?`;
    return back('needs_clarification', intent, answer, { choices });
  }
  const mixed = request?.kind === 'query' && mixedIn(reading, span);
  if (mixed) {
    const answer = `'${quoted(reading, mixed)}' names a category and items, and I can only count what is both. Ask for one after the other.`;
    return back('needs_clarification', intent, answer);
  }
  const isName = (each: Span) =>
    [...reading.names, ...reading.codes, ...reading.dates].some(({ first }) => first === each.first);
  const unknown = leftOver.filter(each => !isName(each) && !isKnown(reading.tokens[each.first]!.text));
  if (unknown.length > 0 && isOurs) {
    const words = quoted(reading, { first: unknown[0]!.first, end: endOfRun(unknown) });
    return back(
      'not_found',
      intent,
      `I know no ${request?.kind === 'look_up' && request.name === 'cycle_counts' ? 'location' : kindOf(reading, unknown[0]!)} '${words}'.`,
      { leftOut: [words] },
    );
  }
  if (request?.kind === 'beyond') return back('needs_clarification', request.intent, request.why);
  if (!request) {
    const said = reading.text.replace(/[?!.\s]+$/, '');
    if (leftOver.length > 0 && leftOver.every(isName))
      return back('needs_clarification', 'stock_level', `What would you like to know about '${said}'?`, {
        suggestions: [`How many ${said} do we have?`],
      });
    if (isOurs && leftOver.every(isName))
      return back('needs_clarification', 'stock_level', `Which item do you mean? ${capabilities}`);
    const lost = leftOver.filter(
      ({ meanings }) => !meanings.some(({ kind }) => ['noun', 'state', 'part', 'topic', 'group'].includes(kind)),
    );
    const isAbout = lost.some(each => isName(each) || meaningOf(each, 'except'));
    if (isOurs && isAbout) return lostIn(reading, lost, intent);
    return back('unknown', 'out_of_scope', `I do not know how to answer that. ${capabilities}`);
  }
  if (leftOver.length === 0) return undefined;
  return lostIn(reading, leftOver, intent);
}

const JOINING: ReadonlySet<string> = new Set([...wordsOf('and'), ...wordsOf('or')]);
/** A category joined to items, "mugs and cups" if cups are a category: as two filters, the cups that are mugs. */
function mixedIn(reading: Reading, span: Span): Span | undefined {
  const { text, tokens, names, codes } = reading;
  const goods = [
    ...names.filter(({ isSize }) => !isSize).map(match => ({ ...match, ...kindsOf(match) })),
    ...codes.map(code => ({ ...code, isCategory: false, isItem: code.kind === 'variant' })),
  ]
    .filter(each => each.first >= span.first && each.end <= span.end && (each.isCategory || each.isItem))
    .sort((one, other) => one.first - other.first);
  const isJoined = (one: Span, other: Span): boolean =>
    tokens.slice(one.end, other.first).some(({ text }) => JOINING.has(text)) ||
    (other.first === one.end && text.slice(tokens[one.end - 1]!.end, tokens[other.first]!.start).includes(','));
  const at = goods.findIndex((each, k) => {
    const next = goods[k + 1];
    return next && each.isCategory !== next.isCategory && isJoined(each, next);
  });
  return at < 0 ? undefined : { first: goods[at]!.first, end: goods[at + 1]!.end };
}

const kindsOf = ({ names }: NameMatch) => ({
  isCategory: names.every(({ named }) => named.kind === 'category'),
  isItem: names.every(({ named }) => named.kind === 'variant' || named.kind === 'product'),
});

/** Whether a question without this word would be about something else: "not", "late", "how often", "who". */
const turnsAround = ({ tokens }: Reading, item: Item): boolean =>
  item.number !== undefined ||
  isA(item, 'except', 'state', 'who', 'each', 'which', 'hold', 'part', 'noun', 'trace', 'backward', 'contrast') ||
  ASKS.has(tokens[item.first - 1]?.text ?? '');

/** What is no item may be the reference of an order: these are not looked up beside other conditions. */
const REFERRED = 'An order is found by its reference if nothing else is asked.';
const OTHERWISE = 'Ask in other words, or use the report query.';
/** The question without these words, nor what leads to them: "most expensive", "on Sunday". */
const without = ({ text, tokens }: Reading, lost: readonly Span[]): string =>
  lost
    .reduceRight((rest, { first, end }) => {
      const before = rest.slice(0, tokens[first]!.start).replace(LEADING, '');
      return before + rest.slice(tokens[end - 1]!.end).replace(COUNTED, '');
    }, text)
    .replace(/ +/g, ' ')
    .trim();
const LEADING =
  /(?:\b(?:most|least|more|less|over|under|above|below|than|with|on|in|at|am|im|en|le|el|the|its|a|of|for|from|to|by|and|or)\s+)+$/i;
/** What a number counts goes with it. */
const COUNTED = /^\s*(?:[%€$£]|(?:percent|euros?|units?|pieces?|times)(?![\p{L}\p{N}]))/iu;

/** Words without which the answer would be a different one. */
function lostIn(reading: Reading, lost: readonly Span[], intent: Intent): HandedBack {
  const words = lost.map(each => quoted(reading, each));
  const answer = `I understood the rest, but not what to do with ${words.map(each => `'${each}'`).join(' and ')}, and the answer would be another without it. ${OTHERWISE}`;
  return back('needs_clarification', intent, answer, { leftOut: words });
}

/** More things than this that share a name are not all meant. */
const NAMED_MAX = 12;

const endOfRun = ([first, ...rest]: readonly Span[]): number => {
  let { end } = first!;
  for (const each of rest) if (each.first === end) end = each.end;
  return end;
};

/** What kind of name an unknown word would be, by its position. */
function kindOf({ tokens }: Reading, { first }: Span): 'location' | 'supplier' | 'item' {
  const before = tokens[first - 1]?.text ?? '';
  if (/^(in|at|im|en|em|dans|nach|to|into)$/.test(before)) return 'location';
  return /^(supplier|vendor|lieferant|proveedor|fournisseur|fornitore|from|bei|by)$/.test(before) ? 'supplier' : 'item';
}

const choiceOf = ({ kind, label, value, id }: CatalogueName): Choice => ({
  label,
  sku: kind === 'variant' ? value : null,
  id,
});

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
