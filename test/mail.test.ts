import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pino from 'pino';
import { SMTPServer } from 'smtp-server';
import { updateOrganization } from '../src/domain/organizations.ts';
import { cancelPurchaseOrder, createPurchaseOrder, getPurchaseOrder } from '../src/domain/purchase-orders.ts';
import type { Row } from '../src/kernel/view.ts';
import { type Mails, startMails } from '../src/mail/runner.ts';
import { CHORES } from '../src/operations/chores.ts';
import { type Client, clientOf, codes } from './support/http.ts';
import { until } from './support/live.ts';
import { makeLocation, makeSupplier, makeVariant } from './support/make.ts';
import { type Tenant, useWorld } from './support/world.ts';

/* A real mail server on this machine, and what it received. */

const world = useWorld();
const FROM = 'purchasing@stock.example';
const LOG = pino({ level: 'silent' });
let tenant: Tenant;
let client: Client;
let server: SMTPServer;
let runners: Mails[];
let mailing: { url: string; from: string };
let received: { from: string; to: string[]; message: string }[] = [];
/** The server's reply to a recipient that it does not accept. */
let refusal: { code: number; message: string } | undefined;
/** Recipients that the server answers only once this is called. */
let kept: (() => void)[] | undefined;

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      if (refusal) return done(Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
      if (kept && address.startsWith('slow@')) kept.push(done);
      else done();
    },
    onData(stream, { envelope }, done) {
      void text(stream).then(message => {
        const { mailFrom, rcptTo } = envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          message: message.replaceAll('\r\n', '\n'),
        });
        done();
      });
    },
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  mailing = { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, from: FROM };
  runners = [startMails(world.database, mailing, LOG), startMails(world.database, mailing, LOG)];
  tenant = await world.tenant();
  const { url } = await world.serve({ SMTP_URL: mailing.url, MAIL_FROM: FROM });
  client = clientOf(url, await tenant.key());
});
afterAll(async () => {
  for (const runner of runners) await runner.close();
  await new Promise<void>(resolve => server.close(() => resolve()));
});
beforeEach(() => {
  received = [];
  refusal = undefined;
  kept = undefined;
});

async function makePurchase(given: object = {}, supplier: object = { email: 'sales@roble.example' }): Promise<Row> {
  const { sku } = await makeVariant(tenant);
  const { id: supplierId } = await makeSupplier(tenant, { name: 'Finca El Roble', ...supplier });
  const { id: locationId } = await makeLocation(tenant);
  return tenant.run(createPurchaseOrder, {
    supplierId,
    locationId,
    items: [{ sku, quantity: 3, unitCost: 2 }],
    ...given,
  });
}
const send = ({ id }: Row, body?: object, headers = {}) =>
  client(`POST /api/v1/purchase_orders/${id}/send`, body, headers);
const sent = async ({ id }: Row) => {
  const { sendStatus, sentTo, sentAt, sendFailure } = await tenant.run(getPurchaseOrder, { id });
  return { sendStatus, sentTo, sentAt, sendFailure };
};
/** Twice: each runner also looks by itself, and may have done so just before. */
const allSent = async () => {
  for (let round = 0; round < 2; round += 1) await Promise.all(runners.map(runner => runner.wake()));
};
const headOf = (message: string) => message.slice(0, message.indexOf('\n\n')).replaceAll(/\n[ \t]+/g, ' ');

test('a purchase order is mailed to its supplier once, as a PDF, however often it is requested with one key', async () => {
  const order = await makePurchase();
  const [first, again] = [
    await send(order, {}, { 'idempotency-key': 'once' }),
    await send(order, {}, { 'idempotency-key': 'once' }),
  ];
  expect([first.status, again.text]).toEqual([202, first.text]);
  expect(first.headers.get('location')).toBe(`/api/v1/purchase_orders/${order['id']}`);
  expect(first.body.data).toMatchObject({ send_status: 'sending', sent_to: 'sales@roble.example', sent_at: null });
  expect(codes(await send(order))).toEqual([409, 'invalid_state']);
  await allSent();
  expect(received).toHaveLength(1);
  const [{ from, to, message }] = received as [(typeof received)[number]];
  expect([from, to]).toEqual([FROM, ['sales@roble.example']]);
  const head = headOf(message);
  expect(head).toContain(`Subject: Purchase order ${order['number']} from ${tenant.slug}`);
  expect(head).toContain(`From: "${tenant.slug}" <${FROM}>`);
  expect(message).toContain(`our purchase order ${order['number']} is attached as a PDF.`);
  const [, attached] = /Content-Type: application\/pdf.*?\n\n([A-Za-z0-9+/=\n]+)/s.exec(message)!;
  expect(Buffer.from(attached!, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  expect(await sent(order)).toEqual({
    sendStatus: 'sent',
    sentTo: 'sales@roble.example',
    sentAt: expect.any(String),
    sendFailure: null,
  });
  // Requested again it is another mail, to the named address, in its language.
  const query = `mutation { sendPurchaseOrder(id: "${order['id']}", input: {to: "ana@roble.example", language: DE}) {
        purchaseOrder { sendStatus sentTo } } }`;
  expect((await client('POST /graphql', { query })).body.data).toEqual({
    sendPurchaseOrder: { purchaseOrder: { sendStatus: 'SENDING', sentTo: 'ana@roble.example' } },
  });
  await allSent();
  expect(received.map(({ to }) => to)).toEqual([['sales@roble.example'], ['ana@roble.example']]);
  const german = received[1]!.message;
  expect(headOf(german)).toContain(`Subject: Bestellung ${order['number']} von ${tenant.slug}`);
  expect(german).toContain(`filename=Bestellung-${order['number']}.pdf`);
});

test('only open purchase orders are mailed, and only to one valid address', async () => {
  const draft = await makePurchase({ status: 'draft' });
  const nobody = await makePurchase({}, { email: null });
  expect(codes(await send(draft))).toEqual([409, 'invalid_state status']);
  expect(codes(await send(nobody))).toEqual([422, 'validation_failed to']);
  for (const to of [
    'a@b.example, c@d.example',
    'a@b.example\r\nBcc: spy@evil.example',
    '<a@b.example>',
    'a@localhost',
    '',
  ])
    expect([to, ...codes(await send(nobody, { to }))]).toEqual([to, 422, 'validation_failed to']);
  await allSent();
  expect([received, await sent(nobody)]).toMatchObject([[], { sendStatus: null, sentTo: null }]);
});

test('no name can start another header or add a recipient', async () => {
  const evil = 'Evil\nBcc: spy@evil.example\n\n<a@b.example>, x';
  await tenant.run(updateOrganization, { name: evil });
  const order = await makePurchase({}, { name: evil, email: 'sales@roble.example' });
  // As orders have it that were made before such references were refused.
  await sql`update purchase_orders set reference = ${'x\nCc: spy@evil.example'}
    where organization_id = ${tenant.id} and id = ${order['id']}`.execute(world.owner);
  await send(order);
  await allSent();
  const head = headOf(received[0]!.message);
  expect(received[0]!.to).toEqual(['sales@roble.example']);
  expect(head.split('\n').map(line => line.split(':')[0])).toEqual(
    expect.not.arrayContaining([expect.stringMatching(/^(Bcc|Cc)$/i)]),
  );
  expect(head.match(/^To: .*$/m)![0]).toBe('To: sales@roble.example');
  await tenant.run(updateOrganization, { name: tenant.slug });
});

test('temporary failures of a mail server are retried, permanent ones are not, and both are shown', async () => {
  const order = await makePurchase();
  refusal = { code: 451, message: 'Try again later' };
  await send(order);
  await allSent();
  const waiting = await sent(order);
  expect(waiting).toMatchObject({ sendStatus: 'sending', sentAt: null });
  expect(waiting.sendFailure).toMatch(/Try again later/);
  refusal = undefined;
  // Not before it is due.
  await allSent();
  expect(received).toEqual([]);
  await sql`update purchase_order_mails set next_attempt_at = now() where ended_at is null`.execute(world.owner);
  await allSent();
  expect(await sent(order)).toMatchObject({ sendStatus: 'sent', sendFailure: null });

  const other = await makePurchase();
  refusal = { code: 550, message: 'No such user' };
  await send(other);
  await allSent();
  const failed = await sent(other);
  expect(failed).toMatchObject({ sendStatus: 'failed', sentAt: null });
  expect(failed.sendFailure).toMatch(/^The mail server refused it: .*No such user/);
  const told = await client('GET /api/v1/notifications?types=purchase_order_not_sent');
  expect(told.body.data).toMatchObject([{ subject_id: other['id'], title: `${other['number']} was not mailed` }]);
  expect(received).toHaveLength(1);
});

test('a mail of a killed process is sent by another, and is not sent if its order was cancelled before', async () => {
  const [left, cancelled] = [await makePurchase(), await makePurchase()];
  refusal = { code: 451, message: 'Try again later' };
  for (const order of [left, cancelled]) await send(order);
  await allSent();
  refusal = undefined;
  await tenant.run(cancelPurchaseOrder, { id: cancelled['id'] });
  const due = (lease: string) =>
    sql`
      update purchase_order_mails
      set next_attempt_at = now(), lease_until = now() + ${lease}::interval where ended_at is null`.execute(
      world.owner,
    );
  await due('1 minute');
  await allSent();
  expect(received).toEqual([]);
  await due('-1 second');
  await allSent();
  expect(received).toHaveLength(1);
  expect([(await sent(left)).sendStatus, (await sent(cancelled)).sendStatus]).toEqual(['sent', 'failed']);
});

test('a mail that the server is slow to take holds up no other', async () => {
  const [slow, quick] = [await makePurchase({}, { email: 'slow@roble.example' }), await makePurchase()];
  kept = [];
  await send(slow);
  const all = allSent();
  await until(() => kept!.length === 1);
  await send(quick);
  await until(async () => (await sent(quick)).sendStatus === 'sent');
  expect(await sent(slow)).toMatchObject({ sendStatus: 'sending', sendFailure: null });
  kept[0]!();
  await all;
  expect(await sent(slow)).toMatchObject({ sendStatus: 'sent' });
  expect(received.map(({ to }) => to)).toEqual([['sales@roble.example'], ['slow@roble.example']]);
});

/** Sends through a server that says no more than `talk` does, by a runner of its own. */
async function throughServer(
  talk: (socket: Socket) => void,
  options: { withinMs?: number; finishMs?: number },
  work: (runner: Mails, connected: Promise<unknown>) => Promise<void>,
): Promise<void> {
  for (const runner of runners) await runner.close();
  const sockets = new Set<Socket>();
  const odd = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    talk(socket);
  });
  await new Promise<void>(resolve => odd.listen(0, '127.0.0.1', resolve));
  const url = `smtp://127.0.0.1:${(odd.address() as AddressInfo).port}`;
  const runner = startMails(world.database, { url, from: FROM, ...options }, LOG);
  try {
    await work(runner, once(odd, 'connection'));
  } finally {
    await runner.close();
    for (const socket of sockets) socket.destroy();
    await new Promise<void>(resolve => odd.close(() => resolve()));
    runners = [0, 1].map(() => startMails(world.database, mailing, LOG));
  }
}

const statesOf = async ({ id }: Row) => {
  const { rows } = await sql<{ attempts: number; leased: boolean }>`
    select attempt_count as attempts, lease_until is not null as leased
    from purchase_order_mails where purchase_order_id = ${id}`.execute(world.owner);
  return rows;
};

test('a mail has one time limit, however little a server says at a time', async () => {
  const order = await makePurchase();
  // Never silent for long, and never done.
  const drip = (socket: Socket) => {
    socket.write('220 welcome\r\n');
    const saying = setInterval(() => socket.write('250-wait\r\n'), 20);
    socket.on('close', () => clearInterval(saying));
  };
  await throughServer(drip, { withinMs: 500 }, async runner => {
    await send(order);
    await runner.wake();
    expect(await sent(order)).toMatchObject({ sendStatus: 'sending', sendFailure: 'The mail server took too long.' });
    expect(await statesOf(order)).toEqual([{ attempts: 1, leased: false }]);
  });
  await sql`delete from purchase_order_mails`.execute(world.owner);
});

test('a mail server that is away for an hour gets each mail once, when it is back', async () => {
  const order = await makePurchase();
  for (const runner of runners) await runner.close();
  const away = createServer();
  await new Promise<void>(resolve => away.listen(0, '127.0.0.1', resolve));
  const { port } = away.address() as AddressInfo;
  await new Promise<void>(resolve => away.close(() => resolve()));
  const waiting = [0, 1].map(() => startMails(world.database, { url: `smtp://127.0.0.1:${port}`, from: FROM }, LOG));
  await send(order);
  const minutes: number[] = [];
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await Promise.all(waiting.map(runner => runner.wake()));
    const { rows } = await sql<{ minutes: number }>`
      update purchase_order_mails
      set next_attempt_at = now() where purchase_order_id = ${order['id']} and ended_at is null
      returning round(extract(epoch from (select next_attempt_at from purchase_order_mails m
              where m.id = purchase_order_mails.id) - now()) / 60)::int as minutes`.execute(world.owner);
    minutes.push(rows[0]!.minutes);
  }
  for (const runner of waiting) await runner.close();
  expect([minutes, await sent(order)]).toMatchObject([
    [1, 5, 15, 60],
    { sendStatus: 'sending', sendFailure: expect.stringMatching(/^No mail server accepted it: .*ECONNREFUSED/) },
  ]);
  runners = [0, 1].map(() => startMails(world.database, mailing, LOG));
  await allSent();
  expect([received.length, (await sent(order)).sendStatus]).toEqual([1, 'sent']);
});

test('a process that stops does not wait for a mail server that is silent, and another sends the mail at once', async () => {
  const order = await makePurchase();
  await throughServer(
    () => undefined,
    { finishMs: 50 },
    async (runner, connected) => {
      await send(order);
      const working = runner.wake();
      await connected;
      await runner.close();
      await working;
      expect(await statesOf(order)).toEqual([{ attempts: 0, leased: false }]);
    },
  );
  await allSent();
  expect([received.length, (await sent(order)).sendStatus]).toEqual([1, 'sent']);
});

test('the outcome of a mail is kept for 30 days, and a waiting mail for as long as it waits', async () => {
  const [ended, waiting] = [await makePurchase(), await makePurchase()];
  await send(ended);
  await allSent();
  refusal = { code: 451, message: 'Try again later' };
  await send(waiting);
  await allSent();
  await sql`
    update purchase_order_mails
    set created_at = now() - interval '31 days', ended_at = ended_at - interval '31 days'`.execute(world.owner);
  await CHORES.find(({ name }) => name === 'prune mails')!.run(world.database);
  const { rows } = await sql<{ id: string }>`
    select purchase_order_id as id
    from purchase_order_mails where next_attempt_at is not null or ended_at is not null`.execute(world.owner);
  expect(rows.map(({ id }) => id)).toEqual([waiting['id']]);
  expect((await sent(ended)).sendStatus).toBe('sent');
  await sql`delete from purchase_order_mails`.execute(world.owner);
});

test('without a mail server the request is refused, and no idempotency key is used up', async () => {
  const order = await makePurchase();
  const { url } = await world.serve();
  const plain = clientOf(url, await tenant.key());
  const path = `POST /api/v1/purchase_orders/${order['id']}/send`;
  expect(codes(await plain(path, {}, { 'idempotency-key': 'later' }))).toEqual([409, 'not_configured']);
  const query = `mutation { sendPurchaseOrder(id: "${order['id']}") { purchaseOrder { id } } }`;
  expect((await plain('POST /graphql', { query })).body.errors).toMatchObject([
    { extensions: { code: 'NOT_CONFIGURED' } },
  ]);
  expect((await send(order, {}, { 'idempotency-key': 'later' })).status).toBe(202);
  await allSent();
});
