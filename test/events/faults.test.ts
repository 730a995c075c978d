import { afterEach, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { listInventoryLevels } from '../../src/domain/stock/levels.ts';
import { createWebhookSubscription } from '../../src/webhooks/subscriptions.ts';
import { type Child, startChild } from '../support/child.ts';
import { clientOf } from '../support/http.ts';
import { type Following, follow, until } from '../support/live.ts';
import { type Made, makeStock, unique } from '../support/make.ts';
import { endLeases, eventIdOf, openReceiver } from '../support/receiver.ts';
import { useWorld } from '../support/world.ts';

/*
 * Two web processes and a worker over one database, all killed and started again, its connections cut: writers that repeat what
 * was not answered, a dashboard that resumes, and a receiver of webhooks lose nothing.
 */

const world = useWorld({ ownRoles: true });
const stops: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

interface Supervised {
  url(): string;
  /** Kills it with -9 and starts it again. */
  crash(): Promise<void>;
}

async function supervise(role: string): Promise<Supervised> {
  const start = (): Promise<Child> => startChild(world.url, { ROLE: role });
  let child = await start();
  stops.push(() => child.kill());
  return {
    url: () => child.url,
    async crash() {
      await child.kill();
      child = await start();
    },
  };
}

/** Cuts every connection of the service to the database, those of this test too. */
async function cutConnections(): Promise<number> {
  const owner = new pg.Client({ connectionString: world.url, application_name: 'scissors' });
  await owner.connect();
  const { rowCount } = await owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'stockwright%'",
  );
  await owner.end();
  return rowCount!;
}

interface Writing {
  answered: number;
  /** Answered only when they were repeated, and those of them whose effect had been there already. */
  repeated: number;
  replayed: number;
}

/** Takes one unit after the other until told to stop; repeats what is not answered, at the other process, under the same key. */
async function write(
  servers: readonly Supervised[],
  key: string,
  variant: Made,
  location: Made,
  isOver: () => boolean,
): Promise<Writing> {
  const told: Writing = { answered: 0, repeated: 0, replayed: 0 };
  for (let turn = 0; !isOver(); turn += 1) {
    const idempotencyKey = unique('unit');
    for (let attempt = 0; ; attempt += 1) {
      const client = clientOf(servers[(turn + attempt) % servers.length]!.url(), key);
      const body = { sku: variant['sku'], location_id: location.id, quantity_change: -1 };
      const reply = await client('POST /api/v1/inventory_adjustments', body, {
        'idempotency-key': idempotencyKey,
      }).catch(() => undefined);
      if (reply?.status === 201) {
        told.answered += 1;
        if (attempt > 0) told.repeated += 1;
        if (attempt > 0 && reply.headers.get('idempotent-replayed')) told.replayed += 1;
        break;
      }
      // Anything but an answer, "not now" and "still at it" would be a lie.
      expect([undefined, 409, 503]).toContain(reply?.status);
      await new Promise(resolve => setTimeout(resolve, 100));
    }
  }
  return told;
}

/** A dashboard that goes to the other process when its socket ends, with the last position that it has seen. */
function watch(servers: readonly Supervised[], key: string) {
  const seen: number[] = [];
  let sockets = 0;
  let current: Following<{ position: number }> | undefined;
  let isOver = false;
  const watching = (async () => {
    for (; !isOver; sockets += 1) {
      const before = seen.length;
      current = follow<{ position: number }>(
        servers[sockets % servers.length]!.url(),
        key,
        `events(after: ${seen.at(-1) ?? 0})`,
        '{ position }',
      );
      const { seen: these, ended } = current;
      const taking = setInterval(
        () => seen.push(...these.slice(seen.length - before).map(({ position }) => position)),
        5,
      );
      await ended;
      clearInterval(taking);
      seen.push(...these.slice(seen.length - before).map(({ position }) => position));
      await new Promise(resolve => setTimeout(resolve, 50));
    }
  })();
  return {
    seen,
    sockets: () => sockets,
    async stop() {
      isOver = true;
      current?.stop();
      await Promise.race([watching, new Promise(resolve => setTimeout(resolve, 200))]);
    },
  };
}

test('through kill -9 of servers and worker and cuts of all database connections nothing is lost and nothing told twice', async () => {
  const tenant = await world.tenant();
  const receiver = await openReceiver();
  stops.push(() => receiver.close());
  const { variant, location } = await makeStock(tenant, 100_000);
  await tenant.run(createWebhookSubscription, { url: receiver.url, events: ['inventory.updated'] });
  const key = await tenant.key();
  const [one, other, worker] = await Promise.all([supervise('web'), supervise('web'), supervise('worker')]);
  const servers = [one, other];
  const dashboard = watch(servers, key);
  stops.push(() => dashboard.stop());

  let isOver = false;
  const writers = Array.from({ length: 4 }, () => write(servers, key, variant, location, () => isOver));
  const pause = () => new Promise(resolve => setTimeout(resolve, 500));
  for (const fault of [one.crash, cutConnections, worker.crash, other.crash, cutConnections, one.crash]) {
    await pause();
    await fault();
  }
  await pause();
  isOver = true;
  const written = await Promise.all(writers);
  const sum = (figure: keyof Writing) => written.reduce((total, each) => total + each[figure], 0);

  // Each answered unit was taken once, and nothing else was.
  const level = (await tenant.list(listInventoryLevels, { sku: variant.sku })).rows[0]!;
  expect(level['quantityOnHand']).toBe(100_000 - sum('answered'));
  const ids = async () =>
    (
      await sql<{
        id: string;
        position: number;
      }>`select id, position from events where organization_id = ${tenant.id} and type = 'inventory.updated' order by position`.execute(
        world.database.system,
      )
    ).rows;
  const events = sum('answered') + 1;
  // The product, its variant and the location were told ahead of the stock.
  const positions = Array.from({ length: events + 3 }, (_, index) => index + 1);
  await until(() => dashboard.seen.length >= positions.length, 10_000);
  expect(dashboard.seen).toEqual(positions);
  // What the killed worker was about is taken over when its lease ends.
  await endLeases(world.owner);
  await until(() => new Set(receiver.received.map(eventIdOf)).size >= events, 20_000);
  expect(new Set(receiver.received.map(eventIdOf))).toEqual(new Set((await ids()).map(({ id }) => id)));
  const duplicates = receiver.received.length - events;
  expect(duplicates).toBeLessThanOrEqual(3 * 5);
  console.info(
    `${events} events, ${sum('repeated')} units repeated, ${sum('replayed')} of them had been taken; ${dashboard.sockets()} sockets lost; ${duplicates} deliveries repeated`,
  );
}, 180_000);
