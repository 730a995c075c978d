import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { createProduct } from '../../src/domain/create-products.ts';
import { receivePurchaseOrder } from '../../src/domain/purchase-order-receipts.ts';
import {
  cancelPurchaseOrder,
  createPurchaseOrder,
  getPurchaseOrder,
  listPurchaseOrders,
  purchaseOrderStates,
  submitPurchaseOrder,
  updatePurchaseOrder,
} from '../../src/domain/purchase-orders.ts';
import type { Row } from '../../src/kernel/view.ts';
import {
  entriesOf,
  eventTypes,
  levelAt,
  race,
  raceOf,
  refusedWithoutTrace,
  sourcesOf,
  testLifecycle,
  times,
} from '../support/documents.ts';
import { lockAwaited } from '../support/live.ts';
import { makeLocation, makeSupplier, makeVariant, unique } from '../support/make.ts';
import { refusal, statementsOf, type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();
const { table } = purchaseOrderStates;

const items = (order: Row) => order['items'] as Row[];

/** A purchase order in this state: 10 of one variant, of which 4 have arrived if it is partially received. */
async function makePurchaseOrder(
  tenant: Tenant,
  status: string,
  given: object = {},
): Promise<{ order: Row; sku: string; locationId: string }> {
  const { sku } = await makeVariant(tenant, given);
  const { id: locationId } = await makeLocation(tenant);
  let order = await tenant.run(createPurchaseOrder, {
    locationId,
    items: [{ sku, quantity: 10 }],
    status: status === 'draft' ? 'draft' : 'submitted',
  });
  const { id } = order;
  if (status === 'partially_received')
    order = await tenant.run(receivePurchaseOrder, { id, items: [{ sku, quantity: 4 }] });
  if (status === 'received') order = await tenant.run(receivePurchaseOrder, { id });
  if (status === 'cancelled') order = await tenant.run(cancelPurchaseOrder, { id });
  return { order, sku, locationId };
}

testLifecycle({
  world,
  what: 'purchase order',
  table,
  make: async (tenant, state) => (await makePurchaseOrder(tenant, state)).order,
  commands: {
    update: {
      operation: updatePurchaseOrder,
      input: { notes: 'Gate 3' },
      from: ['draft', 'submitted', 'partially_received'],
    },
    submit: { operation: submitPurchaseOrder, from: sourcesOf(table, 'submitted'), to: 'submitted' },
    receive: { operation: receivePurchaseOrder, from: ['draft', ...sourcesOf(table, 'received')], to: 'received' },
    cancel: { operation: cancelPurchaseOrder, from: sourcesOf(table, 'cancelled'), to: 'cancelled' },
  },
});

test('a draft can be changed, its lines as a whole; omitted fields stay, and nothing is incoming yet', async () => {
  const tenant = await world.tenant();
  const { order, sku, locationId } = await makePurchaseOrder(tenant, 'draft');
  const supplier = await makeSupplier(tenant);
  const other = await makeVariant(tenant);
  const changed = await tenant.run(updatePurchaseOrder, { id: order['id'], supplierId: supplier.id, notes: 'Gate 3' });
  expect(changed).toMatchObject({
    number: order['number'],
    status: 'draft',
    supplierId: supplier.id,
    notes: 'Gate 3',
    locationId,
  });
  expect(items(changed)).toEqual(items(order));
  const anew = await tenant.run(updatePurchaseOrder, {
    id: order['id'],
    items: [
      { sku: other.sku, quantity: 3, unitCost: 2 },
      { sku, quantity: 4 },
    ],
    supplierId: null,
  });
  expect(anew).toMatchObject({ supplierId: null, notes: 'Gate 3' });
  expect(items(anew).map(item => [item['sku'], item['quantity'], item['unitCost']])).toEqual([
    [other.sku, 3, 2],
    [sku, 4, null],
  ]);
  expect(await levelAt(tenant, sku, locationId)).toBeUndefined();
  await tenant.run(submitPurchaseOrder, { id: order['id'] });
  expect(await levelAt(tenant, sku, locationId)).toMatchObject({ onHand: 0, incoming: 4 });
});

test('once it is submitted, only what the supplier confirms can be changed', async () => {
  const tenant = await world.tenant();
  const { order, sku } = await makePurchaseOrder(tenant, 'submitted');
  const { id } = order;
  const confirmed = { expectedOn: '2027-01-15', reference: 'AB-4711', notes: 'Two pallets' };
  expect(await tenant.run(updatePurchaseOrder, { id, ...confirmed })).toMatchObject({
    ...confirmed,
    status: 'submitted',
  });
  const supplier = await makeSupplier(tenant);
  for (const change of [
    { supplierId: supplier.id },
    { items: [{ sku, quantity: 1 }] },
    { currency: 'USD', exchangeRate: 2 },
  ])
    expect(
      await refusedWithoutTrace(world, tenant, () =>
        tenant.run(updatePurchaseOrder, { id, notes: 'Other', ...change }),
      ),
    ).toMatchObject([{ code: 'invalid_state', field: Object.keys(change)[0] }]);
});

test('a draft cannot be changed to unknown references: all of them are reported at once', async () => {
  const tenant = await world.tenant();
  const { order } = await makePurchaseOrder(tenant, 'draft');
  const nowhere = '01890000-0000-7000-8000-000000000000';
  const problems = await refusedWithoutTrace(world, tenant, () =>
    tenant.run(updatePurchaseOrder, {
      id: order['id'],
      locationId: nowhere,
      supplierId: nowhere,
      items: [{ sku: 'none', quantity: 1 }],
    }),
  );
  expect(problems).toEqual(
    ['locationId', 'supplierId', 'items[0].sku'].map(field =>
      expect.objectContaining({ code: 'reference_not_found', field }),
    ),
  );
});

test("a rate is not frozen for a currency that becomes the organization's meanwhile", async () => {
  const tenant = await world.tenant();
  const supplier = await makeSupplier(tenant);
  const location = await makeLocation(tenant);
  const { sku } = await makeVariant(tenant);
  const holder = new pg.Client({ connectionString: world.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from organizations where id = $1 for update', [tenant.id]);
  const [refused] = await Promise.all([
    refusal(
      tenant.run(createPurchaseOrder, {
        ...{ supplierId: supplier.id, locationId: location.id, currency: 'USD', exchangeRate: 2 },
        items: [{ sku, quantity: 1 }],
      }),
    ),
    (async () => {
      await lockAwaited(holder);
      await holder.query("update organizations set currency = 'USD' where id = $1", [tenant.id]);
      await holder.query('commit');
    })(),
  ]);
  expect(refused).toMatchObject([{ code: 'validation_failed', field: 'exchangeRate' }]);
  await holder.end();
});

test('a purchase order is submitted by default, and its goods are incoming', async () => {
  const tenant = await world.tenant();
  const supplier = await makeSupplier(tenant);
  const location = await makeLocation(tenant);
  const variant = await makeVariant(tenant);
  const order = await tenant.run(createPurchaseOrder, {
    locationId: location.id,
    supplierId: supplier.id,
    items: [
      { sku: variant.sku, quantity: 10, unitCost: 2.5 },
      { variantId: variant.id, quantity: 2.5 },
    ],
    reference: 'ERP-1',
    expectedOn: '2026-12-24',
    notes: 'Gate 3',
    metadata: { buyer: 'Ada' },
  });
  expect(order).toMatchObject({
    number: 'PO-000001',
    status: 'submitted',
    submittedAt: expect.any(String),
    receivedAt: null,
    supplierId: supplier.id,
    locationId: location.id,
    reference: 'ERP-1',
    expectedOn: '2026-12-24',
    notes: 'Gate 3',
    metadata: { buyer: 'Ada' },
    items: [
      { sku: variant.sku, variantId: variant.id, quantity: 10, quantityReceived: 0, unitCost: 2.5 },
      { sku: variant.sku, quantity: 2.5, quantityReceived: 0, unitCost: null },
    ],
  });
  expect(await levelAt(tenant, variant.sku, location.id)).toEqual({ onHand: 0, available: 0, incoming: 12.5 });
  expect(await tenant.run(getPurchaseOrder, { id: order['id'] })).toEqual(order);
});

test('a draft is not incoming until it is submitted; cancelling removes the incoming quantity', async () => {
  const tenant = await world.tenant();
  const { order, sku, locationId } = await makePurchaseOrder(tenant, 'draft');
  expect(await levelAt(tenant, sku, locationId)).toBeUndefined();
  expect(await tenant.run(submitPurchaseOrder, { id: order['id'] })).toMatchObject({
    status: 'submitted',
    submittedAt: expect.any(String),
  });
  expect(await levelAt(tenant, sku, locationId)).toEqual({ onHand: 0, available: 0, incoming: 10 });
  await tenant.run(cancelPurchaseOrder, { id: order['id'] });
  expect(await levelAt(tenant, sku, locationId)).toEqual({ onHand: 0, available: 0, incoming: 0 });
});

test('receiving without a body receives everything outstanding', async () => {
  const tenant = await world.tenant();
  const { order, sku, locationId } = await makePurchaseOrder(tenant, 'partially_received');
  const received = await tenant.run(receivePurchaseOrder, { id: order['id'] });
  expect(received).toMatchObject({
    status: 'received',
    receivedAt: expect.any(String),
    items: [{ quantityReceived: 10 }],
  });
  expect(await levelAt(tenant, sku, locationId)).toEqual({ onHand: 10, available: 10, incoming: 0 });
  expect(await entriesOf(tenant, order)).toMatchObject([
    { entryType: 'purchase_received', referenceType: 'purchase_order', quantityChange: 4 },
    { entryType: 'purchase_received', quantityChange: 6, quantityOnHandAfter: 10 },
  ]);
});

test('receiving a draft submits it first', async () => {
  const tenant = await world.tenant();
  const { order, sku, locationId } = await makePurchaseOrder(tenant, 'draft');
  const received = await tenant.run(receivePurchaseOrder, {
    id: order['id'],
    items: [{ itemId: items(order)[0]!['id'], quantity: 3 }],
  });
  expect(received).toMatchObject({ status: 'partially_received', submittedAt: expect.any(String) });
  expect(await levelAt(tenant, sku, locationId)).toEqual({ onHand: 3, available: 3, incoming: 7 });
});

test('items are identified by sku, variant_id or item_id, in several rows, and 0 is allowed', async () => {
  const tenant = await world.tenant();
  const [a, b] = [await makeVariant(tenant), await makeVariant(tenant)];
  const { id: locationId } = await makeLocation(tenant);
  const order = await tenant.run(createPurchaseOrder, {
    locationId,
    items: [
      { sku: a.sku, quantity: 5 },
      { sku: b.sku, quantity: 5 },
      { sku: a.sku, quantity: 5 },
    ],
  });
  const rows = [
    { sku: a.sku, quantity: 2 },
    { variantId: a.id, quantity: 5 },
    { itemId: items(order)[1]!['id'], quantity: 0.5 },
    { sku: b.sku, quantity: 0 },
  ];
  const received = await tenant.run(receivePurchaseOrder, { id: order['id'], items: rows });
  expect(items(received).map(item => item['quantityReceived'])).toEqual([5, 0.5, 2]);
  expect(received['status']).toBe('partially_received');
});

test('close ends it short: what has not arrived is no longer incoming', async () => {
  const tenant = await world.tenant();
  const { order, sku, locationId } = await makePurchaseOrder(tenant, 'partially_received');
  expect(await tenant.run(receivePurchaseOrder, { id: order['id'], close: true })).toMatchObject({
    status: 'received',
    receivedAt: expect.any(String),
    items: [{ quantity: 10, quantityReceived: 4 }],
  });
  expect(await levelAt(tenant, sku, locationId)).toEqual({ onHand: 4, available: 4, incoming: 0 });
  const other = await makePurchaseOrder(tenant, 'submitted');
  const close = (more: object) => tenant.run(receivePurchaseOrder, { id: other.order['id'], close: true, ...more });
  expect(await refusedWithoutTrace(world, tenant, () => close({}))).toEqual([
    { code: 'validation_failed', field: 'close' },
  ]);
  await close({ items: [{ sku: other.sku, quantity: 9 }] });
  expect(await levelAt(tenant, other.sku, other.locationId)).toEqual({ onHand: 9, available: 9, incoming: 0 });
});

test('receiving only zeros keeps the status', async () => {
  const tenant = await world.tenant();
  const { order, sku } = await makePurchaseOrder(tenant, 'submitted');
  expect(await tenant.run(receivePurchaseOrder, { id: order['id'], items: [{ sku, quantity: 0 }] })).toMatchObject({
    status: 'submitted',
  });
});

test('more than is outstanding is an over_receipt at its row, and nothing is received', async () => {
  const tenant = await world.tenant();
  const { order, sku } = await makePurchaseOrder(tenant, 'partially_received');
  const receive = (rows: object[]) => () => tenant.run(receivePurchaseOrder, { id: order['id'], items: rows });
  expect(await refusedWithoutTrace(world, tenant, receive([{ sku, quantity: 6.0001 }]))).toEqual([
    { code: 'over_receipt', field: 'items[0].quantity', details: { sku, requested: 6.0001, outstanding: 6 } },
  ]);
  expect(
    await refusedWithoutTrace(
      world,
      tenant,
      receive([
        { sku, quantity: 4 },
        { sku, quantity: 3 },
      ]),
    ),
  ).toEqual([{ code: 'over_receipt', field: 'items[1].quantity', details: { sku, requested: 3, outstanding: 2 } }]);
});

test('problems of a body have their path', async () => {
  const tenant = await world.tenant();
  const { order, sku, locationId } = await makePurchaseOrder(tenant, 'submitted');
  const nowhere = '01890000-0000-7000-8000-000000000000';
  const receive = (rows: object[]) => refusal(tenant.run(receivePurchaseOrder, { id: order['id'], items: rows }));
  expect(
    await receive([
      { sku: 'other', quantity: 1 },
      { itemId: nowhere, quantity: 1 },
      { variantId: nowhere, quantity: 1 },
    ]),
  ).toEqual([
    { code: 'reference_not_found', field: 'items[0].sku' },
    { code: 'reference_not_found', field: 'items[1].itemId' },
    { code: 'reference_not_found', field: 'items[2].variantId' },
  ]);
  expect(await receive([{ quantity: -1 }, { sku, itemId: nowhere, quantity: 1 }])).toEqual([
    { code: 'validation_failed', field: 'items[0].quantity' },
    { code: 'validation_failed', field: 'items[0].sku' },
    { code: 'validation_failed', field: 'items[1].sku' },
  ]);
  expect(await receive([])).toEqual([{ code: 'validation_failed', field: 'items' }]);
  expect(await receive([{ sku, quantity: -1 }])).toEqual([{ code: 'validation_failed', field: 'items[0].quantity' }]);
  expect(await receive([{ sku, quantity: 1, lotNumber: 'A' }])).toEqual([
    { code: 'validation_failed', field: 'items[0].lotNumber' },
  ]);
  expect(await receive([{ sku, quantity: 1, expiryDate: '2999-01-01' }])).toEqual([
    { code: 'validation_failed', field: 'items[0].expiryDate' },
  ]);
  const create = (given: object) =>
    refusal(tenant.run(createPurchaseOrder, { locationId, items: [{ sku, quantity: 1 }], ...given }));
  expect(await create({ locationId: nowhere, supplierId: nowhere, items: [{ sku: 'other', quantity: 1 }] })).toEqual([
    { code: 'reference_not_found', field: 'locationId' },
    { code: 'reference_not_found', field: 'supplierId' },
    { code: 'reference_not_found', field: 'items[0].sku' },
  ]);
  expect(await create({ items: [{ sku, quantity: 0 }] })).toEqual([
    { code: 'validation_failed', field: 'items[0].quantity' },
  ]);
  expect(await create({ items: times(501, { sku, quantity: 1 }) })).toEqual([
    { code: 'validation_failed', field: 'items' },
  ]);
  expect(await create({ status: 'received' })).toEqual([{ code: 'validation_failed', field: 'status' }]);
  expect(await create({ item: [] })).toEqual([{ code: 'unknown_field', field: 'item' }]);
  expect(await refusal(tenant.run(receivePurchaseOrder, { id: nowhere }))).toEqual([{ code: 'not_found' }]);
});

test('a reference is unique in the organization', async () => {
  const tenant = await world.tenant();
  const { id: locationId } = await makeLocation(tenant);
  const { sku } = await makeVariant(tenant);
  const create = (of: Tenant, given: object) =>
    of.run(createPurchaseOrder, { locationId, items: [{ sku, quantity: 1 }], ...given });
  await create(tenant, { reference: 'R' });
  expect(await refusedWithoutTrace(world, tenant, () => create(tenant, { reference: 'R' }))).toEqual([
    { code: 'already_exists', field: 'reference' },
  ]);
  await create(tenant, {});
});

test('a lot-tracked line is received into the given lot, or into one named after the number and line', async () => {
  const tenant = await world.tenant();
  const { order, sku } = await makePurchaseOrder(tenant, 'submitted', { lotTracked: true });
  const { id } = order;
  await tenant.run(receivePurchaseOrder, {
    id,
    items: [
      { sku, quantity: 2, lotNumber: 'L1', expiryDate: '2999-01-01' },
      { sku, quantity: 1, lotNumber: 'L1' },
      { sku, quantity: 3 },
    ],
  });
  await tenant.run(receivePurchaseOrder, { id });
  const entries = await entriesOf(tenant, order);
  expect(entries.map(entry => entry['quantityChange'])).toEqual([2, 1, 3, 4]);
  expect(new Set(entries.slice(0, 2).map(entry => entry['lotId'])).size).toBe(1);
  expect(new Set(entries.slice(2).map(entry => entry['lotId'])).size).toBe(1);
  expect(await lotsOf(tenant)).toEqual([
    ['L1', '2999-01-01', 3, 3, 'purchase_order', id],
    [`${order['number']}-1`, null, 7, 7, 'purchase_order', id],
  ]);
});

test('an existing lot with another expiry date is refused at its row', async () => {
  const tenant = await world.tenant();
  const { order, sku } = await makePurchaseOrder(tenant, 'submitted', { lotTracked: true });
  const row = { sku, quantity: 1, lotNumber: 'L1', expiryDate: '2999-01-01' };
  await tenant.run(receivePurchaseOrder, { id: order['id'], items: [row] });
  const other = () =>
    tenant.run(receivePurchaseOrder, { id: order['id'], items: [row, { ...row, expiryDate: '2999-01-02' }] });
  expect(await refusedWithoutTrace(world, tenant, other)).toEqual([
    { code: 'validation_failed', field: 'items[1].expiryDate' },
  ]);
});

test('each receipt is an event, with the purchase order as it became', async () => {
  const tenant = await world.tenant();
  const { order } = await makePurchaseOrder(tenant, 'partially_received');
  await tenant.run(receivePurchaseOrder, { id: order['id'] });
  const ofThisOrder = (type: string) => type.startsWith('purchase_order.') || type === 'inventory.updated';
  expect((await eventTypes(world, tenant)).filter(ofThisOrder)).toEqual([
    'purchase_order.created',
    ...['inventory.updated', 'purchase_order.received', 'purchase_order.updated'],
    ...['inventory.updated', 'purchase_order.received', 'purchase_order.updated'],
  ]);
});

test('lists can be filtered by status, supplier, location and reference', async () => {
  const tenant = await world.tenant();
  const supplier = await makeSupplier(tenant);
  const { order, sku, locationId } = await makePurchaseOrder(tenant, 'draft');
  const other = await tenant.run(createPurchaseOrder, {
    locationId: (await makeLocation(tenant)).id,
    supplierId: supplier.id,
    reference: 'X',
    items: [{ sku, quantity: 1 }],
  });
  const ids = async (filter: object) => (await tenant.list(listPurchaseOrders, filter)).rows.map(row => row['id']);
  expect(await ids({})).toEqual([other['id'], order['id']]);
  expect(await ids({ status: 'draft' })).toEqual([order['id']]);
  expect(await ids({ locationId })).toEqual([order['id']]);
  expect(await ids({ supplierId: supplier.id })).toEqual([other['id']]);
  expect(await ids({ reference: 'X' })).toEqual([other['id']]);
});

test('a repeated key has one effect and the same response', async () => {
  const tenant = await world.tenant();
  const { order, sku, locationId } = await makePurchaseOrder(tenant, 'submitted');
  const input = { id: order['id'], items: [{ sku, quantity: 4 }] };
  const first = await tenant.run(receivePurchaseOrder, input, 'key');
  expect(await tenant.run(receivePurchaseOrder, input, 'key')).toEqual(first);
  expect(await levelAt(tenant, sku, locationId)).toEqual({ onHand: 4, available: 4, incoming: 6 });
  const created = await Promise.all(
    times(8, 0).map(() => tenant.run(createPurchaseOrder, { locationId, items: [{ sku, quantity: 1 }] }, 'create')),
  );
  expect(new Set(created.map(each => each['id'])).size).toBe(1);
});

test.each([8, 64])('of %i concurrent receipts exactly those that fit are applied', async count => {
  const tenant = await world.tenant();
  const { order, sku, locationId } = await makePurchaseOrder(tenant, 'submitted');
  const { won, lost } = await race(
    world,
    tenant,
    receivePurchaseOrder,
    times(count, { id: order['id'], items: [{ sku, quantity: 3 }] }),
  );
  expect(won).toHaveLength(3);
  expect(lost).toEqual(times(count - 3, 'over_receipt'));
  expect(await levelAt(tenant, sku, locationId)).toEqual({ onHand: 9, available: 9, incoming: 1 });
});

test.each([8, 64])('of %i concurrent submits exactly one is applied', async count => {
  const tenant = await world.tenant();
  const { order, sku, locationId } = await makePurchaseOrder(tenant, 'draft');
  const { won, lost } = await race(world, tenant, submitPurchaseOrder, times(count, { id: order['id'] }));
  expect([won.length, lost]).toEqual([1, times(count - 1, 'invalid_state')]);
  expect(await levelAt(tenant, sku, locationId)).toEqual({ onHand: 0, available: 0, incoming: 10 });
});

test.each([8, 64])('of %i concurrent receives and cancellations exactly one is applied', async count => {
  const tenant = await world.tenant();
  const { order, sku, locationId } = await makePurchaseOrder(tenant, 'submitted');
  const { id } = order;
  const { won, lost } = await raceOf(
    world,
    tenant,
    times(count / 2, [
      [receivePurchaseOrder, { id }],
      [cancelPurchaseOrder, { id }],
    ] as const).flat(),
  );
  expect([won.length, lost]).toEqual([1, times(count - 1, 'invalid_state')]);
  const there = won[0]!['status'] === 'received' ? 10 : 0;
  expect(await levelAt(tenant, sku, locationId)).toEqual({ onHand: there, available: there, incoming: 0 });
});

test('purchase orders of one new lot that are received at once at several locations share it', async () => {
  const tenant = await world.tenant();
  const { sku } = await makeVariant(tenant, { lotTracked: true });
  const orders = await Promise.all(
    times(8, 0).map(async () =>
      tenant.run(createPurchaseOrder, { locationId: (await makeLocation(tenant)).id, items: [{ sku, quantity: 1 }] }),
    ),
  );
  const { won, lost } = await race(
    world,
    tenant,
    receivePurchaseOrder,
    orders.map(({ id }) => ({ id, items: [{ sku, quantity: 1, lotNumber: 'SHARED' }] })),
  );
  expect([won.length, lost]).toEqual([8, []]);
  expect((await lotsOf(tenant)).map(lot => lot.slice(0, 4))).toEqual([['SHARED', null, 8, 8]]);
});

test.each([false, true])('50 lines take as many statements as 5 (lot-tracked: %s)', async lotTracked => {
  const tenant = await world.tenant();
  const cost = async (size: number) => {
    const { id: locationId } = await makeLocation(tenant);
    const skus = Array.from({ length: size }, () => unique('SKU'));
    await tenant.run(createProduct, { name: unique('Product'), variants: skus.map(sku => ({ sku, lotTracked })) });
    let id: unknown;
    const create = await statementsOf(
      async () =>
        ({ id } = await tenant.run(createPurchaseOrder, {
          locationId,
          items: skus.map(sku => ({ sku, quantity: 2 })),
        })),
    );
    const rows = skus.map(sku => ({
      sku,
      quantity: 1,
      ...(lotTracked && { lotNumber: 'L', expiryDate: '2999-01-01' }),
    }));
    const part = await statementsOf(() => tenant.run(receivePurchaseOrder, { id, items: rows }));
    const rest = await statementsOf(() => tenant.run(receivePurchaseOrder, { id }));
    return [create.length, part.length, rest.length];
  };
  expect(await cost(50)).toEqual(await cost(5));
});

async function lotsOf(tenant: Tenant): Promise<unknown[][]> {
  const { rows } = await sql<Row>`
    select lot_number, expiry_date, quantity_initial, quantity_remaining, source_type, source_id
    from lots where organization_id = ${tenant.id} order by id`.execute(world.database.system);
  return rows.map(row => Object.values(row));
}

test('a receipt of nothing sends no event, and leaves a draft submitted', async () => {
  const tenant = await world.tenant();
  for (const status of ['draft', 'submitted', 'partially_received']) {
    const { order, sku } = await makePurchaseOrder(tenant, status);
    const before = (await eventTypes(world, tenant)).filter(type => type === 'purchase_order.received').length;
    const receive = (more: object = {}) =>
      tenant.run(receivePurchaseOrder, { id: order['id'], items: [{ sku, quantity: 0 }], ...more });
    expect(await receive()).toMatchObject({ status: status === 'draft' ? 'submitted' : status });
    const received = async () =>
      (await eventTypes(world, tenant)).filter(type => type === 'purchase_order.received').length - before;
    expect(await received()).toBe(0);
    if (status === 'partially_received') await receive({ close: true });
    else await tenant.run(receivePurchaseOrder, { id: order['id'] });
    expect(await received()).toBe(1);
  }
});
