import { randomBytes } from 'node:crypto';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { parse } from 'graphql';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { updateLocation } from '../../src/domain/locations.ts';
import { eventsAfter } from '../../src/events/replays.ts';
import { askedOf } from '../../src/graphql/fan-out.ts';
import { type Following, follow, until } from '../support/live.ts';
import { adjust, makeStock } from '../support/make.ts';
import { statementsOf, useWorld } from '../support/world.ts';

const world = useWorld();
let url: string;

beforeAll(async () => {
  url = (await world.serve()).url;
});

interface Told {
  position: number;
  data: { inventoryLevel: { location: { name: string } } | null };
}

const open: Following<Told>[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.stop();
});

function watch(
  key: string,
  field: string,
  selection = '{ position data { inventoryLevel { location { name } } } }',
): Following<Told> {
  const following = follow<Told>(url, key, field, selection);
  open.push(following);
  return following;
}

test('what many sockets ask for is looked up once per event, and again for each event', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 1);
  const key = await tenant.key('read');
  const sockets = Array.from({ length: 10 }, () => watch(key, 'inventoryUpdated(after: 0)'));
  await until(() => sockets.every(({ seen }) => seen.length === 1));
  await tenant.run(updateLocation, { id: location.id, name: 'Renamed' });
  const statements = await statementsOf(async () => {
    await adjust(tenant, variant, location, 1);
    await until(() => sockets.every(({ seen }) => seen.length === 2));
  });
  expect(sockets.map(({ seen }) => seen[1]!.data.inventoryLevel!.location.name)).toEqual(sockets.map(() => 'Renamed'));
  // The command itself loads whole records: `select t.*`.
  const lookUps = statements.filter(text => /^select t\.id as "id".* from "locations" as t where/.test(text));
  expect(lookUps).toHaveLength(1);
});

test('a client with fewer rights is shown less for the same query', async () => {
  const tenant = await world.tenant();
  await makeStock(tenant, 1);
  const selection = '{ position data { inventoryLevel { variant { sku } } } }';
  const whole = watch(await tenant.key('read'), 'inventoryUpdated(after: 0)', selection);
  const less = watch(await tenant.key('inventory:read'), 'inventoryUpdated(after: 0)', selection);
  await until(() => whole.seen.length === 1);
  expect(await less.ended).toMatchObject([{ extensions: { code: 'INSUFFICIENT_SCOPE' } }]);
});

test('arguments of the root field filter events without changing them; those below change what is shown', () => {
  const asked = (text: string, variableValues?: { [name: string]: unknown }) =>
    askedOf({ document: parse(text), variableValues });
  const plain = asked('subscription { events { position } }');
  expect(asked('subscription Mine($after: Int) { events(after: $after) { position } }', { after: 7 })).toBe(plain);
  expect(asked('subscription { events(types: ["order.created"]) { position } }')).toBe(plain);
  expect(asked('subscription { events { id } }')).not.toBe(plain);
  const optional = (withId: boolean) =>
    asked(
      'subscription ($withId: Boolean!, $after: Int) { events(after: $after) { position id @include(if: $withId) } }',
      { withId, after: 3 },
    );
  expect(optional(true)).not.toBe(optional(false));
  expect(optional(true)).toBe(optional(true));
});

test('a replay of large events reads a few at a time, and sends them all', async () => {
  const tenant = await world.tenant();
  for (let index = 1; index <= 40; index += 1) {
    const data = JSON.stringify({ text: randomBytes(217_500).toString('base64url') });
    await sql`insert into events (organization_id, id, type, occurred_at, data)
      values (${tenant.id}, ${uuidv7()}, 'order.updated', now(), ${data})`.execute(world.database.system);
  }
  const told = watch(await tenant.key('read'), 'events(after: 0)', '{ position data }');
  await until(() => told.seen.length === 40);
  expect(told.seen.map(({ position }) => position)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  const { events, more } = await eventsAfter(world.database, tenant.id, 0);
  expect(JSON.stringify(events).length).toBeLessThan(2_000_000);
  expect(more).toBe(true);
});
