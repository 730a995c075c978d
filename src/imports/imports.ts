import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Area } from '../kernel/areas.ts';
import { type Problem, refuse } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { byId, ruled, target } from '../kernel/inputs.ts';
import {
  authorize,
  type Caller,
  command,
  type GuardedOperation,
  listQuery,
  mayUse,
  query,
  type Reading,
} from '../kernel/operation.ts';
import { paging, type SortKey } from '../kernel/page.ts';
import { shapeOf } from '../kernel/shape.ts';
import { states } from '../kernel/states.ts';
import type { Unit } from '../kernel/unit.ts';
import type { Row } from '../kernel/view.ts';
import {
  conditionsOf,
  equals,
  filterInput,
  filtersOf,
  type ListInput,
  ordersOf,
  readList,
  sortAlone,
  sortInput,
} from '../store/list.ts';
import { belongsTo, create, isUuid, lockById, notFoundUnless, TenantRecord } from '../store/record.ts';
import { readById, readPage } from '../store/rows.ts';
import { resolveColumns } from './columns.ts';
import { MODES } from './decide.ts';
import { KIND_NAMES, type KindName, kindOf } from './kinds.ts';
import { FORMATS, type Format, readHead } from './sheet.ts';

/*
 * Sheets that are imported row by row in the background: docs/api.md, "Imports". The operations here accept them; a
 * worker runs them (runner.ts).
 */

const importStates = states({
  pending: ['running', 'cancelled'],
  running: ['completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
});
const ON_ERROR = ['abort', 'skip'] as const;
export const ROW_STATUSES = ['created', 'updated', 'unchanged', 'rejected'] as const;

const ImportSchema = defineEntity({
  name: 'Import',
  tableName: 'imports',
  extends: TenantRecord,
  comment: 'A sheet that is imported row by row, each row through the operation that creates or updates a record.',
  indexes: [
    { properties: ['organizationId', 'createdAt', 'id'] },
    { properties: ['organizationId', 'updatedAt', 'id'] },
    {
      name: 'imports_waiting',
      expression: "create index imports_waiting on imports (created_at) where status in ('pending', 'running')",
    },
  ],
  properties: {
    kind: p.enum(KIND_NAMES).comment('The kind of record in its rows.'),
    mode: p
      .enum(MODES)
      .comment('Whether rows create missing records (create), change existing ones (update), or either (upsert).'),
    onError: p
      .enum(ON_ERROR)
      .comment('Whether the first rejected row ends the import (abort) or rejected rows are left out (skip).'),
    dryRun: p.boolean().comment('Whether it only determines the results, without changing any data.'),
    status: p.enum(importStates.all).comment('Status.'),
    rowsTotal: p.integer().comment('Rows of the sheet.'),
    rowsDone: p.integer().comment('Rows processed.'),
    rowsCreated: p.integer().comment('Rows that created a record.'),
    rowsUpdated: p.integer().comment('Rows that changed a record.'),
    rowsUnchanged: p.integer().comment('Rows that already match the existing record.'),
    rowsRejected: p.integer().comment('Rows that were rejected; `GET /imports/:id/rows?status=rejected` says why.'),
    failure: p.text().nullable().comment('Why it failed.'),
    sourceImport: () => belongsTo(Import, 'source_import_id').nullable().comment('The dry run that it applies.'),
    startedAt: p.datetime(3).nullable().comment('When it began.'),
    completedAt: p.datetime(3).nullable().comment('When it ended, whatever the outcome.'),
    format: p.enum(FORMATS).hidden(),
    columns: p.json<string[]>().hidden(),
    actor: p.string().length(260).hidden(),
    actorId: p.uuid().nullable().hidden(),
    lease: p.uuid().nullable().hidden(),
    leaseUntil: p.datetime(3).nullable().hidden(),
  },
});
export class Import extends ImportSchema.class {}
ImportSchema.setClass(Import);

const ImportContentSchema = defineEntity({
  name: 'ImportContent',
  tableName: 'import_contents',
  comment: 'The sheet of an import, kept while it is needed.',
  properties: {
    organizationId: p.uuid().primary(),
    importId: p.uuid().primary(),
    content: p.blob(),
  },
});
export class ImportContent extends ImportContentSchema.class {}
ImportContentSchema.setClass(ImportContent);

const ImportRowSchema = defineEntity({
  name: 'ImportRow',
  tableName: 'import_rows',
  comment: 'The result of a row of an import. Written in the same transaction as its effect.',
  indexes: [{ properties: ['organizationId', 'importId', 'status', 'row'] }],
  properties: {
    organizationId: p.uuid().primary(),
    importId: p.uuid().primary(),
    row: p.integer().primary(),
    key: p.text().nullable(),
    status: p.enum(ROW_STATUSES),
    id: p.uuid().nullable(),
    errors: p.json<object[]>(),
    warnings: p.json<object[]>().defaultRaw(`'[]'`),
    original: p.json<unknown>(),
  },
});
export class ImportRow extends ImportRowSchema.class {}
ImportRowSchema.setClass(ImportRow);

// ---- permissions ----

const AREAS = [...new Set(KIND_NAMES.map(name => kindOf(name).create.area as Area))];
/** The kinds of imports that the caller may read. */
export const readableKinds = (caller: Caller): KindName[] => KIND_NAMES.filter(name => mayUse(readingOf(name), caller));

const readingOf = (kind: string): GuardedOperation => ({ ...kindOf(kind).create, kind: 'query' });
const requireRead = (kind: string, caller: Caller): void => authorize(readingOf(kind), caller);

// ---- reading ----

const filters = filtersOf(Import, {
  kind: equals('kind', z.enum(KIND_NAMES).meta({ id: 'ImportKind' })),
  status: equals('status', z.enum(importStates.all).meta({ id: 'ImportStatus' })),
});
const orders = ordersOf(Import);

export const listImports = listQuery('listImports', {
  area: AREAS,
  summary: 'Lists imports of the kinds that the key may read.',
  input: ruled(filterInput(filters).extend({ sort: sortInput(Import, orders) }), sortAlone),
  output: Import,
  run({ db, wants, caller }, input) {
    const conditions = [sql`t.kind = any(${readableKinds(caller)})`, ...conditionsOf(filters, input)];
    return readList(db, Import, conditions, input as ListInput, wants, orders);
  },
});

async function readImport({ db, caller }: Reading, id: string): Promise<Row> {
  const found = notFoundUnless('import', isUuid(id) && (await readById(db, shapeOf(Import), id)));
  requireRead(found['kind'] as string, caller);
  return found;
}

export const getImport = query('getImport', {
  area: AREAS,
  summary: 'Returns one import with its progress.',
  input: byId(),
  output: Import,
  run: (reading, { id }) => readImport(reading, id),
});

const RowOutcome = z
  .object({
    row: z.int().meta({ description: 'Number of the data row, from 1; the header does not count.' }),
    key: z.string().nullable().meta({ description: 'What identifies the row: SKU, code, reference or number.' }),
    status: z.enum(ROW_STATUSES).meta({ id: 'ImportRowStatus', description: 'Its result.' }),
    id: z.uuid().nullable().meta({ description: 'The record that it created, changed or matched.' }),
    errors: z
      .array(z.unknown().meta({ problem: true }))
      .meta({ description: 'Why it was rejected; `field` is the column.' }),
    warnings: z
      .array(z.unknown().meta({ problem: true }))
      .meta({ description: 'Probable mistakes in a row that was applied; `field` is the column.' }),
    given: z.record(z.string(), z.unknown()).meta({
      json: true,
      description: 'The row as submitted: its cells by column, or the object of its line.',
    }),
  })
  .meta({ id: 'ImportRow', description: 'The result of a row of an import.' });

/** Where each field of a row is stored. */
const rowsShape = {
  ...shapeOf(RowOutcome),
  table: 'import_rows',
  fields: [
    ...shapeOf(RowOutcome).fields.map(field => ({
      ...field,
      column: field.name === 'given' ? 'original' : field.name,
    })),
  ],
};
const inOrder: SortKey[] = [{ field: 'row', sql: sql`t.row`, direction: 'asc', type: 'bigint' }];

/** The form of an import's sheet. */
async function sheetGiven({ db, organizationId }: Reading, id: string): Promise<{ columns: string[]; format: Format }> {
  const { rows } = await sql<{ columns: string[]; format: Format }>`
    select t.columns, t.format from imports t where t.organization_id = ${organizationId} and t.id = ${id}`.execute(db);
  return rows[0]!;
}

/** The cells of a row by their columns. */
const byColumn = (columns: readonly string[], original: unknown): unknown =>
  Array.isArray(original) ? Object.fromEntries(columns.map((name, index) => [name, original[index] ?? ''])) : original;

const inWords = (problems: readonly Problem[]): string =>
  problems.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join(' ');

export const listImportRows = listQuery('listImportRows', {
  area: AREAS,
  summary:
    "Lists the results of an import's rows, in their order. As CSV: each row as submitted, with `_status`, `_errors` and `_warnings`.",
  input: z.strictObject({
    id: target(),
    status: z
      .enum(ROW_STATUSES)
      .meta({ id: 'ImportRowStatus' })
      .optional()
      .meta({ description: 'Only rows with this result.' }),
    ...paging,
  }),
  output: RowOutcome,
  async run(reading, { id, status, ...page }) {
    await readImport(reading, id);
    const conditions = [sql`t.import_id = ${id}`, ...(status ? [sql`t.status = ${status}`] : [])];
    const found = await readPage(reading.db, rowsShape, conditions, page, reading.wants, inOrder);
    const { columns } = await sheetGiven(reading, id);
    for (const row of found.rows) {
      row['given'] = byColumn(columns, row['given']);
      for (const name of ['errors', 'warnings'])
        row[name] = (row[name] as Problem[]).map(problem => ({ ...problem, asSent: true }));
    }
    return found;
  },
  async sheet(reading, { id }) {
    const { columns, format } = await sheetGiven(reading, id);
    const own = format === 'csv' ? columns.filter(name => !name.startsWith('_')) : ['line'];
    return {
      columns: [...own, '_status', '_errors', '_warnings'],
      cells: ({ given, status, errors, warnings }) => [
        ...(format === 'csv' ? own.map(name => String((given as Row)[name] ?? '')) : [JSON.stringify(given)]),
        status as string,
        inWords(errors as Problem[]),
        inWords(warnings as Problem[]),
      ],
    };
  },
});

// ---- submitting ----

const CONTENT_BYTES_MAX = 20 * 1024 * 1024;

export const createImport = command('createImport', {
  area: AREAS,
  summary:
    'Imports a sheet of up to 100,000 rows: each row creates or updates a record, or is rejected with its problems. Responds at once; a worker does the import.',
  refuses: ['already_exists'],
  isAccepted: true,
  accepts: { field: 'content', format: 'format', types: { 'text/csv': 'csv', 'application/x-ndjson': 'ndjson' } },
  bodyBytesMax: CONTENT_BYTES_MAX,
  input: z.strictObject({
    kind: z
      .enum(KIND_NAMES)
      .meta({ id: 'ImportKind' })
      .meta({ description: 'The kind of record in the rows, which determines the scope.' }),
    mode: z.enum(MODES).meta({ id: 'ImportMode' }).default('upsert').meta({
      description: 'Whether rows create missing records (create), change existing ones (update), or either (upsert).',
    }),
    dryRun: z
      .boolean()
      .default(false)
      .meta({ description: 'Determines the result of each row without changing any data.' }),
    onError: z.enum(ON_ERROR).meta({ id: 'ImportOnError' }).default('abort').meta({
      description: 'Whether the first rejected row ends the import (abort) or rejected rows are left out (skip).',
    }),
    content: z.string().meta({ description: 'The sheet: CSV (comma, semicolon or tab) or NDJSON, with REST names.' }),
    format: z.enum(FORMATS).meta({ id: 'ImportFormat' }).optional().meta({
      description: 'Format of the content; detected from its first character by default.',
    }),
  }),
  output: Import,
  async check(given, _environment, caller) {
    authorize({ ...kindOf(given.kind).create, kind: 'command' }, caller);
    // Before the transaction: twenty megabytes are not parsed while it holds a connection.
    await sheetOf(given);
  },
  async run(unit, input) {
    const { kind, mode, dryRun, onError } = input;
    const { bytes, format, columns, rows } = await sheetOf(input);
    const made = await begin(unit, { kind, mode, dryRun, onError, format, columns, rowsTotal: rows });
    unit.later(
      sql`insert into import_contents (organization_id, import_id, content)
        values (${unit.organizationId}, ${made.id}, ${bytes})`.compile(unit.db),
    );
    return made;
  },
});

interface Upload {
  kind: KindName;
  content: string;
  format?: Format | undefined;
}

const sheets = new WeakMap<Upload, Promise<Awaited<ReturnType<typeof readSheet>>>>();

/** The submitted sheet, parsed once. Throws Refusal. */
function sheetOf(given: Upload): ReturnType<typeof readSheet> {
  let sheet = sheets.get(given);
  if (!sheet) sheets.set(given, (sheet = readSheet(given)));
  return sheet;
}

async function readSheet({ kind, content, format }: Upload) {
  const bytes = Buffer.from(content);
  if (bytes.length > CONTENT_BYTES_MAX) refuse('payload_too_large', 'The sheet is larger than 20 MiB.');
  const head = await readHead(bytes, format);
  if (head.format === 'csv') resolveColumns(kindOf(kind), head.columns);
  return { bytes, ...head };
}

type New = Pick<Import, 'kind' | 'mode' | 'onError' | 'dryRun' | 'format' | 'columns' | 'rowsTotal'>;

async function begin(unit: Unit, given: New, sourceImport: Import | null = null): Promise<Import> {
  return create(unit, Import, {
    ...given,
    id: newId(),
    status: 'pending',
    rowsDone: 0,
    rowsCreated: 0,
    rowsUpdated: 0,
    rowsUnchanged: 0,
    rowsRejected: 0,
    sourceImport,
    actor: unit.actor,
    actorId: unit.actorId ?? null,
  } as never);
}

const lockImport = async (unit: Unit, id: string, caller: Caller): Promise<Import> => {
  const found = await lockById(unit, Import, id);
  authorize({ ...kindOf(found.kind).create, kind: 'command' }, caller);
  return found;
};

export const applyImport = command('applyImport', {
  area: AREAS,
  summary: 'Applies a completed dry run and returns the new import.',
  refuses: ['invalid_state'],
  input: byId(),
  output: Import,
  isAccepted: true,
  async run(unit, { id }, caller) {
    const source = await lockImport(unit, id, caller);
    importStates.require(source, 'import', 'completed');
    if (!source.dryRun) refuse('invalid_state', 'Only a dry run can be applied.', { field: 'status' });
    const { rows } = await sql`select
        from imports t where t.organization_id = ${unit.organizationId} and t.source_import_id = ${source.id}
      and t.status not in ('failed', 'cancelled') limit 1`.execute(unit.db);
    if (rows.length > 0) refuse('invalid_state', 'It has already been applied.', { field: 'status' });
    const { kind, mode, onError, format, columns, rowsTotal } = source;
    const made = await begin(unit, { kind, mode, onError, dryRun: false, format, columns, rowsTotal }, source);
    unit.later(
      sql`insert into import_contents (organization_id, import_id, content)
        select c.organization_id, ${made.id}, c.content
        from import_contents c where c.organization_id = ${unit.organizationId} and c.import_id = ${source.id}`.compile(
        unit.db,
      ),
    );
    return made;
  },
});

export const cancelImport = command('cancelImport', {
  area: AREAS,
  summary: 'Cancels an import; rows committed by then stay.',
  refuses: ['invalid_state'],
  input: byId(),
  output: Import,
  async run(unit, { id }, caller) {
    const found = await lockImport(unit, id, caller);
    importStates.step(found, 'import', 'cancelled');
    found.completedAt = unit.now();
    return found;
  },
});
