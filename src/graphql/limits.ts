import {
  type DocumentNode,
  type FieldNode,
  type GraphQLError,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  specifiedRules,
  TypeInfo,
  ValidationContext,
  validate,
} from 'graphql';

import { tooLarge } from './budget.ts';

type Maybe<T> = T | null | undefined;

/*
 * Limits the size of a document: docs/api.md, "Limits of a document". Checked before anything runs, over HTTP and on
 * the socket alike. Fragments are measured once each, so a chain of them costs no more to measure than to write.
 */

export const TOKENS_MAX = 2000;
const DEPTH_MAX = 12;
const ALIASES_MAX = 30;
/** Each may request the whole schema once more. */
const ALIASES_OF_INTROSPECTION = 10;
const ROOT_FIELDS_MAX = 20;
const COST_MAX = 20_000;
const FIRST_DEFAULT = 50;
const FIRST_MAX = 200;
/** The assumed length of a list without paging, such as the levels of a variant. */
const PLAIN_LIST = 5;

/** How often a type may occur on a path: an order's variant's orders are allowed, but not theirs again. */
const TYPE_ON_PATH_MAX = 2;

/**
 * How often a field may be repeated in one place. Its result appears only once, but each repetition is compared with
 * all others.
 */
const REPEATS_MAX = 20;

interface Measure {
  depth: number;
  aliases: number;
  fields: number;
  cost: number;
  /** The highest number of repetitions of a field in one place. */
  repeats: number;
  /** How often each field with a selection of its own occurs in this place, including in fragments. */
  names: ReadonlyMap<string, number>;
  /** The highest number of occurrences of each type on a path into the selection. */
  types: ReadonlyMap<string, number>;
}

const costs = new WeakMap<DocumentNode, number>();
/** The cost of a document that was analyzed: its dearest operation, or its length if that is more. */
export const costOf = (document: DocumentNode): number => Math.max(costs.get(document) ?? 0, tokensOf(document));

const checked = new WeakMap<DocumentNode, readonly GraphQLError[]>();
/**
 * The problems of a document: its size, or else all others. The size is checked first and alone, because the other
 * rules take a quarter of a second for a document that is just long enough.
 */
export function problemsOf(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const known = checked.get(document);
  if (known) return known;
  const problems: GraphQLError[] = [];
  measureDocument(
    new ValidationContext(schema, document, new TypeInfo(schema), error => problems.push(error)),
    document,
  );
  if (problems.length === 0) problems.push(...validate(schema, document, specifiedRules));
  checked.set(document, problems);
  return problems;
}

/** The length of a document, by which refused ones are charged. */
export function tokensOf(document: DocumentNode): number {
  let count = 0;
  for (let token = document.loc?.startToken; token && count < TOKENS_MAX; token = token.next ?? undefined) count += 1;
  return count;
}

function measureDocument(context: ValidationContext, document: DocumentNode): void {
  const fragments = new Map() as Fragments;
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const measured = measureOperation(context, definition, fragments);
    costs.set(document, Math.max(costs.get(document) ?? 0, measured.cost));
    for (const message of tooMuch(measured)) return context.reportError(tooLarge(message, { nodes: [definition] }));
  }
}

function tooMuch({ depth, aliases, fields, cost, repeats, types }: Measure): string[] {
  const repeated = [...types].find(([, times]) => times > TYPE_ON_PATH_MAX)?.[0];
  return [
    ...(depth > DEPTH_MAX
      ? [`The document is nested ${Math.min(depth, 1000)} levels deep; at most ${DEPTH_MAX} are allowed.`]
      : []),
    ...(aliases > ALIASES_MAX ? [`The document has more than ${ALIASES_MAX} aliases.`] : []),
    ...(fields > ROOT_FIELDS_MAX ? [`The document has more than ${ROOT_FIELDS_MAX} root fields.`] : []),
    ...(repeats > REPEATS_MAX ? [`The document repeats a field more than ${REPEATS_MAX} times in one place.`] : []),
    ...(repeated
      ? [
          `The document asks for ${repeated} inside ${repeated} more than once: a type may appear at most ${TYPE_ON_PATH_MAX} times on a path.`,
        ]
      : []),
    ...(cost > COST_MAX
      ? [`The document may cost at most ${COST_MAX}; a list costs "first" times what is selected of each node.`]
      : []),
  ];
}

type Fragments = Map<string, Measure | 'measuring'>;

const NOTHING: Measure = { depth: 0, aliases: 0, fields: 0, cost: 0, repeats: 0, names: new Map(), types: new Map() };

function measureOperation(
  context: ValidationContext,
  operation: OperationDefinitionNode,
  fragments: Fragments,
): Measure {
  const root = context.getSchema().getRootType(operation.operation);
  return {
    ...measureSet(context, operation.selectionSet, root, fragments),
    fields: rootFields(context, operation.selectionSet, new Set()),
  };
}

function rootFields(context: ValidationContext, set: SelectionSetNode, seen: Set<string>): number {
  return set.selections.reduce((sum, selection) => {
    if (selection.kind === Kind.FIELD) return sum + 1;
    if (selection.kind === Kind.INLINE_FRAGMENT) return sum + rootFields(context, selection.selectionSet, seen);
    const fragment = context.getFragment(selection.name.value);
    if (!fragment || seen.has(selection.name.value)) return sum;
    seen.add(selection.name.value);
    return sum + rootFields(context, fragment.selectionSet, seen);
  }, 0);
}

function measureSet(
  context: ValidationContext,
  set: SelectionSetNode,
  type: Maybe<GraphQLNamedType>,
  fragments: Fragments,
): Measure {
  const types = new Map<string, number>();
  const names = new Map<string, number>();
  const leaves = new Map<string, number>();
  const spread = new Set<string>();
  const total = { ...NOTHING, names, types };
  for (const selection of set.selections) {
    const part =
      selection.kind === Kind.FIELD
        ? measureField(context, selection, type, fragments)
        : selection.kind === Kind.INLINE_FRAGMENT
          ? measureSet(
              context,
              selection.selectionSet,
              selection.typeCondition ? context.getSchema().getType(selection.typeCondition.name.value) : type,
              fragments,
            )
          : measureFragment(context, selection.name.value, fragments);
    total.depth = Math.max(total.depth, part.depth);
    total.aliases += part.aliases;
    total.cost += part.cost;
    total.repeats = Math.max(total.repeats, part.repeats);
    if (selection.kind === Kind.FIELD) {
      const name = (selection.alias ?? selection.name).value;
      add(selection.selectionSet ? names : leaves, name, 1);
    } else if (selection.kind === Kind.INLINE_FRAGMENT || !spread.has(selection.name.value)) {
      for (const [name, times] of part.names) add(names, name, times);
      if (selection.kind === Kind.FRAGMENT_SPREAD) spread.add(selection.name.value);
    }
    for (const [name, times] of part.types) types.set(name, Math.max(types.get(name) ?? 0, times));
  }
  total.repeats = Math.max(total.repeats, ...names.values(), ...leaves.values());
  return total;
}

const add = (counts: Map<string, number>, name: string, times: number) =>
  counts.set(name, (counts.get(name) ?? 0) + times);

function measureFragment(context: ValidationContext, name: string, fragments: Fragments): Measure {
  const known = fragments.get(name);
  const fragment = context.getFragment(name);
  // Fragment cycles are refused by a rule of their own; here they must only terminate.
  if (known === 'measuring' || !fragment) return NOTHING;
  if (known) return known;
  fragments.set(name, 'measuring');
  const measured = measureSet(
    context,
    fragment.selectionSet,
    context.getSchema().getType(fragment.typeCondition.name.value),
    fragments,
  );
  fragments.set(name, measured);
  return measured;
}

function measureField(
  context: ValidationContext,
  field: FieldNode,
  parent: Maybe<GraphQLNamedType>,
  fragments: Fragments,
): Measure {
  const aliases = field.alias ? 1 : 0;
  const name = field.name.value;
  // Clients with a cache add it to everything, and it takes no work.
  if (!field.selectionSet) return { ...NOTHING, depth: 1, aliases, cost: name === '__typename' ? 0 : 1 };
  // Its standard query is deep, and has no aliases.
  if (name === '__schema' || name === '__type') {
    const inner = measureSet(context, field.selectionSet, undefined, fragments);
    return { ...NOTHING, depth: 1, aliases: aliases + inner.aliases * ALIASES_OF_INTROSPECTION, cost: 1 };
  }
  const type = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name]?.type : undefined;
  const named = type && getNamedType(type);
  const inner = measureSet(context, field.selectionSet, named, fragments);
  const types = named ? new Map(inner.types).set(named.name, (inner.types.get(named.name) ?? 0) + 1) : inner.types;
  return {
    types,
    names: NOTHING.names,
    repeats: inner.repeats,
    depth: inner.depth + 1,
    aliases: inner.aliases + aliases,
    fields: 0,
    cost: 1 + inner.cost * lengthOf(field, type, parent),
  };
}

/** The assumed length of a field: `first` of a connection (as a variable, the maximum), a handful for a plain list. */
function lengthOf(field: FieldNode, type: Maybe<GraphQLType>, parent: Maybe<GraphQLNamedType>): number {
  if (!type) return 1;
  if (getNamedType(type).name.endsWith('Connection')) {
    const first = field.arguments?.find(argument => argument.name.value === 'first')?.value;
    if (!first) return FIRST_DEFAULT;
    return first.kind === Kind.INT ? Math.max(1, Number(first.value)) : FIRST_MAX;
  }
  // Edges and nodes were counted with their connection.
  return isListType(getNullableType(type)) && !parent?.name.endsWith('Connection') ? PLAIN_LIST : 1;
}
