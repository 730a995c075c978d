import { expect, test } from '@jest/globals';
import { completeCycleCount, createCycleCount, loadCycleCountInventory, startCycleCount, updateCycleCount } from '../../../src/domain/cycle-counts.ts';
import { recordDemandHistory } from '../../../src/domain/demand-history.ts';
import { listInsights } from '../../../src/domain/insights/insights.ts';
import { createInventoryPolicy } from '../../../src/domain/inventory-policies.ts';
import { createOrder, reserveOrder } from '../../../src/domain/orders.ts';
import { createPurchaseOrder, receivePurchaseOrder } from '../../../src/domain/purchase-orders.ts';
import { createWasteRecord } from '../../../src/domain/waste-records.ts';
import type { Row } from '../../../src/kernel/view.ts';
import { backdate } from '../../support/history.ts';
import { adjust, makeLocation, makeStock, makeVariant, type Made } from '../../support/make.ts';
import { type Tenant, useWorld } from '../../support/world.ts';

const world = useWorld();

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

type Stocked = { variant: Made & { sku: string }; location: Made };

/** Sales of a regular kind: so many a day, from this many days ago until that many. */
const sold = (tenant: Tenant, { variant, location }: Stocked, from: number, until: number, quantityOf: (daysAgo: number) => number) =>
  tenant.run(recordDemandHistory, {
    rows: Array.from({ length: from - until + 1 }, (_, index) => from - index).map(daysAgo => ({ sku: variant.sku, locationId: location.id, date: day(daysAgo), quantity: quantityOf(daysAgo) })),
  });

/** Three a day, more or less, as most days of most shops. */
const steady = (daysAgo: number) => 2 + ((daysAgo * 7) % 3);

const found = async (tenant: Tenant, input: object = {}) => (await tenant.list(listInsights, { perPage: 200, ...input })).rows;
const brief = (rows: readonly Row[]) => rows.map(row => [row['type'], row['severity'], row['sku'] ?? null]);

/** A tenant where all is well: 60 days of steady sales, stock for four weeks. */
async function healthy(): Promise<{ tenant: Tenant; places: Stocked[] }> {
  const tenant = await world.tenant();
  const places = [];
  for (let index = 0; index < 3; index += 1) {
    const place = await makeStock(tenant, 85, { unitCost: 4, unitPrice: 10 });
    await sold(tenant, place, 60, 1, steady);
    places.push(place);
  }
  return { tenant, places };
}

test('a tenant where all is well, or that is new, has no insights', async () => {
  const { tenant } = await healthy();
  expect(await found(tenant)).toEqual([]);
  const fresh = await world.tenant();
  await makeStock(fresh, 500);
  expect(await found(fresh)).toEqual([]);
});

interface Situation {
  /** Brings it about in a tenant that is well. */
  happens(tenant: Tenant): Promise<{ sku: string | null; expected: readonly [string, string]; fix?: () => Promise<unknown> }>;
}

const reserved = async (tenant: Tenant, { variant, location }: Stocked, quantity: number) =>
  tenant.run(reserveOrder, { id: (await tenant.run(createOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity }] }))['id'] });

async function counted(tenant: Tenant, { location }: Stocked, quantity: number): Promise<void> {
  const { id } = await tenant.run(createCycleCount, { locationId: location.id });
  await tenant.run(loadCycleCountInventory, { id });
  const { items } = await tenant.run(startCycleCount, { id });
  await tenant.run(updateCycleCount, { id, cycleCountItemsAttributes: (items as Row[]).map(item => ({ id: item['id'], countedQuantity: quantity })) });
  await tenant.run(completeCycleCount, { id });
}

const SITUATIONS: { [name: string]: Situation } = {
  'more is promised than is there': {
    async happens(tenant) {
      const place = await makeStock(tenant, 10);
      await reserved(tenant, place, 8);
      await adjust(tenant, place.variant, place.location, -4, { reason: 'damage' });
      return { sku: place.variant.sku, expected: ['oversold', 'critical'], fix: () => adjust(tenant, place.variant, place.location, 50) };
    },
  },
  'stock lasts for less than the lead time': {
    async happens(tenant) {
      const place = await makeStock(tenant, 12);
      await sold(tenant, place, 60, 1, steady);
      return { sku: place.variant.sku, expected: ['stockout_risk', 'warning'], fix: () => adjust(tenant, place.variant, place.location, 70) };
    },
  },
  'what sells is out of stock': {
    async happens(tenant) {
      const place = await makeStock(tenant, 1);
      await sold(tenant, place, 60, 1, steady);
      await adjust(tenant, place.variant, place.location, -1, { reason: 'damage' });
      return { sku: place.variant.sku, expected: ['stockout_risk', 'critical'], fix: () => adjust(tenant, place.variant, place.location, 85) };
    },
  },
  'less is available than the reorder point': {
    async happens(tenant) {
      const place = await makeStock(tenant, 5);
      await tenant.run(createInventoryPolicy, { variantId: place.variant.id, locationId: place.location.id, reorderPoint: 8, reorderQuantity: 20 });
      return { sku: place.variant.sku, expected: ['low_stock', 'info'], fix: () => adjust(tenant, place.variant, place.location, 3) };
    },
  },
  'stock lasts for half a year': {
    async happens(tenant) {
      const place = await makeStock(tenant, 600, { unitCost: 4 });
      await sold(tenant, place, 60, 1, steady);
      return { sku: place.variant.sku, expected: ['overstock', 'info'], fix: () => adjust(tenant, place.variant, place.location, -500, { reason: 'other' }) };
    },
  },
  'stock has not moved for 200 days': {
    async happens(tenant) {
      const place = await makeStock(tenant, 20);
      await backdate(world.url, tenant, entry => (entry.variant_id === place.variant.id ? 200 * 1440 : 0));
      return { sku: place.variant.sku, expected: ['dead_stock', 'info'], fix: () => adjust(tenant, place.variant, place.location, -20, { reason: 'other' }) };
    },
  },
  'a week sells six times as much as usual': {
    async happens(tenant) {
      const place = await makeStock(tenant, 700);
      await sold(tenant, place, 60, 1, daysAgo => steady(daysAgo) * (daysAgo <= 6 ? 6 : 1));
      return { sku: place.variant.sku, expected: ['demand_spike', 'info'], fix: () => sold(tenant, place, 6, 1, steady).then(() => adjust(tenant, place.variant, place.location, -615, { reason: 'other' })) };
    },
  },
  'what sold daily has not sold for two weeks': {
    async happens(tenant) {
      const place = await makeStock(tenant, 85);
      await sold(tenant, place, 60, 15, steady);
      return { sku: place.variant.sku, expected: ['demand_drop', 'info'], fix: () => sold(tenant, place, 14, 1, steady) };
    },
  },
  'a lot has expired': {
    async happens(tenant) {
      const location = await makeLocation(tenant);
      const variant = await makeVariant(tenant, { lotTracked: true });
      const adjusted = await adjust(tenant, variant, location, 4, { lotNumber: 'OLD', expiryDate: day(3) });
      const lotId = (adjusted['ledgerEntry'] as Row)['lotId'] ?? ((adjusted['ledgerEntry'] as Row)['lot'] as Row | undefined)?.['id'];
      const fix = () => tenant.run(createWasteRecord, { variantId: variant.id, locationId: location.id, quantity: 4, reason: 'expired', lotRecordId: lotId });
      return { sku: variant.sku, expected: ['expiring_lots', 'critical'], fix };
    },
  },
  'a lot will expire before it is sold': {
    async happens(tenant) {
      const location = await makeLocation(tenant);
      const variant = await makeVariant(tenant, { lotTracked: true });
      await adjust(tenant, variant, location, 30, { lotNumber: 'SOON', expiryDate: day(-5) });
      await adjust(tenant, variant, location, 30, { lotNumber: 'LATER', expiryDate: day(-90) });
      await sold(tenant, { variant, location }, 56, 1, () => 2);
      return { sku: variant.sku, expected: ['expiring_lots', 'warning'], fix: () => adjust(tenant, variant, location, -20, { reason: 'other' }) };
    },
  },
  'a purchase order is three days late': {
    async happens(tenant) {
      const place = await makeStock(tenant, 50);
      const order = await tenant.run(createPurchaseOrder, { locationId: place.location.id, expectedOn: day(3), items: [{ sku: place.variant.sku, quantity: 10 }] });
      return { sku: null, expected: ['late_purchase_order', 'info'], fix: () => tenant.run(receivePurchaseOrder, { id: order['id'] }) };
    },
  },
  'a count finds a fifth missing': {
    async happens(tenant) {
      const place = await makeStock(tenant, 50);
      await counted(tenant, place, 40);
      return { sku: place.variant.sku, expected: ['count_variance', 'warning'], fix: () => counted(tenant, place, 40) };
    },
  },
};

test.each(Object.keys(SITUATIONS))('%s: exactly that is found, under the same id on the next run, and it is gone once it is put right', async name => {
  const { tenant } = await healthy();
  const { sku, expected, fix } = await SITUATIONS[name]!.happens(tenant);
  const first = await found(tenant);
  expect(brief(first)).toEqual([[...expected, sku]]);
  expect(await found(tenant)).toEqual(first);
  await fix!();
  expect(await found(tenant)).toEqual([]);
});

test('all at once are all found and nothing else, the most urgent first, and filters narrow them', async () => {
  const { tenant } = await healthy();
  const injected = [];
  for (const situation of Object.values(SITUATIONS)) injected.push(await situation.happens(tenant));
  const rows = await found(tenant);
  const sorted = (rows: readonly unknown[][]) => rows.map(row => row.join(' ')).sort();
  expect(sorted(brief(rows))).toEqual(sorted(injected.map(({ expected, sku }) => [...expected, sku])));
  const severities = rows.map(row => ['critical', 'warning', 'info'].indexOf(row['severity'] as string));
  expect(severities).toEqual([...severities].sort((a, b) => a - b));
  expect(new Set(rows.map(row => row['id'])).size).toBe(rows.length);
  expect(await found(tenant, { type: 'oversold' })).toEqual(rows.filter(row => row['type'] === 'oversold'));
  expect(await found(tenant, { severity: 'critical' })).toEqual(rows.filter(row => row['severity'] === 'critical'));
  expect(await tenant.list(listInsights)).toMatchObject({ perPage: 50, total: rows.length });
});

test('what runs out at one place and is too much at another is to be transferred', async () => {
  const { tenant } = await healthy();
  const here = await makeStock(tenant, 2);
  const there = { variant: here.variant, location: await makeLocation(tenant) };
  await adjust(tenant, there.variant, there.location, 900);
  for (const place of [here, there]) await sold(tenant, place, 60, 1, steady);
  const rows = await found(tenant, { type: 'stockout_risk' });
  expect(rows).toHaveLength(1);
  const { type, payload } = rows[0]!['suggestedAction'] as { type: string; payload: object };
  expect(type).toBe('create_stock_transfer');
  expect(payload).toMatchObject({ source_location_id: there.location.id, destination_location_id: here.location.id, items: [{ sku: here.variant.sku }] });
});

test('the suggested action is a request that is accepted as it is', async () => {
  const { tenant } = await healthy();
  for (const situation of Object.values(SITUATIONS)) await situation.happens(tenant);
  const key = await tenant.key();
  const { url } = await world.serve();
  const ask = async (method: string, path: string, payload?: object) => {
    const response = await fetch(`${url}/api/v1${path}`, { method, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' }, ...(payload && { body: JSON.stringify(payload) }) });
    return { status: response.status, body: (await response.json()) as { data: Row[]; errors?: unknown } };
  };
  const { body } = await ask('GET', '/ai/insights?per_page=200');
  expect(body.data).toHaveLength(Object.keys(SITUATIONS).length);
  for (const insight of body.data) {
    const { method, path, payload } = insight['suggested_action'] as { method: string; path: string; payload?: object };
    const answer = await ask(method, path, payload);
    expect([insight['type'], answer.status < 300, answer.body.errors]).toEqual([insight['type'], true, undefined]);
  }
});
