/* Words by meaning: one line each, with its words in all languages, normalized like questions. */

/** `value: its words; another: …`. */
export const table = <T extends string>(lines: string): ReadonlyMap<string, T> =>
  new Map(
    lines.split(/;\s+/).flatMap(line => {
      const [value, ...words] = line.trim().split(/:? +/) as [T, ...string[]];
      return words.map(word => [word, value] as const);
    }),
  );

/** Words in one line, with spaces between. */
export const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));
