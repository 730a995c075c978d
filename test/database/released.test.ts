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
import { serveOver } from '../support/world.ts';

/* Databases that earlier releases have left, with documents in every state: docs/compatibility.md, "How it is kept". */

const FOLDER = new URL('../../schema/released/', import.meta.url);
const RELEASES = readdirSync(FOLDER).flatMap(file => /^(.+)\.json\.gz$/.exec(file)?.[1] ?? []);

test('there is a database of the first release', () => expect(RELEASES).toContain('0.1.0'));

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
