import { distance } from '../../kernel/typos.ts';
import { isWord } from '../languages/dictionary.ts';
import { fold } from '../words/fold.ts';
import { nameWords, readNumber, type Token } from '../words/normalize.ts';
import { MEANINGS, type Noun } from '../words/words.ts';
import type { KnownLot, KnownVariant, Lexicon } from './lexicon.ts';

/** What a question names by code: SKUs, barcodes, lot numbers, document numbers. */

type DocumentKind = 'so' | 'po' | 'tr' | 'rma' | 'pb';
export interface Span {
  first: number;
  /** The token after its last one. */
  end: number;
}
/** Whether it lies within the other. */
export const isWithin = ({ first, end }: Span, of: Span): boolean => first >= of.first && end <= of.end;
/** Whether they share a token. */
const overlaps = (one: Span, other: Span): boolean => one.first < other.end && other.first < one.end;
export type CodeLink = Span & { text: string } & (
    | { kind: 'variant'; variant: KnownVariant; misspelt: boolean }
    | { kind: 'lot'; lots: KnownLot[] }
    | { kind: 'document'; document: DocumentKind; number: string; lots: KnownLot[] }
    | { kind: 'unknown'; near: KnownVariant[]; after: 'lot' | 'order' | 'item' }
  );

interface Candidate extends Span {
  text: string;
  code: string;
  /** Looks like a code, so that it is mentioned if it is not found. */
  certain: boolean;
}

export const DOCUMENT_NOUNS = {
  so: 'order',
  po: 'purchase_order',
  tr: 'transfer',
  rma: 'return',
  pb: 'batch',
} as const;
const KINDS = new Map(Object.entries(DOCUMENT_NOUNS).map(([kind, noun]) => [noun as Noun, kind as DocumentKind]));

/** "Purchase order no. 42", "what is in order 42?" and "did transfer 7 arrive?", but not "should we order 42 bags?". */
function spokenAt(
  text: string,
  tokens: readonly Token[],
  at: number,
): (Span & { kind: DocumentKind; digits: string }) | undefined {
  for (let end = Math.min(at + 3, tokens.length - 1); end > at; end -= 1) {
    const phrase = tokens.slice(at, end).map(token => token.text);
    const noun = MEANINGS.get(phrase.join(' '))?.flatMap(each => (each.kind === 'noun' ? [each.noun] : []))[0];
    const kind = noun && KINDS.get(noun);
    const marked = isWord('numbersign', tokens[end]!.text) ? end + 1 : end;
    const digits = tokens[marked]?.text ?? '';
    // "PO-000042-1" is a lot.
    if (!kind || !/^\d{1,9}$/.test(digits) || /^-\w/.test(text.slice(tokens[marked]!.end))) continue;
    const before = isWord('the', tokens[at - 1]?.text) ? tokens[at - 2] : tokens[at - 1];
    const isSpoken = isWord('beforenumber', before?.text) && !isWord('pieces', tokens[marked + 1]?.text);
    if (marked > end || text.slice(tokens[end - 1]!.end, tokens[end]!.start).includes('#') || isSpoken)
      return { first: at, end: marked + 1, kind, digits };
  }
  return undefined;
}

/** Lots may be named after the document that they came with, such as PO-000042-1. */
const documentNumber = /\b(SO|PO|TR|RMA|PB)(?:[-_ #]{1,2}(\d{1,9})|(\d{2,9}))\b(?!-\w)/giu;

/** Numbers have six digits; people leave out leading zeros. */
const padded = (kind: string, digits: string): string => `${kind.toUpperCase()}-${digits.padStart(6, '0')}`;

function documentsIn(text: string, tokens: readonly Token[]): CodeLink[] {
  const links: CodeLink[] = [];
  const push = (kind: string, digits: string, start: number, end: number): void => {
    const span = spanOf(tokens, start, end);
    if (span && !links.some(link => overlaps(link, span)))
      links.push({
        ...span,
        text: text.slice(start, end),
        kind: 'document',
        document: kind.toLowerCase() as DocumentKind,
        number: padded(kind, digits),
        lots: [],
      });
  };
  for (const match of text.matchAll(documentNumber)) {
    // "so 42 of them" is not an order: without a dash, the prefix must be in capitals or the number have all its
    // digits.
    const spaced = /^[a-z]+ \d/.test(match[0]);
    if (!spaced || match[2]!.length >= 5)
      push(match[1]!, match[2] ?? match[3]!, match.index, match.index + match[0].length);
  }
  for (const at of tokens.keys()) {
    const spoken = spokenAt(text, tokens, at);
    if (spoken) push(spoken.kind, spoken.digits, tokens[at]!.start, tokens[spoken.end - 1]!.end);
  }
  return links;
}

function spanOf(tokens: readonly Token[], start: number, end: number): Span | null {
  const first = tokens.findIndex(token => token.end > start && token.start < end);
  if (first < 0) return null;
  let last = first;
  while (last + 1 < tokens.length && tokens[last + 1]!.start < end) last++;
  return { first, end: last + 1 };
}

const plainSize = /^\d+([.,]\d+)?(kg|g|ml|l|cl|oz|lb|cm|mm|pcs|st|nd|rd|th|er|d|x|k|h)?$/;
const hyphenated = /[\p{L}\p{N}]+(?:[-_./][\p{L}\p{N}]+)+/gu;

/**
 * Possible codes: hyphenated words, mixes of letters and digits, long numbers, unknown words, and codes written with
 * spaces.
 */
function candidatesIn(text: string, tokens: readonly Token[], isKnown: (word: string) => boolean): Candidate[] {
  const shouting = text === text.toUpperCase();
  const candidates: Candidate[] = [];
  const add = (span: Span | null, piece: string, certain: boolean): void => {
    if (span && piece.length <= 100) candidates.push({ ...span, text: piece, code: fold(piece), certain });
  };
  for (const match of text.matchAll(hyphenated)) {
    const looksLikeDate =
      /^(\d{1,4}([-./]\d{1,2}){1,2}(?:[-./]\d{2,4})?|[qhts]?\d{1,2}[/-]\d{4}|top-\d+.*|\d+-(?:k?g|[mc]?l)(?:-.*)?)$/i.test(
        match[0],
      ) || readNumber(match[0]) !== undefined;
    const capitals = /^[\p{Lu}\p{N}]+[-_./]/u.test(match[0]) && !shouting && match[0] === match[0].toUpperCase();
    add(
      spanOf(tokens, match.index, match.index + match[0].length),
      match[0],
      !looksLikeDate && (/\d.*\p{L}|\p{L}.*\d/u.test(match[0]) || capitals),
    );
  }
  tokens.forEach((token, i) => {
    const piece = text.slice(token.start, token.end);
    const here = { first: i, end: i + 1 };
    if (/^\d{6,14}$/.test(token.text)) add(here, piece, true);
    else if (
      /\d/.test(token.text) &&
      /[a-z]/.test(token.text) &&
      !plainSize.test(token.text) &&
      !/^(?:[qht]\d|(?:k?w|s)\d\d?)$/.test(token.text)
    )
      add(here, piece, token.text.length >= 4);
    else if (token.text.length >= 2 && !isKnown(token.text) && !/^\d/.test(token.text)) add(here, piece, false);
    for (let end = i + 2; end <= Math.min(i + 4, tokens.length); end++) {
      const run = tokens.slice(i, end);
      if (
        run.some(({ text: word }) => /\d/.test(word) || !isKnown(word)) &&
        !/[-_./]/.test(text.slice(token.start, run.at(-1)!.end))
      )
        for (const joint of ['-', ''])
          candidates.push({
            first: i,
            end,
            text: text.slice(token.start, run.at(-1)!.end),
            code: run.map(part => part.text).join(joint),
            certain: false,
          });
    }
  });
  return candidates;
}

/** A question names a few things; a text full of codes gets no more look-ups. */
const codesLookedUp = 400;
const nearCodesLookedUp = 3;

/**
 * Finds what SKUs, barcodes, lot numbers and document numbers in a question stand for. `isKnown` tells words that are
 * no codes.
 */
export async function linkCodes(
  text: string,
  tokens: readonly Token[],
  lexicon: Lexicon,
  isKnown: (word: string) => boolean,
): Promise<CodeLink[]> {
  const links = documentsIn(text, tokens);
  const isFree = (span: Span): boolean => !links.some(link => overlaps(link, span));
  const candidates = candidatesIn(text, tokens, isKnown)
    .filter(isFree)
    .sort((a, b) => b.end - b.first - (a.end - a.first) || a.first - b.first);
  const codes = [...new Set(candidates.flatMap(candidate => [candidate.code, ...otherBarcodes(candidate.code)]))].slice(
    0,
    codesLookedUp,
  );
  const numbers = links.flatMap(link => (link.kind === 'document' ? [fold(link.number)] : []));
  if (codes.length + numbers.length === 0) return links;
  const [variants, lots] = await Promise.all([lexicon.findByCodes(codes), lexicon.findLots([...codes, ...numbers])]);
  for (const [i, link] of links.entries()) {
    if (link.kind !== 'document') continue;
    const own = lots.filter(lot => fold(lot.lotNumber) === fold(link.number));
    const { first, end, text: said } = link;
    links[i] =
      own.length > 0 && wordBefore(tokens, first) === 'lot'
        ? { first, end, text: said, kind: 'lot', lots: own }
        : { ...link, lots: own };
  }

  for (const candidate of candidates) {
    if (!isFree(candidate)) continue;
    const same = (code: string | null): boolean =>
      code !== null && (fold(code) === candidate.code || otherBarcodes(candidate.code).includes(code));
    const ownLots = lots.filter(lot => fold(lot.lotNumber) === candidate.code);
    const own = variants.filter(variant => same(variant.sku) || same(variant.barcode));
    const exact = own.find(variant => variant.sku === candidate.text) ?? own[0];
    const afterLot = wordBefore(tokens, candidate.first) === 'lot';
    if (ownLots.length > 0 && (afterLot || !exact)) links.push({ ...candidate, kind: 'lot', lots: ownLots });
    else if (exact)
      links.push({
        ...candidate,
        kind: 'variant',
        variant: exact,
        misspelt: false,
      });
  }
  for (const candidate of candidates) {
    const after = wordBefore(tokens, candidate.first);
    const figure = after !== 'item' && candidate.end === candidate.first + 1 && /\d/.test(candidate.code);
    if (!isFree(candidate) || !(candidate.certain || figure)) continue;
    const isLookedUp = links.filter(link => link.kind === 'unknown').length < nearCodesLookedUp;
    if (isLookedUp && (await isNamed(candidate, lexicon))) continue;
    const documents = isLookedUp ? await lexicon.findReferences(candidate.text) : [];
    const document = documents.find(({ kind }) => kind !== 'so' && isSaid(tokens, kind)) ?? documents[0];
    if (document) {
      links.push({ ...candidate, kind: 'document', document: document.kind, number: document.number, lots: [] });
      continue;
    }
    const near = isLookedUp ? await lexicon.findNearCodes(candidate.code) : [];
    const meant = after === 'item' ? near.find(variant => isSlip(candidate.code, fold(variant.sku))) : undefined;
    links.push(
      meant
        ? { ...candidate, kind: 'variant', variant: meant, misspelt: true }
        : { ...candidate, kind: 'unknown', near, after },
    );
  }
  return links.sort((a, b) => a.first - b.first);
}

/** Whether a question says what kind of document it is about. */
const isSaid = (tokens: readonly Token[], kind: DocumentKind): boolean =>
  tokens.some(({ text }, at) =>
    [text, `${text} ${tokens[at + 1]?.text}`].some(phrase =>
      MEANINGS.get(phrase)?.some(each => each.kind === 'noun' && each.noun === DOCUMENT_NOUNS[kind]),
    ),
  );

/** "USB-C" looks like a code but is part of a name. */
async function isNamed({ text, first, end }: Candidate, lexicon: Lexicon): Promise<boolean> {
  if (end - first < 2) return false;
  const words = nameWords(text);
  const variants = await lexicon.findVariants(words, []);
  return variants.some(({ productName, name }) =>
    words.every(word => nameWords(`${productName} ${name ?? ''}`).includes(word)),
  );
}

/** A UPC-A and its zero-padded EAN-13 are the same code. */
const otherBarcodes = (code: string): string[] =>
  /^\d{12}$/.test(code) ? [`0${code}`] : /^0\d{12}$/.test(code) ? [code.slice(1)] : [];

function wordBefore(tokens: readonly Token[], at: number): 'lot' | 'order' | 'item' {
  const words = tokens
    .slice(Math.max(0, at - 5), at)
    .map(token => token.text)
    .filter(word => !isWord('beforecode', word));
  if (isWord('lotword', words.at(-1))) return 'lot';
  return isWord('orderword', words.at(-1)) ? 'order' : 'item';
}

/**
 * Whether the codes differ by a typo in a longer run of letters. Other digits and short parts (sizes, colors) mean
 * something else, so that a similar SKU is then only suggested.
 */
function isSlip(code: string, sku: string): boolean {
  const ours = sku.split(/[^a-z0-9]+/);
  const theirs = code.split(/[^a-z0-9]+/);
  if (ours.length !== theirs.length) return false;
  const differing = ours.map((piece, i) => [piece, theirs[i]!] as const).filter(([a, b]) => a !== b);
  const [pair] = differing;
  if (!pair || differing.length > 1) return false;
  const [a, b] = pair;
  const swapped = a.length === b.length && [...a].sort().join('') === [...b].sort().join('');
  return (
    a.replace(/\D/g, '') === b.replace(/\D/g, '') &&
    distance(a, b, 1) === 1 &&
    (swapped ? a.length >= 3 : Math.min(a.length, b.length) >= 4)
  );
}
