import { defineEntity, type EntityName, p, type RequiredEntityData } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import { type RawBuilder, sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import { notFound } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { shapeOf } from '../kernel/shape.ts';
import type { RecordClass, Unit } from '../kernel/unit.ts';
import { present, type Row } from '../kernel/view.ts';
import { loadGraphs, mapped, metadataOf, rowsWhere } from './graph.ts';
import { idsWith } from './tenant.ts';
import { transactionOf } from './unit.ts';

/**
 * What every record of a tenant has. The key contains the organization, so a foreign key can never point into another
 * one, and every statement carries the tenant. The filter is on by default: a query that forgets the tenant finds
 * nothing.
 */
export const TenantRecord = defineEntity({
  name: 'TenantRecord',
  abstract: true,
  properties: {
    organizationId: p.uuid().primary().hidden(),
    id: p.uuid().primary().comment('Identifier: a UUIDv7, so ids sort by time of creation.'),
    createdAt: p.datetime(3).comment('When the record was created.'),
    updatedAt: p
      .datetime(3)
      .onUpdate((_, em) => transactionOf(em as EntityManager).now())
      .comment('When the record last changed.'),
  },
  filters: {
    tenant: {
      name: 'tenant',
      cond: (args: { organizationId: string }) => ({ organizationId: args.organizationId }),
      default: true,
    },
  },
});

/** Properties that `create` fills in. */
type FilledIn = 'organizationId' | 'id' | 'createdAt' | 'updatedAt';

/**
 * A many-to-one relation within the tenant: `belongsTo(Variant, 'variant_id')` gives a composite foreign key
 * `(organization_id, variant_id)`. A sharded PostgreSQL requires `on update no action`. Until the relation is loaded,
 * only its `id` may be read.
 */
export const belongsTo = <E extends object>(target: RecordClass<E>, column: string) =>
  p
    .manyToOne(target as never as typeof Object)
    .joinColumns('organization_id', column)
    .referencedColumnNames('organization_id', 'id')
    .ownColumns(column)
    .updateRule('no action')
    .deleteRule('no action')
    .$type<E>();

/**
 * The same without a foreign key, for tables with hundreds of thousands of writes, where checking the key costs more
 * than the row. Only for targets that are never removed, or that may be missing.
 */
export const mentions = <E extends object>(target: RecordClass<E>, column: string) =>
  belongsTo(target, column).createForeignKeyConstraint(false);

/**
 * Creates a record in this unit; it is written when the command ends. Relations are given as entities or ids (see
 * `refer`).
 */
export function create<E extends object>(
  unit: Unit,
  Entity: RecordClass<E>,
  data: Omit<RequiredEntityData<E>, FilledIn> & { id?: string },
): E {
  const now = unit.now();
  const record = { organizationId: unit.organizationId, id: newId(), createdAt: now, updatedAt: now, ...data };
  const made = unit.em.create(Entity as never as EntityName<E>, record as never as RequiredEntityData<E>);
  news.add(made);
  return made;
}

const news = new WeakSet<object>();

/** Whether this command created the record. */
export const isNew = (record: object): boolean => news.has(record);

/** A reference to a record of this organization by id, without loading it. */
export function refer<E extends object>(unit: Unit, Entity: RecordClass<E>, id: string): E {
  return unit.em.getReference(Entity as never as EntityName<E>, [unit.organizationId, id] as never) as E;
}

interface LoadOptions {
  /** Relations to load as well, without locking, as paths: `items.variant`. */
  populate?: string[];
  /** Name of the record in messages; default: the entity's name in words. */
  what?: string;
}

/**
 * Locks the record for the rest of the transaction and loads it. Lock it first: the records it points to are loaded
 * with it. Refuses `not_found` for unknown, malformed and foreign ids alike.
 */
export async function lockById<E extends { id: string }>(
  unit: Unit,
  Entity: RecordClass<E>,
  id: string,
  options: LoadOptions = {},
): Promise<E> {
  const { populate = [], what = inWords(Entity.name) } = options;
  if (!isUuid(id)) notFound(what);
  const meta = metadataOf(unit, Entity);
  return (
    (await unit.together(`lock ${[meta.tableName, ...populate].join(' ')}`, id, ids =>
      loadGraphs<E>(unit, meta, requireDistinct(ids), populate, 'update'),
    )) ?? notFound(what)
  );
}

/**
 * Loads a record with what the paths (`items.variant`) lead to, and keeps it from being changed until the end of the
 * transaction: its lines, which are read after it, could be another version's. Undefined if there is none.
 */
export async function findGraph<E extends { id: string }>(
  unit: Unit,
  Entity: RecordClass<E>,
  id: string,
  paths: readonly string[],
): Promise<E | undefined> {
  if (!isUuid(id)) return undefined;
  return (await loadGraphs<E>(unit, metadataOf(unit, Entity), [id], paths, 'key share'))[0];
}

/** Commands about one record must not share a transaction: each would decide on what the other has changed. */
function requireDistinct(ids: readonly string[]): readonly string[] {
  if (new Set(ids.map(id => id.toLowerCase())).size < ids.length)
    throw new Error('Two commands that share a transaction lock the same record.');
  return ids;
}

/**
 * Loads the records that match a condition on the table `t`, without locking. Records that the unit already has are
 * returned as they are, changes included.
 */
export async function findWhere<E extends { id: string }>(
  unit: Unit,
  Entity: RecordClass<E>,
  condition: RawBuilder<unknown>,
): Promise<E[]> {
  const meta = metadataOf(unit, Entity);
  return (await rowsWhere(unit, meta, condition)).map(row => mapped<E>(unit, meta, row));
}

type Lookup = DataLoader<readonly string[], { id: string; sku?: string }[]>;
const lookups = new WeakMap<EntityManager, Map<string, Lookup>>();

/**
 * Loads records by a column that is unique in the organization, without locking. Commands that share a transaction run
 * in step: what they look for in the same turn of the event loop is found by one statement.
 */
export async function findBy<E extends { id: string; sku?: string }>(
  unit: Unit,
  Entity: RecordClass<E>,
  column: 'id' | 'sku',
  values: readonly string[],
): Promise<E[]> {
  if (values.length === 0) return [];
  const ours = lookups.get(unit.em) ?? new Map<string, Lookup>();
  lookups.set(unit.em, ours);
  const name = `${Entity.name} ${column}`;
  let lookup = ours.get(name);
  if (!lookup) {
    lookup = new DataLoader(
      async all => {
        const wanted = [...new Set(all.flat())];
        const ids = column === 'id' ? sql`${wanted}` : idsWith(metadataOf(unit, Entity).tableName, column, wanted);
        const found = await findWhere(unit, Entity, sql`t.id = any(${ids})`);
        if (all.length === 1) return [found];
        return all.map(wanted => {
          const theirs = new Set(wanted);
          return found.filter(record => theirs.has(record[column]!));
        });
      },
      { cache: false },
    );
    ours.set(name, lookup);
  }
  return (await lookup.load(values)) as E[];
}

/** Loads records by id, without locking. Ids that this organization does not have are absent from the result. */
export async function findByIds<E extends { id: string }>(
  unit: Unit,
  Entity: RecordClass<E>,
  ids: Iterable<string>,
): Promise<Map<string, E>> {
  const wanted = [...new Set(ids)].filter(id => isUuid(id)).map(id => id.toLowerCase());
  const found = await findBy(unit, Entity, 'id', wanted);
  return new Map(found.map(record => [record.id, record]));
}

const lastStates = new WeakMap<object, Row>();

/** Removes a record with all that it owns. Returns its last state, which its event carries. */
export function remove(unit: Unit, record: object): Row {
  const shape = shapeOf(record.constructor as RecordClass);
  const last = present(shape, record);
  const owned = shape.fields.flatMap(({ name, ownedBy }) =>
    ownedBy ? [...((record as Row)[name] as Iterable<object>)] : [],
  );
  lastStates.set(record, last);
  unit.em.remove([...owned, record]);
  return last;
}

/** The last state of a record that this unit removes. */
export const lastState = (record: object): Row | undefined => lastStates.get(record);

/** The given value, or the refusal `not_found`. */
export function notFoundUnless<T>(what: string, found: T | null | undefined | false): T {
  return found || notFound(what);
}

/** `ReturnAuthorization` in words: `return authorization`. */
export const inWords = (name: string): string => name.replace(/(?!^)[A-Z]/g, letter => ` ${letter}`).toLowerCase();

export { isUuid };
