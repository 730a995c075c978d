import { refuse } from './errors.ts';

/** How deep JSON may be nested, on every face: docs/api.md, "Limits". */
const DEPTH_MAX = 20;

/** Refuses `bad_request` for what is nested deeper than 20 levels. Asked before anything walks through it: a walk of thousands of levels overflows the stack. */
export function requireShallow(value: unknown): void {
  if (depthOf(value) > DEPTH_MAX) refuse('bad_request', `The body is nested deeper than ${DEPTH_MAX} levels.`);
}

/** Levels of nesting; stops looking once it is too deep, so that depth cannot hurt. */
function depthOf(value: unknown, level = 0): number {
  if (value === null || typeof value !== 'object' || level > DEPTH_MAX) return level;
  let deepest = level + 1;
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depthOf(inner, level + 1));
  return deepest;
}

/** JSON with sorted keys, so that the order of fields makes no difference. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`)
    .join()}}`;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The JSON that a body holds. Refuses `malformed_json`, and what is nested too deep. */
export function parseJson(bytes: Buffer): unknown {
  let body: unknown;
  try {
    body = JSON.parse(decoder.decode(bytes));
  } catch {
    refuse('malformed_json', 'The body is not valid JSON in UTF-8.');
  }
  requireShallow(body);
  return body;
}
