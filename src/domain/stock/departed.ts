import { sql } from 'kysely';
import { Quantity } from '../../kernel/quantity.ts';
import type { Unit } from '../../kernel/unit.ts';
import { ofTenant } from '../../store/tenant.ts';
import type { EntryType } from './ledger.ts';
import { dealOut, type Parcel, type StoredParcel, split } from './parcels.ts';

/*
 * What left the stock for a document and has not been returned, or has not arrived yet, at the cost that it left with.
 */

interface Entry {
  id: string;
  entry_type: EntryType;
  variant_id: string;
  lot_id: string | null;
  quantity: number;
  value_change: number | null;
  revenue: number | null;
  parcels: readonly StoredParcel[] | null;
}

interface DepartedParcel {
  variantId: string;
  lotId: string | null;
  parcel: Parcel;
}

const amount = (value: number | null | undefined) =>
  value === null || value === undefined ? null : Quantity.of(value);

/** The types of entries that record departures, and those that record what became of them. */
interface Journey {
  out: EntryType;
  outIds: readonly string[];
  back: readonly EntryType[];
  backIds: readonly string[];
}

/** The goods that left with a document and have neither come back nor arrived yet, with what they cost. */
export class DepartedGoods {
  readonly #left: DepartedParcel[] = [];

  /** Reads it from the ledger. The document is locked: nobody else takes from it. */
  static async of(unit: Unit, { out, outIds, back, backIds }: Journey): Promise<DepartedGoods> {
    const { rows } = await sql<Entry>`
      select e.id, e.entry_type, e.variant_id, e.lot_id, e.quantity, e.value_change, e.revenue, e.parcels
      from ledger_entries e
      where ${ofTenant('e')} and (e.entry_type = ${out} and e.reference_id = any(${[...outIds]}::uuid[])
        or e.entry_type = any(${[...back]}) and e.reference_id = any(${[...backIds]}::uuid[]))
      order by e.entry_type <> ${out}, e.sequence, e.id`.execute(unit.db);
    const departed = new DepartedGoods();
    for (const row of rows) {
      if (row.entry_type === out) departed.#leave(row);
      else departed.#returned(row, back[0] === 'transfer_in');
    }
    return departed;
  }

  #leave({ id, variant_id: variantId, lot_id: lotId, quantity, value_change, revenue, parcels }: Entry): void {
    const kept = parcels ?? [{ quantity, value: value_change === null ? null : -value_change }];
    const sold = amount(revenue);
    const revenues =
      sold &&
      dealOut(
        sold,
        kept.map(each => Quantity.of(each.quantity)),
      );
    for (const [index, each] of kept.entries())
      this.#left.push({
        variantId,
        lotId,
        parcel: {
          quantity: Quantity.of(each.quantity),
          value: amount(each.value),
          originId: each.originId ?? null,
          revenue: revenues?.[index] ?? null,
          from: { entryId: id, index },
        },
      });
  }

  /** Subtracts what was settled before. Entries from before costs were recorded do not say which part that was. */
  #returned({ variant_id, lot_id, quantity, parcels }: Entry, firstFirst: boolean): void {
    if (!parcels) return void this.take(variant_id, lot_id, Quantity.of(quantity), firstFirst);
    for (const { entryId, index, quantity: taken, value, revenue } of parcels) {
      const left = this.#left.find(({ parcel }) => parcel.from?.entryId === entryId && parcel.from?.index === index);
      if (!left) continue;
      left.parcel = {
        ...left.parcel,
        quantity: left.parcel.quantity.minus(Quantity.of(taken)),
        value: left.parcel.value?.minus(amount(value) ?? Quantity.zero) ?? null,
        revenue: left.parcel.revenue?.minus(amount(revenue) ?? Quantity.zero) ?? null,
      };
    }
  }

  /**
   * Takes this much of it, of the lot as far as that much of it left; the first that left first, or the last. Goods
   * that never left have no known cost.
   */
  take(variantId: string, lotId: string | null, quantity: Quantity, firstFirst: boolean): Parcel[] {
    const open = this.#left.filter(left => left.variantId === variantId && left.parcel.quantity.isPositive());
    const inTurn = firstFirst ? open : open.reverse();
    const ofLot = inTurn.filter(left => left.lotId === lotId);
    const taken: Parcel[] = [];
    let missing = quantity;
    for (const left of [...ofLot, ...inTurn.filter(each => each.lotId !== lotId)]) {
      if (missing.isZero()) break;
      const parts = split(left.parcel, Quantity.min(missing, left.parcel.quantity));
      left.parcel = parts.left;
      missing = missing.minus(parts.taken.quantity);
      taken.push(parts.taken);
    }
    if (missing.isPositive()) taken.push({ quantity: missing, value: null, revenue: null });
    return taken;
  }
}
