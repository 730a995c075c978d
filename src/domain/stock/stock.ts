import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { Overtaken, refuse, refuseAll } from '../../kernel/errors.ts';
import { Quantity } from '../../kernel/quantity.ts';
import type { Unit } from '../../kernel/unit.ts';
import { type LoadedRow, mappedLocked, metadataOf } from '../../store/graph.ts';
import { create, findByIds, refer } from '../../store/record.ts';
import { ofTenant } from '../../store/tenant.ts';
import { Location } from '../locations.ts';
import { Variant } from '../products.ts';
import { type EntryType, INBOUND_TYPES, LedgerEntry } from './ledger.ts';
import { InventoryLevel } from './levels.ts';
import { keyOf, type Line, type Place, pathTo, shortage } from './lines.ts';
import { LockedLots, type LotChoice, type LotName, type LotShare, type NumberedLot } from './locked-lots.ts';
import { Lot } from './lots.ts';
import { type Holder, Reservation } from './reservations.ts';

/** Why stock moves: becomes the ledger entry. */
export interface Cause {
  entryType: EntryType;
  referenceType?: string;
  referenceId?: string;
  reason?: string | null;
  note?: string | null;
  occurredAt?: Date;
}

export interface Promised {
  referenceType: Holder;
  referenceId: string;
  lineId: string;
}

const INBOUND: ReadonlySet<EntryType> = new Set(INBOUND_TYPES);

/** What comes in from outside and belongs to what a lot began with, also where the lot has come in before. */
const BEGINS_LOT: ReadonlySet<EntryType> = new Set<EntryType>(['purchase_received', 'return_received']);

/** What must not be done with a lot in quarantine or recalled, even if it is named: hand it to a customer, or build it into something. */
const USES_LOT: ReadonlySet<EntryType> = new Set<EntryType>(['order_fulfilled', 'production_consumed']);

/**
 * The stock that a command has locked: the only writer of levels, lots, ledger and reservations.
 *
 * Facts (`put`, `take`) are bounded by what is physically there, promises (`reserve`, `requireAvailable`) by what is available
 * (docs/api.md, "Facts and promises"). Everything is decided here in memory and written when the command ends.
 */
export class Stock {
  readonly #unit: Unit;
  readonly #levels = new Map<string, InventoryLevel>();
  readonly #lots: LockedLots;

  private constructor(unit: Unit) {
    this.#unit = unit;
    this.#lots = new LockedLots(unit);
  }

  /**
   * Locks the levels of these places, made where they are missing, and the lots at them. Rows are locked in one global order
   * (levels by location and variant, then lots by id), so that two commands that share items cannot wait for each other.
   * Call it once, after the document itself was locked and before anything is changed.
   */
  static async lock(
    unit: Unit,
    places: readonly Place[],
    named: { lotIds?: readonly string[]; lotNumbers?: readonly LotName[] } = {},
  ): Promise<Stock> {
    const stock = new Stock(unit);
    await stock.#lockLevels(places);
    const tracked = places.filter(place => place.variant.lotTracked);
    if (tracked.length > 0) await stock.#lots.lockAt(tracked, named.lotIds ?? [], named.lotNumbers ?? []);
    return stock;
  }

  /**
   * Locks lots and the levels that hold them, to decide whether their stock is on hold. In the same order as `lock`: levels, then
   * lots. Ids that this organization does not have are absent from `lots`.
   */
  static async lockLots(unit: Unit, lotIds: readonly string[]): Promise<Stock> {
    const stock = new Stock(unit);
    await stock.lockMoreLots(lotIds);
    return stock;
  }

  /** Locks further lots and their levels. Late locks may deadlock with another's; the database then ends one and it is run again. */
  async lockMoreLots(lotIds: readonly string[]): Promise<void> {
    const { rows } = await sql<{ variant_id: string; location_id: string | null }>`
      select distinct l.variant_id, s.location_id from lots l left join lot_levels s on ${ofTenant('s')} and s.lot_id = l.id and s.quantity > 0 where ${ofTenant('l')} and l.id = any(${[...lotIds]}::uuid[])`.execute(
      this.#unit.db,
    );
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

  async #lockLevels(places: readonly Place[]): Promise<void> {
    const wanted = new Map(places.map(place => [keyOf(place.locationId, place.variant.id), place]));
    await this.#loadLevels([...wanted.values()]);
    const missing = [...wanted].filter(([key]) => !this.#levels.has(key)).map(([, place]) => place);
    if (missing.length === 0) return;
    missing.sort((a, b) => (keyOf(a.locationId, a.variant.id) < keyOf(b.locationId, b.variant.id) ? -1 : 1));
    const now = this.#unit.now();
    await sql`
      insert into inventory_levels (organization_id, id, variant_id, location_id, created_at, updated_at,
        quantity_on_hand, quantity_reserved, quantity_on_hold, quantity_available, quantity_incoming, version)
      select ${this.#unit.organizationId}, w.id, w.variant_id, w.location_id, ${now}, ${now}, 0, 0, 0, 0, 0, 0
      from unnest(${missing.map(() => uuidv7())}::uuid[], ${missing.map(place => place.variant.id)}::uuid[], ${missing.map(place => place.locationId)}::uuid[])
        as w (id, variant_id, location_id)
      on conflict do nothing`.execute(this.#unit.db);
    await this.#loadLevels(missing);
  }

  /** Locks the levels of these places, with those that others who share the transaction ask for. */
  async #loadLevels(places: readonly Place[]): Promise<void> {
    const found = await this.#unit.together('lock levels', places, async all => {
      const levels = await lockLevels(this.#unit, all.flat());
      return all.map(() => levels);
    });
    for (const { locationId, variant } of places) {
      const level = found.get(keyOf(locationId, variant.id));
      if (level) this.#levels.set(keyOf(locationId, variant.id), level);
    }
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

  /** Promises the lines to a document: all of them or none. */
  reserve(lines: readonly (Line & Promised)[]): Reservation[] {
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

  /** Takes back a promise, wholly or in part. */
  release(reservation: Reservation, variant: Variant, quantity: Quantity = reservation.quantity): void {
    const level = this.level({ variant, locationId: reservation.location.id });
    level.quantityReserved = level.quantityReserved.minus(quantity);
    level.settle();
    reservation.quantity = reservation.quantity.minus(quantity);
    if (reservation.quantity.isZero()) this.#unit.em.remove(reservation);
  }

  /** Changes what is still to come: up when a purchase order is submitted or a transfer shipped, down when it arrives or ends. */
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
   * Puts stock there: one ledger entry. A lot-tracked variant needs its lot, which is made if it is named by its number and there is
   * none. Refuses before anything is changed or made: other rows of the request may still be applied.
   */
  put(line: Line, cause: Cause, into?: Lot | NumberedLot): LedgerEntry {
    const { variant, quantity, field } = line;
    if (!quantity.isPositive()) throw new Error(`Nothing of ${variant.sku} is to be put there.`);
    if (variant.lotTracked && !into)
      refuse('validation_failed', `${variant.sku} is lot-tracked: name its lot.`, {
        field: pathTo(field, 'lotNumber'),
      });
    this.level(line).quantityOnHand.plus(quantity, field);
    return this.#move(line, quantity, cause, into && this.#lotFor(line, cause, into));
  }

  /** The lot that the line goes into, and begins with if it is new. */
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
   * Takes stock away: one ledger entry, or one per lot. Lots go first expired, first out (then oldest receipt), without those that
   * are on hold or expired, unless the shares name them. Refuses `insufficient_stock` if that much is not physically there.
   */
  take(line: Line, cause: Cause, shares?: readonly LotShare[], choice: LotChoice = {}): LedgerEntry[] {
    this.requireOnHand([line]);
    if (!line.variant.lotTracked) {
      if (shares?.length)
        refuse('validation_failed', `${line.variant.sku} is not lot-tracked.`, { field: pathTo(line.field, 'lots') });
      return [this.#move(line, line.quantity.negated(), cause)];
    }
    const chosen = shares?.length
      ? this.#lots.named(line, shares, USES_LOT.has(cause.entryType))
      : this.#lots.firstExpired(line, choice);
    return chosen.map(({ lot, quantity }) => this.#move({ ...line, quantity }, quantity.negated(), cause, lot));
  }

  /** Writes an entry that moves nothing: a disposed return is handled, and on hand stays as it is. */
  record(line: Line, cause: Cause, lot?: Lot): LedgerEntry {
    return this.#move(line, Quantity.zero, cause, lot);
  }

  #move(line: Line, change: Quantity, cause: Cause, lot?: Lot): LedgerEntry {
    const { variant, locationId, quantity } = line;
    const unit = this.#unit;
    const level = this.level(line);
    level.quantityOnHand = level.quantityOnHand.plus(change);
    level.version += 1;
    if (lot && !change.isZero()) this.#lots.move(lot, level, locationId, change, cause.entryType);
    level.settle();
    const entry = create(unit, LedgerEntry, {
      entryType: cause.entryType,
      variant,
      sku: variant.sku,
      location: refer(unit, Location, locationId),
      quantityChange: change,
      quantity,
      quantityOnHandAfter: level.quantityOnHand,
      lot: lot ?? null,
      referenceType: cause.referenceType ?? null,
      referenceId: cause.referenceId ?? null,
      reason: cause.reason ?? null,
      note: cause.note ?? null,
      actor: unit.actor,
      actorId: unit.actorId ?? null,
      occurredAt: cause.occurredAt ?? unit.now(),
      sequence: level.version,
    });
    level.firstMovedAt ??= entry.createdAt;
    if (INBOUND.has(cause.entryType) && !(level.lastInboundAt! >= entry.createdAt))
      level.lastInboundAt = entry.createdAt;
    return entry;
  }

  // ---- lots ----

  /** Puts all stock of the lot on hold, or takes it off. The lot was locked with `lockLots`; a released lot that has expired stays on hold. */
  hold(lot: Lot, held: boolean): void {
    for (const { variant, location, quantity } of this.#lots.hold(lot, held)) {
      const level = this.#levels.get(keyOf(location.id, variant.id))!;
      level.quantityOnHold = lot.held ? level.quantityOnHold.plus(quantity) : level.quantityOnHold.minus(quantity);
      level.settle();
    }
  }

  /** The lot of this number, if the variant has one yet; the number was told to `lock`. Refuses another expiry date than it has. */
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

  // ---- what is short ----

  #requireEnough(lines: readonly Line[], bound: (level: InventoryLevel) => Quantity): void {
    const sums = new Map<InventoryLevel, Line>();
    for (const line of lines) {
      const level = this.level(line);
      const sum = sums.get(level);
      sums.set(level, sum ? { ...sum, quantity: sum.quantity.plus(line.quantity, line.field) } : line);
    }
    refuseAll(
      [...sums].flatMap(([level, line]) =>
        bound(level).lessThan(line.quantity) ? [shortage(line, line.quantity, bound(level))] : [],
      ),
    );
  }
}

/**
 * The levels that there are of these places, locked in the order in which everybody locks them. Their variants are locked for
 * sharing in the same statement: until the end of the transaction nobody can switch `lot_tracked`, which decides whether the stock
 * is kept in lots. (Writing the ledger would lock them anyhow, by its foreign key, but only after everything was decided.) Throws
 * Overtaken if it was switched since the command read the variant.
 */
async function lockLevels(unit: Unit, places: readonly Place[]): Promise<Map<string, InventoryLevel>> {
  const variants = new Map(places.map(place => [place.variant.id, place.variant]));
  const { rows } = await sql<LoadedRow & { variant_id: string; location_id: string; now_lot_tracked: boolean }>`
    select l.*, v.lot_tracked as now_lot_tracked
    from unnest(${places.map(place => place.variant.id)}::uuid[], ${places.map(place => place.locationId)}::uuid[]) as w (variant_id, location_id)
    join inventory_levels l on l.organization_id = ${unit.organizationId} and l.variant_id = w.variant_id and l.location_id = w.location_id
    join variants v on v.organization_id = ${unit.organizationId} and v.id = l.variant_id
    order by l.location_id, l.variant_id for update of l for share of v`.execute(unit.db);
  return new Map(
    rows.map(({ now_lot_tracked: lotTracked, ...row }) => {
      if (variants.get(row.variant_id)!.lotTracked !== lotTracked) throw new Overtaken('lot_tracked was switched.');
      const level = mappedLocked<InventoryLevel>(unit, metadataOf(unit, InventoryLevel), row);
      level.sku = variants.get(row.variant_id)!.sku;
      return [keyOf(row.location_id, row.variant_id), level];
    }),
  );
}
