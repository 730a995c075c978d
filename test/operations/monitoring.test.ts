import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { metricsOf } from '../../src/operations/metrics.ts';
import type { Replica } from '../../src/store/replica.ts';
import { createWebhookSubscription, updateWebhookSubscription } from '../../src/webhooks/subscriptions.ts';
import { useWorld } from '../support/world.ts';

/* The metrics that docs/monitoring queries exist, and every alert has instructions. */

const world = useWorld();
const textOf = (name: string) => readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
const OURS = /\b(?:stockwright|process|nodejs)_[a-z_0-9]+/g;

test('alerts and dashboard use metrics that exist, and no metric of ours is missing', async () => {
  const replica: Replica = {
    state: () => 'fresh',
    lagSeconds: () => 1,
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
  await sql`insert into webhook_deliveries (organization_id, id, created_at, updated_at, subscription_id, event_id, event_type, status, next_attempt_at, lease_until, attempt_count)
    values (${tenant.id}, gen_random_uuid(), now(), now(), ${subscription['id']}, gen_random_uuid(), 'order.created', 'pending', now() - interval '90 seconds', now() - interval '10 minutes', 0)`.execute(
    world.owner,
  );
  const due = async () =>
    Number((await metricsOf(world.database).text()).match(/^stockwright_webhook_oldest_due_seconds (.*)$/m)![1]);
  expect(await due()).toBeGreaterThanOrEqual(90);
  await tenant.run(updateWebhookSubscription, { id: subscription['id'], active: false });
  expect(await due()).toBe(0);
});
