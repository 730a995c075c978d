import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { acceptInvitation } from '../src/access/accounts.ts';
import { provisionMember } from '../src/access/members.ts';
import { type App, buildApp } from '../src/app.ts';
import { type Config, readConfig } from '../src/config.ts';
import { derivedAccess, roleOf } from '../src/database/roles.ts';
import { type StartedDatabase, startDatabase } from '../src/database/start.ts';
import { addOrganization } from '../src/operations/add-organization.ts';
import { copyOrganization } from '../src/operations/copy-organization.ts';
import { type MoveReport, moveOrganization } from '../src/operations/move-organization.ts';
import { organizations } from '../src/operations/operator.ts';
import { verify } from '../src/operations/verify.ts';
import { startWorker, type Worker } from '../src/operations/worker.ts';
import type { OpenDatabase } from '../src/store/open-database.ts';
import { podsOf } from '../src/store/pods.ts';
import { browser, PASSWORD } from './support/browser.ts';
import { type Client, clientOf, codes, type Reply } from './support/http.ts';
import { CSV, ended } from './support/imports.ts';
import { follow, sequenced, until } from './support/live.ts';
import { eventIdOf, openReceiver, type Receiver } from './support/receiver.ts';
import { readSse, type SseReading } from './support/sse.ts';
import { refusal, tenantOf } from './support/world.ts';

/* Three databases on one server, one process: docs/pods.md. */

const server = process.env['STOCKWRIGHT_TEST_SERVER']!;
const names = { a: name(), b: name(), c: name() };
let config: Config;
let started: StartedDatabase;
let home: OpenDatabase;
let app: App;
let worker: Worker;
let url: string;
let receiver: Receiver;

function name() {
  return `test_${randomUUID().replaceAll('-', '')}`;
}
const addressOf = (database: string) => Object.assign(new URL(server), { pathname: `/${database}` }).href;

async function onServer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

beforeAll(async () => {
  for (const database of Object.values(names))
    await onServer(
      `create database ${database} template ${process.env['STOCKWRIGHT_TEST_TEMPLATE']} strategy file_copy`,
    );
  config = readConfig({
    DATABASE_URLS: Object.entries(names)
      .map(([pod, database]) => `${pod}=${addressOf(database)}`)
      .join(),
    SECRETS_KEY: 'a key of the test that is 32 characters or more',
    PORT: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
  });
  const log = pino({ level: 'silent' });
  started = await startDatabase(config);
  home = started.database;
  app = await buildApp(config, home, log);
  worker = startWorker(config, home, app, log);
  url = `http://127.0.0.1:${await app.listen()}`;
  receiver = await openReceiver();
});

afterAll(async () => {
  await app?.close();
  await worker?.close();
  await started?.stop();
  await receiver?.close();
  for (const database of Object.values(names)) {
    const { app, system } = derivedAccess(addressOf(database));
    await onServer(
      `drop database if exists ${database} with (force)`,
      `drop role if exists ${roleOf(app).name}, ${roleOf(system).name}`,
    );
  }
});

const pod = (wanted: string) => podsOf(home).find(each => each.pod === wanted)!;

interface Shop {
  id: string;
  slug: string;
  key: string;
  client: Client;
  locationId: string;
  /** One more of its only SKU, with this Idempotency-Key. */
  add(idempotencyKey?: string): Promise<Reply>;
  onHand(): Promise<number>;
}

/** An organization there, with one product at one location. */
async function shopIn(at: string, slug: string): Promise<Shop> {
  const input = { slug, name: slug, modules: [], currency: 'EUR', timeZone: 'UTC' };
  const id = await addOrganization(home, input, at);
  const key = await tenantOf(pod(at), { id, slug }).key();
  const client = clientOf(`${url}/api/v1`, key);
  const location = (await client('POST /locations', { name: 'Shop' })).body.data as { id: string };
  await client('POST /products', { name: 'Mug', variants: [{ sku: 'MUG' }] });
  const change = { sku: 'MUG', location_id: location.id, quantity_change: 1, reason: 'stock_in' };
  return {
    id,
    slug,
    key,
    client,
    locationId: location.id,
    add: idempotencyKey =>
      client('POST /inventory_adjustments', change, idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
    async onHand() {
      const { data } = (await client('GET /inventory_levels')).body as { data: { quantity_on_hand: number }[] };
      return data[0]?.quantity_on_hand ?? 0;
    },
  };
}

const rowsIn = async (at: string, table: string, id: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where organization_id = ${id}`.execute(pod(at).system);
  return rows[0]!.count;
};

/** Moves it; stops, as if it was killed, when it says this. Waits less where nobody asks. */
const move = (slug: string, to: string, killedAt?: string, isAsked = false): Promise<MoveReport> =>
  moveOrganization(home, started.ownerUrls, {
    slug,
    to,
    readMs: 100,
    ...(!isAsked && { noticedMs: 0 }),
    say(line) {
      if (killedAt !== undefined && line.includes(killedAt)) throw new Error('killed');
    },
  });

/** How many events of the organization are still to be delivered, there. */
const waiting = async (at: string, id: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) filter (where d.id is null or d.next_attempt_at is not null) as count
    from events e left join webhook_deliveries d on d.organization_id = e.organization_id and d.event_id = e.id
    where e.organization_id = ${id} and e.type = 'inventory.updated'`.execute(pod(at).system);
  return rows[0]!.count;
};

const allInOrder = async () => {
  for (const each of podsOf(home)) expect(await verify(each.background)).toEqual([]);
};

test('an organization lives in one database, and its key finds it there on both faces', async () => {
  const [acme, bolt] = [await shopIn('a', 'acme'), await shopIn('b', 'bolt')];
  expect(codes(await acme.add())).toEqual([201]);
  expect(codes(await bolt.add())).toEqual([201]);
  expect(codes(await bolt.add())).toEqual([201]);
  expect([await rowsIn('a', 'ledger_entries', bolt.id), await rowsIn('b', 'ledger_entries', bolt.id)]).toEqual([0, 2]);
  const asked = clientOf(url, bolt.key);
  const read = await asked('POST /graphql', {
    query: '{ organization { slug } inventoryLevels { nodes { quantityOnHand } } }',
  });
  expect(read.body.data).toEqual({
    organization: { slug: 'bolt' },
    inventoryLevels: { nodes: [{ quantityOnHand: 2 }] },
  });
  expect(await acme.onHand()).toBe(1);
  expect(codes(await acme.client(`GET /locations/${bolt.locationId}`))).toEqual([404, 'not_found']);
  expect(codes(await clientOf(`${url}/api/v1`, `${bolt.key.slice(0, -8)}aaaaaaaa`)('GET /orders'))).toEqual([
    401,
    'unauthenticated',
  ]);
});

test('a slug is taken in every database, and an organization without a wish goes to the smallest one', async () => {
  const input = { slug: 'bolt', name: 'Bolt', modules: [], currency: 'EUR', timeZone: 'UTC' };
  expect(await refusal(addOrganization(home, input, 'c'))).toEqual([{ code: 'already_exists', field: 'slug' }]);
  expect(await refusal(addOrganization(home, input, 'd'))).toEqual([{ code: 'validation_failed', field: 'pod' }]);
  await addOrganization(home, { ...input, slug: 'cove' });
  const listed = (await organizations(home)) as { slug: string; pod: string }[];
  expect(listed.map(({ slug, pod }) => [slug, pod])).toEqual([
    ['acme', 'a'],
    ['bolt', 'b'],
    ['cove', expect.stringMatching(/^[abc]$/)],
  ]);
});

test('a person is a member of organizations in several databases with one account', async () => {
  const [acme, bolt] = [await shopIn('a', 'ann-and-sons'), await shopIn('b', 'ann-and-daughters')];
  const [first, second] = [
    await provisionMember(pod('a'), acme.id, { email: 'ann@example.com', role: 'owner' }),
    await provisionMember(pod('b'), bolt.id, { email: 'ann@example.com', role: 'viewer' }),
  ];
  const userId = (await acceptInvitation(home, first.token, { password: PASSWORD }))!;
  expect(await acceptInvitation(home, second.token, { userId })).toBe(userId);
  expect(await acceptInvitation(home, second.token, { userId })).toBeUndefined();
  const visitor = browser(url);
  await visitor.signIn('ann@example.com');
  const session = await visitor.send('/auth/session');
  expect(session.body.data).toMatchObject({
    organization: { slug: acme.slug },
    organizations: [{ slug: bolt.slug }, { slug: acme.slug }],
  });
  await visitor.send('/auth/organization', { slug: bolt.slug });
  expect((await visitor.graphql('{ me { role organization { slug } } }')).body.data).toEqual({
    me: { role: 'VIEWER', organization: { slug: bolt.slug } },
  });
});

test('a database that is down answers 503 for its organizations and for no others', async () => {
  const [there, down] = [await shopIn('a', 'there'), await shopIn('c', 'down')];
  expect(codes(await down.add())).toEqual([201]);
  await onServer(
    `alter database ${names.c} connection limit 0`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${names.c}'`,
  );
  expect(codes(await down.add())).toEqual([503, 'unavailable']);
  expect(codes(await there.add())).toEqual([201]);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(metrics.match(/^stockwright_database_up.*$/gm)).toEqual([
    'stockwright_database_up{pod="a"} 1',
    'stockwright_database_up{pod="b"} 1',
    'stockwright_database_up{pod="c"} 0',
  ]);
  const said: string[] = [];
  const beside = await startDatabase(config, { trustsStart: true, say: line => said.push(line) });
  expect(said).toEqual(['The database c does not answer: its organizations are not served until it does.']);
  await onServer(`alter database ${names.c} connection limit -1`);
  await until(() => said.length > 1);
  expect(said[1]).toBe('The database c answers now.');
  await beside.stop();
  await until(async () => (await down.add()).status === 201);
});

test('an organization moves under load: nothing is lost, doubled or told twice, and the others do not notice', async () => {
  const [mover, neighbor] = [await shopIn('a', 'mover'), await shopIn('b', 'neighbor')];
  const told = () => receiver.received.map(eventIdOf);
  await mover.client('POST /webhook_subscriptions', { url: receiver.url, events: ['inventory.updated'] });
  const before = await mover.add('before-the-move');
  expect(codes(before)).toEqual([201]);

  const positions: number[] = [];
  let isReading = true;
  const reading = (async () => {
    while (isReading) {
      let stream: SseReading | undefined;
      const open = async () => {
        stream = await readSse(`${url}/api/v1/events/stream`, mover.key, {
          headers: { 'Last-Event-ID': String(positions.at(-1) ?? 0) },
        }).catch(() => undefined);
        return stream?.status === 200 || !isReading;
      };
      await until(open, 60_000, 100);
      let seen = 0;
      const take = () => {
        for (; seen < stream!.seen.length; seen += 1) positions.push(Number(stream!.seen[seen]!.id));
      };
      let isOpen = stream?.status === 200;
      void stream?.ended.then(() => (isOpen = false));
      while (isOpen && isReading) {
        take();
        await until(() => stream!.seen.length > seen || !isOpen || !isReading, 180_000);
      }
      if (stream) take();
      stream?.stop();
    }
  })();

  const socket = follow<{ position: number }>(url, mover.key, 'events', '{ position }');

  let isWriting = true;
  let isMoving = false;
  const outcomes: { [status: number]: number } = {};
  const sent: string[] = [];
  const asked = () => Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  const writers = [1, 2, 3, 4].map(async number => {
    for (let count = 0; isWriting; count += 1) {
      const key = `writer-${number}-${count}`;
      const isDone = async () => {
        const reply = await mover.add(key);
        outcomes[reply.status] = (outcomes[reply.status] ?? 0) + 1;
        if (reply.status === 503) expect(reply.headers.get('retry-after')).toBe('5');
        return reply.status !== 503;
      };
      await until(isDone, 60_000, 100);
      sent.push(key);
      // Writes again when something was read, and while it moves as fast as it can.
      const read = positions.length;
      await until(() => positions.length > read || isMoving || !isWriting);
    }
  });
  const others: number[] = [];
  const otherWriter = (async () => {
    while (isWriting) {
      others.push((await neighbor.add()).status);
      const before = asked();
      await until(() => asked() > before || !isWriting);
    }
  })();
  await until(() => sent.length > 20);
  const sheet = ['name', ...Array.from({ length: 600 }, (_, row) => `Supplier ${row}`)].join('\n');
  const begun = await mover.client('POST /imports?kind=suppliers&mode=create', sheet, CSV);
  expect(codes(begun)).toEqual([202]);
  await until(async () => (await rowsIn('a', 'suppliers', mover.id)) > 0);

  isMoving = true;
  const { pod: there, tables } = await move('mover', 'b', undefined, true);
  isMoving = false;
  const during = sent.length;
  await until(() => sent.length > during + 20);
  isWriting = false;
  await Promise.all([...writers, otherWriter]);

  // An import that was running goes on where it was.
  expect(await ended(mover.client, begun)).toMatchObject({ status: 'completed', rows_created: 600 });
  expect(await rowsIn('b', 'suppliers', mover.id)).toBe(600);
  const count = sent.length + 1;
  expect(there).toBe('b');
  expect(tables).toContainEqual({ table: 'idempotency_keys', rows: expect.any(Number) });
  expect(Object.keys(outcomes)).toEqual(['201', '503']);
  expect(new Set(others)).toEqual(new Set([201]));
  expect(await mover.onHand()).toBe(count);
  expect([await rowsIn('a', 'ledger_entries', mover.id), await rowsIn('b', 'ledger_entries', mover.id)]).toEqual([
    0,
    count,
  ]);
  const again = await mover.add('before-the-move');
  expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([before.body, 'true']);

  await sequenced(pod('b').system, mover);
  const { data: head } = (await mover.client('GET /events/head')).body as { data: { position: number } };
  expect(await socket.ended).toMatchObject({ code: 1001 });
  const later = `events(after: ${socket.seen.at(-1)!.position})`;
  const resumed = follow<{ position: number }>(url, mover.key, later, '{ position }');
  const last = () => Math.min(positions.at(-1) ?? 0, resumed.seen.at(-1)?.position ?? 0);
  await until(() => last() >= head.position);
  const live = [...socket.seen, ...resumed.seen].map(({ position }) => position);
  expect(live).toEqual(positions.slice(positions.indexOf(live[0]!)));
  resumed.stop();
  isReading = false;
  await reading;
  expect(positions).toEqual(Array.from({ length: head.position }, (_, index) => index + 1));
  // Adjustments that share a transaction are told together.
  const { rows: events } = await sql<{ id: string }>`
    select id from events where organization_id = ${mover.id} and type = 'inventory.updated' order by id`.execute(
    pod('b').system,
  );
  await until(async () => (await waiting('b', mover.id)) === 0);
  expect(told().toSorted()).toEqual(events.map(({ id }) => id));
  await allInOrder();
});

test('a move that was interrupted anywhere is continued by being run again', async () => {
  const shop = await shopIn('b', 'wanderer');
  expect(codes(await shop.add())).toEqual([201]);
  const where = async () =>
    ((await organizations(home)) as { slug: string; pod: string; moving?: string }[]).find(
      ({ slug, moving }) => slug === 'wanderer' && moving === undefined,
    )?.pod;

  // While it was copied: whatever fails there leaves it where it was.
  await expect(move('wanderer', 'c', 'verifying')).rejects.toThrow('killed');
  expect([await where(), await rowsIn('c', 'ledger_entries', shop.id)]).toEqual(['b', 0]);
  expect(codes(await shop.add())).toEqual([201]);

  // Killed after the copy: it is not written, and read where it was.
  await sql`update organizations set moving = 'leaving' where id = ${shop.id}`.execute(pod('b').system);
  await copyOrganization(pod('b'), pod('c'), { id: shop.id, ownerUrl: addressOf(names.c) });
  expect(codes(await shop.add())).toEqual([503, 'unavailable']);
  expect(await shop.onHand()).toBe(2);
  expect(await refusal(move('wanderer', 'a'))).toEqual([{ code: 'invalid_state', field: 'to' }]);
  // To where it is: it stays there.
  await move('wanderer', 'b');
  expect(codes(await shop.add())).toEqual([201]);
  expect([await where(), await rowsIn('c', 'ledger_entries', shop.id)]).toEqual(['b', 0]);
  expect(await refusal(move('wanderer', 'b'))).toEqual([{ code: 'invalid_state', field: 'to' }]);

  // Killed between the two: it is nowhere, and says so.
  await expect(move('wanderer', 'c', 'has noticed')).rejects.toThrow('killed');
  await until(async () => (await shop.client('GET /inventory_levels')).status === 503);
  expect(await refusal(move('wanderer', 'a'))).toEqual([{ code: 'invalid_state', field: 'to' }]);
  await expect(move('wanderer', 'c', 'nobody reads')).rejects.toThrow('killed');
  // Killed before the old rows were removed.
  expect([await where(), await shop.onHand(), await rowsIn('b', 'ledger_entries', shop.id)]).toEqual(['c', 3, 3]);
  expect(codes(await shop.add())).toEqual([201]);
  await allInOrder();
  await move('wanderer', 'c');
  expect([await rowsIn('b', 'ledger_entries', shop.id), await rowsIn('c', 'ledger_entries', shop.id)]).toEqual([0, 4]);
  await allInOrder();
});
