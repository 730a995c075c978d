import { sql } from 'kysely';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { OpenDatabase } from '../store/open-database.ts';

/** Clocks further apart than this make timestamps confusing; nothing breaks, for order is the database's. */
const CLOCK_SKEW_MAX_MS = 30_000;
const READY_WITHIN_MS = 1000;

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
  new Gauge({
    name: 'stockwright_outbox_unsequenced',
    help: 'Events that are committed and have no position yet.',
    registers: [registry],
    async collect() {
      const { rows } = await sql<{
        count: number;
      }>`select count(*) as count from events where position is null`.execute(database.system);
      this.set(rows[0]!.count);
    },
  });

  new Gauge({
    name: 'stockwright_webhook_deliveries_waiting',
    help: 'Webhook deliveries that wait for their next attempt.',
    registers: [registry],
    async collect() {
      const { rows } = await sql<{
        count: number;
      }>`select count(*) as count from webhook_deliveries where next_attempt_at is not null`.execute(database.system);
      this.set(rows[0]!.count);
    },
  });

  return {
    requests,
    contentType: registry.contentType,
    text: () => registry.metrics(),
    /** Why this process cannot serve, or nothing. */
    async readiness(): Promise<string | undefined> {
      const late = new Promise<'late'>(resolve => setTimeout(resolve, READY_WITHIN_MS, 'late').unref());
      const asked = sql<{ now: string }>`select now() from migrations limit 1`
        .execute(database.system)
        .catch(() => 'unreachable' as const);
      const answer = await Promise.race([asked, late]);
      if (answer === 'late' || answer === 'unreachable') return 'database';
      if (answer.rows.length === 0) return 'migrations';
      return Math.abs(Date.parse(answer.rows[0]!.now) - Date.now()) > CLOCK_SKEW_MAX_MS ? 'clock' : undefined;
    },
  };
}
