import { CycleCount } from '../domain/cycle-counts.ts';
import { StockTransfer } from '../domain/stock-transfers.ts';
import type { Row } from '../kernel/view.ts';
import { ITEM } from './orders.ts';
import { paperOf } from './paper.ts';
import { goodsOf, houseOf, itemsOf, picksOf, placesOf, quantityOf } from './reading.ts';

const PENDING = 'pending';
const RECEIVED = 'received';

/** Travels with the goods. Before shipping it says which lots to send. */
export const getStockTransferNote = paperOf('getStockTransferNote', {
  area: 'transfers',
  of: StockTransfer,
  summary: 'The note that travels with a stock transfer: what goes where, by lot.',
  async layout(reading, transfer, speech) {
    const { say, value, amount, unit: unitName } = speech;
    const items = itemsOf(transfer);
    const [house, goods, places] = await Promise.all([
      houseOf(reading, speech),
      goodsOf(reading, items),
      placesOf(reading, [
        ['From', transfer['sourceLocationId']],
        ['To', transfer['destinationLocationId']],
      ]),
    ]);
    // Until it is closed, what arrives is written in by hand.
    const isReceived = transfer['status'] === RECEIVED;
    const lineOf = (variantId: unknown, lot: string, quantity: unknown, received: unknown) => {
      const { sku, name, unit } = goods.get(variantId)!;
      const inUnit = (each: unknown) => `${amount(each)} ${unitName(unit)}`;
      return ['', sku, name, lot, inUnit(quantity), isReceived ? inUnit(received) : ''];
    };
    const isPending = transfer['status'] === PENDING;
    const needs = items.map(item => ({ variantId: item['variantId'], quantity: quantityOf(item['quantity']) }));
    const rows = isPending
      ? (await picksOf(reading, transfer['sourceLocationId'], needs, goods)).map(
          ({ variantId, lotNumber, quantity, missing }) =>
            lineOf(variantId, missing ? say('Not there') : (lotNumber ?? ''), quantity, 0),
        )
      : items.flatMap(item => {
          const lots = itemsOf(item, 'lots');
          return lots.length === 0
            ? [lineOf(item['variantId'], '', item['quantity'], item['quantityReceived'])]
            : lots.map(lot =>
                lineOf(item['variantId'], String(lot['lotNumber']), lot['quantity'], lot['quantityReceived']),
              );
        });
    return {
      title: 'Transfer note',
      number: transfer['number'] as string,
      barcode: transfer['number'] as string,
      sender: house.sender,
      parties: places,
      facts: [
        ...(transfer['reference'] ? [['Reference', String(transfer['reference'])] as const] : []),
        ['Status', value(transfer['status'])],
        ...(transfer['shippedAt'] ? [['Shipped', house.day(transfer['shippedAt'])] as const] : []),
        ...(transfer['receivedAt'] ? [['Received', house.day(transfer['receivedAt'])] as const] : []),
      ],
      tables: [
        {
          columns: [
            { label: '', kind: 'tick' },
            ...ITEM,
            { label: 'Lot', kind: 'code' },
            { label: isPending ? 'To ship' : 'Shipped', kind: 'amount' },
            { label: 'Received', kind: isReceived ? 'amount' : 'write' },
          ],
          rows,
        },
      ],
      notes: transfer['notes'] as string | null,
      signatures: ['Shipped by', 'Carried by', 'Received by'],
      printedOn: house.printedOn,
    };
  },
});

/** Does not show the expected quantity: people count worse if they know the answer. */
export const getCycleCountSheet = paperOf('getCycleCountSheet', {
  area: 'counts',
  of: CycleCount,
  summary: 'The sheet of a cycle count: blank while counting, with the differences once completed.',
  async layout(reading, count, speech) {
    const { value, amount, unit: unitName } = speech;
    const items = itemsOf(count);
    const [house, goods, places] = await Promise.all([
      houseOf(reading, speech),
      goodsOf(reading, items),
      placesOf(reading, [['Count at', count['locationId']]]),
    ]);
    const isDone = count['status'] === 'completed';
    const sorted = items.toSorted((a, b) => (String(a['sku']) < String(b['sku']) ? -1 : 1));
    const found = (item: Row) =>
      isDone
        ? [amount(item['expectedQuantity']), amount(item['countedQuantity']), amount(item['variance'])]
        : [amount(item['countedQuantity']), ''];
    return {
      title: 'Count sheet',
      number: `${places[0]!.name}, ${house.day(count['startedAt'] ?? count['createdAt'])}`,
      sender: house.sender,
      parties: places,
      facts: [
        ['Status', value(count['status'])],
        ...(count['completedAt'] ? [['Completed', house.day(count['completedAt'])] as const] : []),
        ['Lines', amount(items.length)],
      ],
      tables: [
        {
          columns: [
            ...ITEM,
            { label: 'Barcode', kind: 'code' },
            { label: 'Unit' },
            ...(isDone
              ? ([
                  { label: 'Expected', kind: 'amount' },
                  { label: 'Counted', kind: 'amount' },
                  { label: 'Difference', kind: 'amount' },
                ] as const)
              : ([
                  { label: 'Counted', kind: 'write' },
                  { label: 'Again', kind: 'write' },
                ] as const)),
          ],
          rows: sorted.map(item => {
            const { sku, name, barcode, unit } = goods.get(item['variantId'])!;
            return [sku, name, barcode ?? '', unitName(unit), ...found(item)];
          }),
          empty: 'No items yet: load the inventory, or add what is found.',
        },
      ],
      notes: count['notes'] as string | null,
      signatures: ['Counted by', 'Date'],
      printedOn: house.printedOn,
    };
  },
});
