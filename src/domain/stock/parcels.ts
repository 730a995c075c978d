import { Quantity } from '../../kernel/quantity.ts';

/** One: what an amount of one unit is counted in. */
export const ONE = Quantity.of(1);

/** Some goods of one cost that move together. */
export interface Parcel {
  quantity: Quantity;
  /** What all of it cost; null where that is not known. */
  value: Quantity | null;
  /** The line of the purchase order that it was received for, as far as that is known. */
  originId?: string | null;
  /** The lot that it is of, where the entry is of several. */
  lotId?: string;
  /** What all of it was sold for, of goods that come back. */
  revenue?: Quantity | null;
  /** Of goods that arrive or come back: the ledger entry that they left with, and which of its parcels they were. */
  from?: { entryId: string; index: number };
}

/** A parcel as its ledger entry keeps it. */
export interface StoredParcel {
  quantity: number;
  value: number | null;
  originId?: string;
  lotId?: string;
  revenue?: number | null;
  entryId?: string;
  index?: number;
}

/** What an entry keeps of its parcels: nothing where they tell no more than the entry itself does. */
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

/** The value of some of a quantity, of the value of all of it: rounded half up to four decimals, and all of it of all. */
export function shareOf(value: Quantity, part: Quantity, whole: Quantity): Quantity {
  if (part.equals(whole)) return value;
  return value.isNegative() ? value.negated().times(part, whole).negated() : value.times(part, whole);
}

/** Deals an amount out in proportion, each share rounded; the last that gets any takes what is left, so that nothing is lost. */
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

/** What is known of the value of all of them, and the quantity of which nothing is. */
export function totalOf(parcels: readonly Parcel[]): { value: Quantity; valued: Quantity; unvalued: Quantity } {
  const known = parcels.filter(parcel => parcel.value !== null);
  return {
    value: Quantity.sum(known.map(parcel => parcel.value!)),
    valued: Quantity.sum(known.map(parcel => parcel.quantity)),
    unvalued: Quantity.sum(parcels.filter(parcel => parcel.value === null).map(parcel => parcel.quantity)),
  };
}

/** The cost of one unit, for showing. */
export const unitCostOf = (value: Quantity, quantity: Quantity): Quantity => shareOf(value, ONE, quantity);

/** Splits some off a parcel: what is taken of it, and what is left. */
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
