import { expect, test } from '@jest/globals';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import { createOrder, reserveOrder } from '../../src/domain/orders.ts';
import { listInventoryLevels } from '../../src/domain/stock/levels.ts';
import { times } from '../support/documents.ts';
import { adjust, makeStock, makeVariant } from '../support/make.ts';
import { useWorld } from '../support/world.ts';

/*
 * Concurrent commands on lots: the stock rules are checked after each test, including that lots add up to their level.
 */

const world = useWorld();

test.each([
  ['without lots', false],
  ['in lots', true],
])('many concurrent commands take goods %s, each piece once', async (_how, lotTracked) => {
  const tenant = await world.tenant();
  const { location } = await makeStock(tenant, 1);
  const variant = await makeVariant(tenant, { lotTracked });
  for (const lotNumber of ['A', 'B', 'C']) await adjust(tenant, variant, location, 20, lotTracked ? { lotNumber } : {});
  const order = { locationId: location.id, items: [{ sku: variant.sku, quantity: 1.5 }] };
  const orders = await Promise.all(times(32, order).map(each => tenant.run(createOrder, each)));
  for (const operation of [reserveOrder, fulfillOrder])
    await Promise.all(orders.map(({ id }) => tenant.run(operation, { id })));
  expect((await tenant.list(listInventoryLevels, { sku: variant.sku })).rows).toMatchObject([
    { quantityOnHand: 12, quantityReserved: 0 },
  ]);
});
