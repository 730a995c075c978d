import { sql } from 'kysely';
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
