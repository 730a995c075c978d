import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../kernel/unit.ts';

/*
 * What a process looks for again and again: work that it may not have been told of. All of it is asked in one statement a second, for that is
 * what an idle process costs.
 */

const LOOK_EVERY_MS = 1000;

export interface Look {
  /** Whether there is any: a condition that an index answers, because it is asked for ever. */
  asks(): RawBuilder<unknown>;
  /** Is told after each look, whatever it found. */
  told(found: boolean): void;
  /** Is told where the database did not answer. */
  failed?(error: unknown): void;
}

export interface Looks {
  /** Looks for it every second from now on. Answers how to end that: nothing is told, and no look is under way, afterwards. */
  add(look: Look): () => Promise<void>;
}

export function looksOver(db: Db): Looks {
  const looks = new Set<Look>();
  let clock: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;

  async function lookForAll(): Promise<void> {
    const asked = [...looks];
    const found = asked.map((look, index) => sql`${look.asks()} as ${sql.ref(`look_${index}`)}`);
    try {
      const { rows } = await sql<{ [look: string]: boolean }>`select ${sql.join(found)}`.execute(db);
      for (const [index, look] of asked.entries()) if (looks.has(look)) look.told(rows[0]![`look_${index}`]!);
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
