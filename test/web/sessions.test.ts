import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { acceptInvitation } from '../../src/access/accounts.ts';
import { deleteMember, listMembers, provisionMember, updateMember } from '../../src/access/members.ts';
import { unique } from '../support/make.ts';
import { useWorld } from '../support/world.ts';
import {
  answered,
  follow,
  hasCount,
  hasValue,
  holdBack,
  isBrowserThere,
  newContext,
  PASSWORD,
  person,
  settled,
  signIn,
  useShop,
} from './support.ts';

/** Sessions end, and other tabs choose other organizations and people: what was typed stays, and goes where it said. */

const world = useWorld();

(isBrowserThere ? describe : describe.skip)('sessions', () => {
  const { there, read, run, elsewhere } = useShop(world);

  const begin = async (email: string) => signIn(await newContext(there.browser), there.url, email);
  const endSession = (email: string) =>
    sql`delete from sessions where user_id = (select id from users where email = ${email})`.execute(
      world.database.system,
    );
  /** Makes somebody a member of another organization as well. */
  const join = async (email: string, organizationId: string) => {
    const { token } = await provisionMember(world.database, organizationId, { email, role: 'manager' });
    const { rows } = await sql<{ id: string }>`select id from users where email = ${email}`.execute(
      world.database.system,
    );
    await acceptInvitation(world.database, token, { userId: rows[0]!.id });
  };
  /** Chooses an organization, as in another tab. */
  const choose = (page: Page, slug: string) =>
    page.context().request.post(`${there.url}/auth/organization`, {
      headers: { 'x-requested-with': 'stockwright' },
      data: { slug },
    });
  /** Signs in somebody who is in another organization as well. */
  const beginInTwo = async (email: string) => {
    const other = await world.tenant();
    await join(email, other.id);
    const page = await begin(email);
    await choose(page, there.tenant.slug);
    await page.goto(there.url);
    await page.getByRole('banner').getByText(there.tenant.slug).waitFor();
    return { other, page };
  };
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'New supplier' });
  /** A form that is half filled in. */
  const fillIn = async (page: Page, name: string) => {
    await follow(page, '/suppliers');
    await settled(page);
    await page.getByRole('button', { name: 'New supplier' }).click();
    await dialogOf(page).getByLabel('Name').fill(name);
  };
  const create = (page: Page) => dialogOf(page).getByRole('button', { name: 'Create' }).click();
  const signInAgain = async (page: Page, email: string) => {
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  const suppliers = (name: string) => read<{ id: string }[]>(`/suppliers?q=${encodeURIComponent(name)}`);
  /** Somebody signs in in another tab. */
  const signInElsewhere = async (page: Page, email: string) => {
    const answer = await page.context().request.post(`${there.url}/auth/sign-in`, {
      headers: { 'x-requested-with': 'stockwright' },
      data: { email, password: PASSWORD },
    });
    expect(answer.ok()).toBe(true);
  };

  test('what was typed when a session ended is there after signing in again, and is sent once', async () => {
    const [email, name] = [await person(world, there.tenant), unique('Half filled')];
    const page = await begin(email);
    await fillIn(page, name);
    await endSession(email);
    await page.getByText('Your session has ended.').waitFor();
    // Nobody else sees it, nor is anything of it read.
    await dialogOf(page).waitFor({ state: 'hidden' });
    await page.getByRole('navigation').waitFor({ state: 'hidden' });
    const meanwhile = await elsewhere('POST', '/suppliers', { name: unique('Aardvark') });
    await signInAgain(page, email);
    await hasValue(dialogOf(page).getByLabel('Name'), name);
    expect(new URL(page.url()).pathname).toBe('/suppliers');
    await settled(page);
    await create(page);
    await dialogOf(page).waitFor({ state: 'detached' });
    await page.getByText(name).first().waitFor();
    expect(await suppliers(name)).toHaveLength(1);
    await follow(page, `/suppliers/${meanwhile.id}`);
    await page.context().close();
  });

  test('what was scanned or typed into a product field when a session ended is looked up once it goes on', async () => {
    const email = await person(world, there.tenant);
    const page = await begin(email);
    await follow(page, '/orders');
    await settled(page);
    await page.getByRole('button', { name: 'New order' }).click();
    const dialog = page.getByRole('dialog', { name: 'New order' });
    const product = dialog.getByLabel('Product');
    const look = await holdBack(page, /graphql/, 'Scanned');
    await product.fill('KET-090');
    await product.press('Enter');
    await look.asked;
    await endSession(email);
    await page.getByText('Your session has ended.').waitFor();
    await answered(page, 'Scanned', async () => look.letGo());
    await signInAgain(page, email);
    await hasValue(product, 'KET-090 · Kettle 0.9 l');
    await hasCount(dialog.getByText('Sign in'), 0);
    await page.context().close();
  });

  test('what is exported when a session ended is saved once it goes on', async () => {
    const email = await person(world, there.tenant);
    const page = await begin(email);
    await follow(page, '/orders');
    await settled(page);
    const list = await holdBack(page, /api\/v1\/orders/);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await list.asked;
    await endSession(email);
    await page.getByText('Your session has ended.').waitFor();
    const refused = page.waitForResponse(response => response.status() === 401);
    list.letGo();
    await refused;
    await signInAgain(page, email);
    expect((await saved).suggestedFilename()).toMatch(/^orders-/);
    await page.context().close();
  });

  test('what is exported when somebody is removed from the organization is not asked of another one', async () => {
    const email = await person(world, there.tenant);
    const { page } = await beginInTwo(email);
    const asked: string[] = [];
    await follow(page, '/orders');
    await settled(page);
    const list = await holdBack(page, /api\/v1\/orders/);
    await page.getByRole('button', { name: 'Export' }).click();
    await list.asked;
    const members = await there.tenant.list(listMembers);
    await run(deleteMember, { id: String(members.rows.find(row => row['email'] === email)!['id']) });
    await hasCount(page.getByRole('banner'), 0);
    page.on('request', request => asked.push(request.url()));
    const refused = page.waitForResponse(response => response.status() === 401);
    const again = page.waitForResponse('**/auth/session');
    list.letGo();
    await refused;
    await again;
    // Whatever is asked again was asked by then.
    await page.evaluate(() => fetch('/readyz'));
    expect(asked.filter(url => url.includes('/api/v1/'))).toEqual([]);
    await page.context().close();
  });

  test('what was saved without an answer before the session ended is not saved again', async () => {
    const [email, name] = [await person(world, there.tenant), unique('Answer lost')];
    const page = await begin(email);
    await fillIn(page, name);
    const keys: string[] = [];
    await page.route('**/graphql', async route => {
      const { query, variables } = route.request().postDataJSON() as {
        query: string;
        variables: { idempotencyKey: string };
      };
      if (!query.includes('createSupplier')) return route.continue();
      keys.push(variables.idempotencyKey);
      if (keys.length > 1) return route.continue();
      await route.fetch();
      await endSession(email);
      return route.abort();
    });
    await create(page);
    await page.getByText('Your session has ended.').waitFor();
    await signInAgain(page, email);
    await dialogOf(page).getByText('it is not known whether this was saved').waitFor();
    await create(page);
    await dialogOf(page).waitFor({ state: 'detached' });
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
    expect(await suppliers(name)).toHaveLength(1);
    await page.context().close();
  });

  test('whoever signs in again in another tab goes on in this one, and anybody else sees nothing of it', async () => {
    const [email, name] = [await person(world, there.tenant), unique('Two tabs')];
    const page = await begin(email);
    await fillIn(page, name);
    await endSession(email);
    await page.getByText('Your session has ended.').waitFor();
    await signInElsewhere(page, email);
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await hasValue(dialogOf(page).getByLabel('Name'), name);
    await endSession(email);
    await page.getByText('Your session has ended.').waitFor();
    const other = await person(world, there.tenant);
    await signInAgain(page, other);
    await page.getByRole('button', { name: 'New supplier' }).waitFor();
    await hasCount(page.getByRole('dialog'), 0);
    await page.context().close();
  });

  test('what one person has typed is never sent in the name of another', async () => {
    const [email, name] = [await person(world, there.tenant), unique('Not theirs')];
    const page = await begin(email);
    await fillIn(page, name);
    await signInElsewhere(page, await person(world, there.tenant));
    await create(page);
    await dialogOf(page).waitFor({ state: 'detached' });
    await settled(page);
    expect(await suppliers(name)).toEqual([]);
    await page.context().close();
  });

  test('whoever loses a right, or their place, over a form is told, and can read what they have typed', async () => {
    const { name: there_ } = await read<{ name: string }>('/organization');
    for (const [lose, said, live, after] of [
      [
        (id: string) => run(updateMember, { id, role: 'viewer' }),
        `Your role in ${there_} was changed`,
        'live',
        (page: Page) => hasCount(page.getByRole('button', { name: 'New supplier' }), 0),
      ],
      [
        (id: string) => run(deleteMember, { id }),
        `You are no longer a member of ${there_}.`,
        'ended',
        (page: Page) => hasCount(page.getByRole('banner'), 0),
      ],
    ] as const) {
      const [email, name] = [await person(world, there.tenant, 'manager'), unique('Not lost')];
      const page = await begin(email);
      await fillIn(page, name);
      const members = await there.tenant.list(listMembers);
      await lose(String(members.rows.find(row => row['email'] === email)!['id']));
      await dialogOf(page).getByText(said).waitFor();
      await page.locator(`[data-live=${live}]`).waitFor();
      await create(page);
      await dialogOf(page).getByRole('alert').nth(1).waitFor();
      await hasValue(dialogOf(page).getByLabel('Name'), name);
      expect(await suppliers(name)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Discard changes' }).click();
      await after(page);
      await page.context().close();
    }
  });

  test('a form is sent to the organization that it was opened in, whatever another tab has chosen', async () => {
    const [email, name] = [await person(world, there.tenant, 'manager'), unique('Right place')];
    const { other, page } = await beginInTwo(email);
    await fillIn(page, name);
    await choose(page, other.slug);
    // What they may do changes: who is signed in is read again.
    const again = page.waitForResponse('**/auth/session');
    const members = await there.tenant.list(listMembers);
    const { id } = members.rows.find(row => row['email'] === email)!;
    await run(updateMember, { id, role: 'owner' });
    await again;
    await settled(page);
    await create(page);
    await dialogOf(page).waitFor({ state: 'detached' });
    await page.getByRole('banner').getByText(there.tenant.slug).waitFor();
    expect(await suppliers(name)).toHaveLength(1);
    await page.context().close();
  });
});
