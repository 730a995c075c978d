/**
 * From what somebody typed to words that can be compared: one case, no accents, plain quotes, contractions opened,
 * numbers read. Every token remembers where it stood, so an answer can quote the question as it was written.
 */

export interface Token {
  /** Folded: lower case, no accents. */
  text: string;
  /** Its numeric value, when it is a number or a number word. */
  number?: number;
  /** Offsets into the cleaned question. */
  start: number;
  end: number;
}

/** "More than 50 last week": fifty units, not fifty weeks. */
const BEFORE_TIME =
  /\b((?:than|over|above|under|below|least|most|exceed\w*|als|mindestens|uber|que|di|de) \d+(?:[.,]\d+)?) ((?:last|past|this|previous|letzte\w*|diese\w*) )/giu;

/** Compatibility forms unified, invisible and control characters gone: what zero-width tricks hide becomes plain. */
export function clean(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/[‘’‚‛`´]/g, "'")
    .replace(BEFORE_TIME, '$1 units $2')
    .trim();
}

/** One form for everything that is compared. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/æ/g, 'ae')
    .replace(/œ/g, 'oe')
    .replace(/ł/g, 'l')
    .replace(/ı/g, 'i');
}

const pattern =
  /\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{4}-\d{1,2}(?![\d-])|\d{1,2}\/\d{1,2}(?![\d/])|[\p{L}\p{N}]*\p{L}[\p{L}\p{N}]*(?:'\p{L}+)*|\d+(?:[.,]\d+)*|[<>≤≥]=?/gu;

/** No name or code has a longer word: what comes after is not looked at, so that no word costs more than others. */
const WORD_CHARACTERS_MAX = 200;

export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(pattern)) {
    const start = match.index;
    const end = start + match[0].length;
    for (const word of opened(fold(match[0].slice(0, WORD_CHARACTERS_MAX))))
      tokens.push(withNumber({ text: word, start, end }));
  }
  return joinUnits(tokens);
}

const contractions = new Map(Object.entries({ re: 'are', ll: 'will', ve: 'have', d: 'would', m: 'am' }));
const before = new Set([
  'what',
  'where',
  'who',
  'when',
  'how',
  'which',
  'that',
  'there',
  'here',
  'it',
  'he',
  'she',
  'wie',
  'was',
  'wo',
]);

/** "what's" is two words, "Berlin's" is one, "l'entrepôt" is two. */
function opened(word: string): string[] {
  if (!word.includes("'")) return unspaced.get(word) ?? [word];
  const [head, ...rest] = word.split("'") as [string, ...string[]];
  const tail = rest.join('');
  if (tail === 's') return before.has(head) ? [head, 'is'] : head === 'let' ? ['let', 'us'] : [head];
  if (tail === 't') return [head === 'can' ? 'can' : head === 'won' ? 'will' : head.replace(/n$/, ''), 'not'];
  const opening = contractions.get(tail);
  if (opening) return [head, opening];
  return [head, ...rest].filter(part => part !== '');
}

const unspaced = new Map(
  Object.entries({
    whats: ['what', 'is'],
    wheres: ['where', 'is'],
    whos: ['who', 'is'],
    hows: ['how', 'is'],
    whens: ['when', 'is'],
    dont: ['do', 'not'],
    didnt: ['did', 'not'],
    isnt: ['is', 'not'],
    arent: ['are', 'not'],
    havent: ['have', 'not'],
    hasnt: ['has', 'not'],
    doesnt: ['does', 'not'],
    wasnt: ['was', 'not'],
    cannot: ['can', 'not'],
    gonna: ['going', 'to'],
    wanna: ['want', 'to'],
    gimme: ['give', 'me'],
    lemme: ['let', 'me'],
  }),
);

const numberWords = new Map(
  Object.entries({
    zero: 0,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
    fifteen: 15,
    twenty: 20,
    thirty: 30,
    forty: 40,
    fifty: 50,
    sixty: 60,
    ninety: 90,
    hundred: 100,
    dozen: 12,
    thousand: 1000,
    null: 0,
    zwei: 2,
    drei: 3,
    vier: 4,
    funf: 5,
    fuenf: 5,
    sechs: 6,
    sieben: 7,
    acht: 8,
    neun: 9,
    zehn: 10,
    zwolf: 12,
    zwanzig: 20,
    dreissig: 30,
    hundert: 100,
    dos: 2,
    tres: 3,
    cuatro: 4,
    cinco: 5,
    siete: 7,
    ocho: 8,
    nueve: 9,
    diez: 10,
    veinte: 20,
    treinta: 30,
    cien: 100,
    deux: 2,
    trois: 3,
    quatre: 4,
    cinq: 5,
    sept: 7,
    huit: 8,
    neuf: 9,
    dix: 10,
    vingt: 20,
    trente: 30,
    cent: 100,
    dois: 2,
    duas: 2,
    quatro: 4,
    seis: 6,
    sete: 7,
    oito: 8,
    nove: 9,
    dez: 10,
    vinte: 20,
    trinta: 30,
    cem: 100,
    due: 2,
    tre: 3,
    quattro: 4,
    cinque: 5,
    sei: 6,
    sette: 7,
    otto: 8,
    dieci: 10,
    venti: 20,
    trenta: 30,
    cento: 100,
  }),
);
/** Number words that are also common words of another language of ours: "due" in English, "sei" and "cent" elsewhere. */
const doubtful = new Set(['due', 'sei', 'cent', 'acht', 'null', 'tre', 'dos', 'cem', 'nove', 'cien', 'neuf', 'sept']);

function withNumber(token: Token): Token {
  const number = readNumber(token.text);
  return number === undefined ? token : { ...token, number };
}

export function readNumber(word: string): number | undefined {
  if (/^\d{1,3}([.,]\d{3})+$/.test(word)) return Number(word.replace(/[.,]/g, ''));
  if (/^\d+([.,]\d+)?$/.test(word)) return Number(word.replace(',', '.'));
  return doubtful.has(word) ? undefined : numberWords.get(word);
}

/** A doubtful number word counts as a number where one is expected: "les sept derniers jours". */
export const numberBeforeUnit = (word: string): number | undefined => readNumber(word) ?? numberWords.get(word);

const units = new Map(
  Object.entries({
    kg: 'kg',
    kilo: 'kg',
    kilos: 'kg',
    kilogram: 'kg',
    kilograms: 'kg',
    g: 'g',
    gr: 'g',
    gram: 'g',
    grams: 'g',
    gramm: 'g',
    gramos: 'g',
    grammes: 'g',
    mg: 'mg',
    l: 'l',
    liter: 'l',
    liters: 'l',
    litre: 'l',
    litres: 'l',
    ml: 'ml',
    cl: 'cl',
    oz: 'oz',
    ounce: 'oz',
    ounces: 'oz',
    lb: 'lb',
    lbs: 'lb',
    cm: 'cm',
    mm: 'mm',
    pcs: 'pcs',
  }),
);

/** "1 kg" and "250 grams" are written as variants write them: 1kg, 250g. */
function joinUnits(tokens: Token[]): Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    const unit = units.get(token.text);
    if (last && unit && /^\d/.test(last.text) && last.number !== undefined && token.start - last.end <= 1)
      joined[joined.length - 1] = { text: `${last.number}${unit}`, start: last.start, end: token.end };
    else joined.push(token);
  }
  return joined;
}

/** Words of a name, as they are compared with a question's. */
export const nameWords = (name: string): string[] => tokenize(clean(name)).map(token => token.text);

/** Enough of a stem to let a plural meet its singular. */
export function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith('s') && !/(ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}
