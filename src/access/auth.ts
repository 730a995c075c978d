import { betterAuth } from 'better-auth';
import { fromNodeHeaders } from 'better-auth/node';
import type pg from 'pg';
import type { Logger } from 'pino';
import { newId } from '../kernel/ids.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from './accounts.ts';

/*
 * Maps better-auth to our tables. Loaded separately from its routes: it is an eighth of the service's code.
 */

const SESSION_SECONDS = 7 * 24 * 3600;

interface AuthOptions {
  pool: pg.Pool;
  secret: string;
  cookiePrefix: string;
  log: Logger;
}

export type Auth = ReturnType<typeof openAuth>;

/** The library, configured for our tables; `headersOf` converts a request's headers to its own. */
export function openAuth({ pool, secret, cookiePrefix, log }: AuthOptions) {
  const { api } = betterAuth({
    database: pool,
    // Derived from the database, so that all processes agree on it and it need not be stored.
    secret,
    // Origin checks are not its task: the routes below check where a request comes from.
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
      // An address is no identity (accounts.ts), but the library requires a unique one: it gets an identifier instead.
      fields: { email: 'login', emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: {
        address: { type: 'string', fieldName: 'email', input: false, required: true },
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
      cookiePrefix,
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      database: { generateId: () => newId(), validateSchema: false },
    },
  });
  return { api, headersOf: fromNodeHeaders };
}
