import { DICTIONARY, isWord, type Spoken, tableOf } from '../languages/dictionary.ts';
import { fold } from './fold.ts';
import { set, table } from './tables.ts';

/**
 * Splits a question into words that can be compared: lower case, no accents, plain quotes, contractions expanded,
 * numbers parsed. Each token has its position, so that an answer can quote the question as it was written.
 */

export interface Token {
  /** Normalized: lower case, no accents. */
  text: string;
  /** Its numeric value, if it is a number or a number word. */
  number?: number;
  /** What the number counts, by the sign next to it: "€ 50", "50 %". */
  sign?: 'money' | 'percent';
  /** Of a weight, "200 kg". */
  kilograms?: number;
  /** Offsets into the cleaned question. */
  start: number;
  end: number;
}

/** Unifies compatibility forms, and removes invisible and control characters, which can hide words. */
export function clean(text: string): string {
  return text
    .replace(/(?<=\d)\.?[ºª°](?![CF])/g, 'o')
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/[‘’‚‛`´]/g, "'")
    .trim();
}

const pattern =
  /(?<![\p{L}\p{N}])w\/o?(?![\p{L}\p{N}])|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{4}-\d{1,2}(?![\d-])|\d{1,2}\/\d{4}(?!\d)|\d{1,2}\.\d{1,2}\.(?=[ ),;?]|$)|\d{1,2}\/\d{1,2}(?![\d/])|[\p{L}\p{N}]*\p{L}[\p{L}\p{N}]*(?:'\p{L}+)*|\d+(?:[.,]\d+)*|[<>≤≥]=?|(?<!\d ?)%|(?<=\p{L} ?)[/+](?= ?\p{L})|(?<=\p{N} )[/+](?= [\p{L}\p{N}])|(?<=\p{L} )[/+](?= \p{N})/gu;

/** Words of names and codes are no longer than this: the rest is ignored, so that no word takes longer than others. */
const WORD_CHARACTERS_MAX = 200;

/**
 * The words, numbers and dates of a cleaned text, folded, with their places in it. Compounds and contractions are
 * opened.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(pattern)) {
    const start = match.index;
    const end = start + match[0].length;
    const folded = distinct(match[0], text.slice(0, start), text.slice(end));
    const ordinal = ordinalOf(folded, text.slice(end));
    if (ordinal) {
      tokens.push({ text: ordinal.text, start, end: end + ordinal.more });
      continue;
    }
    const words = folded === 'dont' && AFTER_FRENCH_DONT.test(text.slice(end)) ? [folded] : opened(folded);
    for (const word of words) tokens.push(withSign(withNumber({ text: word, start, end }), text));
  }
  return joinUnits(tokens);
}

const isTime = (word: string): boolean => TIMES.has(word) || unspaced.get(word)?.some(part => TIMES.has(part)) === true;
/** "3. Quartal", "3e trimestre", "3º trimestre" as English writes them, and how many characters follow the word. */
function ordinalOf(word: string, after: string): { text: string; more: number } | undefined {
  const [, digits, suffix = ''] = /^(\d{1,2})(e|eme|ere?|re|o|a|nde?|te[nrs]?)?$/.exec(word) ?? [];
  const [led, dot, next] = /^(\.?)[ -]?(\p{L}+)/u.exec(after) ?? [];
  const isBeforeTime = led !== undefined && (suffix !== '' || dot !== '') && isTime(fold(next!));
  if (!digits || !(isBeforeTime || /^(ere?|re)$/.test(suffix) || word === '1o')) return undefined;
  return { text: `${digits}${['', 'st', 'nd', 'rd'][Number(digits)] ?? 'th'}`, more: dot?.length ?? 0 };
}

const MIDDLE = /^(?:mitte|mi|mediados|meados|meta)$/i;
const months = tableOf('date month', Number);
const known = new Set(DICTIONARY.flatMap(({ words }) => [...words.keys()].flatMap(phrase => phrase.split(' '))));
/** A word in the form in which it is compared, and in one of its own if another has the same. */
function distinct(word: string, before: string, after: string): string {
  // French "thé" is not the English article, nor Spanish "té" a pronoun, nor French "où" "or".
  if (/^(thé|té|tè|thè|chá)s?$/i.test(word) || (/^the$/i.test(word) && /\bdi $/i.test(before))) return 'tea';
  if (/^où$/i.test(word)) return 'whereabouts';
  if (/^ø$/i.test(word)) return 'avg';
  // "Guten Morgen" is not tomorrow.
  if (/^morgen$/i.test(word) && /\bguten $/i.test(before)) return 'abend';
  // "Waren" are goods, and "waren" was.
  if (word === 'waren') return 'war';
  // "Gezählt" is counted, "gezahlt" is paid.
  if (/^gezähl/i.test(word)) return 'gezaehlt';
  // "More than once" is not eleven, as in Spanish, but says how often, like "twice".
  if (/^once$/i.test(word) && /\b(than|least|most|only|just|up to) $/i.test(before)) return 'twice';
  // Portuguese "à parte de" leaves out, "a parte de" is a share.
  if (/^à$/i.test(word) && /^ parte /i.test(`${after} `)) return 'aa';
  // "Am WE" is no English "we".
  if (word === 'WE' && /\b(am|übers|letztes|dieses|vergangenes|nächstes|kommendes) $/i.test(before))
    return 'wochenende';
  // "Ça" is not "CA", which is revenue.
  if (/^ça$/i.test(word)) return 'cela';
  // "Ordres" are orders misspelt, but for those to make something.
  if (/^ordres?$/i.test(word) && /^ de (fabrication|production)/i.test(after)) return 'lot';
  // "Expirés" is past, "expires" is not; "y a-t-il" is no Spanish "and".
  if (/^expirée?s?$/i.test(word)) return 'perimes';
  if (/^y$/i.test(word) && /^[- ]a[- ]t[- ]/i.test(after)) return 'il';
  // "Mitte Oktober" is no part of a town, as "Berlin Mitte" is, nor "mi-octobre" a pronoun.
  const next = MIDDLE.test(word) && /^[- ](?:d(?:e|i|es) |d')?(\p{L}+)/u.exec(after)?.[1]?.replace(/(?<=er)s$/, '');
  const last = /(\p{L}+)\P{L}*$/u.exec(before)?.[1];
  const isMiddle = next && months.has(fold(next)) && (last === undefined || (last !== 'in' && known.has(fold(last))));
  return isMiddle ? 'mid' : fold(word.slice(0, WORD_CHARACTERS_MAX));
}

const contractions = new Map(Object.entries({ re: 'are', ll: 'will', ve: 'have', d: 'would', m: 'am' }));
const before = set('what where who when how which that there here it he she wie was wo');

/** French "dont" ("of which") is not "do not". */
const AFTER_FRENCH_DONT = /^ (?:l[ae]s?|l'\p{L}+|nous|vous|on|ils?|elles?|une?|aucun|notre|nos|cette)(?!\p{L})/iu;

const NEGATED = new Map(Object.entries({ can: 'can', won: 'will', shan: 'shall', ain: 'is' }));
/** "what's" is two words, "Berlin's" is one, "l'entrepôt" is two. */
function opened(word: string): string[] {
  if (!word.includes("'")) return unspaced.get(word) ?? unspaced.get(word.replace('ae', 'a')) ?? [word];
  const [head, ...rest] = word.split("'") as [string, ...string[]];
  const tail = rest.join('');
  // French "l'an" is a year; "an" by itself is an article in English, and a preposition in German.
  if (tail === 'an') return [head, 'annee'];
  if (tail === 's') return before.has(head) ? [head, 'is'] : head === 'let' ? ['let', 'us'] : [head];
  if (tail === 't') return [NEGATED.get(head) ?? head.replace(/n$/, ''), 'not'];
  const opening = contractions.get(tail);
  if (opening) return [head, opening];
  return [head, ...rest].filter(part => part !== '');
}

/** Written without its apostrophe. */
const unspaced = new Map<string, string[]>([
  ...'what where who how when'.split(' ').map((word): [string, string[]] => [`${word}s`, [word, 'is']]),
  ...'do did is are have has had does was were could would should must need'
    .split(' ')
    .map((word): [string, string[]] => [`${word}nt`, [word, 'not']]),
  ['wats', ['what', 'is']],
  ['youre', ['you', 'are']],
  ['theyre', ['they', 'are']],
  ['weve', ['we', 'have']],
  ...'that there here'.split(' ').map((word): [string, string[]] => [`${word}s`, [word, 'is']]),
  ['aint', ['is', 'not']],
  ['cant', ['can', 'not']],
  ['wont', ['will', 'not']],
  ['ive', ['i', 'have']],
  ['lets', ['let', 'us']],
  ['gotta', ['got', 'to']],
  ['w/', ['with']],
  ['w/o', ['without']],
  ['cannot', ['can', 'not']],
  ['instock', ['in', 'stock']],
  ['gonna', ['going', 'to']],
  ['wanna', ['want', 'to']],
  ['gimme', ['give', 'me']],
  ['lemme', ['let', 'me']],
]);

const TIMES = new Set(
  DICTIONARY.flatMap(({ kind, words }) =>
    /^date (unit|month|half|numbered|weekend)$/.test(kind) ? [...words.keys()] : [],
  ),
);
/** "Jahresende" is the end of the year, "Oktoberwoche" a week of October. */
const EDGES = { ende: 'ende', schluss: 'ende', beginn: 'anfang', anfang: 'anfang', mitte: 'mid' };
for (const [unit, word] of Object.entries({ jahres: 'jahr', monats: 'monat', quartals: 'quartal', wochen: 'woche' }))
  for (const [edge, said] of Object.entries(EDGES))
    if (unit + edge !== 'wochenende') unspaced.set(unit + edge, [said, word]);
for (const month of months.keys()) {
  for (const part of ['woche', 'halfte']) unspaced.set(month + part, [part, 'im', month]);
  for (const [edge, said] of Object.entries(EDGES)) unspaced.set(month + edge, [said, month]);
}

/** "Umsatzstärkste" is of the most revenue. */
for (const [stem, said] of Object.entries({ umsatz: 'umsatz', margen: 'marge', ertrags: 'ertrag', gewinn: 'gewinn' }))
  for (const ending of ['e', 'en', 'er', 'es']) {
    unspaced.set(`${stem}starkst${ending}`, ['meiste', said]);
    unspaced.set(`${stem}schwachst${ending}`, ['wenigste', said]);
  }
for (const said of ['profitabel', 'rentabel'])
  for (const ending of ['ste', 'sten', 'ster', 'stes']) unspaced.set(said + ending, ['meiste', said]);

/** "Zweitbeste" is the second of the best, "drittgrößter" the third. */
const superlatives = DICTIONARY.filter(
  ({ kind, value }) => /^(most|least)$/.test(kind) || /^(BEST|WORST)$/.test(value),
);
for (const { words } of superlatives)
  for (const [word, languages] of words)
    if (languages.includes('german') && !word.includes(' '))
      for (const place of ['zweit', 'dritt', 'viert']) unspaced.set(place + word, [`${place}e`, word]);

const numberWords = tableOf('number', Number);
/** Number words that are common words of another of our languages: "due" in English, "sei" and "cent" elsewhere. */
const doubtful = set('due sei cent acht null tre dos cem nove cien neuf sept');

function withNumber(token: Token): Token {
  const number = readNumber(token.text);
  return number === undefined ? token : { ...token, number };
}

function withSign(token: Token, text: string): Token {
  if (token.number === undefined) return token;
  const isMoney = /^ ?[€$£]/.test(text.slice(token.end)) || /[€$£] ?$/.test(text.slice(0, token.start));
  const isPercent = /^ ?%/.test(text.slice(token.end));
  return isMoney || isPercent ? { ...token, sign: isMoney ? 'money' : 'percent' } : token;
}

/** The number that a word or figure stands for, in English or continental notation; undefined if none. */
export function readNumber(word: string): number | undefined {
  if (/^\d{1,3}([.,]\d{3})+$/.test(word)) return Number(word.replace(/[.,]/g, ''));
  if (/^\d{1,3}(\.\d{3})+,\d+$/.test(word)) return Number(word.replaceAll('.', '').replace(',', '.'));
  if (/^\d{1,3}(,\d{3})+\.\d+$/.test(word)) return Number(word.replaceAll(',', ''));
  if (/^\d+([.,]\d+)?$/.test(word)) return Number(word.replace(',', '.'));
  return doubtful.has(word) ? undefined : numberWords.get(word);
}

const numbersSpoken = new Map(DICTIONARY.flatMap(({ kind, words }) => (kind === 'number' ? [...words] : [])));
/** "I tre articoli", "les sept articles": an ambiguous number word is one in a sentence of its own language. */
export const countedIn = (tokens: readonly Token[], language: Spoken | undefined): Token[] =>
  tokens.map(token => {
    const isOwn = language !== undefined && numbersSpoken.get(token.text)?.includes(language);
    return token.number === undefined && isOwn ? { ...token, number: numberWords.get(token.text)! } : token;
  });

/** An ambiguous number word counts as a number where one is expected: "les sept derniers jours". */
export const numberBeforeUnit = (word: string): number | undefined => readNumber(word) ?? numberWords.get(word);

const units = table(
  `kg: kg kilo kilos kilogram kilograms; g: g gr gram grams gramm gramos grammes; mg: mg; ml: ml; cl: cl; cm: cm; mm: mm;
  l: l liter liters litre litres; oz: oz ounce ounces; lb: lb lbs; pcs: pcs`,
);

/** "1 kg" and "250 grams" are written as variants write them: 1kg, 250g. */
function joinUnits(tokens: Token[]): Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    const unit = units.get(token.text);
    // "One kilo bags"; no other number is spelt out there.
    const count = isWord('unity', last?.text) ? 1 : /^\d/.test(last?.text ?? '') ? last?.number : undefined;
    if (last && unit && count !== undefined && token.start - last.end <= 1)
      joined[joined.length - 1] = {
        text: `${count}${unit}`,
        start: last.start,
        end: token.end,
        ...(unit === 'kg' && { kilograms: count }),
      };
    else joined.push(token);
  }
  return joined;
}

/** The words of a name, for comparison with those of a question. */
export const nameWords = (name: string): string[] =>
  tokenize(clean(name.replaceAll('/', ' '))).map(token => token.text);

/** A simple stem, by which plurals match their singulars. */
export function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith('s') && !/(ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}
