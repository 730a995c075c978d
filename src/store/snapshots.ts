import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { refuse } from '../kernel/errors.ts';
import type { Db, Snapshot } from '../kernel/unit.ts';
import { connected, SNAPSHOT, TenantConnection, waitingFor } from './connections.ts';
import { readingOn } from './reading.ts';
import { ofTenant } from './tenant.ts';

/*
 * Holds one snapshot of an organization's data for as long as an export is being read. Its connections are separate
 * from those of requests, so slow readers make no request wait, and the snapshot is the same from the first row to the
 * last.
 */

/**
 * The application name of their sessions. They change nothing, so following changes need not wait for them: see
 * `oldest_change`.
 */
export const SNAPSHOTS = 'stockwright snapshots';

/** docs/api.md, "Exports". */
const PER_ORGANIZATION = 2;
/**
 * Longer than a reader may stall: a stalled reader is cut off by the service, with a message, and not by the
 * database.
 */
const IDLE_MS = 60_000;
/** A file has whole lists and reports, each read in a few statements that may take longer than those of a request. */
export const SNAPSHOT_STATEMENT_MS = 60_000;
/** A snapshot in which every event has its position is worth a short wait. */
const MOMENTS = 10;
const MOMENT_MS = 20;

/** Opens snapshots from a pool. Refuses `rate_limited` for a key's second at a time, and an organization's third. */
export const snapshotsOver =
  (pool: pg.Pool) =>
  async (organizationId: string, reader: string | null): Promise<Snapshot> => {
    const client = await connected(pool, organizationId);
    const connection = new TenantConnection(client, { organizationId });
    const db = readingOn(connection);
    let lost: Error | undefined;
    let closed = false;
    const close = async () => {
      if (closed) return;
      closed = true;
      await client.query('rollback').catch((error: Error) => (lost = error));
      client.release(lost);
    };
    try {
      for (let moment = 1; ; moment += 1) {
        await connection.begin(SNAPSHOT);
        const taken = await momentOf(db, organizationId, reader);
        if (taken.settled || moment === MOMENTS) {
          const { asOf, position } = taken;
          return { db, asOf, position, isWanted: () => waitingFor(pool) > 0, close };
        }
        await client.query('rollback');
        await sleep(MOMENT_MS);
      }
    } catch (error) {
      await close();
      throw error;
    }
  };

/** Takes the first free slot only. */
const placeOf = (organizationId: string) => {
  const places = Array.from(
    { length: PER_ORGANIZATION },
    (_, place) =>
      sql`when pg_try_advisory_xact_lock(hashtextextended(${`export ${place} of ${organizationId}`}, 0)) then true`,
  );
  return sql`case ${sql.join(places, sql` `)} else false end`;
};

interface Moment {
  asOf: string;
  position: number;
  /** Whether all events up to then have their positions. */
  settled: boolean;
}

/**
 * The locks end with the transaction, so a killed process holds none, and they count across all processes that read
 * from the same server. A replica's time is that of the last commit that it has, by the primary's clock.
 */
async function momentOf(db: Db, organizationId: string, reader: string | null): Promise<Moment> {
  const { rows } = await sql<Moment & { alone: boolean; room: boolean }>`
    select case when pg_is_in_recovery() then least(now(), pg_last_xact_replay_timestamp()) else now() end as "asOf",
      event_head() as position,
      not exists (select from events e where ${ofTenant('e')} and e.position is null) as settled,
      ${reader === null ? sql`true` : sql`pg_try_advisory_xact_lock(hashtextextended(${`export by ${reader}`}, 0))`} as
        alone,
      ${reader === null ? sql`true` : placeOf(organizationId)} as room,
        set_config('idle_in_transaction_session_timeout', ${String(IDLE_MS)}, true),
        set_config('statement_timeout', ${String(SNAPSHOT_STATEMENT_MS)}, true)`.execute(db);
  const { alone, room, ...moment } = rows[0]!;
  if (!alone) refuse('rate_limited', 'This key is already reading an export; wait for it to end.');
  if (!room)
    refuse('rate_limited', `The organization is already reading ${PER_ORGANIZATION} exports; wait for one to end.`);
  return moment;
}
