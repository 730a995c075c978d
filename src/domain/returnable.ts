import { sql } from 'kysely';
import type { Problem } from '../kernel/errors.ts';
import { Quantity } from '../kernel/quantity.ts';
import type { Unit } from '../kernel/unit.ts';
import { ofTenant } from '../store/tenant.ts';
import type { Order } from './orders.ts';
import type { Variant } from './variants.ts';

/*
 * What can still be returned of an order, over all of its return authorizations.
 */

/**
 * What can still be returned of each variant: fulfilled less everything in other return authorizations that are not
 * cancelled.
 */
export async function returnable(unit: Unit, order: Order, exceptId: string): Promise<Map<string, Quantity>> {
  const { rows } = await sql<{ variant_id: string; claimed: number }>`
    select i.variant_id, sum(i.quantity) as claimed from return_authorizations r
    join return_authorization_items i on ${ofTenant('i')} and i.return_authorization_id = r.id
    where ${ofTenant('r')} and r.order_id = ${order.id} and r.status <> 'cancelled' and r.id <> ${exceptId}
    group by i.variant_id`.execute(unit.db);
  const left = new Map<string, Quantity>();
  for (const item of order.items)
    left.set(item.variant.id, (left.get(item.variant.id) ?? Quantity.zero).plus(item.quantityFulfilled));
  for (const { variant_id, claimed } of rows) left.set(variant_id, left.get(variant_id)!.minus(Quantity.of(claimed)));
  return left;
}

/** More is to come back of a variant than `left`, which is what was fulfilled and is not yet returned. */
export const tooMuch = ({ sku }: Variant, requested: Quantity, left: Quantity, field: string): Problem => ({
  code: 'return_exceeds_fulfilled',
  message: `Only ${left} of ${sku} were fulfilled and not yet returned.`,
  field,
  details: { sku, requested: requested.toNumber(), returnable: left.toNumber() },
});

export interface LotsOut {
  /** What of each lot is out and claimed by nobody else, first out first. */
  lots: { variantId: string; lotId: string; quantity: Quantity }[];
  /** What left before its variant had lots, by variant: it may come back in any. */
  unassigned: Map<string, Quantity>;
}

/**
 * What left for the order and has not been returned yet, without what other pending returns name: one that names no
 * lot must not be booked to theirs.
 */
export async function lotsOut(unit: Unit, order: Order, exceptId: string): Promise<LotsOut> {
  const { rows } = await sql<{ variant_id: string; lot_id: string | null; quantity: number }>`
    select variant_id, lot_id, sum(quantity) as quantity from (
      select e.variant_id, e.lot_id, case when e.entry_type = 'order_fulfilled' then e.quantity
          else -e.quantity end as quantity, e.id from ledger_entries e
      where ${ofTenant('e')} and (e.entry_type = 'order_fulfilled' and e.reference_id = ${order.id}
          or e.entry_type in ('return_received', 'return_disposed')
        and e.reference_id in (select r.id from return_authorizations r
              where ${ofTenant('r')} and r.order_id = ${order.id}))
      union all
      select i.variant_id, i.lot_id, -i.quantity, null from return_authorizations r
      join return_authorization_items i on ${ofTenant('i')} and i.return_authorization_id = r.id
      where ${ofTenant('r')} and r.order_id = ${order.id} and r.status = 'pending'
        and r.id <> ${exceptId} and i.lot_id is not null
    ) moved group by variant_id, lot_id order by min(id::text)`.execute(unit.db);
  const out: LotsOut = { lots: [], unassigned: new Map() };
  for (const { variant_id: variantId, lot_id: lotId, quantity: left } of rows) {
    const still = Quantity.of(left);
    if (lotId !== null) out.lots.push({ variantId, lotId, quantity: still });
    // More of a lot came back than left in it: it was among what left without one.
    if (lotId === null || still.isNegative())
      out.unassigned.set(variantId, (out.unassigned.get(variantId) ?? Quantity.zero).plus(still));
  }
  return out;
}

/**
 * Takes the quantity from what is out of the lot that a line names, then from what left before its variant had lots.
 * Refuses the rest: a lot that did not leave with the order, or more of it than is still out.
 */
export function claimed(
  { lots, unassigned }: LotsOut,
  variant: Variant,
  lotId: string | undefined,
  quantity: Quantity,
  field: string,
): Problem[] {
  // The variant may have ceased to be lot-tracked.
  if (lotId === undefined || !variant.lotTracked) return [];
  const lot = lots.find(each => each.lotId === lotId);
  const there = atLeastNone(lot?.quantity);
  const other = atLeastNone(unassigned.get(variant.id));
  const returnable = there.plus(other);
  if (returnable.lessThan(quantity))
    return [
      {
        code: 'return_exceeds_fulfilled',
        message: `Only ${returnable} of this lot of ${variant.sku} were fulfilled with the order and not yet returned.`,
        field,
        details: { sku: variant.sku, lotId, requested: quantity.toNumber(), returnable: returnable.toNumber() },
      },
    ];
  const share = Quantity.min(quantity, there);
  if (lot) lot.quantity = lot.quantity.minus(share);
  unassigned.set(variant.id, other.minus(quantity.minus(share)));
  return [];
}

const atLeastNone = (left: Quantity | undefined): Quantity => (left?.isPositive() ? left : Quantity.zero);
