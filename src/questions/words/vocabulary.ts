import { distance } from '../../kernel/typos.ts';
import { allTimeWords } from '../dates/date-words.ts';
import { writeVerbs } from '../refusing/writes.ts';
import { commonWords } from './common-words.ts';
import { readNumber } from './normalize.ts';
import { makeSpeller, type Speller } from './spelling.ts';
import { ALL_WORDS, BUSINESS_WORDS } from './words.ts';

/* All words that are known without a catalogue, and the correction of others. */

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

export const isKnown = (word: string): boolean =>
  speller.knows(word) || ALL_WORDS.has(word) || commonWords.has(word) || readNumber(word) !== undefined;

/** The known word that an English word is a form of: "arrive" for "arriving". */
function baseOf(word: string): string | undefined {
  const stem = /^(.{3,}?)(?:ing|ed|s)$/.exec(word)?.[1];
  return stem && [stem, `${stem}e`, stem.slice(0, -1)].find(base => base.length > 3 && BUSINESS_WORDS.has(base));
}

const runTogether = /^(how|what|whats|which|when|where|in|out|low|on|sold|best|top|run|re)(.{3,})$/;

/**
 * The known word, or word of a name, that a misspelt one stands for; two if they were written as one; null to leave it
 * as it is.
 */
export function mended(word: string, names: Speller, isProper: boolean): string[] | null {
  if (word.length < 3 || /\d/.test(word)) return null;
  const plain = word.replace(/ae/g, 'a').replace(/oe/g, 'o').replace(/ue/g, 'u');
  if (plain !== word && isKnown(plain)) return [plain];
  const base = baseOf(word);
  if (base) return [base];
  const known = speller.nearest(word);
  const name = nearName(word, names);
  if (name && (!known || isProper || name.distance <= known.distance)) return [name.word];
  // Months and weekdays are also names.
  if (isProper && !(known && allTimeWords.has(known.word) && known.word.length > 4)) return null;
  if (known && (known.distance === 1 || word.length >= 9)) return [known.word];
  const [, head, tail] = runTogether.exec(word) ?? [];
  if (head && tail && speller.knows(tail)) return [head, tail];
  return known ? [known.word] : null;
}

/** Names are corrected more cautiously than other words: a wrong one would give an answer about something else. */
function nearName(word: string, names: Speller): { word: string; distance: number } | null {
  const near = names.nearest(word);
  if (!near || Math.abs(near.word.length - word.length) > 1 || near.distance > (word.length >= 10 ? 2 : 1)) return null;
  return near.word.length >= 4 || distance(word, near.word, 1) === 1 ? near : null;
}
