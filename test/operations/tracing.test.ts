import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pino from 'pino';
import { startTracing, wantsTraces } from '../../src/operations/tracing.ts';
import { beginSpan, traceHeaders } from '../../src/store/tracing.ts';
import { startDispatcher } from '../../src/webhooks/dispatcher.ts';
import { createWebhookSubscription } from '../../src/webhooks/subscriptions.ts';
import { until } from '../support/live.ts';
import { serveHttp } from '../support/loopback.ts';
import { makeLocation, makeVariant } from '../support/make.ts';
import { openReceiver } from '../support/receiver.ts';
import { useWorld } from '../support/world.ts';

/* Traces, as a collector receives them over OTLP. */

const world = useWorld();

interface Told {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { [type: string]: unknown } }[];
}

const standard = (collector: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_BSP_SCHEDULE_DELAY: '20',
});
const spans: Told[] = [];
let end: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const collector = await serveHttp(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString());
    for (const { scopeSpans } of resourceSpans)
      for (const scope of scopeSpans as { spans: Told[] }[]) spans.push(...scope.spans);
    res.setHeader('content-type', 'application/json').end('{}');
  });
  Object.assign(process.env, standard(collector.url));
  end = [await startTracing(process.env), () => collector.close()];
});
afterAll(async () => {
  for (const each of end) await each();
  for (const name of Object.keys(standard(''))) delete process.env[name];
});

const of = ({ attributes }: Told, key: string): unknown =>
  Object.values(attributes.find(each => each.key === key)?.value ?? {})[0];

test('a request is part of the caller’s trace: operation, statements without values, and the delivery, which the receiver may continue', async () => {
  const tenant = await world.tenant();
  const [{ url, app }, receiver] = [await world.serve(), await openReceiver()];
  const [location, variant] = [await makeLocation(tenant), await makeVariant(tenant)];
  await tenant.run(createWebhookSubscription, { url: receiver.url, events: ['inventory.updated'] });
  const dispatcher = startDispatcher(world.database, app.events, pino({ level: 'silent' }), {
    allowPrivateNetworks: true,
  });
  const [traceId, theirs] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  const answered = await fetch(`${url}/api/v1/inventory_adjustments`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await tenant.key()}`,
      'content-type': 'application/json',
      traceparent: `00-${traceId}-${theirs}-01`,
    },
    body: JSON.stringify({ sku: variant.sku, location_id: location.id, quantity_change: 4321.0987 }),
  });
  expect(answered.status).toBe(201);
  await until(() => spans.some(({ name }) => name.startsWith('deliver')));
  await dispatcher.close();
  await receiver.close();

  const named = (name: string) => spans.find(span => span.name === name)!;
  const [request, operation, delivery] = [
    named('POST /api/v1/inventory_adjustments'),
    named('createInventoryAdjustment'),
    named('deliver inventory.updated'),
  ];
  expect(new Set(spans.map(span => span.traceId))).toEqual(new Set([traceId]));
  expect([request.parentSpanId, operation.parentSpanId]).toEqual([theirs, request.spanId]);
  expect(of(operation, 'stockwright.organization_id')).toBe(tenant.id);
  expect(Number(of(request, 'http.response.status_code'))).toBe(201);
  const statements = spans.filter(span => of(span, 'db.system.name'));
  expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['SELECT', 'INSERT', 'COMMIT']));
  // Ids and times do not contain a decimal point within these digits.
  expect(JSON.stringify(statements.map(({ attributes }) => attributes))).not.toContain('4321.0987');
  expect(receiver.received[0]!.headers['traceparent']).toBe(`00-${traceId}-${delivery.spanId}-01`);
});

test('a refusal is no failure, and has its code', async () => {
  spans.length = 0;
  const tenant = await world.tenant();
  const { url } = await world.serve();
  await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await tenant.key()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'mutation Away { cancelOrder(id: "x") { order { id } } }' }),
  });
  await until(() => spans.some(({ name }) => name === 'POST /graphql'));
  const operation = spans.find(({ name }) => name === 'cancelOrder')!;
  expect([of(operation, 'error.type'), (operation as { status?: { code?: number } }).status?.code ?? 0]).toEqual([
    'not_found',
    0,
  ]);
  const document = spans.find(({ name }) => name === 'mutation Away')!;
  expect([operation.parentSpanId, of(document, 'graphql.operation.name')]).toEqual([document.spanId, 'Away']);
});

test('nothing is loaded or sent unless the standard variables ask for it', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
  expect(
    [
      {},
      { OTEL_SERVICE_NAME: 'x' },
      endpoint,
      { ...endpoint, OTEL_SDK_DISABLED: 'true' },
      { ...endpoint, OTEL_TRACES_EXPORTER: 'none' },
      { OTEL_TRACES_EXPORTER: 'console' },
    ].map(wantsTraces),
  ).toEqual([false, false, true, false, false, true]);
});

test('after shutdown, requests are no longer traced', async () => {
  await end.shift()!();
  const span = beginSpan('x', {});
  expect([span.isRecording(), traceHeaders()]).toEqual([false, {}]);
});
