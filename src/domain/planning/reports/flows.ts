import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/unit.ts';
import { ofTenant } from '../../../store/tenant.ts';
import type { EntryType } from '../../stock/ledger.ts';

/*
 * How each kind of ledger entry appears in the books: where stock came from or went to. One table for all value
 * reports.
 */

interface Flow {
  types: readonly EntryType[];
  /** Outgoing quantities are shown as positive numbers. */
  goes?: true;
  /** What landed costs add to a flow, besides its types: SQL over the entry `e`. */
  landed?: string;
}

/** Of a landed cost: all of it, the part for goods sold, and the part for goods that are gone otherwise. */
const LANDED = {
  all: 'e.value_change + e.cogs_change',
  sold: 'e.cogs_change - e.adjusted_change',
  unsold: 'e.adjusted_change',
};

const FLOWS = {
  received: { types: ['purchase_received'] },
  produced: { types: ['production_output'] },
  returned: { types: ['return_received', 'return_disposed'] },
  transferred: { types: ['transfer_in', 'transfer_out'] },
  landed: { types: [], landed: LANDED.all },
  adjusted: {
    types: ['adjustment', 'cycle_count_adjustment'],
    landed: `coalesce(-(${LANDED.unsold}), e.value_change)`,
  },
  sold: { types: ['order_fulfilled'], goes: true, landed: LANDED.sold },
  used: { types: ['production_consumed', 'production_wasted'], goes: true },
  wasted: { types: ['waste'], goes: true },
  lost: { types: ['transfer_loss'], goes: true },
} as const satisfies { [name: string]: Flow };
export type FlowName = keyof typeof FLOWS;
export const FLOW_NAMES = Object.keys(FLOWS) as FlowName[];

const listed = (types: readonly string[]) => types.map(type => `'${type}'`).join(', ');

/** The quantity of a flow in the entry `e`, or 0. */
export function flowQuantity(name: FlowName): RawBuilder<unknown> {
  const { types, goes }: Flow = FLOWS[name];
  if (types.length === 0) return sql`0`;
  return sql.raw(`case when e.entry_type in (${listed(types)}) then ${goes ? '-' : ''}e.quantity_change else 0 end`);
}

/** The known value of a flow in the entry `e`, or null. */
export function flowValue(name: FlowName): RawBuilder<unknown> {
  const { types, goes, landed }: Flow = FLOWS[name];
  const own = types.length > 0 ? `when e.entry_type in (${listed(types)}) then ${goes ? '-' : ''}e.value_change` : '';
  const other = landed ? `when e.entry_type = 'cost_adjustment' then ${landed}` : '';
  return sql.raw(`case ${own} ${other} end`);
}

/** The quantity of unknown cost that the entry `e` changed. */
export const UNVALUED = sql`coalesce(e.unvalued_change, e.quantity_change)`;

/** The quantity sold by the entry `e`: returned goods of any condition no longer count as sold. */
export const SOLD_QUANTITY = sql.raw(
  `case e.entry_type when 'order_fulfilled' then e.quantity when 'cost_adjustment' then 0 else -e.quantity end`,
);

/**
 * The cost of goods sold of the entry `e`, as far as it is known, with its sign reversed: as the ledger has it, what
 * was sold is negative. A damaged return changes none: it is null there, because beside a sale at an unknown cost a 0
 * would pass for what that did cost. Most entries are sales, so they are tested first.
 */
export const SOLD_VALUE_CHANGE = sql.raw(
  `case e.entry_type when 'order_fulfilled' then e.value_change when 'return_received' then e.value_change when 'cost_adjustment' then -(${LANDED.sold}) end`,
);

/** The cost of goods sold of the entry `e`, as far as it is known. */
export const SOLD_COST = sql`-(${SOLD_VALUE_CHANGE})`;

/** A sum of costs of goods sold: 0 if nothing changed it, and null if something did at an unknown cost alone. */
export const knownCost = (cost: RawBuilder<unknown>, unvalued: RawBuilder<unknown>) =>
  sql`coalesce(${cost}, case when ${unvalued} = 0 then 0 end)`;

/** The quantity sold by the entry `e` at unknown cost. */
export const SOLD_UNVALUED = sql.raw(
  `case when e.entry_type in ('order_fulfilled', 'return_received') then -coalesce(e.unvalued_change, e.quantity_change) else 0 end`,
);

/**
 * The price of the quantity of the entry `e`, by the lines of its order; if several lines have the variant, their mean.
 */
const byLines = (lines: RawBuilder<unknown>, quantity: string) => sql`(
  select round(sum(i.quantity * i.unit_price) / nullif(sum(i.quantity) filter (where i.unit_price is not null),
        0) * ${sql.raw(quantity)}, 4)
  from ${lines} and i.variant_id = e.variant_id)`;

/**
 * The revenue of the entry `e` of a sale or return; null if a line has no price. For entries from before it was
 * recorded, by the lines of the order.
 */
export const REVENUE: RawBuilder<unknown> = sql`case when e.unvalued_change is not null then e.revenue
  when e.entry_type = 'order_fulfilled'
    then ${byLines(sql`order_items i where ${ofTenant('i')} and i.order_id = e.reference_id`, 'e.quantity')}
  else ${byLines(
    sql`return_authorizations r join order_items i on ${ofTenant('i')} and i.order_id = r.order_id
      where ${ofTenant('r')} and r.id = e.reference_id`,
    '-e.quantity',
  )} end`;

/** The same where the ledger has had it from its first entry on: then an index has all that it depends on. */
export const revenueOf = (isKept: boolean): RawBuilder<unknown> => (isKept ? sql`e.revenue` : REVENUE);

/** Whether the first entry `e`, and so the whole ledger, has costs and revenue. */
export const FIRST_KEEPS_COSTS = sql`e.unvalued_change is not null`;

/** Whether the ledger has had costs and revenue from its first entry on; true of an empty one. */
export async function keepsCosts(db: Db): Promise<boolean> {
  const { rows } = await sql<{ kept: boolean }>`
    select ${FIRST_KEEPS_COSTS} as kept
    from ledger_entries e where ${ofTenant('e')} order by e.created_at limit 1`.execute(db);
  return rows[0]?.kept ?? true;
}

/**
 * The revenue and the margin of the entry `e` of a sale, or of what changed it afterwards, if both its price and all of
 * its cost are known: what is sold at an unknown cost would otherwise be all profit. A damaged return takes its revenue
 * back, and a landed cost has none. `revenue` and `unvalued` are those of the entry.
 */
export function knownMargin(revenue: RawBuilder<unknown>, unvalued: RawBuilder<unknown>) {
  const where = (figure: RawBuilder<unknown>) =>
    sql`case when e.entry_type in ('return_disposed', 'cost_adjustment') or ${unvalued} = 0 then ${figure} end`;
  return {
    revenue: where(revenue),
    margin: where(
      sql`case when e.entry_type = 'cost_adjustment' then 0 else ${revenue} end + coalesce(${SOLD_VALUE_CHANGE}, 0)`,
    ),
  };
}
