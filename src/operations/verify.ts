import { sql } from 'kysely';
import { DOCUMENT_CHECKS } from '../domain/document-checks.ts';
import { type Breach, CHECKS, passesOf } from '../domain/reconciliation.ts';
import { EVENT_CHECKS } from '../events/reconciliation.ts';
import type { Db } from '../kernel/unit.ts';
import { openPool } from '../store/connections.ts';
import { readingOver } from '../store/reading.ts';
import { organizationsRows } from '../store/tenant.ts';
import { WEBHOOK_CHECKS } from '../webhooks/reconciliation.ts';
import { RESPONSE_CHECKS } from './response-checks.ts';

/** Everything that must hold: for stock, costs and documents, for events, their deliveries, and stored responses. */
export const ALL_CHECKS = { ...CHECKS, ...DOCUMENT_CHECKS, ...EVENT_CHECKS, ...WEBHOOK_CHECKS, ...RESPONSE_CHECKS };

/** The application name of its sessions, which only read. */
export const VERIFYING = 'stockwright verify';

const DAY_MS = 86_400_000;

/** The number of concurrent statements, each in a transaction of its own with the same snapshot. */
const LANES = 2;

/**
 * No statement is cancelled for taking long: there may be years of movements to verify. Their sums should neither be
 * sorted on disk nor computed by parallel workers and then again: the lanes keep as many processors busy.
 */
export const PATIENTLY = [
  'statement_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
  "work_mem = '128MB'",
  'max_parallel_workers_per_gather = 0',
].map(setting => `set local ${setting}`);

/**
 * Runs every rule over one organization after the other (or those given), each in one snapshot, several rules at a
 * time, and yields the violations.
 */
export async function verify(db: Db, organizationIds?: readonly string[]): Promise<Breach[]> {
  const breaches: Breach[] = [];
  for (const id of organizationIds ?? (await everyOrganization(db)))
    await atOneMoment(db, async lanes => {
      const passes = passesOf(ALL_CHECKS);
      const of = organizationsRows(id);
      await Promise.all(
        lanes.map(async lane => {
          for (let pass = passes.shift(); pass; pass = passes.shift()) breaches.push(...(await pass(lane, of)));
        }),
      );
    });
  return breaches;
}

const reading = <R>(db: Db, work: (transaction: Db) => Promise<R>): Promise<R> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);

/** Runs the work with several transactions that share a snapshot. */
const atOneMoment = (db: Db, work: (lanes: readonly Db[]) => Promise<void>): Promise<void> =>
  reading(db, async first => {
    for (const setting of PATIENTLY) await sql.raw(setting).execute(first);
    const { rows } = await sql<{ snapshot: string }>`select pg_export_snapshot() as snapshot`.execute(first);
    const add = (lanes: readonly Db[]): Promise<void> =>
      lanes.length === LANES
        ? work(lanes)
        : reading(db, async other => {
            await sql.raw(`set transaction snapshot '${rows[0]!.snapshot}'`).execute(other);
            for (const setting of PATIENTLY) await sql.raw(setting).execute(other);
            await add([...lanes, other]);
          });
    await add([first]);
  });

/** The same with connections of its own, without time limits. */
export async function verifyPatiently(systemUrl: string, organizationIds?: readonly string[]): Promise<Breach[]> {
  const pool = openPool({ url: systemUrl, max: LANES, name: VERIFYING, statementTimeoutMs: DAY_MS });
  try {
    return await verify(readingOver(pool), organizationIds);
  } finally {
    await pool.end();
  }
}

async function everyOrganization(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from organizations order by slug`.execute(db);
  return rows.map(({ id }) => id);
}
