import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createInventoryPolicy } from '../../../../src/domain/inventory-policies.ts';
import { updateLocation } from '../../../../src/domain/locations.ts';
import { updateOrganization } from '../../../../src/domain/organizations.ts';
import { listFastMovers } from '../../../../src/domain/planning/reports/fast-movers.ts';
import { listInventoryAging } from '../../../../src/domain/planning/reports/inventory-aging.ts';
import { listLowStock } from '../../../../src/domain/planning/reports/low-stock.ts';
import { listStockByLocation } from '../../../../src/domain/planning/reports/stock-by-location.ts';
import { listValuation } from '../../../../src/domain/planning/reports/valuation.ts';
import { updateProduct } from '../../../../src/domain/products.ts';
import { listInventoryLevels } from '../../../../src/domain/stock/levels.ts';
import { report } from '../../../../src/figures/query.ts';
import type { Page } from '../../../../src/kernel/page.ts';
import type { Row } from '../../../../src/kernel/view.ts';
import { ofTenant } from '../../../../src/store/tenant.ts';
import { buffersOf } from '../../../support/buffers.ts';
import { arrive, backdate, randomly, sell } from '../../../support/history.ts';
import { adjust, makeLocation, makeVariant } from '../../../support/make.ts';
import { makeMany } from '../../../support/many.ts';
import { refusal, statementsOf, type Tenant, useWorld } from '../../../support/world.ts';

const world = useWorld({ poolSize: 3 });

/**
 * A tenant with variants (some without a cost) at locations, with every kind of movement at random times of the last
 * 120 days.
 */
async function makeBusyTenant(seed: number) {
  const tenant = await world.tenant();
  const random = randomly(seed);
  const locations = [
    await makeLocation(tenant),
    await makeLocation(tenant, { type: 'store' }),
    await makeLocation(tenant),
  ];
  const variants = [];
  for (let index = 0; index < 8; index += 1)
    variants.push(await makeVariant(tenant, index % 3 ? { unitCost: random(1, 900) / 100 } : {}));
  for (const variant of variants) {
    for (const location of locations.slice(0, random(1, 3))) {
      await adjust(tenant, variant, location, random(50, 300) / 4);
      for (let movement = random(0, 4); movement > 0; movement -= 1) {
        if (random(0, 1)) await arrive(tenant, variant, location, random(1, 40) / 4);
        else await sell(tenant, variant, location, random(1, 12) / 4);
      }
    }
  }
  await backdate(world.url, tenant, () => random(0, 120 * 24 * 60));
  return {
    tenant,
    locations,
    variants,
    ledger: await ledgerOf(tenant),
    levels: (await tenant.list(listInventoryLevels, { perPage: 200 })).rows,
  };
}

const busy = new Map<number, ReturnType<typeof makeBusyTenant>>();

/** The same for tests that only read, or set the time zone: made once for each seed. */
function busyTenant(seed: number) {
  if (!busy.has(seed)) busy.set(seed, makeBusyTenant(seed));
  return busy.get(seed)!;
}

interface Entry {
  type: string;
  variantId: string;
  locationId: string;
  change: number;
  order: string | null;
  at: number;
}

async function ledgerOf(tenant: Tenant): Promise<Entry[]> {
  const { rows } = await sql<Omit<Entry, 'at'> & { at: string }>`
    select entry_type as type, variant_id as "variantId", location_id as "locationId", quantity_change as change,
      reference_id as order, created_at as at
    from ledger_entries e where ${ofTenant('e')} order by variant_id, location_id, sequence`.execute(
    tenant.caller.database.read(tenant.id),
  );
  return rows.map(row => ({ ...row, at: Date.parse(row.at) }));
}

const round = (value: number) => Math.round(value * 10_000) / 10_000;
const total = (values: readonly number[]) => round(values.reduce((sum, value) => sum + value, 0));
const dayIn = (zone: string, at: number) =>
  Date.parse(new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(at)) / 86_400_000;
const figure = (row: Row, name: string) => row[name] as number;

/**
 * Ahead of and behind UTC, with changes of summer time within the last 120 days for most of the year, one of them by
 * half an hour.
 */
const ZONES = ['UTC', 'Pacific/Auckland', 'America/Los_Angeles', 'Australia/Lord_Howe'];

test.each([1, 2, 3])('stock by location is what its levels add up to (%i)', async seed => {
  const { tenant, locations, variants, levels } = await busyTenant(seed);
  const costs = new Map(variants.map(variant => [variant.id, variant['unitCost'] as number | null]));
  const costOf = (level: Row) => costs.get(level['variantId'] as string)!;
  const expected = locations
    .map(location => {
      const there = levels.filter(level => level['locationId'] === location.id);
      return {
        locationId: location.id,
        locationName: location['name'],
        locationType: location['type'],
        variantCount: there.filter(level => figure(level, 'quantityOnHand') > 0).length,
        quantityOnHand: total(there.map(level => figure(level, 'quantityOnHand'))),
        quantityReserved: 0,
        quantityAvailable: total(there.map(level => figure(level, 'quantityAvailable'))),
        quantityIncoming: 0,
        stockValue: total(there.map(level => figure(level, 'quantityOnHand') * (costOf(level) ?? 0))),
        unvaluedQuantity: total(
          there.filter(level => costOf(level) === null).map(level => figure(level, 'quantityOnHand')),
        ),
      };
    })
    .sort((a, b) => ((a.locationName as string) < (b.locationName as string) ? -1 : 1));
  expect((await tenant.list(listStockByLocation)).rows).toEqual(expected);
});

test.each([1, 2, 3])('fast movers are what the ledger says was fulfilled in the period (%i)', async seed => {
  const { tenant, locations, variants, ledger, levels } = await busyTenant(seed);
  for (const zone of ZONES) {
    await tenant.run(updateOrganization, { timeZone: zone });
    for (const [days, location] of [
      [30, undefined],
      [1, undefined],
      [90, locations[0]],
      [365, undefined],
    ] as const) {
      const first = dayIn(zone, Date.now()) - days + 1;
      const here = (row: { locationId?: unknown }) => !location || row.locationId === location.id;
      const expected = variants.flatMap(variant => {
        const sales = ledger.filter(
          entry =>
            entry.type === 'order_fulfilled' &&
            entry.variantId === variant.id &&
            here(entry) &&
            dayIn(zone, entry.at) >= first,
        );
        if (sales.length === 0) return [];
        const sold = total(sales.map(sale => -sale.change));
        const onHand = total(
          levels
            .filter(level => level['variantId'] === variant.id && here(level))
            .map(level => figure(level, 'quantityOnHand')),
        );
        return [
          {
            sku: variant.sku,
            quantitySold: sold,
            orderCount: new Set(sales.map(sale => sale.order)).size,
            averageDailyQuantity: round(sold / days),
            quantityOnHand: onHand,
            daysOfCover: round((onHand * days) / sold),
          },
        ];
      });
      expected.sort((a, b) => b.quantitySold - a.quantitySold || (a.sku < b.sku ? -1 : 1));
      const { rows, total: found } = await tenant.list(listFastMovers, {
        days,
        limit: 5,
        ...(location && { locationId: location.id }),
      });
      expect(rows).toMatchObject(expected.slice(0, 5));
      expect(found).toBe(expected.length);
    }
  }
});

test.each([1, 2, 3])('stock ages from its last receipt, or without one from its first movement (%i)', async seed => {
  const { tenant, ledger, levels } = await busyTenant(seed);
  for (const zone of ZONES) {
    await tenant.run(updateOrganization, { timeZone: zone });
    const expected = levels
      .filter(level => figure(level, 'quantityOnHand') > 0)
      .map(level => {
        const moves = ledger.filter(
          entry => entry.variantId === level['variantId'] && entry.locationId === level['locationId'],
        );
        const inbound = moves.filter(entry => entry.type === 'purchase_received').map(entry => entry.at);
        const from = inbound.length > 0 ? Math.max(...inbound) : moves[0]!.at;
        const ageDays = dayIn(zone, Date.now()) - dayIn(zone, from);
        const ageBucket = ageDays <= 30 ? '0-30' : ageDays <= 60 ? '31-60' : ageDays <= 90 ? '61-90' : '90+';
        return {
          from,
          row: {
            sku: level['sku'],
            locationId: level['locationId'],
            lastInboundAt: inbound.length > 0 ? new Date(from).toISOString() : null,
            ageDays,
            ageBucket,
          },
        };
      })
      .sort((a, b) => a.from - b.from)
      .map(({ row }) => row);
    expect((await tenant.list(listInventoryAging)).rows).toMatchObject(expected);
    for (const bucket of ['0-30', '31-60', '61-90', '90+']) {
      const { rows, total: found } = await tenant.list(listInventoryAging, { ageBucket: bucket, limit: 2 });
      const inBucket = expected.filter(row => row.ageBucket === bucket);
      expect(rows).toMatchObject(inBucket.slice(0, 2));
      expect(found).toBe(inBucket.length);
    }
  }
});

test('what is not sold any more, or where nothing may be ordered to, is not low on stock', async () => {
  const tenant = await world.tenant();
  const [open, closed] = [await makeLocation(tenant), await makeLocation(tenant)];
  const [kept, dropped] = [await makeVariant(tenant), await makeVariant(tenant)];
  for (const variant of [kept, dropped])
    for (const location of [open, closed]) {
      await adjust(tenant, variant, location, 2);
      const terms = { reorderPoint: 10, reorderQuantity: 20 };
      await tenant.run(createInventoryPolicy, { variantId: variant.id, locationId: location.id, ...terms });
    }
  await tenant.run(updateProduct, { id: dropped['productId'], status: 'archived' });
  await tenant.run(updateLocation, { id: closed.id, active: false });
  const { rows } = await tenant.list(listLowStock);
  expect(rows.map(row => [row['sku'], row['locationId'], row['suggestedOrderQuantity']])).toEqual([
    [kept.sku, open.id, 20],
  ]);
  const { totals } = (await tenant.run(report, { measures: ['shortage', 'units_to_order'] })) as never as {
    totals: object;
  };
  expect(totals).toEqual({ shortage: 8, units_to_order: 20 });
});

test('low stock lists everything below its reorder point, with the shortage and what to order', async () => {
  const { tenant, locations, variants, levels } = await makeBusyTenant(13);
  const random = randomly(14);
  const terms = new Map<string, { reorderPoint: number; reorderQuantity: number; safetyStock: number }>();
  for (const variant of variants) {
    if (random(0, 2) === 0) continue;
    const policy = { reorderPoint: random(0, 120), reorderQuantity: random(0, 30), safetyStock: random(0, 5) };
    await tenant.run(createInventoryPolicy, { variantId: variant.id, locationId: locations[0]!.id, ...policy });
    terms.set(`${variant.id} ${locations[0]!.id}`, policy);
  }
  await tenant.run(updateOrganization, { defaultReorderPoint: 20, defaultReorderQuantity: 3, defaultSafetyStock: 1 });
  const expected = variants
    .flatMap(variant => locations.map(location => ({ variant, location })))
    .flatMap(({ variant, location }) => {
      const level = levels.find(each => each['variantId'] === variant.id && each['locationId'] === location.id);
      const policy = terms.get(`${variant.id} ${location.id}`);
      if (!level && !policy) return [];
      const { reorderPoint, reorderQuantity, safetyStock } = policy ?? {
        reorderPoint: 20,
        reorderQuantity: 3,
        safetyStock: 1,
      };
      const available = level ? figure(level, 'quantityAvailable') : 0;
      if (available >= reorderPoint) return [];
      const suggestedOrderQuantity = Math.max(reorderQuantity, round(reorderPoint + safetyStock - available));
      return [
        {
          sku: variant.sku,
          locationId: location.id,
          quantityAvailable: available,
          reorderPoint,
          reorderQuantity,
          shortage: round(reorderPoint - available),
          suggestedOrderQuantity,
        },
      ];
    })
    .sort(
      (a, b) =>
        b.shortage - a.shortage || (a.sku < b.sku ? -1 : a.sku > b.sku ? 1 : a.locationId < b.locationId ? -1 : 1),
    );
  expect((await tenant.list(listLowStock)).rows).toMatchObject(expected);
  const here = await tenant.list(listLowStock, { locationId: locations[1]!.id });
  expect(here.rows).toMatchObject(expected.filter(row => row.locationId === locations[1]!.id));
});

test('low stock of a large organization among many is not looked up row by row', async () => {
  const [own, other] = [await world.tenant(), await world.tenant()];
  await makeMany(world, own.id, 2000);
  await sql`
    insert into locations (organization_id, id, created_at, updated_at, name, type, active, metadata)
    select ${other.id}, gen_random_uuid(), now(), now(), 'Place ' || n, 'warehouse', true, '{}'
    from generate_series(1, 2000) n`.execute(world.owner);
  await sql`analyze locations, products`.execute(world.owner);
  await own.run(updateOrganization, { defaultReorderPoint: 1 });
  const { rows } = await own.list(listLowStock, { perPage: 1 });
  for (const [locationId, levels] of [
    [undefined, 10_000],
    [String(rows[0]!['locationId']), 2000],
  ] as const) {
    expect(await own.list(listLowStock, { locationId, perPage: 1 })).toMatchObject({ total: levels });
    const touched = await buffersOf(world, own.id, db =>
      (listLowStock.run as (reading: object, input: object) => Promise<unknown>)(
        { db, wants: { total: true, owned: false } },
        { locationId, page: 1, perPage: 50 },
      ),
    );
    expect(touched).toHaveLength(1);
    expect(touched[0]).toBeLessThan(levels);
  }
});

test('valuation lists each variant on hand once, most valuable first, unknown costs last', async () => {
  const { tenant, variants, levels } = await busyTenant(1);
  const expected = variants
    .map(variant => {
      const quantityOnHand = total(
        levels.filter(level => level['variantId'] === variant.id).map(level => figure(level, 'quantityOnHand')),
      );
      const unitCost = variant['unitCost'] as number | null;
      return {
        sku: variant.sku,
        quantityOnHand,
        unitCost,
        stockValue: unitCost === null ? null : round(quantityOnHand * unitCost),
      };
    })
    .filter(row => row.quantityOnHand > 0)
    .sort((a, b) => (b.stockValue ?? -1) - (a.stockValue ?? -1) || (a.sku < b.sku ? -1 : 1));
  expect((await tenant.list(listValuation)).rows).toMatchObject(expected);
  const second = await tenant.list(listValuation, { page: 2, perPage: 3 });
  expect(second.rows).toMatchObject(expected.slice(3, 6));
  expect(second).toMatchObject({ page: 2, perPage: 3, total: expected.length });
  const beyond = await tenant.list(listValuation, { page: 9, perPage: 3 });
  expect(beyond).toMatchObject({ rows: [], total: expected.length });
});

test('an empty organization has empty reports', async () => {
  const tenant = await world.tenant();
  for (const operation of [listStockByLocation, listFastMovers, listInventoryAging, listLowStock, listValuation])
    expect(await tenant.list(operation)).toMatchObject({ rows: [], total: 0 });
  const { id, name } = await makeLocation(tenant);
  const nothing = {
    variantCount: 0,
    quantityOnHand: 0,
    quantityReserved: 0,
    quantityAvailable: 0,
    quantityIncoming: 0,
    stockValue: 0,
    unvaluedQuantity: 0,
  };
  expect((await tenant.list(listStockByLocation)).rows).toEqual([
    { locationId: id, locationName: name, locationType: 'warehouse', ...nothing },
  ]);
});

test('reports of stock and sales do not change when a product is archived: its stock is still there', async () => {
  const { tenant, variants } = await makeBusyTenant(15);
  const answers = () =>
    Promise.all(
      [listStockByLocation, listFastMovers, listInventoryAging, listValuation].map(operation =>
        tenant.list(operation).then(({ rows }) => rows),
      ),
    );
  const before = await answers();
  for (const variant of variants.slice(0, 4))
    await tenant.run(updateProduct, { id: variant['productId'], status: 'archived' });
  expect(await answers()).toEqual(before);
});

test('parameters out of range are refused', async () => {
  const tenant = await world.tenant();
  for (const input of [
    { limit: 0 },
    { limit: 501 },
    { limit: 1.5 },
    { ageBucket: '90' },
    { ageBucket: '30-60' },
    { page: 1 },
    { locationId: 'here' },
  ]) {
    const field = Object.keys(input)[0]!;
    expect(await refusal(tenant.list(listInventoryAging, input))).toEqual([
      { code: field === 'page' ? 'unknown_field' : 'validation_failed', field },
    ]);
  }
  for (const days of [0, 366, -1])
    expect(await refusal(tenant.list(listFastMovers, { days }))).toEqual([
      { code: 'validation_failed', field: 'days' },
    ]);
});

test('90+, 90%2B and a bare plus all mean 90+, in REST and in GraphQL', async () => {
  const { tenant } = await busyTenant(2);
  const key = await tenant.key('read');
  const { url } = await world.serve();
  const rest = async (query: string) => {
    const response = await fetch(`${url}/api/v1/reports/inventory_aging?${query}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    return { status: response.status, body: (await response.json()) as { data: Row[]; meta: Row } };
  };
  const graphql = async (query: string) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    return (await response.json()) as { data: { reports: { inventoryAging: { nodes: Row[] } } } };
  };
  const expected = await rest('age_bucket=90%2B');
  expect(expected.body.data.length).toBeGreaterThan(0);
  expect(expected.body.meta).toMatchObject({ page: 1, per_page: 100, total: expected.body.data.length });
  for (const form of ['90+', '90%20']) expect((await rest(`age_bucket=${form}`)).body).toEqual(expected.body);
  for (const form of ['90', '91%2B', '']) expect((await rest(`age_bucket=${form}`)).status).toBe(422);
  for (const form of ['90+', '90 ']) {
    const { data } = await graphql(
      `{ reports { inventoryAging(filter: { ageBucket: "${form}" }) { nodes { sku ageDays variant { salesVelocity { quantitySold } levels { location { stockSummary { variantCount } } } } } } } }`,
    );
    expect(data.reports.inventoryAging.nodes.map(node => [node['sku'], node['ageDays']])).toEqual(
      expected.body.data.map(row => [row['sku'], row['age_days']]),
    );
  }
});

test('reports of many variants and locations take one statement each, and need the scope of the report', async () => {
  const { tenant, locations, variants } = await busyTenant(3);
  const { url } = await world.serve();
  const asked = async (...scopes: Parameters<Tenant['key']>) => {
    const key = await tenant.key(...scopes);
    const query =
      '{ variants { nodes { sku salesVelocity { days quantitySold orderCount averageDailyQuantity quantityOnHand daysOfCover } } } locations { nodes { id stockSummary { quantityOnHand stockValue } } } }';
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    return (await response.json()) as {
      data: { variants: { nodes: Row[] }; locations: { nodes: Row[] } };
      errors?: { extensions: { code: string } }[];
    };
  };
  const { data } = await asked('read');
  const movers = (await tenant.list(listFastMovers, { limit: 500 })).rows;
  for (const variant of variants) {
    const node = data.variants.nodes.find(each => each['sku'] === variant.sku)!;
    const mover = movers.find(each => each['sku'] === variant.sku);
    expect(node['salesVelocity']).toMatchObject({
      days: 30,
      quantitySold: mover?.['quantitySold'] ?? 0,
      orderCount: mover?.['orderCount'] ?? 0,
      daysOfCover: mover?.['daysOfCover'] ?? null,
    });
  }
  const places = (await tenant.list(listStockByLocation)).rows;
  for (const location of locations) {
    const { quantityOnHand, stockValue } = places.find(each => each['locationId'] === location.id)!;
    expect(data.locations.nodes.find(each => each['id'] === location.id)!['stockSummary']).toEqual({
      quantityOnHand,
      stockValue,
    });
  }
  expect((await asked('catalog:read')).errors?.[0]?.extensions.code).toBe('INSUFFICIENT_SCOPE');
});

// It read all entries there ever were, grouped and sorted: 503 with 2,000,000 of them.
test('a valuation by lot reads the entries of what is kept in lots, and no others', async () => {
  const tenant = await world.tenant();
  const [location, variant] = [await makeLocation(tenant), await makeVariant(tenant, { unitCost: 2 })];
  const lotted = await makeVariant(tenant, { unitCost: 3, lotTracked: true });
  await adjust(tenant, variant, location, 10);
  await adjust(tenant, lotted, location, 5, { lotNumber: 'L-1' });
  // An entry that the level does not know of shows whether entries are read.
  const forged = crypto.randomUUID();
  await sql`
    insert into ledger_entries
    select (jsonb_populate_record(e, jsonb_build_object('id', ${forged}::uuid, 'sequence', e.sequence + 1))).*
    from ledger_entries e where e.organization_id = ${tenant.id} and e.variant_id = ${variant.id}`.execute(world.owner);
  const { rows } = await tenant.list(listValuation, { groupBy: 'lot' });
  await world.owner.transaction().execute(async db => {
    await sql`alter table ledger_entries disable trigger user`.execute(db);
    await sql`delete from ledger_entries where organization_id = ${tenant.id} and id = ${forged}`.execute(db);
    await sql`alter table ledger_entries enable trigger user`.execute(db);
  });
  expect(rows.map(row => [row['sku'], row['lotNumber'], row['quantityOnHand'], row['stockValue']])).toEqual([
    [variant.sku, null, 10, 20],
    [lotted.sku, 'L-1', 5, 15],
  ]);
});

test('a page behind the last one knows the total without computing the report again', async () => {
  const { tenant } = await busyTenant(1);
  const { total } = await tenant.list(listValuation, { page: 1 });
  let page: Page | undefined;
  const asked = await statementsOf(async () => {
    page = await tenant.list(listValuation, { page: 99 });
  });
  expect([page!.rows, page!.total, asked.length]).toEqual([[], total, 1]);
});
