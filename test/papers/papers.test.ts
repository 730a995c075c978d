import { beforeAll, expect, test } from '@jest/globals';
import { createProduct } from '../../src/domain/create-products.ts';
import { createCycleCount, loadCycleCountInventory } from '../../src/domain/cycle-counts.ts';
import { updateLocation } from '../../src/domain/locations.ts';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import { closeOrder, createOrder } from '../../src/domain/orders.ts';
import { updateOrganization } from '../../src/domain/organizations.ts';
import { createPurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { createReturnAuthorization } from '../../src/domain/return-authorizations.ts';
import { receiveStockTransfer } from '../../src/domain/stock-transfer-receipts.ts';
import { createStockTransfer, shipStockTransfer } from '../../src/domain/stock-transfers.ts';
import { createSupplierItem } from '../../src/domain/supplier-items.ts';
import { createVariant } from '../../src/domain/variants.ts';
import { GERMAN_VALUES } from '../../src/kernel/german.ts';
import type { Row } from '../../src/kernel/view.ts';
import { textCode } from '../../src/papers/codes.ts';
import type { htmlOf } from '../../src/papers/html.ts';
import { print } from '../../src/papers/paper.ts';
import { paperRoutes } from '../../src/papers/papers.ts';
import { GERMAN, speechIn } from '../../src/papers/words.ts';
import { askerOf } from '../support/faces.ts';
import { type Client, clientOf, codes, type Reply } from '../support/http.ts';
import { adjust, type Made, makeLocation, makeOrder, makeSupplier, populate } from '../support/make.ts';
import { makeLot, populateFactory } from '../support/manufacturing.ts';
import { refusal, type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();
const EVIL = '<img src=x onerror=alert(1)> & "Söhne" Łódź';
/** One black pixel. */
const LOGO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';
let tenant: Tenant;
let client: Client;
let url: string;
let location: Made;
let coffee: Made & { sku: string };
let filters: Made & { sku: string };
let order: Row;

beforeAll(async () => {
  tenant = await world.tenant();
  ({ url } = await world.serve());
  client = clientOf(`${url}/api/v1`, await tenant.key());
  location = await makeLocation(tenant, { name: EVIL, code: 'MAIN' });
  const { id: productId } = await tenant.run(createProduct, { name: EVIL });
  const made = async (given: object) =>
    (await tenant.run(createVariant, { productId, ...given })) as Made & { sku: string };
  coffee = await made({ sku: 'COF', name: '250 g', lotTracked: true, barcode: '4006381333931', unit: 'bag' });
  filters = await made({ sku: 'FIL', unitCost: 2.5 });
  await makeLot(tenant, coffee, location, 5, { lotNumber: 'LATE', expiryDate: '2999-12-31' });
  await makeLot(tenant, coffee, location, 2, { lotNumber: 'EARLY', expiryDate: '2999-01-31' });
  await makeLot(tenant, coffee, location, 9, { lotNumber: 'GONE', expiryDate: '2020-01-31' });
  await adjust(tenant, filters, location, 3);
  order = await tenant.run(createOrder, {
    locationId: location.id,
    reference: EVIL.slice(0, 90),
    items: [
      { sku: 'FIL', quantity: 4 },
      { sku: 'COF', quantity: 6 },
    ],
  });
});

const HTML = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' };
const PDF = { accept: 'application/pdf' };

/** The rows of all tables of a paper, as texts. */
const rowsIn = (html: string): string[][] =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/gs)]
    .map(([, row]) => [...row!.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell]) => cell!.replaceAll(/<[^>]*>/g, '')))
    .filter(cells => cells.length > 0);
const SAFE = '&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Söhne&quot; Łódź';
const pagesIn = (pdf: string) => pdf.match(/\/Type \/Page\b/g)?.length;

async function bytesAt(path: string, headers: object): Promise<{ reply: Response; bytes: Buffer }> {
  const authorization = `Bearer ${await tenant.key()}`;
  const reply = await fetch(`${url}/api/v1${path}`, { headers: { ...headers, authorization } });
  return { reply, bytes: Buffer.from(await reply.arrayBuffer()) };
}

test('a pick list is sorted by SKU and FEFO, without expired lots, and shows shortages', async () => {
  const { status, text, headers } = await client(`GET /orders/${order['id']}/pick_list`, undefined, HTML);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(rowsIn(text)).toEqual([
    ['', 'COF', `${SAFE}, 250 g`, '4006381333931', 'EARLY', '31 Jan 2999', '2 bag'],
    ['', 'COF', `${SAFE}, 250 g`, '4006381333931', 'LATE', '31 Dec 2999', '4 bag'],
    ['', 'FIL', SAFE, '', '', '', '3 each'],
    ['', 'FIL', SAFE, '', 'Not there', '', '1 each'],
  ]);
  expect(text).toContain('Not everything is there: 1 line is short.');
  const german = await client(`GET /orders/${order['id']}/pick_list?language=de`, undefined, HTML);
  expect(german.headers.get('content-disposition')).toBe(`inline; filename="Pickliste-${order['number']}.html"`);
  expect(rowsIn(german.text).map(cells => cells.slice(4))).toEqual([
    ['EARLY', '31. Jan. 2999', '2 bag'],
    ['LATE', '31. Dez. 2999', '4 bag'],
    ['', '', '3 Stück'],
    ['Fehlt', '', '1 Stück'],
  ]);
  expect(german.text).toContain('Nicht alles ist da: In 1 Position fehlt etwas.');
});

test('user texts are escaped, and a browser may run and load nothing in a paper', async () => {
  const { text, headers } = await client(`GET /orders/${order['id']}/pick_list`, undefined, HTML);
  expect(text).not.toContain('<img');
  expect(text).not.toContain('<script');
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; img-src data:; style-src 'sha256-[\w+/=]+'; frame-ancestors 'none'$/,
  );
});

test('a packing slip shows what was ordered, what was shipped with which lots, and what follows', async () => {
  const { id } = await tenant.run(createOrder, {
    locationId: location.id,
    items: [
      { sku: 'COF', quantity: 3 },
      { sku: 'FIL', quantity: 2 },
    ],
  });
  const at = `GET /orders/${id}/packing_slip`;
  expect(rowsIn((await client(at, undefined, HTML)).text).map(cells => cells.slice(2))).toEqual([
    ['3 bag', ''],
    ['2 each', ''],
  ]);
  await tenant.run(fulfillOrder, { id, items: [{ sku: 'COF', quantity: 3 }] });
  expect(rowsIn((await client(at, undefined, HTML)).text).map(cells => cells.slice(2))).toEqual([
    ['EARLY (2), LATE (1)', '3 bag', '3', '0'],
    ['', '2 each', '0', '2'],
  ]);
  expect(rowsIn((await client(`GET /orders/${id}/pick_list`, undefined, HTML)).text)).toHaveLength(1);
  await tenant.run(closeOrder, { id });
  const { text } = await client(at, undefined, HTML);
  expect(rowsIn(text).map(cells => cells.slice(2))).toEqual([
    ['EARLY (2), LATE (1)', '3 bag', '3', '0'],
    ['', '2 each', '0', '2'],
  ]);
  expect(text).toMatch(/Complete: the rest was cancelled on .* and will not follow\./);
  expect(text).toContain('Cancelled</th>');
  expect(text).not.toContain('To follow');
  expect((await client(`GET /orders/${id}/pick_list`, undefined, HTML)).text).toContain('Nothing is left to pick.');
});

test("a purchase order uses the supplier's codes and currency, and has a total", async () => {
  const supplier = await makeSupplier(tenant, { name: 'Finca', email: 'sales@example.com' });
  const { id } = await tenant.run(createPurchaseOrder, {
    supplierId: supplier.id,
    locationId: location.id,
    items: [
      { sku: 'FIL', quantity: 3, unitCost: 2.05 },
      { sku: 'COF', quantity: 1000, unitCost: 1.5 },
    ],
  });
  const { text } = await client(`GET /purchase_orders/${id}/document`, undefined, HTML);
  expect(rowsIn(text).map(cells => cells.slice(3))).toEqual([
    ['3 each', '2.05 EUR', '6.15 EUR'],
    ['1,000 bag', '1.50 EUR', '1,500.00 EUR'],
    ['', '', '1,506.15 EUR'],
  ]);
  expect(text).toContain('sales@example.com');
  // A browser prints the foot of a table on each page, as if it were the total of that.
  expect([text.match(/class="total"/g)?.length, text.includes('<tfoot')]).toEqual([1, false]);
  const german = await client(`GET /purchase_orders/${id}/document?language=de`, undefined, HTML);
  expect(rowsIn(german.text).map(cells => [cells[0], ...cells.slice(4)])).toEqual([
    ['FIL', '2,05 EUR', '6,15 EUR'],
    ['COF', '1,50 EUR', '1.500,00 EUR'],
    ['Summe', '', '1.506,15 EUR'],
  ]);
});

test('a purchase order names both units of a line, once where they are the same', async () => {
  const supplier = await makeSupplier(tenant, { name: 'Papyrus' });
  const bought = (sku: string, terms: object) =>
    tenant.run(createSupplierItem, { supplierId: supplier.id, sku, ...terms });
  const each = await bought('FIL', { purchaseUnit: 'each' });
  const sack = await bought('COF', { purchaseUnit: 'sack', unitsPerPurchaseUnit: 60 });
  const { id } = await tenant.run(createPurchaseOrder, {
    supplierId: supplier.id,
    locationId: location.id,
    items: [
      { supplierItemId: each['id'], purchaseQuantity: 8 },
      { supplierItemId: sack['id'], purchaseQuantity: 2 },
    ],
  });
  const quantities = async (language: string) =>
    rowsIn((await client(`GET /purchase_orders/${id}/document?language=${language}`, undefined, HTML)).text).map(
      cells => cells[3],
    );
  expect(await quantities('en')).toEqual(['8 each', '2 sack (120 bag)']);
  expect(await quantities('de')).toEqual(['8 Stück', '2 sack (120 bag)']);
});

test('a count sheet is blind until the count is completed', async () => {
  const count = await tenant.run(createCycleCount, { locationId: location.id });
  await tenant.run(loadCycleCountInventory, { id: count['id'] });
  const { text } = await client(`GET /cycle_counts/${count['id']}/sheet`, undefined, HTML);
  expect(rowsIn(text).map(([sku, , ...cells]) => [sku, ...cells])).toEqual([
    ['COF', '4006381333931', 'bag', '', ''],
    ['FIL', '', 'each', '', ''],
  ]);
});

test('papers show the organization with address and logo', async () => {
  await tenant.run(updateOrganization, { address: 'Isarstr. 1\n80469 Munich', logo: LOGO });
  const { text } = await client(`GET /orders/${order['id']}/pick_list`, undefined, HTML);
  expect(text).toContain(`<img src="${LOGO}"`);
  expect(text).toContain('<p>Isarstr. 1</p><p>80469 Munich</p>');
  const { reply, bytes } = await bytesAt(`/orders/${order['id']}/pick_list`, PDF);
  expect([reply.status, reply.headers.get('content-type'), reply.headers.get('content-disposition')]).toEqual([
    200,
    'application/pdf',
    `inline; filename="Pick-list-${order['number']}.pdf"`,
  ]);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pagesIn(bytes.toString('latin1'))).toBe(1);
});

test.each([
  'data:image/svg+xml;base64,PHN2Zy8+',
  'https://example.com/logo.png',
  `data:image/png;base64,${Buffer.from('no picture at all, however long it may be').toString('base64')}`,
  'data:image/png;base64," onload="alert(1)',
])('a logo is a PNG or JPEG that is brought along, not %s', async logo => {
  expect(codes(await client('PATCH /organization', { logo }))).toEqual([422, 'validation_failed logo']);
});

test('a logo that cannot be drawn is left out of the PDF; the paper is printed nevertheless', async () => {
  const broken = Buffer.from(LOGO.split(',')[1]!, 'base64');
  broken.fill(0, 41);
  const logo = `data:image/png;base64,${broken.toString('base64')}`;
  expect((await client('PATCH /organization', { logo })).status).toBe(200);
  const { bytes } = await bytesAt(`/orders/${order['id']}/pick_list`, PDF);
  expect(pagesIn(bytes.toString('latin1'))).toBe(1);
  await tenant.run(updateOrganization, { logo: null });
});

test('a German paper has no English word', async () => {
  const factory = await world.tenant();
  await populate(factory);
  await populateFactory(factory);
  const { order: sold, variants, location: place } = await makeOrder(factory, { status: 'fulfilled' });
  const items = [{ sku: variants[0]!.sku, quantity: 2 }];
  const elsewhere = await makeLocation(factory);
  await factory.run(createReturnAuthorization, {
    orderId: sold.id,
    reason: '-',
    items: [{ ...items[0], condition: 'damaged' }],
  });
  const supplier = await makeSupplier(factory, {});
  for (const status of ['draft', 'submitted'])
    await factory.run(createPurchaseOrder, { supplierId: supplier.id, locationId: place.id, status, items });
  const transfer = { sourceLocationId: place.id, destinationLocationId: elsewhere.id, items };
  await factory.run(createStockTransfer, transfer);
  const { id: shipped } = await factory.run(createStockTransfer, transfer);
  await factory.run(shipStockTransfer, { id: shipped });
  const { id: counted } = await factory.run(createCycleCount, { locationId: place.id });
  await factory.run(createCycleCount, { locationId: elsewhere.id });
  await factory.run(loadCycleCountInventory, { id: counted });
  const read = clientOf(`${url}/api/v1`, await factory.key());
  const english = new Set([
    ...Object.keys(GERMAN).filter(word => word !== GERMAN[word as keyof typeof GERMAN]),
    ...Object.keys(GERMAN_VALUES).map(value => speechIn('en').value(value)),
    'each',
  ]);
  const printed = new Map<string, number>();
  for (const route of Object.keys(paperRoutes)) {
    const list = route.replace(/^GET (\/\w+).*/, '$1');
    for (const { id } of (await read(`GET ${list}`)).body.data as Row[]) {
      const { text } = await read(`${route.replace(':id', String(id))}?language=de`, undefined, HTML);
      expect(text).toContain('<html lang="de">');
      const texts = [...text.matchAll(/>([^<>]+)</g)].map(([, said]) => said!);
      expect([route, texts.filter(said => english.has(said) || /\beach\b|printed/.test(said))]).toEqual([route, []]);
      printed.set(route, (printed.get(route) ?? 0) + 1);
    }
  }
  expect([...printed.keys()]).toEqual(Object.keys(paperRoutes));
  const note = async () => (await read(`GET /stock_transfers/${shipped}/note`, undefined, HTML)).text;
  expect(await note()).toContain('<td class="write"><i></i></td>');
  await factory.run(receiveStockTransfer, {
    id: shipped,
    items: [{ sku: variants[0]!.sku, quantity: 1 }],
    close: true,
  });
  expect(await note()).toContain('<td class="amount">2 each</td><td class="amount">1 each</td>');
});

test('JSON contains what GraphQL returns: HTML as text, PDF in base64', async () => {
  const { body } = await client(`GET /orders/${order['id']}/pick_list?format=pdf`);
  const { data } = await askerOf(
    url,
    await tenant.key(),
  )(`{ orderPickList(id: "${order['id']}", format: PDF) { title fileName contentType } }`);
  const { title, file_name, content_type, content } = body.data as Row;
  expect({ title, fileName: file_name, contentType: content_type }).toEqual(data!['orderPickList']);
  expect(Buffer.from(content as string, 'base64').toString('latin1', 0, 5)).toBe('%PDF-');
});

test('Accept and format must not contradict each other', async () => {
  const reply = await client(`GET /orders/${order['id']}/pick_list?format=html`, undefined, PDF);
  expect(codes(reply)).toEqual([422, 'validation_failed format']);
});

test('a paper requires the scope and the module of its record', async () => {
  const scoped = clientOf(`${url}/api/v1`, await tenant.key('catalog:read'));
  const withoutModules = await world.tenant([]);
  const plain = clientOf(`${url}/api/v1`, await withoutModules.key());
  for (const route of Object.keys(paperRoutes)) {
    const path = route.replace(':id', String(order['id']));
    expect([route, ...codes(await scoped(path, undefined, HTML))]).toEqual([route, 403, 'insufficient_scope']);
    const expected = /production|lots/.test(route) ? [403, 'module_not_enabled'] : [404, 'not_found'];
    expect([route, ...codes(await plain(path, undefined, PDF))]).toEqual([route, ...expected]);
  }
});

test('long papers have several pages, and a PDF that would be too long is refused while HTML is not', async () => {
  const paper = (lines: number) =>
    ({
      title: 'Count sheet',
      language: 'en',
      number: '1',
      sender: { name: 'A', address: null, logo: null },
      parties: [],
      facts: [],
      tables: [
        {
          columns: [
            { label: 'SKU', kind: 'code' },
            { label: 'Item', wide: true },
            { label: 'Counted', kind: 'write' },
          ],
          rows: Array.from({ length: lines }, (_, index) => [`SKU-${index}`, 'x'.repeat(300), '']),
        },
      ],
      printedOn: '',
    }) as Parameters<typeof htmlOf>[0];
  const { content } = await print({ organizationId: 'one' }, paper(60), 'pdf');
  expect(pagesIn(Buffer.from(content, 'base64').toString('latin1'))).toBeGreaterThan(3);
  await expect(print({ organizationId: 'one' }, paper(5001), 'pdf')).rejects.toMatchObject({
    problems: [{ code: 'query_too_large' }],
  });
  expect((await print({ organizationId: 'one' }, paper(5001), 'html')).content).toContain('SKU-5000');
});

test('whoever prints a lot waits for it, and others do not; a tenth paper at once is refused', async () => {
  const paper = { title: 'Labels', language: 'en' as const, widthMm: 62, heightMm: 29 };
  const roll = Array.from({ length: 40 }, () => ({ lines: ['Bolt'], code: textCode('BOLT') }));
  const done: string[] = [];
  const printing = async (organizationId: string) => {
    await print({ organizationId }, { ...paper, labels: roll }, 'pdf');
    done.push(organizationId);
  };
  const rolls = Array.from({ length: 9 }, () => printing('one'));
  expect(await refusal(printing('one'))).toEqual([{ code: 'rate_limited' }]);
  await Promise.all([...rolls, printing('two')]);
  expect(done.slice(0, 2).sort()).toEqual(['one', 'two']);
});

// ---- labels ----

const labels = (body: object, headers: { [name: string]: string } = HTML): Promise<Reply> =>
  client('POST /labels', body, headers);

test("labels are pages of the printer's size, as many of each as requested", async () => {
  const { text } = await labels({ kind: 'variant', ids: [coffee.id, filters.id], size: '57x32', copies: 2 });
  expect(text).toContain('@page { size: 57mm 32mm; margin: 0; }');
  expect(text.match(/<svg /g)).toHaveLength(4);
  expect(text.match(/<p>(COF|FIL|4006381333931)<\/p>/g)).toEqual(
    ['COF', '4006381333931', 'COF', '4006381333931', 'FIL', 'FIL'].map(line => `<p>${line}</p>`),
  );
  const pdf = await labels({ kind: 'variant', ids: [coffee.id, filters.id], size: '57x32', copies: 2 }, PDF);
  expect([pdf.status, pagesIn(pdf.text)]).toEqual([200, 4]);
  const [lot] = (await client('GET /lots?lot_number=EARLY')).body.data as Row[];
  const german = await labels({ kind: 'lot', ids: [lot!['id']], language: 'de' });
  expect(german.text.match(/<p>[^<]*<\/p>/g)).toEqual(
    [`${SAFE}, 250 g`, 'Charge EARLY', 'Haltbar bis 31. Jan. 2999', 'COF'].map(line => `<p>${line}</p>`),
  );
  expect(pdf.text).toMatch(/MediaBox \[0 0 161\.57\d* 90\.7\d*\]/);
});

test('what cannot have labels is refused, each at its path', async () => {
  const nowhere = await makeLocation(tenant, { name: 'Shelf' });
  expect(codes(await labels({ kind: 'location', ids: [location.id, nowhere.id] }))).toEqual([
    422,
    'validation_failed ids[1]',
  ]);
  await tenant.run(updateLocation, { id: nowhere.id, code: 'Ä→' });
  expect((await labels({ kind: 'location', ids: [location.id, nowhere.id] }, PDF)).status).toBe(200);
  expect(codes(await labels({ kind: 'lot', ids: [coffee.id] }))).toEqual([422, 'reference_not_found ids[0]']);
  expect(codes(await labels({ kind: 'variant', ids: [coffee.id], size: '5x5000' }))).toEqual([
    422,
    'validation_failed size',
  ]);
  expect(codes(await labels({ kind: 'variant', ids: Array(20).fill(coffee.id), copies: 51 }))).toEqual([
    422,
    'validation_failed copies',
  ]);
  const foreign = await makeLocation(await world.tenant(), { code: 'X' });
  expect(codes(await labels({ kind: 'location', ids: [foreign.id] }))).toEqual([422, 'reference_not_found ids[0]']);
});

test('labels of lots require the scope and module of lots', async () => {
  const body = { kind: 'lot', ids: [coffee.id] };
  const scoped = clientOf(`${url}/api/v1`, await tenant.key('catalog:read'));
  expect(codes(await scoped('POST /labels', body))).toEqual([403, 'insufficient_scope']);
  const plain = clientOf(`${url}/api/v1`, await (await world.tenant([])).key());
  expect(codes(await plain('POST /labels', body))).toEqual([403, 'module_not_enabled']);
});
