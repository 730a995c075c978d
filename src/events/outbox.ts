import type { ChangeSet, EventSubscriber, FlushEventArgs } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { transactionOf } from '../store/unit.ts';
import { eventsOf } from './changes.ts';
import { EventRecord } from './log.ts';

/**
 * Writes each event in the transaction of the change that it reports. It only reports: it must not change other records.
 */
export class Outbox implements EventSubscriber {
  onFlush({ em, uow }: FlushEventArgs): void {
    const { organizationId, now } = transactionOf(em as EntityManager);
    for (const { type, data } of eventsOf(uow.getChangeSets() as ChangeSet<object>[])) {
      const event = em.create(
        EventRecord,
        { organizationId, id: uuidv7(), type, occurredAt: now(), data, position: null, sequence: null },
        { persist: false },
      );
      uow.computeChangeSet(event);
    }
  }
}
