import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';

/*
 * The words of the languages that questions are asked in. A language is a file and a name in the list below: a line for
 * each meaning, `kind value: words`, of those that english.ts has. `_` is a blank, `..` what stands between the parts of a verb
 * ("geht heute aus"); words are folded: lower case, no accents.
 */

export const LANGUAGES = { english, german, spanish, french, italian, portuguese };

export interface Entry {
  kind: string;
  value: string;
  words: readonly string[];
}

/** The lines of a language: a meaning, and its words. */
export const linesOf = (language: string): [meaning: string, words: string][] =>
  language
    .trim()
    .replaceAll('\n  ', ' ')
    .split('\n')
    .map(line => line.split(': ') as [string, string]);

function read(): Entry[] {
  const words = new Map<string, string[]>();
  for (const [meaning, said] of Object.values(LANGUAGES).flatMap(linesOf)) {
    const phrases = said.split(' ').map(phrase => phrase.replaceAll('_', ' '));
    words.set(meaning, [...new Set([...(words.get(meaning) ?? []), ...phrases])]);
  }
  return [...words].map(([meaning, all]) => {
    const [, kind, value] = /^((?:date|small) \w+|\S+) ?(.*)$/.exec(meaning) as unknown as [string, string, string];
    return { kind, value, words: all };
  });
}

export const DICTIONARY: readonly Entry[] = read();

/** The words of a kind that has one meaning. */
export const wordsOf = (kind: string): ReadonlySet<string> =>
  new Set(DICTIONARY.flatMap(entry => (entry.kind === kind ? entry.words : [])));

/** What each word of a kind stands for. */
export const tableOf = <T>(kind: string, meant: (value: string) => T): ReadonlyMap<string, T> =>
  new Map(
    DICTIONARY.flatMap(entry =>
      entry.kind === kind ? entry.words.map(word => [word, meant(entry.value)] as const) : [],
    ),
  );
