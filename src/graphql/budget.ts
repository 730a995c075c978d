import {
  type ASTNode,
  defaultFieldResolver,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isNonNullType,
  isObjectType,
  responsePathAsArray,
} from 'graphql';

/*
 * Limits what a document may produce, counted while it is executed (docs/api.md, "Limits"). Its size can be measured
 * beforehand (limits.ts), but the length of its lists is known only here: a product may have 5 variants or 500.
 */

/** Objects that one document may produce, list items or not. */
export const NODES_MAX = 20_000;
/**
 * Characters of text and JSON that one document may produce: metadata of 16 KiB on each of 20,000 nodes would fill the
 * memory.
 */
const TEXT_MAX = 16 * 1024 * 1024;
/** Forecasts, traces and the like that one document may compute, of each kind. */
const FIGURES_MAX = 500;

const TOO_MANY_NODES = `The response would have more than ${NODES_MAX} nodes: ask for fewer at a time ("first"), or for less of each.`;
const TOO_MUCH_TEXT = `The response would have more than ${TEXT_MAX / 1024 / 1024} Mi characters: ask for fewer at a time ("first"), or for less of each.`;
const TOO_MANY_FIGURES = `At most ${FIGURES_MAX} figures of a kind (forecasts, traces, sales velocities) are computed per document: ask for fewer at a time ("first").`;

/** The error of a document whose response would be too large, at the fields that make it so. */
export const tooLarge = (message: string, place: { nodes?: readonly ASTNode[]; path?: (string | number)[] } = {}) =>
  new GraphQLError(message, { ...place, extensions: { code: 'QUERY_TOO_LARGE' } });

/**
 * What one document, or one event of a subscription, has produced so far. Once that is too much, everything still to
 * come is refused with the same error.
 */
export class Budget {
  #nodes = 0;
  #text = 0;
  readonly #figures = new Map<string, number>();
  #refusal: GraphQLError | undefined;

  /** Number of nodes produced. */
  get nodes(): number {
    return this.#nodes;
  }

  /** Number of nodes left. */
  get left(): number {
    return NODES_MAX - this.#nodes;
  }

  /** Characters of text and JSON produced. */
  get text(): number {
    return this.#text;
  }

  get refusal(): GraphQLError | undefined {
    return this.#refusal;
  }

  /** Counts what a field resolved to, before its content is resolved. Throws GraphQLError once it is too much. */
  takeNodes(value: unknown, info: GraphQLResolveInfo): void {
    this.#nodes += Array.isArray(value) ? value.length : value == null ? 0 : 1;
    if (this.#nodes > NODES_MAX) this.refuse(TOO_MANY_NODES, info);
  }

  takeText(value: unknown, info: GraphQLResolveInfo): void {
    this.#text += typeof value === 'string' ? value.length : lengthOf(value);
    if (this.#text > TEXT_MAX) this.refuse(TOO_MUCH_TEXT, info);
  }

  /**
   * Refuses rows that were read for nodes if there are more than are left. Such a read fetches one more than allowed.
   */
  takeRows<Row>(rows: readonly Row[]): readonly Row[] {
    return rows.length > this.left ? this.refuse(TOO_MANY_NODES) : rows;
  }

  /** Counts figures of a kind before they are computed. */
  takeFigures(kind: string, count: number): void {
    const figures = (this.#figures.get(kind) ?? 0) + count;
    this.#figures.set(kind, figures);
    if (figures > FIGURES_MAX) this.refuse(TOO_MANY_FIGURES);
  }

  refuse(message: string, info?: GraphQLResolveInfo): never {
    // A single error for all: with an array as its path, graphql does not create a new one for each of the thousands of
    // fields that it ends.
    this.#refusal ??= tooLarge(
      message,
      info ? { nodes: info.fieldNodes, path: responsePathAsArray(info.path) as (string | number)[] } : { path: [] },
    );
    throw this.#refusal;
  }
}

/** Texts are measured once, however often a row is shown. */
const lengths = new WeakMap<object, number>();
function lengthOf(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0;
  const known = lengths.get(value);
  if (known !== undefined) return known;
  const length = JSON.stringify(value).length;
  lengths.set(value, length);
  return length;
}

interface BudgetContext {
  budget?: Budget;
}
type Resolve = GraphQLFieldResolver<unknown, BudgetContext>;
const TEXTS: ReadonlySet<string> = new Set(['String', 'JSONObject', 'JSON']);
const counted = new WeakSet<Resolve>();

/**
 * Makes every field of the schema count against the budget of its context; without one nothing is counted. This
 * includes the introspection types: they are shared by all schemas of a process, so a field that already counts is left
 * alone.
 */
export function countProduced(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    for (const field of Object.values(type.getFields())) {
      const named = getNamedType(field.type);
      if (!isCompositeType(named) && !TEXTS.has(named.name)) continue;
      if (field.resolve && counted.has(field.resolve as Resolve)) continue;
      field.resolve = counting(field.type, isCompositeType(named), (field.resolve ?? defaultFieldResolver) as Resolve);
      counted.add(field.resolve as Resolve);
    }
  }
  return schema;
}

function counting(type: GraphQLOutputType, composite: boolean, resolve: Resolve): Resolve {
  const nullable = !isNonNullType(type);
  /** Nothing more is produced. For a nullable field, null is cheaper than an error. */
  const nothing = (refusal: GraphQLError) => {
    if (nullable) return null;
    throw refusal;
  };
  return (root, args, context, info) => {
    const budget = context?.budget;
    if (!budget) return resolve(root, args, context, info);
    if (budget.refusal) return nothing(budget.refusal);
    const take = (value: unknown) => {
      if (budget.refusal) return nothing(budget.refusal);
      if (composite) budget.takeNodes(value, info);
      else budget.takeText(value, info);
      return value;
    };
    const value = resolve(root, args, context, info);
    return value instanceof Promise ? value.then(take) : take(value);
  };
}
