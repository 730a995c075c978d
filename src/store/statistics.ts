import { sql } from 'kysely';
import type { Db } from '../kernel/unit.ts';

/**
 * Tells the planner of tables that have grown by a third, for whoever fills an empty database: autovacuum comes up to a
 * minute later, and until then a statement that joins the new tables may read all of one for each row of another.
 */
export const learnGrown = (db: Db) => sql`select analyze_grown()`.execute(db);
