import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { resetPassword } from '../../src/access/accounts.ts';
import { provisionMember } from '../../src/access/members.ts';
import { createProduct } from '../../src/domain/create-products.ts';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import { createOrder } from '../../src/domain/orders.ts';
import { listProducts } from '../../src/domain/products.ts';
import { receivePurchaseOrder } from '../../src/domain/purchase-order-receipts.ts';
import { createPurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { createReturnAuthorization, updateReturnAuthorization } from '../../src/domain/return-authorizations.ts';
import { type Made, unique } from '../support/make.ts';
import { useWorld } from '../support/world.ts';
import {
  answered,
  becomes,
  follow,
  hasCount,
  hasFocus,
  hasValue,
  inDays,
  isBrowserThere,
  newContext,
  PASSWORD,
  PHONE,
  person,
  shoot,
  useShop,
  violationsOf,
} from './support.ts';

/** More work with the app: partial documents, questions, products, accounts. */

const world = useWorld();

interface Item {
  sku: string;
  quantity_fulfilled: number;
}

(isBrowserThere ? describe : describe.skip)('work', () => {
  const { there, read, elsewhere, open, adjust } = useShop(world);
  const order = (items: object[]) =>
    there.tenant.run(createOrder, { locationId: there.shop.locations[0]!.id, items }) as Promise<Made>;

  test('an order is fulfilled in parts: the rest stays outstanding', async () => {
    const { id } = await order([
      { sku: 'MUG-CER-01', quantity: 5 },
      { sku: 'JUG-350', quantity: 2 },
    ]);
    const page = await open(`/orders/${id}`);
    await page.getByRole('button', { name: 'Pick' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Quantity of MUG-CER-01').fill('9');
    await dialog.getByLabel('Quantity of JUG-350').fill('0');
    await dialog.getByRole('button', { name: 'Fulfill' }).click();
    await dialog.getByRole('group', { name: 'MUG-CER-01' }).getByText('Only 5 are still to be fulfilled.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await shoot(page, 'fulfill-in-part');
    await dialog.getByLabel('Quantity of MUG-CER-01').fill('3');
    await dialog.getByRole('button', { name: 'Fulfill' }).click();
    await page.locator('.status').getByText('Partially fulfilled').waitFor();
    const { items } = await read<{ items: Item[] }>(`/orders/${id}`);
    expect(items.map(item => item.quantity_fulfilled)).toEqual([3, 0]);
    await page.getByRole('button', { name: 'Fulfill all' }).click();
    await page.locator('.status').getByText('Fulfilled', { exact: true }).waitFor();
    await page.context().close();
  });

  test('a draft of a purchase order is corrected before it is submitted', async () => {
    const { id } = (await there.tenant.run(createPurchaseOrder, {
      locationId: there.shop.locations[0]!.id,
      status: 'draft',
      items: [{ sku: 'KET-090', quantity: 10 }],
    })) as Made;
    const page = await open(`/purchase-orders/${id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Quantity of line 1').fill('24');
    await dialog.getByLabel('Price of line 1').fill('30.5');
    // Somebody else has saved a change meanwhile: it is overwritten only by whoever knows of it.
    const overtaken = dialog.getByRole('alert', { name: 'Somebody else has changed this meanwhile.' });
    await elsewhere('PATCH', `/purchase_orders/${id}`, {
      reference: 'THEIRS',
      items: [{ sku: 'KET-090', quantity: 12 }],
    });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await overtaken.waitFor();
    expect(await read<object>(`/purchase_orders/${id}`)).toMatchObject({ items: [{ quantity: 12 }] });
    await overtaken.getByRole('button', { name: 'Begin again with theirs' }).click();
    await hasValue(dialog.getByLabel('Reference'), 'THEIRS');
    await hasValue(dialog.getByLabel('Quantity of line 1'), '12');
    await dialog.getByLabel('Quantity of line 1').fill('24');
    await dialog.getByLabel('Price of line 1').fill('30.5');
    await elsewhere('PATCH', `/purchase_orders/${id}`, { reference: 'AGAIN' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await overtaken.getByRole('button', { name: 'Save mine all the same' }).click();
    await page
      .getByRole('row', { name: /KET-090/ })
      .getByRole('cell', { name: '24', exact: true })
      .waitFor();
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.locator('.status').getByText('Submitted').waitFor();
    await hasCount(page.getByRole('button', { name: 'Edit' }), 0);
    expect(await read<object>(`/purchase_orders/${id}`)).toMatchObject({
      status: 'submitted',
      reference: 'THEIRS',
      items: [{ sku: 'KET-090', quantity: 24, unit_cost: 30.5 }],
    });
    await page.context().close();
  });

  test('a purchase order is closed short: the rest is no longer expected', async () => {
    const { id } = (await there.tenant.run(createPurchaseOrder, {
      locationId: there.shop.locations[2]!.id,
      items: [{ sku: 'SCL-2K', quantity: 10 }],
    })) as Made;
    const page = await open(`/purchase-orders/${id}`);
    await page.getByRole('button', { name: 'Receive' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Quantity of SCL-2K').fill('0');
    await dialog.getByRole('button', { name: 'Receive' }).click();
    await dialog.getByText('Enter a quantity for at least one line.').waitFor();
    await dialog.getByLabel('Quantity of SCL-2K').fill('4');
    await dialog.getByLabel(/close it short/).check();
    await dialog.getByRole('button', { name: 'Receive' }).click();
    await page.locator('.status').getByText('Received').waitFor();
    const [level] = await read<object[]>(`/inventory_levels?sku=SCL-2K&location_id=${there.shop.locations[2]!.id}`);
    expect(level).toMatchObject({ quantity_incoming: 0 });
    await page.context().close();
  });

  test('a purchase order takes the date that its supplier confirms, and is closed short without a receipt', async () => {
    const { id, number } = (await there.tenant.run(createPurchaseOrder, {
      locationId: there.shop.locations[2]!.id,
      items: [{ sku: 'SCL-2K', quantity: 10, unitCost: 3 }],
    })) as Made & { number: string };
    const page = await open(`/purchase-orders/${id}`);
    await page.getByRole('button', { name: 'Confirmed date' }).click();
    const dialog = page.getByRole('dialog', { name: `What the supplier confirms for ${number}` });
    await hasFocus(dialog.getByLabel('Expected on'));
    await dialog.getByLabel('Expected on').fill(inDays(9));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await there.tenant.run(receivePurchaseOrder, { id, items: [{ sku: 'SCL-2K', quantity: 4 }] });
    await page.getByRole('button', { name: 'Close short' }).click();
    const closing = page.getByRole('dialog', { name: `Close ${number} short?` });
    await closing.getByText('no longer expected: 6 × SCL-2K').waitFor();
    await closing.getByRole('button', { name: 'Close short' }).click();
    await page.locator('.status').getByText('Received', { exact: true }).waitFor();
    expect(await read<object>(`/purchase_orders/${id}`)).toMatchObject({
      status: 'received',
      expected_on: inDays(9),
      items: [{ quantity: 10, quantity_received: 4 }],
    });
    await page.getByText('6 units not delivered').waitFor();
    await page.getByText('6 of 10 × SCL-2K: no longer expected').waitFor();
    const facts = await page.locator('dl > div').allInnerTexts();
    expect(facts.map(fact => fact.replace(/\s+/g, ' '))).toContain('Total €12.00');
    expect(facts.map(fact => fact.split('\n')[0]).filter(word => /Received|Closed/.test(word!))).toEqual([
      'Closed short',
    ]);
    await follow(page, '/purchase-orders');
    await page
      .getByRole('row', { name: new RegExp(number) })
      .getByText('closed short')
      .waitFor();
    await page.context().close();
  });

  test('a reservation may be limited in time, and shows its end', async () => {
    const { id } = await order([{ sku: 'MUG-CER-01', quantity: 1 }]);
    const page = await open(`/orders/${id}`);
    await page.getByRole('button', { name: 'Reserve for a limited time' }).click();
    await page.getByRole('menuitem', { name: 'For three days' }).click();
    await page.getByText(/in 3 days/).waitFor();
    const { reservation_expires_at } = await read<{ reservation_expires_at: string }>(`/orders/${id}`);
    expect(Math.round((Date.parse(reservation_expires_at) - Date.now()) / 3_600_000)).toBe(72);
    await page.getByRole('button', { name: 'Reserved until' }).click();
    await page.getByRole('menuitem', { name: 'For a week from now' }).click();
    await page.getByText(/in 7 days/).waitFor();
    await page.getByRole('button', { name: 'Reserved until' }).click();
    await page.getByRole('menuitem', { name: 'For three days from now' }).click();
    await page.getByText(/in 3 days/).waitFor();
    await page.goto(`${there.url}/orders?status=RESERVED`);
    await page.getByText('expires in 3 days').waitFor();
    const { number } = await read<{ number: string }>(`/orders/${id}`);
    await page.getByLabel('Number or reference').fill(number.toLowerCase());
    await page.getByRole('table', { name: 'Orders' }).and(page.locator('[aria-rowcount="1"]')).waitFor();
    await page.getByRole('link', { name: number }).waitFor();
    await page.context().close();
  });

  test('a return is inspected before it is received: only sellable goods go back into stock', async () => {
    const { id: orderId } = await order([{ sku: 'TMP-58', quantity: 4 }]);
    await there.tenant.run(fulfillOrder, { id: orderId });
    const { id } = (await there.tenant.run(createReturnAuthorization, {
      orderId,
      reason: 'Too heavy',
      items: [{ sku: 'TMP-58', quantity: 4, condition: 'sellable' }],
    })) as Made;
    const page = await open(`/returns/${id}`);
    await page.getByRole('button', { name: 'Inspect' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Damaged of TMP-58').fill('3');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(/Only \d+ of TMP-58 were fulfilled/).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    // The same by scanning, which starts with nothing.
    const scan = async (condition: string, heard?: string) => {
      await dialog.getByRole('radiogroup', { name: 'What is scanned is' }).getByText(condition).click();
      await dialog.getByLabel('Scan', { exact: true }).fill('TMP-58');
      await dialog.getByLabel('Scan', { exact: true }).press('Enter');
      if (heard) await dialog.getByText(heard).waitFor();
    };
    const { promise: scannedTwice, resolve } = Promise.withResolvers<void>();
    await page.route('**/graphql', async route => {
      await scannedTwice;
      await route.continue();
    });
    await scan('Damaged');
    await scan('Damaged');
    // What is saved meanwhile would lack them.
    await page.keyboard.press('Control+Enter');
    await dialog.getByText('A scan is still being looked up.').waitFor();
    resolve();
    await dialog.getByText('TMP-58: 2 of 4 back.').waitFor();
    await page.unroute('**/graphql');
    await scan('Damaged', 'TMP-58: 3 of 4 back.');
    await scan('Sellable', 'TMP-58: 4 of 4 back.');
    await scan('Sellable', 'TMP-58: only 4 were sent, and all are back.');
    await shoot(page, 'return-scanned');
    expect(await violationsOf(page)).toEqual([]);
    // What somebody else has saved meanwhile is not replaced unasked.
    await there.tenant.run(updateReturnAuthorization, { id, reason: 'Far too heavy' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Somebody else has changed this meanwhile.').waitFor();
    await dialog.getByRole('button', { name: 'Save mine all the same' }).click();
    await page.getByRole('cell', { name: 'Damaged' }).waitFor();
    await page.getByRole('button', { name: 'Receive' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Receive' }).click();
    await page.locator('.status').getByText('Received').waitFor();
    const entries = await read<{ entry_type: string; quantity: number; quantity_change: number }[]>(
      `/inventory_ledger?reference_id=${id}`,
    );
    expect(entries.map(entry => [entry.entry_type, entry.quantity, entry.quantity_change]).sort()).toEqual([
      ['return_disposed', 3, 0],
      ['return_received', 1, 1],
    ]);
    await page.context().close();
  });

  test('a count continues offline: the quantity is kept, and sent once the connection is back', async () => {
    const page = await open('/counts', PHONE);
    await page.getByRole('button', { name: 'New count' }).first().click();
    await page.getByRole('dialog').getByLabel('Location').click();
    await page.getByRole('option', { name: 'Munich store' }).click();
    await page.getByRole('button', { name: 'Start counting' }).click();
    const scanner = page.getByLabel('Barcode or SKU');
    await scanner.waitFor();
    await hasFocus(scanner);
    await page.route('**/graphql', route =>
      route.request().postData()?.includes('RecordCount') ? route.abort() : route.continue(),
    );
    for (const [sku, amount] of [
      ['KET-090', '7'],
      ['JUG-350', '4'],
    ] as const) {
      await scanner.fill(sku);
      await scanner.press('Enter');
      await page.getByLabel('How many are there?').fill(amount);
      await page.getByLabel('How many are there?').press('Enter');
      await page.getByText(`Last: ${sku}: ${amount}`).waitFor();
    }
    await page.getByText('2 entries not sent yet').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await shoot(page, 'count-offline-phone');
    await page.reload();
    await page.getByText('2 entries not sent yet').waitFor();
    // While offline: once online, waiting bookings may be sent before the button is pressed.
    const tried = page.waitForRequest(request => request.postData()?.includes('RecordCount') ?? false);
    await page.getByRole('button', { name: 'Try now' }).click();
    await tried;
    await page.unroute('**/graphql');
    await page.getByText('2 of 16 counted').waitFor();
    await page.getByText('not sent yet').waitFor({ state: 'detached' });
    await scanner.fill('KET-090');
    await scanner.press('Enter');
    await page.getByLabel('How many are there?').fill('1,500');
    await page.getByLabel('How many are there?').press('Enter');
    await page.getByText('1,500 is ambiguous: type 1500 or 1.500.').waitFor();
    // Neither adds to what cannot be read.
    for (const name of ['One more', 'One less']) {
      await page.getByRole('button', { name }).click();
      await hasValue(page.getByLabel('How many are there?'), '1,500');
    }
    await page.getByLabel('How many are there?').fill('401234500005');
    await page.getByLabel('How many are there?').press('Enter');
    await page.getByText('401234500005 is a code, not a number of things').waitFor();
    await page.getByText('DRI-POR-02').first().waitFor();
    await page.getByRole('button', { name: 'Skip' }).click();
    await scanner.fill('KET-090');
    await scanner.press('Enter');
    await page.getByRole('button', { name: '7 was a mistake' }).click();
    await page.getByText('1 of 16 counted').waitFor();
    await page.context().close();
  });

  test('a question is answered with its rows and the query; an ambiguity is resolved, a request to write is refused', async () => {
    const page = await open('/ask');
    const box = page.getByLabel('Your question');
    await box.fill('How many KET-090 are in Berlin store?');
    await box.press('Enter');
    const answer = page.getByRole('region', { name: 'Answer', exact: true });
    await answer.getByText(/on hand, .* available \(.*KET-090/).waitFor();
    await answer.getByText('How was this answered?').click();
    await answer.getByText(/POST \/api\/v1\/reports\/query/).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      answer.getByRole('button', { name: 'Export' }).click(),
    ]);
    const sheet = await readFile(await file.path(), 'utf8');
    expect([file.suggestedFilename(), sheet.split('\r\n').length]).toEqual([
      expect.stringMatching(/^how-many-ket-090-are-in-berlin-store-.*\.csv$/),
      3,
    ]);
    expect(sheet).toMatch(/on_hand|On hand/i);
    expect(await violationsOf(page)).toEqual([]);
    await shoot(page, 'ask');
    await box.fill('Delete all orders');
    await box.press('Enter');
    await page.getByText('Refused', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Asked before' }).getByText('How many KET-090 are in Berlin store?').click();
    await answer.getByText(/available \(.*KET-090/).waitFor();
    await box.fill('How much green coffee kettle do we have?');
    await box.press('Enter');
    await page.getByText('Which one?').waitFor();
    await page.getByRole('button', { name: /GRN-SID|Sidamo/ }).click();
    await answer.getByText(/on hand, .*\(.*GRN-SID/).waitFor();
    await page.context().close();
  });

  test('a variant is added with a reorder policy; a duplicate SKU is reported while typing', async () => {
    const product = (await there.tenant.run(createProduct, { name: 'Oat drink' })) as Made;
    const sku = unique('OAT');
    const page = await open(`/products/${product.id}`);
    await page.getByRole('button', { name: 'Add a variant' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('SKU').fill('KET-090');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByLabel('SKU').and(dialog.locator('[aria-invalid=true]')).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByLabel('SKU').fill(sku);
    await dialog.getByLabel('Unit price').fill('2.4');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByText(sku).first().waitFor();
    await page.getByRole('button', { name: /^New policy/ }).click();
    await dialog.getByLabel('Location').click();
    await page.getByRole('option', { name: 'Berlin store' }).click();
    await dialog.getByLabel('Reorder point').fill('12');
    await dialog.getByLabel('Reorder quantity').fill('24');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: /^Edit: When to reorder at Berlin store/ }).click();
    await dialog.getByLabel('Reorder point').fill('15');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('row', { name: /Berlin store/ })
      .getByRole('cell', { name: '15', exact: true })
      .waitFor();
    const policies = await read<{ reorder_point: number; reorder_quantity: number }[]>(
      `/inventory_policies?sku=${sku}`,
    );
    expect(policies.map(({ reorder_point, reorder_quantity }) => [reorder_point, reorder_quantity])).toEqual([
      [15, 24],
    ]);
    await page.context().close();
  });

  test('a password is changed by somebody who knows it, and a forgotten one with a one-time password', async () => {
    const email = await person(world, there.tenant, 'manager');
    const page = await open('/account', {}, email);
    const change = async (current: string, next: string, again = next) => {
      await page.getByLabel('Current password').fill(current);
      await page.getByLabel('New password', { exact: true }).fill(next);
      await page.getByLabel('New password again').fill(again);
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    await change(PASSWORD, 'another good one', 'another bad one');
    await page.getByText('The two passwords differ.').waitFor();
    await change('not my password', 'another good one');
    await page.getByText('That is not the current password.').waitFor();
    await change(PASSWORD, 'another good one');
    await page.getByText('Your password has been changed.').waitFor();
    const oneTime = await resetPassword(world.database, email);
    await page.goto(there.url);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(oneTime);
    await page.getByRole('button', { name: 'Sign in' }).click();
    // It was typed just now, and is not asked for again.
    await page.getByLabel('New password').waitFor();
    await hasCount(page.getByLabel('One-time password'), 0);
    await page.getByLabel('New password').fill('a third good one');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await page.context().close();
  });

  test('a logo is made as small as the service takes it: a PNG if it can be, otherwise a JPEG', async () => {
    const page = await open('/settings');
    await page.getByRole('tab', { name: 'Organization' }).click();
    /** A square picture in one color, or of noise, which no PNG makes smaller. */
    const drawn = async (side: number, isNoise: boolean) => {
      const address = await page.evaluate(
        ([width, noise]) => {
          const canvas = document.createElement('canvas');
          canvas.width = canvas.height = width;
          const context = canvas.getContext('2d')!;
          const pixels = context.createImageData(width, width);
          let state = 1;
          for (let at = 0; at < pixels.data.length; at += 1)
            pixels.data[at] =
              at % 4 === 3 ? 255 : noise ? (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 24 : 90;
          context.putImageData(pixels, 0, 0);
          return canvas.toDataURL('image/png');
        },
        [side, isNoise] as const,
      );
      return { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(address.split(',')[1]!, 'base64') };
    };
    const logo = page.getByRole('img', { name: 'Logo' });
    const shown = () =>
      logo.evaluate(image => [
        (image as HTMLImageElement).src.slice(0, 15),
        (image as HTMLImageElement).naturalWidth <= 800,
        (image as HTMLImageElement).src.length <= 200_000,
      ]);
    const file = page.getByRole('main').locator('input[type=file]');
    await file.setInputFiles(await drawn(1600, false));
    await becomes(shown, ['data:image/png;', true, true]);
    await file.setInputFiles(await drawn(600, true));
    await becomes(shown, ['data:image/jpeg', true, true]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    await page.context().close();
  });

  test('an owner invites a colleague, who joins with the link, once', async () => {
    const email = `${unique('colleague')}@example.com`.toLowerCase();
    const owner = await open('/settings');
    await owner.getByRole('tab', { name: 'Users' }).click();
    await owner.getByRole('button', { name: 'Invite user' }).click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByRole('button', { name: 'Invite' }).click();
    const link = (await owner.getByTestId('secret').textContent())!;
    const mail = new URL((await dialog.getByRole('link', { name: 'Write an email' }).getAttribute('href'))!);
    expect([decodeURIComponent(mail.pathname), mail.searchParams.get('body')!.split('\r\n').at(-1)]).toEqual([
      email,
      link,
    ]);
    await owner.keyboard.press('Escape');
    await owner
      .getByRole('row', { name: email })
      .getByText(/^Invited, until/)
      .waitFor();

    const context = await newContext(there.browser);
    const page = await context.newPage();
    await page.goto(link);
    await page.getByRole('heading', { name: `Join ${there.tenant.slug}` }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await shoot(page, 'invitation');
    await page.getByLabel('Choose a password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    expect(page.url()).not.toContain('swi_');
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.goto(link);
    await page.reload();
    await page.getByText('This invitation is not valid: it was accepted').waitFor();
    await context.close();
    const german = await newContext(there.browser, { ...PHONE, locale: 'de-DE' });
    const used = await german.newPage();
    await used.goto(link);
    await used.getByText('Diese Einladung gilt nicht mehr: Sie wurde angenommen').waitFor();
    await german.close();
    // Beside the menu of a tablet there is less room than the table needs.
    await owner.setViewportSize({ width: 820, height: 1180 });
    const remove = owner.getByRole('button', { name: 'Remove' }).first();
    expect(await remove.evaluate(button => button.getBoundingClientRect().right <= innerWidth - 16)).toBe(true);
    await owner.context().close();
  });

  test('a member of two organizations switches from one to the other', async () => {
    const other = await world.tenant();
    const email = await person(world, there.tenant, 'manager');
    const { token } = await provisionMember(world.database, other.id, { email, role: 'viewer' });
    await adjust('KET-090', 1);
    const page = await open('/inventory', {}, email);
    await page.goto(`${there.url}/invitation#${token}`);
    await page.getByRole('heading', { name: `Join ${other.slug}` }).waitFor();
    await page.getByText(`You are signed in as ${email}`).waitFor();
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('banner').getByText(other.slug).waitFor();
    const actFor = async (slug: string) => {
      await page.getByRole('button', { name: 'Your account' }).click();
      await page.getByRole('menuitem', { name: slug, exact: true }).click();
      await page.getByRole('banner').getByText(slug).waitFor();
      await page.goto(`${there.url}/inventory`);
    };
    await actFor(there.tenant.slug);
    await page
      .getByRole('row', { name: /KET-090/ })
      .first()
      .waitFor();
    await actFor(other.slug);
    await page.getByText('No stock yet').waitFor();
    await hasCount(page.getByRole('button', { name: 'Adjust stock' }), 0);
    await page.setViewportSize(PHONE.viewport);
    await page.getByRole('main').getByText(other.slug, { exact: true }).waitFor();
    await page.context().close();
  });

  test('the picture of a product is reduced before it is sent, and its removal can be undone', async () => {
    const [product] = (await there.tenant.list(listProducts, { perPage: 1 })).rows as { id: string; name: string }[];
    const page = await open(`/products/${product!.id}`);
    const large = await page.evaluate(() => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 2000, height: 1000 });
      canvas.getContext('2d')!.fillRect(0, 0, 1000, 1000);
      return canvas.toDataURL('image/png').split(',')[1]!;
    });
    const chosen = { name: 'p.png', mimeType: 'image/png', buffer: Buffer.from(large, 'base64') };
    await page.getByRole('button', { name: 'Add a picture' }).waitFor();
    await page.getByLabel('Picture', { exact: true }).setInputFiles(chosen);
    const picture = page.getByRole('img', { name: `Picture of ${product!.name}` });
    await picture.waitFor();
    const sizeOf = async (image: HTMLImageElement) => {
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    };
    expect(await picture.evaluate(sizeOf as (image: Element) => Promise<number[]>)).toEqual([800, 400]);
    await page.getByRole('button', { name: 'Change the picture' }).click();
    await page.getByRole('menuitem', { name: 'Remove the picture' }).click();
    await page.getByRole('button', { name: 'Add a picture' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await picture.waitFor();
    await page.goto(`${there.url}/products`);
    await page.locator('.picture img').waitFor();
    // It stands beside the product while that is picked.
    const [variant] = await read<{ sku: string }[]>(`/products/${product!.id}/variants`);
    const { id } = await order([{ sku: variant!.sku, quantity: 1 }]);
    await page.goto(`${there.url}/orders/${id}`);
    await page.getByRole('button', { name: 'Pick' }).click();
    await page.getByRole('group', { name: variant!.sku }).locator('.picture img').waitFor();
    await page.context().close();
  });

  test('the logo is reduced before it is sent: to a PNG, or to a JPEG on white where that would be too large', async () => {
    const page = await open('/settings?tab=organization');
    const png = (grain: number) =>
      page.evaluate(amount => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 1600, height: 800 });
        const context = canvas.getContext('2d')!;
        const image = context.createImageData(800, 800);
        for (let at = 0, seed = 1; at < image.data.length; at += 4) {
          seed = (seed * 16_807) % 2_147_483_647;
          image.data.set([90 + (seed % amount), 120, 110, 255], at);
        }
        context.putImageData(image, 0, 0);
        return canvas.toDataURL('image/png').split(',')[1]!;
      }, grain);
    /** What is stored: its type, its size, and the color of its right half, of which nothing was drawn. */
    const stored = async () => {
      const { logo } = await read<{ logo: string }>('/organization');
      return page.evaluate(async src => {
        const image = Object.assign(new Image(), { src });
        await image.decode();
        const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
        const context = canvas.getContext('2d')!;
        context.drawImage(image, 0, 0);
        const pixel = [...context.getImageData(image.width - 9, 9, 1, 1).data];
        return [src.slice(0, src.indexOf(';')), image.width, image.height, pixel];
      }, logo);
    };
    // It is saved as soon as it is chosen, while it is still being reduced.
    const reduction = await page.evaluateHandle(() => {
      const [read, held] = [createImageBitmap, Promise.withResolvers<void>()];
      globalThis.createImageBitmap = async (file: ImageBitmapSource) => {
        await held.promise;
        return read(file);
      };
      return held;
    });
    const save = async (grain: number) => {
      const buffer = Buffer.from(await png(grain), 'base64');
      await page.locator('main input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
      await answered(page, 'UpdateOrganization', async () => {
        await page.getByRole('button', { name: 'Save' }).first().click();
        await reduction.evaluate(({ resolve }) => resolve());
      });
    };
    await save(1);
    expect(await stored()).toEqual(['data:image/png', 800, 400, [0, 0, 0, 0]]);
    await save(40);
    expect(await stored()).toEqual(['data:image/jpeg', 800, 400, [255, 255, 255, 255]]);
    // Who presses twice has changed it once, and is not told of somebody else.
    let sent = 0;
    page.on('request', request => void (request.postData()?.includes('"UpdateOrganization"') && (sent += 1)));
    await page.getByRole('button', { name: 'Save' }).first().dblclick();
    await page.getByText('Saved.').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect([sent, await page.getByText('Somebody else has changed this meanwhile.').count()]).toEqual([1, 0]);
    await page.context().close();
  });

  test('a confirmation begins at the answer that changes nothing, and is red where something is taken away', async () => {
    const sold = await order([{ sku: 'TMP-58', quantity: 2 }]);
    await there.tenant.run(fulfillOrder, { id: sold.id });
    const { id } = (await there.tenant.run(createReturnAuthorization, {
      orderId: sold.id,
      reason: 'Too heavy',
      items: [{ sku: 'TMP-58', quantity: 1, condition: 'sellable' }],
    })) as Made;
    const page = await open(`/returns/${id}`);
    const dialog = page.getByRole('dialog');
    for (const [deed, none, color] of [
      ['Cancel return', 'Keep', 'rgb(180, 35, 24)'],
      ['Receive', 'Cancel', 'rgb(15, 118, 110)'],
    ] as const) {
      await page.getByRole('main').getByRole('button', { name: deed, exact: true }).click();
      await hasFocus(dialog.getByRole('button', { name: none, exact: true }));
      const deeds = dialog.getByRole('button', { name: deed, exact: true });
      expect(await deeds.evaluate(button => getComputedStyle(button).backgroundColor)).toBe(color);
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
    }
    expect((await read<{ status: string }>(`/return_authorizations/${id}`)).status).toBe('pending');
    // What can no longer be pressed leaves the focus to its surroundings, and is reached again once it can.
    const opener = page.getByRole('main').getByRole('button', { name: 'Cancel return' });
    await opener.click();
    await hasFocus(dialog.getByRole('button', { name: 'Keep' }));
    await opener.evaluate(button => button.setAttribute('disabled', ''));
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await becomes(() => page.evaluate(() => document.activeElement?.closest('main') !== null), true);
    expect(await opener.getAttribute('tabindex')).toBeNull();
    await page.context().close();
  });
});
