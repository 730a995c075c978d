import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { type Client, clientOf, codes } from '../support/http.ts';
import { counts, take, useImports } from '../support/imports.ts';
import { adjust, makeLocation, makeSupplier, makeVariant, unique } from '../support/make.ts';
import { type Tenant, useWorld } from '../support/world.ts';

/* docs/api.md, "Types": a code that a record gets can be read and typed; one that was stored earlier keeps working. */

const world = useWorld();
useImports(world);
let tenant: Tenant;
let client: Client;

beforeAll(async () => {
  tenant = await world.tenant();
  client = clientOf(`${(await world.serve()).url}/api/v1`, await tenant.key());
});

const ILLEGIBLE = ['A\u200bB', 'A\u00a0B', 'A\u00adB', 'A\tB', 'A\u202eB', 'A\ufe0fB', 'A\u3164B', 'A\u0308'];
const LEGIBLE = ['A B', 'Ä', 'Ω-9', '☕', '部品', 'a/b'];

test('no record gets a code with invisible characters, or in another normal form than NFC', async () => {
  const variant = await makeVariant(tenant, { lotTracked: true });
  const location = await makeLocation(tenant);
  const supplier = await makeSupplier(tenant);
  const { id: product_id } = (await client('POST /products', { name: 'Product' })).body.data as { id: string };
  const lot = (lot_number: string) => ({
    sku: variant.sku,
    location_id: location.id,
    quantity_change: 1,
    lot_number,
    expiry_date: '2090-01-01',
  });
  const items = [{ sku: variant.sku, quantity: 1 }];
  const between = { source_location_id: location.id, destination_location_id: (await makeLocation(tenant)).id };
  const sold = { supplier_id: supplier.id, sku: variant.sku };
  const made = async (path: string, body: object) => (await client(`POST /${path}`, body)).body.data as { id: string };
  const purchase = await made('purchase_orders', { location_id: location.id, items });
  const item = await made('supplier_items', sold);
  const ways: [field: string, (code: string) => [string, object]][] = [
    ['sku', sku => [`POST /products/${product_id}/variants`, { sku }]],
    ['sku', sku => [`PUT /variants/by_sku/${encodeURIComponent(sku)}`, { product_id }]],
    ['variants[0].sku', sku => ['POST /products', { name: 'P', variants: [{ sku }] }]],
    ['sku', sku => [`PATCH /variants/${variant.id}`, { sku }]],
    ['barcode', barcode => [`PATCH /variants/${variant.id}`, { barcode }]],
    ['code', code => ['POST /locations', { name: 'L', code }]],
    ['code', code => ['POST /suppliers', { name: 'S', code }]],
    ['code', code => [`PATCH /locations/${location.id}`, { code }]],
    ['code', code => [`PATCH /suppliers/${supplier.id}`, { code }]],
    ['reference', reference => ['POST /products', { name: 'P', reference }]],
    ['reference', reference => [`PATCH /products/${product_id}`, { reference }]],
    ['reference', reference => [`PUT /products/by_reference/${encodeURIComponent(reference)}`, { name: 'P' }]],
    ['products[0].reference', reference => ['POST /products/bulk', { products: [{ name: 'P', reference }] }]],
    ['reference', reference => ['POST /orders', { location_id: location.id, items, reference }]],
    ['reference', reference => ['POST /purchase_orders', { location_id: location.id, items, reference }]],
    ['reference', reference => [`PATCH /purchase_orders/${purchase.id}`, { reference }]],
    ['reference', reference => ['POST /stock_transfers', { ...between, items, reference }]],
    ['purchase_unit', purchase_unit => ['POST /supplier_items', { ...sold, purchase_unit }]],
    ['purchase_unit', purchase_unit => [`PATCH /supplier_items/${item.id}`, { purchase_unit }]],
    ['lot_number', number => ['POST /inventory_adjustments', lot(number)]],
    ['adjustments[0].lot_number', number => ['POST /inventory_adjustments/bulk', { adjustments: [lot(number)] }]],
  ];
  for (const [field, asked] of ways)
    for (const illegible of ILLEGIBLE)
      expect([illegible, ...codes(await client(...asked(illegible)))]).toEqual([
        illegible,
        422,
        `validation_failed ${field}`,
      ]);
  for (const legible of LEGIBLE)
    expect(codes(await client('POST /locations', { name: 'L', code: unique(legible) }))).toEqual([201]);
  const { errors } = (await client('POST /locations', { name: 'L', code: 'A\u200bB' })).body;
  expect(errors![0]!.message).toContain('U+200B');
});

test('a code that was stored earlier is found, ordered, counted, imported and updated as before', async () => {
  const old = `${unique('OLD')}\u200b\u0041\u0308`;
  const variant = await makeVariant(tenant);
  await sql`update variants set sku = ${old} where organization_id = ${tenant.id} and id = ${variant.id}`.execute(
    world.owner,
  );
  const location = await makeLocation(tenant);
  await adjust(tenant, { ...variant, sku: old }, location, 5);
  const encoded = encodeURIComponent(old);
  expect((await client(`GET /variants?sku=${encoded}`)).body.data).toMatchObject([{ id: variant.id }]);
  expect(codes(await client(`PUT /variants/by_sku/${encoded}`, { name: 'Still here' }))).toEqual([200]);
  expect(codes(await client(`PATCH /variants/${variant.id}`, { name: 'And here', sku: old }))).toEqual([200]);
  const order = { location_id: location.id, items: [{ sku: old, quantity: 1 }] };
  expect(codes(await client('POST /orders', order))).toEqual([201]);
  const sheet = `sku,name\n${old},By sheet\n`;
  expect(counts(await take(client, 'kind=variants&mode=upsert', sheet))).toEqual(['completed', 0, 1, 0, 0]);
});
