import { describe, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { deleteMember, listMembers } from '../../src/access/members.ts';
import { createProduct } from '../../src/domain/create-products.ts';
import { createCycleCount, startCycleCount, updateCycleCount } from '../../src/domain/cycle-counts.ts';
import { createInventoryAdjustment } from '../../src/domain/inventory-adjustments.ts';
import { createInventoryPolicy } from '../../src/domain/inventory-policies.ts';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import { createOrder } from '../../src/domain/orders.ts';
import { createPurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { receiveStockTransfer } from '../../src/domain/stock-transfer-receipts.ts';
import { createStockTransfer, shipStockTransfer } from '../../src/domain/stock-transfers.ts';
import { unique } from '../support/make.ts';
import { useWorld } from '../support/world.ts';
import {
  becomes,
  complete,
  follow,
  hasCount,
  hasValue,
  holdBack,
  inDays,
  isBrowserThere,
  newContext,
  nothingLoads,
  PHONE,
  person,
  scan,
  settled,
  shoot,
  signIn,
  useShop,
  violationsOf,
} from './support.ts';

/** What must never mislead: the right record is opened and booked, and nothing is hidden. */

const world = useWorld();
const TABLET = { viewport: { width: 800, height: 1100 } };

(isBrowserThere ? describe : describe.skip)('trust', () => {
  const { there, read, run, place, open, onHand, stock } = useShop(world);

  /** A product whose second variant is the one that is looked for. */
  async function twoVariants() {
    const [green, blue] = [unique('TRM-GRN'), unique('TRM-BLU')];
    const barcode = `2${String(Date.now()).slice(-11)}`;
    const product = await run(createProduct, {
      name: 'Travel mug',
      variants: [
        { sku: green, name: 'Green', barcode: `${barcode}1` },
        { sku: blue, name: 'Blue' },
      ],
    });
    await stock(green, 2, 10);
    await stock(blue, 2, 30);
    const variants = await read<{ id: string; sku: string }[]>(`/products/${product.id}/variants`);
    return {
      product,
      green,
      blue,
      barcode: `${barcode}1`,
      idOf: (sku: string) => variants.find(v => v.sku === sku)!.id,
    };
  }

  test('a click on a variant opens that variant, and bookings there are made on it', async () => {
    const { product, green, blue, idOf } = await twoVariants();
    for (const sku of [green, blue]) {
      const page = await open(`/inventory?q=${sku}`);
      await page
        .getByRole('row', { name: new RegExp(sku) })
        .getByText('Munich store')
        .click();
      await page.waitForURL(`**/products/${product.id}?variant=${idOf(sku)}`);
      await page.getByRole('button', { name: 'Adjust stock' }).click();
      const dialog = page.getByRole('dialog', { name: `Adjust stock of ${sku}` });
      await dialog.getByLabel('Location').click();
      await page.getByRole('option', { name: 'Munich store' }).click();
      const before = await onHand(sku, 2);
      await dialog.getByText(`${before} of ${sku} at Munich store now.`).waitFor();
      await dialog.getByLabel('Quantity').fill('2');
      await shoot(page, `adjust-${sku.slice(0, 7)}`);
      await dialog.getByRole('button', { name: 'Adjust' }).click();
      await page.getByText(`${sku} at Munich store: +2, ${before! + 2} on hand now.`).waitFor();
      expect(await onHand(sku, 2)).toBe(before! + 2);
      await page.context().close();
    }
  });

  test('a page that is left for one that is yet to be fetched does nothing more', async () => {
    const { green, product, idOf } = await twoVariants();
    const page = await open(`/inventory?q=${green}`);
    const next = await holdBack(page, /assets\/product-/);
    await page
      .getByRole('row', { name: new RegExp(green) })
      .getByText('Munich store')
      .click();
    await next.asked;
    // Both pages have such a button: what this one opens would go with it.
    const adjust = page.getByRole('main').getByText('Adjust stock');
    const { x, y } = (await adjust.boundingBox())!;
    await page.mouse.click(x + 9, y + 9);
    await nothingLoads(page);
    await hasCount(page.getByRole('dialog', { includeHidden: true }), 0);
    next.letGo();
    await page.waitForURL(`**/products/${product.id}?variant=${idOf(green)}`);
    await adjust.click();
    await page.getByRole('dialog', { name: `Adjust stock of ${green}` }).waitFor();
    await page.context().close();
  });

  test('whoever types into a filter and then chooses another page is not led back', async () => {
    const page = await open('/products');
    const next = await holdBack(page, /assets\/orders-/);
    // The filter waits for a pause.
    await page.clock.install();
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await page.getByRole('main').getByLabel('Filter by name').fill('mug');
    await page.getByRole('navigation').getByRole('link', { name: 'Orders', exact: true }).click();
    await next.asked;
    await page.clock.runFor(1000);
    next.letGo();
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.context().close();
  });

  test('a URL with an unknown variant shows none in its place, and nothing is booked', async () => {
    const { product } = await twoVariants();
    const page = await open(`/products/${product.id}?variant=019f0000-0000-7000-8000-00000000dead`);
    await page.getByText('This product has no such variant').waitFor();
    await hasCount(page.getByRole('button', { name: 'Adjust stock' }), 0);
    await page.context().close();
  });

  test('a scan in the header opens its target, however fast: variant, lot, document, location', async () => {
    const { product, green, barcode, idOf } = await twoVariants();
    const page = await open('/');
    await complete(page);
    const header = page.getByRole('banner').getByPlaceholder('Find or do anything');
    const [lot] = await read<{ id: string }[]>('/lots?lot_number=SAN-2606');
    const [order] = await read<{ id: string; number: string }[]>('/orders?per_page=1');
    const bare = order!.number.replace(/^SO-0*/, '');
    // A record that merely has the number in its name is no exact match.
    await run(createProduct, { name: `Mug ${bare}`, variants: [{ sku: unique(`MUG-${bare}`) }] });
    for (const [code, address] of [
      [barcode, `/products/${product.id}?variant=${idOf(green)}`],
      ['SAN-2606', `/lots/${lot!.id}`],
      [green, `/products/${product.id}?variant=${idOf(green)}`],
      [order!.number, `/orders/${order!.id}`],
      ['HAM', `/inventory?location=${place(0)}`],
      [bare, `/orders/${order!.id}`],
    ] as const) {
      await page.keyboard.press('/');
      await scan(page, code, header);
      await page.waitForURL(`**${address}`);
    }
    await page.keyboard.press('Control+k');
    await scan(page, 'XYZZY-NOTHING', header);
    await page.getByText('Nothing matches “XYZZY-NOTHING”.').waitFor();
    await page.context().close();
  });

  test('everything is found and started from the keyboard: pages, actions, locations', async () => {
    const page = await open('/');
    await complete(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('listbox', { name: 'Found' }).waitFor();
    await shoot(page, 'search-empty');
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.type('new ord');
    await page.getByRole('option', { name: 'New order' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New order' }).waitFor();
    await page.waitForURL(({ search }) => search === '');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('listbox', { name: 'Found' }).waitFor();
    await page.keyboard.type('report: val');
    await page.getByRole('option', { name: 'Report: Valuation' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Valuation', selected: true }).waitFor();
    // The keyboard goes on there, and not in the banner and the menu.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('main');
    await page.context().close();
  });

  test('on a tablet no list hides what its rows are about', async () => {
    const page = await open('/inventory?q=KET-090', TABLET);
    const telling = (...words: (string | RegExp)[]) =>
      words
        .reduce((rows, word) => rows.filter({ hasText: word }), page.getByRole('row'))
        .first()
        .waitFor();
    await telling('KET-090', 'Hamburg warehouse');
    await shoot(page, 'inventory-tablet');
    await follow(page, '/movements?sku=KET-090');
    await telling('KET-090', 'Hamburg warehouse');
    await shoot(page, 'movements-tablet');
    const aDay = /[A-Z][a-z]{2} \d{1,2}/;
    await follow(page, '/orders');
    await telling('WEB-10500', 'Hamburg warehouse', aDay);
    await shoot(page, 'orders-tablet');
    // Beside the menu of the narrowest tablet, what has no room in a column is below the first one: nothing is cut off.
    await page.setViewportSize({ width: 768, height: 1024 });
    const narrow = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('[role=columnheader]:not(.tick), .grid-row .status')]
          .filter(each => [each, each.parentElement!].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth))
          .map(({ textContent }) => textContent),
      );
    for (const [path, ...words] of [
      ['/purchase-orders', 'Fazenda Import', 'Hamburg', aDay],
      ['/lots', 'SAN-2606', 'Green coffee Santos', aDay],
      ['/returns', /RMA-\d+/, aDay],
      ['/production', 'House roast', 'Hamburg'],
      ['/orders', 'WEB-10500', 'Hamburg warehouse', aDay],
    ] as [string, ...(string | RegExp)[]][]) {
      await follow(page, path);
      await telling(...words);
      expect({ path, narrow: await narrow() }).toEqual({ path, narrow: [] });
    }
    await page.setViewportSize(PHONE.viewport);
    await telling('WEB-10500', 'Hamburg warehouse', aDay);
    await follow(page, '/purchase-orders');
    await telling('Fazenda Import', 'Hamburg', aDay);
    await follow(page, '/transfers');
    await telling('Hamburg warehouse', 'Berlin store');
    await page.context().close();
  });

  test('what a narrow screen shows below the first column is sorted by there, and late is as red as in a column', async () => {
    const late = await run(createPurchaseOrder, {
      locationId: place(0),
      expectedOn: inDays(-30),
      items: [{ sku: 'KET-090', quantity: 1, unitCost: 1 }],
    });
    const page = await open('/purchase-orders', { viewport: { width: 768, height: 1024 } });
    const color = () => page.getByText(/, late$/).evaluate(each => getComputedStyle(each).color);
    const narrow = await color();
    await page.getByRole('columnheader').getByRole('button', { name: 'Expected', exact: true }).click();
    await page.getByRole('button', { name: 'Expected', exact: true, pressed: true }).waitFor();
    const first = page.locator('.grid-row').first();
    await first.filter({ hasText: late.number }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await shoot(page, 'purchases-sorted-narrow');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page
      .getByRole('columnheader', { name: 'Expected', exact: true })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor();
    expect(await color()).toBe(narrow);
    await page.goto(`${there.url}/products`);
    await page.setViewportSize(PHONE.viewport);
    await page.getByRole('columnheader').getByRole('button', { name: 'Created', exact: true }).click();
    await page.waitForURL(/sort=CREATED_AT_ASC/);
    await page.context().close();
  });

  test('a new key has no scopes, and a narrow one is never stored beside a wide one', async () => {
    const page = await open('/settings');
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Narrow');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByLabel('Scopes').and(dialog.locator('[aria-invalid=true]')).waitFor();
    const choose = async (scope: string) => {
      await dialog.getByLabel('Scopes').fill(scope);
      await page.getByRole('option', { name: scope, exact: true }).click();
    };
    await dialog.getByLabel('Scopes').fill('write (');
    await page.getByRole('option', { name: 'write (and read)' }).click();
    await choose('orders:write');
    await choose('inventory:read');
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await page.getByTestId('secret').waitFor();
    const keys = await read<{ name: string; scopes: string[] }[]>('/api_keys');
    expect(keys.find(({ name }) => name === 'Narrow')?.scopes.sort()).toEqual(['inventory:read', 'orders:write']);
    await page.context().close();
  });

  test('a return can be created for any order, however old', async () => {
    const old = await run(createOrder, { locationId: place(0), items: [{ sku: 'TMP-58', quantity: 2 }] });
    await run(fulfillOrder, { id: old.id });
    for (let count = 0; count < 22; count += 1) {
      const { id } = await run(createOrder, { locationId: place(0), items: [{ sku: 'CUP-PAP-250', quantity: 1 }] });
      await run(fulfillOrder, { id });
    }
    const page = await open('/returns?act=new');
    const dialog = page.getByRole('dialog', { name: 'New return' });
    await dialog.getByLabel('Order').fill(String(Number(old.number.slice(3))));
    await page.getByRole('option', { name: old.number }).click();
    await dialog.getByLabel('Reason').fill('Too heavy');
    await dialog.getByLabel('Sellable of TMP-58').fill('1');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: /^RMA-/ }).waitFor();
    await page.getByRole('link', { name: old.number }).waitFor();
    await page.context().close();
  });

  test('a completed count begins with the differences, with their total and value', async () => {
    const id = (
      await run(createCycleCount, {
        locationId: place(2),
        cycleCountItemsAttributes: ['KET-090', 'JUG-350', 'TMP-58', 'SCL-2K'].map(sku => ({ sku })),
      })
    ).id;
    await run(startCycleCount, { id });
    const [kettles, jugs] = [(await onHand('KET-090', 2))!, (await onHand('JUG-350', 2))!];
    await run(updateCycleCount, {
      id,
      cycleCountItemsAttributes: [
        { sku: 'KET-090', countedQuantity: kettles - 2 },
        { sku: 'JUG-350', countedQuantity: jugs + 1 },
        { sku: 'TMP-58', countedQuantity: await onHand('TMP-58', 2) },
      ],
    });
    const page = await open(`/counts/${id}`);
    await page.getByRole('button', { name: 'Complete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Complete the count at Munich store?' });
    await dialog.getByText('2 lines differ: +1, −2, −€59.10 at cost.').waitFor();
    await dialog.getByRole('button', { name: 'Complete' }).click();
    await page.locator('.status').getByText('Completed').waitFor();
    const rows = page.getByRole('region', { name: 'The list' }).getByRole('row');
    const reads = async (at: number, text: RegExp) =>
      becomes(async () => text.test(await rows.nth(at).innerText()), true);
    await reads(1, /KET-090[\s\S]*−2[\s\S]*−€68\.00/);
    await reads(2, /JUG-350[\s\S]*\+1[\s\S]*\+€8\.90/);
    await reads(4, /SCL-2K/);
    await page.locator('.kpi').getByText('−€59.10').waitFor();
    await shoot(page, 'count-completed');
    expect(await violationsOf(page)).toEqual([]);
    await page.context().close();
  });

  test('what a write warns of is shown until it is closed', async () => {
    const { id } = await run(createCycleCount, {
      locationId: place(2),
      cycleCountItemsAttributes: [{ sku: 'KET-090' }],
    });
    await run(startCycleCount, { id });
    const kettles = (await onHand('KET-090', 2))!;
    await run(updateCycleCount, { id, cycleCountItemsAttributes: [{ sku: 'KET-090', countedQuantity: kettles + 2 }] });
    await run(createInventoryAdjustment, {
      sku: 'KET-090',
      locationId: place(2),
      quantityChange: 2,
      reason: 'correction',
    });
    const page = await open(`/counts/${id}`, { locale: 'de-DE' });
    await page.getByRole('button', { name: 'Abschließen' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Abschließen' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'Bitte prüfen' });
    await notice
      .getByText(/^KET-090 wurde um 2 korrigiert, .* Prüfen Sie, ob beide dieselbe Abweichung ausgleichen\.$/)
      .waitFor();
    await page.context().close();
  });

  test('what is refused because of its status is said in the language of the reader', async () => {
    const { id } = await run(createOrder, { locationId: place(0), items: [{ sku: 'KET-090', quantity: 1 }] });
    const page = await open(`/orders/${id}`, { locale: 'de-DE' });
    const reserve = page.getByRole('button', { name: 'Reservieren', exact: true });
    await reserve.waitFor();
    // It was fulfilled elsewhere a moment ago, and the page has not heard of it yet.
    await page.route('**/graphql', route =>
      route.request().postData()?.includes('"ReserveOrder"') ? route.continue() : new Promise(() => {}),
    );
    await run(fulfillOrder, { id });
    await reserve.click();
    await page.getByText('Das geht im Status „Ausgeliefert“ nicht.').waitFor();
    await page.context().close();
  });

  test('a transfer that was closed short shows what was lost', async () => {
    const { id } = await run(createStockTransfer, {
      sourceLocationId: place(0),
      destinationLocationId: place(1),
      items: [{ sku: 'TMP-58', quantity: 10 }],
    });
    await run(shipStockTransfer, { id });
    await run(receiveStockTransfer, { id, items: [{ sku: 'TMP-58', quantity: 8 }], close: true });
    const page = await open(`/transfers/${id}`);
    await page.getByText('2 units lost on the way').waitFor();
    await page.getByText('2 of 10 × TMP-58 was shipped and never arrived').waitFor();
    await shoot(page, 'transfer-lost');
    await page.context().close();
  });

  test('a purchase order without costs shows no empty total, and one with some says what its total leaves out', async () => {
    const { id } = await run(createPurchaseOrder, { locationId: place(0), items: [{ sku: 'KET-090', quantity: 1 }] });
    const page = await open(`/purchase-orders/${id}`);
    await page.getByText('Submitted').first().waitFor();
    await hasCount(page.getByText(/^Total/), 0);
    const items = [
      { sku: 'KET-090', quantity: 2, unitCost: 30 },
      { sku: 'KET-090', quantity: 5 },
    ];
    const partly = await run(createPurchaseOrder, { locationId: place(0), items });
    await page.goto(`${there.url}/purchase-orders/${partly.id}`);
    await page.getByText('Total of what is priced', { exact: true }).waitFor();
    await page.context().close();
  });

  test('one can go from report to report in a browser whose scrollIntoView returns a value; a failing page does not affect the rest', async () => {
    const page = await open('/reports');
    await page.evaluate(() => {
      const scroll = Element.prototype.scrollIntoView;
      Element.prototype.scrollIntoView = function (...options) {
        scroll.apply(this, options);
        return Promise.resolve() as never;
      };
    });
    for (const name of ['Low stock', 'Ageing']) {
      await page.getByRole('tab', { name }).click();
      await page.getByRole('tab', { name, selected: true }).waitFor();
    }
    await page.getByText('Accounts', { exact: true }).click();
    await page.getByRole('tab', { name: 'Proof' }).click();
    await page.getByText('Every figure adds up').waitFor();
    await page.route(/\/assets\/counts-.*\.js/, route => route.abort());
    await page.getByRole('link', { name: 'Counts' }).click();
    await page.getByText('This page could not be fetched').waitFor();
    await shoot(page, 'page-failed');
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    await page.context().close();
  });

  test('a browser in an unsupported language gets English, with one locale for words, dates and figures', async () => {
    const page = await open('/', { locale: 'fr-FR' });
    await settled(page);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    const told = await page.locator('main').innerText();
    expect(told).toMatch(/€\d{1,3}(,\d{3})*/);
    expect(told).not.toMatch(/\d €|il y a \d|\d\u202f\d{3}\b/);
    await page.context().close();
  });

  test('German from the sign-in on: sold, received, and switched to English, which follows the person', async () => {
    const email = await person(world, there.tenant);
    const context = { locale: 'de-DE', reducedMotion: 'reduce' as const };
    const page = await open('/orders?since=2026-03-02', context, email);
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    // Whatever the browser makes of it, the field shows the day as the page around it does.
    await page.locator('.day-shown').getByText('02.03.2026').waitFor();
    await page.getByRole('heading', { name: 'Aufträge', level: 1 }).waitFor();
    // As on the keys of the reader.
    await page.locator('header kbd').getByText('Strg K', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Neuer Auftrag' }).first().click();
    const order = page.getByRole('dialog', { name: 'Neuer Auftrag' });
    await order.getByLabel('Versand ab').click();
    await page.getByRole('option', { name: 'Hamburg warehouse' }).click();
    await order.getByLabel('Produkt der Position 1').fill('kettle');
    await page.getByRole('option', { name: /KET-090/ }).click();
    await order.getByLabel('Menge der Position 1').fill('1,5');
    await order.getByLabel('Preis der Position 1').fill('1234,5');
    await order.getByRole('button', { name: 'Anlegen' }).click();
    await page.getByRole('heading', { name: /^SO-/ }).waitFor();
    await page.getByText('1.851,75\u00a0€').first().waitFor();
    await page.getByRole('button', { name: 'Alles ausliefern' }).click();
    await page.locator('.status').getByText('Ausgeliefert').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await shoot(page, 'german-order');

    const { id, number } = await run(createPurchaseOrder, {
      supplierId: (await read<{ id: string }[]>('/suppliers'))[0]!.id,
      locationId: place(1),
      status: 'submitted',
      items: [{ sku: 'KET-090', quantity: 3 }],
    });
    await page.goto(`${there.url}/purchase-orders/${id}`);
    await page.getByRole('button', { name: 'Wareneingang' }).click();
    const receipt = page.getByRole('dialog', { name: `Wareneingang ${number}: Berlin store` });
    await scan(page, 'KET-090', receipt.getByLabel('Scannen'));
    await receipt.getByText('KET-090: 1 von 3.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await receipt.getByRole('button', { name: 'Alles Offene übernehmen' }).click();
    await receipt.getByRole('button', { name: 'Wareneingang', exact: true }).click();
    await page.locator('.status').getByText('Eingegangen').waitFor();

    await page.goto(`${there.url}/account`);
    await page.getByRole('combobox', { name: 'Sprache' }).click();
    await page.getByRole('option', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await page.context().close();
    // Another device that does not know the person: German until it does.
    const other = await signIn(await newContext(there.browser, context), there.url, email);
    await other.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
    await other.locator('html[lang=en]').waitFor();
    await other.context().close();
  });

  test('a module that is off has no pages, and a viewer is offered nothing that they cannot do', async () => {
    const bare = await world.tenant([]);
    const page = await open('/lots', {}, await person(world, bare, 'viewer'));
    for (const path of ['/lots', '/waste?act=new', '/recalls', '/production']) {
      await follow(page, path);
      await page.getByText('This module is off').waitFor();
      await hasCount(page.getByRole('main').getByRole('button'), 0);
      await hasCount(page.getByRole('dialog'), 0);
    }
    const groups = page.getByRole('navigation', { name: 'Pages' }).locator('> div');
    expect(await groups.evaluateAll(all => all.filter(each => !each.querySelector('a')).length)).toBe(0);
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard' });
    await keys.getByText('Find or do anything, as Ctrl K does').waitFor();
    await hasCount(keys.getByText('Create a new record, on the page of a list'), 0);
    await page.context().close();
    // Whoever may turn it on is led there.
    const own = await open('/lots', {}, await person(world, bare));
    await own.getByRole('main').getByRole('link', { name: 'Settings' }).click();
    await own.getByLabel('Traceability').check();
    await own.getByRole('button', { name: 'Save' }).click();
    await own.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Lots' }).click();
    await own.getByText('No lots yet').waitFor();
    await own.context().close();
  });

  test('of an order of many lines a return has fields for those that are ticked, which are found by name', async () => {
    const skus = there.shop.skus.slice(0, 12);
    const sold = await run(createOrder, {
      locationId: place(0),
      items: skus.map(sku => ({ sku, quantity: 2 })),
    });
    await run(fulfillOrder, { id: sold.id });
    const page = await open(`/orders/${sold.id}`);
    await page.getByRole('button', { name: 'New return' }).click();
    const dialog = page.getByRole('dialog');
    const ticks = dialog.getByRole('checkbox', { name: /were sent/ });
    await hasCount(ticks, 12);
    await hasCount(dialog.getByRole('spinbutton'), 0);
    await dialog.getByLabel('Find a line').fill('kettle');
    await hasCount(ticks, 1);
    await ticks.check();
    await hasValue(dialog.getByLabel('Sellable of KET-090'), '2');
    await dialog.getByLabel('Damaged of KET-090').fill('1');
    await dialog.getByLabel('Sellable of KET-090').fill('1');
    await dialog.getByLabel('Find a line').fill('grinder');
    await ticks.check();
    await ticks.uncheck();
    await dialog.getByLabel('Find a line').fill('');
    await dialog.getByLabel('Only what comes back (1 of 12)').check();
    await hasCount(ticks, 1);
    await shoot(page, 'return-long');
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByLabel('Reason').fill('Too many');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: /^RMA-/ }).waitFor();
    const id = page.url().split('/').at(-1);
    const { items } = await read<{ items: { sku: string; quantity: number; condition: string }[] }>(
      `/return_authorizations/${id}`,
    );
    expect(items.map(({ sku, quantity, condition }) => [sku, quantity, condition]).sort()).toEqual([
      ['KET-090', 1, 'damaged'],
      ['KET-090', 1, 'sellable'],
    ]);
    await page.context().close();
  });

  test('a new order says what is available where it ships from, at each line', async () => {
    const sku = unique('AVL');
    await run(createProduct, { name: 'Oat milk', variants: [{ sku, unit: 'l' }] });
    await stock(sku, 1, 7);
    const page = await open('/orders?act=new');
    const dialog = page.getByRole('dialog', { name: 'New order' });
    const from = async (name: string) => {
      await dialog.getByLabel('Ship from').click();
      await page.getByRole('option', { name }).click();
    };
    await from('Berlin store');
    await dialog.getByLabel('Product of line 1').fill(sku);
    await page.getByRole('option', { name: new RegExp(sku) }).click();
    await dialog.getByText('7 l available there', { exact: true }).waitFor();
    await dialog.getByLabel('Quantity of line 1').fill('8');
    await dialog.getByText('Only 7 l available there').waitFor();
    await shoot(page, 'order-available');
    await from('Munich store');
    await dialog.getByText('Only 0 available there').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.context().close();
  });

  test('what is available at all lines of an order is one read', async () => {
    const skus = ['A', 'B', 'C'].map(part => unique(`ONE-${part}`));
    for (const sku of skus) await run(createProduct, { name: sku, variants: [{ sku }] });
    for (const sku of skus) await stock(sku, 1, 4);
    const page = await open('/orders?act=new');
    const dialog = page.getByRole('dialog', { name: 'New order' });
    for (const [at, sku] of skus.entries()) {
      if (at > 0) await dialog.getByRole('button', { name: 'Add a line' }).click();
      await dialog.getByLabel(`Product of line ${at + 1}`).fill(sku);
      await page.getByRole('option', { name: new RegExp(sku) }).click();
    }
    let reads = 0;
    page.on('request', request => (reads += request.postData()?.includes('"AvailableThere"') ? 1 : 0));
    await dialog.getByLabel('Ship from').click();
    await page.getByRole('option', { name: 'Berlin store' }).click();
    await hasCount(dialog.getByText('4 available there'), 3);
    expect(reads).toBe(1);
    await page.context().close();
  });

  test('a price has the decimals of its currency, in a field too, in the language of the page', async () => {
    const sku = unique('PRI');
    const product = await run(createProduct, {
      name: 'Biscuits',
      variants: [{ sku, unitCost: 11.9, unitPrice: 0.0235 }],
    });
    const page = await open(`/products/${product['id']}`);
    await page.getByText('Cost €11.90').waitFor();
    await page.getByText('Price €0.0235').waitFor();
    await page.getByRole('button', { name: 'Edit variant' }).click();
    const dialog = page.getByRole('dialog');
    const cost = dialog.getByLabel('Unit cost');
    await hasValue(cost, '11.90');
    await hasValue(dialog.getByLabel('Unit price'), '0.0235');
    await cost.fill('');
    await cost.pressSequentially('7,5');
    await dialog.getByLabel('SKU').focus();
    await hasValue(cost, '7.50');
    await page.context().close();
    const german = await open(`/products/${product['id']}`, { locale: 'de-DE' });
    await german.getByRole('button', { name: /^Variante bearbeiten/ }).click();
    const field = german.getByRole('dialog').getByLabel('Stückkosten');
    await hasValue(field, '11,90');
    await field.fill('');
    await field.pressSequentially('12.3');
    await german.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
    await becomes(async () => (await read<{ unit_cost: number }[]>(`/variants?sku=${sku}`))[0]!.unit_cost, 12.3);
    await german.context().close();
  });

  test('a movement that arrives on the dashboard has its unit', async () => {
    const sku = unique('UNT');
    await run(createProduct, { name: 'Syrup', variants: [{ sku, unit: 'kg' }] });
    const page = await open();
    await page.locator('[data-live=live]').waitFor();
    // Only what the event says is shown: nothing is read again.
    await page.route('**/graphql', route =>
      route.request().postData()?.includes('"Figures"') ? route.abort() : route.continue(),
    );
    await stock(sku, 0, 3);
    const row = page
      .getByRole('list', { name: 'Movements, newest first' })
      .getByRole('listitem')
      .filter({ hasText: sku });
    await becomes(async () => /\+3\s*kg/.test(await row.innerText()), true);
    await page.context().close();
  });

  test('quantities of what is weighed have their unit on the dashboard, in reports and beside policies', async () => {
    const sku = unique('KILO');
    await run(createProduct, { name: 'Weighed', variants: [{ sku, unit: 'kg', unitCost: 900 }] });
    await stock(sku, 0, 3);
    await run(createInventoryPolicy, { sku, locationId: place(0), reorderPoint: 5000, reorderQuantity: 10 });
    const page = await open('/');
    const shows = async (figures: string | RegExp) => {
      const row = page
        .getByRole('row', { name: new RegExp(sku) })
        .or(page.getByRole('listitem').filter({ hasText: sku }));
      await row.getByText(figures, { exact: true }).first().waitFor();
    };
    await shows('3 of 5,000 kg');
    await shows(/^order [\d,]+\skg/);
    for (const [path, figures] of [
      ['/reports?report=low-stock', '5,000 kg'],
      ['/reports?report=valuation', '3 kg'],
      [`/policies?q=${sku}`, '3 kg'],
    ] as const) {
      await follow(page, path);
      await shows(figures);
    }
    await page.context().close();
  });

  test("in colors of the reader's own it shows which page, tab and choice is taken, and which switch is on", async () => {
    const page = await open('/settings?tab=organization', { forcedColors: 'active' });
    const main = page.getByRole('main');
    const colorOf = (part: Locator) => part.evaluate(element => getComputedStyle(element).backgroundColor);
    const differ = async (one: Locator, other: Locator) => expect(await colorOf(one)).not.toBe(await colorOf(other));
    const link = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });
    const switchOf = (name: string) => main.locator('.mantine-Switch-root', { hasText: name }).locator('[aria-hidden]');
    await switchOf('Manufacturing').waitFor();
    await differ(link('Settings'), link('Orders'));
    await differ(main.getByRole('tab', { name: 'Organization' }), main.getByRole('tab', { name: 'Users' }));
    await differ(switchOf('Manufacturing'), switchOf('Only correct check digits'));
    await link('Orders').click();
    await page.getByRole('button', { name: 'New order' }).click();
    const place = page.getByRole('dialog').getByRole('combobox', { name: 'Ship from' });
    await place.click();
    await place.press('ArrowDown');
    const chosen = page.locator('[role=option][data-combobox-selected]');
    await chosen.waitFor();
    await differ(chosen, page.locator('[role=option]:not([data-combobox-selected])').first());
    await page.context().close();
  });

  test('whoever is removed while a page is open is told, and sees nothing of it any more', async () => {
    const email = await person(world, there.tenant);
    const page = await open('/inventory', {}, email);
    await settled(page);
    const { rows } = await there.tenant.list(listMembers);
    await run(deleteMember, { id: rows.find(row => row['email'] === email)!['id'] });
    const { name } = await read<{ name: string }>('/organization');
    await page.getByRole('alert').getByText(`You are no longer a member of ${name}.`).waitFor();
    await hasCount(page.getByRole('banner'), 0);
    await hasCount(page.locator('[data-live]'), 0);
    await hasCount(page.getByText('MUG-CER-01'), 0);
    await shoot(page, 'removed');
    expect(await violationsOf(page)).toEqual([]);
    await page.context().close();
  });

  test('an order created elsewhere appears in the list by itself', async () => {
    const page = await open('/orders');
    await page.locator('[data-live=live]').waitFor();
    const { number } = await run(createOrder, { locationId: place(0), items: [{ sku: 'KET-090', quantity: 1 }] });
    await page.getByRole('link', { name: number }).waitFor();
    await page.context().close();
  });

  test('on a phone a row of settings is shown completely, with its actions', async () => {
    await there.tenant.key('orders:read');
    const page = await open('/settings', PHONE);
    const revoke = page.getByRole('button', { name: 'Revoke' }).first();
    await revoke.waitFor();
    await becomes(async () => {
      const box = await revoke.boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= 360;
    }, true);
    await shoot(page, 'keys-phone');
    await page.context().close();
  });
});
