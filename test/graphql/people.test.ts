import { beforeAll, expect, test } from '@jest/globals';
import WebSocket from 'ws';
import { acceptInvitation, enrolMember } from '../../src/access/accounts.ts';
import { deleteMember, listMembers, provisionMember, updateMember } from '../../src/access/members.ts';
import { createSupplier, listSuppliers } from '../../src/domain/suppliers.ts';
import { until } from '../support/live.ts';
import { makeStock, unique } from '../support/make.ts';
import { type Tenant, useWorld } from '../support/world.ts';

/*
 * Members of several organizations: after they were removed from one, demoted, or have switched, they act for the named
 * organization or for none.
 */

const world = useWorld();
const PASSWORD = 'correct horse battery';
let url: string;

beforeAll(async () => {
  url = (await world.serve()).url;
});

interface Shared {
  home: Tenant;
  other: Tenant;
  email: string;
  cookie: string;
  /** Removes the person from `home`. */
  remove(): Promise<unknown>;
}

/** A person who belongs to two organizations, and their browser, in which `home` is chosen. */
async function shared(role: 'manager' | 'owner' = 'manager'): Promise<Shared> {
  const [other, home] = [await world.tenant(), await world.tenant()];
  const email = `${unique('both')}@example.com`.toLowerCase();
  const userId = await enrolMember(world.database, other.id, { email, role: 'manager' }, PASSWORD);
  const { token } = await provisionMember(world.database, home.id, { email, role });
  await acceptInvitation(world.database, token, { userId });
  const owner = `${unique('owner')}@example.com`.toLowerCase();
  await enrolMember(world.database, home.id, { email: owner, role: 'owner' }, PASSWORD);
  const signIn = await fetch(`${url}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const session = signIn.headers.getSetCookie().map(each => each.split(';')[0]!);
  return {
    home,
    other,
    email,
    cookie: [...session, `stockwright.organization=${home.slug}`].join('; '),
    remove: async () => home.run(deleteMember, { id: await memberOf(home, email) }),
  };
}

const memberOf = async (tenant: Tenant, email: string): Promise<string> =>
  (await tenant.list(listMembers)).rows.find(row => row['email'] === email)!['id'] as string;

/** A request of the page that shows this organization. */
async function ask(query: string, cookie: string, shows?: string): Promise<{ status: number; data?: never }> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, cookie, ...(shows && { 'x-organization': shows }) },
    body: JSON.stringify({ query }),
  });
  return { status: response.status, ...((await response.json()) as object) };
}

const addSupplier = (name: string) => `mutation { createSupplier(input: {name: "${name}"}) { supplier { name } } }`;

async function socket(cookie: string, field: string, shows?: string) {
  const client = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { origin: url, cookie },
  });
  const told: { type: string; payload?: { data?: unknown; errors?: unknown } }[] = [];
  client.on('message', data => told.push(JSON.parse(String(data)) as (typeof told)[number]));
  const closed = new Promise<number>(resolve => client.on('close', resolve));
  await new Promise(resolve => client.on('open', resolve));
  client.send(JSON.stringify({ type: 'connection_init', payload: shows ? { organization: shows } : {} }));
  await Promise.race([until(() => told.some(({ type }) => type === 'connection_ack')), closed]);
  client.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: `subscription { ${field} }` } }));
  return { told, closed, next: () => told.filter(({ type }) => type === 'next') };
}

test('a write for an organization that the person was removed from is refused, and does not end up in another', async () => {
  const { home, other, cookie, remove } = await shared();
  expect((await ask(addSupplier('Before'), cookie)).status).toBe(200);
  await remove();
  await until(async () => (await ask('{ suppliers { nodes { name } } }', cookie)).status === 401);
  expect((await ask(addSupplier('After'), cookie)).status).toBe(401);
  // Even if none was chosen: the page names the organization that it shows.
  const unchosen = cookie.replace(/; stockwright.organization=.*/, '');
  expect((await ask(addSupplier('After'), unchosen, home.slug)).status).toBe(401);
  expect((await other.list(listSuppliers)).rows).toEqual([]);
});

test('a page of one organization does not write into another that was chosen on another page', async () => {
  const { home, other, cookie } = await shared();
  const switched = cookie.replace(home.slug, other.slug);
  expect((await ask(addSupplier('From the old page'), switched, home.slug)).status).toBe(200);
  expect((await other.list(listSuppliers)).rows).toEqual([]);
  expect((await home.list(listSuppliers)).rows).toHaveLength(1);
  expect((await ask(addSupplier('x'), cookie, 'no-such-organization')).status).toBe(401);
});

test('a key that names another organization is refused, over REST, GraphQL and the socket', async () => {
  const [mine, other] = [await world.tenant(), await world.tenant()];
  await mine.run(createSupplier, { name: 'Mine' });
  const authorization = `Bearer ${await mine.key()}`;
  const rest = (slug: string) =>
    fetch(`${url}/api/v1/suppliers`, { headers: { authorization, 'x-organization': slug } }).then(
      ({ status }) => status,
    );
  expect([await rest(mine.slug), await rest(other.slug)]).toEqual([200, 401]);
  const client = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await new Promise(resolve => client.on('open', resolve));
  client.send(JSON.stringify({ type: 'connection_init', payload: { authorization, organization: other.slug } }));
  expect(await new Promise(resolve => client.on('close', resolve))).toBe(4403);
});

test('the socket of a removed person ends, and other subscribers are not affected', async () => {
  const { home, cookie, remove } = await shared();
  const field = 'inventoryUpdated(after: 0) { data { inventoryLevel { quantityOnHand location { name } } } }';
  const removed = await socket(cookie, field);
  await remove();
  expect(await removed.closed).toBe(4403);
  const colleague = `${unique('colleague')}@example.com`.toLowerCase();
  await enrolMember(world.database, home.id, { email: colleague, role: 'manager' }, PASSWORD);
  const signIn = await fetch(`${url}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: colleague, password: PASSWORD }),
  });
  const theirs = await socket(
    signIn.headers
      .getSetCookie()
      .map(each => each.split(';')[0]!)
      .join('; '),
    field,
  );
  await makeStock(home, 7);
  await until(() => theirs.next().length > 0);
  expect(theirs.next()[0]!.payload).toMatchObject({
    data: { inventoryUpdated: { data: { inventoryLevel: { quantityOnHand: 7 } } } },
  });
  expect(removed.next()).toEqual([]);
});

test('the socket of a demoted person ends, and a new one has the remaining rights', async () => {
  const { home, cookie, email } = await shared('owner');
  const owner = await socket(cookie, 'inventoryUpdated { position }');
  await home.run(updateMember, { id: await memberOf(home, email), role: 'viewer' });
  expect(await owner.closed).toBe(4403);
  const viewer = await socket(cookie, 'inventoryUpdated(after: 0) { position }');
  await makeStock(home, 1);
  await until(() => viewer.next().length > 0);
});

test('the socket of a person who switched continues for the organization of its page, and receives nothing of the other', async () => {
  const { home, other, cookie } = await shared();
  const open = await socket(
    cookie,
    'inventoryUpdated(after: 0) { data { inventoryLevel { quantityOnHand } } }',
    home.slug,
  );
  const switching = await fetch(`${url}/auth/organization`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, cookie },
    body: JSON.stringify({ slug: other.slug }),
  });
  expect(switching.status).toBe(200);
  await makeStock(other, 1);
  await makeStock(home, 2);
  await until(() => open.next().length > 0);
  expect(open.next().map(({ payload }) => payload)).toEqual([
    { data: { inventoryUpdated: { data: { inventoryLevel: { quantityOnHand: 2 } } } } },
  ]);
  expect(
    (await ask('{ suppliers { nodes { name } } }', cookie.replace(home.slug, other.slug), other.slug)).status,
  ).toBe(200);
});

test('a person whose chosen organization is no longer theirs sees none, and the ones to choose from', async () => {
  const { other, cookie, remove } = await shared();
  await remove();
  const session = await fetch(`${url}/auth/session`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
  expect(await session.json()).toMatchObject({
    data: { organization: null, scopes: [], organizations: [{ slug: other.slug }] },
  });
});
