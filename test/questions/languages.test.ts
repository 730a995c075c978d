import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { LANGUAGES, linesOf, type Spoken, writtenIn } from '../../src/questions/languages/dictionary.ts';
import { fold } from '../../src/questions/words/fold.ts';

describe('a language', () => {
  const meanings = new Set(linesOf('english').map(([meaning]) => meaning));
  const names = Object.keys(LANGUAGES) as Spoken[];
  it.each(names)('%s has words for meanings that English has, each once, folded', name => {
    const lines = writtenIn(name);
    const said = lines.map(([meaning]) => meaning);
    expect(said.filter(meaning => !meanings.has(meaning) && !meaning.startsWith('name '))).toEqual([]);
    expect(said).toEqual([...new Set(said)]);
    expect(lines.filter(([, words]) => words.some(word => word === '' || word !== fold(word)))).toEqual([]);
    expect(lines.filter(([, words]) => words.some(word => /[{}]/.test(word)))).toEqual([]);
    expect(lines.filter(([, words]) => new Set(words).size < words.length)).toEqual([]);
  });

  it.each([
    ['french', 'date month 5', ['mai']],
    ['german', 'date month 3', ['marz', 'maerz', 'mrz']],
    ['portuguese', 'date weekday 1', ['terca']],
    ['italian', 'date named 2', ['dopodomani']],
    ['english', 'number 12', ['twelve', 'dozen']],
  ] as const)(
    '%s has for %s the words of the calendar and those of a line of several values',
    (name, meaning, words) => {
      const own = linesOf(name).filter(([each]) => each === meaning);
      expect(new Set(own.flatMap(([, each]) => each))).toEqual(new Set(words));
    },
  );
});

const FOLDER = 'src/questions';
const READING = `${FOLDER}/reading`;

describe('a line of small words', () => {
  it('is one that a rule compares with, by its name', () => {
    const code = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.ts'))
      .map(file => readFileSync(`${FOLDER}/${file}`, 'utf8'))
      .join();
    const compared = [...code.matchAll(/(?:\b(?:isWord|hasWord|hears|going|isLedBy)\(\s*|['`]small )'?(\w+)['`]/g)].map(
      ([, name]) => name!,
    );
    const lines = linesOf('english').flatMap(([meaning]) => /^small (\w+)/.exec(meaning)?.[1] ?? []);
    expect(new Set(compared)).toEqual(new Set(lines));
  });
});

const ROOMS = [READING, `${FOLDER}/names`, `${FOLDER}/dates`];

describe('the reading of questions', () => {
  it.each(ROOMS.flatMap(room => readdirSync(room).map(file => `${room}/${file}`)))(
    '%s compares no text with the words of a language: these stand in its table',
    file => {
      const code = readFileSync(file, 'utf8').replace(/^\s*(\/\/|\/?\*).*$/gm, '');
      const patterns = new Map(
        [...code.matchAll(/const (\w+) =\s+(\/.*\/)[a-z]*;/g)].map(([, name, of]) => [name, of!]),
      );
      const tested = [
        ...code.matchAll(/(\/[^/\n]+\/|\b[A-Z_]+)[a-z]*\.test\([^;\n]*?\b(?:text|word|next|link|before|lead)\b/g),
      ].map(([, of]) => patterns.get(of!) ?? of!);
      const compared = [...code.matchAll(/\btext [!=]== '([^']*)'/g)].map(([, word]) => word!);
      // Numbers with a unit, classes of characters and endings are no words.
      const bare = tested
        .filter(of => of.startsWith('/') && !of.includes('\\d'))
        .map(of => of.replace(/\[.*?\]|\\p\{\w+\}|[a-z]+\$/g, ''));
      expect([...compared, ...bare].filter(of => /[a-z]{2}/.test(of))).toEqual([]);
    },
  );
});
