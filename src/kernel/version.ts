import { createHash } from 'node:crypto';
import { canonical } from './json.ts';
import { isKept, type Shape } from './shape.ts';
import type { Row } from './view.ts';

/**
 * What a record is like, in one word: the same while nothing that it shows of itself has changed, its lines included, and on
 * every face. Secrets that are shown once are no part of it. Needs the whole record. Source: docs/api.md, "Conditional requests".
 */
export const versionOf = (shape: Shape, row: Row): string =>
  createHash('sha256')
    .update(canonical(shownOf(shape, row)))
    .digest('base64url')
    .slice(0, 27);

/** In the order of the declaration, whatever the order in which the row was put together. */
const shownOf = (shape: Shape, row: Row): unknown[] =>
  shape.fields
    .filter(field => isKept(shape, field))
    .map(field => {
      const value = row[field.name] ?? null;
      if (value === null || field.kind !== 'object') return value;
      const inner = field.shape!();
      return field.list ? (value as Row[]).map(each => shownOf(inner, each)) : shownOf(inner, value as Row);
    });

/** What a conditional write expects: one of these versions, or only that the record is there. */
export type Expected = '*' | readonly string[];
