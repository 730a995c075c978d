import type { Unit } from '../../kernel/calendar.ts';
import { distance } from '../../kernel/typos.ts';
import { type DateMention, findDates } from '../dates/date-ranges.ts';
import { units } from '../dates/date-words.ts';
import { type Clock, daysIn } from '../dates/dates.ts';
import { isWord, type Spoken } from '../languages/dictionary.ts';
import { type CodeLink, linkCodes, type Span } from '../names/codes.ts';
import { type Lexicon, VARIANTS_MAX } from '../names/lexicon.ts';
import { foreignFor, matchNames, type Name, type NameMatch, namesOf, sizesIn, wordOf } from '../names/names.ts';
import { clean, countedIn, numberBeforeUnit, type Token, tokenize } from '../words/normalize.ts';
import { makeSpeller } from '../words/spelling.ts';
import { isKnown, mended } from '../words/vocabulary.ts';
import { isBusinessWord, isSpoken, languagesOf, translated } from '../words/words.ts';

/** A question with all names in it resolved; the remaining words say what is asked. */
export interface Reading {
  text: string;
  tokens: readonly Token[];
  codes: readonly CodeLink[];
  names: readonly NameMatch[];
  /** Ranges of days; months and weekdays without a year are in the past. */
  dates: readonly DateMention[];
  /** The same in the future, for questions about what is to come. */
  datesAhead: readonly DateMention[];
  /** "30 days", "two weeks" without a direction: an age, or days of cover; "a day" may also be each day. */
  durations: readonly (Span & { days: number; each?: Unit })[];
  /** Names that were corrected. */
  corrections: readonly { from: string; to: string; isTranslated?: boolean }[];
  /** How many locations there are of each type. */
  places: { readonly [type: string]: number };
  /** What it is said in: a word of another language is not understood. */
  languages: ReadonlySet<Spoken>;
  /** Words that are to be read as if they said nothing, by their positions. */
  ignored?: ReadonlySet<number>;
}

/** The words of a question with what each may mean: names, codes and dates linked, slips of the pen corrected. */
export async function read(question: string, lexicon: Lexicon, today: string): Promise<Reading> {
  const text = clean(question);
  const split = tokenize(text);
  const [main] = languagesOf(split.map(token => token.text));
  const typed = countedIn(split, main);
  const typedCodes = await linkCodes(text, typed, lexicon, isKnown);
  const inCode = (at: number): boolean => typedCodes.some(code => at >= code.first && at < code.end);
  const words = typed
    .filter((token, at) => !inCode(at) && token.number === undefined && token.text.length > 1)
    .map(token => token.text);
  const unknown = words.filter(word => !isKnown(word));
  const [variants, locations, suppliers, categories] = await Promise.all([
    lexicon.findVariants([...words, ...words.flatMap(translated)], unknown),
    lexicon.locations(),
    lexicon.suppliers(),
    lexicon.categories(),
  ]);
  const names = namesOf(variants, categories, locations, suppliers);
  const { tokens, codes, corrections } = corrected(
    text,
    typed,
    typedCodes,
    names.flatMap(name => name.words),
  );
  const taken = new Array<boolean>(tokens.length).fill(false);
  const take = (spans: readonly Span[]): void => spans.forEach(span => taken.fill(true, span.first, span.end));
  take(codes);
  const guessed = new Set(corrections.flatMap(({ to, isTranslated }) => (isTranslated ? [] : to)));
  const sized = new Map<number, Name[]>();
  for (const at of sizesIn(tokens)) {
    const of = taken[at] ? [] : await itemsOfSize(tokens[at]!.text, lexicon);
    if (of.length > 0) sized.set(at, of);
  }
  // "gummy bears": a corrected name next to an unknown word is not a name.
  const isStray = (at: number): boolean =>
    at >= 0 &&
    !taken[at] &&
    !sized.has(at) &&
    tokens[at]!.number === undefined &&
    tokens[at]!.text.length > 2 &&
    !isKnown(tokens[at]!.text);
  const languages = languagesOf(tokens.map(({ text }) => text));
  // "Antigua" is an old thing in Spanish only.
  const isWord = (word: string) => isKnown(word) && isSpoken(word, languages);
  const matches = matchNames(tokens, names, at => taken[at]!, isWord, sized).filter(
    match => !(match.end === match.first + 1 && guessed.has(tokens[match.first]!.text) && isStray(match.first - 1)),
  );
  take(matches);
  const meant = matches.map(match => meantIn(tokens, match));
  const unnamed = tokens.map((token, at) => (taken[at] ? { ...token, text: '\0' } : token));
  const spoken = languagesOf(unnamed.map(token => token.text));
  const clock = (direction: Clock['direction']): Clock => ({ today, direction, languages: spoken });
  const dates = findDates(unnamed, clock('past'));
  const free = [...unnamed];
  for (const span of dates) free.fill({ text: '\0', start: 0, end: 0 }, span.first, span.end);
  return {
    text,
    tokens,
    codes,
    names: meant,
    dates,
    datesAhead: findDates(unnamed, clock('future')),
    durations: findDurations(free),
    corrections,
    places: countBy(locations.map(({ type }) => type)),
    languages: spoken,
  };
}

/** The items of a size; none where they may be more than were found. */
async function itemsOfSize(size: string, lexicon: Lexicon): Promise<Name[]> {
  const variants = await lexicon.findVariants([size], []);
  if (variants.length >= VARIANTS_MAX) return [];
  return namesOf(variants, [], [], []).filter(({ named, words }) => named.kind === 'variant' && words.includes(size));
}

const countBy = (values: readonly string[]): { [value: string]: number } =>
  Object.fromEntries([...Map.groupBy(values, value => value)].map(([value, of]) => [value, of.length]));

/**
 * "All products in Syrups" are not those of Syrup & Co: if a supplier shares its name with something else, the word
 * before it decides.
 */
function meantIn(tokens: readonly Token[], match: NameMatch): NameMatch {
  const isSupplier = ({ named }: NameMatch['names'][number]) => named.kind === 'supplier';
  const [suppliers, others] = [match.names.filter(isSupplier), match.names.filter(name => !isSupplier(name))];
  if (suppliers.length === 0 || others.length === 0) return match;
  const before = tokens[match.first - 1]?.text;
  return { ...match, names: isWord('bysupplier', before) || isWord('ofsupplier', before) ? suppliers : others };
}

/** The words as typed. */
export const quoted = ({ text, tokens }: Reading, { first, end }: Span): string =>
  text.slice(tokens[first]!.start, tokens[end - 1]!.end);

/** Corrects typos. A correction may split a word in two, so the positions of codes are shifted. */
function corrected(text: string, typed: readonly Token[], codes: readonly CodeLink[], nameWords: readonly string[]) {
  const called = [...nameWords.flatMap(word => [word, `${word}s`]), ...foreignFor(new Set(nameWords))];
  const known = makeSpeller(new Map(called.map(word => [word, 1])));
  const beginning = (word: string) =>
    [...new Set(nameWords)].filter(each => each.startsWith(word) && each.length > word.length + 2);
  const capitals = typed.filter(token => /\p{Lu}/u.test(text.charAt(token.start))).length;
  const languages = languagesOf(typed.map(token => token.text));
  // Every German noun has one.
  const namesStandOut = capitals * 2 < typed.length && languages.has('english');
  const tokens: Token[] = [];
  const moved: number[] = [];
  const corrections: Reading['corrections'][number][] = [];
  typed.forEach((token, at) => {
    moved.push(tokens.length);
    const isFine =
      token.number !== undefined ||
      codes.some(code => at >= code.first && at < code.end) ||
      known.knows(token.text) ||
      known.knows(wordOf(token.text)) ||
      isKnown(token.text);
    // A capital letter inside a sentence marks a name, which is not corrected to a common word.
    const isProper = at > 0 && namesStandOut && /\p{Lu}/u.test(text.charAt(token.start));
    // "Vert" is a colour, but "café vert" is green coffee.
    const isOfGoods =
      [at - 1, at + 1].some(beside => translated(typed[beside]?.text ?? '').length > 0) ||
      (isOf(typed[at - 1]) && !isOf(typed[at + 1]));
    const own = (isFine && !isOfGoods) || known.knows(token.text) ? [] : translated(token.text);
    const isTranslated = own.length > 0 && own.every(word => known.knows(word));
    // "yirg 250": the beginning of one name only.
    const [whole, ...others] = isFine || token.text.length < BEGINNING_MIN ? [] : beginning(token.text);
    if (whole && others.length === 0) {
      corrections.push({ from: text.slice(token.start, token.end), to: whole });
      return void tokens.push({ ...token, text: whole });
    }
    const parts = isFine && !isTranslated ? null : isTranslated ? own : mended(token.text, known, isProper, languages);
    if (!parts) return void tokens.push(token);
    const from = text.slice(token.start, token.end);
    if (known.knows(parts[0]!) || isFar(token.text, parts))
      corrections.push({ from, to: parts.join(' '), isTranslated });
    for (const part of parts) tokens.push({ text: part, start: token.start, end: token.end });
  });
  moved.push(tokens.length);
  return {
    tokens,
    corrections,
    codes: codes.map(code => ({ ...code, first: moved[code.first]!, end: moved[code.end]! })),
  };
}

const isOf = (token: Token | undefined): boolean => isWord('of', token?.text);
const BEGINNING_MIN = 4;
/** A word of the business that was not quite typed so: "rained" is none. */
const isFar = (typed: string, [word, ...more]: readonly string[]): boolean =>
  more.length === 0 && isBusinessWord(word!) && (word![0] !== typed[0] || distance(typed, word!, 2) === 2);

function findDurations(tokens: readonly Token[]): Reading['durations'] {
  return tokens.flatMap((token, at) => {
    const unit = units.get(tokens[at + 1]?.text ?? '');
    const count = isWord('one', token.text) ? 1 : numberBeforeUnit(token.text);
    const isHalf = isWord('half', tokens[at - 1]?.text);
    const isEach = !isHalf && isWord('a', token.text);
    const days = unit && count && daysIn(isHalf ? count / 2 : count, unit);
    return days ? [{ first: isHalf ? at - 1 : at, end: at + 2, days, ...(isEach && { each: unit }) }] : [];
  });
}
