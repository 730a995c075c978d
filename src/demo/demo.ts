import { sql } from 'kysely';
import type { OpenDatabase } from '../database/database.ts';
import { issueKey } from '../domain/api-keys.ts';
import { provisionMember } from '../domain/members.ts';
import { provisionOrganization } from '../domain/provision.ts';
import { ORGANIZATION } from './catalogue.ts';
import { makeToday } from './today.ts';
import { makeYear } from './year.ts';

/** Any number that only this service uses. */
const DEMO_LOCK = 7_206_003;

export const DEMO_EMAIL = 'demo@kestrel.example';
export const DEMO_PASSWORD = 'roast-and-ship';

export interface Demo {
  /** An admin key of the demo organization: shown this once. */
  key: string;
  locationId: string;
}

/** On a database without any organization, makes the demo organization and its year. Answers nothing when there is one already. */
export async function makeDemo(database: OpenDatabase, now = new Date()): Promise<Demo | undefined> {
  const lock = await database.systemPool.connect();
  try {
    // Processes that start at once must not make two.
    await lock.query('select pg_advisory_lock($1)', [DEMO_LOCK]);
    const { rows } = await sql`select from organizations limit 1`.execute(database.system);
    if (rows.length > 0) return undefined;
    const organizationId = await provisionOrganization(database.system, { ...ORGANIZATION, modules: [...ORGANIZATION.modules] });
    const ids = await makeYear(database, organizationId, now);
    await makeToday(database, organizationId, ids, now);
    await provisionMember(database, organizationId, { email: DEMO_EMAIL, name: 'Demo', role: 'owner' }, DEMO_PASSWORD);
    const key = await database.transaction(organizationId, 'demo', async unit => {
      const made = issueKey(unit, { name: 'demo', scopes: ['admin'] });
      await unit.em.flush();
      return made.key!;
    });
    return { key, locationId: ids.locations.get('BER')! };
  } finally {
    await lock.query('select pg_advisory_unlock($1)', [DEMO_LOCK]).catch(() => undefined);
    lock.release();
  }
}
