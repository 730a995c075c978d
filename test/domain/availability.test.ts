import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createOrder, reserveOrder } from '../../src/domain/orders.ts';
import { receivePurchaseOrder } from '../../src/domain/purchase-order-receipts.ts';
import { createPurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { listAvailability } from '../../src/domain/stock/availability.ts';
import { listInventoryLevels } from '../../src/domain/stock/levels.ts';
import { updateVariant } from '../../src/domain/variants.ts';
import type { Row } from '../../src/kernel/view.ts';
import { askerOf } from '../support/faces.ts';
import { clientOf, codes } from '../support/http.ts';
import { adjust, makeLocation, makeOrder, makeStock, makeVariant } from '../support/make.ts';
import { makeMany } from '../support/many.ts';
import { statementsOf, type Tenant, useWorld } from '../support/world.ts';

/*
 * docs/api.md, "Availability".
 */

const world = useWorld();
let url: string;

beforeAll(async () => {
  url = (await world.serve()).url;
});

const ask = async (tenant: Tenant, items: object[], more: object = {}) =>
  (await tenant.list(listAvailability, { items, ...more })).rows;

test('each row is answered in the order asked, known or not, by SKU, id or barcode', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 5, { barcode: '036000291452' });
  const foreign = await makeVariant(await world.tenant());
  const asked = [
    { sku: 'NOWHERE', quantity: 1 },
    { barcode: '0036000291452' },
    { sku: variant.sku, quantity: 2 },
    { variantId: foreign.id },
    { sku: foreign.sku, quantity: 1 },
    { variantId: variant.id, quantity: 3 },
  ];
  const rows = await ask(tenant, asked);
  expect(rows.map(({ found, requested, sufficient }) => [found, requested, sufficient])).toEqual([
    [false, 1, false],
    [true, null, null],
    [true, 2, true],
    [false, null, null],
    [false, 1, false],
    [true, 3, true],
  ]);
  const stock = { quantityOnHand: 5, quantityAvailable: 5, quantityIncoming: 0, quantityAvailableOn: null };
  expect(rows[1]).toEqual({
    sku: variant.sku,
    variantId: variant.id,
    found: true,
    requested: null,
    sufficient: null,
    ...stock,
    locations: [{ locationId: location.id, ...stock }],
  });
  expect(rows[0]).toMatchObject({ sku: 'NOWHERE', variantId: null, quantityAvailable: 0, locations: [] });
});

test('quantities of several rows for one variant are added up', async () => {
  const tenant = await world.tenant();
  const { variant } = await makeStock(tenant, 0.3);
  const twice = async (first: number, second: number) =>
    (
      await ask(tenant, [
        { sku: variant.sku, quantity: first },
        { variantId: variant.id, quantity: second },
      ])
    ).map(({ sufficient }) => sufficient);
  expect(await twice(0.1, 0.2)).toEqual([true, true]);
  expect(await twice(0.1, 0.2001)).toEqual([false, false]);
});

test('stock is limited to the given locations, and includes what is due by a day', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 4);
  const other = await makeLocation(tenant);
  await adjust(tenant, variant, other, 1);
  const order = async (quantity: number, expectedOn: string | null) =>
    tenant.run(createPurchaseOrder, { locationId: other.id, items: [{ sku: variant.sku, quantity }], expectedOn });
  const first = await order(10, '2999-01-10');
  await order(100, '2999-01-11');
  await order(1000, null);
  await tenant.run(receivePurchaseOrder, { id: first['id'], items: [{ sku: variant.sku, quantity: 3 }] });
  const [all] = await ask(tenant, [{ sku: variant.sku, quantity: 15 }], { on: '2999-01-10' });
  expect(all).toMatchObject({
    quantityOnHand: 8,
    quantityAvailable: 8,
    quantityIncoming: 1107,
    quantityAvailableOn: 15,
    sufficient: true,
  });
  const [here] = await ask(tenant, [{ sku: variant.sku, quantity: 15 }], {
    on: '2999-01-10',
    locationIds: [location.id],
  });
  expect(here).toMatchObject({ quantityAvailable: 4, quantityAvailableOn: 4, sufficient: false });
  expect((here!['locations'] as Row[]).map(({ locationId }) => locationId)).toEqual([location.id]);
});

test('the result is the same as that of single reads, in one statement', async () => {
  const tenant = await world.tenant();
  const { variants } = await makeOrder(tenant, { status: 'reserved', quantities: [1, 2, 3] });
  const more = await Promise.all(Array.from({ length: 5 }, (_, index) => makeStock(tenant, index + 1)));
  const skus = [...variants, ...more.map(({ variant }) => variant)].map(({ sku }) => sku);
  let rows: Row[] = [];
  const statements = await statementsOf(async () => {
    rows = await ask(
      tenant,
      skus.map(sku => ({ sku, quantity: 1 })),
    );
  });
  expect(statements).toHaveLength(1);
  for (const [index, sku] of skus.entries()) {
    const levels = (await tenant.list(listInventoryLevels, { sku })).rows;
    const sum = (name: string) => levels.reduce((total, level) => total + (level[name] as number), 0);
    expect([sku, rows[index]!['quantityOnHand'], rows[index]!['quantityAvailable']]).toEqual([
      sku,
      sum('quantityOnHand'),
      sum('quantityAvailable'),
    ]);
  }
});

test('REST and GraphQL give the same results and refusals', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 2);
  await tenant.run(updateVariant, { id: variant.id, name: 'Blue' });
  const key = await tenant.key('inventory:read');
  const client = clientOf(url, key);
  const items = [{ sku: variant.sku, quantity: 1 }];
  const rest = await client('POST /api/v1/inventory_availability', { items, location_ids: [location.id] });
  expect([rest.status, rest.body.data]).toMatchObject([200, [{ sku: variant.sku, quantity_available: 2 }]]);
  const graphql = await askerOf(url, key)(
    'query ($items: [AvailabilityItemInput!]!, $at: [ID!]) { inventoryAvailability(items: $items, locationIds: $at) { sku sufficient locations { quantityAvailable location { id } } } }',
    { items, at: [location.id] },
  );
  expect([graphql.errors?.[0]?.extensions?.['code'], graphql.data]).toEqual(['INSUFFICIENT_SCOPE', null]);
  const whole = await askerOf(url, await tenant.key('read'))(
    'query ($items: [AvailabilityItemInput!]!, $at: [ID!]) { inventoryAvailability(items: $items, locationIds: $at) { sku sufficient locations { quantityAvailable location { id } } } }',
    { items, at: [location.id] },
  );
  expect(whole.data).toEqual({
    inventoryAvailability: [
      { sku: variant.sku, sufficient: true, locations: [{ quantityAvailable: 2, location: { id: location.id } }] },
    ],
  });
  const refused = async (body: object) => codes(await client('POST /api/v1/inventory_availability', body));
  expect(await refused({ items: [] })).toEqual([422, 'validation_failed items']);
  expect(await refused({ items: Array.from({ length: 1001 }, () => items[0]) })).toEqual([
    422,
    'validation_failed items',
  ]);
  expect(await refused({ items: [{ sku: 'A', barcode: 'B' }] })).toEqual([422, 'validation_failed items[0].sku']);
  expect(await refused({ items, location_ids: [] })).toEqual([422, 'validation_failed location_ids']);
  const orders = clientOf(url, await tenant.key('orders:read'));
  expect((await orders('POST /api/v1/inventory_availability', { items })).status).toBe(403);
});

test('1,000 items among 20,000 levels are read by index', async () => {
  const tenant = await world.tenant();
  await makeMany(world, tenant.id, 4000);
  const items = Array.from({ length: 1000 }, (_, index) => ({ sku: `M-${index * 3 + 1}`, quantity: 1 }));
  expect(await ask(tenant, items)).toHaveLength(1000);
  const { rows } = await world.database.system.transaction().execute(async db => {
    await sql`set local enable_seqscan = on`.execute(db);
    return sql<{ 'QUERY PLAN': string }>`
      explain select l.id from unnest(${items.map(({ sku }) => sku)}::text[]) a (sku),
        lateral (select v.id from variants v where v.organization_id = ${tenant.id} and v.sku = a.sku limit 1) v
        left join lateral (select l.id from inventory_levels l
            where l.organization_id = ${tenant.id} and l.variant_id = v.id offset 0) l on true`.execute(db);
  });
  expect(rows.map(row => row['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan/);
});

test('what will have expired by that day is not available then; what is reserved takes the lots that expire first', async () => {
  const tenant = await world.tenant();
  const [variant, location] = [await makeVariant(tenant, { lotTracked: true }), await makeLocation(tenant)];
  await adjust(tenant, variant, location, 10, { lotNumber: 'SOON', expiryDate: '2998-01-01' });
  await adjust(tenant, variant, location, 5, { lotNumber: 'LATER', expiryDate: '2998-01-02' });
  const items = [{ sku: variant.sku, quantity: 4 }];
  const order = await tenant.run(createOrder, { locationId: location.id, items });
  await tenant.run(reserveOrder, { id: order['id'] });
  const on = async (day: string) => {
    const [row] = await ask(tenant, [{ sku: variant.sku, quantity: 11 }], { on: day });
    const [there] = row!['locations'] as Row[];
    expect(there!['quantityAvailableOn']).toBe(row!['quantityAvailableOn']);
    return [row!['quantityAvailable'], row!['quantityAvailableOn'], row!['sufficient']];
  };
  // A lot is good on its expiry date.
  expect(await on('2998-01-01')).toEqual([11, 11, true]);
  expect(await on('2998-01-02')).toEqual([11, 5, false]);
  expect(await on('2998-01-03')).toEqual([11, 0, false]);
});
