import { type Config, StartFailure } from '../config.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import { openDatabase } from './database.ts';
import { startEmbedded } from './embedded.ts';
import { isMigrated } from './migrated.ts';
import { accessOf, type DatabaseAccess } from './roles.ts';

export interface StartedDatabase {
  database: OpenDatabase;
  /** The owner's URL, if this process may migrate. */
  ownerUrl: string | undefined;
  /** Closes the database, and stops the embedded server unless another process is using it. */
  stop(): Promise<void>;
}

/**
 * Migrates and opens the database that the environment names, or else the embedded one. Throws StartFailure. With
 * `trustsStart`, skips the checks that an earlier start has made, as long as no migration is missing and the guards are in
 * place.
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
        'SECRETS_KEY is needed with MIGRATE=off: no other key can be derived, as the password of the owner is not known.',
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

/** The reason why a start failed: one line that says what to change. Only unexpected errors show their stack. */
export function lineFor(error: Error & { code?: string }): string {
  if (error instanceof StartFailure) return error.message;
  if (error.code === 'EADDRINUSE') return `PORT is taken: ${error.message}`;
  if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL') return error.message;
  const cause = (error.cause ?? error) as Error & { code?: string };
  // Reported by the database, or by the network on the way to it.
  if (/^([0-9A-Z]{5}|ECONN\w+|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/.test(cause.code ?? ''))
    return `the database says: ${cause.message} (${cause.code})`;
  return error.stack ?? error.message;
}

export type { DatabaseAccess };
