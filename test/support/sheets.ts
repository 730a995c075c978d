import fc from 'fast-check';

/*
 * Sheets as people and spreadsheets make them: valid, nearly valid, and invalid.
 */

/** Possible contents of cells. */
const CELLS = [
  '',
  'null',
  '0',
  '7',
  '007',
  '-3',
  '1e5',
  '1,5',
  '1.234,50',
  '45000',
  '2026-03-15',
  '15.03.2026',
  'TRUE',
  '=1+1',
  "'=1+1",
  "''x",
  '@me',
  'Müller & Söhne',
  'a"b',
  'a,b;c\td',
  'two\nlines',
  'two\r\nlines',
  ' spaces ',
  'x'.repeat(201),
  '{"a":{"b":[1,null]}}',
  '{"__proto__":{"a":1}}',
  '{not json',
  'zero\0byte',
  '\ufeffmark',
  '𝟙🐢',
  '__proto__',
  'constructor',
];

/** Possible headers, besides the columns of a supplier. */
const HEADERS = ['_note', '', 'color', 'Code', '__proto__', 'created_at', 'id', 'name', '_\0'];
export const SUPPLIER_COLUMNS = ['code', 'name', 'phone', 'lead_time_days', 'notes', 'metadata'];

const ENCODINGS: { readonly [name: string]: (text: string) => Buffer } = {
  utf8: text => Buffer.from(text),
  marked: text => Buffer.from(`\ufeff${text}`),
  utf16le: text => Buffer.from(`\ufeff${text}`, 'utf16le'),
  utf16be: text => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  latin1: text => Buffer.from(text, 'latin1'),
};

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const QUOTING: { readonly [name: string]: (cell: string) => string } = {
  asNeeded: cell => (/[",;\t\r\n]/.test(cell) ? quoted(cell) : cell),
  always: quoted,
  never: cell => cell,
};

const often = <T>(usual: T, others: readonly T[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

/** A sheet of suppliers, more or less. */
export const anySheet: fc.Arbitrary<Buffer> = fc
  .record({
    columns: fc.tuple(
      fc.shuffledSubarray(SUPPLIER_COLUMNS, { minLength: 2 }),
      fc.oneof(
        { weight: 3, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.shuffledSubarray(HEADERS, { maxLength: 2 }) },
      ),
    ),
    rows: fc.array(
      fc.array(fc.oneof(fc.constantFrom(...CELLS), fc.string({ unit: 'grapheme', maxLength: 8 })), {
        minLength: 2,
        maxLength: 8,
      }),
      { maxLength: 12 },
    ),
    separator: fc.constantFrom(',', ';', '\t'),
    ends: fc.constantFrom('\n', '\r\n', '\r'),
    quoting: often('asNeeded', ['always', 'never']),
    encoding: often('utf8', Object.keys(ENCODINGS)),
    tail: often('', ['"', '\0', '\n\n,,,\n']),
  })
  .map(({ columns, rows, separator, ends, quoting, encoding, tail }) =>
    ENCODINGS[encoding]!(
      [columns.flat(), ...rows].map(cells => cells.map(QUOTING[quoting]!).join(separator)).join(ends) + tail,
    ),
  );

/** Invalid lines of NDJSON, each with a valid neighbour. */
export const BAD_LINES = [
  '{"code":"L-1","name":"A","__proto__":{"name":"B"}}',
  '{"code":"L-2","name":"A","constructor":1}',
  '{"code":"L-3","name":"A","lead_time_days":"5"}',
  '{"code":"L-4","name":"A","lead_time_days":1e400}',
  '{"code":"L-5","name":["A"]}',
  '{"code":{"a":1},"name":"A"}',
  '{"code":"L-6","name":"A\\u0000"}',
  '{"code":"L-7","name":"\\ud800"}',
  '{"code":"L-8","name":"A","metadata":{"a":"\\u0000"}}',
  `{"code":"L-9","name":"A","metadata":${'{"a":'.repeat(200)}1${'}'.repeat(200)}}`,
  '{"code":"L-10"',
  '"text"',
  'null',
];
