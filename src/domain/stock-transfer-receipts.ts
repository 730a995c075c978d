import { z } from 'zod';
import { type Problem, referenceNotFound, refuseAll } from '../kernel/errors.ts';
import { byId, code, ruled } from '../kernel/inputs.ts';
import { command } from '../kernel/operation.ts';
import { Quantity } from '../kernel/quantity.ts';
import { type Arrival, arrivalsOf, namesLine, receiptRow, receivedItems, settle } from './receipts.ts';
import { DepartedGoods } from './stock/departed.ts';
import type { LedgerEntry } from './stock/ledger.ts';
import { type Lot, lotShares, lotsAddUp } from './stock/lots.ts';
import { Stock } from './stock/stock.ts';
import {
  causeOf,
  destinationOf,
  lockStockTransfer,
  STOCK_TRANSFER,
  StockTransfer,
  type StockTransferItem,
  type StockTransferLot,
  stockTransferStates,
} from './stock-transfers.ts';

/* Receiving a stock transfer, at once or in parts, and closing one of which some was lost. */

const received = ruled(
  receiptRow.extend({
    lotNumber: code().optional().meta({ description: 'Which of the shipped lots a lot-tracked variant arrives in.' }),
    lots: lotShares().optional().meta({
      description: 'The same for several lots. Default: of the shipped lots, the first to expire is received first.',
    }),
  }),
  given => [
    ...namesLine(given),
    ...(given['lots'] !== undefined && given['lotNumber'] !== undefined
      ? [{ path: ['lots'], message: 'Give lots or lot_number, not both.' }]
      : []),
    ...lotsAddUp(given, given['quantity']),
  ],
).meta({ id: 'ReceiveStockTransferItemInput' });

type ReceivedLine = Arrival<StockTransferItem, z.output<typeof received>>;

/** A quantity of a shipped lot; without lots, of a line. */
interface Parcel {
  item: StockTransferItem;
  shipped: StockTransferLot | undefined;
  quantity: Quantity;
}

export const receiveStockTransfer = command('receiveStockTransfer', {
  area: 'transfers',
  summary: 'Receives a transfer, completely or only the items given. `close` ends a short delivery.',
  refuses: ['invalid_state', 'over_receipt'],
  input: byId().extend({
    items: receivedItems(received),
    close: z
      .boolean()
      .default(false)
      .meta({ description: 'Closes the transfer: what has not arrived is booked as transfer_loss.' }),
  }),
  output: StockTransfer,
  async run(unit, { id: transferId, items, close }) {
    const transfer = await lockStockTransfer(unit, transferId);
    stockTransferStates.requireSource(transfer, STOCK_TRANSFER, 'received');
    const arrivals = arrivalsOf([...transfer.items], items ?? (close ? [] : undefined));
    const arrived = parcelsOf(arrivals);
    const touched = close ? [...transfer.items] : arrived.map(({ item }) => item);
    const lotIds = touched.flatMap(item => item.lots.map(({ lot }) => lot.id));
    const [underWay, stock] = await Promise.all([
      DepartedGoods.of(unit, {
        out: 'transfer_out',
        outIds: [transfer.id],
        back: ['transfer_in'],
        backIds: [transfer.id],
      }),
      Stock.lock(
        unit,
        touched.map(item => destinationOf(transfer, item)),
        { lotIds },
      ),
    ]);
    for (const parcel of arrived) {
      enter(transfer, stock, underWay, parcel);
      parcel.item.quantityReceived = parcel.item.quantityReceived.plus(parcel.quantity);
      if (parcel.shipped) parcel.shipped.quantityReceived = parcel.shipped.quantityReceived.plus(parcel.quantity);
    }
    if (close) for (const parcel of transfer.items.getItems().flatMap(lostOf)) lose(transfer, stock, underWay, parcel);
    settle(unit, transfer, close, target => stockTransferStates.step(transfer, STOCK_TRANSFER, target));
    // A receipt of nothing sends no event.
    if (arrived.length > 0 || close) transfer.receipts += 1;
    return transfer;
  },
});

/**
 * Assigns each arrival to the lots that were shipped with its line. Refuses lots that were not, and more of one than is
 * outstanding.
 */
function parcelsOf(arrivals: readonly ReceivedLine[]): Parcel[] {
  const problems: Problem[] = [];
  const outstanding = new Map(
    arrivals.flatMap(({ line }) => line.lots.map(shipped => [shipped, shipped.outstanding()] as const)),
  );
  const parcels = arrivals.flatMap((arrival): Parcel[] => {
    const { line: item, quantity: whole, row, path } = arrival;
    if (item.lots.length === 0) {
      const said = row?.lots ? 'lots' : row?.lotNumber ? 'lotNumber' : undefined;
      if (said)
        problems.push({
          code: 'validation_failed',
          message: `${item.sku} was not shipped in lots.`,
          field: `${path}.${said}`,
        });
      return [{ item, shipped: undefined, quantity: whole }];
    }
    return sharesOf(arrival, problems).flatMap(share => {
      let rest = share.quantity;
      const parts = [...item.lots]
        .filter(share.fits)
        .sort(firstExpired)
        .map(shipped => {
          const part = Quantity.min(rest, outstanding.get(shipped)!);
          outstanding.set(shipped, outstanding.get(shipped)!.minus(part));
          rest = rest.minus(part);
          return { item, shipped, quantity: part };
        });
      if (rest.isPositive())
        problems.push({
          code: 'over_receipt',
          message: `Only ${share.quantity.minus(rest)} of this lot of ${item.sku} are outstanding.`,
          field: share.field,
        });
      return parts.filter(part => part.quantity.isPositive());
    });
  });
  refuseAll(problems);
  return parcels;
}

interface Share {
  quantity: Quantity;
  field: string;
  fits(shipped: StockTransferLot): boolean;
}

/** The shipped lot that the arrival names. */
function sharesOf({ line: item, quantity: whole, row, path }: ReceivedLine, problems: Problem[]): Share[] {
  const known = (fits: Share['fits'], field: string) => {
    if (!item.lots.getItems().some(fits)) problems.push(referenceNotFound('lot in this shipment', field));
    return fits;
  };
  if (row?.lots) {
    if (!Quantity.sum(row.lots.map(lot => lot.quantity)).equals(whole)) {
      problems.push({
        code: 'validation_failed',
        message: 'The lots must add up to the quantity.',
        field: `${path}.lots`,
      });
      return [];
    }
    return row.lots.map(({ lotId, quantity: share }, index) => ({
      quantity: share,
      field: `${path}.lots[${index}].quantity`,
      fits: known(({ lot }) => lot.id === lotId, `${path}.lots[${index}].lotId`),
    }));
  }
  const number = row?.lotNumber;
  return [
    {
      quantity: whole,
      field: `${path}.quantity`,
      fits: number === undefined ? () => true : known(({ lotNumber }) => lotNumber === number, `${path}.lotNumber`),
    },
  ];
}

function firstExpired({ lot: a }: StockTransferLot, { lot: b }: StockTransferLot): number {
  const rank = (lot: Lot) => `${lot.expiryDate ?? '9999-12-31'} ${lot.receivedAt.toISOString()} ${lot.id}`;
  return rank(a) < rank(b) ? -1 : 1;
}

function lostOf(item: StockTransferItem): Parcel[] {
  const parcels =
    item.lots.length > 0
      ? item.lots.map(shipped => ({ item, shipped, quantity: shipped.outstanding() }))
      : [{ item, shipped: undefined, quantity: item.outstanding() }];
  return parcels.filter(parcel => parcel.quantity.isPositive());
}

/** Puts it there at the cost that it left the source with. */
function enter(
  transfer: StockTransfer,
  stock: Stock,
  underWay: DepartedGoods,
  { item, shipped, quantity: arrived }: Parcel,
): LedgerEntry {
  const place = destinationOf(transfer, item);
  const entry = stock.put(
    { ...place, quantity: arrived },
    causeOf(transfer, 'transfer_in'),
    shipped && stock.lot(item.variant, shipped.lot.id),
    { parcels: underWay.take(item.variant.id, shipped?.lot.id ?? null, arrived, true) },
  );
  stock.expect(place, arrived.negated());
  return entry;
}

/**
 * Lost goods enter the destination and are lost there at once: so a transfer's ins and outs are equal, and the loss is
 * a stock change like any other.
 */
function lose(transfer: StockTransfer, stock: Stock, underWay: DepartedGoods, parcel: Parcel): void {
  const entered = enter(transfer, stock, underWay, parcel);
  const line = { ...destinationOf(transfer, parcel.item), quantity: parcel.quantity };
  stock.takeBack(line, entered, causeOf(transfer, 'transfer_loss'));
}
