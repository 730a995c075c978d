import pg from 'pg';
import { tenantTables } from '../database/tenant-tables.ts';
import { refuse } from '../kernel/errors.ts';
import { connectedTo } from '../store/connections.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import { makeRoom } from './restored-events.ts';

/*
 * Copies everything that an organization has to another database: one snapshot there, one transaction here. Ids,
 * positions of events, keys, idempotency keys and leases are the same in the copy.
 */

/** Triggers write these as the others are written. */
const DERIVED: ReadonlySet<string> = new Set(['name_words', 'search_words', 'search_keys']);
const ROWS_AT_ONCE = 500;
/** A row of these may have a megabyte or more. */
const LARGE: ReadonlySet<string> = new Set(['product_pictures', 'import_contents']);
const PATIENTLY = 'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0';

export interface TableCopied {
  table: string;
  rows: number;
}

interface CopyTask {
  source: pg.Client;
  target: pg.Client;
  id: string;
}

/**
 * Copies an organization for which nothing is written any more. Answers what was copied. Leaves nothing if it fails.
 */
export async function copyOrganization(
  from: OpenDatabase,
  to: OpenDatabase,
  { id, ownerUrl }: { id: string; ownerUrl: string },
): Promise<TableCopied[]> {
  const source = await connectedTo(from.directUrl, 'stockwright move');
  try {
    const target = await connectedTo(ownerUrl, 'stockwright move');
    try {
      await source.query(`begin isolation level repeatable read read only; ${PATIENTLY}`);
      await target.query(`begin; ${PATIENTLY}`);
      await target.query("select set_config('app.organization_id', $1, true)", [id]);
      const copying = { source, target, id };
      await copyRecord(copying);
      const offset = await makeRoomFor(copying, to);
      const copied: TableCopied[] = [];
      const tables = (await tenantTables(source)).toReversed().filter(table => !DERIVED.has(table));
      for (const table of tables) copied.push({ table, rows: await copyTable(copying, table, offset) });
      await target.query('commit');
      return copied.filter(({ rows }) => rows > 0);
    } finally {
      await target.end();
    }
  } finally {
    await source.end();
  }
}

/** The organization itself. */
async function copyRecord({ source, target, id }: CopyTask): Promise<void> {
  const { rows } = await source.query<{ row: string }>(
    "select (to_jsonb(o) || jsonb_build_object('moving', 'arriving'))::text as row from organizations o where id = $1",
    [id],
  );
  await target.query('insert into organizations select * from jsonb_populate_record(null::organizations, $1::jsonb)', [
    rows[0]!.row,
  ]);
}

/** Makes room for its events. Returns what is added to a position. */
async function makeRoomFor({ source, id }: CopyTask, to: OpenDatabase): Promise<number> {
  const { rows } = await source.query<{ first: string; last: string }>(
    'select coalesce(min(position), 1) as first, coalesce(max(position), 0) as last from events where organization_id = $1',
    [id],
  );
  return makeRoom(to, { first: Number(rows[0]!.first), last: Number(rows[0]!.last) });
}

async function copyTable({ source, target, id }: CopyTask, table: string, offset: number): Promise<number> {
  const { rows: columns } = await source.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
     order by attnum`,
    [table],
  );
  const { rows: keys } = await source.query<{ name: string }>(
    `select quote_ident(a.attname) as name
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
     where i.indrelid = $1::regclass and i.indisprimary order by array_position(i.indkey, a.attnum)`,
    [table],
  );
  const listed = columns.map(({ name }) => name).join(', ');
  const shifted = listed.replace(/\bsequence\b/, table === 'events' ? `position + ${offset}` : 'sequence');
  // A key rises with time: a row comes after those of the same table that it points to.
  const byKey = keys.map(({ name }) => name).join(', ');
  await source.query(
    `declare rows no scroll cursor for select row_to_json(t)::text as line from (
       select ${listed} from ${table} where organization_id = ${pg.escapeLiteral(id)} order by ${byKey}) t`,
  );
  const atOnce = LARGE.has(table) ? 8 : ROWS_AT_ONCE;
  let copied = 0;
  for (let found = atOnce; found === atOnce; copied += found) {
    const { rows } = await source.query<{ line: string }>(`fetch ${atOnce} from rows`);
    found = rows.length;
    if (found > 0)
      await target.query(
        `insert into ${table} (${listed}) select ${shifted} from json_populate_recordset(null::${table}, $1::json)`,
        [`[${rows.map(({ line }) => line).join()}]`],
      );
  }
  await source.query('close rows');
  const { rows: counted } = await target.query<{ rows: string }>(
    `select count(*) as rows from ${table} where organization_id = $1`,
    [id],
  );
  if (Number(counted[0]!.rows) !== copied)
    refuse('invalid_state', `${table} has ${copied} rows, and its copy ${counted[0]!.rows}. It was not moved.`);
  return copied;
}
