import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { deliveryHeaders, makeSecret } from '../../src/webhooks/signature.ts';
import { startChild } from '../support/child.ts';
import { clientOf } from '../support/http.ts';
import { until } from '../support/live.ts';
import { serveHttp } from '../support/loopback.ts';
import { adjust, LARGER_PICTURE, type Made, makeLocation, makeStock, makeSupplier } from '../support/make.ts';
import { useWorld } from '../support/world.ts';

/*
 * The client package against the real service. Its types are generated and checked here; its code is imported directly.
 */

interface Requested {
  data: Made;
  status: number;
  version: string;
  replayed: boolean;
  warnings: { code: string; field: string }[];
}
interface Client {
  request(route: string, request?: object): Promise<Requested>;
  list(route: string, request?: object): AsyncGenerator<Made>;
  events(following?: object): AsyncGenerator<{ position: number; type: string }>;
}

const root = new URL('../../clients/typescript/', import.meta.url);
const world = useWorld({ processes: true });
let url: string;
let make: (given: object) => Client;
let verifyWebhook: (posted: object) => Promise<{ id: string }>;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  url = (await world.serve()).url;
  const client = (await import(new URL('src/client.ts', root).pathname)) as {
    Stockwright: new (given: object) => Client;
  };
  make = given => new client.Stockwright(given);
  ({ verifyWebhook } = (await import(new URL('src/webhooks.ts', root).pathname)) as never);
});

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

test('the package contains the types of the reference, compiled code, its licence and nothing else', () => {
  const told = execFileSync('npm', ['pack', '--dry-run', '--json', '--silent'], { cwd: root, encoding: 'utf8' });
  const [{ files }] = JSON.parse(told) as [{ files: { path: string }[] }];
  const modules = ['api', 'client', 'errors', 'events', 'index', 'webhooks'];
  expect(files.map(({ path }) => path).sort()).toEqual(
    [
      'LICENSE',
      'README.md',
      ...modules.flatMap(name => [`dist/${name}.d.ts`, `dist/${name}.js`]),
      'package.json',
    ].sort(),
  );
  const licence = (place: string) => readFileSync(new URL(place, root), 'utf8');
  expect(licence('LICENSE')).toBe(licence('../../LICENSE'));
});

test('a write that failed on the way is retried and has one effect', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 5);
  let cuts = 0;
  const cutting: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    cuts += 1;
    if (cuts === 1) throw new TypeError('cut');
    if (cuts === 2) return new Response('{}', { status: 503, headers: { 'retry-after': '0' } });
    return response;
  };
  const client = make({ url, key: await tenant.key(), fetch: cutting });
  const { data, status, replayed } = await client.request('POST /orders', {
    body: { location_id: location.id, items: [{ sku: variant.sku, quantity: 1 }] },
  });
  expect([status, replayed, cuts]).toEqual([201, true, 3]);
  const orders = await clientOf(url, await tenant.key())('GET /api/v1/orders');
  expect((orders.body.data as Made[]).map(({ id }) => id)).toEqual([data.id]);
});

test('a refusal is thrown with its problems, and a version prevents overwriting unseen changes', async () => {
  const tenant = await world.tenant();
  const location = await makeLocation(tenant);
  const client = make({ url, key: await tenant.key() });
  await expect(client.request('POST /orders', { body: { location_id: location.id, items: [] } })).rejects.toMatchObject(
    {
      name: 'StockwrightError',
      status: 422,
      problems: [{ code: 'validation_failed', field: 'items' }],
    },
  );
  const path = { id: location.id };
  const { version } = await client.request('GET /locations/{id}', { path });
  const changed = await client.request('PATCH /locations/{id}', { path, body: { name: 'Main' }, ifVersion: version });
  expect(changed.version).not.toBe(version);
  await expect(
    client.request('PATCH /locations/{id}', { path, body: { name: 'Other' }, ifVersion: version }),
  ).rejects.toMatchObject({ status: 412, problems: [{ code: 'precondition_failed' }] });
  await expect(make({ url, key: 'swk_nonsense' }).request('GET /orders')).rejects.toMatchObject({ status: 401 });
});

test('a list is read to its end, page by page; a value may contain a comma', async () => {
  const tenant = await world.tenant();
  for (let index = 0; index < 5; index += 1) await makeSupplier(tenant, { code: index === 0 ? 'A,B' : `C${index}` });
  const client = make({ url, key: await tenant.key() });
  const ids: string[] = [];
  for await (const { id } of client.list('GET /suppliers', { query: { per_page: 2, sort: 'created_at' } }))
    ids.push(id);
  expect([ids.length, new Set(ids).size]).toEqual([5, 5]);
  const found: Made[] = [];
  for await (const row of client.list('GET /suppliers', { query: { ids: [ids[0], ids[3]] } })) found.push(row);
  expect(found.map(({ id }) => id).sort()).toEqual([ids[0], ids[3]].sort());
});

test('a list goes on from a page by number to its end', async () => {
  const tenant = await world.tenant();
  for (let index = 0; index < 5; index += 1) await makeSupplier(tenant);
  const client = make({ url, key: await tenant.key() });
  const ids: string[] = [];
  for await (const { id } of client.list('GET /suppliers', { query: { page: 2, per_page: 2 } })) ids.push(id);
  expect([ids.length, new Set(ids).size]).toEqual([3, 3]);
});

test('a value of a path that would lead to another one is not sent', async () => {
  const tenant = await world.tenant();
  await makeStock(tenant, 1);
  const requested: unknown[] = [];
  const noting: typeof fetch = (input, init) => (requested.push(input), fetch(input, init));
  const client = make({ url, key: await tenant.key(), fetch: noting });
  for (const barcode of ['', '.', '..', undefined])
    await expect(client.request('GET /variants/barcode/{barcode}', { path: { barcode } })).rejects.toMatchObject({
      name: 'StockwrightError',
      status: 0,
      problems: [{ code: 'bad_request', field: 'barcode' }],
    });
  expect(requested).toEqual([]);
  const sku = 'a/b ?#%..';
  const { data: product } = await client.request('POST /products', { body: { name: 'Slashed' } });
  const body = { product_id: product.id };
  expect((await client.request('PUT /variants/by_sku/{sku}', { path: { sku }, body })).data).toMatchObject({ sku });
});

test('a report comes with its totals', async () => {
  const tenant = await world.tenant();
  await makeStock(tenant, 5);
  const client = make({ url, key: await tenant.key() });
  const answer = await client.request('POST /reports/query', { body: { measures: ['on_hand'] } });
  expect(answer).toMatchObject({ data: [{ on_hand: 5 }], totals: { on_hand: 5 }, status: 200 });
});

test('a write that succeeded shows its warnings', async () => {
  const client = make({ url, key: await (await world.tenant()).key() });
  const variants = [{ sku: 'TEA', barcode: '4006381333932' }];
  const { warnings } = await client.request('POST /products', { body: { name: 'Tea', variants } });
  expect(warnings).toMatchObject([{ code: 'wrong_check_digit', field: 'variants[0].barcode' }]);
  expect((await client.request('POST /products', { body: { name: 'Tea' } })).warnings).toEqual([]);
});

test('files are sent as blobs', async () => {
  const tenant = await world.tenant();
  const client = make({ url, key: await tenant.key() });
  const sheet = new Blob(['name\nBlue\nGreen\n'], { type: 'text/csv' });
  const taken = await client.request('POST /imports', { query: { kind: 'suppliers' }, body: sheet });
  expect([taken.status, taken.data]).toMatchObject([202, { rows_total: 2 }]);
  const { data: product } = await client.request('POST /products', { body: { name: 'Pictured' } });
  const picture = new Blob([Buffer.from(LARGER_PICTURE, 'base64')], { type: 'image/png' });
  const { data } = await client.request('PUT /products/{id}/picture', { path: { id: product.id }, body: picture });
  expect(data).toMatchObject({ width: 3, height: 2 });
});

test('a response that is not of the service keeps its status, and is not retried', async () => {
  let count = 0;
  const page =
    (status: number): typeof fetch =>
    async () => ((count += 1), new Response('<h1>Not here</h1>', { status, headers: { 'content-type': 'text/html' } }));
  const failure = { name: 'StockwrightError', status: 403, problems: [{ code: 'not_json' }] };
  const client = make({ url, key: 'swk_none', fetch: page(403) });
  await expect(client.request('GET /orders')).rejects.toMatchObject(failure);
  await expect(client.events().next()).rejects.toMatchObject(failure);
  expect(count).toBe(2);
  const away = make({ url, key: 'swk_none', fetch: page(502), attempts: 1 });
  await expect(away.request('GET /orders')).rejects.toMatchObject({ status: 502 });
});

test('a version is the same behind a proxy that compresses, and so weakens the ETag', async () => {
  const tenant = await world.tenant();
  const { id } = await makeLocation(tenant);
  const weakening: typeof fetch = async (input, init) => {
    const { headers, ...response } = await fetch(input, init).then(async answer => ({
      headers: answer.headers,
      status: answer.status,
      text: await answer.text(),
    }));
    const etag = headers.get('etag');
    return new Response(response.text, { status: response.status, headers: etag ? { etag: `W/${etag}` } : {} });
  };
  const client = make({ url, key: await tenant.key(), fetch: weakening });
  const { version } = await client.request('GET /locations/{id}', { path: { id } });
  const changed = { path: { id }, body: { name: 'Main' }, ifVersion: version };
  expect((await client.request('PATCH /locations/{id}', changed)).status).toBe(200);
});

test('events continue after the last one when the service is killed, and end with the signal', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 100);
  let child = await startChild(world);
  // One address for whichever process is running.
  const proxy = await serveHttp(async (req, res) => {
    const answer = await fetch(child.url + req.url!, { headers: req.headers as never }).catch(() => undefined);
    if (!answer) return void res.destroy();
    res.writeHead(answer.status, { 'content-type': answer.headers.get('content-type')! });
    try {
      for await (const bytes of answer.body!) res.write(bytes);
      res.end();
    } catch {
      res.destroy();
    }
  });
  stops.push(
    () => child.kill(),
    () => proxy.close(),
  );
  const stop = new AbortController();
  const seen: number[] = [];
  const following = (async () => {
    const client = make({ url: `http://127.0.0.1:${proxy.port}`, key: await tenant.key('read') });
    for await (const { position } of client.events({ after: 0, signal: stop.signal })) seen.push(position);
  })();
  await until(() => seen.length === 4);
  await child.kill();
  for (let index = 0; index < 10; index += 1) await adjust(tenant, variant, location, -1);
  child = await startChild(world);
  await until(() => seen.length === 14);
  expect(seen).toEqual(Array.from({ length: 14 }, (_, index) => index + 1));
  stop.abort();
  await following;
});

test('events that happen while a stream without events is interrupted are not missed', async () => {
  const asked: (string | undefined)[] = [];
  const service = await serveHttp((req, res) => {
    asked.push(req.headers['last-event-id'] as string | undefined);
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    if (asked.length === 1) res.write(':\nid: 7\n\n', () => res.destroy());
    else res.write(`:\nid: 7\n\nid: 8\nevent: order.created\ndata: ${JSON.stringify({ position: 8 })}\n\n`);
  });
  stops.push(() => service.close());
  const events = make({ url: service.url, key: 'swk_x' }).events();
  expect(await events.next()).toEqual({ done: false, value: { position: 8 } });
  await events.return(undefined);
  expect(asked).toEqual([undefined, '7']);
});

test('a stream on which nothing arrives any more is taken for lost, whether it has begun or not', async () => {
  const asked: (string | undefined)[] = [];
  const service = await serveHttp((req, res) => {
    asked.push(req.headers['last-event-id'] as string | undefined);
    if (asked.length === 2) return;
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    res.write(`id: ${asked.length}\nevent: order.created\ndata: ${JSON.stringify({ position: asked.length })}\n\n`);
  });
  stops.push(() => service.close());
  const events = make({ url: service.url, key: 'swk_x' }).events({ silenceMs: 100 });
  expect([await events.next(), await events.next()]).toMatchObject([
    { value: { position: 1 } },
    { value: { position: 3 } },
  ]);
  await events.return(undefined);
  expect(asked).toEqual([undefined, '1', '1']);
});

test('a webhook is verified: genuine, changed, expired, unsigned', async () => {
  const secret = makeSecret();
  const body = JSON.stringify({ id: 'e1', type: 'order.created' });
  const headersAt = (sentAt: Date, secrets: [string, ...string[]] = [secret]) =>
    Object.fromEntries(
      Object.entries(
        deliveryHeaders({ webhookId: 'e1', sentAt, body, secrets, event: 'order.created', deliveryId: 'd1' }),
      ).map(([name, value]) => [name.toLowerCase(), value]),
    );
  const headers = headersAt(new Date());
  expect(await verifyWebhook({ body, headers, secret })).toMatchObject({ id: 'e1' });
  expect(await verifyWebhook({ body, headers: headersAt(new Date(), [makeSecret(), secret]), secret })).toMatchObject({
    id: 'e1',
  });
  await expect(verifyWebhook({ body: `${body} `, headers, secret })).rejects.toThrow('wrong');
  await expect(verifyWebhook({ body, headers, secret: makeSecret() })).rejects.toThrow('wrong');
  await expect(verifyWebhook({ body, headers: headersAt(new Date(Date.now() - 400_000)), secret })).rejects.toThrow(
    'old',
  );
  await expect(verifyWebhook({ body, headers: {}, secret })).rejects.toThrow('not signed');
});
