import { z } from 'zod';
import { camel, snake } from './case.ts';
import { PROBLEMS_MAX, type Problem } from './errors.ts';
import { bare, defOf } from './shape.ts';
import { Misspelt } from './view.ts';

/*
 * Converts snake_case input to the names of its declaration. Only declared fields are renamed: free JSON (metadata)
 * stays as it is, and so do unknown fields, which validation refuses together with everything else.
 */

/**
 * Renames the fields of an input, as its declaration says. A name in another spelling is reported as an unknown
 * field, at its path as it was sent; more than a hundred unknown fields are refused at once, before anything else is
 * done.
 */
export function camelKeys(input: z.ZodObject, said: object, problems: Problem[]): { [name: string]: unknown } {
  const unknown: Problem[] = [];
  let count = 0;
  const note: Note = (path, key) => {
    count += 1;
    // The whole input will be refused, so there is no need to go on.
    if (count > PROBLEMS_MAX) return false;
    const problem: Problem = { code: 'unknown_field', message: 'Unknown field.', field: path ? `${path}.${key}` : key };
    unknown.push(problem);
    if (key === '__proto__' || snake(camel(key)) !== key) problems.push(problem);
    return true;
  };
  const renamed = rename(input, said, '', note) as { [name: string]: unknown };
  if (count > PROBLEMS_MAX) throw new Misspelt(unknown, count);
  return renamed;
}

/** Reports an unknown field; returns whether to keep it. */
type Note = (path: string, key: string) => boolean;

function rename(schema: z.ZodType, value: unknown, path: string, note: Note): unknown {
  if (value === null || typeof value !== 'object') return value;
  const declared = bare(schema);
  const { type, element } = defOf(declared);
  if (type === 'array') {
    if (Array.isArray(value)) return value.map((item, index) => rename(element!, item, `${path}[${index}]`, note));
    // The form in which form encoders send lists: see nestedLines.
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, rename(element!, item, `${path}.${key}`, note)]),
    );
  }
  if (!(declared instanceof z.ZodObject) || Array.isArray(value)) return value;
  const names = namesOf(declared);
  const entries: [string, unknown][] = [];
  for (const [key, inner] of Object.entries(value)) {
    const name = names.get(key);
    if (name !== undefined)
      entries.push([name, rename(declared.shape[name] as z.ZodType, inner, path ? `${path}.${key}` : key, note)]);
    else if (note(path, key)) entries.push([key, inner]);
  }
  return Object.fromEntries(entries);
}

const known = new WeakMap<z.ZodObject, ReadonlyMap<string, string>>();
/** The names of the fields, by the spelling in which they are sent. */
function namesOf(schema: z.ZodObject): ReadonlyMap<string, string> {
  let names = known.get(schema);
  if (!names) known.set(schema, (names = new Map(Object.keys(schema.shape).map(name => [snake(name), name]))));
  return names;
}
