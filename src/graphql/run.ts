import type { GraphQLResolveInfo } from 'graphql';
import { Refusal, refuse } from '../kernel/errors.ts';
import { requireShallow } from '../kernel/json.ts';
import { authorize, type Caller, type Operation } from '../kernel/operation.ts';
import type { Page } from '../kernel/page.ts';
import { type Shape, shapeOf } from '../kernel/shape.ts';
import type { Row } from '../kernel/view.ts';
import type { Warning } from '../kernel/warnings.ts';
import { execute } from '../store/execute.ts';
import { connection } from './connections.ts';
import { queries } from './operations.ts';
import { wantsOf } from './selections.ts';
import type { ResolverInput } from './types.ts';

/* What the fields of the schema do: arguments in, an operation run, its result in GraphQL's form out. */

/** A nested resource needs the scope and module that it would need at the root. */
export function requireRead(shape: Shape, caller: Caller): void {
  const door = doors.get(shape.name);
  if (door) authorize(door, caller);
}

const doors = new Map(Object.values(queries).map(operation => [shapeOf(operation.output).name, operation]));

/** Runs a query with the arguments that build.ts gives to its field. */
export async function runQuery(operation: Operation, { args, context, info }: ResolverInput): Promise<unknown> {
  requireShallow(args);
  const { filter, first, after, sort, ...plain } = withoutNulls(args) as {
    filter?: object;
    first?: number;
    after?: string;
    sort?: string;
  };
  const size = 'perPage' in operation.input.shape ? 'perPage' : 'limit';
  const paged = operation.many && !operation.whole;
  const input = paged
    ? {
        ...filter,
        ...(first !== undefined && { [size]: first }),
        ...(after !== undefined && { cursor: after }),
        ...(sort !== undefined && { sort }),
      }
    : (plainInput(operation.argument === undefined ? plain : (args as Row)[operation.argument]) as Row);
  const { answer, asOf } = await execute(operation, context.caller, input, {
    present: result => result,
    wants: wantsOf(info as GraphQLResolveInfo, operation),
  }).catch(inArguments);
  // Among several, the oldest.
  if (asOf && !(context.dataAsOf && context.dataAsOf < asOf)) context.dataAsOf = asOf;
  if (operation.whole) return (answer as Page).rows;
  return paged ? connection(answer as Page) : answer;
}

/** The names of the paging arguments of a connection. */
const ARGUMENTS: { readonly [name: string]: string } = { perPage: 'first', limit: 'first', cursor: 'after' };

function inArguments(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  throw new Refusal(
    error.problems.map(problem => ({
      ...problem,
      ...(problem.field !== undefined && { field: ARGUMENTS[problem.field] ?? problem.field }),
    })),
  );
}

/** GraphQL's null for an argument or filter means that it was not given. */
export function withoutNulls(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      inner === null ? [] : [[key, key === 'filter' ? withoutNulls(inner) : inner]],
    ),
  );
}

/** Runs a command with the arguments that build.ts gives to its mutation; the payload has the record. */
export async function runMutation(
  operation: Operation,
  resource: string,
  { args, context, info }: ResolverInput,
): Promise<unknown> {
  requireShallow((args as { input?: object }).input);
  const { id, input, idempotencyKey, ifVersion } = args as {
    id?: string;
    input?: object;
    idempotencyKey?: string | null;
    ifVersion?: string | null;
  };
  if (idempotencyKey != null && !/^[\x21-\x7e]{1,255}$/.test(idempotencyKey))
    refuse('bad_request', 'An idempotency key must have 1 to 255 visible characters.', { field: 'idempotencyKey' });
  const raw = { ...(plainInput(input ?? {}) as object), ...(id !== undefined && { id }) };
  const idempotency =
    idempotencyKey == null
      ? {}
      : { idempotency: { key: idempotencyKey, scope: `mutation ${operation.name} ${id ?? ''}` } };
  const { answer } = await execute(operation, context.caller, raw, {
    present: (result, _isNew, warnings): Row => ({ ...result, ...(warnings.length > 0 && { [WARNINGS]: warnings }) }),
    ...idempotency,
    ...(ifVersion != null && { ifVersion: ifVersion === '*' ? ifVersion : [ifVersion] }),
  });
  const { [WARNINGS]: warnings = [], ...row } = answer;
  for (const warning of warnings as Warning[])
    context.warnings.push({ path: pathOf(info.path), ...warning, code: warning.code.toUpperCase() });
  return { [resource]: row };
}

/** Where a stored response keeps its warnings. No field has this name. */
const WARNINGS = '_warnings';

const pathOf = ({ prev, key }: GraphQLResolveInfo['path']): (string | number)[] => [...(prev ? pathOf(prev) : []), key];

/** GraphQL objects have no prototype; zod and JSON expect one. */
function plainInput(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainInput);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plainInput(inner)]));
}
