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
    for (const [meaning, words] of lines) {
      expect([meaning, words.filter(word => word === '' || word !== fold(word))]).toEqual([meaning, []]);
      expect([meaning, words]).toEqual([meaning, [...new Set(words)]]);
    }
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
