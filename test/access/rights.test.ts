import { beforeAll, expect, test } from '@jest/globals';
import { acceptInvitation, enrolMember } from '../../src/access/accounts.ts';
import { deleteMember, listMembers, provisionMember, type Role, updateMember } from '../../src/access/members.ts';
import { browser, PASSWORD } from '../support/browser.ts';
import { until } from '../support/live.ts';
import { makeLocation, unique } from '../support/make.ts';
import { readSse, type SseReading } from '../support/sse.ts';
import { type Tenant, useWorld } from '../support/world.ts';

/* What a session may do after its person was removed, demoted or switched to another organization. */

const world = useWorld();
let url: string;
let ours: Tenant;
let theirs: Tenant;
const names = new Map<Tenant, string>();

beforeAll(async () => {
  ({ url } = await world.serve());
  [ours, theirs] = [await world.tenant(), await world.tenant()];
  for (const tenant of [ours, theirs]) {
    names.set(tenant, unique('Warehouse'));
    await makeLocation(tenant, { name: names.get(tenant)! });
    await enrolMember(world.database, tenant.id, { email: `${unique('head')}@example.com`, role: 'owner' }, PASSWORD);
  }
});

type Visitor = ReturnType<typeof browser>;
const READ = '{ locations { nodes { name } } }';
const WRITE = 'mutation { createSupplier(input: {name: "S"}) { supplier { id } } }';
const ADMINISTER = '{ apiKeys { nodes { id } } }';

/** Somebody who is signed in, a member of `ours` and optionally of `theirs`. */
async function member(role: Role, elsewhere?: Role): Promise<{ visitor: Visitor; id: string }> {
  const email = `${unique('person')}@example.com`.toLowerCase();
  const userId = await enrolMember(world.database, ours.id, { email, role }, PASSWORD);
  if (elsewhere) {
    const { token } = await provisionMember(world.database, theirs.id, { email, role: elsewhere });
    await acceptInvitation(world.database, token, { userId });
  }
  const { rows } = await ours.list(listMembers, { perPage: 200 });
  const visitor = browser(url);
  await visitor.signIn(email);
  await visitor.send('/auth/organization', { slug: ours.slug });
  return { visitor, id: rows.find(row => row['email'] === email)!['id'] as string };
}

/** The outcome of each kind of request: ok, or the code of the refusal. */
async function rightsOf(visitor: Visitor): Promise<string[]> {
  const answers = [];
  for (const query of [READ, WRITE, ADMINISTER]) {
    const { body } = await visitor.graphql(query);
    answers.push((body.errors as { extensions: { code: string } }[] | undefined)?.[0]?.extensions.code ?? 'ok');
  }
  return answers;
}

/** Repeats until the cached session has expired, which takes four seconds. */
async function settled(visitor: Visitor, wanted: string[]): Promise<void> {
  await until(async () => (await rightsOf(visitor)).join() === wanted.join());
}

const NOTHING = ['UNAUTHENTICATED', 'UNAUTHENTICATED', 'UNAUTHENTICATED'];

/** REST's response to the service's own page, and to a foreign site that makes the browser send the cookie. */
const restOf = async (visitor: Visitor, { slug } = ours) => {
  const asked = async (body?: object, headers?: object) =>
    (await visitor.send('/api/v1/locations', body, { 'x-organization': slug, ...headers })).status;
  return [
    await asked(),
    await asked(undefined, { 'sec-fetch-site': 'cross-site' }),
    await asked({ name: 'Theirs' }, { origin: 'https://evil.example' }),
  ];
};

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

/** The event stream and MCP require keys: no session opens them, whatever its page says. */
async function expectKeysOnly(visitor: Visitor): Promise<void> {
  const headers = { 'x-organization': ours.slug, accept: 'application/json, text/event-stream' };
  const asked = [['/api/v1/events/stream'], ['/mcp', PING], ['/mcp/all', PING]] as const;
  for (const [path, body] of asked)
    expect([path, (await visitor.send(path, body, headers)).status]).toEqual([path, 401]);
}

/** Subscribes over GraphQL's server-sent events, as the page of this organization (if any) does. */
const follow = (visitor: Visitor, shows?: Tenant) =>
  readSse(`${url}/graphql`, '', {
    method: 'POST',
    headers: {
      authorization: '',
      origin: url,
      cookie: visitor.cookie(),
      'content-type': 'application/json',
      ...(shows && { 'x-organization': shows.slug }),
    },
    body: JSON.stringify({ query: 'subscription { events { data } }' }),
  });

const toldOf = ({ seen }: SseReading, word: string) => seen.filter(({ data }) => data.includes(word)).length;

test('each role may do what its scopes allow', async () => {
  const refused = 'INSUFFICIENT_SCOPE';
  for (const [role, wanted] of [
    ['owner', ['ok', 'ok', 'ok']],
    ['manager', ['ok', 'ok', refused]],
    ['viewer', ['ok', refused, refused]],
  ] as const) {
    const { visitor } = await member(role);
    expect([role, ...(await rightsOf(visitor))]).toEqual([role, ...wanted]);
    expect(await restOf(visitor)).toEqual([200, 401, 401]);
    await expectKeysOnly(visitor);
  }
});

test('a removed member may do nothing', async () => {
  const { visitor, id } = await member('owner');
  expect(await rightsOf(visitor)).toEqual(['ok', 'ok', 'ok']);
  const stream = await follow(visitor);
  await ours.run(deleteMember, { id });
  await settled(visitor, NOTHING);
  expect(await restOf(visitor)).toEqual([401, 401, 401]);
  await expectKeysOnly(visitor);
  await stream.ended;
  const after = unique('After');
  await makeLocation(ours, { name: after });
  expect([toldOf(stream, after), (await follow(visitor)).status, (await follow(visitor, ours)).status]).toEqual([
    0, 401, 401,
  ]);
  expect((await visitor.send('/auth/organization', { slug: ours.slug })).status).toBe(422);
  expect((await visitor.send('/auth/session')).body.data).toMatchObject({ organization: null, organizations: [] });
});

test('a demoted member may do less', async () => {
  const { visitor, id } = await member('owner');
  await rightsOf(visitor);
  const stream = await follow(visitor);
  await ours.run(updateMember, { id, role: 'viewer' });
  await settled(visitor, ['ok', 'INSUFFICIENT_SCOPE', 'INSUFFICIENT_SCOPE']);
  expect(await restOf(visitor)).toEqual([200, 401, 401]);
  await expectKeysOnly(visitor);
  // Streams opened with more rights end, and new ones have the remaining rights.
  await stream.ended;
  const [again, later] = [await follow(visitor), unique('Later')];
  await makeLocation(ours, { name: later });
  await until(() => toldOf(again, later) > 0);
  again.stop();
});

test('a member who switched organizations sees the new one only, with the role they have there', async () => {
  const { visitor } = await member('owner', 'viewer');
  const seen = async () => JSON.stringify((await visitor.graphql(READ)).body.data);
  expect([(await seen()).includes(names.get(ours)!), (await seen()).includes(names.get(theirs)!)]).toEqual([
    true,
    false,
  ]);
  const old = await follow(visitor, ours);
  await visitor.send('/auth/organization', { slug: theirs.slug });
  expect([(await seen()).includes(names.get(ours)!), (await seen()).includes(names.get(theirs)!)]).toEqual([
    false,
    true,
  ]);
  expect(await rightsOf(visitor)).toEqual(['ok', 'INSUFFICIENT_SCOPE', 'INSUFFICIENT_SCOPE']);
  expect(await restOf(visitor, theirs)).toEqual([200, 401, 401]);
  await expectKeysOnly(visitor);
  // A page that still shows the old organization keeps it; a new one shows the chosen one.
  const [recent, here, there] = [await follow(visitor), unique('Here'), unique('There')];
  for (const [tenant, name] of [
    [ours, here],
    [theirs, there],
  ] as const)
    await makeLocation(tenant, { name });
  await until(() => toldOf(old, here) > 0 && toldOf(recent, there) > 0);
  expect([toldOf(old, there), toldOf(recent, here)]).toEqual([0, 0]);
  for (const stream of [old, recent]) stream.stop();
});
