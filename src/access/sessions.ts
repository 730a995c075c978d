import { createHash } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { fromNodeHeaders } from 'better-auth/node';
import express, { type Express, type Request, type Response } from 'express';
import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { refuse } from '../kernel/errors.ts';
import { parse } from '../kernel/operation.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import type { Callers } from './caller.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from './members.ts';
import { isOwnOrigin } from './origin.ts';
import type { Person } from './person.ts';
import { ORGANIZATION_COOKIE } from './person.ts';

/*
 * People: sign-in, sign-out, a password of one's own, the organization to act for. Passwords and sessions are better-auth's business; which organization a
 * person acts for, and what for, is the member's (domain/members.ts).
 */

export const PEOPLE_PATH = '/auth';
const COOKIE_PREFIX = 'stockwright';
const SESSION_SECONDS = 7 * 24 * 3600;
const CHOICE_SECONDS = 365 * 24 * 3600;
const BODY_MAX = '4kb';

export interface People {
  /** The person whose session the cookie carries, if it is a good one. */
  personOf(cookie: string): Promise<Person | undefined>;
  mount(app: Express, callers: Callers): void;
  close(): Promise<void>;
}

export function openPeople(database: OpenDatabase, log: Logger): People {
  // A pool of its own: the library wants times as Dates, everything else here wants them as text.
  const pool = new pg.Pool({
    connectionString: database.systemUrl,
    max: 3,
    application_name: 'stockwright people',
    connectionTimeoutMillis: 3000,
    statement_timeout: 10_000,
  });
  pool.on('error', () => undefined);
  const auth = authOver(pool, database.systemUrl, log);

  async function personOf(cookie: string): Promise<Person | undefined> {
    if (!cookie.includes(`${COOKIE_PREFIX}.session_token=`)) return undefined;
    const found = await auth.api.getSession({ headers: new Headers({ cookie }), query: { disableRefresh: true } });
    if (!found) return undefined;
    const { id, email, name, mustChangePassword } = found.user;
    return { sessionId: found.session.id, userId: id, email, name, mustChangePassword: mustChangePassword === true };
  }

  return {
    personOf,
    mount: (app, callers) => mountPeople(app, { auth, database, personOf, callers }),
    close: () => pool.end(),
  };
}

type Auth = ReturnType<typeof authOver>;

function authOver(pool: pg.Pool, systemUrl: string, log: Logger) {
  return betterAuth({
    database: pool,
    // Follows from the database, so that all processes agree on it and nobody has to keep it.
    secret: createHash('sha256')
      .update(`sessions of ${new URL(systemUrl).password}`)
      .digest('base64url'),
    // Addresses are not its business here: the routes below check where a request comes from.
    baseURL: 'http://localhost',
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: { log: (level, message) => void (level === 'error' ? log.error(message) : log.debug(message)) },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: {
        mustChangePassword: { type: 'boolean', fieldName: 'must_change_password', input: false, defaultValue: false },
      },
    },
    session: {
      modelName: 'sessions',
      expiresIn: SESSION_SECONDS,
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    account: {
      modelName: 'accounts',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      database: { generateId: () => uuidv7(), validateSchema: false },
    },
  });
}

// ---- routes ----

interface Desk {
  auth: Auth;
  database: OpenDatabase;
  personOf(cookie: string): Promise<Person | undefined>;
  callers: Callers;
}

const signInInput = z.strictObject({ email: z.string().max(320), password: z.string().min(1).max(PASSWORD_MAX) });
const passwordInput = z.strictObject({
  currentPassword: z.string().min(1).max(PASSWORD_MAX),
  newPassword: z.string().min(PASSWORD_MIN).max(PASSWORD_MAX),
});
const organizationInput = z.strictObject({ slug: z.string().max(40) });

function mountPeople(app: Express, { auth, database, personOf, callers }: Desk): void {
  const attempts = signInLimits();
  const signedIn = async (req: Request): Promise<Person> =>
    (await personOf(req.headers.cookie ?? '')) ?? refuse('unauthenticated', 'Sign in first.');
  const router = express.Router();
  router.use((req, _res, next) => {
    if (!isOwnOrigin(req.headers)) refuse('bad_request', 'This is for the web app at this address only.');
    next();
  });
  router.use(express.json({ limit: BODY_MAX }));

  router.post('/sign-in', async (req, res) => {
    const { email, password } = parse(signInInput, req.body);
    const spend = await attempts(req.ip ?? '', email.toLowerCase(), res);
    const answer = await auth.api.signInEmail({
      body: { email, password },
      headers: fromNodeHeaders(req.headers),
      asResponse: true,
    });
    // Unknown address and wrong password: the same words, after the same work.
    if (!answer.ok) {
      await spend();
      refuse('unauthenticated', 'Email and password do not match.');
    }
    giveCookies(req, res, answer);
    res.json({ data: { signedIn: true } });
  });

  router.post('/sign-out', async (req, res) => {
    callers.forget(req.headers.cookie ?? '');
    const answer = await auth.api.signOut({ headers: fromNodeHeaders(req.headers), asResponse: true });
    giveCookies(req, res, answer);
    res.json({ data: { signedIn: false } });
  });

  router.get('/session', async (req, res) => {
    const person = await personOf(req.headers.cookie ?? '');
    if (!person) return void res.json({ data: null });
    const { email, name, mustChangePassword } = person;
    const caller = mustChangePassword
      ? undefined
      : await callers.identify(undefined, req.headers.host, req.headers.cookie);
    const organization = caller ? await organizationOf(database, caller.organizationId) : null;
    const organizations = caller ? await callers.organizationsOf(person, req.headers.host) : [];
    res.json({
      data: { email, name, mustChangePassword, scopes: [...(caller?.scopes ?? [])], organization, organizations },
    });
  });

  router.post('/organization', async (req, res) => {
    const { slug } = parse(organizationInput, req.body);
    const person = await signedIn(req);
    const theirs = await callers.organizationsOf(person, req.headers.host);
    if (!theirs.some(organization => organization.slug === slug))
      refuse('reference_not_found', 'There is no such organization of yours.', { field: 'slug' });
    res.setHeader(
      'Set-Cookie',
      secure(req, `${ORGANIZATION_COOKIE}=${slug}; Path=/; Max-Age=${CHOICE_SECONDS}; HttpOnly; SameSite=Lax`),
    );
    res.json({ data: { slug } });
  });

  router.post('/password', async (req, res) => {
    const body = parse(passwordInput, req.body);
    const person = await signedIn(req);
    const spend = await attempts(req.ip ?? '', person.email, res);
    const answer = await auth.api.changePassword({
      body: { ...body, revokeOtherSessions: true },
      headers: fromNodeHeaders(req.headers),
      asResponse: true,
    });
    if (!answer.ok) {
      await spend();
      refuse('validation_failed', 'That is not the current password.', { field: 'currentPassword' });
    }
    await sql`update users set must_change_password = false where id = ${person.userId}`.execute(database.system);
    callers.forget(req.headers.cookie ?? '');
    giveCookies(req, res, answer);
    res.json({ data: { signedIn: true } });
  });

  app.use(PEOPLE_PATH, router);
}

async function organizationOf(database: OpenDatabase, id: string): Promise<object> {
  const { rows } =
    await sql<object>`select slug, name, modules, currency, time_zone as "timeZone" from organizations where id = ${id}`.execute(
      database.system,
    );
  return rows[0]!;
}

/** Hands the library's cookies on. */
function giveCookies(req: Request, res: Response, answer: globalThis.Response): void {
  res.setHeader(
    'Set-Cookie',
    answer.headers.getSetCookie().map(cookie => secure(req, cookie)),
  );
}

/** A cookie is secure as soon as the browser speaks https, be it to a proxy. */
function secure(req: Request, cookie: string): string {
  const isSecure = 'encrypted' in req.socket || req.headers['x-forwarded-proto'] === 'https';
  return isSecure && !/;\s*secure/i.test(cookie) ? `${cookie}; Secure` : cookie;
}

/**
 * Guessing is slow whichever way it is tried: many addresses from one place, one address from one place, one address from many
 * places. Only failures are counted, so nobody is locked out by signing in often. Per process.
 */
function signInLimits() {
  const byPlace = new RateLimiterMemory({ points: 60, duration: 60 });
  const byBoth = new RateLimiterMemory({ points: 6, duration: 300 });
  const byEmail = new RateLimiterMemory({ points: 60, duration: 3600 });
  return async (place: string, email: string, res: Response): Promise<() => Promise<void>> => {
    const buckets = [
      [byPlace, place],
      [byBoth, `${place} ${email}`],
      [byEmail, email],
    ] as const;
    for (const [limiter, key] of buckets) {
      const state = await limiter.get(key);
      if (!state || state.consumedPoints < limiter.points) continue;
      res.setHeader('Retry-After', Math.ceil(state.msBeforeNext / 1000));
      refuse('rate_limited', 'Too many attempts; try again in a few minutes.');
    }
    return async () => {
      for (const [limiter, key] of buckets)
        await limiter.consume(key).catch(error => error instanceof RateLimiterRes || Promise.reject(error));
    };
  };
}
