import { sql } from 'kysely';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Db } from '../kernel/unit.ts';
import type { OpenDatabase } from '../store/open-database.ts';

/** Clocks further apart than this make timestamps confusing; nothing breaks, for order is the database's. */
const CLOCK_SKEW_MAX_MS = 30_000;
const ANSWER_WITHIN_MS = 1000;
/** Anybody may ask, as often as they like. */
const REMEMBERED_MS = 1000;

export type Metrics = ReturnType<typeof metricsOf>;

/** What Prometheus reads, and whether this process can serve. */
export function metricsOf(database: OpenDatabase) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'stockwright_http_request_duration_seconds',
    help: 'Duration of HTTP requests.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const { app, system } = database.probes;

  /** A number of rows; no number while the database does not say. */
  const counted = (name: string, help: string, rows: string) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(
          (await answerOf<{ count: number }>(system, `select count(*) as count from ${rows}`))?.count ?? Number.NaN,
        );
      },
    });
  counted(
    'stockwright_outbox_unsequenced',
    'Events that are committed and have no position yet.',
    'events where position is null',
  );
  counted(
    'stockwright_webhook_deliveries_waiting',
    'Webhook deliveries that wait for their next attempt.',
    'webhook_deliveries where next_attempt_at is not null',
  );
  new Gauge({
    name: 'stockwright_database_up',
    help: 'Whether the database answers this process.',
    registers: [registry],
    async collect() {
      this.set((await answerOf(system, 'select 1')) ? 1 : 0);
    },
  });
  new Gauge({
    name: 'stockwright_pool_connections',
    help: 'Connections to the database that are open, idle, or waited for.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(database.pools)) {
        this.set({ pool, state: 'open' }, totalCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waited_for' }, waitingCount);
      }
    },
  });

  return {
    requests,
    contentType: registry.contentType,
    text: remembered(() => registry.metrics()),
    /** Why a request could not be served, or nothing: both roles must be let in, see their tables and be able to write. */
    readiness: remembered(async (): Promise<string | undefined> => {
      const [asSystem, asApp] = await Promise.all([
        answerOf<{ now: string; read_only: string; migrated: boolean }>(
          system,
          "select now(), current_setting('transaction_read_only') as read_only, exists (select from migrations) as migrated",
        ),
        answerOf(app, 'select count(*) from (select from organizations limit 1) one'),
      ]);
      if (!asSystem || !asApp) return 'database';
      if (!asSystem.migrated) return 'migrations';
      if (asSystem.read_only === 'on') return 'read_only';
      return Math.abs(Date.parse(asSystem.now) - Date.now()) > CLOCK_SKEW_MAX_MS ? 'clock' : undefined;
    }),
  };
}

/** The row that the database answers, or nothing if it does not do so in time. */
async function answerOf<Row>(db: Db, statement: string): Promise<Row | undefined> {
  const late = new Promise<undefined>(resolve => setTimeout(resolve, ANSWER_WITHIN_MS, undefined).unref());
  const asked = sql
    .raw<Row>(statement)
    .execute(db)
    .then(
      ({ rows }) => rows[0],
      () => undefined,
    );
  return Promise.race([asked, late]);
}

/** Works once for all who ask meanwhile or within a second after. */
function remembered<R>(work: () => Promise<R>): () => Promise<R> {
  let result: Promise<R> | undefined;
  return () => {
    result ??= work().finally(() => setTimeout(() => (result = undefined), REMEMBERED_MS).unref());
    return result;
  };
}
