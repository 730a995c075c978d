import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createProduct } from '../../src/domain/create-products.ts';
import { createInventoryAdjustments } from '../../src/domain/inventory-adjustments.ts';
import { createOrder, reserveOrder } from '../../src/domain/orders.ts';
import { receiveStockTransfer } from '../../src/domain/stock-transfer-receipts.ts';
import {
  cancelStockTransfer,
  createStockTransfer,
  getStockTransfer,
  listStockTransfers,
  shipStockTransfer,
  stockTransferStates,
} from '../../src/domain/stock-transfers.ts';
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
import { adjust, makeLocation, makeStock, makeVariant, unique } from '../support/make.ts';
import { refusal, statementsOf, type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();
const { table } = stockTransferStates;

const items = (transfer: Row) => transfer['items'] as Row[];

interface Made {
  transfer: Row;
  id: string;
  sku: string;
  from: string;
  to: string;
}

/** A transfer in this state: 10 of the 15 of one variant, of which 4 have arrived if it is partially received. */
async function makeTransfer(tenant: Tenant, status: string): Promise<Made> {
  const { variant, location } = await makeStock(tenant, 15);
  const { id: to } = await makeLocation(tenant);
  const { sku } = variant;
  let transfer = await tenant.run(createStockTransfer, {
    sourceLocationId: location.id,
    destinationLocationId: to,
    items: [{ sku, quantity: 10 }],
  });
  const id = transfer['id'] as string;
  if (status === 'cancelled') transfer = await tenant.run(cancelStockTransfer, { id });
  else if (status !== 'pending') transfer = await tenant.run(shipStockTransfer, { id });
  if (status === 'partially_received')
    transfer = await tenant.run(receiveStockTransfer, { id, items: [{ sku, quantity: 4 }] });
  if (status === 'received') transfer = await tenant.run(receiveStockTransfer, { id });
  return { transfer, id, sku, from: location.id, to };
}

testLifecycle({
  world,
  what: 'stock transfer',
  table,
  make: async (tenant, state) => (await makeTransfer(tenant, state)).transfer,
  commands: {
    ship: { operation: shipStockTransfer, from: sourcesOf(table, 'shipped'), to: 'shipped' },
    receive: { operation: receiveStockTransfer, from: sourcesOf(table, 'received'), to: 'received' },
    close: {
      operation: receiveStockTransfer,
      input: { close: true },
      from: sourcesOf(table, 'received'),
      to: 'received',
    },
    cancel: { operation: cancelStockTransfer, from: sourcesOf(table, 'cancelled'), to: 'cancelled' },
  },
});

test('creating a transfer neither checks nor changes stock', async () => {
  const tenant = await world.tenant();
  const { sku } = await makeVariant(tenant);
  const [from, to] = [await makeLocation(tenant), await makeLocation(tenant)];
  const given = {
    sourceLocationId: from.id,
    destinationLocationId: to.id,
    reference: 'T',
    notes: 'Fragile',
    metadata: { truck: 7 },
  };
  const transfer = await tenant.run(createStockTransfer, { ...given, items: [{ sku, quantity: 10 }] });
  expect(transfer).toMatchObject({
    ...given,
    number: 'TR-000001',
    status: 'pending',
    shippedAt: null,
    receivedAt: null,
    items: [{ sku, quantity: 10, quantityReceived: 0, lots: [] }],
  });
  expect(await levelAt(tenant, sku, from.id)).toBeUndefined();
  expect(await tenant.run(getStockTransfer, { id: transfer['id'] })).toEqual(transfer);
});

test('shipping takes stock out of the source and makes it incoming at the destination; receiving puts it there', async () => {
  const tenant = await world.tenant();
  const { transfer, id, sku, from, to } = await makeTransfer(tenant, 'shipped');
  expect(transfer).toMatchObject({ shippedAt: expect.any(String) });
  expect(await levelAt(tenant, sku, from)).toEqual({ onHand: 5, available: 5, incoming: 0 });
  expect(await levelAt(tenant, sku, to)).toEqual({ onHand: 0, available: 0, incoming: 10 });
  expect(
    await tenant.run(receiveStockTransfer, {
      id,
      items: [
        { sku, quantity: 4 },
        { itemId: items(transfer)[0]!['id'], quantity: 1 },
      ],
    }),
  ).toMatchObject({ status: 'partially_received', receivedAt: null, items: [{ quantityReceived: 5 }] });
  expect(await levelAt(tenant, sku, to)).toEqual({ onHand: 5, available: 5, incoming: 5 });
  expect(await tenant.run(receiveStockTransfer, { id })).toMatchObject({
    status: 'received',
    receivedAt: expect.any(String),
  });
  expect(await levelAt(tenant, sku, to)).toEqual({ onHand: 10, available: 10, incoming: 0 });
  expect(
    (await entriesOf(tenant, transfer)).map(entry => [
      entry['entryType'],
      entry['locationId'],
      entry['quantityChange'],
    ]),
  ).toEqual([
    ['transfer_out', from, -10],
    ['transfer_in', to, 4],
    ['transfer_in', to, 1],
    ['transfer_in', to, 5],
  ]);
});

test('shipping needs available stock: reserved stock is not shipped', async () => {
  const tenant = await world.tenant();
  const { id, sku, from } = await makeTransfer(tenant, 'pending');
  const order = await tenant.run(createOrder, { locationId: from, items: [{ sku, quantity: 6 }] });
  await tenant.run(reserveOrder, { id: order['id'] });
  expect(await refusedWithoutTrace(world, tenant, () => tenant.run(shipStockTransfer, { id }))).toEqual([
    {
      code: 'insufficient_stock',
      field: 'items[0].quantity',
      details: { sku, locationId: from, requested: 10, available: 9 },
    },
  ]);
});

test('either all lines are shipped or none; lines with the same SKU are added up', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const other = await makeVariant(tenant);
  await adjust(tenant, other, location, 5);
  const to = await makeLocation(tenant);
  const lines = [
    { sku: other.sku, quantity: 5 },
    { sku: variant.sku, quantity: 6 },
    { sku: variant.sku, quantity: 6 },
  ];
  const { id } = await tenant.run(createStockTransfer, {
    sourceLocationId: location.id,
    destinationLocationId: to.id,
    items: lines,
  });
  expect(await refusedWithoutTrace(world, tenant, () => tenant.run(shipStockTransfer, { id }))).toEqual([
    {
      code: 'insufficient_stock',
      field: 'items[1].quantity',
      details: { sku: variant.sku, locationId: location.id, requested: 12, available: 10 },
    },
  ]);
});

test('close ends it short and books the rest as transfer_loss', async () => {
  const tenant = await world.tenant();
  const { transfer, id, sku, to } = await makeTransfer(tenant, 'shipped');
  expect(await tenant.run(receiveStockTransfer, { id, close: true, items: [{ sku, quantity: 7 }] })).toMatchObject({
    status: 'received',
    items: [{ quantity: 10, quantityReceived: 7 }],
  });
  expect(await levelAt(tenant, sku, to)).toEqual({ onHand: 7, available: 7, incoming: 0 });
  expect((await entriesOf(tenant, transfer)).map(entry => [entry['entryType'], entry['quantityChange']])).toEqual([
    ['transfer_out', -10],
    ['transfer_in', 7],
    ['transfer_in', 3],
    ['transfer_loss', -3],
  ]);
});

test('close without items receives nothing more', async () => {
  const tenant = await world.tenant();
  const { id, sku, to } = await makeTransfer(tenant, 'partially_received');
  expect(await tenant.run(receiveStockTransfer, { id, close: true })).toMatchObject({
    status: 'received',
    items: [{ quantityReceived: 4 }],
  });
  expect(await levelAt(tenant, sku, to)).toEqual({ onHand: 4, available: 4, incoming: 0 });
});

test('more than is outstanding is an over_receipt, and nothing is received', async () => {
  const tenant = await world.tenant();
  const { id, sku } = await makeTransfer(tenant, 'partially_received');
  expect(
    await refusedWithoutTrace(world, tenant, () =>
      tenant.run(receiveStockTransfer, { id, items: [{ sku, quantity: 7 }] }),
    ),
  ).toEqual([{ code: 'over_receipt', field: 'items[0].quantity', details: { sku, requested: 7, outstanding: 6 } }]);
});

test('problems of a body have their path', async () => {
  const tenant = await world.tenant();
  const { sku, from, to } = await makeTransfer(tenant, 'pending');
  const nowhere = '01890000-0000-7000-8000-000000000000';
  const create = (given: object) =>
    refusal(
      tenant.run(createStockTransfer, {
        sourceLocationId: from,
        destinationLocationId: to,
        items: [{ sku, quantity: 1 }],
        ...given,
      }),
    );
  expect(await create({ destinationLocationId: from })).toEqual([
    { code: 'validation_failed', field: 'destinationLocationId' },
  ]);
  expect(await create({ sourceLocationId: nowhere, items: [{ sku: 'other', quantity: 1 }] })).toEqual([
    { code: 'reference_not_found', field: 'sourceLocationId' },
    { code: 'reference_not_found', field: 'items[0].sku' },
  ]);
  expect(await create({ items: [] })).toEqual([{ code: 'validation_failed', field: 'items' }]);
  await tenant.run(createStockTransfer, {
    sourceLocationId: from,
    destinationLocationId: to,
    items: [{ sku, quantity: 1 }],
    reference: 'R',
  });
  expect(await create({ reference: 'R' })).toEqual([{ code: 'already_exists', field: 'reference' }]);
  const { id } = await makeTransfer(tenant, 'shipped');
  const receive = (row: object) => refusal(tenant.run(receiveStockTransfer, { id, items: [row] }));
  expect(await receive({ sku: 'other', quantity: 1 })).toEqual([
    { code: 'reference_not_found', field: 'items[0].sku' },
  ]);
  const [{ sku: shipped }] = items(await tenant.run(getStockTransfer, { id })) as [Row];
  expect(await receive({ sku: shipped, quantity: 1, lotNumber: 'A' })).toEqual([
    { code: 'validation_failed', field: 'items[0].lotNumber' },
  ]);
  expect(await receive({ sku: shipped, quantity: 1, lots: [{ lotId: nowhere, quantity: 1 }] })).toEqual([
    { code: 'validation_failed', field: 'items[0].lots' },
  ]);
});

test('each receipt is an event', async () => {
  const tenant = await world.tenant();
  const { id } = await makeTransfer(tenant, 'partially_received');
  await tenant.run(receiveStockTransfer, { id });
  expect((await eventTypes(world, tenant)).filter(type => type.startsWith('transfer'))).toEqual([
    'transfer.created',
    'transfer.updated',
    'transfer.received',
    'transfer.updated',
    'transfer.received',
    'transfer.updated',
  ]);
});

test('lists can be filtered by status, source, destination and reference', async () => {
  const tenant = await world.tenant();
  const { id, from, to } = await makeTransfer(tenant, 'shipped');
  const other = await makeTransfer(tenant, 'pending');
  const ids = async (filter: object) => (await tenant.list(listStockTransfers, filter)).rows.map(row => row['id']);
  expect(await ids({})).toEqual([other.id, id]);
  expect(await ids({ status: 'shipped' })).toEqual([id]);
  expect(await ids({ sourceLocationId: from })).toEqual([id]);
  expect(await ids({ destinationLocationId: to })).toEqual([id]);
  expect(await ids({ reference: 'none' })).toEqual([]);
});

test('a repeated key has one effect and the same response', async () => {
  const tenant = await world.tenant();
  const { id, sku, from, to } = await makeTransfer(tenant, 'pending');
  expect(await tenant.run(shipStockTransfer, { id }, 'key')).toEqual(
    await tenant.run(shipStockTransfer, { id }, 'key'),
  );
  const input = { id, items: [{ sku, quantity: 4 }] };
  expect(await tenant.run(receiveStockTransfer, input, 'key')).toEqual(
    await tenant.run(receiveStockTransfer, input, 'key'),
  );
  expect(await levelAt(tenant, sku, to)).toEqual({ onHand: 4, available: 4, incoming: 6 });
  expect(await levelAt(tenant, sku, from)).toEqual({ onHand: 5, available: 5, incoming: 0 });
});

// ---- lots ----

/** A lot-tracked variant with 5 of lot SOON, 5 of lot LATE and 2 of lot OLD, which has expired. */
async function makeLots(
  tenant: Tenant,
): Promise<{ sku: string; from: string; to: string; lots: { [number: string]: string } }> {
  const variant = await makeVariant(tenant, { lotTracked: true });
  const [from, to] = [await makeLocation(tenant), await makeLocation(tenant)];
  await adjust(tenant, variant, from, 5, { lotNumber: 'LATE', expiryDate: '2999-02-01' });
  await adjust(tenant, variant, from, 5, { lotNumber: 'SOON', expiryDate: '2999-01-01' });
  await adjust(tenant, variant, from, 2, { lotNumber: 'OLD', expiryDate: '2020-01-01' });
  const { rows } = await sql<{
    lot_number: string;
    id: string;
  }>`select lot_number, id from lots where variant_id = ${variant.id}`.execute(world.database.system);
  return {
    sku: variant.sku,
    from: from.id,
    to: to.id,
    lots: Object.fromEntries(rows.map(row => [row.lot_number, row.id])),
  };
}

const shippedLots = (transfer: Row) =>
  (items(transfer)[0]!['lots'] as Row[]).map(lot => [lot['lotNumber'], lot['quantity'], lot['quantityReceived']]);

test('lots travel with the transfer: shipped by FEFO without held ones, received as they were shipped', async () => {
  const tenant = await world.tenant();
  const { sku, from, to } = await makeLots(tenant);
  const { id } = await tenant.run(createStockTransfer, {
    sourceLocationId: from,
    destinationLocationId: to,
    items: [{ sku, quantity: 7 }],
  });
  expect(shippedLots(await tenant.run(shipStockTransfer, { id }))).toEqual([
    ['SOON', 5, 0],
    ['LATE', 2, 0],
  ]);
  expect(shippedLots(await tenant.run(receiveStockTransfer, { id, items: [{ sku, quantity: 2 }] }))).toEqual([
    ['SOON', 5, 2],
    ['LATE', 2, 0],
  ]);
  expect(
    shippedLots(await tenant.run(receiveStockTransfer, { id, items: [{ sku, quantity: 1, lotNumber: 'LATE' }] })),
  ).toEqual([
    ['SOON', 5, 2],
    ['LATE', 2, 1],
  ]);
  const received = await tenant.run(receiveStockTransfer, { id });
  expect(shippedLots(received)).toEqual([
    ['SOON', 5, 5],
    ['LATE', 2, 2],
  ]);
  expect(await tenant.run(getStockTransfer, { id })).toEqual(received);
  expect(await levelAt(tenant, sku, to)).toEqual({ onHand: 7, available: 7, incoming: 0 });
});

test('given lots are shipped and received, held ones too', async () => {
  const tenant = await world.tenant();
  const { sku, from, to, lots } = await makeLots(tenant);
  const { id } = await tenant.run(createStockTransfer, {
    sourceLocationId: from,
    destinationLocationId: to,
    items: [{ sku, quantity: 12 }],
  });
  const named = [
    { lotId: lots['OLD'], quantity: 2 },
    { lotId: lots['LATE'], quantity: 5 },
    { lotId: lots['SOON'], quantity: 5 },
  ];
  await tenant.run(shipStockTransfer, { id, items: [{ sku, lots: named }] });
  await tenant.run(receiveStockTransfer, {
    id,
    items: [
      {
        sku,
        quantity: 4,
        lots: [
          { lotId: lots['LATE'], quantity: 3 },
          { lotId: lots['OLD'], quantity: 1 },
        ],
      },
    ],
  });
  expect(await levelAt(tenant, sku, to)).toEqual({ onHand: 4, available: 3, incoming: 8 });
  expect(await levelAt(tenant, sku, from)).toEqual({ onHand: 0, available: 0, incoming: 0 });
});

test('lots that do not fit are refused at their path', async () => {
  const tenant = await world.tenant();
  const { sku, from, to, lots } = await makeLots(tenant);
  const { id } = await tenant.run(createStockTransfer, {
    sourceLocationId: from,
    destinationLocationId: to,
    items: [{ sku, quantity: 6 }],
  });
  const nowhere = '01890000-0000-7000-8000-000000000000';
  const ship = (named: object[]) =>
    refusedWithoutTrace(world, tenant, () => tenant.run(shipStockTransfer, { id, items: [{ sku, lots: named }] }));
  expect(await ship([{ lotId: lots['SOON'], quantity: 5 }])).toMatchObject([
    { code: 'validation_failed', field: 'items[0].lots' },
  ]);
  expect(await ship([{ lotId: lots['SOON'], quantity: 6 }])).toMatchObject([
    { code: 'insufficient_stock', field: 'items[0].lots[0].quantity' },
  ]);
  expect(await ship([{ lotId: nowhere, quantity: 6 }])).toMatchObject([
    { code: 'reference_not_found', field: 'items[0].lots[0].lotId' },
  ]);
  await tenant.run(shipStockTransfer, { id });
  const receive = (row: object) =>
    refusedWithoutTrace(world, tenant, () => tenant.run(receiveStockTransfer, { id, items: [{ sku, ...row }] }));
  expect(await receive({ quantity: 2, lotNumber: 'LATE' })).toMatchObject([
    { code: 'over_receipt', field: 'items[0].quantity' },
  ]);
  expect(await receive({ quantity: 2, lotNumber: 'OLD' })).toMatchObject([
    { code: 'reference_not_found', field: 'items[0].lotNumber' },
    { code: 'over_receipt' },
  ]);
  expect(await receive({ quantity: 2, lots: [{ lotId: lots['LATE'], quantity: 1 }] })).toMatchObject([
    { code: 'validation_failed', field: 'items[0].lots' },
  ]);
});

test('a lot that is lost in transit is reduced by that quantity', async () => {
  const tenant = await world.tenant();
  const { sku, from, to, lots } = await makeLots(tenant);
  const { id } = await tenant.run(createStockTransfer, {
    sourceLocationId: from,
    destinationLocationId: to,
    items: [{ sku, quantity: 6 }],
  });
  await tenant.run(shipStockTransfer, { id });
  await tenant.run(receiveStockTransfer, { id, close: true, items: [{ sku, quantity: 2 }] });
  const { rows } = await sql<{
    id: string;
    quantity_remaining: number;
  }>`select id, quantity_remaining
    from lots where id in (${lots['SOON']}, ${lots['LATE']}) order by lot_number`.execute(world.database.system);
  expect(rows.map(row => row.quantity_remaining)).toEqual([4, 2]);
});

// ---- concurrency ----

test.each([8, 64])('of %i concurrent ships exactly one is applied', async count => {
  const tenant = await world.tenant();
  const { id, sku, from, to } = await makeTransfer(tenant, 'pending');
  const { won, lost } = await race(world, tenant, shipStockTransfer, times(count, { id }));
  expect([won.length, lost]).toEqual([1, times(count - 1, 'invalid_state')]);
  expect(await levelAt(tenant, sku, from)).toEqual({ onHand: 5, available: 5, incoming: 0 });
  expect(await levelAt(tenant, sku, to)).toEqual({ onHand: 0, available: 0, incoming: 10 });
});

test.each([8, 64])('of %i transfers of the same stock exactly those that fit are shipped', async count => {
  const tenant = await world.tenant();
  const { sku, from, to } = await makeTransfer(tenant, 'pending');
  const transfers = await Promise.all(
    times(count, 0).map(() =>
      tenant.run(createStockTransfer, {
        sourceLocationId: from,
        destinationLocationId: to,
        items: [{ sku, quantity: 4 }],
      }),
    ),
  );
  const { won, lost } = await race(
    world,
    tenant,
    shipStockTransfer,
    transfers.map(({ id }) => ({ id })),
  );
  expect([won.length, lost]).toEqual([3, times(count - 3, 'insufficient_stock')]);
  expect(await levelAt(tenant, sku, from)).toEqual({ onHand: 3, available: 3, incoming: 0 });
});

test.each([8, 64])('of %i concurrent receives exactly those that fit are applied', async count => {
  const tenant = await world.tenant();
  const { id, sku, to } = await makeTransfer(tenant, 'shipped');
  const { won, lost } = await race(
    world,
    tenant,
    receiveStockTransfer,
    times(count, { id, items: [{ sku, quantity: 3 }] }),
  );
  expect([won.length, lost]).toEqual([3, times(count - 3, 'over_receipt')]);
  expect(await levelAt(tenant, sku, to)).toEqual({ onHand: 9, available: 9, incoming: 1 });
});

test.each([8, 64])('of %i concurrent ships and cancellations exactly one is applied', async count => {
  const tenant = await world.tenant();
  const { id, sku, from } = await makeTransfer(tenant, 'pending');
  const { won, lost } = await raceOf(
    world,
    tenant,
    times(count / 2, [
      [shipStockTransfer, { id }],
      [cancelStockTransfer, { id }],
    ] as const).flat(),
  );
  expect([won.length, lost]).toEqual([1, times(count - 1, 'invalid_state')]);
  const left = won[0]!['status'] === 'shipped' ? 5 : 15;
  expect(await levelAt(tenant, sku, from)).toEqual({ onHand: left, available: left, incoming: 0 });
});

test('concurrent transfers in both directions do not deadlock', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 100);
  const other = await makeLocation(tenant);
  await adjust(tenant, variant, other, 100);
  const ways = times(32, 0).map((_, index) => (index % 4 < 2 ? [location.id, other.id] : [other.id, location.id]));
  const transfers = await Promise.all(
    ways.map(([sourceLocationId, destinationLocationId]) =>
      tenant.run(createStockTransfer, {
        sourceLocationId,
        destinationLocationId,
        items: [{ sku: variant.sku, quantity: 5 }],
      }),
    ),
  );
  expect(
    (
      await race(
        world,
        tenant,
        shipStockTransfer,
        transfers.map(({ id }) => ({ id })),
      )
    ).won,
  ).toHaveLength(32);
  expect(
    (
      await race(
        world,
        tenant,
        receiveStockTransfer,
        transfers.map(({ id }) => ({ id })),
      )
    ).won,
  ).toHaveLength(32);
  expect(await levelAt(tenant, variant.sku, location.id)).toEqual({ onHand: 100, available: 100, incoming: 0 });
});

test.each([false, true])('50 lines take as many statements as 5 (lot-tracked: %s)', async lotTracked => {
  const tenant = await world.tenant();
  const cost = async (size: number) => {
    const [{ id: from }, { id: to }] = [await makeLocation(tenant), await makeLocation(tenant)];
    const skus = Array.from({ length: size }, () => unique('SKU'));
    await tenant.run(createProduct, { name: unique('Product'), variants: skus.map(sku => ({ sku, lotTracked })) });
    await tenant.run(createInventoryAdjustments, {
      adjustments: skus.map(sku => ({
        sku,
        locationId: from,
        quantityChange: 2,
        ...(lotTracked && { lotNumber: 'L' }),
      })),
    });
    let id: unknown;
    const counts = [];
    const lines = skus.map(sku => ({ sku, quantity: 2 }));
    counts.push(
      await statementsOf(
        async () =>
          ({ id } = await tenant.run(createStockTransfer, {
            sourceLocationId: from,
            destinationLocationId: to,
            items: lines,
          })),
      ),
    );
    counts.push(await statementsOf(() => tenant.run(shipStockTransfer, { id })));
    counts.push(
      await statementsOf(() =>
        tenant.run(receiveStockTransfer, { id, items: skus.map(sku => ({ sku, quantity: 1 })) }),
      ),
    );
    counts.push(await statementsOf(() => tenant.run(receiveStockTransfer, { id, close: true })));
    return counts.map(statements => statements.length);
  };
  expect(await cost(50)).toEqual(await cost(5));
});

test('a receipt of nothing sends no event; closing the transfer short does', async () => {
  const tenant = await world.tenant();
  const { id, sku } = await makeTransfer(tenant, 'shipped');
  const nothing = { id, items: [{ sku, quantity: 0 }] };
  const received = async () => (await eventTypes(world, tenant)).filter(type => type === 'transfer.received').length;
  expect(await tenant.run(receiveStockTransfer, nothing)).toMatchObject({ status: 'shipped' });
  expect(await received()).toBe(0);
  expect(await tenant.run(receiveStockTransfer, { ...nothing, close: true })).toMatchObject({ status: 'received' });
  expect(await received()).toBe(1);
});
