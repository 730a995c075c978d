import { sql } from 'kysely';
import type { Check } from '../domain/check.ts';

/*
 * What must hold between the log of events and the deliveries.
 */

const nowhere = sql.raw('null::uuid as variant_id, null::uuid as location_id');

export const WEBHOOK_CHECKS: { readonly [id: string]: Check } = {
  deliveries_made: {
    rule: 'Each event is delivered once to each subscription for it, apart from redeliveries and tests.',
    // A subscription that has changed since, or within a minute before, may have had other events then; whether an
    // event passes a filter is not checked in SQL.
    breaches: of => sql`
      select s.organization_id, ${nowhere}, e.id as reference_id, 1 as expected, 0 as actual
      from ${of('webhook_subscriptions', 's')}
      join ${of('events', 'e')} on e.organization_id = s.organization_id and e.type = any(s.events)
      where s.active and s.filter is null and e.occurred_at > s.updated_at + interval '1 minute'
        and e.occurred_at > now() - interval '29 days'
        and e.sequence <= (select max(sequence) from webhook_progress)
        and not exists (
          select from ${of('webhook_deliveries', 'd')}
          where d.organization_id = s.organization_id and d.subscription_id = s.id and d.event_id = e.id
              and d.redelivery_of is null and d.body is null)
      union all
      select organization_id, ${nowhere}, event_id, 1, count(*) from ${of('webhook_deliveries')}
      where redelivery_of is null and body is null
      group by organization_id, subscription_id, event_id having count(*) > 1`,
  },
  deliveries_status: {
    rule: 'Whether a delivery is due or done agrees with its status, and it counts its attempts.',
    breaches: of => sql`
      select d.organization_id, ${nowhere}, d.id as reference_id, d.attempt_count as expected, count(a.id) as actual
      from ${of('webhook_deliveries', 'd')}
      left join ${of('webhook_attempts', 'a')} on a.organization_id = d.organization_id and a.delivery_id = d.id
      where d.created_at > now() - interval '29 days'
      group by d.organization_id, d.id, d.status, d.attempt_count, d.delivered_at, d.next_attempt_at, d.lease_until
      having count(a.id) <> d.attempt_count or (d.status = 'delivered') <> (d.delivered_at is not null)
        or (d.status in ('delivered', 'failed')) <> (d.next_attempt_at is null)
        or (d.status in ('delivered', 'failed') and d.lease_until is not null)`,
  },
  deliveries_leased: {
    rule: 'While deliveries are made, none stays claimed long after its lease has ended.',
    // Those of a subscription that was deactivated in the meantime wait until it is active again.
    breaches: of => sql`
      select d.organization_id, ${nowhere}, d.id as reference_id, 0 as expected, 1 as actual
      from ${of('webhook_deliveries', 'd')}
      join ${of('webhook_subscriptions', 's')} on s.organization_id = d.organization_id
        and s.id = d.subscription_id and s.active
      where d.lease_until < now() - interval '5 minutes'
        and exists (select from webhook_attempts w where w.at > now() - interval '1 minute')`,
  },
};
