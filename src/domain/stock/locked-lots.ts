import { type RawBuilder, sql } from 'kysely';
import { type Problem, Refusal, refuse, refuseAll } from '../../kernel/errors.ts';
import { illegible } from '../../kernel/inputs.ts';
import { Quantity } from '../../kernel/quantity.ts';
import type { Unit } from '../../kernel/unit.ts';
import { type LoadedRow, mappedLocked, metadataOf } from '../../store/graph.ts';
import { create } from '../../store/record.ts';
import { ofTenant } from '../../store/tenant.ts';
import { today } from '../organizations.ts';
import type { Supplier } from '../suppliers.ts';
import type { Variant } from '../variants.ts';
import type { EntryType } from './ledger.ts';
import type { InventoryLevel } from './levels.ts';
import { keyOf, type Line, type Place, pathTo, shortage } from './lines.ts';
import { isExpired, Lot, LotLevel, type LotSource } from './lots.ts';

/** A lot given by its number, and the data of a new one: `Stock.put` creates it once stock goes into it. */
export interface NumberedLot {
  lotNumber: string;
  expiryDate?: string | null;
  sourceType: LotSource;
  sourceId?: string;
  supplier?: Supplier | null;
  /** The path of the request's expiry date. */
  field?: string;
}

/** The lot of a variant that is meant, whether it exists or not. */
export interface LotName {
  variant: Variant;
  lotNumber: string;
}

export interface LotShare {
  lotId: string;
  quantity: Quantity;
  /** The path of the request's field that names it, if that is not the line's `lots`. */
  field?: string;
}

/** Which lots may leave if none are named. */
export interface LotChoice {
  /** Lots on hold or expired too, after all others. */
  heldToo?: boolean;
  /** Strictly by expiry, whether on hold or not: for goods that are discarded as expired. */
  expiredFirst?: boolean;
}

/** How much of a lot leaves. */
interface LotPart {
  lot: Lot;
  quantity: Quantity;
}

/** Transfers move a lot without changing its total. */
const KEEPS_LOT: ReadonlySet<EntryType> = new Set<EntryType>(['transfer_out', 'transfer_in']);

type LotRow = LoadedRow & { variant_id: string };
type LotLevelRow = LoadedRow & { lot_id: string; location_id: string; variant_id: string };

/** The request of one command: the lots at these places, and those that it names of their variants. */
interface LotRequest {
  places: readonly Place[];
  lotIds: readonly string[];
  names: readonly LotName[];
}

/** Locks what all commands ask for, in the order of the ids, and reads the quantities at their places. */
async function lockLots(
  unit: Unit,
  all: readonly LotRequest[],
): Promise<{ today: string; lots: LotRow[]; levels: LotLevelRow[] }> {
  const places = all.flatMap(each => each.places);
  const names = all.flatMap(each => each.names);
  const variantIds = places.map(place => place.variant.id);
  const locationIds = places.map(place => place.locationId);
  const [day, { rows: lots }] = await Promise.all([
    today(unit),
    sql<LotRow>`
      select l.* from lots l where ${ofTenant('l')} and l.variant_id = any(${[...new Set(variantIds)]})
        and (l.id = any(${all.flatMap(each => each.lotIds)}::uuid[]) or (l.variant_id, l.lot_number) in (
        select * from unnest(${names.map(name => name.variant.id)}::uuid[],
              ${names.map(name => name.lotNumber)}::text[])) or l.id in (
        select s.lot_id
        from lot_levels s join unnest(${variantIds}::uuid[], ${locationIds}::uuid[]) as w (variant_id, location_id)
          on ${ofTenant('s')} and s.variant_id = w.variant_id and s.location_id = w.location_id
                where ${ofTenant('s')} and s.quantity > 0))
      order by l.id for update`.execute(unit.db),
  ]);
  const levels = await lotLevels(
    unit,
    sql`s.lot_id = any(${lots.map(lot => lot.id)}) and s.location_id = any(${locationIds})`,
  );
  return { today: day, lots, levels };
}

/** Locks these lots in the order of their ids, and reads how much of them is where. */
async function lockLotsById(
  unit: Unit,
  lotIds: readonly string[],
): Promise<{ today: string; lots: LotRow[]; levels: LotLevelRow[] }> {
  const [day, { rows: lots }] = await Promise.all([
    today(unit),
    sql<LotRow>`
      select l.* from lots l where ${ofTenant('l')} and l.id = any(${[...lotIds]}::uuid[])
      order by l.id for update`.execute(unit.db),
  ]);
  const levels = await lotLevels(unit, sql`s.lot_id = any(${lots.map(lot => lot.id)}) and s.quantity > 0`);
  return { today: day, lots, levels };
}

const lotLevels = async (unit: Unit, condition: RawBuilder<unknown>): Promise<LotLevelRow[]> =>
  (await sql<LotLevelRow>`select s.* from lot_levels s where ${ofTenant('s')} and ${condition}`.execute(unit.db)).rows;

/**
 * The lots that a command has locked, and their quantities by location: chooses which of them leave, and tracks their
 * changes. Part of `Stock`, which keeps the levels in step.
 */
export class LockedLots {
  readonly #unit: Unit;
  readonly #lots = new Map<string, Lot>();
  /** The same by variant: documents of thousands of lines look up those of each. */
  readonly #lotsOf = new Map<string, Lot[]>();
  readonly #lotLevels = new Map<string, LotLevel>();
  /** The lot numbers that were looked up and locked, found or not: by variant. */
  readonly #sought = new Set<string>();
  #today = '';

  constructor(unit: Unit) {
    this.#unit = unit;
  }

  /** All that are locked, by id. */
  get all(): ReadonlyMap<string, Lot> {
    return this.#lots;
  }

  /**
   * Locks the lots at these places, and those of their variants that are named by id or number, together with the
   * requests of other commands in the transaction.
   */
  async lockAt(places: readonly Place[], lotIds: readonly string[], names: readonly LotName[]): Promise<void> {
    for (const { variant, lotNumber } of names) this.#sought.add(keyOf(variant.id, lotNumber));
    const locked = await this.#unit.together('lock lots', { places, lotIds, names }, async all => {
      const rows = await lockLots(this.#unit, all);
      return all.map(() => rows);
    });
    this.#today ||= locked.today;
    const variants = new Map(places.map(place => [place.variant.id, place.variant]));
    for (const row of locked.lots) {
      const variant = variants.get(row.variant_id);
      if (variant) this.#keepLot(row, variant);
    }
    this.#keepLevels(locked.levels);
  }

  /**
   * Locks these lots, wherever they are, together with the requests of other commands in the transaction. Returns the
   * places that hold some of them.
   */
  async lock(
    lotIds: readonly string[],
    variants: ReadonlyMap<string, Variant>,
  ): Promise<{ location_id: string; variant_id: string }[]> {
    const found = await this.#unit.together('lock lots by id', lotIds, async all => {
      const rows = await lockLotsById(this.#unit, all.flat());
      return all.map(() => rows);
    });
    this.#today ||= found.today;
    const asked = new Set(lotIds.map(lotId => lotId.toLowerCase()));
    for (const row of found.lots) if (asked.has(row.id)) this.#keepLot(row, variants.get(row.variant_id)!);
    const levels = found.levels.filter(row => asked.has(row.lot_id));
    this.#keepLevels(levels);
    return levels;
  }

  #keepLevels(rows: readonly LotLevelRow[]): void {
    for (const row of rows)
      this.#lotLevels.set(
        keyOf(row.location_id, row.lot_id),
        mappedLocked(this.#unit, metadataOf(this.#unit, LotLevel), row),
      );
  }

  #keepLot(row: LoadedRow, variant: Variant): Lot {
    const lot = mappedLocked<Lot>(this.#unit, metadataOf(this.#unit, Lot), row);
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

  /**
   * Marks the lot as on hold or not; a released lot that has expired stays on hold. Returns its quantities by location,
   * if that changed anything.
   */
  hold(lot: Lot, held: boolean): readonly LotLevel[] {
    const stays = held || isExpired(lot, this.#today);
    if (lot.held === stays) return [];
    lot.held = stays;
    return [...this.#lotLevels.values()].filter(there => there.lot.id === lot.id);
  }

  /** Moves a quantity of a lot into a place or out of it. */
  move(lot: Lot, level: InventoryLevel, locationId: string, change: Quantity, entryType: EntryType): void {
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
    const made = create(this.#unit, LotLevel, {
      lot,
      variant: level.variant,
      location: level.location,
      quantity: Quantity.zero,
    } as never);
    this.#lotLevels.set(key, made);
    return made;
  }

  /**
   * The lot with this number, if the variant has one. Refuses another expiry date than it has. The number must have
   * been given to `lockAt`.
   */
  numbered(variant: Variant, { lotNumber, expiryDate, field = 'expiryDate' }: NumberedLot): Lot | undefined {
    const lot = this.#lotsOf.get(variant.id)?.find(each => each.lotNumber === lotNumber);
    if (!lot && !this.#sought.has(keyOf(variant.id, lotNumber)))
      throw new Error(`Lot ${lotNumber} of ${variant.sku} was not looked for when the stock was locked.`);
    if (lot && expiryDate && lot.expiryDate !== expiryDate)
      refuse(
        'validation_failed',
        `Lot ${lotNumber} already exists, with ${lot.expiryDate ? `the expiry date ${lot.expiryDate}` : 'no expiry date'}.`,
        { field },
      );
    return lot;
  }

  /** Creates the lot for incoming stock: an empty lot is never created. */
  make(variant: Variant, { expiryDate = null, field = 'expiryDate', ...named }: NumberedLot): Lot {
    const { lotNumber, sourceType, sourceId, supplier } = named;
    const problem = illegible(lotNumber);
    if (problem) refuse('validation_failed', problem, { field: field.replace(/expiryDate$/, 'lotNumber') });
    const lot = create(this.#unit, Lot, {
      lotNumber,
      variant,
      sku: variant.sku,
      status: 'active',
      expiryDate,
      quantityInitial: Quantity.zero,
      quantityRemaining: Quantity.zero,
      sourceType,
      sourceId: sourceId ?? null,
      supplier: supplier ?? null,
      receivedAt: this.#unit.now(),
      held: isExpired({ expiryDate }, this.#today),
    } as never);
    return this.#remember(lot);
  }

  /** How much of the lot is at the location. */
  quantityAt(lot: Lot, locationId: string): Quantity {
    return this.#lotLevels.get(keyOf(locationId, lot.id))?.quantity ?? Quantity.zero;
  }

  /** A lot that was locked with its place or by name. Refuses `reference_not_found` at the field. */
  of(variant: Variant, lotId: string, field?: string): Lot {
    const lot = this.#lots.get(lotId);
    if (lot?.variant.id === variant.id) return lot;
    return refuse(
      'reference_not_found',
      `There is no such lot of ${variant.sku}.`,
      field === undefined ? {} : { field },
    );
  }

  /** The lot that would be picked next at this place; one on hold only if there is no other. */
  next(place: Place): Lot | undefined {
    return this.#pickable(place, { heldToo: true })[0];
  }

  /**
   * The lots that the request names for this line. Refuses those that are not there, and with `forUse` those that may
   * not be used.
   */
  named(line: Line, shares: readonly LotShare[], forUse: boolean): LotPart[] {
    const path = pathTo(line.field, 'lots');
    if (!Quantity.sum(shares.map(share => share.quantity)).equals(line.quantity))
      refuse('validation_failed', 'The lots must add up to the quantity.', { field: path });
    const problems: Problem[] = [];
    const claimed = new Map<Lot, Quantity>();
    const chosen = shares.map(({ lotId, quantity, field }, index) => {
      const lot = this.of(line.variant, lotId, field ?? `${path}[${index}].lotId`);
      const there = this.quantityAt(lot, line.locationId).minus(claimed.get(lot) ?? Quantity.zero);
      claimed.set(lot, (claimed.get(lot) ?? Quantity.zero).plus(quantity));
      if (there.lessThan(quantity))
        problems.push(shortage({ ...line, field: field ?? `${path}[${index}].quantity` }, quantity, there));
      if (forUse && (lot.status === 'quarantine' || lot.status === 'recalled')) {
        problems.push({
          code: 'validation_failed',
          message:
            lot.status === 'recalled' ? `Lot ${lot.lotNumber} is recalled.` : `Lot ${lot.lotNumber} is in quarantine.`,
          field: field ?? `${path}[${index}].lotId`,
          details: { status: lot.status },
        });
      }
      return { lot, quantity };
    });
    refuseAll(problems);
    return chosen;
  }

  /**
   * The lots that leave if none are named: first expired, first out. Refuses `insufficient_stock` if they do not have
   * enough.
   */
  firstExpired(line: Line, choice: LotChoice): LotPart[] {
    const chosen: LotPart[] = [];
    let missing = line.quantity;
    for (const lot of this.#pickable(line, choice)) {
      if (missing.isZero()) break;
      const share = Quantity.min(missing, this.quantityAt(lot, line.locationId));
      chosen.push({ lot, quantity: share });
      missing = missing.minus(share);
    }
    if (missing.isPositive()) throw new Refusal([shortage(line, line.quantity, line.quantity.minus(missing))]);
    return chosen;
  }

  /** The lots with stock at this place, earliest expiry first, then oldest receipt. */
  #pickable({ variant, locationId }: Place, { heldToo = false, expiredFirst = false }: LotChoice): Lot[] {
    const blocked = (lot: Lot) => lot.held || isExpired(lot, this.#today);
    const rank = (lot: Lot) =>
      `${blocked(lot) && !expiredFirst ? 1 : 0} ${lot.expiryDate ?? '9999-12-31'} ${lot.receivedAt.toISOString()} ${lot.id}`;
    return (this.#lotsOf.get(variant.id) ?? [])
      .filter(lot => this.quantityAt(lot, locationId).isPositive())
      .filter(lot => heldToo || expiredFirst || !blocked(lot))
      .sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  }
}
