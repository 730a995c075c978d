import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { createClient } from 'graphql-ws';
import { sql } from 'kysely';
import WebSocket from 'ws';
import { acceptInvitation, enrolMember, resetPassword } from '../../src/access/accounts.ts';
import { deleteMember, listMembers, provisionMember, type Role, updateMember } from '../../src/access/members.ts';
import { updateLocation } from '../../src/domain/locations.ts';
import { listSuppliers } from '../../src/domain/suppliers.ts';
import { browser, PASSWORD } from '../support/browser.ts';
import { clientOf, codes } from '../support/http.ts';
import { until } from '../support/live.ts';
import { makeLocation, unique } from '../support/make.ts';
import { refusal, type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();

async function person(tenant: Tenant, role: Role = 'owner'): Promise<string> {
  const email = `${unique('person')}@example.com`.toLowerCase();
  await enrolMember(world.database, tenant.id, { email, role }, PASSWORD);
  return email;
}

test('a session acts for its member with the scopes of the role, until they sign out', async () => {
  const tenant = await world.tenant();
  const { url } = await world.serve();
  const visitor = browser(url);
  const { status, cookies } = await visitor.signIn(await person(tenant, 'viewer'));
  expect(status).toBe(200);
  expect(cookies[0]).toMatch(/^stockwright\.session_token=.*HttpOnly; SameSite=Lax/);
  expect((await visitor.graphql('{ locations { nodes { id } } }')).body.data).toEqual({ locations: { nodes: [] } });
  const refused = await visitor.graphql('mutation { createLocation(input: {name: "A"}) { location { id } } }');
  expect(refused.body.errors).toMatchObject([{ extensions: { code: 'INSUFFICIENT_SCOPE' } }]);
  const before = visitor.cookie();
  await visitor.send('/auth/sign-out', {});
  expect((await visitor.graphql('{ organization { slug } }', { cookie: before })).status).toBe(401);
});

test('changes made in a session record the name and id of its member', async () => {
  const tenant = await world.tenant();
  const { url } = await world.serve();
  const visitor = browser(url);
  const email = await person(tenant, 'manager');
  await visitor.signIn(email);
  const made = await visitor.graphql(
    'mutation { createLocation(input: {name: "A"}) { location { id } } createProduct(input: {name: "P", variants: [{sku: "S"}]}) { product { id } } }',
  );
  const { id } = (made.body.data as { createLocation: { location: { id: string } } }).createLocation.location;
  await visitor.graphql(
    `mutation { createInventoryAdjustment(input: {sku: "S", locationId: "${id}", quantityChange: 5}) {
          inventoryAdjustment { id } } }`,
  );
  const ledger = await visitor.graphql('{ inventoryLedger { nodes { actor actorId quantityChange } } }');
  const { rows: members } = await tenant.list(listMembers);
  expect(ledger.body.data).toEqual({
    inventoryLedger: { nodes: [{ actor: `user:${email}`, actorId: members[0]!['id'], quantityChange: 5 }] },
  });
});

test('a session is only accepted from pages of this address', async () => {
  const { url } = await world.serve();
  const visitor = browser(url);
  await visitor.signIn(await person(await world.tenant()));
  expect((await visitor.graphql('{ organization { slug } }')).status).toBe(200);
  expect((await visitor.graphql('{ organization { slug } }', { origin: 'https://evil.example' })).status).toBe(401);
  expect(
    (await visitor.send('/auth/sign-in', { email: 'a@b.c', password: PASSWORD }, { origin: 'https://evil.example' }))
      .status,
  ).toBe(400);
});

test('REST accepts a session only from scripts of its own pages that name the organization', async () => {
  const { url } = await world.serve({ ALLOWED_HOSTS: 'stock.internal' });
  const [shown, chosen] = [await world.tenant(), await world.tenant()];
  const email = `${unique('person')}@example.com`.toLowerCase();
  const userId = await enrolMember(world.database, shown.id, { email, role: 'owner' }, PASSWORD);
  const { token } = await provisionMember(world.database, chosen.id, { email, role: 'owner' });
  await acceptInvitation(world.database, token, { userId });
  const other = await enrolMember(world.database, shown.id, { email: `other.${email}`, role: 'owner' }, PASSWORD);
  const visitor = browser(url);
  await visitor.signIn(email);
  await visitor.send('/auth/organization', { slug: chosen.slug });
  const seen = (await visitor.send('/auth/session', undefined, { 'x-organization': shown.slug })).body.data;
  expect(seen).toMatchObject({ id: userId, organization: { slug: shown.slug } });
  const says = { 'x-organization': shown.slug };
  const own = { ...says, 'sec-fetch-site': 'same-origin' };
  const plain = { ...says, 'x-requested-with': 'stockwright' };
  const evil = 'https://evil.example';
  const ways: [told: string, method: string, headers: { [name: string]: string }, status: number][] = [
    ['a read by a script of the page', 'GET', own, 200],
    ['a write by a script of the page', 'POST', { ...own, origin: url }, 201],
    ['a read over plain http, where browsers do not say where it comes from', 'GET', plain, 200],
    ['a write over plain http', 'POST', { ...says, origin: url }, 201],
    ['a link of the page', 'GET', { 'sec-fetch-site': 'same-origin' }, 401],
    ['a form of the page', 'POST', { origin: url, 'sec-fetch-site': 'same-origin' }, 401],
    ['a typed address', 'GET', { ...says, 'sec-fetch-site': 'none' }, 401],
    ['an image on another site', 'GET', { ...says, 'sec-fetch-site': 'cross-site' }, 401],
    ['an image on a sibling host', 'GET', { ...says, 'sec-fetch-site': 'same-site' }, 401],
    ['a form of another site', 'POST', { ...says, origin: evil, 'sec-fetch-site': 'cross-site' }, 401],
    ['a script of another site that knows the headers', 'GET', { ...plain, origin: evil }, 401],
    ['one that says both', 'POST', { ...own, ...plain, origin: evil }, 401],
    ['a sandbox, a file, a redirect', 'POST', { ...own, origin: 'null' }, 401],
    ['another port of this host', 'POST', { ...own, origin: url.replace(/\d+$/, '1') }, 401],
    [
      'the same name without TLS, where TLS is known',
      'POST',
      { ...own, origin: url, 'x-forwarded-proto': 'https' },
      401,
    ],
    ['a page of an organization that is not theirs', 'GET', { ...own, 'x-organization': 'nobodys' }, 401],
    ['a page that shows none', 'GET', { ...own, 'x-organization': '' }, 401],
    ['no browser', 'GET', says, 401],
    ['a page of this person', 'POST', { ...own, origin: url, 'x-person': userId }, 201],
    ['a page of somebody who was signed in before', 'POST', { ...own, origin: url, 'x-person': other }, 401],
  ];
  for (const [told, method, headers, status] of ways) {
    const answer = await restOf(url, visitor.cookie(), method, headers);
    expect([told, answer.status]).toEqual([told, status]);
    // Responses must not be cached.
    expect(answer.headers['cache-control']).toBe('no-store');
    if (status === 200) expect(answer.body.data).toMatchObject({ slug: shown.slug });
  }
  // A foreign host name that points at this address: DNS rebinding.
  for (const [host, status] of [
    ['rebind.evil.example', 401],
    ['stock.internal', 200],
  ] as const) {
    const headers = { host: host + new URL(url).host.replace(/.*:/, ':'), ...own };
    expect([host, (await restOf(url, visitor.cookie(), 'GET', headers)).status]).toEqual([host, status]);
  }
  expect((await shown.list(listSuppliers)).rows).toHaveLength(3);
  expect((await chosen.list(listSuppliers)).rows).toEqual([]);
});

/** REST with a cookie and any headers, some of which fetch cannot send. */
const restOf = (url: string, cookie: string, method: string, headers: object) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; body: { data?: unknown } }>((resolve, reject) => {
    const path = method === 'GET' ? '/api/v1/organization' : '/api/v1/suppliers';
    const asking = request(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie, ...headers },
    });
    asking.on('error', reject).on('response', async response => {
      const body = JSON.parse(await text(response)) as { data?: unknown };
      resolve({ status: response.statusCode!, headers: response.headers, body });
    });
    asking.end(method === 'GET' ? undefined : '{"name": "Made by a session"}');
  });

test('an unknown email and a wrong password look the same, and guessing is slowed down', async () => {
  const { url } = await world.serve();
  const email = await person(await world.tenant());
  const visitor = browser(url);
  const wrong = await visitor.signIn(email, 'wrong password');
  const unknown = await visitor.signIn('nobody@example.com', 'wrong password');
  expect(wrong.status).toBe(401);
  expect(unknown.status).toBe(401);
  expect(unknown.body).toEqual(wrong.body);
  const statuses = [];
  for (let attempt = 0; attempt < 6; attempt += 1)
    statuses.push((await visitor.signIn(email, 'wrong password')).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  const late = await visitor.signIn(email);
  expect(late.status).toBe(429);
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(200);
  expect((await visitor.send('/auth/sign-up/email', { email: 'x@y.z', password: PASSWORD, name: 'x' })).status).toBe(
    404,
  );
});

test('the token of an invitation is also a one-time password, with which one can only set another password', async () => {
  const tenant = await world.tenant();
  const { url } = await world.serve();
  const email = `${unique('new')}@example.com`.toLowerCase();
  const { token: oneTimePassword } = await provisionMember(world.database, tenant.id, { email, role: 'viewer' });
  const visitor = browser(url);
  expect((await visitor.signIn(email, oneTimePassword)).status).toBe(200);
  expect((await visitor.send('/auth/session')).body.data).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    email,
    name: email.split('@')[0],
    mustChangePassword: true,
    scopes: [],
    organization: null,
    organizations: [],
  });
  expect((await visitor.graphql('{ organization { slug } }')).status).toBe(401);
  expect(
    (await visitor.send('/auth/password', { currentPassword: 'not this one', newPassword: PASSWORD })).body.errors,
  ).toMatchObject([{ code: 'validation_failed', field: 'current_password' }]);
  expect(
    (await visitor.send('/auth/password', { currentPassword: oneTimePassword, newPassword: oneTimePassword })).body
      .errors,
  ).toMatchObject([{ code: 'validation_failed', field: 'new_password' }]);
  expect((await visitor.graphql('{ locations { nodes { id } } }')).status).toBe(401);
  expect(
    (await visitor.send('/auth/password', { currentPassword: oneTimePassword, newPassword: PASSWORD })).status,
  ).toBe(200);
  expect((await visitor.graphql('{ locations { nodes { id } } }')).status).toBe(200);
  expect((await browser(url).signIn(email, oneTimePassword)).status).toBe(401);
});

test('a session names the position of the last event: what is read next is followed by the events after it', async () => {
  const { url } = await world.serve();
  const tenant = await world.tenant();
  const visitor = browser(url);
  await visitor.signIn(await person(tenant));
  const inSession = async () =>
    ((await visitor.send('/auth/session')).body.data as { organization: { position: number } }).organization.position;
  const head = async () =>
    ((await visitor.graphql('{ eventHead { position } }')).body.data as { eventHead: { position: number } }).eventHead
      .position;
  const before = await inSession();
  expect(before).toBe(await head());
  await makeLocation(tenant);
  await until(async () => (await head()) > before);
  expect(await inSession()).toBe(await head());
});

test('an operator replaces a forgotten password by a one-time password, which ends every session', async () => {
  const { url } = await world.serve();
  const email = await person(await world.tenant());
  const visitor = browser(url);
  await visitor.signIn(email);
  const given = await resetPassword(world.database, email.toUpperCase());
  expect((await visitor.send('/auth/session')).body.data).toBeNull();
  expect((await visitor.signIn(email)).status).toBe(401);
  expect((await visitor.signIn(email, given)).status).toBe(200);
  expect((await visitor.send('/auth/session')).body.data).toMatchObject({
    mustChangePassword: true,
    organization: null,
  });
  expect((await visitor.send('/auth/password', { currentPassword: given, newPassword: PASSWORD })).status).toBe(200);
  expect((await visitor.send('/auth/session')).body.data).toMatchObject({
    mustChangePassword: false,
    scopes: ['admin'],
  });
  expect(await refusal(resetPassword(world.database, 'nobody@example.com'))).toEqual([
    { code: 'not_found', field: 'email' },
  ]);
});

test('one-time passwords and invitations expire', async () => {
  const { url } = await world.serve();
  const email = await person(await world.tenant());
  const given = await resetPassword(world.database, email);
  await sql`update users set one_time_until = now() where email = ${email}`.execute(world.database.system);
  expect((await browser(url).signIn(email, given)).status).toBe(401);

  const tenant = await world.tenant();
  const { token } = await provisionMember(world.database, tenant.id, { email });
  await sql`update members set invitation_expires_at = now() where organization_id = ${tenant.id}`.execute(
    world.database.system,
  );
  expect((await browser(url).signIn(email, token)).status).toBe(401);
  expect((await browser(url).send('/auth/invitation', { token, password: PASSWORD })).body.errors).toMatchObject([
    { code: 'reference_not_found', field: 'token' },
  ]);
});

test("on a bare host, a member of several organizations acts for the chosen one, and never for another's", async () => {
  const [first, second, other] = [await world.tenant(), await world.tenant(), await world.tenant()];
  const { url } = await world.serve();
  const email = await person(first, 'owner');
  const visitor = browser(url);
  await visitor.signIn(email);
  const { token } = await provisionMember(world.database, second.id, { email, role: 'viewer' });
  expect((await visitor.send('/auth/invitation', { token })).body.data).toEqual({ signedIn: true, slug: second.slug });
  await visitor.send('/auth/organization', { slug: first.slug });
  const slugNow = async () =>
    ((await visitor.send('/auth/session')).body.data as { organization: { slug: string } }).organization.slug;
  expect((await visitor.send('/auth/session')).body.data).toMatchObject({
    organization: { slug: first.slug },
    organizations: expect.arrayContaining([
      expect.objectContaining({ slug: first.slug }),
      expect.objectContaining({ slug: second.slug }),
    ]),
  });
  expect((await visitor.send('/auth/organization', { slug: other.slug })).body.errors).toMatchObject([
    { code: 'reference_not_found', field: 'slug' },
  ]);
  expect(await slugNow()).toBe(first.slug);
  expect((await visitor.send('/auth/organization', { slug: second.slug })).status).toBe(200);
  expect((await visitor.send('/auth/session')).body.data).toMatchObject({
    organization: { slug: second.slug },
    scopes: ['read'],
  });
  expect((await visitor.graphql('{ organization { slug } }')).body.errors).toMatchObject([
    { extensions: { code: 'INSUFFICIENT_SCOPE' } },
  ]);
  const forged = visitor.cookie().replace(second.slug, other.slug);
  expect((await visitor.send('/auth/session', undefined, { cookie: forged })).body.data).toMatchObject({
    organization: null,
    scopes: [],
    organizations: [expect.anything(), expect.anything()],
  });
  expect((await visitor.graphql('{ locations { nodes { id } } }', { cookie: forged })).status).toBe(401);
});

test('a removed member loses access within 5 seconds, sockets included', async () => {
  const tenant = await world.tenant();
  const { url } = await world.serve();
  await person(tenant);
  const email = `${unique('leaver')}@example.com`.toLowerCase();
  await enrolMember(world.database, tenant.id, { email, role: 'viewer' }, PASSWORD);
  const [member] = (await tenant.list(listMembers, {})).rows.filter(row => row['email'] === email);
  const visitor = browser(url);
  await visitor.signIn(email);
  const closed = new Promise<{ code: number }>(resolve => {
    const client = createClient({
      url: `${url.replace('http', 'ws')}/graphql`,
      lazy: false,
      retryAttempts: 0,
      onNonLazyError: () => undefined,
      webSocketImpl: class extends WebSocket {
        constructor(address: string, protocols: string[]) {
          super(address, protocols, { headers: { origin: url, cookie: visitor.cookie() } });
        }
      },
      on: { closed: event => resolve(event as { code: number }) },
    });
    client.subscribe(
      { query: 'subscription { inventoryUpdated { position } }' },
      { next: () => undefined, error: () => undefined, complete: () => undefined },
    );
  });
  expect((await visitor.graphql('{ locations { nodes { id } } }')).status).toBe(200);
  await tenant.run(deleteMember, { id: member!['id'] });
  expect((await closed).code).toBe(4403);
  expect((await visitor.graphql('{ locations { nodes { id } } }')).status).toBe(401);
});

test('the last owner who has accepted cannot be removed', async () => {
  const tenant = await world.tenant();
  await person(tenant);
  const [owner] = (await tenant.list(listMembers, {})).rows;
  const email = `${unique('owner')}@example.com`.toLowerCase();
  const { token } = await provisionMember(world.database, tenant.id, { email, role: 'owner' });
  const leaves = [{ code: 'invalid_state', field: 'role' }];
  expect(await refusal(tenant.run(deleteMember, { id: owner!['id'] }))).toEqual(leaves);
  expect(await refusal(tenant.run(updateMember, { id: owner!['id'], role: 'viewer' }))).toEqual(leaves);
  await acceptInvitation(world.database, token, { password: PASSWORD });
  expect((await tenant.run(updateMember, { id: owner!['id'], role: 'viewer' }))['role']).toBe('viewer');
});

// ---- preferences ----

const ME =
  '{ me { kind id name email role scopes organization { slug } organizations { slug } defaultLocationId defaultLocation { name } language scheme } }';

/** A member of both organizations, signed in to the first. */
async function memberOfBoth(first: Tenant, second: Tenant, role: Role = 'viewer') {
  const email = `${unique('person')}@example.com`.toLowerCase();
  const userId = await enrolMember(world.database, first.id, { email, name: 'Ann', role }, PASSWORD);
  const { token } = await provisionMember(world.database, second.id, { email, role: 'owner' });
  await acceptInvitation(world.database, token, { userId });
  const { url } = await world.serve();
  const visitor = browser(url);
  await visitor.signIn(email);
  const me = async (tenant: Tenant) =>
    (await visitor.graphql(ME, { 'x-organization': tenant.slug })).body.data['me'] as { [field: string]: unknown };
  const patch = (tenant: Tenant, body: object, headers = {}) =>
    visitor.send('/api/v1/me', body, { 'x-organization': tenant.slug, ...headers }, 'PATCH');
  return { url, email, visitor, me, patch };
}

test('the default location is stored per organization, language and color scheme per person; read access is enough to set them', async () => {
  const [home, other] = [await world.tenant(), await world.tenant()];
  const { visitor, email, me, patch } = await memberOfBoth(home, other);
  const place = await makeLocation(home, { name: 'Till' });
  const slugs = [{ slug: home.slug }, { slug: other.slug }];
  const [member] = (await home.list(listMembers)).rows;
  const before = {
    kind: 'PERSON',
    id: member!['id'],
    name: 'Ann',
    email,
    role: 'VIEWER',
    scopes: ['read'],
    organization: { slug: home.slug },
    organizations: slugs,
    defaultLocationId: null,
    defaultLocation: null,
    language: null,
    scheme: null,
  };
  expect(await me(home)).toEqual(before);
  const patched = await patch(home, { default_location_id: place.id, scheme: 'dark' });
  expect([patched.status, patched.body.data]).toMatchObject([
    200,
    { kind: 'person', role: 'viewer', default_location_id: place.id, language: null, scheme: 'dark' },
  ]);
  const said = await visitor.graphql('mutation { updateMe(input: {language: DE}) { me { language scheme } } }', {
    'x-organization': home.slug,
  });
  expect(said.body.data).toEqual({ updateMe: { me: { language: 'DE', scheme: 'DARK' } } });
  const there = { defaultLocationId: place.id, defaultLocation: { name: 'Till' }, language: 'DE', scheme: 'DARK' };
  expect(await me(home)).toEqual({ ...before, ...there });
  expect(await me(other)).toMatchObject({ role: 'OWNER', defaultLocationId: null, language: 'DE', scheme: 'DARK' });
  await home.run(updateLocation, { id: place.id, active: false });
  expect(await me(home)).toMatchObject({ defaultLocationId: null });
  expect((await patch(home, { language: null, default_location_id: null })).body.data).toMatchObject({
    language: null,
    scheme: 'dark',
  });
});

test('a default location that is unknown, archived or foreign is refused, and the rest of the request is not applied', async () => {
  const [home, other] = [await world.tenant(), await world.tenant()];
  const { me, patch } = await memberOfBoth(home, other);
  const closed = await makeLocation(home, { active: false });
  const foreign = await makeLocation(other);
  const refusedWith = async (id: string) => {
    const { status, body } = await patch(home, { default_location_id: id, scheme: 'dark' });
    return [status, ...(body.errors as { code: string; field: string }[]).map(({ code, field }) => `${code} ${field}`)];
  };
  expect(await refusedWith(closed.id)).toEqual([422, 'validation_failed default_location_id']);
  const unknown = [422, 'reference_not_found default_location_id'];
  expect([await refusedWith(foreign.id), await refusedWith(crypto.randomUUID())]).toEqual([unknown, unknown]);
  expect(await me(home)).toMatchObject({ defaultLocationId: null, scheme: null });
});

test('two people who send the same idempotency key each get their own result', async () => {
  const tenant = await world.tenant();
  const [ann, bob] = [
    await memberOfBoth(tenant, await world.tenant()),
    await memberOfBoth(tenant, await world.tenant()),
  ];
  const headers = { 'idempotency-key': 'the-same' };
  for (const { patch, email, me } of [ann, bob]) {
    expect((await patch(tenant, { language: 'de' }, headers)).body.data).toMatchObject({ email, language: 'de' });
    expect(await me(tenant)).toMatchObject({ language: 'DE' });
  }
});

test('a key can read what it is, and has no preferences to change', async () => {
  const tenant = await world.tenant();
  const { url } = await world.serve();
  const ask = clientOf(url, await tenant.key('orders:read'));
  const { body } = await ask('GET /api/v1/me');
  expect(body.data).toMatchObject({
    kind: 'api_key',
    name: 'test',
    email: null,
    role: null,
    scopes: ['orders:read'],
    organization: { slug: tenant.slug, time_zone: 'UTC' },
    organizations: [{ slug: tenant.slug, name: tenant.slug }],
    language: null,
  });
  expect(codes(await ask('PATCH /api/v1/me', { language: 'de' }))).toEqual([400, 'bad_request']);
  const query = 'mutation { updateMe(input: {language: DE}) { me { kind } } }';
  expect((await ask('POST /graphql', { query })).body.errors).toMatchObject([{ extensions: { code: 'BAD_REQUEST' } }]);
});
