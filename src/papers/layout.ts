import type { Language } from '../kernel/language.ts';

/*
 * The content of a paper, independent of its appearance: html.ts and pdf.ts draw it.
 */

/** `Text` is a word of words.ts until the paper is translated, and the printed text afterwards. */
export interface Paper<Text extends string = string> {
  /** The kind of paper, such as `Pick list`. */
  title: Text;
  /** The number of its document. Shown beside the title as text, and as a barcode on papers that are scanned. */
  number: string;
  barcode?: string | undefined;
  sender: Sender;
  /** Sender, recipient or location. */
  parties: readonly Party<Text>[];
  facts: readonly Fact<Text>[];
  /** Shown above the tables. */
  notice?: string | undefined;
  tables: readonly PaperTable<Text>[];
  notes?: string | null | undefined;
  /** Who signs at the end. */
  signatures?: readonly Text[];
  printedOn: string;
}

/** A translated paper, ready to be printed. */
export interface Printable extends Paper {
  language: Language;
}

/** The organization, as shown on its papers. */
export interface Sender {
  name: string;
  address: string | null;
  /** An image as a `data:` URL. */
  logo: string | null;
}

export interface Party<Text extends string = string> {
  label: Text;
  name: string;
  lines: readonly string[];
}

export type Fact<Text extends string = string> = readonly [label: Text, value: string];

export interface PaperTable<Text extends string = string> {
  title?: Text;
  /** A title that is a name, and therefore not translated. */
  name?: string;
  columns: readonly Column<Text>[];
  rows: readonly (readonly string[])[];
  /** The last line, with the totals of columns. */
  total?: readonly string[];
  /** Shown instead of rows. */
  empty?: Text;
}

export interface Column<Text extends string = string> {
  /** Empty for a column of boxes. */
  label: Text | '';
  /** `amount` is right-aligned. `tick` is a box and `write` a line to be filled in by hand: their cells are empty. */
  kind?: 'text' | 'amount' | 'tick' | 'write' | 'code';
  /** Takes the remaining width. */
  wide?: boolean;
}

/** A label: the printer cuts them apart. */
export interface Label {
  /** The first line is the largest. */
  lines: readonly string[];
  code: Code;
}

/** A code to be scanned. */
export interface Code {
  /** The name of the symbology in bwip-js. */
  symbology: 'ean13' | 'ean8' | 'itf14' | 'code128' | 'gs1datamatrix' | 'qrcode';
  text: string;
  /** Its human-readable text. */
  shown: string;
}

export interface Labels {
  title: string;
  language: Language;
  widthMm: number;
  heightMm: number;
  labels: readonly Label[];
}

/** The lines of an address or note. */
export const linesOf = (text: string | null | undefined): string[] =>
  (text ?? '')
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '');

export const FORMATS = ['html', 'pdf'] as const;
export type Format = (typeof FORMATS)[number];
