import { expect, test } from '@jest/globals';
import { type RawBuilder, sql } from 'kysely';
import pino from 'pino';
import { createInventoryPolicy } from '../../src/domain/inventory-policies.ts';
import { createLocation } from '../../src/domain/locations.ts';
import { getOrder, reserveOrder } from '../../src/domain/orders.ts';
import { recordDemandHistory } from '../../src/domain/planning/demand-history.ts';
import { forecastsKeeper } from '../../src/domain/planning/forecasts/stored-forecasts.ts';
import { patternsKeeper } from '../../src/domain/planning/insights/patterns.ts';
import { refreshPlaces } from '../../src/domain/planning/insights/places.ts';
import { listInventoryLevels } from '../../src/domain/stock/levels.ts';
import { CHORES, type Chore, startChores } from '../../src/operations/chores.ts';
import type { OpenDatabase } from '../../src/store/open-database.ts';
import { sequenced, until } from '../support/live.ts';
import { adjust, makeOrder, makeStock, makeVariant } from '../support/make.ts';
import { makeLot } from '../support/manufacturing.ts';
import { makeMany } from '../support/many.ts';
import { statementsOf, type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();
const log = pino({ level: 'silent' });
const chore = (name: string): Chore => CHORES.find(each => each.name === name)!;

test('an expired reservation is released automatically', async () => {
  const tenant = await world.tenant();
  const { order, variants } = await makeOrder(tenant, { quantities: [4] });
  await tenant.run(reserveOrder, { id: order.id, reservationExpiresAt: '2999-01-01T00:00:00Z' });
  await sql`update orders set reservation_expires_at = now() where id = ${order.id}`.execute(world.owner);
  const stop = startChores(world.database, log);
  await until(async () => (await tenant.run(getOrder, { id: order.id }))['status'] === 'pending');
  await stop();
  expect((await tenant.list(listInventoryLevels, { sku: variants[0]!.sku })).rows).toMatchObject([
    { quantityReserved: 0, quantityAvailable: 10 },
  ]);
});

test('events are kept for 30 days, and longer behind a newer one; idempotency keys for 24 hours', async () => {
  const tenant = await world.tenant();
  await world.serve();
  const { variant, location } = await makeStock(tenant, 1);
  await adjust(tenant, variant, location, 1);
  await tenant.run(createLocation, { name: 'Old' }, 'old');
  await tenant.run(createLocation, { name: 'New' }, 'new');
  const of = sql`organization_id = ${tenant.id}`;
  await sequenced(world.database.system, tenant);
  await sql`update events
    set occurred_at = now() - interval '30 days 1 minute' where ${of} and position in (1, 3)`.execute(world.owner);
  await sql`update idempotency_keys
    set created_at = now() - interval '24 hours 1 minute' where ${of} and key = 'old'`.execute(world.database.system);
  for (const name of [
    'prune events',
    'prune idempotency keys',
    'prune webhook attempts',
    'prune webhook deliveries',
    'prune integration messages',
  ])
    await chore(name).run(world.database);
  const { rows } =
    await sql`select (select (array_agg(position::int order by position))[1:2] from events where ${of}) as kept,
      (select array_agg(key) from idempotency_keys where ${of}) as keys`.execute(world.database.system);
  expect(rows).toEqual([{ kept: [2, 3], keys: ['new'] }]);
});

/** One with something for each chore to do. */
async function waiting(): Promise<Tenant> {
  const tenant = await world.tenant();
  const { order, variants, location } = await makeOrder(tenant, { quantities: [4] });
  await tenant.run(reserveOrder, { id: order.id, reservationExpiresAt: '2999-01-01T00:00:00Z' });
  await sql`update orders set reservation_expires_at = now() where id = ${order.id}`.execute(world.owner);
  const lot = await makeLot(tenant, await makeVariant(tenant, { lotTracked: true }), location, 1);
  await sql`update lots set expiry_date = current_date - 3 where id = ${lot.id}`.execute(world.owner);
  const rows = Array.from({ length: 60 }, (_, index) => ({
    date: new Date(Date.now() - (index + 1) * 86_400_000).toISOString().slice(0, 10),
    ...{ sku: variants[0]!.sku, locationId: location.id, quantity: 1 },
  }));
  await tenant.run(recordDemandHistory, { rows });
  const place = { variantId: variants[0]!.id, locationId: location.id };
  await tenant.run(createInventoryPolicy, { ...place, reorderPoint: 50, reorderQuantity: 50 });
  return tenant;
}

test.each<[string, RawBuilder<unknown>, Chore['run']?]>([
  ['expire reservations', sql`from orders where reservation_expires_at is null`],
  ['expire lots', sql`from lots where held`],
  ['refresh demand patterns', sql`from demand_patterns where sale_days > 0`],
  ['refresh forecasts', sql`from forecasts where location_id is not null`],
  ['screen places', sql`from screened_places where true`, database => refreshPlaces(database, 0)],
])('%s: an organization for which it fails holds up no other', async (name, done, run = chore(name).run) => {
  const [failing, other] = [await waiting(), await waiting()];
  const unless =
    <R>(work: (id: string, ...rest: never[]) => R) =>
    (id: string, ...rest: never[]): R => {
      if (id === failing.id) throw new Error('It fails.');
      return work(id, ...rest);
    };
  const { database } = world;
  const limping = {
    ...database,
    read: unless(database.read),
    transaction: unless(database.transaction as never),
  } as OpenDatabase;
  await expect(run(limping)).rejects.toThrow(/^Failed for 1 of/);
  const isDone = async ({ id }: Tenant) =>
    (await sql`select ${done} and organization_id = ${id}`.execute(world.owner)).rows.length > 0;
  const are = [await isDone(failing), await isDone(other)];
  // No lot stays that should be on hold.
  await chore('expire lots').run(database);
  expect(are).toEqual([false, true]);
});

test('of an organization, only forecasts that are not of today are computed in the night', async () => {
  const tenant = await world.tenant();
  await makeMany(world, tenant.id, 150);
  // The first and the last variant are not computed together.
  await sql`
    insert into demand_history (organization_id, id, created_at, updated_at, variant_id, location_id, date, quantity)
    select ${tenant.id}, gen_random_uuid(), now(), now(), v.id,
      (select id from locations where organization_id = ${tenant.id} limit 1), current_date - d, 1
    from (select min(id::text)::uuid as id from variants where organization_id = ${tenant.id}
        union select max(id::text)::uuid from variants where organization_id = ${tenant.id}) v,
      generate_series(1, 60) d`.execute(world.owner);
  const computed = async () => {
    // As a process that has just started.
    const statements = await statementsOf(() => forecastsKeeper()(world.database));
    return statements.filter(statement => statement.includes('insert into forecasts')).length;
  };
  expect(await computed()).toBeGreaterThanOrEqual(2);
  expect(await computed()).toBe(0);
  await sql`
    update forecasts set starts_on = starts_on - 1
    where organization_id = ${tenant.id}
      and variant_id = (select max(id::text)::uuid from variants where organization_id = ${tenant.id})`.execute(
    world.owner,
  );
  expect(await computed()).toBe(1);
});

test('forecasts are computed again once the day of an organization has begun, and until then nothing of it is read', async () => {
  const tenant = await waiting();
  await chore('expire lots').run(world.database);
  const inZone = (zone: string) =>
    sql`update organizations set time_zone = ${zone} where id = ${tenant.id}`.execute(world.owner);
  await inZone('Etc/GMT+12');
  const refresh = forecastsKeeper();
  const computed = async () => {
    const statements = await statementsOf(() => refresh(world.database));
    return [statements.length, statements.some(statement => statement.includes('insert into forecasts'))];
  };
  expect(await computed()).toEqual([expect.any(Number), true]);
  expect(await computed()).toEqual([0, false]);
  // It is always a later day there.
  await inZone('Pacific/Kiritimati');
  expect(await computed()).toEqual([expect.any(Number), true]);
  expect(await computed()).toEqual([0, false]);
});

test('patterns are left alone until the next day of an organization, and looked for where nothing has gone out', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 5);
  const keep = patternsKeeper();
  const asked = async () => {
    const statements = await statementsOf(() => keep(world.database));
    const [looks, others] = [true, false].map(isLook =>
      statements.filter(each => each.includes(' as state') === isLook),
    );
    return {
      looks: looks!.length,
      written: others!.filter(each => each.includes('insert into demand_patterns')).length,
    };
  };
  await asked();
  const { looks } = await asked();
  expect(await asked()).toEqual({ looks, written: 0 });
  const date = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  await tenant.run(recordDemandHistory, { rows: [{ sku: variant.sku, locationId: location.id, date, quantity: 1 }] });
  // Again before they are written, as another process may have done so.
  expect(await asked()).toEqual({ looks: looks + 1, written: 1 });
  expect(await asked()).toEqual({ looks: looks - 1, written: 0 });
  const inZone = (zone: string) =>
    sql`update organizations set time_zone = ${zone} where id = ${tenant.id}`.execute(world.owner);
  await inZone('Etc/GMT+12');
  await asked();
  // It is always a later day there.
  await inZone('Pacific/Kiritimati');
  expect(await asked()).toEqual({ looks: looks + 1, written: 1 });
  expect(await asked()).toEqual({ looks: looks - 1, written: 0 });
});

test('no chore waits for a day to pass, which a restart would begin anew', () => {
  const waitingLong = CHORES.filter(({ everyMs }) => everyMs > 60 * 60_000);
  expect(waitingLong.map(({ name }) => name)).toEqual([]);
});

test('what holds up other chores asks nothing of each organization', async () => {
  const counts = async () => {
    const statements: { [chore: string]: number } = {};
    for (const { name, run } of CHORES.filter(({ slow, asked }) => !slow && !asked))
      statements[name] = (await statementsOf(() => run(world.database))).length;
    return statements;
  };
  await counts();
  const before = await counts();
  for (let more = 0; more < 3; more += 1) await world.tenant();
  expect(await counts()).toEqual(before);
});

test('one process at a time runs a chore, and one that fails does not hold up the others', async () => {
  let busy = 0;
  let most = 0;
  let done = 0;
  let refused = 0;
  const counted: Chore = {
    name: 'counted',
    everyMs: 60_000,
    async run() {
      most = Math.max(most, (busy += 1));
      // Until the other process has tried too.
      await until(() => refused > 0);
      busy -= 1;
      done += 1;
    },
  };
  const failing: Chore = { name: 'failing', everyMs: 60_000, run: () => Promise.reject(new Error('It failed.')) };
  const process: OpenDatabase = {
    ...world.database,
    async alone(lock, work) {
      let isAlone = false;
      const result = await world.database.alone(lock, () => {
        isAlone = true;
        return work();
      });
      if (!isAlone) refused += 1;
      return result;
    },
  };
  const stops = [1, 2].map(() => startChores(process, log, [failing, counted]));
  await until(() => done >= 1);
  for (const stop of stops) await stop();
  expect(most).toBe(1);
});
