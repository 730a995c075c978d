import { Quantity } from '../../kernel/quantity.ts';

/** One unit, for costs per unit. */
export const ONE = Quantity.of(1);

/** Goods of one cost that move together. */
export interface Parcel {
  quantity: Quantity;
  /** What all of it cost; null if unknown. */
  value: Quantity | null;
  /** The line of the purchase order that it was received for, if known. */
  originId?: string | null;
  /** Its lot, if the entry covers several. */
  lotId?: string;
  /** The revenue of all of it, for returned goods. */
  revenue?: Quantity | null;
  /**
   * For goods that arrive or are returned: the ledger entry that they left with, and which of its parcels they were.
   */
  from?: { entryId: string; index: number };
}

/** A parcel as it is stored with its ledger entry. */
export interface StoredParcel {
  quantity: number;
  value: number | null;
  originId?: string;
  lotId?: string;
  revenue?: number | null;
  entryId?: string;
  index?: number;
}

/** The parcels that an entry stores: none if they say no more than the entry itself. */
export function stored(parcels: readonly Parcel[]): readonly StoredParcel[] | null {
  const [first] = parcels;
  if (!first || (parcels.length === 1 && !first.originId && !first.lotId && !first.from)) return null;
  return parcels.map(({ quantity, value, originId, lotId, revenue, from }) => ({
    quantity: quantity.toNumber(),
    value: value?.toNumber() ?? null,
    ...(originId && { originId }),
    ...(lotId && { lotId }),
    ...(revenue !== undefined && { revenue: revenue?.toNumber() ?? null }),
    ...from,
  }));
}

/** The value of a part of a quantity: rounded half up to four decimals, and the whole value for all of it. */
export function shareOf(value: Quantity, part: Quantity, whole: Quantity): Quantity {
  if (part.equals(whole)) return value;
  return value.isNegative() ? value.negated().times(part, whole).negated() : value.times(part, whole);
}

/**
 * Allocates an amount in proportion, each share rounded; the last one that gets any takes the rest, so that nothing is
 * lost.
 */
export function dealOut(amount: Quantity, weights: readonly Quantity[]): Quantity[] {
  const whole = Quantity.sum(weights);
  const last = weights.findLastIndex(weight => !weight.isZero());
  let rest = amount;
  return weights.map((weight, index) => {
    const share = index === last ? rest : weight.isZero() ? Quantity.zero : signedShare(amount, weight, whole);
    rest = rest.minus(share);
    return share;
  });
}

const signedShare = (amount: Quantity, weight: Quantity, whole: Quantity) =>
  weight.isNegative() ? shareOf(amount, weight.negated(), whole).negated() : shareOf(amount, weight, whole);

/** The known value of all of them, and the quantity of unknown value. */
export function totalOf(parcels: readonly Parcel[]): { value: Quantity; valued: Quantity; unvalued: Quantity } {
  const known = parcels.filter(parcel => parcel.value !== null);
  return {
    value: Quantity.sum(known.map(parcel => parcel.value!)),
    valued: Quantity.sum(known.map(parcel => parcel.quantity)),
    unvalued: Quantity.sum(parcels.filter(parcel => parcel.value === null).map(parcel => parcel.quantity)),
  };
}

/** The cost of one unit, for display. */
export const unitCostOf = (value: Quantity, quantity: Quantity): Quantity => shareOf(value, ONE, quantity);

/** Splits a parcel: the part that is taken, and the rest. */
export function split(parcel: Parcel, quantity: Quantity): { taken: Parcel; left: Parcel } {
  const of = (amount: Quantity | null | undefined) => amount && shareOf(amount, quantity, parcel.quantity);
  const taken = { ...parcel, quantity, value: of(parcel.value) ?? null } as Parcel;
  const left = {
    ...parcel,
    quantity: parcel.quantity.minus(quantity),
    value: parcel.value && parcel.value.minus(taken.value!),
  } as Parcel;
  if (parcel.revenue !== undefined) {
    taken.revenue = of(parcel.revenue) ?? null;
    left.revenue = parcel.revenue && parcel.revenue.minus(taken.revenue!);
  }
  return { taken, left };
}
