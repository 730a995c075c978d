import { type LotSize, toUnits, UNIT } from './netting.ts';

/*
 * Rounds a need to an order quantity: whole purchase units, at least the minimum, in multiples, and more if that is
 * cheaper. Quantities are ten-thousandths of base units.
 */

/** The terms of a supplier that determine quantities. */
export interface Terms {
  unitsPerPurchaseUnit: number;
  minOrderQuantity: number | null;
  orderMultiple: number | null;
  /** In ascending order of their quantities, in purchase units. */
  priceBreaks: readonly { minQuantity: number; unitCost: number }[];
}

/** Whole units: nobody orders half a bag. */
export const wholeUnits: LotSize = need => Math.ceil(need / UNIT) * UNIT;

/** The smallest number of purchase units that may be ordered and covers the need. */
function orderable(purchaseUnits: number, { minOrderQuantity, orderMultiple }: Terms): number {
  const multiple = orderMultiple ?? 1;
  return Math.ceil(Math.max(Math.ceil(purchaseUnits), Math.ceil(minOrderQuantity ?? 0), 1) / multiple) * multiple;
}

/** The price of a base unit when this many purchase units are ordered; null if no price is known. */
export const unitCostOf = (purchaseUnits: number, { priceBreaks }: Terms): number | null =>
  priceBreaks.filter(({ minQuantity }) => minQuantity <= purchaseUnits).at(-1)?.unitCost ?? null;

/**
 * The number of purchase units to order: a price break is taken if it is cheaper and the extra quantity is used up
 * within the horizon.
 */
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

/** The number of purchase units that this many ten-thousandths are. */
export const inPurchaseUnits = (units: number, { unitsPerPurchaseUnit }: Terms): number =>
  units / toUnits(unitsPerPurchaseUnit);

/** Rounds as `purchaseUnitsFor` does, but counts in ten-thousandths of base units. */
export const lotSizeOf =
  (terms: Terms): LotSize =>
  (need, most) =>
    purchaseUnitsFor(need, most, terms) * toUnits(terms.unitsPerPurchaseUnit);

/** The cost of this many ten-thousandths, in the currency of the terms; null if no price is known. */
export function costOf(units: number, terms: Terms): number | null {
  const cost = unitCostOf(inPurchaseUnits(units, terms), terms);
  return cost === null ? null : Math.round(cost * units) / UNIT;
}
