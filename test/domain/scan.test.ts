import { beforeAll, describe, expect, test } from '@jest/globals';
import { readGs1 } from '../../src/domain/gs1.ts';
import { createLocation } from '../../src/domain/locations.ts';
import { createPurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { scan } from '../../src/domain/scan.ts';
import { clientOf } from '../support/http.ts';
import { type Made, makeLocation, makeOrder, makeVariant, unique } from '../support/make.ts';
import { makeLot } from '../support/manufacturing.ts';
import { refusal, statementsOf, type Tenant, useWorld } from '../support/world.ts';

const FNC1 = '\u001d';
const GTIN = '04012345000054';

describe('a GS1 code is parsed', () => {
  const all = { gtin: GTIN, lotNumber: 'A-1/2', expiryDate: '2027-10-31', serialNumber: 'S9', count: 12 };
  test.each([
    ['in brackets', `(01)${GTIN}(17)271031(10)A-1/2(21)S9(30)12`],
    ['as a scanner sends it, FNC1 between the elements', `]C101${GTIN}1727103110A-1/2${FNC1}21S9${FNC1}3012`],
    ['of a DataMatrix', `]d201${GTIN}1727103110A-1/2${FNC1}21S9${FNC1}3012`],
    ['without its symbology', `01${GTIN}1727103110A-1/2${FNC1}21S9${FNC1}3012`],
    ['as a Digital Link', `https://id.example.com/some/01/${GTIN}/10/A-1%2F2/21/S9?17=271031&30=12`],
    ['as a Digital Link of a short number', `https://id.example.com/01/4012345000054/10/A-1%2F2/21/S9?17=271031&30=12`],
  ])('%s', (_, code) => {
    expect(readGs1(code)).toEqual(all);
  });

  test('day 00 is the last of its month; best before is used if there is no expiry', () => {
    expect(readGs1(`(01)${GTIN}(17)280200`)?.expiryDate).toBe('2028-02-29');
    expect(readGs1(`(01)${GTIN}(15)280215`)?.expiryDate).toBe('2028-02-15');
    expect(readGs1(`(01)${GTIN}(15)280215(17)280301`)?.expiryDate).toBe('2028-03-01');
  });

  test.each(['261300', '260231', '000000', '261232', '260001'])(
    '%s is no day, and no other is put in its place',
    day => {
      expect(readGs1(`(01)${GTIN}(17)${day}`)).toMatchObject({ gtin: GTIN, expiryDate: null });
    },
  );

  test('an element without content says nothing', () => {
    expect(readGs1(`(01)${GTIN}(10)(21)`)).toMatchObject({ lotNumber: null, serialNumber: null });
  });

  test.each([
    ['a plain barcode', '4006381333931'],
    ['a number of an order', 'SO-000042'],
    ['a wrong check digit', '(01)04012345000055(10)A'],
    ['a web page', 'https://example.com/shop/01'],
    ['a broken escape', 'https://example.com/01/%E0%A4%A/10/x'],
    ['brackets around nothing', '(01)'],
    ['an element nobody knows', '(99999)1'],
    ['nothing but a separator', FNC1],
    ['a long number that only begins like one', '0104012345000055999'],
  ])('%s is none', (_, code) => {
    expect(readGs1(code)).toBeNull();
  });
});

describe('what a code is', () => {
  const world = useWorld();
  let ours: Tenant;
  let theirs: Tenant;
  let variant: Made;
  let location: Made;
  beforeAll(async () => {
    ours = await world.tenant();
    theirs = await world.tenant();
    variant = await makeVariant(ours, { sku: 'BEAN-1', barcode: '4012345000054', lotTracked: true });
    location = await makeLocation(ours, { code: 'HAM' });
    await makeVariant(theirs, { sku: 'THEIRS', barcode: '96385074' });
  });
  const ask = (code: string, tenant = ours) => tenant.run(scan, { code });

  test.each(['4012345000054', GTIN, 'BEAN-1'])('%s is the variant', async code => {
    expect(await ask(code)).toMatchObject({ code, kind: 'variant', variant: { id: variant.id }, lot: null, gs1: null });
  });

  test('a barcode takes precedence over an identical SKU', async () => {
    await makeVariant(ours, { sku: '4012345000054' });
    expect(await ask('4012345000054')).toMatchObject({ variant: { id: variant.id } });
  });

  test('a lot is found by its number and by a GS1 code; of an unknown lot the item is returned', async () => {
    const lot = await makeLot(ours, variant as never, location as never, 6, { lotNumber: 'L-77' });
    expect(await ask('L-77')).toMatchObject({
      kind: 'lot',
      lot: { id: lot.id },
      variant: { id: variant.id },
      others: 0,
    });
    expect(await ask(`(01)${GTIN}(10)L-77(17)271031`)).toMatchObject({
      kind: 'lot',
      lot: { id: lot.id },
      variant: { id: variant.id },
      gs1: { gtin: GTIN, lotNumber: 'L-77', expiryDate: '2027-10-31', count: null },
    });
    expect(await ask(`(01)${GTIN}(10)L-78`)).toMatchObject({
      kind: 'variant',
      variant: { id: variant.id },
      lot: null,
      gs1: { lotNumber: 'L-78' },
    });
  });

  test('of lots with the same number, one is shown and the others are counted', async () => {
    const other = await makeVariant(ours, { lotTracked: true });
    await makeLot(ours, variant as never, location as never, 1, { lotNumber: 'SAME' });
    const last = await makeLot(ours, other, location as never, 1, { lotNumber: 'SAME' });
    expect(await ask('SAME')).toMatchObject({ kind: 'lot', lot: { id: last.id }, others: 1 });
  });

  test('documents are found by number, locations by code', async () => {
    const { order } = await makeOrder(ours);
    const purchase = await ours.run(createPurchaseOrder, {
      locationId: location.id,
      items: [{ sku: 'BEAN-1', quantity: 1 }],
    });
    const number = String((await ours.run(scan, { code: 'HAM' }))['kind']);
    expect(number).toBe('location');
    expect(await ask(String((order as unknown as { number: string }).number).toLowerCase())).toMatchObject({
      kind: 'order',
      document: { id: order.id, status: 'pending' },
    });
    expect(await ask(String(purchase['number']))).toMatchObject({
      kind: 'purchase_order',
      document: { id: purchase['id'], status: 'submitted' },
    });
  });

  test('unknown codes, and those of another organization, are a result and not an error', async () => {
    for (const code of ['nothing', '96385074', 'THEIRS', `(01)00000096385074`, 'PO-999999'])
      expect(await ask(code)).toMatchObject({ kind: 'unknown', variant: null, lot: null, document: null });
  });

  test('an empty or too long code is refused at its field', async () => {
    expect(await refusal(ask(''))).toMatchObject([{ field: 'code' }]);
    expect(await refusal(ask('x'.repeat(501)))).toMatchObject([{ field: 'code' }]);
  });

  test('without the module no lot is shown', async () => {
    const plain = await world.tenant([]);
    const place = await makeLocation(plain, { code: 'L-1' });
    expect(await ask('L-1', plain)).toMatchObject({ kind: 'location', location: { id: place.id } });
  });

  test('a barcode takes one statement; an unknown code takes four', async () => {
    expect(await statementsOf(() => ask('BEAN-1'))).toHaveLength(1);
    expect(await statementsOf(() => ask('nowhere'))).toHaveLength(4);
  });

  test('REST requires the scope of inventory', async () => {
    const { url } = await world.serve();
    const reply = await clientOf(`${url}/api/v1`, await ours.key('inventory:read'))('GET /scan?code=BEAN-1');
    expect([reply.status, (reply.body.data as { kind: string }).kind]).toEqual([200, 'variant']);
    expect((await clientOf(`${url}/api/v1`, await ours.key('orders:read'))('GET /scan?code=BEAN-1')).status).toBe(403);
  });

  test('two locations never share a code', async () => {
    expect(await refusal(ours.run(createLocation, { name: unique('x'), code: 'HAM', type: 'store' }))).toMatchObject([
      { code: 'already_exists' },
    ]);
  });
});
