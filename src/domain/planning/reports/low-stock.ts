import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { id } from '../../../kernel/inputs.ts';
import { listQuery } from '../../../kernel/operation.ts';
import { paging } from '../../../kernel/page.ts';
import { readComposed } from '../../../store/rows.ts';
import { ofTenant, type Whose } from '../../../store/tenant.ts';
import { lowStockSql } from '../../inventory-policies.ts';
import { Location } from '../../locations.ts';
import { Variant } from '../../variants.ts';

export const LowStockRow = z
  .object({
    variantId: z
      .uuid()
      .meta({ description: 'The variant that is low.', relation: { name: 'variant', target: Variant } }),
    sku: z.string().meta({ description: 'SKU of the variant.' }),
    productName: z.string().meta({ description: 'Name of the product.' }),
    locationId: z
      .uuid()
      .meta({ description: 'Location where it is low.', relation: { name: 'location', target: Location } }),
    locationName: z.string().meta({ description: 'Name of the location.' }),
    quantityAvailable: z.number().meta({ description: 'Quantity available to promise.' }),
    quantityIncoming: z.number().meta({ description: 'Quantity incoming.' }),
    reorderPoint: z.number().meta({ description: 'The reorder point.' }),
    reorderQuantity: z.number().meta({ description: 'Minimum quantity of an order.' }),
    shortage: z.number().meta({ description: 'Quantity short of the reorder point.' }),
    suggestedOrderQuantity: z
      .number()
      .meta({ description: 'Quantity to order, after incoming stock; 0 if that suffices.' }),
  })
  .meta({
    id: 'LowStockRow',
    description: 'A variant whose available stock at a location is below its reorder point.',
  });

export const listLowStock = listQuery('listLowStock', {
  area: 'reports',
  mayLag: true,
  mayTakeLong: true,
  summary: 'Lists variants below their reorder point, largest shortage first.',
  input: z.strictObject({ locationId: id().optional().meta({ description: 'Only at this location.' }), ...paging }),
  output: LowStockRow,
  run: ({ db }, { locationId, ...page }) =>
    readComposed(
      db,
      // A list of one: given a plain value, the planner assumes that the location is out of use, and looks everything
      // up row by row.
      lowStockRows(
        ofTenant,
        locationId
          ? alias => sql`${ofTenant(alias)} and ${sql.ref(`${alias}.location_id`)} = any(${[locationId]}::uuid[])`
          : ofTenant,
      ),
      sql`shortage desc, sku, "locationId"`,
      page,
    ),
});

/**
 * The rows of the report at these places, the condition on `stockAndPolicies`, under their own names. Every row has a
 * variant, product and location. The outer joins tell the planner that no row is lost.
 */
export const lowStockRows = (whose: Whose, places: Whose): RawBuilder<unknown> => sql`
  select v.id as "variantId", v.sku, p.name as "productName", l.id as "locationId", l.name as "locationName",
    t.quantity_available as "quantityAvailable",
    t.quantity_incoming as "quantityIncoming", t.reorder_point as "reorderPoint",
    t.reorder_quantity as "reorderQuantity", t.shortage,
    t.suggested_order_quantity as "suggestedOrderQuantity"
  from (${lowStockSql(whose, places)}) t
  left join variants v on ${whose('v')} and v.id = t.variant_id
  left join products p on ${whose('p')} and p.id = v.product_id
  left join locations l on ${whose('l')} and l.id = t.location_id`;
