import { hasCheckDigit } from '../domain/gs1.ts';
import type { Code } from './layout.ts';

/* Which code stands on what: chosen by what scanners read, drawn by symbols.ts. */

export const is2d = ({ symbology }: Code) => symbology === 'gs1datamatrix' || symbology === 'qrcode';

/** What the narrowest scanner takes without trouble. */
const CODE128_CHARACTERS_MAX = 24;

/** The code of a barcode as it is kept: with its own symbology where it is a GTIN, else like every other text. */
export function barcodeOf(barcode: string): Code {
  const gtin = /^\d+$/.test(barcode) && hasCheckDigit(barcode);
  if (gtin && barcode.length === 13) return { symbology: 'ean13', text: barcode, shown: barcode };
  // The zero in front is what scanners report of a UPC-A, or leave out: both are found.
  if (gtin && barcode.length === 12) return { symbology: 'ean13', text: `0${barcode}`, shown: barcode };
  if (gtin && barcode.length === 8) return { symbology: 'ean8', text: barcode, shown: barcode };
  if (gtin && barcode.length === 14) return { symbology: 'itf14', text: barcode, shown: barcode };
  return textCode(barcode);
}

/** Any text: in bars where these hold it and fit a label, else as a QR code. */
export const textCode = (text: string): Code => ({
  symbology: /^[\x20-\x7e]+$/.test(text) && text.length <= CODE128_CHARACTERS_MAX ? 'code128' : 'qrcode',
  text,
  shown: text,
});

/** What (10) may hold: GS1 General Specifications, figure 7.11-1, without the brackets that set elements apart here. */
const GS1_TEXT = /^[!"%&'*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/;

/** A lot of an item with a GTIN says which item, which lot and until when it is good; any other says its number. */
export function lotCode(lotNumber: string, barcode: string | null, expiryDate: string | null): Code {
  const gtin = barcode !== null && /^(\d{8}|\d{12,14})$/.test(barcode) && hasCheckDigit(barcode);
  if (!gtin || !GS1_TEXT.test(lotNumber)) return textCode(lotNumber);
  const expiry = expiryDate === null ? '' : `(17)${expiryDate.slice(2).replaceAll('-', '')}`;
  const text = `(01)${barcode.padStart(14, '0')}${expiry}(10)${lotNumber}`;
  return { symbology: 'gs1datamatrix', text, shown: lotNumber };
}

/** Whether the text has its place beside the code, on a label of these measures. */
export const standsBeside = (code: Code, width: number, height: number): boolean => is2d(code) && width > height * 1.3;
