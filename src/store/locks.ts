import { sql } from 'kysely';
import { OvertakenRead, type Problem, Refusal } from '../kernel/errors.ts';
import type { Unit } from '../kernel/unit.ts';

/**
 * The advisory locks of the service, in one place so that no two have the same number. Only this service must use them.
 */
export const LOCKS = {
  migration: 7_206_001,
  sequencing: 7_206_002,
  deliveries: 7_206_003,
  chores: 7_206_004,
  slowChores: 7_206_005,
  demo: 7_206_006,
  plans: 7_206_007,
  organizations: 7_206_008,
  moves: 7_206_009,
  slowestChores: 7_206_010,
} as const;

/**
 * Makes other transactions of the organization that ask for the same key wait for the end of this one, and so see what
 * it wrote. For what has no row to lock, such as a record that may be created.
 */
export async function lockKey(unit: Unit, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${unit.organizationId} ${key}`}, 0))`.execute(unit.db);
}

/**
 * Creates the record that was not found by the value of this field. Throws OvertakenRead if another transaction, which
 * did not lock the key, has created it since: the command starts over and finds it.
 */
export async function createUnfound<R>(unit: Unit, field: string, make: () => Promise<R>): Promise<R> {
  try {
    return await unit.part(make);
  } catch (error) {
    const isFound = ({ code, field: taken }: Problem) => code === 'already_exists' && taken === field;
    if (error instanceof Refusal && error.problems.some(isFound))
      throw new OvertakenRead(`Somebody else has created the record with this ${field}.`);
    throw error;
  }
}
