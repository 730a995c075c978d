import { sql } from 'kysely';
import { Lot } from '../domain/stock/lots.ts';
import { recallReportOf } from '../domain/traces.ts';
import type { Row } from '../kernel/view.ts';
import { ofTenant } from '../store/tenant.ts';
import type { PaperTable } from './layout.ts';
import { paperOf } from './paper.ts';
import { type Goods, goodsOf, type House, houseOf } from './reading.ts';
import type { Speech, Word } from './words.ts';

const rowsIn = (report: Row, field: string) => report[field] as Row[];
const portions = (row: Row, { amount }: Speech): string =>
  rowsIn(row, 'lots')
    .map(({ lotNumber, quantity }) => `${String(lotNumber)} (${amount(quantity)})`)
    .join(', ');

/** What the tables of a recall notice are made from. */
interface Notice {
  report: Row;
  /** The item of each lot, by the lot's id. */
  itemOf: ReadonlyMap<unknown, Goods>;
  house: House;
  speech: Speech;
}

/** To be read beside the shelf or on the telephone: what to take away, and whom to inform. */
export const getLotRecallNotice = paperOf('getLotRecallNotice', {
  area: 'traceability',
  module: 'traceability',
  of: Lot,
  summary: 'The recall notice of a lot: every lot concerned, where its stock is, and whom to notify.',
  async layout(reading, lot, speech) {
    const { say, value } = speech;
    const lotId = lot['id'] as string;
    const [house, report, suppliers] = await Promise.all([
      houseOf(reading, speech),
      recallReportOf(reading.db, { ...lot, id: lotId }),
      sql<{ name: string; email: string | null; phone: string | null }>`
        select s.name, s.email, s.phone
        from suppliers s where ${ofTenant('s')} and s.id = ${lot['supplierId']}`.execute(reading.db),
    ]);
    const lots = rowsIn(report, 'lots');
    const goods = await goodsOf(reading, lots);
    const itemOf = new Map(lots.map(each => [each['id'], goods.get(each['variantId'])!]));
    const notice: Notice = { report, itemOf, house, speech };
    const own = goods.get(lot['variantId'])!;
    const isRecalled = lot['status'] === 'recalled';
    return {
      title: 'Recall notice',
      number: say('{sku}, lot {lot}', { sku: own.sku, lot: String(lot['lotNumber']) }),
      barcode: lot['lotNumber'] as string,
      sender: house.sender,
      parties: [
        { label: 'Item', name: own.name, lines: [own.sku, ...(own.barcode ? [own.barcode] : [])] },
        ...suppliers.rows.map(({ name, email, phone }) => ({
          label: 'Came from' as const,
          name,
          lines: [email, phone].filter(line => line !== null),
        })),
      ],
      facts: [
        ['Status', value(lot['status'])],
        ...(lot['expiryDate'] ? [['Expires', house.day(lot['expiryDate'])] as const] : []),
        ['Received', house.day(lot['receivedAt'])],
      ],
      notice: isRecalled
        ? say('Do not use, sell or ship any of these lots. Set apart what is there and call back what has left.')
        : say('This lot is not recalled. This is what a recall would concern.'),
      tables: [
        lotsConcerned(notice),
        stockOnHand(notice),
        stockInTransit(notice),
        ordersToTell(notice),
        productionConcerned(notice),
      ],
      signatures: ['Done by', 'Date'],
      printedOn: house.printedOn,
    };
  },
});

const lotsConcerned = ({
  report,
  itemOf,
  house,
  speech: { value, amount, unit: unitName },
}: Notice): PaperTable<Word> => ({
  title: 'Lots concerned',
  columns: [
    { label: 'Lot', kind: 'code' },
    { label: 'SKU', kind: 'code' },
    { label: 'Item', wide: true },
    { label: 'Expires' },
    { label: 'Status' },
    { label: 'Remaining', kind: 'amount' },
  ],
  rows: rowsIn(report, 'lots').map(each => {
    const { name, unit } = itemOf.get(each['id'])!;
    return [
      String(each['lotNumber']),
      String(each['sku']),
      name,
      house.day(each['expiryDate']),
      value(each['status']),
      `${amount(each['quantityRemaining'])} ${unitName(unit)}`,
    ];
  }),
});

const stockOnHand = ({ report, itemOf, speech: { amount, unit: unitName } }: Notice): PaperTable<Word> => ({
  title: 'Stock to set apart',
  columns: [
    { label: '', kind: 'tick' },
    { label: 'Place', wide: true },
    { label: 'Lot', kind: 'code' },
    { label: 'SKU', kind: 'code' },
    { label: 'Quantity', kind: 'amount' },
    { label: 'Found', kind: 'write' },
  ],
  rows: rowsIn(report, 'stockByLocation').map(each => {
    const { sku, unit } = itemOf.get(each['lotId'])!;
    const quantity = `${amount(each['quantity'])} ${unitName(unit)}`;
    return ['', String(each['locationName']), String(each['lotNumber']), sku, quantity, ''];
  }),
  empty: 'None is in stock.',
});

const stockInTransit = ({ report, itemOf, speech: { amount, unit: unitName } }: Notice): PaperTable<Word> => ({
  title: 'In transit, to set apart on arrival',
  columns: [
    { label: '', kind: 'tick' },
    { label: 'Transfer', kind: 'code' },
    { label: 'To', wide: true },
    { label: 'Lot', kind: 'code' },
    { label: 'SKU', kind: 'code' },
    { label: 'Quantity', kind: 'amount' },
  ],
  rows: rowsIn(report, 'inTransit').map(each => {
    const { sku, unit } = itemOf.get(each['lotId'])!;
    const quantity = `${amount(each['quantity'])} ${unitName(unit)}`;
    const to = String(each['destinationLocationName']);
    return ['', String(each['transferNumber']), to, String(each['lotNumber']), sku, quantity];
  }),
  empty: 'None.',
});

const ordersToTell = ({ report, house, speech }: Notice): PaperTable<Word> => ({
  title: 'Orders to tell',
  columns: [
    { label: '', kind: 'tick' },
    { label: 'Order', kind: 'code' },
    { label: 'Their reference', wide: true },
    { label: 'Shipped' },
    { label: 'Lots', kind: 'code' },
  ],
  rows: rowsIn(report, 'affectedOrders').map(each => [
    '',
    String(each['number']),
    String(each['reference'] ?? ''),
    house.day(each['fulfilledAt']),
    portions(each, speech),
  ]),
  empty: 'None has left.',
});

const productionConcerned = ({ report, house, speech }: Notice): PaperTable<Word> => ({
  title: 'Production that used it',
  columns: [
    { label: '', kind: 'tick' },
    { label: 'Batch', kind: 'code' },
    { label: 'Made', kind: 'code', wide: true },
    { label: 'Completed' },
    { label: 'Lots', kind: 'code' },
  ],
  rows: rowsIn(report, 'affectedBatches').map(each => [
    '',
    String(each['number']),
    String(each['sku']),
    house.day(each['completedAt']),
    portions(each, speech),
  ]),
  empty: 'None.',
});
