import type { ChangeSet, EventSubscriber, FlushEventArgs } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import { newId } from '../kernel/ids.ts';
import { traceParent } from '../store/tracing.ts';
import { transactionOf } from '../store/unit.ts';
import { eventsOf, type NewEvent } from './changes.ts';

const INSERT = `insert into events (organization_id, id, type, occurred_at, trace_parent, data)
  select $1::uuid, e.id, e.type, $2::timestamptz, $3::text, e.data::json
  from unnest($4::uuid[], $5::text[], $6::text[]) as e (id, type, data)`;

/**
 * Writes the events of a flush in its transaction: one statement that nobody waits for and the entity manager does not
 * know, because an entity for each event would cost it as much as a line of a document.
 */
export class Outbox implements EventSubscriber {
  onFlush({ em, uow }: FlushEventArgs): void {
    const events = this.eventsIn(uow.getChangeSets() as ChangeSet<object>[]);
    if (events.length === 0) return;
    const { organizationId, now, later } = transactionOf(em as EntityManager);
    const types = events.map(({ type }) => type);
    const ids = events.map(() => newId());
    later(CompiledQuery.raw(INSERT, [organizationId, now(), traceParent(), ids, types, written(events)]));
  }

  /** The events of these changes. */
  eventsIn(changes: readonly ChangeSet<object>[]): NewEvent[] {
    return eventsOf(changes);
  }
}

/** Data that two events of a record share (received, and updated) is serialized once. */
function written(events: readonly NewEvent[]): string[] {
  const texts = new Map<object, string>();
  return events.map(({ data }) => {
    const text = texts.get(data) ?? JSON.stringify(data);
    texts.set(data, text);
    return text;
  });
}
