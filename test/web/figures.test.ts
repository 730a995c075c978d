import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { Browser, Page } from 'playwright-core';
import { createProduct } from '../../src/domain/create-products.ts';
import { createInventoryAdjustments } from '../../src/domain/inventory-adjustments.ts';
import { createInventoryPolicy } from '../../src/domain/inventory-policies.ts';
import { createLocation, listLocations } from '../../src/domain/locations.ts';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import { createOrder, reserveOrder } from '../../src/domain/orders.ts';
import { getOrganization, updateOrganization } from '../../src/domain/organizations.ts';
import { recordDemandHistory } from '../../src/domain/planning/demand-history.ts';
import { listValuation } from '../../src/domain/planning/reports/valuation.ts';
import { createPurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { listLedger } from '../../src/domain/stock/ledger.ts';
import { createSupplier } from '../../src/domain/suppliers.ts';
import { createSavedQuery, getSavedQuery, updateSavedQuery } from '../../src/figures/saved-queries.ts';
import { REPORTS } from '../../src/web/report-list.ts';
import type { Made } from '../support/make.ts';
import { type Tenant, useWorld } from '../support/world.ts';
import {
  becomes,
  fits,
  hasCount,
  hasValue,
  isBrowserThere,
  newContext,
  nothingLoads,
  openBrowser,
  person,
  shoot,
  signedIn,
  violationsOf,
} from './support.ts';

/** Reading figures: the dashboard, reports, the ledger, insights. */

const world = useWorld();
const ROWS = 130;
const DAY_MS = 86_400_000;
const day = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);

(isBrowserThere ? describe : describe.skip)('figures', () => {
  let browser: Browser;
  let tenant: Tenant;
  let location: Made;
  let url: string;
  let email: string;
  const skus = Array.from({ length: ROWS }, (_, index) => `PART-${String(index + 1).padStart(3, '0')}`);
  const stock = (changes: readonly (readonly [sku: string, quantityChange: number])[]) =>
    tenant.run(createInventoryAdjustments, {
      adjustments: changes.map(([sku, quantityChange]) => ({
        sku,
        quantityChange,
        locationId: location.id,
        reason: 'stock_in',
      })),
    });
  beforeAll(async () => {
    browser = await openBrowser();
    tenant = await world.tenant();
    location = (await tenant.run(createLocation, { name: 'Depot', type: 'warehouse' })) as Made;
    const supplier = (await tenant.run(createSupplier, { name: 'Parts Ltd' })) as Made;
    for (let first = 0; first < ROWS; first += 10)
      await tenant.run(createProduct, {
        name: `Part ${first / 10 + 1}`,
        variants: skus.slice(first, first + 10).map((sku, index) => ({
          sku,
          name: `Size ${index + 1}`,
          unitCost: 1 + index,
          ...(sku !== 'PART-001' && { supplierId: supplier.id }),
        })),
      });
    for (let first = 0; first < ROWS; first += 65)
      await stock(skus.slice(first, first + 65).map((sku, index) => [sku, 10 + first + index]));
    await tenant.run(recordDemandHistory, {
      rows: Array.from({ length: 100 }, (_, index) => ({
        sku: 'PART-001',
        locationId: location.id,
        date: day(index + 1),
        quantity: 2 + (index % 3),
      })),
    });
    ({ url } = await world.serve());
    email = await person(world, tenant);
  });
  afterAll(() => browser?.close());

  const open = async (path: string, options: Parameters<Browser['newContext']>[0] = {}, who = email): Promise<Page> => {
    const page = await signedIn(await newContext(browser, options), url, who, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('[data-live=live]').waitFor();
    return page;
  };

  test('a choice offers every supplier, on whichever page of the list it is, and new ones', async () => {
    const large = await world.tenant();
    await sql`
      insert into suppliers (organization_id, id, created_at, updated_at, name, metadata)
      select ${large.id}, gen_random_uuid(), now(), now(), 'Supplier ' || n, '{}'
      from generate_series(1001, 1450) n`.execute(world.database.system);
    const page = await open('/purchase-orders?act=new', {}, await person(world, large));
    const choice = page.getByRole('dialog').getByRole('combobox', { name: 'Supplier' });
    for (const name of ['Supplier 1001', 'Supplier 1201', 'Supplier 1450']) {
      await choice.fill(name);
      await page.getByRole('option', { name }).waitFor();
    }
    await large.run(createSupplier, { name: 'Latest Ltd' });
    await choice.fill('Latest');
    await page.getByRole('option', { name: 'Latest Ltd' }).waitFor();
    await page.context().close();
  });

  test('a new organization sees what to do first and what is done, and gets its dashboard with the first stock', async () => {
    const fresh = await world.tenant();
    const page = await open('/', {}, await person(world, fresh));
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    await hasCount(page.getByRole('img', { name: 'Done' }), 0);
    const done = (count: number) => becomes(() => page.getByRole('img', { name: 'Done' }).count(), count);
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await page.getByRole('combobox', { name: 'Currency' }).fill('CHF');
    await page.getByRole('option', { name: /^CHF/ }).click();
    await page.getByRole('combobox', { name: 'Stock is valued' }).click();
    await page.getByRole('option', { name: 'First in, first out' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await done(1);
    await page.getByRole('button', { name: 'New location' }).click();
    await page.getByLabel('Name').fill('Shed');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await done(2);
    expect(await fresh.run(getOrganization)).toMatchObject({ currency: 'CHF', costingMethod: 'fifo' });
    await page.getByRole('button', { name: 'Skip: Connect your systems' }).click();
    await page.getByRole('button', { name: 'Invite user' }).click();
    await page.getByLabel('Email').fill('second@example.com');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByText('Give this link to second@example.com').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await done(3);
    await page.reload();
    await done(3);
    await hasCount(page.getByRole('button', { name: 'Skip: Connect your systems' }), 0);
    await page.locator('[data-live=live]').waitFor();
    await shoot(page, 'first-steps');
    await page.goto(`${url}/settings?tab=organization`);
    await page.getByLabel('Reorder point').fill('7');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await fresh.run(getOrganization)).toMatchObject({ defaultReorderPoint: 7, currency: 'CHF' });
    await page.goto(url);
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    await page.locator('[data-live=live]').waitFor();
    const place = (await fresh.list(listLocations)).rows[0] as Made;
    await fresh.run(createProduct, { name: 'First', variants: [{ sku: 'FIRST' }] });
    await fresh.run(createInventoryAdjustments, {
      adjustments: [{ sku: 'FIRST', locationId: place.id, quantityChange: 5, reason: 'stock_in' }],
    });
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await page.context().close();
  });

  test('the dashboard counts open orders until they are fulfilled, and has no value for what has no cost; a purchase order says that it is late', async () => {
    const fresh = await world.tenant();
    const place = (await fresh.run(createLocation, { name: 'Depot', type: 'warehouse' })) as Made;
    await fresh.run(createProduct, { name: 'Cup', variants: [{ sku: 'CUP' }] });
    await fresh.run(createInventoryAdjustments, {
      adjustments: [{ sku: 'CUP', locationId: place.id, quantityChange: 50, reason: 'stock_in' }],
    });
    const order = async () =>
      (await fresh.run(createOrder, { locationId: place.id, items: [{ sku: 'CUP', quantity: 4 }] })) as Made;
    await order();
    await fresh.run(reserveOrder, { id: (await order()).id });
    await fresh.run(fulfillOrder, { id: (await order()).id, items: [{ sku: 'CUP', quantity: 1 }] });
    await fresh.run(fulfillOrder, { id: (await order()).id });
    for (const expectedOn of [day(3), day(-3)])
      await fresh.run(createPurchaseOrder, {
        locationId: place.id,
        status: 'submitted',
        expectedOn,
        items: [{ sku: 'CUP', quantity: 1, unitCost: 2 }],
      });
    const page = await open('/', {}, await person(world, fresh));
    await page.getByRole('link', { name: /^Open orders\s*3\s*1 of them reserved/ }).waitFor();
    await page.getByRole('link', { name: /^Stock value\s*–\s*at cost; none for 45 units/ }).waitFor();
    await page.getByRole('list', { name: 'Stock by location, by value' }).getByText('45 · –').waitFor();
    await page.goto(`${url}/purchase-orders`);
    await page.getByRole('cell', { name: /\d, late$/ }).waitFor();
    await hasCount(page.getByRole('cell', { name: /, late$/ }), 1);
    await page.context().close();
  });

  test('demand is shown with its past and forecast, as a chart and as a table, and stock-outs with their day', async () => {
    const page = await open('/reports?report=demand');
    await page.getByText('Nothing was sold in the last 30 days').waitFor();
    await page.getByRole('combobox', { name: 'Product', exact: true }).fill('PART-001');
    await page.getByRole('option', { name: /PART-001/ }).click();
    await page.getByRole('img', { name: /^Demand of the last 56 days and of the next 63/ }).waitFor();
    await page.getByText('80 % band').scrollIntoViewIfNeeded();
    await shoot(page, 'forecast');
    const section = page.getByRole('region', { name: 'Demand and forecast' });
    await section.getByRole('button', { name: 'Show as table' }).click();
    await hasCount(section.getByRole('row'), 1 + 56 + 63);
    await page.goto(url);
    const row = page.getByRole('list', { name: 'Runs out next' }).getByRole('listitem');
    await row.getByText('PART-001').waitFor();
    await row.getByText('10 left').waitFor();
    await page.goto(`${url}/reports?report=stock-outs`);
    const left = page
      .getByRole('row', { name: /PART-001/ })
      .getByRole('cell')
      .nth(2);
    await becomes(() => left.textContent(), '10');
    await page.context().close();
  });

  test('a report is read to its last row, and exported completely', async () => {
    const page = await open('/reports?report=valuation');
    const table = page.getByRole('table', { name: 'Valuation' });
    await table.waitFor();
    await becomes(() => table.getAttribute('aria-rowcount'), String(ROWS));
    const expected = [...(await tenant.list(listValuation, { perPage: 200 })).rows];
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const lines = (await readFile(await (await saving).path(), 'utf8')).replace(/\r\n$/, '').split('\r\n');
    expect(lines[0]).toBe('\uFEFF"Product","SKU","On hand","Cost not known","In transit","Unit cost","Value"');
    expect(lines.slice(1).map(line => line.split(',').slice(-6).join())).toEqual(
      expected.map(row =>
        [
          `"${row['sku'] as string}"`,
          row['quantityOnHand'],
          row['unvaluedQuantity'],
          row['inTransitValue'],
          row['unitCost'],
          row['stockValue'],
        ].join(),
      ),
    );
    const scroller = table.locator('.grid-scroll');
    const last = String(expected.at(-1)!['sku']);
    await becomes(async () => {
      await scroller.evaluate(element => element.scrollBy(0, 100_000));
      return table.getByText(last, { exact: true }).count();
    }, 1);
    await page.context().close();
  });

  test('every report opens under its group, on a phone too', async () => {
    const page = await open('/reports', { viewport: { width: 390, height: 844 } });
    const faults: string[] = [];
    page.on('pageerror', error => faults.push(error.message));
    for (const [name, label] of REPORTS) {
      await page.evaluate(report => history.pushState({}, '', `?report=${report}`), name);
      await page.getByRole('tab', { name: label, selected: true }).waitFor();
      await nothingLoads(page);
      await fits(page, 390);
      await shoot(page, `report-${name}-phone`);
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('a named report is grouped, filtered by location and day, compared, and exported as it is shown', async () => {
    const other = (await tenant.run(createLocation, { name: 'Annex', type: 'store' })) as Made;
    const order = (await tenant.run(createOrder, {
      locationId: location.id,
      items: [{ sku: 'PART-002', quantity: 4, unitPrice: 5 }],
    })) as Made;
    await tenant.run(reserveOrder, { id: order.id });
    await tenant.run(fulfillOrder, { id: order.id });
    const page = await open('/reports?report=movements');
    await page.getByText('Performance', { exact: true }).click();
    await page.getByRole('tab', { name: 'ABC analysis', selected: true }).waitFor();
    await page.getByText('Sales', { exact: true }).click();
    const table = page.getByRole('region', { name: 'Sales summary' });
    const heads = () => table.getByRole('columnheader').allTextContents();
    const figures = [
      'Units sold',
      'Orders shipped',
      'Revenue',
      'Average order value',
      'COGS',
      'Gross margin',
      'Gross margin %',
      'Units returned',
    ];
    await table.getByRole('columnheader', { name: 'Month' }).waitFor();
    await becomes(heads, ['Month', ...figures]);
    await page.getByRole('combobox', { name: 'Group by' }).click();
    await page.getByRole('option', { name: 'By SKU' }).click();
    await table.getByRole('columnheader', { name: 'SKU' }).waitFor();
    await page.getByLabel('From').fill(day(0));
    const row = table.getByRole('row', { name: /PART-002/ });
    await row.waitFor();
    await becomes(
      () => row.getByRole('cell').allTextContents(),
      ['PART-002', '4', '1', '€20.00', '€20.00', '€8.00', '€12.00', '60%', '0'],
    );
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const [head, ...lines] = (await readFile(await (await saving).path(), 'utf8')).replace(/\r\n$/, '').split('\r\n');
    expect(head).toBe(`\uFEFF${['SKU', ...figures].map(each => `"${each}"`).join(',')}`);
    expect(lines).toEqual(['"PART-002",4,1,20,20,8,12,0.6,0']);
    await page.getByRole('combobox', { name: 'Compare with' }).click();
    await page.getByRole('option', { name: 'Previous period' }).click();
    await table.getByRole('columnheader', { name: 'Revenue, before' }).waitFor();
    await shoot(page, 'report-sales-compared');
    await page.getByRole('combobox', { name: 'Location' }).click();
    await page.getByRole('option', { name: 'Annex' }).click();
    await table.getByText('Nothing to show').waitFor();
    expect(new URL(page.url()).searchParams.get('location')).toContain(other.id);
    await page.context().close();
  });

  test('the file of a report has every row, however few are shown; a field that no longer fits leaves the query', async () => {
    const page = await open('/reports?report=movements', { viewport: { width: 820, height: 1180 } });
    await page.getByRole('region', { name: 'Stock movement' }).getByText('PART-001').first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    // As on the screen of somebody with more than can be shown.
    await page.route('**/graphql', route =>
      route.continue({ postData: route.request().postData()?.replace('"limit":500', '"limit":3') ?? '' }),
    );
    const saved = async () => {
      await page.getByText(`The first 3 of ${ROWS}.`).waitFor();
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: 'CSV' }).click();
      const sheet = await readFile(await (await saving).path(), 'utf8');
      return new Set(sheet.match(/PART-\d{3}/g)).size;
    };
    await page.reload();
    expect(await saved()).toBe(ROWS);

    const conditions = {
      filters: [
        { field: 'sku', op: 'not_in', value: ['PART-001'] },
        { field: 'sku', op: 'contains', value: 'PART-00' },
      ],
      having: [{ field: 'closing_stock', op: '>', value: 0 }],
    };
    await page.goto(`${url}/explore`);
    await page.getByPlaceholder('Nothing saved yet').waitFor();
    // By somebody else, while the page is open.
    const { id } = (await tenant.run(createSavedQuery, {
      name: 'Parts in stock',
      query: { measures: ['closing_stock'], dimensions: ['sku'], ...conditions, sort: ['sku'] },
    })) as Made;
    const choose = async (field: string, ...options: string[]) => {
      await page.getByRole('combobox', { name: field }).click();
      for (const name of options) await page.getByRole('option', { name, exact: true }).click();
      await page.keyboard.press('Escape');
    };
    const query = page.locator('pre').filter({ hasText: 'reports/query' });
    await choose('Measures', 'Units sold', 'Closing stock');
    await choose('Broken down by', 'Category', 'SKU');
    expect(await saved()).toBe(ROWS);
    await choose('Measures', 'Closing stock', 'Units sold');
    await choose('Broken down by', 'Order');
    await choose('Only where', 'Order');
    await page.getByLabel('These').fill('SO-1');
    await query.getByText('"SO-1"').waitFor();
    // The query is part of the address.
    const asked = await query.innerText();
    await page.reload();
    await becomes(() => query.innerText(), asked);
    await hasValue(page.getByLabel('These'), 'SO-1');
    await choose('Measures', 'Units sold', 'On hand');
    await becomes(async () => /"order"/.test(await query.innerText()), false);
    expect(await page.getByRole('combobox', { name: 'Only where' }).inputValue()).toBe('');

    // What a saved query has beside the fields is said, asked, and saved again.
    await page.getByRole('combobox', { name: 'Saved queries' }).click();
    await page.getByRole('option', { name: 'Parts in stock' }).click();
    await page.getByText('And as saved: SKU containing PART-00 · Closing stock > 0 · sorted by SKU').waitFor();
    await page.getByText('PART-002').first().waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Parts in stock was saved.').waitFor();
    expect(await tenant.run(getSavedQuery, { id })).toMatchObject({ query: conditions });
    // What somebody else has saved meanwhile is replaced only after a question.
    await choose('Measures', 'On hand');
    await becomes(async () => /"on_hand"/.test(await query.innerText()), true);
    await page.getByRole('navigation').getByRole('link', { name: 'Reports', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
    await page.goBack();
    await becomes(async () => /"on_hand"/.test(await query.innerText()), true);
    await tenant.run(updateSavedQuery, { id, query: { measures: ['units_sold'], dimensions: ['sku'] } });
    await page.getByRole('button', { name: 'Save changes' }).click();
    const overtaken = page.getByRole('dialog', { name: 'Somebody else has changed this meanwhile.' });
    await overtaken.getByRole('button', { name: 'Keep' }).click();
    await overtaken.waitFor({ state: 'detached' });
    expect(await tenant.run(getSavedQuery, { id })).toMatchObject({ query: { measures: ['units_sold'] } });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await overtaken.getByRole('button', { name: 'Save changes' }).click();
    await overtaken.waitFor({ state: 'detached' });
    expect(await tenant.run(getSavedQuery, { id })).toMatchObject({ query: conditions });
    await page.context().close();
  });

  test('an invalid filter is refused at its field', async () => {
    const page = await open('/reports?report=fast-movers');
    const days = page.getByLabel('Days');
    await days.fill('999');
    await page.getByText('Must be at most 365.').waitFor();
    expect(await days.getAttribute('aria-invalid')).toBe('true');
    await days.fill('365');
    await page.getByText('Must be at most 365.').waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('the inventory is sorted by clicking a column header, which shows the order', async () => {
    const page = await open('/inventory');
    const head = page.getByRole('columnheader', { name: 'Available' });
    const available = () =>
      page
        .getByRole('row')
        .evaluateAll(rows => rows.slice(1).map(row => Number(row.querySelectorAll('[role=cell], td')[4]!.textContent)));
    await page.getByRole('cell', { name: 'PART-001', exact: true }).waitFor();
    const least = await available();
    expect([await head.getAttribute('aria-sort'), least]).toEqual(['ascending', least.toSorted((a, b) => a - b)]);
    await head.getByRole('button').click();
    await page.getByRole('cell', { name: 'PART-130', exact: true }).waitFor();
    const most = await available();
    expect([await head.getAttribute('aria-sort'), most]).toEqual(['descending', most.toSorted((a, b) => b - a)]);
    expect([least.length, most.length].every(length => length > 10)).toBe(true);
    await page.context().close();
  });

  test('the ledger is filtered by product, and a period that ends before it begins is refused at its field', async () => {
    const page = await open('/movements?sku=PART-007');
    await page.getByRole('table', { name: 'Movements' }).waitFor();
    await hasCount(page.getByRole('row'), 2);
    await page.getByLabel('From').fill('2026-03-02');
    await page.getByLabel('To').fill('2026-03-01');
    await page.getByText('Must not be after the end.').waitFor();
    await page.getByLabel('From').fill('2026-02-01');
    await page.getByText('Nothing matches').waitFor();
    await page.context().close();
  });

  test('stock is shown as of the end of a day, and a product has its statement: opening, each type, closing', async () => {
    const sku = 'PART-008';
    const own = sql`organization_id = ${tenant.id} and variant_id = (
      select v.id from variants v where v.organization_id = ${tenant.id} and v.sku = ${sku})`;
    const before = sql`created_at - interval '3 days'`;
    await sql`update ledger_entries set created_at = ${before} where ${own}`.execute(world.owner);
    await sql`update inventory_levels l
      set first_moved_at = e.created_at, last_inbound_at = e.created_at from ledger_entries e
      where l.organization_id = e.organization_id and l.variant_id = e.variant_id
        and e.id in (select id from ledger_entries where ${own})`.execute(world.owner);
    await tenant.run(createInventoryAdjustments, {
      adjustments: [{ sku, locationId: location.id, quantityChange: -4, reason: 'damage' }],
    });
    const order = (await tenant.run(createOrder, {
      locationId: location.id,
      items: [{ sku, quantity: 2, unitPrice: 3 }],
    })) as Made & { number: string };
    await tenant.run(fulfillOrder, { id: order.id });

    const page = await open(`/inventory?q=${sku}`);
    const figures = () => page.getByRole('row').nth(1).getByRole('cell').allTextContents();
    await page.getByRole('cell', { name: '11', exact: true }).first().waitFor();
    await page.getByLabel('End of').fill(day(1));
    await page.getByText(/^What was on hand at the end of/).waitFor();
    await page.getByRole('cell', { name: '17', exact: true }).waitFor();
    await becomes(async () => (await figures()).slice(1), [sku, 'Depot', '17']);
    await hasCount(page.getByRole('button', { name: 'Adjust stock' }), 0);
    await shoot(page, 'inventory-as-of');
    expect(await violationsOf(page)).toEqual([]);
    await page.goto(`${url}/inventory?q=${sku}&on=${day(4)}`);
    await page.getByRole('cell', { name: '0', exact: true }).waitFor();

    await page.goto(`${url}/movements?sku=${sku}&from=${day(0)}`);
    const balance = page.getByRole('region', { name: 'Balance' });
    await balance.getByText('Now').waitFor();
    expect((await balance.innerText()).split('\n').filter(Boolean)).toEqual([
      expect.stringMatching(/^At the start of/),
      '17',
      'Adjustment',
      '−4',
      'Order fulfilled',
      '−2',
      'Now',
      '11',
    ]);
    await balance.getByRole('button', { name: /Order fulfilled/ }).click();
    await page.waitForURL(/type=ORDER_FULFILLED/);
    await shoot(page, 'movements-balance');
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Order fulfilled' }).click();
    await page.getByRole('heading', { name: order.number }).waitFor();
    await page.context().close();
  });

  test("times are shown in the organization's time zone, wherever the reader is", async () => {
    const timeZone = 'Pacific/Auckland';
    await tenant.run(updateOrganization, { timeZone });
    const page = await open('/movements?sku=PART-007', { timezoneId: 'America/Los_Angeles', locale: 'en-GB' });
    const [entry] = (await tenant.list(listLedger, { sku: 'PART-007' })).rows as { occurredAt: string }[];
    const written = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone });
    const told = page.getByRole('row').nth(1).getByRole('cell').first();
    await becomes(() => told.textContent(), written.format(new Date(entry!.occurredAt)));
    await tenant.run(updateOrganization, { timeZone: 'UTC' });
    await page.context().close();
  });

  test('an insight shows its evidence, is acted upon after a confirmation, and disappears once it is resolved', async () => {
    await tenant.run(createInventoryPolicy, {
      sku: 'PART-003',
      locationId: location.id,
      reorderPoint: 40,
      reorderQuantity: 60,
    });
    const page = await open('/insights?type=LOW_STOCK');
    const insight = page.getByRole('listitem').filter({ hasText: 'PART-003' });
    const notNow = async (when: string) => {
      await insight.getByRole('button', { name: /^Not now/ }).click();
      await page.getByRole('menuitem', { name: when }).click();
      await insight.waitFor({ state: 'detached' });
    };
    await notNow('In a week');
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
    await insight.waitFor();
    await notNow('Only if it gets worse');
    await page.getByText('Dismissed', { exact: true }).click();
    await insight.getByText(/Dismissed by owner/).waitFor();
    await shoot(page, 'insights-dismissed');
    await insight.getByRole('button', { name: 'Bring back' }).click();
    await page.getByText('Open', { exact: true }).click();
    expect(await insight.getByLabel('Evidence').innerText()).toMatch(
      /Available\s+12\s+Incoming in time\s+0\s+Reorder point\s+40\s+Shortage\s+28/,
    );
    await insight.getByRole('button', { name: 'Order it' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/60 × PART-003 for Depot/).waitFor();
    await shoot(page, 'insight');
    await dialog.getByRole('button', { name: 'Order it' }).click();
    await page.getByRole('heading', { name: /^PO-/ }).waitFor();
    await tenant.run(createInventoryPolicy, {
      sku: 'PART-005',
      locationId: location.id,
      reorderPoint: 40,
      reorderQuantity: 60,
    });
    await page.goto(`${url}/insights?type=LOW_STOCK`);
    await page.getByRole('listitem').filter({ hasText: 'PART-005' }).waitFor();
    await hasCount(insight, 0);
    await page.locator('[data-live=live]').waitFor();
    await stock([['PART-005', 50]]);
    await page.getByText('Nothing stands out').waitFor();
    await page.context().close();
  });
});
