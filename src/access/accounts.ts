import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { refuse } from '../kernel/errors.ts';
import type { Database, Db } from '../kernel/unit.ts';
import { hashOfInvitation, type memberInput, provisionMember } from './members.ts';

/*
 * What people sign in with. Email addresses are never verified here, so an address is no identity: each invitation
 * accepted with a new password creates an account of its own, and whoever used the same address before gains nothing by
 * it. A person who accepts while signed in adds the membership to that account. Runs as the system role, over all
 * organizations: a token names its organization, as a key does.
 */

export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;
/** Hashes as the session library does; its dependencies are loaded with the first hash. */
const hashOf = async (password: string): Promise<string> => (await import('better-auth/crypto')).hashPassword(password);
const ONE_TIME = sql`interval '7 days'`;

/** The session library's identifier of an account: unique, as addresses are not. */
export const loginOf = (userId: string): string => `${userId}@accounts.invalid`;
/** Belongs to nobody: signing in with it takes as long as with any wrong password. */
export const NOBODY = loginOf('nobody');

export interface Invited {
  organizationId: string;
  organization: string;
  slug: string;
  email: string;
  role: string;
  expiresAt: string;
}

/** The subject of an invitation; undefined if it was accepted, replaced or withdrawn, or has expired. */
export async function findInvitation(system: Db, token: string): Promise<Invited | undefined> {
  const { rows } = await sql<Invited>`
    select o.id as "organizationId", o.name as organization, o.slug, m.email, m.role, m.invitation_expires_at as "expiresAt"
    from members m join organizations o on o.id = m.organization_id
    where m.invitation_hash = ${hashOfInvitation(token)} and m.invitation_expires_at > now()`.execute(system);
  return rows[0];
}

/** Who accepts an invitation: an existing account, or a new one with this password. */
export type Acceptance = { userId: string } | { password: string; isOneTime?: boolean };

/**
 * Makes the person a member, once: of two requests with the same token one is refused. Returns the account's id, or
 * undefined if the invitation is not (or no longer) valid. Refuses `already_exists` if the account is already a member
 * of the organization.
 */
export async function acceptInvitation(system: Db, token: string, who: Acceptance): Promise<string | undefined> {
  const userId = 'userId' in who ? who.userId : uuidv7();
  const accepted = sql`
    update members m set user_id = ${userId}, accepted_at = now(), updated_at = now(), invitation_hash = null, invitation_expires_at = null
    where m.invitation_hash = ${hashOfInvitation(token)} and m.invitation_expires_at > now()`;
  const statement =
    'userId' in who
      ? // Accounts without a membership are pruned; one that changes in the meantime is not.
        sql`with holder as (update users set updated_at = now() where id = ${userId} returning id) ${accepted} and exists (select from holder) returning m.id`
      : sql`
        with accepted as (${accepted} returning m.email, m.name),
          person as (
            insert into users (id, login, email, email_verified, name, must_change_password, one_time_until)
            select ${userId}, ${loginOf(userId)}, email, false, name, ${who.isOneTime === true}, ${who.isOneTime ? sql`now() + ${ONE_TIME}` : null}
            from accepted)
        insert into accounts (id, user_id, account_id, provider_id, password)
        select ${uuidv7()}, ${userId}, ${userId}, 'credential', ${await hashOf(who.password)} from accepted returning id`;
  const { rows } = await statement.execute(system).catch((error: { code?: string }) => {
    if (error.code !== '23505') throw error;
    return refuse('already_exists', 'This account is already a member of the organization.', { field: 'token' });
  });
  return rows.length > 0 ? userId : undefined;
}

/** For operators and the demo: creates a member who has already accepted, with a password. */
export async function enrolMember(
  database: Database & { system: Db },
  organizationId: string,
  input: z.input<typeof memberInput>,
  password: string,
): Promise<string> {
  const { token } = await provisionMember(database, organizationId, input);
  return (await acceptInvitation(database.system, token, { password }))!;
}

/**
 * The accounts that this address may stand for: members of the organization that the host names first, then the newest.
 * Accounts whose one-time password has expired are left out.
 */
export async function loginsOf(system: Db, email: string, slug: string | undefined): Promise<string[]> {
  const { rows } = await sql<{ login: string }>`
    select u.login from users u
    where u.email = ${email} and (not u.must_change_password or u.one_time_until > now())
    order by exists (
      select from members m join organizations o on o.id = m.organization_id
      where m.user_id = u.id and o.slug = ${slug ?? ''}) desc, u.created_at desc`.execute(system);
  return rows.map(({ login }) => login);
}

/**
 * For operators, when a password is forgotten: replaces it with a one-time password and ends the account's sessions.
 * Owners of an organization cannot do this but invite again: the account may be a member of others too. If several
 * accounts have the address, `slug` chooses the one that is a member there.
 */
export async function resetPassword(system: Db, email: string, slug?: string): Promise<string> {
  const { rows: found } = await sql<{ id: string }>`
    select u.id from users u
    where u.email = ${email.toLowerCase()} and (${slug ?? null}::text is null or exists (
      select from members m join organizations o on o.id = m.organization_id where m.user_id = u.id and o.slug = ${slug ?? null}))
    limit 2`.execute(system);
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
        update accounts a set password = ${await hashOf(given)}, updated_at = now()
        from person where a.user_id = person.id and a.provider_id = 'credential')
    delete from sessions s using person where s.user_id = person.id`.execute(system);
  return given;
}

/**
 * Removes expired sessions, and accounts without a membership for a day: there is no reason to keep their addresses.
 */
export async function pruneAccounts({ system }: { system: Db }): Promise<void> {
  await sql`delete from sessions where expires_at < now()`.execute(system);
  await sql`
    delete from users u where u.updated_at < now() - interval '1 day'
      and not exists (select from members m where m.user_id = u.id)
      and not exists (select from sessions s where s.user_id = u.id and s.created_at > now() - interval '1 day')`.execute(
    system,
  );
}
