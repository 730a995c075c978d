import type { z } from 'zod';
import { bare, defOf, metaOf, type Shape, shapeOf } from './shape.ts';

/*
 * The description of an input field, for both references: its own, or else that of the output's field of the same name,
 * which is described once, where it is stored.
 */

/** The description of an input field; undefined if neither the input nor the output describes it. */
export const meaningOf = (name: string, schema: z.ZodType, shape: Shape | undefined): string | undefined =>
  [ownMeaning(schema) || fieldNamed(name, shape)?.description, rule(schema)].filter(Boolean).join(' ') || undefined;

const RULES = { location: 'It must be in use.', product: 'Its product must not be archived.' } as const;

function rule(schema: z.ZodType): string | undefined {
  const { inUse } = metaOf(bare(schema));
  return inUse && RULES[inUse];
}

/** The description of a filter of a list: its own, or one that names what the resource's field of that name holds. */
export function filterMeaningOf(name: string, schema: z.ZodType, shape: Shape | undefined): string | undefined {
  const field = fieldNamed(name, shape);
  return ownMeaning(schema) || (field?.description && `Filters by ${subjectOf(field.description)}.`);
}

/** What a description is about, within a sentence: "Type of the event, if known." gives "the type of the event". */
export const subjectOf = (description: string) =>
  description
    .split(/[.,;:]/, 1)[0]!
    .replace(/^[A-Z](?![A-Z])/, letter => letter.toLowerCase())
    .replace(/^\w+ (?:of|that) /, 'the $&');

/**
 * The shape that describes the fields inside a field: the resource that its `like` names, or the output's own field.
 */
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
