import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import pino from 'pino';
import type { App } from '../../src/app.ts';
import { asyncApi } from '../../src/events/asyncapi.ts';
import { EVENT_TYPES } from '../../src/events/table.ts';
import { Refusal } from '../../src/kernel/errors.ts';
import { shapeOf } from '../../src/kernel/shape.ts';
import { toSnake } from '../../src/kernel/view.ts';
import { testWebhookSubscription } from '../../src/webhooks/deliveries.ts';
import { startDispatcher } from '../../src/webhooks/dispatcher.ts';
import { createWebhookSubscription } from '../../src/webhooks/subscriptions.ts';
import { clientOf } from '../support/http.ts';
import { sequenced, until } from '../support/live.ts';
import type { Made } from '../support/make.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { sliceOf } from '../support/slice.ts';
import { readSse } from '../support/sse.ts';
import { STORIES } from '../support/stories.ts';
import { useWorld } from '../support/world.ts';

/*
 * schema/asyncapi.json describes all events: checked with every delivered payload.
 */

const world = useWorld();
let app: App;
let url: string;
let to: Receiver;

beforeAll(async () => {
  ({ app, url } = await world.serve({ WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' }));
  to = await openReceiver();
});
afterAll(() => to.close());

test('it is served', async () => {
  const text = readFileSync(new URL('../../schema/asyncapi.json', import.meta.url), 'utf8');
  const served = await fetch(`${url}/docs/asyncapi.json`);
  expect([served.status, await served.json()]).toEqual([200, JSON.parse(text)]);
});

type Check = (payload: unknown) => string[];

function checks(prefix: string): Check {
  const document = asyncApi() as { components: { messages: { [name: string]: { payload: object } } } };
  const ajv = new Ajv.default({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'doc');
  return payload => {
    const { type } = payload as { type: string };
    const name = `${prefix}${type}`.replaceAll('/', '~1');
    const validate = ajv.getSchema(`doc#/components/messages/${name}/payload`)!;
    return validate(payload)
      ? []
      : (validate.errors ?? []).map(error => `${type}${error.instancePath} ${error.message}`);
  };
}

const [native, cloud] = [checks(''), checks('cloudevents.')];

test.each(sliceOf(Object.entries(STORIES), 3))('deliveries match it: %s', async (_, story) => {
  const tenant = await world.tenant();
  const key = await tenant.key('read');
  const ours = () => to.received.filter(({ body }) => body.includes(tenant.id));
  for (const format of ['native', 'cloudevents'])
    await tenant.run(createWebhookSubscription, { url: to.url, events: [...EVENT_TYPES], format });
  const dispatcher = startDispatcher(world.database, app.events, pino({ level: 'silent' }), {
    allowPrivateNetworks: true,
  });
  const stream = await readSse(`${url}/api/v1/events/stream?after=0`, key);
  await story(async (operation, input) => {
    try {
      return toSnake(shapeOf(operation.output))(await tenant.run(operation, input)) as Made;
    } catch (error) {
      if (error instanceof Refusal) return {} as Made;
      throw error;
    }
  });
  const client = clientOf(url, key);
  await sequenced(world.owner, tenant);
  const logged = (await client('GET /api/v1/events?per_page=200')).body.data as Made[];
  expect(logged.length).toBeGreaterThan(3);
  await until(() => stream.seen.length === logged.length && ours().length >= 2 * logged.length);
  stream.stop();
  await dispatcher.close();
  expect(stream.seen.flatMap(({ data }) => native(JSON.parse(data)))).toEqual([]);
  expect(logged.flatMap(native)).toEqual([]);
  const posted = ours().map(({ body }) => JSON.parse(body) as { specversion?: string });
  expect(posted.flatMap(each => (each.specversion ? cloud(each) : native(each)))).toEqual([]);
});

test('samples of every type match it too', async () => {
  const tenant = await world.tenant();
  const dispatcher = startDispatcher(world.database, app.events, pino({ level: 'silent' }), {
    allowPrivateNetworks: true,
  });
  const ours = () => to.received.filter(({ body }) => body.includes(tenant.id));
  const { id } = await tenant.run(createWebhookSubscription, { url: to.url, events: [...EVENT_TYPES] });
  for (const eventType of EVENT_TYPES) await tenant.run(testWebhookSubscription, { id, eventType });
  await until(() => ours().length === EVENT_TYPES.length);
  await dispatcher.close();
  expect(ours().flatMap(({ body }) => native(JSON.parse(body)))).toEqual([]);
});
