/* Words by what they stand for: a line for each meaning, its words in all languages, folded as questions are. */

export const table = <T>(lines: readonly (readonly [T, string])[]): ReadonlyMap<string, T> =>
  new Map(lines.flatMap(([value, words]) => words.split(' ').map(word => [word, value] as const)));

export const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));
