import { type ASTVisitor, type DocumentNode, type FieldNode, GraphQLError, Kind, type OperationDefinitionNode, type SelectionSetNode, type ValidationContext } from 'graphql';

/*
 * What a document may ask for at most: contract, section 9. Checked before anything runs, over HTTP and on the socket alike.
 * Fragments are measured once each, so a chain of them costs no more to measure than to write.
 */

export const TOKENS_MAX = 2000;
const DEPTH_MAX = 12;
const ALIASES_MAX = 30;
const ROOT_FIELDS_MAX = 20;
const COST_MAX = 20_000;
const FIRST_DEFAULT = 50;

interface Measure {
  depth: number;
  aliases: number;
  fields: number;
  cost: number;
}

/** A validation rule. Reports, never throws: a throwing rule would be an internal error. */
export function limits(context: ValidationContext): ASTVisitor {
  return {
    Document(document: DocumentNode) {
      const fragments = new Map<string, Measure | 'measuring'>();
      for (const definition of document.definitions) {
        if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
        for (const message of tooMuch(measureOperation(context, definition, fragments))) {
          context.reportError(new GraphQLError(message, { nodes: [definition], extensions: { code: 'QUERY_TOO_LARGE' } }));
          return;
        }
      }
    },
  };
}

function tooMuch({ depth, aliases, fields, cost }: Measure): string[] {
  return [
    ...(depth > DEPTH_MAX ? [`The document is nested ${Math.min(depth, 1000)} levels deep; at most ${DEPTH_MAX} are allowed.`] : []),
    ...(aliases > ALIASES_MAX ? [`The document has more than ${ALIASES_MAX} aliases.`] : []),
    ...(fields > ROOT_FIELDS_MAX ? [`The document has more than ${ROOT_FIELDS_MAX} root fields.`] : []),
    ...(cost > COST_MAX ? [`The document may cost at most ${COST_MAX}; lists cost "first" times what is asked of each node.`] : []),
  ];
}

function measureOperation(context: ValidationContext, operation: OperationDefinitionNode, fragments: Map<string, Measure | 'measuring'>): Measure {
  const whole = measureSet(context, operation.selectionSet, fragments);
  return { ...whole, fields: rootFields(context, operation.selectionSet, new Set()) };
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

function measureSet(context: ValidationContext, set: SelectionSetNode, fragments: Map<string, Measure | 'measuring'>): Measure {
  const total: Measure = { depth: 0, aliases: 0, fields: 0, cost: 0 };
  for (const selection of set.selections) {
    const part =
      selection.kind === Kind.FIELD
        ? measureField(context, selection, fragments)
        : selection.kind === Kind.INLINE_FRAGMENT
          ? measureSet(context, selection.selectionSet, fragments)
          : measureFragment(context, selection.name.value, fragments);
    total.depth = Math.max(total.depth, part.depth);
    total.aliases += part.aliases;
    total.cost += part.cost;
  }
  return total;
}

function measureFragment(context: ValidationContext, name: string, fragments: Map<string, Measure | 'measuring'>): Measure {
  const known = fragments.get(name);
  const fragment = context.getFragment(name);
  // A circle is refused by a rule of its own; here it must only end.
  if (known === 'measuring' || !fragment) return { depth: 0, aliases: 0, fields: 0, cost: 0 };
  if (known) return known;
  fragments.set(name, 'measuring');
  const measured = measureSet(context, fragment.selectionSet, fragments);
  fragments.set(name, measured);
  return measured;
}

/** Introspection is bounded by the tokens alone: its standard query is deep. */
const isIntrospection = (field: FieldNode) => field.name.value === '__schema' || field.name.value === '__type';

function measureField(context: ValidationContext, field: FieldNode, fragments: Map<string, Measure | 'measuring'>): Measure {
  const aliases = field.alias ? 1 : 0;
  if (!field.selectionSet) return { depth: 1, aliases, fields: 0, cost: 1 };
  if (isIntrospection(field)) return { depth: 1, aliases, fields: 0, cost: 1 };
  const inner = measureSet(context, field.selectionSet, fragments);
  return { depth: inner.depth + 1, aliases: inner.aliases + aliases, fields: 0, cost: 1 + inner.cost * lengthOf(field) };
}

/** A connection is known by what is asked of it (`nodes`, `edges`); its length by `first`, which as a variable counts as the most there can be. */
function lengthOf(field: FieldNode): number {
  const isConnection = field.selectionSet!.selections.some(selection => selection.kind !== Kind.FIELD || selection.name.value === 'nodes' || selection.name.value === 'edges');
  const first = field.arguments?.find(argument => argument.name.value === 'first')?.value;
  if (first?.kind === Kind.INT) return Math.max(1, Number(first.value));
  if (first?.kind === Kind.VARIABLE) return 200;
  return isConnection && field.selectionSet!.selections.some(selection => selection.kind === Kind.FIELD && ['nodes', 'edges'].includes(selection.name.value)) ? FIRST_DEFAULT : 1;
}
