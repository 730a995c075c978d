import { distance } from '../../kernel/typos.ts';
import { allTimeWords, measured, units } from '../dates/date-words.ts';
import { DICTIONARY, type Spoken, wordsOf } from '../languages/dictionary.ts';
import { writeVerbs } from '../refusing/writes.ts';
import { fold } from './fold.ts';
import { readNumber } from './normalize.ts';
import { makeSpeller, type Speller } from './spelling.ts';
import { ALL_WORDS, BUSINESS_WORDS, isSpoken, languagesOf, MEANINGS, translated } from './words.ts';

/* All words that are known without a catalogue, and the correction of others. */

/**
 * Everyday words, none of which names a product by itself, beside those that mean something to us. A word found neither
 * here, nor in the business's vocabulary, nor in a catalogue is taken for the name of something unknown.
 */
const commonWords: ReadonlySet<string> = new Set(
  ['everyday', 'small weighty', 'small pack'].flatMap(kind => [...wordsOf(kind)]).map(fold),
);

/** What adverbs end in that say how something is, and restrict nothing: "honestly", "finalement". */
const ADVERBS = [...wordsOf('adverb')];
const ADVERB_MIN = 7;
/** Whether it is one of these, or an adverb. */
export const isCommon = (word: string): boolean =>
  commonWords.has(word) || (word.length >= ADVERB_MIN && ADVERBS.some(ending => word.endsWith(ending)));

const weights = new Map<string, number>();
for (const [words, weight] of [
  [commonWords, 1],
  [ALL_WORDS, 3],
  [writeVerbs, 4],
  [allTimeWords, 6],
  [BUSINESS_WORDS, 8],
] as const)
  for (const word of words) if (word.length > 2) weights.set(word, weight);
const speller = makeSpeller(weights);

/** What rules compare with is known too, but for what goods, places and companies are called. */
const OF_RULES = new Set(
  DICTIONARY.flatMap(({ kind, words }) =>
    /^small (?!premises|company|utensil|infill|warehouse|raw|roasted)/.test(kind)
      ? [...words.keys()].flatMap(phrase => phrase.split(' '))
      : [],
  ),
);

/** Whether it is a word or a number, and so no slip of the pen and no code. */
export const isKnown = (word: string): boolean =>
  speller.knows(word) ||
  [ALL_WORDS, OF_RULES].some(words => words.has(word)) ||
  isCommon(word) ||
  readNumber(word) !== undefined;

const ENDINGS = DICTIONARY.find(({ kind }) => kind === 'ending')!.words;
const ENDING_MAX = Math.max(...[...ENDINGS.keys()].map(ending => ending.length));
const STEM_MIN = 4;
/** A word without its ending, as the language has them; German participles begin with "ge". */
function stemIn(language: Spoken, word: string): string {
  const own = language === 'german' ? word.replace(/^ge(?=.{5,}[nt]$)/, '') : word;
  for (let length = Math.min(ENDING_MAX, own.length - STEM_MIN); length > 0; length -= 1)
    if (ENDINGS.get(own.slice(-length))?.includes(language)) return own.slice(0, -length);
  return own;
}

/** By language and stem, the word of the business that has it; null if several have, which mean different things. */
const byStem = new Map<string, string | null>();
for (const [word, meanings] of MEANINGS)
  for (const language of languagesOf([word])) {
    if (!BUSINESS_WORDS.has(word) || /[ .]/.test(word)) continue;
    const stem = `${language} ${stemIn(language, word)}`;
    const other = byStem.get(stem);
    const isSame =
      other === undefined || (other !== null && MEANINGS.get(other)!.some(each => meanings.includes(each)));
    byStem.set(stem, isSame ? (other ?? word) : null);
  }

/** The known word of which this is another form: "arrive" for "arriving", "tostado" for "tostaron". */
const baseOf = (word: string, languages: ReadonlySet<Spoken>): string | undefined =>
  [...languages].flatMap(language => byStem.get(`${language} ${stemIn(language, word)}`) ?? [])[0];

/** "Monatsumsatz" is that of each month. */
const EACH_OF = new Map(
  DICTIONARY.flatMap(({ kind, value, words }) =>
    kind === 'timely'
      ? [...words].flatMap(([word, of]) => (of.includes('german') ? [[value, word] as const] : []))
      : [],
  ).reverse(),
);
const PART_MIN = 4;
const NAME_MIN = 3;
const LEADS = /^(how|what|whats|which|when|where|out|low|on|sold|best|top|run)$/;
/** Two known words written as one: "Lieferantenbestellungen", "Tassenbestand", "howmany". */
function apart(word: string, names: Speller): [string, string] | undefined {
  const isName = (part: string) => names.knows(part) || translated(part).some(each => names.knows(each));
  // The last word says what it is, and is as long as it can be: "Kaffeesorten" are no places.
  for (let at = 2; at <= word.length - 3; at += 1) {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    const isLed = LEADS.test(head) && speller.knows(tail);
    const isCompound =
      (at >= PART_MIN || (at === NAME_MIN && isName(head))) &&
      (tail.length >= PART_MIN || units.has(tail)) &&
      (BUSINESS_WORDS.has(tail) || isName(tail));
    const own = isCompound
      ? [head, head.replace(/(?:e?n|s)$/, '')].find(
          each => BUSINESS_WORDS.has(each) || allTimeWords.has(each) || isName(each),
        )
      : undefined;
    const unit = own && measured.has(tail) ? units.get(own) : undefined;
    if (isLed || own) return [EACH_OF.get(unit ?? '') ?? own ?? head, tail];
  }
  return undefined;
}

/**
 * The known word, or word of a name, that a misspelt one stands for; two if they were written as one; null to leave it
 * as it is.
 */
export function mended(
  word: string,
  names: Speller,
  isProper: boolean,
  languages: ReadonlySet<Spoken>,
): string[] | null {
  if (word.length < 3 || /\d/.test(word)) return null;
  const plain = word.replace(/ae/g, 'a').replace(/oe/g, 'o').replace(/ue/g, 'u');
  if (plain !== word && isKnown(plain)) return [plain];
  if (plain !== word && translated(plain).length > 0) return [...translated(plain)];
  const base = baseOf(word, languages);
  if (base) return [base];
  // "Berliner", "Hamburger": of a place.
  const place = /^(.{4,})er$/.exec(word)?.[1];
  if (place && names.knows(place)) return [place];
  const parts = apart(word, names);
  if (parts) return parts.flatMap(part => (names.knows(part) || isKnown(part) ? part : translated(part)));
  const known = speller.nearest(word, each => isSpoken(each, languages) && !isOther(word, each));
  const name = nearName(word, names);
  if (name && (!known || isProper || name.distance <= known.distance)) return [name.word];
  // Months and weekdays are also names.
  if (isProper && !(known && allTimeWords.has(known.word) && known.word.length > 4)) return null;
  if (known && (known.distance === 1 || word.length >= 9)) return [known.word];
  return known ? [known.word] : null;
}

/** Of "Liefertage", the days. */
const unitOf = (word: string): string | undefined =>
  [...units].find(([unit]) => word.length >= unit.length + PART_MIN && word.endsWith(unit))?.[1];
/**
 * "Inactive" is not a misspelt "active", nor "rained" a misspelt "gained": the first letter is rarely wrong; nor is a
 * day of something, "Liefertage", anything but days.
 */
const isOther = (word: string, known: string): boolean => {
  const unit = unitOf(word);
  if (unit && unit !== unitOf(known)) return true;
  const isSwapped = word[0] === known[1] && word[1] === known[0];
  return known.length > 3 && word[0] !== known[0] && !isSwapped && !known.endsWith(word);
};

/** Names are corrected more cautiously than other words: a wrong one would give an answer about something else. */
function nearName(word: string, names: Speller): { word: string; distance: number } | null {
  const near = names.nearest(word);
  if (!near || Math.abs(near.word.length - word.length) > 1 || near.distance > (word.length >= 10 ? 2 : 1)) return null;
  return near.word.length >= 4 || distance(word, near.word, 1) === 1 ? near : null;
}
