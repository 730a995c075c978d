import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { v7 } from 'uuid';
import { options } from '../../mikro-orm.config.ts';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { derivedAccess, roleOf } from '../../src/database/roles.ts';
import { DOCUMENT_CHECKS } from '../../src/domain/document-checks.ts';
import { createInventoryAdjustment } from '../../src/domain/inventory-adjustments.ts';
import { listValuation } from '../../src/domain/planning/reports/valuation.ts';
import { CHECKS, findBreaches } from '../../src/domain/reconciliation.ts';
import { report } from '../../src/figures/query.ts';
import type { OpenDatabase } from '../../src/store/open-database.ts';
import { told } from '../support/costs.ts';
import { type Tenant, tenantOf } from '../support/world.ts';

/*
 * An organization from before costs were recorded: beans with a cost, cups without one, tea in two lots with a cost,
 * and filters that were sold out. Written to the tables as they were then, and migrated like any release.
 */

const BEFORE = 'Migration20261122045346_followed_lists';
const CREATED_AT = '2026-03-01T08:00:00.000Z';

const name = `test_${randomUUID().replaceAll('-', '')}`;
const url = new URL(process.env['STOCKWRIGHT_TEST_SERVER']!);
const server = new pg.Client({ connectionString: url.href });
url.pathname = `/${name}`;
// An owner subject to row-level security, as most are.
[url.username, url.password] = [name, 'owner'];
let database: OpenDatabase;
let tenant: Tenant;

let made = 0;
/** An id of that time, each later than the previous one. */
const oldId = () => v7({ msecs: Date.parse(CREATED_AT) + (made += 1) });

const ids = Object.fromEntries(
  ['acme', 'product', 'store', 'beans', 'cups', 'tea', 'filters', 'lotA', 'lotB', 'order'].map(each => [
    each,
    randomUUID(),
  ]),
) as { [name: string]: string };

/** Rows of the organization, with the columns that every record has. */
const ofAcme = (rows: object[]): object[] =>
  rows.map(row => ({
    organization_id: ids['acme'],
    id: oldId(),
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
    ...row,
  }));

const variant = (sku: string, more: object) => ({
  id: ids[sku],
  product_id: ids['product'],
  sku,
  unit: 'each',
  lot_tracked: false,
  metadata: {},
  ...more,
});
const level = (sku: string, onHand: number, version: number) => ({
  variant_id: ids[sku],
  location_id: ids['store'],
  quantity_on_hand: onHand,
  quantity_reserved: 0,
  quantity_on_hold: 0,
  quantity_available: onHand,
  quantity_incoming: 0,
  version,
  first_moved_at: CREATED_AT,
});
const entry = (sku: string, sequence: number, change: number, after: number, more: object = {}) => ({
  entry_type: 'adjustment',
  variant_id: ids[sku],
  location_id: ids['store'],
  quantity_change: change,
  quantity: Math.abs(change),
  quantity_on_hand_after: after,
  actor: 'key:old',
  occurred_at: CREATED_AT,
  sequence,
  ...more,
});
const lot = (id: string, lotNumber: string, quantity: number) => ({
  id: ids[id],
  lot_number: lotNumber,
  variant_id: ids['tea'],
  status: 'active',
  quantity_initial: quantity,
  quantity_remaining: quantity,
  source_type: 'adjustment',
  received_at: CREATED_AT,
  held: false,
});
const sale = { entry_type: 'order_fulfilled', reference_type: 'order', reference_id: ids['order'] };

const ROWS: { readonly [table: string]: object[] } = {
  organizations: [{ id: ids['acme'], slug: 'acme', name: 'Acme', modules: ['manufacturing', 'traceability'] }],
  products: ofAcme([{ id: ids['product'], name: 'Goods', status: 'active', metadata: {} }]),
  locations: ofAcme([{ id: ids['store'], name: 'Store', type: 'warehouse', active: true, metadata: {} }]),
  variants: ofAcme([
    variant('beans', { unit_cost: 3.3333 }),
    variant('cups', {}),
    variant('tea', { unit_cost: 2.5, lot_tracked: true }),
    variant('filters', { unit_cost: 1 }),
  ]),
  lots: ofAcme([lot('lotA', 'A', 3), lot('lotB', 'B', 1)]),
  lot_levels: ofAcme([
    { lot_id: ids['lotA'], variant_id: ids['tea'], location_id: ids['store'], quantity: 3 },
    { lot_id: ids['lotB'], variant_id: ids['tea'], location_id: ids['store'], quantity: 1 },
  ]),
  inventory_levels: ofAcme([level('beans', 7, 2), level('cups', 5, 1), level('tea', 4, 2), level('filters', 0, 2)]),
  orders: ofAcme([
    {
      id: ids['order'],
      number: 'SO-000001',
      status: 'fulfilled',
      location_id: ids['store'],
      metadata: {},
      fulfilled_at: CREATED_AT,
    },
  ]),
  order_items: ofAcme([
    {
      order_id: ids['order'],
      variant_id: ids['beans'],
      quantity: 3,
      quantity_reserved: 0,
      quantity_fulfilled: 3,
      unit_price: 9,
    },
    {
      order_id: ids['order'],
      variant_id: ids['filters'],
      quantity: 2,
      quantity_reserved: 0,
      quantity_fulfilled: 2,
      unit_price: 4,
    },
  ]),
  ledger_entries: ofAcme([
    entry('beans', 1, 10, 10),
    entry('beans', 2, -3, 7, sale),
    entry('cups', 1, 5, 5),
    entry('tea', 1, 3, 3, { lot_id: ids['lotA'] }),
    entry('tea', 2, 1, 4, { lot_id: ids['lotB'] }),
    entry('filters', 1, 2, 2),
    entry('filters', 2, -2, 0, sale),
  ]),
};

beforeAll(async () => {
  await server.connect();
  await server.query(`create role ${name} login createrole password 'owner'`);
  await server.query(`create database ${name} owner ${name}`);
  const orm = await MikroORM.init({ ...options, clientUrl: url.href, subscribers: [] });
  await orm.migrator.up({ to: BEFORE });
  await orm.close(true);
  const owner = new pg.Client({ connectionString: url.href });
  await owner.connect();
  for (const [table, rows] of Object.entries(ROWS)) {
    const columns = (row: object) =>
      Object.keys(row)
        .map(column => `"${column}"`)
        .join(', ');
    for (const row of rows)
      await owner.query(
        `insert into ${table} (${columns(row)}) select ${columns(row)} from jsonb_populate_record(null::${table}, $1)`,
        [JSON.stringify(row)],
      );
    // As a release of that time left it.
    if (table !== 'organizations')
      await owner.query(`alter table ${table} enable row level security, force row level security`);
  }
  await owner.end();
  await migrate(url.href);
  database = await openDatabase(url.href);
  tenant = tenantOf(database, { id: ids['acme']!, slug: 'acme' });
});

afterAll(async () => {
  await database?.close();
  await server.query(`drop database if exists ${name} with (force)`);
  const { app, system } = derivedAccess(url.href);
  await server.query(`drop role if exists ${roleOf(app).name}, ${roleOf(system).name}, ${name}`);
  await server.end();
});

test('existing stock is valued at the cost of its variant; without a cost it stays unknown', async () => {
  const { rows } = await tenant.list(listValuation, {});
  expect(rows.map(row => [row['sku'], row['quantityOnHand'], row['stockValue'], row['unvaluedQuantity']])).toEqual([
    ['beans', 7, 23.3331, 0],
    ['tea', 4, 10, 0],
    ['cups', 5, null, 5],
  ]);
  const lots = await tenant.list(listValuation, { groupBy: 'lot' });
  expect(lots.rows.map(row => [row['sku'], row['lotNumber'], row['stockValue']])).toEqual([
    ['beans', null, 23.3331],
    ['tea', 'A', 7.5],
    ['tea', 'B', 2.5],
    ['cups', null, null],
  ]);
});

test('an entry records the opening value of each level, and the books balance', async () => {
  const entries = await told({ tenant, locationId: ids['store']! });
  expect(entries.filter(([, unitCost]) => unitCost !== null).toSorted(([, a], [, b]) => Number(b) - Number(a))).toEqual(
    [
      [0, 3.3333, 23.3331, 23.3331, 0],
      [0, 2.5, 10, 10, 0],
    ],
  );
  expect(await findBreaches(database.system, { ...CHECKS, ...DOCUMENT_CHECKS })).toEqual([]);
});

test('earlier sales get the revenue of their order, and no cost', async () => {
  const query = { measures: ['units_sold', 'revenue', 'cogs'], from: '2026-03-01', to: '2026-03-01' };
  expect(await tenant.run(report, query)).toMatchObject({
    totals: { units_sold: 5, revenue: 35, cogs: null },
    meta: { notes: ['5 units were sold at an unknown cost: cost of goods sold and margin leave them out.'] },
  });
});

test('valued and unvalued stock continues like any other', async () => {
  for (const [sku, quantityChange] of [
    ['beans', -7],
    ['cups', -1],
    ['tea', -1],
  ] as const)
    await tenant.run(createInventoryAdjustment, { sku, locationId: ids['store'], quantityChange });
  expect((await told({ tenant, locationId: ids['store']! })).slice(-3)).toEqual([
    [-7, 3.3333, -23.3331, 0, 0],
    [-1, null, null, null, 4],
    [-1, 2.5, -2.5, 7.5, 0],
  ]);
  expect(await findBreaches(database.system, { ...CHECKS, ...DOCUMENT_CHECKS })).toEqual([]);
});
