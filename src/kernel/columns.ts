import { snake } from './case.ts';
import { type Field, isKept, type Shape } from './shape.ts';
import { spelt } from './view.ts';

/*
 * Records as rows of a sheet, in both directions: a column per field under its REST name, what is inside of a field under
 * `field.inner`, and of what owns rows a row for each of these.
 */

export interface Column {
  name: string;
  /** The field of the owned rows that it is about; the record itself if absent. */
  of?: string;
  isText: boolean;
  /** Where its value is, in the shape's own names. */
  path: readonly string[];
  /** How REST spells what is there. */
  spell: (value: unknown) => unknown;
}

/** The columns of a shape, as REST spells them. */
export function columnsOf(shape: Shape, path: readonly string[] = []): Column[] {
  return shape.fields
    .filter(field => isKept(shape, field))
    .flatMap(field => {
      const here = [...path, field.name];
      const inner = field.kind === 'object' ? field.shape!() : undefined;
      if (inner && !field.list) return columnsOf(inner, here);
      // What a record keeps inside of a field is one value of it; a report's inner rows are what it is about.
      if (inner && path.length === 0 && (field.ownedBy || !shape.entity))
        return inner.fields.map(each => ({
          ...columnAt([each.name], each),
          name: `${snake(field.name)}.${snake(each.name)}`,
          of: field.name,
        }));
      return [columnAt(here, field)];
    });
}

const TEXTS: readonly Field['kind'][] = ['text', 'enum', 'id', 'json', 'any', 'problem', 'object'];

const columnAt = (path: readonly string[], field: Field): Column => ({
  name: path.map(snake).join('.'),
  isText: field.list || TEXTS.includes(field.kind),
  path,
  spell: spelt(field),
});

/** What a spreadsheet takes for a formula. */
const FORMULA = /^[=+\-@\t\r]/;
/** What has such a guard, or would be read as having one. */
const GUARDED = /^'[=+\-@\t\r']/;

/** A text as a cell, with a leading apostrophe where it would be taken for something else. */
export const guarded = (text: string, spreadsheet: boolean): string =>
  GUARDED.test(text) || (spreadsheet && FORMULA.test(text)) ? `'${text}` : text;

/** The text that a cell means. */
export const unguarded = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell);
