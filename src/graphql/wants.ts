import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import type { Wants } from '../kernel/unit.ts';

/**
 * Which parts of a result the caller needs: the total only if it is selected, and never owned rows, which come through
 * a dataloader.
 */
export function wantsOf(info: GraphQLResolveInfo): Wants {
  const selects = (set: SelectionSetNode | undefined, name: string): boolean =>
    set?.selections.some(selection => {
      if (selection.kind === Kind.FIELD) return selection.name.value === name;
      if (selection.kind === Kind.INLINE_FRAGMENT) return selects(selection.selectionSet, name);
      return selects(info.fragments[selection.name.value]?.selectionSet, name);
    }) ?? false;
  return { total: info.fieldNodes.some((node: FieldNode) => selects(node.selectionSet, 'totalCount')), owned: false };
}
