import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import { pruneAccounts } from '../access/accounts.ts';
import { expireLots } from '../domain/lots.ts';
import { expireReservations } from '../domain/orders.ts';
import { forecastsKeeper } from '../domain/planning/forecasts/stored-forecasts.ts';
import { patternsKeeper } from '../domain/planning/insights/patterns.ts';
import { refreshPlaces } from '../domain/planning/insights/places.ts';
import { makePlans, PLANS_WAIT } from '../domain/planning/replenishment/make-plans.ts';
import { pruneSuggestions } from '../domain/planning/replenishment/plans.ts';
import { pruneIdempotencyKeys } from '../store/idempotency.ts';
import { LOCKS } from '../store/locks.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import { spellsOf } from '../store/reporter.ts';
import { reseal } from './reseal.ts';

/*
 * Background jobs that run from time to time, in one process at a time.
 */

export interface Chore {
  name: string;
  everyMs: number;
  /**
   * How long it may take where there is much to do, or there are many organizations: it runs beside the others, and not
   * right after a process starts. What takes hours runs beside what takes minutes too.
   */
  slow?: 'minutes' | 'hours';
  /** The condition that somebody waits for it: looked for every second, and then it is done beside the others. */
  asked?: RawBuilder<unknown>;
  run(database: OpenDatabase): Promise<unknown>;
}

const MINUTE_MS = 60_000;
/** Events and their deliveries are kept for 30 days: docs/api.md, "The event log". */
const KEPT = sql`interval '30 days'`;
const PRUNED_AT_ONCE = 5000;

export const CHORES: readonly Chore[] = [
  { name: 'expire reservations', everyMs: MINUTE_MS / 4, run: expireReservations },
  { name: 'expire lots', everyMs: 10 * MINUTE_MS, run: expireLots },
  { name: 'refresh demand patterns', everyMs: 5 * MINUTE_MS, slow: 'minutes', run: patternsKeeper() },
  { name: 'screen places', everyMs: 15 * MINUTE_MS, slow: 'minutes', run: database => refreshPlaces(database) },
  {
    name: 'prune idempotency keys',
    everyMs: 60 * MINUTE_MS,
    run: database => pruneIdempotencyKeys.execute(database.system),
  },
  {
    name: 'prune webhook attempts',
    everyMs: 60 * MINUTE_MS,
    run: database =>
      prune(
        database,
        'webhook_attempts',
        sql`delivery_id in (select id from webhook_deliveries
            where created_at < now() - ${KEPT} and next_attempt_at is null)`,
      ),
  },
  {
    name: 'prune webhook deliveries',
    everyMs: 60 * MINUTE_MS,
    run: database =>
      prune(
        database,
        'webhook_deliveries',
        sql`created_at < now() - ${KEPT} and next_attempt_at is null
          and not exists (select from webhook_attempts a where a.delivery_id = webhook_deliveries.id)`,
      ),
  },
  {
    name: 'prune integration messages',
    everyMs: 60 * MINUTE_MS,
    // Signed bytes stay valid for ever, so applied messages are remembered for longer than events are kept.
    run: database => prune(database, 'integration_messages', sql`received_at < now() - interval '400 days'`),
  },
  {
    name: 'prune events',
    everyMs: 60 * MINUTE_MS,
    run: pruneEvents,
  },
  {
    name: 'prune plans',
    everyMs: 60 * MINUTE_MS,
    run: ({ system }) => untilFew(() => pruneSuggestions(system, PRUNED_AT_ONCE)),
  },
  {
    name: 'prune notifications',
    everyMs: 60 * MINUTE_MS,
    async run(database) {
      // Older notifications are shown to nobody, so their read marks are not needed.
      await prune(database, 'notification_reads', sql`read_at < now() - ${KEPT}`);
      await prune(database, 'notification_marks', sql`read_until < now() - ${KEPT}`);
    },
  },
  {
    name: 'prune mails',
    everyMs: 60 * MINUTE_MS,
    // The purchase order keeps the outcome.
    run: database => prune(database, 'purchase_order_mails', sql`ended_at < now() - ${KEPT}`),
  },
  { name: 'prune imports', everyMs: 60 * MINUTE_MS, run: pruneImports },
  { name: 'reseal secrets', everyMs: 60 * MINUTE_MS, run: reseal },
  { name: 'prune accounts', everyMs: 60 * MINUTE_MS, run: pruneAccounts },
  { name: 'make plans', everyMs: 0, asked: PLANS_WAIT, run: database => makePlans(database) },
  { name: 'refresh forecasts', everyMs: 60 * MINUTE_MS, slow: 'hours', run: forecastsKeeper() },
];

/** In small portions, so that nothing waits for it. */
async function untilFew(work: () => Promise<number>): Promise<void> {
  while ((await work()) >= PRUNED_AT_ONCE);
}

function prune(database: OpenDatabase, table: string, condition: RawBuilder<unknown>): Promise<void> {
  return untilFew(async () => {
    const { numAffectedRows } =
      await sql`delete from ${sql.table(table)} where ctid = any(array(select ctid from ${sql.table(table)}
            where ${condition} limit ${PRUNED_AT_ONCE}))`.execute(database.system);
    return Number(numAffectedRows);
  });
}

/** Sheets and the results of their rows; the imports themselves are kept. */
async function pruneImports(database: OpenDatabase): Promise<void> {
  const old = (table: string) =>
    sql`exists (select from imports i where i.organization_id = ${sql.ref(`${table}.organization_id`)}
        and i.id = ${sql.ref(`${table}.import_id`)} and i.completed_at < now() - ${KEPT})`;
  for (const table of ['import_rows', 'import_contents']) await prune(database, table, old(table));
}

/** By a function that cannot remove anything younger: no role has the right to delete. */
function pruneEvents({ system }: OpenDatabase): Promise<void> {
  return untilFew(async () => {
    const { rows } = await sql<{ gone: number }>`select prune_events(${PRUNED_AT_ONCE}) as gone`.execute(system);
    return rows[0]!.gone;
  });
}

/** For this long after it started, a process runs no slow chore. */
const SETTLED_MS = 10 * MINUTE_MS;
const LOOK_EVERY_MS = 5000;
/** After this time at most, a chore that failed is done again. */
const AGAIN_MS = 15 * MINUTE_MS;

/** Called with the outcome of each chore. */
type ChoreObserver = (chore: Chore, failed: boolean) => void;

/** Runs the chores that are due. Returns a function that stops after the current one. */
export function startChores(
  database: OpenDatabase,
  log: Logger,
  chores: readonly Chore[] = CHORES,
  observe: ChoreObserver = () => undefined,
): () => Promise<void> {
  const lanes: [number, (chore: Chore) => unknown][] = [
    [LOCKS.chores, chore => !chore.slow && !chore.asked],
    [LOCKS.plans, chore => chore.asked],
    [LOCKS.slowChores, chore => chore.slow === 'minutes'],
    [LOCKS.slowestChores, chore => chore.slow === 'hours'],
  ];
  const stops = lanes.map(([lock, belongs]) => startLane(lock, database, log, chores.filter(belongs), observe));
  return async () => void (await Promise.all(stops.map(stop => stop())));
}

function startLane(
  lock: number,
  database: OpenDatabase,
  log: Logger,
  chores: readonly Chore[],
  observe: ChoreObserver,
): () => Promise<void> {
  const dueAt = new Map<Chore, number>(
    chores.map(chore => [chore, chore.asked ? Infinity : chore.slow ? performance.now() + SETTLED_MS : 0]),
  );
  const inBackground: OpenDatabase = { ...database, system: database.background };
  let working: Promise<void> | undefined;
  let stopped = false;

  async function work(): Promise<void> {
    const due = chores.filter(chore => dueAt.get(chore)! <= performance.now());
    if (due.length === 0) return;
    await database.alone(lock, async () => {
      for (const chore of due) {
        if (stopped) return;
        dueAt.set(chore, chore.asked ? Infinity : performance.now() + chore.everyMs);
        await chore.run(inBackground).then(
          () => observe(chore, false),
          (error: unknown) => {
            observe(chore, true);
            dueAt.set(chore, Math.min(dueAt.get(chore)!, performance.now() + AGAIN_MS));
            log.warn({ err: error, chore: chore.name }, 'a chore failed; trying again later');
          },
        );
      }
    });
  }

  const starting = spellsOf(log, 'starting the chores');
  const look = () => {
    working ??= work()
      .then(starting.succeeded, starting.failed)
      .finally(() => (working = undefined));
  };
  const looking = setInterval(look, LOOK_EVERY_MS).unref();
  look();
  const endings = chores.flatMap(chore =>
    chore.asked
      ? database.looks.add({
          condition: () => chore.asked!,
          checked(found) {
            dueAt.set(chore, found ? 0 : Infinity);
            if (found) look();
          },
        })
      : [],
  );
  return async () => {
    stopped = true;
    clearInterval(looking);
    await Promise.all(endings.map(end => end()));
    // A slow chore would hold up the end of the process; it fails when the database is closed, and is done again.
    if (!chores.some(chore => chore.slow || chore.asked)) await working;
  };
}
