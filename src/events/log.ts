import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { sql } from 'kysely';

/** The data of an event, exactly as REST shows it. */
export interface EventData {
  [field: string]: unknown;
}

/** An event that has its position. */
export interface LoggedEvent {
  id: string;
  type: string;
  position: number;
  sequence: number;
  epoch: string;
  occurredAt: string;
  organizationId: string;
  data: EventData;
}

const EventSchema = defineEntity({
  name: 'Event',
  tableName: 'events',
  comment:
    'The append-only log of what happened. A row commits with the change that it tells of; its position is given after that.',
  // An event is written twice, when it happens and when it gets its position, and each time into every affected index:
  // there are no more than needed.
  indexes: [
    {
      name: 'events_position',
      expression:
        'create unique index "events_position" on "events" ("organization_id", "position") where "position" is not null',
    },
    {
      name: 'events_unsequenced',
      expression: 'create index "events_unsequenced" on "events" ("recorded") where "position" is null',
    },
    {
      name: 'events_sequence',
      expression: 'create unique index "events_sequence" on "events" ("sequence") where "sequence" is not null',
    },
    {
      name: 'events_low_stock',
      expression:
        "create index events_low_stock on events (organization_id, occurred_at) where type = 'inventory.low_stock'",
    },
  ],
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    type: p.string().length(60),
    occurredAt: p.datetime(3),
    // json, not jsonb: data is sent exactly as it was written, in its order.
    data: p.json<EventData>().columnType('json'),
    recorded: p
      .bigint('number')
      .autoincrement()
      .generated('identity')
      .columnType('bigint')
      .$type<Opt<number>>()
      .comment(
        'Rises from one writer of a row to the next, whatever their clocks say: positions are given in this order.',
      ),
    position: p.bigint('number').nullable().comment('Gap-free and rising per organization, from 1.'),
    sequence: p
      .bigint('number')
      .nullable()
      .comment('The same over all organizations, for the processes that follow the log.'),
    traceParent: p
      .string()
      .length(55)
      .nullable()
      .comment('The trace that it happened in, for its deliveries: W3C Trace Context.'),
  },
});
export class EventRecord extends EventSchema.class {}
EventSchema.setClass(EventRecord);

const EventHeadSchema = defineEntity({
  name: 'EventHead',
  tableName: 'event_heads',
  comment:
    "The last position given to an organization's events; the row of the nil organization holds the last sequence.",
  properties: {
    organizationId: p.uuid().primary(),
    position: p.bigint('number'),
  },
});
export class EventHead extends EventHeadSchema.class {}
EventHeadSchema.setClass(EventHead);

const EventEpochSchema = defineEntity({
  name: 'EventEpoch',
  tableName: 'event_epochs',
  comment: 'The epoch of the log, in one row: a restored database begins another.',
  properties: {
    id: p.integer().primary(),
    epoch: p.string().length(8),
    place: p.text().comment('Where the epoch was named: server, timeline and table.'),
  },
});
export class EventEpoch extends EventEpochSchema.class {}
EventEpochSchema.setClass(EventEpoch);

/** The epoch of the log, in a statement that reads events. */
export const EPOCH = sql<string>`(select g.epoch from event_epochs g)`;
