import { z } from 'zod';
import { type Problem, referenceNotFound, refuseAll } from '../kernel/errors.ts';
import { byId, code, exactlyOne, id, lines, positive, ruled } from '../kernel/inputs.ts';
import { command } from '../kernel/operation.ts';
import { Quantity } from '../kernel/quantity.ts';
import {
  lockOrder,
  Order,
  type OrderItem,
  orderStates,
  placesOfOrder,
  releaseLine,
  reservationsOfOrder,
} from './orders.ts';
import type { Line } from './stock/lines.ts';
import type { LotShare } from './stock/locked-lots.ts';
import { lotShares, lotsAddUp } from './stock/lots.ts';
import { ONE } from './stock/parcels.ts';
import { Stock } from './stock/stock.ts';
import type { Cause } from './stock/write-entry.ts';

/*
 * Fulfilling an order: what is outstanding, or what the request names of it, leaves the stock, and the reservations for
 * it end.
 */

const pick = ruled(
  z.strictObject({
    sku: code().optional(),
    itemId: id().optional().meta({
      description: "The line's id. Give this or sku; lines that share a SKU are taken in order.",
    }),
    quantity: positive(),
    lots: lotShares().optional().meta({
      description: 'Lots to take a lot-tracked variant from. Default: first expired, first out.',
    }),
  }),
  given => [
    ...exactlyOne(['sku', 'itemId'], 'Name the line, by sku or by item_id.')(given),
    ...lotsAddUp(given, given['quantity']),
  ],
).meta({ id: 'FulfillOrderItemInput' });

/** The lines of the order that one requested line (or line of the order) is fulfilled from, and how much. */
interface LinePick {
  line: Line;
  lots: LotShare[] | undefined;
  parts: { item: OrderItem; quantity: Quantity }[];
}

export const fulfillOrder = command('fulfillOrder', {
  area: 'orders',
  summary: 'Fulfills a pending or reserved order, completely or only the items given. The stock leaves the location.',
  refuses: ['invalid_state', 'insufficient_stock'],
  input: ruled(
    byId().extend({
      items: lines(pick)
        .optional()
        .meta({ description: 'Items to fulfill now. Default: everything that is outstanding.' }),
      close: z.boolean().default(false).meta({
        description: 'True: nothing more will leave. The order is closed short, and what is outstanding is cancelled.',
      }),
    }),
    ({ items, close }) =>
      close === true && items === undefined
        ? [{ path: ['items'], message: 'Give the items that are still to be fulfilled.' }]
        : [],
  ),
  output: Order,
  sharesTransaction: input => input.id.toLowerCase(),
  async run(unit, { id: orderId, items, close }) {
    const order = await lockOrder(unit, orderId);
    orderStates.requireSource(order, 'order', 'fulfilled');
    const picked = items ? pickedFrom(order, items) : allOutstanding(order);
    const reservations = await reservationsOfOrder(unit, order);
    const stock = await Stock.lock(unit, placesOfOrder(order), {
      lotIds: picked.flatMap(({ lots = [] }) => lots.map(lot => lot.lotId)),
      leaving: picked.map(({ line }) => line),
    });
    // What was reserved becomes a fact now; what was not is promised at this moment (docs/api.md, "Facts and
    // promises").
    stock.requireAvailable(picked.flatMap(unreserved));
    stock.requireOnHand(picked.map(({ line }) => line));
    for (const { line, lots, parts } of picked) {
      for (const { item, quantity } of parts) {
        releaseLine(stock, reservations, item, Quantity.min(item.quantityReserved, quantity));
        item.quantityFulfilled = item.quantityFulfilled.plus(quantity);
      }
      stock.take(line, { ...causeOf(order), revenue: revenueOf(parts) }, lots);
    }
    const isComplete = order.items.getItems().every(item => item.outstanding().isZero());
    const done = isComplete || close;
    orderStates.step(order, 'order', done ? 'fulfilled' : 'partially_fulfilled');
    if (done) {
      for (const item of order.items) releaseLine(stock, reservations, item, item.quantityReserved);
      order.fulfilledAt = unit.now();
      if (!isComplete) order.closedAt = order.fulfilledAt;
      order.reservationExpiresAt = null;
    }
    order.updatedAt = unit.now();
    return order;
  },
});

const causeOf = (order: Order): Cause => ({ entryType: 'order_fulfilled', referenceId: order.id });

/** The revenue of the parts; null if a line has no price. */
function revenueOf(parts: LinePick['parts']): Quantity | null {
  if (parts.some(({ item }) => !item.unitPrice)) return null;
  return Quantity.sum(parts.map(({ item, quantity }) => item.unitPrice!.times(quantity, ONE)));
}

const allOutstanding = (order: Order): LinePick[] =>
  order.items
    .map((item, index) => {
      const quantity = item.outstanding();
      return {
        line: order.lineOf(item, quantity, `items[${index}].quantity`),
        lots: undefined,
        parts: [{ item, quantity }],
      };
    })
    .filter(({ line }) => line.quantity.isPositive());

/** The lines of the order that the request names. Refuses unknown ones, and more than is outstanding. */
function pickedFrom(order: Order, asked: readonly z.output<typeof pick>[]): LinePick[] {
  const problems: Problem[] = [];
  const remaining = new Map(order.items.map(item => [item, item.outstanding()]));
  const picked = asked.flatMap(({ sku, itemId, quantity, lots }, index): LinePick[] => {
    const path = `items[${index}]`;
    const items = [...remaining.keys()].filter(item => (sku === undefined ? item.id === itemId : item.sku === sku));
    const [first] = items;
    if (!first) {
      problems.push(referenceNotFound('line in this order', sku === undefined ? `${path}.itemId` : `${path}.sku`));
      return [];
    }
    const outstanding = Quantity.sum(items.map(item => remaining.get(item)!));
    if (outstanding.lessThan(quantity)) {
      problems.push({
        code: 'validation_failed',
        message: `Only ${outstanding} are still to be fulfilled.`,
        field: `${path}.quantity`,
        details: { outstanding: outstanding.toNumber() },
      });
      return [];
    }
    let missing = quantity;
    const parts = items.map(item => {
      const part = Quantity.min(missing, remaining.get(item)!);
      missing = missing.minus(part);
      remaining.set(item, remaining.get(item)!.minus(part));
      return { item, quantity: part };
    });
    return [
      {
        line: order.lineOf(first, quantity, `${path}.quantity`),
        lots,
        parts: parts.filter(part => part.quantity.isPositive()),
      },
    ];
  });
  refuseAll(problems);
  return picked;
}

/** The quantity that the order's own reservation does not cover. */
function unreserved({ line, parts }: LinePick): Line[] {
  const open = Quantity.sum(
    parts.map(({ item, quantity }) => quantity.minus(Quantity.min(item.quantityReserved, quantity))),
  );
  return open.isPositive() ? [{ ...line, quantity: open }] : [];
}
