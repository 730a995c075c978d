import { sql } from 'kysely';
import { hashOf, isKeyShaped } from './domain/api-keys.ts';
import type { OpenDatabase } from './database/database.ts';
import { refuse } from './kernel/errors.ts';
import type { Caller, Module, Scope } from './kernel/operation.ts';

/** A revoked key must be refused within 5 seconds on every process (contract, section 3). */
const REMEMBERED_MS = 4000;
const REMEMBERED_MAX = 10_000;

interface Known {
  organizationId: string;
  slug: string;
  modules: Module[];
  keyId: string;
  name: string;
  scopes: Scope[];
  expiresAt: string | null;
}

export interface KeyCaller extends Caller {
  keyId: string;
  slug: string;
}

export interface Callers {
  /** Who this is, by `Authorization` and `Host`. Refuses `unauthenticated`, in the same words whatever is wrong. */
  identify(authorization: string | undefined, host: string | undefined): Promise<KeyCaller>;
}

const unauthenticated = () => refuse('unauthenticated', 'A valid API key is needed: Authorization: Bearer <API_KEY>.');

/** Turns credentials into callers; remembers a key for a few seconds, so that a busy one costs no look-up. */
export function callersOf(database: OpenDatabase, baseDomain?: string): Callers {
  const remembered = new Map<string, { until: number; known: Promise<Known | undefined> }>();

  function look(hash: string): Promise<Known | undefined> {
    const found = remembered.get(hash);
    if (found && found.until > performance.now()) return found.known;
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    const known = findKey(database, hash);
    remembered.set(hash, { until: performance.now() + REMEMBERED_MS, known });
    known.catch(() => remembered.delete(hash));
    return known;
  }

  return {
    async identify(authorization, host) {
      const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
      if (key === undefined || !isKeyShaped(key)) unauthenticated();
      const known = await look(hashOf(key!));
      if (!known || (known.expiresAt && Date.parse(known.expiresAt) <= Date.now())) unauthenticated();
      const { organizationId, slug, keyId, name, scopes, modules } = known!;
      if (baseDomain && !isHostOf(slug, baseDomain, host)) unauthenticated();
      return { organizationId, slug, keyId, actor: `key:${name}`, scopes: new Set(scopes), modules: new Set(modules), database };
    },
  };
}

/** With a base domain, `<slug>.<base domain>` names the organization; on a bare host or IP the key alone decides. */
function isHostOf(slug: string, baseDomain: string, host: string | undefined): boolean {
  const name = (host ?? '').replace(/:\d+$/, '').toLowerCase();
  return name.endsWith(`.${baseDomain}`) ? name === `${slug}.${baseDomain}` : true;
}

/** One statement finds the key and notes, once a minute at most, that it was used. */
async function findKey(database: OpenDatabase, hash: string): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    with known as (
      select k.id as "keyId", k.organization_id as "organizationId", o.slug, o.modules, k.name, k.scopes, k.expires_at as "expiresAt", k.last_used_at
      from api_keys k join organizations o on o.id = k.organization_id
      where k.hash = ${hash} and k.revoked_at is null and coalesce(k.expires_at > now(), true)
    ), used as (
      update api_keys k set last_used_at = now() from known
      where k.organization_id = known."organizationId" and k.id = known."keyId" and coalesce(k.last_used_at < now() - interval '1 minute', true)
    )
    select * from known`.execute(database.system);
  return rows[0];
}
