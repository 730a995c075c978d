import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createOrder } from '../../src/domain/orders.ts';
import type { Made } from '../support/make.ts';
import { makeLocation, makeVariant, unique } from '../support/make.ts';
import { makeLot } from '../support/manufacturing.ts';
import { useWorld } from '../support/world.ts';
import { isBrowserThere, PHONE, shoot, useShop, violationsOf } from './support.ts';

/** What is printed, and what a recall asks for. */

const world = useWorld();

/** The beginning of what the click hands over: as a file, where this browser shows no PDFs, else in a tab. */
async function paperAfter(page: Page, click: () => Promise<void>): Promise<string> {
  const handed = Promise.any([
    page.waitForEvent('download').then(async download => (await readFile(await download.path())).toString('latin1')),
    page.waitForEvent('popup').then(async tab => {
      await tab.waitForURL(/^blob:/);
      return page.evaluate(
        async address => new TextDecoder('latin1').decode(await (await fetch(address)).arrayBuffer()),
        tab.url(),
      );
    }),
  ]);
  await click();
  return (await handed).slice(0, 5);
}

(isBrowserThere ? describe : describe.skip)('papers', () => {
  const { there, read, open } = useShop(world);

  test('an order has its pick list and packing slip, in two clicks', async () => {
    const { id } = (await there.tenant.run(createOrder, {
      locationId: there.shop.locations[0]!.id,
      items: [{ sku: 'MUG-CER-01', quantity: 1 }],
    })) as Made;
    const page = await open(`/orders/${id}`);
    for (const paper of ['Pick list', 'Packing slip']) {
      await page.getByRole('button', { name: 'Print' }).click();
      expect(await paperAfter(page, () => page.getByRole('menuitem', { name: paper }).click())).toBe('%PDF-');
    }
    expect(await violationsOf(page)).toEqual([]);
    await shoot(page, 'order-print');
    await page.context().close();
  });

  test('a recall is kept with its reason, ticked off and closed; notice and list leave the app', async () => {
    const variant = await makeVariant(there.tenant, { lotTracked: true });
    const lot = await makeLot(there.tenant, variant, await makeLocation(there.tenant), 5, {
      lotNumber: unique('CALL'),
    });
    const page = await open(`/lots/${lot.id}`);
    expect(
      await paperAfter(page, async () => {
        await page.getByRole('button', { name: 'Labels' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Print' }).click();
      }),
    ).toBe('%PDF-');
    await page.getByRole('button', { name: 'Recall', exact: true }).click();
    await page.getByLabel('Reason').fill('Metal');
    await page.getByRole('button', { name: 'Recall now' }).click();
    await page.waitForURL(/\/recalls\//);
    await page.getByText('0 of 1 done').waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).first().click();
    await page.getByText('1 of 1 things are still to be done.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('checkbox').check();
    await page.getByText('1 of 1 done').waitFor();
    await shoot(page, 'recall');
    expect(await paperAfter(page, () => page.getByRole('button', { name: 'Recall notice' }).click())).toBe('%PDF-');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect((await readFile(await file.path(), 'utf8')).split('\r\n')[1]).toMatch(/^"Stock",.*,5,"yes",/);
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
});
