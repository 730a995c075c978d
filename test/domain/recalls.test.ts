import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { getLot } from '../../src/domain/lots.ts';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import { createOrder } from '../../src/domain/orders.ts';
import { createRecall, getRecall, listRecalls, recallLot, updateRecall } from '../../src/domain/recalls.ts';
import { receiveStockTransfer } from '../../src/domain/stock-transfer-receipts.ts';
import { createStockTransfer, shipStockTransfer } from '../../src/domain/stock-transfers.ts';
import { getRecallReport } from '../../src/domain/traces.ts';
import type { Row } from '../../src/kernel/view.ts';
import { getLotRecallNotice } from '../../src/papers/lots.ts';
import { type Made, makeLocation } from '../support/make.ts';
import { makeBakery, makeLot, produce } from '../support/manufacturing.ts';
import { refusal, type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();
let tenant: Tenant;

beforeAll(async () => {
  tenant = await world.tenant();
});

interface Recall extends Made {
  items: (Made & { kind: string })[];
}

/** Flour that was baked into bread and sold, so that a recall has to reach all of it. */
async function sold(): Promise<{ flourLot: Made; breadLot: Made; order: Made; batch: Made; location: Made }> {
  const { bread, location, recipe, flourLot } = await makeBakery(tenant);
  const batch = await produce(tenant, recipe, location, 10);
  const order = (await tenant.run(createOrder, {
    locationId: location.id,
    reference: `web-${String(flourLot['lotNumber'])}`,
    items: [{ sku: bread.sku, quantity: 4 }],
  })) as Made;
  await tenant.run(fulfillOrder, { id: order.id });
  return { flourLot, breadLot: { id: String(batch.outputs[0]!['lotId']) }, order, batch, location };
}

const find = async (id: unknown) => (await tenant.run(getRecall, { id })) as Recall;

test('a recall is recorded: what it blocked, where that is, and whom to inform', async () => {
  const { flourLot, breadLot, order, batch, location } = await sold();
  const report = await tenant.run(recallLot, { id: flourLot.id, includeDescendants: true, reason: 'Metal' });
  const recall = await find(report['recallId']);
  expect(recall).toMatchObject({
    number: expect.stringMatching(/^RC-\d{6}$/),
    status: 'open',
    lotId: flourLot.id,
    includeDescendants: true,
    reason: 'Metal',
    recalledBy: 'key:test',
    closedAt: null,
  });
  expect(recall['lots']).toEqual([
    expect.objectContaining({ lotId: flourLot.id, quantityRemaining: 80 }),
    expect.objectContaining({ lotId: breadLot.id, quantityRemaining: 6 }),
  ]);
  const told = recall.items.map(({ kind, lotId, locationId, orderId, batchId, quantity, done }) => [
    kind,
    lotId ?? orderId ?? batchId,
    locationId,
    quantity,
    done,
  ]);
  expect(told.slice(0, 2).sort()).toEqual(
    [
      ['stock', flourLot.id, location.id, 80, false],
      ['stock', breadLot.id, location.id, 6, false],
    ].sort(),
  );
  expect(told.slice(2)).toEqual([
    ['order', order.id, null, 4, false],
    ['production_batch', batch.id, null, 20, false],
  ]);
  expect(await tenant.run(getRecallReport, { id: flourLot.id })).toMatchObject({ recallId: recall.id });
});

test('what is in transit is reported and a task too: with what is in stock it is all that remains', async () => {
  const { flourLot, breadLot, location } = await sold();
  const shop = await makeLocation(tenant);
  const sku = String((await tenant.run(getLot, { id: breadLot.id }))['sku']);
  const transfer = await tenant.run(createStockTransfer, {
    sourceLocationId: location.id,
    destinationLocationId: shop.id,
    items: [{ sku, quantity: 5 }],
    reference: `van-${breadLot.id}`,
  });
  await tenant.run(shipStockTransfer, { id: transfer['id'] });
  await tenant.run(receiveStockTransfer, { id: transfer['id'], items: [{ sku, quantity: 2 }] });

  const underWay = {
    lotId: breadLot.id,
    transferId: transfer['id'],
    transferNumber: transfer['number'],
    transferReference: transfer['reference'],
    destinationLocationId: shop.id,
    destinationLocationName: shop['name'],
    quantity: 3,
  };
  expect(await tenant.run(getRecallReport, { id: flourLot.id })).toMatchObject({ inTransit: [underWay] });
  const report = await tenant.run(recallLot, { id: flourLot.id, includeDescendants: true });
  expect(report).toMatchObject({ inTransit: [underWay] });
  const recall = await find(report['recallId']);
  const found = (kind: string) => recall.items.filter(item => item.kind === kind && item['lotId'] === breadLot.id);
  expect(found('stock').map(item => [item['locationId'], item['quantity']])).toEqual(
    expect.arrayContaining([
      [location.id, 1],
      [shop.id, 2],
    ]),
  );
  expect(found('stock_transfer')).toMatchObject([
    {
      name: transfer['number'],
      reference: transfer['reference'],
      locationId: shop.id,
      transferId: transfer['id'],
      quantity: 3,
    },
  ]);
  expect(recall['lots']).toContainEqual(expect.objectContaining({ lotId: breadLot.id, quantityRemaining: 6 }));
  const notice = await tenant.run(getLotRecallNotice, { id: flourLot.id });
  expect(notice['content']).toContain(transfer['number']);

  await tenant.run(receiveStockTransfer, { id: transfer['id'] });
  expect(await tenant.run(getRecallReport, { id: flourLot.id })).toMatchObject({ inTransit: [] });
  // The record describes the moment of the recall.
  expect((await find(recall.id)).items.filter(item => item.kind === 'stock_transfer')).toHaveLength(1);
});

test('POST /recalls does the same and returns the record', async () => {
  const { flourLot, breadLot } = await sold();
  const recall = await tenant.run(createRecall, { lotId: flourLot.id, notes: 'Ask the mill' });
  expect(recall).toMatchObject({ lotId: flourLot.id, includeDescendants: false, notes: 'Ask the mill' });
  expect(await tenant.run(getLot, { id: flourLot.id })).toMatchObject({ status: 'recalled' });
  expect(await tenant.run(getLot, { id: breadLot.id })).toMatchObject({ status: 'active' });
  const { rows } = await tenant.list(listRecalls, { lotId: flourLot.id, status: 'open' });
  expect(rows).toEqual([recall]);
});

test('a lot that cannot be recalled leaves no record', async () => {
  const { flourLot } = await sold();
  await tenant.run(createRecall, { lotId: flourLot.id });
  expect(await refusal(tenant.run(createRecall, { lotId: flourLot.id }))).toMatchObject([{ code: 'invalid_state' }]);
  expect(await refusal(tenant.run(createRecall, { lotId: tenant.id }))).toEqual([
    { code: 'reference_not_found', field: 'lotId' },
  ]);
  expect((await tenant.list(listRecalls, { lotId: flourLot.id })).rows).toHaveLength(1);
});

test('a done item is ticked off by the first person to do so, and can be reopened', async () => {
  const { flourLot } = await sold();
  const recall = (await tenant.run(createRecall, { lotId: flourLot.id })) as Recall;
  const [first, second] = recall.items;
  await tenant.run(updateRecall, { id: recall.id, items: [{ id: first!.id, done: true, note: 'In cage 3' }] });
  const { doneAt, doneBy } = (await find(recall.id)).items[0]!;
  expect([typeof doneAt, doneBy]).toEqual(['string', 'key:test']);
  await tenant.run(updateRecall, { id: recall.id, items: [{ id: first!.id, done: true }] });
  expect((await find(recall.id)).items[0]).toMatchObject({ done: true, doneAt, doneBy, note: 'In cage 3' });
  await tenant.run(updateRecall, { id: recall.id, items: [{ id: first!.id, done: false }] });
  expect((await find(recall.id)).items).toMatchObject([
    { id: first!.id, done: false, doneAt: null, doneBy: null },
    { id: second!.id, done: false },
    ...recall.items.slice(2).map(({ id }) => ({ id })),
  ]);
});

test('a recall can only be closed once everything is done, and cannot be ticked off afterwards', async () => {
  const { flourLot } = await sold();
  const recall = (await tenant.run(createRecall, { lotId: flourLot.id })) as Recall;
  const all = recall.items.map(({ id }) => ({ id, done: true }));
  const { id } = recall;
  expect(await refusal(tenant.run(updateRecall, { id, status: 'closed', items: all.slice(1) }))).toEqual([
    { code: 'invalid_state', field: 'status', details: { open: 1 } },
  ]);
  expect((await find(id)).items.filter(item => item['done'])).toEqual([]);
  const closed = await tenant.run(updateRecall, { id, status: 'closed', items: all });
  expect(closed).toMatchObject({ status: 'closed', closedAt: expect.any(String) });
  expect(await refusal(tenant.run(updateRecall, { id, items: [{ id: all[0]!.id, done: false }] }))).toMatchObject([
    { code: 'invalid_state' },
  ]);
  expect(
    await tenant.run(updateRecall, { id, status: 'open', items: [{ id: all[0]!.id, done: false }] }),
  ).toMatchObject({ status: 'open', closedAt: null });
});

test('an item that is given twice is refused, and nothing is ticked off: which of them counts would be left to chance', async () => {
  const { flourLot } = await sold();
  const recall = (await tenant.run(createRecall, { lotId: flourLot.id })) as Recall;
  const [first, second] = recall.items;
  const items = [
    { id: first!.id, done: true },
    { id: second!.id, done: true },
    { id: first!.id, done: false },
  ];
  expect(await refusal(tenant.run(updateRecall, { id: recall.id, items }))).toEqual([
    { code: 'validation_failed', field: 'items[2].id' },
  ]);
  expect((await find(recall.id)).items.filter(item => item['done'])).toEqual([]);
});

test('items of another recall are not found, and nothing is ticked off', async () => {
  const [one, other] = await Promise.all([sold(), sold()]);
  const [first, second] = (await Promise.all(
    [one, other].map(({ flourLot }) => tenant.run(createRecall, { lotId: flourLot.id })),
  )) as [Recall, Recall];
  const items = [
    { id: first.items[0]!.id, done: true },
    { id: second.items[0]!.id, done: true },
  ];
  expect(await refusal(tenant.run(updateRecall, { id: first.id, items }))).toEqual([
    { code: 'reference_not_found', field: 'items[1].id' },
  ]);
  expect((await find(first.id)).items.filter(item => item['done'])).toEqual([]);
});

test('concurrent ticks are all kept', async () => {
  const { flourLot } = await sold();
  const recall = (await tenant.run(createRecall, { lotId: flourLot.id })) as Recall;
  await Promise.all(
    recall.items.map(({ id }) => tenant.run(updateRecall, { id: recall.id, items: [{ id, done: true }] })),
  );
  expect((await find(recall.id)).items.map(item => item['done'])).toEqual(recall.items.map(() => true));
});

test('two concurrent recalls of the same lot create one recall', async () => {
  const { flourLot } = await sold();
  const both = await Promise.allSettled([1, 2].map(() => tenant.run(recallLot, { id: flourLot.id })));
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await tenant.list(listRecalls, { lotId: flourLot.id })).rows).toHaveLength(1);
});

test('a recall and a tick are events', async () => {
  const { flour, location } = await makeBakery(tenant);
  const lot = await makeLot(tenant, flour, location, 5);
  const recall = (await tenant.run(createRecall, { lotId: lot.id })) as Recall;
  await tenant.run(updateRecall, { id: recall.id, items: [{ id: recall.items[0]!.id, done: true }] });
  const { rows } = await sql<Row>`
    select type
    from events where organization_id = ${tenant.id} and data->>'id' = ${recall.id} order by recorded`.execute(
    world.owner,
  );
  expect(rows.map(({ type }) => type)).toEqual(['recall.created', 'recall.updated']);
});
