import type { Answered } from '../answer.ts';
import { capabilities } from '../answering/suggestions.ts';
import { isWord, wordsOf } from '../languages/dictionary.ts';
import { isWithin, type Span } from '../names/codes.ts';
import { type CatalogueName, type NameMatch, variantNamed } from '../names/names.ts';
import { isKnown } from '../words/vocabulary.ts';
import { runsOf } from './asides.ts';
import type { Asked } from './asked.ts';
import type { Intent } from './intents.ts';
import { type Item, isA, meaningOf } from './item.ts';
import { quoted, type Reading } from './reading.ts';
import { intentOf } from './requests.ts';

/* Why a question is handed back, and what can be asked instead. */

type Choice = Answered['choices'][number];
export type HandedBack = Pick<Answered, 'intent' | 'answer' | 'choices' | 'suggestions' | 'leftOut'> & {
  status: Exclude<Answered['status'], 'answered'>;
};

/** A question that is not answered, with what is told instead. */
export const back = (
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

/** A question that was read, and what is in doubt about it. */
interface Doubted extends Asked {
  reading: Reading;
  span: Span;
  intent: Intent;
}

/** Why a question is handed back: the first of these that is so. */
export function problemIn(reading: Reading, asked: Asked, span: Span): HandedBack | undefined {
  const { request } = asked;
  const doubted: Doubted = { ...asked, reading, span, intent: request ? intentOf(request) : 'out_of_scope' };
  // What an order is found by may be called anything.
  const isSought = request?.kind === 'look_up' && 'q' in request.input;
  for (const problem of isSought ? [lostWords] : PROBLEMS) {
    const found = problem(doubted);
    if (found) return found;
  }
  return undefined;
}

type Problem = (doubted: Doubted) => HandedBack | undefined;

const impossibleDate: Problem = ({ reading, span, intent }) => {
  const wrong = reading.dates.find(date => date.problem && isWithin(date, span));
  if (!wrong) return undefined;
  const words = quoted(reading, wrong);
  const answer =
    wrong.problem === 'reversed'
      ? `'${words}' ends before it begins. Which dates do you mean?`
      : `There is no date '${words}'. Which one do you mean?`;
  return back('needs_clarification', intent, answer);
};

const unknownCode: Problem = ({ reading, span, intent }) => {
  const code = reading.codes.find(each => each.kind === 'unknown' && isWithin(each, span));
  if (code?.kind !== 'unknown') return undefined;
  const near = code.near.map(({ sku }) => sku);
  const answer =
    code.after === 'lot'
      ? `I know no lot '${code.text}'.`
      : near.length > 0
        ? `I know no item '${code.text}'. Did you mean ${near.join(' or ')}?`
        : `I know no item or document '${code.text}'.`;
  return back('not_found', intent, answer, {
    choices: code.near.map(each => choiceOf(variantNamed(each))),
    suggestions: near.map(sku => `How many ${sku} do we have?`),
  });
};

/** A name of several things, not all of which the request is about. */
const vagueName: Problem = ({ reading, request, span, intent }) => {
  // What shares a name is meant together, unless the word beside it is another name: "decaf Colombia".
  const said = JSON.stringify(request);
  const isOfItems = ({ names, isSize }: NameMatch) => !isSize && names.every(({ named }) => named.skus.length > 0);
  const isAlone = (match: NameMatch) =>
    !isOfItems(match) ||
    !reading.names.some(other => isOfItems(other) && (other.first === match.end || other.end === match.first));
  const isOfAll = (match: NameMatch) =>
    match.names.length <= NAMED_MAX &&
    isAlone(match) &&
    match.names.every(({ named: { value, skus } }) =>
      [value, ...skus].some(each => said?.includes(JSON.stringify(each))),
    );
  const vague = reading.names.find(
    match => match.names.length > 1 && !match.isSize && isWithin(match, span) && !isOfAll(match),
  );
  if (!vague) return undefined;
  const choices = vague.names.map(({ named }) => choiceOf(named));
  const answer = `'${quoted(reading, vague)}' could be ${choices.map(({ label }) => label).join(' or ')}. Which one do you mean?`;
  return back('needs_clarification', intent, answer, { choices });
};

const mixedKinds: Problem = ({ reading, request, span, intent }) => {
  const mixed = request?.kind === 'query' && mixedIn(reading, span);
  if (!mixed) return undefined;
  const answer = `'${quoted(reading, mixed)}' names a category and items, and I can only count what is both. Ask for one after the other.`;
  return back('needs_clarification', intent, answer);
};

const isNamed = ({ names, codes, dates }: Reading, { first }: Span): boolean =>
  [...names, ...codes, ...dates].some(each => each.first === first);

const unknownWord: Problem = ({ reading, request, leftOver, isOurs, intent }) => {
  const [first, ...more] = leftOver.filter(
    each => !isNamed(reading, each) && !isKnown(reading.tokens[each.first]!.text),
  );
  if (!first || !isOurs) return undefined;
  const words = quoted(reading, { first: first.first, end: endOfRun([first, ...more]) });
  const isOfCounts = request?.kind === 'look_up' && request.name === 'cycle_counts';
  const kind = isOfCounts ? 'location' : kindOf(reading, first);
  return back('not_found', intent, `I know no ${kind} '${words}'.`, { leftOut: [words] });
};

const notRecorded: Problem = ({ request }) =>
  request?.kind === 'beyond' ? back('needs_clarification', request.intent, request.why) : undefined;

const nothingAsked: Problem = ({ reading, request, leftOver, isOurs, intent }) => {
  if (request) return undefined;
  const areNames = leftOver.every(each => isNamed(reading, each));
  const said = reading.text.replace(/[?!.\s]+$/, '');
  if (leftOver.length > 0 && areNames)
    return back('needs_clarification', 'stock_level', `What would you like to know about '${said}'?`, {
      suggestions: [`How many ${said} do we have?`],
    });
  if (isOurs && areNames) return back('needs_clarification', 'stock_level', `Which item do you mean? ${capabilities}`);
  const lost = leftOver.filter(item => !isA(item, 'noun', 'state', 'part', 'topic', 'group'));
  const isAbout = lost.some(each => isNamed(reading, each) || meaningOf(each, 'except'));
  if (isOurs && isAbout) return lostIn(reading, lost, intent);
  return back('unknown', 'out_of_scope', `I do not know how to answer that. ${capabilities}`);
};

const lostWords: Problem = ({ reading, leftOver, intent }) =>
  leftOver.length > 0 ? lostIn(reading, leftOver, intent) : undefined;

const PROBLEMS: readonly Problem[] = [
  impossibleDate,
  unknownCode,
  vagueName,
  mixedKinds,
  unknownWord,
  notRecorded,
  nothingAsked,
  lostWords,
];

export const JOINING: ReadonlySet<string> = new Set([...wordsOf('and'), ...wordsOf('or')]);
/** A category joined to items, "mugs and cups" if cups are a category: as two filters, the cups that are mugs. */
function mixedIn(reading: Reading, span: Span): Span | undefined {
  const { text, tokens, names, codes } = reading;
  const goods = [
    ...names.filter(({ isSize }) => !isSize).map(match => ({ ...match, ...kindsOf(match) })),
    ...codes.map(code => ({ ...code, isCategory: false, isItem: code.kind === 'variant' })),
  ]
    .filter(each => isWithin(each, span) && (each.isCategory || each.isItem))
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
export const turnsAround = ({ tokens }: Reading, item: Item): boolean =>
  item.number !== undefined ||
  isA(
    item,
    'except',
    'beyond',
    'state',
    'who',
    'each',
    'which',
    'hold',
    'part',
    'noun',
    'trace',
    'backward',
    'contrast',
  ) ||
  isWord('asks', tokens[item.first - 1]?.text);

export const OTHERWISE = 'Ask in other words, or use the report query.';
/** The question without these words, nor what leads to them, "most expensive", "on Sunday", and what numbers count. */
export const without = ({ text, tokens }: Reading, lost: readonly Span[]): string =>
  runsOf(lost)
    .reduceRight((rest, { first, end }) => {
      let from = first;
      while (LEADING.has(tokens[from - 1]?.text ?? '')) from -= 1;
      const last = isWord('counted', tokens[end]?.text) ? end : end - 1;
      return rest.slice(0, tokens[from]!.start) + rest.slice(tokens[last]!.end).replace(/^\s*[%€$£]/, '');
    }, text)
    .replace(/ +/g, ' ')
    .replace(/[ ,]+(?=[,.?!]|$)/g, '')
    .trim();
const LEADING: ReadonlySet<string> = new Set([...wordsOf('small leading'), ...wordsOf('date article')]);

/** Words without which the answer would be a different one. */
function lostIn(reading: Reading, lost: readonly Span[], intent: Intent): HandedBack {
  const words = [...new Set(lost.map(each => quoted(reading, each)))];
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
  if (isWord('placed', before)) return 'location';
  return isWord('bysupplier', before) ? 'supplier' : 'item';
}

const choiceOf = ({ kind, label, value, id }: CatalogueName): Choice => ({
  label,
  sku: kind === 'variant' ? value : null,
  id,
});
