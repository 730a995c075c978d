import { sql } from 'kysely';
import { refuse, refuseAll } from '../../kernel/errors.ts';
import { Quantity } from '../../kernel/quantity.ts';
import type { Unit } from '../../kernel/unit.ts';
import { create, findByIds, refer } from '../../store/record.ts';
import { ofTenant } from '../../store/tenant.ts';
import { Location } from '../locations.ts';
import { Variant } from '../variants.ts';
import type { CostLayer } from './cost-layers.ts';
import type { EntryType, LedgerEntry } from './ledger.ts';
import type { InventoryLevel } from './levels.ts';
import { keyOf, type Line, type Place, pathTo, shortage } from './lines.ts';
import { lockLevels, makeLevels } from './lock-levels.ts';
import { LockedCosts, loadLayers, type OutboundQuantity, type ValueChange } from './locked-costs.ts';
import { LockedLots, type LotChoice, type LotName, type LotShare, type NumberedLot } from './locked-lots.ts';
import { Lot } from './lots.ts';
import { dealOut, type Parcel, totalOf } from './parcels.ts';
import { type Holder, Reservation } from './reservations.ts';
import { type Cause, writeEntry } from './write-entry.ts';

/** The cost of incoming goods: by parcel, or in total. Default: the usual cost there. */
export interface Cost {
  parcels?: readonly Parcel[];
  /** Null if unknown. */
  value?: Quantity | null;
  /** The line of the purchase order that they are received for. */
  originId?: string;
}

export interface ReservationRef {
  referenceType: Holder;
  referenceId: string;
  lineId: string;
}

/** Stock that counts towards the lot's initial quantity, even if the lot has arrived before. */
const BEGINS_LOT: ReadonlySet<EntryType> = new Set<EntryType>(['purchase_received', 'return_received']);

/**
 * Uses that are forbidden for a lot in quarantine or recalled, even if it is named: delivering it to a customer, or
 * building it into something.
 */
const USES_LOT: ReadonlySet<EntryType> = new Set<EntryType>(['order_fulfilled', 'production_consumed']);

/**
 * The stock that a command has locked: the only writer of levels, lots, ledger and reservations. Facts (`put`, `take`)
 * are bounded by what is physically there, promises (`reserve`, `requireAvailable`) by what is available (docs/api.md,
 * "Facts and promises"). Everything is decided here in memory and written when the command ends.
 */
export class Stock {
  readonly #unit: Unit;
  readonly #levels = new Map<string, InventoryLevel>();
  readonly #lots: LockedLots;
  readonly #costs: LockedCosts;
  /** The layers that an entry of this command has created. */
  readonly #made = new Map<LedgerEntry, readonly CostLayer[]>();

  private constructor(unit: Unit) {
    this.#unit = unit;
    this.#lots = new LockedLots(unit);
    this.#costs = new LockedCosts(unit);
  }

  /**
   * Locks the levels of these places, creating missing ones, and the lots at them. Rows are locked in one global order
   * (levels by location and variant, then lots by id), so that two commands that share items cannot deadlock. Call it
   * once, after the document itself was locked and before anything is changed. `leaving` says how much will leave at
   * most, so that its cost is loaded.
   */
  static async lock(
    unit: Unit,
    places: readonly Place[],
    lots: { lotIds?: readonly string[]; lotNumbers?: readonly LotName[]; leaving?: readonly OutboundQuantity[] } = {},
  ): Promise<Stock> {
    const stock = new Stock(unit);
    await stock.#lockLevels(places, lots.leaving);
    const tracked = places.filter(place => place.variant.lotTracked);
    if (tracked.length > 0) await stock.#lots.lockAt(tracked, lots.lotIds ?? [], lots.lotNumbers ?? []);
    return stock;
  }

  /**
   * Locks lots and the levels that hold them, to change whether their stock is on hold. In the same order as `lock`:
   * levels, then lots. Ids that this organization does not have are absent from `lots`.
   */
  static async lockLots(unit: Unit, lotIds: readonly string[]): Promise<Stock> {
    const stock = new Stock(unit);
    await stock.lockMoreLots(lotIds);
    return stock;
  }

  /**
   * Locks further lots and their levels, which appeared while others were being locked. Such late locks may deadlock
   * with another transaction's; the database then aborts one, and it is run again.
   */
  async lockMoreLots(lotIds: readonly string[]): Promise<void> {
    const { rows } = await sql<{ variant_id: string; location_id: string | null }>`
      select distinct l.variant_id, s.location_id
      from lots l left join lot_levels s on ${ofTenant('s')} and s.lot_id = l.id and s.quantity > 0
      where ${ofTenant('l')} and l.id = any(${[...lotIds]}::uuid[])`.execute(this.#unit.db);
    const variants = await findByIds(
      this.#unit,
      Variant,
      rows.map(row => row.variant_id),
    );
    const lockPlaces = (places: readonly { variant_id: string; location_id: string | null }[]) => {
      const unlocked = places.flatMap(place =>
        place.location_id && !this.#levels.has(keyOf(place.location_id, place.variant_id))
          ? [{ variant: variants.get(place.variant_id)!, locationId: place.location_id }]
          : [],
      );
      return unlocked.length > 0 ? this.#loadLevels(unlocked) : undefined;
    };
    await lockPlaces(rows);
    const places = await this.#lots.lock(lotIds, variants);
    // A movement may have brought a lot to a new place between the two locks.
    await lockPlaces(places);
  }

  async #lockLevels(places: readonly Place[], leaving?: readonly OutboundQuantity[]): Promise<void> {
    const wanted = new Map(places.map(place => [keyOf(place.locationId, place.variant.id), place]));
    await this.#loadLevels([...wanted.values()], leaving);
    const missing = [...wanted].filter(([key]) => !this.#levels.has(key)).map(([, place]) => place);
    if (missing.length === 0) return;
    await this.#unit.together('make levels', missing, async all => {
      await makeLevels(this.#unit, all.flat());
      return all;
    });
    await this.#loadLevels(missing);
  }

  /**
   * Locks the levels of these places, together with the requests of other commands in the transaction, and loads the
   * layers that are to leave.
   */
  async #loadLevels(places: readonly Place[], leaving: readonly OutboundQuantity[] = []): Promise<void> {
    const locked = await this.#unit.together('lock levels', { places, leaving }, async all => {
      const everything = all.flatMap(each => each.leaving);
      const [levels, costs] = await Promise.all([
        lockLevels(
          this.#unit,
          all.flatMap(each => each.places),
        ),
        everything.length > 0 ? loadLayers(this.#unit, everything) : undefined,
      ]);
      return all.map(() => ({ levels, costs }));
    });
    for (const { locationId, variant } of places) {
      const level = locked.levels.get(keyOf(locationId, variant.id));
      if (level) this.#levels.set(keyOf(locationId, variant.id), level);
    }
    if (locked.costs) this.#costs.keep(leaving, locked.costs);
  }

  /** The lots that are locked. */
  get lots(): ReadonlyMap<string, Lot> {
    return this.#lots.all;
  }

  /** The locked level of this place. */
  level({ variant, locationId }: Place): InventoryLevel {
    const level = this.#levels.get(keyOf(locationId, variant.id));
    if (!level) throw new Error(`The level of ${variant.sku} was not locked.`);
    return level;
  }

  // ---- promises ----

  /** Refuses (`insufficient_stock`, one problem per short level) unless all lines together are available. */
  requireAvailable(lines: readonly Line[]): void {
    this.#requireEnough(lines, level => level.quantityAvailable);
  }

  /** Reserves the lines for a document: all of them or none. */
  reserve(lines: readonly (Line & ReservationRef)[]): Reservation[] {
    this.requireAvailable(lines);
    return lines.map(line => {
      const level = this.level(line);
      level.quantityReserved = level.quantityReserved.plus(line.quantity);
      level.settle();
      const { variant, quantity, referenceType, referenceId, lineId } = line;
      return create(this.#unit, Reservation, {
        variant,
        sku: variant.sku,
        location: refer(this.#unit, Location, line.locationId),
        quantity,
        referenceType,
        referenceId,
        lineId,
      });
    });
  }

  /** Releases a reservation, wholly or in part. */
  release(reservation: Reservation, variant: Variant, quantity: Quantity = reservation.quantity): void {
    const level = this.level({ variant, locationId: reservation.location.id });
    level.quantityReserved = level.quantityReserved.minus(quantity);
    level.settle();
    reservation.quantity = reservation.quantity.minus(quantity);
    if (reservation.quantity.isZero()) this.#unit.em.remove(reservation);
  }

  /**
   * Changes the incoming quantity: up when a purchase order is submitted or a transfer shipped, down when it arrives or
   * ends.
   */
  expect(place: Place, change: Quantity, field?: string): void {
    const level = this.level(place);
    level.quantityIncoming = level.quantityIncoming.plus(change, field);
  }

  // ---- facts ----

  /** Refuses (`insufficient_stock`, one problem per short level) unless all lines together are physically there. */
  requireOnHand(lines: readonly Line[]): void {
    this.#requireEnough(lines, level => level.quantityOnHand);
  }

  /**
   * Adds stock: one ledger entry. A lot-tracked variant needs its lot, which is created if it is given by a number that
   * does not exist yet. Refuses before anything is changed or created: other rows of the request may still be applied.
   */
  put(line: Line, cause: Cause, into?: Lot | NumberedLot, cost: Cost = {}): LedgerEntry {
    const { variant, quantity, field } = line;
    if (!quantity.isPositive()) throw new Error(`Nothing of ${variant.sku} is to be put there.`);
    if (variant.lotTracked && !into)
      refuse('validation_failed', `${variant.sku} is lot-tracked: name its lot.`, {
        field: pathTo(field, 'lotNumber'),
      });
    const level = this.level(line);
    level.quantityOnHand.plus(quantity, field);
    const { value = this.#costs.usual(level, line, quantity, field), originId = null } = cost;
    const parcels = cost.parcels ?? [{ quantity, value, originId }];
    level.value.plus(totalOf(parcels).value, field);
    const lot = into && this.#lotFor(line, cause, into);
    const layers: CostLayer[] = [];
    const entry = this.#move(line, quantity, cause, lot, () => {
      const { made, ...change } = this.#costs.enter(level, lot, parcels, cause.entryType);
      layers.push(...made);
      return change;
    });
    this.#made.set(entry, layers);
    return entry;
  }

  /** The lot that the line goes into; for a new one this is its initial quantity. */
  #lotFor({ variant, quantity, field }: Line, { entryType }: Cause, into: Lot | NumberedLot): Lot {
    const known = into instanceof Lot ? into : this.#lots.numbered(variant, into);
    known?.quantityRemaining.plus(quantity, field);
    if (into instanceof Lot && !into.quantityInitial.isZero()) return into;
    const lot = known ?? this.#lots.make(variant, into as NumberedLot);
    if (lot.quantityInitial.isZero() || BEGINS_LOT.has(entryType))
      lot.quantityInitial = lot.quantityInitial.plus(quantity, field);
    return lot;
  }

  /**
   * Takes stock away: one ledger entry, or one per lot. Lots leave first expired, first out (then oldest receipt),
   * without those that are on hold or expired, unless the shares name them. Refuses `insufficient_stock` if that much
   * is not physically there.
   */
  take(line: Line, cause: Cause, shares?: readonly LotShare[], choice: LotChoice = {}): LedgerEntry[] {
    this.requireOnHand([line]);
    if (!line.variant.lotTracked) {
      if (shares?.length)
        refuse('validation_failed', `${line.variant.sku} is not lot-tracked.`, { field: pathTo(line.field, 'lots') });
      return [this.#leave(line, line.quantity, cause)];
    }
    const chosen = shares?.length
      ? this.#lots.named(line, shares, USES_LOT.has(cause.entryType))
      : this.#lots.firstExpired(line, choice);
    const revenues = cause.revenue
      ? dealOut(
          cause.revenue,
          chosen.map(({ quantity }) => quantity),
        )
      : [];
    return chosen.map(({ lot, quantity }, index) =>
      this.#leave(line, quantity, { ...cause, revenue: revenues[index] ?? null }, lot),
    );
  }

  #leave(line: Line, quantity: Quantity, cause: Cause, lot?: Lot): LedgerEntry {
    return this.#move({ ...line, quantity }, quantity.negated(), cause, lot, level =>
      this.#costs.leave(level, lot, quantity, cause.entryType),
    );
  }

  /** Takes away what this entry of the command has added, at the same cost. */
  takeBack(line: Line, made: LedgerEntry, cause: Cause): LedgerEntry {
    return this.#move(line, line.quantity.negated(), cause, made.lot ?? undefined, level =>
      this.#costs.leaveAgain(level, this.#made.get(made)!, cause.entryType),
    );
  }

  /** Writes an entry that moves nothing: a disposed return is recorded, and on hand and its value stay as they are. */
  record(line: Line, cause: Cause, lot?: Lot, parcels: readonly Parcel[] = []): LedgerEntry {
    return this.#move(line, Quantity.zero, cause, lot, () => ({
      parcels,
      value: Quantity.zero,
      unvalued: Quantity.zero,
    }));
  }

  /** Whether all that is there, or all of the lot, has this cost. It must be loaded as stock that may leave is. */
  costs({ quantity, field, ...place }: Line, unitCost: Quantity, lot?: Lot): boolean {
    return this.#costs.is(this.level(place), lot, quantity, unitCost, field);
  }

  /**
   * Gives stock of unknown cost, of the lot if one is given, this cost. Returns the entry, or undefined if there is
   * none.
   */
  price(place: Place, unitCost: Quantity, cause: Cause, lot?: Lot, field?: string): LedgerEntry | undefined {
    const level = this.level(place);
    const change = this.#costs.price(level, lot, unitCost, field);
    if (!change) return undefined;
    return this.#move({ ...place, quantity: Quantity.zero }, Quantity.zero, cause, lot, () => change);
  }

  /**
   * Adds a landed cost: the shares of existing stock to its layers, and those of stock that is gone to the entry alone.
   * Refuses a negative value of a layer or of the level, and goods of unknown cost.
   */
  revalue(
    place: Place,
    { layers, sold, unsold }: { layers: ReadonlyMap<CostLayer, Quantity>; sold: Quantity; unsold: Quantity },
    cause: Cause,
    field: string,
  ): LedgerEntry | undefined {
    const value = Quantity.sum(layers.values());
    const gone = sold.plus(unsold, field);
    if (value.isZero() && gone.isZero()) return undefined;
    this.#costs.revalue(this.level(place), place.variant, layers, field);
    const parcels = [...layers].map(([layer, share]) => ({
      quantity: Quantity.zero,
      value: share,
      ...(layer.lot && { lotId: layer.lot.id }),
    }));
    const change = { parcels, value, unvalued: Quantity.zero, gone, goneUnsold: unsold };
    return this.#move({ ...place, quantity: Quantity.zero }, Quantity.zero, cause, undefined, () => change);
  }

  #move(
    line: Line,
    change: Quantity,
    cause: Cause,
    lot: Lot | undefined,
    cost: (level: InventoryLevel) => ValueChange,
  ): LedgerEntry {
    const level = this.level(line);
    level.version += 1;
    const costed = cost(level);
    level.quantityOnHand = level.quantityOnHand.plus(change);
    if (lot && !change.isZero()) this.#lots.move(lot, level, line.locationId, change, cause.entryType);
    level.settle();
    return writeEntry(this.#unit, level, line, change, cause, lot, costed);
  }

  // ---- lots ----

  /**
   * Puts all stock of the lot on hold, or releases it. The lot was locked with `lockLots`; a released lot that has
   * expired stays on hold.
   */
  hold(lot: Lot, held: boolean): void {
    for (const { variant, location, quantity } of this.#lots.hold(lot, held)) {
      const level = this.#levels.get(keyOf(location.id, variant.id))!;
      level.quantityOnHold = lot.held ? level.quantityOnHold.plus(quantity) : level.quantityOnHold.minus(quantity);
      level.settle();
    }
  }

  /**
   * The lot with this number, if the variant has one; the number must have been given to `lock`. Refuses another expiry
   * date than it has.
   */
  lotNumbered(variant: Variant, named: NumberedLot): Lot | undefined {
    return this.#lots.numbered(variant, named);
  }

  /** How much of the lot is at the location. */
  quantityOfLot(lot: Lot, locationId: string): Quantity {
    return this.#lots.quantityAt(lot, locationId);
  }

  /** A lot that was locked with its place or by name. Refuses `reference_not_found` at the field. */
  lot(variant: Variant, lotId: string, field?: string): Lot {
    return this.#lots.of(variant, lotId, field);
  }

  /** The lot that would be picked next at this place; one on hold only if there is no other. */
  nextLot(place: Place): Lot | undefined {
    return this.#lots.next(place);
  }

  // ---- shortages ----

  #requireEnough(lines: readonly Line[], bound: (level: InventoryLevel) => Quantity): void {
    const sums = new Map<InventoryLevel, Line>();
    for (const line of lines) {
      const level = this.level(line);
      const sum = sums.get(level);
      sums.set(level, sum ? added(sum, line) : line);
    }
    refuseAll(
      [...sums].flatMap(([level, line]) =>
        bound(level).lessThan(line.quantity) ? [shortage(line, line.quantity, bound(level))] : [],
      ),
    );
  }
}

/** Both lines, of one level, in one. */
const added = (sum: Line, line: Line): Line => ({
  ...sum,
  quantity: sum.quantity.plus(line.quantity, line.field),
  ...(line.reserved && { reserved: line.reserved.plus(sum.reserved ?? Quantity.zero) }),
});
