import type { Language } from '../kernel/language.ts';

/*
 * What a paper says, without saying how it looks: told once, drawn as HTML (html.ts) and as PDF (pdf.ts).
 */

/** `Text` is what the paper is made of: words of words.ts while it is laid out, what is printed from then on. */
export interface Paper<Text extends string = string> {
  /** What it is, such as `Pick list`. */
  title: Text;
  /** Which one: the number of its document. Stands beside the title as text, and as a barcode where a scanner may meet it. */
  number: string;
  barcode?: string | undefined;
  sender: Sender;
  /** Where it comes from and goes to. */
  parties: readonly Party<Text>[];
  facts: readonly Fact<Text>[];
  /** What people are told ahead of the tables. */
  notice?: string | undefined;
  tables: readonly PaperTable<Text>[];
  notes?: string | null | undefined;
  /** Who signs at the end. */
  signatures?: readonly Text[];
  printedOn: string;
}

/** A paper as it is printed. */
export interface Printable extends Paper {
  language: Language;
}

/** The organization, as its papers show it. */
export interface Sender {
  name: string;
  address: string | null;
  /** A picture as a `data:` address. */
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
  /** A title that is a name, and the same in every language. */
  name?: string;
  columns: readonly Column<Text>[];
  rows: readonly (readonly string[])[];
  /** The last line: what the columns come to. */
  total?: readonly string[];
  /** What stands there instead of rows. */
  empty?: Text;
}

export interface Column<Text extends string = string> {
  /** Of a column of boxes there is none. */
  label: Text | '';
  /** `amount` stands to the right; `tick` is a box, and `write` a line, to be filled in by hand: their cells are empty. */
  kind?: 'text' | 'amount' | 'tick' | 'write' | 'code';
  /** Takes what the others leave. */
  wide?: boolean;
}

/** A label: what a printer cuts off, one by one. */
export interface Label {
  /** The first is the largest. */
  lines: readonly string[];
  code: Code;
}

/** What a scanner reads. */
export interface Code {
  /** The name that bwip-js has for the symbology. */
  symbology: 'ean13' | 'ean8' | 'itf14' | 'code128' | 'gs1datamatrix' | 'qrcode';
  text: string;
  /** How it reads in print. */
  shown: string;
}

export interface Labels {
  title: string;
  language: Language;
  widthMm: number;
  heightMm: number;
  labels: readonly Label[];
}

/** The lines of a text of an address or note. */
export const linesOf = (text: string | null | undefined): string[] =>
  (text ?? '')
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '');

export const FORMATS = ['html', 'pdf'] as const;
export type Format = (typeof FORMATS)[number];
