import { sql } from 'kysely';
import { Order } from '../domain/orders.ts';
import { ReturnAuthorization } from '../domain/return-authorizations.ts';
import type { Reading } from '../kernel/operation.ts';
import type { Row } from '../kernel/view.ts';
import { ofTenant } from '../store/tenant.ts';
import type { Column, Fact } from './layout.ts';
import { paperOf } from './paper.ts';
import { goodsOf, houseOf, itemsOf, picksOf, placesOf, quantityOf } from './reading.ts';
import type { Speech, Word } from './words.ts';

/** What the papers of an order state about it. */
const factsOf = (order: Row, day: (value: unknown) => string, value: Speech['value']): Fact<Word>[] => [
  ...(order['reference'] ? [['Your reference', String(order['reference'])] as const] : []),
  ['Ordered', day(order['createdAt'])],
  ['Status', value(order['status'])],
];

const outstanding = (item: Row) => quantityOf(item['quantity']).minus(quantityOf(item['quantityFulfilled']));

export const ITEM: readonly Column<Word>[] = [
  { label: 'SKU', kind: 'code' },
  { label: 'Item', wide: true },
];

/** By location, then by SKU, and for each SKU the lots that expire first: the route through the warehouse. */
export const getOrderPickList = paperOf('getOrderPickList', {
  area: 'orders',
  of: Order,
  summary: 'The pick list of an order: what is still to be picked, by location and first-expiring lot.',
  async layout(reading, order, speech) {
    const { say, value, amount, unit: unitName } = speech;
    const items = itemsOf(order);
    const open = ['cancelled', 'fulfilled'].includes(order['status'] as string)
      ? []
      : items.filter(item => outstanding(item).isPositive());
    const [house, goods, places] = await Promise.all([
      houseOf(reading, speech),
      goodsOf(reading, items),
      placesOf(reading, [['Pick at', order['locationId']]]),
    ]);
    const needs = open
      .map(item => ({ variantId: item['variantId'], quantity: outstanding(item) }))
      .sort((a, b) => (goods.get(a.variantId)!.sku < goods.get(b.variantId)!.sku ? -1 : 1));
    const picks = await picksOf(reading, order['locationId'], needs, goods);
    const short = picks.filter(pick => pick.missing).length;
    return {
      title: 'Pick list',
      number: order['number'] as string,
      barcode: order['number'] as string,
      sender: house.sender,
      parties: places,
      facts: factsOf(order, house.day, value),
      ...(short > 0 && {
        notice:
          short === 1
            ? say('Not everything is there: 1 line is short.')
            : say('Not everything is there: {short} lines are short.', { short: amount(short) }),
      }),
      tables: [
        {
          name: places[0]!.name,
          columns: [
            { label: '', kind: 'tick' },
            ...ITEM,
            { label: 'Barcode', kind: 'code' },
            { label: 'Lot', kind: 'code' },
            { label: 'Expires' },
            { label: 'Pick', kind: 'amount' },
          ],
          rows: picks.map(({ variantId, lotNumber, expiryDate, quantity, missing }) => {
            const { sku, name, barcode, unit } = goods.get(variantId)!;
            const lot = missing ? say('Not there') : (lotNumber ?? '');
            return ['', sku, name, barcode ?? '', lot, house.day(expiryDate), `${amount(quantity)} ${unitName(unit)}`];
          }),
          empty: 'Nothing is left to pick.',
        },
      ],
      notes: order['notes'] as string | null,
      signatures: ['Picked by', 'Checked by'],
      printedOn: house.printedOn,
    };
  },
});

/** What was shipped for an order, by line and lot. */
async function shippedLots({ db }: Reading, { amount }: Speech, orderId: unknown): Promise<Map<unknown, string[]>> {
  const { rows } = await sql<{ variantId: string; lotNumber: string; quantity: number }>`
    select e.variant_id as "variantId", l.lot_number as "lotNumber", -sum(e.quantity_change) as quantity
    from ledger_entries e join lots l on ${ofTenant('l')} and l.id = e.lot_id
    where ${ofTenant('e')} and e.reference_type = 'order' and e.reference_id = ${orderId}
      and e.entry_type = 'order_fulfilled'
    group by e.variant_id, l.lot_number order by l.lot_number`.execute(db);
  return new Map(
    [...Map.groupBy(rows, row => row.variantId as unknown)].map(([variantId, lots]) => [
      variantId,
      lots.map(({ lotNumber, quantity }) => `${lotNumber} (${amount(quantity)})`),
    ]),
  );
}

/** Travels with the goods, so it has no prices. */
export const getOrderPackingSlip = paperOf('getOrderPackingSlip', {
  area: 'orders',
  of: Order,
  summary: 'The packing slip of an order: what was ordered, what is shipped, what is to follow or was cancelled.',
  async layout(reading, order, speech) {
    const { say, value, amount, unit: unitName } = speech;
    const items = itemsOf(order);
    const [house, goods, places, lots] = await Promise.all([
      houseOf(reading, speech),
      goodsOf(reading, items),
      placesOf(reading, [['Ships from', order['locationId']]]),
      shippedLots(reading, speech, order['id']),
    ]);
    const hasShipped = items.some(item => quantityOf(item['quantityFulfilled']).isPositive());
    // If a SKU is on two lines, its lots are known only together, and are listed once.
    const listed = new Set<unknown>();
    const lotsFor = (variantId: unknown) => {
      if (listed.has(variantId)) return '';
      listed.add(variantId);
      return (lots.get(variantId) ?? []).join(', ');
    };
    return {
      title: 'Packing slip',
      number: order['number'] as string,
      barcode: order['number'] as string,
      sender: house.sender,
      parties: places,
      facts: [
        ...factsOf(order, house.day, value),
        ...(order['fulfilledAt'] && !order['closedAt'] ? [['Shipped', house.day(order['fulfilledAt'])] as const] : []),
      ],
      ...(Boolean(order['closedAt']) && {
        notice: say('Complete: the rest was cancelled on {day} and will not follow.', {
          day: house.day(order['closedAt']),
        }),
      }),
      tables: [
        {
          columns: [
            ...ITEM,
            ...(hasShipped ? [{ label: 'Lots', kind: 'code' } as const] : []),
            { label: 'Ordered', kind: 'amount' },
            hasShipped ? { label: 'Shipped', kind: 'amount' } : { label: 'Packed', kind: 'write' },
            ...(hasShipped ? [{ label: order['closedAt'] ? 'Cancelled' : 'To follow', kind: 'amount' } as const] : []),
          ],
          rows: items.map(item => {
            const { sku, name, unit } = goods.get(item['variantId'])!;
            const ordered = `${amount(item['quantity'])} ${unitName(unit)}`;
            if (!hasShipped) return [sku, name, ordered, ''];
            const rest = order['status'] === 'cancelled' ? '' : amount(outstanding(item));
            return [sku, name, lotsFor(item['variantId']), ordered, amount(item['quantityFulfilled']), rest];
          }),
        },
      ],
      printedOn: house.printedOn,
    };
  },
});

/** To be enclosed by the customer. */
export const getReturnSlip = paperOf('getReturnSlip', {
  area: 'returns',
  of: ReturnAuthorization,
  summary: 'The slip of a return: what comes back, why, and where to.',
  async layout(reading, authorization, speech) {
    const { value, amount, unit: unitName } = speech;
    const items = itemsOf(authorization);
    const [house, goods, places, orders, lots] = await Promise.all([
      houseOf(reading, speech),
      goodsOf(reading, items),
      placesOf(reading, [['Return to', authorization['locationId']]]),
      sql<{ number: string; reference: string | null }>`
        select o.number, o.reference
        from orders o where ${ofTenant('o')} and o.id = ${authorization['orderId']}`.execute(reading.db),
      sql<{ id: string; lotNumber: string }>`
        select l.id, l.lot_number as "lotNumber" from lots l
        where ${ofTenant('l')}
          and l.id = any(${items.flatMap(item => (item['lotId'] as string | null) ?? [])}::uuid[])`.execute(reading.db),
    ]);
    const [order] = orders.rows;
    const lotNumbers = new Map<unknown, string>(lots.rows.map(row => [row.id, row.lotNumber]));
    return {
      title: 'Return slip',
      number: authorization['number'] as string,
      barcode: authorization['number'] as string,
      sender: house.sender,
      parties: places,
      facts: [
        ['Order', order!.number],
        ...(order!.reference ? [['Your reference', order!.reference] as const] : []),
        ['Status', value(authorization['status'])],
        ['Reason', String(authorization['reason'])],
      ],
      tables: [
        {
          columns: [
            { label: '', kind: 'tick' },
            ...ITEM,
            { label: 'Lot', kind: 'code' },
            { label: 'Condition' },
            { label: 'Quantity', kind: 'amount' },
          ],
          rows: items.map(item => {
            const { sku, name, unit } = goods.get(item['variantId'])!;
            const lot = lotNumbers.get(item['lotId']) ?? '';
            return ['', sku, name, lot, value(item['condition']), `${amount(item['quantity'])} ${unitName(unit)}`];
          }),
        },
      ],
      signatures: ['Received by', 'Date'],
      printedOn: house.printedOn,
    };
  },
});
