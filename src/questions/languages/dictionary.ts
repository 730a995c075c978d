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
export type Spoken = keyof typeof LANGUAGES;

export interface Entry {
  kind: string;
  value: string;
  /** Its words, each with the languages that have it. */
  words: ReadonlyMap<string, readonly Spoken[]>;
}

/** The lines of a language: a meaning, and its words. */
export const linesOf = (language: string): [meaning: string, words: string][] =>
  language
    .trim()
    .replaceAll('\n  ', ' ')
    .split('\n')
    .map(line => line.split(': ') as [string, string]);

function read(): Entry[] {
  const meanings = new Map<string, Map<string, Spoken[]>>();
  for (const [name, language] of Object.entries(LANGUAGES) as [Spoken, string][])
    for (const [meaning, said] of linesOf(language)) {
      const words = meanings.get(meaning) ?? new Map<string, Spoken[]>();
      for (const phrase of said.split(' ').map(each => each.replaceAll('_', ' ')))
        words.set(phrase, [...(words.get(phrase) ?? []), name]);
      meanings.set(meaning, words);
    }
  return [...meanings].map(([meaning, words]) => {
    const [, kind, value] = /^((?:date|small) \w+|\S+) ?(.*)$/.exec(meaning) as unknown as [string, string, string];
    return { kind, value, words };
  });
}

export const DICTIONARY: readonly Entry[] = read();

/** The words of a kind that has one meaning. */
export const wordsOf = (kind: string): ReadonlySet<string> =>
  new Set(DICTIONARY.flatMap(entry => (entry.kind === kind ? [...entry.words.keys()] : [])));

/** What each word of a kind stands for. */
export const tableOf = <T>(kind: string, meant: (value: string) => T): ReadonlyMap<string, T> =>
  new Map(
    DICTIONARY.flatMap(entry =>
      entry.kind === kind ? [...entry.words.keys()].map(word => [word, meant(entry.value)] as const) : [],
    ),
  );
