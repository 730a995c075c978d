import { type RawBuilder, sql } from 'kysely';
import { TODAY, ZONE } from '../domain/planning/reports/days.ts';
import { readableKinds } from '../imports/imports.ts';
import type { Area } from '../kernel/areas.ts';
import { allows, type Caller } from '../kernel/operation.ts';
import { ofTenant } from '../store/tenant.ts';

/*
 * The table of notification types. Nothing is stored when something happens: each type has a query that finds its
 * causes, so none can be lost, and those whose cause is gone (a late delivery that has arrived) are no longer shown.
 */

/** docs/api.md, "Notifications". */
const KEPT_DAYS = 30;
const SINCE = sql`now() - ${sql.lit(KEPT_DAYS)} * interval '1 day'`;
/** An order has no due date: it is reported if it is still open after this many days. */
const ORDER_DAYS = 3;

export const SUBJECTS = [
  'variant',
  'purchase_order',
  'stock_transfer',
  'order',
  'webhook_subscription',
  'import',
  'replenishment_plan',
] as const;

export interface Details {
  [figure: string]: string | number | null;
}

interface Kind {
  /** The area whose readers are notified. */
  area: Area;
  subject: (typeof SUBJECTS)[number];
  /**
   * Selects the causes in the caller's organization from the last days, those before `since` only if that is cheap:
   * `at` when, `subject_id` and `location_id` of what it is about, `nth` among several about the same, `details` the
   * figures.
   */
  rows(caller: Caller, since: RawBuilder<unknown>): RawBuilder<unknown>;
  title(details: Details): string;
  message(details: Details): string;
}

/** The end of a day, in the organization's time zone. */
const endOf = (day: RawBuilder<unknown>) => sql`((${day} + 1)::timestamp at time zone ${ZONE})`;

/** Since when a document that was expected on a day is late: from the end of that day, or from its creation. */
const lateSince = (alias: string, begunAt: string) =>
  sql`greatest(${endOf(sql.ref(`${alias}.expected_on`))}, ${sql.ref(`${alias}.${begunAt}`)})`;
const isLate = (alias: string) =>
  sql`${sql.ref(`${alias}.expected_on`)} between ${TODAY} - ${sql.lit(KEPT_DAYS)} and ${TODAY} - 1`;

const plural = (count: unknown, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
const from = (name: unknown) => (name ? ` from ${name}` : '');

const importRows = (status: string) => (caller: Caller) =>
  sql`
  select i.completed_at as at, i.id as subject_id, null::uuid as location_id, '' as nth,
    jsonb_build_object('kind', i.kind, 'dry_run', i.dry_run, 'rows_total', i.rows_total, 'rows_created', i.rows_created,
        'rows_updated', i.rows_updated,
      'rows_rejected', i.rows_rejected, 'failure', i.failure) as details
  from imports i where ${ofTenant('i')} and i.status = ${status} and i.completed_at >= ${SINCE}
    and i.actor_id = ${caller.actorId ?? null}::uuid and i.kind = any(${readableKinds(caller)}::text[])`;

const planRows = (status: string) => () =>
  sql`
  select coalesce(r.completed_at, r.updated_at) as at, r.id as subject_id, null::uuid as location_id, '' as nth,
    jsonb_build_object('suggestion_count', r.suggestion_count, 'error', r.error) as details
  from replenishment_plans r where ${ofTenant('r')} and r.status = ${status} and r.updated_at >= ${SINCE}`;

const sheet = ({ dry_run, kind }: Details) =>
  `The ${dry_run ? 'trial of an import' : 'import'} of ${String(kind).replaceAll('_', ' ')}`;

const declared = {
  low_stock: {
    area: 'reports',
    subject: 'variant',
    // By far the most of them: older ones are not searched again for readers who have read up to a later time.
    rows: (_, since) => sql`
      select e.occurred_at as at, (e.data ->> 'variant_id')::uuid as subject_id,
        (e.data ->> 'location_id')::uuid as location_id, e.id::text as nth,
        jsonb_build_object('sku', e.data ->> 'sku', 'location_name', e.data ->> 'location_name', 'quantity_available',
            e.data -> 'quantity_available',
          'reorder_point', e.data -> 'reorder_point', 'suggested_order_quantity',
              e.data -> 'suggested_order_quantity') as details
      from events e where ${ofTenant('e')} and e.type = 'inventory.low_stock' and e.occurred_at >= ${since}`,
    title: ({ sku, location_name }) => `${sku} is low at ${location_name}`,
    message: ({ sku, quantity_available, reorder_point }) =>
      `${quantity_available} of ${sku} were available to promise; the reorder point is ${reorder_point}.`,
  },
  purchase_order_late: {
    area: 'purchasing',
    subject: 'purchase_order',
    rows: () => sql`
      select ${lateSince('o', 'submitted_at')} as at, o.id as subject_id, o.location_id, '' as nth,
        jsonb_build_object('number', o.number, 'supplier_name', s.name, 'expected_on', o.expected_on) as details
      from purchase_orders o left join suppliers s on ${ofTenant('s')} and s.id = o.supplier_id
      where ${ofTenant('o')} and o.status in ('submitted', 'partially_received') and ${isLate('o')}`,
    title: ({ number }) => `${number} is late`,
    message: ({ number, supplier_name, expected_on }) =>
      `${number}${from(supplier_name)} was expected on ${expected_on} and has not fully arrived.`,
  },
  purchase_order_not_sent: {
    area: 'purchasing',
    subject: 'purchase_order',
    rows: () => sql`
      select q.ended_at as at, q.purchase_order_id as subject_id, null::uuid as location_id, q.id::text as nth,
        jsonb_build_object('number', c.number, 'sent_to', q.recipient, 'failure', q.failure) as details
      from purchase_order_mails q join purchase_orders c on ${ofTenant('c')} and c.id = q.purchase_order_id
      where ${ofTenant('q')} and q.ended_at >= ${SINCE} and q.failure is not null`,
    title: ({ number }) => `${number} was not mailed`,
    message: ({ sent_to, failure }) => `It could not be mailed to ${sent_to}. ${failure}`,
  },
  transfer_late: {
    area: 'transfers',
    subject: 'stock_transfer',
    rows: () => sql`
      select ${lateSince('t', 'shipped_at')} as at, t.id as subject_id,
        t.destination_location_id as location_id, '' as nth,
        jsonb_build_object('number', t.number, 'source_name', a.name, 'destination_name', b.name, 'expected_on',
            t.expected_on) as details
      from stock_transfers t join locations a on ${ofTenant('a')} and a.id = t.source_location_id
      join locations b on ${ofTenant('b')} and b.id = t.destination_location_id
      where ${ofTenant('t')} and t.status in ('shipped', 'partially_received') and ${isLate('t')}`,
    title: ({ number }) => `${number} is late`,
    message: ({ number, source_name, destination_name, expected_on }) =>
      `${number} from ${source_name} should have been at ${destination_name} on ${expected_on}.`,
  },
  order_late: {
    area: 'orders',
    subject: 'order',
    rows: (_, since) => sql`
      select d.created_at + ${sql.lit(ORDER_DAYS)} * interval '1 day' as at, d.id as subject_id,
        d.location_id, '' as nth,
        jsonb_build_object('number', d.number, 'reference', d.reference, 'days', ${sql.lit(ORDER_DAYS)}::int) as details
      from orders d where ${ofTenant('d')} and d.status in ('pending', 'reserved', 'partially_fulfilled')
        and d.created_at >= ${since} - ${sql.lit(ORDER_DAYS)} * interval '1 day'
        and d.created_at < now() - ${sql.lit(ORDER_DAYS)} * interval '1 day'`,
    title: ({ number }) => `${number} is waiting`,
    message: ({ number, reference, days }) =>
      `${number}${reference ? ` (${reference})` : ''} is not completely fulfilled ${plural(days, 'day')} after it was placed.`,
  },
  webhook_failed: {
    area: 'webhooks',
    subject: 'webhook_subscription',
    // All failures of one receiver on a day are one notification.
    rows: () => sql`
      select min(w.updated_at) as at, w.subscription_id as subject_id, null::uuid as location_id,
        w.updated_at::date::text as nth,
        jsonb_build_object('url', u.url, 'deliveries', count(*)) as details
      from webhook_deliveries w join webhook_subscriptions u on ${ofTenant('u')} and u.id = w.subscription_id
      where ${ofTenant('w')} and w.status = 'failed' and w.updated_at >= ${SINCE}
      group by w.subscription_id, w.updated_at::date, u.url`,
    title: () => 'A webhook was not delivered',
    message: ({ url, deliveries }) =>
      `${plural(deliveries, 'event')} could not be delivered to ${url}, and will not be tried again.`,
  },
  webhook_stopped: {
    area: 'webhooks',
    subject: 'webhook_subscription',
    rows: () => sql`
      select u.deactivated_at as at, u.id as subject_id, null::uuid as location_id, u.deactivated_at::text as nth,
        jsonb_build_object('url', u.url, 'reason', u.deactivated_reason) as details
      from webhook_subscriptions u where ${ofTenant('u')} and u.deactivated_at >= ${SINCE}`,
    title: () => 'A webhook was switched off',
    message: ({ url, reason }) =>
      reason === 'gone'
        ? `${url} answered that it is gone: nothing is sent to it any more.`
        : `${url} has accepted nothing for five days: nothing is sent to it any more.`,
  },
  import_completed: {
    area: 'catalog',
    subject: 'import',
    rows: importRows('completed'),
    title: details => `${sheet(details)} is done`,
    message: ({ rows_total, rows_created, rows_updated, rows_rejected }) =>
      `Of ${plural(rows_total, 'row')}, ${rows_created} created a record, ${rows_updated} changed one and ${rows_rejected} were rejected.`,
  },
  import_failed: {
    area: 'catalog',
    subject: 'import',
    rows: importRows('failed'),
    title: details => `${sheet(details)} failed`,
    message: ({ failure }) => String(failure ?? 'A row was rejected.'),
  },
  plan_completed: {
    area: 'purchasing',
    subject: 'replenishment_plan',
    rows: planRows('completed'),
    title: () => 'A replenishment plan is ready',
    message: ({ suggestion_count }) => `It has ${plural(suggestion_count, 'suggestion')}.`,
  },
  plan_failed: {
    area: 'purchasing',
    subject: 'replenishment_plan',
    rows: planRows('failed'),
    title: () => 'A replenishment plan failed',
    message: ({ error }) => String(error ?? 'Something went wrong on our side.'),
  },
} satisfies { [type: string]: Kind };

export type NotificationType = keyof typeof declared;
export const KINDS: { readonly [type in NotificationType]: Kind } = declared;
export const TYPES = Object.keys(KINDS) as [NotificationType, ...NotificationType[]];

/** Imports belong to the areas of their kinds, which are checked per row. */
const isToldOf = (caller: Caller, type: NotificationType): boolean =>
  KINDS[type].subject === 'import'
    ? readableKinds(caller).length > 0
    : allows(caller.scopes, `${KINDS[type].area}:read`);

/**
 * Everything that the caller may be notified of, or at least what is newer than `readUntil`, each with a stable id:
 * rows of `id, type, at, subject_type, subject_id, location_id, details`.
 */
export function toldTo(caller: Caller, readUntil?: RawBuilder<unknown>): RawBuilder<unknown> {
  const since = readUntil ? sql`greatest(${SINCE}, ${readUntil})` : SINCE;
  const types = TYPES.filter(type => isToldOf(caller, type));
  const parts = types.map(
    type =>
      sql`select ${type}::text as type, ${KINDS[type].subject}::text as subject_type, k.*
        from (${KINDS[type].rows(caller, since)}) k`,
  );
  const none = sql`select null::text as type, null::text as subject_type, null::timestamptz as at,
    null::uuid as subject_id, null::uuid as location_id, ''::text as nth, '{}'::jsonb as details where false`;
  // A UUID of version 3 is derived from an MD5.
  return sql`
    select overlay(overlay(md5(concat_ws(' ', a.type, a.subject_id, a.location_id, a.nth)) placing '3'
          from 13) placing '8' from 17)::uuid as id,
      a.type, date_trunc('milliseconds', a.at) as at, a.subject_type, a.subject_id, a.location_id, a.details
    from (${sql.join([none, ...parts], sql` union all `)}) a where a.at >= ${SINCE}`;
}
