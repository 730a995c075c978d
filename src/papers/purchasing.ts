import { sql } from 'kysely';
import { PurchaseOrder } from '../domain/purchase-orders.ts';
import type { Reading } from '../kernel/operation.ts';
import { Quantity } from '../kernel/quantity.ts';
import type { Row } from '../kernel/view.ts';
import { ofTenant } from '../store/tenant.ts';
import type { Paper, Party } from './layout.ts';
import { ITEM } from './orders.ts';
import { paperOf } from './paper.ts';
import { goodsOf, houseOf, itemsOf, placesOf, quantityOf } from './reading.ts';
import type { Speech, Word } from './words.ts';

async function supplierOf({ db }: Reading, supplierId: unknown): Promise<Party<Word>[]> {
  const { rows } = await sql<{ name: string; code: string | null; email: string | null; phone: string | null }>`
    select s.name, s.code, s.email, s.phone from suppliers s where ${ofTenant('s')} and s.id = ${supplierId}`.execute(
    db,
  );
  return rows.map(({ name, code, email, phone }) => ({
    label: 'Supplier',
    name,
    lines: [code, email, phone].filter(line => line !== null),
  }));
}

/** The supplier's own codes, by the supplier item of a line. */
async function supplierSkus({ db }: Reading, items: readonly Row[]): Promise<Map<unknown, string | null>> {
  const ids = items.flatMap(item => (item['supplierItemId'] as string | null) ?? []);
  const { rows } = await sql<{ id: string; supplierSku: string | null }>`
    select i.id, i.supplier_sku as "supplierSku"
    from supplier_items i where ${ofTenant('i')} and i.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, supplierSku }) => [id, supplierSku]));
}

const ONE = Quantity.of(1);

/** For the supplier: in its own units and codes, if the order was written in them. */
export async function purchaseOrderPaper(reading: Reading, order: Row, speech: Speech): Promise<Paper<Word>> {
  const { say, value } = speech;
  const items = itemsOf(order);
  const [house, goods, suppliers, places, codes] = await Promise.all([
    houseOf(reading, speech),
    goodsOf(reading, items),
    supplierOf(reading, order['supplierId']),
    placesOf(reading, [['Deliver to', order['locationId']]]),
    supplierSkus(reading, items),
  ]);
  const currency = order['currency'] as string | null;
  const costs = items.map(item =>
    item['unitCost'] === null ? null : quantityOf(item['quantity']).times(quantityOf(item['unitCost']), ONE),
  );
  const knownCosts = costs.filter(cost => cost !== null);
  const isWhole = knownCosts.length === costs.length;
  const notice = { draft: say('Draft: not ordered yet.'), cancelled: say('Cancelled: nothing is to be delivered.') };
  return {
    title: 'Purchase order',
    number: order['number'] as string,
    barcode: order['number'] as string,
    sender: house.sender,
    parties: [...suppliers, ...places],
    facts: [
      ...(order['reference'] ? [['Our reference', String(order['reference'])] as const] : []),
      ['Date', house.day(order['submittedAt'] ?? order['createdAt'])],
      ...(order['expectedOn'] ? [['Expected on', house.day(order['expectedOn'])] as const] : []),
      ['Status', value(order['status'])],
    ],
    notice: notice[order['status'] as keyof typeof notice],
    tables: [
      {
        columns: [
          ...ITEM,
          { label: 'Your code', kind: 'code' },
          { label: 'Quantity', kind: 'amount' },
          { label: 'Unit cost', kind: 'amount' },
          { label: 'Amount', kind: 'amount' },
        ],
        rows: items.map((item, index) => {
          const { sku, name, unit } = goods.get(item['variantId'])!;
          const cost = costs[index];
          return [
            sku,
            name,
            codes.get(item['supplierItemId']) ?? '',
            orderedOf(item, unit, speech),
            item['unitCost'] === null ? '' : house.money(quantityOf(item['unitCost']), currency),
            cost ? house.money(cost, currency) : '',
          ];
        }),
        ...(knownCosts.length > 0 && {
          total: [
            say(isWhole ? 'Total' : 'Total of what is priced'),
            '',
            '',
            '',
            '',
            house.money(Quantity.sum(knownCosts), currency),
          ],
        }),
      },
    ],
    notes: order['notes'] as string | null,
    printedOn: house.printedOn,
  };
}

/** In purchase units, and what that is in the variant's own if it differs. */
function orderedOf(item: Row, unit: string, { amount, unit: named }: Speech): string {
  const own = `${amount(item['quantity'])} ${named(unit)}`;
  if (item['purchaseQuantity'] === null) return own;
  const ordered = `${amount(item['purchaseQuantity'])} ${named(String(item['purchaseUnit']))}`;
  return ordered === own ? own : `${ordered} (${own})`;
}

export const getPurchaseOrderDocument = paperOf('getPurchaseOrderDocument', {
  area: 'purchasing',
  of: PurchaseOrder,
  summary: 'The purchase order, as sent to the supplier.',
  layout: purchaseOrderPaper,
});
