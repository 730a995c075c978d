import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createLocation } from '../../src/domain/locations.ts';
import { recordDemandHistory } from '../../src/domain/planning/demand-history.ts';
import { createPurchaseOrder, receivePurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { createSupplierItem } from '../../src/domain/supplier-items.ts';
import { KIND_NAMES } from '../../src/imports/kinds.ts';
import { type Client, clientOf } from '../support/http.ts';
import { CSV, counts, NDJSON, take, useImports } from '../support/imports.ts';
import { makeOrder, makeStock, makeSupplier, makeVariant, populate, unique } from '../support/make.ts';
import { populateFactory } from '../support/manufacturing.ts';
import { type Tenant, useWorld } from '../support/world.ts';

/*
 * What an export says is what is there, so taking it in again changes nothing; and a dry run changes nothing whatever it says.
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
    metadata: { colour: 'red' },
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
}, 60_000);

/** What a kind is listed as. Demand history is only taken in. */
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

test.each(cases)('%s, exported as %s, say nothing new', async (kind, form) => {
  const format = form === 'ndjson' ? form : 'csv';
  const sheet = await exported(kind, format, form === 'spreadsheet' ? '?csv=spreadsheet' : '');
  const done = await take(client, `kind=${kind}&on_error=skip`, sheet, format === 'csv' ? CSV : NDJSON);
  const rows = (await client(`GET /imports/${done.id}/rows?status=rejected`)).body.data;
  expect(rows).toEqual([]);
  expect(counts(done)).toEqual(['completed', 0, 0, done['rows_total'], 0]);
  expect(done['rows_total']).toBeGreaterThan(0);
});

/** Every table but the imports' own, as one digest each. */
async function digests(): Promise<{ [table: string]: string }> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename !~ '^(import|api_keys|event_heads)' order by 1`.execute(
    world.owner,
  );
  const found: { [table: string]: string } = {};
  for (const { name } of tables) {
    // Events get their positions by themselves.
    const row = name === 'events' ? sql`t.id::text || t.data::text` : sql`t::text`;
    const { rows } = await sql<{ digest: string }>`
      select coalesce(md5(string_agg(${row}, '|' order by ${row})), '') as digest from ${sql.table(name)} t`.execute(
      world.owner,
    );
    found[name] = rows[0]!.digest;
  }
  return found;
}

test.each([...KIND_NAMES])('a dry run of %s writes nothing but what it found out', async kind => {
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
