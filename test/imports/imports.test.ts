import { beforeAll, expect, test } from '@jest/globals';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { listApiKeys, revokeApiKey } from '../../src/access/api-keys.ts';
import { createMember, deleteMember, updateMember } from '../../src/access/members.ts';
import { listLots } from '../../src/domain/lots.ts';
import { listOrders } from '../../src/domain/orders.ts';
import { updateOrganization } from '../../src/domain/organizations.ts';
import { listProducts } from '../../src/domain/products.ts';
import { listInventoryLevels } from '../../src/domain/stock/levels.ts';
import { listSuppliers } from '../../src/domain/suppliers.ts';
import { listVariants } from '../../src/domain/variants.ts';
import { columnOf } from '../../src/imports/columns.ts';
import { createImport, getImport } from '../../src/imports/imports.ts';
import { KIND_NAMES, kindOf } from '../../src/imports/kinds.ts';
import { snake } from '../../src/kernel/case.ts';
import type { Row } from '../../src/kernel/view.ts';
import { execute } from '../../src/store/execute.ts';
import { type Client, clientOf, codes } from '../support/http.ts';
import { CSV, counts, ended, NDJSON, problems, take, useImports, wake } from '../support/imports.ts';
import { lockAwaited, until } from '../support/live.ts';
import { type Made, makeLocation, makeVariant, unique } from '../support/make.ts';
import { type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();
useImports(world);
let tenant: Tenant;
let client: Client;
let base: string;

beforeAll(async () => {
  tenant = await world.tenant();
  base = `${(await world.serve()).url}/api/v1`;
  client = clientOf(base, await tenant.key());
});

test('a sheet of products creates them with their variants, one row per variant', async () => {
  const sheet = [
    'reference,name,category,sku,variant_name,barcode,unit_cost,lot_tracked',
    'MUG,Mug,Kitchen,MUG-S,small,0012345678905,2.5,false',
    'MUG,Mug,Kitchen,MUG-L,large,,3,true',
    'JAR,Jar,,JAR-1,,,,',
  ].join('\r\n');
  const reply = await client('POST /imports?kind=products', sheet, CSV);
  expect([reply.status, reply.body.data]).toMatchObject([
    202,
    {
      kind: 'products',
      mode: 'upsert',
      on_error: 'abort',
      dry_run: false,
      status: 'pending',
      rows_total: 3,
      rows_done: 0,
    },
  ]);
  const made = await ended(client, reply);
  expect(reply.headers.get('location')).toBe(`/api/v1/imports/${made.id}`);
  expect(counts(made)).toEqual(['completed', 3, 0, 0, 0]);
  const { rows } = await tenant.list(listVariants, { skus: ['MUG-S', 'MUG-L', 'JAR-1'], sort: 'sku' });
  expect(rows.map(row => [row['sku'], row['name'], row['barcode'], row['unitCost'], row['lotTracked']])).toEqual([
    ['JAR-1', null, null, null, false],
    ['MUG-L', 'large', null, 3, true],
    ['MUG-S', 'small', '0012345678905', 2.5, false],
  ]);
  const again = await take(client, 'kind=products', sheet);
  expect(counts(again)).toEqual(['completed', 0, 0, 3, 0]);
  const changed = await take(
    client,
    'kind=products',
    sheet.replace('Kitchen,MUG-L', 'Kitchen,MUG-XL').replace(',3,true', ',4,'),
  );
  expect(counts(changed)).toEqual(['completed', 1, 0, 2, 0]);
});

test('an empty cell changes nothing, null clears, and "null" is a text', async () => {
  const code = unique('S');
  await take(client, 'kind=suppliers', `code,name,phone,notes\n${code},Ann,1,a\n`);
  const done = await take(client, 'kind=suppliers', `code;name;phone;notes\n${code};;null;"null"\n`);
  expect(counts(done)).toEqual(['completed', 0, 1, 0, 0]);
  const { rows } = await tenant.list(listSuppliers, { code });
  expect(rows[0]).toMatchObject({ name: 'Ann', phone: null, notes: 'null' });
});

test('rows without differences change nothing: no new timestamp, no event', async () => {
  const code = unique('S');
  const sheet = `code\tname\tlead_time_days\n${code}\tSame\t5\n`;
  await take(client, 'kind=suppliers', sheet);
  const before = await tenant.list(listSuppliers, { code });
  await take(client, 'kind=suppliers', sheet);
  expect((await tenant.list(listSuppliers, { code })).rows).toEqual(before.rows);
});

test('spaces around a text do not make another record: such a sheet can be imported again, and has duplicates', async () => {
  const [sku, name] = [unique('V'), unique('Spaced')];
  for (const [format, sheet] of [
    [CSV, `name;sku;barcode\n${name} ; ${sku} ;\u00a0\n`],
    [NDJSON, `${JSON.stringify({ name: `${name} `, variants: [{ sku: ` ${sku}` }] })}\n`],
  ] as const) {
    await take(client, 'kind=products', sheet, format);
    const again = await take(client, 'kind=products', sheet, format);
    expect([counts(again), await problems(client, again)]).toEqual([['completed', 0, 0, 1, 0], []]);
  }
  const twice = await take(client, 'kind=products&on_error=skip', `name,sku\nA,${sku}-2\nB,${sku}-2 \n`);
  expect(await problems(client, twice)).toEqual(['1 duplicate_in_file sku', '2 duplicate_in_file sku']);
});

test.each([
  ['a value in a column without a name', 'sku;;name', 'A;lost;Mug', null],
  ['a value beyond the header', 'sku;name', 'A;Mug;lost', null],
  ['a number that a spreadsheet has shortened', 'sku;barcode', 'A;4,00638E+12', 'barcode'],
  ['a character that was lost when the file was read', 'sku;name', 'A;M\ufffdsli', 'name'],
  [
    'a day whose parts may stand for month or day',
    'sku;location;set_quantity;expiry_date',
    'A;B;1;03/04/2027',
    'expiry_date',
  ],
])('%s rejects its row', async (_, header, row, column) => {
  const kind = header.includes('location') ? 'stock' : header.includes('name') && !column ? 'products' : 'variants';
  const done = await take(client, `kind=${kind}&on_error=skip`, `${header}\n${row}\n`);
  expect(counts(done)).toEqual(['completed', 0, 0, 0, 1]);
  expect(await problems(client, done)).toContain(`1 validation_failed ${column}`);
});

test('a cost that nothing is added at is not left out in silence; importing the same stock again is no mistake', async () => {
  const [a, b] = [await makeVariant(tenant), await makeVariant(tenant, { lotTracked: true })];
  const location = await makeLocation(tenant);
  const sheet = (cost: string) =>
    ['sku,location_id,set_quantity,unit_cost,lot_number']
      .concat([
        `${a.sku},${location.id},3,${cost},`,
        `${b.sku},${location.id},3,1.1,L1`,
        `${b.sku},${location.id},7,${cost},L2`,
      ])
      .join('\n');
  expect(counts(await take(client, 'kind=stock', sheet('2.3333')))).toEqual(['completed', 0, 3, 0, 0]);
  const warned = async (cost: string) => {
    const done = await take(client, 'kind=stock', sheet(cost));
    const { body } = await client(`GET /imports/${done.id}/rows`);
    return [
      counts(done),
      (body.data as Row[]).map(row => (row['warnings'] as Row[]).map(each => [each['code'], each['field']])),
    ];
  };
  expect(await warned('2.3333')).toEqual([
    ['completed', 0, 0, 3, 0],
    [[], [], []],
  ]);
  const other = [['cost_not_used', 'unit_cost']];
  expect(await warned('9')).toEqual([
    ['completed', 0, 0, 3, 0],
    [other, [], other],
  ]);
});

test('a day may be written with points, as spreadsheets in German do', async () => {
  const [variant, location] = [await makeVariant(tenant, { lotTracked: true }), await makeLocation(tenant)];
  const sheet = `sku;location_id;set_quantity;lot_number;expiry_date\n${variant.sku};${location.id};5;L1;1.2.2099\n`;
  expect(counts(await take(client, 'kind=stock', sheet))).toEqual(['completed', 0, 1, 0, 0]);
  const { rows } = await tenant.list(listLots, { variantId: variant.id });
  expect(rows.map(row => row['expiryDate'])).toEqual(['2099-02-01']);
});

test.each([
  ['create', 'already_exists'],
  ['update', 'reference_not_found'],
])('mode %s rejects rows of the other kind', async (mode, code) => {
  const known = unique('S');
  await take(client, 'kind=suppliers', `code,name\n${known},A\n`);
  const sheet = `code,name\n${mode === 'create' ? known : unique('S')},B\n`;
  const done = await take(client, `kind=suppliers&mode=${mode}&on_error=skip`, sheet);
  expect([counts(done), await problems(client, done)]).toEqual([['completed', 0, 0, 0, 1], [`1 ${code} code`]]);
});

test('a row that lacks what identifies it is told which cells are missing, whichever key it could give', async () => {
  const text = 'sku,location,set_quantity\n,,3\nV-1,,4\n';
  const done = await take(client, 'kind=stock&on_error=skip', text);
  const { body } = await client(`GET /imports/${done.id}/rows?status=rejected`);
  expect((body.data as Row[]).map(({ row, errors }) => [row, errors])).toMatchObject([
    [1, ['sku', 'location'].map(field => ({ code: 'validation_failed', message: 'Is required.', field }))],
    [2, [{ code: 'validation_failed', message: 'Is required.', field: 'location' }]],
  ]);
});

test('a rejected row names the problem at its cell, and the other rows are imported', async () => {
  const sheet = [
    'sku;product;unit_cost;shelf_life_days;lot_tracked;barcode;supplier',
    `${unique('V')};Nothing;1;2;true;;`,
    `${unique('V')};P9;1,5;2;true;;`,
    `${unique('V')};P9;1e5;2;maybe;;`,
    `${unique('V')};P9;1;2.5;true;;Nobody`,
    `${unique('V')};P9;1.5;2;NEIN;0001;`,
    ';P9;1;;;;',
  ].join('\n');
  await take(client, 'kind=products', 'reference,name\nP9,Ninth\n');
  const done = await take(client, 'kind=variants&on_error=skip', sheet);
  expect(counts(done)).toEqual(['completed', 1, 0, 0, 5]);
  expect(await problems(client, done)).toEqual([
    '1 reference_not_found product',
    '2 validation_failed unit_cost',
    '3 validation_failed unit_cost',
    '3 validation_failed lot_tracked',
    '4 reference_not_found supplier',
    '6 validation_failed sku',
  ]);
  const { body } = await client(`GET /imports/${done.id}/rows?status=rejected`);
  expect((body.data as Row[])[1]).toMatchObject({
    row: 2,
    status: 'rejected',
    id: null,
    errors: [{ message: 'Must be a number such as 1250.5: with a point, not a comma, not "1,5".' }],
  });
  const { text } = await client(`GET /imports/${done.id}/rows?status=rejected`, undefined, { accept: 'text/csv' });
  const [header, first] = text.split('\r\n');
  expect(header).toBe('sku,product,unit_cost,shelf_life_days,lot_tracked,barcode,supplier,_status,_errors,_warnings');
  expect(first).toMatch(/,Nothing,1,2,true,,,rejected,product: There is no such product\.,$/);
  const repaired = await take(
    client,
    'kind=variants&on_error=skip',
    text.replaceAll('"1,5"', '1.5').replaceAll('1e5', '5').replace('maybe', 'yes'),
  );
  expect(counts(repaired)).toEqual(['completed', 2, 0, 0, 3]);
});

test('with abort the first rejected row rolls back its transaction, and earlier ones stay', async () => {
  const codesOf = Array.from({ length: 120 }, () => unique('S'));
  const rows = codesOf.map((code, index) => `${code},${index === 70 ? '' : 'Name'}`);
  const done = await take(client, 'kind=suppliers', `code,name\n${rows.join('\n')}\n`);
  expect(counts(done)).toEqual(['failed', 50, 0, 0, 1]);
  expect(done['failure']).toMatch(/^Row 71 was rejected\./);
  const page = await tenant.list(listSuppliers, { perPage: 200 });
  expect(page.rows.filter(row => codesOf.includes(row['code'] as string)).length).toBe(50);
});

test('if a sheet has the same key twice, neither row is imported', async () => {
  const [a, b] = [unique('S'), unique('S')];
  const done = await take(client, 'kind=suppliers&on_error=skip', `code,name\n${a},A\n${b},B\n${a},C\n`);
  expect([counts(done), await problems(client, done)]).toEqual([
    ['completed', 1, 0, 0, 2],
    ['1 duplicate_in_file code', '3 duplicate_in_file code'],
  ]);
});

test('code, name and id identify the same location, and SKU and id the same variant', async () => {
  const [name, code] = [unique('Depot'), unique('L')];
  const { id } = await makeLocation(tenant, { name, code });
  const [a, b] = [await makeVariant(tenant), await makeVariant(tenant)];
  const text = [
    'sku,variant_id,location,location_id,set_quantity',
    `${a.sku},,${code},,1`,
    `${b.sku},,${code},${id},2`,
    `${a.sku},,${name},,3`,
    `,${a.id},,${id},4`,
  ].join('\n');
  const done = await take(client, 'kind=stock&on_error=skip', text);
  expect([counts(done), await problems(client, done)]).toEqual([
    ['completed', 0, 1, 0, 3],
    ['1 duplicate_in_file sku', '3 duplicate_in_file sku', '4 duplicate_in_file sku'],
  ]);
  const other = await makeLocation(tenant, { code: unique('L') });
  const torn = await take(
    client,
    'kind=stock&on_error=skip',
    `sku,location,location_id,set_quantity\n${a.sku},${code},${other.id},5`,
  );
  expect([counts(torn), await problems(client, torn)]).toEqual([
    ['completed', 0, 0, 0, 1],
    ['1 validation_failed location'],
  ]);
});

test('similar keys are different keys', async () => {
  const [a, b, c] = [unique('A'), unique('B'), unique('C')];
  for (const sku of [`${a} ${b}`, a]) await makeVariant(tenant, { sku });
  for (const code of [c, `${b} ${c}`]) await makeLocation(tenant, { code, name: code });
  const text = `sku,location,quantity_change\n${a} ${b},${c},1\n${a},${b} ${c},1\n`;
  expect(counts(await take(client, 'kind=stock', text))).toEqual(['completed', 0, 2, 0, 0]);
});

test('stock is set, changed and compared per row; an outdated sheet does not overwrite newer stock', async () => {
  const location = await makeLocation(tenant, { code: unique('L'), name: 'Main' });
  const [a, b, c] = [
    await makeVariant(tenant),
    await makeVariant(tenant),
    await makeVariant(tenant, { lotTracked: true }),
  ];
  const sheet = [
    'sku,location,set_quantity,quantity_change,expected_quantity,lot_number,expiry_date',
    `${a.sku},${location['code']},10,,0,,`,
    `${b.sku},${location['code']},,4.5,,,`,
    `${c.sku},${location['code']},3,,,L-1,2999-01-31`,
    `${c.sku},${location['code']},2,,,L-2,01/31/2999`,
  ].join('\n');
  const done = await take(client, 'kind=stock&on_error=skip', sheet);
  expect([counts(done), await problems(client, done)]).toEqual([
    ['completed', 0, 3, 0, 1],
    ['4 validation_failed expiry_date'],
  ]);
  const again = await take(client, 'kind=stock&on_error=skip', sheet.split('\n').slice(0, 2).join('\n'));
  expect([counts(again), await problems(client, again)]).toEqual([
    ['completed', 0, 0, 0, 1],
    ['1 version_conflict expected_quantity'],
  ]);
  const { rows } = await tenant.list(listInventoryLevels, { locationId: location.id });
  expect(rows.map(row => [row['sku'], row['quantityOnHand']]).sort()).toEqual(
    [
      [a.sku, 10],
      [b.sku, 4.5],
      [c.sku, 3],
    ].sort(),
  );
  expect((await tenant.list(listLots, { variantId: c.id })).rows.map(row => row['lotNumber'])).toEqual(['L-1']);
});

test('a document is a sequence of consecutive rows, and never created in part', async () => {
  const location = await makeLocation(tenant, { code: unique('L') });
  const { sku } = await makeVariant(tenant);
  const [a, b] = [unique('O'), unique('O')];
  const sheet = [
    'reference,location,notes,items.sku,items.quantity,items.unit_price',
    `${a},${location['code']},n,${sku},2,1.5`,
    `${a},${location['code']},n,${sku},3,`,
    `${b},${location['code']},,${sku},1,`,
    `${b},${location['code']},,nothing,1,`,
  ].join('\n');
  const done = await take(client, 'kind=orders&on_error=skip', sheet);
  expect([counts(done), await problems(client, done)]).toEqual([
    ['completed', 2, 0, 0, 2],
    ['3 validation_failed null', '4 reference_not_found items.sku'],
  ]);
  const { rows } = await tenant.list(listOrders, { references: [a, b] });
  expect(rows.map(row => [row['reference'], (row['items'] as Row[]).map(item => item['quantity'])])).toEqual([
    [a, [2, 3]],
  ]);
});

test('a dry run gives the same result and can be applied once', async () => {
  const [a, b] = [unique('P'), unique('P')];
  const sheet = `reference,name,sku\n${a},A,${unique('V')}\n${b},,${unique('V')}\n`;
  const dry = await take(client, 'kind=products&dry_run=true&on_error=skip', sheet);
  expect([counts(dry), await problems(client, dry)]).toEqual([['completed', 1, 0, 0, 1], ['2 validation_failed name']]);
  expect((await tenant.list(listProducts, { references: [a, b] })).rows).toEqual([]);
  const reply = await client(`POST /imports/${dry.id}/apply`);
  expect([reply.status, reply.body.data]).toMatchObject([202, { dry_run: false, source_import_id: dry.id }]);
  expect(counts(await ended(client, reply))).toEqual(['completed', 1, 0, 0, 1]);
  expect((await tenant.list(listProducts, { references: [a, b] })).rows.length).toBe(1);
  expect(codes(await client(`POST /imports/${dry.id}/apply`))).toEqual([409, 'invalid_state status']);
});

test('a dry run has a result for each row, even where the first rejected one would end the import; it then has failed', async () => {
  const sheet = `reference,name\n${unique('P')},\n${unique('P')},A\n${unique('P')},\n`;
  const dry = await take(client, 'kind=products&dry_run=true', sheet);
  expect([counts(dry), dry['failure']]).toEqual([['failed', 1, 0, 0, 2], '2 rows were rejected.']);
  expect(codes(await client(`POST /imports/${dry.id}/apply`))).toEqual([409, 'invalid_state status']);
});

test.each([...KIND_NAMES])(
  '%s: a value that nothing can have is rejected in its row, and the import continues',
  async name => {
    const { keys } = kindOf(name);
    const columns = [...new Set(keys.flat().map(columnOf))];
    const hostile = { text: 'A\0', day: '2026-02-30', object: '{"a":1}' };
    const rows = keys.flatMap(key =>
      [hostile.text, hostile.day].map(cell =>
        columns
          .map(column => (key.map(columnOf).includes(column) ? (column === 'date' ? hostile.day : cell) : ''))
          .join(),
      ),
    );
    const sheet = await take(
      client,
      `kind=${name}&mode=update&on_error=skip`,
      `${columns.join()}\n${rows.join('\n')}\n`,
    );
    expect(counts(sheet)).toEqual(['completed', 0, 0, 0, rows.length]);
    const lines = keys.flatMap(key =>
      [hostile.text, '\ud800', { a: 1 }, ['A'], 7].map(value =>
        JSON.stringify(Object.fromEntries(key.map(field => [snake(field), value]))),
      ),
    );
    const nested = await take(client, `kind=${name}&on_error=skip`, lines.join('\n'), NDJSON);
    expect(counts(nested)).toEqual(['completed', 0, 0, 0, lines.length]);
  },
);

test('an unknown column is reported as sent, with a suggestion', async () => {
  const reply = await client('POST /imports?kind=variants', 'SKU,Unit Cost,colour of It\n', CSV);
  expect((reply.body.errors as Row[]).map(({ field, message }) => [field, message])).toEqual([
    ['SKU', 'Unknown column. Is "sku" meant?'],
    ['Unit Cost', 'Unknown column. Is "unit_cost" meant?'],
    ['colour of It', 'Unknown column.'],
    [
      'sku',
      expect.stringMatching(
        /^An import of this kind needs sku, or id\. Its first row names the columns, out of .*\bunit_cost, /,
      ),
    ],
  ]);
  const done = await take(client, 'kind=variants&on_error=skip', '{"SKU":"x","unitCost":1}', NDJSON);
  expect(await problems(client, done)).toEqual(['1 unknown_field SKU', '1 unknown_field unitCost']);
});

test('spreadsheets write TRUE in capitals; ambiguous thousands separators are rejected', async () => {
  const product = unique('P');
  await take(client, 'kind=products', `reference,name\n${product},P\n`);
  const sheet = [
    'sku,product,lot_tracked,unit_cost,unit',
    `${unique('V')},${product},TRUE,1,each`,
    `${unique('V')},${product},False,"1,000",each`,
    `${unique('V')},${product},,,null`,
  ].join('\n');
  const done = await take(client, 'kind=variants&on_error=skip', sheet);
  expect(counts(done)).toEqual(['completed', 1, 0, 0, 2]);
  const { body } = await client(`GET /imports/${done.id}/rows?status=rejected`);
  expect((body.data as { errors: Row[] }[]).flatMap(({ errors }) => errors.map(({ message }) => message))).toEqual([
    'Must be a number such as 1250.5: nothing between thousands, and a point for decimals, not "1,000".',
    'Cannot be cleared. The text "null" must be in quotes.',
  ]);
});

test('null also clears references', async () => {
  const [product, supplier, sku] = [unique('P'), unique('S'), unique('V')];
  await take(client, 'kind=suppliers', `code,name\n${supplier},S\n`);
  await take(client, 'kind=products', `reference,name,sku,supplier\n${product},P,${sku},${supplier}\n`);
  const done = await take(client, 'kind=variants', `sku,supplier\n${sku},null\n`);
  expect(counts(done)).toEqual(['completed', 0, 1, 0, 0]);
  const { rows } = await tenant.list(listVariants, { sku });
  expect(rows.map(row => row['supplierId'])).toEqual([null]);
});

test('an invalid sheet is refused before anything runs', async () => {
  const refused = async (query: string, body: string | Uint8Array, headers: { [name: string]: string } = CSV) =>
    codes(await client(`POST /imports?${query}`, body, headers));
  expect(await refused('kind=suppliers', 'code,name,color,x\n')).toEqual([
    422,
    'unknown_field color',
    'unknown_field x',
  ]);
  expect(await refused('kind=variants', 'name,unit\na,b\n')).toEqual([422, 'validation_failed sku']);
  expect(await refused('kind=suppliers', 'code,code\n')).toEqual([422, 'validation_failed code']);
  expect(await refused('kind=suppliers', '')).toEqual([422, 'validation_failed content']);
  expect(await refused('kind=suppliers', 'code,_\0\n')).toEqual([422, 'validation_failed content']);
  expect(await refused('kind=suppliers', 'code,name\n"a,b\n')).toEqual([422, 'validation_failed content']);
  expect(await refused('kind=suppliers', new Uint8Array([0x63, 0xff, 0xfe]))).toEqual([400, 'bad_request']);
  expect(await refused('kind=suppliers', 'code\n', { 'content-type': 'application/json' })).toEqual([
    415,
    'unsupported_media_type',
  ]);
  expect(await refused('kind=suppliers', 'code\n', { ...CSV, 'content-encoding': 'gzip' })).toEqual([
    415,
    'unsupported_media_type',
  ]);
  expect(await refused('kind=nothing', 'code\n')).toEqual([422, 'validation_failed kind']);
  expect(await refused('kind=suppliers&color=red', 'code\n')).toEqual([422, 'unknown_field color']);
  expect(await refused('kind=suppliers&content=x', 'code\n')).toEqual([422, 'unknown_field content']);
  expect(await refused('kind=suppliers', `code,name\n${'a,b\n'.repeat(100_001)}`)).toEqual([
    422,
    'validation_failed content',
  ]);
});

test('NDJSON: one nested document per line; an invalid line is rejected alone', async () => {
  const [a, b] = [unique('P'), unique('P')];
  const lines = [
    JSON.stringify({ reference: a, name: 'A', variants: [{ sku: unique('V') }, { sku: unique('V'), unit_cost: 2 }] }),
    'nonsense',
    '[1]',
    JSON.stringify({ reference: b, name: 'B', color: 'red' }),
    '{"name":"A","name":"B"}',
    '{"meta": {"rows": 5, "as_of": "2026-01-01T00:00:00.000Z", "position": 0}}',
  ];
  const done = await take(client, 'kind=products&on_error=skip', lines.join('\n'), NDJSON);
  expect([counts(done), await problems(client, done)]).toEqual([
    ['completed', 1, 0, 0, 4],
    ['2 malformed_json null', '3 validation_failed null', '4 unknown_field color', '5 malformed_json null'],
  ]);
});

test('an import can be cancelled, and what was done until then stays', async () => {
  const rows = Array.from({ length: 3000 }, () => `${unique('S')},Name`);
  const reply = await client('POST /imports?kind=suppliers', `code,name\n${rows.join('\n')}\n`, CSV);
  const { id } = reply.body.data as { id: string };
  const cancelled = await client(`POST /imports/${id}/cancel`);
  expect([cancelled.status, cancelled.body.data]).toMatchObject([200, { status: 'cancelled' }]);
  const { rows_created: made } = (await client(`GET /imports/${id}`)).body.data as { rows_created: number };
  const page = await client(`GET /imports/${id}/rows?per_page=1`);
  expect(page.body.meta!['total']).toBe(made);
  expect(codes(await client(`POST /imports/${id}/cancel`))).toEqual([409, 'invalid_state status']);
});

test('an import stops at its next transaction once its key is revoked, and what was done until then stays', async () => {
  const key = await tenant.key('catalog:write');
  const other = clientOf(base, key);
  const held = await makeLocation(tenant, { code: unique('HELD') });
  const rows = Array.from({ length: 120 }, (_, index) => `${index === 60 ? held['code'] : unique('L')},Renamed,store`);
  const lock = new pg.Client({ connectionString: world.url });
  await lock.connect();
  try {
    await lock.query('begin');
    await lock.query('select from locations where id = $1 for update', [held.id]);
    const reply = await other('POST /imports?kind=locations', `code,name,type\n${rows.join('\n')}\n`, CSV);
    await until(async () => {
      wake();
      return ((await client(`GET /imports/${(reply.body.data as Made).id}`)).body.data as Row)['rows_done'] === 50;
    });
    // The second transaction has begun, and waits for the location.
    await lockAwaited(lock);
    await sql`update api_keys
      set revoked_at = now() where scopes = '{catalog:write}' and organization_id = ${tenant.id}`.execute(world.owner);
    await lock.query('rollback');
    const done = await ended(client, reply);
    expect([done.status, done['rows_done'], done['failure']]).toEqual([
      'failed',
      100,
      'The API key that started it was revoked. Rows of earlier transactions stay.',
    ]);
    expect((await client(`GET /imports/${done.id}/rows?per_page=1`)).body.meta!['total']).toBe(100);
  } finally {
    await lock.end();
  }
});

test.each<[string, (code: string, productId: string) => RawBuilder<unknown>, string]>([
  [
    'suppliers',
    code => sql`
      insert into suppliers (id, organization_id, code, name, metadata, created_at, updated_at)
      values (gen_random_uuid(), ${tenant.id}, ${code}, 'Theirs', '{}', now(), now())`,
    'code,name\n{code},Ours\n',
  ],
  [
    'products',
    (sku, productId) => sql`
      insert into variants (id, organization_id, product_id, sku, name, unit, lot_tracked, metadata,
        created_at, updated_at)
      values (gen_random_uuid(), ${tenant.id}, ${productId}, ${sku}, 'Theirs', 'each', false, '{}', now(), now())`,
    'id,name,sku,variant_name\n{product},P,{code},Ours\n',
  ],
])('%s: what somebody else creates at the same moment is updated', async (kind, created, sheet) => {
  const [code, { productId }] = [unique('C'), await makeVariant(tenant)];
  const watch = new pg.Client({ connectionString: world.url });
  await watch.connect();
  const text = sheet.replace('{code}', code).replace('{product}', productId as string);
  try {
    const reply = await world.owner.transaction().execute(async theirs => {
      await created(code, productId as string).execute(theirs);
      const posted = await client(`POST /imports?kind=${kind}&on_error=skip`, text, CSV);
      wake();
      await lockAwaited(watch);
      return posted;
    });
    expect(counts(await ended(client, reply))).toEqual(['completed', 0, 1, 0, 0]);
  } finally {
    await watch.end();
  }
});

test('an import that the database fails is tried again, for a quarter of an hour', async () => {
  const lock = new pg.Client({ connectionString: world.url });
  await lock.connect();
  const leaseOf = async (id: string) => {
    const { rows } = await sql<{
      until: string | null;
    }>`select lease_until as until from imports where id = ${id}`.execute(world.owner);
    return rows[0]!.until;
  };
  const earlier = await take(client, 'kind=suppliers', `code,name\n${unique('S')},Ann\n`);
  /** One import of an organization runs at a time, so others wait while the earlier one does. */
  const runs = (does: boolean) =>
    sql`
      update imports
      set status = ${does ? 'running' : 'completed'}, lease_until = case when ${does} then now() + interval '1 hour' end
      where id = ${earlier.id}`.execute(world.owner);
  /** Fails the first thing that the import asks of the database. */
  const failing = async (idle: string) => {
    await runs(true);
    const reply = await client('POST /imports?kind=suppliers', `code,name\n${unique('S')},Ann\n`, CSV);
    const { id } = reply.body.data as Made;
    await lock.query('begin');
    await lock.query('lock table import_contents in access exclusive mode');
    await runs(false);
    wake();
    await lockAwaited(lock);
    const lease = await leaseOf(id);
    await sql`update imports set updated_at = updated_at - ${idle}::interval where id = ${id}`.execute(world.owner);
    await lock.query(
      "select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    await until(async () => (await leaseOf(id)) !== lease);
    await lock.query('rollback');
    // Skips the moment until it is tried again.
    await sql`update imports set lease_until = now() where id = ${id} and status = 'running'`.execute(world.owner);
    return (await ended(client, reply)).status;
  };
  try {
    expect(await failing('0')).toBe('completed');
    expect(await failing('20 minutes')).toBe('failed');
  } finally {
    await lock.end();
  }
});

interface Starter {
  own: Tenant;
  key: Row;
  member: Row;
}

test.each<[string, 'key' | 'member', (starter: Starter) => Promise<unknown>, string]>([
  [
    'a revoked key',
    'key',
    ({ own, key }) => own.run(revokeApiKey, { id: key['id'] }),
    'The API key that started it was revoked.',
  ],
  [
    'an expired key',
    'key',
    ({ key }) => sql`update api_keys set expires_at = now() where id = ${key['id']}`.execute(world.owner),
    'The API key that started it has expired.',
  ],
  [
    'a removed member',
    'member',
    ({ own, member }) => own.run(deleteMember, { id: member['id'] }),
    'Whoever started it is no longer a member of the organization.',
  ],
  [
    'a member who may only read now',
    'member',
    ({ own, member }) => own.run(updateMember, { id: member['id'], role: 'viewer' }),
    'Whoever started it no longer has the scope manufacturing:write.',
  ],
  [
    'an organization that has lost the module',
    'member',
    ({ own }) => own.run(updateOrganization, { modules: [] }),
    'The manufacturing module is no longer enabled.',
  ],
])('an import of %s does nothing more', async (_, by, end, why) => {
  const own = await world.tenant();
  await own.key();
  const [key] = (await own.list(listApiKeys)).rows;
  const member = await own.run(createMember, { email: `${own.slug}@example.com` });
  const { sku } = await makeVariant(own);
  const starter = { own, key: key!, member };
  await end(starter);
  // As if it had been accepted a moment before.
  const content = `sku,name,output_quantity,items.sku,items.quantity\n${sku},X,1,${sku},1\n`;
  const caller = { ...own.caller, actorId: starter[by]['id'] as string };
  const { answer } = await execute(
    createImport,
    caller,
    { kind: 'recipes', content },
    { present: result => result as Row },
  );
  let found: Row | undefined;
  await until(async () => {
    wake();
    found = await own.run(getImport, { id: answer['id'] });
    return found['status'] === 'failed';
  });
  expect(found).toMatchObject({ rowsDone: 0, failure: `${why} Rows of earlier transactions stay.` });
});

test('the kind decides the scope, for submitting and for reading', async () => {
  const stock = clientOf(base, await tenant.key('inventory:write'));
  const catalog = clientOf(base, await tenant.key('catalog:read'));
  expect(codes(await stock('POST /imports?kind=suppliers', 'code\n', CSV))).toEqual([403, 'insufficient_scope']);
  expect(codes(await catalog('POST /imports?kind=suppliers', 'code\n', CSV))).toEqual([403, 'insufficient_scope']);
  const done = await take(client, 'kind=suppliers', 'code,name\n');
  expect((await catalog(`GET /imports/${done.id}`)).status).toBe(200);
  expect(codes(await stock(`GET /imports/${done.id}`))).toEqual([403, 'insufficient_scope']);
  expect(codes(await stock(`POST /imports/${done.id}/cancel`))).toEqual([403, 'insufficient_scope']);
  expect(((await stock('GET /imports?per_page=200')).body.data as Row[]).map(row => row['kind'])).not.toContain(
    'suppliers',
  );
});

test('an import sees and refers to nothing of another organization', async () => {
  const other = await world.tenant();
  const place = await makeLocation(other, { code: 'THEIRS' });
  const { sku } = await makeVariant(other);
  const done = await take(
    client,
    'kind=stock&on_error=skip',
    `sku,location,location_id,set_quantity\n${sku},,${place.id},5\n${sku},THEIRS,,5\n`,
  );
  expect(await problems(client, done)).toEqual([
    '1 reference_not_found sku',
    '1 reference_not_found location_id',
    '2 reference_not_found location',
  ]);
  const theirs = clientOf(base, await other.key());
  expect(codes(await theirs(`GET /imports/${done.id}`))).toEqual([404, 'not_found']);
  expect(codes(await theirs(`GET /imports/${done.id}/rows`))).toEqual([404, 'not_found']);
});

test('a manufacturing import requires its module', async () => {
  const plain = await world.tenant([]);
  const reply = await clientOf(base, await plain.key())('POST /imports?kind=recipes', 'sku,name\n', CSV);
  expect(codes(reply)).toEqual([403, 'module_not_enabled']);
});
