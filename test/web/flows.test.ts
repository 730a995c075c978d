import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { createProduct } from '../../src/domain/create-products.ts';
import { createInventoryPolicy } from '../../src/domain/inventory-policies.ts';
import { makePlans } from '../../src/domain/planning/replenishment/make-plans.ts';
import { createSupplierItem } from '../../src/domain/supplier-items.ts';
import { createVariant } from '../../src/domain/variants.ts';
import { until } from '../support/live.ts';
import { type Made, unique } from '../support/make.ts';
import { useWorld } from '../support/world.ts';
import {
  answered,
  becomes,
  complete,
  fits,
  hasCount,
  hasFocus,
  hasValue,
  holdBack,
  isBrowserThere,
  newContext,
  PHONE,
  person,
  shoot,
  useShop,
  violationsOf,
} from './support.ts';

/** Typical work, with a real browser against a real service. */

const world = useWorld();

(isBrowserThere ? describe : describe.skip)('flows', () => {
  const { there, rest, read, elsewhere, place, adjust, open } = useShop(world);

  test('a wrong password is refused, with a message that reveals nothing', async () => {
    const page = await (await newContext(there.browser)).newPage();
    await page.goto(there.url);
    await page.getByLabel('Email').fill('nobody@example.com');
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert').textContent()).resolves.toBe('Email and password do not match.');
    await page.context().close();
  });

  test('an API key is created, used, and revoked', async () => {
    const page = await open('/settings');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Must not be empty.').waitFor();
    await page.getByLabel('Name').fill('Web shop');
    await page.getByRole('dialog').getByLabel('Scopes').fill('write (');
    await page.getByRole('option', { name: 'write (and read)' }).click();
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Create key' }).click();
    const made = (await page.getByTestId('secret').textContent())!;
    expect((await rest('GET', '/locations', undefined, made)).status).toBe(200);
    // What is shown only once is closed on purpose.
    await page.keyboard.press('Escape');
    expect(await page.getByTestId('secret').textContent()).toBe(made);
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: /Web shop/ });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.waitFor({ state: 'detached' });
    await until(async () => (await rest('GET', '/locations', undefined, made)).status === 401);
    await page.context().close();
  });

  test('a webhook says that it has two secrets, and its deliveries what they are', async () => {
    const { id } = await elsewhere('POST', '/webhook_subscriptions', {
      url: 'https://receiver.example/hook',
      events: ['order.created'],
    });
    const page = await open('/settings?tab=webhooks');
    const row = page.getByRole('row', { name: /receiver\.example/ }).first();
    await row.getByText('Rotate').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await row.getByText(/signed with two secrets until/).waitFor();
    await row.getByText('Test', { exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    const deliveries = page.getByRole('row', { name: /order\.created/ });
    await deliveries.getByText('test', { exact: true }).waitFor();
    await deliveries.getByText('Redeliver').last().click();
    await deliveries.getByText('sent again', { exact: true }).waitFor();
    await rest('DELETE', `/webhook_subscriptions/${id}`);
    await page.context().close();
  });

  test('default location and colors follow the person to another device', async () => {
    const email = await person(world, there.tenant, 'viewer');
    const page = await open('/account', {}, email);
    await page.getByRole('combobox', { name: 'Work location' }).click();
    await answered(page, 'UpdateMe', () => page.getByRole('option', { name: 'Berlin store' }).click());
    await answered(page, 'UpdateMe', () => page.getByRole('button', { name: 'Use the dark scheme' }).click());
    await page.waitForFunction(() => document.documentElement.dataset['mantineColorScheme'] === 'dark');
    await shoot(page, 'account-dark');
    const other = await open('/account', {}, email);
    await other.waitForFunction(() => document.documentElement.dataset['mantineColorScheme'] === 'dark');
    await hasValue(other.getByRole('combobox', { name: 'Work location' }), 'Berlin store');
    await becomes(() => other.getByLabel('Dark').isChecked(), true);
    await answered(other, 'UpdateMe', () => other.getByLabel('Same as the device').check());
    await other.waitForFunction(() => document.documentElement.dataset['mantineColorScheme'] === 'light');
    await page.reload();
    await page.waitForFunction(() => document.documentElement.dataset['mantineColorScheme'] === 'light');
    await Promise.all([page, other].map(each => each.context().close()));
  });

  test('a purchase order is mailed to its supplier; without a mail server the app says so', async () => {
    const [order] = await read<[Made]>('/purchase_orders?status=submitted');
    const page = await open(`/purchase-orders/${order.id}`);
    await page.getByRole('button', { name: 'Mail to supplier' }).click();
    const dialog = page.getByRole('dialog');
    await hasValue(dialog.getByLabel('Email'), 'orders@fazenda.example');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('This service has no mail server').waitFor();
    const { id } = order;
    await sql`update purchase_orders
      set send_status = 'failed', sent_to = 'a@b.example', send_failure = 'No such user.' where id = ${id}`.execute(
      world.owner,
    );
    await page.reload();
    await page.getByText('not to a@b.example: No such user.').waitFor();
    await shoot(page, 'purchase-mailed');
    await page.context().close();
  });

  test('low stock is reported by the bell and by the browser, with a link, and is read on every device', async () => {
    const context = { permissions: ['notifications'] };
    const page = await open('/account', context);
    await page.locator('[data-live=live]').waitFor();
    // Records what the browser would show.
    await page.evaluate(() => {
      const shown: string[] = [];
      class Noted extends EventTarget {
        static permission = 'granted';
        static requestPermission = async () => 'granted';
        constructor(title: string) {
          super();
          shown.push(title);
        }
      }
      Object.assign(globalThis, { Notification: Noted, shown });
    });
    const bell = page.getByRole('button', { name: /^Notifications/ });
    const list = await holdBack(page, /graphql/, 'Notifications');
    await bell.click();
    await list.asked;
    // It stands below the list, and comes with it: a click at where it was would open what takes its place.
    expect(await page.getByRole('switch').count()).toBe(0);
    list.letGo();
    await page.getByLabel('Notify me outside this page too').check();
    await page.keyboard.press('Escape');
    const policy = { reorder_point: 5000, reorder_quantity: 10, location_id: there.shop.locations[0]!.id };
    for (const sku of ['CHA-MIX-250', 'BOT-CLD-1L']) {
      const [variant] = await read<[Made]>(`/variants?sku=${sku}`);
      await elsewhere('POST', '/inventory_policies', { ...policy, variant_id: variant.id });
      await adjust(sku, -1);
    }
    await page.getByRole('button', { name: 'Notifications: 2 unread' }).waitFor();
    await page.waitForFunction(
      title => (globalThis as unknown as { shown: string[] }).shown.includes(title),
      'BOT-CLD-1L is low at Hamburg warehouse',
    );
    await bell.click();
    await page.getByText('BOT-CLD-1L is low at Hamburg warehouse').waitFor();
    await shoot(page, 'notifications');
    expect(await violationsOf(page)).toEqual([]);
    await page.getByText('BOT-CLD-1L is low at Hamburg warehouse').click();
    await page.waitForURL(/\/inventory\?q=BOT-CLD-1L&location=/);
    await page.getByRole('button', { name: 'Notifications: 1 unread' }).click();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
    const phone = await open('/account', { ...PHONE, colorScheme: 'dark' });
    await phone.getByRole('button', { name: 'Notifications', exact: true }).click();
    await phone.getByText('BOT-CLD-1L is low at Hamburg warehouse').waitFor();
    await shoot(phone, 'notifications-phone');
    expect(await violationsOf(phone)).toEqual([]);
    await Promise.all([page, phone].map(each => each.context().close()));
  });

  test('an order, from its creation to its fulfilment, without a mouse', async () => {
    const page = await open('/');
    await complete(page);
    const { keyboard } = page;
    /** Tab, as often as it takes: every control is reached. */
    const tabTo = async (control: Locator) => {
      for (let count = 0; count < 80; count += 1) {
        if (await control.evaluate(each => each === document.activeElement)) return;
        await keyboard.press('Tab');
      }
      throw new Error(`The keyboard does not reach ${control}.`);
    };
    const press = async (name: string, within: Page | Locator = page) => {
      const button = within.getByRole('button', { name, exact: true }).first();
      await button.waitFor();
      await tabTo(button);
      await keyboard.press('Enter');
    };
    for (const key of ['g', 'o']) await keyboard.press(key);
    await press('New order');
    const dialog = page.getByRole('dialog');
    await hasFocus(dialog.getByLabel('Ship from'));
    await keyboard.press('Control+Enter');
    await dialog.getByText('Please choose.').first().waitFor();
    await hasFocus(dialog.getByLabel('Ship from'));
    await keyboard.type('Hamburg');
    await keyboard.press('Enter');
    await hasValue(dialog.getByLabel('Ship from'), 'Hamburg warehouse');
    await tabTo(dialog.getByLabel('Product of line 1'));
    await keyboard.type('kettle');
    await page.getByRole('option', { name: /KET-090/ }).waitFor();
    for (const key of ['ArrowDown', 'Enter']) await keyboard.press(key);
    await becomes(async () => (await dialog.getByLabel('Product of line 1').inputValue()).includes('KET-090'), true);
    await tabTo(dialog.getByLabel('Quantity of line 1'));
    await keyboard.type('3');
    await press('Create', dialog);
    await page.getByRole('heading', { name: /^SO-/ }).waitFor();
    await press('Reserve');
    await page.getByText('Reserved', { exact: true }).first().waitFor();
    await press('Fulfill all');
    await page.locator('.status').getByText('Fulfilled').waitFor();
    await page.context().close();
  });

  test('a partly fulfilled order is closed short after a question that names the rest, and found by that', async () => {
    const { id } = await elsewhere('POST', '/orders', {
      location_id: place(0),
      reference: 'SHORT-1',
      items: [{ sku: 'MUG-CER-01', quantity: 5 }],
    });
    await elsewhere('POST', `/orders/${id}/fulfill`, { items: [{ sku: 'MUG-CER-01', quantity: 2 }] });
    const page = await open(`/orders/${id}`);
    await page.getByRole('button', { name: 'Close short' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/What has not left is cancelled: 3 × MUG-CER-01\./).waitFor();
    await shoot(page, 'order-close');
    await dialog.getByRole('button', { name: 'Close short' }).click();
    await page.locator('.status').getByText('Fulfilled').waitFor();
    await page.getByText('Closed short', { exact: true }).waitFor();
    await page.getByRole('columnheader', { name: 'Cancelled' }).waitFor();
    await shoot(page, 'order-closed');
    expect(await violationsOf(page)).toEqual([]);
    await page.goto(`${there.url}/orders`);
    await page.getByPlaceholder('Any status').click();
    await page.getByRole('option', { name: 'Closed short' }).click();
    await page.getByText('SHORT-1').waitFor();
    await hasCount(page.getByRole('row'), 2);
    await shoot(page, 'orders-closed');
    await page.context().close();
  });

  test('ticked rows are processed at once: refused ones are listed and stay ticked', async () => {
    for (const [index, quantity] of [1, 100_000, 1].entries())
      await elsewhere('POST', '/orders', {
        location_id: place(0),
        reference: `BULK-${index}`,
        items: [{ sku: 'MUG-CER-01', quantity }],
      });
    const page = await open('/orders');
    await page.getByLabel('Number or reference').fill('bulk');
    await hasCount(page.getByRole('row'), 4);
    await page.getByLabel('Select all orders that are loaded').check();
    const selected = page.getByRole('region', { name: 'Selected' });
    await selected.getByText('3 selected').waitFor();
    await shoot(page, 'orders-selected');
    expect(await violationsOf(page)).toEqual([]);
    await selected.getByRole('button', { name: 'Reserve', exact: true }).click();
    await page.getByText('2 orders reserved.').waitFor();
    await selected.getByText('1 not done').waitFor();
    await selected.getByText(/^SO-\d+: Not enough MUG-CER-01/).waitFor();
    await selected.getByText('1 selected').waitFor();
    await shoot(page, 'orders-selected-refused');
    await page.context().setOffline(true);
    await selected.getByRole('button', { name: 'Reserve', exact: true }).click();
    await selected.getByText(/^1 row, still selected: The service cannot be reached/).waitFor();
    await page.context().setOffline(false);
    const statuses = (await read<{ status: string }[]>('/orders?references=BULK-0,BULK-1,BULK-2&sort=number')).map(
      ({ status }) => status,
    );
    expect(statuses).toEqual(['reserved', 'pending', 'reserved']);

    // The look of a table is stored.
    await page.goto(`${there.url}/orders`);
    await page.getByRole('button', { name: 'How orders are shown' }).click();
    await page.getByLabel('Units').uncheck();
    await page.getByLabel('Compact rows').check();
    await shoot(page, 'orders-look');
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Order' }).getByRole('button').click();
    await page.waitForURL(/sort=NUMBER_ASC/);
    await page.reload();
    await page.getByRole('link', { name: 'SO-000001', exact: true }).waitFor();
    await hasCount(page.getByRole('columnheader', { name: 'Units' }), 0);
    await becomes(async () => (await page.getByRole('row').nth(1).boundingBox())?.height, 34);
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const [name, size] of Object.entries({ tablet: { width: 834, height: 1112 }, phone: PHONE.viewport })) {
      await page.setViewportSize(size);
      await page.getByRole('row').nth(2).getByRole('checkbox').check();
      await selected.getByText('1 selected').waitFor();
      await fits(page, size.width);
      await shoot(page, `orders-selected-${name}`);
      expect(await violationsOf(page)).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 860 });

    await page.goto(`${there.url}/products?category=Tea`);
    await page.getByRole('link', { name: 'Green tea 100 g' }).waitFor();
    await hasCount(page.getByRole('row'), 3);
    await page.getByRole('row').nth(1).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Archive', exact: true }).click();
    await page.getByText('1 product archived.').waitFor();
    const teas = async () => (await read<object[]>('/products?category=Tea&status=active')).length;
    expect(await teas()).toBe(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    expect(await teas()).toBe(2);

    await page.goto(`${there.url}/inventory?category=Tea&location=${place(0)}`);
    await page.getByLabel('Select all stock levels that are loaded').check();
    await selected.getByText('2 selected').waitFor();
    await selected.getByRole('button', { name: /^When to reorder/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reorder point').fill('7');
    await dialog.getByLabel('Reorder quantity').fill('9');
    await shoot(page, 'policies-of-many');
    expect(await violationsOf(page)).toEqual([]);
    // Stopped while the first is under way: it is saved, the second is not.
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/graphql', async route => {
      if (/(Create|Update)PolicyOfMany/.test(route.request().postData() ?? '')) await promise;
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Stop' }).click();
    resolve();
    await dialog.getByText('Stopped: 1 of 2 are saved.').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved for 2 levels.').waitFor();
    const policies = await read<object[]>(`/inventory_policies?location_id=${place(0)}&skus=TEA-GRN-100,CHA-MIX-250`);
    expect(policies).toMatchObject([1, 2].map(() => ({ reorder_point: 7, reorder_quantity: 9 })));
    await page.context().close();
  });

  test('a view of a list is saved under a name, and opened by others once it is shared', async () => {
    const page = await open('/orders?status=PENDING&sort=NUMBER_ASC');
    await page.getByRole('button', { name: 'How orders are shown' }).click();
    await page.getByLabel('Units').uncheck();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'Save this view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByLabel('Name').fill('To do');
    await dialog.getByLabel('For everyone here').check();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('To do was saved.').waitFor();
    expect(await read<object[]>('/views')).toMatchObject([
      { name: 'To do', list: 'orders', shared: true, settings: { search: { status: 'PENDING', sort: 'NUMBER_ASC' } } },
    ]);
    await page.context().close();

    const other = await open('/orders?q=WEB', {}, await person(world, there.tenant, 'manager'));
    await other.getByRole('columnheader', { name: 'Units' }).waitFor();
    await other.getByRole('button', { name: 'Views' }).click();
    await other.getByRole('button', { name: /^To do/ }).waitFor();
    await shoot(other, 'views');
    expect(await violationsOf(other)).toEqual([]);
    await other.getByRole('button', { name: /^To do/ }).click();
    await other.waitForURL(({ search }) => search.length > 1 && !search.includes('q='));
    expect(Object.fromEntries(new URL(other.url()).searchParams)).toEqual({ status: 'PENDING', sort: 'NUMBER_ASC' });
    await other.getByRole('columnheader', { name: 'Units' }).waitFor({ state: 'detached' });
    await hasValue(other.getByLabel('Number or reference'), '');
    await other.context().close();
  });

  test('a product is created with a variant for each combination of its options; a wrong check digit is reported while typing', async () => {
    const page = await open('/products?act=new');
    const dialog = page.getByRole('dialog', { name: 'New product' });
    await dialog.getByLabel('Name').fill('Lisbon roast');
    await dialog.getByLabel('Barcode').fill('5901234123456');
    await dialog.getByText('As a GTIN it would end in 7, not 6.').waitFor();
    await dialog.getByText('Several, by options').click();
    await dialog.getByLabel('SKUs begin with').fill('LIS');
    await dialog.getByLabel('Unit cost').fill('6');
    for (const [option, values] of [
      ['Option', ['250 g', '1 kg']],
      ['Another option', ['Whole', 'Filter']],
    ] as const)
      for (const value of values) {
        await dialog.getByRole('combobox', { name: option, exact: true }).fill(value);
        await page.keyboard.press('Enter');
      }
    await dialog.getByText('4 variants').waitFor();
    await hasValue(dialog.getByLabel('SKU of 1 kg, Filter'), 'LIS-1KG-FILTE');
    await dialog.getByLabel('SKU of 1 kg, Filter').fill('LIS-1KG-F');
    await dialog.getByLabel('Barcode of 250 g, Whole').fill('5901234123457');
    await shoot(page, 'product-options');
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Lisbon roast', level: 1 }).waitFor();
    const variants = await read<object[]>('/variants?q=lisbon');
    expect(variants).toHaveLength(4);
    expect(variants).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          sku: 'LIS-250G-WHOLE',
          name: '250 g, Whole',
          unit_cost: 6,
          barcode: '5901234123457',
        }),
        expect.objectContaining({ sku: 'LIS-1KG-F', name: '1 kg, Filter', unit_cost: 6, barcode: null }),
      ]),
    );
    // Another one starts with what they have in common.
    await page.getByRole('button', { name: 'Add a variant' }).click();
    await hasValue(page.getByRole('dialog').getByLabel('Unit cost'), '6.00');
    await hasValue(page.getByRole('dialog').getByLabel('SKU'), '');
    await page.context().close();
  });

  test('a reservation without stock is refused with a reason', async () => {
    const page = await open('/orders');
    await page.getByRole('button', { name: 'New order' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Ship from').click();
    await page.getByRole('option', { name: 'Berlin store' }).click();
    await dialog.getByLabel('Product of line 1').fill('KET-090');
    await page.getByRole('option', { name: /KET-090/ }).click();
    await dialog.getByLabel('Quantity of line 1').fill('100000');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { name: /^SO-/ }).waitFor();
    await page.getByRole('button', { name: 'Reserve', exact: true }).click();
    await page.getByText('Not done').waitFor();
    await page
      .getByRole('row', { name: /KET-090/ })
      .getByText(/Not enough KET-090: 100,?000 needed/)
      .waitFor();
    await page.locator('.status').getByText('Pending').waitFor();
    await page.context().close();
  });

  test('a count with a phone: scan, quantity, Enter', async () => {
    const product = (await there.tenant.run(createProduct, { name: 'Counted thing' })) as Made;
    const sku = unique('COUNT');
    await there.tenant.run(createVariant, { productId: product.id, sku, barcode: '4006381333931' });
    await adjust(sku, 12);
    const page = await open('/counts', PHONE);
    await page.getByRole('button', { name: 'New count' }).first().click();
    await page.getByRole('dialog').getByLabel('Location').click();
    await page.getByRole('option', { name: 'Hamburg warehouse' }).click();
    await page.getByRole('button', { name: 'Start counting' }).click();
    const scanner = page.getByLabel('Barcode or SKU');
    await scanner.waitFor();
    await scanner.fill('4006381333931');
    await scanner.press('Enter');
    const amount = page.getByLabel('How many are there?');
    // Whoever hears the page hears which table it is, what is counted, and what was not found.
    await page
      .getByRole('table', { name: 'The list' })
      .or(page.getByRole('list', { name: 'The list' }))
      .waitFor();
    await page.getByRole('textbox', { name: 'How many are there? Counted thing', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Skip' }).click();
    await scanner.fill('NO-SUCH');
    await scanner.press('Enter');
    await page.getByRole('alert').getByText('Nothing has the barcode or SKU NO-SUCH.').waitFor();
    await scanner.fill(sku);
    await scanner.press('Enter');
    await amount.waitFor();
    // What was scanned and has no number is not recorded.
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByRole('dialog').getByText(`Not recorded yet: ${sku}.`).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await amount.fill('9');
    const question = page.waitForEvent('dialog');
    // As it is called off, nothing answers it.
    void page.reload().catch(() => undefined);
    expect((await question).type()).toBe('beforeunload');
    await (await question).dismiss();
    await hasValue(amount, '9');
    await shoot(page, 'count-phone');
    await amount.press('Enter');
    await page.getByText(`Last: ${sku}: 9`).waitFor();
    // A reading that fails takes nothing from the screen, and is repeated by itself.
    await page.route('**/graphql', route =>
      route.request().postData()?.includes('"Count"') ? route.abort() : route.continue(),
    );
    await scanner.fill(sku);
    await scanner.press('Enter');
    await amount.fill('8');
    await amount.press('Enter');
    const lost = page.getByRole('alert').getByText('Part of this page could not be loaded');
    await lost.waitFor();
    await page.getByText(`Last: ${sku}: 8`).waitFor();
    await page.unrouteAll();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await lost.waitFor({ state: 'detached' });
    // What is typed and not recorded is no part of the count, and is said.
    await scanner.fill(sku);
    await scanner.press('Enter');
    await amount.fill('7');
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByRole('dialog').getByText(`Not recorded yet: ${sku}: 7.`).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
    await page.locator('.status').getByText('Completed').waitFor();
    const level = (await (await rest('GET', `/inventory_levels?sku=${sku}`)).json()) as {
      data: { quantity_on_hand: number }[];
    };
    expect(level.data.map(each => each.quantity_on_hand)).toEqual([8]);
    await page.context().close();
  });

  test('what is typed stays when somebody else cancels the order, or completes the count, meanwhile', async () => {
    const line = { sku: 'MUG-CER-01', quantity: 2 };
    const { id } = await elsewhere('POST', '/orders', { location_id: place(0), items: [line] });
    await elsewhere('POST', `/orders/${id}/reserve`, {});
    const page = await open(`/orders/${id}`);
    await page.getByRole('button', { name: 'Pick' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Scan').fill(line.sku);
    await dialog.getByLabel('Scan').press('Enter');
    await dialog.getByText(`${line.sku}: 1 of 2.`).waitFor();
    await elsewhere('POST', `/orders/${id}/cancel`, {});
    await page.locator('.status').getByText('Cancelled').waitFor();
    await dialog.getByText(`${line.sku}: 1 of 2.`).waitFor();
    await dialog.getByRole('button', { name: 'Fulfill' }).click();
    await dialog.getByText('The order is cancelled; this is allowed only while').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await hasCount(page.getByRole('button', { name: 'Pick' }), 0);
    const count = await elsewhere('POST', '/cycle_counts', { location_id: place(0), status: 'in_progress' });
    await elsewhere('POST', `/cycle_counts/${count.id}/load_inventory`, {});
    await page.goto(`${there.url}/counts/${count.id}`);
    await page.getByLabel('Barcode or SKU').fill(line.sku);
    await page.getByLabel('Barcode or SKU').press('Enter');
    const amount = page.getByLabel('How many are there?');
    await amount.fill('9');
    await elsewhere('POST', `/cycle_counts/${count.id}/complete`, {});
    await page.locator('.status').getByText('Completed').waitFor();
    await hasValue(amount, '9');
    await amount.press('Enter');
    await page.getByRole('alert').getByText(`9 × ${line.sku}`).waitFor();
    await page.getByRole('alert').getByText('The cycle count is completed; this is allowed only while').waitFor();
    await hasCount(page.getByLabel('Barcode or SKU'), 0);
    await page.context().close();
  });

  test('the search offers what a page does: Enter goes to its button, and what is chosen is pressed', async () => {
    const [order] = await read<[Made]>('/purchase_orders?status=submitted');
    const page = await open(`/purchase-orders/${order.id}`);
    await complete(page);
    const receive = page.getByRole('button', { name: 'Receive', exact: true });
    await receive.waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('group', { name: 'On this page' }).getByRole('option', { name: 'Receive' }).waitFor();
    await page.keyboard.type('recei');
    await page.keyboard.press('Enter');
    await hasFocus(receive);
    await hasCount(page.getByRole('dialog'), 0);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('recei');
    await page.getByRole('option', { name: 'Receive' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await hasFocus(receive);
    await page.context().close();
  });

  test('a recall: previewed first, then done with everything made of the lot', async () => {
    const page = await open('/lots');
    await page.getByRole('link', { name: 'SAN-2606' }).click();
    await page.getByRole('heading', { name: 'Lot SAN-2606' }).waitFor();
    await hasCount(page.locator('.lot'), 5);
    await hasCount(page.locator('.lot').getByText(/\d\s*kg left$/), 5);
    await shoot(page, 'genealogy');
    await page.getByRole('button', { name: 'Recall', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('orders to notify').waitFor();
    const reason = dialog.getByLabel('Reason');
    await reason.fill('Metal');
    await reason.press('Escape');
    await dialog.getByText('Discard your changes?').waitFor();
    await dialog.getByRole('button', { name: 'Keep' }).click();
    await reason.press('Control+Enter');
    await page.waitForURL(/\/recalls\//);
    await page.getByText('Metal').waitFor();
    await page.goBack();
    await page.getByText('This lot is recalled').waitFor();
    await hasCount(page.locator('.lot-recalled'), 5);
    await shoot(page, 'recalled');
    await page.context().close();
  });

  test('a plan is reviewed and applied at once: lines without a supplier are pointed out, never ordered', async () => {
    const { tenant, shop } = there;
    const locationId = shop.locations[0]!.id;
    const policy = (sku: string, reorderPoint: number) =>
      tenant.run(createInventoryPolicy, { sku, locationId, reorderPoint, reorderQuantity: 12 });
    const [supplier] = await read<Made[]>('/suppliers');
    await tenant.run(createSupplierItem, {
      supplierId: supplier!.id,
      sku: 'CLN-TAB-20',
      purchaseUnit: 'case',
      unitsPerPurchaseUnit: 12,
      minOrderQuantity: 10,
      priceBreaks: [
        { minQuantity: 20, unitCost: 4 },
        { minQuantity: 40, unitCost: 3.5 },
      ],
    });
    await policy('CLN-TAB-20', 480);
    await tenant.run(createProduct, { name: 'Sold by nobody', variants: [{ sku: 'NOBODY-1' }] });
    await policy('NOBODY-1', 5);

    const page = await open('/replenishment', { colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Compute a plan' }).click();
    await page.getByRole('dialog').getByLabel('Days to look ahead').fill('30');
    await page.getByRole('dialog').getByRole('button', { name: 'Compute' }).click();
    await page.getByText('Waiting …').waitFor();
    await makePlans(world.database);
    const missing = page.getByRole('region', { name: 'Has no supplier: cannot be ordered yet' });
    await missing.getByText('NOBODY-1').waitFor();
    await hasCount(missing.getByRole('checkbox'), 0);
    const bought = page.getByRole('region', { name: 'Buy from Fazenda Import GmbH' });
    const cases = bought.getByLabel('Quantity of CLN-TAB-20 for Hamburg warehouse, case');
    await cases.fill('4');
    await bought.getByText('The minimum order is 10.').waitFor();
    // Below the first price of its supplier it has none, and neither will the order.
    await bought
      .getByRole('row')
      .filter({ has: page.getByLabel('Quantity of CLN-TAB-20 for Hamburg warehouse, case') })
      .getByText('not known')
      .waitFor();
    await cases.fill('20');
    await bought
      .getByText(/960\.00/)
      .first()
      .waitFor();
    await cases.fill('40');
    await bought.getByText('case of 12 · 480 each').waitFor();
    await bought
      .getByText(/1,680\.00/)
      .first()
      .waitFor();
    await bought.getByRole('button', { name: 'Why CLN-TAB-20 for Hamburg warehouse' }).click();
    await page.getByRole('dialog').getByText('reorder point').first().waitFor();
    await shoot(page, 'plan-why');
    await page.keyboard.press('Escape');

    await adjust('CLN-TAB-20', 1);
    const apply = async () => {
      await page.getByRole('button', { name: 'Apply', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).click();
    };
    await apply();
    await page.getByRole('alert').getByText('Moved: CLN-TAB-20.').waitFor();
    await shoot(page, 'plan-overtaken');
    expect(await violationsOf(page)).toEqual([]);
    const drafts = () => read<object[]>('/purchase_orders?status=draft');
    expect(await drafts()).toEqual([]);
    await page.getByRole('alert').getByRole('button', { name: 'Compute again' }).click();
    await page.getByText('Waiting …').waitFor();
    await makePlans(world.database);

    await bought.getByLabel('All of: Buy from Fazenda Import GmbH').uncheck();
    await bought.getByLabel('Take CLN-TAB-20 for Hamburg warehouse').check();
    await cases.fill('40');
    for (const other of await page.getByLabel(/^All of: (Move|Make)/).all()) await other.uncheck();
    await page.getByText(/^1 of \d+ lines: 1 draft purchase order$/).waitFor();
    await apply();
    await page.getByText('1 document created').waitFor();
    await bought.getByText('Purchase order created').waitFor();
    await shoot(page, 'plan-applied');
    expect(await drafts()).toMatchObject([
      { items: [{ sku: 'CLN-TAB-20', purchase_quantity: 40, quantity: 480, unit_cost: 3.5 }] },
    ]);

    await bought.getByRole('link', { name: 'Cleaning tablets' }).first().click();
    const coming = page.getByRole('region', { name: 'Coming days' });
    await coming.getByText('Reorder point 480').waitFor();
    await coming.scrollIntoViewIfNeeded();
    await shoot(page, 'projection');
    await coming.getByLabel('Quantity to promise').fill('123');
    await coming.getByText('123 can be promised today.').waitFor();
    await coming.getByLabel('Quantity to promise').fill('5000');
    await coming.getByText('5,000 cannot be promised within 60 days: at most 123.').waitFor();
    await coming.getByRole('button', { name: 'Show as table' }).click();
    await hasCount(coming.getByRole('row'), 61);
    expect(await violationsOf(page)).toEqual([]);
    await page.goBack();
    await bought.getByText('Purchase order created').waitFor();

    const lines = await manyLines(tenant.id);
    await page.reload();
    const part = page.getByRole('navigation', { name: 'Lines' });
    await part.getByText(`Lines 1 to 1,000 of ${lines.toLocaleString('en')}`).waitFor();
    await shoot(page, 'plan-part');
    await part.getByRole('button', { name: 'Next 1,000' }).click();
    await part.getByText(`Lines 1,001 to ${lines.toLocaleString('en')} of`).waitFor();
    await becomes(() => part.getByRole('button', { name: 'Next 1,000' }).isEnabled(), false);
    // Tables become cards a moment after the window has become narrow.
    await page.setViewportSize(PHONE.viewport);
    await fits(page, 360);
    await shoot(page, 'plan-phone');
    await part.getByRole('button', { name: 'Previous' }).click();
    await part.getByText('Lines 1 to 1,000 of').waitFor();
    await page.context().close();
  });

  test("a supplier's terms are entered, and an order in its cases is placed and received, with both quantities shown", async () => {
    const sku = 'CUP-PAP-250';
    const [variant] = await read<{ id: string; product_id: string }[]>(`/variants?sku=${sku}`);
    const page = await open(`/products/${variant!.product_id}?variant=${variant!.id}`);
    const bought = page.getByRole('region', { name: 'How it is bought' });
    await bought.getByRole('button', { name: 'Add' }).click();
    const dialog = page.getByRole('dialog');
    const choose = async (field: string, typed: string, option: string) => {
      await dialog.getByRole('combobox', { name: field }).fill(typed);
      await page.getByRole('option', { name: option }).click();
    };
    await choose('Supplier', 'Fazenda', 'Fazenda Import GmbH');
    await dialog.getByLabel('Bought by the').fill('carton');
    await dialog.getByLabel('each in one carton').fill('50');
    await dialog.getByLabel('Cost of price 1').fill('0.09');
    await dialog.getByRole('button', { name: 'Add a price for a larger quantity' }).click();
    await dialog.getByLabel('Quantity of price 2').fill('1');
    await dialog.getByLabel('Cost of price 2').fill('0.07');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Two price breaks begin at this quantity.').waitFor();
    await shoot(page, 'supplier-item');
    await dialog.getByLabel('Quantity of price 2').fill('20');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await bought.getByText('carton of 50 each').waitFor();
    await bought.getByRole('link', { name: 'Fazenda Import GmbH' }).click();
    await page.getByRole('region', { name: 'What it sells' }).getByText(sku).waitFor();
    await shoot(page, 'supplier');
    expect(await violationsOf(page)).toEqual([]);

    await page.getByRole('region', { name: 'Purchase orders' }).getByText('New purchase order').click();
    await hasValue(dialog.getByRole('combobox', { name: 'Supplier' }), 'Fazenda Import GmbH');
    await choose('Deliver to', 'Hamburg', 'Hamburg warehouse');
    await dialog.getByLabel('Product of line 1').fill(sku);
    await dialog.getByLabel('Product of line 1').press('Enter');
    await dialog.getByText(`${sku} was added.`).waitFor();
    await dialog.getByLabel('Quantity of line 1').fill('20');
    await dialog.getByText('= 1,000 each · €0.07 per each').waitFor();
    await shoot(page, 'purchase-in-cartons');
    await dialog.getByRole('button', { name: 'Create draft' }).click();
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('button', { name: 'Receive' }).click();
    await dialog.getByText('20 carton, 1,000 each outstanding').waitFor();
    await dialog.getByLabel(`Quantity of ${sku}, carton`).fill('3.5');
    await dialog.getByText('= 175 each').waitFor();
    await shoot(page, 'receive-in-cartons');
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByText('each', { exact: true }).click();
    await hasValue(dialog.getByLabel(`Quantity of ${sku}`, { exact: true }), '175');
    await dialog.getByRole('button', { name: 'Receive' }).click();
    await page.locator('.status').getByText('Partially received').waitFor();
    await page.getByRole('cell', { name: '3.5 carton 175 each' }).waitFor();
    expect(await read<object>(`/purchase_orders/${page.url().split('/').at(-1)}`)).toMatchObject({
      items: [{ sku, quantity: 1000, purchase_quantity: 20, quantity_received: 175, unit_cost: 0.07 }],
    });
    await page.getByRole('button', { name: 'Add a cost' }).click();
    await dialog.getByLabel('What for').fill('Freight');
    await dialog.getByLabel('Amount').fill('17.5');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('region', { name: 'Landed costs' }).getByText('Freight').waitFor();
    await shoot(page, 'landed-costs');
    expect(await violationsOf(page)).toEqual([]);
    await page.context().close();
  });
});

/** Adds a thousand lines to the organization's latest plan; returns the total. */
async function manyLines(organizationId: string): Promise<number> {
  const latest = sql`(select id from replenishment_plans where organization_id = ${organizationId}
      order by created_at desc limit 1)`;
  await sql`
    insert into plan_suggestions select (jsonb_populate_record(null::plan_suggestions,
          to_jsonb(s) || jsonb_build_object('id', gen_random_uuid(), 'applied_as', null))).*
    from (select * from plan_suggestions where organization_id = ${organizationId} and plan_id = ${latest} limit 1) s,
      generate_series(1, 1000)`.execute(world.owner);
  const { rows } = await sql<{ count: number }>`
    update replenishment_plans p set suggestion_count = (select count(*) from plan_suggestions s
        where s.organization_id = p.organization_id and s.plan_id = p.id)
    where p.organization_id = ${organizationId} and p.id = ${latest} returning suggestion_count as count`.execute(
    world.owner,
  );
  return rows[0]!.count;
}
