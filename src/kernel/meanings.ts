import type { z } from 'zod';
import { bare, defOf, metaOf, type Shape, shapeOf } from './shape.ts';

/*
 * What a field that is said to us means, for both references. What it says of itself comes first; else it is the field of the
 * same name that the answer has, which is described once, where it is kept.
 */

/** What a field of an input means; undefined where neither it nor the answer says so. */
export const meaningOf = (name: string, schema: z.ZodType, shape: Shape | undefined): string | undefined =>
  [ownMeaning(schema) || fieldNamed(name, shape)?.description, rule(schema)].filter(Boolean).join(' ') || undefined;

const RULES = { location: 'It must be in use.', product: 'Its product must not be archived.' } as const;

function rule(schema: z.ZodType): string | undefined {
  const { inUse } = metaOf(bare(schema));
  return inUse && RULES[inUse];
}

/** What a filter of a list means. */
export function filterMeaningOf(name: string, schema: z.ZodType, shape: Shape | undefined): string | undefined {
  const field = fieldNamed(name, shape);
  return ownMeaning(schema) || (field?.description && `Only those with this: ${lowered(field.description)}`);
}

/** What the fields inside of a field are described by: the resource that its lines say they are like, or the answer's own. */
export function shapeInside(name: string, schema: z.ZodType, shape: Shape | undefined): Shape | undefined {
  const declared = bare(schema);
  const { element } = defOf(declared);
  if (element) return shapeInside(name, element, shape);
  const { like } = metaOf(declared);
  return like ? shapeOf(like) : fieldNamed(name, shape)?.shape?.();
}

function ownMeaning(schema: z.ZodType): string | undefined {
  const { innerType } = defOf(schema);
  return metaOf(schema).description || (innerType && ownMeaning(innerType));
}

const fieldNamed = (name: string, shape: Shape | undefined) => shape?.fields.find(field => field.name === name);

/** As it reads within a sentence; abbreviations such as SKU stay as they are. */
const lowered = (sentence: string) => sentence.replace(/^[A-Z](?![A-Z])/, letter => letter.toLowerCase());
