import { describe, expect, test } from '@jest/globals';
import { createProduct } from '../../src/domain/create-products.ts';
import { createCycleCount, loadCycleCountInventory } from '../../src/domain/cycle-counts.ts';
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
  hasFocus,
  hasValue,
  holdBack,
  isBrowserThere,
  person,
  scan,
  settled,
  shoot,
  useShop,
  violationsOf,
} from './support.ts';

/** What is typed is not lost, and is sent once, whatever happens to the answer. */

const world = useWorld();

(isBrowserThere ? describe : describe.skip)('sending', () => {
  const { there, read, run, place, open, onHand, stock } = useShop(world);

  test('what was typed is not lost by a slip; called off, it does not come back', async () => {
    const { id, number } = await run(createPurchaseOrder, {
      locationId: place(0),
      items: [{ sku: 'KET-090', quantity: 60 }],
    });
    const page = await open('/purchase-orders');
    await page.getByRole('link', { name: number }).click();
    const amount = page.getByRole('dialog').getByLabel('Quantity of KET-090');
    const discard = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await page.getByRole('button', { name: 'Receive' }).click();
    await amount.fill('50');
    for (const slip of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
      await slip();
      await discard.getByRole('button', { name: 'Keep' }).click();
      await hasFocus(amount);
      await hasValue(amount, '50');
    }
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    for (const leave of [
      () => page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click(),
      async () => {
        await page.keyboard.press('Escape');
        await discard.getByRole('button', { name: 'Discard changes' }).click();
      },
    ]) {
      await page.getByRole('button', { name: 'Receive' }).click();
      await hasValue(amount, '60');
      await amount.fill('50');
      await leave();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await run(receivePurchaseOrder, { id, items: [{ sku: 'KET-090', quantity: 20 }] });
    await page.getByRole('button', { name: 'Receive' }).click();
    await page.getByRole('dialog').getByText('40 outstanding').waitFor();
    await hasValue(amount, '40');
    await page.context().close();
  });

  test('what was chosen and not typed is asked about too', async () => {
    const page = await open('/orders');
    await page.getByRole('button', { name: 'New order' }).click();
    await page.getByRole('dialog').getByLabel('Ship from').click();
    await page.getByRole('option', { name: 'Berlin store' }).click();
    await page.keyboard.press('Escape');
    const discard = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await discard.getByRole('button', { name: 'Keep' }).click();
    await hasValue(page.getByRole('dialog').getByLabel('Ship from'), 'Berlin store');
    await page.keyboard.press('Escape');
    await discard.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('button', { name: 'New order' }).click();
    const amount = page.getByRole('dialog').getByLabel('Quantity of line 1');
    await amount.press('ArrowUp');
    await hasValue(amount, '2');
    await page.keyboard.press('Escape');
    await discard.getByRole('button', { name: 'Keep' }).click();
    await page.context().close();
  });

  test('what was typed on a page, in no dialog, is not lost by a link, going back or a reload', async () => {
    const count = await run(createCycleCount, { locationId: place(0), status: 'in_progress' });
    await run(loadCycleCountInventory, { id: count.id });
    const page = await open('/');
    for (const [path, label, text] of [
      [`/counts/${count.id}`, 'Barcode or SKU', 'KET-090'],
      ['/settings?tab=organization', 'Name', 'Another name'],
      ['/account', 'Current password', 'secret'],
      ['/import', 'Or paste the rows, with their header', 'sku,name'],
      // Refused, and so not saved when the cell is left.
      ['/policies?q=KET-090', 'Reorder point of KET-090 at Berlin store', '1,500'],
    ] as const) {
      const link = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });
      await page.goto(there.url + path);
      await link('Suppliers').click();
      await page.getByRole('heading', { level: 1, name: 'Suppliers' }).waitFor();
      await page.goBack();
      const field = page.getByRole('main').getByLabel(label, { exact: true });
      await field.fill(text);
      const question = page.getByRole('dialog', { name: 'Discard your changes?' });
      // A reload right after the key would come before the page knows of it.
      await becomes(() => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true }))), true);
      const asked = page.waitForEvent('dialog');
      // As it is called off, nothing answers it.
      void page.reload().catch(() => undefined);
      expect((await asked).type()).toBe('beforeunload');
      await (await asked).dismiss();
      for (const leave of [() => page.goForward(), () => link('Orders').click()]) {
        await leave();
        await question.getByRole('button', { name: 'Keep' }).click();
        await question.waitFor({ state: 'detached' });
        await hasValue(field, text);
        expect(page.url()).toBe(there.url + path);
      }
      if (path === '/account') {
        const signOut = async () => {
          await page.getByRole('button', { name: 'Your account' }).click();
          await page.getByRole('menuitem', { name: 'Sign out' }).click();
        };
        await signOut();
        await question.getByRole('button', { name: 'Keep' }).click();
        await question.waitFor({ state: 'detached' });
        // Without an answer nobody is signed out.
        await page.route('**/auth/sign-out', route => route.abort());
        await signOut();
        await question.getByRole('button', { name: 'Discard changes' }).click();
        await page.getByText('The service cannot be reached.').waitFor();
        await hasValue(field, text);
      }
      await link('Orders').click();
      await question.getByRole('button', { name: 'Discard changes' }).click();
      await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    }
    await page.context().close();
  });

  test('whoever presses Enter again while a form is being sent books once', async () => {
    const sku = unique('ONCE');
    await run(createProduct, { name: 'Once', variants: [{ sku }] });
    const page = await open('/inventory?act=adjust');
    const dialog = page.getByRole('dialog');
    await scan(page, sku, dialog.getByLabel('Product'));
    // A location is found by what is on its label, too: Enter takes the only one that matches.
    await scan(page, 'ham', dialog.getByLabel('Location'));
    await hasValue(dialog.getByLabel('Location'), 'Hamburg warehouse');
    await hasFocus(dialog.getByLabel('Quantity'));
    const held = await holdBack(page, /graphql/);
    await page.keyboard.type('4');
    for (const key of ['Enter', 'Enter', 'Control+Enter']) await page.keyboard.press(key);
    await held.asked;
    held.letGo();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(`${sku} at Hamburg warehouse: +4, 4 on hand now.`).waitFor();
    await stock(sku, 1, 1);
    expect(await onHand(sku, 0)).toBe(4);
    await page.context().close();
  });

  test('what fades out is sent and undone once, however often it is clicked', async () => {
    const sku = unique('FADE');
    await run(createProduct, { name: 'Fading', variants: [{ sku }] });
    await stock(sku, 0, 5);
    const page = await open(`/inventory?q=${sku}`, { reducedMotion: 'no-preference' });
    await page.getByRole('link', { name: 'Fading' }).click();
    await page.getByRole('button', { name: 'Adjust stock' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Location').click();
    await page.getByRole('option', { name: 'Hamburg warehouse' }).click();
    await dialog.getByLabel('Quantity').fill('3');
    // Once it is answered, and again for as long as the form can be seen.
    await dialog.locator('form').evaluate(form => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('.mantine-Notification-root')) return;
        observer.disconnect();
        (form as HTMLFormElement).requestSubmit();
      }).observe(document, { childList: true, subtree: true });
      (form as HTMLFormElement).requestSubmit();
    });
    const notice = page.getByText(`${sku} at Hamburg warehouse: +3, 8 on hand now.`);
    await notice.waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).dblclick();
    await page.getByText(`${sku} at Hamburg warehouse: undone, by the opposite entry.`).first().waitFor();
    await stock(sku, 1, 1);
    expect(await onHand(sku, 0)).toBe(5);
    expect((await read<object[]>(`/inventory_ledger?sku=${sku}`)).length).toBe(4);
    await page.context().close();
  });

  test('an order whose answer was lost is created once, however often it is sent', async () => {
    const page = await open('/orders?act=new');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Ship from').click();
    await page.getByRole('option', { name: 'Hamburg warehouse' }).click();
    const reference = unique('LOST');
    await dialog.getByLabel('Reference').fill(reference);
    await dialog.getByLabel('Product of line 1').click();
    await scan(page, 'KET-090', dialog.getByLabel('Product of line 1'));
    // Nothing is sent while it is looked up.
    await hasFocus(dialog.getByLabel('Quantity of line 1'));
    let isCut = true;
    await page.route('**/graphql', async route => {
      if (!isCut || !/mutation CreateOrder/.test(route.request().postData() ?? '')) return route.continue();
      isCut = false;
      // The service executed it, but its response is lost.
      await route.fetch();
      return route.abort();
    });
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog
      .getByRole('alert')
      .filter({ hasText: /not known whether this was saved/ })
      .waitFor();
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await page.waitForURL(/orders\/[0-9a-f-]{36}/);
    expect(await read<object[]>(`/orders?q=${reference}`)).toHaveLength(1);
    await page.context().close();
  });

  test('a form stays until it is answered, as what is on its way cannot be cancelled', async () => {
    const page = await open('/products');
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await page.getByRole('button', { name: 'New order' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Ship from').click();
    await page.getByRole('option', { name: 'Hamburg warehouse' }).click();
    const reference = unique('STAY');
    await dialog.getByLabel('Reference').fill(reference);
    await dialog.getByLabel('Product of line 1').click();
    await scan(page, 'KET-090', dialog.getByLabel('Product of line 1'));
    // Nothing is sent while it is looked up.
    await hasFocus(dialog.getByLabel('Quantity of line 1'));
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route('**/graphql', async route => {
      if (/mutation CreateOrder/.test(route.request().postData() ?? '')) {
        asked.resolve();
        await held.promise;
      }
      return route.continue();
    });
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await asked.promise;
    // It keeps the focus while it works, and is not pressed again.
    const create = dialog.getByRole('button', { name: 'Create', exact: true });
    await hasFocus(create);
    expect(await create.isEnabled()).toBe(false);
    for (const key of ['Enter', 'Space']) await page.keyboard.press(key);
    expect(await dialog.getByRole('button', { name: 'Cancel' }).isEnabled()).toBe(false);
    expect(await dialog.getByRole('button', { name: 'Close' }).isEnabled()).toBe(false);
    await page.keyboard.press('Escape');
    await page.evaluate(() => history.back());
    await settled(page);
    expect(await dialog.getByRole('button', { name: 'Cancel' }).isVisible()).toBe(true);
    expect(await page.getByText('Discard your changes?').count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/orders');
    held.resolve();
    await page.waitForURL(/orders\/[0-9a-f-]{36}/);
    expect(await read<object[]>(`/orders?q=${reference}`)).toHaveLength(1);
    // The keyboard goes on in the page, where no button is pressed by a scanner's Enter.
    await page.getByRole('button', { name: 'Cancel order' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).press('Enter');
    await page.locator('.status').getByText('Cancelled').waitFor();
    await becomes(
      () => page.evaluate(() => document.activeElement?.closest('main') && !document.activeElement.matches('button')),
      true,
    );
    await page.context().close();
  });

  test('what is created in place of something whose answer was lost is asked about first', async () => {
    const page = await open('/orders?act=new');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Ship from').click();
    await page.getByRole('option', { name: 'Hamburg warehouse' }).click();
    const reference = unique('OTHER');
    await dialog.getByLabel('Reference').fill(reference);
    await dialog.getByLabel('Product of line 1').click();
    await scan(page, 'KET-090', dialog.getByLabel('Product of line 1'));
    // Nothing is sent while it is looked up.
    const amount = dialog.getByLabel('Quantity of line 1');
    await hasFocus(amount);
    // A code that is typed there and left is no quantity, even if it begins as the field gets the focus.
    await amount.evaluate(field => {
      field.blur();
      field.focus();
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'T', bubbles: true }));
    });
    await page.keyboard.type('MP-58');
    await page.keyboard.press('Tab');
    await hasValue(dialog.getByLabel('Quantity of line 2'), '1');
    expect(await amount.inputValue()).toBe('1');
    const heard: string[] = [];
    await page.route('**/graphql', async route => {
      const body = route.request().postData() ?? '';
      if (!/mutation CreateOrder/.test(body)) return route.continue();
      heard.push(body);
      if (heard.length > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    const create = dialog.getByRole('button', { name: 'Create', exact: true });
    await create.click();
    await dialog
      .getByRole('alert')
      .filter({ hasText: /not known whether this was saved/ })
      .waitFor();
    await dialog.getByLabel('Reference').fill(`${reference}-B`);
    await create.click();
    await dialog
      .getByRole('alert')
      .filter({ hasText: /not known whether your previous attempt was saved/ })
      .waitFor();
    expect(heard).toHaveLength(1);
    // What is sent after the warning is meant.
    await shoot(page, 'outcome-unknown');
    await create.click();
    await page.waitForURL(/orders\/[0-9a-f-]{36}/);
    expect(heard).toHaveLength(2);
    expect(await read<object[]>(`/orders?q=${reference}`)).toHaveLength(2);
    await page.context().close();
  });

  test('what could not be looked up is not called missing', async () => {
    const page = await open('/inventory?act=adjust');
    const dialog = page.getByRole('dialog');
    await hasFocus(dialog.getByLabel('Product'));
    const held = await holdBack(page, /graphql/);
    await page.keyboard.type('nope');
    await page.getByText('Looking up …').waitFor();
    held.letGo();
    await page.getByText('Nothing matches').waitFor();
    await page.unroute(/graphql/);
    await page.route('**/graphql', route => route.abort());
    await page.keyboard.type('x');
    await page.getByText('The service cannot be reached. Try again.').first().waitFor();
    await hasCount(page.getByText('Nothing matches'), 0);
    await page.context().close();
  });

  test('an adjustment is undone from its notice, and the keyboard reaches everything', async () => {
    const sku = unique('UNDO');
    await run(createProduct, { name: 'Undone', variants: [{ sku }] });
    await stock(sku, 0, 5);
    const page = await open('/');
    await page.getByRole('button', { name: 'Your account' }).click();
    await answered(page, 'UpdateMe', () => page.getByRole('menuitem', { name: 'Hamburg warehouse' }).click());
    await complete(page);
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await page.getByRole('heading', { name: 'Inventory', level: 1 }).waitFor();
    await page.goto(`${there.url}/inventory?act=adjust`);
    const dialog = page.getByRole('dialog');
    await scan(page, sku, dialog.getByLabel('Product'));
    await dialog.getByText(`5 of ${sku} at Hamburg warehouse now.`).waitFor();
    await dialog.getByLabel('Quantity').fill('3');
    await dialog.getByRole('button', { name: 'Adjust' }).click();
    await page.getByText(`${sku} at Hamburg warehouse: +3, 8 on hand now.`).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('undone, by the opposite entry').waitFor();
    expect(await onHand(sku, 0)).toBe(5);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await shoot(page, 'keyboard');
    expect(await violationsOf(page)).toEqual([]);
    await page.context().close();
  });

  test('a form begins in the first field that is not filled in yet: with a place of work, a scan is the first line', async () => {
    const email = await person(world, there.tenant);
    const page = await open('/orders?act=new', {}, email);
    const dialog = page.getByRole('dialog', { name: 'New order' });
    await hasFocus(dialog.getByLabel('Ship from'));
    await page.goto(`${there.url}/account`);
    await answered(page, 'UpdateMe', async () => {
      await page.getByRole('combobox', { name: 'Work location' }).click();
      await page.getByRole('option', { name: 'Berlin store' }).click();
    });
    await follow(page, '/orders');
    await settled(page);
    await page.getByRole('button', { name: 'New order' }).first().click();
    await scan(page, 'KET-090', dialog.getByLabel('Product of line 1'));
    // Nothing is sent while it is looked up.
    await hasFocus(dialog.getByLabel('Quantity of line 1'));
    await hasFocus(dialog.getByLabel('Quantity of line 1'));
    await follow(page, '/transfers');
    await settled(page);
    await page.getByRole('button', { name: 'New transfer' }).first().click();
    await hasFocus(page.getByRole('dialog', { name: 'New transfer' }).getByLabel('To', { exact: true }));
    // Loaded by its URL, the form is there before the place of work is read.
    await page.goto(`${there.url}/orders?act=new`);
    await hasFocus(dialog.getByLabel('Product of line 1'));
    await page.context().close();
  });
});
