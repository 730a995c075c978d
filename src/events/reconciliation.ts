import { sql } from 'kysely';
import { byPlace, type Check } from '../domain/check.ts';
import type { RowsOf } from '../store/tenant.ts';

/*
 * What must hold between the stock and the log of events. Events are kept for 30 days, so a level's history may begin
 * in the middle; from there on it has no gap and ends with the quantity on hand.
 */

/** The organization whose head counts the events of all organizations. */
const EVERYBODY = sql.lit('00000000-0000-0000-0000-000000000000');

/**
 * The history of each level according to its events, in the order that readers see: on hand before the first, the sum
 * of changes, and on hand after the last.
 */
const stories = (of: RowsOf) => sql`
  select ${byPlace}, sum(change) as change, (array_agg(on_hand - change order by position, recorded))[1] as before,
    (array_agg(on_hand order by position desc, recorded desc))[1] as last
  from (
    select e.organization_id, coalesce(e.position, 9007199254740991) as position, e.recorded, l.variant_id,
      l.location_id, l.quantity_on_hand as on_hand,
      (select sum(c.quantity_change) from json_to_recordset(d.changes) c (quantity_change numeric)) as change
    from ${of('events', 'e')}, json_to_record(e.data) d (inventory_level json, changes json),
      json_to_record(d.inventory_level) l (variant_id uuid, location_id uuid, quantity_on_hand numeric)
    where e.type = 'inventory.updated'
  ) e group by ${byPlace}`;

const STOCK_TOLD: { readonly [id: string]: Check } = {
  stock_told: {
    rule: 'Every change of the quantity on hand was published by an event, in the order in which it happened.',
    breaches: of => sql`
      select ${byPlace}, null::uuid as reference_id, l.quantity_on_hand as expected,
        coalesce(least(s.last, s.before + s.change), 0) as actual
      from ${of('inventory_levels', 'l')} left join (${stories(of)}) s using (${byPlace})
      where l.quantity_on_hand <> s.last or l.quantity_on_hand <> s.before + s.change or (s.last is null and exists (
        select from ${of('ledger_entries', 'r')}
        where r.organization_id = l.organization_id and r.variant_id = l.variant_id and r.location_id = l.location_id
          and r.sequence = l.version and r.created_at > now() - interval '29 days'))`,
  },
  orders_told: {
    rule: 'Each order has one event for its creation and, once it is completely fulfilled or closed short, one for that.',
    breaches: of => sql`
      select o.organization_id, null::uuid as variant_id, o.location_id, o.id as reference_id,
        case when o.status = 'fulfilled' then 2 else 1 end as expected, count(e.data) as actual
      from ${of('orders', 'o')} left join (
        select organization_id, data from ${of('events')}
        where type = 'order.created' or (type = 'order.fulfilled' and data ->> 'status' = 'fulfilled')
      ) e on e.organization_id = o.organization_id and e.data ->> 'id' = o.id::text
      where o.created_at > now() - interval '29 days'
      group by o.organization_id, o.location_id, o.id, o.status
      having count(e.data) <> case when o.status = 'fulfilled' then 2 else 1 end`,
  },
};

const LOG_CHECKS: { readonly [id: string]: Check } = {
  positions: {
    rule: 'The positions of an organization have no gap and end with the last one given.',
    breaches: of => sql`
      select organization_id, null::uuid as variant_id, null::uuid as location_id, null::uuid as reference_id,
        case when expected = actual then actual - first + 1 else expected end as expected,
        case when expected = actual then told else actual end as actual from (
        select coalesce(e.organization_id, h.organization_id) as organization_id, coalesce(h.position, 0) as expected,
          coalesce(e.last, 0) as actual, e.first, e.told
        from (select organization_id, min(position) as first, max(position) as last, count(position) as told
            from ${of('events')} where position is not null group by organization_id) e
        full join (select * from ${of('event_heads')}
              where organization_id <> ${EVERYBODY}) h using (organization_id)) p
      where told <> actual - first + 1 or (first is not null and expected <> actual)`,
  },
  sequenced: {
    rule: 'No event has a number of the sequence over all organizations that is still to be given.',
    breaches: of => sql`
      select organization_id, null::uuid as variant_id, null::uuid as location_id, null::uuid as reference_id,
        given as expected, max(sequence) as actual
      from ${of('events')},
        (select coalesce(max(position), 0) as given from event_heads where organization_id = ${EVERYBODY}) h
      group by organization_id, given having max(sequence) > given`,
  },
  numbered: {
    rule: 'An event gets its position within moments.',
    breaches: of => sql`
      select organization_id, null::uuid as variant_id, null::uuid as location_id, id as reference_id,
        1 as expected, 0 as actual
      from ${of('events')} where (position is null) <> (sequence is null)
        or (position is null and occurred_at < now() - interval '5 minutes')`,
  },
};

/** Checks that the events report every change of stock, and that the log is complete. */
export const EVENT_CHECKS = { ...STOCK_TOLD, ...LOG_CHECKS };
