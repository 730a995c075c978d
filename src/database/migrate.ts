import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityMetadata } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import { CompiledQuery, type DatabaseConnection } from 'kysely';
import type pg from 'pg';
import { options } from '../../mikro-orm.config.ts';
import { StartFailure } from '../config.ts';
import { addressOf } from '../store/client.ts';
import { LOCKS } from '../store/locks.ts';
import { isEmpty, loadBaseline } from './baseline.ts';
import { discoveredEntities, tablesOf } from './entities.ts';
import { establishEpoch } from './epoch.ts';
import { guardScripts, type Roles, roleScript } from './guards.ts';
import { LOCK_MS } from './index-migration.ts';
import { connectToMigrate, FINGERPRINT, missingMigrations } from './migrated.ts';
import {
  admit,
  type DatabaseAccess,
  derivedAccess,
  isLetIn,
  ownerVariable,
  pastPooler,
  requireSessions,
  roleOf,
} from './roles.ts';

/** The oldest version that this is tested with. */
const VERSION_MIN = 150_000;

/** How long a start waits for another's migration, and when it reports that: docs/operations.md, "Start and stop". */
export interface Patience {
  saysAfterMs: number;
  endsAfterMs: number;
  say(line: string): void;
  /** Ends it between two migrations, or two tries. */
  signal?: AbortSignal | undefined;
}
const PATIENCE: Patience = { saysAfterMs: 3000, endsAfterMs: 60_000, say: line => console.log(line) };

/**
 * Brings the database to this release: tables, then roles, policies and functions. Processes that start at the same
 * time wait for each other. A process without the owner's URL only checks that all this has been done. Throws
 * StartFailure with one line if the database cannot be used, and an AbortError once it is told to stop.
 */
export async function migrate(
  target: string | DatabaseAccess,
  secretsKeys?: readonly string[],
  given: Partial<Patience> = {},
): Promise<void> {
  const patience = { ...PATIENCE, ...given };
  const access = typeof target === 'string' ? derivedAccess(target, { secretsKeys }) : target;
  const client = await connectToMigrate(access);
  try {
    await requireServer(client);
    if (access.owner) {
      await requireSessions(access.owner, ownerVariable(access));
      await waitForTurn(client, patience);
    }
    const missing = await missingMigrations(client);
    if (missing.length > 0) {
      if (!access.owner) refuseToServe(missing);
      if (await isEmpty(client)) await loadBaseline(client, await discoveredEntities(), missing).catch(inOneLine);
      else await runMigrations(client, access.owner, missing, patience);
    }
    const tables = tablesOf(await discoveredEntities());
    await requireFit(client, tables);
    if (access.owner) await guard(client, tables, access, patience);
    await requireHorizon(client);
    await establishEpoch(client);
  } finally {
    await client.end();
  }
  await admit(access);
}

/** Names are compared and measured in all languages, which PostgreSQL can do in UTF8 only. Throws StartFailure. */
async function requireServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; name: string; encoding: string }>(
    "select current_setting('server_version_num')::int as version, current_setting('server_version') as name, current_setting('server_encoding') as encoding",
  );
  const { version, name, encoding } = rows[0]!;
  if (version < VERSION_MIN)
    throw new StartFailure(`DATABASE_URL: PostgreSQL ${name} is too old; 15 or newer is needed.`);
  if (encoding !== 'UTF8')
    throw new StartFailure(
      `DATABASE_URL: the database is encoded in ${encoding}, and must be in UTF8: create it with "encoding 'UTF8' template template0".`,
    );
}

/**
 * `oldest_change()` needs to see when the transactions of the service's sessions began. If it could not, a poller's
 * `next_updated_since` would silently skip changes that are not committed yet; so this is checked at every start.
 * Throws StartFailure.
 */
export async function requireHorizon(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ tracked: string }>("select current_setting('track_activities') as tracked");
  if (rows[0]!.tracked === 'off')
    throw new StartFailure(
      'DATABASE_URL: track_activities must be on: without it, the service cannot see how far changes are committed.',
    );
}

/**
 * Only one process at a time migrates. The others log that they are waiting, and give up eventually: the holder of the
 * lock may be frozen.
 */
async function waitForTurn(client: pg.Client, { saysAfterMs, endsAfterMs, say, signal }: Patience): Promise<void> {
  const beganAt = performance.now();
  for (let hasSaid = false; ; await sleep(200, undefined, { signal })) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      LOCKS.migration,
    ]);
    if (rows[0]!.mine) return;
    const waitedMs = performance.now() - beganAt;
    if (waitedMs > endsAfterMs)
      throw new StartFailure(
        `another process has been migrating the database for ${Math.round(endsAfterMs / 1000)} s; it may hang (${await holderOf(client)}).`,
      );
    if (waitedMs > saysAfterMs && !hasSaid) {
      say('Another process is migrating the database; waiting for it.');
      hasSaid = true;
    }
  }
}

async function holderOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; since: string }>(
    `select a.pid, coalesce(a.backend_start::text, 'unknown') as since
      from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.objid = $1 and l.granted
       and l.database = (select oid from pg_database where datname = current_database())`,
    [LOCKS.migration],
  );
  return rows[0] ? `server process ${rows[0].pid}, connected since ${rows[0].since}` : 'it has just ended';
}

const inOneLine = (error: Error): never => {
  if (error instanceof StartFailure || error.name === 'AbortError') throw error;
  throw new StartFailure(`the database cannot be migrated: ${error.message.split('\n').at(-1)}`);
};

/** After each try those who waited behind it have their turn, longer each time. */
const PAUSES_MS = [1000, 2000, 4000, 5000];
/** Deadlock; lock not available. */
const CLASHED = /^(40P01|55P03)$/;

/**
 * Repeats what was rolled back because of those who use the tables. Says who they are when it repeats for the first
 * time. Throws StartFailure if they do not end.
 */
async function whenFree<R>(
  client: pg.Client,
  { endsAfterMs, say, signal }: Patience,
  work: () => Promise<R>,
): Promise<R> {
  const beganAt = performance.now();
  for (let tries = 0; ; tries += 1) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      const { code, cause, message } = error as Error & { code?: string; cause?: { code?: string } };
      if (!CLASHED.test(code ?? cause?.code ?? '')) throw error;
      const users = await longestTransactions(client);
      const leftMs = endsAfterMs - (performance.now() - beganAt);
      if (leftMs < 0)
        throw new StartFailure(
          `the database cannot be brought up to date: ${message.split('\n').at(-1)}; does a long transaction, such as a dump, use its tables (${users})?`,
        );
      if (tries === 0) say(`A table to migrate is in use; trying again for ${Math.ceil(leftMs / 1000)} s (${users}).`);
      await sleep(Math.min(PAUSES_MS[tries] ?? PAUSES_MS.at(-1)!, leftMs), undefined, { signal });
    }
  }
}

const WHO = `format('server process %s (%s), in a transaction since %s', a.pid, concat_ws(' ', a.usename, nullif(a.application_name, '')),
  coalesce(to_char(a.xact_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'unknown'))`;

/** Whose transactions what was rolled back may have waited for. */
async function longestTransactions(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ who: string }>(
    `select ${WHO} as who from pg_stat_activity a where datname = current_database() and pid <> pg_backend_pid()
       and xact_start < clock_timestamp() - interval '${LOCK_MS} ms' order by xact_start limit 3`,
  );
  return rows.map(({ who }) => who).join('; ') || 'it has just ended';
}

/** The sessions of migrations: of whoever holds the migration lock, or left of a start that was killed. */
const MIGRATES = 'stockwright migration';

/**
 * Ends what a killed start has left running in the database, such as the build of an index: nobody else can be
 * migrating while this connection holds the migration lock.
 */
async function endLeftovers(client: pg.Client): Promise<void> {
  for (const deadline = performance.now() + LEFTOVERS_MS; performance.now() < deadline; await sleep(100)) {
    const { rowCount } = await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1',
      [MIGRATES],
    );
    if (!rowCount) return;
  }
}
const LEFTOVERS_MS = 10_000;

/** Says which migration takes long, and whom it waits for, while this runs. */
async function watched<R>(
  client: pg.Client,
  { migrator }: MikroORM,
  { saysAfterMs, say, signal }: Patience,
  work: () => Promise<R>,
): Promise<R> {
  const said = new Set<string>();
  const done = new AbortController();
  let running = '';
  let since = 0;
  const begins = ({ name }: { name: string }) => {
    signal?.throwIfAborted();
    running = name;
    since = performance.now();
  };
  async function watch(): Promise<void> {
    for (;;) {
      await sleep(saysAfterMs / 4, undefined, { signal: done.signal });
      const forMs = performance.now() - since;
      if (!running || forMs < saysAfterMs) continue;
      // An index that is built waits for each statement, this one too.
      const { rows } = await client.query<{ who: string }>(
        `select ${WHO} as who from pg_stat_activity m join pg_stat_activity a on a.pid = any(pg_blocking_pids(m.pid))
         where m.datname = current_database() and m.application_name = $1 and a.pid <> pg_backend_pid() limit 1`,
        [MIGRATES],
      );
      const line = rows[0] ? `${running} is waiting for ${rows[0].who}.` : `${running} is running.`;
      if (said.has(line) || (!rows[0] && forMs < RUNS_MS)) continue;
      say(line);
      said.add(line);
    }
  }
  migrator.on('migrating', begins);
  const watching = watch().catch(() => undefined);
  try {
    return await work();
  } finally {
    done.abort();
    migrator.off('migrating', begins);
    await watching;
  }
}
/** After which a migration that waits for nobody says that it is at work. */
const RUNS_MS = 15_000;

async function runMigrations(
  client: pg.Client,
  ownerUrl: string,
  missing: readonly string[],
  patience: Patience,
): Promise<void> {
  await endLeftovers(client);
  const migrationsList = await Promise.all(
    missing.map(async name => ({ name, class: (await import(`./migrations/${name}.ts`))[name] })),
  );
  const orm = await MikroORM.init({
    ...options,
    migrations: { ...options.migrations, migrationsList },
    clientUrl: ownerUrl,
    // Of a clientUrl, MikroORM reads no parameters: it would migrate without TLS whatever `sslmode` says.
    driverOptions: { ...addressOf(ownerUrl), application_name: MIGRATES },
    onCreateConnection: async connection => {
      // A crash loses the last migrations as a whole, and with them whatever was committed after them: a commit that is
      // waited for makes all before it durable.
      const settings = `set lock_timeout = ${LOCK_MS}; set synchronous_commit = off`;
      await (connection as DatabaseConnection).executeQuery(CompiledQuery.raw(settings));
    },
    // Migrations are SQL and need no entities; discovering them takes a sixth of a second.
    entities: [],
    discovery: { warnWhenNoEntities: false },
    subscribers: [],
  });
  const up = () => watched(client, orm, patience, () => orm.migrator.up());
  try {
    // Each migration is a transaction of its own; those that are done are not run again.
    await whenFree(client, patience, up).catch(inOneLine);
  } finally {
    await orm.close(true);
  }
}

/** For a process that must not migrate itself. */
function refuseToServe(missing: readonly string[]): never {
  throw new StartFailure(
    `the database lacks the migration ${missing[0]}${missing.length > 1 ? ` and ${missing.length - 1} more` : ''}: run "npm run -s cli migrate" with DATABASE_OWNER_URL.`,
  );
}

/**
 * Checks that all tables and columns of this release exist, and that rows can be written without any others. Throws
 * StartFailure.
 */
async function requireFit(client: pg.Client, tables: readonly EntityMetadata[]): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; demanded: boolean }>(
    `select c.relname as table, c.relname || '.' || a.attname as column, a.attnotnull and not a.atthasdef
      and a.attidentity = '' as demanded
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  );
  const there = new Set(rows.map(row => row.column));
  const ours = tables.flatMap(meta => {
    const columns = meta.props.filter(prop => prop.persist !== false && prop.fieldNames && !prop.formula);
    return columns.flatMap(({ fieldNames, nullable }) =>
      fieldNames.map(column => ({ column: `${meta.tableName}.${column}`, nullable })),
    );
  });
  refuseMisfit(
    'lacks',
    ours.filter(({ column }) => !there.has(column)),
  );
  // A later release that adds to what is there gets along with this one; one that demands more does not.
  const names = new Set(tables.map(meta => meta.tableName));
  const given = new Set(ours.filter(({ nullable }) => !nullable).map(({ column }) => column));
  refuseMisfit(
    'demands',
    rows.filter(({ table, column, demanded }) => demanded && names.has(table) && !given.has(column)),
  );
}

function refuseMisfit(verb: string, [first, ...more]: readonly { column: string }[]): void {
  if (first)
    throw new StartFailure(
      `the database does not fit this release: it ${verb} ${first.column}${more.length > 0 ? ` and ${more.length} more columns` : ''}. Was it made by another version?`,
    );
}

/**
 * Brings roles, grants, policies and functions up to date. A restored dump has its tables but not its roles, so this
 * compares first, and only changes what differs: changing takes locks that a busy service would feel.
 */
async function guard(
  client: pg.Client,
  tables: readonly EntityMetadata[],
  access: DatabaseAccess,
  patience: Patience,
): Promise<void> {
  const roles: Roles = { app: roleOf(access.app), system: roleOf(access.system) };
  const kinds = ['app', 'system'] as const;
  const letIn = await Promise.all(kinds.map(kind => isLetIn(pastPooler(access)[kind])));
  for (const kind of kinds.filter((_, index) => !letIn[index]))
    await client.query(roleScript(roles[kind])).catch(mayNot(roles[kind].name));
  const scripts = guardScripts(tables, roles);
  const wanted = createHash('sha256').update(scripts.join('\n')).digest('hex');
  const digest = async () =>
    `${wanted} ${(await client.query<{ fingerprint: string }>(FINGERPRINT)).rows[0]!.fingerprint}`;
  await client.query('create table if not exists guards (digest text primary key)');
  const { rowCount } = await client.query('select from guards where digest = $1', [await digest()]);
  if (rowCount) return;
  for (const script of scripts)
    await whenFree(client, patience, () =>
      client.query(`begin; set local lock_timeout = ${LOCK_MS}; ${script}; commit`).catch(async (error: Error) => {
        await client.query('rollback');
        return mayNot(roles.app.name)(error);
      }),
    );
  await client.query(`delete from guards`);
  await client.query('insert into guards values ($1)', [await digest()]);
}

const mayNot =
  (role: string) =>
  (error: Error & { code?: string }): never => {
    if (error.code !== '42501') throw error;
    throw new StartFailure(
      `DATABASE_URL: the owner may not create the role ${role} or grant it rights (${error.message}): give the owner CREATEROLE, or create the role and grant it to the owner.`,
    );
  };
