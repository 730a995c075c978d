import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../kernel/unit.ts';

/*
 * Polls for work that a process may have missed a notification of. All conditions are checked in one statement a
 * second, because polling is what an idle process costs.
 */

const LOOK_EVERY_MS = 1000;

interface Look {
  /** A condition that is true if there is work. An index must answer it, because it is checked every second. */
  condition(): RawBuilder<unknown>;
  /** Called after each check with its result. */
  checked(found: boolean): void;
  /** Called if the check failed, for any of the conditions. */
  failed?(error: unknown): void;
}

export interface Looks {
  /**
   * Checks the condition every second from now on. Returns a function that ends this; once it settles, nothing is
   * called any more.
   */
  add(look: Look): () => Promise<void>;
}

/** Asks the database for all conditions in one statement a second. */
export function looksOver(db: Db): Looks {
  const looks = new Set<Look>();
  let clock: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;

  async function lookForAll(): Promise<void> {
    const asked = [...looks];
    const found = asked.map((look, index) => sql`${look.condition()} as ${sql.ref(`look_${index}`)}`);
    try {
      const { rows } = await sql<{ [look: string]: boolean }>`select ${sql.join(found)}`.execute(db);
      for (const [index, look] of asked.entries()) if (looks.has(look)) look.checked(rows[0]![`look_${index}`]!);
    } catch (error) {
      for (const look of asked) if (looks.has(look)) look.failed?.(error);
    }
  }

  return {
    add(look) {
      looks.add(look);
      clock ??= setInterval(() => {
        looking ??= lookForAll().finally(() => (looking = undefined));
      }, LOOK_EVERY_MS).unref();
      return async () => {
        looks.delete(look);
        if (looks.size === 0) {
          clearInterval(clock);
          clock = undefined;
        }
        await looking;
      };
    },
  };
}
