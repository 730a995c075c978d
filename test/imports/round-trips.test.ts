import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sql } from 'kysely';
import { createLocation } from '../../src/domain/locations.ts';
import { recordDemandHistory } from '../../src/domain/planning/demand-history.ts';
import { receivePurchaseOrder } from '../../src/domain/purchase-order-receipts.ts';
import { createPurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { createSupplierItem } from '../../src/domain/supplier-items.ts';
import { KIND_NAMES, kindOf } from '../../src/imports/kinds.ts';
import { recordsOf } from '../../src/imports/records.ts';
import { readHead } from '../../src/imports/sheet.ts';
import { Refusal } from '../../src/kernel/errors.ts';
import type { Row } from '../../src/kernel/view.ts';
import { type Client, clientOf, codes } from '../support/http.ts';
import { CSV, counts, ended, NDJSON, take, useImports } from '../support/imports.ts';
import { makeOrder, makeStock, makeSupplier, makeVariant, populate, unique } from '../support/make.ts';
import { populateFactory } from '../support/manufacturing.ts';
import { anySheet, BAD_LINES, SUPPLIER_COLUMNS } from '../support/sheets.ts';
import { isWhole, sliceOf } from '../support/slice.ts';
import { type Tenant, useWorld } from '../support/world.ts';

/*
 * An export matches the data, so importing it again changes nothing; and a dry run changes nothing whatever its result.
 */

const world = useWorld();
useImports(world);
let tenant: Tenant;
let client: Client;
let demand: string;

beforeAll(async () => {
  tenant = await world.tenant();
  await populate(tenant);
  await populateFactory(tenant);
  const supplier = await makeSupplier(tenant, {
    metadata: { 'Free Text': { a: [1, null, "'=x"] } },
    notes: '=1+1\n"quoted"',
  });
  const { variant, location } = await makeStock(tenant, 7.25, {
    barcode: '0012345678905',
    supplierId: supplier.id,
    unitCost: 1.2345,
    name: 'null',
    metadata: { color: 'red' },
  });
  await tenant.run(createSupplierItem, {
    supplierId: supplier.id,
    sku: variant.sku,
    purchaseUnit: 'case',
    unitsPerPurchaseUnit: 12,
    priceBreaks: [
      { minQuantity: 10, unitCost: 1.1 },
      { minQuantity: 1, unitCost: 1.25 },
    ],
  });
  await tenant.run(createLocation, { name: 'No code', address: "'-leading" });
  const items = [
    { sku: variant.sku, quantity: 5, unitCost: 1.5 },
    { sku: (await makeVariant(tenant)).sku, quantity: 2 },
  ];
  await tenant.run(createPurchaseOrder, {
    locationId: location.id,
    supplierId: supplier.id,
    status: 'draft',
    expectedOn: '2999-01-31',
    items,
  });
  const order = await tenant.run(createPurchaseOrder, { locationId: location.id, reference: unique('PO'), items });
  await tenant.run(receivePurchaseOrder, { id: order['id'] });
  await makeOrder(tenant, { status: 'partially_fulfilled', notes: 'a;b', reference: unique('O') });
  demand = JSON.stringify({ sku: variant.sku, location_id: location.id, date: '2025-12-24', quantity: 3.5 });
  await tenant.run(recordDemandHistory, {
    rows: [{ sku: variant.sku, locationId: location.id, date: '2025-12-24', quantity: 3.5 }],
  });
  client = clientOf(`${(await world.serve()).url}/api/v1`, await tenant.key());
});

/** The list of a kind. Demand history can only be imported. */
const EXPORTED: { [kind: string]: string } = { stock: 'inventory_levels' };

const exported = async (kind: string, format: string, query = ''): Promise<string> =>
  kind === 'demand_history'
    ? format === 'csv'
      ? `sku,location_id,date,quantity\n${Object.values(JSON.parse(demand) as object).join()}\n`
      : demand
    : (
        await client(`GET /${EXPORTED[kind] ?? kind}${query}`, undefined, {
          accept: format === 'csv' ? 'text/csv' : 'application/x-ndjson',
        })
      ).text;

const cases = KIND_NAMES.flatMap(kind => ['csv', 'ndjson', 'spreadsheet'].map(form => [kind, form] as const));

test.each(sliceOf(cases, 4))('%s, exported as %s, can be imported without changes', async (kind, form) => {
  const format = form === 'ndjson' ? form : 'csv';
  const sheet = await exported(kind, format, form === 'spreadsheet' ? '?csv=spreadsheet' : '');
  const done = await take(client, `kind=${kind}&on_error=skip`, sheet, format === 'csv' ? CSV : NDJSON);
  const rows = (await client(`GET /imports/${done.id}/rows?status=rejected`)).body.data;
  expect(rows).toEqual([]);
  expect(counts(done)).toEqual(['completed', 0, 0, done['rows_total'], 0]);
  expect(done['rows_total']).toBeGreaterThan(0);
});

/** A digest of every table except the imports' own. */
async function digests(): Promise<{ [table: string]: string }> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name
    from pg_tables where schemaname = 'public' and tablename !~ '^(import|api_keys|event_heads)' order by 1`.execute(
    world.owner,
  );
  const found: { [table: string]: string } = {};
  for (const { name } of tables) {
    // Events get their positions asynchronously.
    const row = name === 'events' ? sql`t.id::text || t.data::text` : sql`t::text`;
    const { rows } = await sql<{ digest: string }>`
      select coalesce(md5(string_agg(${row}, '|' order by ${row})), '') as digest from ${sql.table(name)} t`.execute(
      world.owner,
    );
    found[name] = rows[0]!.digest;
  }
  return found;
}

test.each([...KIND_NAMES])('a dry run of %s writes nothing but its findings', async kind => {
  const [variant, location, supplier] = [
    await makeVariant(tenant),
    await tenant.run(createLocation, { name: unique('L') }),
    await makeSupplier(tenant),
  ];
  const other = await makeVariant(tenant);
  const news: { [kind: string]: object } = {
    products: { reference: unique('P'), name: 'P', variants: [{ sku: unique('V') }] },
    variants: { sku: unique('V'), product_id: variant['productId'] },
    locations: { code: unique('L'), name: 'L' },
    suppliers: { code: unique('S'), name: 'S' },
    supplier_items: { supplier_id: supplier.id, sku: variant.sku, purchase_unit: 'box' },
    inventory_policies: { sku: variant.sku, location_id: location['id'], reorder_point: 1, reorder_quantity: 2 },
    stock: { sku: variant.sku, location_id: location['id'], quantity_change: 5 },
    purchase_orders: {
      reference: unique('R'),
      location_id: location['id'],
      items: [{ sku: variant.sku, quantity: 1 }],
    },
    orders: { reference: unique('R'), location_id: location['id'], items: [{ sku: variant.sku, quantity: 1 }] },
    recipes: { name: 'R', sku: variant.sku, items: [{ sku: other.sku, quantity: 1 }] },
    demand_history: { sku: variant.sku, location_id: location['id'], date: '2025-01-01', quantity: 1 },
  };
  const before = await digests();
  const dry = await take(client, `kind=${kind}&dry_run=true`, JSON.stringify(news[kind]), NDJSON);
  expect(counts(dry)).toEqual(['completed', ...(kind === 'stock' ? [0, 1] : [1, 0]), 0, 0]);
  expect(await digests()).toEqual(before);
  const done = await take(client, `kind=${kind}`, JSON.stringify(news[kind]), NDJSON);
  expect(counts(done)).toEqual(counts(dry));
});

// ---- arbitrary sheets ----

const SUPPLIERS = kindOf('suppliers');
const FUZZ = { seed: 14, verbose: 0 } as const;

test('any sheet is either refused, or each of its rows belongs to one record', async () => {
  await fc.assert(
    fc.asyncProperty(anySheet, async sheet => {
      const seen: number[] = [];
      try {
        const { columns, rows } = await readHead(sheet, 'csv');
        for await (const records of recordsOf(SUPPLIERS, sheet, 'csv', columns))
          seen.push(...records.flatMap(record => record.rows.map(({ number }) => number)));
        expect(seen).toEqual(Array.from({ length: rows }, (_, index) => index + 1));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        expect(['bad_request', 'validation_failed', 'unknown_field']).toContain(error.code);
        expect(seen).toEqual([]);
      }
    }),
    { ...FUZZ, numRuns: isWhole ? 400 : 100 },
  );
});

const suppliersNow = async (): Promise<Map<string, Row>> => {
  const lines = (await exported('suppliers', 'ndjson')).trim().split('\n').slice(0, -1);
  return new Map(lines.map(line => JSON.parse(line) as Row & { id: string }).map(row => [row.id, row]));
};

/** The value of a cell, as a response would show it. */
const saidBy = (column: string, cell: string): unknown => {
  const text = /^'[=+\-@\t\r']/.test(cell) ? cell.slice(1) : cell;
  return column === 'lead_time_days' ? Number(text) : column === 'metadata' ? JSON.parse(text) : text.trim();
};

test('through the API no sheet causes an error or a half-imported row: what is imported is complete, and nothing else has changed', async () => {
  const statuses = new Set<number>();
  for (const sheet of fc.sample(anySheet, { ...FUZZ, numRuns: isWhole ? 40 : 10 })) {
    const before = await suppliersNow();
    const reply = await client('POST /imports?kind=suppliers&on_error=skip', sheet, CSV);
    statuses.add(reply.status);
    if (reply.status !== 202) continue;
    const done = await ended(client, reply);
    expect([done.status, done['rows_done']]).toEqual(['completed', done['rows_total']]);
    const { rows } = await sql<{ status: string; id: string | null; original: string[]; columns: string[] }>`
      select r.status, r.id, r.original, i.columns
      from import_rows r join imports i on i.id = r.import_id where i.id = ${done.id}`.execute(world.owner);
    const after = await suppliersNow();
    for (const { id, original, columns } of rows.filter(({ status }) => status !== 'rejected')) {
      const row = after.get(id!)!;
      for (const [index, column] of columns.entries())
        if (SUPPLIER_COLUMNS.includes(column) && (original[index] ?? '') !== '')
          expect([column, row[column]]).toEqual([
            column,
            original[index] === 'null' && row[column] === null ? null : saidBy(column, original[index]!),
          ]);
    }
    const changed = [...after].filter(([id, row]) => !isDeepStrictEqual(before.get(id), row)).map(([id]) => id);
    expect(changed.sort()).toEqual(
      rows.flatMap(({ status, id }) => (['created', 'updated'].includes(status) ? id! : [])).sort(),
    );
  }
  expect([...statuses].sort()).toEqual([202, 400, 422]);
});

test('an invalid line of NDJSON is rejected alone, with its problem', async () => {
  const before = await suppliersNow();
  const lines = BAD_LINES.flatMap((line, index) => [line, `{"code":"GOOD-${index}","name":"Good"}`]);
  const done = await take(client, 'kind=suppliers&on_error=skip', lines.join('\n'), NDJSON);
  expect(counts(done)).toEqual(['completed', BAD_LINES.length, 0, 0, BAD_LINES.length]);
  expect((await suppliersNow()).size).toBe(before.size + BAD_LINES.length);
});

test('a cell of ten megabytes is refused', async () => {
  const huge = 'x'.repeat(10 * 1024 * 1024);
  const replies = await Promise.all([
    client('POST /imports?kind=suppliers', `code,name\n1,${huge}\n`, CSV),
    client('POST /imports?kind=suppliers', `code,name\n1,"${huge}"\n`, CSV),
    client('POST /imports?kind=suppliers', `code,${huge}\n`, CSV),
    client('POST /imports?kind=suppliers', `{"code":"${huge}"}`, NDJSON),
  ]);
  expect(replies.map(codes)).toEqual(replies.map(() => [422, 'validation_failed content']));
});
