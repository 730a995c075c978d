import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { recordDemandHistory } from '../../../src/domain/planning/demand-history.ts';
import { expiringUnused, unusedAt, unusedBy } from '../../../src/domain/planning/expiry.ts';
import { listForecasts } from '../../../src/domain/planning/forecasts/forecasts.ts';
import { listProductForecasts } from '../../../src/domain/planning/forecasts/product-forecasts.ts';
import { refreshForecasts } from '../../../src/domain/planning/forecasts/stored-forecasts.ts';
import { listInsights } from '../../../src/domain/planning/insights/insights.ts';
import { listInventoryProjections } from '../../../src/domain/planning/replenishment/projections.ts';
import { report } from '../../../src/figures/query.ts';
import { addDays } from '../../../src/kernel/calendar.ts';
import { randomly } from '../../support/history.ts';
import { adjust, makeLocation, makeSupplier, makeVariant } from '../../support/make.ts';
import { type Tenant, useWorld } from '../../support/world.ts';

const world = useWorld();
const today = new Date().toISOString().slice(0, 10);

/** What is lost day by day, lot by lot: nothing but the definition. */
function simulated(lots: readonly { day: number; quantity: number }[], rate: number, days: number): number {
  const left = lots.map(lot => ({ ...lot })).sort((a, b) => a.day - b.day);
  let lost = 0;
  for (let day = 0; day < days; day += 1) {
    for (const lot of left)
      if (lot.day <= day) {
        lost += lot.quantity;
        lot.quantity = 0;
      }
    let wanted = rate;
    for (const lot of left) {
      const taken = Math.min(wanted, lot.quantity);
      lot.quantity -= taken;
      wanted -= taken;
    }
  }
  return lost;
}

test('what expires unused is the same day by day, in one formula, and in SQL', async () => {
  const random = randomly(7);
  for (let round = 0; round < 50; round += 1) {
    const lots = Array.from({ length: random(1, 5) }, () => ({ day: random(0, 20), quantity: random(1, 40) }));
    const [rate, days] = [random(0, 6), random(1, 25)];
    const daily = new Float64Array(days);
    for (const { day, quantity } of lots) if (day < days) daily[day]! += quantity;
    const expected = simulated(lots, rate, days);
    expect(expiringUnused(daily, new Float64Array(days).fill(rate)).reduce((sum, lost) => sum + lost, 0)).toBe(
      expected,
    );
    const cut = [...new Set(lots.map(({ day }) => day))].sort((a, b) => a - b);
    const expiring = cut.map(day => ({
      day,
      due: lots.reduce((sum, lot) => (lot.day <= day ? sum + lot.quantity : sum), 0),
    }));
    expect(unusedBy(expiring, day => day * rate, days - 1)).toBe(expected);
    const arrays = (each: 'day' | 'due') =>
      sql`${expiring.map(one => one[each])}::${sql.raw(each === 'day' ? 'int' : 'float8')}[]`;
    const { rows } = await sql<{ lost: number }>`
      select
        ${unusedAt(arrays('day'), arrays('due'), sql`${rate}::float8`, { by: sql`${days - 1}::int` })} as lost`.execute(
      world.owner,
    );
    expect(rows[0]!.lost).toBe(expected);
  }
});

/** Ten a day for ten weeks, and this stock of it in lots that expire in so many days. */
async function seller(tenant: Tenant, lots: { [days: string]: number }) {
  const location = await makeLocation(tenant);
  const supplier = await makeSupplier(tenant, { leadTimeDays: 21 });
  const variant = await makeVariant(tenant, { lotTracked: true, supplierId: supplier.id });
  await tenant.run(recordDemandHistory, {
    rows: Array.from({ length: 70 }, (_, index) => ({
      sku: variant.sku,
      locationId: location.id,
      date: addDays(today, -1 - index),
      quantity: 10,
    })),
  });
  for (const [days, quantity] of Object.entries(lots))
    await adjust(tenant, variant, location, quantity, {
      lotNumber: `IN-${days}`,
      ...(days !== 'never' && { expiryDate: addDays(today, Number(days)) }),
    });
  return { sku: variant.sku, location };
}

/** How long it lasts by the query, and the daily demand that it reckons with. */
async function coverOf(tenant: Tenant, sku: string): Promise<{ days: number; daily: number }> {
  const answer = await tenant.run(report, {
    measures: ['days_of_cover', 'expected_demand'],
    dimensions: ['sku'],
    filters: [{ field: 'sku', op: '=', value: sku }],
  });
  const [row] = answer['data'] as { days_of_cover: number; expected_demand: number }[];
  return { days: row!.days_of_cover, daily: row!.expected_demand / 30 };
}

test('forecasts, projections, insights and the query say alike until when lots that expire will last', async () => {
  const tenant = await world.tenant();
  // 300 last 30 days, but 200 of them can be used on 5 days only.
  const { sku } = await seller(tenant, { 4: 200, never: 100 });
  await refreshForecasts(world.database, tenant.id);
  const [forecast] = (await tenant.list(listForecasts, { sku, horizonDays: 60 })).rows;
  const [projection] = (await tenant.list(listInventoryProjections, { skus: [sku], days: 60 })).rows;
  const days = projection!['days'] as { date: string; projected: number; expiring: number }[];
  expect(days.find(({ expiring }) => expiring > 0)).toMatchObject({ date: addDays(today, 5), expiring: 150 });
  expect(forecast!['stockoutDate']).toBe(days.find(({ projected }) => projected <= 0)!.date);
  expect(forecast!['stockoutDate']).toBe(addDays(today, 14));
  const [product] = (await tenant.list(listProductForecasts, { horizonDays: 60 })).rows;
  expect(product!['stockoutDate']).toBe(forecast!['stockoutDate']);
  expect((await tenant.list(listForecasts, { runsOut: true, horizonDays: 20 })).rows.map(row => row['sku'])).toEqual([
    sku,
  ]);
  const { days: cover, daily } = await coverOf(tenant, sku);
  const lost = 200 - 5 * daily;
  expect(cover).toBeCloseTo((300 - lost) / daily, 3);
  const risk = (await tenant.list(listInsights, { type: 'stockout_risk' })).rows.find(row => row['sku'] === sku);
  expect(risk).toMatchObject({
    metrics: {
      quantity_available: 300,
      days_of_cover: expect.closeTo((300 - lost) / daily, 1),
      quantity_expiring_unused: expect.closeTo(lost, 1),
    },
    message: expect.stringContaining(' of them will have expired by then.'),
  });
});

test('lots that are used before they expire change nothing', async () => {
  const tenant = await world.tenant();
  const { sku } = await seller(tenant, { 30: 200, 60: 100 });
  const [forecast] = (await tenant.list(listForecasts, { sku, horizonDays: 60 })).rows;
  expect(forecast!['stockoutDate']).toBe(addDays(today, 29));
  const { days, daily } = await coverOf(tenant, sku);
  expect(days).toBeCloseTo(300 / daily, 3);
  const insights = (await tenant.list(listInsights, {})).rows.filter(row => row['sku'] === sku);
  expect(insights.map(row => row['type'])).not.toContain('stockout_risk');
});
