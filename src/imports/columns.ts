import { z } from 'zod';
import { camel, snake } from '../kernel/case.ts';
import { columnsOf, unguarded } from '../kernel/columns.ts';
import type { Problem } from '../kernel/errors.ts';
import { isStorable, NOT_STORABLE } from '../kernel/inputs.ts';
import { parseJson } from '../kernel/json.ts';
import { defOf, shapeOf } from '../kernel/shape.ts';
import { camelKeys } from '../kernel/spelling.ts';
import { distance } from '../kernel/typos.ts';
import { Misspelt } from '../kernel/view.ts';
import { type Kind, rowOf } from './kinds.ts';
import { type Cell, CLEARED } from './sheet.ts';

/*
 * The columns of a sheet: fields of the kind under their REST names, names of other records in place of their ids, and
 * the read-only columns of an export. Converts cells to JSON values.
 */

/** The records that can be named in place of an id, and the field of that id. */
export const NAMED = { location: 'locationId', supplier: 'supplierId', product: 'productId' } as const;
export type NamedRecord = keyof typeof NAMED;

export interface SheetColumn {
  /** Its name in the sheet. */
  header: string;
  /** Field of the record, or of its lines. */
  field: string;
  ofLine: boolean;
  /** Names another record, whose id is looked up. */
  names?: NamedRecord;
  /** A read-only column of an export; its text is kept if it identifies records. */
  isShown?: boolean;
  schema?: z.ZodType;
}

/** The object that a schema describes, however it is wrapped; for a list, its items. */
function objectIn(schema: z.ZodType): z.ZodObject | undefined {
  const { innerType, element, in: from, out } = defOf(schema);
  const inner = innerType ?? element ?? (from && (defOf(from).type === 'transform' ? out : from));
  return inner ? objectIn(inner) : schema instanceof z.ZodObject ? schema : undefined;
}

/** The fields of a line of a record of this kind. */
export const linesOf = (kind: Kind): z.ZodObject | undefined =>
  kind.lines === undefined ? undefined : objectIn(rowOf(kind).shape[kind.lines] as z.ZodType);

/** The columns of one object: its fields, and the names that may replace its ids. */
function columnsIn(object: z.ZodObject, prefix: string, ofLine: boolean): Map<string, Omit<SheetColumn, 'header'>> {
  const columns = new Map<string, Omit<SheetColumn, 'header'>>();
  for (const [field, schema] of Object.entries(object.shape) as [string, z.ZodType][]) {
    columns.set(prefix + snake(field), { field, ofLine, schema });
    const [name] = Object.entries(NAMED).find(([, id]) => id === field) ?? [];
    const called = takesNull(schema) ? z.string().nullable() : z.string();
    if (name) columns.set(prefix + name, { field, ofLine, names: name as NamedRecord, schema: called });
  }
  return columns;
}

/** Every column that a sheet of this kind may have. */
function columnsFor(kind: Kind): Map<string, Omit<SheetColumn, 'header'>> {
  const row = rowOf(kind);
  const { lines } = kind;
  const columns = columnsIn(row, '', false);
  if (lines) columns.delete(lines);
  if (lines) {
    for (const [name, column] of columnsIn(linesOf(kind)!, `${snake(lines)}.`, true)) columns.set(name, column);
  }
  for (const [alias, name] of Object.entries(kind.aliases ?? {}))
    if (!columns.has(alias)) columns.set(alias, columns.get(name)!);
  columns.set('id', { field: 'id', ofLine: false, schema: z.string() });
  for (const { name } of columnsOf(shapeOf(kind.of)))
    if (!columns.has(name)) columns.set(name, { field: camel(name), ofLine: false, isShown: true, schema: z.string() });
  return columns;
}

/** The columns of a sheet. Refuses unknown and duplicate ones, and a sheet that cannot identify its records. */
export function resolveColumns(kind: Kind, headers: readonly string[]): (SheetColumn | undefined)[] {
  const known = columnsFor(kind);
  const seen = new Set<string>();
  const problems: Problem[] = [];
  const columns = headers.map(header => {
    // The result of an import carries the outcome of each row.
    if (header.startsWith('_') || header === '') return undefined;
    const found = known.get(header);
    const place = `${found?.ofLine} ${found?.field} ${found?.names} ${found?.isShown}`;
    if (!found)
      problems.push({ code: 'unknown_field', message: `Unknown column.${meant(header, known)}`, field: header });
    else if (seen.has(place))
      problems.push({ code: 'validation_failed', message: 'Another column has the same meaning.', field: header });
    seen.add(place);
    return found && { ...found, header };
  });
  const fields = new Set(columns.flatMap(column => (column && !column.ofLine ? column.field : [])));
  if (!kind.keys.some(key => key.every(field => fields.has(field) || (field === 'sku' && fields.has('variantId')))))
    problems.push({
      code: 'validation_failed',
      message: `An import of this kind needs ${kind.keys.map(key => key.map(columnOf).join(' and ')).join(', or ')}.${
        columns.some(column => column) ? '' : ` Its first row names the columns, out of ${writable(known)}.`
      }`,
      field: columnOf(kind.keys[0]![0]!),
    });
  if (problems.length > 0) throw new Misspelt(problems);
  return columns;
}

const writable = (known: ReadonlyMap<string, { isShown?: boolean }>): string =>
  [...known].flatMap(([name, { isShown }]) => (isShown ? [] : [name])).join(', ');

/** The column that was probably meant: one that differs in capitals, in separators, or by a letter. */
function meant(header: string, known: ReadonlyMap<string, unknown>): string {
  const plain = header
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  const name = known.has(plain) ? plain : [...known.keys()].find(each => distance(plain, each, 1) <= 1);
  return name === undefined ? '' : ` Is "${name}" meant?`;
}

/** The everyday name of a field. */
export const columnOf = (field: string): string =>
  Object.entries(NAMED).find(([, id]) => id === field)?.[0] ?? snake(field);

/** The schema inside optional, nullable, defaults, checks and transforms. */
function innermost(schema: z.ZodType): z.ZodType {
  const { innerType, in: from, out } = defOf(schema);
  if (innerType) return innermost(innerType);
  return from ? innermost(defOf(from).type === 'transform' ? out! : from) : schema;
}

const takesNull = (schema: z.ZodType) => schema.safeParse(null).success;

/** What people and spreadsheets write, in any case, in the languages of the app. */
const YES = ['true', 'yes', 'y', '1', 'wahr', 'ja', 'j'];
const NO = ['false', 'no', 'n', '0', 'falsch', 'nein'];

/** A cell as a JSON value; undefined if it is empty. A problem states the expected format. */
export function cellValue(column: SheetColumn, cell: Cell): { value: unknown } | { problem: string } {
  const { schema = z.string() } = column;
  if (cell !== CLEARED && cell.trim() === '') return { value: undefined };
  if (cell === CLEARED) {
    if (column.isShown) return { value: 'null' };
    return takesNull(schema) ? { value: null } : { problem: 'Cannot be cleared. The text "null" must be in quotes.' };
  }
  if (!isStorable(cell)) return { problem: NOT_STORABLE };
  const inner = innermost(schema);
  const { type } = defOf(inner);
  if (type === 'number' || type === 'int') return numberOf(cell.trim());
  if (type === 'boolean') {
    const said = cell.trim().toLowerCase();
    if (YES.includes(said) || NO.includes(said)) return { value: YES.includes(said) };
    return { problem: 'Must be yes or no, or true or false.' };
  }
  if (type === 'array' || type === 'object' || type === 'record') return jsonOf(cell, schema);
  if ((inner._zod.def as { format?: string }).format === 'date') return dateOf(cell.trim());
  // Operations trim texts; here they also identify records.
  const text = unguarded(cell).trim();
  if (text.includes(LOST)) return { problem: 'A character was lost (�): the file was read in another encoding.' };
  if (CODES.includes(column.field) && SHORTENED.test(text))
    return { problem: `A spreadsheet has shortened the number to ${shown(text)}: format the column as text.` };
  return { value: text === '' ? undefined : text };
}

/** What takes the place of bytes that are no character in the encoding in which a file was read. */
const LOST = '\ufffd';
/** What identifies things. Where it consists of digits, spreadsheets take it for a number. */
const CODES = ['sku', 'barcode', 'lotNumber', 'reference', 'code', 'supplierSku'];
const SHORTENED = /^\d([.,]\d+)?E\+\d\d$/i;

/** Days are separated by points only where they come first: `31.12.2026`. With slashes, nobody knows. */
function dateOf(text: string): { value: string } | { problem: string } {
  const [, day, month, year] = /^(\d\d?)\.(\d\d?)\.(\d{4})$/.exec(text) ?? [];
  if (year) return { value: `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}` };
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return { value: text };
  return { problem: `Must be a date such as 2026-03-15 or 15.03.2026, not ${shown(text)}.` };
}

function numberOf(text: string): { value: number } | { problem: string } {
  if (/^-?\d+(\.\d+)?$/.test(text)) return { value: Number(text) };
  const not = shown(text);
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text))
    return {
      problem: `Must be a number such as 1250.5: nothing between thousands, and a point for decimals, not ${not}.`,
    };
  if (/^-?\d+(\.\d{3})*,\d+$/.test(text))
    return { problem: `Must be a number such as 1250.5: with a point, not a comma, not ${not}.` };
  if (/e/i.test(text) && Number.isFinite(Number(text)))
    return { problem: `Must be a number such as 1250.5: in digits, without an exponent, not ${not}.` };
  return { problem: `Must be a number such as 1250.5, not ${not}.` };
}

/** With the operation's own names, as in a body. */
function jsonOf(text: string, schema: z.ZodType): { value: unknown } | { problem: string } {
  try {
    const value = parseJson(Buffer.from(text));
    return camelKeys(z.object({ value: schema }), { value }, []) as { value: unknown };
  } catch {
    return { problem: 'Must be JSON, with each field once.' };
  }
}

const shown = (text: string) => `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;
