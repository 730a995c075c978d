import { expect, test } from '@jest/globals';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import {
  createMember,
  deleteMember,
  provisionMember,
  type Role,
  resetPassword,
  updateMember,
} from '../../src/access/members.ts';
import { unique } from '../support/make.ts';
import { refusal, type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();
const PASSWORD = 'correct horse battery';

async function person(tenant: Tenant, role: Role = 'owner'): Promise<string> {
  const email = `${unique('person')}@example.com`.toLowerCase();
  await provisionMember(world.database, tenant.id, { email, role }, PASSWORD);
  return email;
}

async function browser(url: string) {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const send = async (path: string, body?: object, headers: { [name: string]: string } = {}) => {
    const response = await fetch(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        ...(body && { origin: url }),
        cookie: cookie(),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const given = response.headers.getSetCookie();
    for (const each of given) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(each)!;
      if (value) jar.set(name!, value);
      else jar.delete(name!);
    }
    return {
      status: response.status,
      body: (await response.json()) as { data: never; errors?: object[] },
      cookies: given,
      headers: response.headers,
    };
  };
  return {
    send,
    signIn: (email: string, password = PASSWORD) => send('/auth/sign-in', { email, password }),
    graphql: (query: string, headers?: { [name: string]: string }) => send('/graphql', { query }, headers),
    cookie,
  };
}

test('a session acts for its member with the scopes of the role, and ends with the sign-out', async () => {
  const tenant = await world.tenant();
  const { url } = await world.serve();
  const visitor = await browser(url);
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

test('what a session writes bears the name of its person', async () => {
  const tenant = await world.tenant();
  const { url } = await world.serve();
  const visitor = await browser(url);
  const email = await person(tenant, 'manager');
  await visitor.signIn(email);
  const made = await visitor.graphql(
    'mutation { createLocation(input: {name: "A"}) { location { id } } createProduct(input: {name: "P", variants: [{sku: "S"}]}) { product { id } } }',
  );
  const { id } = (made.body.data as { createLocation: { location: { id: string } } }).createLocation.location;
  await visitor.graphql(
    `mutation { createInventoryAdjustment(input: {sku: "S", locationId: "${id}", quantityChange: 5}) { inventoryAdjustment { id } } }`,
  );
  const ledger = await visitor.graphql('{ inventoryLedger { nodes { actor quantityChange } } }');
  expect(ledger.body.data).toEqual({ inventoryLedger: { nodes: [{ actor: `user:${email}`, quantityChange: 5 }] } });
});

test('a session counts only for pages of this address', async () => {
  const { url } = await world.serve();
  const visitor = await browser(url);
  await visitor.signIn(await person(await world.tenant()));
  expect((await visitor.graphql('{ organization { slug } }')).status).toBe(200);
  expect((await visitor.graphql('{ organization { slug } }', { origin: 'https://evil.example' })).status).toBe(401);
  expect((await visitor.send('/api/v1/organization')).status).toBe(401);
  expect(
    (await visitor.send('/auth/sign-in', { email: 'a@b.c', password: PASSWORD }, { origin: 'https://evil.example' }))
      .status,
  ).toBe(400);
});

test('unknown email and wrong password are the same to see; guessing is slowed down', async () => {
  const { url } = await world.serve();
  const email = await person(await world.tenant());
  const visitor = await browser(url);
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

test('a one-time password opens nothing until it is changed', async () => {
  const tenant = await world.tenant();
  const { url } = await world.serve();
  const email = `${unique('new')}@example.com`.toLowerCase();
  const { oneTimePassword } = (await tenant.run(createMember, { email, role: 'viewer' })) as {
    oneTimePassword: string;
  };
  const visitor = await browser(url);
  expect((await visitor.signIn(email, oneTimePassword)).status).toBe(200);
  expect((await visitor.send('/auth/session')).body.data).toEqual({
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
    (await visitor.send('/auth/password', { currentPassword: oneTimePassword, newPassword: PASSWORD })).status,
  ).toBe(200);
  expect((await visitor.graphql('{ locations { nodes { id } } }')).status).toBe(200);
  expect((await (await browser(url)).signIn(email, oneTimePassword)).status).toBe(401);
});

test('an operator gives a one-time password for a forgotten one: the old one and every session end', async () => {
  const { url } = await world.serve();
  const email = await person(await world.tenant());
  const visitor = await browser(url);
  await visitor.signIn(email);
  const given = await resetPassword(world.database.system, email.toUpperCase());
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
  expect(await refusal(resetPassword(world.database.system, 'nobody@example.com'))).toEqual([
    { code: 'not_found', field: 'email' },
  ]);
});

test('on a bare host a member of several organizations acts for the one they chose, and for none that is not theirs', async () => {
  const [first, second, other] = [await world.tenant(), await world.tenant(), await world.tenant()];
  const { url } = await world.serve();
  const email = await person(first, 'owner');
  await provisionMember(world.database, second.id, { email, role: 'viewer' });
  const visitor = await browser(url);
  await visitor.signIn(email);
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
    organization: { slug: first.slug },
  });
});

test('a removed member is out within 5 seconds, and their sockets with them', async () => {
  const tenant = await world.tenant();
  const { url } = await world.serve();
  await person(tenant);
  const email = `${unique('leaver')}@example.com`.toLowerCase();
  const member = await tenant.run(createMember, { email, role: 'viewer' });
  const visitor = await browser(url);
  await visitor.signIn(email, member['oneTimePassword'] as string);
  await visitor.send('/auth/password', { currentPassword: member['oneTimePassword'], newPassword: PASSWORD });
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
  await tenant.run(deleteMember, { id: member['id'] });
  expect((await closed).code).toBe(4403);
  expect((await visitor.graphql('{ locations { nodes { id } } }')).status).toBe(401);
}, 20_000);

test('the last owner stays', async () => {
  const tenant = await world.tenant();
  const owner = await tenant.run(createMember, { email: `${unique('owner')}@example.com`, role: 'owner' });
  expect(await refusal(tenant.run(deleteMember, { id: owner['id'] }))).toEqual([
    { code: 'invalid_state', field: 'role' },
  ]);
  expect(await refusal(tenant.run(updateMember, { id: owner['id'], role: 'viewer' }))).toEqual([
    { code: 'invalid_state', field: 'role' },
  ]);
  await tenant.run(createMember, { email: `${unique('owner')}@example.com`, role: 'owner' });
  expect((await tenant.run(updateMember, { id: owner['id'], role: 'viewer' }))['role']).toBe('viewer');
});
