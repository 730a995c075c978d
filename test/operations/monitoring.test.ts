import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { metricsOf } from '../../src/operations/metrics.ts';
import type { Replica } from '../../src/store/replica.ts';
import { createWebhookSubscription, updateWebhookSubscription } from '../../src/webhooks/subscriptions.ts';
import { testWith } from '../support/installed.ts';
import { useWorld } from '../support/world.ts';

/* The metrics that docs/monitoring queries exist, and every alert has instructions. */

const world = useWorld();
const textOf = (name: string) => readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
const OURS = /\b(?:stockwright|process|nodejs)_[a-z_0-9]+/g;

test('alerts and dashboard use metrics that exist, and no metric of ours is missing', async () => {
  const replica: Replica = {
    state: () => 'fresh',
    lagSeconds: () => 1,
    asOf: () => new Date(),
    reads: { replica: 1, primary: 0 },
    failed: () => undefined,
    onChange: () => undefined,
    look: async () => undefined,
    close: () => undefined,
  };
  const { text, chore, requests } = metricsOf({ ...world.database, replica });
  chore({ name: 'a chore', everyMs: 1000 }, false);
  requests.observe({ method: 'GET', route: '/', status: 200 }, 0.1);
  const told = new Set((await text()).split('\n').flatMap(line => /^[a-z_0-9]+/.exec(line)?.[0] ?? []));
  const [alerts, dashboard] = await Promise.all(['monitoring/alerts.yml', 'monitoring/grafana.json'].map(textOf));
  const asked = new Set([...alerts!.matchAll(OURS), ...dashboard!.matchAll(OURS)].map(([name]) => name));
  expect([...asked].filter(name => !told.has(name))).toEqual([]);
  const shown = [...told].filter(name => name.startsWith('stockwright_') && !/_(bucket|sum)$/.test(name));
  expect(shown.filter(name => !asked.has(name))).toEqual([]);
});

test('Prometheus is told to scrape the processes of docker-compose.yml, at the port that they have', async () => {
  const [runbook, compose] = await Promise.all(['runbook.md', '../docker-compose.yml'].map(textOf));
  const port = /METRICS_PORT: "(\d+)"/.exec(compose!)![1];
  const roles = [...compose!.matchAll(/^ {2}(\w+):\n {4}<<: \*service$/gm)].map(
    ([, service]) => `"${service}:${port}"`,
  );
  expect(roles).toHaveLength(2);
  expect(runbook).toContain(`targets: [${roles.join(', ')}]`);
});

test('every alert is a heading of the runbook, which has no others', async () => {
  const [alerts, runbook] = await Promise.all(['monitoring/alerts.yml', 'runbook.md'].map(textOf));
  const named = [...alerts!.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);
  expect([...runbook!.matchAll(/^## (\w+)$/gm)].map(([, name]) => name)).toEqual(named);
  expect([...alerts!.matchAll(/runbook: docs\/runbook\.md#(\w+)/g)].map(([, anchor]) => anchor)).toEqual(
    named.map(name => name.toLowerCase()),
  );
});

test('waiting work is reported in seconds, the oldest first', async () => {
  const tenant = await world.tenant();
  await sql`insert into events (organization_id, id, type, occurred_at, data)
    values (${tenant.id}, gen_random_uuid(), 'order.created', now() - interval '90 seconds', '{}')`.execute(
    world.owner,
  );
  const line = (await metricsOf(world.database).text()).match(/^stockwright_outbox_oldest_unsequenced_seconds (.*)$/m);
  expect(Math.round(Number(line![1]) / 10)).toBe(9);
});

test('an event whose deliveries nobody has made is due as well', async () => {
  const due = async () =>
    Number((await metricsOf(world.database).text()).match(/^stockwright_webhook_oldest_due_seconds (.*)$/m)![1]);
  const tenant = await world.tenant();
  await sql`insert into events (organization_id, id, type, occurred_at, data, sequence)
    values (${tenant.id}, gen_random_uuid(), 'order.created', now() - interval '90 seconds', '{}', 1)`.execute(
    world.owner,
  );
  await sql`update event_heads set position = 1`.execute(world.owner);
  expect(await due()).toBe(0);
  await tenant.run(createWebhookSubscription, { url: 'https://example.com/', events: ['order.created'] });
  expect(await due()).toBeGreaterThanOrEqual(90);
  await sql`insert into webhook_progress (id, sequence) values (1, 1)`.execute(world.owner);
  expect(await due()).toBe(0);
  await sql`delete from webhook_subscriptions`.execute(world.owner);
});

test('deliveries of an inactive subscription are not due', async () => {
  const tenant = await world.tenant();
  const subscription = await tenant.run(createWebhookSubscription, {
    url: 'https://example.com/',
    events: ['order.created'],
  });
  await sql`insert into webhook_deliveries (organization_id, id, created_at, updated_at, subscription_id, event_id,
      event_type, status, next_attempt_at, lease_until, attempt_count)
    values (${tenant.id}, gen_random_uuid(), now(), now(), ${subscription['id']}, gen_random_uuid(), 'order.created',
        'pending', now() - interval '90 seconds', now() - interval '10 minutes', 0)`.execute(world.owner);
  const due = async () =>
    Number((await metricsOf(world.database).text()).match(/^stockwright_webhook_oldest_due_seconds (.*)$/m)![1]);
  expect(await due()).toBeGreaterThanOrEqual(90);
  await tenant.run(updateWebhookSubscription, { id: subscription['id'], active: false });
  expect(await due()).toBe(0);
});

/** Samples of an hour, one a minute, in the notation of promtool: of a healthy service, and what an alert is about. */
const HEALTHY = {
  'up{job="stockwright",instance="web"}': '1x60',
  'stockwright_chore_last_success_timestamp_seconds{chore="prune"}': '0+60x60',
  'stockwright_chore_interval_seconds{chore="prune"}': '60x60',
  'stockwright_chore_failures_total{chore="prune"}': '1x60',
  stockwright_database_up: '1x60',
  stockwright_ready: '1x60',
  'stockwright_http_request_duration_seconds_count{status="200"}': '0+1000x60',
  'stockwright_http_request_duration_seconds_count{status="503"}': '0+9x60',
  // Of a process that starts or stops, which no client asks.
  'stockwright_http_request_duration_seconds_count{route="/readyz",status="503"}': '0+100x60',
  'stockwright_http_request_duration_seconds_bucket{le="0.5"}': '0+1000x60',
  'stockwright_http_request_duration_seconds_bucket{le="1"}': '0+1001x60',
  'stockwright_http_request_duration_seconds_bucket{le="2.5"}': '0+1010x60',
  'stockwright_http_request_duration_seconds_bucket{le="+Inf"}': '0+1010x60',
  'stockwright_pool_connections{pool="requests",state="waited_for"}': '0 3 9 '.repeat(20),
  stockwright_outbox_oldest_unsequenced_seconds: '29x60',
  stockwright_webhook_oldest_due_seconds: '299x60',
  stockwright_import_oldest_unattended_seconds: '299x60',
  stockwright_replica_up: '1x60',
  'process_resident_memory_bytes{job="stockwright"}': '599e6x60',
  'nodejs_eventloop_lag_p99_seconds{job="stockwright"}': '0.4x60',
};
const SICK: { [alert: string]: { [series in keyof typeof HEALTHY]?: string } } = {
  StockwrightDown: { 'up{job="stockwright",instance="web"}': '1x50 0x9' },
  StockwrightNoWorker: {
    'stockwright_chore_last_success_timestamp_seconds{chore="prune"}': '0+60x50 stale _x8',
    'stockwright_chore_interval_seconds{chore="prune"}': '60x50 stale _x8',
    'stockwright_chore_failures_total{chore="prune"}': '1x50 stale _x8',
  },
  StockwrightDatabaseAway: { stockwright_database_up: '1x50 0x9' },
  StockwrightNotReady: { stockwright_ready: '1x50 0x9' },
  StockwrightErrors: { 'stockwright_http_request_duration_seconds_count{status="503"}': '0+11x60' },
  StockwrightSlow: {
    'stockwright_http_request_duration_seconds_bucket{le="2.5"}': '0+1020x60',
    'stockwright_http_request_duration_seconds_bucket{le="+Inf"}': '0+1020x60',
  },
  StockwrightConnectionsShort: { 'stockwright_pool_connections{pool="requests",state="waited_for"}': '3x60' },
  StockwrightEventsBehind: { stockwright_outbox_oldest_unsequenced_seconds: '31x60' },
  StockwrightWebhooksBehind: { stockwright_webhook_oldest_due_seconds: '301x60' },
  StockwrightImportUnattended: { stockwright_import_oldest_unattended_seconds: '301x60' },
  StockwrightReplicaAway: { stockwright_replica_up: '0x60' },
  StockwrightChoreOverdue: { 'stockwright_chore_last_success_timestamp_seconds{chore="prune"}': '0+60x30 1800x30' },
  StockwrightChoreFails: { 'stockwright_chore_failures_total{chore="prune"}': '1x50 5x9' },
  StockwrightMemoryHigh: { 'process_resident_memory_bytes{job="stockwright"}': '601e6x60' },
  StockwrightLoopLag: { 'nodejs_eventloop_lag_p99_seconds{job="stockwright"}': '0.6x60' },
};

/** The hour and a half after: healthy again. */
const later = (series: string): string =>
  series.startsWith('stockwright_chore_last_success')
    ? '3660+60x90'
    : HEALTHY[series as keyof typeof HEALTHY].replace('x60', 'x90');

testWith('promtool')('each alert fires on what it is about, alone, and ends with it; health fires none', async () => {
  const rules = await textOf('monitoring/alerts.yml');
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, alert]) => alert!);
  expect(Object.keys(SICK)).toEqual(alerts);
  const folder = await mkdtemp(join(tmpdir(), 'stockwright-alerts-'));
  try {
    // promtool compares annotations too, which the runbook's test does.
    await writeFile(join(folder, 'alerts.yml'), rules.replaceAll(/^ {8}annotations:\n(?: {10}.*\n)+/gm, ''));
    const situations = [{}, ...Object.values(SICK)];
    const tests = situations.map((sick, index) => ({
      name: alerts[index - 1] ?? 'healthy',
      interval: '1m',
      input_series: Object.entries({ ...HEALTHY, ...sick }).map(([series, values]) => ({
        series,
        values: `${values} ${later(series)}`,
      })),
      promql_expr_test: [
        {
          expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
          eval_time: '59m',
          exp_samples: index === 0 ? [] : [{ labels: `{alertname="${alerts[index - 1]}"}`, value: 1 }],
        },
        { expr: 'ALERTS', eval_time: '145m', exp_samples: [] },
      ],
    }));
    // JSON is YAML.
    await writeFile(join(folder, 'test.yml'), JSON.stringify({ rule_files: ['alerts.yml'], tests }));
    await promisify(execFile)('promtool', ['test', 'rules', join(folder, 'test.yml')]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
