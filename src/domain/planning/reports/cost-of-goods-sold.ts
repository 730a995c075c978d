import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { id } from '../../../kernel/inputs.ts';
import { listQuery } from '../../../kernel/operation.ts';
import { paging } from '../../../kernel/page.ts';
import type { Db } from '../../../kernel/unit.ts';
import { ADDS_UP } from '../../../store/connections.ts';
import { readComposed } from '../../../store/rows.ts';
import { ofTenant } from '../../../store/tenant.ts';
import { AFTER_SALES, type EntryType } from '../../stock/ledger.ts';
import { period, periodOf } from './days.ts';
import { keepsCosts, knownCost, revenueOf, SOLD_COST, SOLD_QUANTITY, SOLD_UNVALUED, UNVALUED } from './flows.ts';
import { dayName, groupNames, keyColumns, keysOf, named } from './groups.ts';

const figures = {
  quantity: z.number().meta({ description: 'Quantity sold, less returns.' }),
  cost: z.number().nullable().meta({ description: 'What it cost, as far as known; null if no cost is known.' }),
  revenue: z.number().nullable().meta({ description: 'What it was sold for; null if no line had a price.' }),
  margin: z.number().nullable().meta({ description: 'Revenue less cost; null unless both are known completely.' }),
  unvaluedQuantity: z.number().meta({ description: 'Quantity sold at unknown cost.' }),
  unpricedQuantity: z.number().meta({ description: 'Quantity sold on lines without a price.' }),
};

const CostOfGoodsSoldRow = z
  .object({ ...dayName, ...groupNames, ...figures })
  .meta({ id: 'CostOfGoodsSoldRow', description: 'Quantity, cost and revenue of what was sold.' });

export const listCostOfGoodsSold = listQuery('listCostOfGoodsSold', {
  area: 'reports',
  mayLag: true,
  mayTakeLong: true,
  summary: 'Lists what was sold in a period, net of returns: quantity, cost, revenue and margin.',
  input: z.strictObject({
    ...period,
    groupBy: z
      .enum(['day', 'variant', 'category', 'location'])
      .meta({ id: 'CostOfGoodsSoldGroupBy' })
      .default('variant')
      .meta({ description: 'What the rows are grouped by. Default: variant.' }),
    locationId: id().optional().meta({ description: 'Only sales from this location.' }),
    ...paging,
  }),
  output: CostOfGoodsSoldRow,
  async run({ db }, { groupBy, locationId, from, to, ...page }) {
    const [{ from: begins, to: ends }, isKept] = await Promise.all([periodOf(db, { from, to }), keepsCosts(db)]);
    const sumsOf = (figuresOfThem: RawBuilder<unknown>, types: readonly EntryType[]) => sql`
      select ${keyColumns(groupBy, 'e')}, ${figuresOfThem} from ledger_entries e
      where ${ofTenant('e')} and e.entry_type in (${sql.join(types.map(type => sql.lit(type)))})
        and e.created_at >= ${begins} and e.created_at < ${ends}
        ${locationId ? sql`and e.location_id = ${locationId}` : sql``}
      group by ${keysOf(groupBy, 'e')}`;
    const rows = named(
      groupBy,
      // Apart, as each has an index of all that is added up.
      sql`${sumsOf(soldFigures(isKept), ['order_fulfilled'])} union all ${sumsOf(figuresOf(isKept), AFTER_SALES)}`,
      sql`sum(g.quantity) as quantity, ${knownCost(sql`sum(g.cost)`, sql`sum(g.unvalued)`)} as cost,
        sum(g.revenue) as revenue, ${margin('g', true)} as margin,
        sum(g.unvalued) as "unvaluedQuantity", sum(g.unpriced) as "unpricedQuantity"`,
    );
    const order =
      groupBy === 'day'
        ? sql`day`
        : sql`cost desc nulls last, quantity desc, sku, category, "locationName", "locationId"`;
    const moved = sql`${rows} having count(*) > 0 and bool_or(g.moved)`;
    const answer = await readComposed(db, moved, order, page, ADDS_UP);
    return { ...answer, meta: { from: begins, to: ends } };
  },
});

/**
 * Sums over the entries `e` of sales and of what changed them afterwards. A landed cost on goods that were never sold
 * does not count as a sale.
 */
const figuresOf = (isKept: boolean): RawBuilder<unknown> => sql`
  sum(${SOLD_QUANTITY}) as quantity, sum(${SOLD_COST}) as cost, sum(${revenueOf(isKept)}) as revenue,
  sum(${SOLD_UNVALUED}) as unvalued,
  sum(case when e.entry_type <> 'cost_adjustment' and ${revenueOf(isKept)} is null
        then ${SOLD_QUANTITY} else 0 end) as unpriced,
  bool_or(e.entry_type <> 'cost_adjustment' or e.cogs_change <> 0) as moved`;

/** The same over entries of sales alone: most of the ledger, in terms of what their index has. */
const soldFigures = (isKept: boolean): RawBuilder<unknown> => sql`
  -sum(e.quantity_change) as quantity, -sum(e.value_change) as cost, sum(${revenueOf(isKept)}) as revenue,
    -sum(${UNVALUED}) as unvalued,
  coalesce(-sum(e.quantity_change) filter (where ${revenueOf(isKept)} is null), 0) as unpriced, true as moved`;

/** Revenue less cost, of sums or of rows that have to be summed up. */
const margin = (alias: string, summed: boolean) => {
  const of = (name: string) => (summed ? sql`sum(${sql.ref(`${alias}.${name}`)})` : sql.ref(`${alias}.${name}`));
  return sql`case when ${of('unvalued')} = 0 and ${of('unpriced')} = 0
      then ${of('revenue')} - coalesce(${of('cost')}, 0) end`;
};

/** The fields `order { cost margin }`. */
export const OrderMoney = z
  .object({ cost: figures.cost, revenue: figures.revenue, margin: figures.margin })
  .meta({ id: 'OrderMoney', description: 'What the fulfilled part of an order cost and brought, net of returns.' });

/** The same for some orders, by id. Later landed costs are not part of an order's cost. */
export async function ordersMoney(db: Db, orderIds: readonly string[]): Promise<Map<string, object>> {
  const { rows } = await sql<{ id: string }>`
    select s.order_id as id, ${knownCost(sql`s.cost`, sql`s.unvalued`)} as cost, s.revenue,
      ${margin('s', false)} as margin from (
      select m.order_id, ${figuresOf(false)} from (
        select o.id as order_id, o.id as reference_id from orders o where ${ofTenant('o')} and o.id = any(${orderIds})
        union all select r.order_id, r.id
        from return_authorizations r where ${ofTenant('r')} and r.order_id = any(${orderIds})
      ) m join ledger_entries e on ${ofTenant('e')} and e.reference_id = m.reference_id
        and e.entry_type in ('order_fulfilled', 'return_received', 'return_disposed')
      group by m.order_id) s`.execute(db);
  return new Map(rows.map(row => [row.id, row]));
}
