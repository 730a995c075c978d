import { type Column, columnsOf, guarded } from '../kernel/columns.ts';
import type { SheetForm } from '../kernel/operation.ts';
import type { Shape } from '../kernel/shape.ts';
import type { Row } from '../kernel/view.ts';

/*
 * Results as CSV: RFC 4180. Written here and not by a library: one took longer than all the rest of an export, and left
 * a text with a lone line feed unquoted.
 */

interface SheetOptions {
  /** Guards texts that a spreadsheet would read as formulas; an import removes the guard again. */
  spreadsheet: boolean;
}

export interface Sheet {
  header: string;
  /** The lines of records. */
  lines(rows: readonly Row[]): string;
}

/** What must be in quotes. A bare `null` means that a field is cleared; in quotes it is a text. */
const QUOTED = /[",\r\n]|^null$/;

const record = (cells: readonly string[]): string =>
  `${cells.map(cell => (QUOTED.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;

const headerOf = (names: readonly string[], { spreadsheet }: SheetOptions) =>
  (spreadsheet ? '\ufeff' : '') + record(names);

/** A sheet with a column for each field of the shape; those of a composite field are a column each. */
export function sheetOf(shape: Shape, options: SheetOptions): Sheet {
  const columns = columnsOf(shape);
  const groups = [...new Set(columns.flatMap(column => column.of ?? []))];
  const cell = ({ isText, path, spell }: Column, row: Row): string => {
    let value: unknown = row;
    for (const name of path) value = (value as Row | null | undefined)?.[name];
    if (value === null || value === undefined) return '';
    const text = typeof value === 'object' ? JSON.stringify(spell(value)) : String(value);
    return isText ? guarded(text, options.spreadsheet) : text;
  };
  const cellsOf = (row: Row, of?: string, item?: Row) =>
    columns.map(column => (column.of === undefined ? cell(column, row) : column.of === of ? cell(column, item!) : ''));
  const linesOf = (row: Row): string => {
    const owned = groups.flatMap(of => ((row[of] ?? []) as Row[]).map(item => record(cellsOf(row, of, item))));
    return owned.length > 0 ? owned.join('') : record(cellsOf(row));
  };
  return {
    header: headerOf(
      columns.map(({ name }) => name),
      options,
    ),
    lines: rows => rows.map(linesOf).join(''),
  };
}

/** A sheet whose columns are determined by its list. */
export const formed = ({ columns, cells }: SheetForm, options: SheetOptions): Sheet => ({
  header: headerOf(columns, options),
  lines: rows => rows.map(row => record(cells(row, options.spreadsheet))).join(''),
});
