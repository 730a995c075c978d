import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { listProducts } from '../../src/domain/products.ts';
import { listSuppliers } from '../../src/domain/suppliers.ts';
import { listVariants } from '../../src/domain/variants.ts';
import { useImports } from '../support/imports.ts';
import { until } from '../support/live.ts';
import { adjust, makeLocation, makeStock } from '../support/make.ts';
import { type Tenant, useWorld } from '../support/world.ts';
import { hasCount, hasValue, isBrowserThere, newContext, openBrowser, person, shoot, signIn } from './support.ts';

const world = useWorld();
useImports(world);
const there = isBrowserThere ? describe : describe.skip;

there('import and export in the web app', () => {
  let browser: Browser;
  let page: Page;
  let tenant: Tenant;
  let url: string;

  beforeAll(async () => {
    tenant = await world.tenant();
    ({ url } = await world.serve());
    browser = await openBrowser();
    page = await signIn(await newContext(browser), url, await person(world, tenant));
    await page.getByText('Welcome').first().waitFor();
  });

  afterAll(() => browser?.close());

  test('a pasted sheet is tried, shown, and then imported; its columns are guessed', async () => {
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Import your data' })
      .getByRole('link', { name: 'Import' })
      .click();
    await page
      .getByLabel('Or paste the rows, with their header')
      .fill(
        'Reference;Title;Article;EAN;Cost net (EUR);Vendor\nMUG;Mug;MUG-S;0012345678905;2.5;Pottery\nMUG;Mug;MUG-L;;3,100;Pottery\n',
      );
    await hasValue(page.getByRole('combobox', { name: 'Title' }), 'Name');
    await hasValue(page.getByRole('combobox', { name: 'Article' }), 'SKU');
    await hasValue(page.getByRole('combobox', { name: 'Cost net (EUR)' }), 'Unit cost');
    await page.getByRole('button', { name: 'Run a trial' }).click();
    await page.getByText('0 new, 0 changed, 0 as they are, 2 rejected').waitFor();
    const rows = page.getByRole('region', { name: 'Rows of the spreadsheet' });
    const cell = rows.getByRole('cell', {
      name: /^3,100 ?Must be a number such as 1250\.5: nothing between thousands/,
    });
    await cell.waitFor();
    await hasCount(rows.getByRole('row'), 3);
    await shoot(page, 'import-tried');
    expect((await tenant.list(listVariants)).rows).toEqual([]);
    // What is not there yet is named, and made right here.
    await rows.getByText('There is no supplier of this code or name yet.').first().waitFor();
    await page.getByRole('button', { name: 'Create this supplier and try again' }).click();
    await hasCount(rows.getByText('There is no supplier of this code or name yet.'), 0);
    // The rows of a product are taken together.
    await page.getByText('0 new, 0 changed, 0 as they are, 2 rejected').waitFor();
    await cell.waitFor();
    expect((await tenant.list(listSuppliers)).rows.map(row => row['name'])).toEqual(['Pottery']);
    // The sheet is still there to be changed; a decimal comma is one, where commas do not separate cells.
    await page.getByRole('button', { name: 'Change the sheet' }).click();
    const sheet = page.getByLabel('Or paste the rows, with their header');
    await sheet.fill((await sheet.inputValue()).replace('3,100', '3,1'));
    await page.getByRole('button', { name: 'Run a trial' }).click();
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await until(async () => (await tenant.list(listVariants)).rows.length === 2, 60_000);
    await page.getByText('2 new, 0 changed').waitFor();
    await page.getByRole('cell', { name: 'Created' }).first().waitFor();
    await page.reload();
    await page.getByText('2 new, 0 changed').waitFor();
    const made = await tenant.list(listVariants, { sort: 'sku' });
    expect(made.rows.map(row => [row['sku'], row['barcode'], row['unitCost']])).toEqual([
      ['MUG-L', null, 3.1],
      ['MUG-S', '0012345678905', 2.5],
    ]);
    await shoot(page, 'import-done');
    await page.getByRole('link', { name: 'Next step' }).click();
    const step = page.getByRole('listitem').filter({ hasText: 'Import your data' });
    await step.getByRole('img', { name: 'Done' }).waitFor();
    await shoot(page, 'welcome-imported');
  });

  test('a filtered list is exported completely', async () => {
    await makeLocation(tenant);
    await page.goto(`${url}/products`);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    expect(file.suggestedFilename()).toMatch(/^products-.*\.csv$/);
    expect(text.split('\r\n')[1]).toContain(',Mug,MUG,');
    // What never answers is given up.
    const other = await page.context().newPage();
    await other.clock.install();
    await other.goto(`${url}/products`);
    const asked = Promise.withResolvers<void>();
    await other.route('**/api/v1/products?*', () => asked.resolve());
    await other.getByRole('button', { name: 'Export' }).click();
    await asked.promise;
    await other.clock.fastForward(61_000);
    await other.getByText('The export was cut off. Try again.').waitFor();
    await other.close();
  });

  test('the first stock does not end the first steps while somebody is working on them; leaving them does', async () => {
    const { variant, location } = await makeStock(tenant, 3);
    await adjust(tenant, variant, location, 1);
    await page.goto(url);
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    await page.getByRole('button', { name: 'Go to the dashboard' }).click();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  });

  test('a German export is read as it is meant: its umlauts, decimal commas and days, below a title', async () => {
    const sheet = [
      'Artikelstamm, Stand 23.11.2026;;;;',
      'Stammdaten;;;Preise;',
      'Artikelnr.;Bezeichnung;Warengruppe;EK netto;VK netto',
      'DE-1 ;M\u00fcsli;Lebensmittel;1.234,5;2.000',
      'DE-2;K\u00e4se;Lebensmittel;1,234;3',
    ].join('\r\n');
    await page.goto(`${url}/import`);
    const take = async (text: string) => {
      const buffer = Buffer.from(text, 'latin1');
      await page.locator('input[type=file]').setInputFiles({ name: 'Artikel.csv', mimeType: 'text/csv', buffer });
    };
    // In 2.000 and 1,234 the separator may be of decimals or of thousands, whatever separates the cells.
    await take(sheet.replace('1.234,5', '1.234'));
    const trial = page.getByRole('button', { name: 'Run a trial' });
    await page.getByText('The numbers in this sheet can be read in two ways.').waitFor();
    expect(await trial.isDisabled()).toBe(true);
    // Until another file is read there is nothing to try: the sheet before would be taken for it.
    const reading = await page.evaluateHandle(() => {
      const [read, held] = [Blob.prototype.arrayBuffer, Promise.withResolvers<void>()];
      Blob.prototype.arrayBuffer = async function () {
        await held.promise;
        return read.call(this);
      };
      return held;
    });
    await take(sheet);
    await hasValue(page.getByLabel('Or paste the rows, with their header'), '');
    expect(await trial.isDisabled()).toBe(true);
    await reading.evaluate(({ resolve }) => resolve());
    await page.getByText('was read as Windows-1252').waitFor();
    await hasValue(page.getByRole('combobox', { name: 'Numbers are written' }), 'with a decimal comma: 1.234,5');
    await hasValue(page.getByRole('combobox', { name: 'EK netto' }), 'Unit cost');
    await shoot(page, 'import-german');
    await trial.click();
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await until(async () => (await tenant.list(listVariants, { skus: ['DE-1', 'DE-2'] })).rows.length === 2, 60_000);
    const { rows } = await tenant.list(listVariants, { skus: ['DE-1', 'DE-2'], sort: 'sku' });
    expect(rows.map(row => [row['unitCost'], row['unitPrice']])).toEqual([
      [1234.5, 2000],
      [1.234, 3],
    ]);
    const products = await tenant.list(listProducts, { categories: ['Lebensmittel'], sort: 'name' });
    expect(products.rows.map(row => row['name'])).toEqual(['K\u00e4se', 'M\u00fcsli']);
  });
});
