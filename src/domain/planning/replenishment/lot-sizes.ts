import { fromUnits, type LotSize, toUnits, UNIT } from './netting.ts';

/*
 * How much is ordered where so much is needed: whole purchase units, at least the minimum, in multiples, and more where that is cheaper.
 * Quantities are ten-thousandths of base units.
 */

/** How a supplier sells, as far as quantities go. */
export interface Terms {
  unitsPerPurchaseUnit: number;
  minOrderQuantity: number | null;
  orderMultiple: number | null;
  /** In ascending order of their quantities, which count purchase units. */
  priceBreaks: readonly { minQuantity: number; unitCost: number }[];
}

/** Whole units: nobody orders half a bag. */
export const wholeUnits: LotSize = need => Math.ceil(need / UNIT) * UNIT;

/** The least number of purchase units that may be ordered and covers so many. */
function orderable(purchaseUnits: number, { minOrderQuantity, orderMultiple }: Terms): number {
  const multiple = orderMultiple ?? 1;
  return Math.ceil(Math.max(Math.ceil(purchaseUnits), Math.ceil(minOrderQuantity ?? 0), 1) / multiple) * multiple;
}

/** What a base unit costs when so many purchase units are ordered; null where no price is known. */
export const unitCostOf = (purchaseUnits: number, { priceBreaks }: Terms): number | null =>
  priceBreaks.filter(({ minQuantity }) => minQuantity <= purchaseUnits).at(-1)?.unitCost ?? null;

/** The number of purchase units to order: a price break is taken if it is cheaper and what it adds is used up within the horizon. */
export function purchaseUnitsFor(need: number, most: number, terms: Terms): number {
  const each = toUnits(terms.unitsPerPurchaseUnit);
  const least = orderable(need / each, terms);
  let chosen = least;
  let cost = unitCostOf(least, terms) ?? Number.POSITIVE_INFINITY;
  for (const { minQuantity } of terms.priceBreaks) {
    const count = orderable(minQuantity, terms);
    const lower = unitCostOf(count, terms)!;
    if (count > least && count * each <= most && lower < cost) [chosen, cost] = [count, lower];
  }
  return chosen;
}

export const lotSizeOf =
  (terms: Terms): LotSize =>
  (need, most) =>
    purchaseUnitsFor(need, most, terms) * toUnits(terms.unitsPerPurchaseUnit);

/** What so many ten-thousandths cost, in the currency of the terms; null where no price is known. */
export function costOf(units: number, terms: Terms): number | null {
  const cost = unitCostOf(fromUnits(units) / terms.unitsPerPurchaseUnit, terms);
  return cost === null ? null : Math.round(cost * units) / UNIT;
}
