import { type EntityFactory, type EntityManager, type EntityName, EntitySchema, helper } from '@mikro-orm/core';

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
 * The record of this id that the unit of work has, loaded or not. As its `getById`, which takes the key apart and puts
 * it together again. Relies on `IdentityMap.getStore` and on its keys, for entities whose key is the organization and
 * an id.
 */
export function held(em: EntityManager, entity: EntityName<object>, organizationId: string, id: string) {
  const known = em.getUnitOfWork(false).getIdentityMap().getStore(em.getMetadata().get(entity));
  return known.get(`${em.config.getSchema()}:${organizationId}${COMPOSITE_KEY}${id}`) as object | undefined;
}

/** Makes the records that rows point at, or finds them. */
type References = Pick<EntityFactory, 'create' | 'createReference' | 'createEmbeddable'>;

const referencesOf = new WeakMap<EntityManager, References>();

function referencesIn(em: EntityManager): References {
  const known = referencesOf.get(em);
  if (known) return known;
  const factory = em.getEntityFactory();
  const references = {
    create: (...given: Parameters<EntityFactory['create']>) => factory.create(...given),
    createEmbeddable: (...given: Parameters<EntityFactory['createEmbeddable']>) => factory.createEmbeddable(...given),
    createReference: (entity: EntityName<object>, key: unknown, options: object) =>
      (Array.isArray(key) && key.length === 2 ? held(em, entity, key[0], key[1]) : undefined) ??
      factory.createReference(entity, key as never, options),
  } as never as References;
  referencesOf.set(em, references);
  return references;
}

/**
 * Maps a row into the unit of work as `em.map` does, without what it does two or three times (looking the record up,
 * storing it, copying the row), and without its cascade, which walks all of a document again for each of its lines.
 * Relies on what `EntityFactory.create` does with a row of a record that is not there yet: `register`, the compiled
 * hydrator, and `__originalEntityData` as the values that changes are computed from. To ask for upstream:
 * `em.map(…, { cascade: false })`.
 */
export function mapRow(em: EntityManager, entity: EntityName<object>, row: object): object {
  const meta = em.getMetadata().get(entity);
  const data = em.getDriver().mapResult(row as never, meta)! as { organizationId: string; id: string };
  if (held(em, entity, data.organizationId, data.id))
    return em
      .getEntityFactory()
      .create(entity, data as never, { merge: true, refresh: true, convertCustomTypes: true });
  const record = Object.create(meta.prototype);
  const wrapped = helper(record as object);
  wrapped.__processing = true;
  wrapped.__schema = em.config.getSchema();
  record.organizationId = data.organizationId;
  record.id = data.id;
  em.getUnitOfWork(false).register(record);
  em.config
    .getHydrator(em.getMetadata())
    .hydrate(record, meta, data as never, referencesIn(em) as never, 'full', false, true);
  wrapped.__loadedProperties = new Set(Object.keys(data));
  wrapped.__originalEntityData = data as never;
  wrapped.__processing = false;
  return record;
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
