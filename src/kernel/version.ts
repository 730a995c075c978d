import { createHash } from 'node:crypto';
import { canonical } from './json.ts';
import { isKept, type Shape } from './shape.ts';
import type { Row } from './view.ts';

/**
 * The version of a record: a hash that is the same, on every face, as long as nothing changes that the record shows
 * of its own, including its lines. Secrets that are shown once are not part of it. Needs the whole record. Source:
 * docs/api.md, "Conditional requests".
 */
export const versionOf = (shape: Shape, row: Row): string =>
  createHash('sha256')
    .update(canonical(shownOf(shape, row)))
    .digest('base64url')
    .slice(0, 27);

/** In the order of the declaration, however the row was built. */
const shownOf = (shape: Shape, row: Row): unknown[] =>
  shape.fields
    .filter(field => isKept(shape, field))
    .map(field => {
      const value = row[field.name] ?? null;
      if (value === null || field.kind !== 'object') return value;
      const inner = field.shape!();
      return field.list ? (value as Row[]).map(each => shownOf(inner, each)) : shownOf(inner, value as Row);
    });

/** What a conditional write expects: one of these versions, or just that the record exists. */
export type ExpectedVersion = '*' | readonly string[];
