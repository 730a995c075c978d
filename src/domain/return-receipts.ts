import { sql } from 'kysely';
import { refuseAll } from '../kernel/errors.ts';
import { byId } from '../kernel/inputs.ts';
import { command } from '../kernel/operation.ts';
import { Quantity } from '../kernel/quantity.ts';
import type { Unit } from '../kernel/unit.ts';
import { ofTenant } from '../store/tenant.ts';
import type { Order } from './orders.ts';
import {
  lockReturn,
  lockReturnedOrder,
  RETURN,
  ReturnAuthorization,
  type ReturnAuthorizationItem,
  returnStates,
} from './return-authorizations.ts';
import { claimed, type LotsOut, lotsOut } from './returnable.ts';
import { DepartedGoods } from './stock/departed.ts';
import type { Line } from './stock/lines.ts';
import type { LotShare, NumberedLot } from './stock/locked-lots.ts';
import { Lot } from './stock/lots.ts';
import type { Parcel } from './stock/parcels.ts';
import { Stock } from './stock/stock.ts';
import type { Cause } from './stock/write-entry.ts';

export const receiveReturnAuthorization = command('receiveReturnAuthorization', {
  area: 'returns',
  summary: 'Receives returned goods: sellable items enter stock, others are recorded as disposed of.',
  refuses: ['invalid_state', 'return_exceeds_fulfilled'],
  input: byId(),
  output: ReturnAuthorization,
  async run(unit, { id: authorizationId }) {
    const authorization = await lockReturn(unit, authorizationId);
    returnStates.step(authorization, RETURN, 'received');
    authorization.receivedAt = unit.now();
    // Locked too, because two returns of one order must not claim the same lots.
    const order = await lockReturnedOrder(unit, authorization.order.id);
    const items = authorization.items.getItems();
    const [out, sold] = await Promise.all([lotsOut(unit, order, authorization.id), soldBy(unit, order)]);
    refuseAll(
      items.flatMap(({ variant, lot, quantity: back }, index) =>
        claimed(out, variant, lot?.id, back, `items[${index}].lotId`),
      ),
    );
    const shares = dealt(authorization, out);
    const places = items.map(({ variant }) => ({ variant, locationId: authorization.location.id }));
    const stock = await Stock.lock(unit, places, {
      lotIds: [...shares.values()].flat().map(share => share.lotId),
      lotNumbers: items.map(item => ({ variant: item.variant, lotNumber: lotNumberOf(authorization, item) })),
    });
    for (const item of items) take(authorization, stock, sold, item, shares.get(item)!);
    return authorization;
  },
});

/**
 * Puts a line back, lot by lot. A quantity whose lot cannot be determined goes into a new one named after the number
 * and line.
 */
function take(
  authorization: ReturnAuthorization,
  stock: Stock,
  sold: DepartedGoods,
  item: ReturnAuthorizationItem,
  shares: readonly LotShare[],
): void {
  const { variant } = item;
  const whole: Line = { variant, locationId: authorization.location.id, quantity: item.quantity };
  const cause: Cause = {
    entryType: item.condition === 'sellable' ? 'return_received' : 'return_disposed',
    referenceId: authorization.id,
    reason: item.condition,
  };
  // At the cost that it left with, the last that left first: docs/api.md, "What stock costs".
  const enter = (line: Line, lot?: Lot | NumberedLot) => {
    const parcels = sold.take(variant.id, lot instanceof Lot ? lot.id : null, line.quantity, false);
    const because = { ...cause, revenue: refunded(parcels) };
    if (item.condition === 'sellable') stock.put(line, because, lot, { parcels });
    else stock.record(line, because, lot as Lot | undefined, parcels);
  };
  for (const { lotId, quantity: share } of shares) enter({ ...whole, quantity: share }, stock.lot(variant, lotId));
  const rest = whole.quantity.minus(Quantity.sum(shares.map(share => share.quantity)));
  if (rest.isZero()) return;
  // Discarded goods need no lot.
  if (!variant.lotTracked || item.condition !== 'sellable') return void enter({ ...whole, quantity: rest });
  const lotNumber = lotNumberOf(authorization, item);
  enter({ ...whole, quantity: rest }, { lotNumber, sourceType: 'return', sourceId: authorization.id });
}

/** The former revenue of the goods, which is reversed; null if it is not known for all of them. */
function refunded(parcels: readonly Parcel[]): Quantity | null {
  if (!parcels.every(parcel => parcel.revenue)) return null;
  return Quantity.sum(parcels.map(parcel => parcel.revenue!)).negated();
}

/** What left for the order and has not been returned yet. */
async function soldBy(unit: Unit, order: Order): Promise<DepartedGoods> {
  const { rows } = await sql<{ id: string }>`
    select r.id from return_authorizations r where ${ofTenant('r')} and r.order_id = ${order.id}`.execute(unit.db);
  return DepartedGoods.of(unit, {
    out: 'order_fulfilled',
    outIds: [order.id],
    back: ['return_received', 'return_disposed'],
    backIds: rows.map(row => row.id),
  });
}

const lotNumberOf = (authorization: ReturnAuthorization, item: ReturnAuthorizationItem): string =>
  `${authorization.number}-${authorization.items.getItems().indexOf(item) + 1}`;

/** Assigns the items to lots: those that name one have claimed it, the others get what is left of those still out. */
function dealt({ items }: ReturnAuthorization, { lots }: LotsOut): Map<ReturnAuthorizationItem, LotShare[]> {
  const shares = new Map<ReturnAuthorizationItem, LotShare[]>();
  for (const item of items) {
    // The variant may have ceased to be lot-tracked.
    let rest = item.variant.lotTracked ? item.quantity : Quantity.zero;
    if (item.lot && item.variant.lotTracked) {
      shares.set(item, [{ lotId: item.lot.id, quantity: item.quantity }]);
      continue;
    }
    shares.set(
      item,
      lots.flatMap(lot => {
        if (lot.variantId !== item.variant.id || !lot.quantity.isPositive() || rest.isZero()) return [];
        const share = Quantity.min(rest, lot.quantity);
        lot.quantity = lot.quantity.minus(share);
        rest = rest.minus(share);
        return [{ lotId: lot.lotId, quantity: share }];
      }),
    );
  }
  return shares;
}
