import type { ChangeSet, EventSubscriber, FlushEventArgs } from '@mikro-orm/core';
import type { Options } from '@mikro-orm/postgresql';
import { WRITING } from '../store/orm.ts';

/** The records of who may do what. None of them has events. */
const LOADING = {
  key: async () => (await import('./api-keys.ts')).ApiKey,
  member: async () => (await import('./members.ts')).Member,
  organization: async () => (await import('../domain/organizations.ts')).Organization,
};
export type AccessRecord = keyof typeof LOADING;

/** Refuses to write anything else, such as the location that a member points at: its events would be missing. */
class NothingElse implements EventSubscriber {
  readonly #entity: object;

  constructor(entity: object) {
    this.#entity = entity;
  }

  onFlush({ uow }: FlushEventArgs): void {
    for (const { meta } of uow.getChangeSets() as ChangeSet<object>[])
      if (meta.class !== this.#entity) throw new Error(`${meta.className} cannot be written here.`);
  }
}

/**
 * For a process that writes these records alone, such as a command of the CLI: discovering all entities, and loading
 * the domain for that, would be half of its work.
 */
export async function optionsToWrite(record: AccessRecord): Promise<Options> {
  const entity = await LOADING[record]();
  return { ...WRITING, entities: [entity], subscribers: [new NothingElse(entity)] };
}
