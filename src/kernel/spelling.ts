import { z } from 'zod';
import { camel, snake } from './case.ts';
import { PROBLEMS_MAX, type Problem } from './errors.ts';
import { bare, defOf } from './shape.ts';
import { Misspelt } from './view.ts';

/*
 * What is said in snake_case, in the names of its declaration. Only declared fields are renamed: free JSON (metadata) stays as it is, and
 * so does what nobody declared, for the validation to refuse with everything else.
 */

/**
 * Renames the fields of what is said to an operation, as its input declares them. A name in another spelling is noted as an unknown
 * field, at its path as it was sent; more than a hundred unknown fields are refused at once, before anything is made of them.
 */
export function camelKeys(input: z.ZodObject, said: object, problems: Problem[]): { [name: string]: unknown } {
  const unknown: Problem[] = [];
  let count = 0;
  const note: Note = (path, key) => {
    count += 1;
    // All of it will be refused: nothing more is made of it.
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

/** Notes an unknown field; answers whether it is worth keeping. */
type Note = (path: string, key: string) => boolean;

function rename(schema: z.ZodType, value: unknown, path: string, note: Note): unknown {
  if (value === null || typeof value !== 'object') return value;
  const declared = bare(schema);
  const { type, element } = defOf(declared);
  if (type === 'array') {
    if (Array.isArray(value)) return value.map((item, index) => rename(element!, item, `${path}[${index}]`, note));
    // As form encoders send lists: see nestedLines.
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
/** The names of the fields by how they are sent. */
function namesOf(schema: z.ZodObject): ReadonlyMap<string, string> {
  let names = known.get(schema);
  if (!names) known.set(schema, (names = new Map(Object.keys(schema.shape).map(name => [snake(name), name]))));
  return names;
}
