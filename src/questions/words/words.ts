import type { Group } from '../../figures/dimensions.ts';
import { MEASURES, type MeasureName } from '../../figures/measures.ts';
import { DICTIONARY, type Spoken, tableOf } from '../languages/dictionary.ts';
import { type ListName, listNamed, type Part } from './parts.ts';

/*
 * What words mean: the one vocabulary, of all languages. Each phrase is a part of a query or of a look-up, says how
 * others are meant, or says nothing by itself. A word that no language has, and that names nothing, is not understood.
 */

export type Noun = 'order' | 'purchase_order' | 'transfer' | 'count' | 'return' | 'batch' | 'lot';
/** What a number counts: "15 euros", "50 %". */
export type CountedUnit = 'money' | 'units' | 'percent' | 'weight';
export type Topic = 'item' | 'policy' | 'forecast' | 'insights' | 'recipe' | 'help';

export type Meaning =
  | { kind: 'part'; part: Part }
  | { kind: 'group'; group: Group }
  | { kind: 'timely'; group: Group }
  | { kind: 'noun'; noun: Noun }
  | { kind: 'state'; state: string }
  | { kind: 'value'; value: string }
  | { kind: 'topic'; topic: Topic }
  | { kind: 'place'; type: 'store' | 'warehouse' }
  | {
      kind: 'attribute';
      field: 'unit_price' | 'unit_cost' | 'shelf_life_days' | 'barcode' | 'email' | 'phone' | 'address';
    }
  | { kind: 'operator'; op: '>' | '>=' | '<' | '<=' }
  | { kind: 'direction'; way: 'in' | 'out' }
  | { kind: 'unit'; unit: CountedUnit }
  | { kind: 'way'; way: 'up' | 'down' }
  /** Days of the week, Monday is 1: "on Saturdays", "at weekends". */
  | { kind: 'onday'; onday: string }
  | { kind: Plain };

/**
 * `by` stands before what rows are broken down by, `each` asks which, `within` and `from` stand before names, `hold` is
 * stock where nothing else is asked, `latest` says which of a list, `trend` sets figures against those before, `strict`
 * leaves out what is not named, `which` asks for what is broken down, `beyond` is understood and not known, `contrast`
 * joins conditions, `supposed` begins a condition that is not so, `present` is the moment of asking.
 */
type Plain =
  | 'by'
  | 'each'
  | 'within'
  | 'from'
  | 'count'
  | 'where'
  | 'hold'
  | 'between'
  | 'except'
  | 'compare'
  | 'trend'
  | 'strict'
  | 'which'
  | 'beyond'
  | 'contrast'
  | 'present'
  | 'most'
  | 'least'
  | 'latest'
  | 'together'
  | 'percent'
  | 'average'
  | 'trace'
  | 'backward'
  | 'or'
  | 'who'
  | 'supposed'
  | 'and'
  | 'empty';

/** What the value of a meaning is called, where it is not called like its kind. */
const CALLED: { readonly [kind: string]: string } = {
  timely: 'group',
  place: 'type',
  attribute: 'field',
  operator: 'op',
  direction: 'way',
};
/** Kinds that are parts of queries. */
const PARTS: { readonly [kind: string]: (value: string) => Part } = {
  measure: value => ({ measures: [value as MeasureName] }),
  weak: value => ({ measures: [value as MeasureName], isWeak: true }),
  list: value => listNamed(value as ListName),
};

function meaningOf(kind: string, value: string): Meaning {
  const part = PARTS[kind]?.(value);
  return (part ? { kind: 'part', part } : { kind, ...(value && { [CALLED[kind] ?? kind]: value }) }) as Meaning;
}

/** Words that are read elsewhere, such as those of dates and names, and those that only lead to others. */
const isApart = (kind: string): boolean => /^(date |small |verb|number$|everyday$|adverb$|name$|ending$)/.test(kind);

/** The languages in which a word has a meaning. */
const SPOKEN = new Map<Meaning, ReadonlyMap<string, readonly Spoken[]>>();

function build(): ReadonlyMap<string, readonly Meaning[]> {
  const meanings = new Map<string, Meaning[]>();
  // A trend up is a trend, and a way.
  const entries = DICTIONARY.flatMap(entry =>
    entry.kind === 'trend' && entry.value
      ? [
          { ...entry, kind: 'way' },
          { ...entry, value: '' },
        ]
      : entry,
  );
  for (const { kind, value, words } of entries) {
    if (isApart(kind)) continue;
    const meaning = meaningOf(kind, value);
    SPOKEN.set(meaning, words);
    for (const phrase of words.keys()) meanings.set(phrase, [...(meanings.get(phrase) ?? []), meaning]);
  }
  // Every other measure is called by its own name; but open documents are counted, and daily sales are those of each
  // day.
  for (const name of MEASURES) {
    const phrase = name.replaceAll('_', ' ');
    if (!meanings.has(phrase) && !/^(open|daily) /.test(phrase)) meanings.set(phrase, [meaningOf('measure', name)]);
  }
  return meanings;
}

const GAP = '..';
function separable(): Map<string, Map<string, readonly Meaning[]>> {
  const verbs = new Map<string, Map<string, readonly Meaning[]>>();
  for (const [phrase, of] of MEANINGS) {
    const [first, last] = phrase.split(GAP);
    if (last) verbs.set(first!, (verbs.get(first!) ?? new Map()).set(last, of));
  }
  return verbs;
}
const wordsIn = (phrase: string): string[] => phrase.split(GAP).join(' ').split(' ');

/** What each phrase may mean. */
export const MEANINGS = build();

const WORDS_SPOKEN = new Map<string, Set<Spoken>>();
for (const [phrase, languages] of DICTIONARY.flatMap(({ kind, words }) =>
  kind === 'ending' || kind === 'adverb' ? [] : [...words],
))
  for (const word of wordsIn(phrase))
    WORDS_SPOKEN.set(word, new Set([...(WORDS_SPOKEN.get(word) ?? []), ...languages]));

/**
 * The languages of a sentence, the likeliest first: those that have at least half as many of its words as the one that
 * has most.
 */
export function languagesOf(words: readonly string[]): ReadonlySet<Spoken> {
  const counts = new Map<Spoken, number>();
  for (const word of words)
    for (const language of WORDS_SPOKEN.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return new Set(
    [...counts]
      .filter(([, count]) => count * 2 >= most)
      .sort(([name, one], [, other]) => other - one || (name === 'english' ? -1 : 1))
      .map(([language]) => language),
  );
}

/** Whether one of these languages has the word; words that none lists are those of all. */
export const isSpoken = (word: string, languages: ReadonlySet<Spoken>): boolean =>
  [...(WORDS_SPOKEN.get(word) ?? languages)].some(each => languages.has(each));

/** Kinds that are nouns and verbs of the business; small words are shared by several languages. */
const OF_BUSINESS = ['part', 'noun', 'state', 'topic', 'attribute', 'value', 'group', 'place', 'direction', 'timely'];

/**
 * What a phrase may mean in a sentence of these languages: "charge" is a lot in German, and no English noun of ours;
 * "no" leads to a place in Portuguese, and excludes what follows in English.
 */
export function meaningsIn(phrase: string, languages: ReadonlySet<Spoken>): readonly Meaning[] {
  const all = MEANINGS.get(phrase) ?? [];
  const [main] = languages;
  const saidIn = (spoken: (each: Spoken) => boolean) =>
    all.filter(meaning => SPOKEN.get(meaning)?.get(phrase)?.some(spoken) ?? true);
  // "Más" is "more" in Spanish, though "mas" is "but" in Portuguese; English "eta" is no age.
  const inMain = saidIn(each => each === main);
  const own = inMain.length > 0 ? inMain : saidIn(each => languages.has(each));
  // Italian "a parte" excludes; Portuguese "a parte de Munique" is a share. What may exclude does so in its language.
  return own.length > 0 || all.some(({ kind }) => kind === 'except')
    ? own
    : all.filter(({ kind }) => !OF_BUSINESS.includes(kind));
}
/** Verbs whose last part stands at the end of the clause, "geht … aus": by the first part, what the whole means. */
export const SEPARABLE: ReadonlyMap<string, ReadonlyMap<string, readonly Meaning[]>> = separable();
export const PHRASE_WORDS_MAX = Math.max(...[...MEANINGS.keys()].map(phrase => phrase.split(' ').length));

const tells = (meaning: Meaning): boolean => !['empty', 'within', 'from', 'by', 'hold'].includes(meaning.kind);
/** Words of the business: none of them is a slip of the pen, and none by itself the name of something. */
export const BUSINESS_WORDS: ReadonlySet<string> = new Set(
  [...MEANINGS].flatMap(([phrase, of]) => (of.some(tells) ? wordsIn(phrase) : [])),
);
/** Whether it is one of `BUSINESS_WORDS`. */
export const isBusinessWord = (word: string): boolean => BUSINESS_WORDS.has(word);
/** What goods and places are called in other languages: "Rohkaffee" is green coffee. */
const GOODS = tableOf('name', name => name.split(' '));
/** The English words for goods and places that this one may stand for. */
export const translated = (word: string): readonly string[] => GOODS.get(word) ?? [];
/** Every word of every phrase. */
export const ALL_WORDS: ReadonlySet<string> = new Set([...MEANINGS.keys()].flatMap(wordsIn));
