import { type Config, StartFailure } from '../config.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import { openDatabase } from './database.ts';
import { startEmbedded } from './embedded.ts';
import { isMigrated } from './migrated.ts';
import { accessOf, type DatabaseAccess } from './roles.ts';

export interface StartedDatabase {
  database: OpenDatabase;
  /** The owner's address, where this process may migrate. */
  ownerUrl: string | undefined;
  /** Closes it, and ends the embedded server unless another process uses it. */
  stop(): Promise<void>;
}

/**
 * Brings the database that the environment names, or the embedded one, to this release and opens it. Throws StartFailure. Whoever trusts a start
 * does not look again at what one left, as long as no migration is missing and its guards stand.
 */
export async function startDatabase(
  config: Config,
  { poolSize, trustsStart = false }: { poolSize?: number; trustsStart?: boolean } = {},
): Promise<StartedDatabase> {
  const { DATABASE_URL, DATABASE_OWNER_URL, DATABASE_SYSTEM_URL, DATABASE_DIRECT_URL, MIGRATE } = config;
  if (!DATABASE_URL && (DATABASE_OWNER_URL || DATABASE_SYSTEM_URL || DATABASE_DIRECT_URL || !MIGRATE))
    throw new StartFailure(
      'DATABASE_URL is needed beside DATABASE_OWNER_URL, DATABASE_SYSTEM_URL, DATABASE_DIRECT_URL and MIGRATE=off.',
    );
  const embedded = DATABASE_URL ? undefined : await startEmbedded(config.DATA_DIR);
  try {
    const access = accessOf({ ...config, DATABASE_URL: DATABASE_URL ?? embedded!.url });
    if (!access.owner && !config.SECRETS_KEY)
      throw new StartFailure(
        'SECRETS_KEY is needed with MIGRATE=off: secrets cannot rest under the password of an owner who is not known.',
      );
    if (!(trustsStart && (await isMigrated(access)))) await (await import('./migrate.ts')).migrate(access);
    const database = await openDatabase(access, {
      secretsKeys: config.SECRETS_KEY,
      readLagSeconds: config.DATABASE_READ_LAG_SECONDS,
      ...(poolSize && { poolSize }),
    });
    return {
      database,
      ownerUrl: access.owner,
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

/** What ended a start, in one line that says what to change; a stack only for what nobody planned for. */
export function lineFor(error: Error & { code?: string }): string {
  if (error instanceof StartFailure) return error.message;
  if (error.code === 'EADDRINUSE') return `PORT is taken: ${error.message}`;
  if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL') return error.message;
  const cause = (error.cause ?? error) as Error & { code?: string };
  // What the database or the way to it says.
  if (/^([0-9A-Z]{5}|ECONN\w+|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/.test(cause.code ?? ''))
    return `the database says: ${cause.message} (${cause.code})`;
  return error.stack ?? error.message;
}

export type { DatabaseAccess };
