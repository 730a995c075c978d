import { sql } from 'kysely';
import { z } from 'zod';
import { days, id } from '../../../kernel/inputs.ts';
import { listQuery } from '../../../kernel/operation.ts';
import { pageAt, paging, placeOf } from '../../../kernel/page.ts';
import type { Db } from '../../../kernel/unit.ts';
import type { Row } from '../../../kernel/view.ts';
import { allOf, type Condition, PLANNED } from '../../../store/rows.ts';
import { ofTenant } from '../../../store/tenant.ts';
import { Variant } from '../../variants.ts';
import { sinceDays } from './days.ts';

const DAYS_DEFAULT = 30;
/** The input of the number of rows of a report that is not paged: at most 500. */
export const limit = (fallback: number) =>
  z.int().min(1, 'Must be at least 1.').max(500, 'Must be at most 500.').default(fallback);

const figures = {
  quantitySold: z.number().meta({ description: 'Units fulfilled in the period, gross of returns.' }),
  orderCount: z.int().meta({ description: 'Number of orders.' }),
  averageDailyQuantity: z.number().meta({ description: 'Units sold per day of the period.' }),
  quantityOnHand: z.number().meta({ description: 'Quantity on hand now.' }),
  daysOfCover: z.number().nullable().meta({ description: 'Days for which the stock lasts at that rate.' }),
};

const FastMoverRow = z
  .object({
    variantId: z.uuid().meta({ description: 'The variant sold.', relation: { name: 'variant', target: Variant } }),
    sku: z.string().meta({ description: 'SKU of the variant.' }),
    productName: z.string().meta({ description: 'Name of the product.' }),
    ...figures,
  })
  .meta({ id: 'FastMoverRow', description: 'How fast a variant sells.' });

/** The field `variant { salesVelocity }`. */
export const SalesVelocity = z
  .object({ days: z.int().meta({ description: 'Length of the period in days, today included.' }), ...figures })
  .meta({ id: 'SalesVelocity', description: 'How fast a variant sold in the last 30 days.' });

/** Whether an entry `e` is a sale since the period began. */
const isSold = (period: number, locationId?: string): Condition =>
  allOf([
    sql`e.entry_type = 'order_fulfilled'`,
    sql`e.created_at >= ${sinceDays(period)}`,
    ...(locationId ? [sql`e.location_id = ${locationId}`] : []),
  ]);

/** What each variant sold. */
const sold = (conditions: readonly Condition[]) => sql`
  select e.variant_id, -sum(e.quantity_change) as quantity
  from ledger_entries e where ${ofTenant('e')} and ${allOf(conditions)} group by e.variant_id`;

const velocity = (period: number, onHand: Condition) => sql`
  t.quantity as "quantitySold", coalesce(o.orders, 0) as "orderCount",
  round(t.quantity / ${period}::int, 4) as "averageDailyQuantity", ${onHand} as "quantityOnHand",
  round(${onHand} * ${period}::int / nullif(t.quantity, 0), 4) as "daysOfCover"`;

/** Counted only for the rows that are shown: counting distinct orders is the expensive part. */
const orders = (condition: Condition) => sql`
  orders as (select e.variant_id, count(distinct e.reference_id) as orders
      from t join ledger_entries e on ${ofTenant('e')} and e.variant_id = t.variant_id
      where ${condition} group by e.variant_id)`;

const onHandOf = (locationId?: string): Condition => sql`coalesce((
  select sum(l.quantity_on_hand) from inventory_levels l
  where l.organization_id = v.organization_id
        and l.variant_id = v.id ${locationId ? sql`and l.location_id = ${locationId}` : sql``}), 0)`;

export const listFastMovers = listQuery('listFastMovers', {
  area: 'reports',
  mayLag: true,
  mayTakeLong: true,
  summary: 'Lists the best-selling variants of recent days.',
  input: z.strictObject({
    days: days()
      .default(DAYS_DEFAULT)
      .meta({ description: 'Length of the period in days, today included: 1 to 365, default 30.' }),
    locationId: id().optional().meta({ description: 'Sales at this location only.' }),
    limit: limit(20).meta({ description: 'Maximum number of rows: 1 to 500, default 20.' }),
    cursor: paging.cursor,
  }),
  output: FastMoverRow,
  async run({ db }, input) {
    const page = { perPage: input.limit, cursor: input.cursor };
    const condition = isSold(input.days, input.locationId);
    const { rows } = await sql<Row & { movers: number }>`
      with ${PLANNED} t as materialized (
        select s.variant_id, s.quantity, v.sku, count(*) over () as movers
        from (${sold([condition])}) s join variants v on ${ofTenant('v')} and v.id = s.variant_id
        order by s.quantity desc, v.sku limit ${input.limit} offset ${placeOf(page).offset}),
      ${orders(condition)}
      select v.id as "variantId", v.sku, p.name as "productName",
        ${velocity(input.days, onHandOf(input.locationId))}, t.movers
      from t join variants v on ${ofTenant('v')} and v.id = t.variant_id
      join products p on ${ofTenant('p')} and p.id = v.product_id
      left join orders o on o.variant_id = t.variant_id order by t.quantity desc, v.sku`.execute(db);
    return pageAt(
      rows.map(({ movers: _, ...row }) => row),
      rows[0]?.movers ?? 0,
      page,
    );
  },
});

/** The last 30 days of some variants, by id. */
export async function salesVelocities(db: Db, variantIds: readonly string[]): Promise<Map<string, object>> {
  const condition = isSold(DAYS_DEFAULT);
  const { rows } = await sql<{ id: string }>`
    with t as (
      select v.id as variant_id, coalesce(s.quantity, 0) as quantity
      from variants v left join (${sold([condition, sql`e.variant_id = any(${variantIds})`])}) s on s.variant_id = v.id
          where ${ofTenant('v')} and v.id = any(${variantIds})),
    ${orders(condition)}
    select v.id, ${DAYS_DEFAULT}::int as days, ${velocity(DAYS_DEFAULT, onHandOf())}
    from t join variants v on ${ofTenant('v')} and v.id = t.variant_id
    left join orders o on o.variant_id = t.variant_id`.execute(db);
  return new Map(rows.map(row => [row.id, row]));
}
