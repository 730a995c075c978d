import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createProduct } from '../../src/domain/create-products.ts';
import { createInventoryAdjustments } from '../../src/domain/inventory-adjustments.ts';
import { listLots } from '../../src/domain/lots.ts';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import { createOrder } from '../../src/domain/orders.ts';
import {
  CONDITIONS,
  cancelReturnAuthorization,
  createReturnAuthorization,
  getReturnAuthorization,
  listReturnAuthorizations,
  returnStates,
  updateReturnAuthorization,
} from '../../src/domain/return-authorizations.ts';
import { receiveReturnAuthorization } from '../../src/domain/return-receipts.ts';
import { updateVariant } from '../../src/domain/variants.ts';
import type { Row } from '../../src/kernel/view.ts';
import {
  entriesOf,
  levelAt,
  race,
  raceOf,
  refusedWithoutTrace,
  sourcesOf,
  testLifecycle,
  times,
} from '../support/documents.ts';
import { adjust, type Made, makeLocation, makeStock, makeVariant, unique } from '../support/make.ts';
import { refusal, statementsOf, type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();
const { table } = returnStates;

const items = (authorization: Row) => authorization['items'] as Row[];

/** A completely fulfilled order of 10, with no stock left. */
async function makeFulfilled(
  tenant: Tenant,
  quantity = 10,
): Promise<{ orderId: string; sku: string; locationId: string }> {
  const { variant, location } = await makeStock(tenant, 10);
  const order = await tenant.run(createOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity }] });
  await tenant.run(fulfillOrder, { id: order['id'] });
  return { orderId: order['id'] as string, sku: variant.sku, locationId: location.id };
}

/** A return of 4 in this state. */
async function makeReturn(
  tenant: Tenant,
  status: string,
  condition = 'sellable',
): Promise<{ authorization: Row; id: string; orderId: string; sku: string; locationId: string }> {
  const made = await makeFulfilled(tenant);
  let authorization = await tenant.run(createReturnAuthorization, {
    orderId: made.orderId,
    reason: 'Too small',
    items: [{ sku: made.sku, quantity: 4, condition }],
  });
  const id = authorization['id'] as string;
  if (status === 'received') authorization = await tenant.run(receiveReturnAuthorization, { id });
  if (status === 'cancelled') authorization = await tenant.run(cancelReturnAuthorization, { id });
  return { ...made, authorization, id };
}

testLifecycle({
  world,
  what: 'return authorization',
  table,
  make: async (tenant, state) => (await makeReturn(tenant, state)).authorization,
  commands: {
    receive: { operation: receiveReturnAuthorization, from: sourcesOf(table, 'received'), to: 'received' },
    cancel: { operation: cancelReturnAuthorization, from: sourcesOf(table, 'cancelled'), to: 'cancelled' },
    PATCH: { operation: updateReturnAuthorization, input: { reason: 'Too large' }, from: ['pending'] },
  },
});

test('a return is pending, comes back to the location of the order by default, and does not touch stock', async () => {
  const tenant = await world.tenant();
  const { authorization, orderId, sku, locationId } = await makeReturn(tenant, 'pending');
  expect(authorization).toMatchObject({
    number: 'RMA-000001',
    orderId,
    locationId,
    reason: 'Too small',
    status: 'pending',
    receivedAt: null,
    items: [{ sku, quantity: 4, condition: 'sellable', lotId: null }],
  });
  expect(await levelAt(tenant, sku, locationId)).toEqual({ onHand: 0, available: 0, incoming: 0 });
  expect(await tenant.run(getReturnAuthorization, { id: authorization['id'] })).toEqual(authorization);
  const elsewhere = await makeLocation(tenant);
  expect(
    await tenant.run(createReturnAuthorization, {
      orderId,
      locationId: elsewhere.id,
      reason: 'x',
      items: [{ sku, quantity: 1, condition: 'sellable' }],
    }),
  ).toMatchObject({ locationId: elsewhere.id });
});

test.each(CONDITIONS)('receiving a %s item', async condition => {
  const tenant = await world.tenant();
  const { authorization, id, sku, locationId } = await makeReturn(tenant, 'pending', condition);
  expect(await tenant.run(receiveReturnAuthorization, { id })).toMatchObject({
    status: 'received',
    receivedAt: expect.any(String),
  });
  const back = condition === 'sellable' ? 4 : 0;
  expect(await levelAt(tenant, sku, locationId)).toEqual({ onHand: back, available: back, incoming: 0 });
  expect(await entriesOf(tenant, authorization)).toMatchObject([
    {
      entryType: condition === 'sellable' ? 'return_received' : 'return_disposed',
      referenceType: 'return_authorization',
      quantityChange: back,
      quantity: 4,
      quantityOnHandAfter: back,
    },
  ]);
});

test('at most what was fulfilled may be returned, over all uncancelled returns of the order', async () => {
  const tenant = await world.tenant();
  const { id, orderId, sku } = await makeReturn(tenant, 'pending');
  const claim = (quantity: number) =>
    tenant.run(createReturnAuthorization, { orderId, reason: 'x', items: [{ sku, quantity, condition: 'damaged' }] });
  const exceeds = (requested: number, returnable: number, index = 0) => ({
    code: 'return_exceeds_fulfilled',
    field: `items[${index}].quantity`,
    details: { sku, requested, returnable },
  });
  expect(await refusedWithoutTrace(world, tenant, () => claim(6.5))).toEqual([exceeds(6.5, 6)]);
  await tenant.run(receiveReturnAuthorization, { id });
  const second = await claim(5);
  expect(await refusal(claim(2))).toEqual([exceeds(2, 1)]);
  await tenant.run(cancelReturnAuthorization, { id: second['id'] });
  expect(
    await refusal(
      tenant.run(createReturnAuthorization, {
        orderId,
        reason: 'x',
        items: times(2, { sku, quantity: 4, condition: 'sellable' }),
      }),
    ),
  ).toEqual([exceeds(4, 2, 1)]);
  await claim(6);
  expect(await refusal(claim(0.0001))).toEqual([exceeds(0.0001, 0)]);
});

test('unfulfilled items cannot be returned', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const order = await tenant.run(createOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity: 5 }] });
  const claim = (sku: string) =>
    refusal(
      tenant.run(createReturnAuthorization, {
        orderId: order['id'],
        reason: 'x',
        items: [{ sku, quantity: 1, condition: 'sellable' }],
      }),
    );
  expect(await claim(variant.sku)).toMatchObject([{ code: 'return_exceeds_fulfilled' }]);
  await tenant.run(fulfillOrder, { id: order['id'], items: [{ sku: variant.sku, quantity: 0.5 }] });
  expect(await claim(variant.sku)).toMatchObject([{ code: 'return_exceeds_fulfilled', details: { returnable: 0.5 } }]);
  expect(await claim((await makeVariant(tenant)).sku)).toMatchObject([
    { code: 'return_exceeds_fulfilled', details: { returnable: 0 } },
  ]);
});

test('PATCH replaces the items, and its limit ignores the previous ones', async () => {
  const tenant = await world.tenant();
  const { id, sku } = await makeReturn(tenant, 'pending');
  const lines = [
    { sku, quantity: 7, condition: 'sellable' },
    { sku, quantity: 3, condition: 'discarded' },
  ];
  const updated = await tenant.run(updateReturnAuthorization, { id, items: lines });
  expect(items(updated).map(item => [item['quantity'], item['condition']])).toEqual([
    [7, 'sellable'],
    [3, 'discarded'],
  ]);
  expect(await tenant.run(getReturnAuthorization, { id })).toEqual(updated);
  expect(
    await refusedWithoutTrace(world, tenant, () =>
      tenant.run(updateReturnAuthorization, { id, items: [{ sku, quantity: 11, condition: 'sellable' }] }),
    ),
  ).toMatchObject([{ code: 'return_exceeds_fulfilled' }]);
  expect(items(await tenant.run(getReturnAuthorization, { id }))).toHaveLength(2);
});

test('problems of a body have their path', async () => {
  const tenant = await world.tenant();
  const { orderId, sku } = await makeFulfilled(tenant);
  const nowhere = '01890000-0000-7000-8000-000000000000';
  const line = { sku, quantity: 1, condition: 'sellable' };
  const create = (given: object) =>
    refusal(tenant.run(createReturnAuthorization, { orderId, reason: 'x', items: [line], ...given }));
  expect(await create({ orderId: nowhere })).toEqual([{ code: 'reference_not_found', field: 'orderId' }]);
  expect(await create({ locationId: nowhere })).toEqual([{ code: 'reference_not_found', field: 'locationId' }]);
  expect(await create({ items: [{ ...line, sku: 'other' }] })).toEqual([
    { code: 'reference_not_found', field: 'items[0].sku' },
  ]);
  expect(await create({ items: [{ ...line, lotId: nowhere }] })).toEqual([
    { code: 'reference_not_found', field: 'items[0].lotId' },
  ]);
  expect(await create({ items: [{ ...line, condition: 'lost' }] })).toEqual([
    { code: 'validation_failed', field: 'items[0].condition' },
  ]);
  expect(await create({ items: [{ ...line, quantity: 0 }], reason: '' })).toEqual([
    { code: 'validation_failed', field: 'reason' },
    { code: 'validation_failed', field: 'items[0].quantity' },
  ]);
  expect(await refusal(tenant.run(receiveReturnAuthorization, { id: nowhere }))).toEqual([{ code: 'not_found' }]);
});

test('lists can be filtered by status and order', async () => {
  const tenant = await world.tenant();
  const { id, orderId } = await makeReturn(tenant, 'pending');
  const other = await makeReturn(tenant, 'received');
  const ids = async (filter: object) =>
    (await tenant.list(listReturnAuthorizations, filter)).rows.map(row => row['id']);
  expect(await ids({})).toEqual([other.id, id]);
  expect(await ids({ status: 'pending' })).toEqual([id]);
  expect(await ids({ orderId })).toEqual([id]);
});

test('a repeated key has one effect and the same response', async () => {
  const tenant = await world.tenant();
  const { id, sku, locationId } = await makeReturn(tenant, 'pending');
  expect(await tenant.run(receiveReturnAuthorization, { id }, 'key')).toEqual(
    await tenant.run(receiveReturnAuthorization, { id }, 'key'),
  );
  expect(await levelAt(tenant, sku, locationId)).toEqual({ onHand: 4, available: 4, incoming: 0 });
});

test('lots come back as they were shipped; given lots come first, and unknown ones get a lot of their own', async () => {
  const tenant = await world.tenant();
  const variant = await makeVariant(tenant, { lotTracked: true });
  const location = await makeLocation(tenant);
  await adjust(tenant, variant, location, 3, { lotNumber: 'A', expiryDate: '2999-01-01' });
  await adjust(tenant, variant, location, 3, { lotNumber: 'B', expiryDate: '2999-02-01' });
  const order = await tenant.run(createOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity: 6 }] });
  await tenant.run(fulfillOrder, { id: order['id'] });
  const lots = async () => {
    const { rows } = await sql<{
      lot_number: string;
      id: string;
      status: string;
      quantity_remaining: number;
    }>`select lot_number, id, status, quantity_remaining
      from lots where variant_id = ${variant.id} order by lot_number`.execute(world.database.system);
    return rows;
  };
  const [a, b] = await lots();
  expect([a!.status, b!.status]).toEqual(['exhausted', 'exhausted']);
  const back = async (lines: object[]) => {
    const authorization = await tenant.run(createReturnAuthorization, {
      orderId: order['id'],
      reason: 'x',
      items: lines.map(line => ({ sku: variant.sku, condition: 'sellable', ...line })),
    });
    await tenant.run(receiveReturnAuthorization, { id: authorization['id'] });
    return (await entriesOf(tenant, authorization)).map(entry => [
      entry['lotId'],
      entry['quantity'],
      entry['quantityChange'],
    ]);
  };
  expect(await back([{ quantity: 1 }, { quantity: 2, lotId: a!.id, condition: 'damaged' }])).toEqual([
    [a!.id, 1, 1],
    [a!.id, 2, 0],
  ]);
  expect(await back([{ quantity: 2 }])).toEqual([[b!.id, 2, 2]]);
  expect(await back([{ quantity: 1 }])).toEqual([[b!.id, 1, 1]]);
  expect((await lots()).map(lot => [lot.lot_number, lot.status, lot.quantity_remaining])).toEqual([
    ['A', 'active', 1],
    ['B', 'active', 3],
  ]);
});

/** An order of which 3 left from lot A and 2 from lot B; lot C of the same variant stays. */
async function makeLotsSold(tenant: Tenant) {
  const variant = await makeVariant(tenant, { lotTracked: true });
  const location = await makeLocation(tenant);
  for (const [index, [lotNumber, quantity]] of Object.entries({ A: 3, B: 2, C: 5 }).entries())
    await adjust(tenant, variant, location, quantity, { lotNumber, expiryDate: `2999-0${index + 1}-01` });
  const order = await tenant.run(createOrder, { locationId: location.id, items: [{ sku: variant.sku, quantity: 5 }] });
  await tenant.run(fulfillOrder, { id: order['id'] });
  const [a, b, c] = (await tenant.list(listLots, { variantId: variant.id, sort: 'expiry_date' })).rows as Made[];
  const line = (quantity: number, lot?: Made) => ({
    sku: variant.sku,
    quantity,
    condition: 'sellable',
    ...(lot && { lotId: lot.id }),
  });
  const create = (...lines: object[]) =>
    tenant.run(createReturnAuthorization, { orderId: order['id'], reason: 'x', items: lines });
  const receive = async (authorization: Row) => {
    await tenant.run(receiveReturnAuthorization, { id: authorization['id'] });
    return (await entriesOf(tenant, authorization)).map(entry => [entry['lotId'], entry['quantity']]);
  };
  return { sku: variant.sku, a: a!, b: b!, c: c!, line, create, receive };
}

test('a return may name only lots that its order was fulfilled from, and only what is still out of them', async () => {
  const tenant = await world.tenant();
  const { sku, a, b, c, line, create, receive } = await makeLotsSold(tenant);
  const exceeds = (lot: Made, requested: number, returnable: number, index = 0) => ({
    code: 'return_exceeds_fulfilled',
    field: `items[${index}].lotId`,
    details: { sku, lotId: lot.id, requested, returnable },
  });
  expect(await refusedWithoutTrace(world, tenant, () => create(line(1, c)))).toEqual([exceeds(c, 1, 0)]);
  expect(await refusal(create(line(2, a), { ...line(2, a), condition: 'damaged' }))).toEqual([exceeds(a, 2, 1, 1)]);
  const pending = await create(line(2, a));
  expect(await refusal(create(line(2, a)))).toEqual([exceeds(a, 2, 1)]);
  // Its own claim does not count against a change of it.
  await tenant.run(updateReturnAuthorization, { id: pending['id'], items: [line(3, a)] });
  expect(await refusal(tenant.run(updateReturnAuthorization, { id: pending['id'], items: [line(3, b)] }))).toEqual([
    exceeds(b, 3, 2),
  ]);
  expect(await receive(pending)).toEqual([[a.id, 3]]);
  expect(await refusal(create(line(1, a)))).toEqual([exceeds(a, 1, 0)]);
  expect(await receive(await create(line(2, b)))).toEqual([[b.id, 2]]);
});

test('a return without lots is not booked to a lot that another pending return names', async () => {
  const tenant = await world.tenant();
  const { a, b, line, create, receive } = await makeLotsSold(tenant);
  const named = await create(line(3, a));
  expect(await receive(await create(line(2)))).toEqual([[b.id, 2]]);
  expect(await receive(named)).toEqual([[a.id, 3]]);
});

test('a pending return from before lots were checked is refused when it is received, and can be corrected', async () => {
  const tenant = await world.tenant();
  const { sku, a, c, line, create, receive } = await makeLotsSold(tenant);
  const wrong = await create(line(1, a));
  await sql`update return_authorization_items
    set lot_id = ${c.id} where return_authorization_id = ${wrong['id']}`.execute(world.owner);
  const refused = await refusedWithoutTrace(world, tenant, () => receive(wrong));
  expect(refused).toEqual([
    {
      code: 'return_exceeds_fulfilled',
      field: 'items[0].lotId',
      details: { sku, lotId: c.id, requested: 1, returnable: 0 },
    },
  ]);
  await tenant.run(updateReturnAuthorization, { id: wrong['id'], items: [line(1)] });
  expect(await receive(wrong)).toEqual([[a.id, 1]]);
});

test('what left before its variant was lot-tracked may come back in any lot, but not more than left', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 4);
  const sold = async (quantity: number) => {
    const items = [{ sku: variant.sku, quantity }];
    const order = await tenant.run(createOrder, { locationId: location.id, items });
    return (await tenant.run(fulfillOrder, { id: order['id'] }))['id'];
  };
  const before = await sold(4);
  await tenant.run(updateVariant, { id: variant.id, lotTracked: true });
  await adjust(tenant, variant, location, 5, { lotNumber: 'NEW' });
  const [lot] = (await tenant.list(listLots, { variantId: variant.id })).rows as Made[];
  const after = await sold(1);
  const create = (id: unknown, quantity: number) =>
    tenant.run(createReturnAuthorization, {
      orderId: id,
      reason: 'x',
      items: [{ sku: variant.sku, quantity, condition: 'sellable', lotId: lot!.id }],
    });
  await tenant.run(receiveReturnAuthorization, { id: (await create(after, 1))['id'] });
  await tenant.run(receiveReturnAuthorization, { id: (await create(before, 3))['id'] });
  await create(before, 1);
  expect(await refusal(create(before, 1))).toMatchObject([{ code: 'return_exceeds_fulfilled' }]);
});

test('returned units that were shipped before their variant was lot-tracked get a lot of the return', async () => {
  const tenant = await world.tenant();
  const { authorization, id, sku, locationId } = await makeReturn(tenant, 'pending');
  await sql`update variants set lot_tracked = true where sku = ${sku}`.execute(world.database.system);
  await tenant.run(receiveReturnAuthorization, { id });
  expect(await levelAt(tenant, sku, locationId)).toEqual({ onHand: 4, available: 4, incoming: 0 });
  const { rows } =
    await sql`select lot_number, source_type, quantity_initial from lots where source_id = ${id}`.execute(
      world.database.system,
    );
  expect(rows).toEqual([{ lot_number: `${authorization['number']}-1`, source_type: 'return', quantity_initial: 4 }]);
});

test.each([8, 64])('of %i concurrent receives exactly one is applied', async count => {
  const tenant = await world.tenant();
  const { id, sku, locationId } = await makeReturn(tenant, 'pending');
  const { won, lost } = await race(world, tenant, receiveReturnAuthorization, times(count, { id }));
  expect([won.length, lost]).toEqual([1, times(count - 1, 'invalid_state')]);
  expect(await levelAt(tenant, sku, locationId)).toEqual({ onHand: 4, available: 4, incoming: 0 });
});

test.each([8, 64])(
  'of %i concurrent receives and changes, the goods are those agreed when they arrived',
  async count => {
    const tenant = await world.tenant();
    const { id, sku, locationId } = await makeReturn(tenant, 'pending');
    const change = [updateReturnAuthorization, { id, items: [{ sku, quantity: 9, condition: 'sellable' }] }] as const;
    await raceOf(world, tenant, times(count / 2, [change, [receiveReturnAuthorization, { id }]] as const).flat());
    const authorization = await tenant.run(getReturnAuthorization, { id });
    const back = items(authorization)[0]!['quantity'];
    expect(authorization['status']).toBe('received');
    expect(await levelAt(tenant, sku, locationId)).toEqual({ onHand: back, available: back, incoming: 0 });
  },
);

test.each([8, 64])('of %i concurrent returns of one order exactly those that fit are authorized', async count => {
  const tenant = await world.tenant();
  const { orderId, sku } = await makeFulfilled(tenant);
  const { won, lost } = await race(
    world,
    tenant,
    createReturnAuthorization,
    times(count, { orderId, reason: 'x', items: [{ sku, quantity: 3, condition: 'sellable' }] }),
  );
  expect([won.length, lost]).toEqual([3, times(count - 3, 'return_exceeds_fulfilled')]);
});

test.each([false, true])('50 lines take as many statements as 5 (lot-tracked: %s)', async lotTracked => {
  const tenant = await world.tenant();
  const cost = async (size: number) => {
    const { id: locationId } = await makeLocation(tenant);
    const skus = Array.from({ length: size }, () => unique('SKU'));
    await tenant.run(createProduct, { name: unique('Product'), variants: skus.map(sku => ({ sku, lotTracked })) });
    await tenant.run(createInventoryAdjustments, {
      adjustments: skus.map(sku => ({ sku, locationId, quantityChange: 2, ...(lotTracked && { lotNumber: 'L' }) })),
    });
    const order = await tenant.run(createOrder, { locationId, items: skus.map(sku => ({ sku, quantity: 2 })) });
    await tenant.run(fulfillOrder, { id: order['id'] });
    const lines = skus.map(sku => ({ sku, quantity: 1, condition: 'sellable' }));
    let id: unknown;
    const create = await statementsOf(
      async () =>
        ({ id } = await tenant.run(createReturnAuthorization, { orderId: order['id'], reason: 'x', items: lines })),
    );
    const update = await statementsOf(() => tenant.run(updateReturnAuthorization, { id, items: lines }));
    const receive = await statementsOf(() => tenant.run(receiveReturnAuthorization, { id }));
    return [create.length, update.length, receive.length];
  };
  expect(await cost(50)).toEqual(await cost(5));
});
