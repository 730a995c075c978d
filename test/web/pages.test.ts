import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { useWorld } from '../support/world.ts';
import { furnish, isBrowserThere, openBrowser, person, shoot, signedIn, violationsOf } from './support.ts';

/** Every page, in both schemes and on a phone: nothing for axe to find, nothing wider than the screen, nothing in the console. */

const world = useWorld();
const PAGES = [
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
  '/production?tab=recipes',
  '/counts',
  '/ask',
  '/ask?q=What%20should%20I%20reorder%3F',
  '/ask?q=Delete%20all%20orders',
  '/movements',
  '/insights',
  '/reports',
  '/explore',
  '/policies',
  '/reservations',
  '/expiry',
  '/waste',
  '/supplier-performance',
  ...['low-stock', 'fast-movers', 'demand', 'stock-outs', 'aging', 'valuation', 'margin', 'roll-forward', 'proof'].map(
    report => `/reports?report=${report}`,
  ),
  '/account',
  '/settings',
  '/settings?tab=webhooks',
  '/settings?tab=shops',
  '/settings?tab=users',
  '/settings?tab=places',
  '/settings?tab=organization',
];

/** Of each of these the first one is looked at, too. */
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

(isBrowserThere ? describe : describe.skip)('pages', () => {
  let browser: Browser;
  let url: string;
  let email: string;
  beforeAll(async () => {
    browser = await openBrowser();
    const tenant = await world.tenant();
    await furnish(tenant);
    ({ url } = await world.serve());
    email = await person(world, tenant);
  }, 60_000);
  afterAll(() => browser?.close());

  async function everyPage(context: BrowserContext, visit: (page: Page, path: string) => Promise<void>): Promise<void> {
    const page = await signedIn(context, url, email);
    const problems: string[] = [];
    page.on('console', message => message.type() === 'error' && problems.push(`${page.url()}: ${message.text()}`));
    page.on('pageerror', error => problems.push(`${page.url()}: ${String(error)}`));
    page.on('response', async response => {
      if (response.status() >= 400)
        problems.push(`${response.request().postData()?.slice(0, 300)} -> ${(await response.text()).slice(0, 300)}`);
    });
    const first = async (list: string) => {
      await page.goto(`${url}${list}`);
      return (await page.locator('.grid-row a').first().getAttribute('href'))!;
    };
    const documents = [];
    for (const list of LISTS) documents.push(await first(list));
    for (const path of [...PAGES, ...documents]) {
      await page.goto(`${url}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('[data-live=live]').waitFor();
      await page.waitForFunction(() => !document.querySelector('[aria-label=Loading], [aria-label="Wird geladen"]'));
      await page.waitForTimeout(150);
      await visit(page, path);
    }
    expect(problems).toEqual([]);
    await context.close();
  }

  const nameOf = (path: string) =>
    path
      .replace(/[0-9a-f-]{36}/, 'one')
      .replace(/[^\w]+/g, '-')
      .replace(/^-|-$/g, '') || 'dashboard';

  test.each([
    ['light', 'en-GB'],
    ['dark', 'de-DE'],
  ] as const)(
    'axe finds nothing on any page: %s, %s',
    async (colorScheme, locale) => {
      const found: string[] = [];
      await everyPage(
        await browser.newContext({
          colorScheme,
          locale,
          viewport: { width: 1280, height: 860 },
          reducedMotion: 'reduce',
        }),
        async (page, path) => {
          await shoot(page, `${nameOf(path)}-${colorScheme}`);
          found.push(...(await violationsOf(page)).map(each => `${path} ${each}`));
        },
      );
      expect(found).toEqual([]);
    },
    180_000,
  );

  test('no page is wider than a small phone, in the language with the longer words', async () => {
    const wide: string[] = [];
    await everyPage(
      await browser.newContext({
        viewport: { width: 360, height: 740 },
        hasTouch: true,
        isMobile: true,
        locale: 'de-DE',
      }),
      async (page, path) => {
        await shoot(page, `${nameOf(path)}-phone`);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        if (width > 360) wide.push(`${path}: ${width}`);
      },
    );
    expect(wide).toEqual([]);
  }, 120_000);

  test.each(['light', 'dark'] as const)('the sign-in: axe finds nothing, %s', async colorScheme => {
    const page = await (await browser.newContext({ colorScheme })).newPage();
    await page.goto(url);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await shoot(page, `sign-in-${colorScheme}`);
    expect(await violationsOf(page)).toEqual([]);
    await page.context().close();
  });

  test('what a page could not read it says, whichever part of it asked', async () => {
    const page = await signedIn(await browser.newContext(), url, email);
    const asked = new Set<string>();
    let failing = '';
    await page.route('**/graphql', async route => {
      const { operationName } = route.request().postDataJSON() as { operationName: string };
      // That the feed does not begin is said by the feed.
      if (operationName !== 'EventHead') asked.add(operationName);
      if (operationName !== failing) return route.continue();
      const message = `${operationName} failed.`;
      return route.fulfill({ json: { data: null, errors: [{ message, extensions: { code: 'INTERNAL_ERROR' } }] } });
    });
    const look = async (path: string) => {
      asked.clear();
      await page.goto(`${url}${path}`);
      await page.locator('[data-live=live]').waitFor();
      await page.waitForFunction(() => !document.querySelector('main [aria-label=Loading]'));
    };
    await look('/products');
    const product = (await page.locator('.grid-row a').first().getAttribute('href'))!;
    for (const path of [product, '/', '/import', '/reports?report=valuation']) {
      failing = '';
      await look(path);
      await page.waitForLoadState('networkidle');
      for (const operation of [...asked]) {
        failing = operation;
        await look(path);
        await page.getByRole('alert').getByText(`${operation} failed.`).first().waitFor({ timeout: 10_000 });
      }
      expect(asked.size).toBeGreaterThan(0);
    }
    // And once it can be read again, nothing is said any more.
    failing = '';
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.context().close();
  }, 120_000);

  test('the first page is read with less than 260 KB of script, once all is there', async () => {
    const page = await signedIn(await browser.newContext(), url, email);
    const client = await page.context().newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Network.setCacheDisabled', { cacheDisabled: true });
    let bytes = 0;
    const types = new Map<string, string>();
    client.on('Network.responseReceived', ({ requestId, response }) => types.set(requestId, response.mimeType));
    client.on(
      'Network.loadingFinished',
      ({ requestId, encodedDataLength }) =>
        types.get(requestId)?.includes('javascript') && (bytes += encodedDataLength),
    );
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(260_000);
    await page.context().close();
  });
});
