import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Arg, createUnionType, Field, ID, Int, ObjectType, Resolver, Subscription } from 'type-graphql';
import { z } from 'zod';
import { API_VERSION, EventView, position } from '../events/feed.ts';
import type { LoggedEvent } from '../events/log.ts';
import { RESOURCES } from '../events/resources.ts';
import { dataOf, EVENT_TYPES, EVENTS, type EventType, RESOURCE_EVENTS, readableTypes } from '../events/table.ts';
import { pascal } from '../kernel/case.ts';
import { code, id } from '../kernel/inputs.ts';
import { authorize, parse } from '../kernel/operation.ts';
import { type Shape, shapeOf } from '../kernel/shape.ts';
import { toCamel } from '../kernel/view.ts';
import { several } from '../store/list.ts';
import { type Class, classNamed, objectType, ResolverArguments, type ResolverInput } from './types.ts';

/*
 * Subscriptions: the event log, live. `after` first replays what was missed; `position` is where to resume.
 */

/** The event's own fields and its typed data. */
function eventType(name: string, description: string, about: 'data' | 'resource', data: object): Class {
  const type = classNamed(name);
  ObjectType(name, { description })(type);
  Field(() => ID, { description: 'Identifier of the event.' })(type.prototype, 'id');
  Field(() => String, { description: 'Type of the event.' })(type.prototype, 'type');
  Field(() => Int, { description: 'Rises by one with each event of the organization; resume from it.' })(
    type.prototype,
    'position',
  );
  Field(() => String, { description: 'Changes when the service is restored from a backup: read everything again.' })(
    type.prototype,
    'epoch',
  );
  Field(() => GraphQLDateTimeISO, { description: 'When it happened.' })(type.prototype, 'occurredAt');
  Field(() => String, { description: 'Version of the API that the data follows.' })(type.prototype, 'apiVersion');
  Field(() => ID, { description: 'The organization of the event.' })(type.prototype, 'organizationId');
  Field(() => data as Class, { description: 'The variant it applies to.' })(type.prototype, about);
  return type;
}

/** The type of each record that an event carried. */
const typeNames = new WeakMap<object, string>();

const resourceUnion = () =>
  createUnionType({
    name: 'Resource',
    description: 'A record of any kind that has events.',
    types: () => Object.values(RESOURCES).map(({ of }) => objectType(shapeOf(of))) as never,
    resolveType: (value: object) => typeNames.get(value),
  });

const records = new WeakMap<LoggedEvent, object>();
function resourceOf(event: LoggedEvent): object {
  const known = records.get(event);
  if (known) return known;
  const shape = dataOf(event.type as EventType);
  const record = toCamel(shape)(event.data);
  typeNames.set(record, shape.name);
  records.set(event, record);
  return record;
}

/** One conversion per event, however many sockets it goes to. */
const shownEvents = new WeakMap<LoggedEvent, object>();
function shownOnce(event: LoggedEvent, data: Shape): object {
  const known = shownEvents.get(event);
  if (known) return known;
  const made = { ...shownPlainly(event), data: toCamel(data)(event.data) };
  shownEvents.set(event, made);
  return made;
}

const shownPlainly = ({ id, type, position, epoch, occurredAt, organizationId, data }: LoggedEvent) => ({
  id,
  type,
  position,
  epoch,
  occurredAt,
  organizationId,
  apiVersion: API_VERSION,
  data,
});

interface Live {
  description: string;
  types: readonly EventType[];
  /** Shape of the typed data; without it the data is as in REST. */
  data?: Shape;
  /** Its payload has the record as `resource`, a union. */
  isUnion?: boolean;
  /** Its filters, and whether an event passes them. */
  filters?: {
    [name: string]: {
      type: unknown;
      description: string;
      /** One of its values. */
      value: z.ZodType<string>;
      admits(event: LoggedEvent, wanted: readonly string[]): boolean;
    };
  };
}

const levelOf = (event: LoggedEvent) => event.data['inventory_level'] as { location_id: string; sku: string };

const typesOf = (types: readonly EventType[]) => ({
  types: {
    type: String,
    description: 'Only these types.',
    value: z.enum(types as [EventType, ...EventType[]], 'There is no such type of event here.'),
    admits: (event: LoggedEvent, wanted: readonly string[]) => wanted.includes(event.type),
  },
});

/** The events that carry a whole record; a receipt is reported by `updated` too. */
const ofResources = EVENT_TYPES.filter(type => type in RESOURCE_EVENTS || type === 'order.fulfilled');

/** The subscription to one type of event, with its data. */
const only = (type: EventType): Live => ({ description: EVENTS[type].summary, types: [type], data: dataOf(type) });

/** Every subscription, and the events it delivers. */
const SUBSCRIPTIONS: { [field: string]: Live } = {
  inventoryUpdated: {
    description: 'Every change to a level.',
    types: ['inventory.updated', 'inventory.level_changed'],
    data: dataOf('inventory.updated'),
    filters: {
      locationIds: {
        type: ID,
        description: 'Only at these locations.',
        value: id(),
        admits: (event, wanted) => wanted.includes(levelOf(event).location_id),
      },
      skus: {
        type: String,
        description: 'Only these SKUs.',
        value: code(),
        admits: (event, wanted) => wanted.includes(levelOf(event).sku),
      },
    },
  },
  orderCreated: only('order.created'),
  orderFulfilled: only('order.fulfilled'),
  transferReceived: only('transfer.received'),
  purchaseOrderReceived: only('purchase_order.received'),
  lowStock: only('inventory.low_stock'),
  events: {
    description: 'Every event in the areas that the caller may read, or only those of some types.',
    types: EVENT_TYPES,
    filters: typesOf(EVENT_TYPES),
  },
  resourceChanged: {
    description: 'Every record that is created, changed or removed, in the areas that the caller may read, typed.',
    types: ofResources,
    filters: typesOf(ofResources),
    isUnion: true,
  },
};

/** The caller's events of a subscription. Not a generator: one that is waiting could not be ended from outside. */
async function watch(
  { types, filters = {} }: Live,
  { context, args }: ResolverInput,
): Promise<AsyncIterableIterator<LoggedEvent>> {
  const area = [...new Set(types.map(type => EVENTS[type].area))];
  authorize({ area, kind: 'query' }, context.caller);
  const lists = Object.entries(filters).map(([name, { value }]) => [name, several(value).nullish()]);
  const input = z.strictObject({ after: position().nullish(), ...Object.fromEntries(lists) });
  const { after, ...wanted } = parse(input, args) as { after?: number | null } & {
    [filter: string]: readonly string[] | null | undefined;
  };
  const asked = 'types' in filters ? (wanted['types'] as readonly EventType[] | null | undefined) : types;
  const readable: readonly string[] = readableTypes(context.caller, asked ?? undefined).filter(type =>
    types.includes(type),
  );
  const admits = (event: LoggedEvent) =>
    readable.includes(event.type) &&
    Object.entries(filters).every(([name, filter]) => wanted[name] == null || filter.admits(event, wanted[name]));
  const events = await context.events.subscribe(context.caller.organizationId, {
    after: after ?? undefined,
    overrun: context.overrun,
  });
  const admitted: AsyncIterableIterator<LoggedEvent> = {
    [Symbol.asyncIterator]: () => admitted,
    async next() {
      for (;;) {
        const step = await events.next();
        if (step.done || admits(step.value)) return step;
      }
    },
    return: () => events.return!(),
  };
  return admitted;
}

/** The resolver class of all subscriptions, as type-graphql builds its schema from. */
export function subscriptionResolver(): Class {
  const Subscriptions = classNamed('Live');
  for (const [field, live] of Object.entries(SUBSCRIPTIONS)) addSubscription(Subscriptions, field, live);
  Resolver()(Subscriptions);
  return Subscriptions;
}

function addSubscription(owner: Class, field: string, live: Live): void {
  const { data, description, filters = {} } = live;
  const type = data
    ? eventType(`${pascal(field)}Event`, description, 'data', objectType(data))
    : live.isUnion
      ? eventType(`${pascal(field)}Event`, description, 'resource', resourceUnion())
      : objectType(shapeOf(EventView));
  const show = ({ root }: ResolverInput) => {
    const event = root as never as LoggedEvent;
    if (live.isUnion) return { ...shownPlainly(event), resource: resourceOf(event) };
    return data ? shownOnce(event, data) : shownPlainly(event);
  };
  Object.defineProperty(owner.prototype, field, {
    value: (...given: unknown[]) => show(given.at(-1) as ResolverInput),
    configurable: true,
    writable: true,
  });
  const entries = Object.entries(filters);
  for (const [index, [name, filter]] of entries.entries())
    Arg(name, () => [filter.type] as never, { nullable: true, description: filter.description })(
      owner.prototype,
      field,
      index,
    );
  Arg('after', () => Int, {
    nullable: true,
    description: 'First replays the events after this position, then continues live.',
  })(owner.prototype, field, entries.length);
  ResolverArguments(owner.prototype, field, entries.length + 1);
  Subscription(() => type, {
    description,
    subscribe: (resolved: unknown) => watch(live, resolved as ResolverInput),
  } as never)(owner.prototype, field, {} as never);
}
