import { z } from 'zod';
import { Arg, Field, ID, Int, ObjectType, Resolver, Subscription } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import { ENTRY_TYPES } from '../domain/stock/ledger.ts';
import { InventoryLevel } from '../domain/stock/levels.ts';
import { EVENTS } from '../events/table.ts';
import type { LoggedEvent } from '../events/stream.ts';
import { refuse } from '../kernel/errors.ts';
import { authorize, type Area } from '../kernel/operation.ts';
import { shapeOf } from '../kernel/shape.ts';
import { type Row, toCamel } from '../kernel/view.ts';
import { Everything, objectType, type Resolved } from './types.ts';

/*
 * Subscriptions: the event log, live. `after` first replays what was missed; `position` is what to resume from.
 */

type Class = new () => object;
const named = (name: string): Class => ({ [name]: class {} })[name] as Class;

/** The event's own fields and its typed data. */
function eventType(name: string, description: string, data: Class): Class {
  const type = named(name);
  ObjectType(name, { description })(type);
  Field(() => ID, { description: 'Identifier of the event.' })(type.prototype, 'id');
  Field(() => String, { description: 'What happened.' })(type.prototype, 'type');
  Field(() => Int, { description: 'Rises without gaps per organization; resume with it.' })(type.prototype, 'position');
  Field(() => GraphQLDateTimeISO, { description: 'When it happened.' })(type.prototype, 'occurredAt');
  Field(() => String, { description: 'Version of the API that the data follows.' })(type.prototype, 'apiVersion');
  Field(() => ID, { description: 'Whose event it is.' })(type.prototype, 'organizationId');
  Field(() => data, { description: 'What it is about.' })(type.prototype, 'data');
  return type;
}

const InventoryUpdatedData = z
  .object({
    inventoryLevel: z.unknown().meta({ entity: InventoryLevel, description: 'The level as it became.' }),
    changes: z
      .array(
        z
          .object({
            entryType: z.enum(ENTRY_TYPES).meta({ id: 'LedgerEntryEntryType', description: 'Type of the ledger entry.' }),
            quantityChange: z.number().meta({ description: 'Signed effect on what is on hand.' }),
            referenceType: z.string().nullable().meta({ description: 'Kind of document that caused it.' }),
            referenceId: z.uuid().nullable().meta({ description: 'The document that caused it.' }),
          })
          .meta({ id: 'InventoryChange', description: 'A ledger entry behind a change of a level.' }),
      )
      .meta({ description: 'Empty when only reserved, on hold or incoming changed.' }),
  })
  .meta({ id: 'InventoryUpdatedData', description: 'A level and what changed it.' });

/** One conversion per event, however many sockets it goes to. */
const shownEvents = new WeakMap<LoggedEvent, object>();
function shownOnce(event: LoggedEvent, data: (data: Row) => Row): object {
  const known = shownEvents.get(event);
  if (known) return known;
  const { id, type, position, occurredAt, organizationId } = event;
  const made = { id, type, position, occurredAt, organizationId, apiVersion: 'v1', data: data(event.data) };
  shownEvents.set(event, made);
  return made;
}

interface Watch {
  area: Area;
  after?: number | null | undefined;
  where(event: LoggedEvent): boolean;
}

/** The caller's events that fulfil the condition. No generator: one that waits could not be ended from outside. */
function watch({ context }: Resolved, { area, after, where }: Watch): AsyncIterableIterator<LoggedEvent> {
  authorize({ area, kind: 'query' }, context.caller);
  if (after != null && after < 0) refuse('validation_failed', 'Must be a position.', { field: 'after' });
  const events = context.events.subscribe(context.caller.organizationId, after ?? undefined);
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      for (;;) {
        const step = await events.next();
        if (step.done || where(step.value)) return step;
      }
    },
    return: () => events.return!(),
  };
}

export function subscriptionResolver(): Class {
  const Live = named('Live');
  const field = 'inventoryUpdated';
  const type = eventType('InventoryUpdatedEvent', EVENTS['inventory.updated'].summary, objectType(shapeOf(InventoryUpdatedData)));
  const subscribe = (resolved: Resolved) => {
    const { locationIds, skus, after } = resolved.args as { locationIds?: string[] | null; skus?: string[] | null; after?: number | null };
    const level = (event: LoggedEvent) => event.data['inventory_level'] as { location_id: string; sku: string };
    return watch(resolved, {
      area: 'inventory',
      after,
      where: event =>
        (event.type === 'inventory.updated' || event.type === 'inventory.level_changed') &&
        (!locationIds || locationIds.includes(level(event).location_id)) &&
        (!skus || skus.includes(level(event).sku)),
    });
  };
  Object.defineProperty(Live.prototype, field, { value: (...given: unknown[]) => shownOnce((given.at(-1) as Resolved).root as never as LoggedEvent, toCamel(shapeOf(InventoryUpdatedData))), configurable: true, writable: true });
  Arg('locationIds', () => [ID], { nullable: true, description: 'Only at these locations.' })(Live.prototype, field, 0);
  Arg('skus', () => [String], { nullable: true, description: 'Only of these SKUs.' })(Live.prototype, field, 1);
  Arg('after', () => Int, { nullable: true, description: 'Replays what came after this position first, then goes live.' })(Live.prototype, field, 2);
  Everything(Live.prototype, field, 3);
  Subscription(() => type, { description: 'Every change of a level.', subscribe: (resolved: unknown) => subscribe(resolved as Resolved) } as never)(Live.prototype, field, {} as never);
  Resolver()(Live);
  return Live;
}
