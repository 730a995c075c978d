import { z } from 'zod';
import { type Problem, refuse, refuseAll } from '../kernel/errors.ts';
import { byId, code, date, notNegative, ruled } from '../kernel/inputs.ts';
import { command } from '../kernel/operation.ts';
import type { Quantity } from '../kernel/quantity.ts';
import { exchangeRate, Rate } from '../kernel/rate.ts';
import { inBaseUnits, saysHowMuch } from './purchase-order-lines.ts';
import {
  lockPurchaseOrder,
  PURCHASE_ORDER,
  PurchaseOrder,
  type PurchaseOrderItem,
  placeOf,
  placesOf,
  purchaseOrderStates,
  refuseUnlessConvertible,
  submit,
} from './purchase-orders.ts';
import {
  type Arrival,
  arrivalsOf,
  linesNamed,
  namesLine,
  quantityField,
  receiptRow,
  receivedItems,
  settle,
} from './receipts.ts';
import type { LotName, NumberedLot } from './stock/locked-lots.ts';
import { Stock } from './stock/stock.ts';
import type { Cause } from './stock/write-entry.ts';

/* Receiving a purchase order, at once or in parts, and closing one that was delivered short. */

const received = ruled(
  receiptRow.extend({
    quantity: notNegative().optional().meta({ description: 'Quantity received. Give this or purchase_quantity.' }),
    purchaseQuantity: notNegative()
      .optional()
      .meta({ description: 'Quantity received, in the purchase units that the line was ordered in.' }),
    lotNumber: code().optional().meta({
      description:
        'Lot number of a lot-tracked variant. Default: derived from the number and line of the purchase order.',
    }),
    expiryDate: date().optional().meta({ description: 'Expiry date of the lot of a lot-tracked variant.' }),
  }),
  given => [...namesLine(given), ...saysHowMuch(given)],
).meta({ id: 'ReceivePurchaseOrderItemInput' });

type ReceivedRow = z.output<typeof received>;
type ReceivedLine = Arrival<PurchaseOrderItem, ReceivedRow & { quantity: Quantity }>;

export const receivePurchaseOrder = command('receivePurchaseOrder', {
  area: 'purchasing',
  summary:
    'Receives a purchase order, completely or only the items given. A draft is submitted first. `close` ends a short delivery.',
  refuses: ['invalid_state', 'over_receipt'],
  input: byId().extend({
    items: receivedItems(received),
    close: z
      .boolean()
      .default(false)
      .meta({ description: 'Closes the purchase order: what has not arrived is no longer incoming.' }),
    exchangeRate: exchangeRate().optional().meta({
      description:
        "Exchange rate: what one unit of the purchase order's currency is worth now. Earlier receipts keep theirs.",
    }),
  }),
  output: PurchaseOrder,
  async run(unit, { id: orderId, items, close, exchangeRate: newRate }) {
    const order = await lockPurchaseOrder(unit, orderId);
    purchaseOrderStates.require(order, PURCHASE_ORDER, 'draft', 'submitted', 'partially_received');
    if (newRate) {
      await refuseUnlessConvertible(unit, { currency: order.currency, exchangeRate: newRate });
      order.exchangeRate = newRate;
    }
    const rows = items && allInBaseUnits(order, items);
    const arrivals = arrivalsOf([...order.items], rows ?? (close ? [] : undefined));
    const places =
      order.status === 'draft' || close ? placesOf(order) : arrivals.map(({ line }) => placeOf(order, line));
    const stock = await Stock.lock(unit, places, { lotNumbers: lotNamesOf(order, arrivals) });
    if (order.status === 'draft') submit(unit, order, stock);
    for (const arrival of arrivals) take(order, stock, arrival);
    if (close) giveUp(order, stock);
    settle(unit, order, close, target => purchaseOrderStates.step(order, PURCHASE_ORDER, target));
    // A receipt of nothing sends no event.
    if (arrivals.length > 0 || close) order.receipts += 1;
    return order;
  },
});

/** The rows with their quantities in base units. Refuses purchase units for lines that were not ordered in them. */
function allInBaseUnits(order: PurchaseOrder, rows: readonly ReceivedRow[]): (ReceivedRow & { quantity: Quantity })[] {
  const problems: Problem[] = [];
  const converted = rows.map((row, index) => {
    const path = `items[${index}]`;
    const lines = row.purchaseQuantity ? linesNamed([...order.items], row, path, problems) : [];
    return { ...row, quantity: inBaseUnits(row, lines, path, problem => problems.push(problem)) };
  });
  refuseAll(problems);
  return converted;
}

/** The lot of each lot-tracked arrival. Refuses lot data for variants without lots. */
function lotNamesOf(order: PurchaseOrder, arrivals: readonly ReceivedLine[]): LotName[] {
  refuseAll(
    arrivals.flatMap(({ line, row, path }): Problem[] => {
      const said = row?.lotNumber ? 'lotNumber' : row?.expiryDate ? 'expiryDate' : undefined;
      return said && !line.variant.lotTracked
        ? [{ code: 'validation_failed', message: `${line.sku} is not lot-tracked.`, field: `${path}.${said}` }]
        : [];
    }),
  );
  return arrivals
    .filter(({ line }) => line.variant.lotTracked)
    .map(arrival => ({ variant: arrival.line.variant, lotNumber: lotNumberOf(order, arrival) }));
}

const lotNumberOf = (order: PurchaseOrder, { line, row }: ReceivedLine): string =>
  row?.lotNumber ?? `${order.number}-${order.items.getItems().indexOf(line) + 1}`;

function take(order: PurchaseOrder, stock: Stock, arrival: ReceivedLine): void {
  const { line, quantity: arrived, row, path } = arrival;
  const place = placeOf(order, line);
  const lot: NumberedLot | undefined = line.variant.lotTracked
    ? {
        lotNumber: lotNumberOf(order, arrival),
        expiryDate: row?.expiryDate ?? null,
        sourceType: 'purchase_order',
        sourceId: order.id,
        supplier: order.supplier ?? null,
        field: `${path}.expiryDate`,
      }
    : undefined;
  const cause: Cause = { entryType: 'purchase_received', referenceId: order.id };
  const field = `${path}.${quantityField(row)}`;
  const value = line.unitCost ? (order.exchangeRate ?? Rate.one).costOf(line.unitCost, arrived, field) : undefined;
  const cost = { originId: line.id, ...(value && { value }) };
  const entry = stock.put({ ...place, quantity: arrived, field }, cause, lot, cost);
  line.receivedValue = line.receivedValue && entry.valueChange ? line.receivedValue.plus(entry.valueChange) : null;
  stock.expect(place, arrived.negated());
  line.quantityReceived = line.quantityReceived.plus(arrived);
}

/**
 * Ends a short delivery: what will never arrive must not stay incoming. An order of which nothing has arrived must be
 * cancelled instead. docs/api.md, "Purchase order states".
 */
function giveUp(order: PurchaseOrder, stock: Stock): void {
  if (order.items.getItems().every(item => item.quantityReceived.isZero())) {
    refuse('validation_failed', 'Nothing was received; cancel the purchase order instead.', { field: 'close' });
  }
  for (const item of order.items) stock.expect(placeOf(order, item), item.outstanding().negated());
}
