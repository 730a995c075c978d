import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import type { Snapshot } from '../../docs/deploy/snapshot.ts';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { derivedAccess, roleOf } from '../../src/database/roles.ts';
import { verify } from '../../src/operations/verify.ts';
import type { OpenDatabase } from '../../src/store/open-database.ts';
import { type Client, clientOf } from '../support/http.ts';
import { expectNone } from '../support/none.ts';
import { serveOver } from '../support/world.ts';

/* Databases that earlier releases have left, with documents in every state: docs/compatibility.md, "How it is kept". */

const FOLDER = new URL('../../schema/released/', import.meta.url);
const RELEASES = readdirSync(FOLDER).flatMap(file => /^(.+)\.json\.gz$/.exec(file)?.[1] ?? []);

test('there is a database of the first release', () => expect(RELEASES).toContain('0.1.0'));

/** What a database is made of, one line each. The order of columns is left out: nothing goes by it. */
const STRUCTURE = `
  select format('table %s %s %s %s %s', relname, relkind, relpersistence, reloptions,
      obj_description(oid, 'pg_class')) as line
    from pg_class where relnamespace = 'public'::regnamespace
  union all select format('column %s.%s %s %s %s %s %s %s %s %s', relname, attname,
      format_type(atttypid, atttypmod), attnotnull,
      pg_get_expr(adbin, adrelid), attidentity, attgenerated, attcollation::regcollation, attoptions,
          col_description(attrelid, attnum))
    from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
  union all select format('constraint %s %s %s %s', conrelid::regclass, conname,
      pg_get_constraintdef(oid), convalidated)
    from pg_constraint where connamespace = 'public'::regnamespace
  union all select format('index %s %s', pg_get_indexdef(indexrelid), indisvalid)
    from pg_index join pg_class c on c.oid = indexrelid where relnamespace = 'public'::regnamespace
  union all select format('sequence %s %s', seqrelid::regclass, to_jsonb(s) - 'seqrelid') from pg_sequence s
  union all select format('type %s %s', typname, typtype) from pg_type where typnamespace = 'public'::regnamespace
  union all select format('statistics %s', pg_get_statisticsobjdef(oid)) from pg_statistic_ext
  union all select format('extension %s', extname) from pg_extension
  union all select format('migration %s', name) from migrations
  order by line`;
/** Of what a dump of an index writes out, PostgreSQL makes the same with other casts. */
const withoutCasts = (line: string): string => line.replaceAll(/::(?:character varying|text)(?:\[\])?|[()]/g, '');

type Row = { [field: string]: unknown };
/** Whether a row was there: a release adds fields to rows, and an opening value to the ledger of one without costs. */
const isIn = (before: readonly Row[]) => {
  const ids = new Set(before.map(row => row['id']));
  return (row: Row) => ids.has(row['id']);
};

describe.each(RELEASES)('a database of %s', release => {
  const snapshot = JSON.parse(gunzipSync(readFileSync(new URL(`${release}.json.gz`, FOLDER))).toString()) as Snapshot;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const server = process.env['STOCKWRIGHT_TEST_SERVER']!;
  const url = new URL(server);
  url.pathname = `/${name}`;
  const stops: (() => Promise<unknown>)[] = [];
  let database: OpenDatabase;
  let api: Client;

  const on = async (address: string, ...statements: string[]) => {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const structureOf = async (address: string) => {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    const { rows } = await client.query<{ line: string }>(STRUCTURE);
    await client.end();
    return new Set(rows.map(({ line }) => withoutCasts(line)));
  };

  beforeAll(async () => {
    await on(server, `create database ${name}`);
    await on(url.href, snapshot.sql);
    await migrate(url.href);
    database = await openDatabase(url.href);
    const served = await serveOver(database);
    stops.push(() => served.app.close());
    api = clientOf(served.url, snapshot.key);
  });
  afterAll(async () => {
    for (const stop of stops) await stop();
    await database?.close();
    const { app, system } = derivedAccess(url.href);
    await on(
      server,
      `drop database ${name} with (force)`,
      `drop role if exists ${roleOf(app).name}, ${roleOf(system).name}`,
    );
  });

  test("is made of the same as a new database, which gets today's tables without the migrations", async () => {
    const fresh = new URL(server);
    fresh.pathname = `/${name}_new`;
    await on(
      server,
      `create database ${name}_new template ${process.env['STOCKWRIGHT_TEST_TEMPLATE']} strategy file_copy`,
    );
    const [migrated, declared] = [await structureOf(url.href), await structureOf(fresh.href)];
    await on(server, `drop database ${name}_new`);
    expectNone(
      [
        ...[...declared].filter(line => !migrated.has(line)).map(line => `not migrated: ${line}`),
        ...[...migrated].filter(line => !declared.has(line)).map(line => `not declared: ${line}`),
      ],
      'For what is not migrated: run `npm run -s migration -- NAME`; a migration that is not on main yet may be deleted first and made anew. What entities cannot declare belongs in BESIDES of src/database/baseline.ts too.',
    );
  });

  test('is consistent by every rule of today', async () => {
    expect(await verify(database.background)).toEqual([]);
  });

  test.each(Object.entries(snapshot.answers))('GET %s answers what it answered then', async (path, before) => {
    const { data } = (await api(`GET /api/v1${path}`)).body;
    if (!Array.isArray(before)) return expect(data).toMatchObject(before as object);
    // A restored log begins another epoch.
    const rows = (before as Row[]).map(({ epoch: _, ...row }) => row);
    expect((data as Row[]).filter(isIn(rows))).toMatchObject(rows);
  });

  test('goes on: what was reserved is fulfilled, what is on its way arrives', async () => {
    const idOf = (path: string, status: string) =>
      (snapshot.answers[`${path}?per_page=200`] as { id: string; status: string }[]).find(
        each => each.status === status,
      )!.id;
    for (const path of [
      `/orders/${idOf('/orders', 'reserved')}/fulfill`,
      `/stock_transfers/${idOf('/stock_transfers', 'shipped')}/receive`,
      `/purchase_orders/${idOf('/purchase_orders', 'submitted')}/receive`,
      `/production_batches/${idOf('/production_batches', 'in_progress')}/cancel`,
      `/cycle_counts/${idOf('/cycle_counts', 'in_progress')}/complete`,
      `/return_authorizations/${idOf('/return_authorizations', 'pending')}/receive`,
    ])
      expect([path, (await api(`POST /api/v1${path}`)).status]).toEqual([path, 200]);
    expect(await verify(database.background)).toEqual([]);
  });
});
