import { type CodeLink, linkCodes, type Span } from './codes.ts';
import { type DateMention, findDates } from './date-ranges.ts';
import { units } from './date-words.ts';
import { type Clock, daysIn } from './dates.ts';
import type { Lexicon } from './lexicon.ts';
import { matchNames, type NameMatch, namesOf, wordOf } from './names.ts';
import { clean, numberBeforeUnit, type Token, tokenize } from './normalize.ts';
import { makeSpeller } from './spelling.ts';
import { unknownSpans } from './unknowns.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A question with everything in it found that names something; what is left are the words that ask. */
export interface Reading {
  text: string;
  tokens: Token[];
  codes: CodeLink[];
  names: NameMatch[];
  dates: DateMention[];
  /** "30 days", "two weeks" without a direction: an age, a cover. */
  durations: (Span & { days: number })[];
  numbers: (Span & { value: number })[];
  /** Words that should name something, and name nothing we know. */
  unknown: (Span & { text: string })[];
  /** Misspelt words and what they were taken for. */
  mended: { from: string; to: string; isName: boolean }[];
  /** The words that ask, with placeholders for everything above. */
  sentence: string[];
  /** Whether it is asked in English, where an unknown word is more likely a name than a word we lack. */
  isEnglish: boolean;
  /** The tokens with codes and names blotted out: where dates are looked for. */
  unnamed: Token[];
}

export async function read(question: string, lexicon: Lexicon, clock: Clock, vocabulary: Vocabulary): Promise<Reading> {
  const text = clean(question);
  const typed = tokenize(text);
  const typedCodes = await linkCodes(text, typed, lexicon, vocabulary.isKnown);
  const inCode = (at: number): boolean => typedCodes.some(code => at >= code.first && at < code.end);
  const words = typed
    .filter((token, at) => !inCode(at) && token.number === undefined && token.text.length > 1)
    .map(token => token.text);
  const [variants, locations, suppliers, categories] = await Promise.all([
    lexicon.findVariants(
      words,
      words.filter(word => !vocabulary.isKnown(word)),
    ),
    lexicon.locations(),
    lexicon.suppliers(),
    lexicon.categories(),
  ]);
  const names = namesOf(variants, categories, locations, suppliers);

  const { tokens, codes, mended, isEnglish } = mend(
    text,
    typed,
    typedCodes,
    names.flatMap(name => name.words),
    vocabulary,
  );
  const taken = new Array<boolean>(tokens.length).fill(false);
  const take = (spans: readonly Span[]): void => spans.forEach(span => taken.fill(true, span.first, span.end));
  take(codes);
  const isName = new Set(mended.filter(mending => mending.isName).map(mending => mending.to));
  // "gummy bears": a name only by mending, beside a word nobody knows, is no name.
  const isStray = (at: number): boolean =>
    at >= 0 &&
    !taken[at] &&
    tokens[at]!.number === undefined &&
    tokens[at]!.text.length > 2 &&
    !vocabulary.isKnown(tokens[at]!.text);
  const matches = matchNames(tokens, names, at => taken[at]!, vocabulary.isKnown).filter(
    match => !(match.end === match.first + 1 && isName.has(tokens[match.first]!.text) && isStray(match.first - 1)),
  );
  take(matches);
  const unnamed = tokens.map((token, at) => (taken[at] ? { ...token, text: '\0' } : token));
  const dates = findDates(unnamed, clock);
  const free = [...unnamed];
  for (const span of dates) free.fill({ text: '\0', start: 0, end: 0 }, span.first, span.end);
  take(dates);
  const durations = findDurations(free);
  take(durations);
  const numbers = free.flatMap((token, at) =>
    !taken[at] && token.number !== undefined ? [{ first: at, end: at + 1, value: token.number }] : [],
  );
  take(numbers);
  // "How many filters": an everyday word in an item's place may be one's name after all.
  const unnamedSpans = unknownSpans(text, tokens, at => taken[at]!, vocabulary.isKnown);
  const spoken = unnamedSpans.flatMap(({ first, end }) =>
    matchNames(
      tokens,
      names,
      at => taken[at]! || at < first || at >= end,
      () => false,
    ).filter(match => match.first === first && match.end === end),
  );
  const unknown = unnamedSpans
    .filter(span => !spoken.some(match => match.first === span.first))
    .map(span => ({ ...span, text: quote(text, tokens, span) }));

  const reading = {
    text,
    tokens,
    codes,
    names: [...matches, ...spoken].sort((a, b) => a.first - b.first),
    dates,
    durations,
    numbers,
    unknown,
    mended,
    isEnglish,
    unnamed,
    sentence: [],
  };
  return { ...reading, sentence: sentenceOf(reading) };
}

/** The same reading with months and weekdays lying ahead: for questions about what is to come. */
export const readAhead = (reading: Reading, today: string): Reading => ({
  ...reading,
  dates: findDates(reading.unnamed, { today, direction: 'future' }),
});

/** The words as they were typed. */
export const quote = (text: string, tokens: readonly Token[], span: Span): string =>
  text.slice(tokens[span.first]!.start, tokens[span.end - 1]!.end);

/** Puts right what is misspelt. Mending may make two words of one, so the codes move along. */
function mend(
  text: string,
  typed: Token[],
  codes: CodeLink[],
  nameWords: string[],
  vocabulary: Vocabulary,
): Pick<Reading, 'tokens' | 'codes' | 'mended' | 'isEnglish'> {
  const known = makeSpeller(
    new Map(
      nameWords.flatMap(word => [
        [word, 1],
        [`${word}s`, 1],
      ]),
    ),
  );
  const tokens: Token[] = [];
  const capitals = typed.filter(token => /\p{Lu}/u.test(text.charAt(token.start))).length;
  const namesStandOut =
    capitals * 2 < typed.length &&
    /\b(how|what|which|who|when|where|is|are|do|did|show|list|the|of|in|for)\b/i.test(text);
  const moved: number[] = [];
  const mended: Reading['mended'] = [];
  const isEnglish = vocabulary.isEnglish(typed.map(token => token.text));
  typed.forEach((token, at) => {
    moved.push(tokens.length);
    const isFine =
      token.number !== undefined ||
      codes.some(code => at >= code.first && at < code.end) ||
      known.knows(token.text) ||
      known.knows(wordOf(token.text)) ||
      (vocabulary.isKnown(token.text) && !(isEnglish && vocabulary.isForeign(token.text)));
    // A capital inside an English sentence marks a name: it is not bent into a common word.
    const isProper = at > 0 && namesStandOut && /\p{Lu}/u.test(text.charAt(token.start));
    const parts = isFine ? null : vocabulary.mend(token.text, known, { isProper, isEnglish });
    if (!parts) return void tokens.push(token);
    mended.push({ from: token.text, to: parts.join(' '), isName: known.knows(parts[0]!) });
    for (const part of parts) tokens.push({ text: part, start: token.start, end: token.end });
  });
  moved.push(tokens.length);
  return {
    tokens,
    mended,
    isEnglish,
    codes: codes.map(code => ({ ...code, first: moved[code.first]!, end: moved[code.end]! })),
  };
}

function findDurations(tokens: readonly Token[]): Reading['durations'] {
  return tokens.flatMap((token, at) => {
    const unit = units.get(tokens[at + 1]?.text ?? '');
    const count = /^(a|an|one|ein|einem|einer|un|una|uma)$/.test(token.text) ? 1 : numberBeforeUnit(token.text);
    const isHalf = /^(half|halbes|halben|medio|media|demi|meio)$/.test(tokens[at - 1]?.text ?? '');
    return unit && count
      ? [{ first: isHalf ? at - 1 : at, end: at + 2, days: daysIn(isHalf ? count / 2 : count, unit) }]
      : [];
  });
}

function sentenceOf({ tokens, codes, names, dates, durations, numbers, unknown }: Omit<Reading, 'sentence'>): string[] {
  const placeholders: [Span, string][] = [
    ...codes.map((code): [Span, string] => [
      code,
      code.kind === 'variant'
        ? code.byBarcode
          ? '{code}'
          : '{item}'
        : code.kind === 'document'
          ? `{${code.document}}`
          : code.kind === 'lot' || code.after === 'lot'
            ? '{lot}'
            : code.after === 'order'
              ? '{so}'
              : '{code}',
    ]),
    ...names.map((match): [Span, string] => [match, placeholderOf(match)]),
    ...dates.map((date): [Span, string] => [date, date.side === 'open' ? '{date}' : `{${date.side}}`]),
    ...durations.map((duration): [Span, string] => [duration, '{days}']),
    ...numbers.map((number): [Span, string] => [number, '{n}']),
    ...unknown.map((span): [Span, string] => [span, '{unknown}']),
  ];
  const sentence: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const here = placeholders.find(([span]) => span.first === at);
    sentence.push(here ? here[1] : tokens[at]!.text);
    at = here ? here[0].end : at + 1;
  }
  return sentence;
}

function placeholderOf({ names }: NameMatch): string {
  const kinds = new Set(names.map(name => name.named.kind));
  if (kinds.has('location')) return '{place}';
  if (kinds.has('supplier') && kinds.size === 1) return '{supplier}';
  return kinds.size === 1 && kinds.has('category') ? '{category}' : '{item}';
}
