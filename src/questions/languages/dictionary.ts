import { fold } from '../words/fold.ts';
import { asides } from './asides.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { goods } from './goods.ts';
import { italian } from './italian.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';

/*
 * The words of the languages that questions are asked in. A language is a file, an entry in asides.ts and in goods.ts,
 * and a name in each of the tables below: the words of each meaning, `kind value: words; value: words`, of those that
 * english.ts has. `_` is a blank, `..` what stands between the parts of a verb ("geht heute aus"); words are folded:
 * lower case, no accents. What has several values, `number 2..4,10: two three four ten`, has the words of each in
 * turn, with `/` between several of one. Forms of a word are written once, `vendid{o,a}`, regular ones by a sign, and
 * those of a German verb in two parts by its principal parts, `ein|nehmen/nimmt/nahm/genommen`, of which a regular one
 * needs the first, `ab|setzen`. The names of months, weekdays and of the days around today are those of the calendar:
 * a line only adds to them.
 */

const LOCALES = { english: 'en', german: 'de', spanish: 'es', french: 'fr', italian: 'it', portuguese: 'pt' } as const;
export const LANGUAGES = { english, german, spanish, french, italian, portuguese };
export type Spoken = keyof typeof LANGUAGES;

/** The endings that a sign at the end of a word stands for: of participles, adjectives and verbs, and of plurals. */
const ENDINGS: { readonly [name in Spoken]: { readonly [sign: string]: string } } = {
  english: { '*': 'ed,,s,ing', '+': ',s' },
  german: { '*': ',e,em,en,er,es' },
  spanish: { '*': 'o,a,os,as', '+': ',s' },
  french: { '*': ',e,s,es', '+': ',s' },
  italian: { '*': 'o,a,i,e' },
  portuguese: { '*': 'o,a,os,as', '+': ',s' },
};

interface Entry {
  kind: string;
  value: string;
  /** Its words, each with the languages that have it. */
  words: ReadonlyMap<string, readonly Spoken[]>;
}

type Line = readonly [meaning: string, words: readonly string[]];

/** The lines of a language: a meaning, and its words. */
export const linesOf = (name: Spoken): Line[] => [
  ...writtenIn(name),
  ...calendarIn(LOCALES[name]),
  ...countriesIn(LOCALES[name]),
];

/** Those that its files have. */
export const writtenIn = (name: Spoken): Line[] =>
  [LANGUAGES[name], asides[name], goods[name]]
    .map(words => words.trim())
    .join('\n')
    .replaceAll('\n  ', ' ')
    .split('\n')
    .flatMap(line => {
      const [kind, meanings] = [/^\w+/.exec(line)![0], line.replace(/^\w+ ?/, '')];
      return meanings.split('; ').flatMap(each => linesIn(name, kind, each));
    });

function linesIn(name: Spoken, kind: string, meaning: string): Line[] {
  const [value, words] = meaning.split(/: ?(.*)/) as [string, string];
  const each = words.split(' ');
  const [, of = '', values] = /^(.* )?(\S*(?:,|\.\.)\S*)$/.exec(value) ?? [];
  const said = (one: string, own: readonly string[]): Line => [
    `${kind} ${one}`.trim(),
    own.flatMap(word => formsOf(name, word)),
  ];
  return values ? valuesIn(values).map((one, at) => said(of + one, each[at]!.split('/'))) : [said(value, each)];
}

/** Each form of a word: those in the first braces, with those in the next. */
function formsOf(name: Spoken, word: string): string[] {
  const plain = word.replace(/(?<=\w)[*+]$/, sign => `{${ENDINGS[name][sign]}}`);
  const [, before, forms, after] = /^(.*?)\{(.*?)\}(.*)$/.exec(plain) ?? [];
  if (forms === undefined) return word.includes('|') ? inTwoParts(word) : [word];
  return forms.split(',').flatMap(form => formsOf(name, `${before}${form}${after}`));
}

/** "Nimmt … ein", "nahmen … ein", "einnehmen", "einzunehmen", "eingenommene"; without an infinitive, it is past. */
function inTwoParts(verb: string): string[] {
  const [prefix, parts] = verb.split('|') as [string, string];
  const [infinitive, ...principal] = parts.split('/') as [string, ...string[]];
  const stem = infinitive.replace(/e?n$/, '');
  const third = `${stem}${/[dt]$/.test(stem) ? 'e' : ''}t`;
  const [now = third, past = `${third}e`, done = `ge${third}`] = principal;
  const joint = prefix.includes('_') ? '_' : '';
  const finite = [now, past, past.endsWith('e') ? `${past}n` : `${past}en`];
  const ends = ['', 'e', 'en', 'er', 'es'].map(ending => prefix + joint + done + ending);
  const open = infinitive ? [infinitive, `zu${joint}${infinitive}`] : [];
  return [
    ...new Set([
      ...[...open.slice(0, 1), ...finite].flatMap(form => [`${form}..${prefix}`, prefix + joint + form]),
      ...open.slice(1).map(form => prefix + joint + form),
      ...ends,
    ]),
  ];
}

const valuesIn = (list: string): string[] =>
  list.split(',').flatMap(value => {
    const [first, last] = value.split('..').map(Number) as [number, number?];
    return last === undefined ? value : Array.from({ length: last - first + 1 }, (_, at) => String(first + at));
  });

/** Months, weekdays, and the days around today that have a name. */
function calendarIn(locale: string): Line[] {
  const called = (month: number, day: number, name: 'month' | 'weekday'): string[] => {
    const date = new Date(Date.UTC(2024, month, day));
    return [fold(date.toLocaleString(locale, { [name]: 'long', timeZone: 'UTC' })).replace(/-feira$/, '')];
  };
  const away = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const numbers = (length: number) => Array.from({ length }, (_, at) => at);
  return [
    ...numbers(12).map((month): Line => [`date month ${month + 1}`, called(month, 1, 'month')]),
    // 1 January 2024 was a Monday.
    ...numbers(7).map((day): Line => [`date weekday ${day}`, called(0, 1 + day, 'weekday')]),
    ...numbers(5)
      .map((at): Line => [`date named ${at - 2}`, [fold(away.format(at - 2, 'day')).replace(/[-'’]/g, ' ')]])
      .filter(([, [name]]) => !/\d/.test(name!)),
  ];
}

/** What countries are called that goods come from: "Äthiopien" is Ethiopia. */
function countriesIn(locale: string): Line[] {
  const named = (language: string) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const [own, english] = [named(locale), named('en')];
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters
    .flatMap(first => letters.map(second => first + second))
    .map((code): Line => [`name ${fold(english.of(code) ?? ' ')}`, [fold(own.of(code) ?? ' ')]])
    .filter(([name, [word]]) => name !== `name ${word}` && /^name [a-z]+$/.test(name) && /^[a-z]+$/.test(word!));
}

function read(): Entry[] {
  const meanings = new Map<string, Map<string, Spoken[]>>();
  for (const name of Object.keys(LANGUAGES) as Spoken[])
    for (const [meaning, said] of linesOf(name)) {
      const words = meanings.get(meaning) ?? new Map<string, Spoken[]>();
      for (const phrase of said.map(each => each.replaceAll('_', ' ')))
        words.set(phrase, [...new Set([...(words.get(phrase) ?? []), name])]);
      meanings.set(meaning, words);
    }
  return [...meanings].map(([meaning, words]) => {
    const [kind, value] = /^((?:date|small) \w+|\S+) ?(.*)$/.exec(meaning)!.slice(1) as [string, string];
    return { kind, value, words };
  });
}

export const DICTIONARY: readonly Entry[] = read();

/** The words of a kind that has one meaning: of all languages, or of these. */
export const wordsOf = (kind: string, languages?: ReadonlySet<Spoken>): ReadonlySet<string> =>
  new Set(
    DICTIONARY.flatMap(entry =>
      entry.kind === kind
        ? [...entry.words].flatMap(([word, of]) => (languages && !of.some(each => languages.has(each)) ? [] : word))
        : [],
    ),
  );

const known = new Map<string, ReadonlySet<string>>();
/** Whether it is one of the words of a line `small …`, which rules compare with literally: `isWord('pay', 'paid')`;
 * with a language, one of its words. */
export function isWord(name: string, text: string | undefined, main?: Spoken): boolean {
  const key = `${name} ${main ?? ''}`;
  const words = known.get(key) ?? wordsOf(`small ${name}`, main && new Set([main]));
  known.set(key, words);
  return text !== undefined && words.has(text);
}

/** What each word of a kind stands for. */
export const tableOf = <T>(kind: string, meant: (value: string) => T): ReadonlyMap<string, T> =>
  new Map(
    DICTIONARY.flatMap(entry =>
      entry.kind === kind ? [...entry.words.keys()].map(word => [word, meant(entry.value)] as const) : [],
    ),
  );
