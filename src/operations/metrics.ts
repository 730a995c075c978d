import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Db } from '../kernel/unit.ts';
import { waitingFor } from '../store/connections.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import { podsOf } from '../store/pods.ts';
import type { Replica } from '../store/replica.ts';

/**
 * Clocks that differ by more make timestamps confusing; nothing breaks, because the database's clock decides the order.
 */
const CLOCK_SKEW_MAX_MS = 30_000;
const ANSWER_WITHIN_MS = 1000;
const PATIENCE_STEP_MS = 50;
/** Anybody may request them, as often as they like. */
const REMEMBERED_MS = 1000;

export type Metrics = ReturnType<typeof metricsOf>;

/** Seconds since the earliest of these times; 0 if there is none, or it is in the future. */
const secondsSince = (earliest: string, rows: string) =>
  `(select greatest(0, coalesce(extract(epoch from now() - min(${earliest})), 0))::float8 from ${rows})`;

/** Without a worker, nobody makes the deliveries of new events, so the first of those counts as well. */
const DUE = `select d.next_attempt_at as due from webhook_deliveries d
    join webhook_subscriptions s on s.organization_id = d.organization_id and s.id = d.subscription_id and s.active
    where d.next_attempt_at is not null
  union all
  (select occurred_at from events where sequence > coalesce((select max(sequence) from webhook_progress), 0)
    and exists (select from webhook_subscriptions where active) order by sequence limit 1)`;

/** The backlogs of all organizations together: read by one statement, each from an index of its backlog. */
const WAITING: { readonly [name: string]: { help: string; value: string } } = {
  stockwright_outbox_unsequenced: {
    help: 'Events that are committed and have no position yet.',
    value: '(select count(*) from events where position is null)',
  },
  stockwright_outbox_oldest_unsequenced_seconds: {
    help: 'How long the oldest of them has waited: how far followers are behind.',
    value: secondsSince('occurred_at', 'events where position is null'),
  },
  stockwright_webhook_deliveries_waiting: {
    help: 'Webhook deliveries that wait for their next attempt.',
    value: '(select count(*) from webhook_deliveries where next_attempt_at is not null)',
  },
  stockwright_webhook_oldest_due_seconds: {
    help: 'How long the most overdue webhook delivery has been due, or the first event has waited for its deliveries to be made, excluding those of inactive subscriptions.',
    value: secondsSince('due', `(${DUE}) waiting`),
  },
  stockwright_imports_waiting: {
    help: 'Imports that wait or run.',
    value: "(select count(*) from imports where status in ('pending', 'running'))",
  },
  stockwright_import_oldest_unattended_seconds: {
    help: 'How long the oldest import that no worker has taken has waited.',
    value: secondsSince(
      'greatest(created_at, coalesce(lease_until, created_at))',
      "imports where status in ('pending', 'running') and coalesce(lease_until, '-infinity') < now()",
    ),
  },
};

const WAITING_NOW = `select ${Object.entries(WAITING)
  .map(([name, { value }]) => `${value} as ${name}`)
  .join(', ')}`;

/**
 * Prometheus metrics, and whether this process can serve. Their meaning and when to worry: docs/runbook.md. Of several
 * databases, figures carry the label `pod`.
 */
export function metricsOf(database: OpenDatabase) {
  const pods = podsOf(database);
  const registry = new Registry();
  const registers = [registry];
  // At the default of 10 ms, this alone kept an idle process at half a percent of a core.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 50 });
  const requests = new Histogram({
    name: 'stockwright_http_request_duration_seconds',
    help: 'Duration of HTTP requests.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const podLabel = pods.length > 1 ? (['pod'] as const) : [];
  const of = (pod: string | undefined) => (podLabel.length > 0 && pod !== undefined ? { pod } : {});

  /** One query result for all figures of a scrape, per database. */
  const waitingNow = new Map(
    pods.map(pod => [pod, remembered(() => answerOf<{ [name: string]: number }>(pod.probes.system, WAITING_NOW))]),
  );
  for (const [name, { help }] of Object.entries(WAITING))
    new Gauge({
      name,
      help,
      labelNames: podLabel,
      registers,
      async collect() {
        // No value while the database does not answer.
        for (const [{ pod }, now] of waitingNow) this.set(of(pod), Number((await now())?.[name] ?? Number.NaN));
      },
    });
  new Gauge({
    name: 'stockwright_database_up',
    help: 'Whether the database answers this process.',
    labelNames: podLabel,
    registers,
    async collect() {
      for (const [{ pod }, now] of waitingNow) this.set(of(pod), (await now()) ? 1 : 0);
    },
  });
  /** Why requests cannot be served, or nothing. Of several databases it is enough if one can be used. */
  const readiness = remembered(async (): Promise<string | undefined> => {
    const problems = await Promise.all(pods.map(problemOf));
    return problems.every(Boolean) ? problems[0] : undefined;
  });
  let problemNow = readiness;
  new Gauge({
    name: 'stockwright_ready',
    help: 'Whether /readyz of this process says that it is ready.',
    registers,
    async collect() {
      this.set((await problemNow()) ? 0 : 1);
    },
  });
  new Gauge({
    name: 'stockwright_pool_connections',
    help: 'Connections to the database that are open, idle, or waited for.',
    labelNames: ['pool', 'state', ...podLabel],
    registers,
    collect() {
      for (const { pod, pools } of pods)
        for (const [name, pool] of Object.entries(pools)) {
          this.set({ pool: name, state: 'open', ...of(pod) }, pool.totalCount);
          this.set({ pool: name, state: 'idle', ...of(pod) }, pool.idleCount);
          this.set({ pool: name, state: 'waited_for', ...of(pod) }, waitingFor(pool));
        }
    },
  });

  if (database.replica) tellReplica(database.replica, registers);

  const followers = new Gauge({
    name: 'stockwright_followers',
    help: 'Sockets and streams of server-sent events that are open.',
    registers,
  });
  const choreLabels = { labelNames: ['chore', ...podLabel] as const, registers };
  const choreDone = new Gauge({
    name: 'stockwright_chore_last_success_timestamp_seconds',
    help: 'When this process last finished the chore. One process at a time does it, so take the latest.',
    ...choreLabels,
  });
  const choreInterval = new Gauge({
    name: 'stockwright_chore_interval_seconds',
    help: 'How often the chore is done.',
    ...choreLabels,
  });
  const choreFailures = new Counter({
    name: 'stockwright_chore_failures_total',
    help: 'How often the chore failed here; it is tried again.',
    ...choreLabels,
  });

  return {
    requests,
    followers,
    /** Called with each chore that succeeded or failed. */
    chore({ name, everyMs }: { name: string; everyMs: number }, failed: boolean, pod?: string): void {
      const label = { chore: name, ...of(pod) };
      choreInterval.set(label, everyMs / 1000);
      if (failed) choreFailures.inc(label);
      else {
        choreFailures.inc(label, 0);
        choreDone.set(label, Date.now() / 1000);
      }
    },
    contentType: registry.contentType,
    text: remembered(() => registry.metrics()),
    readiness,
    /** What /readyz goes by, if that is more than the databases. */
    readyBy(problem: () => Promise<string | undefined>): void {
      problemNow = problem;
    },
  };
}

/** Why a database cannot be used: both roles must be able to log in, see their tables and write. */
async function problemOf({ probes: { app, system } }: OpenDatabase): Promise<string | undefined> {
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
}

/** Figures of the replica that reports are read from. */
function tellReplica(replica: Replica, registers: Registry[]): void {
  new Gauge({
    name: 'stockwright_replica_lag_seconds',
    help: 'How far the replica is behind at most; NaN while it is not known.',
    registers,
    collect() {
      this.set(replica.lagSeconds() ?? Number.NaN);
    },
  });
  new Gauge({
    name: 'stockwright_replica_up',
    help: 'Whether the replica is read: it answers, and is not too far behind.',
    registers,
    collect() {
      this.set(replica.state() === 'fresh' ? 1 : 0);
    },
  });
  new Counter({
    name: 'stockwright_replica_reads_total',
    help: 'Reports and exports that may be read from a replica, by where they were read.',
    labelNames: ['from'],
    registers,
    collect() {
      this.reset();
      for (const [from, count] of Object.entries(replica.reads)) this.inc({ from }, count);
    },
  });
}

/** The row that the database returns, or nothing if it does not answer in time. */
async function answerOf<Row>(db: Db, statement: string): Promise<Row | undefined> {
  const asked = sql
    .raw<Row>(statement)
    .execute(db)
    .then(
      ({ rows }) => rows[0],
      () => undefined,
    );
  return Promise.race([asked, patience()]);
}

/** Waits in short steps: a process that was busy itself must not take that for a database that does not answer. */
async function patience(): Promise<undefined> {
  for (let waited = 0; waited < ANSWER_WITHIN_MS; waited += PATIENCE_STEP_MS)
    await sleep(PATIENCE_STEP_MS, undefined, { ref: false });
}

/** Runs once for all callers in the meantime and up to a second after. */
function remembered<R>(work: () => Promise<R>): () => Promise<R> {
  let result: Promise<R> | undefined;
  return () => {
    result ??= work().finally(() => setTimeout(() => (result = undefined), REMEMBERED_MS).unref());
    return result;
  };
}
