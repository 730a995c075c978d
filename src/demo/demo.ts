import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { enrolMember } from '../access/accounts.ts';
import { issueKey } from '../access/api-keys.ts';
import { removeOrganization } from '../database/tenant-tables.ts';
import { provisionOrganization } from '../domain/provision.ts';
import { Unavailable } from '../kernel/errors.ts';
import { connectedTo } from '../store/connections.ts';
import { translated } from '../store/database-errors.ts';
import { LOCKS } from '../store/locks.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import { learnGrown } from '../store/statistics.ts';
import { ORGANIZATION } from './catalogue.ts';
import { makeToday } from './today.ts';
import { makeYear } from './year.ts';

/** Its slug until it is complete. No other organization can have this slug: slugs contain no underscore. */
const UNFINISHED = 'demo_unfinished';

export const DEMO_EMAIL = 'demo@kestrel.example';

export interface Demo {
  /** An admin key of the demo organization: shown only this once. */
  key: string;
  /** Password of its owner, DEMO_EMAIL: shown only this once as well. */
  password: string;
  locationId: string;
}

/**
 * On a database without any organization, creates the demo organization and its year. Returns nothing if there is one
 * already. It gets its final slug together with its key, at the very end. `begins` is called when there is something to
 * wait for.
 */
export async function makeDemo(
  database: OpenDatabase,
  { now = new Date(), begins = () => {} }: { now?: Date; begins?: () => void } = {},
): Promise<Demo | undefined> {
  // Processes that start at the same time must not create two. The second one need not wait: the first one shows the
  // key.
  return database.alone(LOCKS.demo, async () => {
    const { rows } = await sql`select from organizations limit 1`.execute(database.system);
    if (rows.length > 0) return undefined;
    begins();
    const organizationId = await provisionOrganization(database.system, {
      ...ORGANIZATION,
      slug: UNFINISHED,
      modules: [...ORGANIZATION.modules],
    });
    const ids = await makeYear(database, organizationId, now);
    await makeToday(database, organizationId, ids, now);
    await learnGrown(database.background);
    const password = randomBytes(9).toString('base64url');
    await enrolMember(database, organizationId, { email: DEMO_EMAIL, name: 'Demo', role: 'owner' }, password);
    const key = await database.transaction(organizationId, 'demo', async unit => {
      const made = issueKey(unit, { name: 'demo', scopes: ['admin'] });
      await sql`update organizations set slug = ${ORGANIZATION.slug} where id = ${organizationId}`.execute(unit.db);
      return made.key!;
    });
    return { key, password, locationId: ids.locations.get('BER')! };
  });
}

const ATTEMPTS_MAX = 3;
const AGAIN_AFTER_MS = 1000;

/**
 * The same, begun again if the database did not answer in between: on a first start much else is done at the same time,
 * on a slow machine for longer than a connection waits.
 */
export async function makeDemoPatiently(
  database: OpenDatabase,
  ownerUrl: string,
  options?: { now?: Date; begins?: () => void },
): Promise<Demo | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (attempt > 1) await removeUnfinishedDemo(database, ownerUrl);
      return await makeDemo(database, options);
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !(translated(error) instanceof Unavailable)) throw error;
      await sleep(AGAIN_AFTER_MS * attempt);
    }
  }
}

/**
 * Removes an incomplete demo organization, unless another process is creating it now. Runs as the owner, at the start,
 * before anything uses the organization: no other role may remove these rows.
 */
export async function removeUnfinishedDemo(database: OpenDatabase, ownerUrl: string): Promise<void> {
  // Looked for as the system role: the owner sees the row of an organization only after naming it.
  const unfinished = async () =>
    (await sql<{ id: string }>`select id from organizations where slug = ${UNFINISHED}`.execute(database.system))
      .rows[0];
  if (!(await unfinished())) return;
  const client = await connectedTo(ownerUrl, 'stockwright demo');
  try {
    await client.query('begin');
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_xact_lock($1) as locked', [
      LOCKS.demo,
    ]);
    // Again, under the lock: it may have been completed since.
    const found = rows[0]!.locked ? await unfinished() : undefined;
    if (found) await removeOrganization(client, found.id);
    await client.query('commit');
  } finally {
    await client.end().catch(() => undefined);
  }
}
