import { sql } from 'kysely';
import { refuse } from '../kernel/errors.ts';
import type { Caller, Environment, Module, Scope, SignedIn } from '../kernel/operation.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import { foundIn, gathered, hereOnly, LIVES_HERE } from '../store/pods.ts';
import { hashOf, isKeyShaped } from './api-keys.ts';
import { type Role, SCOPE_OF } from './members.ts';
import type { Claims, Hosts } from './origin.ts';
import type { Person } from './person.ts';
import { chosenIn } from './person.ts';
import { changeSettings, readSettings } from './settings.ts';

/** A revoked key must be refused within 5 seconds on every process (docs/api.md, "API keys"). */
export const REMEMBERED_MS = 4000;
const REMEMBERED_MAX = 10_000;

interface Identity {
  /** Where the organization lives. */
  database: OpenDatabase;
  organizationId: string;
  slug: string;
  modules: ReadonlySet<Module>;
  /** What its requests are counted by: the key, or a person's session. */
  keyId: string;
  actorId: string;
  /** The account, if the caller is a person. */
  userId?: string;
  name: string;
  scopes: ReadonlySet<Scope>;
  /** On `performance.now()`: the clock of the machine may be wrong. */
  endsAt: number;
}

/** An identity as a row of the database. */
type IdentityRow = Omit<Identity, 'database' | 'endsAt' | 'scopes' | 'modules'> & {
  modules: Module[];
  isHere: boolean;
};

export interface KeyCaller extends Caller {
  database: OpenDatabase;
  keyId: string;
  slug: string;
}

export interface Callers {
  /**
   * Identifies the caller by `Authorization` and `Host`, or without `Authorization` by the session cookie, which the
   * face passes only for requests of the service's own pages. What the client shows is used or refused, never replaced.
   * Refuses `unauthenticated`, with the same message whatever is wrong.
   */
  identify(
    authorization: string | undefined,
    host: string | undefined,
    cookie?: string,
    shown?: Claims,
  ): Promise<KeyCaller>;
  /** The organizations that a person may act for here: all of theirs, unless the host names one. */
  organizationsOf(person: Person, host: string | undefined): Promise<{ slug: string; name: string }[]>;
  /** Drops a session from the cache: it has just ended or changed. */
  forget(cookie: string): void;
  /** The organization that the host names, if hosts name organizations. Refuses `bad_request` for an invalid host. */
  slugOf(host: string | undefined): string | undefined;
  /** Refuses `bad_request` at a host where people cannot sign in: see `Hosts`. */
  requireSessionHost(host: string | undefined): void;
}

const unauthenticated = (): never =>
  refuse('unauthenticated', 'A valid API key is needed: Authorization: Bearer <API_KEY>.');

/**
 * Turns credentials into callers; caches a key for a few seconds, so that a busy one costs no look-up. `home` is the
 * database with people and sessions.
 */
export function callersOf(
  home: OpenDatabase,
  { slugOf, mayHoldSessions }: Hosts,
  personOf: (cookie: string) => Promise<Person | undefined>,
  environment: Environment,
): Callers {
  const remembered = new Map<string, { until: number; known: Promise<Identity | undefined> }>();
  /** The databases in which keys and slugs were found last: a hint. */
  const foundLast = new Map<string, OpenDatabase>();

  async function findAnywhere(
    name: string,
    find: (pod: OpenDatabase) => Promise<Identity | undefined>,
  ): Promise<Identity | undefined> {
    const known = await foundIn(home, find, foundLast.get(name));
    if (foundLast.size >= REMEMBERED_MAX) foundLast.clear();
    if (known) foundLast.set(name, known.database);
    return known;
  }

  function look(name: string, find: () => Promise<Identity | undefined>): Promise<Identity | undefined> {
    const found = remembered.get(name);
    if (found && found.until > performance.now()) return found.known;
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    const known = find();
    remembered.set(name, { until: performance.now() + REMEMBERED_MS, known });
    known.catch(() => remembered.delete(name));
    return known;
  }

  async function identifyPerson(
    cookie: string,
    host: string | undefined,
    { organization: shown, person }: Claims,
  ): Promise<KeyCaller> {
    if (!mayHoldSessions(host)) refuse('unauthenticated', 'Sign in, or send a valid API key.');
    const named = slugOf(host);
    // If both name an organization they must agree: a page of one organization does not act for another.
    if (named !== undefined && shown !== undefined && named !== shown) unauthenticated();
    const slug = named ?? shown ?? chosenIn(cookie);
    const known = await look(sessionName(cookie, slug), async () => {
      const person = await personOf(cookie);
      if (!person || person.mustChangePassword) return undefined;
      if (slug !== undefined)
        return findAnywhere(`slug ${slug}`, async pod => (await findMember(pod, person, slug))[0]);
      const theirs = await gathered(home, pod => findMember(pod, person));
      return theirs.toSorted((one, other) => (one.actorId < other.actorId ? -1 : 1))[0];
    });
    return known && (person ?? known.userId) === known.userId
      ? { ...callerOf(known, `user:${known.name}`), person: signedIn(known.userId!, host) }
      : refuse('unauthenticated', 'Sign in, or send a valid API key.');
  }

  const callerOf = (
    { database, organizationId, slug, keyId, actorId, scopes, modules }: Identity,
    actor: string,
  ): KeyCaller => ({
    organizationId,
    slug,
    keyId,
    actor,
    actorId,
    scopes,
    modules,
    database,
    environment,
  });

  async function organizationsOf(userId: string, host: string | undefined): Promise<{ slug: string; name: string }[]> {
    const slug = slugOf(host) ?? null;
    const theirs = await gathered(home, async ({ system }) => {
      const { rows } = await sql<{ slug: string; name: string }>`
        select o.slug, o.name from members m join organizations o on o.id = m.organization_id
        where m.user_id = ${userId} and o.slug = coalesce(${slug}, o.slug) and ${LIVES_HERE}
        order by o.name, o.slug`.execute(system);
      return rows;
    });
    return home.others.length === 0 ? theirs : theirs.toSorted((one, other) => one.name.localeCompare(other.name));
  }

  const signedIn = (userId: string, host: string | undefined): SignedIn => ({
    read: async () => ({
      ...(await readSettings(home.system, userId)),
      organizations: await organizationsOf(userId, host),
    }),
    change: settings => changeSettings(home.system, userId, settings),
  });

  return {
    async identify(authorization, host, cookie, shown = {}) {
      if (!authorization && cookie) return identifyPerson(cookie, host, shown);
      const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? unauthenticated();
      const hash = hashOf(key);
      if (!remembered.has(hash) && !isKeyShaped(key)) unauthenticated();
      const known = await look(hash, () => findAnywhere(hash, pod => findKey(pod, hash)));
      if (!known || known.endsAt <= performance.now()) unauthenticated();
      if ((slugOf(host) ?? known!.slug) !== known!.slug) unauthenticated();
      if ((shown.organization ?? known!.slug) !== known!.slug || shown.person !== undefined) unauthenticated();
      return callerOf(known!, `key:${known!.name}`);
    },
    organizationsOf: ({ userId }, host) => organizationsOf(userId, host),
    forget(cookie) {
      for (const name of remembered.keys()) if (name.startsWith(sessionName(cookie, ''))) remembered.delete(name);
    },
    slugOf,
    requireSessionHost(host) {
      if (!mayHoldSessions(host))
        refuse('bad_request', 'People cannot sign in at this host name; the operator can add it to ALLOWED_HOSTS.');
    },
  };
}

const sessionName = (cookie: string, slug: string | undefined) => `session ${hashOf(cookie)} ${slug ?? ''}`;

/**
 * The rights of a person: as a member of the organization named by the host, the page or their own choice, and of no
 * other; only if nothing names one, of the first that they joined.
 */
async function findMember(database: OpenDatabase, { userId, sessionId }: Person, slug?: string): Promise<Identity[]> {
  const { rows } = await sql<IdentityRow & { role: Role }>`
    select ${sessionId} as "keyId", m.id as "actorId", m.user_id as "userId", o.id as "organizationId", o.slug,
      o.modules, m.email as name, m.role, ${LIVES_HERE} as "isHere"
    from members m join organizations o on o.id = m.organization_id
    where m.user_id = ${userId} and o.slug = coalesce(${slug ?? null}, o.slug)
    order by ${LIVES_HERE} desc, m.id limit 1`.execute(database.system);
  return rows.map(row => ({
    ...hereOnly(row),
    database,
    scopes: new Set([SCOPE_OF[row.role]]),
    modules: new Set(row.modules),
    endsAt: Number.POSITIVE_INFINITY,
  }));
}

/** The use of a key is recorded at most this often. */
const NOTED_EVERY_MS = 60_000;

/** Finds the key, and records its use in the background: a read-only database still answers reads. */
async function findKey(database: OpenDatabase, hash: string): Promise<Identity | undefined> {
  const { rows } = await sql<IdentityRow & { scopes: Scope[]; endsInMs: number | null; isNews: boolean }>`
    select k.id as "keyId", k.id as "actorId", k.organization_id as "organizationId", o.slug, o.modules, k.name,
      k.scopes, (extract(epoch from k.expires_at - now()) * 1000)::float8 as "endsInMs",
      coalesce(k.last_used_at < now() - ${NOTED_EVERY_MS} * interval '1 millisecond', true) as "isNews",
      ${LIVES_HERE} as "isHere"
    from api_keys k join organizations o on o.id = k.organization_id
    where k.hash = ${hash} and k.revoked_at is null and coalesce(k.expires_at > now(), true)`.execute(database.system);
  if (!rows[0]) return undefined;
  const known = hereOnly(rows[0]);
  if (known.isNews)
    void sql`update api_keys
      set last_used_at = now() where organization_id = ${known.organizationId} and id = ${known.keyId}`
      .execute(database.background)
      .catch(() => undefined);
  const endsAt = known.endsInMs === null ? Number.POSITIVE_INFINITY : performance.now() + known.endsInMs;
  return { ...known, database, scopes: new Set(known.scopes), modules: new Set(known.modules), endsAt };
}
