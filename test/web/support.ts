import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { sql } from 'kysely';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';
import { enrolMember } from '../../src/access/accounts.ts';
import type { Role } from '../../src/access/members.ts';
import { createProduct } from '../../src/domain/create-products.ts';
import { createInventoryAdjustment, createInventoryAdjustments } from '../../src/domain/inventory-adjustments.ts';
import { createInventoryPolicy } from '../../src/domain/inventory-policies.ts';
import { createLocation } from '../../src/domain/locations.ts';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import { createOrder, reserveOrder } from '../../src/domain/orders.ts';
import { completeProductionBatch } from '../../src/domain/production-batch-completion.ts';
import { createProductionBatch, startProductionBatch } from '../../src/domain/production-batches.ts';
import { receivePurchaseOrder } from '../../src/domain/purchase-order-receipts.ts';
import { createPurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { createRecipe } from '../../src/domain/recipes.ts';
import { createReturnAuthorization } from '../../src/domain/return-authorizations.ts';
import { createStockTransfer, shipStockTransfer } from '../../src/domain/stock-transfers.ts';
import { createSupplier } from '../../src/domain/suppliers.ts';
import { until } from '../support/live.ts';
import { type Made, unique } from '../support/make.ts';
import type { Tenant, World } from '../support/world.ts';

/* A real browser. If none is installed, these tests are skipped with a message. */

const installed = (...paths: (string | undefined)[]) => paths.find(path => path && existsSync(path));
const chromiumPath = installed(
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
);
/** The same browser without what only a screen needs, which takes less processor time. */
const shellPath = installed(process.env['CHROMIUM_PATH'], '/usr/bin/chromium-headless-shell', chromiumPath);
if (!chromiumPath) console.warn('Skipped: no Chromium is installed (apt-get install chromium, or set CHROMIUM_PATH).');
export const isBrowserThere = chromiumPath !== undefined;

const launched = (executablePath: string, more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  });

/** Pages live for seconds: optimizing their code takes longer than it saves, also where axe looks at them. */
const UNOPTIMIZED = '--js-flags=--no-opt --no-maglev';

export const openBrowser = (...more: string[]): Promise<Browser> => launched(shellPath!, [UNOPTIMIZED, ...more]);

/** The browser that people have: for what takes time there, and for PDF documents, which the other does not show. */
export const openChromium = (...more: string[]): Promise<Browser> => launched(chromiumPath!, more);

export const PASSWORD = 'correct horse battery';

export async function person(world: World, tenant: Tenant, role: Role = 'owner'): Promise<string> {
  const email = `${unique(role)}@example.com`.toLowerCase();
  await enrolMember(world.database, tenant.id, { email, name: 'Robin Weber', role }, PASSWORD);
  return email;
}

/** How long to wait for what never happens: many times what it takes on a slow machine. */
const WAIT_MS = 120_000;

/** A new device, by default without animations: frames are most of what a browser costs. */
export async function newContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 860 },
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(WAIT_MS);
  return context;
}

/** Slows the browser's CPU down by this factor: CPU_SLOWED=4 npm run test:web. */
const SLOWED = Number(process.env['CPU_SLOWED'] ?? 0);

/** A page that fails the test on any external request. */
async function newPage(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  if (SLOWED) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  page.on('request', request => {
    if (!/^(data|blob):/.test(request.url())) expect(new URL(request.url()).host).toBe(new URL(url).host);
  });
  return page;
}

const shown = (page: Page) => page.getByRole('navigation', { name: /^(Pages|Seiten)$/ }).waitFor({ state: 'attached' });

/** Signs in with the form, in English or German. */
export async function signIn(context: BrowserContext, url: string, email: string): Promise<Page> {
  const page = await newPage(context, url);
  await page.goto(url);
  await page.getByLabel(/^E-?mail$/i).fill(email);
  await page.getByLabel(/^Passwor[dt]$/).fill(PASSWORD);
  await page.getByRole('button', { name: /^(Sign in|Anmelden)$/ }).click();
  await shown(page);
  return page;
}

/** Cookies of people who signed in before: hashing a password is slow on purpose, so each person does it once. */
const sessions = new Map<string, Cookies>();
type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** A page of the app, with somebody signed in already. */
export async function signedIn(context: BrowserContext, url: string, email: string, path = '/'): Promise<Page> {
  const known = sessions.get(email);
  if (known) await context.addCookies(known);
  else {
    const answer = await context.request.post(`${url}/auth/sign-in`, {
      headers: { 'x-requested-with': 'stockwright' },
      data: { email, password: PASSWORD },
    });
    expect(answer.ok()).toBe(true);
    sessions.set(email, await context.cookies());
  }
  const page = await newPage(context, url);
  await page.goto(`${url}${path}`);
  await shown(page);
  return page;
}

/** The app listens to every key, and its search finds things: it is the last part to be loaded. */
export const complete = (page: Page): Promise<void> => page.locator('header input[aria-haspopup]').waitFor();

/** Everything on the page is loaded and rendered: nothing is loading in two consecutive frames. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('[data-live=live]').waitFor();
  await complete(page);
  await nothingLoads(page);
}

/** Navigates like a link: without reloading the app, unless only the search parameters differ. */
export async function follow(page: Page, path: string): Promise<void> {
  const to = new URL(path, page.url());
  if (to.pathname === new URL(page.url()).pathname) return void (await page.goto(to.href));
  await page.evaluate(href => {
    const heading = document.querySelector('h1');
    heading?.setAttribute('data-left', heading.textContent);
    history.pushState({}, '', href);
  }, path);
  await page.waitForFunction(() => {
    const heading = document.querySelector('h1');
    return heading && heading.getAttribute('data-left') !== heading.textContent;
  });
}

export const nothingLoads = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
    for (let still = 0; still < 2; still += 1) {
      if (document.querySelector('[aria-label=Loading], [aria-label="Wird geladen"]')) still = -1;
      await frame();
    }
  });

/** Polls until the value is this one: a page is rendered in parts. */
export async function becomes<Value>(ask: () => Promise<Value>, expected: Value): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const answer = await ask();
    if (isDeepStrictEqual(answer, expected) || Date.now() > deadline) return expect(answer).toEqual(expected);
    await setTimeout(50);
  }
}

/** The field gets this value. */
export const hasValue = (field: Locator, value: string): Promise<void> => becomes(() => field.inputValue(), value);

/** The page gets this many of them. */
export const hasCount = (of: Locator, count: number): Promise<void> => becomes(() => of.count(), count);

/** Runs the action, and waits until the service has answered the resulting operation. */
export async function answered(page: Page, operation: string, act: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse(response => response.request().postData()?.includes(`"${operation}"`) ?? false);
  await act();
  await answer;
}

/**
 * Holds back whatever is requested from such an address, or only this operation, until it is let go; `asked` once there
 * was such a request.
 */
export async function holdBack(
  page: Page,
  address: RegExp,
  operation?: string,
): Promise<{ asked: Promise<unknown>; letGo(): void }> {
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(address, async route => {
    if (operation && !route.request().postData()?.includes(`"${operation}"`)) return route.continue();
    asked.resolve();
    await held.promise;
    await route.continue();
  });
  return { asked: asked.promise, letGo: held.resolve };
}

/** Nothing overflows the screen, once it has its width. */
export const fits = async (page: Page, width: number): Promise<void> =>
  becomes(() => page.evaluate(() => document.documentElement.scrollWidth), width);

/**
 * What is cut on this page: heads and cells of tables, and what scrolls sideways. What somebody wrote at length (a name
 * of two lines, notes) may be.
 */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} px too wide`] : [];
    for (const part of document.querySelectorAll<HTMLElement>('.grid [role=cell], .grid [role=columnheader], .grid')) {
      if (part.closest('[aria-hidden=true]') || part.scrollWidth <= part.clientWidth) continue;
      const own = part.cloneNode(true) as HTMLElement;
      for (const line of own.querySelectorAll('.subline')) line.remove();
      found.push(
        `${part.className || part.role}: ${own.textContent.slice(0, 40)} (${part.scrollWidth - part.clientWidth} px)`,
      );
    }
    return [...new Set(found)];
  });

/** Waits until the field has the focus: a dialog sets it a moment after opening. */
export const hasFocus = (field: Locator): Promise<void> =>
  becomes(() => field.evaluate(input => input === document.activeElement), true);

/** Like a scanner: fast, with Enter at the end, wherever the cursor is. */
export const scan = async (page: Page, code: string, isIn: Locator): Promise<void> => {
  // A dialog focuses its first field a moment after opening.
  await hasFocus(isIn);
  await page.keyboard.type(code, { delay: 4 });
  await page.keyboard.press('Enter');
};

/** Like a scanner that was never connected until now: code after code, faster than the page answers. */
export async function scanAtOnce(
  page: Page,
  codes: readonly string[],
  suffix: 'Enter' | 'Tab' = 'Enter',
  /** How long nobody has pressed a key before. */
  afterSeconds = 0,
) {
  const client = await page.context().newCDPSession(page);
  // A busy machine presses the keys late. These are the times that it says.
  let timestamp = Date.now() / 1000 + afterSeconds;
  const press = async (key: string, more: { text?: string; windowsVirtualKeyCode?: number } = {}) => {
    for (const type of ['keyDown', 'keyUp'] as const) {
      timestamp += 0.002;
      await client.send('Input.dispatchKeyEvent', { type, key, timestamp, ...more });
    }
  };
  for (const code of codes) {
    // As scanners type the separators of GS1.
    for (const key of code)
      await (key === '\u001D' ? press('F8', { windowsVirtualKeyCode: 119 }) : press(key, { text: key }));
    await press(suffix, suffix === 'Enter' ? { text: '\r', windowsVirtualKeyCode: 13 } : { windowsVirtualKeyCode: 9 });
  }
  await client.detach();
}

/** Like a scanner while no field has the focus: on the page itself, or on the button that has it. */
export const scanNowhere = (page: Page, code: string, hasButton = false): Promise<void> =>
  page.evaluate(
    ({ keys, hasButton }) => {
      const active = document.activeElement as HTMLElement;
      if (!hasButton) active.blur();
      for (const key of keys)
        (hasButton ? active : document.body).dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        );
    },
    { keys: [...code, 'Enter'], hasButton },
  );

/** A date, this many days from now. */
export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** The expected date of the wholesaler's purchase order. */
const EXPECTED_ON = inDays(50);

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** The only rules of axe whose result a color scheme may change, and what takes axe half of its time. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds on the current page, or `within` what this finds. `colors`: only what another color scheme may have
 * changed.
 */
export async function violationsOf(page: Page, looked: { within?: string; colors?: boolean } = {}): Promise<string[]> {
  // Fading elements have no final colors yet.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(each => each.playState !== 'running' || each.effect?.getComputedTiming().iterations === Infinity),
  );
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    const client = await page.context().newCDPSession(page);
    await client.send('Page.setBypassCSP', { enabled: true });
    await page.evaluate(await readFile(axe, 'utf8'));
  }
  return page.evaluate(
    async ({ within, rules }) => {
      interface Found {
        id: string;
        nodes: { html: string; failureSummary: string }[];
      }
      const { axe } = globalThis as unknown as {
        axe: { run(context: string | Document, options: object): Promise<{ violations: Found[] }> };
      };
      // Passes are not listed, and style sheets are not fetched again.
      const options = { resultTypes: ['violations'], preload: false, ...(rules && { runOnly: rules }) };
      const { violations } = await axe.run(within ?? document, options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary.split('\n')[1] ?? ''}`),
      );
    },
    { within: looked.within, rules: looked.colors ? COLOR_RULES : undefined },
  );
}

/** Stored in the folder SCREENSHOTS, for people to look at. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** A shop with an owner, a browser, and ways to use them: created before the tests of a file, removed after them. */
export function useShop(world: World, launch: () => Promise<Browser> = openBrowser) {
  const there = {} as { browser: Browser; tenant: Tenant; shop: Shop; url: string; email: string; key: string };
  beforeAll(async () => {
    const tenant = await world.tenant();
    const shop = await furnish(tenant);
    const { url } = await world.serve();
    // What is low from the beginning is announced before the owner comes, who has not seen it otherwise.
    await until(
      async () =>
        (
          await sql`select 1 from events where organization_id = ${tenant.id} and position is null`.execute(
            world.database.system,
          )
        ).rows.length === 0,
    );
    Object.assign(there, {
      browser: await launch(),
      tenant,
      shop,
      url,
      email: await person(world, tenant),
      key: await tenant.key(),
    });
  });
  afterAll(() => there.browser?.close());

  const rest = (method: string, path: string, body?: object, bearer = there.key) =>
    fetch(`${there.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  /** Sends a REST request, as somebody else would, and returns the record. */
  const elsewhere = async (method: string, path: string, body: object) =>
    ((await (await rest(method, path, body)).json()) as { data: Made & { number: string } }).data;
  const place = (index: number) => there.shop.locations[index]!.id;
  const run = (operation: Parameters<Tenant['run']>[0], input: object) =>
    there.tenant.run(operation, input) as Promise<Made & { number: string }>;
  const read = async <Data>(path: string): Promise<Data> =>
    ((await (await rest('GET', path)).json()) as { data: Data }).data;
  return {
    there,
    rest,
    elsewhere,
    place,
    /** Runs a command in the organization's name. */
    run,
    /** Reads this path over REST. */
    read,
    /** On hand of a variant at the location with this index; undefined if it never was there. */
    onHand: async (sku: string, at: number): Promise<number | undefined> =>
      (await read<{ quantity_on_hand: number }[]>(`/inventory_levels?sku=${sku}&location_id=${place(at)}`))[0]
        ?.quantity_on_hand,
    stock: (sku: string, at: number, quantityChange: number) =>
      run(createInventoryAdjustment, { sku, locationId: place(at), quantityChange, reason: 'stock_in' }),
    adjust: (sku: string, quantity_change: number) =>
      rest('POST', '/inventory_adjustments', { sku, location_id: place(0), quantity_change }),
    /** A page of the app, with its owner or somebody else signed in. */
    async open(path = '/', options: BrowserContextOptions = {}, email = there.email): Promise<Page> {
      const page = await signedIn(await newContext(there.browser, options), there.url, email, path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      return page;
    },
  };
}

/** Types codes into the scan field of the open dialog, as a scanner does. */
export const typeInto = (page: Page) => async (code: string) => {
  await page.getByRole('dialog').getByLabel('Scan', { exact: true }).fill(code);
  await page.keyboard.press('Enter');
};

const SIZES = { tablet: { width: 800, height: 1100 }, phone: { width: 390, height: 844 } };

/** The page in both color schemes and on smaller screens. */
export async function look(page: Page, name: string): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
  await shoot(page, name);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violationsOf(page, { colors: true })).toEqual([]);
  await shoot(page, `${name}-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await fits(page, viewport.width);
    await shoot(page, `${name}-${size}`);
  }
  await page.setViewportSize({ width: 1280, height: 860 });
}

export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

export interface Shop {
  locations: Made[];
  skus: string[];
}

const GOODS = [
  ['Arabica beans 1 kg', 'COF-ARA-1K', 11.4, 'Coffee'],
  ['Espresso beans 500 g', 'COF-ESP-500', 7.2, 'Coffee'],
  ['Filter paper no. 4', 'FIL-PAP-4', 1.1, 'Supplies'],
  ['Hand grinder', 'GRI-HND-01', 28.5, 'Equipment'],
  ['Kettle 0.9 l', 'KET-090', 34, 'Equipment'],
  ['Porcelain dripper', 'DRI-POR-02', 12.8, 'Equipment'],
  ['Milk jug 350 ml', 'JUG-350', 8.9, 'Equipment'],
  ['Cold brew bottle', 'BOT-CLD-1L', 13.3, 'Equipment'],
  ['Decaf beans 1 kg', 'COF-DEC-1K', 12.6, 'Coffee'],
  ['Cleaning tablets', 'CLN-TAB-20', 4.4, 'Supplies'],
  ['Paper cups 250 ml', 'CUP-PAP-250', 0.08, 'Supplies'],
  ['Tamper 58 mm', 'TMP-58', 21.7, 'Equipment'],
  ['Scale 2 kg', 'SCL-2K', 39.9, 'Equipment'],
  ['Ceramic mug', 'MUG-CER-01', 5.6, 'Equipment'],
  ['Chai mix 250 g', 'CHA-MIX-250', 4.9, 'Tea'],
  ['Green tea 100 g', 'TEA-GRN-100', 3.8, 'Tea'],
] as const;

/** A small coffee wholesaler, so that pages have something to show. */
export async function furnish(tenant: Tenant): Promise<Shop> {
  const run = (operation: Parameters<Tenant['run']>[0], input: object) => tenant.run(operation, input) as Promise<Made>;
  const locations = [
    await run(createLocation, { name: 'Hamburg warehouse', code: 'HAM', type: 'warehouse' }),
    await run(createLocation, { name: 'Berlin store', code: 'BER', type: 'store' }),
    await run(createLocation, { name: 'Munich store', code: 'MUC', type: 'store' }),
  ];
  const supplier = await run(createSupplier, {
    name: 'Fazenda Import GmbH',
    email: 'orders@fazenda.example',
    leadTimeDays: 12,
    // Nothing that a line could break at, and wider than a screen.
    notes: `https://fazenda.example/orders?token=${'9f86d081'.repeat(40)}`,
  });
  for (const [index, [name, sku, unitCost, category]] of GOODS.entries()) {
    await run(createProduct, {
      name,
      category,
      variants: [
        {
          sku,
          unitCost,
          unitPrice: Math.round(unitCost * 180) / 100,
          supplierId: supplier.id,
          barcode: `40123450${String(index).padStart(4, '0')}`,
        },
      ],
    });
  }
  const stock = (sku: string, at: number, quantityChange: number) => ({
    sku,
    locationId: locations[at]!.id,
    quantityChange,
    reason: 'stock_in',
  });
  await run(createInventoryAdjustments, {
    adjustments: GOODS.flatMap(([, sku], index) => [
      stock(sku, 0, 40 + ((index * 67) % 260)),
      stock(sku, 1, 4 + ((index * 13) % 30)),
      stock(sku, 2, 3 + ((index * 7) % 19)),
    ]),
  });
  for (const [index, [, sku]] of GOODS.entries())
    await run(createInventoryPolicy, {
      sku,
      locationId: locations[1 + (index % 2)]!.id,
      reorderPoint: 14,
      reorderQuantity: 24,
    });
  for (let count = 0; count < 14; count += 1) {
    const order = await run(createOrder, {
      locationId: locations[count % 3]!.id,
      reference: `WEB-${10_420 + count}`,
      items: [
        { sku: GOODS[count % 16]![1], quantity: 1 + (count % 3), unitPrice: 20 },
        { sku: GOODS[(count * 5 + 3) % 16]![1], quantity: 2, unitPrice: 9.5 },
      ],
    });
    if (count % 4 === 1) await run(reserveOrder, { id: order.id });
    if (count % 4 > 1) await run(fulfillOrder, { id: order.id });
  }
  const fulfilled = await run(createOrder, {
    locationId: locations[0]!.id,
    reference: 'WEB-10500',
    items: [{ sku: 'MUG-CER-01', quantity: 4, unitPrice: 10 }],
  });
  await run(fulfillOrder, { id: fulfilled.id });
  await run(createReturnAuthorization, {
    orderId: fulfilled.id,
    reason: 'Chipped in transit',
    items: [{ sku: 'MUG-CER-01', quantity: 1, condition: 'damaged' }],
  });
  await run(createPurchaseOrder, {
    supplierId: supplier.id,
    locationId: locations[0]!.id,
    expectedOn: EXPECTED_ON,
    items: [
      { sku: 'COF-ARA-1K', quantity: 120, unitCost: 11.2 },
      { sku: 'COF-DEC-1K', quantity: 40, unitCost: 12.4 },
    ],
  });
  const transfer = await run(createStockTransfer, {
    sourceLocationId: locations[0]!.id,
    destinationLocationId: locations[1]!.id,
    items: [
      { sku: 'KET-090', quantity: 6 },
      { sku: 'GRI-HND-01', quantity: 4 },
    ],
  });
  await run(shipStockTransfer, { id: transfer.id });
  await roastery(run, locations[0]!.id, supplier.id);
  return { locations, skus: GOODS.map(([, sku]) => sku) };
}

/**
 * Two lots of green coffee are roasted, and the roast is packed as a blend: three generations of lots, and orders at
 * the end.
 */
async function roastery(
  run: (operation: Parameters<Tenant['run']>[0], input: object) => Promise<Made>,
  locationId: string,
  supplierId: string,
): Promise<void> {
  for (const [name, sku] of [
    ['Green coffee Santos', 'GRN-SAN'],
    ['Green coffee Sidamo', 'GRN-SID'],
    ['House roast', 'RST-HSE'],
    ['House blend 250 g', 'BLD-HSE-250'],
  ] as const) {
    await run(createProduct, {
      name,
      category: 'Roastery',
      variants: [{ sku, unitCost: 6, unit: 'kg', lotTracked: true, supplierId, shelfLifeDays: 180 }],
    });
  }
  const bought = await run(createPurchaseOrder, {
    supplierId,
    locationId,
    items: [
      { sku: 'GRN-SAN', quantity: 200, unitCost: 5.1 },
      { sku: 'GRN-SID', quantity: 120, unitCost: 6.3 },
    ],
  });
  await run(receivePurchaseOrder, {
    id: bought.id,
    items: [
      { sku: 'GRN-SAN', quantity: 200, lotNumber: 'SAN-2606', expiryDate: inDays(310) },
      { sku: 'GRN-SID', quantity: 120, lotNumber: 'SID-2607', expiryDate: inDays(355) },
    ],
  });
  const produce = async (recipe: Made, plannedQuantity: number, lotNumber: string) => {
    const batch = await run(createProductionBatch, { recipeId: recipe.id, locationId, plannedQuantity });
    await run(startProductionBatch, { id: batch.id });
    await run(completeProductionBatch, { id: batch.id, actualQuantityProduced: plannedQuantity, lotNumber });
  };
  const roast = await run(createRecipe, {
    name: 'House roast',
    sku: 'RST-HSE',
    outputQuantity: 10,
    items: [
      { sku: 'GRN-SAN', quantity: 7 },
      { sku: 'GRN-SID', quantity: 4 },
    ],
  });
  const blend = await run(createRecipe, {
    name: 'House blend 250 g',
    sku: 'BLD-HSE-250',
    outputQuantity: 40,
    items: [{ sku: 'RST-HSE', quantity: 10 }],
  });
  await produce(roast, 60, 'ROAST-118');
  await produce(roast, 40, 'ROAST-119');
  await produce(blend, 160, 'BLEND-0741');
  await produce(blend, 120, 'BLEND-0742');
  await run(createProductionBatch, { recipeId: roast.id, locationId, plannedQuantity: 50 });
  for (const quantity of [24, 12]) {
    const order = await run(createOrder, {
      locationId,
      reference: `CAFE-${quantity}`,
      items: [{ sku: 'BLD-HSE-250', quantity, unitPrice: 7.9 }],
    });
    await run(fulfillOrder, { id: order.id });
  }
}
