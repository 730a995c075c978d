import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import type { OpenDatabase } from '../store/open-database.ts';
import { HOST_PREFIX, isSecure, networkOf } from './origin.ts';
import { ORGANIZATION_COOKIE } from './person.ts';
import type { Attempt } from './sign-in-limits.ts';

/* The cookies of people: the library's for their sessions, and ours for the chosen organization and known browsers. */

/** What the names of the library's cookies and of our own begin with. */
export const COOKIE_PREFIX = 'stockwright';
const YEAR_SECONDS = 365 * 24 * 3600;

/** Signs the cookies of all processes of a deployment alike. */
export const sessionSecret = (systemUrl: string): string =>
  createHash('sha256')
    .update(`sessions of ${new URL(systemUrl).password}`)
    .digest('base64url');

const DEVICE_COOKIE = `${COOKIE_PREFIX}.device`;

/** Proof that this address has signed in with this browser before: reveals nothing to others, and cannot be forged. */
const deviceProof = (database: OpenDatabase, email: string): string =>
  createHmac('sha256', sessionSecret(database.systemUrl)).update(`device of ${email}`).digest('base64url');

/** Marks the browser as one in which this address has signed in. */
export const deviceCookie = (database: OpenDatabase, email: string): string =>
  `${DEVICE_COOKIE}=${deviceProof(database, email)}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax`;

/** Remembers the organization that was chosen last. */
export const choiceCookie = (slug: string): string =>
  `${ORGANIZATION_COOKIE}=${slug}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax`;

/** A sign-in attempt, as the limits of sign-in see it. */
export function attemptOf(req: Request, database: OpenDatabase, email: string): Attempt {
  const given = new RegExp(`(?:^|; *)${DEVICE_COOKIE}=([\\w-]{43})`).exec(req.headers.cookie ?? '')?.[1];
  const isKnown = given !== undefined && timingSafeEqual(Buffer.from(given), Buffer.from(deviceProof(database, email)));
  return { place: networkOf(req.ip), email, device: isKnown ? given : undefined };
}

/** Passes on the cookies of the library's response, if there is one, together with ours. */
export function giveCookies(
  req: Request,
  res: Response,
  answer: globalThis.Response | undefined,
  ...ours: string[]
): void {
  const cookies = [...(answer?.headers.getSetCookie() ?? []), ...ours];
  res.setHeader(
    'Set-Cookie',
    cookies.map(cookie => asOwn(req, cookie)),
  );
}

/**
 * Where TLS is known, a cookie that no other host and no plain http can have set. `keepOwnCookies` removes the prefix
 * again.
 */
const asOwn = (req: Request, cookie: string): string =>
  isSecure(req) ? `${HOST_PREFIX}${cookie.replace(/; *Secure/i, '')}; Secure` : cookie;
