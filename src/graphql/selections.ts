import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import type { Operation } from '../kernel/operation.ts';
import { type Shape, shapeOf } from '../kernel/shape.ts';
import type { Wants } from '../kernel/unit.ts';
import { narrowedTo } from '../store/rows.ts';

/** What a field of an object type reads of its row, by `Type.field`. A field that is not here may read all of it. */
export const readByFields = new Map<string, readonly string[]>();

type SelectionInfo = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

/** The names of the fields that are selected at this path below a field. */
function selectedAt({ fieldNodes, fragments }: SelectionInfo, path: readonly string[] = []): Set<string> {
  const names = new Set<string>();
  // A fragment is visited once, however often it is spread.
  const visit = (set: SelectionSetNode | undefined, rest: readonly string[], seen: Set<string>): void => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet, rest, seen);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const name = selection.name.value;
        if (seen.has(name)) continue;
        seen.add(name);
        visit(fragments[name]?.selectionSet, rest, seen);
      } else if (rest.length === 0) names.add(selection.name.value);
      else if (selection.name.value === rest[0]) visit(selection.selectionSet, rest.slice(1), new Set());
    }
  };
  const seen = new Set<string>();
  for (const { selectionSet } of fieldNodes) visit(selectionSet, path, seen);
  return names;
}

/** What these fields of a type read of its row; undefined if that may be all. */
function readBy(type: string, names: ReadonlySet<string>): Set<string> | undefined {
  const read = [...names].map(name => (name === '__typename' ? [] : readByFields.get(`${type}.${name}`)));
  return read.every(fields => fields !== undefined) ? new Set(read.flat()) : undefined;
}

const shapes = new WeakMap<FieldNode | readonly FieldNode[], Shape>();

/** The shape with what is selected of it, and `more`. All rows of a list get the same one, so they share a loader. */
export function selectedShape(shape: Shape, info: SelectionInfo, ...more: string[]): Shape {
  const { fieldNodes } = info;
  // A document that comes again has the same nodes.
  const place = fieldNodes.length === 1 ? fieldNodes[0]! : fieldNodes;
  let wanted = shapes.get(place);
  if (!wanted) {
    const fields = readBy(shape.name, selectedAt(info));
    shapes.set(place, (wanted = fields ? narrowedTo(shape, new Set([...fields, ...more])) : shape));
  }
  return wanted;
}

/**
 * Which parts of a result the caller needs: the selected fields, the total only if it is selected, and never owned
 * rows, which come through a dataloader.
 */
export function wantsOf(info: GraphQLResolveInfo, { output, whole }: Operation): Wants {
  const nodes = whole
    ? selectedAt(info)
    : new Set([...selectedAt(info, ['nodes']), ...selectedAt(info, ['edges', 'node'])]);
  return { fields: readBy(shapeOf(output).name, nodes), total: selectedAt(info).has('totalCount'), owned: false };
}
