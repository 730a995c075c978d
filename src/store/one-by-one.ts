import { sql } from 'kysely';
import type { Database, Db } from '../kernel/unit.ts';
import { isAway } from './database-errors.ts';

/**
 * Does the work for each of these, one after the other, and then throws what failed: an organization for which it fails
 * holds up no other. Ends at once if the database is away.
 */
export async function oneByOne<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (isAway(error)) throw error;
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `Failed for ${errors.length} of ${items.length}.`);
}

/**
 * A chore that does its work for each organization once on each of its days: soon after its own midnight if it runs
 * often, and a restart puts nothing off. An organization for which it is done is left alone until its next day. Work
 * that returns false is not done yet.
 */
export function onceADay(
  work: (database: Database, organizationId: string) => Promise<unknown>,
): (database: Database & { system: Db }) => Promise<void> {
  const doneOn = new Map<string, string>();
  return async database => {
    const { rows } = await sql<{ id: string; today: string }>`
      select id, (now() at time zone time_zone)::date::text as today
      from organizations where moving is null order by id`.execute(database.system);
    await oneByOne(
      rows.filter(({ id, today }) => doneOn.get(id) !== today),
      async ({ id, today }) => {
        if ((await work(database, id)) !== false) doneOn.set(id, today);
      },
    );
  };
}
