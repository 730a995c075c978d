import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { id } from '../../../kernel/inputs.ts';
import { listQuery } from '../../../kernel/operation.ts';
import { paging } from '../../../kernel/page.ts';
import { readComposed } from '../../../store/rows.ts';
import { ofTenant } from '../../../store/tenant.ts';
import { period, periodOf } from './days.ts';
import { FLOW_NAMES, type FlowName, flowQuantity, flowValue, UNVALUED } from './flows.ts';
import { groupNames, keyNames, keysOf, NO_LOT, named } from './groups.ts';

const MEANINGS: { readonly [name in Exclude<FlowName, 'landed'>]: string } = {
  received: 'received from suppliers',
  produced: 'produced',
  returned: 'returned by customers',
  transferred: 'transferred in, less what was transferred out',
  adjusted: 'adjusted and counted',
  sold: 'sold',
  used: 'used in production, including its waste',
  wasted: 'wasted',
  lost: 'lost on transfers',
};

const figure = (description: string) => z.number().meta({ description });

/** The quantity and the value of a flow. */
const figuresOf = (name: FlowName) =>
  name === 'landed'
    ? [figure('Always 0: landed costs change only the value.'), figure('Value added by landed costs.')]
    : [figure(`Quantity ${MEANINGS[name]}.`), figure(`Value of what was ${MEANINGS[name]}, as far as it is known.`)];

const flowFields = Object.fromEntries(
  FLOW_NAMES.flatMap(name => {
    const [quantity, value] = figuresOf(name);
    return [
      [`${name}Quantity`, quantity],
      [`${name}Value`, value],
    ];
  }),
) as { [name in `${FlowName}${'Quantity' | 'Value'}`]: z.ZodNumber };

const RollForwardRow = z
  .object({
    ...groupNames,
    openingQuantity: figure('Quantity on hand at the start of the period.'),
    openingValue: figure('Its value, without stock of unknown cost.'),
    ...flowFields,
    closingQuantity: figure('Quantity on hand at the end of the period.'),
    closingValue: figure('Its value, without stock of unknown cost.'),
    unvaluedQuantity: figure('Quantity on hand at unknown cost at the end of the period.'),
    inTransitQuantity: figure('Quantity in transit at the end of the period, by its destination.'),
    inTransitValue: figure('Its value.'),
  })
  .meta({
    id: 'InventoryRollForwardRow',
    description: 'How stock went from opening to closing: opening, plus what came in, less what went out.',
  });

export const listInventoryRollForward = listQuery('listInventoryRollForward', {
  area: 'reports',
  mayLag: true,
  mayTakeLong: true,
  summary: 'Lists how stock went from opening to closing in a period, in quantity and value; every row adds up.',
  input: z.strictObject({
    ...period,
    groupBy: z
      .enum(['variant', 'location', 'category'])
      .meta({ id: 'InventoryRollForwardGroupBy' })
      .default('variant')
      .meta({ description: 'What the rows are grouped by. Default: variant.' }),
    locationId: id().optional().meta({ description: 'Only stock at this location.' }),
    ...paging,
  }),
  output: RollForwardRow,
  async run({ db }, { groupBy, locationId, from, to, ...page }) {
    const { from: begins, to: ends } = await periodOf(db, { from, to });
    const at = (alias: string) => (locationId ? sql`and ${sql.ref(`${alias}.location_id`)} = ${locationId}` : sql``);
    const key = (alias: string) => keysOf(groupBy, alias);
    const inTime = sql`filter (where e.created_at < ${ends})`;
    const flows = FLOW_NAMES.flatMap(name => [
      { column: sql.ref(`${name}_q`), change: flowQuantity(name) },
      { column: sql.ref(`${name}_v`), change: flowValue(name) },
    ]);
    // Subtracts everything since the start of the period from the present stock: nothing older is read.
    const rows = sql`
      select ${keyNames(groupBy)}, n.quantity - coalesce(s.quantity_since, 0) as opening_quantity,
        n.value - coalesce(s.value_since, 0) as opening_value,
        n.quantity - coalesce(s.quantity_after, 0) as closing_quantity,
        n.value - coalesce(s.value_after, 0) as closing_value, n.unvalued - coalesce(s.unvalued_after, 0) as unvalued,
        coalesce(t.quantity, 0) as transit_quantity, coalesce(t.value, 0) as transit_value,
        ${sql.join(flows.map(({ column }) => sql`coalesce(s.${column}, 0) as ${column}`))}
      from (
        select ${key('l')}, sum(l.quantity_on_hand) as quantity, sum(l.value) as value,
          sum(l.unvalued_quantity) as unvalued
        from inventory_levels l where ${ofTenant('l')} ${at('l')} group by ${key('l')}
      ) n left join (
        select ${key('e')}, sum(e.quantity_change) as quantity_since, sum(e.value_change) as value_since,
          sum(e.quantity_change) filter (where e.created_at >= ${ends}) as quantity_after, sum(e.value_change)
            filter (where e.created_at >= ${ends}) as value_after,
          sum(${UNVALUED}) filter (where e.created_at >= ${ends}) as unvalued_after,
          ${sql.join(flows.map(({ change, column }) => sql`coalesce(sum(${change}) ${inTime}, 0) as ${column}`))}
        from ledger_entries e where ${ofTenant('e')} and e.created_at >= ${begins} ${at('e')} group by ${key('e')}
      ) s using (${keyNames(groupBy)})
        left join (${inTransit(sql`< ${ends}`, key('x'), locationId)}) t using (${keyNames(groupBy)})`;
    const sums = sql.join([
      ...['opening', 'closing'].flatMap(name => [
        sql`sum(g.${sql.ref(`${name}_quantity`)}) as ${sql.ref(`${name}Quantity`)}`,
        sql`sum(g.${sql.ref(`${name}_value`)}) as ${sql.ref(`${name}Value`)}`,
      ]),
      ...FLOW_NAMES.flatMap(name => [
        sql`sum(g.${sql.ref(`${name}_q`)}) as ${sql.ref(`${name}Quantity`)}`,
        sql`sum(g.${sql.ref(`${name}_v`)}) as ${sql.ref(`${name}Value`)}`,
      ]),
      sql`sum(g.unvalued) as "unvaluedQuantity", sum(g.transit_quantity) as "inTransitQuantity",
        sum(g.transit_value) as "inTransitValue"`,
    ]);
    const order = sql`"closingValue" desc, "openingValue" desc, sku, category, "locationName", "locationId"`;
    const answer = await readComposed(db, named(groupBy, rows, sums), order, page);
    return { ...answer, meta: { from: begins, to: ends } };
  },
});

/**
 * The quantity in transit at a time, by the key of `x` (variant_id, location_id of the destination, lot_id): the
 * entries until then of the transfers that were under way then. `until` compares a time with that one: `< time`.
 */
export const inTransit = (
  until: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
  locationId?: string,
): RawBuilder<unknown> => sql`
  select ${key}, -sum(x.quantity_change) as quantity, -sum(x.value_change) as value
  from (
    select e.variant_id, t.destination_location_id as location_id, coalesce(e.lot_id, ${NO_LOT}) as lot_id,
      e.quantity_change, e.value_change
    from stock_transfers t join ledger_entries e on ${ofTenant('e')} and e.reference_id = t.id
      and e.entry_type in ('transfer_out', 'transfer_in') and e.created_at ${until}
    where ${ofTenant('t')} and t.shipped_at ${until} and (t.received_at is null or not (t.received_at ${until}))
      ${locationId ? sql`and t.destination_location_id = ${locationId}` : sql``}
  ) x group by ${key} having sum(x.quantity_change) <> 0 or sum(x.value_change) <> 0`;
