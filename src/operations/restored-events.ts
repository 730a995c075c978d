import { sql } from 'kysely';
import { LOCKS } from '../store/locks.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import { passOver } from '../webhooks/dispatcher.ts';

/** The organization whose head counts the events of all organizations. */
const ALL = '00000000-0000-0000-0000-000000000000';

/** Events with positions that another database, or another organization, gave. */
interface Positions {
  first: number;
  last: number;
}

/**
 * Reserves a part of the sequence over all organizations for events that are about to be inserted with their positions,
 * and passes over it: they are delivered already. Returns what is added to a position. An organization that is named,
 * and has no events yet, gives its next one the position after them.
 *
 * It is done before they are inserted, so that they are complete once they are there: an organization whose head is
 * behind the positions of its events would keep the events of all from being numbered.
 */
export async function makeRoom(to: OpenDatabase, { first, last }: Positions, organizationId?: string): Promise<number> {
  const count = last - first + 1;
  const before = await to.background.transaction().execute(async transaction => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.sequencing)})`.execute(transaction);
    if (organizationId)
      await sql`
        insert into event_heads (organization_id, position)
        select ${organizationId}, ${last}
        where not exists (select from events where organization_id = ${organizationId})
        on conflict (organization_id) do update set position = excluded.position`.execute(transaction);
    const { rows } = await sql<{ position: number }>`
      update event_heads set position = position + ${count} where organization_id = ${ALL} returning position`.execute(
      transaction,
    );
    return rows[0]!.position - count;
  });
  await passOver(to.background, before + count);
  return before + 1 - first;
}
