import { sql } from 'kysely';
import { OvertakenRead } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Unit } from '../../kernel/unit.ts';
import { type LoadedRow, mappedLocked, metadataOf } from '../../store/graph.ts';
import { InventoryLevel } from './levels.ts';
import { keyOf, type Place } from './lines.ts';

/** Creates the levels of these places, unless another transaction does, in the global lock order. */
export async function makeLevels(unit: Unit, places: readonly Place[]): Promise<void> {
  const missing = [...places].sort((a, b) =>
    keyOf(a.locationId, a.variant.id) < keyOf(b.locationId, b.variant.id) ? -1 : 1,
  );
  const now = unit.now();
  await sql`
    insert into inventory_levels (organization_id, id, variant_id, location_id, created_at, updated_at,
      quantity_on_hand, quantity_reserved, quantity_on_hold, quantity_available, quantity_incoming, version)
    select ${unit.organizationId}, w.id, w.variant_id, w.location_id, ${now}, ${now}, 0, 0, 0, 0, 0, 0
    from unnest(${missing.map(() => newId())}::uuid[], ${missing.map(place => place.variant.id)}::uuid[],
        ${missing.map(place => place.locationId)}::uuid[])
      as w (id, variant_id, location_id)
    on conflict do nothing`.execute(unit.db);
}

/**
 * The existing levels of these places, locked in the global lock order. Their variants are locked in share mode in the
 * same statement: until the end of the transaction nobody can change `lot_tracked`, which decides whether the stock is
 * kept in lots. (Writing the ledger would lock them anyway, by its foreign key, but only after everything was decided.)
 * Throws OvertakenRead if it was changed since the command read the variant.
 */
export async function lockLevels(unit: Unit, places: readonly Place[]): Promise<Map<string, InventoryLevel>> {
  const variants = new Map(places.map(place => [place.variant.id, place.variant]));
  const { rows } = await sql<LoadedRow & { variant_id: string; location_id: string; now_lot_tracked: boolean }>`
    select l.*, v.lot_tracked as now_lot_tracked
    from unnest(${places.map(place => place.variant.id)}::uuid[],
        ${places.map(place => place.locationId)}::uuid[]) as w (variant_id, location_id)
    join inventory_levels l on l.organization_id = ${unit.organizationId} and l.variant_id = w.variant_id
      and l.location_id = w.location_id
    join variants v on v.organization_id = ${unit.organizationId} and v.id = l.variant_id
    order by l.location_id, l.variant_id for update of l for share of v`.execute(unit.db);
  return new Map(
    rows.map(({ now_lot_tracked: lotTracked, ...row }) => {
      if (variants.get(row.variant_id)!.lotTracked !== lotTracked) throw new OvertakenRead('lot_tracked was switched.');
      const level = mappedLocked<InventoryLevel>(unit, metadataOf(unit, InventoryLevel), row);
      level.sku = variants.get(row.variant_id)!.sku;
      return [keyOf(row.location_id, row.variant_id), level];
    }),
  );
}
