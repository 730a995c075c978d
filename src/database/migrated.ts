import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { StartFailure } from '../config.ts';
import { openClient } from '../store/client.ts';
import { type DatabaseAccess, isLetIn, ownerVariable, pastPooler } from './roles.ts';

/* Checks whether the database is up to date without loading the entities, which takes longer than most commands. */

const MIGRATIONS = new URL('./migrations/', import.meta.url);
const CONNECT_WITHIN_MS = 20_000;

/**
 * Whether a start has already brought the database to this release: no migration is missing, and both roles can log in
 * and are restricted.
 */
export async function isMigrated(access: DatabaseAccess): Promise<boolean> {
  const client = await connectToMigrate(access);
  try {
    if ((await missingMigrations(client)).length > 0) return false;
    if (!access.owner) return true;
    const guarded = client.query(`select from guards where digest like '% ' || (${FINGERPRINT})`);
    const isGuarded = await guarded.then(
      ({ rowCount }) => rowCount === 1,
      () => false,
    );
    // Its password is derived from the owner's, which may have changed.
    return isGuarded && (await isLetIn(pastPooler(access).app));
  } finally {
    await client.end();
  }
}

/** The database does not answer. */
export class Unreachable extends StartFailure {}

/**
 * Errors that waiting cannot fix: a wrong password or database name, an invalid certificate, a missing certificate
 * file.
 */
const HOPELESS = /^(28P01|28000|3D000|ENOENT|CERT_\w+|ERR_(TLS|SSL)_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+)$/;

/**
 * Connects as the owner, or in a process that only serves as the role that sees all organizations; waits for a database
 * that is not there yet. Throws Unreachable, or StartFailure where waiting does not help.
 */
export async function connectToMigrate(access: DatabaseAccess, withinMs = CONNECT_WITHIN_MS): Promise<pg.Client> {
  const [url, variable] = access.owner
    ? [access.owner, ownerVariable(access)]
    : [pastPooler(access).system, 'DATABASE_SYSTEM_URL'];
  for (const deadline = Date.now() + withinMs; ; await sleep(500)) {
    try {
      return await openClient(url, { application_name: 'stockwright migrate' });
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      if (HOPELESS.test(code ?? '') || message.includes('does not support SSL'))
        throw new StartFailure(`${variable}: the database cannot be used: ${message}`);
      if (Date.now() >= deadline)
        throw new Unreachable(`${variable}: the database cannot be reached: ${message || code}`);
    }
  }
}

/** Migrations of this release that have not been applied. A database that is ahead of this release is fine. */
export async function missingMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client
    .query<{ name: string }>('select name from migrations')
    .catch(() => ({ rows: [] as { name: string }[] }));
  const done = new Set(rows.map(row => row.name));
  return (await readdir(MIGRATIONS))
    .filter(file => /^Migration\w+\.[jt]s$/.test(file))
    .map(file => file.slice(0, -3))
    .filter(name => !done.has(name))
    .sort();
}

/** A digest of tables with their grants, policies, functions and triggers. */
export const FINGERPRINT = `
select md5(string_agg(line, e'\\n' order by line collate "C")) as fingerprint from (
  select format('table %s %s %s %s', relname, relrowsecurity, relforcerowsecurity, relacl) as line
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
  union all select format('column %s %s %s', attrelid::regclass, attname, attacl)
  from pg_attribute where attacl is not null and not attisdropped
  union all select format('policy %s %s %s %s %s %s', tablename, policyname, roles, cmd, qual, with_check)
  from pg_policies where schemaname = 'public'
  union all select format('function %s %s %s %s', proname, prosecdef, md5(prosrc), proacl)
  from pg_proc where pronamespace = 'public'::regnamespace
  union all select format('trigger %s %s %s', tgrelid::regclass, tgname, tgenabled)
  from pg_trigger where not tgisinternal
  union all select format('schema %s', nspacl) from pg_namespace where nspname = 'public'
  union all select format('member %s %s', roleid::regrole, member::regrole)
  from pg_auth_members where member = (select oid from pg_roles where rolname = current_user)
) lines`;
