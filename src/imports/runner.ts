import { performance } from 'node:perf_hooks';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { v4 as uuidv4 } from 'uuid';
import { type Ending, rightsNow } from '../access/actors.ts';
import type { Area } from '../kernel/areas.ts';
import { Unavailable } from '../kernel/errors.ts';
import { allows, type Caller, type Module, type Scope } from '../kernel/operation.ts';
import type { Db, Unit } from '../kernel/unit.ts';
import { translated } from '../store/database-errors.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import { learnGrown } from '../store/statistics.ts';
import { type Mode, resolveKeys } from './decide.ts';
import { type Kind, kindOf } from './kinds.ts';
import { type ImportRecord, identityOf, recordsOf, toldApart } from './records.ts';
import { note, type RowResult, runRecords } from './run.ts';
import type { Format } from './sheet.ts';

/*
 * Runs waiting imports, and continues those of a killed process: an import is leased like a webhook delivery. The
 * effect of a transaction and the progress commit together, so nothing is done twice.
 */

/** One import of an organization at a time, and this many at once in a process, which has other work too. */
const AT_ONCE = 2;
const LEASE_SECONDS = 30;
/** Rows per transaction, unless one record has more. Few, because others wait for what it locks. */
const ROWS_AT_ONCE = 50;
/**
 * The busier the process, the smaller the transactions: this number divided by the requests per second is the number of
 * rows.
 */
const ROWS_BY_REQUESTS = 1000;
const ROWS_LEAST = 2;
/**
 * At this many requests a second an import rests as long as its last transaction took; at more, in proportion, up to
 * three times as long.
 */
const RESTS_BY_REQUESTS = 100;
const RESTS_MOST = 3;
/** The longest rest: an import must come to its end even on a day that is busy throughout. */
const REST_MS_MAX = 200;
/**
 * From this many rows on, tables are analyzed each time an import has doubled what it created: with statistics of an
 * empty table, the planner would scan all of it.
 */
const GROWN_ROWS = 200;
const EARLIER_ROWS_STAY = 'Rows of earlier transactions stay.';
/** How often a transaction is tried at once that fails for a reason other than its rows. */
const ATTEMPTS_MAX = 5;
/** When an import that could not go on is tried again, and for how long after it last went on. */
const AGAIN_SECONDS = 10;
const STUCK_MINUTES = 15;

export interface Imports {
  /** Looks for waiting imports now. */
  wake(): void;
  close(): Promise<void>;
}

interface LeasedImport {
  organizationId: string;
  id: string;
  kind: string;
  mode: Mode;
  onError: 'abort' | 'skip';
  dryRun: boolean;
  format: Format;
  columns: string[];
  actor: string;
  actorId: string | null;
  modules: Module[];
  rowsDone: number;
  lease: string;
}

/** Another process has the import now, or it was cancelled. */
class ImportEnded extends Error {}
/** Rolls back a dry run. */
class OnlyTried extends Error {}
/** Whoever started it no longer has the right to. The message says why. */
class Withdrawn extends Error {}
/** A row was rejected, and ends the import. */
class ImportAborted extends Error {
  readonly rows: readonly RowResult[];

  constructor(rows: readonly RowResult[]) {
    super('aborted');
    this.rows = rows;
  }
}

/** Runs waiting imports; `requestCount` returns how many requests this process has received. */
export function startImports(database: OpenDatabase, log: Logger, requestCount = () => 0): Imports {
  const stop = new AbortController();
  const lanes = new Set<Promise<void>>();

  function wake(): void {
    if (stop.signal.aborted || lanes.size >= AT_ONCE) return;
    const lane = work().catch((error: unknown) => log.warn({ err: error }, 'looking for imports failed; trying again'));
    lanes.add(lane);
    void lane.finally(() => lanes.delete(lane));
  }

  async function work(): Promise<void> {
    for (let leased = await lease(database); leased; leased = await lease(database)) {
      wake();
      const { id, organizationId } = leased;
      await run(database, leased, paceOf(requestCount), stop.signal).catch(async (error: unknown) => {
        if (error instanceof ImportEnded) return;
        if (stop.signal.aborted) return giveBack(database, leased!);
        if (translated(error) instanceof Unavailable && (await putOff(database, leased!))) {
          log.warn({ err: error, importId: id, organizationId }, 'an import cannot go on; trying again');
          return;
        }
        log.error({ err: error, importId: id, organizationId }, 'an import failed');
        await end(database, leased!, 'failed', 'Something went wrong on our side. What was done by then stays.');
      });
      if (stop.signal.aborted) return;
    }
  }

  const endLooking = database.looks.add({ condition: () => UNATTENDED, checked: found => found && wake() });
  wake();
  return {
    wake,
    async close() {
      stop.abort();
      await Promise.all([endLooking(), ...lanes]);
    },
  };
}

/** Whether there is an import that no process is running. */
const UNATTENDED = sql`exists (
  select from imports where status in ('pending', 'running') and coalesce(lease_until < now(), true))`;

/** Takes the oldest import that no process is running, of an organization that has none under way. */
async function lease(database: OpenDatabase): Promise<LeasedImport | undefined> {
  const token = uuidv4();
  const { rows } = await sql<LeasedImport>`
    update imports t
    set lease = ${token}, lease_until = now() + ${LEASE_SECONDS} * interval '1 second', status = 'running',
      started_at = coalesce(t.started_at, date_trunc('milliseconds', now())),
      updated_at = case when t.status = 'pending' then date_trunc('milliseconds', now()) else t.updated_at end
    from organizations o
    where o.id = t.organization_id and (t.organization_id, t.id) = (
      select w.organization_id, w.id from imports w
      where w.status in ('pending', 'running') and coalesce(w.lease_until < now(), true) and not exists (
        select from imports r where r.organization_id = w.organization_id and r.id <> w.id and r.status = 'running'
            and r.lease_until >= now())
      order by w.created_at, w.id limit 1 for update skip locked)
    returning t.organization_id as "organizationId", t.id, t.kind, t.mode, t.on_error as "onError",
      t.dry_run as "dryRun", t.format, t.columns,
      t.actor, t.actor_id as "actorId", o.modules, t.rows_done as "rowsDone", t.lease`.execute(database.background);
  return rows[0];
}

const mine = ({ organizationId, id, lease: token }: LeasedImport) =>
  sql`organization_id = ${organizationId} and id = ${id} and lease = ${token} and status = 'running'`;

/** Another process may continue it at once. */
async function giveBack(database: OpenDatabase, leased: LeasedImport): Promise<void> {
  await sql`update imports set lease_until = null where ${mine(leased)}`.execute(database.background);
}

/** Any process may try again soon. False if it has not gone on for too long. */
async function putOff(database: OpenDatabase, leased: LeasedImport): Promise<boolean> {
  const { rows } = await sql`
    update imports set lease_until = now() + ${AGAIN_SECONDS} * interval '1 second'
    where ${mine(leased)} and updated_at > now() - ${STUCK_MINUTES} * interval '1 minute' returning id`.execute(
    database.background,
  );
  return rows.length > 0;
}

async function end(
  database: OpenDatabase,
  leased: LeasedImport,
  status: 'completed' | 'failed',
  failure: string | null,
) {
  await sql`
    update imports
    set status = ${status}, failure = ${failure}, lease_until = null, completed_at = date_trunc('milliseconds', now()),
      updated_at = date_trunc('milliseconds', now())
    where ${mine(leased)}`.execute(database.background);
  // The sheet of a dry run is kept, because it may be applied.
  if (!leased.dryRun)
    await sql`delete
      from import_contents where organization_id = ${leased.organizationId} and import_id = ${leased.id}`.execute(
      database.background,
    );
}

async function run(database: OpenDatabase, leased: LeasedImport, pace: Pace, signal: AbortSignal): Promise<void> {
  const kind = kindOf(leased.kind);
  const { rows } = await sql<{ content: Buffer }>`
    select content
    from import_contents where organization_id = ${leased.organizationId} and import_id = ${leased.id}`.execute(
    database.background,
  );
  const content = rows[0]?.content;
  if (!content) throw new Error('The sheet of the import is gone.');
  const records = () => recordsOf(kind, content, leased.format, leased.columns);
  const twice = await saidTwice(kind, records(), database.read(leased.organizationId));
  const caller: Caller = {
    organizationId: leased.organizationId,
    actor: leased.actor,
    ...(leased.actorId && { actorId: leased.actorId }),
    scopes: new Set<Scope>([`${kind.create.area as Area}:write`]),
    modules: new Set(leased.modules),
    database,
  };
  let grown = GROWN_ROWS;
  try {
    for await (const some of inPortions(records(), leased.rowsDone, pace)) {
      if (signal.aborted) throw new Error('The process is stopping.');
      for (const record of some) twice(record);
      await attempt(() => portion(database, leased, caller, some));
      if (leased.rowsDone >= grown && !leased.dryRun) {
        await learnGrown(database.background);
        grown = 2 * leased.rowsDone;
      }
      await pace.giveWay(signal);
    }
    const rejected = leased.dryRun && leased.onError === 'abort' ? await rejectedBy(database, leased) : 0;
    if (rejected === 0) return await end(database, leased, 'completed', null);
    await end(database, leased, 'failed', `${rejected} ${rejected === 1 ? 'row was' : 'rows were'} rejected.`);
  } catch (error) {
    if (error instanceof Withdrawn)
      return end(database, leased, 'failed', leased.dryRun ? error.message : `${error.message} ${EARLIER_ROWS_STAY}`);
    if (!(error instanceof ImportAborted)) throw error;
    await database.transaction(leased.organizationId, leased.actor, async unit => {
      await hold(unit, leased);
      note(unit, leased.id, error.rows);
      return {};
    });
    const [first] = error.rows;
    await end(database, leased, 'failed', `Row ${first?.row} was rejected. ${EARLIER_ROWS_STAY}`);
  }
}

async function rejectedBy(database: OpenDatabase, leased: LeasedImport): Promise<number> {
  const { rows } = await sql<{ rejected: number }>`
    select rows_rejected as rejected from imports where ${mine(leased)}`.execute(database.background);
  return rows[0]?.rejected ?? 0;
}

/** How much an import does at a time, and how long it rests in between: requests take precedence. */
interface Pace {
  rows(): number;
  giveWay(signal: AbortSignal): Promise<void>;
}

function paceOf(requestCount: () => number): Pace {
  let [lookedAt, askedThen, perSecond] = [performance.now(), requestCount(), 0];
  return {
    rows: () => Math.max(ROWS_LEAST, Math.min(ROWS_AT_ONCE, ROWS_BY_REQUESTS / perSecond)),
    async giveWay(signal) {
      await setImmediate();
      const tookMs = performance.now() - lookedAt;
      perSecond = ((requestCount() - askedThen) * 1000) / tookMs;
      const restMs = Math.min(tookMs * Math.min(RESTS_MOST, perSecond / RESTS_BY_REQUESTS), REST_MS_MAX);
      if (restMs >= 1) await sleep(restMs, undefined, { signal }).catch(() => undefined);
      [lookedAt, askedThen] = [performance.now(), requestCount()];
    },
  };
}

/** Records that are not done yet, about this many rows at a time. */
async function* inPortions(
  batches: AsyncIterable<ImportRecord[]>,
  done: number,
  pace: Pace,
): AsyncGenerator<ImportRecord[]> {
  let portion: ImportRecord[] = [];
  let rows = 0;
  for await (const batch of batches)
    for (const record of batch) {
      if (record.rows.at(-1)!.number <= done) continue;
      portion.push(record);
      rows += record.rows.length;
      if (rows < pace.rows()) continue;
      yield portion;
      [portion, rows] = [[], 0];
    }
  if (portion.length > 0) yield portion;
}

/** One transaction: the effect of the records, and the results of their rows. */
async function portion(database: OpenDatabase, leased: LeasedImport, caller: Caller, records: readonly ImportRecord[]) {
  const { organizationId, actor, actorId, mode, onError, dryRun } = leased;
  const kind = kindOf(leased.kind);
  const work = database.transaction(
    organizationId,
    actor,
    async unit => {
      await hold(unit, leased);
      await requireRights(unit, leased);
      let done: RowResult[] = [];
      if (dryRun) {
        // Document numbers are drawn outside the transaction, so a dry run would waste them.
        let numbers = 0;
        const dry = { ...unit, nextNumber: async (prefix: string) => `${prefix}-?${(numbers += 1)}` };
        await unit
          .part(async () => {
            done = await runRecords(dry, kind, mode, records, caller);
            throw new OnlyTried();
          })
          .catch((error: unknown) => {
            if (!(error instanceof OnlyTried)) throw error;
          });
      } else done = await runRecords(unit, kind, mode, records, caller);
      const rejected = done.filter(({ status }) => status === 'rejected');
      if (onError === 'abort' && rejected.length > 0 && !dryRun) throw new ImportAborted(rejected);
      note(unit, leased.id, done);
      return { rows: done.length };
    },
    actorId ? { actorId } : {},
  );
  leased.rowsDone += (await work).rows;
}

/** Locks the import for this transaction, and checks that it is still leased to us and at the expected row. */
async function hold(unit: Unit, { id, lease: token, rowsDone }: LeasedImport): Promise<void> {
  const { rows } = await sql`
    update imports t set lease_until = now() + ${LEASE_SECONDS} * interval '1 second'
    where t.organization_id = ${unit.organizationId} and t.id = ${id} and t.lease = ${token} and t.status = 'running'
      and t.rows_done = ${rowsDone} returning t.id`.execute(unit.db);
  if (rows.length === 0) throw new ImportEnded();
}

const ENDINGS: { readonly [ending in Ending]: string } = {
  revoked: 'The API key that started it was revoked.',
  expired: 'The API key that started it has expired.',
  removed: 'Whoever started it is no longer a member of the organization.',
};

/**
 * Ends the import if whoever started it has lost the right to: docs/api.md, "Work that goes on". The operator has no
 * id, and may always.
 */
async function requireRights(unit: Unit, { kind, actorId }: LeasedImport): Promise<void> {
  if (!actorId) return;
  const rights = await rightsNow(unit, actorId);
  if (typeof rights === 'string') throw new Withdrawn(ENDINGS[rights]);
  const { area, module } = kindOf(kind).create;
  if (!allows(rights.scopes, `${area as Area}:write`))
    throw new Withdrawn(`Whoever started it no longer has the scope ${area}:write.`);
  if (module && !rights.modules.has(module)) throw new Withdrawn(`The ${module} module is no longer enabled.`);
}

/** A short outage of the database is not even noticed. */
async function attempt(work: () => Promise<void>): Promise<void> {
  for (let number = 1; ; number += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Unavailable) || number === ATTEMPTS_MAX) throw error;
      await sleep(200 * number ** 2);
    }
  }
}

/**
 * Finds duplicates in a sheet: records under one key, SKUs and barcodes. Both are rejected, because nobody knows which
 * one is meant. Only duplicates are kept in memory.
 */
async function saidTwice(
  kind: Kind,
  batches: AsyncIterable<ImportRecord[]>,
  db: Db,
): Promise<(record: ImportRecord) => void> {
  /** What was seen, in the spelling in which the sheet has it first. */
  const seen = new Map<string, string>();
  const twice = new Set<string>();
  const see = (meant: string, said: string) => {
    const first = seen.get(meant);
    if (first === undefined) seen.set(meant, said);
    else twice.add(first).add(said);
  };
  for await (const batch of batches) {
    await resolveKeys(db, kind, batch);
    for (const record of batch) {
      const { parts } = toldApart(kind, record);
      if (parts && record.identity !== undefined) see(`key ${identityOf(parts)}`, `key ${record.identity}`);
      for (const { mark } of record.marks) see(mark, mark);
    }
  }
  seen.clear();
  return record => {
    const { identity, marks, rows } = record;
    if (identity !== undefined && twice.has(`key ${identity}`))
      for (const { number: row } of rows)
        record.problems.push({ ...TWICE, field: record.locate(record.keyField).field, row });
    for (const { mark, row, header } of marks)
      if (twice.has(mark) && !record.problems.some(problem => problem.row === row && problem.code === TWICE.code))
        record.problems.push({ ...TWICE, field: header, row });
  };
}

const TWICE = { code: 'duplicate_in_file', message: 'Appears in the sheet more than once.' } as const;
