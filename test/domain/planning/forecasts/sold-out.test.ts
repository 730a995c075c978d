import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { recordDemandHistory } from '../../../../src/domain/planning/demand-history.ts';
import { listForecasts } from '../../../../src/domain/planning/forecasts/forecasts.ts';
import { listProductForecasts } from '../../../../src/domain/planning/forecasts/product-forecasts.ts';
import { type Queue, soldOutOn } from '../../../../src/domain/planning/forecasts/sold-out.ts';
import { createVariant } from '../../../../src/domain/variants.ts';
import { addDays } from '../../../../src/kernel/calendar.ts';
import { adjust, type Made, makeLocation, makeVariant } from '../../../support/make.ts';
import { type Tenant, useWorld } from '../../../support/world.ts';

const world = useWorld();
const FIRST = '2026-01-01';
const DAYS = 60;

interface Lot {
  /** The day from which it cannot be used; undefined: never. */
  day: number | undefined;
  quantity: number;
}
interface Place {
  demand: number;
  lots: readonly Lot[];
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/**
 * Day by day: each place uses its own lots, first expired first out, and takes from the others only when it has none.
 * Until when all of it lasts, and whether any place was without stock before.
 */
function simulated(places: readonly Place[]): { on: string | null; helped: boolean } {
  const stock = places.map(place =>
    place.lots.map(lot => ({ ...lot })).sort((a, b) => (a.day ?? Infinity) - (b.day ?? Infinity)),
  );
  let helped = false;
  const take = (lots: Lot[], wanted: number) => {
    let missing = wanted;
    for (const lot of lots) {
      const part = Math.min(missing, lot.quantity);
      lot.quantity -= part;
      missing -= part;
    }
    return missing;
  };
  for (let day = 0; day < DAYS; day += 1) {
    for (const lot of stock.flat()) if (lot.day !== undefined && lot.day <= day) lot.quantity = 0;
    const wanted = sum(places.map(({ demand }) => demand));
    if (wanted > 0 && sum(stock.flat().map(({ quantity }) => quantity)) <= wanted)
      return { on: addDays(FIRST, day), helped };
    const missing = sum(places.map(({ demand }, index) => take(stock[index]!, demand)));
    if (missing > 0) helped = true;
    let open = missing;
    for (const lots of stock) open = take(lots, open);
  }
  return { on: null, helped };
}

/** The same as the forecast is given it. */
function asked(places: readonly Place[]): [Parameters<typeof soldOutOn>[0], Parameters<typeof soldOutOn>[1]] {
  const total = sum(places.map(({ demand }) => demand));
  const queueOf = (lots: readonly Lot[], share: number): Queue => {
    const days = [...new Set(lots.flatMap(({ day }) => day ?? []))].sort((a, b) => a - b);
    const dueBy = (by: number) => sum(lots.map(({ day, quantity }) => (day !== undefined && day <= by ? quantity : 0)));
    return { share, reserved: 0, expiring: days.map(day => ({ day, due: dueBy(day) })) };
  };
  const points = Array.from({ length: DAYS }, (_, day) => ({
    date: addDays(FIRST, day),
    days: 1,
    expected: total,
    lower: 0,
    upper: 0,
  }));
  const lots = places.flatMap(place => place.lots);
  return [
    points,
    {
      available: sum(lots.map(({ quantity }) => quantity)),
      lots: [
        {
          together: queueOf(lots, 1),
          places: places.map(place => queueOf(place.lots, total > 0 ? place.demand / total : 0)),
        },
      ],
    },
  ];
}

test('stock of several places never runs out before it is said to, and on that day unless one place helped another', () => {
  const lot = fc.record({
    day: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined }),
    quantity: fc.integer({ min: 1, max: 200 }),
  });
  const place = fc.record({ demand: fc.integer({ min: 0, max: 12 }), lots: fc.array(lot, { maxLength: 4 }) });
  let exact = 0;
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 4 }), places => {
      const said = soldOutOn(...asked(places)) ?? '9999';
      const { on, helped } = simulated(places);
      expect(said <= (on ?? '9999')).toBe(true);
      if (helped) return;
      exact += 1;
      expect(said).toBe(on ?? '9999');
    }),
    { numRuns: 2000, seed: 7 },
  );
  expect(exact).toBeGreaterThan(300);
});

const today = new Date().toISOString().slice(0, 10);

/** So many a day, for ten weeks. */
const sells = (tenant: Tenant, { sku }: { sku: string }, location: Made, quantity: number) =>
  tenant.run(recordDemandHistory, {
    rows: Array.from({ length: 70 }, (_, index) => ({
      sku,
      locationId: location.id,
      date: addDays(today, -1 - index),
      quantity,
    })),
  });

test('lots that expire at one location are not used by the demand at another', async () => {
  const tenant = await world.tenant();
  const [busy, quiet] = [await makeLocation(tenant), await makeLocation(tenant)];
  const variant = await makeVariant(tenant, { lotTracked: true });
  await sells(tenant, variant, busy, 9);
  await sells(tenant, variant, quiet, 1);
  await adjust(tenant, variant, busy, 90, { lotNumber: 'NEVER' });
  await adjust(tenant, variant, quiet, 100, { lotNumber: 'SOON', expiryDate: addDays(today, 9) });
  // Of the 190, 90 expire in ten days: without them the rest is sold by then, as if they were used it would last 19.
  const [forecast] = (await tenant.list(listForecasts, { sku: variant.sku, horizonDays: 60 })).rows;
  expect(forecast!['stockoutDate']).toBe(addDays(today, 10));
  const [product] = (await tenant.list(listProductForecasts, { horizonDays: 60 })).rows;
  expect(product!['stockoutDate']).toBe(addDays(today, 10));
});

test('lots of one variant are not used by the demand for another of the same product', async () => {
  const tenant = await world.tenant();
  const location = await makeLocation(tenant);
  const much = await makeVariant(tenant, { lotTracked: true });
  const little = (await tenant.run(createVariant, {
    productId: much['productId'],
    sku: 'LITTLE',
    lotTracked: true,
  })) as Made & { sku: string };
  await sells(tenant, much, location, 9);
  await sells(tenant, little, location, 1);
  await adjust(tenant, much, location, 90, { lotNumber: 'NEVER' });
  await adjust(tenant, little, location, 100, { lotNumber: 'SOON', expiryDate: addDays(today, 9) });
  const [product] = (await tenant.list(listProductForecasts, { productId: much['productId'], horizonDays: 60 })).rows;
  expect(product!['stockoutDate']).toBe(addDays(today, 10));
});
