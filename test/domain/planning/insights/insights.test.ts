import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { completeCycleCount } from '../../../../src/domain/cycle-count-completion.ts';
import {
  createCycleCount,
  loadCycleCountInventory,
  startCycleCount,
  updateCycleCount,
} from '../../../../src/domain/cycle-counts.ts';
import { createInventoryPolicy } from '../../../../src/domain/inventory-policies.ts';
import { updateLocation } from '../../../../src/domain/locations.ts';
import { createOrder, reserveOrder } from '../../../../src/domain/orders.ts';
import { recordDemandHistory } from '../../../../src/domain/planning/demand-history.ts';
import { refreshForecasts } from '../../../../src/domain/planning/forecasts/stored-forecasts.ts';
import { TYPES } from '../../../../src/domain/planning/insights/insight.ts';
import {
  dismissInsight,
  listInsights,
  reopenInsight,
  snoozeInsight,
} from '../../../../src/domain/planning/insights/insights.ts';
import { updateProduct } from '../../../../src/domain/products.ts';
import { receivePurchaseOrder } from '../../../../src/domain/purchase-order-receipts.ts';
import { createPurchaseOrder } from '../../../../src/domain/purchase-orders.ts';
import { createWasteRecord } from '../../../../src/domain/waste-records.ts';
import type { Row } from '../../../../src/kernel/view.ts';
import { ofTenant } from '../../../../src/store/tenant.ts';
import { backdate, sell } from '../../../support/history.ts';
import { adjust, type Made, makeLocation, makeStock, makeSupplier, makeVariant } from '../../../support/make.ts';
import { IN_DOCUMENTS, quietDocuments } from '../../../support/situations.ts';
import { refusal, statementsOf, type Tenant, useWorld } from '../../../support/world.ts';

const world = useWorld({ poolSize: 3 });

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

type Stocked = { variant: Made & { sku: string }; location: Made };

/** Stock of a variant with a supplier of its own. */
const boughtStock = async (tenant: Tenant, quantity: number): Promise<Stocked> =>
  makeStock(tenant, quantity, { unitCost: 4, supplierId: (await makeSupplier(tenant)).id });

/** Regular sales: this many a day, from and until these many days ago. */
const sold = (
  tenant: Tenant,
  { variant, location }: Stocked,
  from: number,
  until: number,
  quantityOf: (daysAgo: number) => number,
) =>
  tenant.run(recordDemandHistory, {
    rows: Array.from({ length: from - until + 1 }, (_, index) => from - index).map(daysAgo => ({
      sku: variant.sku,
      locationId: location.id,
      date: day(daysAgo),
      quantity: quantityOf(daysAgo),
    })),
  });

/** Three a day, more or less, as on most days in most shops. */
const steady = (daysAgo: number) => 2 + ((daysAgo * 7) % 3);

const found = async (tenant: Tenant, input: object = {}) =>
  (await tenant.list(listInsights, { perPage: 200, ...input })).rows;
const brief = (rows: readonly Row[]) => rows.map(row => [row['type'], row['severity'], row['sku'] ?? null]);

/** A healthy tenant: 60 days of steady sales, stock for four weeks. */
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

test('a healthy or new organization has no insights', async () => {
  const { tenant } = await healthy();
  expect(await found(tenant)).toEqual([]);
  await quietDocuments(tenant);
  expect(await found(tenant)).toEqual([]);
  const fresh = await world.tenant();
  await makeStock(fresh, 500);
  expect(await found(fresh)).toEqual([]);
});

interface Situation {
  /** Causes it in a healthy tenant. */
  happens(
    tenant: Tenant,
  ): Promise<{ sku: string | null; expected: readonly [string, string]; fix?: () => Promise<unknown> }>;
}

const reserved = async (tenant: Tenant, { variant, location }: Stocked, quantity: number) =>
  tenant.run(reserveOrder, {
    id: (await tenant.run(createOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity }] }))['id'],
  });

async function counted(tenant: Tenant, { location }: Stocked, quantity: number): Promise<void> {
  const { id } = await tenant.run(createCycleCount, { locationId: location.id });
  await tenant.run(loadCycleCountInventory, { id });
  const { items } = await tenant.run(startCycleCount, { id });
  await tenant.run(updateCycleCount, {
    id,
    cycleCountItemsAttributes: (items as Row[]).map(item => ({ id: item['id'], countedQuantity: quantity })),
  });
  await tenant.run(completeCycleCount, { id });
}

/** The variants whose entries are 200 days old. */
const idle = new Set<string>();

const SITUATIONS: { [name: string]: Situation } = {
  'more is promised than is there': {
    async happens(tenant) {
      const place = await boughtStock(tenant, 10);
      await reserved(tenant, place, 8);
      await adjust(tenant, place.variant, place.location, -4, { reason: 'damage' });
      return {
        sku: place.variant.sku,
        expected: ['oversold', 'critical'],
        fix: () => adjust(tenant, place.variant, place.location, 50),
      };
    },
  },
  'stock lasts for less than the lead time': {
    async happens(tenant) {
      const place = await boughtStock(tenant, 12);
      await sold(tenant, place, 60, 1, steady);
      return {
        sku: place.variant.sku,
        expected: ['stockout_risk', 'warning'],
        fix: () => adjust(tenant, place.variant, place.location, 70),
      };
    },
  },
  'what sells is out of stock': {
    async happens(tenant) {
      const place = await boughtStock(tenant, 1);
      await sold(tenant, place, 60, 1, steady);
      await adjust(tenant, place.variant, place.location, -1, { reason: 'damage' });
      return {
        sku: place.variant.sku,
        expected: ['stockout_risk', 'critical'],
        fix: () => adjust(tenant, place.variant, place.location, 85),
      };
    },
  },
  'less is available than the reorder point': {
    async happens(tenant) {
      const place = await boughtStock(tenant, 5);
      await tenant.run(createInventoryPolicy, {
        variantId: place.variant.id,
        locationId: place.location.id,
        reorderPoint: 8,
        reorderQuantity: 20,
      });
      return {
        sku: place.variant.sku,
        expected: ['low_stock', 'info'],
        fix: () => adjust(tenant, place.variant, place.location, 3),
      };
    },
  },
  'stock lasts for half a year': {
    async happens(tenant) {
      const place = await makeStock(tenant, 600, { unitCost: 4 });
      await sold(tenant, place, 60, 1, steady);
      return {
        sku: place.variant.sku,
        expected: ['overstock', 'info'],
        fix: () => adjust(tenant, place.variant, place.location, -500, { reason: 'other' }),
      };
    },
  },
  'stock has not moved for 200 days': {
    async happens(tenant) {
      const place = await makeStock(tenant, 20);
      idle.add(place.variant.id);
      await backdate(world.url, tenant, entry => (idle.has(entry.variant_id) ? 200 * 1440 : 0));
      return {
        sku: place.variant.sku,
        expected: ['dead_stock', 'info'],
        fix: () => adjust(tenant, place.variant, place.location, -20, { reason: 'other' }),
      };
    },
  },
  'a week sells six times as much as usual': {
    async happens(tenant) {
      const place = await makeStock(tenant, 700, { unitCost: 4 });
      await sold(tenant, place, 60, 1, daysAgo => steady(daysAgo) * (daysAgo <= 6 ? 6 : 1));
      return {
        sku: place.variant.sku,
        expected: ['demand_spike', 'info'],
        fix: () =>
          sold(tenant, place, 6, 1, steady).then(() =>
            adjust(tenant, place.variant, place.location, -615, { reason: 'other' }),
          ),
      };
    },
  },
  'what sold daily has not sold for two weeks': {
    async happens(tenant) {
      const place = await makeStock(tenant, 85, { unitCost: 4 });
      await sold(tenant, place, 60, 15, steady);
      return {
        sku: place.variant.sku,
        expected: ['demand_drop', 'info'],
        fix: () => sold(tenant, place, 14, 1, steady),
      };
    },
  },
  'a lot has expired': {
    async happens(tenant) {
      const location = await makeLocation(tenant);
      const variant = await makeVariant(tenant, { lotTracked: true });
      const adjusted = await adjust(tenant, variant, location, 4, { lotNumber: 'OLD', expiryDate: day(3) });
      const lotId =
        (adjusted['ledgerEntry'] as Row)['lotId'] ??
        ((adjusted['ledgerEntry'] as Row)['lot'] as Row | undefined)?.['id'];
      const fix = () =>
        tenant.run(createWasteRecord, {
          variantId: variant.id,
          locationId: location.id,
          quantity: 4,
          reason: 'expired',
          lotRecordId: lotId,
        });
      return { sku: variant.sku, expected: ['expiring_lots', 'critical'], fix };
    },
  },
  'a lot will expire before it is sold': {
    async happens(tenant) {
      const location = await makeLocation(tenant);
      const variant = await makeVariant(tenant, { lotTracked: true, unitCost: 4 });
      await adjust(tenant, variant, location, 30, { lotNumber: 'SOON', expiryDate: day(-5) });
      await adjust(tenant, variant, location, 30, { lotNumber: 'LATER', expiryDate: day(-90) });
      await sold(tenant, { variant, location }, 56, 1, () => 2);
      return {
        sku: variant.sku,
        expected: ['expiring_lots', 'warning'],
        fix: () => adjust(tenant, variant, location, -20, { reason: 'other' }),
      };
    },
  },
  'a purchase order is three days late': {
    async happens(tenant) {
      const place = await makeStock(tenant, 50);
      const order = await tenant.run(createPurchaseOrder, {
        locationId: place.location.id,
        expectedOn: day(3),
        items: [{ sku: place.variant.sku, quantity: 10 }],
      });
      return {
        sku: null,
        expected: ['late_purchase_order', 'info'],
        fix: () => tenant.run(receivePurchaseOrder, { id: order['id'] }),
      };
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

test.each(Object.keys(SITUATIONS))(
  '%s, twice: exactly this is found, with the same ids on the next run; one is gone once resolved, the other once its suggested request was sent unchanged',
  async name => {
    const { tenant } = await healthy();
    const one = await SITUATIONS[name]!.happens(tenant);
    const other = await SITUATIONS[name]!.happens(tenant);
    const first = await found(tenant);
    expect(brief(first).sort()).toEqual([one, other].map(({ expected, sku }) => [...expected, sku]).sort());
    expect(await found(tenant)).toEqual(first);
    await one.fix!();
    const left = await found(tenant);
    expect(brief(left)).toEqual([[...other.expected, other.sku]]);
    expect(first).toContainEqual(left[0]);
    await actOn(tenant, left[0]!);
    expect(await found(tenant)).toEqual([]);
  },
);

test('all kinds at once: each is found once and nothing else, most urgent first, and filters work', async () => {
  const { tenant } = await healthy();
  await quietDocuments(tenant);
  const injected = [];
  for (const situation of Object.values(SITUATIONS)) injected.push(await situation.happens(tenant));
  for (const [type, happens] of Object.entries(IN_DOCUMENTS)) {
    const { severity, sku } = await happens(tenant, world);
    injected.push({ expected: [type, severity] as const, sku });
  }
  expect(new Set(injected.map(({ expected }) => expected[0]))).toEqual(new Set(TYPES));
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

test('what runs out at one location and is overstocked at another is to be transferred', async () => {
  const { tenant } = await healthy();
  const here = await makeStock(tenant, 2);
  const there = { variant: here.variant, location: await makeLocation(tenant) };
  await adjust(tenant, there.variant, there.location, 900);
  for (const place of [here, there]) await sold(tenant, place, 60, 1, steady);
  const rows = await found(tenant, { type: 'stockout_risk' });
  expect(rows).toHaveLength(1);
  const { type, payload } = rows[0]!['suggestedAction'] as { type: string; payload: object };
  expect(type).toBe('create_stock_transfer');
  expect(payload).toMatchObject({
    source_location_id: there.location.id,
    destination_location_id: here.location.id,
    items: [{ sku: here.variant.sku }],
  });
});

/** Sends the suggested request unchanged. */
async function actOn(tenant: Tenant, insight: Row): Promise<void> {
  const { method, path, payload } = insight['suggestedAction'] as { method: string; path: string; payload?: object };
  const { url } = await world.serve();
  const headers = { authorization: `Bearer ${await tenant.key()}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers,
    ...(payload && { body: JSON.stringify(payload) }),
  });
  expect([insight['type'], response.status < 300, response.status < 300 || (await response.json())]).toEqual([
    insight['type'],
    true,
    true,
  ]);
}

test('an overdue order resolves nothing: what it was to supply is missing again', async () => {
  const { tenant } = await healthy();
  await SITUATIONS['what sells is out of stock']!.happens(tenant);
  const [insight] = await found(tenant);
  const { payload } = insight!['suggestedAction'] as {
    payload: { supplier_id: string; location_id: string; items: { sku: string; quantity: number }[] };
  };
  await tenant.run(createPurchaseOrder, {
    supplierId: payload.supplier_id,
    locationId: payload.location_id,
    expectedOn: day(1),
    items: payload.items.map(({ sku, quantity }) => ({ sku, quantity })),
  });
  expect(brief(await found(tenant)).map(([type]) => type)).toEqual(['stockout_risk', 'late_purchase_order']);
});

test('the surplus of one location is only offered to as many locations as it suffices for', async () => {
  const { tenant } = await healthy();
  const short = await boughtStock(tenant, 2);
  const places = [
    short,
    { variant: short.variant, location: await makeLocation(tenant) },
    { variant: short.variant, location: await makeLocation(tenant) },
  ];
  await adjust(tenant, places[1]!.variant, places[1]!.location, 2);
  await adjust(tenant, places[2]!.variant, places[2]!.location, 430);
  for (const place of places) await sold(tenant, place, 60, 1, steady);
  const rows = await found(tenant, { type: 'stockout_risk' });
  const kinds = () => rows.map(row => (row['suggestedAction'] as { type: string }).type).sort();
  expect(kinds()).toEqual(['create_purchase_order', 'create_stock_transfer']);
  for (const row of rows) await actOn(tenant, row);
  expect(await found(tenant, { type: 'stockout_risk' })).toEqual([]);
});

test('days out of stock do not reduce demand: what sold three a day until it ran out weeks ago still needs three', async () => {
  const { tenant } = await healthy();
  const { variant, location } = await makeStock(tenant, 90);
  for (let sale = 0; sale < 30; sale += 1) await sell(tenant, variant, location, 3);
  let entry = 0;
  await backdate(world.url, tenant, ({ variant_id }) => (variant_id === variant.id ? (56 - entry++) * 1440 : 0));
  const [insight] = await found(tenant, { type: 'stockout_risk' });
  expect(insight).toMatchObject({ severity: 'critical', sku: variant.sku, metrics: { average_daily_quantity: 3 } });
});

test("today's sales count at once, and so does history recorded meanwhile", async () => {
  const { tenant } = await healthy();
  expect(await found(tenant)).toEqual([]);
  const { variant, location } = await makeStock(tenant, 10);
  await sell(tenant, variant, location, 10);
  expect(brief(await found(tenant))).toEqual([['stockout_risk', 'critical', variant.sku]]);
  const place = await makeStock(tenant, 600);
  await sold(tenant, place, 60, 1, steady);
  expect(brief(await found(tenant, { type: 'overstock' }))).toEqual([['overstock', 'info', place.variant.sku]]);
});

test('with stored forecasts the same is found, and an expected increase is not unusual', async () => {
  const { tenant } = await healthy();
  const injected = [];
  for (const name of [
    'stock lasts for less than the lead time',
    'what sells is out of stock',
    'stock lasts for half a year',
  ])
    injected.push(await SITUATIONS[name]!.happens(tenant));
  await refreshForecasts(world.database, tenant.id);
  const rows = await found(tenant);
  expect(brief(rows).sort()).toEqual(injected.map(({ expected, sku }) => [...expected, sku]).sort());
  const rising = await makeStock(tenant, 60);
  await sold(tenant, rising, 60, 1, steady);
  expect(await found(tenant)).toEqual(rows);
  // As after the nightly refresh; the first run of the next day uses it.
  const forecast = { days: 7, mean: 70, quantiles: Array.from({ length: 17 }, (_, index) => 60 + index) };
  await world.database.transaction(tenant.id, 'system', async unit => {
    await sql`
      insert into forecasts (organization_id, id, created_at, updated_at, variant_id, location_id,
          starts_on, forecast, runs, totals)
      values (${tenant.id}, gen_random_uuid(), now(), now(), ${rising.variant.id}, ${rising.location.id}, current_date,
          '{}', '[]', ${JSON.stringify([forecast])}::jsonb)`.execute(unit.db);
    await sql`delete from demand_patterns p where ${ofTenant('p')}`.execute(unit.db);
  });
  expect((await found(tenant, { type: 'stockout_risk' })).find(row => row['sku'] === rising.variant.sku)).toMatchObject(
    { severity: 'warning', metrics: { average_daily_quantity: 10 } },
  );
});

test('archived variants, and those no longer bought, need no action', async () => {
  const { tenant } = await healthy();
  const archived = await makeStock(tenant, 5);
  await sold(tenant, archived, 60, 1, steady);
  await tenant.run(updateProduct, { id: archived.variant['productId'], status: 'archived' });
  const plenty = await makeStock(tenant, 2000);
  await sold(tenant, plenty, 60, 1, steady);
  await tenant.run(updateProduct, { id: plenty.variant['productId'], status: 'archived' });
  const closed = await makeStock(tenant, 5);
  await sold(tenant, closed, 60, 1, steady);
  await tenant.run(updateLocation, { id: closed.location.id, active: false });
  const leftover = await makeStock(tenant, 600);
  await sold(tenant, leftover, 60, 1, steady);
  await tenant.run(createInventoryPolicy, {
    variantId: leftover.variant.id,
    locationId: leftover.location.id,
    reorderPoint: 0,
    reorderQuantity: 0,
  });
  expect(await found(tenant)).toEqual([]);
});

test('a policy with a fractional reorder quantity, and no stock, is reported with that quantity, at the cost of the variant', async () => {
  const { tenant } = await healthy();
  const variant = await makeVariant(tenant, { supplierId: (await makeSupplier(tenant)).id, unitCost: 2.75 });
  const location = await makeLocation(tenant);
  await tenant.run(createInventoryPolicy, {
    variantId: variant.id,
    locationId: location.id,
    reorderPoint: 0.5,
    reorderQuantity: 0,
  });
  const [insight, ...others] = await found(tenant);
  expect(others).toEqual([]);
  expect(insight).toMatchObject({
    type: 'low_stock',
    severity: 'warning',
    suggestedAction: {
      type: 'create_purchase_order',
      payload: { location_id: location.id, items: [{ sku: variant.sku, quantity: 1, unit_cost: 2.75 }] },
    },
  });
  await actOn(tenant, insight!);
  expect(await found(tenant)).toEqual([]);
});

test('an organization without modules, or without data, causes no error', async () => {
  const plain = await world.tenant([]);
  expect(await found(plain)).toEqual([]);
  const place = await makeStock(plain, 1);
  await sell(plain, place.variant, place.location, 1);
  expect(brief(await found(plain))).toEqual([['stockout_risk', expect.any(String), place.variant.sku]]);
});

test('what one action resolves is one insight: one transfer for a shop, one purchase order for a supplier', async () => {
  const { tenant } = await healthy();
  const [supplier, hub, shop] = [await makeSupplier(tenant), await makeLocation(tenant), await makeLocation(tenant)];
  const variants = [];
  for (const there of [900, 900, 2]) {
    const variant = await makeVariant(tenant, { supplierId: supplier.id });
    await adjust(tenant, variant, hub, there);
    await adjust(tenant, variant, shop, there === 2 ? 200 : 1);
    for (const location of [hub, shop]) await sold(tenant, { variant, location }, 60, 1, steady);
    variants.push(variant);
  }
  const [first, second] = variants;
  const other = await makeVariant(tenant, { supplierId: supplier.id });
  await adjust(tenant, other, hub, 3);
  await sold(tenant, { variant: other, location: hub }, 60, 1, steady);
  const rows = (await found(tenant)).filter(row => row['type'] === 'stockout_risk');
  const toHub = rows.find(row => row['locationId'] === hub.id)!;
  expect(rows).toHaveLength(2);
  expect(toHub).toMatchObject({
    findingCount: 2,
    message: expect.stringContaining(`One purchase order to ${supplier['name']} brings them.`),
    suggestedAction: { type: 'create_purchase_order', payload: { supplier_id: supplier.id, location_id: hub.id } },
  });
  const toShop = rows.find(row => row['locationId'] === shop.id)!;
  expect(toShop).toMatchObject({
    findingCount: 2,
    sku: null,
    title: `2 items are short at ${shop['name']}`,
    suggestedAction: {
      type: 'create_stock_transfer',
      payload: { source_location_id: hub.id, destination_location_id: shop.id },
    },
  });
  const skusOf = (of: unknown) => (of as { sku: string }[]).map(({ sku }) => sku).sort();
  expect(skusOf(toShop['findings'])).toEqual([first!.sku, second!.sku].sort());
  expect(skusOf((toShop['suggestedAction'] as { payload: { items: unknown } }).payload.items)).toEqual(
    [first!.sku, second!.sku].sort(),
  );
  // If one finding is dismissed, the other is still reported, with the same id.
  const [one] = toShop['findings'] as Row[];
  await tenant.run(dismissInsight, { id: one!['id'] });
  const left = (await found(tenant, { type: 'stockout_risk' })).find(row => row['id'] === toShop['id']);
  expect(left).toMatchObject({ findingCount: 1, sku: expect.not.stringMatching(one!['sku'] as string) });
  for (const row of rows) await actOn(tenant, row);
  expect(await found(tenant, { type: 'stockout_risk' })).toEqual([]);
});

test('nothing is ordered without a supplier: the insight says that one is missing', async () => {
  const { tenant } = await healthy();
  const { variant, location } = await makeStock(tenant, 2);
  await sold(tenant, { variant, location }, 60, 1, steady);
  const [insight, ...others] = await found(tenant);
  expect([others, insight!['suggestedAction']]).toEqual([
    [],
    { type: 'name_supplier', method: 'PATCH', path: `/variants/${variant.id}`, missing: ['supplier_id'] },
  ]);
});

test('what is no id is not found without looking for any insight', async () => {
  const tenant = await world.tenant();
  const until = '2099-01-01T00:00:00Z';
  for (const operation of [dismissInsight, snoozeInsight, reopenInsight]) {
    const statements = await statementsOf(async () => {
      const input = { id: 'none', ...(operation === snoozeInsight && { until }) };
      expect(await refusal(tenant.run(operation, input))).toMatchObject([{ code: 'not_found' }]);
    });
    expect(statements.filter(each => each.includes('inventory_levels'))).toEqual([]);
  }
});
