import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { recordDemandHistory } from '../../src/domain/planning/demand-history.ts';
import { sliceOf } from '../support/slice.ts';
import { type Tenant, useWorld } from '../support/world.ts';
import {
  becomes,
  cutOff,
  follow,
  furnish,
  hasCount,
  hasFocus,
  hasValue,
  holdBack,
  inDays,
  isBrowserThere,
  newContext,
  nothingLoads,
  openBrowser,
  PHONE,
  person,
  type Shop,
  settled,
  shoot,
  signedIn,
  violationsOf,
} from './support.ts';

/**
 * Every page, in both color schemes and on a phone: no findings of axe, nothing wider than the screen, nothing in the
 * console.
 */

const world = useWorld();
const PLAIN = [
  '/',
  '/inventory',
  '/products',
  '/lots',
  '/orders',
  '/purchase-orders',
  '/replenishment',
  '/suppliers',
  '/transfers',
  '/returns',
  '/production',
  '/counts',
  '/ask',
  '/movements',
  '/insights',
  '/reports',
  '/explore',
  '/policies',
  '/reservations',
  '/expiry',
  '/waste',
  '/supplier-performance',
  '/account',
  '/settings',
];
const VIEWS = [
  ...['low-stock', 'fast-movers', 'demand', 'stock-outs', 'aging', 'valuation', 'margin', 'roll-forward', 'proof'].map(
    report => `/reports?report=${report}`,
  ),
  ...['webhooks', 'shops', 'users', 'places', 'organization'].map(tab => `/settings?tab=${tab}`),
  '/ask?q=What%20should%20I%20reorder%3F',
  '/ask?q=Delete%20all%20orders',
  '/production?tab=recipes',
];
/** Alternately, as `follow` loads the app again between two views of one page. */
const PAGES = PLAIN.flatMap((path, place) => [path, ...VIEWS.slice(place, place + 1)]);

/** The first row of each of these lists is opened, too. */
const LISTS = [
  '/products',
  '/lots',
  '/orders',
  '/purchase-orders',
  '/suppliers',
  '/transfers',
  '/returns',
  '/production',
];

/** Dialogs of each kind, by the page (or list, whose first row is opened) and the button that opens them. */
const DIALOGS: readonly (readonly [path: string, button: string])[] = [
  ['/inventory', 'Adjust stock'],
  ['/products', 'New product'],
  ['/orders', 'New order'],
  ['/purchase-orders', 'New purchase order'],
  ['/transfers', 'New transfer'],
  ['/counts', 'New count'],
  ['/returns', 'New return'],
  ['/production', 'New batch'],
  ['/waste', 'Record waste'],
  ['/suppliers', 'New supplier'],
  ['/replenishment', 'Compute a plan'],
  ['/reservations', 'Release'],
  ['/settings', 'New key'],
  ['/settings?tab=users', 'Invite user'],
  ['/settings?tab=webhooks', 'New webhook'],
  ['/settings?tab=places', 'New location'],
  ['/settings?tab=places', 'Labels'],
  ['one of /products', 'Edit product'],
  ['one of /products', 'Edit variant'],
  ['one of /lots', 'Recall'],
  ['one of /lots', 'Write off'],
  ['one of /orders?status=RESERVED', 'Pick'],
  ['one of /orders?status=RESERVED', 'Cancel order'],
  ['one of /purchase-orders?status=SUBMITTED', 'Receive'],
  ['one of /purchase-orders?status=SUBMITTED', 'Confirmed date'],
  ['one of /transfers', 'Receive'],
];

/** Those that are complete as they open, or begin something. */
const MAY_BE_EMPTY: readonly string[] = [
  'Compute a plan',
  'Labels',
  'Edit product',
  'Edit variant',
  'Recall',
  'Write off',
  'Pick',
  'Receive',
  'Confirmed date',
  'New count',
];

(isBrowserThere ? describe : describe.skip)('pages', () => {
  let browser: Browser;
  let url: string;
  let email: string;
  let tenant: Tenant;
  let shop: Shop;
  beforeAll(async () => {
    browser = await openBrowser();
    tenant = await world.tenant();
    shop = await furnish(tenant);
    ({ url } = await world.serve());
    email = await person(world, tenant);
  });
  afterAll(() => browser?.close());

  /**
   * Visits all pages, and the first document of each list, by navigating from one to the next; those whose places are
   * named are loaded.
   */
  async function everyPage(
    context: BrowserContext,
    loaded: readonly number[],
    visit: (page: Page, path: string) => Promise<void>,
  ): Promise<void> {
    const page = await signedIn(context, url, email);
    const problems: string[] = [];
    page.on('console', message => message.type() === 'error' && problems.push(`${page.url()}: ${message.text()}`));
    page.on('pageerror', error => problems.push(`${page.url()}: ${String(error)}`));
    page.on('response', async response => {
      if (response.status() >= 400)
        problems.push(
          `${response.request().postData()?.slice(0, 300)} -> ${(await response.text().catch(String)).slice(0, 300)}`,
        );
    });
    const documents: string[] = [];
    let place = 0;
    const see = async (path: string) => {
      await (loaded.includes(place) ? page.goto(`${url}${path}`) : follow(page, path));
      place += 1;
      await settled(page);
      await visit(page, path);
    };
    for (const path of PAGES) {
      await see(path);
      if (LISTS.includes(path)) documents.push((await page.locator('.grid-row a').first().getAttribute('href'))!);
    }
    for (const path of documents) await see(path);
    expect(problems).toEqual([]);
    await context.close();
  }

  const nameOf = (path: string) =>
    path
      .replace(/[0-9a-f-]{36}/, 'one')
      .replace(/[^\w]+/g, '-')
      .replace(/^-|-$/g, '') || 'dashboard';

  test('in light colors axe finds nothing on any page, and links of a variant lead to that variant', async () => {
    const found: string[] = [];
    const links: string[] = [];
    await everyPage(
      await newContext(browser, { colorScheme: 'light', locale: 'en-GB' }),
      // Loading the app takes longer than looking at it.
      sliceOf(Array.from([...PAGES, ...LISTS].keys()), 4),
      async (page, path) => {
        await shoot(page, `${nameOf(path)}-light`);
        found.push(...(await violationsOf(page)).map(each => `${path} ${each}`));
        if (path.startsWith('/products')) return;
        const hrefs = await page
          .locator('main a[href^="/products/"]')
          .evaluateAll(all => all.map(link => link.getAttribute('href')!));
        links.push(...hrefs.map(href => `${path}: ${href}`));
      },
    );
    expect(found).toEqual([]);
    expect(links.filter(each => !each.includes('variant='))).toEqual([]);
    expect(links.length).toBeGreaterThan(40);
  });

  test('in dark colors and German axe finds nothing either, nothing is cut at any width, and no page is wider than a small phone', async () => {
    const found: string[] = [];
    const desk = { width: 1280, height: 860 };
    await everyPage(
      await newContext(browser, {
        colorScheme: 'dark',
        locale: 'de-DE',
        viewport: desk,
        hasTouch: true,
        isMobile: true,
      }),
      [],
      async (page, path) => {
        await shoot(page, `${nameOf(path)}-dark`);
        found.push(...(await violationsOf(page)).map(each => `${path} ${each}`));
        // German has the longer words. A laptop, the narrowest tablet, a small phone.
        for (const viewport of [desk, { ...desk, width: 768 }, PHONE.viewport]) {
          await page.setViewportSize(viewport);
          await nothingLoads(page);
          found.push(...(await cutOff(page)).map(each => `${path} at ${viewport.width} px: ${each}`));
        }
        await shoot(page, `${nameOf(path)}-phone`);
        await page.setViewportSize(desk);
      },
    );
    expect(found).toEqual([]);
  });

  test('behind no open dialog does axe find anything, in both color schemes, nor once it was refused', async () => {
    const page = await signedIn(await newContext(browser), url, email);
    const found: string[] = [];
    for (const [path, name] of DIALOGS) {
      await follow(page, path.replace('one of ', ''));
      await settled(page);
      if (path.startsWith('one of '))
        await follow(page, (await page.locator('.grid-row a').first().getAttribute('href'))!);
      await page
        .getByRole('main')
        .getByRole('button')
        .filter({ hasText: new RegExp(`^${name}$`) })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      await becomes(() => dialog.evaluate(each => each.contains(document.activeElement)), true);
      const look = async (when: string) => {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          const looked = colorScheme === 'dark' ? { within: '[role=dialog]', colors: true } : {};
          found.push(
            ...(await violationsOf(page, looked)).map(each => `${path} ${name} ${colorScheme} ${when}: ${each}`),
          );
          await shoot(page, `dialog-${nameOf(path)}-${name.replaceAll(' ', '-')}-${colorScheme}-${when}`);
        }
      };
      await look('open');
      const field = dialog.locator('form input[required], form input[type=text]').first();
      const submit = dialog.locator('button[type=submit]');
      // An empty form is refused by the service, at its fields.
      if (!MAY_BE_EMPTY.includes(name) && (await field.count()) > 0 && (await submit.count()) === 1) {
        await submit.click();
        await dialog.locator('[role=alert], [aria-invalid=true]').first().waitFor();
        await look('refused');
      }
    }
    expect(found).toEqual([]);
    await page.context().close();
  });

  test('the sign-in page: axe finds nothing, in both color schemes', async () => {
    const page = await (await newContext(browser)).newPage();
    await page.goto(url);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await shoot(page, `sign-in-${colorScheme}`);
      expect(await violationsOf(page)).toEqual([]);
    }
    await page.context().close();
  });

  test('a page reports whatever could not be read, in any part of it', async () => {
    const page = await signedIn(await newContext(browser), url, email, '/products');
    await settled(page);
    const product = (await page.locator('.grid-row a').first().getAttribute('href'))!;
    const asked = new Set<string>();
    let failing = new Set<string>();
    await page.route('**/graphql', async route => {
      const { operationName } = route.request().postDataJSON() as { operationName: string };
      // The feed reports its own failure to start.
      if (operationName !== 'EventHead') asked.add(operationName);
      if (!failing.has(operationName)) return route.continue();
      const message = `${operationName} failed.`;
      return route.fulfill({ json: { data: null, errors: [{ message, extensions: { code: 'INTERNAL_ERROR' } }] } });
    });
    for (const path of [product, '/', '/import', '/reports?report=valuation']) {
      failing = new Set();
      asked.clear();
      await page.goto(`${url}${path}`);
      await settled(page);
      await page.waitForLoadState('networkidle');
      expect(asked.size).toBeGreaterThan(0);
      // All at once; then again those that no part of the page reported, without the others.
      for (const left = new Set(asked); left.size > 0; ) {
        failing = new Set(left);
        await page.goto(`${url}${path}`);
        const told = page.getByRole('alert').getByText(/^\w+ failed\.$/);
        await told.first().waitFor();
        await page.locator('[data-live]').waitFor();
        await nothingLoads(page);
        for (const each of await told.allInnerTexts()) left.delete(each.replace(' failed.', ''));
        expect(left.size).toBeLessThan(failing.size);
      }
    }
    // Once everything can be read again, no problem is shown.
    failing = new Set();
    const again = page.getByRole('button', { name: 'Try again' }).first();
    await becomes(async () => {
      if (await again.isVisible()) await again.click({ timeout: 1000 }).catch(() => undefined);
      return page.getByRole('alert').count();
    }, 0);
    await page.context().close();
  });

  test('the frame is there before the app, which takes its place without moving it or losing what was typed', async () => {
    const page = await signedIn(await newContext(browser, { ...PHONE, colorScheme: 'dark' }), url, email, '/orders');
    await settled(page);
    const [app, hits] = [await holdBack(page, /assets\/main/), await holdBack(page, /assets\/frame/)];
    await page.reload({ waitUntil: 'commit' });
    const outline = page.locator('#outline');
    await outline.getByPlaceholder('Find or do anything').pressSequentially('KET');
    const boxes = (...parts: string[]) =>
      Promise.all(parts.map(part => page.locator(part).evaluate(each => each.getBoundingClientRect().toJSON())));
    const drawn = await boxes('#outline input', '#outline .frame-head');
    const [title] = await boxes('#outline .title');
    expect(await outline.locator('.title').innerText()).toBe('Orders');
    expect(await outline.evaluate(each => getComputedStyle(each).color)).toBe('rgb(219, 226, 230)');
    app.letGo();
    const heading = page.getByRole('heading', { level: 1, name: 'Orders' });
    await heading.waitFor();
    const field = page.getByPlaceholder('Find or do anything');
    expect(await field.inputValue()).toBe('KET');
    await hasCount(outline, 0);
    await hasFocus(field);
    expect(await boxes('header input', 'header')).toEqual(drawn);
    expect(await heading.evaluate(each => each.getBoundingClientRect().toJSON())).toMatchObject({
      x: title.x,
      y: title.y,
      height: title.height,
    });
    // What finds something comes later still, and leaves the field as it is: the same one, the cursor in its place.
    const before = await field.elementHandle();
    await field.press('ArrowLeft');
    await hits.asked;
    hits.letGo();
    await page.getByRole('option', { name: /KET-090/ }).waitFor();
    await field.press('x');
    await hasValue(field, 'KExT');
    expect(await field.evaluate((now, then) => now === then, before)).toBe(true);
    // Who is no longer signed in is shown nothing of it, and nothing is kept for who comes next.
    await page.context().clearCookies();
    await page.reload();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await hasCount(outline, 0);
    expect(await page.evaluate(() => [localStorage.getItem('outline'), localStorage.getItem('asked')])).toEqual([
      null,
      null,
    ]);
    await page.context().close();
  });

  test('the page and its scripts are sent compressed, and the app is compiled while it is fetched', async () => {
    const read = async (path: string) => {
      const answer = await fetch(`${url}${path}`, { headers: { accept: 'text/html', 'accept-encoding': 'br' } });
      expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'br']);
      return answer.text();
    };
    const scripts = [...(await read('/')).matchAll(/href="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path!);
    const texts = await Promise.all(scripts.map(read));
    const first = texts.filter(text => text.startsWith('//# allFunctionsCalledOnLoad\n'));
    expect(first).toEqual([texts.find(text => text.includes('Find or do anything'))]);
  });

  /**
   * With nothing sold before today there is no chart: whether there is one would depend on the time of day. After many
   * days its forecast needs no warning.
   */
  const sell = () =>
    tenant.run(recordDemandHistory, {
      rows: Array.from({ length: 100 }, (_, day) => ({
        sku: 'BLD-HSE-250',
        locationId: shop.locations[0]!.id,
        date: inDays(-day - 1),
        quantity: 2 + (day % 3),
      })),
    });

  test('what is below the chart of the dashboard stays where it is when that comes', async () => {
    await sell();
    const page = await signedIn(await newContext(browser), url, email);
    const demand = await holdBack(page, /assets\/demand-/);
    await page.reload();
    const below = page.getByRole('region', { name: 'Movements' });
    await below.waitFor();
    const before = (await below.boundingBox())!.y;
    await demand.asked;
    demand.letGo();
    await page.locator('.uplot canvas').waitFor();
    const LINE = 16;
    expect(Math.abs((await below.boundingBox())!.y - before)).toBeLessThan(LINE);
    await page.context().close();
  });

  test('the first page loads less than 260 KB of script, and less than 280 KB with the chart of what was sold', async () => {
    await sell();
    const page = await signedIn(await newContext(browser), url, email);
    await settled(page);
    const client = await page.context().newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Network.setCacheDisabled', { cacheDisabled: true });
    const scripts = new Map<string, string>();
    const bytes = { all: 0, chart: 0 };
    client.on('Network.responseReceived', ({ requestId, response }) => {
      if (response.mimeType.includes('javascript')) scripts.set(requestId, response.url);
    });
    client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const script = scripts.get(requestId);
      if (script === undefined) return;
      bytes.all += encodedDataLength;
      if (/\/(chart|plot)-/.test(script)) bytes.chart += encodedDataLength;
    });
    await page.reload();
    await page.locator('.uplot canvas').waitFor();
    await settled(page);
    await page.waitForLoadState('networkidle');
    expect(bytes.chart).toBeGreaterThan(10_000);
    expect(bytes.all - bytes.chart).toBeLessThan(260 * 1024);
    expect(bytes.all).toBeLessThan(280 * 1024);
    await page.context().close();
  });
});
