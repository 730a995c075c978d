import { createRequire } from 'node:module';

/*
 * Parses GS1 codes: the element string of a GS1-128, DataMatrix or QR code, the same in brackets as people write it,
 * and the Digital Link that a phone reads. GS1 General Specifications, section 3 (application identifiers); GS1 Digital
 * Link, URI syntax.
 */

interface Element {
  ai: string;
  data: string;
  isoDate: string;
  raw: string;
}
/** The parser is a CommonJS module without types. */
const { parseBarcode } = createRequire(import.meta.url)('gs1-barcode-parser-mod') as {
  parseBarcode(code: string): { parsedCodeItems: Element[] };
};

export interface Gs1 {
  /** Always with 14 digits. */
  gtin: string | null;
  lotNumber: string | null;
  expiryDate: string | null;
  serialNumber: string | null;
  count: number | null;
}

/** Symbology identifiers of the codes that carry element strings: ISO/IEC 15424. */
const SYMBOLOGY = /^\](C1|d2|Q3|e0|J1)/;
/** Ends an element of variable length. */
const FNC1 = '\u001d';
const BRACKETED = /^(\(\d{2,4}\)[^()]*)+$/;
const GTIN_FIRST = /^(01|02)\d{14}./;

/** Whether the last digit is the check digit of those before it: GS1 General Specifications, 7.9. */
export function hasCheckDigit(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** Whether a barcode has as many digits as a GTIN (8, 12, 13 or 14) but a wrong check digit. */
export const isWrongGtin = (barcode: string): boolean => /^(\d{8}|\d{12,14})$/.test(barcode) && !hasCheckDigit(barcode);

/** The content of the code if it is a GS1 code; null otherwise. */
export function readGs1(code: string): Gs1 | null {
  const elements = isLink(code) ? ofLink(code) : ofString(code);
  const said = (...names: string[]) => elements?.find(({ ai }) => names.includes(ai));
  const gtin = said('01', '02')?.raw ?? null;
  if (!elements || (gtin !== null && !(/^\d{14}$/.test(gtin) && hasCheckDigit(gtin)))) return null;
  const count = said('30', '37')?.raw;
  const gs1: Gs1 = {
    gtin,
    lotNumber: said('10')?.raw || null,
    // A best-before date is treated like an expiry date: a product bears one of the two.
    expiryDate: dateOf(said('17') ?? said('15')),
    serialNumber: said('21')?.raw || null,
    count: count === undefined ? null : Number(count),
  };
  return Object.values(gs1).some(value => value !== null) ? gs1 : null;
}

/**
 * A date that the calendar has: of the 31st of February the parser makes the 3rd of March. A day of 00 is the last of
 * its month.
 */
function dateOf(element: Element | undefined): string | null {
  const [, month, day] = /^\d{2}(\d{2})(\d{2})$/.exec(element?.raw ?? '') ?? [];
  const [, isoMonth, isoDay] = element?.isoDate.split('-') ?? [];
  return month !== undefined && month === isoMonth && (day === '00' || day === isoDay) ? element!.isoDate : null;
}

function ofString(code: string): Element[] | null {
  if (BRACKETED.test(code)) {
    const plain = [...code.matchAll(/\((\d{2,4})\)([^()]*)/g)].map(([, ai, data]) => `${ai}${data}`);
    return elementsOf(plain.join(FNC1));
  }
  if (SYMBOLOGY.test(code)) return elementsOf(code.replace(SYMBOLOGY, ''));
  return GTIN_FIRST.test(code) || code.includes(FNC1) ? elementsOf(code) : null;
}

function elementsOf(text: string): Element[] | null {
  try {
    return parseBarcode(text.replace(new RegExp(`^${FNC1}`), '')).parsedCodeItems;
  } catch {
    return null;
  }
}

const isLink = (code: string) => /^https?:\/\//i.test(code);

/** `https://example.com/01/04012345000059/10/ABC?17=271001` */
function ofLink(code: string): Element[] | null {
  const url = URL.canParse(code) ? new URL(code) : undefined;
  if (!url) return null;
  const steps = url.pathname.split('/').filter(Boolean).map(decoded);
  const first = steps.findIndex((step, index) => step === '01' && /^\d{8,14}$/.test(steps[index + 1] ?? ''));
  if (first < 0) return null;
  const pairs = [...Array((steps.length - first) >> 1).keys()].map(index => [
    steps[first + 2 * index]!,
    steps[first + 2 * index + 1]!,
  ]);
  const elements = [...pairs, ...url.searchParams].filter(([ai]) => /^\d{2,4}$/.test(ai!));
  return elementsOf(elements.map(([ai, data]) => `${ai}${ai === '01' ? data!.padStart(14, '0') : data}`).join(FNC1));
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** The barcodes under which the same GTIN may be stored: with 14, 13, 12 or 8 digits. */
export const spellingsOf = (gtin: string): string[] =>
  [14, 13, 12, 8].flatMap(length => (/^0*$/.test(gtin.slice(0, 14 - length)) ? [gtin.slice(14 - length)] : []));
