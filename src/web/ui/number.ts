import { t } from '../language.ts';

/*
 * Numbers as people type and paste them: a spreadsheet copies them in the format of its language.
 */

/** A computed quantity in the four decimals that quantities have, without the error of binary fractions. */
export const inFourDecimals = (value: number): number => Math.round(value * 10_000) / 10_000;

type ParsedNumber = { value: number; problem?: never } | { value?: never; problem: string };

const NOT_ONE = (text: string) => ({ problem: t('{text} is not a number.', { text }) });

/**
 * A number that was typed or pasted: `1234.5`, `1234,5`, `1,234.5`, `1.234,5`, `1 234,5`. Ambiguous numbers are
 * refused: `1,234` is over a thousand in one spreadsheet, and little more than one in another.
 */
export function readNumber(typed: string): ParsedNumber {
  const text = typed.replace(/[\s\u00A0\u202F']/g, '');
  if (/^\d+$/.test(text) || /^\d*\.\d+$/.test(text)) return { value: Number(text) };
  if (/^\d{1,3},\d{3}$/.test(text) && !text.startsWith('0'))
    return {
      problem: t('{text} is ambiguous: type {plain} or {decimal}.', {
        text,
        plain: text.replace(',', ''),
        decimal: text.replace(',', '.'),
      }),
    };
  if (/^\d*,\d+$/.test(text)) return { value: Number(text.replace(',', '.')) };
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)) return { value: Number(text.replaceAll(',', '')) };
  if (/^\d{1,3}(\.\d{3})+,\d+$/.test(text) || /^\d{1,3}(\.\d{3}){2,}$/.test(text))
    return { value: Number(text.replaceAll('.', '').replace(',', '.')) };
  if (/^[-−]/.test(text)) return { problem: t('Must not be less than 0.') };
  return NOT_ONE(typed.trim());
}

/** Cells copied from a spreadsheet, by row. An empty last line only marks the end. */
export const cellsOf = (pasted: string): string[][] =>
  pasted
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map(line => line.split('\t').map(cell => cell.trim()));
