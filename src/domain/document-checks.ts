import { type RawBuilder, sql } from 'kysely';
import type { RowsOf } from '../store/tenant.ts';
import type { Check } from './check.ts';
import { ENTRY_TYPES, type EntryType } from './stock/ledger.ts';

/*
 * What must hold within each document and record, in addition to the sums of reconciliation.ts: states agree with
 * lines, reservations agree with their lines, times are in order.
 */

const list = (values: readonly string[]): RawBuilder<unknown> => sql.join(values.map(value => sql.lit(value)));

/** Types whose entries only add, or only take: the sign of the quantity. */
const SIGNS: { readonly [type in EntryType]?: 1 | -1 } = {
  purchase_received: 1,
  transfer_in: 1,
  return_received: 1,
  production_output: 1,
  order_fulfilled: -1,
  transfer_out: -1,
  transfer_loss: -1,
  production_consumed: -1,
  production_wasted: -1,
  waste: -1,
};
const typesOf = (sign: 1 | -1) => list(ENTRY_TYPES.filter(type => SIGNS[type] === sign));

/** Reservations of one kind of document whose location, variant or document differs from their line's. */
const misnamed = (
  of: RowsOf,
  type: string,
  lines: string,
  documents: string,
  owner: string,
): RawBuilder<unknown> => sql`
  select r.organization_id, r.variant_id, r.location_id, r.reference_id, r.quantity as expected, 0 as actual
  from ${of('reservations', 'r')}
  left join ${of(lines, 'i')} on i.organization_id = r.organization_id and i.id = r.line_id
  left join ${of(documents, 'd')} on d.organization_id = i.organization_id and d.id = i.${sql.ref(owner)}
  where r.reference_type = ${sql.lit(type)}
    and (d.id is distinct from r.reference_id or d.location_id is distinct from r.location_id
        or i.variant_id is distinct from r.variant_id)`;

/** How much of each document's lines is done, compared with the document's state. */
interface Progress {
  documents: string;
  lines: string;
  owner: string;
  place: string;
  done: string;
  /** When it is started and finished. */
  begun: string;
  finished: string;
  /** States before anything is done, in between, and after the last step; a finished one may be short. */
  before: readonly string[];
  begunUntouched: readonly string[];
  between: readonly string[];
  finishedStates: readonly string[];
}

const progressBreaks = (of: RowsOf, is: Progress): RawBuilder<unknown> => sql`
  select organization_id, null::uuid as variant_id, place as location_id, id as reference_id,
    total as expected, done as actual from (
    select d.organization_id, d.id, d.status, d.${sql.ref(is.place)} as place, d.${sql.ref(is.begun)} as begun,
      d.${sql.ref(is.finished)} as finished,
      coalesce(sum(i.quantity), 0) as total, coalesce(sum(i.${sql.ref(is.done)}), 0) as done
    from ${of(is.documents, 'd')}
    left join ${of(is.lines, 'i')} on i.organization_id = d.organization_id and i.${sql.ref(is.owner)} = d.id
    group by d.organization_id, d.id, d.status, d.${sql.ref(is.place)}, d.${sql.ref(is.begun)},
        d.${sql.ref(is.finished)}) p
  where (status in (${list(is.before)}) and done <> 0)
    or (status in (${list(is.begunUntouched)}) and (done <> 0 or begun is null))
    or (status in (${list(is.between)}) and (done <= 0 or done >= total or begun is null or finished is not null))
    or (status in (${list(is.finishedStates)}) and (finished is null or done > total))`;

/** Times of a kind of document, in the order in which they come. */
const TIMES: { readonly [table: string]: readonly string[] } = {
  orders: ['created_at', 'reserved_at', 'fulfilled_at', 'closed_at'],
  purchase_orders: ['created_at', 'submitted_at', 'received_at'],
  stock_transfers: ['created_at', 'shipped_at', 'received_at'],
  cycle_counts: ['created_at', 'started_at', 'completed_at'],
  production_batches: ['created_at', 'started_at', 'completed_at'],
  return_authorizations: ['created_at', 'received_at'],
};

const outOfOrder = (of: RowsOf, table: string, times: readonly string[]): RawBuilder<unknown> => {
  const pairs = times.flatMap((later, index) => times.slice(0, index).map(earlier => [earlier, later] as const));
  const breaks = [...pairs, ['created_at', 'updated_at'] as const].map(
    // A command is stamped with the time at which it began, and may then have waited for the one before it.
    ([earlier, later]) => sql`t.${sql.ref(later)} < t.${sql.ref(earlier)} - interval '1 minute'`,
  );
  // A clock ahead of the database's would also write times in the future.
  return sql`select t.organization_id, null::uuid as variant_id, null::uuid as location_id, t.id as reference_id,
    0 as expected, 1 as actual
    from ${of(table, 't')} where ${sql.join(breaks, sql` or `)} or t.updated_at > now() + interval '5 minutes'`;
};

export const DOCUMENT_CHECKS: { readonly [id: string]: Check } = {
  entries_signed: {
    rule: 'A ledger entry handles the quantity that it changes, in the direction of its type.',
    breaches: of => sql`
      select organization_id, variant_id, location_id, id as reference_id, quantity as expected,
        quantity_change as actual from ${of('ledger_entries')}
      where (quantity_change <> 0 and quantity <> abs(quantity_change))
        or (entry_type in (${typesOf(1)}) and quantity_change < 0)
        or (entry_type in (${typesOf(-1)}) and quantity_change > 0) or created_at > now() + interval '5 minutes'`,
  },
  reservations_named: {
    rule: 'A reservation is for the variant of its line, at the location of its document.',
    breaches: of => sql`
      ${misnamed(of, 'order', 'order_items', 'orders', 'order_id')}
      union all ${misnamed(of, 'production_batch', 'production_batch_inputs', 'production_batches', 'batch_id')}`,
  },
  lots_held: {
    rule: 'A lot is on hold if and only if it is in quarantine, recalled or expired.',
    // A day either way: the chore that holds expired stock runs after midnight, and an organization may change its time
    // zone.
    breaches: of => sql`
      select t.organization_id, t.variant_id, null::uuid as location_id, t.id as reference_id,
        case when t.held then 0 else 1 end as expected, case when t.held then 1 else 0 end as actual
      from ${of('lots', 't')} cross join lateral (select (now() at time zone o.time_zone)::date as today
          from organizations o where o.id = t.organization_id) o
      where (not t.held and t.quantity_remaining > 0 and t.expiry_date < o.today - 1)
        or (t.held and t.status = 'active' and (t.expiry_date is null or t.expiry_date > o.today))`,
  },
  orders_progress: {
    rule: 'The fulfilled quantities and times of an order agree with its status.',
    breaches: of => sql`
      ${progressBreaks(of, {
        documents: 'orders',
        lines: 'order_items',
        owner: 'order_id',
        place: 'location_id',
        done: 'quantity_fulfilled',
        begun: 'created_at',
        finished: 'fulfilled_at',
        before: ['pending', 'cancelled'],
        begunUntouched: ['reserved'],
        between: ['partially_fulfilled'],
        finishedStates: ['fulfilled'],
      })}
      union all select organization_id, null, location_id, id, 1, 0 from ${of('orders')}
      where (status = 'cancelled') <> (cancelled_at is not null) or (status = 'reserved' and reserved_at is null)
        or (closed_at is not null and status <> 'fulfilled')
      union all select o.organization_id, null, o.location_id, o.id, sum(i.quantity), sum(i.quantity_fulfilled)
      from ${of('orders', 'o')}
      join ${of('order_items', 'i')} on i.organization_id = o.organization_id and i.order_id = o.id
      where o.closed_at is not null group by o.organization_id, o.location_id, o.id
      having sum(i.quantity_fulfilled) <= 0 or sum(i.quantity_fulfilled) >= sum(i.quantity)`,
  },
  purchases_progress: {
    rule: 'The received quantities and times of a purchase order agree with its status.',
    breaches: of =>
      progressBreaks(of, {
        documents: 'purchase_orders',
        lines: 'purchase_order_items',
        owner: 'purchase_order_id',
        place: 'location_id',
        done: 'quantity_received',
        begun: 'submitted_at',
        finished: 'received_at',
        before: ['draft', 'cancelled'],
        begunUntouched: ['submitted'],
        between: ['partially_received'],
        finishedStates: ['received'],
      }),
  },
  transfers_progress: {
    rule: 'The received quantities and times of a transfer agree with its status.',
    breaches: of =>
      progressBreaks(of, {
        documents: 'stock_transfers',
        lines: 'stock_transfer_items',
        owner: 'transfer_id',
        place: 'destination_location_id',
        done: 'quantity_received',
        begun: 'shipped_at',
        finished: 'received_at',
        before: ['pending', 'cancelled'],
        begunUntouched: ['shipped'],
        between: ['partially_received'],
        finishedStates: ['received'],
      }),
  },
  counts_variance: {
    rule: 'A variance is the counted less the expected quantity.',
    breaches: of => sql`
      select i.organization_id, i.variant_id, c.location_id, c.id as reference_id,
        i.counted_quantity - i.expected_quantity as expected, i.variance as actual
      from ${of('cycle_count_items', 'i')}
      join ${of('cycle_counts', 'c')} on c.organization_id = i.organization_id and c.id = i.count_id
      where i.variance is distinct from i.counted_quantity - i.expected_quantity
        or (c.status = 'completed') <> (c.completed_at is not null) or (c.status <> 'draft' and c.started_at is null)`,
  },
  returns_status: {
    rule: 'A return is received if and only if it has a time of receipt.',
    breaches: of => sql`
      select organization_id, null::uuid as variant_id, location_id, id as reference_id, 1 as expected, 0 as actual
      from ${of('return_authorizations')} where (status = 'received') <> (received_at is not null)`,
  },
  batches_outputs: {
    rule: 'The outputs of a production batch add up to what it produced, and only a completed batch has any.',
    breaches: of => sql`
      select organization_id, variant_id, location_id, id as reference_id, made as expected, listed as actual from (
        select b.organization_id, b.variant_id, b.location_id, b.id, b.status,
          b.completed_at, case when b.status = 'completed' then b.actual_quantity_produced else 0 end as made,
          coalesce(sum(o.quantity), 0) as listed
        from ${of('production_batches', 'b')}
        left join ${of('production_batch_outputs', 'o')} on o.organization_id = b.organization_id and o.batch_id = b.id
          and o.variant_id = b.variant_id
        group by b.organization_id, b.variant_id, b.location_id, b.id, b.status, b.completed_at,
            b.actual_quantity_produced) m
      where made is distinct from listed or (status = 'completed') <> (completed_at is not null)`,
  },
  times: {
    rule: 'The times of a document are in the order in which its steps happen.',
    breaches: of =>
      sql.join(
        Object.entries(TIMES).map(([table, times]) => outOfOrder(of, table, times)),
        sql` union all `,
      ),
  },
};
