import { expect, test } from '@jest/globals';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import { createOrder } from '../../src/domain/orders.ts';
import { recordDemandHistory } from '../../src/domain/planning/demand-history.ts';
import { report } from '../../src/figures/query.ts';
import { addDays } from '../../src/kernel/calendar.ts';
import { adjust, type Made, makeLocation, makeVariant } from '../support/make.ts';
import { type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();

interface Answer {
  data: { sku: string; abc_class: string | null }[];
  meta: { notes: string[] };
}

const sell = async (tenant: Tenant, place: Made, sku: string, quantity: number) => {
  const order = await tenant.run(createOrder, { locationId: place.id, items: [{ sku, quantity }] });
  await tenant.run(fulfillOrder, { id: order['id'] });
};

const classesOf = async (tenant: Tenant, more: object = {}) => {
  const query = { measures: ['units_sold'], dimensions: ['sku', 'abc_class'], sort: ['sku'], ...more };
  const { data, meta } = (await tenant.run(report, query)) as never as Answer;
  return { classes: Object.fromEntries(data.map(row => [row.sku, row.abc_class])), notes: meta.notes };
};

test('ABC classes go by what the goods sold did cost, not by the cost that is entered for the variant', async () => {
  const tenant = await world.tenant();
  const place = await makeLocation(tenant);
  // Costed by receipts alone; by receipts against an outdated list cost; by its list cost alone; and cheap.
  const given = { RECEIPTS: null, OUTDATED: 1, LISTED: 10, CHEAP: 1 };
  const cost = { RECEIPTS: 100, OUTDATED: 40, LISTED: undefined, CHEAP: undefined };
  for (const sku of Object.keys(given) as (keyof typeof given)[]) {
    const variant = await makeVariant(tenant, { sku, unitCost: given[sku] });
    await adjust(tenant, variant, place, 10, cost[sku] === undefined ? {} : { unitCost: cost[sku] });
    await sell(tenant, place, sku, 10);
  }
  // 1000, 400, 100 and 10 of 1510: the second crosses 80 %, the third begins below 95 %.
  expect(await classesOf(tenant)).toEqual({
    classes: { RECEIPTS: 'A', OUTDATED: 'A', LISTED: 'B', CHEAP: 'C' },
    notes: [],
  });
});

test('goods sold at an unknown cost have no class, which is said; those that nobody bought are C', async () => {
  const tenant = await world.tenant();
  const place = await makeLocation(tenant);
  const made = new Map<string, Made>();
  for (const sku of ['KNOWN', 'PRICED', 'UNKNOWN', 'UNSOLD'])
    made.set(sku, await makeVariant(tenant, { sku, unitCost: null }));
  await adjust(tenant, made.get('KNOWN')!, place, 10, { unitCost: 3 });
  for (const sku of ['PRICED', 'UNKNOWN', 'UNSOLD']) await adjust(tenant, made.get(sku)!, place, 10);
  for (const sku of ['KNOWN', 'PRICED', 'UNKNOWN']) await sell(tenant, place, sku, 5);
  // What is left is priced later: sold goods are taken at that cost.
  await adjust(tenant, made.get('PRICED')!, place, 0, { unitCost: 50 });
  const note = 'SKUs without an ABC class: 1. They were sold or used, but what they cost is not known.';
  expect(await classesOf(tenant)).toEqual({
    classes: { KNOWN: 'B', PRICED: 'A', UNKNOWN: null },
    notes: [note],
  });
  // A filter on classes leaves them out too.
  const onlyA = { filters: [{ field: 'abc_class', op: '=', value: 'A' }] };
  expect(await classesOf(tenant, onlyA)).toEqual({ classes: { PRICED: 'A' }, notes: [note] });
  const unsold = {
    measures: ['on_hand'],
    dimensions: ['sku', 'abc_class'],
    filters: [{ field: 'sku', op: '=', value: 'UNSOLD' }],
  };
  expect((await classesOf(tenant, unsold)).classes).toEqual({ UNSOLD: 'C' });
});

test('imported demand counts at the cost of the ledger', async () => {
  const tenant = await world.tenant();
  const place = await makeLocation(tenant);
  const today = new Date().toISOString().slice(0, 10);
  for (const [sku, unitCost] of [
    ['DEAR', 90],
    ['CHEAP', 1],
  ] as const) {
    const variant = await makeVariant(tenant, { sku, unitCost: null });
    await adjust(tenant, variant, place, 10, { unitCost });
    await tenant.run(recordDemandHistory, {
      rows: [{ sku, locationId: place.id, date: addDays(today, -40), quantity: 10 }],
    });
  }
  expect((await classesOf(tenant, { from: addDays(today, -60) })).classes).toEqual({ DEAR: 'A', CHEAP: 'C' });
});
