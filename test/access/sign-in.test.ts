import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { enrolMember, loginsOf } from '../../src/access/accounts.ts';
import { browser, PASSWORD } from '../support/browser.ts';
import { unique } from '../support/make.ts';
import { useWorld } from '../support/world.ts';

/* Guessing is limited whichever way it is tried, at nobody else's cost, and locks nobody out. */

const world = useWorld();
/** Lets a test come from many network addresses. */
const PROXIED = { TRUST_PROXY: 'loopback' };

async function person(): Promise<string> {
  const email = `${unique('person')}@example.com`.toLowerCase();
  await enrolMember(world.database, (await world.tenant()).id, { email, role: 'owner' }, PASSWORD);
  return email;
}

const times = <R>(count: number, work: (index: number) => Promise<R>): Promise<R[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

test('concurrent guesses are limited like consecutive ones, and lock nobody out elsewhere', async () => {
  const { url } = await world.serve(PROXIED);
  const email = await person();
  const attacker = browser(url, '203.0.113.1');
  const tried = await times(70, index => attacker.signIn(email, `wrong password ${index}`));
  const evaluated = tried.filter(({ status }) => status === 401);
  expect(evaluated.length).toBeLessThanOrEqual(6);
  for (const { status, headers } of tried.filter(reply => !evaluated.includes(reply)))
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await browser(url, '203.0.113.2').signIn(email)).status).toBe(200);
});

test('however many accounts others have given an address, its owner signs in, and a password is compared with ten', async () => {
  const email = await person();
  const [own] = await loginsOf(world.database, email, undefined);
  const { id, slug } = await world.tenant();
  const { rows } = await sql<{ login: string }>`
    insert into users (id, login, email, email_verified, name, must_change_password)
    select id, id || '@accounts.invalid', ${email}, false, 'Added', false
    from (select uuidv7() as id from generate_series(1, 30)) as made returning login`.execute(world.owner);
  const added = rows.map(({ login }) => login);
  await enrolMember(world.database, id, { email, role: 'viewer' }, 'the password of somebody else');
  const logins = await loginsOf(world.database, email, undefined);
  expect([logins.length, logins[0], added.includes(logins[1]!), added.includes(logins[2]!)]).toEqual([
    10,
    own,
    false,
    true,
  ]);
  expect((await loginsOf(world.database, email, slug)).slice(0, 2)).toEqual([logins[1], own]);
  const { url } = await world.serve();
  expect((await browser(url).signIn(email)).status).toBe(200);
});

test("guesses from many network addresses are slowed down, but not in the owner's own browser", async () => {
  const { url } = await world.serve(PROXIED);
  const email = await person();
  const owner = browser(url, '203.0.113.1');
  await owner.signIn(email);
  await owner.send('/auth/sign-out', {});
  // From 66 addresses: after 60 failures a few attempts are still made, slowly, and the others are told to come back.
  const statuses: number[] = [];
  for (let round = 0; round < 6; round += 1)
    statuses.push(
      ...(await times(11, async index => {
        const visitor = browser(url, `198.51.100.${1 + round * 11 + index}`);
        return (await visitor.signIn(email, 'wrong password')).status;
      })),
    );
  expect(statuses.slice(0, 55)).toEqual(Array.from({ length: 55 }, () => 401));
  expect(statuses.slice(-6)).toContain(429);
  const strange = await browser(url, '203.0.113.9').signIn(email);
  expect([strange.status, Number(strange.headers.get('retry-after')) <= 30]).toEqual([429, true]);
  expect((await owner.signIn(email)).status).toBe(200);
});

test('excess sign-ins are refused, without any effect on people who are signed in', async () => {
  const { url } = await world.serve(PROXIED);
  const members = await times(4, async index => {
    const visitor = browser(url, `203.0.113.${index}`);
    await visitor.signIn(await person());
    return visitor;
  });
  const burst = times(150, index =>
    browser(url, `198.51.100.${index}`).signIn(`nobody${index}@example.com`, 'wrong password'),
  );
  for (let round = 0; round < 10; round += 1)
    for (const reply of await Promise.all(members.map(member => member.graphql('{ organization { slug } }'))))
      expect(reply.status).toBe(200);
  const statuses = new Set((await burst).map(({ status }) => status));
  expect([...statuses].sort()).toEqual([401, 429]);
});

test('correct passwords are never limited', async () => {
  const { url } = await world.serve();
  const email = await person();
  for (let index = 0; index < 8; index += 1) expect((await browser(url).signIn(email)).status).toBe(200);
});

test('if accounts cannot be looked up, people get 503, not an error of the service', async () => {
  const { url } = await world.serve();
  const members = await times(4, async () => {
    const visitor = browser(url);
    await visitor.signIn(await person());
    return visitor;
  });
  const holder = new pg.Client({ connectionString: world.url });
  await holder.connect();
  await holder.query('begin; lock table sessions in access exclusive mode');
  // Three wait for the table, and the fourth for one of their connections: how many wait too long depends on the
  // machine.
  const asked = members.map(member => member.graphql('{ organization { slug } }'));
  const first = await Promise.race(asked);
  await holder.query('rollback');
  await holder.end();
  expect([first.status, first.body.errors]).toEqual([
    503,
    [expect.objectContaining({ extensions: expect.objectContaining({ code: 'UNAVAILABLE' }) })],
  ]);
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.filter(status => status !== 200 && status !== 503)).toEqual([]);
  for (const member of members) expect((await member.graphql('{ organization { slug } }')).status).toBe(200);
});
