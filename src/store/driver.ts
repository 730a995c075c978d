import type { EntityMetadata, EntityName, EntityProperty, QueryResult } from '@mikro-orm/core';
import { PostgreSqlDriver } from '@mikro-orm/postgresql';
import { COMPOSITE_KEY, type DriverOptions, isFlush } from '../internals/mikro-orm.ts';
import { laterOn } from './reading.ts';
import { TENANT } from './tenant.ts';

/*
 * Writes the changes of a flush as prepared statements over sets of rows, sent without waiting for each other:
 * MikroORM decides what changed, and this writes it. MikroORM's own statements have every value in their text, so
 * each was built, parsed and planned again and took a round trip: they were half of a command's time. Anything but a
 * plain insert, update or delete by primary key is left to MikroORM.
 */

interface FlushRow {
  [property: string]: unknown;
}

interface Column {
  name: string;
  /** Without length or scale, which the table checks. */
  type: string;
  property: string;
}

/** The columns of these properties, or undefined if one is stored in a way that only MikroORM handles. */
function columnsOf(meta: EntityMetadata, properties: readonly string[]): Column[] | undefined {
  const columns = properties.map(property => columnOf(meta.properties[property as never]));
  return columns.every(column => column !== undefined) ? columns : undefined;
}

function columnOf(property: EntityProperty | undefined): Column | undefined {
  if (!property || property.embedded || property.generated || property.polymorphic) return undefined;
  const [name, ...others] = property.ownColumns ?? property.fieldNames;
  const type = property.columnTypes[property.fieldNames.indexOf(name!)]?.replace(/\(.*\)/, '');
  if (name === undefined || others.length > 0 || type === undefined || type.endsWith('[]')) return undefined;
  // JSON only needs a cast, which the statement does.
  const wrapped = property.customType && 'convertToDatabaseValueSQL' in property.customType && !type.startsWith('json');
  return wrapped ? undefined : { name, type, property: property.name };
}

/** The value of a column. For a relation's composite key only the last part: the organization is the row's own. */
function columnValue(row: FlushRow, { property, type }: Column): unknown {
  const value = row[property];
  if (value === undefined || value === null) return null;
  if (type.startsWith('json')) return typeof value === 'string' ? value : JSON.stringify(value);
  return Array.isArray(value) ? (value.at(-1) as unknown) : value;
}

const quoted = (name: string) => `"${name}"`;
const names = (columns: readonly Column[]) => columns.map(column => quoted(column.name)).join(', ');
/** The rows as one array per column, so that a statement reads the same however many rows it has. */
const arrays = (columns: readonly Column[]) =>
  columns.map((column, index) => `$${index + 1}::${column.type}[]`).join(', ');
const transposed = (columns: readonly Column[], rows: readonly FlushRow[]) =>
  columns.map(column => rows.map(row => columnValue(row, column)));

/** All rows of a flush belong to one organization, which is passed once, as a value: see `ofTenant`. */
const TENANT_COLUMN = 'organization_id';

/** The columns that identify a row of a table, within the organization if it belongs to one. */
interface Key {
  tenant?: string;
  columns: readonly Column[];
}

function keyOf(meta: EntityMetadata): Key | undefined {
  const columns = columnsOf(meta, meta.primaryKeys);
  if (!columns) return undefined;
  if (meta.tableName === 'organizations') return { tenant: 'id', columns };
  const own = columns.filter(({ name }) => name !== TENANT_COLUMN);
  return own.length < columns.length ? { tenant: TENANT_COLUMN, columns: own } : { columns };
}

/** The condition that a row `t` is the row `w`, where `$n` is the organization. */
const matching = ({ tenant, columns }: Key, n: number) =>
  [
    ...(tenant ? [`t.${tenant} = $${n}`] : []),
    ...columns.map(({ name }) => `t.${quoted(name)} = w.${quoted(name)}`),
  ].join(' and ');
const tenantOf = ({ tenant }: Key) => (tenant ? [TENANT] : []);

function inserting(table: string, columns: readonly Column[], many: boolean): string {
  const values = many
    ? `select * from unnest(${arrays(columns)})`
    : `values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`;
  return `insert into ${quoted(table)} (${names(columns)}) ${values}`;
}

function updating(table: string, key: Key, changed: readonly Column[]): string {
  const all = [...key.columns, ...changed];
  const set = changed.map(({ name }) => `${quoted(name)} = w.${quoted(name)}`).join(', ');
  return `update ${quoted(table)} t
    set ${set} from unnest(${arrays(all)}) as w (${names(all)}) where ${matching(key, all.length + 1)}`;
}

const deleting = (table: string, key: Key) =>
  `delete from ${quoted(table)} t using unnest(${arrays(key.columns)}) as w (${names(key.columns)})
    where ${matching(key, key.columns.length + 1)}`;

/** More sets of properties than a kind of record is written with. */
const PLANS_MAX = 200;

/** Made once for each set of properties of an entity: to put a statement together takes as long as to send it. */
function planned<Plan>(
  make: (meta: EntityMetadata, properties: readonly string[]) => Plan,
): (meta: EntityMetadata, properties: readonly string[]) => Plan {
  const entities = new WeakMap<EntityMetadata, Map<string, Plan>>();
  return (meta, properties) => {
    const plans = entities.get(meta) ?? new Map<string, Plan>();
    entities.set(meta, plans);
    const name = properties.join();
    const known = plans.get(name);
    if (known !== undefined || plans.has(name)) return known as Plan;
    const plan = make(meta, properties);
    if (plans.size < PLANS_MAX) plans.set(name, plan);
    return plan;
  };
}

/** How rows with these properties are inserted, or undefined if MikroORM does it. */
const insertOf = planned((meta, properties) => {
  const columns = answersNothing(meta, properties) ? columnsOf(meta, properties) : undefined;
  return (
    columns && {
      columns,
      one: inserting(meta.tableName, columns, false),
      many: inserting(meta.tableName, columns, true),
    }
  );
});

/** How these properties are updated, or undefined if MikroORM does it. */
const updateOf = planned((meta, properties) => {
  const key = keyOf(meta);
  const changed = columnsOf(meta, properties);
  if (!key || !changed?.length || meta.props.some(property => property.version || property.generated)) return undefined;
  return { key, columns: [...key.columns, ...changed], text: updating(meta.tableName, key, changed) };
});

const WRITTEN = { insertId: undefined as never };

/** Writes what a flush has changed by statements put together once per shape, anything else as MikroORM does. */
export class FlushDriver extends PostgreSqlDriver {
  override async nativeInsertMany<T extends object>(
    entity: EntityName<T>,
    data: FlushRow[],
    options: DriverOptions = {},
    transform?: (sql: string) => string,
  ): Promise<QueryResult<T>> {
    const meta = this.metadata.get(entity) as EntityMetadata;
    const insert =
      isFlush(options) && !transform && sameProperties(data) ? insertOf(meta, Object.keys(data[0]!)) : undefined;
    if (!insert) return super.nativeInsertMany(entity, data as never, options as never, transform);
    const { columns, one, many } = insert;
    if (data.length > 1) laterOn(options.ctx!, many, transposed(columns, data));
    else
      laterOn(
        options.ctx!,
        one,
        columns.map(column => columnValue(data[0]!, column)),
      );
    return { ...WRITTEN, affectedRows: data.length };
  }

  override async nativeUpdate<T extends object>(
    entity: EntityName<T>,
    where: never,
    data: FlushRow,
    options: DriverOptions = {},
  ): Promise<QueryResult<T>> {
    return (
      this.#update(entity, [where], [data], options) ??
      super.nativeUpdate(entity, where, data as never, options as never)
    );
  }

  override async nativeUpdateMany<T extends object>(
    entity: EntityName<T>,
    where: never[],
    data: FlushRow[],
    options: DriverOptions = {},
    transform?: (sql: string, params: unknown[]) => string,
  ): Promise<QueryResult<T>> {
    return (
      (transform ? undefined : this.#update(entity, where, data, options)) ??
      super.nativeUpdateMany(entity, where as never, data as never, options as never, transform)
    );
  }

  /** One statement for all rows in which the same properties changed. */
  #update<T extends object>(
    entity: EntityName<T>,
    where: readonly FlushRow[],
    data: readonly FlushRow[],
    options: DriverOptions,
  ): QueryResult<T> | undefined {
    const meta = this.metadata.get(entity) as EntityMetadata;
    if (!isFlush(options)) return undefined;
    const groups = Map.groupBy(
      data.map((row, index) => ({ row, which: where[index]! })),
      ({ row }) => Object.keys(row).join(),
    );
    const statements = [...groups.values()].map(rows => ({ rows, update: updateOf(meta, Object.keys(rows[0]!.row)) }));
    if (!statements.every(({ rows, update }) => update && rows.every(({ which }) => typeof which === 'object')))
      return undefined;
    for (const { rows, update } of statements) {
      const { key, columns, text } = update!;
      laterOn(options.ctx!, text, [
        ...transposed(
          columns,
          rows.map(({ row, which }) => ({ ...row, ...which })),
        ),
        ...tenantOf(key),
      ]);
    }
    return { ...WRITTEN, affectedRows: data.length };
  }

  override async nativeDelete<T extends object>(
    entity: EntityName<T>,
    where: never,
    options: DriverOptions = {},
  ): Promise<QueryResult<T>> {
    const meta = this.metadata.get(entity) as EntityMetadata;
    const key = keyOf(meta);
    const doomed = key && deletedKeys(meta, where);
    if (!doomed || !options.ctx) return super.nativeDelete(entity, where, options as never);
    laterOn(options.ctx, deleting(meta.tableName, key), [
      ...key.columns.map(({ property }) => doomed.map(parts => parts[meta.primaryKeys.indexOf(property as never)])),
      ...tenantOf(key),
    ]);
    return { ...WRITTEN, affectedRows: doomed.length };
  }
}

/** Whether an insert of these properties leaves nothing for the database to fill in and return. */
const answersNothing = (meta: EntityMetadata, properties: readonly string[]) =>
  properties.length > 0 &&
  !meta.props.some(
    property =>
      property.returning ||
      property.autoincrement ||
      (property.defaultRaw && property.persist !== false && !properties.includes(property.name)),
  );

const sameProperties = ([first, ...others]: readonly FlushRow[]) => {
  const properties = Object.keys(first!).join();
  return others.every(row => Object.keys(row).join() === properties);
};

/** The primary keys that a flush deletes, each as its parts: MikroORM gives them as a tuple, as an object, or bare. */
function deletedKeys(meta: EntityMetadata, where: { [key: string]: { $in?: unknown[] } }): unknown[][] | undefined {
  const partsOf = (key: unknown): unknown[] => {
    if (Array.isArray(key)) return key;
    return typeof key === 'object' && key !== null ? meta.primaryKeys.map(part => (key as FlushRow)[part]) : [key];
  };
  return where[meta.primaryKeys.join(COMPOSITE_KEY)]?.$in?.map(partsOf);
}
