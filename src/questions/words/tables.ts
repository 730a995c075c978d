/* Words by meaning: one line each, with its words in all languages, normalized like questions. */

export const table = <T>(lines: readonly (readonly [T, string])[]): ReadonlyMap<string, T> =>
  new Map(lines.flatMap(([value, words]) => words.split(' ').map(word => [word, value] as const)));

export const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));
