import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import type { EntityMetadata, EntityProperty } from '@mikro-orm/core';
import { sql } from 'kysely';
import { discoveredEntities, tablesOf } from '../database/entities.ts';
import { refuse } from '../kernel/errors.ts';
import type { Db, Unit } from '../kernel/unit.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import { ofTenant } from '../store/tenant.ts';
import { makeRoom } from './restored-events.ts';

/*
 * Everything that an organization has, as files: one file per table, one line per row, and a manifest with counts and
 * hashes. Ids are preserved, and the files do not contain the time of writing: the same state gives the same bytes.
 * docs/operations.md, "Leaving".
 */

/**
 * Tables that belong to an installation and its people rather than to the business, and those that are recomputed from
 * the rest.
 */
const LEFT_BEHIND: ReadonlySet<string> = new Set([
  'api_keys',
  'members',
  'idempotency_keys',
  'webhook_subscriptions',
  'webhook_deliveries',
  'webhook_attempts',
  'integrations',
  'integration_messages',
  'imports',
  'import_contents',
  'import_rows',
  'purchase_order_mails',
  'notification_reads',
  'notification_marks',
  'name_words',
  'search_words',
  'search_keys',
  'forecasts',
  'demand_patterns',
  'screened_places',
  'event_heads',
]);

const EVENTS = 'events';

/** Columns that each installation counts for itself. */
const NOT_KEPT: { readonly [table: string]: readonly string[] } = { [EVENTS]: ['recorded', 'sequence'] };

/** Columns of the organization that an import does not overwrite. */
const SETTINGS_NOT_KEPT = ['id', 'slug', 'name', 'created_at', 'updated_at', 'moving'];

const FORMAT = 'stockwright organization 1';
const ROWS_AT_ONCE = 500;
/** A row of these may have a megabyte. */
const LARGE: ReadonlySet<string> = new Set(['product_pictures']);
const rowsAtOnce = (table: string) => (LARGE.has(table) ? 8 : ROWS_AT_ONCE);
const MANIFEST = 'manifest.json';
const SETTINGS = 'organization.json';

interface Table {
  name: string;
  columns: string[];
  /** Ordered by these columns, so that rows come in the same order every time; with their types. */
  keys: { column: string; type: string }[];
}

interface Manifest {
  format: string;
  settings: string;
  tables: { table: string; columns: string[]; rows: number; sha256: string }[];
}

const fieldsOf = (meta: EntityMetadata): string[] =>
  meta.props
    .filter(({ persist, formula, fieldNames }) => persist !== false && !formula && fieldNames)
    .flatMap(({ ownColumns, fieldNames }) => ownColumns ?? fieldNames);

/** The exported tables, each after those that its rows point to. */
async function travellingTables(): Promise<Table[]> {
  const metas = tablesOf(await discoveredEntities()).filter(
    meta => 'organizationId' in meta.properties && !LEFT_BEHIND.has(meta.tableName),
  );
  const byName = new Map(metas.map(meta => [meta.tableName, meta]));
  const ordered = new Set<EntityMetadata>();
  const visit = (meta: EntityMetadata | undefined): void => {
    if (!meta || ordered.has(meta)) return;
    for (const { targetMeta, kind } of meta.relations)
      if (kind === 'm:1' && targetMeta!.tableName !== meta.tableName) visit(byName.get(targetMeta!.tableName));
    ordered.add(meta);
  };
  for (const name of [...byName.keys()].sort()) visit(byName.get(name));
  return [...ordered].map(meta => ({
    name: meta.tableName,
    columns: [...new Set(fieldsOf(meta))]
      .filter(name => name !== 'organization_id' && !NOT_KEPT[meta.tableName]?.includes(name))
      .sort(),
    keys: meta.primaryKeys
      .map(key => meta.properties[key as never] as EntityProperty)
      .flatMap(({ ownColumns, fieldNames, columnTypes }) =>
        (ownColumns ?? fieldNames).map(column => ({ column, type: columnTypes[fieldNames.indexOf(column)]! })),
      )
      .filter(({ column }) => column !== 'organization_id'),
  }));
}

// ---- export ----

/** Writes everything into a folder, which must be empty or new. Returns the manifest. */
export async function exportOrganization(
  database: OpenDatabase,
  organizationId: string,
  folder: string,
): Promise<Manifest> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0)
    refuse('validation_failed', 'The folder must be empty or new.', { field: 'out' });
  const snapshot = await database.snapshot(organizationId, null);
  try {
    const settings = `${JSON.stringify(await settingsOf(snapshot.db), undefined, 2)}\n`;
    await writeFile(join(folder, SETTINGS), settings);
    const tables: Manifest['tables'] = [];
    for (const table of await travellingTables()) tables.push(await writeTable(snapshot.db, table, folder));
    const manifest: Manifest = { format: FORMAT, settings: hashOf(settings), tables };
    await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`);
    return manifest;
  } finally {
    await snapshot.close();
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

async function settingsOf(db: Db): Promise<{ [column: string]: unknown }> {
  const { rows } = await sql<{
    row: { [column: string]: unknown };
  }>`select to_jsonb(o) as row from organizations o where ${ofTenant('o', 'id')}`.execute(db);
  return Object.fromEntries(Object.entries(rows[0]!.row).filter(([name]) => !SETTINGS_NOT_KEPT.includes(name)));
}

async function writeTable(db: Db, table: Table, folder: string): Promise<Manifest['tables'][number]> {
  const file = createWriteStream(join(folder, `${table.name}.ndjson`));
  const hash = createHash('sha256');
  let rows = 0;
  for await (const lines of linesOf(db, table)) {
    rows += lines.length;
    const text = lines.map(line => `${line}\n`).join('');
    hash.update(text);
    if (!file.write(text)) await once(file, 'drain');
  }
  file.end();
  await finished(file);
  return { table: table.name, columns: table.columns, rows, sha256: hash.digest('hex') };
}

/** The rows of a table as JSON in the order of their keys, some at a time. */
async function* linesOf(db: Db, { name, columns, keys }: Table): AsyncGenerator<string[]> {
  const list = sql.join(columns.map(column => sql.ref(`t.${column}`)));
  const key = sql.join(keys.map(({ column }) => sql.ref(`t.${column}`)));
  const texts = sql.join(keys.map(({ column }) => sql`${sql.ref(`t.${column}`)}::text`));
  const atOnce = rowsAtOnce(name);
  let after: string[] | undefined;
  do {
    const later = after
      ? sql`and row(${key})
        > row(${sql.join(after.map((value, index) => sql`${value}::${sql.raw(keys[index]!.type)}`))})`
      : sql``;
    const { rows } = await sql<{ line: string; key: string[] }>`
      select (select row_to_json(r)::text from (select ${list}) r) as line, array[${texts}] as key
      from ${sql.table(name)} t where ${ofTenant('t')} ${later} order by ${key} limit ${atOnce}`.execute(db);
    yield rows.map(row => row.line);
    after = rows.length < atOnce ? undefined : rows.at(-1)!.key;
  } while (after);
}

// ---- in ----

/**
 * Restores an export into an organization that has nothing yet, in one transaction. Refuses files that are not as the
 * manifest says.
 */
export async function importOrganization(
  database: OpenDatabase,
  organizationId: string,
  folder: string,
): Promise<Manifest> {
  const manifest = JSON.parse(
    await readFile(join(folder, MANIFEST), 'utf8').catch(() =>
      refuse('validation_failed', 'There is no manifest.json.', { field: 'in' }),
    ),
  ) as Manifest;
  if (manifest.format !== FORMAT) refuse('validation_failed', `The export is not "${FORMAT}".`, { field: 'in' });
  const known = new Map((await travellingTables()).map(table => [table.name, table]));
  const strangers = manifest.tables.flatMap(({ table, columns }) =>
    known.has(table)
      ? columns.filter(column => !known.get(table)!.columns.includes(column)).map(column => `${table}.${column}`)
      : [table],
  );
  if (strangers.length > 0)
    refuse(
      'validation_failed',
      `This installation is older than the export and does not know ${strangers.join(', ')}.`,
      {
        field: 'in',
      },
    );
  const settings = await readFile(join(folder, SETTINGS), 'utf8');
  if (hashOf(settings) !== manifest.settings) notAsWritten(SETTINGS);
  await requireAsWritten(manifest, folder);
  // Before room is made too: that sets the position of an organization without events, as an idle one is after 30 days.
  await requireEmpty(database.read(organizationId), [...known.values()]);
  const hasEvents = manifest.tables.some(({ table }) => table === EVENTS);
  const offset = hasEvents ? await roomFor(database, organizationId, folder) : 0;
  await database.transaction(organizationId, 'operator', async unit => {
    await requireEmpty(unit.db, [...known.values()]);
    await restoreSettings(unit, JSON.parse(settings) as { [column: string]: unknown });
    for (const table of known.values()) {
      const listed = manifest.tables.find(each => each.table === table.name);
      if (listed) await restoreTable(unit, table, listed.columns, { folder, offset });
    }
  });
  return manifest;
}

/**
 * Makes room for the events of the export, which keep their positions; the next one continues after them. Returns what
 * is added to a position.
 */
async function roomFor(database: OpenDatabase, organizationId: string, folder: string): Promise<number> {
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for await (const line of linesIn(folder, EVENTS)) {
    const { position } = JSON.parse(line) as { position: number | null };
    if (position === null) continue;
    first = Math.min(first, position);
    last = Math.max(last, position);
  }
  return last === 0 ? 0 : makeRoom(database, { first, last }, organizationId);
}

const linesIn = (folder: string, table: string): AsyncIterable<string> =>
  createInterface({ input: createReadStream(join(folder, `${table}.ndjson`)) });

const notAsWritten = (file: string): never =>
  refuse('validation_failed', `${file} does not match its checksum: the export is damaged or was changed.`, {
    field: 'in',
  });

async function requireEmpty(db: Db, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await sql`select from ${sql.table(name)} t where ${ofTenant('t')} limit 1`.execute(db);
    if (rows.length > 0)
      refuse('invalid_state', `The organization is not empty: it has ${name}.`, { field: 'organization' });
  }
}

async function restoreSettings(unit: Unit, settings: { [column: string]: unknown }): Promise<void> {
  const columns = Object.keys(settings);
  const changes = sql.join(columns.map(column => sql`${sql.ref(column)} = s.${sql.ref(column)}`));
  await sql`update organizations o
    set ${changes} from json_populate_record(null::organizations, ${JSON.stringify(settings)}::json) s
    where ${ofTenant('o', 'id')}`.execute(unit.db);
}

/** The files must be unchanged before anything in them is trusted. */
async function requireAsWritten(manifest: Manifest, folder: string): Promise<void> {
  for (const { table, sha256 } of manifest.tables) {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(join(folder, `${table}.ndjson`))) hash.update(chunk as Buffer);
    if (hash.digest('hex') !== sha256) notAsWritten(`${table}.ndjson`);
  }
}

async function restoreTable(
  unit: Unit,
  { name }: Table,
  listed: readonly string[],
  { folder, offset }: { folder: string; offset: number },
): Promise<void> {
  const own = listed.map(column => sql.ref(column));
  const isEvents = name === EVENTS;
  const columns = sql.join([...own, ...(isEvents ? [sql.ref('sequence')] : [])]);
  const values = sql.join([...own, ...(isEvents ? [sql`position + ${offset}::bigint`] : [])]);
  let lines: string[] = [];
  const write = async () => {
    if (lines.length === 0) return;
    await sql`
      insert into ${sql.table(name)} (organization_id, ${columns})
      select ${unit.organizationId}::uuid, ${values}
      from json_populate_recordset(null::${sql.table(name)}, ${`[${lines.join()}]`}::json)`.execute(unit.db);
    lines = [];
  };
  for await (const line of linesIn(folder, name)) {
    lines.push(line);
    if (lines.length === rowsAtOnce(name)) await write();
  }
  await write();
}
