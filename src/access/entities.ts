import type { ChangeSet, EventSubscriber, FlushEventArgs } from '@mikro-orm/core';
import type { Options } from '@mikro-orm/postgresql';
import { Organization } from '../domain/organizations.ts';
import { WRITING } from '../store/orm.ts';
import { ApiKey } from './api-keys.ts';
import { Member } from './members.ts';

/** Who may do what. None of these has events. */
const entities: object[] = [Organization, ApiKey, Member];

/** Refuses to write anything else, such as the location that a member points at: its events would be missing. */
class NothingElse implements EventSubscriber {
  onFlush({ uow }: FlushEventArgs): void {
    for (const { meta } of uow.getChangeSets() as ChangeSet<object>[])
      if (!entities.includes(meta.class)) throw new Error(`${meta.className} cannot be written here.`);
  }
}

/**
 * For a process that writes nothing else, such as a command of the CLI: discovering all entities, and loading the
 * domain for that, would be half of its work.
 */
export const accessOptions: Options = { ...WRITING, entities: entities as never, subscribers: [new NothingElse()] };
