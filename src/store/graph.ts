import {
  type Collection,
  type EntityMetadata,
  type EntityName,
  type EntityProperty,
  ReferenceKind,
  wrap,
} from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';
import { held, mapRow } from '../internals/mikro-orm.ts';
import type { Unit } from '../kernel/unit.ts';
import { askedOf, ofTenant } from './tenant.ts';

/*
 * Loads records for commands: plain prepared SELECTs, mapped into the unit of work. Loading through the entity
 * manager cost three times as much, and a round trip for each relation.
 */

interface LoadedRecord {
  id: string;
}

export interface LoadedRow extends LoadedRecord {
  [column: string]: unknown;
}

/** What MikroORM knows of an entity. */
export const metadataOf = (unit: Unit, Entity: unknown): EntityMetadata => unit.em.getMetadata().get(Entity as never);

const lists = new WeakMap<EntityMetadata, RawBuilder<unknown>>();

/** All columns of the table `t`, and the entity's computed properties. */
function columnsOf(meta: EntityMetadata): RawBuilder<unknown> {
  const known = lists.get(meta);
  if (known) return known;
  const formulas = meta.props.flatMap(({ formula, fieldNames }) =>
    formula ? [`${String(formula({} as never, { alias: 't' } as never))} as "${fieldNames[0]}"`] : [],
  );
  const list = askedOf(['t.*', ...formulas].join(', '));
  lists.set(meta, list);
  return list;
}

/** `update` for a record that is changed; `key share` for one that nobody may change, which several may hold. */
export type RowLock = 'update' | 'key share';

/** The organization's rows that fulfill a condition on the table `t`, in order of creation. */
export async function rowsWhere(
  unit: Unit,
  meta: EntityMetadata,
  condition: RawBuilder<unknown>,
  lock?: RowLock,
): Promise<LoadedRow[]> {
  const { rows } = await sql<LoadedRow>`
    select ${columnsOf(meta)} from ${sql.table(meta.tableName)} as t where ${ofTenant('t')} and ${condition}
    order by t.id ${lock ? sql.raw(`for ${lock} of t`) : sql``}`.execute(unit.db);
  return rows;
}

/** The record of a row. A record that the unit already has is returned as it is, changes included. */
export function mapped<E extends object>(unit: Unit, meta: EntityMetadata, row: LoadedRow): E {
  const entity = meta.class as EntityName<object>;
  const known = held(unit.em, entity, unit.organizationId, row.id);
  // A bare reference, such as the variant of a line, has only its id.
  return (known && wrap(known).isInitialized() ? known : mapRow(unit.em, entity, row)) as E;
}

const locked = new WeakMap<object, Set<object>>();

/**
 * The record of a row that was just locked: refreshed, because it may have changed while waiting for the lock, but only
 * once.
 */
export function mappedLocked<E extends object>(unit: Unit, meta: EntityMetadata, row: LoadedRow): E {
  const entity = meta.class as EntityName<object>;
  const ours = locked.get(unit.em) ?? new Set();
  locked.set(unit.em, ours);
  const known = held(unit.em, entity, unit.organizationId, row.id);
  if (known && ours.has(known)) return known as E;
  const record = mapRow(unit.em, entity, row);
  ours.add(record);
  return record as E;
}

/** Rows of the table `t`, and their ids if they are known. */
interface RelatedRows {
  meta: EntityMetadata;
  condition: RawBuilder<unknown>;
  ids?: RawBuilder<unknown>;
}

/** A relation on the path from the record, and the rows that it leads to. */
interface Step extends RelatedRows {
  parent: string;
  property: EntityProperty;
}

/**
 * Locks the records of these ids and loads them with what the paths (`items.variant`) lead to, in one round trip.
 * Statements after the lock see what the transaction that was waited for has done. Only the records
 * themselves are locked, or every order of a product would wait for every other. Returns undefined for ids that do not
 * exist.
 */
export async function loadGraphs<E extends LoadedRecord>(
  unit: Unit,
  meta: EntityMetadata,
  ids: readonly string[],
  paths: readonly string[],
  lock: RowLock,
): Promise<(E | undefined)[]> {
  const root: RelatedRows = { meta, condition: sql`t.id = any(${ids}::uuid[])`, ids: sql`${ids}::uuid[]` };
  const steps = stepsAlong(root, paths);
  const [found, ...others] = await Promise.all([
    rowsWhere(unit, meta, root.condition, lock),
    ...[...steps.values()].map(step => rowsWhere(unit, step.meta, step.condition)),
  ]);
  const roots = new Map(found.map(row => [row.id, mappedLocked<E>(unit, meta, row)]));
  const records = new Map<string, LoadedRecord[]>([['', [...roots.values()]]]);
  for (const [index, [path, step]] of [...steps].entries()) {
    const children = others[index]!.map(row => mapped<LoadedRecord>(unit, step.meta, row));
    records.set(path, children);
    if (step.property.kind === ReferenceKind.ONE_TO_MANY)
      fill(records.get(step.parent)!, step, children, others[index]!);
  }
  return ids.map(id => roots.get(id.toLowerCase()));
}

/** The steps of all paths, by path, each after its parent. */
function stepsAlong(root: RelatedRows, paths: readonly string[]): Map<string, Step> {
  const steps = new Map<string, Step>();
  for (const path of paths) {
    let parent = '';
    for (const name of path.split('.')) {
      const at = parent && `${parent}.`;
      if (!steps.has(at + name)) steps.set(at + name, stepFrom(parent, steps.get(parent) ?? root, name));
      parent = at + name;
    }
  }
  return steps;
}

function stepFrom(parent: string, { meta, condition, ids }: RelatedRows, name: string): Step {
  const property = meta.properties[name as never] as EntityProperty;
  // An array is made once, and its rows are found by key. `in (select …)` is a join, whose order the planner chooses:
  // where it expected few variants, it read all of them for the lines of one order.
  const all = (column: string) =>
    column === 'id' && ids
      ? ids
      : sql`array(select ${sql.ref(`t.${column}`)} from ${sql.table(meta.tableName)} as t
          where ${ofTenant('t')} and ${condition})`;
  const ofMany = property.kind === ReferenceKind.ONE_TO_MANY;
  const leads = ofMany
    ? sql`${sql.ref(`t.${backOf(property)}`)} = any(${all('id')})`
    : sql`t.id = any(${all(property.ownColumns[0]!)})`;
  return { meta: property.targetMeta!, condition: leads, parent, property };
}

/** The column of a child that points to its parent. */
const backOf = ({ targetMeta, mappedBy }: EntityProperty): string =>
  targetMeta!.properties[mappedBy as never]!.ownColumns[0]!;

function fill(
  parents: readonly LoadedRecord[],
  { property }: Step,
  children: readonly LoadedRecord[],
  rows: readonly LoadedRow[],
): void {
  const back = backOf(property);
  const groups = Map.groupBy(children.keys(), index => rows[index]![back]);
  for (const parent of parents) {
    const collection = parent[property.name as never] as Collection<object>;
    if (!collection.isInitialized()) collection.hydrate((groups.get(parent.id) ?? []).map(index => children[index]!));
  }
}
