import { type RawBuilder, sql } from 'kysely';
import { ofTenant } from '../../../store/tenant.ts';
import { UNVALUED } from './flows.ts';
import { NO_LOT } from './groups.ts';

/**
 * Whether the entry `e` changed only the cost of several lots, each given by a parcel with the quantity that was
 * priced.
 */
const SEVERAL = sql`(e.entry_type in ('adjustment', 'cost_adjustment') and e.quantity_change = 0 and e.lot_id is null
    and e.parcels is not null)`;

/**
 * Quantity, value and quantity of unknown cost by variant and lot (all zeros: none). With first in, first out a lot is
 * worth what its own goods cost. With average costing the lots of a location share its value by their quantity of known
 * cost; shares are differences of rounded running sums, so that they add up.
 */
export function lotValues(only: (alias: string) => RawBuilder<unknown>, asOf: Date | undefined): RawBuilder<unknown> {
  const hasLots = (alias: string) =>
    sql`${sql.ref(`${alias}.variant_id`)} in (select t.variant_id from lots t where ${ofTenant('t')})`;
  // Levels know the present stock, but not by lot.
  const until = asOf ? sql`and e.created_at <= ${asOf}` : sql`and ${hasLots('e')}`;
  const withoutLots = sql`union all
    select l.variant_id, ${NO_LOT}, sum(l.quantity_on_hand), sum(l.unvalued_quantity), sum(l.value)
    from inventory_levels l where ${ofTenant('l')} ${only('l')} and not ${hasLots('l')} group by l.variant_id`;
  const lot = (column: RawBuilder<unknown>) => sql`coalesce(${column}, ${NO_LOT}) as lot_id`;
  return sql`
    with entries as (
      select e.variant_id, e.location_id, ${lot(sql`e.lot_id`)}, e.quantity_change as quantity,
        e.value_change as value, ${UNVALUED} as unvalued
      from ledger_entries e where ${ofTenant('e')} ${until} ${only('e')} and not ${SEVERAL}
      union all
      select e.variant_id, e.location_id, ${lot(sql`(c ->> 'lotId')::uuid`)}, 0, (c ->> 'value')::numeric,
        -(c ->> 'quantity')::numeric
      from ledger_entries e cross join lateral jsonb_array_elements(e.parcels) c
      where ${ofTenant('e')} ${until} ${only('e')} and ${SEVERAL}
    ), by_lot as (
      select variant_id, location_id, lot_id, sum(quantity) as quantity, coalesce(sum(value), 0) as own,
        sum(unvalued) as unvalued
      from entries group by variant_id, location_id, lot_id
    ), shared as (
      select x.*, sum(own) over place as whole, sum(quantity - unvalued) over place as valued,
        sum(quantity - unvalued) over (place order by lot_id) as so_far
      from by_lot x window place as (partition by variant_id, location_id)
    )
    select variant_id, lot_id, sum(quantity) as quantity, sum(unvalued) as unvalued, sum(
      case when (select o.costing_method from organizations o where ${ofTenant('o', 'id')}) = 'fifo' then own
        when valued > 0 then round(whole * so_far / valued,
                4) - round(whole * (so_far - (quantity - unvalued)) / valued, 4) else 0 end) as value
    from shared group by variant_id, lot_id
    ${asOf ? sql`` : withoutLots}`;
}
