import { distance } from '../kernel/typos.ts';
import { commonWords, englishWords, otherWords } from './common-words.ts';
import { conceptWords, isConceptWord, outsideWords } from './concepts.ts';
import { allTimeWords } from './date-words.ts';
import { figureWords } from './figure-words.ts';
import { readNumber } from './normalize.ts';
import { makeSpeller, type Speller } from './spelling.ts';
import { writeVerbs } from './writes.ts';

/** All words the engine knows without a catalogue, and the mending of those it does not. */
export interface Vocabulary {
  isKnown(word: string): boolean;
  /** A word of another language of ours that is none in English: in an English question more likely a typo. */
  isForeign(word: string): boolean;
  /** Whether most of the words that tell are English. */
  isEnglish(words: readonly string[]): boolean;
  /** The known word, or the name word, a misspelt one stands for; split when two were written as one; null: leave it. */
  mend(word: string, nameWords: Speller, hints: { isProper: boolean; isEnglish: boolean }): string[] | null;
}

const runTogether = /^(how|what|whats|which|when|where|in|out|low|on|sold|best|top|run|re)(.{3,})$/;

export function makeVocabulary(trained: { words: readonly string[]; foreignWords: readonly string[] }): Vocabulary {
  const english = new Set([...englishWords, ...trained.words]);
  const isForeign = (word: string): boolean => foreign.has(word) && !english.has(word);
  const foreign = new Set([...otherWords, ...trained.foreignWords]);
  const weights = new Map<string, number>();
  const atLeast = (word: string, weight: number): void =>
    void weights.set(word, Math.max(weights.get(word) ?? 0, weight));
  for (const word of commonWords) if (word.length > 2) atLeast(word, 1);
  for (const word of writeVerbs) atLeast(word, 4);
  for (const word of allTimeWords) atLeast(word, 6);
  for (const word of figureWords) if (word.length > 2) atLeast(word, 6);
  for (const word of conceptWords) atLeast(word, 8);
  for (const words of [trained.words, trained.foreignWords])
    words.forEach((word, rank) => atLeast(word, Math.min(200, 4000 / (rank + 20))));
  const isTarget = (word: string): boolean => !outsideWords.has(word) || word.length > 6;
  const all = makeSpeller(weights);
  const ours = makeSpeller(new Map([...weights].filter(([word]) => isTarget(word))));
  const oursInEnglish = makeSpeller(new Map([...weights].filter(([word]) => isTarget(word) && !isForeign(word))));
  const isKnown = (word: string): boolean =>
    all.knows(word) || commonWords.has(word) || isConceptWord(word) || readNumber(word) !== undefined;

  return {
    isKnown,
    isForeign,
    isEnglish: words => {
      const plain = words.filter(word => english.has(word) && !foreign.has(word)).length;
      return plain > 0 && plain >= words.filter(isForeign).length;
    },
    mend(word, names, { isProper, isEnglish }) {
      if (word.length < 3 || /\d/.test(word)) return null;
      const plain = word.replace(/ae/g, 'a').replace(/oe/g, 'o').replace(/ue/g, 'u');
      if (plain !== word && isKnown(plain)) return [plain];
      const nearest = (isEnglish ? oursInEnglish : ours).nearest(word);
      // A foreign word is a word: only a slip that is certain makes an English one of it.
      const known = nearest && isForeign(word) && nearest.distance > 1 ? null : nearest;
      const name = nearName(word, names);
      if (name && !isForeign(word) && (!known || isProper || name.distance <= known.distance)) return [name.word];
      // Months and weekdays are proper names too.
      if (isProper && !(known && allTimeWords.has(known.word) && known.word.length > 4)) return null;
      if (known && (known.distance === 1 || word.length >= 9)) return [known.word];
      const [, head, tail] = runTogether.exec(word) ?? [];
      if (head && tail && all.knows(tail)) return [head, tail];
      return known ? [known.word] : null;
    },
  };
}

/** Names are mended more carefully than words: a wrong one would answer about the wrong thing. */
function nearName(word: string, names: Speller): { word: string; distance: number } | null {
  const near = names.nearest(word);
  if (!near || Math.abs(near.word.length - word.length) > 1 || near.distance > (word.length >= 10 ? 2 : 1)) return null;
  return near.word.length >= 4 || distance(word, near.word, 1) === 1 ? near : null;
}
