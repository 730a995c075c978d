import { type EntityManager, type EntityName, EntitySchema, helper } from '@mikro-orm/core';

/*
 * Everything that this service uses of MikroORM 7.2.1's internals. Each function says what it relies on, and has a test
 * in test/internals/internals.test.ts that fails if an upgrade breaks it.
 */

/** A property as `defineEntity` keeps it, before the metadata are discovered. */
export interface DeclaredProperty {
  kind?: string;
  type?: unknown;
  enum?: boolean;
  items?: readonly string[];
  nullable?: boolean;
  hidden?: boolean;
  primary?: boolean;
  persist?: boolean;
  comment?: string;
  fieldName?: string;
  ownColumns?: readonly string[];
  formula?: (columns: unknown, table: { alias: string }) => string;
  entity?: () => new (...args: never[]) => object;
  mappedBy?: string;
  orphanRemoval?: boolean;
}

interface DeclaredEntity {
  className: string;
  /** Before discovery the name of the table is kept here. */
  collection?: string;
  comment?: string;
  properties: { [name: string]: DeclaredProperty };
  /** The declaration that this one extends. */
  inherited: { [name: string]: DeclaredProperty };
}

/**
 * How an entity was declared, without a database and before `MikroORM.init`. Throws for a class that is no entity.
 * Relies on `EntitySchema.REGISTRY` and `EntitySchema.meta`. To ask for upstream: a public reader of declarations.
 */
export function declarationOf(entity: new (...args: never[]) => object): DeclaredEntity {
  const schema = EntitySchema.REGISTRY.get(entity);
  if (!schema) throw new Error(`${entity.name} is not an entity.`);
  const declared = metaOf(schema);
  const inherited = declared.extends instanceof EntitySchema ? metaOf(declared.extends).properties : {};
  return { ...declared, inherited };
}

const metaOf = (schema: EntitySchema) =>
  schema.meta as never as Omit<DeclaredEntity, 'inherited'> & { extends?: EntitySchema };

/**
 * Maps a row into the unit of work as `em.map` does, without what it does twice, and without its cascade, which walks
 * all of a document again for each of its lines. Relies on the options of `EntityFactory.create`: with `refresh` and
 * `convertCustomTypes` it also keeps the values that changes are computed from, as a flush compares them. To ask for
 * upstream: `em.map(…, { cascade: false })`.
 */
export function mapRow(em: EntityManager, entity: EntityName<object>, row: object): object {
  const data = em.getDriver().mapResult(row as never, em.getMetadata().get(entity))!;
  return em.getEntityFactory().create(entity, data as never, { merge: true, refresh: true, convertCustomTypes: true });
}

/**
 * The values of a record as they were loaded. Relies on `__originalEntityData`. To ask for
 * upstream: a public reader of them.
 */
export const originalOf = (record: object): { readonly [property: string]: unknown } | undefined =>
  helper(record).__originalEntityData;

/** The arguments of a driver's method. */
export interface DriverOptions {
  ctx?: object;
  upsert?: boolean;
  convertCustomTypes?: boolean;
}

/**
 * Whether a driver is called by a flush: then the values are converted already; in everything else that writes through
 * the driver they are not. Relies on the change set persister passing `convertCustomTypes: false`. To ask for upstream:
 * a hook for what a flush writes.
 */
export const isFlush = ({ ctx, upsert, convertCustomTypes }: DriverOptions): boolean =>
  !!ctx && !upsert && convertCustomTypes === false;

/** Joins the names of a composite primary key where a flush deletes: `where['organizationId~~~id'].$in`. */
export const COMPOSITE_KEY = '~~~';
