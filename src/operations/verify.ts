import { sql } from 'kysely';
import { type Breach, findBreaches } from '../domain/reconciliation.ts';
import { ALL_CHECKS } from '../events/reconciliation.ts';
import type { Db } from '../kernel/unit.ts';
import { organizationsRows } from '../store/tenant.ts';

/**
 * Runs every rule over one organization after the other (or those given), each from one snapshot, and answers what breaks them. No
 * statement is ended for taking long: what is verified may be years of movements.
 */
export async function verify(db: Db, organizationIds?: readonly string[]): Promise<Breach[]> {
  const found: Breach[] = [];
  for (const id of organizationIds ?? (await everyOrganization(db)))
    found.push(
      ...(await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async snapshot => {
          await sql`set local statement_timeout = 0`.execute(snapshot);
          return findBreaches(snapshot, ALL_CHECKS, organizationsRows(id));
        })),
    );
  return found;
}

async function everyOrganization(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from organizations order by slug`.execute(db);
  return rows.map(({ id }) => id);
}
