import { type RawBuilder, sql } from 'kysely';
import type { RowsOf } from '../store/tenant.ts';

/** A rule that must hold at every commit, as SQL that finds what breaks it. */
export interface Check {
  /** What must hold. */
  rule: string;
  /** Rows (organization_id, variant_id, location_id, reference_id, expected, actual) that break it. */
  breaches(of: RowsOf): RawBuilder<unknown>;
}

/** Compares a figure of each level with what its records add up to; either side may be missing altogether. */
export const levelFigure = (of: RowsOf, figure: string, records: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select coalesce(l.organization_id, r.organization_id) as organization_id, coalesce(l.variant_id, r.variant_id) as variant_id,
    coalesce(l.location_id, r.location_id) as location_id, null::uuid as reference_id, coalesce(r.total, 0) as expected, coalesce(l.${sql.raw(figure)}, 0) as actual
  from ${of('inventory_levels', 'l')} full join (${records}) r using (organization_id, variant_id, location_id)
  where coalesce(r.total, 0) <> coalesce(l.${sql.raw(figure)}, 0)`;

/** What a level, and each of its records, is told by. */
export const byPlace = sql.raw('organization_id, variant_id, location_id');
