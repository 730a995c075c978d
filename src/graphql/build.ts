import type { GraphQLSchema } from 'graphql';
import {
  Arg,
  buildSchema as buildTypeGraphql,
  Field,
  FieldResolver,
  Float,
  ID,
  Int,
  Mutation,
  ObjectType,
  type PubSub,
  Query,
  Resolver,
} from 'type-graphql';
import { z } from 'zod';
import { lowerFirst, pascal } from '../kernel/case.ts';
import { filterMeaningOf, meaningOf } from '../kernel/meanings.ts';
import { addressedBy, authorize, type Operation, parse } from '../kernel/operation.ts';
import { metaOf, type Shape, shapeOf } from '../kernel/shape.ts';
import { versionOf } from '../kernel/version.ts';
import type { Row } from '../kernel/view.ts';
import { NODES_MAX } from './budget.ts';
import { connectionType } from './connections.ts';
import { subscriptionResolver } from './live.ts';
import { figures, nested } from './nested.ts';
import { mutations, queries, reports } from './operations.ts';
import { runMutation, runQuery, withoutNulls } from './run.ts';
import { selectedShape } from './selections.ts';
import {
  addResolver,
  argumentOf,
  type Class,
  classNamed,
  inputType,
  objectType,
  ResolverArguments,
  type ResolverInput,
  resolvers,
} from './types.ts';

const describing = ({ fields }: Shape, name: string): string => fields.find(field => field.name === name)!.description;

/** type-graphql requires a PubSub if there are subscriptions; ours follow the event log (live.ts) and never publish. */
const NO_PUB_SUB: PubSub = {
  publish: () => undefined,
  subscribe: () => {
    throw new Error('Subscriptions follow the event log.');
  },
};

/** The executable schema, built from the tables of operations.ts and nested.ts. */
export async function buildSchema(): Promise<GraphQLSchema> {
  const Queries = classNamed('Queries');
  const Mutations = classNamed('Mutations');
  for (const [field, operation] of Object.entries(queries)) addQuery(Queries, field, operation);
  for (const operation of mutations) addMutation(Mutations, operation);
  addReports(Queries);
  for (const shape of versionedShapes()) addVersion(shape);
  for (const { on, field, of, by, description } of nested) {
    const inner = shapeOf(of);
    const type = objectType(inner);
    const pointer = inner.fields.find(({ column }) => column === by)!.name;
    addResolver(
      objectType(shapeOf(on)),
      field,
      () => [type],
      { nullable: false, description, reads: ['id'] },
      ({ root, context, info }) => {
        context.requireRead(inner);
        return context.loaders.pointing(selectedShape(inner, info, pointer), pointer).load(root['id'] as string);
      },
    );
  }
  for (const { on, field, output, of, input, only, load } of figures) {
    const figure = shapeOf(output);
    const type = objectType(figure);
    addResolver(
      objectType(shapeOf(on)),
      field,
      () => (only ? Float : type),
      { nullable: true, description: only ? describing(figure, only) : figure.description, reads: ['id'] },
      async ({ root, args, context: { caller, loaders } }) => {
        authorize(of, caller);
        const given = input ? parse(input, withoutNulls(args)) : {};
        const found = await loaders
          .batch<object | null>(
            `${on.name}.${only ? figure.name : field}${input ? ` ${JSON.stringify(given)}` : ''}`,
            (db, ids) => load(caller, db, ids, NODES_MAX, given),
            null,
          )
          .load(root['id'] as string);
        return only ? ((found as Row | null)?.[only] ?? null) : found;
      },
      input && ((owner, made) => zodArguments(owner, made, pascal(on.name) + pascal(field), input.shape)),
    );
  }
  Resolver()(Queries);
  Resolver()(Mutations);
  return buildTypeGraphql({
    resolvers: [Queries, Mutations, subscriptionResolver(), ...resolvers] as never,
    validate: false,
    // Its own validation would run introspection over the whole schema: a tenth of a start. Apollo validates it anyway.
    skipCheck: true,
    pubSub: NO_PUB_SUB,
  });
}

/** The records that can be requested or changed one by one. */
const versionedShapes = (): Set<Shape> =>
  new Set(
    [...Object.values(queries), ...mutations]
      .filter(({ many }) => !many)
      .map(({ output }) => shapeOf(output))
      .filter(({ entity }) => entity !== undefined),
  );

function addVersion(shape: Shape): void {
  const owned = shape.fields.filter(field => field.ownedBy);
  addResolver(
    objectType(shape),
    'version',
    () => String,
    {
      nullable: false,
      description:
        'Changes with every change to the record itself, including its lines: the ETag of REST. A write takes it as `ifVersion`.',
    },
    async ({ root, context }) => {
      const lines = await Promise.all(
        owned.map(async field => [
          field.name,
          root[field.name] ?? (await context.loaders.owned(field).load(root['id'] as string)),
        ]),
      );
      return versionOf(shape, { ...root, ...Object.fromEntries(lines) });
    },
  );
}

function define(
  owner: Class,
  field: string,
  resolve: (resolved: ResolverInput) => unknown,
  argumentCount: number,
): void {
  Object.defineProperty(owner.prototype, field, {
    value: (...given: unknown[]) => resolve(given.at(-1) as ResolverInput),
    configurable: true,
    writable: true,
  });
  ResolverArguments(owner.prototype, field, argumentCount);
}

const deprecationOf = ({ deprecated }: Operation) =>
  deprecated && { deprecationReason: `Until ${deprecated.sunset}; ${deprecated.instead}` };

// ---- queries ----

function addQuery(owner: Class, field: string, operation: Operation): void {
  const paged = operation.many && !operation.whole;
  const names = paged ? listArguments(owner, field, operation) : plainArguments(owner, field, operation);
  define(owner, field, resolved => runQuery(operation, resolved), names);
  const type = objectType(shapeOf(operation.output));
  const answer = paged
    ? connectionType(type, 'updatedSince' in operation.input.shape)
    : operation.whole
      ? [type]
      : type;
  Query(() => answer as never, {
    nullable: !operation.many,
    description: operation.summary,
    ...deprecationOf(operation),
  })(owner.prototype, field, {} as never);
}

function plainArguments(owner: Class, field: string, { input, output, argument }: Operation): number {
  if (argument === undefined) return zodArguments(owner, field, pascal(field), input.shape, shapeOf(output));
  const type = inputType(`${pascal(field)}Query`, input, shapeOf(output), []);
  Arg(argument, () => type as never, { description: 'The query.' })(owner.prototype, field, 0);
  return 1;
}

/** Gives a field an argument per field of a zod object. Returns how many. */
function zodArguments(owner: Class, field: string, prefix: string, fields: z.ZodRawShape, shape?: Shape): number {
  for (const [index, [name, given]] of Object.entries(fields).entries()) {
    const schema = given as z.ZodType;
    const { type, nullable, description: own } = argumentOf(prefix, name, schema);
    const description = own || meaningOf(name, schema, shape) || '';
    Arg(name, () => type as never, { nullable, description })(owner.prototype, field, index);
  }
  return Object.keys(fields).length;
}

const PAGING = ['page', 'perPage', 'cursor'];

/** Inputs that are not part of a list's filter. */
const besideFilter = ({ input: { shape } }: Operation): string[] =>
  shape['sort'] && !metaOf(shape['sort'] as z.ZodType).alsoInFilter ? [...PAGING, 'sort'] : PAGING;

function listArguments(owner: Class, field: string, operation: Operation): number {
  const beside = besideFilter(operation);
  const filters = Object.keys(operation.input.shape).filter(name => !beside.includes(name));
  let index = 0;
  if (filters.length > 0) {
    const filter = inputType(
      `${pascal(field)}Filter`,
      operation.input,
      shapeOf(operation.output),
      beside,
      filterMeaningOf,
    );
    Arg('filter', () => filter as never, { nullable: true, description: 'Only records that match all of these.' })(
      owner.prototype,
      field,
      index++,
    );
  }
  const { perPage } = operation.input.shape;
  const bounds =
    perPage instanceof z.ZodDefault && `Maximum number of rows: 1 to 200, default ${String(perPage.parse(undefined))}.`;
  Arg('first', () => Int, { nullable: true, description: bounds || 'The same as `limit`.' })(
    owner.prototype,
    field,
    index++,
  );
  const { sort } = operation.input.shape;
  if (sort) {
    const { type, description } = argumentOf(pascal(field), 'sort', sort as z.ZodType);
    Arg('sort', () => type as never, { nullable: true, description })(owner.prototype, field, index++);
  }
  if (!('cursor' in operation.input.shape)) return index;
  Arg('after', () => String, {
    nullable: true,
    description: 'The cursor to continue from. The filter and the order must be the same.',
  })(owner.prototype, field, index++);
  return index;
}

// ---- mutations ----

function addMutation(owner: Class, operation: Operation): void {
  const field = operation.name;
  const addressed = 'id' in operation.input.shape;
  const said = Object.entries(operation.input.shape).filter(([name]) => name !== 'id');
  let index = 0;
  if (addressed) Arg('id', () => ID)(owner.prototype, field, index++);
  if (said.length > 0) {
    const input = inputType(`${pascal(field)}Input`, operation.input, shapeOf(operation.output), ['id']);
    const nullable = said.every(([name, schema]) => argumentOf(field, name, schema as z.ZodType).nullable);
    Arg('input', () => input as never, { nullable })(owner.prototype, field, index++);
  }
  Arg('idempotencyKey', () => String, {
    nullable: true,
    description: 'A repeat with this key within 24 hours gets the response of the first call.',
  })(owner.prototype, field, index++);

  if (addressedBy(operation)) {
    Arg('ifVersion', () => String, {
      nullable: true,
      description:
        'The expected `version`, or `*` for any. If the record has another one, the mutation is refused with PRECONDITION_FAILED.',
    })(owner.prototype, field, index++);
  }

  const type = objectType(shapeOf(operation.output));
  const resource = lowerFirst(shapeOf(operation.output).name);
  const Payload = classNamed(`${pascal(field)}Payload`);
  ObjectType(Payload.name)(Payload);
  Field(() => type)(Payload.prototype, resource);
  define(owner, field, resolved => runMutation(operation, resource, resolved), index);
  Mutation(() => Payload, { description: operation.summary, ...deprecationOf(operation) })(
    owner.prototype,
    field,
    {} as never,
  );
}

// ---- reports ----

function addReports(owner: Class): void {
  const Reports = classNamed('Reports');
  ObjectType('Reports', { description: "Reports on the organization's stock." })(Reports);
  for (const [field, operation] of Object.entries(reports)) {
    const ReportQuery = classNamed(`Reports_${field}`);
    const names = operation.many
      ? listArguments(ReportQuery, field, operation)
      : plainArguments(ReportQuery, field, operation);
    define(ReportQuery, field, resolved => runQuery(operation, resolved), names);
    const type = objectType(shapeOf(operation.output));
    const answer = operation.many ? connectionType(type, 'updatedSince' in operation.input.shape) : type;
    FieldResolver(() => answer, { description: operation.summary })(ReportQuery.prototype, field, {});
    Resolver(() => Reports)(ReportQuery);
    resolvers.push(ReportQuery);
  }
  define(owner, 'reports', () => ({}), 0);
  Query(() => Reports, { description: "Reports on the organization's stock." })(
    owner.prototype,
    'reports',
    {} as never,
  );
}
