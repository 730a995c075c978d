import 'reflect-metadata';
import { GraphQLDate, GraphQLDateTimeISO, GraphQLJSON, GraphQLJSONObject } from 'graphql-scalars';
import {
  createParameterDecorator,
  Field,
  FieldResolver,
  Float,
  ID,
  InputType,
  Int,
  ObjectType,
  Resolver,
  type ResolverData,
  registerEnumType,
} from 'type-graphql';
import type { z } from 'zod';
import { pascal } from '../kernel/case.ts';
import type { Problem } from '../kernel/errors.ts';
import { meaningOf, shapeInside } from '../kernel/meanings.ts';
import { longestOf } from '../kernel/operation.ts';
import { defOf, metaOf, type Shape, type Field as ShapeField, shapeOf } from '../kernel/shape.ts';
import type { Row } from '../kernel/view.ts';
import type { Context } from './context.ts';
import { shownProblem } from './errors.ts';
import { readByFields, selectedShape } from './selections.ts';

/*
 * The projection: GraphQL types from shapes (outputs) and zod inputs. No resource is named here. type-graphql's
 * decorators are plain functions and are called as such; any field may still be written by hand in a resolver.
 */

type Type = NonNullable<unknown>;
export type Class = new () => object;
export type ResolverInput = ResolverData<Context> & { root: Row };

/** Passes everything to a resolver: root, raw arguments, context and info. */
export const ResolverArguments = createParameterDecorator<Context>(data => data);

/** An empty class of this name, for type-graphql to describe. */
export const classNamed = (name: string): Class => ({ [name]: class {} })[name] as Class;

/** Resolver classes created on the way; the schema is built with them. */
export const resolvers: Class[] = [];

const objects = new Map<string, Class>();
const inputs = new Map<string, Class>();
/** What each input type was made of, and the length of its longest list. */
export const inputsMade = new Map<string, { schema: z.ZodObject; longestList: number }>();
const enums = new Map<string, { [name: string]: string }>();

// ---- outputs ----

/** The object type of a shape, always the same one. What was not read with its row is loaded. */
export function objectType(shape: Shape): Class {
  const known = objects.get(shape.name);
  if (known) return known;
  const type = classNamed(shape.name);
  objects.set(shape.name, type);
  ObjectType(shape.name, { description: shape.description })(type);
  for (const field of shape.fields) {
    // Created now, not when the schema is being built: type-graphql must know every type before that.
    const output = outputType(field);
    if (field.kind === 'problem')
      addResolver(
        type,
        field.name,
        () => output,
        { ...field, reads: [field.name] },
        ({ root }) => (root[field.name] as Problem[]).map(shownProblem),
      );
    else if (field.ownedBy)
      addResolver(
        type,
        field.name,
        () => output,
        { ...field, reads: ['id', field.name] },
        ({ root, context }) => root[field.name] ?? context.loaders.owned(field).load(root['id'] as string),
      );
    else {
      Field(() => output as never, {
        nullable: field.nullable || Boolean(field.nullInThePast),
        description: field.description,
      })(type.prototype, field.name);
      readByFields.set(`${shape.name}.${field.name}`, [field.name]);
    }
    if (field.relation) {
      const { name, target } = field.relation;
      const related = shapeOf(target);
      const relatedType = objectType(related);
      addResolver(
        type,
        name,
        () => relatedType,
        { ...field, reads: [field.name] },
        ({ root, context, info }) => {
          context.requireRead(related);
          const id = root[field.name] as string | null;
          return id && context.loaders.byId(selectedShape(related, info)).load(id);
        },
      );
    }
  }
  return type;
}

/** A field that is resolved, normally through a dataloader. */
export function addResolver(
  type: Class,
  name: string,
  typeOf: () => unknown,
  { nullable, description, reads }: Pick<ShapeField, 'nullable' | 'description'> & { reads?: readonly string[] },
  resolve: (resolved: ResolverInput) => unknown,
  /** Gives the field its arguments, and returns how many. */
  addArguments: (owner: Class, name: string) => number = () => 0,
): void {
  if (reads) readByFields.set(`${type.name}.${name}`, reads);
  const resolver = classNamed(`${type.name}_${name}`);
  const value = (...given: unknown[]) => resolve(given.at(-1) as ResolverInput);
  Object.defineProperty(resolver.prototype, name, { value, configurable: true, writable: true });
  FieldResolver(typeOf as never, { nullable, description })(resolver.prototype, name, {});
  ResolverArguments(resolver.prototype, name, addArguments(resolver, name));
  Resolver(() => type)(resolver);
  resolvers.push(resolver);
}

function outputType(field: ShapeField): Type {
  const type =
    field.kind === 'object'
      ? objectType(field.shape!())
      : field.kind === 'enum'
        ? enumType(field.enumName!, field.values!)
        : SCALARS[field.kind];
  return field.list ? [type] : type;
}

const SCALARS = {
  id: ID,
  text: String,
  integer: Int,
  number: Float,
  boolean: Boolean,
  timestamp: GraphQLDateTimeISO,
  date: GraphQLDate,
  json: GraphQLJSONObject,
  any: GraphQLJSON,
  problem: GraphQLJSONObject,
} as const;

/** GraphQL enum values are in capitals. Values that are not names (scopes, age buckets) stay text. */
function enumType(name: string, values: readonly string[]): Type {
  if (!values.every(value => /^-?[a-z][a-z0-9_]*$/.test(value))) return String;
  const known = enums.get(name);
  if (known) {
    if (Object.values(known).join() !== values.join()) throw new Error(`Two different enums are called ${name}.`);
    return known;
  }
  const made = Object.fromEntries(values.map(value => [capitals(value, values), value]));
  enums.set(name, made);
  registerEnumType(made, { name });
  return made;
}

/** `created_at` and `-created_at` are CREATED_AT_ASC and CREATED_AT_DESC. */
function capitals(value: string, values: readonly string[]): string {
  const direction = value.startsWith('-') ? '_desc' : values.includes(`-${value}`) ? '_asc' : '';
  return `${value.replace(/^-/, '')}${direction}`.toUpperCase();
}

// ---- inputs ----

interface Argument {
  type: Type;
  nullable: boolean;
  description: string;
}

/** The input type of a zod object. */
export function inputType(
  name: string,
  schema: z.ZodObject,
  shape?: Shape,
  leftOut: readonly string[] = [],
  meaning: typeof meaningOf = meaningOf,
): Class {
  const known = inputs.get(name);
  if (known) return known;
  const type = classNamed(name);
  inputs.set(name, type);
  inputsMade.set(name, { schema, longestList: 0 });
  InputType(name)(type);
  for (const [field, value] of Object.entries(schema.shape)) {
    if (leftOut.includes(field)) continue;
    const argument = argumentOf(name, field, value as z.ZodType, shape);
    const description = argument.description || meaning(field, value as z.ZodType, shape) || '';
    Field(() => argument.type as never, { nullable: argument.nullable, description })(type.prototype, field);
  }
  return type;
}

/** The GraphQL type of one zod field. */
export function argumentOf(owner: string, name: string, schema: z.ZodType, shape?: Shape): Argument {
  const def = defOf(schema);
  const meta = metaOf(schema);
  const description = meta.description ?? '';
  if (def.type === 'optional' || def.type === 'default' || def.type === 'nullable' || def.type === 'prefault') {
    const inner = argumentOf(owner, name, def.innerType!, shape);
    return { ...inner, nullable: true, description: description || inner.description };
  }
  if (def.type === 'pipe') {
    // A preprocessed schema is described by its result, any other pipe by its source.
    const inner = argumentOf(owner, name, defOf(def.in!).type === 'transform' ? def.out! : def.in!, shape);
    return { ...inner, description: description || inner.description };
  }
  if (def.type === 'array') {
    const { type } = argumentOf(owner, name, def.element!, shape);
    const made = inputsMade.get((type as { name?: string }).name ?? '');
    if (made) made.longestList = Math.max(made.longestList, longestOf(schema));
    return { type: [type], nullable: false, description };
  }
  if (def.type === 'object')
    return {
      type: inputType(
        meta.id ?? `${owner.replace(/Input$/, '')}${pascal(name)}Input`,
        schema as z.ZodObject,
        shapeInside(name, schema, shape),
      ),
      nullable: false,
      description,
    };
  if (def.type === 'enum')
    return {
      type: enumType(meta.id ?? owner + pascal(name), (schema as z.ZodEnum).options as string[]),
      nullable: false,
      description,
    };
  return { type: scalarOf(`${owner}.${name}`, schema), nullable: false, description };
}

function scalarOf(where: string, schema: z.ZodType): Type {
  const { type, format } = defOf(schema);
  if (type === 'string') {
    if (format === 'uuid' || (metaOf(schema) as { target?: boolean }).target) return ID;
    // Read as text, so that zod reports what is wrong and where, as it does for REST.
    return String;
  }
  if (type === 'number') return format?.includes('int') ? Int : Float;
  if (type === 'boolean') return Boolean;
  if (type === 'record') return GraphQLJSONObject;
  // Text, number or boolean, as in JSON.
  if (type === 'union') return GraphQLJSON;
  throw new Error(`${where}: a ${type} is not supported in GraphQL inputs yet.`);
}
