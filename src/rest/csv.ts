import { type Options, stringify } from 'csv-stringify/sync';
import { snake } from '../kernel/case.ts';
import { type Field, isKept, type Shape } from '../kernel/shape.ts';
import type { Row } from '../kernel/view.ts';

/*
 * Answers as sheets (RFC 4180): a column per field under its REST name, what is inside of a field under `field.inner`, and of what
 * owns rows a row for each of these.
 */

interface Column {
  name: string;
  /** The owned rows that it is about; the record itself if absent. */
  of?: string;
  isText: boolean;
  path: readonly string[];
}

/** The columns of a shape, as REST spells them. */
export function columnsOf(shape: Shape, path: readonly string[] = []): Column[] {
  return shape.fields
    .filter(field => isKept(shape, field))
    .flatMap(field => {
      const here = [...path, snake(field.name)];
      const inner = field.kind === 'object' ? field.shape!() : undefined;
      if (inner && !field.list) return columnsOf(inner, here);
      // What a record keeps inside of a field is one value of it; a report's inner rows are what it is about.
      if (inner && path.length === 0 && (field.ownedBy || !shape.entity))
        return inner.fields.map(each => ({
          ...columnAt([snake(each.name)], each),
          name: `${here[0]}.${snake(each.name)}`,
          of: here[0]!,
        }));
      return [columnAt(here, field)];
    });
}

const TEXTS: readonly Field['kind'][] = ['text', 'enum', 'id', 'json', 'problem', 'object'];

const columnAt = (path: readonly string[], { kind, list }: Field): Column => ({
  name: path.join('.'),
  isText: list || TEXTS.includes(kind),
  path,
});

/** What a spreadsheet takes for a formula. */
const FORMULA = /^[=+\-@\t\r]/;
/** What would be read as a guard, and needs one of its own to come back as it is. */
const GUARDED = /^'[=+\-@\t\r']/;

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
  /** The lines of a record as REST spells it. */
  lines(rows: readonly Row[]): string;
}

export function sheetOf(shape: Shape, { spreadsheet }: SheetOptions): Sheet {
  const columns = columnsOf(shape);
  const groups = [...new Set(columns.flatMap(column => column.of ?? []))];
  const cell = ({ isText, path }: Column, row: Row): string => {
    const value = path.reduce<unknown>((inside, name) => (inside as Row | null | undefined)?.[name], row);
    if (value === null || value === undefined) return '';
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return isText && (GUARDED.test(text) || (spreadsheet && FORMULA.test(text))) ? `'${text}` : text;
  };
  const cellsOf = (row: Row, of?: string, item?: Row) =>
    columns.map(column => (column.of === undefined ? cell(column, row) : column.of === of ? cell(column, item!) : ''));
  const recordsOf = (row: Row) => {
    const owned = groups.flatMap(of => ((row[of] ?? []) as Row[]).map(item => cellsOf(row, of, item)));
    return owned.length > 0 ? owned : [cellsOf(row)];
  };
  return {
    header: (spreadsheet ? '\ufeff' : '') + stringify([columns.map(({ name }) => name)], WRITING),
    lines: rows => (rows.length === 0 ? '' : stringify(rows.flatMap(recordsOf), WRITING)),
  };
}
