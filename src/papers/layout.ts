/*
 * What a paper says, without saying how it looks: told once, drawn as HTML (html.ts) and as PDF (pdf.ts).
 */

export interface Paper {
  /** What it is, such as `Pick list`. */
  title: string;
  /** Which one: the number of its document. Stands beside the title as text, and as a barcode where a scanner may meet it. */
  number: string;
  barcode?: string | undefined;
  sender: Sender;
  /** Where it comes from and goes to. */
  parties: readonly Party[];
  facts: readonly Fact[];
  /** What people are told ahead of the tables. */
  notice?: string | undefined;
  tables: readonly PaperTable[];
  notes?: string | null | undefined;
  /** Who signs at the end. */
  signatures?: readonly string[];
  printedOn: string;
}

/** The organization, as its papers show it. */
export interface Sender {
  name: string;
  address: string | null;
  /** A picture as a `data:` address. */
  logo: string | null;
}

export interface Party {
  label: string;
  name: string;
  lines: readonly string[];
}

export type Fact = readonly [label: string, value: string];

export interface PaperTable {
  title?: string;
  columns: readonly Column[];
  rows: readonly (readonly string[])[];
  /** The last line: what the columns come to. */
  total?: readonly string[];
  /** What stands there instead of rows. */
  empty?: string;
}

export interface Column {
  label: string;
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
