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
 * Organizations with this many entries of the ledger in all are verified together. For each alone PostgreSQL reads most
 * of every table: 1,000 small ones beside a large one took 20 minutes.
 */
const ENTRIES_TOGETHER = 1_000_000;

/**
 * Runs every rule over all organizations, small ones together, or over each of those given. Each of these groups is
 * verified in one snapshot, several rules at a time. Returns the violations; `progressed` is told how many
 * organizations are done, of how many.
 */
export async function verify(
  db: Db,
  organizationIds?: readonly string[],
  progressed: (done: number, of: number) => void = () => undefined,
): Promise<Breach[]> {
  const breaches: Breach[] = [];
  const groups = organizationIds?.map(id => [id]) ?? together(await everyOrganization(db));
  let done = 0;
  for (const ids of groups) {
    await atOneMoment(db, async lanes => {
      const passes = passesOf(ALL_CHECKS);
      const of = organizationsRows(ids);
      await Promise.all(
        lanes.map(async lane => {
          for (let pass = passes.shift(); pass; pass = passes.shift()) breaches.push(...(await pass(lane, of)));
        }),
      );
    });
    done += ids.length;
    progressed(done, groups.flat().length);
  }
  return breaches;
}

interface Sized {
  id: string;
  entries: number;
}

/** Organizations in their order, as many together as may be; a large one is alone. */
export function together(organizations: readonly Sized[], most = ENTRIES_TOGETHER): string[][] {
  const groups: string[][] = [];
  let left = 0;
  for (const { id, entries } of organizations) {
    if (groups.length > 0 && entries <= left) groups.at(-1)!.push(id);
    else {
      groups.push([id]);
      left = most;
    }
    left -= entries;
  }
  return groups;
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
export async function verifyPatiently(
  systemUrl: string,
  organizationIds?: readonly string[],
  progressed?: (done: number, of: number) => void,
): Promise<Breach[]> {
  const pool = openPool({ url: systemUrl, max: LANES, name: VERIFYING, statementTimeoutMs: DAY_MS });
  try {
    return await verify(readingOver(pool), organizationIds, progressed);
  } finally {
    await pool.end();
  }
}

async function everyOrganization(db: Db): Promise<Sized[]> {
  const { rows } = await sql<Sized>`
    select o.id, (select count(*) from ledger_entries e where e.organization_id = o.id) as entries
    from organizations o order by o.slug`.execute(db);
  return rows;
}
