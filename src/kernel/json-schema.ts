import { z } from 'zod';
import { pascal, snake } from './case.ts';
import { meaningOf, shapeInside } from './meanings.ts';
import { defOf, type Field, isKept, type Meta, type Shape } from './shape.ts';
import type { WarningCode } from './warnings.ts';

/*
 * JSON Schema from the two kinds of declarations: inputs from zod, outputs from their shapes, in the spelling of REST
 * and MCP.
 */

export interface Json {
  [key: string]: unknown;
}

/** Where referenced schemas are placed. */
export const SCHEMAS_AT = '#/components/schemas/';

// ---- inputs ----

/** A body field without a description of its own takes that of the output field of the same name. */
export function described(json: Json, schema: z.ZodType, shape: Shape | undefined): Json {
  const { in: from, out, innerType, element } = defOf(schema);
  if (innerType) return described(json, innerType, shape);
  if (from && out) return described(json, defOf(from).type === 'transform' ? out : from, shape);
  if (element && json['items']) return { ...json, items: described(json['items'] as Json, element, shape) };
  if (!(schema instanceof z.ZodObject) || !json['properties']) return json;
  const properties = json['properties'] as { [name: string]: Json };
  return {
    ...json,
    properties: Object.fromEntries(
      Object.entries(schema.shape as { [name: string]: z.ZodType }).flatMap(([name, field]) => {
        const property = properties[snake(name)];
        if (!property) return [];
        const description = property['description'] ?? meaningOf(name, field, shape);
        const inner = described(property, field, shapeInside(name, field, shape));
        return [[snake(name), { ...(description !== undefined && { description }), ...inner }]];
      }),
    ),
  };
}

/** The JSON Schema of an input, in REST's spelling. */
export function jsonSchemaOf(schema: z.ZodType): Json {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' }) as Json;
  return spelt(json) as Json;
}

/** What declarations say to the service itself, and schemas leave out. */
const OURS: { readonly [key in Exclude<keyof Meta, 'description'> | '$schema' | 'target' | 'json']: true } = {
  id: true,
  entity: true,
  problem: true,
  secret: true,
  alsoInFilter: true,
  inUse: true,
  like: true,
  relation: true,
  $schema: true,
  target: true,
  json: true,
};

function spelt(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spelt);
  if (value === null || typeof value !== 'object') return value;
  const { $defs: defs, ...rest } = value as Json;
  const shown = Object.fromEntries(
    Object.entries(rest).flatMap(([key, inner]) => {
      if (Object.hasOwn(OURS, key)) return [];
      if (key === 'properties')
        return [
          [key, Object.fromEntries(Object.entries(inner as Json).map(([name, each]) => [snake(name), spelt(each)]))],
        ];
      return [[key, key === 'required' ? (inner as string[]).map(snake) : spelt(inner)]];
    }),
  );
  return inlined(shown, (defs ?? {}) as Json);
}

/** zod gives repeated parts a name; here each use is written out, for readability. */
function inlined(value: unknown, defs: Json): unknown {
  if (Array.isArray(value)) return value.map(each => inlined(each, defs));
  if (value === null || typeof value !== 'object') return value;
  const { $ref, ...rest } = value as Json;
  const target = typeof $ref === 'string' ? defs[$ref.replace('#/$defs/', '')] : undefined;
  if (target && typeof $ref === 'string' && /__schema/.test($ref)) return { description: 'Any JSON value.' };
  if (target) return inlined({ ...(spelt(target) as Json), ...rest }, defs);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inlined(inner, defs)]));
}

// ---- outputs ----

/** The JSON Schema of an output of this shape, as a reference; the schema and those it refers to are added by name. */
export function reference(shape: Shape, schemas: Map<string, Json>): Json {
  if (!schemas.has(shape.name)) {
    schemas.set(shape.name, {});
    schemas.set(shape.name, {
      type: 'object',
      ...(shape.description && { description: shape.description }),
      required: shape.fields.filter(field => isKept(shape, field)).map(field => snake(field.name)),
      properties: Object.fromEntries(shape.fields.map(field => [snake(field.name), fieldSchema(field, schemas)])),
    });
  }
  return { $ref: `${SCHEMAS_AT}${pascal(shape.name)}` };
}

const SCALARS: { readonly [kind in Exclude<Field['kind'], 'object' | 'enum'>]: Json } = {
  id: { type: 'string', format: 'uuid' },
  text: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  timestamp: { type: 'string', format: 'date-time' },
  date: { type: 'string', format: 'date' },
  json: { type: 'object', additionalProperties: true },
  any: {},
  problem: { $ref: `${SCHEMAS_AT}Problem` },
};

function fieldSchema(field: Field, schemas: Map<string, Json>): Json {
  const { description } = field;
  const documentation = description ? { description } : {};
  const one: Json =
    field.kind === 'object'
      ? reference(field.shape!(), schemas)
      : field.kind === 'enum'
        ? { type: 'string', enum: field.values }
        : SCALARS[field.kind];
  if (field.list) return { type: field.nullable ? ['array', 'null'] : 'array', items: one, ...documentation };
  if (!field.nullable && !field.nullInThePast) return { ...one, ...documentation };
  if (field.kind === 'any') return { ...documentation };
  if ('$ref' in one) return { anyOf: [one, { type: 'null' }], ...documentation };
  return {
    ...one,
    type: [one['type'], 'null'],
    ...(one['enum'] ? { enum: [...(one['enum'] as string[]), null] } : {}),
    ...documentation,
  };
}

/** One problem. `codes` are all codes that it may have. */
export const problemSchema = (codes?: readonly string[]): Json => ({
  type: 'object',
  description: 'One problem.',
  required: ['code', 'message', 'field'],
  properties: {
    code: { type: 'string', ...(codes && { enum: codes }), description: 'Code for programs.' },
    message: { type: 'string', description: 'Message for people.' },
    field: {
      type: ['string', 'null'],
      description: 'Path of the field concerned, such as `items[0].quantity`.',
    },
    details: { type: 'object', additionalProperties: true, description: 'The figures behind it.' },
  },
});

/** The warnings of a response. */
export const warningsSchema = (codes: readonly WarningCode[]): Json => ({
  type: 'array',
  description: 'Probable mistakes in a write that succeeded. Absent if there are none.',
  items: {
    type: 'object',
    required: ['code', 'message', 'field'],
    properties: {
      code: { type: 'string', enum: [...codes], description: 'Code for programs.' },
      message: { type: 'string', description: 'Message for people.' },
      field: { type: 'string', description: 'Path of the field concerned, such as `variants[0].barcode`.' },
    },
  },
});
