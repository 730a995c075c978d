import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { refuse } from '../../../kernel/errors.ts';
import { id, timestamp } from '../../../kernel/inputs.ts';
import { listQuery } from '../../../kernel/operation.ts';
import { paging } from '../../../kernel/page.ts';
import type { Db } from '../../../kernel/unit.ts';
import { readComposed } from '../../../store/rows.ts';
import { ofTenant } from '../../../store/tenant.ts';
import { UNVALUED } from './flows.ts';
import { type Group, groupNames, keyNames, keysOf, lotNames, named } from './groups.ts';
import { inTransit } from './inventory-roll-forward.ts';
import { lotValues } from './lot-values.ts';

const ValuationRow = z
  .object({
    ...groupNames,
    ...lotNames,
    quantityOnHand: z.number().meta({ description: 'Quantity physically there.' }),
    unvaluedQuantity: z.number().meta({ description: 'Quantity at unknown cost.' }),
    unitCost: z.number().nullable().meta({ description: 'Average cost of one unit; null if no cost is known.' }),
    stockValue: z.number().nullable().meta({
      description: 'What the stock cost, without stock of unknown cost; null if all cost is unknown.',
    }),
    inTransitQuantity: z.number().meta({ description: 'Quantity in transit, by its destination.' }),
    inTransitValue: z.number().nullable().meta({ description: 'Its value; null if not known.' }),
  })
  .meta({ id: 'ValuationRow', description: 'What stock is worth, per variant or whatever the rows are grouped by.' });

export const listValuation = listQuery('listValuation', {
  area: 'reports',
  mayLag: true,
  mayTakeLong: true,
  summary: 'Lists what the stock cost, most valuable first: now or at any earlier time.',
  input: z.strictObject({
    asOf: timestamp()
      .optional()
      .meta({ description: 'Time of the valuation, computed from the ledger. Must not be in the future.' }),
    groupBy: z
      .enum(['variant', 'location', 'category', 'lot'])
      .meta({ id: 'ValuationGroupBy' })
      .default('variant')
      .meta({ description: 'What the rows are grouped by. Default: variant.' }),
    locationId: id().optional().meta({ description: 'Only stock at this location.' }),
    productId: id().optional().meta({ description: 'Only variants of this product.' }),
    ...paging,
  }),
  output: ValuationRow,
  async run({ db }, { locationId, productId, asOf, groupBy, ...page }) {
    const side = asOf && (await sideOf(db, asOf));
    const ofProduct = sql`(select v.id from variants v where ${ofTenant('v')} and v.product_id = ${productId})`;
    const only = (alias: string) => sql`
      ${locationId ? sql`and ${sql.ref(`${alias}.location_id`)} = ${locationId}` : sql``}
      ${productId ? sql`and ${sql.ref(`${alias}.variant_id`)} in ${ofProduct}` : sql``}`;
    const until = asOf ? sql`<= ${asOf}` : sql`<= 'infinity'`;
    const stock = groupBy === 'lot' ? lotValues(only, asOf) : stockAt(groupBy, only, asOf, side);
    const rows = sql`
      select ${keyNames(groupBy)}, coalesce(s.quantity, 0) as quantity, coalesce(s.value, 0) as value,
        coalesce(s.unvalued, 0) as unvalued,
        coalesce(t.quantity, 0) as transit_quantity, t.value as transit_value
      from (${stock}) s full join (
        select * from (${inTransit(until, keysOf(groupBy, 'x'), locationId)}) i
        ${productId && groupBy !== 'location' ? sql`where i.variant_id in ${ofProduct}` : sql``}
      ) t using (${keyNames(groupBy)})
      where s.quantity <> 0 or s.value <> 0 or t.quantity <> 0`;
    const valued = sql`sum(g.quantity) - sum(g.unvalued)`;
    const sums = sql`sum(g.quantity) as "quantityOnHand", sum(g.unvalued) as "unvaluedQuantity",
      case when ${valued} > 0 then round(sum(g.value) / (${valued}), 4) end as "unitCost",
      case when ${valued} > 0 or sum(g.quantity) = 0 then sum(g.value) end as "stockValue",
      sum(g.transit_quantity) as "inTransitQuantity",
      case when sum(g.transit_quantity) = 0 then 0 else sum(g.transit_value) end as "inTransitValue"`;
    const order = sql`"stockValue" desc nulls last, sku, category, "locationName", "locationId", "lotNumber", "lotId"`;
    const answer = await readComposed(db, named(groupBy, rows, sums), order, page);
    return asOf ? { ...answer, meta: { asOf } } : answer;
  },
});

type Only = (alias: string) => RawBuilder<unknown>;

/**
 * Whether it is less to read what happened since, or what happened until then. Refuses a time in the future, by the
 * database's clock.
 */
async function sideOf(db: Db, asOf: Date): Promise<'since' | 'until'> {
  const { rows } = await sql<{ is_future: boolean; is_early: boolean | null }>`
    select ${asOf} > now() as is_future, (
      select ${asOf} - e.created_at < now() - ${asOf} from ledger_entries e where ${ofTenant('e')} order by e.created_at
          limit 1) as is_early`.execute(db);
  if (rows[0]!.is_future) refuse('validation_failed', 'Must not be in the future.', { field: 'asOf' });
  return rows[0]!.is_early ? 'until' : 'since';
}

/**
 * Quantity, value and quantity of unknown cost by key: the present stock less what happened since, or what happened
 * until then.
 */
function stockAt(
  groupBy: Group,
  only: Only,
  asOf: Date | undefined,
  side: 'since' | 'until' | undefined,
): RawBuilder<unknown> {
  const sums = (since: RawBuilder<unknown>) => sql`
    select ${keysOf(groupBy, 'e')}, sum(e.quantity_change) as quantity, coalesce(sum(e.value_change), 0) as value,
      sum(${UNVALUED}) as unvalued
    from ledger_entries e
    where ${ofTenant('e')} and e.created_at ${since} ${only('e')} group by ${keysOf(groupBy, 'e')}`;
  if (asOf && side === 'until') return sums(sql`<= ${asOf}`);
  const now = sql`
    select ${keysOf(groupBy, 'l')}, sum(l.quantity_on_hand) as quantity, sum(l.value) as value,
      sum(l.unvalued_quantity) as unvalued
    from inventory_levels l where ${ofTenant('l')} ${only('l')} group by ${keysOf(groupBy, 'l')}`;
  if (!asOf) return now;
  return sql`
    select ${keyNames(groupBy)}, n.quantity - coalesce(p.quantity, 0) as quantity,
      n.value - coalesce(p.value, 0) as value, n.unvalued - coalesce(p.unvalued, 0) as unvalued
    from (${now}) n left join (${sums(sql`> ${asOf}`)}) p using (${keyNames(groupBy)})`;
}

/** The field `variant { averageCost(locationId) }`. */
export const AverageCost = z
  .object({
    averageCost: z.number().nullable().meta({ description: 'Average cost of one unit; null if not known.' }),
  })
  .meta({ id: 'AverageCost', description: 'What a variant cost on average.' });

export const averageCostArguments = z.strictObject({
  locationId: id().optional().meta({ description: 'Only stock at this location. Default: at all of them.' }),
});

/** The same for some variants, by id. */
export async function averageCosts(
  db: Db,
  variantIds: readonly string[],
  { locationId }: z.output<typeof averageCostArguments>,
): Promise<Map<string, object>> {
  const { rows } = await sql<{ variant_id: string; averageCost: number }>`
    select l.variant_id, round(sum(l.value) / sum(l.quantity_on_hand - l.unvalued_quantity), 4) as "averageCost"
    from inventory_levels l
    where ${ofTenant('l')}
      and l.variant_id = any(${variantIds}) ${locationId ? sql`and l.location_id = ${locationId}` : sql``}
    group by l.variant_id having sum(l.quantity_on_hand - l.unvalued_quantity) > 0`.execute(db);
  return new Map(rows.map(row => [row.variant_id, row]));
}
