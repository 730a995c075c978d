import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createProduct } from '../../src/domain/create-products.ts';
import { updateOrganization } from '../../src/domain/organizations.ts';
import { pictureIn } from '../../src/domain/picture-formats.ts';
import { listProducts } from '../../src/domain/products.ts';
import { createVariant, listVariants } from '../../src/domain/variants.ts';
import type { Row } from '../../src/kernel/view.ts';
import { type Client, clientOf, codes } from '../support/http.ts';
import { problems, take, useImports } from '../support/imports.ts';
import { LARGER_PICTURE, makeSupplier, makeVariant, PICTURE, unique } from '../support/make.ts';
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

test('many products with their variants are created at once', async () => {
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

test('this many products take as many statements as one', async () => {
  const made = (count: number) =>
    statementsOf(() =>
      client('POST /products/bulk', {
        products: Array.from({ length: count }, () => ({ name: 'Many', variants: [{ sku: unique('SKU') }] })),
      }),
    );
  await made(1);
  expect((await made(20)).length).toBe((await made(2)).length);
});

test('an atomic bulk with a refused product creates none, and every problem is reported at its path', async () => {
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

test('each product of a partial bulk is created or rejected separately, and leaves no trace if rejected', async () => {
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

test('PUT by reference creates a product, and later changes the given fields', async () => {
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

test('PUT by SKU creates a variant, and later changes the given fields', async () => {
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

test('of concurrent PUTs with the same new key, one creates and the others update', async () => {
  const path = `PUT /products/by_reference/${unique('R')}`;
  const replies = await Promise.all([1, 2, 3, 4, 5].map(n => client(path, { name: `Name ${n}` })));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
});

test("a PUT does not affect another organization's variant with the same SKU", async () => {
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

test('with strict_gtin, a barcode with a wrong check digit is refused everywhere; existing ones are kept', async () => {
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

test('without strict_gtin, a wrong check digit is accepted with a warning, also in replays', async () => {
  const { url } = await world.serve();
  const lax = await world.tenant();
  const key = await lax.key();
  const ask = clientOf(`${url}/api/v1`, key);
  const wrongs = ['4006381333930', '4006381333932', '4006381333933', '4006381333934', '4006381333935', '4006381333936'];
  const warned = ({ status, body }: Awaited<ReturnType<Client>>) => [
    status,
    ...((body as { warnings?: Row[] }).warnings ?? []).map(({ code, field }) => `${code} ${field}`),
  ];
  const of = (field: string, status = 201) => [status, `wrong_check_digit ${field}`];
  const variants = () => [{ sku: unique('SKU') }, { sku: unique('SKU'), barcode: wrongs.pop() }];
  const keyed = { 'idempotency-key': unique('key') };
  const product = { name: 'P', variants: variants() };
  for (const _ of ['first', 'repeat'])
    expect(warned(await ask('POST /products', product, keyed))).toEqual(of('variants[1].barcode'));
  const partial = {
    mode: 'partial',
    products: [{ name: 'Q' }, { name: 'R', variants: variants() }, { name: 'S', variants: [product.variants[1]] }],
  };
  expect(warned(await ask('POST /products/bulk', partial))).toEqual(of('products[1].variants[1].barcode'));
  const { id, productId } = await makeVariant(lax);
  expect(warned(await ask(`POST /products/${productId}/variants`, variants()[1]))).toEqual(of('barcode'));
  const sku = unique('SKU');
  const put = (more: object) => ask(`PUT /variants/by_sku/${sku}`, { product_id: productId, ...more });
  expect(warned(await put({ barcode: '4006381333931' }))).toEqual([201]);
  expect(warned(await put({ barcode: wrongs.pop() }))).toEqual(of('barcode', 200));
  expect(warned(await put({ name: 'As it was' }))).toEqual([200]);
  const query = `mutation { changed:
      updateVariant(id: "${id}", input: {barcode: "${wrongs.pop()}"}, idempotencyKey: "k") { variant { id } } }`;
  for (const _ of ['first', 'repeat'])
    expect((await clientOf(url, key)('POST /graphql', { query })).body).toEqual({
      data: { changed: { variant: { id } } },
      extensions: {
        warnings: [
          {
            path: ['changed'],
            code: 'WRONG_CHECK_DIGIT',
            message: '4006381333932 is not a valid GTIN: its last digit is not the correct check digit.',
            field: 'barcode',
          },
        ],
      },
    });
  const sheet = await take(
    ask,
    'kind=products',
    `reference,name,sku,barcode\nNEW,New,${unique('SKU')},${wrongs.pop()}\n`,
  );
  const { body } = await ask(`GET /imports/${sheet['id']}/rows`);
  expect(body.data).toMatchObject([
    { status: 'created', errors: [], warnings: [{ code: 'wrong_check_digit', field: 'barcode' }] },
  ]);
});

test('a picture is identified by its bytes, cacheable for good at its URL, and its product has that URL', async () => {
  const { id } = (await tenant.run(createProduct, { name: 'Shown' })) as { id: string };
  const path = `/products/${id}/picture`;
  const put = (content: string, headers = {}) =>
    client(`PUT ${path}`, Buffer.from(content, 'base64'), { 'content-type': 'image/png', ...headers });
  const addressNow = async () => ((await client(`GET /products/${id}`)).body.data as Row)['picture_url'];
  const { url } = await world.serve();
  const seen = async (address: string, headers: { [name: string]: string } = {}) => {
    const key = await tenant.key('catalog:read');
    return fetch(url + address, { headers: { authorization: `Bearer ${key}`, ...headers } });
  };
  expect(await addressNow()).toBeNull();
  expect(codes(await client(`GET ${path}`))).toEqual([404, 'not_found']);
  const made = await put(PICTURE);
  expect([made.status, made.body.data]).toMatchObject([
    201,
    { id, product_id: id, content_type: 'image/png', size: 70, width: 1, height: 1 },
  ]);
  const address = String(await addressNow());
  expect(address).toMatch(new RegExp(`^/api/v1/products/${id}/picture\\?v=[0-9a-f]{16}$`));
  const picture = await seen(address);
  expect(
    Object.fromEntries([...picture.headers].filter(([name]) => /^(content|cache|etag|x-cont|vary)/.test(name))),
  ).toEqual({
    'cache-control': 'private, max-age=31536000, immutable',
    'content-disposition': `inline; filename="${id}.png"`,
    'content-length': '70',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'content-type': 'image/png',
    etag: made.headers.get('etag'),
    vary: 'Accept, Authorization, Cookie, X-Organization',
    'x-content-type-options': 'nosniff',
  });
  expect(Buffer.from(await picture.arrayBuffer()).toString('base64')).toBe(PICTURE);
  const plain = await seen(`/api/v1${path}`, { 'if-none-match': made.headers.get('etag')! });
  expect([plain.status, plain.headers.get('cache-control'), await plain.text()]).toEqual([
    304,
    'private, no-cache',
    '',
  ]);
  const inJson = { accept: 'application/json' };
  expect((await (await seen(address, inJson)).json()) as Row).toEqual(made.body);

  // No SVG, nothing without dimensions, nothing that decompresses to gigabytes, nothing larger than a megabyte.
  const huge = Buffer.from(PICTURE, 'base64');
  huge.writeUInt32BE(6001, 16);
  for (const wrong of [Buffer.from('<svg/>'), Buffer.alloc(0), Buffer.from('ffd8ffe0', 'hex'), huge])
    expect(codes(await put(wrong.toString('base64')))).toEqual([422, 'validation_failed content']);
  expect(codes(await put(Buffer.alloc(1024 * 1024 + 1).toString('base64')))).toEqual([413, 'payload_too_large']);
  expect(codes(await put(PICTURE, { 'content-type': 'image/svg+xml' }))).toEqual([415, 'unsupported_media_type']);
  expect(await addressNow()).toBe(address);
  // The same picture again changes nothing; another one has another URL, and the old URL returns the new picture
  // without caching.
  expect((await put(PICTURE)).headers.get('etag')).toBe(made.headers.get('etag'));
  expect((await put(LARGER_PICTURE, { 'if-match': made.headers.get('etag')! })).status).toBe(200);
  expect(codes(await put(PICTURE, { 'if-match': made.headers.get('etag')! }))).toEqual([412, 'precondition_failed']);
  expect((await seen(address)).headers.get('cache-control')).toBe('private, no-cache');
  expect([(await client(`DELETE ${path}`)).status, await addressNow()]).toEqual([200, null]);
  const { rows } = await sql<{ url: string | null }>`
    select data ->> 'picture_url' as url from events where type = 'product.updated' and organization_id = ${tenant.id}
      and data ->> 'id' = ${id} order by recorded`.execute(world.database.system);
  expect(rows.map(row => row.url)).toEqual([address, expect.stringContaining('?v='), null]);
  expect((await seen(`/api/v1${path}`)).status).toBe(404);
});

test.each([
  [
    'a JPEG, by its frame',
    'ffd8ffe000044a46ffc20011080102030403012200',
    { contentType: 'image/jpeg', width: 772, height: 258 },
  ],
  [
    'a lossy WebP',
    '524946461e0000005745425056503820120000003001009d012a40012c01',
    { contentType: 'image/webp', width: 320, height: 300 },
  ],
  [
    'a lossless WebP',
    '5249464600000000574542505650384c000000002f3fc157000000000000',
    { contentType: 'image/webp', width: 320, height: 352 },
  ],
  [
    'an extended WebP',
    '524946460000000057454250565038580a000000000000003f0100c80000',
    { contentType: 'image/webp', width: 320, height: 201 },
  ],
  ['a JPEG that never comes to its frame', `ffd8ffe0${'ffff'}${'00'.repeat(40)}`, undefined],
])('the dimensions of a picture are read from it: %s', (_, hex, expected) => {
  expect(pictureIn(Buffer.from(hex, 'hex'))).toEqual(expected);
});
