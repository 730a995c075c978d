import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createInventoryAdjustment } from '../../src/domain/inventory-adjustments.ts';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import { createOrder } from '../../src/domain/orders.ts';
import { receivePurchaseOrder } from '../../src/domain/purchase-order-receipts.ts';
import { createPurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { createReturnAuthorization } from '../../src/domain/return-authorizations.ts';
import { receiveReturnAuthorization } from '../../src/domain/return-receipts.ts';
import { receiveStockTransfer } from '../../src/domain/stock-transfer-receipts.ts';
import { createStockTransfer, shipStockTransfer } from '../../src/domain/stock-transfers.ts';
import { updateVariant } from '../../src/domain/variants.ts';
import { type Operation, parse } from '../../src/kernel/operation.ts';
import type { OpenDatabase } from '../../src/store/open-database.ts';
import { besideUncommitted, outcomesOf, raceOf, refusedWithoutTrace } from '../support/documents.ts';
import { adjust, type Made, makeLocation, makeStock, makeVariant } from '../support/make.ts';
import { refusal, statementsOf, type Tenant, useWorld } from '../support/world.ts';

/*
 * `lot_tracked` decides how every unit is stored, so it can only be switched while there is none, and nobody may write
 * stock by its old value. After every test the stock rules are checked: untracked stock of a lot-tracked variant fails
 * it.
 */

// Before the world's own hook, which drops the database.
afterAll(async () => {
  await owner?.end();
});

const world = useWorld();
let other: OpenDatabase;
/** As the owner, to see who waits for whom. */
let owner: pg.Client;

beforeAll(async () => {
  other = await world.second();
  owner = new pg.Client({ connectionString: world.url });
  await owner.connect();
});
const switched = (variant: Made, lotTracked: boolean) => ({ id: variant.id, lotTracked });

const beside = (tenant: Tenant, command: readonly [Operation, object], others: () => readonly Promise<unknown>[]) =>
  besideUncommitted(world, owner, tenant, command, others);

const elsewhere = (tenant: Tenant, operation: Operation, input: object) =>
  other.transaction(tenant.id, 'key:test', unit =>
    operation.run(unit as never, parse(operation.input, input), tenant.caller),
  );

for (const lotTracked of [true, false]) {
  const to = lotTracked ? 'in lots' : 'without lots';

  test.each(['first', 'second'])(
    `a movement concurrent with an uncommitted switch to stock ${to} waits and follows the new setting: the %s one of its level`,
    async which => {
      const tenant = await world.tenant();
      const [variant, location] = [await makeVariant(tenant, { lotTracked: !lotTracked }), await makeLocation(tenant)];
      const lot = (named: boolean) => (named ? { lotNumber: 'L-1' } : {});
      if (which === 'second') {
        await adjust(tenant, variant, location, 1, lot(!lotTracked));
        await adjust(tenant, variant, location, -1);
      }
      const move = (named: boolean) =>
        elsewhere(tenant, createInventoryAdjustment, {
          sku: variant.sku,
          locationId: location.id,
          quantityChange: 5,
          ...lot(named),
        });
      // Only input that fits the current setting gets as far as waiting; the other is refused immediately.
      const outcomes = await beside(tenant, [updateVariant, switched(variant, lotTracked)], () => [move(!lotTracked)]);
      expect(outcomes).toEqual(['validation_failed']);
      expect(await outcomesOf([move(lotTracked)])).toEqual(['done']);
    },
  );

  test(`a switch to stock ${to} concurrent with an uncommitted first movement is refused`, async () => {
    const tenant = await world.tenant();
    const [variant, location] = [await makeVariant(tenant, { lotTracked: !lotTracked }), await makeLocation(tenant)];
    const movement = {
      sku: variant.sku,
      locationId: location.id,
      quantityChange: 5,
      ...(!lotTracked && { lotNumber: 'L-1' }),
    };
    const outcomes = await beside(tenant, [createInventoryAdjustment, movement], () => [
      elsewhere(tenant, updateVariant, switched(variant, lotTracked)),
    ]);
    expect(outcomes).toEqual(['validation_failed']);
  });

  test(`a switch to stock ${to} and concurrent movements at many locations leave consistent stock`, async () => {
    const tenant = await world.tenant();
    for (let round = 0; round < 6; round += 1) {
      const variant = await makeVariant(tenant, { lotTracked: !lotTracked });
      const places = await Promise.all([1, 2, 3].map(() => makeLocation(tenant)));
      const movements = places.map(
        place =>
          [
            createInventoryAdjustment,
            {
              sku: variant.sku,
              locationId: place.id,
              quantityChange: 5,
              ...(!lotTracked && { lotNumber: 'L-1' }),
            },
          ] as const,
      );
      const { won, lost } = await raceOf(world, tenant, [
        ...movements.slice(0, 1),
        [updateVariant, switched(variant, lotTracked)],
        ...movements.slice(1),
      ]);
      expect([won.length, lost]).toEqual([4 - lost.length, lost.map(() => 'validation_failed')]);
      const wasSwitched = won.some(answer => answer['lotTracked'] === lotTracked);
      expect(lost.length).toBe(wasSwitched ? 3 : 1);
    }
  });

  test(`stock ${lotTracked ? 'without lots' : 'in lots'} in transit prevents the switch; once it has arrived and left, the switch is possible`, async () => {
    const tenant = await world.tenant();
    const [variant, location] = [await makeVariant(tenant, { lotTracked: !lotTracked }), await makeLocation(tenant)];
    await adjust(tenant, variant, location, 5, lotTracked ? {} : { lotNumber: 'L-1' });
    const destination = await makeLocation(tenant);
    const transfer = await tenant.run(createStockTransfer, {
      sourceLocationId: location.id,
      destinationLocationId: destination.id,
      items: [{ sku: variant.sku, quantity: 5 }],
    });
    await tenant.run(shipStockTransfer, { id: transfer['id'] });
    const attempt = () => tenant.run(updateVariant, switched(variant, lotTracked));
    expect(await refusedWithoutTrace(world, tenant, attempt)).toEqual([
      { code: 'validation_failed', field: 'lotTracked' },
    ]);
    await tenant.run(receiveStockTransfer, { id: transfer['id'] });
    expect(await refusal(attempt())).toEqual([{ code: 'validation_failed', field: 'lotTracked' }]);
    await adjust(tenant, variant, destination, -5);
    expect(await attempt()).toMatchObject({ lotTracked });
  });
}

test('outstanding purchase orders prevent the switch; setting the same value is no switch', async () => {
  const tenant = await world.tenant();
  const [variant, location] = [await makeVariant(tenant), await makeLocation(tenant)];
  const order = await tenant.run(createPurchaseOrder, {
    locationId: location.id,
    items: [{ sku: variant.sku, quantity: 5 }],
  });
  expect(await refusal(tenant.run(updateVariant, switched(variant, true)))).toEqual([
    { code: 'validation_failed', field: 'lotTracked' },
  ]);
  expect(await tenant.run(updateVariant, switched(variant, false))).toMatchObject({ lotTracked: false });
  await tenant.run(receivePurchaseOrder, { id: order['id'] });
});

test('a pending return of a lot can be received after its variant is no longer lot-tracked', async () => {
  const tenant = await world.tenant();
  const [variant, location] = [await makeVariant(tenant, { lotTracked: true }), await makeLocation(tenant)];
  const adjusted = await adjust(tenant, variant, location, 2, { lotNumber: 'L-1' });
  const { lotId } = adjusted['ledgerEntry'] as { lotId: string };
  const order = await tenant.run(createOrder, {
    locationId: location.id,
    items: [{ sku: variant.sku, quantity: 2 }],
  });
  await tenant.run(fulfillOrder, { id: order['id'] });
  const authorization = await tenant.run(createReturnAuthorization, {
    orderId: order['id'],
    reason: 'Too much.',
    items: [{ sku: variant.sku, quantity: 2, condition: 'sellable', lotId }],
  });
  await tenant.run(updateVariant, switched(variant, false));
  expect(await tenant.run(receiveReturnAuthorization, { id: authorization['id'] })).toMatchObject({
    status: 'received',
  });
});

test('locking the variant costs a movement no statement', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const statements = await statementsOf(() => adjust(tenant, variant, location, 1));
  expect(statements).toHaveLength(7);
  expect(statements.filter(text => /for share of v/.test(text))).toHaveLength(1);
});
