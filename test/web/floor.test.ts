import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import bwipjs from 'bwip-js';
import type { Locator, Page } from 'playwright-core';
import { createProduct } from '../../src/domain/create-products.ts';
import { createInventoryAdjustments } from '../../src/domain/inventory-adjustments.ts';
import { createInventoryPolicy, updateInventoryPolicy } from '../../src/domain/inventory-policies.ts';
import { cancelOrder, createOrder, reserveOrder } from '../../src/domain/orders.ts';
import { createProductionBatch, startProductionBatch } from '../../src/domain/production-batches.ts';
import { receivePurchaseOrder } from '../../src/domain/purchase-order-receipts.ts';
import { createPurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { unique } from '../support/make.ts';
import { useWorld } from '../support/world.ts';
import {
  answered,
  becomes,
  complete,
  follow,
  hasCount,
  hasValue,
  inDays,
  isBrowserThere,
  look,
  newContext,
  openBrowser,
  person,
  shoot,
  signedIn,
  typeInto,
  useShop,
  violationsOf,
} from './support.ts';

/** Work on the floor and behind it: policies as a grid, expiry and waste, reservations, scanning with a camera. */

const world = useWorld();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

interface Policy {
  id: string;
  reorder_point: number;
  reorder_quantity: number;
  safety_stock: number | null;
  lead_time_days: number | null;
  replenishment_source: string | null;
  source_location_id: string | null;
}

(isBrowserThere ? describe : describe.skip)('floor', () => {
  const { there, read, open, run, place } = useShop(world);
  const policy = async (sku: string, at: number) =>
    (await read<Policy[]>(`/inventory_policies?sku=${sku}&location_id=${place(at)}`))[0];
  const saved = async (page: Page) => page.waitForFunction(() => !document.querySelector('.cell.waiting'));

  test('policies are edited in place, as in a spreadsheet; each cell is saved when it is left', async () => {
    await run(createInventoryPolicy, { sku: 'KET-090', locationId: place(0), reorderPoint: 4, reorderQuantity: 12 });
    const page = await open('/suppliers');
    const cell = (what: string, where: string) => page.getByLabel(`${what} of KET-090 at ${where}`);
    // Until it is read, a row claims neither a value nor a default, and takes none.
    const held = Promise.withResolvers<void>();
    await page.route('**/graphql', async route => {
      if (route.request().postData()?.includes('PoliciesOfRows')) await held.promise;
      await route.continue();
    });
    await follow(page, '/policies?q=KET-090');
    await page.waitForFunction(() => document.querySelectorAll('.grid-row').length === 3);
    expect(
      await cell('Reorder point', 'Hamburg warehouse').evaluate((input: HTMLInputElement) => [
        input.value,
        input.placeholder,
        input.readOnly,
      ]),
    ).toEqual(['', '…', true]);
    expect(await cell('Comes from', 'Hamburg warehouse').locator('option').allInnerTexts()).toEqual(['…']);
    held.resolve();
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLInputElement>('.cell')].some(each => each.value === '12'),
    );
    await cell('Reorder point', 'Hamburg warehouse').focus();
    await page.keyboard.type('30');
    await page.keyboard.press('Tab');
    await page.keyboard.type('60,5');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('6');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('9');
    await page.keyboard.press('Enter');
    await saved(page);
    expect(await policy('KET-090', 0)).toMatchObject({
      reorder_point: 30,
      reorder_quantity: 60.5,
      safety_stock: 6,
      lead_time_days: 9,
    });
    await cell('Comes from', 'Hamburg warehouse').selectOption('Bought');
    await saved(page);
    expect((await policy('KET-090', 0))!.replenishment_source).toBe('buy');
    // Changed again before it was saved: the last value counts, and nobody else is blamed.
    for (const amount of ['31', '32', '33']) {
      await cell('Reorder point', 'Hamburg warehouse').fill(amount);
      await cell('Reorder point', 'Hamburg warehouse').press('Enter');
    }
    await saved(page);
    expect([(await policy('KET-090', 0))!.reorder_point, await page.getByRole('alert').count()]).toEqual([33, 0]);
    // An invalid value is reported in its cell, and nothing is written.
    await cell('Lead time', 'Hamburg warehouse').fill('2.5');
    await cell('Lead time', 'Hamburg warehouse').press('Enter');
    await page
      .getByRole('alert')
      .getByText(/KET-090 at Hamburg warehouse, lead time:/)
      .waitFor();
    await cell('Lead time', 'Hamburg warehouse').and(page.locator('[aria-invalid=true]')).focus();
    await page.locator('.cell-problem').waitFor();
    await look(page, 'policies-refused');
    await cell('Lead time', 'Hamburg warehouse').focus();
    await page.keyboard.press('Escape');
    await hasValue(cell('Lead time', 'Hamburg warehouse'), '9');
    expect((await policy('KET-090', 0))!.lead_time_days).toBe(9);
    await page.context().close();
  });

  test('a column is pasted from a spreadsheet: policies are created, and an ambiguous number is refused', async () => {
    const skus = await Promise.all(
      [1, 2, 3].map(async each => {
        const sku = unique(`PASTE-${each}-`);
        await run(createProduct, { name: 'Pasted', category: 'Pasted', variants: [{ sku }] });
        return sku;
      }),
    );
    await run(createInventoryAdjustments, {
      adjustments: skus.map(sku => ({ sku, locationId: place(1), quantityChange: 5, reason: 'stock_in' })),
    });
    const page = await open('/policies?category=Pasted');
    await page.waitForFunction(() => document.querySelectorAll('.grid-row').length === 3);
    const first = page.locator('.grid-row').first().locator('[data-cell=reorderPoint]');
    const order = await page.locator('.grid-row .mono').allInnerTexts();
    await first.focus();
    await page.evaluate(text => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      document.activeElement!.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    }, '10\t100\r\n20\t1,234\r\n30\t300\r\n40\t400\r\n');
    await page.getByText('6 cells pasted.').waitFor();
    await page.getByText('Not pasted: 1 row below the last one here.').waitFor();
    await saved(page);
    await page
      .getByRole('alert')
      .getByText(/1,234 is ambiguous: type 1234 or 1.234/)
      .waitFor();
    await shoot(page, 'policies-pasted');
    const kept = await Promise.all(order.map(sku => policy(sku, 1)));
    expect(kept.map(each => [each!.reorder_point, each!.reorder_quantity])).toEqual([
      [10, 100],
      [20, 0],
      [30, 300],
    ]);
    await page.context().close();
  });

  test('changes by somebody else are shown in their cell, and never overwritten', async () => {
    const { id } = await run(createInventoryPolicy, {
      sku: 'JUG-350',
      locationId: place(0),
      reorderPoint: 5,
      reorderQuantity: 10,
    });
    const page = await open('/policies?show=set&q=JUG-350');
    const point = page.getByLabel('Reorder point of JUG-350 at Hamburg warehouse');
    await point.focus();
    await page.keyboard.type('8');
    await run(updateInventoryPolicy, { id, reorderPoint: 7, safetyStock: 2 });
    await page.keyboard.press('Enter');
    await page
      .getByRole('alert')
      .getByText(/Someone else has changed it to 7/)
      .waitFor();
    expect((await policy('JUG-350', 0))!.reorder_point).toBe(7);
    await hasValue(point, '8');
    // A change of another cell is no conflict, and a value that was seen may be entered again.
    await run(updateInventoryPolicy, { id, safetyStock: 3 });
    await point.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await saved(page);
    expect(await policy('JUG-350', 0)).toMatchObject({ reorder_point: 8, safety_stock: 3 });
    await page.context().close();
  });

  test('a read-only user sees policies without input cells, and has private views', async () => {
    const page = await open('/policies', {}, await person(world, there.tenant, 'viewer'));
    await page.getByText('KET-090').first().waitFor();
    await hasCount(page.locator('.cell'), 0);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'Save this view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await hasCount(dialog.getByLabel('For everyone here'), 0);
    await dialog.getByLabel('Name').fill('Mine alone');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Mine alone was saved.').waitFor();
    await page.context().close();
  });

  test('expiring stock is written off and moved from the list of lots by days left', async () => {
    const sku = unique('FRESH');
    await run(createProduct, { name: 'Fresh milk', variants: [{ sku, lotTracked: true, unitCost: 2 }] });
    const { id } = await run(createPurchaseOrder, {
      locationId: place(0),
      items: [{ sku, quantity: 30, unitCost: 2 }],
    });
    await run(receivePurchaseOrder, {
      id,
      items: [
        { sku, quantity: 20, lotNumber: 'MILK-1', expiryDate: inDays(3) },
        { sku, quantity: 10, lotNumber: 'MILK-2', expiryDate: inDays(20) },
      ],
    });
    const page = await open('/expiry');
    await page
      .getByRole('row', { name: /MILK-1/ })
      .getByText('3 days')
      .waitFor();
    expect(await page.locator('.grid-row').first().innerText()).toContain('MILK-1');
    await look(page, 'expiry');
    await page
      .getByRole('row', { name: /MILK-2/ })
      .getByRole('checkbox')
      .check();
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    let dialog = page.getByRole('dialog', { name: 'Move before it expires' });
    await dialog.getByLabel('To').click();
    await page.getByRole('option', { name: 'Berlin store' }).click();
    await dialog.getByLabel(new RegExp(`${sku}, lot MILK-2`)).fill('6');
    await shoot(page, 'expiry-move');
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create the transfer' }).click();
    await page.getByText(/TR-\d+ created: ship it/).waitFor();
    const [transfer] =
      await read<{ items: { sku: string; quantity: number }[]; notes: string }[]>('/stock_transfers?per_page=1');
    expect([transfer!.items.map(each => [each.sku, each.quantity]), transfer!.notes]).toEqual([
      [[sku, 6]],
      expect.stringContaining('MILK-2'),
    ]);
    await page
      .getByRole('row', { name: /MILK-1/ })
      .getByRole('checkbox')
      .check();
    await page.getByRole('button', { name: 'Write off' }).click();
    dialog = page.getByRole('dialog', { name: 'Record waste' });
    await dialog.getByLabel(`Quantity of ${sku} of lot MILK-1`).fill('21');
    await dialog.getByRole('button', { name: 'Record', exact: true }).click();
    await dialog
      .getByRole('group', { name: `${sku} of lot MILK-1` })
      .getByRole('alert')
      .waitFor();
    await shoot(page, 'expiry-write-off-refused');
    await dialog.getByLabel(`Quantity of ${sku} of lot MILK-1`).fill('20');
    await dialog.getByRole('button', { name: 'Record', exact: true }).click();
    await page.getByText('1 line written off.').waitFor();
    expect(await read<object[]>(`/waste_records?sku=${sku}`)).toMatchObject([
      { quantity: 20, reason: 'expired', lot_number: 'MILK-1' },
    ]);
    await page.context().close();
  });

  test('a lot in quarantine says what follows, and what is found unusable is written off on its page', async () => {
    const sku = unique('INSPECT');
    await run(createProduct, { name: 'Oat drink', variants: [{ sku, lotTracked: true, unitCost: 2 }] });
    const bought = await run(createPurchaseOrder, {
      locationId: place(0),
      items: [{ sku, quantity: 12, unitCost: 2 }],
    });
    await run(receivePurchaseOrder, { id: bought.id, items: [{ sku, quantity: 12, lotNumber: `L-${sku}` }] });
    const [lot] = await read<{ id: string }[]>(`/lots?sku=${sku}`);
    const page = await open(`/lots/${lot!.id}`);
    await page.getByRole('link', { name: 'Purchase order', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Quarantine' }).click();
    await page.getByText('This lot is in quarantine').waitFor();
    await look(page, 'lot-in-quarantine');
    await page.getByRole('button', { name: 'Write off' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record waste' });
    await dialog.getByLabel(`Quantity of ${sku}`).fill('5');
    await dialog.getByRole('button', { name: 'Record' }).click();
    await page.getByText('7 of 12').waitFor();
    await page.getByRole('button', { name: 'Release' }).click();
    await hasCount(page.getByText('This lot is in quarantine'), 0);
    const [level] = await read<object[]>(`/inventory_levels?sku=${sku}`);
    expect(level).toMatchObject({ quantity_on_hand: 7, quantity_available: 7 });
    await page.context().close();
  });

  test('waste is scanned piece by piece, with lots, and its cost is shown by reason', async () => {
    const page = await open('/waste?act=new');
    const dialog = page.getByRole('dialog', { name: 'Record waste' });
    const scan = async (code: string) => {
      await dialog.getByLabel('Scan', { exact: true }).fill(code);
      await page.keyboard.press('Enter');
    };
    await dialog.getByLabel('Scan', { exact: true }).waitFor();
    await scan('401234500013');
    await dialog.getByText('MUG-CER-01: 1.').waitFor();
    await scan('MUG-CER-01');
    await dialog.getByText('MUG-CER-01: 2.').waitFor();
    await scan('BLEND-0742');
    await dialog.getByText('BLD-HSE-250, lot BLEND-0742: 1.').waitFor();
    await scan('NO-SUCH');
    await dialog.getByText('Nothing has the barcode, SKU or lot number NO-SUCH.').waitFor();
    await dialog.getByLabel('Location').click();
    await page.getByRole('option', { name: 'Hamburg warehouse' }).click();
    await shoot(page, 'waste-scanned');
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Record', exact: true }).click();
    await page.getByText('2 lines written off.').waitFor();
    expect(await read<object[]>('/waste_records?per_page=2&reason=damaged')).toMatchObject([
      { sku: 'BLD-HSE-250', quantity: 1, lot_number: 'BLEND-0742' },
      { sku: 'MUG-CER-01', quantity: 2 },
    ]);
    await page
      .getByRole('region', { name: 'By reason' })
      .getByText(/Damaged, \d+ units/)
      .waitFor();
    await look(page, 'waste');
    await page.context().close();
  });

  test('on a phone the choices of a field are as wide as the screen, and one of them is taken', async () => {
    const page = await open('/waste?act=new', PHONE);
    const reason = page.getByRole('dialog').getByLabel('Reason');
    await reason.click();
    await page.getByRole('option', { name: 'Expired' }).click();
    await hasValue(reason, 'Expired');
    await reason.click();
    await page.getByRole('option', { name: 'Spoilage' }).waitFor();
    await becomes(() => page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]), [390, 390]);
    await page.context().close();
  });

  test('reservations show who holds what and until when, and are released with their order', async () => {
    const { id, number } = await run(createOrder, {
      locationId: place(0),
      reference: unique('WEB'),
      items: [{ sku: 'SCL-2K', quantity: 2 }],
    });
    await run(reserveOrder, {
      id,
      reservationExpiresAt: new Date(Date.now() + 5 * 3_600_000 + 15 * 60_000).toISOString(),
    });
    const page = await open('/reservations?sku=SCL-2K');
    const row = page.getByRole('row', { name: new RegExp(number) });
    await row.getByText('in 5 hr').waitFor();
    await look(page, 'reservations');
    const extend = (menu: Locator, words: string) =>
      answered(page, 'ExtendReservation', async () => {
        await menu.click();
        await page.getByRole('menuitem', { name: words }).click();
      });
    await extend(row.getByRole('button', { name: `${number} is reserved until` }), 'For three days from now');
    await row.getByText('in 3 days').waitFor();
    const other = await run(createOrder, { locationId: place(0), items: [{ sku: 'SCL-2K', quantity: 1 }] });
    await run(reserveOrder, { id: other.id });
    await page
      .getByRole('row', { name: new RegExp(other.number) })
      .getByText('no end')
      .waitFor();
    await page.getByRole('checkbox', { name: /^Select all/ }).check();
    await extend(page.getByRole('button', { name: /^Reserved until/ }), 'For a week from now');
    await page.getByText('Reserved for a week.').waitFor();
    // One of the shop's own orders, too.
    await hasCount(page.getByRole('row').getByText('in 7 days'), 3);
    for (const each of [id, other.id]) {
      const { reservation_expires_at: end } = await read<{ reservation_expires_at: string }>(`/orders/${each}`);
      expect(Math.round((Date.parse(end) - Date.now()) / 86_400_000)).toBe(7);
    }
    await run(cancelOrder, { id: other.id });
    await row.getByRole('button', { name: 'Release' }).click();
    await page
      .getByRole('dialog', { name: `Cancel ${number}?` })
      .getByRole('button', { name: 'Release' })
      .click();
    await row.waitFor({ state: 'detached' });
    expect(await read<object>(`/orders/${id}`)).toMatchObject({ status: 'cancelled' });
    await page.context().close();
  });

  test('the agreed and the actual lead time of a supplier are shown; the menu shows related pages', async () => {
    const page = await open('/supplier-performance');
    await page.getByRole('link', { name: 'Fazenda Import GmbH' }).waitFor();
    await look(page, 'performance');
    const menu = page.getByRole('navigation', { name: 'Pages' });
    await hasCount(menu.getByRole('link', { name: 'Policies' }), 0);
    await menu.getByRole('link', { name: 'Inventory' }).click();
    await menu.getByRole('link', { name: 'Policies' }).click();
    await page.getByRole('heading', { name: 'Policies', level: 1 }).waitFor();
    await complete(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('listbox', { name: 'Found' }).waitFor();
    await page.keyboard.type('expiry');
    await page.getByRole('option', { name: 'Expiry' }).click();
    await page.getByRole('heading', { name: 'Expiring lots', level: 1 }).waitFor();
    await page.context().close();
  });

  test('a phone shows all of a ticked row, also in dense tables', async () => {
    const page = await open('/orders', PHONE);
    await page.getByRole('checkbox').nth(1).check();
    await page.getByRole('checkbox').nth(2).check();
    await shoot(page, 'orders-phone-ticked');
    await page.getByRole('button', { name: 'How orders are shown' }).click();
    await page.getByLabel('Compact rows').check();
    await page.keyboard.press('Escape');
    await shoot(page, 'orders-phone-dense');
    await page.context().close();
  });

  test('a batch is completed by scanning its inputs: lots, pieces and amounts, and nothing that was not scanned', async () => {
    const [recipe] = await read<{ id: string; name: string }[]>('/recipes?per_page=50').then(all =>
      all.filter(({ name }) => name === 'House roast'),
    );
    const { id, number } = await run(createProductionBatch, {
      recipeId: recipe!.id,
      locationId: place(0),
      plannedQuantity: 10,
    });
    await run(startProductionBatch, { id });
    const page = await open(`/production/${id}`);
    await page.getByRole('button', { name: 'Complete' }).click();
    const dialog = page.getByRole('dialog', { name: `Complete ${number} at Hamburg warehouse` });
    await dialog.getByLabel('Scan', { exact: true }).waitFor();
    const scan = typeInto(page);
    await scan('SAN-2606');
    await dialog.getByText('GRN-SAN, lot SAN-2606: 1 of 7 planned.').waitFor();
    await scan('6,5');
    await dialog.getByText('GRN-SAN, lot SAN-2606: 6.5 of 7 planned.').waitFor();
    await hasValue(dialog.getByLabel('Used of GRN-SID'), '0');
    await scan('KET-090');
    await dialog.getByText('KET-090 does not go into this batch.').waitFor();
    await scan('GRN-SID');
    await dialog.getByText('GRN-SID: 1 of 4 planned.').waitFor();
    await dialog.getByLabel('Wasted of GRN-SAN').fill('0.5');
    await dialog.getByLabel('Further cost').fill('12.5');
    await shoot(page, 'batch-scanned');
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Complete', exact: true }).click();
    await page.locator('.status').getByText('Completed').waitFor();
    await page.getByText('€12.50').waitFor();
    const batch = await read<{
      additional_cost: number;
      inputs: {
        sku: string;
        actual_quantity: number;
        waste_quantity: number;
        lots: { lot_number: string; quantity: number }[];
      }[];
    }>(`/production_batches/${id}`);
    const inputs = batch.inputs.map(each => [
      each.sku,
      each.actual_quantity,
      each.waste_quantity,
      each.lots.map(lot => [lot.lot_number, lot.quantity]),
    ]);
    expect(inputs.sort()).toEqual([
      ['GRN-SAN', 6.5, 0.5, [['SAN-2606', 7]]],
      ['GRN-SID', 1, 0, [['SID-2607', 1]]],
    ]);
    expect(batch.additional_cost).toBe(12.5);
    await page.context().close();
  });

  test('a camera reads a barcode if the browser itself cannot, without external resources', async () => {
    const video = join(await mkdtemp(join(tmpdir(), 'camera-')), 'code.y4m');
    await writeFile(video, filmOf('KET-090'));
    const browser = await openBrowser(
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    );
    const page = await signedIn(await newContext(browser, PHONE), there.url, there.email, '/waste?act=new');
    const dialog = page.getByRole('dialog', { name: 'Record waste' });
    await dialog.getByRole('button', { name: 'Use the camera' }).click();
    await dialog.getByText('KET-090: 1.').waitFor();
    await shoot(page, 'camera-phone');
    expect(await violationsOf(page)).toEqual([]);
    // It stays in sight, and counts once.
    await page.locator('video').evaluate(async video => {
      for (let frame = 0; frame < 15; frame += 1)
        await new Promise(resolve => (video as HTMLVideoElement).requestVideoFrameCallback(resolve));
    });
    await hasValue(dialog.getByLabel('Quantity of KET-090'), '1');
    await dialog.getByRole('button', { name: 'Close the camera' }).click();
    await dialog.getByLabel('What the camera sees').waitFor({ state: 'detached' });
    await browser.close();
  });
});

/**
 * A video of one picture with the text as Code 128, as a camera would see it:
 * https://wiki.multimedia.cx/index.php/YUV4MPEG2
 */
function filmOf(text: string): Buffer {
  const [width, height, module] = [640, 480, 4];
  const [{ sbs }] = bwipjs.raw({ bcid: 'code128', text }) as unknown as [{ sbs: number[] }];
  const bars = sbs.flatMap((wide, at) => Array<number>(wide * module).fill(at % 2 === 0 ? 16 : 235));
  const left = Math.floor((width - bars.length) / 2);
  const line = Buffer.alloc(width, 235);
  line.set(bars, left);
  const paper = Buffer.alloc(width, 235);
  const rows = Array.from({ length: height }, (_, at) => (at > 140 && at < 340 ? line : paper));
  const frame = Buffer.concat([Buffer.from('FRAME\n'), ...rows, Buffer.alloc((width * height) / 2, 128)]);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420mpeg2\n`), frame, frame]);
}
