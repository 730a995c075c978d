import { createHash } from 'node:crypto';
import pg from 'pg';
import { StartFailure } from '../config.ts';
import { openClient } from '../store/client.ts';

/*
 * The roles that the service connects as. Neither can bypass row-level security: one serves requests and sees one
 * organization at a time, the other serves all organizations. Their names contain the database's, because roles belong
 * to a whole server, which several databases may share.
 */

/** The URLs of one database, one per role. */
export interface DatabaseAccess {
  /** Owns the tables and runs migrations. A process that only serves does not have it. */
  owner?: string | undefined;
  /** The environment variable that the owner's URL comes from, if it is not DATABASE_URL. */
  ownerFrom?: string | undefined;
  /** Serves requests. Sees the organization in `app.organization_id`, or nothing if that is not set. */
  app: string;
  /** Same role as `app`, on a replica. */
  read?: string | undefined;
  /** Serves all organizations: checks keys, sequences events, delivers webhooks, prunes, verifies. */
  system: string;
  /** The URL that bypasses a transaction pooler, if the others go through one. */
  direct?: string | undefined;
}

export interface Role {
  name: string;
  password: string;
}

type Kind = 'app' | 'system';

/** The environment variables that describe the database. */
interface DatabaseSettings {
  DATABASE_URL: string;
  DATABASE_OWNER_URL?: string | undefined;
  DATABASE_SYSTEM_URL?: string | undefined;
  DATABASE_READ_URL?: string | undefined;
  DATABASE_DIRECT_URL?: string | undefined;
  MIGRATE: boolean;
  SECRETS_KEY?: readonly string[] | undefined;
}

/**
 * The URLs to connect to. With DATABASE_SYSTEM_URL both roles are given explicitly; otherwise they are derived from the
 * owner. Throws StartFailure.
 */
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
      ownerFrom: 'DATABASE_OWNER_URL',
      app: DATABASE_URL,
      system: DATABASE_SYSTEM_URL,
      read: DATABASE_READ_URL,
      direct,
    };
  const owner = DATABASE_OWNER_URL ?? direct ?? DATABASE_URL;
  const ownerFrom = DATABASE_OWNER_URL ? 'DATABASE_OWNER_URL' : direct && 'DATABASE_DIRECT_URL';
  const access = derivedAccess(owner, { address: DATABASE_URL, secretsKeys: SECRETS_KEY });
  // A replica has the same roles as its primary.
  const read = DATABASE_READ_URL && derivedAccess(owner, { address: DATABASE_READ_URL, secretsKeys: SECRETS_KEY }).app;
  return { ...access, ownerFrom, read, direct };
}

/** The variable to name when the owner cannot connect. */
export const ownerVariable = ({ ownerFrom = 'DATABASE_URL' }: DatabaseAccess): string => ownerFrom;

/** The same roles without the transaction pooler: for whatever depends on a session, such as locks and LISTEN. */
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
  /** The server that the roles connect to, such as a pooler, if it is not the owner's. */
  address?: string;
  secretsKeys?: readonly string[] | undefined;
}

/** The roles derived from the owner of a database. Throws StartFailure if there is nothing to derive them from. */
export function derivedAccess(owner: string, { address = owner, secretsKeys }: Derivation = {}): DatabaseAccess {
  const as = (kind: Kind) => {
    const url = new URL(address);
    url.username = encodeURIComponent(roleName(kind, databaseOf(owner)));
    url.password = passwordOf(kind, owner, secretsKeys);
    return url.href;
  };
  return { owner, app: as('app'), system: as('system') };
}

/** The name and password in a connection's URL. */
export const roleOf = (url: string): Role => {
  const { username, password } = new URL(url);
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
};

const databaseOf = (url: string): string => {
  const { pathname, username } = new URL(url);
  return decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username);
};

/** PostgreSQL truncates longer names, so two with the same beginning would collide. */
const NAME_BYTES_MAX = 63;

function roleName(kind: Kind, database: string): string {
  const name = `stockwright_${kind}_${database}`;
  if (Buffer.byteLength(name) <= NAME_BYTES_MAX) return name;
  return `stockwright_${kind}_${createHash('sha256').update(database).digest('hex').slice(0, 32)}`;
}

/**
 * A role's password is derived from the owner's, so that every process knows it and nobody has to store it. If the
 * owner has none (peer, certificate, .pgpass), it is derived from the first of SECRETS_KEY. A password derived from
 * nothing would be known to everybody.
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
 * The settings of every session of a role. They are stored with the role rather than sent by each connection, because
 * poolers refuse or drop such parameters. Every wait is bounded: for a lock, for a statement, inside a transaction.
 * Values are as in pg_settings, in milliseconds and kilobytes.
 */
const SETTINGS: { readonly [name: string]: string } = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  // Compiling a statement took a second, running it takes milliseconds.
  jit: 'off',
  work_mem: '16384',
  lock_timeout: '5000',
  idle_in_transaction_session_timeout: '15000',
};
const settingsOf = (kind: Kind): { readonly [name: string]: string } => ({
  ...SETTINGS,
  statement_timeout: kind === 'app' ? '10000' : '60000',
});

/** To detect a pooler that shares sessions, this many sessions are compared, in this many rounds. */
const SESSIONS = 3;
const ROUNDS = 4;

/**
 * Checks that both roles can log in, cannot bypass row-level security, have their settings and do not share sessions.
 * Throws StartFailure with one line that says what to do.
 */
export async function admit(access: DatabaseAccess): Promise<void> {
  const outcomes = await Promise.allSettled((['app', 'system'] as const).map(kind => admitAs(kind, access)));
  // If both fail, always reports the same one.
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

async function admitAs(kind: Kind, access: DatabaseAccess): Promise<void> {
  const past = pastPooler(access);
  const variable = kind === 'app' ? 'DATABASE_URL' : 'DATABASE_SYSTEM_URL';
  await requireSessions(past[kind], access.direct ? 'DATABASE_DIRECT_URL' : variable);
  const missing = (await settle(past[kind], kind)) && (await settle(past[kind], kind));
  if (missing)
    throw new StartFailure(
      `${variable}: sessions of ${roleOf(access[kind]).name} do not begin with ${missing}; does a pooler in between drop the role's settings?`,
    );
  if (access.direct) await requireSamePlace(access[kind], past[kind], kind, variable);
}

const PLACE = `select (select system_identifier from pg_control_system())::text || ' ' || current_database() as place`;

/**
 * Checks that the pooler leads to the same database and that its connections are newer than the role's settings. Throws
 * StartFailure.
 */
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

/** The settings in which the session differs from what the role should have, with the expected values. */
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

/** Whether the role can log in. Poolers have their own error code for an unknown role. */
export async function isLetIn(url: string): Promise<boolean> {
  try {
    await withSessions(url, 1, async () => undefined);
    return true;
  } catch (error) {
    if (/^(28|42704|08P01)/.test((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}

/** Corrects the settings of the role where they differ; a role may do this for itself. Returns what differed. */
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
        // Another starting process may be doing the same at this moment.
        .catch((error: Error) => (/concurrently updated/.test(error.message) ? undefined : Promise.reject(error)));
    return missing.length > 0 ? inWords(missing) : undefined;
  });
}

const inWords = (settings: readonly (readonly [name: string, value: string])[]): string =>
  settings.map(([name, value]) => `${name} = ${value}`).join(', ');

/** Opens sessions one after the other, and closes them afterwards. */
async function withSessions<R>(url: string, count: number, work: (sessions: pg.Client[]) => Promise<R>): Promise<R> {
  const sessions: pg.Client[] = [];
  try {
    while (sessions.length < count) sessions.push(await openClient(url, { application_name: 'stockwright start' }));
    return await work(sessions);
  } finally {
    await Promise.all(sessions.map(session => session.end().catch(() => undefined)));
  }
}

/**
 * Refuses a pooler that shares connections between transactions. A connection is told once which organization's rows it
 * may see, so organizations would see each other's rows, and locks would outlive their owners. Throws StartFailure.
 */
export async function requireSessions(url: string, variable: string): Promise<void> {
  const shares = await sharesSessionsAt(url).catch((error: Error & { code?: string }) => {
    throw new StartFailure(`${variable}: ${error.message}`);
  });
  if (shares)
    throw new StartFailure(
      `${variable}: a pooler in between shares connections between transactions, so organizations would see each other's data; let it pool sessions, or give the database's own address in DATABASE_DIRECT_URL.`,
    );
}

/** Whether a pooler between us and this address shares sessions. */
export const sharesSessionsAt = (url: string): Promise<boolean> => withSessions(url, SESSIONS, sharesSessions);

interface Session {
  query(text: string): Promise<{ rows: { pid: number }[] }>;
}

/** Whether two of the sessions are served by the same server process, or one session by two. */
export async function sharesSessions(sessions: readonly Session[]): Promise<boolean> {
  const seen = sessions.map(() => new Set<number>());
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, session] of sessions.entries())
      seen[index]!.add((await session.query('select pg_backend_pid() as pid')).rows[0]!.pid);
  return seen.some(pids => pids.size > 1) || new Set(seen.flatMap(pids => [...pids])).size < sessions.length;
}
