import type {
  ChangeSet,
  EntityMetadata,
  EntityProperty,
  EventSubscriber,
  FlushEventArgs,
  UnitOfWork,
} from '@mikro-orm/core';
import { ReferenceKind } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { originalOf } from '../internals/mikro-orm.ts';
import { transactionOf } from './unit.ts';

/**
 * A change of a line is a change of its document: the document shows the line, so its `updated_at` changes and it
 * gets an event. docs/api.md, "Following changes".
 */
export class Owners implements EventSubscriber {
  onFlush({ em, uow }: FlushEventArgs): void {
    const { now } = transactionOf(em as EntityManager);
    const changes = uow.getChangeSets() as ChangeSet<object>[];
    const moved = new Set<object>();
    for (const change of changes) {
      for (
        let owner = ownerOf(uow, change.entity, change.meta);
        owner;
        owner = ownerOf(uow, owner.record, owner.meta)
      ) {
        if (moved.has(owner.record)) break;
        moved.add(owner.record);
      }
    }
    if (moved.size === 0) return;
    const changing = new Set(changes.map(({ entity }) => entity));
    for (const record of moved) {
      // Records that are new, removed or changed themselves are stamped already.
      if (changing.has(record)) continue;
      (record as { updatedAt: Date }).updatedAt = now();
      uow.computeChangeSet(record as never);
    }
  }
}

interface Owner {
  record: object;
  meta: EntityMetadata;
}

/** The record that has this one in a list of its own, if there is one. */
function ownerOf(uow: UnitOfWork, record: object, meta: EntityMetadata): Owner | undefined {
  const back = backOf(meta);
  if (!back) return undefined;
  const target = back.targetMeta!;
  // A line that was removed from its document no longer points to it, but it did.
  const key = (record as { [name: string]: object | null })[back.name];
  const owner = key ?? uow.getById(target.class as never, originalOf(record)![back.name]);
  if (!owner) throw new Error(`A ${meta.className} changed whose ${target.className} was not loaded.`);
  return { record: owner, meta: target };
}

const backs = new WeakMap<EntityMetadata, EntityProperty | null>();

/** The relation by which a record is in the list of its owner. */
function backOf(meta: EntityMetadata): EntityProperty | undefined {
  let back = backs.get(meta);
  if (back === undefined) {
    back =
      meta.relations.find(
        relation =>
          relation.kind === ReferenceKind.MANY_TO_ONE &&
          relation.targetMeta!.relations.some(
            list =>
              list.kind === ReferenceKind.ONE_TO_MANY &&
              !list.hidden &&
              list.targetMeta!.class === meta.class &&
              list.mappedBy === relation.name,
          ),
      ) ?? null;
    backs.set(meta, back);
  }
  return back ?? undefined;
}
