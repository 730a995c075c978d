import { type RawBuilder, sql } from 'kysely';
import { refuse } from '../../kernel/errors.ts';
import { Quantity } from '../../kernel/quantity.ts';
import type { Unit } from '../../kernel/unit.ts';
import { type LoadedRow, mappedLocked, metadataOf } from '../../store/graph.ts';
import { create } from '../../store/record.ts';
import { ofTenant } from '../../store/tenant.ts';
import type { CostingMethod } from '../organizations.ts';
import type { Variant } from '../variants.ts';
import { CostLayer } from './cost-layers.ts';
import type { EntryType } from './ledger.ts';
import type { InventoryLevel } from './levels.ts';
import { keyOf, type Place } from './lines.ts';
import type { Lot } from './lots.ts';
import { dealOut, ONE, type Parcel, shareOf, totalOf } from './parcels.ts';

/** How much may leave a place at most: this quantity, or everything above that quantity. */
export interface OutboundQuantity extends Place {
  quantity?: Quantity;
  downTo?: Quantity;
}

/** The effect of a movement on the value of a level. */
export interface ValueChange {
  parcels: readonly Parcel[];
  /** Null if no part of it has a known cost. */
  value: Quantity | null;
  /** Signed effect on the quantity of unknown cost. */
  unvalued: Quantity;
  /** For a landed cost: the share of stock that was gone, and of that the share that was not sold. */
  gone?: Quantity;
  goneUnsold?: Quantity;
}

/** The layers that a command may take from, and the method by which leaving stock is costed. */
interface CostBasis {
  method: CostingMethod;
  layers: readonly CostLayer[];
}

/** The layer that leaving stock is counted in. */
const FATES: { readonly [entryType in EntryType]?: 'quantitySold' | 'none' } = {
  order_fulfilled: 'quantitySold',
  transfer_out: 'none',
};

/**
 * Loads the layers that these may take from, and no more: of a level with a thousand layers, just enough of those that
 * leave first. Their levels are locked by a statement sent before, and changing a layer requires its level's lock. The
 * organization is locked in share mode: its method does not change until everything costed by it is written.
 */
export async function loadLayers(unit: Unit, leaving: readonly OutboundQuantity[]): Promise<CostBasis> {
  const [tracked, others] = [true, false].map(isTracked =>
    leaving.filter(({ variant }) => variant.lotTracked === isTracked),
  ) as [OutboundQuantity[], OutboundQuantity[]];
  const [method, ...found] = await Promise.all([
    sql<{ method: CostingMethod }>`
      select o.costing_method as method from organizations o where ${ofTenant('o', 'id')} for key share`.execute(
      unit.db,
    ),
    ...(others.length > 0 ? [firstToLeave(others).execute(unit.db)] : []),
    ...(tracked.length > 0 ? [allOf(tracked).execute(unit.db)] : []),
  ]);
  const meta = metadataOf(unit, CostLayer);
  const layers = found.flatMap(({ rows }) => rows.map(row => mappedLocked<CostLayer>(unit, meta, row)));
  return { method: method.rows[0]!.method, layers };
}

/** Goes from layer to layer, by one probe each, until there is enough. */
const firstToLeave = (leaving: readonly OutboundQuantity[]): RawBuilder<LoadedRow> => {
  const next = (place: string, after: RawBuilder<unknown>) => sql`lateral (
    select c.* from cost_layers c where ${ofTenant('c')} and c.variant_id = ${sql.ref(`${place}.variant_id`)}
      and c.location_id = ${sql.ref(`${place}.location_id`)}
      and c.quantity > 0 ${after} order by c.position, c.id limit 1) c`;
  return sql<LoadedRow>`
    with recursive wanted as (
      select w.variant_id, w.location_id,
        sum(coalesce(w.quantity, greatest(l.quantity_on_hand - w.down_to, 0))) as needed
      from unnest(${leaving.map(each => each.variant.id)}::uuid[], ${leaving.map(each => each.locationId)}::uuid[],
        ${leaving.map(each => each.quantity?.toString() ?? null)}::numeric[],
            ${leaving.map(each => each.downTo?.toString() ?? null)}::numeric[])
        as w (variant_id, location_id, quantity, down_to)
      join inventory_levels l on ${ofTenant('l')} and l.variant_id = w.variant_id and l.location_id = w.location_id
      group by w.variant_id, w.location_id
    ), walk as (
      select wanted.needed - c.quantity as missing, c.* from wanted cross join ${next('wanted', sql``)}
      union all
      select walk.missing - c.quantity, c.* from walk
      cross join ${next('walk', sql`and (c.position, c.id) > (walk.position, walk.id)`)} where walk.missing > 0
    )
    select walk.* from walk`;
};

/** Lots are chosen only once they are known, so all layers of lots are loaded. */
const allOf = (leaving: readonly OutboundQuantity[]): RawBuilder<LoadedRow> => sql<LoadedRow>`
  select c.* from cost_layers c where ${ofTenant('c')} and c.quantity > 0 and (c.variant_id, c.location_id) in (
    select *
        from unnest(${leaving.map(each => each.variant.id)}::uuid[], ${leaving.map(each => each.locationId)}::uuid[]))`;

/**
 * The cost of locked stock: the layers of levels, and their changes. Part of `Stock`, which keeps the levels in step.
 * Cost is decided when a movement is written and never revised: docs/api.md, "What stock costs".
 */
export class LockedCosts {
  readonly #unit: Unit;
  readonly #layers = new Map<string, CostLayer[]>();
  readonly #loaded = new Set<string>();
  #method: CostingMethod | undefined;

  constructor(unit: Unit) {
    this.#unit = unit;
  }

  /** Adds what was loaded for these. */
  keep(leaving: readonly OutboundQuantity[], { method, layers }: CostBasis): void {
    this.#method = method;
    const wanted = new Set(leaving.map(({ variant, locationId }) => keyOf(locationId, variant.id)));
    for (const key of wanted) this.#loaded.add(key);
    for (const layer of layers) {
      const key = keyOf(layer.location.id, layer.variant.id);
      if (wanted.has(key)) this.#at(key).push(layer);
    }
  }

  #at(key: string): CostLayer[] {
    const known = this.#layers.get(key);
    if (known) return known;
    const fresh: CostLayer[] = [];
    this.#layers.set(key, fresh);
    return fresh;
  }

  /** The cost of goods that arrive without one: the average of existing stock, else the variant's, else unknown. */
  usual(level: InventoryLevel, { variant }: Place, quantity: Quantity, field?: string): Quantity | null {
    const valued = level.valuedQuantity();
    if (valued.isPositive()) return level.value.times(quantity, valued, field);
    return variant.unitCost ? variant.unitCost.times(quantity, ONE, field) : null;
  }

  /** Whether this quantity, all that is there or in the lot, costs that much by its receipts or on average. */
  is(level: InventoryLevel, lot: Lot | undefined, quantity: Quantity, unitCost: Quantity, field?: string): boolean {
    const value = unitCost.times(quantity, ONE, field);
    const layers = this.#at(keyOf(level.location.id, level.variant.id)).filter(
      layer => layer.quantity.isPositive() && (!lot || layer.lot?.id === lot.id),
    );
    const received = Quantity.sum(layers.map(layer => layer.value ?? Quantity.zero));
    const valued = level.valuedQuantity();
    return value.equals(received) || (valued.isPositive() && value.equals(level.value.times(quantity, valued, field)));
  }

  /** Adds the parcels: one layer each. */
  enter(
    level: InventoryLevel,
    lot: Lot | undefined,
    parcels: readonly Parcel[],
    entryType: EntryType,
  ): ValueChange & { made: CostLayer[] } {
    const { value, valued, unvalued } = totalOf(parcels);
    level.value = level.value.plus(value);
    level.unvaluedQuantity = level.unvaluedQuantity.plus(unvalued);
    const made = parcels.map(parcel =>
      create(this.#unit, CostLayer, {
        variant: level.variant,
        location: level.location,
        lot: lot ?? null,
        position: CostLayer.positionOf(level.version, parcel.value !== null),
        quantity: parcel.quantity,
        value: parcel.value,
        originId: parcel.originId ?? null,
        // Returned goods no longer count as sold.
        quantitySold: entryType === 'return_received' ? parcel.quantity.negated() : Quantity.zero,
        quantityUsed: Quantity.zero,
      }),
    );
    this.#at(keyOf(level.location.id, level.variant.id)).push(...made);
    return { parcels, value: valued.isZero() ? null : value, unvalued, made };
  }

  /** Takes this much away, of the lot if there is one; the level still has its former quantity on hand. */
  leave(level: InventoryLevel, lot: Lot | undefined, quantity: Quantity, entryType: EntryType): ValueChange {
    const key = keyOf(level.location.id, level.variant.id);
    if (!this.#loaded.has(key)) throw new Error(`The layers of ${level.sku} were not loaded.`);
    const parcels: Parcel[] = [];
    let missing = quantity;
    for (const layer of this.#at(key).sort(inTurn)) {
      if (missing.isZero()) break;
      if (layer.quantity.isZero() || layer.lot?.id !== lot?.id) continue;
      const part = Quantity.min(missing, layer.quantity);
      parcels.push(draw(layer, part, entryType));
      missing = missing.minus(part);
    }
    // Goods that a process of an earlier release brought here during an update: their cost is unknown.
    if (missing.isPositive()) parcels.push({ quantity: missing, value: null });
    return this.#take(level, this.#method === 'fifo' ? parcels : averaged(level, parcels));
  }

  /** Takes away what was just added: the cost of everything else stays. */
  leaveAgain(level: InventoryLevel, layers: readonly CostLayer[], entryType: EntryType): ValueChange {
    return this.#take(
      level,
      layers.map(layer => draw(layer, layer.quantity, entryType)),
    );
  }

  #take(level: InventoryLevel, parcels: readonly Parcel[]): ValueChange {
    const { value, valued, unvalued } = totalOf(parcels);
    level.value = level.value.minus(value);
    level.unvaluedQuantity = level.unvaluedQuantity.minus(Quantity.min(unvalued, level.unvaluedQuantity));
    return { parcels, value: valued.isZero() ? null : value.negated(), unvalued: unvalued.negated() };
  }

  /**
   * Gives all goods of unknown cost at the level, of the lot if one is given, this cost. Returns what that changed, or
   * undefined.
   */
  price(level: InventoryLevel, lot: Lot | undefined, unitCost: Quantity, field?: string): ValueChange | undefined {
    const layers = this.#at(keyOf(level.location.id, level.variant.id)).filter(
      layer => layer.value === null && layer.quantity.isPositive() && (!lot || layer.lot?.id === lot.id),
    );
    if (layers.length === 0) return undefined;
    for (const layer of layers) layer.price(unitCost.times(layer.quantity, ONE, field));
    const value = Quantity.sum(layers.map(layer => layer.value!));
    const priced = Quantity.sum(layers.map(layer => layer.quantity));
    level.value = level.value.plus(value, field);
    level.unvaluedQuantity = level.unvaluedQuantity.minus(priced);
    const parcels = layers.map(layer => ({
      quantity: layer.quantity,
      value: layer.value ?? null,
      ...(layer.lot && { lotId: layer.lot.id }),
    }));
    return { parcels, value, unvalued: priced.negated() };
  }

  /** Adds the shares of a landed cost to the layers and the level. */
  revalue(level: InventoryLevel, { sku }: Variant, shares: ReadonlyMap<CostLayer, Quantity>, field: string): void {
    const value = level.value.plus(Quantity.sum(shares.values()), field);
    const wrong = (message: string) => refuse('validation_failed', message, { field });
    if (value.isNegative()) wrong(`The stock of ${sku} would have a negative value.`);
    for (const [layer, share] of shares) {
      if (!layer.value) return wrong(`Some stock of ${sku} has no known cost; price it first.`);
      const rest = layer.value.plus(share, field);
      if (rest.isNegative() && this.#method === 'fifo') wrong(`Some stock of ${sku} would have a negative value.`);
      layer.value = rest.isNegative() ? Quantity.zero : rest;
    }
    level.value = value;
  }
}

const inTurn = (a: CostLayer, b: CostLayer) => a.position - b.position || (a.id < b.id ? -1 : 1);

function draw(layer: CostLayer, part: Quantity, entryType: EntryType): Parcel {
  const value = layer.value ? shareOf(layer.value, part, layer.quantity) : null;
  layer.quantity = layer.quantity.minus(part);
  if (value) layer.value = layer.value!.minus(value);
  const fate = FATES[entryType] ?? 'quantityUsed';
  if (fate !== 'none') layer[fate] = layer[fate].plus(part);
  return { quantity: part, value, originId: layer.originId ?? null };
}

/** The same goods at the average of the level. */
function averaged(level: InventoryLevel, parcels: readonly Parcel[]): Parcel[] {
  const { valued } = totalOf(parcels);
  const there = level.valuedQuantity();
  if (valued.isZero() || !there.isPositive()) return [...parcels];
  const value = shareOf(level.value, Quantity.min(valued, there), there);
  const known = parcels.map(parcel => (parcel.value === null ? Quantity.zero : parcel.quantity));
  const shares = dealOut(value, known);
  return parcels.map((parcel, index) => (parcel.value === null ? parcel : { ...parcel, value: shares[index]! }));
}
