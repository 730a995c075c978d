import { expect, test } from '@jest/globals';
import { fulfillOrder } from '../../../src/domain/order-fulfillment.ts';
import { createOrder } from '../../../src/domain/orders.ts';
import { receiveStockTransfer } from '../../../src/domain/stock-transfer-receipts.ts';
import { createStockTransfer, shipStockTransfer } from '../../../src/domain/stock-transfers.ts';
import { report } from '../../../src/figures/query.ts';
import type { Row } from '../../../src/kernel/view.ts';
import { backdate } from '../../support/history.ts';
import { adjust, type Made, makeLocation, makeVariant } from '../../support/make.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();

test('what a location sends to one that it feeds is demand there, and not once more over all locations', async () => {
  const tenant = await world.tenant();
  const [warehouse, store] = [await makeLocation(tenant), await makeLocation(tenant)];
  const variant = await makeVariant(tenant);
  await adjust(tenant, variant, warehouse, 1000);
  const items = [{ sku: variant.sku, quantity: 14 }];
  for (let week = 0; week < 8; week += 1) {
    const move = await tenant.run(createStockTransfer, {
      sourceLocationId: warehouse.id,
      destinationLocationId: store.id,
      items,
    });
    await tenant.run(shipStockTransfer, { id: move['id'] });
    await tenant.run(receiveStockTransfer, { id: move['id'] });
    const order = await tenant.run(createOrder, { locationId: store.id, items });
    await tenant.run(fulfillOrder, { id: order['id'] });
  }
  // A week apart, and the last of them a few days ago.
  let entry = 0;
  await backdate(world.url, tenant, () => 60 + 24 * 60 * (1 + Math.floor(((24 - entry++) * 56) / 25)));
  const figures = async (dimensions: string[]) =>
    (
      (await tenant.run(report, { measures: ['expected_demand', 'available', 'days_of_cover'], dimensions })) as {
        data: Row[];
      }
    ).data;
  const [all] = await figures([]);
  const places = await figures(['location']);
  const demandAt = ({ name }: Made & { name?: unknown }) =>
    places.find(({ location }) => location === name)!['expected_demand'] as number;
  expect(demandAt(warehouse)).toBeGreaterThan(1);
  expect(all!['expected_demand']).toBe(demandAt(store));
  expect(all!['days_of_cover']).toBeCloseTo((all!['available'] as number) / (demandAt(store) / 30), 2);
});
