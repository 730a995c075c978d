import {
  type ASTVisitor,
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLType,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

type Maybe<T> = T | null | undefined;

/*
 * How large a document may be: docs/api.md, "Limits of a document". Checked before anything runs, over HTTP and on the socket alike.
 * Fragments are measured once each, so a chain of them costs no more to measure than to write.
 */

export const TOKENS_MAX = 2000;
const DEPTH_MAX = 12;
const ALIASES_MAX = 30;
const ROOT_FIELDS_MAX = 20;
const COST_MAX = 20_000;
const FIRST_DEFAULT = 50;
const FIRST_MAX = 200;
/** What a list without paging, such as the levels of a variant, is taken to hold. */
const PLAIN_LIST = 5;

interface Measure {
  depth: number;
  aliases: number;
  fields: number;
  cost: number;
}

const costs = new WeakMap<DocumentNode, number>();
/** What a validated document costs: its dearest operation. */
export const costOf = (document: DocumentNode): number => costs.get(document) ?? 0;

/** A validation rule. Reports, never throws: a throwing rule would be an internal error. */
export function limits(context: ValidationContext): ASTVisitor {
  return {
    Document(document: DocumentNode) {
      const fragments = new Map() as Fragments;
      for (const definition of document.definitions) {
        if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
        const measured = measureOperation(context, definition, fragments);
        costs.set(document, Math.max(costOf(document), measured.cost));
        for (const message of tooMuch(measured)) {
          context.reportError(
            new GraphQLError(message, { nodes: [definition], extensions: { code: 'QUERY_TOO_LARGE' } }),
          );
          return;
        }
      }
    },
  };
}

function tooMuch({ depth, aliases, fields, cost }: Measure): string[] {
  return [
    ...(depth > DEPTH_MAX
      ? [`The document is nested ${Math.min(depth, 1000)} levels deep; at most ${DEPTH_MAX} are allowed.`]
      : []),
    ...(aliases > ALIASES_MAX ? [`The document has more than ${ALIASES_MAX} aliases.`] : []),
    ...(fields > ROOT_FIELDS_MAX ? [`The document has more than ${ROOT_FIELDS_MAX} root fields.`] : []),
    ...(cost > COST_MAX
      ? [`The document may cost at most ${COST_MAX}; lists cost "first" times what is asked of each node.`]
      : []),
  ];
}

type Fragments = Map<string, Measure | 'measuring'>;

const NOTHING: Measure = { depth: 0, aliases: 0, fields: 0, cost: 0 };

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
  const total = { ...NOTHING };
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
  }
  return total;
}

function measureFragment(context: ValidationContext, name: string, fragments: Fragments): Measure {
  const known = fragments.get(name);
  const fragment = context.getFragment(name);
  // A circle is refused by a rule of its own; here it must only end.
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
  // Introspection is bounded by the tokens alone: its standard query is deep.
  if (!field.selectionSet || name === '__schema' || name === '__type') return { depth: 1, aliases, fields: 0, cost: 1 };
  const type = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name]?.type : undefined;
  const inner = measureSet(context, field.selectionSet, type && getNamedType(type), fragments);
  return {
    depth: inner.depth + 1,
    aliases: inner.aliases + aliases,
    fields: 0,
    cost: 1 + inner.cost * lengthOf(field, type, parent),
  };
}

/** How many of it there may be: `first` of a connection (as a variable, the most that is allowed), a handful of a plain list. */
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
