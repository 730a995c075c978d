import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import { refuse } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import type { Db } from '../kernel/unit.ts';
import { moving } from '../store/database-errors.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import { foundIn, gathered, hereOnly, LIVES_HERE } from '../store/pods.ts';
import { hashOfInvitation, type memberInput, provisionMember } from './members.ts';

/*
 * What people sign in with. Email addresses are never verified here, so an address is no identity: each invitation
 * accepted with a new password creates an account of its own, and whoever used the same address before gains nothing by
 * it. A person who accepts while signed in adds the membership to that account. Runs as the system role, over all
 * organizations: a token names its organization, as a key does. Of several databases, accounts are in the first, and
 * memberships where their organization is.
 */

export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;
/** Hashes as the session library does; its dependencies are loaded with the first hash. */
const passwordHashOf = async (password: string): Promise<string> =>
  (await import('better-auth/crypto')).hashPassword(password);
const ONE_TIME = sql`interval '7 days'`;

/** The session library's identifier of an account: unique, as addresses are not. */
export const loginOf = (userId: string): string => `${userId}@accounts.invalid`;
/** Belongs to nobody: signing in with it takes as long as with any wrong password. */
export const NOBODY = loginOf('nobody');

export interface OpenInvitation {
  /** Where the organization lives. */
  database: OpenDatabase;
  organizationId: string;
  organization: string;
  slug: string;
  email: string;
  /** What the inviter calls the person. */
  name: string;
  role: string;
  expiresAt: string;
}

/** The subject of an invitation; undefined if it was accepted, replaced or withdrawn, or has expired. */
export const findInvitation = (home: OpenDatabase, token: string): Promise<OpenInvitation | undefined> =>
  foundIn(home, async database => {
    const { rows } = await sql<Omit<OpenInvitation, 'database'> & { isHere: boolean }>`
      select o.id as "organizationId", o.name as organization, o.slug, m.email, m.name, m.role,
        m.invitation_expires_at as "expiresAt", ${LIVES_HERE} as "isHere"
      from members m join organizations o on o.id = m.organization_id
      where m.invitation_hash = ${hashOfInvitation(token)} and m.invitation_expires_at > now()`.execute(
      database.system,
    );
    return rows[0] && { ...hereOnly(rows[0]), database };
  });

/** Who accepts an invitation: an existing account, or a new one with this password. */
export type Acceptance = { userId: string } | { password: string; isOneTime?: boolean };

/**
 * Makes the person a member, once: of two requests with the same token one is refused. Returns the account's id, or
 * undefined if the invitation is not (or no longer) valid. Refuses `already_exists` if the account is already a member
 * of the organization.
 */
export async function acceptInvitation(
  home: OpenDatabase,
  token: string,
  who: Acceptance,
): Promise<string | undefined> {
  const invited = await findInvitation(home, token);
  if (!invited) return undefined;
  const userId = 'userId' in who ? who.userId : newId();
  // The account first: it may be at another database, and one without a membership does no harm and is pruned.
  const isThere =
    'userId' in who ? await touchAccount(home.system, userId) : await addAccount(home.system, userId, invited, who);
  if (!isThere) return undefined;
  const { rows } = await sql`
    update members m set user_id = ${userId}, accepted_at = now(), updated_at = now(), invitation_hash = null,
      invitation_expires_at = null
    from organizations o
    where m.invitation_hash = ${hashOfInvitation(token)} and m.invitation_expires_at > now()
      and o.id = m.organization_id and o.moving is null
    returning m.id`
    .execute(invited.database.system)
    .catch((error: { code?: string }) => {
      if (error.code !== '23505') throw error;
      return refuse('already_exists', 'This account is already a member of the organization.', { field: 'token' });
    });
  if (rows.length > 0) return userId;
  // Another request was quicker, or the organization is being moved.
  if (!('userId' in who)) await sql`delete from users where id = ${userId}`.execute(home.system);
  if (await findInvitation(home, token)) throw moving();
  return undefined;
}

/** Accounts without a membership are pruned; one that changes in the meantime is not. */
async function touchAccount(system: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`update users set updated_at = now() where id = ${userId} returning id`.execute(system);
  return rows.length > 0;
}

async function addAccount(
  system: Db,
  userId: string,
  { email, name }: OpenInvitation,
  { password, isOneTime = false }: { password: string; isOneTime?: boolean },
): Promise<boolean> {
  await sql`
    with person as (
      insert into users (id, login, email, email_verified, name, must_change_password, one_time_until)
      values (${userId}, ${loginOf(userId)}, ${email}, false, ${name}, ${isOneTime},
          ${isOneTime ? sql`now() + ${ONE_TIME}` : null})
      returning id)
    insert into accounts (id, user_id, account_id, provider_id, password)
    select ${newId()}, id, ${userId}, 'credential', ${await passwordHashOf(password)} from person`.execute(system);
  return true;
}

/** For operators and the demo: creates a member who has already accepted, with a password. */
export async function enrolMember(
  database: OpenDatabase,
  organizationId: string,
  input: z.input<typeof memberInput>,
  password: string,
): Promise<string> {
  const { token } = await provisionMember(database, organizationId, input);
  return (await acceptInvitation(database, token, { password }))!;
}

/** A password is compared with at most so many: each takes a tenth of a second, and few are compared at a time. */
const LOGINS_MAX = 10;

/**
 * The accounts that this address may stand for: members of the organization that the host names first, then the newest.
 * Accounts whose one-time password has expired are left out. Whoever invites an address can give it any number of
 * accounts: of too many, those without a membership come last, and the oldest first, which nobody can have added.
 */
export async function loginsOf(home: OpenDatabase, email: string, slug: string | undefined): Promise<string[]> {
  const { rows } = await sql<{ id: string; login: string }>`
    select u.id, u.login from users u
    where u.email = ${email} and (not u.must_change_password or u.one_time_until > now())
    order by u.created_at desc`.execute(home.system);
  const ids = rows.map(({ id }) => id);
  const theirs = slug !== undefined && rows.length > 1 ? await membersOf(home, ids, slug) : new Set();
  const isTooMany = rows.length > LOGINS_MAX;
  const members = isTooMany ? await membersOf(home, ids) : new Set();
  const rank = ({ id }: { id: string }) => (theirs.has(id) ? 0 : members.has(id) ? 1 : 2);
  return (isTooMany ? rows.toReversed() : rows)
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, LOGINS_MAX)
    .map(({ login }) => login);
}

/** Those of the accounts that are members, of any organization or of the one with this slug. */
async function membersOf(home: OpenDatabase, userIds: readonly string[], slug?: string): Promise<Set<string>> {
  const found = await gathered(
    home,
    async ({ system }) => {
      const { rows } = await sql<{ userId: string }>`
        select m.user_id as "userId" from members m join organizations o on o.id = m.organization_id
        where m.user_id = any(${userIds}::uuid[]) and o.slug = coalesce(${slug ?? null}, o.slug)`.execute(system);
      return rows;
    },
    // Nobody may take an account for one without a membership because a database does not answer.
    { all: slug === undefined },
  );
  return new Set(found.map(({ userId }) => userId));
}

/**
 * For operators, when a password is forgotten: replaces it with a one-time password and ends the account's sessions.
 * Owners of an organization cannot do this but invite again: the account may be a member of others too. If several
 * accounts have the address, `slug` chooses the one that is a member there.
 */
export async function resetPassword(home: OpenDatabase, email: string, slug?: string): Promise<string> {
  const { system } = home;
  const { rows } = await sql<{ id: string }>`select u.id from users u where u.email = ${email.toLowerCase()}`.execute(
    system,
  );
  const ids = rows.map(({ id }) => id);
  const theirs = slug === undefined ? undefined : await membersOf(home, ids, slug);
  const found = rows.filter(({ id }) => theirs?.has(id) ?? true);
  if (found.length === 0) refuse('not_found', 'There is no account with this email.', { field: 'email' });
  if (found.length > 1)
    refuse('validation_failed', 'Several accounts have this address; name the one of an organization.', {
      field: 'organization',
    });
  const given = randomBytes(15).toString('base64url');
  await sql`
    with person as (
        update users set must_change_password = true, one_time_until = now() + ${ONE_TIME}, updated_at = now()
        where id = ${found[0]!.id} returning id),
      proof as (
        update accounts a set password = ${await passwordHashOf(given)}, updated_at = now()
        from person where a.user_id = person.id and a.provider_id = 'credential')
    delete from sessions s using person where s.user_id = person.id`.execute(system);
  return given;
}

/**
 * Removes expired sessions, and accounts without a membership for a day: there is no reason to keep their addresses.
 */
export async function pruneAccounts(home: OpenDatabase): Promise<void> {
  const { system } = home;
  await sql`delete from sessions where expires_at < now()`.execute(system);
  const { rows } = await sql<{ id: string }>`
    select u.id from users u where ${FORGOTTEN} and not exists (select from members m where m.user_id = u.id)`.execute(
    system,
  );
  const ids = rows.map(({ id }) => id);
  const members = home.others.length > 0 && ids.length > 0 ? await membersOf(home, ids) : new Set();
  await sql`
    delete from users u where u.id = any(${ids.filter(id => !members.has(id))}::uuid[]) and ${FORGOTTEN}`.execute(
    system,
  );
}

/** Has not changed for a day: an account does when it accepts an invitation. */
const FORGOTTEN = sql`u.updated_at < now() - interval '1 day'
  and not exists (select from sessions s where s.user_id = u.id and s.created_at > now() - interval '1 day')`;
