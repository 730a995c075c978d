import { beforeAll, expect, test } from '@jest/globals';
import { updateOrganization } from '../../src/domain/organizations.ts';
import { createProduct, createVariant, listProducts, listVariants } from '../../src/domain/products.ts';
import type { Row } from '../../src/kernel/view.ts';
import { type Client, clientOf, codes } from '../support/http.ts';
import { problems, take, useImports } from '../support/imports.ts';
import { makeSupplier, makeVariant, unique } from '../support/make.ts';
import { statementsOf, type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();
useImports(world);
let tenant: Tenant;
let client: Client;

beforeAll(async () => {
  tenant = await world.tenant();
  client = clientOf(`${(await world.serve()).url}/api/v1`, await tenant.key());
});

const names = async () => (await tenant.list(listProducts, { perPage: 200 })).rows.map(row => row['name']);

test('many products with their variants are made at once', async () => {
  const supplier = await makeSupplier(tenant);
  const skus = [unique('SKU'), unique('SKU'), unique('SKU')];
  const { status, body } = await client('POST /products/bulk', {
    products: [
      { name: 'One', reference: unique('R'), variants: [{ sku: skus[0], supplier_id: supplier.id }, { sku: skus[1] }] },
      { name: 'Two', variants: [{ sku: skus[2], barcode: unique('B') }] },
    ],
  });
  expect([status, body.data]).toMatchObject([
    201,
    { applied: 2, rejected: 0, results: [{ index: 0, status: 'applied', product: { name: 'One' } }, { index: 1 }] },
  ]);
  const { rows } = await tenant.list(listVariants, { skus });
  expect(rows.map(row => row['supplierId'])).toEqual([null, null, supplier.id]);
});

test('so many products cost as many statements as one', async () => {
  const made = (count: number) =>
    statementsOf(() =>
      client('POST /products/bulk', {
        products: Array.from({ length: count }, () => ({ name: 'Many', variants: [{ sku: unique('SKU') }] })),
      }),
    );
  await made(1);
  expect((await made(20)).length).toBe((await made(2)).length);
});

test('of an atomic bulk nothing is made where one is refused, and every problem is told at its path', async () => {
  const taken = unique('SKU');
  const reference = unique('R');
  await tenant.run(createProduct, { name: 'Taken', reference, variants: [{ sku: taken }] });
  const before = await names();
  const again = unique('SKU');
  const reply = await client('POST /products/bulk', {
    products: [
      { name: 'A', variants: [{ sku: again }, { sku: taken }] },
      { name: 'B', reference },
      { name: 'C', variants: [{ sku: again, supplier_id: tenant.id }] },
    ],
  });
  expect(codes(reply)).toEqual([
    409,
    'already_exists products[1].reference',
    'already_exists products[0].variants[1].sku',
    'already_exists products[2].variants[0].sku',
    'reference_not_found products[2].variants[0].supplier_id',
  ]);
  expect(await names()).toEqual(before);
});

test('of a partial bulk each is made or rejected for itself, and leaves nothing if rejected', async () => {
  const sku = unique('SKU');
  const { status, body } = await client('POST /products/bulk', {
    mode: 'partial',
    products: [
      { name: 'First of partial', variants: [{ sku }] },
      { name: 'Never made', variants: [{ sku }] },
      { name: 'Third of partial' },
    ],
  });
  const { applied, rejected, results } = body.data as { applied: number; rejected: number; results: Row[] };
  expect([status, applied, rejected]).toEqual([201, 2, 1]);
  expect(results[1]).toMatchObject({
    index: 1,
    status: 'rejected',
    product: null,
    errors: [{ code: 'already_exists', field: 'products[1].variants[0].sku' }],
  });
  expect((await names()).filter(name => /partial|Never/.test(String(name)))).toEqual([
    'Third of partial',
    'First of partial',
  ]);
});

test('more than 200 products are too many', async () => {
  const products = Array.from({ length: 201 }, () => ({ name: 'X' }));
  expect(codes(await client('POST /products/bulk', { products }))).toEqual([422, 'validation_failed products']);
});

test('PUT by reference makes a product, and then changes what is given', async () => {
  const path = `PUT /products/by_reference/${unique('R')}`;
  const made = await client(path, { name: 'Put', category: 'A' });
  expect([made.status, made.headers.get('location')]).toEqual([
    201,
    `/api/v1/products/${(made.body.data as Row)['id']}`,
  ]);
  const changed = await client(path, { category: null });
  expect([changed.status, changed.body.data]).toMatchObject([
    200,
    { id: (made.body.data as Row)['id'], name: 'Put', category: null },
  ]);
  expect(codes(await client(`PUT /products/by_reference/${unique('R')}`, {}))).toEqual([422, 'validation_failed name']);
});

test('PUT by SKU makes a variant, and then changes what is given', async () => {
  const product = await tenant.run(createProduct, { name: 'P' });
  const sku = unique('a/b ü');
  const path = `PUT /variants/by_sku/${encodeURIComponent(sku)}`;
  const made = await client(path, { product_id: product['id'], unit_cost: 2 });
  expect([made.status, made.body.data]).toMatchObject([201, { sku, unit: 'each', unit_cost: 2, lot_tracked: false }]);
  const same = await client(path, { unit_price: 3 });
  expect([same.status, same.body.data]).toMatchObject([200, { unit_cost: 2, unit_price: 3 }]);
  expect(same.headers.get('location')).toBeNull();
  const other = await tenant.run(createProduct, { name: 'Other' });
  expect(codes(await client(path, { product_id: other['id'] }))).toEqual([422, 'validation_failed product_id']);
  expect(codes(await client(`PUT /variants/by_sku/${unique('S')}`, {}))).toEqual([422, 'validation_failed product_id']);
  expect(codes(await client(path, { sku: 'other' }))).toEqual([422, 'unknown_field sku']);
});

test('of those who put the same new key at once, one makes it and the others change it', async () => {
  const path = `PUT /products/by_reference/${unique('R')}`;
  const replies = await Promise.all([1, 2, 3, 4, 5].map(n => client(path, { name: `Name ${n}` })));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
});

test("a PUT does not reach another organization's variant: the same SKU is theirs and ours", async () => {
  const other = await world.tenant();
  const product = await other.run(createProduct, { name: 'Theirs' });
  const sku = unique('SKU');
  await other.run(createVariant, { productId: product['id'], sku, name: 'Theirs' });
  expect(codes(await client(`PUT /variants/by_sku/${sku}`, { name: 'Ours' }))).toEqual([
    422,
    'validation_failed product_id',
  ]);
  expect(codes(await client(`PUT /variants/by_sku/${sku}`, { product_id: product['id'] }))).toEqual([
    422,
    'reference_not_found product_id',
  ]);
  expect((await other.list(listVariants, { sku })).rows.map(row => row['name'])).toEqual(['Theirs']);
});

test('with strict_gtin a barcode with a wrong check digit is refused wherever one is given; what is there stays', async () => {
  const strict = await world.tenant();
  const { url } = await world.serve();
  const key = await strict.key();
  const ask = clientOf(`${url}/api/v1`, key);
  const [wrong, right] = ['4006381333932', '4006381333931'];
  const old = await makeVariant(strict, { barcode: wrong });
  expect((await ask('PATCH /organization', { strict_gtin: true })).body.data).toMatchObject({ strict_gtin: true });
  const [sku, reference] = [unique('SKU'), unique('R')];
  const refused = (field: string) => [422, `validation_failed ${field}`];
  const product = { name: 'P', reference, variants: [{ sku, barcode: '96385075' }] };
  expect(codes(await ask('POST /products', product))).toEqual(refused('variants[0].barcode'));
  expect(codes(await ask('POST /products/bulk', { products: [product] }))).toEqual(
    refused('products[0].variants[0].barcode'),
  );
  const partial = await ask('POST /products/bulk', { mode: 'partial', products: [product, { name: 'Q' }] });
  expect(partial.body.data).toMatchObject({ applied: 1, rejected: 1 });
  const path = `POST /products/${old['productId']}/variants`;
  // A UPC-A and a GTIN-14; a code of one's own has another length, or letters.
  for (const barcode of ['036000291453', '10012345678903', '4006381333933'])
    expect([barcode, ...codes(await ask(path, { sku, barcode }))]).toEqual([barcode, ...refused('barcode')]);
  expect(
    codes(await ask(`PUT /variants/by_sku/${sku}`, { product_id: old['productId'], barcode: '96385075' })),
  ).toEqual(refused('barcode'));
  expect(codes(await ask(`PATCH /variants/${old.id}`, { barcode: '96385075' }))).toEqual(refused('barcode'));
  expect((await ask(`PATCH /variants/${old.id}`, { barcode: wrong, name: 'As it was' })).status).toBe(200);
  const query = `mutation { updateVariant(id: "${old.id}", input: {barcode: "96385075"}) { variant { id } } }`;
  expect((await clientOf(url, key)('POST /graphql', { query })).body.errors).toMatchObject([
    { extensions: { code: 'VALIDATION_FAILED', field: 'barcode' } },
  ]);
  expect((await strict.list(listVariants)).rows.map(row => row['barcode'])).toEqual([wrong]);
  for (const barcode of ['0123456789', 'BOX-40063813', '96385074', right])
    expect((await ask(path, { sku: unique('SKU'), barcode })).status).toBe(201);
  const sheet = await take(ask, 'kind=variants&mode=upsert&on_error=skip', `sku,barcode\n${old.sku},96385075\n`);
  expect(await problems(ask, sheet)).toEqual(['1 validation_failed barcode']);
  await strict.run(updateOrganization, { strictGtin: false });
  expect((await ask(path, { sku, barcode: '96385075' })).status).toBe(201);
});
