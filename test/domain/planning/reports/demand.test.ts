import { expect, test } from '@jest/globals';
import { updateOrganization } from '../../../../src/domain/organizations.ts';
import { recordDemandHistory } from '../../../../src/domain/planning/demand-history.ts';
import { listDemand } from '../../../../src/domain/planning/reports/demand.ts';
import { listFastMovers } from '../../../../src/domain/planning/reports/fast-movers.ts';
import { listInventoryAging } from '../../../../src/domain/planning/reports/inventory-aging.ts';
import { receiveStockTransfer } from '../../../../src/domain/stock-transfer-receipts.ts';
import { createStockTransfer, shipStockTransfer } from '../../../../src/domain/stock-transfers.ts';
import { createWasteRecord } from '../../../../src/domain/waste-records.ts';
import type { Operation } from '../../../../src/kernel/operation.ts';
import type { Row } from '../../../../src/kernel/view.ts';
import { backdate, sell } from '../../../support/history.ts';
import { adjust, type Made, makeLocation, makeVariant } from '../../../support/make.ts';
import { makeBakery, produce } from '../../../support/manufacturing.ts';
import { type Tenant, useWorld } from '../../../support/world.ts';

const world = useWorld();

const dayIn = (zone: string, daysAgo: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(Date.now() - daysAgo * 86_400_000);

test.each(['UTC', 'Pacific/Auckland', 'America/Los_Angeles'])(
  'demand is what was sold on each day with sales, fulfilled or imported (%s)',
  async zone => {
    const tenant = await world.tenant();
    await tenant.run(updateOrganization, { timeZone: zone });
    const [variant, other] = [await makeVariant(tenant), await makeVariant(tenant)];
    const [here, there] = [await makeLocation(tenant), await makeLocation(tenant)];
    for (const each of [variant, other]) await adjust(tenant, each, here, 50);
    await sell(tenant, variant, here, 3);
    await sell(tenant, variant, here, 1.5);
    await sell(tenant, other, here, 7);
    await backdate(world.url, tenant, entry => (entry.entry_type === 'order_fulfilled' ? 2 * 24 * 60 : 3 * 24 * 60));
    await tenant.run(recordDemandHistory, {
      rows: [
        { sku: variant.sku, locationId: there.id, date: dayIn(zone, 2), quantity: 4 },
        { sku: variant.sku, locationId: there.id, date: dayIn(zone, 9), quantity: 6 },
      ],
    });
    const demand = async (input: object) => (await tenant.list(listDemand, { days: 4, ...input })).rows;
    const only = (sales: number) => ({ quantity: sales, sales, production: 0, transfers: 0, waste: 0 });
    const before = { date: dayIn(zone, 9), ...only(6) };
    const sold = (quantity: number) => [{ date: dayIn(zone, 2), ...only(quantity) }];
    expect(await demand({ variantId: variant.id })).toEqual(sold(8.5));
    expect(await demand({ variantId: variant.id, locationId: here.id })).toEqual(sold(4.5));
    expect(await demand({})).toEqual(sold(15.5));
    expect(await demand({ days: 10 })).toEqual([...sold(15.5), before]);
  },
);

async function readToTheEnd(tenant: Tenant, operation: Operation, limit: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await tenant.list(operation, { limit, ...(cursor && { cursor }) });
    rows.push(...page.rows);
    cursor = page.nextCursor;
  }
  return rows;
}

test('fast movers and ageing are read to their end by cursor, whatever the limit', async () => {
  const tenant = await world.tenant();
  const location = await makeLocation(tenant);
  for (let index = 0; index < 7; index += 1) {
    const variant = await makeVariant(tenant);
    await adjust(tenant, variant, location, 20);
    await sell(tenant, variant, location, 1 + (index % 3));
  }
  for (const operation of [listFastMovers, listInventoryAging]) {
    const all = (await tenant.list(operation, { limit: 500 })).rows;
    expect(all).toHaveLength(7);
    for (const limit of [1, 3, 7]) expect(await readToTheEnd(tenant, operation, limit)).toEqual(all);
  }
});

test('demand includes sales, production, transfers to supplied locations, and waste as a rate', async () => {
  const tenant = await world.tenant();
  const { flour, bread, location, recipe } = await makeBakery(tenant);
  const shop = await makeLocation(tenant);
  const move = async (source: Made, destination: Made, quantity: number) => {
    const items = [{ variantId: bread.id, quantity }];
    const places = { sourceLocationId: source.id, destinationLocationId: destination.id };
    const { id } = await tenant.run(createStockTransfer, { ...places, items });
    await tenant.run(shipStockTransfer, { id });
    await tenant.run(receiveStockTransfer, { id });
  };
  await produce(tenant, recipe, location, 20);
  await sell(tenant, bread, location, 5);
  await move(location, shop, 4);
  await move(location, shop, 6);
  await move(shop, location, 2);
  const waste = (variant: Made, quantity: number, reason: string) =>
    tenant.run(createWasteRecord, { variantId: variant.id, locationId: location.id, quantity, reason });
  await waste(bread, 3, 'damaged');
  await waste(bread, 1, 'expired');
  const demand = async (variant: Made, place?: Made) =>
    (await tenant.list(listDemand, { variantId: variant.id, ...(place && { locationId: place.id }) })).rows.map(
      ({ date: _, ...row }) => row,
    );
  expect(await demand(flour)).toEqual([{ quantity: 40, sales: 0, production: 40, transfers: 0, waste: 0 }]);
  expect(await demand(bread, location)).toEqual([{ quantity: 18, sales: 5, production: 0, transfers: 10, waste: 3 }]);
  expect(await demand(bread, shop)).toEqual([]);
  expect(await demand(bread)).toEqual([{ quantity: 8, sales: 5, production: 0, transfers: 0, waste: 3 }]);
});
