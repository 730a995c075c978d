import { distance } from '../../kernel/typos.ts';

/** Corrects typos: finds the nearest known word, or none. */

/** The number of edits allowed for a word of this length: short words are too similar to each other for more. */
export const tolerance = (word: string): number => (/\d/.test(word) || word.length < 4 ? 0 : word.length < 9 ? 1 : 2);

export interface Speller {
  knows(word: string): boolean;
  /** The nearest known word that fits, with its distance; of equally near ones the more frequent. */
  nearest(word: string, fits?: (known: string) => boolean): { word: string; distance: number } | null;
}

/** The weight of a word is its frequency; it decides between equally near ones. */
export function makeSpeller(weights: ReadonlyMap<string, number>): Speller {
  const byLength = new Map<number, { known: string; letters: number }[]>();
  for (const known of weights.keys()) {
    const entry = { known, letters: lettersOf(known) };
    const group = byLength.get(known.length);
    if (group) group.push(entry);
    else byLength.set(known.length, [entry]);
  }
  return {
    knows: word => weights.has(word),
    nearest(word, fits = () => true) {
      // In three-letter words only a swap ("hwo") or a missing letter of a common word ("lat month") is safe to
      // correct.
      const short = word.length === 3 && /^[a-z]+$/.test(word);
      const limit = short ? 1 : tolerance(word);
      if (limit === 0) return null;
      const own = lettersOf(word);
      let best: { word: string; distance: number; score: number } | null = null;
      for (let length = word.length - limit; length <= word.length + limit; length++) {
        for (const { known, letters } of byLength.get(length) ?? []) {
          // Each edit changes at most two letters of the set: this rules out most words without comparing them.
          if (bits(letters ^ own) > 2 * limit) continue;
          if (
            known.length < 3 ||
            (short &&
              !(isSwap(word, known) && known[0] === word[0]) &&
              !(known.length === 4 && known[0] === word[0] && (weights.get(known) ?? 0) >= 6))
          )
            continue;
          const apart = distance(word, known, limit);
          if (apart > limit || !fits(known)) continue;
          // The first letter is rarely wrong, so a candidate that keeps it is preferred.
          const score =
            apart * 10 -
            Math.min(4, Math.log2(1 + (weights.get(known) ?? 0))) -
            (known[0] === word[0] ? 4 : 0) -
            (isSwap(word, known) ? 2 : 0);
          if (!best || score < best.score || (score === best.score && known < best.word))
            best = { word: known, distance: apart, score };
        }
      }
      return best && { word: best.word, distance: best.distance };
    },
  };
}

const lettersOf = (word: string): number =>
  [...word].reduce((set, letter) => set | (1 << ((letter.codePointAt(0)! - 97) & 31)), 0);
function bits(set: number): number {
  let count = 0;
  for (; set !== 0; set &= set - 1) count++;
  return count;
}

function isSwap(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  const at = [...a].findIndex((letter, i) => letter !== b[i]);
  return at >= 0 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}
