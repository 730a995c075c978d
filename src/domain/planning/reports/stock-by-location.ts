import { sql } from 'kysely';
import { z } from 'zod';
import { id } from '../../../kernel/inputs.ts';
import { listQuery } from '../../../kernel/operation.ts';
import { paging } from '../../../kernel/page.ts';
import type { Db } from '../../../kernel/unit.ts';
import { allOf, type Condition, readComposed } from '../../../store/rows.ts';
import { ofTenant } from '../../../store/tenant.ts';
import { LOCATION_TYPES, Location } from '../../locations.ts';

const figures = {
  variantCount: z.int().meta({ description: 'Number of variants on hand.' }),
  quantityOnHand: z.number().meta({ description: 'Quantity physically there.' }),
  quantityReserved: z.number().meta({ description: 'Quantity reserved.' }),
  quantityAvailable: z.number().meta({ description: 'Quantity available to promise.' }),
  quantityIncoming: z.number().meta({ description: 'Quantity incoming.' }),
  stockValue: z
    .number()
    .meta({ description: "What the stock cost, in the organization's currency, without stock of unknown cost." }),
  unvaluedQuantity: z.number().meta({ description: 'Quantity on hand of unknown cost, which stockValue leaves out.' }),
};

const StockByLocationRow = z
  .object({
    locationId: z.uuid().meta({ description: 'The location.', relation: { name: 'location', target: Location } }),
    locationName: z.string().meta({ description: 'Name of the location.' }),
    locationType: z.enum(LOCATION_TYPES).meta({ id: 'LocationType', description: 'Type of the location.' }),
    ...figures,
  })
  .meta({ id: 'StockByLocationRow', description: 'The stock of one location.' });

/** The field `location { stockSummary }`. */
export const StockSummary = z.object(figures).meta({ id: 'StockSummary', description: 'The stock of one location.' });

const summaries = (conditions: readonly Condition[]) => sql`
  select t.id as "locationId", t.name as "locationName", t.type as "locationType",
    coalesce(s.variants, 0) as "variantCount",
    coalesce(s.on_hand, 0) as "quantityOnHand", coalesce(s.reserved, 0) as "quantityReserved",
    coalesce(s.available, 0) as "quantityAvailable",
    coalesce(s.incoming, 0) as "quantityIncoming", round(coalesce(s.value, 0), 4) as "stockValue",
    coalesce(s.unvalued, 0) as "unvaluedQuantity"
  from locations t left join (
    select l.location_id, count(*) filter (where l.quantity_on_hand > 0) as variants,
      sum(l.quantity_on_hand) as on_hand, sum(l.quantity_reserved) as reserved,
      sum(l.quantity_available) as available, sum(l.quantity_incoming) as incoming, sum(l.value) as value,
      sum(l.unvalued_quantity) as unvalued
    from inventory_levels l where ${ofTenant('l')}
    group by l.location_id) s on s.location_id = t.id
  where ${allOf([ofTenant('t'), ...conditions])}`;

export const listStockByLocation = listQuery('listStockByLocation', {
  area: 'reports',
  mayLag: true,
  mayTakeLong: true,
  summary: 'Lists the stock of each location.',
  input: z.strictObject({ locationId: id().optional().meta({ description: 'Only this location.' }), ...paging }),
  output: StockByLocationRow,
  run: ({ db }, { locationId, ...page }) =>
    readComposed(db, summaries(locationId ? [sql`t.id = ${locationId}`] : []), sql`"locationName", "locationId"`, page),
});

/** The same for some locations, by id. */
export async function stockSummaries(db: Db, locationIds: readonly string[]): Promise<Map<string, object>> {
  const { rows } = await sql<{ locationId: string }>`${summaries([sql`t.id = any(${locationIds})`])}`.execute(db);
  return new Map(rows.map(row => [row.locationId, row]));
}
