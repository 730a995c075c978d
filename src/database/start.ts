import { setTimeout as sleep } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type Config, StartFailure } from '../config.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import { LIVES_HERE, podsOf } from '../store/pods.ts';
import { openDatabase } from './database.ts';
import { startEmbedded } from './embedded.ts';
import { connectToMigrate, isMigrated, Unreachable } from './migrated.ts';
import { accessOf, type DatabaseAccess, derivedAccess } from './roles.ts';

export interface StartedDatabase {
  /** The one database, or the first of several: `podsOf` it. */
  database: OpenDatabase;
  /** The owner's URL, if this process may migrate. */
  ownerUrl: string | undefined;
  /** The owners' URLs of several databases. */
  ownerUrls: ReadonlyMap<OpenDatabase, string>;
  /** Closes the databases, and stops the embedded server unless another process is using it. */
  stop(): Promise<void>;
}

interface StartOptions {
  poolSize?: number;
  /**
   * Skips the checks that an earlier start has made, as long as no migration is missing and the guards are in place.
   */
  trustsStart?: boolean;
  /** What is written, if it is not everything. */
  entities?: (() => Promise<MikroORM>) | undefined;
  /** Told to stop while the embedded server is started or migrated, it leaves none behind. */
  signal?: AbortSignal;
  /** Is told of a database that does not answer. */
  say?: (line: string) => void;
}

/** Migrates and opens the databases that the environment names, or else the embedded one. Throws StartFailure. */
export async function startDatabase(config: Config, starting: StartOptions = {}): Promise<StartedDatabase> {
  if (config.DATABASE_URLS) return startPods(config, config.DATABASE_URLS, starting);
  const { DATABASE_URL, DATABASE_OWNER_URL, DATABASE_SYSTEM_URL, DATABASE_DIRECT_URL, MIGRATE } = config;
  if (!DATABASE_URL && (DATABASE_OWNER_URL || DATABASE_SYSTEM_URL || DATABASE_DIRECT_URL || !MIGRATE))
    throw new StartFailure(
      'DATABASE_URL is needed beside DATABASE_OWNER_URL, DATABASE_SYSTEM_URL, DATABASE_DIRECT_URL and MIGRATE=off.',
    );
  const embedded = DATABASE_URL ? undefined : await startEmbedded(config.DATA_DIR, [], starting.signal);
  embedded?.keepRunning();
  try {
    starting.signal?.throwIfAborted();
    const access = accessOf({ ...config, DATABASE_URL: DATABASE_URL ?? embedded!.url });
    if (!access.owner && !config.SECRETS_KEY)
      throw new StartFailure(
        'SECRETS_KEY is needed with MIGRATE=off: no other key can be derived, as the password of the owner is not known.',
      );
    await bringUp(access, starting);
    const database = await open(access, config, starting);
    return {
      database,
      ownerUrl: access.owner,
      ownerUrls: new Map(),
      async stop() {
        await database.close();
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop().catch(() => undefined);
    throw error;
  }
}

async function bringUp(access: DatabaseAccess, { trustsStart = false, signal }: StartOptions): Promise<void> {
  if (trustsStart && (await isMigrated(access))) return;
  await (await import('./migrate.ts')).migrate(access, undefined, { signal });
}

const open = (
  access: DatabaseAccess,
  config: Config,
  { poolSize, entities }: StartOptions,
  pod?: string,
): Promise<OpenDatabase> =>
  openDatabase(access, {
    secretsKeys: config.SECRETS_KEY,
    readLagSeconds: config.DATABASE_READ_LAG_SECONDS,
    pod,
    entities,
    ...(poolSize && { poolSize }),
  });

/** How long after it could not be reached a database is tried again. */
const AGAIN_MS = 5000;

/** A start does not wait for one database of several. Throws Unreachable. */
const answers = async (access: DatabaseAccess): Promise<void> => (await connectToMigrate(access, 0)).end();

/** Whether somebody has to fix it: waiting would not help. */
const isMistake = (error: unknown): boolean => error instanceof StartFailure && !(error instanceof Unreachable);

/**
 * Several databases: docs/pods.md. The first must answer. Another that does not is brought to this release as soon as
 * it does; until then its organizations are not served.
 */
async function startPods(
  config: Config,
  pods: NonNullable<Config['DATABASE_URLS']>,
  { say = line => console.log(line), ...starting }: StartOptions,
): Promise<StartedDatabase> {
  const ownerUrls = new Map<OpenDatabase, string>();
  const stopped = new AbortController();
  const late: Promise<void>[] = [];
  const stop = async () => {
    stopped.abort();
    await Promise.all([...late, ...[...ownerUrls.keys()].map(database => database.close())]);
  };

  async function bringUpLater(access: DatabaseAccess, database: OpenDatabase, home: OpenDatabase): Promise<void> {
    for (let lastMessage = ''; !stopped.signal.aborted; ) {
      await sleep(AGAIN_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
      if (stopped.signal.aborted) return;
      try {
        await bringUp(access, starting);
        await join(home, database);
        database.isReady = true;
        return say(`The database ${database.pod} answers now.`);
      } catch (error) {
        const { message } = error as Error;
        if (isMistake(error) && message !== lastMessage) say((lastMessage = message));
      }
    }
  }

  try {
    let home: OpenDatabase | undefined;
    for (const { name, url } of pods) {
      const access = derivedAccess(url, { secretsKeys: config.SECRETS_KEY });
      const failure = await (home ? answers(access) : Promise.resolve())
        .then(() => bringUp(access, starting))
        .then(
          () => undefined,
          (error: Error) => {
            starting.signal?.throwIfAborted();
            if (home && !isMistake(error)) return error;
            if (!(error instanceof StartFailure)) throw error;
            throw new StartFailure(`DATABASE_URLS: ${name}: ${error.message.replace(/^DATABASE_URL: /, '')}`);
          },
        );
      const database = await open(access, config, starting, name);
      ownerUrls.set(database, url);
      home ??= database;
      if (database === home) continue;
      if (failure) {
        say(`The database ${name} does not answer: its organizations are not served until it does.`);
        database.isReady = false;
        late.push(bringUpLater(access, database, home));
      } else await join(home, database);
      home.others.push(database);
    }
    return { database: home!, ownerUrl: pods[0]!.url, ownerUrls, stop };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

/**
 * Makes sure that the database may stand beside the others: no people, who are in the first, and no organization that
 * another has. One without organizations takes over the epoch of the first, so that subscribers of those that move
 * here notice nothing. Throws StartFailure.
 */
async function join(home: OpenDatabase, pod: OpenDatabase): Promise<void> {
  const people = await sql`select from users limit 1`.execute(pod.system);
  if (people.rows.length > 0)
    throw new StartFailure(`DATABASE_URLS: ${pod.pod} has user accounts of its own, so it can only be the first.`);
  const slugsOf = async ({ system }: OpenDatabase) =>
    (await sql<{ slug: string }>`select o.slug from organizations o where ${LIVES_HERE}`.execute(system)).rows;
  const others = podsOf(home).filter(other => other !== pod);
  const taken = new Set(
    (await Promise.all(others.map(other => slugsOf(other).catch(() => [])))).flat().map(({ slug }) => slug),
  );
  const twice = (await slugsOf(pod)).find(({ slug }) => taken.has(slug));
  if (twice)
    throw new StartFailure(`DATABASE_URLS: ${pod.pod} and another database both have the organization ${twice.slug}.`);
  const { rows } = await sql<{ epoch: string }>`select epoch from event_epochs`.execute(home.system);
  await sql`update event_epochs set epoch = ${rows[0]!.epoch} where not exists (select from organizations)`.execute(
    pod.system,
  );
}

/** The reason why a start failed: one line that says what to change. Only unexpected errors show their stack. */
export function lineFor(error: Error & { code?: string }): string {
  if (error instanceof StartFailure) return error.message;
  // A file: the message names it.
  if (/^(EACCES|EPERM|EROFS|ENOTDIR|ENOSPC)$/.test(error.code ?? '')) return error.message;
  const cause = (error.cause ?? error) as Error & { code?: string };
  // Reported by the database, or by the network on the way to it.
  if (/^([0-9A-Z]{5}|ECONN\w+|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/.test(cause.code ?? ''))
    return `the database says: ${cause.message} (${cause.code})`;
  return error.stack ?? error.message;
}

export type { DatabaseAccess };
