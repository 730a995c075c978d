import { sql } from 'kysely';
import { byPlace, type Check, levelFigure, ofLedger } from './check.ts';

/*
 * What must hold for costs at every commit: docs/api.md, "What stock costs".
 */

export const COST_CHECKS: { readonly [id: string]: Check } = {
  value: ofLedger('The value of a level is the sum of the changes in its ledger entries.', {
    kind: 'level',
    total: 'sum(value_change)',
    figure: 'l.value',
  }),
  unvalued: ofLedger('The quantity of unknown cost is the sum of its changes in the ledger entries.', {
    kind: 'level',
    total: 'sum(coalesce(unvalued_change, quantity_change))',
    figure: 'l.unvalued_quantity',
  }),
  value_of_nothing: {
    rule: 'A level without stock of known cost has no value.',
    breaches: of => sql`
      select ${byPlace}, null::uuid as reference_id, 0 as expected, value as actual from ${of('inventory_levels')}
      where value <> 0 and quantity_on_hand - unvalued_quantity <= 0`,
  },
  running_value: ofLedger('Each ledger entry continues the value from the one before it.', {
    kind: 'running',
    change: 'value_change',
    after: 'value_after',
    breaks: expected => `unvalued_quantity is not null and coalesce(value_after, 0) <> coalesce(${expected}, 0)`,
    columns: ['value_after', 'unvalued_quantity'],
  }),
  layers: {
    rule: 'The cost layers of a level add up to what is on hand.',
    breaches: of =>
      levelFigure(
        of,
        'quantity_on_hand',
        sql`select ${byPlace}, sum(quantity) as total from ${of('cost_layers')} group by ${byPlace}`,
      ),
  },
  layers_unvalued: {
    rule: 'The cost layers without a cost add up to the quantity of unknown cost.',
    breaches: of =>
      levelFigure(
        of,
        'unvalued_quantity',
        sql`select ${byPlace}, sum(quantity) as total
          from ${of('cost_layers')} where value is null group by ${byPlace}`,
      ),
  },
  layers_of_lot: {
    rule: 'The cost layers of a lot at a location add up to its quantity there.',
    breaches: of => sql`
      select organization_id, variant_id, location_id, lot_id as reference_id, coalesce(s.quantity, 0) as expected,
        coalesce(c.total, 0) as actual
      from ${of('lot_levels', 's')} full join (
        select organization_id, variant_id, location_id, lot_id, sum(quantity) as total
        from ${of('cost_layers')} where lot_id is not null
        group by organization_id, variant_id, location_id, lot_id) c using (organization_id,
            variant_id, location_id, lot_id)
      where coalesce(s.quantity, 0) <> coalesce(c.total, 0)`,
  },
  layers_value: {
    rule: 'First in, first out: the cost layers of a level add up to its value.',
    breaches: of => sql`
      select l.organization_id, l.variant_id, l.location_id, null::uuid as reference_id,
        coalesce(c.total, 0) as expected, l.value as actual
      from ${of('inventory_levels', 'l')} left join (
        select ${byPlace}, sum(value) as total from ${of('cost_layers')} group by ${byPlace}) c using (${byPlace})
      where coalesce(c.total, 0) <> l.value and exists (
        select from ${of('organizations', 'o')} where o.id = l.organization_id and o.costing_method = 'fifo')`,
  },
  transfers_value: {
    rule: 'The value that a transfer took out of stock is put back in full once it is received, to the last digit.',
    breaches: of => sql`
      select e.organization_id, e.variant_id, null::uuid as location_id, e.reference_id, 0 as expected,
        sum(e.value_change) as actual
      from ${of('ledger_entries', 'e')} join ${of('stock_transfers', 't')} on t.organization_id = e.organization_id
        and t.id = e.reference_id and t.status = 'received'
      where e.entry_type in ('transfer_out', 'transfer_in')
      group by e.organization_id, e.variant_id, e.reference_id having sum(e.value_change) <> 0`,
  },
  landed: {
    rule: 'A landed cost is allocated in full to remaining, sold and adjusted stock, by its entries.',
    breaches: of => sql`
      select organization_id, null::uuid as variant_id, null::uuid as location_id, reference_id,
        coalesce(c.total, 0) as expected, coalesce(e.total, 0) as actual
      from (
        select c.organization_id, c.purchase_order_id as reference_id,
          sum(i.value_on_hand + i.value_sold + i.value_adjusted) as total
        from ${of('landed_costs', 'c')}
        join ${of('landed_cost_items', 'i')} on i.organization_id = c.organization_id and i.landed_cost_id = c.id
        group by c.organization_id, c.purchase_order_id
      ) c full join (
        select organization_id, reference_id, sum(value_change + cogs_change) as total from ${of('ledger_entries')}
        where entry_type = 'cost_adjustment' and cogs_change is not null group by organization_id, reference_id
      ) e using (organization_id, reference_id)
      where coalesce(c.total, 0) <> coalesce(e.total, 0)
      union all
      select c.organization_id, null, null, c.id, c.value, sum(i.value)
      from ${of('landed_costs', 'c')}
      join ${of('landed_cost_items', 'i')} on i.organization_id = c.organization_id and i.landed_cost_id = c.id
      group by c.organization_id, c.id, c.value having sum(i.value) <> c.value`,
  },
  origins: {
    rule: 'No more of a received purchase order line is left, sold or used than was received.',
    breaches: of => sql`
      select i.organization_id, i.variant_id, null::uuid as location_id, i.id as reference_id,
        i.quantity_received as expected, c.total as actual
      from ${of('purchase_order_items', 'i')} join (
        select organization_id, origin_id, sum(quantity + quantity_sold + quantity_used) as total
        from ${of('cost_layers')} where origin_id is not null group by organization_id, origin_id
      ) c on c.organization_id = i.organization_id and c.origin_id = i.id
      where c.total > i.quantity_received`,
  },
};
