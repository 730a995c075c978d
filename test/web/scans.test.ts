import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createProduct } from '../../src/domain/create-products.ts';
import { createCycleCount, startCycleCount } from '../../src/domain/cycle-counts.ts';
import { createInventoryAdjustment } from '../../src/domain/inventory-adjustments.ts';
import { quarantineLot } from '../../src/domain/lots.ts';
import { createOrder } from '../../src/domain/orders.ts';
import { createPurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { recallLot } from '../../src/domain/recalls.ts';
import { createStockTransfer, shipStockTransfer } from '../../src/domain/stock-transfers.ts';
import { unique } from '../support/make.ts';
import { useWorld } from '../support/world.ts';
import {
  answered,
  becomes,
  complete,
  hasFocus,
  hasValue,
  holdBack,
  inDays,
  isBrowserThere,
  PHONE,
  scan,
  scanAtOnce,
  scanNowhere,
  shoot,
  useShop,
  violationsOf,
} from './support.ts';

/** A scan does what it should, however fast it comes and however late its answer. */

const world = useWorld();

(isBrowserThere ? describe : describe.skip)('scans', () => {
  const { there, read, run, place, open } = useShop(world);

  test('a scan adds a line or finds it; Enter never submits an incomplete form', async () => {
    const page = await open('/orders?act=new');
    const dialog = page.getByRole('dialog', { name: 'New order' });
    await dialog.getByLabel('Ship from').waitFor();
    await hasFocus(dialog.getByLabel('Ship from'));
    await dialog.getByLabel('Ship from').click();
    await page.getByRole('option', { name: 'Hamburg warehouse' }).click();
    const field = (what: 'Product' | 'Quantity', at: number) => dialog.getByLabel(`${what} of line ${at}`);
    await field('Product', 1).focus();
    // Each is a line of its own, although the first is not known when the second is scanned over it.
    const held = await holdBack(page, /graphql/, 'Scanned');
    await scanAtOnce(page, ['401234500004', 'JUG-350', '401234500004']);
    await held.asked;
    held.letGo();
    await dialog.getByText('KET-090: 2.').waitFor();
    await becomes(async () => (await field('Product', 1).inputValue()).includes('KET-090'), true);
    await becomes(async () => (await field('Product', 2).inputValue()).includes('JUG-350'), true);
    await hasValue(field('Quantity', 2), '1');
    // The cursor is in the quantity field now: the next scans must not become quantities.
    await scan(page, '401234500004', field('Quantity', 1));
    await dialog.getByText('KET-090: 3.').waitFor();
    await scan(page, 'JUG-350', field('Quantity', 1));
    await dialog.getByText('JUG-350: 2.').waitFor();
    await hasValue(field('Quantity', 1), '3');
    await scan(page, '7', field('Quantity', 2));
    await scan(page, 'no-such-thing', field('Product', 3));
    await dialog.getByText('Nothing has the barcode or SKU no-such-thing').waitFor();
    await hasValue(field('Product', 3), 'no-such-thing');
    await dialog.getByRole('button', { name: 'Remove line 3' }).click();
    await hasFocus(dialog.getByRole('button', { name: 'Remove line 2' }));
    // Nor prices, by a scanner that ends its codes with Tab.
    const price = dialog.getByLabel('Price of line 1');
    await price.focus();
    await scanAtOnce(page, ['401234500011', '401234500004'], 'Tab');
    await dialog.getByText('KET-090: 4.').waitFor();
    expect(await price.inputValue()).toBe('61.20');
    await shoot(page, 'order-lines-scanned');
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { name: /^SO-/ }).waitFor();
    const { items } = await read<{ items: { sku: string; quantity: number }[] }>(
      `/orders/${new URL(page.url()).pathname.split('/').at(-1)}`,
    );
    expect(items.map(({ sku, quantity }) => [sku, quantity])).toEqual([
      ['KET-090', 4],
      ['JUG-350', 7],
      ['TMP-58', 1],
    ]);
    await page.context().close();
  });

  test('goods are received by scanning: one per scan, lots from their codes, and nothing that was not scanned', async () => {
    const sku = unique('GREEN');
    await run(createProduct, {
      name: 'Green coffee',
      variants: [{ sku, barcode: '4006381333931', lotTracked: true }],
    });
    const { id, number } = await run(createPurchaseOrder, {
      locationId: place(1),
      items: [
        { sku, quantity: 30 },
        { sku: 'KET-090', quantity: 3 },
        { sku: 'JUG-350', quantity: 5 },
      ],
    });
    const page = await open(`/purchase-orders/${id}`);
    await page.getByRole('button', { name: 'Receive' }).click();
    const dialog = page.getByRole('dialog', { name: `Receive ${number} at Berlin store` });
    const receive = (code: string) => scan(page, code, dialog.getByLabel('Scan'));
    // Entered before the first scan, and not scanned.
    await dialog.getByLabel('Quantity of JUG-350').fill('4');
    await dialog.getByLabel('Scan').focus();
    await receive('401234500004');
    await dialog.getByText('KET-090: 1 of 3.').waitFor();
    await receive('KET-090');
    await dialog.getByText('KET-090: 2 of 3.').waitFor();
    // A number without Enter is that of the item before, here and in its own field.
    await page.keyboard.type('1');
    await scanAtOnce(page, ['KET-090'], 'Enter', 1);
    await dialog.getByText('KET-090: 2 of 3.').waitFor();
    await dialog.getByLabel('Quantity of KET-090').fill('');
    await page.keyboard.type('1');
    await scanAtOnce(page, ['KET-090'], 'Enter', 1);
    await dialog.getByText('KET-090: 2 of 3.').waitFor();
    await dialog.getByLabel('Scan').focus();
    await receive(`(01)04006381333931(17)${inDays(400).replaceAll('-', '').slice(2)}(10)LOT-A(30)12`);
    await dialog.getByText(`${sku}, lot LOT-A: 12 of 30.`).waitFor();
    await dialog.getByLabel(`Quantity of ${sku}`).focus();
    await scanAtOnce(page, ['010400638133393110LOT-B\u001D3010']);
    await dialog.getByText(`${sku}, lot LOT-B: 22 of 30.`).waitFor();
    await dialog.getByLabel('Scan').focus();
    await receive('(01)04006381333931(10)LOT-B(30)10');
    await dialog.getByText(`${sku}: only 30 are outstanding`).waitFor();
    // A lot may be scanned where it belongs: nothing is sent by that.
    await dialog.getByLabel('Lot number 2').fill('');
    await scanAtOnce(page, ['LOT-B']);
    await hasFocus(dialog.getByLabel('Good until').nth(1));
    // What is scanned into a day leaves it as it was.
    const day = dialog.getByLabel('Good until').first();
    await day.focus();
    await scanAtOnce(page, ['NO-SUCH-1']);
    await dialog.getByText('Nothing has the barcode or SKU NO-SUCH-1.').waitFor();
    await hasValue(day, inDays(400));
    await dialog.getByLabel('Scan').focus();
    await receive('TMP-58');
    await dialog.getByText('TMP-58 is not among what is outstanding here.').waitFor();
    await shoot(page, 'receive-scanned');
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Receive', exact: true }).click();
    await page.locator('.status').getByText('Partially received').waitFor();
    const { items } = await read<{ items: { sku: string; quantity_received: number }[] }>(`/purchase_orders/${id}`);
    expect(items.map(item => item.quantity_received)).toEqual([22, 2, 0]);
    const lots = await read<{ lot_number: string; quantity_remaining: number; expiry_date: string | null }[]>(
      `/lots?sku=${sku}`,
    );
    expect(lots.map(lot => [lot.lot_number, lot.quantity_remaining, lot.expiry_date]).sort()).toEqual([
      ['LOT-A', 12, inDays(400)],
      ['LOT-B', 10, null],
    ]);
    // The two papers that a quality manager opens first show their lots.
    await page
      .getByRole('row', { name: new RegExp(sku) })
      .getByRole('link', { name: 'LOT-A' })
      .first()
      .waitFor();
    await page.getByRole('region', { name: 'What was booked' }).getByRole('link', { name: 'LOT-B' }).waitFor();
    await shoot(page, 'purchase-with-lots');
    await page.context().close();
  });

  test('nothing is booked while a scan is still being looked up', async () => {
    const sku = unique('PEND');
    await run(createProduct, { name: 'Pending', variants: [{ sku, barcode: '4012345000092' }] });
    const { id } = await run(createPurchaseOrder, {
      locationId: place(1),
      items: [
        { sku, quantity: 3 },
        { sku: 'JUG-350', quantity: 5 },
      ],
    });
    const page = await open(`/purchase-orders/${id}`);
    await page.getByRole('button', { name: 'Receive' }).click();
    const dialog = page.getByRole('dialog');
    const held = await holdBack(page, /graphql/);
    await scan(page, '(01)04012345000092', dialog.getByLabel('Scan'));
    await held.asked;
    await page.keyboard.press('Control+Enter');
    await dialog.getByText('A scan is still being looked up.').waitFor();
    held.letGo();
    await dialog.getByText(`${sku}: 1 of 3.`).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.locator('.status').getByText('Partially received').waitFor();
    const { items } = await read<{ items: { quantity_received: number }[] }>(`/purchase_orders/${id}`);
    expect(items.map(item => item.quantity_received)).toEqual([1, 0]);
    await page.context().close();
  });

  test('a code without Enter is taken before its form is sent, and what is asked for a closed form is for nobody', async () => {
    const sku = unique('TYPED');
    await run(createProduct, { name: 'Typed', variants: [{ sku, barcode: '4012345000108' }] });
    const { id } = await run(createPurchaseOrder, { locationId: place(1), items: [{ sku, quantity: 3 }] });
    const page = await open(`/purchase-orders/${id}`);
    const opener = page.getByRole('button', { name: 'Receive' });
    const dialog = page.getByRole('dialog');
    const scanner = dialog.getByLabel('Scan', { exact: true });
    await opener.click();
    await scanner.fill(sku);
    await dialog.getByRole('button', { name: 'Receive' }).click();
    await dialog.getByText(`${sku}: 1 of 3.`).waitFor();
    await dialog.getByText('A scan is still being looked up.').waitFor();
    const held = await holdBack(page, /graphql/);
    await scanner.focus();
    await scan(page, '(01)04012345000108', scanner);
    await held.asked;
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await hasFocus(opener);
    await opener.click();
    await hasFocus(scanner);
    await answered(page, 'Scanned', async () => held.letGo());
    await scan(page, sku, scanner);
    await dialog.getByText(`${sku}: 1 of 3.`).waitFor();
    // What has no answer in time is told, and nothing is waited for any more.
    const { promise: never } = Promise.withResolvers<void>();
    await page.route('**/graphql', route =>
      route.request().postData()?.includes('"code":"(01)') ? never : route.continue(),
    );
    await scan(page, '(01)04012345000108', scanner);
    await dialog.getByText('No connection: (01)04012345000108 is kept').waitFor();
    await dialog.getByRole('button', { name: 'Clear' }).click();
    await dialog.getByRole('button', { name: 'Receive' }).click();
    await page.locator('.status').getByText('Partially received').waitFor();
    const { items } = await read<{ items: { quantity_received: number }[] }>(`/purchase_orders/${id}`);
    expect(items.map(item => item.quantity_received)).toEqual([1]);

    await page.goto(`${there.url}/orders?act=new`);
    await dialog.getByLabel('Product of line 1').fill(sku);
    await dialog.getByLabel('Reference').click();
    await hasValue(dialog.getByLabel('Product of line 1'), `${sku} · Typed`);
    await dialog.getByLabel('Product of line 1').fill('nothing such');
    await page.keyboard.press('Control+Enter');
    await dialog.getByText('Nothing has the barcode or SKU nothing such').waitFor();
    await page.context().close();
  });

  test('nothing is booked for the product before, while the one that was scanned is still looked up', async () => {
    const [before, after] = [unique('BEFORE'), unique('AFTER')];
    for (const sku of [before, after]) await run(createProduct, { name: sku, variants: [{ sku }] });
    const page = await open('/inventory?act=adjust');
    const dialog = page.getByRole('dialog');
    const product = dialog.getByLabel('Product');
    await scan(page, before, product);
    await page.getByRole('dialog', { name: `Adjust stock of ${before}` }).waitFor();
    await scan(page, 'ham', dialog.getByLabel('Location'));
    await hasValue(dialog.getByLabel('Location'), 'Hamburg warehouse');
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('5');
    const held = await holdBack(page, /graphql/);
    await product.fill('');
    await product.focus();
    await scan(page, after, product);
    await held.asked;
    await page.keyboard.press('Control+Enter');
    await dialog.getByText('A scan is still being looked up.').waitFor();
    held.letGo();
    await page.getByRole('dialog', { name: `Adjust stock of ${after}` }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText(`${after} at Hamburg warehouse: +5`).waitFor();
    expect(await read(`/inventory_ledger?sku=${before}`)).toEqual([]);
    await page.context().close();
  });

  test('what is counted is the code that was scanned last, however late the answer to the one before', async () => {
    const [slow, fast] = [unique('SLOW'), unique('FAST')];
    const { id } = await run(createCycleCount, { locationId: place(1) });
    await run(startCycleCount, { id });
    for (const [sku, barcode] of [[slow], [fast, '4012345007770']] as const)
      await run(createProduct, { name: sku, variants: [{ sku, ...(barcode && { barcode }) }] });
    const page = await open(`/counts/${id}`);
    const late = Promise.withResolvers<void>();
    await page.route('**/graphql', async route => {
      if (route.request().postData()?.includes(`"code":"${slow}"`)) await late.promise;
      return route.continue();
    });
    const scanner = page.getByLabel('Barcode or SKU');
    await scanner.fill(slow);
    await answered(page, 'Scanned', async () => {
      await scanner.press('Enter');
      // Counted before it is known, and before the next.
      await scanner.fill('2');
      await scanner.press('Enter');
      await scanner.fill(fast);
      await scanner.press('Enter');
    });
    await page.getByLabel('How many are there?').fill('7');
    await answered(page, 'RecordCount', async () => late.resolve());
    const { items } = await read<{ items: { sku: string; counted_quantity: number | null }[] }>(`/cycle_counts/${id}`);
    expect(items.find(({ sku }) => sku === slow)?.counted_quantity).toBe(2);
    await hasValue(page.getByLabel('How many are there?'), '7');
    await page.getByRole('button', { name: 'Record' }).click();
    await page.getByText(`Last: ${fast}: 7`).waitFor();
    // What was counted is recorded by scanning the next, also where a button has the focus.
    await scanner.fill(slow);
    await scanner.press('Enter');
    for (let count = 0; count < 2; count += 1) await page.getByRole('button', { name: 'One more' }).click();
    await scanNowhere(page, fast, true);
    await page.getByRole('textbox', { name: new RegExp(`How many are there\\? ${fast}`) }).waitFor();
    await page.keyboard.type('5');
    await scanAtOnce(page, [slow], 'Enter', 1);
    await page.getByRole('textbox', { name: new RegExp(`How many are there\\? ${slow}`) }).waitFor();
    await scanNowhere(page, fast);
    await page.getByText(`${fast} is a code, not a number of things: nothing was recorded for ${slow}.`).waitFor();
    await page.getByRole('button', { name: 'Skip' }).click();
    await becomes(async () => {
      const counted = await read<{ items: { sku: string; counted_quantity: number | null }[] }>(`/cycle_counts/${id}`);
      return [slow, fast].map(each => counted.items.find(({ sku }) => sku === each)?.counted_quantity);
    }, [4, 5]);
    // A label of GS1 names the item as well.
    await scanner.fill(']C1010401234500777010LOT\u001D3002');
    await scanner.press('Enter');
    await page.getByLabel('How many are there?').fill('3');
    await page.getByRole('button', { name: 'Record' }).click();
    await page.getByText(`Last: ${fast}: 3`).waitFor();
    await page.context().close();
  });

  test('a scan whose answer makes no sense is told, and those after it count', async () => {
    const { id } = await run(createOrder, { locationId: place(0), items: [{ sku: 'BLD-HSE-250', quantity: 2 }] });
    const page = await open(`/orders/${id}`);
    await page.getByRole('button', { name: 'Pick' }).click();
    const dialog = page.getByRole('dialog');
    // A lot that expired on a day that no calendar has cannot be named.
    const nonsense = {
      kind: 'LOT',
      variant: { sku: 'BLD-HSE-250' },
      lot: { id: 'x', lotNumber: 'X', expiryDate: '!' },
    };
    await page.route(/graphql/, route =>
      route.request().postData()?.includes('"BROKEN"')
        ? route.fulfill({ json: { data: { scan: nonsense } } })
        : route.continue(),
    );
    await scan(page, 'BROKEN', dialog.getByLabel('Scan'));
    await page.getByText('A scan could not be looked up: scan it again.').waitFor();
    await scan(page, 'BLEND-0742', dialog.getByLabel('Scan'));
    await dialog.getByText('BLD-HSE-250, lot BLEND-0742: 1 of 2').waitFor();
    await page.context().close();
  });

  test('an order is found and picked by scanning alone, with no field to scan into, and the scanned lot is taken', async () => {
    const { id, number } = await run(createOrder, {
      locationId: place(0),
      items: [{ sku: 'BLD-HSE-250', quantity: 2 }],
    });
    const page = await open('/orders', PHONE);
    await complete(page);
    // N, and / in the middle, are no shortcuts then; and no similar thing is taken for it.
    await scanNowhere(page, 'n/BLD-HSE-25');
    const search = page.getByLabel('Find or do anything');
    await page.getByText('Nothing matches “n/BLD-HSE-25”.').waitFor();
    await hasFocus(search);
    await scanNowhere(page, 'BLD-HSE-25');
    await hasValue(search, 'BLD-HSE-25');
    await page.getByRole('option', { name: 'House blend' }).waitFor();
    expect([new URL(page.url()).pathname, await page.getByRole('dialog').count()]).toEqual(['/orders', 0]);
    await scanNowhere(page, number);
    await page.getByRole('heading', { level: 1, name: number }).waitFor();
    const dialog = page.getByRole('dialog', { name: `Fulfill ${number} from Hamburg warehouse` });
    await scanNowhere(page, 'BLEND-0742');
    await dialog.getByText('BLD-HSE-250, lot BLEND-0742: 1 of 2 kg.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).focus();
    await scanNowhere(page, 'MUG-CER-01', true);
    await dialog.getByText('MUG-CER-01 is not among what is outstanding here.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.getByText('Discard your changes?').waitFor();
    await page.keyboard.press('Enter');
    // Where everything is filled in again there is no last scan whose quantity could be typed.
    await dialog.getByRole('button', { name: 'Fill in everything outstanding' }).click();
    await dialog.getByLabel('Scan').focus();
    await scan(page, '1', dialog.getByLabel('Scan'));
    await dialog.getByText('Nothing has the barcode or SKU 1.').waitFor();
    await hasValue(dialog.getByLabel('Quantity of BLD-HSE-250'), '2');
    await scan(page, 'BLEND-0742', dialog.getByLabel('Scan'));
    await dialog.getByText('BLD-HSE-250, lot BLEND-0742: 1 of 2 kg.').waitFor();
    await shoot(page, 'pick-scanned-phone');
    await dialog.getByRole('button', { name: 'Fulfill' }).click();
    // At the bottom it would cover the buttons of the next dialog.
    await page.getByRole('alert').filter({ hasText: 'Fulfilled.' }).waitFor();
    expect((await page.getByRole('alert').filter({ hasText: 'Fulfilled.' }).boundingBox())!.y).toBeLessThan(200);
    await page.locator('.status').getByText('Partially fulfilled').waitFor();
    const entries = await read<{ quantity_change: number; lot_id: string }[]>(`/inventory_ledger?reference_id=${id}`);
    const [lot] = await read<{ id: string }[]>('/lots?lot_number=BLEND-0742');
    expect(entries.map(entry => [entry.quantity_change, entry.lot_id])).toEqual([[-1, lot!.id]]);
    await page.getByRole('link', { name: 'BLEND-0742' }).first().waitFor();
    await page.context().close();
  });

  test('a lot that must not be shipped is refused when it is scanned, and one that expires later is pointed out', async () => {
    const sku = unique('OAT');
    await run(createProduct, {
      name: 'Oat drink',
      variants: [{ sku, barcode: '4012345678901', lotTracked: true, unitCost: 1 }],
    });
    const lots: { [number: string]: number } = { EARLY: 20, LATE: 90, HELD: 60, CALLED: 60, OLD: -3 };
    for (const [lotNumber, days] of Object.entries(lots))
      await run(createInventoryAdjustment, {
        sku,
        locationId: place(0),
        quantityChange: 5,
        reason: 'stock_in',
        lotNumber: `${lotNumber}-${sku}`,
        expiryDate: inDays(days),
      });
    const idOf = async (lotNumber: string) =>
      (await read<{ id: string }[]>(`/lots?lot_number=${lotNumber}-${sku}`))[0]!.id;
    await run(quarantineLot, { id: await idOf('HELD') });
    await run(recallLot, { id: await idOf('CALLED') });
    const { id } = await run(createOrder, { locationId: place(0), items: [{ sku, quantity: 4 }] });
    const page = await open(`/orders/${id}`, PHONE);
    await page.getByRole('button', { name: 'Pick' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByPlaceholder(`First to expire: EARLY-${sku}`).waitFor();
    const pick = (lotNumber: string) =>
      scan(page, `(01)04012345678901(10)${lotNumber}-${sku}`, dialog.getByLabel('Scan'));
    for (const [lotNumber, words] of [
      ['NONE', `There is no lot NONE-${sku} of ${sku}.`],
      ['HELD', `Lot HELD-${sku} is in quarantine: put it back.`],
      ['CALLED', `Lot CALLED-${sku} is recalled: set it aside.`],
      ['OLD', `Lot OLD-${sku} expired on`],
    ] as const) {
      await pick(lotNumber);
      await dialog.getByText(words).waitFor();
    }
    await pick('LATE');
    await dialog.getByText(`${sku}, lot LATE-${sku}: 1 of 4.`).waitFor();
    await scan(page, '2', dialog.getByLabel('Scan'));
    await dialog.getByText(`${sku}, lot LATE-${sku}: 2 of 4.`).waitFor();
    await dialog.getByText(`EARLY-${sku} expires earlier`).waitFor();
    await shoot(page, 'pick-later-lot-phone');
    await dialog.getByRole('button', { name: 'Fulfill' }).click();
    await page.locator('.status').getByText('Partially fulfilled').waitFor();
    const entries = await read<{ quantity_change: number; lot_id: string }[]>(`/inventory_ledger?reference_id=${id}`);
    expect(entries.map(entry => [entry.quantity_change, entry.lot_id])).toEqual([[-2, await idOf('LATE')]]);
    await page.context().close();
  });

  test('a transfer leaves and arrives in the lots that were scanned, never in others that expire first', async () => {
    const sku = unique('SOY');
    await run(createProduct, {
      name: 'Soy drink',
      variants: [{ sku, barcode: '4012345678918', lotTracked: true, unitCost: 1 }],
    });
    for (const [lotNumber, days] of [
      ['EARLY', 20],
      ['LATE', 90],
    ] as const)
      await run(createInventoryAdjustment, {
        sku,
        locationId: place(0),
        quantityChange: 9,
        reason: 'stock_in',
        lotNumber: `${lotNumber}-${sku}`,
        expiryDate: inDays(days),
      });
    const idOf = async (lotNumber: string) =>
      (await read<{ id: string }[]>(`/lots?lot_number=${lotNumber}-${sku}`))[0]!.id;
    const [early, late] = [await idOf('EARLY'), await idOf('LATE')];
    const transfer = (quantity: number) =>
      run(createStockTransfer, {
        sourceLocationId: place(0),
        destinationLocationId: place(1),
        items: [{ sku, quantity }],
      });
    const booked = async (id: string) =>
      (
        await read<{ entry_type: string; quantity_change: number; lot_id: string }[]>(
          `/inventory_ledger?reference_id=${id}&sort=created_at`,
        )
      ).map(entry => [entry.entry_type, entry.quantity_change, entry.lot_id === early ? 'EARLY' : 'LATE']);
    const scanLot = (page: Page, lotNumber: string) =>
      scan(page, `(01)04012345678918(10)${lotNumber}-${sku}`, page.getByRole('dialog').getByLabel('Scan'));

    const { id } = await transfer(3);
    const page = await open(`/transfers/${id}`, PHONE);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Pick' }).click();
    await scanLot(page, 'LATE');
    await dialog.getByText(`${sku}, lot LATE-${sku}: 1 of 3.`).waitFor();
    await dialog.getByRole('button', { name: 'Ship' }).click();
    await dialog.getByText(`${sku}: 1 of 3. A transfer leaves as a whole`).waitFor();
    expect(await booked(id)).toEqual([]);
    // The field that is refused has the focus; a scanner need not be brought back to the field for scans.
    for (const sum of [2, 3]) {
      await scan(page, `(01)04012345678918(10)LATE-${sku}`, dialog.getByLabel(`Quantity of ${sku}`));
      await dialog.getByText(`${sku}, lot LATE-${sku}: ${sum} of 3.`).waitFor();
    }
    await shoot(page, 'transfer-pick-phone');
    await dialog.getByRole('button', { name: 'Ship' }).click();
    await page.locator('.status').getByText('Shipped').waitFor();
    expect(await booked(id)).toEqual([['transfer_out', -3, 'LATE']]);
    await page.getByRole('button', { name: 'Receive' }).click();
    await scanLot(page, 'EARLY');
    await dialog.getByText(`Lot EARLY-${sku} of ${sku} is not among what is outstanding here.`).waitFor();
    await page.keyboard.press('Escape');

    const other = await transfer(6);
    await run(shipStockTransfer, {
      id: other.id,
      items: [{ sku, lots: [early, late].map(lotId => ({ lotId, quantity: 3 })) }],
    });
    await page.goto(`${there.url}/transfers/${other.id}`);
    await page.getByRole('button', { name: 'Receive' }).click();
    await dialog.getByText(`Lot EARLY-${sku}, good until`).waitFor();
    await dialog.getByText(`Lot LATE-${sku}, good until`).waitFor();
    await dialog.getByLabel(`Quantity of ${sku}, lot 2`).fill('1');
    await dialog.getByLabel('Nothing more will arrive').check();
    await shoot(page, 'transfer-receive-lots-phone');
    await dialog.getByRole('button', { name: 'Receive', exact: true }).click();
    await page.getByText('2 units lost on the way').waitFor();
    expect((await booked(other.id)).filter(([type]) => type === 'transfer_loss')).toEqual([
      ['transfer_loss', -2, 'LATE'],
    ]);
    await page.context().close();
  });
});
