import { camel, snake } from '../kernel/case.ts';
import { type Problem, Refusal } from '../kernel/errors.ts';
import { isStorable, NOT_STORABLE } from '../kernel/inputs.ts';
import { shapeOf } from '../kernel/shape.ts';
import { camelKeys } from '../kernel/spelling.ts';
import { cellValue, columnOf, linesOf, NAMED, type NamedRecord, resolveColumns, type SheetColumn } from './columns.ts';
import { type Kind, rowOf } from './kinds.ts';
import { CLEARED, type Format, type SheetRow, sheetRows } from './sheet.ts';

/*
 * From the rows of a sheet to records, in the operation's own names. Consecutive rows with the same key are one
 * document.
 */

export interface Fields {
  [field: string]: unknown;
}

/** A problem of a row. `field` is the column. */
interface RowProblem extends Problem {
  row?: number;
}

/** A name of another record that has to be looked up: its path in the record, and the field to look in. */
interface Lookup {
  names: NamedRecord;
  ofLine: boolean;
  called: string;
  row: number;
  header: string;
  /** Returns whether the record has this id: it may state another one itself. */
  set(id: string): boolean;
}

export interface ImportRecord {
  rows: readonly SheetRow[];
  /** The input of the operation, without the ids that have to be looked up. */
  given: Fields;
  /** Read-only columns of an export: number, status and the like. */
  shown: { [field: string]: string };
  lookups: Lookup[];
  problems: RowProblem[];
  /** What identifies it in the sheet, and by which of its fields; undefined if they are incomplete. */
  key?: string;
  /** The same as a unique text. */
  identity?: string;
  keyField: string;
  /** Further values that must be unique in the sheet: SKUs and barcodes. */
  marks: { mark: string; row: number; header: string }[];
  /** Where in the sheet the path of a problem is. */
  locate(path: string): { row: number; field: string };
}

/** The records of a sheet in their order, some at a time. */
export async function* recordsOf(
  kind: Kind,
  content: Buffer,
  format: Format,
  headers: readonly string[],
): AsyncGenerator<ImportRecord[]> {
  const columns = format === 'csv' ? resolveColumns(kind, headers) : [];
  const whole = columns.some(column => column?.ofLine);
  let open: ImportRecord | undefined;
  for await (const batch of sheetRows(content, format)) {
    const ready: ImportRecord[] = [];
    for (const row of batch) {
      const next = row.cells ? fromCells(kind, columns, row) : fromObject(kind, row);
      if (whole && open?.identity !== undefined && open.identity === next.identity && !row.problem)
        join(kind, open, next);
      else {
        if (open) ready.push(open);
        open = next;
      }
    }
    yield ready;
  }
  if (open) yield [open];
}

// ---- CSV ----

function fromCells(kind: Kind, columns: readonly (SheetColumn | undefined)[], row: SheetRow): ImportRecord {
  const record = emptyRecord([row], locatorOf(columns, row));
  if (row.problem) record.problems.push({ ...row.problem, row: row.number });
  const line: Fields = {};
  for (const [index, column] of columns.entries()) {
    const cell = row.cells![index] ?? '';
    if (!column || cell === '') continue;
    const { header, field, ofLine, names, isShown } = column;
    const read = cellValue(column, cell);
    if ('value' in read && read.value === undefined) continue;
    if ('problem' in read) {
      record.problems.push({ code: 'validation_failed', message: read.problem, field: header, row: row.number });
      continue;
    }
    if (isShown) record.shown[field] = String(read.value);
    else if (names && read.value !== null)
      record.lookups.push(lookup(ofLine ? line : record.given, ofLine, names, String(read.value), row.number, header));
    else (ofLine ? line : record.given)[field] = read.value;
    if (MARKED.includes(field) && isMarked(kind, ofLine) && typeof read.value === 'string')
      record.marks.push({ mark: `${field} ${read.value}`, row: row.number, header });
  }
  if (kind.lines && columns.some(column => column?.ofLine))
    record.given[kind.lines] = Object.keys(line).length > 0 || record.lookups.some(each => each.ofLine) ? [line] : [];
  settle(kind, record);
  return record;
}

/** SKUs and barcodes are unique to a row only if rows are variants. */
const MARKED = ['sku', 'barcode'];
const isMarked = (kind: Kind, ofLine: boolean) => (kind.lines === 'variants' ? ofLine : kind.of.name === 'Variant');

const lookup = (
  into: Fields,
  ofLine: boolean,
  names: NamedRecord,
  called: string,
  row: number,
  header: string,
): Lookup => ({
  names,
  ofLine,
  called,
  row,
  header,
  set: id => {
    into[NAMED[names]] ??= id;
    return String(into[NAMED[names]]).toLowerCase() === id;
  },
});

/** Adds the line of a row to the record that it continues. The record's own fields must be the same in each row. */
function join(kind: Kind, record: ImportRecord, next: ImportRecord): void {
  const { [kind.lines!]: lines = [], ...own } = next.given;
  const number = next.rows[0]!.number;
  const differs = (field: string) =>
    next.problems.push({
      code: 'validation_failed',
      message: `Differs from row ${record.rows[0]!.number}, which belongs to the same record.`,
      field,
      row: number,
    });
  for (const [field, value] of Object.entries(own))
    if (JSON.stringify(record.given[field]) !== JSON.stringify(value)) differs(next.locate(field).field);
  for (const { ofLine, names, called, header } of next.lookups)
    if (!ofLine && record.lookups.every(each => each.names !== names || each.called !== called)) differs(header);
  const before = (record.given[kind.lines!] ?? []) as Fields[];
  record.given[kind.lines!] = [...before, ...(lines as Fields[])];
  record.rows = [...record.rows, ...next.rows];
  record.problems.push(...next.problems);
  record.marks.push(...next.marks);
  record.lookups.push(...next.lookups.filter(each => each.ofLine));
  const [first, second] = [record.locate, next.locate];
  const from = before.length;
  record.locate = path => {
    const index = Number(/^\w+\[(\d+)\]/.exec(path)?.[1] ?? 0);
    return index >= from && path.includes('[') ? second(path) : first(path);
  };
}

/** Finds the column for the path of a problem. */
const locatorOf =
  (columns: readonly (SheetColumn | undefined)[], { number, cells = [] }: SheetRow) =>
  (path: string): { row: number; field: string } => {
    const inLine = /^\w+\[\d+\]\.(\w+)/.exec(path)?.[1];
    const field = inLine ?? /^\w+/.exec(path)?.[0] ?? '';
    const candidates = columns.filter(
      each => each?.field === field && each.ofLine === (inLine !== undefined) && !each.isShown,
    );
    // If two columns set the same field, the one that has a value.
    const column = candidates.find(each => cells[columns.indexOf(each)] !== '') ?? candidates[0];
    return { row: number, field: column?.header ?? snake(inLine ? path.replace(/\[\d+\]/, '') : path) };
  };

// ---- NDJSON ----

function fromObject(kind: Kind, row: SheetRow): ImportRecord {
  const record = emptyRecord([row], path => ({ row: row.number, field: snake(path) }));
  if (row.problem) {
    record.problems.push({ ...row.problem, row: row.number });
    return record;
  }
  const said = withoutShown(kind, record, row.object!);
  const misspelt: Problem[] = [];
  try {
    Object.assign(record.given, camelKeys(rowOf(kind), said, misspelt));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    misspelt.push(...error.problems);
  }
  const { lines } = kind;
  const unknown = Object.keys(record.given).filter(name => name !== 'id' && !(name in rowOf(kind).shape));
  for (const field of new Set([...misspelt.map(each => each.field!), ...unknown]))
    record.problems.push({ code: 'unknown_field', message: 'Unknown field.', field, row: row.number });
  const ofLines = lines === 'variants' && Array.isArray(record.given[lines]);
  for (const object of ofLines ? (record.given[lines] as (Fields | null)[]) : [record.given])
    for (const field of MARKED)
      if (isMarked(kind, ofLines) && typeof object?.[field] === 'string')
        record.marks.push({ mark: `${field} ${object[field]}`, row: row.number, header: field });
  settle(kind, record);
  return record;
}

/**
 * The input of the operation, without read-only fields and without names of other records: those are recorded
 * separately.
 */
function withoutShown(kind: Kind, record: ImportRecord, object: Fields): Fields {
  const fields = rowOf(kind).shape;
  const shownFields = shapeOf(kind.of).fields;
  const number = record.rows[0]!.number;
  // Assigned by its name, a field called `__proto__` would vanish.
  const entries: [string, unknown][] = [];
  for (const [name, value] of trimmed(object)) {
    if (!isStorableWhole(value)) {
      record.problems.push({ code: 'validation_failed', message: NOT_STORABLE, field: name, row: number });
      continue;
    }
    const field = camel(name);
    const alias = camel(kind.aliases?.[name] ?? '');
    const id = Object.hasOwn(NAMED, name) ? NAMED[name as NamedRecord] : undefined;
    if (field === 'id') record.given['id'] = value;
    else if (field === kind.lines && Array.isArray(value))
      entries.push([name, value.map(line => lineWithoutShown(kind, line))]);
    else if (Object.hasOwn(fields, field)) entries.push([name, value]);
    else if (id !== undefined && id in fields && typeof value === 'string')
      record.lookups.push(lookup(record.given, false, name as NamedRecord, value, number, name));
    else if (alias in fields) record.given[alias] ??= value;
    else if (!shownFields.some(each => each.name === field)) entries.push([name, value]);
    else if (typeof value === 'string') record.shown[field] = value;
  }
  return Object.fromEntries(entries);
}

/** Whether PostgreSQL can store all of its texts: its keys are looked up before its operation validates them. */
const isStorableWhole = (value: unknown): boolean =>
  typeof value === 'string'
    ? isStorable(value)
    : value === null || typeof value !== 'object' || Object.values(value).every(isStorableWhole);

/** The fields of an object: operations trim texts, which also identify records here. */
const trimmed = (object: object): [name: string, value: unknown][] =>
  Object.entries(object).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]);

/** A line of an exported document, without read-only fields. */
function lineWithoutShown(kind: Kind, line: unknown): unknown {
  if (line === null || typeof line !== 'object' || Array.isArray(line)) return line;
  const said = linesOf(kind)?.shape ?? {};
  const exported =
    shapeOf(kind.of)
      .fields.find(field => field.name === kind.lines)
      ?.shape?.().fields ?? [];
  return Object.fromEntries(
    trimmed(line).filter(([name]) => camel(name) in said || !exported.some(field => field.name === camel(name))),
  );
}

// ---- both ----

const emptyRecord = (rows: readonly SheetRow[], locate: ImportRecord['locate']): ImportRecord => ({
  rows,
  given: {},
  shown: {},
  lookups: [],
  problems: [],
  marks: [],
  keyField: 'id',
  locate,
});

/** Removes duplicate information, and determines what identifies the record. */
function settle(kind: Kind, record: ImportRecord): void {
  const { given } = record;
  const lines = kind.lines ? ((given[kind.lines] ?? []) as Fields[]) : [];
  for (const object of [given, ...lines.filter(line => line !== null && typeof line === 'object')]) {
    // An export gives the variant twice, and the quantity of a purchase order's line.
    if (typeof object['sku'] === 'string') delete object['variantId'];
    if (object['quantity'] !== undefined && object['quantity'] !== null) delete object['purchaseQuantity'];
    for (const field of ['variantId', 'sku', 'supplierItemId', 'purchaseQuantity'] as const)
      if (object[field] === null) delete object[field];
  }
  const { field: keyField, parts, lacks } = toldApart(kind, record);
  record.keyField = keyField;
  if (parts) {
    record.key = parts.join(' ');
    record.identity = identityOf(parts);
  } else if (record.problems.length === 0) {
    const row = record.rows[0]!.number;
    for (const field of lacks)
      record.problems.push({
        code: 'validation_failed',
        message: 'Is required.',
        field: record.locate(field).field,
        row,
      });
    if (lacks.length === 0)
      record.problems.push({
        code: 'validation_failed',
        message: `Needs ${kind.keys.map(fields => fields.map(columnOf).join(' and ')).join(', or ')} to identify its record.`,
        field: record.locate(record.keyField).field,
        row,
      });
  }
}

/**
 * What identifies a record: the first key of its kind that it gives completely, and that key's first field. `lacks` are
 * the missing fields that it needs whichever key it gives, the id aside.
 */
export function toldApart(
  { keys }: Kind,
  { given, shown, lookups }: ImportRecord,
): { field: string; parts: string[] | undefined; lacks: readonly string[] } {
  const called = (field: string) =>
    given[field] ??
    shown[field] ??
    lookups.find(({ names }) => NAMED[names] === field)?.called ??
    given[field === 'sku' ? 'variantId' : ''];
  const key = keys.find(fields => fields.every(field => filled(called(field))));
  const named = keys.filter(fields => fields.join() !== 'id');
  return {
    field: (key ?? keys[0]!)[0]!,
    parts: key?.map(field => String(called(field))),
    lacks: (named[0] ?? []).filter(field => !filled(called(field)) && named.every(fields => fields.includes(field))),
  };
}

/** "A B" at "C" is not "A" at "B C". */
export const identityOf = (parts: readonly string[]): string => JSON.stringify(parts);

const filled = (value: unknown) => value !== undefined && value !== null && value !== '';

/** A row in the form in which it is stored to be shown again. */
export const originalOf = ({ cells, object }: SheetRow): unknown =>
  storable(cells ? cells.map(cell => (cell === CLEARED ? 'null' : cell)) : (object ?? {}));

/** JSON that PostgreSQL can store: without NUL and lone surrogates. */
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd').toWellFormed();
  if (Array.isArray(value)) return value.map(storable);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [storable(key), storable(inner)]));
}
