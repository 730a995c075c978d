import { setImmediate as turn } from 'node:timers/promises';
import { type CsvError, type Options, parse } from 'csv-parse';
import { type Problem, Refusal, refuse } from '../kernel/errors.ts';
import { isStorable, NOT_STORABLE } from '../kernel/inputs.ts';
import { parseJson } from '../kernel/json.ts';

/*
 * Reads a sheet row by row: CSV (comma, semicolon or tab) or NDJSON in UTF-8. It is parsed in small pieces, so that a
 * large one blocks nobody.
 */

export const FORMATS = ['csv', 'ndjson'] as const;
export type Format = (typeof FORMATS)[number];

const ROWS_MAX = 100_000;
const ROW_BYTES_MAX = 256 * 1024;
const COLUMNS_MAX = 200;
/** Small, because requests are served between two of them. */
const PIECE_BYTES = 4 * 1024;

/** A bare `null`, which clears a field; in quotes it is a text. */
export const CLEARED = Symbol('null');
export type Cell = string | typeof CLEARED;

/** A row as submitted: cells, or the object of a line. */
export interface SheetRow {
  /** Counts data rows from 1, without the header. */
  number: number;
  cells?: readonly Cell[];
  object?: { [name: string]: unknown };
  /** What is wrong with the row as a whole. */
  problem?: Problem;
}

interface Head {
  format: Format;
  columns: string[];
  rows: number;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Reads the header of a sheet and counts its rows. Refuses an invalid sheet: 400 if it is not UTF-8, else 422. */
export async function readHead(content: Buffer, wanted?: Format): Promise<Head> {
  requireUtf8(content);
  const format = wanted ?? (/^\ufeff?\s*\{/.test(content.subarray(0, 1000).toString()) ? 'ndjson' : 'csv');
  const { columns, rows } =
    format === 'csv' ? await csvHead(content) : { columns: [], rows: await countOf(content, format) };
  if (rows > ROWS_MAX)
    refuse('validation_failed', `Must have at most ${ROWS_MAX} rows, not ${rows}.`, { field: 'content' });
  return { format, columns, rows };
}

function requireUtf8(content: Buffer): void {
  try {
    UTF8.decode(content);
  } catch {
    refuse('bad_request', 'The sheet must be in UTF-8. In a spreadsheet, save it as "CSV UTF-8".', {
      field: 'content',
    });
  }
}

async function csvHead(content: Buffer): Promise<{ columns: string[]; rows: number }> {
  let columns: string[] | undefined;
  let rows = 0;
  for await (const batch of csvBatches(content)) {
    columns ??= batch.shift()?.map(cell => (cell === CLEARED ? 'null' : cell.trim()));
    rows += batch.length;
  }
  if (!columns || columns.every(name => name === ''))
    return refuse('validation_failed', 'The sheet is empty: its first row must name the columns.', {
      field: 'content',
    });
  if (columns.length > COLUMNS_MAX)
    refuse('validation_failed', `Must have at most ${COLUMNS_MAX} columns.`, { field: 'content' });
  if (!columns.every(isStorable))
    refuse('validation_failed', `The name of a column cannot be stored. ${NOT_STORABLE}`, { field: 'content' });
  return { columns, rows };
}

async function countOf(content: Buffer, format: Format): Promise<number> {
  let rows = 0;
  for await (const batch of sheetRows(content, format)) rows += batch.length;
  return rows;
}

/** The rows of a sheet that `readHead` has read, some at a time. */
export async function* sheetRows(content: Buffer, format: Format): AsyncGenerator<SheetRow[]> {
  let number = 0;
  if (format === 'ndjson') {
    for await (const lines of lineBatches(content))
      yield lines.map(line => ({ number: (number += 1), ...lineOf(line) }));
    return;
  }
  let header: readonly Cell[] | undefined;
  for await (const batch of csvBatches(content)) {
    header ??= batch.shift() ?? [];
    yield batch.map(cells => ({ number: (number += 1), cells, ...withoutName(cells, header!) }));
  }
}

/** A value that belongs to no column is never left out in silence. */
function withoutName(cells: readonly Cell[], header: readonly Cell[]): { problem?: Problem } {
  const at = cells.findIndex((cell, index) => isBlank(header[index] ?? '') && !isBlank(cell));
  if (at < 0) return {};
  const message =
    at >= header.length
      ? `Has ${cells.length} cells, but the header has ${header.length}. Does a value contain an unquoted separator?`
      : `Cell ${at + 1} is in a column without a name. Name the column, or begin its name with "_" to leave it out.`;
  return { problem: { code: 'validation_failed', message } };
}

const isBlank = (cell: Cell) => cell !== CLEARED && cell.trim() === '';

// ---- CSV ----

const READING: Options = {
  bom: true,
  skip_empty_lines: true,
  relax_column_count: true,
  relax_quotes: true,
  max_record_size: ROW_BYTES_MAX,
  cast: (cell, { quoting }) => (cell === 'null' && !quoting ? CLEARED : cell),
};

async function* csvBatches(content: Buffer): AsyncGenerator<Cell[][]> {
  const parser = parse({ ...READING, delimiter: delimiterOf(content) });
  const rows: Cell[][] = [];
  let failure: Error | undefined;
  parser.on('readable', () => {
    for (let row = parser.read() as Cell[] | null; row !== null; row = parser.read() as Cell[] | null) rows.push(row);
  });
  parser.on('error', (error: Error) => (failure = error));
  for (let at = 0; at < content.length && !failure; at += PIECE_BYTES) {
    parser.write(content.subarray(at, at + PIECE_BYTES));
    await turn();
    if (rows.length > 0) yield rows.splice(0).filter(isFilled);
  }
  if (!failure) {
    const ended = new Promise<void>(resolve => parser.once('close', resolve));
    parser.end();
    await ended;
  }
  if (failure) unreadable(failure as CsvError);
  yield rows.splice(0).filter(isFilled);
}

/** Spreadsheets leave rows behind that consist of separators only. */
const isFilled = (cells: readonly Cell[]) => !cells.every(isBlank);

function unreadable({ code, lines }: CsvError & { lines?: number }): never {
  const where = lines === undefined ? '' : ` Line ${lines}.`;
  const message =
    code === 'CSV_MAX_RECORD_SIZE'
      ? `A row must be at most ${ROW_BYTES_MAX / 1024} KiB; is a quote not closed?${where}`
      : code === 'CSV_QUOTE_NOT_CLOSED'
        ? `A quote is not closed.${where}`
        : `The sheet cannot be read as CSV.${where}`;
  return refuse('validation_failed', message, { field: 'content' });
}

/** The separator of the column names: the most frequent of the three outside quotes. */
function delimiterOf(content: Buffer): string {
  const line = content
    .subarray(0, 64 * 1024)
    .toString()
    .split(/\r?\n|\r/, 1)[0]!
    .replace(/"[^"]*"/g, '');
  const counts = [',', ';', '\t'].map(each => [each, line.split(each).length] as const);
  return counts.reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}

// ---- NDJSON ----

async function* lineBatches(content: Buffer): AsyncGenerator<string[]> {
  let from = content.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0;
  let lines: string[] = [];
  let bytes = 0;
  while (from < content.length) {
    const found = content.indexOf(0x0a, from);
    const end = found < 0 ? content.length : found;
    if (end - from > ROW_BYTES_MAX)
      refuse('validation_failed', `A line must be at most ${ROW_BYTES_MAX / 1024} KiB.`, { field: 'content' });
    const line = content.subarray(from, end).toString().trim();
    if (line !== '' && !isMeta(line)) lines.push(line);
    bytes += end - from;
    from = end + 1;
    if (bytes < PIECE_BYTES) continue;
    yield lines;
    [lines, bytes] = [[], 0];
    await turn();
  }
  yield lines;
}

/** The last line of an export says how it was made, and is no record. */
const isMeta = (line: string) => /^\{\s*"meta"\s*:\s*\{\s*"rows"\s*:\s*\d+\s*[,}]/.test(line);

function lineOf(line: string): Omit<SheetRow, 'number'> {
  let value: unknown;
  try {
    value = parseJson(Buffer.from(line));
  } catch (error) {
    const isJson = error instanceof Refusal && error.code !== 'malformed_json';
    const message = isJson ? error.message : 'The line is not valid JSON.';
    return { problem: { code: 'malformed_json', message } };
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return { problem: { code: 'validation_failed', message: 'The line must be a JSON object.' } };
  return { object: value as { [name: string]: unknown } };
}
