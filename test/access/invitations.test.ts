import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { acceptInvitation, enrolMember, pruneAccounts } from '../../src/access/accounts.ts';
import { type Invitation, provisionMember } from '../../src/access/members.ts';
import { browser, PASSWORD } from '../support/browser.ts';
import { clientOf } from '../support/http.ts';
import { unique } from '../support/make.ts';
import { type Tenant, useWorld } from '../support/world.ts';

/*
 * A membership only counts after the person has accepted it with the token from the inviting organization: docs/api.md,
 * "People".
 */

const world = useWorld();
const theirs = 'a password that the other organization chose';

const newEmail = () => `${unique('cfo')}@beta.example`.toLowerCase();
const read = '{ organization { slug } }';

/** Invites over REST, as an administrator of the organization does. */
async function invite(url: string, tenant: Tenant, email: string, role = 'viewer') {
  const { status, body } = await clientOf(url, await tenant.key())('POST /api/v1/members', { email, role });
  expect(status).toBe(201);
  return body.data as { id: string; invitation: Invitation & { expires_at: string } };
}

test('the longest email address can be invited: its first part is the name, as far as a name can be long', async () => {
  const tenant = await world.tenant();
  const { url } = await world.serve();
  const { email, name } = (await invite(url, tenant, `${'a'.repeat(310)}@b.example`)) as unknown as {
    [field: string]: string;
  };
  expect([email!.length, name]).toEqual([320, 'a'.repeat(200)]);
});

test('whoever used an email address first has no access to an organization that invites it later', async () => {
  const [alpha, beta] = [await world.tenant(), await world.tenant()];
  const { url } = await world.serve();
  const email = newEmail();
  // 1. and 2.: alpha invites the address of another organization's officer, accepts with a password of its own, and
  // removes the member.
  const first = await invite(url, alpha, email);
  const attacker = browser(url);
  expect((await attacker.send('/auth/invitation', { token: first.invitation.token, password: theirs })).status).toBe(
    200,
  );
  await clientOf(url, await alpha.key())(`DELETE /api/v1/members/${first.id}`);
  // 3.: beta invites the same address, and gets the same response as for an unknown one.
  const second = await invite(url, beta, email, 'owner');
  const unknown = await invite(url, beta, newEmail(), 'owner');
  expect(Object.keys(second)).toEqual(Object.keys(unknown));
  expect(second.invitation).toEqual({
    token: expect.stringMatching(/^swi_/),
    url: expect.stringContaining(second.invitation.token),
    expires_at: expect.any(String),
  });
  // 4.: alpha signs in with its password, and with its old session; before the officer accepts, and after.
  const holdsNothing = async () => {
    const anew = browser(url);
    await anew.signIn(email, theirs);
    for (const visitor of [attacker, anew]) {
      expect((await visitor.graphql(read)).status).toBe(401);
      expect(
        (await visitor.graphql('mutation { createApiKey(input: {name: "evil"}) { apiKey { key } } }')).status,
      ).toBe(401);
      expect((await visitor.send('/auth/organization', { slug: beta.slug })).status).not.toBe(200);
    }
  };
  await holdsNothing();
  const officer = browser(url);
  expect(
    (await officer.send('/auth/invitation', { token: second.invitation.token, password: PASSWORD })).body.data,
  ).toEqual({ signedIn: true, slug: beta.slug });
  await holdsNothing();
  const again = browser(url);
  await again.signIn(email);
  for (const visitor of [officer, again])
    expect((await visitor.graphql(read)).body.data).toEqual({ organization: { slug: beta.slug } });
});

test('members of two organizations with the same email address each sign in to their own, with their own password', async () => {
  const [alpha, beta] = [await world.tenant(), await world.tenant()];
  const { url } = await world.serve();
  const email = newEmail();
  for (const [tenant, password] of [
    [alpha, theirs],
    [beta, PASSWORD],
  ] as const) {
    const { invitation } = await invite(url, tenant, email, 'owner');
    await browser(url).send('/auth/invitation', { token: invitation.token, password });
  }
  for (const [tenant, password] of [
    [alpha, theirs],
    [beta, PASSWORD],
  ] as const) {
    const visitor = browser(url);
    await visitor.signIn(email, password);
    expect((await visitor.send('/auth/session')).body.data).toMatchObject({
      organization: { slug: tenant.slug },
      organizations: [{ slug: tenant.slug }],
    });
  }
});

test('accepted while signed in, or with the password of an account, the invitation adds an organization to that account', async () => {
  const [first, second, third] = [await world.tenant(), await world.tenant(), await world.tenant()];
  const { url } = await world.serve();
  const email = newEmail();
  await enrolMember(world.database, first.id, { email, role: 'owner' }, PASSWORD);
  const visitor = browser(url);
  await visitor.signIn(email);
  const { token } = (await invite(url, second, email, 'owner')).invitation;
  expect((await visitor.send('/auth/invitation', { token, password: PASSWORD })).body.errors).toMatchObject([
    { code: 'validation_failed', field: 'password' },
  ]);
  expect((await visitor.send('/auth/invitation', { token })).status).toBe(200);
  expect((await visitor.graphql(read)).body.data).toEqual({ organization: { slug: second.slug } });
  const other = browser(url);
  const last = (await invite(url, third, email, 'owner')).invitation;
  expect((await other.send('/auth/invitation', { token: last.token, password: PASSWORD })).status).toBe(200);
  const { organizations } = (await other.send('/auth/session')).body.data as { organizations: { slug: string }[] };
  expect(organizations.map(({ slug }) => slug).sort()).toEqual([first.slug, second.slug, third.slug].sort());
});

test('an invitation can be used once, even by two people at the same moment', async () => {
  const tenant = await world.tenant();
  const { url } = await world.serve();
  const email = newEmail();
  const { token } = (await invite(url, tenant, email)).invitation;
  const outcomes = await Promise.all(
    ['first of the passwords', 'second of the passwords'].map(password =>
      browser(url).send('/auth/invitation', { token, password }),
    ),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 422]);
  const { rows } = await sql`select from users where email = ${email}`.execute(world.database.system);
  expect(rows).toHaveLength(1);
  expect((await browser(url).send('/auth/invitation/preview', { token })).status).toBe(422);
});

test('until it is accepted, an invitation can be read, replaced and withdrawn', async () => {
  const tenant = await world.tenant();
  const { url } = await world.serve();
  const client = clientOf(url, await tenant.key());
  const { id, invitation } = await invite(url, tenant, 'Ana@Example.com', 'manager');
  const look = (token: string) => browser(url).send('/auth/invitation/preview', { token });
  expect((await look(invitation.token)).body.data).toEqual({
    organization: tenant.slug,
    email: 'ana@example.com',
    role: 'manager',
    expiresAt: invitation.expires_at,
  });
  expect((await client('POST /api/v1/members', { email: 'ana@example.com' })).status).toBe(409);
  const [listed] = (await client('GET /api/v1/members')).body.data as object[];
  expect(listed).toMatchObject({ id, accepted_at: null, invitation_expires_at: invitation.expires_at });
  expect(listed).not.toHaveProperty('invitation');
  const replaced = await client(`POST /api/v1/members/${id}/invite`, {});
  const { token } = (replaced.body.data as { invitation: Invitation }).invitation;
  expect((await look(invitation.token)).status).toBe(422);
  expect((await look(token)).status).toBe(200);
  await client(`DELETE /api/v1/members/${id}`);
  expect((await browser(url).send('/auth/invitation', { token, password: PASSWORD })).status).toBe(422);
});

test('a member who forgot the password is invited again, and keeps access until that is accepted', async () => {
  const [tenant, other] = [await world.tenant(), await world.tenant()];
  const { url } = await world.serve();
  const email = newEmail();
  await enrolMember(world.database, tenant.id, { email, role: 'owner' }, theirs);
  const before = browser(url);
  await before.signIn(email, theirs);
  const elsewhere = await provisionMember(world.database, other.id, { email, role: 'owner' });
  await before.send('/auth/invitation', { token: elsewhere.token });
  const found = await clientOf(url, await tenant.key())('GET /api/v1/members');
  const [{ id }] = found.body.data as [{ id: string }];
  const replaced = await clientOf(url, await tenant.key())(`POST /api/v1/members/${id}/invite`, {});
  const { token } = (replaced.body.data as { invitation: Invitation }).invitation;
  await before.send('/auth/organization', { slug: tenant.slug });
  expect((await before.graphql(read)).status).toBe(200);
  const after = browser(url);
  await after.send('/auth/invitation', { token, password: PASSWORD });
  const seen = async (visitor: ReturnType<typeof browser>) =>
    ((await visitor.send('/auth/session')).body.data as { organizations: object[] }).organizations;
  expect(await seen(after)).toEqual([{ slug: tenant.slug, name: tenant.slug }]);
  // The other organization is not affected.
  expect(await seen(before)).toEqual([{ slug: other.slug, name: other.slug }]);
});

test('with a base domain, an invitation can only be accepted at the host of its organization', async () => {
  const [tenant, other] = [await world.tenant(), await world.tenant()];
  const { token } = await provisionMember(world.database, tenant.id, { email: newEmail() });
  const { url } = await world.serve({ BASE_DOMAIN: 'stock.example' });
  const at = (slug: string) => browser(url.replace('127.0.0.1', `${slug}.stock.example`));
  expect((await at(other.slug).send('/auth/invitation', { token, password: PASSWORD })).status).toBe(422);
  const visitor = at(tenant.slug);
  expect((await visitor.send('/auth/invitation', { token, password: PASSWORD })).status).toBe(200);
  expect((await visitor.send('/auth/session')).body.data).toMatchObject({ organization: { slug: tenant.slug } });
});

test('accounts without memberships are deleted, unless they are accepting an invitation', async () => {
  const [tenant, other] = [await world.tenant(), await world.tenant()];
  const [gone, stays] = [newEmail(), newEmail()];
  const ids = [];
  for (const email of [gone, stays])
    ids.push(await enrolMember(world.database, tenant.id, { email, role: 'owner' }, PASSWORD));
  const { system } = world.database;
  await sql`delete from members where organization_id = ${tenant.id}`.execute(system);
  await pruneAccounts(world.database);
  const left = async () =>
    (await sql<{ email: string }>`select email from users where email in (${gone}, ${stays})`.execute(system)).rows;
  expect(await left()).toHaveLength(2);
  await sql`update users set updated_at = now() - interval '2 days' where email in (${gone}, ${stays})`.execute(system);
  const { token } = await provisionMember(world.database, other.id, { email: stays });
  await acceptInvitation(world.database, token, { userId: ids[1]! });
  await pruneAccounts(world.database);
  expect(await left()).toEqual([{ email: stays }]);
});
