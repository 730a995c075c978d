import type { Quantity } from '../../kernel/quantity.ts';
import type { Unit } from '../../kernel/unit.ts';
import { create, refer } from '../../store/record.ts';
import { Location } from '../locations.ts';
import { DOCUMENT_OF, type EntryType, INBOUND_TYPES, LedgerEntry } from './ledger.ts';
import type { InventoryLevel } from './levels.ts';
import type { Line } from './lines.ts';
import type { ValueChange } from './locked-costs.ts';
import type { Lot } from './lots.ts';
import { stored, unitCostOf } from './parcels.ts';

/** Why stock moves: stored in the ledger entry. */
export interface Cause {
  entryType: EntryType;
  /** The document, of the type that belongs to the entry's. */
  referenceId: string;
  reason?: string | null;
  note?: string | null;
  occurredAt?: Date;
  /** The revenue of all of it; negative for returns. */
  revenue?: Quantity | null;
}

const INBOUND: ReadonlySet<EntryType> = new Set(INBOUND_TYPES);

/** Writes what has just been done to the level as its next entry. Part of `Stock`. */
export function writeEntry(
  unit: Unit,
  level: InventoryLevel,
  { variant, locationId, quantity }: Line,
  change: Quantity,
  cause: Cause,
  lot: Lot | undefined,
  { parcels, value, unvalued, gone, goneUnsold }: ValueChange,
): LedgerEntry {
  const nothingKnown = level.valuedQuantity().isZero() && level.quantityOnHand.isPositive();
  const entry = create(unit, LedgerEntry, {
    entryType: cause.entryType,
    variant,
    sku: variant.sku,
    location: refer(unit, Location, locationId),
    quantityChange: change,
    quantity,
    quantityOnHandAfter: level.quantityOnHand,
    unitCost: shownCost(value, unvalued, change.isZero() ? unvalued.negated() : quantity),
    valueChange: value,
    valueAfter: nothingKnown ? null : level.value,
    unvaluedQuantity: level.unvaluedQuantity,
    cogsChange: gone ?? null,
    lot: lot ?? null,
    referenceType: DOCUMENT_OF[cause.entryType],
    referenceId: cause.referenceId,
    reason: cause.reason ?? null,
    note: cause.note ?? null,
    actor: unit.actor,
    actorId: unit.actorId ?? null,
    occurredAt: cause.occurredAt ?? unit.now(),
    sequence: level.version,
    unvaluedChange: unvalued,
    adjustedChange: goneUnsold ?? null,
    revenue: cause.revenue ?? null,
    parcels: stored(parcels),
  });
  level.firstMovedAt ??= entry.createdAt;
  if (INBOUND.has(cause.entryType) && !(level.lastInboundAt! >= entry.createdAt)) level.lastInboundAt = entry.createdAt;
  return entry;
}

/** The cost of one unit that was moved or priced; null unless known for all of them. */
function shownCost(value: Quantity | null, unvalued: Quantity, quantity: Quantity): Quantity | null {
  const known = value && quantity.isPositive() && (unvalued.isZero() || unvalued.negated().equals(quantity));
  return known ? unitCostOf(magnitude(value), quantity) : null;
}

const magnitude = (value: Quantity): Quantity => (value.isNegative() ? value.negated() : value);
