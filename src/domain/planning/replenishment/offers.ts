import { sql } from 'kysely';
import type { Db } from '../../../kernel/unit.ts';
import { ofTenant } from '../../../store/tenant.ts';
import { type Terms, unitCostOf } from './lot-sizes.ts';

/*
 * Supplier items, and the choice among them.
 */

/** The terms of a supplier item that planning needs. */
export interface Offer extends Terms {
  id: string;
  supplierId: string;
  supplierName: string;
  supplierLeadDays: number | null;
  leadDays: number | null;
  /** Null if it is the organization's. */
  currency: string | null;
  preferred: boolean;
}

/**
 * The supplier item to buy by: a preferred one first, then one of the usual supplier, then the cheapest for a month's
 * demand, then the fastest.
 */
export function offerFor(
  { supplierId, dayMean }: { supplierId: string | null; dayMean: number },
  offers: readonly Offer[],
): Offer | undefined {
  // Prices in other currencies cannot be compared: those come last.
  const price = (offer: Offer) =>
    (offer.currency === null && unitCostOf((dayMean * 30) / offer.unitsPerPurchaseUnit + 1, offer)) || Number.MAX_VALUE;
  return offers.toSorted(
    (a, b) =>
      Number(b.preferred) - Number(a.preferred) ||
      Number(b.supplierId === supplierId) - Number(a.supplierId === supplierId) ||
      price(a) - price(b) ||
      (a.leadDays ?? a.supplierLeadDays ?? 0) - (b.leadDays ?? b.supplierLeadDays ?? 0) ||
      (a.id < b.id ? -1 : 1),
  )[0];
}

/** The active supplier items of these variants. */
export async function readOffers(db: Db, variantIds: readonly string[]): Promise<(Offer & { variantId: string })[]> {
  const { rows } = await sql<Offer & { variantId: string }>`
    select i.id, i.variant_id as "variantId", i.supplier_id as "supplierId",
      i.units_per_purchase_unit as "unitsPerPurchaseUnit",
      i.min_order_quantity as "minOrderQuantity", i.order_multiple as "orderMultiple", i.price_breaks as "priceBreaks",
      i.lead_time_days as "leadDays",
      s.name as "supplierName", s.lead_time_days as "supplierLeadDays",
      nullif(i.currency, o.currency) as currency, i.preferred
    from supplier_items i
    join suppliers s on ${ofTenant('s')} and s.id = i.supplier_id join organizations o on ${ofTenant('o', 'id')}
    where ${ofTenant('i')} and i.active and i.variant_id = any(${variantIds})`.execute(db);
  return rows;
}
