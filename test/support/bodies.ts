import fc, { type Arbitrary } from 'fast-check';
import type { z } from 'zod';
import { defOf, metaOf } from '../../src/kernel/shape.ts';

/*
 * Bodies generated from an input's declaration: every field is valid by itself, and optional fields are present at
 * random. So whatever refuses such a body is a rule about several fields.
 */

/** Possible single values; each kind of field uses those that it accepts. */
const IDS = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'];
const VALUES: readonly unknown[] = [
  ...IDS,
  'A-1',
  'B-2',
  'code,name\nA,A sheet\n',
  'someone@example.org',
  'https://example.org/hook',
  '2999-01-01T00:00:00Z',
  '2999-01-01',
  'Europe/Berlin',
  'EUR',
  'units_sold',
  'location',
  '=',
  'previous_period',
  '62x29',
  '0-30',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  0.95,
  1,
  2,
  true,
  false,
  null,
  {},
];

/** Well-formed values of the schema. */
export function bodyOf(schema: z.ZodType): Arbitrary<unknown> {
  const def = defOf(schema) as ReturnType<typeof defOf> & { shape?: { [field: string]: z.ZodType } };
  // The id in a path: a malformed one is not found, which is no rule of the body.
  if ((metaOf(schema) as { target?: boolean }).target) return fc.constantFrom(...IDS);
  if (def.type === 'object') {
    const fields = Object.entries(def.shape!).map(([name, field]) =>
      fc.record({
        name: fc.constant(name),
        isGiven: field.safeParse(undefined).success ? fc.boolean() : fc.constant(true),
        value: bodyOf(field),
      }),
    );
    return fc
      .tuple(...fields)
      .map(given => Object.fromEntries(given.flatMap(({ name, isGiven, value }) => (isGiven ? [[name, value]] : []))));
  }
  if (def.type === 'array') return fc.array(bodyOf(def.element!), { minLength: 1, maxLength: 3 });
  if (def.innerType) return bodyOf(def.innerType);
  if (def.type === 'pipe' && defOf(def.in!).type === 'transform') return bodyOf(def.out!);
  const values = [...VALUES, ...((schema as { options?: unknown[] }).options ?? [])];
  const accepted = values.filter(value => schema.safeParse(value).success);
  if (accepted.length === 0) throw new Error(`No value of bodies.ts is accepted by a ${def.type}.`);
  return fc.constantFrom(...accepted);
}

/** The objects in a schema with their paths in a body, from the outermost inwards. */
export function objectsIn(schema: z.ZodType, path = ''): { path: string; fields: readonly string[] }[] {
  const def = defOf(schema) as ReturnType<typeof defOf> & { shape?: { [field: string]: z.ZodType } };
  if (def.type === 'object')
    return [
      { path, fields: Object.keys(def.shape!) },
      ...Object.entries(def.shape!).flatMap(([name, field]) => objectsIn(field, path ? `${path}.${name}` : name)),
    ];
  if (def.type === 'array') return objectsIn(def.element!, `${path}[0]`);
  if (def.innerType) return objectsIn(def.innerType, path);
  return def.type === 'pipe' && defOf(def.in!).type === 'transform' ? objectsIn(def.out!, path) : [];
}
