import { JsonType } from '@mikro-orm/core';
import type { z } from 'zod';
import { type DeclaredProperty, declarationOf } from '../internals/mikro-orm.ts';
import { pascal, snake } from './case.ts';
import { QuantityType } from './quantity.ts';
import { RateType } from './rate.ts';
import type { RecordClass } from './unit.ts';

/*
 * A Shape describes an output, read from its one declaration: the entity (what is stored) or the zod output of a
 * composed result. REST views, GraphQL object types, OpenAPI responses and SELECT lists are projections of it.
 */

/**
 * `json` is an object of any form, `any` is any JSON value. A `problem` is one problem, spelled by each face as in
 * its errors.
 */
type FieldKind =
  | 'id'
  | 'text'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'timestamp'
  | 'date'
  | 'json'
  | 'any'
  | 'problem'
  | 'enum'
  | 'object';

export interface Field {
  name: string;
  kind: FieldKind;
  list: boolean;
  nullable: boolean;
  /** Not null where it is stored, but null in results about the past. */
  nullInThePast?: boolean;
  description: string;
  /** For an enum: its GraphQL name and its values. */
  enumName?: string;
  values?: readonly string[];
  /** For an object: the shape of its content. */
  shape?: () => Shape;
  /** Its place in SQL: a column of the table, or an expression over the table's alias. */
  column?: string;
  formula?: (alias: string) => string;
  /** For an id of another resource: the name of the relation and its target. */
  relation?: { name: string; target: RecordClass };
  /** For owned rows: their column that points back to this record. */
  ownedBy?: string;
  /** Shown once and never stored, so it must not be stored in clear text with the response either. */
  secret?: boolean;
}

export interface Shape {
  name: string;
  description: string;
  fields: readonly Field[];
  table?: string;
  entity?: RecordClass;
}

/** Whether every response has the field: all but a secret, which is shown once and never stored. */
export const isKept = (shape: Shape, field: Field): boolean => !shape.entity || !field.secret;

/** Whether an output of this shape may contain a secret, at whatever depth. */
export const hasSecret = (shape: Shape): boolean =>
  shape.fields.some(field => field.secret || (field.kind === 'object' && hasSecret(field.shape!())));

export type Output = RecordClass | z.ZodObject;

const shapes = new Map<unknown, Shape>();

/** The shape of an entity or of a zod output. Computed once. */
export function shapeOf(output: Output): Shape {
  const known = shapes.get(output);
  if (known) return known;
  const shape = isZod(output) ? zodShape(output) : entityShape(output);
  shapes.set(output, shape);
  return shape;
}

const isZod = (output: Output): output is z.ZodObject => typeof output !== 'function' || 'def' in output;

// ---- entities ----

/** The type of a composite field: stored as JSON, or with `.persist(false)` returned once and never stored. */
export class CompositeType extends JsonType {
  readonly output: z.ZodObject;
  readonly list: boolean;

  constructor(output: z.ZodObject, { list = false }: { list?: boolean } = {}) {
    super();
    this.output = output;
    this.list = list;
  }
}

function entityShape(entity: RecordClass): Shape {
  const declared = declarationOf(entity);
  const { id, ...own } = { ...declared.inherited, ...declared.properties };
  const stamps = ['createdAt', 'updatedAt'];
  const names = [
    'id',
    ...Object.keys(own).filter(name => !stamps.includes(name)),
    ...stamps.filter(name => name in own),
  ];
  const all: { [name: string]: DeclaredProperty } = { ...(id && { id }), ...own };
  return {
    name: declared.className,
    description: declared.comment ?? '',
    entity,
    table: declared.collection ?? snake(declared.className),
    fields: names
      .filter(name => all[name] && !all[name].hidden)
      .map(name => entityField(declared.className, name, all[name]!))
      .map(field => (pastNulls(entity).includes(field.name) ? { ...field, nullInThePast: true } : field)),
  };
}

/** The fields of an entity that are null in results about the past, as declared by its class. */
const pastNulls = (entity: RecordClass): readonly string[] =>
  (entity as { nullInThePast?: readonly string[] }).nullInThePast ?? [];

function entityField(owner: string, name: string, declared: DeclaredProperty): Field {
  const base = { name, list: false, nullable: declared.nullable ?? false, description: declared.comment ?? '' };
  if (declared.kind === 'm:1') {
    const column = declared.ownColumns?.[0] ?? `${snake(name)}_id`;
    return { ...base, name: `${name}Id`, kind: 'id', column, relation: { name, target: declared.entity!() } };
  }
  if (declared.kind === '1:m') {
    const child = declared.entity!();
    const back = declarationOf(child).properties[declared.mappedBy!];
    return { ...base, kind: 'object', list: true, shape: () => shapeOf(child), ownedBy: back?.ownColumns?.[0] };
  }
  const where = declared.formula
    ? { formula: (alias: string) => declared.formula!({}, { alias }) }
    : declared.persist === false
      ? { secret: true }
      : { column: declared.fieldName ?? snake(name) };
  const { type } = declared;
  if (type instanceof CompositeType)
    return { ...base, ...where, kind: 'object', list: type.list, shape: () => shapeOf(type.output) };
  if (declared.enum)
    return { ...base, ...where, kind: 'enum', enumName: owner + pascal(name), values: declared.items ?? [] };
  if (typeName(declared.type) === 'ArrayType') return { ...base, ...where, kind: 'text', list: true };
  return { ...base, ...where, kind: declared.primary ? 'id' : scalarKind(owner, name, declared.type) };
}

const SCALARS: { [type: string]: FieldKind } = {
  UuidType: 'id',
  StringType: 'text',
  TextType: 'text',
  IntegerType: 'integer',
  SmallIntType: 'integer',
  BigIntType: 'integer',
  DoubleType: 'number',
  BooleanType: 'boolean',
  DateTimeType: 'timestamp',
  DateType: 'date',
  JsonType: 'json',
};

const typeName = (type: unknown): string => (type as { name?: string })?.name ?? '';

function scalarKind(owner: string, name: string, type: unknown): FieldKind {
  if (type === QuantityType || type === RateType) return 'number';
  const kind = SCALARS[typeName(type)];
  if (!kind) throw new Error(`${owner}.${name}: this type of column is not supported in responses yet.`);
  return kind;
}

// ---- zod outputs ----

/** What `.meta()` may say of a zod output or input. */
export interface Meta {
  id?: string;
  description?: string;
  /** The field holds a resource: its entity. */
  entity?: RecordClass;
  /** The field holds a Problem. */
  problem?: boolean;
  /** Shown once: see `Field.secret`. Fields that an entity does not persist are secrets implicitly. */
  secret?: boolean;
  /** For the order of a list: GraphQL took it in the filter before it became an argument, and still does. */
  alsoInFilter?: boolean;
  /**
   * For an input: names something for new business, which must be active (docs/api.md, "Inactive locations and
   * archived products").
   */
  inUse?: 'location' | 'product';
  /** For an object in an input: fields without a description take that of the same name in this output. */
  like?: RecordClass;
  /** The field is an id that resolves to this resource in GraphQL: `{name: 'variant', target: Variant}`. */
  relation?: { name: string; target: RecordClass };
}

interface Def {
  type: string;
  format?: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
}

/** What a schema declares beside its type; empty if nothing. */
export const metaOf = (schema: z.ZodType): Meta => (schema.meta() ?? {}) as Meta;
/** The definition that zod keeps of a schema, in the type that we read of it. */
export const defOf = (schema: z.ZodType): Def => schema.def as never as Def;

/** The schema of an input without its wrappers: optional, default, or transformed after parsing. */
export function bare(schema: z.ZodType): z.ZodType {
  const { innerType, in: from, out } = defOf(schema);
  // A preprocessed schema is declared by its result, any other pipe by its source.
  const inner = innerType ?? (from && (defOf(from).type === 'transform' ? out : from));
  return inner ? bare(inner) : schema;
}

function zodShape(schema: z.ZodObject): Shape {
  const { id, description } = metaOf(schema);
  if (!id) throw new Error('An output needs a name: .meta({ id }).');
  return {
    name: id,
    description: description ?? '',
    fields: Object.entries(schema.shape).map(([name, value]) => zodField(id, name, value as z.ZodType)),
  };
}

function zodField(owner: string, name: string, schema: z.ZodType): Field {
  const def = defOf(schema);
  const meta = metaOf(schema);
  const mayBeNull = def.type === 'nullable' || def.type === 'optional';
  if (mayBeNull && !meta.entity) {
    const inner = zodField(owner, name, def.innerType!);
    return {
      ...inner,
      nullable: true,
      description: meta.description ?? inner.description,
      relation: meta.relation ?? inner.relation,
      ...(meta.secret && { secret: true }),
    };
  }
  const base: Field = {
    name,
    kind: 'json',
    list: false,
    nullable: mayBeNull,
    description: meta.description ?? '',
    relation: meta.relation,
    ...(meta.secret && { secret: true }),
  };
  if (meta.entity) return { ...base, kind: 'object', shape: () => shapeOf(meta.entity!) };
  if (meta.problem) return { ...base, kind: 'problem' };
  if (def.type === 'array') {
    const element = zodField(owner, name, def.element!);
    return { ...element, list: true, description: meta.description ?? element.description };
  }
  if (def.type === 'object') return { ...base, kind: 'object', shape: () => shapeOf(schema as z.ZodObject) };
  if (def.type === 'enum')
    return {
      ...base,
      kind: 'enum',
      enumName: meta.id ?? owner + pascal(name),
      values: (schema as z.ZodEnum).options as string[],
    };
  return { ...base, kind: zodKind(owner, name, def) };
}

function zodKind(owner: string, name: string, def: Def): FieldKind {
  if (def.type === 'string')
    return ({ uuid: 'id', datetime: 'timestamp', date: 'date' } as const)[def.format ?? ''] ?? 'text';
  if (def.type === 'number') return def.format?.includes('int') ? 'integer' : 'number';
  if (def.type === 'int') return 'integer';
  if (def.type === 'boolean') return 'boolean';
  if (def.type === 'record') return 'json';
  if (def.type === 'unknown') return 'any';
  throw new Error(`${owner}.${name}: a ${def.type} is not supported in responses yet.`);
}
