import { expect, test } from '@jest/globals';
import { type RawBuilder, sql } from 'kysely';
import { ALL_CHECKS } from '../../src/operations/verify.ts';
import { checksThatFind } from '../support/breaches.ts';
import { sequenced } from '../support/live.ts';
import { adjust, makeOrder, makeStock } from '../support/make.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();

const broken = (change: RawBuilder<unknown>) => checksThatFind(world, change, ALL_CHECKS);

test('a stock change without an event is detected: the first, one in the middle, the last, and all', async () => {
  const tenant = await world.tenant();
  await world.serve();
  const { variant, location } = await makeStock(tenant, 10);
  await adjust(tenant, variant, location, -1);
  await adjust(tenant, variant, location, -1);
  await sequenced(world.database.system, tenant);
  const forget = (which: RawBuilder<unknown>) =>
    broken(sql`delete from events where organization_id = ${tenant.id} and ${which}`);
  // The events of the product, the variant and the location come before those of stock.
  const change = (index: number) => sql`position = ${3 + index}`;
  expect(await forget(change(2))).toEqual(['stock_told', 'positions']);
  expect(await forget(change(3))).toEqual(['stock_told', 'positions']);
  expect(await forget(sql`true`)).toEqual(['stock_told']);
  // The oldest may have been pruned.
  expect(await forget(sql`position <= 4`)).toEqual([]);
});

test('events of a level in another order than its changes are detected', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  await adjust(tenant, variant, location, -1);
  await sequenced(world.database.system, tenant);
  expect(await broken(sql`update events set position = 13 - position where organization_id = ${tenant.id}`)).toEqual([
    'stock_told',
    'positions',
  ]);
});

test('an order with a duplicate or missing event is detected', async () => {
  const tenant = await world.tenant();
  const { order } = await makeOrder(tenant, { status: 'fulfilled' });
  await sequenced(world.database.system, tenant);
  expect(
    await broken(sql`delete from events where organization_id = ${tenant.id} and type = 'order.fulfilled'`),
  ).toEqual(['orders_told', 'positions']);
  const again = sql`insert into events (organization_id, id, type, occurred_at, data)
    select organization_id, gen_random_uuid(), type, occurred_at, data
    from events where type = 'order.created' and data ->> 'id' = ${order.id}`;
  expect(await broken(again)).toEqual(['orders_told']);
});

test('positions follow the order of changes of a level, even if the ids come from a wrong clock', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  await adjust(tenant, variant, location, -1);
  // The sequencer must not be at work while its positions are taken back.
  await sequenced(world.database.system, tenant);
  // As if the first process's clock were ahead.
  await sql`
    update events set position = null, sequence = null,
      id = case when recorded = (select min(recorded) from events where organization_id = ${tenant.id}
          and type = 'inventory.updated') then 'ffffffff-ffff-7fff-bfff-ffffffffffff'::uuid else id end
    where organization_id = ${tenant.id}`.execute(world.owner);
  await sequenced(world.database.system, tenant);
  const { rows } = await sql`select (data #>> '{inventory_level,quantity_on_hand}')::int as quantity
      from events where organization_id = ${tenant.id} and type = 'inventory.updated' order by position`.execute(
    world.database.system,
  );
  expect(rows).toEqual([{ quantity: 10 }, { quantity: 9 }]);
});

test('a log with a gap in its positions, a head that is behind or ahead, or an event without a position is detected', async () => {
  const tenant = await world.tenant();
  await world.serve();
  await makeStock(tenant, 10);
  await sequenced(world.database.system, tenant);
  const mine = sql`organization_id = ${tenant.id}`;
  expect(await broken(sql`update event_heads set position = position - 1 where ${mine}`)).toEqual(['positions']);
  expect(await broken(sql`update event_heads set position = position + 1 where ${mine}`)).toEqual(['positions']);
  expect(await broken(sql`delete from event_heads where ${mine}`)).toEqual(['positions']);
  const everybody = sql`organization_id = '00000000-0000-0000-0000-000000000000'`;
  expect(await broken(sql`update event_heads set position = position - 1 where ${everybody}`)).toEqual(['sequenced']);
  const late = sql`update events
    set position = null, sequence = null, occurred_at = now() - interval '6 minutes' where ${mine}`;
  expect(await broken(late)).toEqual(['numbered']);
});
