import type { Express } from 'express';
import pg from 'pg';
import type { Logger } from 'pino';
import { refuse } from '../kernel/errors.ts';
import { Client } from '../store/client.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import type { Auth } from './auth.ts';
import type { Callers } from './caller.ts';
import type { Person } from './person.ts';
import { COOKIE_PREFIX, sessionSecret } from './session-cookies.ts';
import { mountPeople, UNREACHABLE } from './session-routes.ts';

/*
 * Sessions of people. Passwords and sessions are left to better-auth; the organizations and rights of a person are
 * their memberships (members.ts); which account an address stands for is in accounts.ts.
 */

interface People {
  /** Loads the session library. A start does not wait for it; a request with a session does. */
  open(): Promise<Auth>;
  /** The person whose session the cookie carries, if it is valid. */
  personOf(cookie: string): Promise<Person | undefined>;
  mount(app: Express, callers: Callers): void;
  close(): Promise<void>;
}

/** Sessions in this database; the library that keeps them is loaded with the first use. */
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
