import { hasCheckDigit } from '../domain/gs1.ts';
import type { Code } from './layout.ts';

/* Which barcode is used for what. Chosen for what scanners can read, drawn by symbols.ts. */

/** Whether it is drawn as a square rather than as bars. */
export const is2d = ({ symbology }: Code) => symbology === 'gs1datamatrix' || symbology === 'qrcode';

/** The longest that the narrowest scanner reads easily. */
const CODE128_CHARACTERS_MAX = 24;

/** The code for a stored barcode: its own symbology if it is a GTIN, otherwise that of any other text. */
export function barcodeOf(barcode: string): Code {
  const gtin = /^\d+$/.test(barcode) && hasCheckDigit(barcode);
  if (gtin && barcode.length === 13) return { symbology: 'ean13', text: barcode, shown: barcode };
  // Scanners report a UPC-A with or without a leading zero; both are found.
  if (gtin && barcode.length === 12) return { symbology: 'ean13', text: `0${barcode}`, shown: barcode };
  if (gtin && barcode.length === 8) return { symbology: 'ean8', text: barcode, shown: barcode };
  if (gtin && barcode.length === 14) return { symbology: 'itf14', text: barcode, shown: barcode };
  return textCode(barcode);
}

/** Any text: as bars if they can encode it and fit on a label, otherwise as a QR code. */
export const textCode = (text: string): Code => ({
  symbology: /^[\x20-\x7e]+$/.test(text) && text.length <= CODE128_CHARACTERS_MAX ? 'code128' : 'qrcode',
  text,
  shown: text,
});

/**
 * The characters allowed in (10), according to GS1 General Specifications, figure 7.11-1, without parentheses, which
 * separate elements here.
 */
const GS1_TEXT = /^[!"%&'*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/;

/** The code of a lot: item, lot and expiry date if the item has a GTIN, otherwise only its number. */
export function lotCode(lotNumber: string, barcode: string | null, expiryDate: string | null): Code {
  const gtin = barcode !== null && /^(\d{8}|\d{12,14})$/.test(barcode) && hasCheckDigit(barcode);
  if (!gtin || !GS1_TEXT.test(lotNumber)) return textCode(lotNumber);
  const expiry = expiryDate === null ? '' : `(17)${expiryDate.slice(2).replaceAll('-', '')}`;
  const text = `(01)${barcode.padStart(14, '0')}${expiry}(10)${lotNumber}`;
  return { symbology: 'gs1datamatrix', text, shown: lotNumber };
}

/** Whether the text goes beside the code rather than above it, on a label of these measures. */
export const standsBeside = (code: Code, width: number, height: number): boolean => is2d(code) && width > height * 1.3;
