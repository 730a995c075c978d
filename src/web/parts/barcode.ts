import { t } from '../language.ts';

/** Digits of a GTIN: GTIN-8, UPC-A, EAN-13 and GTIN-14. */
const LENGTHS = [8, 12, 13, 14];

/**
 * The problem with the check digit of a barcode that looks like a GTIN. It may still be a code of one's own. GS1
 * General Specifications, 7.9.
 */
export function wrongCheckDigit(barcode: string): string | undefined {
  const code = barcode.trim();
  if (!/^\d+$/.test(code) || !LENGTHS.includes(code.length)) return undefined;
  const digits = [...code].map(Number).reverse();
  const sum = digits.slice(1).reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 3 : 1), 0);
  const right = (10 - (sum % 10)) % 10;
  return digits[0] === right
    ? undefined
    : t('As a GTIN it would end in {right}, not {digits}. Check the number, unless it is a code of your own.', {
        right,
        digits: digits[0]!,
      });
}
