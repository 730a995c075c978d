import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { acceptInvitation } from '../../src/access/accounts.ts';
import { provisionMember } from '../../src/access/members.ts';
import { createProduct } from '../../src/domain/create-products.ts';
import { createCycleCount, startCycleCount, updateCycleCount } from '../../src/domain/cycle-counts.ts';
import { createInventoryAdjustment, createInventoryAdjustments } from '../../src/domain/inventory-adjustments.ts';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import { createOrder } from '../../src/domain/orders.ts';
import { createProductionBatch, startProductionBatch } from '../../src/domain/production-batches.ts';
import { receivePurchaseOrder } from '../../src/domain/purchase-order-receipts.ts';
import { createPurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { createReturnAuthorization } from '../../src/domain/return-authorizations.ts';
import { createStockTransfer, shipStockTransfer } from '../../src/domain/stock-transfers.ts';
import { type Made, unique } from '../support/make.ts';
import { useWorld } from '../support/world.ts';
import {
  becomes,
  follow,
  hasCount,
  hasFocus,
  isBrowserThere,
  look,
  PASSWORD,
  person,
  settled,
  shoot,
  typeInto,
  useShop,
  violationsOf,
} from './support.ts';

/** Goods in hand need no connection: what is recorded without one waits on the device, and is made once. */

const world = useWorld();

(isBrowserThere ? describe : describe.skip)('offline', () => {
  const { there, read, open, run, place } = useShop(world);

  test('an offline receipt is kept, sent once when the connection is back, and its refusal is shown', async () => {
    const items = [
      { sku: 'KET-090', quantity: 3 },
      { sku: 'JUG-350', quantity: 5 },
    ];
    const order = () => run(createPurchaseOrder, { locationId: place(1), items });
    const [first, second] = [await order(), await order()];
    const page = await open(`/purchase-orders/${first.id}`);
    const calls: string[] = [];
    let mode: 'away' | 'answer lost' | 'there' = 'away';
    await page.route('**/graphql', async route => {
      const { operationName, variables } = route.request().postDataJSON() as {
        operationName: string;
        variables: { idempotencyKey: string };
      };
      if (!/Receive|Scanned/.test(operationName)) return route.continue();
      if (mode === 'away') return route.abort();
      calls.push(variables.idempotencyKey);
      if (mode === 'there') return route.continue();
      // The service executed it, but its response is lost.
      await route.fetch();
      mode = 'away';
      return route.abort();
    });
    const receive = async () => {
      await page.getByRole('button', { name: 'Receive' }).click();
      await page.getByRole('dialog').getByLabel('Scan', { exact: true }).waitFor();
    };
    await receive();
    const dialog = page.getByRole('dialog');
    const scan = typeInto(page);
    await scan('KET-090');
    await dialog.getByText('KET-090: 1 of 3.').waitFor();
    await scan('(01)04012345000054');
    await dialog.getByText(/No connection: .* is kept, and looked up when it is back/).waitFor();
    await dialog.getByRole('button', { name: 'Clear' }).click();
    mode = 'answer lost';
    await dialog.getByRole('button', { name: 'Receive', exact: true }).click();
    await page.getByText('1 entry not sent yet').waitFor();
    await shoot(page, 'outbox');
    expect(await violationsOf(page)).toEqual([]);
    // It survives leaving the page. Whether it was booked is unknown here: kept bookings count as taken, even twice.
    await page.reload();
    await page.getByText('1 entry not sent yet').waitFor();
    await receive();
    await dialog.getByText('1 outstanding').waitFor();
    await page.keyboard.press('Escape');
    mode = 'there';
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.getByText('1 entry not sent yet').waitFor({ state: 'detached' });
    expect([calls.length, new Set(calls).size]).toEqual([2, 1]);
    const received = async (id: string) =>
      (await read<{ items: { quantity_received: number }[] }>(`/purchase_orders/${id}`)).items.map(
        each => each.quantity_received,
      );
    expect(await received(first.id)).toEqual([1, 0]);
    // Somebody else has taken all of it meanwhile.
    mode = 'away';
    await page.goto(`${there.url}/purchase-orders/${second.id}`);
    await receive();
    await dialog.getByRole('button', { name: 'Receive', exact: true }).click();
    await page.getByText('1 entry not sent yet').waitFor();
    await run(receivePurchaseOrder, { id: second.id, items: [{ sku: 'JUG-350', quantity: 5 }] });
    mode = 'there';
    await page.evaluate(() => dispatchEvent(new Event('online')));
    const refusal = page.getByRole('alert').filter({ hasText: 'not recorded' });
    await refusal.getByText(/JUG-350: /).waitFor();
    await look(page, 'outbox-refused');
    expect(await received(second.id)).toEqual([0, 5]);
    await refusal.getByRole('button', { name: 'Discard' }).click();
    await refusal.waitFor({ state: 'detached' });
    await page.context().close();
  });

  /** Cuts off bookings only, so that pages can still be read. */
  async function wire(page: Page) {
    const line = { mode: 'away' as 'away' | 'answer lost' | 'there', heard: [] as string[] };
    await page.context().route('**/graphql', async route => {
      const { query, operationName, variables } = route.request().postDataJSON() as {
        query: string;
        operationName: string;
        variables: { idempotencyKey?: string };
      };
      if (!query.trimStart().startsWith('mutation') || operationName === 'UpdateMe') return route.continue();
      // The service executes it, but its response is lost.
      if (line.mode === 'answer lost') await route.fetch();
      if (line.mode !== 'there') return route.abort();
      line.heard.push(variables.idempotencyKey!);
      return route.continue();
    });
    return line;
  }
  const comesBack = (...pages: Page[]) =>
    Promise.all(pages.map(page => page.evaluate(() => void dispatchEvent(new Event('online')))));

  test('offline bookings wait on the device and are made once, in order, whatever was delivered, in two tabs', async () => {
    const two = (sku: string) => ({ items: [{ sku, quantity: 2 }] });
    const order = (sku: string) => run(createOrder, { locationId: place(0), ...two(sku) });
    const transfer = () =>
      run(createStockTransfer, { sourceLocationId: place(0), destinationLocationId: place(1), ...two('KET-090') });
    const recipeId = (await read<{ id: string; name: string }[]>('/recipes')).find(
      ({ name }) => name === 'House roast',
    )!.id;
    const batch = () => run(createProductionBatch, { recipeId, locationId: place(0), plannedQuantity: 1 });
    const purchase = await run(createPurchaseOrder, { locationId: place(0), ...two('KET-090') });
    const [picked, whole, sent] = [await order('JUG-350'), await order('DRI-POR-02'), await order('MUG-CER-01')];
    const ticked = [await order('DRI-POR-02'), await order('DRI-POR-02')];
    await run(fulfillOrder, { id: sent.id });
    const returned = await run(createReturnAuthorization, {
      orderId: sent.id,
      reason: 'Chipped',
      items: [{ sku: 'MUG-CER-01', quantity: 1, condition: 'sellable' }],
    });
    const [leaving, arriving] = [await transfer(), await transfer()];
    await run(shipStockTransfer, { id: arriving.id });
    const [planned, begun] = [await batch(), await batch()];
    await run(startProductionBatch, { id: begun.id });
    const count = await run(createCycleCount, {
      locationId: place(2),
      cycleCountItemsAttributes: [{ sku: 'TMP-58' }],
    });
    await run(startCycleCount, { id: count.id });

    const page = await open('/account');
    const line = await wire(page);
    const click = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click();
    const dialog = page.getByRole('dialog');
    const confirm = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
    let booked = 0;
    const book = async (path: string, mode: typeof line.mode, act: () => Promise<void>) => {
      await follow(page, path);
      line.mode = mode;
      await act();
      line.mode = 'away';
      booked += 1;
      await page.getByText(new RegExp(`^${booked} entr(y|ies) not sent yet$`)).waitFor();
    };
    const inDialog = (opener: string, submit: string) => async () => {
      await click(opener);
      await confirm(submit);
    };
    await book(`/purchase-orders/${purchase.id}`, 'answer lost', inDialog('Receive', 'Receive'));
    await book(`/orders/${picked.id}`, 'away', inDialog('Pick', 'Fulfill'));
    await book(`/orders/${whole.id}`, 'answer lost', () => click('Fulfill all'));
    await book(`/transfers/${leaving.id}`, 'away', () => click('Ship'));
    // It is not offered again while it waits.
    await page.getByRole('main').getByRole('button', { name: 'Ship', exact: true }).waitFor({ state: 'detached' });
    await book(`/transfers/${arriving.id}`, 'answer lost', inDialog('Receive', 'Receive'));
    await book(`/orders/${sent.id}`, 'answer lost', async () => {
      await click('New return');
      await dialog.getByLabel('Reason').fill('Too heavy');
      await dialog.getByLabel('Sellable of MUG-CER-01').fill('1');
      await confirm('Create');
    });
    await book(`/returns/${returned.id}`, 'away', async () => {
      await click('Inspect');
      await dialog.getByLabel('Damaged of MUG-CER-01').fill('1');
      await dialog.getByLabel('Sellable of MUG-CER-01').fill('0');
      await confirm('Save');
    });
    await follow(page, '/account');
    await book(`/returns/${returned.id}`, 'away', inDialog('Receive', 'Receive'));
    await book(`/production/${planned.id}`, 'away', () => click('Start'));
    await book(`/production/${begun.id}`, 'answer lost', inDialog('Complete', 'Complete'));
    await book('/waste?act=new', 'answer lost', async () => {
      await typeInto(page)('TMP-58');
      await dialog.getByText('TMP-58: 1.').waitFor();
      await dialog.getByLabel('Location').click();
      await page.getByRole('option', { name: 'Hamburg warehouse' }).click();
      await confirm('Record');
    });
    await book(`/counts/${count.id}`, 'away', async () => {
      await page.getByLabel('Barcode or SKU').fill('TMP-58');
      await page.keyboard.press('Enter');
      await page.getByLabel('How many are there?').fill('9');
      await page.keyboard.press('Enter');
    });
    await follow(page, '/account');
    await book(`/counts/${count.id}`, 'answer lost', inDialog('Complete', 'Complete'));
    await book('/inventory?act=adjust', 'answer lost', async () => {
      await dialog.getByLabel('Product').fill('TMP-58');
      await dialog.getByLabel('Product').press('Enter');
      await dialog.getByLabel('Location').click();
      await page.getByRole('option', { name: 'Hamburg warehouse' }).click();
      await dialog.getByText('Take away').click();
      await dialog.getByLabel('Quantity').fill('1');
      await confirm('Adjust');
    });
    // Nobody waits for the second one after the first was not delivered.
    booked += 1;
    await book('/orders', 'answer lost', async () => {
      for (const { number } of ticked as unknown as { number: string }[])
        await page
          .getByRole('row', { name: new RegExp(number) })
          .getByRole('checkbox')
          .check();
      await page.getByRole('region', { name: 'Selected' }).getByRole('button', { name: 'Fulfill' }).click();
      await confirm('Fulfill');
      await page.getByText('2 entries kept on this device until there is a connection.').waitFor();
    });
    await page.getByText('And 12 more').click();
    await look(page, 'outbox-of-all');

    const other = await page.context().newPage();
    await other.goto(`${there.url}/account`);
    await other.getByText('16 entries not sent yet').waitFor();
    line.mode = 'there';
    await comesBack(page, other);
    for (const each of [page, other]) await each.getByText(/not sent yet$/).waitFor({ state: 'detached' });
    expect([line.heard.length, new Set(line.heard).size]).toEqual([16, 16]);
    const statuses = [
      `/purchase_orders/${purchase.id}`,
      `/orders/${picked.id}`,
      `/orders/${whole.id}`,
      ...ticked.map(({ id }) => `/orders/${id}`),
      `/cycle_counts/${count.id}`,
      `/stock_transfers/${leaving.id}`,
      `/stock_transfers/${arriving.id}`,
      `/return_authorizations/${returned.id}`,
      `/production_batches/${planned.id}`,
      `/production_batches/${begun.id}`,
    ].map(async path => (await read<{ status: string }>(path)).status);
    expect(await Promise.all(statuses)).toEqual([
      'received',
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'completed',
      'shipped',
      'received',
      'received',
      'in_progress',
      'completed',
    ]);
    const booking = async (id: string) =>
      (await read<{ entry_type: string; quantity: number }[]>(`/inventory_ledger?reference_id=${id}`)).map(
        each => each.quantity,
      );
    expect(await Promise.all([purchase, picked, whole, leaving, returned].map(({ id }) => booking(id)))).toEqual([
      [2],
      [2],
      [2],
      [2],
      [1],
    ]);
    expect(await read<object[]>(`/return_authorizations?order_id=${sent.id}`)).toHaveLength(2);
    expect(await read<object>(`/return_authorizations/${returned.id}`)).toMatchObject({
      items: [{ condition: 'damaged', quantity: 1 }],
    });
    expect(await read<object[]>('/waste_records?sku=TMP-58')).toMatchObject([{ quantity: 1 }]);
    expect(await read<object>(`/cycle_counts/${count.id}`)).toMatchObject({ items: [{ counted_quantity: 9 }] });
    const entries = await read<{ entry_type: string; quantity_change: number }[]>('/inventory_ledger?sku=TMP-58');
    const adjusted = entries.filter(each => each.entry_type === 'adjustment' && each.quantity_change < 0);
    expect(adjusted).toMatchObject([{ quantity_change: -1 }]);
    await page.context().close();
  });

  test('an incomplete adjustment is refused at its field, not kept; a refused one is corrected, in the place it names', async () => {
    const sku = unique('SHORT');
    await run(createProduct, { name: 'Short', variants: [{ sku }] });
    const adjust = (quantityChange: number) =>
      run(createInventoryAdjustment, { sku, locationId: place(0), quantityChange, reason: 'correction' });
    await adjust(5);
    const page = await open(`/inventory?q=${sku}`);
    await settled(page);
    await page.getByRole('link', { name: 'Short' }).click();
    await page.getByRole('heading', { name: 'Short', level: 1 }).waitFor();
    const line = await wire(page);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Adjust stock' }).click();
    await dialog.getByText('Take away', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Adjust', exact: true }).click();
    await hasCount(dialog.locator('[aria-invalid=true]'), 2);
    await hasFocus(dialog.getByLabel('Location'));
    // Refused again, the field has the focus already: its problem is said.
    await page.keyboard.press('Control+Enter');
    const problem = await dialog.locator('.mantine-InputWrapper-error').first().textContent();
    await dialog.getByRole('alert').filter({ hasText: problem! }).waitFor({ state: 'attached' });
    await dialog.getByLabel('Location').click();
    await page.getByRole('option', { name: 'Hamburg warehouse' }).click();
    await dialog.getByLabel('Quantity').fill('4');
    await dialog.getByRole('button', { name: 'Adjust', exact: true }).click();
    await page.getByText('1 entry not sent yet').waitFor();
    await adjust(-3);
    line.mode = 'there';
    await comesBack(page);
    const refusal = page
      .getByRole('alert')
      .filter({ hasText: `Adjust stock of ${sku} at Hamburg warehouse: not recorded` });
    await refusal.waitFor();
    await shoot(page, 'adjustment-refused');
    await refusal.getByRole('button', { name: 'Correct' }).click();
    await dialog.getByLabel(`Quantity of ${sku}`).fill('-1');
    await dialog.getByRole('button', { name: 'Send it' }).click();
    await refusal.waitFor({ state: 'detached' });
    await becomes(
      async () =>
        (await read<{ quantity_on_hand: number }[]>(`/inventory_levels?sku=${sku}`)).map(each => each.quantity_on_hand),
      [1],
    );
    await page.context().close();
  });

  test('what a kept booking warns of is shown once it is delivered', async () => {
    const { id } = await run(createCycleCount, {
      locationId: place(1),
      cycleCountItemsAttributes: [{ sku: 'TMP-58' }],
    });
    await run(startCycleCount, { id });
    await run(updateCycleCount, { id, cycleCountItemsAttributes: [{ sku: 'TMP-58', countedQuantity: 1 }] });
    const page = await open(`/counts/${id}`);
    await settled(page);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
    await page.getByText('1 entry not sent yet').waitFor();
    await run(createInventoryAdjustment, {
      sku: 'TMP-58',
      locationId: place(1),
      quantityChange: 2,
      reason: 'correction',
    });
    await page.context().setOffline(false);
    await page.getByRole('alert').filter({ hasText: 'Please check' }).getByText('TMP-58 was adjusted by 2').waitFor();
    await page.context().close();
  });

  test('a refused booking is corrected at its line; waiting ones survive the session, another person and another organization', async () => {
    const email = await person(world, there.tenant, 'manager');
    const sku = unique('LEFT');
    await run(createProduct, { name: 'Left over', variants: [{ sku }] });
    const stock = (quantityChange: number) =>
      run(createInventoryAdjustments, {
        adjustments: [{ sku, locationId: place(0), quantityChange, reason: 'correction' }],
      });
    await stock(9);
    const transfer = () =>
      run(createStockTransfer, {
        sourceLocationId: place(0),
        destinationLocationId: place(1),
        items: [{ sku, quantity: 1 }],
      });
    const [leaving, later] = [await transfer(), await transfer()];
    const { id } = await run(createOrder, { locationId: place(0), items: [{ sku, quantity: 7 }] });
    const page = await open(`/orders/${id}`, {}, email);
    const line = await wire(page);
    const dialog = page.getByRole('dialog');
    const waits = () => page.getByText('1 entry not sent yet').waitFor();
    await page.getByRole('button', { name: 'Pick' }).click();
    await dialog.getByRole('button', { name: 'Fulfill' }).click();
    await waits();
    await stock(-4);
    line.mode = 'there';
    await comesBack(page);
    const refusal = page.getByRole('alert').filter({ hasText: 'not recorded' });
    await refusal.getByText(new RegExp(`^${sku}: Not enough ${sku}`)).waitFor();
    await refusal.getByRole('button', { name: 'Correct' }).click();
    await dialog.getByText(/^Not enough/).waitFor();
    await shoot(page, 'outbox-mended');
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByLabel(`Quantity of ${sku}`).fill('3');
    await dialog.getByRole('button', { name: 'Send it' }).click();
    await page.locator('.status').getByText('Partially fulfilled').waitFor();
    await refusal.waitFor({ state: 'detached' });
    expect(await read<object>(`/orders/${id}`)).toMatchObject({ items: [{ quantity_fulfilled: 3 }] });

    const status = async (of: Made) => (await read<{ status: string }>(`/stock_transfers/${of.id}`)).status;
    const ship = async (of: Made) => {
      line.mode = 'away';
      await follow(page, `/transfers/${of.id}`);
      await page.getByRole('button', { name: 'Ship', exact: true }).click();
      await waits();
    };
    await ship(leaving);
    await sql`delete from sessions where user_id = (select id from users where email = ${email})`.execute(
      world.database.system,
    );
    await page.getByText('1 entry on this device not sent yet').waitFor();
    line.mode = 'there';
    const comeIn = async (as: string) => {
      await page.getByLabel('Email').fill(as);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };
    // Whoever else uses the device meanwhile sends nothing of it.
    await comeIn(there.email);
    await settled(page);
    await comesBack(page);
    await follow(page, '/transfers');
    await settled(page);
    expect(await status(leaving)).toBe('pending');
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('1 entry on this device not sent yet').waitFor();
    await comeIn(email);
    await becomes(() => status(leaving), 'shipped');
    await follow(page, `/transfers/${leaving.id}`);
    await page.locator('.status').getByText('Shipped').waitFor();

    const elsewhere = await world.tenant();
    const { token } = await provisionMember(world.database, elsewhere.id, { email, role: 'viewer' });
    const { rows } = await sql<{ id: string }>`select id from users where email = ${email}`.execute(
      world.database.system,
    );
    await acceptInvitation(world.database, token, { userId: rows[0]!.id });
    await ship(later);
    await page.reload();
    const actFor = async (slug: string) => {
      await page.getByRole('button', { name: 'Your account' }).click();
      await page.getByRole('menuitem', { name: slug, exact: true }).click();
      await page.getByRole('banner').getByText(slug).waitFor();
    };
    await actFor(elsewhere.slug);
    await page.getByText(`1 entry for ${there.tenant.slug} not sent yet.`).waitFor();
    line.mode = 'there';
    await comesBack(page);
    await page.getByText(`1 entry for ${there.tenant.slug} not sent yet.`).waitFor();
    expect(await status(later)).toBe('pending');
    await page.getByRole('button', { name: `Switch to ${there.tenant.slug}` }).click();
    await becomes(() => status(later), 'shipped');
    await page.getByText('not sent yet').waitFor({ state: 'detached' });
    await page.context().close();
  });
});
