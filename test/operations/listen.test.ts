import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { listen } from '../../src/operations/listen.ts';
import { until } from '../support/live.ts';
import { serveHttp } from '../support/loopback.ts';
import { makeSupplier, makeVariant } from '../support/make.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { refusal, useWorld } from '../support/world.ts';

/*
 * docs/api.md, "Trying webhooks".
 */

const world = useWorld();
let url: string;
let to: Receiver;

beforeAll(async () => {
  url = (await world.serve()).url;
  to = await openReceiver((_, count) => (count === 2 ? 500 : 200));
});

afterAll(() => to.close());

test('each event is posted like a delivery, its response shown, and only the requested types', async () => {
  const tenant = await world.tenant();
  const lines: string[] = [];
  const stop = new AbortController();
  const listening = listen({
    url,
    key: await tenant.key('read'),
    forwardTo: to.url,
    events: ['supplier.created'],
    signal: stop.signal,
    say: line => lines.push(line),
  });
  await until(() => lines.length === 2);
  await makeVariant(tenant);
  const supplier = await makeSupplier(tenant);
  await makeSupplier(tenant);
  await until(() => to.received.length === 2 && lines.length === 4);
  stop.abort();
  await listening;
  const [secret] = /whsec_\S+/.exec(lines[0]!)!;
  const { headers, body } = to.received[0]!;
  new StandardWebhook(secret).verify(body, headers as Record<string, string>);
  expect([headers['x-service-event'], JSON.parse(body)]).toMatchObject([
    'supplier.created',
    { type: 'supplier.created', data: { id: supplier.id } },
  ]);
  expect(lines[2]).toMatch(/^\d+ supplier\.created -> 200 \(\d+ ms\)$/);
  expect(lines[3]).toMatch(/^\d+ supplier\.created -> 500 /);
});

test('after an interruption or a silence it resumes after the last event, or where it began, and a rejected key ends it', async () => {
  const event = (position: number) =>
    `id: ${position}\nevent: order.created\ndata: ${JSON.stringify({ id: `e${position}`, type: 'order.created', position })}\n\n`;
  const asked: (string | undefined)[] = [];
  const service = await serveHttp(async (req, res) => {
    asked.push(req.headers['last-event-id'] as string | undefined);
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    res.write(asked.length === 1 ? ':\nid: 1\n\n' : event(asked.length), () => asked.length === 1 && res.destroy());
  });
  const stop = new AbortController();
  const before = to.received.length;
  const listening = listen({
    url: service.url,
    key: 'swk_x',
    forwardTo: to.url,
    silenceMs: 100,
    signal: stop.signal,
    say: () => {},
  });
  await until(() => to.received.length === before + 2);
  stop.abort();
  await listening;
  await service.close();
  expect(asked).toEqual([undefined, '1', '2']);
  const refused = listen({
    url,
    key: 'swk_nonsense',
    forwardTo: to.url,
    signal: new AbortController().signal,
    say: () => {},
  });
  expect(await refusal(refused)).toEqual([{ code: 'bad_request' }]);
});
