import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { BrowserContext, Locator, Request } from 'playwright-core';
import { until } from '../support/live.ts';
import type { Made } from '../support/make.ts';
import { useWorld } from '../support/world.ts';
import {
  follow,
  hasCount,
  holdBack,
  isBrowserThere,
  newContext,
  PASSWORD,
  person,
  settled,
  shoot,
  signedIn,
  useShop,
} from './support.ts';

/** Pages follow what happens elsewhere, and say so when they cannot. */

const world = useWorld();

(isBrowserThere ? describe : describe.skip)('live', () => {
  const { there, read, elsewhere, place, adjust, open } = useShop(world);
  const line = (quantity: number) => ({ items: [{ sku: 'MUG-CER-01', quantity }] });
  const newOrder = () => elsewhere('POST', '/orders', { location_id: place(0), ...line(1) });

  test('a change made elsewhere appears on the screen by itself', async () => {
    const page = await open('/');
    await page.locator('[data-live=live]').waitFor();
    await adjust('TMP-58', 777);
    await page.locator('.feed').getByText('+777').waitFor();
    await page.goto(`${there.url}/inventory?q=TMP-58&location=${there.shop.locations[0]!.id}`);
    await page.locator('[data-live=live]').waitFor();
    const before = Number((await page.getByRole('cell').nth(5).textContent())!.replace(/,/g, ''));
    await adjust('TMP-58', 3);
    await page
      .getByRole('cell', { name: (before + 3).toLocaleString('en-US'), exact: true })
      .first()
      .waitFor();
    await page.context().close();
  });

  test('what the dashboard reads is on its way before the app is, is read once, and lacks nothing that happens meanwhile', async () => {
    const page = await open('/');
    await settled(page);
    const isFigures = (request: Request) => request.postData()?.includes('"Figures"') ?? false;
    let asked = 0;
    page.on('request', request => void (isFigures(request) && (asked += 1)));
    const opened = async () => {
      const app = await holdBack(page, /assets\/main/);
      asked = 0;
      const early = page.waitForResponse(answer => isFigures(answer.request()));
      await page.reload({ waitUntil: 'commit' });
      await early;
      return app;
    };
    (await opened()).letGo();
    await settled(page);
    expect(asked).toBe(1);
    const app = await opened();
    await adjust('TMP-58', 778);
    app.letGo();
    await page.locator('.feed').getByText('+778').waitFor();
    // An answer that is none is asked for again.
    await page.route('**/graphql', route => route.fulfill({ status: 503 }));
    const last = await opened();
    await page.unroute('**/graphql');
    last.letGo();
    await settled(page);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.locator('.kpi-card').count()).toBe(5);
    await page.context().close();
  });

  test('changes during an interruption are shown once the connection is back', async () => {
    const line = await openLine(new URL(there.url));
    const page = await signedIn(await newContext(there.browser), line.url, there.email);
    await page.locator('[data-live=live]').waitFor();
    await adjust('SCL-2K', 501);
    await page.locator('.feed').getByText('+501').waitFor();
    line.cut();
    await page.locator('[data-live=reconnecting]').waitFor();
    await page.getByText(/Reconnecting\. Figures are as of/).waitFor();
    await shoot(page, 'reconnecting');
    for (const amount of [502, 503, 504, 505]) await adjust('SCL-2K', amount);
    line.mend();
    await page.locator('[data-live=live]').waitFor();
    await page.locator('.feed').getByText('+505').waitFor();
    await hasCount(page.getByText('Figures are as of'), 0);
    for (const amount of [501, 502, 503, 504, 505]) await hasCount(page.locator('.feed').getByText(`+${amount}`), 1);
    await page.context().close();
    await line.close();
  });

  test('every list shows live changes, and sends no requests while nothing happens', async () => {
    const page = await open('/orders');
    let asked = 0;
    page.on('request', request => {
      // The bell polls in any case.
      if (request.url().endsWith('/graphql') && !request.postData()?.includes('"UnreadNotifications"')) asked += 1;
    });
    const shows = async (path: string, happens: () => Promise<string>) => {
      await follow(page, path);
      await settled(page);
      asked = 0;
      await page
        .locator('main')
        .getByText(await happens())
        .first()
        .waitFor();
      // One read for the change, and for what the page shows beside its list.
      expect([path, asked <= 3, asked]).toEqual([path, true, asked]);
    };
    await shows('/orders', async () => (await newOrder()).number);
    await shows('/orders', async () => {
      await elsewhere('POST', `/orders/${(await newOrder()).id}/cancel`, {});
      return 'Cancelled';
    });
    const [product] = await read<[Made]>('/products?q=chai');
    await shows('/products', async () => {
      await elsewhere('PATCH', `/products/${product.id}`, { name: 'Masala chai' });
      return 'Masala chai';
    });
    await shows('/transfers', async () => {
      const ends = { source_location_id: place(0), destination_location_id: place(1) };
      return (await elsewhere('POST', '/stock_transfers', { ...ends, ...line(1) })).number;
    });
    const [supplier] = await read<[Made]>('/suppliers');
    await shows('/purchase-orders', async () => {
      const order = { supplier_id: supplier.id, location_id: place(1), ...line(5) };
      return (await elsewhere('POST', '/purchase_orders', order)).number;
    });
    await shows('/settings?tab=places', async () => {
      await elsewhere('PATCH', `/locations/${place(2)}`, { name: 'Munich north' });
      return 'Munich north';
    });
    await page.context().close();
  });

  test('rows that were scrolled to are updated too, and leave the list when they no longer match', async () => {
    const page = await open('/orders');
    const oldest = await newOrder();
    for (let index = 0; index < 55; index += 1) await newOrder();
    await page.goto(`${there.url}/orders?status=PENDING`);
    await page.locator('[data-live=live]').waitFor();
    const row = page.locator('main').getByText(oldest.number);
    const table = page.locator('.grid-scroll');
    await table.evaluate(element => element.scrollBy(0, 100_000));
    // Further pages are read once they are in sight.
    await until(async () => {
      await table.evaluate(element => element.scrollBy(0, 100_000));
      return (await table.evaluate(element => element.scrollHeight)) > 56 * 30;
    });
    // Up again in small steps, as often as it takes.
    await until(async () => {
      if ((await row.count()) > 0) return true;
      await table.evaluate(element => element.scrollTo(0, element.scrollTop > 0 ? element.scrollTop - 200 : 100_000));
      return false;
    });
    await elsewhere('POST', `/orders/${oldest.id}/cancel`, {});
    await row.waitFor({ state: 'detached' });
    await page.context().close();
  });

  /** Sixty orders more than a page, and the oldest of them, which is at another place. */
  async function manyOrders(location_id = place(1)) {
    const oldest = await elsewhere('POST', '/orders', { location_id, ...line(1) });
    for (let index = 0; index < 55; index += 1) await newOrder();
    return oldest;
  }
  /** Scrolls down as far as it takes. */
  const scrollTo = (row: Locator, table: Locator) =>
    until(async () => {
      await table.evaluate(element => element.scrollBy(0, 400));
      return (await row.count()) > 0;
    });

  test('what only rows below the first page show is followed too, and whoever comes back to the list finds them', async () => {
    await adjust('MUG-CER-01', 100);
    const oldest = await manyOrders();
    const page = await open('/orders?status=PENDING');
    await settled(page);
    const row = page.locator('main').getByRole('row').filter({ hasText: oldest.number });
    const table = page.locator('.grid-scroll');
    await scrollTo(row, table);
    await elsewhere('PATCH', `/locations/${place(1)}`, { name: 'Renamed place' });
    await row.getByText('Renamed place').waitFor();
    await row.scrollIntoViewIfNeeded();
    const scrolled = await table.evaluate(element => element.scrollTop);
    await row.getByRole('link', { name: oldest.number }).click();
    await page.getByRole('heading', { name: oldest.number }).waitFor();
    await elsewhere('PATCH', `/locations/${place(1)}`, { name: 'Renamed again' });
    await page.goBack();
    await row.getByText('Renamed again').waitFor();
    expect(await table.evaluate(element => element.scrollTop)).toBe(scrolled);
    await page.context().close();
  });

  /** What the service tells a page of this context over its sockets. */
  const eventsOf = (context: BrowserContext) => {
    const events: string[] = [];
    context.on('page', opened =>
      opened.on('websocket', socket => socket.on('framereceived', ({ payload }) => events.push(String(payload)))),
    );
    return (about: string) => until(() => events.some(event => event.includes(about)));
  };

  test('what happens while the next page of a list is on its way is shown', async () => {
    await adjust('MUG-CER-01', 100);
    const oldest = await manyOrders();
    const context = await newContext(there.browser);
    const told = eventsOf(context);
    const page = await signedIn(context, there.url, there.email, '/orders');
    await page.clock.install();
    await page.reload();
    await settled(page);
    let isLate = false;
    await page.route('**/graphql', async route => {
      if (isLate || !route.request().postData()?.includes('"after":"')) return route.continue();
      isLate = true;
      const response = await route.fetch();
      await elsewhere('POST', `/orders/${oldest.id}/cancel`, {});
      await told(oldest.id);
      // Whatever the page puts off is due, and done.
      await page.clock.fastForward(3000);
      await page.evaluate(() => fetch('/livez'));
      await route.fulfill({ response });
    });
    const row = page.locator('main').getByRole('row').filter({ hasText: oldest.number });
    await scrollTo(row, page.locator('.grid-scroll'));
    await row.getByText('Cancelled').waitFor();
    await page.context().close();
  });

  test('after an interruption a list is read again before it is called live', async () => {
    const cable = await openLine(new URL(there.url));
    const page = await signedIn(await newContext(there.browser), cable.url, there.email, '/orders');
    await page.locator('[data-live=live]').waitFor();
    cable.cut();
    await page.locator('[data-live=reconnecting]').waitFor();
    const { number } = await newOrder();
    cable.mend();
    await page.locator('[data-live=live]').waitFor();
    expect(await page.locator('main').getByText(number).count()).toBe(1);
    await page.context().close();
    await cable.close();
  });

  test('the choices of a field are read again after an interruption, and when something happened while it was gone', async () => {
    const cable = await openLine(new URL(there.url));
    const page = await signedIn(await newContext(there.browser), cable.url, there.email, '/purchase-orders');
    await settled(page);
    const places = page.getByRole('combobox', { name: 'Location' });
    const offered = async (field: Locator, name: string) => {
      await field.click();
      await page.getByRole('option', { name }).waitFor();
      await page.keyboard.press('Escape');
    };
    await offered(places, 'Hamburg warehouse');
    cable.cut();
    await page.locator('[data-live=reconnecting]').waitFor();
    await elsewhere('POST', '/locations', { name: 'Kiel store', code: 'KIE', type: 'store' });
    // Its event is lost, as on a device that slept longer than the log is kept.
    await page.routeWebSocket(/graphql/, socket => {
      const far = socket.connectToServer();
      far.onMessage(message => !String(message).includes('Location') && socket.send(message));
    });
    cable.mend();
    await page.locator('[data-live=live]').waitFor();
    await offered(places, 'Kiel store');

    const suppliers = page.getByRole('combobox', { name: 'Supplier' });
    await offered(suppliers, 'Fazenda Import GmbH');
    await follow(page, '/orders');
    await elsewhere('POST', '/suppliers', { name: 'Nordkaffee' });
    await page
      .locator('main')
      .getByText((await newOrder()).number)
      .waitFor();
    await follow(page, '/purchase-orders');
    await offered(suppliers, 'Nordkaffee');
    await page.context().close();
    await cable.close();
  });

  test('what happens between the first read of a page and its socket is shown', async () => {
    const context = await newContext(there.browser);
    let number: string | undefined;
    await context.route('**/graphql', async route => {
      if (number !== undefined || !route.request().postData()?.includes('orders(')) return route.continue();
      const response = await route.fetch();
      ({ number } = await newOrder());
      await route.fulfill({ response });
    });
    const page = await signedIn(context, there.url, there.email, '/orders');
    await until(() => number !== undefined);
    await page.locator('main').getByText(number!).waitFor();
    await context.close();
  });

  test('what happens while a page is read for the first time is shown', async () => {
    const context = await newContext(there.browser);
    const told = eventsOf(context);
    const page = await signedIn(context, there.url, there.email);
    await page.locator('[data-live=live]').waitFor();
    let number: string | undefined;
    await context.route('**/graphql', async route => {
      if (number !== undefined || !route.request().postData()?.includes('orders(')) return route.continue();
      const response = await route.fetch();
      const order = await newOrder();
      number = String(order.number);
      await told(order.id);
      await route.fulfill({ response });
    });
    await follow(page, '/orders');
    await until(() => number !== undefined);
    await page.locator('main').getByText(number!).waitFor();
    await context.close();
  });

  test('what a page reads first is read once, as it is current without its being read again; its table is measured once', async () => {
    const context = await newContext(there.browser);
    await context.addInitScript(() => {
      const measured: string[] = [];
      const { add } = DOMTokenList.prototype;
      DOMTokenList.prototype.add = function (...names) {
        if (names.includes('measuring')) measured.push(names.join(' '));
        add.apply(this, names);
      };
      Object.assign(globalThis, { measured });
    });
    const asked: string[] = [];
    context.on('request', request => {
      const name = /query (\w+)/.exec(request.postData() ?? '')?.[1];
      if (name) asked.push(name);
    });
    const page = await signedIn(context, there.url, there.email);
    await settled(page);
    expect(asked.filter((name, at) => asked.indexOf(name) !== at)).toEqual([]);
    await follow(page, '/inventory');
    await page.locator('.grid-row[data-index]').first().waitFor();
    await settled(page);
    // Each costs a layout of all its rows.
    expect(await page.evaluate(() => (globalThis as unknown as { measured: string[] }).measured)).toEqual([
      'measuring whole',
      'measuring broken',
    ]);
    await context.close();
  });

  test('whoever signs in where another was signed in sees nothing that was read for them', async () => {
    const [email, other] = [await person(world, there.tenant), await world.tenant()];
    const page = await open('/', {}, email);
    await page.locator('.feed').getByRole('listitem').first().waitFor();
    await sql`delete from sessions where user_id = (select id from users where email = ${email})`.execute(
      world.database.system,
    );
    await page.getByText('Your session has ended.').waitFor();
    // Held back, so that what is remembered would be shown meanwhile.
    await page.route('**/graphql', () => undefined);
    await page.getByLabel(/^E-?mail$/i).fill(await person(world, other));
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('header').getByText(other.slug).waitFor();
    expect(await page.locator('.feed').count()).toBe(0);
    await page.context().close();
  });

  test('a session that ends elsewhere ends here', async () => {
    const email = await person(world, there.tenant);
    const page = await open('/orders', {}, email);
    await page.locator('[data-live=live]').waitFor();
    await sql`delete from sessions where user_id = (select id from users where email = ${email})`.execute(
      world.database.system,
    );
    await page.getByText('Your session has ended.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/orders');
    await page.context().close();
  });
});

/** A connection to the service that can be cut. */
async function openLine(target: URL) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server: Server = createServer(socket => {
    if (isCut) return void socket.destroy();
    const far = connect(Number(target.port), target.hostname);
    for (const each of [socket, far]) {
      sockets.add(each);
      each.on('error', () => undefined);
      each.on('close', () => {
        sockets.delete(each);
        (each === socket ? far : socket).destroy();
      });
    }
    socket.pipe(far);
    far.pipe(socket);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend: () => void (isCut = false),
    close: () => new Promise(resolve => server.close(resolve)),
  };
}
