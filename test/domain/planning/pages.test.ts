import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { listForecasts } from '../../../src/domain/planning/forecasts/forecasts.ts';
import { listProductForecasts } from '../../../src/domain/planning/forecasts/product-forecasts.ts';
import { listCostOfGoodsSold } from '../../../src/domain/planning/reports/cost-of-goods-sold.ts';
import { listInventoryRollForward } from '../../../src/domain/planning/reports/inventory-roll-forward.ts';
import { listLowStock } from '../../../src/domain/planning/reports/low-stock.ts';
import { listValuation } from '../../../src/domain/planning/reports/valuation.ts';
import { report } from '../../../src/figures/query.ts';
import type { Operation } from '../../../src/kernel/operation.ts';
import { buffersOf } from '../../support/buffers.ts';
import { makeMany } from '../../support/many.ts';
import { statementsOf, type Tenant, useWorld } from '../../support/world.ts';

/*
 * Pages of the database that one page of an answer reads, of an organization with many variants. What was looked up one
 * by one took three pages each.
 */

const world = useWorld();

const VARIANTS = 3000;

let tenant: Tenant;
let locationId: string;

beforeAll(async () => {
  tenant = await world.tenant();
  await makeMany(world, tenant.id, VARIANTS);
  const run = (text: string) =>
    sql.raw(text.replaceAll('MINE', `organization_id = '${tenant.id}'`)).execute(world.owner);
  // A product each, and demand at one location.
  await run(`insert into products select made.*
    from products p join variants v using (organization_id),
      jsonb_populate_record(p, jsonb_build_object('id', v.id, 'name', v.sku)) made
    where p.MINE`);
  await run('update variants v set product_id = id where MINE');
  await run(`delete from products where MINE and name = 'Many'`);
  const { rows } = await sql<{
    id: string;
  }>`select id from locations where organization_id = ${tenant.id} order by id limit 1`.execute(world.owner);
  locationId = rows[0]!.id;
  const there = `from inventory_levels l where MINE and location_id = '${locationId}'`;
  await run(`insert into demand_history (organization_id, id, created_at, updated_at, variant_id,
      location_id, date, quantity)
    select organization_id, id, now(), now(), variant_id, location_id, current_date - 3, 1 ${there}`);
  await sql`vacuum analyze products, variants, inventory_levels, demand_history`.execute(world.owner);
});

const mostPages = async ({ run }: Operation, input: object): Promise<number> => {
  const reading = { organizationId: tenant.id, caller: tenant.caller, wants: { total: true, owned: false } };
  const touched = await buffersOf(world, tenant.id, db =>
    (run as (reading: object, input: object) => Promise<unknown>)(
      { ...reading, db },
      { page: 1, perPage: 20, ...input },
    ),
  );
  return Math.max(...touched);
};

const forecast = { horizonDays: 30, level: 0.9 };

test.each<[string, Operation, object]>([
  ['what runs out', listForecasts, { ...forecast, runsOut: true }],
  ['products', listProductForecasts, forecast],
])('forecasts of %s, everywhere or at a location, look up nothing variant by variant', async (_, operation, input) => {
  for (const place of [{}, { locationId }])
    expect([place, (await mostPages(operation, { ...input, ...place })) < VARIANTS]).toEqual([place, true]);
});

test('of what is low at a location, levels and policies are read of that location, wherever they are read', async () => {
  const statements = await statementsOf(() => tenant.list(listLowStock, { locationId }));
  const [reading] = statements.filter(each => each.includes('reorder_point'));
  const placed = reading!.match(/"\w"\."location_id" = any/g)!.map(condition => condition[1]);
  expect(placed).toEqual(['l', 'p', 'l']);
});

test.each<[string, Operation, string[]]>([
  ['valuation', listValuation, ['variant', 'location', 'category', 'lot']],
  ['the roll-forward', listInventoryRollForward, ['variant', 'location', 'category']],
  ['cost of goods sold', listCostOfGoodsSold, ['variant', 'location', 'category']],
])('the names in %s are no condition by which the planner could expect fewer rows', async (_, operation, groups) => {
  for (const groupBy of groups) {
    const statements = await statementsOf(() => tenant.list(operation, { groupBy }));
    const namings = statements.join().match(/(?:left )?join (?:variants|products|locations|lots) \w+ on/g) ?? [];
    expect([groupBy, namings.length > 0, namings.filter(each => !each.startsWith('left'))]).toEqual([
      groupBy,
      true,
      [],
    ]);
  }
});

test('a query of SKUs does not read the products', async () => {
  const statements = await statementsOf(() => tenant.run(report, { measures: ['on_hand'], dimensions: ['sku'] }));
  const [reading] = statements.filter(each => each.includes('variants'));
  const { rows } = await sql<{ 'QUERY PLAN': string }>`${sql.raw(`explain (generic_plan) ${reading}`)}`.execute(
    world.owner,
  );
  const plan = rows.map(row => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/ on variants /);
  expect(plan).not.toMatch(/ on products /);
});

test.each(['inventory_levels', 'inventory_policies'])(
  'the %s of a location are read from an index in the order of variants, and not all over the table',
  async table => {
    const { rows } = await world.database.system.transaction().execute(async db => {
      await sql`set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off`.execute(
        db,
      );
      return sql<{ 'QUERY PLAN': string }>`
      explain select l.variant_id from ${sql.table(table)} l
      where l.organization_id = ${tenant.id} and l.location_id = ${locationId} order by l.variant_id`.execute(db);
    });
    expect(rows[0]!['QUERY PLAN']).toMatch(/^Index Only Scan using \w+_location_id_variant_id_index/);
  },
);
