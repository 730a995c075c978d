import { createHash } from 'node:crypto';
import pg from 'pg';
import { StartFailure } from '../config.ts';

/*
 * As whom the service connects. Two roles that can bypass nothing: one serves requests and sees one organization at a time, the other
 * serves all organizations. Their names carry the database's, because roles belong to the whole server and databases share it.
 */

/** Addresses of one database, each as another role. */
export interface DatabaseAccess {
  /** Owns the tables and migrates. A process that only serves does not know it. */
  owner?: string | undefined;
  /** Serves requests: sees one organization at a time, the one in `app.organization_id`, and without one nothing. */
  app: string;
  /** As `app`, at a replica. */
  read?: string | undefined;
  /** Serves all organizations: checks keys, sequences events, delivers webhooks, prunes, verifies. */
  system: string;
  /** Past a pooler that shares connections between transactions: where the others lead through one. */
  direct?: string | undefined;
}

export interface Role {
  name: string;
  password: string;
}

type Kind = 'app' | 'system';

/** What the environment says of the database. */
export interface DatabaseSettings {
  DATABASE_URL: string;
  DATABASE_OWNER_URL?: string | undefined;
  DATABASE_SYSTEM_URL?: string | undefined;
  DATABASE_READ_URL?: string | undefined;
  DATABASE_DIRECT_URL?: string | undefined;
  MIGRATE: boolean;
  SECRETS_KEY?: readonly string[] | undefined;
}

/** Where to connect to. With DATABASE_SYSTEM_URL both roles are given; without, they follow from the owner. Throws StartFailure. */
export function accessOf({
  DATABASE_URL,
  DATABASE_OWNER_URL,
  DATABASE_SYSTEM_URL,
  DATABASE_READ_URL,
  DATABASE_DIRECT_URL: direct,
  MIGRATE,
  SECRETS_KEY,
}: DatabaseSettings): DatabaseAccess {
  if (!MIGRATE && !DATABASE_SYSTEM_URL)
    throw new StartFailure(
      'DATABASE_SYSTEM_URL is needed with MIGRATE=off: DATABASE_URL is then the role that serves.',
    );
  if (DATABASE_SYSTEM_URL && MIGRATE && !DATABASE_OWNER_URL)
    throw new StartFailure('DATABASE_OWNER_URL is needed with DATABASE_SYSTEM_URL, or MIGRATE=off.');
  if (DATABASE_SYSTEM_URL)
    return {
      owner: MIGRATE ? DATABASE_OWNER_URL : undefined,
      app: DATABASE_URL,
      system: DATABASE_SYSTEM_URL,
      read: DATABASE_READ_URL,
      direct,
    };
  const owner = DATABASE_OWNER_URL ?? direct ?? DATABASE_URL;
  const access = derivedAccess(owner, { address: DATABASE_URL, secretsKeys: SECRETS_KEY });
  // A replica has the roles of its primary.
  const read = DATABASE_READ_URL && derivedAccess(owner, { address: DATABASE_READ_URL, secretsKeys: SECRETS_KEY }).app;
  return { ...access, read, direct };
}

/** The same roles, past the pooler that shares connections: for what a session keeps, such as locks and LISTEN. */
export function pastPooler(access: DatabaseAccess): DatabaseAccess {
  if (!access.direct) return access;
  const direct = (url: string): string => {
    const [role, past] = [new URL(url), new URL(access.direct!)];
    past.username = role.username;
    past.password = role.password;
    return past.href;
  };
  return { ...access, app: direct(access.app), system: direct(access.system) };
}

interface Derivation {
  /** Where the roles connect to, if not where the owner does: a pooler's. */
  address?: string;
  secretsKeys?: readonly string[] | undefined;
}

/** The roles that follow from the owner of a database. Throws StartFailure where there is nothing to follow from. */
export function derivedAccess(owner: string, { address = owner, secretsKeys }: Derivation = {}): DatabaseAccess {
  const as = (kind: Kind) => {
    const url = new URL(address);
    url.username = encodeURIComponent(roleName(kind, databaseOf(owner)));
    url.password = passwordOf(kind, owner, secretsKeys);
    return url.href;
  };
  return { owner, app: as('app'), system: as('system') };
}

export const roleOf = (url: string): Role => {
  const { username, password } = new URL(url);
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
};

const databaseOf = (url: string): string => {
  const { pathname, username } = new URL(url);
  return decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username);
};

/** PostgreSQL cuts longer names off, and two that begin alike would be one. */
const NAME_BYTES_MAX = 63;

function roleName(kind: Kind, database: string): string {
  const name = `stockwright_${kind}_${database}`;
  if (Buffer.byteLength(name) <= NAME_BYTES_MAX) return name;
  return `stockwright_${kind}_${createHash('sha256').update(database).digest('hex').slice(0, 32)}`;
}

/**
 * A role's password follows from the owner's, so that every process knows it and nobody has to keep it; where the owner needs none
 * (peer, certificate, .pgpass), from the first of SECRETS_KEY. What follows from nothing, everybody knows.
 */
function passwordOf(kind: Kind, owner: string, secretsKeys: readonly string[] = []): string {
  const root = new URL(owner).password || secretsKeys[0];
  if (!root)
    throw new StartFailure(
      'DATABASE_URL has no password, so SECRETS_KEY must be set: secrets and roles follow from one of them.',
    );
  return createHash('sha256').update(`stockwright_${kind} of ${root}`).digest('hex');
}

/**
 * What every session of a role begins with. Kept by the role and not sent by each connection: a pooler between refuses such
 * parameters, or drops them. Waiting is bounded everywhere: for a lock, for a statement, inside a transaction. Values are as
 * pg_settings shows them, in milliseconds and kilobytes.
 */
const SETTINGS: { readonly [name: string]: string } = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  // Compiling a statement took a second where running it takes milliseconds.
  jit: 'off',
  work_mem: '16384',
  lock_timeout: '5000',
  idle_in_transaction_session_timeout: '15000',
};
const settingsOf = (kind: Kind): { readonly [name: string]: string } => ({
  ...SETTINGS,
  statement_timeout: kind === 'app' ? '10000' : '60000',
});

/** So many sessions at a time are looked at to find out whether somebody between shares them, in so many rounds. */
const SESSIONS = 3;
const ROUNDS = 4;

/**
 * Makes sure that both roles are let in, can bypass nothing, have their settings and keep their sessions to themselves. Throws StartFailure in
 * one line that says what to do.
 */
export async function admit(access: DatabaseAccess): Promise<void> {
  const outcomes = await Promise.allSettled((['app', 'system'] as const).map(kind => admitAs(kind, access)));
  // Of two failures always the same one is told.
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

async function admitAs(kind: Kind, access: DatabaseAccess): Promise<void> {
  const past = pastPooler(access);
  const variable = kind === 'app' ? 'DATABASE_URL' : 'DATABASE_SYSTEM_URL';
  await requireSessions(past[kind], access.direct ? 'DATABASE_DIRECT_URL' : variable);
  const missing = (await settle(past[kind], kind)) && (await settle(past[kind], kind));
  if (missing)
    throw new StartFailure(
      `${variable}: sessions of ${roleOf(access[kind]).name} do not begin with ${missing}; does a pooler between drop what the role is set to?`,
    );
  if (access.direct) await requireSamePlace(access[kind], past[kind], kind, variable);
}

const PLACE = `select (select system_identifier from pg_control_system())::text || ' ' || current_database() as place`;

/** The pooler leads to the same database, and its connections have begun since the role was set to what they begin with. Throws StartFailure. */
async function requireSamePlace(pooled: string, direct: string, kind: Kind, variable: string): Promise<void> {
  const placeAt = (url: string) =>
    withSessions(url, 1, async ([session]) => (await session!.query<{ place: string }>(PLACE)).rows[0]!.place);
  if ((await placeAt(pooled)) !== (await placeAt(direct)))
    throw new StartFailure(`DATABASE_DIRECT_URL leads to another database than ${variable}.`);
  const missing = await withSessions(pooled, 1, ([session]) => differing(session!, kind));
  if (missing.length > 0)
    throw new StartFailure(
      `${variable}: the pooler's connections do not begin with ${inWords(missing)}; let it make new ones (RECONNECT).`,
    );
}

/** The settings that a session of the role has otherwise than it should, and what they should be. */
async function differing(session: pg.Client, kind: Kind): Promise<[name: string, value: string][]> {
  const wanted = settingsOf(kind);
  const { rows } = await session.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [Object.keys(wanted)],
  );
  return rows.flatMap(({ name, setting }) =>
    wanted[name] !== undefined && wanted[name] !== setting ? [[name, wanted[name]] as [string, string]] : [],
  );
}

/** Whether the role is let in; poolers say in their own code that they do not know it. */
export async function isLetIn(url: string): Promise<boolean> {
  const client = sessionAt(url);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (/^(28|42704|08P01)/.test((error as { code?: string }).code ?? '')) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const sessionAt = (url: string): pg.Client => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'stockwright start',
    connectionTimeoutMillis: 5000,
  });
  client.on('error', () => undefined);
  return client;
};

/** Sets what the role's sessions begin with, where it differs; a role may do so for itself. Answers what differed. */
async function settle(url: string, kind: Kind): Promise<string | undefined> {
  return withSessions(url, 1, async ([session]) => {
    const { rows: about } = await session!.query<{ name: string; database: string; bypasses: boolean }>(
      'select current_user as name, current_database() as database, rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user',
    );
    const [{ name, database, bypasses }] = about as [{ name: string; database: string; bypasses: boolean }];
    if (bypasses)
      throw new StartFailure(
        `${name} can bypass row-level security, so organizations would see each other: make it nosuperuser nobypassrls.`,
      );
    const missing = await differing(session!, kind);
    for (const [setting, value] of missing)
      await session!
        .query(
          `alter role ${pg.escapeIdentifier(name)} in database ${pg.escapeIdentifier(database)} set ${setting} = ${pg.escapeLiteral(value)}`,
        )
        // Another start may be doing the same at this moment.
        .catch((error: Error) => (/concurrently updated/.test(error.message) ? undefined : Promise.reject(error)));
    return missing.length > 0 ? inWords(missing) : undefined;
  });
}

const inWords = (settings: readonly (readonly [name: string, value: string])[]): string =>
  settings.map(([name, value]) => `${name} = ${value}`).join(', ');

/** Opens sessions one after the other, and ends them. */
async function withSessions<R>(url: string, count: number, work: (sessions: pg.Client[]) => Promise<R>): Promise<R> {
  const sessions = Array.from({ length: count }, () => sessionAt(url));
  try {
    for (const session of sessions) await session.connect();
    return await work(sessions);
  } finally {
    await Promise.all(sessions.map(session => session.end().catch(() => undefined)));
  }
}

/**
 * Refuses a pooler that gives each transaction whichever connection is free: a connection is told once whose rows it may see, so organizations
 * would see each other's, and locks would outlive who took them. Throws StartFailure.
 */
export async function requireSessions(url: string, variable: string): Promise<void> {
  const shares = await sharesSessionsAt(url).catch((error: Error & { code?: string }) => {
    throw new StartFailure(`${variable}: ${error.message}`);
  });
  if (shares)
    throw new StartFailure(
      `${variable}: a pooler between shares connections between transactions, and organizations would see each other's data; let it pool sessions, or name the database itself in DATABASE_DIRECT_URL.`,
    );
}

/** Whether somebody on the way to this address shares sessions. */
export const sharesSessionsAt = (url: string): Promise<boolean> => withSessions(url, SESSIONS, sharesSessions);

interface Session {
  query(text: string): Promise<{ rows: { pid: number }[] }>;
}

/** Whether two of the sessions are served by one process of the server, or one session by two. */
export async function sharesSessions(sessions: readonly Session[]): Promise<boolean> {
  const seen = sessions.map(() => new Set<number>());
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, session] of sessions.entries())
      seen[index]!.add((await session.query('select pg_backend_pid() as pid')).rows[0]!.pid);
  return seen.some(pids => pids.size > 1) || new Set(seen.flatMap(pids => [...pids])).size < sessions.length;
}
