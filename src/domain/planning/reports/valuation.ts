import { sql } from 'kysely';
import { z } from 'zod';
import { id } from '../../../kernel/inputs.ts';
import { listQuery } from '../../../kernel/operation.ts';
import { paging } from '../../../kernel/page.ts';
import { allOf, readComposed } from '../../../store/rows.ts';
import { ofTenant } from '../../../store/tenant.ts';
import { Variant } from '../../products.ts';

const ValuationRow = z
  .object({
    variantId: z.uuid().meta({ description: 'The valued variant.', relation: { name: 'variant', target: Variant } }),
    sku: z.string().meta({ description: 'SKU of the variant.' }),
    productName: z.string().meta({ description: 'Name of the product.' }),
    quantityOnHand: z.number().meta({ description: 'Quantity physically there.' }),
    unitCost: z.number().nullable().meta({ description: 'Current unit cost.' }),
    stockValue: z.number().nullable().meta({ description: 'On hand at unit cost; null if the variant has no cost.' }),
  })
  .meta({ id: 'ValuationRow', description: 'The stock value of a variant.' });

export const listValuation = listQuery('listValuation', {
  area: 'reports',
  summary: 'Lists the stock value of each variant, most valuable first.',
  input: z.strictObject({
    locationId: id().optional().meta({ description: 'Only stock at this location.' }),
    productId: id().optional().meta({ description: 'Only variants of this product.' }),
    ...paging,
  }),
  output: ValuationRow,
  run({ db }, { locationId, productId, ...page }) {
    const conditions = [sql`l.quantity_on_hand > 0`, ...(locationId ? [sql`l.location_id = ${locationId}`] : [])];
    const query = sql`
      select v.id as "variantId", v.sku, p.name as "productName", s.on_hand as "quantityOnHand", v.unit_cost as "unitCost", round(s.on_hand * v.unit_cost, 4) as "stockValue"
      from (select l.variant_id, sum(l.quantity_on_hand) as on_hand from inventory_levels l where ${ofTenant('l')} and ${allOf(conditions)} group by l.variant_id) s
      join variants v on ${ofTenant('v')} and v.id = s.variant_id join products p on ${ofTenant('p')} and p.id = v.product_id
      ${productId ? sql`where v.product_id = ${productId}` : sql``}`;
    return readComposed(db, query, sql`"stockValue" desc nulls last, sku`, page);
  },
});
