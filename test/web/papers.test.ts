import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createInventoryAdjustments } from '../../src/domain/inventory-adjustments.ts';
import { createOrder } from '../../src/domain/orders.ts';
import { createStockTransfer, shipStockTransfer } from '../../src/domain/stock-transfers.ts';
import type { Made } from '../support/make.ts';
import { makeLocation, makeVariant, unique } from '../support/make.ts';
import { makeLot } from '../support/manufacturing.ts';
import { useWorld } from '../support/world.ts';
import { hasCount, isBrowserThere, openChromium, PHONE, shoot, useShop, violationsOf } from './support.ts';

/** Printing, and working through a recall. */

const world = useWorld();

/** The media type of the document in the tab that the click opens. */
async function typeAfter(page: Page, click: () => Promise<void>): Promise<string> {
  const [tab] = await Promise.all([page.waitForEvent('popup'), click()]);
  await tab.waitForURL(/^blob:/);
  const type = await tab.evaluate(() => document.contentType);
  await shoot(tab, 'paper');
  await tab.close();
  return type;
}

(isBrowserThere ? describe : describe.skip)('papers', () => {
  const { there, read, open } = useShop(world, openChromium);

  test('an order has its pick list and packing slip, in two clicks', async () => {
    const { id } = (await there.tenant.run(createOrder, {
      locationId: there.shop.locations[0]!.id,
      items: [{ sku: 'MUG-CER-01', quantity: 1 }],
    })) as Made;
    const page = await open(`/orders/${id}`);
    for (const paper of ['Pick list', 'Packing slip']) {
      await page.getByRole('button', { name: 'Print' }).click();
      expect(await typeAfter(page, () => page.getByRole('menuitem', { name: paper }).click())).toBe('application/pdf');
    }
    expect(await violationsOf(page)).toEqual([]);
    await shoot(page, 'order-print');
    await page.context().close();
  });

  test('a list is printed dark on white, also from a phone: every row that was read, all columns, and what it was filtered by', async () => {
    const sku = there.shop.skus[0]!;
    await there.tenant.run(createInventoryAdjustments, {
      adjustments: Array.from({ length: 120 }, () => ({
        sku,
        locationId: there.shop.locations[0]!.id,
        quantityChange: 1,
        reason: 'stock_in',
      })),
    });
    const page = await open('/inventory?sort=MOST_ON_HAND', { ...PHONE, colorScheme: 'dark' });
    const rows = page.locator('.grid-row[data-index]');
    await rows.first().waitFor();
    /** Prints the page as the browser's own command does, and returns what is there when it does. */
    const printed = async () => {
      await page.evaluate(() => {
        const seen = () => ({
          rows: document.querySelectorAll('.grid-row[data-index]').length,
          scheme: document.documentElement.dataset['mantineColorScheme'],
          columns: document.querySelectorAll('.grid-head [role=columnheader]:not(.tick)').length,
          rest: document.querySelector('.rest')?.textContent,
        });
        const note = () => queueMicrotask(() => Object.assign(globalThis, { seen: seen() }));
        addEventListener('beforeprint', note, { once: true });
      });
      await page.pdf();
      return page.evaluate(() => (globalThis as unknown as { seen: object }).seen);
    };
    const all = (await page.getByText(/^\d+ levels, live\.$/).innerText()).split(' ')[0];
    const onScreen = await rows.count();
    expect(onScreen).toBeLessThan(Number(all));
    expect(await printed()).toEqual({ rows: Number(all), columns: 9, scheme: 'light' });
    expect(await page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])).toBe('dark');
    await hasCount(rows, onScreen);
    await page.emulateMedia({ media: 'print' });
    const head = page.getByRole('columnheader');
    await head.filter({ hasText: 'On hand' }).getByRole('button').waitFor();
    expect(await page.getByRole('combobox', { name: 'Order' }).inputValue()).toBe('Most on hand');
    await page.getByRole('combobox', { name: 'Location' }).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Export' }).waitFor({ state: 'hidden' });
    await shoot(page, 'inventory-on-paper');
    await page.emulateMedia({ media: 'screen' });
    // A list that is read page by page says how much of it is on the paper.
    await page.goto(`${there.url}/movements`);
    await rows.first().waitFor();
    expect(await printed()).toMatchObject({
      rest: expect.stringMatching(/^The first \d+ of \d+ rows\. An export has all of them\.$/),
    });
    // What is typed into a table is a value on the paper.
    await page.goto(`${there.url}/policies`);
    await rows.first().waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.locator('.cell[data-cell=reorderPoint]').first().waitFor();
    await page.context().close();
  });

  test('a recall is recorded with its reason, ticked off and closed; notice and list can be saved', async () => {
    const variant = await makeVariant(there.tenant, { lotTracked: true });
    const lot = await makeLot(there.tenant, variant, await makeLocation(there.tenant), 5, {
      lotNumber: unique('CALL'),
    });
    const page = await open(`/lots/${lot.id}`);
    expect(
      await typeAfter(page, async () => {
        await page.getByRole('button', { name: 'Labels' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Print' }).click();
      }),
    ).toBe('application/pdf');
    await page.getByRole('button', { name: 'Recall', exact: true }).click();
    await page.getByLabel('Reason').fill('Metal');
    await page.getByRole('button', { name: 'Recall now' }).click();
    await page.waitForURL(/\/recalls\//);
    await page.getByText('0 of 1 done').waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).first().click();
    await page.getByText('1 of 1 items are not done yet.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('checkbox').check();
    await page.getByText('1 of 1 done').waitFor();
    await shoot(page, 'recall');
    expect(await typeAfter(page, () => page.getByRole('button', { name: 'Recall notice' }).click())).toBe(
      'application/pdf',
    );
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect((await readFile(await file.path(), 'utf8')).split('\r\n')[1]).toMatch(/^"Stock",.*,5,"each","yes",/);
    await page.getByRole('main').getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.locator('.status').getByText('Closed').waitFor();
    const id = page.url().split('/').at(-1);
    expect(await read<object>(`/recalls/${id}`)).toMatchObject({ status: 'closed', reason: 'Metal' });
    await page.goto(`${there.url}/recalls`);
    await page.getByRole('table', { name: 'Recalls' }).getByText('Closed').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await shoot(page, 'recalls');
    await page.setViewportSize(PHONE.viewport);
    await page.goto(`${there.url}/recalls/${id}`);
    await page.getByText('1 of 1 done').waitFor();
    await shoot(page, 'recall-phone');
    await page.context().close();
  });

  test('what is in transit is seen before a recall, and has its own task: which transfer, whereto, of which lot', async () => {
    const variant = await makeVariant(there.tenant, { lotTracked: true, unit: 'kg' });
    const [from, to] = [await makeLocation(there.tenant), await makeLocation(there.tenant)];
    const lotNumber = unique('WAY');
    const lot = await makeLot(there.tenant, variant, from, 5, { lotNumber });
    const transfer = await there.tenant.run(createStockTransfer, {
      sourceLocationId: from.id,
      destinationLocationId: to.id,
      items: [{ sku: variant.sku, quantity: 3 }],
    });
    await there.tenant.run(shipStockTransfer, { id: transfer['id'] });
    const page = await open(`/lots/${lot.id}`);
    await page.getByRole('row', { name: `${transfer['number']}, on its way to ${to['name']} 3 kg` }).waitFor();
    await page.getByRole('button', { name: 'Recall', exact: true }).click();
    const drill = page.getByRole('dialog');
    expect(await drill.locator('.kpi').allTextContents()).toEqual(['2\u00a0kg', '3\u00a0kg', '0', '0']);
    await drill.getByText('in transit').waitFor();
    await drill.getByRole('button', { name: 'Recall now' }).click();
    await page.waitForURL(/\/recalls\//);
    await page.getByRole('row', { name: `${transfer['number']} ${to['name']} ${lotNumber} 3 kg` }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('checkbox', { name: `Done: ${transfer['number']}` }).check();
    await page.getByText('1 of 2 done').waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect(
      (await readFile(await file.path(), 'utf8')).split('\r\n').map(line => line.split(',').slice(0, 8)),
    ).toContainEqual([
      '"Stock transfer"',
      `"${transfer['number']}"`,
      '""',
      `"${to['name']}"`,
      `"${lotNumber}"`,
      '3',
      '"kg"',
      '"yes"',
    ]);
    await page.setViewportSize(PHONE.viewport);
    await page.getByText(`${transfer['number']}`).waitFor();
    await shoot(page, 'recall-in-transit-phone');
    await page.context().close();
  });
});
