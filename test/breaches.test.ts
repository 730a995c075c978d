import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { DOCUMENT_CHECKS } from '../src/domain/document-checks.ts';
import { breachesOf, CHECKS } from '../src/domain/reconciliation.ts';
import { EVENT_CHECKS } from '../src/events/reconciliation.ts';
import { EVERY_TABLE, openChecker, tablesWritten } from './support/breaches.ts';
import { makeStock } from './support/make.ts';
import { useWorld } from './support/world.ts';

/* The checks after each test: those of tables that were written to, and none is missed. */

const world = useWorld();

test.each([
  ['insert into "orders" ("id") values ($1)', ['orders']],
  ['update inventory_levels t set version = 1', ['inventory_levels']],
  ['delete from only public.reservations where id = $1', ['reservations']],
  ['with gone as (delete from lots returning id) insert into lot_uses select id from gone', ['lots', 'lot_uses']],
  ['truncate table ledger_entries', ['ledger_entries']],
  ['select l.* from lots l for update', []],
  ['with all_lots as (select * from lots) select * from all_lots', []],
  ['begin isolation level repeatable read', []],
  ['alter table lots disable trigger all', [EVERY_TABLE]],
  ["do $$ begin execute 'anything'; end $$", [EVERY_TABLE]],
])('%s writes to %j', (statement, tables) => {
  expect(tablesWritten(statement)).toEqual(tables);
});

test('a broken rule is found by any table that it reads, and not by others', async () => {
  const tenant = await world.tenant();
  await makeStock(tenant, 3);
  const checker = await openChecker(world.url, world.owner, CHECKS);
  await sql`update inventory_levels set quantity_on_hand = 4, quantity_available = 4`.execute(world.owner);
  const rules = async (...tables: string[]) =>
    (await checker.breaches(new Set(tables))).map(breach => (breach as { check: string }).check);
  expect(await rules('webhook_deliveries')).toEqual([]);
  expect(await rules('ledger_entries')).toContain('on_hand');
  expect(await rules('inventory_levels')).toEqual(await rules(EVERY_TABLE));
  await sql`update inventory_levels set quantity_on_hand = 3, quantity_available = 3`.execute(world.owner);
  expect(await rules(EVERY_TABLE)).toEqual([]);
  await checker.close();
});

test('no trigger and no cascade writes to a table that a check reads', async () => {
  const all = Object.values({ ...CHECKS, ...DOCUMENT_CHECKS, ...EVENT_CHECKS });
  const read = new Set(all.flatMap(check => breachesOf(check).compile(world.owner).sql.match(/\w+/g)!));
  const { rows: functions } = await sql<{ text: string }>`
    select prosrc as text
    from pg_proc where prorettype = 'trigger'::regtype and pronamespace = 'public'::regnamespace`.execute(world.owner);
  const { rows: cascades } = await sql<{ table: string }>`
    select conrelid::regclass::text as table from pg_constraint where confdeltype in ('c', 'n', 'd')`.execute(
    world.owner,
  );
  const written = [...functions.flatMap(({ text }) => tablesWritten(text)), ...cascades.map(({ table }) => table)];
  expect(written).toEqual(expect.arrayContaining(['search_words', 'sessions']));
  expect(written.filter(table => read.has(table))).toEqual([]);
});
