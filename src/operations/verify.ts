import { sql } from 'kysely';
import { DOCUMENT_CHECKS } from '../domain/document-checks.ts';
import { type Breach, CHECKS, findBreaches } from '../domain/reconciliation.ts';
import { EVENT_CHECKS } from '../events/reconciliation.ts';
import type { Db } from '../kernel/unit.ts';
import { organizationsRows } from '../store/tenant.ts';
import { WEBHOOK_CHECKS } from '../webhooks/reconciliation.ts';

/** Everything that must hold: of stock, costs and documents, of the log of events, and of what was delivered of it. */
export const ALL_CHECKS = { ...CHECKS, ...DOCUMENT_CHECKS, ...EVENT_CHECKS, ...WEBHOOK_CHECKS };

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
