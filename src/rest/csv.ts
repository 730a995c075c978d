import { type Options, stringify } from 'csv-stringify/sync';
import { type Column, columnsOf, guarded } from '../kernel/columns.ts';
import type { SheetForm } from '../kernel/operation.ts';
import type { Shape } from '../kernel/shape.ts';
import type { Row } from '../kernel/view.ts';

/* Answers as sheets: RFC 4180. */

export interface SheetOptions {
  /** Guards texts that a spreadsheet would take for formulas; an import takes the guard off again. */
  spreadsheet: boolean;
}

const WRITING: Options = {
  record_delimiter: '\r\n',
  // Bare, it means that a field is cleared; in quotes it is a text.
  quoted_match: /^null$/,
};

export interface Sheet {
  header: string;
  /** The lines of records, as REST spells them. */
  lines(rows: readonly Row[], spell: (row: Row) => Row): string;
}

export function sheetOf(shape: Shape, { spreadsheet }: SheetOptions): Sheet {
  const columns = columnsOf(shape);
  const groups = [...new Set(columns.flatMap(column => column.of ?? []))];
  const cell = ({ isText, path }: Column, row: Row): string => {
    const value = path.reduce<unknown>((inside, name) => (inside as Row | null | undefined)?.[name], row);
    if (value === null || value === undefined) return '';
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return isText ? guarded(text, spreadsheet) : text;
  };
  const cellsOf = (row: Row, of?: string, item?: Row) =>
    columns.map(column => (column.of === undefined ? cell(column, row) : column.of === of ? cell(column, item!) : ''));
  const recordsOf = (row: Row) => {
    const owned = groups.flatMap(of => ((row[of] ?? []) as Row[]).map(item => cellsOf(row, of, item)));
    return owned.length > 0 ? owned : [cellsOf(row)];
  };
  return {
    header: (spreadsheet ? '\ufeff' : '') + stringify([columns.map(({ name }) => name)], WRITING),
    lines: (rows, spell) => (rows.length === 0 ? '' : stringify(rows.map(spell).flatMap(recordsOf), WRITING)),
  };
}

/** A sheet whose columns are said by its list. */
export const formed = ({ columns, cells }: SheetForm, { spreadsheet }: SheetOptions): Sheet => ({
  header: (spreadsheet ? '\ufeff' : '') + stringify([[...columns]], WRITING),
  lines: rows =>
    rows.length === 0
      ? ''
      : stringify(
          rows.map(row => [...cells(row)]),
          WRITING,
        ),
});
