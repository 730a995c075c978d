import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { z } from 'zod';
import { bodyOf, cloudEventOf } from '../events/feed.ts';
import { EPOCH } from '../events/log.ts';
import { dataOf, type EventType, readableTypes } from '../events/table.ts';
import { refuse } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { byId, id as identifier } from '../kernel/inputs.ts';
import { command, query } from '../kernel/operation.ts';
import { sampleOf } from '../kernel/sample.ts';
import type { Unit } from '../kernel/unit.ts';
import { toSnake } from '../kernel/view.ts';
import { createdSince, equals, getOf, listOf } from '../store/list.ts';
import { belongsTo, create, isUuid, lockById, notFoundUnless, TenantRecord } from '../store/record.ts';
import { passes } from './filters.ts';
import { type WebhookFormat, WebhookSubscription, webhookEvent } from './subscriptions.ts';

const DELIVERY_STATUSES = ['pending', 'delivered', 'retrying', 'failed'] as const;

const WebhookAttemptSchema = defineEntity({
  name: 'WebhookAttempt',
  tableName: 'webhook_attempts',
  extends: TenantRecord,
  comment: 'One attempt at a delivery.',
  indexes: [{ properties: ['organizationId', 'delivery'] }],
  properties: {
    delivery: () => belongsTo(WebhookDelivery, 'delivery_id').hidden(),
    at: p.datetime(3).comment('Start of the attempt.'),
    statusCode: p.integer().nullable().comment("HTTP status of the receiver's response."),
    error: p.text().nullable().comment('Error code if the attempt failed.'),
    durationMs: p.integer().comment('Duration in milliseconds.'),
  },
});
export class WebhookAttempt extends WebhookAttemptSchema.class {}
WebhookAttemptSchema.setClass(WebhookAttempt);

const WebhookProgressSchema = defineEntity({
  name: 'WebhookProgress',
  tableName: 'webhook_progress',
  comment: 'The event of the log up to which deliveries were made.',
  properties: {
    id: p.integer().primary(),
    sequence: p.bigint('number'),
  },
});
export class WebhookProgress extends WebhookProgressSchema.class {}
WebhookProgressSchema.setClass(WebhookProgress);

const WebhookDeliverySchema = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  extends: TenantRecord,
  comment: 'The delivery of an event to a webhook subscription.',
  indexes: [
    { properties: ['organizationId', 'subscription', 'id'] },
    { properties: ['organizationId', 'updatedAt', 'id'] },
    {
      name: 'webhook_deliveries_due',
      expression:
        'create index "webhook_deliveries_due" on "webhook_deliveries" ("next_attempt_at") where "next_attempt_at" is not null',
    },
    {
      name: 'webhook_deliveries_failed',
      expression:
        "create index webhook_deliveries_failed on webhook_deliveries (organization_id, updated_at) where status = 'failed'",
    },
    {
      name: 'webhook_deliveries_leased',
      expression:
        'create index "webhook_deliveries_leased" on "webhook_deliveries" ("subscription_id") where "lease_until" is not null',
    },
  ],
  properties: {
    subscription: () => belongsTo(WebhookSubscription, 'subscription_id').comment('The subscription.'),
    eventId: p.uuid().comment('Event; the `webhook-id` of every attempt and redelivery.'),
    eventType: p.string().length(60).comment('Type of the event.'),
    status: p.enum(DELIVERY_STATUSES).comment('Status of the delivery.'),
    attempts: () =>
      p.oneToMany(WebhookAttempt).mappedBy('delivery').orderBy({ id: 'asc' }).comment('The attempts so far.'),
    nextAttemptAt: p.datetime(3).nullable().comment('Time of the next attempt.'),
    deliveredAt: p.datetime(3).nullable().comment('When the receiver accepted it.'),
    attemptCount: p.integer().hidden(),
    leaseUntil: p.datetime(3).nullable().hidden().comment('Until when a process works on it; then another may.'),
    passesFilter: p
      .boolean()
      .nullable()
      .comment("For a test: whether the sample passes the subscription's filter; otherwise null."),
    redeliveryOf: p.uuid().nullable().comment('The delivery that this one repeats, if it is a redelivery.'),
    body: p.text().nullable().hidden().comment('What is sent, where it is no event of the log.'),
  },
});
export class WebhookDelivery extends WebhookDeliverySchema.class {}
WebhookDeliverySchema.setClass(WebhookDelivery);

export const listWebhookDeliveries = listOf('listWebhookDeliveries', {
  area: 'webhooks',
  of: WebhookDelivery,
  summary: 'Lists webhook deliveries and their outcomes.',
  filters: {
    subscriptionId: equals('subscription_id', identifier()),
    eventType: equals('event_type', webhookEvent()),
    status: equals('status', z.enum(DELIVERY_STATUSES).meta({ id: 'WebhookDeliveryStatus' })),
    createdSince,
  },
});

export const getWebhookDelivery = getOf('getWebhookDelivery', { area: 'webhooks', of: WebhookDelivery });

const WebhookPayload = z
  .object({
    deliveryId: z
      .uuid()
      .meta({ description: 'The delivery.', relation: { name: 'delivery', target: WebhookDelivery } }),
    body: z.record(z.string(), z.unknown()).meta({ description: 'The posted body, as JSON.' }),
  })
  .meta({ id: 'WebhookPayload', description: 'The body of a delivery.' });

export const getWebhookPayload = query('getWebhookPayload', {
  area: 'webhooks',
  summary:
    'Returns the body that a delivery posts, as long as its event is kept. Needs the read scope of its event too.',
  refuses: ['invalid_state'],
  input: byId(),
  output: WebhookPayload,
  async run({ db, organizationId, caller }, { id }) {
    const { rows } = await sql<
      { deliveryId: string; eventType: EventType; body: string | null; format: WebhookFormat } & {
        [name in keyof EventContent]: EventContent[name] | null;
      }
    >`
      select d.id as "deliveryId", d.event_type as "eventType", d.body, s.format, e.id, e.type, e.position,
        e.occurred_at as "occurredAt", ${EPOCH} as epoch, d.organization_id as "organizationId", e.data
      from webhook_deliveries d
      join webhook_subscriptions s on s.organization_id = ${organizationId} and s.id = d.subscription_id
      left join events e on e.organization_id = ${organizationId} and e.id = d.event_id
      where d.organization_id = ${organizationId} and d.id = ${isUuid(id) ? id : null}`.execute(db);
    const { deliveryId, eventType, body, format, ...event } = notFoundUnless('webhook delivery', rows[0]);
    readableTypes(caller, [eventType]);
    if (body === null && event.id === null)
      refuse('invalid_state', 'The event is older than 30 days and no longer kept.', { field: 'id' });
    return { deliveryId, body: JSON.parse(body ?? WRITTEN[format].body(event as EventContent)) as object };
  },
});

type EventContent = Parameters<typeof bodyOf>[0];

/** The body of a delivery in each format, with its media type. */
export const WRITTEN: { readonly [format in WebhookFormat]: { body: typeof bodyOf; contentType: string } } = {
  native: { body: bodyOf, contentType: 'application/json' },
  cloudevents: { body: cloudEventOf, contentType: 'application/cloudevents+json; charset=utf-8' },
};

interface Message {
  eventId: string;
  eventType: string;
  body?: string | null;
  passesFilter?: boolean | null;
  redeliveryOf?: string;
}

const send = (
  unit: Unit,
  subscription: WebhookSubscription,
  { eventId, eventType, body = null, passesFilter = null, redeliveryOf }: Message,
): WebhookDelivery =>
  create(unit, WebhookDelivery, {
    subscription,
    eventId,
    eventType,
    body,
    passesFilter,
    redeliveryOf: redeliveryOf ?? null,
    status: 'pending',
    nextAttemptAt: unit.now(),
    deliveredAt: null,
    attemptCount: 0,
    leaseUntil: null,
  });

export const redeliverWebhook = command('redeliverWebhook', {
  area: 'webhooks',
  summary: 'Delivers an event again, as a new delivery with the same `webhook-id`.',
  refuses: ['invalid_state'],
  input: byId(),
  output: WebhookDelivery,
  async run(unit, { id }) {
    const delivery = await lockById(unit, WebhookDelivery, id, { populate: ['subscription'] });
    const { rows } = await sql`select 1
        from events where organization_id = ${unit.organizationId} and id = ${delivery.eventId}`.execute(unit.db);
    if (delivery.body === null && rows.length === 0)
      refuse('invalid_state', 'The event is older than 30 days and no longer kept.', { field: 'id' });
    const { eventId, eventType, body, passesFilter } = delivery;
    return send(unit, delivery.subscription, { eventId, eventType, body, passesFilter, redeliveryOf: delivery.id });
  },
});

export const testWebhookSubscription = command('testWebhookSubscription', {
  area: 'webhooks',
  summary: 'Delivers a sample of an event type, by default the first, marked `test: true`.',
  input: byId().extend({
    eventType: webhookEvent().optional().meta({ description: 'One of the types that the subscription is for.' }),
  }),
  output: WebhookDelivery,
  addresses: WebhookSubscription,
  async run(unit, { id, eventType: asked }) {
    const subscription = await lockById(unit, WebhookSubscription, id);
    const types = subscription.events as [EventType, ...EventType[]];
    if (asked && !types.includes(asked))
      refuse('validation_failed', `Must be one of ${types.join(', ')}: what the subscription is for.`, {
        field: 'eventType',
      });
    const eventType = asked ?? types[0];
    // The newest event of the type is the best sample; without one, a sample is made up.
    const { rows } = await sql<{ epoch: string; data: object | null }>`
      select ${EPOCH} as epoch, (select data from events where organization_id = ${unit.organizationId}
          and type = ${eventType} and position is not null order by position desc limit 1) as data`.execute(unit.db);
    const { epoch, data: newest } = rows[0]!;
    const eventId = newId();
    const data = newest ?? madeUp(eventType, unit.now());
    const body = WRITTEN[subscription.format as WebhookFormat].body(
      {
        id: eventId,
        type: eventType,
        position: 0,
        epoch,
        occurredAt: unit.now().toISOString(),
        organizationId: unit.organizationId,
        data,
      },
      { test: true },
    );
    const { filter = null } = subscription;
    const wanted = passes(
      sql`${filter && JSON.stringify(filter)}::jsonb`,
      sql`${eventType}::text`,
      sql`${JSON.stringify(data)}::json`,
    );
    const passed = await sql<{ passes: boolean }>`select ${wanted} as passes`.execute(unit.db);
    return send(unit, subscription, { eventId, eventType, body, passesFilter: passed.rows[0]!.passes });
  },
});

const madeUp = (type: EventType, now: Date): object =>
  toSnake(dataOf(type))(sampleOf(dataOf(type), now, type.split('.')[1]));
