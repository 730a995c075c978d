import { Readable, Writable } from 'node:stream';
import { beforeAll, expect, test } from '@jest/globals';
import { parse as parseCsv } from 'csv-parse/sync';
import { sql } from 'kysely';
import { updateLocation } from '../../src/domain/locations.ts';
import { listSuppliers } from '../../src/domain/suppliers.ts';
import type { Snapshot } from '../../src/kernel/unit.ts';
import type { Row } from '../../src/kernel/view.ts';
import { pour } from '../../src/rest/exports.ts';
import { routes } from '../../src/rest/routes.ts';
import { readWhole } from '../../src/store/execute.ts';
import { SNAPSHOTS } from '../../src/store/snapshots.ts';
import { type Client, clientOf, codes } from '../support/http.ts';
import { until } from '../support/live.ts';
import { adjust, makeLocation, makeStock, makeSupplier, makeVariant, populate } from '../support/make.ts';
import { populateFactory } from '../support/manufacturing.ts';
import { type Tenant, useWorld } from '../support/world.ts';

const world = useWorld({ poolSize: 3 });
const CSV = { accept: 'text/csv' };
const NDJSON = { accept: 'application/x-ndjson' };
let tenant: Tenant;
let client: Client;
let base: string;

beforeAll(async () => {
  tenant = await world.tenant();
  await populate(tenant);
  await populateFactory(tenant);
  base = `${(await world.serve()).url}/api/v1`;
  client = clientOf(base, await tenant.key());
});

const linesOf = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as Row);
const cellsOf = (text: string) => parseCsv(text, { columns: true, bom: true }) as { [column: string]: string }[];

const lists = Object.entries(routes).filter(([route, { many }]) => many && /^GET [^:]+$/.test(route));

test.each(lists)('%s exports every row of the list, and the event to continue from', async (route, operation) => {
  const listed = await client(route);
  const { status, headers, text } = await client(route, undefined, NDJSON);
  expect([status, headers.get('content-type'), headers.get('vary')]).toEqual([
    200,
    'application/x-ndjson; charset=utf-8',
    'Accept',
  ]);
  const rows = linesOf(text);
  const { meta } = rows.pop() as { meta: Row };
  expect(rows).toEqual(listed.body.data);
  expect({ ...meta, as_of: Number.isNaN(Date.parse(meta['as_of'] as string)) }).toEqual({
    rows: rows.length,
    as_of: false,
    position: expect.any(Number),
  });
  const sheet = await client(route, undefined, CSV);
  const header = sheet.text.split('\r\n')[0]!.split(',');
  const records = cellsOf(sheet.text);
  const lengths = rows.map(row =>
    Object.values(row)
      .filter(value => Array.isArray(value) && value.some(item => item !== null && typeof item === 'object'))
      .reduce<number>((sum, value) => sum + (value as []).length, 0),
  );
  if (operation.name !== 'listInsights' && operation.name !== 'listForecasts')
    expect(records.length).toBe(lengths.reduce((sum, length) => sum + Math.max(1, length), 0));
  expect(header).toEqual([...new Set(header)]);
});

test('a sheet has the same values as JSON: numbers, times, booleans, metadata, and missing values', async () => {
  await makeSupplier(tenant, { name: 'A, "B"\nC', code: 'null', metadata: { a: { b: [1] } } });
  const { text } = await client('GET /suppliers?code=null', undefined, CSV);
  const { body } = await client('GET /suppliers?code=null');
  const [row] = body.data as [Row];
  expect(text.split('\r\n').slice(0, 2).join('|')).toBe(
    `id,name,code,email,phone,lead_time_days,notes,metadata,created_at,updated_at|${row['id']},"A, ""B""\nC","null",,,,,"{""a"":{""b"":[1]}}",${row['created_at']},${row['updated_at']}`,
  );
});

test('a line break inside a cell, of any kind, does not end the row', async () => {
  const notes = ['a\nb', 'a\rb', 'a\r\nb', 'a;\tb'];
  const made = [];
  for (const [index, note] of notes.entries())
    made.push(await makeSupplier(tenant, { notes: note, name: `Line ${index}` }));
  const { text } = await client(`GET /suppliers?ids=${made.map(({ id }) => id).join()}&sort=name`, undefined, CSV);
  expect(cellsOf(text).map(row => row['notes'])).toEqual(notes);
});

test('a document is a row per item, with its own fields in each', async () => {
  const [order] = cellsOf((await client('GET /orders', undefined, CSV)).text);
  const { body } = await client('GET /orders');
  const [first] = body.data as [{ number: string; items: [{ sku: string; quantity: number }] }];
  expect([order!['number'], order!['items.sku'], order!['items.quantity']]).toEqual([
    first.number,
    first.items[0].sku,
    String(first.items[0].quantity),
  ]);
});

test('filters and sort orders apply; an empty list still has its header', async () => {
  const all = cellsOf((await client('GET /variants?sort=sku', undefined, CSV)).text).map(row => row['sku']);
  expect(all).toEqual([...all].sort());
  const [sku] = all;
  const one = await client(`GET /variants?skus=${sku}`, undefined, CSV);
  expect(cellsOf(one.text).map(row => row['sku'])).toEqual([sku]);
  const none = await client('GET /variants?sku=nothing', undefined, CSV);
  expect(none.text).toMatch(/^id,product_id,sku,[^\n]*updated_at\r\n$/);
});

test('a spreadsheet takes no cell for a formula, and no number for a text', async () => {
  const other = await world.tenant();
  const { url } = await world.serve();
  const reader = clientOf(`${url}/api/v1`, await other.key());
  await makeVariant(other, { name: '=1+1', sku: "'=x", unitCost: 2 });
  await makeVariant(other, { name: '＝1＋1', sku: 'wide', unitCost: 3 });
  const { text } = await reader('GET /variants?csv=spreadsheet', undefined, CSV);
  const bytes = await fetch(`${url}/api/v1/variants?csv=spreadsheet`, {
    headers: { ...CSV, authorization: `Bearer ${await other.key()}` },
  });
  expect([...new Uint8Array(await bytes.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(cellsOf(text).map(row => [row['name'], row['sku'], row['unit_cost']])).toEqual([
    ["'＝1＋1", 'wide', '3'],
    ["'=1+1", "''=x", '2'],
  ]);
  const plain = await reader('GET /variants', undefined, CSV);
  expect(cellsOf(plain.text).map(row => [row['name'], row['sku']])).toEqual([
    ['＝1＋1', 'wide'],
    ['=1+1', "''=x"],
  ]);
  const { variant, location } = await makeStock(other, 5);
  await adjust(other, variant, location, -3);
  const ledger = await reader('GET /inventory_ledger?csv=spreadsheet', undefined, CSV);
  expect(cellsOf(ledger.text)[0]!['quantity_change']).toBe('-3');
});

test.each([
  ['page=1', 'page'],
  ['per_page=5', 'per_page'],
  ['cursor=x', 'cursor'],
])('an export refuses %s', async (query, field) => {
  expect(codes(await client(`GET /orders?${query}`, undefined, CSV))).toEqual([422, `validation_failed ${field}`]);
});

test('a report is exported with all of its rows, and refuses a limit', async () => {
  expect(codes(await client('GET /reports/fast_movers?limit=5', undefined, CSV))).toEqual([
    422,
    'validation_failed limit',
  ]);
});

test('csv=spreadsheet is only accepted for CSV, and with no other value', async () => {
  expect(codes(await client('GET /orders?csv=spreadsheet'))).toEqual([422, 'unknown_field csv']);
  expect(codes(await client('GET /orders?csv=spreadsheet', undefined, NDJSON))).toEqual([422, 'validation_failed csv']);
  expect(codes(await client('GET /orders?csv=excel', undefined, CSV))).toEqual([422, 'validation_failed csv']);
});

test('an export requires the scope of its list', async () => {
  const { url } = await world.serve();
  const reader = clientOf(`${url}/api/v1`, await tenant.key('orders:read'));
  expect(codes(await reader('GET /inventory_ledger', undefined, CSV))).toEqual([403, 'insufficient_scope']);
});

test('an export is a snapshot, whatever happens while it is read', async () => {
  const other = await world.tenant();
  const place = await makeLocation(other, { name: 'Before' });
  const { snapshot, batches } = await readWhole(routes['GET /locations']!, other.caller, {}, 'reader');
  await other.run(updateLocation, { id: place.id, name: 'After' });
  const { value } = await batches.next();
  await snapshot.close();
  expect((value as Row[]).map(row => row['name'])).toEqual(['Before']);
});

test.each([
  ['text/csv;q=0.1, application/json', 'application/json'],
  ['application/json;q=0.2, application/x-ndjson;q=0.5', 'application/x-ndjson'],
  ['application/json, text/csv', 'application/json'],
  ['text/csv; charset=utf-8', 'text/csv'],
  ['text/csv;q=0', 'application/json'],
])('Accept: %s is answered as %s', async (accept, type) => {
  const { headers } = await client('GET /suppliers', undefined, { accept });
  expect(headers.get('content-type')).toBe(`${type}; charset=utf-8`);
});

test.each(Object.keys(routes).filter(route => routes[route]!.many && /^GET .*:/.test(route)))(
  '%s of a record that is not there is refused like every request, and is no file',
  async route => {
    for (const id of ['00000000-0000-7000-8000-000000000000', 'malformed'])
      for (const accept of [CSV, NDJSON]) {
        const { status, headers } = await client(route.replace(/:\w+/, id), undefined, accept);
        expect([status, headers.get('content-disposition')]).toEqual([404, null]);
      }
  },
);

const REPORTS = [
  ...Object.keys(routes).filter(route => /^GET .reports/.test(route) && routes[route]!.bare),
  'POST /reports/query',
];

test.each(REPORTS)('%s exports all its rows, under the names of its columns', async route => {
  const body = route.startsWith('POST')
    ? { measures: ['units_sold', 'revenue'], dimensions: ['sku', 'day'] }
    : undefined;
  const { data } = (await client(route, body)).body as { data: Row[] };
  const { status, headers, text } = await client(route, body, CSV);
  expect([status, headers.get('content-type'), headers.get('vary')]).toEqual([
    200,
    'text/csv; charset=utf-8',
    'Accept',
  ]);
  const cells = data.map(row =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value ?? '')])),
  );
  expect(cellsOf(text)).toEqual(cells);
  const lines = linesOf((await client(route, body, NDJSON)).text);
  expect(lines.pop()).toEqual({ meta: { rows: data.length, as_of: expect.any(String), position: expect.any(Number) } });
  expect(lines).toEqual(data);
});

test('an empty report has its header, and no limit cuts a file', async () => {
  const other = clientOf(base, await (await world.tenant()).key());
  expect((await other('GET /reports/waste_summary?csv=spreadsheet', undefined, CSV)).text).toBe(
    'sku,units_wasted,waste_value,waste_rate\r\n',
  );
  expect(codes(await client('GET /reports/abc?limit=5', undefined, CSV))).toEqual([422, 'validation_failed limit']);
});

test('a key may read one export at a time, an organization two', async () => {
  const open = (reader: string) => readWhole(listSuppliers, tenant.caller, {}, reader);
  const first = await open('one');
  await expect(open('one')).rejects.toMatchObject({ problems: [{ code: 'rate_limited' }] });
  const second = await open('two');
  await expect(open('three')).rejects.toMatchObject({ problems: [{ code: 'rate_limited' }] });
  const other = await world.tenant();
  const theirs = await readWhole(listSuppliers, other.caller, {}, 'theirs');
  for (const { snapshot } of [first, second, theirs]) await snapshot.close();
  const again = await open('one');
  await again.snapshot.close();
});

async function* endless() {
  for (;;) yield 'x'.repeat(1000);
}

const patience = {
  stallMs: 10_000,
  crowdedMs: 1,
  isCrowded: () => false,
  wholeMs: 10_000,
  recheckMs: 10_000,
  requireStill: async () => undefined,
};

test('a client that reads nothing is disconnected', async () => {
  const stuck = new Writable({ highWaterMark: 10, write: () => undefined });
  await expect(pour(endless(), stuck, { ...patience, stallMs: 1 })).rejects.toThrow('stopped reading');
  await expect(pour(endless(), stuck, { ...patience, isCrowded: () => true })).rejects.toThrow('others are waiting');
  const slow = new Writable({ highWaterMark: 10, write: (_chunk, _encoding, done) => setImmediate(done) });
  await expect(pour(endless(), slow, { ...patience, wholeMs: 20 })).rejects.toThrow('too long');
  const gone = new Writable({ highWaterMark: 10, write: () => gone.destroy() });
  await expect(pour(endless(), gone, patience)).rejects.toThrow('disconnected');
});

test('a client that reads slowly gets a chunk in pieces, each of which it may take its time for', async () => {
  const chunk = 'ä'.repeat(100_000);
  const pieces: Buffer[] = [];
  let pauses = 0;
  const slow = new Writable({
    highWaterMark: 10,
    write(piece, _encoding, done) {
      pieces.push(piece);
      setImmediate(done);
    },
  });
  slow.on('drain', () => (pauses += 1));
  await pour(Readable.from([chunk]), slow, patience);
  expect(pieces.map(piece => piece.length)).toEqual([65_536, 65_536, 65_536, 3392]);
  expect(Buffer.concat(pieces).toString()).toBe(chunk);
  expect(pauses).toBe(4);
});

test('a snapshot is known to be wanted while others wait for one', async () => {
  const [one, other, third] = [await world.tenant(), await world.tenant(), await world.tenant()];
  const taken: Snapshot[] = [];
  for (const { id } of [one, other])
    for (const reader of ['a', 'b']) taken.push(await world.database.snapshot(id, `${id} ${reader}`));
  expect(taken.map(each => each.isWanted())).toEqual([false, false, false, false]);
  const waiting = world.database.snapshot(third.id, third.id);
  await until(async () => taken.every(each => each.isWanted()));
  await taken.pop()!.close();
  const last = await waiting;
  expect(last.isWanted()).toBe(false);
  for (const each of [...taken, last]) await each.close();
});

/** Starts reading an export that is too long to be sent at once. */
async function readLong(url: string) {
  const other = await world.tenant();
  await sql`
    insert into suppliers (id, organization_id, name, notes, metadata, created_at, updated_at)
    select gen_random_uuid(), ${other.id}, 'S' || n, repeat('x', 20000), '{}', now(), now()
    from generate_series(1, 2000) n`.execute(world.owner);
  const key = await other.key('read');
  const headers = { authorization: `Bearer ${key}`, ...NDJSON };
  const reader = (await fetch(`${url}/suppliers`, { headers })).body!.getReader();
  await reader.read();
  const rest = async () => {
    for (;;) if ((await reader.read()).done) return 'complete';
  };
  return { other, key, rest };
}

test('an export is cut off soon after its key is revoked, and has no last line', async () => {
  const { other, key, rest } = await readLong(base);
  await sql`update api_keys set revoked_at = now() where organization_id = ${other.id}`.execute(world.owner);
  // A cached key is known for a few seconds yet: the reader waits until the service refuses it.
  await until(async () => (await clientOf(base, key)('GET /suppliers?per_page=1')).status === 401);
  await expect(rest()).rejects.toThrow();
});

test('an export that fails after its beginning is cut off, and the operator is told why', async () => {
  const log: string[] = [];
  const { url } = await world.serve({ LOG_LEVEL: 'error' }, { write: line => void log.push(line) });
  const { rest } = await readLong(`${url}/api/v1`);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = ${SNAPSHOTS} and datname = current_database()`.execute(world.owner);
  await expect(rest()).rejects.toThrow();
  expect(log.map(line => JSON.parse(line) as object)).toMatchObject([{ level: 50, requestId: expect.any(String) }]);
});
