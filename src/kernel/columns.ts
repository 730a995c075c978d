import { snake } from './case.ts';
import { isFormula } from './formula.ts';
import { type Field, isKept, type Shape } from './shape.ts';
import { spelt } from './view.ts';

/*
 * Records as rows of a sheet, in both directions: one column per field under its REST name, `field.inner` for nested
 * fields, and one row per owned record.
 */

export interface Column {
  name: string;
  /** The field that holds the owned rows; absent if the column is of the record itself. */
  of?: string;
  isText: boolean;
  /** Path to its value, in the shape's own names. */
  path: readonly string[];
  /** Converts the value to REST's spelling. */
  spell: (value: unknown) => unknown;
}

/** The columns of a shape, under their REST names. */
export function columnsOf(shape: Shape, path: readonly string[] = []): Column[] {
  return shape.fields
    .filter(field => isKept(shape, field))
    .flatMap(field => {
      const here = [...path, field.name];
      const inner = field.kind === 'object' ? field.shape!() : undefined;
      if (inner && !field.list) return columnsOf(inner, here);
      // A nested object stored with a record is one value; the nested rows of a report get columns of their own.
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

/** What is guarded already, or would be read as if it were. */
const isGuarded = (text: string): boolean => text.startsWith("'") && (text[1] === "'" || isFormula(text.slice(1)));

/** A text as a cell, with a leading apostrophe if it would otherwise be misread. */
export const guarded = (text: string, spreadsheet: boolean): string =>
  isGuarded(text) || (spreadsheet && isFormula(text)) ? `'${text}` : text;

/** The text that a cell stands for. */
export const unguarded = (cell: string): string => (isGuarded(cell) ? cell.slice(1) : cell);
