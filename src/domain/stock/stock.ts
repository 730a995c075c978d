import { v7 as uuidv7 } from 'uuid';
import { sql } from 'kysely';
import { type Problem, refuse, refuseAll, Refusal } from '../../kernel/errors.ts';
import { Quantity } from '../../kernel/quantity.ts';
import { create, findByIds, refer, type Unit } from '../../kernel/record.ts';
import { Location } from '../locations.ts';
import { today } from '../organizations.ts';
import { Variant } from '../products.ts';
import type { Supplier } from '../suppliers.ts';
import { type EntryType, INBOUND_TYPES, LedgerEntry } from './ledger.ts';
import { InventoryLevel } from './levels.ts';
import { isExpired, Lot, LotLevel, type LotSource } from './lots.ts';
import { type Holder, Reservation } from './reservations.ts';

/** A variant at a location: what one inventory level is about. */
export interface Place {
  variant: Variant;
  locationId: string;
}

/** Some of a variant at a location, and the path of the request's line that asks for it. */
export interface Line extends Place {
  quantity: Quantity;
  field?: string;
}

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

/** What a lot is made with if there is none of its number, and the path of the request's expiry date. */
export interface LotMade {
  expiryDate?: string | null;
  sourceType: LotSource;
  sourceId?: string;
  supplier?: Supplier | null;
  field?: string;
}

/** Which of a variant's lots is meant, whether it exists or not. */
export interface LotName {
  variant: Variant;
  lotNumber: string;
}

export interface LotShare {
  lotId: string;
  quantity: Quantity;
  /** The path of the request's field that names it, where that is not the line's `lots`. */
  field?: string;
}

/** Which lots may go when none are named. */
export interface LotChoice {
  /** Those on hold or expired too, after all others. */
  heldToo?: boolean;
  /** Strictly by expiry, whether on hold or not: what is thrown away as expired. */
  expiredFirst?: boolean;
}

const keyOf = (locationId: string, variantId: string) => `${locationId} ${variantId}`;

/** Transfers carry a lot from place to place without making it more or less. */
const KEEPS_LOT: ReadonlySet<EntryType> = new Set<EntryType>(['transfer_out', 'transfer_in']);
const INBOUND: ReadonlySet<EntryType> = new Set(INBOUND_TYPES);

/** What must not be done with a lot in quarantine or recalled, even if it is named: hand it to a customer, or build it into something. */
const USES_LOT: ReadonlySet<EntryType> = new Set<EntryType>(['order_fulfilled', 'production_consumed']);

/**
 * The stock that a command has locked: the only writer of levels, lots, ledger and reservations.
 *
 * Facts (`put`, `take`) are bounded by what is physically there, promises (`reserve`, `requireAvailable`) by what is available
 * (contract, section 4). Everything is decided here in memory and written when the command ends.
 */
export class Stock {
  readonly #unit: Unit;
  readonly #levels = new Map<string, InventoryLevel>();
  readonly #lots = new Map<string, Lot>();
  /** The same by their variant: documents of thousands of lines ask for those of each. */
  readonly #lotsOf = new Map<string, Lot[]>();
  readonly #lotLevels = new Map<string, LotLevel>();
  /** The numbers of lots that were looked for, found or not: by variant. */
  readonly #sought = new Set<string>();
  #today = '';

  private constructor(unit: Unit) {
    this.#unit = unit;
  }

  /**
   * Locks the levels of these places, made where they are missing, and the lots at them. Rows are locked in one global order
   * (levels by location and variant, then lots by id), so that two commands that share items cannot wait for each other.
   * Call it once, after the document itself was locked and before anything is changed.
   */
  static async lock(unit: Unit, places: readonly Place[], named: { lotIds?: readonly string[]; lotNumbers?: readonly LotName[] } = {}): Promise<Stock> {
    const stock = new Stock(unit);
    await stock.#lockLevels(places);
    const tracked = places.filter(place => place.variant.lotTracked);
    if (tracked.length > 0) await stock.#lockLots(tracked, named.lotIds ?? [], named.lotNumbers ?? []);
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
    this.#today ||= await today(this.#unit);
    const { rows } = await sql<{ variant_id: string; location_id: string | null }>`
      select distinct l.variant_id, s.location_id from lots l left join lot_levels s on s.lot_id = l.id and s.quantity > 0 where l.id = any(${[...lotIds]}::uuid[])`.execute(this.#unit.db);
    const variants = await findByIds(this.#unit, Variant, rows.map(row => row.variant_id));
    const lockPlaces = (places: readonly { variant_id: string; location_id: string | null }[]) => {
      const unlocked = places.flatMap(place => (place.location_id && !this.#levels.has(keyOf(place.location_id, place.variant_id)) ? [{ variant: variants.get(place.variant_id)!, locationId: place.location_id }] : []));
      return unlocked.length > 0 ? this.#loadLevels(unlocked) : undefined;
    };
    await lockPlaces(rows);
    const lots = await sql<{ variant_id: string }>`select l.* from lots l where l.id = any(${[...lotIds]}::uuid[]) order by l.id for update`.execute(this.#unit.db);
    for (const row of lots.rows) this.#keepLot(row, variants.get(row.variant_id)!);
    const levels = await sql<{ lot_id: string; location_id: string; variant_id: string }>`
      select s.* from lot_levels s where s.lot_id = any(${[...lotIds]}::uuid[]) and s.quantity > 0`.execute(this.#unit.db);
    for (const row of levels.rows) this.#lotLevels.set(keyOf(row.location_id, row.lot_id), this.#unit.em.map(LotLevel, row as never));
    // A movement may have brought a lot to a new place between the two locks.
    await lockPlaces(levels.rows);
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

  async #loadLevels(places: readonly Place[]): Promise<void> {
    const variants = new Map(places.map(place => [place.variant.id, place.variant]));
    const { rows } = await sql<{ variant_id: string; location_id: string }>`
      select l.* from unnest(${places.map(place => place.variant.id)}::uuid[], ${places.map(place => place.locationId)}::uuid[]) as w (variant_id, location_id)
      join inventory_levels l on l.organization_id = ${this.#unit.organizationId} and l.variant_id = w.variant_id and l.location_id = w.location_id
      order by l.location_id, l.variant_id for update of l`.execute(this.#unit.db);
    for (const row of rows) {
      const level = this.#unit.em.map(InventoryLevel, row as never);
      level.sku = variants.get(row.variant_id)!.sku;
      this.#levels.set(keyOf(row.location_id, row.variant_id), level);
    }
  }

  async #lockLots(places: readonly Place[], lotIds: readonly string[], names: readonly LotName[]): Promise<void> {
    this.#today = await today(this.#unit);
    for (const { variant, lotNumber } of names) this.#sought.add(keyOf(variant.id, lotNumber));
    const variants = new Map(places.map(place => [place.variant.id, place.variant]));
    const variantIds = places.map(place => place.variant.id);
    const locationIds = places.map(place => place.locationId);
    const lots = await sql<{ id: string; variant_id: string }>`
      select l.* from lots l where l.variant_id = any(${[...variants.keys()]}) and (l.id = any(${[...lotIds]}::uuid[]) or (l.variant_id, l.lot_number) in (
        select * from unnest(${names.map(name => name.variant.id)}::uuid[], ${names.map(name => name.lotNumber)}::text[])) or l.id in (
        select s.lot_id from lot_levels s join unnest(${variantIds}::uuid[], ${locationIds}::uuid[]) as w (variant_id, location_id)
          on s.variant_id = w.variant_id and s.location_id = w.location_id where s.quantity > 0))
      order by l.id for update`.execute(this.#unit.db);
    for (const row of lots.rows) this.#keepLot(row, variants.get(row.variant_id)!);
    const levels = await sql<{ lot_id: string; location_id: string }>`
      select s.* from lot_levels s where s.lot_id = any(${lots.rows.map(row => row.id)}) and s.location_id = any(${locationIds})`.execute(this.#unit.db);
    for (const row of levels.rows) this.#lotLevels.set(keyOf(row.location_id, row.lot_id), this.#unit.em.map(LotLevel, row as never));
  }

  #keepLot(row: object, variant: Variant): Lot {
    const lot = this.#unit.em.map(Lot, row as never);
    lot.sku = variant.sku;
    return this.#remember(lot);
  }

  #remember(lot: Lot): Lot {
    const others = this.#lotsOf.get(lot.variant.id);
    if (!others) this.#lotsOf.set(lot.variant.id, [lot]);
    else if (!this.#lots.has(lot.id)) others.push(lot);
    this.#lots.set(lot.id, lot);
    return lot;
  }

  /** The lots that are locked. */
  get lots(): ReadonlyMap<string, Lot> {
    return this.#lots;
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
      return create(this.#unit, Reservation, { variant, sku: variant.sku, location: refer(this.#unit, Location, line.locationId), quantity, referenceType, referenceId, lineId });
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
  expect(place: Place, change: Quantity): void {
    const level = this.level(place);
    level.quantityIncoming = level.quantityIncoming.plus(change);
  }

  // ---- facts ----

  /** Refuses (`insufficient_stock`, one problem per short level) unless all lines together are physically there. */
  requireOnHand(lines: readonly Line[]): void {
    this.#requireEnough(lines, level => level.quantityOnHand);
  }

  /** Puts stock there: one ledger entry. A lot-tracked variant needs its lot. */
  put(line: Line, cause: Cause, lot?: Lot): LedgerEntry {
    if (line.variant.lotTracked && !lot) refuse('validation_failed', `${line.variant.sku} is lot-tracked: name its lot.`, { field: pathTo(line.field, 'lotNumber') });
    return this.#move(line, line.quantity, cause, lot);
  }

  /**
   * Takes stock away: one ledger entry, or one per lot. Lots go first expired, first out (then oldest receipt), without those that
   * are on hold or expired, unless the shares name them. Refuses `insufficient_stock` if that much is not physically there.
   */
  take(line: Line, cause: Cause, shares?: readonly LotShare[], choice: LotChoice = {}): LedgerEntry[] {
    this.requireOnHand([line]);
    if (!line.variant.lotTracked) {
      if (shares?.length) refuse('validation_failed', `${line.variant.sku} is not lot-tracked.`, { field: pathTo(line.field, 'lots') });
      return [this.#move(line, line.quantity.negated(), cause)];
    }
    const chosen = shares?.length ? this.#namedLots(line, shares, USES_LOT.has(cause.entryType)) : this.#firstExpired(line, choice);
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
    if (lot && !change.isZero()) this.#moveLot(lot, level, locationId, change, cause.entryType);
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
      occurredAt: cause.occurredAt ?? unit.now(),
      sequence: level.version,
    });
    level.firstMovedAt ??= entry.createdAt;
    if (INBOUND.has(cause.entryType) && !(level.lastInboundAt! >= entry.createdAt)) level.lastInboundAt = entry.createdAt;
    return entry;
  }

  // ---- lots ----

  /** Puts all stock of the lot on hold, or takes it off. The lot was locked with `lockLots`; a released lot that has expired stays on hold. */
  hold(lot: Lot, held: boolean): void {
    const stays = held || isExpired(lot, this.#today);
    if (lot.held === stays) return;
    lot.held = stays;
    for (const { lot: { id }, variant, location, quantity } of this.#lotLevels.values()) {
      if (id !== lot.id) continue;
      const level = this.#levels.get(keyOf(location.id, variant.id))!;
      level.quantityOnHold = stays ? level.quantityOnHold.plus(quantity) : level.quantityOnHold.minus(quantity);
      level.settle();
    }
  }

  #moveLot(lot: Lot, level: InventoryLevel, locationId: string, change: Quantity, entryType: EntryType): void {
    const there = this.#lotLevel(lot, level, locationId);
    there.quantity = there.quantity.plus(change);
    if (lot.held) level.quantityOnHold = level.quantityOnHold.plus(change);
    if (KEEPS_LOT.has(entryType)) return;
    lot.quantityRemaining = lot.quantityRemaining.plus(change);
    if (lot.status === 'active' && lot.quantityRemaining.isZero()) lot.status = 'exhausted';
    else if (lot.status === 'exhausted' && lot.quantityRemaining.isPositive()) lot.status = 'active';
  }

  #lotLevel(lot: Lot, level: InventoryLevel, locationId: string): LotLevel {
    const key = keyOf(locationId, lot.id);
    const known = this.#lotLevels.get(key);
    if (known) return known;
    const made = create(this.#unit, LotLevel, { lot, variant: level.variant, location: level.location, quantity: Quantity.zero } as never);
    this.#lotLevels.set(key, made);
    return made;
  }

  /** The lot of this number, locked; made if the variant has none of it yet. Numbers that `lock` was told of are not looked for again. */
  async lotNumbered(variant: Variant, lotNumber: string, made: LotMade): Promise<Lot> {
    this.#today ||= await today(this.#unit);
    const known = this.#lotsOf.get(variant.id)?.find(lot => lot.lotNumber === lotNumber);
    if (known) return sameExpiry(known, made);
    const sought = this.#sought.has(keyOf(variant.id, lotNumber));
    const { rows } = sought ? { rows: [] } : await sql<object>`select l.* from lots l where l.variant_id = ${variant.id} and l.lot_number = ${lotNumber} for update`.execute(this.#unit.db);
    if (rows[0]) {
      const lot = this.#keepLot(rows[0], variant);
      const levels = await sql<{ location_id: string }>`select s.* from lot_levels s where s.lot_id = ${lot.id}`.execute(this.#unit.db);
      for (const row of levels.rows) this.#lotLevels.set(keyOf(row.location_id, lot.id), this.#unit.em.map(LotLevel, row as never));
      return sameExpiry(lot, made);
    }
    const expiryDate = made.expiryDate ?? null;
    const lot = create(this.#unit, Lot, {
      lotNumber,
      variant,
      sku: variant.sku,
      status: 'active',
      expiryDate,
      quantityInitial: Quantity.zero,
      quantityRemaining: Quantity.zero,
      sourceType: made.sourceType,
      sourceId: made.sourceId ?? null,
      supplier: made.supplier ?? null,
      receivedAt: this.#unit.now(),
      held: isExpired({ expiryDate }, this.#today),
    } as never);
    return this.#remember(lot);
  }

  /** A lot that was locked with its place or by name. Refuses `reference_not_found` at the field. */
  lot(variant: Variant, lotId: string, field?: string): Lot {
    const lot = this.#lots.get(lotId);
    if (lot?.variant.id === variant.id) return lot;
    return refuse('reference_not_found', `There is no such lot of ${variant.sku}.`, field === undefined ? {} : { field });
  }

  /** The lot that would be picked next at this place; one on hold only if there is no other. */
  nextLot(place: Place): Lot | undefined {
    return this.#pickable(place, { heldToo: true })[0];
  }

  #namedLots(line: Line, shares: readonly LotShare[], forUse: boolean): { lot: Lot; quantity: Quantity }[] {
    const path = pathTo(line.field, 'lots');
    if (!Quantity.sum(shares.map(share => share.quantity)).equals(line.quantity)) refuse('validation_failed', 'The lots must add up to the quantity.', { field: path });
    const problems: Problem[] = [];
    const claimed = new Map<Lot, Quantity>();
    const chosen = shares.map(({ lotId, quantity, field }, index) => {
      const lot = this.lot(line.variant, lotId, field ?? `${path}[${index}].lotId`);
      const there = (this.#lotLevels.get(keyOf(line.locationId, lot.id))?.quantity ?? Quantity.zero).minus(claimed.get(lot) ?? Quantity.zero);
      claimed.set(lot, (claimed.get(lot) ?? Quantity.zero).plus(quantity));
      if (there.lessThan(quantity)) problems.push(shortage({ ...line, field: field ?? `${path}[${index}].quantity` }, quantity, there));
      if (forUse && (lot.status === 'quarantine' || lot.status === 'recalled')) {
        problems.push({ code: 'validation_failed', message: `Lot ${lot.lotNumber} is ${lot.status}.`, field: field ?? `${path}[${index}].lotId`, details: { status: lot.status } });
      }
      return { lot, quantity };
    });
    refuseAll(problems);
    return chosen;
  }

  #firstExpired(line: Line, choice: LotChoice): { lot: Lot; quantity: Quantity }[] {
    const chosen: { lot: Lot; quantity: Quantity }[] = [];
    let missing = line.quantity;
    for (const lot of this.#pickable(line, choice)) {
      if (missing.isZero()) break;
      const share = Quantity.min(missing, this.#lotLevels.get(keyOf(line.locationId, lot.id))!.quantity);
      chosen.push({ lot, quantity: share });
      missing = missing.minus(share);
    }
    if (missing.isPositive()) throw new Refusal([shortage(line, line.quantity, line.quantity.minus(missing))]);
    return chosen;
  }

  /** The lots with stock at this place, earliest expiry first, then oldest receipt. */
  #pickable({ variant, locationId }: Place, { heldToo = false, expiredFirst = false }: LotChoice): Lot[] {
    const blocked = (lot: Lot) => lot.held || isExpired(lot, this.#today);
    const rank = (lot: Lot) => `${blocked(lot) && !expiredFirst ? 1 : 0} ${lot.expiryDate ?? '9999-12-31'} ${lot.receivedAt.toISOString()} ${lot.id}`;
    return (this.#lotsOf.get(variant.id) ?? [])
      .filter(lot => this.#lotLevels.get(keyOf(locationId, lot.id))?.quantity.isPositive())
      .filter(lot => heldToo || expiredFirst || !blocked(lot))
      .sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  }

  // ---- what is short ----

  #requireEnough(lines: readonly Line[], bound: (level: InventoryLevel) => Quantity): void {
    const sums = new Map<InventoryLevel, Line>();
    for (const line of lines) {
      const level = this.level(line);
      const sum = sums.get(level);
      sums.set(level, sum ? { ...sum, quantity: sum.quantity.plus(line.quantity) } : line);
    }
    refuseAll([...sums].flatMap(([level, line]) => (bound(level).lessThan(line.quantity) ? [shortage(line, line.quantity, bound(level))] : [])));
  }
}

function shortage(line: Line, requested: Quantity, available: Quantity): Problem {
  return {
    code: 'insufficient_stock',
    message: `Of ${line.variant.sku} ${requested} are needed and ${available} are there.`,
    ...(line.field !== undefined && { field: line.field }),
    details: { sku: line.variant.sku, locationId: line.locationId, requested: requested.toNumber(), available: available.toNumber() },
  };
}

const pathTo = (field: string | undefined, name: string): string => {
  const parent = field?.replace(/\.?[^.\]]*$/, '') ?? '';
  return parent ? `${parent}.${name}` : name;
};

function sameExpiry(lot: Lot, { expiryDate, field = 'expiryDate' }: LotMade): Lot {
  if (expiryDate && lot.expiryDate !== expiryDate) {
    refuse('validation_failed', `Lot ${lot.lotNumber} exists and expires on ${lot.expiryDate ?? 'no date'}.`, { field });
  }
  return lot;
}
