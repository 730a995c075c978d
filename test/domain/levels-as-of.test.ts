import { expect, test } from '@jest/globals';
import { createInventoryAdjustment } from '../../src/domain/inventory-adjustments.ts';
import { listInventoryLevels } from '../../src/domain/stock/levels.ts';
import { parse } from '../../src/kernel/operation.ts';
import { makeLocation, makeVariant } from '../support/make.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();

/** Sets the quantity on hand at times in the past, in this order. */
async function stockWithPast(past: readonly [moment: string, quantity: number][]) {
  const tenant = await world.tenant();
  const [variant, location] = [await makeVariant(tenant), await makeLocation(tenant)];
  for (const [moment, quantity] of past) {
    const given = { sku: variant.sku, locationId: location.id, setQuantity: quantity, reason: 'correction' };
    await world.database.transaction(
      tenant.id,
      'key:past',
      async unit =>
        (await createInventoryAdjustment.run(
          unit as never,
          parse(createInventoryAdjustment.input, given),
          tenant.caller,
        )) as object,
      { now: () => new Date(moment) },
    );
  }
  return async (asOf: string): Promise<unknown> =>
    (await tenant.list(listInventoryLevels, { asOf, perPage: 10 })).rows.map(row => row['quantityOnHand']);
}

test('a level can be read as of any instant, from before its first movement to after its last', async () => {
  const onHand = await stockWithPast([
    ['2026-03-01T08:00:00.000Z', 10],
    ['2026-03-02T08:00:00.000Z', 4],
    ['2026-03-05T08:00:00.000Z', 9],
  ]);
  expect(await onHand('2026-02-28T23:59:59.999Z')).toEqual([0]);
  expect(await onHand('2026-03-01T08:00:00.000Z')).toEqual([10]);
  expect(await onHand('2026-03-02T07:59:59.999Z')).toEqual([10]);
  expect(await onHand('2026-03-04T00:00:00.000Z')).toEqual([4]);
  expect(await onHand('2026-04-01T00:00:00.000Z')).toEqual([9]);
});

test('the later of two movements counts, even if the clock of its process was behind', async () => {
  const onHand = await stockWithPast([
    ['2026-03-01T08:00:05.000Z', 10],
    ['2026-03-01T08:00:03.000Z', 7],
  ]);
  expect(await onHand('2026-03-01T09:00:00.000Z')).toEqual([7]);
});
