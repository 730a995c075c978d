import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import express, { type Express, type Request, type Response } from 'express';
import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { Refusal, refuse } from '../kernel/errors.ts';
import { parse } from '../kernel/operation.ts';
import { Client } from '../store/client.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import {
  acceptInvitation,
  findInvitation,
  type Invited,
  loginOf,
  loginsOf,
  NOBODY,
  PASSWORD_MAX,
  PASSWORD_MIN,
} from './accounts.ts';
import type { Auth } from './auth.ts';
import type { Callers, KeyCaller } from './caller.ts';
import { isInvitationToken } from './members.ts';
import { HOST_PREFIX, isOwnOrigin, isSecure } from './origin.ts';
import type { Person } from './person.ts';
import { ORGANIZATION_COOKIE } from './person.ts';
import { openSignInLimits, type SignInLimits } from './sign-in-limits.ts';

/*
 * People: sign-in, sign-out, changing a password, choosing an organization. Passwords and sessions are left to
 * better-auth; the organizations and rights of a person are their memberships (members.ts); which account an address
 * stands for is in accounts.ts.
 */

const PEOPLE_PATH = '/auth';
const COOKIE_PREFIX = 'stockwright';
const CHOICE_SECONDS = 365 * 24 * 3600;
const BODY_MAX = '4kb';
const UNREACHABLE = 'The service cannot reach its database; try again shortly.';

export interface People {
  /** Loads the session library. A start does not wait for it; a request with a session does. */
  open(): Promise<Auth>;
  /** The person whose session the cookie carries, if it is valid. */
  personOf(cookie: string): Promise<Person | undefined>;
  mount(app: Express, callers: Callers): void;
  close(): Promise<void>;
}

export function openPeople(database: OpenDatabase, log: Logger): People {
  // A pool of its own: the library needs times as Dates, everything else here as text.
  const pool = new pg.Pool({
    Client,
    connectionString: database.systemUrl,
    max: 3,
    application_name: 'stockwright people',
    connectionTimeoutMillis: 3000,
    query_timeout: 10_000,
  });
  pool.on('error', () => undefined);
  let opened: Promise<Auth> | undefined;
  const auth = () =>
    (opened ??= import('./auth.ts').then(({ openAuth }) =>
      openAuth({ pool, secret: sessionSecret(database.systemUrl), cookiePrefix: COOKIE_PREFIX, log }),
    ));

  async function personOf(cookie: string): Promise<Person | undefined> {
    if (!cookie.includes(`${COOKIE_PREFIX}.session_token=`)) return undefined;
    const { api } = await auth();
    const found = await api
      .getSession({ headers: new Headers({ cookie }), query: { disableRefresh: true } })
      // All that it does is read, and it does not say why it failed.
      .catch(() => refuse('unavailable', UNREACHABLE));
    if (!found) return undefined;
    const { id, address, name, mustChangePassword } = found.user;
    return {
      sessionId: found.session.id,
      userId: id,
      email: address,
      name,
      mustChangePassword: mustChangePassword === true,
    };
  }

  return {
    open: auth,
    personOf,
    mount: (app, callers) => mountPeople(app, { auth, database, personOf, callers }),
    close: () => pool.end(),
  };
}

const sessionSecret = (systemUrl: string): string =>
  createHash('sha256')
    .update(`sessions of ${new URL(systemUrl).password}`)
    .digest('base64url');

// ---- routes ----

interface Desk {
  auth(): Promise<Auth>;
  database: OpenDatabase;
  personOf(cookie: string): Promise<Person | undefined>;
  callers: Callers;
}

const password = () => z.string().min(PASSWORD_MIN).max(PASSWORD_MAX);
const signInInput = z.strictObject({ email: z.string().max(320), password: z.string().min(1).max(PASSWORD_MAX) });
const passwordInput = z.strictObject({
  currentPassword: z.string().min(1).max(PASSWORD_MAX),
  newPassword: password(),
});
const organizationInput = z.strictObject({ slug: z.string().max(40) });
const token = () => z.string().max(100);
const invitationInput = z.strictObject({ token: token(), password: password().optional() });

function mountPeople(app: Express, { auth, database, personOf, callers }: Desk): void {
  const { system } = database;
  const limits = openSignInLimits();
  const signedIn = async (req: Request): Promise<Person> =>
    (await personOf(req.headers.cookie ?? '')) ?? refuse('unauthenticated', 'Sign in first.');

  async function signedInAs(req: Request, login: string, password: string): Promise<globalThis.Response> {
    const { api, headersOf } = await auth();
    const answer = await api.signInEmail({
      body: { email: login, password },
      headers: headersOf(req.headers),
      asResponse: true,
    });
    return requireReachable(answer);
  }

  /** The library's response to this password, if it belongs to one of the address's accounts. */
  async function opened(req: Request, email: string, password: string): Promise<globalThis.Response | undefined> {
    const logins = await loginsOf(database, email, callers.slugOf(req.headers.host));
    for (const login of logins.length > 0 ? logins : [NOBODY]) {
      const answer = await signedInAs(req, login, password);
      if (answer.ok) return answer;
    }
    return undefined;
  }

  /** The invitation, if it is for the organization that the host names. */
  async function invitationOf(req: Request, token: string): Promise<Invited> {
    const invited = await findInvitation(database, token);
    const slug = callers.slugOf(req.headers.host);
    return invited && (slug === undefined || slug === invited.slug) ? invited : refuseInvitation();
  }

  const router = express.Router();
  router.use((req, _res, next) => {
    if (!isOwnOrigin(req.headers)) refuse('bad_request', 'Only the web app at this address may do this.');
    callers.requireSessionHost(req.headers.host);
    next();
  });
  router.use(express.json({ limit: BODY_MAX }));

  router.post('/sign-in', async (req, res) => {
    const { email, password } = parse(signInInput, req.body);
    const address = email.toLowerCase();
    const answer = await limits.attempt(attemptOf(req, database, address), res, async () => {
      // An invitation's token is a one-time password too, for people who got it without the link.
      if (isInvitationToken(password) && (await findInvitation(database, password))?.email === address)
        await acceptInvitation(database, password, { password, isOneTime: true });
      return opened(req, address, password);
    });
    // An unknown address and a wrong password get the same message, after the same work.
    if (!answer) return refuse('unauthenticated', 'Email and password do not match.');
    giveCookies(req, res, answer, deviceCookie(database, address));
    res.json({ data: { signedIn: true } });
  });

  router.post('/sign-out', async (req, res) => {
    callers.forget(req.headers.cookie ?? '');
    const { api, headersOf } = await auth();
    const answer = await api.signOut({ headers: headersOf(req.headers), asResponse: true });
    giveCookies(req, res, requireReachable(answer));
    res.json({ data: { signedIn: false } });
  });

  router.get('/session', async (req, res) => {
    const person = await personOf(req.headers.cookie ?? '');
    if (!person) return void res.json({ data: null });
    const { userId: id, email, name, mustChangePassword } = person;
    const organizations = mustChangePassword ? [] : await callers.organizationsOf(person, req.headers.host);
    // What the page shows counts, for a page that is just opened what was chosen last. If that is no longer valid it is
    // not replaced: the person chooses again, among the organizations returned here.
    const caller = mustChangePassword
      ? undefined
      : await callers
          .identify(undefined, req.headers.host, req.headers.cookie, { organization: req.get('X-Organization') })
          .catch(unlessUnauthenticated);
    const organization = caller ? await organizationOf(caller) : null;
    res.json({
      data: { id, email, name, mustChangePassword, scopes: [...(caller?.scopes ?? [])], organization, organizations },
    });
  });

  router.post('/organization', async (req, res) => {
    const { slug } = parse(organizationInput, req.body);
    const person = await signedIn(req);
    const theirs = await callers.organizationsOf(person, req.headers.host);
    if (!theirs.some(organization => organization.slug === slug))
      refuse('reference_not_found', 'You are not a member of an organization with this slug.', { field: 'slug' });
    res.setHeader('Set-Cookie', asOwn(req, choiceCookie(slug)));
    res.json({ data: { slug } });
  });

  router.post('/password', async (req, res) => {
    const body = parse(passwordInput, req.body);
    const person = await signedIn(req);
    if (body.newPassword === body.currentPassword)
      refuse('validation_failed', 'Must not be the current password.', { field: 'newPassword' });
    const answer = await limits.attempt(attemptOf(req, database, person.email), res, async () => {
      const { api, headersOf } = await auth();
      const answer = await api.changePassword({
        body: { ...body, revokeOtherSessions: true },
        headers: headersOf(req.headers),
        asResponse: true,
      });
      return requireReachable(answer).ok ? answer : undefined;
    });
    if (!answer) return refuse('validation_failed', 'That is not the current password.', { field: 'currentPassword' });
    await sql`
      update users set must_change_password = false, one_time_until = null, updated_at = now()
      where id = ${person.userId}`.execute(system);
    callers.forget(req.headers.cookie ?? '');
    giveCookies(req, res, answer, deviceCookie(database, person.email));
    res.json({ data: { signedIn: true } });
  });

  /** What an invitation is for. Reveals nothing about accounts, as the inviter may look too. */
  router.post('/invitation/preview', async (req, res) => {
    const { token } = parse(invitationInput.pick({ token: true }), req.body);
    const { organization, email, role, expiresAt } = await invitationOf(req, token);
    res.json({ data: { organization, email, role, expiresAt } });
  });

  /**
   * Makes the person a member: with the account that they are signed in with, else with one that this password opens.
   */
  router.post('/invitation', async (req, res) => {
    const { token, password } = parse(invitationInput, req.body);
    const { slug, email } = await invitationOf(req, token);
    const person = await personOf(req.headers.cookie ?? '');
    const cookies = [choiceCookie(slug)];
    if (person) {
      if (password !== undefined)
        refuse('validation_failed', `You are signed in as ${person.email}: accept without a password, or sign out.`, {
          field: 'password',
        });
      if (person.mustChangePassword) refuse('invalid_state', 'Choose your password first.');
      if (!(await acceptInvitation(database, token, { userId: person.userId }))) refuseInvitation();
      callers.forget(req.headers.cookie ?? '');
      res.setHeader(
        'Set-Cookie',
        cookies.map(cookie => asOwn(req, cookie)),
      );
    } else {
      if (password === undefined) return refuse('validation_failed', 'Is required.', { field: 'password' });
      if (isInvitationToken(password))
        refuse('validation_failed', 'Choose a password of your own.', { field: 'password' });
      const accepting = async () => {
        // Knowing the password of an account proves ownership, as signing in does.
        const known = await opened(req, email, password);
        const userId = known && ((await known.clone().json()) as { user: { id: string } }).user.id;
        const accepted = await acceptInvitation(database, token, userId ? { userId } : { password });
        if (accepted === undefined) return refuseInvitation();
        return { isKnown: known !== undefined, answer: known ?? (await signedInAs(req, loginOf(accepted), password)) };
      };
      // A password that did not match counts as a failed guess: invitations must not help guessing.
      const attempted = await limits.attempt(attemptOf(req, database, email), res, accepting, ({ isKnown }) => isKnown);
      giveCookies(req, res, attempted!.answer, deviceCookie(database, email), ...cookies);
    }
    res.json({ data: { signedIn: true, slug } });
  });

  app.use(PEOPLE_PATH, router);
}

const refuseInvitation = (): never =>
  refuse(
    'reference_not_found',
    'This invitation is not valid: it was accepted, replaced or withdrawn, or has expired. Ask for a new one.',
    { field: 'token' },
  );

/** An error inside the library is the database's; everything else it answers with 4xx. */
const requireReachable = (answer: globalThis.Response): globalThis.Response =>
  answer.status < 500 ? answer : refuse('unavailable', UNREACHABLE);

function unlessUnauthenticated(error: unknown): undefined {
  if (!(error instanceof Refusal && error.code === 'unauthenticated')) throw error;
}

/** With the position of its last event: whatever is read from now on is followed by the events after it. */
async function organizationOf({ database, organizationId: id }: KeyCaller): Promise<object> {
  const { rows } = await sql<object>`
    select slug, name, modules, currency, time_zone as "timeZone", event_head() as position
    from organizations where id = ${id}`.execute(database.read(id));
  return rows[0]!;
}

// ---- cookies ----

const DEVICE_COOKIE = `${COOKIE_PREFIX}.device`;

/** Proof that this address has signed in with this browser before: reveals nothing to others, and cannot be forged. */
const deviceProof = (database: OpenDatabase, email: string): string =>
  createHmac('sha256', sessionSecret(database.systemUrl)).update(`device of ${email}`).digest('base64url');

const deviceCookie = (database: OpenDatabase, email: string): string =>
  `${DEVICE_COOKIE}=${deviceProof(database, email)}; Path=/; Max-Age=${CHOICE_SECONDS}; HttpOnly; SameSite=Lax`;

const choiceCookie = (slug: string): string =>
  `${ORGANIZATION_COOKIE}=${slug}; Path=/; Max-Age=${CHOICE_SECONDS}; HttpOnly; SameSite=Lax`;

/** A sign-in attempt, as the limits of sign-in see it. */
function attemptOf(req: Request, database: OpenDatabase, email: string): Parameters<SignInLimits['attempt']>[0] {
  const given = new RegExp(`(?:^|; *)${DEVICE_COOKIE}=([\\w-]{43})`).exec(req.headers.cookie ?? '')?.[1];
  const isKnown = given !== undefined && timingSafeEqual(Buffer.from(given), Buffer.from(deviceProof(database, email)));
  return { place: req.ip ?? '', email, device: isKnown ? given : undefined };
}

/** Passes on the library's cookies together with ours. */
function giveCookies(req: Request, res: Response, answer: globalThis.Response, ...ours: string[]): void {
  res.setHeader(
    'Set-Cookie',
    [...answer.headers.getSetCookie(), ...ours].map(cookie => asOwn(req, cookie)),
  );
}

/**
 * Where TLS is known, a cookie that no other host and no plain http can have set. `keepOwnCookies` removes the prefix
 * again.
 */
const asOwn = (req: Request, cookie: string): string =>
  isSecure(req) ? `${HOST_PREFIX}${cookie.replace(/; *Secure/i, '')}; Secure` : cookie;
