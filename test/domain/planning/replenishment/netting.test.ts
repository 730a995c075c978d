import { expect, test } from '@jest/globals';
import {
  costOf,
  lotSizeOf,
  purchaseUnitsFor,
  type Terms,
  unitCostOf,
  wholeUnits,
} from '../../../../src/domain/planning/replenishment/lot-sizes.ts';
import {
  balanceOf,
  type LotSize,
  type Requirement,
  requirementsOf,
  toUnits,
} from '../../../../src/domain/planning/replenishment/netting.ts';

const exactly: LotSize = need => need;

/** A textbook table: gross requirements and scheduled receipts per week, as days from today. */
function table(given: {
  gross: readonly number[];
  onHand: number;
  scheduled?: { [week: number]: number };
  leadWeeks: number;
  safety?: number;
}): Requirement {
  return {
    usable: toUnits(given.onHand),
    supply: new Map(
      Object.entries(given.scheduled ?? {}).map(([week, quantity]) => [(Number(week) - 1) * 7, toUnits(quantity)]),
    ),
    demands: given.gross.map((quantity, week) => ({
      day: week * 7,
      units: toUnits(quantity),
      source: 'orders' as const,
    })),
    forecast: null,
    safety: toUnits(given.safety ?? 0),
    reorder: null,
    leadDays: given.leadWeeks * 7,
    horizonDays: given.gross.length * 7,
  };
}

/** Planned order receipts and releases by week, as in a textbook. */
const planned = (place: Requirement, lotSize: LotSize) =>
  requirementsOf(place, lotSize).map(({ units, orderDay, arriveDay }) => [
    orderDay / 7 + 1,
    arriveDay / 7 + 1,
    units / 10_000,
  ]);

test('lot for lot: each week gets its net requirement, ordered a lead time ahead (Heizer and Render, the lot-for-lot table)', () => {
  const place = table({ gross: [35, 30, 40, 0, 10, 40, 30, 0, 30, 55], onHand: 35, leadWeeks: 1 });
  expect(planned(place, exactly)).toEqual([
    [1, 2, 30],
    [2, 3, 40],
    [4, 5, 10],
    [5, 6, 40],
    [6, 7, 30],
    [8, 9, 30],
    [9, 10, 55],
  ]);
});

test('fixed lots: the remainder of a lot serves later weeks', () => {
  const place = table({
    gross: [15, 20, 50, 10, 30, 30, 30, 30],
    onHand: 20,
    scheduled: { 1: 50 },
    leadWeeks: 2,
    safety: 0,
  });
  expect(planned(place, need => Math.ceil(need / toUnits(40)) * toUnits(40))).toEqual([
    [1, 3, 40],
    [3, 5, 40],
    [4, 6, 40],
    [6, 8, 40],
  ]);
});

test('safety stock is kept, and what is short before anything can arrive is ordered today, once', () => {
  const place = table({ gross: [30, 0, 0, 20], onHand: 10, leadWeeks: 1, safety: 5 });
  const [first, ...others] = requirementsOf(place, exactly);
  expect(first).toMatchObject({ orderDay: 0, needDay: 0, arriveDay: 7, units: toUnits(25) });
  expect(first!.pegs).toEqual([{ day: 0, units: toUnits(25), source: 'orders' }]);
  expect(others.map(({ orderDay, units }) => [orderDay, units])).toEqual([[14, toUnits(20)]]);
});

test('scheduled receipts that arrive before an order could are not ordered again', () => {
  expect(planned(table({ gross: [30, 0, 0], onHand: 10, scheduled: { 2: 40 }, leadWeeks: 2 }), exactly)).toEqual([]);
});

test('below the reorder point, the order lifts stock to it plus the safety stock, and is at least the reorder quantity', () => {
  const place = {
    ...table({ gross: [6, 0, 0, 0], onHand: 10, leadWeeks: 1, safety: 2 }),
    reorder: { point: toUnits(5), quantity: toUnits(12) },
  };
  const [receipt, ...others] = requirementsOf(place, exactly);
  expect(receipt).toMatchObject({ orderDay: 0, units: toUnits(12) });
  expect(receipt!.pegs.map(({ source, units }) => [source, units / 10_000])).toEqual([
    ['orders', 3],
    ['lot_size', 9],
  ]);
  expect(others).toEqual([]);
});

// ---- simulated day by day ----

/** A seeded random generator. */
function dice(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

test('simulated day by day, stock stays above safety stock once an order can arrive, and pegs add up to the orders', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const roll = dice(seed);
    const horizonDays = 30 + roll(60);
    const place: Requirement = {
      usable: toUnits(roll(80)),
      supply: new Map(Array.from({ length: roll(3) }, () => [roll(20), toUnits(roll(40))])),
      demands: Array.from({ length: roll(6) }, () => ({
        day: roll(horizonDays),
        units: toUnits(roll(50)),
        source: 'orders' as const,
      })),
      forecast: Float64Array.from({ length: horizonDays }, () => roll(70_000)),
      safety: toUnits(roll(15)),
      reorder: roll(2) ? { point: toUnits(roll(40)), quantity: toUnits(roll(60)) } : null,
      leadDays: roll(15),
      horizonDays,
    };
    const receipts = requirementsOf(place, [exactly, wholeUnits, lotSizeOf(SACKS)][roll(3)]!);
    const balance = balanceOf(place);
    for (const { units, orderDay, needDay, arriveDay, pegs } of receipts) {
      expect(arriveDay).toBe(orderDay + place.leadDays);
      expect(orderDay).toBe(Math.max(0, needDay - place.leadDays));
      expect(pegs.reduce((sum, peg) => sum + peg.units, 0)).toBe(units);
      expect(pegs.every(peg => peg.units > 0)).toBe(true);
      for (let day = arriveDay; day < horizonDays; day += 1) balance[day]! += units;
    }
    const after = [...balance].slice(place.leadDays);
    expect([seed, Math.min(...after, place.safety)]).toEqual([seed, place.safety]);
  }
});

// ---- lot sizes ----

const SACKS: Terms = { unitsPerPurchaseUnit: 2.5, minOrderQuantity: 3, orderMultiple: 2, priceBreaks: [] };

test('orders are whole purchase units, at least the minimum, in multiples', () => {
  const lotSize = lotSizeOf(SACKS);
  expect([0.1, 10, 10.1, 23].map(need => lotSize(toUnits(need), toUnits(need)) / 10_000)).toEqual([10, 10, 15, 25]);
});

test('purchase units that are no whole number of base units are counted, and priced, exactly', () => {
  const terms = { unitsPerPurchaseUnit: 0.1, minOrderQuantity: null, orderMultiple: null };
  const priceBreaks = [1, 7].map(minQuantity => ({ minQuantity, unitCost: 10 / minQuantity }));
  const priced = Array.from({ length: 40 }, (_, index) => costOf(1000 * (index + 1), { ...terms, priceBreaks }));
  expect(priced).toEqual(priced.map((_, index) => Math.round((index + 1) * (index < 6 ? 10 : 10 / 7) * 1000) / 10_000));
});

test('a price break is taken if the additional quantity is used up: as by trying every quantity', () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const roll = dice(seed);
    const terms: Terms = {
      unitsPerPurchaseUnit: 1 + roll(30),
      minOrderQuantity: roll(2) ? 1 + roll(10) : null,
      orderMultiple: roll(2) ? 1 + roll(6) : null,
      priceBreaks: [1, 5 + roll(10), 20 + roll(30)].map(minQuantity => ({ minQuantity, unitCost: 1 + roll(20) })),
    };
    const need = toUnits(1 + roll(500));
    const most = need + toUnits(roll(900));
    const each = toUnits(terms.unitsPerPurchaseUnit);
    const step = terms.orderMultiple ?? 1;
    const least = Math.ceil(Math.max(need / each, terms.minOrderQuantity ?? 0) / step) * step;
    let best = least;
    for (let count = least; count * each <= most; count += step)
      if (unitCostOf(count, terms)! < unitCostOf(best, terms)!) best = count;
    expect([seed, purchaseUnitsFor(need, most, terms)]).toEqual([seed, best]);
  }
});
